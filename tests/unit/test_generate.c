/* SPDX-License-Identifier: MIT
 * The cases that generators draw from seeds, against golden text; and those that they draw from typed choices. */
#include "drawn_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "control.h"
#include "fake_strategies.h"
#include "golden.h"
#include "refuse.h"
#include "unit.h"

/* ---- strategies that refuse one thing ---- */
enum only { ONLY_ONE_ROW, ONLY_EXSCAN, ONLY_SCAN, ONLY_PLAIN, ONLY_NOTHING, ONLY_ANY };

static uint64_t hoarded; /* bytes of scratch */

static uint64_t hoard(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return hoarded;
}

#define REFUSES(NAME, WHEN)                                                                                  \
    static enum refusal NAME(const struct strategy *strategy, const struct job *job,                         \
                             const struct launch_shape *shape, struct text *why)                             \
    {                                                                                                        \
        (void)strategy, (void)shape, (void)why, (void)job;                                                   \
        return (WHEN) ? REFUSAL_SHAPE : REFUSAL_NONE;                                                        \
    }
REFUSES(refuse_reduction, job->what == WHAT_REDUCE)
REFUSES(refuse_all, true)

static const struct strategy *pick_itself(const struct job *job, struct launch_shape *shape, struct text *why)
{
    (void)job, (void)why;
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    return NULL;
}

