/* SPDX-License-Identifier: MIT
 * The kernel of all plain steps (hip/program_step.h): step_do(step, i) for each i below step.count, one thread for each while
 * there are threads. A step is a struct of pointers and numbers, made of a call by step_of, with that function. */
#ifndef FOLDCHECK_EACH_HIP_H
#define FOLDCHECK_EACH_HIP_H

#include "hip/program_step.h"
#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { STEP_BLOCK = 256 };

/* The array of a call, as items of their type. */
template <class T>
static inline const T *step_in(const struct program_call *call, int at)
{
    return static_cast<const T *>(call->in[at]);
}

template <class T>
static inline T *step_out(const struct program_call *call, int at)
{
    return static_cast<T *>(call->out[at]);
}

/* n / by of numbers that are not negative; most fit 32 bits, of which a division is much faster. */
FN int64_t quotient(int64_t n, int64_t by)
{
    if (((n | by) >> 32) == 0) return (int64_t)((uint32_t)n / (uint32_t)by);
    return n / by;
}

template <class STEP>
KERNEL(STEP_BLOCK, 1)
each_kernel(STEP step)
{
    for (int64_t i = block_id() * STEP_BLOCK + thread_id(); i < step.count; i += block_count() * STEP_BLOCK)
        step_do(step, i);
}

/* Launches a step of this type. */
template <class STEP>
static bool launch_each(const char *name, const struct program_call *call, struct text *why)
{
    struct job job = {};
    job.stream = call->stream;
    STEP step = step_of(call, static_cast<STEP *>(nullptr));
    step.count = (int64_t)call->count;
    if (step.count == 0) return true;
    return launch(name, each_kernel<STEP>, smaller(MOST_BLOCKS, ceiling(step.count, STEP_BLOCK)), STEP_BLOCK,
                  1, &job, step, why);
}

/* The definition that steps.def's line of a step stands for. */
#define EACH_STEP(NAME)                                                                                      \
    bool NAME##_launch(const struct program_call *call, struct text *why);                                   \
    bool NAME##_launch(const struct program_call *call, struct text *why)                                    \
    {                                                                                                        \
        return launch_each<NAME>(#NAME, call, why);                                                          \
    }

} // namespace FOLDCHECK_NAMESPACE
#endif
