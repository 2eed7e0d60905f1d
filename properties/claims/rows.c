/* SPDX-License-Identifier: MIT
 * Claims about scans of several rows: a row is a scan of its own, whatever lies beside it and however its beginning is
 * found. */
#include "property.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "rows.h"

/* ---- where rows begin: 32 bits against 64, both against division ---- */

static bool say_index(const struct index_look *look, const struct row_index *rows, const char *what,
                      int64_t i)
{
    return text_say(&look->finding->first_at,
                    "%s, item %" PRId64 " of a tile of %d at item %" PRId64 ", rows of %" PRId64 " items",
                    what, i, rows->size, rows->first, rows->length);
}

static const struct row_questions *ask(const struct index_look *look)
{
    static const struct row_questions own = {row_crosses_64,   row_crosses_32,  row_continues_64,
                                             row_continues_32, row_starts_64,   row_starts_32,
                                             row_begins,       row_ends_inside, row_first_tile};
    return look->asked ? look->asked : &own;
}

/* Row of item i of the tile, -1 that before it. */
static int64_t row_of(const struct row_index *rows, int64_t i)
{
    return (rows->first + i) / rows->length;
}

static bool look_at_pair(struct index_look *look, const struct row_index *rows, int32_t from, int32_t to)
{
    bool crosses = row_of(rows, from) != row_of(rows, to);
    look->pairs++;
    if (ask(look)->crosses_64(*rows, from, to) != crosses) return say_index(look, rows, "row_crosses_64", to);
    if (ask(look)->crosses_32(*rows, from, to) != crosses) return say_index(look, rows, "row_crosses_32", to);
    return true;
}

bool look_at_continuing(struct index_look *look, const struct row_index *rows, int32_t i, int64_t wide,
                        int64_t narrow)
{
    int64_t past = rows->first + i, inside = rows->size - i;
    int64_t all = (row_of(rows, i - 1) + 1) * rows->length - past, right = all < inside ? all : inside;
    int64_t before = (int64_t)i - 1 + rows->compact - rows->boundary;
    look->floor_differs +=
        before % rows->compact < 0; /* rounded down, it would say that no item continues the row */
    if (wide != all) return say_index(look, rows, "row_continuing_64", i);
    return (narrow < inside ? narrow : inside) == right || say_index(look, rows, "row_continuing_32", i);
}

static bool look_at_item(struct index_look *look, const struct row_index *rows, int32_t i)
{
    int64_t past = rows->first + i;
    bool continues = rows->first > 0 && row_of(rows, i) == row_of(rows, -1);
    look->finding->items++;
    if (ask(look)->continues_64(*rows, i) != continues) return say_index(look, rows, "row_continues_64", i);
    if (ask(look)->continues_32(*rows, i) != continues) return say_index(look, rows, "row_continues_32", i);
    if (i == 0 && ask(look)->begins(*rows)) return true;
    if (ask(look)->starts_64(*rows, i) != (past % rows->length == 0))
        return say_index(look, rows, "row_starts_64", i);
    if (i > 0 && ask(look)->starts_32(*rows, i) != (past % rows->length == 0))
        return say_index(look, rows, "row_starts_32", i);
    return look_at_continuing(look, rows, i, row_continuing_64(*rows, i), row_continuing_32(*rows, i));
}

static bool look_at_tile(struct index_look *look, const struct row_index *rows)
{
    int64_t begin = row_of(rows, 0) * rows->length;
    look->tiles++;
    if (ask(look)->begins(*rows) != (begin == rows->first)) return say_index(look, rows, "row_begins", 0);
    if (ask(look)->ends_inside(*rows) != (row_of(rows, 0) != row_of(rows, rows->size - 1)))
        return say_index(look, rows, "row_ends_inside", 0);
    return ask(look)->first_tile(*rows) == begin / rows->size || say_index(look, rows, "row_first_tile", 0);
}

