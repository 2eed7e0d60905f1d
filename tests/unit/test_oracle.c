/* SPDX-License-Identifier: MIT
 * Each oracle beside values typed by hand: which params it hands to each function of an operator, and what it notes for
 * bounds. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "fixture.h"
#include "oracle.h"
#include "fake_operators.h"

/* ---- an operator that writes down its params ---- */

/* Params are a digit, 3 in these tables for the line and 7 for other rows, which each function writes where it is
 * called. The fold of item 0 with the literal 1 reads 3 3301 3: identity; lift, value, index, literal; combine. */
struct trace {
    uint64_t number, places; /* places: 10 to the power of how many digits */
};

static uint64_t digit_of(const void *params)
{
    int64_t digit;
    memcpy(&digit, params, sizeof digit);
    return (uint64_t)digit % 10;
}

static void trace_params(const int64_t *args, void *params)
{
    memcpy(params, args, sizeof *args);
}

static void trace_identity(const void *params, void *state)
{
    *(struct trace *)state = (struct trace){digit_of(params), 10};
}

static void trace_combine(const void *params, const void *left, const void *right, void *result)
{
    const struct trace *a = left, *b = right;
    *(struct trace *)result = (struct trace){(a->number * b->places + b->number) * 10 + digit_of(params),
                                             a->places * b->places * 10};
}

static void trace_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    *(uint32_t *)input = (uint32_t)(100 * digit_of(params) + 10 * (index % 10) + bits % 10);
}

static void trace_neutral(const void *params, void *input)
{
    *(uint32_t *)input = (uint32_t)(100 * digit_of(params) + 99);
}

static void trace_lift(const void *params, const void *input, void *state)
{
    *(struct trace *)state = (struct trace){1000 * digit_of(params) + *(const uint32_t *)input, 10000};
}

static void trace_emit(const void *params, const void *input, void *mapout)
{
    *(uint32_t *)mapout = (uint32_t)(1000 * digit_of(params) + *(const uint32_t *)input);
}

static struct op trace_op(void)
{
    struct op op = {.name = "trace",
                    .laws = LAW_EXACT,
                    .arg = {{"digit", 7, 7, 7}},
                    .lifts = true,
                    .emits = true,
                    .has_neutral = true,
                    .has_params = true,
                    .params_size = sizeof(int64_t),
                    .params = trace_params,
                    .identity = trace_identity,
                    .combine = trace_combine,
                    .value = trace_value,
                    .lift = trace_lift,
                    .emit = trace_emit,
                    .neutral = trace_neutral};
    tuple_parse("u32", &op.input);
    tuple_parse("u64,u64", &op.state);
    tuple_parse("u32", &op.mapout);
    return op;
}

static struct problem problem_of(const struct op *op, enum what what, const struct shape *shape)
{
    struct problem problem = {.what = what, .op = op, .shape = *shape, .args = {3}};
    problem.data = (struct data){.form = DATA_LITERAL, .count = 6, .literal = {1, 2, 4, 8, 5, 6}};
    problem.layout.sides = 1;
    return problem;
}

/* Where params vary the second row has others. */
#define ROWS_OF_ONE                                                                                          \
    {                                                                                                        \
        .count = 2, .size = { 2, 1 }                                                                         \
    }
#define SECOND_OF_TWO                                                                                        \
    {                                                                                                        \
        .form = SHAPE_LIST, .count = 2, .size = { 0, 1 }                                                     \
    }
#define ROW_OF_TWO                                                                                           \
    {                                                                                                        \
        .count = 1, .size = { 2 }                                                                            \
    }
