/* SPDX-License-Identifier: MIT
 * The passes of the shrinker. Each proposes candidates; one that is simpler than the best case so far and
 * fails becomes the best. Some passes know what the fields mean (rows, windows, data), the others see numbers
 * in slots. */
#include "shrink.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_SLOTS = 1 << 15, SEEDS_TRIED = 16, SWEPT = 256 };

struct search {
    struct shrink *shrink;
    struct test_case best;
    uint64_t steps; /* how often best was replaced */
    /* Hashes of the candidates that did not fail, in an open table; full, it forgets the newest. */
    uint64_t seen[SEEN_SLOTS];
    size_t seen_count;
};

/* ---- candidates ------------------------------------------------------------------------------------------ */

static uint64_t hash_of(const struct test_case *candidate)
{
    struct choices choices;
    choices_from_case(candidate, &choices);
    uint64_t hash = choices.count;
    for (size_t i = 0; i < choices.count; i++)
        hash = splitmix64(hash + choices.at[i] + 0x9e3779b97f4a7c15U);
    return hash | 1;
}

/* Whether a candidate was met before; it counts as met from now on. */
static bool was_seen(struct search *search, const struct test_case *candidate)
{
    uint64_t hash = hash_of(candidate);
    size_t at = hash % SEEN_SLOTS;
    for (; search->seen[at]; at = (at + 1) % SEEN_SLOTS)
        if (search->seen[at] == hash) return true;
    if (search->seen_count < SEEN_SLOTS / 2) {
        search->seen[at] = hash;
        search->seen_count++;
    }
    return false;
}

/* Brings `only`, `vary` and listed keys back into a shape that became smaller. */
static void fit_to_shape(struct problem *problem)
{
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    if (problem->only_to > items) problem->only_to = items;
    if (problem->only_from > problem->only_to) problem->only_from = problem->only_to;
    while (problem->shape.key_count > 1 && (uint64_t)problem->shape.key_count > items)
        problem->shape.key[--problem->shape.key_count] = 0;
    uint64_t outer = problem->shape.form == SHAPE_DIMS ? (uint64_t)problem->shape.count - 1 : 1;
    while (problem->vary_count > 0 && problem->vary[problem->vary_count - 1] >= outer)
        problem->vary[--problem->vary_count] = 0;
}

/* Whether the candidate became the best. */
static bool try_case(struct search *search, struct test_case *candidate)
{
    struct shrink *shrink = search->shrink;
    if (shrink->runs >= shrink->budget) return false;
    if (candidate->has_problem) fit_to_shape(&candidate->problem);
    if (case_compare(candidate, &search->best) >= 0 || !case_is_sound(candidate)) return false;
    if (was_seen(search, candidate)) return false;
    shrink->runs++;
    if (!shrink->fails(shrink->context, candidate)) return false;
    memcpy(&search->best, candidate, sizeof *candidate);
    search->steps++;
    return true;
}

/* A copy of the best case to make a candidate of. */
static struct problem *begin(const struct search *search, struct test_case *candidate)
{
    memcpy(candidate, &search->best, sizeof *candidate);
    return &candidate->problem;
}

static bool try_choices(struct search *search, const struct choices *choices)
{
    struct test_case candidate;
    return choices_decode(&search->best, choices, &candidate) && try_case(search, &candidate);
}

static struct choices choices_of_best(const struct search *search)
{
    struct choices choices;
    choices_from_case(&search->best, &choices);
    return choices;
}

static uint64_t slot_value(const struct search *search, size_t slot)
{
    assert(slot < MAX_CHOICES);
    return choices_of_best(search).at[slot];
}

static bool try_slot(struct search *search, size_t slot, uint64_t value)
{
    struct choices choices = choices_of_best(search);
    choices.at[slot] = value;
    return try_choices(search, &choices);
}

static bool try_zeros(struct search *search, size_t slot, size_t count)
{
    struct choices choices = choices_of_best(search);
    memset(choices.at + slot, 0, count * sizeof *choices.at);
    return try_choices(search, &choices);
}

