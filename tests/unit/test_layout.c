/* SPDX-License-Identifier: MIT
 * Places of columns, and how ragged rows fall, typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "fixture.h"

/* ---- places ---- */

/* Three items of an i8 and an i64, and where they lie. */
static const struct {
    struct side side;
    size_t offset[2], bytes;
    int64_t stride[2];
} places[] = {
    {{SIDE_SOA, 0, 0}, {0, 512}, 536, {1, 8}},  {{SIDE_SOA, 2, 1}, {2, 528}, 568, {2, 16}},
    {{SIDE_AOS, 0, 0}, {0, 8}, 48, {16, 16}},   {{SIDE_AOS, 2, 1}, {32, 40}, 112, {32, 32}},
    {{SIDE_ARENA, 0, 0}, {0, 8}, 32, {1, 8}},   {{SIDE_ARENA, 2, 1}, {2, 24}, 64, {2, 16}},
    {{SIDE_ONE, 2, 0}, {2, 528}, 536, {0, 0}}, /* cols lies as soa */
    {{SIDE_COLS, 0, 0}, {0, 512}, 536, {1, 8}}, {{SIDE_COLS, 2, 0}, {2, 528}, 552, {1, 8}},
};

static bool column_lies_at_its_place(size_t at, struct finding *finding)
{
    struct tuple tuple;
    struct placement got;
    tuple_parse("i8,i64", &tuple);
    bool placed = layout_place(&tuple, places[at].side, 3, &got);
    for (int c = 0; placed && c < 2; c++)
        placed = got.offset[c] == places[at].offset[c] && got.stride[c] == places[at].stride[c];
    if (placed && got.bytes == places[at].bytes) return true;
    return text_say(&finding->first_at,
                    "layout %zu: expected columns at %zu and %zu, %zu bytes; got %zu and %zu, %zu", at,
                    places[at].offset[0], places[at].offset[1], places[at].bytes, got.offset[0],
                    got.offset[1], got.bytes);
}

/* Two columns at these places of 16-byte words, and the items by which they begin behind a boundary of both. */
static const struct {
    const char *columns;
    uintptr_t at[2];
    int64_t stride[2];
    int lead;
} leads[] = {
    {"u32,u32", {256, 512}, {4, 4}, 0},  {"u32,u32", {260, 516}, {4, 4}, 1},
    {"u32,u32", {260, 512}, {4, 4}, -1}, {"u8,u32", {257, 516}, {1, 4}, 1},
    {"u8,u32", {261, 516}, {1, 4}, 5},   {"u8,u32", {258, 516}, {1, 4}, -1},
    {"u8,u8", {271, 527}, {1, 1}, 15},   {"u64,u64", {264, 520}, {8, 8}, 1},
    {"u64,u64", {256, 520}, {8, 8}, -1}, {"u32,u32", {256, 512}, {4, 8}, -1},
    {"u32,u32", {256, 512}, {8, 4}, -1},
};

static bool columns_have_their_lead(size_t at, struct finding *finding)
{
    struct tuple tuple;
    struct columns columns = {.count = 2};
    tuple_parse(leads[at].columns, &tuple);
    for (int c = 0; c < 2; c++) {
        columns.column[c].base = (void *)leads[at].at[c];
        columns.column[c].stride = leads[at].stride[c];
    }
    int got = columns_lead(&columns, &tuple);
    return got == leads[at].lead ||
           text_say(&finding->first_at, "lead %zu: expected %d, got %d", at, leads[at].lead, got);
}

/* The most scratch that fits 63 bits of bytes behind three items, with room for two guards and two boundaries. */
static bool largest_scratch_fits(struct finding *finding)
{
    struct arena arena;
    struct tuple tuple = tuple_of(ELEM_U32);
    struct layout layout = {.sides = 1};
    struct arena_request request = {
        .input = &tuple, .result = &tuple, .inputs = 3, .results = 1, .layout = &layout};
    if (!arena_place(&arena, &request, &finding->first_at)) return false;
    uint64_t at = arena.scratch_offset, most = INT64_MAX - 2 * (256 + 256) - at;
    return (arena_place_scratch(&arena, at, most, NULL) &&
            !arena_place_scratch(&arena, at, most + 1, NULL)) ||
           text_say(&finding->first_at,
                    "scratch behind byte %" PRIu64 ": expected a limit of %" PRIu64 " bytes", at, most);
}

