/* SPDX-License-Identifier: MIT
 * Plans and loads of the fake device, against values typed by hand: claims by default, promised progress, scratch,
 * row starts and bounds of thresholds. */
#include "property.h"
#include "unit.h"
#include "control.h"
#include "tuned.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool plan(struct fixture *fixture, const char *line, struct test_case *made, struct finding *finding)
{
    struct text why;
    if (case_parse(line, made, &why) && fixture_plan(fixture, LOAD_CASE, made, finding) == VERDICT_PASS)
        return true;
    return text_say(&finding->first_at, "%s: no plan", line);
}

static bool expect(const char *words, uint64_t expected, uint64_t got, struct finding *finding)
{
    return got == expected ||
           text_say(&finding->first_at, "%s: expected %" PRIu64 ", got %" PRIu64, words, expected, got);
}

/* Bytes that a strategy claims by default: items, keys, map-out and results, each moved once. */
static bool default_traffic_moves_each_byte_once(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        const char *line;
        uint64_t keys, bytes;
    } claims[] = {{"a.reduce_auto@sim64 reduce/add_u32/3x5/soa/any:1", 0, 15 * 4 + 3 * 4},
                  {"a.reduce_auto@sim64 reduce/add_u32/3x5/soa/any:1", 2, 15 * (4 + 4) + 3 * 2 * 4},
                  {"a.scan_lookback@sim64 scan/add_u32/3x5/soa/any:1", 0, 15 * 4 + 15 * 4},
                  {"a.scan_lookback@sim64 scan/span_emit/7/soa/any:1", 0, 0}};
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        struct test_case made;
        if (!plan(fixture, claims[i].line, &made, finding)) return false;
        struct load load = fixture->load[LOAD_CASE];
        struct instance instance = *load.instance;
        struct strategy silent = *instance.strategy;
        const struct op *op = load.job.op;
        uint64_t bytes = claims[i].bytes;
        if (op->emits) bytes = 7 * (op->input.packed + op->mapout.packed + op->state.packed);
        silent.traffic = NULL;
        instance.strategy = &silent;
        load.instance = &instance;
        load.job.keys = claims[i].keys;
        if (!expect(claims[i].line, bytes, session_traffic(&load), finding)) return false;
    }
    return true;
}

static bool schedule_promises_its_progress(struct fixture *fixture, struct finding *finding)
{
    struct test_case made;
    return plan(fixture, "a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1/sched:uniform:1:2", &made,
                finding) &&
           expect("progress under uniform", 1, fixture->load[LOAD_CASE].job.caps->forward_progress,
                  finding) &&
           plan(fixture, "a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1/sched:unfair:1:2", &made, finding) &&
           expect("progress under unfair", 0, fixture->load[LOAD_CASE].job.caps->forward_progress, finding);
}

