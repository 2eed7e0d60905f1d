/* SPDX-License-Identifier: MIT
 * Which operands a failure shows, of folds of rows and of undefined behaviour, and how many items it is about. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "control.h"
#include "operands.h"
#include "undefined.h"

/* Pairs of numbers, of which the second is left alone. An item of 9, and a combine with 8, have undefined behaviour
 * where somebody watches. */
struct pair {
    uint32_t number, other;
};

static struct undefined *watched;

static void watch(struct undefined *undefined)
{
    watched = undefined;
}

static void leave_if(bool undefined)
{
    if (!watched || !undefined) return;
    strcpy(watched->what, "an overflow");
    longjmp(watched->escape, 1);
}

static void pair_seven(const void *params, void *state)
{
    (void)params;
    ((struct pair *)state)->number = 7;
}

static void pair_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)index;
    ((struct pair *)input)->number = (uint32_t)bits;
}

static void pair_lift(const void *params, const void *input, void *state)
{
    const struct pair *item = input;
    (void)params;
    leave_if(item->number == 9);
    ((struct pair *)state)->number = item->number;
}

static void pair_minus(const void *params, const void *left, const void *right, void *result)
{
    const struct pair *a = left, *b = right;
    (void)params;
    leave_if(a->number == 8 || b->number == 8);
    ((struct pair *)result)->number = a->number - b->number;
}

#define OVERFLOW_OF(WHAT) WHAT " has undefined behaviour", "an overflow"

/* Rows that are folded from the left, of which (a - b) - c is not a - (b - c) unless c is 0. The operands of a failure
 * take the place of an earlier one's. */
static const struct {
    const char *line;
    bool watched;
    enum verdict verdict;
    uint64_t items;
    const char *law, *first_at, *operands; /* first_at: its beginning */
} shown[] = {
    {"[1,1,1]/soa/lit:5,3,1", false, VERDICT_FAIL, 3, "combine is not associative",
     "combine(combine(a, b), c)",
     "a = (0x5, 0x0), b = (0x3, 0x0), c = (0x1, 0x0), combine(combine(a, b), c) = (0x1, 0x0), "
     "combine(a, combine(b, c)) = (0x3, 0x0)"},
    {"[2,0,1]/soa/lit:9,4,1", false, VERDICT_FAIL, 3, "combine is not associative",
     "combine(combine(a, b), c)",
     "a = (0x5, 0x0), b = (0x7, 0x0), c = (0x1, 0x0), combine(combine(a, b), c) = (0xfffffffd, 0x0), "
     "combine(a, combine(b, c)) = (0xffffffff, 0x0)"},
    {"[2,1,1]/soa/lit:3,1,5,0", false, VERDICT_PASS, 4, "", "", "an earlier case's"},
    {"[2,1,1]/soa/lit:3,1,5,0", true, VERDICT_PASS, 4, "", "", "an earlier case's"},
    {"[1,1,1]/soa/lit:8,2,1", true, VERDICT_FAIL, 3, OVERFLOW_OF("combine"),
     "left = (0x8, 0x0), right = (0x2, 0x0)"},
    {"[1,1,1]/soa/lit:9,2,1", true, VERDICT_FAIL, 0, OVERFLOW_OF("an item"), ""},
    {"[2,1,1]/soa/lit:3,8,2,1", true, VERDICT_FAIL, 0, OVERFLOW_OF("combine"),
     "left = (0x3, 0x0), right = (0x8, 0x0)"},
    {"[2,1,1]/soa/lit:3,1,9,1", true, VERDICT_FAIL, 0, OVERFLOW_OF("an item"), ""},
};

static struct op minus(void)
{
    struct op op = {.name = "minus",
                    .laws = LAW_EXACT,
                    .identity = pair_seven,
                    .combine = pair_minus,
                    .value = pair_value,
                    .lift = pair_lift};
    tuple_parse("u32,u32", &op.input);
    tuple_parse("u32,u32", &op.state);
    return op;
}

