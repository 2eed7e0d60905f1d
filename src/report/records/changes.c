/* SPDX-License-Identifier: MIT */
#include "changes.h"
#include "again.h"
#include "samples.h"
#include "statistics.h"

#include <stdlib.h>

/* One case over the commits. Owned arrays, with room for all times of the history. */
struct series {
    double *median;
    size_t *place;
    struct change_point *found;
    size_t count;
    const struct past_run *run; /* the last one */
};

static double mean(const double *at, size_t first, size_t end)
{
    double sum = 0;
    for (size_t i = first; i < end; i++)
        sum += at[i];
    return sum / (double)(end - first);
}

/* "slower", the case, and the card where the history has times of several. */
static void print_head(const struct past_times *times, bool slower, bool cards, FILE *out)
{
    fprintf(out, "%-8s %s", slower ? "slower" : "faster", times->timed);
    if (cards) fprintf(out, " (%s)", times->card);
}

static void print_change(const struct timeline *timeline, const struct series *series,
                         const struct past_times *times, size_t change, size_t changes, FILE *out)
{
    struct text again, which;
    const struct change_point *found = &series->found[change];
    size_t first = change ? series->found[change - 1].at : 0;
    size_t end = change + 1 < changes ? series->found[change + 1].at : series->count;
    double before = mean(series->median, first, found->at), after = mean(series->median, found->at, end);
    const struct place *last = &timeline->at[series->place[found->at - 1]],
                       *next = &timeline->at[series->place[found->at]];
    again_times(times->timed, series->run, &again);
    print_head(times, after > before, history_mixes_cards(timeline->history, &which), out);
    fprintf(out, ": %.4g -> %.4g us (%+.2f %%, p = %.2g) between %.12s and %.12s\n", 1e6 * before,
            1e6 * after, 100 * (after / before - 1), found->p, last->commit[0] ? last->commit : "?",
            next->commit[0] ? next->commit : "?");
    fprintf(out, "         again   %s\n", again.at);
}

/* The medians of one case, [first, end) of the timeline's; the last run of a commit counts. */
static void take_series(const struct timeline *timeline, size_t first, size_t end, struct series *series)
{
    series->count = 0;
    for (size_t i = first; i < end; i++) {
        size_t place = timeline->place_of[timeline->timed[i]->run];
        if (!timeline->timed[i]->samples || timeline->timed[i]->wrong[0]) continue;
        bool again = series->count && series->place[series->count - 1] == place;
        size_t at = again ? series->count - 1 : series->count++;
        series->place[at] = place;
        series->run = &timeline->history->runs.at[timeline->timed[i]->run];
        series->median[at] = samples_spread(timeline->timed[i]).median;
    }
}

static const struct change_request usual = {.least = 2, .level = 0.01, .permutations = 199, .seed = 1};

static bool series_open(struct series *series, size_t room)
{
    *series = (struct series){.median = calloc(room, sizeof *series->median),
                              .place = calloc(room, sizeof *series->place),
                              .found = calloc(room, sizeof *series->found)};
    return series->median && series->place && series->found;
}

static void series_close(struct series *series)
{
    free(series->median);
    free(series->place);
    free(series->found);
}

size_t changes_of(const struct timeline *timeline, size_t first, size_t end, size_t newest, size_t *place)
{
    struct series series;
    size_t changes = SIZE_MAX;
    if (series_open(&series, end - first + 1)) {
        take_series(timeline, first, end, &series);
        size_t skip = series.count > newest ? series.count - newest : 0;
        changes = change_points(series.median + skip, series.count - skip, &usual, series.found);
        for (size_t i = 0; changes != SIZE_MAX && i < changes; i++)
            place[i] = series.place[series.found[i].at + skip];
    }
    series_close(&series);
    return changes;
}

static size_t print_all(const struct timeline *timeline, struct series *series, FILE *out)
{
    size_t count = timeline->history->times.count, total = 0;
    for (size_t first = 0, end; first < count; first = end) {
        end = timeline_timed_end(timeline, first);
        take_series(timeline, first, end, series);
        size_t changes = change_points(series->median, series->count, &usual, series->found);
        if (changes == SIZE_MAX) return SIZE_MAX;
        for (size_t i = 0; i < changes; i++)
            print_change(timeline, series, timeline->timed[first], i, changes, out);
        total += changes;
    }
    return total;
}

size_t changes_print(const struct history *history, FILE *out)
{
    struct timeline timeline;
    struct series series;
    size_t total = SIZE_MAX;
    if (!timeline_open(&timeline, history)) return SIZE_MAX;
    if (series_open(&series, history->times.count + 1)) total = print_all(&timeline, &series, out);
    series_close(&series);
    timeline_close(&timeline);
    return total;
}
