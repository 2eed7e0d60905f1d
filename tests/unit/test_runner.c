/* SPDX-License-Identifier: MIT
 * Runs, checked: a property whose verdicts are written down beforehand, and the verdict of the whole run. */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS, robust locks */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "unit.h"
#include "runner.h"

/* The first `pass` draws pass; then so many fail, are refused, are discarded or break; all others pass again. */
struct script {
    const char *says;
    uint32_t pass, fail, refuse, discard, breaks, breaks_once;
    bool is_fixed; /* the corpus has one case, which fails, or is refused where the run passes */
    enum verdict verdict;
    uint64_t passed, failed, refused, broken;
    unsigned warns; /* so many of the cases that pass have a warning */
    bool strict;
    bool killed; /* somebody else ends the process of one, which passes when run again */
};

enum { WANTED = 12, STEADY = 20 }; /* cases that are to pass; a failure ends its target */

static const struct script scripts[] = {
    {"all pass", 12, 0, 0, 0, 0, 0, false, VERDICT_PASS, 12, 0, 0, 0, 0, false, false},
    {"one fails", 3, 1, 0, 0, 0, 0, false, VERDICT_FAIL, 3, 1, 0, 0, 0, false, false},
    {"the first fails", 0, 1, 0, 0, 0, 0, false, VERDICT_FAIL, 0, 1, 0, 0, 0, false, false},
    {"one breaks, each time", 3, 0, 0, 0, 1, 0, false, VERDICT_BROKEN, 12, 0, 0, 1, 0, false, false},
    {"one breaks, and passes when run again", 3, 0, 0, 0, 0, 1, false, VERDICT_BROKEN, 12, 0, 0, 1, 0, false,
     false},
    {"28 of 40 are refused", 3, 0, 28, 0, 0, 0, false, VERDICT_PASS, 12, 0, 28, 0, 0, false, false},
    {"29 of 41 are refused", 3, 0, 29, 0, 0, 0, false, VERDICT_FAIL, 12, 0, 29, 0, 0, false, false},
    {"10 of 22 are discarded", 3, 0, 0, 10, 0, 0, false, VERDICT_PASS, 12, 0, 0, 0, 0, false, false},
    {"11 of 23 are discarded", 3, 0, 0, 11, 0, 0, false, VERDICT_FAIL, 12, 0, 0, 0, 0, false, false},
    {"two pass with a warning", 12, 0, 0, 0, 0, 0, false, VERDICT_PASS, 12, 0, 0, 0, 2, false, false},
    {"two pass with a warning, of a strict run", 12, 0, 0, 0, 0, 0, false, VERDICT_FAIL, 12, 0, 0, 0, 2, true,
     false},
    {"one passes with a warning, of a strict run", 12, 0, 0, 0, 0, 0, false, VERDICT_FAIL, 12, 0, 0, 0, 1,
     true, false},
    {"the process of one is killed", 12, 0, 0, 0, 0, 0, false, VERDICT_BROKEN, 12, 0, 0, 1, 0, false, true},
    {"all pass, of a strict run", 12, 0, 0, 0, 0, 0, false, VERDICT_PASS, 12, 0, 0, 0, 0, true, false},
    {"a case of the corpus is refused", 12, 0, 0, 0, 0, 0, true, VERDICT_PASS, 12, 0, 1, 0, 0, false, false},
    {"a case of the corpus fails", 12, 0, 0, 0, 0, 0, true, VERDICT_FAIL, 0, 1, 0, 0, 0, false, false},
};

struct play {
    const struct script *script;
    struct results *results; /* where a process that is killed is noted */
    uint32_t drawn;
    bool broke;        /* the one that breaks once has done so */
    bool fixed_astray; /* the corpus's case ran after a draw, or on another device than the target's */
};

