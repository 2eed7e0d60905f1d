/* SPDX-License-Identifier: MIT */
#include "edges.h"

#include <math.h>
#include <string.h>

#include "float_elem.h"

bool edges_apply(const struct op *op)
{
    return op->state_of || (op->laws & LAW_EXACT && !(op->laws & LAW_ORDERS));
}

static double float_edge(unsigned which, double most)
{
    const double edge[EDGES] = {0, 1, -1, -most, most, (double)INFINITY, -(double)INFINITY, (double)NAN};
    return edge[which];
}

/* The low bytes of what is returned are the integer. */
static uint64_t integer_edge(unsigned which, enum elem elem)
{
    unsigned bits = 8 * (unsigned)elem_size(elem);
    bool is_signed = elem == ELEM_I8 || elem == ELEM_I16 || elem == ELEM_I32 || elem == ELEM_I64;
    uint64_t all = UINT64_MAX >> (64 - bits), most = is_signed ? all >> 1 : all;
    uint64_t least = is_signed ? all ^ most : 0;
    uint64_t half_least = is_signed ? least | least >> 1 : 1;
    const uint64_t edge[EDGES] = {0, 1, all, least, most, 2, half_least, most >> 1};
    return edge[which];
}

static void put_edge(enum elem elem, unsigned which, void *at)
{
    if (elem_is_float(elem)) {
        float_put(elem, float_edge(which, float_kind_of(elem)->most), at);
    } else {
        uint64_t edge = integer_edge(which, elem);
        memcpy(at, &edge, elem_size(elem));
    }
}

void edges_state(const struct op *op, const void *params, uint64_t bits, struct state *state)
{
    struct state any = {0};
    for (int c = 0; c < op->state.count; c++)
        put_edge(op->state.elem[c], (unsigned)(bits >> 4 * (c % EDGE_COLUMNS)) % EDGES,
                 any.at + op->state.offset[c]);
    if (op->state_of)
        op->state_of(params, any.at, state->at);
    else
        *state = any;
}
