/* SPDX-License-Identifier: MIT
 * foldcheck run: real data through the chosen strategies and the oracle. */
#include "kernel_devices.h"

#include "difference.h"
#include "input.h"
#include "oracle.h"
#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HARDWARE_RUNS = 6 }; /* the first one warms up */

/* What the command was asked for, and its data. */
struct real_run {
    const char *strategies, *output;
    bool even_if_refused;
    struct problem problem;
    struct input input[MAX_COLUMNS];
    struct columns columns; /* of the inputs */
    _Alignas(16) unsigned char params[MAX_PARAMS_BYTES];
    struct state_bytes {
        _Alignas(16) unsigned char at[MAX_STATE_BYTES];
    } expected, got; /* got: of the first strategy that agreed */
    struct slack slack;
    int agreed, disagreed, refused;
    int overridden;   /* of those that ran: refused for want of a law */
    struct text firm; /* a refusal that --even-if-refused does not override */
};

/* ---- the question ---- */

/* Reads "affine_mod(modulus=97)" by the parser of lines. */
static bool operator_parse(const char *text, struct problem *problem, struct text *why)
{
    char line[MAX_LINE];
    struct text reason;
    if (strpbrk(text, "/ ")) return text_say(why, "--operator %s: expected a name, or name(arg=1,...)", text);
    snprintf(line, sizeof line, "reduce/%s/0/soa/unit:0", text);
    return problem_parse(line, problem, &reason) ||
           text_say(why, "--operator %s: in %s: %s", text, line, reason.at);
}

static bool inputs_open(struct real_run *run, const struct option_list *names, struct text *why)
{
    const struct tuple *tuple = &run->problem.op->input;
    if (names->count != tuple->count)
        return text_say(why, "--input: %d files; expected %d, one for each column of %s", names->count,
                        tuple->count, run->problem.op->name);
    run->columns.count = tuple->count;
    for (int c = 0; c < tuple->count; c++) {
        struct input *input = &run->input[c];
        if (!input_open(names->at[c], tuple->elem[c], input, why)) return false;
        if (input->count != run->input[0].count)
            return text_say(why, "--input %s: %" PRIu64 " items; expected %" PRIu64 ", as in %s",
                            names->at[c], input->count, run->input[0].count, names->at[0]);
        /* The columns are only read; struct column has no const for the sake of outputs. */
        run->columns.column[c].base = (void *)(uintptr_t)input->items;
        run->columns.column[c].stride = (int64_t)elem_size(tuple->elem[c]);
    }
    run->problem.shape.size[0] = run->input[0].count;
    return true;
}

static void inputs_close(struct real_run *run)
{
    for (int c = 0; c < MAX_COLUMNS; c++)
        input_close(&run->input[c]);
}

/* Only folds of real data are compared: a scan's results are no one line. */
static bool is_wanted(const char *pattern, const struct strategy *strategy)
{
    return strategy->what == WHAT_REDUCE && glob_matches(pattern, strategy->name);
}

/* Does the pattern match a strategy that reduces? */
static bool strategies_there(const char *pattern, const struct device_name *device, struct text *why)
{
    const struct backend *backend = backend_open(device->kind, why);
    if (!backend) return false;
    for (const struct strategy *const *at = backend->strategies; *at; at++)
        if (is_wanted(pattern, *at)) return true;
    return text_say(why,
                    "--strategy %s: no strategy that reduces is called so; `foldcheck list strategies` names "
                    "them",
                    pattern);
}

/* ---- one strategy ---- */

/* The shortest launch in ms, negative on an error. The simulator's time means little: one launch is enough. */
static double load_time(struct load *load, struct text *why)
{
    struct session *session = load->session;
    const struct backend *backend = session->backend;
    bool simulated = device_is_simulated(session->name.kind);
    struct event *start = backend->event_open(session->device, why);
    struct event *stop = start ? backend->event_open(session->device, why) : NULL;
    double best = -1, ms;
    bool done = stop && session_time(load, start, stop, &best, why);
    for (int i = 1; i < HARDWARE_RUNS && done && !simulated; i++) {
        done = session_time(load, start, stop, &ms, why);
        if (i == 1 || ms < best) best = ms;
    }
    if (stop) backend->event_close(session->device, stop);
    if (start) backend->event_close(session->device, start);
    return done ? best : -1;
}

