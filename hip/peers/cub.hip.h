/* SPDX-License-Identifier: MIT
 * CUB's device-wide folds, and its block-wide one, as peers (CCCL). `needs` holds the requirements of CUB's documentation. Passes over
 * memory: one. Scratch: as CUB asks. Forward progress: none that the caller must promise.
 *
 * A benchmark may time a peer on an operator that lacks a law all the same, and must then say that nothing is
 * checked; `check --even-if-refused` looks what comes out. */
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

static inline bool cub_did(const char *name, const struct job *job, cudaError_t error, struct text *why)
{
    return error == cudaSuccess ||
           text_say(why, "%s of %s: %s", name, job->op->name, cudaGetErrorString(error));
}

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
inline uint64_t cub_reduce_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("cub_reduce", job);
}

struct cub_reduce {
    /* "Does not support binary reduction operators that are non-commutative" (Reduce). */
    static constexpr struct strategy strategy = {
        /* name */ "cub_reduce",
        /* ids */ "",
        /* does */ "cub::DeviceReduce, Sum or Reduce",
        /* what */ WHAT_REDUCE,
        /* needs */ LAW_COMMUTES,
        /* needs_progress */ false,
        /* blocks_communicate */ true, /* for all that is known */
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        peer_refuse,
        cub_reduce_scratch,
        peer_reduce_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

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
        return cub_did("cub_reduce", job, error, why);
    }
};

/* ---- cub::DeviceSegmentedReduce: rows, of different lengths, too ---- */
inline enum refusal cub_segreduce_refuse(const struct strategy *self, const struct job *job,
                                         const struct launch_shape *, struct text *why)
{
    return peer_refuse_any_rows(self, job, why);
}

inline uint64_t cub_segreduce_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("cub_segreduce", job);
}

struct cub_segreduce {
    /* "Does not support binary reduction operators that are non-commutative" (Reduce); the initial value, which is what an
     * empty row gives, is the identity. */
    static constexpr struct strategy strategy = {
        /* name */ "cub_segreduce",
        /* ids */ "",
        /* does */ "cub::DeviceSegmentedReduce, Sum or Reduce, by the offsets of rows",
        /* what */ WHAT_REDUCE,
        /* needs */ LAW_COMMUTES,
        /* needs_progress */ false,
        /* blocks_communicate */ true, /* for all that is known */
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        cub_segreduce_refuse,
        cub_segreduce_scratch,
        peer_reduce_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

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
        return cub_did("cub_segreduce", job, error, why);
    }
};

/* ---- cub::DeviceScan ---- */
inline uint64_t cub_scan_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("cub_scan", job);
}

struct cub_scan {
    /* "Supports non-commutative scan operators." Decoupled look-back: blocks wait for earlier ones. */
    static constexpr struct strategy strategy = {
        /* name */ "cub_scan",
        /* ids */ "",
        /* does */ "cub::DeviceScan, InclusiveScan (Init), ExclusiveScan or a Sum",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        peer_refuse,
        cub_scan_scratch,
        peer_scan_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

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
        return cub_did("cub_scan", job, error, why);
    }
};

/* ---- cub::DeviceScan by key: rows ---- */
inline enum refusal cub_segscan_refuse(const struct strategy *self, const struct job *job,
                                       const struct launch_shape *, struct text *why)
{
    enum refusal refusal = peer_refuse_init(self, job, why);
    return refusal == REFUSAL_NONE ? peer_refuse_rows(self, job, why) : refusal;
}

inline uint64_t cub_segscan_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("cub_segscan", job);
}

struct cub_segscan {
    /* "Supports non-commutative scan operators." The key of an item is its row, computed from its index. */
    static constexpr struct strategy strategy = {
        /* name */ "cub_segscan",
        /* ids */ "",
        /* does */ "cub::DeviceScan, InclusiveScanByKey or ExclusiveScanByKey, keyed by row",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        cub_segscan_refuse,
        cub_segscan_scratch,
        peer_scan_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

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
        return cub_did("cub_segscan", job, error, why);
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
    static constexpr struct strategy strategy = {
        /* name */ "cub_block",
        /* ids */ "T6",
        /* does */ "cub::BlockReduce, a block a row",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        peer_sets_refuse,
        peer_no_scratch,
        peer_reduce_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

    template <class M>
    static bool call(const struct job *job, void *, size_t *, struct text *why)
    {
        return peer_sets_enqueue<M, cub_block_fold>("cub_block", job, why);
    }
};

#define PEER_STRATEGIES(X) X(cub_reduce) X(cub_segreduce) X(cub_scan) X(cub_segscan) X(cub_block) X(cub_keyed)

#define PEER_LIBRARY peer_version_of("CUB ", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION)

} // namespace FOLDCHECK_NAMESPACE
#endif
