/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* popen, gethostname */
#include "recording.h"
#include "version.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The first line that a command prints; false if it fails. An empty line is an answer. */
static bool ask(const char *command, char *answer, size_t room)
{
    FILE *pipe = popen(command, "re");
    if (!pipe) return false;
    char rest[256];
    answer[0] = '\0';
    if (fgets(answer, (int)room, pipe)) answer[strcspn(answer, "\n")] = '\0';
    while (fread(rest, 1, sizeof rest, pipe)) {
    }
    return pclose(pipe) == 0;
}

/* A commit that the caller names is one of another tree, or of no tree at all. */
static bool take_named(struct record_context *context)
{
    const char *named = getenv("FOLDCHECK_COMMIT"), *time = getenv("FOLDCHECK_COMMIT_TIME");
    if (!named || !*named) return false;
    snprintf(context->commit, sizeof context->commit, "%s", named);
    if (time) context->commit_time = strtoll(time, NULL, 10);
    return true;
}

/* Whether the current folder, or one around it, has a .git. */
static bool in_work_tree(void)
{
    char path[PATH_MAX + sizeof "/.git"];
    if (!getcwd(path, PATH_MAX)) return false;
    for (char *slash = path + strlen(path); slash; slash = strrchr(path, '/')) {
        strcpy(slash, "/.git");
        if (access(path, F_OK) == 0) return true;
        *slash = '\0';
    }
    return false;
}

static void take_commit(struct record_context *context)
{
    char answer[256];
    if (take_named(context)) return;
    if (!ask("git log -1 '--format=%H %ct %P' 2>/dev/null", answer, sizeof answer) ||
        sscanf(answer, "%63s %" SCNd64 " %63s", context->commit, &context->commit_time, context->parent) <
            2) {
        /* The program's own commit would stand for all of a tree in which git is not there, or does not trust the
         * folder's owner. */
        bool known = strcmp(version_commit(), "unknown") != 0, hidden = in_work_tree();
        if (hidden)
            fputs(
                "foldcheck: the record names no commit, because `git log` fails here: set FOLDCHECK_COMMIT\n",
                stderr);
        snprintf(context->commit, sizeof context->commit, "%s", known && !hidden ? version_commit() : "");
        return;
    }
    if (ask("git status --porcelain --untracked-files=no 2>/dev/null", answer, sizeof answer))
        context->tree = answer[0] ? TREE_DIRTY : TREE_CLEAN;
}

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    return *word && word[strspn(word, plain)] == '\0';
}

void recording_command(int argc, char **argv, char command[COMMAND_ROOM])
{
    FILE *out = fmemopen(command, COMMAND_ROOM, "w");
    command[0] = '\0';
    for (int i = 0; out && i < argc; i++) {
        bool plain = is_plain(argv[i]);
        fputs(i ? " " : "", out);
        if (!plain) fputc('\'', out);
        for (const char *at = argv[i]; *at; at++)
            if (*at == '\'')
                fputs("'\\''", out);
            else
                fputc(*at, out);
        if (!plain) fputc('\'', out);
    }
    if (out) fclose(out);
    command[COMMAND_ROOM - 1] = '\0';
}

bool recording_open(struct record *record, const char *path, const char *command, struct text *why)
{
    struct record_context context = {
        .version = version_number(), .built = version_commit(), .compilers = version_compilers()};
    struct utsname system;
    snprintf(context.command, sizeof context.command, "%s", command);
    take_commit(&context);
    if (uname(&system) == 0) {
        snprintf(context.host, sizeof context.host, "%s", system.nodename);
        snprintf(context.system, sizeof context.system, "%s %s %s", system.sysname, system.release,
                 system.machine);
    }
    return record_open(record, path, &context, why);
}

void recording_note_device(struct device_note *note, const char *device, const struct device_caps *caps)
{
    snprintf(note->device, sizeof note->device, "%.20s", device);
    snprintf(note->facts, sizeof note->facts, "%s, %d lanes", caps->arch, caps->lanes);
    snprintf(note->name, sizeof note->name, "%s", caps->name);
    snprintf(note->arch, sizeof note->arch, "%s", caps->arch);
    snprintf(note->versions, sizeof note->versions, "%s", caps->versions);
    snprintf(note->bus, sizeof note->bus, "%s", caps->bus);
}
