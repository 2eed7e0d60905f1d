/* SPDX-License-Identifier: MIT
 * The functions of a source file that could be launchers of an operator: those that it defines outside of classes and
 * whose parameters are the operator's columns in one of the forms of hip/launcher/launcher_calls.hip.h. They are found by
 * their declarations, without a compiler: a name of a type that this does not know may be any type. */
#ifndef FOLDCHECK_LAUNCHERS_H
#define FOLDCHECK_LAUNCHERS_H

#include "op.h"
#include "status.h"

#include <stdint.h>

enum launcher_form { FORM_PLAIN, FORM_CUB, FORM_HOST, FORMS };

enum launcher_does {
    DOES_REDUCE,
    DOES_SCAN,
    DOES_EXSCAN,
    DOES_KEYED,
    DOES_HISTOGRAM,
    DOES_REDUCE_BY_KEY,
    DOES_TRANSPOSE,
    DOES
};

/* "PLAIN" and "reduce", as cmake/foldcheckLauncher.cmake has them. */
extern const char *const launcher_form_name[FORMS];
extern const char *const launcher_does_name[DOES];

/* A function in one form. */
struct launcher {
    char name[128]; /* with its namespaces */
    unsigned line;  /* 0: it was not looked for */
    enum launcher_form form;
    bool rows;
};

/* The caller's choice. */
struct launcher_request {
    const char *name, *form; /* NULL: any */
    bool rows;               /* only with rows; of a transposition: several matrices */
    enum launcher_does does;
    uint64_t keys;     /* it has always as many; 0: it is told how many */
    uint64_t multiple; /* it is for multiples of so many items; 0: for any number */
    bool init, params; /* it takes an initial value, and the operator's numbers */
};

/* Finds the launcher, if exactly one function fits in exactly one form. With a name and a form it is these, whatever the
 * file has: the function may lie in a header. False with the reason: what was found, and what to write. */
bool launcher_find(const char *path, const struct op *op, const struct launcher_request *request,
                   struct launcher *found, struct text *why);

#endif
