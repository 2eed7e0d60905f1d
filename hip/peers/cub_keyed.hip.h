/* SPDX-License-Identifier: MIT
 * CUB's fold by key, as its users put it together: a stable radix sort of keys and items by as many bits as the keys
 * have, a reduction by key, which folds runs, and two kernels that put the identity and the runs' folds where they
 * belong. Keys are below their number: a key that is not may tear the run of another one. */
#ifndef FOLDCHECK_CUB_KEYED_HIP_H
#define FOLDCHECK_CUB_KEYED_HIP_H

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include "hip/peers/peer.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { CUB_KEYED_BLOCK = 256, CUB_KEYED_BLOCKS = 4096 };

/* What the calls leave for one another, in temporary storage; theirs begins at `rest`. */
template <class M>
struct cub_keyed_room {
    uint32_t *key, *unique;
    typename M::input *item;
    typename M::state *sum;
    int *runs;
    void *rest;
    size_t bytes; /* before rest */
};

template <class T>
static T *cub_keyed_piece(void *temporary, size_t *at, size_t count)
{
    T *piece = reinterpret_cast<T *>(static_cast<char *>(temporary) + *at);
    *at += (count * sizeof(T) + 255) / 256 * 256;
    return piece;
}

template <class M>
static cub_keyed_room<M> cub_keyed_rooms(const struct job *job, void *temporary)
{
    size_t at = 0, items = job_items(job), runs = (items < job->keys ? items : job->keys) + 1;
    cub_keyed_room<M> room;
    room.key = cub_keyed_piece<uint32_t>(temporary, &at, items);
    room.item = cub_keyed_piece<typename M::input>(temporary, &at, items);
    room.unique = cub_keyed_piece<uint32_t>(temporary, &at, runs);
    room.sum = cub_keyed_piece<typename M::state>(temporary, &at, runs);
    room.runs = cub_keyed_piece<int>(temporary, &at, 1);
    room.rest = static_cast<char *>(temporary) + at;
    room.bytes = at;
    return room;
}

template <class M>
struct cub_keyed_results {
    cub_keyed_room<M> room;
    column_set<M::state_columns.count> out;
    typename M::params params;
    int64_t keys;
};

template <class M>
KERNEL(CUB_KEYED_BLOCK, 1)
cub_keyed_clear(cub_keyed_results<M> a)
{
    typename M::state none = M::identity(a.params);
    for (int64_t k = block_id() * CUB_KEYED_BLOCK + thread_id(); k < a.keys;
         k += block_count() * CUB_KEYED_BLOCK)
        store_fields<state_traits<M>>(a.out, k, &none);
}

template <class M>
KERNEL(CUB_KEYED_BLOCK, 1)
cub_keyed_scatter(cub_keyed_results<M> a)
{
    for (int64_t r = block_id() * CUB_KEYED_BLOCK + thread_id(); r < *a.room.runs;
         r += block_count() * CUB_KEYED_BLOCK)
        store_fields<state_traits<M>>(a.out, a.room.unique[r], &a.room.sum[r]);
}

static inline enum refusal cub_keyed_refuse(const struct strategy *self, const struct job *job,
                                            const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = peer_refuse(self, job, shape, why);
    if (refusal != REFUSAL_NONE) return refusal;
    if (job_items(job) > self->most_items) {
        text_say(why, "%s takes at most %llu items, got %llu", self->name,
                 (unsigned long long)self->most_items, (unsigned long long)job_items(job));
        return REFUSAL_SHAPE;
    }
    if (job->key.stride == sizeof(uint32_t) && peer_is_array(&job->in, &job->op->input)) return REFUSAL_NONE;
    text_say(why, "%s takes keys and items that lie back to back", self->name);
    return REFUSAL_SHAPE;
}

static inline uint64_t cub_keyed_scratch(const struct job *job, const struct launch_shape *)
{
    return peer_scratch("cub_keyed", job);
}

struct cub_keyed {
    /* "DeviceRadixSort is stable"; "supports non-commutative reduction operators" (ReduceByKey). */
    static constexpr struct strategy strategy = {
        /* name */ "cub_keyed",
        /* ids */ "P4",
        /* does */ "cub::DeviceRadixSort::SortPairs by key, then DeviceReduce::ReduceByKey",
        /* what */ WHAT_KEYED,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        cub_keyed_refuse,
        cub_keyed_scratch,
        /* traffic */ nullptr,
        /* sectors */ nullptr,
        peer_prepare,
        /* pick */ nullptr,
        /* most_items */ INT_MAX,
    };

    template <class M>
    static cudaError_t sort(const struct job *job, const cub_keyed_room<M> &room, size_t *bytes,
                            void *temporary)
    {
        int bits = 1;
        while (bits < 32 && job->keys > UINT64_C(1) << bits)
            bits++;
        return cub::DeviceRadixSort::SortPairs(
            temporary, *bytes, static_cast<const uint32_t *>(job->key.base), room.key,
            static_cast<const typename M::input *>(job->in.column[0].base), room.item,
            static_cast<int>(job_items(job)), 0, bits, reinterpret_cast<cudaStream_t>(job->stream));
    }

    template <class M>
    static cudaError_t reduce(const struct job *job, const cub_keyed_room<M> &room, size_t *bytes,
                              void *temporary)
    {
        typename M::params params = params_of<M>(job->params);
        peer_items<M, peer_array<M>> items = {};
        items.source.in = room.item;
        items.params = params;
        return cub::DeviceReduce::ReduceByKey(
            temporary, *bytes, room.key, room.unique, items, room.sum, room.runs, peer_combine<M>{params},
            static_cast<int>(job_items(job)), reinterpret_cast<cudaStream_t>(job->stream));
    }

    /* With temporary NULL, the bytes of all of it. */
    template <class M>
    static bool call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
    {
        cub_keyed_room<M> room = cub_keyed_rooms<M>(job, temporary);
        size_t sorts = *bytes, reduces = *bytes;
        cudaError_t error = cudaSuccess;
        if (!temporary) {
            error = sort<M>(job, room, &sorts, nullptr);
            if (error == cudaSuccess) error = reduce<M>(job, room, &reduces, nullptr);
            *bytes = room.bytes + (sorts > reduces ? sorts : reduces);
            return error == cudaSuccess ||
                   text_say(why, "cub_keyed of %s: %s", job->op->name, cudaGetErrorString(error));
        }
        cub_keyed_results<M> a = {room, column_set_of<M::state_columns.count>(job->out),
                                  params_of<M>(job->params), static_cast<int64_t>(job->keys)};
        if (!launch("cub_keyed_clear", cub_keyed_clear<M>, CUB_KEYED_BLOCKS, CUB_KEYED_BLOCK, 1, job, a, why))
            return false;
        if (job_items(job) == 0) return true;
        error = sort<M>(job, room, &sorts, room.rest);
        if (error == cudaSuccess) error = reduce<M>(job, room, &reduces, room.rest);
        if (error != cudaSuccess)
            return text_say(why, "cub_keyed of %s: %s", job->op->name, cudaGetErrorString(error));
        return launch("cub_keyed_scatter", cub_keyed_scatter<M>, CUB_KEYED_BLOCKS, CUB_KEYED_BLOCK, 1, job, a,
                      why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
