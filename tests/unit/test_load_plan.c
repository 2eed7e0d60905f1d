/* SPDX-License-Identifier: MIT
 * The job that a plan makes of a line, the problems that no plan is made of, and the stretches and the stream that the
 * device is told about, against values typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "recording_device.h"

/* ---- jobs ---- */

/* What a strategy is told: where a number or a pointer means nothing it is 0. A problem without rows has its params by
 * row all the same: a strategy that does none refuses it. */
static const struct {
    const char *line;
    uint64_t rows, length, ragged_items, height, present, keys;
    bool starts, varied, params, init;
    int in, out, mapout; /* columns; of the results those that are kept */
} jobs[] = {
#define OWN "a.noted@sim64 "
    {OWN "reduce/add_u32/7/soa/any:1", 1, 7, 0, 0, 0, 0, false, false, false, false, 1, 1, 0},
    {OWN "reduce/add_u32/3x5/soa/any:1", 3, 5, 0, 0, 0, 0, false, false, false, false, 1, 1, 0},
    {OWN "reduce/add_u32/0x5/soa/any:1", 0, 0, 0, 0, 0, 0, false, false, false, false, 1, 1, 0},
    {OWN "reduce/add_u32/[2,0,5]/soa/any:1", 3, 0, 7, 0, 0, 0, true, false, false, false, 1, 1, 0},
    {OWN "reduce/add_u32/[4]/soa/any:1", 1, 0, 4, 0, 0, 0, true, false, false, false, 1, 1, 0},
    {OWN "reduce/add_u32/rag:6x5:giant:1/soa/any:1", 6, 0, 30, 0, 0, 0, true, false, false, false, 1, 1, 0},
    {OWN "reduce/affine_mod/4x2/aos/any:1", 4, 2, 0, 0, 0, 0, false, false, true, false, 2, 2, 0},
    {OWN "reduce/affine_mod/4x2/soa/any:1/vary:0", 4, 2, 0, 0, 0, 0, false, true, true, false, 2, 2, 0},
    {OWN "reduce/affine_mod/0x3x5/soa/any:1/vary:1", 0, 0, 0, 0, 0, 0, false, true, true, false, 2, 2, 0},
    {OWN "reduce/affine_mod/[2,1]/soa/any:1/vary:0", 2, 0, 3, 0, 0, 0, true, true, true, false, 2, 2, 0},
    {OWN "reduce/affine_mod/4x2/soa/any:1/keep:1", 4, 2, 0, 0, 0, 0, false, false, true, false, 2, 1, 0},
    {OWN "scan/add_u32/3x5/soa/any:1/init:4", 3, 5, 0, 0, 0, 0, false, false, false, true, 1, 1, 0},
    {OWN "exscan/span_emit/7/soa/unit:0", 1, 7, 0, 0, 0, 0, false, false, false, false, 1, 2, 2},
    {OWN "keyed/add_u32/2x4#3/soa/any:1", 2, 4, 0, 0, 0, 3, false, false, false, false, 1, 1, 0},
    {OWN "transpose/u32/2x3x4/soa/any:1", 6, 4, 0, 3, 12, 0, false, false, false, false, 1, 1, 0},
    {OWN "transpose/u32/3x4/soa/any:1/with:present=5", 3, 4, 0, 3, 5, 0, false, false, false, false, 1, 1, 0},
    {OWN "transpose/u32/5/soa/any:1", 1, 5, 0, 1, 5, 0, false, false, false, false, 1, 1, 0},
};

/* Columns that lie somewhere. */
static int placed(const struct columns *columns)
{
    int count = 0;
    for (int c = 0; c < columns->count; c++)
        count += columns->column[c].base != NULL;
    return count;
}

