/* SPDX-License-Identifier: MIT
 * segscan_flags: a scan of every row as one scan of all items, whose operator knows where rows begin (C6):
 *
 *     (v1, f1) o (v2, f2) = (f2 ? v2 : v1 op v2, f1 || f2),   identity (identity, false)
 *
 * A first kernel writes a flag an item (rows of different lengths: no flags, and then one a row that is not empty), and
 * the scan reads them beside the items; segscan_regular needs no flags. The scan is scan_lookback's kernel; a published
 * state carries its flag, and a tile that has one publishes a prefix at once. The initial value is combined where a row
 * begins.
 *
 * ID, source    C6: Clausen, thesis (2021), 1.2; the lifting is Blelloch's, "Prefix Sums and Their Applications", 1990
 * Laws          associative
 * Memory        2n items read, one of them flags of a byte, n results written; n flags written before
 * Scratch       a counter, a flag and two states a tile, a flag an item
 * Progress      resident blocks go on while others wait */
#ifndef FOLDCHECK_SEGSCAN_FLAGS_HIP
#define FOLDCHECK_SEGSCAN_FLAGS_HIP
#include "hip/scan/lookback.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- the operator with flags ---- */

/* The input's columns, and behind them one of flags. */
COMPILE_TIME column_list with_flags(column_list list, size_t offset)
{
    list.size[list.count] = 1;
    list.offset[list.count++] = offset;
    list.packed += 1;
    if (list.widest < 1) list.widest = 1;
    return list;
}

/* Of an operator with flags, by those of the one without. */
COMPILE_TIME op_sizes flagged_sizes(op_sizes sizes)
{
    size_t flag = sizeof(uint32_t), align = sizes.result.widest > flag ? sizes.result.widest : flag;
    size_t end = (sizes.state + flag - 1) / flag * flag + flag;
    sizes.state = (end + align - 1) / align * align;
    sizes.input = with_flags(sizes.input, sizes.item);
    sizes.item++;
    return sizes;
}

/* M over rows. */
template <class M>
struct flagged {
    struct state {
        typename M::state value; /* of the last row: first, so that M's columns are its columns */
        uint32_t begins;         /* does a row begin here? */
    };
    struct input {
        typename M::input item;
        uint8_t begins;
    };
    struct params {
        typename M::params params;
        typename M::state init;
    };
    using mapout = typename M::mapout;
    static constexpr size_t INPUT_BYTES = sizeof(typename M::input);
    static constexpr column_list input_columns = with_flags(M::input_columns, INPUT_BYTES),
                                 state_columns = M::state_columns, mapout_columns = M::mapout_columns;
    static constexpr bool emits = M::emits;

    OP_FN state identity(const params &p)
    {
        state none = {M::identity(p.params), 0};
        return none;
    }
    OP_FN state combine(const params &p, const state &left, const state &right)
    {
        state both = right;
        if (!right.begins) both.value = M::combine(p.params, left.value, right.value);
        both.begins = left.begins | right.begins;
        return both;
    }
    OP_FN state lift(const params &p, const input &item)
    {
        state lifted = {M::lift(p.params, item.item), item.begins};
        if (item.begins) lifted.value = M::combine(p.params, p.init, lifted.value);
        return lifted;
    }
    OP_FN mapout emit(const params &p, const input &item)
    {
        return M::emit(p.params, item.item);
    }
};

/* The exclusive result of an item that begins a row. */
template <class M>
struct result_before<flagged<M>> {
    FN typename flagged<M>::state of(const typename flagged<M>::params &p,
                                     const typename flagged<M>::state &left,
                                     const typename flagged<M>::input &item)
    {
        typename flagged<M>::state begun = {p.init, 1};
        return item.begins ? begun : left;
    }
};

struct look_back_to_flag {
    /* What is left of the tile, as look_back_by_group has it. A total with a flag is a prefix: nothing to its left
     * counts. */
    template <class M, int GROUP>
    FN typename M::state left_of_tile(const chain<M> &chain, const typename M::params &params,
                                      const typename M::state &init, const turn &mine,
                                      const typename M::state &total)
    {
        bool speaks = lane_id<GROUP>() == 0, whole = lane_take<GROUP>(total.begins, 0) != 0;
        if (speaks) publish<M>(chain, mine, whole ? TILE_PREFIX : TILE_AGGREGATE, total);
        if (mine.tile == 0) return init; /* a row begins there */
        typename M::state left = look_back<M, GROUP>(chain, params, mine, 0);
        if (speaks && !whole) publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
        return left;
    }
};

/* ---- the flags ---- */

struct flag_arguments {
    uint8_t *flag;
    const uint64_t *row_start;         /* NULL: rows of `length` items */
    int64_t from, count, length, rows; /* of items [from, from + count) */
};

/* A vector of flags a thread: a remainder of 64 bits costs more than the flag's byte. */
enum { FLAGS_A_THREAD = sizeof(vector) };

/* Flags of items [i, i + FLAGS_A_THREAD). Of different lengths: length is that of all, so that the first item alone is
 * flagged here. */
template <class Arguments>
KERNEL(256, 1)
flag_items(Arguments a)
{
    for (int64_t i = (block_id() * 256 + thread_id()) * FLAGS_A_THREAD; i < a.count;
         i += block_count() * 256 * FLAGS_A_THREAD) {
        uint8_t flag[FLAGS_A_THREAD];
        int64_t in_row = (a.from + i) % a.length;
        UNROLL for (int k = 0; k < FLAGS_A_THREAD; k++)
        {
            flag[k] = in_row == 0;
            in_row = in_row + 1 == a.length ? 0 : in_row + 1;
        }
        if (i + FLAGS_A_THREAD <= a.count) {
            vector whole;
            copy_bits<sizeof(whole)>(&whole, flag);
            store(reinterpret_cast<vector *>(a.flag + i), whole);
        } else
            for (int k = 0; i + k < a.count; k++)
                store(a.flag + i + k, flag[k]);
    }
}

