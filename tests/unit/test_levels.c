/* SPDX-License-Identifier: MIT
 * src/report/records/levels.c: cases that became worse, the commit since which they are, and by how much. */
#include "levels.h"
#include "table.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_VALUES = 16 };

/* A time of each commit, in us; 0: it was not measured there. */
struct track {
    const char *name;
    double us[MOST_VALUES];
    size_t base;
    enum level_is is;
    size_t since, good;
    double change, bound;
};

static const struct track tracks[] = {
    {"a step up", {10, 10, 10, 12, 12}, 1, LEVEL_WORSE, 3, 2, 0.2, 0.02},
    {"a step down", {10, 10, 10, 8, 8}, 1, LEVEL_BETTER, 3, 2, -0.2, 0.02},
    {"a step within the bound", {10, 10, 10, 10.1, 10.1}, 1, LEVEL_SAME, 4, 4, 0.01, 0.02},
    {"a spike that is over", {10, 10, 15, 10, 10}, 1, LEVEL_SAME, 4, 4, 0, 0.02},
    {"the newest commit alone", {10, 10, 10, 10, 12}, 1, LEVEL_WORSE, 4, 3, 0.2, 0.02},
    {"noise of the base raises the bound",
     {10, 11, 10.4, 10.6, 10.8, 11.4},
     4,
     LEVEL_SAME,
     5,
     5,
     0.8 / 10.6,
     0.0839},
    {"a step before the base is the base", {8, 8, 12, 12, 12, 12}, 4, LEVEL_SAME, 5, 5, 0, 0.02},
    {"commits that were not measured", {10, 10, 0, 0, 12}, 1, LEVEL_WORSE, 4, 1, 0.2, 0.02},
    {"first measured behind the base", {0, 0, 0, 10, 12}, 1, LEVEL_WORSE, 4, 3, 0.2, 0.02},
    {"nothing at the base or behind it", {10, 10, 0, 0, 0}, 3, LEVEL_UNKNOWN, 1, 1, 0, 0.02},
};

static struct history history_of(const struct track *track)
{
    struct history history = {0};
    size_t count = MOST_VALUES;
    history.runs.at = calloc(count, sizeof *history.runs.at);
    history.times.at = calloc(count, sizeof *history.times.at);
    const char *commit[MOST_VALUES] = {"a", "b", "c", "d", "e", "f"};
    for (size_t i = 0; i < 6; i++) {
        history.runs.at[history.runs.count++] =
            (struct past_run){.commit = commit[i], .commit_time = 100 + (int64_t)i};
        if (!(track->us[i] > 0)) continue;
        double *sample = calloc(1, sizeof *sample);
        *sample = 1e-6 * track->us[i];
        history.times.at[history.times.count++] = (struct past_times){
            .run = i, .timed = "t", .series = "t", .card = "c", .sample = sample, .samples = 1, .wrong = ""};
    }
    return history;
}

static void level_is_judged(void **state)
{
    const struct track *row = *state;
    struct history history = history_of(row);
    struct timeline timeline;
    struct levels levels;
    assert_true(timeline_open(&timeline, &history));
    assert_true(levels_open(&levels, &timeline, row->base));
    assert_int_equal(levels.count, 1);
    assert_int_equal(levels.at[0].is, row->is);
    assert_int_equal(levels.at[0].since, row->since);
    assert_int_equal(levels.at[0].good, row->good);
    assert_true(fabs(levels.at[0].change - row->change) < 1e-9);
    assert_true(fabs(levels.at[0].bound - row->bound) < 0.005);
    levels_close(&levels);
    timeline_close(&timeline);
    history_close(&history);
}

/* The figures of one case at four commits. */
struct counts {
    const char *name;
    uint64_t reads[4], sectors[4];
    enum level_is is;
    const char *figure;
    size_t since;
};