/* Of one column or two: the most items that fit 63 bits of bytes, and one more; products and sums that wrap around. */
static const struct {
    const char *columns;
    struct side side;
    uint64_t count, bytes; /* 0 bytes: they do not fit */
} limits[] = {
#define TWO_TO(N) ((uint64_t)1 << (N))
    {"u64", {SIDE_SOA, 0, 0}, TWO_TO(60) - 1, TWO_TO(63) - 8},
    {"u64", {SIDE_SOA, 0, 0}, TWO_TO(60), 0},
    {"u64", {SIDE_SOA, 0, 0}, TWO_TO(60) + 1, 0},
    {"u64", {SIDE_SOA, 0, 0}, TWO_TO(61) + 1, 0},
    {"u64", {SIDE_SOA, 1, 0}, TWO_TO(61), 0},
    {"u64", {SIDE_SOA, 0, 1}, TWO_TO(59), TWO_TO(63) - 8},
    {"u64", {SIDE_SOA, 0, 1}, TWO_TO(59) + 1, 0},
    {"u64", {SIDE_AOS, 0, 0}, TWO_TO(60) - 1, TWO_TO(63) - 8},
    {"u64", {SIDE_AOS, 0, 0}, TWO_TO(60), 0},
    {"u8,u8", {SIDE_SOA, 0, 0}, TWO_TO(62) - 256, TWO_TO(63) - 256},
    {"u8,u8", {SIDE_SOA, 0, 0}, TWO_TO(62) - 255, 0},
    {"u8,u8", {SIDE_ARENA, 0, 0}, TWO_TO(62) - 1, TWO_TO(63) - 2},
    {"u8,u8", {SIDE_ARENA, 0, 0}, TWO_TO(62), 0},
    {"u8,u64", {SIDE_ONE, 0, 0}, UINT64_MAX, 520},
};

static bool sizes_beyond_63_bits_are_refused(struct finding *finding)
{
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
        struct tuple tuple;
        struct placement got;
        tuple_parse(limits[l].columns, &tuple);
        bool fits = layout_place(&tuple, limits[l].side, limits[l].count, &got);
        if (fits != (limits[l].bytes > 0) || (fits && got.bytes != limits[l].bytes))
            return text_say(
                &finding->first_at, "%" PRIu64 " items of %s: expected %" PRIu64 " bytes, got %" PRIu64,
                limits[l].count, limits[l].columns, limits[l].bytes, fits ? (uint64_t)got.bytes : 0);
    }
    return true;
}

/* A read item has zeros where it has no column, or one that was not asked for. */
static bool struct_reads_its_columns(struct finding *finding)
{
    static const unsigned char whole[16] = {7, [8] = 9}, first[16] = {7};
    struct tuple tuple;
    int8_t narrow[] = {5, 7};
    int64_t wide[] = {8, 9};
    struct columns columns = {.count = 2, .column = {{narrow, 1}, {wide, 8}}};
    unsigned char got[16], without[16];
    tuple_parse("i8,i64", &tuple);
    memset(got, 0xff, sizeof got);
    memset(without, 0xff, sizeof without);
    columns_read(&columns, &tuple, 1, got);
    columns.column[1].base = NULL;
    columns_read(&columns, &tuple, 1, without);
    return (memcmp(got, whole, sizeof got) == 0 && memcmp(without, first, sizeof without) == 0) ||
           text_say(&finding->first_at, "an item of an i8 and an i64 is read with bytes that no column has");
}

