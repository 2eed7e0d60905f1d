/* SPDX-License-Identifier: MIT
 * Longest satisfying streak of each row: the longest run of neighbouring items that are sorted (--with sorted=1, the
 * usual), positive (positive=1), or both. The documents' program scans and takes the last state of each row; a
 * reduction does with less, so both are here.
 *
 * Source    Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 8 and appendix B.1 (C12); measured
 *           there: 100 rows of 10^5 random i32, sorted
 * Device    scan/lssp_i32 over all rows at once; or reduce/lssp_i32 over all rows, or where the strategy takes only
 *           one, a launch a row
 * Host      picks a column of the last state of each row */
#include "app.h"

#include <inttypes.h>

enum { SORTED, POSITIVE };

static bool lssp_accepts(const struct app_data *data, struct text *why)
{
    return data->length <= INT32_MAX ||
           text_say(why, "rows of %" PRIu64 " items; expected at most 2^31 - 1", data->length);
}

static void lssp_value(uint64_t index, uint64_t bits, void *item)
{
    int32_t *value = item;
    (void)index;
    *value = (int32_t)(bits >> 32);
}

/* One row, item by item: the streak that ends here, and the longest one so far. */
static int32_t longest_streak(const int32_t *items, uint64_t length, bool sorted, bool positive)
{
    int32_t streak = 0, longest = 0;
    for (uint64_t i = 0; i < length; i++) {
        bool satisfies = !positive || items[i] > 0;
        bool goes_on = streak > 0 && (!sorted || items[i - 1] <= items[i]);
        streak = !satisfies ? 0 : goes_on ? streak + 1 : 1;
        if (streak > longest) longest = streak;
    }
    return longest;
}

static bool lssp_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const int32_t *items = data->column[0];
    uint64_t best = 0;
    int32_t *longest = answer_add(answer, "longest", ELEM_I32, data->rows, why);
    if (!longest) return false;
    for (uint64_t r = 0; r < data->rows; r++) {
        longest[r] = longest_streak(items + r * data->length, data->length, data->option[SORTED],
                                    data->option[POSITIVE]);
        if (longest[r] > longest[best]) best = r;
    }
    text_say(&answer->says, "the longest streak has %d items (row %" PRIu64 ")", (int)longest[best], best);
    return true;
}

/* Some rows of the data, from `first` on. */
static struct pass lssp_pass(enum what what, const struct app_data *data, uint64_t first, uint64_t rows)
{
    const int32_t *items = data->column[0];
    struct pass pass = {
        .what = what, .op = "lssp_i32", .args = data->option, .rows = rows, .length = data->length};
    pass.items =
        (struct columns){.count = 1, .column = {pass_column(items + first * data->length, sizeof *items)}};
    return pass;
}

static bool lssp_by_scan(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                         struct text *why)
{
    struct columns states;
    struct pass pass = lssp_pass(WHAT_SCAN, data, 0, data->rows);
    int32_t *longest = answer_add(answer, "longest", ELEM_I32, data->rows, why);
    if (!longest || !passes_do(passes, &pass, &states, why)) return false;
    const int32_t *best = states.column[0].base;
    for (uint64_t r = 0; r < data->rows; r++)
        longest[r] = data->length ? best[(r + 1) * data->length - 1] : 0;
    return true;
}

/* The reductions of `rows` rows at once. */
static bool reduce_rows(const struct app_data *data, struct passes *passes, uint64_t first, uint64_t rows,
                        int32_t *longest, struct text *why)
{
    struct columns states;
    struct pass pass = lssp_pass(WHAT_REDUCE, data, first, rows);
    if (!passes_do(passes, &pass, &states, why)) return false;
    const int32_t *best = states.column[0].base;
    for (uint64_t r = 0; r < rows; r++)
        longest[first + r] = best[r];
    return true;
}

static bool lssp_by_reduction(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                              struct text *why)
{
    struct text ignored;
    struct pass all = lssp_pass(WHAT_REDUCE, data, 0, data->rows);
    uint64_t at_once = passes_accept(passes, &all, &ignored) ? data->rows : 1;
    int32_t *longest = answer_add(answer, "longest", ELEM_I32, data->rows, why);
    for (uint64_t r = 0; longest && r < data->rows; r += at_once)
        if (!reduce_rows(data, passes, r, at_once, longest, why)) return false;
    return longest;
}

const struct app lssp_app = {
    .name = "lssp",
    .input = "i32",
    .takes_rows = true,
    .option = {{"sorted", 0, 1, 1}, {"positive", 0, 1, 0}},
    .value = lssp_value,
    .accepts = lssp_accepts,
    .judge = lssp_judge,
    .form = {{.by = "scan", .scans = true, .run = lssp_by_scan},
             {.by = "reduction", .reduces = true, .run = lssp_by_reduction}},
};
