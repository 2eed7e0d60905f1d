/* SPDX-License-Identifier: MIT
 * The whole complaint of the parser for each way in which a line goes wrong, and lines that go as far as a line can. A caret, which
 * no line has, marks the place of the complaint. */

#include <stdio.h>
#include <string.h>

#include "unit.h"

#define ONES_8 "1,1,1,1,1,1,1,1"
#define ONES_64 ONES_8 "," ONES_8 "," ONES_8 "," ONES_8 "," ONES_8 "," ONES_8 "," ONES_8 "," ONES_8
#define NAME_47 "a2345678901234567890123456789012345678901234567"
#define R "a.b reduce/add_u32/"
#define TO_END "expected '/' and an option, or the end of the line"

static const struct {
    const char *line, *complaint; /* NULL: the line is taken */
} lines[] = {
    /* found */
    {"^", "found the end of the line, expected a claim"},
    {"^A.b", "found 'A', expected a claim"},
    {"^5.b", "found '5', expected a claim"},
    {"^_.b", "found '_', expected a claim"},
    {"^ a.b", "found ' ', expected a claim"},
    {"^~", "found '~', expected a claim"},
    {"^\x1f", "found byte 0x1f, expected a claim"},
    {"^\x7f", "found byte 0x7f, expected a claim"},
    {"^\xc3\xa4", "found byte 0xc3, expected a claim"},
    {"az_09^", "found the end of the line, expected '.'"},
    {"a.^", "found the end of the line, expected a strategy or an operator"},
    {"a.b@^a23456789012345678901234567",
     "found 'a23456789012345678901234...', expected a device (nvidia, amd, sim32, "
     "sim64, host)"},
    {"a.b@^a2345678901234567890123",
     "found 'a2345678901234567890123', expected a device (nvidia, amd, sim32, sim64, "
     "host)"},
    {"a.b@^", "found the end of the line, expected a device (nvidia, amd, sim32, sim64, host)"},
    {"a.b@^`", "found '`', expected a device (nvidia, amd, sim32, sim64, host)"},
    {"a.b@^{", "found '{', expected a device (nvidia, amd, sim32, sim64, host)"},
    {"a.b^;", "found ';', expected '{', '@', ' ' and a problem, or the end of the line"},
    {"a.b@host^:1", "found ':', expected '{', '@', ' ' and a problem, or the end of the line"},
    {"a.b@nvidia:^x", "found 'x', expected a number"},
    {"a.b@nvidia:^4294967296", "4294967296 is too large, expected at most 4294967295"},
    {"a.b@nvidia:4294967295", NULL},
    {NAME_47 "." NAME_47, NULL},
    {"^" NAME_47 "8.b", "found 'a23456789012345678901234...', expected a name of at most 47 characters"},
    /* numbers */
    {R "3x^/soa/any:1", "found '/', expected a number"},
    {R "^03/soa/any:1", "found '03', expected a number without leading zeros"},
    {R "^9223372036854775808/soa/any:1",
     "9223372036854775808 is too large, expected at most 9223372036854775807"},
    {R "^99999999999999999999/soa/any:1",
     "99999999999999999999 is too large, expected at most 9223372036854775807"},
    {R "^18446744073709551617/soa/any:1",
     "18446744073709551617 is too large, expected at most 9223372036854775807"},
    {R "^184467440737095516165/soa/any:1", /* 5 and ten times 2^64 */
     "184467440737095516165 is too large, expected at most 9223372036854775807"},
    {R "^8589934592G/soa/any:1", "8589934592G is too large, expected at most 9223372036854775807"},
    {R "^17179869184G/soa/any:1", "17179869184G is too large, expected at most 9223372036854775807"},
    {R "8388608^T/soa/any:1", "found 'T', expected '/'"},
    {"a.b{k=^12345678901234567890123456789012345678901}",
     "1234567890123456789012345678901234567890 is too large, expected at most 9223372036854775807"},
    {"a.b{k=^123456789012345678901234567890123456789}",
     "123456789012345678901234567890123456789 is too large, expected at most 9223372036854775807"},
    {"a.b{k=9223372036854775807}", NULL},
    {R "1/soa/any:1/with:k=-^x", "found 'x', expected a number"},
    {R "1/soa/any:1/with:k=^-0", "found '-', expected 0 without a sign"},
    {R "1/soa/any:1/with:k=0", NULL},
    {R "1/soa/any:1/with:k=-9223372036854775808", NULL},
    {R "1/soa/any:1/with:k=-^9223372036854775809",
     "9223372036854775809 is too large, expected at most 9223372036854775808"},
    {R "1/soa/any:1/with:k=^9223372036854775808",
     "9223372036854775808 is too large, expected at most 9223372036854775807"},
    {R "1/soa/any:^g", "found 'g', expected a number in lower-case hex"},
    {R "1/soa/any:^`", "found '`', expected a number in lower-case hex"},
    {R "1/soa/any:^A", "found 'A', expected a number in lower-case hex"},
    {R "1/soa/any:^", "found the end of the line, expected a number in lower-case hex"},
    {R "1/soa/any:^00", "found '00', expected a hex number without leading zeros"},
    {R "1/soa/any:^0a", "found '0a', expected a hex number without leading zeros"},
    {R "1/soa/any:^10000000000000000", "found '10000000000000000', expected at most 16 hex digits"},
    {R "1/soa/any:f^g", "found 'g', " TO_END},
    {R "1/soa/any:fedcba9876543210", NULL},
    {R "1/soa/any:0", NULL},
    {R "1/soa/any:a", NULL},
    {R "1/soa/any:0^ ", "found ' ', " TO_END},
    /* names, indices, arguments */
    {"a.b{^}", "found '}', expected a name"},
    {"a.b{k^}", "found '}', expected '='"},
    {"a.b{k=^-1}", "found '-', expected a number"},
    {"a.b{k=1^;", "found ';', expected '}'"},
    {"a.b{x=1,y=2,^x=3}", "found 'x', expected a name not given before"},
    {"a.b{a=1,b=2,c=3,d=4,e=5,f=6}", NULL},
    {"a.b{a=1,b=2,c=3,d=4,e=5,f=6,^g=7}", "found 'g', expected at most 6 names"},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:0,1", NULL},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:^2", "found 2, expected an index below 2"},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:^x", "found 'x', expected a number"},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:1,^1",
     "found '1', expected an index greater than the one before"},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:1,^0",
     "found '0', expected an index greater than the one before"},
    {"a.b reduce/mixed6/3/soa/any:1/keep:0,1,2,3,4,5", NULL},
    {"a.b law/affine_mod(^x=1)/[1]/soa/any:1", "found 'x', expected an argument of the operator (modulus)"},
    {"a.b law/affine_mod(modulus=5,^modulus=5)/[1]/soa/any:1",
     "found 'modulus', expected an argument not given before"},
    {"a.b law/affine_mod(modulus^)/[1]/soa/any:1", "found ')', expected '='"},
    {"a.b law/affine_mod(modulus=^x)/[1]/soa/any:1", "found 'x', expected a number"},
    {"a.b law/affine_mod(modulus=^1)/[1]/soa/any:1", "found 1, expected modulus from 2 to 2147483647"},
    {"a.b law/affine_mod(modulus=2)/[1]/soa/any:1", NULL},
    {"a.b law/affine_mod(modulus=2147483647)/[1]/soa/any:1", NULL},
    {"a.b law/affine_mod(modulus=^2147483648)/[1]/soa/any:1",
     "found 2147483648, expected modulus from 2 to 2147483647"},
    {"a.b law/affine_mod(modulus=5^/[1]/soa/any:1", "found '/', expected ')'"},
    {"a.b law/add_u32^(m=1)/[1]/soa/any:1", "found '(', expected '/' (the operator takes no arguments)"},
    {"a.b law/^5/[1]/soa/any:1", "found '5', expected an operator"},
    {"a.b law/^add_u33/[1]/soa/any:1",
     "found 'add_u33', expected an operator (foldcheck list operators names them); did you mean add_u32?"},
    {"a.b law/^no_such_operator/[1]/soa/any:1",
     "found 'no_such_operator', expected an operator (foldcheck list operators names them)"},
    {"a.b transpose/^add_u32/3x4/soa/any:1",
     "found 'add_u32', expected an element type (i8 to u128, f32 or f64)"},
    {"a.b transpose/^/3x4/soa/any:1", "found '/', expected an element type (i8 to u128, f32 or f64)"},
    {"a.b ^odd/add_u32/1/soa/any:1",
     "found 'odd', expected what to compute (reduce, scan, exscan, keyed, transpose, law)"},
    {"a.b ^red/add_u32/1/soa/any:1",
     "found 'red', expected what to compute (reduce, scan, exscan, keyed, transpose, law)"},
    {"a.b ^reduces/add_u32/1/soa/any:1",
     "found 'reduces', expected what to compute (reduce, scan, exscan, keyed, transpose, law)"},
    {"a.b reduce^ ", "found ' ', expected '/'"},
    {"a.b reduce/add_u32^", "found the end of the line, expected '/'"},
    /* shapes and keys */
    {R "^x/soa/any:1", "found 'x', expected a shape such as 3x1025, [1,2,1] or rag:10x30:uniform:5"},
    {R "^rag/soa/any:1", "found 'rag', expected a shape such as 3x1025, [1,2,1] or rag:10x30:uniform:5"},
    {"a.b keyed/add_u32/^[1]#3/soa/any:1", "found '[', expected dimensions such as 3x1025"},
    {"a.b transpose/u32/^rag:1x1:giant:1/soa/any:1", "found 'rag', expected dimensions such as 3x1025"},
    {R "[1,^]/soa/any:1", "found ']', expected a number"},
    {R "[1^x/soa/any:1", "found 'x', expected ']'"},
    {R "[" ONES_64 "]/soa/any:1", NULL},
    {R "[" ONES_64 ",^1]/soa/any:1", "found '1', expected at most 64 row lengths"},
    {R "1x1x1x1x1x1/soa/any:1", NULL},
    {R "1x1x1x1x1x1x^1/soa/any:1", "found '1', expected at most 6 dimensions"},
    {R "rag:^x/soa/any:1", "found 'x', expected a number"},
    {R "rag:2^y3/soa/any:1", "found 'y3', expected 'x'"},
    {R "rag:2x3^/soa/any:1", "found '/', expected ':'"},
    {R "rag:2x3:^runs:5/soa/any:1",
     "found 'runs', expected a distribution (uniform, geometric, giant, halfempty)"},
    {R "rag:2x3:giant^/soa/any:1", "found '/', expected ':'"},
    {R "rag:2x3:giant:^x/soa/any:1", "found 'x', expected a number in lower-case hex"},
    {R "^2x4611686018427387904/soa/any:1", "the shape is too large, expected at most 2^63 - 1 items"},
    {R "^4294967296x4294967296x0/soa/any:1", "the shape is too large, expected at most 2^63 - 1 items"},
    {R "^[9223372036854775807,1]/soa/any:1", "the shape is too large, expected at most 2^63 - 1 items"},
    {R "3^#2/soa/any:1", "found '#', expected '/' (only a keyed problem has keys)"},
    {"a.b keyed/add_u32/3^/soa/any:1", "found '/', expected '#'"},
    {"a.b keyed/add_u32/3#^x/soa/any:1", "found 'x', expected a number"},
    {"a.b keyed/add_u32/3#^0/soa/any:1", "found '0', expected at least 1 key"},
    {"a.b keyed/add_u32/3#1/soa/any:1", NULL},
    {"a.b keyed/add_u32/3#4294967295/soa/any:1", NULL},
    {"a.b keyed/add_u32/3#^4294967296/soa/any:1", "4294967296 is too large, expected at most 4294967295"},
    {"a.b keyed/add_u32/^4294967296x0#2147483648/soa/any:1",
     "the shape is too large, expected at most 2^63 - 1 items"},
    {"a.b keyed/add_u32/4294967296x0#2147483647/soa/any:1", NULL},
    {"a.b keyed/add_u32/1317624576693539401x0#7/soa/any:1", NULL},
    {"a.b keyed/add_u32/3#2:0,1/soa/any:1", NULL},
    {"a.b keyed/add_u32/3#2:0,^2/soa/any:1", "found 2, expected a key below 2"},
    {"a.b keyed/add_u32/3#2:0,^x/soa/any:1", "found 'x', expected a number"},
    {"a.b keyed/add_u32/3#2:" ONES_64 "/soa/any:1", NULL},
    {"a.b keyed/add_u32/3#2:" ONES_64 ",^1/soa/any:1", "found '1', expected at most 64 keys"},
    {"a.b keyed/add_u32/3#2:^odd/soa/any:1",
     "found 'odd', expected a distribution (uniform, geometric, giant, halfempty, sorted, runs)"},
    {"a.b keyed/add_u32/3#2:giant:^x/soa/any:1", "found 'x', expected a number in lower-case hex"},
    {"a.b keyed/add_u32/3#2:runs:5/soa/any:1", NULL},
    /* layouts */
    {R "1/^in/any:1", "found 'in', expected an input side (soa, aos, arena, one)"},
    {R "1^ ", "found ' ', expected '/'"},
    {R "1/soa+^x/any:1", "found 'x', expected a number"},
    {R "1/soa~^x/any:1", "found 'x', expected a number"},
    {R "1/soa+4294967295~4294967295/any:1", NULL},
    {R "1/soa+^4294967296/any:1", "4294967296 is too large, expected at most 4294967295"},
    {R "1/soa~^4294967296/any:1", "4294967296 is too large, expected at most 4294967295"},
    {R "1/soa>^x/any:1", "found 'x', expected an output side (soa, aos, arena, one, in)"},
    {R "1/soa>^one/any:1",
     "found 'one', expected an output side that keeps every item (soa, aos, arena, in)"},
    {R "1/one>^in/any:1", "found 'in', expected an output side of its own (the input is one item)"},
    {R "1/one>soa/any:1", NULL},
    {R "1/soa>in/any:1", NULL},
    {R "1/soa>in^+1/any:1", "found '+', expected '/'"},
    {R "1/soa>soa^>soa/any:1", "found '>', expected '/' (the problem has no further output)"},
    {"a.b scan/span_emit/1/soa>aos>arena/any:1", NULL},
    {"a.b scan/span_emit/1/soa>aos>arena^>soa/any:1",
     "found '>', expected '/' (the problem has no further output)"},
    {"a.b scan/span_emit/1/soa>aos>^one/any:1",
     "found 'one', expected an output side that keeps every item (soa, aos, arena, in)"},
    {R "1/soa^", "found the end of the line, expected '/'"},
    /* data and options */
    {R "1/soa/^odd:1", "found 'odd', expected data (unit, small, any, lit, ones, powers)"},
    {R "1/soa/any^/only:0-1", "found '/', expected ':'"},
    {"a.b reduce/add_f32/1/soa/ones:7", NULL},
    {"a.b reduce/add_f32/1/soa/powers:^x", "found 'x', expected a number in lower-case hex"},
    {R "1/soa/^ones:7",
     "found 'ones', expected other data (the operator's items are no floats that it adds)"},
    {"a.b reduce/argmin_f32_i64/1/soa/^powers:7",
     "found 'powers', expected other data (the operator's items are no floats that it adds)"},
    {"a.b transpose/f32/3x4/soa/^ones:7",
     "found 'ones', expected other data (the operator's items are no floats that it adds)"},
    {R "1/soa/lit:^x", "found 'x', expected a number in lower-case hex"},
    {R "1/soa/lit:" ONES_64, NULL},
    {R "1/soa/lit:" ONES_64 ",^1", "found '1', expected at most 64 items"},
    {R "3/soa/any:1/only:3-3", NULL},
    {R "3/soa/any:1/only:0-3", NULL},
    {R "3/soa/any:1/only:^2-1", "found 2-1, expected from-to with from <= to <= 3 items"},
    {R "3/soa/any:1/only:^0-4", "found 0-4, expected from-to with from <= to <= 3 items"},
    {R "3/soa/any:1/only:0^,1", "found ',', expected '-'"},
    {R "3/soa/any:1/only:^x", "found 'x', expected a number"},
    {R "3/soa/any:1/only:0-^x", "found 'x', expected a number"},
    {"a.b reduce/crc32_u8/3/soa/any:1/^only:0-1",
     "found 'only', expected no such option (the operator has no neutral input)"},
    {"a.b transpose/u32/3x4/soa/any:1/^init:1",
     "found 'init', expected no such option (a transpose folds nothing)"},
    {"a.b transpose/u32/3x4/soa/any:1/^keep:0",
     "found 'keep', expected no such option (a transpose has one column)"},
    {R "3/soa/any:1/^vary:0", "found 'vary', expected no such option (the operator has no params)"},
    {"a.b reduce/affine_mod/3/soa/any:1/^vary:0",
     "found 'vary', expected no such option (the shape has no outer dimension)"},
    {"a.b reduce/affine_mod/2x3/soa/any:1/vary:0", NULL},
    {"a.b reduce/affine_mod/2x3/soa/any:1/vary:^1", "found 1, expected an index below 1"},
    {"a.b reduce/affine_mod/[1,2]/soa/any:1/vary:0", NULL},
    {"a.b reduce/affine_mod/[1,2]/soa/any:1/vary:^1", "found 1, expected an index below 1"},
    {R "3/soa/any:1/sched:^odd:1", "found 'odd', expected a schedule (fifo, uniform, pct, unfair)"},
    {R "3/soa/any:1/sched:^:1", "found ':', expected a schedule (fifo, uniform, pct, unfair)"},
    {R "3/soa/any:1/sched:fifo^/", "found '/', expected ':'"},
    {R "3/soa/any:1/sched:fifo:^0", "found '0', expected at least 1 resident block"},
    {R "3/soa/any:1/sched:fifo:4294967295", NULL},
    {R "3/soa/any:1/sched:fifo:^4294967296", "4294967296 is too large, expected at most 4294967295"},
    {R "3/soa/any:1/sched:uniform:^x", "found 'x', expected a number in lower-case hex"},
    {R "3/soa/any:1/sched:uniform:1^@2:1", "found '@', expected ':'"},
    {R "3/soa/any:1/sched:pct:1@^x", "found 'x', expected a number"},
    {R "3/soa/any:1/sched:pct:1@1@1@1@1@1@1:1", NULL},
    {R "3/soa/any:1/sched:pct:1@1@1@1@1@1@1@^1:1", "found '1', expected at most 6 change points"},
    {R "3/soa/any:1/with:^5", "found '5', expected a name"},
    {R "3/soa/any:1/^odd", "found 'odd', expected one of only: init: vary: keep: with: sched:"},
    {R "3/soa/any:1/only:0-1/^only:0-1", "found 'only', expected one of init: vary: keep: with: sched:"},
    {R "3/soa/any:1/with:k=1/^only:0-1", "found 'only', expected one of sched:"},
    {R "3/soa/any:1/sched:fifo:1/^only:0-1", "found 'only', expected no further option"},
};

