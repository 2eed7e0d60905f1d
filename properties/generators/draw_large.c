/* SPDX-License-Identifier: MIT
 * The sizes at which somebody's kernels go wrong and which other draws seldom reach: a second level that holds one block's
 * partial results, indices of 16 bits, products of indices, and what happens at a constant of the source. */
#include "draw_large.h"

#include "draw_parts.h"
#include "draw_shapes.h"
#include "generate.h"
#include "seen.h"

enum {
    MOST_SIM = 300000,        /* items: 0.1 s on a simulator */
    MOST_GPU = (1 << 24) + 1, /* the first count that f32 does not have is 2^24 + 1 */
    MOST_STEEP = 8192,        /* where accesses grow with the square of the items */
    MOST_ROWS = 1000,         /* a block each may be much of a simulator's time */
    ROW = 3,                  /* items of a row, where rows are counted */
    MATRIX_ROW = 37,
    MOST_CONSTANTS = 10
};

static void add_size(struct sizes *sizes, uint64_t size)
{
    for (size_t i = 0; i < sizes->count; i++)
        if (sizes->size[i] == size) return;
    if (size && size <= sizes->most && sizes->count < MOST_LARGE_SIZES) sizes->size[sizes->count++] = size;
}

/* The largest first: small sizes are drawn by all other properties. */
static void add_constants(struct sizes *sizes, const uint64_t *constants)
{
    size_t count = 0;
    while (constants[count])
        count++;
    for (size_t i = 0; i < count && i < MOST_CONSTANTS; i++) {
        uint64_t constant = constants[count - 1 - i];
        add_size(sizes, 2 * constant);
        add_size(sizes, constant + 1);
        add_size(sizes, constant);
        add_size(sizes, constant - 1);
        if (constant < (uint64_t)1 << 32) add_size(sizes, constant * constant);
    }
}

/* The bytes of the widest element of an array that the launcher is given. */
static uint64_t widest_element(const struct op *op, enum what what)
{
    const struct tuple *tuples[] = {&op->input, &op->state, &op->mapout};
    uint64_t widest = 1;
    for (int t = 0; t < 3; t++)
        for (int c = 0; (t != 1 || what == WHAT_SCAN) && c < tuples[t]->count; c++)
            if (elem_size(tuples[t]->elem[c]) > widest) widest = elem_size(tuples[t]->elem[c]);
    return widest;
}

/* Does a card have room for the arrays twice over, and for what a launcher allocates? */
static bool has_room(const struct fixture *fixture, const struct op *op, uint64_t items)
{
    return items * (op->input.packed + op->state.packed + op->mapout.packed) <=
           fixture->session.caps->memory_bytes / 3;
}

/* The least sizes at which an offset in bytes is 2^31, and 2^32: on a card, and where so many items are asked for, since the host
 * takes minutes for them. */
static void add_byte_offsets(const struct fixture *fixture, const struct op *op, enum what what,
                             struct sizes *sizes)
{
    uint64_t bytes = widest_element(op, what), asked = fixture->most_items;
    if (!device_is_gpu(fixture->name.kind)) return;
    for (int bits = 31; bits <= 32; bits++) {
        uint64_t items = ((uint64_t)1 << bits) / bytes + 1;
        if (items > asked || !has_room(fixture, op, items)) continue;
        if (op->most_items && items > op->most_items) continue;
        sizes->most = items;
        add_size(sizes, items);
    }
}

void large_sizes(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                 bool rows, struct sizes *sizes)
{
    struct seen seen = seen_launch(fixture, instance, op);
    uint64_t threads = seen.threads ? seen.threads : 1024,
             right = strategy_most_items(instance->strategy, op);
    *sizes = (struct sizes){.most = is_hardware(fixture) ? MOST_GPU : MOST_SIM};
    if (seen.steep) sizes->most = MOST_STEEP;
    if (rows) sizes->most = MOST_ROWS;
    if (fixture->most_items && sizes->most > fixture->most_items) sizes->most = fixture->most_items;
    if (right && sizes->most > right / (rows ? ROW : 1)) sizes->most = right / (rows ? ROW : 1);
    add_size(sizes, ((uint64_t)1 << 16) + 1);
    add_size(sizes, threads * threads + 1);
    add_size(sizes, sizes->most);
    add_constants(sizes, instance->strategy->constants);
    if (!rows && !right && !seen.steep) add_byte_offsets(fixture, op, instance->strategy->what, sizes);
}

