/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "known_failures.h"
#include "cli.h"
#include "whole_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The lines of one target. */
struct kept {
    char (*at)[MAX_LINE]; /* owned */
    uint32_t count;
};

enum { MOST_KEPT = 64 };

/* A colon does not suit all file systems, nor GitHub's artifacts. */
static bool path_of(const char *folder, const char *property, const char *subject, const char *op,
                    const char *device, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/", folder);
    if (length < 0 || length >= PATH_MAX) return false;
    int more = snprintf(path + length, (size_t)(PATH_MAX - length), "%s.%s%s%s@%s.txt", property,
                        subject[0] ? subject : "suite", op[0] ? "." : "", op, device);
    for (char *at = path + length; *at; at++)
        if (*at == ':') *at = '-';
    return more >= 0 && more < PATH_MAX - length;
}

bool known_failures_open(const char *folder, struct text *why)
{
    struct stat there;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return text_say(why, "%.300s cannot be made: %s", folder, strerror(errno));
    if (stat(folder, &there) != 0 || !S_ISDIR(there.st_mode))
        return text_say(why, "%.300s: expected a folder", folder);
    return access(folder, R_OK | W_OK | X_OK) == 0 ||
           text_say(why, "%.300s cannot be written: %s", folder, strerror(errno));
}

bool known_failures_read(const char *folder, const struct run_plan *plan, struct case_list *lines,
                         struct text *why)
{
    char path[PATH_MAX];
    for (uint32_t i = 0; i < plan->target_count; i++) {
        const struct target *target = &plan->targets[i];
        struct text device;
        device_print(target->device, &device);
        bool fits = path_of(folder, target->property->name, target->subject,
                            target->op ? target->op->name : "", device.at, path);
        if (target->implied || !fits || access(path, F_OK) != 0) continue;
        if (!case_list_read(lines, path, why)) return false;
    }
    return true;
}

/* ---- after the run ---- */

static bool has(const struct kept *kept, const char *line)
{
    for (uint32_t i = 0; i < kept->count; i++)
        if (strcmp(kept->at[i], line) == 0) return true;
    return false;
}

static void add(struct kept *kept, const char *line)
{
    if (kept->count < MOST_KEPT && line[0] && !has(kept, line))
        snprintf(kept->at[kept->count++], MAX_LINE, "%s", line);
}

static void read_old(const char *path, struct kept *old)
{
    char line[MAX_LINE];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '#') add(old, line);
    }
    if (in) fclose(in);
}

/* The failures of a target: minimal lines, and those that they were before. */
static void take_failures(const struct results *results, uint32_t target, struct kept *minimal,
                          struct kept *drawn)
{
    for (uint32_t i = 0; i < results->failure_count; i++) {
        const struct failure *failure = &results->failure[i];
        if (failure->target != target) continue;
        add(minimal, failure->line);
        add(drawn, failure->drawn);
    }
}

static bool write_kept(const char *path, const struct kept *kept, struct text *why)
{
    struct whole_file file;
    if (kept->count == 0)
        return unlink(path) == 0 || errno == ENOENT || text_say(why, "%.300s: %s", path, strerror(errno));
    if (!whole_file_open(&file, path, why)) return false;
    for (uint32_t i = 0; i < kept->count; i++)
        fprintf(file.out, "%s\n", kept->at[i]);
    return whole_file_close(&file, true, why);
}

/* What a target keeps. Its fixed cases come first, so that all of them ran where any case was drawn. */
static struct kept choose(const struct results *results, uint32_t target, const struct kept *old,
                          struct kept room[2], struct known_count *count)
{
    const struct tally *tally = &results->tally[target];
    struct kept *kept = &room[0], *drawn = &room[1];
    kept->count = drawn->count = 0;
    take_failures(results, target, kept, drawn);
    bool all_ran = tally->fixed_done >= tally->fixed && !tally->left_out && tally->broken == 0,
         listed = tally->failed == 0 || kept->count > 0;
    uint32_t added = 0;
    for (uint32_t i = 0; i < kept->count; i++)
        added += !has(old, kept->at[i]);
    for (uint32_t i = 0; i < old->count; i++) {
        if ((!all_ran || !listed) && !has(drawn, old->at[i])) add(kept, old->at[i]);
        count->fixed += !has(kept, old->at[i]) && !has(drawn, old->at[i]);
    }
    count->added += added;
    count->kept += kept->count - (added < kept->count ? added : kept->count);
    return *kept;
}

bool known_failures_keep(const char *folder, const struct results *results, struct known_count *count,
                         struct text *why)
{
    char path[PATH_MAX];
    struct kept all[3];
    bool good = true;
    *count = (struct known_count){0};
    for (int i = 0; i < 3; i++) {
        all[i] = (struct kept){.at = calloc(MOST_KEPT, sizeof *all[i].at)};
        if (!all[i].at) good = text_say(why, "no memory");
    }
    for (uint32_t i = 0; good && i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        struct kept *old = &all[2];
        old->count = 0;
        if (tally->implied ||
            !path_of(folder, tally->property, tally->subject, tally->op, tally->device, path))
            continue;
        if (tally->fixed == 0 && tally->failed == 0) continue;
        read_old(path, old);
        struct kept kept = choose(results, i, old, all, count);
        if (old->count || kept.count) good = write_kept(path, &kept, why);
    }
    for (int i = 0; i < 3; i++)
        free(all[i].at);
    return good;
}