/* Items, results, row starts, words of params and bytes of scratch, and the words of a refusal. */
static const struct {
    const char *input, *result, *mapout;
    enum side_form forms[2]; /* of result and map-out */
    uint64_t inputs, results, row_starts, param_words, scratch;
    const char *words;
} requests[] = {
#define PLAIN                                                                                                \
    {                                                                                                        \
        SIDE_SOA, SIDE_SOA                                                                                   \
    }
#define NO_ROOM(PART, ITEMS) "the " PART " of " ITEMS " items does not fit 63 bits of bytes"
#define DIFFER " cannot lie over the input, whose columns differ"
#define NO_PLACE " needs a place for every item, `one` has a single one"
    {"u64", "u32", "", PLAIN, TWO_TO(60), 1, 0, 0, 0, NO_ROOM("input", "1152921504606846976")},
    {"u64", "u32", "", PLAIN, TWO_TO(60) - 1, 1, 0, 0, 0, NO_ROOM("input", "1152921504606846975")},
    {"u64", "u64", "", PLAIN, 1, TWO_TO(60), 0, 0, 0, NO_ROOM("result", "1152921504606846976")},
    {"u64", "u64", "", PLAIN, 1, TWO_TO(60) - 1, 0, 0, 0, NO_ROOM("result", "1152921504606846975")},
    {"u64", "u64", "", PLAIN, TWO_TO(59), TWO_TO(59), 0, 0, 0, NO_ROOM("result", "576460752303423488")},
    {"u8", "u64", "u64", PLAIN, TWO_TO(60), 1, 0, 0, 0, NO_ROOM("map-out", "1152921504606846976")},
    {"u8", "u64", "u64", PLAIN, TWO_TO(59), 1, TWO_TO(60), 0, 0,
     NO_ROOM("row starts", "1152921504606846976")},
    {"u8", "u64", "u64", PLAIN, TWO_TO(59), 1, 2, TWO_TO(60), 0, NO_ROOM("params", "1152921504606846976")},
    {"u8", "u64", "u64", PLAIN, TWO_TO(59), 1, 2, 1, TWO_TO(63),
     "scratch of 9223372036854775808 bytes does not fit 63 bits"},
    {"u8", "u64", "u64", PLAIN, TWO_TO(59), 1, 2, 1, 5, ""},
    {"u32", "u32", "", {SIDE_ONE, SIDE_SOA}, 3, 3, 0, 0, 0, "layout: the result" NO_PLACE},
    {"u32", "u32", "u32", {SIDE_SOA, SIDE_ONE}, 3, 3, 0, 0, 0, "layout: the map-out" NO_PLACE},
    {"u32", "u32", "", {SIDE_IN, SIDE_SOA}, 3, 3, 0, 0, 0, ""},
    {"u32", "i32", "", {SIDE_IN, SIDE_SOA}, 3, 3, 0, 0, 0, "layout: the result" DIFFER},
    {"u32", "u32,u8", "", {SIDE_IN, SIDE_SOA}, 3, 3, 0, 0, 0, "layout: the result" DIFFER},
    {"u32,u8", "u32", "", {SIDE_IN, SIDE_SOA}, 3, 3, 0, 0, 0, "layout: the result" DIFFER},
    {"u32",
     "u32",
     "",
     {SIDE_IN, SIDE_SOA},
     3,
     1,
     0,
     0,
     0,
     "layout: the result of 1 items cannot lie over the input of 3"},
    {"u32", "u32", "u32", {SIDE_SOA, SIDE_IN}, 3, 1, 0, 0, 0, ""},
    {"u32", "u32", "f32", {SIDE_SOA, SIDE_IN}, 3, 1, 0, 0, 0, "layout: the map-out" DIFFER},
#undef PLAIN
#undef NO_ROOM
#undef DIFFER
#undef NO_PLACE
};

