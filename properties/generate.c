/* SPDX-License-Identifier: MIT
 * Draws problems for a strategy and an operator: sizes at the edges of tiles, windows and powers of two,
 * layouts with skews and gaps, data that is simple or wild. Refused problems are drawn again, except in
 * one draw of 16, where the refusal is what is looked at. */
#define _POSIX_C_SOURCE 200809L
#include "generate.h"

#include <string.h>

#include "edges.h"
#include "lab.h"
#include "segments.h"

enum { TRIES = 8, SIM_ITEMS = 1000, GPU_ITEMS = 4096, OCCASIONAL = 8 };
enum { LIBRARY_TILE = 2048 }; /* divides the tiles that libraries usually take */

static void set_name(char to[MAX_NAME], const char *from)
{
    memset(to, 0, MAX_NAME);
    memcpy(to, from, strnlen(from, MAX_NAME - 1));
}

static void begin(const struct target *target, struct test_case *drawn)
{
    memset(drawn, 0, sizeof *drawn);
    set_name(drawn->claim, target->property->name);
    set_name(drawn->subject, target->subject[0] ? target->subject : "suite");
    drawn->device = target->device;
    if (target->property->on_host) drawn->device = (struct device_name){DEVICE_HOST, 0};
}

bool once_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context, (void)draw;
    begin(target, drawn);
    return true;
}

/* ---- pieces that every problem has ---- */

static void draw_args(struct draw *draw, const struct op *op, int64_t args[MAX_ARGS])
{
    for (int i = 0; i < MAX_ARGS && op->arg[i].name; i++) {
        const struct op_arg *arg = &op->arg[i];
        args[i] = arg->usual;
        if (draw_chance(draw, 1, 4)) args[i] = draw_signed(draw, arg->least, arg->usual, arg->most);
        if (draw_chance(draw, 1, 8)) args[i] = draw_chance(draw, 1, 2) ? arg->most : arg->least;
    }
}

static void draw_data(struct draw *draw, struct data *data, uint64_t items)
{
    static const unsigned weight[] = {1, 3, 11, 1};
    data->form = (enum data_form)draw_weighted(draw, weight, 4);
    if (data->form != DATA_LITERAL) {
        data->seed = draw_bits(draw, 16);
        return;
    }
    data->count = (int)draw_between(draw, 1, items > 0 && items < 8 ? items : 8);
    for (int i = 0; i < data->count; i++)
        data->literal[i] = draw_size(draw, UINT64_MAX);
}

/* An operator without a neutral input never gets `only`. */
static void draw_only(struct draw *draw, struct problem *problem, uint64_t items)
{
    if (!problem->op->has_neutral || items == 0 || !draw_chance(draw, 1, 8)) return;
    problem->has_only = true;
    problem->only_from = draw_below(draw, items);
    problem->only_to = draw_between(draw, problem->only_from, items);
}

static struct side draw_side(struct draw *draw, bool input, bool odd)
{
    static const unsigned weight[] = {9, 4, 4, 1};
    struct side side = {.form = (enum side_form)draw_weighted(draw, weight, input ? 4 : 3)};
    unsigned seldom = odd ? 2 : 4;
    bool far = odd || draw_chance(draw, 1, 2); /* of elements of a byte 16 lie between two boundaries */
    if (draw_chance(draw, 1, seldom)) side.skew = (uint32_t)draw_between(draw, 1, far ? 17 : 5);
    if (draw_chance(draw, 1, 2 * seldom)) side.gap = (uint32_t)draw_between(draw, 1, 3);
    return side;
}

static bool side_is_plain(struct side side)
{
    return side.form == SIDE_SOA && side.skew == 0 && side.gap == 0;
}

/* `sides` is how many the line must write. */
static void count_sides(struct layout *layout)
{
    layout->sides = !side_is_plain(layout->mapout) ? 3 : !side_is_plain(layout->result) ? 2 : 1;
}

static void draw_layout(struct draw *draw, const struct op *op, struct layout *layout, bool odd)
{
    layout->input = draw_side(draw, true, odd);
    layout->result = draw_side(draw, false, odd);
    if (op->emits) layout->mapout = draw_side(draw, false, odd);
    bool agree = op->emits && tuples_agree(&op->input, &op->mapout) && layout->input.form != SIDE_ONE;
    if (agree && draw_chance(draw, 1, 8)) layout->mapout = (struct side){.form = SIDE_IN};
    count_sides(layout);
}

