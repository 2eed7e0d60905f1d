/* SPDX-License-Identifier: MIT */
#include "loss.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "oracle.h"

/* A state, or params: room and alignment for any operator's. */
struct cell {
    _Alignas(16) unsigned char at[MAX_STATE_BYTES];
};

bool loss_is_known(const struct op *op)
{
    if (op->laws & LAW_EXACT) return true;
    for (int c = 0; c < op->state.count; c++)
        if (slack_applies(op, c)) return true;
    return false;
}

bool loss_takes_fold(const struct op *op)
{
    return op->laws & LAW_EXACT && !(op->laws & (LAW_CANCELS | LAW_ORDERS | LAW_ADDS));
}

static bool same(const struct op *op, const void *a, const void *b)
{
    return tuple_difference(&op->state, a, b) < 0;
}

/* a + b as an integer of so many bytes, of either sign. */
static uint64_t sum_of(size_t bytes, const unsigned char *a, const unsigned char *b)
{
    uint64_t left = 0, right = 0; /* little-endian, as all that the program runs on */
    memcpy(&left, a, bytes);
    memcpy(&right, b, bytes);
    uint64_t sum = left + right, kept = 0;
    memcpy(&kept, &sum, bytes);
    return kept;
}

static void lifted_value(const struct op *op, const void *params, uint64_t number, struct cell *state)
{
    struct cell input;
    op->value(params, number, splitmix64(number), input.at);
    op->lift(params, input.at, state->at);
}

static bool is_zero(const struct tuple *tuple, int column, const struct cell *state)
{
    static const unsigned char zero[16];
    return memcmp(state->at + tuple->offset[column], zero, elem_size(tuple->elem[column])) == 0;
}

/* Does combine add the integers of a column and wrap around, as far as some items tell? */
static bool adds_integers(const struct op *op, const void *params, int column)
{
    enum { PAIRS = 16 };
    const struct tuple *tuple = &op->state;
    size_t at = tuple->offset[column], bytes = elem_size(tuple->elem[column]);
    bool tells = false;
    struct cell sum, item;
    lifted_value(op, params, 0, &sum);
    for (uint64_t k = 1; k <= PAIRS; k++) {
        uint64_t got = 0;
        lifted_value(op, params, k, &item);
        uint64_t expected = sum_of(bytes, sum.at + at, item.at + at);
        tells = tells || !(is_zero(tuple, column, &sum) || is_zero(tuple, column, &item));
        op->combine(params, sum.at, item.at, sum.at);
        memcpy(&got, sum.at + at, bytes);
        if (got != expected) return false;
    }
    return tells;
}

/* An integer column beside sums of floats is held to its bits. */
static bool integer_shows(const struct op *op, const void *params, int column, const struct cell *item)
{
    bool is_float = elem_is_float(op->state.elem[column]);
    return !is_float && !is_zero(&op->state, column, item) && adds_integers(op, params, column);
}

bool loss_shows(const struct op *op, const void *params, const struct slack *slack, uint64_t depth,
                uint64_t columns, const void *item)
{
    struct cell identity, lost;
    assert(!loss_takes_fold(op));
    if (op->laws & LAW_EXACT) {
        op->identity(params, identity.at);
        return !same(op, identity.at, item);
    }
    memcpy(lost.at, item, op->state.size);
    for (int c = 0; c < op->state.count; c++) {
        if (!(columns >> c & 1)) continue;
        if (!slack_applies(op, c)) {
            if (integer_shows(op, params, c, &lost)) return true;
            continue;
        }
        double x = fabs(slack_value(op, c, item));
        if (x > slack_bound(slack, op, c, depth)) return true;
    }
    return false;
}

void loss_item(const struct problem *problem, const struct item_keys *keys, uint64_t row, uint64_t i,
               void *state)
{
    struct cell params;
    problem_params(problem, row, params.at);
    oracle_item(problem, keys, params.at, i, state);
}

void loss_in_row(const struct problem *problem, uint64_t row, const uint64_t *item, int count, bool *shows)
{
    const struct op *op = problem->op;
    uint64_t first = shape_row_first(&problem->shape, row);
    uint64_t end = first + shape_row_length(&problem->shape, row);
    struct cell params, lifted, behind, without;
    struct cell before[MOST_LOSSES], lost[MOST_LOSSES], gap[MOST_LOSSES]; /* gap: what follows the item */
    struct cell acc;
    int next = 0;
    assert(count <= MOST_LOSSES);
    problem_params(problem, row, params.at);
    op->identity(params.at, acc.at);
    if (problem->has_init) problem_init(problem, params.at, acc.at);
    for (uint64_t i = first; i < end; i++) {
        bool is_lost = next < count && item[next] == i;
        oracle_item(problem, NULL, params.at, i, lifted.at);
        if (is_lost) {
            before[next] = acc;
            lost[next] = lifted;
            op->identity(params.at, gap[next].at);
        }
        op->combine(params.at, acc.at, lifted.at, acc.at);
        if (!is_lost && next > 0) op->combine(params.at, gap[next - 1].at, lifted.at, gap[next - 1].at);
        next += is_lost;
    }
    op->identity(params.at, behind.at);
    for (int k = next - 1; k >= 0; k--) {
        op->combine(params.at, gap[k].at, behind.at, behind.at);
        op->combine(params.at, before[k].at, behind.at, without.at);
        shows[k] = !same(op, without.at, acc.at);
        op->combine(params.at, lost[k].at, behind.at, behind.at);
    }
}
