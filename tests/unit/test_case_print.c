/* SPDX-License-Identifier: MIT
 * Cases drawn from all that the grammar can say: a line loses nothing of its case. */
#include <inttypes.h>
#include <string.h>

#include "choices.h"
#include "test_case.h"
#include "unit.h"

static void draw_name(struct draw *draw, char name[MAX_NAME])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = 1 + (size_t)draw_size(draw, MAX_NAME - 2);
    for (size_t i = 0; i < length; i++)
        name[i] = letters[draw_below(draw, i ? sizeof letters - 1 : 26)];
}

/* Names that differ in their last character, whatever stands before it. */
static void draw_pairs(struct draw *draw, struct named *pairs, int *count, bool negative)
{
    *count = (int)draw_between(draw, 1, MAX_NAMED);
    for (int i = 0; i < *count; i++) {
        draw_name(draw, pairs[i].name);
        pairs[i].name[0] = (char)('a' + i);
        pairs[i].value = (int64_t)draw_size(draw, INT64_MAX);
        if (negative && draw_chance(draw, 1, 3)) pairs[i].value = -pairs[i].value;
    }
}

/* Rising numbers below a bound. */
static void draw_rising(struct draw *draw, uint64_t *at, int *count, uint64_t bound)
{
    uint64_t next = 0;
    for (*count = 0; *count < MAX_NAMED && next < bound && (*count == 0 || draw_chance(draw, 1, 2));) {
        next = draw_between(draw, next, bound - 1);
        at[(*count)++] = next++;
    }
}

/* Keys that take turns, are listed, or fall as a distribution has them. */
static void draw_any_keys(struct draw *draw, struct shape *shape)
{
    uint64_t rows = 0, most = UINT32_MAX;
    shape_rows(shape, &rows);
    if (rows > INT64_MAX / most) most = INT64_MAX / rows; /* results fit 63 bits */
    shape->keys = 1 + draw_size(draw, most - 1);
    shape->has_dist = draw_chance(draw, 1, 2);
    if (shape->has_dist) shape->dist = (enum dist)draw_below(draw, DIST_RUNS + 1);
    if (shape->has_dist || draw_chance(draw, 1, 3)) return;
    shape->key_count = 1 + (int)draw_below(draw, MAX_LIST);
    for (int i = 0; i < shape->key_count; i++)
        shape->key[i] = draw_size(draw, shape->keys - 1);
}

static void draw_any_shape(struct draw *draw, enum what what, struct shape *shape)
{
    bool plain = what == WHAT_KEYED || what == WHAT_TRANSPOSE;
    shape->form = plain ? SHAPE_DIMS : (enum shape_form)draw_below(draw, 3);
    shape->count =
        shape->form == SHAPE_RAGGED ? 2 : 1 + (int)draw_below(draw, shape->form == SHAPE_DIMS ? 6 : 9);
    for (int i = 0; i < shape->count; i++)
        shape->size[i] = draw_size(draw, shape->form == SHAPE_LIST ? (uint64_t)1 << 59 : 1000);
    shape->has_dist = shape->form == SHAPE_RAGGED;
    if (what == WHAT_KEYED) draw_any_keys(draw, shape);
    if (shape->form == SHAPE_RAGGED) shape->dist = (enum dist)draw_below(draw, DIST_HALFEMPTY + 1);
    if (shape->has_dist) shape->seed = draw_size(draw, UINT64_MAX);
}

static struct side draw_any_side(struct draw *draw, uint64_t forms)
{
    static const enum side_form form[] = {SIDE_SOA, SIDE_AOS, SIDE_ARENA, SIDE_ONE, SIDE_IN};
    struct side side = {.form = form[draw_below(draw, forms)]};
    if (forms == 3 && draw_chance(draw, 1, 4)) side.form = SIDE_IN;
    if (side.form == SIDE_IN) return side;
    side.skew = (uint32_t)draw_size(draw, UINT32_MAX);
    side.gap = (uint32_t)draw_size(draw, UINT32_MAX);
    return side;
}

static void draw_any_layout(struct draw *draw, struct problem *problem)
{
    const struct op *op = problem->op;
    struct layout *layout = &problem->layout;
    bool by_column = problem->what <= WHAT_EXSCAN && problem->shape.form == SHAPE_DIMS;
    layout->sides = 1 + (int)draw_below(draw, op->emits ? 3 : 2);
    layout->input = draw_any_side(draw, 4);
    if (by_column && draw_chance(draw, 1, 4)) layout->input = (struct side){SIDE_COLS, layout->input.skew, 0};
    struct side *out[] = {&layout->result, &layout->mapout};
    for (int s = 0; s + 1 < layout->sides; s++) {
        *out[s] = draw_any_side(draw, 3);
        bool apart = layout->input.form == SIDE_ONE || layout->input.form == SIDE_COLS;
        if (out[s]->form == SIDE_IN && apart) out[s]->form = SIDE_SOA;
    }
}

static void draw_any_data(struct draw *draw, const struct op *op, struct data *data)
{
    data->form = (enum data_form)draw_below(draw, op_adds_items(op) ? 6 : 4);
    if (data->form != DATA_LITERAL) {
        data->seed = draw_size(draw, UINT64_MAX);
        return;
    }
    data->count = 1 + (int)draw_below(draw, MAX_LITERALS);
    for (int i = 0; i < data->count; i++)
        data->literal[i] = draw_size(draw, UINT64_MAX);
}

