/* SPDX-License-Identifier: MIT
 * Launches. rewrite.c makes of kernel<<<grid, block, shared, stream>>>(arguments)
 *     foldcheck_sim::on(grid, block, shared, stream).start("kernel", kernel)(arguments)
 * and of a kernel template's, whose arguments may have to be deduced,
 *     foldcheck_sim::on(...).start_any("kernel<T>", [=](auto... a) { kernel<T>(a...); })(arguments) */
#ifndef FOLDCHECK_SIM_LAUNCH_H
#define FOLDCHECK_SIM_LAUNCH_H

#include "runtime.h"

#include <string>
#include <tuple>
#include <utility>

namespace foldcheck_sim
{
/* A kernel with its arguments, on its way to the lanes. */
template <class K, class... P>
struct call {
    K kernel;
    std::tuple<P...> arguments;

    template <size_t... I>
    __attribute__((always_inline)) void spread(std::index_sequence<I...>) const
    {
        kernel(P(std::get<I>(arguments))...);
    }
    static void body(const void *one)
    {
        static_cast<const call *>(one)->spread(std::index_sequence_for<P...>());
    }
};

/* A kernel's name without the parentheses that a macro's argument needs. */
inline std::string bare(const char *name)
{
    std::string bare = name;
    return bare.front() == '(' && bare.back() == ')' ? bare.substr(1, bare.size() - 2) : bare;
}

struct on {
    sim_grid grid;

    on(dim3 blocks, dim3 threads, size_t shared = 0, struct stream *stream = nullptr)
        : grid{{blocks.x, blocks.y, blocks.z}, {threads.x, threads.y, threads.z}, shared, stream}
    {
    }

    /* address: of the kernel; nullptr: it is not known. */
    template <class K, class... P>
    void queue(const std::string &name, const void *address, K kernel, P... arguments) const
    {
        call<K, P...> one{kernel, std::tuple<P...>(arguments...)};
        sim_shared_asked(asked_for(address));
        if (!sim_launch_ordinary(&grid, name.c_str(), call<K, P...>::body, &one, sizeof one))
            note(sim_launch_error() ? static_cast<hipError_t>(sim_launch_error()) : hipErrorOutOfMemory);
    }

    template <class... P>
    auto start(std::string name, void (*kernel)(P...)) const
    {
        return [self = *this, name, kernel](std::decay_t<P>... arguments) {
            self.queue(name, reinterpret_cast<const void *>(kernel), kernel, arguments...);
        };
    }

    /* Arguments by pointers to them, as hipLaunchKernel has them. */
    template <class... P, size_t... I>
    void by_pointers(const char *name, void (*kernel)(P...), void **arguments,
                     std::index_sequence<I...>) const
    {
        queue(name, reinterpret_cast<const void *>(kernel), kernel,
              *static_cast<std::decay_t<P> *>(arguments[I])...);
    }

    template <class K>
    auto start_any(std::string name, K kernel) const
    {
        return [self = *this, name, kernel](auto... arguments) {
            self.queue(name, nullptr, kernel, arguments...);
        };
    }
};

/* What rewrite.c makes of hipLaunchKernel and hipLaunchCooperativeKernel: the kernel with its name, and without its cast. */
template <class... P>
hipError_t launch_kernel(const char *name, void (*kernel)(P...), dim3 blocks, dim3 threads, void **arguments,
                         size_t shared = 0, hipStream_t stream = nullptr)
{
    on(blocks, threads, shared, stream).by_pointers(name, kernel, arguments, std::index_sequence_for<P...>());
    return hipPeekAtLastError();
}
/* All blocks run at once. Launches take turns with a few words, each of which is as it was once all blocks have met. */
inline void meet_in_next_launch()
{
    static uint32_t word[64];
    static unsigned next;
    sim_launch_meets(&word[next++ % 64]);
}
template <class... P>
hipError_t launch_cooperative_kernel(const char *name, void (*kernel)(P...), dim3 blocks, dim3 threads,
                                     void **arguments, size_t shared = 0, hipStream_t stream = nullptr)
{
    meet_in_next_launch();
    on(blocks, threads, shared, stream).by_pointers(name, kernel, arguments, std::index_sequence_for<P...>());
    return hipPeekAtLastError();
}
} // namespace foldcheck_sim

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(X) X
#define hipLaunchKernelGGL(KERNEL, BLOCKS, THREADS, SHARED, STREAM, ...)                                     \
    ::foldcheck_sim::on(BLOCKS, THREADS, SHARED, STREAM)                                                     \
        .start(::foldcheck_sim::bare(#KERNEL), (KERNEL))(__VA_ARGS__)

#endif
