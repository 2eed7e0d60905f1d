/* SPDX-License-Identifier: MIT
 * How the items of a problem are shared out among ranks, which are processes or cards: each has a contiguous share, in the
 * order of the ranks. Plain C, pure; hosts and kernels compile the same lines. */
#ifndef FOLDCHECK_SHARES_H
#define FOLDCHECK_SHARES_H

#include "op.h"

/* Items [begin, end). */
struct share {
    uint64_t begin, end;
};

/* The share of `rank` < ranks: whole tiles of `tile` > 0 items, as many for each rank, and one more for the first ranks
 * where they do not come out even. The last tile may be a part of one; a rank may have nothing. */
OP_FN struct share share_of(uint64_t items, uint64_t tile, uint32_t ranks, uint32_t rank)
{
    struct share share;
    uint64_t tiles = items / tile + (items % tile != 0), each = tiles / ranks, more = tiles % ranks;
    uint64_t first = each * rank + (rank < more ? rank : more), last = first + each + (rank < more ? 1 : 0);
    share.begin = first < tiles ? first * tile : items;
    share.end = last < tiles ? last * tile : items;
    return share;
}

/* Whether a row that ends before item `end` is this rank's to write the fold of: that of the rank that has the row's last
 * item. Of rows of no items, that of the item before it, and those before all items are the first rank's. */
OP_FN int share_ends_row(struct share share, uint32_t rank, uint64_t end)
{
    return end == 0 ? rank == 0 : share.begin < end && end <= share.end;
}

#endif