/* The results over the items, where each item has a place of its own. */
static void lay_over_input(struct layout *layout)
{
    if (layout->input.form == SIDE_ONE) layout->input.form = SIDE_SOA;
    if (layout->mapout.form == SIDE_IN) layout->mapout.form = SIDE_SOA; /* there is room for one */
    layout->result = (struct side){.form = SIDE_IN};
    count_sides(layout);
}

static bool is_gpu(const struct lab *lab)
{
    return !device_is_simulated(lab->name.kind);
}

/* The simulator runs every second problem in another order than its usual one, nearly all if `unusual`. Change points are
 * early or late with equal chance: how many scheduling points there will be is not known. */
static void draw_schedule(struct draw *draw, const struct lab *lab, bool unusual, struct schedule *schedule)
{
    static const unsigned weight[] = {6, 1, 3, 2, 1}, unusual_weight[] = {1, 1, 3, 5, 3};
    static const uint64_t resident[] = {4, 1, 2, 3, 8, 16};
    if (is_gpu(lab)) return;
    schedule->form = (enum schedule_form)draw_weighted(draw, unusual ? unusual_weight : weight, 5);
    if (schedule->form == SCHEDULE_NONE) return;
    schedule->resident = resident[draw_below(draw, sizeof resident / sizeof resident[0])];
    if (schedule->form == SCHEDULE_FIFO) return;
    schedule->seed = draw_bits(draw, 16);
    if (schedule->form == SCHEDULE_PCT) schedule->change_points = (int)draw_between(draw, 0, 3);
    for (int i = 0; i < schedule->change_points; i++)
        schedule->change_point[i] = 1 + draw_size(draw, 4095);
}

/* ---- sizes ---- */

/* Where a strategy may go wrong: its tile, and what a group folds at once. `most` is where sizes usually end;
 * tiles that are larger than that are crossed more seldom. */
struct edges {
    uint64_t tile, window, most;
    uint64_t longest; /* items of the longest row that is done, ANY_ROW if any is */
    bool one_size;    /* no other tuning has small tiles: cross the large ones often */
};

enum { FEW_TILES = 5, MANY_TILES = 70, FEW_ROWS = 40 /* each a launch */ };

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
static uint64_t picked_tile(const struct lab *lab, const struct instance *instance, const struct op *op)
{
    struct job job = {
        .op = op, .what = instance->strategy->what, .rows = 1, .length = 1 << 16, .caps = lab->session.caps};
    job.keys = job.what == WHAT_KEYED ? 16 : 0;
    if (job.what == WHAT_TRANSPOSE) job.rows = job.height = job.length = 1 << 8, job.present = 1 << 16;
    struct launch_shape shape = instance->shape;
    instance->strategy->pick(&job, &shape, NULL);
    return (uint64_t)shape.block * shape.items;
}

static struct edges edges_of(const struct lab *lab, const struct instance *instance, const struct op *op)
{
    uint64_t tile = (uint64_t)instance->shape.block * instance->shape.items;
    uint64_t window = (uint64_t)instance->shape.group * instance->shape.items;
    bool picks = instance->strategy->pick != NULL;
    bool hidden = !tile && !picks; /* a library's own */
    if (picks && !tile) tile = picked_tile(lab, instance, op);
    if (hidden) tile = is_gpu(lab) ? LIBRARY_TILE : 1;
    return (struct edges){.tile = tile ? tile : 1,
                          .window = window ? window : 256,
                          .most = is_gpu(lab) ? GPU_ITEMS : SIM_ITEMS,
                          .longest = lab_longest_row(lab, instance, op),
                          .one_size = picks || hidden};
}

/* Now and then a problem is large: it crosses many tiles of the usual tunings too. */
static uint64_t draw_items(struct draw *draw, const struct lab *lab, struct edges edges, uint64_t most_items)
{
    uint64_t scale = is_gpu(lab) ? 64 : OCCASIONAL;
    uint64_t items = draw_length(draw, edges);
    if (edges.longest == ANY_ROW && draw_chance(draw, 1, is_gpu(lab) ? 32 : 64))
        items = draw_between(draw, 0, edges.most * scale);
    if (lab->most_items && items > lab->most_items) items = lab->most_items;
    return most_items && items > most_items ? most_items : items;
}

