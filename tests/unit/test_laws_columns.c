/* SPDX-License-Identifier: MIT
 * Laws that look at a state column by column: sums, and parts of products. Layouts are typed byte by byte; an operator is
 * wrong in one byte, or lets one byte look at another. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "control.h"

/* A state: a character for each byte, which names its column or its part; '.' is padding. */
struct typed_layout {
    const char *input, *state, *bytes;
};

static const struct typed_layout *layout; /* the one that is tried */

static size_t state_bytes(void)
{
    return strlen(layout->bytes);
}

static void no_bytes(const void *params, void *state)
{
    (void)params;
    memset(state, 0, state_bytes());
}

/* Reads a line for the operator, which is of this layout then. */
static bool columns_read_line(const char *line, struct op *op, struct test_case *checked,
                              struct finding *finding)
{
    if (!case_parse(line, checked, &finding->first_at)) return false;
    if (!tuple_parse(layout->input, &op->input) || !tuple_parse(layout->state, &op->state) ||
        op->state.size != state_bytes())
        return text_say(&finding->first_at, "%s has another size than '%s'", layout->state, layout->bytes);
    checked->problem.op = op;
    return true;
}

/* ---- sums ---- */

/* A digit a column. A column is wider than the input's, narrower, one of several, or an input is of floats. */
static const struct typed_layout sums[] = {
    {"u32", "u32", "0000"},
    {"i32", "i64", "00000000"},
    {"u64", "i8", "0"},
    {"u8", "u8,u64|i16,i32", "0.......1111111122..3333"},
    {"i32,u8", "u8,i32", "0...1111"},
    {"u16,u16,u16,u16", "u16,u16", "0011"},
    {"u8", "i8,u8,i16,u8", "01223."},
    {"f32", "i64", "00000000"},
    {"u32,f64", "u32", "0000"},
    {"f32,f32", "u8,u16", "0.11"},
};

static size_t turned; /* the byte of a sum that is wrong */
static unsigned turned_bits;

/* An item is one byte over and over, and so is its state. */
static void byte_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    struct tuple tuple;
    (void)params, (void)index;
    tuple_parse(layout->input, &tuple);
    memset(input, (int)(bits & 0xff), tuple.size);
}

static void byte_lift(const void *params, const void *input, void *state)
{
    unsigned char byte = *(const unsigned char *)input;
    (void)params;
    memset(state, byte, state_bytes());
}

/* A carry goes to the next byte of the same column. */
static void column_sums(const void *params, const void *left, const void *right, void *result)
{
    const unsigned char *a = left, *b = right;
    unsigned char *both = result;
    unsigned carry = 0;
    (void)params;
    for (size_t i = 0; i < state_bytes(); i++) {
        if (i == 0 || layout->bytes[i] != layout->bytes[i - 1]) carry = 0;
        unsigned sum = a[i] + b[i] + carry;
        both[i] = (unsigned char)sum;
        carry = sum / 256;
    }
    both[turned] = (unsigned char)(both[turned] ^ turned_bits);
}

static struct op sums_op(void)
{
    return (struct op){.name = "sums",
                       .laws = LAW_EXACT | LAW_ADDS,
                       .identity = no_bytes,
                       .combine = column_sums,
                       .value = byte_value,
                       .lift = byte_lift};
}

static bool sum_is_judged(const char *items, const char *fails, struct finding *finding)
{
    char line[96];
    struct test_case checked;
    struct finding got = {0};
    struct op op = sums_op();
    snprintf(line, sizeof line, "commutes_as_claimed.add_u32@host law/add_u32/[1,1]/soa/lit:%s", items);
    if (!columns_read_line(line, &op, &checked, finding)) return false;
    enum verdict verdict = properties_find("commutes_as_claimed")->check(NULL, &checked, &got);
    const char *law = *fails ? "a claimed law (adds) does not hold" : "";
    return (verdict == (*fails ? VERDICT_FAIL : VERDICT_PASS) && strcmp(got.first_at.at, fails) == 0 &&
            strcmp(got.law, law) == 0) ||
           text_say(&finding->first_at,
                    "sums of %s, items of %s, by %s, byte %zu wrong by 0x%x: expected '%s', got %s '%.200s'",
                    layout->state, layout->input, items, turned, turned_bits, fails, verdict_name(verdict),
                    got.first_at.at);
}

/* Sums with a carry out of every byte, with one into none, and with the greatest. */
static bool sum_with_a_wrong_byte_fails(struct finding *finding)
{
    static const char *const items[] = {"255,1", "127,1", "255,255"};
    static const char fails[] = "adds: combine(a, b) is not the sum of a's and b's columns";
    for (size_t i = 0; i < 3 * sizeof sums / sizeof sums[0]; i++) {
        layout = &sums[i / 3];
        turned_bits = 0;
        if (!sum_is_judged(items[i % 3], "", finding)) return false;
        for (turned = 0; turned < state_bytes(); turned++)
            for (turned_bits = 1; turned_bits <= 128; turned_bits *= 128)
                if (!sum_is_judged(items[i % 3], layout->bytes[turned] == '.' ? "" : fails, finding))
                    return false;
        turned = 0;
    }
    return true;
}

/* Floats do not wrap around, whichever column of the state they are in. */
static bool floats_are_no_sums(struct finding *finding)
{
    static const struct typed_layout floats[] = {
        {"u32", "f32", "0000"},
        {"f64", "f64", "00000000"},
        {"u8", "f32,u32", "00001111"},
        {"u8", "u8,f32,u8", "0...11112..."},
        {"u32,u32", "u32,u32|f64", "0000111122222222"},
    };
    turned_bits = 0;
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        layout = &floats[i];
        if (!sum_is_judged("1,2", "adds: a column of floats does not wrap around", finding)) return false;
    }
    return true;
}