static void draw_any_schedule(struct draw *draw, struct schedule *schedule)
{
    schedule->form = (enum schedule_form)draw_below(draw, 10);
    if (schedule->form == SCHEDULE_NONE) return;
    if (schedule_has_seed(schedule->form)) schedule->seed = draw_size(draw, UINT64_MAX);
    if (schedule->form == SCHEDULE_PCT) schedule->change_points = (int)draw_below(draw, MAX_NAMED + 1);
    for (int i = 0; i < schedule->change_points; i++)
        schedule->change_point[i] = draw_size(draw, INT64_MAX);
    for (unsigned i = 0; schedule->form == SCHEDULE_PATH && i < PATH_DIGITS && draw_chance(draw, 9, 10); i++)
        path_put(schedule, i, (unsigned)draw_below(draw, 16));
    schedule->resident = 1 + draw_size(draw, UINT32_MAX - 1);
}

static void draw_any_options(struct draw *draw, struct problem *problem)
{
    const struct op *op = problem->op;
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    if (op->has_neutral && draw_chance(draw, 1, 3)) {
        problem->has_only = true;
        problem->only_from = draw_between(draw, 0, items);
        problem->only_to = draw_between(draw, problem->only_from, items);
    }
    if (problem->what == WHAT_TRANSPOSE) return;
    problem->has_init = draw_chance(draw, 1, 4);
    if (problem->has_init) problem->init_bits = draw_size(draw, UINT64_MAX);
    uint64_t outer = problem->shape.form == SHAPE_DIMS ? (uint64_t)problem->shape.count - 1 : 1;
    if (op->has_params && draw_chance(draw, 1, 2))
        draw_rising(draw, problem->vary, &problem->vary_count, outer);
    if (draw_chance(draw, 1, 4))
        draw_rising(draw, problem->keep, &problem->keep_count, (uint64_t)op->state.count);
}

static void draw_any_problem(struct draw *draw, struct problem *problem)
{
    problem->what = (enum what)draw_below(draw, WHAT_LAW + 1);
    if (problem->what == WHAT_TRANSPOSE)
        problem->op = op_of_elem((enum elem)draw_below(draw, ELEM_COUNT));
    else
        problem->op = op_at(draw_below(draw, op_count()));
    for (int a = 0; problem->op->arg[a].name; a++) {
        const struct op_arg *arg = &problem->op->arg[a];
        problem->args[a] = draw_signed(draw, arg->least, arg->usual, arg->most);
    }
    draw_any_shape(draw, problem->what, &problem->shape);
    draw_any_layout(draw, problem);
    draw_any_data(draw, problem->op, &problem->data);
    draw_any_options(draw, problem);
    if (draw_chance(draw, 1, 4)) draw_pairs(draw, problem->with, &problem->with_count, true);
    if (draw_chance(draw, 1, 2)) draw_any_schedule(draw, &problem->schedule);
    if (draw_chance(draw, 1, 4)) problem->model = MODEL_FORMAL;
}

static void draw_any_rest(struct draw *draw, struct test_case *drawn)
{
    if (draw_chance(draw, 1, 2)) draw_pairs(draw, drawn->tuning.pair, &drawn->tuning.count, false);
    drawn->has_problem = true;
    draw_any_problem(draw, &drawn->problem);
}

static bool say_line(struct finding *finding, const char *words, const char *line)
{
    return text_say(&finding->first_at, "%s: %.400s", words, line);
}

static bool line_round_trips(const struct test_case *drawn, struct finding *finding)
{
    char line[MAX_LINE], again[MAX_LINE];
    struct test_case parsed;
    struct choices choices;
    if (case_print(drawn, line, sizeof line) >= sizeof line)
        return say_line(finding, "a line that is longer than a line may be", line);
    if (!case_parse(line, &parsed, &finding->first_at)) return false;
    case_print(&parsed, again, sizeof again);
    if (strcmp(line, again) != 0) return say_line(finding, "prints as another line", again);
    if (memcmp(&parsed, drawn, sizeof parsed) != 0)
        return say_line(finding, "parses as another case than was printed", line);
    choices_from_case(drawn, &choices);
    return (case_from_choices(drawn, &choices, &parsed) && memcmp(&parsed, drawn, sizeof parsed) == 0) ||
           say_line(finding, "its choices give another case", line);
}

static bool drawn_lines_round_trip(struct finding *finding)
{
    enum { LINES_DRAWN = 3000 };
    for (uint64_t seed = 0; seed < LINES_DRAWN; seed++) {
        struct draw draw;
        struct test_case drawn;
        memset(&drawn, 0, sizeof drawn);
        strcpy(drawn.claim, "a");
        strcpy(drawn.subject, "b");
        draw_from_seed(&draw, splitmix64(seed));
        draw_any_rest(&draw, &drawn);
        if (!line_round_trips(&drawn, finding)) return false;
    }
    return true;
}

static const struct unit_test tests[] = {TEST(drawn_lines_round_trip)};
UNIT(case_print, tests);
