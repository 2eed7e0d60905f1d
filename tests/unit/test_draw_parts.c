/* SPDX-License-Identifier: MIT
 * The parts of a drawn case: arguments, params that vary, layouts, items, schedules, keys, sizes of what is not run; and
 * operands of laws. */
#include "drawn_cases.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "draw_parts.h"
#include "control.h"
#include "float_elem.h"
#include "slack.h"
#include "unit.h"

/* A name of as many characters as there is room for loses its last one, for the 0 behind it. */
static bool long_name_is_cut(struct finding *finding)
{
    char long_name[MAX_NAME + 2], name[MAX_NAME + 1];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    memset(name, 'b', sizeof name);
    set_name(name, long_name);
    if (name[MAX_NAME - 2] != 'a' || name[MAX_NAME - 1] != 0 || name[MAX_NAME] != 'b')
        return text_say(&finding->first_at, "a name of %d characters does not end", MAX_NAME + 1);
    set_name(name, "ab");
    return strcmp(name, "ab") == 0 || text_say(&finding->first_at, "the name ab becomes %.10s", name);
}

/* Of a state of 17 columns 16 are given edge values: a literal has room for no more. */
static bool columns_behind_are_not_drawn(struct finding *finding)
{
    static const uint64_t choices[] = {1, 0, 9, 0, 1};
    struct op wide = *op_find("affine_u32");
    struct target target = {.property = properties_find("has_identity"), .op = &wide};
    struct test_case drawn;
    struct draw draw;
    tuple_parse("u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8", &wide.state);
    draw_from_choices(&draw, choices, 5);
    bool made = target.property->generate(NULL, &target, &draw, &drawn);
    return (made && draw.count == 5 + 16) ||
           text_say(&finding->first_at, "edge values of 17 columns: expected 21 choices, got %zu",
                    draw.count);
}

/* Of a result of 7 columns all are kept: a line has room for 6 numbers. */
static bool all_of_many_columns_are_kept(struct finding *finding)
{
    static const char text[] = "refused 15, usual 0, instance 0, " FIVE SOA LAST;
    uint64_t choices[MOST_TYPED];
    size_t count = read_choices(text, choices);
    struct op wide = *op_find("affine_u32");
    struct target target = {
        .property = properties_find("reduce_equals_oracle"), .subject = "reduce_auto", .op = &wide};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct test_case drawn;
    struct draw draw;
    if (!fixture) return false;
    tuple_parse("u8,u8,u8,u8,u8,u8,u8", &wide.state);
    draw_from_choices(&draw, choices, count);
    bool made = target.property->generate(fixture, &target, &draw, &drawn);
    properties_close(fixture);
    return (made && draw.count == count && drawn.problem.keep_count == 0) ||
           text_say(&finding->first_at,
                    "a result of 7 columns: expected %zu choices and all columns, got %zu", count,
                    draw.count);
}

/* Rows that fill a device, here one of 270,336 threads, of no more items than the operator is right for: of span_4
 * 65,534. */
static bool rows_keep_to_the_operator(struct finding *finding)
{
    static const struct {
        const char *op;
        uint64_t length, rows;
    } filled[] = {
        {"span_4", 0, 270336}, {"span_4", 1, 65534}, {"span_4", 2, 32767}, {"affine_u32", 2, 270336}};
    for (size_t f = 0; f < sizeof filled / sizeof filled[0]; f++) {
        const uint64_t choices[] = {0, 0, 0, 0, 0,
                                    1, 1, 1, 0, filled[f].length}; /* by rows, as many as threads */
        struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
        struct target target = {
            .property = properties_find(AUTO), .subject = "segreduce_auto", .op = op_find(filled[f].op)};
        struct test_case drawn;
        struct draw draw;
        if (!fixture) return false;
        fixture->session.tuned_caps.processors = 132;
        fixture->session.tuned_caps.resident_threads = 2048;
        draw_from_choices(&draw, choices, sizeof choices / sizeof choices[0]);
        bool made = target.property->generate(fixture, &target, &draw, &drawn);
        properties_close(fixture);
        const uint64_t *size = drawn.problem.shape.size;
        if (!made || size[0] != filled[f].rows || size[1] != filled[f].length)
            return text_say(&finding->first_at,
                            "rows that fill a device, of %s: expected %" PRIu64 "x%" PRIu64 ", got %" PRIu64
                            "x%" PRIu64,
                            filled[f].op, filled[f].rows, filled[f].length, size[0], size[1]);
    }
    return true;
}

/* Of no more items than a limit of the run and one of the operator; what a property makes of them is not more than the
 * run's, either. */
