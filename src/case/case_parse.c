/* SPDX-License-Identifier: MIT
 * The only parser of a case's line. It fills a zeroed struct, so that equal lines give equal bytes. Every
 * function takes what it is named after from the cursor, or says what it expected there and returns false. */
#include <assert.h>
#include <string.h>

#include "nearest.h"
#include "test_case.h"
#include "words.h"

struct cursor {
    const char *line, *at;
    const char *option; /* where the option that is being parsed begins */
    struct text *why;
};

/* ---- errors ---------------------------------------------------------------------------------------------- */

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_lower(c) || is_digit(c) || c == '_';
}

/* The text at a place, as far as a person needs it: a word, or one character. */
static void quote(const char *at, struct text *quoted)
{
    enum { LONGEST = 24 };
    int length = 0;
    while (length < LONGEST && is_word(at[length]))
        length++;
    if (*at == '\0')
        text_say(quoted, "the end of the line");
    else if (length > 0)
        text_say(quoted, "'%.*s%s'", length, at, length == LONGEST ? "..." : "");
    else if (*at >= ' ' && *at <= '~')
        text_say(quoted, "'%c'", *at);
    else
        text_say(quoted, "byte 0x%02x", (unsigned)(unsigned char)*at);
}

/* An error at a place. `found` is filled with what stands there, `expected` says what should. */
static bool expected_at(const struct cursor *cursor, const char *at, const char *expected)
{
    struct text found;
    quote(at, &found);
    return text_say(cursor->why, "character %td: found %s, expected %s", at - cursor->line + 1, found.at,
                    expected);
}

static bool expected(const struct cursor *cursor, const char *what)
{
    return expected_at(cursor, cursor->at, what);
}

/* As expected_at, with one of a list that ends with NULL. */
static bool expected_one_of(const struct cursor *cursor, const char *at, const char *what,
                            const char *const *words)
{
    struct text list;
    text_say(&list, "%s (", what);
    for (int i = 0; words[i]; i++)
        if (*words[i]) text_add(&list, "%s%s", words[i], words[i + 1] ? ", " : ")");
    return expected_at(cursor, at, list.at);
}

/* ---- the smallest pieces --------------------------------------------------------------------------------- */

static bool accept(struct cursor *cursor, char c)
{
    if (*cursor->at != c) return false;
    cursor->at++;
    return true;
}

static bool accept_text(struct cursor *cursor, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(cursor->at, text, length) != 0) return false;
    cursor->at += length;
    return true;
}

static bool parse_mark(struct cursor *cursor, char c)
{
    const char mark[] = {'\'', c, '\'', '\0'};
    return accept(cursor, c) || expected(cursor, mark);
}

/* A decimal number without leading zeros, and k, M or G behind it. */
static bool parse_uint(struct cursor *cursor, uint64_t most, uint64_t *value)
{
    const char *start = cursor->at;
    if (!is_digit(*start)) return expected(cursor, "a number");
    if (*start == '0' && is_digit(start[1])) return expected(cursor, "a number without leading zeros");
    bool fits = true;
    *value = 0;
    for (; is_digit(*cursor->at); cursor->at++)
        fits = fits && !__builtin_mul_overflow(*value, 10U, value) &&
               !__builtin_add_overflow(*value, (uint64_t)(*cursor->at - '0'), value);
    uint64_t scale = accept(cursor, 'k')   ? (uint64_t)1 << 10
                     : accept(cursor, 'M') ? (uint64_t)1 << 20
                     : accept(cursor, 'G') ? (uint64_t)1 << 30
                                           : 1;
    if (fits && !__builtin_mul_overflow(*value, scale, value) && *value <= most) return true;
    return text_say(cursor->why, "character %td: %.*s is too large, expected at most %llu",
                    start - cursor->line + 1, (int)(cursor->at - start > 40 ? 40 : cursor->at - start), start,
                    (unsigned long long)most);
}