/* Without its caret; the character at which that stands, from 1, or 0. */
static size_t caret_take(const char *marked, char *line, size_t room)
{
    size_t before = strcspn(marked, "^");
    snprintf(line, room, "%.*s%s", (int)before, marked, marked[before] ? marked + before + 1 : "");
    return marked[before] ? before + 1 : 0;
}

/* Each operator, from the first to the last, is offered to who has typed a letter too many. */
static bool operators_are_offered(struct finding *finding)
{
    for (size_t i = 0; i < op_count(); i++) {
        const char *name = op_at(i)->name;
        struct test_case parsed;
        struct text why = {0};
        char line[MAX_LINE], offer[MAX_NAME + 32];
        snprintf(line, sizeof line, "a.b law/%sx/[1]/soa/any:1", name);
        snprintf(offer, sizeof offer, "; did you mean %s?", name);
        size_t length = case_parse(line, &parsed, &why) ? 0 : strlen(why.at);
        if (length < strlen(offer) || strcmp(why.at + length - strlen(offer), offer) != 0)
            return text_say(&finding->first_at, "%s: expected \"%s\" at the end, got \"%.200s\"", line, offer,
                            why.at);
    }
    return true;
}

/* More columns than indices may be listed, of an operator from elsewhere. */
static bool index_lists_are_bounded(struct finding *finding)
{
    static struct op_line seven;
    struct test_case parsed;
    struct text why = {0};
    seven = (struct op_line){
        .op = *op_find("add_u32"), .input = "u32", .state = "u32,u32,u32,u32,u32,u32,u32", .mapout = ""};
    seven.op.name = "seven_columns";
    seven.input_size = sizeof(uint32_t);
    seven.state_size = 7 * sizeof(uint32_t);
    if (!op_register(&seven, 1, &finding->first_at)) return false;
    bool taken = case_parse("a.b reduce/seven_columns/3/soa/any:1/keep:0,1,2,3,4,5,6", &parsed, &why);
    bool offered = operators_are_offered(finding);
    op_forget(1);
    if (!offered) return false;
    return (!taken && strcmp(why.at, "character 55: found '6', expected at most 6 indices") == 0) ||
           text_say(&finding->first_at, "seven indices: got \"%.200s\"", why.at);
}

