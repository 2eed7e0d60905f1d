/* SPDX-License-Identifier: MIT
 * The source line of a site. Asked only when something has failed: it starts a program. */
#define _GNU_SOURCE 1 /* dladdr */
#include "machine.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same few places fail again and again while a case is made smaller. */
enum { KEPT = 64 };
static struct {
    uint32_t site;
    char name[120];
} kept[KEPT];

/* The accessors do not pass their caller on. */
static bool is_accessor(const char *function, const char *file)
{
    static const struct {
        const char *function, *file;
    } accessors[] = {
        {"load", "tuple.hip.h"},   {"store", "tuple.hip.h"},       {"load", "run.hip.h"},
        {"store", "run.hip.h"},    {"take_packed", "run.hip.h"},   {"load", "window.hip.h"},
        {"store", "window.hip.h"}, {"take_state", "source.hip.h"}, {"put_result", "target.hip.h"}};
    if (strcmp(file, "platform.hip.h") == 0 || strcmp(file, "sim.hip.h") == 0) return true;
    for (size_t i = 0; i < sizeof accessors / sizeof accessors[0]; i++)
        if (strstr(function, accessors[i].function) && strcmp(file, accessors[i].file) == 0) return true;
    return false;
}

/* The words of ordinary kernels, and what starts them. */
static bool is_launcher(const char *path)
{
    return strstr(path, "hip/sim/include/") != NULL;
}

/* "file:line" of addr2line's "/path/file:line (discriminator 3)"; the path may have spaces. */
static void shorten(char *line)
{
    line[strcspn(line, "\n")] = 0;
    char *more = strstr(line, " (discriminator ");
    if (more) *more = 0;
    const char *slash = strrchr(line, '/');
    if (slash) memmove(line, slash + 1, strlen(slash + 1) + 1);
}

/* addr2line's pairs of lines, a function and its place, innermost first: the first that is no accessor, and the
 * kernel's, which is the last. */
static void read_places(FILE *from, char name[120])
{
    char function[4096], place[4096], first[56] = "", last[56] = "";
    while (fgets(function, sizeof function, from) && fgets(place, sizeof place, from)) {
        char path[sizeof place], file[sizeof last];
        snprintf(path, sizeof path, "%s", place);
        shorten(place);
        if (place[0] == '?' || place[0] == ':') continue; /* no debug information */
        if (is_launcher(path)) continue;
        snprintf(last, sizeof last, "%.*s", (int)sizeof last - 1, place);
        snprintf(file, sizeof file, "%.*s", (int)strcspn(last, ":"), last);
        if (!first[0] && !is_accessor(function, file)) snprintf(first, sizeof first, "%s", last);
    }
    if (!first[0] || strcmp(first, last) == 0)
        snprintf(name, 120, "%s", last);
    else
        snprintf(name, 120, "%s from %s", first, last);
}

/* Appends the path as a shell takes it; false if there is no room. */
static bool put_quoted(const char *path, char *command, size_t size)
{
    size_t used = strlen(command);
    for (; *path && used + 6 < size; path++)
        used += (size_t)snprintf(command + used, size - used, *path == '\'' ? "'\\''" : "%c", *path);
    return !*path;
}

/* The command that asks for the places of a site's calls that lie in the object; false if it is too long. A call's
 * return address lies behind the call. */
static bool ask_command(const Dl_info *object, const uintptr_t *back, size_t calls, char *command,
                        size_t size)
{
    Dl_info other;
    snprintf(command, size, "addr2line -i -f -e '");
    if (!put_quoted(object->dli_fname, command, size)) return false;
    int length = (int)strlen(command);
    length += snprintf(command + length, size - (size_t)length, "'");
    for (size_t i = 0; i < calls && length > 0 && (size_t)length < size; i++)
        if (dladdr((const void *)back[i], &other) && other.dli_fbase == object->dli_fbase)
            length += snprintf(command + length, size - (size_t)length, " %#" PRIxPTR,
                               back[i] - 1 - (uintptr_t)object->dli_fbase);
    if (length > 0 && (size_t)length < size)
        length += snprintf(command + length, size - (size_t)length, " 2>/dev/null");
    return length > 0 && (size_t)length < size;
}

static void ask(uint32_t site, char name[120])
{
    Dl_info object;
    char command[4096 + 512];
    const uintptr_t *back;
    size_t calls = site_calls(site, &back);
    snprintf(name, 120, "code at %#" PRIxPTR, back[0]);
    if (!dladdr((const void *)back[0], &object)) return;
    snprintf(name, 120, "offset %#" PRIxPTR " of %.80s", back[0] - (uintptr_t)object.dli_fbase,
             object.dli_fname);
    FILE *answer = ask_command(&object, back, calls, command, sizeof command) ? popen(command, "r") : NULL;
    if (!answer) return;
    char places[120];
    read_places(answer, places);
    pclose(answer);
    if (places[0]) snprintf(name, 120, "%s", places);
}

void source_name(uint32_t site, char name[120])
{
    size_t at = site % KEPT;
    if (site == 0) { /* of race_move */
        snprintf(name, 120, "a node of a graph");
        return;
    }
    if (kept[at].site != site) {
        ask(site, kept[at].name);
        kept[at].site = site;
    }
    memcpy(name, kept[at].name, sizeof kept[at].name);
}
