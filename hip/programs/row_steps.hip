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

static inline place_in_row step_of(const struct step_call *call, place_in_row *)
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

static inline last_of_row step_of(const struct step_call *call, last_of_row *)
{
    return {step_in<int32_t>(call, 0), step_out<int32_t>(call, 0), call->number[0], 0};
}

FN void step_do(const last_of_row &step, int64_t i)
{
    store(step.last + i, step.length ? load(step.item + (i + 1) * step.length - 1) : 0);
}

EACH_STEP(last_of_row)

} // namespace FOLDCHECK_NAMESPACE
