/* SPDX-License-Identifier: MIT
 * transpose_tile16: as transpose_tile32 with tiles of 16 x 16 items, which is what Futhark took. A warp of 32 lanes has
 * two rows of the tile at a time, and the first element of one shares its bank with the last of the next: each access
 * to shared memory waits a cycle, of elements of 4 bytes. Rows of less than a sector (of bytes, 16 of them) are half
 * wasted.
 *
 * ID, source    L5: Larsen, thesis (2017), 4.3.3
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input; matrices that lack items */
#ifndef FOLDCHECK_TRANSPOSE_TILE16_HIP
#define FOLDCHECK_TRANSPOSE_TILE16_HIP
#include "hip/transpose/squares.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct transpose_tile16 : tiled_transposition {
    static constexpr const char
        *ids = "L5",
        *does = "tiles of 16 x 16 through shared memory, a thread an item; two rows of a warp share a bank";
    static constexpr struct tuning tunings[] = {{16, 1, 4, TINY}, {256, 1, 16, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_squares<M, BLOCK, ITEMS, GROUP>("transpose_tile16", job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