static uint64_t none(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

#define TAKING(NAME, WHAT, TAKES)                                                                            \
    .name = NAME, .what = WHAT, .takes = TAKES, .refuse = refuse_by_takes, .scratch_bytes = hoard
#define OWN(NAME, WHAT, REFUSE)                                                                              \
    .name = NAME, .what = WHAT,                                                                              \
    .takes = REFUSE == refuse_nothing ? FAKE_TAKES & ~(WHAT == WHAT_KEYED ? TAKES_RAGGED : 0) : 0,           \
    .refuse = REFUSE, .scratch_bytes = hoard
static const struct strategy
    one_row = {TAKING("one_row", WHAT_REDUCE, TAKES_USUAL)},
    full_rows = {TAKING("full_rows", WHAT_REDUCE, FAKE_TAKES & ~(TAKES_EMPTY_ROWS | TAKES_RAGGED))},
    exclusive_alone = {TAKING("exclusive_alone", WHAT_SCAN, FAKE_TAKES & ~TAKES_INCLUSIVE)},
    inclusive_alone = {TAKING("inclusive_alone", WHAT_SCAN, FAKE_TAKES & ~TAKES_EXCLUSIVE)},
    without_init = {TAKING("without_init", WHAT_SCAN, FAKE_TAKES & ~TAKES_INIT)},
    never_scans = {OWN("never_scans", WHAT_SCAN, refuse_all), .longest_row = none},
    never_reduces = {OWN("never_reduces", WHAT_REDUCE, refuse_all), .longest_row = none},
    never_folds = {OWN("never_folds", WHAT_REDUCE, refuse_reduction), .longest_row = none},
    apart = {TAKING("apart", WHAT_SCAN, FAKE_TAKES & ~TAKES_IN_PLACE)},
    picks = {TAKING("picks", WHAT_SCAN, FAKE_TAKES & ~(TAKES_INCLUSIVE | TAKES_ROWS)), .pick = pick_itself},
    blocks_of_512 = {OWN("blocks_of_512", WHAT_REDUCE, refuse_nothing)},
    blocks_of_511 = {OWN("blocks_of_511", WHAT_REDUCE, refuse_nothing), .blocks_communicate = true},
    blocks_of_16 = {OWN("blocks_of_16", WHAT_KEYED, refuse_nothing)},
    blocks_of_17 = {OWN("blocks_of_17", WHAT_KEYED, refuse_nothing)},
    by_column = {TAKING("by_column", WHAT_REDUCE, FAKE_TAKES | TAKES_BY_COLUMN)};

static const struct strategy *const own_strategies[] = {
    &one_row,      &full_rows,    &exclusive_alone, &inclusive_alone,
    &without_init, &never_scans,  &never_reduces,   &never_folds,
    &apart,        &picks,        &blocks_of_512,   &blocks_of_511,
    &blocks_of_16, &blocks_of_17, &by_column,       NULL};

#define OF(STRATEGY, BLOCK, ITEMS)                                                                           \
    {                                                                                                        \
        .strategy = &STRATEGY, .shape = {.block = BLOCK, .items = ITEMS, .group = 4 }                        \
    }
static const struct instance own_instances[] = {
    OF(one_row, 4, 1),       OF(full_rows, 4, 1),     OF(exclusive_alone, 4, 1), OF(inclusive_alone, 4, 1),
    OF(without_init, 4, 1),  OF(never_scans, 4, 1),   OF(never_reduces, 4, 1),   OF(never_folds, 4, 1),
    OF(apart, 4, 1),         OF(picks, 4, 1),         OF(blocks_of_512, 512, 1), OF(blocks_of_511, 511, 1),
    OF(blocks_of_16, 16, 1), OF(blocks_of_17, 17, 1), OF(by_column, 4, 1)};

#define OWN_CODE(NAME)                                                                                       \
    {                                                                                                        \
        .op = NAME, .instances = own_instances, .count = sizeof own_instances / sizeof own_instances[0]      \
    }
static const struct operator_code own_affine = OWN_CODE("affine_u32"), own_span = OWN_CODE("span_lift_8"),
                                  own_counts = OWN_CODE("add_if_smaller"),
                                  own_emits = OWN_CODE("span_twice_emit"), own_adds = OWN_CODE("add_f32"),
                                  unknown = OWN_CODE("no_such_operator"), not_built = {.op = "add_u32"};
static const struct operator_code *const own_operators[] = {&own_affine, &own_span, &own_counts, NULL};

/* ---- drawing ---- */

/* A fixture with the fake device; with the strategies from above where `own`, in a backend that is the caller's. */
static struct fixture *fixture_for(enum device_kind kind, bool own, struct backend *backend,
                                   struct finding *finding)
{
    struct fixture *fixture = fake_open(kind, &finding->first_at);
    if (!fixture) return NULL;
    *backend = *fixture->session.backend;
    backend->strategies = own_strategies;
    backend->operators = own_operators;
    if (own) fixture->session.backend = backend;
    return fixture;
}

static bool is_own(const char *subject)
{
    for (size_t s = 0; own_strategies[s]; s++)
        if (strcmp(own_strategies[s]->name, subject) == 0) return true;
    return false;
}

/* What the property of a typed line draws for its subject, this operator and its kind of device; whatever lay there. */
static bool draw_typed(const struct test_case *typed, const struct op *op, uint64_t most_items,
                       struct draw *draw, struct test_case *drawn, struct finding *finding)
{
    struct target target = {.property = properties_find(typed->claim), .op = op};
    enum device_kind kind = typed->device.kind == DEVICE_HOST ? DEVICE_SIM64 : typed->device.kind;
    struct backend backend;
    struct fixture *fixture = fixture_for(kind, is_own(typed->subject), &backend, finding);
    if (!fixture) return false;
    memcpy(target.subject, typed->subject, sizeof target.subject);
    target.device = fixture->name;
    properties_limit(fixture, most_items);
    memset(drawn, 0xa5, sizeof *drawn);
    bool made = target.property && target.property->generate(fixture, &target, draw, drawn);
    properties_close(fixture);
    return made;
}

bool case_is_drawn_right(const struct drawn_case *row, struct most_drawn most, struct finding *finding)
{
    struct test_case typed, drawn;
    struct op limited;
    struct draw draw;
    char line[MAX_LINE] = "nothing";
    uint64_t choices[MOST_TYPED];
    size_t count = read_choices(row->choices, choices);
    if (!case_parse(row->line, &typed, &finding->first_at)) return false;
    const struct op *op = typed.problem.op;
    if (most.of_operator) {
        limited = *op;
        limited.most_items = most.of_operator;
        op = &limited;
    }
    draw_from_choices(&draw, choices, count);
    bool made = draw_typed(&typed, op, most.of_run, &draw, &drawn, finding);
    if (made) case_print(&drawn, line, sizeof line);
    if (made && drawn.problem.op == &limited) drawn.problem.op = typed.problem.op;
    if (made && strcmp(line, row->line) == 0 && draw.count == count)
        return bounds_are_right(row->choices, &draw, &finding->first_at) &&
               (case_is_sound(&drawn) ||
                text_say(&finding->first_at, "%s: is drawn with numbers that the line does not write", line));
    return text_say(&finding->first_at, "of %zu choices: expected %s, got, of %zu choices, %s", count,
                    row->line, draw.count, line);
}

/* An operator without a map-out where one is asked for, a strategy that there is not, an operator that there is not. */
static bool impossible_target_draws_nothing(struct finding *finding)
{
#define NO "no_such_strategy keyed/affine_u32/1#1/soa/unit:0"
    static const char *const lines[] = {"map_out_equals_oracle.scan_lookback scan/affine_u32/1/soa/unit:0",
                                        "rows_are_independent.reduce_auto reduce/add_f32/1/soa/unit:0",
                                        "scan_may_lie_over_its_input.scan_lookback "
                                        "scan/add_if_smaller/1/soa/unit:0",
                                        "keyed_equals_oracle." NO,
                                        "keys_are_independent." NO,
                                        "keyed_of_concatenation." NO,
                                        "stable_where_order_is_kept." NO,
                                        "one_key_is_reduce." NO,
                                        "empty_keys_give_identity." NO,
                                        "distinct_keys_are_a_scatter." NO,
                                        "every_assignment_of_keys." NO,
                                        "has_identity.no_such_operator",
                                        "device_items_equal_host_items.no_such_operator"};
    for (size_t l = 0; l < sizeof lines / sizeof lines[0]; l++) {
        struct test_case typed, drawn;
        struct draw draw;
        draw_from_choices(&draw, NULL, 0);
        if (!case_parse(lines[l], &typed, &finding->first_at)) return false;
        typed.device.kind = DEVICE_SIM64;
        if (draw_typed(&typed, typed.problem.op, 0, &draw, &drawn, finding))
            return text_say(&finding->first_at, "%s: a case is drawn", lines[l]);
    }
    return true;
}

/* ---- operators ---- */

/* Of a list, all that the backend has for the strategy and that grant a property its request: how many, and the last. */
static bool granted_are_drawn(struct fixture *fixture, struct backend *backend, struct finding *finding)
{
    static const struct {
        const char *property;
        const struct operator_code *of[6];
        uint64_t among;
        const char *last;
    } lists[] = {
        {"reduce_equals_oracle", {&own_affine, &own_span, NULL}, 2, "span_lift_8"},
        {"reduce_equals_oracle", {&unknown, &own_affine, &not_built, &own_span, NULL}, 2, "span_lift_8"},
        {"reduce_equals_oracle", {&own_adds, &own_emits, &own_counts, NULL}, 3, "add_if_smaller"},
        {"map_out_equals_oracle", {&own_affine, &own_emits, &own_span, NULL}, 1, "span_twice_emit"},
        {"exact_operators_same_bits_under_any_schedule",
         {&own_span, &own_affine, &own_adds, NULL},
         2,
         "affine_u32"},
        {"scan_may_lie_over_its_input", {&own_affine, &own_counts, NULL}, 1, "affine_u32"},
    };
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++) {
        const uint64_t last[] = {0, lists[l].among - 1};
        struct target target = {.property = properties_find(lists[l].property), .subject = "one_row"};
        struct test_case drawn;
        struct draw draw;
        backend->operators = lists[l].of;
        draw_from_choices(&draw, last, 2);
        bool made = target.property->generate(fixture, &target, &draw, &drawn);
        const char *name = made ? drawn.problem.op->name : "nothing";
        if (draw.made[1].bound != lists[l].among || strcmp(name, lists[l].last) != 0)
            return text_say(&finding->first_at,
                            "%s, list %zu: expected %s of %" PRIu64 " operators, got %s of %" PRIu64,
                            lists[l].property, l, lists[l].last, lists[l].among, name, draw.made[1].bound);
    }
    return true;
}

