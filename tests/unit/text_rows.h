/* SPDX-License-Identifier: MIT
 * Tables of tests that are text: fields with " | " between them, a row in a line, and comments that begin with "#". */
#ifndef FOLDCHECK_TEXT_ROWS_H
#define FOLDCHECK_TEXT_ROWS_H

#include "unit.h"

enum { TEXT_FIELDS = 5 };

/* Fields that a line leaves out are empty. */
struct text_row {
    char text[MAX_LINE], *field[TEXT_FIELDS];
};

/* Reads tests/unit/<name>; returns how many rows it has. 0 where there is no such file; more than `room` end the
 * program with status 2. */
size_t text_rows_read(const char *name, struct text_row *rows, size_t room);

#endif
