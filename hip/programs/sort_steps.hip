/* SPDX-License-Identifier: MIT
 * The step of a radix sort between its scans. Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, appendix
 * B.2, lines 12 to 19. */
#include "hip/programs/each.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { DIGIT_VALUES = 4 };

/* counts[d][i]: how many keys of the row up to item i have digit d. Places outside the row, of a wrong scan, are left
 * out; two items may then have one place. Traffic: reads a pair and a column of counts, 8 bytes an item, and for each row
 * its last counts; writes a pair an item. */
struct scatter_digit {
    const uint32_t *key, *value;
    const int64_t *counts[DIGIT_VALUES];
    uint32_t *to_key, *to_value;
    int64_t length, count;
    uint32_t shift, flip;
};

static inline scatter_digit step_of(const struct program_call *call, scatter_digit *)
{
    scatter_digit step = {};
    step.key = step_in<uint32_t>(call, 0), step.value = step_in<uint32_t>(call, 1);
    for (int d = 0; d < DIGIT_VALUES; d++)
        step.counts[d] = step_in<int64_t>(call, 2 + d);
    step.to_key = step_out<uint32_t>(call, 0), step.to_value = step_out<uint32_t>(call, 1);
    step.length = call->number[0];
    step.shift = (uint32_t)call->number[1], step.flip = (uint32_t)call->number[2];
    return step;
}

FN void step_do(const scatter_digit &step, int64_t i)
{
    uint32_t key = load(step.key + i), digit = (key >> step.shift & (DIGIT_VALUES - 1)) ^ step.flip;
    int64_t first = quotient(i, step.length) * step.length, last = first + step.length - 1;
    const int64_t *counts = step.counts[0];
    uint64_t begin = 0;
    UNROLL for (uint32_t d = 0; d < DIGIT_VALUES; d++)
    {
        if (d < digit) begin += (uint64_t)load(step.counts[d] + last);
        if (d == digit) counts = step.counts[d];
    }
    uint64_t place = begin + (uint64_t)load(counts + i) - 1;
    if (place >= (uint64_t)step.length) return;
    place_word(step.to_key + first + (int64_t)place, key);
    if (step.value) place_word(step.to_value + first + (int64_t)place, load(step.value + i));
}

EACH_STEP(scatter_digit)

} // namespace FOLDCHECK_NAMESPACE
