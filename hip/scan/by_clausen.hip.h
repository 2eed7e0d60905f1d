/* SPDX-License-Identifier: MIT
 * Clausen's rule for scans (C10), with items a thread by his model (C8): a single pass where blocks go on while others wait,
 * in the place of his CUDA back end, else two passes. His other exceptions are operators on arrays, which none here is. The
 * model's figures are the device's own, as he would have them (D.C1), or told (clausen_k_mem): a kernel is compiled for those
 * of his two cards and for more. Exclusive scans and initial values, which he has not, and more items than the single pass
 * has blocks for, take two passes. */
#ifndef FOLDCHECK_BY_CLAUSEN_HIP_H
#define FOLDCHECK_BY_CLAUSEN_HIP_H

#include "hip/scan/segscan_serial32.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Threads a block of all that is taken. */
enum { CLAUSEN_BLOCK = 256 };

/* Why the job takes two passes; NULL: it does not. */
inline const char *clausen_takes_two(const struct job *job)
{
    if (!job->caps->forward_progress) return "the device promises no progress";
    if (job->what == WHAT_EXSCAN) return "an exclusive scan, which the rule does not cover";
    if (job->init) return "an initial value, which the rule does not cover";
    return job_items(job) > segscan_serial32::most_items ? "more items than a single pass has blocks for"
                                                         : nullptr;
}

/* The figures of the model: a tuning file's, else the device's. */
inline struct thread_share clausen_share(const struct job *job)
{
    struct thread_share share = thread_share_of(job->caps);
    uint32_t told = job_tuned(job, TUNED_clausen_k_mem);
    if (told) share.memory = told;
    return share;
}

/* S: the policy. TWO_PASS: the strategy of two passes, by ITEMS items a thread before scaling by the operator. */
template <class S, class TWO_PASS, int ITEMS>
struct clausen_policy : auto_strategy<S> {
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool is_default = false, blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;

    static constexpr int two_pass_items(const op_sizes &sizes)
    {
        return scaled_items(ITEMS, TWO_PASS::held(sizes));
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        int most = (int)clausen_items(sizes.result, {CLAUSEN_PLENTY, CLAUSEN_REGISTERS});
        return strategy_fits<segscan_serial32>(sizes, shape_of(CLAUSEN_BLOCK, most, 32)) &&
               strategy_fits<TWO_PASS>(sizes, shape_of(CLAUSEN_BLOCK, two_pass_items(sizes), 32));
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        const op_sizes sizes = sizes_of_job(job);
        const char *two = clausen_takes_two(job);
        int group = job->caps->lanes == 64 ? 64 : 32;
        if (two) {
            *shape = shape_of(CLAUSEN_BLOCK, two_pass_items(sizes), group);
            text_say(why, "%s: two passes", two);
            return strategy_of<TWO_PASS>();
        }
        struct thread_share share = clausen_share(job);
        uint32_t items = clausen_items(sizes.result, share), compiled = clausen_compiled(sizes.result, items);
        *shape = shape_of(CLAUSEN_BLOCK, (int)compiled, group);
        text_say(why,
                 "a single pass; %u bytes of shared memory and %u registers a thread make %u items, and a "
                 "kernel is compiled for %u",
                 share.memory, share.registers, items, compiled);
        return strategy_of<segscan_serial32>();
    }

    template <class M, int GROUP>
    static bool enqueue_taken(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr op_sizes SIZES = sizes_of<M>();
        constexpr int LEAST = (int)clausen_items(SIZES.result, {CLAUSEN_GTX_780_TI, CLAUSEN_REGISTERS}),
                      MORE = (int)clausen_items(SIZES.result, {CLAUSEN_RTX_2080_TI, CLAUSEN_REGISTERS}),
                      MOST = (int)clausen_items(SIZES.result, {CLAUSEN_PLENTY, CLAUSEN_REGISTERS});
        if (taken == strategy_of<TWO_PASS>())
            return TWO_PASS::template enqueue<M, CLAUSEN_BLOCK, two_pass_items(SIZES), GROUP, 0>(job, shape,
                                                                                                 why);
        if (shape->items == LEAST)
            return segscan_serial32::enqueue<M, CLAUSEN_BLOCK, LEAST, GROUP, 0>(job, shape, why);
        if (shape->items == MORE)
            return segscan_serial32::enqueue<M, CLAUSEN_BLOCK, MORE, GROUP, 0>(job, shape, why);
        return segscan_serial32::enqueue<M, CLAUSEN_BLOCK, MOST, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS_UNUSED, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_taken<M, 32>(taken, job, &shape, why);
        return enqueue_taken<M, MOST_LANES>(taken, job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
