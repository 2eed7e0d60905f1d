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

/* ---- entries of one kind, series by series ---- */

/* What the entries of a series have in common: names that are kept once. */
struct key {
    const char *name[4];
};

static struct key key_of_counted(const void *entry)
{
    return (struct key){{((const struct past_counters *)entry)->counted}};
}

static struct key key_of_timed(const void *entry)
{
    const struct past_times *times = entry;
    return (struct key){{times->series, times->card}};
}

static struct key key_of_verdict(const void *entry)
{
    const struct past_target *target = &((const struct past_verdict *)entry)->target;
    return (struct key){{target->subject, target->card, target->property, target->op}};
}

struct kind {
    struct key (*key_of)(const void *entry);
    int (*compare)(const void *left, const void *right, void *timeline); /* series, then places */
};
static const struct kind counted = {key_of_counted, compare_counted}, timed = {key_of_timed, compare_timed},
                         judged = {key_of_verdict, compare_verdicts};

struct series {
    struct key key;
    const void *entry; /* its first one */
    size_t number, count, end;
};

/* Open addressing: `place` has a series' number above 0, or 0. */
struct series_table {
    struct series *at;
    size_t *place;
    size_t count, room; /* of places, a power of two */
};

static size_t *place_of(const struct series_table *table, const struct key *key)
{
    uint64_t h = 0;
    for (size_t i = 0; i < 4; i++)
        h = (h ^ (uintptr_t)key->name[i]) * 0x9e3779b97f4a7c15, h ^= h >> 29;
    for (size_t i = (size_t)h & (table->room - 1);; i = (i + 1) & (table->room - 1)) {
        size_t number = table->place[i];
        if (number == 0 || memcmp(&table->at[number - 1].key, key, sizeof *key) == 0) return &table->place[i];
    }
}

static bool table_grow(struct series_table *table)
{
    size_t room = table->room ? 2 * table->room : 256;
    free(table->place);
    table->place = calloc(room, sizeof *table->place);
    table->room = table->place ? room : 0;
    for (size_t i = 0; table->place && i < table->count; i++)
        *place_of(table, &table->at[i].key) = i + 1;
    return table->place != NULL;
}

/* The number of the entry's series; SIZE_MAX without memory. */
static size_t series_of(struct series_table *table, struct key key, const void *entry)
{
    if (2 * table->count >= table->room && !table_grow(table)) return SIZE_MAX;
    size_t *place = place_of(table, &key);
    if (*place == 0) {
        if (!history_grow(&table->at, table->count, sizeof *table->at)) return SIZE_MAX;
        table->at[table->count] = (struct series){key, entry, table->count, 0, 0};
        *place = ++table->count;
    }
    table->at[*place - 1].count++;
    return *place - 1;
}

struct order {
    const struct timeline *timeline;
    const struct kind *kind;
};

static int compare_series(const void *left, const void *right, void *user)
{
    const struct series *a = left, *b = right;
    const struct order *order = user;
    int names = order->kind->compare(&a->entry, &b->entry, (void *)(uintptr_t)order->timeline);
    return names ? names : (a->number > b->number) - (a->number < b->number);
}

static int compare_numbers(const void *left, const void *right)
{
    const struct series *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Where each series begins in the order of their names; `end` is that place for now. */
static void place_series(const struct series_table *table, const struct order *order)
{
    size_t place = 0;
    qsort_r(table->at, table->count, sizeof *table->at, compare_series, (void *)(uintptr_t)order);
    for (size_t i = 0; i < table->count; place += table->at[i++].count)
        table->at[i].end = place;
    qsort(table->at, table->count, sizeof *table->at, compare_numbers);
}

/* Records are mostly in the order of their commits: a series is sorted only if it is not. */
static void sort_series(const void **at, size_t count, const struct order *order)
{
    bool sorted = true;
    for (size_t i = 1; sorted && i < count; i++)
        sorted = order->kind->compare(&at[i - 1], &at[i], (void *)(uintptr_t)order->timeline) <= 0;
    if (!sorted) qsort_r(at, count, sizeof *at, order->kind->compare, (void *)(uintptr_t)order->timeline);
}

/* `count` entries of `size` bytes by series and place; owned by the caller, NULL without memory. */
static void *take(const struct timeline *timeline, const struct kind *kind, const void *first, size_t count,
                  size_t size)
{
    const void **taken = calloc(count + 1, sizeof *taken);
    size_t *number = calloc(count + 1, sizeof *number), i = 0;
    struct series_table table = {0};
    const struct order order = {timeline, kind};
    const unsigned char *entry = first;
    bool good = taken && number;
    for (; good && i < count; i++) {
        number[i] = series_of(&table, kind->key_of(entry + i * size), entry + i * size);
        good = number[i] != SIZE_MAX;
    }
    if (good && count) place_series(&table, &order);
    for (i = 0; good && i < count; i++)
        taken[table.at[number[i]].end++] = entry + i * size;
    for (i = 0; good && i < table.count; i++)
        sort_series(taken + table.at[i].end - table.at[i].count, table.at[i].count, &order);
    free(table.at);
    free(table.place);
    free(number);
    if (good) return taken;
    free(taken);
    return NULL;
}

bool timeline_open(struct timeline *timeline, const struct history *history)
{
    *timeline = (struct timeline){.history = history};
    if (make_axis(timeline)) {
        timeline->counted = take(timeline, &counted, history->counters.at, history->counters.count,
                                 sizeof *history->counters.at);
        timeline->timed =
            take(timeline, &timed, history->times.at, history->times.count, sizeof *history->times.at);
        timeline->verdicts = take(timeline, &judged, history->verdicts.at, history->verdicts.count,
                                  sizeof *history->verdicts.at);
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
