/* SPDX-License-Identifier: MIT */
#include "arena.h"

#include <inttypes.h>
#include <string.h>

enum { ALIGNMENT = 256 };

static const char *const part_names[] = {"input", "result", "map-out", "row starts", "params", "scratch"};

/* A stretch of bytes, by offsets from the arena's start. */
struct stretch {
    uint64_t from, to;
};

/* Where a walk over a side's elements, in the order of their addresses, has come to. */
struct walk {
    uint64_t item;
    int column;
};

static bool column_is_contiguous(const struct arena_side *side, int column)
{
    return side->placement.stride[column] == (int64_t)elem_size(side->tuple.elem[column]);
}

static uint64_t element_offset(const struct arena_side *side, int column, uint64_t item)
{
    return side->offset + side->placement.offset[column] + item * (uint64_t)side->placement.stride[column];
}

/* The next elements of a side that lie back to back. Columns of C structs interleave, all others follow one
 * another, so that either order of the two loops gives rising addresses. */
static bool walk_next(struct walk *walk, const struct arena_side *side, struct stretch *next)
{
    if (walk->item >= side->count || walk->column >= side->tuple.count) return false;
    bool whole = side->side.form != SIDE_AOS && column_is_contiguous(side, walk->column);
    uint64_t size = elem_size(side->tuple.elem[walk->column]);
    next->from = element_offset(side, walk->column, walk->item);
    next->to = next->from + (whole ? side->count * size : size);
    if (side->side.form == SIDE_AOS) {
        walk->column = walk->column + 1 == side->tuple.count ? 0 : walk->column + 1;
        walk->item += walk->column == 0;
    } else if (whole || walk->item + 1 == side->count) {
        walk->column++;
        walk->item = 0;
    } else {
        walk->item++;
    }
    return true;
}

static bool add_bytes(uint64_t *sum, uint64_t add)
{
    return !__builtin_add_overflow(*sum, add, sum) && *sum <= INT64_MAX - 2 * (ALIGNMENT + GUARD_BYTES);
}