/* The names of devices, which stand alone in options. */
static bool complaint_points_at_the_character(size_t at, struct finding *finding)
{
    char line[MAX_LINE], again[MAX_LINE], expected[MAX_LINE] = "";
    struct test_case parsed;
    struct text why = {0};
    size_t wrong_at = caret_take(lines[at].line, line, sizeof line);
    if (wrong_at) snprintf(expected, sizeof expected, "character %zu: %s", wrong_at, lines[at].complaint);
    bool taken = case_parse(line, &parsed, &why);
    if (taken) case_print(&parsed, again, sizeof again);
    return (taken == !wrong_at && (taken ? strcmp(again, line) : strcmp(why.at, expected)) == 0) ||
           text_say(&finding->first_at, "%.300s: expected \"%.300s\", got \"%.300s\"", line,
                    wrong_at ? expected : "the line to be taken", taken ? again : why.at);
}

static bool device_names_parse_or_complain(struct finding *finding)
{
    static const struct {
        const char *text, *complaint;
        enum device_kind kind;
        uint32_t index;
    } names[] = {
        {"sim64", "", DEVICE_SIM64, 0},
        {"amd:3", "", DEVICE_AMD, 3},
        {"sim64 ", "character 6: found ' ', expected the end of the name", DEVICE_SIM64, 0},
        {"sim64:1", "character 6: found ':', expected the end of the name", DEVICE_SIM64, 0},
        {"odd", "character 1: found 'odd', expected a device (nvidia, amd, sim32, sim64, host)", DEVICE_NONE,
         0},
    };
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct device_name device;
        struct text why = {0};
        bool taken = device_name_parse(names[n].text, &device, &why);
        if (taken == !names[n].complaint[0] && strcmp(why.at, names[n].complaint) == 0 &&
            device.kind == names[n].kind && device.index == names[n].index)
            continue;
        return text_say(&finding->first_at, "device %s: expected \"%s\", got \"%.200s\"", names[n].text,
                        names[n].complaint, why.at);
    }
    return true;
}

static const struct unit_test tests[] = {ROWS(complaint_points_at_the_character, lines),
                                         TEST(index_lists_are_bounded), TEST(device_names_parse_or_complain)};
UNIT(case_parse, tests);
