/* SPDX-License-Identifier: MIT
 * foldcheck run: real data through the chosen strategies and the oracle. */
#include "kernel_devices.h"

#include "difference.h"
#include "input.h"
#include "launch.h"
#include "oracle.h"
#include "real_keys.h"
#include "real_rows.h"
#include "real_scan.h"
#include "load.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HARDWARE_RUNS = 6 }; /* the first one warms up */

/* The request of the command, and its data. */
struct real_run {
    const char *strategies, *output;
    bool even_if_refused;
    struct problem problem;
    struct input input[MAX_COLUMNS];
    struct columns columns; /* of the inputs, and of their keys */
    struct real_rows rows;
    struct real_keys keys; /* count 0: no fold by key */
    _Alignas(16) unsigned char params[MAX_PARAMS_BYTES];
    /* A result a row, a row and key or, of a scan, an item, as a C struct; got: of the first strategy that agreed.
     * Owned, as is what went into each. A scan's expected ones are made as they are compared. */
    unsigned char *expected, *got;
    struct slack *slack; /* NULL: all columns bit by bit */
    int agreed, disagreed, refused;
    int overridden;   /* of those that ran: refused because a law is missing */
    struct text firm; /* a refusal that --ignore-law-requirements does not override */
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
    return true;
}

/* How the user cuts and tags the items. */
struct cut_request {
    uint64_t rows, key_count;
    const char *offsets, *keys, *scan;
};

/* Rows of two-dimensional files. */
static bool file_rows(const struct real_run *run, const struct option_list *names,
                      struct cut_request *request, struct text *why)
{
    for (int c = 0; c < names->count; c++) {
        uint64_t rows = run->input[c].rows;
        if (!rows) continue;
        if (request->offsets)
            return text_say(why, "--offsets: %s has %" PRIu64 " rows of its own; expected one dimension",
                            names->at[c], rows);
        if (request->rows != (uint64_t)NO_ROWS && request->rows != rows)
            return text_say(why, "--input %s: %" PRIu64 " rows; expected %" PRIu64, names->at[c], rows,
                            request->rows);
        request->rows = rows;
    }
    return true;
}

/* Scans: their results are as many as the items. */
static bool scan_parse(struct real_run *run, const struct cut_request *request, struct text *why)
{
    if (!request->scan) return true;
    if (request->keys) return text_say(why, "--scan and --keys: expected one of them");
    bool inclusive = strcmp(request->scan, "inclusive") == 0;
    assert(inclusive || strcmp(request->scan, "exclusive") == 0);
    run->problem.what = inclusive ? WHAT_SCAN : WHAT_EXSCAN;
    return true;
}

static bool scans(const struct real_run *run)
{
    return run->problem.what == WHAT_SCAN || run->problem.what == WHAT_EXSCAN;
}

/* Keys are one column more. */
static bool keys_open(struct real_run *run, const struct cut_request *request, struct text *why)
{
    if (!request->keys)
        return request->key_count == (uint64_t)NO_KEYS || text_say(why, "--key-count: expected --keys, too");
    if (request->offsets) return text_say(why, "--keys and --offsets: expected rows of one length (--rows)");
    if (!real_keys_open(&run->keys, request->keys, request->key_count, run->input[0].count, why))
        return false;
    run->columns.column[run->columns.count++] =
        (struct column){(void *)(uintptr_t)run->keys.key, sizeof *run->keys.key};
    run->problem.what = WHAT_KEYED;
    return true;
}

/* Results: one a row, a row and key, or an item. */
static uint64_t result_count(const struct real_run *run)
{
    if (scans(run)) return run->input[0].count;
    return run->rows.count * (run->keys.count ? run->keys.count : 1);
}