static bool parse_int(struct cursor *cursor, int64_t *value)
{
    const char *start = cursor->at;
    bool negative = accept(cursor, '-');
    uint64_t magnitude;
    if (!parse_uint(cursor, (uint64_t)INT64_MAX + negative, &magnitude)) return false;
    if (negative && magnitude == 0) return expected_at(cursor, start, "0 without a sign");
    *value = (int64_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* *value is 0. */
static bool parse_hex(struct cursor *cursor, uint64_t *value)
{
    const char *start = cursor->at;
    if (hex_digit(*start) < 0) return expected(cursor, "a number in lower-case hex");
    if (*start == '0' && hex_digit(start[1]) >= 0)
        return expected(cursor, "a hex number without leading zeros");
    for (; hex_digit(*cursor->at) >= 0; cursor->at++) {
        if (cursor->at - start == 16) return expected_at(cursor, start, "at most 16 hex digits");
        *value = *value << 4 | (uint64_t)hex_digit(*cursor->at);
    }
    return true;
}

/* The length of the name [a-z][a-z0-9_]* that stands at a place; 0 if none does. */
static size_t name_length(const char *at)
{
    size_t length = 0;
    if (is_lower(*at))
        while (is_word(at[length]))
            length++;
    return length;
}

/* name is zeroed and has room for MAX_NAME characters. */
static bool parse_name(struct cursor *cursor, const char *what, char *name)
{
    size_t length = name_length(cursor->at);
    if (length == 0) return expected(cursor, what);
    if (length >= MAX_NAME) return expected(cursor, "a name of at most 47 characters");
    memcpy(name, cursor->at, length);
    cursor->at += length;
    return true;
}

/* One of a list of words. */
static bool parse_word(struct cursor *cursor, const char *what, const char *const *words, int *index)
{
    size_t length = name_length(cursor->at);
    for (int i = 0; words[i]; i++) {
        if (length > 0 && strlen(words[i]) == length && memcmp(words[i], cursor->at, length) == 0) {
            cursor->at += length;
            *index = i;
            return true;
        }
    }
    return expected_one_of(cursor, cursor->at, what, words);
}

/* name=int, or with `natural` name=uint. names before it must differ. */
static bool parse_named(struct cursor *cursor, bool natural, struct named *pairs, int *count)
{
    const char *start = cursor->at;
    struct named *pair = &pairs[*count];
    if (*count == MAX_NAMED) return expected(cursor, "at most 6 names");
    if (!parse_name(cursor, "a name", pair->name)) return false;
    for (int i = 0; i < *count; i++)
        if (strcmp(pairs[i].name, pair->name) == 0)
            return expected_at(cursor, start, "a name not given before");
    ++*count;
    if (!parse_mark(cursor, '=')) return false;
    if (!natural) return parse_int(cursor, &pair->value);
    uint64_t value;
    if (!parse_uint(cursor, INT64_MAX, &value)) return false;
    pair->value = (int64_t)value;
    return true;
}

static bool parse_named_list(struct cursor *cursor, bool natural, struct named *pairs, int *count)
{
    do
        if (!parse_named(cursor, natural, pairs, count)) return false;
    while (accept(cursor, ','));
    return true;
}

/* Indices below `bound`, each greater than the one before. */
static bool parse_indices(struct cursor *cursor, uint64_t bound, uint64_t *indices, int *count)
{
    do {
        const char *start = cursor->at;
        if (*count == MAX_NAMED) return expected(cursor, "at most 6 indices");
        uint64_t *index = &indices[*count];
        if (!parse_uint(cursor, INT64_MAX, index)) return false;
        if (*index >= bound)
            return text_say(cursor->why, "character %td: found %llu, expected an index below %llu",
                            start - cursor->line + 1, (unsigned long long)*index, (unsigned long long)bound);
        if (*count > 0 && *index <= indices[*count - 1])
            return expected_at(cursor, start, "an index greater than the one before");
        ++*count;
    } while (accept(cursor, ','));
    return true;
}

/* ---- operator -------------------------------------------------------------------------------------------- */

/* name=int of an operator's argument; `given` has a bit for each that was there before. */
static bool parse_arg(struct cursor *cursor, struct problem *problem, unsigned *given)
{
    const char *names[MAX_ARGS + 1] = {NULL};
    const struct op_arg *args = problem->op->arg;
    for (int a = 0; args[a].name; a++)
        names[a] = args[a].name;
    const char *start = cursor->at;
    int index;
    if (!parse_word(cursor, "an argument of the operator", names, &index)) return false;
    if (*given >> index & 1) return expected_at(cursor, start, "an argument not given before");
    *given |= 1U << index;
    if (!parse_mark(cursor, '=')) return false;
    start = cursor->at;
    if (!parse_int(cursor, &problem->args[index])) return false;
    if (problem->args[index] >= args[index].least && problem->args[index] <= args[index].most) return true;
    return text_say(cursor->why, "character %td: found %lld, expected %s from %lld to %lld",
                    start - cursor->line + 1, (long long)problem->args[index], args[index].name,
                    (long long)args[index].least, (long long)args[index].most);
}

static bool parse_args(struct cursor *cursor, struct problem *problem)
{
    for (int a = 0; problem->op->arg[a].name; a++)
        problem->args[a] = problem->op->arg[a].usual;
    if (*cursor->at != '(') return true;
    if (!problem->op->arg[0].name) return expected(cursor, "'/' (the operator takes no arguments)");
    cursor->at++;
    unsigned given = 0;
    do
        if (!parse_arg(cursor, problem, &given)) return false;
    while (accept(cursor, ','));
    return parse_mark(cursor, ')');
}

static bool no_operator(const struct cursor *cursor, const char *at, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < op_count(); i++)
        nearest_offer(&nearest, op_at(i)->name);
    expected_at(cursor, at, "an operator (foldcheck list operators names them)");
    return nearest_add(&nearest, cursor->why);
}

static bool parse_op(struct cursor *cursor, struct problem *problem)
{
    const char *start = cursor->at;
    if (problem->what == WHAT_TRANSPOSE) {
        size_t length = name_length(start);
        enum elem elem;
        cursor->at += length;
        if (!elem_parse(start, length, &elem))
            return expected_at(cursor, start, "an element type (i8 to u128, f32 or f64)");
        problem->op = op_of_elem(elem);
        return true;
    }
    char name[MAX_NAME] = "";
    if (!parse_name(cursor, "an operator", name)) return false;
    problem->op = op_find(name);
    if (!problem->op) return no_operator(cursor, start, name);
    return parse_args(cursor, problem);
}

/* ---- shape ----------------------------------------------------------------------------------------------- */

static bool parse_dist(struct cursor *cursor, const char *const *words, enum dist *dist)
{
    int index;
    if (!parse_word(cursor, "a distribution", words, &index)) return false;
    *dist = (enum dist)index;
    return true;
}

/* [a,b,c] behind its bracket */
static bool parse_row_lengths(struct cursor *cursor, struct shape *shape)
{
    shape->form = SHAPE_LIST;
    do {
        if (shape->count == MAX_LIST) return expected(cursor, "at most 64 row lengths");
        if (!parse_uint(cursor, INT64_MAX, &shape->size[shape->count++])) return false;
    } while (accept(cursor, ','));
    return parse_mark(cursor, ']');
}

/* rag:RxM:dist:seed behind its first colon */
static bool parse_ragged(struct cursor *cursor, struct shape *shape)
{
    shape->form = SHAPE_RAGGED;
    shape->count = 2;
    shape->has_dist = true;
    return parse_uint(cursor, INT64_MAX, &shape->size[0]) && parse_mark(cursor, 'x') &&
           parse_uint(cursor, INT64_MAX, &shape->size[1]) && parse_mark(cursor, ':') &&
           parse_dist(cursor, dist_words, &shape->dist) && parse_mark(cursor, ':') &&
           parse_hex(cursor, &shape->seed);
}

static bool parse_dims(struct cursor *cursor, struct shape *shape)
{
    shape->form = SHAPE_DIMS;
    do {
        if (shape->count == MAX_DIMS) return expected(cursor, "at most 6 dimensions");
        if (!parse_uint(cursor, INT64_MAX, &shape->size[shape->count++])) return false;
    } while (accept(cursor, 'x'));
    return true;
}

/* 0,2,1: the keys of the first items */
static bool parse_listed_keys(struct cursor *cursor, struct shape *shape)
{
    do {
        const char *start = cursor->at;
        if (shape->key_count == MAX_LIST) return expected(cursor, "at most 64 keys");
        uint64_t *key = &shape->key[shape->key_count];
        if (!parse_uint(cursor, UINT32_MAX, key)) return false;
        if (*key >= shape->keys)
            return text_say(cursor->why, "character %td: found %llu, expected a key below %llu",
                            start - cursor->line + 1, (unsigned long long)*key,
                            (unsigned long long)shape->keys);
        shape->key_count++;
    } while (accept(cursor, ','));
    return true;
}

/* #keys, then nothing, the keys one by one, or a distribution and its seed; a keyed problem has them and no other */
static bool parse_keys(struct cursor *cursor, bool keyed, struct shape *shape)
{
    if (!keyed) return *cursor->at != '#' || expected(cursor, "'/' (only a keyed problem has keys)");
    if (!parse_mark(cursor, '#')) return false;
    const char *start = cursor->at;
    if (!parse_uint(cursor, UINT32_MAX, &shape->keys)) return false;
    if (shape->keys == 0) return expected_at(cursor, start, "at least 1 key");
    if (!accept(cursor, ':')) return true;
    if (is_digit(*cursor->at)) return parse_listed_keys(cursor, shape);
    shape->has_dist = true;
    return parse_dist(cursor, key_dist_words, &shape->dist) &&
           (!accept(cursor, ':') || parse_hex(cursor, &shape->seed));
}

/* Whether there are no more items, nor results, than 63 bits count. */
static bool shape_fits(const struct shape *shape)
{
    uint64_t rows, items, results;
    if (!shape_rows(shape, &rows) || !shape_items(shape, &items)) return false;
    return !__builtin_mul_overflow(rows, shape->keys, &results) && results <= INT64_MAX;
}

static bool parse_shape(struct cursor *cursor, struct problem *problem)
{
    const char *start = cursor->at;
    struct shape *shape = &problem->shape;
    bool plain = problem->what == WHAT_KEYED || problem->what == WHAT_TRANSPOSE;
    if (plain && !is_digit(*start)) return expected(cursor, "dimensions such as 3x1025");
    if (!is_digit(*start) && *start != '[' && strncmp(start, "rag:", 4) != 0)
        return expected(cursor, "a shape such as 3x1025, [1,2,1] or rag:10x30:uniform:5");
    bool parsed = accept(cursor, '[')           ? parse_row_lengths(cursor, shape)
                  : accept_text(cursor, "rag:") ? parse_ragged(cursor, shape)
                                                : parse_dims(cursor, shape);
    if (!parsed || !parse_keys(cursor, problem->what == WHAT_KEYED, shape)) return false;
    if (shape_fits(shape)) return true;
    return text_say(cursor->why, "character %td: the shape is too large, expected at most 2^63 - 1 items",
                    start - cursor->line + 1);
}

/* ---- layout ---------------------------------------------------------------------------------------------- */

/* An input lies over none, and an output row by row. */
static bool parse_side(struct cursor *cursor, bool input, struct side *side)
{
    static const char *const inputs[] = {"soa", "aos", "arena", "one", "cols", NULL}, *const outputs[] = {
                                                                                          "soa",   "aos",
                                                                                          "arena", "one",
                                                                                          "in",    NULL};
    uint64_t skew = 0, gap = 0;
    int form;
    if (!parse_word(cursor, input ? "an input side" : "an output side", input ? inputs : outputs, &form))
        return false;
    side->form = input && form == SIDE_IN ? SIDE_COLS : (enum side_form)form;
    if (side->form == SIDE_IN) return true;
    if (accept(cursor, '+') && !parse_uint(cursor, UINT32_MAX, &skew)) return false;
    if (side->form == SIDE_COLS && *cursor->at == '~')
        return expected(cursor, "no gap (the items of a column lie side by side)");
    if (accept(cursor, '~') && !parse_uint(cursor, UINT32_MAX, &gap)) return false;
    side->skew = (uint32_t)skew;
    side->gap = (uint32_t)gap;
    return true;
}

/* An output: never of stride 0, nor over an input that is. */
static bool parse_output(struct cursor *cursor, enum side_form input, struct side *side)
{
    const char *start = cursor->at;
    if (!parse_side(cursor, false, side)) return false;
    if (side->form == SIDE_ONE)
        return expected_at(cursor, start, "an output side that keeps every item (soa, aos, arena, in)");
    if (side->form == SIDE_IN && input == SIDE_COLS)
        return expected_at(cursor, start, "an output side of its own (the input lies column by column)");
    if (side->form == SIDE_IN && input == SIDE_ONE)
        return expected_at(cursor, start, "an output side of its own (the input is one item)");
    return true;
}

/* An input: by columns where a fold or scan has rows of one length. */
static bool parse_input(struct cursor *cursor, const struct problem *problem, struct side *side)
{
    const char *start = cursor->at;
    bool rows = problem->what == WHAT_REDUCE || problem->what == WHAT_SCAN || problem->what == WHAT_EXSCAN;
    if (!parse_side(cursor, true, side)) return false;
    if (side->form == SIDE_COLS && !rows)
        return expected_at(cursor, start, "an input side of any problem (cols is for reductions and scans)");
    if (side->form == SIDE_COLS && problem->shape.form != SHAPE_DIMS)
        return expected_at(cursor, start, "an input side of any rows (cols is for rows of one length)");
    return true;
}

static bool parse_layout(struct cursor *cursor, const struct problem *problem, struct layout *layout)
{
    int most = problem->op->emits ? 3 : 2;
    layout->sides = 1;
    if (!parse_input(cursor, problem, &layout->input)) return false;
    while (*cursor->at == '>') {
        if (layout->sides == most) return expected(cursor, "'/' (the problem has no further output)");
        cursor->at++;
        struct side *side = layout->sides++ == 1 ? &layout->result : &layout->mapout;
        if (!parse_output(cursor, layout->input.form, side)) return false;
    }
    return true;
}

/* ---- data and options ------------------------------------------------------------------------------------ */

static bool parse_data(struct cursor *cursor, const struct op *op, struct data *data)
{
    const char *start = cursor->at;
    int form;
    if (!parse_word(cursor, "data", data_words, &form) || !parse_mark(cursor, ':')) return false;
    data->form = (enum data_form)form;
    if (data_has_numbers(data) && !op_adds_items(op))
        return expected_at(cursor, start, "other data (the operator's items are no floats that it adds)");
    if (data->form != DATA_LITERAL) return parse_hex(cursor, &data->seed);
    do {
        if (data->count == MAX_LITERALS) return expected(cursor, "at most 64 items");
        if (!parse_hex(cursor, &data->literal[data->count++])) return false;
    } while (accept(cursor, ','));
    return true;
}

static bool parse_only(struct cursor *cursor, struct problem *problem)
{
    const char *start = cursor->at;
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    if (!problem->op->has_neutral)
        return expected_at(cursor, cursor->option, "no such option (the operator has no neutral input)");
    problem->has_only = true;
    if (!parse_uint(cursor, INT64_MAX, &problem->only_from) || !parse_mark(cursor, '-') ||
        !parse_uint(cursor, INT64_MAX, &problem->only_to))
        return false;
    if (problem->only_from <= problem->only_to && problem->only_to <= items) return true;
    return text_say(cursor->why,
                    "character %td: found %llu-%llu, expected from-to with from <= to <= %llu items",
                    start - cursor->line + 1, (unsigned long long)problem->only_from,
                    (unsigned long long)problem->only_to, (unsigned long long)items);
}

static bool parse_init(struct cursor *cursor, struct problem *problem)
{
    if (problem->what == WHAT_TRANSPOSE)
        return expected_at(cursor, cursor->option, "no such option (a transpose folds nothing)");
    problem->has_init = true;
    return parse_hex(cursor, &problem->init_bits);
}

static bool parse_vary(struct cursor *cursor, struct problem *problem)
{
    if (!problem->op->has_params)
        return expected_at(cursor, cursor->option, "no such option (the operator has no params)");
    int outer = problem->shape.form == SHAPE_DIMS ? problem->shape.count - 1 : 1;
    if (outer == 0)
        return expected_at(cursor, cursor->option, "no such option (the shape has no outer dimension)");
    return parse_indices(cursor, (uint64_t)outer, problem->vary, &problem->vary_count);
}

static bool parse_keep(struct cursor *cursor, struct problem *problem)
{
    if (problem->what == WHAT_TRANSPOSE)
        return expected_at(cursor, cursor->option, "no such option (a transpose has one column)");
    return parse_indices(cursor, (uint64_t)problem->op->state.count, problem->keep, &problem->keep_count);
}

static bool parse_with(struct cursor *cursor, struct problem *problem)
{
    return parse_named_list(cursor, false, problem->with, &problem->with_count);
}

static bool parse_change_points(struct cursor *cursor, struct schedule *schedule)
{
    while (accept(cursor, '@')) {
        if (schedule->change_points == MAX_NAMED) return expected(cursor, "at most 6 change points");
        if (!parse_uint(cursor, INT64_MAX, &schedule->change_point[schedule->change_points++])) return false;
    }
    return true;
}

static bool parse_path(struct cursor *cursor, struct schedule *schedule)
{
    static const char digits[] = "0123456789abcdef";
    const char *start = cursor->at, *digit;
    unsigned count = 0;
    for (; *cursor->at && (digit = strchr(digits, *cursor->at)); cursor->at++) {
        if (count == PATH_DIGITS) return expected(cursor, "at most 256 choices");
        path_put(schedule, count++, (unsigned)(digit - digits));
    }
    if (count == 0) return expected(cursor, "a path: a hexadecimal digit a choice");
    return count == 1 || path_length(schedule) == count ||
           expected_at(cursor, start, "a path without zeros at its end");
}

static bool parse_schedule(struct cursor *cursor, struct problem *problem)
{
    struct schedule *schedule = &problem->schedule;
    int form;
    if (!parse_word(cursor, "a schedule", schedule_words, &form) || !parse_mark(cursor, ':')) return false;
    schedule->form = (enum schedule_form)form;
    if (schedule->form == SCHEDULE_PATH && (!parse_path(cursor, schedule) || !parse_mark(cursor, ':')))
        return false;
    if (schedule_has_seed(schedule->form) &&
        (!parse_hex(cursor, &schedule->seed) ||
         (schedule->form == SCHEDULE_PCT && !parse_change_points(cursor, schedule)) ||
         !parse_mark(cursor, ':')))
        return false;
    const char *start = cursor->at;
    if (!parse_uint(cursor, UINT32_MAX, &schedule->resident)) return false;
    return schedule->resident > 0 || expected_at(cursor, start, "at least 1 resident block");
}

static bool parse_model(struct cursor *cursor, struct problem *problem)
{
    int model;
    if (!parse_word(cursor, "a model of memory", model_words, &model)) return false;
    problem->model = (enum memory_model)model;
    return true;
}

/* The options, in the order in which they stand. */
static const struct {
    const char *word;
    bool (*parse)(struct cursor *cursor, struct problem *problem);
} options[] = {
    {"only:", parse_only}, {"init:", parse_init},      {"vary:", parse_vary},   {"keep:", parse_keep},
    {"with:", parse_with}, {"sched:", parse_schedule}, {"model:", parse_model},
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

/* One option, of those from *next on; *next becomes what may follow. */
static bool parse_option(struct cursor *cursor, struct problem *problem, int *next)
{
    struct text rest;
    cursor->option = cursor->at;
    text_say(&rest, *next < OPTION_COUNT ? "one of" : "no further option");
    for (int i = *next; i < OPTION_COUNT; i++) {
        if (accept_text(cursor, options[i].word)) {
            *next = i + 1;
            return options[i].parse(cursor, problem);
        }
        text_add(&rest, " %s", options[i].word);
    }
    return expected(cursor, rest.at);
}

/* ---- the whole line -------------------------------------------------------------------------------------- */

static bool parse_problem(struct cursor *cursor, struct problem *problem)
{
    int what, next = 0;
    if (!parse_word(cursor, "what to compute", what_words, &what) || !parse_mark(cursor, '/')) return false;
    problem->what = (enum what)what;
    if (!parse_op(cursor, problem) || !parse_mark(cursor, '/') || !parse_shape(cursor, problem) ||
        !parse_mark(cursor, '/') || !parse_layout(cursor, problem, &problem->layout) ||
        !parse_mark(cursor, '/') || !parse_data(cursor, problem->op, &problem->data))
        return false;
    while (accept(cursor, '/'))
        if (!parse_option(cursor, problem, &next)) return false;
    return *cursor->at == '\0' || expected(cursor, "'/' and an option, or the end of the line");
}

static bool parse_device(struct cursor *cursor, struct device_name *device)
{
    int kind;
    uint64_t index = 0;
    if (!parse_word(cursor, "a device", device_words, &kind)) return false;
    device->kind = (enum device_kind)kind;
    if (device_is_gpu(device->kind) && accept(cursor, ':') && !parse_uint(cursor, UINT32_MAX, &index))
        return false;
    device->index = (uint32_t)index;
    return true;
}

/* {block=256,items=4} behind its brace */
static bool parse_tuning(struct cursor *cursor, struct tuning *tuning)
{
    return parse_named_list(cursor, true, tuning->pair, &tuning->count) && parse_mark(cursor, '}');
}

static bool parse_case(struct cursor *cursor, struct test_case *parsed)
{
    if (!parse_name(cursor, "a claim", parsed->claim) || !parse_mark(cursor, '.') ||
        !parse_name(cursor, "a strategy or an operator", parsed->subject))
        return false;
    if (accept(cursor, '{') && !parse_tuning(cursor, &parsed->tuning)) return false;
    if (accept(cursor, '@') && !parse_device(cursor, &parsed->device)) return false;
    if (*cursor->at == '\0') return true;
    if (!accept(cursor, ' ')) return expected(cursor, "'{', '@', ' ' and a problem, or the end of the line");
    parsed->has_problem = true;
    return parse_problem(cursor, &parsed->problem);
}

bool case_parse(const char *line, struct test_case *parsed, struct text *why)
{
    struct cursor cursor = {line, line, line, why};
    memset(parsed, 0, sizeof *parsed);
    return parse_case(&cursor, parsed);
}

bool problem_parse(const char *line, struct problem *parsed, struct text *why)
{
    struct cursor cursor = {line, line, line, why};
    memset(parsed, 0, sizeof *parsed);
    return parse_problem(&cursor, parsed);
}

bool device_name_parse(const char *text, struct device_name *device, struct text *why)
{
    struct cursor cursor = {text, text, text, why};
    memset(device, 0, sizeof *device);
    return parse_device(&cursor, device) && (*cursor.at == '\0' || expected(&cursor, "the end of the name"));
}
