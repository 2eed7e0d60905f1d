/* SPDX-License-Identifier: MIT
 * The needs of properties, by hand: a target that lacks one thing is left out of the properties that use that thing,
 * with a reason, and of no other. */

#include <stdio.h>
#include <string.h>

#include "control.h"
#include "unit.h"
#include "fake_strategies.h"

enum lack {
    LACK_NOTHING,
    LACK_TRAFFIC,
    LACK_SECTORS,
    LACK_SHARED,
    LACK_SAME_BITS,
    LACK_ORDER,
    LACK_INCLUSIVE,
    LACK_EXCLUSIVE,
    LACK_INITIAL,
    LACK_OTHER
};

/* Of each kind of subject, properties that need one thing each, and one that needs nothing. WHAT_LAW: of an
 * operator. */
static const struct {
    enum what what;
    const char *strategy, *property[12];
} asked[] = {
    {WHAT_REDUCE,
     "reduce_auto",
     {"traffic_is_as_claimed", "loads_are_coalesced", "shared_memory_is_as_claimed",
      "accepts_up_to_the_limit", "same_input_same_bits", "exact_operators_same_bits_under_any_schedule",
      "map_out_equals_oracle", "strategies_accept_their_problems", "guards_are_untouched"}},
    {WHAT_SCAN,
     "scan_lookback",
     {"traffic_is_as_claimed", "shared_memory_is_as_claimed", "accepts_up_to_the_limit",
      "scan_may_lie_over_its_input", "last_of_scan_is_reduce", "exclusive_is_shifted_inclusive",
      "initial_value_applies_once", "scan_of_concatenation"}},
    {WHAT_KEYED,
     "keyed_auto",
     {"loads_are_coalesced", "accepts_up_to_the_limit", "stable_where_order_is_kept",
      "counting_equals_histogram", "keys_are_independent", "keyed_of_concatenation"}},
    {WHAT_LAW, "", {"device_items_equal_host_items", "device_combine_equals_host_combine"}},
};

static const struct {
    enum what what;
    enum lack lack;
    const char *op, *left_out; /* of the properties above, each behind a space */
} lacking[] = {
    {WHAT_REDUCE, LACK_NOTHING, "affine_u32", " map_out_equals_oracle"},
    {WHAT_REDUCE, LACK_NOTHING, "span_emit", " strategies_accept_their_problems"},
    {WHAT_REDUCE, LACK_TRAFFIC, "affine_u32", " map_out_equals_oracle traffic_is_as_claimed"},
    {WHAT_REDUCE, LACK_SECTORS, "affine_u32", " map_out_equals_oracle loads_are_coalesced"},
    {WHAT_REDUCE, LACK_SHARED, "affine_u32", " map_out_equals_oracle shared_memory_is_as_claimed"},
    {WHAT_REDUCE, LACK_SAME_BITS, "affine_u32",
     " map_out_equals_oracle"}, /* exact: the same bits all the same */
    {WHAT_REDUCE, LACK_NOTHING, "add_f32",
     " map_out_equals_oracle strategies_accept_their_problems exact_operators_same_bits_under_any_schedule"},
    {WHAT_REDUCE, LACK_SAME_BITS, "add_f32",
     " map_out_equals_oracle strategies_accept_their_problems exact_operators_same_bits_under_any_schedule "
     "same_input_same_bits"},
    {WHAT_SCAN, LACK_NOTHING, "affine_u32", ""},
    {WHAT_SCAN, LACK_NOTHING, "mss_i32", " scan_may_lie_over_its_input"},
    {WHAT_SCAN, LACK_TRAFFIC, "affine_u32", " traffic_is_as_claimed"},
    {WHAT_SCAN, LACK_SHARED, "affine_u32", " shared_memory_is_as_claimed"},
    {WHAT_SCAN, LACK_ORDER, "affine_u32", ""},
    {WHAT_SCAN, LACK_INCLUSIVE, "affine_u32", " last_of_scan_is_reduce exclusive_is_shifted_inclusive"},
    {WHAT_SCAN, LACK_EXCLUSIVE, "affine_u32", " exclusive_is_shifted_inclusive"},
    {WHAT_SCAN, LACK_INITIAL, "affine_u32", " initial_value_applies_once"},
    {WHAT_SCAN, LACK_OTHER, "affine_u32", " last_of_scan_is_reduce"},
    {WHAT_KEYED, LACK_NOTHING, "add_u32", ""},
    {WHAT_KEYED, LACK_NOTHING, "affine_u32", " counting_equals_histogram"},
    {WHAT_KEYED, LACK_NOTHING, "add_f32", " counting_equals_histogram keys_are_independent"},
    {WHAT_KEYED, LACK_TRAFFIC, "add_u32", ""},
    {WHAT_KEYED, LACK_SECTORS, "add_u32", " loads_are_coalesced"},
    {WHAT_KEYED, LACK_ORDER, "add_u32", " stable_where_order_is_kept"},
    {WHAT_LAW, LACK_NOTHING, "add_u32", ""},
    {WHAT_LAW, LACK_OTHER, "add_u32", " device_items_equal_host_items"}, /* no reduction to make items for */
};

