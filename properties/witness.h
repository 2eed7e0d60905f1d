/* SPDX-License-Identifier: MIT
 * Span operators read back: which run of items a state stands for. Private to this folder. */
#ifndef FOLDCHECK_WITNESS_H
#define FOLDCHECK_WITNESS_H

#include "op.h"

/* [begin, end) is the whole run, or, of a torn state, its leftmost whole run. */
struct span_view {
    int64_t begin, end;
    bool torn;
};

/* Reads a state of an operator with LAW_ORDERS: the first two columns of its widest element. */
struct span_view span_view(const struct op *op, const void *state);

#endif
