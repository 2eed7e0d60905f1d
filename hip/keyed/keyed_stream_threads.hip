/* SPDX-License-Identifier: MIT
 * keyed_stream_threads: a reduction stream as the slides' compiler breaks it up. Each thread goes through a chunk of the
 * row from left to right, and folds every item onto its key's entry in a table of its own, in global memory. The tables
 * are an array of a vector of k results a thread; its reduction is turned inside out (IRWIM): a transposition, which
 * makes them k rows, and a segmented reduction of these. A thread has as many items as its table has entries, or more,
 * so that clearing tables is no more than reading items.
 *
 * ID, source    H10, H11: Henriksen, slides (2016), "Computing cluster sizes: the Good", "GPU Code Generation for the
 *               Reduction Streams": per_thread_results, of a chunked map, and their reduction (H12)
 * Laws          associative
 * Memory        n items and keys read, a thread's entry read and written for each; tables written, moved, and read
 * Scratch       twice k states a thread; of several blocks a row of these, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        coalesce its reads: a thread's items lie side by side */
#include "hip/keyed/keyed.hip.h"
#include "hip/segreduce/segreduce_irwim.hip"

namespace FOLDCHECK_NAMESPACE
{

/* M with states for items, which threads have left. */
template <class M>
struct results_as_items : M {
    using input = typename M::state;
    static constexpr column_list input_columns = M::state_columns, mapout_columns = column_list();
    static constexpr bool emits = false;

    OP_FN input lift(const typename M::params &, const input &item)
    {
        return item;
    }
};

template <class M>
struct stream_arguments {
    keyed_arguments<M> keyed; /* `parts` threads a row, each with a share of its items */
    column_set<M::state_columns.count>
        results; /* entry k of thread t of row r at (r * parts + t) * keys + k */
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_stream_threads_kernel(stream_arguments<M> a)
{
    const keyed_arguments<M> &k = a.keyed;
    const typename M::params &params = k.source.params;
    typename M::state none = M::identity(params);
    for (int64_t t = block_id() * BLOCK + thread_id(); t < k.rows * k.parts; t += block_count() * BLOCK) {
        int64_t row = t / k.parts, table = t * k.keys;
        share mine = share_of(k.windows, t - row * k.parts);
        for (int64_t key = 0; key < k.keys; key++)
            store_fields<state_traits<M>>(a.results, table + key, &none); /* covers [first, first) */
        for (int64_t i = row * k.length + mine.first; i < row * k.length + mine.last; i++) {
            typename M::state item = take_state<M>(k.source, i), acc;
            uint32_t key = load_key(k, i);
            if (key >= k.keys) continue;
            load_fields<state_traits<M>>(a.results, table + key, &acc);
            acc = M::combine(params, acc, item); /* covers [first, i] */
            store_fields<state_traits<M>>(a.results, table + key, &acc);
        }
    }
}

/* The reduction of the threads' results: a job with an operator of their columns. */
struct results_job {
    struct op op;
    struct job job;
};

inline void results_plan(const struct job *job, int64_t threads, struct results_job *own)
{
    own->op = *job->op;
    own->op.input = own->op.state;
    own->op.mapout = tuple(); /* the items are mapped before */
    own->op.emits = false;
    own->job = *job;
    own->job.op = &own->op;
    own->job.what = WHAT_REDUCE;
    own->job.rows = job->rows * job->keys;
    own->job.length = (uint64_t)threads;
    own->job.keys = 0;
    own->job.mapout.count = 0;
    own->job.in.count = job->op->state.count;
}

struct keyed_stream_threads : keyed_fold {
    static constexpr const char *ids = "H10 H11", *does =
                                                      "a private table a thread; then a transposition, and a "
                                                      "segmented reduction of the tables";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    static constexpr size_t held(const op_sizes &sizes)
    {
        return sizes.result.packed;
    }

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        op_sizes own = {sizes.state, sizes.state, sizes.result, sizes.result};
        return segreduce_irwim::shared_bytes(own, shape);
    }

    /* Threads a row. */
    static int64_t threads_of(const struct job *job, const struct launch_shape *shape)
    {
        int64_t all = resident_blocks(job, shape->block) * shape->block;
        int64_t each = larger(shape->items, larger(1, (int64_t)job->keys));
        return larger(1, smaller(ceiling(all, larger(1, (int64_t)job->rows)), (int64_t)job->length / each));
    }

    /* One matrix a row, of a table a thread. */
    static matrix_shape tables(const struct job *job, int64_t threads)
    {
        int64_t keys = (int64_t)job->keys;
        matrix_shape shape = {(int64_t)job->rows, threads, keys, threads * keys};
        return shape;
    }

    static uint64_t tables_bytes(const struct job *job, int64_t threads)
    {
        uint64_t bytes = 0;
        for (int c = 0; c < job->op->state.count; c++)
            bytes += transposed_column_bytes(transposed_items(tables(job, threads)),
                                             elem_size(job->op->state.elem[c]));
        return bytes;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        int64_t threads = threads_of(job, shape);
        struct results_job own;
        results_plan(job, threads, &own);
        return segreduce_irwim::large_bytes(&own.job, shape) + 2 * tables_bytes(job, threads);
    }

    static bool turns(const struct job *job, int64_t threads)
    {
        return threads > 1 && job->keys > 1;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        int64_t threads = threads_of(job, shape);
        uint64_t entries = (uint64_t)transposed_items(tables(job, threads)), packed = job->op->state.packed;
        struct results_job own;
        results_plan(job, threads, &own);
        uint64_t items = job_items(job) * (job->op->input.packed + sizeof(uint32_t) + job->op->mapout.packed);
        return items + 2 * job_items(job) * packed + entries * packed * (turns(job, threads) ? 3 : 1) +
               segreduce_irwim::traffic(&own.job, shape);
    }

    static double sectors(const struct job *, const struct launch_shape *)
    {
        return 32;
    }

    /* A thread's chunk, then the threads. */
    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        int64_t threads = threads_of(job, shape);
        struct results_job own;
        results_plan(job, threads, &own);
        return (uint64_t)ceiling((int64_t)job->length, threads) + depth_by_block(&own.job, shape);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        struct results_job own;
        results_plan(job, threads_of(job, shape), &own);
        return segreduce_irwim::prepare(&own.job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using R = results_as_items<M>;
        constexpr int TILE = tile_of_block(BLOCK);
        int64_t threads = threads_of(job, shape), all = (int64_t)job->rows * threads;
        struct results_job own;
        results_plan(job, threads, &own);
        if (job_results(job) == 0) return true;
        char *memory = static_cast<char *>(job->scratch) + segreduce_irwim::large_bytes(&own.job, shape);
        matrix_shape matrix = tables(job, threads);
        stream_arguments<M> a = {keyed_of<M>(job, 1, share_out((int64_t)job->length, threads)),
                                 transposed_columns<R>(memory, matrix)};
        a.keyed.parts = threads;
        if (!launch("keyed_stream_threads", keyed_stream_threads_kernel<M, BLOCK>,
                    smaller(MOST_BLOCKS, ceiling(all, BLOCK)), BLOCK, GROUP, job, a, why))
            return false;
        auto rows = a.results;
        if (turns(job, threads)) {
            rows = transposed_columns<R>(memory + tables_bytes(job, threads), matrix);
            if (!irwim_transpose<R, TILE>(job, matrix, a.results, rows, why)) return false;
        }
        for (int c = 0; c < R::input_columns.count; c++)
            own.job.in.column[c] = rows.column[c];
        return segreduce_irwim::enqueue<R, BLOCK, ITEMS, GROUP, GATHER>(&own.job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
