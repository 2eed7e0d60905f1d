/* SPDX-License-Identifier: MIT
 * The meaning of a line's words, today and for ever: lines in logs and in corpus.txt run the same case again only while
 * their items, keys and lengths stay what they were. Values computed apart, from docs/guide/line.md and the sentences of
 * keys.h. */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit.h"
#include "float_elem.h"
#include "keys.h"
#include "problem.h"

static bool say(struct finding *finding, const char *line, const char *what, uint64_t at, uint64_t expected,
                uint64_t got)
{
    return text_say(&finding->first_at, "%s: %s %" PRIu64 ": expected %" PRIu64 ", got %" PRIu64, line, what,
                    at, expected, got);
}

/* ---- items ---- */

/* Steele, Lea, Flood: the second output of their generator for the seed 1234567. */
static const uint64_t golden = 0x9e3779b97f4a7c15U, mixed_from = 1234567, mixed = 3203168211198807973U;

static const struct {
    const char *line;
    uint64_t item, bits;
} items[] = {
    {"reduce/add_u32/9/soa/unit:7f3a", 3, 0},
    {"reduce/add_u32/9/soa/any:7f3a", 0, 0xfdf4d64b57e12336},
    {"reduce/add_u32/9/soa/any:7f3a", 1, 0xb3c0e41287f54e42},
    {"reduce/add_u32/9/soa/any:7f3a", 1000000, 0xe8b3935a4dc8ff7c},
    {"reduce/add_u32/9/soa/any:1", 5, 0x71bb54d8d101b5b9},
    {"reduce/add_u32/9/soa/small:7f3a", 0, 6},
    {"reduce/add_u32/9/soa/small:7f3a", 1000000, 12},
    {"reduce/add_u32/9/soa/lit:3,0,5", 2, 5},
    {"reduce/add_u32/9/soa/lit:3,0,5", 3, 0},
};

/* An item of a transposition is its number plus the bits; outside of `only` an item is neutral. add_u32 has the bits
 * and one more. */
static const struct {
    const char *line;
    uint64_t item;
    uint32_t value;
} values[] = {
    {"transpose/u32/3x4/soa/unit:0", 7, 7},
    {"transpose/u32/3x4/soa/lit:1,2", 1, 3},
    {"reduce/add_u32/9/soa/lit:4,5,6,7", 2, 7},
    {"reduce/add_u32/9/soa/lit:4,5,6,7/only:1-3", 0, 0},
    {"reduce/add_u32/9/soa/lit:4,5,6,7/only:1-3", 1, 6},
    {"reduce/add_u32/9/soa/lit:4,5,6,7/only:1-3", 2, 7},
    {"reduce/add_u32/9/soa/lit:4,5,6,7/only:1-3", 3, 0},
};

static bool items_have_their_bits(struct finding *finding)
{
    struct problem problem;
    if (splitmix64(mixed_from + 2 * golden) != mixed)
        return say(finding, "splitmix64", "output", 2, mixed, splitmix64(mixed_from + 2 * golden));
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        if (!problem_parse(items[i].line, &problem, &finding->first_at)) return false;
        uint64_t bits = data_bits(&problem.data, items[i].item);
        if (bits != items[i].bits)
            return say(finding, items[i].line, "bits of item", items[i].item, items[i].bits, bits);
    }
    for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
        uint32_t value = 0;
        if (!problem_parse(values[v].line, &problem, &finding->first_at)) return false;
        problem_item(&problem, NULL, values[v].item, &value);
        if (value != values[v].value)
            return say(finding, values[v].line, "item", values[v].item, values[v].value, value);
    }
    return true;
}

/* ---- ones and powers ---- */

/* Items of rows that have powers, and of one that has more items than ones. Outside of `only` an item is neutral; other
 * columns have the simplest item. */
