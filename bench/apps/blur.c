/* SPDX-License-Identifier: MIT
 * Blur of an image of three bytes a pixel, row by row: each channel's pixels, except the edge, become the mean of the nine
 * around them, again and again.
 *
 * Source    H14: Henriksen, "Futhark" (slides), A More Complex Example; 1000 x 1000 pixels, 100 times
 * Device    a step splits the image into three arrays of floats, one a turn blurs all three, one combines them; no fold.
 *           Floats are added in one order, so that the answer has the sequential program's bits */
#include "app.h"
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 3, TURNS = 0 };

static bool blur_accepts(const struct app_data *data, struct text *why)
{
    return data->length % CHANNELS == 0 ||
           text_say(why, "rows of %" PRIu64 " bytes; expected 3 for each pixel", data->length);
}

static void blur_value(uint64_t index, uint64_t bits, void *item)
{
    (void)index;
    *(uint8_t *)item = (uint8_t)bits;
}

/* ---- the judge ---- */

static void blur_once(const float *from, float *to, uint64_t rows, uint64_t columns)
{
    memcpy(to, from, rows * columns * sizeof *to);
    for (uint64_t r = 1; r + 1 < rows; r++)
        for (uint64_t c = 1; c + 1 < columns; c++) {
            const float *above = from + (r - 1) * columns + c, *on = above + columns, *below = on + columns;
            float sum =
                above[-1] + above[0] + above[1] + on[-1] + on[0] + on[1] + below[-1] + below[0] + below[1];
            to[r * columns + c] = sum / 9.0f;
        }
}

static void blur_channel(const struct app_data *data, uint64_t channel, float *from, float *to,
                         uint8_t *pixel)
{
    const uint8_t *image = data->column[0];
    uint64_t columns = data->length / CHANNELS, pixels = data->rows * columns;
    for (uint64_t p = 0; p < pixels; p++)
        from[p] = (float)image[p * CHANNELS + channel] / 255.0f;
    for (int64_t t = 0; t < data->option[TURNS]; t++) {
        blur_once(from, to, data->rows, columns);
        float *blurred = to;
        to = from;
        from = blurred;
    }
    for (uint64_t p = 0; p < pixels; p++)
        pixel[p * CHANNELS + channel] = (uint8_t)(from[p] * 255.0f);
}

static bool blur_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    uint8_t *pixel = answer_add(answer, "pixel", ELEM_U8, data->items, why);
    float *from = pixel ? app_alloc(data->items / CHANNELS, sizeof *from, why) : NULL;
    float *to = from ? app_alloc(data->items / CHANNELS, sizeof *to, why) : NULL;
    for (uint64_t c = 0; to && c < CHANNELS; c++)
        blur_channel(data, c, from, to, pixel);
    text_say(&answer->says, "%" PRIu64 " x %" PRIu64 " pixels are blurred %" PRId64 " times", data->rows,
             data->length / CHANNELS, data->option[TURNS]);
    bool done = to;
    free(to);
    free(from);
    return done;
}

/* ---- the program ---- */

static bool blur_there(const struct app_data *data, struct program *program, uint8_t *pixel)
{
    uint64_t columns = data->length / CHANNELS, pixels = data->rows * columns;
    uint8_t *image = program_array(program, "image", sizeof *image, data->items);
    float *from = program_array(program, "channels", sizeof *from, data->items),
          *to = program_array(program, "blurred channels", sizeof *to, data->items);
    struct program_call split = {.count = pixels, .in = {image}, .out = {from}};
    program_put(program, image, data->column[0], data->items);
    program_start(program);
    program_do(program, "split_channels", &split);
    for (int64_t t = 0; t < data->option[TURNS] && !program->failed; t++) {
        struct program_call blur = {.count = data->items,
                                    .in = {from},
                                    .out = {to},
                                    .number = {(int64_t)data->rows, (int64_t)columns}};
        program_do(program, "blur_channels", &blur);
        float *blurred = to;
        to = from;
        from = blurred;
    }
    struct program_call combine = {.count = pixels, .in = {from}, .out = {image}};
    program_do(program, "combine_channels", &combine);
    return program_stop(program) && program_get(program, pixel, image, data->items);
}

static bool blur_by_steps(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                          struct text *why)
{
    struct program program;
    uint8_t *pixel = answer_add(answer, "pixel", ELEM_U8, data->items, why);
    if (!pixel) return false;
    bool done = program_open(&program, passes, why) && blur_there(data, &program, pixel);
    program_close(&program);
    return done;
}

const struct app blur_app = {
    .name = "blur",
    .input = "u8",
    .takes_rows = true,
    .option = {{"turns", 0, 1000000, 100}},
    .value = blur_value,
    .accepts = blur_accepts,
    .judge = blur_judge,
    .form = {{.by = "steps", .run = blur_by_steps}},
};
