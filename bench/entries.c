/* SPDX-License-Identifier: MIT
 * Which benchmarks there are: the list that a request asks for. */
#include "entry.h"

#include <inttypes.h>
#include <stdlib.h>

static const uint64_t data_seed = 1;

bool entry_add(struct bench *bench, const struct entry *entry)
{
    if (bench->count == bench->room) {
        size_t room = bench->room ? 2 * bench->room : 256;
        struct entry *grown = realloc(bench->entry, room * sizeof *grown);
        if (!grown) return false;
        bench->entry = grown;
        bench->room = room;
    }
    bench->entry[bench->count++] = *entry;
    return true;
}

struct problem problem_of(enum what what, const struct op *op, const struct shape *shape)
{
    struct problem problem = {.what = what, .op = op, .shape = *shape};
    problem.layout.sides = 1;
    problem.data = (struct data){.form = DATA_SMALL, .seed = data_seed};
    for (int i = 0; op && op->arg[i].name; i++)
        problem.args[i] = op->arg[i].usual;
    return problem;
}

static bool add_yardsticks(struct bench *bench, struct entry entry)
{
    struct entry read = entry;
    entry.kind = ENTRY_COPY;
    entry.subject = "copy";
    read.kind = ENTRY_READ;
    read.subject = "read_only";
    return entry_add(bench, &entry) && entry_add(bench, &read);
}

/* Would its strategy not do the entry's problem? What cannot be planned, such as one too large, is not refused: it
 * fails with the reason. */
static bool is_refused(struct bench *bench, const struct entry *entry)
{
    struct load load = {0};
    return session_plan(&bench->session, &load, &entry->problem, entry->instance, NULL) &&
           session_refusal(&load, NULL) != REFUSAL_NONE;
}

void entry_lay(struct entry *entry)
{
    const struct shape *shape = &entry->problem.shape;
    bool by_column = entry->instance && entry->instance->strategy->takes & TAKES_BY_COLUMN &&
                     shape->form == SHAPE_DIMS && shape->count > 1;
    entry->problem.layout.input.form = by_column ? SIDE_COLS : SIDE_SOA;
}

/* Every shape of every strategy but the tiny ones, which are for tests. */
static bool add_instances(struct bench *bench, struct entry entry, const struct operator_code *code)
{
    for (size_t i = 0; code && i < code->count; i++) {
        const struct instance *instance = &code->instances[i];
        unsigned missing = instance->strategy->needs & ~entry.problem.op->laws;
        if (instance->tiny || instance->shape.group > (uint32_t)bench->session.caps->lanes) continue;
        if (!strategy_does(instance->strategy->what, bench->request->what)) continue;
        if (!bench->request->matches(bench->request->strategies, instance->strategy->name)) continue;
        if (!strategy_does(instance->strategy->what, entry.problem.what)) continue;
        if (missing && entry.kind == ENTRY_OURS) continue;
        entry.instance = instance;
        entry.subject = instance->strategy->name;
        entry.unchecked = missing != 0;
        entry_lay(&entry);
        if (is_refused(bench, &entry)) continue;
        if (!entry_add(bench, &entry)) return false;
    }
    return true;
}

static bool add_shape(struct bench *bench, const struct op *op, const struct shape *shape,
                      unsigned log2_items, unsigned log2_rows)
{
    struct entry entry = {.bench = bench,
                          .problem = problem_of(bench->request->what, op, shape),
                          .log2_items = log2_items,
                          .log2_rows = log2_rows};
    if (bench->request->keep_one && op->state.count > 1)
        entry.problem.keep_count = 1; /* keep[0] is column 0 */
    if (!add_yardsticks(bench, entry)) return false;
    entry.kind = ENTRY_PEER;
    if (bench->peers && !add_instances(bench, entry, peers_operator(bench->peers, op->name))) return false;
    entry.kind = ENTRY_OURS;
    return add_instances(bench, entry, backend_operator(bench->session.backend, op->name));
}

/* The same items with keys that fall in each of the ways that are asked for; without keys as they are. */
static bool add_keys(struct bench *bench, const struct op *op, struct shape shape, unsigned log2_items,
                     unsigned log2_rows)
{
    const struct bench_request *request = bench->request;
    for (int i = 0; i < request->keys_count; i++) {
        shape.keys = request->keys[i].keys;
        shape.has_dist = true;
        shape.dist = request->keys[i].dist;
        shape.seed = data_seed;
        if (!add_shape(bench, op, &shape, log2_items, log2_rows)) return false;
    }
    return request->keys_count > 0 || add_shape(bench, op, &shape, log2_items, log2_rows);
}

