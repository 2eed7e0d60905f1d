/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* qsort_r */
#include "rounds.h"
#include "samples.h"
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double significant = 0.001, confidence = 0.99;

static int compare_times(const void *left, const void *right, void *user)
{
    const struct past_times *a = *(const struct past_times *const *)left,
                            *b = *(const struct past_times *const *)right;
    const struct past_run *runs = user;
    int order = strcmp(a->timed, b->timed);
    if (order) return order;
    int64_t one = runs[a->run].time, other = runs[b->run].time;
    return one != other ? (one > other) - (one < other) : (a->run > b->run) - (a->run < b->run);
}

/* A side's times by case, and for each case in the order of its runs. */
static size_t take(const struct compared *side, const struct past_times ***taken)
{
    const struct history *history = side->history;
    const struct past_times **at = calloc(history->times.count + 1, sizeof *at);
    size_t count = 0;
    *taken = at;
    if (!at) return SIZE_MAX;
    for (size_t i = 0; i < history->times.count; i++) {
        const struct past_times *times = &history->times.at[i];
        if (side->has[times->run] && (times->samples || times->wrong[0])) at[count++] = times;
    }
    qsort_r(at, count, sizeof *at, compare_times, history->runs.at);
    return count;
}

static size_t end_of(const struct past_times **at, size_t first, size_t count)
{
    size_t end = first;
    while (end < count && at[end]->timed == at[first]->timed)
        end++;
    return end;
}

/* Why a launch of these times failed, or NULL; those without a failure are moved to the front. */
static const char *take_wrong(const struct past_times **at, size_t count, size_t *good)
{
    const char *wrong = NULL;
    *good = 0;
    for (size_t i = 0; i < count; i++)
        if (at[i]->wrong[0])
            wrong = at[i]->wrong;
        else
            at[(*good)++] = at[i];
    return wrong;
}

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The interval of the median by order statistics: as many of `count` rounds are cut off at either end as chance
 * allows. */
static size_t cut_off(size_t count)
{
    double chance = ldexp(1, -(int)count), tail = 0;
    size_t cut = 0;
    while (cut < count && 2 * (tail + chance) <= 1 - confidence) {
        tail += chance;
        cut++;
        chance = chance * (double)(count - cut + 1) / (double)cut;
    }
    return cut;
}

static struct judged_times judge(const struct past_times **base, const struct past_times **head,
                                 size_t rounds)
{
    double change[MOST_PAIRS] = {0};
    struct judged_times judged = {.timed = head[0]->timed};
    judged.rounds = rounds < MOST_PAIRS ? rounds : MOST_PAIRS;
    for (size_t i = 0; i < judged.rounds; i++)
        change[i] = log(samples_spread(head[i]).median / samples_spread(base[i]).median);
    judged.p = signed_rank(change, judged.rounds);
    qsort(change, judged.rounds, sizeof *change, compare_reals);
    size_t cut = cut_off(judged.rounds);
    double middle = (change[(judged.rounds - 1) / 2] + change[judged.rounds / 2]) / 2;
    judged.change = expm1(middle);
    judged.least = cut ? expm1(change[cut - 1]) : -1;
    judged.most = cut ? expm1(change[judged.rounds - cut]) : INFINITY;
    return judged;
}

/* The test's least p is 2^(1 - rounds). */
size_t rounds_enough(size_t count)
{
    size_t rounds = 1;
    while (ldexp((double)count, 1 - (int)rounds) >= significant)
        rounds++;
    return rounds;
}

static bool conclude(struct judged_times *judged, size_t count, double bound)
{
    double *p = malloc((count + 1) * sizeof *p);
    size_t cases = 0, next = 0;
    if (!p) return false;
    for (size_t i = 0; i < count; i++)
        if (judged[i].rounds) p[cases++] = judged[i].p;
    bool done = holm(p, cases);
    for (size_t i = 0; i < count; i++) {
        struct judged_times *at = &judged[i];
        if (!at->rounds) continue;
        at->p = p[next++];
        at->enough = rounds_enough(cases);
        bool beyond = fabs(at->change) > bound, sure = at->p < significant;
        if (beyond && sure)
            at->are = at->change > 0 ? TIMES_SLOWER : TIMES_FASTER;
        else
            at->are = at->least >= -bound && at->most <= bound ? TIMES_SAME : TIMES_UNKNOWN;
    }
    free(p);
    return done;
}

/* One case: the base's times [0, bases), the head's [0, heads); either may be none. False if there is nothing to
 * say. */
static bool judge_case(const struct past_times **base, size_t bases, const struct past_times **head,
                       size_t heads, struct judged_times *judged)
{
    size_t was, is;
    const char *was_wrong = take_wrong(base, bases, &was), *wrong = take_wrong(head, heads, &is);
    if (wrong && !was_wrong) {
        *judged = (struct judged_times){.timed = head[0]->timed, .are = TIMES_WRONG, .wrong = wrong};
        return true;
    }
    if (!heads) *judged = (struct judged_times){.timed = base[0]->timed, .are = TIMES_GONE};
    if (was && is) *judged = judge(base, head, was < is ? was : is);
    return !heads || (was && is);
}

size_t rounds_judge(const struct compared *base, const struct compared *head, double bound,
                    struct judged_times **judged)
{
    const struct past_times **was, **is;
    size_t bases = take(base, &was), heads = take(head, &is), b = 0, h = 0, count = 0;
    bool good = bases != SIZE_MAX && heads != SIZE_MAX;
    *judged = good ? calloc(bases + heads + 1, sizeof **judged) : NULL;
    good = *judged != NULL;
    while (good && heads && (b < bases || h < heads)) {
        int order = b == bases ? 1 : h == heads ? -1 : strcmp(was[b]->timed, is[h]->timed);
        size_t b_end = order <= 0 ? end_of(was, b, bases) : b, h_end = order >= 0 ? end_of(is, h, heads) : h;
        const struct past_run *run =
            order >= 0 ? &head->history->runs.at[is[h]->run] : &base->history->runs.at[was[b]->run];
        if (judge_case(was + b, b_end - b, is + h, h_end - h, &(*judged)[count]))
            (*judged)[count++].run = run;
        b = b_end;
        h = h_end;
    }
    good = good && conclude(*judged, count, bound);
    free(was);
    free(is);
    return good ? count : SIZE_MAX;
}
