/* SPDX-License-Identifier: MIT
 * foldcheck tune: measures, on the device at hand, the thresholds by which auto strategies choose. Each threshold
 * decides between two choices; a ladder of problems is timed by either, and the threshold is taken with which the
 * strategy's own choices would have been fastest over the whole ladder. Thresholds that were found before it are then
 * in force. */
#define _POSIX_C_SOURCE 200809L
#include "kernel_devices.h"
#include "launch.h"

#include "load.h"
#include "whole_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UPS = 2, SAMPLES = 7, MOST_STEPS = 40, MOST_CANDIDATES = 64, BUSY_MICROSECONDS = 50 };

/* A default is replaced only by a value that makes the whole ladder at least 1 % faster. */
static const double least_gain = 0.01;

/* Problems; one side doubles from step to step. */
struct ladder {
    enum tunable tunable;
    const char *automatic; /* the strategy that uses it */
    const char *line;      /* with an operator, rows and their length */
    const char *op[2];     /* the first that was built is taken */
    uint64_t rows;         /* number of rows; 0: those that all items fill */
    bool few_items;        /* no more in all than the threshold for few lets pass */
    bool without_ahead;    /* keep the strategy from looking ahead */
    bool by_keys;          /* one row; its number of keys doubles */
};

static const struct ladder ladders[] = {
    {TUNED_segreduce_few_items,
     "segreduce_auto",
     "reduce/%s/%" PRIu64 "x%" PRIu64 "/soa+1/small:1",
     {"add_u32", "add_f32"},
     1024,
     false,
     false,
     false},
    {TUNED_segreduce_shares_mean,
     "segreduce_auto",
     "reduce/%s/rag:%" PRIu64 "x%" PRIu64 ":uniform:1/soa/small:1",
     {"add_u32", "add_f32"},
     0,
     true,
     false,
     false},
    {TUNED_segreduce_block_mean,
     "segreduce_auto",
     "reduce/%s/rag:%" PRIu64 "x%" PRIu64 ":uniform:1/soa/small:1",
     {"add_u32", "add_f32"},
     0,
     true,
     false,
     false},
    {TUNED_scan_few_tiles,
     "scan_auto",
     "scan/%s/%" PRIu64 "x%" PRIu64 "/soa/small:1",
     {"add_u32", "add_f32"},
     1,
     false,
     true,
     false},
    {TUNED_scan_lookahead_tiles,
     "scan_auto",
     "scan/%s/%" PRIu64 "x%" PRIu64 "/soa/small:1",
     {"add_u32", "add_f32"},
     1,
     false,
     false,
     false},
    {TUNED_scan_lookahead_wide_tiles,
     "scan_auto",
     "scan/%s/%" PRIu64 "x%" PRIu64 "/soa/small:1",
     {"mss_i32", "add4_i64"},
     1,
     false,
     false,
     false},
    {TUNED_segscan_few_tiles,
     "segscan_auto",
     "scan/%s/%" PRIu64 "x%" PRIu64 "/soa/small:1",
     {"add_u32", "add_f32"},
     16,
     false,
     true,
     false},
    {TUNED_segscan_lookahead_tiles,
     "segscan_auto",
     "scan/%s/%" PRIu64 "x%" PRIu64 "/soa/small:1",
     {"add_u32", "add_f32"},
     16,
     false,
     false,
     false},
    {TUNED_keyed_thread_keys,
     "keyed_auto",
     "keyed/%s/%" PRIu64 "#%" PRIu64 ":uniform:1/soa/small:1",
     {"add_u32"},
     0,
     false,
     false,
     true},
    {TUNED_keyed_slices_keys,
     "keyed_auto",
     "keyed/%s/%" PRIu64 "#%" PRIu64 ":uniform:1/soa/small:1",
     {"add_u32"},
     0,
     false,
     false,
     true},
    {TUNED_keyed_partition_items,
     "keyed_auto",
     "keyed/%s/%" PRIu64 "x%" PRIu64 "#256:uniform:1/soa/small:1",
     {"mss_i32", "affine_u32"},
     1,
     false,
     false,
     false},
};

/* A problem, timed under the least and the most that the threshold may be. */
struct rung {
    struct problem problem;
    double ms[2];
};

/* What is measured, and with what. */
struct tuner {
    struct session session;
    struct load load;
    struct event *start, *stop;
    uint64_t items;
    struct tuned found; /* the ladders so far; of the others the defaults */
    struct tuned tuned; /* under which the next job is planned */
    bool differs;       /* the two choices gave different results */
};