/* Rows of one length. */
static bool add_even(struct bench *bench, const struct op *op, unsigned log2_items)
{
    const struct bench_request *request = bench->request;
    struct shape shape = {.count = request->rows ? 2 : 1};
    for (unsigned r = request->least_rows; r <= log2_items && r <= request->most_rows; r++) {
        shape.size[0] = (uint64_t)1 << r;
        shape.size[shape.count - 1] = (uint64_t)1 << (log2_items - r);
        if (!add_keys(bench, op, shape, log2_items, r)) return false;
    }
    return true;
}

/* Rows of different lengths. */
static bool add_ragged(struct bench *bench, const struct op *op, unsigned log2_items)
{
    const struct bench_request *request = bench->request;
    for (int i = 0; i < request->ragged_count; i++) {
        const struct bench_ragged *ragged = &request->ragged[i];
        const struct shape shape = {.form = SHAPE_RAGGED,
                                    .count = 2,
                                    .size = {((uint64_t)1 << log2_items) / ragged->mean, ragged->mean},
                                    .has_dist = true,
                                    .dist = ragged->dist,
                                    .seed = data_seed};
        if (!shape_is_even(&shape) && !add_shape(bench, op, &shape, log2_items, 0)) return false;
    }
    return true;
}

static bool add_sizes(struct bench *bench, const struct op *op)
{
    const struct bench_request *request = bench->request;
    for (unsigned k = request->least; k <= request->most; k++)
        if (!(request->ragged_count ? add_ragged : add_even)(bench, op, k)) return false;
    return true;
}

static bool add_folds(struct bench *bench)
{
    for (size_t o = 0; o < op_count(); o++)
        if (bench->request->matches(bench->request->operators, op_at(o)->name) && !add_sizes(bench, op_at(o)))
            return false;
    return true;
}

static bool add_transpositions(struct bench *bench)
{
    for (int e = 0; e < ELEM_COUNT; e++) {
        const struct op *op = op_of_elem((enum elem)e);
        if (bench->request->matches(bench->request->operators, op->name) && !add_sizes(bench, op))
            return false;
    }
    return true;
}

bool entries_add(struct bench *bench, struct text *why)
{
    bool moves = bench->request->what == WHAT_TRANSPOSE;
    if (bench->request->figures) return figures_add(bench) || text_say(why, "no memory for the figures");
    return (moves ? add_transpositions(bench) : add_folds(bench)) ||
           text_say(why, "no memory for the list of benchmarks");
}

/* Are there two rows of none of the means that are asked for? */
static bool too_long_in_the_mean(const struct bench_request *request)
{
    for (int i = 0; i < request->ragged_count; i++)
        if (((uint64_t)1 << request->most) / request->ragged[i].mean > 1) return false;
    return request->ragged_count > 0;
}

static bool is_peer(const struct bench *bench, const struct op *op)
{
    const struct operator_code *code = peers_operator(bench->peers, op->name);
    for (size_t i = 0; code && i < code->count; i++)
        if (bench->request->matches(bench->request->strategies, code->instances[i].strategy->name))
            return true;
    return false;
}

bool entries_named(const struct bench *bench, struct text *why)
{
    const struct bench_request *request = bench->request;
    for (const struct strategy *const *at = bench->session.backend->strategies; *at; at++)
        if (request->matches(request->strategies, (*at)->name)) return true;
    for (size_t i = 0; bench->peers && i < op_count(); i++)
        if (is_peer(bench, op_at(i))) return true;
    return text_say(why, "--strategy %.300s: no such strategy; `foldcheck list strategies` has the names",
                    request->strategies);
}

void entries_say_none(const struct bench_request *request, struct text *why)
{
    if (request->figures)
        text_say(why,
                 "--figures %s: expected a name of bench/figures/figures.def, such as fig4, tab2, h1 or appa",
                 request->figures);
    else if (too_long_in_the_mean(request))
        text_say(why, "--ragged %" PRIu64 ": expected a mean of half the 2^%u items of --sizes, or less",
                 request->ragged[0].mean, request->most);
    else if (request->least_rows > request->most)
        text_say(why, "--rows %u: expected no more rows than the 2^%u items of --sizes", request->least_rows,
                 request->most);
    else if (request->what == WHAT_TRANSPOSE)
        text_say(why, "--operator %s: no such element type; expected i8 to i64, u8 to u64, f32, f64 or u128",
                 request->operators);
    else
        text_say(why, "--operator %s: no such operator; `foldcheck list operators` has the names",
                 request->operators);
}
