/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct spread samples_spread(const struct past_times *times)
{
    size_t count = (size_t)times->samples;
    double *at = count ? malloc(count * sizeof *at) : NULL;
    if (!at) return (struct spread){0, 0, 0, 0, 0};
    memcpy(at, times->sample, count * sizeof *at);
    qsort(at, count, sizeof *at, compare_reals);
    struct spread spread = {at[0], at[count / 4], at[count / 2], at[count - 1 - count / 4], at[count - 1]};
    free(at);
    return spread;
}
