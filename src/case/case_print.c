/* SPDX-License-Identifier: MIT
 * The only printer of a case's line; it leaves out what the parser fills in by itself. */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "test_case.h"
#include "words.h"

/* A line that grows; length counts what does not fit, too. */
struct line {
    char *out;
    size_t room, length;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct line *line, const char *format, ...)
{
    size_t used = line->length < line->room ? line->length : line->room;
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(line->out + used, line->room - used, format, arguments);
    va_end(arguments);
    assert(added >= 0);
    line->length += (size_t)added;
}

/* before, then what the list has, with commas between */
static void add_named(struct line *line, const char *before, const struct named *pairs, int count)
{
    for (int i = 0; i < count; i++)
        add(line, "%s%s=%" PRId64, i ? "," : before, pairs[i].name, pairs[i].value);
}

static void add_numbers(struct line *line, const char *before, const char *between, const uint64_t *numbers,
                        int count)
{
    for (int i = 0; i < count; i++)
        add(line, "%s%" PRIu64, i ? between : before, numbers[i]);
}

static void add_op(struct line *line, const struct problem *problem)
{
    const struct op *op = problem->op;
    bool open = false;
    add(line, "%s", op->name);
    for (int a = 0; op->arg[a].name; a++) {
        if (problem->args[a] == op->arg[a].usual) continue;
        add(line, "%c%s=%" PRId64, open ? ',' : '(', op->arg[a].name, problem->args[a]);
        open = true;
    }
    if (open) add(line, ")");
}

static void add_keys(struct line *line, const struct shape *shape)
{
    add(line, "#%" PRIu64, shape->keys);
    add_numbers(line, ":", ",", shape->key, shape->key_count);
    if (!shape->has_dist) return;
    add(line, ":%s", key_dist_words[shape->dist]);
    if (shape->seed) add(line, ":%" PRIx64, shape->seed);
}

static void add_shape(struct line *line, const struct shape *shape)
{
    switch (shape->form) {
    case SHAPE_LIST:
        add_numbers(line, "[", ",", shape->size, shape->count);
        add(line, "]");
        return;
    case SHAPE_RAGGED:
        add_numbers(line, "rag:", "x", shape->size, 2);
        add(line, ":%s:%" PRIx64, key_dist_words[shape->dist], shape->seed); /* choices may hold any */
        return;
    case SHAPE_DIMS:
        break;
    }
    add_numbers(line, "", "x", shape->size, shape->count);
    if (shape->keys) add_keys(line, shape);
}

static void add_side(struct line *line, const char *before, struct side side)
{
    add(line, "%s%s", before, side_words[side.form]);
    if (side.skew) add(line, "+%" PRIu32, side.skew);
    if (side.gap) add(line, "~%" PRIu32, side.gap);
}

static void add_layout(struct line *line, const struct layout *layout)
{
    add_side(line, "", layout->input);
    if (layout->sides > 1) add_side(line, ">", layout->result);
    if (layout->sides > 2) add_side(line, ">", layout->mapout);
}

static void add_data(struct line *line, const struct data *data)
{
    add(line, "%s:", data_words[data->form]);
    if (data->form != DATA_LITERAL) add(line, "%" PRIx64, data->seed);
    for (int i = 0; i < data->count; i++)
        add(line, "%s%" PRIx64, i ? "," : "", data->literal[i]);
}

static void add_path(struct line *line, const struct schedule *schedule)
{
    unsigned length = path_length(schedule);
    add(line, length ? ":" : ":0");
    for (unsigned i = 0; i < length; i++)
        add(line, "%x", path_digit(schedule, i));
}

static void add_schedule(struct line *line, const struct schedule *schedule)
{
    if (schedule->form == SCHEDULE_NONE) return;
    add(line, "/sched:%s", schedule_words[schedule->form]);
    if (schedule->form == SCHEDULE_PATH)
        add_path(line, schedule);
    else if (schedule_has_seed(schedule->form))
        add(line, ":%" PRIx64, schedule->seed);
    add_numbers(line, "@", "@", schedule->change_point, schedule->change_points);
    add(line, ":%" PRIu64, schedule->resident);
}

static void add_problem(struct line *line, const struct problem *problem)
{
    add(line, "%s/", what_name(problem->what));
    add_op(line, problem);
    add(line, "/");
    add_shape(line, &problem->shape);
    add(line, "/");
    add_layout(line, &problem->layout);
    add(line, "/");
    add_data(line, &problem->data);
    if (problem->has_only) add(line, "/only:%" PRIu64 "-%" PRIu64, problem->only_from, problem->only_to);
    if (problem->has_init) add(line, "/init:%" PRIx64, problem->init_bits);
    add_numbers(line, "/vary:", ",", problem->vary, problem->vary_count);
    add_numbers(line, "/keep:", ",", problem->keep, problem->keep_count);
    add_named(line, "/with:", problem->with, problem->with_count);
    add_schedule(line, &problem->schedule);
    if (problem->model != MODEL_LENIENT) add(line, "/model:%s", model_words[problem->model]);
}

static void add_device(struct line *line, const struct device_name *device)
{
    if (device->kind == DEVICE_NONE) return;
    add(line, "@%s", device_kind_name(device->kind));
    if (device_is_gpu(device->kind)) add(line, ":%" PRIu32, device->index);
}

size_t case_print(const struct test_case *printed, char *out, size_t room)
{
    struct line line = {out, room, 0};
    add(&line, "%s.%s", printed->claim, printed->subject);
    add_named(&line, "{", printed->tuning.pair, printed->tuning.count);
    if (printed->tuning.count) add(&line, "}");
    add_device(&line, &printed->device);
    if (printed->has_problem) {
        add(&line, " ");
        add_problem(&line, &printed->problem);
    }
    return line.length;
}

size_t problem_print(const struct problem *printed, char *out, size_t room)
{
    struct line line = {out, room, 0};
    add_problem(&line, printed);
    return line.length;
}
