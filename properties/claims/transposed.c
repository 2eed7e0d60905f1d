/* SPDX-License-Identifier: MIT
 * Claims about transpositions beside that of the oracle. */
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "counting.h"

/* ---- twice ---- */

/* The problem of transposing what the case's transposition leaves: whole matrices, plainly laid out. */
static struct problem problem_back(const struct problem *problem)
{
    struct problem back = *problem;
    struct shape *shape = &back.shape;
    uint64_t height = shape_height(shape), length = shape_row_length(shape, 0);
    if (shape->count == 1) shape->count = 2;
    shape->size[shape->count - 2] = length;
    shape->size[shape->count - 1] = height;
    back.layout = (struct layout){.sides = 1};
    back.with_count = 0;
    return back;
}

/* Results against the input; where an item is not there, nothing is expected. */
static enum verdict compare_originals(struct fixture *fixture, struct finding *finding)
{
    const struct load *load = &fixture->load[LOAD_CASE], *back = &fixture->load[LOAD_OTHER];
    const struct job *job = &load->job;
    const struct tuple *tuple = &job->op->input;
    struct columns items = arena_columns(&load->arena, ARENA_INPUT, load->up);
    uint64_t whole = job->height * job->length;
    enum verdict verdict = VERDICT_PASS;
    for (uint64_t at = 0; verdict == VERDICT_PASS && at < load_results(back); at++) {
        uint64_t matrix = at / whole, inside = at % whole;
        struct state item, got;
        struct text place;
        if (inside >= job->present) continue;
        columns_read(&items, tuple, matrix * job->present + inside, item.at);
        load_result(back, at, got.at);
        text_say(&place, "transposed twice: matrix %" PRIu64 ", row %" PRIu64 ", column %" PRIu64, matrix,
                 inside / job->length, inside % job->length);
        verdict = compare_tuples(tuple, item.at, got.at, place.at, finding);
    }
    return verdict;
}

static enum verdict twice_is_the_original_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case naive = *checked;
    struct text why;
    strcpy(naive.subject, "transpose_naive");
    naive.tuning.count = 0;
    naive.problem = problem_back(&checked->problem);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_plan(fixture, LOAD_OTHER, &naive, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct columns results = load_columns(&fixture->load[LOAD_CASE], ARENA_RESULT);
    if (!session_put_columns(&fixture->load[LOAD_OTHER], &results, &why))
        return fixture_device_failed(fixture, &why, finding);
    verdict = fixture_launch(fixture, LOAD_OTHER, finding);
    return verdict == VERDICT_PASS ? compare_originals(fixture, finding) : verdict;
}

CLAIM(twice_is_the_original, TRANSPOSITION, DEVICE, problem,
      "transposing by the strategy and back by transpose_naive restores the matrices",
      .compares = {"transpose_naive"});

/* ---- what it costs ---- */

/* Each item is read and written, once. Sectors of both sides, counted, and in percent of the fewest as claimed: the
 * worse side's; cycles of waiting; accesses of a warp, of both sides, too. A warp has 32 lanes, or on sim64 64. */
