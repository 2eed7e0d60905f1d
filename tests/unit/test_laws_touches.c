/* SPDX-License-Identifier: MIT
 * Operators' functions that touch more than their arguments, and the arguments that they get. */
#include "unit.h"

#include <string.h>

#include "control.h"

static volatile uint32_t touched;

/* ---- the functions ---- */

static void value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)index;
    put_u32((uint32_t)bits, input);
}

static void lift(const void *params, const void *input, void *state)
{
    (void)params;
    put_u32(u32_at(input), state);
}

static void zero(const void *params, void *state)
{
    (void)params;
    put_u32(0, state);
}

static void sum(const void *params, const void *left, const void *right, void *result)
{
    (void)params;
    put_u32(u32_at(left) + u32_at(right), result);
}

static void touch_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    touched++;
    value(params, index, bits, input);
}

/* Of items behind the third alone, which a line of three does not have. */
static void touch_fourth(const void *params, uint64_t index, uint64_t bits, void *input)
{
    if (index > 2) touched++;
    value(params, index, bits, input);
}

static void touch_third(const void *params, uint64_t index, uint64_t bits, void *input)
{
    if (index == 2) touched++;
    value(params, index, bits, input);
}

/* The second literal. */
static void touch_bits(const void *params, uint64_t index, uint64_t bits, void *input)
{
    if (bits == 5) touched++;
    value(params, index, bits, input);
}

static void touch_lift(const void *params, const void *input, void *state)
{
    touched++;
    lift(params, input, state);
}

static void touch_zero(const void *params, void *state)
{
    touched++;
    zero(params, state);
}

static void touch_sum(const void *params, const void *left, const void *right, void *result)
{
    touched++;
    sum(params, left, right, result);
}

/* Operands that are none of a fold of 3, 5 and 6. */
static void touch_others(const void *params, const void *left, const void *right, void *result)
{
    uint32_t a = u32_at(left), b = u32_at(right);
    if (!(a == 0 && b == 3) && !(a == 3 && b == 5) && !(a == 8 && b == 6)) touched++;
    sum(params, left, right, result);
}

static void seven(const int64_t *args, void *params)
{
    (void)args;
    put_u32(7, params);
}

static void touch_unless_seven(const void *params, uint64_t index, uint64_t bits, void *input)
{
    if (u32_at(params) != 7) touched++;
    value(params, index, bits, input);
}

/* ---- touches that are noticed, and others ---- */

/* An operator of a number, which has every function. */
static struct op whole_op(void)
{
    struct op op = {.name = "number",
                    .laws = LAW_EXACT,
                    .has_neutral = true,
                    .emits = true,
                    .identity = zero,
                    .combine = sum,
                    .lift = lift,
                    .emit = lift,
                    .neutral = zero,
                    .value = value};
    tuple_parse("u32", &op.input);
    tuple_parse("u32", &op.state);
    tuple_parse("u32", &op.mapout);
    return op;
}

enum touch {
    TOUCH_NOTHING,
    TOUCH_FOURTH,
    TOUCH_OTHER_PARAMS,
    TOUCH_OTHER_OPERANDS,
    TOUCH_NO_EMIT,
    TOUCH_NO_NEUTRAL,
    TOUCH_VALUE, /* from here on something is touched */
    TOUCH_THIRD,
    TOUCH_BITS,
    TOUCH_LIFT,
    TOUCH_EMIT,
    TOUCH_IDENTITY,
    TOUCH_NEUTRAL,
    TOUCH_SUM,
    TOUCHES
};

static void touch_in(struct op *op, enum touch touch)
{
    static void (*const values[TOUCHES])(const void *params, uint64_t index, uint64_t bits,
                                         void *input) = {[TOUCH_FOURTH] = touch_fourth,
                                                         [TOUCH_OTHER_PARAMS] = touch_unless_seven,
                                                         [TOUCH_VALUE] = touch_value,
                                                         [TOUCH_THIRD] = touch_third,
                                                         [TOUCH_BITS] = touch_bits};
    if (values[touch]) op->value = values[touch];
    if (touch == TOUCH_OTHER_PARAMS) op->has_params = true, op->params_size = 4, op->params = seven;
    if (touch == TOUCH_OTHER_OPERANDS) op->combine = touch_others;
    if (touch == TOUCH_NO_EMIT) op->emits = false, op->emit = NULL;
    if (touch == TOUCH_NO_NEUTRAL) op->has_neutral = false, op->neutral = NULL;
    if (touch == TOUCH_LIFT) op->lift = touch_lift;
    if (touch == TOUCH_EMIT) op->emit = touch_lift;
    if (touch == TOUCH_IDENTITY) op->identity = touch_zero;
    if (touch == TOUCH_NEUTRAL) op->neutral = touch_zero;
    if (touch == TOUCH_SUM) op->combine = touch_sum;
}

static bool write_outside_the_arguments_fails(size_t at, struct finding *finding)
{
    const enum touch touch = (enum touch)at;
    static const char line[] = "touches_only_its_arguments.add_u32@host law/add_u32/[3]/soa/lit:3,5,6";
    static const char *const says[TOUCHES] = {"nothing",
                                              "a fourth item",
                                              "other params",
                                              "other operands",
                                              "nothing, without emit",
                                              "nothing, without neutral",
                                              "value",
                                              "value, of the third item",
                                              "value, of the second literal",
                                              "lift",
                                              "emit",
                                              "identity",
                                              "neutral",
                                              "combine"};
    static const char words[] =
        "kernels have no such memory, or one that all threads share: the result depends on "
        "which of them came first";
    struct op op = whole_op();
    struct test_case checked;
    struct finding got = {0};
    bool fails = touch >= TOUCH_VALUE;
    if (!case_parse(line, &checked, &finding->first_at)) return false;
    touch_in(&op, touch);
    checked.problem.op = &op;
    enum verdict verdict = properties_find("touches_only_its_arguments")->check(NULL, &checked, &got);
    const char *law = fails ? "it touches more than its arguments" : "";
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) && strcmp(got.law, law) == 0 && got.items == 3 &&
            strcmp(got.breaks.at, fails ? words : "") == 0) ||
           text_say(&finding->first_at, "a variable is touched by %s: got %s '%s' '%.200s'", says[touch],
                    verdict_name(verdict), got.law, got.breaks.at);
}

static const struct unit_test tests[] = {NUMBERED(write_outside_the_arguments_fails, TOUCHES)};
UNIT(laws_touches, tests);
