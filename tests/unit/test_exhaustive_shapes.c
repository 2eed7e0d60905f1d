/* SPDX-License-Identifier: MIT
 * The shapes of sweeps, their batches, counts and cases, against lists and values typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive_shapes.h"
#include "fake_device.h"

static bool expect(const char *words, uint64_t expected, uint64_t got, struct finding *finding)
{
    return got == expected ||
           text_say(&finding->first_at, "%s: expected %" PRIu64 ", got %" PRIu64, words, expected, got);
}

/* ---- shapes ---- */

#define NO_BOUND UINT64_MAX /* rows of any length */
#define EDGES_OF_2 "1x0 1x1 1x9 1x10 1x11 1x19 1x20 1x21 "

/* Rows x items of each, in the order of the sweep. */
static const struct {
    const char *says;
    enum what what;
    bool tiny, rows;
    uint64_t tile, longest, most;
    const char *shapes;
} lists[] = {
    {"one row", WHAT_REDUCE, true, false, 4, NO_BOUND, 3, "1x0 1x1 1x2 1x3 "},
    {"one row of a scan", WHAT_SCAN, true, false, 4, NO_BOUND, 4, "1x0 1x1 1x2 1x3 1x4 "},
    {"rows", WHAT_REDUCE, true, true, 4, NO_BOUND, 4, "1x0 1x1 1x2 2x1 1x3 3x1 1x4 2x2 4x1 "},
    {"rows that fit into a block", WHAT_REDUCE, true, true, 4, 2, 2, "1x0 1x1 1x2 2x1 "},
    {"a library", WHAT_REDUCE, false, false, 0, NO_BOUND, 2, "1x0 1x1 1x2 "},
    {"matrices", WHAT_TRANSPOSE, true, true, 4, NO_BOUND, 4, "1x0 1x1 1x2 2x1 1x3 3x1 1x4 2x2 4x1 "},
    {"edges of 2 tiles", WHAT_REDUCE, false, false, 10, NO_BOUND, 127, EDGES_OF_2},
    {"edges of 4 tiles", WHAT_SCAN, false, true, 10, NO_BOUND, 128,
     "3x9 3x10 3x11 " EDGES_OF_2 "1x29 1x30 1x31 1x39 1x40 1x41 "},
    {"edges of rows that fit", WHAT_REDUCE, false, true, 10, 4, 100,
     "2x3 3x3 2x4 3x4 2x5 3x5 4x1 5x1 4x2 5x2 4x3 5x3 6x1 7x1 6x2 7x2 8x1 9x1 8x2 9x2 "
     "3x9 3x10 3x11 " EDGES_OF_2},
};

static void free_lists(struct sweep *sweep)
{
    free(sweep->shape);
}

/* What is before each shape: its items and a free one each, and so of its results. There is memory for all of
 * them. */
static bool befores_are_right(const struct sweep *sweep, bool one_an_item, struct finding *finding)
{
    uint64_t before = 0, results = 0;
    for (size_t i = 0; i <= sweep->count; i++) {
        if (sweep->before[i] != before || sweep->results_before[i] != results)
            return text_say(&finding->first_at,
                            "shape %zu: %" PRIu64 " items and %" PRIu64 " results are said to be before", i,
                            sweep->before[i], sweep->results_before[i]);
        if (i == sweep->count) break;
        before += sweep->shape[i] + 1;
        results += (one_an_item ? sweep->shape[i] : sweep->row[i]) + 1;
    }
    size_t numbers = (size_t)(sweep->results_before - sweep->shape) + sweep->count + 1;
    return heap_has_room(sweep->shape, numbers * sizeof *sweep->shape) ||
           text_say(&finding->first_at, "%zu shapes have less memory than they take", sweep->count);
}

static bool list_of(const struct sweep *sweep, struct text *list)
{
    *list = (struct text){{0}};
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->shape[i] % sweep->row[i]) return false;
        text_add(list, "%" PRIu64 "x%" PRIu64 " ", sweep->row[i], sweep->shape[i] / sweep->row[i]);
    }
    return true;
}

