/* SPDX-License-Identifier: MIT
 * A block's tile, sorted by a digit in shared memory, stably: group g has items [g * ITEMS * GROUP, (g + 1) * ITEMS *
 * GROUP) of the tile, its lane l those that lie GROUP apart from the l-th on. Votes rank the items of a digit within a
 * group; sums over groups and digits say where they go. */
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

/* Where the tile's items of each digit go to. */
template <int BLOCK, int GROUP, int BITS>
struct tile_digits {
    static constexpr int GROUPS = BLOCK / GROUP, DIGITS = 1 << BITS;
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

/* The ranks of a thread's items among those of their digit that its group has, by votes on VOTES bits; bit k of `live`:
 * item k is there. Its counts, which begin with 0, are in met. */
template <int ITEMS, int GROUP, int VOTES>
FN void rank_by_votes(uint16_t *met, const uint32_t *digit, uint32_t live, uint32_t *rank)
{
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        bool there = live >> k & 1;
        lane_set<GROUP> peers = group_ballot<GROUP>(there) & group_few_peers<GROUP, VOTES>(digit[k]);
        uint32_t before = there ? load(met + digit[k]) : 0;
        group_sync<GROUP>(); /* all have read */
        if (there && is_first_peer<GROUP>(peers))
            store(met + digit[k], (uint16_t)(before + (uint32_t)bit_count(peers)));
        group_sync<GROUP>();
        rank[k] =
            before + (uint32_t)bit_count((lane_set<GROUP>)(peers & lanes_before<GROUP>(lane_id<GROUP>())));
    }
}

/* The same of digits of `bits` bits. The group's counts are left in tile->before. All threads. */
template <int BLOCK, int ITEMS, int GROUP, int BITS>
FN void rank_digits(tile_digits<BLOCK, GROUP, BITS> *tile, const uint32_t *digit, uint32_t live, int bits,
                    uint32_t *rank)
{
    uint16_t *met = tile->before[group_id<GROUP>()];
    for (int d = lane_id<GROUP>(); d < 1 << bits; d += GROUP)
        store(met + d, (uint16_t)0);
    group_sync<GROUP>();
    if (bits <= (BITS + 1) / 2)
        rank_by_votes<ITEMS, GROUP, (BITS + 1) / 2>(met, digit, live, rank);
    else
        rank_by_votes<ITEMS, GROUP, BITS>(met, digit, live, rank);
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

/* Where an item goes to in the sorted tile. */
template <int BLOCK, int GROUP, int BITS>
FN uint32_t sorted_place(const tile_digits<BLOCK, GROUP, BITS> *tile, uint32_t digit, uint32_t rank)
{
    return load(&tile->first[digit]) + load(&tile->before[group_id<GROUP>()][digit]) + rank;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
