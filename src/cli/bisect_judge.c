/* SPDX-License-Identifier: MIT
 * Whether a commit is good: its build, and one case replayed, one cost counted, or rounds of one time. */
#define _POSIX_C_SOURCE 200809L
#ifdef FOLDCHECK_HAS_RECORDS
#include "again.h"
#include "bisect.h"
#include "history.h"
#include "process.h"
#include "samples.h"
#include "statistics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 48 };

static struct bisect_verdict skip(const char *format, const char *what)
{
    struct bisect_verdict verdict = {.is = process_interrupted() ? BISECT_INTERRUPTED : BISECT_SKIP};
    text_say(&verdict.why, format, what);
    return verdict;
}

/* ---- the build ---- */

/* The last line that the build printed. */
static void last_line(const struct bisect_tree *tree, struct text *line)
{
    char read[1024];
    FILE *in = fopen(tree->output, "r");
    line->at[0] = '\0';
    while (in && fgets(read, sizeof read, in)) {
        read[strcspn(read, "\n")] = '\0';
        if (read[0]) text_say(line, "%.200s", read);
    }
    if (in) fclose(in);
}

/* Whether git keeps a file: then no build makes it. */
static bool is_tracked(const struct bisect_tree *tree, const char *clone, const char *file)
{
    const char *arguments[] = {"git", "-C", clone, "ls-files", "--error-unmatch", "--", file, NULL};
    struct process process = {.arguments = arguments, .output = tree->output};
    return process_run(&process) == 0;
}

/* What a commit before this one built must not be taken for this one's. */
static void drop_built(const struct bisect_tree *tree, const char *clone, const char *file)
{
    char path[2 * PATH_MAX];
    if (!file || is_tracked(tree, clone, file)) return;
    snprintf(path, sizeof path, "%s/%s", clone, file);
    unlink(path);
}

static struct bisect_verdict is_there(const char *clone, const char *file)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", clone, file ? file : "");
    if (file && access(path, R_OK) != 0) return skip("the build made no %.300s", file);
    return (struct bisect_verdict){.is = BISECT_GOOD};
}

struct bisect_verdict bisect_build(const struct bisect_tree *tree, const struct bisect_request *request,
                                   const char *clone)
{
    if (request->build) {
        struct text line;
        drop_built(tree, clone, request->program);
        drop_built(tree, clone, request->plugin);
        const char *arguments[] = {"/bin/sh", "-c", request->build, NULL};
        struct process process = {.arguments = arguments,
                                  .folder = clone,
                                  .output = tree->output,
                                  .seconds = request->build_timeout};
        int status = process_run(&process);
        if (status == PROCESS_HUNG) return skip("the build did not end in its time%s", "");
        last_line(tree, &line);
        if (status != 0) return skip("it does not build: %.200s", line.at);
    }
    struct bisect_verdict program = is_there(clone, request->program);
    return program.is == BISECT_GOOD ? is_there(clone, request->plugin) : program;
}

/* ---- one run of foldcheck ---- */

/* A command line that grows. */
struct command {
    const char *at[MOST_ARGUMENTS];
    size_t count;
    char program[2 * PATH_MAX], plugin[2 * PATH_MAX];
};

static void add(struct command *command, const char *word)
{
    if (command->count + 1 < MOST_ARGUMENTS) command->at[command->count++] = word;
}

/* PROGRAM WORD [--plugin FILE] --record FILE, of a clone. */
static void begin(struct command *command, const struct bisect_tree *tree,
                  const struct bisect_request *request, const char *clone, const char *word)
{
    command->count = 0;
    if (request->program)
        snprintf(command->program, sizeof command->program, "%s/%s", clone, request->program);
    else
        snprintf(command->program, sizeof command->program, "/proc/self/exe");
    add(command, command->program);
    add(command, word);
    if (request->plugin) {
        snprintf(command->plugin, sizeof command->plugin, "%s/%s", clone, request->plugin);
        add(command, "--plugin");
        add(command, command->plugin);
    }
    add(command, "--record");
    add(command, tree->record);
}

