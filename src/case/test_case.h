/* SPDX-License-Identifier: MIT
 * A case is a line: everything that makes two runs the same run is a value with a one-line printed form.
 * docs/guide/line.md has the grammar; case_parse and case_print are its only parser and its only printer, exact
 * both ways. */
#ifndef FOLDCHECK_TEST_CASE_H
#define FOLDCHECK_TEST_CASE_H

#include "device_name.h"
#include "problem.h"
#include "tuning.h"

#ifdef __cplusplus
extern "C" {
#endif

struct test_case {
    char claim[MAX_NAME], subject[MAX_NAME]; /* property . strategy (or operator) */
    struct tuning tuning;                    /* count 0: none */
    struct device_name device;               /* DEVICE_NONE: runs on all */
    bool has_problem;
    struct problem problem;
};

enum { MAX_LINE = 4096 };

/* Parses a whole line. On an error says at which character, what stood there and what was expected. */
bool case_parse(const char *line, struct test_case *parsed, struct text *why);
bool problem_parse(const char *line, struct problem *parsed, struct text *why);

/* Prints into out (room >= MAX_LINE always suffices). Returns the length. */
size_t case_print(const struct test_case *printed, char *out, size_t room);
size_t problem_print(const struct problem *printed, char *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