/* Most problems are one row; the rest share the items out among two or three dimensions. */
static void draw_shape(struct draw *draw, struct shape *shape, uint64_t items, bool flat)
{
    static const unsigned weight[] = {12, 2, 1};
    shape->form = SHAPE_DIMS;
    shape->count = flat ? 1 : 1 + (int)draw_weighted(draw, weight, 3);
    for (int d = 0; d + 1 < shape->count; d++) {
        shape->size[d] = draw_between(draw, 0, 9);
        items = shape->size[d] ? items / shape->size[d] : items;
    }
    shape->size[shape->count - 1] = items;
}

/* Two rows at least: short ones, rows as long as a few tiles, or whatever. `items` is how many there are usually,
 * most_items how many there may be. */
static void draw_rows(struct draw *draw, struct shape *shape, uint64_t items, struct edges edges,
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

/* Rows of different lengths, about as many items as rows x length: a list of a few, many of them empty or short, or as a
 * distribution has them. */
static void draw_ragged(struct draw *draw, struct shape *shape, bool listed)
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

/* As many rows as some policy's rule counts. What is run has 512 or 5000: of any number between them
 * Henriksen's rule makes a block each, for which the simulator takes seconds. */
static uint64_t draw_counted_rows(struct draw *draw, const struct device_caps *caps, bool is_run)
{
    const uint64_t full = (uint64_t)caps->processors * (uint64_t)caps->resident_threads;
    const uint64_t many[] = {SEGMENTS_VERSION_ROWS, full, SEGMENTS_MANY_ROWS};
    if (!is_run) return draw_near(draw, many[draw_below(draw, 3)]);
    if (draw_chance(draw, 1, 2)) return SEGMENTS_MANY_ROWS + draw_below(draw, 2);
    return draw_near(draw, SEGMENTS_VERSION_ROWS);
}

/* Rows where some policy's rule switches from one strategy to another: as many rows as it counts, or as many items as half
 * a block has threads, or a block; about `most` items. */
static void draw_switch(struct draw *draw, const struct device_caps *caps, struct shape *shape, uint64_t most,
                        bool is_run)
{
    static const uint64_t lengths[] = {128, 64, 256};
    bool by_rows = draw_chance(draw, 1, 2);
    uint64_t rows = by_rows ? draw_counted_rows(draw, caps, is_run) : 0, length = 0;
    if (!by_rows) length = draw_near(draw, lengths[draw_below(draw, 3)]);
    if (by_rows)
        length = draw_between(draw, 0, most / rows > 2 ? most / rows : 2);
    else
        rows = draw_between(draw, 0, most / length < FEW_ROWS ? most / length : FEW_ROWS);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, length}};
}

/* ---- matrices ---- */

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

/* One matrix, or a few; every second one is tall or wide: what is low there is at most half a tile, and often 1: a row or
 * a column is as long as some tiles have items, or as their side. */
