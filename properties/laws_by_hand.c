/* SPDX-License-Identifier: MIT
 * broken_laws_are_noticed: operators that break one law each. */
#include "checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "look.h"

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

static const struct {
    const char *claim, *law;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    void (*identity)(const void *params, void *state);
    void (*neutral)(const void *params, void *state);
    unsigned laws;
    enum verdict verdict;
} lawless[] = {
    {"associates", "[1,1,1]", sum, zero, zero, LAW_EXACT, VERDICT_PASS},
    {"associates", "[1,1,1]", difference, zero, zero, LAW_EXACT, VERDICT_FAIL},
    {"associates", "[1,1,1]", doubled_right, zero, zero, LAW_EXACT, VERDICT_FAIL},
    {"has_identity", "[1]", sum, zero, zero, LAW_EXACT, VERDICT_PASS},
    {"has_identity", "[1]", sum, one, one, LAW_EXACT, VERDICT_FAIL},
    {"has_identity", "[1]", right_kept, zero, zero, LAW_EXACT, VERDICT_FAIL},
    {"has_identity", "[1]", left_kept, zero, zero, LAW_EXACT, VERDICT_FAIL},
    {"has_identity", "[1]", sum, zero, one, LAW_EXACT, VERDICT_FAIL},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_COMMUTES, VERDICT_PASS},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT, VERDICT_PASS},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_COMMUTES, VERDICT_FAIL},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_IDEMPOTENT, VERDICT_PASS},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_IDEMPOTENT, VERDICT_FAIL},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_PASS},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_CANCELS, VERDICT_FAIL},
    {"commutes_as_claimed", "[1,1]", sum, zero, zero, LAW_EXACT | LAW_ADDS, VERDICT_PASS},
    {"commutes_as_claimed", "[1,1]", left_of, zero, zero, LAW_EXACT | LAW_ADDS, VERDICT_FAIL},
};

static struct op number_op(size_t at)
{
    struct op op = {.name = "number",
                    .laws = lawless[at].laws,
                    .has_neutral = true,
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

/* With the operands 3, 5 and 2, whatever the operator. */
static bool law_is_judged(size_t at, struct finding *finding)
{
    char line[128];
    struct test_case checked;
    struct finding got = {0};
    struct op op = number_op(at);
    snprintf(line, sizeof line, "%s.add_u32@host law/add_u32/%s/soa/lit:2,4,1", lawless[at].claim,
             lawless[at].law);
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    checked.problem.op = &op;
    enum verdict verdict = property_of(lawless[at].claim)->check(NULL, &checked, &got);
    static const char operands[] = "a = (0x3), b = (0x5), c = (0x2), combine(";
    bool shown = verdict != VERDICT_FAIL || !strstr(lawless[at].law, "1,1,1") ||
                 strncmp(got.operands.at, operands, strlen(operands)) == 0;
    if (!shown) return text_say(&finding->first_at, "operands by hand are not '%.200s'", got.operands.at);
    bool named = verdict != VERDICT_FAIL || strcmp(got.law, broken_law(at)) == 0;
    bool explained =
        verdict != VERDICT_FAIL || lawless[at].laws & (LAW_CANCELS | LAW_ADDS) || got.breaks.at[0];
    if (!named || !explained)
        return text_say(
            &finding->first_at,
            "operator %zu of the lawless: expected '%s' and what that breaks, got '%s' and '%.200s'", at,
            broken_law(at), got.law, got.breaks.at);
    if (verdict == lawless[at].verdict) return true;
    return text_say(&finding->first_at, "operator %zu of the lawless: %s: expected %s, got %s %s", at,
                    lawless[at].claim, verdict_name(lawless[at].verdict), verdict_name(verdict),
                    got.first_at.at);
}

enum verdict broken_laws_are_noticed_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < sizeof lawless / sizeof lawless[0]; i++)
        if (!law_is_judged(i, finding)) return VERDICT_FAIL;
    return VERDICT_PASS;
}
