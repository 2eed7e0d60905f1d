/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* sched_getaffinity, program_invocation_name */
#include "launch.h"

#include "progress.h"
#include "report.h"
#include "report_power.h"
#include "sharing.h"

#include <errno.h> /* program_invocation_name */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Measured on an H200, 2026-11-24: where processes take turns, four verify 0.83 as many problems a second as one; where
 * they share the card, 3.4 times as many, and sixteen 9.4 times. */
bool launch_alone(const struct launch *launch, const struct device_list *devices)
{
    for (int i = 0; i < devices->count; i++) {
        enum device_kind kind = devices->at[i].kind;
        bool shared = kind == DEVICE_NVIDIA && launch->may_share && sharing_runs();
        if (device_is_gpu(kind) && !shared) return launch->jobs == EVERY_PROCESSOR;
    }
    return false;
}

/* What follows a run: the line of progress, and the record. */
struct watch {
    const struct launch *launch;
    struct progress progress;
};

static void tick(void *user, const struct results *results)
{
    struct watch *watch = user;
    progress_show(&watch->progress, results);
    record_results(watch->launch->record, results, false);
}

static void named(void *user, struct results *results)
{
    const struct launch *launch = ((struct watch *)user)->launch;
    if (launch->named) launch->named(launch->user, results);
}

static void end_watch(struct watch *watch, const struct results *results)
{
    progress_end(&watch->progress, results);
    record_results(watch->launch->record, results, true);
}

int launch_close(const struct launch *launch, int status)
{
    struct text why;
    if (launch->worker || record_close(launch->record, status, &why)) return status;
    return cli_stop(STATUS_BROKEN, launch->argv[0], "--record: %s", why.at);
}

/* Whether the card that workers share is there no more for a process that comes now: one of them broke it. */
static bool lost_card(const struct results *results)
{
    struct text why;
    return results->shared && !device_there((struct device_name){.kind = DEVICE_NVIDIA}, &why);
}

/* In the process that does the work; watch is NULL in a worker. */
static void do_work(const struct launch *launch, struct results *results, struct watch *watch)
{
    struct text why = {0};
    struct run_plan plan = {.results = results, .even_if_refused = launch->even_if_refused};
    struct run run = {0};
    run.slot = (uint32_t)launch->slot;
    if (lost_card(results)) _exit(WORKER_FRESH);
    /* Every worker prepares itself by the same options; the first one alone lists targets. */
    enum status status = launch->prepare(launch->user, &plan, &run, results, &why);
    run.targets = plan.targets;
    run.target_count = plan.target_count;
    run.fixed = plan.fixed;
    run.fixed_count = plan.fixed_count;
    run.has_worker = launch->worker != 0;
    run.user = &plan;
    run.context = run_plan_context;
    run.target_of = run_plan_target;
    run.tick = watch ? tick : NULL;
    run.tick_user = watch;
    run.named = watch ? named : NULL;
    if (status != STATUS_OK) {
        results_stop(results, status, why.at);
    } else if (results->mine) {
        runner_serve(&run, results);
    } else {
        runner_run(&run, results);
    }
    run_plan_close(&plan);
}

/* The reason of the first refusal that no option overrides; NULL if nothing was refused, or that is no error. */
static const char *refusal_that_stands(const struct launch *launch, const struct results *results)
{
    if (!launch->even_if_refused || !launch->all_must_run) return NULL;
    for (uint32_t i = 0; i < results->target_count; i++)
        if (results->tally[i].refused) return results->tally[i].reason;
    return NULL;
}

/* A terminal that can more than print: neither colours nor lines that are drawn again suit others. */
static bool is_terminal(int file)
{
    const char *term = getenv("TERM");
    return isatty(file) && term && strcmp(term, "dumb") != 0;
}

