/* SPDX-License-Identifier: MIT
 * The functions that a C++ source file defines at the level of namespaces, with the types of their parameters, as far
 * as these can be told without a compiler. Of #if and #else the first branch counts. */
#ifndef FOLDCHECK_DECLARATIONS_H
#define FOLDCHECK_DECLARATIONS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

enum c_type {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_SCHAR,
    TYPE_UCHAR,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_INT,
    TYPE_UINT,
    TYPE_LONG,
    TYPE_ULONG,
    TYPE_LLONG,
    TYPE_ULLONG,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_HALF,    /* f16, CUDA's or HIP's */
    TYPE_BFLOAT,  /* bf16 */
    TYPE_STREAM,  /* of CUDA or HIP */
    TYPE_OTHER,   /* a type that is none of these */
    TYPE_UNKNOWN, /* a name that may be any type */
};

struct parameter {
    enum c_type type;
    int pointers;      /* how many `*` and `[]` */
    bool of_constants; /* what it points to is const */
    bool reference, has_default;
};

enum { MOST_PARAMETERS = 72 };

struct function {
    char name[128]; /* with its namespaces */
    unsigned line;
    int count; /* of parameters; -1: more than MOST_PARAMETERS */
    struct parameter parameter[MOST_PARAMETERS];
};

struct functions {
    struct function *at; /* owned */
    size_t count;
};

/* Those that a host may call and that return an integer, an error, a bool or nothing. False with the reason; either way
 * the caller closes them. */
bool functions_read(struct functions *functions, const char *path, struct text *why);
void functions_close(struct functions *functions);

/* ---- structs and functions by their names ---- */

enum { MOST_MEMBERS = 64 };

/* A struct's members in order; an array is as many as it has elements. */
struct members {
    int count;
    enum c_type type[MOST_MEMBERS];
    char odd
        [64]; /* the first that is no number of C, or no array of so many; "": all are, and there are not too many */
};

struct source;

/* NULL with the reason. */
struct source *source_open(const char *path, struct text *why);
void source_close(struct source *source); /* NULL is taken, too */

/* Whether the file defines `struct name { ... }`; then its members. */
bool source_struct(const struct source *source, const char *name, struct members *members);
/* Whether the name stands before a parenthesis. */
bool source_function(const struct source *source, const char *name);
/* The name of the first struct that is defined; "": none is. */
void source_first_struct(const struct source *source, char name[64]);

#endif
