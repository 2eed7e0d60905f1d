/* SPDX-License-Identifier: MIT
 * Steps of programs on one row: compaction, the line of sight, and maps of Henriksen's slides (2016). Blelloch, "Prefix Sums and Their Applications",
 * CMU-CS-90-190, 1990, sections 1.2 and 1.3. */
#include "hip/programs/each.hip.h"

#include <math.h>

namespace FOLDCHECK_NAMESPACE
{

/* Traffic: reads and writes 4 bytes an item. */
struct flag_kept {
    const uint32_t *item;
    uint32_t *flag;
    int64_t count;
};

static inline flag_kept step_of(const struct program_call *call, flag_kept *)
{
    return {step_in<uint32_t>(call, 0), step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const flag_kept &step, int64_t i)
{
    store(step.flag + i, (uint32_t)(load(step.item + i) != 0));
}

EACH_STEP(flag_kept)

/* Places outside the items, of a wrong scan, are left out; two items may then have one place. Traffic: reads 12 bytes an
 * item, writes 4 for each that is kept. */
struct scatter_kept {
    const uint32_t *item, *flag, *place;
    uint32_t *kept;
    int64_t count;
};

static inline scatter_kept step_of(const struct program_call *call, scatter_kept *)
{
    return {step_in<uint32_t>(call, 0), step_in<uint32_t>(call, 1), step_in<uint32_t>(call, 2),
            step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const scatter_kept &step, int64_t i)
{
    int64_t place = load(step.place + i);
    if (load(step.flag + i) && place < step.count) place_word(step.kept + place, load(step.item + i));
}

EACH_STEP(scatter_kept)

/* Slopes with their signs turned, and the points that have them; the observer, point 0, hides nothing. Traffic: reads 4
 * bytes an item, writes 12. */
struct slope_from_first {
    const float *height;
    float *slope;
    int64_t *point;
    int64_t count;
};

static inline slope_from_first step_of(const struct program_call *call, slope_from_first *)
{
    return {step_in<float>(call, 0), step_out<float>(call, 0), step_out<int64_t>(call, 1), 0};
}

FN void step_do(const slope_from_first &step, int64_t i)
{
    float height = load(step.height + i), first = load(step.height);
    store(step.slope + i, i ? -((height - first) / (float)i) : INFINITY);
    store(step.point + i, i ? i : INT64_MAX);
}

EACH_STEP(slope_from_first)

/* `least`, `steepest`: the least of the slopes before, and the point that has it. Traffic: reads 16 bytes an item, writes 9. */
struct compare_slope {
    const float *slope, *least;
    const int64_t *steepest;
    uint8_t *seen;
    int64_t *hidden_by;
    int64_t count;
};

static inline compare_slope step_of(const struct program_call *call, compare_slope *)
{
    return {step_in<float>(call, 0),    step_in<float>(call, 1),    step_in<int64_t>(call, 2),
            step_out<uint8_t>(call, 0), step_out<int64_t>(call, 1), 0};
}

FN void step_do(const compare_slope &step, int64_t i)
{
    bool seen = i == 0 || load(step.slope + i) < load(step.least + i);
    store(step.seen + i, (uint8_t)seen);
    store(step.hidden_by + i, seen ? -1 : load(step.steepest + i));
}

EACH_STEP(compare_slope)

/* ---- maps in place, apart and fused ---- */

/* Traffic of these: reads and writes 4 bytes an item. */
struct add_two {
    uint32_t *item;
    int64_t count;
};

static inline add_two step_of(const struct program_call *call, add_two *)
{
    return {step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const add_two &step, int64_t i)
{
    store(step.item + i, load(step.item + i) + 2);
}

EACH_STEP(add_two)

struct triple {
    uint32_t *item;
    int64_t count;
};

static inline triple step_of(const struct program_call *call, triple *)
{
    return {step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const triple &step, int64_t i)
{
    store(step.item + i, 3 * load(step.item + i));
}

EACH_STEP(triple)

struct add_two_and_triple {
    uint32_t *item;
    int64_t count;
};

static inline add_two_and_triple step_of(const struct program_call *call, add_two_and_triple *)
{
    return {step_out<uint32_t>(call, 0), 0};
}

FN void step_do(const add_two_and_triple &step, int64_t i)
{
    store(step.item + i, 3 * (load(step.item + i) + 2));
}

EACH_STEP(add_two_and_triple)

} // namespace FOLDCHECK_NAMESPACE
