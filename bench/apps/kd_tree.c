/* SPDX-License-Identifier: MIT
 * Construction of a k-d tree over points of five dimensions. Level by level every node's points are sorted along the
 * dimension in which the node reaches furthest, and split in the middle; the median is the mean of the two points
 * beside the split. The tree is balanced: points at infinity fill it up, so that all nodes of a level have as many. A
 * node's reach is that of all points, cut off at the medians of the nodes above it (an infinite one cuts nothing).
 *
 * Source    Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 8 and appendix B.3 (C12); measured
 *           there: 2097152 points of five f32, 32 a leaf
 * Device    one segmented reduction, reduce/min_and_max over [5][points], for what the points reach over; then for
 *           each level a radix sort whose rows are its nodes, 16 scan/digit4_i64, and steps that choose dimensions,
 *           gather keys, permute points and take medians */
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
    uint32_t *points;              /* leaf by leaf; padded points have numbers past the last */
    int32_t *dimension, *ancestor; /* ancestor: the closest one with the same dimension; -1: none */
    float *median, *leafs;         /* leafs: the points' coordinates, point by point */
};

static bool tree_add(struct app_answer *answer, const struct shape_of_tree *shape, struct tree *tree,
                     struct text *why)
{
    uint64_t inner = shape->leaves - 1;
    tree->dimension = answer_add(answer, "dimension", ELEM_I32, inner, why);
    tree->ancestor = tree->dimension ? answer_add(answer, "clanc_eqdim", ELEM_I32, inner, why) : NULL;
    tree->median = tree->ancestor ? answer_add(answer, "median", ELEM_F32, inner, why) : NULL;
    tree->points = tree->median ? answer_add(answer, "points", ELEM_U32, shape->padded, why) : NULL;
    tree->leafs =
        tree->points ? answer_add(answer, "leafs", ELEM_F32, DIMENSIONS * shape->padded, why) : NULL;
    return tree->leafs;
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

/* The closest ancestor that is cut in the same dimension; -1: none. */
static int32_t closest_ancestor(const struct tree *tree, uint64_t node)
{
    for (uint64_t above = node; above > 0;) {
        above = (above - 1) / 2;
        if (tree->dimension[above] == tree->dimension[node]) return (int32_t)above;
    }
    return -1;
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
    judge->tree.ancestor[node] = closest_ancestor(&judge->tree, node);
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
    for (uint64_t i = 0; done && i < shape.padded; i++)
        judge.tree.points[i] = (uint32_t)i;
    if (done) judge_node(&judge, 0, judge.tree.points, shape.padded, reach_of(data));
    for (uint64_t i = 0; done && i < DIMENSIONS * shape.padded; i++)
        judge.tree.leafs[i] = coordinate(data, judge.tree.points[i / DIMENSIONS], (int)(i % DIMENSIONS));
    free(judge.sorted);
    text_say(&answer->says, "%" PRIu64 " levels, %" PRIu64 " leaves of %" PRIu64 " points", shape.levels,
             shape.leaves, shape.padded / shape.leaves);
    return done;
}

/* ---- the program: a level, then the next ---- */

struct build {
    const struct app_data *data;
    const struct shape_of_tree *shape;
    struct program *program;
    struct radix_sort sort;
    struct columns reach;                 /* least and most key of each dimension */
    float *values, *median, *leafs;       /* values: [DIMENSIONS][points] */
    int32_t *keys, *dimension, *ancestor; /* keys as values */
    uint32_t *points, *moved;
};

static bool build_open(struct build *build)
{
    struct program *program = build->program;
    uint64_t items = build->data->items, inner = build->shape->leaves - 1, padded = build->shape->padded;
    build->values = program_array(program, "coordinates", sizeof *build->values, DIMENSIONS * items);
    build->keys = program_array(program, "sortable coordinates", sizeof *build->keys, DIMENSIONS * items);
    build->dimension = program_array(program, "dimension", sizeof *build->dimension, inner);
    build->ancestor = program_array(program, "ancestor", sizeof *build->ancestor, inner);
    build->median = program_array(program, "median", sizeof *build->median, inner);
    build->points = program_array(program, "points", sizeof *build->points, padded);
    build->moved = program_array(program, "moved points", sizeof *build->moved, padded);
    build->leafs = program_array(program, "leafs", sizeof *build->leafs, DIMENSIONS * padded);
    build->reach.count = 2;
    for (int c = 0; c < 2; c++)
        build->reach.column[c] = pass_column(
            program_array(program, c ? "most" : "least", sizeof(int32_t), DIMENSIONS), sizeof(int32_t));
    for (uint64_t d = 0; d < DIMENSIONS && !program->failed; d++)
        program_put(program, build->values + d * items, build->data->column[d],
                    items * sizeof *build->values);
    return radix_sort_open(&build->sort, program, padded, true);
}

static struct pass reach_pass(const struct build *build)
{
    struct pass pass = {
        .what = WHAT_REDUCE, .op = "min_and_max", .rows = DIMENSIONS, .length = build->data->items};
    pass.items = (struct columns){.count = 1, .column = {pass_column(build->keys, sizeof *build->keys)}};
    return pass;
}

static bool build_reserve(struct build *build)
{
    struct pass pass = reach_pass(build);
    bool done = program_reserve(build->program, &pass, 1);
    for (uint64_t level = 0; done && level < build->shape->levels; level++)
        done = radix_sort_reserve(&build->sort, (uint64_t)1 << level, build->shape->padded >> level);
    return done;
}

/* What the points reach over, and the order in which they came. */
static void begin(struct build *build)
{
    struct pass pass = reach_pass(build);
    struct program_call keys = {.count = DIMENSIONS * build->data->items,
                                .in = {build->values},
                                .out = {build->keys}},
                        number = {.count = build->shape->padded,
                                  .out = {build->points},
                                  .number = {(int64_t)build->shape->padded}};
    program_do(build->program, "place_in_row", &number);
    program_do(build->program, "sortable_key", &keys);
    program_fold(build->program, &pass, &build->reach);
}

static void do_level(struct build *build, uint64_t level)
{
    uint64_t nodes = (uint64_t)1 << level, length = build->shape->padded >> level;
    int64_t first = (int64_t)nodes - 1, points = (int64_t)build->data->items;
    struct program *program = build->program;
    struct program_call choose = {.count = nodes,
                                  .in = {build->reach.column[0].base, build->reach.column[1].base,
                                         build->median},
                                  .out = {build->dimension, build->ancestor},
                                  .number = {DIMENSIONS, first}},
                        keys = {.count = build->shape->padded,
                                .in = {build->keys, build->dimension, build->points},
                                .out = {build->sort.keys[0], build->sort.values[0]},
                                .number = {(int64_t)length, first, points}};
    program_do(program, "choose_dimension", &choose);
    program_do(program, "gather_key", &keys);
    radix_sort_rows(&build->sort, nodes, length);
    struct program_call permute = {.count = build->shape->padded,
                                   .in = {build->points, build->sort.values[0]},
                                   .out = {build->moved},
                                   .number = {(int64_t)length}},
                        medians = {.count = nodes,
                                   .in = {build->values, build->dimension, build->moved},
                                   .out = {build->median},
                                   .number = {(int64_t)length, first, points}};
    program_do(program, "permute_in_row", &permute);
    program_do(program, "median_of_node", &medians);
    uint32_t *points_before = build->points;
    build->points = build->moved;
    build->moved = points_before;
}

static bool build_tree(struct build *build, const struct tree *tree)
{
    struct program *program = build->program;
    uint64_t inner = build->shape->leaves - 1, padded = build->shape->padded;
    if (!build_open(build) || !build_reserve(build)) return false;
    program_start(program);
    begin(build);
    for (uint64_t level = 0; !program->failed && level < build->shape->levels; level++)
        do_level(build, level);
    struct program_call leafs = {.count = DIMENSIONS * padded,
                                 .in = {build->values, build->points},
                                 .out = {build->leafs},
                                 .number = {DIMENSIONS, (int64_t)build->data->items}};
    program_do(program, "gather_point", &leafs);
    program_stop(program);
    program_get(program, tree->dimension, build->dimension, inner * sizeof *tree->dimension);
    program_get(program, tree->ancestor, build->ancestor, inner * sizeof *tree->ancestor);
    program_get(program, tree->median, build->median, inner * sizeof *tree->median);
    program_get(program, tree->points, build->points, padded * sizeof *tree->points);
    return program_get(program, tree->leafs, build->leafs, DIMENSIONS * padded * sizeof *tree->leafs);
}

static bool kd_tree_by_scans(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                             struct text *why)
{
    struct shape_of_tree shape = tree_shape(data->items, (uint64_t)data->option[LEAF]);
    struct program program;
    struct tree tree;
    if (!tree_add(answer, &shape, &tree, why)) return false;
    struct build build = {.data = data, .shape = &shape, .program = &program};
    bool done = program_open(&program, passes, why) && build_tree(&build, &tree);
    program_close(&program);
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