/* ---- parts ---- */

/* A digit a part. */
static const struct typed_layout products[] = {
    {"u8", "u32,u8,u16", "00000.00"},
    {"u8", "u16,u16|u16,u16", "00001111"},
    {"u8", "u8,u64|u16,u32", "0.......0000000011..1111"},
    {"u8", "u8|u32,u8|u8,u8,u16", "0...1111122.22.."},
    {"u8", "u32|u8,u8,u8|u8,u16", "0000111222.."},
    {"u8", "u8|u8|u8|u8|u8,u8", "012344"},
};

/* Byte `from` of the left or the right operand is added to byte `to` of a sum, byte by byte. */
static struct look_at {
    bool leaks, right;
    size_t from, to;
} leak;

/* No two bytes of the items 1, 2 and 4 are alike, up to byte 31. */
static void bytes_lift(const void *params, const void *input, void *state)
{
    unsigned char item = *(const unsigned char *)input, *byte = state;
    (void)params;
    for (size_t i = 0; i < state_bytes(); i++)
        byte[i] = (unsigned char)(item + 8 * i);
}

static void byte_sums(const void *params, const void *left, const void *right, void *result)
{
    const unsigned char *a = left, *b = right;
    unsigned char sum[MAX_STATE_BYTES];
    (void)params;
    for (size_t i = 0; i < state_bytes(); i++)
        sum[i] = (unsigned char)(a[i] + b[i]);
    if (leak.leaks) sum[leak.to] = (unsigned char)(sum[leak.to] + (leak.right ? b : a)[leak.from]);
    memcpy(result, sum, state_bytes());
}

static enum verdict judge_product(struct finding *got, struct finding *finding)
{
    static const char line[] = "parts_combine_apart.add_u32@host law/add_u32/[1,1,1]/soa/lit:2,4,1";
    struct test_case checked;
    struct op op = {.name = "product",
                    .laws = LAW_EXACT,
                    .identity = no_bytes,
                    .combine = byte_sums,
                    .value = byte_value,
                    .lift = bytes_lift};
    *got = (struct finding){0};
    if (!columns_read_line(line, &op, &checked, finding)) return VERDICT_BROKEN;
    return properties_find("parts_combine_apart")->check(NULL, &checked, got);
}

/* A part may look at all of its own columns, and at no byte of another part. */
static bool leak_is_judged(struct finding *finding)
{
    struct finding got;
    char from = layout->bytes[leak.from], to = layout->bytes[leak.to];
    bool fails = leak.leaks && to != '.' && from != to;
    enum verdict verdict = judge_product(&got, finding);
    if (verdict == VERDICT_BROKEN) return false;
    const char *law = fails ? "the parts of its product are not independent" : "";
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) && strcmp(got.law, law) == 0 &&
            !got.first_at.at[0] == !fails && !got.breaks.at[0] == !fails) ||
           text_say(&finding->first_at,
                    "%s: byte %zu takes something of the %s operand's byte %zu: expected %s, got %s %.200s",
                    layout->state, leak.to, leak.right ? "right" : "left", leak.from, fails ? "fail" : "pass",
                    verdict_name(verdict), got.first_at.at);
}

static bool part_with_a_wrong_byte_fails(struct finding *finding)
{
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        layout = &products[i];
        leak = (struct look_at){0};
        if (!leak_is_judged(finding)) return false;
        size_t bytes = state_bytes();
        for (size_t k = 0; k < 2 * bytes * bytes; k++) {
            leak = (struct look_at){true, k % 2, k / 2 / bytes, k / 2 % bytes};
            if (layout->bytes[leak.from] != '.' && !leak_is_judged(finding)) return false;
        }
    }
    return true;
}

/* a = (2, 2 + 8), b = (4, 4 + 8), c = (1, 1 + 8), and the numbers where one part looks at the other. For part 0 the left
 * operand has part 0 of a and the rest of c, and the right one part 0 of b and the rest of a; likewise for part 1. */
static bool leak_shows_its_operands(struct finding *finding)
{
    static const struct typed_layout two = {"u8", "u8|u8", "01"};
    static const struct {
        struct look_at leak;
        const char *shows;
    } shown[] = {
        /* 10 + 12 + 2 and, with 1 of c, 10 + 12 + 1; part 0 is 1 + 2 */
        {{true, false, 0, 1}, "combine(a, b) = (0x6, 0x18), with other parts = (0x3, 0x17)"},
        /* 2 + 4 + 12 and, with 10 of a, 2 + 4 + 10; part 1 is 9 + 10 */
        {{true, true, 1, 0}, "combine(a, b) = (0x12, 0x16), with other parts = (0x10, 0x13)"},
    };
    layout = &two;
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        char expected[160];
        struct finding got;
        leak = shown[i].leak;
        if (judge_product(&got, finding) == VERDICT_BROKEN) return false;
        snprintf(expected, sizeof expected, "a = (0x2, 0xa), b = (0x4, 0xc), c = (0x1, 0x9), %s",
                 shown[i].shows);
        if (strcmp(got.operands.at, expected) != 0)
            return text_say(&finding->first_at, "two parts: expected '%s', got '%.200s'", expected,
                            got.operands.at);
    }
    return true;
}

static const struct unit_test tests[] = {TEST(sum_with_a_wrong_byte_fails), TEST(floats_are_no_sums),
                                         TEST(part_with_a_wrong_byte_fails), TEST(leak_shows_its_operands)};
UNIT(laws_columns, tests);