static bool drawn_items_keep_to_the_limits(struct finding *finding)
{
#define ASSIGNED FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", keys 1, items 5"
#define OF_KEYS FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", "
#define SCATTERED                                                                                            \
    FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", rows 1, equal 0, more 2, step 3"
#define ROW(SHAPE) ORACLE ".reduce_auto" TINY "reduce/affine_u32/" SHAPE "/soa/unit:9"
#define TWO_OF_TWELVE FIRST "length 2 12, many 30, rows 1, row 2, longer 2/3, length 2 12/18, ragged 0, "
    static const struct {
        struct most_drawn most;
        struct drawn_case row;
    } limited[] = {
        {{3, 0}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{3, 4}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{4, 3}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{0, 3}, {ROW("3"), FIRST FIVE SOA KEEP LAST}},
        {{0, 5}, {ROW("5"), FIRST FIVE SOA KEEP LAST}},
        /* At least two rows, each drawn to be of 12 items. */
        {{0, 9}, {ROW("2x4"), TWO_OF_TWELVE SOA KEEP LAST}},
        {{0, 24}, {ROW("2x12"), TWO_OF_TWELVE SOA KEEP LAST}},
        /* Keys take turns in a row for each way to give 2 keys to 5 items, to 4, to 3, to 2. */
        {{8, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/4x2#2/soa/unit:9", ASSIGNED}},
        {{159, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/16x4#2/soa/unit:9", ASSIGNED}},
        {{160, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/32x5#2/soa/unit:9", ASSIGNED}},
        /* Of one key there is one way. */
        {{5, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/1x5#1/soa/unit:9",
          OF_KEYS "keys 0, items 8"}},
        {{9, 0},
         {"distinct_keys_are_a_scatter.keyed_stream" TINY "keyed/affine_u32/1x5#7/soa/unit:9/with:step=4",
          SCATTERED}},
        {{10, 0},
         {"distinct_keys_are_a_scatter.keyed_stream" TINY "keyed/affine_u32/2x5#7/soa/unit:9/with:step=4",
          SCATTERED}},
    };
    for (size_t l = 0; l < sizeof limited / sizeof limited[0]; l++)
        if (!case_is_drawn_right(&limited[l].row, limited[l].most, finding)) return false;
    return true;
}

static uint64_t any_depth(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return job->length;
}

/* Of how many of 256 draws no addition rounds: of a sum of floats by a strategy that does not state its depth all beyond
 * 4096 items, else some. */
static const struct {
    const char *op;
    bool stated;
    uint64_t items;
    unsigned least, most;
} sums[] = {
    {"add_f32", false, 4097, 256, 256},         {"add_f32", false, 4096, 30, 120},
    {"add_f32", true, 4097, 30, 120},           {"add_u32", false, 4097, 0, 0},
    {"add_f32", true, (1 << 20) + 1, 160, 220},
};

static bool unstated_depth_draws_exact_sums(size_t at, struct finding *finding)
{
    const struct strategy strategy = {.depth = sums[at].stated ? any_depth : NULL};
    unsigned exact = 0;
    for (uint64_t seed = 0; seed < 256; seed++) {
        struct draw draw;
        struct data data = {.form = DATA_ANY};
        draw_from_seed(&draw, splitmix64(seed));
        draw_numbers(&draw, &strategy, op_find(sums[at].op), &data, sums[at].items);
        exact += data_is_exact(&data);
    }
    return (exact >= sums[at].least && exact <= sums[at].most) ||
           text_say(&finding->first_at, "%u of 256, expected %u to %u", exact, sums[at].least, sums[at].most);
}

/* Of 256 draws for that many items, more than half see that some items are not there, wherever these lie: one of them is no zero, and
 * no addition rounds. */
static const struct {
    uint64_t items, lost;
} holes[] = {{(uint64_t)1 << 24, 1 << 10}, {(uint64_t)1 << 28, 1 << 10}, {(uint64_t)1 << 31, 1 << 13}};

static bool hole_shows(const struct data *data, uint64_t from, uint64_t items, uint64_t lost)
{
    if (!data_is_exact(data)) return false;
    for (uint64_t i = from; i < from + lost; i++)
        if (data_number(data, i, items, 24) != 0) return true;
    return false;
}

static bool hole_is_seen_by_half_the_draws(size_t at, struct finding *finding)
{
    const struct strategy strategy = {.depth = any_depth};
    uint64_t items = holes[at].items, lost = holes[at].lost;
    unsigned seen = 0;
    for (uint64_t seed = 0; seed < 256; seed++) {
        struct draw draw;
        struct data data = {.form = DATA_ANY};
        draw_from_seed(&draw, splitmix64(seed));
        draw_numbers(&draw, &strategy, op_find("add_f32"), &data, items);
        seen += hole_shows(&data, splitmix64(seed + 1000) % (items - lost), items, lost);
    }
    return seen >= 128 || text_say(&finding->first_at, "%u of 256, expected 128", seen);
}

/* Rows of exact data, whose digits are those of their floats: an item that is no zero, dropped or counted twice, changes the sum
 * to the bit. Of long rows the sum is taken from some stretches of them. */
static const struct {
    const char *op;
    enum data_form form;
    unsigned log_items;
} alone[] = {
    {"add_bf16", DATA_ONES, 7},   {"add_bf16", DATA_ONES, 8},   {"add_bf16", DATA_ONES, 9},
    {"add_bf16", DATA_ONES, 16},  {"add_f16", DATA_ONES, 10},   {"add_f16", DATA_ONES, 11},
    {"add_f16", DATA_ONES, 12},   {"add_f16", DATA_ONES, 16},   {"add_f32", DATA_ONES, 10},
    {"add_f32", DATA_ONES, 16},   {"add_f32", DATA_ONES, 20},   {"add_f32", DATA_ONES, 23},
    {"add_f32", DATA_ONES, 24},   {"add_f32", DATA_ONES, 25},   {"add_f32", DATA_ONES, 28},
    {"add_f32", DATA_ONES, 31},   {"add_bf16", DATA_POWERS, 8}, {"add_f16", DATA_POWERS, 11},
    {"add_f32", DATA_POWERS, 10}, {"add_f32", DATA_POWERS, 20}, {"add_f64", DATA_POWERS, 10},
    {"add_f64", DATA_POWERS, 20}, {"add_f64", DATA_ONES, 31},
};

enum { SUMMED_WHOLE = 1 << 20, STRETCHES = 1 << 8, OF_STRETCH = 1 << 12 };

/* The sum, or what stretches of the row make it. */
static double sum_of_row(const struct data *data, uint64_t items, int digits)
{
    double sum = 0;
    if (items <= SUMMED_WHOLE || items == (uint64_t)1 << digits) {
        for (uint64_t i = 0; i < items; i++)
            sum += data_number(data, i, items, digits);
        return sum;
    }
    for (uint64_t s = 0; s < STRETCHES; s++) {
        uint64_t from = splitmix64(s + 1) % (items - OF_STRETCH);
        for (uint64_t i = from; i < from + OF_STRETCH; i++)
            sum += data_number(data, i, items, digits);
    }
    return floor(sum * ((double)items / (STRETCHES * OF_STRETCH)));
}

/* Is a row told from one with `more` added to its sum? */
static bool is_told(const struct op *op, double sum, uint64_t items, double more)
{
    struct slack slack = {.count = items, .column = {{.sum = sum, .magnitude = sum, .grain = 1}}};
    struct state got;
    float_put(op->state.elem[0], sum + more, got.at);
    return !slack_agrees(&slack, op, UINT64_MAX, NULL, got.at, NULL);
}

static bool single_item_is_told(size_t at, struct finding *finding)
{
    const struct op *op = op_find(alone[at].op);
    uint64_t items = (uint64_t)1 << alone[at].log_items, looked_at = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        const struct data data = {.form = alone[at].form, .seed = splitmix64(seed)};
        double sum = sum_of_row(&data, items, op_digits(op));
        for (uint64_t k = 0; k < 1 << 12; k++) {
            uint64_t item = k == 0 ? 0 : k == 1 ? items - 1 : splitmix64(k) % items;
            double x = data_number(&data, item, items, op_digits(op));
            if (x == 0) continue;
            looked_at++;
            if (!is_told(op, sum, items, x) || !is_told(op, sum, items, -x))
                return text_say(&finding->first_at, "item %" PRIu64 " of seed %" PRIu64 ", which is %g in %g",
                                item, seed, x, sum);
        }
    }
    return looked_at >= 6 ||
           text_say(&finding->first_at, "%" PRIu64 " items, expected the ends at least", looked_at);
}

static const struct unit_test tests[] = {ROWS(single_item_is_told, alone),
                                         ROWS(hole_is_seen_by_half_the_draws, holes),
                                         ROWS(unstated_depth_draws_exact_sums, sums),
                                         TEST(long_name_is_cut),
                                         TEST(columns_behind_are_not_drawn),
                                         TEST(all_of_many_columns_are_kept),
                                         TEST(rows_keep_to_the_operator),
                                         TEST(drawn_items_keep_to_the_limits)};
UNIT(draw_parts, tests);
