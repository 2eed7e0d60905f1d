/* SPDX-License-Identifier: MIT
 * Whether generators reach what the grammar can say: 10,000 draws of each kind, and how often they took each value of
 * each choice. The least that is asked for is typed by hand, well below what is drawn and well above none. */
#include "draws.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "checks.h"
#include "draw_shapes.h"
#include "paper.h"

/* ---- what a case chose ---- */

enum { NOT_ASKED = -1 };

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

/* Of strategies on paper that refuse. */
static int longest_row(const struct test_case *drawn)
{
    return rows_drawn(drawn) ? few(shape_row_length(&drawn->problem.shape, 0)) : NOT_ASKED;
}

static int long_rows(const struct test_case *drawn)
{
    return rows_drawn(drawn) && shape_row_length(&drawn->problem.shape, 0) > PAPER_SHORT;
}

static int keys_beyond(const struct test_case *drawn)
{
    return (int)drawn->problem.shape.keys - PAPER_KEYS;
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
enum float_kind { FLOAT_ORDINARY, FLOAT_NAN, FLOAT_MINUS_ZERO, FLOAT_INFINITE, FLOAT_KINDS };

static enum float_kind kind_of_f32(const void *at)
{
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    if (bits == 0x80000000) return FLOAT_MINUS_ZERO;
    if ((bits & 0x7fffffff) == 0x7f800000) return FLOAT_INFINITE;
    return (bits & 0x7fffffff) > 0x7f800000 ? FLOAT_NAN : FLOAT_ORDINARY;
}

static enum float_kind kind_of_f64(const void *at)
{
    const uint64_t infinite = (uint64_t)0x7ff << 52, magnitude = UINT64_MAX >> 1;
    uint64_t bits;
    memcpy(&bits, at, sizeof bits);
    if (bits == magnitude + 1) return FLOAT_MINUS_ZERO;
    if ((bits & magnitude) == infinite) return FLOAT_INFINITE;
    return (bits & magnitude) > infinite ? FLOAT_NAN : FLOAT_ORDINARY;
}

/* Whether one of the first items has such a float in some column. */
static bool has_float(const struct test_case *drawn, enum float_kind kind)
{
    const struct problem *problem = &drawn->problem;
    const struct tuple *tuple = &problem->op->input;
    uint64_t items = items_drawn(drawn);
    for (uint64_t i = 0; i < items && i < LOOKED_AT; i++) {
        struct state item;
        problem_item(problem, NULL, i, item.at);
        for (int c = 0; c < tuple->count; c++) {
            const void *at = item.at + tuple->offset[c];
            if (tuple->elem[c] == ELEM_F32 && kind_of_f32(at) == kind) return true;
            if (tuple->elem[c] == ELEM_F64 && kind_of_f64(at) == kind) return true;
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

/* ---- the tables ---- */

/* Values [from, to] of a choice, each of which is to be drawn `least` times or more. */
struct choice_range {
    const char *name;
    choice_of *of;
    int from, to;
    uint32_t least;
    const char *never; /* why it is never drawn; then least is 0 */
};

#define NO_PLACE "an output needs a place for every item"
#define NO_KEYS "keyed problems alone have keys"

static const struct choice_range problem_choices[] = {
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 35, NULL},
    {"gap of the input", input_gap, 0, 3, 250, NULL},
    {"gap of the result", result_gap, 0, 3, 250, NULL},
    {"gap of the input", input_gap, 4, 4, 0,
     "three items leave a sector between elements of 8 bytes and more"},
    {"forms of input and result", form_pair, 0, 2, 700, NULL},
    {"forms of input and result", form_pair, 5, 7, 300, NULL},
    {"forms of input and result", form_pair, 10, 12, 300, NULL},
    {"forms of input and result", form_pair, 15, 17, 70, NULL},
    {"form of the result", result_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 0, "a reduction has fewer results than items"},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
    {"dimensions", dimensions, 1, 3, 200, NULL},
    {"dimensions", dimensions, 4, 6, 0, "only params that vary tell outer dimensions apart"},
    {"keys", keyed, 1, 1, 0, NO_KEYS},
    {"rows", row_count, 0, 5, 110, NULL},
    {"items", item_count, 0, 5, 60, NULL},
    {"listed rows", listed_rows, 0, 0, 0, "the grammar has no list without rows"},
    {"listed rows", listed_rows, 1, 3, 40, NULL},
    {"ragged rows", ragged_rows, 0, 3, 17, NULL},
    {"distribution of ragged rows", distribution, 0, 3, 140, NULL},
    {"equal rows of a list or ragged: no, yes", equal_rows, 0, 1, 75, NULL},
    {"no row empty, one, the first, the last", empty_row, 0, 3, 140, NULL},
    {"whole tiles of one row", tiles_crossed, 0, 5, 55, NULL},
    {"whole tiles, 1 item more, 1 fewer, another number", past_a_tile, 0, 3, 280, NULL},
    {"the same, of tiles of 64 items", past_a_usual_tile, 0, 3, 85, NULL},
    {"form of the data", data_form, 0, 3, 360, NULL},
    {"more than 8 literals", many_literals, 1, 1, 0, "seeds give as many different items"},
    {"all items, some, none", kept_items, 0, 2, 70, NULL},
    {"an initial value", initial_value, 1, 1, 0, "no reduction does init yet"},
    {"columns kept", kept_columns, 0, 2, 350, NULL},
    {"first column kept", first_kept, 0, 1, 170, NULL},
    {"form of the schedule", schedule_form, 0, 4, 450, NULL},
    {"resident blocks", resident_blocks, 1, 4, 500, NULL},
    {"resident blocks", resident_blocks, 8, 8, 500, NULL},
    {"resident blocks", resident_blocks, 16, 16, 500, NULL},
    {"change points", change_points, 0, 3, 220, NULL},
    {"threads a block, of the tiny tuning", block_drawn, 4, 4, 4000, NULL},
    {"threads a block, of the usual tuning", block_drawn, 32, 32, 1500, NULL},
};

static const struct choice_range odd_choices[] = {
    {"skew of the input modulo 16", input_skew, 0, 15, 150, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 150, NULL},
    {"gap of the input", input_gap, 0, 3, 480, NULL},
    {"gap of the result", result_gap, 0, 3, 480, NULL},
};

static const struct choice_range scan_choices[] = {
    {"scan, exscan", what_is_drawn, WHAT_SCAN, WHAT_EXSCAN, 3000, NULL},
    {"keyed", what_is_drawn, WHAT_KEYED, WHAT_KEYED, 0, NO_KEYS},
    {"an initial value: no, yes", initial_value, 0, 1, 1500, NULL},
    {"form of the result", result_form, SIDE_SOA, SIDE_ARENA, 1300, NULL},
    {"form of the result", result_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 380, NULL},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
};

static const struct choice_range mapout_choices[] = {
    {"skew of the map-out modulo 16", mapout_skew, 0, 15, 28, NULL},
    {"gap of the map-out", mapout_gap, 0, 3, 200, NULL},
    {"form of the map-out", mapout_form, SIDE_SOA, SIDE_ARENA, 1200, NULL},
    {"form of the map-out", mapout_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the map-out", mapout_form, SIDE_IN, SIDE_IN, 650, NULL},
};

static const struct choice_range over_input_choices[] = {
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 7000, NULL},
    {"form of the input", input_form, SIDE_SOA, SIDE_ARENA, 1300, NULL},
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
};

static const struct choice_range param_choices[] = {
    {"usual argument, least, most, another", argument_drawn, 0, 3, 370, NULL},
    {"dimensions over which params vary", varied_dimensions, 0, 3, 150, NULL},
    {"params vary over the first dimension, over another", varied_apart, 1, 2, 80, NULL},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
    {"dimensions", dimensions, 4, 4, 60, NULL},
};

/* A draw in 64 is 156 of 10,000. */
static const struct choice_range float_choices[] = {
    {"a NaN", has_nan, 1, 1, 400, NULL},
    {"a minus zero", has_minus_zero, 1, 1, 400, NULL},
    {"an infinity", has_infinity, 1, 1, 1300, NULL},
};

static const struct choice_range matrix_choices[] = {
    {"items that are there: none, some, all", present_items, 0, 2, 220, NULL},
    {"dimensions", dimensions, 2, 3, 2000, NULL},
    {"rows", row_count, 0, 3, 400, NULL},
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 35, NULL},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 0, "places change while others are still read"},
};

static const struct choice_range split_choices[] = {
    {"split before all items, between, behind all", split_place, 0, 2, 350, NULL}};
static const struct choice_range row_choices[] = {
    {"form of the input", input_form, SIDE_ONE, SIDE_ONE, 0, "rows whose items are one are alike"},
    {"the first row, one between, the last", chosen_row, 0, 2, 1800, NULL}};
static const struct choice_range keyed_choices[] = {
    {"keys", key_count, 0, 0, 0,
     "a line with #0 is refused: without keys there is nothing to fold onto, and no result"},
    {"keys", key_count, 1, 9, 250, NULL},
    {"keys", key_count, 31, 33, 60, NULL},
    {"keys", key_count, 63, 65, 60, NULL},
    {"keys", key_count, 255, 257, 30, NULL},
    {"keys take turns, distribution of keys", key_distribution, 0, 6, 700, NULL},
    {"listed keys", keys_listed, 1, 1, 0, "distributions give as many different keys; shrinking lists them"},
    {"keys fewer than items of a row, as many, more", keys_by_items, 0, 2, 100, NULL},
    {"rows", row_count, 0, 5, 60, NULL},
    {"rows of the usual tuning, as many as it gets", usual_rows, FEW_ROWS, FEW_ROWS, 60, NULL},
    {"items", item_count, 0, 5, 60, NULL},
    {"form of the input", input_form, SIDE_SOA, SIDE_ONE, 200, NULL},
    {"form of the result", result_form, SIDE_SOA, SIDE_ARENA, 1000, NULL},
    {"all items, some, none", kept_items, 0, 2, 40, NULL},
    {"form of the schedule", schedule_form, 0, 4, 450, NULL},
};
static const struct choice_range key_choices[] = {
    {"the first key, one between, the last", chosen_key, 0, 2, 300, NULL},
};
static const struct choice_range assignment_choices[] = {
    {"keys", key_count, 1, 4, 1500, NULL},
    {"items of a row, of all assignments", assigned_items, 0, 8, 100, NULL},
};
static const struct choice_range empty_keys_choices[] = {
    {"keys take turns, distribution of keys", key_distribution, 4, 4, 7000, NULL},
    {"items", item_count, 0, 0, 500, NULL},
    {"keys", key_count, 1, 1, 0, "a key without items has a neighbour with items"},
    {"keys", key_count, 2, 4, 250, NULL},
};
static const struct choice_range distinct_choices[] = {
    {"keys fewer than items of a row", keys_by_items, 0, 0, 0, "no two items of a row have the same key"},
    {"keys as many as items of a row, more", keys_by_items, 1, 2, 1500, NULL},
    {"rows", row_count, 1, 3, 1000, NULL},
};
static const struct choice_range one_key_choices[] = {
    {"keys", key_count, 1, 1, 7000, NULL},
    {"rows", row_count, 1, 3, 100, NULL},
};

static const struct choice_range row_param_choices[] = {
    {"dimensions over which params vary", varied_dimensions, 0, 1, 300, NULL}};
static const struct choice_range schedules_choices[] = {{"schedules", schedules_asked, 2, 4, 1900, NULL}};
static const struct choice_range refused_rows[] = {
    {"rows that the strategy refuses", long_rows, 1, 1, 100, NULL},
    {"the longest row that it does, one item more", longest_row, PAPER_SHORT, PAPER_SHORT + 1, 30, NULL}};
static const struct choice_range refused_keys[] = {
    {"as many keys as it does", keys_beyond, 0, 0, 2500, NULL},
    {"one key more, which it refuses", keys_beyond, 1, 1, 5, NULL}};
static const struct choice_range empty_choices[] = {{"more than 9 rows", many_rows, 1, 1, 300, NULL},
                                                    {"rows", row_count, 0, 3, 500, NULL},
                                                    {"form of the shape", shape_form, 0, 1, 1800, NULL}};

/* ---- drawing ---- */

static const struct {
    const char *property, *strategy, *op;
    const struct choice_range *range;
    size_t ranges;
} measured[] = {
#define RANGES(TABLE) TABLE, sizeof TABLE / sizeof TABLE[0]
    {"reduce_equals_oracle", "reduce_auto", "affine_u32", RANGES(problem_choices)},
    {"layout_does_not_matter", "reduce_auto", "affine_u32", RANGES(odd_choices)},
    {"scan_equals_oracle", "scan_lookback", "affine_u32", RANGES(scan_choices)},
    {"scan_may_lie_over_its_input", "scan_lookback", "affine_u32", RANGES(over_input_choices)},
    {"reduce_equals_oracle", "reduce_auto", "span_twice_emit", RANGES(mapout_choices)},
    {"map_out_equals_oracle", "scan_lookback", "span_4_emit", RANGES(mapout_choices)},
    {"reduce_equals_oracle", "reduce_auto", "add_if_smaller", RANGES(param_choices)},
    {"reduce_equals_oracle", "reduce_auto", "argmin_f32_i64", RANGES(float_choices)},
    {"scan_equals_oracle", "scan_lookback", "mixed6", RANGES(float_choices)},
    {"transpose_equals_oracle", "transpose_naive", "i8", RANGES(matrix_choices)},
    {"reduce_of_concatenation", "reduce_auto", "affine_u32", RANGES(split_choices)},
    {"rows_are_independent", "reduce_auto", "affine_u32", RANGES(row_choices)},
    {"scan_equals_oracle", "short_scans", "affine_u32", RANGES(refused_rows)},
    {"keyed_equals_oracle", "few_keys", "affine_u32", RANGES(refused_keys)},
    {"keyed_equals_oracle", "keyed_right", "affine_u32", RANGES(keyed_choices)},
    {"keys_are_independent", "keyed_right", "affine_u32", RANGES(key_choices)},
    {"rows_with_keys_are_independent", "keyed_right", "affine_u32", RANGES(row_choices)},
    {"keyed_of_concatenation", "keyed_right", "affine_u32", RANGES(split_choices)},
    {"every_assignment_of_keys", "keyed_right", "affine_u32", RANGES(assignment_choices)},
    {"empty_keys_give_identity", "keyed_right", "affine_u32", RANGES(empty_keys_choices)},
    {"distinct_keys_are_a_scatter", "keyed_right", "affine_u32", RANGES(distinct_choices)},
    {"one_key_is_reduce", "keyed_right", "affine_u32", RANGES(one_key_choices)},
    {"rows_are_independent", "reduce_auto", "add_if_smaller", RANGES(row_param_choices)},
    {"exact_operators_same_bits_under_any_schedule", "reduce_auto", "affine_u32", RANGES(schedules_choices)},
    {"empty_rows_give_identity", "reduce_auto", "affine_u32", RANGES(empty_choices)},
#undef RANGES
};

enum { MEASURED = sizeof measured / sizeof measured[0], MOST_RANGES = 48, MOST_VALUES = 20 };

/* How often each value of each of one line's ranges was taken. */
struct drawn_counts {
    uint32_t times[MOST_RANGES][MOST_VALUES];
};

static const struct property *property_named(const char *name)
{
    for (const struct property *const *property = properties_table; *property; property++)
        if (strcmp((*property)->name, name) == 0) return *property;
    return NULL;
}

static void count_case(size_t line, const struct test_case *drawn, struct drawn_counts *counts)
{
    assert(measured[line].ranges <= MOST_RANGES);
    for (size_t r = 0; r < measured[line].ranges; r++) {
        const struct choice_range *range = &measured[line].range[r];
        int value = range->of(drawn);
        if (range->from <= value && value <= range->to) counts->times[r][value - range->from]++;
    }
}

static bool count_draws(struct lab *lab, size_t line, struct drawn_counts *counts, struct text *why)
{
    struct target target = {.property = property_named(measured[line].property), .device = lab->name};
    memset(counts, 0, sizeof *counts);
    strncpy(target.subject, measured[line].strategy, sizeof target.subject - 1);
    const struct strategy *strategy = backend_strategy(lab->session.backend, target.subject);
    target.op = strategy ? op_for(strategy->what, measured[line].op) : NULL;
    if (!target.property || !target.op)
        return text_say(why, "%s: expected a property, a strategy on paper and an operator",
                        measured[line].property);
    for (uint64_t seed = 0; seed < DRAWS_MEASURED; seed++) {
        struct draw draw;
        struct test_case drawn;
        draw_from_seed(&draw, splitmix64(seed));
        memset(&drawn, 0, sizeof drawn);
        if (!target.property->generate(lab, &target, &draw, &drawn))
            return text_say(why, "%s: a draw gave nothing", measured[line].property);
        count_case(line, &drawn, counts);
    }
    return true;
}

static bool visit_counts(size_t line, const struct drawn_counts *counts, drawn_visit *visit, void *context)
{
    for (size_t r = 0; r < measured[line].ranges; r++) {
        const struct choice_range *range = &measured[line].range[r];
        for (int value = range->from; value <= range->to; value++) {
            struct drawn_value drawn = {measured[line].property,
                                        measured[line].strategy,
                                        measured[line].op,
                                        range->name,
                                        value,
                                        counts->times[r][value - range->from],
                                        range->least,
                                        range->never};
            if (!visit(context, &drawn)) return false;
        }
    }
    return true;
}

bool draws_measure(drawn_visit *visit, void *context, struct text *why)
{
    struct lab *lab = paper_open(DEVICE_SIM64, why);
    bool done = lab != NULL;
    for (size_t line = 0; done && line < MEASURED; line++) {
        struct drawn_counts counts;
        done = count_draws(lab, line, &counts, why);
        if (done && !visit_counts(line, &counts, visit, context)) break;
    }
    if (lab) properties_close(lab);
    return done;
}

/* ---- the claim ---- */

static bool often_enough(void *context, const struct drawn_value *drawn)
{
    struct finding *finding = context;
    finding->items++;
    if (drawn->reason ? drawn->times == 0 : drawn->times >= drawn->least) return true;
    return text_say(&finding->first_at,
                    "%s.%s, %s: %s: of %d draws %" PRIu32 " have the value %d, expected %s%" PRIu32,
                    drawn->property, drawn->strategy, drawn->op, drawn->choice, DRAWS_MEASURED, drawn->times,
                    drawn->value, drawn->reason ? "" : "at least ", drawn->least);
}

enum verdict draws_reach_every_value_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    (void)context, (void)checked;
    if (!draws_measure(often_enough, finding, &finding->reason)) return VERDICT_BROKEN;
    return finding->first_at.at[0] ? VERDICT_FAIL : VERDICT_PASS;
}

/* ---- the table, for people ---- */

static bool print_value(void *context, const struct drawn_value *drawn)
{
    void (**print)(const char *line) = context;
    struct text line;
    text_say(&line, "%-44s %-16s %-16s %-50s %3d %6" PRIu32 " %6" PRIu32 "%s%s", drawn->property,
             drawn->strategy, drawn->op, drawn->choice, drawn->value, drawn->times, drawn->least,
             drawn->reason ? "  never: " : "", drawn->reason ? drawn->reason : "");
    (*print)(line.at);
    return true;
}

bool properties_draws(void (*print)(const char *line), struct text *why)
{
    return draws_measure(print_value, &print, why);
}
