/* SPDX-License-Identifier: MIT */
#include "tuned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

const struct tunable_line tunable_lines[TUNABLES] = {
#define TUNABLE(name, usual, least, most, what) {#name, usual, least, most, what},
#include "tunables.def"
#undef TUNABLE
};

const char tuning_head[] = "# foldcheck tuning 1";

struct tuned tuned_usual(void)
{
    struct tuned tuned;
    for (int t = 0; t < TUNABLES; t++)
        tuned.value[t] = tunable_lines[t].usual;
    return tuned;
}

bool tunable_allows(enum tunable tunable, uint32_t value)
{
    const struct tunable_line *line = &tunable_lines[tunable];
    return line->least <= value && value <= line->most;
}

void tuning_device(const struct device_caps *caps, char device[192])
{
    snprintf(device, 192, "%s, %s", caps->name, caps->arch);
}

/* ---- reading ---- */

/* The state of reading a file. */
struct reading {
    struct tuning_file *file;
    bool seen[TUNABLES], has_device;
};

static int tunable_find(const char *name)
{
    for (int t = 0; t < TUNABLES; t++)
        if (strcmp(tunable_lines[t].name, name) == 0) return t;
    return -1;
}

static bool read_device(struct reading *reading, const char *text, struct text *why)
{
    if (reading->has_device) return text_say(why, "a second device; expected one");
    if (!text[0] || strlen(text) >= sizeof reading->file->device)
        return text_say(why, "expected a device's name behind 'device ='");
    strcpy(reading->file->device, text);
    reading->has_device = true;
    return true;
}

static bool read_number(struct reading *reading, int tunable, const char *text, struct text *why)
{
    const struct tunable_line *line = &tunable_lines[tunable];
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool digits = text[0] >= '0' && text[0] <= '9' && !*end && !errno && value <= UINT32_MAX;
    if (reading->seen[tunable]) return text_say(why, "a second %s; expected one", line->name);
    if (!digits || !tunable_allows((enum tunable)tunable, (uint32_t)value))
        return text_say(why, "%s = %.40s; expected %u to %u", line->name, text, line->least, line->most);
    reading->seen[tunable] = true;
    reading->file->tuned.value[tunable] = (uint32_t)value;
    return true;
}

/* "name = value", without its end. */
static bool read_pair(struct reading *reading, char *line, struct text *why)
{
    char *value = strstr(line, " = ");
    if (!value) return text_say(why, "'%.60s'; expected 'name = value'", line);
    *value = '\0';
    value += strlen(" = ");
    if (strcmp(line, "device") == 0) return read_device(reading, value, why);
    int tunable = tunable_find(line);
    if (tunable < 0) return text_say(why, "no threshold is called '%.60s'", line);
    return read_number(reading, tunable, value, why);
}

/* All lines; *number is that of the last one. */
static bool read_lines(struct reading *reading, FILE *stream, int *number, struct text *why)
{
    char line[512];
    for (*number = 1; fgets(line, sizeof line, stream); ++*number) {
        if (!strchr(line, '\n') && !feof(stream)) return text_say(why, "a line of more than 510 characters");
        line[strcspn(line, "\r\n")] = '\0';
        if (*number == 1 && strcmp(line, tuning_head) != 0)
            return text_say(why, "'%.60s'; expected '%s'", line, tuning_head);
        if (line[0] && line[0] != '#' && !read_pair(reading, line, why)) return false;
    }
    if (ferror(stream)) return text_say(why, "%s", strerror(errno));
    if (*number == 1) return text_say(why, "the file is empty; expected '%s'", tuning_head);
    return reading->has_device || text_say(why, "the file ends; expected a line 'device = ...'");
}

bool tuning_read(const char *path, struct tuning_file *file, struct text *why)
{
    struct reading reading = {.file = file};
    struct text what = {0};
    int number = 1;
    FILE *stream = fopen(path, "r");
    if (!stream) return text_say(why, "%.300s: %s", path, strerror(errno));
    *file = (struct tuning_file){.tuned = tuned_usual()};
    bool good = read_lines(&reading, stream, &number, &what);
    fclose(stream);
    return good || text_say(why, "%.200s: line %d: %.250s", path, number, what.at);
}

/* ---- what is in use ---- */

static struct tuning_file in_use;

void tuning_use(const struct tuning_file *file)
{
    in_use = file ? *file : (struct tuning_file){.device = ""};
}

const struct tuned *tuning_for(const struct device_caps *caps)
{
    char device[sizeof in_use.device];
    tuning_device(caps, device);
    return strcmp(device, in_use.device) == 0 ? &in_use.tuned : NULL;
}
