/* SPDX-License-Identifier: MIT
 * Witness of order for wide items in columns of mixed size: item i is [i, i+1) in two i64 columns, with marks
 * of both numbers in three smaller ones. A tuple whose marks do not fit its numbers was put together from
 * columns of different items: it is torn before its first item and touches nothing. See span.h.
 *
 * The marks are the top bits of multiples of 2^64 / golden ratio, so that items a power of two apart differ. */
#ifndef FOLDCHECK_OPERATORS_SPAN_MIXED_H
#define FOLDCHECK_OPERATORS_SPAN_MIXED_H

#include "span.h"

struct span_mixed {
    int8_t first_mark;
    int64_t first; /* [first, second) if first < second */
    int16_t second_mark;
    int32_t both_mark;
    int64_t second;
};

OP_FN struct span_mixed span_mixed_of(int64_t first, int64_t second)
{
    const uint64_t golden = 0x9e3779b97f4a7c15u;
    struct span_mixed r;
    r.first_mark = (int8_t)(uint8_t)((uint64_t)first * golden >> 56);
    r.first = first;
    r.second_mark = (int16_t)(uint16_t)((uint64_t)second * golden >> 48);
    r.both_mark = (int32_t)(uint32_t)(((uint64_t)first + 3 * (uint64_t)second) * golden >> 32);
    r.second = second;
    return r;
}

OP_FN int span_mixed_fits(struct span_mixed item)
{
    struct span_mixed meant = span_mixed_of(item.first, item.second);
    return item.first_mark == meant.first_mark && item.second_mark == meant.second_mark &&
           item.both_mark == meant.both_mark;
}

OP_FN int span_mixed_is_identity(struct span_mixed item)
{
    return item.first == INT64_MAX && item.second == INT64_MIN && span_mixed_fits(item);
}

OP_FN struct span_mixed span_mixed_identity(void)
{
    return span_mixed_of(INT64_MAX, INT64_MIN);
}

OP_FN struct span_mixed span_mixed_combine(struct span_mixed left, struct span_mixed right)
{
    struct span_pair joined;
    if (span_mixed_is_identity(left)) return right;
    if (span_mixed_is_identity(right)) return left;
    if (!span_mixed_fits(left) || left.first >= left.second) return left;
    if (!span_mixed_fits(right)) return span_mixed_of(left.second, left.first);
    joined = span_join(span_pair_of(left.first, left.second), span_pair_of(right.first, right.second));
    return span_mixed_of(joined.first, joined.second);
}

OP_FN struct span_mixed span_mixed_value(uint64_t index, uint64_t bits)
{
    (void)bits;
    return span_mixed_of((int64_t)index, (int64_t)(index + 1));
}

OP_FN struct span_mixed span_mixed_neutral(void)
{
    return span_mixed_identity();
}

#endif
