/* SPDX-License-Identifier: MIT
 * The oracle against values typed by hand. The operator here writes its items down as decimal digits, so that a result is read at once:
 * 1, 2, 3 give 123. */
#include "oracle.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "fixture.h"
#include "unit.h"

/* ---- an operator of digits ---- */

struct digits {
    uint64_t number, places; /* places: 10 to the power of how many digits */
};

enum { NO_DIGIT = 99 }; /* the neutral input */

struct digit_params {
    uint64_t tens; /* which emit puts before a digit */
};

static void digits_params(const int64_t *args, void *params)
{
    struct digit_params filled = {(uint64_t)args[0]};
    memcpy(params, &filled, sizeof filled);
}

static void digits_identity(const void *params, void *state)
{
    struct digits none = {0, 1};
    (void)params;
    memcpy(state, &none, sizeof none);
}

static void digits_combine(const void *params, const void *left, const void *right, void *result)
{
    struct digits a, b;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    struct digits both = {a.number * b.places + b.number, a.places * b.places};
    memcpy(result, &both, sizeof both);
}

static void digits_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    uint32_t digit = (uint32_t)(bits % 10);
    (void)params, (void)index;
    memcpy(input, &digit, sizeof digit);
}

static void digits_lift(const void *params, const void *input, void *state)
{
    uint32_t digit;
    memcpy(&digit, input, sizeof digit);
    struct digits one = {digit, 10};
    if (digit == NO_DIGIT)
        digits_identity(params, state);
    else
        memcpy(state, &one, sizeof one);
}

static void digits_emit(const void *params, const void *input, void *mapout)
{
    struct digit_params filled;
    uint32_t digit, emitted;
    memcpy(&filled, params, sizeof filled);
    memcpy(&digit, input, sizeof digit);
    emitted = (uint32_t)filled.tens * 10 + digit;
    memcpy(mapout, &emitted, sizeof emitted);
}

static void digits_neutral(const void *params, void *input)
{
    uint32_t digit = NO_DIGIT;
    (void)params;
    memcpy(input, &digit, sizeof digit);
}

static struct op digits_op(void)
{
    struct op op = {.name = "digits",
                    .laws = LAW_EXACT,
                    .arg = {{"tens", 7, 7, 7}}, /* of every set of params but the first: that is the line's */
                    .lifts = true,
                    .emits = true,
                    .has_neutral = true,
                    .has_params = true,
                    .params_size = sizeof(struct digit_params),
                    .params = digits_params,
                    .identity = digits_identity,
                    .combine = digits_combine,
                    .value = digits_value,
                    .lift = digits_lift,
                    .emit = digits_emit,
                    .neutral = digits_neutral};
    tuple_parse("u32", &op.input);
    tuple_parse("u64,u64", &op.state);
    tuple_parse("u32", &op.mapout);
    return op;
}

/* ---- folds ---- */

/* A problem of digits 1, 2, 3 ... and what it gives: a number a row of a reduction, an item of a scan. */
static const struct {
    enum what what;
    struct shape shape;
    enum side_form input;
    uint64_t only_from, only_to; /* both 0: all items */
    uint64_t init;               /* 0: none */
    int results;
    uint64_t result[8];
} folds[] = {
    {WHAT_REDUCE, {.count = 1, .size = {6}}, SIDE_SOA, 0, 0, 0, 1, {123456}},
    {WHAT_REDUCE, {.count = 1, .size = {1}}, SIDE_SOA, 0, 0, 0, 1, {1}},
    {WHAT_REDUCE, {.count = 1, .size = {0}}, SIDE_SOA, 0, 0, 0, 1, {0}},
    {WHAT_REDUCE, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 8, 1, {812345}},
    {WHAT_REDUCE, {.count = 2, .size = {3, 2}}, SIDE_SOA, 0, 0, 0, 3, {12, 34, 56}},
    {WHAT_REDUCE, {.count = 2, .size = {3, 2}}, SIDE_SOA, 0, 0, 9, 3, {912, 934, 956}},
    {WHAT_REDUCE,
     {.form = SHAPE_LIST, .count = 4, .size = {2, 0, 3, 1}},
     SIDE_SOA,
     0,
     0,
     0,
     4,
     {12, 0, 345, 6}},
    {WHAT_REDUCE, {.count = 1, .size = {6}}, SIDE_SOA, 2, 4, 0, 1, {34}},
    {WHAT_REDUCE, {.count = 1, .size = {4}}, SIDE_ONE, 0, 0, 0, 1, {1111}},
    {WHAT_SCAN, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 0, 5, {1, 12, 123, 1234, 12345}},
    {WHAT_SCAN, {.count = 1, .size = {3}}, SIDE_SOA, 0, 0, 8, 3, {81, 812, 8123}},
    {WHAT_SCAN, {.count = 2, .size = {2, 3}}, SIDE_SOA, 0, 0, 8, 6, {81, 812, 8123, 84, 845, 8456}},
    {WHAT_SCAN, {.form = SHAPE_LIST, .count = 3, .size = {1, 0, 2}}, SIDE_SOA, 0, 0, 0, 3, {1, 2, 23}},
    {WHAT_SCAN, {.count = 1, .size = {5}}, SIDE_SOA, 1, 3, 0, 5, {0, 2, 23, 23, 23}},
    {WHAT_EXSCAN, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 0, 5, {0, 1, 12, 123, 1234}},
    {WHAT_EXSCAN, {.count = 1, .size = {3}}, SIDE_SOA, 0, 0, 9, 3, {9, 91, 912}},
    {WHAT_EXSCAN, {.count = 2, .size = {2, 2}}, SIDE_SOA, 0, 0, 9, 4, {9, 91, 9, 93}},
    {WHAT_EXSCAN, {.count = 1, .size = {3}}, SIDE_ONE, 0, 0, 0, 3, {0, 1, 11}},
};

