/* SPDX-License-Identifier: MIT
 * segreduce_larsen_loop_in_map: every thread folds a row of its own from a transposed copy of the items, as
 * segreduce_loop_in_map, and the transposition is that of Larsen's compiler: a copy for one row or rows of one item,
 * the low-height or low-width kernel for low matrices, else tiles of 16 x 16. It is always there.
 *
 * ID, source    L13: Larsen, thesis (2017), 5.1.1, listing 5.1, 5.3 (tiles of 16), 6.5.1 (the copy); appendix C.2
 * Laws          none: a fold in order
 * Memory        n items read, written, and read again, a result a row written; the map-out is not coalesced
 * Scratch       n items
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_LOOP_IN_MAP_HIP
#define FOLDCHECK_SEGREDUCE_LARSEN_LOOP_IN_MAP_HIP
#include "hip/segreduce/larsen_padded.hip.h"
#include "hip/segreduce/segreduce_loop_in_map.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Enqueues the transposition of every column of the items. */
template <class M, int TILE, int K = 0>
static inline bool transpose_items_by_larsen(const struct job *job,
                                             const column_set<M::input_columns.count> &to, struct text *why)
{
    if constexpr (K < M::input_columns.count) {
        using word = elements_of<M::input_columns.size[K]>;
        return enqueue_by_larsen<word, TILE>(job, job->in.column[K], to.column[K], 1, (int64_t)job->rows,
                                             (int64_t)job->length, why) &&
               transpose_items_by_larsen<M, TILE, K + 1>(job, to, why);
    } else
        return true;
}

struct segreduce_larsen_loop_in_map : row_reduction {
    static constexpr const char *ids = "L13",
                                *does = "a thread folds a whole row of items that are transposed as Larsen's "
                                        "compiler does it";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {128, 1, 32, USUAL}, {256, 1, 32, PICKED}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        int tile = shape.block < 64 ? TINY_LARSEN_TILE : LARSEN_TILE;
        return (uint64_t)(tile * square_pitch(tile, sizes.input.widest)) * sizes.input.widest;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        return columns_bytes(&job->op->input, (int64_t)job_items(job));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return transposed_traffic(job);
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tile = shape->block < 64 ? (int)TINY_LARSEN_TILE : (int)LARSEN_TILE;
        return transposed_sectors(job, (int64_t)job->length, tile, (double)job->length);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr int TILE = BLOCK < 64 ? TINY_LARSEN_TILE : LARSEN_TILE;
        char *at = static_cast<char *>(job->scratch);
        if (job->rows == 0) return true;
        loop_in_map_arguments<M> a = {rows_of<M>(job),
                                      columns_in<input_traits<M>>(&at, (int64_t)job_items(job))};
        return transpose_items_by_larsen<M, TILE>(job, a.items, why) &&
               launch("segreduce_larsen_loop_in_map", segreduce_loop_in_map_kernel<M, BLOCK>,
                      smaller(MOST_BLOCKS, ceiling(a.rows.rows, BLOCK)), BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
