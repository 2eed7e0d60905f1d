/* SPDX-License-Identifier: MIT
 * transpose_auto: the transposition for callers without a wish of their own; `foldcheck plan` prints its choice
 * and the reason. As the thesis has it, the choice follows from the shape alone: a copy for one row or column,
 * something else than squares where a dimension is half of theirs or less, else squares. Something else is our
 * stretches, which write where L7 and L8 scatter; and squares are the larger, 64 x 64, where there is room for them.
 *
 * The rule      the first line that holds; `low` is the smaller of height and width:
 *               items lack                          transpose_masked, 128 threads
 *               low <= 1                            transpose_copy, 256 threads
 *               low <= 8                            transpose_stretch, 128 threads, 8 items each
 *               low <= 16, elements <= 8 bytes      transpose_stretch, 128 threads, 16 items each
 *               low < 64, elements of 4 or 8 bytes  transpose_multi, 128 threads, 8 items each: 32 x 32
 *               low < 33, elements of 1 or 2 bytes  the same
 *               elements of 16 bytes                the same
 *               else                                transpose_multi, 256 threads, 16 items each: 64 x 64
 *
 * Source        after L10 (transpose_by_larsen)
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input */
#ifndef FOLDCHECK_TRANSPOSE_AUTO_HIP
#define FOLDCHECK_TRANSPOSE_AUTO_HIP
#include "hip/transpose/transpose_copy.hip"
#include "hip/transpose/transpose_masked.hip"
#include "hip/transpose/transpose_multi.hip"
#include "hip/transpose/transpose_stretch.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Which of the rules holds. */
enum transpose_rule {
    RULE_MASKED,
    RULE_COPY,
    RULE_STRETCH_8,
    RULE_STRETCH_16,
    RULE_SQUARES_32,
    RULE_SQUARES_64
};

inline enum transpose_rule transpose_rule_of(const struct job *job)
{
    bool wide = job->op->input.packed > 8; /* of these a block's shared memory holds half as many */
    int64_t for_64 = job->op->input.packed <= 2 ? 33 : 64; /* 32 of these are less than two sectors */
    if (job->present < job->height * job->length) return RULE_MASKED;
    if (job->height <= 1 || job->length <= 1) return RULE_COPY;
    if (low_dimension(job) <= 8) return RULE_STRETCH_8;
    if (low_dimension(job) <= 16 && !wide) return RULE_STRETCH_16;
    return low_dimension(job) < for_64 || wide ? RULE_SQUARES_32 : RULE_SQUARES_64;
}

struct transpose_auto : auto_strategy<transpose_auto> {
    static constexpr const char *does = "takes the transposition whose threads have most to do";
    static constexpr enum what what = WHAT_TRANSPOSE;
    static constexpr unsigned takes = TRANSPOSITION_TAKES | TAKES_MASK;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return strategy_fits<transpose_masked>(sizes, shape_of(128, 16, 32)) &&
               strategy_fits<transpose_multi>(sizes, shape_of(128, 8, 32));
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        switch (transpose_rule_of(job)) {
        case RULE_MASKED:
            *shape = shape_of(128, 16, 32);
            text_say(why, "matrices lack items: these are masked, and not padded in another pass");
            return strategy_of<transpose_masked>();
        case RULE_COPY:
            *shape = shape_of(256, 4, 32);
            text_say(why, "one row or one column: it lies as its transposition does");
            return strategy_of<transpose_copy>();
        case RULE_STRETCH_8:
            *shape = shape_of(128, 8, 32);
            text_say(why, "at most 8 rows or columns: squares would leave most threads idle");
            return strategy_of<transpose_stretch>();
        case RULE_STRETCH_16:
            *shape = shape_of(128, 16, 32);
            text_say(why, "at most 16 rows or columns: squares would leave half their threads idle");
            return strategy_of<transpose_stretch>();
        case RULE_SQUARES_64:
            *shape = shape_of(256, 16, 32);
            text_say(why, "many rows and columns: tiles of 64 x 64, sixteen items a thread");
            return strategy_of<transpose_multi>();
        case RULE_SQUARES_32:
            break;
        }
        *shape = shape_of(128, 8, 32);
        text_say(
            why,
            "neither few rows or columns nor many, or wide elements: tiles of 32 x 32, eight items a thread");
        return strategy_of<transpose_multi>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr bool WIDE = sizeof(typename M::state) > 8; /* the rules for 16 and 64 are not for these */
        struct launch_shape shape;
        pick(job, &shape, nullptr);
        enum transpose_rule rule = transpose_rule_of(job);
        if (rule == RULE_MASKED) return transpose_masked::enqueue<M, 128, 16, 32, 0>(job, &shape, why);
        if (rule == RULE_COPY) return transpose_copy::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
        if (rule == RULE_STRETCH_8) return transpose_stretch::enqueue<M, 128, 8, 32, 0>(job, &shape, why);
        if constexpr (!WIDE) {
            if (rule == RULE_STRETCH_16)
                return transpose_stretch::enqueue<M, 128, 16, 32, 0>(job, &shape, why);
            if (rule == RULE_SQUARES_64) return transpose_multi::enqueue<M, 256, 16, 32, 0>(job, &shape, why);
        }
        return transpose_multi::enqueue<M, 128, 8, 32, 0>(job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
