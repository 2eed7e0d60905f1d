/* SPDX-License-Identifier: MIT
 * Which lost items show: held against a fold that leaves the item out, and at the border of a float sum's bound. */
#include <inttypes.h>
#include <stdlib.h>

#include "loss.h"
#include "oracle.h"
#include "unit.h"

struct cell {
    _Alignas(16) unsigned char at[MAX_STATE_BYTES];
};

static const char *const rows[] = {
    "reduce/min_i64/2x40/soa/any:1",   "reduce/min_i64/2x40/soa/any:1/init:0",
    "reduce/mss_i32/2x40/soa/small:3", "reduce/affine_u32/2x40/soa/any:2",
    "reduce/max_i32/1x1/soa/any:9",
};

static bool parsed(const char *line, struct problem *problem, struct finding *finding)
{
    return problem_parse(line, problem, &finding->first_at);
}

/* The fold of a row without item `lost`, which may be none. */
static void fold_without(const struct problem *problem, uint64_t row, uint64_t lost, void *state)
{
    struct cell params, item;
    uint64_t first = shape_row_first(&problem->shape, row);
    problem_params(problem, row, params.at);
    problem->op->identity(params.at, state);
    if (problem->has_init) problem_init(problem, params.at, state);
    for (uint64_t i = first; i < first + shape_row_length(&problem->shape, row); i++) {
        oracle_item(problem, NULL, params.at, i, item.at);
        if (i != lost) problem->op->combine(params.at, state, item.at, state);
    }
}

static bool losses_are_those_of_the_fold_without(size_t at, struct finding *finding)
{
    struct problem problem;
    uint64_t items, item[64];
    bool shows[64];
    if (!parsed(rows[at], &problem, finding)) return false;
    shape_items(&problem.shape, &items);
    uint64_t length = shape_row_length(&problem.shape, 0), last = items / length - 1;
    for (uint64_t i = 0; i < length; i++)
        item[i] = last * length + i;
    loss_in_row(&problem, last, item, (int)length, shows);
    struct cell whole, without;
    fold_without(&problem, last, UINT64_MAX, whole.at);
    for (uint64_t i = 0; i < length; i++) {
        fold_without(&problem, last, item[i], without.at);
        bool expected = tuple_difference(&problem.op->state, whole.at, without.at) >= 0;
        if (shows[i] != expected)
            return text_say(&finding->first_at, "item %" PRIu64 ": expected %d, got %d", item[i], expected,
                            shows[i]);
    }
    return true;
}

/* Items of add_f32 whose sum rounds: 2^24 and 1; a bound of one addition is u * (2^24 + 1), so that 1 may be swallowed and
 * the larger one may not. Exact ones have no bound. */
static const struct {
    float other, item;
    bool shows;
} floats[] = {
    {0x1p24F, 1, false},  {0x1p24F, 0x1p24F, true},  {0x1p23F, 1, true},        {0x1p24F, 0, false},
    {1, -0x1p-10F, true}, {0x1p24F, 0x1.8p1F, true}, {0x1p30F, -0x1p5F, false},
};

static bool float_shows_beyond_the_bound(size_t at, struct finding *finding)
{
    const struct op *op = op_find("add_f32");
    struct slack slack = {0};
    slack_add(&slack, op, NULL, &floats[at].other);
    slack_add(&slack, op, NULL, &floats[at].item);
    bool shows = loss_shows(op, NULL, &slack, 1, &floats[at].item);
    return shows == floats[at].shows ||
           text_say(&finding->first_at, "expected %d, got %d", floats[at].shows, shows);
}

/* Whether it is known, and whether it takes a fold. */
static const struct {
    const char *op;
    bool known, fold;
} kinds[] = {{"add_u32", true, false}, {"span_8", true, false},  {"affine_u32", true, false},
             {"min_i64", true, true},  {"add_f32", true, false}, {"argmin_f32_i64", true, true}};

static bool operator_is_of_its_kind(size_t at, struct finding *finding)
{
    const struct op *op = op_find(kinds[at].op);
    bool known = loss_is_known(op), fold = loss_takes_fold(op);
    return (known == kinds[at].known && fold == kinds[at].fold) ||
           text_say(&finding->first_at, "known %d, takes a fold %d", known, fold);
}

static const struct unit_test tests[] = {LINES(losses_are_those_of_the_fold_without, rows),
                                         ROWS(float_shows_beyond_the_bound, floats),
                                         NAMED_ROWS(operator_is_of_its_kind, kinds, op)};
UNIT(loss, tests);
