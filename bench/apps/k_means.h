/* SPDX-License-Identifier: MIT
 * k-means in sequential C, turn by turn. */
#ifndef FOLDCHECK_APPS_K_MEANS_H
#define FOLDCHECK_APPS_K_MEANS_H

#include "app.h"

enum { K_CLUSTERS, K_DIMENSIONS, K_TURNS, K_THREADS }; /* options */
enum { NO_CLUSTER = 0xff };                            /* each byte of a member before the first turn */

struct k_means {
    const float *point; /* [points][d] */
    uint64_t points, k, d, most, threads;
};

struct k_means k_means_of(const struct app_data *data);

/* What a turn adds up for the next centres. */
struct k_means_sums {
    float *beside;           /* the turn's centres, as the distances want them; owned, as the others */
    double *sum, *magnitude; /* [k][d]: of a cluster's points, and of what they are without their signs */
    uint64_t *size;          /* [k] */
};

/* False with the reason: no memory. Close them in any case. */
bool k_means_sums_open(const struct k_means *k, struct k_means_sums *sums, struct text *why);
void k_means_sums_close(struct k_means_sums *sums);

/* Each point joins the nearest centre, of equal ones the first, and is added up there. Returns how many changed.
 * O(points * k * d). */
uint64_t k_means_turn(const struct k_means *k, const float *centre, uint32_t *member,
                      struct k_means_sums *sums);

/* The mean at place `at` of [k][d]; 0 of a cluster without points. */
double k_means_mean(const struct k_means *k, const struct k_means_sums *sums, uint64_t at);

/* What came of a run. */
struct k_means_turns {
    const uint32_t *member;    /* after the last turn */
    uint32_t turns, roundings; /* roundings that a mean passes through, at most */
    const float *centres;      /* [turns + 1][k][d] */
};

/* Whether each turn follows from the centres before it; otherwise the first place where one does not. */
bool k_means_follows(const struct k_means *k, const struct k_means_turns *got, struct text *where);

#endif
