/* SPDX-License-Identifier: MIT
 * Radix sort of each row, two bits a step from the lowest on. An item's digit is lifted to four counts, one of them 1,
 * as the scan reads it; the inclusive scan says for each item how many of its digit there are up to it, and the last
 * state of a row where the items of each digit begin. 16 steps sort 32 bits. Keys are signed: with their highest bit
 * turned, in the last step, they order as unsigned numbers. Each key carries its index, which shows that equal keys keep
 * their order, unless --with values=0.
 *
 * Source    Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 8 and appendix B.2 (C12); measured
 *           there: 1000 rows of 10^4 random i32, without values
 * Device    a step is one scan/digit4_i64 over all rows, which reads 4 bytes an item, and one scatter */
#include "radix_sort.h"
#include "app.h"
#include "sorted.h"

enum { DIGIT_BITS = 2, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 32, FLIPPED = 2 };

/* ---- the sort ---- */

bool radix_sort_open(struct radix_sort *sort, struct program *program, uint64_t items, bool values)
{
    static const char *const name[DIGITS] = {"zeros", "ones", "twos", "threes"};
    *sort = (struct radix_sort){.program = program};
    for (int at = 0; at < 2; at++) {
        sort->keys[at] = program_array(program, at ? "moved keys" : "keys", sizeof(uint32_t), items);
        if (values)
            sort->values[at] =
                program_array(program, at ? "moved values" : "values", sizeof(uint32_t), items);
    }
    sort->counts.count = DIGITS;
    for (int d = 0; d < DIGITS; d++)
        sort->counts.column[d] =
            pass_column(program_array(program, name[d], sizeof(int64_t), items), sizeof(int64_t));
    return !program->failed;
}

static struct pass count_pass(const struct radix_sort *sort, uint64_t rows, uint64_t length,
                              const int64_t *args)
{
    struct pass pass = {.what = WHAT_SCAN, .op = "digit4_i64", .args = args, .rows = rows, .length = length};
    pass.items = (struct columns){.count = 1, .column = {pass_column(sort->keys[0], sizeof *sort->keys[0])}};
    return pass;
}

bool radix_sort_reserve(struct radix_sort *sort, uint64_t rows, uint64_t length)
{
    struct pass pass = count_pass(sort, rows, length, NULL);
    return length == 0 || program_reserve(sort->program, &pass, KEY_BITS / DIGIT_BITS);
}

/* Moves the pairs from keys[0] and values[0] to keys[1] and values[1], and exchanges these. */
static bool sort_step(struct radix_sort *sort, uint64_t rows, uint64_t length, const int64_t args[2])
{
    struct pass pass = count_pass(sort, rows, length, args);
    struct program_call move = {.count = rows * length,
                                .in = {sort->keys[0], sort->values[0]},
                                .out = {sort->keys[1], sort->values[1]},
                                .number = {(int64_t)length, args[0], args[1]}};
    for (int d = 0; d < DIGITS; d++)
        move.in[2 + d] = sort->counts.column[d].base;
    bool done = program_fold(sort->program, &pass, &sort->counts) &&
                program_do(sort->program, "scatter_digit", &move);
    for (int at = 0; at < 2; at++) {
        sort->keys[at] = move.out[0], sort->values[at] = move.out[1];
        move.out[0] = (void *)(uintptr_t)move.in[0], move.out[1] = (void *)(uintptr_t)move.in[1];
    }
    return done;
}

bool radix_sort_rows(struct radix_sort *sort, uint64_t rows, uint64_t length)
{
    bool done = !sort->program->failed;
    for (int shift = 0; done && length && shift < KEY_BITS; shift += DIGIT_BITS) {
        const int64_t args[2] = {shift, shift + DIGIT_BITS == KEY_BITS ? FLIPPED : 0};
        done = sort_step(sort, rows, length, args);
    }
    return done;
}

/* ---- the application ---- */

/* Sorts on the device; `from` NULL: the keys alone. */
static bool sort_there(const struct app_data *data, struct program *program, const struct sorted *sorted)
{
    struct radix_sort sort;
    if (!radix_sort_open(&sort, program, data->items, sorted->from) ||
        !radix_sort_reserve(&sort, data->rows, data->length))
        return false;
    struct program_call number = {
        .count = data->items, .out = {sort.values[0]}, .number = {(int64_t)data->length}};
    program_put(program, sort.keys[0], data->column[0], data->items * sizeof *sorted->keys);
    program_start(program);
    if (sorted->from) program_do(program, "place_in_row", &number);
    radix_sort_rows(&sort, data->rows, data->length);
    return sorted_stop(data, program, sorted, sort.keys[0], sort.values[0]);
}

static bool radix_sort_by_scan(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                               struct text *why)
{
    return sorted_by(sort_there, data, passes, answer, why);
}

const struct app radix_sort_app = {
    .name = "radix_sort",
    .input = "i32",
    .takes_rows = true,
    .option = {{"values", 0, 1, 1}},
    .value = sorted_value,
    .accepts = sorted_accepts,
    .judge = sorted_judge,
    .form = {{.by = "scan", .scans = true, .run = radix_sort_by_scan}},
};
