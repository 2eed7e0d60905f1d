/* SPDX-License-Identifier: MIT
 * The edge values that laws take as states, against values typed by hand: a type's row, from digit 0 to digit 7. */
#include "edges.h"
#include "operands.h"
#include "unit.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *elem;
    uint64_t edge[EDGES]; /* the bits */
} rows[] = {
    {"i8", {0, 1, 0xff, 0x80, 0x7f, 2, 0xc0, 0x3f}},
    {"u8", {0, 1, 0xff, 0, 0xff, 2, 1, 0x7f}},
    {"i16", {0, 1, 0xffff, 0x8000, 0x7fff, 2, 0xc000, 0x3fff}},
    {"u16", {0, 1, 0xffff, 0, 0xffff, 2, 1, 0x7fff}},
    {"i32", {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 2, 0xc0000000, 0x3fffffff}},
    {"u32", {0, 1, 0xffffffff, 0, 0xffffffff, 2, 1, 0x7fffffff}},
    {"i64",
     {0, 1, UINT64_MAX, 0x8000000000000000, 0x7fffffffffffffff, 2, 0xc000000000000000, 0x3fffffffffffffff}},
    {"u64", {0, 1, UINT64_MAX, 0, UINT64_MAX, 2, 1, 0x7fffffffffffffff}},
    {"f32", {0, 0x3f800000, 0xbf800000, 0xff7fffff, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000}},
    {"f64",
     {0, 0x3ff0000000000000, 0xbff0000000000000, 0xffefffffffffffff, 0x7fefffffffffffff, 0x7ff0000000000000,
      0xfff0000000000000, 0x7ff8000000000000}},
};

static bool digit_chooses_the_edge_value(size_t r, struct finding *finding)
{
    struct op op = {.name = "edges", .laws = LAW_EXACT};
    for (uint64_t digit = 0; digit < 2 * EDGES; digit++) { /* the digits 8 to f repeat them */
        struct state state;
        uint64_t got = 0;
        tuple_parse(rows[r].elem, &op.state);
        edges_state(&op, NULL, digit, &state);
        memcpy(&got, state.at, op.state.size);
        if (got != rows[r].edge[digit % EDGES])
            return text_say(&finding->first_at,
                            "edge %" PRIx64 " of %s: expected bits 0x%" PRIx64 ", got 0x%" PRIx64, digit,
                            rows[r].elem, rows[r].edge[digit % EDGES], got);
    }
    return true;
}

/* Digit c is column c's. 0x4315: -1 is no digit here, so that a column that takes its neighbour's differs. */
static bool each_column_has_its_digit(struct finding *finding)
{
    struct op op = {.name = "edges", .laws = LAW_EXACT};
    struct {
        int8_t a;
        uint32_t b;
        double c;
        int16_t d;
    } got;
    struct state state;
    tuple_parse("i8,u32,f64,i16", &op.state);
    edges_state(&op, NULL, 0x4315, &state);
    memcpy(&got, state.at, sizeof got);
    if (got.a == 2 && got.b == 1 && got.c <= -DBL_MAX && isfinite(got.c) && got.d == INT16_MAX) return true;
    return text_say(&finding->first_at,
                    "columns of 0x4315: expected 2, 1, -1.8e308, 32767, got %d, %" PRIu32 ", %.2g, %d", got.a,
                    got.b, got.c, got.d);
}

static void plus_params(const void *params, const void *from, void *state)
{
    int32_t number, added;
    memcpy(&number, from, sizeof number);
    memcpy(&added, params, sizeof added);
    number += added;
    memcpy(state, &number, sizeof number);
}

/* An operator's own state_of has the last word, with its params; who has one gets edges whatever its laws. */
static bool state_of_has_the_last_word(struct finding *finding)
{
    static const struct {
        unsigned laws;
        bool has_own, applies;
    } cases[] = {{LAW_EXACT, false, true},
                 {LAW_EXACT | LAW_COMMUTES, false, true},
                 {LAW_EXACT | LAW_ORDERS, false, false},
                 {LAW_COMMUTES, false, false},
                 {LAW_EXACT | LAW_ORDERS, true, true},
                 {0, true, true}};
    struct op op = {.name = "edges"};
    struct state state;
    int32_t params = 30, got;
    tuple_parse("i32", &op.state);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        op.laws = cases[c].laws;
        op.state_of = cases[c].has_own ? plus_params : NULL;
        if (edges_apply(&op) != cases[c].applies)
            return text_say(&finding->first_at, "operator %zu: expected %s edges", c,
                            cases[c].applies ? "" : "no");
    }
    edges_state(&op, &params, 2, &state);
    memcpy(&got, state.at, sizeof got);
    return got == 29 || text_say(&finding->first_at, "state_of of -1 and 30: expected 29, got %d", got);
}

/* Three states, 1, 2 and the greatest number; those that are not alive are identities. */
static const struct {
    const char *only;
    uint32_t expected[3];
} alive[] = {
    {"", {1, 2, UINT32_MAX}},          {"/only:0-3", {1, 2, UINT32_MAX}}, {"/only:0-1", {1, 0, 0}},
    {"/only:1-2", {0, 2, 0}},          {"/only:2-3", {0, 0, UINT32_MAX}}, {"/only:0-2", {1, 2, 0}},
    {"/only:1-3", {0, 2, UINT32_MAX}},
};

static bool dead_states_are_identities(struct finding *finding)
{
    for (size_t i = 0; i < sizeof alive / sizeof alive[0]; i++) {
        char line[128];
        struct test_case law;
        struct operands operands;
        snprintf(line, sizeof line,
                 "associates.add_u32@host law/add_u32/[1,1,1]/soa/lit:1,5,2%s/with:states=1", alive[i].only);
        if (!case_parse(line, &law, &finding->first_at) || !operands_of(&law, 3, &operands, finding))
            return false;
        for (int r = 0; r < 3; r++) {
            uint32_t got;
            memcpy(&got, operands.row[r].at, sizeof got);
            if (got != alive[i].expected[r])
                return text_say(&finding->first_at, "%s: state %d: expected %" PRIu32 ", got %" PRIu32, line,
                                r, alive[i].expected[r], got);
        }
    }
    return true;
}

static const struct unit_test tests[] = {ROWS(digit_chooses_the_edge_value, rows),
                                         TEST(each_column_has_its_digit), TEST(state_of_has_the_last_word),
                                         TEST(dead_states_are_identities)};
UNIT(edges, tests);
