/* SPDX-License-Identifier: MIT
 * The parts that every problem has beside its shape, drawn by themselves: how often each number comes. Chances are
 * worked out by hand from those that draw_parts.c states. */
#include "shares.h"

#include "draw_parts.h"
#include "draw_shapes.h"
#include "unit.h"

static const struct lab on_sim = {.name = {DEVICE_SIM64, 0}}, on_gpu = {.name = {DEVICE_NVIDIA, 0}};

/* ---- arguments, data, only ---- */

static const struct op fourth_argument = {
    .arg = {{"a", 0, 0, 0}, {"b", 0, 0, 0}, {"c", 0, 0, 0}, {"d", 2, 5, 3}}};

static uint64_t argument(struct draw *draw)
{
    int64_t args[MAX_ARGS] = {0};
    draw_args(draw, &fourth_argument, args);
    return (uint64_t)args[3];
}

static struct data data_of(struct draw *draw, uint64_t items)
{
    struct data data = {0};
    draw_data(draw, &data, items);
    return data;
}

static uint64_t form_of_data(struct draw *draw)
{
    return data_of(draw, 100).form;
}

/* Instead of unit data. */
static uint64_t form_of_integers(struct draw *draw)
{
    struct data data = {0};
    draw_numbers(draw, op_find("add_u32"), &data, LONG_SUM + 1);
    return data.form;
}

static uint64_t form_of_floats(struct draw *draw)
{
    struct data data = {0};
    draw_numbers(draw, op_find("add_f32"), &data, LONG_SUM);
    return data.form;
}

static uint64_t form_of_many_floats(struct draw *draw)
{
    struct data data = {0};
    draw_numbers(draw, op_find("add_f32"), &data, LONG_SUM + 1);
    return data.form;
}

static uint64_t seed_of_floats(struct draw *draw)
{
    struct data data = {0};
    draw_numbers(draw, op_find("add_f32"), &data, 3);
    return data_is_exact(&data) ? data.seed : 0;
}

static uint64_t literals_of_3(struct draw *draw)
{
    return (uint64_t)data_of(draw, 3).count;
}

static uint64_t literals_of_many(struct draw *draw)
{
    return (uint64_t)data_of(draw, 100).count;
}

/* Numbers that are not 0 behind the last literal. */
static uint64_t literals_behind(struct draw *draw)
{
    struct data data = data_of(draw, 3);
    uint64_t behind = 0;
    for (int i = data.count; i < MAX_LITERALS; i++)
        behind += data.literal[i] != 0;
    return behind;
}

static uint64_t seed_of_data(struct draw *draw)
{
    return data_of(draw, 3).seed;
}

/* 0: all items are kept; else 10 times the first that is, counted from 1, and how many are. */
static uint64_t only_of(struct draw *draw, uint64_t items, bool has_neutral)
{
    struct op op = {.has_neutral = has_neutral};
    struct problem problem = {.op = &op};
    draw_only(draw, &problem, items);
    return problem.has_only ? 10 * (1 + problem.only_from) + problem.only_to - problem.only_from : 0;
}

static uint64_t only_of_4(struct draw *draw)
{
    return only_of(draw, 4, true);
}

static uint64_t only_without_neutral(struct draw *draw)
{
    return only_of(draw, 4, false);
}

static uint64_t only_of_none(struct draw *draw)
{
    return only_of(draw, 0, true);
}

