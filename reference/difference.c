/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include "wide.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool difference_is_bounded(const struct difference *difference)
{
    return isfinite(difference->true_sum) && isfinite(difference->bound);
}

int difference_say(const struct difference *difference, const struct op *op, const void *expected,
                   const void *got, struct text *why)
{
    int c = difference->column;
    assert(c >= 0);
    enum elem elem = op->state.elem[c];
    size_t offset = op->state.offset[c];
    char want[96], have[64];
    elem_print(elem, (const char *)expected + offset, want, sizeof want);
    elem_print(elem, (const char *)got + offset, have, sizeof have);
    if (difference->within && !difference_is_bounded(difference))
        snprintf(want, sizeof want, "%.9g", difference->true_sum);
    else if (difference->within && (difference->bound > 0 || difference->by_wide)) /* else to the bit */
        snprintf(want, sizeof want, "%.9g +- %.3g", difference->true_sum, difference->bound);
    else if (difference->bound > 0) /* a tolerance's */
        snprintf(want + strlen(want), sizeof want - strlen(want), " +- %.3g", difference->bound);
    return text_say(why, "column %d of %d (%s): expected %s, got %s", c + 1, op->state.count, elem_name(elem),
                    want, have);
}

/* How far a column may lie from `expected`, and where that is the true sum, that; 0: it has to be the same. */
static double bound_of(const struct slack *slack, const struct op *op, int column, uint64_t depth,
                       double *expected)
{
    if (op->tolerates)
        return op->tolerance[column].absolute + op->tolerance[column].relative * fabs(*expected);
    *expected = slack_sum(slack, column);
    return slack_bound(slack, op, column, depth);
}

double difference_bounds(const struct slack *slack, const struct op *op, uint64_t depth, const void *expected,
                         const void *got)
{
    double most = -1;
    if (!slack || op->close) return -1; /* an exact operator's bounds are 0 */
    if (op->wide) {
        double used = slack->count ? wide_used(slack, op, got) : -1;
        return isfinite(used) ? used : -1;
    }
    for (int c = 0; c < op->state.count; c++) {
        if (!elem_is_float(op->state.elem[c])) continue;
        double want = slack_value(op, c, expected), bound = bound_of(slack, op, c, depth, &want);
        double have = slack_value(op, c, got);
        double off = fabs((op->tolerates ? slack_unrounded(slack, want, have) : have) - want);
        if (bound > 0 && isfinite(bound) && isfinite(off / bound)) most = fmax(most, off / bound);
    }
    return most;
}
