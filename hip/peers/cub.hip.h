/* SPDX-License-Identifier: MIT
 * CUB's device-wide folds, and its block-wide one, as peers (CCCL). `needs` holds the requirements of CUB's
 * documentation. Passes over memory: one. Scratch: as CUB asks. Forward progress: none that the caller must promise.
 *
 * A benchmark may time a peer on an operator that lacks a law all the same, and must then say that nothing is
 * checked; `check --ignore-law-requirements` looks what comes out. */
#ifndef FOLDCHECK_CUB_HIP_H
#define FOLDCHECK_CUB_HIP_H

#include <climits>

#include <cub/block/block_reduce.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>

#include "hip/peers/block.hip.h"
#include "hip/peers/cub_keyed.hip.h"

#define PEER_BACKEND "nvidia"

namespace FOLDCHECK_NAMESPACE
{

/* CUB's 32-bit indices where they suffice and items are plain pointers, which is what a user who cares for speed
 * would take. */
template <class Items, class Use>
static cudaError_t cub_with_count(const struct job *job, Use use)
{
    if constexpr (std::is_pointer_v<Items>)
        if (job_items(job) <= INT_MAX) return use(static_cast<int>(job_items(job)));
    return use(static_cast<int64_t>(job_items(job)));
}

/* The number type of an operator that is a plain sum of one column, which CUB's Sum knows best; else void. */
template <class M>
static constexpr bool cub_is(const char *name)
{
    const char *mine = M::name;
    while (*mine && *mine == *name)
        mine++, name++;
    return *mine == *name;
}
template <class M>
using cub_sum =
    std::conditional_t<cub_is<M>("add_f32"), float, std::conditional_t<cub_is<M>("add_u32"), uint32_t, void>>;

/* ---- cub::DeviceReduce ---- */
struct cub_reduce {
    /* "Does not support binary reduction operators that are non-commutative" (Reduce). */
    struct facts : peer_reduction {
        static constexpr const char *name = "cub_reduce", *does = "cub::DeviceReduce, Sum or Reduce";
        static constexpr unsigned needs = LAW_COMMUTES;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M, class Items, class Count>
    static cudaError_t reduce(const struct job *job, void *temporary, size_t *bytes, Items items, Count count)
    {
        cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
        typename M::params params = params_of<M>(job->params);
        if constexpr (!std::is_void_v<cub_sum<M>> && std::is_pointer_v<Items>)
            return cub::DeviceReduce::Sum(temporary, *bytes, reinterpret_cast<const cub_sum<M> *>(items),
                                          static_cast<cub_sum<M> *>(job->out.column[0].base), count, stream);
        else
            return cub::DeviceReduce::Reduce(temporary, *bytes, items, peer_results_of<M>(job), count,
                                             peer_combine<M>{params}, M::identity(params), stream);
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        cudaError_t error = peer_with_items<M>(job, [&](auto items) {
            return cub_with_count<decltype(items)>(
                job, [&](auto count) { return reduce<M>(job, temporary, bytes, items, count); });
        });
        return peer_did(facts::name, job, error == cudaSuccess, cudaGetErrorString(error), why);
    }
};

/* ---- cub::DeviceSegmentedReduce: rows, of different lengths, too ---- */
struct cub_segreduce {
    /* "Does not support binary reduction operators that are non-commutative" (Reduce); the initial value, which is what
     * an empty row gives, is the identity. */
    struct facts : peer_row_reduction {
        static constexpr const char *name = "cub_segreduce",
                                    *does =
                                        "cub::DeviceSegmentedReduce, Sum or Reduce, by the offsets of rows";
        static constexpr unsigned needs = LAW_COMMUTES;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M, class Items, class Starts>
    static cudaError_t reduce(const struct job *job, void *temporary, size_t *bytes, Items items,
                              Starts starts)
    {
        cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
        typename M::params params = params_of<M>(job->params);
        int64_t rows = static_cast<int64_t>(job->rows);
        if constexpr (!std::is_void_v<cub_sum<M>> && std::is_pointer_v<Items>)
            if (peer_is_array(&job->out, &job->op->state))
                return cub::DeviceSegmentedReduce::Sum(
                    temporary, *bytes, reinterpret_cast<const cub_sum<M> *>(items),
                    static_cast<cub_sum<M> *>(job->out.column[0].base), rows, starts, starts + 1, stream);
        return cub::DeviceSegmentedReduce::Reduce(temporary, *bytes, items, peer_results_of<M>(job), rows,
                                                  starts, starts + 1, peer_combine<M>{params},
                                                  M::identity(params), stream);
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        cudaError_t error = peer_with_items<M>(job, [&](auto items) {
            if (job->row_start) return reduce<M>(job, temporary, bytes, items, peer_ragged_starts(job));
            return cub_with_count<decltype(items)>(job, [&](auto count) {
                return reduce<M>(job, temporary, bytes, items, peer_row_starts_of<decltype(count)>(job));
            });
        });
        return peer_did(facts::name, job, error == cudaSuccess, cudaGetErrorString(error), why);
    }
};

/* ---- cub::DeviceScan ---- */
struct cub_scan {
    /* "Supports non-commutative scan operators." Decoupled look-back: blocks wait for earlier ones. */
    struct facts : peer_scan {
        static constexpr const char *name = "cub_scan",
                                    *does = "cub::DeviceScan, InclusiveScan (Init), ExclusiveScan or a Sum";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    /* A plain sum without an initial value. */
    template <class M, class Count>
    static cudaError_t sum(const struct job *job, void *temporary, size_t *bytes, Count count)
    {
        cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
        const cub_sum<M> *items = static_cast<const cub_sum<M> *>(job->in.column[0].base);
        cub_sum<M> *results = static_cast<cub_sum<M> *>(job->out.column[0].base);
        if (job->what == WHAT_EXSCAN)
            return cub::DeviceScan::ExclusiveSum(temporary, *bytes, items, results, count, stream);
        return cub::DeviceScan::InclusiveSum(temporary, *bytes, items, results, count, stream);
    }

