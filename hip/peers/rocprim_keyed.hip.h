/* SPDX-License-Identifier: MIT
 * rocPRIM's folds by key: a sort and reduce_by_key (keyed.hip.h), and reduce_by_key alone, whose runs are rows. */
#ifndef FOLDCHECK_ROCPRIM_KEYED_HIP_H
#define FOLDCHECK_ROCPRIM_KEYED_HIP_H

#include <iostream> /* which rocPRIM 2.10 uses and does not include */

#include <rocprim/device/device_radix_sort.hpp>
#include <rocprim/device/device_reduce_by_key.hpp>
#include <rocprim/iterator/discard_iterator.hpp>

#include "hip/peers/keyed.hip.h"
#include "hip/peers/runs.hip.h"

namespace FOLDCHECK_NAMESPACE
{

static inline const char *rocprim_error(hipError_t error)
{
    return error == hipSuccess ? nullptr : hipGetErrorString(error);
}

struct rocprim_keyed {
    /* Both are documented as stable, and as ones that "support non-commutative" operators. */
    struct facts : peer_keyed_reduction {
        static constexpr const char *name = "rocprim_keyed",
                                    *does = "rocprim::radix_sort_pairs by key, then rocprim::reduce_by_key";
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M>
    static const char *sort(const struct job *job, const peer_keyed_room<M> &room, void *temporary,
                            size_t *bytes)
    {
        return rocprim_error(rocprim::radix_sort_pairs(
            temporary, *bytes, room.given_key, room.key, room.given, room.item,
            static_cast<unsigned>(job_items(job)), 0u, static_cast<unsigned>(peer_keyed_bits(job)),
            reinterpret_cast<hipStream_t>(job->stream)));
    }

    template <class M>
    static const char *reduce(const struct job *job, const peer_keyed_room<M> &room, void *temporary,
                              size_t *bytes)
    {
        return rocprim_error(
            rocprim::reduce_by_key(temporary, *bytes, room.key, peer_keyed_sorted<M>(job, room),
                                   static_cast<unsigned>(job_items(job)), room.unique, room.sum, room.runs,
                                   peer_combine<M>{params_of<M>(job->params)}, rocprim::equal_to<uint32_t>(),
                                   reinterpret_cast<hipStream_t>(job->stream)));
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        return peer_keyed_call<rocprim_keyed, M>(job, temporary, bytes, why);
    }
};

inline enum refusal rocprim_runs_rule(const struct strategy *self, const struct job *job, struct text *why)
{
    if (job_items(job) <= UINT32_MAX) return REFUSAL_NONE;
    text_say(why, "%s counts items with 32 bits, got %llu", self->name, (unsigned long long)job_items(job));
    return REFUSAL_SHAPE;
}

struct rocprim_runs {
    struct facts : peer_run_reduction {
        static constexpr const char *name = "rocprim_runs", *does = "rocprim::reduce_by_key, a run a row";
        static constexpr auto own_rule = rocprim_runs_rule;
    };
    static constexpr struct strategy strategy = described_peer<facts>();

    template <class M, class Items>
    static const char *reduce(const struct job *job, void *temporary, size_t *bytes, Items items,
                              uint32_t *runs)
    {
        return rocprim_error(
            rocprim::reduce_by_key(temporary, *bytes, peer_rows_of(job), items,
                                   static_cast<unsigned>(job_items(job)), rocprim::make_discard_iterator(),
                                   peer_results_of<M>(job), runs, peer_combine<M>{params_of<M>(job->params)},
                                   rocprim::equal_to<int64_t>(), reinterpret_cast<hipStream_t>(job->stream)));
    }

    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        return peer_runs_call<rocprim_runs, M>(job, temporary, bytes, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
