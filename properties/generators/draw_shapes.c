/* SPDX-License-Identifier: MIT
 * Draws sizes: at the edges of tiles, windows and powers of two, and where policies switch. */
#include "draw_shapes.h"

#include "draw_parts.h"
#include "seen.h"
#include "segments.h"

enum { SIM_ITEMS = 1000, GPU_ITEMS = 4096 };
enum { LIBRARY_TILE = 2048 }; /* divides the tiles that libraries usually take */

enum { FEW_TILES = 5, MANY_TILES = 70 };

/* Mostly within `most`; large tiles are crossed once in a while. */
static uint64_t draw_tiles(struct draw *draw, struct edges edges)
{
    uint64_t units = edges.most / edges.tile;
    if (edges.one_size) return draw_edge(draw, edges.tile, draw_chance(draw, 1, 2) ? FEW_TILES + 1 : 1);
    if (units < FEW_TILES) units = draw_chance(draw, 1, 6) ? FEW_TILES : 1;
    return draw_edge(draw, edges.tile, units > MANY_TILES ? MANY_TILES : units);
}

/* A row that fits into a block: short, so that several fill it, with an item more or less (one row and an item more is
 * refused), or whatever fits. */
static uint64_t draw_fitting(struct draw *draw, uint64_t longest)
{
    static const unsigned weight[] = {3, 5, 4};
    uint64_t length;
    switch (draw_weighted(draw, weight, 3)) {
    case 0:
        return draw_between(draw, 0, longest < 9 ? longest : 9);
    case 1:
        length = longest / draw_between(draw, 1, 8) + draw_below(draw, 3);
        return length ? length - 1 : 0;
    default:
        return draw_between(draw, 0, longest);
    }
}

/* Small sizes are the simplest; edges of tiles find most mistakes. */
static uint64_t draw_length(struct draw *draw, struct edges edges)
{
    static const unsigned weight[] = {3, 5, 2, 2, 3, 1}, one_size_weight[] = {3, 14, 1, 1, 2, 1};
    static const uint16_t prime[] = {31, 61, 127, 257, 509, 769, 1021, 2039, 4093};
    if (edges.longest < ANY_ROW) return draw_fitting(draw, edges.longest);
    switch (draw_weighted(draw, edges.one_size ? one_size_weight : weight, 6)) {
    case 0:
        return draw_between(draw, 0, 17);
    case 1:
        return draw_tiles(draw, edges);
    case 2:
        return draw_edge(draw, (uint64_t)1 << draw_below(draw, edges.most > 1024 ? 14 : 11), 1);
    case 3:
        return draw_edge(draw, edges.window, 9);
    case 4:
        return draw_between(draw, 0, edges.most);
    default:
        return prime[draw_below(draw, sizeof prime / sizeof prime[0])];
    }
}

/* The tile that an auto strategy picks for a problem of some size. */
static uint64_t picked_tile(const struct fixture *fixture, const struct instance *instance,
                            const struct op *op)
{
    struct job job = {.op = op,
                      .what = instance->strategy->what,
                      .rows = 1,
                      .length = 1 << 16,
                      .caps = fixture->session.caps};
    job.keys = job.what == WHAT_KEYED ? 16 : 0;
    if (job.what == WHAT_TRANSPOSE) job.rows = job.height = job.length = 1 << 8, job.present = 1 << 16;
    struct launch_shape shape = instance->shape;
    instance->strategy->pick(&job, &shape, NULL);
    return (uint64_t)shape.block * shape.items;
}

struct edges edges_of(const struct fixture *fixture, const struct instance *instance, const struct op *op)
{
    uint64_t tile = (uint64_t)instance->shape.block * instance->shape.items;
    uint64_t window = (uint64_t)instance->shape.group * instance->shape.items;
    bool picks = instance->strategy->pick != NULL;
    bool hidden = !tile && !picks; /* a library's own */
    if (picks && !tile) tile = picked_tile(fixture, instance, op);
    if (hidden) tile = is_hardware(fixture) ? LIBRARY_TILE : seen_tile(fixture, instance, op);
    return (struct edges){.tile = tile ? tile : 1,
                          .window = window ? window : 256,
                          .most = is_hardware(fixture) ? GPU_ITEMS : SIM_ITEMS,
                          .longest = fixture_longest_row(fixture, instance, op),
                          .one_size = picks || hidden};
}

uint64_t draw_items(struct draw *draw, const struct fixture *fixture, struct edges edges, uint64_t most_items)
{
    uint64_t scale = is_hardware(fixture) ? 64 : OCCASIONAL;
    uint64_t items = draw_length(draw, edges);
    if (edges.longest == ANY_ROW && draw_chance(draw, 1, is_hardware(fixture) ? 32 : 64))
        items = draw_between(draw, 0, edges.most * scale);
    if (fixture->most_items && items > fixture->most_items) items = fixture->most_items;
    return most_items && items > most_items ? most_items : items;
}