static void draw_matrices(struct draw *draw, struct shape *shape, struct edges edges, bool flat)
{
    uint64_t side = 1, size[2], most = edges.most < 8 * edges.tile ? 8 * edges.tile : edges.most;
    while ((side + 1) * (side + 1) <= edges.tile)
        side++;
    for (int d = 0; d < 2; d++)
        size[d] = draw_dimension(draw, side);
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

/* Params that vary over some of the outer dimensions, which are one to three: the rows of one length are shared out among
 * them. */
static void draw_vary(struct draw *draw, struct problem *problem)
{
    struct shape *shape = &problem->shape;
    while (shape->form == SHAPE_DIMS && shape->count > 1 && shape->count < 4 && draw_chance(draw, 2, 3)) {
        uint64_t *rows = &shape->size[shape->count - 2], inner = draw_between(draw, 1, 4);
        shape->size[shape->count] = shape->size[shape->count - 1];
        shape->size[shape->count++ - 1] = inner = inner < *rows ? inner : 1;
        *rows /= inner;
    }
    uint64_t outer = shape->form == SHAPE_DIMS ? (uint64_t)shape->count - 1 : 1;
    for (uint64_t d = 0; d < outer; d++)
        if (draw_chance(draw, 2, 3)) problem->vary[problem->vary_count++] = d;
}

/* Some columns of the result, one at least. */
static void draw_keep(struct draw *draw, struct problem *problem)
{
    uint64_t columns = (uint64_t)problem->op->state.count, sure = draw_below(draw, columns);
    for (uint64_t c = 0; c < columns; c++)
        if (c == sure || draw_chance(draw, 1, 2)) problem->keep[problem->keep_count++] = c;
}

/* ---- reductions, scans and transpositions ---- */

struct wish {
    bool over_input, emitting, exact, flat, odd, split, schedules, inclusive, exclusive, initial, rows, row,
        listed, empty, reused, switching, any_size;
};

static bool grants(struct wish wish, const struct op *op)
{
    return (!wish.emitting || op->emits) && (!wish.exact || op->laws & LAW_EXACT) &&
           (!wish.over_input || tuples_agree(&op->input, &op->state));
}

static const struct op *draw_op(const struct lab *lab, const struct target *target, struct draw *draw,
                                struct wish wish)
{
    if (target->op) return grants(wish, target->op) ? target->op : NULL;
    const struct op *eligible[64];
    size_t count = 0;
    const struct strategy *strategy = backend_strategy(lab->session.backend, target->subject);
    for (const struct operator_code *const *code = lab->session.backend->operators; *code; code++) {
        const struct op *op = strategy ? op_for(strategy->what, (*code)->op) : NULL;
        if (op && count < 64 && grants(wish, op) && lab_nth_instance(lab, target->subject, op->name, 0))
            eligible[count++] = op;
    }
    return count ? eligible[draw_below(draw, count)] : NULL;
}

/* A tiny instance more often than not; the simplest is the first. */
static const struct instance *draw_instance(const struct lab *lab, struct draw *draw, const char *strategy,
                                            const struct op *op)
{
    const struct instance *at[128];
    size_t tiny = 0, count = lab_instances(lab, strategy, op->name, at, 128);
    while (tiny < count && at[tiny]->tiny)
        tiny++;
    if (!count) return NULL;
    bool usual = draw_chance(draw, is_gpu(lab) ? 2 : 1, 4) || tiny == 0;
    return usual && tiny < count ? at[tiny + draw_below(draw, count - tiny)] : at[draw_below(draw, tiny)];
}

/* Memory of a problem whose items lie all in one place: a strategy that keeps something of each item in scratch needs more. */
enum { LITTLE_MEMORY = 1 << 30 };

static bool needs_little_memory(struct lab *lab, const struct instance *instance,
                                const struct problem *problem)
{
    struct load *load = &lab->load[LOAD_CASE];
    return session_plan(&lab->session, load, problem, instance, NULL) && load->arena.bytes <= LITTLE_MEMORY;
}

/* So many items in one place: one row, or rows that a thread each can fold in a moment, each long enough for the host to
 * know the result of it without going through its items. */
static void draw_many_items(struct draw *draw, uint64_t items, bool rows, struct shape *shape)
{
    uint64_t length = ((uint64_t)1 << 16) + 1 + draw_below(draw, 5);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {items}};
    if (rows) *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {items / length + 1, length}};
}

/* Now and then a GPU is given more items than 31 or 32 bits count, all of them in one place. */
static void draw_past_32_bits(struct draw *draw, struct lab *lab, const struct instance *instance,
                              struct problem *problem)
{
    struct problem past = *problem;
    const struct op *op = problem->op;
    bool fits = problem->what == WHAT_REDUCE && !op->emits && op->laws & LAW_EXACT;
    if (!fits || instance->tiny || !is_gpu(lab)) return;
    uint64_t items = ((uint64_t)1 << draw_between(draw, 31, 32)) + draw_below(draw, 5) - 2;
    draw_many_items(draw, items, lab_does_rows(lab, instance, op), &past.shape);
    shape_items(&past.shape, &items);
    if (op->most_items && items > op->most_items) return;
    past.layout.input.form = SIDE_ONE;
    past.has_only = false;
    past.only_from = past.only_to = 0;
    past.vary_count = 0;
    memset(past.vary, 0, sizeof past.vary);
    if (needs_little_memory(lab, instance, &past)) *problem = past;
}