static const struct {
    const char *line;
    uint64_t item;
    double value;
} numbers[] = {
    {"reduce/add_f32/1000/soa/powers:7f3a", 0, 64},
    {"reduce/add_f32/1000/soa/powers:7f3a", 1, 0},
    {"reduce/add_f32/1000/soa/powers:7f3a", 60, 8192},
    {"reduce/add_f32/1000/soa/powers:7f3a", 269, 1},
    {"reduce/add_f32/1000/soa/powers:7f3a", 998, 0},
    {"reduce/add_f32/1000/soa/powers:7f3a", 999, 8388608},
    {"reduce/add_f32/2x1000/soa/powers:7f3a", 1000, 64},
    {"reduce/add_f32/2x1000/soa/powers:7f3a", 1062, 131072},
    {"reduce/add_f32/2x1000/soa/powers:7f3a", 1999, 524288},
    {"reduce/add_f32/[300,0,700]/soa/powers:7f3a", 305, 128},
    {"reduce/add_f32/9/soa/powers:5", 0, 2},
    {"reduce/add_f32/9/soa/powers:5", 8, 131072},
    {"reduce/add_f32/9/soa/powers:5/only:1-9", 0, 0},
    {"reduce/add_f32/16777216/soa/ones:1", 6, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 0, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 1, 0},
    {"reduce/add_f32/67108864/soa/ones:1", 5, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 62, 0},
    {"reduce/add_f32/67108864/soa/ones:1", 63, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 64, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 127, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 128, 1},
    {"reduce/add_f32/67108864/soa/ones:1", 129, 0},
    {"reduce/add_f32/67108870/soa/ones:1", 67108869, 1},
    {"reduce/add_f32/67108864/soa/ones:2", 5, 0},
    {"reduce/add_f32/67108864/soa/ones:2", 15, 1},
};

/* Of the numbers that `digits` allow, how many a row has, and their sum. */
struct numbers {
    uint64_t count, sum;
};

static struct numbers numbers_of(enum data_form form, uint64_t seed, uint64_t length, int digits)
{
    const struct data data = {.form = form, .seed = seed};
    struct numbers numbers = {0, 0};
    for (uint64_t at = 0; at < length; at++) {
        double number = data_number(&data, at, length, digits);
        numbers.count += number != 0;
        numbers.sum += (uint64_t)number;
    }
    return numbers;
}

/* Powers are distinct, the first and the last item among them, and sum up to 2^digits - 1 where they are all there. */
static bool powers_are_distinct(uint64_t seed, uint64_t length, int digits, struct finding *finding)
{
    const struct data data = {.form = DATA_POWERS, .seed = seed};
    struct numbers all = numbers_of(DATA_POWERS, seed, length, digits);
    uint64_t bits = 0, count = length < (uint64_t)digits ? length : (uint64_t)digits;
    for (uint64_t sum = all.sum; sum; sum &= sum - 1)
        bits++;
    bool ends =
        data_number(&data, 0, length, digits) > 0 && data_number(&data, length - 1, length, digits) > 0;
    return (all.count == count && bits == count && all.sum >> digits == 0 && ends) ||
           text_say(&finding->first_at, "powers:%" PRIx64 " of %" PRIu64 " items: %" PRIu64 " of %d digits",
                    seed, length, all.count, digits);
}

/* As many ones as digits allow without one, or fewer, but half as many at least. */
static bool ones_are_few(uint64_t length, int digits, struct finding *finding)
{
    uint64_t count = numbers_of(DATA_ONES, 3, length, digits).count, most = (uint64_t)1 << digits;
    bool is_right = length < most ? count == length : count < most && count >= most / 2;
    return (length == most ? count == length - 1 : is_right) ||
           text_say(&finding->first_at, "ones of %" PRIu64 " items: %" PRIu64 ", of %" PRIu64 " at most",
                    length, count, most);
}

/* What wild items of sixteen seeds, all of which are alike but for the seed, are: every kind, and infinities beside no NaN. */
static bool wild_items_are_of_every_kind(struct finding *finding)
{
    struct problem problem;
    int rows[FP_NAN + FP_INFINITE + FP_ZERO + FP_SUBNORMAL + FP_NORMAL + 1] = {0}, minus_zeros = 0,
                                                                         all_zero = 0;
    if (!problem_parse("reduce/add_f32/500/soa/wild:0", &problem, &finding->first_at)) return false;
    for (problem.data.seed = 0; problem.data.seed < 64; problem.data.seed++) {
        int count[sizeof rows / sizeof rows[0]] = {0}, minus = 0;
        for (uint64_t i = 0; i < 500; i++) {
            float value;
            problem_item(&problem, NULL, i, &value);
            count[fpclassify(value)]++;
            minus += value == 0 && signbit(value);
        }
        if (count[FP_NAN] && count[FP_INFINITE])
            return text_say(&finding->first_at, "seed %" PRIu64 " has NaN and infinities", problem.data.seed);
        if (data_has_nonfinite(&problem.data) != (count[FP_NAN] || count[FP_INFINITE]))
            return text_say(&finding->first_at, "seed %" PRIu64 ": data_has_nonfinite is wrong",
                            problem.data.seed);
        for (size_t kind = 0; kind < sizeof rows / sizeof rows[0]; kind++)
            rows[kind] += count[kind] > 0;
        minus_zeros += minus > 0;
        all_zero += minus == 500;
    }
    return (rows[FP_NAN] > 4 && rows[FP_INFINITE] > 8 && rows[FP_SUBNORMAL] > 48 && minus_zeros == 64 &&
            all_zero > 0) ||
           text_say(&finding->first_at,
                    "of 64 seeds %d have NaN, %d infinities, %d subnormal numbers, %d -0, %d nothing else",
                    rows[FP_NAN], rows[FP_INFINITE], rows[FP_SUBNORMAL], minus_zeros, all_zero);
}