/* Takes one number out of a list. */
static void drop_one(uint64_t *list, int *count, int at)
{
    for (int i = at; i + 1 < *count; i++)
        list[i] = list[i + 1];
    list[--*count] = 0;
}

/* ---- tuning, options and layout, as groups --------------------------------------------------------------- */

static void lower_tuning(struct search *search)
{
    struct shrink *shrink = search->shrink;
    struct test_case candidate;
    if (!shrink->next_tuning) return;
    for (unsigned i = 0;; i++) {
        struct tuning tuning = {0};
        if (!shrink->next_tuning(shrink->context, &search->best, i, &tuning)) return;
        begin(search, &candidate);
        memset(&candidate.tuning, 0, sizeof tuning);
        candidate.tuning.count = tuning.count;
        for (int p = 0; p < tuning.count; p++) {
            strcpy(candidate.tuning.pair[p].name, tuning.pair[p].name);
            candidate.tuning.pair[p].value = tuning.pair[p].value;
        }
        if (try_case(search, &candidate)) return;
    }
}

static void drop_options(struct search *search)
{
    static const struct {
        size_t at, count;
    } groups[] = {
        {SLOT_ARGS, MAX_CHOICES - SLOT_ARGS}, /* all at once */
        {SLOT_MODEL, 1},
        {SLOT_SCHEDULE, MAX_CHOICES - SLOT_SCHEDULE},
        {SLOT_WITH, NAMED_SLOTS},
        {SLOT_KEEP, SLOT_WITH - SLOT_KEEP},
        {SLOT_VARY, SLOT_KEEP - SLOT_VARY},
        {SLOT_INIT, SLOT_VARY - SLOT_INIT},
        {SLOT_ONLY, SLOT_INIT - SLOT_ONLY},
        {SLOT_LAYOUT, SLOT_ONLY - SLOT_LAYOUT},
        {SLOT_ARGS, SLOT_LAYOUT - SLOT_ARGS},
    };
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        try_zeros(search, groups[g].at, groups[g].count);
}

static void drop_with(struct search *search)
{
    struct test_case candidate;
    for (int i = search->best.problem.with_count - 1; i >= 0; i--) {
        struct problem *problem = begin(search, &candidate);
        int last = --problem->with_count;
        memmove(&problem->with[i], &problem->with[i + 1], (size_t)(last - i) * sizeof *problem->with);
        memset(&problem->with[last], 0, sizeof *problem->with);
        try_case(search, &candidate);
    }
}

static bool try_schedule(struct search *search, enum schedule_form form, uint64_t seed, uint64_t resident)
{
    struct test_case candidate;
    struct schedule *schedule = &begin(search, &candidate)->schedule;
    memset(schedule, 0, sizeof *schedule);
    schedule->form = form;
    schedule->seed = seed;
    schedule->resident = resident;
    return try_case(search, &candidate);
}

/* A digit of a path after the other becomes 0, the last ones first. */
static void lower_path(struct search *search)
{
    struct test_case candidate;
    for (unsigned i = PATH_DIGITS; i-- > 0;) {
        if (path_digit(&search->best.problem.schedule, i) == 0) continue;
        path_put(&begin(search, &candidate)->schedule, i, 0);
        try_case(search, &candidate);
    }
}

/* Fifo with another number of blocks, then uniform, with the first seeds, and weak; pct loses its change points one by
 * one. */
