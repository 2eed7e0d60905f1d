/* SPDX-License-Identifier: MIT
 * src/report/records/statistics.c against published tables, against values that SciPy 1.10 computed, and against series
 * whose changes are planted. */
#include "data.h"
#include "statistics.h"
#include "table.h"

#include <math.h>
#include <stdbool.h>

#define EXPECT(expression, expected_)                                                                        \
    do {                                                                                                     \
        double got_ = (expression), wanted_ = (expected_);                                                   \
        if (!(fabs(got_ - wanted_) <= 1e-9))                                                                 \
            fail_msg("%s: expected %.12g, got %.12g", #expression, wanted_, got_);                           \
    } while (0)

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
struct critical {
    const char *name;
    unsigned n, at_5, at_1;
};

static const struct critical criticals[] = {
    {"signed_rank: critical sums of 8 pairs", 8, 3, 0},
    {"signed_rank: critical sums of 9 pairs", 9, 5, 1},
    {"signed_rank: critical sums of 10 pairs", 10, 8, 3},
    {"signed_rank: critical sums of 11 pairs", 11, 10, 5},
    {"signed_rank: critical sums of 12 pairs", 12, 13, 7},
    {"signed_rank: critical sums of 13 pairs", 13, 17, 9},
    {"signed_rank: critical sums of 14 pairs", 14, 21, 12},
    {"signed_rank: critical sums of 15 pairs", 15, 25, 15},
    {"signed_rank: critical sums of 16 pairs", 16, 29, 19},
    {"signed_rank: critical sums of 20 pairs", 20, 52, 37},
    {"signed_rank: critical sums of 25 pairs", 25, 89, 68},
};

static void critical_sums_are_published_ones(void **state)
{
    const struct critical *row = *state;
    assert_true(of_signs(row->n, ranks_of(row->n, row->at_5)) <= 0.05);
    assert_true(of_signs(row->n, ranks_of(row->n, row->at_5 + 1)) > 0.05);
    assert_true(of_signs(row->n, ranks_of(row->n, row->at_1)) <= 0.01);
    assert_true(of_signs(row->n, ranks_of(row->n, row->at_1 + 1)) > 0.01);
}

static void few_pairs_have_large_p(void **state)
{
    (void)state;
    EXPECT(of_signs(11, 0), 2.0 / 2048);
    EXPECT(of_signs(0, 0), 1);
}

/* scipy.stats.wilcoxon(...).pvalue, the example of its documentation. */
static void example_of_scipy(void **state)
{
    static const double plants[] = {6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
    static const double zeros[] = {0, 0, 0};
    (void)state;
    EXPECT(signed_rank(plants, 15), 0.041259765625);
    EXPECT(signed_rank(zeros, 3), 1);
}

/* By counting all 2^n signs. */
static void ties_share_their_ranks(void **state)
{
    static const double ties[] = {1, 1, -1, 2, 2, 3, 0}, rank[] = {2, 2, 2, 4.5, 4.5, 6};
    unsigned as_far = 0;
    (void)state;
    for (unsigned signs = 0; signs < 64; signs++) {
        double sum = 0;
        for (int i = 0; i < 6; i++)
            sum += (signs >> i & 1) ? rank[i] : 0;
        as_far += fabs(sum - 10.5) >= 19 - 10.5;
    }
    EXPECT(signed_rank(ties, 7), as_far / 64.0);
}

/* scipy.stats.wilcoxon(v, mode="exact").pvalue of SciPy 1.10.1, where v has n numbers and the i-th one, counted from 1, is
 * (7919 i + 104729 k) % 9973 - (1500 + 900 k). */
struct series {
    const char *name;
    size_t n;
    int k;
    double p;
};

#define SERIES(n, k, p)                                                                                      \
    {                                                                                                        \
        "signed_rank: series " #k " of " #n " numbers", n, k, p                                              \
    }
static const struct series by_scipy[] = {
    SERIES(6, 1, 0.15625),
    SERIES(6, 2, 0.09375),
    SERIES(6, 3, 1),
    SERIES(8, 1, 0.1484375),
    SERIES(8, 2, 0.0390625),
    SERIES(8, 3, 0.84375),
    SERIES(11, 1, 0.0419921875),
    SERIES(11, 2, 0.0185546875),
    SERIES(11, 3, 0.7646484375),
    SERIES(15, 1, 0.01806640625),
    SERIES(15, 2, 0.012451171875),
    SERIES(15, 3, 0.5614013671875),
    SERIES(20, 1, 0.0136165618896484),
    SERIES(20, 2, 0.00830841064453125),
    SERIES(20, 3, 0.701181411743164),
    SERIES(34, 1, 8.89236107468605e-05),
    SERIES(34, 2, 0.00769296439830214),
    SERIES(34, 3, 0.221424916991964),
    SERIES(50, 1, 5.07020214612908e-06),
    SERIES(50, 2, 0.000162874443722316),
    SERIES(50, 3, 0.229748008854745),
};

static void series_equal_those_of_scipy(void **state)
{
    const struct series *row = *state;
    double series[MOST_PAIRS];
    for (size_t i = 0; i < row->n; i++)
        series[i] = ((int)(i + 1) * 7919 + row->k * 104729) % 9973 - (1500 + 900 * row->k);
    EXPECT(signed_rank(series, row->n), row->p);
}

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.9), "holm") */
static void holm_adjusts_as_r_does(void **state)
{
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.9};
    static const double adjusted[] = {0.04, 0.09, 0.09, 0.025, 0.9};
    (void)state;
    holm(p, 5);
    for (int i = 0; i < 5; i++)
        EXPECT(p[i], adjusted[i]);
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
    const struct change_request request = {.least = 2, .level = 0.01, .permutations = 199, .seed = 1};
    return change_points(series, POINTS, &request, found);
}

