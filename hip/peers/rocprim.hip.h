/* SPDX-License-Identifier: MIT
 * rocPRIM's device-wide folds as peers. What rocPRIM's documentation requires stands in `needs`. Passes over
 * memory: one. Scratch: what rocPRIM asks for. Forward progress: none that the caller must promise. */
#ifndef FOLDCHECK_ROCPRIM_HIP_H
#define FOLDCHECK_ROCPRIM_HIP_H

#include "hip/peers/peer.hip.h"

#include <iostream> /* which rocPRIM 2.10 uses and does not include */

#include <rocprim/device/device_reduce.hpp>
#include <rocprim/rocprim_version.hpp>

#define PEER_BACKEND "amd"

namespace FOLDCHECK_NAMESPACE
{

static inline bool rocprim_did(const char *name, const struct job *job, hipError_t error, struct text *why)
{
    return error == hipSuccess ||
           text_say(why, "%s of %s: %s", name, job->op->name, hipGetErrorString(error));
}

/* ---- rocprim::reduce ---- */
inline uint64_t rocprim_reduce_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("rocprim_reduce", job);
}

struct rocprim_reduce {
    /* "Does not support non-commutative reduction operators." */
    static constexpr struct strategy strategy = {
        /* name */ "rocprim_reduce",
        /* ids */ "",
        /* does */ "rocprim::reduce",
        /* what */ WHAT_REDUCE,
        /* needs */ LAW_COMMUTES,
        /* needs_progress */ false,
        /* blocks_communicate */ true, /* for all that is known */
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        peer_refuse,
        rocprim_reduce_scratch,
        peer_reduce_traffic,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
    };

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        typename M::params params = params_of<M>(job->params);
        hipError_t error = peer_with_items<M>(job, [&](auto items) {
            return rocprim::reduce(temporary, *bytes, items, peer_results_of<M>(job), M::identity(params),
                                   job->length, peer_combine<M>{params},
                                   reinterpret_cast<hipStream_t>(job->stream));
        });
        return rocprim_did("rocprim_reduce", job, error, why);
    }
};

#define PEER_STRATEGIES(X) X(rocprim_reduce)

#define PEER_LIBRARY                                                                                         \
    peer_version_of("rocPRIM ", ROCPRIM_VERSION_MAJOR, ROCPRIM_VERSION_MINOR, ROCPRIM_VERSION_PATCH)

} // namespace FOLDCHECK_NAMESPACE
#endif