static bool prepare_nothing(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

/* Scratch has the byte that was asked for, to its end and no further. */
static bool scratch_is_filled(struct fixture *fixture, struct finding *finding)
{
    struct test_case made;
    struct text why;
    if (!plan(fixture, "a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1", &made, finding)) return false;
    struct load *load = &fixture->load[LOAD_CASE];
    const struct instance *planned = load->instance;
    struct instance instance = *planned;
    struct strategy bare = *instance.strategy;
    bare.prepare = prepare_nothing;
    instance.strategy = &bare;
    load->instance = &instance;
    bool good = session_put_items(load, &why) && session_prepare(load, 0xa5, &why);
    load->instance = planned;
    const unsigned char *scratch = load->memory + load->arena.scratch_offset;
    for (uint64_t i = 0; good && i < load->arena.scratch_bytes; i++)
        good = expect("a byte of scratch", 0xa5, scratch[i], finding);
    return good && load->arena.scratch_bytes > 0 &&
           expect("the byte behind scratch", load->up[load->arena.scratch_offset + load->arena.scratch_bytes],
                  scratch[load->arena.scratch_bytes], finding);
}

/* A device that makes its items has the rows' starts, and the end of the last row, from the host. */
static bool starts_are_put(struct fixture *fixture, struct finding *finding)
{
    static const uint64_t start[] = {0, 2, 2, 7};
    struct test_case made;
    struct text why;
    if (!plan(fixture, "a.reduce_auto@sim64 reduce/span_8/[2,0,5]/soa/unit:0", &made, finding)) return false;
    struct load *load = &fixture->load[LOAD_CASE];
    if (!session_put_items(load, &why)) return false; /* there is memory now */
    memset((void *)load->job.row_start, 0xee, sizeof start);
    if (!session_make_items(load, &why)) return text_say(&finding->first_at, "%s", why.at);
    for (size_t r = 0; r < 4; r++)
        if (!expect("a row's start", start[r], load->job.row_start[r], finding)) return false;
    return true;
}

/* And it makes them column by column as the host puts them. */
static bool columns_of_rows_are_made(struct fixture *fixture, struct finding *finding)
{
    struct test_case made;
    struct text why;
    if (!plan(fixture, "a.reduce_auto@sim64 reduce/span_8/3x5/cols+1/any:7", &made, finding)) return false;
    struct load *load = &fixture->load[LOAD_CASE];
    if (!session_make_items(load, &why)) return text_say(&finding->first_at, "%s", why.at);
    for (uint64_t i = 0; i < 15; i++) {
        struct state expected = {{0}}, got = {{0}};
        problem_item(&made.problem, NULL, i, expected.at);
        columns_read(&load->job.in, &made.problem.op->input, i % 5 * 3 + i / 5, got.at);
        if (memcmp(expected.at, got.at, made.problem.op->input.size) != 0)
            return text_say(&finding->first_at, "item %u of 3 rows of 5 is another", (unsigned)i);
    }
    return true;
}

/* ---- tunings ---- */

/* Threads a block of the instance that a tuning finds, of its 4 and 32, on a device of so many lanes; 0: none. */
static const struct {
    const char *subject;
    int lanes;
    uint64_t block;
} tunings[] = {
    {"reduce_auto", 32, 32},
    {"reduce_auto", 31, 4},
    {"reduce_auto", 4, 4},
    {"reduce_auto", 3, 0},
    {"reduce_auto{block=4}", 32, 4},
    {"reduce_auto{block=4,items=1,group=4}", 32, 4},
    {"reduce_auto{items=2}", 32, 32},
    {"reduce_auto{block=4,items=2}", 32, 0},
    {"reduce_auto{block=5}", 32, 0},
    {"reduce_auto{block=32,gather=1}", 32, 0},
    {"reduce_auto{block=32,gather=0}", 32, 32},
    {"reduce_auto{threads=32}", 32, 0},
    {"asks", 32, 4},
    {"gathers", 32, 4},
    {"gathers{block=4}", 32, 0},
    {"gathers{block=4,gather=2}", 32, 4},
    {"gathers{block=4,gather=1}", 32, 0},
};

static bool tunings_are_found(struct fixture *fixture, struct finding *finding)
{
    bool good = true;
    for (size_t t = 0; good && t < sizeof tunings / sizeof tunings[0]; t++) {
        char line[128];
        struct test_case made;
        struct device_caps caps = *fixture->session.caps;
        snprintf(line, sizeof line, "a.%s@sim64 reduce/add_u32/3/soa/any:1", tunings[t].subject);
        if (!case_parse(line, &made, &finding->first_at)) return false;
        caps.lanes = tunings[t].lanes;
        const struct backend *backend = fixture->session.backend;
        const struct instance *found = backend_instance(
            backend, &caps, "add_u32", backend_strategy(backend, made.subject), &made.tuning);
        good = expect(line, tunings[t].block, found ? found->shape.block : 0, finding);
    }
    return good;
}

/* Eight schedules and fifo are nine. */
static bool schedules_differ(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "exact_operators_same_bits_under_any_schedule.scan_lookback@sim64 "
                               "scan/affine_u32/40/soa/any:7/with:schedules=8/sched:fifo:4";
    struct test_case made;
    if (!case_parse(line, &made, &finding->first_at)) return false;
    fake_set(fixture, NULL);
    if (exact_operators_same_bits_under_any_schedule_property.check(fixture, &made, finding) != VERDICT_PASS)
        return false;
    return expect("schedules of a case that asks for 8", 9, fake_schedules(fixture), finding) &&
           expect("numbers of resident blocks among them, at least", 1, fake_residents(fixture) > 2, finding);
}

/* Four schedules of eight change priorities: none to three times, each number as likely, at a step of 1 to 1024. Of 32
 * each number comes, and most steps are unlike the others. 1, 2, 4 and 8 blocks are resident, and no other number of
 * them; seeds have 16 bits. */
static bool drawn_schedules_differ(struct fixture *fixture, struct finding *finding)
{
    uint64_t numbers[4] = {0}, residents[9] = {0}, times[1025] = {0}, steps = 0, unlike = 0, seeds = 0;
    for (unsigned seed = 1; seed <= 8; seed++) {
        char line[160];
        struct test_case made;
        snprintf(line, sizeof line,
                 "exact_operators_same_bits_under_any_schedule.scan_lookback@sim64 "
                 "scan/affine_u32/40/soa/any:%u/with:schedules=8/sched:fifo:4",
                 seed);
        if (!case_parse(line, &made, &finding->first_at)) return false;
        fake_set(fixture, NULL);
        exact_operators_same_bits_under_any_schedule_property.check(fixture, &made, finding);
        for (uint64_t at = 0; at < fake_schedules(fixture); at++) {
            const struct schedule *schedule = fake_schedule_at(fixture, at);
            if (schedule->form == SCHEDULE_PCT) numbers[schedule->change_points & 3]++;
            residents[schedule->resident <= 8 ? schedule->resident : 0]++;
            seeds |= schedule->seed;
            for (int i = 0; i < schedule->change_points; i++, steps++) {
                uint64_t step = schedule->change_point[i];
                if (!expect("steps of 1 to 1024", 1, step >= 1 && step <= 1024, finding)) return false;
                unlike += !times[step]++;
            }
        }
    }
    for (size_t n = 0; n < 4; n++)
        if (!expect("a number of changes comes", 1, numbers[n] > 0, finding)) return false;
    for (uint64_t r = 0; r < 9; r++)
        if (!expect("a number of resident blocks comes", r && (r & (r - 1)) == 0, residents[r] > 0, finding))
            return false;
    return expect("bits of seeds", 0xffff, seeds, finding) &&
           expect("most steps are unlike", 1, unlike > steps * 3 / 4, finding);
}

/* Two launches at once have a stream each, that is not the default one. */
static bool streams_are_opened(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "two_streams_at_once.reduce_auto@sim64 reduce/add_u32/3/soa/any:1";
    struct test_case made;
    struct finding without = {0};
    if (!case_parse(line, &made, &finding->first_at)) return false;
    fake_set(fixture, &(struct fake_plan){.launch = UINT64_MAX, .no_streams = true});
    if (two_streams_at_once_property.check(fixture, &made, &without) != VERDICT_FAIL ||
        !strstr(without.first_at.at, "no stream on the fake device"))
        return text_say(&finding->first_at, "%s: no stream can be opened, and nothing is said", line);
    fake_set(fixture, NULL);
    if (two_streams_at_once_property.check(fixture, &made, finding) != VERDICT_PASS) return false;
    if (fake_puts(fixture) != 2)
        return text_say(&finding->first_at,
                        "%s: expected the items of both to be copied, got %" PRIu64 " copies", line,
                        fake_puts(fixture));
    struct load again = fixture->load[LOAD_CASE];
    enum verdict planned = fixture_plan(fixture, LOAD_CASE, &made, finding);
    bool usual = planned == VERDICT_PASS && !fixture->load[LOAD_CASE].stream;
    fixture->load[LOAD_CASE] = again;
    if (!usual) return text_say(&finding->first_at, "%s: planned again it keeps the stream it had", line);
    for (int s = 0; s < 2; s++)
        if (!fixture->stream[s] || fixture->load[s].stream != fixture->stream[s])
            return text_say(&finding->first_at, "%s: launch %d has no stream of its own", line, s);
    for (uint64_t s = 0; s < 2; s++) {
        struct fake_plan silent = {.launch = s, .writes_nothing = true};
        struct finding got = {0};
        char words[32];
        snprintf(words, sizeof words, "(in stream %" PRIu64 " of two)", s + 1);
        fake_set(fixture, &silent);
        if (two_streams_at_once_property.check(fixture, &made, &got) != VERDICT_FAIL ||
            !strstr(got.first_at.at, words))
            return text_say(&finding->first_at, "%s: expected '%s', got '%.200s'", line, words,
                            got.first_at.at);
    }
    return true;
}

/* Each copy to the device that fails is told, and ends the check. */
static bool copies_of_are_reported(struct fixture *fixture, const char *line, struct finding *finding)
{
    struct test_case made;
    if (!read_line(line, DEVICE_SIM64, &made, finding)) return false;
    for (uint64_t number = 1; number <= 4; number++) { /* three times the items */
        struct finding got = {0};
        fake_set(fixture, &(struct fake_plan){.launch = UINT64_MAX, .put_fails = number});
        enum verdict verdict = properties_find(made.claim)->check(fixture, &made, &got);
        bool given = strstr(got.first_at.at, "a copy failed on the fake device") != NULL;
        if (verdict != (number <= 3 ? VERDICT_FAIL : VERDICT_PASS) || given != (number <= 3))
            return text_say(&finding->first_at, "%s: copy %" PRIu64 " fails: got %s %.200s", line, number,
                            verdict_name(verdict), got.first_at.at);
    }
    return true;
}

static bool failed_copy_is_reported(struct fixture *fixture, struct finding *finding)
{
    return copies_of_are_reported(
               fixture, "second_launch_on_same_scratch.reduce_auto reduce/add_u32/3/soa/any:1", finding) &&
           copies_of_are_reported(fixture, "same_input_same_bits.reduce_auto reduce/add_u32/3/soa/any:1",
                                  finding) &&
           copies_of_are_reported(
               fixture, "reduce_of_concatenation.reduce_auto reduce/add_u32/3/soa/any:1/with:split=1",
               finding);
}

static enum refusal refuse_for_laws(const struct strategy *strategy, const struct job *job,
                                    const struct launch_shape *shape, struct text *why)
{
    (void)shape, (void)why;
    return strategy->needs & ~job->op->laws ? REFUSAL_LAW : REFUSAL_NONE;
}

static enum refusal refuse_all(const struct strategy *strategy, const struct job *job,
                               const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_DEVICE;
}

/* More than any device has, for what is refused. */
static uint64_t scratch_for_laws(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return job->op->laws & LAW_COMMUTES ? 0 : UINT64_MAX / 2;
}

/* What runs without a law that it needs says so, where it would have been refused for that; what has the law does
 * not. */
static bool overridden_law_is_reported(struct fixture *fixture, struct finding *finding)
{
    static const struct {
        const char *line;
        bool even_if_refused, refuses_all;
        uint64_t refused, overrides;
    } lines[] = {
        {"a.reduce_auto@sim64 reduce/affine_u32/3/soa/any:1", false, false, 1, 0},
        {"a.reduce_auto@sim64 reduce/affine_u32/3/soa/any:1", true, false, 0, 1},
        {"a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1", true, false, 0, 0},
        {"a.reduce_auto@sim64 reduce/affine_u32/3/soa/any:1", true, true, 1, 0},
    };
    struct test_case made;
    if (!plan(fixture, lines[0].line, &made, finding)) return false;
    struct load *load = &fixture->load[LOAD_CASE];
    struct strategy strategy = *load->instance->strategy;
    struct instance instance = *load->instance;
    strategy.needs = LAW_COMMUTES;
    strategy.scratch_bytes = scratch_for_laws;
    instance.strategy = &strategy;
    bool good = true;
    for (size_t i = 0; good && i < sizeof lines / sizeof lines[0]; i++) {
        struct text why;
        strategy.refuse = lines[i].refuses_all ? refuse_all : refuse_for_laws;
        if (lines[i].even_if_refused) properties_override(fixture);
        good = case_parse(lines[i].line, &made, &why) &&
               (session_plan(&fixture->session, load, &made.problem, &instance, &why) ||
                text_say(&finding->first_at, "%s: no plan", lines[i].line)) &&
               expect("refused", lines[i].refused, session_refusal(load, &why) != REFUSAL_NONE, finding) &&
               expect("overrides", lines[i].overrides, session_overrides(load, &why), finding);
    }
    fixture->session.even_if_refused = false;
    return plan(fixture, lines[0].line, &made, finding) && good;
}

/* The least and the most value of a threshold are allowed, and no value beyond. */
static bool thresholds_have_bounds(struct finding *finding)
{
    static const struct {
        enum tunable tunable;
        uint32_t value;
        uint64_t allowed;
    } values[] = {
        {TUNED_segreduce_block_mean, 0, 0},     {TUNED_segreduce_block_mean, 1, 1},
        {TUNED_segreduce_block_mean, 65536, 1}, {TUNED_segreduce_block_mean, 65537, 0},
        {TUNED_scan_few_tiles, 0, 1},           {TUNED_scan_few_tiles, 4096, 1},
        {TUNED_scan_few_tiles, 4097, 0},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (!expect(tunable_lines[values[i].tunable].name, values[i].allowed,
                    tunable_allows(values[i].tunable, values[i].value), finding))
            return text_add(&finding->first_at, " for %u", values[i].value);
    return true;
}

static const struct unit_test tests[] = {TEST(default_traffic_moves_each_byte_once),
                                         TEST(schedule_promises_its_progress),
                                         TEST(scratch_is_filled),
                                         TEST(starts_are_put),
                                         TEST(columns_of_rows_are_made),
                                         TEST(schedules_differ),
                                         TEST(drawn_schedules_differ),
                                         TEST(tunings_are_found),
                                         TEST(streams_are_opened),
                                         TEST(failed_copy_is_reported),
                                         TEST(overridden_law_is_reported),
                                         TEST(thresholds_have_bounds)};
UNIT(session, tests);
