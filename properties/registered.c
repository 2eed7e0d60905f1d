/* SPDX-License-Identifier: MIT
 * Lines of operators from elsewhere, by hand: what is taken, and what is refused; and operators that touch more than
 * their arguments. */
#include "checks.h"

#include <stdio.h>
#include <string.h>

/* ---- lines ---- */

enum slip {
    SLIP_NONE,
    SLIP_NO_NAME,
    SLIP_CAPITAL,
    SLIP_DASH,
    SLIP_DIGIT_FIRST,
    SLIP_LONG_NAME,
    SLIP_OLD_NAME,
    SLIP_UNKNOWN_LAW,
    SLIP_NO_COMBINE,
    SLIP_NO_IDENTITY,
    SLIP_NO_EMIT,
    SLIP_EMIT_UNSAID,
    SLIP_NO_NEUTRAL,
    SLIP_NO_PARAMS,
    SLIP_WIDE_PARAMS,
    SLIP_OTHER_SIZE,
    SLIP_EXACT_AND_TOLERANT,
    SLIP_THREE_TOLERANCES,
    SLIPS
};

/* As add_u32's and add_f32's, two columns wide. */
static struct op_line right_line(void)
{
    struct op_line line = {.op = *op_find("add_u32"), .input = "u32", .state = "u32", .mapout = ""};
    line.op.name = "from_elsewhere";
    line.input_size = line.state_size = sizeof(uint32_t);
    return line;
}

static void nothing(const void *params, const void *input, void *mapout)
{
    (void)params, (void)input, (void)mapout;
}

static void slip(enum slip slip, struct op_line *line)
{
    static const char long_name[] = "a234567890123456789012345678901234567890123456789";
    static const char *const names[] = {[SLIP_NO_NAME] = "",
                                        [SLIP_CAPITAL] = "from_Elsewhere",
                                        [SLIP_DASH] = "from-elsewhere",
                                        [SLIP_DIGIT_FIRST] = "1_elsewhere",
                                        [SLIP_LONG_NAME] = long_name,
                                        [SLIP_OLD_NAME] = "add_i8"};
    struct op *op = &line->op;
    if (slip > SLIP_NONE && slip <= SLIP_OLD_NAME) op->name = names[slip];
    if (slip == SLIP_UNKNOWN_LAW) op->laws |= 1u << 31;
    if (slip == SLIP_NO_COMBINE) op->combine = NULL;
    if (slip == SLIP_NO_IDENTITY) op->identity = NULL;
    if (slip == SLIP_NO_EMIT) op->emits = true;
    if (slip == SLIP_EMIT_UNSAID) op->emit = nothing;
    if (slip == SLIP_NO_NEUTRAL) op->has_neutral = true, op->neutral = NULL;
    if (slip == SLIP_NO_PARAMS) op->has_params = true;
    if (slip == SLIP_WIDE_PARAMS) op->params_size = MAX_PARAMS_BYTES + 1;
    if (slip == SLIP_OTHER_SIZE) line->state_size++;
    if (slip == SLIP_EXACT_AND_TOLERANT) line->tolerance = "abs=1";
    if (slip == SLIP_THREE_TOLERANCES)
        op->laws &= ~(unsigned)LAW_EXACT, line->tolerance = "abs=1,abs=1,abs=1";
}

static bool slip_is_noticed(enum slip which, struct text *why)
{
    struct op_line line = right_line();
    struct text said = {0};
    slip(which, &line);
    bool taken = op_register(&line, 1, &said);
    if (taken) op_forget(1);
    return taken == (which == SLIP_NONE) || text_say(why, "operator line %d of those by hand is %s: %.200s",
                                                     (int)which, taken ? "taken" : "refused", said.at);
}

/* Two lines of one name at once; and of two columns one tolerance is that of both, two are each column's own. */
static bool pairs_are_right(struct text *why)
{
    static const char *const tolerances[] = {"abs=1", "abs=1,abs=2"};
    struct op_line twice[] = {right_line(), right_line()};
    if (op_register(twice, 2, why)) return text_say(why, "two operators of one name are taken");
    for (int t = 0; t < 2; t++) {
        struct op_line line = right_line();
        line.op.laws = 0;
        line.state = line.input = "f32,f32";
        line.input_size = line.state_size = 2 * sizeof(float);
        line.tolerance = tolerances[t];
        if (!op_register(&line, 1, why)) return false;
        double second = line.op.tolerance[1].absolute;
        op_forget(1);
        if (second != 1 + t) return text_say(why, "%s: the second column has %g", tolerances[t], second);
    }
    return true;
}

