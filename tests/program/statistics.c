/* SPDX-License-Identifier: MIT
 * The statistics of src/report/records/ against published tables, against values that SciPy 1.10 computed, and against series whose changes are
 * planted. */
#include "data.h"
#include "statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failed;

static void expect(double got, double expected, const char *what)
{
    if (fabs(got - expected) <= 1e-9) return;
    printf("%s: %.12g, expected %.12g\n", what, got, expected);
    failed++;
}

/* ---- signed ranks ---- */

/* Differences 1 to n, negative where a bit of `minus` is set. */
static double of_signs(size_t n, uint64_t minus)
{
    double difference[MOST_PAIRS];
    for (size_t i = 0; i < n; i++)
        difference[i] = (minus >> i & 1) ? -(double)(i + 1) : (double)(i + 1);
    return signed_rank(difference, n);
}

/* Bits of a set of ranks from 1 to n that add up to w, the largest first. */
static uint64_t ranks_of(unsigned n, unsigned w)
{
    uint64_t bits = 0;
    for (unsigned rank = n; rank > 0; rank--)
        if (rank <= w) {
            bits |= (uint64_t)1 << (rank - 1);
            w -= rank;
        }
    return bits;
}

/* Two-sided critical values of Wilcoxon's test at 0.05 and 0.01 (McCornack, "Extended tables of the Wilcoxon matched pair signed
 * rank statistic", JASA 60, 1965): the largest rank sum that is significant. */
static void check_tables(void)
{
    static const struct {
        unsigned n, at_5, at_1;
    } row[] = {{8, 3, 0},    {9, 5, 1},    {10, 8, 3},   {11, 10, 5},  {12, 13, 7}, {13, 17, 9},
               {14, 21, 12}, {15, 25, 15}, {16, 29, 19}, {20, 52, 37}, {25, 89, 68}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        unsigned n = row[i].n;
        bool right = of_signs(n, ranks_of(n, row[i].at_5)) <= 0.05 &&
                     of_signs(n, ranks_of(n, row[i].at_5 + 1)) > 0.05 &&
                     of_signs(n, ranks_of(n, row[i].at_1)) <= 0.01 &&
                     of_signs(n, ranks_of(n, row[i].at_1 + 1)) > 0.01;
        if (!right)
            printf("signed_rank: n = %u: another critical value than %u or %u\n", n, row[i].at_5,
                   row[i].at_1);
        failed += !right;
    }
    expect(of_signs(11, 0), 2.0 / 2048, "the least p of 11 pairs");
    expect(of_signs(0, 0), 1, "no pairs");
}

static void check_scipy(void)
{
    /* scipy.stats.wilcoxon(...).pvalue, the example of its documentation; and ties by counting all 2^n signs. */
    static const double plants[] = {6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
    static const double ties[] = {1, 1, -1, 2, 2, 3, 0};
    static const double zeros[] = {0, 0, 0};
    expect(signed_rank(plants, 15), 0.041259765625, "scipy's example");
    expect(signed_rank(zeros, 3), 1, "no differences");
    unsigned as_far = 0;
    static const double rank[] = {2, 2, 2, 4.5, 4.5, 6};
    for (unsigned signs = 0; signs < 64; signs++) {
        double sum = 0;
        for (int i = 0; i < 6; i++)
            sum += (signs >> i & 1) ? rank[i] : 0;
        as_far += fabs(sum - 10.5) >= 19 - 10.5;
    }
    expect(signed_rank(ties, 7), as_far / 64.0, "ties");
}

/* scipy.stats.wilcoxon(v, mode="exact").pvalue of SciPy 1.10.1, where v has n numbers and the i-th one, counted from 1, is
 * (7919 i + 104729 k) % 9973 - (1500 + 900 k). */
static void check_series_by_scipy(void)
{
    static const struct {
        size_t n;
        int k;
        double p;
    } row[] = {{6, 1, 0.15625},
               {6, 2, 0.09375},
               {6, 3, 1},
               {8, 1, 0.1484375},
               {8, 2, 0.0390625},
               {8, 3, 0.84375},
               {11, 1, 0.0419921875},
               {11, 2, 0.0185546875},
               {11, 3, 0.7646484375},
               {15, 1, 0.01806640625},
               {15, 2, 0.012451171875},
               {15, 3, 0.5614013671875},
               {20, 1, 0.0136165618896484},
               {20, 2, 0.00830841064453125},
               {20, 3, 0.701181411743164},
               {34, 1, 8.89236107468605e-05},
               {34, 2, 0.00769296439830214},
               {34, 3, 0.221424916991964},
               {50, 1, 5.07020214612908e-06},
               {50, 2, 0.000162874443722316},
               {50, 3, 0.229748008854745}};
    for (size_t r = 0; r < sizeof row / sizeof row[0]; r++) {
        double series[MOST_PAIRS];
        for (size_t i = 0; i < row[r].n; i++)
            series[i] = ((int)(i + 1) * 7919 + row[r].k * 104729) % 9973 - (1500 + 900 * row[r].k);
        expect(signed_rank(series, row[r].n), row[r].p, "a series by SciPy");
    }
}

static void check_holm(void)
{
    /* R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.9), "holm") */
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.9};
    static const double adjusted[] = {0.04, 0.09, 0.09, 0.025, 0.9};
    holm(p, 5);
    for (int i = 0; i < 5; i++)
        expect(p[i], adjusted[i], "holm");
}

/* ---- change points ---- */

/* Noise of about the given share: the sum of twelve uniform numbers. */
static double noise(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(splitmix64((*state)++) >> 11) / 9007199254740992.0;
    return sum;
}

enum { POINTS = 60 };

static size_t changes_of(double *series, struct change_point *found)
{
    const struct change_wish wish = {.least = 2, .level = 0.01, .permutations = 199, .seed = 1};
    return change_points(series, POINTS, &wish, found);
}

static void check_changes(void)
{
    double series[POINTS];
    struct change_point found[POINTS];
    uint64_t state = 7;
    unsigned alarms = 0, hits = 0, near = 0;
    for (int trial = 0; trial < 40; trial++) {
        for (int i = 0; i < POINTS; i++)
            series[i] = 100 + noise(&state);
        series[30] += 40; /* a single spike is no change */
        alarms += changes_of(series, found) > 0;
        for (int i = 0; i < POINTS; i++)
            series[i] = (i < 37 ? 100 : 105) + noise(&state);
        size_t count = changes_of(series, found);
        for (size_t i = 0; i < count; i++)
            if (found[i].at >= 36 && found[i].at <= 38) {
                hits++;
                near += found[i].at == 37;
                break;
            }
    }
    printf("change points: %u of 40 series without a change have one; of 40 with 5 %% at noise of 1 %% %u "
           "are found, %u at the place\n",
           alarms, hits, near);
    failed += alarms > 2 || hits < 38 || near < 36;
    for (int i = 0; i < POINTS; i++)
        series[i] = i < 20 ? 100 : i < 40 ? 80 : 130;
    size_t count = changes_of(series, found);
    bool both = count == 2 && found[0].at == 20 && found[1].at == 40;
    if (!both) printf("change points: %zu in exact steps at 20 and 40\n", count);
    failed += !both;
    for (int i = 0; i < POINTS; i++)
        series[i] = 126;
    count = changes_of(series, found);
    if (count) printf("change points: %zu in a series that does not change\n", count);
    failed += count != 0;
}

int main(void)
{
    check_tables();
    check_scipy();
    check_series_by_scipy();
    check_holm();
    check_changes();
    if (!failed) puts("the statistics agree with the tables");
    return failed != 0;
}
