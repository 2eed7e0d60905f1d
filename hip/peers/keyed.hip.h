/* SPDX-License-Identifier: MIT
 * A library's fold by key, as its users put it together: a stable radix sort of keys and items by as many bits as
 * the keys have, a reduction by key, which folds runs, and two kernels that put the identity and the runs' folds
 * where they belong. Keys and items that do not lie back to back, or are of several rows, are copied first; the key
 * of an item is then row * keys + key. Keys are below their number: a key that is not may tear the run of another
 * one. A library S has `sort` and `reduce`, which return an error's text or NULL. */
#ifndef FOLDCHECK_PEERS_KEYED_HIP_H
#define FOLDCHECK_PEERS_KEYED_HIP_H

#include <climits>

#include "hip/peers/description.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { PEER_KEYED_BLOCK = 256, PEER_KEYED_BLOCKS = 4096 };

/* What the calls leave for one another, in temporary storage; theirs begins at `rest`. */
template <class M>
struct peer_keyed_room {
    const uint32_t *given_key; /* of the input, or the copies */
    const typename M::input *given;
    uint32_t *key, *unique, *runs;
    typename M::input *item;
    typename M::state *sum;
    void *rest;
    size_t bytes; /* before rest */
};

template <class T>
static T *peer_keyed_piece(void *temporary, size_t *at, size_t count)
{
    T *piece = reinterpret_cast<T *>(static_cast<char *>(temporary) + *at);
    *at += (count * sizeof(T) + 255) / 256 * 256;
    return piece;
}

/* May a sort by key read the input as it lies? */
static inline bool peer_keyed_lies_packed(const struct job *job)
{
    return job->rows == 1 && job->key.stride == sizeof(uint32_t) &&
           reinterpret_cast<uintptr_t>(job->key.base) % sizeof(uint32_t) == 0 &&
           peer_is_array(&job->in, &job->op->input);
}

template <class M>
static peer_keyed_room<M> peer_keyed_rooms(const struct job *job, void *temporary)
{
    size_t at = 0, items = job_items(job), results = job->rows * job->keys;
    size_t runs = (items < results ? items : results) + 1;
    peer_keyed_room<M> room;
    room.given_key = static_cast<const uint32_t *>(job->key.base);
    room.given = static_cast<const typename M::input *>(job->in.column[0].base);
    if (!peer_keyed_lies_packed(job)) {
        room.given_key = peer_keyed_piece<uint32_t>(temporary, &at, items);
        room.given = peer_keyed_piece<typename M::input>(temporary, &at, items);
    }
    room.key = peer_keyed_piece<uint32_t>(temporary, &at, items);
    room.item = peer_keyed_piece<typename M::input>(temporary, &at, items);
    room.unique = peer_keyed_piece<uint32_t>(temporary, &at, runs);
    room.sum = peer_keyed_piece<typename M::state>(temporary, &at, runs);
    room.runs = peer_keyed_piece<uint32_t>(temporary, &at, 1);
    room.rest = static_cast<char *>(temporary) + at;
    room.bytes = at;
    return room;
}

template <class M>
struct peer_keyed_arguments {
    peer_keyed_room<M> room;
    peer_columns<M> items;
    struct column key;
    column_set<M::state_columns.count> out;
    typename M::params params;
    int64_t rows, length, keys;
};

template <class M>
KERNEL(PEER_KEYED_BLOCK, 1)
peer_keyed_copy(peer_keyed_arguments<M> a)
{
    uint32_t *copied_key = const_cast<uint32_t *>(a.room.given_key);
    typename M::input *copied = const_cast<typename M::input *>(a.room.given);
    for (int64_t i = block_id() * PEER_KEYED_BLOCK + thread_id(); i < a.rows * a.length;
         i += block_count() * PEER_KEYED_BLOCK) {
        uint32_t key = 0;
        load_field<sizeof key>(a.key, i, &key);
        copied_key[i] = (uint32_t)(i / a.length * a.keys) + key;
        copied[i] = a.items.take(i);
    }
}

template <class M>
KERNEL(PEER_KEYED_BLOCK, 1)
peer_keyed_clear(peer_keyed_arguments<M> a)
{
    typename M::state none = M::identity(a.params);
    for (int64_t k = block_id() * PEER_KEYED_BLOCK + thread_id(); k < a.rows * a.keys;
         k += block_count() * PEER_KEYED_BLOCK)
        store_fields<state_traits<M>>(a.out, k, &none);
}

