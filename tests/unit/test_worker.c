/* SPDX-License-Identifier: MIT
 * A process that goes on where another one ended, one that asks for another, and the targets of a run between two cases. */
#define _GNU_SOURCE 1

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

#define CASE "a.b law/add_u32/[1]/soa/unit:0"

/* What every run of a case has for an outcome, and what a run finds otherwise than promised. */
struct scene {
    struct results *results;
    enum verdict verdict;
    bool poisoned;
    const char *cause;
    const char *astray;
};

static bool scene_draw(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    struct text why;
    (void)context, (void)target;
    draw_bits(draw, 8);
    return case_parse(CASE, drawn, &why);
}

static enum verdict scene_check(void *context, const struct test_case *checked, struct finding *finding)
{
    const struct scene *scene = context;
    (void)checked;
    finding->poisoned = scene->poisoned;
    text_say(&finding->reason, "as in the scene");
    text_say(&finding->cause, "%s", scene->cause ? scene->cause : "");
    return scene->verdict;
}

static void *scene_context(void *user, struct device_name device, struct text *why)
{
    struct scene *scene = user;
    if (scene->results->slot[0].step != STEP_OPEN) scene->astray = "another step as a device is opened";
    if (device.kind != DEVICE_AMD) return user;
    text_say(why, "no such device");
    return NULL;
}

/* Between two cases a target is free, or closed. */
static void scene_tick(void *user, const struct results *results)
{
    struct scene *scene = user;
    for (uint32_t i = 0; i < results->target_count; i++)
        if (results->owner[i] != TARGET_FREE && results->owner[i] != TARGET_CLOSED)
            scene->astray = "a target that is taken, between two cases";
}

static const struct property scene_property = {.name = "scene",
                                               .claim = "as written down",
                                               .subject = SUBJECT_STRATEGY,
                                               .on_host = true,
                                               .generate = scene_draw,
                                               .check = scene_check};

/* Two targets with two cases each on a device; the corpus has one more case of the first. `with` says the rest. */
static void run_scene(struct scene *scene, struct run with, enum device_kind kind, bool corpus)
{
    const struct target targets[] = {
        {&scene_property, "one", op_find("add_u32"), {kind, 0}, 2, 0, false, false},
        {&scene_property, "other", op_find("add_u32"), {kind, 0}, 2, 0, false, false}};
    struct test_case line;
    struct text why;
    if (!case_parse(CASE, &line, &why)) return;
    const struct fixed_case fixed = {0, &line};
    with.targets = targets;
    with.target_count = 2;
    with.fixed = &fixed;
    with.fixed_count = corpus;
    with.seed = 1;
    with.user = with.tick_user = scene;
    with.context = scene_context;
    with.tick = scene_tick;
    runner_run(&with, scene->results);
}

static bool number_is(const char *says, const char *what, uint64_t expected, uint64_t got,
                      struct finding *finding)
{
    return expected == got || text_say(&finding->first_at, "%s: expected %s to be %" PRIu64 ", got %" PRIu64,
                                       says, what, expected, got);
}

/* ---- how a case failed ---- */

/* The slot as the last process left it: a case that fails, then or now. How it failed decides how often it is run again:
 * 20 times, 3 where a process died, once where it hung, twice where its kernel was stopped as it hung. */
static const struct {
    const char *says;
    enum step step;
    bool known; /* the outcome in the last process: */
    enum verdict pending;
    bool died, hung;
    bool before; /* an earlier case, or this one at first, died and hung */
    bool late, stopped;
    enum verdict verdict; /* of each run in this process */
    uint32_t runs, failed;
    bool has_hung; /* in the report */
    const char *cause;
} ends[] = {
    {"a case failed", STEP_CHECK, true, VERDICT_FAIL, .verdict = VERDICT_PASS, .runs = 20},
    {"its process died", STEP_CHECK, true, VERDICT_FAIL, .died = true, .verdict = VERDICT_PASS, .runs = 3},
    {"it hung", STEP_CHECK, true, VERDICT_FAIL, true, true, .verdict = VERDICT_PASS, .runs = 1,
     .has_hung = true},
    {"its kernel is stopped", STEP_CHECK, .verdict = VERDICT_FAIL, .runs = 2, .failed = 2,
     .cause = "hang in sums"},
    {"it fails after a case that hung", STEP_CHECK, .before = true, .verdict = VERDICT_FAIL, .runs = 20,
     .failed = 20},
    {"its process died as it broke, and it fails", STEP_CHECK, true, VERDICT_BROKEN, .died = true,
     .verdict = VERDICT_FAIL, .runs = 20, .failed = 20},
    {"it hangs as it is run again", STEP_STEADY, true, VERDICT_FAIL, true, true, .verdict = VERDICT_FAIL,
     .runs = 20, .failed = 20},
    {"it hung again, and is late", STEP_STEADY, true, VERDICT_FAIL, true, true, .before = true, .late = true,
     .verdict = VERDICT_FAIL, .runs = 1, .failed = 1, .has_hung = true},
    {"it failed again, and the run is stopped", STEP_STEADY, true, VERDICT_FAIL, .stopped = true,
     .verdict = VERDICT_FAIL, .runs = 1, .failed = 1},
};