/* Sums of halves in f32, of which every second row's is a half itself, whatever the form: rounded to it, no item is lost. */
static const struct {
    const char *line;
    double sum[2];
} half_rows[] = {
    {"reduce/add_f16_f32/2x1000/soa/powers:7", {2047, 65535.99609375}},
    {"reduce/add_f16_f32/2x1000/soa/powers:10", {65535.99609375, 2047}},
    {"reduce/add_bf16_f32/2x1000/soa/powers:7", {255, 16777215}},
    {"reduce/add_f16_f32/2x2000/soa/ones:7", {2000, 7.8125}},
    {"reduce/add_bf16_f32/2x250/soa/ones:7", {250, 250}},
};

static bool sums_of_halves_are_halves(size_t at, struct finding *finding)
{
    struct problem problem;
    const char *line = half_rows[at].line;
    if (!problem_parse(line, &problem, NULL)) return text_say(&finding->first_at, "%s is refused", line);
    uint64_t length = shape_row_length(&problem.shape, 0);
    for (uint64_t row = 0; row < 2; row++) {
        double sum = 0;
        for (uint64_t i = 0; i < length; i++) {
            uint16_t half;
            problem_item(&problem, NULL, row * length + i, &half);
            sum += float_value(problem.op->input.elem[0], &half);
        }
        if (sum != half_rows[at].sum[row])
            return text_say(&finding->first_at, "%s: the sum of row %" PRIu64 " is %.17g, expected %.17g",
                            line, row, sum, half_rows[at].sum[row]);
    }
    return true;
}

static bool many_ones_fit_a_half(struct finding *finding)
{
    static const char *const operators[] = {"add_f16_f32", "add_bf16_f32"};
    for (int o = 0; o < 2; o++) {
        char line[64];
        struct problem problem;
        double sum = 0;
        snprintf(line, sizeof line, "reduce/%s/100000/soa/ones:7", operators[o]);
        if (!problem_parse(line, &problem, NULL)) return text_say(&finding->first_at, "%s is refused", line);
        for (uint64_t i = 0; i < 100000; i++) {
            uint16_t half;
            problem_item(&problem, NULL, i, &half);
            sum += float_value(problem.op->input.elem[0], &half);
        }
        if (!(sum > 2 && sum <= ldexp(1, float_kind_of(problem.op->input.elem[0])->digits)))
            return text_say(&finding->first_at, "%s: %g ones", line, sum);
    }
    return true;
}

static bool ones_and_powers_are_as_documented(struct finding *finding)
{
    struct problem problem;
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        float value = -1;
        if (!problem_parse(numbers[n].line, &problem, &finding->first_at)) return false;
        problem_item(&problem, NULL, numbers[n].item, &value);
        if ((double)value != numbers[n].value)
            return say(finding, numbers[n].line, "item", numbers[n].item, (uint64_t)numbers[n].value,
                       (uint64_t)value);
    }
    for (uint64_t length = 1; length < 130; length++)
        for (uint64_t seed = 0; seed < 12; seed++)
            if (!powers_are_distinct(seed, length, 24, finding) ||
                !powers_are_distinct(seed, length, 53, finding) ||
                !powers_are_distinct(seed, length, 11, finding) ||
                !powers_are_distinct(seed, length, 8, finding))
                return false;
    for (uint64_t length = 60; length < 700; length++)
        if (!ones_are_few(length, 6, finding) || !ones_are_few(7 * length, 8, finding) ||
            !ones_are_few(31 * length, 11, finding))
            return false;
    return true;
}

/* ---- shapes ---- */

#define TOO_MANY UINT64_MAX

