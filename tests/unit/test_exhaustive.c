/* SPDX-License-Identifier: MIT
 * Sweeps of every shape, checked: of all that is copied down after a batch one bit is changed, and the sweep must fail
 * at the shape that owns it. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "exhaustive.h"
#include "fake_device.h"

static const struct {
    const char *strategy, *op;
    bool exclusive;
} swept[] = {
    {"reduce_auto", "span_8", false},      {"reduce_auto", "span_emit", false},
    {"scan_lookback", "span_8", false},    {"scan_lookback", "span_8", true},
    {"scan_lookback", "span_emit", false}, {"transpose_naive", "i64", false},
};

enum { MOST_ITEMS = 6 };

/* A batch, and how many bytes of results and of map-outs it brings. */
struct batch {
    struct fixture *fixture;
    struct sweep sweep;
    size_t to;
    uint64_t result_size, mapout_size;
    struct finding *finding;
};

static bool say_batch(const struct batch *batch, uint64_t at, const char *words)
{
    return text_say(&batch->finding->first_at, "%s, %s: byte %" PRIu64 " of what came down: %s",
                    batch->sweep.about.instance->strategy->name, batch->sweep.about.op->name, at, words);
}

/* The shape that owns an item, counted with the free one behind each shape's. */
static size_t shape_of(const struct batch *batch, const uint64_t *before, uint64_t item)
{
    size_t at = 0;
    while (at + 1 < batch->to && before[at + 1] <= item)
        at++;
    return at;
}

static bool flip_is_noticed(struct batch *batch, uint64_t at, size_t shape)
{
    struct fake_plan plan = {.flips = true, .flip_at = at};
    struct sweep_outcome outcome;
    fake_set(batch->fixture, &plan);
    sweep_run(&batch->sweep, 0, batch->to, &outcome);
    batch->finding->items++;
    if (outcome.verdict != VERDICT_FAIL) return say_batch(batch, at, "a change passes");
    return outcome.at == shape || say_batch(batch, at, "a change is said to be another shape's");
}

static bool batch_is_watched(struct batch *batch)
{
    const struct sweep *sweep = &batch->sweep;
    struct sweep_outcome outcome;
    uint64_t results = sweep->results_before[batch->to] * batch->result_size;
    uint64_t mapouts = sweep->before[batch->to] * batch->mapout_size,
             apart = sweep->mapout_at - sweep->results_at;
    fake_set(batch->fixture, NULL);
    sweep_run(&batch->sweep, 0, batch->to, &outcome);
    if (outcome.verdict != VERDICT_PASS || outcome.verified != batch->to)
        return say_batch(batch, 0, outcome.why.at);
    for (uint64_t at = 0; at < results; at++)
        if (!flip_is_noticed(batch, at, shape_of(batch, sweep->results_before, at / batch->result_size)))
            return false;
    for (uint64_t at = 0; at < mapouts; at++)
        if (!flip_is_noticed(batch, apart + at, shape_of(batch, sweep->before, at / batch->mapout_size)))
            return false;
    return true;
}

static bool changed_bit_fails_at_its_shape(struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct strategy *strategy = backend_strategy(fixture->session.backend, swept[at].strategy);
    const struct op *op = op_for(strategy->what, swept[at].op);
    struct sweep_about about = {.instance =
                                    fixture_nth_instance(fixture, swept[at].strategy, swept[at].op, 0),
                                .op = op,
                                .exclusive = swept[at].exclusive,
                                .most = MOST_ITEMS};
    struct batch batch = {.fixture = fixture,
                          .result_size = op->state.size,
                          .mapout_size = op->emits ? op->mapout.size : 0,
                          .finding = finding};
    bool good = sweep_open(&batch.sweep, fixture, &about, &finding->first_at);
    batch.to = good ? sweep_batch(&batch.sweep, 0) : 0;
    good = good && batch_is_watched(&batch);
    sweep_close(&batch.sweep);
    return good;
}

/* Of a tuning that is not tiny the numbers of items at the edges of up to four tiles are swept, of two where a sweep
 * has less than 128 items: the first `count` of those listed here. */
