/* SPDX-License-Identifier: MIT
 * Operators that break one law each. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "control.h"
#include "undefined.h"

/* Operators of one number or two, each of which breaks one law. */
static void number_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    uint32_t number = (uint32_t)(bits % 7 + 1 + 0 * index);
    (void)params;
    memcpy(input, &number, sizeof number);
}

static void number_lift(const void *params, const void *input, void *state)
{
    (void)params;
    memmove(state, input, sizeof(uint32_t));
}

static void zero(const void *params, void *state)
{
    (void)params;
    memset(state, 0, sizeof(uint32_t));
}

static void one(const void *params, void *state)
{
    uint32_t number = 1;
    (void)params;
    memcpy(state, &number, sizeof number);
}

#define COMBINE(NAME, RESULT)                                                                                \
    static void NAME(const void *params, const void *left, const void *right, void *result)                  \
    {                                                                                                        \
        uint32_t a, b, both;                                                                                 \
        (void)params;                                                                                        \
        memcpy(&a, left, sizeof a);                                                                          \
        memcpy(&b, right, sizeof b);                                                                         \
        both = RESULT;                                                                                       \
        memcpy(result, &both, sizeof both);                                                                  \
    }
COMBINE(sum, a + b)
COMBINE(difference, a - b)
COMBINE(left_of, a ? a : b)
COMBINE(doubled_right, a == 0 ? b : a + b + b)
COMBINE(right_kept, b == 0 ? 0 : a + b)
COMBINE(left_kept, a == 0 ? 0 : a + b)
COMBINE(right_of, b + 0 * a)
COMBINE(odd_right, a + b % 2)
COMBINE(odd_left, a % 2 + b)

/* Operators on the operands 3, 5 and 2; the text that shows these, and the place where the law fails. */
static const struct {
    const char *claim, *law;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    void (*identity)(const void *params, void *state);
    void (*neutral)(const void *params, void *state);
    unsigned laws;
    enum verdict verdict;
    const char *operands, *first_at;
} lawless[] = {
#define OF_ONE "column 1 of 1 (u32): "
    {"associates", "[1,1,1]", sum, zero, zero, LAW_EXACT, VERDICT_PASS, "", ""},
    {"associates", "[1,1,1]", difference, zero, zero, LAW_EXACT, VERDICT_FAIL,
     "a = (0x3), b = (0x5), c = (0x2), combine(combine(a, b), c) = (0xfffffffc), combine(a, combine(b, c)) = "
     "(0x0)",
     "combine(combine(a, b), c), " OF_ONE "expected 0x0, got 0xfffffffc"},
    {"associates", "[1,1,1]", doubled_right, zero, zero, LAW_EXACT, VERDICT_FAIL,
     "a = (0x3), b = (0x5), c = (0x2), combine(combine(a, b), c) = (0x11), combine(a, combine(b, c)) = "
     "(0x15)",
     "combine(combine(a, b), c), " OF_ONE "expected 0x15, got 0x11"},
    {"has_identity", "[1]", sum, zero, zero, LAW_EXACT, VERDICT_PASS, "", ""},
    {"has_identity", "[1]", sum, one, one, LAW_EXACT, VERDICT_FAIL,
     "a = (0x3), identity = (0x1), combine(identity, a) = (0x4)",
     "combine(identity, a), " OF_ONE "expected 0x3, got 0x4"},
    {"has_identity", "[1]", right_kept, zero, zero, LAW_EXACT, VERDICT_FAIL,
     "a = (0x3), identity = (0x0), combine(a, identity) = (0x0)",
     "combine(a, identity), " OF_ONE "expected 0x3, got 0x0"},
    {"has_identity", "[1]", left_kept, zero, zero, LAW_EXACT, VERDICT_FAIL,
     "a = (0x3), identity = (0x0), combine(identity, a) = (0x0)",
     "combine(identity, a), " OF_ONE "expected 0x3, got 0x0"},
    {"has_identity", "[1]", sum, zero, one, LAW_EXACT, VERDICT_FAIL, "",
     "lift(neutral), " OF_ONE "expected 0x0, got 0x1"},
    {"has_identity", "[1]", sum, zero, NULL, LAW_EXACT, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_COMMUTES, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_COMMUTES, VERDICT_FAIL,
     "a = (0x3), b = (0x5), combine(a, b) = (0x3), combine(b, a) = (0x5)",
     "combine(b, a), " OF_ONE "expected 0x3, got 0x5"},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_IDEMPOTENT, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_IDEMPOTENT, VERDICT_FAIL,
     "a = (0x3), combine(a, a) = (0x6)", "combine(a, a), " OF_ONE "expected 0x3, got 0x6"},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_FAIL, "",
     "cancels: combine(a, a) equals combine(a, b), but a differs from b"},
    {"commutes_as_claimed", "[1,1]", right_of, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_FAIL, "",
     "cancels: combine(a, a) equals combine(b, a), but a differs from b"},
    {"commutes_as_claimed", "[1,1]", odd_right, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_FAIL, "",
     "cancels: combine(a, a) equals combine(a, b), but a differs from b"},
    {"commutes_as_claimed", "[1,1]", odd_left, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_FAIL, "",
     "cancels: combine(a, a) equals combine(b, a), but a differs from b"},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_ADDS, VERDICT_PASS, "", ""},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_ADDS, VERDICT_FAIL, "",
     "adds: combine(a, b) is not the sum of a's and b's columns"},
    /* The words of a law that fails stay, whatever laws come after it. */
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_CANCELS | LAW_ADDS, VERDICT_FAIL,
     "", "cancels: combine(a, a) equals combine(a, b), but a differs from b"},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_CANCELS | LAW_ORDERS, VERDICT_FAIL,
     "", "cancels: combine(a, a) equals combine(a, b), but a differs from b"},
