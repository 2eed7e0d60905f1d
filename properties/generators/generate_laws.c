/* SPDX-License-Identifier: MIT
 * Draws what is checked without a strategy: a law's operands, items from a seed, the suite. */
#include "generate.h"

#include <string.h>

#include "draw_parts.h"
#include "edges.h"

bool once_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context, (void)draw;
    begin_case(target, drawn);
    return true;
}

static bool draw_law(const struct target *target, struct draw *draw, int rows, uint64_t most_length,
                     struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = target->op ? target->op : op_find(target->subject);
    uint64_t items = 0;
    if (!op) return false;
    begin_case(target, drawn);
    drawn->has_problem = true;
    problem->what = WHAT_LAW;
    problem->op = op;
    draw_args(draw, op, problem->args);
    problem->shape = (struct shape){.form = SHAPE_LIST, .count = rows};
    for (int r = 0; r < rows; r++)
        items += problem->shape.size[r] = draw_between(draw, 0, most_length);
    problem->layout.sides = 1;
    draw_data(draw, &problem->data, items);
    draw_only(draw, problem, items);
    return true;
}

/* Every second one has states of edge values, one a row. */
static bool draw_law_or_edges(const struct target *target, struct draw *draw, int rows, uint64_t most_length,
                              struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    if (!draw_law(target, draw, rows, most_length, drawn)) return false;
    if (!edges_apply(problem->op) || !draw_chance(draw, 1, 2)) return true;
    problem->with[problem->with_count++] = (struct named){.name = "states", .value = 1};
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    problem->data = (struct data){.form = DATA_LITERAL, .count = rows};
    for (int r = 0; r < rows; r++) {
        problem->shape.size[r] = 1;
        for (int c = 0; c < problem->op->state.count && c < EDGE_COLUMNS; c++)
            problem->data.literal[r] |= draw_below(draw, EDGES) << 4 * c;
    }
    return true;
}

bool one_row_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 1, 6, drawn);
}

bool two_rows_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 2, 4, drawn);
}

bool three_rows_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 3, 4, drawn);
}

bool many_rows_generate(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    (void)context;
    return draw_law_or_edges(target, draw, 2 * (int)draw_between(draw, 1, MAX_LIST / 2), 3, drawn);
}

bool seeded_items_generate(void *context, const struct target *target, struct draw *draw,
                           struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = target->op ? target->op : op_find(target->subject);
    (void)context;
    if (!op) return false;
    begin_case(target, drawn);
    drawn->has_problem = true;
    problem->what = WHAT_REDUCE;
    problem->op = op;
    draw_args(draw, op, problem->args);
    problem->shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {draw_size(draw, 600)}};
    draw_layout(draw, op, &problem->layout, true);
    problem->data.form = (enum data_form)draw_below(draw, DATA_ANY + 1);
    problem->data.seed = draw_size(draw, UINT64_MAX);
    return true;
}