/* ---- variants: op.h has the bits ---- */

static const struct {
    const char *op;
    unsigned reduces, scans;
} variants[] = {
    {"add_u32", 0, 0 + 16},
    {"add_i8", 0, 0 + 16},
    {"affine_u32", 1, 1},
    {"min_i64", 1, 1},
    {"argmin_f32_i64", 2, 2},
    {"mss_i32", 0 + 4, 2 + 4},
    {"span_emit", 0 + 4 + 8, 2 + 4 + 8},
    {"mixed6", 3, 3},
};

static bool variants_are_right(struct text *why)
{
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        const struct op *op = op_find(variants[v].op);
        unsigned reduces = op_variant(op, false), scans = op_variant(op, true);
        if (reduces != variants[v].reduces || scans != variants[v].scans)
            return text_say(why, "%s: expected variants %u and %u, got %u and %u", variants[v].op,
                            variants[v].reduces, variants[v].scans, reduces, scans);
    }
    return true;
}

/* ---- what an operator touches ---- */

static uint32_t remembered = 1;

static void sum(const void *params, const void *left, const void *right, void *result)
{
    uint32_t a, b;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    a += b;
    memcpy(result, &a, sizeof a);
}

static void sum_that_counts(const void *params, const void *left, const void *right, void *result)
{
    sum(params, left, right, result);
    remembered++;
}

static void sum_of_variable(const void *params, const void *left, const void *right, void *result)
{
    uint32_t a;
    sum(params, left, right, result);
    memcpy(&a, result, sizeof a);
    a += remembered;
    memcpy(result, &a, sizeof a);
}

static void sum_past_end(const void *params, const void *left, const void *right, void *result)
{
    volatile const unsigned char *past = (const unsigned char *)left + sizeof(uint32_t);
    (void)*past;
    sum(params, left, right, result);
}

static void sum_before_begin(const void *params, const void *left, const void *right, void *result)
{
    volatile const unsigned char *before = (const unsigned char *)right - 1;
    (void)*before;
    sum(params, left, right, result);
}

static const struct {
    const char *says;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    enum verdict verdict;
} touching[] = {
    {"its arguments", sum, VERDICT_PASS},
    {"a variable, which it changes", sum_that_counts, VERDICT_FAIL},
    {"a variable, which it adds", sum_of_variable, VERDICT_FAIL},
    {"the byte behind its left operand", sum_past_end, VERDICT_FAIL},
    {"the byte before its right operand", sum_before_begin, VERDICT_FAIL},
};

static bool touch_is_noticed(size_t at, struct finding *finding)
{
    struct test_case made;
    struct finding got = {0};
    struct op op = *op_find("add_u32");
    op.combine = touching[at].combine;
    if (!case_parse("touches_only_its_arguments.add_u32@host law/add_u32/[3]/soa/lit:1,2,3", &made,
                    &finding->first_at))
        return false;
    made.problem.op = &op;
    enum verdict verdict = touches_only_its_arguments_check(NULL, &made, &got);
    return verdict == touching[at].verdict ||
           text_say(&finding->first_at, "combine touches %s: expected %s, got %s %.200s", touching[at].says,
                    verdict_name(touching[at].verdict), verdict_name(verdict), got.first_at.at);
}

enum verdict operators_are_checked_check(void *context, const struct test_case *checked,
                                         struct finding *finding)
{
    bool good = true;
    (void)context, (void)checked;
    for (int which = SLIP_NONE; good && which < SLIPS; which++)
        good = slip_is_noticed((enum slip)which, &finding->first_at);
    good = good && pairs_are_right(&finding->first_at) && variants_are_right(&finding->first_at);
    for (size_t t = 0; good && t < sizeof touching / sizeof touching[0]; t++)
        good = touch_is_noticed(t, finding);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}
