/* SPDX-License-Identifier: MIT
 * Which set of params a row has, against loops over the outer dimensions. */
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "formulas.h"

enum { MOST_OUTER = MAX_DIMS - 1, ALL_INDICES = 5 };

struct vary_look {
    const struct vary_formulas *formulas;
    struct problem problem;
    struct vary_index vary;
    uint64_t rows; /* met so far, where the loops leave none out */
    struct finding *finding;
};

static bool say_set(const struct vary_look *look, uint64_t row, uint64_t expected, uint64_t got)
{
    char line[MAX_LINE];
    problem_print(&look->problem, line, sizeof line);
    text_say(&look->finding->first_at, "%s: row %" PRIu64 " has set %" PRIu64 " of the params, got %" PRIu64,
             line, row, expected, got);
    return false;
}

static bool look_at_row(const struct vary_look *look, uint64_t row, uint64_t set)
{
    struct state of_row = {0}, of_set = {0};
    uint64_t got = look->formulas->set(&look->problem, &look->vary, row);
    look->finding->items++;
    if (got != set) return say_set(look, row, set, got);
    look->formulas->params(&look->problem, row, of_row.at);
    problem_param_set(&look->problem, set, of_set.at);
    if (memcmp(of_row.at, of_set.at, look->problem.op->params_size) == 0) return true;
    return say_set(look, row, set, UINT64_MAX);
}

static bool varies(const struct problem *problem, int d)
{
    for (int v = 0; v < problem->vary_count; v++)
        if (problem->vary[v] == (uint64_t)d) return true;
    return false;
}

/* The loops over dimension d and those inside it; of a dimension of many indices, at its edges alone. */
static bool loop(struct vary_look *look, int d, uint64_t row, uint64_t set)
{
    const struct shape *shape = &look->problem.shape;
    uint64_t size = shape->size[d], edge[] = {0, 1, size / 2, size - 1};
    uint64_t steps = size <= ALL_INDICES ? size : sizeof edge / sizeof *edge;
    if (d == shape->count - 1) return look->rows++, look_at_row(look, row, set);
    for (uint64_t s = 0; s < steps; s++) {
        uint64_t i = size <= ALL_INDICES ? s : edge[s];
        if (!loop(look, d + 1, row * size + i, varies(&look->problem, d) ? set * size + i : set))
            return false;
    }
    return true;
}

/* Every choice of varied dimensions. */
static bool look_at_shape(struct vary_look *look)
{
    struct problem *problem = &look->problem;
    int outer = problem->shape.count - 1;
    for (unsigned chosen = 1; chosen < 1u << outer; chosen++) {
        problem->vary_count = 0;
        for (int d = 0; d < outer; d++)
            if (chosen >> d & 1) problem->vary[problem->vary_count++] = (uint64_t)d;
        problem_vary_index(problem, &look->vary);
        if (!loop(look, 0, 0, 0)) return false;
    }
    return true;
}

/* All shapes of up to five outer dimensions of up to three indices, where rows are counted, too. */
static bool look_at_small(struct vary_look *look)
{
    struct shape *shape = &look->problem.shape;
    for (int outer = 1; outer <= MOST_OUTER; outer++) {
        unsigned shapes = 1, most = outer <= 3 ? 3 : 2;
        for (int d = 0; d < outer; d++)
            shapes *= most;
        for (unsigned number = 0; number < shapes; number++) {
            uint64_t rows = 1;
            unsigned digits = number;
            *shape = (struct shape){.form = SHAPE_DIMS, .count = outer + 1};
            for (int d = 0; d < outer; d++, digits /= most)
                rows *= shape->size[d] = 1 + digits % most;
            look->rows = 0;
            if (!look_at_shape(look)) return false;
            if (look->rows == rows * ((1u << outer) - 1)) continue;
            text_say(&look->finding->first_at, "the loops missed rows of a shape");
            return false;
        }
    }
    return true;
}

static bool look_at_large(struct vary_look *look)
{
    static const struct shape large[] = {
        {.form = SHAPE_DIMS, .count = 4, .size = {65537, 3, 70001, 1000}},
        {.form = SHAPE_DIMS, .count = 6, .size = {2, 1u << 20, 5, 1u << 20, 7, 0}},
        {.form = SHAPE_DIMS, .count = 2, .size = {(uint64_t)1 << 40, 3}},
    };
    for (size_t at = 0; at < sizeof large / sizeof *large; at++) {
        look->problem.shape = large[at];
        if (!look_at_shape(look)) return false;
    }
    return true;
}

/* Of 2 x 3 x 2 rows, by hand: row 7 is (1, 0, 1). A list's rows are its only outer dimension. */
static bool look_at_literals(struct vary_look *look)
{
    static const struct {
        const char *line;
        uint64_t sets, row, set;
    } literal[] = {
        {"reduce/affine_mod/2x3x2x1000/soa/any:1/vary:0", 2, 7, 1},
        {"reduce/affine_mod/2x3x2x1000/soa/any:1/vary:1", 3, 7, 0},
        {"reduce/affine_mod/2x3x2x1000/soa/any:1/vary:0,2", 4, 7, 3},
        {"reduce/affine_mod/2x3x2x1000/soa/any:1/vary:1,2", 6, 11, 5},
        {"reduce/affine_mod/2x3x2x1000/soa/any:1/vary:0,1,2", 12, 7, 7},
        {"reduce/affine_mod/[4,0,5]/soa/any:1/vary:0", 3, 2, 2},
        {"reduce/affine_mod/rag:9x30:uniform:5/soa/any:1/vary:0", 9, 8, 8},
        {"reduce/affine_mod/0x3x2/soa/any:1/vary:1", 0, 0, 0},
    };
    for (size_t at = 0; at < sizeof literal / sizeof *literal; at++) {
        if (!problem_parse(literal[at].line, &look->problem, &look->finding->first_at)) return false;
        problem_vary_index(&look->problem, &look->vary);
        uint64_t sets = look->formulas->sets(&look->problem);
        if (sets != literal[at].sets)
            return text_say(&look->finding->first_at, "%s: expected %" PRIu64 " sets of params, got %" PRIu64,
                            literal[at].line, literal[at].sets, sets);
        if (sets && !look_at_row(look, literal[at].row, literal[at].set)) return false;
    }
    return true;
}

static uint64_t set_of(const struct problem *problem, const struct vary_index *vary, uint64_t row)
{
    (void)problem;
    return (uint64_t)vary_index_of(vary, (int64_t)row);
}

const struct vary_formulas vary_formulas = {set_of, problem_params, problem_param_sets};

enum verdict judge_vary(const struct vary_formulas *formulas, struct finding *finding)
{
    struct vary_look look = {.formulas = formulas, .finding = finding};
    if (!problem_parse("reduce/affine_mod/1x1/soa/any:1/vary:0", &look.problem, &finding->reason))
        return VERDICT_BROKEN;
    return look_at_small(&look) && look_at_large(&look) && look_at_literals(&look) ? VERDICT_PASS
                                                                                   : VERDICT_FAIL;
}

static enum verdict varied_params_equal_nested_loops_check(void *context, const struct test_case *checked,
                                                           struct finding *finding)
{
    (void)context, (void)checked;
    return judge_vary(&vary_formulas, finding);
}

CLAIM(varied_params_equal_nested_loops, SUITE, HOST, once,
      "the params that a row number selects equal those of nested loops over the outer dimensions, for any "
      "choice of varying dimensions");
