/* SPDX-License-Identifier: MIT
 * Texts that stand once: equal texts have equal addresses. */
#ifndef FOLDCHECK_RECORD_NAMES_H
#define FOLDCHECK_RECORD_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialise it. */
struct names {
    char **at; /* owned; a table of `room` places, a power of two, NULL where nothing is */
    size_t room, count;
};

/* Of bytes behind those that have the hash `h`, by words. */
uint64_t names_hash(uint64_t h, const void *bytes, size_t count);

/* The text's only copy, which lives as long as the names; NULL without memory. */
const char *names_keep(struct names *names, const char *text);

/* The same of a text that comes in an order that comes again, as the cases of one run after another do: behind `before`, one of
 * the names or NULL, stood the same text the last time. Spares the table. */
const char *names_keep_after(struct names *names, const char *before, const char *text);

void names_close(struct names *names);

#endif