static bool operands_are_shown(size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    char line[128] = "associates.add_u32@host law/add_u32/";
    struct op op = minus();
    if (shown[at].watched) op.watch = watch;
    strcat(line, shown[at].line);
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    checked.problem.op = &op;
    text_say(&got.operands, "an earlier case's");
    check_function *check = properties_find("associates")->check;
    spoil_stack();
    enum verdict verdict = check(NULL, &checked, &got);
    return (verdict == shown[at].verdict && got.items == shown[at].items &&
            strcmp(got.law, shown[at].law) == 0 && strcmp(got.operands.at, shown[at].operands) == 0 &&
            strncmp(got.first_at.at, shown[at].first_at, strlen(shown[at].first_at)) == 0) ||
           text_say(&finding->first_at,
                    "%s: expected '%s' of %" PRIu64 " items, %s; got %s '%.60s' of %" PRIu64
                    ", %.200s %.100s",
                    line, shown[at].law, shown[at].items, shown[at].operands, verdict_name(verdict), got.law,
                    got.items, got.operands.at, got.first_at.at);
}

/* Whatever was in their memory: the second number, which no function writes, is 0, an operator without params has none, and
 * no states were added before those of the rows. Rows of 5, and of 3 and 1: the second is 2, and both together are 3. */
static bool operands_begin_anew(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct operands operands;
    struct state both;
    struct pair row[2], identity, result;
    struct op op = minus();
    if (!case_parse("associates.add_u32@host law/add_u32/[1,2]/soa/lit:5,3,1", &checked, &finding->first_at))
        return false;
    checked.problem.op = &op;
    memset(&operands, 0xff, sizeof operands);
    memset(&both, 0xff, sizeof both);
    bool good = operands_of(&checked, 2, &operands, &got);
    operands_combine(&operands, &operands.row[0], &operands.row[1], &both);
    for (int r = 0; r < 2; r++)
        memcpy(&row[r], operands.row[r].at, sizeof row[r]);
    memcpy(&identity, operands.identity.at, sizeof identity);
    memcpy(&result, both.at, sizeof result);
    good = good && operands.rows == 2 && !operands.params && operands.slack.count == 3 &&
           row[0].number == 5 && row[1].number == 2 && identity.number == 7 && result.number == 3 &&
           !row[0].other && !row[1].other && !identity.other && !result.other;
    return good || text_say(&finding->first_at,
                            "operands (5, 0) and (2, 0), together (3, 0), of 3 states without params: got "
                            "(%u, %u), (%u, %u), (%u, %u), of %" PRIu64 " states with%s params",
                            row[0].number, row[0].other, row[1].number, row[1].other, result.number,
                            result.other, operands.slack.count, operands.params ? "" : "out");
}

/* States of edge values are 1 and 2, or 2 and 1; outside of `only` there is the identity, 7 and 0. */
static bool states_are_windowed(struct finding *finding)
{
    static const struct {
        const char *line;
        struct pair state[4];
    } windows[] = {
        {"associates.add_u32@host law/add_u32/[1,1,1,1]/soa/lit:51,15,51,15/with:states=1",
         {{1, 2}, {2, 1}, {1, 2}, {2, 1}}},
        {"associates.add_u32@host law/add_u32/[1,1,1,1]/soa/lit:51,15,51,15/only:1-3/with:states=1",
         {{7, 0}, {2, 1}, {1, 2}, {7, 0}}}};
    struct op op = minus();
    for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
        struct test_case checked;
        struct operands operands;
        struct finding got = {0};
        if (!case_parse(windows[w].line, &checked, &finding->first_at)) return false;
        checked.problem.op = &op;
        if (!operands_of(&checked, 4, &operands, &got))
            return text_say(&finding->first_at, "%s: '%.200s'", windows[w].line, got.reason.at);
        for (size_t r = 0; r < 4; r++) {
            struct pair state;
            memcpy(&state, operands.row[r].at, sizeof state);
            if (state.number != windows[w].state[r].number || state.other != windows[w].state[r].other)
                return text_say(&finding->first_at, "%s: expected row %zu to be (%u, %u), got (%u, %u)",
                                windows[w].line, r, windows[w].state[r].number, windows[w].state[r].other,
                                state.number, state.other);
        }
    }
    return true;
}

static const struct unit_test tests[] = {TEST(operands_begin_anew), TEST(states_are_windowed),
                                         ROWS(operands_are_shown, shown)};
UNIT(operands, tests);
