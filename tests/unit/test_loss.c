/* SPDX-License-Identifier: MIT
 * Which lost items show: held against a fold that leaves the item out, and at the border of a float sum's bound. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fake_operators.h"
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
    bool shows = loss_shows(op, NULL, &slack, 1, UINT64_MAX, &floats[at].item);
    return shows == floats[at].shows ||
           text_say(&finding->first_at, "expected %d, got %d", floats[at].shows, shows);
}

/* Beside a float that is swallowed, as above, a number of two bytes. */
struct beside {
    float sum;
    uint16_t number;
};
COMBINES(add_both, struct beside, a->sum + b->sum, (uint16_t)(a->number + b->number))
COMBINES(add_and_max, struct beside, a->sum + b->sum, a->number > b->number ? a->number : b->number)
COMBINES(add_and_xor, struct beside, a->sum + b->sum, (uint16_t)(a->number ^ b->number))
COMBINES(add_to_most, struct beside, a->sum + b->sum,
         (uint16_t)(a->number + b->number > 9 ? 9 : a->number + b->number))
VALUES(one_of_both, struct beside, 1, 1)
VALUES(bits_beside, struct beside, 1, (uint16_t)bits)
VALUES(zero_beside, struct beside, 1, 0)

/* Which of the columns results have, as bits, and the number that is lost. */
static const struct {
    const char *name;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    void (*value)(const void *params, uint64_t index, uint64_t bits, void *input);
    uint64_t columns;
    uint16_t number;
    bool shows;
} beside[] = {
    {"a count", add_both, one_of_both, 3, 1, true},
    {"a sum that wraps around", add_both, bits_beside, 3, 1, true},
    {"a sum to which 0 is added", add_both, bits_beside, 3, 0, false},
    {"a count that results do not have", add_both, one_of_both, 1, 1, false},
    {"a count alone", add_both, one_of_both, 2, 1, true},
    {"a maximum of ones", add_and_max, one_of_both, 3, 1, false},
    {"a maximum of any", add_and_max, bits_beside, 3, 1, false},
    {"an exclusive or", add_and_xor, bits_beside, 3, 1, false},
    {"a count to 9", add_to_most, one_of_both, 3, 1, false},
    {"zeros, which do not tell", add_and_max, zero_beside, 3, 1, false},
};

static void copy_beside(const void *params, const void *input, void *state)
{
    (void)params;
    memcpy(state, input, sizeof(struct beside));
}

static bool integer_beside_shows(size_t at, struct finding *finding)
{
    const struct beside other = {0x1p24F, 5}, item = {1, beside[at].number};
    struct op op = {
        .combine = beside[at].combine, .value = beside[at].value, .lift = copy_beside, .laws = LAW_COMMUTES};
    struct slack slack = {0};
    tuple_parse("f32,u16", &op.state);
    slack_add(&slack, &op, NULL, &other);
    slack_add(&slack, &op, NULL, &item);
    bool shows = loss_shows(&op, NULL, &slack, 1, beside[at].columns, &item);
    return shows == beside[at].shows ||
           text_say(&finding->first_at, "expected %d, got %d", beside[at].shows, shows);
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

static const struct unit_test tests[] = {
    LINES(losses_are_those_of_the_fold_without, rows), ROWS(float_shows_beyond_the_bound, floats),
    NAMED_ROWS(integer_beside_shows, beside, name), NAMED_ROWS(operator_is_of_its_kind, kinds, op)};
UNIT(loss, tests);
