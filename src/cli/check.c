/* SPDX-License-Identifier: MIT
 * The main job: every property of every strategy and operator, on the devices that are there. */
#define _POSIX_C_SOURCE 200809L
#include "cli_exhaustive.h"
#include "device.h"
#include "every_schedule.h"
#include "hints.h"
#include "terminal.h"
#include "known_failures.h"
#include "launch.h"
#include "plugin.h"
#include "report_power.h"
#include "properties.h"
#include "report.h"
#include "under_mpirun.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char usage[] = "foldcheck check [options]\n"
                            "Draws problems, checks every property on them and shrinks the failures.\n"
                            "GLOB is a shell pattern, or several separated by commas.";

enum { USUAL_CASES = 64, SIDE_SHARE = 25 };

struct check {
    struct launch launch;
    struct record record;
    const char *strategy, *op, *property, *shard, *corpus;
    double seconds;
    uint64_t cases, seed, most_items;
    bool every_schedule;
    uint64_t most_executions, most_reorderings;
    bool counters, measurements, seeded, first, anyway, strict, verbose;
    const char *exhaustive, *seed_text, *model;
    uint64_t exhaustive_most;
    uint64_t shard_index, shard_count, shard_seen; /* index counts from 0 */
    struct device_list devices;
    struct case_list lines;  /* of the corpus */
    const char *failures;    /* the folder of --failures */
    struct case_list known;  /* its lines */
    struct text unkept;      /* why it could not be brought up to date */
    struct results *results; /* for devices that a strategy is not for */
    bool full;               /* no room for one more target */
    struct text unopened;    /* why a device does not open, if one did not */
    struct text unbuilt;     /* operators of fixed problems that the build lacks */
};

/* The verified problems that a target should have. Comparing with the oracle is the main job; the other
 * claims about a strategy run a 25th as often, unless they were asked for by name: their problems with all operators
 * add up. Those about somebody's launcher, which has few operators, run as often. `strategy` NULL: of a law. */
static uint64_t cases_of(const struct check *check, const struct property *property,
                         const struct strategy *strategy)
{
    uint64_t cases = check->cases;
    if (check->every_schedule) return 0;
    if (!cases) cases = check->seconds > 0 ? UINT64_MAX : USUAL_CASES;
    if (property->subject == SUBJECT_OPERATOR && cases < USUAL_CASES) return USUAL_CASES; /* of a law */
    if (check->property || property->subject != SUBJECT_STRATEGY || cases == UINT64_MAX) return cases;
    bool is_main = properties_is_main(property) || (strategy && strategy->constants); /* of a launcher */
    return is_main ? cases : (cases + SIDE_SHARE - 1) / SIDE_SHARE;
}

static void add_target(struct check *check, struct run_plan *plan, struct target target, const char *subject,
                       const struct strategy *strategy)
{
    unsigned needs = strategy ? strategy->needs : 0;
    target.cases = cases_of(check, target.property, strategy);
    target.ought_refuse = target.op && (needs & ~target.op->laws) != 0 && !check->launch.even_if_refused;
    snprintf(target.subject, sizeof target.subject, "%s", subject);
    struct text why;
    void *context = run_plan_context(plan, target.device, &why);
    if (!context) check->unopened = why;
    if (!context || !properties_apply(context, &target, &why)) return;
    if (!check->launch.device && !properties_on_device(context, &target, &why)) {
        results_add_skipped(check->results, &why);
        return;
    }
    if (check->shard_seen++ % check->shard_count != check->shard_index) return;
    check->full |= !run_plan_add(plan, &target);
}

