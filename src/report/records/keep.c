/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "keep.h"
#include "levels.h"
#include "foreign.h"
#include "lines.h"
#include "timeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- merge, gc ---- */

/* A line that is kept, and where it stands; of a foreign run, all of it. */
struct kept_line {
    size_t place, run; /* of the timeline; of the history */
    off_t from;
    size_t length;
};

struct kept {
    const struct history *history;
    const struct timeline *timeline;
    struct kept_line *at; /* owned */
    size_t count, first;  /* the first place that is kept */
};

/* The run of a line of a file, or SIZE_MAX: it is torn, or of a run that another file has, too. The line before was
 * most likely of the same one. */
static size_t run_of(const struct kept *kept, const char *line, const char *path, size_t last)
{
    const struct history *history = kept->history;
    char id[RUN_ROOM];
    if (!line_run(line, id)) return SIZE_MAX;
    if (last != SIZE_MAX && strcmp(history->runs.at[last].id, id) == 0) return last;
    for (size_t i = history->runs.count; i-- > 0;)
        if (history->runs.at[i].file == path && strcmp(history->runs.at[i].id, id) == 0) return i;
    return SIZE_MAX;
}

static bool keep_line(struct kept *kept, size_t run, off_t from, size_t length, struct text *why)
{
    size_t place = kept->timeline->place_of[run];
    if (place < kept->first) return true;
    if (!history_grow(&kept->at, kept->count, sizeof *kept->at)) return text_say(why, "no memory");
    kept->at[kept->count++] = (struct kept_line){place, run, from, length};
    return true;
}

static bool find_lines(struct kept *kept, const char *path, struct text *why)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0, run = SIZE_MAX;
    off_t from = 0;
    bool good = file || text_say(why, "%.300s cannot be read: %s", path, strerror(errno));
    for (ssize_t length; good && (length = getline(&line, &room, file)) > 0; from += length) {
        size_t found = run_of(kept, line, path, run);
        if (found == SIZE_MAX) continue;
        run = found;
        good = keep_line(kept, run, from, (size_t)length, why);
    }
    free(line);
    if (file) fclose(file);
    return good;
}

static int compare_lines(const void *left, const void *right)
{
    const struct kept_line *a = left, *b = right;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

static bool copy_line(FILE *file, const struct kept_line *line, off_t *at, FILE *out)
{
    bool there = *at == line->from || fseeko(file, line->from, SEEK_SET) == 0;
    int c = '\n';
    for (size_t i = 0; there && i < line->length; i++) {
        c = getc(file);
        there = c != EOF;
        if (there) putc(c, out);
    }
    if (c != '\n') putc('\n', out); /* the last line of a file that somebody else wrote */
    *at = line->from + (off_t)line->length;
    return there;
}

static bool copy_lines(const struct kept *kept, FILE *out, struct text *why)
{
    const char *path = NULL;
    FILE *file = NULL;
    off_t at = 0;
    bool good = true;
    for (size_t i = 0; good && i < kept->count; i++) {
        const char *of = kept->history->runs.at[kept->at[i].run].file;
        if (kept->history->runs.at[kept->at[i].run].foreign) {
            foreign_write(kept->history, kept->at[i].run, out);
            continue;
        }
        if (of != path) {
            if (file) fclose(file);
            file = fopen(of, "r");
            path = of;
            at = 0;
        }
        good = (file && copy_line(file, &kept->at[i], &at, out)) ||
               text_say(why, "%.300s cannot be read again", path);
    }
    if (file) fclose(file);
    return good;
}

static bool keep_lines(struct kept *kept, FILE *out, struct text *why)
{
    const struct history *history = kept->history;
    bool good = true;
    for (size_t i = 0; good && i < history->runs.count; i++) {
        const struct past_run *run = &history->runs.at[i];
        bool first =
            i == 0 || history->runs.at[i - 1].file != run->file; /* files were read one after the other */
        if (!run->id[0])
            good = text_say(why, "%.300s is a list of costs: expected a record", run->file);
        else if (run->foreign)
            good = keep_line(kept, i, 0, 0, why);
        else if (first)
            good = find_lines(kept, run->file, why);
    }
    if (good && kept->count) qsort(kept->at, kept->count, sizeof *kept->at, compare_lines);
    return good && copy_lines(kept, out, why);
}

bool keep_commits(const struct history *history, size_t commits, FILE *out, struct text *why)
{
    struct timeline timeline;
    bool good = timeline_open(&timeline, history) || text_say(why, "no memory");
    size_t first = good && commits < timeline.count ? timeline.count - commits : 0;
    struct kept kept = {.history = history, .timeline = &timeline, .first = first};
    good = good && keep_lines(&kept, out, why);
    free(kept.at);
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

/* What a run has, of each kind. */
struct held {
    size_t verdicts, bad, counted, timed;
};

/* Of each run; owned by the caller, NULL without memory. */
static struct held *take_held(const struct history *history)
{
    struct held *held = calloc(history->runs.count + 1, sizeof *held);
    for (size_t i = 0; held && i < history->verdicts.count; i++) {
        held[history->verdicts.at[i].run].verdicts++;
        held[history->verdicts.at[i].run].bad += verdict_is_bad(&history->verdicts.at[i]);
    }
    for (size_t i = 0; held && i < history->counters.count; i++)
        held[history->counters.at[i].run].counted++;
    for (size_t i = 0; held && i < history->times.count; i++)
        held[history->times.at[i].run].timed++;
    return held;
}

static void show_run(const struct history *history, size_t at, const struct held *held, FILE *out)
{
    const struct past_run *run = &history->runs.at[at];
    time_t when = (time_t)run->time;
    struct tm parts;
    char text[32] = "-";
    if (gmtime_r(&when, &parts)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    fprintf(out, "%-12.12s%s %s %-12s ", run->commit[0] ? run->commit : "-", run->dirty ? "+" : " ", text,
            run->host[0] ? run->host : "-");
    show_devices(history, at, out);
    fprintf(out, "  %zu verdicts, %zu bad, %zu costs, %zu times, ", held->verdicts, held->bad, held->counted,
            held->timed);
    if (run->ended)
        fprintf(out, "status %d\n", run->status);
    else
        fputs("cut off\n", out);
}

bool keep_show(const struct history *history, FILE *out, struct text *why)
{
    struct timeline timeline;
    struct held *held = take_held(history);
    bool good = held && timeline_open(&timeline, history);
    for (size_t place = 0; good && place < timeline.count; place++)
        for (size_t i = 0; i < history->runs.count; i++)
            if (timeline.place_of[i] == place) show_run(history, i, &held[i], out);
    if (good) timeline_close(&timeline);
    free(held);
    return good || text_say(why, "no memory");
}