struct seen {
    uint64_t number[8];
    int count;
};

static bool note_state(void *context, uint64_t j, const void *state)
{
    struct seen *seen = context;
    struct digits digits;
    (void)j;
    memcpy(&digits, state, sizeof digits);
    seen->number[seen->count++] = digits.number;
    return true;
}

static bool stop_at_once(void *context, uint64_t j, const void *state)
{
    (void)context, (void)j, (void)state;
    return false;
}

static struct problem digits_problem(const struct op *op, enum what what, const struct shape *shape)
{
    struct problem problem = {.what = what, .op = op, .shape = *shape, .args = {3}};
    problem.data = (struct data){.form = DATA_LITERAL, .count = 8, .literal = {1, 2, 3, 4, 5, 6, 7, 8}};
    problem.layout.sides = 1;
    return problem;
}

static bool fold_gives_the_typed_digits(size_t at, struct finding *finding)
{
    const struct op made = digits_op(), *op = &made;
    struct problem problem = digits_problem(op, folds[at].what, &folds[at].shape);
    struct seen seen = {.count = 0};
    uint64_t rows = 0;
    problem.layout.input.form = folds[at].input;
    problem.has_only = folds[at].only_to > 0;
    problem.only_from = folds[at].only_from;
    problem.only_to = folds[at].only_to;
    problem.has_init = folds[at].init > 0;
    problem.init_bits = folds[at].init;
    shape_rows(&problem.shape, &rows);
    for (uint64_t row = 0; row < rows; row++) {
        struct state state;
        if (problem.what != WHAT_REDUCE)
            oracle_scan(&problem, row, problem.what == WHAT_EXSCAN, NULL, note_state, &seen);
        else {
            oracle_reduce(&problem, row, state.at, NULL);
            note_state(&seen, 0, state.at);
        }
    }
    for (int r = 0; r < folds[at].results; r++)
        if (seen.count != folds[at].results || seen.number[r] != folds[at].result[r])
            return text_say(&finding->first_at, "fold %zu, result %d: expected %" PRIu64 ", got %" PRIu64, at,
                            r, folds[at].result[r], seen.number[r]);
    return true;
}

/* The first row's params put a 3 before each digit of the map-out, all others a 7. */
static bool mapout_gives_the_typed_digits(struct finding *finding)
{
    const struct op made = digits_op(), *op = &made;
    static const struct shape shape = {.count = 2, .size = {2, 3}};
    static const uint32_t expected[] = {31, 32, 33, 74, 75, 76};
    struct problem problem = digits_problem(op, WHAT_REDUCE, &shape);
    problem.vary_count = 1;
    for (uint64_t i = 0; i < 6; i++) {
        uint32_t got;
        oracle_mapout(&problem, NULL, i / 3, i, &got);
        if (got != expected[i])
            return text_say(&finding->first_at, "map-out %" PRIu64 ": expected %" PRIu32 ", got %" PRIu32, i,
                            expected[i], got);
    }
    return true;
}

static bool columns_fold_to_the_typed_digits(struct finding *finding)
{
    const struct op made = digits_op(), *op = &made;
    uint32_t digit[] = {5, 0, 6, 0, 7, 0, 8, 0};
    struct columns columns = {.count = 1, .column = {{digit, 8}}};
    struct digit_params params = {3};
    struct digits got;
    struct column_items items = {.columns = &columns, .first = 1, .count = 2};
    oracle_reduce_columns(op, &params, &items, &got, NULL);
    return got.number == 67 ||
           text_say(&finding->first_at, "items 1 and 2 of columns: expected 67, got %" PRIu64, got.number);
}

