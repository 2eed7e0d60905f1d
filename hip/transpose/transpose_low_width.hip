/* SPDX-License-Identifier: MIT
 * transpose_low_width: for matrices of many short rows; transpose_low_height the other way round. A tile covers all columns
 * of fold * side rows, fold = side / width. Thread (x, y) reads column x / fold, row y + (x mod fold) * side of the tile's:
 * scattered runs of a row, but inside one stretch of width * side * fold items; writes are runs of a side.
 *
 * ID, source    L8: Larsen, thesis (2017), appendix C; the launch by symmetry
 * Laws          none: nothing is combined
 * Memory        one pass: n items read in runs of a row, n written, coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more than half a tile, as many rows as a tile or fewer; a result over the input; matrices that lack items */
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

inline enum refusal low_width_refuse(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    uint64_t tile = (uint64_t)tile_side(shape);
    enum refusal refusal = whole_refuse(strategy, job, shape, why);
    if (refusal != REFUSAL_NONE || (job->length <= tile / 2 && job->height > tile)) return refusal;
    text_say(why, "%s takes more than %llu rows of at most %llu items, got %llu x %llu", strategy->name,
             (unsigned long long)tile, (unsigned long long)tile / 2, (unsigned long long)job->height,
             (unsigned long long)job->length);
    return REFUSAL_SHAPE;
}

inline double low_width_sectors(const struct job *job, const struct launch_shape *shape)
{
    return larger_of(tile_sectors(job, shape), sectors_of_parts(job, (int64_t)job->length));
}

struct transpose_low_width {
    static constexpr struct strategy strategy = {
        /* name */ "transpose_low_width",
        /* ids */ "L8",
        /* does */ "tiles whose side is folded: for matrices of half a tile or less in width",
        /* what */ WHAT_TRANSPOSE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        low_width_refuse,
        no_scratch,
        transpose_traffic,
        low_width_sectors,
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
        constexpr int TILE = square_side(BLOCK * ITEMS);
        int fold = (int)(TILE / larger(1, (int64_t)job->length));
        return enqueue_folded<M, low_width_way, BLOCK, ITEMS, GROUP>("transpose_low_width", job, fold, why);
    }
};

/* block, items, group, gather, kind; 16 x 16 is the thesis's */
#define transpose_low_width_shapes(SHAPE, S)                                                                 \
    SHAPE(S, 16, 1, 4, 0, TINY)                                                                              \
    SHAPE(S, 16, 4, 4, 0, TINY)                                                                              \
    SHAPE(S, 256, 4, 32, 0, USUAL)                                                                           \
    SHAPE(S, 256, 1, 16, 0, PICKED)

} // namespace FOLDCHECK_NAMESPACE
#endif
