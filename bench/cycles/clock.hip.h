/* SPDX-License-Identifier: MIT
 * Measuring a kernel by the device's clock: launches, each after a write that empties the caches, and the means that their
 * blocks' cycles have. Shared by the report's two chapters (cycles.hip, tagged.hip.h). */
#ifndef FOLDCHECK_CYCLES_CLOCK_HIP_H
#define FOLDCHECK_CYCLES_CLOCK_HIP_H

#include "hip/platform.hip.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

namespace FOLDCHECK_NAMESPACE
{

enum { SET = 1024, LAUNCHES = 11 };
enum { FLUSH_BYTES = 256 << 20 };

static inline void stop_if(hipError_t error, const char *doing)
{
    if (error == hipSuccess) return;
    fprintf(stderr, "foldcheck_cycles: %s: %s\n", doing, hipGetErrorString(error));
    exit(error == hipErrorNoDevice ? 77 : 3);
}

/* Memory of the device for `count` elements; the process ends without it. */
template <class T>
static inline T *device_memory(size_t count)
{
    void *memory = nullptr;
    stop_if(hipMalloc(&memory, count * sizeof(T)), "memory");
    return static_cast<T *>(memory);
}

template <class T>
static inline void copy_up(T *to, const std::vector<T> &from, const char *doing)
{
    stop_if(hipMemcpy(to, from.data(), from.size() * sizeof(T), hipMemcpyHostToDevice), doing);
}

template <class T>
static inline std::vector<T> copy_down(const T *from, size_t count, const char *doing)
{
    std::vector<T> got(count);
    stop_if(hipMemcpy(got.data(), from, count * sizeof(T), hipMemcpyDeviceToHost), doing);
    return got;
}

/* Launches a kernel once and waits for it; `flush` is written before. */
template <class A>
static inline void launch_once(const char *name, void (*kernel)(A), int blocks, int threads, const A &a,
                               char *flush)
{
    struct job job = {};
    struct text why;
    stop_if(hipMemset(flush, threads & 255, FLUSH_BYTES), "writing");
    if (!launch(name, kernel, blocks, threads, 32, &job, a, &why)) {
        fprintf(stderr, "foldcheck_cycles: %s\n", why.at);
        exit(3);
    }
    stop_if(hipDeviceSynchronize(), name);
}

/* The mean of the cycles that a launch left. */
static inline double mean_cycles(const int64_t *cycles, size_t sets)
{
    double all = 0;
    for (int64_t c : copy_down(cycles, sets, "copying cycles"))
        all += (double)c;
    return all / (double)sets;
}

/* The means of some launches: to the raw file as they came, `head` before them, then sorted. */
static inline void keep_means(double (&mean)[LAUNCHES], FILE *raw, const char *head)
{
    if (raw) {
        fprintf(raw, "%s", head);
        for (double m : mean)
            fprintf(raw, " %.1f", m);
        fprintf(raw, "\n");
    }
    std::sort(mean, mean + LAUNCHES);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
