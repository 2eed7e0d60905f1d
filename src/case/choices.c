/* SPDX-License-Identifier: MIT
 * One walk over the fields of a case that either writes their slots or reads them: that makes the two
 * directions agree. */
#include "choices.h"

#include <assert.h>
#include <string.h>

/* A walk. Reading, `ok` becomes false at the first choice beyond its bound. */
struct walk {
    bool reading;
    bool ok;
    uint64_t *at; /* the next slot */
};

/* 0 and up, below bound (0: 2^64). */
static void slot_u64(struct walk *walk, uint64_t *field, uint64_t bound)
{
    if (walk->reading) {
        walk->ok = walk->ok && (bound == 0 || *walk->at < bound);
        *field = *walk->at;
    } else {
        *walk->at = *field;
    }
    walk->at++;
}

/* A small number that is `least` at its simplest. */
static void slot_int(struct walk *walk, int *field, int least, int most)
{
    uint64_t value = (uint64_t)(*field - least);
    slot_u64(walk, &value, (uint64_t)(most - least) + 1);
    if (walk->ok) *field = least + (int)value;
}

static void slot_u32(struct walk *walk, uint32_t *field)
{
    uint64_t value = *field;
    slot_u64(walk, &value, (uint64_t)UINT32_MAX + 1);
    *field = (uint32_t)value;
}

static void slot_bool(struct walk *walk, bool *field)
{
    uint64_t value = *field;
    slot_u64(walk, &value, 2);
    *field = value != 0;
}

/* 0, 1, 2, 3 ... stand for usual, +1, -1, +2 ... modulo 2^64. */
static void slot_around(struct walk *walk, int64_t *field, int64_t usual)
{
    uint64_t away = (uint64_t)*field - (uint64_t)usual;
    uint64_t value = away >> 63 ? (0 - away) * 2 : away ? away * 2 - 1 : 0;
    if (away == (uint64_t)1 << 63) value = UINT64_MAX;
    slot_u64(walk, &value, 0);
    if (!walk->reading) return;
    away = value % 2 ? value / 2 + 1 : 0 - value / 2;
    *field = (int64_t)((uint64_t)usual + away);
}

/* `room` slots; those past `count` stay 0. */
static void slot_list(struct walk *walk, uint64_t *fields, int count, int room)
{
    for (int i = 0; i < room; i++)
        slot_u64(walk, &fields[i], i < count ? 0 : 1);
}

static void slot_name(struct walk *walk, char *name)
{
    for (int word = 0; word < NAME_SLOTS; word++) {
        uint64_t value = 0;
        for (int i = 0; i < 8; i++)
            value = value << 8 | (unsigned char)name[8 * word + i];
        slot_u64(walk, &value, 0);
        for (int i = 0; i < 8; i++)
            name[8 * word + i] = (char)(unsigned char)(value >> (56 - 8 * i));
    }
}

static void walk_named(struct walk *walk, struct named *pairs, int *count)
{
    slot_int(walk, count, 0, MAX_NAMED);
    for (int i = 0; i < MAX_NAMED; i++)
        slot_around(walk, &pairs[i].value, 0);
    for (int i = 0; i < MAX_NAMED; i++)
        slot_name(walk, pairs[i].name);
}

/* Literals are simpler than data that is drawn: they say which items matter. */
static void walk_data(struct walk *walk, struct data *data)
{
    static const int ranks[] = {[DATA_UNIT] = 0, [DATA_LITERAL] = 1, [DATA_SMALL] = 2, [DATA_ANY] = 3,
                                [DATA_ONES] = 4, [DATA_POWERS] = 5,  [DATA_WILD] = 6};
    static const enum data_form forms[] = {DATA_UNIT, DATA_LITERAL, DATA_SMALL, DATA_ANY,
                                           DATA_ONES, DATA_POWERS,  DATA_WILD};
    int rank = ranks[data->form];
    slot_int(walk, &rank, 0, 6);
    data->form = forms[rank];
    slot_u64(walk, &data->seed, 0);
    slot_int(walk, &data->count, 0, MAX_LITERALS);
    slot_list(walk, data->literal, data->count, MAX_LITERALS);
}

static void walk_shape(struct walk *walk, struct shape *shape)
{
    int form = (int)shape->form, dist = (int)shape->dist;
    slot_int(walk, &form, SHAPE_DIMS, SHAPE_RAGGED);
    slot_int(walk, &shape->count, 1, MAX_LIST);
    slot_u64(walk, &shape->keys, 0);
    slot_bool(walk, &shape->has_dist);
    slot_int(walk, &dist, DIST_UNIFORM, DIST_RUNS);
    slot_int(walk, &shape->key_count, 0, MAX_LIST);
    slot_list(walk, shape->key, shape->key_count, MAX_LIST);
    slot_u64(walk, &shape->seed, 0);
    slot_list(walk, shape->size, shape->count, MAX_LIST);
    shape->form = (enum shape_form)form;
    shape->dist = (enum dist)dist;
}

static void walk_side(struct walk *walk, struct side *side)
{
    int form = (int)side->form;
    slot_int(walk, &form, SIDE_SOA, SIDE_COLS);
    slot_u32(walk, &side->skew);
    slot_u32(walk, &side->gap);
    side->form = (enum side_form)form;
}

