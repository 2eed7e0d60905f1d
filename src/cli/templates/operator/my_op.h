/* SPDX-License-Identifier: MIT
 * An operator: a state, how two states combine, and items to try it with. This one is the sum modulo 2^32 and the
 * greatest of the items. foldcheck's docs/guide/plugins.md has what else a header may hold: lift, emit, params, a
 * tolerance. */
#ifndef my_op_h
#define my_op_h

#include "op.h"

/* The state; STATE in CMakeLists.txt lists the same members. */
struct my_op {
    uint32_t sum, most;
};

/* Nothing: on either side of a state it changes nothing. */
OP_FN struct my_op my_op_identity(void)
{
    struct my_op r;
    r.sum = 0;
    r.most = 0;
    return r;
}

/* Has to be associative; CMakeLists.txt says that it commutes, too. */
OP_FN struct my_op my_op_combine(struct my_op left, struct my_op right)
{
    /* A mistake to try: left.sum -= right.sum */
    left.sum += right.sum;
    left.most = left.most > right.most ? left.most : right.most;
    return left;
}

/* Item number `index` of a test, from random bits. */
OP_FN struct my_op my_op_value(uint64_t index, uint64_t bits)
{
    struct my_op r;
    r.sum = (uint32_t)(index + bits);
    r.most = (uint32_t)(bits >> 32);
    return r;
}

#endif
