/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "builds.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const side_name[2] = {"base", "head"};

static bool make_folder(struct builds *builds, const char *folder, struct text *why)
{
    const char *temporary = getenv("TMPDIR");
    builds->kept = folder != NULL;
    int length = folder ? snprintf(builds->folder, sizeof builds->folder, "%s", folder)
                        : snprintf(builds->folder, sizeof builds->folder, "%s/foldcheck-XXXXXX",
                                   temporary && *temporary ? temporary : "/tmp");
    if (length < 0 || (size_t)length >= sizeof builds->folder - sizeof "/base.jsonl")
        return text_say(why, "%.300s: the path is too long", builds->folder);
    if (folder ? mkdir(folder, 0777) == 0 : mkdtemp(builds->folder) != NULL) return true;
    return text_say(why, "%.300s cannot be made: %s", builds->folder, strerror(errno));
}

bool builds_open(struct builds *builds, const char *folder, struct text *why)
{
    for (int side = 0; side < 2; side++)
        if (strchr(builds->program[side], '/') && access(builds->program[side], X_OK) != 0)
            return text_say(why, "%.300s cannot be run: %s", builds->program[side], strerror(errno));
    if (!make_folder(builds, folder, why)) return false;
    for (int side = 0; side < 2; side++)
        snprintf(builds->record[side], sizeof builds->record[side], "%.*s/%s.jsonl", PATH_MAX - 16,
                 builds->folder, side_name[side]);
    return true;
}

void builds_close(struct builds *builds)
{
    for (int side = 0; side < 2 && !builds->kept; side++)
        unlink(builds->record[side]);
    if (!builds->kept) rmdir(builds->folder);
}

/* In the child. A build's commit is not that of the work tree around it, so its side is its name. */
static void become(const struct builds *builds, int side, char **arguments)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    setenv("FOLDCHECK_COMMIT", side_name[side], 1);
    execvp(builds->program[side], arguments);
    fprintf(stderr, "foldcheck compare: %s cannot be run: %s\n", builds->program[side], strerror(errno));
    _exit(STATUS_USAGE);
}

/* PROGRAM COMMAND... --record FILE; owned by the caller, but not what it points to. */
static char **arguments_of(struct builds *builds, int side)
{
    size_t count = 0;
    static char option[] = "--record";
    while (builds->command[count])
        count++;
    char **arguments = calloc(count + 4, sizeof *arguments);
    if (!arguments) return NULL;
    arguments[0] = (char *)(uintptr_t)builds->program[side];
    memcpy(arguments + 1, builds->command, count * sizeof *arguments);
    arguments[count + 1] = option;
    arguments[count + 2] = builds->record[side];
    return arguments;
}

/* The program's exit status; 128 and its signal, if it was killed; -1 with the reason. */
static int run(struct builds *builds, int side, struct text *why)
{
    char **arguments = arguments_of(builds, side);
    int status;
    pid_t child = arguments ? fork() : -1;
    if (child == 0) become(builds, side, arguments);
    free(arguments);
    if (child < 0) return text_say(why, "no process can be started: %s", strerror(errno)) - 1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return text_say(why, "waiting failed: %s", strerror(errno)) - 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int builds_take_round(struct builds *builds, struct text *why)
{
    for (int turn = 0; turn < 2; turn++) {
        int side = turn ^ (int)(builds->rounds % 2), status = run(builds, side, why);
        if (status == STATUS_USAGE || status == STATUS_NO_DEVICE) return status;
        if (status < 0 || access(builds->record[side], R_OK) != 0) {
            if (status >= 0)
                text_say(why,
                         "%.300s wrote no record and ended with status %d: expected a command with --record",
                         builds->program[side], status);
            return STATUS_BROKEN;
        }
    }
    builds->rounds++;
    return -1;
}
