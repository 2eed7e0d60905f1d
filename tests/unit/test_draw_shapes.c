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
#include "fake_strategies.h"

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

/* Tiles as the tuning says, or as is picked for 2^16 items: of one row, with 16 keys, or of a matrix of 2^8 x 2^8; of a
 * library, 2048 on a GPU. */
static bool edges_follow_the_tile(struct finding *finding)
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
        struct fixture *fixture = fake_open(known[k].kind, &finding->first_at);
        struct strategy strategy = {
            .name = "own", .what = known[k].what, .takes = FAKE_TAKES, .refuse = refuse_nothing};
        struct instance instance = {.strategy = &strategy};
        if (!fixture) return false;
        if (known[k].picks) strategy.pick = pick_by_job;
        if (known[k].block)
            instance.shape = (struct launch_shape){.block = known[k].block, .items = 2, .group = 8};
        struct edges got = edges_of(fixture, &instance, op_find("add_u32"));
        properties_close(fixture);
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
    static const struct fixture fixture = {.name = {DEVICE_SIM64, 0}};
    const struct edges edges = {.tile = 64, .window = 8, .most = 5000, .longest = ANY_ROW};
    uint64_t least[2] = {2, 2};
    for (uint64_t p = 0; p < 9 + 11; p++) {
        const uint64_t choices[] = {p < 9 ? 15 : 11, p % 9, 0}, sides[] = {11, p - 9, 0, 1, 0};
        struct shape shape = {0};
        struct draw draw;
        draw_from_choices(&draw, p < 9 ? choices : sides, p < 9 ? 3 : 5);
        if (p >= 9) draw_matrices(&draw, &shape, edges, true);
        uint64_t prime = p < 9 ? draw_items(&draw, &fixture, edges, 0) : shape.size[0], divisor = 2;
        while (divisor < prime && prime % divisor)
            divisor++;
        if (prime < least[p >= 9] || divisor != prime)
            return text_say(&finding->first_at, "prime %" PRIu64 " of a %s: got %" PRIu64, p < 9 ? p : p - 9,
                            p < 9 ? "length" : "side", prime);
        least[p >= 9] = prime + 1;
    }
    return true;
}

/* Rows without items are a list only for a strategy that does lists. */
static bool empty_rows_are_listed_if_done(struct finding *finding)
{
    for (int done = 0; done < 2; done++) {
        bool listed = false;
        for (uint64_t seed = 0; seed < 64; seed++) {
            struct shape shape;
            struct draw draw;
            draw_from_seed(&draw, splitmix64(seed));
            draw_empty(&draw, &shape, FEW_EMPTY_ROWS, done);
            listed |= shape.form == SHAPE_LIST;
        }
        if (listed != (done == 1))
            return text_say(&finding->first_at, "empty rows are %s drawn as a list", listed ? "" : "never");
    }
    return true;
}

/* The side of a matrix near four times that of a tile: of 8 items a tile has sides of 2, of 9 items of 3. */
static bool sides_are_roots_of_tiles(struct finding *finding)
{
    static const uint64_t choices[] = {3, 4, 0, 0, 1, 0, 0}, tile[] = {8, 9}, height[] = {8, 12};
    for (int t = 0; t < 2; t++) {
        const struct edges edges = {.tile = tile[t], .window = 8, .most = 1000, .longest = ANY_ROW};
        struct shape shape;
        struct draw draw;
        draw_from_choices(&draw, choices, UNIT_COUNT(choices));
        draw_matrices(&draw, &shape, edges, false);
        if (shape.size[0] != height[t])
            return text_say(&finding->first_at,
                            "a tile of %" PRIu64 ": expected a height of %" PRIu64 ", got %" PRIu64, tile[t],
                            height[t], shape.size[0]);
    }
    return true;
}

static const struct unit_test tests[] = {TEST(edges_follow_the_tile), TEST(empty_rows_are_listed_if_done),
                                         TEST(primes_are_drawn), TEST(sides_are_roots_of_tiles)};
UNIT(draw_shapes, tests);