static bool edges_are_swept(struct fixture *fixture, uint64_t most, size_t count, struct finding *finding)
{
    struct instance instance = *fixture_nth_instance(fixture, "scan_lookback", "span_8", 0);
    struct sweep_about about = {.instance = &instance, .op = op_find("span_8"), .most = most};
    struct sweep sweep;
    instance.tiny = false;
    instance.shape.block = 32;
    instance.shape.items = 3;
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    static const uint64_t edges[] = {0, 1, 95, 96, 97, 191, 192, 193, 287, 288, 289, 383, 384, 385};
    for (size_t e = 0; good && e < sizeof edges / sizeof edges[0]; e++) {
        bool found = false;
        for (size_t i = 0; i < sweep.count; i++)
            found |= sweep.shape[i] == edges[e] && sweep.row[i] == 1;
        if (found != (e < count))
            good = text_say(&finding->first_at,
                            "one row of %" PRIu64 " items is %sswept in tiles of 96, up to %" PRIu64 " items",
                            edges[e], found ? "" : "not ", most);
    }
    sweep_close(&sweep);
    return good;
}

/* A shape's case is the line that runs it again. */
static bool case_of_a_shape_runs_it_again(struct fixture *fixture, struct finding *finding)
{
    static const char right[] =
        "scan_equals_oracle.scan_lookback{block=4,items=1,group=4}@sim64 exscan/span_8/5/soa/unit:0";
    struct sweep_about about = {.instance = fixture_nth_instance(fixture, "scan_lookback", "span_8", 0),
                                .op = op_find("span_8"),
                                .exclusive = true,
                                .most = MOST_ITEMS};
    struct sweep sweep;
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at), found = false;
    for (size_t i = 0; good && i < sweep.count; i++) {
        char line[MAX_LINE];
        struct test_case one;
        memset(&one, 0xff, sizeof one);
        sweep_case(&sweep, i, &one);
        case_print(&one, line, sizeof line);
        found |= strcmp(line, right) == 0;
    }
    sweep_close(&sweep);
    return good && (found || text_say(&finding->first_at, "no shape of a sweep has the case %s", right));
}

/* A bit is another one in this byte of what is brought down: of a shape's results, or map-outs. Item i of a span
 * is [i, i+1); 2 x 3 numbers 0 1 2 and 3 4 5 become 0 3, 1 4 and 2 5; and 3 x 2 numbers 0 1, 2 3 and 4 5 become 0
 * 2 4 and 1 3 5. */
static const struct {
    const char *strategy, *op;
    bool exclusive;
    uint64_t rows, items;
    bool mapout;
    uint64_t byte;
    const char *words;
} named[] = {
    {"reduce_auto", "span_8", false, 1, 2, false, 0, "row 0, column 1 of 2 (u32): expected 0x0, got 0x1"},
    {"reduce_auto", "span_8", false, 1, 2, false, 8, "the space behind the result is written"},
    {"reduce_auto", "span_8", false, 2, 2, false, 8, "row 1, column 1 of 2 (u32): expected 0x1, got 0x0"},
    {"reduce_auto", "span_8", false, 2, 2, false, 16, "the space behind the results is written"},
    {"reduce_auto", "span_8", false, 3, 6, false, 20, "row 2, column 2 of 2 (u32): expected 0x6, got 0x7"},
    {"reduce_auto", "span_emit", false, 1, 2, true, 0, "map-out: row 0, item 0 is wrong"},
    {"reduce_auto", "span_emit", false, 1, 2, true, 16, "map-out: row 0, item 1 is wrong"},
    {"reduce_auto", "span_emit", false, 1, 2, true, 31, "map-out: row 0, item 1 is wrong"},
    {"reduce_auto", "span_emit", false, 1, 2, true, 32, "the space behind the map-out is written"},
    {"reduce_auto", "span_emit", false, 1, 6, true, 79, "map-out: row 0, item 4 is wrong"},
    {"scan_lookback", "span_8", false, 2, 6, false, 32,
     "row 1, item 1, column 1 of 2 (u32): expected 0x3, got 0x2"},
    {"scan_lookback", "span_8", true, 2, 6, false, 36,
     "row 1, item 1, column 2 of 2 (u32): expected 0x4, got 0x5"},
    {"scan_lookback", "span_8", false, 3, 6, false, 40,
     "row 2, item 1, column 1 of 2 (u32): expected 0x4, got 0x5"},
    {"scan_lookback", "span_8", false, 1, 6, false, 28,
     "row 0, item 3, column 2 of 2 (u32): expected 0x4, got 0x5"},
    {"scan_lookback", "span_8", false, 2, 6, false, 48, "the space behind the results is written"},
    {"transpose_naive", "i64", false, 2, 6, false, 24,
     "row 1, column 1 of the result, column 1 of 1 (i64): expected 4, got 5"},
    {"transpose_naive", "i64", false, 2, 6, false, 32,
     "row 2, column 0 of the result, column 1 of 1 (i64): expected 2, got 3"},
    {"transpose_naive", "i64", false, 3, 6, false, 16,
     "row 0, column 2 of the result, column 1 of 1 (i64): expected 4, got 5"},
    {"transpose_naive", "i64", false, 2, 6, false, 48, "the space behind the results is written"},
};

