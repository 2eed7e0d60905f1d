/* SPDX-License-Identifier: MIT
 * A stable radix sort of items by row and key. It moves tags and not items: an item's slot, which is that of its key in its
 * row, and its number. A pass sorts by one digit of the slot, from the lowest on, in three kernels: every group counts the
 * digits of its share of the tags; a scan of all counts, digit by digit and in each share by share, says where the tags of a
 * digit of a share begin; and every group moves its tags there, in the order in which they lie.
 *
 *   a slot      row * (keys + 1) + key; the last of a row is that of items whose key is none of the row's */
#ifndef FOLDCHECK_KEYED_SORT_HIP_H
#define FOLDCHECK_KEYED_SORT_HIP_H

#include "hip/keyed/peers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { DIGIT_BITS = 5, DIGITS = 1 << DIGIT_BITS, COUNTS_A_THREAD = 16 };

/* Where tags lie: slots, and numbers of items. */
struct tag_list {
    uint32_t *slot, *item;
};

/* The arguments of the kernels of a pass. */
template <class M>
struct sort_arguments {
    keyed_arguments<M> keyed;
    tag_list from, to; /* from.slot NULL: the first pass, which makes tags of items */
    uint32_t *count;   /* of digit d in share p, at d * parts + p; then where those tags begin */
    int64_t count_all; /* tags */
    int64_t parts;     /* shares, one a group */
    sharing windows;   /* of GROUP tags, among shares */
    int shift;         /* of the digit */
};

template <class M>
FN uint32_t slot_of(const keyed_arguments<M> &a, int64_t i)
{
    uint32_t key = load_key(a, i), none = (uint32_t)a.keys;
    return (uint32_t)(i / a.length) * (none + 1) + (key < none ? key : none);
}

template <class M>
FN uint32_t tag_slot(const sort_arguments<M> &a, int64_t i)
{
    return a.from.slot ? load(a.from.slot + i) : slot_of(a.keyed, i);
}

/* My digit; of a lane without a tag, one that no tag has. */
FN uint32_t digit_of(uint32_t slot, int shift, bool live)
{
    return live ? slot >> shift & (DIGITS - 1) : (uint32_t)DIGITS;
}

/* ---- the first kernel: a group counts the digits of its share; n slots read ---- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
count_digits_kernel(sort_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(uint32_t, counts, GROUPS * (DIGITS + 1));
    uint32_t *mine = counts + group_id<GROUP>() * (DIGITS + 1);
    int64_t part = block_id() * GROUPS + group_id<GROUP>();
    for (int d = lane_id<GROUP>(); d <= DIGITS; d += GROUP)
        store(mine + d, 0u);
    group_sync<GROUP>();
    share windows = part < a.parts ? share_of(a.windows, part) : share();
    for (int64_t w = windows.first; w < windows.last; w++) {
        int64_t i = w * GROUP + lane_id<GROUP>();
        bool live = i < a.count_all;
        uint32_t digit = digit_of(live ? tag_slot(a, i) : 0, a.shift, live);
        lane_set<GROUP> peers = group_peers<GROUP>(digit, DIGIT_BITS + 1);
        if (is_first_peer<GROUP>(peers)) store(mine + digit, load(mine + digit) + (uint32_t)bit_count(peers));
        group_sync<GROUP>(); /* covers the share's windows up to w */
    }
    for (int d = lane_id<GROUP>(); d < DIGITS && part < a.parts; d += GROUP)
        store(a.count + d * a.parts + part, load(mine + d));
}

/* ---- the second kernel, one block: the exclusive scan of the counts ---- */

/* How group_scan adds counts. */
struct count_sum {
    using state = uint32_t;
    using params = no_params;
    OP_FN state identity(const params &)
    {
        return 0;
    }
    OP_FN state combine(const params &, state left, state right)
    {
        return left + right;
    }
};

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, 1)
scan_counts_kernel(sort_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    uint32_t *count = a.count;
    int64_t counts = DIGITS * a.parts;
    SHARED(uint32_t, total, GROUPS);
    uint32_t carry = 0; /* covers [0, first) */
    for (int64_t first = 0; first < counts; first += BLOCK * COUNTS_A_THREAD) {
        int64_t own = first + thread_id() * COUNTS_A_THREAD;
        int64_t end = smaller(own + COUNTS_A_THREAD, counts);
        uint32_t sum = 0;
        for (int64_t i = own; i < end; i++)
            sum += load(count + i);
        uint32_t left = group_scan<count_sum, GROUP>(no_params(), sum) - sum; /* covers my group before me */
        if (lane_id<GROUP>() == GROUP - 1) store(total + group_id<GROUP>(), left + sum);
        block_sync();
        left += carry;
        for (int g = 0; g < GROUPS; g++) {
            uint32_t all = load(total + g);
            if (g < group_id<GROUP>()) left += all;
            carry += all;
        }
        for (int64_t i = own; i < end; i++) {
            uint32_t here = load(count + i);
            store(count + i, left); /* covers [0, i) */
            left += here;
        }
        block_sync(); /* total is used again */
    }
}

