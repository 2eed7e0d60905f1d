/* SPDX-License-Identifier: MIT
 * Steps of the construction of a balanced k-d tree, level by level. Its nodes are numbered as in a heap: the root is 0,
 * the children of i are 2i + 1 and 2i + 2. Points have numbers; those from `points` on lie at infinity. Clausen, "Regular
 * Segmented Single-pass Scan in Futhark", 2021, appendix B.3. */
#include "hip/programs/each.hip.h"

#include <math.h>

namespace FOLDCHECK_NAMESPACE
{

enum { INFINITE_KEY = 0x7f800000 };

FN int32_t key_of(float value)
{
    int32_t bits;
    value += 0.0f; /* -0 becomes 0 */
    copy_bits<sizeof(bits)>(&bits, &value);
    return bits < 0 ? bits ^ 0x7fffffff : bits;
}

FN float value_of(int32_t key)
{
    float value;
    int32_t bits = key < 0 ? key ^ 0x7fffffff : key;
    copy_bits<sizeof(bits)>(&value, &bits);
    return value;
}

/* Traffic: reads and writes 4 bytes an item. */
struct sortable_key {
    const float *value;
    int32_t *key;
    int64_t count;
};

static inline sortable_key step_of(const struct program_call *call, sortable_key *)
{
    return {step_in<float>(call, 0), step_out<int32_t>(call, 0), 0};
}

FN void step_do(const sortable_key &step, int64_t i)
{
    store(step.key + i, key_of(load(step.value + i)));
}

EACH_STEP(sortable_key)

/* The level begins with node `first`. Lines 31 to 62 and 95 to 110. Traffic: each thread reads the dimensions and medians
 * of its ancestors for each dimension, and writes 8 bytes. */
struct choose_dimension {
    const int32_t *least, *most; /* keys that the points reach over, one a dimension */
    const float *median;
    int32_t *dimension, *ancestor;
    int64_t dimensions, first, count;
};

static inline choose_dimension step_of(const struct program_call *call, choose_dimension *)
{
    choose_dimension step = {};
    step.least = step_in<int32_t>(call, 0), step.most = step_in<int32_t>(call, 1);
    step.median = step_in<float>(call, 2);
    step.dimension = step_out<int32_t>(call, 0), step.ancestor = step_out<int32_t>(call, 1);
    step.dimensions = call->number[0], step.first = call->number[1];
    return step;
}

/* How far the node reaches in a dimension: all points, cut at the medians above it; an infinite one cuts nothing. */
FN float reach_of(const choose_dimension &step, int64_t node, int32_t dimension)
{
    float low = value_of(load(step.least + dimension)), high = value_of(load(step.most + dimension));
    for (int up = highest_bit((uint64_t)(node + 1)); up > 0; up--) {
        int64_t above = ((node + 1) >> up) - 1, child = ((node + 1) >> (up - 1)) - 1;
        if (load(step.dimension + above) != dimension) continue;
        float median = load(step.median + above);
        if (isinf(median)) continue;
        if (child % 2)
            high = median;
        else
            low = median;
    }
    return high - low;
}

FN void step_do(const choose_dimension &step, int64_t i)
{
    int64_t node = step.first + i, above = node;
    int32_t widest = 0, closest = -1;
    float most = reach_of(step, node, 0);
    for (int32_t d = 1; d < (int32_t)step.dimensions; d++) {
        float reach = reach_of(step, node, d);
        if (reach > most) most = reach, widest = d;
    }
    while (above > 0 && closest < 0) {
        above = (above - 1) / 2;
        if (load(step.dimension + above) == widest) closest = (int32_t)above;
    }
    store(step.dimension + node, widest);
    store(step.ancestor + node, closest);
}

EACH_STEP(choose_dimension)

/* A node of the level has `length` points. Lines 113 to 120. Traffic: reads a number and, where it points, a key; writes
 * 8 bytes. */
struct gather_key {
    const int32_t *key; /* [dimensions][points] */
    const int32_t *dimension;
    const uint32_t *point;
    uint32_t *sorted, *place;
    int64_t length, first, points, count;
};

static inline gather_key step_of(const struct program_call *call, gather_key *)
{
    gather_key step = {};
    step.key = step_in<int32_t>(call, 0), step.dimension = step_in<int32_t>(call, 1);
    step.point = step_in<uint32_t>(call, 2);
    step.sorted = step_out<uint32_t>(call, 0), step.place = step_out<uint32_t>(call, 1);
    step.length = call->number[0], step.first = call->number[1], step.points = call->number[2];
    return step;
}

FN void step_do(const gather_key &step, int64_t i)
{
    int64_t node = quotient(i, step.length), point = load(step.point + i);
    int64_t row = load(step.dimension + step.first + node) * step.points;
    store(step.sorted + i, (uint32_t)(point < step.points ? load(step.key + row + point) : INFINITE_KEY));
    store(step.place + i, (uint32_t)(i - node * step.length));
}

EACH_STEP(gather_key)

/* Lines 130 to 132. Traffic: reads a place and what lies there, writes 4 bytes. */
struct permute_in_row {
    const uint32_t *item, *place;
    uint32_t *permuted;
    int64_t length, count;
};

static inline permute_in_row step_of(const struct program_call *call, permute_in_row *)
{
    return {step_in<uint32_t>(call, 0), step_in<uint32_t>(call, 1), step_out<uint32_t>(call, 0),
            call->number[0], 0};
}

FN void step_do(const permute_in_row &step, int64_t i)
{
    int64_t first = quotient(i, step.length) * step.length, place = load(step.place + i);
    store(step.permuted + i, place < step.length ? load(step.item + first + place) : 0);
}

EACH_STEP(permute_in_row)

/* The coordinate of a point, of [dimensions][points]. */
FN float coordinate_of(const float *value, int64_t points, int64_t point, int64_t dimension)
{
    return point < points ? load(value + dimension * points + point) : value_of(INFINITE_KEY);
}

/* A node of the level has `length` points, sorted, at least 2. Lines 125 to 128. Traffic: a thread a node reads two
 * coordinates. */
struct median_of_node {
    const float *value; /* [dimensions][points] */
    const int32_t *dimension;
    const uint32_t *point;
    float *median;
    int64_t length, first, points, count;
};

static inline median_of_node step_of(const struct program_call *call, median_of_node *)
{
    median_of_node step = {};
    step.value = step_in<float>(call, 0), step.dimension = step_in<int32_t>(call, 1);
    step.point = step_in<uint32_t>(call, 2);
    step.median = step_out<float>(call, 0);
    step.length = call->number[0], step.first = call->number[1], step.points = call->number[2];
    return step;
}

FN void step_do(const median_of_node &step, int64_t i)
{
    int32_t dimension = load(step.dimension + step.first + i);
    const uint32_t *middle = step.point + i * step.length + step.length / 2;
    float right = coordinate_of(step.value, step.points, load(middle), dimension),
          left = coordinate_of(step.value, step.points, load(middle - 1), dimension);
    store(step.median + step.first + i, (right + left) / 2);
}

EACH_STEP(median_of_node)

/* Line 143. i counts the coordinates of the result, [places][dimensions]. Traffic: reads a number and a coordinate,
 * writes 4 bytes. */
struct gather_point {
    const float *value; /* [dimensions][points] */
    const uint32_t *point;
    float *leaf;
    int64_t dimensions, points, count;
};

static inline gather_point step_of(const struct program_call *call, gather_point *)
{
    gather_point step = {};
    step.value = step_in<float>(call, 0), step.point = step_in<uint32_t>(call, 1);
    step.leaf = step_out<float>(call, 0);
    step.dimensions = call->number[0], step.points = call->number[1];
    return step;
}

FN void step_do(const gather_point &step, int64_t i)
{
    int64_t place = quotient(i, step.dimensions);
    store(step.leaf + i,
          coordinate_of(step.value, step.points, load(step.point + place), i - place * step.dimensions));
}

EACH_STEP(gather_point)

} // namespace FOLDCHECK_NAMESPACE
