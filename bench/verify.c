/* SPDX-License-Identifier: MIT
 * Whether what is timed is right: the launch itself at a few places, and a warm-up's arrays as a whole. */
#include "entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

enum { STALE = 0xA5 };

static bool side_spoil(struct bench *bench, enum arena_part part, struct text *why)
{
    const struct arena_side *side = &bench->load.arena.side[part];
    const struct session *session = &bench->session;
    return device_did(bench, session->backend->fill(session->device, NULL, bench->load.memory + side->offset,
                                                    STALE, side->placement.bytes, why));
}

bool result_spoil(struct bench *bench, struct text *why)
{
    return side_spoil(bench, ARENA_RESULT, why) &&
           (bench->load.job.mapout.count == 0 || side_spoil(bench, ARENA_MAPOUT, why));
}

/* Brings one tuple, column by column; columns that were not requested stay as they are. */
static bool tuple_get(struct bench *bench, const struct columns *columns, const struct tuple *tuple,
                      uint64_t at, void *to, struct text *why)
{
    struct session *session = &bench->session;
    bool done = true;
    for (int c = 0; done && c < tuple->count; c++) {
        const struct column *column = &columns->column[c];
        if (!column->base) continue;
        done = session->backend->get(session->device, NULL, (unsigned char *)to + tuple->offset[c],
                                     (unsigned char *)column->base + (int64_t)at * column->stride,
                                     elem_size(tuple->elem[c]), why);
    }
    return device_did(bench, done && session->backend->sync(session->device, session->seconds, why));
}

static bool states_hold(struct entry *entry, struct text *why)
{
    struct bench *bench = entry->bench;
    const struct op *op = entry->problem.op;
    _Alignas(16) unsigned char state[MAX_STATE_BYTES] = {0};
    uint64_t depth = load_depth(&bench->load);
    for (int p = 0; p < bench->expected.count; p++) {
        double bounds;
        struct expected_place *place = &bench->expected.place[p];
        memcpy(state, place->state, op->state.size);
        if (!tuple_get(bench, &bench->load.job.out, &op->state, place->at, state, why)) return false;
        if (entry->unchecked) continue;
        place->slack.rounds = load_rounds(&bench->load);
        bool holds = expected_holds(place, op, depth, state, &bounds, why);
        if (bounds > entry->bounds) entry->bounds = bounds;
        if (holds) continue;
        entry->wrong = true;
        return false;
    }
    return true;
}

/* To the bit. */
static bool mapout_holds(struct entry *entry, struct text *why)
{
    struct bench *bench = entry->bench;
    const struct tuple *tuple = &entry->problem.op->mapout;
    _Alignas(16) unsigned char item[MAX_STATE_BYTES] = {0};
    for (int p = 0; p < bench->expected.mapouts; p++) {
        const struct expected_place *place = &bench->expected.mapout[p];
        if (!tuple_get(bench, &bench->load.job.mapout, tuple, place->at, item, why)) return false;
        int column = tuple_difference(tuple, place->state, item);
        if (column < 0) continue;
        entry->wrong = true;
        return text_say(why, "map-out, item %" PRIu64 ", column %d of %d: not what the oracle has", place->at,
                        column + 1, tuple->count);
    }
    return true;
}

bool result_holds(struct entry *entry, struct text *why)
{
    return states_hold(entry, why) && mapout_holds(entry, why);
}

/* ---- whole transpositions and map-out arrays: a few places of one tell little of the others ---- */

enum { PIECE_ITEMS = 1 << 12, MOST_PIECES = 1 << 10 };

/* An array of the device, back to back in columns, and what its item number `at` must be. */
struct swept {
    const struct columns *columns;
    const struct tuple *tuple;
    void (*expect)(const struct problem *problem, uint64_t at, void *item);
    const char *name;
    unsigned char *room; /* for PIECE_ITEMS of its items here */
};

static void expect_moved(const struct problem *problem, uint64_t at, void *element)
{
    uint64_t item;
    if (oracle_transposed(problem, at, &item)) oracle_transpose(problem, item, element);
}

static void expect_mapped(const struct problem *problem, uint64_t at, void *item)
{
    oracle_mapout(problem, NULL, shape_row_of(&problem->shape, at), at, item);
}

/* Brings items [at, at + count) as columns one behind the other, where `host` says then. */
static bool piece_get(struct bench *bench, const struct swept *swept, uint64_t at, uint64_t count,
                      struct columns *host, struct text *why)
{
    struct session *session = &bench->session;
    unsigned char *to = swept->room;
    bool done = true;
    host->count = swept->tuple->count;
    for (int c = 0; done && c < host->count; c++) {
        size_t size = elem_size(swept->tuple->elem[c]);
        const unsigned char *from = swept->columns->column[c].base;
        host->column[c] = (struct column){.base = to, .stride = (int64_t)size};
        done = session->backend->get(session->device, NULL, to, from + at * size, count * size, why);
        to += PIECE_ITEMS * size;
    }
    return device_did(bench, done && session->backend->sync(session->device, session->seconds, why));
}

static bool piece_holds(struct entry *entry, const struct swept *swept, uint64_t at, uint64_t count,
                        struct text *why)
{
    _Alignas(16) unsigned char expected[MAX_STATE_BYTES] = {0}, got[MAX_STATE_BYTES] = {0};
    struct columns piece = {0};
    if (!piece_get(entry->bench, swept, at, count, &piece, why)) return false;
    for (uint64_t i = 0; i < count; i++) {
        swept->expect(&entry->problem, at + i, expected);
        columns_read(&piece, swept->tuple, i, got);
        int column = tuple_difference(swept->tuple, expected, got);
        if (column < 0) continue;
        entry->wrong = true;
        return text_say(why, "%s, item %" PRIu64 ", column %d of %d: not what the oracle has", swept->name,
                        at + i, column + 1, swept->tuple->count);
    }
    return true;
}

/* Compares all items, of more than MOST_PIECES pieces one in each of as many equal parts, anywhere in it. */
static bool pieces_hold(struct entry *entry, const struct swept *swept, struct text *why)
{
    uint64_t items = entry_items(entry), pieces = (items + PIECE_ITEMS - 1) / PIECE_ITEMS;
    if (pieces > MOST_PIECES) pieces = MOST_PIECES;
    for (uint64_t p = 0; p < pieces; p++) {
        uint64_t at = items / pieces * p, part = p + 1 < pieces ? items / pieces : items - at;
        uint64_t count = part < PIECE_ITEMS ? part : PIECE_ITEMS;
        if (!piece_holds(entry, swept, at + splitmix64(p) % (part - count + 1), count, why)) return false;
    }
    return true;
}

static bool whole_holds(struct entry *entry, struct swept *swept, struct text *why)
{
    swept->room = malloc(PIECE_ITEMS * swept->tuple->packed);
    if (!swept->room) return text_say(why, "no memory to compare the %s array", swept->name);
    bool holds = pieces_hold(entry, swept, why);
    free(swept->room);
    return holds;
}

bool arrays_hold(struct entry *entry, struct text *why)
{
    const struct op *op = entry->problem.op;
    const struct job *job = &entry->bench->load.job;
    struct swept moved = {&job->out, &op->state, expect_moved, "result", NULL};
    struct swept mapped = {&job->mapout, &op->mapout, expect_mapped, "map-out", NULL};
    if (entry->problem.what == WHAT_TRANSPOSE) return whole_holds(entry, &moved, why);
    return !op->emits || entry->problem.what == WHAT_KEYED || whole_holds(entry, &mapped, why);
}
