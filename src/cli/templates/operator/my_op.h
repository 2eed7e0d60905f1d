/* SPDX-License-Identifier: MIT
 * An operator: a state, how two states combine, and items to try it with. This one is the greatest item and where it
 * stood first. foldcheck's docs/plugins.md has what else a header may hold: lift, emit, params, a tolerance. */
#ifndef my_op_h
#define my_op_h

#include "op.h"

/* The state; STATE in CMakeLists.txt lists the same members. */
struct my_op {
    int32_t most;
    uint32_t at;
};

/* Nothing: on either side of a state it changes nothing. */
OP_FN struct my_op my_op_identity(void)
{
    struct my_op r;
    r.most = INT32_MIN;
    r.at = UINT32_MAX;
    return r;
}

/* Has to be associative. CMakeLists.txt says that it commutes, too: of two equal items the first one counts, whichever
 * operand it is. */
OP_FN struct my_op my_op_combine(struct my_op left, struct my_op right)
{
    /* A mistake to try: of equal items the left one counts, wherever it stood. foldcheck then refuses COMMUTES.
    return left.most >= right.most ? left : right; */
    if (left.most != right.most) return left.most > right.most ? left : right;
    return left.at < right.at ? left : right;
}

/* Item number `index` of a test, from random bits. Few different numbers, so that many are equal. */
OP_FN struct my_op my_op_value(uint64_t index, uint64_t bits)
{
    struct my_op r;
    r.most = (int32_t)(bits % 1000) - 500;
    r.at = (uint32_t)index;
    return r;
}

#endif
