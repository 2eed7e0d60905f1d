/* SPDX-License-Identifier: MIT
 * Shapes, drawn by themselves: how often each number comes. Chances are worked out by hand from those that
 * draw_shapes.c states. */
#include "shares.h"

#include "draw_shapes.h"
#include "unit.h"

static const struct lab on_sim = {.name = {DEVICE_SIM64, 0}}, on_gpu = {.name = {DEVICE_NVIDIA, 0}},
                        limited = {.name = {DEVICE_SIM64, 0}, .most_items = 50};

/* ---- items ---- */

static uint64_t items_by_tiles(struct draw *draw, uint64_t tile, bool one_size)
{
    struct edges edges = {.tile = tile, .window = 3, .most = 1000, .longest = ANY_ROW, .one_size = one_size};
    return draw_items(draw, &on_sim, edges, 0);
}

#define BY_TILES(NAME, TILE, ONE_SIZE)                                                                       \
    static uint64_t NAME(struct draw *draw)                                                                  \
    {                                                                                                        \
        return items_by_tiles(draw, TILE, ONE_SIZE);                                                         \
    }
BY_TILES(tiles_of_10, 10, false)
BY_TILES(tiles_of_100, 100, false)
BY_TILES(tiles_of_200, 200, false)
BY_TILES(tiles_of_4000, 4000, false)
BY_TILES(one_size_of_4000, 4000, true)

static uint64_t items_on_gpu(struct draw *draw)
{
    return draw_items(draw, &on_gpu, (struct edges){.tile = 1, .window = 3, .most = 4096, .longest = ANY_ROW},
                      0);
}

static uint64_t items_of_lab(struct draw *draw)
{
    return draw_items(draw, &limited,
                      (struct edges){.tile = 60, .window = 3, .most = 1000, .longest = ANY_ROW}, 0);
}

static uint64_t items_of_op(struct draw *draw)
{
    return draw_items(draw, &on_sim,
                      (struct edges){.tile = 60, .window = 3, .most = 1000, .longest = ANY_ROW}, 50);
}

static uint64_t fits_5(struct draw *draw)
{
    return draw_items(draw, &on_sim, (struct edges){.tile = 60, .window = 3, .most = 1000, .longest = 5}, 0);
}

static uint64_t fits_100(struct draw *draw)
{
    return draw_items(draw, &on_sim, (struct edges){.tile = 60, .window = 3, .most = 1000, .longest = 100},
                      0);
}

/* One in 64 is of 8 times the most items, one in 32 of 64 times on a GPU. */
#define USUALLY(CHANCE) (63. / 64 * (CHANCE))
#define SELDOM(NUMBERS) (1. / 64 * (NUMBERS) / 8001)

/* Of 16, 5 are at tiles, 2 at powers of two, 3 anywhere, 1 is a prime of 9, two of which are past 1000. Of one size 14
 * of 22 are at tiles. */
static const struct share of_items[] = {
    {"at the seventieth tile of 10, or behind it", tiles_of_10, 699, 701,
     USUALLY(5. / 16 / 71 + 3. / 16 * 3 / 1001) + SELDOM(3)},
    {"past the seventieth tile of 10", tiles_of_10, 702, 1000,
     USUALLY(3. / 16 * 299 / 1001 + 1. / 16 / 9) + SELDOM(299)},
    {"past all tiles of 100", tiles_of_100, 1026, 8000, USUALLY(1. / 16 * 2 / 9) + SELDOM(6975)},
    {"past 8 times the most items", tiles_of_100, 8001, UINT64_MAX, 0},
    {"at the fifth tile of 200", tiles_of_200, 999, 1001,
     USUALLY(5. / 16 / 6 + 3. / 16 * 2 / 1001) + SELDOM(3)},
    {"at the first tile of 4000", tiles_of_4000, 3999, 4001,
     USUALLY(5. / 16 * (5. / 6 / 2 + 1. / 6 / 6)) + SELDOM(3)},
    {"at the fifth tile of 4000", tiles_of_4000, 19999, 20001, USUALLY(5. / 16 / 6 / 6)},
    {"past the fifth tile of 4000", tiles_of_4000, 20002, UINT64_MAX, 0},
    {"at the sixth tile of one size", one_size_of_4000, 23999, 24001, USUALLY(14. / 22 / 2 / 7)},
    {"past the sixth tile of one size", one_size_of_4000, 24002, UINT64_MAX, 0},
    {"at 8192 on a GPU", items_on_gpu, 8191, 8193, 31. / 32 * 2 / 16 / 14 / 2},
    {"past 8193 on a GPU", items_on_gpu, 8194, 262144, 1. / 32 * 253951 / 262145},
    {"past 64 times the most items on a GPU", items_on_gpu, 262145, UINT64_MAX, 0},
    {"past the most items of a lab", items_of_lab, 51, UINT64_MAX, 0},
    {"past the most items of an operator", items_of_op, 51, UINT64_MAX, 0},
};

