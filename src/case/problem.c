/* SPDX-License-Identifier: MIT
 * The meaning of a problem's words: names, data, items, params. */
#include "problem.h"

#include <assert.h>
#include <string.h>

#include "float_elem.h"
#include "words.h"

const char *const what_words[] = {"reduce", "scan", "exscan", "keyed", "transpose", "law", NULL};
const char *const dist_words[] = {"uniform", "geometric", "giant", "halfempty", NULL};
const char *const key_dist_words[] = {"uniform", "geometric", "giant", "halfempty", "sorted", "runs", NULL};
const char *const side_words[] = {"soa", "aos", "arena", "one", "in", "cols", NULL};
const char *const data_words[] = {"unit", "small", "any", "lit", "ones", "powers", "wild", NULL};
const char *const schedule_words[] = {"",      "fifo", "uniform", "pct", "unfair", "path",
                                      "every", "weak", "obe",     "hsa", NULL};
const char *const model_words[] = {"lenient", "formal", NULL};

const char *what_name(enum what what)
{
    assert((unsigned)what <= WHAT_LAW);
    return what_words[what];
}

int64_t problem_with(const struct problem *problem, const char *name, int64_t otherwise)
{
    for (int w = 0; w < problem->with_count; w++)
        if (strcmp(problem->with[w].name, name) == 0) return problem->with[w].value;
    return otherwise;
}

uint64_t problem_present(const struct problem *problem)
{
    uint64_t whole = shape_height(&problem->shape) * shape_row_length(&problem->shape, 0);
    int64_t present = problem_with(problem, "present", INT64_MAX);
    return present >= 0 && (uint64_t)present < whole ? (uint64_t)present : whole;
}

void problem_item(const struct problem *problem, const void *params, uint64_t i, void *input)
{
    problem_keyed_item(problem, params, i, i, input);
}

enum { F16_POWERS = 16 }; /* 2^0 to 2^15 */

/* Of each row its length, of a list and ragged rows all items. */
static uint64_t length_of_numbers(const struct shape *shape)
{
    uint64_t length = 0;
    shape_items(shape, &length);
    return shape->form == SHAPE_DIMS ? shape->size[shape->count - 1] : length;
}

/* Binary ones of the row's sum. Where halves are added in a wider type every other row's has as many as they have themselves: a
 * result that is rounded to that type shows them all. */
static int digits_of_numbers(const struct op *op, int column, uint64_t seed)
{
    enum elem input = op->input.elem[column];
    bool is_short = seed % 2 && (input == ELEM_F16 || input == ELEM_BF16);
    return float_kind_of(is_short ? input : op->state.elem[column])->digits;
}

/* Numbers in the columns that add floats. */
static void put_numbers(const struct problem *problem, uint64_t i, void *input)
{
    const struct op *op = problem->op;
    const struct shape *shape = &problem->shape;
    struct data data = {.form = problem->data.form, .seed = problem->data.seed};
    uint64_t length = length_of_numbers(shape);
    data.seed += i / length;
    for (int c = 0; c < op->state.count; c++) {
        if (!op_adds(op, c)) continue;
        int digits = digits_of_numbers(op, c, data.seed);
        double number = data_number(&data, i % length, length, digits);
        if (digits > F16_POWERS && op->input.elem[c] == ELEM_F16) number *= 0x1p-8; /* 2^-8 to 2^15 are f16 */
        float_put(op->input.elem[c], number, (unsigned char *)input + op->input.offset[c]);
    }
}

static void put_wild_numbers(const struct problem *problem, uint64_t i, void *input)
{
    const struct op *op = problem->op;
    uint64_t length = length_of_numbers(&problem->shape);
    bool is_end = i % length == 0 || (i + 1) % length == 0;
    for (int c = 0; c < op->state.count; c++) {
        double number;
        if (!op_adds(op, c)) continue;
        const struct float_kind *kind = float_kind_of(op->input.elem[c]);
        if (data_wild_number(&problem->data, i, is_end, kind, &number))
            float_put(op->input.elem[c], number, (unsigned char *)input + op->input.offset[c]);
    }
}

