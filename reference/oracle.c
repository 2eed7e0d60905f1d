/* SPDX-License-Identifier: MIT
 * The oracle: one accumulator, left to right. */
#include "oracle.h"

#include <assert.h>
#include <stdalign.h>

/* A tuple as a C struct: room and alignment for any operator's. */
struct cell {
    alignas(16) unsigned char at[MAX_STATE_BYTES];
};

struct fold {
    const struct op *op;
    const void *params;
    const struct problem *problem; /* items from here; or NULL, and */
    const struct columns *columns; /* items from here */
    void *acc;                     /* a state: the fold of all items so far */
    struct slack *slack;           /* or NULL */
    const struct item_keys *keys;  /* of a keyed problem */
};

static void fold_item(const struct fold *fold, uint64_t i, void *input)
{
    struct cell first;
    const struct problem *problem = fold->problem;
    if (fold->columns)
        columns_read(fold->columns, &fold->op->input, i, input);
    else if (fold->keys) {
        uint64_t stored = problem->layout.input.form == SIDE_ONE ? 0 : i;
        problem_keyed_item(problem, fold->params, stored, fold->keys->place[stored], input);
    } else if (problem->layout.input.form != SIDE_ONE)
        problem_item(problem, fold->params, i, input);
    else { /* item 0, as its own row's params make it */
        problem_params(problem, shape_row_of(&problem->shape, 0), first.at);
        problem_item(problem, first.at, 0, input);
    }
}

static void fold_push(const struct fold *fold, uint64_t i)
{
    struct cell input, lifted;
    fold_item(fold, i, input.at);
    if (fold->slack)
        slack_lift(fold->slack, fold->op, fold->params, input.at, lifted.at);
    else
        fold->op->lift(fold->params, input.at, lifted.at);
    fold->op->combine(fold->params, fold->acc, lifted.at, fold->acc);
    if (fold->slack) slack_add(fold->slack, fold->op, fold->params, lifted.at);
}

static void fold_start(const struct fold *fold)
{
    fold->op->identity(fold->params, fold->acc);
    if (!fold->problem || !fold->problem->has_init) return;
    problem_init(fold->problem, fold->params, fold->acc);
    if (!fold->slack) return;
    fold->slack->exact++; /* a strategy is given it lifted */
    slack_add(fold->slack, fold->op, fold->params, fold->acc);
}

void oracle_reduce(const struct problem *problem, uint64_t row, void *state, struct slack *slack)
{
    struct cell params;
    problem_params(problem, row, params.at);
    struct fold fold = {problem->op, params.at, problem, NULL, state, slack, NULL};
    uint64_t first = shape_row_first(&problem->shape, row);
    uint64_t end = first + shape_row_length(&problem->shape, row);
    fold_start(&fold);
    for (uint64_t i = first; i < end; i++)
        fold_push(&fold, i);
}

void oracle_keyed(const struct problem *problem, const struct item_keys *keys, uint64_t row, void *states,
                  struct slack *slack)
{
    struct cell params;
    problem_params(problem, row, params.at);
    struct fold fold = {problem->op, params.at, problem, NULL, NULL, NULL, keys};
    for (uint64_t k = 0; k < keys->keys; k++)
        problem->op->identity(params.at, (unsigned char *)states + k * problem->op->state.size);
    for (uint64_t i = row * keys->length; i < (row + 1) * keys->length; i++) {
        uint64_t k = keys->key[i];
        if (k >= keys->keys) continue; /* the item is in no fold */
        fold.acc = (unsigned char *)states + k * problem->op->state.size;
        fold.slack = slack_at(slack, fold.op, k);
        fold_push(&fold, i);
    }
}

static bool scan_items(const struct fold *fold, const struct column_items *items, oracle_visit *visit,
                       void *context)
{
    fold_start(fold);
    for (uint64_t j = 0; j < items->count; j++) {
        if (items->exclusive && !visit(context, j, fold->acc)) return false;
        fold_push(fold, items->first + j);
        if (!items->exclusive && !visit(context, j, fold->acc)) return false;
    }
    return true;
}

bool oracle_scan(const struct problem *problem, uint64_t row, bool exclusive, struct slack *slack,
                 oracle_visit *visit, void *context)
{
    struct cell params, state;
    problem_params(problem, row, params.at);
    struct fold fold = {problem->op, params.at, problem, NULL, state.at, slack, NULL};
    const struct column_items items = {.first = shape_row_first(&problem->shape, row),
                                       .count = shape_row_length(&problem->shape, row),
                                       .exclusive = exclusive};
    return scan_items(&fold, &items, visit, context);
}

void oracle_mapout(const struct problem *problem, const struct item_keys *keys, uint64_t row, uint64_t i,
                   void *mapout)
{
    struct cell params, input;
    assert(problem->op->emits);
    problem_params(problem, row, params.at);
    struct fold fold = {problem->op, params.at, problem, NULL, NULL, NULL, keys};
    fold_item(&fold, i, input.at);
    problem->op->emit(params.at, input.at, mapout);
}

void oracle_item(const struct problem *problem, const struct item_keys *keys, const void *params, uint64_t i,
                 void *state)
{
    struct cell input;
    struct fold fold = {problem->op, params, problem, NULL, NULL, NULL, keys};
    fold_item(&fold, i, input.at);
    problem->op->lift(params, input.at, state);
}

bool oracle_transposed(const struct problem *problem, uint64_t at, uint64_t *item)
{
    uint64_t height = shape_height(&problem->shape), length = shape_row_length(&problem->shape, 0);
    uint64_t matrix = at / (height * length), place = at % (height * length);
    uint64_t row = place % height, column = place / height;
    uint64_t in_matrix = row * length + column, present = problem_present(problem);
    *item = matrix * present + in_matrix;
    return in_matrix < present;
}

void oracle_transpose(const struct problem *problem, uint64_t item, void *element)
{
    struct fold fold = {problem->op, NULL, problem, NULL, NULL, NULL, NULL};
    fold_item(&fold, item, element);
}

void oracle_reduce_columns(const struct op *op, const void *params, const struct column_items *items,
                           void *state, struct slack *slack)
{
    struct fold fold = {op, params, NULL, items->columns, state, slack, NULL};
    fold_start(&fold);
    for (uint64_t i = items->first; i < items->first + items->count; i++)
        fold_push(&fold, i);
}

bool oracle_scan_columns(const struct op *op, const void *params, const struct column_items *items,
                         struct slack *slack, oracle_visit *visit, void *context)
{
    struct cell state;
    struct fold fold = {op, params, NULL, items->columns, state.at, slack, NULL};
    return scan_items(&fold, items, visit, context);
}

void oracle_keyed_columns(const struct op *op, const void *params, const struct column_items *items,
                          const struct column_keys *keys, void *states, struct slack *slack)
{
    struct fold fold = {op, params, NULL, items->columns, NULL, NULL, NULL};
    for (uint64_t k = 0; k < keys->keys; k++)
        op->identity(params, (unsigned char *)states + k * op->state.size);
    for (uint64_t i = items->first; i < items->first + items->count; i++) {
        uint64_t k = keys->key[i];
        if (k >= keys->keys) continue;
        fold.acc = (unsigned char *)states + k * op->state.size;
        fold.slack = slack_at(slack, fold.op, k);
        fold_push(&fold, i);
    }
}
