/* SPDX-License-Identifier: MIT
 * Construction of a k-d tree over points of five dimensions. Level by level every node's points are sorted along the
 * dimension in which the node reaches furthest, and split in the middle; the median is the mean of the two points
 * beside the split. The tree is balanced: points at infinity fill it up, so that all nodes of a level have as many. A
 * node's reach is that of all points, cut off at the medians of the nodes above it (an infinite one cuts nothing).
 *
 * Source    Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 8 and appendix B.3 (C12); measured
 *           there: 2097152 points of five f32, 32 a leaf
 * Device    ten reductions, reduce/argmin_f32_i64, for what the points reach over; then a radix sort a level, 16
 *           scan/add4_i64 whose rows are the level's nodes
 * Host      chooses dimensions, gathers coordinates, and all that the radix sort does there */
#include "app.h"
#include "radix_sort.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 5, LEAF = 0 };

/* ---- what the judge and the program share: the tree's shape and the points ---- */

struct shape_of_tree {
    uint64_t levels; /* of inner nodes */
    uint64_t leaves; /* 2^levels */
    uint64_t padded; /* points with those at infinity: a whole number a leaf */
};

/* The power of two that is closest to the leaves that are needed, the lower one of two. */
static struct shape_of_tree tree_shape(uint64_t points, uint64_t leaf)
{
    struct shape_of_tree shape = {.leaves = 1};
    uint64_t needed = (points + leaf - 1) / leaf;
    while (2 * shape.leaves <= needed)
        shape.leaves *= 2, shape.levels++;
    if (needed - shape.leaves > 2 * shape.leaves - needed) shape.leaves *= 2, shape.levels++;
    shape.padded = (points + shape.leaves - 1) / shape.leaves * shape.leaves;
    return shape;
}

static float coordinate(const struct app_data *data, uint32_t point, int dimension)
{
    const float *column = data->column[dimension];
    return point < data->items ? column[point] : INFINITY;
}

struct reach {
    float low[DIMENSIONS], high[DIMENSIONS];
};

/* The first of the dimensions in which it is widest. */
static int reach_widest(const struct reach *reach)
{
    int widest = 0;
    for (int d = 1; d < DIMENSIONS; d++)
        if (reach->high[d] - reach->low[d] > reach->high[widest] - reach->low[widest]) widest = d;
    return widest;
}

static void reach_cut(struct reach *below, struct reach *above, int dimension, float median)
{
    if (isinf(median)) return;
    below->high[dimension] = median;
    above->low[dimension] = median;
}

/* Inner nodes as in a heap: the root is 0, the children of i are 2i + 1 and 2i + 2. */
struct tree {
    uint32_t *points; /* leaf by leaf; padded points have numbers past the last */
    int32_t *dimension;
    float *median;
};

static bool tree_add(struct app_answer *answer, const struct shape_of_tree *shape, struct tree *tree,
                     struct text *why)
{
    tree->dimension = answer_add(answer, "dimension", ELEM_I32, shape->leaves - 1, why);
    if (!tree->dimension) return false;
    tree->median = answer_add(answer, "median", ELEM_F32, shape->leaves - 1, why);
    tree->points = tree->median ? answer_add(answer, "points", ELEM_U32, shape->padded, why) : NULL;
    for (uint64_t i = 0; tree->points && i < shape->padded; i++)
        tree->points[i] = (uint32_t)i;
    return tree->points;
}

static float middle(const struct app_data *data, const uint32_t *points, uint64_t count, int dimension)
{
    return (coordinate(data, points[count / 2], dimension) +
            coordinate(data, points[count / 2 - 1], dimension)) /
           2;
}

static bool kd_tree_accepts(const struct app_data *data, struct text *why)
{
    uint64_t leaf = (uint64_t)data->option[LEAF];
    if (data->items > UINT32_MAX / 2)
        return text_say(why, "%" PRIu64 " points; expected less than 2^31", data->items);
    for (int d = 0; d < DIMENSIONS; d++)
        for (uint64_t i = 0; i < data->items; i++)
            if (!isfinite(coordinate(data, (uint32_t)i, d)))
                return text_say(why, "point %" PRIu64 ", column %d is %g; expected finite numbers", i, d + 1,
                                (double)coordinate(data, (uint32_t)i, d));
    return data->items > leaf ||
           text_say(why, "%" PRIu64 " points; expected more than the %" PRIu64 " of one leaf (--with leaf)",
                    data->items, leaf);
}