/* Rows and items, of the largest shapes, too; TOO_MANY: the line is refused. */
static const struct {
    const char *line;
    uint64_t rows, items;
} shapes[] = {
    {"reduce/add_u32/1k/soa/any:1", 1, 1024},
    {"reduce/add_u32/3M/soa/any:1", 1, 3 << 20},
    {"reduce/add_u32/1G/soa/any:1", 1, 1 << 30},
    {"reduce/add_u32/2x3x5/soa/any:1", 6, 30},
    {"reduce/add_u32/2x0x5/soa/any:1", 0, 0},
    {"reduce/add_u32/[2,0,5]/soa/any:1", 3, 7},
    {"reduce/add_u32/rag:6x5:uniform:1/soa/any:1", 6, 30},
    {"reduce/add_u32/9223372036854775807/soa/any:1", 1, INT64_MAX},
    {"reduce/add_u32/7x1317624576693539401/soa/any:1", 7, INT64_MAX},
    {"reduce/add_u32/9223372036854775808/soa/any:1", 1, TOO_MANY},
    {"reduce/add_u32/2x4611686018427387904/soa/any:1", 2, TOO_MANY},
    {"reduce/add_u32/4294967296x4294967297/soa/any:1", 4294967296, TOO_MANY}, /* 2^32 more than 2^64 */
    {"reduce/add_u32/65536x4294967296x4294967296/soa/any:1", 0, TOO_MANY}, /* 2^80, of which 64 bits are 0 */
    /* No items, however many there would be without the 0: it stands first, last, between or twice. */
    {"reduce/add_u32/0x9223372036854775807x9/soa/any:1", 0, 0},
    {"reduce/add_u32/4294967296x0x4294967296x5/soa/any:1", 0, 0},
    {"reduce/add_u32/4294967296x4294967296x0x5/soa/any:1", 0, 0},
    {"reduce/add_u32/4611686018427387904x2x0x5/soa/any:1", 0, 0}, /* 2^63, the least that does not fit */
    {"reduce/add_u32/4294967296x4294967296x0x0/soa/any:1", 0, 0},
    {"reduce/add_u32/2x0x4294967296x4294967296x0/soa/any:1", 0, 0},
    {"reduce/add_u32/9223372036854775807x0/soa/any:1", INT64_MAX, 0},
    {"reduce/add_u32/rag:0x9223372036854775807:uniform:1/soa/any:1", 0, 0},
    {"reduce/add_u32/rag:9223372036854775807x0:uniform:1/soa/any:1", INT64_MAX, 0},
    {"reduce/add_u32/[9223372036854775806,1]/soa/any:1", 2, INT64_MAX},
    {"reduce/add_u32/[9223372036854775807,1]/soa/any:1", 2, TOO_MANY},
    {"reduce/add_u32/rag:9223372036854775807x1:giant:1/soa/any:1", INT64_MAX, INT64_MAX},
    {"reduce/add_u32/rag:2x4611686018427387904:giant:1/soa/any:1", 2, TOO_MANY},
};

/* Lengths of rows, which are pinned: a seed means the same rows in every version. */
static const struct {
    const char *line;
    uint64_t length[5];
} lengths[] = {
    {"reduce/add_u32/rag:5x3:uniform:9/soa/any:1", {4, 2, 2, 4, 3}},
    {"reduce/add_u32/rag:5x3:halfempty:9/soa/any:1", {6, 0, 0, 6, 3}},
    {"reduce/add_u32/rag:5x3:giant:9/soa/any:1", {1, 1, 1, 11, 1}},
    {"reduce/add_u32/rag:5x3:geometric:9/soa/any:1", {0, 2, 2, 2, 9}},
    {"reduce/add_u32/rag:5x0:giant:9/soa/any:1", {0, 0, 0, 0, 0}},
    {"reduce/add_u32/[2,0,5,1,0]/soa/any:1", {2, 0, 5, 1, 0}},
    {"reduce/add_u32/5x3/soa/any:1", {3, 3, 3, 3, 3}},
    {"keyed/add_u32/5x3#7:geometric:9/soa/any:1", {3, 3, 3, 3, 3}}, /* of keys, and not of lengths */
};

/* The last 4 of 20 rows of mean 3 share a stick of 12 items, which is cut at 3, 5 and 7. */
static bool last_rows_share_a_stick(struct finding *finding)
{
    static const char line[] = "reduce/add_u32/rag:20x3:geometric:9/soa/any:1";
    static const uint64_t length[] = {3, 2, 2, 5};
    struct problem problem;
    uint64_t first = 48;
    if (!problem_parse(line, &problem, &finding->first_at)) return false;
    for (uint64_t row = 16; row < 20; first += length[row++ - 16]) {
        uint64_t got = shape_row_length(&problem.shape, row);
        if (got != length[row - 16]) return say(finding, line, "length of row", row, length[row - 16], got);
        if (shape_row_first(&problem.shape, row) != first)
            return say(finding, line, "first item of row", row, first, shape_row_first(&problem.shape, row));
    }
    return true;
}

