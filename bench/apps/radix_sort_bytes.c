/* SPDX-License-Identifier: MIT
 * Radix sort of one row, eight bits a step: a sibling of radix_sort, which keeps to its document's two bits. A step counts
 * the digits of each tile of items, the exclusive scan of all counts, digit by digit, says where each tile's items of a
 * digit begin, and each tile moves its own there. Four steps sort 32 bits; the scan has a count for every 16 items.
 *
 * Source    Satish, Harris, Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009
 * Device    for each step an exscan/add_u32, and a count and a scatter */
#include "app.h"
#include "program.h"
#include "sorted.h"
#include "step_shapes.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 32, FLIPPED = 128 };

struct bytes_sort {
    struct program *program;
    uint64_t items, counters;
    uint32_t *keys[2], *values[2], *counts, *begins;
};

static void sort_open(struct bytes_sort *sort, bool values)
{
    struct program *program = sort->program;
    for (int at = 0; at < 2; at++) {
        sort->keys[at] = program_array(program, at ? "moved keys" : "keys", sizeof(uint32_t), sort->items);
        if (values)
            sort->values[at] =
                program_array(program, at ? "moved values" : "values", sizeof(uint32_t), sort->items);
    }
    sort->counters = (sort->items + STEP_BYTE_TILE - 1) / STEP_BYTE_TILE * DIGITS;
    sort->counts = program_array(program, "counts", sizeof *sort->counts, sort->counters);
    sort->begins = program_array(program, "begins", sizeof *sort->begins, sort->counters);
}

static struct pass begin_pass(const struct bytes_sort *sort)
{
    struct pass pass = {.what = WHAT_EXSCAN, .op = "add_u32", .rows = 1, .length = sort->counters};
    pass.items = (struct columns){.count = 1, .column = {pass_column(sort->counts, sizeof *sort->counts)}};
    return pass;
}

/* Moves the pairs from keys[0] and values[0] to keys[1] and values[1], and exchanges these. */
static void sort_step(struct bytes_sort *sort, int64_t shift, int64_t flip)
{
    struct pass pass = begin_pass(sort);
    struct columns begins = {.count = 1, .column = {pass_column(sort->begins, sizeof *sort->begins)}};
    struct program_call count = {
        .count = sort->items, .in = {sort->keys[0]}, .out = {sort->counts}, .number = {shift, flip}};
    struct program_call move = {.count = sort->items,
                                .in = {sort->keys[0], sort->values[0], sort->begins},
                                .out = {sort->keys[1], sort->values[1]},
                                .number = {shift, flip}};
    program_do(sort->program, "count_bytes", &count);
    program_fold(sort->program, &pass, &begins);
    program_do(sort->program, "scatter_bytes", &move);
    uint32_t *keys = sort->keys[0], *values = sort->values[0];
    sort->keys[0] = sort->keys[1], sort->values[0] = sort->values[1];
    sort->keys[1] = keys, sort->values[1] = values;
}

static bool sort_there(const struct app_data *data, struct program *program, const struct sorted *sorted)
{
    struct bytes_sort sort = {.program = program, .items = data->items};
    sort_open(&sort, sorted->from);
    struct pass pass = begin_pass(&sort);
    struct program_call number = {
        .count = data->items, .out = {sort.values[0]}, .number = {(int64_t)data->items}};
    if (sort.items) program_reserve(program, &pass, KEY_BITS / DIGIT_BITS);
    program_put(program, sort.keys[0], data->column[0], data->items * sizeof *sorted->keys);
    program_start(program);
    if (sorted->from) program_do(program, "place_in_row", &number);
    for (int64_t shift = 0; sort.items && shift < KEY_BITS; shift += DIGIT_BITS)
        sort_step(&sort, shift, shift + DIGIT_BITS == KEY_BITS ? FLIPPED : 0);
    return sorted_stop(data, program, sorted, sort.keys[0], sort.values[0]);
}

/* ---- the same by a library ---- */

static bool library_sort_there(const struct app_data *data, struct program *program,
                               const struct sorted *sorted)
{
    struct bytes_sort sort = {.program = program, .items = data->items};
    sort_open(&sort, sorted->from);
    struct program_call number = {
        .count = data->items, .out = {sort.values[0]}, .number = {(int64_t)data->items}};
    struct program_call call = {
        .count = data->items, .in = {sort.keys[0], sort.values[0]}, .out = {sort.keys[1], sort.values[1]}};
    program_put(program, sort.keys[0], data->column[0], data->items * sizeof *sorted->keys);
    if (sort.items) program_do(program, "library_sort", &call); /* takes its memory */
    program_start(program);
    if (sorted->from) program_do(program, "place_in_row", &number);
    if (sort.items) program_do(program, "library_sort", &call);
    return sorted_stop(data, program, sorted, sort.keys[1], sort.values[1]);
}

static bool radix_sort_bytes_by_scan(const struct app_data *data, struct passes *passes,
                                     struct app_answer *answer, struct text *why)
{
    return sorted_by(sort_there, data, passes, answer, why);
}

static bool radix_sort_bytes_by_library(const struct app_data *data, struct passes *passes,
                                        struct app_answer *answer, struct text *why)
{
    return sorted_by(library_sort_there, data, passes, answer, why);
}

const struct app radix_sort_bytes_app = {
    .name = "radix_sort_bytes",
    .input = "i32",
    .option = {{"values", 0, 1, 1}},
    .value = sorted_value,
    .accepts = sorted_accepts,
    .judge = sorted_judge,
    .form = {{.by = "scan", .scans = true, .run = radix_sort_bytes_by_scan},
             {.by = "CUB's sort", .needs = "library_sort", .run = radix_sort_bytes_by_library}},
};
