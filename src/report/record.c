/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "record.h"
#include "card_state.h"
#include "json_text.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- one line ---- */

struct line {
    char *text;
    size_t length;
    FILE *out;
};

static bool give_up(struct record *record, const char *reason)
{
    if (!record->failed)
        text_say(&record->why, "%.300s cannot be written to its end: %s", record->path, reason);
    record->failed = true;
    return false;
}

static FILE *line_open(struct line *line)
{
    *line = (struct line){0};
    line->out = open_memstream(&line->text, &line->length);
    return line->out;
}

static FILE *line_begin(struct line *line, const char *kind)
{
    FILE *out = line_open(line);
    if (out) {
        fputc('{', out);
        json_field(out, "kind", kind);
    }
    return out;
}

/* One write: what several processes append does not mix. */
static bool line_close(struct line *line, struct record *record)
{
    if (!line->out) return give_up(record, "no memory");
    fputs("\"run\": ", line->out);
    json_text(line->out, record->run);
    fputs("}\n", line->out);
    bool whole = !ferror(line->out);
    whole = fclose(line->out) == 0 && whole;
    ssize_t written = -1;
    do {
        errno = 0;
        if (whole) written = write(record->file, line->text, line->length);
    } while (written < 0 && errno == EINTR);
    if (written != (ssize_t)line->length) give_up(record, errno ? strerror(errno) : "no room");
    free(line->text);
    return !record->failed;
}

/* JSON has no infinities. */
static void put_real(FILE *out, const char *name, double value)
{
    if (isfinite(value)) fprintf(out, "\"%s\": %.9g, ", name, value);
}

/* ---- a run's first and last line ---- */

void record_head(char head[RECORD_HEAD_ROOM])
{
    snprintf(head, RECORD_HEAD_ROOM, "{\"foldcheck_record\": %d, ", RECORD_VERSION);
}

