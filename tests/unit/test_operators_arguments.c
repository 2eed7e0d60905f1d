/* SPDX-License-Identifier: MIT
 * The arguments of an operator from elsewhere, from its line to its params. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "problem.h"

enum { MOST = 4 }; /* arguments of an operator */

static const struct op_arg named[MOST] = {
    {"a", 2, 9, 5}, {"bb", -3, 3, -1}, {"c_3", INT64_MIN, INT64_MAX, 70}, {"d", 0, 1, 1}};

/* Lines of an operator with `count` arguments: their values, or the complaint. */
static const struct {
    int count;
    const char *given;
    int64_t args[MOST];
    const char *complaint; /* NULL: it is taken */
} lines[] = {
    {0, "", {0}, NULL},
    {0, "(a=5)", {0}, "expected '/' (the operator takes no arguments)"},
    {1, "", {5}, NULL},
    {1, "(a=9)", {9}, NULL},
    {1, "(bb=0)", {0}, "found 'bb', expected an argument of the operator (a)"},
    {2, "", {5, -1}, NULL},
    {2, "(bb=-3)", {5, -3}, NULL},
    {2, "(c_3=0)", {0}, "found 'c_3', expected an argument of the operator (a, bb)"},
    {3, "", {5, -1, 70}, NULL},
    {3, "(c_3=7)", {5, -1, 7}, NULL},
    {3, "(d=0)", {0}, "found 'd', expected an argument of the operator (a, bb, c_3)"},
    {4, "", {5, -1, 70, 1}, NULL},
    {4, "(a=2)", {2, -1, 70, 1}, NULL},
    {4, "(d=0)", {5, -1, 70, 0}, NULL},
    {4, "(a=9,bb=3,c_3=-9223372036854775808,d=0)", {9, 3, INT64_MIN, 0}, NULL},
    {4, "(d=-1)", {0}, "found -1, expected d from 0 to 1"},
    {4, "(d=2)", {0}, "found 2, expected d from 0 to 1"},
    {4, "(e=0)", {0}, "found 'e', expected an argument of the operator (a, bb, c_3, d)"},
};

static void as_they_came(const int64_t *args, void *params)
{
    memcpy(params, args, MOST * sizeof *args);
}

/* The line of an operator with the first `count` arguments; those of another one stand where they are to come. */
static struct op_line line_of(int count)
{
    struct op_line line = {.op = *op_find("add_u32"), .input = "u32", .state = "u32", .mapout = ""};
    line.op.name = "has_arguments";
    line.op.has_params = true;
    line.op.params = as_they_came;
    line.op.params_size = MOST * sizeof(int64_t);
    for (int a = 0; a < MOST; a++)
        line.op.arg[a] = (struct op_arg){"stale", -1, 1, 0};
    line.input_size = line.state_size = sizeof(uint32_t);
    if (count) memcpy(line.headed_args + 1, named, (size_t)count * sizeof named[0]);
    return line;
}

/* An operator has its line's arguments, all of them and no other one. */
static bool has_them(const struct op *op, int count, struct text *why)
{
    for (int a = 0; a < count; a++) {
        const struct op_arg *got = &op->arg[a], *expected = &named[a];
        if (!got->name || strcmp(got->name, expected->name) != 0 || got->least != expected->least ||
            got->most != expected->most || got->usual != expected->usual)
            return text_say(why, "arguments of an operator with %d: expected number %d to be %s, got %s",
                            count, a + 1, expected->name, got->name ? got->name : "none, or other numbers");
    }
    return !op->arg[count].name ||
           text_say(why, "arguments of an operator with %d: it has %s, too", count, op->arg[count].name);
}

/* The complaint, or the arguments and the params that are made of them, and the same line again. */
static bool case_is_right(size_t at, struct text *why)
{
    char printed[MAX_LINE];
    struct text line, said = {0};
    struct test_case made;
    int64_t params[MOST] = {0};
    text_say(&line, "a.b@host law/has_arguments%s/[1]/soa/any:1", lines[at].given);
    bool taken = case_parse(line.at, &made, &said);
    if (lines[at].complaint)
        return (!taken && strstr(said.at, lines[at].complaint)) ||
               text_say(why, "%s: expected '%s', got '%.200s'", line.at, lines[at].complaint, said.at);
    if (!taken) return text_say(why, "%s, of %d arguments: %.200s", line.at, lines[at].count, said.at);
    problem_params(&made.problem, 0, params);
    for (int a = 0; a < lines[at].count; a++)
        if (made.problem.args[a] != lines[at].args[a] || params[a] != lines[at].args[a])
            return text_say(
                why, "%s: expected %s to be %" PRId64 ", got %" PRId64 ", and %" PRId64 " in the params",
                line.at, named[a].name, lines[at].args[a], made.problem.args[a], params[a]);
    return (case_print(&made, printed, sizeof printed) && strcmp(printed, line.at) == 0) ||
           text_say(why, "%s: it is written as %.200s", line.at, printed);
}

static bool arguments_reach_the_params(struct text *why)
{
    bool good = true;
    for (int count = 0; good && count <= MOST; count++) {
        struct op_line line = line_of(count);
        if (!op_register(&line, 1, why)) return false;
        good = has_them(&line.op, count, why);
        for (size_t at = 0; good && at < sizeof lines / sizeof lines[0]; at++)
            if (lines[at].count == count) good = case_is_right(at, why);
        op_forget(1);
    }
    return good;
}

static const struct unit_test tests[] = {TEST(arguments_reach_the_params)};
UNIT(operators_arguments, tests);
