/* SPDX-License-Identifier: MIT
 * Runs given cases again: lines on the command line, or files of them. */
#define _POSIX_C_SOURCE 200809L
#include "device.h"
#include "fuzz.h"
#include "hints.h"
#include "launch.h"
#include "properties.h"
#include "report.h"
#include "load.h"
#include "worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "foldcheck replay [options] CASE|FILE...\nRuns each case once, and a failing one 20 times. A file has "
    "one case per line (# starts a comment), or is a\nrecord; of a record, the failures run.\nA case without "
    "a device runs on all devices. Read a fuzzer's input file with the same --device and\nGLOBs that "
    "fuzz_cases had; with others it encodes another case.";

struct replay {
    struct launch launch;
    struct record record;
    const char *device;
    bool shrink;
    struct option_list fuzz_files;
    struct fuzz_request request; /* for these */
    struct case_list cases;
    struct device_list devices; /* for cases without one */
};

/* All devices of this machine that run kernels; the first GPU of each kind. */
static void find_devices(struct replay *replay)
{
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        struct text why;
        struct device_name name = {.kind = kind};
        if (kind == DEVICE_HOST) continue;
        if (device_there(name, &why)) replay->devices.at[replay->devices.count++] = name;
    }
}

/* Whether the subject exists on the device. */
static bool subject_there(const struct test_case *line, const struct property *property,
                          struct device_name device, struct text *why)
{
    const struct backend *backend;
    switch (property->subject) {
    case SUBJECT_OPERATOR:
        return op_find(line->subject) || text_say(why, "no operator %s", line->subject) ||
               hint_operator(line->subject, why);
    case SUBJECT_STRATEGY:
        backend = backend_open(device.kind, why);
        if (!backend) return false;
        return backend_strategy(backend, line->subject) ||
               text_say(why, "%s has no strategy %s", backend->name, line->subject) ||
               hint_strategy(line->subject, &(struct device_list){.count = 1, .at = {device}}, why);
    default:
        return true;
    }
}

/* Whether the items of a case fit the device's memory at all. What fits this but not the device with all that
 * goes with it is refused by the check. */
static bool items_fit(const struct test_case *line, struct device_name device, struct text *why)
{
    static const uint64_t every_device_has = 1 << 30; /* bytes: most cases are answered without opening one */
    const struct problem *problem = &line->problem;
    uint64_t items;
    if (!line->has_problem || !problem->op || problem->layout.input.form == SIDE_ONE) return true;
    if (!shape_items(&problem->shape, &items) || items <= every_device_has / problem->op->input.packed)
        return true;
    struct session session;
    if (device.kind == DEVICE_HOST || !session_open(&session, device, why)) return true; /* plan's business */
    uint64_t memory = session.caps->memory_bytes;
    session_close(&session);
    return items <= memory / problem->op->input.packed ||
           text_say(why,
                    "%s: %" PRIu64
                    " items of %zu bytes; expected no more than fit the device's memory, %" PRIu64 " bytes",
                    device_kind_name(device.kind), items, problem->op->input.packed, memory);
}

static enum status add_case(struct run_plan *plan, struct results *results, const struct test_case *line,
                            const struct property *property, struct device_name device, struct text *why)
{
    struct text missing = {0};
    if (!device_there(device, &missing)) {
        results_add_skipped(results, &missing);
        return STATUS_OK;
    }
    if (!subject_there(line, property, device, why) || !items_fit(line, device, why)) return STATUS_USAGE;
    struct target target = {.property = property, .device = device};
    if (property->subject != SUBJECT_SUITE)
        snprintf(target.subject, sizeof target.subject, "%s", line->subject);
    if (line->has_problem) target.op = line->problem.op;
    if (run_plan_add(plan, &target) && run_plan_add_fixed(plan, plan->target_count - 1, line))
        return STATUS_OK;
    text_say(why, "more than %d cases at once", MAX_TARGETS);
    return STATUS_USAGE;
}

static enum status add_on_all(struct replay *replay, struct run_plan *plan, struct results *results,
                              const struct test_case *line, struct text *why)
{
    const struct property *property = property_find(line->claim);
    if (property->on_host)
        return add_case(plan, results, line, property, (struct device_name){.kind = DEVICE_HOST}, why);
    if (line->device.kind != DEVICE_NONE) return add_case(plan, results, line, property, line->device, why);
    enum status status = STATUS_OK;
    for (int i = 0; i < replay->devices.count && status == STATUS_OK; i++)
        status = add_case(plan, results, line, property, replay->devices.at[i], why);
    return status;
}