static void lower_schedule(struct search *search)
{
    const struct schedule best = search->best.problem.schedule;
    struct test_case candidate;
    if (best.form <= SCHEDULE_FIFO || try_schedule(search, SCHEDULE_FIFO, 0, best.resident)) return;
    if (best.form == SCHEDULE_EVERY) return;
    if (best.form == SCHEDULE_PATH) {
        lower_path(search);
        return;
    }
    for (uint64_t seed = 0; seed < SEEDS_TRIED; seed++)
        if (try_schedule(search, SCHEDULE_UNIFORM, seed, 1) ||
            try_schedule(search, SCHEDULE_UNIFORM, seed, best.resident))
            return;
    for (uint64_t seed = 0; best.form == SCHEDULE_WEAK && seed < SEEDS_TRIED; seed++)
        if (try_schedule(search, SCHEDULE_WEAK, seed, best.resident)) return;
    for (int i = best.change_points - 1; i >= 0; i--) {
        struct schedule *schedule = &begin(search, &candidate)->schedule;
        drop_one(schedule->change_point, &schedule->change_points, i);
        try_case(search, &candidate);
    }
}

/* Outputs that are not written are soa; each side alone becomes soa, too. */
static void lower_layout(struct search *search)
{
    struct test_case candidate;
    for (int sides = 1; sides < search->best.problem.layout.sides; sides++) {
        struct layout *layout = &begin(search, &candidate)->layout;
        layout->sides = sides;
        memset(&layout->mapout, 0, sizeof layout->mapout);
        if (sides == 1) memset(&layout->result, 0, sizeof layout->result);
        if (try_case(search, &candidate)) return;
    }
    for (size_t side = 0; side < 3; side++)
        try_zeros(search, SLOT_LAYOUT + 1 + 3 * side, 3);
}

/* Takes `by` numbers from the front of a list, or all but one. */
static void drop_front(uint64_t *list, int *count, uint64_t by)
{
    if (*count == 0) return;
    int gone = by < (uint64_t)*count ? (int)by : *count - 1;
    *count -= gone;
    memmove(list, list + gone, (size_t)*count * sizeof *list);
    memset(list + *count, 0, (size_t)gone * sizeof *list);
}

/* Moves `only`, the literals and listed keys by that many items to the left. */
static void move_left(struct problem *problem, uint64_t by)
{
    struct data *data = &problem->data;
    problem->only_from = problem->only_from > by ? problem->only_from - by : 0;
    problem->only_to = problem->only_to > by ? problem->only_to - by : 0;
    drop_front(data->literal, &data->count, by);
    drop_front(problem->shape.key, &problem->shape.key_count, by);
}

/* ---- shape ----------------------------------------------------------------------------------------------- */

/* One row of `items`, with the keys that the shape has. */
static struct shape flat_shape(const struct shape *of, uint64_t items)
{
    struct shape flat;
    memset(&flat, 0, sizeof flat);
    if (of->keys) memcpy(&flat, of, sizeof flat);
    memset(flat.size, 0, sizeof flat.size);
    flat.form = SHAPE_DIMS;
    flat.count = 1;
    flat.size[0] = items;
    return flat;
}

/* One flat row, whose items are those of `row` before. */
static bool try_single_row(struct search *search, uint64_t row)
{
    struct test_case candidate;
    struct problem *problem = begin(search, &candidate);
    uint64_t length = shape_row_length(&problem->shape, row), first = shape_row_first(&problem->shape, row);
    problem->shape = flat_shape(&problem->shape, length);
    move_left(problem, first);
    return try_case(search, &candidate);
}