template <class M>
KERNEL(PEER_KEYED_BLOCK, 1)
peer_keyed_scatter(peer_keyed_arguments<M> a)
{
    for (int64_t r = block_id() * PEER_KEYED_BLOCK + thread_id(); r < *a.room.runs;
         r += block_count() * PEER_KEYED_BLOCK)
        store_fields<state_traits<M>>(a.out, a.room.unique[r], &a.room.sum[r]);
}

/* Bits of the keys that are sorted. */
static inline int peer_keyed_bits(const struct job *job)
{
    int bits = 1;
    while (bits < 32 && job->rows * job->keys > UINT64_C(1) << bits)
        bits++;
    return bits;
}

/* The sorted items, lifted. */
template <class M>
static peer_items<M, peer_array<M>> peer_keyed_sorted(const struct job *job, const peer_keyed_room<M> &room)
{
    peer_items<M, peer_array<M>> items = {};
    items.source.in = room.item;
    items.params = params_of<M>(job->params);
    return items;
}

/* Both calls; with temporary NULL, the bytes of all of it. */
template <class S, class M>
static const char *peer_keyed_fold(const struct job *job, const peer_keyed_room<M> &room, void *temporary,
                                   size_t *bytes)
{
    size_t sorts = *bytes, reduces = *bytes;
    const char *error = S::template sort<M>(job, room, temporary, &sorts);
    if (!error) error = S::template reduce<M>(job, room, temporary, &reduces);
    if (!temporary) *bytes = room.bytes + (sorts > reduces ? sorts : reduces);
    return error;
}

template <class S, class M>
static bool peer_keyed_call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
{
    peer_keyed_room<M> room = peer_keyed_rooms<M>(job, temporary);
    peer_keyed_arguments<M> a = {room,
                                 {column_set_of<M::input_columns.count>(job->in)},
                                 job->key,
                                 column_set_of<M::state_columns.count>(job->out),
                                 params_of<M>(job->params),
                                 static_cast<int64_t>(job->rows),
                                 static_cast<int64_t>(job->length),
                                 static_cast<int64_t>(job->keys)};
    constexpr int BLOCKS = PEER_KEYED_BLOCKS, BLOCK = PEER_KEYED_BLOCK;
    if (temporary && !launch("peer_keyed_clear", peer_keyed_clear<M>, BLOCKS, BLOCK, 1, job, a, why))
        return false;
    if (temporary && job_items(job) == 0) return true;
    if (temporary && !peer_keyed_lies_packed(job) &&
        !launch("peer_keyed_copy", peer_keyed_copy<M>, BLOCKS, BLOCK, 1, job, a, why))
        return false;
    const char *error = peer_keyed_fold<S, M>(job, room, temporary ? room.rest : nullptr, bytes);
    if (error || !temporary) return peer_did(S::facts::name, job, !error, error, why);
    return launch("peer_keyed_scatter", peer_keyed_scatter<M>, BLOCKS, BLOCK, 1, job, a, why);
}

static inline enum refusal peer_keyed_rule(const struct strategy *self, const struct job *job,
                                           struct text *why)
{
    if (job_items(job) <= INT_MAX && (job->keys == 0 || job->rows <= INT_MAX / job->keys))
        return REFUSAL_NONE;
    text_say(why, "%s takes at most %d items, and as many results, got %llu items and %llu rows of %llu keys",
             self->name, INT_MAX, (unsigned long long)job_items(job), (unsigned long long)job->rows,
             (unsigned long long)job->keys);
    return REFUSAL_SHAPE;
}

/* Look-back: blocks wait for earlier ones. */
struct peer_keyed_reduction : any_peer {
    static constexpr enum what what = WHAT_KEYED;
    static constexpr bool needs_progress = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto traffic = nullptr; /* a library's passes are its own */
    static constexpr unsigned takes = any_peer::takes | TAKES_ROWS;
    static constexpr auto own_rule = peer_keyed_rule;
    static constexpr uint64_t most_items = INT_MAX;
};

} // namespace FOLDCHECK_NAMESPACE
#endif
