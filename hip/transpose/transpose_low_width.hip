/* SPDX-License-Identifier: MIT
 * transpose_low_width: for matrices of many short rows; transpose_low_height the other way round. A tile covers all
 * columns of fold * side rows, fold = side / width. Thread (x, y) reads column x / fold, row y + (x mod fold) * side of
 * the tile's: scattered runs of a row, but inside one stretch of width * side * fold items; writes are runs of a side.
 *
 * ID, source    L8: Larsen, thesis (2017), appendix C; the launch by symmetry
 * Laws          none: nothing is combined
 * Memory        one pass: n items read in runs of a row, n written, coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more than half a tile, as many rows as a tile or fewer; a result over the input; matrices that
 *               lack items */
#ifndef FOLDCHECK_TRANSPOSE_LOW_WIDTH_HIP
#define FOLDCHECK_TRANSPOSE_LOW_WIDTH_HIP
#include "hip/transpose/folded.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct low_width_way {
    static constexpr bool DOWN = true; /* the squares lie below one another */
    template <int TILE>
    FN cell cell_at(int fold, int x, int y)
    {
        cell at = {x % fold * TILE + y, x / fold};
        return at;
    }
};

struct transpose_low_width : tiled_transposition {
    static constexpr const char
        *ids = "L8",
        *does = "tiles whose side is folded: for matrices of half a tile or less in width";
    /* 16 x 16 is the thesis's. */
    static constexpr struct tuning tunings[] = {
        {16, 1, 4, TINY}, {16, 4, 4, TINY}, {256, 4, 32, USUAL}, {256, 1, 16, PICKED}};

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        uint64_t tile = (uint64_t)tile_side(shape);
        if (job->length <= tile / 2 && job->height > tile) return REFUSAL_NONE;
        text_say(why, "%s takes more than %llu rows of at most %llu items, got %llu x %llu", strategy->name,
                 (unsigned long long)tile, (unsigned long long)tile / 2, (unsigned long long)job->height,
                 (unsigned long long)job->length);
        return REFUSAL_SHAPE;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return larger_of(tile_sectors(job, shape), sectors_of_parts(job, (int64_t)job->length));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr int TILE = square_side(BLOCK * ITEMS);
        int fold = (int)(TILE / larger(1, (int64_t)job->length));
        return enqueue_folded<M, low_width_way, BLOCK, ITEMS, GROUP>("transpose_low_width", job, fold, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
