/* SPDX-License-Identifier: MIT
 * Sizes and shapes that are drawn from choices typed by hand, against those typed by hand. A choice that is not below
 * its bound is taken modulo the bound: so one that equals it, and becomes 0, shows where a bound lies. */
#include "drawn_cases.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw_shapes.h"
#include "fake_device.h"
#include "unit.h"

/* ---- choices ---- */

size_t read_choices(const char *text, uint64_t at[MOST_TYPED])
{
    size_t count = 0;
    while (*text && count < MOST_TYPED) {
        char *end = NULL;
        if (isdigit((unsigned char)*text)) at[count++] = strtoull(text, &end, 10);
        if (end && *end == '/') strtoull(end + 1, &end, 10);
        text = end ? end : text + 1;
    }
    return count;
}

bool bounds_are_right(const char *text, const struct draw *draw, struct text *why)
{
    const char *from = text;
    for (size_t i = 0; *from && i < draw->count;) {
        uint64_t bound = draw->made[i].bound, value = 0;
        char *end = NULL;
        if (isdigit((unsigned char)*from)) value = strtoull(from, &end, 10);
        if (end && *end == '/' && strtoull(end + 1, &end, 10) != bound)
            return text_say(why, "of choices %s: choice %zu, %" PRIu64 ", is one of %" PRIu64, text, i, value,
                            bound);
        from = end ? end : from + 1;
        i += end != NULL;
    }
    return true;
}

/* ---- shapes ---- */

enum drawn {
    ITEMS,
    SHAPE,
    FLAT,
    ROWS,
    RAGGED,
    LISTED,
    SWITCH,
    SWITCH_RUN,
    MATRICES,
    MATRIX,
    EMPTY,
    EMPTY_LIST,
    KEY_COUNT,
    KEYS,
    KEPT
};

/* The edges for a tile of TILE items and a window of 8, where MOST items are usual. */
#define TILES(TILE, MOST)                                                                                    \
    {                                                                                                        \
        .tile = TILE, .window = 8, .most = MOST, .longest = ANY_ROW                                          \
    }
#define FITTING(LONGEST)                                                                                     \
    {                                                                                                        \
        .tile = 64, .window = 8, .most = 1000, .longest = LONGEST                                            \
    }
#define USUAL_TILES TILES(64, 1000)
#define ONE_SIZE                                                                                             \
    {                                                                                                        \
        .tile = 64, .window = 8, .most = 1000, .longest = ANY_ROW, .one_size = true                          \
    }
#define NONE                                                                                                 \
    {                                                                                                        \
        .tile = 1                                                                                            \
    }
#define ZEROS_8 "0,0,0,0,0,0,0,0,"

