/* SPDX-License-Identifier: MIT */
#include "expected.h"

#include "difference.h"
#include "oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The last results of as many equal parts. */
static void place_results(struct expected *expected, const struct shape *shape)
{
    expected->count = expected->items < MOST_PLACES ? (int)expected->items : MOST_PLACES;
    for (int p = 0; p < expected->count; p++) {
        uint64_t end = expected->items / (uint64_t)expected->count * (uint64_t)(p + 1);
        if (p == expected->count - 1) end = expected->items;
        expected->place[p].at = end - 1;
        expected->place[p].items = end - shape_row_first(shape, shape_row_of(shape, end - 1));
    }
}

/* Number p of `count` places among these items: the first, the last, and between them some that follow no power of
 * two, since places at the edges of tiles would miss what is wrong inside. */
static uint64_t place_anywhere(uint64_t items, int p, int count)
{
    if (p == count - 1) return items - 1;
    return p ? splitmix64((uint64_t)p) % items : 0;
}

/* Row number p of `count`: the last of as many equal parts. Of different lengths: any, and every other one the row of
 * any item, which long ones have most of. */
static uint64_t place_row(const struct expected *expected, const struct shape *shape, int p, int count)
{
    uint64_t rows = expected->rows;
    if (shape_is_even(shape))
        return p == count - 1 ? rows - 1 : rows / (uint64_t)count * (uint64_t)(p + 1) - 1;
    return p % 2 ? place_anywhere(rows, p, count)
                 : shape_row_of(shape, place_anywhere(expected->items, p, count));
}

static bool has_place(const struct expected *expected, uint64_t at)
{
    for (int p = 0; p < expected->count; p++)
        if (expected->place[p].at == at) return true;
    return false;
}

/* The folds of a few rows, each once. */
static void reduce_rows(struct expected *expected, const struct problem *problem)
{
    const struct shape *shape = &problem->shape;
    int count = expected->rows < MOST_PLACES ? (int)expected->rows : MOST_PLACES;
    for (int p = 0; p < count; p++) {
        uint64_t row = place_row(expected, shape, p, count);
        if (has_place(expected, row)) continue;
        struct expected_place *place = &expected->place[expected->count++];
        place->at = row;
        place->items = shape_row_length(shape, row);
        oracle_reduce(problem, row, place->state, &place->slack);
    }
}

/* The oracle's scan of a row as it comes by the places. */
struct watch {
    struct expected *expected;
    const struct op *op;
    const struct slack *slack; /* what went into the state so far */
    uint64_t first, end;       /* the row's items */
    int next;                  /* place */
};

/* False after the row's last place. */
static bool watch_scan(void *context, uint64_t j, const void *state)
{
    struct watch *watch = context;
    struct expected_place *place = &watch->expected->place[watch->next];
    if (watch->first + j != place->at) return true;
    memcpy(place->state, state, watch->op->state.size);
    place->slack = *watch->slack;
    watch->next++;
    return watch->next < watch->expected->count && place[1].at < watch->end;
}

/* The scans of those rows that places fall in. */
static void scan_rows(struct expected *expected, const struct problem *problem)
{
    const struct shape *shape = &problem->shape;
    struct slack slack;
    struct watch watch = {.expected = expected, .op = problem->op, .slack = &slack};
    place_results(expected, shape);
    while (watch.next < expected->count) {
        uint64_t row = shape_row_of(shape, expected->place[watch.next].at);
        slack = (struct slack){0};
        watch.first = shape_row_first(shape, row);
        watch.end = watch.first + shape_row_length(shape, row);
        oracle_scan(problem, row, false, &slack, watch_scan, &watch);
    }
}

static void transposed_places(struct expected *expected, const struct problem *problem)
{
    uint64_t item;
    expected->count = expected->items < MOST_PLACES ? (int)expected->items : MOST_PLACES;
    for (int p = 0; p < expected->count; p++) {
        struct expected_place *place = &expected->place[p];
        place->at = place_anywhere(expected->items, p, expected->count);
        place->items = 1;
        if (oracle_transposed(problem, place->at, &item)) oracle_transpose(problem, item, place->state);
    }
}