static void set_with(struct problem *problem, const char *name, uint64_t value)
{
    struct named *with = &problem->with[problem->with_count++];
    set_name(with->name, name);
    with->value = (int64_t)value;
}

/* An exclusive scan as often as an inclusive one; an initial value now and then. */
static void draw_what(struct draw *draw, const struct strategy *strategy, struct wish wish,
                      struct problem *problem)
{
    problem->what = strategy->what;
    if (strategy->what != WHAT_SCAN) return;
    if (wish.exclusive || (!wish.inclusive && draw_chance(draw, 1, 2))) problem->what = WHAT_EXSCAN;
    problem->has_init = wish.initial || draw_chance(draw, 1, 4);
    if (problem->has_init) problem->init_bits = draw_bits(draw, 16);
}

/* Rows without items, where the strategy does lists of rows as a list, too; or no rows. */
static void draw_empty(struct draw *draw, struct shape *shape, bool ragged)
{
    uint64_t rows = draw_between(draw, 0, 9);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, 0}};
    if (rows == 0)
        shape->size[1] = draw_between(draw, 0, 9);
    else if (draw_chance(draw, 1, 4))
        shape->size[0] = draw_size(draw, 4097) + 1;
    if (ragged && rows && draw_chance(draw, 1, 3))
        *shape = (struct shape){.form = SHAPE_LIST, .count = (int)rows};
}

/* How many keys: few, as many as a warp, a byte or a block counts and one more or fewer, or as many as are done; one in
 * 16 has one more than are done. No more results than `most`. */
