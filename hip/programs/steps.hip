/* SPDX-License-Identifier: MIT
 * A backend's list of steps, from steps.def. */
#include "hip/platform.hip.h"

#ifdef HAS_LIBRARY_STEPS
#define IS_THERE STEP
#else
#define IS_THERE(...)
#endif

namespace FOLDCHECK_NAMESPACE
{
#define STEP(NAME, ...) bool NAME##_launch(const struct program_call *call, struct text *why);
#define LIBRARY_STEP IS_THERE
#include "hip/programs/steps.def"
#undef STEP

using launcher = bool (*)(const struct program_call *call, struct text *why);

/* No compile-time constant: clang would put the whole list on the GPU, too, where no launcher is. */
static launcher on_the_host(launcher launch)
{
    return launch;
}
} // namespace FOLDCHECK_NAMESPACE

extern "C" {
extern const struct program_step foldcheck_steps[];
const struct program_step foldcheck_steps[] = {
#define STEP(NAME, DOES, IN, OUT, NUMBER)                                                                    \
    {#NAME, DOES, IN, OUT, NUMBER, FOLDCHECK_NAMESPACE::on_the_host(FOLDCHECK_NAMESPACE::NAME##_launch)},
#define LIBRARY_STEP IS_THERE
#include "hip/programs/steps.def"
#undef STEP
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr}};
}
