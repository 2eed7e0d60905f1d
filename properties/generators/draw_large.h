/* SPDX-License-Identifier: MIT
 * The sizes at which somebody's kernels go wrong. Private to this folder, and to its test. */
#ifndef FOLDCHECK_DRAW_LARGE_H
#define FOLDCHECK_DRAW_LARGE_H

#include "fixture.h"

enum { MOST_LARGE_SIZES = 64 };

struct sizes {
    uint64_t most, size[MOST_LARGE_SIZES];
    size_t count;
};

/* Items of one row, or rows, in the order in which they are tried: 2^16 + 1, one more than the square of a block's threads, the most
 * that a device is given; of each constant c of the source 2c, c + 1, c, c - 1 and c * c up to that. Each is listed once. On a
 * card that has room, and where fixture->most_items is as much, the first items at a byte 2^31 and 2^32 follow. */
void large_sizes(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                 bool rows, struct sizes *sizes);

#endif
