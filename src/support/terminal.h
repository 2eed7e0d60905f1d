/* SPDX-License-Identifier: MIT
 * Lines for a reader: broken between words where they would pass the width of a terminal. What goes to a file or a pipe
 * stays whole, for programs that read it. */
#ifndef FOLDCHECK_TERMINAL_H
#define FOLDCHECK_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Columns of the terminal behind `out`; 0: there is none. */
int terminal_columns(FILE *out);

/* Bytes of `words`, UTF-8, that go into a line with `room` columns: to the last blank before its end; all of a first word,
 * however long it is, so never 0 unless `words` is empty. */
size_t terminal_fits(const char *words, int room);

/* Prints words and a line's end. The line has `at` columns already; those that follow begin with `indent` blanks. */
__attribute__((format(printf, 4, 5))) void terminal_say(FILE *out, int at, int indent, const char *format,
                                                        ...);

#endif
