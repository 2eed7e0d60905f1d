/* SPDX-License-Identifier: MIT
 * segreduce_large_transposed: as segreduce_large_strided, but thread t of a row's T folds the chunk of items t * c to
 * (t + 1) * c - 1, which keeps their order. So that neighbouring threads still read neighbouring items, these are
 * transposed first: each row, thought to be padded to T * c items, is a matrix of T chunks; the copy holds item k
 * of every chunk side by side. The padding has a place in the copy, but is neither written nor read. A block
 * combines its threads' results in order, and the block that is the last of its row to end folds the blocks'
 * results, in the same kernel. With one item a thread the rows lie so already, and nothing is copied.
 *
 * ID, source    LF12, the padding as a mask: Larsen, thesis (2017), 6.4.1, 8.7.1; after L15 and L11
 *               (segreduce_larsen_chunked); S1, X6 for the second stage; F.1
 * Laws          associative
 * Memory        n items read, written, and read again, a result a row written; of several blocks a row, a state each
 *               written and read; the map-out is not coalesced
 * Scratch       n items and their padding; of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_TRANSPOSED_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_TRANSPOSED_HIP
#include "hip/segreduce/large.hip.h"
#include "hip/segreduce/transposed.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct large_transposed_arguments {
    large_arguments<M> large;
    column_set<M::input_columns.count> items; /* item k of thread t of row r at r * pitch + k * threads + t */
    int64_t chunk, pitch;
};

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_transposed_kernel(large_transposed_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a part is enough */
    const item_source<M> &source = a.large.rows.source;
    int64_t threads = a.large.each * BLOCK;
    int turn = 0;
    for (int64_t part = block_id(); part < a.large.parts; part += block_count()) {
        row_part mine = part_of_row<M>(a.large, part);
        int64_t t = mine.number * BLOCK + thread_id(), first = mine.first + t * a.chunk;
        int64_t items = smaller(a.chunk, mine.last - first), at = mine.row * a.pitch + t;

        /* ---- serial: the thread's chunk ---- */
        typename M::state acc = M::identity(source.params); /* covers [first, first) */
        for (int64_t k = 0; k < items; k++) {
            typename M::input item;
            load_fields<input_traits<M>>(a.items, at + k * threads, &item);
            acc = M::combine(source.params, acc, take_item<M>(source, first + k, item));
        } /* covers [first, first + k] */

        /* ---- group, block: chunks from left to right ---- */
        acc = group_combine<M, GROUP>(source.params, acc);
        acc = block_combine<M, BLOCK, GROUP>(source.params, acc, shared + turn * GROUPS);
        finish_part<M, GROUP>(a.large, mine, acc);
        turn ^= 1;
    }
}

struct segreduce_large_transposed : large_reduction<segreduce_large_transposed> {
    static constexpr const char
        *ids = "LF12",
        *does =
            "a chunk of consecutive items a thread, of transposed rows; the last block folds their results";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t states = large_reduction::shared_bytes(sizes, shape),
                 tile = transposed_shared(sizes, shape.block < 64);
        return tile > states ? tile : states;
    }

    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        return large_each(job, shape, (int64_t)shape->block * (shape->block < 64 ? 3 : 1));
    }

    /* Rows as matrices of a chunk a thread; none, where a thread has an item at most. */
    static matrix_shape chunks_of(const struct job *job, const struct launch_shape *shape)
    {
        int64_t threads = each(job, shape) * shape->block;
        int64_t chunk = (int64_t)segments_chunk(job->length, (uint64_t)threads);
        matrix_shape chunks = {chunk > 1 ? (int64_t)job->rows : 0, threads, chunk, (int64_t)job->length};
        return chunks;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t states = large_reduction::scratch_bytes(job, shape);
        return transposed_bytes(job, chunks_of(job, shape)) + (uint64_t)ceiling((int64_t)states, 256) * 256;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t copied = chunks_of(job, shape).matrices ? job_items(job) : 0;
        return large_reduction::traffic(job, shape) + 2 * copied * job->op->input.packed;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        int64_t chunk = chunks_of(job, shape).width;
        return transposed_sectors(job, chunk, shape->block < 64 ? 4 : 32, (double)chunk);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        matrix_shape chunks = chunks_of(job, shape);
        large_transposed_arguments<M> a = {large_of<M>(job, each(job, shape), BLOCK),
                                           column_set_of<M::input_columns.count>(job->in), chunks.width,
                                           (int64_t)job->length};
        if (a.large.parts == 0) return true;
        if (chunks.matrices) {
            uint64_t states = large_reduction::scratch_bytes(job, shape);
            a.items = transposed_columns<M>(
                static_cast<char *>(job->scratch) + ceiling((int64_t)states, 256) * 256, chunks);
            a.pitch = chunks.height * chunks.width;
            if (!transpose_items<M, (BLOCK < 64)>(job, chunks, a.items, why)) return false;
        }
        return launch("segreduce_large_transposed", segreduce_large_transposed_kernel<M, BLOCK, GROUP>,
                      smaller(MOST_BLOCKS, a.large.parts), BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