static const char *wrong_of(const struct tried *tried, size_t at)
{
    const struct load *load = &tried->load;
    const struct job *job = &load->job;
    const struct problem *problem = &tried->made.problem;
    if (load->session != &tried->session || load->problem != problem || load->instance != &tried->instance)
        return "a session, a problem or an instance";
    if (job->what != problem->what || job->op != problem->op) return "a kind or an operator";
    if (job->rows != jobs[at].rows || job->length != jobs[at].length) return "rows or their length";
    if (job->ragged_items != jobs[at].ragged_items) return "items of rows of different lengths";
    if (job->height != jobs[at].height || job->present != jobs[at].present) return "matrices";
    if (job->keys != jobs[at].keys || (job->key.base != NULL) != (job->keys > 0)) return "keys";
    if ((job->row_start != NULL) != jobs[at].starts) return "starts of rows";
    if ((job->row_params != NULL) != jobs[at].varied) return "params of rows";
    if (job->params != (jobs[at].params ? load->params : NULL)) return "params";
    if (job->init != (jobs[at].init ? load->init : NULL)) return "an initial value";
    if (placed(&job->in) != jobs[at].in || placed(&job->out) != jobs[at].out ||
        placed(&job->mapout) != jobs[at].mapout)
        return "columns";
    return job->caps == load->session->caps && job->scratch ? NULL : "a device or scratch";
}

/* Before there is memory, and the same when there is. */
static bool plan_makes_the_job_of_a_line(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    bool good = true;
    for (size_t at = 0; good && at < sizeof jobs / sizeof jobs[0]; at++) {
        good = recording_begin(&tried, fixture, jobs[at].line, finding);
        for (int put = 0; good && put < 2; put++) {
            const char *wrong = wrong_of(&tried, at);
            good = !wrong || text_say(&finding->first_at, "%s, %s: the job has other %s", jobs[at].line,
                                      put ? "put" : "planned", wrong);
            good = good && (put || session_put_items(&tried.load, &finding->first_at));
        }
        load_close(&tried.load);
    }
    return good;
}

/* Rows of real data are those of the caller, whatever the shape says. */
static bool real_rows_are_the_callers(const struct fixture *fixture, struct finding *finding)
{
    static const uint64_t starts[] = {0, 2, 2, 6, 7};
    static struct tried tried;
    struct load *load = &tried.load;
    const struct job *job = &load->job;
    bool good = recording_begin(&tried, fixture, OWN "reduce/add_u32/7/soa/any:1", finding);
    load->real_start = starts;
    load->real_rows = 4;
    good = good &&
           session_plan(&tried.session, load, &tried.made.problem, &tried.instance, &finding->first_at) &&
           ((job->rows == 4 && job->length == 0 && job->ragged_items == 7 && job->row_start) ||
            text_say(&finding->first_at,
                     "rows from 0 2 2 6 to 7: expected 4 rows of 7 items, got %" PRIu64 " of %" PRIu64,
                     job->rows, job->ragged_items));
    load_close(load);
    return good;
}

/* Where no refusal counts, the job's operator is the problem's, with the law that the strategy needs; one behind the
 * other, so that none is left of the one before. */
static bool overridden_law_is_lent(const struct fixture *fixture, struct finding *finding)
{
    static const char *const lines[] = {OWN "reduce/affine_u32/3/soa/any:1", OWN "reduce/add_f32/3/soa/any:1",
                                        OWN "reduce/affine_mod/3/soa/any:1"};
    static struct tried tried;
    bool good = recording_begin(&tried, fixture, lines[0], finding);
    tried.strategy.needs = LAW_COMMUTES;
    tried.session.even_if_refused = true;
    for (size_t at = 0; good && at < sizeof lines / sizeof lines[0]; at++) {
        struct test_case made;
        good = case_parse(lines[at], &made, &finding->first_at) &&
               session_plan(&tried.session, &tried.load, &made.problem, &tried.instance, &finding->first_at);
        const struct op *op = made.problem.op, *lent = tried.load.job.op;
        if (good && (lent->laws != (op->laws | LAW_COMMUTES) || strcmp(lent->name, op->name) != 0 ||
                     lent->combine != op->combine || lent->state.size != op->state.size ||
                     lent->has_params != op->has_params))
            good = text_say(&finding->first_at, "%s: expected its operator and one law more", lines[at]);
    }
    load_close(&tried.load);
    return good;
}