template <class Arguments>
KERNEL(256, 1)
flag_rows(Arguments a)
{
    for (int64_t r = block_id() * 256 + thread_id(); r < a.rows; r += block_count() * 256) {
        int64_t first = (int64_t)load(a.row_start + r), next = (int64_t)load(a.row_start + r + 1);
        if (first < next && a.from <= first && first < a.from + a.count)
            store(a.flag + first - a.from, (uint8_t)1);
    }
}

/* Enqueues what writes a flag for each of items [from, from + count). There are some. */
inline bool flags_write(const struct job *job, uint8_t *flag, int64_t from, int64_t count, struct text *why)
{
    int64_t items = (int64_t)job_items(job), rows = (int64_t)job->rows;
    flag_arguments a = {flag, job->row_start, from, count, job->row_start ? items : (int64_t)job->length,
                        rows};
    bool done = launch("flag_items", flag_items<flag_arguments>,
                       smaller(MOST_BLOCKS, ceiling(count, 256 * FLAGS_A_THREAD)), 256, 1, job, a, why);
    if (!done || !job->row_start) return done;
    return launch("flag_rows", flag_rows<flag_arguments>, smaller(MOST_BLOCKS, ceiling(rows, 256)), 256, 1,
                  job, a, why);
}

/* ---- the host's side ---- */

/* The job as the flagged operator's: a row of all items, of larger states. */
struct flagged_job {
    struct op op;
    struct job job;
};

inline struct flagged_job flagged_job_of(const struct job *job)
{
    struct flagged_job flagged = {*job->op, *job};
    flagged.op.state.size = flagged_sizes(sizes_of_job(job)).state;
    flagged.job.rows = 1;
    flagged.job.length = job_items(job);
    flagged.job.row_start = nullptr;
    return flagged;
}

/* The first `items` bytes are flags. */
inline uint64_t segscan_flags_bytes(const struct job *job)
{
    return chain_aligned(job_items(job));
}

/* F: flagged<M>, or what has more columns of results, which the caller says. */
template <class M, class F = flagged<M>>
static inline scan_arguments<F> flagged_scan_of(const struct job *job, const uint8_t *flag, int64_t tiles,
                                                int64_t blocks)
{
    constexpr int COLUMNS = M::input_columns.count;
    scan_arguments<M> plain = scan_of<M>(job, tiles, blocks);
    scan_arguments<F> a = {};
    for (int k = 0; k < COLUMNS; k++)
        a.source.in.column[k] = plain.source.in.column[k];
    a.source.in.column[COLUMNS].base = const_cast<uint8_t *>(flag);
    a.source.in.column[COLUMNS].stride = 1;
    a.source.out = plain.source.out;
    a.source.params.params = plain.source.params;
    a.source.params.init = plain.init;
    a.source.count = plain.source.count;
    for (int k = 0; k < M::state_columns.count; k++)
        a.out.column[k] = plain.out.column[k];
    a.init.value = plain.init;
    a.exclusive = plain.exclusive;
    a.tiles = plain.tiles;
    return a;
}

struct segscan_flags : single_pass_scan {
    static constexpr const char
        *ids = "C6",
        *does = "one pass over all rows with a flag an item, by an operator that knows where rows begin";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS | TAKES_RAGGED;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {4, 1, 2, NARROW}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return single_pass_scan::shared_bytes(flagged_sizes(sizes), shape);
    }

    static constexpr size_t held(const op_sizes &sizes)
    {
        return tile_held(sizes.input.packed, sizes.result.packed);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged = flagged_job_of(job);
        flagged.job.op = &flagged.op;
        return chain_scratch(&flagged.job, shape) + segscan_flags_bytes(job);
    }

    /* Tiles publish two states, but one where a row begins: if rows are shorter than tiles, in every tile but perhaps
     * the last. Of rows of different lengths: two starts and a flag each. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged = flagged_job_of(job);
        uint64_t tiles = (uint64_t)scan_tiles(job, shape), size = (uint64_t)shape->block * shape->items;
        uint64_t items = job_items(job), flags = items;
        bool none_in_last = tiles && items - job->length < (tiles - 1) * size;
        uint64_t states = job->length < size ? tiles + none_in_last : 2 * tiles - job->rows;
        if (job->row_start && tiles) { /* nothing is launched for no items */
            states = 2 * tiles;
            flags += job->rows * (2 * sizeof *job->row_start + 1);
        }
        return scan_traffic(job) + flags + states * flagged.op.state.size;
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        struct flagged_job flagged = flagged_job_of(job);
        flagged.job.op = &flagged.op;
        return chain_prepare(&flagged.job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged<M>;
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
        if (tiles == 0) return true;
        struct flagged_job flagged = flagged_job_of(job);
        flagged.job.op = &flagged.op;
        uint8_t *flag = static_cast<uint8_t *>(job->scratch) + chain_scratch(&flagged.job, shape);
        if (!flags_write(job, flag, 0, (int64_t)job_items(job), why)) return false;
        chain_arguments<F> a = {flagged_scan_of<M>(job, flag, tiles, blocks),
                                chain_of<F>(&flagged.job, tiles), tiles};
        return launch("segscan_flags", single_pass_kernel<F, look_back_to_flag, BLOCK, ITEMS, GROUP>, blocks,
                      BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
