/* SPDX-License-Identifier: MIT
 * The choices of a drawn case: a function for each, for the tables of draws.c alone. */
#ifndef FOLDCHECK_DRAW_CHOICES_H
#define FOLDCHECK_DRAW_CHOICES_H

#include <assert.h>
#include <math.h>
#include <string.h>

#include "draw_shapes.h"
#include "float_elem.h"

enum { NOT_ASKED = -1, SHORT_ROW = 5 /* of short_scans */, FEW_KEYS = 7 /* of few_keys */ };

/* The value that a case has of a choice; NOT_ASKED where it has none. */
typedef int choice_of(const struct test_case *drawn);

#define SIDE_CHOICES(SIDE)                                                                                   \
    static int SIDE##_skew(const struct test_case *drawn)                                                    \
    {                                                                                                        \
        return (int)(drawn->problem.layout.SIDE.skew % 16);                                                  \
    }                                                                                                        \
    static int SIDE##_gap(const struct test_case *drawn)                                                     \
    {                                                                                                        \
        return (int)drawn->problem.layout.SIDE.gap;                                                          \
    }                                                                                                        \
    static int SIDE##_form(const struct test_case *drawn)                                                    \
    {                                                                                                        \
        return (int)drawn->problem.layout.SIDE.form;                                                         \
    }
SIDE_CHOICES(input)
SIDE_CHOICES(result)
SIDE_CHOICES(mapout)

/* Pairs of forms: 5 times the input's, and the result's. */
static int form_pair(const struct test_case *drawn)
{
    return 5 * input_form(drawn) + result_form(drawn);
}

static int what_is_drawn(const struct test_case *drawn)
{
    return (int)drawn->problem.what;
}

static int shape_form(const struct test_case *drawn)
{
    return (int)drawn->problem.shape.form;
}

static int dimensions(const struct test_case *drawn)
{
    return drawn->problem.shape.form == SHAPE_DIMS ? drawn->problem.shape.count : NOT_ASKED;
}

static uint64_t rows_drawn(const struct test_case *drawn)
{
    uint64_t rows = 0;
    shape_rows(&drawn->problem.shape, &rows);
    return rows;
}

static uint64_t items_drawn(const struct test_case *drawn)
{
    uint64_t items = 0;
    shape_items(&drawn->problem.shape, &items);
    return items;
}

static int few(uint64_t number)
{
    return number < 1000 ? (int)number : 1000;
}

static int row_count(const struct test_case *drawn)
{
    return few(rows_drawn(drawn));
}

static int item_count(const struct test_case *drawn)
{
    return few(items_drawn(drawn));
}

static int ragged_rows(const struct test_case *drawn)
{
    return drawn->problem.shape.form == SHAPE_RAGGED ? row_count(drawn) : NOT_ASKED;
}

static int listed_rows(const struct test_case *drawn)
{
    return drawn->problem.shape.form == SHAPE_LIST ? row_count(drawn) : NOT_ASKED;
}

static int distribution(const struct test_case *drawn)
{
    return drawn->problem.shape.form == SHAPE_RAGGED ? (int)drawn->problem.shape.dist : NOT_ASKED;
}

/* 1: two rows at least, a list or ragged ones, all of one length, which is not 0. */
static int equal_rows(const struct test_case *drawn)
{
    const struct shape *shape = &drawn->problem.shape;
    uint64_t rows = rows_drawn(drawn);
    if (shape->form == SHAPE_DIMS || rows < 2) return NOT_ASKED;
    for (uint64_t row = 1; row < rows; row++)
        if (shape_row_length(shape, row) != shape_row_length(shape, 0)) return 0;
    return shape_row_length(shape, 0) > 0;
}

/* 1: one of the rows has no items; 2: the first; 3: the last; each at once. */
static int empty_row(const struct test_case *drawn)
{
    const struct shape *shape = &drawn->problem.shape;
    uint64_t rows = rows_drawn(drawn), empty = 0;
    if (shape->form == SHAPE_DIMS || rows < 2 || !items_drawn(drawn)) return NOT_ASKED;
    if (!shape_row_length(shape, 0)) return 2;
    if (!shape_row_length(shape, rows - 1)) return 3;
    for (uint64_t row = 0; row < rows; row++)
        empty += shape_row_length(shape, row) == 0;
    return empty > 0;
}

static uint64_t tile_drawn(const struct test_case *drawn)
{
    return (uint64_t)(tuning_get(&drawn->tuning, "block", 1) * tuning_get(&drawn->tuning, "items", 1));
}

