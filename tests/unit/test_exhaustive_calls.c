/* SPDX-License-Identifier: MIT
 * The calls of a device that a sweep makes, one by one, where each succeeds and where one fails, against lists typed by
 * hand. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive_shapes.h"
#include "recording_device.h"

/* What the strategy was asked about at last, and whether it ever was without columns. */
static struct {
    const struct op *op;
    unsigned laws;
    bool blind;
} asked;

static enum refusal refuse_2(const struct strategy *strategy, const struct job *job,
                             const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    asked.op = job->op;
    asked.laws = job->op->laws;
    asked.blind |= job->out.count && (job->in.count != job->op->input.count || !job->in.column[0].base);
    if (job->rows == 1 && job->length != 2) return REFUSAL_NONE;
    text_say(why, "not these by hand");
    return REFUSAL_SHAPE;
}

static uint64_t scratch_of_10(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return 10 * job->length;
}

/* Of one row of 0, 1, 2 and 3 items, where 2 are refused: 4 items, one of them behind the last; a result and a
 * free place for each shape; scratch for 3 items. */
#define PLACED "alloc forget items:16 stale results:32 stale scratch:30 "
#define LAUNCHED "prepare launch prepare launch prepare launch "

static const struct {
    const char *fails, *opened, *run; /* run: ""; it is not opened */
    bool broken;
} sweeps[] = {
    {"", PLACED "make ", "fill " LAUNCHED "get sync ", false},
    {"alloc", "alloc ", "", false},
    {"make", PLACED "make ", "", false},
    {"fill", PLACED "make ", "fill ", true},
    {"prepare", PLACED "make ", "fill prepare ", true},
    {"launch", PLACED "make ", "fill prepare launch ", true},
    {"get", PLACED "make ", "fill " LAUNCHED "get ", true},
    {"sync", PLACED "make ", "fill " LAUNCHED "get sync ", true},
};

static bool say_calls(size_t at, const char *words, const char *expected, struct finding *finding)
{
    return text_say(&finding->first_at, "a sweep where '%s' fails, %s: expected '%s', got '%s'",
                    sweeps[at].fails, words, expected, recording.asked.at);
}

static bool sweep_is_right(size_t at, struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    struct sweep_about about = {.instance = &tried->instance, .op = op_find("add_u32"), .most = 3};
    struct sweep sweep;
    struct sweep_outcome outcome;
    struct text why;
    recording = (struct recording){.fails = sweeps[at].fails};
    bool opened = sweep_open(&sweep, fixture, &about, &why), good = opened == (sweeps[at].run[0] != 0);
    if (!good || strcmp(recording.asked.at, sweeps[at].opened) != 0)
        good = say_calls(at, "opened", sweeps[at].opened, finding);
    if (good && opened && recording.made != 4)
        good =
            text_say(&finding->first_at, "a sweep of 3 items makes %" PRIu64 ", expected 4", recording.made);
    if (good && opened) {
        recording.asked = (struct text){{0}};
        fixture->session.failed = false;
        sweep_run(&sweep, 0, 4, &outcome);
        good = fixture->session.failed == sweeps[at].broken &&
               (outcome.verdict == VERDICT_BROKEN) == sweeps[at].broken &&
               strcmp(recording.asked.at, sweeps[at].run) == 0;
        if (!good) say_calls(at, "run", sweeps[at].run, finding);
    }
    recording.asked = (struct text){{0}};
    bool placed = sweep.memory != NULL;
    sweep_close(&sweep);
    if (good && strcmp(recording.asked.at, placed ? "sync release " : "") != 0)
        good = say_calls(at, "closed", placed ? "sync release " : "", finding);
    return good;
}

/* ---- memory ---- */

static struct placed {
    const char *name;
    uint64_t at, bytes;
    uint32_t item;
    bool stale;
} regions[8];
static size_t region_count;
static unsigned char *memory_begins;

static void place_region(struct device *device, void *at, uint64_t bytes, uint32_t item, bool stale,
                         const char *name)
{
    (void)device;
    if (!name) {
        memory_begins = at;
        region_count = 0;
    } else if (region_count < sizeof regions / sizeof regions[0])
        regions[region_count++] =
            (struct placed){name, (uint64_t)((unsigned char *)at - memory_begins), bytes, item, stale};
}