static bool shape_has_its_numbers(size_t at, struct finding *finding)
{
    struct problem problem;
    struct text why;
    uint64_t rows = 0, count = 0;
    bool fits = problem_parse(shapes[at].line, &problem, &why);
    if (fits != (shapes[at].items != TOO_MANY))
        return text_say(&finding->first_at, "%s: expected it to be %s", shapes[at].line,
                        fits ? "refused" : "a problem");
    if (!fits) return true;
    if (!shape_rows(&problem.shape, &rows) || rows != shapes[at].rows)
        return say(finding, shapes[at].line, "rows of shape", 0, shapes[at].rows, rows);
    if (!shape_items(&problem.shape, &count) || count != shapes[at].items)
        return say(finding, shapes[at].line, "items of shape", 0, shapes[at].items, count);
    return true;
}

/* Whether all rows have one length. */
static const struct {
    const char *line;
    bool even;
} evens[] = {
    {"reduce/add_u32/3x4/soa/any:1", true},
    {"reduce/add_u32/[4]/soa/any:1", true},
    {"reduce/add_u32/[4,4,4]/soa/any:1", true},
    {"reduce/add_u32/[4,4,5]/soa/any:1", false},
    {"reduce/add_u32/[5,4,4]/soa/any:1", false},
    {"reduce/add_u32/rag:0x4:giant:1/soa/any:1", true},
    {"reduce/add_u32/rag:1x4:giant:1/soa/any:1", true},
    {"reduce/add_u32/rag:2x4:giant:1/soa/any:1", false},
};

static bool even_rows_have_one_length(struct finding *finding)
{
    for (size_t e = 0; e < sizeof evens / sizeof evens[0]; e++) {
        struct problem problem;
        if (!problem_parse(evens[e].line, &problem, &finding->first_at)) return false;
        if (shape_is_even(&problem.shape) != evens[e].even)
            return text_say(&finding->first_at, "%s: expected rows of %s", evens[e].line,
                            evens[e].even ? "one length" : "several lengths");
    }
    return true;
}

enum { CANARY = 99 };

/* Six starts are written, and no seventh. */
static bool starts_are_right(const char *line, const struct shape *shape, const uint64_t *length,
                             struct finding *finding)
{
    uint64_t start[7] = {CANARY, CANARY, CANARY, CANARY, CANARY, CANARY, CANARY}, first = 0;
    shape_row_starts(shape, start);
    for (uint64_t row = 0; row <= 5; row++) {
        if (start[row] != first) return say(finding, line, "start of row", row, first, start[row]);
        if (row < 5) first += length[row];
    }
    return start[6] == CANARY || say(finding, line, "the number behind the starts", 6, CANARY, start[6]);
}

static bool ragged_rows_have_their_lengths(struct finding *finding)
{
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        struct problem problem;
        uint64_t first = 0;
        if (!problem_parse(lengths[l].line, &problem, &finding->first_at) ||
            !starts_are_right(lengths[l].line, &problem.shape, lengths[l].length, finding))
            return false;
        for (uint64_t row = 0; row < 5; first += lengths[l].length[row++]) {
            uint64_t length = shape_row_length(&problem.shape, row);
            if (length != lengths[l].length[row])
                return say(finding, lengths[l].line, "length of row", row, lengths[l].length[row], length);
            if (shape_row_first(&problem.shape, row) != first)
                return say(finding, lengths[l].line, "first item of row", row, first,
                           shape_row_first(&problem.shape, row));
        }
    }
    return true;
}

/* ---- keys ---- */

