/* SPDX-License-Identifier: MIT
 * An operator's header as `foldcheck try` reads it: what foldcheck_add_operator has to be told of it, as far as its structs
 * and functions say so, and the call. */
#ifndef FOLDCHECK_OPERATOR_HEADER_H
#define FOLDCHECK_OPERATOR_HEADER_H

#include "cli.h"

#include <stdio.h>

struct operator_header {
    /* What the user says; NULL or none: what the header tells. */
    const char *laws;          /* "COMMUTES,EXACT" */
    const char *tolerance;     /* "rel=1e-6" */
    const char *input, *state; /* columns, "u32,f16" */
    struct option_list args;   /* "modulus,2,65521,97" each */
    /* What was read. */
    char name[MAX_NAME];
    struct text inputs, states, mapouts; /* columns */
    bool lift, emit, neutral, params, exact;
};

/* Whether a path is that of a header. */
bool operator_header_named(const char *path);

/* Fills what is read. False with the reason. */
bool operator_header_read(struct operator_header *header, const char *path, struct text *why);

/* Writes foldcheck_add_operator for it. `path` is whole, `strategies` are names between blanks; none: its laws alone. Devices are
 * CMake's variable `devices`. */
void operator_header_write(const struct operator_header *header, const char *path, const char *strategies,
                           FILE *out);

#endif