static bool layout_is_possible_or_refused(size_t at, struct finding *finding)
{
    struct arena arena;
    struct tuple input, result, mapout = {.count = 0};
    struct layout layout = {.sides = 3};
    struct text why = {0};
    tuple_parse(requests[at].input, &input);
    tuple_parse(requests[at].result, &result);
    if (requests[at].mapout[0]) tuple_parse(requests[at].mapout, &mapout);
    layout.result.form = requests[at].forms[0];
    layout.mapout.form = requests[at].forms[1];
    const struct arena_request request = {&input,
                                          &result,
                                          &mapout,
                                          requests[at].inputs,
                                          requests[at].results,
                                          requests[at].row_starts,
                                          requests[at].param_words,
                                          &layout,
                                          requests[at].scratch};
    bool placed = arena_place(&arena, &request, &why);
    return (placed == !requests[at].words[0] && strcmp(why.at, requests[at].words) == 0) ||
           text_say(&finding->first_at, "problem %zu in an arena: expected '%s', got '%.200s'", at,
                    requests[at].words, why.at);
}

/* Of an input that is one item over and over one is stored, if there are any. */
static bool column_of_one_stores_one_item(struct finding *finding)
{
    static const struct {
        enum side_form form;
        uint64_t inputs, stored;
    } inputs[] = {{SIDE_ONE, 5, 1}, {SIDE_ONE, 0, 0}, {SIDE_SOA, 5, 5}, {SIDE_SOA, 0, 0}};
    struct tuple tuple = tuple_of(ELEM_U32);
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct arena arena;
        struct layout layout = {.input.form = inputs[i].form, .sides = 1};
        const struct arena_request request = {
            .input = &tuple, .result = &tuple, .inputs = inputs[i].inputs, .results = 1, .layout = &layout};
        if (!arena_place(&arena, &request, &finding->first_at)) return false;
        if (arena.side[ARENA_INPUT].count != inputs[i].stored)
            return text_say(
                &finding->first_at,
                "an input of %" PRIu64 " items, form %d: expected %" PRIu64 " in the arena, got %" PRIu64,
                inputs[i].inputs, (int)inputs[i].form, inputs[i].stored, arena.side[ARENA_INPUT].count);
    }
    return true;
}

/* The stretches that a kernel may touch, and the bytes of the whole allocation. Parts begin at multiples of 256, and
 * guards of 256 bytes at least lie around them. The result is one u32. */
static const struct {
    const char *input, *mapout;
    struct side side; /* of the input; the map-out's is aos */
    uint64_t inputs, row_starts, param_words, scratch, bytes;
    struct region region[8]; /* whose part is told by its name */
} stretches[] = {
#define STRETCH(NAME, OFFSET, BYTES, ITEM)                                                                   \
    {                                                                                                        \
        .name = NAME, .offset = (OFFSET), .bytes = (BYTES), .item = (ITEM)                                   \
    }
    {"i8,i64",
     "",
     {SIDE_SOA, 0, 0},
     3,
     0,
     0,
     5,
     2304,
     {STRETCH("input column 0", 256, 3, 1), STRETCH("input column 1", 768, 24, 8),
      STRETCH("result column 0", 1280, 4, 4), STRETCH("scratch", 1792, 5, 1)}},
    {"i8,i64",
     "",
     {SIDE_AOS, 2, 1},
     3,
     0,
     0,
     0,
     1536,
     {STRETCH("input structs", 288, 80, 32), STRETCH("result column 0", 768, 4, 4),
      STRETCH("scratch", 1280, 0, 1)}},
    /* Without items there is nothing to touch. */
    {"i8,i64",
     "",
     {SIDE_AOS, 0, 0},
     0,
     0,
     0,
     1,
     1792,
     {STRETCH("input structs", 256, 0, 16), STRETCH("result column 0", 768, 4, 4),
      STRETCH("scratch", 1280, 1, 1)}},
    {"i8,i64",
     "u8",
     {SIDE_SOA, 0, 1},
     0,
     0,
     0,
     1,
     2304,
     {STRETCH("input column 0", 256, 0, 2), STRETCH("input column 1", 512, 0, 16),
      STRETCH("result column 0", 768, 4, 4), STRETCH("map-out structs", 1280, 0, 1),
      STRETCH("scratch", 1792, 1, 1)}},
    /* Of five items that are one, one. */
    {"i8,i64",
     "",
     {SIDE_ONE, 0, 0},
     5,
     0,
     0,
     1,
     2304,
     {STRETCH("input column 0", 256, 1, 0), STRETCH("input column 1", 768, 8, 0),
      STRETCH("result column 0", 1280, 4, 4), STRETCH("scratch", 1792, 1, 1)}},
    {"u8",
     "u64,u8",
     {SIDE_ARENA, 3, 0},
     2,
     2,
     3,
     512,
     3584,
     {STRETCH("input column 0", 259, 2, 1), STRETCH("result column 0", 768, 4, 4),
      STRETCH("map-out structs", 1280, 32, 16), STRETCH("row starts column 0", 1792, 16, 8),
      STRETCH("params column 0", 2304, 24, 8), STRETCH("scratch", 2816, 512, 1)}},
#undef STRETCH
};

