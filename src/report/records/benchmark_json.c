/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* timegm */
#include "benchmark_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* Seconds since 1970 of "2026-11-20T20:24:09+00:00"; 0 if it is none. */
static int64_t time_of(const char *date)
{
    struct tm at = {0};
    int hours = 0, minutes = 0;
    char sign = '+';
    int read = sscanf(date, "%d-%d-%dT%d:%d:%d%c%d:%d", &at.tm_year, &at.tm_mon, &at.tm_mday, &at.tm_hour,
                      &at.tm_min, &at.tm_sec, &sign, &hours, &minutes);
    if (read < 6) return 0;
    at.tm_year -= 1900;
    at.tm_mon -= 1;
    int64_t zone = 60 * (60 * (int64_t)hours + minutes);
    return (int64_t)timegm(&at) - (sign == '-' ? -zone : zone);
}

static double unit_of(const char *unit)
{
    return strcmp(unit, "s") == 0    ? 1
           : strcmp(unit, "ms") == 0 ? 1e-3
           : strcmp(unit, "us") == 0 ? 1e-6
                                     : 1e-9;
}

/* A benchmark's name without "_median". */
static void name_of(const json_t *row, char *name, size_t room)
{
    const char *run = text_of(row, "run_name"), *whole = text_of(row, "name"),
               *kind = text_of(row, "aggregate_name");
    size_t length = strlen(whole), tail = *kind ? strlen(kind) + 1 : 0;
    if (*run)
        snprintf(name, room, "%s", run);
    else
        snprintf(name, room, "%.*s", (int)(tail < length ? length - tail : length), whole);
}

/* Whether a row is a sample: a repetition, or where none was kept the median of all. */
static bool is_sample(const json_t *row, bool repeated)
{
    const char *kind = text_of(row, "aggregate_name");
    return repeated ? !*kind : strcmp(kind, "median") == 0;
}

static bool any_repetition(const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (!*text_of(json_array_get(rows, i), "aggregate_name")) return true;
    return false;
}

/* ---- rows ---- */

static bool add_sample(struct past_times *times, double seconds)
{
    double *grown = realloc(times->sample, ((size_t)times->samples + 1) * sizeof *grown);
    if (!grown) return false;
    times->sample = grown;
    times->sample[times->samples++] = seconds;
    return true;
}

/* The times of a case in this run, which were the last ones or are new; NULL without memory. */
static struct past_times *times_of(struct history *history, const char *name)
{
    size_t run = history->runs.count - 1, count = history->times.count;
    const char *timed = names_keep(&history->names, name), *none = names_keep(&history->names, "");
    for (size_t i = count; timed && i-- > 0 && history->times.at[i].run == run;)
        if (history->times.at[i].timed == timed) return &history->times.at[i];
    if (!timed || !none || !history_grow(&history->times.at, count, sizeof *history->times.at)) return NULL;
    struct past_times *times = &history->times.at[history->times.count++];
    *times = (struct past_times){.run = run, .timed = timed, .wrong = none};
    return times;
}

static bool add_row(struct history *history, const json_t *row, double copy_rate, struct text *why)
{
    char name[1024];
    name_of(row, name, sizeof name);
    double seconds =
        json_number_value(json_object_get(row, "real_time")) * unit_of(text_of(row, "time_unit"));
    bool wrong = json_is_true(json_object_get(row, "error_occurred"));
    if (strncmp(name, "time.", 5) != 0 || !strchr(name, '@'))
        return text_say(
            why, "benchmark '%.100s': expected a name that foldcheck gave, time.STRATEGY@DEVICE PROBLEM",
            name);
    if (!wrong && (!(seconds > 0) || !isfinite(seconds)))
        return text_say(why, "benchmark '%.100s': real_time: expected a time above 0", name);
    struct past_times *times = times_of(history, name);
    if (!times || (!wrong && !add_sample(times, seconds))) return text_say(why, "no memory");
    times->items = (uint64_t)json_number_value(json_object_get(row, "items"));
    times->bytes = (uint64_t)(seconds * json_number_value(json_object_get(row, "bytes_per_second")) + 0.5);
    times->copy_rate = copy_rate;
    if (wrong) times->wrong = names_keep(&history->names, text_of(row, "error_message"));
    return times->wrong || text_say(why, "no memory");
}

/* ---- the file ---- */

