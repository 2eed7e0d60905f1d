/* SPDX-License-Identifier: MIT
 * The radix sort that the documents build on scans, for those who sort inside. All of it stays on the device. */
#ifndef FOLDCHECK_APPS_RADIX_SORT_H
#define FOLDCHECK_APPS_RADIX_SORT_H

#include "program.h"

struct radix_sort {
    struct program *program;
    uint32_t *keys[2], *values[2]; /* arrays of the program; [0]: what is sorted, and then the result */
    struct columns counts;         /* four i64 columns */
};

/* Arrays for that many items, and for values, or without them. */
bool radix_sort_open(struct radix_sort *sort, struct program *program, uint64_t items, bool values);

/* Scratch for a sort of such rows. */
bool radix_sort_reserve(struct radix_sort *sort, uint64_t rows, uint64_t length);

/* Sorts the pairs of each row by key as i32, smallest first; equal keys keep their order. 16 scans, which read 4 bytes an
 * item and write 32, and 16 scatters. With a strategy that is wrong the pairs are wrong, but no key or value is there that
 * was not, except 0, and nothing else is written. */
bool radix_sort_rows(struct radix_sort *sort, uint64_t rows, uint64_t length);

#endif
