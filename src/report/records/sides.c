/* SPDX-License-Identifier: MIT
 * Which runs of a history a comparison takes. */
#include "comparison.h"

#include <stdlib.h>
#include <string.h>

/* Does commit a come after b? Commits are ordered by their own time, and where that is not known by their runs'. */
static bool is_newer(const struct past_run *a, const struct past_run *b)
{
    if (a->commit_time && b->commit_time && a->commit_time != b->commit_time)
        return a->commit_time > b->commit_time;
    return a->time >= b->time;
}

static bool begins(const char *commit, const char *wanted)
{
    return strncmp(commit, wanted, strlen(wanted)) == 0;
}

/* The run that says which commit is taken; NULL with the reason. */
static const struct past_run *choose(const struct history *history, const char *file, const char *commit,
                                     struct text *why)
{
    const struct past_run *chosen = NULL;
    for (size_t i = 0; i < history->runs.count; i++) {
        const struct past_run *run = &history->runs.at[i];
        if (commit && !begins(run->commit, commit)) continue;
        if (commit && chosen && chosen->commit != run->commit) {
            text_say(why, "%.200s has several commits that begin with %.60s: expected one", file, commit);
            return NULL;
        }
        if (!chosen || is_newer(run, chosen)) chosen = run;
    }
    if (!chosen && commit)
        text_say(why, "%.200s has no run of commit %.60s", file, commit);
    else if (!chosen)
        text_say(why, "%.200s has no run: expected a whole first line", file);
    return chosen;
}

bool compared_open(struct compared *side, const struct history *history, const char *file, const char *commit,
                   struct text *why)
{
    const struct past_run *chosen = choose(history, file, commit, why);
    *side = (struct compared){.history = history, .file = file};
    if (!chosen) return false;
    side->commit = chosen->commit;
    side->has = calloc(history->runs.count, sizeof *side->has);
    if (!side->has) return text_say(why, "no memory");
    for (size_t i = 0; i < history->runs.count; i++)
        side->has[i] = history->runs.at[i].commit == chosen->commit;
    return true;
}

void compared_close(struct compared *side)
{
    free(side->has);
    *side = (struct compared){0};
}