/* Moves on past a guard zone to where the next part may start. */
static void skip_guard(uint64_t *at)
{
    *at = (*at + GUARD_BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void region_add(struct arena *arena, enum arena_part part, struct stretch at, uint32_t item,
                       const char *suffix, int number)
{
    struct region *region = &arena->region[arena->regions++];
    *region = (struct region){.part = part, .offset = at.from, .bytes = at.to - at.from, .item = item};
    struct text name;
    text_say(&name, "%s%s", part_names[part], suffix);
    if (number >= 0) text_add(&name, " %d", number);
    memcpy(region->name, name.at, sizeof region->name);
    region->name[sizeof region->name - 1] = 0;
}

static void side_regions(struct arena *arena, enum arena_part part)
{
    const struct arena_side *side = &arena->side[part];
    uint64_t last = side->count ? side->count - 1 : 0;
    if (side->side.form == SIDE_AOS) {
        uint64_t stride = (uint64_t)side->placement.stride[0], from = element_offset(side, 0, 0);
        uint64_t bytes = side->count ? last * stride + side->tuple.size : 0;
        region_add(arena, part, (struct stretch){from, from + bytes}, (uint32_t)stride, " structs", -1);
        return;
    }
    for (int c = 0; c < side->tuple.count; c++) {
        uint64_t from = element_offset(side, c, 0);
        uint64_t to = side->count ? element_offset(side, c, last) + elem_size(side->tuple.elem[c]) : from;
        region_add(arena, part, (struct stretch){from, to}, (uint32_t)side->placement.stride[c], " column",
                   c);
    }
}

/* Places a side at `*at` and moves it past the side's guard. */
static bool side_place(struct arena *arena, enum arena_part part, uint64_t *at, struct text *why)
{
    struct arena_side *side = &arena->side[part];
    if (!side->tuple.count) return true;
    side->offset = *at;
    if (!layout_place(&side->tuple, side->side, side->count, &side->placement) ||
        !add_bytes(at, side->placement.bytes + (side->side.form == SIDE_AOS ? side->tuple.size : 0)))
        return text_say(why, "the %s of %" PRIu64 " items does not fit 63 bits of bytes", part_names[part],
                        side->count);
    skip_guard(at);
    side_regions(arena, part);
    return true;
}

bool tuples_agree(const struct tuple *a, const struct tuple *b)
{
    return a->count == b->count && memcmp(a->elem, b->elem, sizeof a->elem[0] * (size_t)a->count) == 0;
}

/* Lays an output over the input. */
static bool side_over_input(struct arena *arena, enum arena_part part, struct text *why)
{
    struct arena_side *side = &arena->side[part];
    const struct arena_side *input = &arena->side[ARENA_INPUT];
    if (!tuples_agree(&side->tuple, &input->tuple))
        return text_say(why, "layout: the %s cannot lie over the input, whose columns differ",
                        part_names[part]);
    if (side->count != input->count)
        return text_say(why, "layout: the %s of %" PRIu64 " items cannot lie over the input of %" PRIu64,
                        part_names[part], side->count, input->count);
    *side = *input;
    return true;
}

static bool output_place(struct arena *arena, enum arena_part part, uint64_t *at, struct text *why)
{
    struct arena_side *side = &arena->side[part];
    if (!side->tuple.count) return true;
    if (side->side.form == SIDE_ONE)
        return text_say(why, "layout: the %s needs a place for every item, `one` has a single one",
                        part_names[part]);
    if (side->side.form != SIDE_IN) return side_place(arena, part, at, why);
    arena->input_overwritten = true;
    return side_over_input(arena, part, why);
}

bool arena_place(struct arena *arena, const struct arena_request *request, struct text *why)
{
    const struct layout *layout = request->layout;
    uint64_t at = 0;
    memset(arena, 0, sizeof *arena);
    uint64_t stored = layout->input.form == SIDE_ONE && request->inputs ? 1 : request->inputs;
    arena->side[ARENA_INPUT] =
        (struct arena_side){.tuple = *request->input, .side = layout->input, .count = stored};
    arena->side[ARENA_RESULT] =
        (struct arena_side){.tuple = *request->result, .side = layout->result, .count = request->results};
    if (request->mapout)
        arena->side[ARENA_MAPOUT] =
            (struct arena_side){.tuple = *request->mapout, .side = layout->mapout, .count = request->inputs};
    if (request->row_starts)
        arena->side[ARENA_ROWS] =
            (struct arena_side){.tuple = tuple_of(ELEM_U64), .count = request->row_starts};
    if (request->param_words)
        arena->side[ARENA_PARAMS] =
            (struct arena_side){.tuple = tuple_of(ELEM_U64), .count = request->param_words};
    skip_guard(&at);
    if (!side_place(arena, ARENA_INPUT, &at, why) || !output_place(arena, ARENA_RESULT, &at, why) ||
        !output_place(arena, ARENA_MAPOUT, &at, why) || !side_place(arena, ARENA_ROWS, &at, why) ||
        !side_place(arena, ARENA_PARAMS, &at, why))
        return false;
    return arena_place_scratch(arena, at, request->scratch_bytes, why);
}

bool arena_place_scratch(struct arena *arena, uint64_t at, uint64_t bytes, struct text *why)
{
    arena->scratch_offset = at;
    arena->scratch_bytes = bytes;
    if (!add_bytes(&at, bytes))
        return text_say(why, "scratch of %" PRIu64 " bytes does not fit 63 bits", bytes);
    skip_guard(&at);
    arena->bytes = at;
    while (arena->regions && arena->region[arena->regions - 1].part == ARENA_SCRATCH)
        arena->regions--;
    struct stretch whole = {arena->scratch_offset, arena->scratch_offset + bytes};
    region_add(arena, ARENA_SCRATCH, whole, 1, "", -1);
    return true;
}

struct columns arena_columns(const struct arena *arena, enum arena_part part, void *base)
{
    const struct arena_side *side = &arena->side[part];
    if (!side->tuple.count) return (struct columns){0};
    return layout_columns(&side->tuple, &side->placement, (unsigned char *)base + side->offset);
}

/* A word that depends on its place and has no zero byte to speak of. */
static void fill_guards(unsigned char *image, uint64_t bytes)
{
    for (uint64_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t word = (i + 8) * 0x9e3779b97f4a7c15u;
        memcpy(image + i, &word, 8);
    }
}

void arena_fill(const struct arena *arena, void *image)
{
    unsigned char *bytes = image;
    fill_guards(bytes, arena->bytes);
    for (int part = ARENA_RESULT; part <= ARENA_MAPOUT; part++) {
        struct walk walk = {0};
        struct stretch next;
        while (walk_next(&walk, &arena->side[part], &next))
            memset(bytes + next.from, STALE_BYTE, next.to - next.from);
    }
    memset(bytes + arena->scratch_offset, STALE_BYTE, arena->scratch_bytes);
}

/* ---- looking at what came back ---- */

struct images {
    const unsigned char *before, *after;
};

/* The first byte of a stretch that changed, or its end. */
static uint64_t first_change(struct images images, struct stretch at)
{
    if (at.from >= at.to || memcmp(images.before + at.from, images.after + at.from, at.to - at.from) == 0)
        return at.to;
    while (images.before[at.from] == images.after[at.from])
        at.from++;
    return at.from;
}

/* Says where a changed byte lies: the region that it is in or nearest to. */
static void say_place(const struct arena *arena, uint64_t byte, struct text *where)
{
    const struct region *nearest = NULL;
    uint64_t distance = UINT64_MAX;
    bool after = false;
    for (int r = 0; r < arena->regions; r++) {
        const struct region *region = &arena->region[r];
        uint64_t end = region->offset + region->bytes;
        uint64_t d = byte < region->offset ? region->offset - byte : byte >= end ? byte - end + 1 : 0;
        if (d >= distance) continue;
        nearest = region;
        distance = d;
        after = byte >= end;
    }
    if (distance)
        text_say(where, "byte %" PRIu64 " %s %s", distance, after ? "after" : "before", nearest->name);
    else
        text_say(where, "%s, byte %" PRIu64 " of item %" PRIu64, nearest->name,
                 nearest->item ? (byte - nearest->offset) % nearest->item : byte - nearest->offset,
                 nearest->item ? (byte - nearest->offset) / nearest->item : 0);
}

static bool say_change(const struct arena *arena, struct images images, uint64_t byte, struct text *where)
{
    say_place(arena, byte, where);
    return text_add(where, ": expected 0x%02x, got 0x%02x", images.before[byte], images.after[byte]);
}

/* The bytes between the elements of a side, from `*at` to the end of its last element; moves `*at` there. */
static uint64_t change_between(const struct arena_side *side, struct images images, uint64_t *at)
{
    struct walk walk = {0};
    struct stretch next;
    while (walk_next(&walk, side, &next)) {
        uint64_t change = first_change(images, (struct stretch){*at, next.from});
        if (change < next.from) return change;
        *at = next.to;
    }
    return UINT64_MAX;
}

static bool check_zones(const struct arena *arena, struct images images, struct text *where)
{
    uint64_t at = 0;
    for (int part = ARENA_INPUT; part <= ARENA_PARAMS; part++) {
        if (part != ARENA_INPUT && arena->side[part].offset == arena->side[ARENA_INPUT].offset) continue;
        uint64_t change = change_between(&arena->side[part], images, &at);
        if (change != UINT64_MAX) return say_change(arena, images, change, where);
    }
    uint64_t end = arena->scratch_offset, change = first_change(images, (struct stretch){at, end});
    if (change < end) return say_change(arena, images, change, where);
    at = end + arena->scratch_bytes;
    change = first_change(images, (struct stretch){at, arena->bytes});
    return change == arena->bytes || say_change(arena, images, change, where);
}

static bool check_elements(const struct arena *arena, enum arena_part part, struct images images,
                           struct text *where)
{
    struct walk walk = {0};
    struct stretch next;
    while (walk_next(&walk, &arena->side[part], &next)) {
        uint64_t change = first_change(images, next);
        if (change < next.to) return say_change(arena, images, change, where);
    }
    return true;
}

static bool check_input(const struct arena *arena, struct images images, struct text *where)
{
    if (!arena->input_overwritten && !check_elements(arena, ARENA_INPUT, images, where)) return false;
    return check_elements(arena, ARENA_ROWS, images, where) &&
           check_elements(arena, ARENA_PARAMS, images, where);
}

bool arena_check(const struct arena *arena, const void *before, const void *after, bool input_only,
                 struct text *where)
{
    struct images images = {before, after};
    return input_only ? check_input(arena, images, where) : check_zones(arena, images, where);
}