/* The rows and keys of the inputs, and room for their results. */
static bool rows_open(struct real_run *run, const struct cut_request *request, struct text *why)
{
    const struct op *op = run->problem.op;
    uint64_t items = run->input[0].count;
    if (!real_rows_open(&run->rows, request->rows, request->offsets, items, why) ||
        !keys_open(run, request, why))
        return false;
    uint64_t rows = run->rows.count, count = result_count(run);
    run->problem.shape = (struct shape){
        .form = SHAPE_DIMS, .count = 2, .size = {rows, run->rows.length}, .keys = run->keys.count};
    uint64_t kept = scans(run) ? 0 : count; /* by the oracle */
    run->expected = malloc(kept * op->state.size + 1);
    run->got = malloc(count * op->state.size + 1);
    if (!(op->laws & LAW_EXACT)) run->slack = calloc(kept + 1, slack_bytes(op));
    return (run->expected && run->got && (op->laws & LAW_EXACT || run->slack)) ||
           text_say(why, "no memory for %" PRIu64 " results", count);
}

static void inputs_close(struct real_run *run)
{
    for (int c = 0; c < MAX_COLUMNS; c++)
        input_close(&run->input[c]);
    real_rows_close(&run->rows);
    real_keys_close(&run->keys);
    free(run->expected);
    free(run->got);
    free(run->slack);
}

/* A scan does both kinds. */
static enum what kind_of(const struct real_run *run)
{
    return run->problem.what == WHAT_EXSCAN ? WHAT_SCAN : run->problem.what;
}

static bool is_wanted(const char *pattern, enum what what, const struct strategy *strategy)
{
    return strategy->what == what && glob_matches(pattern, strategy->name);
}

/* Does the pattern match a strategy of the kind? */
static bool strategies_there(const char *pattern, enum what what, const struct device_name *device,
                             struct text *why)
{
    const struct backend *backend = backend_open(device->kind, why);
    if (!backend) return false;
    for (const struct strategy *const *at = backend->strategies; *at; at++)
        if (is_wanted(pattern, what, *at)) return true;
    return text_say(why, "--strategy %s: no such %s; `foldcheck list strategies` has the names", pattern,
                    what == WHAT_KEYED  ? "fold by key"
                    : what == WHAT_SCAN ? "scan"
                                        : "reduction");
}

/* The user's, or those of the kind. */
static bool strategies_choose(struct real_run *run, const struct cut_request *request,
                              const struct device_name *device, struct text *why)
{
    bool several = request->offsets || (request->rows != (uint64_t)NO_ROWS && request->rows != 1);
    const char *usual = several ? "segreduce_*" : "reduce_auto";
    if (scans(run)) usual = several ? "segscan_*" : "scan_auto";
    if (request->keys) usual = "keyed_*";
    if (!run->strategies) run->strategies = usual;
    return strategies_there(run->strategies, kind_of(run), device, why);
}

/* Was the device's backend built with the operator? FOLDCHECK_OPERATORS may leave it out. */
static bool operator_there(const struct op *op, const struct device_name *device, struct text *why)
{
    const struct backend *backend = backend_open(device->kind, why);
    return backend && (backend_operator(backend, op->name) ||
                       text_say(why, "the %s backend was built without operator %s",
                                backend_name(device->kind), op->name));
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
    struct text device, tuning;
    int end = snprintf(name, sizeof name, "%s%.100s", load->instance->strategy->name,
                       shape_print(&load->instance->shape, &tuning));
    printf("%s@%-*s", name, 64 - end > 1 ? 64 - end : 1, device_print(load->session->name, &device));
}

/* The results that came down, into `got`, against the oracle's; where the first one differs, and how many bounds the
 * farthest is off. */
