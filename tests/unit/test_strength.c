/* SPDX-License-Identifier: MIT
 * How many planted mistakes an operator notices, by hand: operators whose folds tell which mistakes change them. */
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formulas.h"
#include "unit.h"

/* Items are numbered from 0 to 63, and the foreign one is 64. There are 8 seeds: 504 swaps, and 512 of each
 * other kind. */
enum { LAST = 63, FOREIGN = 64, FOLDS = 8 };

static uint64_t special_bits; /* of the one item that differs */

static void put(uint32_t number, void *at)
{
    memcpy(at, &number, sizeof number);
}

/* Nothing but zeros if there are params, which no operator has that does not say so. */
static void numbered(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)bits;
    put(params ? 0 : (uint32_t)index + 1, input);
}

static void half_zeros(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)bits;
    put(index % 2 ? (uint32_t)index : 0, input);
}

static void foreign_alone(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)bits;
    put(index == FOREIGN, input);
}

static void special(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)index;
    put(bits == special_bits ? 8 : 7, input);
}

/* Items that differ if the usual argument comes. */
static void scaled(const void *params, uint64_t index, uint64_t bits, void *input)
{
    uint32_t by;
    (void)bits;
    memcpy(&by, params, sizeof by);
    put((uint32_t)index * by + 1, input);
}

static void put_float(float number, void *at)
{
    memcpy(at, &number, sizeof number);
}

static void ones_and_large_foreign(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)bits;
    put_float(index == FOREIGN ? 1e9F : 1, input);
}

static void ones_and_one_large(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)params, (void)bits;
    put_float(index == 1 ? 16777216.F : 1, input);
}

static void left_of(const void *params, const void *left, const void *right, void *result)
{
    (void)params, (void)right;
    memmove(result, left, sizeof(uint32_t));
}

static void right_of(const void *params, const void *left, const void *right, void *result)
{
    (void)params, (void)left;
    memmove(result, right, sizeof(uint32_t));
}

static void most_of(const void *params, const void *left, const void *right, void *result)
{
    uint32_t a, b;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    put(a > b ? a : b, result);
}

static void fill(const int64_t *args, void *params)
{
    put((uint32_t)args[0], params);
}

typedef void combine_function(const void *params, const void *left, const void *right, void *result);
typedef void value_function(const void *params, uint64_t index, uint64_t bits, void *input);

/* combine NULL: the sum. A warning of an operator called fake_operator; items: of its kinds of mistakes. */
static const struct {
    const char *says;
    combine_function *combine;
    value_function *value;
    unsigned laws;
    uint32_t caught[MISTAKES]; /* swaps, drops, doubled, foreign */
    uint64_t items;
    const char *warning;
} strengths[] = {
    {"a sum", NULL, numbered, LAW_COMMUTES, {0, 512, 512, 512}, 3 * 512, ""},
    {"a sum that does not say that it commutes",
     NULL,
     numbered,
     0,
     {0, 512, 512, 512},
     504 + 3 * 512,
     "hide mistakes: a swap is noticed in 0 % of cases (if fake_operator commutes, its LAWS say COMMUTES)"},
    {"the first item",
     left_of,
     numbered,
     0,
     {8, 8, 0, 8},
     504 + 3 * 512,
     "hide mistakes: a dropped item is noticed in 2 % of cases, a doubled item in 0 %, a foreign item in 2 "
     "%"},
    {"the last item", right_of, numbered, LAW_IDEMPOTENT, {8, 8, 0, 8}, 504, ""},
    {"a sum of half of the items", NULL, half_zeros, LAW_COMMUTES, {0, 256, 256, 256}, 3 * 512, ""},
    {"zeros and a foreign one",
     most_of,
     foreign_alone,
     LAW_COMMUTES,
     {0, 0, 0, 512},
     3 * 512,
     "hide mistakes: a dropped item is noticed in 0 % of cases, a doubled item in 0 %"},
    {"items by an argument", NULL, scaled, LAW_COMMUTES, {0, 512, 512, 512}, 3 * 512, ""},
    {"sums of floats and a large foreign one",
     NULL,
     ones_and_large_foreign,
     LAW_COMMUTES,
     {0, 512, 512, 512},
     3 * 512,
     ""},
    {"sums of floats where the largest counts",
     NULL,
     ones_and_one_large,
     LAW_COMMUTES,
     {0, 8, 8, 8},
     3 * 512,
     "hide mistakes: a dropped item is noticed in 2 % of cases, a doubled item in 2 %, a foreign item in 2 "
     "%"},
    {"the same sums, said to be exact",
     NULL,
     ones_and_one_large,
     LAW_COMMUTES | LAW_EXACT,
     {8, 8, 16, 8},
     3 * 512,
     "hide mistakes: a dropped item is noticed in 2 % of cases, a doubled item in 3 %, a foreign item in 2 "
     "%"},
};