static bool small_shapes_are_listed(struct finding *finding)
{
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct strategy strategy = {.name = "own", .what = lists[i].what};
        const struct instance instance = {.strategy = &strategy, .tiny = lists[i].tiny};
        struct sweep sweep = {
            .about = {.instance = &instance, .op = op_find("add_u32"), .most = lists[i].most},
            .tile = lists[i].tile,
            .rows = lists[i].rows,
            .longest = lists[i].longest,
            .fitting = lists[i].longest != NO_BOUND};
        struct text list;
        bool good = sweep_list_shapes(&sweep, &finding->first_at);
        bool whole = good && list_of(&sweep, &list);
        if (good && (!whole || strcmp(list.at, lists[i].shapes) != 0))
            good = text_say(&finding->first_at, "%s: expected %s, got %s", lists[i].says, lists[i].shapes,
                            whole ? list.at : "rows of different lengths");
        good = good && befores_are_right(&sweep, lists[i].what != WHAT_REDUCE, finding);
        free_lists(&sweep);
        if (!good) return false;
    }
    return true;
}

/* Of 70 items at most: up to 64 all rows, and of more items those that are as many of their length as fit into 70. */
static bool long_rows_fit_the_limit(struct finding *finding)
{
    static const struct {
        uint64_t rows, length, swept, moved;
    } shapes[] = {
        {32, 2, 1, 1}, {64, 1, 1, 1}, {1, 66, 1, 1}, {2, 33, 1, 1}, {3, 22, 1, 1}, {6, 11, 1, 1},
        {11, 6, 1, 1}, {22, 3, 0, 1}, {33, 2, 0, 1}, {66, 1, 0, 1}, {70, 1, 1, 1}, {35, 2, 1, 1},
        {23, 3, 1, 1}, {5, 13, 1, 1}, {4, 17, 1, 1}, {17, 4, 1, 1}, {13, 5, 0, 1}, {1, 71, 0, 0},
        {24, 3, 0, 0}, {65, 1, 0, 1}, {2, 35, 1, 1}, {1, 0, 1, 1},
    };
    for (int moves = 0; moves < 2; moves++) {
        const struct strategy strategy = {.name = "own", .what = moves ? WHAT_TRANSPOSE : WHAT_REDUCE};
        const struct instance instance = {.strategy = &strategy, .tiny = true};
        struct sweep sweep = {.about = {.instance = &instance, .op = op_find("add_u32"), .most = 70},
                              .rows = true};
        bool good = sweep_list_shapes(&sweep, &finding->first_at);
        for (size_t s = 0; good && s < sizeof shapes / sizeof shapes[0]; s++) {
            uint64_t found = 0, expected = moves ? shapes[s].moved : shapes[s].swept;
            for (size_t i = 0; i < sweep.count; i++)
                found +=
                    sweep.row[i] == shapes[s].rows && sweep.shape[i] == shapes[s].rows * shapes[s].length;
            good = expect(moves ? "a matrix of up to 70 items" : "rows of up to 70 items", expected, found,
                          finding);
            if (!good)
                text_add(&finding->first_at, ", of %" PRIu64 "x%" PRIu64, shapes[s].rows, shapes[s].length);
        }
        free_lists(&sweep);
        if (!good) return false;
    }
    return true;
}

/* The sides of matrices for tiles of 16 items, whose side is 4, and of 15, whose side is 3. */
static bool matrices_have_the_sides_of_tiles(struct finding *finding)
{
    static const struct {
        uint64_t tile, side[6];
    } tiles[] = {{16, {1, 2, 3, 4, 5, 9}}, {15, {1, 1, 2, 3, 4, 7}}};
    const struct strategy strategy = {.name = "own", .what = WHAT_TRANSPOSE};
    const struct instance instance = {.strategy = &strategy};
    for (size_t t = 0; t < 2; t++) {
        struct sweep sweep = {.about = {.instance = &instance, .op = op_find("add_u32"), .most = 200},
                              .rows = true,
                              .tile = tiles[t].tile};
        bool good = sweep_list_shapes(&sweep, &finding->first_at) &&
                    expect("matrices at the edges of tiles", 36, sweep.count, finding);
        for (size_t i = 0; good && i < 36; i++)
            good = expect("rows of a matrix at the edges", tiles[t].side[i / 6], sweep.row[i], finding) &&
                   expect("items of a matrix at the edges", tiles[t].side[i / 6] * tiles[t].side[i % 6],
                          sweep.shape[i], finding);
        free_lists(&sweep);
        if (!good) return text_add(&finding->first_at, ", matrix of a tile of %" PRIu64, tiles[t].tile);
    }
    return true;
}