/* Of the element types that run the same code the first stands for all, unless one was asked for. */
static void add_strategies(struct check *check, struct run_plan *plan, const struct property *property,
                           struct device_name device, const struct backend *backend)
{
    for (const struct strategy *const *at = backend->strategies; *at; at++) {
        if (!glob_matches(check->strategy, (*at)->name)) continue;
        for (const struct operator_code *const *code = backend->operators; *code; code++) {
            const struct op *op = op_for((*at)->what, (*code)->op);
            if (!check->op && backend_repeats(backend, *code)) continue;
            if (op && glob_matches(check->op, op->name))
                add_target(check, plan, (struct target){.property = property, .op = op, .device = device},
                           (*at)->name, *at);
        }
    }
}

/* The operators that a backend has, or all of them (backend NULL: on the host). */
static void add_operators(struct check *check, struct run_plan *plan, const struct property *property,
                          struct device_name device, const struct backend *backend)
{
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (!glob_matches(check->op, op->name)) continue;
        if (backend && !backend_operator(backend, op->name)) continue;
        add_target(check, plan, (struct target){.property = property, .op = op, .device = device}, op->name,
                   NULL);
    }
}

static void add_property(struct check *check, struct run_plan *plan, const struct property *property,
                         struct device_name device, const struct backend *backend)
{
    if (property->subject == SUBJECT_STRATEGY && backend)
        add_strategies(check, plan, property, device, backend);
    else if (property->subject == SUBJECT_OPERATOR && !check->strategy)
        add_operators(check, plan, property, device, backend);
    else if (property->subject == SUBJECT_SUITE && !check->strategy && !check->op)
        add_target(check, plan, (struct target){.property = property, .device = device}, "", NULL);
}

/* Whether a property is among those that were asked for, and concerns what was. */
static bool is_wanted(const struct check *check, const struct property *property)
{
    if (!glob_matches(check->property, property->name)) return false;
    if (check->every_schedule && !property->every_schedule) return false;
    if (check->strategy) return property->subject == SUBJECT_STRATEGY;
    return !check->op || property->subject != SUBJECT_SUITE;
}

static bool wants_device(const struct check *check)
{
    for (const struct property *const *at = properties_table; *at; at++)
        if (!(*at)->on_host && is_wanted(check, *at)) return true;
    return false;
}

/* Drops the devices that are not there. */
static void keep_present(struct check *check, struct results *results)
{
    int kept = 0;
    for (int i = 0; i < check->devices.count; i++) {
        struct text why = {0};
        if (device_there(check->devices.at[i], &why))
            check->devices.at[kept++] = check->devices.at[i];
        else
            results_add_skipped(results, &why);
    }
    check->devices.count = kept;
}

static void add_targets(struct check *check, struct run_plan *plan)
{
    for (const struct property *const *at = properties_table; *at; at++) {
        if (!is_wanted(check, *at)) continue;
        if ((*at)->on_host) add_property(check, plan, *at, (struct device_name){.kind = DEVICE_HOST}, NULL);
        for (int i = 0; i < check->devices.count && !(*at)->on_host; i++) {
            struct device_name device = check->devices.at[i];
            if (device.kind == DEVICE_HOST) continue;
            struct text why;
            add_property(check, plan, *at, device, backend_open(device.kind, &why));
        }
    }
}

/* The corpus: --corpus, FOLDCHECK_CORPUS, or the one that the program was built with. */
static bool read_corpus(struct check *check, struct text *why)
{
    const char *usual = properties_file("corpus.txt");
    const char *path = check->corpus ? check->corpus : getenv("FOLDCHECK_CORPUS");
    if (!path && access(usual, R_OK) == 0) path = usual;
    return !path || case_list_read(&check->lines, path, why);
}

static bool applies(const struct target *target, const struct test_case *line)
{
    const char *subject = target->subject[0] ? target->subject : "suite";
    if (target->implied) return false;
    if (strcmp(line->claim, target->property->name) != 0 || strcmp(line->subject, subject) != 0) return false;
    bool same_op = !line->has_problem || !target->op || line->problem.op == target->op;
    bool same_device = line->device.kind == DEVICE_NONE || (line->device.kind == target->device.kind &&
                                                            line->device.index == target->device.index);
    return same_op && same_device;
}