static void print_subject(const struct load *load)
{
    char name[160];
    struct text device;
    struct tuning tuning = instance_tuning(load->instance);
    int end = snprintf(name, sizeof name, "%s", load->instance->strategy->name);
    for (int i = 0; i < tuning.count && end < (int)sizeof name; i++)
        end += snprintf(name + end, sizeof name - (size_t)end, "%s%s=%" PRId64 "%s", i ? "," : "{",
                        tuning.pair[i].name, tuning.pair[i].value, i + 1 < tuning.count ? "" : "}");
    printf("%s@%-*s", name, 64 - end > 1 ? 64 - end : 1, device_print(load->session->name, &device));
}

/* Prints "agrees", or where not. */
static void compare(struct real_run *run, const struct load *load, double ms)
{
    const struct tuple *state = &run->problem.op->state;
    struct columns columns = load_columns(load, ARENA_RESULT);
    struct state_bytes got;
    struct text where, refusal;
    struct difference difference;
    columns_read(&columns, state, 0, got.at);
    double traffic = (double)load->instance->strategy->traffic(&load->job, &load->instance->shape);
    bool agrees =
        slack_agrees(&run->slack, run->problem.op, UINT64_MAX, run->expected.at, got.at, &difference);
    if (!agrees) difference_say(&difference, run->problem.op, run->expected.at, got.at, &where);
    print_subject(load);
    bool overridden = session_overrides(load, &refusal);
    printf(" %9.4g GB/s  %s%s%s%s\n", ms > 0 ? traffic / ms / 1e6 : 0,
           agrees ? "agrees" : "DISAGREES: ", agrees ? "" : where.at,
           overridden ? "; run although refused: " : "", overridden ? refusal.at : "");
    if (agrees && run->agreed == 0) run->got = got;
    run->agreed += agrees;
    run->disagreed += !agrees;
    run->overridden += overridden;
}

/* Runs the planned load. False if the device failed. */
static bool run_planned(struct real_run *run, struct load *load, struct text *why)
{
    double ms = -1;
    if (session_put_columns(load, &run->columns, why)) ms = load_time(load, why);
    if (ms < 0 || !session_finish_results(load, why)) return false;
    compare(run, load, ms);
    return true;
}

static bool run_strategy(struct real_run *run, struct session *session, struct load *load,
                         const struct strategy *strategy, struct text *why)
{
    const char *op = run->problem.op->name;
    struct text reason;
    struct launch_shape none = {0};
    struct instance absent = {.strategy = strategy, .shape = none};
    const struct instance *instance = backend_instance(session->backend, session->caps, op, strategy, NULL);
    bool planned = session_plan(session, load, &run->problem, instance ? instance : &absent, &reason);
    bool refused = !planned || session_refusal(load, &reason) != REFUSAL_NONE;
    if (!refused && instance) return run_planned(run, load, why);
    if (!refused) text_say(&reason, "not built for %s", op);
    print_subject(load);
    printf(" refused: %s\n", reason.at);
    if (refused && instance && run->even_if_refused) run->firm = reason;
    run->refused++;
    return true;
}

/* ---- all of them ---- */

static bool run_device(struct real_run *run, struct device_name device, struct text *why)
{
    struct session session;
    struct load load = {0};
    if (!session_open(&session, device, why)) return false;
    session.even_if_refused = run->even_if_refused;
    session.seconds = 0; /* real data may take its time on the simulator */
    bool done = true;
    for (const struct strategy *const *at = session.backend->strategies; *at && done; at++) {
        if (!is_wanted(run->strategies, *at)) continue;
        done = run_strategy(run, &session, &load, *at, why);
    }
    load_close(&load);
    session_close(&session);
    return done;
}

/* What the oracle found; where floats are compared within a bound, that too. */
static void print_result(const struct real_run *run)
{
    const struct op *op = run->problem.op;
    char value[64];
    for (int c = 0; c < op->state.count; c++) {
        elem_print(op->state.elem[c], run->expected.at + op->state.offset[c], value, sizeof value);
        printf("oracle    column %d of %d (%s): %s", c + 1, op->state.count, elem_name(op->state.elem[c]),
               value);
        if (slack_applies(op, c))
            printf("; sum in double %.9g, agreed within %.3g", slack_sum(&run->slack, c),
                   slack_bound(&run->slack, op, c, UINT64_MAX));
        printf("\n");
    }
}

