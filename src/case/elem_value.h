/* SPDX-License-Identifier: MIT
 * The items of a transposition: plain C, compiled unchanged by the C compiler and as HIP. */
#ifndef FOLDCHECK_ELEM_VALUE_H
#define FOLDCHECK_ELEM_VALUE_H

#include "op.h"

/* Item `index`: an element of n bytes is the first n of these 16. Without bits it is its own number, so that one which
 * lies in a wrong place says whence it came (an element of a byte: modulo 256). */
struct elem_value {
    uint64_t low, high;
};

OP_FN struct elem_value elem_value(uint64_t index, uint64_t bits)
{
    struct elem_value value = {index + bits, ~(index + bits)};
    return value;
}

#endif