static const struct {
    enum drawn drawn;
    struct edges edges;
    uint64_t a, b, c; /* see draw_text */
    const char *choices, *text;
} shapes[] = {
    /* A few items; an edge of a tile, of at most 70; of a power of two; of a window; any; a prime. */
    {ITEMS, USUAL_TILES, 0, 0, 0, "few 2/16 17/18, many 62/64", "17"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "tiles 3 2/16 1/3, many 0", "129"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "tiles 7 15/16 2/3, many 0", "959"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "tiles 3 16 0, many 0", "0"},
    {ITEMS, TILES(10, 1000), 0, 0, 0, "tiles 3 70 0, many 0", "700"},
    {ITEMS, TILES(10, 1000), 0, 0, 0, "tiles 3 71 0, many 0", "0"},
    {ITEMS, TILES(200, 1000), 0, 0, 0, "tiles 3 5 2, many 0", "999"},
    {ITEMS, TILES(300, 1000), 0, 0, 0, "tiles 3 5/6 4/6 0, many 0", "1200"},
    {ITEMS, TILES(300, 1000), 0, 0, 0, "tiles 3 4/6 1/2 0, many 0", "300"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "tiles 3 1/2 6/7 0, many 0", "384"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "tiles 16/22 0 1/2 1, many 0", "65"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "power 17 3 1 0, many 0", "8"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "window 18 9/10 0, many 0", "72"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "any 19 1000, many 0", "1000"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "any 20 1000, many 0", "1000"},
    {ITEMS, ONE_SIZE, 0, 0, 0, "prime 21 8/9, many 0", "4093"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "power 8 10/11 1/2 0, many 0", "1024"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "power 8 11 1 0, many 0", "1"},
    {ITEMS, TILES(64, 1024), 0, 0, 0, "power 8 11 1 0, many 0", "1"},
    {ITEMS, TILES(64, 1025), 0, 0, 0, "power 8 13/14 1/2 0, many 0", "8192"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "window 10 9/10 0, many 0", "72"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "any 12 1000/1001, many 0", "1000"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "any 14 1000, many 0", "1000"},
    {ITEMS, USUAL_TILES, 0, 0, 0, "prime 15 8, many 0", "4093"},
    /* Many items now and then; no more than a limit, or than an operator is right for. */
    {ITEMS, USUAL_TILES, 0, 0, 0, "few 0 5, many 63/64 8000/8001", "8000"},
    {ITEMS, USUAL_TILES, 10, 0, 0, "any 12 500, many 0", "10"},
    {ITEMS, USUAL_TILES, 10, 0, 0, "few 0 5, many 0", "5"},
    {ITEMS, USUAL_TILES, 0, 10, 0, "any 12 500, many 0", "10"},
    {ITEMS, USUAL_TILES, 0, 10, 0, "few 0 5, many 0", "5"},
    /* Rows that fit into a block: short ones, several that fill it, with an item more or less, any. */
    {ITEMS, FITTING(20), 0, 0, 0, "short 0 9/10", "9"},
    {ITEMS, FITTING(20), 0, 0, 0, "short 0 10", "0"},
    {ITEMS, FITTING(5), 0, 0, 0, "short 0 5", "5"},
    {ITEMS, FITTING(5), 0, 0, 0, "short 0 6", "0"},
    {ITEMS, FITTING(20), 0, 0, 0, "fill 3 1 0", "9"},
    {ITEMS, FITTING(20), 0, 0, 0, "fill 3/12 0/8 2/3", "21"},
    {ITEMS, FITTING(20), 0, 0, 0, "fill 7 1 0", "9"},
    {ITEMS, FITTING(0), 0, 0, 0, "fill 3 0 0", "0"},
    {ITEMS, FITTING(20), 0, 0, 0, "any 8 20/21", "20"},
    /* One row of 100 items, or 100 shared out; nothing is shared out among no rows. */
    {SHAPE, NONE, 100, 0, 0, "dims 11/15", "100"},
    {SHAPE, NONE, 100, 0, 0, "dims 12, size 0/10", "0x100"},
    {SHAPE, NONE, 100, 0, 0, "dims 13, size 2", "2x50"},
    {SHAPE, NONE, 100, 0, 0, "dims 14, sizes 2 5", "2x5x10"},
    {FLAT, NONE, 100, 0, 0, "", "100"},
    /* Rows of 12 items; of more than the usual number; of fewer rows; of a length that is drawn as items are. */
    {ROWS, USUAL_TILES, 12, 0, 1000, "row 2, longer 0, count 1", "3x3"},
    {ROWS, USUAL_TILES, 12, 0, 1000, "row 2/9, longer 0/3, count 4", "3x3"},
    {ROWS, USUAL_TILES, 1000, 0, 4, "row 0, longer 0, count 5", "4x1"},
    {ROWS, USUAL_TILES, 6, 0, 1000, "row 2, longer 0", "2x3"},
    {ROWS, USUAL_TILES, 12, 0, 1000, "row 0, longer 1, length 0 0", "2x0"},
    {ROWS, USUAL_TILES, 12, 0, 1000, "row 0, longer 1, length 15 8", "2x4000"},
    {ROWS, USUAL_TILES, 12, 6, 1000, "row 2, longer 0, count 1", "3x2"},
    {ROWS, USUAL_TILES, 12, 100, 1000, "row 2, longer 0, count 1", "3x3"},
    {ROWS, FITTING(5), 0, 0, 1000, "row 2, items 11/1001, longer 0, count 1/2", "3x3"},
    /* Rows of different lengths, of 3x5 items at first: a list, where a row takes of what is left; or ragged. */
    {RAGGED, NONE, 3, 5, 0,
     "few 14/16, spread 1/3, equal 14/16, row 1/3 0/2 2/4 3/6, row 2/3 2/4 10/13, row 1/3 1/2 0/4 2/3",
     "[3,10,2]"},
    {RAGGED, NONE, 3, 5, 0, "few 0, spread 0, equal 0, row 0 0 3, row 0 0 0 6, row 0 1 0 3", "[0,0,3]"},
    {RAGGED, NONE, 3, 5, 0, "few 0, spread 0, equal 15", "[5,5,5]"},
    {RAGGED, NONE, 3, 5, 0, "few 0, spread 2 3 7", "rag:3x5:halfempty:7"},
    {RAGGED, NONE, 3, 5, 0, "few 0, spread 2 4 7", "rag:3x5:uniform:7"},
    {RAGGED, NONE, 3, 5, 0, "few 15 0/2, spread 1/4 9/65536", "rag:0x5:geometric:9"},
    {RAGGED, NONE, 65, 5, 0, "few 0, spread 1 9", "rag:65x5:geometric:9"},
    {LISTED, NONE, 3, 5, 0, "few 0, equal 15", "[5,5,5]"},
    {LISTED, NONE, 3, 5, 0, "few 15 0", "0x5"},
    {LISTED, NONE, 64, 0, 0, "few 0, equal 15",
     "[" ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8 "0,0,0,0,0,0,0,0]"},
    {LISTED, NONE, 65, 5, 0, "few 0", "65x5"},
    /* Where policies switch: 512, 200 (what the device holds) or 5000 rows, one more or fewer; 128, 64 or 256 items. */
    {SWITCH, NONE, 1000, 0, 0, "by rows 1 0 1, length 0", "513x0"},
    {SWITCH, NONE, 1000, 0, 0, "by rows 1 1 2, length 5", "199x5"},
    {SWITCH, NONE, 1000, 0, 0, "by rows 1 2/3 0/3, length 2/3", "5000x2"},
    {SWITCH, NONE, 300, 0, 0, "by rows 1 1 2, length 2", "199x2"},
    {SWITCH, NONE, 1000, 0, 0, "by length 0/2 1/3 2/3, rows 15/16", "15x63"},
    {SWITCH, NONE, 1000, 0, 0, "by length 0 0 0, rows 7/8", "7x128"},
    {SWITCH, NONE, 1000, 0, 0, "by length 0 1 2, rows 16", "0x63"},
    {SWITCH, NONE, 8000, 0, 0, "by length 0 2 1, rows 31", "31x257"},
    {SWITCH, NONE, 8000, 0, 0, "by length 0 1 0, rows 40/41", "40x64"},
    {SWITCH, NONE, 8000, 0, 0, "by length 0 1 0, rows 41", "0x64"},
    {SWITCH_RUN, NONE, 8000, 0, 0, "by rows 1/2 1/2 1/2, length 2", "5001x2"},
    {SWITCH_RUN, NONE, 8000, 0, 0, "by rows 1 0 2, length 0", "511x0"},
    /* Matrices: sides of tiles of 9 items are 3, of 8 are 2; high or wide ones; at most 8 tiles or the usual number. */
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 2/13 9/10, width 2 4, tall 0/2, several 1/3", "9x4"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 8 4/5 0, width 0 1, tall 0, several 0", "12x1"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 3 5 0, width 0 1, tall 0, several 0", "0x1"},
    {MATRICES, TILES(8, 1000), 0, 0, 0, "height 3 4 0, width 0 1, tall 0, several 0", "8x1"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 9 12/13, width 11 10/11, tall 0, several 0", "7x127"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 0, width 0 0, tall 1 0/2 1/6 1/3 1/2 4/7, several 0",
     "2x7"},
    {MATRICES, TILES(64, 1000), 0, 0, 0, "height 0 0, width 0 0, tall 1 0 1 0 3 4, several 0", "4x12"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 0, width 0 0, tall 1 1 1 2/3 4/7 0/3, several 0", "7x1"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 0, width 0 0, tall 1 1 1 2 4 1, tiles 3 1, several 0",
     "28x1"},
    {MATRICES, TILES(9, 20), 0, 0, 0, "height 0 9, width 0 9, tall 0, several 0", "8x9"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 9, tall 0, several 2/3 5/6", "5x9x9"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 9, tall 0, several 2 6", "0x9x9"},
    {MATRICES, TILES(9, 20), 0, 0, 0, "height 0 8, width 0 9, tall 0, several 2 1", "1x8x9"},
    {MATRICES, TILES(9, 20), 0, 0, 0, "height 0 8, width 0 9, tall 0, several 2 2", "0x8x9"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 0, tall 0, several 0", "9x0"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 0, tall 0, several 2 5", "5x9x0"},
    {MATRICES, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 0, tall 0, several 2 6", "0x9x0"},
    {MATRIX, TILES(9, 1000), 0, 0, 0, "height 0 9, width 0 4, tall 0", "9x4"},
    /* No items: rows without them, seldom many; no rows; a list. */
    {EMPTY, NONE, 0, 0, 0, "rows 0/10, length 7/10", "0x7"},
    {EMPTY, NONE, 0, 0, 0, "rows 3, many 2/4", "3x0"},
    {EMPTY, NONE, 0, 0, 0, "rows 3, many 3 2/14 3/4", "4x0"},
    {EMPTY_LIST, NONE, 0, 0, 0, "rows 3, many 0, list 2/3", "[0,0,0]"},
    {EMPTY_LIST, NONE, 0, 0, 0, "rows 3, many 0, list 1", "3x0"},
    {EMPTY_LIST, NONE, 0, 0, 0, "rows 0, length 7", "0x7"},
    /* Keys: a few, near an edge (here of blocks of 4), up to 300, of any size; one more than are done now and then. */
    {KEY_COUNT, NONE, 1000, 4, 1000, "few 5/14 4/9", "5"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "edge 6 0/4 0/3", "32"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "edge 6 1 1", "65"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "edge 6 2 0", "256"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "edge 8 3 2", "3"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "up to 9 299/300", "300"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "any 12 2/11 3/4", "4"},
    {KEY_COUNT, NONE, 1000, 4, 1000, "up to 11 6", "7"},
    {KEY_COUNT, NONE, 1000, 4, 3, "few 0 4", "3"},
    {KEY_COUNT, NONE, 5, 4, 1000, "few 0 4", "5"},
    {KEY_COUNT, NONE, 2, 4, 1000, "few 0 4, more 14/16", "2"},
    {KEY_COUNT, NONE, 2, 4, 1000, "few 0 4, more 15", "3"},
    /* The most keys of rows: all rows together have 2048 results, and items are looked at 2^18 times in all. */
    {KEYS, NONE, 2, 64, 0, "any 12 11 2047, dist 0", "2x64#1024"},
    {KEYS, NONE, 2, 100, 0, "any 12 11 2047, dist 0", "2x100#1024"},
    {KEYS, NONE, 1, 128, 0, "any 12 12 2047, dist 0", "1x128#2048"},
    {KEYS, NONE, 1, 200, 0, "any 12 11 2047, dist 0", "1x200#1310"},
    {KEYS, NONE, 2, 200, 0, "any 12 10 1023, dist 0", "2x200#655"},
    {KEYS, NONE, 3000, 0, 0, "any 12 1 1, dist 0", "3000x0#1"},
    {KEYS, NONE, 3, 5, 0, "few 0 2, dist 1/8 5/6 9/65536", "3x5#3:runs:9"},
    {KEYS, NONE, 3, 5, 0, "few 0 2, dist 1 6 9", "3x5#3:uniform:9"},
    /* As many items as a limit allows: the largest dimension is halved until then, the last of equals. */
    {KEPT, NONE, 4, 4, 16, "", "4x4"},
    {KEPT, NONE, 4, 4, 15, "", "4x2"},
    {KEPT, NONE, 4, 4, 7, "", "2x2"},
    {KEPT, NONE, 9, 3, 5, "", "2x1"},
    {KEPT, NONE, (uint64_t)1 << 40, (uint64_t)1 << 40, 16, "", "4x4"},
};

static const struct device_caps switching_caps = {.processors = 2, .resident_threads = 100};

static void print_shape(const struct shape *shape, char text[MAX_LINE])
{
    char line[MAX_LINE];
    struct problem problem = {.what = shape->keys ? WHAT_KEYED : WHAT_REDUCE, .op = op_find("add_u32")};
    problem.shape = *shape;
    problem.layout.sides = 1;
    problem_print(&problem, line, sizeof line);
    const char *from = strstr(line, "add_u32/") + strlen("add_u32/"), *end = strstr(from, "/soa");
    snprintf(text, MAX_LINE, "%.*s", (int)(end - from), from);
}

/* Keys of a shape of a x b items, by a strategy that does any number. */
static void draw_keys_of(struct draw *draw, const struct lab *lab, struct shape *shape)
{
    struct problem problem = {.what = WHAT_KEYED, .op = op_find("add_u32"), .shape = *shape};
    draw_keys(draw, lab, lab_nth_instance(lab, "keyed_stream", "add_u32", 0), &problem);
    *shape = problem.shape;
}

/* a: the limit, b: the operator's most items; a: items, b: the operator's, c: most rows; a x b: the rows; a: about so
 * many items; a: keys that are done, b: the block, c: the most; a x b: a shape, c: the limit. */
static void draw_text(struct lab *lab, size_t at, struct draw *draw, char text[MAX_LINE])
{
    struct edges edges = shapes[at].edges;
    uint64_t a = shapes[at].a, b = shapes[at].b, c = shapes[at].c, number = UINT64_MAX;
    enum drawn drawn = shapes[at].drawn;
    struct shape shape = {.form = SHAPE_DIMS, .count = 2, .size = {a, b}};
    lab->most_items = drawn == ITEMS ? a : 0;
    if (drawn == ITEMS) number = draw_items(draw, lab, edges, b);
    if (drawn == KEY_COUNT) number = draw_key_count(draw, a, b, c);
    if (drawn == SHAPE || drawn == FLAT) draw_shape(draw, &shape, a, drawn == FLAT);
    if (drawn == ROWS) draw_rows(draw, &shape, a, edges, b, c);
    if (drawn == RAGGED || drawn == LISTED) draw_ragged(draw, &shape, drawn == LISTED);
    if (drawn == SWITCH || drawn == SWITCH_RUN)
        draw_switch(draw, &switching_caps, &shape, a, drawn == SWITCH_RUN);
    if (drawn == MATRICES || drawn == MATRIX) draw_matrices(draw, &shape, edges, drawn == MATRIX);
    if (drawn == EMPTY || drawn == EMPTY_LIST) draw_empty(draw, &shape, FEW_EMPTY_ROWS, drawn == EMPTY_LIST);
    if (drawn == KEYS) draw_keys_of(draw, lab, &shape);
    if (drawn == KEPT) keep_to_limit(&shape, c);
    if (number == UINT64_MAX)
        print_shape(&shape, text);
    else
        snprintf(text, MAX_LINE, "%" PRIu64, number);
}

/* ---- edges ---- */

/* Tells the job that it is asked about by the tile that it picks. */
static const struct strategy *pick_by_job(const struct job *job, struct launch_shape *shape, struct text *why)
{
    (void)why;
    *shape = (struct launch_shape){.block = (uint32_t)(job->rows + job->length + job->height), .items = 1};
    if (job->keys) shape->items = (uint32_t)job->keys;
    if (job->present) shape->items = (uint32_t)(job->present >> 15);
    return NULL;
}

static enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                                   const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_NONE;
}