#undef OF_ONE
};

static struct op number_op(size_t at)
{
    struct op op = {.name = "number",
                    .laws = lawless[at].laws,
                    .has_neutral = lawless[at].neutral != NULL,
                    .identity = lawless[at].identity,
                    .combine = lawless[at].combine,
                    .value = number_value,
                    .lift = number_lift,
                    .neutral = lawless[at].neutral};
    tuple_parse("u32", &op.input);
    tuple_parse("u32", &op.state);
    return op;
}

/* Which law a failure names. */
static const char *broken_law(size_t at)
{
    unsigned laws = lawless[at].laws;
    bool lifts_wrongly = lawless[at].identity == zero && lawless[at].neutral == one;
    if (strcmp(lawless[at].claim, "associates") == 0) return "combine is not associative";
    if (strcmp(lawless[at].claim, "has_identity") == 0)
        return lifts_wrongly ? "neutral does not lift to the identity" : "identity is not neutral";
    if (laws & LAW_CANCELS) return "a claimed law (cancels) does not hold";
    if (laws & LAW_ADDS) return "a claimed law (adds) does not hold";
    return laws & LAW_COMMUTES ? "combine does not commute" : "combine is not idempotent";
}

/* The sentence about strategies that goes with it. */
static const char *what_breaks(size_t at)
{
    static const struct {
        const char *law, *words;
    } broken[] = {
        {"combine is not associative", "a reduction that splits between a and b differs from one that splits "
                                       "between b and c: the result depends on "
                                       "how the items are shared out"},
        {"identity is not neutral", "a thread or a tile with nothing to do changes the result: items and "
                                    "tiles that do not come out even differ"},
        {"neutral does not lift to the identity",
         "an item that is neutral counts: padding with it changes the result"},
        {"combine does not commute",
         "a strategy for operators that commute takes items out of their order: its result differs from the "
         "left-to-right one, and maybe from run to run"},
        {"combine is not idempotent", "an item that is read twice counts twice"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        if (strcmp(broken[i].law, broken_law(at)) == 0) return broken[i].words;
    return ""; /* the others have none */
}

/* With the operands 3, 5 and 2, whatever the operator. */
static bool law_fails_with_its_operands(size_t at, struct finding *finding)
{
    char line[128];
    struct test_case checked;
    struct finding got = {0};
    struct op op = number_op(at);
    snprintf(line, sizeof line, "%s.add_u32@host law/add_u32/%s/soa/lit:2,4,1", lawless[at].claim,
             lawless[at].law);
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    checked.problem.op = &op;
    enum verdict verdict = properties_find(lawless[at].claim)->check(NULL, &checked, &got);
    bool named = verdict != VERDICT_FAIL || strcmp(got.law, broken_law(at)) == 0;
    bool shown = strcmp(got.operands.at, lawless[at].operands) == 0 &&
                 strcmp(got.first_at.at, lawless[at].first_at) == 0;
    bool explained = verdict != VERDICT_FAIL || strcmp(got.breaks.at, what_breaks(at)) == 0;
    if (!named || !shown || !explained)
        return text_say(
            &finding->first_at,
            "operator %zu of the lawless: expected '%s' of '%.200s', got '%s' of '%.200s' at '%.100s': %.99s",
            at, broken_law(at), lawless[at].operands, got.law, got.operands.at, got.first_at.at,
            got.breaks.at);
    if (verdict == VERDICT_PASS && (got.law[0] || got.first_at.at[0] || got.operands.at[0]))
        return text_say(&finding->first_at, "operator %zu of the lawless: a law that holds is said to break",
                        at);
    if (verdict == lawless[at].verdict) return true;
    return text_say(&finding->first_at, "operator %zu of the lawless: %s: expected %s, got %s %s", at,
                    lawless[at].claim, verdict_name(lawless[at].verdict), verdict_name(verdict),
                    got.first_at.at);
}

/* An operator that cancels need not tell equal operands apart. */
static bool equal_operands_cancel(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct op op = *op_find("add_u32");
    if (!case_parse("commutes_as_claimed.add_u32@host law/add_u32/[1,1]/soa/lit:2,2", &checked,
                    &finding->first_at))
        return false;
    op.laws |= LAW_CANCELS;
    checked.problem.op = &op;
    enum verdict verdict = properties_find("commutes_as_claimed")->check(NULL, &checked, &got);
    return verdict == VERDICT_PASS ||
           text_say(&finding->first_at, "a sum of equal operands: expected pass, got %s %.200s",
                    verdict_name(verdict), got.first_at.at);
}

/* ---- runs that touch ---- */

struct stretch_of {
    uint32_t begin, end; /* begin >= end: torn */
};

#define COMBINE_RUNS(NAME, RESULT)                                                                           \
    static void NAME(const void *params, const void *left, const void *right, void *result)                  \
    {                                                                                                        \
        struct stretch_of a, b, both = {1, 0};                                                               \
        (void)params;                                                                                        \
        memcpy(&a, left, sizeof a);                                                                          \
        memcpy(&b, right, sizeof b);                                                                         \
        if (a.end == b.begin) both = RESULT;                                                                 \
        memcpy(result, &both, sizeof both);                                                                  \
    }
COMBINE_RUNS(never_joined, both)
COMBINE_RUNS(begins_late, ((struct stretch_of){a.begin + 1, b.end}))
COMBINE_RUNS(ends_late, ((struct stretch_of){a.begin, b.end + 1}))
COMBINE_RUNS(ends_early, ((struct stretch_of){a.begin, b.end - 1}))
COMBINE_RUNS(turned, ((struct stretch_of){b.end, a.begin}))

static void always_joined(const void *params, const void *left, const void *right, void *result)
{
    struct stretch_of a, b;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    struct stretch_of both = {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
    memcpy(result, &both, sizeof both);
}

/* combine NULL: span_8's own. Items are [0,1), [1,2), ... */
static const struct {
    const char *rows;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    const char *fails;
} runs[] = {
    {"[1,1]/soa/unit:0", NULL, ""},
    {"[2,3]/soa/unit:0", NULL, ""},
    {"[1,0]/soa/unit:0", NULL, ""},
    {"[0,1]/soa/unit:0", NULL, ""},
    {"[1,1]/soa/unit:0/only:0-1", NULL, ""},
    {"[1,1]/soa/unit:0", never_joined, "orders: two spans that touch do not join"},
    {"[1,1]/soa/unit:0", turned, "orders: two spans that touch do not join"},
    {"[1,1]/soa/unit:0", begins_late, "orders: two spans that touch do not join"},
    {"[1,1]/soa/unit:0", ends_late, "orders: two spans that touch do not join"},
    {"[1,1]/soa/unit:0", ends_early, "orders: two spans that touch do not join"},
    {"[1,1]/soa/unit:0", always_joined, "orders: two spans in the wrong order join"},
};

static bool wrong_combine_of_spans_fails(size_t at, struct finding *finding)
{
    char line[128];
    struct test_case checked;
    struct finding got = {0};
    struct op op = *op_find("span_8");
    if (runs[at].combine) op.combine = runs[at].combine;
    snprintf(line, sizeof line, "commutes_as_claimed.span_8@host law/span_8/%s", runs[at].rows);
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    checked.problem.op = &op;
    enum verdict verdict = properties_find("commutes_as_claimed")->check(NULL, &checked, &got);
    bool fails = *runs[at].fails;
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
            strcmp(got.first_at.at, runs[at].fails) == 0) ||
           text_say(&finding->first_at, "runs %zu, %s: expected '%s', got %s '%.200s'", at, line,
                    runs[at].fails, verdict_name(verdict), got.first_at.at);
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

static bool leak_between_parts_fails(struct finding *finding)
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
        enum verdict verdict = properties_find("parts_combine_apart")->check(NULL, &checked, &got);
        good = verdict == (leak == LEAK_NONE ? VERDICT_PASS : VERDICT_FAIL) ||
               text_say(&finding->first_at, "parts of a product, leak %d: got %s %.200s", (int)leak,
                        verdict_name(verdict), got.first_at.at);
    }
    return good;
}

/* ---- sums of floats ---- */

/* 1, 2^24, -2^24: sums from the left are 0, those from the right 1. */
static void float_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    static const float numbers[] = {1, 16777216.F, -16777216.F};
    (void)params, (void)bits;
    memcpy(input, &numbers[index % 3], sizeof numbers[0]);
}

