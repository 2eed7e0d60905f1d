/* SPDX-License-Identifier: MIT
 * docs/guide/record.md has the fields. */
#include "lines.h"
#include "record.h"
#include "samples.h"
#include "times_line.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

/* A line while it is read: the first thing that is wrong with it ends it. */
struct reading {
    struct history *history;
    json_t *line;
    bool wrong;
    struct text *why;
};

static void complain(struct reading *reading, const char *field, const char *expected)
{
    if (!reading->wrong) text_say(reading->why, "%s: expected %s", field, expected);
    reading->wrong = true;
}

static const char *keep(struct reading *reading, const char *text)
{
    const char *kept = names_keep(&reading->history->names, text);
    if (!kept) complain(reading, "memory", "room for a text");
    return kept ? kept : "";
}

/* "" where an optional field is not there. */
static const char *text_of(struct reading *reading, const char *field, bool needed)
{
    const json_t *value = json_object_get(reading->line, field);
    if ((needed && !value) || (value && !json_is_string(value))) complain(reading, field, "a text");
    return keep(reading, json_is_string(value) ? json_string_value(value) : "");
}

static uint64_t count_of(struct reading *reading, const char *field, bool needed)
{
    const json_t *value = json_object_get(reading->line, field);
    bool good = json_is_integer(value) && json_integer_value(value) >= 0;
    if ((needed || value) && !good) complain(reading, field, "a whole number that is not negative");
    return good ? (uint64_t)json_integer_value(value) : 0;
}

static double real_of(struct reading *reading, const char *field)
{
    const json_t *value = json_object_get(reading->line, field);
    if (value && !json_is_number(value)) complain(reading, field, "a number");
    return json_number_value(value);
}

/* ---- kinds ---- */

#define ADD(HISTORY, ARRAY)                                                                                  \
    (history_grow(&(HISTORY)->ARRAY.at, (HISTORY)->ARRAY.count, sizeof *(HISTORY)->ARRAY.at)                 \
         ? &(HISTORY)->ARRAY.at[(HISTORY)->ARRAY.count++]                                                    \
         : NULL)

static struct past_target target_of(struct reading *reading)
{
    return (struct past_target){.property = text_of(reading, "property", true),
                                .subject = text_of(reading, "subject", true),
                                .op = text_of(reading, "operator", true),
                                .device = text_of(reading, "device", true)};
}

static void add_card(struct reading *reading, size_t run)
{
    struct past_card *card = ADD(reading->history, cards);
    if (!card) {
        complain(reading, "memory", "room for a card");
        return;
    }
    *card = (struct past_card){.run = run,
                               .device = text_of(reading, "device", true),
                               .driver = text_of(reading, "driver", false),
                               .clock = real_of(reading, "clock"),
                               .temperature = real_of(reading, "temperature")};
}

static void add_device(struct reading *reading, size_t run)
{
    struct past_device *device = ADD(reading->history, devices);
    if (!device) {
        complain(reading, "memory", "room for a device");
        return;
    }
    char line[64], word[64];
    snprintf(line, sizeof line, "@%.60s", text_of(reading, "device", true));
    case_device(line, word, sizeof word);
    *device = (struct past_device){.run = run,
                                   .device = keep(reading, word),
                                   .name = text_of(reading, "name", true),
                                   .arch = text_of(reading, "arch", true),
                                   .versions = text_of(reading, "versions", false)};
}

static enum verdict verdict_of(struct reading *reading)
{
    const char *word = text_of(reading, "verdict", true);
    for (enum verdict v = VERDICT_PASS; v <= VERDICT_BROKEN; v++)
        if (strcmp(word, verdict_name(v)) == 0) return v;
    complain(reading, "verdict", "pass, fail, refused, discarded or broken");
    return VERDICT_BROKEN;
}

static void add_verdict(struct reading *reading, size_t run)
{
    struct past_verdict *verdict = ADD(reading->history, verdicts);
    if (!verdict) {
        complain(reading, "memory", "room for a verdict");
        return;
    }
    *verdict = (struct past_verdict){.run = run,
                                     .target = target_of(reading),
                                     .verdict = verdict_of(reading),
                                     .passed = count_of(reading, "passed", true),
                                     .over_3_tiles = count_of(reading, "over_3_tiles", true),
                                     .failed = count_of(reading, "failed", true),
                                     .refused = count_of(reading, "refused", true),
                                     .discarded = count_of(reading, "discarded", true),
                                     .broken = count_of(reading, "broken", true),
                                     .seconds = real_of(reading, "seconds"),
                                     .reason = text_of(reading, "reason", false),
                                     .implied = json_is_true(json_object_get(reading->line, "implied"))};
}

/* A group that fails as a whole is a verdict of its own, about no operator. */
static void add_judgement(struct reading *reading, size_t run)
{
    struct past_verdict *verdict = ADD(reading->history, verdicts);
    if (!verdict) {
        complain(reading, "memory", "room for a judgement");
        return;
    }
    *verdict = (struct past_verdict){.run = run,
                                     .target = target_of(reading),
                                     .verdict = VERDICT_FAIL,
                                     .reason = text_of(reading, "reason", true),
                                     .judged = true};
    verdict->target.op = keep(reading, "*");
}

