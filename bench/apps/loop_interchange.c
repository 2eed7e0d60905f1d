/* SPDX-License-Identifier: MIT
 * A loop between two maps, and the maps in the loop: each row has an item w, which becomes 2 (w + the row's sum) in every
 * turn. An element of the outer map is some rows, over which the inner one goes in each turn. Before the interchange the
 * outer map alone is parallel: a thread an element, which does all turns. After it the maps lie next to each other, and a turn
 * is a segmented reduction of all rows and a map. Sums are modulo 2^32, and taken again in every turn, as in the source.
 *
 * Source    H13: Henriksen, "Futhark" (slides), Loop Interchange
 * Device    one step; or a reduce/add_u32 and a step for each turn */
#include "app.h"
#include "program.h"

#include <inttypes.h>

enum { TURNS, INNER };

static void loop_interchange_value(uint64_t index, uint64_t bits, void *item)
{
    (void)index;
    *(uint32_t *)item = (uint32_t)bits;
}

static bool loop_interchange_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const uint32_t *row = data->column[0];
    uint32_t *items = answer_add(answer, "items", ELEM_U32, data->rows, why);
    if (!items) return false;
    for (uint64_t r = 0; r < data->rows; r++, row += data->length) {
        items[r] = (uint32_t)r;
        for (int64_t t = 0; t < data->option[TURNS]; t++) {
            uint32_t sum = 0;
            for (uint64_t j = 0; j < data->length; j++)
                sum += row[j];
            items[r] = 2 * (sum + items[r]);
        }
    }
    text_say(&answer->says, "%" PRId64 " turns of rows of %" PRIu64, data->option[TURNS], data->length);
    return true;
}

/* The arrays of both forms: rows, and the item of each, which is its number. */
struct loop {
    const struct app_data *data;
    struct program *program;
    uint32_t *rows, *items;
};

static bool loop_open(struct loop *loop)
{
    const struct app_data *data = loop->data;
    struct program_call number = {.count = data->rows, .number = {(int64_t)data->rows}};
    loop->rows = program_array(loop->program, "rows", sizeof *loop->rows, data->items);
    number.out[0] = loop->items = program_array(loop->program, "items", sizeof *loop->items, data->rows);
    return program_put(loop->program, loop->rows, data->column[0], data->items * sizeof *loop->rows) &&
           program_do(loop->program, "place_in_row", &number);
}

static bool loop_in_map(struct loop *loop)
{
    const struct app_data *data = loop->data;
    uint64_t inner = (uint64_t)data->option[INNER];
    struct program_call call = {
        .count = data->rows / inner + (data->rows % inner != 0),
        .in = {loop->rows},
        .out = {loop->items},
        .number = {(int64_t)data->length, data->option[TURNS], data->option[INNER], (int64_t)data->rows}};
    return program_start(loop->program) && program_do(loop->program, "loop_in_thread", &call) &&
           program_stop(loop->program);
}

static bool map_in_loop(struct loop *loop)
{
    struct program *program = loop->program;
    uint32_t *sums = program_array(program, "sums", sizeof *sums, loop->data->rows);
    struct columns results = {.count = 1, .column = {pass_column(sums, sizeof *sums)}};
    struct pass pass = {
        .what = WHAT_REDUCE, .op = "add_u32", .rows = loop->data->rows, .length = loop->data->length};
    struct program_call call = {.count = loop->data->rows, .in = {sums}, .out = {loop->items}};
    pass.items = (struct columns){.count = 1, .column = {pass_column(loop->rows, sizeof *loop->rows)}};
    program_reserve(program, &pass, (uint64_t)loop->data->option[TURNS]);
    program_start(program);
    for (int64_t t = 0; t < loop->data->option[TURNS] && !program->failed; t++) {
        program_fold(program, &pass, &results);
        program_do(program, "twice_sum", &call);
    }
    return program_stop(program);
}

static bool loop_by(bool (*form)(struct loop *loop), const struct app_data *data, struct passes *passes,
                    struct app_answer *answer, struct text *why)
{
    struct program program;
    struct loop loop = {.data = data, .program = &program};
    uint32_t *items = answer_add(answer, "items", ELEM_U32, data->rows, why);
    if (!items) return false;
    bool done = program_open(&program, passes, why) && loop_open(&loop) && form(&loop) &&
                program_get(&program, items, loop.items, data->rows * sizeof *items);
    program_close(&program);
    return done;
}

static bool by_loop_in_map(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                           struct text *why)
{
    return loop_by(loop_in_map, data, passes, answer, why);
}

static bool by_map_in_loop(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                           struct text *why)
{
    return loop_by(map_in_loop, data, passes, answer, why);
}

const struct app loop_interchange_app = {
    .name = "loop_interchange",
    .input = "u32",
    .takes_rows = true,
    .option = {{"turns", 0, 1000000, 10}, {"inner", 1, 1000000, 4}},
    .value = loop_interchange_value,
    .judge = loop_interchange_judge,
    .form = {{.by = "loop in map", .run = by_loop_in_map},
             {.by = "map in loop, a reduction a turn", .reduces = true, .run = by_map_in_loop}},
};