static const struct {
    enum what what;
    struct shape shape;
    enum side_form input;
    int vary;
    uint64_t only_from, init; /* 0: none; only_to is 2 */
    int results;
    uint64_t result[2];
} traces[] = {
    {WHAT_REDUCE, ROWS_OF_ONE, SIDE_SOA, 0, 0, 0, 2, {333013, 333123}},
    {WHAT_REDUCE, ROWS_OF_ONE, SIDE_SOA, 1, 0, 0, 2, {333013, 777127}},
    {WHAT_REDUCE, ROWS_OF_ONE, SIDE_ONE, 1, 0, 0, 2, {333013, 773017}}, /* made by the first row's */
    {WHAT_REDUCE, SECOND_OF_TWO, SIDE_SOA, 1, 0, 0, 2, {3, 777017}},
    {WHAT_REDUCE, SECOND_OF_TWO, SIDE_ONE, 1, 0, 0, 2, {3, 777017}}, /* the first has no items */
    {WHAT_REDUCE, ROWS_OF_ONE, SIDE_SOA, 1, 0, 9, 2, {330933013, 770977127}},
    {WHAT_REDUCE, ROW_OF_TWO, SIDE_SOA, 0, 0, 0, 1, {33301333123}},
    {WHAT_REDUCE, ROW_OF_TWO, SIDE_SOA, 0, 1, 0, 1, {33399333123}}, /* the first is neutral */
    {WHAT_SCAN, ROW_OF_TWO, SIDE_SOA, 0, 0, 0, 2, {333013, 33301333123}},
    {WHAT_SCAN, ROWS_OF_ONE, SIDE_SOA, 1, 0, 0, 2, {333013, 777127}},
    {WHAT_SCAN, ROWS_OF_ONE, SIDE_ONE, 1, 0, 0, 2, {333013, 773017}},
    {WHAT_EXSCAN, ROW_OF_TWO, SIDE_SOA, 0, 0, 0, 2, {3, 333013}},
    {WHAT_EXSCAN, ROWS_OF_ONE, SIDE_SOA, 1, 0, 0, 2, {3, 7}},
    {WHAT_EXSCAN, ROWS_OF_ONE, SIDE_SOA, 1, 0, 9, 2, {3309, 7709}},
};

struct seen {
    uint64_t number[4];
    int count;
};

static bool note_trace(void *context, uint64_t j, const void *state)
{
    struct seen *seen = context;
    (void)j;
    seen->number[seen->count++] = ((const struct trace *)state)->number;
    return true;
}

static bool functions_get_the_params_of_their_row(size_t at, struct finding *finding)
{
    const struct op made = trace_op(), *op = &made;
    struct problem problem = problem_of(op, traces[at].what, &traces[at].shape);
    struct seen seen = {.count = 0};
    problem.layout.input.form = traces[at].input;
    problem.vary_count = traces[at].vary;
    problem.has_only = traces[at].only_from > 0;
    problem.only_from = traces[at].only_from;
    problem.only_to = 2;
    problem.has_init = traces[at].init > 0;
    problem.init_bits = traces[at].init;
    for (uint64_t row = 0; row < (traces[at].shape.count == 2 ? 2 : 1); row++) {
        struct trace state;
        if (problem.what != WHAT_REDUCE)
            oracle_scan(&problem, row, problem.what == WHAT_EXSCAN, NULL, note_trace, &seen);
        else {
            oracle_reduce(&problem, row, &state, NULL);
            note_trace(&seen, 0, &state);
        }
    }
    for (int r = 0; r < traces[at].results; r++)
        if (seen.count != traces[at].results || seen.number[r] != traces[at].result[r])
            return text_say(&finding->first_at,
                            "params of fold %zu, result %d: expected the trace %" PRIu64 ", got %" PRIu64, at,
                            r, traces[at].result[r], seen.number[r]);
    return true;
}

static bool is_trace(const char *words, uint64_t expected, uint64_t got, struct finding *finding)
{
    return got == expected || text_say(&finding->first_at, "%s: expected the trace %" PRIu64 ", got %" PRIu64,
                                       words, expected, got);
}

