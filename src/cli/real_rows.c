/* SPDX-License-Identifier: MIT */
#include "real_rows.h"

#include <inttypes.h>

static bool cut_evenly(struct real_rows *cut, uint64_t rows, uint64_t items, struct text *why)
{
    cut->count = rows == (uint64_t)NO_ROWS ? 1 : rows;
    if (cut->count == 0) return text_say(why, "--rows 0: expected 1 or more");
    cut->length = items / cut->count;
    return items % cut->count == 0 ||
           text_say(why, "--rows %" PRIu64 ": %" PRIu64 " items do not come out even", rows, items);
}

/* The numbers rise from 0 to the items. */
static bool look_at_numbers(const struct real_rows *cut, const char *name, uint64_t items, struct text *why)
{
    const uint64_t *start = cut->start;
    if (start[0] != 0)
        return text_say(why, "--offsets %s: number 1 is %" PRIu64 "; expected 0, where the first row begins",
                        name, start[0]);
    for (uint64_t r = 1; r <= cut->count; r++) {
        if (start[r] < start[r - 1])
            return text_say(
                why, "--offsets %s: number %" PRIu64 " is %" PRIu64 ", less than the %" PRIu64 " before it",
                name, r + 1, start[r], start[r - 1]);
        if (start[r] > items)
            return text_say(
                why, "--offsets %s: number %" PRIu64 " is %" PRIu64 ", past the end of %" PRIu64 " items",
                name, r + 1, start[r], items);
    }
    return start[cut->count] == items ||
           text_say(why, "--offsets %s: the last number is %" PRIu64 "; expected %" PRIu64 ", the items",
                    name, start[cut->count], items);
}

bool real_rows_open(struct real_rows *cut, uint64_t rows, const char *offsets, uint64_t items,
                    struct text *why)
{
    if (!offsets) return cut_evenly(cut, rows, items, why);
    if (rows != (uint64_t)NO_ROWS) return text_say(why, "--rows and --offsets: expected one of them");
    struct text reason;
    if (!input_open(offsets, ELEM_U64, &cut->offsets, &reason))
        return text_say(why, "--offsets %s", reason.at);
    cut->start = cut->offsets.items;
    if (cut->offsets.count == 0)
        return text_say(why, "--offsets %s: no number; expected where each row begins, and the items",
                        offsets);
    cut->count = cut->offsets.count - 1;
    return look_at_numbers(cut, offsets, items, why);
}

void real_rows_close(struct real_rows *cut)
{
    if (cut->start) input_close(&cut->offsets);
}

uint64_t real_row_first(const struct real_rows *cut, uint64_t row)
{
    return cut->start ? cut->start[row] : row * cut->length;
}

uint64_t real_row_length(const struct real_rows *cut, uint64_t row)
{
    return cut->start ? cut->start[row + 1] - cut->start[row] : cut->length;
}