/* Each coordinate in [0, 1). */
static void kd_tree_value(uint64_t index, uint64_t bits, void *item)
{
    float *point = item;
    (void)index;
    for (uint64_t d = 0; d < DIMENSIONS; d++)
        point[d] = (float)(splitmix64(bits + d) >> 40) / (1 << 24);
}

/* ---- the judge: a node, then its children ---- */

struct judge {
    const struct app_data *data;
    uint64_t inner;
    struct tree tree;
    struct keyed {
        float key;
        uint32_t place, point; /* place: before it was sorted */
    } * sorted;
};

static int compare_keyed(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static void sort_points(struct judge *judge, uint32_t *points, uint64_t count, int dimension)
{
    for (uint64_t i = 0; i < count; i++)
        judge->sorted[i] =
            (struct keyed){coordinate(judge->data, points[i], dimension), (uint32_t)i, points[i]};
    qsort(judge->sorted, count, sizeof *judge->sorted, compare_keyed);
    for (uint64_t i = 0; i < count; i++)
        points[i] = judge->sorted[i].point;
}

static void judge_node(struct judge *judge, uint64_t node, uint32_t *points, uint64_t count,
                       struct reach reach)
{
    if (node >= judge->inner) return;
    int dimension = reach_widest(&reach);
    struct reach below = reach, above = reach;
    sort_points(judge, points, count, dimension);
    float median = middle(judge->data, points, count, dimension);
    judge->tree.dimension[node] = dimension;
    judge->tree.median[node] = median;
    reach_cut(&below, &above, dimension, median);
    judge_node(judge, 2 * node + 1, points, count / 2, below);
    judge_node(judge, 2 * node + 2, points + count / 2, count / 2, above);
}

static struct reach reach_of(const struct app_data *data)
{
    struct reach reach;
    for (int d = 0; d < DIMENSIONS; d++) {
        reach.low[d] = reach.high[d] = coordinate(data, 0, d);
        for (uint64_t i = 1; i < data->items; i++) {
            reach.low[d] = fminf(reach.low[d], coordinate(data, (uint32_t)i, d));
            reach.high[d] = fmaxf(reach.high[d], coordinate(data, (uint32_t)i, d));
        }
    }
    return reach;
}

static bool kd_tree_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    struct shape_of_tree shape = tree_shape(data->items, (uint64_t)data->option[LEAF]);
    struct judge judge = {.data = data, .inner = shape.leaves - 1};
    judge.sorted = app_alloc(shape.padded, sizeof *judge.sorted, why);
    bool done = judge.sorted && tree_add(answer, &shape, &judge.tree, why);
    if (done) judge_node(&judge, 0, judge.tree.points, shape.padded, reach_of(data));
    free(judge.sorted);
    text_say(&answer->says, "%" PRIu64 " levels, %" PRIu64 " leaves of %" PRIu64 " points", shape.levels,
             shape.leaves, shape.padded / shape.leaves);
    return done;
}

/* ---- the program: a level, then the next ---- */

struct build {
    const struct app_data *data;
    struct tree tree;
    uint64_t padded;
    struct reach *reach;    /* by node; owned, like all that follows */
    uint32_t *keys, *order; /* of a level's points: coordinates as numbers, and places inside the node */
    uint32_t *moved;
};

/* Numbers that order as the floats do, -0 as 0. */
static uint32_t sortable(float value)
{
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000 ? ~bits : bits | 0x80000000;
}

/* Columns that are reduced, with room for one of them and its points' numbers. */
struct reduced {
    const struct app_data *data;
    struct passes *passes;
    float *values;
    int64_t *points;
};

/* The least of one column, or with sign -1 the least of its negatives. */
static bool least_of(const struct reduced *reduced, int dimension, float sign, float *least, struct text *why)
{
    const struct app_data *data = reduced->data;
    const float *column = data->column[dimension];
    float *values = reduced->values;
    int64_t *points = reduced->points;
    struct columns result;
    struct pass pass = {.what = WHAT_REDUCE, .op = "argmin_f32_i64", .rows = 1, .length = data->items};
    for (uint64_t i = 0; i < data->items; i++) {
        values[i] = sign * column[i];
        points[i] = (int64_t)i;
    }
    pass.items.count = 2;
    pass.items.column[0] = pass_column(values, sizeof *values);
    pass.items.column[1] = pass_column(points, sizeof *points);
    if (!passes_do(reduced->passes, &pass, &result, why)) return false;
    memcpy(least, result.column[0].base, sizeof *least);
    return true;
}