/* Tiles as the tuning says, or as is picked for 2^16 items: of one row, with 16 keys, or of a matrix of 2^8 x 2^8; of a
 * library, 2048 on a GPU. */
static bool edges_are_right(struct finding *finding)
{
    static const struct {
        enum what what;
        enum device_kind kind;
        bool picks, one_size;
        uint32_t block;
        uint64_t tile, window, most;
    } known[] = {
        {WHAT_REDUCE, DEVICE_SIM64, false, false, 32, 64, 16, 1000},
        {WHAT_REDUCE, DEVICE_NVIDIA, false, false, 32, 64, 16, 4096},
        {WHAT_REDUCE, DEVICE_SIM64, true, true, 32, 64, 16, 1000},
        {WHAT_REDUCE, DEVICE_SIM64, true, true, 0, 65537, 256, 1000},
        {WHAT_KEYED, DEVICE_SIM64, true, true, 0, (uint64_t)65537 * 16, 256, 1000},
        {WHAT_TRANSPOSE, DEVICE_SIM64, true, true, 0, 768 * 2, 256, 1000},
        {WHAT_REDUCE, DEVICE_NVIDIA, false, true, 0, 2048, 256, 4096},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        struct lab *lab = fake_open(known[k].kind, &finding->first_at);
        struct strategy strategy = {.name = "own", .what = known[k].what, .refuse = refuse_nothing};
        struct instance instance = {.strategy = &strategy};
        if (!lab) return false;
        if (known[k].picks) strategy.pick = pick_by_job;
        if (known[k].block) instance.shape = (struct launch_shape){known[k].block, 2, 8, 0};
        struct edges got = edges_of(lab, &instance, op_find("add_u32"));
        properties_close(lab);
        if (got.tile != known[k].tile || got.window != known[k].window || got.most != known[k].most ||
            got.one_size != known[k].one_size || got.longest != ANY_ROW)
            return text_say(&finding->first_at,
                            "edges %zu: expected tiles of %" PRIu64 ", windows of %" PRIu64
                            " and up to %" PRIu64 " items, got %" PRIu64 ", %" PRIu64 " and %" PRIu64
                            " (rows of %" PRIu64 "%s)",
                            k, known[k].tile, known[k].window, known[k].most, got.tile, got.window, got.most,
                            got.longest, got.one_size ? ", one size" : "");
    }
    return true;
}