static void mapout_places(struct expected *expected, const struct problem *problem,
                          const struct item_keys *keys)
{
    expected->mapouts = expected->items < MOST_PLACES ? (int)expected->items : MOST_PLACES;
    for (int p = 0; p < expected->mapouts; p++) {
        struct expected_place *place = &expected->mapout[p];
        place->at = place_anywhere(expected->items, p, expected->mapouts);
        place->items = 1;
        oracle_mapout(problem, keys, shape_row_of(&problem->shape, place->at), place->at, place->state);
    }
}

/* Result number p of `count`: some keys, and between them the keys of some items, which a key with many has most of. */
static uint64_t place_key(const struct item_keys *keys, int p, int count)
{
    uint64_t results = keys->rows * keys->keys, items = keys->rows * keys->length;
    if (p % 2 == 0 || p == count - 1 || items == 0) return place_anywhere(results, p, count);
    uint64_t i = place_anywhere(items, p, count);
    return i / keys->length * keys->keys + keys->key[i];
}

/* The folds of a few keys, each once, of keys that are made again here. */
static bool fold_keys(struct expected *expected, const struct problem *problem, struct text *why)
{
    struct item_keys *keys = &expected->keys;
    size_t size = problem->op->state.size;
    if (!item_keys_fill(keys, problem, why)) return false;
    uint64_t results = keys->rows * keys->keys, folded = UINT64_MAX;
    int count = results < MOST_PLACES ? (int)results : MOST_PLACES;
    unsigned char *states = malloc(keys->keys * size);
    struct slack *slack = malloc(keys->keys * slack_bytes(problem->op));
    bool made = (states && slack) || text_say(why, "no memory for the folds of %" PRIu64 " keys", keys->keys);
    for (int p = 0; made && p < count; p++) {
        uint64_t at = place_key(keys, p, count), row = at / keys->keys, key = at % keys->keys;
        if (has_place(expected, at)) continue;
        if (row != folded) {
            memset(slack, 0, keys->keys * slack_bytes(problem->op));
            oracle_keyed(problem, keys, row, states, slack);
            folded = row;
        }
        struct expected_place *place = &expected->place[expected->count++];
        place->at = at;
        place->items = keys->first[at + 1] - keys->first[at];
        memcpy(&place->slack, slack_at(slack, problem->op, key), slack_bytes(problem->op));
        memcpy(place->state, states + key * size, size);
    }
    free(states);
    free(slack);
    return made;
}

bool expected_take(struct expected *expected, const struct problem *problem, struct text *why)
{
    char line[MAX_LINE];
    bool keyed = problem->what == WHAT_KEYED;
    problem_print(problem, line, sizeof line);
    if (strcmp(expected->problem, line) == 0) return true;
    *expected = (struct expected){.keys = expected->keys};
    shape_items(&problem->shape, &expected->items);
    shape_rows(&problem->shape, &expected->rows);
    if (keyed && !fold_keys(expected, problem, why)) return false;
    if (problem->what == WHAT_REDUCE)
        reduce_rows(expected, problem);
    else if (problem->what == WHAT_TRANSPOSE)
        transposed_places(expected, problem);
    else if (!keyed)
        scan_rows(expected, problem);
    if (problem->op->emits) mapout_places(expected, problem, keyed ? &expected->keys : NULL);
    strcpy(expected->problem, line);
    return true;
}

void expected_free(struct expected *expected)
{
    item_keys_free(&expected->keys);
}

/* Of others' strategies, which state no depth: a warp at least goes over a row. */
enum { ASSUMED_LANES = 32, ASSUMED_TREE = 64 };

bool expected_holds(const struct expected_place *expected, const struct op *op, uint64_t depth,
                    const void *state, double *bounds, struct text *why)
{
    struct difference difference;
    const struct slack *slack = op->laws & LAW_EXACT ? NULL : &expected->slack;
    if (depth == UINT64_MAX) depth = expected->items / ASSUMED_LANES + ASSUMED_TREE;
    *bounds = difference_bounds(slack, op, depth, expected->state, state);
    return tuple_difference(&op->state, expected->state, state) < 0 ||
           slack_agrees(slack, op, depth, expected->state, state, &difference) ||
           difference_say(&difference, op, expected->state, state, why);
}