/* Of 0 to 3 items: 4 numbers of 4 bytes, 8 results of 16, 10 map-outs of 16 and scratch for 3 items. Of 0 to 70,
 * which are batches of 64 and 7: 71 numbers, and of the first batch, which has more, 128 results and 2016 map-outs
 * and 64 free ones. The device is told of each, in the order in which they lie, at multiples of 256 bytes and 256
 * bytes apart, and all of it is allocated. The host has room for what lies from the results up to scratch, and for
 * the map-outs of all items. Without map-outs there is no such part. */
struct parts {
    const char *op;
    uint64_t most;
    size_t count; /* of parts that have bytes */
    struct placed part[4];
};

static bool parts_are_apart(const struct parts *right, struct fixture *fixture, struct tried *tried,
                            struct finding *finding)
{
    struct sweep_about about = {.instance = &tried->instance, .op = op_find(right->op), .most = right->most};
    struct backend placing = *tried->session.backend;
    struct sweep sweep;
    uint64_t free_from = 0;
    recording = (struct recording){.fails = ""};
    asked.blind = false;
    placing.region = place_region;
    fixture->session.backend = &placing;
    bool good = sweep_open(&sweep, fixture, &about, &finding->first_at);
    if (good && (region_count != right->count || asked.blind))
        good = text_say(&finding->first_at, "a sweep of %s: %zu parts%s", right->op, region_count,
                        asked.blind ? ", and a strategy that is asked without columns" : "");
    for (size_t r = 0; good && r < right->count; r++) {
        const struct placed *got = &regions[r], *part = &right->part[r];
        good = strcmp(got->name, part->name) == 0 && got->bytes == part->bytes && got->item == part->item &&
               got->stale == part->stale && got->at % 256 == 0 && got->at >= free_from;
        free_from = got->at + got->bytes + 256;
        if (!good || free_from > recording.allocated)
            good = text_say(&finding->first_at,
                            "%s of a sweep: %" PRIu64 " bytes at %" PRIu64 " of %" PRIu64 ", items of %u",
                            got->name, got->bytes, got->at, recording.allocated, (unsigned)got->item);
    }
    uint64_t brought = good ? regions[right->count - 1].at - regions[1].at : 0;
    if (good && !heap_has_room(sweep.down, brought + (right->most + 1) * about.op->mapout.size))
        good =
            text_say(&finding->first_at, "a sweep of %s has less room on the host than it takes", right->op);
    sweep_close(&sweep);
    return good;
}

static bool all_parts_are_apart(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    static const struct parts right[] = {
        {"span_emit",
         3,
         4,
         {{"items", 0, 16, 0, false},
          {"results", 0, 128, 16, true},
          {"map-out", 0, 160, 16, true},
          {"scratch", 0, 30, 0, true}}},
        {"span_emit",
         70,
         4,
         {{"items", 0, 284, 0, false},
          {"results", 0, 2048, 16, true},
          {"map-out", 0, 33280, 16, true},
          {"scratch", 0, 700, 0, true}}},
        {"add_u32",
         70,
         3,
         {{"items", 0, 284, 0, false}, {"results", 0, 512, 4, true}, {"scratch", 0, 700, 0, true}}}};
    bool good = true;
    for (size_t i = 0; good && i < sizeof right / sizeof right[0]; i++)
        good = parts_are_apart(&right[i], fixture, tried, finding);
    return good;
}

/* Of numbers of 4 bytes: from a boundary, from one item past it, and with an item left free after each; in memory, and in
 * the line of a shape. */
