/* SPDX-License-Identifier: MIT */
#include "loss.h"

#include <assert.h>
#include <math.h>

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

bool loss_shows(const struct op *op, const void *params, const struct slack *slack, uint64_t depth,
                const void *item)
{
    struct cell identity;
    assert(!loss_takes_fold(op));
    if (op->laws & LAW_EXACT) {
        op->identity(params, identity.at);
        return !same(op, identity.at, item);
    }
    for (int c = 0; c < op->state.count; c++) {
        if (!slack_applies(op, c)) continue;
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
