/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "keep.h"
#include "lines.h"
#include "timeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Copies the lines of one run out of its file. */
static bool copy_run(const struct past_run *run, FILE *out, struct text *why)
{
    FILE *file = fopen(run->file, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file) return text_say(why, "%.300s cannot be read: %s", run->file, strerror(errno));
    while (getline(&line, &room, file) > 0)
        if (line_is_of(line, run->id)) fputs(line, out);
    free(line);
    fclose(file);
    return true;
}

bool keep_commits(const struct history *history, size_t commits, FILE *out, struct text *why)
{
    struct timeline timeline;
    bool good = timeline_open(&timeline, history) || text_say(why, "no memory");
    size_t first = good && commits < timeline.count ? timeline.count - commits : 0;
    for (size_t i = 0; good && i < history->runs.count; i++)
        if (!history->runs.at[i].id[0])
            good = text_say(why, "%.300s is a list of costs: expected a record", history->runs.at[i].file);
    for (size_t place = first; good && place < timeline.count; place++)
        for (size_t i = 0; good && i < history->runs.count; i++)
            if (timeline.place_of[i] == place) good = copy_run(&history->runs.at[i], out, why);
    timeline_close(&timeline);
    return good;
}

/* ---- show ---- */

static void show_devices(const struct history *history, size_t run, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < history->devices.count; i++)
        if (history->devices.at[i].run == run) {
            fprintf(out, "%s%s", any ? "," : "", history->devices.at[i].device);
            any = true;
        }
    fputs(any ? "" : "-", out);
}

static void show_run(const struct history *history, size_t at, FILE *out)
{
    const struct past_run *run = &history->runs.at[at];
    size_t verdicts = 0, bad = 0, counted = 0, timed = 0;
    time_t when = (time_t)run->time;
    struct tm parts;
    char text[32] = "-";
    for (size_t i = 0; i < history->verdicts.count; i++) {
        const struct past_verdict *verdict = &history->verdicts.at[i];
        verdicts += verdict->run == at;
        bad += verdict->run == at && (verdict->verdict == VERDICT_FAIL || verdict->verdict == VERDICT_BROKEN);
    }
    for (size_t i = 0; i < history->counters.count; i++)
        counted += history->counters.at[i].run == at;
    for (size_t i = 0; i < history->times.count; i++)
        timed += history->times.at[i].run == at;
    if (gmtime_r(&when, &parts)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    fprintf(out, "%-12.12s%s %s %-12s ", run->commit[0] ? run->commit : "-", run->dirty ? "+" : " ", text,
            run->host[0] ? run->host : "-");
    show_devices(history, at, out);
    fprintf(out, "  %zu verdicts, %zu bad, %zu costs, %zu times, ", verdicts, bad, counted, timed);
    if (run->ended)
        fprintf(out, "status %d\n", run->status);
    else
        fputs("cut off\n", out);
}

bool keep_show(const struct history *history, FILE *out, struct text *why)
{
    struct timeline timeline;
    if (!timeline_open(&timeline, history)) return text_say(why, "no memory");
    for (size_t place = 0; place < timeline.count; place++)
        for (size_t i = 0; i < history->runs.count; i++)
            if (timeline.place_of[i] == place) show_run(history, i, out);
    timeline_close(&timeline);
    return true;
}