static bool loads_are_laid_out(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    static const struct {
        int64_t begins, stride;
        const char *side;
    } right[SWEEP_LOADS] = {
        [LOADS_WIDE] = {0, 4, "/3/soa/"},
        [LOADS_WIDE_PAST] = {4, 4, "/3/soa+1/"},
        [LOADS_SINGLE] = {0, 8, "/3/soa~1/"},
    };
    bool good = true;
    for (int l = 0; good && l < SWEEP_LOADS; l++) {
        struct sweep_about about = {
            .instance = &tried->instance, .op = op_find("add_u32"), .loads = (enum sweep_loads)l, .most = 3};
        struct sweep sweep;
        struct test_case one;
        char line[MAX_LINE] = "";
        recording = (struct recording){.fails = ""};
        fixture->session.backend = tried->session.backend;
        good = sweep_open(&sweep, fixture, &about, &finding->first_at);
        if (good) {
            const struct column *items = &sweep.in.column[0];
            int64_t begins = (unsigned char *)items->base - sweep.memory;
            sweep_case(&sweep, 3, &one); /* the one of 3 items */
            case_print(&one, line, sizeof line);
            good = (begins == right[l].begins && items->stride == right[l].stride &&
                    strstr(line, right[l].side)) ||
                   text_say(&finding->first_at,
                            "items of loads %d: expected '%s', got one every %" PRId64 " bytes from %" PRId64
                            " on, %.200s",
                            l, right[l].side, items->stride, begins, line);
        }
        sweep_close(&sweep);
    }
    return good;
}

struct lacking {
    struct fixture *fixture;
    struct tried *tried;
};

/* 301 rows of up to 300 items of a scan, with 45451 results of 4 bytes, where there is room for their shapes alone. */
static bool lack_is_reported(void *context, struct finding *finding)
{
    const struct lacking *lacking = context;
    struct fixture *fixture = lacking->fixture;
    struct tried *tried = lacking->tried;
    struct sweep_about about = {.instance = &tried->instance, .op = op_find("add_u32"), .most = 300};
    struct sweep sweep;
    struct text why = {{0}};
    fixture->session.backend = tried->session.backend;
    fixture->name.kind = DEVICE_AMD; /* which takes all of them at once */
    tried->strategy.what = WHAT_SCAN;
    void *volatile room =
        malloc(32768); /* which a compiler would leave out, as nothing else is done with it */
    take_memory(65536);
    free(room);
    bool opened = sweep_open(&sweep, fixture, &about, &why);
    give_memory();
    sweep_close(&sweep);
    return (!opened && strcmp(why.at, "no host memory for the results of 301 shapes") == 0) ||
           text_say(&finding->first_at, "a sweep without memory for its results: '%.200s'", why.at);
}

/* Room for all shapes that there may be: one row of up to 3 items and, beside them, 64 x 64 of all rows and 3 long
 * ones, or all 3 + 1 + 1 matrices; at edges 3 of each of 6 tiles and 6 of each of 4 parts, or 6 x 6 sides. Without
 * memory for them the number is said. */
static bool rooms_are_reported(void *context, struct finding *finding)
{
    static const struct {
        enum what what;
        bool tiny, rows;
        const char *words;
    } rooms[] = {
        {WHAT_REDUCE, true, false, "no host memory for 4 shapes"},
        {WHAT_SCAN, true, true, "no host memory for 4103 shapes"},
        {WHAT_TRANSPOSE, true, true, "no host memory for 9 shapes"},
        {WHAT_REDUCE, false, true, "no host memory for 42 shapes"},
        {WHAT_TRANSPOSE, false, true, "no host memory for 36 shapes"},
    };
    (void)context;
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        const struct strategy strategy = {.name = "own", .what = rooms[i].what};
        const struct instance instance = {.strategy = &strategy, .tiny = rooms[i].tiny};
        struct sweep sweep = {.about = {.instance = &instance, .op = op_find("add_u32"), .most = 3},
                              .tile = 4,
                              .rows = rooms[i].rows};
        struct text why = {{0}};
        take_memory(16);
        bool listed = sweep_list_shapes(&sweep, &why);
        give_memory();
        free(sweep.shape);
        if (listed || strcmp(why.at, rooms[i].words) != 0)
            return text_say(&finding->first_at, "shapes without memory: expected '%s', got '%.200s'",
                            rooms[i].words, why.at);
    }
    return true;
}

/* ---- what a strategy is asked about ---- */

