/* SPDX-License-Identifier: MIT
 * A fold and a scan by one thread from left to right: the yardstick of the libraries. One pass over the items, no scratch;
 * they take every operator, layout and row. */
#ifndef FOLDCHECK_CPU_SEQUENTIAL_HIP_H
#define FOLDCHECK_CPU_SEQUENTIAL_HIP_H

#include "hip/cpu/function.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Item i, whose map-out goes where it belongs, lifted. */
template <class M>
static typename M::state lifted_item(const struct job *job, const typename M::params &params, uint64_t i)
{
    typename M::input item;
    take_item<input_traits<M>>(job->in, i, &item);
    if constexpr (M::emits)
        if (job->mapout.count) put_item<mapout_traits<M>>(job->mapout, i, M::emit(params, item));
    return M::lift(params, item);
}

template <class M>
static typename M::state begin_row(const struct job *job, const typename M::params &params)
{
    typename M::state acc = M::identity(params);
    if (job->init) memcpy(&acc, job->init, sizeof acc);
    return acc;
}

struct reduce_sequential : host_function {
    static constexpr const char *name = "reduce_sequential", *does = "one thread from left to right";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr bool emits = true, asks_for_room = false;

    template <class M>
    static bool launch(const struct job *job, const struct launch_shape *, struct text *)
    {
        for (uint64_t row = 0; row < job->rows; row++) {
            const typename M::params params = params_of_row<M>(job, row);
            const uint64_t end = row_begin(job, row + 1);
            typename M::state acc = begin_row<M>(job, params);
            for (uint64_t i = row_begin(job, row); i < end; i++)
                acc =
                    M::combine(params, acc, lifted_item<M>(job, params, i)); /* covers the row up to item i */
            put_item<state_traits<M>>(job->out, row, acc);
        }
        return true;
    }
};

struct scan_sequential : host_function {
    static constexpr const char *name = "scan_sequential", *does = "one thread from left to right";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool emits = true, asks_for_room = false;

    template <class M>
    static bool launch(const struct job *job, const struct launch_shape *, struct text *)
    {
        for (uint64_t row = 0; row < job->rows; row++) {
            const typename M::params params = params_of_row<M>(job, row);
            const uint64_t end = row_begin(job, row + 1);
            typename M::state acc = begin_row<M>(job, params), before;
            for (uint64_t i = row_begin(job, row); i < end; i++) {
                before = acc;
                acc =
                    M::combine(params, acc, lifted_item<M>(job, params, i)); /* covers the row up to item i */
                put_item<state_traits<M>>(job->out, i, job->what == WHAT_EXSCAN ? before : acc);
            }
        }
        return true;
    }
};

#define HOST_FUNCTIONS(X) X(reduce_sequential) X(scan_sequential)

} // namespace FOLDCHECK_NAMESPACE
#endif