/* The file of thresholds must be about every device that a case names, or that cases run on which name none. */
static bool replay_tuning(const struct replay *replay, struct text *why)
{
    struct device_list devices = {.count = 0};
    for (size_t i = 0; i < replay->cases.count && devices.count == 0; i++)
        if (replay->cases.at[i].device.kind == DEVICE_NONE) devices = replay->devices;
    for (size_t i = 0; i < replay->cases.count; i++) {
        struct device_name name = replay->cases.at[i].device;
        bool known = name.kind == DEVICE_NONE || devices.count == MAX_DEVICES;
        for (int d = 0; d < devices.count; d++)
            known |= devices.at[d].kind == name.kind && devices.at[d].index == name.index;
        if (!known) devices.at[devices.count++] = name;
    }
    return tuning_choose(replay->launch.tuning, &devices, why);
}

static enum status prepare(void *user, struct run_plan *plan, struct run *run, struct results *results,
                           struct text *why)
{
    struct replay *replay = user;
    run->shrink = replay->shrink;
    run->anyway = true; /* each case stands alone */
    run->simpler_tuning = properties_simpler_tuning;
    run->beats = properties_beats;
    run->patience = properties_patience;
    if (replay->device) {
        if (!devices_choose(replay->device, &replay->devices, why)) return STATUS_USAGE;
    } else {
        find_devices(replay);
    }
    if (!replay_tuning(replay, why)) return STATUS_USAGE;
    for (size_t i = 0; i < replay->cases.count && results_wants_targets(results); i++) {
        enum status status = add_on_all(replay, plan, results, &replay->cases.at[i], why);
        if (status != STATUS_OK) return status;
    }
    if (plan->target_count == 0 && !results->skipped_any && results_wants_targets(results)) {
        text_say(why, "no device");
        results_add_skipped(results, why);
    }
    return STATUS_OK;
}

