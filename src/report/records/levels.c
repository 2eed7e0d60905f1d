/* SPDX-License-Identifier: MIT */
#include "levels.h"
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BASE_COMMITS = 9 }; /* whose median is the base's level */
static const double least_bound = 0.02;

/* One figure of a case over the places that have it. */
struct track {
    double *value, *sorted; /* owned */
    size_t *place;          /* owned */
    size_t count;
};

static bool track_open(struct track *track, size_t room)
{
    *track = (struct track){.value = calloc(room + 1, sizeof *track->value),
                            .sorted = calloc(room + 1, sizeof *track->sorted),
                            .place = calloc(room + 1, sizeof *track->place)};
    return track->value && track->sorted && track->place;
}

static void track_close(struct track *track)
{
    free(track->value);
    free(track->sorted);
    free(track->place);
}

/* The last run of a commit counts. */
static void track_add(struct track *track, size_t place, double value)
{
    bool again = track->count && track->place[track->count - 1] == place;
    size_t at = again ? track->count - 1 : track->count++;
    track->place[at] = place;
    track->value[at] = value;
}

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median_of(struct track *track, const double *value, size_t count)
{
    if (!count) return 0;
    memcpy(track->sorted, value, count * sizeof *value);
    qsort(track->sorted, count, sizeof *value, compare_reals);
    return track->sorted[count / 2];
}

/* Three standard deviations of commits' medians, as a share of their median, by their median distance from it. */
static double spread_of(struct track *track, size_t first, size_t count, double median)
{
    double distance[BASE_COMMITS];
    for (size_t i = 0; i < count; i++)
        distance[i] = fabs(track->value[first + i] - median);
    return median > 0 ? 3 * 1.4826 * median_of(track, distance, count) / median : 0;
}

/* The points that are the base's: the last ones at or before it, else the first one there is. */
static size_t base_points(const struct track *track, size_t base, size_t *first)
{
    size_t end = 0;
    while (end < track->count && track->place[end] <= base)
        end++;
    if (end == 0) end = 1;
    *first = end > BASE_COMMITS ? end - BASE_COMMITS : 0;
    return end - *first;
}

/* From the newest point back: how many lie beyond `limit`, above it or below it. */
static size_t beyond(const struct track *track, size_t first, double limit, bool above)
{
    size_t count = 0;
    while (count < track->count - first) {
        double value = track->value[track->count - 1 - count];
        if (above ? value <= limit : value >= limit) break;
        count++;
    }
    return count;
}

/* Judges what a track has behind its base; `exact`: every difference counts. */
static void judge(struct level *level, struct track *track, size_t base, double bound)
{
    size_t first, points = base_points(track, base, &first), rest = first + points;
    level->newest = track->place[track->count - 1];
    level->base = bound > 0 ? median_of(track, track->value + first, points) : track->value[rest - 1];
    if (bound > 0 && points >= 3) bound = fmax(bound, spread_of(track, first, points, level->base));
    level->bound = bound;
    size_t worse = beyond(track, rest, level->base * (1 + bound), true),
           better = worse ? 0 : beyond(track, rest, level->base * (1 - bound), false);
    size_t tail = worse ? worse : better;
    level->is = worse ? LEVEL_WORSE : better ? LEVEL_BETTER : LEVEL_SAME;
    if (!tail && level->newest < base) level->is = LEVEL_UNKNOWN;
    level->points = tail;
    level->since = tail ? track->place[track->count - tail] : level->newest;
    level->good = track->count > tail ? track->place[track->count - tail - 1] : level->since;
    level->now = bound > 0 && tail ? median_of(track, track->value + track->count - tail, tail)
                                   : track->value[track->count - 1];
    level->change = level->base > 0 ? level->now / level->base - 1 : level->now > level->base ? INFINITY : 0;
}

/* ---- costs ---- */

/* The figure of a case that became worst; else the one that became best. */
static struct level judge_counts(const struct timeline *timeline, size_t first, size_t end, size_t base,
                                 struct track *track)
{
    const struct past_counters *newest = timeline->counted[end - 1];
    struct level worst = {.line = newest->counted, .first = first, .end = end, .figure = newest->name[0]};
    worst.run = &timeline->history->runs.at[newest->run];
    for (int figure = 0; figure < newest->count; figure++) {
        struct level level = worst;
        track->count = 0;
        for (size_t i = first; i < end; i++)
            if (figure < timeline->counted[i]->count)
                track_add(track, timeline->place_of[timeline->counted[i]->run],
                          (double)timeline->counted[i]->value[figure]);
        level.figure = newest->name[figure];
        judge(&level, track, base, 0);
        bool more = level.is == LEVEL_WORSE && (worst.is != LEVEL_WORSE || level.change > worst.change),
             less = level.is == LEVEL_BETTER && worst.is != LEVEL_WORSE && level.change < worst.change;
        if (figure == 0 || more || less) worst = level;
    }
    return worst;
}

/* ---- times ---- */