void draw_shape(struct draw *draw, struct shape *shape, uint64_t items, bool flat)
{
    static const unsigned weight[] = {12, 2, 1};
    int count = flat ? 1 : 1 + (int)draw_weighted(draw, weight, 3);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = count};
    for (int d = 0; d + 1 < shape->count; d++) {
        shape->size[d] = draw_between(draw, 0, 9);
        items = shape->size[d] ? items / shape->size[d] : items;
    }
    shape->size[shape->count - 1] = items;
}

void draw_rows(struct draw *draw, struct shape *shape, uint64_t items, struct edges edges,
               uint64_t most_items, uint64_t most_rows)
{
    uint64_t length = draw_between(draw, 1, 9), rows = 2;
    if (edges.longest < ANY_ROW) items = draw_between(draw, 0, edges.most);
    if (draw_chance(draw, 2, 3)) length = draw_length(draw, edges);
    uint64_t fit = length ? items / length : 0;
    if (fit > most_rows) fit = most_rows;
    if (fit > rows) rows = draw_between(draw, 2, fit);
    if (rows * length > OCCASIONAL * edges.most) length = OCCASIONAL * edges.most / rows;
    if (most_items && rows * length > most_items) length = most_items / rows;
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, length}};
}

void draw_ragged(struct draw *draw, struct shape *shape, bool listed)
{
    bool few = draw_chance(draw, 1, 16);
    if (few) shape->size[0] = draw_below(draw, 2);
    uint64_t rows = shape->size[0], length = shape->size[1], items = rows * length;
    if (rows > MAX_LIST && listed) return;
    if (rows > MAX_LIST || (!listed && (!rows || draw_chance(draw, 1, 3)))) {
        *shape = (struct shape){.form = SHAPE_RAGGED, .count = 2, .size = {rows, length}, .has_dist = true};
        shape->dist = (enum dist)draw_below(draw, DIST_HALFEMPTY + 1);
        shape->seed = draw_bits(draw, 16);
        return;
    }
    if (!rows) return; /* a list has one */
    bool equal = draw_chance(draw, 1, 16);
    *shape = (struct shape){.form = SHAPE_LIST, .count = (int)rows};
    for (uint64_t r = 0; r < rows; r++) {
        shape->size[r] = length;
        if (equal) continue;
        uint64_t most = draw_chance(draw, 1, 3) ? items : draw_chance(draw, 1, 2) ? 3 : length;
        shape->size[r] = draw_chance(draw, 1, 4) ? 0 : draw_between(draw, 0, most < items ? most : items);
        items -= shape->size[r];
    }
}

/* A number, one more, or one less. */
static uint64_t draw_near(struct draw *draw, uint64_t number)
{
    static const int64_t by[] = {0, 1, -1};
    return number + (uint64_t)by[draw_below(draw, 3)];
}

/* As many rows as some policy's rule counts. What is run has 512 or 5001: of any number between them
 * Henriksen's rule makes a block each, for which the simulator takes seconds. */
static uint64_t draw_counted_rows(struct draw *draw, const struct device_caps *caps, bool is_run)
{
    const uint64_t full = (uint64_t)caps->processors * (uint64_t)caps->resident_threads;
    const uint64_t many[] = {SEGMENTS_VERSION_ROWS, full, SEGMENTS_MANY_ROWS};
    if (!is_run) return draw_near(draw, many[draw_below(draw, 3)]);
    if (draw_chance(draw, 1, 2)) return SEGMENTS_MANY_ROWS + draw_below(draw, 2);
    return draw_near(draw, SEGMENTS_VERSION_ROWS);
}

void draw_switch(struct draw *draw, const struct device_caps *caps, struct shape *shape, uint64_t most,
                 bool is_run)
{
    static const uint64_t lengths[] = {128, 64, 256};
    uint64_t rows, length;
    if (draw_chance(draw, 1, 2)) {
        rows = draw_counted_rows(draw, caps, is_run);
        length = draw_between(draw, 0, most / rows > 2 ? most / rows : 2);
    } else {
        length = draw_near(draw, lengths[draw_below(draw, 3)]);
        rows = draw_between(draw, 0, most / length < FEW_ROWS ? most / length : FEW_ROWS);
    }
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, length}};
}

/* A dimension: at the edges of tiles whose side is `side`, mostly. */
static uint64_t draw_dimension(struct draw *draw, uint64_t side)
{
    static const unsigned weight[] = {3, 6, 2, 2};
    static const uint16_t prime[] = {2, 3, 5, 7, 13, 31, 37, 61, 67, 101, 127};
    switch (draw_weighted(draw, weight, 4)) {
    case 0:
        return draw_between(draw, 0, 9);
    case 1:
        return draw_edge(draw, side, FEW_TILES - 1);
    case 2:
        return draw_between(draw, 0, 4 * side);
    default:
        return prime[draw_below(draw, sizeof prime / sizeof prime[0])];
    }
}

