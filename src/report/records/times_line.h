/* SPDX-License-Identifier: MIT
 * A line of times as a run writes it, read without a library for JSON: long records are made of them. Private to this
 * folder. */
#ifndef FOLDCHECK_RECORD_TIMES_LINE_H
#define FOLDCHECK_RECORD_TIMES_LINE_H

#include "lines.h"

enum { TIMED_ROOM = 1024 };

struct times_line {
    char timed[TIMED_ROOM], run[RUN_ROOM];
    double *sample; /* the caller's: free */
    int samples;
    uint64_t items, bytes;
    double copy_rate; /* 0: not known */
};

/* False, with nothing to free, for any other line: one of another kind or order, with an escaped letter or a number out of
 * the ordinary. Such a line may be good; lines.c reads it. Numbers are those of strtod, to the bit. */
bool times_line_read(const char *text, struct times_line *line);

#endif
