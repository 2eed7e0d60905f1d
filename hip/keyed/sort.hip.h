/* SPDX-License-Identifier: MIT
 * A stable radix sort of items by row and key. It moves tags and not items: an item's slot, which is that of its key in its
 * row, and its number. A pass sorts by one digit of the slot, from the lowest on, in three kernels: every block counts the
 * digits of its share of the tags; a scan of a digit's counts, block by block, says where the tags of a share begin among
 * those of the digit; and every block moves its tags there, tile by tile. It sorts a tile in shared memory first, so that the
 * tags of a digit are written next to one another.
 *
 *   a slot      row * keys + key; an item whose key is none of the row's has the slot of key 0, and a mark in its number */
#ifndef FOLDCHECK_KEYED_SORT_HIP_H
#define FOLDCHECK_KEYED_SORT_HIP_H

#include "hip/keyed/peers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Set in the number of an item of no fold. */
constexpr uint32_t NO_FOLD = UINT32_C(1) << 31;

/* The most bits of a digit: few in tiny tunings, so that few slots take several passes. */
COMPILE_TIME int most_digit_bits(int block)
{
    return block < 64 ? 3 : 8;
}

/* Where tags lie: slots, and numbers of items. */
struct tag_list {
    uint32_t *slot, *item;
};

/* The arguments of the kernels of a pass. */
template <class M>
struct sort_arguments {
    keyed_arguments<M> keyed;
    tag_list from, to; /* from.slot NULL: the first pass, which makes tags of items */
    uint32_t *count;   /* of digit d in share p, at d * parts + p; then of the shares before it */
    uint32_t *total;   /* of digit d */
    int64_t count_all; /* tags */
    int64_t parts;     /* shares, one a block */
    sharing tiles;     /* of BLOCK * ITEMS tags, among shares */
    int shift, bits;   /* of the digit */
};

/* Tag i, made of an item or taken from a list. */
template <class M>
FN void take_tag(const sort_arguments<M> &a, int64_t i, uint32_t *slot, uint32_t *item)
{
    const keyed_arguments<M> &k = a.keyed;
    if (a.from.slot) {
        *slot = load(a.from.slot + i);
        *item = load(a.from.item + i);
        return;
    }
    uint32_t key = load_key(k, i), row = k.rows == 1 ? 0 : (uint32_t)(i / k.length);
    *slot = row * (uint32_t)k.keys + (key < k.keys ? key : 0);
    *item = (uint32_t)i | (key < k.keys ? 0 : NO_FOLD);
}

/* The slot alone. */
template <class M>
FN uint32_t take_slot(const sort_arguments<M> &a, int64_t i)
{
    uint32_t slot, item;
    if (a.from.slot) return load(a.from.slot + i);
    take_tag<M>(a, i, &slot, &item);
    return slot;
}

/* The digit of a tag; of a lane without one, the number of digits. */
FN uint32_t digit_of(uint32_t slot, int shift, int bits, bool live)
{
    return live ? slot >> shift & ((1u << bits) - 1) : 1u << bits;
}

/* My tag of the group's window k in a tile. */
template <int ITEMS, int GROUP>
FN int64_t tag_at(int64_t tile, int k)
{
    return tile + (group_id<GROUP>() * ITEMS + k) * GROUP + lane_id<GROUP>();
}

/* ---- the first kernel: a block counts the digits of its share; n slots read ---- */

