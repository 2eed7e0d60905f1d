/* SPDX-License-Identifier: MIT
 * Runs, checked: a property whose verdicts are written down beforehand, and the verdict of the whole run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "runner.h"
#include "scheduling.h"

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
    if (number == 2 && script->killed) play->results->slot[0].kills = 1;
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
static bool run_has_the_verdict_of_its_cases(size_t at, struct results *results, struct finding *finding)
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

static bool laws_come_before_strategies(size_t at, struct results *results, struct finding *finding)
{
    static const struct property law = {.name = "law",
                                        .claim = "as written down",
                                        .subject = SUBJECT_OPERATOR,
                                        .on_host = true,
                                        .generate = play_draw,
                                        .check = play_check};
    static const struct property other = {.name = "other",
                                          .claim = "always",
                                          .subject = SUBJECT_STRATEGY,
                                          .on_host = true,
                                          .generate = play_draw,
                                          .check = play_check};
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

/* ---- main claims first ---- */

/* The first case of a strategy with an operator on a device is its main claim's; what has none waits for nobody. The claims that a
 * worker may begin, each while those before it run, a letter each; then the first of them ends. */
static bool main_claim_comes_first(size_t row, struct results *results, struct finding *finding)
{
    static const struct property side = {.name = "side", .subject = SUBJECT_STRATEGY},
                                 most = {.name = "most", .subject = SUBJECT_STRATEGY, .is_main = true};
    const struct {
        const struct property *property;
        const char *subject, *op, *device;
    } targets[] = {{&side, "one", "add_u32", "sim32"},  {&most, "one", "add_u32", "sim32"},
                   {&most, "one", "add_u32", "sim32"},  {&side, "one", "add_u32", "sim64"},
                   {&side, "one", "max_u32", "sim32"},  {&side, "other", "add_u32", "sim32"},
                   {&most, "other", "add_u32", "sim32"}};
    char order[2 * sizeof targets / sizeof *targets + 1] = "";
    struct slot_turn turn = {0};
    (void)row;
    results->target_count = sizeof targets / sizeof *targets;
    results->laws_done = true;
    for (uint32_t i = 0; i < results->target_count; i++) {
        struct tally *tally = &results->tally[i];
        tally->subject_kind = targets[i].property->subject;
        tally->is_main = targets[i].property->is_main;
        tally->wanted = 1;
        strcpy(tally->subject, targets[i].subject);
        strcpy(tally->op, targets[i].op);
        strcpy(tally->device, targets[i].device);
    }
    if (!schedule_leads(results)) return text_say(&finding->first_at, "no host memory");
    while (schedule_next(results, &turn) == NEXT_CASE)
        order[strlen(order)] = (char)('a' + turn.target);
    order[strlen(order)] = ',';
    results->tally[1].drawn = results->tally[1].passed = 1;
    schedule_leave(results, 1);
    while (schedule_next(results, &turn) == NEXT_CASE)
        order[strlen(order)] = (char)('a' + turn.target);
    return strcmp(order, "bdeg,ac") == 0 ||
           text_say(&finding->first_at, "expected bdeg, and then ac; got %s", order);
}

/* Losses show where items are any; drawn ones are small. */
static bool dull_draw(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    bool made = play_draw(context, target, draw, drawn);
    drawn->problem.data.form = DATA_SMALL;
    return made;
}

static enum verdict dull_check(void *context, const struct test_case *checked, struct finding *finding)
{
    (void)context;
    bool shows = checked->problem.data.form == DATA_ANY;
    finding->power = (struct power){.tried = 3, .noticed = shows ? 3 : 1, .is_judged = true};
    finding->size = 40;
    return VERDICT_PASS;
}

/* A size in which losses do not show has one of its cases again, with other items, and no more than it takes. */
static bool size_is_mended(size_t row, struct results *results, struct finding *finding)
{
    (void)row;
    static const struct script passes = {"all pass",   WANTED, 0, 0, 0, 0, 0,     false,
                                         VERDICT_PASS, 0,      0, 0, 0, 0, false, false};
    static const struct property dull = {.name = "dull",
                                         .claim = "as written down",
                                         .subject = SUBJECT_OPERATOR,
                                         .on_host = true,
                                         .generate = dull_draw,
                                         .check = dull_check};
    struct play play = {.script = &passes, .results = results};
    struct target target = {.property = &dull, .subject = "add_u32", .device = {DEVICE_HOST, 0}, .cases = 3};
    struct run run = {
        .targets = &target, .target_count = 1, .seed = 1, .user = &play, .context = play_context};
    runner_run(&run, results);
    const struct tally *tally = &results->tally[0];
    const struct power_size *size = &tally->power[5];
    return (tally->drawn == 3 && tally->passed == 4 && size->mended == 1 && !power_lacks(&size->seen)) ||
           text_say(&finding->first_at, "%u drawn, %u passed, %u mended of %u", tally->drawn, tally->passed,
                    size->mended, size->again_count);
}

static const struct unit_test tests[] = {
    NUMBERED(size_is_mended, 1), ROWS(run_has_the_verdict_of_its_cases, scripts),
    ROWS(laws_come_before_strategies, orders), NUMBERED(main_claim_comes_first, 1)};
UNIT(runner, tests);
