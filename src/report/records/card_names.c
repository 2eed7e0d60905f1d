/* SPDX-License-Identifier: MIT
 * Which card times, verdicts and failures are of. */
#include "history.h"

#include <stdio.h>
#include <string.h>

/* The card that was named last: lines of one run and device stand side by side. */
struct last {
    size_t run;
    const char *device, *card;
};

static const struct past_device *device_of(const struct history *history, size_t run, const char *device)
{
    for (size_t i = history->devices.count; i-- > 0;) {
        const struct past_device *at = &history->devices.at[i];
        if (at->run == run && strcmp(at->device, device) == 0) return at;
    }
    return NULL;
}

/* "nvidia:1" without its position. */
static const char *word_of(struct history *history, const char *device)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(device, ":"), device);
    return names_keep(&history->names, word);
}

static const char *card_of(struct history *history, size_t run, const char *device, struct last *last)
{
    if (last->card && last->run == run && last->device == device) return last->card;
    const struct past_device *found = device_of(history, run, device);
    char card[256];
    bool simulated = found && strcmp(found->arch, found->device) == 0;
    *last = (struct last){run, device, NULL};
    if (found && found->name[0] && !simulated) {
        snprintf(card, sizeof card, "%.180s%s%.60s", found->name, found->arch[0] ? ", " : "", found->arch);
        last->card = names_keep(&history->names, card);
    } else {
        last->card = word_of(history, device);
    }
    return last->card;
}

/* "time.copy@nvidia:1 scan/..." as "time.copy@nvidia scan/..."; the text itself where no position stands there.
 * `before`: the one before it. */
static const char *without_position(struct history *history, const char *before, const char *timed)
{
    const char *at = strchr(timed, '@'), *colon = at ? at + strcspn(at, ": ") : NULL;
    if (!colon || *colon != ':') return timed;
    char line[4096];
    const char *rest = colon + strcspn(colon, " ");
    size_t first = (size_t)(colon - timed), behind = strlen(rest);
    if (first + behind >= sizeof line) return timed;
    memcpy(line, timed, first);
    memcpy(line + first, rest, behind + 1);
    return names_keep_after(&history->names, before, line);
}

static bool name_times(struct history *history)
{
    struct last last = {0};
    const char *timed = NULL, *series = NULL, *word = NULL;
    char device[64], before[64] = "";
    for (size_t i = history->named.times; i < history->times.count; i++) {
        struct past_times *times = &history->times.at[i];
        case_device(times->timed, device, sizeof device);
        if (!word || strcmp(device, before) != 0) word = names_keep(&history->names, strcpy(before, device));
        if (times->timed != timed) series = without_position(history, series, times->timed);
        timed = times->timed;
        times->series = series;
        times->card = word ? card_of(history, times->run, word, &last) : NULL;
        if (!times->series || !times->card) return false;
    }
    history->named.times = history->times.count;
    return true;
}

static bool name_target(struct history *history, size_t run, struct past_target *target, struct last *last)
{
    target->card = card_of(history, run, target->device, last);
    return target->card != NULL;
}

bool history_name_cards(struct history *history)
{
    struct last last = {0};
    for (size_t i = history->named.verdicts; i < history->verdicts.count; i++)
        if (!name_target(history, history->verdicts.at[i].run, &history->verdicts.at[i].target, &last))
            return false;
    for (size_t i = history->named.failures; i < history->failures.count; i++)
        if (!name_target(history, history->failures.at[i].run, &history->failures.at[i].target, &last))
            return false;
    history->named.verdicts = history->verdicts.count;
    history->named.failures = history->failures.count;
    return name_times(history);
}
