/* SPDX-License-Identifier: MIT */
#include "power.h"

#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static int compare_places(const void *a, const void *b)
{
    const struct power_place *left = a, *right = b;
    return (left->item > right->item) - (left->item < right->item);
}

static void add_place(struct power_look *look, uint64_t item, uint32_t bit, bool is_border)
{
    look->place[look->count++] = (struct power_place){item, bit, is_border};
}

/* The first item, the last, and between them any: the same fractions of each problem. */
static void choose_places(struct power_look *look, uint64_t items)
{
    for (uint32_t p = 0; p < POWER_PLACES; p++) {
        uint64_t fraction = splitmix64(p) >> 32;
        uint64_t item = items >> 32 ? (items >> 32) * fraction : items * fraction >> 32;
        add_place(look, p == 0 ? 0 : p == 1 ? items - 1 : item, p, false);
    }
}

/* Borders of `width` items in the first row, at most POWER_BORDERS: the last item in front of each and the first one
 * behind it. */
static void choose_borders(struct power_look *look, uint64_t length, uint64_t width, uint32_t kind)
{
    uint64_t borders = width ? (length - 1) / width : 0;
    uint64_t chosen = borders < POWER_BORDERS ? borders : POWER_BORDERS;
    for (uint64_t b = 0; b < chosen; b++) {
        uint64_t number = b == 0 ? 1 : b == chosen - 1 ? borders : 1 + (borders - 1) / (chosen - 1) * b;
        uint32_t bit = kind * POWER_BORDERS + (uint32_t)b;
        add_place(look, number * width - 1, bit, true);
        add_place(look, number * width, bit, true);
    }
}

/* More items than that are folded a second time only where that is not needed. */
enum { MANY_TO_FOLD = 1 << 22 };

void power_begin(struct power_look *look, const struct load *load, uint64_t tile)
{
    const struct job *job = &load->job;
    const struct problem *problem = load->problem;
    uint64_t items = job_items(job);
    struct launch_shape shape = load_shape(load);
    look->load = load;
    look->count = look->next = 0;
    look->seen = (struct power){0};
    look->borders_missed = 0;
    look->has_before = false;
    if (job->what == WHAT_TRANSPOSE || items == 0 || !loss_is_known(job->op) || problem->has_only) return;
    if (loss_takes_fold(job->op) && (job->keys || items > MANY_TO_FOLD)) return;
    look->depth = load_depth(load);
    choose_places(look, items);
    if (!job->row_start && job->length > 1) {
        choose_borders(look, job->length, tile, 0);
        choose_borders(look, job->length, shape.block, 1);
        choose_borders(look, job->length, (uint64_t)shape.group * shape.items, 2);
    }
    qsort(look->place, (size_t)look->count, sizeof look->place[0], compare_places);
}

static void note(struct power_look *look, const struct power_place *place, bool shows)
{
    struct power *seen = &look->seen;
    if (place->is_border) {
        seen->borders_tried |= (uint32_t)1 << place->bit;
        if (!shows) look->borders_missed |= (uint32_t)1 << place->bit;
    } else {
        seen->tried |= (uint64_t)1 << place->bit;
        if (shows) seen->noticed |= (uint64_t)1 << place->bit;
    }
}

/* Places [next, end) lie in a row, whose fold tells of all of them. */
static void fold_row(struct power_look *look, uint64_t row, int end)
{
    uint64_t item[MOST_POWER_PLACES];
    bool shows[MOST_POWER_PLACES];
    int distinct = 0;
    _Static_assert((int)MOST_POWER_PLACES <= (int)MOST_LOSSES, "room");
    for (int p = look->next; p < end; p++)
        if (distinct == 0 || item[distinct - 1] != look->place[p].item)
            item[distinct++] = look->place[p].item;
    loss_in_row(look->load->problem, row, item, distinct, shows);
    for (int p = look->next, k = 0; p < end; p++) {
        k += item[k] != look->place[p].item;
        note(look, &look->place[p], shows[k]);
    }
}

/* A bit for each column of the state that results have. */
static uint64_t columns_kept(const struct problem *problem)
{
    uint64_t kept = 0;
    for (int k = 0; k < problem->keep_count; k++)
        kept |= (uint64_t)1 << problem->keep[k];
    return problem->keep_count ? kept : UINT64_MAX;
}

/* An item by itself; of one that no key takes nothing is asked. */
static void look_at(struct power_look *look, uint64_t row, const struct power_place *place,
                    const struct slack *slack)
{
    const struct load *load = look->load;
    const struct op *op = load->job.op;
    const struct item_keys *keys = load_keys(load);
    struct state item, params;
    uint64_t key = keys ? keys->key[place->item] : 0;
    if (keys && key >= keys->keys) return;
    problem_params(load->problem, row, params.at);
    loss_item(load->problem, keys, row, place->item, item.at);
    const struct slack *of_key = slack_at((struct slack *)(uintptr_t)slack, op, key);
    note(look, place, loss_shows(op, params.at, of_key, look->depth, columns_kept(load->problem), item.at));
}