static uint64_t draw_key_count(struct draw *draw, uint64_t done, uint64_t block, uint64_t most)
{
    static const unsigned weight[] = {6, 3, 3, 2};
    const uint64_t edge[] = {32, 64, 256, block};
    uint64_t keys = 0;
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

/* Keys for a drawn shape. */
static void draw_keys(struct draw *draw, const struct lab *lab, const struct instance *instance,
                      struct problem *problem)
{
    struct shape *shape = &problem->shape;
    uint64_t rows = 0, most = is_gpu(lab) ? MOST_GPU_RESULTS : MOST_SIM_RESULTS;
    uint64_t items = 0;
    shape_rows(shape, &rows);
    shape_items(shape, &items);
    if (!is_gpu(lab) && items > MOST_SIM_LOOKS / most) most = MOST_SIM_LOOKS / items * (rows ? rows : 1);
    shape->keys = draw_key_count(draw, lab_most_keys(lab, instance, problem->op), instance->shape.block,
                                 rows > most ? 1 : most / (rows ? rows : 1));
    shape->has_dist = draw_chance(draw, 7, 8);
    if (!shape->has_dist) return;
    shape->dist = (enum dist)draw_below(draw, DIST_RUNS + 1);
    shape->seed = draw_bits(draw, 16);
}

static uint64_t rows_of(const struct shape *shape)
{
    uint64_t rows = 0;
    shape_rows(shape, &rows);
    return rows;
}

static void draw_transposition(struct draw *draw, const struct lab *lab, const struct instance *instance,
                               bool flat, struct problem *problem)
{
    struct edges edges = edges_of(lab, instance, problem->op);
    if (lab->most_items) edges.most = lab->most_items;
    draw_matrices(draw, &problem->shape, edges, flat);
    if (!lab_masks(lab, instance, problem->op) || !draw_chance(draw, 2, 3)) return;
    set_with(problem, "present", draw_between(draw, 0, problem_present(problem)));
}

/* Several rows, of different lengths, too, where the strategy does them; matrices for a transposition. */
static void draw_its_shape(struct draw *draw, const struct lab *lab, const struct instance *instance,
                           struct wish wish, struct problem *problem)
{
    const struct op *op = problem->op;
    struct edges edges = edges_of(lab, instance, op);
    if (problem->what == WHAT_TRANSPOSE) {
        draw_transposition(draw, lab, instance, wish.flat, problem);
        return;
    }
    uint64_t items = draw_items(draw, lab, edges, op->most_items);
    bool rows = wish.rows || (!wish.flat && lab_does_rows(lab, instance, op) && draw_chance(draw, 1, 2));
    if (wish.empty)
        draw_empty(draw, &problem->shape, lab_does_ragged(lab, instance, op));
    else if (rows) {
        /* Rows that fit into a block are short, so that only many of them fill several blocks. */
        uint64_t most_rows = edges.longest < ANY_ROW ? edges.most : items;
        draw_rows(draw, &problem->shape, items, edges, op->most_items, wish.rows ? FEW_ROWS : most_rows);
        if (lab_does_ragged(lab, instance, op) && draw_chance(draw, 1, 2))
            draw_ragged(draw, &problem->shape, wish.listed);
    } else
        draw_shape(draw, &problem->shape, items, wish.flat);
    if (wish.inclusive && problem->shape.size[0] == 0) problem->shape.size[0] = 1;
    if (problem->what != WHAT_KEYED) return;
    /* A block that sorts takes as long for a row of one item as for one that fills it. */
    if (!is_gpu(lab) && !instance->tiny && problem->shape.count == 2 && problem->shape.size[0] > FEW_ROWS)
        problem->shape.size[0] = FEW_ROWS;
    draw_keys(draw, lab, instance, problem);
}

/* Does an auto strategy do several rows, as its name says? */
static bool is_for_rows(const struct strategy *strategy)
{
    return strncmp(strategy->name, "seg", 3) == 0;
}

enum { MOST_PLANNED = 1 << 22, MOST_PLANNED_ROWS = 1 << 20 };

/* Of any size that is planned in a moment, for what is not run. */
static void draw_any_size(struct draw *draw, const struct lab *lab, const struct strategy *strategy,
                          struct problem *problem)
{
    uint64_t most = MOST_PLANNED, right = problem->op->most_items;
    struct shape *shape = &problem->shape;
    if (right && right < most) most = right;
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {draw_size(draw, most)}};
    bool several = problem->what == WHAT_TRANSPOSE || problem->what == WHAT_KEYED || is_for_rows(strategy);
    if (!several) return;
    if (problem->what == WHAT_REDUCE && draw_chance(draw, 1, 2))
        draw_switch(draw, lab->session.caps, shape, most, false);
    else {
        uint64_t rows = draw_size(draw, MOST_PLANNED_ROWS);
        *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, 0}};
        shape->size[1] = draw_size(draw, rows ? most / rows : most);
    }
    if (right && shape->size[1] && shape->size[0] > most / shape->size[1])
        shape->size[0] = most / shape->size[1];
    if (problem->what == WHAT_TRANSPOSE && draw_chance(draw, 1, 2))
        set_with(problem, "present", draw_between(draw, 0, problem_present(problem)));
    if (problem->what == WHAT_REDUCE && shape->size[0] && draw_chance(draw, 1, 3))
        draw_ragged(draw, shape, false);
    if (problem->what == WHAT_KEYED)
        shape->keys = draw_key_count(draw, MOST_PLANNED, 256, MOST_PLANNED / (rows_of(shape) + 1));
}

/* As draw_its_shape, for what picks others. */
static void draw_picked_shape(struct draw *draw, const struct lab *lab, const struct instance *instance,
                              struct wish wish, struct problem *problem)
{
    const struct op *op = problem->op;
    if (wish.any_size) {
        draw_any_size(draw, lab, instance->strategy, problem);
        return;
    }
    wish.rows = true;
    if (draw_chance(draw, 1, 2) || op->most_items)
        draw_its_shape(draw, lab, instance, wish, problem);
    else
        draw_switch(draw, lab->session.caps, &problem->shape, OCCASIONAL * edges_of(lab, instance, op).most,
                    true);
}