static struct op_line line_of(combine_function *combine, value_function *value, unsigned laws)
{
    bool floats = value == ones_and_large_foreign || value == ones_and_one_large;
    struct op_line line = {.op = *op_find(floats ? "add_f32" : "add_u32"), .mapout = ""};
    line.input = line.state = floats ? "f32" : "u32";
    line.input_size = line.state_size = sizeof(uint32_t);
    line.op.name = "fake_operator";
    line.op.value = value;
    line.op.laws = laws | (floats ? 0 : LAW_EXACT);
    if (combine) line.op.combine = combine;
    if (value != scaled) return line;
    line.op.has_params = true;
    line.op.params_size = sizeof(uint32_t);
    line.op.params = fill;
    line.headed_args[1] = (struct op_arg){"by", 1, 9, 3};
    return line;
}

/* The check on the operator that was added last. */
static bool warns(const char *says, uint64_t items, const char *words, struct finding *finding)
{
    struct test_case asked = {.subject = "fake_operator"};
    struct finding got = {0};
    char expected[320] = "";
    if (*words) snprintf(expected, sizeof expected, "fake_operator's items %s", words);
    enum verdict verdict = items_show_mistakes_property.check(NULL, &asked, &got);
    if (verdict == VERDICT_PASS && got.items == items && strcmp(got.warning.at, expected) == 0) return true;
    return text_say(&finding->first_at,
                    "%s: expected %" PRIu64 " mistakes and '%s', got %s, %" PRIu64 " and '%.200s'", says,
                    items, expected, verdict_name(verdict), got.items, got.warning.at);
}

static bool noticed_mistakes_are_counted(size_t at, struct finding *finding)
{
    struct op_line line = line_of(strengths[at].combine, strengths[at].value, strengths[at].laws);
    if (!op_register(&line, 1, &finding->first_at)) return false;
    bool good = true;
    for (enum mistake mistake = 0; good && mistake < MISTAKES; mistake++) {
        struct strength got = properties_strength(op_find("fake_operator"), mistake);
        uint32_t planted = mistake == MISTAKE_SWAP ? FOLDS * LAST : FOLDS * FOREIGN;
        if (got.caught != strengths[at].caught[mistake] || got.planted != planted)
            good = text_say(&finding->first_at,
                            "%s: expected %" PRIu32 " of %" PRIu32
                            " mistakes of the kind %s to be noticed, got %" PRIu32 " of %" PRIu32,
                            strengths[at].says, strengths[at].caught[mistake], planted, mistake_name(mistake),
                            got.caught, got.planted);
    }
    good = good && warns(strengths[at].says, strengths[at].items, strengths[at].warning, finding);
    op_forget(1);
    return good;
}

/* Items that are equal but for the first of one seed, or for that of the seed behind the last: it is 8, and the others
 * are 7. */
static bool equal_items_are_reported(uint64_t seed, const char *words, struct finding *finding)
{
    const struct data data = {.form = DATA_ANY, .seed = seed};
    struct op_line line = line_of(right_of, special, LAW_EXACT);
    special_bits = data_bits(&data, 0);
    if (!op_register(&line, 1, &finding->first_at)) return false;
    bool good = warns("items where one differs", 504 + 3 * 512, words, finding);
    op_forget(1);
    return good;
}

#define SHARES                                                                                               \
    ": a swap is noticed in 0 % of cases, a dropped item in 0 %, a doubled item in 0 %, a foreign item in "  \
    "0 %"

/* An operator that claims a law is held to all mistakes that the law promises to notice, and no other is. */
static const struct {
    combine_function *combine;
    unsigned laws;
    uint64_t items; /* that are planted for it */
    const char *fails;
} promises[] = {
    {NULL, 0, 0, ""},
    {NULL, LAW_COMMUTES, 0, ""},
    {NULL, LAW_COMMUTES | LAW_CANCELS, 3 * 512, ""},
    {NULL, LAW_CANCELS, 0, "fake_operator notices 0 of 504 planted mistakes of the kind swap"},
    {left_of, LAW_ORDERS, 0, "fake_operator notices 8 of 504 planted mistakes of the kind swap"},
    {left_of, LAW_COMMUTES | LAW_ORDERS, 0,
     "fake_operator notices 8 of 512 planted mistakes of the kind drop"},
};