static bool print_all(const struct launch *launch, const struct results *results)
{
    const char *plain = getenv("NO_COLOR");
    report_colour(is_terminal(STDOUT_FILENO) && !(plain && *plain) ? stdout : NULL);
    report_failures(stdout, results);
    launch->print(launch->user, results);
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* Each of them, whatever becomes of the other. */
static bool write_files(const struct launch *launch, const struct results *results)
{
    struct text why;
    bool junit = !launch->junit || report_junit(launch->junit, results, &why);
    if (!junit) cli_stop(STATUS_BROKEN, launch->argv[0], "--junit: %s", why.at);
    bool json = !launch->json || report_json(launch->json, results, &why);
    if (!json) cli_stop(STATUS_BROKEN, launch->argv[0], "--json: %s", why.at);
    return junit && json;
}

static int report(const struct launch *launch, struct results *results)
{
    results->may_refuse = launch->allow_refused;
    power_judge(results);
    enum verdict verdict = results_verdict(results);
    if (results->stopped_status == STATUS_USAGE) return cli_usage(launch->argv[0], "%s", results->stopped.at);
    results_sort(results);
    bool printed = print_all(launch, results);
    if (!write_files(launch, results)) return STATUS_BROKEN;
    if (!printed)
        return cli_stop(STATUS_BROKEN, launch->argv[0], "standard output cannot be written to its end");
    if (worker_signal()) return 128 + worker_signal();
    enum status status = verdict_status(verdict);
    const char *refusal = refusal_that_stands(launch, results);
    if (refusal && status == STATUS_OK)
        return cli_usage(launch->argv[0], "--ignore-law-requirements overrides laws alone: %s", refusal);
    return verdict == VERDICT_REFUSED && !launch->allow_refused ? STATUS_FAIL : (int)status;
}

/* A worker's arguments: the command's own, with the number of the shared memory and the worker's slot. NULL without
 * memory. */
static char **worker_arguments(const struct launch *launch, char *option, char *slot_option)
{
    char **argv = calloc((size_t)launch->argc + 4, sizeof *argv);
    if (!argv) return NULL;
    static char program[] = "foldcheck";
    argv[0] = program;
    argv[1] = launch->argv[0];
    argv[2] = option;
    argv[3] = slot_option;
    for (int i = 1; i < launch->argc; i++)
        argv[i + 3] = launch->argv[i];
    return argv;
}

/* The program as it was called, as a shell takes its path. */
static void note_program(struct results *results)
{
    const char *called = program_invocation_name;
    if (strchr(called, '/')) report_shell_word(results->program, 0, sizeof results->program, called);
}

/* An option with a value, if there is room. */
static size_t note_option(struct results *results, size_t used, const char *option, const char *value)
{
    size_t room = sizeof results->options, length = strlen(option);
    if (used + length >= room) return used;
    memcpy(results->options + used, option, length + 1);
    size_t end = report_shell_word(results->options, used + length, room, value);
    if (end > used + length) return end;
    results->options[used] = '\0';
    return used;
}

/* The options that a replay of this run needs before the case, as far as there is room. */
static void note_options(const struct launch *launch, struct results *results)
{
    size_t used = 0, room = sizeof results->options;
    if (launch->plugins.peers) used += (size_t)snprintf(results->options, room, " --peers");
    if (launch->even_if_refused)
        used += (size_t)snprintf(results->options + used, room - used, " --ignore-law-requirements");
    if (launch->tuning) used = note_option(results, used, " --tuning ", launch->tuning);
    for (int i = 0; i < launch->plugins.files.count; i++)
        used = note_option(results, used, " --plugin ", launch->plugins.files.at[i]);
    results->options[used] = '\0';
}

/* One worker a processor, where the command did not ask for another number. */
static uint32_t jobs_of(const struct launch *launch)
{
    cpu_set_t set;
    uint64_t jobs = launch->jobs;
    if (jobs == EVERY_PROCESSOR)
        jobs = sched_getaffinity(0, sizeof set, &set) == 0 ? (uint64_t)CPU_COUNT(&set) : 1;
    return (uint32_t)(jobs < MAX_SLOTS ? jobs : MAX_SLOTS);
}

static void part(void *sharing)
{
    sharing_part(sharing);
}

static int supervise(const struct launch *launch, struct watch *watch)
{
    int fd;
    struct text why;
    char option[32], slot_option[SLOT_OPTION_ROOM] = "";
    uint32_t jobs = jobs_of(launch);
    struct results *results = results_make(jobs, &fd, &why);
    if (!results) return cli_stop(STATUS_BROKEN, launch->argv[0], "%s", why.at);
    note_program(results);
    note_options(launch, results);
    snprintf(option, sizeof option, "--worker=%d", fd);
    char **argv = worker_arguments(launch, option, slot_option);
    if (!argv) return cli_stop(STATUS_BROKEN, launch->argv[0], "no memory");
    struct worker worker = {.argv = argv,
                            .slot_option = slot_option,
                            .jobs = jobs,
                            .timeout = launch->timeout,
                            .tick = tick,
                            .named = named,
                            .sweeper = launch->sweeper,
                            .user = watch};
    struct sharing sharing = {0};
    if (launch->may_share && worker.jobs > 1) results->shared = sharing_begin(&sharing, launch->device);
    worker.part = part;
    worker.part_user = &sharing;
    worker_supervise(&worker, results);
    sharing_end(&sharing);
    end_watch(watch, results);
    free(argv);
    return report(launch, results);
}

static int work_alone(const struct launch *launch, struct watch *watch)
{
    struct text why;
    struct results *results = results_make(1, NULL, &why);
    if (!results) return cli_stop(STATUS_BROKEN, launch->argv[0], "%s", why.at);
    note_program(results);
    note_options(launch, results);
    do_work(launch, results, watch);
    end_watch(watch, results);
    return report(launch, results);
}

static int be_worker(const struct launch *launch)
{
    struct text why;
    struct results *results = results_attach((int)launch->worker, (uint32_t)launch->slot, &why);
    if (!results) return cli_stop(STATUS_BROKEN, launch->argv[0], "%s", why.at);
    do_work(launch, results, NULL);
    return STATUS_OK;
}

/* The folder of a file, and its name in there. */
static const char *parts_of(const char *path, struct text *folder)
{
    const char *slash = strrchr(path, '/');
    if (slash)
        text_say(folder, "%.*s", (int)(slash > path ? slash - path : 1), path);
    else
        text_say(folder, ".");
    return slash ? slash + 1 : path;
}

bool file_writable(const char *path)
{
    if (!path) return true;
    struct stat there;
    struct text folder;
    parts_of(path, &folder);
    if (stat(path, &there) != 0) return access(folder.at, W_OK | X_OK) == 0;
    return !S_ISDIR(there.st_mode) && access(path, W_OK) == 0;
}

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether two files to write are one, so that the second would replace the first. A device takes both. */
static bool same_file(const char *a, const char *b)
{
    struct stat is_a, is_b;
    if (!a || !b) return false;
    if (stat(a, &is_a) == 0 && stat(b, &is_b) == 0) return same_inode(&is_a, &is_b) && S_ISREG(is_a.st_mode);
    struct text in_a, in_b;
    bool same_name = strcmp(parts_of(a, &in_a), parts_of(b, &in_b)) == 0;
    return same_name && stat(in_a.at, &is_a) == 0 && stat(in_b.at, &is_b) == 0 && same_inode(&is_a, &is_b);
}

int launch_run(const struct launch *launch)
{
    if (launch->worker) return be_worker(launch);
    if (!file_writable(launch->junit))
        return cli_usage(launch->argv[0], "--junit: %s cannot be written", launch->junit);
    if (!file_writable(launch->json))
        return cli_usage(launch->argv[0], "--json: %s cannot be written", launch->json);
    if (same_file(launch->junit, launch->json) || same_file(launch->record_path, launch->json) ||
        same_file(launch->record_path, launch->junit))
        return cli_usage(launch->argv[0], "--junit, --json and --record: expected a file each");
    struct text why;
    char command[COMMAND_ROOM];
    recording_command(launch->argc, launch->argv, command);
    if (launch->record_path && !recording_open(launch->record, launch->record_path, command, &why))
        return cli_usage(launch->argv[0], "--record: %s", why.at);
    struct watch watch = {
        .launch = launch,
        .progress = {.out = stderr, .terminal = is_terminal(STDERR_FILENO), .quiet = launch->quiet}};
    return launch->no_worker ? work_alone(launch, &watch) : supervise(launch, &watch);
}