/* A schedule that promises no progress says so, and leaves the rest of the device as it is. */
static bool unfair_schedule_promises_no_progress(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    if (!recording_begin(&tried, fixture, OWN "reduce/add_u32/3/soa/any:1/sched:unfair:0:1", finding))
        return false;
    const struct device_caps *given = tried.load.job.caps;
    const struct device_caps *fair = tried.session.caps;
    bool said = strcmp(given->name, "an unfair schedule") == 0 && !given->forward_progress;
    bool same = strcmp(given->arch, fair->arch) == 0 && given->lanes == fair->lanes &&
                given->max_block == fair->max_block && given->shared_bytes == fair->shared_bytes &&
                given->memory_bytes == fair->memory_bytes;
    load_close(&tried.load);
    return (said && same) ||
           text_say(&finding->first_at, "an unfair schedule: the device is told %s",
                    said ? "of by other numbers" : "of by another name, or to promise progress");
}

/* ---- what no plan is made of ---- */

static const struct {
    const char *line;
    enum device_kind kind;
    enum what does; /* the strategy */
    const char *words;
} supported[] = {
    {OWN "reduce/add_u32/3/soa/any:1", DEVICE_SIM64, WHAT_REDUCE, ""},
    {OWN "reduce/add_u32/3/soa/any:1", DEVICE_NVIDIA, WHAT_REDUCE, ""},
    {OWN "reduce/add_u32/3/soa/any:1/sched:fifo:1", DEVICE_SIM32, WHAT_REDUCE, ""},
    {OWN "reduce/add_u32/3/soa/any:1/sched:fifo:1", DEVICE_AMD, WHAT_REDUCE,
     "a GPU orders its own lanes: sched is for sim32 or sim64"},
    {OWN "reduce/add_u32/3/soa/any:1/model:formal", DEVICE_SIM32, WHAT_REDUCE, ""},
    {OWN "reduce/add_u32/3/soa/any:1/model:formal", DEVICE_AMD, WHAT_REDUCE,
     "a GPU has a memory of its own: model is for sim32 or sim64"},
    {OWN "reduce/add_u32/3/soa/any:1", DEVICE_SIM64, WHAT_SCAN, "noted does scan, not reduce"},
    {OWN "scan/add_u32/3/soa/any:1", DEVICE_SIM64, WHAT_REDUCE, "noted does reduce, not scan"},
    {OWN "exscan/add_u32/3/soa/any:1", DEVICE_SIM64, WHAT_KEYED, "noted does keyed, not exscan"},
    {OWN "exscan/add_u32/3/soa/any:1", DEVICE_SIM64, WHAT_SCAN, ""},
    {OWN "scan/add_u32/3/soa/any:1/init:4", DEVICE_SIM64, WHAT_SCAN, ""},
    {OWN "exscan/add_u32/3/soa/any:1/init:4", DEVICE_SIM64, WHAT_SCAN, ""},
    {OWN "reduce/add_u32/3/soa/any:1/init:4", DEVICE_SIM64, WHAT_REDUCE, "noted takes no initial value"},
};

static bool device_and_strategy_support_the_problem(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    bool good = recording_begin(&tried, fixture, OWN "reduce/add_u32/3/soa/any:1", finding);
    for (size_t at = 0; good && at < sizeof supported / sizeof supported[0]; at++) {
        struct text why = {0};
        struct test_case made;
        tried.session.name.kind = supported[at].kind;
        tried.strategy.what = supported[at].does;
        good = case_parse(supported[at].line, &made, &finding->first_at);
        bool planned =
            good && session_plan(&tried.session, &tried.load, &made.problem, &tried.instance, &why);
        if (good && (planned != !*supported[at].words || strcmp(why.at, supported[at].words) != 0))
            good = text_say(&finding->first_at, "%s on %s: expected '%s', got '%s'", supported[at].line,
                            device_kind_name(supported[at].kind), supported[at].words, why.at);
    }
    load_close(&tried.load);
    return good;
}

/* ---- stretches ---- */

