/* SPDX-License-Identifier: MIT
 * Shares of ranks and the tails that they gather: all items, tiles and ranks that are few, and the rows that begin at any
 * item. */
#include "unit.h"

#include <inttypes.h>

#include "fleet/states.h"

enum { MOST_ITEMS = 21, MOST_TILE = 5, MOST_SHARES = 9 };

/* Typed by hand. */
static const struct {
    const char *says;
    uint64_t items, tile;
    uint32_t ranks, rank;
    struct share share;
} shares[] = {
    {"all of one rank", 10, 1, 1, 0, {0, 10}},
    {"the first ranks have one more", 10, 1, 4, 1, {3, 6}},
    {"the last ranks have one less", 10, 1, 4, 3, {8, 10}},
    {"whole tiles", 10, 4, 2, 0, {0, 8}},
    {"a part of the last tile", 10, 4, 2, 1, {8, 10}},
    {"nothing", 3, 1, 9, 3, {3, 3}},
    {"nothing at all", 0, 4, 3, 0, {0, 0}},
    {"more items than 32 bits count", (uint64_t)1 << 40, 1024, 4, 3, {(uint64_t)3 << 38, (uint64_t)1 << 40}},
};

static bool share_is_right(size_t row, struct text *why)
{
    struct share got = share_of(shares[row].items, shares[row].tile, shares[row].ranks, shares[row].rank);
    const struct share *expected = &shares[row].share;
    if (got.begin == expected->begin && got.end == expected->end) return true;
    return text_say(why, "expected [%" PRIu64 ",%" PRIu64 "), got [%" PRIu64 ",%" PRIu64 ")", expected->begin,
                    expected->end, got.begin, got.end);
}

/* Calls a check for all items, tiles and numbers of ranks. */
static bool for_all(bool (*holds)(uint64_t items, uint64_t tile, uint32_t ranks), struct text *why)
{
    for (uint64_t items = 0; items <= MOST_ITEMS; items++)
        for (uint64_t tile = 1; tile <= MOST_TILE; tile++)
            for (uint32_t ranks = 1; ranks <= MOST_SHARES; ranks++)
                if (!holds(items, tile, ranks))
                    return text_say(why, "not so of %" PRIu64 " items in tiles of %" PRIu64 ", %u ranks",
                                    items, tile, ranks);
    return true;
}

static bool in_order(uint64_t items, uint64_t tile, uint32_t ranks)
{
    uint64_t next = 0, least = UINT64_MAX, most = 0;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        struct share share = share_of(items, tile, ranks, rank);
        uint64_t tiles = (share.end - share.begin + tile - 1) / tile;
        if (share.begin != next || share.end < share.begin) return false;
        if (share.begin < items && share.begin % tile) return false;
        next = share.end;
        least = tiles < least ? tiles : least;
        most = tiles > most ? tiles : most;
    }
    return next == items && most - least <= 1;
}

static bool shares_are_in_order_and_even(struct text *why)
{
    return for_all(in_order, why);
}

static bool one_rank_ends_each_row(uint64_t items, uint64_t tile, uint32_t ranks)
{
    for (uint64_t end = 0; end <= items; end++) {
        int owners = 0;
        for (uint32_t rank = 0; rank < ranks; rank++)
            owners += share_ends_row(share_of(items, tile, ranks, rank), rank, end);
        if (owners != 1) return false;
    }
    return true;
}

static bool each_row_is_one_ranks_to_write(struct text *why)
{
    return for_all(one_rank_ends_each_row, why);
}

/* The tails before a rank have the row's items before its share, each once and in order. */
static bool items_are_in_tails(uint64_t items, uint64_t tile, uint32_t ranks)
{
    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint64_t begin = share_of(items, tile, ranks, rank).begin;
        for (uint64_t row_begin = 0; row_begin <= begin; row_begin++) {
            struct tails tails = tails_before(row_begin, items, tile, ranks, rank);
            uint64_t next = row_begin;
            for (uint32_t r = tails.from; r < tails.to; r++) {
                struct share share = share_of(items, tile, ranks, r);
                uint64_t from = share.begin > row_begin ? share.begin : row_begin;
                if (from != next || share.end < from || (share.begin < share.end && share.end == from))
                    return false;
                next = share.end;
            }
            if (next != begin || tails.to != rank) return false;
        }
    }
    return true;
}

static bool tails_have_what_lies_before(struct text *why)
{
    return for_all(items_are_in_tails, why);
}

static bool a_rank_gets_a_state_from_each_other(struct text *why)
{
    uint64_t got = tails_bytes(4, 12);
    return got == 36 || text_say(why, "expected 36 bytes, got %" PRIu64, got);
}

static const struct unit_test tests[] = {
    NAMED_ROWS(share_is_right, shares, says),  TEST(shares_are_in_order_and_even),
    TEST(each_row_is_one_ranks_to_write),      TEST(tails_have_what_lies_before),
    TEST(a_rank_gets_a_state_from_each_other),
};
UNIT(shares, tests);