/* A draw's number is its case's seed. */
static bool play_draw(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    struct play *play = context;
    uint32_t number = play->drawn++;
    draw_bits(draw, 8); /* a generator that chooses nothing has one case */
    memset(drawn, 0, sizeof *drawn);
    strncpy(drawn->claim, target->property->name, sizeof drawn->claim - 1);
    strcpy(drawn->subject, "add_u32");
    drawn->device.kind = DEVICE_HOST;
    drawn->has_problem = true;
    drawn->problem = (struct problem){.what = WHAT_LAW, .op = op_find("add_u32"), .layout = {.sides = 1}};
    drawn->problem.shape = (struct shape){.form = SHAPE_LIST, .count = 1, .size = {1}};
    drawn->problem.data.seed = number;
    return number < play->script->pass || number >= play->script->pass + play->script->discard;
}

static enum verdict play_check(void *context, const struct test_case *checked, struct finding *finding)
{
    struct play *play = context;
    const struct script *script = play->script;
    uint64_t number = checked->problem.data.seed, past = number - script->pass;
    text_say(&finding->reason, "as the script says");
    finding->first_at = finding->reason;
    if (number == 2 && script->killed) play->results->seat[0].kills = 1;
    if (number < script->warns) text_say(&finding->warning, "as the script warns");
    if (number == UINT16_MAX) play->fixed_astray = play->drawn || checked->device.kind != DEVICE_HOST;
    if (number == UINT16_MAX) return script->verdict == VERDICT_FAIL ? VERDICT_FAIL : VERDICT_REFUSED;
    if (number < script->pass) return VERDICT_PASS;
    if (past < script->fail) return VERDICT_FAIL;
    if (past < script->refuse) return VERDICT_REFUSED;
    if (past < script->breaks) return VERDICT_BROKEN;
    if (past < script->breaks_once && !play->broke) return play->broke = true, VERDICT_BROKEN;
    return VERDICT_PASS;
}

static void *play_context(void *user, struct device_name device, struct text *why)
{
    (void)device, (void)why;
    return user;
}

/* `results` is fresh: zeros, of which a run of one target touches little, though they are large. */
static bool run_is_judged(size_t at, struct results *results, struct finding *finding)
{
    const struct script *script = &scripts[at];
    static const struct property scripted = {.name = "scripted",
                                             .claim = "as written down",
                                             .subject = SUBJECT_OPERATOR,
                                             .on_host = true,
                                             .generate = play_draw,
                                             .check = play_check};
    struct play play = {.script = script, .results = results};
    struct target target = {
        .property = &scripted, .subject = "add_u32", .device = {DEVICE_HOST, 0}, .cases = WANTED};
    struct test_case fixed;
    struct fixed_case corpus = {.target = 0, .line = &fixed};
    if (!case_parse("scripted.add_u32 law/add_u32/[1]/soa/unit:ffff", &fixed, &finding->first_at))
        return false;
    struct run run = {.targets = &target,
                      .target_count = 1,
                      .fixed = &corpus,
                      .fixed_count = script->is_fixed,
                      .strict = script->strict,
                      .seed = 1,
                      .user = &play,
                      .context = play_context};
    runner_run(&run, results);
    enum verdict verdict = results_verdict(results);
    const struct failure *failure = &results->failure[0];
    if (script->failed && (failure->steady_runs != STEADY || failure->steady_failed != STEADY))
        return text_say(&finding->first_at, "%s: expected to fail in 20 of 20 runs, got %u of %u",
                        script->says, failure->steady_failed, failure->steady_runs);
    if (results->warning_count != script->warns)
        return text_say(&finding->first_at, "%s: got %u warnings", script->says, results->warning_count);
    if (play.fixed_astray)
        return text_say(&finding->first_at, "%s: it ran after a draw, or on another device", script->says);
    if (verdict == script->verdict && results->passed == script->passed &&
        results->failed == script->failed && results->refused == script->refused &&
        results->broken == script->broken && results->tally[0].drawn_refused == script->refuse)
        return true;
    return text_say(&finding->first_at,
                    "%s: expected %s with %" PRIu64 " passed, %" PRIu64 " failed, %" PRIu64
                    " refused, %" PRIu64 " broken; got %s with %" PRIu64 ", %" PRIu64 ", %" PRIu64
                    ", %" PRIu64,
                    script->says, verdict_name(script->verdict), script->passed, script->failed,
                    script->refused, script->broken, verdict_name(verdict), results->passed, results->failed,
                    results->refused, results->broken);
}