/* Whether the arena has these stretches, one behind the other, and no more. */
static bool has_stretches(const struct arena *arena, size_t at)
{
    const struct region *expected = stretches[at].region;
    int count = 0;
    for (; expected[count].name[0]; count++) {
        const struct region *got = &arena->region[count];
        bool named = strncmp(got->name, "input", 5) == 0    ? got->part == ARENA_INPUT
                     : strncmp(got->name, "result", 6) == 0 ? got->part == ARENA_RESULT
                     : strncmp(got->name, "map", 3) == 0    ? got->part == ARENA_MAPOUT
                     : strncmp(got->name, "row", 3) == 0    ? got->part == ARENA_ROWS
                     : strncmp(got->name, "par", 3) == 0    ? got->part == ARENA_PARAMS
                                                            : got->part == ARENA_SCRATCH;
        if (strcmp(got->name, expected[count].name) != 0 || got->offset != expected[count].offset ||
            got->bytes != expected[count].bytes || got->item != expected[count].item || !named)
            return false;
    }
    return arena->regions == count;
}

/* Each byte of the arena is written, whatever was there, and none behind it; the result and scratch are stale, and no
 * two words of the guard before all parts are alike. */
static bool image_is_filled(const struct arena *arena)
{
    static _Alignas(8) unsigned char first[8192], second[8192];
    memset(first, 0, sizeof first);
    memset(second, 0xff, sizeof second);
    arena_fill(arena, first);
    arena_fill(arena, second);
    bool good = memcmp(first, second, arena->bytes) == 0;
    for (uint64_t at = arena->bytes; good && at < sizeof first; at++)
        good = first[at] == 0 && second[at] == 0xff;
    for (uint64_t at = 0; good && at < 256; at += 8)
        for (uint64_t other = 0; good && other < at; other += 8)
            good = memcmp(first + at, first + other, 8) != 0;
    for (int r = 0; good && r < arena->regions; r++) {
        const struct region *region = &arena->region[r];
        bool whole = region->part == ARENA_SCRATCH || region->part == ARENA_RESULT;
        for (uint64_t at = region->offset; good && whole && at < region->offset + region->bytes; at++)
            good = first[at] == STALE_BYTE;
    }
    return good;
}

/* When it is placed, and when its scratch is placed again, as large as it was. */
static bool arena_has_its_stretches(size_t at, struct finding *finding)
{
    struct arena arena;
    struct tuple input, result = tuple_of(ELEM_U32), mapout;
    struct layout layout = {.input = stretches[at].side, .mapout.form = SIDE_AOS, .sides = 3};
    tuple_parse(stretches[at].input, &input);
    tuple_parse(stretches[at].mapout, &mapout);
    const struct arena_request request = {.input = &input,
                                          .result = &result,
                                          .mapout = &mapout,
                                          .inputs = stretches[at].inputs,
                                          .results = 1,
                                          .row_starts = stretches[at].row_starts,
                                          .param_words = stretches[at].param_words,
                                          .layout = &layout,
                                          .scratch_bytes = stretches[at].scratch};
    memset(&arena, 0xa5, sizeof arena);
    if (!arena_place(&arena, &request, &finding->first_at)) return false;
    bool once = has_stretches(&arena, at) && arena.bytes == stretches[at].bytes;
    if (once && !image_is_filled(&arena))
        return text_say(&finding->first_at,
                        "arena %zu: it is not filled as a whole, or not as it ought to be", at);
    uint64_t scratch = arena.scratch_offset;
    bool again = arena_place_scratch(&arena, scratch, 7000, &finding->first_at) &&
                 arena_place_scratch(&arena, scratch, stretches[at].scratch, &finding->first_at) &&
                 has_stretches(&arena, at) && arena.bytes == stretches[at].bytes;
    return (once && again) ||
           text_say(&finding->first_at,
                    "arena %zu: its %d stretches or its %" PRIu64 " bytes are not those by hand%s", at,
                    arena.regions, arena.bytes, once ? " when scratch is placed again" : "");
}

