/* SPDX-License-Identifier: MIT
 * Formats for times and costs, which benchmark trackers read. */
#define _POSIX_C_SOURCE 200809L
#include "export.h"
#include "json_text.h"
#include "samples.h"
#include "timeline.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* The run that a commit's context is taken from. */
static const struct past_run *any_run(const struct export *export)
{
    for (size_t i = 0; i < export->history->runs.count; i++)
        if (export_has(export, i)) return &export->history->runs.at[i];
    return &export->history->runs.at[0];
}

static void put_date(FILE *out, int64_t when)
{
    time_t seconds = (time_t)when;
    struct tm parts;
    char text[40] = "";
    if (gmtime_r(&seconds, &parts)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &parts);
    fputs(text, out);
}

/* The next times of the commit from *at on; NULL past the last. */
static const struct past_times *next_times(const struct export *export, size_t *at)
{
    while (*at < export->history->times.count) {
        const struct past_times *times = &export->history->times.at[(*at)++];
        if (export_has(export, times->run) && times->samples && !times->wrong[0]) return times;
    }
    return NULL;
}

static const struct past_counters *next_counters(const struct export *export, size_t *at)
{
    while (*at < export->history->counters.count) {
        const struct past_counters *counters = &export->history->counters.at[(*at)++];
        if (export_has(export, counters->run)) return counters;
    }
    return NULL;
}

/* ---- Google Benchmark ---- */

static void put_repetition(FILE *out, const struct past_times *times, int repetition, size_t family)
{
    double us = 1e6 * times->sample[repetition];
    fputs("{", out);
    json_field(out, "name", times->timed);
    json_field(out, "run_name", times->timed);
    fprintf(out,
            "\"run_type\": \"iteration\", \"family_index\": %zu, \"per_family_instance_index\": 0, "
            "\"repetitions\": %d, "
            "\"repetition_index\": %d, \"threads\": 1, \"iterations\": 1, \"real_time\": %.9g, \"cpu_time\": "
            "%.9g, "
            "\"time_unit\": \"us\", \"bytes_per_second\": %.9g, \"items\": %" PRIu64 "}",
            family, times->samples, repetition, us, us, (double)times->bytes / times->sample[repetition],
            times->items);
}

void export_benchmark(const struct export *export)
{
    const struct past_run *run = any_run(export);
    FILE *out = export->out;
    size_t at = 0, family = 0;
    bool first = true;
    fputs("{\n\"context\": {\"date\": \"", out);
    put_date(out, run->time);
    fputs("\", ", out);
    json_field(out, "host_name", run->host);
    json_field(out, "executable", "foldcheck");
    json_field(out, "commit", run->commit);
    fputs("\"num_cpus\": 1, \"mhz_per_cpu\": 0, \"cpu_scaling_enabled\": false, \"caches\": [], "
          "\"load_avg\": [], "
          "\"library_build_type\": \"release\", \"json_schema_version\": 1},\n\"benchmarks\": [",
          out);
    for (const struct past_times *times; (times = next_times(export, &at)); family++)
        for (int i = 0; i < times->samples; i++, first = false) {
            fputs(first ? "\n" : ",\n", out);
            put_repetition(out, times, i, family);
        }
    fputs("\n]\n}\n", out);
}

/* ---- trackers ---- */

void export_bmf(const struct export *export)
{
    FILE *out = export->out;
    size_t at = 0;
    const char *separator = "\n";
    fputs("{", out);
    for (const struct past_times *times; (times = next_times(export, &at)); separator = ",\n") {
        struct spread spread = samples_spread(times);
        fputs(separator, out);
        json_text(out, times->timed);
        fprintf(out, ": {\"latency\": {\"value\": %.9g, \"lower_value\": %.9g, \"upper_value\": %.9g}}",
                1e9 * spread.median, 1e9 * spread.lower, 1e9 * spread.upper);
    }
    at = 0;
    for (const struct past_counters *counters; (counters = next_counters(export, &at)); separator = ",\n") {
        fputs(separator, out);
        json_text(out, counters->counted);
        fputs(": {", out);
        for (int k = 0; k < counters->count; k++)
            fprintf(out, "%s\"%s\": {\"value\": %" PRIu64 "}", k ? ", " : "", counters->name[k],
                    counters->value[k]);
        fputs("}", out);
    }
    fputs("\n}\n", out);
}

static void put_point(const struct export *export, bool first, const char *line, const char *figure)
{
    fputs(first ? "\n{" : ",\n{", export->out);
    struct text name;
    text_say(&name, "%.450s%s%s", line, figure ? " " : "", figure ? figure : "");
    json_field(export->out, "name", name.at);
}

