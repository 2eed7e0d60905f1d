/* SPDX-License-Identifier: MIT
 * The cases that seeds draw, for each generator: golden/draws.txt has the first ones, and a hash of many, with the choices that each
 * took and how many there were to choose from. A change of a generator, of its odds or of the order of its choices changes it. */
#include <inttypes.h>
#include <string.h>

#include "golden.h"
#include "fake_device.h"

enum { DRAWS_HASHED = 1024, DRAWS_SHOWN = 12 };

static const struct drawn {
    const char *name; /* property, subject and operator, and the device's kind where it is no sim64 */
    enum device_kind kind;
    uint64_t most_items; /* 0: no limit */
    int processors;      /* of 2048 threads each; 0: the fake device's own */
    bool ought_refuse;
} drawn[] = {
#define ON_SIM DEVICE_SIM64, 0, 0, false
    {"reduce_equals_oracle reduce_auto affine_u32", ON_SIM},
    {"reduce_equals_oracle reduce_auto affine_u32, 40 items at most", DEVICE_SIM64, 40, 0, false},
    {"reduce_equals_oracle reduce_auto affine_u32, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"reduce_equals_oracle reduce_auto add_if_smaller", ON_SIM},
    {"reduce_equals_oracle reduce_auto argmin_f32_i64", ON_SIM},
    {"reduce_equals_oracle reduce_auto add_f32", ON_SIM},
    {"reduce_equals_oracle reduce_auto span_twice_emit", ON_SIM},
    {"reduce_equals_oracle reduce_auto any", ON_SIM},
    {"reduce_equals_oracle segreduce_auto mixed6", ON_SIM},
    {"reduce_equals_oracle segreduce_auto mixed6, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"reduce_equals_oracle short_rows affine_u32", ON_SIM},
    {"reduce_equals_oracle short_rows affine_u32, which ought to be refused", DEVICE_SIM64, 0, 0, true},
    {"reduce_equals_oracle few_items add_u32", ON_SIM},
    {"reduce_equals_oracle waits add_u32, an nvidia card", DEVICE_NVIDIA, 0, 4, false},
    {"layout_does_not_matter reduce_auto affine_u32", ON_SIM},
    {"exact_operators_same_bits_under_any_schedule reduce_auto affine_u32", ON_SIM},
    {"exact_operators_same_bits_under_any_schedule reduce_auto affine_u32, an amd card", DEVICE_AMD, 0, 104,
     false},
    {"second_launch_on_same_scratch reduce_auto affine_u32", ON_SIM},
    {"reduce_of_concatenation reduce_auto affine_u32", ON_SIM},
    {"rows_are_independent reduce_auto affine_u32", ON_SIM},
    {"rows_are_independent segreduce_auto add_if_smaller", ON_SIM},
    {"row_order_does_not_matter segreduce_auto affine_u32", ON_SIM},
    {"empty_rows_give_identity segreduce_auto affine_u32", ON_SIM},
    {"empty_rows_give_identity segreduce_auto affine_u32, 40 items at most", DEVICE_SIM64, 40, 0, false},
    {"every_policy_agrees policy affine_u32", ON_SIM},
    {"every_policy_agrees policy affine_u32, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"auto_never_refuses reduce_auto span_twice_emit", ON_SIM},
    {"auto_never_refuses segreduce_auto affine_u32", ON_SIM},
    {"auto_never_refuses segreduce_auto affine_u32, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"auto_never_refuses transpose_naive u32", ON_SIM},
    {"auto_never_refuses keyed_stream affine_u32", ON_SIM},
    {"map_out_equals_oracle scan_lookback span_4_emit", ON_SIM},
    {"scan_equals_oracle scan_lookback affine_u32", ON_SIM},
    {"scan_equals_oracle segscan_flags mixed6", ON_SIM},
    {"scan_equals_oracle short_scans affine_u32", ON_SIM},
    {"scan_may_lie_over_its_input scan_lookback affine_u32", ON_SIM},
    {"exclusive_is_shifted_inclusive scan_lookback affine_u32", ON_SIM},
    {"initial_value_applies_once scan_lookback affine_u32", ON_SIM},
    {"last_of_scan_is_reduce scan_lookback affine_u32", ON_SIM},
    {"scan_of_concatenation scan_lookback affine_u32", ON_SIM},
    {"segscan_equals_scan_of_each_row segscan_flags affine_u32", ON_SIM},
    {"transpose_equals_oracle transpose_naive i8", ON_SIM},
    {"transpose_equals_oracle short_matrices u64, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"keyed_equals_oracle keyed_stream affine_u32", ON_SIM},
    {"keyed_equals_oracle keyed_stream affine_u32, 40 items at most", DEVICE_SIM64, 40, 0, false},
    {"keyed_equals_oracle keyed_stream affine_u32, an nvidia card", DEVICE_NVIDIA, 0, 132, false},
    {"keyed_equals_oracle few_keys affine_u32", ON_SIM},
    {"keys_are_independent keyed_stream affine_u32", ON_SIM},
    {"rows_with_keys_are_independent keyed_stream affine_u32", ON_SIM},
    {"keyed_of_concatenation keyed_stream affine_u32", ON_SIM},
    {"one_key_is_reduce keyed_stream affine_u32", ON_SIM},
    {"empty_keys_give_identity keyed_stream affine_u32", ON_SIM},
    {"distinct_keys_are_a_scatter keyed_stream affine_u32", ON_SIM},
    {"distinct_keys_are_a_scatter keyed_stream affine_u32, 40 items at most", DEVICE_SIM64, 40, 0, false},
    {"every_assignment_of_keys keyed_stream affine_u32", ON_SIM},
    {"every_assignment_of_keys keyed_stream affine_u32, 40 items at most", DEVICE_SIM64, 40, 0, false},
    {"counting_equals_histogram keyed_stream add_u32", ON_SIM},
    {"stable_where_order_is_kept keyed_stream affine_u32", ON_SIM},
    {"strategies_accept_their_problems reduce_auto any", ON_SIM},
    {"associates affine_u32 affine_u32", ON_SIM},
    {"associates add_f32 add_f32", ON_SIM},
    {"associates span_8 span_8", ON_SIM},
    {"has_identity mixed6 mixed6", ON_SIM},
    {"commutes_as_claimed add_if_smaller add_if_smaller", ON_SIM},
    {"device_combine_equals_host_combine affine_u32 affine_u32", ON_SIM},
    {"device_items_equal_host_items span_emit span_emit", ON_SIM},
    {"touches_only_its_arguments affine_mod affine_mod", ON_SIM},
#undef ON_SIM
};

static void hash_number(uint64_t *hash, uint64_t number)
{
    *hash = splitmix64(*hash ^ number);
}

/* Its choices, how many there were of each, and the case. */
static void hash_draw(uint64_t *hash, const struct draw *draw, const char *line)
{
    hash_number(hash, draw->count);
    for (size_t c = 0; c < draw->count && c < MAX_DRAWS; c++) {
        hash_number(hash, draw->made[c].bound);
        hash_number(hash, draw->made[c].value);
    }
    for (; *line; line++)
        hash_number(hash, (unsigned char)*line);
}

static bool target_of(const struct drawn *row, struct lab *lab, struct target *target)
{
    char property[64], subject[MAX_NAME], op[MAX_NAME];
    if (sscanf(row->name, "%63s %31s %31[a-z0-9_]", property, subject, op) != 3) return false;
    *target = (struct target){.property = properties_find(property), .ought_refuse = row->ought_refuse};
    strcpy(target->subject, subject);
    const struct strategy *strategy = backend_strategy(lab->session.backend, subject);
    if (strcmp(op, "any") != 0) target->op = op_for(strategy ? strategy->what : WHAT_LAW, op);
    lab->name.kind = lab->session.name.kind = row->kind;
    target->device = lab->name;
    if (row->processors) {
        lab->session.tuned_caps.processors = row->processors;
        lab->session.tuned_caps.resident_threads = 2048;
    }
    properties_limit(lab, row->most_items);
    return target->property != NULL;
}

static bool draws_are_golden(struct lab *lab, size_t at, struct finding *finding)
{
    struct golden golden = {NULL, 0, 0};
    struct target target;
    uint64_t hash = 0;
    if (!target_of(&drawn[at], lab, &target))
        return text_say(&finding->first_at, "%s: there is no such property", drawn[at].name);
    for (uint64_t seed = 0; seed < DRAWS_HASHED; seed++) {
        char line[MAX_LINE] = "nothing";
        struct draw draw;
        struct test_case one;
        draw_from_seed(&draw, splitmix64(seed));
        draw.number = seed;
        draw.numbered = true;
        memset(&one, 0xa5, sizeof one);
        if (target.property->generate(lab, &target, &draw, &one)) case_print(&one, line, sizeof line);
        hash_draw(&hash, &draw, line);
        if (seed < DRAWS_SHOWN) golden_add(&golden, "%s\n", line);
    }
    golden_add(&golden, "%d draws: %016" PRIx64 "\n", DRAWS_HASHED, hash);
    return golden_is("draws", drawn[at].name, &golden, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(draws_are_golden, drawn, name)};
UNIT(generate_golden, tests);