/* Without an operator one is drawn, of 64 at most; of none, none. */
static bool any_operator_is_drawn(struct finding *finding)
{
    static const uint64_t second[] = {0, 1}, far[] = {0, (uint64_t)1 << 40};
    const struct operator_code *many[71] = {NULL};
    struct backend backend;
    struct test_case drawn;
    struct draw draw;
    struct fixture *fixture = fixture_for(DEVICE_SIM64, true, &backend, finding);
    struct target target = {.property = properties_find("reduce_equals_oracle"), .subject = "one_row"};
    if (!fixture) return false;
    bool good = granted_are_drawn(fixture, &backend, finding);
    for (int m = 0; m < 70; m++)
        many[m] = &own_affine;
    backend.operators = many;
    draw_from_choices(&draw, second, 2);
    bool capped = target.property->generate(fixture, &target, &draw, &drawn) && draw.made[1].bound == 64;
    strcpy(target.subject, "no_such_strategy");
    draw_from_choices(&draw, far, 2);
    bool none = !target.property->generate(fixture, &target, &draw, &drawn);
    properties_close(fixture);
    return good &&
           ((capped && none) || text_say(&finding->first_at, "any operator: expected %s",
                                         !capped ? "one of 64" : "none for a strategy that there is not"));
}

/* ---- tries ---- */

