/* SPDX-License-Identifier: MIT
 * transpose_low_height: for matrices of few long rows, where tiles would leave most threads idle. The side of a tile is
 * folded: its rows are those of `fold` = side / height neighbouring stretches of a row, so that a tile covers fold *
 * side columns of all rows. Thread (x, y) reads row y / fold, column x + (y mod fold) * side of the tile's; reads are
 * runs of a side, writes are scattered runs of a column, but inside one stretch of height * side * fold items of the
 * result.
 *
 * ID, source    L7: Larsen, thesis (2017), 5.2.4, appendix C
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, coalesced, n written in runs of a column
 * Scratch       none
 * Progress      none needed
 * Cannot        more rows than half a tile, rows of a tile or less; a result over the input; matrices that lack
 *               items */
#ifndef FOLDCHECK_TRANSPOSE_LOW_HEIGHT_HIP
#define FOLDCHECK_TRANSPOSE_LOW_HEIGHT_HIP
#include "hip/transpose/folded.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct low_height_way {
    static constexpr bool DOWN = false; /* the squares lie side by side */
    template <int TILE>
    FN cell cell_at(int fold, int x, int y)
    {
        cell at = {y / fold, y % fold * TILE + x};
        return at;
    }
};

struct transpose_low_height : tiled_transposition {
    static constexpr const char
        *ids = "L7",
        *does = "tiles whose side is folded: for matrices of half a tile or less in height";
    /* 16 x 16 is the thesis's. */
    static constexpr struct tuning tunings[] = {
        {16, 1, 4, TINY}, {16, 4, 4, TINY}, {256, 4, 32, USUAL}, {256, 1, 16, PICKED}};

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        uint64_t tile = (uint64_t)tile_side(shape);
        if (job->height <= tile / 2 && job->length > tile) return REFUSAL_NONE;
        text_say(why, "%s takes at most %llu rows of more than %llu items, got %llu x %llu", strategy->name,
                 (unsigned long long)tile / 2, (unsigned long long)tile, (unsigned long long)job->height,
                 (unsigned long long)job->length);
        return REFUSAL_SHAPE;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return larger_of(tile_sectors(job, shape), sectors_of_parts(job, (int64_t)job->height));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr int TILE = square_side(BLOCK * ITEMS);
        int fold = (int)(TILE / larger(1, (int64_t)job->height));
        return enqueue_folded<M, low_height_way, BLOCK, ITEMS, GROUP>("transpose_low_height", job, fold, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
