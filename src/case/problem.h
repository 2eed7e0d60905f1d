/* SPDX-License-Identifier: MIT
 * A problem: operator, shape, layout, data and options; and the items that these make. */
#ifndef FOLDCHECK_PROBLEM_H
#define FOLDCHECK_PROBLEM_H

#include "data.h"
#include "layout.h"
#include "op.h"
#include "schedule.h"
#include "shape.h"
#include "vary_index.h"

#ifdef __cplusplus
extern "C" {
#endif

enum what { WHAT_REDUCE, WHAT_SCAN, WHAT_EXSCAN, WHAT_KEYED, WHAT_TRANSPOSE, WHAT_LAW };
const char *what_name(enum what what);

/* The second word of a problem: an operator, or the element type of a transposition; NULL if there is none
 * of this name. */
const struct op *op_for(enum what what, const char *name);

struct problem {
    enum what what;
    const struct op *op;    /* of a transposition: op_of_elem */
    int64_t args[MAX_ARGS]; /* the operator's, defaults filled in */
    struct shape shape;
    struct layout layout;
    struct data data;
    bool has_only, has_init;
    uint64_t only_from, only_to; /* [a, b) keeps its items; elsewhere the neutral input */
    uint64_t init_bits;          /* init = value(0, bits), lifted, once a row, left of its first item */
    int vary_count, keep_count, with_count;
    uint64_t vary[MAX_NAMED], keep[MAX_NAMED];
    struct named with[MAX_NAMED];
    struct schedule schedule;
    enum memory_model model;
};

/* The value of a property's own choice (with:split=17), or `otherwise`. */
int64_t problem_with(const struct problem *problem, const char *name, int64_t otherwise);

/* Of a transposition: the items of each matrix that are there, the first ones of its rows one behind the other:
 * with:present=N, else all of them (height * row length). The input holds these alone; the places of the others are not
 * written in the result. */
uint64_t problem_present(const struct problem *problem);

/* The item i of a problem's input, as the operator's input struct: value(i, data_bits), or neutral outside
 * `only`; of ones and powers its columns of floats that are added are numbers (data.h). params as op->params filled it (NULL without). */
void problem_item(const struct problem *problem, const void *params, uint64_t i, void *input);

/* The same of a keyed problem, whose items have their value not by their number but by their place (keys.h):
 * value(place, data_bits(i)). */
void problem_keyed_item(const struct problem *problem, const void *params, uint64_t i, uint64_t place,
                        void *input);

/* The state that stands left of every row: value(0, init_bits), lifted. The problem has an init. */
void problem_init(const struct problem *problem, const void *params, void *state);

/* Fills the operator's params struct, if it has any, for a row that is there: set 0 of the problem's, or the row's
 * where `vary` makes more of them. */
void problem_params(const struct problem *problem, uint64_t row, void *params);

/* Sets of params that a problem with `vary` has, one for each index of the varied dimensions (none without rows); each
 * set; and how a kernel finds a row's. A list and ragged rows have one outer dimension. */
uint64_t problem_param_sets(const struct problem *problem);
void problem_param_set(const struct problem *problem, uint64_t set, void *params);
void problem_vary_index(const struct problem *problem, struct vary_index *vary);

#ifdef __cplusplus
}
#endif
#endif