static struct shape shape_of(uint64_t size, bool rows)
{
    if (rows) return (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {size, ROW}};
    return (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {size}};
}

/* A column, a row, or rows of some items. */
static struct shape matrix_of(struct draw *draw, uint64_t size, uint64_t multiple)
{
    uint64_t least = multiple ? multiple : 1;
    const uint64_t columns[] = {least, size / least, MATRIX_ROW * least};
    uint64_t length = columns[draw_below(draw, 3)];
    return (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {(size + length - 1) / length, length}};
}

/* Sizes of one row, and then numbers of rows where the launcher does several; of a transposition the items of a matrix. */
static bool nth_shape(const struct fixture *fixture, const struct instance *instance, struct draw *draw,
                      struct problem *problem)
{
    struct sizes items, rows = {0};
    large_sizes(fixture, instance, problem->op, false, &items);
    bool moves = problem->what == WHAT_TRANSPOSE;
    if (!moves && fixture_takes(fixture, instance, problem->op, TAKES_ROWS))
        large_sizes(fixture, instance, problem->op, true, &rows);
    uint64_t chosen = draw_next(draw, items.count + rows.count);
    if (draw->over) return false;
    bool is_rows = chosen >= items.count;
    uint64_t size = is_rows ? rows.size[chosen - items.count] : items.size[chosen];
    uint64_t multiple = instance->strategy->multiple;
    problem->shape = moves ? matrix_of(draw, size, multiple) : shape_of(size, is_rows);
    keep_to_multiple(&problem->shape, problem->what, multiple);
    return true;
}

/* One in two; of a sum of floats it is the simplest, for another one may round. */
static void draw_init(struct draw *draw, struct problem *problem)
{
    problem->has_init = draw_chance(draw, 1, 2);
    if (problem->has_init && !op_adds_items(problem->op)) problem->init_bits = draw_bits(draw, 16);
}

/* Of a sum of floats ones or powers, whose bound is 0 at any size. */
static void draw_large_data(struct draw *draw, const struct op *op, struct data *data)
{
    data->form = draw_chance(draw, 3, 4) ? DATA_ANY : DATA_SMALL;
    if (op_adds_items(op)) data->form = data->form == DATA_ANY ? DATA_POWERS : DATA_ONES;
    data->seed = draw_bits(draw, 16);
}

bool large_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    struct fixture *fixture = context;
    struct problem *problem = &drawn->problem;
    const struct op *op = target->op;
    const struct instance *instance = op ? fixture_nth_instance(fixture, target->subject, op->name, 0) : NULL;
    if (!instance || !instance->strategy->constants) return false;
    begin_case(target, drawn);
    drawn->tuning = instance_tuning(instance);
    drawn->has_problem = true;
    problem->op = op;
    problem->what = instance->strategy->what;
    if (problem->what == WHAT_SCAN && !fixture_does_what(fixture, instance, op, WHAT_SCAN))
        problem->what = WHAT_EXSCAN;
    draw_args(draw, op, problem->args);
    if (!nth_shape(fixture, instance, draw, problem)) return false;
    if (problem->what == WHAT_KEYED) draw_keys(draw, fixture, instance, problem);
    count_sides(&problem->layout);
    if (instance->strategy->takes & takes_init(problem->what)) draw_init(draw, problem);
    draw_large_data(draw, op, &problem->data);
    if (instance->strategy->counts) problem->data = (struct data){.form = DATA_UNIT};
    problem->model = fixture_model(fixture);
    return true;
}
