/* SPDX-License-Identifier: MIT
 * One line of a record. Private to this folder. */
#ifndef FOLDCHECK_RECORD_LINES_H
#define FOLDCHECK_RECORD_LINES_H

#include "history.h"

enum { RUN_ROOM = 256 };

/* The name of the run that a whole line is of; false if it is torn. */
bool line_run(const char *line, char id[RUN_ROOM]);

/* Whether a record begins with this line; false with a line that says what the file is instead. */
bool line_begins_record(const char *line, const char *path, struct text *why);

/* Whether a file that begins with this line may be Google Benchmark's: `{`, or `{"context"`. */
bool line_begins_benchmarks(const char *line);

enum line_is {
    LINE_GOOD,  /* or of a kind that is not known */
    LINE_TORN,  /* no JSON: ignored */
    LINE_WRONG, /* JSON, but not what a run writes */
};

/* Adds the line to the history. `path` must live as long as that. */
enum line_is line_read(struct history *history, const char *line, const char *path, struct text *why);

#endif