/* A problem that is refused is drawn eight times, unless it ought to be refused, is not run or, once in 16, may be: as
 * many seeds of its items are drawn. */
static bool refused_is_drawn_again(struct finding *finding)
{
    static const struct {
        const char *property, *strategy;
        bool ought_refuse;
        uint64_t first, seeds;
    } tries[] = {{"reduce_equals_oracle", "never_reduces", false, 0, 8},
                 {"reduce_equals_oracle", "never_reduces", false, 14, 8},
                 {"reduce_equals_oracle", "never_reduces", false, 15, 1},
                 {"reduce_equals_oracle", "never_reduces", true, 0, 1},
                 {AUTO, "never_reduces", false, 0, 1},
                 {"reduce_equals_oracle", "one_row", false, 0, 1}};
    for (size_t t = 0; t < sizeof tries / sizeof tries[0]; t++) {
        struct backend backend;
        struct test_case drawn;
        struct draw draw;
        struct fixture *fixture = fixture_for(DEVICE_SIM64, true, &backend, finding);
        struct target target = {.property = properties_find(tries[t].property), .op = op_find("affine_u32")};
        uint64_t seeds = 0;
        if (!fixture) return false;
        strcpy(target.subject, tries[t].strategy);
        target.ought_refuse = tries[t].ought_refuse;
        draw_from_choices(&draw, &tries[t].first, 1);
        bool made = target.property->generate(fixture, &target, &draw, &drawn);
        properties_close(fixture);
        for (size_t c = 0; c < draw.count; c++)
            seeds += draw.made[c].bound == 1 << 16;
        if (!made || seeds != tries[t].seeds)
            return text_say(&finding->first_at, "%s: expected %" PRIu64 " problems, got %" PRIu64,
                            tries[t].strategy, tries[t].seeds, seeds);
    }
    return true;
}

/* ---- the model of memory ---- */

/* What is drawn is judged by the formal model on the simulator, unless another one was asked for, and never on a GPU; the
 * problem is the same. */
static bool model_is_no_choice(struct finding *finding)
{
    static const enum device_kind kinds[] = {DEVICE_SIM32, DEVICE_SIM64, DEVICE_AMD};
    for (size_t run = 0; run < 60; run++) {
        struct backend backend;
        struct test_case asked, usual;
        struct fixture *fixture = fixture_for(kinds[run % 3], true, &backend, finding);
        struct target target = {.property = properties_find("reduce_equals_oracle"),
                                .subject = "one_row",
                                .op = op_find("affine_u32")};
        if (!fixture) return false;
        for (int formal = 0; formal < 2; formal++) {
            struct draw draw;
            fixture->lenient = !formal;
            draw_from_seed(&draw, run);
            target.property->generate(fixture, &target, &draw, formal ? &usual : &asked);
        }
        properties_close(fixture);
        bool right = usual.problem.model == (run % 3 == 2 ? MODEL_LENIENT : MODEL_FORMAL) &&
                     asked.problem.model == MODEL_LENIENT;
        usual.problem.model = MODEL_LENIENT;
        if (!right || memcmp(&usual, &asked, sizeof usual) != 0)
            return text_say(&finding->first_at, "seed %zu: the model is another one, or another problem",
                            run);
    }
    return true;
}

/* ---- memory ---- */

