/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct name {
    const char *after; /* what names_keep_after found last */
    char text[];
};

static struct name *name_of(const char *text)
{
    return (struct name *)(uintptr_t)(text - offsetof(struct name, text));
}

static char *name_new(const char *text)
{
    size_t length = strlen(text);
    struct name *name = malloc(sizeof *name + length + 1);
    if (!name) return NULL;
    name->after = NULL;
    return memcpy(name->text, text, length + 1);
}

uint64_t names_hash(uint64_t h, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (uint64_t word = 0; count > 0; word = 0) {
        size_t length = count < sizeof word ? count : sizeof word;
        memcpy(&word, at, length);
        h = (h ^ word) * 0x9e3779b97f4a7c15;
        h ^= h >> 29;
        at += length;
        count -= length;
    }
    return h;
}

/* Where the text is, or would be. */
static char **place(char **at, size_t room, const char *text)
{
    size_t i = (size_t)names_hash(0, text, strlen(text)) & (room - 1);
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
        *at = name_new(text);
        names->count += *at != NULL;
    }
    return *at;
}

const char *names_keep_after(struct names *names, const char *before, const char *text)
{
    struct name *name = before ? name_of(before) : NULL;
    if (name && name->after && strcmp(name->after, text) == 0) return name->after;
    const char *kept = names_keep(names, text);
    if (name) name->after = kept;
    return kept;
}

void names_close(struct names *names)
{
    for (size_t i = 0; i < names->room; i++)
        if (names->at[i]) free(name_of(names->at[i]));
    free(names->at);
    *names = (struct names){0};
}