static bool place_is_named(struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct op *op =
        op_for(backend_strategy(fixture->session.backend, named[at].strategy)->what, named[at].op);
    struct sweep_about about = {.instance =
                                    fixture_nth_instance(fixture, named[at].strategy, named[at].op, 0),
                                .op = op,
                                .exclusive = named[at].exclusive,
                                .most = MOST_ITEMS};
    struct sweep sweep;
    struct sweep_outcome outcome;
    memset(&sweep, 0xff, sizeof sweep); /* whatever is there: it is opened */
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    size_t shape = 0;
    while (good && (sweep.shape[shape] != named[at].items || sweep.row[shape] != named[at].rows))
        good = ++shape < sweep.count ||
               text_say(&finding->first_at, "%s: a shape is not swept", named[at].strategy);
    if (good) {
        uint64_t before = named[at].mapout ? sweep.mapout_at - sweep.results_at : 0;
        fake_set(fixture, &(struct fake_plan){.flips = true, .flip_at = before + named[at].byte});
        sweep_run(&sweep, shape, shape + 1, &outcome);
        good = (outcome.verdict == VERDICT_FAIL && strcmp(outcome.why.at, named[at].words) == 0) ||
               text_say(&finding->first_at, "%s, %s: expected '%s', got '%.200s'", named[at].strategy,
                        named[at].op, named[at].words, outcome.why.at);
    }
    fake_set(fixture, NULL);
    sweep_close(&sweep);
    return good;
}

static bool places_are_named(struct fixture *fixture, struct finding *finding)
{
    bool good = true;
    for (size_t at = 0; good && at < sizeof named / sizeof named[0]; at++)
        good = place_is_named(fixture, at, finding);
    return good;
}

/* What is known of a strategy when it is opened: whether it does rows, and how long they may be. */
static bool rows_are_asked_for(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        const char *strategy, *op;
        uint64_t longest;
        bool fitting;
    } rows[] = {{"reduce_auto", "span_8", ANY_ROW, false},
                {"short_rows", "span_8", FAKE_SHORT, true},
                {"short_scans", "span_8", FAKE_SHORT, true},
                {"scan_lookback", "span_8", ANY_ROW, false},
                {"short_matrices", "i64", ANY_ROW, false}};
    bool good = true;
    for (size_t i = 0; good && i < sizeof rows / sizeof rows[0]; i++) {
        enum what what = backend_strategy(fixture->session.backend, rows[i].strategy)->what;
        struct sweep_about about = {.instance =
                                        fixture_nth_instance(fixture, rows[i].strategy, rows[i].op, 0),
                                    .op = op_for(what, rows[i].op),
                                    .most = 2};
        struct sweep sweep;
        good = sweep_open(&sweep, fixture, &about, &finding->first_at);
        if (good && (!sweep.rows || sweep.longest != rows[i].longest || sweep.fitting != rows[i].fitting))
            good = text_say(&finding->first_at, "%s is swept in%s rows of up to %" PRIu64 " items%s",
                            rows[i].strategy, sweep.rows ? "" : " no", sweep.longest,
                            sweep.fitting ? ", which must fit" : "");
        sweep_close(&sweep);
    }
    return good;
}

struct sweeper {
    struct fixture *fixture;
    bool good;
    struct finding *finding;
};

static void sweep_once(void *context)
{
    struct sweeper *sweeper = context;
    struct sweep_about about = {.instance =
                                    fixture_nth_instance(sweeper->fixture, "reduce_auto", "span_emit", 0),
                                .op = op_find("span_emit"),
                                .most = MOST_ITEMS};
    struct sweep sweep;
    struct sweep_outcome outcome;
    bool opened = sweep_open(&sweep, sweeper->fixture, &about, &sweeper->finding->first_at);
    if (opened) sweep_run(&sweep, 0, sweep_batch(&sweep, 0), &outcome);
    sweep_close(&sweep);
    sweeper->good = sweeper->good && opened;
}

static bool sweep_frees_its_memory(struct fixture *fixture, struct finding *finding)
{
    struct sweeper sweeper = {fixture, true, finding};
    fake_set(fixture, NULL);
    size_t kept = bytes_kept(sweep_once, &sweeper);
    return sweeper.good && (!kept || text_say(&finding->first_at, "4 sweeps keep %zu bytes", kept));
}