/* ---- ragged rows ---- */

static bool say_shape(const struct shape *shape, const char *words, uint64_t row, struct finding *finding)
{
    return text_say(&finding->first_at,
                    "%" PRIu64 " ragged rows of mean %" PRIu64 ", distribution %d, seed %" PRIu64
                    ", row %" PRIu64 ": %s",
                    shape->size[0], shape->size[1], (int)shape->dist, shape->seed, row, words);
}

/* May a row of such a distribution have this number of items? */
static bool is_length(const struct shape *shape, uint64_t row, uint64_t length)
{
    uint64_t mean = shape->size[1], rows = shape->size[0];
    bool alone = row + 1 == rows && row % 2 == 0;
    if (shape->dist == DIST_UNIFORM) return alone ? length == mean : length <= 2 * mean;
    if (shape->dist == DIST_HALFEMPTY) return alone ? length == mean : length == 0 || length == 2 * mean;
    if (shape->dist == DIST_GIANT)
        return length == (mean > 0) || length == rows * mean - (rows - 1) * (mean > 0);
    return length <= rows * mean;
}

/* Rows follow one another, hold rows * mean items, and each item knows its row. */
static bool rows_follow(const struct shape *shape, bool *differ, struct finding *finding)
{
    uint64_t start[80], at = 0;
    shape_row_starts(shape, start);
    for (uint64_t row = 0; row < shape->size[0]; row++) {
        uint64_t length = shape_row_length(shape, row);
        if (shape_row_first(shape, row) != at)
            return say_shape(shape, "does not begin where the last one ends", row, finding);
        if (start[row] != at) return say_shape(shape, "is said to begin elsewhere", row, finding);
        if (!is_length(shape, row, length)) return say_shape(shape, "has no such length", row, finding);
        *differ |= length != shape->size[1];
        for (uint64_t end = at + length; at < end; at++)
            if (shape_row_of(shape, at) != row)
                return say_shape(shape, "does not own its items", row, finding);
    }
    return (at == shape->size[0] * shape->size[1] && start[shape->size[0]] == at) ||
           say_shape(shape, "is the last, and items are missing", shape->size[0], finding);
}

static bool ragged_rows_fall_as_documented(struct finding *finding)
{
    for (int dist = DIST_UNIFORM; dist <= DIST_HALFEMPTY; dist++) {
        bool differ = false;
        for (uint64_t rows = 0; rows <= 70; rows++)
            for (uint64_t mean = 0; mean <= 3; mean++) {
                struct shape shape = {.form = SHAPE_RAGGED,
                                      .count = 2,
                                      .size = {rows, mean},
                                      .has_dist = true,
                                      .dist = (enum dist)dist,
                                      .seed = rows * 7 + mean};
                if (!rows_follow(&shape, &differ, finding)) return false;
            }
        if (!differ)
            return text_say(&finding->first_at, "ragged rows of distribution %d all have the mean's length",
                            dist);
    }
    return true;
}

static const struct unit_test tests[] = {ROWS(column_lies_at_its_place, places),
                                         ROWS(columns_have_their_lead, leads),
                                         ROWS(layout_is_possible_or_refused, requests),
                                         ROWS(arena_has_its_stretches, stretches),
                                         TEST(largest_scratch_fits),
                                         TEST(sizes_beyond_63_bits_are_refused),
                                         TEST(struct_reads_its_columns),
                                         TEST(column_of_one_stores_one_item),
                                         TEST(ragged_rows_fall_as_documented)};
UNIT(layout, tests);