/* Rows that fit: of 12, 3 are short, 5 fill a block by 1 to 8 of them, 4 are anything. */
static const struct share of_fitting[] = {
    {"an item more than fits", fits_5, 6, 6, 5. / 12 / 8 / 3},
    {"two items more than fit", fits_5, 7, UINT64_MAX, 0},
    {"a row of none, of 100 that fit", fits_100, 0, 0, 3. / 12 / 10 + 4. / 12 / 101},
    {"a row of 99 of 100 that fit", fits_100, 99, 99, 5. / 12 / 8 / 3 + 4. / 12 / 101},
    {"a row of 101 of 100 that fit", fits_100, 101, 101, 5. / 12 / 8 / 3},
    {"a row of 102 of 100 that fit", fits_100, 102, UINT64_MAX, 0},
};

/* ---- dimensions and rows ---- */

static struct shape shape_of_60(struct draw *draw, bool flat)
{
    struct shape shape = {0};
    draw_shape(draw, &shape, 60, flat);
    return shape;
}

static uint64_t last_of_60(struct draw *draw)
{
    struct shape shape = shape_of_60(draw, false);
    return shape.size[shape.count - 1];
}

static uint64_t only_dimension(struct draw *draw)
{
    struct shape shape = shape_of_60(draw, false);
    return shape.count == 1 ? shape.size[0] : 60;
}

static uint64_t flat_60(struct draw *draw)
{
    struct shape shape = shape_of_60(draw, true);
    return shape.count == 1 ? shape.size[0] : 0;
}

static struct shape rows_by(struct draw *draw, uint64_t items, struct edges edges, uint64_t most_items)
{
    struct shape shape = {0};
    edges.tile = 4000;
    edges.window = 3;
    draw_rows(draw, &shape, items, edges, most_items, 40);
    return shape;
}

static const struct edges any_row = {.most = 1000, .longest = ANY_ROW},
                          short_row = {.most = 20, .longest = 0}, shorter_row = {.most = 3, .longest = 0};

static uint64_t rows_of_20(struct draw *draw)
{
    return rows_by(draw, 20, any_row, 0).size[0];
}

static uint64_t rows_of_1000(struct draw *draw)
{
    return rows_by(draw, 1000, any_row, 0).size[0];
}

static uint64_t rows_of_3(struct draw *draw)
{
    return rows_by(draw, 0, shorter_row, 0).size[0];
}

static uint64_t all_items(struct shape shape)
{
    uint64_t items = 0;
    return shape_items(&shape, &items) ? items : UINT64_MAX;
}

static uint64_t items_of_rows(struct draw *draw)
{
    return all_items(rows_by(draw, 1000, any_row, 0));
}

static uint64_t items_of_short_rows(struct draw *draw)
{
    return all_items(rows_by(draw, 0, short_row, 0));
}

static uint64_t items_of_few(struct draw *draw)
{
    return all_items(rows_by(draw, 10, any_row, 10));
}

static const struct share of_rows[] = {
    /* Of 15, 12 have one dimension, 2 two, 1 three; those before the last are 0 to 9; 0 and 1 leave all items. */
    {"all of 60 items in the last dimension", last_of_60, 60, 60, (12 + 2. / 5 + 1. / 25) / 15},
    {"half of 60 items in the last dimension", last_of_60, 30, 30, (2. / 10 + 2. / 50) / 15},
    {"60 items of one dimension", only_dimension, 60, 60, 1},
    {"60 items of a flat shape", flat_60, 60, 60, 1},
    {"more rows than items", rows_of_20, 21, UINT64_MAX, 0},
    {"fewer than two rows", rows_of_20, 0, 1, 0},
    {"more rows than there may be", rows_of_1000, 41, UINT64_MAX, 0},
    {"more than 8 times the most items in rows", items_of_rows, 8001, UINT64_MAX, 0},
    {"more items than there may be, in rows", items_of_few, 11, UINT64_MAX, 0},
    {"more items in rows that fit than usually", items_of_short_rows, 21, UINT64_MAX, 0},
    /* A row of one item: in a third of the draws one of 1 to 9; else 5 of 12 give 0, 0 or 1. */
    {"3 rows of at most 3 items", rows_of_3, 3, 3, (1. / 3 / 9 + 2. / 3 * 5 / 12 / 3) / 4 / 2},
    {"more than 3 rows of at most 3 items", rows_of_3, 4, UINT64_MAX, 0},
};

