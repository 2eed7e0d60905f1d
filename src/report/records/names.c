/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
static size_t hash(const char *text)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3;
    return (size_t)(h ^ h >> 32);
}

/* Where the text is, or would be. */
static char **place(char **at, size_t room, const char *text)
{
    size_t i = hash(text) & (room - 1);
    while (at[i] && strcmp(at[i], text) != 0)
        i = (i + 1) & (room - 1);
    return &at[i];
}

static int grow(struct names *names)
{
    size_t room = names->room ? 2 * names->room : 256;
    char **grown = calloc(room, sizeof *grown);
    if (!grown) return 0;
    for (size_t i = 0; i < names->room; i++)
        if (names->at[i]) *place(grown, room, names->at[i]) = names->at[i];
    free(names->at);
    names->at = grown;
    names->room = room;
    return 1;
}

const char *names_keep(struct names *names, const char *text)
{
    if (2 * names->count >= names->room && !grow(names)) return NULL;
    char **at = place(names->at, names->room, text);
    if (!*at) {
        *at = strdup(text);
        names->count += *at != NULL;
    }
    return *at;
}

void names_close(struct names *names)
{
    for (size_t i = 0; i < names->room; i++)
        free(names->at[i]);
    free(names->at);
    *names = (struct names){0};
}