/* The choice of a strategy for a problem under a value of a threshold. */
struct choice_of {
    const struct strategy *strategy;
    struct launch_shape shape;
};

static bool same_choice(const struct choice_of *a, const struct choice_of *b)
{
    return a->strategy == b->strategy && a->shape.block == b->shape.block &&
           a->shape.items == b->shape.items && a->shape.group == b->shape.group &&
           a->shape.gather == b->shape.gather;
}

/* ---- one problem under one value ---- */

static bool plan_under(struct tuner *tuner, const struct ladder *ladder, const struct rung *step,
                       uint32_t value, struct text *why)
{
    struct session *session = &tuner->session;
    const struct strategy *automatic = backend_strategy(session->backend, ladder->automatic);
    const struct instance *instance =
        backend_instance(session->backend, session->caps, step->problem.op->name, automatic, NULL);
    tuner->tuned = tuner->found;
    tuner->tuned.value[ladder->tunable] = value;
    static const enum tunable ahead[] = {TUNED_scan_lookahead_tiles, TUNED_segscan_lookahead_tiles};
    for (size_t i = 0; ladder->without_ahead && i < sizeof ahead / sizeof ahead[0]; i++)
        tuner->tuned.value[ahead[i]] = tunable_lines[ahead[i]].most;
    return session_plan(session, &tuner->load, &step->problem, instance, why) &&
           session_refusal(&tuner->load, why) == REFUSAL_NONE;
}

static struct choice_of choice_planned(const struct tuner *tuner)
{
    struct choice_of choice = {0};
    choice.strategy = tuner->load.instance->strategy->pick(&tuner->load.job, &choice.shape, NULL);
    return choice;
}

