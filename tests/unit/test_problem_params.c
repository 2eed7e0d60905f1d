/* SPDX-License-Identifier: MIT
 * The params of a row, how a kernel finds them, and the initial value, against values computed apart. */

#include <inttypes.h>
#include <string.h>

#include "unit.h"
#include "problem.h"

/* Params are the arguments as they came. */
static void arguments_kept(const int64_t *args, void *params)
{
    memcpy(params, args, MAX_ARGS * sizeof *args);
}

static const struct op four_arguments = {
    .name = "four_arguments",
    .has_params = true,
    .params_size = MAX_ARGS * sizeof(int64_t),
    .params = arguments_kept,
    .arg = {{"a", 2, INT32_MAX, 97}, {"b", -3, 3, 0}, {"c", INT64_MIN, INT64_MAX, 0}, {"d", 5, 5, 5}},
};

/* Set 0 is the line's; of set s argument a is splitmix64(splitmix64(7f3a ^ s) + a) modulo how many there are, from the
 * least on. */
static const struct {
    uint64_t set;
    int64_t args[MAX_ARGS];
} sets[] = {
    {0, {97, 1, -2, 5}},
    {1, {1264602325, 2, (int64_t)0xe64c6ce91092cd30, 5}},
    {2, {874946016, -2, 0x7534ece55e9de6f6, 5}},
    {5, {1860539618, 1, 0x48c51b4e6ff5925b, 5}},
};

static bool line_read(const char *line, struct problem *problem, struct finding *finding)
{
    static const int64_t args[MAX_ARGS] = {97, 1, -2, 5};
    if (!problem_parse(line, problem, &finding->first_at)) return false;
    problem->op = &four_arguments;
    memcpy(problem->args, args, sizeof args);
    return true;
}

static bool row_has_its_set_of_params(struct finding *finding)
{
    struct problem problem;
    if (!line_read("reduce/affine_mod/2x3x5/soa/any:7f3a/vary:0,1", &problem, finding)) return false;
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
        int64_t got[MAX_ARGS] = {0};
        problem_param_set(&problem, sets[s].set, got);
        for (int a = 0; a < MAX_ARGS; a++)
            if (got[a] != sets[s].args[a])
                return text_say(&finding->first_at,
                                "set %" PRIu64 " of params, argument %d: expected %" PRId64 ", got %" PRId64,
                                sets[s].set, a, sets[s].args[a], got[a]);
    }
    return true;
}

static const struct {
    const char *line;
    uint64_t row, set;
} rows[] = {
    {"reduce/affine_mod/2x3x5/soa/any:7f3a", 5, 0},
    {"reduce/affine_mod/2x3x5/soa/any:7f3a/vary:0", 2, 0},
    {"reduce/affine_mod/2x3x5/soa/any:7f3a/vary:0", 3, 1},
    {"reduce/affine_mod/2x3x5/soa/any:7f3a/vary:1", 3, 0},
    {"reduce/affine_mod/2x3x5/soa/any:7f3a/vary:1", 5, 2},
    {"reduce/affine_mod/2x3x5/soa/any:7f3a/vary:0,1", 5, 5},
    {"reduce/affine_mod/2x3x4x5/soa/any:7f3a/vary:0,2", 9, 1},
    {"reduce/affine_mod/2x3x4x5/soa/any:7f3a/vary:0,2", 13, 5},
    {"reduce/affine_mod/2x3x4x5/soa/any:7f3a/vary:0,2", 23, 7},
    {"reduce/affine_mod/2x3x4x5/soa/any:7f3a/vary:1", 23, 2},
    {"reduce/affine_mod/[4,5,6]/soa/any:7f3a/vary:0", 2, 2},
    {"reduce/affine_mod/rag:9x3:giant:1/soa/any:7f3a/vary:0", 8, 8},
};