/* Inclusive and exclusive: items 1 and 2 of four. A visit that stops is told. */
static bool columns_scan_to_the_typed_digits(struct finding *finding)
{
    const struct op made = digits_op(), *op = &made;
    uint32_t digit[] = {5, 6, 7, 8};
    struct columns columns = {.count = 1, .column = {{digit, 4}}};
    struct column_items items = {.columns = &columns, .first = 1, .count = 2};
    struct digit_params params = {3};
    struct seen inclusive = {.count = 0}, exclusive = {.count = 0};
    bool ends = oracle_scan_columns(op, &params, &items, NULL, note_state, &inclusive);
    bool stops = !oracle_scan_columns(op, &params, &items, NULL, stop_at_once, NULL);
    items.exclusive = true;
    ends &= oracle_scan_columns(op, &params, &items, NULL, note_state, &exclusive);
    return (ends && stops && inclusive.count == 2 && inclusive.number[0] == 6 && inclusive.number[1] == 67 &&
            exclusive.count == 2 && exclusive.number[0] == 0 && exclusive.number[1] == 6) ||
           text_say(&finding->first_at,
                    "a scan of items 1 and 2 of columns: expected 6, 67 and 0, 6, got %" PRIu64 ", %" PRIu64
                    " and %" PRIu64 ", %" PRIu64,
                    inclusive.number[0], inclusive.number[1], exclusive.number[0], exclusive.number[1]);
}

/* By key: digits 5, 6, 7 and 8 with keys 1, 0, 2 and 1 of two keys; the third is in no fold. */
static bool columns_fold_by_key_to_the_typed_digits(struct finding *finding)
{
    const struct op made = digits_op(), *op = &made;
    uint32_t digit[] = {4, 5, 6, 7, 8}, key[] = {0, 1, 0, 2, 1};
    struct columns columns = {.count = 1, .column = {{digit, 4}}};
    struct column_keys keys = {key, 2};
    struct digit_params params = {3};
    struct digits got[3] = {{3, 3}, {3, 3}, {99, 99}};
    struct column_items items = {.columns = &columns, .first = 1, .count = 4};
    oracle_keyed_columns(op, &params, &items, &keys, got, NULL);
    return (got[0].number == 6 && got[1].number == 58 && got[2].number == 99) ||
           text_say(&finding->first_at,
                    "items 1 to 4 by key: expected 6, 58 and 99, got %" PRIu64 ", %" PRIu64 " and %" PRIu64,
                    got[0].number, got[1].number, got[2].number);
}

/* Params of other rows take each value between the least and the most, and no other. */
static bool params_take_each_value_of_their_range(struct finding *finding)
{
    struct op op = digits_op();
    static const struct shape shape = {.count = 2, .size = {200, 1}};
    struct problem problem = digits_problem(&op, WHAT_REDUCE, &shape);
    unsigned seen = 0;
    op.arg[0] = (struct op_arg){.name = "tens", .least = 2, .usual = 3, .most = 5};
    problem.op = &op;
    problem.vary_count = 1;
    for (uint64_t row = 1; row < 200; row++) {
        struct digit_params params;
        problem_params(&problem, row, &params);
        seen |= params.tens < 32 ? 1u << params.tens : 1;
    }
    return seen == 0x3c ||
           text_say(&finding->first_at, "params from 2 to 5 take the values of bits %x, expected 3c", seen);
}

/* ---- transpositions ---- */

enum { ABSENT = 99 };

/* Which item lies in each place of the result. */
static const struct {
    struct shape shape;
    int64_t present; /* -1: all */
    uint64_t places, item[12];
} moves[] = {
    {{.count = 2, .size = {2, 3}}, -1, 6, {0, 3, 1, 4, 2, 5}},
    {{.count = 2, .size = {2, 2}}, -1, 4, {0, 2, 1, 3}},
    {{.count = 2, .size = {1, 4}}, -1, 4, {0, 1, 2, 3}},
    {{.count = 1, .size = {3}}, -1, 3, {0, 1, 2}},
    {{.count = 3, .size = {2, 2, 3}}, -1, 12, {0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}},
    {{.count = 2, .size = {2, 3}}, 4, 6, {0, 3, 1, ABSENT, 2, ABSENT}},
    {{.count = 3, .size = {2, 2, 2}}, 3, 8, {0, 2, 1, ABSENT, 3, 5, 4, ABSENT}},
};

static bool transposition_moves_the_typed_items(struct finding *finding)
{
    for (size_t m = 0; m < sizeof moves / sizeof moves[0]; m++) {
        struct problem problem = {
            .what = WHAT_TRANSPOSE, .op = op_of_elem(ELEM_U32), .shape = moves[m].shape};
        problem.with_count = moves[m].present >= 0;
        strcpy(problem.with[0].name, "present");
        problem.with[0].value = moves[m].present;
        for (uint64_t at = 0; at < moves[m].places; at++) {
            uint64_t item;
            if (!oracle_transposed(&problem, at, &item)) item = ABSENT;
            if (item != moves[m].item[at])
                return text_say(&finding->first_at,
                                "matrix %zu, place %" PRIu64 ": expected item %" PRIu64 ", got %" PRIu64, m,
                                at, moves[m].item[at], item);
        }
    }
    return true;
}

static const struct unit_test tests[] = {
    ROWS(fold_gives_the_typed_digits, folds),      TEST(mapout_gives_the_typed_digits),
    TEST(columns_fold_to_the_typed_digits),        TEST(columns_scan_to_the_typed_digits),
    TEST(columns_fold_by_key_to_the_typed_digits), TEST(params_take_each_value_of_their_range),
    TEST(transposition_moves_the_typed_items)};
UNIT(oracle_folds, tests);
