/* SPDX-License-Identifier: MIT
 * Shared by the span operators: how two runs of items join.
 *
 * A run [a, b) of items, a < b, is the pair {a, b}. Two runs join only if they touch; else the result is
 * torn, and stays so. A torn state is {end, begin} of its leftmost whole run (first >= second), so it still
 * says up to which item all was well. Zeros and a repeated byte have first == second and count as torn. The
 * identity is {MAX, MIN} of the element type: neither operand of span_join is one, either of span_combine may be.
 *
 * Associative: join(a, join(b, c)) and join(join(a, b), c) both hold the leftmost run of a, grown over b and
 * c as far as they touch. A fold that is right on spans is right for every associative operator that runs the
 * same code: Chong, Donaldson, Ketema, "A sound and complete abstraction for reasoning about parallel prefix
 * sums", POPL 2014 (cf. Voigtlaender, "Much ado about two", POPL 2008). */
#ifndef FOLDCHECK_OPERATORS_SPAN_H
#define FOLDCHECK_OPERATORS_SPAN_H

#include "op.h"

struct span_pair {
    int64_t first, second;
};

OP_FN struct span_pair span_join(struct span_pair left, struct span_pair right)
{
    struct span_pair r;
    int whole = right.first < right.second;
    int64_t right_begin = whole ? right.first : right.second;
    if (left.first >= left.second) return left; /* torn before right begins */
    if (left.second != right_begin) {           /* torn here */
        r.first = left.second;
        r.second = left.first;
    } else if (whole) {
        r.first = left.first;
        r.second = right.second;
    } else { /* torn further right */
        r.first = right.first;
        r.second = left.first;
    }
    return r;
}

OP_FN struct span_pair span_pair_of(int64_t first, int64_t second)
{
    struct span_pair r;
    r.first = first;
    r.second = second;
    return r;
}

/* As span_join, of operands that may be the identity, `none`. */
OP_FN struct span_pair span_combine(struct span_pair none, struct span_pair left, struct span_pair right)
{
    if (left.first == none.first && left.second == none.second) return right;
    if (right.first == none.first && right.second == none.second) return left;
    return span_join(left, right);
}

/* One component of two states that hold several spans, of which the identity's are {UINT16_MAX, 0}: neither torn nor a
 * run. */
OP_FN struct span_pair span_join_component(uint32_t left_first, uint32_t left_second, uint32_t right_first,
                                           uint32_t right_second)
{
    return span_combine(span_pair_of(UINT16_MAX, 0), span_pair_of(left_first, left_second),
                        span_pair_of(right_first, right_second));
}

#endif