/* ---- laws first ---- */

/* A law that has the script's verdicts, and a strategy with its operator. */
static const struct {
    const char *says;
    uint32_t fail_from; /* the law's first draw that fails; WANTED: none */
    bool anyway, late, first;
    uint32_t law_passed, strategy_passed;
    uint32_t refused; /* of the law's first draws */
} orders[] = {
    {"the law holds", WANTED, false, false, false, WANTED, WANTED, 0},
    {"the law fails", 5, false, false, false, 5, 0, 0},
    {"the law fails, and strategies run anyway", 5, true, false, false, 5, WANTED, 0},
    {"the time is over at once: the law has all its cases, a strategy one", WANTED, false, true, false,
     WANTED, 1, 0},
    {"the time is over at once, and the last case of the law fails", WANTED - 1, false, true, false,
     WANTED - 1, 0, 0},
    {"the first failure ends the run", 5, true, false, true, 5, 0, 0},
    {"the time is over at once, and the first draws of the law are refused", WANTED, false, true, false,
     WANTED, 1, 5},
};

static void *law_context(void *user, struct device_name device, struct text *why)
{
    struct play *plays = user; /* of the law, of the strategy */
    (void)why;
    return device.index ? &plays[1] : &plays[0];
}

static bool order_is_kept(size_t at, struct results *results, struct finding *finding)
{
    static const struct property law = {"law", "as written down", SUBJECT_OPERATOR, true,
                                        false, play_draw,         play_check,       NULL};
    static const struct property other = {"other", "always",  SUBJECT_STRATEGY, true,
                                          false,   play_draw, play_check,       NULL};
    const struct script falls = {.pass = orders[at].refused ? 0 : orders[at].fail_from,
                                 .fail = !orders[at].refused,
                                 .refuse = orders[at].refused},
                        holds = {.pass = UINT16_MAX};
    struct play plays[] = {{.script = &falls}, {.script = &holds}};
    const struct target targets[] = {
        {&law, "add_u32", op_find("add_u32"), {DEVICE_HOST, 0}, WANTED, WANTED, false, false},
        {&other, "any", op_find("add_u32"), {DEVICE_HOST, 1}, WANTED, 0, false, false}};
    struct run run = {.targets = targets,
                      .target_count = 2,
                      .law_count = 1,
                      .anyway = orders[at].anyway,
                      .first = orders[at].first,
                      .seconds = orders[at].late ? 1e-9 : 0,
                      .seed = 1,
                      .user = plays,
                      .context = law_context};
    runner_run(&run, results);
    uint32_t passed = results->tally[0].passed, followed = results->tally[1].passed;
    if (passed == orders[at].law_passed && followed == orders[at].strategy_passed) return true;
    return text_say(&finding->first_at,
                    "%s: expected %" PRIu32 " cases of the law and %" PRIu32
                    " of the strategy to pass; got %" PRIu32 " and %" PRIu32,
                    orders[at].says, orders[at].law_passed, orders[at].strategy_passed, passed, followed);
}

/* ---- the order of failures ---- */

/* As workers may find them: by target, and of a target's cases the first one first. */
static bool failures_are_sorted(size_t at, struct results *results, struct finding *finding)
{
    static const struct {
        uint32_t target;
        uint64_t order;
    } found[] = {{1, 5}, {0, 9}, {1, 2}, {0, 3}}, sorted[] = {{0, 3}, {0, 9}, {1, 2}, {1, 5}};
    (void)at;
    for (uint32_t i = 0; i < 4; i++)
        results->failure[results->failure_count++] =
            (struct failure){.target = found[i].target, .order = found[i].order};
    results_sort(results);
    for (uint32_t i = 0; i < 4; i++)
        if (results->failure[i].target != sorted[i].target || results->failure[i].order != sorted[i].order)
            return text_say(&finding->first_at,
                            "failure %" PRIu32 ": expected case %" PRIu64 " of target %" PRIu32
                            ", got case %" PRIu64 " of target %" PRIu32,
                            i, sorted[i].order, sorted[i].target, results->failure[i].order,
                            results->failure[i].target);
    return true;
}

