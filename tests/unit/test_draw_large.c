/* SPDX-License-Identifier: MIT
 * The list of sizes at which kernels go wrong: of constants, of blocks, and of bytes on a card. */
#include <inttypes.h>

#include "draw_large.h"
#include "control.h"
#include "unit.h"

#define GIB ((uint64_t)1 << 30)
enum { MANY = (1 << 24) + 1 }; /* the most that a card is given unasked */

/* The list for a launcher whose source has some constants, in ascending order. The square of 1024 threads, which is what nobody
 * has seen, is beyond a simulator's 300,000. */
static const struct {
    const char *name;
    enum device_kind kind;
    const char *op;
    uint64_t constants[13], most_items, memory;
    bool rows;
    uint64_t size[44]; /* as far as the 0 */
} lists[] = {
    {"none", DEVICE_SIM64, "add_u32", {0}, 0, GIB, false, {65537, 300000}},
    {"one", DEVICE_SIM64, "add_u32", {100}, 0, GIB, false, {65537, 300000, 200, 101, 100, 99, 10000}},
    {"the larger first",
     DEVICE_SIM32,
     "add_u32",
     {3, 500},
     0,
     GIB,
     false,
     {65537, 300000, 1000, 501, 500, 499, 250000, 6, 4, 3, 2, 9}},
    {"no size twice", DEVICE_SIM64, "add_u32", {1, 2}, 0, GIB, false, {65537, 300000, 4, 3, 2, 1}},
    {"a square that is too many",
     DEVICE_SIM64,
     "add_u32",
     {4095},
     0,
     GIB,
     false,
     {65537, 300000, 8190, 4096, 4095, 4094}},
    {"a square of 65 bits", DEVICE_SIM64, "add_u32", {(uint64_t)1 << 32}, 0, GIB, false, {65537, 300000}},
    {"ten of eleven",
     DEVICE_SIM64,
     "add_u32",
     {2, 90001, 90011, 90021, 90031, 90041, 90051, 90061, 90071, 90081, 90091},
     0,
     GIB,
     false,
     {65537,  300000, 180182, 90092,  90091,  90090,  180162, 90082,  90081,  90080, 180142,
      90072,  90071,  90070,  180122, 90062,  90061,  90060,  180102, 90052,  90051, 90050,
      180082, 90042,  90041,  90040,  180062, 90032,  90031,  90030,  180042, 90022, 90021,
      90020,  180022, 90012,  90011,  90010,  180002, 90002,  90001,  90000}},
    {"a limit", DEVICE_SIM64, "add_u32", {100}, 150, GIB, false, {150, 101, 100, 99}},
    {"rows", DEVICE_SIM64, "add_u32", {100}, 0, GIB, true, {1000, 200, 101, 100, 99}},
    {"an operator's most", DEVICE_SIM64, "span_4", {0}, 0, GIB, false, {65534}},
    {"a simulator is asked for more",
     DEVICE_SIM64,
     "add_u32",
     {0},
     8 * GIB,
     80 * GIB,
     false,
     {65537, 300000}},
    {"a card", DEVICE_NVIDIA, "add_u32", {0}, 0, 80 * GIB, false, {65537, 1048577, MANY}},
    {"a card is asked for more",
     DEVICE_NVIDIA,
     "add_u32",
     {0},
     GIB,
     80 * GIB,
     false,
     {65537, 1048577, MANY, GIB / 2 + 1}},
    {"a card is asked for many",
     DEVICE_NVIDIA,
     "add_f32",
     {0},
     GIB + 1,
     80 * GIB,
     false,
     {65537, 1048577, MANY, GIB / 2 + 1, GIB + 1}},
    {"bytes",
     DEVICE_AMD,
     "add_i8",
     {0},
     8 * GIB,
     80 * GIB,
     false,
     {65537, 1048577, MANY, 2 * GIB + 1, 4 * GIB + 1}},
    {"the wider of two columns",
     DEVICE_AMD,
     "argmin_f32_i64",
     {0},
     8 * GIB,
     80 * GIB,
     false,
     {65537, 1048577, MANY, GIB / 4 + 1, GIB / 2 + 1}},
    {"a card with room for some",
     DEVICE_NVIDIA,
     "add_u32",
     {0},
     8 * GIB,
     13 * GIB,
     false,
     {65537, 1048577, MANY, GIB / 2 + 1}},
    {"a card with little room",
     DEVICE_NVIDIA,
     "add_u32",
     {0},
     8 * GIB,
     12 * GIB,
     false,
     {65537, 1048577, MANY}},
    {"rows of a card", DEVICE_NVIDIA, "add_u32", {0}, 8 * GIB, 80 * GIB, true, {1000}},
    {"an operator's most, on a card", DEVICE_NVIDIA, "span_4", {0}, 8 * GIB, 80 * GIB, false, {65534}},
};

static bool list_is(const struct sizes *sizes, size_t at, struct finding *finding)
{
    size_t count = 0, room = sizeof lists[at].size / sizeof lists[at].size[0];
    for (; count < room && lists[at].size[count]; count++)
        if (count >= sizes->count || sizes->size[count] != lists[at].size[count])
            return text_say(&finding->first_at, "size %zu of %zu: expected %" PRIu64 ", got %" PRIu64, count,
                            sizes->count, lists[at].size[count],
                            count < sizes->count ? sizes->size[count] : 0);
    return count == room || count == sizes->count ||
           text_say(&finding->first_at, "expected %zu sizes, got %zu", count, sizes->count);
}

static bool sizes_are_listed(size_t at, struct finding *finding)
{
    struct fixture *fixture = fake_open(lists[at].kind, &finding->first_at);
    struct sizes sizes;
    if (!fixture) return false;
    fixture->session.tuned_caps.memory_bytes = lists[at].memory;
    fixture->most_items = lists[at].most_items;
    const struct op *op = op_find(lists[at].op);
    struct instance instance = *fixture_nth_instance(fixture, "reduce_auto", op->name, 0);
    struct strategy strategy = *instance.strategy;
    strategy.constants = lists[at].constants;
    instance.strategy = &strategy;
    fixture->has_device = false; /* no launch is looked at, so that a block has 1024 threads */
    large_sizes(fixture, &instance, op, lists[at].rows, &sizes);
    fixture->has_device = true;
    properties_close(fixture);
    return list_is(&sizes, at, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(sizes_are_listed, lists, name)};
UNIT(draw_large, tests);