/* An operator is right for some items; a sweep makes one item more than its largest shape has, which of edges may be more
 * than the most, or less, and not the last: tiles of 10 have one row of 21 items last, and three of 11 before. */
static bool shapes_keep_to_the_operator(struct finding *finding)
{
    static const struct {
        bool tiny, rows;
        uint64_t most, right;
        const char *words;
    } sweeps[] = {{true, false, 4, 0, ""},
                  {true, false, 4, 5, ""},
                  {true, false, 4, 4, "own is right for 4 items, not for 4 and one more"},
                  {false, false, 20, 22, ""},
                  {false, false, 20, 21, "own is right for 21 items, not for 21 and one more"},
                  {false, false, 127, 22, ""},
                  {false, false, 127, 21, "own is right for 21 items, not for 21 and one more"},
                  {false, true, 20, 34, ""},
                  {false, true, 20, 33, "own is right for 33 items, not for 33 and one more"}};
    const struct strategy strategy = {.name = "own", .what = WHAT_REDUCE};
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
        const struct instance instance = {.strategy = &strategy, .tiny = sweeps[i].tiny};
        struct op op = {.name = "own", .most_items = sweeps[i].right};
        struct sweep sweep = {.about = {.instance = &instance, .op = &op, .most = sweeps[i].most},
                              .rows = sweeps[i].rows,
                              .tile = 10};
        struct text why = {{0}};
        bool listed = sweep_list_shapes(&sweep, &why);
        free_lists(&sweep);
        if (listed != !sweeps[i].words[0] || strcmp(why.at, sweeps[i].words) != 0)
            return text_say(&finding->first_at,
                            "sweep %d up to %" PRIu64 " items, right for %" PRIu64
                            ": expected '%s', got '%.200s'",
                            (int)i, sweeps[i].most, sweeps[i].right, sweeps[i].words, why.at);
    }
    uint64_t shapes[] = {0, 9, 4, 99};
    struct sweep few = {.shape = shapes, .count = 3}, last = {.shape = shapes + 1, .count = 2},
                 none = {.shape = shapes, .count = 1};
    return expect("the most of 0, 9 and 4 items", 9, sweep_most_items(&few), finding) &&
           expect("the most of 9 and 4 items", 9, sweep_most_items(&last), finding) &&
           expect("the most of 0 items", 0, sweep_most_items(&none), finding);
}

/* ---- batches ---- */

/* A batch has 64 shapes at most on the simulator, and 4096 on a GPU; 4096 items and 2^20, with a free one for each; and one
 * shape, however large. */
static bool batch_has_a_limit_of_shapes(struct finding *finding)
{
    static uint64_t all[5002], few[] = {0, 1000, 4096, 4097, 4097}, large[] = {0, 5000, 5001, 5001},
                               gpu[] = {0, 1, 1 << 20, (1 << 20) + 1, (1 << 20) + 1};
    static const struct {
        enum device_kind kind;
        uint64_t *before;
        size_t count, from, to;
    } batches[] = {
        {DEVICE_SIM64, all, 100, 0, 64},
        {DEVICE_SIM32, all, 100, 64, 100},
        {DEVICE_SIM64, all, 100, 36, 100},
        {DEVICE_SIM64, all, 100, 35, 99},
        {DEVICE_SIM64, few, 3, 0, 2},
        {DEVICE_SIM64, few, 3, 1, 3},
        {DEVICE_SIM64, few, 3, 2, 3},
        {DEVICE_SIM64, large, 2, 0, 1},
        {DEVICE_SIM64, large, 2, 1, 2},
        {DEVICE_AMD, all, 5000, 0, 4096},
        {DEVICE_NVIDIA, all, 5000, 4096, 5000},
        {DEVICE_AMD, gpu, 3, 0, 2},
        {DEVICE_AMD, gpu, 3, 1, 3},
    };
    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++) {
        struct sweep sweep = {
            .device = {batches[i].kind, 0}, .before = batches[i].before, .count = batches[i].count};
        if (!expect("the end of a batch", batches[i].to, sweep_batch(&sweep, batches[i].from), finding))
            return text_add(&finding->first_at, " for batch %zu of the table", i);
    }
    return true;
}

