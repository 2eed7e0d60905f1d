/* SPDX-License-Identifier: MIT */
#include "k_means.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static float squared_distance(const struct k_means *k, uint64_t point, const float *centre)
{
    float sum = 0;
    for (uint64_t d = 0; d < k->d; d++) {
        float apart = k->point[point * k->d + d] - centre[d];
        sum += apart * apart;
    }
    return sum;
}

static uint32_t nearest(const struct k_means *k, uint64_t point, const float *centre)
{
    uint32_t best = 0;
    float least = squared_distance(k, point, centre);
    for (uint32_t c = 1; c < k->k; c++) {
        float distance = squared_distance(k, point, centre + c * k->d);
        if (distance < least) least = distance, best = c;
    }
    return best;
}

uint64_t k_means_assign(const struct k_means *k, const float *centre, uint32_t *member)
{
    uint64_t changed = 0;
    for (uint64_t i = 0; i < k->points; i++) {
        uint32_t best = nearest(k, i, centre);
        changed += best != member[i];
        member[i] = best;
    }
    return changed;
}

/* What the next centres must be: means, and what they may be off. */
struct means {
    double *mean, *slack; /* [k][d]; owned */
    uint64_t *size;       /* [k]; owned */
};

static bool means_open(const struct k_means *k, struct means *means, struct text *where)
{
    means->mean = app_alloc(k->k * k->d, sizeof *means->mean, where);
    means->slack = means->mean ? app_alloc(k->k * k->d, sizeof *means->slack, where) : NULL;
    means->size = means->slack ? app_alloc(k->k, sizeof *means->size, where) : NULL;
    return means->size;
}

static void means_close(struct means *means)
{
    free(means->mean);
    free(means->slack);
    free(means->size);
}

static void take_means(const struct k_means *k, const uint32_t *member, uint32_t roundings,
                       struct means *means)
{
    memset(means->size, 0, k->k * sizeof *means->size);
    for (uint64_t at = 0; at < k->k * k->d; at++)
        means->mean[at] = means->slack[at] = 0;
    for (uint64_t i = 0; i < k->points; i++)
        means->size[member[i]]++;
    for (uint64_t i = 0; i < k->points; i++)
        for (uint64_t d = 0; d < k->d; d++) {
            double part = (double)k->point[i * k->d + d] / (double)means->size[member[i]];
            means->mean[member[i] * k->d + d] += part;
            means->slack[member[i] * k->d + d] += fabs(part) * (double)roundings * (double)FLT_EPSILON;
        }
}

static bool centres_equal(const struct k_means *k, uint32_t turn, const struct means *means,
                          const float *centre, struct text *where)
{
    for (uint64_t at = 0; at < k->k * k->d; at++)
        if (!(fabs((double)centre[at] - means->mean[at]) <= means->slack[at] + (double)FLT_MIN))
            return text_say(
                where, "turn %u, centre %" PRIu64 ", coordinate %" PRIu64 ": expected %g within %g, got %g",
                turn, at / k->d, at % k->d, means->mean[at], means->slack[at], (double)centre[at]);
    return true;
}

static bool turns_follow(const struct k_means *k, const struct k_means_turns *got, uint32_t *member,
                         struct means *means, struct text *where)
{
    const float *centres = got->centres;
    for (uint32_t t = 0; t < got->turns; t++, centres += k->k * k->d) {
        uint64_t changed = k_means_assign(k, centres, member);
        if (changed == 0)
            return t + 1 == got->turns ||
                   text_say(where, "turns: nothing changed in turn %u, but %u came", t + 1, got->turns);
        take_means(k, member, got->roundings, means);
        if (!centres_equal(k, t + 1, means, centres + k->k * k->d, where)) return false;
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
    struct means means = {0};
    uint32_t *own = app_alloc(k->points, sizeof *own, where);
    bool done = own && means_open(k, &means, where);
    if (done && memcmp(got->centres, k->point, k->k * k->d * sizeof *got->centres) != 0)
        done = text_say(where, "centres: expected the first %" PRIu64 " points at first", k->k);
    if (done) memset(own, NO_CLUSTER, k->points * sizeof *own);
    done = done && turns_follow(k, got, own, &means, where) && members_equal(k, own, got->member, where);
    means_close(&means);
    free(own);
    return done;
}
