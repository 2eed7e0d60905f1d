/* SPDX-License-Identifier: MIT
 * Fusion: each item plus 2, times 3; and the sum of each row's items plus 2, both modulo 2^32. Apart, each map is a kernel of its
 * own, in place, and the sums read what it wrote: 4 and 3 times n words pass. Fused, a map of both does each item at once,
 * and the reduction maps its items as it reads them: 2 and 1 times n words.
 *
 * Source    H1, H7: Henriksen, "Futhark" (slides, 2016), map(+2), and A Fusion Example
 * Device    three steps and a reduce/add_u32; or a step and a reduce/sum_of_map_u32 */
#include "app.h"
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void fusion_value(uint64_t index, uint64_t bits, void *item)
{
    (void)index;
    *(uint32_t *)item = (uint32_t)bits;
}

/* Arrays of an answer. */
struct fused {
    uint32_t *mapped, *sums;
};

static bool fused_add(struct app_answer *answer, const struct app_data *data, struct fused *fused,
                      struct text *why)
{
    fused->mapped = answer_add(answer, "mapped", ELEM_U32, data->items, why);
    fused->sums = fused->mapped ? answer_add(answer, "sums", ELEM_U32, data->rows, why) : NULL;
    return fused->sums;
}

static bool fusion_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const uint32_t *item = data->column[0];
    struct fused fused;
    if (!fused_add(answer, data, &fused, why)) return false;
    for (uint64_t r = 0; r < data->rows; r++) {
        fused.sums[r] = 0;
        for (uint64_t i = r * data->length; i < (r + 1) * data->length; i++) {
            fused.mapped[i] = (item[i] + 2) * 3;
            fused.sums[r] += item[i] + 2;
        }
    }
    text_say(&answer->says, "maps, and sums of rows of %" PRIu64, data->length);
    return true;
}

/* What a form has on the device; `op` is that of the sums. */
struct maps {
    struct program *program;
    uint32_t *mapped, *items;
    void *sums; /* [rows] of `bytes` each */
    size_t bytes;
    struct pass pass;
};

static bool maps_open(struct maps *maps, const struct app_data *data, const char *op)
{
    struct program *program = maps->program;
    uint64_t bytes = data->items * sizeof(uint32_t);
    maps->mapped = program_array(program, "mapped", sizeof *maps->mapped, data->items);
    maps->items = program_array(program, "items", sizeof *maps->items, data->items);
    maps->sums = program_array(program, "sums", maps->bytes, data->rows);
    maps->pass = (struct pass){.what = WHAT_REDUCE, .op = op, .rows = data->rows, .length = data->length};
    maps->pass.items =
        (struct columns){.count = 1, .column = {pass_column(maps->items, sizeof *maps->items)}};
    return program_put(program, maps->mapped, data->column[0], bytes) &&
           program_put(program, maps->items, data->column[0], bytes) &&
           program_reserve(program, &maps->pass, 1);
}

static bool map_in_place(struct maps *maps, const char *step, uint32_t *items, uint64_t count)
{
    struct program_call call = {.count = count, .out = {items}};
    return program_do(maps->program, step, &call);
}

static bool sum_rows(struct maps *maps)
{
    struct columns results = {.count = 1, .column = {pass_column(maps->sums, maps->bytes)}};
    return program_fold(maps->program, &maps->pass, &results);
}

static bool maps_apart(struct maps *maps, const struct app_data *data)
{
    return map_in_place(maps, "add_two", maps->mapped, data->items) &&
           map_in_place(maps, "triple", maps->mapped, data->items) &&
           map_in_place(maps, "add_two", maps->items, data->items) && sum_rows(maps);
}

static bool maps_fused(struct maps *maps, const struct app_data *data)
{
    return map_in_place(maps, "add_two_and_triple", maps->mapped, data->items) && sum_rows(maps);
}

/* The sums of 64 bits are shortened here. */
static bool sums_get(struct maps *maps, uint32_t *sums, uint64_t rows, struct text *why)
{
    unsigned char *got = app_alloc(rows, maps->bytes, why);
    bool done = got && program_get(maps->program, got, maps->sums, rows * maps->bytes);
    for (uint64_t r = 0; done && r < rows; r++)
        memcpy(sums + r, got + r * maps->bytes,
               sizeof *sums); /* the low word: of little-endian numbers the first */
    free(got);
    return done;
}

static bool fusion_by(bool (*form)(struct maps *maps, const struct app_data *data), const char *op,
                      const struct app_data *data, struct passes *passes, struct app_answer *answer,
                      struct text *why)
{
    struct fused fused;
    struct program program;
    struct maps maps = {.program = &program, .bytes = elem_size(op_find(op)->state.elem[0])};
    if (!fused_add(answer, data, &fused, why)) return false;
    bool done = program_open(&program, passes, why) && maps_open(&maps, data, op) &&
                program_start(&program) && form(&maps, data) && program_stop(&program) &&
                program_get(&program, fused.mapped, maps.mapped, data->items * sizeof *fused.mapped) &&
                sums_get(&maps, fused.sums, data->rows, why);
    program_close(&program);
    return done;
}

static bool fusion_apart(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                         struct text *why)
{
    return fusion_by(maps_apart, "add_u32", data, passes, answer, why);
}

static bool fusion_fused(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                         struct text *why)
{
    return fusion_by(maps_fused, "sum_of_map_u32", data, passes, answer, why);
}

const struct app fusion_app = {
    .name = "fusion",
    .input = "u32",
    .takes_rows = true,
    .value = fusion_value,
    .judge = fusion_judge,
    .form = {{.by = "maps apart", .reduces = true, .run = fusion_apart},
             {.by = "maps fused", .reduces = true, .run = fusion_fused}},
};
