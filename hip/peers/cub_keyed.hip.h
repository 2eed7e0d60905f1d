/* SPDX-License-Identifier: MIT
 * CUB's folds by key: a sort and ReduceByKey (keyed.hip.h), and ReduceByKey alone, whose runs are rows. */
#ifndef FOLDCHECK_CUB_KEYED_HIP_H
#define FOLDCHECK_CUB_KEYED_HIP_H

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/discard_iterator.h>

#include "hip/peers/keyed.hip.h"
#include "hip/peers/runs.hip.h"

namespace FOLDCHECK_NAMESPACE
{

static inline const char *cub_error(cudaError_t error)
{
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

struct cub_keyed {
    /* "DeviceRadixSort is stable"; "supports non-commutative reduction operators" (ReduceByKey). */
    struct facts : peer_keyed_reduction {
        static constexpr const char
            *name = "cub_keyed",
            *does = "cub::DeviceRadixSort::SortPairs by key, then DeviceReduce::ReduceByKey";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static const char *sort(const struct job *job, const peer_keyed_room<M> &room, void *temporary,
                            size_t *bytes)
    {
        return cub_error(cub::DeviceRadixSort::SortPairs(
            temporary, *bytes, room.given_key, room.key, room.given, room.item,
            static_cast<int>(job_items(job)), 0, peer_keyed_bits(job),
            reinterpret_cast<cudaStream_t>(job->stream)));
    }

    template <class M>
    static const char *reduce(const struct job *job, const peer_keyed_room<M> &room, void *temporary,
                              size_t *bytes)
    {
        return cub_error(cub::DeviceReduce::ReduceByKey(
            temporary, *bytes, room.key, room.unique, peer_keyed_sorted<M>(job, room), room.sum, room.runs,
            peer_combine<M>{params_of<M>(job->params)}, static_cast<int>(job_items(job)),
            reinterpret_cast<cudaStream_t>(job->stream)));
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        return peer_keyed_call<cub_keyed, M>(job, temporary, bytes, why);
    }
};

struct cub_runs {
    /* "Supports non-commutative reduction operators." */
    struct facts : peer_run_reduction {
        static constexpr const char *name = "cub_runs", *does = "cub::DeviceReduce::ReduceByKey, a run a row";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M, class Items>
    static const char *reduce(const struct job *job, void *temporary, size_t *bytes, Items items,
                              uint32_t *runs)
    {
        return cub_error(cub::DeviceReduce::ReduceByKey(
            temporary, *bytes, peer_rows_of(job), thrust::make_discard_iterator(), items,
            peer_results_of<M>(job), runs, peer_combine<M>{params_of<M>(job->params)},
            static_cast<int64_t>(job_items(job)), reinterpret_cast<cudaStream_t>(job->stream)));
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        return peer_runs_call<cub_runs, M>(job, temporary, bytes, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