static bool add_lines(const struct case_list *lines, struct run_plan *plan)
{
    for (size_t i = 0; i < lines->count; i++)
        for (uint32_t target = 0; target < plan->target_count; target++)
            if (applies(&plan->targets[target], &lines->at[i]) &&
                !run_plan_add_fixed(plan, target, &lines->at[i]))
                return false;
    return true;
}

static enum status nothing_to_check(struct check *check, struct text *why)
{
    text_say(why,
             "nothing to check: no property '%s' of a strategy '%s' or an operator '%s'; foldcheck list "
             "has their names",
             check->property ? check->property : "*", check->strategy ? check->strategy : "*",
             check->op ? check->op : "*");
    hint_property(check->property, why);
    hint_strategy(check->strategy, &check->devices, why);
    hint_operator(check->op, why);
    return STATUS_USAGE;
}

/* Instead of cases that are drawn, corpus and laws. */
static enum status prepare_every(struct check *check, struct run_plan *plan, struct text *why)
{
    if (check->shard_seen == 0) return nothing_to_check(check, why);
    enum status status = every_schedule_cases(plan, &check->lines, why);
    bool has_none = status == STATUS_USAGE && check->shard_count > 1; /* but another part may have some */
    return has_none ? STATUS_OK : status;
}

/* What there is to check, in the process that finds it out. */
static enum status list_targets(struct check *check, struct run_plan *plan, struct run *run, struct text *why)
{
    if (!check->every_schedule && !read_corpus(check, why)) return STATUS_USAGE;
    add_targets(check, plan);
    if (check->unopened.at[0]) {
        *why = check->unopened;
        return STATUS_BROKEN;
    }
    if (check->every_schedule && !check->full) return prepare_every(check, plan, why);
    check->full |= !laws_first(plan, USUAL_CASES, !check->property, &run->law_count);
    if (check->failures && !known_failures_read(check->failures, plan, &check->known, why))
        return STATUS_USAGE;
    if (check->full || !add_lines(&check->known, plan) || !add_lines(&check->lines, plan)) {
        text_say(why, "more than %d things to check: narrow them with --property or --shard", MAX_TARGETS);
        return STATUS_USAGE;
    }
    return check->shard_seen > 0 ? STATUS_OK : nothing_to_check(check, why);
}

static enum status prepare(void *user, struct run_plan *plan, struct run *run, struct results *results,
                           struct text *why)
{
    struct check *check = user;
    check->results = results;
    run->seconds = check->seconds;
    run->seed = check->seed;
    run->shrink = !check->first;
    run->first = check->first;
    run->anyway = check->anyway;
    run->strict = check->strict;
    run->simpler_tuning = properties_simpler_tuning;
    run->beats = properties_beats;
    run->patience = properties_patience;
    if (!plugins_load(&check->launch.plugins, why)) return STATUS_USAGE;
    if (wants_device(check)) {
        if (!devices_choose(check->launch.device, &check->devices, why)) return STATUS_USAGE;
        keep_present(check, results);
        if (check->devices.count == 0) {
            results->slot[check->launch.slot].done = true; /* the verdict is: no device */
            return STATUS_OK;
        }
    }
    if (!results->skipped_any &&
        !names_exist(&(struct asked_names){check->property, check->strategy, check->op}, &check->devices,
                     why))
        return STATUS_USAGE;
    if (!tuning_choose(check->launch.tuning, &check->devices, why)) return STATUS_USAGE;
    run->alone = launch_alone(&check->launch, &check->devices);
    plan->most_items = check->most_items;
    plan->most_executions = check->most_executions;
    plan->most_reorderings = check->most_reorderings;
    plan->lenient = check->model && strcmp(check->model, "lenient") == 0;
    return results_wants_targets(results) ? list_targets(check, plan, run, why) : STATUS_OK;
}

