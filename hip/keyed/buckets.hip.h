/* SPDX-License-Identifier: MIT
 * Buckets of a fold by key, and what kernels know that go through the items of one after the other. */
#ifndef FOLDCHECK_KEYED_BUCKETS_HIP_H
#define FOLDCHECK_KEYED_BUCKETS_HIP_H
#include "hip/keyed/sort.hip.h"

namespace FOLDCHECK_NAMESPACE
{

constexpr uint32_t NO_BUCKET = UINT32_MAX;

/* Bits of a slot that number it in its bucket: as many as a table has room for; order kept, one a thread. */
COMPILE_TIME int bucket_bits(size_t state, bool adds, int block)
{
    int most = block < 64 ? 2 : adds ? 15 : block < 512 ? 8 : 9, bits = most;
    size_t room = adds ? 128 * 1024 : 8192;
    while (bits > 2 && (state << bits) > room)
        bits--;
    return bits;
}

template <class M>
struct partition_arguments {
    keyed_arguments<M> keyed;
    tag_list<M> tags; /* sorted by bucket, or in the input */
    int64_t items;    /* of the input */
    int64_t parts;    /* shares, one a block */
    sharing tiles;    /* among them */
    int bits;         /* of digits that there are in a table */
    int slice_bits;   /* of a bucket's number of tables; more than one are for sums alone */
    /* Tables that a share leaves: 1, if there is one bucket; else those of its first bucket and its last. */
    int edges_each;
    uint32_t *edge_bucket;         /* table e's; NO_BUCKET: the share has no tags */
    typename M::state *edge_state; /* its digit d, at (e << bits) + d */
};

/* The bucket of tag i, if it is there. */
template <class M, int BITS>
FN uint32_t bucket_at(const partition_arguments<M> &a, int64_t i, int64_t end)
{
    if (i >= end) return NO_BUCKET;
    return a.tags.slot ? load(a.tags.slot + i) >> (BITS + a.slice_bits) : 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