/* ---- strategies without laws ---- */

/* A law that failed, and a strategy that is left out for it, or not. */
static const struct {
    const char *says;
    struct tally law, strategy;
    bool anyway, left_out;
} left_out[] = {
#define LAW(DEVICE)                                                                                          \
    {                                                                                                        \
        .subject_kind = SUBJECT_OPERATOR, .op = "add_u32", .device = DEVICE                                  \
    }
#define STRATEGY(OP, DEVICE)                                                                                 \
    {                                                                                                        \
        .subject_kind = SUBJECT_STRATEGY, .op = OP, .device = DEVICE                                         \
    }
    {"a law of the host", LAW("host"), STRATEGY("add_u32", "sim64"), false, true},
    {"a law of the host, of another operator", LAW("host"), STRATEGY("add_i8", "sim64"), false, false},
    {"a law of the same device", LAW("sim64"), STRATEGY("add_u32", "sim64"), false, true},
    {"a law of another device", LAW("sim32"), STRATEGY("add_u32", "sim64"), false, false},
    {"a law of the host, and all the same", LAW("host"), STRATEGY("add_u32", "sim64"), true, false},
    {"a law, and another law", LAW("host"), LAW("host"), false, false},
    {"a strategy, and another one", STRATEGY("add_u32", "sim64"), STRATEGY("add_u32", "sim64"), false, false},
    {"a law without an operator, and a strategy without one",
     {.subject_kind = SUBJECT_OPERATOR, .device = "host"},
     STRATEGY("", "sim64"),
     false,
     false},
#undef LAW
#undef STRATEGY
};

static bool is_left_out(size_t at, struct results *results, struct finding *finding)
{
    results->tally[0] = left_out[at].law;
    results->tally[1] = left_out[at].strategy;
    results->target_count = 2;
    results->anyway = left_out[at].anyway;
    results->failure[0].target = 0;
    results->failure_count = 1;
    bool without = results_broken_law(results, 1) != NULL;
    return without == left_out[at].left_out ||
           text_say(&finding->first_at, "%s fails: expected the strategy to be %s", left_out[at].says,
                    without ? "run" : "left out");
}

/* ---- groups ---- */

/* Targets of one claim, strategy and device, and whether their refusals are too many. */
static const struct {
    const char *says;
    struct tally first, second;
    bool may_pass;
} groups[] = {
    {"a few draws that ought to be refused are",
     {.drawn = 40, .drawn_refused = 40, .ought_refuse = true},
     {.drawn = 12},
     true},
    {"all draws of one operator are refused", {.drawn = 40, .drawn_refused = 40}, {.drawn = 12}, false},
    {"half of the draws are refused", {.drawn = 40, .drawn_refused = 28}, {.drawn = 40}, true},
    {"one operator gives nothing to check",
     {.drawn = 40, .discarded = 40, .closed = true},
     {.drawn = 0},
     true},
    {"a claim of the suite gives nothing to check",
     {.subject_kind = SUBJECT_SUITE, .drawn = 40, .discarded = 40, .closed = true},
     {.drawn = 0},
     false},
    {"two operators give nothing to check",
     {.drawn = 40, .discarded = 40, .closed = true},
     {.drawn = 40, .discarded = 40, .closed = true},
     false},
};

static bool group_is_judged(size_t at, struct results *results, struct finding *finding)
{
    struct text why;
    results->tally[0] = groups[at].first;
    results->tally[1] = groups[at].second;
    results->target_count = 2;
    uint32_t end = results_group(results, 0, &why);
    if (end == 2 && !why.at[0] == groups[at].may_pass) return true;
    return text_say(&finding->first_at, "%s: expected that the group %s, got '%.200s'", groups[at].says,
                    groups[at].may_pass ? "may pass" : "fails", why.at);
}