/* Brings the folder of failures up to date, unless the run found no device or nothing to do. */
static void keep_failures(struct check *check, const struct results *results)
{
    struct known_count count;
    if (!check->failures || results->target_count == 0) return;
    if (known_failures_keep(check->failures, results, &count, &check->unkept))
        printf("known failures: %u fixed, %u still fail, %u new, in %s\n", count.fixed, count.kept,
               count.added, check->failures);
}

static void print(void *user, const struct results *results)
{
    struct check *check = user;
    int columns = terminal_columns(stdout);
    if (check->verbose) {
        report_cases(stdout, results);
        report_power(stdout, results);
        if (results->most_items) printf("largest   %s\n", results->largest);
    }
    if (!check->launch.quiet) report_table(stdout, results, columns ? columns : 110);
    report_verdict(stdout, results);
    keep_failures(check, results);
    if (check->measurements) report_measurements(stdout, results);
}

static bool parse_shard(struct check *check)
{
    unsigned long long index, count;
    char rest;
    check->shard_count = 1;
    if (!check->shard) return true;
    if (strcmp(check->shard, "job") == 0) return job_part(&check->shard_index, &check->shard_count);
    if (sscanf(check->shard, "%llu/%llu%c", &index, &count, &rest) != 2 || index < 1 || index > count)
        return false;
    check->shard_index = index - 1;
    check->shard_count = count;
    return true;
}

