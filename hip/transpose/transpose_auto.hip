/* SPDX-License-Identifier: MIT
 * transpose_auto: the transposition that a caller who does not care should take. What it takes follows from the shape alone,
 * by the rules of the thesis for tiles of 32 x 32; `foldcheck plan` prints what it took and why.
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
#include "hip/transpose/transpose_low_height.hip"
#include "hip/transpose/transpose_low_width.hip"
#include "hip/transpose/transpose_masked.hip"
#include "hip/transpose/transpose_multi.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Which of the rules holds. */
enum transpose_rule {
    RULE_MASKED,
    RULE_COPY,
    RULE_LOW_HEIGHT,
    RULE_LOW_WIDTH,
    RULE_SMALL_ELEMENTS,
    RULE_SQUARES
};

inline enum transpose_rule transpose_rule_of(const struct job *job)
{
    enum { TILE = 32 };
    if (job->present < job->height * job->length) return RULE_MASKED;
    if (job->height <= 1 || job->length <= 1) return RULE_COPY;
    if (job->height <= TILE / 2 && job->length > TILE) return RULE_LOW_HEIGHT;
    if (job->length <= TILE / 2 && job->height > TILE) return RULE_LOW_WIDTH;
    return job->op->input.packed <= 2 ? RULE_SMALL_ELEMENTS : RULE_SQUARES;
}

inline const struct strategy *transpose_auto_pick(const struct job *job, struct launch_shape *shape,
                                                  struct text *why)
{
    *shape = {256, 4, 32, 0};
    switch (transpose_rule_of(job)) {
    case RULE_MASKED:
        *shape = {128, 16, 32, 0};
        text_say(why, "matrices lack items: these are masked, and not padded in another pass");
        return &transpose_masked::strategy;
    case RULE_COPY:
        text_say(why, "one row or one column: it lies as its transposition does");
        return &transpose_copy::strategy;
    case RULE_LOW_HEIGHT:
        text_say(why,
                 "at most 16 rows of more than 32 items: plain tiles would leave half their threads idle");
        return &transpose_low_height::strategy;
    case RULE_LOW_WIDTH:
        text_say(why,
                 "more than 32 rows of at most 16 items: plain tiles would leave half their threads idle");
        return &transpose_low_width::strategy;
    case RULE_SMALL_ELEMENTS:
        *shape = {256, 16, 32, 0};
        text_say(why, "elements of 1 or 2 bytes: tiles of 64 x 64 make whole sectors of their rows");
        return &transpose_multi::strategy;
    case RULE_SQUARES:
        break;
    }
    text_say(why, "neither dimension is low: tiles of 32 x 32, four items a thread");
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
        return transpose_masked::fits<M, 128, 16, 32, 0>() && transpose_multi::fits<M, 256, 4, 32, 0>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        transpose_auto_pick(job, &shape, nullptr);
        switch (transpose_rule_of(job)) {
        case RULE_MASKED:
            return transpose_masked::enqueue<M, 128, 16, 32, 0>(job, &shape, why);
        case RULE_COPY:
            return transpose_copy::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
        case RULE_LOW_HEIGHT:
            return transpose_low_height::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
        case RULE_LOW_WIDTH:
            return transpose_low_width::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
        case RULE_SMALL_ELEMENTS:
            if constexpr (sizeof(typename M::state) <= 2)
                return transpose_multi::enqueue<M, 256, 16, 32, 0>(job, &shape, why);
        case RULE_SQUARES:
            break;
        }
        return transpose_multi::enqueue<M, 256, 4, 32, 0>(job, &shape, why);
    }
};

/* No shape of its own. */
#define transpose_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
