/* SPDX-License-Identifier: MIT
 * The output of a run: the report of a failure, the table, the verdict line, and the same in
 * files for other programs. Reads struct results only (results.h). */
#ifndef FOLDCHECK_REPORT_H
#define FOLDCHECK_REPORT_H

#include <stdio.h>

#include "results.h"

/* One failure: claim, problem, where it was first seen, how steady it is, the line that replays it. */
void report_failure(FILE *out, const struct results *results, const struct failure *failure);

/* All of them. One mistake shows with many operators, on many devices: the first of a property and subject is reported in
 * full, of the others each distinct case is a line; and in many properties: those of one cause are a line of names. */
void report_failures(FILE *out, const struct results *results);

/* A line for each target's verdict, with its reason, as `replay` prints them. */
void report_cases(FILE *out, const struct results *results);

/* Strategies by operators: verified problems, and in brackets those of them that crossed more than 3 tiles;
 * then the pair that has the fewest. Nothing if no strategy was checked. Counts the properties that compare
 * with the oracle if there are any (*_equals_oracle), else all. Lines stay under `width` characters. */
void report_table(FILE *out, const struct results *results, int width);

/* Groups that are failed for refusals or discards, broken cases, devices that are not there, and last one
 * line that begins with "verified:", "refused:", "interrupted:", "FAILED:", "BROKEN:" or "skipped:". */
void report_verdict(FILE *out, const struct results *results);

/* Counts of problems, and the seconds that they took, as measurements of ctest. */
void report_measurements(FILE *out, const struct results *results);

/* Appends a word as a shell takes it, in quotes where it must: at `used` of `room` bytes. Returns the length then; what does
 * not fit is left out whole. */
size_t report_shell_word(char *out, size_t used, size_t room, const char *word);

/* The stream on which words that matter have colours; NULL, as at first: none. */
void report_colour(FILE *out);

/* JUnit XML (a test case a target) and JSON. Written beside `path` and renamed: the file is whole or it is
 * not there. False with the reason. */
bool report_junit(const char *path, const struct results *results, struct text *why);
bool report_json(const char *path, const struct results *results, struct text *why);

#endif