/* A seed that was not given is drawn: the verdict line prints it. */
static bool parse_seed(struct check *check)
{
    if (check->seed_text) {
        char *end;
        check->seed = strtoull(check->seed_text, &end, 0);
        return end != check->seed_text && !*end;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    check->seed = splitmix64((uint64_t)now.tv_sec * 1000000007 + (uint64_t)now.tv_nsec) >> 32;
    return true;
}

static bool parse_exhaustive(struct check *check)
{
    char rest;
    unsigned long long most;
    if (strlen(check->exhaustive) > 5 || sscanf(check->exhaustive, "%llu%c", &most, &rest) != 1) return false;
    check->exhaustive_most = most;
    return most >= 1 && most <= MOST_EXHAUSTIVE;
}

static int run_exhaustive(const struct check *check)
{
    struct exhaustive request = {.launch = check->launch,
                                 .strategy = check->strategy,
                                 .op = check->op,
                                 .first = check->first,
                                 .most = check->exhaustive_most,
                                 .seed = check->seed,
                                 .shard_index = check->shard_index,
                                 .shard_count = check->shard_count};
    request.launch.may_share = false; /* a sweep cannot begin again */
    return exhaustive_run(&request);
}

/* ---- counters ---- */

static bool is_sim(struct device_name device)
{
    return device_is_simulated(device.kind);
}

/* Finds out whether all the devices are simulators: what the option needs, and others do instead. Returns -1 to go on, else
 * the exit status. */
static int simulators_only(struct check *check, const char *command, const char *option, const char *others)
{
    struct text why, name;
    if (!devices_choose(check->launch.device, &check->devices, &why)) return cli_usage(command, "%s", why.at);
    for (int i = 0; i < check->devices.count; i++)
        if (!is_sim(check->devices.at[i]))
            return cli_usage(command, "%s: %s %s; expected --device %s", option,
                             device_print(check->devices.at[i], &name), others,
                             device_list_words(1 << SORT_SIMULATED, &why));
    return -1;
}

static void record_fingerprint(struct record *record, const struct fingerprint *counted)
{
    struct record_counter counter[FINGERPRINT_FIGURES];
    for (size_t i = 0; i < FINGERPRINT_FIGURES; i++)
        counter[i] = (struct record_counter){properties_figure_name[i], counted->figure[i]};
    record_counters(record, counted->name.at, counter, FINGERPRINT_FIGURES);
}

/* A line of fingerprints.txt; it is recorded, too. */
static void print_costs(struct check *check, const struct fingerprint *counted)
{
    puts(counted->line.at);
    record_fingerprint(&check->record, counted);
}

/* How many lanes of a warp take part in its accesses to memory: where branches diverge, few. */
static void print_lanes(struct check *check, const struct fingerprint *counted)
{
    (void)check;
    printf("%-100s %8" PRIu64 " %8.1f\n", counted->name.at, counted->accesses,
           counted->accesses ? (double)counted->active_lanes / (double)counted->accesses : 0);
}

/* Costs, line by line, to a function that prints them. */
struct costs {
    struct check *check;
    void *context;
    void (*print)(struct check *, const struct fingerprint *);
    struct text *why;
};

static void show_costs(const struct costs *costs, const struct fingerprint *counted)
{
    if (counted->name.at[0]) costs->print(costs->check, counted);
}

static void note_unbuilt(struct check *check, const char *op)
{
    struct text why;
    const struct backend *backend = backend_open(check->devices.at[0].kind, &why);
    if (backend && !backend_operator(backend, op) && !strstr(check->unbuilt.at, op))
        text_add(&check->unbuilt, "%s%s", check->unbuilt.at[0] ? ", " : "", op);
}

/* What the wanted strategies cost on the fixed problems, of the wanted operators if some were asked for. */
static bool print_fixed(const struct costs *costs)
{
    struct fingerprint counted;
    const char *strategy;
    for (size_t i = 0; (strategy = properties_fingerprint_strategy(costs->context, i)); i++) {
        const char *op = properties_fingerprint_operator(costs->context, i);
        if (!op || !glob_matches(costs->check->strategy, strategy) || !glob_matches(costs->check->op, op))
            continue;
        if (!properties_fingerprint(costs->context, i, &counted, costs->why)) return false;
        if (!counted.name.at[0]) note_unbuilt(costs->check, op);
        show_costs(costs, &counted);
    }
    return true;
}

/* The same with an operator that no fixed problem has. */
static bool print_others(const struct costs *costs, const char *op)
{
    struct fingerprint counted;
    const char *strategy;
    for (size_t i = 0; (strategy = properties_costs_strategy(costs->context, i)); i++) {
        if (!glob_matches(costs->check->strategy, strategy)) continue;
        if (!properties_costs(costs->context, op, i, &counted, costs->why)) return false;
        show_costs(costs, &counted);
    }
    return true;
}

static bool print_counters(struct check *check, struct device_name device,
                           void (*print)(struct check *, const struct fingerprint *), struct text *why)
{
    struct costs costs = {check, properties_open(device, why), print, why};
    if (!costs.context) return false;
    text_say(why, "%s", "");
    bool good = print_fixed(&costs);
    for (size_t i = 0; good && check->op && i < op_count(); i++) {
        const char *op = op_at(i)->name;
        if (glob_matches(check->op, op) && !properties_has_fingerprint(op)) good = print_others(&costs, op);
    }
    properties_close(costs.context);
    return good;
}

static int print_all_counters(struct check *check, const char *command)
{
    struct text why;
    /* So far the workers alone have loaded them. */
    if (plugins_count() == 0 && !plugins_load(&check->launch.plugins, &why))
        return cli_usage(command, "%s", why.at);
    printf("\n%s\n", properties_fingerprint_head);
    for (int i = 0; i < check->devices.count; i++)
        if (!print_counters(check, check->devices.at[i], print_costs, &why))
            return cli_stop(STATUS_BROKEN, command, "--counters: %s", why.at);
    printf("\n%-100s %8s %8s\n", "# accesses of warps to memory, and the lanes that take part in one",
           "accesses", "lanes");
    for (int i = 0; i < check->devices.count; i++)
        if (!print_counters(check, check->devices.at[i], print_lanes, &why))
            return cli_stop(STATUS_BROKEN, command, "--counters: %s", why.at);
    if (check->unbuilt.at[0])
        printf("# this build lacks operators of the fixed problems: %s\n", check->unbuilt.at);
    return STATUS_OK;
}

/* The table of options, with their places in `check`. */
static void options_fill(struct check *check, struct cli_option *table)
{
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &check->launch.device, "D",
         "devices of `foldcheck list devices`, separated by commas"},
        {"--strategy", OPTION_GLOBS, &check->strategy, "GLOB", "only these strategies"},
        {"--operator", OPTION_GLOBS, &check->op, "GLOB", "only these operators"},
        {"--property", OPTION_GLOBS, &check->property, "GLOB", "only these properties"},
        {"--seconds", OPTION_REAL, &check->seconds, "S",
         "stop drawing after S seconds; a case that still runs gets 5 s more"},
        {"--cases", OPTION_SOME, &check->cases, "N",
         "verified cases for each strategy and operator (default 64); a fifth of them span more than 3 "
         "tiles"},
        {"--most-items", OPTION_SOME, &check->most_items, "N", "draw no problem with more than N items"},
        {"--model", OPTION_TEXT, &check->model, "MODEL",
         "memory model of the simulator: formal (default), by the vendors' documents, or lenient"},
        {"--seed", OPTION_TEXT, &check->seed_text, "X", "seed of the draws (default: from the clock)"},
        {"--shard", OPTION_TEXT, &check->shard, "I/N",
         "run part I of N, counted from 1; job: this process's part in mpirun, srun or a job array"},
        {"--first", OPTION_FLAG, &check->first, NULL, "stop at the first failure and do not shrink it"},
        {"--ignore-broken-laws", OPTION_FLAG, &check->anyway, NULL,
         "also run strategies with an operator that breaks a law, and all properties of a kernel that hangs"},
        {"--anyway", OPTION_FLAG, &check->anyway, NULL, NULL},
        {"--strict", OPTION_FLAG, &check->strict, NULL,
         "exit 1 on a warning: an operator's items hide mistakes, or a float sum is unlikely"},
        {"--corpus", OPTION_TEXT, &check->corpus, "FILE",
         "cases to run first (default: properties/corpus.txt)"},
        {"--failures", OPTION_TEXT, &check->failures, "DIR",
         "keep failing cases in DIR, and first run those already there"},
        {"--exhaustive", OPTION_TEXT, &check->exhaustive, "N",
         "instead of random problems: every shape up to N items, with witness operators"},
        {"--every-schedule", OPTION_FLAG, &check->every_schedule, NULL,
         "instead of random problems: a small one of each strategy and operator under every schedule "
         "(simulator only)"},
        {"--most-executions", OPTION_SOME, &check->most_executions, "N",
         "with --every-schedule: at most N executions of a problem (default 1000000)"},
        {"--most-reorderings", OPTION_SOME, &check->most_reorderings, "K",
         "with --every-schedule: stop a lane before an access, or let it read an old value, at most K times"},
        {"--jobs", OPTION_COUNT, &check->launch.jobs, "N",
         "worker processes (default: one per processor, one on a GPU without MPS); the results do not depend "
         "on N"},
        {"--verbose", OPTION_FLAG, &check->verbose, NULL,
         "also print a line for each property, subject and operator"},
        {"--counters", OPTION_FLAG, &check->counters, NULL,
         "after the table, print the costs of each strategy (simulator only)"},
        {"--measurements", OPTION_FLAG, &check->measurements, NULL,
         "print counts as ctest measurements, for CDash"},
        LAUNCH_OPTIONS(&check->launch),
        {NULL, OPTION_FLAG, NULL, NULL, NULL}};
    _Static_assert(sizeof options <= MOST_CHECK_OPTIONS * sizeof *table, "MOST_CHECK_OPTIONS");
    memcpy(table, options, sizeof options);
}

