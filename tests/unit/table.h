/* SPDX-License-Identifier: MIT
 * Unit tests by cmocka. Each row of a table is a test of its own: TABLE_ADD gives a row to a function, which finds it in
 * *state. A program of tests/unit/test_<module>.c fills one table and runs it; `test_<module> PATTERN` runs
 * the tests whose names match. */
#ifndef FOLDCHECK_TABLE_H
#define FOLDCHECK_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { TABLE_ROOM = 256, TABLE_NAME = 96 };

struct table {
    struct CMUnitTest test[TABLE_ROOM];
    char name[TABLE_ROOM][TABLE_NAME];
    size_t count;
};

/* Adds a test, "holm: adjusts as R does"; row: what it finds in *state, which must outlive the run. */
static inline void table_add(struct table *table, CMUnitTestFunction run, const void *row, const char *name)
{
    if (table->count == TABLE_ROOM) fail_msg("more than %d tests in a table", TABLE_ROOM);
    snprintf(table->name[table->count], TABLE_NAME, "%s", name);
    table->test[table->count] = (struct CMUnitTest){
        .name = table->name[table->count], .test_func = run, .initial_state = (void *)(uintptr_t)row};
    table->count++;
}

/* Adds each row of an array; a row begins with its name, a const char pointer. */
#define TABLE_ADD(table, run, rows)                                                                          \
    do {                                                                                                     \
        for (size_t row_ = 0; row_ < sizeof(rows) / sizeof *(rows); row_++)                                  \
            table_add(table, run, &(rows)[row_], (rows)[row_].name);                                         \
    } while (0)

/* The exit status of the program. */
static inline int table_run(struct table *table, const char *module, int argc, char **argv)
{
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests(module, table->test, table->count, NULL, NULL) == 0 ? 0 : 1;
}

#endif