/* Each stretch that a kernel may touch, with its bytes; results, a map-out and scratch are stale. */
static const struct {
    const char *line, *asked;
} regions[] = {
    {OWN "scan/span_emit/3/soa/unit:0",
     "forget input column 0:12 stale result column 0:24 stale result column 1:24 stale map-out column 0:3 "
     "stale map-out column 1:24 stale scratch:40 "},
    {OWN "scan/span_emit/3/soa>aos>aos/unit:0",
     "forget input column 0:12 stale result structs:48 stale map-out structs:48 stale scratch:40 "},
    {OWN "keyed/add_u32/3#2/soa/any:1",
     "forget input column 0:12 input column 1:12 stale result column 0:8 stale scratch:40 "},
    {OWN "reduce/affine_mod/3x2/aos/any:1/vary:0", "forget input structs:48 stale result column 0:12 stale "
                                                   "result column 1:12 params column 0:16 stale scratch:40 "},
    {OWN "reduce/add_u32/0/soa/any:1", "forget stale result column 0:4 stale scratch:40 "},
};

static bool device_is_told_of_each_region(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    bool good = true;
    for (size_t at = 0; good && at < sizeof regions / sizeof regions[0]; at++) {
        good = recording_begin(&tried, fixture, regions[at].line, finding) &&
               session_put_items(&tried.load, &finding->first_at);
        recording = (struct recording){.fails = "put"}; /* what comes before is told */
        if (good) session_put_same_items(&tried.load, &finding->reason);
        size_t length = strlen(regions[at].asked);
        if (good && (strncmp(recording.asked.at, regions[at].asked, length) != 0 ||
                     strcmp(recording.asked.at + length, "put ") != 0))
            good = text_say(&finding->first_at, "%s: expected '%s', got '%s'", regions[at].line,
                            regions[at].asked, recording.asked.at);
        load_close(&tried.load);
    }
    return good;
}

/* Scratch of no bytes is not filled. */
static bool no_scratch_is_filled(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    bool good = recording_begin(&tried, fixture, OWN "reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(&tried.load, &finding->first_at);
    recording = (struct recording){.fails = ""};
    tried.load.arena.scratch_bytes = 0;
    good = good && session_prepare(&tried.load, 1, &finding->first_at) &&
           (strcmp(recording.asked.at, "prepare ") == 0 ||
            text_say(&finding->first_at, "no scratch, made ready: '%s'", recording.asked.at));
    load_close(&tried.load);
    return good;
}

/* ---- streams ---- */

/* Copies, launches and events are asked of the stream that the caller set. */
static bool calls_use_the_callers_stream(const struct fixture *fixture, struct finding *finding)
{
    static const char expected[] = "alloc forget input column 0:12 stale result column 0:8 row starts column "
                                   "0:24 stale scratch:40 put prepare "
                                   "put fill prepare start schedule launch stop sync ms get sync end "
                                   "forget input column 0:12 stale result column 0:8 row starts column 0:24 "
                                   "stale scratch:40 make put sync prepare ";
    static struct tried tried;
    static double any;
    struct load *load = &tried.load;
    struct text why = {0};
    double ms;
    bool good = recording_begin(&tried, fixture, OWN "reduce/add_u32/[2,1]/soa/any:1", finding);
    load->stream = recording.stream = (struct stream *)(void *)&any;
    good = good && session_put_items(load, &why) && session_put_again(load, &why) &&
           session_prepare(load, 1, &why) && session_time(load, recording_start, recording_stop, &ms, &why) &&
           session_finish(load, &why) && session_make_items(load, &why);
    good = good && (strcmp(recording.asked.at, expected) == 0 ||
                    text_say(&finding->first_at, "in a stream: expected '%s', got '%s'", expected,
                             recording.asked.at));
    load_close(load);
    return good;
}
#undef OWN

static const struct unit_test tests[] = {TEST(plan_makes_the_job_of_a_line),
                                         TEST(real_rows_are_the_callers),
                                         TEST(overridden_law_is_lent),
                                         TEST(unfair_schedule_promises_no_progress),
                                         TEST(device_and_strategy_support_the_problem),
                                         TEST(device_is_told_of_each_region),
                                         TEST(no_scratch_is_filled),
                                         TEST(calls_use_the_callers_stream)};
UNIT(load_plan, tests);