/* Sums of floats may differ by what is lost in rounding, and those of an operator that says to be exact may not. */
static bool rounding_is_allowed_to_float_sums(struct finding *finding)
{
    struct test_case checked;
    struct op op = *op_find("add_f32");
    if (!case_parse("associates.add_f32@host law/add_f32/[1,1,1]/soa/unit:0", &checked, &finding->first_at))
        return false;
    op.value = float_value;
    checked.problem.op = &op;
    for (int exact = 0; exact < 2; exact++) {
        struct finding got = {0};
        if (exact) op.laws |= LAW_EXACT;
        enum verdict verdict = properties_find("associates")->check(NULL, &checked, &got);
        if (verdict != (exact ? VERDICT_FAIL : VERDICT_PASS))
            return text_say(&finding->first_at, "%s sums of floats that lose all: got %s %.200s",
                            exact ? "exact" : "other", verdict_name(verdict), got.first_at.at);
    }
    return true;
}

/* ---- too few rows ---- */

/* A law says why it is not judged where it has too few rows. */
static bool too_few_rows_are_discarded(struct finding *finding)
{
    static const char *const lines[] = {"has_identity.add_u32@host law/add_u32/0x1/soa/unit:1",
                                        "commutes_as_claimed.add_u32@host law/add_u32/[1]/soa/lit:1",
                                        "parts_combine_apart.add_u32@host law/add_u32/[1,1]/soa/lit:1",
                                        "associates.add_u32@host law/add_u32/[1,1]/soa/lit:1",
                                        "associates.add_u32@host",
                                        "associates.add_u32@host reduce/add_u32/[1,1,1]/soa/lit:1",
                                        "touches_only_its_arguments.add_u32@host",
                                        "touches_only_its_arguments.add_u32@host reduce/add_u32/3/soa/lit:1"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct test_case checked;
        struct finding got = {0};
        if (!case_parse(lines[i], &checked, &finding->first_at)) return false;
        enum verdict verdict = properties_find(checked.claim)->check(NULL, &checked, &got);
        if (verdict != VERDICT_DISCARDED || strncmp(got.reason.at, "expected law/", 13) != 0)
            return text_say(&finding->first_at, "%s: expected to be discarded, got %s", lines[i],
                            verdict_name(verdict));
    }
    return true;
}

