/* SPDX-License-Identifier: MIT
 * Where in the sources a lane's code lies. Asked only when something has failed: it starts a program. */
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
    uintptr_t code;
    char name[120];
} kept[KEPT];

/* The accessors say nothing about who made the access. */
static bool is_accessor(const char *function, const char *file)
{
    static const char *const accessors[] = {"load", "store", "take_packed", "take_state", "put_result"};
    if (strcmp(file, "platform.hip.h") == 0) return true;
    for (size_t i = 0; i < sizeof accessors / sizeof accessors[0]; i++)
        if (strstr(function, accessors[i]) && strcmp(file, "tile.hip.h") == 0) return true;
    return false;
}

/* "file:line" of addr2line's "/path/file:line (discriminator 3)". */
static void shorten(char *line)
{
    line[strcspn(line, " \n")] = 0;
    const char *slash = strrchr(line, '/');
    if (slash) memmove(line, slash + 1, strlen(slash + 1) + 1);
}

/* addr2line's pairs of lines, a function and its place, innermost first: the first that is no accessor, and the
 * kernel's, which is the last. */
static void read_places(FILE *from, char name[120])
{
    char function[4096], place[4096], first[56] = "", last[56] = "";
    while (fgets(function, sizeof function, from) && fgets(place, sizeof place, from)) {
        shorten(place);
        if (place[0] == '?' || place[0] == ':') continue; /* no debug information */
        snprintf(last, sizeof last, "%.*s", (int)sizeof last - 1, place);
        char file[sizeof last];
        snprintf(file, sizeof file, "%.*s", (int)strcspn(last, ":"), last);
        if (!first[0] && !is_accessor(function, file)) snprintf(first, sizeof first, "%s", last);
    }
    if (!first[0] || strcmp(first, last) == 0)
        snprintf(name, 120, "%s", last);
    else
        snprintf(name, 120, "%s from %s", first, last);
}

static void ask(uintptr_t code, char name[120])
{
    Dl_info object;
    char command[1200];
    snprintf(name, 120, "code at %#" PRIxPTR, code);
    if (!dladdr((const void *)code, &object) || strchr(object.dli_fname, '\'')) return;
    uintptr_t offset = code - (uintptr_t)object.dli_fbase;
    snprintf(name, 120, "offset %#" PRIxPTR " of %.80s", offset, object.dli_fname);
    /* A call's return address lies behind it. */
    int length = snprintf(command, sizeof command, "addr2line -i -f -e '%s' %#" PRIxPTR " 2>/dev/null",
                          object.dli_fname, offset - 1);
    FILE *answer = length < (int)sizeof command ? popen(command, "r") : NULL;
    if (!answer) return;
    char places[120];
    read_places(answer, places);
    pclose(answer);
    if (places[0]) snprintf(name, 120, "%s", places);
}

void source_name(uintptr_t code, char name[120])
{
    size_t at = (code >> 2) % KEPT;
    if (kept[at].code != code) {
        ask(code, kept[at].name);
        kept[at].code = code;
    }
    memcpy(name, kept[at].name, sizeof kept[at].name);
}
