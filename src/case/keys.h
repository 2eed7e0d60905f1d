/* SPDX-License-Identifier: MIT
 * The keys of a keyed problem's items, and where a stable sort by row and key puts each item: its place. The items of a
 * key of a row have places one behind the other, in the order in which they lie, and item i has the value of its place:
 * so a span of a key is whole only if its items, all of them and no others, were combined in order.
 *
 * Keys without a distribution take turns, 0 1 2 0 1 2 ..., or are listed (0 past the list's end). Else, of K keys, with
 * h = splitmix64(seed + i * 0x9e3779b97f4a7c15) of item i: uniform    h mod K; geometric  the trailing zeros of h, at
 *                                                                     most
 * K - 1: every key half as often as the one before; giant      one key, by the seed, has every second item, the others
 * fall uniformly; halfempty  of each pair of keys 2j, 2j + 1 one, by the seed, has no items; sorted     keys rise
 *                            within a
 * row, in runs of about one length; runs       runs of 1 to 16 items, by the seed, each with a key of its own. */
#ifndef FOLDCHECK_KEYS_H
#define FOLDCHECK_KEYS_H

#include "problem.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero-initialise it once; then it can be filled again and again. */
struct item_keys {
    uint64_t rows, length, keys; /* rows of `length` items; `keys` keys in each */
    uint32_t *key;               /* of each item */
    uint64_t *place;             /* of each item */
    /* Where the places of key k of row r begin: first[r * keys + k]; behind them, the number of items. */
    uint64_t *first;
    uint64_t item_room, first_room;
};

/* The keys and places of a problem's items. False, and why, without memory for them. */
bool item_keys_fill(struct item_keys *keys, const struct problem *problem, struct text *why);

/* The same of keys from elsewhere, `stride` bytes apart: the problem's shape says how many. False where one of them is
 * not below the shape's number of keys, too; `why` names the first. */
bool item_keys_take(struct item_keys *keys, const struct problem *problem, const void *from, int64_t stride,
                    struct text *why);

void item_keys_free(struct item_keys *keys);

#ifdef __cplusplus
}
#endif
#endif