static void walk_only(struct walk *walk, struct problem *problem)
{
    uint64_t length = problem->only_to - problem->only_from;
    slot_bool(walk, &problem->has_only);
    slot_u64(walk, &problem->only_from, 0);
    slot_u64(walk, &length, 0);
    problem->only_to = problem->only_from + length;
}

static void walk_schedule(struct walk *walk, struct schedule *schedule)
{
    int form = (int)schedule->form;
    slot_int(walk, &form, SCHEDULE_NONE, SCHEDULE_HSA);
    slot_u64(walk, &schedule->seed, 0);
    slot_int(walk, &schedule->change_points, 0, MAX_NAMED);
    slot_list(walk, schedule->change_point, schedule->change_points, MAX_NAMED);
    slot_list(walk, schedule->path, form == SCHEDULE_PATH ? PATH_WORDS : 0, PATH_WORDS);
    slot_u64(walk, &schedule->resident, 0);
    schedule->form = (enum schedule_form)form;
}

static void walk_model(struct walk *walk, enum memory_model *field)
{
    int model = (int)*field;
    slot_int(walk, &model, MODEL_LENIENT, MODEL_FORMAL);
    *field = (enum memory_model)model;
}

static void walk_problem(struct walk *walk, struct problem *problem)
{
    struct layout *layout = &problem->layout;
    walk_data(walk, &problem->data);
    walk_shape(walk, &problem->shape);
    for (int a = 0; a < MAX_ARGS; a++)
        slot_around(walk, &problem->args[a], problem->op->arg[a].usual);
    slot_int(walk, &layout->sides, 1, 3);
    walk_side(walk, &layout->input);
    walk_side(walk, &layout->result);
    walk_side(walk, &layout->mapout);
    walk_only(walk, problem);
    slot_bool(walk, &problem->has_init);
    slot_u64(walk, &problem->init_bits, 0);
    slot_int(walk, &problem->vary_count, 0, MAX_NAMED);
    slot_list(walk, problem->vary, problem->vary_count, MAX_NAMED);
    slot_int(walk, &problem->keep_count, 0, MAX_NAMED);
    slot_list(walk, problem->keep, problem->keep_count, MAX_NAMED);
    walk_named(walk, problem->with, &problem->with_count);
    walk_model(walk, &problem->model);
    walk_schedule(walk, &problem->schedule);
}

static void walk_case(struct walk *walk, struct test_case *walked)
{
    walk_named(walk, walked->tuning.pair, &walked->tuning.count);
    if (walked->has_problem) walk_problem(walk, &walked->problem);
}

bool choices_is_name(size_t slot)
{
    const size_t names = 1 + MAX_NAMED; /* behind the count and the values */
    return (slot >= SLOT_TUNING + names && slot < SLOT_TUNING + NAMED_SLOTS) ||
           (slot >= SLOT_WITH + names && slot < SLOT_WITH + NAMED_SLOTS);
}

void choices_from_case(const struct test_case *from, struct choices *choices)
{
    struct test_case copy;
    memcpy(&copy, from, sizeof copy);
    memset(choices, 0, sizeof *choices);
    struct walk walk = {false, true, choices->at};
    walk_case(&walk, &copy);
    assert(walk.at <= choices->at + MAX_CHOICES);
    for (choices->count = MAX_CHOICES; choices->count > 0; choices->count--)
        if (choices->at[choices->count - 1] != 0) break;
}

bool choices_decode(const struct test_case *kind, const struct choices *choices, struct test_case *made)
{
    struct choices copy;
    struct test_case decoded;
    memcpy(&copy, choices, sizeof copy);
    memcpy(&decoded, kind, sizeof decoded);
    struct walk walk = {true, true, copy.at};
    walk_case(&walk, &decoded);
    memcpy(made, &decoded, sizeof decoded);
    for (; walk.at < copy.at + MAX_CHOICES; walk.at++)
        walk.ok = walk.ok && *walk.at == 0;
    return walk.ok;
}

bool case_is_sound(const struct test_case *judged)
{
    char line[MAX_LINE];
    struct test_case parsed;
    return case_print(judged, line, sizeof line) < sizeof line && case_parse(line, &parsed, NULL) &&
           memcmp(&parsed, judged, sizeof parsed) == 0;
}

bool case_from_choices(const struct test_case *kind, const struct choices *choices, struct test_case *made)
{
    return choices_decode(kind, choices, made) && case_is_sound(made);
}

/* Of a case that is sound: the line of a shape with more items than 63 bits count is refused. */
static uint64_t all_items(const struct test_case *of)
{
    uint64_t items = 0;
    if (of->has_problem) shape_items(&of->problem.shape, &items);
    return items;
}

uint64_t case_live_items(const struct test_case *of)
{
    const struct problem *problem = &of->problem;
    if (of->has_problem && problem->has_only) return problem->only_to - problem->only_from;
    return all_items(of);
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int case_compare(const struct test_case *a, const struct test_case *b)
{
    struct choices of_a, of_b;
    int order = compare(case_live_items(a), case_live_items(b));
    if (order == 0) order = compare(all_items(a), all_items(b));
    if (order != 0) return order;
    choices_from_case(a, &of_a);
    choices_from_case(b, &of_b);
    order = compare(of_a.count, of_b.count);
    for (size_t i = 0; order == 0 && i < of_a.count; i++)
        order = compare(of_a.at[i], of_b.at[i]);
    return order;
}
