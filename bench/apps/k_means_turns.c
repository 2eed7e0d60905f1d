/* SPDX-License-Identifier: MIT */
#include "k_means.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 8 }; /* centres whose distances are found side by side */

bool k_means_sums_open(const struct k_means *k, struct k_means_sums *sums, struct text *why)
{
    uint64_t groups = (k->k + AT_ONCE - 1) / AT_ONCE;
    *sums = (struct k_means_sums){0};
    sums->beside = app_alloc(groups * AT_ONCE * k->d, sizeof *sums->beside, why);
    sums->sum = sums->beside ? app_alloc(k->k * k->d, sizeof *sums->sum, why) : NULL;
    sums->magnitude = sums->sum ? app_alloc(k->k * k->d, sizeof *sums->magnitude, why) : NULL;
    sums->size = sums->magnitude ? app_alloc(k->k, sizeof *sums->size, why) : NULL;
    return sums->size;
}

void k_means_sums_close(struct k_means_sums *sums)
{
    free(sums->beside);
    free(sums->sum);
    free(sums->magnitude);
    free(sums->size);
}

/* [groups][d][AT_ONCE], with zeros behind the last centre. */
static void put_beside(const struct k_means *k, const float *centre, float *beside)
{
    for (uint64_t first = 0; first < k->k; first += AT_ONCE)
        for (uint64_t d = 0; d < k->d; d++)
            for (uint64_t c = first; c < first + AT_ONCE; c++)
                *beside++ = c < k->k ? centre[c * k->d + d] : 0;
}

/* Each distance is added up in the order of the dimensions. */
static void squared_distances(const float *restrict point, const float *restrict beside, uint64_t dimensions,
                              float *restrict distance)
{
    float sum[AT_ONCE] = {0};
    for (uint64_t d = 0; d < dimensions; d++)
        for (int c = 0; c < AT_ONCE; c++) {
            float apart = point[d] - beside[d * AT_ONCE + (uint64_t)c];
            sum[c] += apart * apart;
        }
    memcpy(distance, sum, sizeof sum);
}

/* Of equal distances the first. */
static uint32_t nearest(const struct k_means *k, const float *point, const float *beside)
{
    float distance[AT_ONCE], least = 0;
    uint32_t best = 0;
    for (uint64_t c = 0; c < k->k; c++) {
        if (c % AT_ONCE == 0) squared_distances(point, beside + c * k->d, k->d, distance);
        if (c == 0 || distance[c % AT_ONCE] < least) least = distance[c % AT_ONCE], best = (uint32_t)c;
    }
    return best;
}

static void add_point(const float *restrict point, uint64_t dimensions, double *restrict sum,
                      double *restrict magnitude)
{
    for (uint64_t d = 0; d < dimensions; d++) {
        sum[d] += (double)point[d];
        magnitude[d] += fabs((double)point[d]);
    }
}

uint64_t k_means_turn(const struct k_means *k, const float *centre, uint32_t *member,
                      struct k_means_sums *sums)
{
    uint64_t changed = 0;
    put_beside(k, centre, sums->beside);
    memset(sums->size, 0, k->k * sizeof *sums->size);
    for (uint64_t at = 0; at < k->k * k->d; at++)
        sums->sum[at] = sums->magnitude[at] = 0;
    for (uint64_t i = 0; i < k->points; i++) {
        const float *point = k->point + i * k->d;
        uint32_t best = nearest(k, point, sums->beside);
        changed += best != member[i];
        member[i] = best;
        sums->size[best]++;
        add_point(point, k->d, sums->sum + best * k->d, sums->magnitude + best * k->d);
    }
    return changed;
}

double k_means_mean(const struct k_means *k, const struct k_means_sums *sums, uint64_t at)
{
    uint64_t size = sums->size[at / k->d];
    return size ? sums->sum[at] / (double)size : 0;
}

/* What a mean of floats may be off after so many roundings. */
static double mean_slack(const struct k_means *k, const struct k_means_sums *sums, uint64_t at,
                         uint32_t roundings)
{
    uint64_t size = sums->size[at / k->d];
    double off = (double)roundings * (double)FLT_EPSILON / 2;
    if (off >= 1) return INFINITY;
    return (size ? sums->magnitude[at] / (double)size : 0) * off / (1 - off) + (double)FLT_MIN;
}

static bool centres_equal(const struct k_means *k, uint32_t turn, const struct k_means_sums *sums,
                          uint32_t roundings, const float *centre, struct text *where)
{
    for (uint64_t at = 0; at < k->k * k->d; at++) {
        double mean = k_means_mean(k, sums, at), slack = mean_slack(k, sums, at, roundings);
        if (!(fabs((double)centre[at] - mean) <= slack))
            return text_say(
                where, "turn %u, centre %" PRIu64 ", coordinate %" PRIu64 ": expected %g within %g, got %g",
                turn, at / k->d, at % k->d, mean, slack, (double)centre[at]);
    }
    return true;
}

/* Whether the centres after the last turn are those before it. */
static bool centres_stay(const struct k_means *k, uint32_t turn, const float *centre, struct text *where)
{
    uint64_t all = k->k * k->d;
    for (uint64_t at = 0; at < all; at++)
        if (centre[all + at] != centre[at])
            return text_say(where, "turn %u changed no point, but coordinate %" PRIu64 " of centre %" PRIu64,
                            turn, at % k->d, at / k->d);
    return true;
}

static bool turns_follow(const struct k_means *k, const struct k_means_turns *got, uint32_t *member,
                         struct k_means_sums *sums, struct text *where)
{
    const float *centres = got->centres;
    for (uint32_t t = 0; t < got->turns; t++, centres += k->k * k->d) {
        uint64_t changed = k_means_turn(k, centres, member, sums);
        if (changed == 0 && t + 1 < got->turns)
            return text_say(where, "turns: nothing changed in turn %u, but %u came", t + 1, got->turns);
        if (changed == 0) return centres_stay(k, t + 1, centres, where);
        if (!centres_equal(k, t + 1, sums, got->roundings, centres + k->k * k->d, where)) return false;
    }
    return got->turns == k->most ||
           text_say(where, "turns: points changed in turn %u, which was the last", got->turns);
}

static bool members_equal(const struct k_means *k, const uint32_t *expected, const uint32_t *got,
                          struct text *where)
{
    for (uint64_t i = 0; i < k->points; i++)
        if (expected[i] != got[i])
            return text_say(where, "member, item %" PRIu64 " of %" PRIu64 " (u32): expected %u, got %u", i,
                            k->points, expected[i], got[i]);
    return true;
}

bool k_means_follows(const struct k_means *k, const struct k_means_turns *got, struct text *where)
{
    struct k_means_sums sums = {0};
    uint32_t *own = app_alloc(k->points, sizeof *own, where);
    bool done = own && k_means_sums_open(k, &sums, where);
    if (done && memcmp(got->centres, k->point, k->k * k->d * sizeof *got->centres) != 0)
        done = text_say(where, "centres: expected the first %" PRIu64 " points at first", k->k);
    if (done) memset(own, NO_CLUSTER, k->points * sizeof *own);
    done = done && turns_follow(k, got, own, &sums, where) && members_equal(k, own, got->member, where);
    k_means_sums_close(&sums);
    free(own);
    return done;
}