/* The rank of my tag among those of its digit that the group has met; `met` counts them. */
template <int GROUP, int BITS>
FN uint32_t rank_digit(uint32_t digit, uint32_t *met)
{
    lane_set<GROUP> peers = group_few_peers<GROUP, BITS>(digit);
    uint32_t first = load(met + digit);
    group_sync<GROUP>(); /* all have read */
    if (is_first_peer<GROUP>(peers)) store(met + digit, first + (uint32_t)bit_count(peers));
    group_sync<GROUP>();
    return first + (uint32_t)bit_count((lane_set<GROUP>)(peers & lanes_before<GROUP>(lane_id<GROUP>())));
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 768 / BLOCK)
count_digits_kernel(sort_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, COUNTS = (1 << most_digit_bits(BLOCK)) + 1;
    SHARED(uint32_t, counts, GROUPS * COUNTS);
    uint32_t *met = counts + group_id<GROUP>() * COUNTS;
    int digits = 1 << a.bits;
    for (int d = lane_id<GROUP>(); d <= digits; d += GROUP)
        store(met + d, 0u);
    group_sync<GROUP>();
    share mine = share_of(a.tiles, block_id());
    for (int64_t t = mine.first; t < mine.last; t++) {
        uint32_t digit[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int64_t i = tag_at<ITEMS, GROUP>(t * (BLOCK * ITEMS), k);
            bool live = i < a.count_all;
            digit[k] = digit_of(live ? take_slot<M>(a, i) : 0, a.shift, a.bits, live);
        }
        UNROLL for (int k = 0; k < ITEMS; k++) rank_digit<GROUP, most_digit_bits(BLOCK) + 1>(digit[k], met);
    }
    block_sync();
    for (int d = thread_id(); d < digits; d += BLOCK) {
        uint32_t sum = 0; /* covers groups [0, g) */
        for (int g = 0; g < GROUPS; g++)
            sum += load(counts + g * COUNTS + d);
        store(a.count + d * a.parts + block_id(), sum);
    }
}

/* ---- the second kernel: a block a digit, the exclusive scan of its counts ---- */

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

/* The sum of what threads before me have; *all: of what all have. Meets twice; sums: GROUPS of them. */
template <int BLOCK, int GROUP>
FN uint32_t counted_before(uint32_t mine, uint32_t *sums, uint32_t *all)
{
    constexpr int GROUPS = BLOCK / GROUP;
    uint32_t left = group_scan<count_sum, GROUP>(no_params(), mine); /* covers my group up to me */
    block_sync();                                                    /* sums have been read */
    if (lane_id<GROUP>() == GROUP - 1) store(sums + group_id<GROUP>(), left);
    block_sync();
    left -= mine;
    *all = 0;
    for (int g = 0; g < GROUPS; g++) {
        uint32_t sum = load(sums + g);
        if (g < group_id<GROUP>()) left += sum;
        *all += sum; /* covers groups 0 to g */
    }
    return left;
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, 1)
scan_counts_kernel(sort_arguments<M> a)
{
    SHARED(uint32_t, sums, BLOCK / GROUP);
    uint32_t *count = a.count + block_id() * a.parts, carry = 0; /* covers parts [0, first) */
    for (int64_t first = 0; first < a.parts; first += BLOCK) {
        int64_t at = first + thread_id();
        uint32_t all, mine = at < a.parts ? load(count + at) : 0;
        uint32_t left = counted_before<BLOCK, GROUP>(mine, sums, &all);
        if (at < a.parts) store(count + at, carry + left);
        carry += all;
    }
    if (thread_id() == 0) store(a.total + block_id(), carry);
}

/* ---- the third kernel: a block moves the tags of its share; n tags read and written ---- */

/* A block's tile in shared memory, whose tags are sorted by digit. */
template <int BLOCK, int ITEMS, int GROUP>
struct sorted_tile {
    static constexpr int GROUPS = BLOCK / GROUP, DIGITS = 1 << most_digit_bits(BLOCK);
    uint32_t before[GROUPS][DIGITS + 1];  /* tags of digit d in group g, then in the groups before it */
    uint32_t size[DIGITS], first[DIGITS]; /* tags of digit d, and those of smaller digits */
    uint32_t next[DIGITS];                /* where the first of the digit's goes to */
    uint32_t sums[GROUPS];
    uint32_t slot[BLOCK * ITEMS], item[BLOCK * ITEMS];
};

/* Its bytes: none of the other kernels takes more. */
COMPILE_TIME uint64_t sort_shared(int block, int items, int group)
{
    int groups = block / group, digits = 1 << most_digit_bits(block);
    return sizeof(uint32_t) * (uint64_t)(groups * (digits + 1) + 3 * digits + groups + 2 * block * items);
}

