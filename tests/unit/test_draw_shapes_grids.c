/* SPDX-License-Identifier: MIT
 * Matrices, rows where policies switch, rows without items, and keys, drawn by themselves: how often each number comes.
 * Chances are worked out by hand from those that draw_shapes.c states; numbers that come by luck once in some hundred
 * draws are left out. */
#include "shares.h"

#include "draw_shapes.h"
#include "segments.h"
#include "unit.h"

/* 2000 threads fill it. */
static const struct device_caps caps = {.processors = 2, .resident_threads = 1000, .lanes = 32};
static const struct lab on_sim = {.name = {DEVICE_SIM64, 0}, .session = {.caps = &caps}},
                        on_gpu = {.name = {DEVICE_NVIDIA, 0}, .session = {.caps = &caps}};

/* ---- where policies switch ---- */

static struct shape switch_of(struct draw *draw, uint64_t most, bool is_run)
{
    struct shape shape = {0};
    draw_switch(draw, &caps, &shape, most, is_run);
    return shape;
}

static uint64_t planned_rows(struct draw *draw)
{
    return switch_of(draw, 51300, false).size[0];
}

static uint64_t run_rows(struct draw *draw)
{
    return switch_of(draw, 51300, true).size[0];
}

/* Lengths of about 512 rows. */
static uint64_t length_of_512(struct draw *draw)
{
    struct shape shape = switch_of(draw, 51300, true);
    return 511 <= shape.size[0] && shape.size[0] <= 513 ? shape.size[1] : 0;
}

static uint64_t length_of_many(struct draw *draw)
{
    struct shape shape = switch_of(draw, 600, false);
    return shape.size[0] > FEW_ROWS ? shape.size[1] : 0;
}

static uint64_t length_of_few(struct draw *draw)
{
    struct shape shape = switch_of(draw, 51300, false);
    return shape.size[0] <= FEW_ROWS ? shape.size[1] : 0;
}

static uint64_t items_of_few(struct draw *draw)
{
    struct shape shape = switch_of(draw, 600, false);
    return shape.size[0] <= FEW_ROWS ? shape.size[0] * shape.size[1] : 0;
}

/* Half by rows, about one of three numbers of them; half by length, likewise. */
static const struct share of_switches[] = {
    {"512 rows, planned", planned_rows, 512, 512, 1. / 2 / 9},
    {"about 512 rows, planned", planned_rows, 511, 513, 1. / 6},
    {"about as many rows as threads fill a device", planned_rows, 1999, 2001, 1. / 6},
    {"about 5000 rows, planned", planned_rows, 4999, 5001, 1. / 6},
    {"40 rows of a length", planned_rows, 40, 40, 1. / 2 / 41},
    {"rows past those of a length", planned_rows, 41, 510, 0},
    {"about 512 rows, run", run_rows, 511, 513, 1. / 4},
    {"rows between 512 and 5000, run", run_rows, 514, 4999, 0},
    {"5000 rows and one, run", run_rows, 5001, 5001, 1. / 8},
    {"of about 512 rows, longer ones than 2", length_of_512, 3, 100, 1. / 4 * 98 / 101},
    {"of about 512 rows, ones too long", length_of_512, 101, UINT64_MAX, 0},
    {"rows of 2 of more rows than items", length_of_many, 2, 2, 1. / 2 / 3},
    {"rows of 3 of more rows than items", length_of_many, 3, UINT64_MAX, 0},
    {"rows of half a block and one", length_of_few, 129, 129, 1. / 2 / 9},
    {"rows of a block and about", length_of_few, 255, 257, 1. / 2 / 3},
    {"rows of 2 blocks", length_of_few, 258, UINT64_MAX, 0},
    {"more items than there are usually, in few rows", items_of_few, 601, UINT64_MAX, 0},
};

/* ---- matrices ---- */

static struct shape matrices_of(struct draw *draw, uint64_t tile, bool flat)
{
    struct shape shape = {0};
    draw_matrices(draw, &shape, (struct edges){.tile = tile, .window = 3, .most = 1000, .longest = ANY_ROW},
                  flat);
    return shape;
}

/* The side of a tile of 10000 items, and of 10100, is 100. */
static uint64_t width(struct draw *draw)
{
    return matrices_of(draw, 10000, true).size[1];
}

static uint64_t width_of_more(struct draw *draw)
{
    return matrices_of(draw, 10100, true).size[1];
}

/* 80000 items at most: 200 rows of about 400. */
static uint64_t height_of_400(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 10000, true);
    return 399 <= shape.size[1] && shape.size[1] <= 401 ? shape.size[0] : 0;
}

static uint64_t height_of_column(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 10000, true);
    return shape.size[1] == 1 ? shape.size[0] : 0;
}

/* A side of 3: how tall is what has a width of 2. */
static uint64_t height_of_pairs(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 9, true);
    return shape.size[1] == 2 ? shape.size[0] : 0;
}