void power_row(struct power_look *look, uint64_t row, const struct slack *slack)
{
    const struct shape *shape = &look->load->problem->shape;
    uint64_t end = shape_row_first(shape, row) + shape_row_length(shape, row);
    int past = look->next;
    while (past < look->count && look->place[past].item < end)
        past++;
    if (past == look->next) return;
    if (loss_takes_fold(look->load->job.op))
        fold_row(look, row, past);
    else
        for (int p = look->next; p < past; p++)
            look_at(look, row, &look->place[p], slack);
    look->next = past;
}

/* What is in front of a row's first item. */
static void start_row(struct power_look *look, uint64_t row)
{
    const struct problem *problem = look->load->problem;
    struct state params;
    problem_params(problem, row, params.at);
    problem->op->identity(params.at, look->before.at);
    if (problem->has_init) problem_init(problem, params.at, look->before.at);
    look->has_before = true;
}

/* The loss of an item of an exact operator shows in the first result that has it, or in none. */
static bool changes(const struct power_look *look, uint64_t row, uint64_t item, bool exclusive,
                    const void *state)
{
    const struct problem *problem = look->load->problem;
    const struct op *op = problem->op;
    struct state lifted, params, with;
    if (!exclusive) return tuple_difference(&op->state, look->before.at, state) >= 0;
    problem_params(problem, row, params.at);
    loss_item(problem, NULL, row, item, lifted.at);
    op->combine(params.at, state, lifted.at, with.at);
    return tuple_difference(&op->state, state, with.at) >= 0;
}

void power_result(struct power_look *look, uint64_t at, const void *state, const struct slack *slack)
{
    const struct problem *problem = look->load->problem;
    const struct op *op = problem->op;
    if (look->next == look->count || look->place[look->next].item > at + 1) return;
    bool exclusive = problem->what == WHAT_EXSCAN, folds = loss_takes_fold(op);
    uint64_t row = shape_row_of(&problem->shape, at), first = shape_row_first(&problem->shape, row);
    if (folds && at == first) start_row(look, row);
    for (; look->next < look->count && look->place[look->next].item == at; look->next++) {
        const struct power_place *place = &look->place[look->next];
        bool is_last = at + 1 == first + shape_row_length(&problem->shape, row);
        if (exclusive && is_last) continue; /* it is in no result */
        if (!folds)
            look_at(look, row, place, slack);
        else if (exclusive || look->has_before)
            note(look, place, changes(look, row, at, exclusive, state));
    }
    look->has_before = folds;
    if (folds) memcpy(look->before.at, state, op->state.size);
}

void power_end(struct power_look *look, struct finding *finding)
{
    look->seen.borders_noticed = look->seen.borders_tried & ~look->borders_missed;
    look->seen.is_judged = !loss_takes_fold(look->load->job.op);
    finding->power = look->seen;
    finding->size = job_items(&look->load->job);
}

/* ---- without a launch ---- */

/* The oracle's walk over the results of a scan. */
struct expected_scan {
    struct power_look *look;
    struct slack slack;
    const struct slack *of_results; /* &slack, or NULL */
    uint64_t at;
};

static bool visit_result(void *context, uint64_t j, const void *state)
{
    struct expected_scan *scan = context;
    (void)j;
    power_result(scan->look, scan->at++, state, scan->of_results);
    return true;
}

static void expect_row(struct power_look *look, struct expected_scan *scan, uint64_t row)
{
    const struct problem *problem = look->load->problem;
    struct state fold;
    struct slack *slack = problem->op->laws & LAW_EXACT ? NULL : &scan->slack;
    memset(&scan->slack, 0, sizeof scan->slack);
    scan->of_results = slack;
    if (problem->what != WHAT_REDUCE) {
        oracle_scan(problem, row, problem->what == WHAT_EXSCAN, slack, visit_result, scan);
        return;
    }
    oracle_reduce(problem, row, fold.at, slack);
    power_row(look, row, slack);
}

bool power_of_draw(struct fixture *fixture, const struct test_case *drawn, struct finding *finding)
{
    struct power_look look;
    const struct load *load = &fixture->load[LOAD_CASE];
    struct expected_scan scan = {.look = &look};
    if (fixture_plan(fixture, LOAD_CASE, drawn, finding) != VERDICT_PASS || load->job.keys) return false;
    power_begin(&look, load, load_tile(load));
    for (uint64_t row = 0; look.count && row < load->job.rows; row++)
        expect_row(&look, &scan, row);
    power_end(&look, finding);
    return look.count > 0;
}