static const struct {
    const char *line;
    uint64_t bytes, sectors;
    unsigned claimed;
    uint64_t conflicts, accesses;
} expected[] = {
#define CASE(STRATEGY, BLOCK, ITEMS, GROUP)                                                                  \
    "transpositions_cost_as_worked_out." STRATEGY "{block=" BLOCK ",items=" ITEMS ",group=" GROUP "}@sim32 "
#define CASE64(STRATEGY, BLOCK, ITEMS)                                                                       \
    "transpositions_cost_as_worked_out." STRATEGY "{block=" BLOCK ",items=" ITEMS ",group=32}@sim64 "
    /* 128 warps read 128 bytes in a row, and write each 4 bytes to a sector of its own */
    {CASE("transpose_naive", "256", "1", "32") "transpose/i32/64x64/soa/any:1", 2 * 4 * 4096,
     128 * 4 + 128 * 32, 800, 0, 256},
    /* elements of a byte, 64 bytes apart */
    {CASE("transpose_naive", "256", "1", "32") "transpose/i8/64x64/soa/any:1", 2 * 4096, 128 * 1 + 128 * 32,
     3200, 0, 256},
    /* 64 bytes are two sectors; one element takes half of a sector */
    {CASE("transpose_naive", "256", "1", "32") "transpose/u128/4x64/soa/any:1", 2 * 16 * 256, 8 * 16 + 8 * 32,
     200, 0, 16},
    /* L5: rows of 64 bytes, two a warp; of 8 warps each waits a cycle to store a tile and one to load it */
    {CASE("transpose_tile16", "256", "1", "16") "transpose/i32/64x64/soa/any:1", 2 * 4 * 4096, 2 * 128 * 4,
     100, 16 * 8 * 2, 256},
    /* half sectors; no two words of 20 bytes a row share a bank */
    {CASE("transpose_tile16", "256", "1", "16") "transpose/i8/64x64/soa/any:1", 2 * 4096, 2 * 128 * 2, 200, 0,
     256},
    /* L5: both sides in rows of 128 bytes, and of 32 */
    {CASE("transpose_tile32", "1024", "1", "32") "transpose/i32/64x64/soa/any:1", 2 * 4 * 4096, 2 * 128 * 4,
     100, 0, 256},
    {CASE("transpose_tile32", "1024", "1", "32") "transpose/i8/3x64x64/soa/any:1", 3 * 2 * 4096, 3 * 2 * 128,
     100, 0, 768},
    /* four rows of 32 bytes */
    {CASE("transpose_tile32", "1024", "1", "32") "transpose/i64/4x4/soa/any:1", 2 * 8 * 16, 2 * 4, 100, 0, 8},
    /* L6: as L5, and 64 bytes of 64 rows */
    {CASE("transpose_multi", "128", "8", "32") "transpose/i32/64x64/soa/any:1", 2 * 4 * 4096, 2 * 128 * 4,
     100, 0, 256},
    {CASE("transpose_multi", "256", "16", "32") "transpose/i8/64x64/soa/any:1", 2 * 4096, 2 * 128, 100, 0,
     256},
    /* L7: 32 columns of all 4 rows eight times; 128 bytes of a row are read, 16 bytes of 8 columns written, and such
     * parts
       may lie in two sectors */
    {CASE("transpose_low_height", "256", "4", "32") "transpose/i32/4x512/soa/any:1", 2 * 4 * 2048,
     64 * 4 + 64 * 8, 400, 0, 128},
    /* 6 times: 30 warps read 256 bytes of a row; 40 bytes of each of 6 columns are in two sectors wherever they begin,
     * as
       parts of 5 elements may be */
    {CASE("transpose_low_height", "256", "4", "32") "transpose/i64/5x192/soa/any:1", 2 * 8 * 960,
     30 * 8 + 32 * 6 * 2, 160, 0, 30 + 32},
    /* L8: the other way round */
    {CASE("transpose_low_width", "256", "4", "32") "transpose/i32/512x4/soa/any:1", 2 * 4 * 2048,
     64 * 8 + 64 * 4, 400, 0, 128},
    /* 256 columns of all 4 rows twice: whole rows of 128 bytes on both sides; 4 elements a step, and one left out of
     * every 32 */
    {CASE("transpose_stretch", "128", "8", "32") "transpose/i32/4x512/soa/any:1", 2 * 4 * 2048, 2 * 64 * 4,
     100, 0, 128},
    /* 3 elements a step: in two of three runs the last lane of a warp, or the 22nd, meets another's bank */
    {CASE("transpose_stretch", "128", "8", "32") "transpose/i32/512x3/soa/any:1", 2 * 4 * 1536, 2 * 48 * 4,
     100, 16 * 2, 96},
    /* L10: of 16 rows stretches, for elements of 8 bytes, too, which leave no lane idle: squares would half of them
     * where they
       write */
    {"transpositions_cost_as_worked_out.transpose_auto@sim32 transpose/i64/16x256/soa/any:1", 2 * 8 * 4096,
     2 * 128 * 8, 100, 0, 2 * 128},
    /* L9: 512 bytes a warp, both ways; and where the result lies apart, an item a lane */
    {CASE("transpose_copy", "256", "4", "32") "transpose/i32/1x1024/soa/any:1", 2 * 4 * 1024, 2 * 8 * 16, 100,
     0, 16},
    {CASE("transpose_copy", "256", "4", "32") "transpose/i32/1x1024/soa>soa+1/any:1", 2 * 4 * 1024,
     32 * 4 + 32 * 5, 100, 0, 64},
    /* both an element behind a boundary of 16 bytes: 3 items, 255 times 16 bytes in 8 warps, and an item; all but the
     * last of
       the 8 touch a sector more, and the 4 items two */
    {CASE("transpose_copy", "256", "4", "32") "transpose/i32/1x1024/soa+1>soa+1/any:1", 2 * 4 * 1024,
     2 * (7 * 17 + 16 + 2), 100, 0, 2 * 8 + 2},
    /* L11: 8 items of each thread, of 128 threads; of 1000 items the last 3 threads have none: 31 warps read 128 bytes
     * and
       one 32; of each column 4 warps write, the last of them 29 items. Rows of 9 words: the 4 rows that a warp of
       the 31 stores overlap by 3 banks */
    {CASE("transpose_masked", "128", "16", "32") "transpose/i32/128x8/soa/any:1/with:present=1000",
     2 * 4 * 1000, 1 + 31 * 4 + 8 * 4 * 4, 100, 31, 64},
    /* rows of a thread's 16 items are one stretch still; of 17 words: the two rows that a warp stores share a bank */
    {CASE("transpose_masked", "128", "16", "32") "transpose/i32/128x16/soa/any:1", 2 * 4 * 2048, 2 * 64 * 4,
     100, 64, 2 * 64},
    /* L7 again: 15 warps read, and 80 bytes of 6 places, which are in three sectors from any even column on */
    {CASE64("transpose_low_height", "256", "4") "transpose/i64/5x192/soa/any:1", 2 * 8 * 960,
     15 * 16 + 16 * 6 * 3, 160, 0, 15 + 16},
    {"transpositions_cost_as_worked_out.transpose_auto@sim64 transpose/i64/16x256/soa/any:1", 2 * 8 * 4096,
     2 * 64 * 16, 100, 0, 2 * 64},
    /* 1024 bytes a warp */
    {CASE64("transpose_copy", "256", "4") "transpose/i32/1x1024/soa/any:1", 2 * 4 * 1024, 2 * 4 * 32, 100, 0,
     2 * 4},
    /* four rows: two banks have a word of three of them */
    {CASE64("transpose_masked", "128", "16") "transpose/i32/128x16/soa/any:1", 2 * 4 * 2048, 2 * 32 * 8, 100,
     32, 2 * 32},
#undef CASE
#undef CASE64
};