static bool results_agree(const struct real_run *run, const struct load *load, unsigned char *got,
                          double *bounds, struct text *where)
{
    const struct op *op = run->problem.op;
    struct columns columns = load_columns(load, ARENA_RESULT);
    struct text column;
    struct difference difference;
    uint64_t keys = run->keys.count, depth = load_depth(load);
    for (uint64_t row = 0; row < result_count(run); row++) {
        const unsigned char *expected = run->expected + row * op->state.size;
        unsigned char *result = got + row * op->state.size;
        struct slack *slack = slack_at(run->slack, op, row);
        if (slack) slack->rounds = load_rounds(load);
        columns_read(&columns, &op->state, row, result);
        double off = difference_bounds(slack, op, depth, expected, result);
        if (off > *bounds) *bounds = off;
        if (slack_agrees(slack, op, depth, expected, result, &difference) || where->at[0]) continue;
        difference_say(&difference, op, expected, result, &column);
        if (keys)
            text_say(where, "row %" PRIu64 ", key %" PRIu64 ", %s", row / keys, row % keys, column.at);
        else if (run->rows.count == 1)
            *where = column;
        else
            text_say(where, "row %" PRIu64 ", %s", row, column.at);
    }
    return !where->at[0];
}

/* The same of either kind. */
static bool all_agree(const struct real_run *run, const struct load *load, unsigned char *got, double *bounds,
                      struct text *where)
{
    const struct op *op = run->problem.op;
    const struct real_scan scan = {op, op->has_params ? run->params : NULL, &run->columns, &run->rows,
                                   run->problem.what == WHAT_EXSCAN};
    *bounds = -1;
    text_say(where, "%s", "");
    return scans(run) ? real_scan_agrees(&scan, load, got, bounds, where)
                      : results_agree(run, load, got, bounds, where);
}

/* Prints "agrees", or where not. Results go to `got` until a strategy agrees. */
static bool compare(struct real_run *run, const struct load *load, double ms, struct text *why)
{
    struct text where, refusal, off = {{0}};
    double bounds;
    unsigned char *got = run->agreed ? malloc(result_count(run) * run->problem.op->state.size + 1) : run->got;
    double traffic = (double)session_traffic(load);
    if (!got) return text_say(why, "no memory for %" PRIu64 " results", result_count(run));
    bool agrees = all_agree(run, load, got, &bounds, &where);
    if (bounds >= 0) text_say(&off, " (off by %.2g bounds)", bounds);
    if (run->agreed) free(got);
    print_subject(load);
    bool overridden = session_overrides(load, &refusal);
    printf(" %9.4g GB/s  %s%s%s%s%s\n", ms > 0 ? traffic / ms / 1e6 : 0,
           agrees ? "agrees" : "DISAGREES: ", agrees ? "" : where.at, off.at,
           overridden ? "; run although refused: " : "", overridden ? refusal.at : "");
    run->agreed += agrees;
    run->disagreed += !agrees;
    run->overridden += overridden;
    return true;
}

/* Runs the planned load. False if the device failed. */
static bool run_planned(struct real_run *run, struct load *load, struct text *why)
{
    double ms = -1;
    if (session_put_columns(load, &run->columns, why)) ms = load_time(load, why);
    if (ms < 0 || !session_finish_results(load, why)) return false;
    return compare(run, load, ms, why);
}

static bool run_strategy(struct real_run *run, struct session *session, struct load *load,
                         const struct strategy *strategy, struct text *why)
{
    const char *op = run->problem.op->name;
    struct text reason;
    struct launch_shape none = {.block = 256, .items = 1, .group = 32}; /* any one: the reason is asked for */
    struct instance absent = {.strategy = strategy, .shape = none};
    const struct instance *instance = backend_instance(session->backend, session->caps, op, strategy, NULL);
    load->real_start = run->rows.start;
    load->real_rows = run->rows.count;
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
        if (!is_wanted(run->strategies, kind_of(run), *at)) continue;
        done = run_strategy(run, &session, &load, *at, why);
    }
    load_close(&load);
    session_close(&session);
    return done;
}

