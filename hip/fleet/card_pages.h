/* SPDX-License-Identifier: MIT
 * Where the memory of several cards that are one device lies, and the shares of items that go with it: both sides, the backend
 * that places pages and the strategies that share items out, ask these functions. Plain C, pure. */
#ifndef FOLDCHECK_CARD_PAGES_H
#define FOLDCHECK_CARD_PAGES_H

#include "shares.h"

/* Bytes of a page, the least that one card holds; and items whose bytes fill whole pages, whatever their size. */
enum { CARD_PAGE = 1 << 21, CARD_TILE = CARD_PAGE };

/* The tile that `items` items are shared out by: where each of `cards` cards gets many pages, one that ends where a page does,
 * so that a card reads no other's memory; else `tile`. */
OP_FN uint64_t cards_tile(uint64_t items, uint32_t cards, uint64_t tile)
{
    return items / ((uint64_t)CARD_TILE * 8) >= cards ? (uint64_t)CARD_TILE : tile;
}

/* The card whose memory byte `at` < bytes of `bytes` bytes lies in: items of `item` bytes each, or bytes (0). */
OP_FN uint32_t cards_owner(uint64_t bytes, uint64_t item, uint32_t cards, uint64_t at)
{
    uint64_t size = item ? item : 1, items = bytes / size + (bytes % size != 0);
    uint64_t tile = cards_tile(items, cards, 1);
    uint32_t card = 0;
    while (card + 1 < cards && share_of(items, tile, cards, card).end <= at / size)
        card++;
    return card;
}

#endif
