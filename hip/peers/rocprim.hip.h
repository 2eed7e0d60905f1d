/* SPDX-License-Identifier: MIT
 * rocPRIM's device-wide folds, and its block-wide one, as peers. `needs` holds the requirements of rocPRIM's
 * documentation. Passes over memory: one. Scratch: as rocPRIM asks. Forward progress: none that the caller must
 * promise. */
#ifndef FOLDCHECK_ROCPRIM_HIP_H
#define FOLDCHECK_ROCPRIM_HIP_H

#include "hip/peers/block.hip.h"

#include <iostream> /* which rocPRIM 2.10 uses and does not include */

#include <rocprim/block/block_reduce.hpp>
#include <rocprim/device/device_reduce.hpp>
#include <rocprim/device/device_scan.hpp>
#include <rocprim/device/device_scan_by_key.hpp>
#include <rocprim/device/device_segmented_reduce.hpp>
#include <rocprim/rocprim_version.hpp>

#include "hip/peers/rocprim_keyed.hip.h"

#define PEER_BACKEND "amd"

namespace FOLDCHECK_NAMESPACE
{

/* ---- rocprim::reduce ---- */
struct rocprim_reduce {
    /* "Does not support non-commutative reduction operators." */
    struct facts : peer_reduction {
        static constexpr const char *name = "rocprim_reduce", *does = "rocprim::reduce";
        static constexpr unsigned needs = LAW_COMMUTES;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        typename M::params params = params_of<M>(job->params);
        hipError_t error = peer_with_items<M>(job, [&](auto items) {
            return rocprim::reduce(temporary, *bytes, items, peer_results_of<M>(job), M::identity(params),
                                   job->length, peer_combine<M>{params},
                                   reinterpret_cast<hipStream_t>(job->stream));
        });
        return peer_did(facts::name, job, error == hipSuccess, hipGetErrorString(error), why);
    }
};

/* ---- rocprim::segmented_reduce: rows, of different lengths, too ---- */
/* Threads that a launch may have (HIP), and that rocPRIM 2.10 gives a row. */
enum : uint64_t { ROCPRIM_MOST_THREADS = UINT32_MAX, ROCPRIM_ROW_THREADS = 256 };

inline enum refusal rocprim_segreduce_rule(const struct strategy *self, const struct job *job,
                                           struct text *why)
{
    uint64_t most = ROCPRIM_MOST_THREADS / ROCPRIM_ROW_THREADS;
    if (job->rows <= most) return REFUSAL_NONE;
    text_say(why, "%s takes at most %llu rows, a block of one launch each, got %llu", self->name,
             (unsigned long long)most, (unsigned long long)job->rows);
    return REFUSAL_SHAPE;
}

struct rocprim_segreduce {
    /* The documentation says nothing about the order of operands, where that of every function which keeps it says
     * "Supports non-commutative", and that of reduce, the same for one row, "Does not support". 2.10's source has a
     * thread take items a block apart. It also reads offsets into 32 bits: nothing is said of that, and nothing
     * refused. The initial value, which is what an empty row gives, is the identity. */
    struct facts : peer_row_reduction {
        static constexpr const char *name = "rocprim_segreduce",
                                    *does = "rocprim::segmented_reduce, by the offsets of rows";
        static constexpr unsigned needs = LAW_COMMUTES;
        static constexpr auto own_rule = rocprim_segreduce_rule;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M, class Items, class Starts>
    static hipError_t reduce(const struct job *job, void *temporary, size_t *bytes, Items items,
                             Starts starts)
    {
        typename M::params params = params_of<M>(job->params);
        return rocprim::segmented_reduce(temporary, *bytes, items, peer_results_of<M>(job),
                                         static_cast<unsigned>(job->rows), starts, starts + 1,
                                         peer_combine<M>{params}, M::identity(params),
                                         reinterpret_cast<hipStream_t>(job->stream));
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        hipError_t error = peer_with_items<M>(job, [&](auto items) {
            if (job->row_start) return reduce<M>(job, temporary, bytes, items, peer_ragged_starts(job));
            return reduce<M>(job, temporary, bytes, items, peer_row_starts_of<int64_t>(job));
        });
        return peer_did(facts::name, job, error == hipSuccess, hipGetErrorString(error), why);
    }
};

/* ---- rocprim::inclusive_scan, exclusive_scan ---- */
struct rocprim_scan {
    /* "Supports non-commutative scan operators." Look-back: blocks wait for earlier ones. */
    struct facts : peer_scan {
        static constexpr const char *name = "rocprim_scan",
                                    *does = "rocprim::inclusive_scan or exclusive_scan";
        static constexpr unsigned takes = peer_scan::takes & ~TAKES_INIT_INCLUSIVE;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        hipStream_t stream = reinterpret_cast<hipStream_t>(job->stream);
        peer_combine<M> combine = {params_of<M>(job->params)};
        hipError_t error = peer_with_both<M>(job, [&](auto items, auto results) {
            if (job->what == WHAT_EXSCAN)
                return rocprim::exclusive_scan(temporary, *bytes, items, results, peer_init<M>(job),
                                               job->length, combine, stream);
            return rocprim::inclusive_scan(temporary, *bytes, items, results, job->length, combine, stream);
        });
        return peer_did(facts::name, job, error == hipSuccess, hipGetErrorString(error), why);
    }
};

/* ---- rocprim::inclusive_scan_by_key, exclusive_scan_by_key: rows ---- */
struct rocprim_segscan {
    /* "Supports non-commutative scan operators." The key of an item is its row, computed from its index. */
    struct facts : peer_row_scan {
        static constexpr const char
            *name = "rocprim_segscan",
            *does = "rocprim::inclusive_scan_by_key or exclusive_scan_by_key, keyed by row";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        hipStream_t stream = reinterpret_cast<hipStream_t>(job->stream);
        peer_combine<M> combine = {params_of<M>(job->params)};
        peer_rows rows = peer_rows_of(job);
        size_t count = job_items(job);
        rocprim::equal_to<int64_t> same;
        hipError_t error = peer_with_both<M>(job, [&](auto items, auto results) {
            if (job->what == WHAT_EXSCAN)
                return rocprim::exclusive_scan_by_key(temporary, *bytes, rows, items, results,
                                                      peer_init<M>(job), count, combine, same, stream);
            return rocprim::inclusive_scan_by_key(temporary, *bytes, rows, items, results, count, combine,
                                                  same, stream);
        });
        return peer_did(facts::name, job, error == hipSuccess, hipGetErrorString(error), why);
    }
};

/* ---- rocprim::block_reduce: a block a row ---- */
template <class T, int BLOCK>
struct rocprim_block_fold {
    using library = rocprim::block_reduce<T, BLOCK>;
    using storage = typename library::storage_type;

    template <class Combine>
    static __device__ __forceinline__ T fold(storage &room, T mine, Combine combine, int valid)
    {
        T folded = mine;
        library().reduce(mine, folded, static_cast<unsigned>(valid), room, combine);
        return folded;
    }
};

struct rocprim_block {
    /* "Supports non-commutative reduce operators." */
    struct facts : peer_block_reduction {
        static constexpr const char *name = "rocprim_block", *ids = "T6",
                                    *does = "rocprim::block_reduce, a block a row";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static bool call(const struct job *job, void *, size_t *, struct text *why)
    {
        return peer_sets_enqueue<M, rocprim_block_fold>(facts::name, job, why);
    }
};

#define PEER_STRATEGIES(X)                                                                                   \
    X(rocprim_reduce)                                                                                        \
    X(rocprim_segreduce) X(rocprim_runs) X(rocprim_scan) X(rocprim_segscan) X(rocprim_block) X(rocprim_keyed)

#define PEER_LIBRARY                                                                                         \
    peer_version_of("rocPRIM ", ROCPRIM_VERSION_MAJOR, ROCPRIM_VERSION_MINOR, ROCPRIM_VERSION_PATCH)

} // namespace FOLDCHECK_NAMESPACE
#endif
