/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof ending[0] };
static struct sigaction before[ENDING];
static volatile sig_atomic_t interrupted;

static void note(int number)
{
    interrupted = number;
}

void process_begin(void)
{
    struct sigaction ours = {.sa_handler = note}; /* without SA_RESTART: a wait ends */
    interrupted = 0;
    for (int i = 0; i < ENDING; i++) {
        sigaction(ending[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) sigaction(ending[i], &ours, NULL); /* nohup's stays ignored */
    }
}

void process_end(void)
{
    for (int i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
}

int process_interrupted(void)
{
    return interrupted;
}

/* In the child: a group of its own, so that all that it starts can be ended. */
static void become(const struct process *process)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (int i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    const char *file = process->output ? process->output : "/dev/null";
    int in = open("/dev/null", O_RDONLY), out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in >= 0) dup2(in, STDIN_FILENO);
    if (out >= 0) dup2(out, STDOUT_FILENO), dup2(out, STDERR_FILENO);
    if (!process->folder || chdir(process->folder) == 0)
        execvp(process->arguments[0], (char *const *)(uintptr_t)process->arguments);
    _exit(PROCESS_UNKNOWN);
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* The whole group: a second to end by itself, then at once. */
static void end_group(pid_t child)
{
    int status;
    kill(-child, SIGTERM);
    for (double until = now() + 1; now() < until; usleep(10000))
        if (waitpid(child, &status, WNOHANG) == child) {
            kill(-child, SIGKILL);
            return;
        }
    kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
}

int process_run(const struct process *process)
{
    int status;
    double until = now() + process->seconds;
    if (interrupted) return 128 + interrupted;
    pid_t child = fork();
    if (child == 0) become(process);
    if (child < 0) return PROCESS_NOT_STARTED;
    for (useconds_t pause = 500; waitpid(child, &status, WNOHANG) == 0; usleep(pause)) {
        if (pause < 20000) pause *= 2;
        if (process->tick) process->tick(process->user);
        bool late = process->seconds > 0 && now() > until;
        if (!late && !interrupted) continue;
        end_group(child);
        return late ? PROCESS_HUNG : 128 + interrupted;
    }
    kill(-child, SIGKILL); /* what it left in the background */
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void process_last_line(const char *path, struct text *line)
{
    char one[512];
    FILE *in = fopen(path, "r");
    text_say(line, "%s", "it said nothing");
    while (in && fgets(one, sizeof one, in)) {
        one[strcspn(one, "\n")] = '\0';
        if (one[0]) text_say(line, "%.400s", one);
    }
    if (in) fclose(in);
}
