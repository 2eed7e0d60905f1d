/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Few samples, as a launch has them, are sorted in place at no call a step. */
static void sort(double *at, size_t count)
{
    enum { FEW = 40 };
    if (count > FEW) qsort(at, count, sizeof *at, compare_reals);
    for (size_t i = 1; count <= FEW && i < count; i++) {
        double value = at[i];
        size_t k = i;
        for (; k > 0 && at[k - 1] > value; k--)
            at[k] = at[k - 1];
        at[k] = value;
    }
}

static struct spread spread_of(const struct past_times *times)
{
    size_t count = (size_t)times->samples;
    double few[64], *at = count <= sizeof few / sizeof few[0] ? few : malloc(count * sizeof *at);
    if (!at || !count) return (struct spread){0, 0, 0, 0, 0};
    memcpy(at, times->sample, count * sizeof *at);
    sort(at, count);
    struct spread spread = {at[0], at[count / 4], at[count / 2], at[count - 1 - count / 4], at[count - 1]};
    if (at != few) free(at);
    return spread;
}

void samples_note(struct past_times *times)
{
    times->spread = spread_of(times);
}

struct spread samples_spread(const struct past_times *times)
{
    return times->spread.most > 0 ? times->spread : spread_of(times);
}
