/* SPDX-License-Identifier: MIT
 * segreduce_large_copied: segreduce_large_window with its loop strip-mined by a chunk, as Futhark does it. In each
 * iteration a thread reads ITEMS items, its block's threads apart, and maps them at once, so that the map-out is written
 * where neighbours write, too. What is reduced then passes through shared memory, one parameter of the reduction after
 * the other, so that each thread owns ITEMS consecutive states, which it folds serially: one reduction of the block for
 * ITEMS windows. segreduce_large_stripmined hands over the items instead, a group at a time, and maps behind that.
 *
 * ID, source    S3: Futhark, module documentation of SegRed (2024), "stripmined by a factor chunk, inserting collective
 *               copies via shared memory of each reduction parameter"
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths; a block whose states of one parameter do not fit its shared memory */
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* State k of thread t is the window's at k * BLOCK + t in `read`, and at t * ITEMS + k in `owned`. strip: room for the
 * window's states of one parameter. Two block_syncs for each. */
template <class M, int BLOCK, int ITEMS, int K = 0>
FN void copy_parameters(const typename M::state *read, typename M::state *owned, void *strip)
{
    if constexpr (K < M::state_columns.count) {
        constexpr size_t SIZE = M::state_columns.size[K], OFFSET = M::state_columns.offset[K];
        using word = typename word_of<SIZE>::type;
        word *all = static_cast<word *>(strip);
        int t = thread_id();
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            word moved = 0;
            copy_bits<SIZE>(&moved, reinterpret_cast<const char *>(read + k) + OFFSET);
            store(all + k * BLOCK + t, moved);
        }
        block_sync();
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            word moved = load(all + t * ITEMS + k);
            copy_bits<SIZE>(reinterpret_cast<char *>(owned + k) + OFFSET, &moved);
        }
        block_sync(); /* everybody has read */
        copy_parameters<M, BLOCK, ITEMS, K + 1>(read, owned, strip);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_copied_kernel(large_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = BLOCK * ITEMS;
    SHARED(typename word_of<M::state_columns.widest>::type, strip, WINDOW);
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a window is enough */
    const typename M::params &params = a.rows.source.params;
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = row_part_of<M>(a, part, WINDOW);
        typename M::state acc = M::identity(params); /* thread 0: covers [mine.first, mine.first) */
        for (int64_t at = mine.first; at < mine.last; at += WINDOW) {
            typename M::state read[ITEMS], owned[ITEMS] = {};
            UNROLL for (int k = 0; k < ITEMS; k++) read[k] =
                take_in_row<M>(a.rows.source, at + k * BLOCK + thread_id(), mine.last);
            copy_parameters<M, BLOCK, ITEMS>(read, owned, strip);
            typename M::state window = owned[0]; /* covers [at + t * ITEMS, at + t * ITEMS + 1) */
            UNROLL for (int k = 1; k < ITEMS; k++) window = M::combine(params, window, owned[k]);
            /* ---- group, block ---- */
            window = group_combine<M, GROUP>(params, window);
            window = block_combine<M, BLOCK, GROUP>(params, window, shared + turn * GROUPS);
            acc = M::combine(params, acc, window); /* thread 0: covers [mine.first, at + WINDOW) */
            turn ^= 1;
        }
        finish_part<M, GROUP>(a, mine, acc);
    }
}

struct segreduce_large_copied : large_reduction<segreduce_large_copied> {
    static constexpr const char *
        ids = "S3",
       *does = "segreduce_large_window by chunks of several items a thread, whose states pass through shared "
               "memory, parameter by parameter";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 8, 32, USUAL}, {256, 8, 64, USUAL}};

    /* One parameter of the window's states, too; both begin at multiples of 16 bytes. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block * shape.items * sizes.result.widest + large_reduction::shared_bytes(sizes, shape) +
               32;
    }

    /* A window a part at least, two of tiny tunings. */
    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        return large_each(job, shape, (int64_t)shape->block * shape->items * least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return large_launch("segreduce_large_copied", segreduce_large_copied_kernel<M, BLOCK, ITEMS, GROUP>,
                            BLOCK, GROUP, job, large_of<M>(job, each(job, shape), BLOCK * ITEMS), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
