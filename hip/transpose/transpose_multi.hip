/* SPDX-License-Identifier: MIT
 * transpose_multi: as transpose_tile32, and each thread moves several items of a tile, a few rows apart: it has as many
 * loads on their way at once, works out where the tile lies once for all of them, and a tile may be larger than a
 * block. Wider tiles make whole sectors of small elements: 64 x 64 of one or two bytes.
 *
 * ID, source    L6: Larsen, thesis (2017), 4.3.3, who names it after Harris, "An efficient matrix transpose in CUDA
 *               C/C++" (2013)
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

struct transpose_multi : tiled_transposition {
    static constexpr const char *ids = "L6", *does = "tiles of 32 x 32 or 64 x 64, several items a thread";
    /* Tiles of 4, 8, 32 and 64. H200, 2^26 f32, 2^13 x 2^13, shares of the copy of 130
     * us: 256 threads with 4 items 0.66, 128 with 8 0.85, 256 with 16 0.93, 512 with 8 0.79; 32 columns 0.68, 0.87,
     * 0.71, 0.51. */
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {16, 4, 4, TINY}, {128, 8, 32, USUAL}, {256, 16, 32, PICKED}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_squares<M, BLOCK, ITEMS, GROUP>("transpose_multi", job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
