/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "history.h"
#include "benchmark_json.h"
#include "lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool history_grow(void *array, size_t count, size_t size)
{
    unsigned char **at = array;
    if ((count & (count - 1)) == 0) {
        void *grown = realloc(*at, (count ? 2 * count : 1) * size);
        if (!grown) return false;
        *at = grown;
    }
    memset(*at + count * size, 0, size);
    return true;
}

void history_close(struct history *history)
{
    for (size_t i = 0; i < history->times.count; i++)
        free(history->times.at[i].sample);
    free(history->runs.at);
    free(history->devices.at);
    free(history->cards.at);
    free(history->verdicts.at);
    free(history->failures.at);
    free(history->counters.at);
    free(history->code.at);
    free(history->times.at);
    names_close(&history->names);
    *history = (struct history){0};
}

bool history_mixes_cards(const struct history *history, struct text *which)
{
    size_t first = 0; /* of the device's word */
    for (size_t i = 1; i < history->devices.count; i++) {
        const struct past_device *device = &history->devices.at[i];
        for (first = 0; history->devices.at[first].device != device->device;)
            first++;
        const char *name = history->devices.at[first].name;
        if (name == device->name) continue;
        text_say(which, "%s is %.100s in some runs and %.100s in others", device->device, name, device->name);
        return true;
    }
    return false;
}

/* ---- the words of a case ---- */

void case_subject(const char *line, char *subject, size_t room)
{
    size_t length = strcspn(line, "{@ "), dot = strcspn(line, ".");
    if (dot < length) line += dot + 1, length -= dot + 1; /* behind "time." */
    snprintf(subject, room, "%.*s", (int)length, line);
}

void case_device(const char *line, char *device, size_t room)
{
    const char *at = strchr(line, '@');
    size_t length = at ? strcspn(at + 1, " ") : 0;
    if (length > 2 && strncmp(at + 1 + length - 2, ":0", 2) == 0) length -= 2;
    snprintf(device, room, "%.*s", (int)length, at ? at + 1 : "");
}

/* ---- a file ---- */

enum { MOST_LINE = 64 << 20, BUFFER = 1 << 20 };

/* A file, line by line. */
struct source {
    FILE *file;
    const char *path;
    char *text; /* owned; the line, without its end */
    size_t room, number;
    bool has_end; /* the line ended in a line feed */
};

static bool next_line(struct source *source)
{
    ssize_t length = getline(&source->text, &source->room, source->file);
    if (length <= 0) return false;
    source->number++;
    source->has_end = source->text[length - 1] == '\n';
    if (source->has_end) source->text[--length] = '\0';
    /* A line with a zero byte in it is torn: JSON has none. So is one that is longer than any that a run writes. */
    if (strlen(source->text) != (size_t)length || length > MOST_LINE) source->text[0] = '\0';
    return true;
}

static int at_line(const struct source *source, const struct text *what, struct text *why)
{
    return text_say(why, "%.200s:%zu: %.250s", source->path, source->number, what->at);
}

static void note_torn(struct history *history, const struct source *source)
{
    if (history->torn++ == 0) text_say(&history->first_torn, "%.200s:%zu", source->path, source->number);
}

static bool read_record(struct history *history, struct source *source, struct text *why)
{
    struct text what;
    do {
        enum line_is is = line_read(history, source->text, source->path, &what);
        if (is == LINE_WRONG) return at_line(source, &what, why);
        if (is == LINE_TORN) note_torn(history, source);
    } while (next_line(source));
    return true;
}

/* The heads of fingerprints.txt's columns name its figures. */
static int take_heads(struct history *history, const char *line, const char *name[MOST_FIGURES])
{
    static const char head[] = "# strategy{tuning}@device problem";
    char word[48];
    int count = 0, end = 0;
    if (strncmp(line, head, strlen(head)) != 0) return 0;
    for (line += strlen(head); count < MOST_FIGURES && sscanf(line, " %47s%n", word, &end) == 1; line += end)
        name[count++] = names_keep(&history->names, word);
    return count;
}

static bool take_costs(struct history *history, const char *line, struct past_counters *costs,
                       struct text *why)
{
    int words = 0, end = 0;
    sscanf(line, "%*s %*s%n", &words);
    char name[1024];
    snprintf(name, sizeof name, "%.*s", words, line);
    costs->counted = names_keep(&history->names, name);
    costs->run = history->runs.count - 1;
    for (int i = 0; words && i < costs->count; i++, words += end)
        if (sscanf(line + words, "%" SCNu64 "%n", &costs->value[i], &end) != 1) words = 0;
    if (!words || line[words + (int)strspn(line + words, " ")])
        return text_say(why, "expected a case and %d numbers", costs->count);
    if (!history_grow(&history->counters.at, history->counters.count, sizeof *costs))
        return text_say(why, "no memory");
    history->counters.at[history->counters.count++] = *costs;
    return true;
}

/* A list of costs: one whole run of no known commit. */
static bool read_costs(struct history *history, struct source *source, struct text *why)
{
    struct past_counters costs = {0};
    struct text what;
    const char *none = names_keep(&history->names, "");
    if (!none || !history_grow(&history->runs.at, history->runs.count, sizeof *history->runs.at))
        return text_say(why, "%.200s: no memory", source->path);
    history->runs.at[history->runs.count++] =
        (struct past_run){none, none, none, none, none, none, none, none, none, source->path, .ended = true};
    do {
        int heads = take_heads(history, source->text, costs.name);
        if (heads) costs.count = heads;
        bool skipped = source->text[0] == '#' || !source->text[0] || strncmp(source->text, "equal ", 6) == 0;
        if (skipped) continue;
        if (!costs.count) text_say(&what, "expected a line of heads first");
        if (!costs.count || !take_costs(history, source->text, &costs, &what))
            return at_line(source, &what, why);
    } while (next_line(source));
    return costs.count || text_say(why, "%.200s: expected a record or a list of costs", source->path);
}

bool history_read(struct history *history, const char *path, struct text *why)
{
    struct source source = {.file = fopen(path, "r"), .path = path};
    if (!source.file) return text_say(why, "%.300s cannot be read: %s", path, strerror(errno));
    char *buffer = malloc(BUFFER);
    if (buffer) setvbuf(source.file, buffer, _IOFBF, BUFFER);
    errno = 0;
    bool any = next_line(&source), read = false;
    if (!any && errno)
        text_say(why, "%.300s cannot be read: %s", path, strerror(errno));
    else if (!any)
        text_say(why, "%.300s is empty: expected a record", path);
    else if (source.text[0] == '#')
        read = read_costs(history, &source, why);
    else if (line_begins_benchmarks(source.text))
        read = benchmark_json_read(history, source.file, path, why);
    else
        read = line_begins_record(source.text, path, why) && read_record(history, &source, why);
    free(source.text);
    fclose(source.file);
    free(buffer);
    if (read && !history_name_cards(history)) read = text_say(why, "%.300s: no memory", path);
    return read;
}