/* Each of the last choices of a length, and of a side of a matrix, is another prime, in their order. */
static bool primes_are_drawn(struct finding *finding)
{
    static const struct lab lab = {.name = {DEVICE_SIM64, 0}};
    const struct edges edges = TILES(64, 5000);
    uint64_t least[2] = {2, 2};
    for (uint64_t p = 0; p < 9 + 11; p++) {
        const uint64_t choices[] = {p < 9 ? 15 : 11, p % 9, 0}, sides[] = {11, p - 9, 0, 1, 0};
        struct shape shape = {0};
        struct draw draw;
        draw_from_choices(&draw, p < 9 ? choices : sides, p < 9 ? 3 : 5);
        if (p >= 9) draw_matrices(&draw, &shape, edges, true);
        uint64_t prime = p < 9 ? draw_items(&draw, &lab, edges, 0) : shape.size[0], divisor = 2;
        while (divisor < prime && prime % divisor)
            divisor++;
        if (prime < least[p >= 9] || divisor != prime)
            return text_say(&finding->first_at, "prime %" PRIu64 " of a %s: got %" PRIu64, p < 9 ? p : p - 9,
                            p < 9 ? "length" : "side", prime);
        least[p >= 9] = prime + 1;
    }
    return true;
}

static bool shape_is_drawn_right(struct lab *lab, size_t at, struct finding *finding)
{
    char text[MAX_LINE];
    uint64_t choices[MOST_TYPED];
    struct draw draw;
    size_t count = read_choices(shapes[at].choices, choices);
    draw_from_choices(&draw, choices, count);
    draw_text(lab, at, &draw, text);
    if (strcmp(text, shapes[at].text) != 0 || draw.count != count)
        return text_say(&finding->first_at, "of %s: expected %s, got %.200s of %zu choices",
                        shapes[at].choices, shapes[at].text, text, draw.count);
    return bounds_are_right(shapes[at].choices, &draw, &finding->first_at);
}

static const struct unit_test tests[] = {NAMED_ROWS(shape_is_drawn_right, shapes, text),
                                         TEST(edges_are_right), TEST(primes_are_drawn)};
UNIT(draw_shapes, tests);
