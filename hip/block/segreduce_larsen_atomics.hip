/* SPDX-License-Identifier: MIT
 * segreduce_larsen_atomics: segreduce_larsen_strided without a second stage: a row has a cell in global memory, and each
 * warp of the row's blocks folds its lanes by shuffles, and then onto the cell by one atomic, the hardware's sum or, for
 * other operators, compare and swap. No thread waits for another, and shared memory is not used.
 *
 * ID, source    LF12: Larsen, thesis (2017), 8.7.1: shuffles, and atomics on a global memory location, across the blocks of
 *               a row; strides as L14
 * Laws          commutes: strides, descending offsets, and atomics in any order
 * Memory        n items read, a result a row written; a cell a row written twice, and read
 * Scratch       a cell a row
 * Progress      none needed: a swap fails only where another one was done
 * Cannot        states of more than 8 bytes; rows of different lengths */
#include "hip/block/halves.hip.h"
#include "hip/keyed/word.hip.h"
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct row_cells {
    rows_arguments<M> rows;
    cell_of<M> *cell;    /* scratch: of each row */
    int64_t each, parts; /* blocks of a row, and of all rows */
};

template <class M>
KERNEL(256, 1)
clear_row_cells_kernel(row_cells<M> a)
{
    cell_of<M> none = cell_of_state<M>(M::identity(a.rows.source.params));
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows.rows; row += block_count() * 256)
        store(a.cell + row, none);
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_larsen_atomics_kernel(row_cells<M> a)
{
    const typename M::params &params = a.rows.source.params;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        larsen_thread mine = larsen_thread_of<BLOCK, false>(part, a.each);
        int64_t first = mine.row * a.rows.length, last = first + a.rows.length;
        typename M::state acc = M::identity(params); /* covers nothing yet */
        for (int64_t i = first + mine.number; i < last; i += a.each * BLOCK)
            acc = M::combine(params, acc, take_state<M>(a.rows.source, i));
        acc = group_halves<M, GROUP>(params, acc); /* lane 0: covers what its group's lanes have met */
        if (lane_id<GROUP>() == 0) fold_onto_cell<M>(params, a.cell + mine.row, acc);
    }
}

template <class M>
KERNEL(256, 1)
put_row_cells_kernel(row_cells<M> a)
{
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows.rows; row += block_count() * 256) {
        typename M::state acc = state_of_cell<M>(load(a.cell + row)); /* covers the row */
        store_fields<state_traits<M>>(a.rows.out, row, &acc);
    }
}

struct segreduce_larsen_atomics : row_reduction {
    static constexpr const char *ids = "LF12",
                                *does =
                                    "the threads of a row's blocks stride over it, and each group adds onto "
                                    "the row's cell by an atomic";
    static constexpr bool blocks_communicate = true; /* lanes meet at atomics */
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto depth = depth_by_group; /* the groups of a row combine in any order */
    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return sizes.state <= sizeof(uint64_t);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        return job->rows * job_cell_bytes(job);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return rows_traffic(job) + 2 * scratch_bytes(job, shape);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t rows = (int64_t)job->rows, puts = smaller(MOST_BLOCKS, ceiling(rows, 256));
        int64_t each = larsen_large(rows, (int64_t)job->length, BLOCK, larsen_groups(job, shape), true).each;
        row_cells<M> a = {rows_of<M>(job), static_cast<cell_of<M> *>(job->scratch), each, each * rows};
        return rows == 0 ||
               (launch("clear_row_cells", clear_row_cells_kernel<M>, puts, 256, 1, job, a, why) &&
                launch("segreduce_larsen_atomics", segreduce_larsen_atomics_kernel<M, BLOCK, GROUP>,
                       smaller(MOST_BLOCKS, a.parts), BLOCK, GROUP, job, a, why) &&
                launch("put_row_cells", put_row_cells_kernel<M>, puts, 256, 1, job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