/* ---- rows of different lengths ---- */

static struct shape ragged_of(struct draw *draw, uint64_t rows, uint64_t length, bool listed)
{
    struct shape shape = {.form = SHAPE_DIMS, .count = 2, .size = {rows, length}};
    draw_ragged(draw, &shape, listed);
    return shape;
}

/* 100 times the form, and the rows of it. */
static uint64_t form_and_rows(struct shape shape)
{
    return 100 * (uint64_t)shape.form + rows_of(&shape);
}

static uint64_t listed_64(struct draw *draw)
{
    return form_and_rows(ragged_of(draw, 64, 1, true));
}

static uint64_t listed_65(struct draw *draw)
{
    return form_and_rows(ragged_of(draw, 65, 1, true));
}

static uint64_t unlisted_65(struct draw *draw)
{
    return form_and_rows(ragged_of(draw, 65, 1, false));
}

static uint64_t unlisted_5(struct draw *draw)
{
    return form_and_rows(ragged_of(draw, 5, 6, false));
}

static uint64_t distribution(struct draw *draw)
{
    struct shape shape = ragged_of(draw, 65, 6, false);
    return shape.form == SHAPE_RAGGED ? (uint64_t)shape.dist : DIST_RUNS;
}

static uint64_t listed_items(struct draw *draw)
{
    return all_items(ragged_of(draw, 5, 6, true));
}

static uint64_t equal_lengths(struct draw *draw)
{
    struct shape shape = ragged_of(draw, 5, 6, true);
    for (int r = 0; r < 5; r++)
        if (shape.size[r] != 6) return 0;
    return 1;
}

static uint64_t first_length(struct draw *draw)
{
    struct shape shape = ragged_of(draw, 5, 6, true);
    return shape.count == 5 ? shape.size[0] : 100;
}

static uint64_t lengths_behind(struct draw *draw)
{
    struct shape shape = ragged_of(draw, 5, 6, true);
    uint64_t behind = shape.keys;
    for (int r = shape.form == SHAPE_LIST ? shape.count : 2; r < MAX_LIST; r++)
        behind += shape.size[r];
    return behind;
}

/* One in 16 has no row or one instead. */
static const struct share of_ragged[] = {
    {"64 rows that are listed", listed_64, 164, 164, 15. / 16},
    {"listed rows by a distribution", listed_64, 200, UINT64_MAX, 0},
    {"65 rows, too many for a list", listed_65, 65, 65, 15. / 16},
    {"65 rows of a list", listed_65, 102, UINT64_MAX, 0},
    {"65 rows by a distribution", unlisted_65, 265, 265, 15. / 16},
    {"5 rows by a distribution", unlisted_5, 205, 205, 15. / 16 / 3},
    {"5 rows of a list", unlisted_5, 105, 105, 15. / 16 * 2 / 3},
    {"no rows of a list", unlisted_5, 100, 100, 0},
    {"an even distribution", distribution, DIST_UNIFORM, DIST_UNIFORM, (15. / 16 + 1. / 32 + 1. / 96) / 4},
    {"half of the rows empty", distribution, DIST_HALFEMPTY, DIST_HALFEMPTY,
     (15. / 16 + 1. / 32 + 1. / 96) / 4},
    {"more items in a list than in equal rows", listed_items, 31, UINT64_MAX, 0},
    {"5 equal rows of a list", equal_lengths, 1, 1, 15. / 16 / 16},
    /* Of those that are not equal, a quarter is empty, and of the others each is up to all items, 3 or 6. */
    {"a first row without items", first_length, 0, 0,
     15. / 16 * 15 / 16 * (1. / 4 + 3. / 4 / 3 * (1. / 31 + 1. / 4 + 1. / 7))},
    {"all items in the first row", first_length, 30, 30, 15. / 16 * 15 / 16 * 3 / 4 / 3 / 31},
    {"a length behind the last row", lengths_behind, 1, UINT64_MAX, 0},
};

static bool share_of_items_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_items[at], finding);
}

static bool share_of_fitting_rows_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_fitting[at], finding);
}

static bool share_of_rows_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_rows[at], finding);
}

static bool share_of_ragged_rows_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_ragged[at], finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(share_of_items_is_right, of_items, words),
                                         NAMED_ROWS(share_of_fitting_rows_is_right, of_fitting, words),
                                         NAMED_ROWS(share_of_rows_is_right, of_rows, words),
                                         NAMED_ROWS(share_of_ragged_rows_is_right, of_ragged, words)};
UNIT(draw_shapes_chances, tests);