/* The last row that begins at an item or before it. */
static uint64_t row_of(const struct shape *shape, uint64_t rows, uint64_t item)
{
    uint64_t low = 0, high = rows;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (shape_row_first(shape, middle) <= item)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void flatten(struct search *search)
{
    const struct shape *shape = &search->best.problem.shape;
    uint64_t rows, items;
    shape_rows(shape, &rows);
    shape_items(shape, &items);
    if (rows == 0) return;
    if (try_single_row(search, row_of(shape, rows, search->best.problem.only_from))) return;
    if (try_single_row(search, 0) || try_single_row(search, rows - 1)) return;
    struct test_case candidate;
    struct problem *problem = begin(search, &candidate);
    problem->shape = flat_shape(&problem->shape, items);
    try_case(search, &candidate);
}

/* Ragged rows become a list, or rows of their mean; a list of equal rows becomes dimensions. */
static void lower_shape_form(struct search *search)
{
    struct test_case candidate;
    const struct shape *from = &search->best.problem.shape;
    struct shape *shape = &begin(search, &candidate)->shape;
    if (from->form == SHAPE_DIMS) return;
    uint64_t rows;
    shape_rows(from, &rows);
    memset(shape, 0, sizeof *shape);
    shape->form = SHAPE_DIMS;
    shape->count = 2;
    shape->size[0] = rows;
    shape->size[1] = from->form == SHAPE_RAGGED ? from->size[1] : from->size[0];
    if (try_case(search, &candidate) || from->form == SHAPE_LIST || rows == 0 || rows > MAX_LIST) return;
    memset(shape, 0, sizeof *shape);
    shape->form = SHAPE_LIST;
    shape->count = (int)rows;
    for (uint64_t row = 0; row < rows; row++)
        shape->size[row] = shape_row_length(from, row);
    try_case(search, &candidate);
}

/* Without rows [at, at + count) of a list; `only` moves with the items behind them. */
static bool try_without_rows(struct search *search, int at, int count)
{
    struct test_case candidate;
    struct problem *problem = begin(search, &candidate);
    struct shape *shape = &problem->shape;
    uint64_t first = shape_row_first(shape, (uint64_t)at), gone = 0;
    for (int row = at; row < at + count; row++)
        gone += shape->size[row];
    shape->count -= count;
    memmove(&shape->size[at], &shape->size[at + count], (size_t)(shape->count - at) * sizeof *shape->size);
    memset(&shape->size[shape->count], 0, (size_t)count * sizeof *shape->size);
    if (try_case(search, &candidate)) return true;
    if (!problem->has_only || search->best.problem.only_from < first + gone) return false;
    problem->only_from = search->best.problem.only_from;
    problem->only_to = search->best.problem.only_to;
    move_left(problem, gone);
    return try_case(search, &candidate);
}

static void drop_rows(struct search *search)
{
    const struct shape *shape = &search->best.problem.shape;
    if (shape->form != SHAPE_LIST) return;
    for (int chunk = shape->count / 2; chunk > 0; chunk /= 2)
        for (int at = shape->count - chunk; at >= 0; at--)
            if (at + chunk <= shape->count && shape->count > chunk) try_without_rows(search, at, chunk);
}

static void drop_dimensions(struct search *search)
{
    struct test_case candidate;
    const struct shape *best = &search->best.problem.shape;
    for (int d = 0; best->form == SHAPE_DIMS && best->count > 1 && d < best->count; d++) {
        struct shape *shape = &begin(search, &candidate)->shape;
        drop_one(shape->size, &shape->count, d);
        try_case(search, &candidate);
    }
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void sort_sizes(struct search *search)
{
    struct test_case candidate;
    struct shape *shape = &begin(search, &candidate)->shape;
    if (shape->form == SHAPE_RAGGED) return;
    qsort(shape->size, (size_t)shape->count, sizeof *shape->size, by_value);
    try_case(search, &candidate);
}

static void lower_shape(struct search *search)
{
    flatten(search);
    lower_shape_form(search);
    drop_rows(search);
    drop_dimensions(search);
    sort_sizes(search);
}

/* ---- keys ------------------------------------------------------------------------------------------------ */

/* The keys of few items one by one. */
static void list_keys(struct search *search)
{
    struct test_case candidate;
    struct shape *shape = &begin(search, &candidate)->shape;
    const struct shape *best = &search->best.problem.shape;
    uint64_t items = 0;
    shape_items(best, &items);
    if (!best->has_dist || items == 0 || items > MAX_LIST) return;
    shape->has_dist = false;
    shape->dist = DIST_UNIFORM;
    shape->seed = 0;
    shape->key_count = (int)items;
    for (uint64_t i = 0; i < items; i++)
        shape->key[i] = shape_key(best, i);
    try_case(search, &candidate);
}

/* The keys that are there take the least numbers, in the order of their numbers before. */
static void renumber_keys(struct search *search)
{
    struct test_case candidate;
    struct shape *shape = &begin(search, &candidate)->shape;
    const struct shape *best = &search->best.problem.shape;
    shape->keys = 0;
    for (int i = 0; i < best->key_count; i++) {
        uint64_t below = 0;
        for (int j = 0; j < best->key_count; j++) {
            bool first = true; /* of its key */
            for (int k = 0; k < j; k++)
                first = first && best->key[k] != best->key[j];
            below += first && best->key[j] < best->key[i];
        }
        shape->key[i] = below;
        if (shape->keys <= below) shape->keys = below + 1;
    }
    try_case(search, &candidate);
}

/* Without one item, its key and its literal. */
static void drop_keyed_items(struct search *search)
{
    struct test_case candidate;
    const struct shape *best = &search->best.problem.shape;
    for (int i = best->key_count - 1; i >= 0 && best->key_count > 1 && best->count == 1; i--) {
        if (i >= best->key_count) continue;
        struct problem *problem = begin(search, &candidate);
        struct shape *shape = &problem->shape;
        struct data *data = &problem->data;
        drop_one(shape->key, &shape->key_count, i);
        if (shape->size[0]) shape->size[0]--;
        if (i < data->count && data->count > 1) drop_one(data->literal, &data->count, i);
        try_case(search, &candidate);
    }
}

static void lower_keys(struct search *search)
{
    const struct shape *best = &search->best.problem.shape;
    if (!best->keys) return;
    try_zeros(search, SLOT_KEYS + 1, SLOT_SIZES - SLOT_KEYS - 1); /* keys that take turns */
    list_keys(search);
    if (!best->key_count) return;
    drop_keyed_items(search);
    renumber_keys(search);
}

/* A row that is that many items shorter, at its end or before `only`, under one of the first seeds. */
static bool try_shorter_and_seed(struct search *search, uint64_t by)
{
    struct test_case candidate;
    for (uint64_t seed = 0; seed < 2 * SEEDS_TRIED; seed++) {
        struct problem *problem = begin(search, &candidate);
        problem->shape.size[problem->shape.count - 1] -= by;
        problem->schedule.seed = seed / 2;
        if (seed % 2) move_left(problem, by);
        if (try_case(search, &candidate)) return true;
    }
    return false;
}

/* In a shorter row other lanes meet, and the seed that showed the failure may not show it any more. */
static void lower_length_and_seed(struct search *search)
{
    const struct problem *best = &search->best.problem;
    if (!schedule_has_seed(best->schedule.form) || best->shape.form != SHAPE_DIMS) return;
    const uint64_t *length = &best->shape.size[best->shape.count - 1]; /* it stays there: best is one place */
    for (uint64_t step = *length; step > 0; step /= 2)
        while (step <= *length && try_shorter_and_seed(search, step))
            continue;
}

/* ---- only ------------------------------------------------------------------------------------------------ */

static bool try_window(struct search *search, uint64_t from, uint64_t to)
{
    struct test_case candidate;
    struct problem *problem = begin(search, &candidate);
    problem->has_only = true;
    problem->only_from = from;
    problem->only_to = to;
    return try_case(search, &candidate);
}

static void window_of(const struct search *search, uint64_t *from, uint64_t *to)
{
    const struct problem *problem = &search->best.problem;
    *from = problem->has_only ? problem->only_from : 0;
    *to = problem->only_to;
    if (!problem->has_only) shape_items(&problem->shape, to);
}

/* Moves one end towards the other as far as the case still fails, by halving the step. */
static void narrow(struct search *search, bool move_end)
{
    uint64_t from, to;
    window_of(search, &from, &to);
    for (uint64_t step = to - from; step > 0; step /= 2) {
        for (;;) {
            window_of(search, &from, &to);
            if (step > to - from) break;
            if (!try_window(search, move_end ? from : from + step, move_end ? to - step : to)) break;
        }
    }
}

static void lower_window(struct search *search)
{
    const struct op *op = search->best.problem.op;
    uint64_t from, to;
    if (!op || !op->has_neutral) return;
    if (try_window(search, 0, 0)) return;
    narrow(search, true);
    narrow(search, false);
    window_of(search, &from, &to);
    if (to - from > 1 && !try_window(search, from, from + 1)) try_window(search, to - 1, to);
}

/* ---- data ------------------------------------------------------------------------------------------------ */

static bool try_data(struct search *search, enum data_form form, uint64_t seed)
{
    struct test_case candidate;
    struct data *data = &begin(search, &candidate)->data;
    memset(data, 0, sizeof *data);
    data->form = form;
    data->seed = seed;
    return try_case(search, &candidate);
}

/* The same items bit by bit, where the last live one is among the first MAX_LITERALS. */
static bool try_literals(struct search *search)
{
    uint64_t from, to;
    struct test_case candidate;
    struct data *data = &begin(search, &candidate)->data;
    const struct data *best = &search->best.problem.data;
    window_of(search, &from, &to);
    if (best->form == DATA_LITERAL || to == 0 || to > MAX_LITERALS) return false;
    memset(data, 0, sizeof *data);
    data->form = DATA_LITERAL;
    data->count = (int)to;
    for (uint64_t i = from; i < to; i++)
        data->literal[i] = data_bits(best, i);
    return try_case(search, &candidate);
}

static void drop_literals(struct search *search)
{
    struct test_case candidate;
    const struct data *best = &search->best.problem.data;
    for (int at = best->count - 1; at >= 0 && best->count > 1; at--) {
        struct data *data = &begin(search, &candidate)->data;
        drop_one(data->literal, &data->count, at);
        try_case(search, &candidate);
    }
}

static void lower_data(struct search *search)
{
    const struct data *best = &search->best.problem.data;
    if (try_data(search, DATA_UNIT, 0)) return;
    drop_literals(search);
    if (best->form == DATA_POWERS) try_data(search, DATA_ONES, best->seed);
    if (best->form == DATA_WILD) try_data(search, DATA_ANY, best->seed);
    if (try_literals(search) || best->form == DATA_LITERAL) return;
    try_data(search, DATA_SMALL, best->seed);
    for (uint64_t seed = 0; seed < SEEDS_TRIED; seed++)
        if (try_data(search, DATA_SMALL, seed)) return;
}

/* ---- numbers --------------------------------------------------------------------------------------------- */

static bool is_seed(size_t slot)
{
    return slot == SLOT_DATA + 1 || slot == SLOT_SHAPE_SEED || slot == SLOT_SCHEDULE + 1;
}

/* By halves: right where every larger number fails, too. Then by powers of two, largest first: that keeps a
 * remainder, which is what failures at a tile's edge depend on. */
static void lower_number(struct search *search, size_t slot)
{
    uint64_t high = slot_value(search, slot), low = 0;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (try_slot(search, slot, middle))
            high = middle;
        else
            low = middle;
    }
    for (uint64_t step = (uint64_t)1 << 63; step > 0; step /= 2)
        while (slot_value(search, slot) >= step && try_slot(search, slot, slot_value(search, slot) - step))
            continue;
}

/* No order among seeds means anything: only small and short ones are worth a try. */
static void lower_seed(struct search *search, size_t slot)
{
    for (uint64_t seed = 1; seed < SEEDS_TRIED; seed++)
        if (try_slot(search, slot, seed)) return;
    for (int bits = 8; bits < 64; bits *= 2)
        if (try_slot(search, slot, slot_value(search, slot) & (((uint64_t)1 << bits) - 1))) return;
}

static void lower_numbers(struct search *search)
{
    for (size_t slot = SLOT_DATA + 1; slot < MAX_CHOICES; slot++) {
        if (choices_is_name(slot) || slot_value(search, slot) == 0) continue;
        if (try_slot(search, slot, 0)) continue;
        if (is_seed(slot))
            lower_seed(search, slot);
        else
            lower_number(search, slot);
    }
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* Takes a number of the tuning out, which is then what it is without. */
static bool drop_number(struct search *search, int at)
{
    struct test_case candidate;
    begin(search, &candidate);
    struct tuning *tuning = &candidate.tuning;
    tuning->count--;
    memmove(&tuning->pair[at], &tuning->pair[at + 1], (size_t)(tuning->count - at) * sizeof *tuning->pair);
    memset(&tuning->pair[tuning->count], 0, sizeof *tuning->pair);
    return try_case(search, &candidate);
}

/* Blocks, threads, cards and what ranks have that are asked for at run time: of these, no instance's tuning has every number. */
static void lower_asked(struct search *search)
{
    static const char *const asked[] = {"grid", "threads", "cards", "ranks", "root", "datatype", NULL},
                             *const optional[] = {"root", "datatype", "reversed", NULL};
    for (int i = search->best.tuning.count - 1; i >= 0; i--)
        if (is_one_of(search->best.tuning.pair[i].name, optional)) drop_number(search, i);
    for (int i = 0; i < search->best.tuning.count; i++)
        if (is_one_of(search->best.tuning.pair[i].name, asked))
            lower_number(search, SLOT_TUNING + 1 + (size_t)i);
}

/* ---- numbers that go together: a length with a place in it ------------------------------------------------ */

/* Levers: the sizes, then the window of `only` with its literals (or the literals alone), then the positive
 * values of `with`. */
enum { LEVER_WINDOW = MAX_LIST, LEVER_WITH, LEVERS = LEVER_WITH + MAX_NAMED };

static uint64_t leading_zeros(const struct data *data)
{
    int zeros = 0;
    while (zeros < data->count - 1 && data->literal[zeros] == 0)
        zeros++;
    return (uint64_t)zeros;
}

static uint64_t lever_value(const struct problem *problem, int lever)
{
    if (lever < LEVER_WINDOW) return problem->shape.size[lever];
    if (lever == LEVER_WINDOW && problem->has_only) return problem->only_from;
    if (lever == LEVER_WINDOW) return leading_zeros(&problem->data);
    int64_t value = problem->with[lever - LEVER_WITH].value;
    return value > 0 ? (uint64_t)value : 0;
}

static void lever_lower(struct problem *problem, int lever, uint64_t by)
{
    if (lever < LEVER_WINDOW) {
        problem->shape.size[lever] -= by;
    } else if (lever == LEVER_WINDOW) {
        move_left(problem, by);
    } else {
        problem->with[lever - LEVER_WITH].value -= (int64_t)by;
    }
}

/* Lowers all levers of a set by the same amount, as often as that fails. */
static void lower_together(struct search *search, const int *levers, int count)
{
    struct test_case candidate;
    for (uint64_t step = (uint64_t)1 << 62; step > 0; step /= 2) {
        for (;;) {
            struct problem *problem = begin(search, &candidate);
            bool enough = true;
            for (int i = 0; i < count; i++)
                enough = enough && lever_value(problem, levers[i]) >= step;
            if (!enough) break;
            for (int i = 0; i < count; i++)
                lever_lower(problem, levers[i], step);
            if (!try_case(search, &candidate)) break;
        }
    }
}

static void lower_levers(struct search *search)
{
    int used[LEVERS], count = 0;
    for (int lever = 0; lever < LEVERS; lever++)
        if (lever_value(&search->best.problem, lever) > 0) used[count++] = lever;
    for (int a = 0; a < count; a++) {
        int set[LEVERS] = {used[a]}, members = 1;
        for (int b = a + 1; b < count; b++) {
            lower_together(search, (const int[]){used[a], used[b]}, 2);
            if (used[b] >= LEVER_WINDOW) set[members++] = used[b];
        }
        if (used[a] < LEVER_WINDOW && members > 2) lower_together(search, set, members);
    }
}

/* ---- the last resort: what is left, one by one, simplest first -------------------------------------------- */

/* A window in which all items are the simplest, except number `odd`. */
static bool try_odd_item(struct search *search, uint64_t from, uint64_t to, uint64_t odd)
{
    struct test_case candidate;
    struct problem *problem = begin(search, &candidate);
    problem->has_only = true;
    problem->only_from = from;
    problem->only_to = to;
    memset(&problem->data, 0, sizeof problem->data);
    problem->data.form = DATA_LITERAL;
    problem->data.count = (int)odd + 1;
    problem->data.literal[odd] = 1;
    return try_case(search, &candidate);
}

static bool try_any_odd_item(struct search *search, uint64_t from, uint64_t to)
{
    for (uint64_t odd = from; odd < to && odd < MAX_LITERALS; odd++)
        if (try_odd_item(search, from, to, odd)) return true;
    return false;
}

/* Every shorter window: anywhere in a short problem, in a long one within the window that is left. */
static void sweep_windows(struct search *search)
{
    const struct problem *best = &search->best.problem;
    const struct shrink *shrink = search->shrink;
    uint64_t least = 0, most = 0, from, to, runs = shrink->runs;
    shape_items(&best->shape, &most);
    window_of(search, &from, &to);
    if (!best->op->has_neutral) return;
    if (most > MAX_LITERALS) least = from, most = to;
    for (uint64_t length = 0; length < to - from; length++) {
        for (uint64_t at = least; at + length <= most; at++) {
            if (shrink->runs - runs >= SWEPT || shrink->runs >= shrink->budget) return;
            if (try_window(search, at, at + length) || try_any_odd_item(search, at, at + length)) return;
        }
    }
}

static void sweep_numbers(struct search *search)
{
    for (size_t slot = SLOT_DATA + 1; slot < MAX_CHOICES; slot++) {
        if (choices_is_name(slot)) continue;
        uint64_t end = slot_value(search, slot);
        for (uint64_t value = 0; value < end && value < SWEPT; value++)
            if (try_slot(search, slot, value)) break;
    }
}

static void sweep(struct search *search)
{
    sweep_windows(search);
    sweep_numbers(search);
}

/* All at once: of no items, with one key at most, and each other number as small as it may be. */
static void try_least(struct search *search)
{
    struct choices choices = choices_of_best(search);
    for (size_t slot = SLOT_DATA; slot < MAX_CHOICES; slot++)
        if (!choices_is_name(slot)) choices.at[slot] = slot == SLOT_KEYS && choices.at[slot];
    try_choices(search, &choices);
}

/* In this order; the first that makes a step sends the search back to the start once all before the sweep are
 * through. */
static void (*const passes[])(struct search *search) = {
    lower_tuning,          drop_options, drop_with,  lower_schedule, lower_layout, lower_shape, lower_keys,
    lower_length_and_seed, lower_window, lower_data, lower_numbers,  lower_levers, lower_asked,
};

void shrink_case(struct shrink *shrink, struct test_case *failing)
{
    shrink->runs = 0;
    struct search *search = calloc(1, sizeof *search);
    if (!search) return; /* the case stays as it is: still one that fails */
    search->shrink = shrink;
    memcpy(&search->best, failing, sizeof *failing);
    if (shrink->least_first && failing->has_problem) try_least(search);
    for (;;) {
        uint64_t before = search->steps;
        for (size_t p = 0; p < sizeof passes / sizeof *passes; p++)
            if (p == 0 || failing->has_problem) passes[p](search);
        if (search->steps == before && failing->has_problem) sweep(search);
        if (search->steps == before) break;
    }
    memcpy(failing, &search->best, sizeof *failing);
    free(search);
}