static bool draw_problem_once(struct lab *lab, const struct target *target, struct draw *draw,
                              struct wish wish, struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = draw_op(lab, target, draw, wish);
    const struct instance *instance = op ? draw_instance(lab, draw, target->subject, op) : NULL;
    if (!instance) return false;
    begin(target, drawn);
    drawn->tuning = instance_tuning(instance);
    drawn->has_problem = true;
    draw_what(draw, instance->strategy, wish, problem);
    problem->op = op;
    draw_args(draw, op, problem->args);
    if (wish.switching || wish.any_size)
        draw_picked_shape(draw, lab, instance, wish, problem);
    else
        draw_its_shape(draw, lab, instance, wish, problem);
    bool may_vary = op->has_params && !wish.flat && (!wish.rows || wish.row);
    if (may_vary && (lab_does_vary(lab, instance, op) || draw_chance(draw, 1, 16)) && draw_chance(draw, 1, 2))
        draw_vary(draw, problem);
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    draw_layout(draw, op, &problem->layout, wish.odd);
    if (problem->what == WHAT_KEYED &&
        problem->layout.mapout.form == SIDE_IN) { /* the input has a column more */
        problem->layout.mapout = (struct side){.form = SIDE_SOA};
        count_sides(&problem->layout);
    }
    /* Whether an output may lie over the input is no question of size. */
    if (wish.any_size && problem->layout.mapout.form == SIDE_IN)
        problem->layout.mapout = (struct side){.form = SIDE_SOA};
    bool scans = instance->strategy->what == WHAT_SCAN && tuples_agree(&op->input, &op->state);
    bool over_input = wish.over_input || (scans && draw_chance(draw, 1, 16));
    if (over_input && (lab_does_over_input(lab, instance, op) || draw_chance(draw, 1, 4)))
        lay_over_input(&problem->layout);
    if (problem->what == WHAT_REDUCE && op->state.count <= MAX_NAMED && draw_chance(draw, 1, 8))
        draw_keep(draw, problem);
    if (wish.reused)
        problem->data = (struct data){.form = DATA_ANY, .seed = draw_bits(draw, 16)};
    else
        draw_data(draw, &problem->data, items);
    draw_only(draw, problem, items);
    bool any_shape =
        !wish.flat && !wish.odd && !wish.rows && !wish.empty && !wish.switching && !wish.any_size;
    if (any_shape && !lab->most_items && draw_chance(draw, 1, 1024))
        draw_past_32_bits(draw, lab, instance, problem);
    if (wish.row && problem->layout.input.form == SIDE_ONE) problem->layout.input.form = SIDE_SOA;
    if (wish.row) set_with(problem, "row", draw_below(draw, rows_of(&problem->shape)));
    if (wish.split) set_with(problem, "split", draw_between(draw, 0, items));
    if (wish.schedules)
        set_with(problem, "schedules", draw_between(draw, 2, 4));
    else if (!wish.any_size || !instance->strategy->needs_progress)
        draw_schedule(draw, lab, wish.reused || wish.over_input, &problem->schedule);
    return true;
}

static bool is_refused(struct lab *lab, const struct test_case *drawn)
{
    struct load *load = &lab->load[LOAD_CASE];
    const struct instance *instance = lab_instance(lab, drawn, NULL);
    return instance && session_plan(&lab->session, load, &drawn->problem, instance, NULL) &&
           session_refusal(load, NULL) != REFUSAL_NONE;
}

static bool draw_problem(void *context, const struct target *target, struct draw *draw, struct wish wish,
                         struct test_case *drawn)
{
    struct lab *lab = context;
    bool refusals_too = draw_chance(draw, 1, 16) || wish.any_size;
    for (int tries = 0; tries < TRIES; tries++) {
        if (!draw_problem_once(lab, target, draw, wish, drawn)) return false;
        if (refusals_too || target->ought_refuse || !is_refused(lab, drawn)) break;
        wish.flat = true; /* what is refused most is a second row */
    }
    return true;
}

bool problem_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){0}, drawn);
}

/* What is read too late shows where blocks do not go on side by side. */
bool over_input_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.over_input = true}, drawn);
}

bool emitting_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.emitting = true}, drawn);
}

bool split_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.flat = true, .split = true}, drawn);
}

bool flat_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.flat = true}, drawn);
}

bool layout_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.odd = true}, drawn);
}

bool schedules_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.exact = true, .schedules = true}, drawn);
}

/* What an earlier launch left behind shows where items differ and blocks do not go on side by side. */
bool reused_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.reused = true}, drawn);
}

bool inclusive_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.flat = true, .inclusive = true}, drawn);
}

bool exclusive_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.exclusive = true}, drawn);
}

bool initial_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.initial = true}, drawn);
}

bool rows_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.rows = true}, drawn);
}

bool switching_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.switching = true}, drawn);
}