/* Whole tiles of a flat problem. */
static int tiles_crossed(const struct test_case *drawn)
{
    return rows_drawn(drawn) == 1 ? few(items_drawn(drawn) / tile_drawn(drawn)) : NOT_ASKED;
}

/* 0: whole tiles; 1: an item more; 2: an item fewer; 3: any other number. */
static int past_a_tile(const struct test_case *drawn)
{
    uint64_t tile = tile_drawn(drawn), past = items_drawn(drawn) % tile;
    if (rows_drawn(drawn) != 1 || items_drawn(drawn) < tile) return NOT_ASKED;
    return past == 0 ? 0 : past == 1 ? 1 : past == tile - 1 ? 2 : 3;
}

/* As past_a_tile, of the usual tuning: of 64 items few are at an edge by luck. */
static int past_a_usual_tile(const struct test_case *drawn)
{
    return tile_drawn(drawn) == 64 ? past_a_tile(drawn) : NOT_ASKED;
}

static int long_numbers(const struct test_case *drawn)
{
    const struct problem *problem = &drawn->problem;
    return data_is_exact(&problem->data) && rows_drawn(drawn) > 0 &&
           shape_row_length(&problem->shape, 0) >= 4096;
}

static int data_form(const struct test_case *drawn)
{
    return (int)drawn->problem.data.form;
}

static int keyed(const struct test_case *drawn)
{
    return drawn->problem.shape.keys > 0;
}

static int many_literals(const struct test_case *drawn)
{
    return drawn->problem.data.form == DATA_LITERAL && drawn->problem.data.count > 8;
}

/* 0: every item; 1: some; 2: none. */
static int kept_items(const struct test_case *drawn)
{
    const struct problem *problem = &drawn->problem;
    return !problem->has_only ? 0 : problem->only_from == problem->only_to ? 2 : 1;
}

static int initial_value(const struct test_case *drawn)
{
    return drawn->problem.has_init;
}

static int varied_dimensions(const struct test_case *drawn)
{
    return drawn->problem.vary_count;
}

/* 1: params vary over the first outer dimension and not over the next one; 2: the other way round. */
static int varied_apart(const struct test_case *drawn)
{
    const struct problem *problem = &drawn->problem;
    if (problem->vary_count != 1 || problem->shape.form != SHAPE_DIMS || problem->shape.count < 3)
        return NOT_ASKED;
    return problem->vary[0] == 0 ? 1 : 2;
}

static int kept_columns(const struct test_case *drawn)
{
    return drawn->problem.keep_count;
}

static int first_kept(const struct test_case *drawn)
{
    return drawn->problem.keep_count ? (int)drawn->problem.keep[0] : NOT_ASKED;
}

static int schedule_form(const struct test_case *drawn)
{
    return (int)drawn->problem.schedule.form;
}

static int resident_blocks(const struct test_case *drawn)
{
    return drawn->problem.schedule.form == SCHEDULE_NONE ? NOT_ASKED : (int)drawn->problem.schedule.resident;
}

static int change_points(const struct test_case *drawn)
{
    return drawn->problem.schedule.form == SCHEDULE_PCT ? drawn->problem.schedule.change_points : NOT_ASKED;
}

static int block_drawn(const struct test_case *drawn)
{
    return (int)tuning_get(&drawn->tuning, "block", 0);
}

/* 0: the usual one; 1: the least; 2: the most; 3: another. */
static int argument_drawn(const struct test_case *drawn)
{
    const struct op_arg *arg = &drawn->problem.op->arg[0];
    int64_t value = drawn->problem.args[0];
    return value == arg->usual ? 0 : value == arg->least ? 1 : value == arg->most ? 2 : 3;
}

/* Of a number between 0 and `most`. 0: none; 1: some; 2: all. */
static int share(int64_t number, uint64_t most)
{
    return number == 0 ? 0 : (uint64_t)number == most ? 2 : 1;
}

static int present_items(const struct test_case *drawn)
{
    int64_t present = problem_with(&drawn->problem, "present", -1);
    uint64_t whole = shape_height(&drawn->problem.shape) * shape_row_length(&drawn->problem.shape, 0);
    return present < 0 || !whole ? NOT_ASKED : share(present, whole);
}

static int split_place(const struct test_case *drawn)
{
    return share(problem_with(&drawn->problem, "split", 0), items_drawn(drawn));
}