/* An argument is drawn anew in one of 4, in [2, 5], and is an end of these in one of 8. */
static const struct share of_values[] = {
    {"the usual argument", argument, 3, 3, 7. / 8 * (3. / 4 + 1. / 16)},
    {"the least argument", argument, 2, 2, 7. / 8 / 16 + 1. / 16},
    {"an argument that is neither usual nor an end", argument, 4, 4, 7. / 8 / 16},
    {"the most argument", argument, 5, 5, 7. / 8 / 16 + 1. / 16},
    {"data: unit", form_of_data, DATA_UNIT, DATA_UNIT, 1. / 16},
    {"data: small", form_of_data, DATA_SMALL, DATA_SMALL, 3. / 16},
    {"data: any", form_of_data, DATA_ANY, DATA_ANY, 11. / 16},
    {"data: literals", form_of_data, DATA_LITERAL, DATA_LITERAL, 1. / 16},
    {"ones or powers of integers", form_of_integers, DATA_ONES, DATA_POWERS, 0},
    {"data of floats: as it was", form_of_floats, DATA_UNIT, DATA_UNIT, 3. / 4},
    {"data of floats: ones", form_of_floats, DATA_ONES, DATA_ONES, 1. / 8},
    {"data of floats: powers", form_of_floats, DATA_POWERS, DATA_POWERS, 1. / 8},
    {"data of many floats: as it was", form_of_many_floats, DATA_UNIT, DATA_UNIT, 1. / 2},
    {"data of many floats: ones", form_of_many_floats, DATA_ONES, DATA_ONES, 1. / 4},
    {"data of many floats: powers", form_of_many_floats, DATA_POWERS, DATA_POWERS, 1. / 4},
    {"a seed of 16 bits of ones or powers", seed_of_floats, 1, 65535, 1. / 4},
    {"a longer seed of ones or powers", seed_of_floats, 65536, UINT64_MAX, 0},
    {"a literal for 3 items", literals_of_3, 1, 1, 1. / 16 / 3},
    {"3 literals for 3 items", literals_of_3, 3, 3, 1. / 16 / 3},
    {"more literals than items", literals_of_3, 4, UINT64_MAX, 0},
    {"8 literals", literals_of_many, 8, 8, 1. / 16 / 8},
    {"more than 8 literals", literals_of_many, 9, UINT64_MAX, 0},
    {"a literal behind the last", literals_behind, 1, UINT64_MAX, 0},
    {"a seed of 16 bits", seed_of_data, 1, 65535, 15. / 16},
    {"a longer seed", seed_of_data, 65536, UINT64_MAX, 0},
    {"only some of 4 items", only_of_4, 10, UINT64_MAX, 1. / 8},
    {"only none of 4 items, from the first", only_of_4, 10, 10, 1. / 8 / 4 / 5},
    {"only all of 4 items", only_of_4, 14, 14, 1. / 8 / 4 / 5},
    {"only the last of 4 items", only_of_4, 41, 41, 1. / 8 / 4 / 2},
    {"only items past the last", only_of_4, 42, UINT64_MAX, 0},
    {"only some, without a neutral item", only_without_neutral, 1, UINT64_MAX, 0},
    {"only some of no items", only_of_none, 1, UINT64_MAX, 0},
};

/* ---- layouts ---- */

static struct layout layout_of(struct draw *draw, bool emits, bool odd)
{
    struct layout layout = {0};
    draw_layout(draw, op_find(emits ? "span_twice_emit" : "affine_u32"), &layout, odd);
    return layout;
}

static uint64_t input_form(struct draw *draw)
{
    return layout_of(draw, false, false).input.form;
}

static uint64_t result_form(struct draw *draw)
{
    return layout_of(draw, false, false).result.form;
}

static uint64_t mapout_form(struct draw *draw)
{
    return layout_of(draw, true, false).mapout.form;
}

static uint64_t mapout_over_one(struct draw *draw)
{
    struct layout layout = layout_of(draw, true, false);
    return layout.input.form == SIDE_ONE && layout.mapout.form == SIDE_IN;
}

static uint64_t skew(struct draw *draw)
{
    return layout_of(draw, false, false).input.skew;
}

static uint64_t odd_skew(struct draw *draw)
{
    return layout_of(draw, false, true).result.skew;
}

static uint64_t gap(struct draw *draw)
{
    return layout_of(draw, false, false).result.gap;
}

static uint64_t odd_gap(struct draw *draw)
{
    return layout_of(draw, false, true).input.gap;
}

static uint64_t sides_written(struct draw *draw)
{
    return (uint64_t)layout_of(draw, true, false).sides;
}

static uint64_t sides_without_mapout(struct draw *draw)
{
    return (uint64_t)layout_of(draw, false, false).sides;
}

/* Of a side that has no form of its own, no skew and no gap. */
#define PLAIN (9. / 17 * 3 / 4 * 7 / 8)
/* Whether a map-out lies over the input is drawn after its own form: in one of 8, where the input is not one item. */
#define OVER (17. / 18 / 8)

static const struct share of_layouts[] = {
    {"an input that is one item", input_form, SIDE_ONE, SIDE_ONE, 1. / 18},
    {"an input over another", input_form, SIDE_IN, SIDE_IN, 0},
    {"an input of structs", input_form, SIDE_AOS, SIDE_AOS, 4. / 18},
    {"a result that is one item, or over the input", result_form, SIDE_ONE, SIDE_IN, 0},
    {"a result in an arena", result_form, SIDE_ARENA, SIDE_ARENA, 4. / 17},
    {"a map-out over the input", mapout_form, SIDE_IN, SIDE_IN, OVER},
    {"a map-out over one item", mapout_over_one, 1, 1, 0},
    {"a skew of 1 to 5", skew, 1, 5, 1. / 4 * (1. / 2 + 1. / 2 * 5 / 17)},
    {"a skew of 6 to 17", skew, 6, 17, 1. / 4 / 2 * 12 / 17},
    {"a skew of 17", skew, 17, 17, 1. / 4 / 2 / 17},
    {"a skew past 17", skew, 18, UINT64_MAX, 0},
    {"an odd skew of 1 to 17", odd_skew, 1, 17, 1. / 2},
    {"an odd skew of 17", odd_skew, 17, 17, 1. / 2 / 17},
    {"a gap", gap, 1, 3, 1. / 8},
    {"an odd gap", odd_gap, 1, 3, 1. / 4},
    {"an odd gap of 3", odd_gap, 3, 3, 1. / 4 / 3},
    {"a gap past 3", odd_gap, 4, UINT64_MAX, 0},
    {"three sides", sides_written, 3, 3, OVER + (1 - OVER) * (1 - PLAIN)},
    {"two sides, with a map-out", sides_written, 2, 2, (1 - OVER) * PLAIN *(1 - PLAIN)},
    {"two sides", sides_without_mapout, 2, 2, 1 - PLAIN},
    {"one side", sides_without_mapout, 1, 1, PLAIN},
};