bool any_size_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.any_size = true}, drawn);
}

bool lengths_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.rows = true, .listed = true}, drawn);
}

bool empty_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.empty = true}, drawn);
}

bool chosen_row_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    return draw_problem(context, target, draw, (struct wish){.rows = true, .row = true, .exact = true},
                        drawn);
}

/* ---- keys ---- */

bool chosen_key_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct wish){.exact = true}, drawn)) return false;
    set_with(&drawn->problem, "key", draw_below(draw, drawn->problem.shape.keys));
    return true;
}

bool split_keyed_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct wish){.flat = true, .split = true}, drawn)) return false;
    if (drawn->problem.layout.input.form == SIDE_ONE) drawn->problem.layout.input.form = SIDE_SOA;
    return true;
}

/* K keys and n items, K to the power of n rows: few enough for a moment on the simulator. */
bool assignments_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    static const unsigned most_items[] = {0, 8, 8, 5, 4};
    if (!draw_problem(context, target, draw, (struct wish){.flat = true}, drawn)) return false;
    struct problem *problem = &drawn->problem;
    uint64_t keys = draw_between(draw, 1, 4), items = draw_between(draw, 0, most_items[keys]), rows = 1;
    /* Of a block of many threads a row leaves most idle, and costs as much. */
    if (tuning_get(&drawn->tuning, "block", 0) > 16 && items > 3)
        items = 3;
    else if (keys == 3 && draw_chance(draw, 1, 16))
        items = draw_between(draw, 6, 8);
    for (uint64_t i = 0; i < items; i++)
        rows *= keys;
    problem->shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, items}, .keys = keys};
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    if (problem->layout.input.form == SIDE_ONE) problem->layout.input.form = SIDE_SOA;
    return true;
}

/* ---- laws ---- */

static bool draw_law(const struct target *target, struct draw *draw, int rows, uint64_t most_length,
                     struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = target->op ? target->op : op_find(target->subject);
    uint64_t items = 0;
    if (!op) return false;
    begin(target, drawn);
    drawn->has_problem = true;
    problem->what = WHAT_LAW;
    problem->op = op;
    draw_args(draw, op, problem->args);
    problem->shape = (struct shape){.form = SHAPE_LIST, .count = rows};
    for (int r = 0; r < rows; r++)
        items += problem->shape.size[r] = draw_between(draw, 0, most_length);
    problem->layout.sides = 1;
    draw_data(draw, &problem->data, items);
    draw_only(draw, problem, items);
    return true;
}

/* Every second one has states of edge values, one a row. */
static bool draw_law_or_edges(const struct target *target, struct draw *draw, int rows, uint64_t most_length,
                              struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    if (!draw_law(target, draw, rows, most_length, drawn)) return false;
    if (!edges_apply(problem->op) || !draw_chance(draw, 1, 2)) return true;
    problem->with[problem->with_count++] = (struct named){.name = "states", .value = 1};
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    problem->data = (struct data){.form = DATA_LITERAL, .count = rows};
    for (int r = 0; r < rows; r++) {
        problem->shape.size[r] = 1;
        for (int c = 0; c < problem->op->state.count; c++)
            problem->data.literal[r] |= draw_below(draw, EDGES) << 4 * c;
    }
    return true;
}

bool one_row_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 1, 6, drawn);
}

bool two_rows_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 2, 4, drawn);
}

bool three_rows_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 3, 4, drawn);
}

bool many_rows_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    (void)context;
    return draw_law(target, draw, 2 * (int)draw_between(draw, 1, MAX_LIST / 2), 3, drawn);
}

/* ---- items ---- */

bool seeded_items_generate(void *context, const struct target *target, struct draw *draw,
                           struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = target->op ? target->op : op_find(target->subject);
    (void)context;
    if (!op) return false;
    begin(target, drawn);
    drawn->has_problem = true;
    problem->what = WHAT_REDUCE;
    problem->op = op;
    draw_args(draw, op, problem->args);
    problem->shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {draw_size(draw, 600)}};
    draw_layout(draw, op, &problem->layout, true);
    problem->data.form = (enum data_form)draw_below(draw, DATA_ANY + 1);
    problem->data.seed = draw_size(draw, UINT64_MAX);
    return true;
}