/* The status of a command, and its record. False if it wrote none that can be read. */
static bool run(struct command *command, const struct bisect_tree *tree, const struct bisect_request *request,
                const char *clone, struct history *history, int *status)
{
    struct text why;
    command->at[command->count] = NULL;
    unlink(tree->record);
    struct process process = {
        .arguments = command->at, .folder = clone, .output = tree->output, .seconds = request->timeout};
    *status = process_run(&process);
    return access(tree->record, R_OK) == 0 && history_read(history, tree->record, &why);
}

/* Why a run of foldcheck has no verdict. */
static struct bisect_verdict no_verdict(const struct bisect_tree *tree, int status, const char *what)
{
    struct text line, reason;
    last_line(tree, &line);
    if (status == PROCESS_UNKNOWN) return skip("%s: the program cannot be run", what);
    if (status == PROCESS_HUNG) return skip("%s did not end in its time", what);
    text_say(&reason, "%s ended with status %d: %.200s", what, status, line.at);
    return skip("%s", reason.at);
}

/* ---- a case ---- */

static struct bisect_verdict judge_case(const struct bisect_tree *tree, const struct bisect_request *request)
{
    struct command command;
    struct history history = {0};
    int status;
    begin(&command, tree, request, tree->tree, "replay");
    add(&command, request->line);
    bool read = run(&command, tree, request, tree->tree, &history, &status), failed = false, passed = false;
    for (size_t i = 0; i < history.verdicts.count; i++) {
        failed |= history.verdicts.at[i].verdict == VERDICT_FAIL;
        passed |= history.verdicts.at[i].verdict == VERDICT_PASS;
    }
    history_close(&history);
    struct bisect_verdict verdict = {.is = failed ? BISECT_BAD : BISECT_GOOD};
    bool judged =
        read ? failed || (passed && status == STATUS_OK) : status == STATUS_OK || status == STATUS_FAIL;
    if (!read && status == STATUS_FAIL) verdict.is = BISECT_BAD;
    return judged && !process_interrupted() ? verdict : no_verdict(tree, status, "replay");
}

/* ---- costs and times ---- */

/* Whether two lines are of one case: the tuning may be another one, and so may the device's position. */
static bool same_case(const char *one, const char *other)
{
    char subject[2][128], device[2][64];
    const char *problem[2] = {strchr(one, ' '), strchr(other, ' ')};
    if (!problem[0] || !problem[1] || strcmp(problem[0], problem[1]) != 0) return false;
    case_subject(one, subject[0], sizeof subject[0]);
    case_subject(other, subject[1], sizeof subject[1]);
    case_device(one, device[0], sizeof device[0]);
    case_device(other, device[1], sizeof device[1]);
    return strcmp(subject[0], subject[1]) == 0 && strcmp(device[0], device[1]) == 0;
}

/* The words of a command that again.c made, which stand in `room`. */
static void add_words(struct command *command, const struct text *again, char room[sizeof(struct text)])
{
    char *rest, *word;
    snprintf(room, sizeof(struct text), "%s", again->at);
    strtok_r(room, " ", &rest); /* foldcheck */
    strtok_r(NULL, " ", &rest); /* check, bench */
    while ((word = strtok_r(NULL, " ", &rest)))
        add(command, word);
}

static bool find_count(const struct history *history, const struct bisect_request *request, double *value)
{
    for (size_t i = 0; i < history->counters.count; i++) {
        const struct past_counters *at = &history->counters.at[i];
        if (!same_case(at->counted, request->line)) continue;
        for (int k = 0; k < at->count; k++)
            if (strcmp(at->name[k], request->cost) == 0) {
                *value = (double)at->value[k];
                return true;
            }
    }
    return false;
}