/* The command that shows a failure again: a line may be long. */
static const char *replay_of(struct reading *reading)
{
    const char *replay = text_of(reading, "replay", true), *line = text_of(reading, "case", true);
    size_t room = strlen(replay) + strlen(line) + sizeof " ''";
    char *command = malloc(room);
    if (command)
        snprintf(command, room, "%s '%s'", replay, line);
    else
        complain(reading, "memory", "room for a failure");
    const char *kept = keep(reading, command ? command : "");
    free(command);
    return kept;
}

static void add_failure(struct reading *reading, size_t run)
{
    struct past_failure *failure = ADD(reading->history, failures);
    if (!failure) {
        complain(reading, "memory", "room for a failure");
        return;
    }
    *failure = (struct past_failure){.run = run,
                                     .target = target_of(reading),
                                     .claim = text_of(reading, "claim", true),
                                     .first_at = text_of(reading, "first_at", true),
                                     .line = text_of(reading, "case", true),
                                     .again = replay_of(reading),
                                     .report = text_of(reading, "report", false)};
}

/* The fields of a line that are none of `texts`: numbers, by name. Returns how many. */
static int take_figures(struct reading *reading, const char *texts, const char *name[MOST_FIGURES],
                        uint64_t value[MOST_FIGURES])
{
    const char *field;
    json_t *at;
    int count = 0;
    json_object_foreach(reading->line, field, at)
    {
        char listed[80];
        snprintf(listed, sizeof listed, " %.70s ", field);
        if (strstr(texts, listed)) continue;
        if (count == MOST_FIGURES) {
            complain(reading, field, "fewer numbers in a line");
            return count;
        }
        name[count] = keep(reading, field);
        value[count++] = count_of(reading, field, true);
    }
    return count;
}

static void add_counters(struct reading *reading, size_t run)
{
    struct past_counters *counters = ADD(reading->history, counters);
    if (!counters) {
        complain(reading, "memory", "room for counters");
        return;
    }
    counters->run = run;
    counters->counted = text_of(reading, "case", true);
    counters->count = take_figures(reading, " case kind run ", counters->name, counters->value);
}

static void add_code(struct reading *reading, size_t run)
{
    struct past_code *code = ADD(reading->history, code);
    if (!code) {
        complain(reading, "memory", "room for machine code");
        return;
    }
    code->run = run;
    code->kernel = text_of(reading, "kernel", true);
    code->device = text_of(reading, "device", true);
    code->arch = text_of(reading, "arch", true);
    code->hash = text_of(reading, "hash", true);
    code->count = take_figures(reading, " kernel device arch hash kind run ", code->name, code->value);
}

static void take_samples(struct reading *reading, struct past_times *times)
{
    const json_t *samples = json_object_get(reading->line, "samples");
    if (!json_is_array(samples)) {
        complain(reading, "samples", "a list of numbers");
        return;
    }
    size_t count = json_array_size(samples);
    times->sample = calloc(count ? count : 1, sizeof *times->sample);
    if (!times->sample) {
        complain(reading, "memory", "room for samples");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(samples, i);
        double seconds = json_number_value(value);
        if (!json_is_number(value) || !(seconds > 0) || !isfinite(seconds)) {
            complain(reading, "samples", "times above 0");
            return;
        }
        times->sample[times->samples++] = seconds;
    }
    samples_note(times);
}

static void add_times(struct reading *reading, size_t run)
{
    struct past_times *times = ADD(reading->history, times);
    if (!times) {
        complain(reading, "memory", "room for times");
        return;
    }
    times->run = run;
    times->timed = text_of(reading, "case", true);
    times->items = count_of(reading, "items", true);
    times->bytes = count_of(reading, "bytes", true);
    times->copy_rate = real_of(reading, "copy_rate");
    times->wrong = text_of(reading, "wrong", false);
    if (strcmp(text_of(reading, "unit", true), "s") != 0) complain(reading, "unit", "s");
    take_samples(reading, times);
}

static void end_run(struct reading *reading, size_t run)
{
    reading->history->runs.at[run].ended = true;
    reading->history->runs.at[run].status = (int)count_of(reading, "status", true);
}

static void add_note(struct reading *reading, size_t run)
{
    if (text_of(reading, "skipped", false)[0]) reading->history->runs.at[run].skipped = true;
}

static void add_run(struct reading *reading, const char *id, const char *path)
{
    struct past_run *run = ADD(reading->history, runs);
    if (!run) {
        complain(reading, "memory", "room for a run");
        return;
    }
    *run = (struct past_run){.id = id,
                             .file = path,
                             .commit = text_of(reading, "commit", true),
                             .parent = text_of(reading, "parent", false),
                             .command = text_of(reading, "command", true),
                             .version = text_of(reading, "version", true),
                             .built = text_of(reading, "built", true),
                             .compilers = text_of(reading, "compilers", true),
                             .host = text_of(reading, "host", true),
                             .system = text_of(reading, "system", true),
                             .commit_time = (int64_t)count_of(reading, "commit_time", false),
                             .time = (int64_t)count_of(reading, "time", true),
                             .dirty = json_is_true(json_object_get(reading->line, "dirty"))};
    reading->history->last_run = reading->history->runs.count - 1;
}