enum { SMALL_SIZE = 20, SMALL_LENGTH = 44 };

/* Every item and pair of the tile. */
static bool look_at_all(struct index_look *look, const struct row_index *rows)
{
    bool good = look_at_tile(look, rows);
    for (int32_t to = 0; good && to < rows->size; to++) {
        good = look_at_item(look, rows, to);
        for (int32_t from = 0; good && from <= to; from++)
            good = look_at_pair(look, rows, from, to);
    }
    return good;
}

static struct row_index tile_of(const struct index_look *look, int64_t first, int64_t length, int32_t size)
{
    return look->tile_of ? look->tile_of(first, length, size) : row_index_of(first, length, size);
}

/* After a wrong answer no further tile is looked at. */
bool look_at_small(struct index_look *look)
{
    bool good = true;
    for (int32_t size = 2; size <= SMALL_SIZE; size++)
        for (int64_t length = 1; length <= SMALL_LENGTH; length++)
            for (int64_t tile = 0; good && tile <= length; tile++) { /* then it begins anew */
                struct row_index rows = tile_of(look, tile * size, length, size);
                good = look_at_all(look, &rows);
            }
    return good;
}

/* Items at the edges of the tile and of its first rows, and their pairs. Its first row ends behind item 0, so none of
 * them lies before it. */
bool look_at_edges(struct index_look *look, const struct row_index *rows)
{
    int64_t at[] = {0,
                    1,
                    rows->boundary - 1,
                    rows->boundary,
                    (int64_t)rows->boundary + rows->compact - 1,
                    (int64_t)rows->boundary + rows->compact,
                    rows->size / 2,
                    rows->size - 1};
    bool good = look_at_tile(look, rows);
    for (size_t t = 0; good && t < sizeof at / sizeof at[0]; t++) {
        if (at[t] >= rows->size) continue;
        good = look_at_item(look, rows, (int32_t)at[t]);
        for (size_t f = 0; good && f < sizeof at / sizeof at[0]; f++)
            if (at[f] <= at[t]) good = look_at_pair(look, rows, (int32_t)at[f], (int32_t)at[t]);
    }
    return good;
}

/* Tiles up to the 2^30 items for which 32 bits are enough, on both sides of 2^31, 2^32 and 2^40 items. */
bool look_at_large(struct index_look *look)
{
    static const int32_t sizes[] = {2, 24, 5120, 1024 * 164, 1 << 30};
    bool good = true;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int bits = 0; bits <= 41; bits++)
            for (int64_t length = ((int64_t)1 << bits) - 1; length <= ((int64_t)1 << bits) + 1; length++)
                for (int top = 31; length > 0 && top <= 42; top++)
                    for (int64_t tile = -2; good && tile <= 2; tile++) {
                        int64_t number =
                            ((int64_t)1 << top) / sizes[s] / (top % 2 ? 1 : length) * (top % 2 ? 1 : length) +
                            tile;
                        if (number < 0) continue;
                        struct row_index rows = tile_of(look, number * sizes[s], length, sizes[s]);
                        good = look_at_edges(look, &rows);
                    }
    return good;
}

