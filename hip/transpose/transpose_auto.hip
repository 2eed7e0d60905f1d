/* SPDX-License-Identifier: MIT
 * transpose_auto: the transposition that a caller who does not care should take; `foldcheck plan` prints what it took
 * and why. As the thesis has it, what it takes follows from the shape alone: a copy for one row or column, something
 * else than squares where a dimension is half of theirs or less, else squares. Something else is our stretches, which
 * write where L7 and L8 scatter; and squares are the larger, 64 x 64, where there is room for them.
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
 * ID, source    L10: Larsen, thesis (2017), appendix C.2 (the printed rule lacks its first else)
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

inline const struct strategy *transpose_auto_pick(const struct job *job, struct launch_shape *shape,
                                                  struct text *why)
{
    switch (transpose_rule_of(job)) {
    case RULE_MASKED:
        *shape = {128, 16, 32, 0};
        text_say(why, "matrices lack items: these are masked, and not padded in another pass");
        return &transpose_masked::strategy;
    case RULE_COPY:
        *shape = {256, 4, 32, 0};
        text_say(why, "one row or one column: it lies as its transposition does");
        return &transpose_copy::strategy;
    case RULE_STRETCH_8:
        *shape = {128, 8, 32, 0};
        text_say(why, "at most 8 rows or columns: squares would leave most threads idle");
        return &transpose_stretch::strategy;
    case RULE_STRETCH_16:
        *shape = {128, 16, 32, 0};
        text_say(why, "at most 16 rows or columns: squares would leave half their threads idle");
        return &transpose_stretch::strategy;
    case RULE_SQUARES_64:
        *shape = {256, 16, 32, 0};
        text_say(why, "many rows and columns: tiles of 64 x 64, sixteen items a thread");
        return &transpose_multi::strategy;
    case RULE_SQUARES_32:
        break;
    }
    *shape = {128, 8, 32, 0};
    text_say(
        why,
        "neither few rows or columns nor many, or wide elements: tiles of 32 x 32, eight items a thread");
    return &transpose_multi::strategy;
}

inline enum refusal auto_refuse(const struct strategy *strategy, const struct job *job,
                                const struct launch_shape *, struct text *why)
{
    return transpose_refuse(strategy, job, nullptr, true, why);
}

inline double auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    const struct strategy *taken = transpose_auto_pick(job, &shape, nullptr);
    return taken->sectors(job, &shape);
}

struct transpose_auto {
    static constexpr struct strategy strategy = {
        /* name */ "transpose_auto",
        /* ids */ "L10",
        /* does */ "takes the transposition whose threads have most to do",
        /* what */ WHAT_TRANSPOSE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        auto_refuse,
        no_scratch,
        transpose_traffic,
        auto_sectors,
        prepare_nothing,
        /* pick */ transpose_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return transpose_masked::fits<M, 128, 16, 32, 0>() && transpose_multi::fits<M, 128, 8, 32, 0>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr bool WIDE = sizeof(typename M::state) > 8; /* the rules for 16 and 64 are not for these */
        struct launch_shape shape;
        transpose_auto_pick(job, &shape, nullptr);
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

/* No shape of its own. */
#define transpose_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