static enum status run_finish(struct real_run *run, struct text *why)
{
    const struct tuple *state = &run->problem.op->state;
    printf("%d agree, %d disagree, %d refused", run->agreed, run->disagreed, run->refused);
    if (run->overridden) printf("; %d run although refused for want of a law", run->overridden);
    puts("");
    if (run->firm.at[0] && run->disagreed == 0) {
        text_say(why, "--even-if-refused overrides laws alone: %s", run->firm.at);
        return STATUS_USAGE;
    }
    if (run->output && run->agreed + run->disagreed == 0) {
        text_say(why, "--output %s: every chosen strategy refused, nothing was written", run->output);
        return STATUS_USAGE;
    }
    if (run->disagreed > 0 || !run->output) return run->disagreed > 0 ? STATUS_FAIL : STATUS_OK;
    struct columns columns = {.count = state->count};
    for (int c = 0; c < state->count; c++)
        columns.column[c].base = run->got.at + state->offset[c];
    return npy_write(run->output, state, &columns, 1, why) ? STATUS_OK : STATUS_USAGE;
}

static enum status run_all(struct real_run *run, const struct device_list *devices, struct text *why)
{
    const struct op *op = run->problem.op;
    if (op->has_params) problem_params(&run->problem, 0, run->params);
    printf("%s over %" PRIu64 " items\n", op->name, run->problem.shape.size[0]);
    oracle_reduce_columns(op, op->has_params ? run->params : NULL, &run->columns, 0,
                          run->problem.shape.size[0], run->expected.at, &run->slack);
    print_result(run);
    for (int d = 0; d < devices->count; d++)
        if (!run_device(run, devices->at[d], why)) return STATUS_BROKEN;
    return run_finish(run, why);
}

static const char usage[] =
    "foldcheck run --strategy GLOB --operator O[(args)] --input F.npy|F.csv[:COLUMN]|F:TYPE ... "
    "[--output F.npy] [--device D]\n"
    "folds real data with the chosen strategies and with the oracle (--input once a column)";

int cli_run(int argc, char **argv)
{
    const char *operator_text = NULL, *device = NULL, *rows = NULL, *offsets = NULL;
    struct option_list inputs = {.count = 0};
    struct plugin_choice plugins = {.peers = false};
    struct real_run run = {.strategies = "reduce_auto"};
    const struct cli_option options[] = {
        {"--strategy", OPTION_TEXT, &run.strategies, "GLOB", "which strategies; reduce_auto"},
        {"--operator", OPTION_TEXT, &operator_text, "O", "the operator, with its arguments if it has any"},
        {"--input", OPTION_LIST, &inputs, "F", "a column of real data: F.npy, F.csv[:COLUMN], F:TYPE (raw)"},
        {"--output", OPTION_TEXT, &run.output, "F.npy", "where the result goes, if all agree"},
        PLUGIN_OPTIONS(&plugins),
        OVERRIDE_OPTION(&run.even_if_refused),
        {"--device", OPTION_TEXT, &device, "D", "the devices; what `check` would take"},
        {"--rows", OPTION_TEXT, &rows, "R", "not yet: comes with the segmented strategies"},
        {"--offsets", OPTION_TEXT, &offsets, "F", "not yet: comes with the segmented strategies"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    struct device_list devices;
    struct text why;
    if (argc > 1) return cli_usage("run", "%s: expected only options", argv[1]);
    if (rows || offsets)
        return cli_usage("run", "%s comes with the segmented strategies; this version folds one row",
                         rows ? "--rows" : "--offsets");
    if (!plugins_load(&plugins, &why)) return cli_usage("run", "%s", why.at);
    if (!operator_text) return cli_usage("run", "no --operator; expected one of `foldcheck list operators`");
    if (!operator_parse(operator_text, &run.problem, &why)) return cli_usage("run", "%s", why.at);
    ends = kernel_devices_choose("run", device, &devices);
    if (ends >= 0) return ends;
    if (!strategies_there(run.strategies, &devices.at[0], &why)) return cli_usage("run", "%s", why.at);
    enum status status = STATUS_USAGE;
    if (inputs_open(&run, &inputs, &why)) {
        text_say(&why, "%s", "");
        status = run_all(&run, &devices, &why);
    }
    inputs_close(&run);
    return status == STATUS_OK || !why.at[0] ? (int)status : cli_stop(status, "run", "%s", why.at);
}