/* ---- lists of results ---- */

static void *lock_and_end(void *results)
{
    results_lock(results);
    return NULL;
}

/* A lock outlives the one that held it. */
static bool lock_is_kept(size_t at, struct results *results, struct finding *finding)
{
    pthread_mutexattr_t how;
    pthread_t thread;
    (void)at;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    bool good = pthread_mutex_init(&results->lock, &how) == 0 &&
                pthread_create(&thread, NULL, lock_and_end, results) == 0 && pthread_join(thread, NULL) == 0;
    pthread_mutexattr_destroy(&how);
    if (!good) return text_say(&finding->first_at, "no thread that ends with a lock");
    results_lock(results);
    bool held = pthread_mutex_trylock(&results->lock) != 0;
    results_unlock(results);
    if (!held) return text_say(&finding->first_at, "a lock is taken twice");
    if (pthread_mutex_trylock(&results->lock) != 0)
        return text_say(&finding->first_at, "a lock is lost with the one that held it");
    results_unlock(results);
    return true;
}

static bool is_stopped(const struct results *results, enum status status, const char *why,
                       struct finding *finding)
{
    bool stopped = results_stopped(results);
    if (stopped == (why[0] != '\0') && strcmp(results->stopped.at, why) == 0 &&
        (!stopped || results->stopped_status == status))
        return true;
    return text_say(&finding->first_at, "a run expected to be stopped by \"%s\", and is by \"%s\"", why,
                    results->stopped.at);
}

/* Without targets a run is one without a device if devices were left out. */
static bool absence_is_reported(size_t at, struct results *results, struct finding *finding)
{
    (void)at;
    enum verdict nothing = results_verdict(results);
    results->skipped_any = true;
    enum verdict absent = results_verdict(results);
    results->target_count = 1;
    bool good =
        nothing == VERDICT_PASS && absent == VERDICT_NO_DEVICE && results_verdict(results) == VERDICT_PASS;
    return good || text_say(&finding->first_at, "a run without targets: judged wrong");
}

static bool stops_are_kept(size_t at, struct results *results, struct finding *finding)
{
    (void)at;
    if (!is_stopped(results, STATUS_FAIL, "", finding)) return false;
    results_stop(results, STATUS_FAIL, "the first");
    results_stop(results, STATUS_BROKEN, "the second, which is longer");
    return is_stopped(results, STATUS_FAIL, "the first", finding);
}

/* The first ones of each list are kept; the most of broken cases and of failures, and no fewer, end the run. */
static bool lists_are_kept(size_t at, struct results *results, struct finding *finding)
{
    struct text words;
    (void)at;
    for (uint32_t i = 0; i < MAX_WARNINGS + 2; i++) {
        text_say(&words, "number %u", i);
        results_add_warning(results, &words);
        results_add_remark(results, &words);
    }
    text_say(&words, "number %d", MAX_WARNINGS - 1);
    if (results->warning_count != MAX_WARNINGS || results->remark_count != MAX_WARNINGS ||
        strcmp(results->warning[MAX_WARNINGS - 1].at, words.at) != 0 ||
        strcmp(results->remark[MAX_WARNINGS - 1].at, words.at) != 0)
        return text_say(&finding->first_at, "warnings or remarks are lost");
    for (uint32_t i = 1; i <= MAX_BROKEN + 1; i++) {
        char line[16];
        snprintf(line, sizeof line, "line %u", i);
        results_add_broken(results, line, &words);
        const char *why = i < MAX_BROKEN ? "" : "stopped: too many cases broke the harness or the device";
        if (!is_stopped(results, STATUS_BROKEN, why, finding)) return false;
    }
    return (results->broken == MAX_BROKEN + 1 && results->broken_count == MAX_BROKEN &&
            strcmp(results->broken_case[0].line, "line 1") == 0 &&
            strcmp(results->broken_case[MAX_BROKEN - 1].line, "line 8") == 0) ||
           text_say(&finding->first_at, "broken cases are lost");
}

