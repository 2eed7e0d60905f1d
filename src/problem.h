/* SPDX-License-Identifier: MIT
 * A case is a line: everything that makes two runs the same run is a value with a one-line printed form.
 * The grammar stands in the README; case_parse and case_print are its only parser and its only printer, exact
 * both ways. */
#ifndef FOLDCHECK_PROBLEM_H
#define FOLDCHECK_PROBLEM_H

#include "device_name.h"
#include "layout.h"
#include "op.h"
#include "status.h"
#include "vary_index.h"

#ifdef __cplusplus
extern "C" {
#endif

enum what { WHAT_REDUCE, WHAT_SCAN, WHAT_EXSCAN, WHAT_KEYED, WHAT_TRANSPOSE, WHAT_LAW };
const char *what_name(enum what what);

/* The second word of a problem: an operator, or the element type of a transposition; NULL if there is none
 * of this name. */
const struct op *op_for(enum what what, const char *name);

enum { MAX_DIMS = 6, MAX_LIST = 64, MAX_LITERALS = 64, MAX_NAMED = 6, MAX_NAME = 48, MAX_LINE = 4096 };

/* Of lengths of rows, or of keys; the last two of keys alone. */
enum dist { DIST_UNIFORM, DIST_GEOMETRIC, DIST_GIANT, DIST_HALFEMPTY, DIST_SORTED, DIST_RUNS };
enum shape_form { SHAPE_DIMS, SHAPE_LIST, SHAPE_RAGGED };

struct shape {
    enum shape_form form;
    int count;               /* dimensions, or rows of a list */
    uint64_t size[MAX_LIST]; /* dims (the last is the row length) or row lengths; ragged: rows, mean */
    uint64_t keys;           /* "#keys"; 0 = none */
    bool has_dist;           /* else keys take turns, or are listed */
    enum dist dist;
    int key_count; /* keys that are listed: of the first items; 0 = none */
    uint64_t key[MAX_LIST];
    uint64_t seed; /* of ragged lengths or of keys */
};

/* Rows; items in all. False when they do not fit 63 bits. */
bool shape_rows(const struct shape *shape, uint64_t *rows);
bool shape_items(const struct shape *shape, uint64_t *items);

/* Rows of each matrix of a transposition: the last dimension but one, 1 where there is none. Dimensions only. */
uint64_t shape_height(const struct shape *shape);

/* Length of row r, and the index of its first item (the sum of the lengths before it). Pure; shape.c says how
 * ragged rows fall. */
uint64_t shape_row_length(const struct shape *shape, uint64_t row);
uint64_t shape_row_first(const struct shape *shape, uint64_t row);

/* The row that item i lies in, i below the items: the last row that begins at or before it and is not empty. */
uint64_t shape_row_of(const struct shape *shape, uint64_t i);

/* Writes where each row begins, and behind them the number of items: rows + 1 numbers. */
void shape_row_starts(const struct shape *shape, uint64_t *start);

/* The key of item i, below shape->keys, of a keyed problem. Pure; keys.h says how keys fall. */
uint64_t shape_key(const struct shape *shape, uint64_t i);

/* Whether all rows have one length, whatever the shape's form. Cost: as many steps as a list has rows; 1 otherwise (ragged
 * rows count as different if there are two of them). */
bool shape_is_even(const struct shape *shape);

enum data_form { DATA_UNIT, DATA_SMALL, DATA_ANY, DATA_LITERAL };
struct data {
    enum data_form form;
    uint64_t seed;
    int count; /* literals */
    uint64_t literal[MAX_LITERALS];
};

/* The bits of item i: 0 for unit, h & 15 for small, h for any, h = splitmix64(seed + i * 0x9e3779b97f4a7c15);
 * literals one by one, 0 past their end. */
uint64_t data_bits(const struct data *data, uint64_t i);

struct named {
    char name[MAX_NAME];
    int64_t value;
};

/* unfair: no block need go on while others spin. */
enum schedule_form { SCHEDULE_NONE, SCHEDULE_FIFO, SCHEDULE_UNIFORM, SCHEDULE_PCT, SCHEDULE_UNFAIR };
struct schedule {
    enum schedule_form form;
    uint64_t seed;
    int change_points;
    uint64_t change_point[MAX_NAMED];
    uint64_t resident; /* blocks resident at once */
};

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
};

/* The value of a property's own choice (with:split=17), or `otherwise`. */
int64_t problem_with(const struct problem *problem, const char *name, int64_t otherwise);

/* Of a transposition: the items of each matrix that are there, the first ones of its rows one behind the other:
 * with:present=N, else all of them (height * row length). The input holds these alone; the places of the others are not
 * written in the result. */
uint64_t problem_present(const struct problem *problem);

/* A strategy's tuning as printed: {block=256,items=4,group=64}. ITEMS is after scaling. */
struct tuning {
    int count;
    struct named pair[MAX_NAMED];
};
/* The value of a named entry, or `otherwise`. */
int64_t tuning_get(const struct tuning *tuning, const char *name, int64_t otherwise);

struct test_case {
    char claim[MAX_NAME], subject[MAX_NAME]; /* property . strategy (or operator) */
    struct tuning tuning;                    /* count 0: none */
    struct device_name device;               /* DEVICE_NONE: runs on all */
    bool has_problem;
    struct problem problem;
};

/* Parses a whole line. On an error says at which character, what stood there and what was expected. */
bool case_parse(const char *line, struct test_case *parsed, struct text *why);
bool problem_parse(const char *line, struct problem *parsed, struct text *why);

/* Prints into out (room >= MAX_LINE always suffices). Returns the length. */
size_t case_print(const struct test_case *printed, char *out, size_t room);
size_t problem_print(const struct problem *printed, char *out, size_t room);

/* The item i of a problem's input, as the operator's input struct: value(i, data_bits), or neutral outside
 * `only`. params as op->params filled it (NULL without). */
void problem_item(const struct problem *problem, const void *params, uint64_t i, void *input);

/* The same of a keyed problem, whose items have their value not by their number but by their place (keys.h):
 * value(place, data_bits(i)). */
void problem_keyed_item(const struct problem *problem, const void *params, uint64_t i, uint64_t place,
                        void *input);

/* The state that stands left of every row: value(0, init_bits), lifted. The problem has an init. */
void problem_init(const struct problem *problem, const void *params, void *state);

/* Fills the operator's params struct, if it has any, for a row that is there: set 0 of the problem's, or the row's where
 * `vary` makes more of them. */
void problem_params(const struct problem *problem, uint64_t row, void *params);

/* Sets of params that a problem with `vary` has, one for each index of the varied dimensions (none without rows); each
 * set; and how a kernel finds a row's. A list and ragged rows have one outer dimension. */
uint64_t problem_param_sets(const struct problem *problem);
void problem_param_set(const struct problem *problem, uint64_t set, void *params);
void problem_vary_index(const struct problem *problem, struct vary_index *vary);

/* A value in [0, 2^64) that is well mixed: Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014, the finaliser of SplitMix64. */
uint64_t splitmix64(uint64_t x);

#ifdef __cplusplus
}
#endif
#endif
