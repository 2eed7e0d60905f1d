/* SPDX-License-Identifier: MIT
 * transpose_tile32: a block a tile of 32 x 32 items, a thread an item. A row of threads reads 32 items of a row of the
 * matrix into a row of shared memory; behind a barrier it takes a column of it and writes that as 32 items of a row of
 * the result. Rows of shared memory are one element longer than they are used, so that the elements of a column lie in
 * different banks: with 32 banks neither side of shared memory ever waits. Where a dimension is much less than 32 most
 * threads have nothing to do: see transpose_low_height and transpose_low_width.
 *
 * ID, source    L5: Larsen, thesis (2017), 4.3.3
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input; matrices that lack items */
#ifndef FOLDCHECK_TRANSPOSE_TILE32_HIP
#define FOLDCHECK_TRANSPOSE_TILE32_HIP
#include "hip/transpose/squares.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct transpose_tile32 : tiled_transposition {
    static constexpr const char *ids = "L5",
                                *does =
                                    "tiles of 32 x 32 through shared memory, a thread an item; no bank waits";
    /* The tiny one is a tile of 4 x 4. */
    static constexpr struct tuning tunings[] = {{16, 1, 4, TINY}, {1024, 1, 32, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_squares<M, BLOCK, ITEMS, GROUP>("transpose_tile32", job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