static const struct counts counts[] = {
    {"no cost changed", {8, 8, 8, 8}, {5, 5, 5, 5}, LEVEL_SAME, "read", 3},
    {"one more is worse: costs are exact", {8, 8, 8, 9}, {5, 5, 5, 5}, LEVEL_WORSE, "read", 3},
    {"the figure that rose most", {8, 8, 9, 9}, {5, 5, 10, 10}, LEVEL_WORSE, "sectors", 2},
    {"one that rose hides one that fell", {8, 8, 4, 4}, {5, 5, 6, 6}, LEVEL_WORSE, "sectors", 2},
    {"one that fell", {8, 8, 4, 4}, {5, 5, 5, 5}, LEVEL_BETTER, "read", 2},
    {"from zero", {0, 0, 0, 2}, {5, 5, 5, 5}, LEVEL_WORSE, "read", 3},
    {"a rise that was taken back", {8, 9, 9, 8}, {5, 5, 5, 5}, LEVEL_SAME, "read", 3},
};

static void cost_is_judged(void **state)
{
    const struct counts *row = *state;
    struct history history = {0};
    const char *commit[] = {"a", "b", "c", "d"};
    history.runs.at = calloc(4, sizeof *history.runs.at);
    history.counters.at = calloc(4, sizeof *history.counters.at);
    for (size_t i = 0; i < 4; i++) {
        history.runs.at[history.runs.count++] =
            (struct past_run){.commit = commit[i], .commit_time = 100 + (int64_t)i};
        history.counters.at[history.counters.count++] =
            (struct past_counters){.run = i,
                                   .counted = "c",
                                   .count = 2,
                                   .name = {"read", "sectors"},
                                   .value = {row->reads[i], row->sectors[i]}};
    }
    struct timeline timeline;
    struct levels levels;
    assert_true(timeline_open(&timeline, &history));
    assert_true(levels_open(&levels, &timeline, 0));
    assert_int_equal(levels.at[0].is, row->is);
    assert_string_equal(levels.at[0].figure, row->figure);
    assert_int_equal(levels.at[0].since, row->since);
    levels_close(&levels);
    timeline_close(&timeline);
    history_close(&history);
}

/* Verdicts of four commits, P, F or a blank; "FP": two runs of a commit. */
struct verdicts {
    const char *name, *at[4];
    bool broken;
    size_t since;
    bool was_good;
};

static const struct verdicts verdicts[] = {
    {"it passes", {"P", "P", "P", "P"}, false, 0, false},
    {"it fails at the newest", {"P", "P", "P", "F"}, true, 3, true},
    {"it fails since earlier", {"P", "F", "F", "F"}, true, 1, true},
    {"it failed and passes", {"P", "F", "F", "P"}, false, 0, false},
    {"it has always failed", {"F", "F", "F", "F"}, true, 0, false},
    {"the newest commit was not checked", {"P", "F", "", ""}, true, 1, true},
    {"of two runs of a commit the failing one counts", {"P", "P", "FP", "FP"}, true, 2, true},
    {"in whichever order", {"P", "P", "PF", "PF"}, true, 2, true},
};

static void failure_is_found(void **state)
{
    const struct verdicts *row = *state;
    struct history history = {0};
    const char *commit[] = {"a", "b", "c", "d"};
    history.runs.at = calloc(16, sizeof *history.runs.at);
    history.verdicts.at = calloc(16, sizeof *history.verdicts.at);
    struct past_target target = {"p", "s", "o", "d", "d"};
    for (size_t i = 0; i < 4; i++) {
        if (!row->at[i][0])
            history.runs.at[history.runs.count++] =
                (struct past_run){.commit = commit[i], .commit_time = 100 + (int64_t)i};
        for (const char *word = row->at[i]; *word; word++) {
            history.verdicts.at[history.verdicts.count++] =
                (struct past_verdict){.run = history.runs.count,
                                      .target = target,
                                      .verdict = *word == 'F' ? VERDICT_FAIL : VERDICT_PASS,
                                      .reason = ""};
            history.runs.at[history.runs.count++] =
                (struct past_run){.commit = commit[i], .commit_time = 100 + (int64_t)i};
        }
    }
    struct timeline timeline;
    struct broken *found;
    assert_true(timeline_open(&timeline, &history));
    size_t count = broken_find(&timeline, &found);
    assert_int_equal(count, row->broken);
    if (count) assert_int_equal(found[0].since, row->since);
    if (count) assert_int_equal(found[0].was_good, row->was_good);
    free(found);
    timeline_close(&timeline);
    history_close(&history);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, level_is_judged, tracks);
    TABLE_ADD(&table, cost_is_judged, counts);
    TABLE_ADD(&table, failure_is_found, verdicts);
    return table_run(&table, "levels", argc, argv);
}