void export_action(const struct export *export)
{
    FILE *out = export->out;
    size_t at = 0;
    bool first = true;
    fputs("[", out);
    for (const struct past_times *times; (times = next_times(export, &at)); first = false) {
        struct spread spread = samples_spread(times);
        put_point(export, first, times->timed, NULL);
        fprintf(out, "\"unit\": \"us\", \"value\": %.9g, \"range\": \"%.6g\", \"extra\": \"%d samples\"}",
                1e6 * spread.median, 1e6 * (spread.upper - spread.lower), times->samples);
    }
    at = 0;
    for (const struct past_counters *counters; (counters = next_counters(export, &at));)
        for (int k = 0; k < counters->count; k++, first = false) {
            put_point(export, first, counters->counted, counters->name[k]);
            fprintf(out, "\"unit\": \"count\", \"value\": %" PRIu64 "}", counters->value[k]);
        }
    fputs("\n]\n", out);
}

void export_lnt(const struct export *export)
{
    const struct past_run *run = any_run(export);
    FILE *out = export->out;
    size_t at = 0;
    fputs("{\"format_version\": \"2\", \"machine\": {\"name\": ", out);
    json_text(out, run->host[0] ? run->host : "unknown");
    fputs("},\n\"run\": {\"start_time\": \"", out);
    put_date(out, run->time);
    fputs("\", \"end_time\": \"", out);
    put_date(out, run->time);
    fputs("\", \"git_sha\": ", out);
    json_text(out, run->commit);
    fputs("},\n\"tests\": [", out);
    bool first = true;
    for (const struct past_times *times; (times = next_times(export, &at)); first = false) {
        put_point(export, first, times->timed, NULL);
        fputs("\"execution_time\": [", out);
        for (int i = 0; i < times->samples; i++)
            fprintf(out, "%s%.9g", i ? ", " : "", times->sample[i]);
        fputs("]}", out);
    }
    fputs("\n]}\n", out);
}

/* A benchmark's name has no blanks. */
static void put_go_name(FILE *out, const char *line)
{
    fputs("Benchmark/", out);
    for (; *line; line++)
        fputc(*line == ' ' ? '/' : *line, out);
}

void export_go(const struct export *export)
{
    FILE *out = export->out;
    size_t at = 0;
    bool reported = false;
    fprintf(out, "pkg: foldcheck\ncommit: %s\nUnit ns/op assume=nothing\n", export->side->commit);
    for (const struct past_times *times; (times = next_times(export, &at));)
        for (int i = 0; i < times->samples; i++) {
            put_go_name(out, times->timed);
            fprintf(out, " 1 %.9g ns/op\n", 1e9 * times->sample[i]);
        }
    at = 0;
    for (const struct past_counters *counters; (counters = next_counters(export, &at)); reported = true) {
        for (int k = 0; !reported && k < counters->count; k++)
            fprintf(out, "Unit %s assume=exact\n", counters->name[k]);
        put_go_name(out, counters->counted);
        fputs(" 1", out);
        for (int k = 0; k < counters->count; k++)
            fprintf(out, " %" PRIu64 " %s", counters->value[k], counters->name[k]);
        fputc('\n', out);
    }
}

/* ---- Otava: the history, a row a commit ---- */

static void put_quoted(FILE *out, const char *text)
{
    fputs(",\"", out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void put_otava_row(FILE *out, const struct timeline *timeline, size_t place)
{
    size_t count = timeline->history->times.count;
    put_date(out, timeline->at[place].time);
    fprintf(out, ",%s", timeline->at[place].commit);
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || timeline->timed[i]->timed != timeline->timed[i - 1]->timed;
        if (first) fputc(',', out);
        bool last_there = i + 1 == count || timeline->timed[i + 1]->timed != timeline->timed[i]->timed ||
                          timeline->place_of[timeline->timed[i + 1]->run] != place;
        if (timeline->place_of[timeline->timed[i]->run] == place && last_there && timeline->timed[i]->samples)
            fprintf(out, "%.9g", 1e6 * samples_spread(timeline->timed[i]).median);
    }
    fputc('\n', out);
}

void export_otava(const struct export *export)
{
    struct timeline timeline;
    FILE *out = export->out;
    if (!timeline_open(&timeline, export->history)) return;
    fputs("time,commit", out);
    for (size_t i = 0; i < export->history->times.count; i++)
        if (i == 0 || timeline.timed[i]->timed != timeline.timed[i - 1]->timed)
            put_quoted(out, timeline.timed[i]->timed);
    fputc('\n', out);
    for (size_t place = 0; place < timeline.count; place++)
        put_otava_row(out, &timeline, place);
    timeline_close(&timeline);
}