static bool end_of_a_process_is_triaged(size_t at, struct results *results, struct finding *finding)
{
    struct scene scene = {.results = results, .verdict = ends[at].verdict, .cause = ends[at].cause};
    struct worker_slot *slot = &results->slot[0];
    const struct failure *failure = &results->failure[0];
    const char *says = ends[at].says;
    slot->step = ends[at].step;
    slot->pending.known = ends[at].known;
    slot->pending.verdict = ends[at].pending;
    slot->pending.died = ends[at].died;
    slot->pending.hung = ends[at].hung;
    slot->died = slot->hung = ends[at].before;
    strcpy(slot->drawn, CASE);
    if (ends[at].stopped) results_stop(results, STATUS_FAIL, "a signal");
    run_scene(&scene, (struct run){.seconds = ends[at].late ? 1e-9 : 0}, DEVICE_HOST, false);
    return number_is(says, "whether there is a failure", true, results->failure_count > 0, finding) &&
           number_is(says, "runs again", ends[at].runs, failure->steady_runs, finding) &&
           number_is(says, "those that fail", ends[at].failed, failure->steady_failed, finding) &&
           number_is(says, "whether it is said to hang", ends[at].has_hung, failure->hung, finding) &&
           number_is(says, "whether the slot knows an outcome", false, slot->pending.known, finding);
}

/* The outcome of a case whose line cannot be read is no outcome of the next case. */
static bool lost_line_is_left(size_t at, struct results *results, struct finding *finding)
{
    struct scene scene = {.results = results, .verdict = VERDICT_PASS};
    struct worker_slot *slot = &results->slot[0];
    (void)at;
    slot->step = STEP_CHECK;
    slot->pending.known = true;
    slot->pending.verdict = VERDICT_FAIL;
    strcpy(slot->drawn, "?");
    run_scene(&scene, (struct run){0}, DEVICE_HOST, false);
    return number_is("a line that is lost", "broken cases", 1, results->broken, finding) &&
           number_is("a line that is lost", "failures", 0, results->failed, finding) &&
           number_is("a line that is lost", "cases that pass", 4, results->passed, finding);
}

/* ---- fresh processes ---- */

/* A process with a parent ends where a device may be broken: by a case, or, where workers share it, by another one. */
static const struct {
    const char *says;
    enum verdict verdict;
    bool poisoned, missing, shared, has_worker, ends;
} fresh[] = {
    {"a case passes", VERDICT_PASS, false, false, false, true, false},
    {"a case fails", VERDICT_FAIL, false, false, false, true, false},
    {"a case is refused", VERDICT_REFUSED, false, false, false, true, false},
    {"a case breaks", VERDICT_BROKEN, false, false, false, true, true},
    {"a case passes, and poisons the device", VERDICT_PASS, true, false, false, true, true},
    {"a case fails, and poisons the device", VERDICT_FAIL, true, false, false, true, true},
    {"a case poisons the device without a parent", VERDICT_FAIL, true, false, false, false, false},
    {"a device is missing", VERDICT_PASS, false, true, false, true, false},
    {"a device is missing that workers share", VERDICT_PASS, false, true, true, true, true},
    {"a shared device is missing without a parent", VERDICT_PASS, false, true, true, false, false},
};

static bool process_is_fresh(size_t at, struct results *results, struct finding *finding)
{
    struct scene scene = {.results = results, .verdict = fresh[at].verdict, .poisoned = fresh[at].poisoned};
    const struct worker_slot *slot = &results->slot[0];
    const char *says = fresh[at].says;
    enum device_kind kind = fresh[at].missing ? DEVICE_AMD : DEVICE_HOST;
    int status = 0;
    results->shared = fresh[at].shared;
    pid_t child = fork();
    if (child == 0) {
        run_scene(&scene, (struct run){.has_worker = fresh[at].has_worker}, kind, false);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return text_say(&finding->first_at, "no process");
    enum step step = !fresh[at].ends ? STEP_NEXT : fresh[at].missing ? STEP_DRAW : STEP_CHECK;
    int expected = fresh[at].ends ? WORKER_FRESH : 0;
    bool stops = fresh[at].missing && !fresh[at].ends;
    if (!WIFEXITED(status)) return text_say(&finding->first_at, "%s: the process crashes", says);
    return number_is(says, "the status", (uint64_t)expected, (uint64_t)WEXITSTATUS(status), finding) &&
           number_is(says, "the step of its slot", step, slot->step, finding) &&
           number_is(says, "whether the slot knows an outcome", fresh[at].ends && !fresh[at].missing,
                     slot->pending.known, finding) &&
           number_is(says, "the verdict of its slot", slot->pending.known ? fresh[at].verdict : VERDICT_PASS,
                     slot->pending.verdict, finding) &&
           number_is(says, "whether the run is stopped", stops, results_stopped(results), finding);
}

/* ---- targets ---- */

/* Of two targets each has its cases. A process that comes later finds them named, and does not count the corpus again. */
static bool later_process_finds_the_targets(size_t at, struct results *results, struct finding *finding)
{
    struct scene scene = {.results = results, .verdict = VERDICT_PASS};
    bool alone = at == 1;
    run_scene(&scene, (struct run){.alone = alone}, DEVICE_HOST, true);
    run_scene(&scene, (struct run){.alone = alone}, DEVICE_HOST, true);
    if (scene.astray) return text_say(&finding->first_at, "two targets: a run finds %s", scene.astray);
    return number_is("two targets", "whether they are known", true, results->prepared, finding) &&
           number_is("two targets", "cases of the corpus", 1, results->tally[0].fixed, finding) &&
           number_is("two targets", "cases of the one", 2, results->tally[0].passed, finding) &&
           number_is("two targets", "cases of the other", 2, results->tally[1].passed, finding) &&
           number_is("two targets", "the workers", alone ? 1 : 2, results->shares, finding);
}

static const struct unit_test tests[] = {ROWS(end_of_a_process_is_triaged, ends), TEST(lost_line_is_left),
                                         ROWS(process_is_fresh, fresh),
                                         NUMBERED(later_process_finds_the_targets, 2)};
UNIT(worker, tests);