static void fill_noise(double *series, int change, double level, uint64_t *state)
{
    for (int i = 0; i < POINTS; i++)
        series[i] = (i < change ? 100 : level) + noise(state);
}

/* Is one of the changes at `at`, or within `off` of it? */
static bool has_change(const struct change_point *found, size_t count, size_t at, size_t off)
{
    for (size_t i = 0; i < count; i++)
        if (found[i].at + off >= at && found[i].at <= at + off) return true;
    return false;
}

/* A change of 5 % at noise of 1 %; a single spike is no change. */
static void changes_are_found_among_noise(void **state)
{
    double series[POINTS];
    struct change_point found[POINTS];
    uint64_t drawn = 7;
    unsigned alarms = 0, hits = 0, near = 0;
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        fill_noise(series, POINTS, 100, &drawn);
        series[30] += 40;
        alarms += changes_of(series, found) > 0;
        fill_noise(series, 37, 105, &drawn);
        size_t count = changes_of(series, found);
        hits += has_change(found, count, 37, 1);
        near += has_change(found, count, 37, 0);
    }
    print_message("of 40 series without a change %u have one; of 40 with one %u are found, %u at the place\n",
                  alarms, hits, near);
    assert_in_range(alarms, 0, 2);
    assert_in_range(hits, 38, 40);
    assert_in_range(near, 36, 40);
}

static void exact_steps_are_found_at_their_places(void **state)
{
    double series[POINTS];
    struct change_point found[POINTS];
    (void)state;
    for (int i = 0; i < POINTS; i++)
        series[i] = i < 20 ? 100 : i < 40 ? 80 : 130;
    assert_int_equal(changes_of(series, found), 2);
    assert_int_equal(found[0].at, 20);
    assert_int_equal(found[1].at, 40);
}

static void a_constant_series_has_no_change(void **state)
{
    double series[POINTS];
    struct change_point found[POINTS];
    (void)state;
    for (int i = 0; i < POINTS; i++)
        series[i] = 126;
    assert_int_equal(changes_of(series, found), 0);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, critical_sums_are_published_ones, criticals);
    TABLE_ADD(&table, series_equal_those_of_scipy, by_scipy);
    table_add(&table, few_pairs_have_large_p, NULL, "signed_rank: p of 11 pairs of one sign, and of none");
    table_add(&table, example_of_scipy, NULL, "signed_rank: the example of SciPy's documentation");
    table_add(&table, ties_share_their_ranks, NULL, "signed_rank: ties share their ranks");
    table_add(&table, holm_adjusts_as_r_does, NULL, "holm: adjusts as R does");
    table_add(&table, changes_are_found_among_noise, NULL, "change_points: a change of 5 % at noise of 1 %");
    table_add(&table, exact_steps_are_found_at_their_places, NULL, "change_points: exact steps");
    table_add(&table, a_constant_series_has_no_change, NULL, "change_points: a constant series has none");
    return table_run(&table, "statistics", argc, argv);
}