/* 0: the first row; 1: one between; 2: the last. */
static int chosen_row(const struct test_case *drawn)
{
    return share(problem_with(&drawn->problem, "row", 0), rows_drawn(drawn) - 1);
}

/* Of the usual tuning, whose blocks take as long for a short row as for a full one. */
static int usual_rows(const struct test_case *drawn)
{
    return block_drawn(drawn) == 32 ? row_count(drawn) : NOT_ASKED;
}

/* Of strategies that refuse, which no backend but the fake one has. */
static int longest_row(const struct test_case *drawn)
{
    return rows_drawn(drawn) ? few(shape_row_length(&drawn->problem.shape, 0)) : NOT_ASKED;
}

static int long_rows(const struct test_case *drawn)
{
    return rows_drawn(drawn) && shape_row_length(&drawn->problem.shape, 0) > SHORT_ROW;
}

static int keys_beyond(const struct test_case *drawn)
{
    return (int)drawn->problem.shape.keys - FEW_KEYS;
}

static int many_rows(const struct test_case *drawn)
{
    return rows_drawn(drawn) > 9;
}

/* ---- keys ---- */

static int key_count(const struct test_case *drawn)
{
    return few(drawn->problem.shape.keys);
}

/* 0: keys take turns; else one more than the distribution. */
static int key_distribution(const struct test_case *drawn)
{
    const struct shape *shape = &drawn->problem.shape;
    return shape->key_count ? NOT_ASKED : shape->has_dist ? 1 + (int)shape->dist : 0;
}

static int keys_listed(const struct test_case *drawn)
{
    return drawn->problem.shape.key_count > 0;
}

/* 0: fewer keys than items of a row; 1: as many; 2: more. */
static int keys_by_items(const struct test_case *drawn)
{
    uint64_t keys = drawn->problem.shape.keys, length = shape_row_length(&drawn->problem.shape, 0);
    return keys < length ? 0 : keys == length ? 1 : 2;
}

static int chosen_key(const struct test_case *drawn)
{
    uint64_t keys = drawn->problem.shape.keys;
    return keys > 1 ? share(problem_with(&drawn->problem, "key", -1), keys - 1) : NOT_ASKED;
}

/* Items of a row whose keys are all assignments: with all of them, K to the power of the items. */
static int assigned_items(const struct test_case *drawn)
{
    const struct shape *shape = &drawn->problem.shape;
    uint64_t length = shape_row_length(shape, 0), all = 1;
    for (uint64_t j = 0; j < length; j++)
        all *= shape->keys;
    return rows_drawn(drawn) == all ? few(length) : NOT_ASKED;
}

static int schedules_asked(const struct test_case *drawn)
{
    return (int)problem_with(&drawn->problem, "schedules", 0);
}

/* ---- what values floats have ---- */

enum { LOOKED_AT = 256 };
enum float_value_kind { FLOAT_ORDINARY, FLOAT_NAN, FLOAT_MINUS_ZERO, FLOAT_INFINITE, FLOAT_KINDS };

static enum float_value_kind kind_of_float(enum elem elem, const void *at)
{
    double value = float_value(elem, at);
    if (isnan(value)) return FLOAT_NAN;
    if (isinf(value)) return FLOAT_INFINITE;
    return value == 0 && signbit(value) ? FLOAT_MINUS_ZERO : FLOAT_ORDINARY;
}

/* Whether one of the first items has such a float in some column. */
static bool has_float(const struct test_case *drawn, enum float_value_kind kind)
{
    const struct problem *problem = &drawn->problem;
    const struct tuple *tuple = &problem->op->input;
    uint64_t items = items_drawn(drawn);
    for (uint64_t i = 0; i < items && i < LOOKED_AT; i++) {
        struct state item;
        problem_item(problem, NULL, i, item.at);
        for (int c = 0; c < tuple->count; c++) {
            const void *at = item.at + tuple->offset[c];
            if (elem_is_float(tuple->elem[c]) && kind_of_float(tuple->elem[c], at) == kind) return true;
        }
    }
    return false;
}

static int has_nan(const struct test_case *drawn)
{
    return has_float(drawn, FLOAT_NAN);
}

static int has_minus_zero(const struct test_case *drawn)
{
    return has_float(drawn, FLOAT_MINUS_ZERO);
}

static int has_infinity(const struct test_case *drawn)
{
    return has_float(drawn, FLOAT_INFINITE);
}

#endif