/* By key an item has the value of its place: of two rows, items 0, 1, 2 and 3, 4, 5 in places 1, 0, 2 and 3, 5, 4. */
static bool keyed_item_has_the_value_of_its_place(struct finding *finding)
{
    const struct op made = trace_op(), *op = &made;
    static const struct shape shape = {.count = 2, .size = {2, 3}, .keys = 2};
    struct problem problem = problem_of(op, WHAT_KEYED, &shape);
    uint32_t key[] = {1, 0, 2, 1, 2, 1}, mapout = 0; /* there is no key 2 */
    uint64_t place[] = {1, 0, 2, 3, 5, 4};
    struct item_keys keys = {.rows = 2, .length = 3, .keys = 2, .key = key, .place = place};
    struct trace got[2][3] = {{{8, 10}, {8, 10}, {8, 10}}, {{8, 10}, {8, 10}, {8, 10}}};
    oracle_keyed(&problem, &keys, 0, got[0], NULL);
    oracle_keyed(&problem, &keys, 1, got[1], NULL);
    oracle_mapout(&problem, &keys, 1, 5, &mapout);
    return is_trace("key 0 of row 0", 333023, got[0][0].number, finding) &&
           is_trace("key 1 of row 0", 333113, got[0][1].number, finding) &&
           is_trace("the state behind the keys of row 0", 8, got[0][2].number, finding) &&
           is_trace("key 0 of row 1, which has no items", 3, got[1][0].number, finding) &&
           is_trace("key 1 of row 1", 33338333463, got[1][1].number, finding) &&
           is_trace("the map-out of an item with a key", 3346, mapout, finding);
}

/* The same items, of which 1 to 4 are kept: by their numbers, and not by their places. */
static bool window_counts_items_by_number(struct finding *finding)
{
    const struct op made = trace_op(), *op = &made;
    static const struct shape shape = {.count = 2, .size = {2, 3}, .keys = 2};
    struct problem problem = problem_of(op, WHAT_KEYED, &shape);
    uint32_t key[] = {1, 0, 2, 1, 2, 1};
    uint64_t place[] = {1, 0, 2, 3, 5, 4};
    struct item_keys keys = {.rows = 2, .length = 3, .keys = 2, .key = key, .place = place};
    struct trace first[2], second[2];
    problem.has_only = true;
    problem.only_from = 1;
    problem.only_to = 5;
    oracle_keyed(&problem, &keys, 0, first, NULL);
    oracle_keyed(&problem, &keys, 1, second, NULL);
    return is_trace("key 0 of row 0, whose item is kept", 333023, first[0].number, finding) &&
           is_trace("key 1 of row 0, whose item is neutral", 333993, first[1].number, finding) &&
           is_trace("key 1 of row 1, whose last item is neutral", 33338333993, second[1].number, finding);
}

static bool emit_gets_the_params_of_its_row(struct finding *finding)
{
    const struct op made = trace_op(), *op = &made;
    static const struct shape shape = ROWS_OF_ONE, longer = {.count = 2, .size = {2, 2}};
    struct problem problem = problem_of(op, WHAT_REDUCE, &shape);
    struct problem of_two = problem_of(op, WHAT_REDUCE, &longer);
    uint32_t first = 0, second = 0, one = 0, third = 0;
    problem.vary_count = of_two.vary_count = 1;
    oracle_mapout(&of_two, NULL, 1, 2, &third);
    oracle_mapout(&problem, NULL, 0, 0, &first);
    oracle_mapout(&problem, NULL, 1, 1, &second);
    problem.layout.input.form = SIDE_ONE;
    oracle_mapout(&problem, NULL, 1, 1, &one);
    return is_trace("the map-out of the first row", 3301, first, finding) &&
           is_trace("the map-out of the second row", 7712, second, finding) &&
           is_trace("the map-out of the third item, which is in the second row", 7724, third, finding) &&
           is_trace("the map-out of the second row, where items are one", 7301, one, finding);
}