/* The fold of every row, or of every key of every row. */
static void expect_rows(struct real_run *run)
{
    const struct op *op = run->problem.op;
    const struct column_keys keys = {run->keys.key, run->keys.count};
    const void *params = op->has_params ? run->params : NULL;
    struct columns columns = run->columns;
    if (keys.keys) columns.count = op->input.count; /* without that of the keys */
    for (uint64_t row = 0; row < run->rows.count; row++) {
        uint64_t result = row * (keys.keys ? keys.keys : 1);
        unsigned char *expected = run->expected + result * op->state.size;
        struct slack *slack = slack_at(run->slack, op, result);
        struct column_items items = {.columns = &columns,
                                     .first = real_row_first(&run->rows, row),
                                     .count = real_row_length(&run->rows, row)};
        if (keys.keys)
            oracle_keyed_columns(op, params, &items, &keys, expected, slack);
        else
            oracle_reduce_columns(op, params, &items, expected, slack);
    }
}

/* Without a bound where it is the same in any order, or where the items make it infinite or no number. */
static void print_sum(const struct slack *slack, const struct op *op, int column)
{
    double sum = slack_sum(slack, column), bound = slack_bound(slack, op, column, UINT64_MAX);
    printf("; sum in double %.9g", sum);
    bool proves = bound < slack->column[column].magnitude; /* else 0 would be right, too */
    if (isfinite(sum) && bound > 0)
        printf(", within %.3g of it in any order%s", bound,
               proves ? "" : ": so far off that it proves nothing");
    if (isfinite(sum) && bound == 0) printf(", the same in any order");
}

/* The result of the oracle for the one row; where floats are compared within a bound, that too. */
static void print_result(const struct real_run *run)
{
    const struct op *op = run->problem.op;
    char value[64];
    for (int c = 0; c < op->state.count; c++) {
        elem_print(op->state.elem[c], run->expected + op->state.offset[c], value, sizeof value);
        printf("oracle    column %d of %d (%s): %s", c + 1, op->state.count, elem_name(op->state.elem[c]),
               value);
        if (run->slack && slack_applies(op, c)) print_sum(run->slack, op, c);
        printf("\n");
    }
}

static enum status run_finish(struct real_run *run, struct text *why)
{
    const struct tuple *state = &run->problem.op->state;
    printf("%d agree, %d disagree, %d refused", run->agreed, run->disagreed, run->refused);
    if (run->overridden) printf("; %d run without a law that the strategy needs", run->overridden);
    puts("");
    if (run->firm.at[0] && run->disagreed == 0) {
        text_say(why, "--ignore-law-requirements overrides laws alone: %s", run->firm.at);
        return STATUS_USAGE;
    }
    if (run->output && run->agreed + run->disagreed == 0) {
        text_say(why, "--output %s: every chosen strategy refused, nothing was written", run->output);
        return STATUS_USAGE;
    }
    if (run->disagreed > 0 || !run->output) return run->disagreed > 0 ? STATUS_FAIL : STATUS_OK;
    struct columns columns = {.count = state->count};
    for (int c = 0; c < state->count; c++)
        columns.column[c] = (struct column){run->got + state->offset[c], (int64_t)state->size};
    bool square = scans(run) && run->input[0].rows;
    const struct npy_shape shape = {result_count(run), square ? run->rows.count : 0};
    return npy_write(run->output, state, &columns, shape, why) ? STATUS_OK : STATUS_BROKEN;
}

static enum status run_all(struct real_run *run, const struct device_list *devices, struct text *why)
{
    const struct op *op = run->problem.op;
    if (op->has_params) problem_params(&run->problem, 0, run->params);
    printf("%s over %" PRIu64 " items", op->name, run->input[0].count);
    if (run->rows.count != 1) printf(" in %" PRIu64 " rows", run->rows.count);
    if (run->keys.count) printf(" by %" PRIu64 " keys", run->keys.count);
    puts("");
    if (!scans(run)) expect_rows(run);
    if (run->rows.count == 1 && !run->keys.count && !scans(run)) print_result(run);
    for (int d = 0; d < devices->count; d++)
        if (!run_device(run, devices->at[d], why)) return STATUS_BROKEN;
    return run_finish(run, why);
}

