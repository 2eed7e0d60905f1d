/* SPDX-License-Identifier: MIT
 * A reduction sink inside a block's own kernel: the node at the end of a pipeline of streams, as MERCATOR's blocks would
 * have one. Items of several streams come in any mixture, each with its stream's tag, from none to one a thread at a time.
 * They wait in the block's buffer; a full one is folded by tag into the block's aggregates, which lie in shared memory
 * until the kernel ends. Items of a tag are folded in the order in which they came, of one round in the order of threads.
 *
 * Source    T12: Timcheck, "Efficient Implementation of Reductions on GPU Architectures", 2017, chapters 1, 3 and 4, where
 *           it is future work; Cole, Buhler, "MERCATOR: A GPGPU Framework for Irregular Streaming Applications", 2017 */
#ifndef FOLDCHECK_KEYED_SINK_HIP_H
#define FOLDCHECK_KEYED_SINK_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Lanes that count the items of a round together; and items of a buffer, for each thread. */
enum { SINK_GROUP = 32, SINK_ROUNDS = 2 };

/* M has a `state`, its `identity()` and `join(left, right)`. All threads of the block have the same one. */
template <class M, int BLOCK>
struct sink {
    typename M::state *aggregate; /* [tags], shared */
    typename M::state *item;      /* the buffer, shared: SINK_ROUNDS * BLOCK */
    uint32_t *tag;
    int *coming; /* shared: items of a round, by group */
    int held;    /* items in the buffer */
};

/* Shared memory that a sink takes, of states aligned to 16 at most. */
template <class M, int BLOCK>
BOTH size_t sink_bytes(int64_t tags)
{
    return (size_t)(tags + SINK_ROUNDS * BLOCK) * sizeof(typename M::state) +
           SINK_ROUNDS * BLOCK * sizeof(uint32_t) + BLOCK / SINK_GROUP * sizeof(int);
}

/* Every aggregate is the identity. All threads of the block take part, as in all that follows. */
template <class M, int BLOCK>
FN sink<M, BLOCK> sink_open(unsigned char *shared, int64_t tags)
{
    sink<M, BLOCK> made = {};
    made.aggregate = reinterpret_cast<typename M::state *>(shared);
    made.item = made.aggregate + tags;
    made.tag = reinterpret_cast<uint32_t *>(made.item + SINK_ROUNDS * BLOCK);
    made.coming = reinterpret_cast<int *>(made.tag + SINK_ROUNDS * BLOCK);
    for (int64_t t = thread_id(); t < tags; t += BLOCK)
        store(made.aggregate + t, M::identity());
    block_sync();
    return made;
}

/* The first item of the buffer with its tag? */
template <class M, int BLOCK>
FN bool sink_is_first(const sink<M, BLOCK> &s, int at)
{
    uint32_t tag = load(s.tag + at);
    for (int e = 0; e < at; e++)
        if (load(s.tag + e) == tag) return false;
    return true;
}

/* Folds the buffer, which may be empty or full, into the aggregates. A thread that has the first item of a tag folds all
 * of that tag. */
template <class M, int BLOCK>
FN void sink_flush(sink<M, BLOCK> *s)
{
    for (int at = thread_id(); at < s->held; at += BLOCK) {
        if (!sink_is_first(*s, at)) continue;
        uint32_t tag = load(s->tag + at);
        typename M::state all =
            load(s->aggregate + tag); /* covers what came before the buffer, then its items up to e */
        for (int e = at; e < s->held; e++)
            if (load(s->tag + e) == tag) all = M::join(all, load(s->item + e));
        store(s->aggregate + tag, all);
    }
    s->held = 0;
    block_sync();
}

/* Takes an item of each thread that has one; tag < tags. Flushes before that where the buffer has no room for all. */
template <class M, int BLOCK>
FN void sink_take(sink<M, BLOCK> *s, bool has, uint32_t tag, const typename M::state &item)
{
    int lane = thread_id() % SINK_GROUP, group = thread_id() / SINK_GROUP, before = 0, all = 0;
    lane_set<SINK_GROUP> bits = group_ballot<SINK_GROUP>(has);
    if (lane == 0) store(s->coming + group, bit_count(bits));
    block_sync();
    for (int g = 0; g < BLOCK / SINK_GROUP; g++) {
        int coming = load(s->coming + g);
        if (g < group) before += coming;
        all += coming;
    }
    if (s->held + all > SINK_ROUNDS * BLOCK) sink_flush(s);
    if (has) {
        int at = s->held + before + bit_count(bits & lanes_before<SINK_GROUP>(lane));
        store(s->tag + at, tag);
        store(s->item + at, item);
    }
    s->held += all;
    block_sync();
}

} // namespace FOLDCHECK_NAMESPACE
#endif