static bool reach_by_reductions(const struct app_data *data, struct passes *passes, struct reach *reach,
                                struct text *why)
{
    float *values = app_alloc(data->items, sizeof *values, why), negated = 0;
    int64_t *points = values ? app_alloc(data->items, sizeof *points, why) : NULL;
    struct reduced reduced = {data, passes, values, points};
    bool done = points;
    for (int d = 0; d < DIMENSIONS && done; d++) {
        done = least_of(&reduced, d, 1, &reach->low[d], why) && least_of(&reduced, d, -1, &negated, why);
        reach->high[d] = -negated;
    }
    free(points);
    free(values);
    return done;
}

/* Chooses the node's dimension, and writes the keys of its points. */
static void node_begin(struct build *build, uint64_t node, uint64_t first, uint64_t count)
{
    int dimension = reach_widest(&build->reach[node]);
    build->tree.dimension[node] = dimension;
    for (uint64_t i = 0; i < count; i++) {
        build->keys[first + i] = sortable(coordinate(build->data, build->tree.points[first + i], dimension));
        build->order[first + i] = (uint32_t)i;
    }
}

/* Moves the node's points as the sort says; finds the median and what its children reach over. */
static void node_end(struct build *build, uint64_t node, uint64_t first, uint64_t count)
{
    uint32_t *points = build->tree.points + first;
    int dimension = build->tree.dimension[node];
    for (uint64_t i = 0; i < count; i++)
        build->moved[i] = points[build->order[first + i]];
    memcpy(points, build->moved, count * sizeof *points);
    build->tree.median[node] = middle(build->data, points, count, dimension);
    struct reach *below = &build->reach[2 * node + 1], *above = &build->reach[2 * node + 2];
    *below = *above = build->reach[node];
    reach_cut(below, above, dimension, build->tree.median[node]);
}

static bool build_level(struct build *build, struct passes *passes, uint64_t level, struct text *why)
{
    uint64_t nodes = (uint64_t)1 << level, count = build->padded / nodes;
    for (uint64_t k = 0; k < nodes; k++)
        node_begin(build, nodes - 1 + k, k * count, count);
    if (!radix_sort_rows(passes, nodes, count, build->keys, build->order, why)) return false;
    for (uint64_t k = 0; k < nodes; k++)
        node_end(build, nodes - 1 + k, k * count, count);
    return true;
}

static bool build_open(struct build *build, const struct shape_of_tree *shape, struct text *why)
{
    build->padded = shape->padded;
    build->reach = app_alloc(2 * shape->leaves, sizeof *build->reach, why);
    build->keys = build->reach ? app_alloc(shape->padded, sizeof *build->keys, why) : NULL;
    build->order = build->keys ? app_alloc(shape->padded, sizeof *build->order, why) : NULL;
    build->moved = build->order ? app_alloc(shape->padded, sizeof *build->moved, why) : NULL;
    return build->moved;
}

static void build_close(struct build *build)
{
    free(build->moved);
    free(build->order);
    free(build->keys);
    free(build->reach);
}

static bool kd_tree_by_scans(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                             struct text *why)
{
    struct shape_of_tree shape = tree_shape(data->items, (uint64_t)data->option[LEAF]);
    struct build build = {.data = data};
    bool done = build_open(&build, &shape, why) && tree_add(answer, &shape, &build.tree, why) &&
                reach_by_reductions(data, passes, &build.reach[0], why);
    for (uint64_t level = 0; done && level < shape.levels; level++)
        done = build_level(&build, passes, level, why);
    build_close(&build);
    return done;
}

const struct app kd_tree_app = {
    .name = "kd_tree",
    .input = "f32,f32,f32,f32,f32",
    .option = {{"leaf", 1, 1 << 20, 32}},
    .value = kd_tree_value,
    .accepts = kd_tree_accepts,
    .judge = kd_tree_judge,
    .form = {{.by = "reductions and scans", .scans = true, .reduces = true, .run = kd_tree_by_scans}},
};