/* Items of columns are what they are; params are the caller's. */
static bool columns_get_the_callers_params(struct finding *finding)
{
    const struct op made = trace_op(), *op = &made;
    uint32_t input[] = {999, 301, 312}, key[] = {0, 1, 1};
    const int64_t params = 5;
    struct columns columns = {.count = 1, .column = {{input, 4}}};
    struct column_items items = {.columns = &columns, .first = 1, .count = 2};
    const struct column_keys keys = {key, 2};
    struct trace fold, of_key[2];
    struct seen scan = {.count = 0}, exscan = {.count = 0};
    oracle_reduce_columns(op, &params, &items, &fold, NULL);
    oracle_keyed_columns(op, &params, &items, &keys, of_key, NULL);
    oracle_scan_columns(op, &params, &items, NULL, note_trace, &scan);
    items.exclusive = true;
    oracle_scan_columns(op, &params, &items, NULL, note_trace, &exscan);
    return is_trace("two items of columns", 55301553125, fold.number, finding) &&
           is_trace("key 0 of columns, which has no items", 5, of_key[0].number, finding) &&
           is_trace("key 1 of columns", 55301553125, of_key[1].number, finding) &&
           is_trace("the first state of a scan of columns", 553015, scan.number[0], finding) &&
           is_trace("the second state of a scan of columns", 55301553125, scan.number[1], finding) &&
           is_trace("the first state of an exclusive scan of columns", 5, exscan.number[0], finding) &&
           is_trace("the second state of an exclusive scan of columns", 553015, exscan.number[1], finding);
}

/* ---- what goes into a bound ---- */

static void sum_identity(const void *params, void *state)
{
    (void)params;
    *(float *)state = 0;
}

static void sum_combine(const void *params, const void *left, const void *right, void *result)
{
    (void)params;
    *(float *)result = *(const float *)left + *(const float *)right;
}

VALUES(sum_value, float, (float)bits)

static void sum_lift(const void *params, const void *input, void *state)
{
    (void)params;
    memcpy(state, input, sizeof(float));
}

static struct op sum_op(void)
{
    return (struct op){.name = "sum",
                       .input = tuple_of(ELEM_F32),
                       .state = tuple_of(ELEM_F32),
                       .identity = sum_identity,
                       .combine = sum_combine,
                       .value = sum_value,
                       .lift = sum_lift};
}

static bool went_in(const char *words, const struct slack *slack, uint64_t count, double sum,
                    struct finding *finding)
{
    return (slack->count == count && slack_sum(slack, 0) == sum) ||
           text_say(&finding->first_at,
                    "%s: expected that %" PRIu64 " states and %g in all went in, got %" PRIu64 " and %g",
                    words, count, sum, slack->count, slack_sum(slack, 0));
}

/* A scan's visit: as many states and as much went in as the state holds. */
struct visit {
    const struct slack *slack;
    uint64_t before; /* states before the first item */
    bool exclusive, good;
    struct finding *finding;
};

static bool note_slack(void *context, uint64_t j, const void *state)
{
    struct visit *visit = context;
    uint64_t count = visit->before + j + (visit->exclusive ? 0 : 1);
    visit->good =
        went_in("a state of a scan", visit->slack, count, (double)*(const float *)state, visit->finding);
    return visit->good;
}

/* Items 1, 2, 4, 8, and an init of 16. */
static bool folds_note_what_went_in(struct finding *finding)
{
    const struct op made = sum_op(), *op = &made;
    static const struct shape shape = {.count = 1, .size = {4}};
    struct problem problem = problem_of(op, WHAT_REDUCE, &shape);
    for (int init = 0; init < 2; init++) {
        struct slack fold = {.count = 0};
        float state;
        problem.has_init = init;
        problem.init_bits = 16;
        oracle_reduce(&problem, 0, &state, &fold);
        if (!went_in("a fold", &fold, init ? 5 : 4, init ? 31 : 15, finding)) return false;
        for (int exclusive = 0; exclusive < 2; exclusive++) {
            struct slack scan = {.count = 0};
            struct visit visit = {&scan, (uint64_t)init, exclusive, false, finding};
            if (!oracle_scan(&problem, 0, exclusive, &scan, note_slack, &visit)) return false;
        }
    }
    return true;
}