void check_options_list(struct cli_option *table)
{
    static struct check unused;
    options_fill(&unused, table);
}

static int check_options(struct check *check, int argc, char **argv)
{
    struct cli_option options[MOST_CHECK_OPTIONS];
    options_fill(check, options);
    int status = options_parse(usage, options, &argc, argv);
    if (status >= 0) return status;
    if (argc > 1) return cli_usage(argv[0], "unexpected '%s': check takes options only", argv[1]);
    if (check->exhaustive && !parse_exhaustive(check))
        return cli_usage(argv[0], "--exhaustive takes a number of items from 1 to %d, not '%s'",
                         MOST_EXHAUSTIVE, check->exhaustive);
    if (check->exhaustive && (check->property || check->corpus || check->failures || check->seconds > 0 ||
                              check->cases || check->most_items || check->counters || check->measurements))
        return cli_usage(
            argv[0], "--exhaustive draws nothing: it takes no --property, --corpus, --failures, --seconds, "
                     "--cases, --most-items, --counters or --measurements");
    if (check->most_executions && !check->every_schedule)
        return cli_usage(argv[0], "--most-executions goes with --every-schedule");
    if (check->most_reorderings && !check->every_schedule)
        return cli_usage(argv[0], "--most-reorderings goes with --every-schedule");
    if (check->every_schedule && (check->exhaustive || check->corpus || check->failures ||
                                  check->seconds > 0 || check->cases || check->most_items || check->counters))
        return cli_usage(argv[0],
                         "--every-schedule draws nothing: it takes no --exhaustive, --corpus, --failures, "
                         "--seconds, --cases, --most-items or --counters");
    uint64_t jobs = check->launch.jobs;
    if (jobs != EVERY_PROCESSOR && (jobs < 1 || jobs > MAX_SLOTS))
        return cli_usage(argv[0], "--jobs takes a number from 1 to %d, not %" PRIu64, MAX_SLOTS, jobs);
    if (!parse_shard(check))
        return cli_usage(
            argv[0], "--shard takes I/N with 1 <= I <= N, or job under mpirun, srun or a job array, not '%s'",
            check->shard);
    if (!parse_seed(check)) return cli_usage(argv[0], "--seed takes a number, not '%s'", check->seed_text);
    struct text why;
    if (check->launch.device && !devices_choose(check->launch.device, &check->devices, &why))
        return cli_usage(argv[0], "--device: %s", why.at);
    if (check->failures && !check->launch.worker && !known_failures_open(check->failures, &why))
        return cli_usage(argv[0], "--failures: %s", why.at);
    if (check->every_schedule && !check->launch.device) check->launch.device = "sim32,sim64";
    if (check->every_schedule)
        return simulators_only(check, argv[0], "--every-schedule", "orders its own lanes");
    return check->counters ? simulators_only(check, argv[0], "--counters", "counts nothing") : -1;
}

int cli_check(int argc, char **argv)
{
    struct check check = {.launch = {.timeout = 20, .jobs = EVERY_PROCESSOR, .may_share = true}};
    char **given = malloc((size_t)argc * sizeof *given);
    if (!given) return cli_stop(STATUS_BROKEN, argv[0], "no memory");
    memcpy(given, argv, (size_t)argc * sizeof *given);
    int status = check_options(&check, argc, argv);
    if (status < 0) {
        check.launch.argc = argc;
        check.launch.argv = given;
        check.launch.prepare = prepare;
        check.launch.print = print;
        check.launch.user = &check;
        check.launch.record = &check.record;
        status = check.exhaustive ? run_exhaustive(&check) : launch_run(&check.launch);
        bool ran = status != STATUS_USAGE && status != STATUS_NO_DEVICE && !check.launch.worker;
        int counted = check.counters && ran ? print_all_counters(&check, given[0]) : STATUS_OK;
        if (status == STATUS_OK) status = counted;
        if (check.unkept.at[0]) status = cli_stop(STATUS_BROKEN, given[0], "--failures: %s", check.unkept.at);
        status = launch_close(&check.launch, status);
    }
    case_list_close(&check.lines);
    case_list_close(&check.known);
    free(given);
    return status;
}