void problem_keyed_item(const struct problem *problem, const void *params, uint64_t i, uint64_t place,
                        void *input)
{
    bool live = !problem->has_only || (i >= problem->only_from && i < problem->only_to);
    if (live)
        problem->op->value(params, place, data_bits(&problem->data, i), input);
    else
        problem->op->neutral(params, input);
    if (live && data_is_exact(&problem->data)) put_numbers(problem, i, input);
    if (live && problem->data.form == DATA_WILD) put_wild_numbers(problem, i, input);
}

/* The row's indices in the dimensions of `vary`, as one number. A list and ragged rows have one outer
 * dimension. */
static uint64_t varied_index(const struct problem *problem, uint64_t row)
{
    const struct shape *shape = &problem->shape;
    uint64_t index[MAX_DIMS] = {row};
    if (shape->form == SHAPE_DIMS) {
        for (int d = shape->count - 2; d >= 0; d--) {
            index[d] = row % shape->size[d];
            row /= shape->size[d];
        }
    }
    uint64_t varied = 0;
    for (int v = 0; v < problem->vary_count; v++) {
        uint64_t d = problem->vary[v];
        varied = varied * (shape->form == SHAPE_DIMS ? shape->size[d] : 1) + index[d];
    }
    return varied;
}

/* Indices of an outer dimension. */
static uint64_t outer_size(const struct problem *problem, uint64_t d)
{
    uint64_t rows = 0;
    if (problem->shape.form == SHAPE_DIMS) return problem->shape.size[d];
    shape_rows(&problem->shape, &rows);
    return rows;
}

uint64_t problem_param_sets(const struct problem *problem)
{
    uint64_t rows = 0, sets = 1;
    if (!shape_rows(&problem->shape, &rows) || rows == 0) return 0; /* else they are no more than rows */
    for (int v = 0; v < problem->vary_count; v++)
        sets *= outer_size(problem, problem->vary[v]);
    return sets;
}

void problem_vary_index(const struct problem *problem, struct vary_index *vary)
{
    uint64_t below = 1;
    int outer = problem->shape.form == SHAPE_DIMS ? problem->shape.count - 1 : 1;
    memset(vary, 0, sizeof *vary);
    struct varied_dim found[MAX_VARIED]; /* the last one first */
    uint64_t next = UINT64_MAX;          /* the dimension that a neighbour on the left would have */
    for (int v = problem->vary_count, d = outer - 1; d >= 0; d--) {
        uint64_t size = outer_size(problem, (uint64_t)d);
        bool varies = v > 0 && problem->vary[v - 1] == (uint64_t)d;
        if (varies && next == (uint64_t)d)
            found[vary->count - 1].size = (int64_t)((uint64_t)found[vary->count - 1].size * size);
        else if (varies)
            found[vary->count++] = (struct varied_dim){(int64_t)below, (int64_t)size};
        if (varies) next = (uint64_t)d - 1;
        v -= varies;
        below *= size;
    }
    for (int v = 0; v < vary->count; v++)
        vary->dim[v] = found[vary->count - 1 - v];
}

/* An argument between its bounds, well mixed. */
static int64_t drawn_arg(const struct op_arg *arg, uint64_t seed)
{
    uint64_t bound = (uint64_t)arg->most - (uint64_t)arg->least + 1;
    uint64_t hash = splitmix64(seed);
    return (int64_t)((uint64_t)arg->least + (bound ? hash % bound : hash));
}

void problem_init(const struct problem *problem, const void *params, void *state)
{
    _Alignas(16) unsigned char input[MAX_STATE_BYTES];
    problem->op->value(params, 0, problem->init_bits, input);
    problem->op->lift(params, input, state);
}

/* Set 0 has the arguments of the line; the others draw theirs from the data's seed. */
void problem_param_set(const struct problem *problem, uint64_t set, void *params)
{
    const struct op *op = problem->op;
    if (!op->has_params) return;
    int64_t args[MAX_ARGS];
    memcpy(args, problem->args, sizeof args);
    for (unsigned a = 0; set && op->arg[a].name; a++)
        args[a] = drawn_arg(&op->arg[a], splitmix64(problem->data.seed ^ set) + a);
    op->params(args, params);
}

void problem_params(const struct problem *problem, uint64_t row, void *params)
{
    problem_param_set(problem, problem->vary_count ? varied_index(problem, row) : 0, params);
}
