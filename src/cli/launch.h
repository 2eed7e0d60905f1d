/* SPDX-License-Identifier: MIT
 * Shared by `check` and `replay`: the parent that supervises and reports, and the worker that does the work. */
#ifndef FOLDCHECK_LAUNCH_H
#define FOLDCHECK_LAUNCH_H

#include "recording.h"
#include "run_plan.h"
#include "worker.h"

#define EVERY_PROCESSOR UINT64_MAX

struct launch {
    int argc; /* of the command, as it was given: a worker gets the same */
    char **argv;
    uint64_t worker;    /* --worker: the parent's results; 0 in a parent */
    uint64_t slot;      /* --slot: of this worker */
    uint64_t jobs;      /* workers at once, or EVERY_PROCESSOR */
    const char *device; /* --device, or NULL */
    bool may_share;     /* an NVIDIA card among its workers: what one breaks for all, all can begin again */
    bool no_worker;
    double timeout; /* seconds without a sign of life */
    struct plugin_choice plugins;
    const char *tuning;       /* a file, or NULL */
    bool even_if_refused;     /* laws that are missing stop no strategy */
    bool all_must_run;        /* with that, a case that is refused all the same is bad input */
    bool allow_refused;       /* a run that verified nothing, because everything was refused, is no failure */
    bool quiet;               /* no progress */
    const char *junit, *json; /* files to write, or NULL */
    struct record *record;    /* the caller's, zeroed; launch_run opens it where record_path is given */
    const char *record_path;
    /* Fills the run (except for workers), in the process that does the work, and the plan where results_wants_targets;
     * names devices that are not there in results->skipped. Otherwise a status, with the reason in why. */
    enum status (*prepare)(void *user, struct run_plan *plan, struct run *run, struct results *results,
                           struct text *why);
    const struct sweeper *sweeper; /* or NULL */
    /* Called once, in the process that reports, when the targets are known and the sweeps are over; or NULL. */
    void (*named)(void *user, struct results *results);
    /* Prints what there is to say when all is done, after the failures. */
    void (*print)(void *user, const struct results *results);
    void *user;
};

/* The options of a launch, for the commands' tables. */
#define LAUNCH_OPTIONS(LAUNCH)                                                                               \
    PLUGIN_OPTIONS(&(LAUNCH)->plugins), OVERRIDE_OPTION(&(LAUNCH)->even_if_refused),                         \
        TUNING_OPTION(&(LAUNCH)->tuning),                                                                    \
        {"--junit", OPTION_TEXT, &(LAUNCH)->junit, "FILE", "write the results as JUnit XML"},                \
        {"--json", OPTION_TEXT, &(LAUNCH)->json, "FILE", "write the results as JSON"},                       \
        RECORD_OPTION(&(LAUNCH)->record_path),                                                               \
        {"--allow-refused", OPTION_FLAG, &(LAUNCH)->allow_refused, NULL,                                     \
         "exit 0 even if every case was refused"},                                                           \
        {"--quiet", OPTION_FLAG, &(LAUNCH)->quiet, NULL, "print only failures and the verdict"},             \
        {"--timeout", OPTION_REAL, &(LAUNCH)->timeout, "S",                                                  \
         "seconds after which a case counts as hung (default 20)"},                                          \
        {"--no-worker", OPTION_FLAG, &(LAUNCH)->no_worker, NULL,                                             \
         "run cases in this process, for a debugger"},                                                       \
        {"--slot", OPTION_COUNT, &(LAUNCH)->slot, "N", NULL},                                                \
    {                                                                                                        \
        "--worker", OPTION_COUNT, &(LAUNCH)->worker, "FD", NULL                                              \
    }

/* Runs it. Returns the command's exit status. The record is left open: launch_close ends it. */
int launch_run(const struct launch *launch);

/* Ends the record, where there is one. Returns `status`, or STATUS_BROKEN after a line if it is not whole. */
int launch_close(const struct launch *launch, int status);

/* Whether a file can be written where it is wanted (NULL: nowhere), before hours go into its contents. */
bool file_writable(const char *path);

/* Whether one worker is best: the number was left open, and processes would take turns on a GPU, as they do unless
 * NVIDIA's multi-process service shares it. */
bool launch_alone(const struct launch *launch, const struct device_list *devices);

#endif
