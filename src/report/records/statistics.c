/* SPDX-License-Identifier: MIT */
#include "statistics.h"
#include "data.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- signed ranks ---- */

struct ranked {
    double size;
    bool positive;
    unsigned twice; /* its rank, times two: ties have halves */
};

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    return (a->size > b->size) - (a->size < b->size);
}

/* Ranks from 1; equal sizes share the mean of theirs. */
static void rank(struct ranked *at, size_t count)
{
    qsort(at, count, sizeof *at, compare_ranked);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && !(at[end].size > at[first].size); end++)
            ;
        for (size_t i = first; i < end; i++)
            at[i].twice = (unsigned)(first + 1 + end);
    }
}

/* chance[s]: of all choices of signs, the share whose positive ranks add up to s / 2. */
static void spread_chances(const struct ranked *at, size_t count, double *chance, unsigned most)
{
    unsigned reached = 0;
    memset(chance, 0, (most + 1) * sizeof *chance);
    chance[0] = 1;
    for (size_t i = 0; i < count; i++) {
        reached += at[i].twice;
        for (unsigned s = reached + 1; s-- > 0;)
            chance[s] = (chance[s] + (s >= at[i].twice ? chance[s - at[i].twice] : 0)) / 2;
    }
}

double signed_rank(const double *difference, size_t count)
{
    struct ranked at[MOST_PAIRS];
    size_t kept = 0;
    unsigned sum = 0, most = 0;
    assert(count <= MOST_PAIRS);
    for (size_t i = 0; i < count; i++)
        if (difference[i] > 0 || difference[i] < 0)
            at[kept++] = (struct ranked){.size = fabs(difference[i]), .positive = difference[i] > 0};
    rank(at, kept);
    for (size_t i = 0; i < kept; i++) {
        most += at[i].twice;
        sum += at[i].positive ? at[i].twice : 0;
    }
    if (kept == 0) return 1;
    double *chance = malloc((most + 1) * sizeof *chance), tail = 0;
    if (!chance) return 1;
    spread_chances(at, kept, chance, most);
    unsigned low = sum < most - sum ? sum : most - sum;
    for (unsigned s = 0; s <= low; s++)
        tail += chance[s];
    free(chance);
    return tail < 0.5 ? 2 * tail : 1;
}

/* ---- Holm ---- */

static int compare_levels(const void *left, const void *right)
{
    const double *const *a = left, *const *b = right;
    return (**a > **b) - (**a < **b);
}

bool holm(double *p, size_t count)
{
    double **order = malloc((count + 1) * sizeof *order), before = 0;
    if (!order) return false;
    for (size_t i = 0; i < count; i++)
        order[i] = &p[i];
    qsort(order, count, sizeof *order, compare_levels);
    for (size_t i = 0; i < count; i++) {
        double level = *order[i] * (double)(count - i);
        before = level > before ? level : before;
        *order[i] = before < 1 ? before : 1;
    }
    free(order);
    return true;
}

/* ---- change points ---- */

/* The best place to cut a part of a series, and how much the sides differ there. */
struct cut {
    size_t at;
    double size;
};

/* Distances between all points that are moved over the cut one after the other: within the left, within the right,
 * across. */
static struct cut best_cut(const double *x, size_t count, size_t least)
{
    struct cut best = {0, -1};
    double left = 0, right = 0, across = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            right += fabs(x[i] - x[k]);
    for (size_t cut = 1; cut + least <= count; cut++) {
        double to_left = 0, to_right = 0;
        for (size_t i = 0; i < cut - 1; i++)
            to_left += fabs(x[cut - 1] - x[i]);
        for (size_t i = cut; i < count; i++)
            to_right += fabs(x[cut - 1] - x[i]);
        left += to_left;
        right -= to_right;
        across += to_right - to_left;
        if (cut < least) continue;
        double m = (double)cut, n = (double)(count - cut);
        double size =
            m * n / (m + n) * (2 * across / (m * n) - 2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1)));
        if (size > best.size) best = (struct cut){cut, size};
    }
    return best;
}

static void shuffle(double *x, size_t count, uint64_t *state)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)(splitmix64((*state)++) % i);
        double kept = x[i - 1];
        x[i - 1] = x[k];
        x[k] = kept;
    }
}

struct search {
    const double *series;
    const struct change_request *request;
    struct change_point *found;
    size_t count;
    double *scratch;
    uint64_t state;
};

static double chance_of(struct search *search, size_t first, size_t end, double size)
{
    size_t count = end - first;
    unsigned as_large = 0;
    memcpy(search->scratch, search->series + first, count * sizeof *search->scratch);
    for (unsigned i = 0; i < search->request->permutations; i++) {
        shuffle(search->scratch, count, &search->state);
        as_large += best_cut(search->scratch, count, search->request->least).size >= size;
    }
    return (1.0 + as_large) / (1.0 + search->request->permutations);
}

/* Cuts [first, end), and then both sides. */
static void cut_part(struct search *search, size_t first, size_t end)
{
    size_t least = search->request->least;
    if (end - first < 2 * least) return;
    struct cut cut = best_cut(search->series + first, end - first, least);
    if (cut.size <= 0) return;
    double p = chance_of(search, first, end, cut.size);
    if (p > search->request->level) return;
    cut_part(search, first, first + cut.at);
    search->found[search->count++] = (struct change_point){first + cut.at, p};
    cut_part(search, first + cut.at, end);
}

size_t change_points(const double *series, size_t count, const struct change_request *request,
                     struct change_point *found)
{
    assert(request->least >= 2);
    struct search search = {.series = series, .request = request, .found = found, .state = request->seed};
    search.scratch = malloc((count + 1) * sizeof *search.scratch);
    if (!search.scratch) return SIZE_MAX;
    cut_part(&search, 0, count);
    free(search.scratch);
    return search.count;
}
