/* SPDX-License-Identifier: MIT
 * Steps over rows of one length. */
#include "hip/programs/each.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Traffic: writes 4 bytes an item. */
struct place_in_row {
    uint32_t *place;
    int64_t length, count;
};

static inline place_in_row step_of(const struct program_call *call, place_in_row *)
{
    return {step_out<uint32_t>(call, 0), call->number[0], 0};
}

FN void step_do(const place_in_row &step, int64_t i)
{
    store(step.place + i, (uint32_t)(i - quotient(i, step.length) * step.length));
}

EACH_STEP(place_in_row)

/* Traffic: reads and writes 4 bytes a row. */
struct last_of_row {
    const int32_t *item;
    int32_t *last;
    int64_t length, count;
};

static inline last_of_row step_of(const struct program_call *call, last_of_row *)
{
    return {step_in<int32_t>(call, 0), step_out<int32_t>(call, 0), call->number[0], 0};
}

FN void step_do(const last_of_row &step, int64_t i)
{
    store(step.last + i, step.length ? load(step.item + (i + 1) * step.length - 1) : 0);
}

EACH_STEP(last_of_row)

/* The map of a layer's sums. Traffic: reads a weight, and a unit that the cache has, and writes 4 bytes an item. */
struct multiply_by_unit {
    const float *weight, *unit;
    float *product;
    int64_t length, count;
};

static inline multiply_by_unit step_of(const struct program_call *call, multiply_by_unit *)
{
    return {step_in<float>(call, 0), step_in<float>(call, 1), step_out<float>(call, 0), call->number[0], 0};
}

FN void step_do(const multiply_by_unit &step, int64_t i)
{
    int64_t place = i - quotient(i, step.length) * step.length;
    store(step.product + i, load(step.weight + i) * load(step.unit + place));
}

EACH_STEP(multiply_by_unit)

/* A layer's sums, the reduction in the map: a thread a row. Traffic: reads a weight and a unit an item, each thread those of
 * its own row. */
struct sum_by_unit {
    const float *weight, *unit;
    float *sum;
    int64_t length, count;
};

static inline sum_by_unit step_of(const struct program_call *call, sum_by_unit *)
{
    return {step_in<float>(call, 0), step_in<float>(call, 1), step_out<float>(call, 0), call->number[0], 0};
}

FN void step_do(const sum_by_unit &step, int64_t i)
{
    float sum = 0;
    for (int64_t j = 0; j < step.length; j++)
        sum += load(step.weight + i * step.length + j) * load(step.unit + j); /* covers [0, j] of row i */
    store(step.sum + i, sum);
}

EACH_STEP(sum_by_unit)

/* A turn of a loop that was interchanged with two maps, one in the other: the sums of the rows are there. Henriksen, "Futhark" (slides), Loop
 * Interchange. Traffic: reads 8 bytes and writes 4 a row. */
struct twice_sum {
    const uint32_t *sum;
    uint32_t *item; /* as it was before, and then as it is */
    int64_t count;
};

static inline twice_sum step_of(const struct program_call *call, twice_sum *)
{
    return {step_in<uint32_t>(call, 0), step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const twice_sum &step, int64_t i)
{
    store(step.item + i, 2 * (load(step.sum + i) + load(step.item + i)));
}

EACH_STEP(twice_sum)

/* The same before the interchange: a thread has an element of the outer map, which is `inner` rows (the last one's may be
 * fewer), and does all turns: in each of them the inner map, with a sum a row. Traffic: reads the rows once a turn, each
 * thread those of its own, and reads and writes their items. */
struct loop_in_thread {
    const uint32_t *row;
    uint32_t *item;
    int64_t length, turns, inner, rows, count;
};

static inline loop_in_thread step_of(const struct program_call *call, loop_in_thread *)
{
    return {step_in<uint32_t>(call, 0),
            step_out<uint32_t>(call, 0),
            call->number[0],
            call->number[1],
            call->number[2],
            call->number[3],
            0};
}

FN void step_do(const loop_in_thread &step, int64_t i)
{
    int64_t first = i * step.inner, last = smaller(first + step.inner, step.rows);
    for (int64_t t = 0; t < step.turns; t++)
        for (int64_t r = first; r < last; r++) {
            uint32_t sum = 0;
            for (int64_t j = 0; j < step.length; j++)
                sum += load(step.row + r * step.length + j); /* covers [0, j] of row r */
            store(step.item + r, 2 * (sum + load(step.item + r)));
        }
}

EACH_STEP(loop_in_thread)

} // namespace FOLDCHECK_NAMESPACE
