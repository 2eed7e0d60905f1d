/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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
    if (difference->within)
        snprintf(want, sizeof want, "%.9g +- %.3g", difference->true_sum, difference->bound);
    else if (difference->tolerated && !difference->by_close && difference->bound > 0)
        snprintf(want + strlen(want), sizeof want - strlen(want), " +- %.3g", difference->bound);
    return text_say(why, "column %d of %d (%s): expected %s, got %s", c + 1, op->state.count, elem_name(elem),
                    want, have);
}