static bool is_regular(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

bool record_usable(const char *path, struct text *why)
{
    char head[RECORD_HEAD_ROOM], found[RECORD_HEAD_ROOM] = "";
    bool there = access(path, F_OK) == 0;
    const char *slash = strrchr(path, '/');
    struct text folder = {"."};
    if (slash) text_say(&folder, "%.*s", (int)(slash > path ? slash - path : 1), path);
    if (access(there ? path : folder.at, W_OK) != 0)
        return text_say(why, "%.300s cannot be written: %s", path, strerror(errno));
    if (!there || !is_regular(path)) return true;
    FILE *file = fopen(path, "r");
    if (!file) return text_say(why, "%.300s cannot be read: %s", path, strerror(errno));
    record_head(head);
    size_t length = fread(found, 1, strlen(head), file);
    fclose(file);
    return length == 0 || strcmp(found, head) == 0 ||
           text_say(why, "%.300s is no record of version %d: expected its first line to begin with %s", path,
                    RECORD_VERSION, head);
}

/* What a run that was killed left behind its last whole line must not swallow the first of this one. */
static bool end_torn_line(struct record *record)
{
    struct stat found;
    char last = '\n';
    if (fstat(record->file, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size == 0) return true;
    int reader = open(record->path, O_RDONLY | O_CLOEXEC);
    bool known = reader >= 0 && pread(reader, &last, 1, found.st_size - 1) == 1;
    if (reader >= 0) close(reader);
    return !known || last == '\n' || write(record->file, "\n", 1) == 1;
}

static void put_context(FILE *out, const struct record_context *context)
{
    json_field(out, "commit", context->commit);
    if (context->parent[0]) json_field(out, "parent", context->parent);
    if (context->commit_time) json_count(out, "commit_time", (uint64_t)context->commit_time);
    if (context->tree != TREE_UNKNOWN)
        fprintf(out, "\"dirty\": %s, ", context->tree == TREE_DIRTY ? "true" : "false");
    json_field(out, "command", context->command);
    json_count(out, "time", (uint64_t)time(NULL));
    json_field(out, "version", context->version);
    json_field(out, "built", context->built);
    json_field(out, "compilers", context->compilers);
    json_field(out, "host", context->host);
    json_field(out, "system", context->system);
}

/* No other run has it, on any host that takes part. */
static void name_run(struct record *record, const char *host)
{
    struct timespec now;
    uint64_t hash = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    for (const char *at = host; *at; at++)
        hash = splitmix64(hash ^ (uint64_t)(unsigned char)*at);
    hash = splitmix64(hash ^ (uint64_t)getpid());
    hash = splitmix64(hash ^ (uint64_t)now.tv_nsec);
    snprintf(record->run, sizeof record->run, "%08" PRIx64 "-%016" PRIx64, (uint64_t)now.tv_sec, hash);
}

bool record_open(struct record *record, const char *path, const struct record_context *context,
                 struct text *why)
{
    *record = (struct record){.path = path, .context = *context};
    return record_usable(path, why);
}

static bool begin_run(struct record *record)
{
    struct line line;
    char head[RECORD_HEAD_ROOM];
    record->file = open(record->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (record->file < 0) return give_up(record, strerror(errno));
    name_run(record, record->context.host);
    if (!end_torn_line(record)) give_up(record, strerror(errno));
    FILE *out = line_open(&line);
    if (out) {
        record_head(head);
        fputs(head, out);
        json_field(out, "kind", "run");
        put_context(out, &record->context);
    }
    return line_close(&line, record);
}

/* Whether lines can be written; the first one opens the file. */
static bool is_open(struct record *record)
{
    if (!record->path || record->failed) return false;
    return record->file > 0 || begin_run(record);
}

bool record_close(struct record *record, int status, struct text *why)
{
    struct line line;
    if (record->file <= 0) return !record->failed || text_say(why, "%s", record->why.at);
    FILE *out = record->failed ? NULL : line_begin(&line, "end");
    if (out) json_count(out, "status", (uint64_t)status);
    if (!record->failed) line_close(&line, record);
    if (close(record->file) != 0) give_up(record, strerror(errno));
    free(record->reported);
    *record = (struct record){.failed = record->failed, .why = record->why};
    return !record->failed || text_say(why, "%s", record->why.at);
}

/* ---- verdicts ---- */

void record_device(struct record *record, const struct device_note *note)
{
    struct line line;
    if (!is_open(record)) return;
    FILE *out = line_begin(&line, "device");
    if (out) {
        json_field(out, "device", note->device);
        json_field(out, "name", note->name);
        json_field(out, "arch", note->arch);
        json_field(out, "versions", note->versions);
    }
    line_close(&line, record);
    record_card(record, note);
}

void record_card(struct record *record, const struct device_note *note)
{
    struct line line;
    struct card_state state;
    if (!is_open(record) || !card_state_read(&state, note->device, note->bus, "/sys")) return;
    FILE *out = line_begin(&line, "card");
    if (out) {
        json_field(out, "device", note->device);
        if (state.driver[0]) json_field(out, "driver", state.driver);
        put_real(out, "clock", state.clock);
        put_real(out, "memory_clock", state.memory_clock);
        put_real(out, "temperature", state.temperature);
    }
    line_close(&line, record);
}

/* NULL: nothing was run. */
static const char *verdict_of(const struct tally *tally)
{
    if (tally->failed) return verdict_name(VERDICT_FAIL);
    if (tally->broken) return verdict_name(VERDICT_BROKEN);
    if (tally->passed) return verdict_name(VERDICT_PASS);
    if (tally->refused || tally->drawn_refused) return verdict_name(VERDICT_REFUSED);
    return tally->discarded ? verdict_name(VERDICT_DISCARDED) : NULL;
}

static void put_target(FILE *out, const struct tally *tally)
{
    json_field(out, "property", tally->property);
    json_field(out, "subject", tally->subject[0] ? tally->subject : "suite");
    json_field(out, "operator", tally->op);
    json_field(out, "device", tally->device);
}

static void tell_target(struct record *record, const struct tally *tally)
{
    struct line line;
    const char *verdict = verdict_of(tally);
    if (!verdict) return;
    FILE *out = line_begin(&line, "verdict");
    if (out) {
        put_target(out, tally);
        json_field(out, "verdict", verdict);
        json_count(out, "passed", tally->passed);
        json_count(out, "over_3_tiles", tally->over_3_tiles);
        json_count(out, "failed", tally->failed);
        json_count(out, "refused", tally->refused);
        json_count(out, "discarded", tally->discarded);
        json_count(out, "broken", tally->broken);
        put_real(out, "seconds", tally->seconds);
        if (tally->implied) fputs("\"implied\": true, ", out);
        if (tally->reason[0]) json_field(out, "reason", tally->reason);
    }
    line_close(&line, record);
}

/* As it is printed. */
static void put_report(FILE *out, const struct results *results, const struct failure *failure)
{
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (memory) report_failure(memory, results, failure);
    if (memory && fclose(memory) == 0) json_field(out, "report", text);
    free(text);
}

static void tell_failure(struct record *record, const struct results *results, const struct failure *failure)
{
    struct line line;
    struct text replay;
    const struct finding *found = &failure->finding;
    FILE *out = line_begin(&line, "failure");
    if (out) {
        put_target(out, &results->tally[failure->target]);
        json_field(out, "case", failure->line);
        json_field(out, "drawn", failure->drawn);
        json_field(out, "claim", results->tally[failure->target].claim);
        json_field(out, "first_at", found->first_at.at);
        if (found->witness.at[0]) json_field(out, "witness", found->witness.at);
        text_say(&replay, "foldcheck replay%s", results->options);
        json_field(out, "replay", replay.at);
        put_report(out, results, failure);
        json_count(out, "steady_runs", failure->steady_runs);
        json_count(out, "steady_failed", failure->steady_failed);
    }
    line_close(&line, record);
}

/* A target that no worker has any more. */
static bool is_over(const struct results *results, uint32_t target)
{
    return results->owner[target] == TARGET_CLOSED;
}

static void tell_targets(struct record *record, const struct results *results, bool ended)
{
    uint32_t count = results->target_count;
    if (!record->reported && count) record->reported = calloc(count, sizeof *record->reported);
    if (!record->reported) return;
    for (uint32_t i = record->reported_first; i < count; i++) {
        if (!record->reported[i] && (ended || is_over(results, i))) {
            tell_target(record, &results->tally[i]);
            record->reported[i] = true;
        }
        if (i == record->reported_first && record->reported[i]) record->reported_first++;
    }
}

/* Groups that fail as a whole, and why the run ended before its time. */
static void tell_judgements(struct record *record, const struct results *results)
{
    struct line line;
    for (uint32_t i = 0; i < results->target_count;) {
        struct text why;
        const struct tally *tally = &results->tally[i];
        i = results_group(results, i, &why);
        if (!why.at[0]) continue;
        FILE *out = line_begin(&line, "judgement");
        if (out) {
            put_target(out, tally);
            json_field(out, "reason", why.at);
        }
        line_close(&line, record);
    }
    if (!results->stopped.at[0] && !results->skipped_any) return;
    FILE *out = line_begin(&line, "note");
    if (out && results->stopped.at[0]) json_field(out, "stopped", results->stopped.at);
    if (out && results->skipped_any) json_field(out, "skipped", results->skipped.at);
    line_close(&line, record);
}

void record_results(struct record *record, const struct results *results, bool ended)
{
    if (!__atomic_load_n(&results->prepared, __ATOMIC_ACQUIRE) || !is_open(record)) return;
    uint32_t failures = __atomic_load_n(&results->failure_count, __ATOMIC_ACQUIRE);
    for (; record->devices < results->note_count; record->devices++)
        record_device(record, &results->note[record->devices]);
    for (; record->failures < failures; record->failures++)
        tell_failure(record, results, &results->failure[record->failures]);
    tell_targets(record, results, ended);
    if (ended) tell_judgements(record, results);
}

/* ---- numbers ---- */

void record_counters(struct record *record, const char *counted, const struct record_counter *counter,
                     size_t count)
{
    struct line line;
    if (!is_open(record)) return;
    FILE *out = line_begin(&line, "counters");
    if (out) json_field(out, "case", counted);
    for (size_t i = 0; out && i < count; i++)
        json_count(out, counter[i].name, counter[i].value);
    line_close(&line, record);
}

void record_code(struct record *record, const struct record_code *code)
{
    struct line line;
    char hash[20];
    if (!is_open(record)) return;
    FILE *out = line_begin(&line, "code");
    snprintf(hash, sizeof hash, "%016" PRIx64, code->hash);
    if (out) {
        json_field(out, "kernel", code->kernel);
        json_field(out, "device", code->device);
        json_field(out, "arch", code->arch);
        json_field(out, "hash", hash);
    }
    for (size_t i = 0; out && i < code->figures; i++)
        json_count(out, code->figure[i].name, code->figure[i].value);
    line_close(&line, record);
}

void record_times(struct record *record, const struct record_times *times)
{
    struct line line;
    if (!is_open(record)) return;
    FILE *out = line_begin(&line, "times");
    if (out) {
        json_field(out, "case", times->timed);
        json_field(out, "unit", "s");
        fputs("\"samples\": [", out);
        for (int i = 0; i < times->samples; i++)
            fprintf(out, "%s%.9g", i ? ", " : "", times->seconds[i]);
        fputs("], ", out);
        json_count(out, "items", times->items);
        json_count(out, "bytes", times->bytes);
        put_real(out, "copy_rate", times->copy_rate);
        if (times->wrong[0]) json_field(out, "wrong", times->wrong);
    }
    line_close(&line, record);
}
