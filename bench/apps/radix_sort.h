/* SPDX-License-Identifier: MIT
 * The radix sort that the documents build on scans, for those who sort inside. */
#ifndef FOLDCHECK_APPS_RADIX_SORT_H
#define FOLDCHECK_APPS_RADIX_SORT_H

#include "passes.h"

/* Sorts the pairs of each row by key, smallest first; equal keys keep their order. keys and values: rows * length, host
 * memory, in place. 16 scans of rows * length items, 32 bytes of state an item. False with the reason. With a strategy
 * that is wrong the pairs are wrong, but no values come up that were not there, except 0. */
bool radix_sort_rows(struct passes *passes, uint64_t rows, uint64_t length, uint32_t *keys, uint32_t *values,
                     struct text *why);

#endif