static void print(void *user, const struct results *results)
{
    const struct replay *replay = user;
    if (!replay->launch.quiet) report_cases(stdout, results);
    report_verdict(stdout, results);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "history.h"

static bool is_record(const char *path)
{
    static const char head[] = "{\"foldcheck_record\"";
    char first[sizeof head] = "";
    FILE *in = fopen(path, "r");
    size_t length = in ? fread(first, 1, sizeof head - 1, in) : 0;
    if (in) fclose(in);
    return length == sizeof head - 1 && strcmp(first, head) == 0;
}

static bool has_case(const struct history *history, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (history->failures.at[i].line == history->failures.at[index].line) return true;
    return false;
}

/* The failures of a record, each case once. */
static bool read_failures(struct replay *replay, const char *path, struct text *why)
{
    struct history history = {0};
    struct text what;
    bool good = history_read(&history, path, why);
    for (size_t i = 0; good && i < history.failures.count; i++) {
        struct test_case parsed;
        if (has_case(&history, i)) continue;
        good = case_parse(history.failures.at[i].line, &parsed, &what) ||
               text_say(why, "%.100s: a failure: %.380s", path, what.at);
        good =
            good && (case_list_push(&replay->cases, &parsed) || text_say(why, "no memory for one more case"));
    }
    if (good && history.failures.count == 0)
        good = text_say(why, "%.300s is a record without a failure", path);
    history_close(&history);
    return good;
}
#else
static bool is_record(const char *path)
{
    (void)path;
    return false;
}

static bool read_failures(struct replay *replay, const char *path, struct text *why)
{
    (void)replay, (void)path;
    return text_say(why, "this program was built without jansson (libjansson-dev)");
}
#endif

static bool read_cases(struct replay *replay, const char *path, struct text *why)
{
    size_t before = replay->cases.count;
    if (is_record(path)) return read_failures(replay, path, why);
    if (!case_list_read(&replay->cases, path, why)) return false;
    return replay->cases.count > before || text_say(why, "%s: expected a case a line, found none", path);
}

/* An operand is a file if there is one of that name, else a case. */
static bool read_operand(struct replay *replay, const char *operand, struct text *why)
{
    if (access(operand, F_OK) == 0) return read_cases(replay, operand, why);
    struct test_case parsed;
    const char *space = strchr(operand, ' '), *dot = strchr(operand, '.');
    /* A path that does not exist is a more likely slip than a case of no known claim, or one that is none. A case has a
     * dot before its first space; "my cases.txt" has it behind. */
    bool like_path = !strchr(operand, '@') && (!space || (dot && dot > space)),
         parses = case_parse(operand, &parsed, why);
    if (like_path && !(parses && property_find(parsed.claim)))
        return text_say(why, "%.400s: no such file, and no case", operand);
    if (!parses) return false;
    return case_list_push(&replay->cases, &parsed) || text_say(why, "no memory for one more case");
}

static bool claims_known(const struct replay *replay, struct text *why)
{
    for (size_t i = 0; i < replay->cases.count; i++) {
        const struct test_case *line = &replay->cases.at[i];
        if (!property_find(line->claim))
            return text_say(why, "no property %s; foldcheck list properties has their names", line->claim) ||
                   hint_property(line->claim, why);
    }
    return true;
}

/* Adds the case that each file of a fuzzer means, and prints it: the file does not show it. */
static int read_fuzz_files(struct replay *replay)
{
    struct text why;
    struct run_plan plan = {.results = results_make(1, NULL, &why)};
    struct fuzz_menu menu;
    const char *command = replay->launch.argv[0];
    if (!plan.results) return cli_stop(STATUS_BROKEN, command, "%s", why.at);
    replay->request.device = replay->device;
    int status = (int)fuzz_menu_fill(&menu, &replay->request, &plan, &why);
    if (status != STATUS_OK) cli_stop((enum status)status, command, "--fuzz-file: %s", why.at);
    for (int i = 0; status == STATUS_OK && i < replay->fuzz_files.count; i++) {
        struct test_case drawn;
        char line[MAX_LINE];
        const char *path = replay->fuzz_files.at[i];
        if (!fuzz_file_read(&menu, &plan, path, &drawn, &why)) {
            status = cli_usage(command, "--fuzz-file: %s", why.at);
        } else if (!case_list_push(&replay->cases, &drawn)) {
            status = cli_stop(STATUS_BROKEN, command, "no memory for one more case");
        } else if (!replay->launch.worker) {
            case_print(&drawn, line, sizeof line);
            printf("%s is '%s'\n", path, line);
        }
    }
    run_plan_close(&plan);
    return status == STATUS_OK ? -1 : status;
}

/* The files of a fuzzer, or the complaint that there are none to which the GLOBs could apply. */
static int fuzz_files(struct replay *replay, const char *command)
{
    const struct fuzz_request *request = &replay->request;
    if (replay->fuzz_files.count > 0) return read_fuzz_files(replay);
    if (!request->property && !request->strategy && !request->op) return -1;
    return cli_usage(command,
                     "--property, --strategy and --operator go with --fuzz-file; expected a --fuzz-file");
}

int cli_replay(int argc, char **argv)
{
    struct replay replay = {.launch = {.timeout = 20, .jobs = 1, .all_must_run = true}};
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &replay.device, "D",
         "device of the cases that name none (default: all devices)"},
        {"--shrink", OPTION_FLAG, &replay.shrink, NULL, "shrink the failures"},
        {"--fuzz-file", OPTION_LIST, &replay.fuzz_files, "FILE",
         "run the case that a fuzzer's input file encodes; repeatable"},
        FUZZ_OPTIONS(&replay.request),
        LAUNCH_OPTIONS(&replay.launch),
        {NULL, OPTION_FLAG, NULL, NULL, NULL}};
    char **given = malloc((size_t)argc * sizeof *given);
    if (!given) return cli_stop(STATUS_BROKEN, argv[0], "no memory");
    memcpy(given, argv, (size_t)argc * sizeof *given);
    replay.launch.argc = argc;
    replay.launch.argv = given;
    replay.launch.prepare = prepare;
    replay.launch.print = print;
    replay.launch.user = &replay;
    struct text why = {0};
    int status = options_parse(usage, options, &argc, argv);
    if (status < 0 && !plugins_load(&replay.launch.plugins, &why)) status = cli_usage(argv[0], "%s", why.at);
    if (status < 0) status = fuzz_files(&replay, argv[0]);
    if (status < 0 && argc < 2 && replay.fuzz_files.count == 0)
        status = cli_usage(argv[0], "no case is given; expected a case's line or a file");
    for (int i = 1; status < 0 && i < argc; i++)
        if (!read_operand(&replay, argv[i], &why)) status = cli_usage(argv[0], "%s", why.at);
    if (status < 0 && !claims_known(&replay, &why)) status = cli_usage(argv[0], "%s", why.at);
    replay.launch.record = &replay.record;
    if (status < 0) status = launch_close(&replay.launch, launch_run(&replay.launch));
    case_list_close(&replay.cases);
    free(given);
    return status;
}