/* ---- what is asked ---- */

static struct job asked;

static const struct strategy *pick_3_times_5(const struct job *job, struct launch_shape *shape,
                                             struct text *why)
{
    (void)why;
    asked = *job;
    shape->block = 3;
    shape->items = 5;
    return NULL;
}

/* The tile is that of the tuning, or what a strategy picks for one row, or for a matrix of 256 x 256. */
static bool tiles_are_found(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        enum what what;
        bool picks;
        uint64_t tile, rows, present;
    } tiles[] = {
        {WHAT_REDUCE, false, 8, 0, 0},
        {WHAT_REDUCE, true, 15, 1, 0},
        {WHAT_TRANSPOSE, true, 15, 256, 65536},
    };
    for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
        const struct strategy strategy = {.what = tiles[i].what,
                                          .pick = tiles[i].picks ? pick_3_times_5 : NULL};
        const struct instance instance = {.strategy = &strategy, .shape = {.block = 4, .items = 2}};
        struct sweep sweep = {.fixture = fixture, .about = {.instance = &instance, .op = op_find("add_u32")}};
        asked = (struct job){0};
        sweep_find_tile(&sweep);
        if (!expect("a tile", tiles[i].tile, sweep.tile, finding) ||
            !expect("rows of what a tile is asked for", tiles[i].rows, asked.rows, finding) ||
            !expect("items of a matrix whose tile is asked for", tiles[i].present, asked.present, finding))
            return false;
    }
    return true;
}

/* Orders for order, commutes and cancels where operands commute; params are none of a witness. */
static bool witness_has_the_laws_of_the_strategy(struct finding *finding)
{
    static const struct {
        const char *op;
        unsigned needs;
        bool params;
        uint64_t is;
    } ops[] = {
        {"span_8", 0, false, 1},
        {"span_8", LAW_COMMUTES, false, 0},
        {"add_u32", 0, false, 0},
        {"tally_u64", 0, false, 0},
        {"tally_u64", LAW_COMMUTES, false, 1},
        {"add_u32", LAW_COMMUTES, false, 0},
        {"affine_u32", LAW_COMMUTES, false, 0},
        {"span_8", 0, true, 0},
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        struct op op = *op_find(ops[i].op);
        op.has_params = ops[i].params;
        if (!expect(ops[i].op, ops[i].is, sweep_witnesses(&op, ops[i].needs), finding))
            return text_add(&finding->first_at, ", as a witness of needs %u", ops[i].needs);
    }
    return expect("the claim of a reduction", 0,
                  strcmp(sweep_claim(WHAT_REDUCE), "reduce_equals_oracle") != 0, finding) &&
           expect("the claim of a scan", 0, strcmp(sweep_claim(WHAT_SCAN), "scan_equals_oracle") != 0,
                  finding) &&
           expect("the claim of a transposition", 0,
                  strcmp(sweep_claim(WHAT_TRANSPOSE), "transpose_equals_oracle") != 0, finding);
}

/* A schedule stands for all where races are found and blocks keep apart; what is overridden needs nothing. */
static bool one_schedule_stands_for_all_where_races_are_found(struct fixture *fixture,
                                                              struct finding *finding)
{
    const bool races = fixture->session.tuned_caps.finds_races, refused = fixture->session.even_if_refused;
    bool good = true;
    for (unsigned i = 0; good && i < 4; i++) {
        const struct strategy strategy = {.needs = LAW_COMMUTES, .blocks_communicate = i & 1};
        fixture->session.tuned_caps.finds_races = i & 2;
        fixture->session.even_if_refused = i & 1;
        good = expect("a schedule stands for all", i == 2, sweep_any_schedule(fixture, &strategy), finding) &&
               expect("laws that are needed", i & 1 ? 0 : LAW_COMMUTES, sweep_needs(fixture, &strategy),
                      finding);
    }
    fixture->session.tuned_caps.finds_races = races;
    fixture->session.even_if_refused = refused;
    return good;
}