/* ---- the third kernel: a group moves the tags of its share; n tags read and written ---- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
move_tags_kernel(sort_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(uint32_t, places, GROUPS * (DIGITS + 1));
    uint32_t *next = places + group_id<GROUP>() * (DIGITS + 1); /* the place of a digit's next tag */
    int64_t part = block_id() * GROUPS + group_id<GROUP>();
    for (int d = lane_id<GROUP>(); d <= DIGITS; d += GROUP)
        store(next + d, d < DIGITS && part < a.parts ? load(a.count + d * a.parts + part) : 0u);
    group_sync<GROUP>();
    share windows = part < a.parts ? share_of(a.windows, part) : share();
    for (int64_t w = windows.first; w < windows.last; w++) {
        int64_t i = w * GROUP + lane_id<GROUP>();
        bool live = i < a.count_all;
        uint32_t slot = live ? tag_slot(a, i) : 0, digit = digit_of(slot, a.shift, live);
        lane_set<GROUP> peers = group_peers<GROUP>(digit, DIGIT_BITS + 1);
        uint32_t first = load(next + digit);
        int64_t to = first + bit_count((lane_set<GROUP>)(peers & lanes_before<GROUP>(lane_id<GROUP>())));
        if (live) {
            store(a.to.slot + to, slot);
            store(a.to.item + to, a.from.slot ? load(a.from.item + i) : (uint32_t)i);
        }
        group_sync<GROUP>(); /* all have read */
        if (is_first_peer<GROUP>(peers)) store(next + digit, first + (uint32_t)bit_count(peers));
        group_sync<GROUP>();
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

inline uint64_t sort_slots(const struct job *job)
{
    return job->rows * (job->keys + 1);
}

inline int sort_passes(const struct job *job)
{
    int passes = 1;
    for (uint64_t rest = (sort_slots(job) - 1) >> DIGIT_BITS; rest; rest >>= DIGIT_BITS)
        passes++;
    return passes;
}

/* Shares: one a group, as many as run at once. */
inline int64_t sort_parts(const struct job *job, const struct launch_shape *shape)
{
    int64_t windows = ceiling((int64_t)job_items(job), shape->group), groups = shape->block / shape->group;
    int64_t most = ceiling(windows, (int64_t)shape->items * least_windows(shape));
    return larger(1, smaller(resident_blocks(job, shape->block) * groups, most));
}

inline uint64_t up_to_256(uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/* Bytes of a list of tags' two parts, and of the counts. */
inline uint64_t tags_bytes(const struct job *job)
{
    return up_to_256(job_items(job) * sizeof(uint32_t));
}

inline uint64_t counts_bytes(const struct job *job, const struct launch_shape *shape)
{
    return up_to_256(DIGITS * (uint64_t)sort_parts(job, shape) * sizeof(uint32_t));
}

/* Two lists of tags, and the counts. */
inline uint64_t sort_scratch(const struct job *job, const struct launch_shape *shape)
{
    return 4 * tags_bytes(job) + counts_bytes(job, shape);
}

/* Enqueues the sort; the tags, sorted, are where it returns. There are items. */
template <class M, int BLOCK, int GROUP>
static inline bool sort_enqueue(const struct job *job, const struct launch_shape *shape,
                                const keyed_arguments<M> &keyed, tag_list *sorted, struct text *why)
{
    int64_t parts = sort_parts(job, shape), items = (int64_t)job_items(job);
    unsigned char *at = static_cast<unsigned char *>(job->scratch);
    uint32_t *part[4];
    for (uint64_t p = 0; p < 4; p++)
        part[p] = reinterpret_cast<uint32_t *>(at + p * tags_bytes(job));
    sort_arguments<M> a = {keyed,
                           {nullptr, nullptr},
                           {part[0], part[1]},
                           reinterpret_cast<uint32_t *>(at + 4 * tags_bytes(job)),
                           items,
                           parts,
                           share_out(ceiling(items, GROUP), parts),
                           0};
    int64_t blocks = ceiling(parts, BLOCK / GROUP);
    for (int pass = 0; pass < sort_passes(job); pass++) {
        a.shift = pass * DIGIT_BITS;
        if (!launch("count_digits", count_digits_kernel<M, BLOCK, GROUP>, blocks, BLOCK, GROUP, job, a,
                    why) ||
            !launch("scan_counts", scan_counts_kernel<M, BLOCK, GROUP>, 1, BLOCK, GROUP, job, a, why) ||
            !launch("move_tags", move_tags_kernel<M, BLOCK, GROUP>, blocks, BLOCK, GROUP, job, a, why))
            return false;
        *sorted = a.to;
        a.from = a.to;
        a.to = pass % 2 ? tag_list{part[0], part[1]} : tag_list{part[2], part[3]};
    }
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
