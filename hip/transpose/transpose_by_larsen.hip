/* SPDX-License-Identifier: MIT
 * transpose_by_larsen: the transposition that Larsen's compiler takes, by the matrix' shape alone, with tiles of 16 x
 * 16 throughout: a copy for one row or column, the low-height or low-width kernel where one dimension is half a tile
 * or less and the other more than a tile, else squares. Matrices that lack items, which the thesis pads first
 * (segreduce_larsen_chunked), are masked.
 *
 * ID, source    L10: Larsen, thesis (2017), appendix C.2 (the printed rule lacks its first else), and 5.2.4 Laws,
 *               memory, scratch, progress: those of the strategy that it takes
 * Cannot        a result over the input */
#include "hip/transpose/by_larsen.hip.h"
#include "hip/transpose/transpose_copy.hip"
#include "hip/transpose/transpose_masked.hip"
#include "hip/transpose/transpose_tile16.hip"

namespace FOLDCHECK_NAMESPACE
{

struct transpose_by_larsen : auto_strategy<transpose_by_larsen> {
    static constexpr const char
        *ids = "L10",
        *does = "takes the transposition of Larsen's compiler: tiles of 16, folded for low "
                "matrices";
    static constexpr enum what what = WHAT_TRANSPOSE;
    static constexpr bool is_default = false;
    static constexpr unsigned takes = TRANSPOSITION_TAKES | TAKES_MASK;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return strategy_fits<transpose_masked>(sizes, shape_of(128, 16, 32));
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        *shape = shape_of(128, 16, 32);
        if (job->present < job->height * job->length) {
            text_say(why, "matrices lack items, which the rule does not cover: these are masked");
            return strategy_of<transpose_masked>();
        }
        *shape = shape_of(256, 1, 16);
        switch (larsen_transposition_of((int64_t)job->height, (int64_t)job->length, 16)) {
        case LARSEN_COPY:
            *shape = shape_of(256, 4, 32);
            text_say(why, "one row or one column: a copy");
            return strategy_of<transpose_copy>();
        case LARSEN_LOW_HEIGHT:
            text_say(why, "at most 8 rows of more than 16 items: a tile takes several squares of a row");
            return strategy_of<transpose_low_height>();
        case LARSEN_LOW_WIDTH:
            text_say(why, "more than 16 rows of at most 8 items: a tile takes several squares of a column");
            return strategy_of<transpose_low_width>();
        case LARSEN_SQUARES:
            break;
        }
        text_say(why, "neither dimension is low: tiles of 16 x 16");
        return strategy_of<transpose_tile16>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = pick(job, &shape, nullptr);
        if (taken == strategy_of<transpose_masked>())
            return transpose_masked::enqueue<M, 128, 16, 32, 0>(job, &shape, why);
        if (taken == strategy_of<transpose_copy>())
            return transpose_copy::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
        if (taken == strategy_of<transpose_low_height>())
            return transpose_low_height::enqueue<M, 256, 1, 16, 0>(job, &shape, why);
        if (taken == strategy_of<transpose_low_width>())
            return transpose_low_width::enqueue<M, 256, 1, 16, 0>(job, &shape, why);
        return transpose_tile16::enqueue<M, 256, 1, 16, 0>(job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