    template <class M, class Items, class Results, class Count>
    static cudaError_t scan(const struct job *job, void *temporary, size_t *bytes, Items items,
                            Results results, Count count)
    {
        cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
        peer_combine<M> combine = {params_of<M>(job->params)};
        if constexpr (!std::is_void_v<cub_sum<M>> && std::is_pointer_v<Items>)
            if (!job->init) return sum<M>(job, temporary, bytes, count);
        if (job->what == WHAT_EXSCAN)
            return cub::DeviceScan::ExclusiveScan(temporary, *bytes, items, results, combine,
                                                  peer_init<M>(job), count, stream);
        if (job->init)
            return cub::DeviceScan::InclusiveScanInit(temporary, *bytes, items, results, combine,
                                                      peer_init<M>(job), count, stream);
        return cub::DeviceScan::InclusiveScan(temporary, *bytes, items, results, combine, count, stream);
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        cudaError_t error = peer_with_both<M>(job, [&](auto items, auto results) {
            return cub_with_count<decltype(items)>(
                job, [&](auto count) { return scan<M>(job, temporary, bytes, items, results, count); });
        });
        return peer_did(facts::name, job, error == cudaSuccess, cudaGetErrorString(error), why);
    }
};

/* ---- cub::DeviceScan by key: rows ---- */
struct cub_segscan {
    /* "Supports non-commutative scan operators." The key of an item is its row, computed from its index. */
    struct facts : peer_row_scan {
        static constexpr const char
            *name = "cub_segscan",
            *does = "cub::DeviceScan, InclusiveScanByKey or ExclusiveScanByKey, keyed by row";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
        peer_combine<M> combine = {params_of<M>(job->params)};
        peer_rows rows = peer_rows_of(job);
        int64_t count = static_cast<int64_t>(job_items(job));
        ::cuda::std::equal_to<> same;
        cudaError_t error = peer_with_both<M>(job, [&](auto items, auto results) {
            if (job->what == WHAT_EXSCAN)
                return cub::DeviceScan::ExclusiveScanByKey(temporary, *bytes, rows, items, results, combine,
                                                           peer_init<M>(job), count, same, stream);
            return cub::DeviceScan::InclusiveScanByKey(temporary, *bytes, rows, items, results, combine,
                                                       count, same, stream);
        });
        return peer_did(facts::name, job, error == cudaSuccess, cudaGetErrorString(error), why);
    }
};

/* ---- cub::BlockReduce: a block a row ---- */
template <class T, int BLOCK>
struct cub_block_fold {
    using library = cub::BlockReduce<T, BLOCK>;
    using storage = typename library::TempStorage;

    template <class Combine>
    static __device__ __forceinline__ T fold(storage &room, T mine, Combine combine, int valid)
    {
        return library(room).Reduce(mine, combine, valid);
    }
};

struct cub_block {
    /* "Supports commutative and non-commutative reduction operators" (BLOCK_REDUCE_WARP_REDUCTIONS, the default). */
    struct facts : peer_block_reduction {
        static constexpr const char *name = "cub_block", *ids = "T6",
                                    *does = "cub::BlockReduce, a block a row";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *, size_t *, struct text *why)
    {
        return peer_sets_enqueue<M, cub_block_fold>(facts::name, job, why);
    }
};

#define PEER_STRATEGIES(X)                                                                                   \
    X(cub_reduce) X(cub_segreduce) X(cub_runs) X(cub_scan) X(cub_segscan) X(cub_block) X(cub_keyed)

#define PEER_LIBRARY peer_version_of("CUB ", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)

} // namespace FOLDCHECK_NAMESPACE
#endif