/* ---- undefined behaviour ---- */

static struct undefined *watched;

static void watch(struct undefined *undefined)
{
    watched = undefined;
}

/* As a handler of a plugin does. */
static void overflow(const void *params, const void *left, const void *right, void *result)
{
    (void)params, (void)left, (void)right, (void)result;
    strcpy(watched->what, "an overflow");
    longjmp(watched->escape, 1);
}

/* Of the operands 3, 5 and 2 the first two are combined first. */
static bool undefined_behaviour_fails_with_its_operands(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct op op = number_op(0);
    op.combine = overflow;
    op.watch = watch;
    if (!case_parse("associates.add_u32@host law/add_u32/[1,1,1]/soa/lit:2,4,1", &checked,
                    &finding->first_at))
        return false;
    checked.problem.op = &op;
    enum verdict verdict = properties_find("associates")->check(NULL, &checked, &got);
    return (verdict == VERDICT_FAIL && !watched && strcmp(got.first_at.at, "an overflow") == 0 &&
            strcmp(got.law, "combine has undefined behaviour") == 0 &&
            strcmp(got.operands.at, "left = (0x3), right = (0x5)") == 0) ||
           text_say(&finding->first_at, "an overflow: expected fail, got %s: %.100s, %s, %.100s",
                    verdict_name(verdict), got.first_at.at, got.law, got.operands.at);
}

static const struct unit_test tests[] = {ROWS(law_fails_with_its_operands, lawless),
                                         ROWS(wrong_combine_of_spans_fails, runs),
                                         TEST(equal_operands_cancel),
                                         TEST(leak_between_parts_fails),
                                         TEST(too_few_rows_are_discarded),
                                         TEST(rounding_is_allowed_to_float_sums),
                                         TEST(undefined_behaviour_fails_with_its_operands)};
UNIT(laws, tests);