static bool row_has_its_params(struct finding *finding)
{
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct problem problem;
        int64_t of_row[MAX_ARGS] = {0}, of_set[MAX_ARGS] = {0};
        if (!line_read(rows[r].line, &problem, finding)) return false;
        problem_params(&problem, rows[r].row, of_row);
        problem_param_set(&problem, rows[r].set, of_set);
        if (memcmp(of_row, of_set, sizeof of_row) != 0)
            return text_say(&finding->first_at, "%s: expected row %" PRIu64 " to have set %" PRIu64,
                            rows[r].line, rows[r].row, rows[r].set);
    }
    return true;
}

/* The dimensions by which a kernel finds a set: rows to an index, and how many there are. */
static const struct {
    const char *line;
    uint64_t sets;
    int count;
    struct varied_dim dim[2];
} indices[] = {
    {"reduce/affine_mod/2x3x5/soa/any:1", 1, 0, {{0, 0}}},
    {"reduce/affine_mod/2x3x5/soa/any:1/vary:0", 2, 1, {{3, 2}}},
    {"reduce/affine_mod/2x3x5/soa/any:1/vary:1", 3, 1, {{1, 3}}},
    {"reduce/affine_mod/2x3x5/soa/any:1/vary:0,1", 6, 1, {{1, 6}}},
    {"reduce/affine_mod/2x3x4x5/soa/any:1/vary:0,2", 8, 2, {{12, 2}, {1, 4}}},
    {"reduce/affine_mod/2x3x4x5/soa/any:1/vary:0,1", 6, 1, {{4, 6}}},
    {"reduce/affine_mod/2x3x4x5x6/soa/any:1/vary:0,1,3", 30, 2, {{20, 6}, {1, 5}}},
    {"reduce/affine_mod/[4,5,6]/soa/any:1/vary:0", 3, 1, {{1, 3}}},
    {"reduce/affine_mod/rag:9x3:giant:1/soa/any:1/vary:0", 9, 1, {{1, 9}}},
    {"reduce/affine_mod/0x3x5/soa/any:1/vary:1", 0, 1, {{1, 3}}},
};

static bool kernel_finds_the_set_of_a_row(struct finding *finding)
{
    for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++) {
        struct problem problem;
        struct vary_index vary;
        if (!line_read(indices[i].line, &problem, finding)) return false;
        memset(&vary, 0x7f, sizeof vary);
        problem_vary_index(&problem, &vary);
        bool right = vary.count == indices[i].count && problem_param_sets(&problem) == indices[i].sets;
        for (int d = 0; d < MAX_VARIED; d++) {
            const struct varied_dim expected =
                d < indices[i].count ? indices[i].dim[d] : (struct varied_dim){0, 0};
            right = right && memcmp(&vary.dim[d], &expected, sizeof expected) == 0;
        }
        if (!right)
            return text_say(
                &finding->first_at,
                "%s: got %" PRIu64 " sets, %d varied dimensions, and %" PRId64 " rows to an index",
                indices[i].line, problem_param_sets(&problem), vary.count, (int64_t)vary.dim[0].below);
    }
    return true;
}

/* add_u32 has the bits and one more; an initial value is item 0's, lifted. */
static bool initial_value_is_lifted(struct finding *finding)
{
    struct problem problem;
    uint32_t state = 0;
    if (!problem_parse("scan/add_u32/3/soa/any:1/init:4", &problem, &finding->first_at)) return false;
    problem_init(&problem, NULL, &state);
    if (state != 5) return text_say(&finding->first_at, "init:4: expected the state 5, got %" PRIu32, state);
    if (!problem_parse("transpose/u32/3x4/soa/any:1/with:absent=3,present=-1", &problem, &finding->first_at))
        return false;
    return (problem_present(&problem) == 12 && problem_with(&problem, "absent", 9) == 3 &&
            problem_with(&problem, "other", 9) == 9) ||
           text_say(&finding->first_at, "options by their names: present=-1 are %" PRIu64 " items",
                    problem_present(&problem));
}

static const struct unit_test tests[] = {TEST(row_has_its_set_of_params), TEST(row_has_its_params),
                                         TEST(kernel_finds_the_set_of_a_row), TEST(initial_value_is_lifted)};
UNIT(problem_params, tests);
