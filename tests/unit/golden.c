/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void golden_add(struct golden *golden, const char *format, ...)
{
    va_list words, again;
    va_start(words, format);
    va_copy(again, words);
    size_t length = (size_t)vsnprintf(NULL, 0, format, words);
    if (golden->length + length >= golden->room) {
        golden->room = 2 * (golden->length + length + 1);
        golden->at = realloc(golden->at, golden->room);
        if (!golden->at) abort();
    }
    vsnprintf(golden->at + golden->length, length + 1, format, again);
    golden->length += length;
    va_end(words);
    va_end(again);
}

/* All of a file; empty where there is none. */
static struct golden file_read(const char *path)
{
    struct golden text = {NULL, 0, 0};
    char line[4096];
    FILE *file = fopen(path, "r");
    golden_add(&text, "%s", "");
    while (file && fgets(line, sizeof line, file))
        golden_add(&text, "%s", line);
    if (file) fclose(file);
    return text;
}

/* Where a section's lines begin and end; false where there is no such section. */
static bool section_find(const char *text, const char *section, const char **begin, const char **end)
{
    char head[256];
    snprintf(head, sizeof head, "# %s\n", section);
    for (*begin = strstr(text, head); *begin; *begin = strstr(*begin + 1, head)) {
        if (*begin != text && (*begin)[-1] != '\n') continue;
        *begin += strlen(head);
        const char *next = **begin == '#' ? *begin : strstr(*begin, "\n# ");
        *end = !next ? *begin + strlen(*begin) : next + (next != *begin);
        return true;
    }
    return false;
}

static bool section_write(const char *path, const char *section, const char *lines, struct finding *finding)
{
    struct golden text = file_read(path);
    const char *begin = text.at + text.length, *end = begin;
    bool found = section_find(text.at, section, &begin, &end);
    FILE *file = fopen(path, "w");
    if (!file) {
        free(text.at);
        return text_say(&finding->first_at, "%.200s: cannot be written", path);
    }
    if (!found) begin = end = text.at + text.length;
    fprintf(file, "%.*s", (int)(begin - text.at), text.at);
    if (!found) fprintf(file, "# %s\n", section);
    fprintf(file, "%s%s", lines, end);
    free(text.at);
    return fclose(file) == 0 || text_say(&finding->first_at, "%.200s: cannot be written", path);
}

/* The first line that differs. */
static bool say_difference(const char *path, const char *section, const char *expected, size_t length,
                           const char *got, struct finding *finding)
{
    const char *end = expected + length;
    while (expected < end && *got) {
        size_t line = strcspn(expected, "\n");
        if (strncmp(expected, got, line + 1) != 0) break;
        expected += line + 1;
        got += line + 1;
    }
    return text_say(
        &finding->first_at, "%.120s, %s: expected '%.*s', got '%.*s'; UPDATE_GOLDEN=1 rewrites it", path,
        section, expected < end ? (int)strcspn(expected, "\n") : 0, expected, (int)strcspn(got, "\n"), got);
}

bool golden_is(const char *name, const char *section, struct golden *golden, struct finding *finding)
{
    char path[512];
    snprintf(path, sizeof path, FOLDCHECK_FOLDER "/tests/unit/golden/%s.txt", name);
    golden_add(golden, "%s", "");
    bool good;
    if (getenv("UPDATE_GOLDEN"))
        good = section_write(path, section, golden->at, finding);
    else {
        struct golden text = file_read(path);
        const char *begin, *end;
        good = section_find(text.at, section, &begin, &end);
        if (!good)
            text_say(&finding->first_at, "%.200s: there is no section '# %s'", path, section);
        else if (golden->length != (size_t)(end - begin) || memcmp(golden->at, begin, golden->length) != 0)
            good = say_difference(path, section, begin, (size_t)(end - begin), golden->at, finding);
        free(text.at);
    }
    free(golden->at);
    return good;
}