/* ---- schedules ---- */

static struct schedule schedule_of(struct draw *draw, const struct lab *lab, bool unusual)
{
    struct schedule schedule = {0};
    draw_schedule(draw, lab, unusual, &schedule);
    return schedule;
}

static uint64_t usual_schedule(struct draw *draw)
{
    return schedule_of(draw, &on_sim, false).form;
}

static uint64_t unusual_schedule(struct draw *draw)
{
    return schedule_of(draw, &on_sim, true).form;
}

static uint64_t schedule_on_gpu(struct draw *draw)
{
    struct schedule schedule = schedule_of(draw, &on_gpu, true);
    return (uint64_t)(schedule.form != SCHEDULE_NONE) + schedule.resident + schedule.seed;
}

/* What a line of such a schedule has no place for. */
static uint64_t unwritten(struct draw *draw)
{
    struct schedule schedule = schedule_of(draw, &on_sim, true);
    bool seeded = schedule.form != SCHEDULE_NONE && schedule.form != SCHEDULE_FIFO;
    uint64_t behind = 0;
    for (int i = schedule.change_points; i < MAX_NAMED; i++)
        behind += schedule.change_point[i];
    if (schedule.form != SCHEDULE_PCT) behind += (uint64_t)schedule.change_points;
    if (schedule.form == SCHEDULE_NONE) behind += schedule.resident;
    return behind + (seeded ? 0 : schedule.seed);
}

static uint64_t resident(struct draw *draw)
{
    return schedule_of(draw, &on_sim, true).resident;
}

static uint64_t points(struct draw *draw)
{
    return (uint64_t)schedule_of(draw, &on_sim, true).change_points;
}

static uint64_t first_point(struct draw *draw)
{
    return schedule_of(draw, &on_sim, true).change_point[0];
}

static const struct share of_schedules[] = {
    {"the usual schedule", usual_schedule, SCHEDULE_NONE, SCHEDULE_NONE, 6. / 13},
    {"a schedule by change points", usual_schedule, SCHEDULE_PCT, SCHEDULE_PCT, 2. / 13},
    {"the usual schedule, where it is unusual", unusual_schedule, SCHEDULE_NONE, SCHEDULE_NONE, 1. / 13},
    {"a schedule by change points, where it is usual", unusual_schedule, SCHEDULE_PCT, SCHEDULE_PCT, 5. / 13},
    {"a schedule on a GPU", schedule_on_gpu, 1, UINT64_MAX, 0},
    {"a number that a schedule's form does not have", unwritten, 1, UINT64_MAX, 0},
    {"4 resident blocks", resident, 4, 4, 12. / 13 / 6},
    {"16 resident blocks", resident, 16, 16, 12. / 13 / 6},
    {"3 change points", points, 3, 3, 5. / 13 / 4},
    {"more than 3 change points", points, 4, UINT64_MAX, 0},
    {"a change point at 0", first_point, 0, 0, 1 - 5. / 13 * 3 / 4},
    /* The number of bits is one of 13; then half of the values with that number of bits. */
    {"a late change point", first_point, 2049, 4096, 5. / 13 * 3 / 4 / 13 / 2},
    {"a later change point", first_point, 4097, UINT64_MAX, 0},
};

/* ---- dimensions over which params vary, columns that are kept ---- */

enum { LENGTH = 7 };

static struct problem varied(struct draw *draw, uint64_t rows)
{
    struct problem problem = {.shape = {.form = SHAPE_DIMS, .count = 2, .size = {rows, LENGTH}}};
    draw_vary(draw, &problem);
    return problem;
}

static uint64_t dimensions_of_12(struct draw *draw)
{
    return (uint64_t)varied(draw, 12).shape.count;
}