/* So many items in one place are drawn where a strategy needs no more than 2^30 bytes for them. */
static bool little_memory_is_asked_for(struct finding *finding)
{
    static const char text[] = FIRST "length 0 5, many 0, dims 0, " SOA KEEP
                                     "data 0 9, only 0, past 1023, power 0, items 0, length 0";
    uint64_t choices[MOST_TYPED], most = (uint64_t)1 << 30;
    size_t count = read_choices(text, choices);
    struct backend backend;
    struct fixture *fixture = fixture_for(DEVICE_NVIDIA, true, &backend, finding);
    struct target target = {.property = properties_find("reduce_equals_oracle"),
                            .subject = "one_row",
                            .op = op_find("affine_u32")};
    uint64_t items[3], bytes[3];
    if (!fixture) return false;
    fixture->session.tuned_caps.memory_bytes = 4 * most;
    for (int n = 0; n < 3; n++) {
        struct test_case drawn;
        struct draw draw;
        if (n) hoarded += most - bytes[0];
        if (n == 2) hoarded = 2 * most;
        draw_from_choices(&draw, choices, count);
        target.property->generate(fixture, &target, &draw, &drawn);
        items[n] = drawn.problem.shape.size[0];
        bytes[n] = fixture->load[LOAD_CASE].arena.bytes;
    }
    hoarded = 0;
    properties_close(fixture);
    const uint64_t many = ((uint64_t)1 << 31) - 2;
    return (items[0] == many && items[1] == many && bytes[1] == most && items[2] == 5) ||
           text_say(
               &finding->first_at,
               "many items in little memory, in 2^30 bytes and in more: expected 2^31 - 2, as many and 5, "
               "got %" PRIu64 ", %" PRIu64 " and %" PRIu64,
               items[0], items[1], items[2]);
}

/* What a card is given once in many thousand draws: as many items as the operator is right for, and all of 2^31 - 2 items where a
 * window of a few was drawn before; and no more items than ever of an operator that emits. */
static const struct drawn_case rare[] = {
    {ORACLE ".one_row" TINY_NVIDIA "reduce/span_lift_8/4294967295/one/unit:9",
     FIRST "length 0 5, many 0, dims 0, " SOA KEEP "data 0 9, only 0, past 1023, power 1, items 1, length 0"},
    {ORACLE ".reduce_auto{block=32,items=2,group=32}@nvidia:0 reduce/affine_u32/32768x65537/one/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP
     "data 0 9, only 7 2 1, past 1023, power 0, items 0, length 0"},
    {ORACLE ".reduce_auto{block=32,items=2,group=32}@nvidia:0 reduce/span_twice_emit/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA "mapout 8 0 2 6, in 6/8, " KEEP
     "data 0 9, only 0, past 1023"},
};

static bool rare_case_is_drawn(size_t at, struct finding *finding)
{
    return case_is_drawn_right(&rare[at], (struct most_drawn){0}, finding);
}

/* ---- what seeds draw ---- */

/* golden/draws.txt has the first draws of each target, and a hash of many, with the choices that each took and how many there were to
 * choose from: a change of a generator, of its odds or of the order of its choices changes it. */
enum { DRAWS_HASHED = 1024, DRAWS_OF_CARDS = 4096, DRAWS_SHOWN = 12 };