static bool add_device(struct history *history, const json_t *context)
{
    char device[64];
    const struct past_times *first = &history->times.at[history->times.count - 1];
    case_device(first->timed, device, sizeof device);
    if (!history_grow(&history->devices.at, history->devices.count, sizeof *history->devices.at))
        return false;
    struct names *names = &history->names;
    struct past_device added = {.run = history->runs.count - 1,
                                .device = names_keep(names, device),
                                .name = names_keep(names, text_of(context, "device")),
                                .arch = names_keep(names, text_of(context, "arch")),
                                .versions = names_keep(names, text_of(context, "versions"))};
    history->devices.at[history->devices.count++] = added;
    return added.device && added.name && added.arch && added.versions;
}

/* One whole run. Its name is that of the file without folders: two copies of a file are one run. */
static bool add_run(struct history *history, const json_t *context, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct names *names = &history->names;
    const char *none = names_keep(names, ""), *id = names_keep(names, slash ? slash + 1 : path),
               *host = names_keep(names, text_of(context, "host_name")),
               *command = names_keep(names, "bench");
    bool room = none && id && host && command &&
                history_grow(&history->runs.at, history->runs.count, sizeof *history->runs.at);
    if (!room) return false;
    struct past_run run = {id,   none, none, command, none,          none,
                           none, host, none, path,    .ended = true, .foreign = true};
    run.time = time_of(text_of(context, "date"));
    history->runs.at[history->runs.count++] = run;
    return true;
}

static bool has_run(const struct history *history, const char *path)
{
    const char *slash = strrchr(path, '/');
    for (size_t i = 0; i < history->runs.count; i++)
        if (strcmp(history->runs.at[i].id, slash ? slash + 1 : path) == 0) return true;
    return false;
}

static bool read_parsed(struct history *history, const json_t *file, const char *path, struct text *why)
{
    const json_t *context = json_object_get(file, "context"), *rows = json_object_get(file, "benchmarks");
    size_t before = history->times.count;
    bool repeated = any_repetition(rows);
    double copy_rate = strtod(text_of(context, "copy_bytes_per_second"), NULL);
    if (!json_is_object(context) || json_array_size(rows) == 0)
        return text_say(why, "it is no record, and no file of benchmarks");
    if (has_run(history, path)) return true;
    if (!add_run(history, context, path)) return text_say(why, "no memory");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        bool taken = is_sample(row, repeated) || json_is_true(json_object_get(row, "error_occurred"));
        if (taken && !add_row(history, row, isfinite(copy_rate) && copy_rate > 0 ? copy_rate : 0, why))
            return false;
    }
    if (history->times.count == before) return text_say(why, "benchmarks: expected repetitions or medians");
    return add_device(history, context) || text_say(why, "no memory");
}

/* Google Benchmark writes NaN and Infinity, which are no JSON, where a mean or a deviation has no value. They become 0,
 * which no time is. */
static void blank_no_numbers(char *text)
{
    static const char *const word[] = {"NaN", "Infinity"};
    bool quoted = false;
    for (char *at = text; *at; at++) {
        if (quoted && *at == '\\' && at[1])
            at++;
        else if (*at == '"')
            quoted = !quoted;
        for (size_t i = 0; !quoted && i < sizeof word / sizeof word[0]; i++)
            if (strncmp(at, word[i], strlen(word[i])) == 0) {
                memset(at, ' ', strlen(word[i]));
                *at = '0';
            }
    }
}

/* The whole file as a text; NULL without memory. Owned by the caller. */
static char *text_from(FILE *file)
{
    char *text = NULL;
    size_t length = 0, room = 0, more = 1;
    rewind(file);
    while (more) {
        if (length + 1 >= room) {
            char *grown = realloc(text, room = room ? 2 * room : 1 << 16);
            if (!grown) break;
            text = grown;
        }
        length += more = fread(text + length, 1, room - length - 1, file);
    }
    if (text) text[length] = '\0';
    if (!more) return text;
    free(text);
    return NULL;
}

bool benchmark_json_read(struct history *history, FILE *file, const char *path, struct text *why)
{
    json_error_t error;
    struct text what;
    char *text = text_from(file);
    if (!text) return text_say(why, "%.200s: no memory", path);
    blank_no_numbers(text);
    json_t *parsed = json_loads(text, 0, &error);
    free(text);
    if (!parsed)
        return text_say(why, "%.200s is no record, and no JSON: line %d: %.150s", path, error.line,
                        error.text);
    bool read = read_parsed(history, parsed, path, &what);
    json_decref(parsed);
    return read || text_say(why, "%.200s: %.250s", path, what.at);
}