static int compare_ms(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median of some launches; the device is kept busy while the host enqueues. */
static bool time_planned(struct tuner *tuner, double *median, struct text *why)
{
    struct session *session = &tuner->session;
    double ms[SAMPLES], ignored;
    if (!session_put_items(&tuner->load, why)) return false;
    for (int i = -WARM_UPS; i < SAMPLES; i++)
        if (!session->backend->occupy(session->device, NULL, BUSY_MICROSECONDS, why) ||
            !session_time(&tuner->load, tuner->start, tuner->stop, i < 0 ? &ignored : &ms[i], why))
            return false;
    qsort(ms, SAMPLES, sizeof *ms, compare_ms);
    *median = ms[SAMPLES / 2] > 1e-6 ? ms[SAMPLES / 2] : 1e-6; /* an event's resolution */
    return session_finish_results(&tuner->load, why);
}

/* A copy of the results of the load; NULL without memory. */
static unsigned char *results_copy(const struct load *load)
{
    const struct arena_side *result = &load->arena.side[ARENA_RESULT];
    unsigned char *copy = malloc(result->placement.bytes + 1);
    if (copy) memcpy(copy, load->down + result->offset, result->placement.bytes);
    return copy;
}

/* Times the problem under both ends of the threshold; of an exact operator the results must be the same. */
static bool step_time(struct tuner *tuner, const struct ladder *ladder, struct rung *step, struct text *why)
{
    const struct tunable_line *line = &tunable_lines[ladder->tunable];
    const struct arena_side *result = &tuner->load.arena.side[ARENA_RESULT];
    if (!plan_under(tuner, ladder, step, line->least, why) || !time_planned(tuner, &step->ms[0], why))
        return false;
    unsigned char *first = results_copy(&tuner->load);
    if (!first)
        return text_say(why, "no host memory for %" PRIu64 " bytes of results", result->placement.bytes);
    bool timed = plan_under(tuner, ladder, step, line->most, why) && time_planned(tuner, &step->ms[1], why);
    if (timed && step->problem.op->laws & LAW_EXACT)
        tuner->differs |= memcmp(first, tuner->load.down + result->offset, result->placement.bytes) != 0;
    free(first);
    return timed && (!tuner->differs || text_say(why, "%s gives two results for one problem of %s",
                                                 ladder->automatic, step->problem.op->name));
}

/* ---- a ladder ---- */

/* The operator of a ladder; NULL if none of them was built with its strategy. */
static const char *ladder_op(const struct tuner *tuner, const struct ladder *ladder)
{
    const struct session *session = &tuner->session;
    const struct strategy *automatic = backend_strategy(session->backend, ladder->automatic);
    for (size_t i = 0; automatic && i < sizeof ladder->op / sizeof ladder->op[0]; i++)
        if (ladder->op[i] &&
            backend_instance(session->backend, session->caps, ladder->op[i], automatic, NULL))
            return ladder->op[i];
    return NULL;
}

/* The most items of a ladder's problems. */
static uint64_t ladder_items(const struct tuner *tuner, const struct ladder *ladder)
{
    uint64_t few =
        (uint64_t)tuner->session.caps->processors * tuned_value(&tuner->found, TUNED_segreduce_few_items);
    return ladder->few_items && few / 2 < tuner->items ? few / 2 : tuner->items;
}

/* Its problems; how many there are. */
static int ladder_steps(const struct tuner *tuner, const struct ladder *ladder, const char *op,
                        struct rung step[MOST_STEPS])
{
    uint64_t items = ladder_items(tuner, ladder);
    int count = 0;
    for (uint64_t length = 1; length <= items && count < MOST_STEPS; length *= 2) {
        uint64_t rows = ladder->rows ? ladder->rows : ladder->by_keys ? items : items / length;
        char line[MAX_LINE];
        struct text why;
        if ((!ladder->by_keys && rows * length > items) ||
            (!ladder->rows && length > tunable_lines[ladder->tunable].most))
            break;
        snprintf(line, sizeof line, ladder->line, op, rows, length);
        if (problem_parse(line, &step[count].problem, &why)) count++;
    }
    return count;
}

/* Values that are tried: the default, both ends, and between them powers of two and one and a half times these. */
static int candidates_of(enum tunable tunable, uint32_t value[MOST_CANDIDATES])
{
    const struct tunable_line *line = &tunable_lines[tunable];
    int count = 0;
    value[count++] = line->usual;
    value[count++] = line->least;
    value[count++] = line->most;
    for (uint32_t power = 1; power < line->most; power *= 2)
        for (uint32_t v = power; v <= power + power / 2; v += power > 1 ? power / 2 : 1)
            if (count < MOST_CANDIDATES && tunable_allows(tunable, v)) value[count++] = v;
    return count;
}

/* A ladder, and its problems with their times. */
struct climb {
    const struct ladder *ladder;
    struct rung step[MOST_STEPS];
    int steps;
};

/* The logarithm of the time that all steps would take together, relative to one another, under a value; steps at which
 * both ends choose alike do not count. *matters: how many do. False where planning fails. */
static bool cost_under(struct tuner *tuner, const struct climb *climb, uint32_t value, double *cost,
                       int *matters, struct text *why)
{
    const struct ladder *ladder = climb->ladder;
    const struct rung *step = climb->step;
    const struct tunable_line *line = &tunable_lines[ladder->tunable];
    *cost = 0;
    *matters = 0;
    for (int s = 0; s < climb->steps; s++) {
        struct choice_of choice[3];
        const uint32_t under[] = {line->least, line->most, value};
        for (int i = 0; i < 3; i++) {
            if (!plan_under(tuner, ladder, &step[s], under[i], why)) return false;
            choice[i] = choice_planned(tuner);
        }
        if (same_choice(&choice[0], &choice[1])) continue;
        *cost += log(step[s].ms[same_choice(&choice[2], &choice[1])]);
        ++*matters;
    }
    return true;
}

/* Finds the value of a ladder's threshold, and says in `words` what it was found from. */
static bool ladder_climb(struct tuner *tuner, const struct ladder *ladder, uint32_t *found,
                         struct text *words, struct text *why)
{
    static struct climb climb;
    uint32_t value[MOST_CANDIDATES];
    double usual = 0, best = 0, cost;
    int matters = 0;
    *found = tunable_lines[ladder->tunable].usual;
    const char *op = ladder_op(tuner, ladder);
    if (!op)
        return text_say(words, "not measured: %s was not built for %s", ladder->automatic, ladder->op[0]),
               true;
    climb.ladder = ladder;
    climb.steps = ladder_steps(tuner, ladder, op, climb.step);
    int candidates = candidates_of(ladder->tunable, value);
    for (int s = 0; s < climb.steps; s++)
        if (!step_time(tuner, ladder, &climb.step[s], why)) return false;
    for (int c = 0; c < candidates; c++) {
        if (!cost_under(tuner, &climb, value[c], &cost, &matters, why)) return false;
        if (c == 0) usual = best = cost;
        if (matters == 0 || cost >= best || exp((cost - usual) / matters) > 1 - least_gain) continue;
        best = cost;
        *found = value[c];
    }
    if (matters == 0)
        text_say(words, "not measured: there is nothing to choose for %s on this device", op);
    else
        text_say(words, "%s, %d problems, %.1f %% faster than by the usual %u", op, matters,
                 100 * (1 - exp((best - usual) / matters)), tunable_lines[ladder->tunable].usual);
    return true;
}

/* ---- all of them ---- */

static bool tune_all(struct tuner *tuner, FILE *out, struct text *why)
{
    char device[192];
    tuning_device(tuner->session.caps, device);
    fprintf(out, "%s\ndevice = %s\n# %s; up to %" PRIu64 " items\n", tuning_head, device,
            tuner->session.caps->versions, tuner->items);
    for (size_t l = 0; l < sizeof ladders / sizeof ladders[0]; l++) {
        const struct tunable_line *line = &tunable_lines[ladders[l].tunable];
        struct text words;
        uint32_t found;
        if (!ladder_climb(tuner, &ladders[l], &found, &words, why)) return false;
        tuner->found.value[ladders[l].tunable] = found;
        fprintf(out, "# %s\n# (%s)\n%s = %u\n", line->what, words.at, line->name, found);
    }
    return true;
}

static enum status tune_device(struct tuner *tuner, struct device_name device, FILE *out, struct text *why)
{
    struct session *session = &tuner->session;
    if (!session_open(session, device, why)) return STATUS_BROKEN;
    session->seconds = 0; /* the simulator may take its time */
    session->tuned_caps.tuned = &tuner->tuned;
    tuner->found = tuned_usual();
    tuner->start = session->backend->event_open(session->device, why);
    tuner->stop = tuner->start ? session->backend->event_open(session->device, why) : NULL;
    bool done = tuner->stop && tune_all(tuner, out, why);
    if (tuner->stop) session->backend->event_close(session->device, tuner->stop);
    if (tuner->start) session->backend->event_close(session->device, tuner->start);
    load_close(&tuner->load);
    session_close(session);
    return done ? STATUS_OK : tuner->differs ? STATUS_FAIL : STATUS_BROKEN;
}

/* Writes what was found to the file, too. */
static bool tune_write(const char *path, const char *text, struct text *why)
{
    struct whole_file file;
    if (!whole_file_open(&file, path, why)) return false;
    return whole_file_close(&file, fputs(text, file.out) >= 0, why);
}

static const char usage[] =
    "foldcheck tune [--device D] [--items N] [--output FILE]\n"
    "Measures the thresholds of the auto strategies and prints a file for --tuning and FOLDCHECK_TUNING.";

int cli_tune(int argc, char **argv)
{
    enum { ON_GPU = 1 << 24, ON_SIMULATOR = 1 << 12, LEAST = 64, MOST = 1 << 30 };
    const char *device = NULL, *output = NULL;
    uint64_t items = 0;
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &device, "D", "device (default: the first that check takes)"},
        {"--items", OPTION_COUNT, &items, "N",
         "items of the largest problem (default 16777216; on the simulator 4096)"},
        {"--output", OPTION_TEXT, &output, "FILE", "also write the file to FILE"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    struct device_list devices;
    struct text why = {0};
    if (argc > 1) return cli_usage("tune", "%s: expected only options", argv[1]);
    if (!file_writable(output)) return cli_usage("tune", "--output: %s cannot be written", output);
    ends = kernel_devices_choose("tune", device, &devices);
    if (ends >= 0) return ends;
    bool simulated = device_is_simulated(devices.at[0].kind);
    static struct tuner tuner;
    tuner.items = items ? items : simulated ? ON_SIMULATOR : ON_GPU;
    if (tuner.items < LEAST || tuner.items > MOST)
        return cli_usage("tune", "--items %" PRIu64 ": expected %d to %d", tuner.items, LEAST, MOST);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return cli_stop(STATUS_BROKEN, "tune", "no memory");
    enum status status = tune_device(&tuner, devices.at[0], out, &why);
    if (fclose(out) != 0 && status == STATUS_OK) status = STATUS_BROKEN;
    if (status == STATUS_OK && (fputs(text, stdout) < 0 || fflush(stdout) != 0)) {
        text_say(&why, "standard output cannot be written to its end");
        status = STATUS_BROKEN;
    }
    if (status == STATUS_OK && output && !tune_write(output, text, &why)) status = STATUS_BROKEN;
    free(text);
    return status == STATUS_OK ? STATUS_OK : cli_stop(status, "tune", "%s", why.at);
}
