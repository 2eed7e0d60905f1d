/* SPDX-License-Identifier: MIT */
#include "real_scan.h"

#include <inttypes.h>

#include "difference.h"
#include "oracle.h"

/* The oracle's walk over the results. */
struct walk {
    const struct real_scan *scan;
    struct columns results;
    struct slack slack;
    uint64_t depth;      /* as the strategy states it */
    uint64_t row, first; /* item */
    unsigned char *got;
    double *bounds;
    struct text *where;
};

static bool visit(void *context, uint64_t j, const void *expected)
{
    struct walk *walk = context;
    const struct op *op = walk->scan->op;
    const struct slack *slack = op->laws & LAW_EXACT ? NULL : &walk->slack;
    unsigned char *got = walk->got + (walk->first + j) * op->state.size;
    struct difference difference;
    struct text column;
    columns_read(&walk->results, &op->state, walk->first + j, got);
    double off = difference_bounds(slack, op, walk->depth, expected, got);
    if (off > *walk->bounds) *walk->bounds = off;
    if (slack_agrees(slack, op, walk->depth, expected, got, &difference)) return true;
    if (walk->where->at[0]) return true; /* not the first */
    difference_say(&difference, op, expected, got, &column);
    if (walk->scan->rows->count > 1)
        text_say(walk->where, "row %" PRIu64 ", item %" PRIu64 ", %s", walk->row, j, column.at);
    else
        text_say(walk->where, "item %" PRIu64 ", %s", j, column.at);
    return true;
}

bool real_scan_agrees(const struct real_scan *scan, const struct load *load, unsigned char *got,
                      double *bounds, struct text *where)
{
    static struct walk walk;
    text_say(where, "%s", "");
    walk = (struct walk){.scan = scan,
                         .results = load_columns(load, ARENA_RESULT),
                         .depth = load_depth(load),
                         .got = got,
                         .bounds = bounds,
                         .where = where};
    for (; walk.row < scan->rows->count; walk.row++) {
        walk.slack = (struct slack){.rounds = load_rounds(load)};
        walk.first = real_row_first(scan->rows, walk.row);
        const struct column_items items = {scan->columns, walk.first, real_row_length(scan->rows, walk.row),
                                           scan->exclusive};
        oracle_scan_columns(scan->op, scan->params, &items, &walk.slack, visit, &walk);
    }
    return !where->at[0];
}
