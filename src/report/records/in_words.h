/* SPDX-License-Identifier: MIT
 * Case lines in words, for people who do not know their grammar. */
#ifndef FOLDCHECK_RECORD_IN_WORDS_H
#define FOLDCHECK_RECORD_IN_WORDS_H

#include "status.h"

/* The problem of a case line (docs/guide/line.md): "2^26 f32, rows of 2^10, float sum". Parts that it does not know stand as
 * they are in the line; "" where the line has no problem. */
void problem_in_words(const char *line, struct text *said);

/* A number as people write it: "2^20", "3 x 2^10", "1,000". */
void count_in_words(unsigned long long count, struct text *said);

#endif