static uint64_t no_bytes(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

static double coalesced(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 1;
}

/* A strategy that has all, but for one thing. */
static void make_strategy(const char *name, enum what what, enum lack lack, struct strategy *made)
{
    *made = (struct strategy){.name = name,
                              .what = what != WHAT_LAW     ? what
                                      : lack == LACK_OTHER ? WHAT_SCAN
                                                           : WHAT_REDUCE,
                              .takes = FAKE_TAKES,
                              .refuse = refuse_nothing,
                              .traffic = lack == LACK_TRAFFIC ? NULL : no_bytes,
                              .sectors = lack == LACK_SECTORS ? NULL : coalesced,
                              .needs = lack == LACK_ORDER ? LAW_COMMUTES : 0};
    if (lack == LACK_SAME_BITS) made->determinism = BITS_MAY_VARY;
    if (lack == LACK_INCLUSIVE) made->takes &= ~(unsigned)TAKES_INCLUSIVE;
    if (lack == LACK_EXCLUSIVE) made->takes &= ~(unsigned)TAKES_EXCLUSIVE;
    if (lack == LACK_INITIAL) made->takes &= ~(unsigned)TAKES_INIT;
}

static bool is_listed(const char *property, const char *list)
{
    const char *at = strstr(list, property);
    size_t length = strlen(property);
    return at && at[-1] == ' ' && (at[length] == ' ' || at[length] == 0);
}

static bool is_left_out_rightly(struct fixture *fixture, size_t row, const char *strategy,
                                const char *property, struct finding *finding)
{
    struct target target = {.property = properties_find(property), .op = op_find(lacking[row].op)};
    struct text why = {0};
    bool expected = !is_listed(property, lacking[row].left_out);
    snprintf(target.subject, sizeof target.subject, "%s", strategy[0] ? strategy : lacking[row].op);
    bool applies = target.property && properties_apply(fixture, &target, &why);
    finding->items++;
    if (applies == expected && (applies || why.at[0])) return true;
    return text_say(&finding->first_at,
                    "%s of a subject that lacks thing %d with %s: expected %s, got %s (%.200s)", property,
                    (int)lacking[row].lack, lacking[row].op, expected ? "checked" : "left out",
                    applies ? "checked" : "left out", why.at);
}

/* A backend of one strategy, one operator and a reduction to compare with. */
static bool lacking_one_thing_leaves_out_its_properties(struct fixture *fixture, size_t row,
                                                        struct finding *finding)
{
    const struct backend *whole = fixture->session.backend;
    size_t kind = 0;
    while (asked[kind].what != lacking[row].what)
        kind++;
    struct strategy made, reduction;
    make_strategy(asked[kind].strategy, lacking[row].what, lacking[row].lack, &made);
    make_strategy("reduce_auto", WHAT_REDUCE, LACK_NOTHING, &reduction);
    const struct strategy *const strategies[] = {&made, lacking[row].lack == LACK_OTHER ? NULL : &reduction,
                                                 NULL};
    struct instance instance = {.strategy = &made, .shape = {32, 1, 32, 0}};
    instance.shared_said = lacking[row].lack == LACK_SHARED ? 0 : 1;
    struct operator_code code = {.op = lacking[row].op, .instances = &instance, .count = 1};
    const struct operator_code *const operators[] = {&code, NULL};
    struct backend backend = *whole;
    backend.strategies = strategies;
    backend.operators = operators;
    fixture->session.backend = &backend;
    bool good = true;
    for (size_t p = 0; good && asked[kind].property[p]; p++)
        good = is_left_out_rightly(fixture, row, asked[kind].strategy, asked[kind].property[p], finding);
    fixture->session.backend = whole;
    return good;
}

static const struct unit_test tests[] = {ROWS(lacking_one_thing_leaves_out_its_properties, lacking)};
UNIT(properties, tests);