static struct bisect_verdict judge_cost(const struct bisect_tree *tree, const struct bisect_request *request,
                                        double limit)
{
    struct command command;
    struct history history = {0};
    struct text again;
    char room[sizeof again];
    int status;
    struct past_run none = {.command = ""};
    again_costs(request->line, &none, &again);
    begin(&command, tree, request, tree->tree, "check");
    add_words(&command, &again, room);
    struct bisect_verdict verdict = {.is = BISECT_GOOD};
    bool read = run(&command, tree, request, tree->tree, &history, &status),
         counted = read && find_count(&history, request, &verdict.value);
    history_close(&history);
    if (!read || process_interrupted()) return no_verdict(tree, status, "check --counters");
    if (!counted) return skip("this case has no cost %.60s", request->cost);
    verdict.is = verdict.value > limit ? BISECT_BAD : BISECT_GOOD;
    return verdict;
}

static int power_of(unsigned long long value)
{
    return value && !(value & (value - 1)) ? __builtin_ctzll(value) : -1;
}

/* Of all the sizes that bench would time, this one, where its options can say it: one row, or rows of one length. */
static void add_sizes(const char *line, struct text *again)
{
    unsigned long long rows, length;
    int end = 0;
    const char *shape = strchr(line, ' ');
    shape = shape ? strchr(shape, '/') : NULL;
    shape = shape ? strchr(shape + 1, '/') : NULL;
    if (!shape) return;
    if (sscanf(shape, "/%llux%llu%n", &rows, &length, &end) == 2 && (!shape[end] || shape[end] == '/')) {
        if (power_of(rows) < 0 || power_of(length) < 0) return;
        text_add(again, " --sizes %d --rows %d-%d", power_of(rows) + power_of(length), power_of(rows),
                 power_of(rows));
    } else if (sscanf(shape, "/%llu%n", &length, &end) == 1 && shape[end] == '/' && power_of(length) >= 0) {
        text_add(again, " --sizes %d", power_of(length));
    }
}

/* One run of bench in a clone: the median of the case. */
static bool take_time(const struct bisect_tree *tree, const struct bisect_request *request, const char *clone,
                      double *seconds, int *status)
{
    struct command command;
    struct history history = {0};
    struct text again;
    char room[sizeof again];
    struct past_run none = {.command = ""};
    again_times(request->line, &none, &again);
    add_sizes(request->line, &again);
    begin(&command, tree, request, clone, "bench");
    add_words(&command, &again, room);
    bool found = false;
    if (run(&command, tree, request, clone, &history, status))
        for (size_t i = 0; i < history.times.count && !found; i++) {
            const struct past_times *times = &history.times.at[i];
            found = same_case(times->series, request->line) && times->samples && !times->wrong[0];
            if (found) *seconds = samples_spread(times).median;
        }
    history_close(&history);
    return found && !process_interrupted();
}

static int compare_reals(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Rounds by turns, in the order ABBA: each has one process of either side. */
static struct bisect_verdict judge_time(const struct bisect_tree *tree, const struct bisect_request *request,
                                        double limit)
{
    double ratio[MOST_PAIRS];
    size_t rounds = (size_t)request->rounds;
    int status = 0;
    for (size_t i = 0; i < rounds; i++) {
        double seconds[2] = {0, 0};
        for (size_t turn = 0; turn < 2; turn++) {
            size_t side = turn ^ (i & 1);
            if (!take_time(tree, request, side ? tree->tree : tree->base, &seconds[side], &status))
                return no_verdict(tree, status, side ? "bench" : "bench of the good commit");
        }
        ratio[i] = log(seconds[1] / seconds[0]);
    }
    struct bisect_verdict verdict = {.p = signed_rank(ratio, rounds)};
    qsort(ratio, rounds, sizeof *ratio, compare_reals);
    verdict.value = exp(ratio[rounds / 2]);
    verdict.is = verdict.value > limit ? BISECT_BAD : BISECT_GOOD;
    return verdict;
}

struct bisect_verdict bisect_judge(const struct bisect_tree *tree, const struct bisect_request *request,
                                   double limit)
{
    if (request->time) return judge_time(tree, request, limit);
    return request->cost ? judge_cost(tree, request, limit) : judge_case(tree, request);
}

#else

typedef int bisect_needs_records;

#endif
