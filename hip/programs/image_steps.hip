/* SPDX-License-Identifier: MIT
 * Steps of a blur: an image of three bytes a pixel, row by row, as three arrays of floats from 0 to 1, one a channel.
 * Henriksen, "Futhark" (slides), A More Complex Example. */
#include "hip/programs/each.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { CHANNELS = 3 };

/* i counts pixels. Traffic: reads 3 bytes, writes 12. */
struct split_channels {
    const uint8_t *pixel;
    float *channel; /* [CHANNELS][pixels] */
    int64_t count;
};

static inline split_channels step_of(const struct program_call *call, split_channels *)
{
    return {step_in<uint8_t>(call, 0), step_out<float>(call, 0), 0};
}

FN void step_do(const split_channels &step, int64_t i)
{
    for (int64_t c = 0; c < CHANNELS; c++)
        store(step.channel + c * step.count + i, (float)load(step.pixel + i * CHANNELS + c) / 255.0f);
}

EACH_STEP(split_channels)

/* i counts the pixels of all channels, of rows * columns each. An edge stays; another pixel becomes the mean of the nine
 * around it, added row by row. Traffic: reads nine neighbours, which the cache has, and writes 4 bytes. */
struct blur_channels {
    const float *from;
    float *to;
    int64_t rows, columns, count;
};

static inline blur_channels step_of(const struct program_call *call, blur_channels *)
{
    return {step_in<float>(call, 0), step_out<float>(call, 0), call->number[0], call->number[1], 0};
}

FN void step_do(const blur_channels &step, int64_t i)
{
    int64_t line = quotient(i, step.columns), column = i - line * step.columns;
    int64_t row = line - quotient(line, step.rows) * step.rows;
    if (row == 0 || row == step.rows - 1 || column == 0 || column == step.columns - 1) {
        store(step.to + i, load(step.from + i));
        return;
    }
    float sum = load(step.from + i - step.columns - 1);
    UNROLL for (int64_t at = 1; at < 9; at++) sum +=
        load(step.from + i + (at / 3 - 1) * step.columns + at % 3 - 1); /* covers neighbours [0, at] */
    store(step.to + i, sum / 9.0f);
}

EACH_STEP(blur_channels)

/* i counts pixels. Traffic: reads 12 bytes, writes 3. */
struct combine_channels {
    const float *channel;
    uint8_t *pixel;
    int64_t count;
};

static inline combine_channels step_of(const struct program_call *call, combine_channels *)
{
    return {step_in<float>(call, 0), step_out<uint8_t>(call, 0), 0};
}

FN void step_do(const combine_channels &step, int64_t i)
{
    for (int64_t c = 0; c < CHANNELS; c++)
        store(step.pixel + i * CHANNELS + c, (uint8_t)(load(step.channel + c * step.count + i) * 255.0f));
}

EACH_STEP(combine_channels)

} // namespace FOLDCHECK_NAMESPACE
