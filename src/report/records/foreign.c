/* SPDX-License-Identifier: MIT */
#include "foreign.h"
#include "json_text.h"
#include "record.h"

static void end_line(const struct past_run *run, FILE *out)
{
    fputs("\"run\": ", out);
    json_text(out, run->id);
    fputs("}\n", out);
}

static void begin_line(const char *kind, FILE *out)
{
    fputc('{', out);
    json_field(out, "kind", kind);
}

static void write_head(const struct past_run *run, FILE *out)
{
    char head[RECORD_HEAD_ROOM];
    record_head(head);
    fputs(head, out);
    json_field(out, "kind", "run");
    json_field(out, "commit", run->commit);
    json_field(out, "command", run->command);
    json_count(out, "time", (uint64_t)run->time);
    json_field(out, "version", run->version);
    json_field(out, "built", run->built);
    json_field(out, "compilers", run->compilers);
    json_field(out, "host", run->host);
    json_field(out, "system", run->system);
    end_line(run, out);
}

static void write_device(const struct past_device *device, FILE *out)
{
    begin_line("device", out);
    json_field(out, "device", device->device);
    json_field(out, "name", device->name);
    json_field(out, "arch", device->arch);
    json_field(out, "versions", device->versions);
}

static void write_times(const struct past_times *times, FILE *out)
{
    begin_line("times", out);
    json_field(out, "case", times->timed);
    json_field(out, "unit", "s");
    fputs("\"samples\": [", out);
    for (int i = 0; i < times->samples; i++)
        fprintf(out, "%s%.9g", i ? ", " : "", times->sample[i]);
    fputs("], ", out);
    json_count(out, "items", times->items);
    json_count(out, "bytes", times->bytes);
    if (times->copy_rate > 0) fprintf(out, "\"copy_rate\": %.9g, ", times->copy_rate);
    if (times->wrong[0]) json_field(out, "wrong", times->wrong);
}

void foreign_write(const struct history *history, size_t at, FILE *out)
{
    const struct past_run *run = &history->runs.at[at];
    write_head(run, out);
    for (size_t i = 0; i < history->devices.count; i++) {
        if (history->devices.at[i].run != at) continue;
        write_device(&history->devices.at[i], out);
        end_line(run, out);
    }
    for (size_t i = 0; i < history->times.count; i++) {
        if (history->times.at[i].run != at) continue;
        write_times(&history->times.at[i], out);
        end_line(run, out);
    }
    begin_line("end", out);
    json_count(out, "status", (uint64_t)run->status);
    end_line(run, out);
}