/* A count, which takes 16 bytes, and five doubles a column, all in pieces of 16 bytes; as much as there is at most for a fold in a wider type. */
static bool slack_takes_its_room(struct finding *finding)
{
    const struct op made = sum_op(), *sum = &made;
    static const struct op_wide wider = {NULL, NULL, NULL}; /* never asked */
    _Alignas(16) static unsigned char all[4 * sizeof(struct slack)];
    struct slack *first = (struct slack *)(void *)all;
    struct op op = *sum;
    for (op.state.count = 1; op.state.count <= OP_COLUMNS; op.state.count++) {
        size_t bytes = 16 * ((16 + 40 * (size_t)op.state.count + 15) / 16);
        const unsigned char *last = (const unsigned char *)slack_at(first, &op, 3);
        if (slack_bytes(&op) != bytes || last != all + 3 * bytes || slack_at(NULL, &op, 3))
            return text_say(&finding->first_at, "slack of %d columns: expected %zu bytes, got %zu",
                            op.state.count, bytes, slack_bytes(&op));
    }
    op.wide = &wider;
    return slack_bytes(&op) == sizeof(struct slack) ||
           text_say(&finding->first_at, "slack of a fold in a wider type: got %zu bytes", slack_bytes(&op));
}

/* Items 1, 2, 4, 8 with keys 1, 0, 2, 1 of two: 2 and 9. */
static bool keys_note_what_went_in(struct finding *finding)
{
    const struct op made = sum_op(), *op = &made;
    static const struct shape shape = {.count = 1, .size = {4}, .keys = 2};
    struct problem problem = problem_of(op, WHAT_KEYED, &shape);
    uint32_t key[] = {1, 0, 2, 1};
    uint64_t place[] = {0, 1, 2, 3};
    float item[] = {1, 2, 4, 8}, states[2];
    struct item_keys keys = {.rows = 1, .length = 4, .keys = 2, .key = key, .place = place};
    struct columns columns = {.count = 1, .column = {{item, 4}}};
    const struct column_items items = {.columns = &columns, .count = 4};
    const struct column_keys of_columns = {key, 2};
    struct slack slack[2] = {{.count = 0}}, other[2] = {{.count = 0}};
    oracle_keyed(&problem, &keys, 0, states, slack);
    oracle_keyed_columns(op, NULL, &items, &of_columns, states, other);
    return went_in("key 0", slack_at(slack, op, 0), 1, 2, finding) &&
           went_in("key 1", slack_at(slack, op, 1), 2, 9, finding) &&
           went_in("key 0 of columns", slack_at(other, op, 0), 1, 2, finding) &&
           went_in("key 1 of columns", slack_at(other, op, 1), 2, 9, finding);
}

static bool columns_note_what_went_in(struct finding *finding)
{
    const struct op made = sum_op(), *op = &made;
    float item[] = {99, 1, 2, 4}, state;
    struct columns columns = {.count = 1, .column = {{item, 4}}};
    struct column_items items = {.columns = &columns, .first = 1, .count = 3};
    struct slack fold = {.count = 0};
    oracle_reduce_columns(op, NULL, &items, &state, &fold);
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        struct slack scan = {.count = 0};
        struct visit visit = {&scan, 0, exclusive, false, finding};
        items.exclusive = exclusive;
        if (!oracle_scan_columns(op, NULL, &items, &scan, note_slack, &visit)) return false;
    }
    return went_in("a fold of columns", &fold, 3, 7, finding);
}

static const struct unit_test tests[] = {ROWS(functions_get_the_params_of_their_row, traces),
                                         TEST(keyed_item_has_the_value_of_its_place),
                                         TEST(window_counts_items_by_number),
                                         TEST(emit_gets_the_params_of_its_row),
                                         TEST(columns_get_the_callers_params),
                                         TEST(folds_note_what_went_in),
                                         TEST(slack_takes_its_room),
                                         TEST(keys_note_what_went_in),
                                         TEST(columns_note_what_went_in)};
UNIT(oracle, tests);
