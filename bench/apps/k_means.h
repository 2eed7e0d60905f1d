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

/* Each point joins the nearest centre, of equal ones the first. Returns how many changed. */
uint64_t k_means_assign(const struct k_means *k, const float *centre, uint32_t *member);

/* Whether each turn follows from the centres before it: `centres` is [turns + 1][k][d], `member` after the last turn.
 * Otherwise the first place where one does not. */
bool k_means_follows(const struct k_means *k, const uint32_t *member, uint32_t turns, const float *centres,
                     struct text *where);

#endif
