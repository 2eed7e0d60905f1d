/* SPDX-License-Identifier: MIT
 * The shapes of a sweep, and the batches in which they are launched. */
#include "exhaustive_shapes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fixture.h"

enum {
    BATCH_SHAPES = 4096,   /* at most, before the host waits */
    BATCH_ITEMS = 1 << 20, /* and that many items in total; */
    SIM_SHAPES = 64,       /* where the host is the device: within a launch's time limit */
    SIM_ITEMS = 1 << 12,
    SIDES = 6,       /* of matrices, at the edges of tiles */
    FEW_ITEMS = 128, /* sweeps of fewer items have fewer tiles of the tunings that are not tiny */
    FEW_TILES = 2,   /* the last shape still crosses three */
    EDGE_TILES = 4,
    EDGE_ROWS = 3, /* of the first edges of tunings that are not tiny */
    EDGE_PARTS =
        4 /* rows that fit into a block: rows that fill it up to that many times, an item more or less */
};

uint64_t sweep_most_items(const struct sweep *sweep)
{
    uint64_t most = 0;
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->shape[i] > most) most = sweep->shape[i];
    return most;
}

bool sweep_scans(const struct sweep *sweep)
{
    return sweep->about.instance->strategy->what == WHAT_SCAN;
}

bool sweep_moves(const struct sweep *sweep)
{
    return sweep->about.instance->strategy->what == WHAT_TRANSPOSE;
}

static void add_shape(struct sweep *sweep, uint64_t rows, uint64_t items)
{
    sweep->row[sweep->count] = rows;
    sweep->shape[sweep->count++] = items;
}

/* Whether `rows` rows with that many items in total are swept beside the one row. */
static bool is_shape_of_rows(const struct sweep *sweep, uint64_t rows, uint64_t items)
{
    uint64_t most = sweep->about.most;
    if (items % rows) return false;
    if (sweep_moves(sweep)) return true;
    return items <= SWEEP_ROWS_ITEMS || rows == most / (items / rows);
}

static void list_all(struct sweep *sweep)
{
    for (uint64_t n = 0; n <= sweep->about.most; n++) {
        add_shape(sweep, 1, n);
        for (uint64_t rows = 2; sweep->rows && rows <= n; rows++)
            if (is_shape_of_rows(sweep, rows, n)) add_shape(sweep, rows, n);
    }
}

/* Matrices whose sides are at the edges of tiles. */
static void list_matrices(struct sweep *sweep)
{
    uint64_t tile = 1;
    while ((tile + 1) * (tile + 1) <= sweep->tile)
        tile++;
    const uint64_t side[SIDES] = {1, tile / 2, tile - 1, tile, tile + 1, 2 * tile + 1};
    for (int r = 0; r < SIDES; r++)
        for (int c = 0; c < SIDES; c++)
            add_shape(sweep, side[r], side[r] * side[c]);
}

/* As many rows as fill those tiles, and one more. */
static void list_edges_of_fitting(struct sweep *sweep)
{
    uint64_t tiles = sweep->edge_tiles;
    for (uint64_t parts = 1; parts <= EDGE_PARTS; parts++)
        for (uint64_t n = sweep->longest / parts - 1; n <= sweep->longest / parts + 1; n++) {
            if (n == 0) continue;
            add_shape(sweep, tiles * parts, tiles * parts * n);
            add_shape(sweep, tiles * parts + 1, (tiles * parts + 1) * n);
        }
}

static void list_edges(struct sweep *sweep)
{
    uint64_t tile = sweep->tile;
    for (uint64_t n = tile - 1; sweep->rows && n <= tile + 1; n++)
        add_shape(sweep, EDGE_ROWS, EDGE_ROWS * n);
    for (uint64_t k = 0; k <= sweep->edge_tiles; k++)
        for (uint64_t n = k ? k * tile - 1 : 0; n <= k * tile + 1; n++)
            add_shape(sweep, 1, n);
}

/* How many shapes list_all lists at most. */
static size_t room_for_all(const struct sweep *sweep)
{
    uint64_t most = sweep->about.most, room = most + 1;
    if (sweep->rows && !sweep_moves(sweep)) room += SWEEP_ROWS_ITEMS * SWEEP_ROWS_ITEMS + most;
    for (uint64_t rows = 1; sweep_moves(sweep) && rows <= most; rows++)
        room += most / rows;
    return room;
}

bool sweep_list_shapes(struct sweep *sweep, struct text *why)
{
    bool all = sweep->about.instance->tiny || !sweep->tile;
    size_t room = all                  ? room_for_all(sweep)
                  : sweep_moves(sweep) ? SIDES * SIDES
                                       : 3 * (EDGE_TILES + 2) + 6 * EDGE_PARTS;
    sweep->edge_tiles = sweep->about.most < FEW_ITEMS ? FEW_TILES : EDGE_TILES;
    sweep->shape = calloc(4 * room + 2, sizeof *sweep->shape); /* nothing is before the first shape */
    if (!sweep->shape) return text_say(why, "no host memory for %zu shapes", room);
    sweep->row = sweep->shape + room;
    sweep->before = sweep->row + room;
    sweep->results_before = sweep->before + room + 1;
    if (sweep->fitting && !all) list_edges_of_fitting(sweep);
    if (all)
        list_all(sweep);
    else if (sweep_moves(sweep))
        list_matrices(sweep);
    else
        list_edges(sweep);
    bool one_an_item = sweep_scans(sweep) || sweep_moves(sweep);
    for (size_t i = 0; i < sweep->count; i++) {
        sweep->before[i + 1] = sweep->before[i] + sweep->shape[i] + 1;
        sweep->results_before[i + 1] =
            sweep->results_before[i] + (one_an_item ? sweep->shape[i] : sweep->row[i]) + 1;
    }
    uint64_t most = sweep_most_items(sweep), right = sweep->about.op->most_items;
    return !right || most < right ||
           text_say(why, "%s is right for %" PRIu64 " items, not for %" PRIu64 " and one more",
                    sweep->about.op->name, right, most);
}

void sweep_find_tile(struct sweep *sweep)
{
    const struct instance *instance = sweep->about.instance;
    struct launch_shape shape = instance->shape;
    struct job job = {.op = sweep->about.op,
                      .what = instance->strategy->what,
                      .rows = 1,
                      .caps = sweep->fixture->session.caps};
    if (sweep_moves(sweep)) job.rows = job.height = job.length = 1 << 8, job.present = 1 << 16;
    if (instance->strategy->pick) instance->strategy->pick(&job, &shape, NULL);
    sweep->tile = (uint64_t)shape.block * shape.items;
}

size_t sweep_batch(const struct sweep *sweep, size_t from)
{
    bool on_sim = device_is_simulated(sweep->device.kind);
    size_t to = from + 1, shapes = on_sim ? SIM_SHAPES : BATCH_SHAPES;
    uint64_t items = on_sim ? SIM_ITEMS : BATCH_ITEMS;
    while (to < sweep->count && to - from < shapes && sweep->before[to + 1] - sweep->before[from] <= items)
        to++;
    return to;
}