static uint64_t items_of_small(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 4, false);
    uint64_t items = 0;
    return shape_items(&shape, &items) ? items : UINT64_MAX;
}

static uint64_t height_of_small(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 4, true);
    return 1 <= shape.size[1] && shape.size[1] <= 7 ? shape.size[0] : 0;
}

static uint64_t matrices(struct draw *draw)
{
    struct shape shape = matrices_of(draw, 4, false);
    return shape.count == 3 ? shape.size[0] : 10;
}

static uint64_t flat_matrices(struct draw *draw)
{
    return (uint64_t)matrices_of(draw, 4, true).count;
}

/* Half are tall or wide. Of 13 dimensions of the others, 6 are at edges of up to 4 tiles, 2 up to 4 sides, 2 are primes
 * of 11. */
static const struct share of_matrices[] = {
    {"about 400 columns, of a side of 100", width, 399, 401, 1. / 2 * 6 / 13 / 5},
    {"about 400 columns, of a side of 100 and more", width_of_more, 399, 401, 1. / 2 * 6 / 13 / 5},
    {"about 500 columns, by luck", width, 499, 501, 0.0005},
    {"200 rows of 400, as many as fit", height_of_400, 199, 200,
     1. / 2 * 6 / 13 / 5 * (6. / 13 * 3 / 5 + 2. / 13 * 202 / 401)},
    {"201 rows of 400", height_of_400, 201, UINT64_MAX, 0},
    /* The low side is 1 in a third, else up to 50; then the other is at a tile in two thirds; five of them, or one. */
    {"a column as long as some tiles", height_of_column, 9999, 50001,
     1. / 4 * (1. / 3 + 2. / 3 / 50) * 2 / 3 * (5. / 6 / 2 + 1. / 6 * 5 / 6)},
    {"a column longer than five tiles", height_of_column, 50002, UINT64_MAX, 0},
    /* 3 and up to 12, 15 or 18 more; what is neither tall nor wide has up to 13, or a prime. */
    {"two columns, tall", height_of_pairs, 14, 21, 1. / 4 * 2 / 3 / 2 * (2. / 13 + 5. / 16 + 8. / 19) / 6},
    {"two columns, taller", height_of_pairs, 128, UINT64_MAX, 0},
    {"more items of matrices than usually", items_of_small, 1001, UINT64_MAX, 0},
    /* A prime of 11; of 7 columns at most are 68 in 100 of the others. */
    {"127 rows of a side of 2", height_of_small, 127, 127, 1. / 2 * 2 / 13 / 11 * 0.68},
    {"one matrix", matrices, 10, 10, 2. / 3},
    {"six matrices", matrices, 6, 9, 0},
    {"more matrices", matrices, 11, UINT64_MAX, 0},
    {"several matrices where there is to be one", flat_matrices, 3, UINT64_MAX, 0},
};

/* ---- rows without items ---- */

static struct shape empty_of(struct draw *draw, bool ragged)
{
    struct shape shape = {0};
    draw_empty(draw, &shape, FEW_EMPTY_ROWS, ragged);
    return shape;
}

static uint64_t empty_rows(struct draw *draw)
{
    return empty_of(draw, false).size[0];
}

static uint64_t items_of_empty(struct draw *draw)
{
    struct shape shape = empty_of(draw, true);
    uint64_t items = 0;
    return shape_items(&shape, &items) ? items : 1;
}

static uint64_t empty_form(struct draw *draw)
{
    return empty_of(draw, true).form;
}

static uint64_t length_of_none(struct draw *draw)
{
    struct shape shape = empty_of(draw, false);
    return shape.size[0] ? 0 : shape.size[1];
}

static const struct share of_empty[] = {
    {"no rows", empty_rows, 0, 0, 1. / 10},
    /* A number of 13 bits, one of 14 widths, is cut to 4097 in 4095 of 8192. */
    {"the most empty rows", empty_rows, 4098, 4098, 9. / 10 / 4 / 14 * 4095 / 8192},
    {"more empty rows", empty_rows, 4099, UINT64_MAX, 0},
    {"items of empty rows", items_of_empty, 1, UINT64_MAX, 0},
    {"a list of empty rows", empty_form, SHAPE_LIST, SHAPE_LIST, 9. / 10 / 3},
    {"a length of no rows", length_of_none, 9, 9, 1. / 10 / 10},
};

/* ---- keys ---- */

static uint64_t keys_of_7(struct draw *draw)
{
    return draw_key_count(draw, 100, 128, 7);
}

static uint64_t keys_of_9(struct draw *draw)
{
    return draw_key_count(draw, 9, 128, 9);
}

static uint64_t keys_past_4(struct draw *draw)
{
    return draw_key_count(draw, 4, 128, 1000);
}

static uint64_t keys_of_block(struct draw *draw)
{
    return draw_key_count(draw, 10000, 500, 10000);
}

static enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                                   const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_NONE;
}