/* From the groups' counts, where tags lie in the tile and in the list. All threads; they meet. */
template <int BLOCK, int ITEMS, int GROUP>
FN void lay_out(sorted_tile<BLOCK, ITEMS, GROUP> *tile, uint32_t digits)
{
    uint32_t fewer = 0; /* tags of digits before `from` */
    for (uint32_t from = 0; from < digits; from += BLOCK) {
        uint32_t d = from + (uint32_t)thread_id(), sum = 0, all;
        for (int g = 0; g < BLOCK / GROUP && d < digits; g++) {
            uint32_t here = load(&tile->before[g][d]);
            store(&tile->before[g][d], sum); /* covers groups [0, g) */
            sum += here;
        }
        uint32_t left = counted_before<BLOCK, GROUP>(sum, tile->sums, &all);
        if (d < digits) {
            store(&tile->next[d],
                  load(&tile->next[d]) + load(&tile->size[d])); /* the tile's before this one */
            store(&tile->size[d], sum);
            store(&tile->first[d], fewer + left);
        }
        fewer += all;
    }
    block_sync();
}

/* Loads the tile's tags and sorts them into shared memory; how many there are. All threads; they meet. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN int sort_tile(const sort_arguments<M> &a, int64_t at, sorted_tile<BLOCK, ITEMS, GROUP> *tile)
{
    uint32_t slot[ITEMS], item[ITEMS], rank[ITEMS], digits = 1u << a.bits;
    uint32_t *met = tile->before[group_id<GROUP>()];
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = tag_at<ITEMS, GROUP>(at, k);
        slot[k] = item[k] = 0;
        if (i < a.count_all) take_tag<M>(a, i, slot + k, item + k);
    }
    for (uint32_t d = (uint32_t)lane_id<GROUP>(); d <= digits; d += GROUP)
        store(met + d, 0u);
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        bool live = tag_at<ITEMS, GROUP>(at, k) < a.count_all;
        rank[k] =
            rank_digit<GROUP, most_digit_bits(BLOCK) + 1>(digit_of(slot[k], a.shift, a.bits, live), met);
    }
    block_sync();
    lay_out<BLOCK, ITEMS, GROUP>(tile, digits);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (tag_at<ITEMS, GROUP>(at, k) >= a.count_all) continue;
        uint32_t digit = digit_of(slot[k], a.shift, a.bits, true);
        uint32_t place = load(&tile->first[digit]) + load(met + digit) + rank[k];
        store(&tile->slot[place], slot[k]);
        store(&tile->item[place], item[k]);
    }
    block_sync();
    return (int)smaller(BLOCK * ITEMS, a.count_all - at);
}

/* Where the share's tags of each digit go to: behind those of smaller digits and of the shares before. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN void begin_share(const sort_arguments<M> &a, sorted_tile<BLOCK, ITEMS, GROUP> *tile)
{
    uint32_t fewer = 0, digits = 1u << a.bits; /* tags of digits before `from` */
    for (uint32_t from = 0; from < digits; from += BLOCK) {
        uint32_t d = from + (uint32_t)thread_id(), all;
        uint32_t left = counted_before<BLOCK, GROUP>(d < digits ? load(a.total + d) : 0, tile->sums, &all);
        if (d < digits) {
            store(&tile->next[d], fewer + left + load(a.count + d * a.parts + block_id()));
            store(&tile->size[d], 0u);
        }
        fewer += all;
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 768 / BLOCK)
move_tags_kernel(sort_arguments<M> a)
{
    typedef sorted_tile<BLOCK, ITEMS, GROUP> sorted;
    static_assert(sizeof(sorted) == sort_shared(BLOCK, ITEMS, GROUP), "it has no padding");
    SHARED(sorted, tile, 1);
    begin_share<M, BLOCK, ITEMS, GROUP>(a, tile);
    share mine = share_of(a.tiles, block_id());
    for (int64_t t = mine.first; t < mine.last; t++) {
        int count = sort_tile<M, BLOCK, ITEMS, GROUP>(a, t * (BLOCK * ITEMS), tile);
        for (int j = thread_id(); j < count; j += BLOCK) {
            uint32_t slot = load(&tile->slot[j]), digit = digit_of(slot, a.shift, a.bits, true);
            int64_t to = (int64_t)load(&tile->next[digit]) + j - load(&tile->first[digit]);
            store(a.to.slot + to, slot);
            store(a.to.item + to, load(&tile->item[j]));
        } /* threads meet in the next tile before they write what is read here */
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Tags that a thread has of a tile: as many as a block has shared memory for. */
COMPILE_TIME int sort_items(int block)
{
    return block < 64 ? 3 : 16;
}

/* Bits of the slots. */
inline int sort_bits(const struct job *job)
{
    int bits = 1;
    for (uint64_t rest = (job->rows * job->keys - 1) >> 1; rest; rest >>= 1)
        bits++;
    return bits;
}

/* Shares: one a block, as many as run at once with 85 registers a thread. */
inline int64_t sort_parts(const struct job *job, const struct launch_shape *shape)
{
    int64_t tiles = ceiling((int64_t)job_items(job), (int64_t)shape->block * sort_items((int)shape->block));
    return larger(1, smaller(resident_blocks(job, shape->block) * 3 / 4, tiles / least_windows(shape)));
}

inline uint64_t up_to_256(uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/* Bytes of a list of tags' two parts, and of the counts and totals. */
inline uint64_t tags_bytes(const struct job *job)
{
    return up_to_256(job_items(job) * sizeof(uint32_t));
}

inline uint64_t counts_bytes(const struct job *job, const struct launch_shape *shape)
{
    uint64_t digits = UINT64_C(1) << most_digit_bits((int)shape->block);
    return up_to_256(digits * (uint64_t)(sort_parts(job, shape) + 1) * sizeof(uint32_t));
}

/* Two lists of tags, and the counts. */
inline uint64_t sort_scratch(const struct job *job, const struct launch_shape *shape)
{
    return 4 * tags_bytes(job) + counts_bytes(job, shape);
}

/* Enqueues a pass. */
template <class M, int BLOCK, int GROUP>
static inline bool sort_pass(const struct job *job, const sort_arguments<M> &a, struct text *why)
{
    constexpr int ITEMS = sort_items(BLOCK);
    return launch("count_digits", count_digits_kernel<M, BLOCK, ITEMS, GROUP>, a.parts, BLOCK, GROUP, job, a,
                  why) &&
           launch("scan_counts", scan_counts_kernel<M, BLOCK, GROUP>, (int64_t)1 << a.bits, BLOCK, GROUP, job,
                  a, why) &&
           launch("move_tags", move_tags_kernel<M, BLOCK, ITEMS, GROUP>, a.parts, BLOCK, GROUP, job, a, why);
}

/* Enqueues the sort; the tags, sorted, are where it returns. There are items and keys. */
template <class M, int BLOCK, int GROUP>
static inline bool sort_enqueue(const struct job *job, const struct launch_shape *shape,
                                const keyed_arguments<M> &keyed, tag_list *sorted, struct text *why)
{
    int64_t parts = sort_parts(job, shape), items = (int64_t)job_items(job);
    unsigned char *at = static_cast<unsigned char *>(job->scratch);
    uint32_t *part[4], *total = reinterpret_cast<uint32_t *>(at + 4 * tags_bytes(job));
    for (uint64_t p = 0; p < 4; p++)
        part[p] = reinterpret_cast<uint32_t *>(at + p * tags_bytes(job));
    uint32_t *count = total + (1 << most_digit_bits(BLOCK));
    sharing tiles = share_out(ceiling(items, BLOCK * sort_items(BLOCK)), parts);
    int passes = (int)ceiling(sort_bits(job), most_digit_bits(BLOCK));
    int bits = (int)ceiling(sort_bits(job), passes);
    sort_arguments<M> a = {
        keyed, {nullptr, nullptr}, {part[0], part[1]}, count, total, items, parts, tiles, 0, bits};
    for (int pass = 0; pass < passes; pass++) {
        a.shift = pass * bits;
        if (!sort_pass<M, BLOCK, GROUP>(job, a, why)) return false;
        *sorted = a.to;
        a.from = a.to;
        a.to = pass % 2 ? tag_list{part[0], part[1]} : tag_list{part[2], part[3]};
    }
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
