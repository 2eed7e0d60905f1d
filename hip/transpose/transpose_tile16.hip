/* SPDX-License-Identifier: MIT
 * transpose_tile16: as transpose_tile32 with tiles of 16 x 16 items, which is what Futhark took. A warp of 32 lanes has two
 * rows of the tile at a time, and the first element of one shares its bank with the last of the next: each access to shared
 * memory waits a cycle, of elements of 4 bytes. Rows of less than a sector (of bytes, 16 of them) are half wasted.
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

struct transpose_tile16 {
    static constexpr struct strategy strategy = {
        /* name */ "transpose_tile16",
        /* ids */ "L5",
        /* does */
        "tiles of 16 x 16 through shared memory, a thread an item; two rows of a warp share a bank",
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
        return enqueue_squares<M, BLOCK, ITEMS, GROUP>("transpose_tile16", job, why);
    }
};

/* block, items, group, gather, kind */
#define transpose_tile16_shapes(SHAPE, S)                                                                    \
    SHAPE(S, 16, 1, 4, 0, TINY)                                                                              \
    SHAPE(S, 256, 1, 16, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
