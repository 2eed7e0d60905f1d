/* SPDX-License-Identifier: MIT
 * Element types, and tuples of them as a C struct lays them out. */
#ifndef FOLDCHECK_ELEM_H
#define FOLDCHECK_ELEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum elem {
    ELEM_I8,
    ELEM_U8,
    ELEM_I16,
    ELEM_U16,
    ELEM_I32,
    ELEM_U32,
    ELEM_I64,
    ELEM_U64,
    ELEM_F32,
    ELEM_F64,
    ELEM_U128, /* 16 bytes that are moved and not computed with: no operator has such a column */
    ELEM_F16,
    ELEM_BF16,
    ELEM_COUNT
};

/* All of them, in their order: ELEMENTS(X) is X(ELEM_I8) X(ELEM_U8) ... */
#define ELEMENTS(X)                                                                                          \
    X(ELEM_I8)                                                                                               \
    X(ELEM_U8)                                                                                               \
    X(ELEM_I16)                                                                                              \
    X(ELEM_U16)                                                                                              \
    X(ELEM_I32)                                                                                              \
    X(ELEM_U32) X(ELEM_I64) X(ELEM_U64) X(ELEM_F32) X(ELEM_F64) X(ELEM_U128) X(ELEM_F16) X(ELEM_BF16)

/* Of an operator's tuple; and of any: one of keys or flags may stand behind. */
enum { OP_COLUMNS = 32, MAX_COLUMNS = OP_COLUMNS + 1 };

/* Size in bytes; also the natural alignment. */
size_t elem_size(enum elem elem);

/* "i8" ... "f64", "u128", "f16", "bf16". */
const char *elem_name(enum elem elem);

/* Parses "i8" ... "f64", "u128", "f16", "bf16" (`length` characters). Returns false if it is none of them. */
bool elem_parse(const char *text, size_t length, enum elem *elem);

bool elem_is_float(enum elem elem);

/* A tuple of columns, and where its columns lie in the C struct with the same members (natural alignment).
 * size is the struct's size in bytes with its padding, packed the sum of the elements' sizes. */
struct tuple {
    int count; /* columns; 0 = no tuple */
    enum elem elem[MAX_COLUMNS];
    size_t offset[MAX_COLUMNS]; /* bytes from the struct's start */
    size_t size, align, packed; /* bytes */
    int parts;             /* how many groups of neighbouring columns "|" tells apart, at least 1 if parsed */
    int part[MAX_COLUMNS]; /* of each column, from 0 */
};

/* Parses "u32,u32" as written in operators.def, or "u32|i64,i64" with parts; "" is the empty tuple. Returns false if it
 * is malformed, or has more than OP_COLUMNS. */
bool tuple_parse(const char *text, struct tuple *tuple);

/* The columns of one part, as a tuple of their own. */
struct tuple tuple_part(const struct tuple *tuple, int part);

/* The tuple of one column. */
struct tuple tuple_of(enum elem elem);

/* A tuple, and a column of such elements behind its own. It has fewer than MAX_COLUMNS. */
struct tuple tuple_and(const struct tuple *tuple, enum elem elem);

/* The tuple of `count` of the columns of another, in this order. */
struct tuple tuple_of_columns(const struct tuple *from, const uint64_t *column, int count);

/* Prints one element's value in the way that a person reads it ("-3", "0x9e3779b9", "1.5",
 * "nan(0x7fc00001)"). Returns the number of characters, as snprintf. */
int elem_print(enum elem elem, const void *value, char *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
