/* SPDX-License-Identifier: MIT
 * transpose_multi: as transpose_tile32, and each thread moves several items of a tile, a few rows apart: it has as many
 * loads on their way at once, works out where the tile lies once for all of them, and a tile may be larger than a block.
 * Wider tiles make whole sectors of small elements: 64 x 64 of one or two bytes.
 *
 * ID, source    L6: Larsen, thesis (2017), 4.3.3, who names it after Harris, "An efficient matrix transpose in CUDA C/C++" (2013)
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input; matrices that lack items */
#ifndef FOLDCHECK_TRANSPOSE_MULTI_HIP
#define FOLDCHECK_TRANSPOSE_MULTI_HIP
#include "hip/transpose/squares.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct transpose_multi {
    static constexpr struct strategy strategy = {
        /* name */ "transpose_multi",
        /* ids */ "L6",
        /* does */ "tiles of 32 x 32 or 64 x 64, several items a thread",
        /* what */ WHAT_TRANSPOSE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        whole_refuse,
        no_scratch,
        transpose_traffic,
        tile_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return tile_fits<M, BLOCK, ITEMS>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_squares<M, BLOCK, ITEMS, GROUP>("transpose_multi", job, why);
    }
};

/* block, items, group, gather, kind; tiles of 4, 8, 32 and 64. H200, 2^26 f32, 2^13 x 2^13, shares of the copy of 130
 * us: 256 threads with 4 items 0.66, 128 with 8 0.85, 256 with 16 0.93, 512 with 8 0.79; 32 columns 0.68, 0.87, 0.71,
 * 0.51. */
#define transpose_multi_shapes(SHAPE, S)                                                                     \
    SHAPE(S, 8, 2, 4, 0, TINY)                                                                               \
    SHAPE(S, 16, 4, 4, 0, TINY)                                                                              \
    SHAPE(S, 128, 8, 32, 0, USUAL)                                                                           \
    SHAPE(S, 256, 16, 32, 0, PICKED)

} // namespace FOLDCHECK_NAMESPACE
#endif