static const struct drawn {
    const char *name; /* property, subject and operator, and what is unlike the fake device */
    enum device_kind kind;
    uint64_t most_items; /* 0: no limit */
    int processors;      /* of 2048 threads each */
    bool ought_refuse;
} drawn[] = {
#define NVIDIA(PROCESSORS) .kind = DEVICE_NVIDIA, .processors = PROCESSORS
    {.name = "reduce_equals_oracle reduce_auto affine_u32"},
    {.name = "reduce_equals_oracle reduce_auto affine_u32, 40 items at most", .most_items = 40},
    {.name = "reduce_equals_oracle reduce_auto affine_u32, an nvidia card", NVIDIA(132)},
    {.name = "reduce_equals_oracle reduce_auto add_if_smaller"},
    {.name = "reduce_equals_oracle reduce_auto argmin_f32_i64"},
    {.name = "reduce_equals_oracle reduce_auto add_f32"},
    {.name = "reduce_equals_oracle reduce_auto span_twice_emit"},
    {.name = "reduce_equals_oracle segreduce_auto mixed6"},
    {.name = "reduce_equals_oracle segreduce_auto mixed6, an nvidia card", NVIDIA(132)},
    {.name = "reduce_equals_oracle short_rows affine_u32"},
    {.name = "reduce_equals_oracle short_rows affine_u32, which ought to be refused", .ought_refuse = true},
    {.name = "reduce_equals_oracle few_items add_u32"},
    {.name = "reduce_equals_oracle waits add_u32, an nvidia card", NVIDIA(4)},
    {.name = "layout_does_not_matter reduce_auto affine_u32"},
    {.name = "exact_operators_same_bits_under_any_schedule reduce_auto affine_u32"},
    {.name = "exact_operators_same_bits_under_any_schedule reduce_auto affine_u32, an amd card",
     .kind = DEVICE_AMD,
     .processors = 104},
    {.name = "second_launch_on_same_scratch reduce_auto affine_u32"},
    {.name = "reduce_of_concatenation reduce_auto affine_u32"},
    {.name = "rows_are_independent reduce_auto affine_u32"},
    {.name = "rows_are_independent segreduce_auto add_if_smaller"},
    {.name = "row_order_does_not_matter segreduce_auto affine_u32"},
    {.name = "empty_rows_give_identity segreduce_auto affine_u32"},
    {.name = "empty_rows_give_identity segreduce_auto affine_u32, 40 items at most", .most_items = 40},
    {.name = "every_policy_agrees policy affine_u32"},
    {.name = "every_policy_agrees policy span_8"},
    {.name = "every_policy_agrees policy affine_u32, an nvidia card", NVIDIA(132)},
    {.name = "auto_never_refuses reduce_auto span_twice_emit"},
    {.name = "auto_never_refuses segreduce_auto affine_u32"},
    {.name = "auto_never_refuses segreduce_auto span_lift_8"},
    {.name = "auto_never_refuses segreduce_auto affine_u32, an nvidia card", NVIDIA(132)},
    {.name = "auto_never_refuses transpose_naive u32"},
    {.name = "auto_never_refuses keyed_stream affine_u32"},
    {.name = "map_out_equals_oracle scan_lookback span_4_emit"},
    {.name = "scan_equals_oracle scan_lookback affine_u32"},
    {.name = "scan_equals_oracle segscan_flags mixed6"},
    {.name = "scan_equals_oracle short_scans affine_u32"},
    {.name = "scan_may_lie_over_its_input scan_lookback affine_u32"},
    {.name = "exclusive_is_shifted_inclusive scan_lookback affine_u32"},
    {.name = "initial_value_applies_once scan_lookback affine_u32"},
    {.name = "last_of_scan_is_reduce scan_lookback affine_u32"},
    {.name = "scan_of_concatenation scan_lookback affine_u32"},
    {.name = "segscan_equals_scan_of_each_row segscan_flags affine_u32"},
    {.name = "transpose_equals_oracle transpose_naive i8"},
    {.name = "transpose_equals_oracle short_matrices u64, an nvidia card", NVIDIA(132)},
    {.name = "keyed_equals_oracle keyed_stream affine_u32"},
    {.name = "keyed_equals_oracle keyed_stream affine_u32, 40 items at most", .most_items = 40},
    {.name = "keyed_equals_oracle keyed_stream affine_u32, an nvidia card", NVIDIA(132)},
    {.name = "keyed_equals_oracle few_keys affine_u32"},
    {.name = "keys_are_independent keyed_stream affine_u32"},
    {.name = "rows_with_keys_are_independent keyed_stream affine_u32"},
    {.name = "keyed_of_concatenation keyed_stream affine_u32"},
    {.name = "one_key_is_reduce keyed_stream affine_u32"},
    {.name = "empty_keys_give_identity keyed_stream affine_u32"},
    {.name = "distinct_keys_are_a_scatter keyed_stream affine_u32"},
    {.name = "distinct_keys_are_a_scatter keyed_stream affine_u32, 40 items at most", .most_items = 40},
    {.name = "every_assignment_of_keys keyed_stream affine_u32"},
    {.name = "every_assignment_of_keys keyed_stream affine_u32, 40 items at most", .most_items = 40},
    {.name = "counting_equals_histogram keyed_stream add_u32"},
    {.name = "stable_where_order_is_kept keyed_stream affine_u32"},
    {.name = "associates affine_u32 affine_u32"},
    {.name = "associates add_f32 add_f32"},
    {.name = "associates span_8 span_8"},
    {.name = "has_identity mixed6 mixed6"},
    {.name = "commutes_as_claimed add_if_smaller add_if_smaller"},
    {.name = "device_combine_equals_host_combine affine_u32 affine_u32"},
    {.name = "device_items_equal_host_items span_emit span_emit"},
    {.name = "touches_only_its_arguments affine_mod affine_mod"},
    /* Strategies that refuse one thing. */
    {.name = "reduce_equals_oracle one_row affine_u32"},
    {.name = "reduce_equals_oracle full_rows add_if_smaller"},
    {.name = "reduce_equals_oracle full_rows any"},
    {.name = "reduce_equals_oracle never_reduces affine_u32"},
    {.name = "reduce_equals_oracle asks affine_u32"},
    {.name = "scan_equals_oracle exclusive_alone affine_u32"},
    {.name = "scan_equals_oracle inclusive_alone affine_u32"},
    {.name = "scan_equals_oracle without_init affine_u32"},
    {.name = "scan_equals_oracle never_scans affine_u32"},
    {.name = "scan_equals_oracle apart affine_u32"},
    {.name = "auto_never_refuses picks affine_u32"},
    {.name = "reduce_equals_oracle blocks_of_511 affine_u32, an nvidia card", NVIDIA(4)},
    {.name = "reduce_equals_oracle blocks_of_511 affine_u32"},
    {.name = "reduce_equals_oracle blocks_of_512 affine_u32"},
    {.name = "every_assignment_of_keys blocks_of_16 affine_u32"},
    {.name = "every_assignment_of_keys blocks_of_17 affine_u32"},
    {.name = "reduce_equals_oracle by_column affine_u32"},
    {.name = "rows_are_independent by_column affine_u32"},
#undef NVIDIA
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

static bool target_of(const struct drawn *row, struct fixture *fixture, struct target *target)
{
    char property[64], subject[MAX_NAME], op[MAX_NAME];
    if (sscanf(row->name, "%63s %31s %31[a-z0-9_]", property, subject, op) != 3) return false;
    *target = (struct target){.property = properties_find(property), .ought_refuse = row->ought_refuse};
    strcpy(target->subject, subject);
    const struct strategy *strategy = backend_strategy(fixture->session.backend, subject);
    if (strcmp(op, "any") != 0) target->op = op_for(strategy ? strategy->what : WHAT_LAW, op);
    target->device = fixture->name;
    if (row->processors) {
        fixture->session.tuned_caps.processors = row->processors;
        fixture->session.tuned_caps.resident_threads = 2048;
    }
    properties_limit(fixture, row->most_items);
    return target->property != NULL;
}

/* Adds a draw to the hash, and its line to the text where that is shown. Whatever lay in the case before does not matter. */
static bool draw_golden(struct fixture *fixture, const struct target *target, uint64_t seed, uint64_t *hash,
                        struct golden *golden, struct finding *finding)
{
    char line[MAX_LINE] = "nothing";
    struct draw draw;
    struct test_case one;
    draw_from_seed(&draw, splitmix64(seed));
    draw.numbered = true;
    draw.number = seed;
    memset(&one, 0xa5, sizeof one);
    bool made = target->property->generate(fixture, target, &draw, &one);
    if (made) case_print(&one, line, sizeof line);
    hash_draw(hash, &draw, line);
    if (seed < DRAWS_SHOWN) golden_add(golden, "%s\n", line);
    return !made || case_is_sound(&one) ||
           text_say(&finding->first_at, "%s: is drawn with numbers that the line does not write", line);
}

static bool draws_are_golden(size_t at, struct finding *finding)
{
    char subject[MAX_NAME] = "";
    struct backend backend;
    struct target target;
    struct golden golden = {NULL, 0, 0};
    const uint64_t draws = drawn[at].kind ? DRAWS_OF_CARDS : DRAWS_HASHED;
    sscanf(drawn[at].name, "%*s %47s", subject);
    struct fixture *fixture =
        fixture_for(drawn[at].kind ? drawn[at].kind : DEVICE_SIM64, is_own(subject), &backend, finding);
    if (!fixture) return false;
    uint64_t hash = 0;
    bool good = target_of(&drawn[at], fixture, &target) ||
                text_say(&finding->first_at, "%s: there is no such property", drawn[at].name);
    for (uint64_t seed = 0; good && seed < draws; seed++)
        good = draw_golden(fixture, &target, seed, &hash, &golden, finding);
    properties_close(fixture);
    golden_add(&golden, "%" PRIu64 " draws: %016" PRIx64 "\n", draws, hash);
    if (good) return golden_is("draws", drawn[at].name, &golden, finding);
    free(golden.at);
    return false;
}

static const struct unit_test tests[] = {NAMED_ROWS(draws_are_golden, drawn, name),
                                         NAMED_ROWS(rare_case_is_drawn, rare, line),
                                         TEST(impossible_target_draws_nothing),
                                         TEST(any_operator_is_drawn),
                                         TEST(refused_is_drawn_again),
                                         TEST(model_is_no_choice),
                                         TEST(little_memory_is_asked_for)};
UNIT(generate, tests);
