/* SPDX-License-Identifier: MIT
 * The sums of a layer of a neural network, forwards: a row of weights for each unit of the layer, whose products with the
 * units of the layer before are added. The units are the first items of the second column, as many as a row has.
 *
 * Source    Larsen, thesis (2017), 7.2 (Rodinia's Backprop)
 * Device    a step that multiplies, and a reduce/add_f32 of the rows; or one step with a thread a row */
#include "app.h"
#include "program.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static bool layer_sums_accepts(const struct app_data *data, struct text *why)
{
    for (int c = 0; c < 2; c++)
        for (uint64_t i = 0; i < data->items; i++)
            if (!isfinite(((const float *)data->column[c])[i]))
                return text_say(why, "item %" PRIu64 ", column %d is %g; expected finite numbers", i, c + 1,
                                (double)((const float *)data->column[c])[i]);
    return true;
}

/* Weights between -1 and 1, units between 0 and 1. */
static void layer_sums_value(uint64_t index, uint64_t bits, void *item)
{
    float *column = item;
    (void)index;
    column[0] = (float)(int32_t)(uint32_t)bits / 2147483648.0f;
    column[1] = (float)(bits >> 40) / (1 << 24);
}

static bool layer_sums_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const float *weight = data->column[0], *unit = data->column[1];
    float *sum = answer_add(answer, "sums", ELEM_F32, data->rows, why);
    if (!sum) return false;
    for (uint64_t r = 0; r < data->rows; r++) {
        sum[r] = 0;
        for (uint64_t j = 0; j < data->length; j++)
            sum[r] += *weight++ * unit[j];
    }
    text_say(&answer->says, "%" PRIu64 " sums of %" PRIu64 " products", data->rows, data->length);
    return true;
}

/* In whatever order: each product is rounded once, and a sum at most as often as it has terms. */
static bool layer_sums_agrees(const struct app_data *data, const struct app_answer *expected,
                              const struct app_answer *got, struct text *where)
{
    const float *weight = data->column[0], *unit = data->column[1], *sums = got->array[0].items;
    (void)expected; /* which has roundings of its own */
    for (uint64_t r = 0; r < data->rows; r++) {
        double sum = 0, magnitude = 0;
        for (uint64_t j = 0; j < data->length; j++, weight++) {
            sum += (double)*weight * (double)unit[j];
            magnitude += fabs((double)*weight * (double)unit[j]);
        }
        double slack = ((double)data->length + 1) * (double)FLT_EPSILON * magnitude + (double)FLT_MIN;
        if (!(fabs((double)sums[r] - sum) <= slack))
            return text_say(where,
                            "sums, item %" PRIu64 " of %" PRIu64 " (f32): expected %g within %g, got %g", r,
                            data->rows, sum, slack, (double)sums[r]);
    }
    return true;
}

/* ---- the program ---- */

struct layer {
    const struct app_data *data;
    struct program *program;
    float *weights, *units, *sums;
};

static bool layer_open(struct layer *layer)
{
    const struct app_data *data = layer->data;
    struct program *program = layer->program;
    layer->weights = program_array(program, "weights", sizeof *layer->weights, data->items);
    layer->units = program_array(program, "units", sizeof *layer->units, data->length);
    layer->sums = program_array(program, "sums", sizeof *layer->sums, data->rows);
    return program_put(program, layer->weights, data->column[0], data->items * sizeof *layer->weights) &&
           program_put(program, layer->units, data->column[1], data->length * sizeof *layer->units);
}

static bool map_and_reduction(struct layer *layer)
{
    const struct app_data *data = layer->data;
    struct program *program = layer->program;
    float *products = program_array(program, "products", sizeof *products, data->items);
    struct columns sums = {.count = 1, .column = {pass_column(layer->sums, sizeof *layer->sums)}};
    struct pass pass = {.what = WHAT_REDUCE, .op = "add_f32", .rows = data->rows, .length = data->length};
    struct program_call call = {.count = data->items,
                                .in = {layer->weights, layer->units},
                                .out = {products},
                                .number = {(int64_t)data->length}};
    pass.items = (struct columns){.count = 1, .column = {pass_column(products, sizeof *products)}};
    return program_reserve(program, &pass, 1) && program_start(program) &&
           program_do(program, "multiply_by_unit", &call) && program_fold(program, &pass, &sums) &&
           program_stop(program);
}

static bool reduction_in_map(struct layer *layer)
{
    struct program_call call = {.count = layer->data->rows,
                                .in = {layer->weights, layer->units},
                                .out = {layer->sums},
                                .number = {(int64_t)layer->data->length}};
    return program_start(layer->program) && program_do(layer->program, "sum_by_unit", &call) &&
           program_stop(layer->program);
}

static bool layer_by(bool (*form)(struct layer *layer), const struct app_data *data, struct passes *passes,
                     struct app_answer *answer, struct text *why)
{
    struct program program;
    struct layer layer = {.data = data, .program = &program};
    float *sums = answer_add(answer, "sums", ELEM_F32, data->rows, why);
    if (!sums) return false;
    bool done = program_open(&program, passes, why) && layer_open(&layer) && form(&layer) &&
                program_get(&program, sums, layer.sums, data->rows * sizeof *sums);
    program_close(&program);
    return done;
}

static bool by_map_and_reduction(const struct app_data *data, struct passes *passes,
                                 struct app_answer *answer, struct text *why)
{
    return layer_by(map_and_reduction, data, passes, answer, why);
}

static bool by_reduction_in_map(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                                struct text *why)
{
    return layer_by(reduction_in_map, data, passes, answer, why);
}

const struct app layer_sums_app = {
    .name = "layer_sums",
    .input = "f32,f32",
    .takes_rows = true,
    .value = layer_sums_value,
    .accepts = layer_sums_accepts,
    .judge = layer_sums_judge,
    .agrees = layer_sums_agrees,
    .form = {{.by = "a map and a reduction", .reduces = true, .run = by_map_and_reduction},
             {.by = "a reduction in a map", .run = by_reduction_in_map}},
};