static enum verdict rewritten_indices_equal_64_bit_check(void *context, const struct test_case *checked,
                                                         struct finding *finding)
{
    struct index_look look = {.finding = finding};
    (void)context, (void)checked;
    return look_at_small(&look) && look_at_large(&look) ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(rewritten_indices_equal_64_bit, SUITE, HOST, once,
      "row starts within a tile are the same by 32-bit remainders, 64-bit remainders and division, for all "
      "small shapes and past 2^32 items");

/* ---- what lies beside a row does not matter ---- */

/* The items as C structs, row `kept` in its place, all others from the last to the first; NULL: no memory. */
static unsigned char *other_rows_reversed(const struct load *load, uint64_t kept)
{
    const struct op *op = load->job.op;
    const struct shape *shape = &load->problem->shape;
    uint64_t begin = shape_row_first(shape, kept), end = begin + shape_row_length(shape, kept);
    uint64_t items = job_items(&load->job);
    struct columns columns = arena_columns(&load->arena, ARENA_INPUT, load->up);
    unsigned char *structs = malloc((size_t)items * op->input.size + 1);
    for (uint64_t i = 0; structs && i < items; i++)
        columns_read(&columns, &op->input, job_place(&load->job, begin <= i && i < end ? i : items - 1 - i),
                     structs + i * op->input.size);
    return structs;
}

/* Runs the planned other load with items from an array of C structs, which it frees. */
static enum verdict run_with_structs(struct fixture *fixture, unsigned char *structs, struct finding *finding)
{
    const struct op *op = fixture->load[LOAD_OTHER].job.op;
    struct columns host = {.count = op->input.count};
    struct text why;
    if (!structs) {
        text_say(&finding->reason, "no host memory for the items of the other rows");
        return VERDICT_BROKEN;
    }
    for (int c = 0; c < host.count; c++) {
        host.column[c].base = structs + op->input.offset[c];
        host.column[c].stride = (int64_t)op->input.size;
    }
    bool put = session_put_columns(&fixture->load[LOAD_OTHER], &host, &why);
    free(structs);
    return put ? fixture_launch(fixture, LOAD_OTHER, finding) : fixture_device_failed(fixture, &why, finding);
}

static enum verdict rows_are_independent_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE], *other = &fixture->load[LOAD_OTHER];
    const struct problem *problem = &checked->problem;
    uint64_t kept = (uint64_t)problem_with(problem, "row", 0);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (kept >= load->job.rows || !(problem->op->laws & LAW_EXACT) ||
        problem->layout.input.form == SIDE_ONE) {
        text_say(&finding->reason,
                 "expected an exact operator, items apart, and with:row=R, R below its rows");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &checked->problem, finding);
    if (verdict == VERDICT_PASS)
        verdict = run_with_structs(fixture, other_rows_reversed(load, kept), finding);
    for (uint64_t at = 0; verdict == VERDICT_PASS && at < load_results(load); at++) {
        struct state alone, beside;
        if (result_row(load, at) != kept) continue;
        struct text place;
        load_result(load, at, alone.at);
        load_result(other, at, beside.at);
        say_result(load, at, &place);
        text_add(&place, ", beside other items");
        verdict = compare_tuples(&problem->op->state, alone.at, beside.at, place.at, finding);
    }
    return verdict;
}

CLAIM(rows_are_independent, ROWS, DEVICE, chosen_row,
      "the results of a row keep their bits when the items of other rows change", .needs = NEED_EXACT);

/* ---- rows in another order ---- */

/* The rows of one shape, the last first. */
static void reverse_rows(const struct shape *shape, struct shape *reversed)
{
    *reversed = *shape;
    for (int r = 0; shape->form == SHAPE_LIST && r < shape->count; r++)
        reversed->size[r] = shape->size[shape->count - 1 - r];
}

/* Items of the case's load as C structs, its rows from the last to the first; NULL: no memory. */
static unsigned char *rows_reversed(const struct load *load)
{
    const struct op *op = load->job.op;
    const struct shape *shape = &load->problem->shape;
    struct columns columns = arena_columns(&load->arena, ARENA_INPUT, load->up);
    unsigned char *structs = malloc((size_t)job_items(&load->job) * op->input.size + 1), *to = structs;
    for (uint64_t row = load->job.rows; structs && row-- > 0;) {
        uint64_t first = shape_row_first(shape, row), length = shape_row_length(shape, row);
        for (uint64_t i = first; i < first + length; i++, to += op->input.size)
            columns_read(&columns, &op->input, job_place(&load->job, i), to);
    }
    return structs;
}

