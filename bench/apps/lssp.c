/* SPDX-License-Identifier: MIT
 * Longest satisfying streak of each row: the longest run of neighbouring items that are sorted (--with sorted=1, the
 * usual), positive (positive=1), or both. The documents' program scans and takes the last state of each row; a
 * reduction does with less, so both are here.
 *
 * Source    Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 8 and appendix B.1 (C12); measured
 *           there: 100 rows of 10^5 random i32, sorted
 * Device    scan/lssp_i32 over all rows at once, and a step that takes a column of the last state of each row; or
 *           reduce/lssp_i32 over all rows, or where the strategy takes only one, a launch a row */
#include "app.h"
#include "program.h"

#include <inttypes.h>

enum { SORTED, POSITIVE, STATE_COLUMNS = 6 };

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

/* ---- on the device ---- */

/* Some rows of the items, from `first` on. */
static struct pass lssp_pass(enum what what, const struct app_data *data, const int32_t *items,
                             uint64_t first, uint64_t rows)
{
    struct pass pass = {
        .what = what, .op = "lssp_i32", .args = data->option, .rows = rows, .length = data->length};
    pass.items =
        (struct columns){.count = 1, .column = {pass_column(items + first * data->length, sizeof *items)}};
    return pass;
}

static const int32_t *put_items(const struct app_data *data, struct program *program)
{
    int32_t *items = program_array(program, "items", sizeof *items, data->items);
    program_put(program, items, data->column[0], data->items * sizeof *items);
    return items;
}

/* `count` columns of states. */
static struct columns add_states(struct program *program, uint64_t count)
{
    static const char *const name[STATE_COLUMNS] = {"best", "left", "right", "length", "first", "last"};
    struct columns states = {.count = STATE_COLUMNS};
    for (int c = 0; c < STATE_COLUMNS; c++)
        states.column[c] =
            pass_column(program_array(program, name[c], sizeof(int32_t), count), sizeof(int32_t));
    return states;
}

static bool scan_rows(const struct app_data *data, struct program *program, int32_t *longest)
{
    const int32_t *items = put_items(data, program);
    struct columns states = add_states(program, data->items);
    struct pass pass = lssp_pass(WHAT_SCAN, data, items, 0, data->rows);
    struct program_call last = {
        .count = data->rows, .in = {states.column[0].base}, .number = {(int64_t)data->length}};
    last.out[0] = program_array(program, "longest", sizeof *longest, data->rows);
    return program_reserve(program, &pass, 1) && program_start(program) &&
           program_fold(program, &pass, &states) && program_do(program, "last_of_row", &last) &&
           program_stop(program) && program_get(program, longest, last.out[0], data->rows * sizeof *longest);
}

/* All rows at once, or where the strategy takes only one, a launch a row. */
static bool reduce_rows(const struct app_data *data, struct program *program, int32_t *longest)
{
    struct text ignored;
    const int32_t *items = put_items(data, program);
    struct columns states = add_states(program, data->rows);
    struct pass all = lssp_pass(WHAT_REDUCE, data, items, 0, data->rows);
    uint64_t at_once = passes_accept(program->passes, &all, &ignored) ? data->rows : 1;
    bool done = !program->failed;
    for (uint64_t r = 0; done && r < data->rows; r += at_once) {
        struct pass some = lssp_pass(WHAT_REDUCE, data, items, r, at_once);
        done = program_reserve(program, &some, 1);
    }
    done = done && program_start(program);
    for (uint64_t r = 0; done && r < data->rows; r += at_once) {
        struct pass some = lssp_pass(WHAT_REDUCE, data, items, r, at_once);
        struct columns result = states;
        for (int c = 0; c < STATE_COLUMNS; c++)
            result.column[c].base = (int32_t *)states.column[c].base + r;
        done = program_fold(program, &some, &result);
    }
    return program_stop(program) &&
           program_get(program, longest, states.column[0].base, data->rows * sizeof *longest);
}

/* The answer by one of the two. */
static bool lssp_by(bool (*rows)(const struct app_data *data, struct program *program, int32_t *longest),
                    const struct app_data *data, struct passes *passes, struct app_answer *answer,
                    struct text *why)
{
    struct program program;
    int32_t *longest = answer_add(answer, "longest", ELEM_I32, data->rows, why);
    if (!longest) return false;
    bool done = program_open(&program, passes, why) && rows(data, &program, longest);
    program_close(&program);
    return done;
}

static bool lssp_by_scan(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                         struct text *why)
{
    return lssp_by(scan_rows, data, passes, answer, why);
}

static bool lssp_by_reduction(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                              struct text *why)
{
    return lssp_by(reduce_rows, data, passes, answer, why);
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