/* ---- a line ---- */

/* The run that a line names. The line before was most likely of the same one. */
static bool find_run(struct history *history, const char *id)
{
    if (history->last_run < history->runs.count && history->runs.at[history->last_run].id == id) return true;
    for (size_t i = history->runs.count; i-- > 0;)
        if (history->runs.at[i].id == id) {
            history->last_run = i;
            return true;
        }
    return false;
}

static void read_line(struct reading *reading, const char *path)
{
    static const struct {
        const char *kind;
        void (*add)(struct reading *reading, size_t run);
    } known[] = {{"device", add_device},   {"card", add_card},
                 {"verdict", add_verdict}, {"judgement", add_judgement},
                 {"failure", add_failure}, {"counters", add_counters},
                 {"code", add_code},       {"times", add_times},
                 {"note", add_note},       {"end", end_run}};
    const char *kind = text_of(reading, "kind", true), *id = text_of(reading, "run", true);
    if (strlen(id) >= RUN_ROOM) complain(reading, "run", "a name of less than 256 bytes");
    if (reading->wrong) return;
    bool found = find_run(reading->history, id);
    if (strcmp(kind, "run") == 0) {
        if (count_of(reading, "foldcheck_record", true) != RECORD_VERSION)
            complain(reading, "foldcheck_record", "1, the version that this program reads");
        if (found && reading->history->runs.at[reading->history->last_run].file == path)
            complain(reading, "run", "a name that no run before it has");
        if (!found && !reading->wrong) add_run(reading, id, path);
        return;
    }
    if (!found) {
        complain(reading, "run", "one whose first line came before");
        return;
    }
    /* A run that another file has, too, counts once. */
    if (reading->history->runs.at[reading->history->last_run].file != path) return;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(kind, known[i].kind) == 0) known[i].add(reading, reading->history->last_run);
}

static bool is_last_run(const struct history *history, const char *id)
{
    return history->last_run < history->runs.count && strcmp(history->runs.at[history->last_run].id, id) == 0;
}

/* Adds a line of times in their usual form; false, with nothing added, for any other. */
static bool read_times(struct history *history, const char *text, const char *path)
{
    struct times_line line;
    if (!times_line_read(text, &line)) return false;
    const char *none = names_keep(&history->names, ""),
               *timed = names_keep_after(&history->names, history->last_timed, line.timed);
    history->last_timed = timed;
    bool good = none && timed &&
                (is_last_run(history, line.run) || find_run(history, names_keep(&history->names, line.run)));
    bool counts = good && history->runs.at[history->last_run].file == path; /* as in read_line */
    struct past_times *times = counts ? ADD(history, times) : NULL;
    if (times) {
        *times = (struct past_times){.run = history->last_run,
                                     .timed = timed,
                                     .items = line.items,
                                     .bytes = line.bytes,
                                     .copy_rate = line.copy_rate,
                                     .wrong = none,
                                     .sample = line.sample,
                                     .samples = line.samples};
        samples_note(times);
    } else {
        free(line.sample);
    }
    return times || (good && !counts);
}

enum line_is line_read(struct history *history, const char *line, const char *path, struct text *why)
{
    if (read_times(history, line, path)) return LINE_GOOD;
    json_error_t error;
    json_t *parsed = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(parsed)) {
        json_decref(parsed);
        return LINE_TORN;
    }
    struct reading reading = {.history = history, .line = parsed, .why = why};
    read_line(&reading, path);
    json_decref(parsed);
    return reading.wrong ? LINE_WRONG : LINE_GOOD;
}

bool line_run(const char *line, char id[RUN_ROOM])
{
    json_error_t error;
    json_t *parsed = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    const char *named = json_string_value(json_object_get(parsed, "run"));
    bool fits = named && strlen(named) < RUN_ROOM;
    if (fits) strcpy(id, named);
    json_decref(parsed);
    return fits;
}

bool line_begins_benchmarks(const char *line)
{
    static const char context[] = "\"context\"";
    line += strspn(line, " \t");
    if (*line != '{') return false;
    line += 1 + strspn(line + 1, " \t\r");
    return !*line || strncmp(line, context, strlen(context)) == 0;
}

bool line_begins_record(const char *line, const char *path, struct text *why)
{
    char head[RECORD_HEAD_ROOM];
    unsigned version;
    bool named = sscanf(line, " { \"foldcheck_record\" : %u", &version) == 1; /* spaced as its writer likes */
    if (named && version == RECORD_VERSION) return true;
    if (named)
        return text_say(why, "%.300s is a record of version %u: expected version %d", path, version,
                        RECORD_VERSION);
    record_head(head);
    return text_say(why, "%.300s is no record: expected its first line to begin with %s", path, head);
}
