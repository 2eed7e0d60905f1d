/* SPDX-License-Identifier: MIT
 * Which transposition Larsen's compiler takes for matrices of a height and width (thesis (2017), appendix C.2; the
 * printed rule lacks its first else), and that one for columns in memory. */
#ifndef FOLDCHECK_TRANSPOSE_BY_LARSEN_HIP_H
#define FOLDCHECK_TRANSPOSE_BY_LARSEN_HIP_H

#include "hip/transpose/squares.hip.h"
#include "hip/transpose/transpose_low_height.hip"
#include "hip/transpose/transpose_low_width.hip"

namespace FOLDCHECK_NAMESPACE
{

enum larsen_transposition { LARSEN_COPY, LARSEN_LOW_HEIGHT, LARSEN_LOW_WIDTH, LARSEN_SQUARES };

inline enum larsen_transposition larsen_transposition_of(int64_t height, int64_t width, int64_t tile)
{
    if (height <= 1 || width <= 1) return LARSEN_COPY;
    if (height <= tile / 2 && width > tile) return LARSEN_LOW_HEIGHT;
    return width <= tile / 2 && height > tile ? LARSEN_LOW_WIDTH : LARSEN_SQUARES;
}

/* A copy of items that lie behind one another, an item a thread at a time. */
struct column_copy {
    struct column in, out;
    int64_t count;
};

template <class M>
KERNEL(256, 1)
copy_column_kernel(column_copy a)
{
    for (int64_t i = block_id() * 256 + thread_id(); i < a.count; i += block_count() * 256) {
        typename M::state moved;
        load_field<sizeof(moved)>(a.in, i, &moved);
        store_field<sizeof(moved)>(a.out, i, &moved);
    }
}

/* Enqueues the transposition of `count` matrices, with tiles of TILE x TILE. M::state is what is moved. */
template <class M, int TILE>
static bool enqueue_by_larsen(const struct job *job, const struct column &in, const struct column &out,
                              int64_t count, int64_t height, int64_t width, struct text *why)
{
    constexpr int BLOCK = TILE * TILE, GROUP = 4;
    const char *name = "transpose_by_larsen";
    int64_t items = count * height * width;
    column_copy copy = {in, out, items};
    switch (larsen_transposition_of(height, width, TILE)) {
    case LARSEN_COPY:
        return items == 0 || launch(name, copy_column_kernel<M>, smaller(MOST_BLOCKS, ceiling(items, 256)),
                                    256, GROUP, job, copy, why);
    case LARSEN_LOW_HEIGHT:
        return enqueue_folded<M, low_height_way, BLOCK, 1, GROUP>(name, job, in, out, count, height, width,
                                                                  (int)(TILE / height), why);
    case LARSEN_LOW_WIDTH:
        return enqueue_folded<M, low_width_way, BLOCK, 1, GROUP>(name, job, in, out, count, height, width,
                                                                 (int)(TILE / width), why);
    case LARSEN_SQUARES:
        break;
    }
    matrices m = matrices_of(in, out, count, height, width, height * width, TILE, TILE);
    return enqueue_squares<M, BLOCK, 1, GROUP>(name, job, m, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
