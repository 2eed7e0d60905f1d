/* SPDX-License-Identifier: MIT
 * Stopped runs keep the failure that a case had already (src/engine/worker.c): a worker that is at a step of the test's choice
 * stops the run and sleeps, until its parent kills it. And a worker that cannot hear its parent is no run without failures. */
#define _POSIX_C_SOURCE 200809L
#include "worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    enum step step;
    const char *minimal, *kept; /* NULL: no failure */
} stops[] = {
    {STEP_NEXT, "", NULL},
    {STEP_OPEN, "", NULL},
    {STEP_DRAW, "", NULL},
    {STEP_CHECK, "", NULL},
    {STEP_AGAIN, "", NULL},
    {STEP_STEADY, "", "drawn"},
    {STEP_SHRINK, "", "drawn"},
    {STEP_SHRINK, "simpler", "simpler"},
    {STEP_LAST, "simpler", "simpler"},
};
enum { STOPS = sizeof stops / sizeof stops[0] };

/* The worker's process. */
static int stand_still(int file, int at)
{
    struct text why = {0};
    struct results *results = results_attach(file, 0, &why);
    if (!results) return fprintf(stderr, "%s\n", why.at), 3;
    struct worker_slot *slot = results->mine;
    snprintf(slot->drawn, sizeof slot->drawn, "drawn");
    snprintf(slot->minimal, sizeof slot->minimal, "%s", stops[at].minimal);
    text_say(&slot->found.first_at, "found");
    slot->step = stops[at].step;
    results_stop(results, (enum status)130, "stopped by the test");
    sleep(60);
    return 3;
}

/* The worker's process, whose channel to its parent is closed. */
static int hear_nothing(int file)
{
    struct text why = {0};
    const struct run run = {.target_count = 0};
    struct results *results = results_attach(file, 0, &why);
    if (!results) return fprintf(stderr, "%s\n", why.at), 3;
    close(results->channel);
    runner_serve(&run, results);
    return 0;
}

/* Whether the run is broken then. */
static bool deaf_worker_is_seen(char *program)
{
    int file;
    char fd[16], slot_option[SLOT_OPTION_ROOM] = "";
    struct text why = {0};
    struct results *results = results_make(1, &file, &why);
    if (!results) return fprintf(stderr, "%s\n", why.at), false;
    snprintf(fd, sizeof fd, "%d", file);
    char *argv[] = {program, fd, slot_option, NULL};
    struct worker worker = {.argv = argv, .slot_option = slot_option, .jobs = 1, .timeout = 60};
    worker_supervise(&worker, results);
    return results->stopped_status == STATUS_BROKEN ||
           (printf("a worker that hears nothing: expected status %d, got %d\n", (int)STATUS_BROKEN,
                   (int)results->stopped_status),
            false);
}

/* Whether the run that is stopped at this step keeps what it should. */
static bool stop_is_kept(char *program, int at)
{
    int file;
    char fd[16], number[16], slot_option[SLOT_OPTION_ROOM] = "";
    struct text why = {0};
    struct results *results = results_make(1, &file, &why);
    if (!results || !results_room(results, 1, 0)) return fprintf(stderr, "%s\n", why.at), false;
    snprintf(fd, sizeof fd, "%d", file);
    snprintf(number, sizeof number, "%d", at);
    char *argv[] = {program, fd, number, slot_option, NULL};
    struct worker worker = {.argv = argv, .slot_option = slot_option, .jobs = 1, .timeout = 60};
    results->target_count = 1;
    worker_supervise(&worker, results);
    const struct failure *failure = &results->failure[0];
    uint32_t count = stops[at].kept ? 1 : 0;
    if (results->failure_count != count || results->failed != count || results->tally[0].failed != count ||
        results->stopped_status != (enum status)130)
        return printf("stopped at step %d: expected %u failures and status 130, got %u and %d\n",
                      (int)stops[at].step, count, results->failure_count, (int)results->stopped_status),
               false;
    if (!count ||
        (strcmp(failure->line, stops[at].kept) == 0 && strcmp(failure->finding.first_at.at, "found") == 0))
        return true;
    return printf("stopped at step %d: expected \"%s\", found, got \"%s\", %s\n", (int)stops[at].step,
                  stops[at].kept, failure->line, failure->finding.first_at.at),
           false;
}

int main(int argc, char **argv)
{
    pid_t child[STOPS];
    int failed = 0, status;
    if (argc == 3) return hear_nothing(atoi(argv[1]));
    if (argc > 3) return stand_still(atoi(argv[1]), atoi(argv[2]));
    for (int at = 0; at < STOPS; at++) { /* at once, as each sleeps */
        child[at] = fork();
        if (child[at] == 0) exit(!stop_is_kept(argv[0], at));
    }
    failed += !deaf_worker_is_seen(argv[0]);
    for (int at = 0; at < STOPS; at++)
        failed += child[at] < 0 || waitpid(child[at], &status, 0) < 0 || !WIFEXITED(status) ||
                  WEXITSTATUS(status) != 0;
    return failed > 0;
}