static enum verdict check_expected(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case known;
    struct launch_counters counted;
    const struct load *load = &fixture->load[LOAD_CASE];
    if (!case_parse(expected[at].line, &known, &finding->reason)) return VERDICT_BROKEN;
    if (known.device.kind != fixture->name.kind) return VERDICT_PASS;
    enum verdict verdict = count_line(fixture, expected[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct memory_counters *data = &counted.data;
    double claimed = load->instance->strategy->sectors(&load->job, &load->shape) * 100;
    if (data->loaded + data->stored == expected[at].bytes && data->sectors == expected[at].sectors &&
        claimed == expected[at].claimed && counted.bank_conflicts == expected[at].conflicts &&
        data->accesses == expected[at].accesses)
        return VERDICT_PASS;
    text_say(&finding->first_at,
             "%s: expected %" PRIu64 " bytes, %" PRIu64 " sectors, %u %% of the fewest, %" PRIu64
             " cycles of waiting, %" PRIu64 " accesses; counts %" PRIu64 ", %" PRIu64
             ", claims %.0f, counts %" PRIu64 ", %" PRIu64,
             expected[at].line, expected[at].bytes, expected[at].sectors, expected[at].claimed,
             expected[at].conflicts, expected[at].accesses, data->loaded + data->stored, data->sectors,
             claimed, counted.bank_conflicts, data->accesses);
    return VERDICT_FAIL;
}

static enum verdict transpositions_cost_as_worked_out_check(void *context, const struct test_case *checked,
                                                            struct finding *finding)
{
    (void)checked;
    return check_lines(context, check_expected, sizeof expected / sizeof expected[0], finding);
}

CLAIM(transpositions_cost_as_worked_out, SUITE, SIM, once,
      "for matrices of known size the bytes, sectors, claims and cycles of bank conflicts equal those "
      "computed by hand");

/* ---- banks ---- */

/* One tile and a part of one, both ways; low and narrow, of whole folded tiles: of others a few lanes that are left may
 * meet in a bank; a row. */
static const uint64_t shapes[][2] = {{33, 70}, {70, 33}, {4, 512}, {512, 4}, {1, 100}, {0, 0} /* the end */};

static enum verdict check_banks(struct fixture *fixture, const struct instance *instance, const struct op *op,
                                const uint64_t size[2], struct finding *finding)
{
    struct test_case one = {.device = fixture->name, .has_problem = true};
    struct launch_counters counted;
    snprintf(one.subject, sizeof one.subject, "%s", instance->strategy->name);
    one.tuning = instance_tuning(instance);
    one.problem = (struct problem){.what = WHAT_TRANSPOSE, .op = op, .layout = {.sides = 1}};
    one.problem.shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {size[0], size[1]}};
    enum verdict verdict = count_case(fixture, LOAD_CASE, &one, &counted, finding);
    if (verdict == VERDICT_REFUSED) return VERDICT_PASS;
    if (verdict != VERDICT_PASS || counted.bank_conflicts == 0) return verdict;
    text_say(&finding->first_at,
             "%s{block=%u,items=%u}, %" PRIu64 "x%" PRIu64 " elements of %zu bytes: %" PRIu64
             " cycles of waiting for a bank, expected none",
             instance->strategy->name, instance->shape.block, instance->shape.items, size[0], size[1],
             op->input.size, counted.bank_conflicts);
    return VERDICT_FAIL;
}

/* Whether a tile of that many items is a square, as wide as a warp or wider. */
static bool is_wide_square(const struct fixture *fixture, uint32_t items)
{
    uint32_t side = (uint32_t)fixture->session.caps->lanes;
    while (side * side < items)
        side *= 2;
    return side * side == items;
}

static enum verdict check_wide_tiles(struct fixture *fixture, const struct strategy *strategy,
                                     const struct operator_code *code, struct finding *finding)
{
    const struct op *op = op_for(WHAT_TRANSPOSE, code->op);
    enum verdict verdict = VERDICT_PASS;
    for (size_t i = 0; i < code->count; i++) {
        const struct instance *instance = &code->instances[i];
        uint32_t tile = instance->shape.block * instance->shape.items;
        if (instance->strategy != strategy || !is_wide_square(fixture, tile)) continue;
        for (size_t s = 0; shapes[s][0] && verdict == VERDICT_PASS; s++)
            verdict = check_banks(fixture, instance, op, shapes[s], finding);
    }
    return verdict;
}

static enum verdict wide_tiles_wait_for_no_bank_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    struct fixture *fixture = context;
    const struct backend *backend = fixture->session.backend;
    enum verdict verdict = VERDICT_PASS;
    (void)checked;
    for (const struct strategy *const *at = backend->strategies; *at; at++) {
        const struct operator_code *const *code = backend->operators;
        for (; (*at)->what == WHAT_TRANSPOSE && *code && verdict == VERDICT_PASS; code++)
            if (op_for(WHAT_TRANSPOSE, (*code)->op) && !backend_repeats(backend, *code))
                verdict = check_wide_tiles(fixture, *at, *code, finding);
    }
    return verdict;
}

CLAIM(wide_tiles_wait_for_no_bank, SUITE, SIM, once,
      "a transposition whose tile is a square at least as wide as a warp has no bank conflicts, for any "
      "element size");
