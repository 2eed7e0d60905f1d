/* SPDX-License-Identifier: MIT
 * The parts of a program that shows a finding without foldcheck: an operator's text and a problem's items, in C that C++ takes,
 * too, and the call of a library. */
#ifndef FOLDCHECK_CLI_REPRODUCER_H
#define FOLDCHECK_CLI_REPRODUCER_H

#include "test_case.h"

#include <stdio.h>

/* Whether the items, rows and operator of a case can be written down. False with the reason. */
bool reproducer_writes_problem(const struct problem *problem, struct text *why);

/* Writes the operator and what is made of it: the types `state` and `input`; first(row), item(i), lift(item), identity(), start(),
 * combine(left, right), same(a, b) and print(state). False with the reason if the operator's header is not found. */
bool reproducer_write_problem(FILE *out, const struct problem *problem, struct text *why);

/* A subject on cpu; NULL if it is none of these. `build` is how a program is compiled and run. */
struct reproducer_form {
    const char *subject, *promise; /* with its clause */
    const char *build;
    const char *includes;
    bool lifts;    /* the library takes the operator's lift */
    bool in_place; /* results lie over the items */
    bool takes_init;
    void (*write_call)(FILE *out, const struct test_case *line);
};
const struct reproducer_form *reproducer_form_of(const char *subject);

/* Writes a program in C++ for a function of the host. */
bool reproducer_write_function(FILE *out, const struct test_case *line, const struct reproducer_form *form,
                               struct text *why);

/* Whether a subject is a collective of a library of MPI; and its program in C. */
bool reproducer_is_mpi(const char *subject);
bool reproducer_write_mpi(FILE *out, const struct test_case *line, const char *written, struct text *why);

#endif