static const struct {
    const char *line;
    uint64_t key[8];
} keys[] = {
    {"keyed/add_u32/8#3/soa/any:1", {0, 1, 2, 0, 1, 2, 0, 1}},
    {"keyed/add_u32/8#3:2,0,2/soa/any:1", {2, 0, 2, 0, 0, 0, 0, 0}},
    {"keyed/add_u32/8#7:uniform:5/soa/any:1", {2, 3, 5, 2, 2, 3, 0, 1}},
    {"keyed/add_u32/8#7:geometric:5/soa/any:1", {2, 1, 3, 0, 0, 0, 2, 0}},
    {"keyed/add_u32/8#2:geometric:5/soa/any:1", {1, 1, 1, 0, 0, 0, 1, 0}},
    {"keyed/add_u32/8#7:giant:5/soa/any:1", {1, 5, 6, 2, 2, 2, 0, 2}},
    {"keyed/add_u32/8#7:halfempty:5/soa/any:1", {0, 4, 0, 6, 3, 3, 0, 3}},
    {"keyed/add_u32/8#7:sorted/soa/any:1", {0, 0, 1, 1, 2, 2, 3, 3}},
    {"keyed/add_u32/2x4#8:sorted/soa/any:1", {0, 2, 4, 6, 0, 2, 4, 6}},
    {"keyed/add_u32/2x4#2:sorted/soa/any:1", {0, 0, 1, 1, 0, 0, 1, 1}},
    {"keyed/add_u32/8#7:runs:5/soa/any:1", {2, 2, 2, 2, 2, 2, 2, 2}},
    {"keyed/add_u32/8#7:runs:14/soa/any:1", {0, 0, 0, 5, 5, 5, 4, 4}},
    {"keyed/add_u32/8#100:geometric/soa/any:1", {63, 0, 2, 0, 2, 0, 1, 0}}, /* 0 of item 0 and the seed 0 */
};

static bool keys_have_their_values(struct finding *finding)
{
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        struct problem problem;
        if (!problem_parse(keys[k].line, &problem, &finding->first_at)) return false;
        for (uint64_t i = 0; i < 8; i++)
            if (shape_key(&problem.shape, i) != keys[k].key[i])
                return say(finding, keys[k].line, "key of item", i, keys[k].key[i],
                           shape_key(&problem.shape, i));
    }
    return true;
}

/* ---- sides, options ---- */

static bool same_side(struct side a, struct side b)
{
    return a.form == b.form && a.skew == b.skew && a.gap == b.gap;
}

/* A side that a line leaves out is soa without skew or gap, whatever the input is. */
static bool omitted_side_is_soa(struct finding *finding)
{
    static const char line[] = "scan/span_emit/4/aos+2~3/unit:0";
    static const struct side given = {.form = SIDE_AOS, .skew = 2, .gap = 3}, plain = {.form = SIDE_SOA};
    struct problem problem;
    if (!problem_parse(line, &problem, &finding->first_at)) return false;
    const struct layout *layout = &problem.layout;
    return (same_side(layout->input, given) && same_side(layout->result, plain) &&
            same_side(layout->mapout, plain)) ||
           text_say(&finding->first_at, "%s: expected aos+2~3, soa and soa", line);
}

/* Sets of params, items that are there, options by name. */
static const struct {
    const char *line;
    uint64_t sets, present;
    int64_t split; /* or -7, as there is none */
} options[] = {
    {"reduce/add_if_smaller/2x3x5/soa/any:1", 1, 15, -7},
    {"reduce/add_if_smaller/2x3x5/soa/any:1/vary:0", 2, 15, -7},
    {"reduce/add_if_smaller/2x3x5/soa/any:1/vary:1/with:split=4", 3, 15, 4},
    {"reduce/add_if_smaller/2x3x5/soa/any:1/vary:0,1/with:a=1,split=0", 6, 15, 0},
    {"reduce/add_if_smaller/0x3x5/soa/any:1/vary:1", 0, 15, -7},
    {"transpose/u32/3x4/soa/any:1/with:present=11", 1, 11, -7},
    {"transpose/u32/3x4/soa/any:1/with:present=12", 1, 12, -7},
    {"transpose/u32/3x4/soa/any:1/with:present=13", 1, 12, -7},
    {"transpose/u32/3x4/soa/any:1/with:present=0", 1, 0, -7},
    {"transpose/u32/2x3x4/soa/any:1", 1, 12, -7},
};

static bool options_have_their_numbers(struct finding *finding)
{
    for (size_t o = 0; o < sizeof options / sizeof options[0]; o++) {
        struct problem problem;
        const char *line = options[o].line;
        if (!problem_parse(line, &problem, &finding->first_at)) return false;
        if (problem_param_sets(&problem) != options[o].sets)
            return say(finding, line, "sets of params", 0, options[o].sets, problem_param_sets(&problem));
        if (problem_present(&problem) != options[o].present)
            return say(finding, line, "items of a matrix", 0, options[o].present, problem_present(&problem));
        if (problem_with(&problem, "split", -7) != options[o].split)
            return say(finding, line, "with:split", 0, (uint64_t)options[o].split,
                       (uint64_t)problem_with(&problem, "split", -7));
    }
    return true;
}

/* ---- columns ---- */

