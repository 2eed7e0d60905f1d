/* SPDX-License-Identifier: MIT
 * Tests of significance. All of them are exact or permute with a fixed seed: the same numbers give the same answer. */
#ifndef FOLDCHECK_RECORD_STATISTICS_H
#define FOLDCHECK_RECORD_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_PAIRS = 200 };

/* Wilcoxon's signed-rank test of paired differences, two-sided: the share of all 2^n choices of signs whose rank sum is
 * at least as far from the middle. Zeros are left out and ties share their ranks, for which the share is exact, too. 1
 * without a difference. count is at most MOST_PAIRS. */
double signed_rank(const double *difference, size_t count);

/* Holm's correction: replaces each p by the least level at which it is significant among all of them. False without
 * memory. */
bool holm(double *p, size_t count);

/* Where a series changes: E-divisive (Matteson and James, "A nonparametric approach for multiple change point analysis
 * of multivariate data", JASA 109, 2014), with exponent 1. A change has at least `least` points (2 or more) on either
 * side, so that a single spike is none; it is kept if at most a share `level` of `permutations` shuffles has one as
 * large. Fills `at` (room for count) with the first index behind each change, in order, and p with its share. Returns
 * how many there are; SIZE_MAX without memory. Time: count squared for each permutation. */
struct change_request {
    size_t least;
    double level;
    unsigned permutations;
    uint64_t seed;
};
struct change_point {
    size_t at;
    double p;
};
size_t change_points(const double *series, size_t count, const struct change_request *request,
                     struct change_point *found);

#endif
