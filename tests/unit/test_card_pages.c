/* SPDX-License-Identifier: MIT
 * On which card a page lies, for the items that the card has in its share. */
#include "unit.h"

#include <inttypes.h>

#include "fleet/card_pages.h"

/* Typed by hand: bytes, bytes of an item, cards, a byte, whose it is. */
static const struct {
    const char *says;
    uint64_t bytes, item;
    uint32_t cards;
    uint64_t at;
    uint32_t owner;
} owners[] = {
    {"the first byte", 100, 4, 2, 0, 0},
    {"the last byte of the first share", 100, 4, 2, 51, 0},
    {"the first byte of the second share", 100, 4, 2, 52, 1},
    {"the last byte", 100, 4, 2, 99, 1},
    {"a byte of no item", 10, 0, 4, 9, 3},
    {"one card has all", 100, 4, 1, 99, 0},
    {"more cards than items", 8, 4, 4, 7, 1},
    {"large shares end where pages do", (uint64_t)4 << 30, 4, 4, (uint64_t)1 << 30, 1},
    {"so do those of bytes", (uint64_t)1 << 30, 1, 2, ((uint64_t)1 << 29) - 1, 0},
};

static bool owner_is_right(size_t row, struct text *why)
{
    uint32_t got = cards_owner(owners[row].bytes, owners[row].item, owners[row].cards, owners[row].at);
    return got == owners[row].owner || text_say(why, "expected card %u, got %u", owners[row].owner, got);
}

/* The page in which a large share begins is its card's, however many items there are. */
static bool large_shares_begin_with_a_page(struct text *why)
{
    for (uint64_t items = (uint64_t)1 << 27; items < (uint64_t)1 << 31; items = items * 3 / 2 + 1)
        for (uint32_t cards = 1; cards <= 4; cards++)
            for (uint32_t card = 0; card < cards; card++) {
                uint64_t begin = share_of(items, cards_tile(items, cards, 24), cards, card).begin;
                uint32_t owner = cards_owner(4 * items, 4, cards, 4 * begin);
                if (4 * begin % CARD_PAGE || owner != card)
                    return text_say(why,
                                    "%" PRIu64 " items, %u cards: card %u begins at item %" PRIu64
                                    ", whose page is card %u's",
                                    items, cards, card, begin, owner);
            }
    return true;
}

static const struct unit_test tests[] = {NAMED_ROWS(owner_is_right, owners, says),
                                         TEST(large_shares_begin_with_a_page)};
UNIT(card_pages, tests);