/* Each tuning of a reduction in three loads, and of a scan inclusive and exclusive; there are two tunings. */
static bool each_tuning_has_its_sweeps(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        const char *strategy;
        size_t index;
        uint64_t block, exclusive, loads; /* block 0: past the last */
    } numbers[] = {
        {"reduce_auto", 0, 4, 0, 0},     {"reduce_auto", 2, 4, 0, 2},    {"reduce_auto", 3, 32, 0, 0},
        {"reduce_auto", 5, 32, 0, 2},    {"reduce_auto", 6, 0, 0, 0},    {"scan_lookback", 2, 4, 0, 2},
        {"scan_lookback", 3, 4, 1, 0},   {"scan_lookback", 5, 4, 1, 2},  {"scan_lookback", 6, 32, 0, 0},
        {"scan_lookback", 11, 32, 1, 2}, {"scan_lookback", 12, 0, 0, 0}, {"no_such_scan", 5, 0, 0, 2},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sweep_about about = {.op = NULL};
        bool there = sweep_nth(fixture, numbers[i].strategy, op_find("span_8"), numbers[i].index, &about);
        if (!expect("whether its operator is told", 1, about.op == op_find("span_8"), finding) ||
            !expect("threads of a sweep's tuning", numbers[i].block, there ? about.instance->shape.block : 0,
                    finding) ||
            !expect("whether it is exclusive", numbers[i].exclusive, about.exclusive, finding) ||
            !expect("its loads", numbers[i].loads, about.loads, finding))
            return text_add(&finding->first_at, ", of sweep %zu of %s", numbers[i].index,
                            numbers[i].strategy);
    }
    return true;
}

/* ---- counts ---- */

/* Tiles of 4 items, of one row that is launched by itself: three of a reduction count, nine of a scan, whose windows
 * have 4 lanes. Of a tuning that is not tiny, with tiles of 64, three of a scan count, too. */
static const struct {
    const char *strategy;
    size_t tuning;
    uint64_t items, tiles, counted, over_3, refused;
} counts[] = {
    {"reduce_auto", 0, 0, 0, 0, 0, 0},     {"reduce_auto", 0, 8, 2, 0, 0, 0},
    {"reduce_auto", 0, 9, 3, 1, 0, 0},     {"reduce_auto", 0, 12, 3, 1, 0, 0},
    {"reduce_auto", 0, 13, 4, 1, 1, 0},    {"scan_lookback", 0, 12, 3, 0, 0, 0},
    {"scan_lookback", 0, 13, 4, 0, 1, 0},  {"scan_lookback", 0, 32, 8, 0, 1, 0},
    {"scan_lookback", 0, 33, 9, 1, 1, 0},  {"short_scans", 0, 5, 2, 0, 0, 0},
    {"short_scans", 0, 6, 0, 0, 0, 1},     {"reduce_auto", 1, 129, 3, 1, 0, 0},
    {"scan_lookback", 1, 128, 2, 0, 0, 0}, {"scan_lookback", 1, 129, 3, 1, 0, 0},
};