static const char usage[] =
    "foldcheck run --strategy GLOB --operator O[(args)] --input F.npy|F.csv[:COLUMN]|F:TYPE ... "
    "[--rows R | --offsets F] [--keys F [--key-count K] | --scan inclusive|exclusive] [--output F.npy] "
    "[--device D]\n"
    "Folds or scans real data with the chosen strategies and with the oracle.";

int cli_run(int argc, char **argv)
{
    const char *operator_text = NULL, *device = NULL, *tuning = NULL;
    struct cut_request request = {.rows = (uint64_t)NO_ROWS, .key_count = (uint64_t)NO_KEYS};
    struct option_list inputs = {.count = 0};
    struct plugin_choice plugins = {.peers = false};
    struct real_run run = {.strategies = NULL};
    const struct cli_option options[] = {
        {"--strategy", OPTION_GLOBS, &run.strategies, "GLOB",
         "strategies (default: reduce_auto, for several rows segreduce_*; with --scan scan_auto, segscan_*; "
         "with --keys keyed_*)"},
        {"--operator", OPTION_TEXT, &operator_text, "O",
         "operator, with arguments if it has any: affine_mod(modulus=97)"},
        {"--input", OPTION_LIST, &inputs, "F",
         "input column: F.npy, F.csv[:COLUMN] or F:TYPE (raw); one for each column"},
        {"--output", OPTION_TEXT, &run.output, "F.npy", "write the result if all strategies agree"},
        PLUGIN_OPTIONS(&plugins),
        OVERRIDE_OPTION(&run.even_if_refused),
        TUNING_OPTION(&tuning),
        {"--device", OPTION_TEXT, &device, "D", "devices (default: those that check takes)"},
        {"--rows", OPTION_COUNT, &request.rows, "R",
         "number of equal-length rows (default 1, or those of a .npy file of two dimensions)"},
        {"--scan", OPTION_TEXT, &request.scan, "KIND",
         "scan instead: inclusive or exclusive; a result for each item"},
        {"--offsets", OPTION_TEXT, &request.offsets, "F",
         "a column of u64 with each row's start and, last, the number of items: F.npy, F.csv[:COLUMN] or "
         "F:u64"},
        {"--keys", OPTION_TEXT, &request.keys, "F",
         "fold by key: a column of u32 with the key of each item: F.npy, F.csv[:COLUMN] or F:u32"},
        {"--key-count", OPTION_COUNT, &request.key_count, "K",
         "number of keys, 0 to K - 1 (default: one more than the greatest key)"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    struct device_list devices;
    struct text why;
    if (argc > 1) return cli_usage("run", "%s: expected only options", argv[1]);
    if (!plugins_load(&plugins, &why)) return cli_usage("run", "%s", why.at);
    if (!operator_text) return cli_usage("run", "no --operator; expected one of `foldcheck list operators`");
    if (!operator_parse(operator_text, &run.problem, &why)) return cli_usage("run", "%s", why.at);
    if (!file_writable(run.output)) return cli_usage("run", "--output: %s cannot be written", run.output);
    ends = kernel_devices_choose("run", device, &devices);
    if (ends >= 0) return ends;
    if (!tuning_choose(tuning, &devices, &why)) return cli_usage("run", "%s", why.at);
    enum status status = STATUS_USAGE;
    if (inputs_open(&run, &inputs, &why) && file_rows(&run, &inputs, &request, &why) &&
        scan_parse(&run, &request, &why) && rows_open(&run, &request, &why) &&
        strategies_choose(&run, &request, &devices.at[0], &why) &&
        operator_there(run.problem.op, &devices.at[0], &why)) {
        text_say(&why, "%s", "");
        status = run_all(&run, &devices, &why);
    }
    inputs_close(&run);
    return status == STATUS_OK || !why.at[0] ? (int)status : cli_stop(status, "run", "%s", why.at);
}
