/* SPDX-License-Identifier: MIT
 * block_shuffle_atomics: a block folds a row, a tile of ITEMS items a thread after the other: each thread folds its own
 * as it reads them, BLOCK apart; groups fold their lanes by shuffles with descending offsets; then lane 0 of each folds
 * onto the block's cell in global memory by one atomic, the hardware's sum or, for other operators, compare and swap.
 * The report's listing begins with offset 16 even where fewer lanes have items, and needs an inverse, as its result
 * lies where item 0 was: here lanes without items have the identity, and results lie apart.
 *
 * ID, source    T5, T7: Timcheck, report (2017), chapter 2, "Optimization 4"
 * Laws          commutes: a thread's items are no neighbours, descending offsets mix up lanes, atomics come in any
 *               order
 * Memory        n items read, a result a row written; a cell a row written
 * Scratch       a cell for each block that runs
 * Progress      none needed
 * Cannot        states of more than 8 bytes */
#include "hip/block/halves.hip.h"
#include "hip/keyed/word.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Cells of 8 bytes from one block's to the next, so that they share no line of a cache. */
enum { CELLS_APART = 16 };

template <class M>
struct cell_arguments {
    rows_arguments<M> rows;
    uint64_t *cells; /* scratch */
};

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_shuffle_atomics_kernel(cell_arguments<M> a)
{
    cell_of<M> *cell = reinterpret_cast<cell_of<M> *>(a.cells + block_id() * CELLS_APART);
    for (int64_t row = block_id(); row < a.rows.rows; row += block_count()) {
        row_items mine = items_of_row<M>(a.rows, row);
        const item_source<M> &source = source_of_row<M>(a.rows, row);
        if (thread_id() == 0) store(cell, cell_of_state<M>(M::identity(source.params)));
        block_sync();
        for (int64_t at = mine.first; at < mine.last; at += BLOCK * ITEMS) {
            /* ---- load, serial, group: lane 0 covers its group's items of the tile ---- */
            typename M::state acc = M::identity(source.params);
            if (at + thread_id() < mine.last)
                acc = fold_apart<M, ITEMS, BLOCK>(source, at + thread_id(), mine.last);
            acc = group_halves<M, GROUP>(source.params, acc);
            /* ---- block: the cell covers what the groups have folded onto it ---- */
            if (lane_id<GROUP>() == 0) fold_onto_cell<M>(source.params, cell, acc);
        }
        block_sync();
        if (thread_id() == 0) { /* covers the row */
            typename M::state acc = state_of_cell<M>(observe_word(cell));
            store_fields<state_traits<M>>(a.rows.out, row, &acc);
        }
    }
}

struct block_shuffle_atomics : block_wide {
    static constexpr auto depth = depth_by_group; /* of each tile a combine a group, in any order */
    static constexpr const char *ids = "T5 T7", *does = "a block folds a row: items as they are read, "
                                                        "shuffles, then an atomic a group";
    static constexpr bool blocks_communicate = true; /* lanes meet at atomics */
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {8, 3, 2, TINY}, {256, 2, 32, USUAL}, {256, 2, 64, USUAL}, REPORTED_BLOCKS(2)};

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state <= sizeof(uint64_t) && block_wide::suits(sizes, shape);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return (uint64_t)block_places(job, shape) * CELLS_APART * sizeof(uint64_t);
    }

    /* A row's cell is written; atomics, and the read of it, which is one, are no traffic. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return block_wide::traffic(job, shape) + job->rows * job_cell_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        cell_arguments<M> a = {rows_of<M>(job), static_cast<uint64_t *>(job->scratch)};
        return job->rows == 0 ||
               launch("block_shuffle_atomics", block_shuffle_atomics_kernel<M, BLOCK, ITEMS, GROUP>,
                      block_places(job, shape), BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
