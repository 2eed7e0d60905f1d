/* SPDX-License-Identifier: MIT
 * Threads of oneTBB, on which libstdc++'s parallel policies run, too: as many as are asked for, though the machine has fewer
 * processors. */
#ifndef FOLDCHECK_CPU_THREADS_HIP_H
#define FOLDCHECK_CPU_THREADS_HIP_H

#include "hip/cpu/function.hip.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace FOLDCHECK_NAMESPACE
{

template <class Work>
static void with_tbb_threads(const struct launch_shape &how, Work work)
{
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, how.threads);
    tbb::task_arena arena(static_cast<int>(how.threads));
    arena.execute(work);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
