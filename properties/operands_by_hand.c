/* SPDX-License-Identifier: MIT
 * Part of broken_laws_are_noticed: which operands a failure shows, of folds of rows, of undefined behaviour and of
 * products, and how many items it is about. */
#include "by_hand.h"
#include "checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "look.h"
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
    enum verdict verdict = property_of("associates")->check(NULL, &checked, &got);
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

/* ---- products ---- */

/* Three columns, a part each; an item has its number in all of them. Sums, one of which takes something of
 * another part. */
enum { PARTS = 3 };

struct triple {
    uint32_t part[PARTS];
};

static enum leak {
    LEAK_NONE,
    LEAK_FIRST_INTO_SECOND,
    LEAK_LAST_INTO_FIRST,
    LEAK_FIRST_INTO_LAST,
    LEAK_IF_OTHERS_ARE_ALIKE, /* into the second, which is unlike the two others */
    LEAKS
} leak;

static void triple_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    struct triple same;
    (void)params, (void)index;
    for (int k = 0; k < PARTS; k++)
        same.part[k] = (uint32_t)bits;
    memcpy(input, &same, sizeof same);
}

static void triple_copy(const void *params, const void *input, void *state)
{
    (void)params;
    memmove(state, input, sizeof(struct triple));
}

static void triple_zero(const void *params, void *state)
{
    (void)params;
    memset(state, 0, sizeof(struct triple));
}

static void triple_sum(const void *params, const void *left, const void *right, void *result)
{
    struct triple a, b, both;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    for (int k = 0; k < PARTS; k++)
        both.part[k] = a.part[k] + b.part[k];
    if (leak == LEAK_FIRST_INTO_SECOND) both.part[1] += a.part[0];
    if (leak == LEAK_LAST_INTO_FIRST) both.part[0] += b.part[2];
    if (leak == LEAK_FIRST_INTO_LAST) both.part[2] += a.part[0];
    if (leak == LEAK_IF_OTHERS_ARE_ALIKE && a.part[0] == a.part[2] && a.part[0] != a.part[1]) both.part[1]++;
    memcpy(result, &both, sizeof both);
}

/* Of 2, 4 and 1 in all columns: how a failure is shown. With other parts a is 2 in one column and 1 in the others, and b is
 * 4 and 2. */
static const struct {
    const char *first_at, *both; /* combine(a, b), and that with other parts */
} leaked[LEAKS] = {
#define COLUMN "combine of one part, column "
#define OTHERS ", with other parts = "
    [LEAK_NONE] = {"", ""},
    [LEAK_FIRST_INTO_SECOND] = {COLUMN "2 of 3 (u32): expected 0x8, got 0x7",
                                "(0x6, 0x8, 0x6)" OTHERS "(0x3, 0x7, 0x3)"},
    [LEAK_LAST_INTO_FIRST] = {COLUMN "1 of 3 (u32): expected 0xa, got 0x8",
                              "(0xa, 0x6, 0x6)" OTHERS "(0x8, 0x3, 0x3)"},
    [LEAK_FIRST_INTO_LAST] = {COLUMN "3 of 3 (u32): expected 0x8, got 0x7",
                              "(0x6, 0x6, 0x8)" OTHERS "(0x3, 0x3, 0x7)"},
    [LEAK_IF_OTHERS_ARE_ALIKE] = {COLUMN "2 of 3 (u32): expected 0x6, got 0x7",
                                  "(0x6, 0x6, 0x6)" OTHERS "(0x3, 0x7, 0x3)"},
#undef COLUMN
#undef OTHERS
};

static bool leak_is_told(enum leak which, enum verdict verdict, const struct finding *got)
{
    bool leaks = which != LEAK_NONE;
    char operands[256] = "";
    if (leaks)
        snprintf(operands, sizeof operands,
                 "a = (0x2, 0x2, 0x2), b = (0x4, 0x4, 0x4), c = (0x1, 0x1, 0x1), combine(a, b) = %s",
                 leaked[which].both);
    return verdict == (leaks ? VERDICT_FAIL : VERDICT_PASS) &&
           strcmp(got->first_at.at, leaked[which].first_at) == 0 && strcmp(got->operands.at, operands) == 0 &&
           strcmp(got->law, leaks ? "the parts of its product are not independent" : "") == 0 &&
           strcmp(got->breaks.at,
                  leaks ? "a strategy that scans one part after the other has other results" : "") == 0;
}

static bool leaks_are_noticed(struct finding *finding)
{
    static const char line[] = "parts_combine_apart.add_u32@host law/add_u32/[1,1,1]/soa/lit:2,4,1";
    struct test_case checked;
    struct op op = {.name = "triple",
                    .laws = LAW_EXACT,
                    .identity = triple_zero,
                    .combine = triple_sum,
                    .value = triple_value,
                    .lift = triple_copy};
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    tuple_parse("u32,u32,u32", &op.input);
    tuple_parse("u32|u32|u32", &op.state);
    checked.problem.op = &op;
    bool good = true;
    for (leak = LEAK_NONE; good && leak < LEAKS; leak++) {
        struct finding got = {0};
        enum verdict verdict = property_of("parts_combine_apart")->check(NULL, &checked, &got);
        good = leak_is_told(leak, verdict, &got) ||
               text_say(&finding->first_at, "parts of a product, leak %d: got %s %.100s, %s: %.200s",
                        (int)leak, verdict_name(verdict), got.first_at.at, got.law, got.operands.at);
    }
    return good;
}

bool operands_are_right(struct finding *finding)
{
    bool good = operands_begin_anew(finding);
    for (size_t at = 0; good && at < sizeof shown / sizeof shown[0]; at++)
        good = operands_are_shown(at, finding);
    watched = NULL;
    return good && leaks_are_noticed(finding);
}