static struct shape keys_of(struct draw *draw, const struct lab *lab, uint64_t rows, uint64_t length)
{
    static const struct strategy keyed = {.what = WHAT_KEYED, .refuse = refuse_nothing};
    static const struct instance instance = {.strategy = &keyed, .shape = {.block = 4}};
    struct problem problem = {.what = WHAT_KEYED, .op = op_find("affine_u32")};
    problem.shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, length}};
    draw_keys(draw, lab, &instance, &problem);
    return problem.shape;
}

static uint64_t keys_of_1000_items(struct draw *draw)
{
    return keys_of(draw, &on_sim, 1, 1000).keys;
}

static uint64_t keys_of_128_rows(struct draw *draw)
{
    return keys_of(draw, &on_sim, 128, 2).keys;
}

static uint64_t keys_of_no_items(struct draw *draw)
{
    return keys_of(draw, &on_sim, 1, 0).keys;
}

static uint64_t keys_of_many_rows(struct draw *draw)
{
    return keys_of(draw, &on_sim, 4000, 0).keys;
}

static uint64_t keys_on_gpu(struct draw *draw)
{
    return keys_of(draw, &on_gpu, 2, 1000).keys;
}

static uint64_t key_distribution(struct draw *draw)
{
    struct shape shape = keys_of(draw, &on_sim, 1, 10);
    return shape.has_dist ? (uint64_t)shape.dist : 10;
}

/* Keys that take turns have no distribution, and no seed. */
static uint64_t unwritten(struct draw *draw)
{
    struct shape shape = keys_of(draw, &on_sim, 1, 10);
    return shape.has_dist ? 0 : (uint64_t)shape.dist + shape.seed;
}

/* Of 14, 6 are 1 to 9, 3 at an edge of four, 3 up to 300, 2 of any magnitude. */
static const struct share of_keys[] = {
    /* No more than 7 of any magnitude: of 0 to 3 bits all of them are 0 in 1, 1/2, 1/4, 1/8. */
    {"one key of 7", keys_of_7, 1, 1, 6. / 14 / 9 + 3. / 14 / 300 + 2. / 14 * (1 + 7. / 8) / 4},
    {"no key", keys_of_7, 0, 0, 0},
    {"more keys than results", keys_of_7, 8, UINT64_MAX, 0},
    {"more keys than are done and than results", keys_of_9, 10, UINT64_MAX, 0},
    /* Of any magnitude, less than 1000: 4 and more in 7.004 of 11. */
    {"a key more than is done", keys_past_4, 5, 5,
     1. / 16 * (6. / 14 * 5 / 9 + 3. / 14 + 3. / 14 * 296 / 300 + 2. / 14 * 7.004 / 11)},
    {"two keys more than are done", keys_past_4, 6, UINT64_MAX, 0},
    {"about as many keys as threads", keys_of_block, 499, 501, 3. / 14 / 4},
    {"more than 10000 keys", keys_of_block, 10001, UINT64_MAX, 0},
    /* 2048 results and 262144 looks at an item for a key. */
    {"more keys than looks", keys_of_1000_items, 263, UINT64_MAX, 0},
    /* Blocks of 4 are the one edge of four that is below 16; 15 and more of 4 bits and of 5. */
    {"the most keys for 128 rows", keys_of_128_rows, 16, 16,
     3. / 14 * 3 / 4 + 3. / 14 * 285 / 300 + 2. / 14 * (1. / 16 + 17. / 32) / 6},
    {"more keys for 128 rows", keys_of_128_rows, 17, UINT64_MAX, 0},
    {"more than 1024 keys", keys_of_no_items, 1025, 2048, 2. / 14 / 13 * (1. / 2 + 3. / 4)},
    {"more keys than results, of no items", keys_of_no_items, 2049, UINT64_MAX, 0},
    {"one key of more rows than results", keys_of_many_rows, 1, 1, 1},
    {"as many keys as a GPU is given", keys_on_gpu, 262145, 524288, 2. / 14 / 21 * (1. / 2 + 3. / 4)},
    {"keys take turns", key_distribution, 10, 10, 1. / 8},
    {"keys in runs", key_distribution, DIST_RUNS, DIST_RUNS, 7. / 8 / 6},
    {"a distribution of keys that take turns, or a seed", unwritten, 1, UINT64_MAX, 0},
};

static bool share_of_switch_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_switches[at], finding);
}

static bool share_of_matrices_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_matrices[at], finding);
}

static bool share_of_empty_rows_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_empty[at], finding);
}

static bool share_of_keys_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_keys[at], finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(share_of_switch_is_right, of_switches, words),
                                         NAMED_ROWS(share_of_matrices_is_right, of_matrices, words),
                                         NAMED_ROWS(share_of_empty_rows_is_right, of_empty, words),
                                         NAMED_ROWS(share_of_keys_is_right, of_keys, words)};
UNIT(draw_shapes_grids, tests);