static const struct {
    const char *columns;
    size_t offset[4], size, align, packed;
    int parts;
} tuples[] = {
    {"u8", {0}, 1, 1, 1, 1},
    {"u8,u64,u16", {0, 8, 16}, 24, 8, 11, 1},
    {"u64,u8", {0, 8}, 16, 8, 9, 1},
    {"u16,u8,u8,u32", {0, 2, 3, 4}, 8, 4, 8, 1},
    {"i8,f32|f64", {0, 4, 8}, 16, 8, 13, 2},
    {"u8|u8|u16", {0, 1, 2}, 4, 2, 4, 3},
};

static bool tuple_is_right(size_t at, struct finding *finding)
{
    struct tuple tuple;
    bool good = tuple_parse(tuples[at].columns, &tuple) && tuple.size == tuples[at].size &&
                tuple.align == tuples[at].align && tuple.packed == tuples[at].packed &&
                tuple.parts == tuples[at].parts;
    for (int c = 0; good && c < tuple.count; c++)
        good = tuple.offset[c] == tuples[at].offset[c];
    return good || text_say(&finding->first_at, "columns %s: offsets, sizes or parts are not those by hand",
                            tuples[at].columns);
}

static bool is_tuple(const struct tuple *got, const char *columns, const char *words, struct finding *finding)
{
    struct tuple expected;
    bool same = tuple_parse(columns, &expected) && got->count == expected.count &&
                got->size == expected.size && got->align == expected.align &&
                got->packed == expected.packed && got->parts == expected.parts;
    for (int c = 0; same && c < got->count; c++)
        same = got->elem[c] == expected.elem[c] && got->offset[c] == expected.offset[c] &&
               got->part[c] == expected.part[c];
    return same || text_say(&finding->first_at, "%s: expected the columns %s", words, columns);
}

/* One column more, one part, some columns of many. */
static bool columns_of_others_are_right(struct finding *finding)
{
    static const uint64_t chosen[] = {3, 0};
    struct tuple all, none, made[4];
    if (!tuple_parse("u8|u16|i32,u64", &all) || !tuple_parse("", &none)) return false;
    made[0] = tuple_and(&all, ELEM_U32);
    made[1] = tuple_and(&none, ELEM_U32);
    made[2] = tuple_part(&all, 2);
    made[3] = tuple_of_columns(&all, chosen, 2);
    return is_tuple(&made[0], "u8|u16|i32,u64,u32", "a column more", finding) &&
           is_tuple(&made[1], "u32", "a column more than none", finding) &&
           is_tuple(&made[2], "i32,u64", "the last part", finding) &&
           is_tuple(&made[3], "u64,u8", "two columns", finding);
}

/* 32 columns, and one more. */
static bool most_columns_are_right(struct finding *finding)
{
    struct tuple tuple;
    char columns[3 * (OP_COLUMNS + 1) + 1] = "";
    for (int c = 0; c <= OP_COLUMNS; c++)
        strcat(columns, c ? ",u8" : "u8");
    bool more = tuple_parse(columns, &tuple);
    columns[3 * OP_COLUMNS - 1] = 0;
    return (!more && tuple_parse(columns, &tuple) && tuple.count == 32 && tuple.size == 32) ||
           text_say(&finding->first_at, "of 33 columns none is too many, or of 32 one");
}

static bool columns_have_their_offsets(struct finding *finding)
{
    static const char *const wrong[] = {"u8,",    ",u8", "u7",      "u8,,u8", "u128",
                                        "u8 ,u8", "|u8", "u8|u128", "u8|",    "u16x"};
    struct tuple tuple;
    for (size_t t = 0; t < sizeof tuples / sizeof tuples[0]; t++)
        if (!tuple_is_right(t, finding)) return false;
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++)
        if (tuple_parse(wrong[w], &tuple))
            return text_say(&finding->first_at, "columns '%s' are taken", wrong[w]);
    return most_columns_are_right(finding) && columns_of_others_are_right(finding);
}

/* ---- values in words ---- */

