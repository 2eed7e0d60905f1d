/* SPDX-License-Identifier: MIT
 * Runs whose record does not say all that happened in them. */
#include "comparison_parts.h"

#include <string.h>

/* A run of the same command that came to its end stands for one that did not. */
static bool was_repeated(const struct compared *side, const struct past_run *cut)
{
    for (size_t i = 0; i < side->history->runs.count; i++) {
        const struct past_run *run = &side->history->runs.at[i];
        if (side->has[i] && run->ended && run->status != STATUS_BROKEN && run->status < 128 &&
            strcmp(run->command, cut->command) == 0)
            return true;
    }
    return false;
}

/* Whether a run's record has what its exit status says: a line may have been torn, or lost on a full disk. */
static bool hides_failure(const struct compared *side, size_t run)
{
    const struct history *history = side->history;
    bool shown = history->runs.at[run].status != STATUS_FAIL;
    for (size_t i = 0; !shown && i < history->verdicts.count; i++) {
        enum verdict verdict = history->verdicts.at[i].verdict;
        bool bad = verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN;
        shown = bad && history->verdicts.at[i].run == run;
    }
    for (size_t i = 0; !shown && i < history->times.count; i++)
        shown = history->times.at[i].run == run && history->times.at[i].wrong[0];
    return !shown;
}

static void note_hidden(struct comparison *comparison, const struct compared *side)
{
    for (size_t i = 0; i < side->history->runs.count; i++) {
        const struct past_run *run = &side->history->runs.at[i];
        if (!side->has[i] || !run->ended || !hides_failure(side, i)) continue;
        struct found *found = comparison_add(comparison, CHANGE_UNKNOWN, 0, "");
        text_say(&found->what,
                 "%.200s: a run failed, but the line that says what failed is not there: foldcheck %.200s",
                 side->file, run->command);
    }
}

static void note_cut_off(struct comparison *comparison, const struct compared *side)
{
    for (size_t i = 0; i < side->history->runs.count; i++) {
        const struct past_run *run = &side->history->runs.at[i];
        bool whole = run->ended && run->status != STATUS_BROKEN && run->status < 128;
        if (!side->has[i] || whole || was_repeated(side, run)) continue;
        struct found *found = comparison_add(comparison, CHANGE_UNKNOWN, 0, "");
        text_say(&found->what, "%.200s: a run did not come to its end: foldcheck %.200s", side->file,
                 run->command);
    }
}

/* A device's word may be another card on another host. `where`: of the first side. */
static void note_other_cards(struct comparison *comparison, const struct compared *side, const char *where)
{
    const struct history *base = side->history, *head = comparison->head->history;
    for (size_t b = 0; b < base->devices.count; b++)
        for (size_t h = 0; h < head->devices.count; h++) {
            const struct past_device *was = &base->devices.at[b], *is = &head->devices.at[h];
            bool both = side->has[was->run] && comparison->head->has[is->run];
            if (!both || strcmp(was->device, is->device) != 0 || strcmp(was->name, is->name) == 0) continue;
            struct found *found = comparison_add(comparison, CHANGE_UNKNOWN, 0, "");
            text_say(&found->what, "%s is %s in %s and %s in the head: expected one card", is->device,
                     was->name, where, is->name);
            return;
        }
}

void comparison_runs(struct comparison *comparison)
{
    note_cut_off(comparison, comparison->base);
    note_cut_off(comparison, comparison->head);
    note_hidden(comparison, comparison->head);
    note_other_cards(comparison, comparison->base, "the base");
    const struct compared *equal = comparison->request->equal;
    if (equal) note_other_cards(comparison, equal, equal->file);
}