static bool sweep_counts_tiles_and_verdicts(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct sweep_about about = {
        .instance = fixture_nth_instance(fixture, counts[at].strategy, "span_8", counts[at].tuning),
        .op = op_find("span_8"),
        .most = 40};
    struct sweep sweep;
    struct sweep_outcome outcome;
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    size_t shape = 0;
    while (good && (sweep.shape[shape] != counts[at].items || sweep.row[shape] != 1))
        shape++;
    if (good) {
        memset(&outcome, 0xff, sizeof outcome); /* what an earlier one left does not count */
        sweep_run(&sweep, shape, shape + 1, &outcome);
        good = expect("rows must fit into a block", strcmp(counts[at].strategy, "short_scans") == 0,
                      sweep.fitting, finding) &&
               expect("passes", VERDICT_PASS, outcome.verdict, finding) &&
               expect("verified", !counts[at].refused, outcome.verified, finding) &&
               expect("refused", counts[at].refused, outcome.refused, finding) &&
               expect("tiles", counts[at].tiles, outcome.tiles, finding) &&
               expect("over enough tiles", counts[at].counted, outcome.counted, finding) &&
               expect("over more than 3", counts[at].over_3, outcome.over_3_tiles, finding) &&
               expect("said why it is refused", counts[at].refused, outcome.refusal.at[0] != 0, finding);
        if (!good)
            text_add(&finding->first_at, ", of %" PRIu64 " items of %s", counts[at].items,
                     counts[at].strategy);
    }
    sweep_close(&sweep);
    return good;
}

/* All rows of up to 13 items at once. One row of 9 items is three tiles, and of 13 four; as many rows of fewer
 * items count likewise: 3 + 4 + 2 + 6 + 2 shapes have 9 to 13, of 38. Of rows of 5 at most one row of 6 to 13 is
 * refused, and two of 6. */
static bool verified_shapes_are_counted(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        const char *strategy;
        uint64_t verified, refused, counted, over_3;
    } batches[] = {
        {"reduce_auto", 38, 0, 17, 2}, {"scan_lookback", 38, 0, 0, 2}, {"short_scans", 29, 9, 0, 1}};
    bool good = true;
    for (size_t i = 0; good && i < sizeof batches / sizeof batches[0]; i++) {
        struct sweep_about about = {.instance =
                                        fixture_nth_instance(fixture, batches[i].strategy, "span_8", 0),
                                    .op = op_find("span_8"),
                                    .most = 13};
        struct sweep sweep;
        struct sweep_outcome outcome;
        good = sweep_open(&sweep, fixture, &about, &finding->first_at);
        if (good) {
            sweep_run(&sweep, 0, sweep_batch(&sweep, 0), &outcome);
            good = expect("shapes verified", batches[i].verified, outcome.verified, finding) &&
                   expect("shapes refused", batches[i].refused, outcome.refused, finding) &&
                   expect("the most tiles", 4, outcome.tiles, finding) &&
                   expect("shapes over enough tiles", batches[i].counted, outcome.counted, finding) &&
                   expect("shapes over more than 3", batches[i].over_3, outcome.over_3_tiles, finding);
        }
        if (!good) text_add(&finding->first_at, ", of a batch of %s", batches[i].strategy);
        sweep_close(&sweep);
    }
    return good;
}

/* The simulator goes on after a failure; a GPU takes a fresh process. */
static bool simulator_goes_on_after_a_failure(struct fixture *fixture, struct finding *finding)
{
    struct sweep sweep = {.fixture = fixture, .device = {DEVICE_AMD, 0}};
    struct text why = {{0}};
    bool gpu = sweep_recover(&sweep, &why);
    sweep.device.kind = DEVICE_SIM32;
    return (!gpu && strcmp(why.at, "the device failed, and only a fresh process helps") == 0 &&
            sweep_recover(&sweep, &why)) ||
           text_say(&finding->first_at, "a device that failed: '%s'", why.at);
}

static const struct unit_test tests[] = {TEST(small_shapes_are_listed),
                                         TEST(long_rows_fit_the_limit),
                                         TEST(matrices_have_the_sides_of_tiles),
                                         TEST(shapes_keep_to_the_operator),
                                         TEST(batch_has_a_limit_of_shapes),
                                         TEST(tiles_are_found),
                                         TEST(witness_has_the_laws_of_the_strategy),
                                         TEST(one_schedule_stands_for_all_where_races_are_found),
                                         TEST(each_tuning_has_its_sweeps),
                                         TEST(simulator_goes_on_after_a_failure),
                                         ROWS(sweep_counts_tiles_and_verdicts, counts),
                                         TEST(verified_shapes_are_counted)};
UNIT(exhaustive_shapes, tests);