/* The operator itself; or as if it had the law that it lacks, where refusals are overridden. */
static bool laws_are_added(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    struct sweep_about about = {.instance = &tried->instance, .op = op_find("add_u32"), .most = 1};
    bool good = true;
    fixture->session.backend = tried->session.backend;
    for (unsigned i = 0; good && i < 4; i++) {
        bool overridden = i & 1, lacks = i & 2;
        struct sweep sweep;
        struct sweep_outcome outcome;
        recording = (struct recording){.fails = ""};
        fixture->session.even_if_refused = overridden;
        tried->strategy.needs = lacks ? LAW_IDEMPOTENT : LAW_COMMUTES;
        good = sweep_open(&sweep, fixture, &about, &finding->first_at);
        if (good) sweep_run(&sweep, 0, 1, &outcome);
        unsigned laws = about.op->laws | (overridden && lacks ? LAW_IDEMPOTENT : 0);
        if (good && (asked.laws != laws || (asked.op == about.op) == (overridden && lacks)))
            good = text_say(&finding->first_at, "%s that %s a law is asked about with laws %u, expected %u",
                            about.op->name, lacks ? "lacks" : "has", asked.laws, laws);
        sweep_close(&sweep);
    }
    fixture->session.even_if_refused = false;
    tried->strategy.needs = 0;
    return good;
}

/* A strategy that takes one row is swept with one, and a transposition with all matrices. */
static bool rows_are_asked_for(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    struct sweep_about about = {.instance = &tried->instance, .op = op_find("add_u32"), .most = 2};
    bool good = true;
    fixture->session.backend = tried->session.backend;
    for (int moves = 0; good && moves < 2; moves++) {
        struct sweep sweep;
        recording = (struct recording){.fails = ""};
        tried->strategy.what = moves ? WHAT_TRANSPOSE : WHAT_REDUCE;
        good = sweep_open(&sweep, fixture, &about, &finding->first_at);
        if (good && sweep.rows != moves)
            good = text_say(&finding->first_at, "%s of one row: expected to be swept with%s rows",
                            moves ? "a transposition" : "a reduction", moves ? "" : "out");
        sweep_close(&sweep);
    }
    tried->strategy.what = WHAT_REDUCE;
    return good;
}

/* ---- on a recording device ---- */

typedef bool recorded(struct fixture *fixture, struct tried *tried, struct finding *finding);

/* A check in a session of the recording device; the fixture has its own again when it is closed. */
static bool is_recorded(recorded *check, struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    const struct session own = fixture->session;
    if (!recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding)) return false;
    tried.strategy.refuse = refuse_2;
    tried.strategy.takes = TAKES_USUAL;
    tried.strategy.scratch_bytes = scratch_of_10;
    tried.instance.tiny = true;
    fixture->session.seconds = tried.session.seconds;
    fixture->session.backend = tried.session.backend;
    bool good = check(fixture, &tried, finding);
    fixture->session = own;
    load_close(&tried.load);
    return good;
}

static bool calls_are_right(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    bool good = true;
    for (size_t at = 0; good && at < UNIT_COUNT(sweeps); at++) {
        fixture->session.backend = tried->session.backend;
        good = sweep_is_right(at, fixture, tried, finding);
    }
    return good;
}

static bool results_may_lack_memory(struct fixture *fixture, struct tried *tried, struct finding *finding)
{
    return !memory_can_be_taken ||
           in_own_process(lack_is_reported, &(struct lacking){fixture, tried}, finding);
}

static bool calls_are_recorded(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(calls_are_right, fixture, finding);
}

static bool parts_lie_apart(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(all_parts_are_apart, fixture, finding);
}

static bool loads_lie_as_named(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(loads_are_laid_out, fixture, finding);
}

static bool sweep_without_memory_says_so(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(results_may_lack_memory, fixture, finding);
}

static bool list_of_shapes_without_memory_says_so(struct finding *finding)
{
    return !memory_can_be_taken || in_own_process(rooms_are_reported, NULL, finding);
}

static bool laws_are_added_where_overridden(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(laws_are_added, fixture, finding);
}

static bool rows_are_swept(struct fixture *fixture, struct finding *finding)
{
    return is_recorded(rows_are_asked_for, fixture, finding);
}

static const struct unit_test tests[] = {TEST(calls_are_recorded),
                                         TEST(parts_lie_apart),
                                         TEST(loads_lie_as_named),
                                         TEST(sweep_without_memory_says_so),
                                         TEST(list_of_shapes_without_memory_says_so),
                                         TEST(laws_are_added_where_overridden),
                                         TEST(rows_are_swept)};
UNIT(exhaustive_calls, tests);
