/* SPDX-License-Identifier: MIT
 * How a row is folded that lies across the shares of several ranks. A rank folds its share and gathers one state from each
 * rank, the tail of its share: the fold of its items that belong to the row that goes on behind the share; the identity
 * where the share is empty, or where no row goes on. The row in which a share begins then begins with the tails of the
 * ranks in which it lies, folded in the order of the ranks: tail[from] . tail[from + 1] ... tail[rank - 1]. An initial
 * value is in the tail of the rank that has the row's first item. Plain C, pure. */
#ifndef FOLDCHECK_STATES_H
#define FOLDCHECK_STATES_H

#include "shares.h"

/* Ranks [from, to) whose tails are folded. */
struct tails {
    uint32_t from, to;
};

/* Those before the share of `rank`, whose first item is in a row that begins at item row_begin. None where the row
 * begins with the share. O(ranks). */
OP_FN struct tails tails_before(uint64_t row_begin, uint64_t items, uint64_t tile, uint32_t ranks,
                                uint32_t rank)
{
    struct tails tails;
    tails.from = 0;
    tails.to = rank;
    while (tails.from < rank && share_of(items, tile, ranks, tails.from).end <= row_begin)
        tails.from++;
    return tails;
}

/* The bytes of states that one rank gets from the others: `ranks` - 1 states of state_bytes bytes. Whatever the number of
 * items and rows, a fold moves no others. */
OP_FN uint64_t tails_bytes(uint32_t ranks, uint64_t state_bytes)
{
    return (uint64_t)(ranks - 1) * state_bytes;
}

#endif
