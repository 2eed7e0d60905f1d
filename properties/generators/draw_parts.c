/* SPDX-License-Identifier: MIT
 * Draws what every problem has beside its shape: arguments, data, layout, options, a schedule. */
#include "draw_parts.h"

#include <string.h>

void set_name(char to[MAX_NAME], const char *from)
{
    memset(to, 0, MAX_NAME);
    memcpy(to, from, strnlen(from, MAX_NAME - 1));
}

void begin_case(const struct target *target, struct test_case *drawn)
{
    memset(drawn, 0, sizeof *drawn);
    set_name(drawn->claim, target->property->name);
    set_name(drawn->subject, target->subject[0] ? target->subject : "suite");
    drawn->device = target->device;
    if (target->property->on_host) drawn->device = (struct device_name){DEVICE_HOST, 0};
}

void draw_args(struct draw *draw, const struct op *op, int64_t args[MAX_ARGS])
{
    for (int i = 0; op->arg[i].name; i++) {
        const struct op_arg *arg = &op->arg[i];
        args[i] = arg->usual;
        if (draw_chance(draw, 1, 4)) args[i] = draw_signed(draw, arg->least, arg->usual, arg->most);
        if (draw_chance(draw, 1, 8)) args[i] = draw_chance(draw, 1, 2) ? arg->most : arg->least;
    }
}

void draw_data(struct draw *draw, struct data *data, uint64_t items)
{
    static const unsigned weight[] = {1, 3, 11, 1};
    data->form = (enum data_form)draw_weighted(draw, weight, 4);
    if (data->form != DATA_LITERAL) {
        data->seed = draw_bits(draw, 16);
        return;
    }
    data->count = (int)draw_between(draw, 1, items > 0 && items < 8 ? items : 8);
    for (int i = 0; i < data->count; i++)
        data->literal[i] = draw_size(draw, UINT64_MAX);
}

void draw_numbers(struct draw *draw, const struct strategy *strategy, const struct op *op, struct data *data,
                  uint64_t items)
{
    if (!op_adds_items(op)) return;
    int digits = op_digits(op);
    uint64_t long_sum = digits < 24 ? (uint64_t)1 << (digits - 4) : LONG_SUM;
    uint64_t most_unstated = digits < 24 ? (uint64_t)1 << digits / 2 : MOST_UNSTATED;
    bool is_long = items > long_sum, drawn = draw_chance(draw, is_long ? 3 : 1, 4);
    if (data->form == DATA_ANY && data->seed % 8 == 5 && !op->emits) data->form = DATA_WILD;
    if (strategy->finite && data_has_nonfinite(data)) data_next_seed(data, true);
    if (!drawn && (strategy->depth || items <= most_unstated)) return;
    /* Of a long row ones alone are among any thousand items. */
    enum data_form form = draw_chance(draw, 1, is_long ? 4 : 2) ? DATA_POWERS : DATA_ONES;
    *data = (struct data){.form = form, .seed = draw_bits(draw, 16)};
}

void draw_only(struct draw *draw, struct problem *problem, uint64_t items)
{
    if (!problem->op->has_neutral || items == 0 || !draw_chance(draw, 1, 8)) return;
    problem->has_only = true;
    problem->only_from = draw_below(draw, items);
    problem->only_to = draw_between(draw, problem->only_from, items);
}

static struct side draw_side(struct draw *draw, bool input, bool odd)
{
    static const unsigned weight[] = {9, 4, 4, 1};
    struct side side = {.form = (enum side_form)draw_weighted(draw, weight, input ? 4 : 3)};
    unsigned seldom = odd ? 2 : 4;
    bool far = odd || draw_chance(draw, 1, 2); /* of elements of a byte 16 lie between two boundaries */
    if (draw_chance(draw, 1, seldom)) side.skew = (uint32_t)draw_between(draw, 1, far ? 17 : 5);
    if (draw_chance(draw, 1, 2 * seldom)) side.gap = (uint32_t)draw_between(draw, 1, 3);
    return side;
}

static bool side_is_plain(struct side side)
{
    return side.form == SIDE_SOA && side.skew == 0 && side.gap == 0;
}

void count_sides(struct layout *layout)
{
    layout->sides = !side_is_plain(layout->mapout) ? 3 : !side_is_plain(layout->result) ? 2 : 1;
}

void draw_layout(struct draw *draw, const struct op *op, struct layout *layout, bool odd)
{
    layout->input = draw_side(draw, true, odd);
    layout->result = draw_side(draw, false, odd);
    if (op->emits) layout->mapout = draw_side(draw, false, odd);
    bool agree = tuples_agree(&op->input, &op->mapout) && layout->input.form != SIDE_ONE;
    if (agree && draw_chance(draw, 1, 8)) layout->mapout = (struct side){.form = SIDE_IN};
    count_sides(layout);
}

void lay_over_input(struct layout *layout)
{
    if (layout->input.form == SIDE_ONE) layout->input.form = SIDE_SOA;
    if (layout->mapout.form == SIDE_IN) layout->mapout.form = SIDE_SOA; /* there is room for one */
    layout->result = (struct side){.form = SIDE_IN};
    count_sides(layout);
}

bool is_hardware(const struct fixture *fixture)
{
    return !device_is_simulated(fixture->name.kind);
}

void draw_schedule(struct draw *draw, const struct fixture *fixture, bool unusual, struct schedule *schedule)
{
    static const unsigned weight[] = {6, 1, 3, 2, 1}, unusual_weight[] = {1, 1, 3, 5, 3};
    static const uint64_t resident[] = {4, 1, 2, 3, 8, 16};
    if (is_hardware(fixture)) return;
    schedule->form = (enum schedule_form)draw_weighted(draw, unusual ? unusual_weight : weight, 5);
    if (schedule->form == SCHEDULE_NONE) return;
    schedule->resident = resident[draw_below(draw, sizeof resident / sizeof resident[0])];
    if (schedule->form == SCHEDULE_FIFO) return;
    schedule->seed = draw_bits(draw, 16);
    if (schedule->form == SCHEDULE_PCT) schedule->change_points = (int)draw_between(draw, 0, 3);
    for (int i = 0; i < schedule->change_points; i++)
        schedule->change_point[i] = 1 + draw_size(draw, 4095);
}

void draw_vary(struct draw *draw, struct problem *problem)
{
    struct shape *shape = &problem->shape;
    while (shape->form == SHAPE_DIMS && shape->count > 1 && shape->count < 4 && draw_chance(draw, 2, 3)) {
        uint64_t *rows = &shape->size[shape->count - 2], inner = draw_between(draw, 1, 4);
        shape->size[shape->count] = shape->size[shape->count - 1];
        shape->size[shape->count++ - 1] = inner = inner < *rows ? inner : 1;
        *rows /= inner;
    }
    uint64_t outer = shape->form == SHAPE_DIMS ? (uint64_t)shape->count - 1 : 1;
    for (uint64_t d = 0; d < outer; d++)
        if (draw_chance(draw, 2, 3)) problem->vary[problem->vary_count++] = d;
}

void draw_keep(struct draw *draw, struct problem *problem)
{
    uint64_t columns = (uint64_t)problem->op->state.count, sure = draw_below(draw, columns);
    for (uint64_t c = 0; c < columns; c++)
        if (c == sure || draw_chance(draw, 1, 2)) problem->keep[problem->keep_count++] = c;
}

void set_with(struct problem *problem, const char *name, uint64_t value)
{
    struct named *with = &problem->with[problem->with_count++];
    set_name(with->name, name);
    with->value = (int64_t)value;
}