static const struct {
    enum elem elem;
    uint64_t low, high; /* bits */
    const char *words;
} printed[] = {
    {ELEM_I8, 0xff, 0, "-1"},
    {ELEM_I8, 0x80, 0, "-128"},
    {ELEM_I8, 0x23, 0, "35"},
    {ELEM_I16, 0x8000, 0, "-32768"},
    {ELEM_I16, 0x4523, 0, "17699"},
    {ELEM_I32, 0xffffffff, 0, "-1"},
    {ELEM_I32, 0x80000000, 0, "-2147483648"},
    {ELEM_I32, 0x67854523, 0, "1736787235"}, /* each byte another */
    {ELEM_I64, (uint64_t)1 << 63, 0, "-9223372036854775808"},
    {ELEM_I64, 0x01efcdab67854523, 0, "139556249531663651"},
    {ELEM_U8, 0xff, 0, "0xff"},
    {ELEM_U16, 0xffff, 0, "0xffff"},
    {ELEM_U16, 0x8523, 0, "0x8523"},
    {ELEM_U32, 0, 0, "0x0"},
    {ELEM_U32, 0xa7854523, 0, "0xa7854523"},
    {ELEM_U64, UINT64_MAX, 0, "0xffffffffffffffff"},
    {ELEM_U64, 0x91efcdab67854523, 0, "0x91efcdab67854523"},
    {ELEM_U128, 5, 0, "0x5"},
    {ELEM_U128, 5, 1, "0x10000000000000005"},
    {ELEM_U128, 0x91efcdab67854523, 0xf1e3d7c9ab8e6412, "0xf1e3d7c9ab8e641291efcdab67854523"},
    {ELEM_F32, 0x80000000, 0, "-0"},
    {ELEM_F32, 0x3dcccccd, 0, "0.1"},
    {ELEM_F32, 0x4b800000, 0, "16777216"},
    {ELEM_F32, 0x41526097, 0, "13.1485815"},
    {ELEM_F32, 0x41a00000, 0, "2e+01"}, /* of one digit */
    {ELEM_F32, 0x41a80000, 0, "21"},
    {ELEM_F32, 0x7f800000, 0, "inf"},
    {ELEM_F32, 0x7fc00001, 0, "nan(0x7fc00001)"},
    {ELEM_F32, 0x00000001, 0, "1e-45"},
    {ELEM_F64, 0x3fb999999999999a, 0, "0.1"},
    {ELEM_F64, 0x3fb99999a0000000, 0, "0.10000000149011612"},
    {ELEM_F64, 0x4034000000000000, 0, "2e+01"},
    {ELEM_F64, 0xfff0000000000000, 0, "-inf"},
    {ELEM_F64, 0x7ff8000000000000, 0, "nan(0x7ff8000000000000)"},
    {ELEM_F16, 0x2e66, 0, "0.1"},
    {ELEM_F16, 0x7bff, 0, "6.55e+04"},
    {ELEM_F16, 0x8000, 0, "-0"},
    {ELEM_F16, 0x0001, 0, "6e-08"},
    {ELEM_F16, 0xfc00, 0, "-inf"},
    {ELEM_F16, 0x7e01, 0, "nan(0x7e01)"},
    {ELEM_BF16, 0x3dcd, 0, "0.1"},
    {ELEM_BF16, 0x7fc1, 0, "nan(0x7fc1)"},
};

/* Each value ends at the end of its page, and a read of the page behind it faults. */
static bool elements_read_no_byte_behind_them(struct finding *finding)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0)
        return text_say(&finding->first_at, "no memory with a guard");
    for (size_t p = 0; p < sizeof printed / sizeof printed[0]; p++) {
        uint64_t bits[2] = {printed[p].low, printed[p].high};
        char words[64];
        unsigned char *at = pages + page - elem_size(printed[p].elem);
        memcpy(at, bits, elem_size(printed[p].elem));
        int length = elem_print(printed[p].elem, at, words, sizeof words);
        if (strcmp(words, printed[p].words) != 0 || (size_t)length != strlen(words))
            return text_say(&finding->first_at, "%s of bits %" PRIx64 ": expected %s, got %s",
                            elem_name(printed[p].elem), printed[p].low, printed[p].words, words);
    }
    munmap(pages, 2 * page);
    return true;
}

static const struct unit_test tests[] = {TEST(items_have_their_bits),
                                         TEST(ones_and_powers_are_as_documented),
                                         ROWS(sums_of_halves_are_halves, half_rows),
                                         TEST(many_ones_fit_a_half),
                                         TEST(wild_items_are_of_every_kind),
                                         TEST(ragged_rows_have_their_lengths),
                                         TEST(last_rows_share_a_stick),
                                         TEST(even_rows_have_one_length),
                                         TEST(keys_have_their_values),
                                         TEST(omitted_side_is_soa),
                                         TEST(options_have_their_numbers),
                                         TEST(columns_have_their_offsets),
                                         TEST(elements_read_no_byte_behind_them),
                                         ROWS(shape_has_its_numbers, shapes)};
UNIT(problem, tests);
