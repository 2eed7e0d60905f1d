/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* qsort_r */
#include "timeline.h"

#include <stdlib.h>
#include <string.h>

/* ---- the axis ---- */

static int64_t time_of(const struct past_run *run)
{
    return run->commit_time ? run->commit_time : run->time;
}

static int compare_runs(const void *left, const void *right, void *user)
{
    size_t one = *(const size_t *)left, other = *(const size_t *)right;
    const struct past_run *runs = user, *a = &runs[one], *b = &runs[other];
    if (time_of(a) != time_of(b)) return time_of(a) < time_of(b) ? -1 : 1;
    if (a->time != b->time) return a->time < b->time ? -1 : 1; /* commits of one second: as they were run, */
    return (one > other) - (one < other);                      /* then as the file has them */
}

/* Whether a run stands where the one before it does. Runs of a commit whose time is not known stand apart in the order
 * of their own times, so the commit is looked for further back, too. */
static size_t place_before(const struct timeline *timeline, const struct past_run *run)
{
    for (size_t i = timeline->count; run->commit[0] && i-- > 0;)
        if (timeline->at[i].commit == run->commit) return i;
    return timeline->count;
}

static bool make_axis(struct timeline *timeline)
{
    const struct history *history = timeline->history;
    size_t runs = history->runs.count, *order = calloc(runs + 1, sizeof *order);
    timeline->at = calloc(runs + 1, sizeof *timeline->at);
    timeline->place_of = calloc(runs + 1, sizeof *timeline->place_of);
    if (!order || !timeline->at || !timeline->place_of) {
        free(order);
        return false;
    }
    for (size_t i = 0; i < runs; i++)
        order[i] = i;
    qsort_r(order, runs, sizeof *order, compare_runs, history->runs.at);
    for (size_t i = 0; i < runs; i++) {
        const struct past_run *run = &history->runs.at[order[i]];
        size_t place = place_before(timeline, run);
        if (place == timeline->count)
            timeline->at[timeline->count++] = (struct place){run->commit, time_of(run), order[i]};
        timeline->place_of[order[i]] = place;
    }
    free(order);
    return true;
}

/* ---- what stands on it ---- */

static int compare_places(const struct timeline *timeline, size_t a, size_t b)
{
    size_t one = timeline->place_of[a], other = timeline->place_of[b];
    return one == other ? (a > b) - (a < b) : one < other ? -1 : 1;
}

/* Names are kept once, so most of them need no look at their letters. Numbers stand in their order: 2048 before 16384. */
static int compare_names(const char *a, const char *b)
{
    return a == b ? 0 : strverscmp(a, b);
}

static int compare_counted(const void *left, const void *right, void *user)
{
    const struct past_counters *a = *(const struct past_counters *const *)left,
                               *b = *(const struct past_counters *const *)right;
    int order = compare_names(a->counted, b->counted);
    return order ? order : compare_places(user, a->run, b->run);
}

static int compare_timed(const void *left, const void *right, void *user)
{
    const struct past_times *a = *(const struct past_times *const *)left,
                            *b = *(const struct past_times *const *)right;
    int order = compare_names(a->series, b->series);
    if (!order) order = compare_names(a->card, b->card);
    return order ? order : compare_places(user, a->run, b->run);
}

static int compare_verdicts(const void *left, const void *right, void *user)
{
    const struct past_verdict *a = *(const struct past_verdict *const *)left,
                              *b = *(const struct past_verdict *const *)right;
    const struct past_target *one = &a->target, *other = &b->target;
    int order = compare_names(one->subject, other->subject);
    if (!order) order = compare_names(one->card, other->card);
    if (!order) order = compare_names(one->property, other->property);
    if (!order) order = compare_names(one->op, other->op);
    return order ? order : compare_places(user, a->run, b->run);
}

size_t timeline_counted_end(const struct timeline *timeline, size_t first)
{
    size_t end = first, count = timeline->history->counters.count;
    while (end < count && timeline->counted[end]->counted == timeline->counted[first]->counted)
        end++;
    return end;
}

size_t timeline_timed_end(const struct timeline *timeline, size_t first)
{
    size_t end = first, count = timeline->history->times.count;
    const struct past_times *of = timeline->timed[first];
    while (end < count && timeline->timed[end]->series == of->series &&
           timeline->timed[end]->card == of->card)
        end++;
    return end;
}

size_t timeline_verdicts_end(const struct timeline *timeline, size_t first)
{
    size_t end = first, count = timeline->history->verdicts.count;
    const struct past_target *of = &timeline->verdicts[first]->target;
    for (; end < count; end++) {
        const struct past_target *at = &timeline->verdicts[end]->target;
        if (at->subject != of->subject || at->card != of->card || at->property != of->property ||
            at->op != of->op)
            break;
    }
    return end;
}

#define TAKE(TIMELINE, ARRAY, FROM, COMPARE)                                                                 \
    do {                                                                                                     \
        size_t count = (TIMELINE)->history->FROM.count;                                                      \
        (TIMELINE)->ARRAY = calloc(count + 1, sizeof *(TIMELINE)->ARRAY);                                    \
        for (size_t i = 0; (TIMELINE)->ARRAY && i < count; i++)                                              \
            (TIMELINE)->ARRAY[i] = &(TIMELINE)->history->FROM.at[i];                                         \
        if ((TIMELINE)->ARRAY)                                                                               \
            qsort_r((TIMELINE)->ARRAY, count, sizeof *(TIMELINE)->ARRAY, COMPARE, TIMELINE);                 \
    } while (0)

bool timeline_open(struct timeline *timeline, const struct history *history)
{
    *timeline = (struct timeline){.history = history};
    if (make_axis(timeline)) {
        TAKE(timeline, counted, counters, compare_counted);
        TAKE(timeline, timed, times, compare_timed);
        TAKE(timeline, verdicts, verdicts, compare_verdicts);
    }
    if (timeline->counted && timeline->timed && timeline->verdicts) return true;
    timeline_close(timeline);
    return false;
}

void timeline_close(struct timeline *timeline)
{
    free(timeline->at);
    free(timeline->place_of);
    free(timeline->counted);
    free(timeline->timed);
    free(timeline->verdicts);
    *timeline = (struct timeline){0};
}