static bool promised_mistakes_are_noticed(size_t at, struct finding *finding)
{
    static struct finding built_in;
    struct finding got = {0};
    if (!built_in.items) witnesses_catch_mistakes_property.check(NULL, NULL, &built_in);
    const uint64_t others = built_in.items;
    struct op_line line = line_of(promises[at].combine, numbered, promises[at].laws);
    bool fails = *promises[at].fails;
    if (!op_register(&line, 1, &finding->first_at)) return false;
    enum verdict verdict = witnesses_catch_mistakes_property.check(NULL, NULL, &got);
    op_forget(1);
    if (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
        strcmp(got.first_at.at, promises[at].fails) == 0 &&
        (fails || got.items == others + promises[at].items))
        return true;
    return text_say(&finding->first_at,
                    "promise %zu of those by hand: expected '%s' and %" PRIu64
                    " mistakes, got %s '%.200s' and %" PRIu64,
                    at, promises[at].fails, others + promises[at].items, verdict_name(verdict),
                    got.first_at.at, got.items);
}

static bool unknown_operator_is_discarded(struct finding *finding)
{
    struct finding none = {0};
    const struct test_case unknown = {.subject = "no_such_operator"};
    return (items_show_mistakes_property.check(NULL, &unknown, &none) == VERDICT_DISCARDED &&
            strcmp(none.reason.at, "no operator no_such_operator") == 0) ||
           text_say(&finding->first_at, "items of no operator: expected a reason, got '%.200s'",
                    none.reason.at);
}

static bool equal_items_are_a_warning(struct finding *finding)
{
    return equal_items_are_reported(8, "are all equal" SHARES, finding) &&
           equal_items_are_reported(0, "hide mistakes" SHARES, finding);
}

static void any_state(const void *params, const void *any, void *state)
{
    (void)params;
    memcpy(state, any, sizeof(uint32_t));
}

/* Of integers alone no law takes edge values without EXACT or a function that says which there are. */
static const struct {
    const char *says;
    bool floats, tolerates, states;
    unsigned laws;
    bool warns;
} edges[] = {
    {"integers", false, false, false, LAW_COMMUTES, true},
    {"exact integers", false, false, false, LAW_COMMUTES | LAW_EXACT, false},
    {"integers that name their states", false, false, true, LAW_COMMUTES, false},
    {"integers within a tolerance", false, true, false, LAW_COMMUTES, false},
    {"spans", false, false, false, LAW_COMMUTES | LAW_EXACT | LAW_ORDERS, false},
    {"floats", true, false, false, LAW_COMMUTES, false},
};

static bool laws_without_edge_values_are_a_warning(size_t at, struct finding *finding)
{
    static const char words[] = "fake_operator: its laws are not tried with edge values, though its state "
                                "has integers alone: its LAWS say "
                                "EXACT, or a function fake_operator_state says which states there are";
    struct op_line line = line_of(NULL, edges[at].floats ? ones_and_large_foreign : numbered, 0);
    struct test_case asked = {.subject = "fake_operator"};
    struct finding got = {0};
    line.op.laws = edges[at].laws;
    line.tolerance = edges[at].tolerates ? "abs=1" : NULL;
    if (edges[at].states) line.op.state_of = any_state;
    if (!op_register(&line, 1, &finding->first_at)) return false;
    enum verdict verdict = items_show_mistakes_property.check(NULL, &asked, &got);
    op_forget(1);
    if (verdict == VERDICT_PASS && strcmp(got.warning.at, edges[at].warns ? words : "") == 0) return true;
    return text_say(&finding->first_at, "%s: got %s and '%.300s'", edges[at].says, verdict_name(verdict),
                    got.warning.at);
}

static const struct unit_test tests[] = {
    ROWS(laws_without_edge_values_are_a_warning, edges), TEST(unknown_operator_is_discarded),
    ROWS(noticed_mistakes_are_counted, strengths), TEST(equal_items_are_a_warning),
    ROWS(promised_mistakes_are_noticed, promises)};
UNIT(strength, tests);