/* A standard deviation's worth of a launch's noise, where there are too few commits to tell that of a run. */
static double bound_of(const struct past_times *times)
{
    struct spread spread = samples_spread(times);
    double half = spread.median > 0 ? (spread.upper - spread.lower) / 2 / spread.median : 0;
    return fmax(least_bound, 3 * 1.4826 * half);
}

static struct level judge_times(const struct timeline *timeline, size_t first, size_t end, size_t base,
                                struct track *track)
{
    const struct past_times *newest = timeline->timed[end - 1], *oldest = NULL;
    struct level level = {.line = newest->series, .card = newest->card, .figure = "time", .timed = true};
    track->count = 0;
    for (size_t i = first; i < end; i++) {
        const struct past_times *times = timeline->timed[i];
        size_t place = timeline->place_of[times->run];
        if (!times->samples || times->wrong[0]) continue;
        if (!oldest || place <= base) oldest = times;
        track_add(track, place, samples_spread(times).median);
    }
    level.first = first;
    level.end = end;
    level.run = &timeline->history->runs.at[newest->run];
    level.is = LEVEL_UNKNOWN;
    if (!track->count) return level;
    size_t from, points = base_points(track, base, &from);
    judge(&level, track, base, points < 3 ? bound_of(oldest) : least_bound);
    if (newest->wrong[0]) level.is = LEVEL_UNKNOWN;
    return level;
}

/* ---- all ---- */

static bool add_level(struct levels *levels, struct level level)
{
    if (!history_grow(&levels->at, levels->count, sizeof *levels->at)) return false;
    levels->at[levels->count++] = level;
    return true;
}

bool levels_open(struct levels *levels, const struct timeline *timeline, size_t base)
{
    const struct history *history = timeline->history;
    size_t most =
        history->counters.count > history->times.count ? history->counters.count : history->times.count;
    struct track track;
    *levels = (struct levels){.base = base};
    bool good = track_open(&track, most);
    for (size_t first = 0, end; good && first < history->counters.count; first = end) {
        end = timeline_counted_end(timeline, first);
        good = add_level(levels, judge_counts(timeline, first, end, base, &track));
    }
    for (size_t first = 0, end; good && first < history->times.count; first = end) {
        end = timeline_timed_end(timeline, first);
        good = add_level(levels, judge_times(timeline, first, end, base, &track));
    }
    track_close(&track);
    if (!good) levels_close(levels);
    return good;
}

void levels_close(struct levels *levels)
{
    free(levels->at);
    *levels = (struct levels){0};
}

/* ---- failures ---- */

bool verdict_is_bad(const struct past_verdict *verdict)
{
    return verdict->verdict == VERDICT_FAIL || verdict->verdict == VERDICT_BROKEN;
}

/* The newest failure of a target on its card. */
static const struct past_failure *failure_of(const struct timeline *timeline,
                                             const struct past_target *target)
{
    const struct history *history = timeline->history;
    const struct past_failure *newest = NULL;
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *at = &history->failures.at[i];
        bool same = at->target.subject == target->subject && at->target.op == target->op &&
                    at->target.card == target->card && at->target.property == target->property;
        if (same && (!newest || timeline->place_of[at->run] >= timeline->place_of[newest->run])) newest = at;
    }
    return newest;
}

/* Whether the verdicts [first, end) of a target end badly. Of a commit's verdicts the worst one counts: it fails at a
 * place if one of them does. */
static bool judge_target(const struct timeline *timeline, size_t first, size_t end, struct broken *broken)
{
    *broken = (struct broken){0};
    for (size_t i = first, next; i < end; i = next) {
        size_t place = timeline->place_of[timeline->verdicts[i]->run];
        const struct past_verdict *bad = NULL;
        for (next = i; next < end && timeline->place_of[timeline->verdicts[next]->run] == place; next++)
            if (verdict_is_bad(timeline->verdicts[next])) bad = timeline->verdicts[next];
        if (bad && !broken->verdict) broken->since = place;
        if (!bad) *broken = (struct broken){.good = place, .was_good = true};
        if (bad) broken->verdict = bad;
    }
    if (broken->verdict) broken->failure = failure_of(timeline, &broken->verdict->target);
    return broken->verdict != NULL;
}

static int compare_broken(const void *left, const void *right)
{
    const struct broken *a = left, *b = right;
    if (a->since != b->since) return a->since > b->since ? -1 : 1;
    if (!a->failure != !b->failure) return a->failure ? -1 : 1; /* a judgement has none */
    return strcmp(a->verdict->target.subject, b->verdict->target.subject);
}

size_t broken_find(const struct timeline *timeline, struct broken **found)
{
    size_t count = 0;
    struct broken broken;
    *found = NULL;
    for (size_t first = 0, end; first < timeline->history->verdicts.count; first = end) {
        end = timeline_verdicts_end(timeline, first);
        if (!judge_target(timeline, first, end, &broken)) continue;
        if (!history_grow(found, count, sizeof **found)) {
            free(*found);
            *found = NULL;
            return SIZE_MAX;
        }
        (*found)[count++] = broken;
    }
    if (count) qsort(*found, count, sizeof **found, compare_broken);
    return count;
}
