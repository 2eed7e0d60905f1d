/* SPDX-License-Identifier: MIT
 * The tests of properties, for ctest. Private to this folder. */
#ifndef FOLDCHECK_LIST_TESTS_H
#define FOLDCHECK_LIST_TESTS_H

#include <stdbool.h>

struct test_request {
    const char *device;                 /* as check's; NULL: what check takes */
    const char *operators, *strategies; /* globs; NULL: all */
    const char *format;                 /* "ctest": a script; NULL: names */
    bool added;                         /* of plugins' operators alone */
};

/* Prints their names, or a script that ctest includes, which finds `foldcheck`, `plugins`, `seconds`, `seed`, `shapes`, `on_card` and
 * `of_<GPU>` set. Returns an exit status. */
int list_tests(const struct test_request *request, const char *command);

#endif