static bool failures_are_kept(size_t at, struct results *results, struct finding *finding)
{
    struct seat *seat = &results->seat[0];
    (void)at;
    for (uint32_t i = 1; i <= MAX_FAILURES; i++) {
        seat->order = i;
        snprintf(seat->drawn, sizeof seat->drawn, "drawn %u", i);
        snprintf(seat->minimal, sizeof seat->minimal, i % 2 ? "" : "simplest %u", i);
        results_add_failure(results, seat);
        const char *expected = i % 2 ? seat->drawn : seat->minimal;
        const struct failure *failure = &results->failure[i - 1];
        if (results->failure_count != i || results->failed != i || failure->order != i ||
            strcmp(failure->line, expected) != 0 || strcmp(failure->drawn, seat->drawn) != 0 ||
            failure->shrink_seconds != 0)
            return text_say(&finding->first_at, "failure %u is not as it was", i);
        if (!is_stopped(results, STATUS_FAIL, i < MAX_FAILURES ? "" : "stopped after 24 failures", finding))
            return false;
    }
    results_add_failure(results, seat);
    return (results->failure_count == MAX_FAILURES && results->tally[0].failed == MAX_FAILURES + 1 &&
            results->tally[0].closed) ||
           text_say(&finding->first_at, "a failure too many");
}

/* ---- how much of a run is done ---- */

/* Two targets: fixed cases, those done, wanted, passed, drawn, closed, ought_refuse; the run's deadline after its
 * start, and now; percent. */
static const struct {
    struct tally target[2];
    double deadline, now;
    int percent;
} shares[] = {
    {{{.wanted = 10}, {.wanted = 10}}, 0, 0, 0},
    {{{.wanted = 10, .passed = 15}, {.wanted = 10, .passed = 10}}, 0, 0, 100},
    {{{.wanted = 10, .passed = 5, .closed = true}, {.wanted = 10}}, 0, 0, 50},
    {{{.fixed = 4, .fixed_done = 1, .wanted = 12, .passed = 3}, {.wanted = 0}}, 0, 0, 62},
    {{{.fixed = 4, .fixed_done = 2, .wanted = 12, .passed = 3, .closed = true}, {.wanted = 0}}, 0, 0, 75},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10, .drawn = 1}}, 8, 2, 25},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10}}, 8, 6, 50},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10, .closed = true}}, 8, 9, 100},
    {{{.wanted = 0}, {.wanted = 10}}, 8, 8, 50},
    {{{.wanted = 10, .passed = 5}, {.wanted = 10, .ought_refuse = true}}, 0, 0, 75},
    {{{.wanted = 10, .passed = 5, .drawn = 5}, {.wanted = 10, .passed = 5, .drawn = 5}}, 8, 2, 25},
};

static bool share_is_right(size_t at, struct results *results, struct finding *finding)
{
    results->target_count = 2;
    results->started = 100;
    results->deadline = shares[at].deadline > 0 ? 100 + shares[at].deadline : 0;
    memcpy(results->tally, shares[at].target, sizeof shares[at].target);
    int percent = (int)(100 * results_share(results, 100 + shares[at].now));
    results->target_count = 0; /* of no targets time alone counts */
    results->deadline = 108;
    if (results_share(results, 102) != 0.25)
        return text_say(&finding->first_at, "a run without targets is not done by a quarter of its time");
    return percent == shares[at].percent ||
           text_say(&finding->first_at, "line %zu of shares: expected %d %% to be done, got %d %%", at,
                    shares[at].percent, percent);
}

static const struct unit_test tests[] = {ROWS(run_is_judged, scripts),
                                         ROWS(order_is_kept, orders),
                                         TEST(failures_are_sorted),
                                         NAMED_ROWS(is_left_out, left_out, says),
                                         NAMED_ROWS(group_is_judged, groups, says),
                                         TEST(lock_is_kept),
                                         TEST(absence_is_reported),
                                         TEST(stops_are_kept),
                                         TEST(lists_are_kept),
                                         TEST(failures_are_kept),
                                         ROWS(share_is_right, shares)};
UNIT(runner, tests);