void draw_matrices(struct draw *draw, struct shape *shape, struct edges edges, bool flat)
{
    uint64_t side = 1, size[2], most = edges.most < 8 * edges.tile ? 8 * edges.tile : edges.most;
    while ((side + 1) * (side + 1) <= edges.tile)
        side++;
    size[0] = draw_dimension(draw, side);
    size[1] = draw_dimension(draw, side);
    if (draw_chance(draw, 1, 2)) {
        uint64_t low = draw_below(draw, 2), longest = draw_between(draw, 1, 6) * side;
        size[low] = draw_chance(draw, 1, 3) ? 1 : draw_between(draw, 1, side > 3 ? side / 2 : 2);
        size[1 - low] = side + draw_between(draw, 0, longest);
        if (size[low] == 1 && draw_chance(draw, 2, 3)) size[1 - low] = draw_tiles(draw, edges);
    }
    if (size[1] && size[0] > most / size[1]) size[0] = most / size[1];
    uint64_t items = size[0] * size[1], fit = items ? most / items : 5;
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {size[0], size[1]}};
    if (flat || !draw_chance(draw, 1, 3)) return;
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 3, .size = {0, size[0], size[1]}};
    shape->size[0] = draw_between(draw, 0, fit < 5 ? fit : 5);
}

void keep_to_limit(struct shape *shape, uint64_t most)
{
    uint64_t items;
    while (!shape_items(shape, &items) || items > most) {
        int largest = 0;
        for (int d = 1; d < shape->count; d++)
            if (shape->size[d] >= shape->size[largest]) largest = d;
        shape->size[largest] /= 2;
    }
}

void keep_to_multiple(struct shape *shape, enum what what, uint64_t multiple)
{
    int last = shape->count - 1, first = what == WHAT_TRANSPOSE && last > 0 ? last - 1 : last;
    if (multiple < 2 || shape->form != SHAPE_DIMS) return;
    for (int d = first; d <= last; d++)
        shape->size[d] -= shape->size[d] % multiple;
}

void draw_empty(struct draw *draw, struct shape *shape, uint64_t most, bool ragged)
{
    uint64_t rows = draw_between(draw, 0, most);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, 0}};
    if (rows == 0)
        shape->size[1] = draw_between(draw, 0, 9);
    else if (draw_chance(draw, 1, 4))
        shape->size[0] = draw_size(draw, 4097) + 1;
    if (ragged && rows && draw_chance(draw, 1, 3))
        *shape = (struct shape){.form = SHAPE_LIST, .count = (int)rows};
}

uint64_t draw_key_count(struct draw *draw, uint64_t done, uint64_t block, uint64_t most)
{
    static const unsigned weight[] = {6, 3, 3, 2};
    const uint64_t edge[] = {32, 64, 256, block};
    uint64_t keys;
    switch (draw_weighted(draw, weight, 4)) {
    case 0:
        keys = draw_between(draw, 1, 9);
        break;
    case 1:
        keys = draw_near(draw, edge[draw_below(draw, 4)]);
        break;
    case 2:
        keys = draw_between(draw, 1, 300);
        break;
    default:
        keys = draw_size(draw, most) + 1;
    }
    if (keys > most) keys = most;
    if (keys > done) keys = draw_chance(draw, 1, 16) ? done + 1 : done;
    return keys ? keys : 1;
}

/* keyed_onehot looks at each item for each key. */
enum { MOST_SIM_RESULTS = 2048, MOST_SIM_LOOKS = 1 << 18, MOST_GPU_RESULTS = 1 << 20 };

void draw_keys(struct draw *draw, const struct fixture *fixture, const struct instance *instance,
               struct problem *problem)
{
    struct shape *shape = &problem->shape;
    uint64_t rows = rows_of(shape), items;
    uint64_t most = (is_hardware(fixture) ? MOST_GPU_RESULTS : MOST_SIM_RESULTS) / (rows ? rows : 1);
    shape_items(shape, &items);
    if (!is_hardware(fixture) && most * items > MOST_SIM_LOOKS) most = MOST_SIM_LOOKS / items;
    uint64_t block = instance->shape.block;
    if (!block && instance->strategy->constants) block = seen_launch(fixture, instance, problem->op).threads;
    shape->keys = draw_key_count(draw, fixture_most_keys(fixture, instance, problem->op), block, most);
    shape->has_dist = draw_chance(draw, 7, 8);
    if (!shape->has_dist) return;
    shape->dist = (enum dist)draw_below(draw, DIST_RUNS + 1);
    shape->seed = draw_bits(draw, 16);
}

uint64_t rows_of(const struct shape *shape)
{
    uint64_t rows;
    shape_rows(shape, &rows);
    return rows;
}
