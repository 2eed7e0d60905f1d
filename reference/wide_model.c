/* SPDX-License-Identifier: MIT
 * How much a combine loses, measured beside the wider one. */
#include "wide.h"

#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "problem.h"

enum { ITEMS = 256, FOLDS = 6, MAX_MODELS = 64 };

enum order { LEFT_TO_RIGHT, AS_A_TREE, ORDERS };

struct cell {
    alignas(16) unsigned char at[MAX_STATE_BYTES];
};

struct wide_cell {
    alignas(16) unsigned char at[MAX_WIDE_BYTES];
};

/* Items of the operator, lifted, and their folds. */
struct sample {
    const struct op *op;
    struct cell params, item[ITEMS], fold[ORDERS];
    int items;
    struct wide_model *model;
};

/* Four folds of any items, and two of small ones. */
static void sample_items(struct sample *sample, const struct op *op, uint64_t seed)
{
    struct problem problem = {
        .what = WHAT_LAW, .op = op, .data = {.form = seed < 4 ? DATA_ANY : DATA_SMALL, .seed = seed}};
    for (int i = 0; i < MAX_ARGS && op->arg[i].name; i++)
        problem.args[i] = op->arg[i].usual;
    problem_params(&problem, 0, sample->params.at);
    sample->op = op;
    sample->items = op->most_items > 0 && op->most_items < ITEMS ? (int)op->most_items : ITEMS;
    for (int i = 0; i < sample->items; i++) {
        struct cell input = {{0}};
        problem_item(&problem, sample->params.at, (uint64_t)i, input.at);
        op->lift(sample->params.at, input.at, sample->item[i].at);
    }
}

static void note_most(struct wide_model *model, const struct op *op, const void *const operands[2],
                      const double lost[MAX_COLUMNS])
{
    for (int c = 0; c < op->state.count; c++) {
        if (!isfinite(lost[c]) || !(lost[c] > model->most)) continue;
        model->most = lost[c];
        model->column = c;
        memcpy(model->left, operands[0], op->state.size);
        memcpy(model->right, operands[1], op->state.size);
    }
}

/* combine of the operator; takes note of what it loses. */
static void combine(struct sample *sample, const struct cell *left, const struct cell *right,
                    struct cell *result)
{
    struct cell got = {{0}};
    const void *const operands[2] = {left->at, right->at};
    double lost[MAX_COLUMNS];
    sample->op->combine(sample->params.at, left->at, right->at, got.at);
    wide_lost(sample->op, sample->params.at, operands, got.at, lost);
    for (int c = 0; c < sample->op->state.count; c++)
        sample->model->lost[c] = fmax(sample->model->lost[c], lost[c]);
    note_most(sample->model, sample->op, operands, lost);
    sample->model->combines++;
    *result = got;
}

static void fold_left(struct sample *sample)
{
    struct cell acc = sample->item[0];
    for (int i = 1; i < sample->items; i++)
        combine(sample, &acc, &sample->item[i], &acc);
    sample->fold[LEFT_TO_RIGHT] = acc;
}

static void fold_tree(struct sample *sample)
{
    struct cell level[ITEMS];
    memcpy(level, sample->item, sizeof level);
    for (int count = sample->items; count > 1; count = (count + 1) / 2)
        for (int i = 0; i < count; i += 2) {
            if (i + 1 < count)
                combine(sample, &level[i], &level[i + 1], &level[i / 2]);
            else
                level[i / 2] = level[i];
        }
    sample->fold[AS_A_TREE] = level[0];
}

/* A column of floats that differs from the wider fold in any order loses one rounding a combine at least. */
static void note_inexact(struct sample *sample)
{
    const struct op *op = sample->op;
    struct wide_cell acc, item;
    struct cell wide = {{0}};
    op->wide->widen(sample->item[0].at, acc.at);
    for (int i = 1; i < sample->items; i++) {
        op->wide->widen(sample->item[i].at, item.at);
        op->wide->combine(sample->params.at, acc.at, item.at, acc.at);
    }
    op->wide->narrow(acc.at, wide.at);
    for (int c = 0; c < op->state.count; c++) {
        size_t offset = op->state.offset[c], size = elem_size(op->state.elem[c]);
        for (int order = 0; order < ORDERS; order++)
            if (elem_is_float(op->state.elem[c]) &&
                memcmp(wide.at + offset, sample->fold[order].at + offset, size) != 0)
                sample->model->lost[c] = fmax(sample->model->lost[c], 1);
    }
}

/* By how much of their bounds the folds are off. */
static void note_used(struct sample *sample)
{
    struct slack slack = {.count = 0};
    for (int i = 0; i < sample->items; i++)
        slack_add(&slack, sample->op, sample->params.at, sample->item[i].at);
    for (int order = 0; order < ORDERS; order++)
        sample->model->used[order] =
            fmax(sample->model->used[order], wide_used(&slack, sample->op, sample->fold[order].at));
}

static void measure(struct wide_model *model, const struct op *op)
{
    static _Thread_local struct sample sample;
    for (uint64_t seed = 0; seed < FOLDS; seed++) {
        sample = (struct sample){.model = model};
        sample_items(&sample, op, seed);
        fold_left(&sample);
        fold_tree(&sample);
        note_inexact(&sample);
    }
    for (uint64_t seed = 0; seed < FOLDS; seed++) {
        sample_items(&sample, op, seed);
        fold_left(&sample);
        fold_tree(&sample);
        note_used(&sample);
    }
}

const struct wide_model *wide_model_of(const struct op *op)
{
    static _Thread_local struct {
        const struct op *op;
        struct wide_model model;
    } known[MAX_MODELS];
    int at = 0;
    while (at < MAX_MODELS && known[at].op && known[at].op != op)
        at++;
    assert(at < MAX_MODELS && "as many operators as can be added");
    if (!known[at].op) {
        known[at].op = op; /* before: folds of the measurement ask for it */
        measure(&known[at].model, op);
    }
    return &known[at].model;
}