static uint64_t length_of_12(struct draw *draw)
{
    struct shape shape = varied(draw, 12).shape;
    return shape.size[shape.count - 1];
}

static uint64_t rows_of_12(struct draw *draw)
{
    struct shape shape = varied(draw, 12).shape;
    return rows_of(&shape);
}

static uint64_t first_of_12(struct draw *draw)
{
    return varied(draw, 12).shape.size[0];
}

static uint64_t third_of_12(struct draw *draw)
{
    struct shape shape = varied(draw, 12).shape;
    return shape.count == 4 ? shape.size[2] : 0;
}

static uint64_t first_of_2(struct draw *draw)
{
    return varied(draw, 2).shape.size[0];
}

static uint64_t rows_of_none(struct draw *draw)
{
    struct shape shape = varied(draw, 0).shape;
    return rows_of(&shape);
}

static uint64_t varied_of_12(struct draw *draw)
{
    return (uint64_t)varied(draw, 12).vary_count;
}

/* Three dimensions vary: the last of them is the last outer one. */
static uint64_t third_varied(struct draw *draw)
{
    struct problem problem = varied(draw, 12);
    return problem.vary_count == 3 ? problem.vary[2] : 0;
}

static uint64_t varied_of_list(struct draw *draw)
{
    struct problem problem = {.shape = {.form = SHAPE_LIST, .count = 3, .size = {5, 6, 7}}};
    draw_vary(draw, &problem);
    return 10 * (uint64_t)problem.shape.count + (uint64_t)problem.vary_count;
}

/* 10 times how many columns are kept, and the first. */
static uint64_t kept(struct draw *draw, int columns)
{
    struct op op = {.state = {.count = columns}};
    struct problem problem = {.op = &op};
    draw_keep(draw, &problem);
    return 10 * (uint64_t)problem.keep_count + problem.keep[0];
}

static uint64_t kept_of_1(struct draw *draw)
{
    return kept(draw, 1);
}

static uint64_t kept_of_2(struct draw *draw)
{
    return kept(draw, 2);
}

/* The dimensions are two in a third of the draws, three in two thirds of the others, four in the rest. */
static const struct share of_choices[] = {
    {"two dimensions", dimensions_of_12, 2, 2, 1. / 3},
    {"four dimensions", dimensions_of_12, 4, 4, 4. / 9},
    {"more than four dimensions", dimensions_of_12, 5, UINT64_MAX, 0},
    {"the length of a row", length_of_12, LENGTH, LENGTH, 1},
    {"more than 12 rows of 12", rows_of_12, 13, UINT64_MAX, 0},
    {"no row of 12", rows_of_12, 0, 0, 0},
    {"3 in the first dimension, of 12 rows", first_of_12, 3, 3, 2. / 3 / 4},
    {"12 in the first dimension, of 12 rows", first_of_12, 12, 12, 1. / 3 + 2. / 3 / 4},
    {"2 in the third dimension, of 3 or 4 in the second", third_of_12, 2, 2, 4. / 9 * 2 / 4 / 4},
    {"2 in the first dimension, of 2 rows", first_of_2, 2, 2, 1},
    {"rows of none", rows_of_none, 1, UINT64_MAX, 0},
    {"no dimension varies", varied_of_12, 0, 0, 1. / 3 / 3 + 2. / 9 / 9 + 4. / 9 / 27},
    {"three dimensions vary", varied_of_12, 3, 3, 4. / 9 * 8 / 27},
    {"more dimensions vary", varied_of_12, 4, UINT64_MAX, 0},
    {"the third dimension varies as the last", third_varied, 2, 2, 4. / 9 * 8 / 27},
    {"a list of three, params vary", varied_of_list, 31, 31, 2. / 3},
    {"a list of three, params do not vary", varied_of_list, 30, 30, 1. / 3},
    {"the one column of one", kept_of_1, 10, 10, 1},
    {"the first column of two", kept_of_2, 10, 10, 1. / 4},
    {"the second column of two", kept_of_2, 11, 11, 1. / 4},
    {"both columns of two", kept_of_2, 20, 20, 1. / 2},
};

static bool share_of_values_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_values[at], finding);
}

static bool share_of_layout_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_layouts[at], finding);
}

static bool share_of_schedule_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_schedules[at], finding);
}

static bool share_of_choices_is_right(size_t at, struct finding *finding)
{
    return share_is_right(&of_choices[at], finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(share_of_values_is_right, of_values, words),
                                         NAMED_ROWS(share_of_layout_is_right, of_layouts, words),
                                         NAMED_ROWS(share_of_schedule_is_right, of_schedules, words),
                                         NAMED_ROWS(share_of_choices_is_right, of_choices, words)};
UNIT(draw_parts_chances, tests);