/* One shape alone is compared: a launch that writes nothing is wrong. */
static bool shape_alone_is_compared(struct fixture *fixture, struct finding *finding)
{
    struct sweep_about about = {.instance = fixture_nth_instance(fixture, "reduce_auto", "span_8", 0),
                                .op = op_find("span_8"),
                                .most = 2};
    struct sweep sweep;
    struct finding alone;
    fake_set(fixture, NULL);
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    text_say(&alone.first_at, "an earlier one");
    if (good && (sweep_run_alone(&sweep, 2, &alone) != VERDICT_PASS || alone.first_at.at[0]))
        good = text_say(&finding->first_at, "a shape alone: %.200s", alone.first_at.at);
    fake_set(fixture, &(struct fake_plan){.writes_nothing = true});
    if (good && (sweep_run_alone(&sweep, 2, &alone) != VERDICT_FAIL || !alone.first_at.at[0]))
        good = text_say(&finding->first_at, "a shape alone, whose launch writes nothing, passes");
    fake_set(fixture, NULL);
    sweep_close(&sweep);
    return good;
}

/* One row of the given number of items, in any order: where it has fewer items than the row before, it is folded anew. */
static bool shapes_run_in_any_order(struct fixture *fixture, struct finding *finding)
{
    static const uint64_t items[] = {6, 5, 6, 3, 0, 4, 6};
    struct sweep_about about = {.instance = fixture_nth_instance(fixture, "reduce_auto", "span_8", 0),
                                .op = op_find("span_8"),
                                .most = MOST_ITEMS};
    struct sweep sweep;
    struct sweep_outcome outcome;
    fake_set(fixture, NULL);
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    for (size_t i = 0; good && i < sizeof items / sizeof items[0]; i++) {
        size_t shape = 0;
        while (sweep.shape[shape] != items[i] || sweep.row[shape] != 1)
            shape++;
        sweep_run(&sweep, shape, shape + 1, &outcome);
        if (outcome.verdict != VERDICT_PASS || outcome.verified != 1)
            good = text_say(&finding->first_at, "one row of %" PRIu64 " items, the next in order: '%.200s'",
                            items[i], outcome.why.at);
    }
    sweep_close(&sweep);
    return good;
}

/* Witnesses of order, and matrices of numbered items, have the items 0, 1, 2, ...; a byte counts too few of them, and a
 * tally has weights by the seed. */
static bool witness_has_the_numbered_items(struct finding *finding)
{
    static const struct {
        enum what what;
        const char *op;
        enum elem elem;
        enum data_form form;
        uint64_t seed;
    } items[] = {
        {WHAT_REDUCE, "span_8", ELEM_U32, DATA_UNIT, 0}, {WHAT_REDUCE, "tally_u64", ELEM_U64, DATA_ANY, 7},
        {WHAT_TRANSPOSE, NULL, ELEM_I64, DATA_UNIT, 0},  {WHAT_TRANSPOSE, NULL, ELEM_I16, DATA_UNIT, 0},
        {WHAT_TRANSPOSE, NULL, ELEM_I8, DATA_ANY, 7},
    };
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        const struct strategy strategy = {.name = "own", .what = items[i].what};
        const struct instance instance = {.strategy = &strategy, .shape = {4, 1, 4, 0}};
        uint64_t shape = 6, row = 1;
        const struct sweep sweep = {
            .about = {.instance = &instance,
                      .op = items[i].op ? op_find(items[i].op) : op_of_elem(items[i].elem),
                      .seed = 7},
            .shape = &shape,
            .row = &row};
        struct test_case one;
        sweep_case(&sweep, 0, &one);
        if (one.problem.data.form != items[i].form || one.problem.data.seed != items[i].seed)
            return text_say(&finding->first_at, "a sweep of %s has other items", one.problem.op->name);
    }
    return true;
}

static bool edges_of_large_tunings_are_swept(struct fixture *fixture, struct finding *finding)
{
    return edges_are_swept(fixture, 127, 8, finding) && edges_are_swept(fixture, 128, 14, finding);
}

static const struct unit_test tests[] = {ROWS(changed_bit_fails_at_its_shape, swept),
                                         TEST(edges_of_large_tunings_are_swept),
                                         TEST(case_of_a_shape_runs_it_again),
                                         TEST(places_are_named),
                                         TEST(rows_are_asked_for),
                                         TEST(sweep_frees_its_memory),
                                         TEST(shape_alone_is_compared),
                                         TEST(shapes_run_in_any_order),
                                         TEST(witness_has_the_numbered_items)};
UNIT(exhaustive, tests);