/* Result `at` of the case, which lies in the mirrored row of the other load. */
static void expect_mirrored(void *context, uint64_t at, void *state)
{
    const struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE], *other = &fixture->load[LOAD_OTHER];
    uint64_t row = result_row(load, at), mirrored = load->job.rows - 1 - row;
    if (load->job.what != WHAT_REDUCE)
        mirrored = shape_row_first(&other->problem->shape, mirrored) + at -
                   shape_row_first(&load->problem->shape, row);
    load_result(other, mirrored, state);
}

static enum verdict row_order_does_not_matter_check(void *context, const struct test_case *checked,
                                                    struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    struct problem reversed = checked->problem;
    if (reversed.shape.form == SHAPE_RAGGED) {
        text_say(&finding->reason, "expected rows of one length, or a list of lengths");
        return VERDICT_DISCARDED;
    }
    reverse_rows(&checked->problem.shape, &reversed.shape);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &reversed, finding);
    if (verdict == VERDICT_PASS) verdict = run_with_structs(fixture, rows_reversed(load), finding);
    return verdict == VERDICT_PASS ? compare_expected(fixture, expect_mirrored, fixture, finding) : verdict;
}

CLAIM(row_order_does_not_matter, ROWS, DEVICE, lengths,
      "rows in reverse order give the same results in reverse order");

/* ---- each row by itself ---- */

struct each_row {
    struct fixture *fixture;
    unsigned char *state; /* of every result; owned */
};

static void expect_alone(void *context, uint64_t at, void *state)
{
    const struct each_row *each = context;
    size_t size = each->fixture->load[LOAD_CASE].job.op->state.size;
    memcpy(state, each->state + at * size, size);
}

/* Every row through scan_lookback, which knows of no other. */
static enum verdict scan_each_row(struct each_row *each, const struct test_case *checked,
                                  struct finding *finding)
{
    const struct job *job = &each->fixture->load[LOAD_CASE].job;
    const struct shape *shape = &checked->problem.shape;
    struct test_case flat = *checked;
    enum verdict verdict = VERDICT_PASS;
    strcpy(flat.subject, "scan_lookback");
    flat.tuning.count = 0;
    for (uint64_t r = 0; verdict == VERDICT_PASS && r < job->rows; r++) {
        struct part row = {shape_row_first(shape, r), shape_row_length(shape, r), true};
        verdict = fixture_run_part(each->fixture, LOAD_OTHER, &flat, row, finding);
        for (uint64_t j = 0; verdict == VERDICT_PASS && j < row.count; j++)
            load_result(&each->fixture->load[LOAD_OTHER], j,
                        each->state + (row.from + j) * job->op->state.size);
    }
    return verdict;
}

static enum verdict segscan_equals_scan_of_each_row_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    struct fixture *fixture = context;
    struct each_row each = {.fixture = fixture};
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    each.state = malloc(load_results(&fixture->load[LOAD_CASE]) * checked->problem.op->state.size + 1);
    if (!each.state) {
        text_say(&finding->reason, "no host memory for the results of each row");
        return VERDICT_BROKEN;
    }
    verdict = scan_each_row(&each, checked, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, expect_alone, &each, finding);
    free(each.state);
    return verdict;
}

CLAIM(segscan_equals_scan_of_each_row, SEGSCAN, DEVICE, rows,
      "the scan of several rows equals the scan of each row alone by scan_lookback on the same device",
      .compares = {"scan_lookback"});

/* ---- flags ---- */

static enum verdict flags_and_regular_agree_check(void *context, const struct test_case *checked,
                                                  struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case flags = *checked;
    strcpy(flags.subject, "segscan_flags");
    flags.tuning.count = 0;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_plan(fixture, LOAD_OTHER, &flags, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    return verdict == VERDICT_PASS ? compare_loads(fixture, false, finding) : verdict;
}

CLAIM(flags_and_regular_agree, SEGSCAN, DEVICE, rows,
      "a scan that computes where rows begin agrees with segscan_flags, which reads it from flags",
      .compares = {"segscan_flags"});
