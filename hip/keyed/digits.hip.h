/* SPDX-License-Identifier: MIT
 * A block's tile, sorted by a digit in shared memory, stably: group g has items [g * ITEMS * GROUP, (g + 1) * ITEMS *
 * GROUP) of the tile, its lane l those that lie GROUP apart from the l-th on. Marks rank the items of a digit
 * within a group; sums over groups and digits say where they go. Where order does not matter, a counter for each digit
 * ranks them. */
#ifndef FOLDCHECK_KEYED_DIGITS_HIP_H
#define FOLDCHECK_KEYED_DIGITS_HIP_H

#include "hip/keyed/peers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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

/* Where the tile's items of each digit go to. Lanes find those that have their digit by marks, not by votes: 2^26
 * mss_i32 of 65536 keys took keyed_partition 1392 us instead of 1816 (H100, 2026-11-25). */
template <int BLOCK, int GROUP, int BITS>
struct tile_digits {
    static constexpr int GROUPS = BLOCK / GROUP, DIGITS = 1 << BITS;
    lane_set<GROUP> mark[GROUPS][DIGITS]; /* the group's lanes that have digit d now; none between items */
    uint16_t before[GROUPS][DIGITS];      /* items of digit d in group g, then in the groups before it */
    uint16_t size[DIGITS], first[DIGITS]; /* items of digit d, and those of smaller digits */
    uint32_t sums[GROUPS];
};

/* Item k of the thread in its tile. */
template <int ITEMS, int GROUP>
FN int place_in_tile(int k)
{
    return (group_id<GROUP>() * ITEMS + k) * GROUP + lane_id<GROUP>();
}

/* The lanes of my group that are there and have my digit: each marks itself. All lanes take part. */
template <int GROUP>
FN lane_set<GROUP> marked_peers(lane_set<GROUP> *mark, uint32_t digit, bool there)
{
    if (there) add_onto(mark + digit, (lane_set<GROUP>)((lane_set<GROUP>)1 << lane_id<GROUP>()));
    group_sync<GROUP>();
    return there ? load(mark + digit) : 0;
}

/* The ranks of a thread's items among those of their digit, of `bits` bits, that its group has, above bit 16 of the
 * digits; bit k of `live`: item k is there. The group's counts are left in tile->before. All threads. */
template <int BLOCK, int ITEMS, int GROUP, int BITS>
FN void rank_digits(tile_digits<BLOCK, GROUP, BITS> *tile, uint32_t *digit, uint32_t live, int bits)
{
    uint16_t *met = tile->before[group_id<GROUP>()];
    lane_set<GROUP> *mark = tile->mark[group_id<GROUP>()];
    for (int d = lane_id<GROUP>(); d < 1 << bits; d += GROUP) {
        store(met + d, (uint16_t)0);
        store(mark + d, (lane_set<GROUP>)0);
    }
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        bool there = live >> k & 1;
        lane_set<GROUP> peers = marked_peers<GROUP>(mark, digit[k], there);
        uint32_t before = there ? load(met + digit[k]) : 0;
        group_sync<GROUP>(); /* all have read */
        if (there && is_first_peer<GROUP>(peers)) {
            store(met + digit[k], (uint16_t)(before + (uint32_t)bit_count(peers)));
            store(mark + digit[k], (lane_set<GROUP>)0);
        }
        group_sync<GROUP>();
        peers &= lanes_before<GROUP>(lane_id<GROUP>());
        digit[k] |= (before + (uint32_t)bit_count(peers)) << 16;
    }
}

/* From the groups' counts, where items go to; how many there are. All threads; they meet, before and afterwards. */
template <int BLOCK, int GROUP, int BITS>
FN uint32_t lay_out(tile_digits<BLOCK, GROUP, BITS> *tile, int bits)
{
    uint32_t fewer = 0, digits = 1u << bits; /* items of digits before `from` */
    block_sync();
    for (uint32_t from = 0; from < digits; from += BLOCK) {
        uint32_t d = from + (uint32_t)thread_id(), sum = 0, all;
        for (int g = 0; g < BLOCK / GROUP && d < digits; g++) {
            uint32_t here = load(&tile->before[g][d]);
            store(&tile->before[g][d], (uint16_t)sum); /* covers groups [0, g) */
            sum += here;
        }
        uint32_t left = counted_before<BLOCK, GROUP>(sum, tile->sums, &all);
        if (d < digits) {
            store(&tile->size[d], (uint16_t)sum);
            store(&tile->first[d], (uint16_t)(fewer + left));
        }
        fewer += all;
    }
    block_sync();
    return fewer;
}

/* Sorts digits: leaves their items' ranks as above; how many there are. All threads; they meet. */
template <int BLOCK, int ITEMS, int GROUP, int BITS>
FN uint32_t sort_digits(tile_digits<BLOCK, GROUP, BITS> *tile, uint32_t *digit, uint32_t live, int bits)
{
    rank_digits<BLOCK, ITEMS, GROUP, BITS>(tile, digit, live, bits);
    return lay_out<BLOCK, GROUP, BITS>(tile, bits);
}

/* Where the tile's items of each digit go to, in any order among themselves. */
template <int BLOCK, int GROUP, int BITS>
struct loose_digits {
    static constexpr int GROUPS = BLOCK / GROUP, DIGITS = 1 << BITS;
    uint32_t size[DIGITS], first[DIGITS], sums[GROUPS]; /* as above */
};

/* As above, but an item's rank is its turn at the counter of its digit. */
template <int BLOCK, int ITEMS, int GROUP, int BITS>
FN uint32_t sort_digits(loose_digits<BLOCK, GROUP, BITS> *tile, uint32_t *digit, uint32_t live, int bits)
{
    uint32_t fewer = 0, digits = 1u << bits; /* items of digits before `from` */
    for (uint32_t d = (uint32_t)thread_id(); d < digits; d += BLOCK)
        store(&tile->size[d], 0u);
    block_sync();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (live >> k & 1) digit[k] |= add_to_word(&tile->size[digit[k]], 1u) << 16;
    }
    block_sync();
    for (uint32_t from = 0; from < digits; from += BLOCK) {
        uint32_t d = from + (uint32_t)thread_id(), all;
        uint32_t left = counted_before<BLOCK, GROUP>(d < digits ? load(&tile->size[d]) : 0, tile->sums, &all);
        if (d < digits) store(&tile->first[d], fewer + left);
        fewer += all;
    }
    block_sync();
    return fewer;
}

/* Where an item goes to in the sorted tile, by its digit and rank. */
template <int BLOCK, int GROUP, int BITS>
FN uint32_t sorted_place(const loose_digits<BLOCK, GROUP, BITS> *tile, uint32_t placed)
{
    return load(&tile->first[placed & 0xffff]) + (placed >> 16);
}

/* The same. */
template <int BLOCK, int GROUP, int BITS>
FN uint32_t sorted_place(const tile_digits<BLOCK, GROUP, BITS> *tile, uint32_t placed)
{
    return load(&tile->first[placed & 0xffff]) + load(&tile->before[group_id<GROUP>()][placed & 0xffff]) +
           (placed >> 16);
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Bytes of a tile_digits for each digit, or a few more of a loose_digits. */
COMPILE_TIME uint64_t digit_bytes(const struct launch_shape &shape)
{
    uint64_t groups = shape.block / shape.group, set = shape.group > 32 ? 8 : 4;
    return (2 + set) * groups + 4;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
