/* SPDX-License-Identifier: MIT
 * Claims about strategies that pick others, and about witnesses of code, on backends of two strategies that are made by
 * hand. */
#include "formulas.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "control.h"
#include "tuned.h"
#include "unit.h"

/* ---- what is promised, and what is picked ---- */

enum pick {
    PICK_RIGHT,
    PICK_IN_SILENCE,
    PICK_REFUSED,
    PICK_NOT_BUILT,
    PICK_ELSEWHERE, /* what the backend has not */
    PICK_NEVER,     /* it refuses */
    PICK_LEAST,     /* in silence, where the first threshold is the least that it may be */
    PICK_MOST       /* in silence, where the last threshold is the most that it may be */
};

static struct strategy asked, taken;
static enum pick picking;
static uint64_t picks;

static enum refusal refuse_always(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    if (why) text_say(why, "not this one");
    return REFUSAL_SHAPE;
}

static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    const struct tuned *tuned = job->caps->tuned;
    const struct tunable_line *first = &tunable_lines[0], *last = &tunable_lines[TUNABLES - 1];
    bool silent = picking == PICK_IN_SILENCE ||
                  (picking == PICK_LEAST && tuned && tuned->value[0] == first->least) ||
                  (picking == PICK_MOST && tuned && tuned->value[TUNABLES - 1] == last->most);
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    if (picking == PICK_NOT_BUILT || picking == PICK_ELSEWHERE) shape->block = 64;
    if (why && !silent) text_say(why, "there is no other");
    picks++;
    return &taken;
}

static const struct {
    const char *name;
    unsigned takes;
    const char *rest;
    enum what what;
    unsigned needs;
    bool progress;
    enum pick pick;
    const char *beyond; /* or NULL: it is promised */
} promised[] = {
    {"policy", TAKES_USUAL, "reduce/add_u32/1x5/soa/any:1", WHAT_REDUCE, 0, false, PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/add_u32/2x5/soa/any:1", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "other than one row"},
    {"policy", TAKES_USUAL, "reduce/add_u32/[5]/soa/any:1", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "other than one row"},
    {"policy", TAKES_USUAL, "reduce/add_u32/0x5/soa/any:1", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "other than one row"},
    {"seg_policy", TAKES_USUAL | TAKES_ANY_ROWS, "reduce/add_u32/2x5/soa/any:1", WHAT_REDUCE, 0, false,
     PICK_RIGHT, NULL},
    {"seg_policy", TAKES_USUAL | TAKES_ANY_ROWS, "reduce/add_u32/[2,3]/soa/any:1", WHAT_REDUCE, 0, false,
     PICK_RIGHT, NULL},
    {"seg_scans", TAKES_USUAL | TAKES_SCANS | TAKES_ROWS, "scan/add_u32/2x5/soa/any:1", WHAT_SCAN, 0, false,
     PICK_RIGHT, NULL},
    {"seg_scans", TAKES_USUAL | TAKES_SCANS | TAKES_ROWS, "scan/add_u32/[2,3]/soa/any:1", WHAT_SCAN, 0, false,
     PICK_RIGHT, "rows of different lengths"},
    {"seg_policy", TAKES_USUAL | TAKES_ANY_ROWS, "reduce/affine_mod/2x5/soa/any:1/vary:0", WHAT_REDUCE, 0,
     false, PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/affine_mod/1x5/soa/any:1/vary:0", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "params that vary by row"},
    {"seg_scans", TAKES_USUAL | TAKES_SCANS | TAKES_ROWS, "scan/affine_mod/2x5/soa/any:1/vary:0", WHAT_SCAN,
     0, false, PICK_RIGHT, "params that vary by row"},
    {"keyed_policy", TAKES_USUAL | TAKES_ROWS, "keyed/add_u32/2x5#2/soa/any:1", WHAT_KEYED, 0, false,
     PICK_RIGHT, NULL},
    {"transposes", TAKES_USUAL | TAKES_ROWS, "transpose/u32/2x3/soa/any:1", WHAT_TRANSPOSE, 0, false,
     PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/span_4/1x65534/soa/unit:0", WHAT_REDUCE, 0, false, PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/span_4/1x65535/soa/unit:0", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "more items than are right"},
    {"policy", TAKES_USUAL, "reduce/add_u32/1x5/soa/any:1", WHAT_REDUCE, LAW_COMMUTES, false, PICK_RIGHT,
     NULL},
    {"policy", TAKES_USUAL, "reduce/affine_u32/1x5/soa/any:1", WHAT_REDUCE, LAW_COMMUTES, false, PICK_RIGHT,
     "an operator without a law that is needed"},
    {"policy", TAKES_USUAL, "reduce/add_u32/1x5/soa/any:1", WHAT_REDUCE, 0, true, PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/add_u32/1x5/soa/any:1/sched:unfair:1:2", WHAT_REDUCE, 0, false,
     PICK_RIGHT, NULL},
    {"policy", TAKES_USUAL, "reduce/add_u32/1x5/soa/any:1/sched:unfair:1:2", WHAT_REDUCE, 0, true, PICK_RIGHT,
     "a device without progress"},
    {"scans", TAKES_USUAL | TAKES_SCANS, "scan/add_u32/1x5/soa>in/any:1", WHAT_SCAN, 0, false, PICK_RIGHT,
     "results over the input"},
    {"policy", TAKES_USUAL, "reduce/span_twice_emit/1x5/soa>soa>in/unit:9", WHAT_REDUCE, 0, false, PICK_RIGHT,
     "results over the input"},
    {"policy", TAKES_USUAL, "reduce/span_twice_emit/1x5/soa>soa>aos/unit:9", WHAT_REDUCE, 0, false,
     PICK_RIGHT, NULL},
    {"scans", TAKES_USUAL | TAKES_SCANS, "scan/affine_u32/1x5/soa/any:1", WHAT_SCAN, 0, false, PICK_RIGHT,
     NULL},
    {"scans", TAKES_USUAL | TAKES_SCANS, "scan/affine_u32/1x5/soa/any:1/keep:1", WHAT_SCAN, 0, false,
     PICK_RIGHT, "columns that are not asked for"},
    {"policy", TAKES_USUAL, "reduce/affine_u32/1x5/soa/any:1/keep:1", WHAT_REDUCE, 0, false, PICK_RIGHT,
     NULL},
};

static const struct {
    enum pick pick;
    const char *fails;
} picked[] = {
    {PICK_RIGHT, ""},
    {PICK_IN_SILENCE, "policy picks taken without a reason"},
    {PICK_REFUSED, "policy picks taken, which refuses: not this one"},
    {PICK_NOT_BUILT, "policy picks taken with block=64, items=2, group=32, which was not built"},
    {PICK_ELSEWHERE, ""},
    {PICK_NEVER, "policy refuses: not this one"},
    {PICK_LEAST, "policy picks taken without a reason ("},
    {PICK_MOST, "policy picks taken without a reason ("},
};

/* The verdict of auto_never_refuses on a strategy that picks, the first of two of a backend. */
static enum verdict judge_pick(const char *name, enum what what, const char *rest, struct finding *got)
{
    char line[256];
    struct test_case checked;
    struct fixture *fixture = fake_open(DEVICE_SIM64, &got->reason);
    snprintf(line, sizeof line, "auto_never_refuses.%s@sim64 %s", name, rest);
    if (!fixture || !read_line(line, DEVICE_SIM64, &checked, got)) return VERDICT_BROKEN;
    const struct backend *whole = fixture->session.backend;
    const struct instance usual = *backend_instance(whole, fixture->session.caps, "add_u32",
                                                    backend_strategy(whole, "reduce_auto"), NULL);
    struct instance instances[] = {usual, usual};
    struct operator_code code = {.op = checked.problem.op->name, .instances = instances, .count = 2};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&asked, picking == PICK_ELSEWHERE ? NULL : &taken, NULL};
    struct backend backend = *whole;
    taken = *usual.strategy;
    taken.name = "taken";
    taken.what = what;
    if (picking == PICK_REFUSED) taken.refuse = refuse_always;
    instances[0].strategy = &asked;
    instances[1].strategy = &taken;
    backend.operators = operators;
    backend.strategies = strategies;
    fixture->session.backend = &backend;
    fake_set(fixture, NULL);
    picks = 0;
    enum verdict verdict = properties_find("auto_never_refuses")->check(fixture, &checked, got);
    fixture->session.backend = whole;
    properties_close(fixture);
    return verdict;
}

static void ask_for(const char *name, enum what what, unsigned needs, bool progress, enum pick how)
{
    struct fixture *fixture = fake_open(DEVICE_SIM64, NULL);
    if (!fixture) return;
    asked = *backend_strategy(fixture->session.backend, "reduce_auto");
    properties_close(fixture);
    asked.name = name;
    asked.what = what;
    asked.needs = needs;
    asked.needs_progress = progress;
    asked.pick = pick;
    picking = how;
    if (how == PICK_NEVER) asked.refuse = refuse_always;
}

static bool auto_strategy_keeps_its_promises(struct finding *finding)
{
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
        struct finding got = {0};
        char words[128] = "";
        const char *beyond = promised[i].beyond;
        ask_for(promised[i].name, promised[i].what, promised[i].needs, promised[i].progress,
                promised[i].pick);
        asked.takes = promised[i].takes;
        enum verdict verdict = judge_pick(promised[i].name, promised[i].what, promised[i].rest, &got);
        if (beyond) snprintf(words, sizeof words, "%s does not promise to take %s", promised[i].name, beyond);
        uint64_t expected = beyond ? 0 : 1 + 2 * TUNABLES, items = 0;
        struct problem problem;
        if (!problem_parse(promised[i].rest, &problem, &finding->first_at)) return false;
        shape_items(&problem.shape, &items);
        if (verdict != (beyond ? VERDICT_DISCARDED : VERDICT_PASS) || picks != expected ||
            got.items != items || strcmp(got.reason.at, words) != 0)
            return text_say(&finding->first_at,
                            "%s, %s: expected '%s', %" PRIu64 " items and %" PRIu64 " picks, got %s, %" PRIu64
                            ", %" PRIu64 " and '%.200s%.200s'",
                            promised[i].name, promised[i].rest, words, items, expected, verdict_name(verdict),
                            got.items, picks, got.reason.at, got.first_at.at);
    }
    return true;
}

static bool wrong_pick_fails(struct finding *finding)
{
    for (size_t i = 0; i < sizeof picked / sizeof picked[0]; i++) {
        struct finding got = {0};
        char words[128] = "";
        const struct tunable_line *line = &tunable_lines[picked[i].pick == PICK_MOST ? TUNABLES - 1 : 0];
        bool tuned = picked[i].pick == PICK_LEAST || picked[i].pick == PICK_MOST, fails = *picked[i].fails;
        ask_for("policy", WHAT_REDUCE, 0, false, picked[i].pick);
        enum verdict verdict = judge_pick("policy", WHAT_REDUCE, "reduce/add_u32/1x5/soa/any:1", &got);
        if (tuned)
            snprintf(words, sizeof words, "%s = %u)", line->name,
                     (unsigned)(picked[i].pick == PICK_MOST ? line->most : line->least));
        size_t length = strlen(picked[i].fails);
        if (verdict != (fails ? VERDICT_FAIL : VERDICT_PASS) ||
            strncmp(got.first_at.at, picked[i].fails, length) != 0 ||
            strcmp(got.first_at.at + length, words) != 0)
            return text_say(&finding->first_at, "pick %zu: expected '%s%s', got %s '%.200s'", i,
                            picked[i].fails, words, verdict_name(verdict), got.first_at.at);
    }
    return true;
}

/* ---- policies that agree ---- */

static void change_result(void *context, struct load *load)
{
    (void)context;
    ((unsigned char *)load->job.out.column[0].base)[0] ^= 1;
}

/* A case and all policies but its own are run until one differs, and a failure names that one. */
static bool policies_are_compared_until_one_differs(struct finding *finding)
{
    static const struct {
        const char *line;
        uint64_t launches, changed; /* changed: which of them, from 0 */
        const char *differs;
    } compared[] = {{"every_policy_agrees.policy reduce/affine_u32/3x4/soa/any:1", 2, 1, "other_policy"},
                    {"every_policy_agrees.policy reduce/affine_u32/3x4/soa/any:1", 2, 0, "other_policy"},
                    {"every_policy_agrees.reduce_auto reduce/affine_u32/3x4/soa/any:1", 3, 2, "other_policy"},
                    {"every_policy_agrees.reduce_auto reduce/affine_u32/3x4/soa/any:1", 3, 1, "policy"}};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    bool good = fixture != NULL;
    for (size_t i = 0; good && i < sizeof compared / sizeof compared[0]; i++) {
        struct test_case checked;
        struct finding right = {0}, wrong = {0};
        struct fake_plan plan = {.launch = compared[i].changed, .fault = change_result};
        char words[64];
        snprintf(words, sizeof words, " (expected is what %s gives)", compared[i].differs);
        good = read_line(compared[i].line, DEVICE_SIM64, &checked, finding);
        if (!good) break;
        fake_set(fixture, NULL);
        enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &right);
        uint64_t launches = fake_launches(fixture);
        fake_set(fixture, &plan);
        enum verdict changed = properties_find(checked.claim)->check(fixture, &checked, &wrong);
        size_t length = strlen(wrong.first_at.at), tail = strlen(words);
        good = verdict == VERDICT_PASS && right.first_at.at[0] == 0 && launches == compared[i].launches &&
               changed == VERDICT_FAIL && length > tail &&
               strcmp(wrong.first_at.at + length - tail, words) == 0;
        if (!good)
            text_say(&finding->first_at,
                     "%s: expected %" PRIu64 " launches and '%s', got %" PRIu64 " and '%.200s'",
                     compared[i].line, compared[i].launches, words, launches, wrong.first_at.at);
    }
    if (fixture) properties_close(fixture);
    return good;
}

/* Of a backend's strategies only those are compared that pick, reduce, are built for the operator and take rows, in a
 * tuning of their own: the second alone. */
static bool others_are_left_out(struct finding *finding)
{
    struct strategy own, other, not_built, flat, scans, picks_none;
    struct strategy *const all[] = {&own, &other, &not_built, &flat, &scans, &picks_none};
    static const char *const names[] = {"own", "other", "not_built", "flat", "scans", "picks_none"};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct test_case checked;
    struct finding got = {0};
    if (!fixture ||
        !read_line("every_policy_agrees.own{block=4,items=1,group=4} reduce/affine_u32/3x4/soa/any:1",
                   DEVICE_SIM64, &checked, finding))
        return false;
    const struct backend *whole = fixture->session.backend;
    const struct instance usual = *fixture_nth_instance(fixture, "policy", "affine_u32", 0);
    struct instance instances[] = {usual, usual, usual, usual, usual};
    for (size_t i = 0; i < 6; i++) {
        *all[i] = *usual.strategy;
        all[i]->name = names[i];
        if (i != 2) instances[i < 2 ? i : i - 1].strategy = all[i];
    }
    instances[1].shape.block = 8;
    flat.takes &= ~(unsigned)TAKES_ROWS;
    scans.what = WHAT_SCAN;
    picks_none.pick = NULL;
    const struct operator_code code = {.op = "affine_u32", .instances = instances, .count = 5};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&own, &not_built, &flat, &scans, &picks_none, &other, NULL};
    struct backend backend = *whole;
    backend.operators = operators;
    backend.strategies = strategies;
    fixture->session.backend = &backend;
    fake_set(fixture, NULL);
    enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
    uint64_t launches = fake_launches(fixture);
    fixture->session.backend = whole;
    properties_close(fixture);
    return (verdict == VERDICT_PASS && launches == 2) ||
           text_say(
               &finding->first_at,
               "one of five strategies is compared: expected pass after 2 launches, got %s after %" PRIu64
               " (%.200s%.200s)",
               verdict_name(verdict), launches, got.first_at.at, got.reason.at);
}

/* A strategy that is not there, and a problem that cannot be planned, are no matter of refusals. */
static bool unplanned_are_discarded(struct finding *finding)
{
    static const char *const lines[][2] = {
        {"auto_never_refuses.no_policy reduce/add_u32/1x5/soa/any:1", "fake has no strategy no_policy"},
        {"auto_never_refuses.policy reduce/add_u32/1x5/soa/any:1/init:1", "policy takes no initial value"}};
    for (size_t i = 0; i < 2; i++) {
        struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
        struct test_case checked;
        struct finding got = {0};
        if (!fixture || !read_line(lines[i][0], DEVICE_SIM64, &checked, finding)) return false;
        enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
        properties_close(fixture);
        if (verdict != VERDICT_DISCARDED || strcmp(got.reason.at, lines[i][1]) != 0)
            return text_say(&finding->first_at, "%s: expected discarded, '%s', got %s, '%.200s%.200s'",
                            lines[i][0], lines[i][1], verdict_name(verdict), got.reason.at, got.first_at.at);
    }
    return true;
}

/* A launch of the other policy that fails is told as it is. */
static bool failed_launch_of_a_policy_is_reported(struct finding *finding)
{
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct fake_plan plan = {.launch = 1, .fails = true};
    struct test_case checked;
    struct finding got = {0};
    if (!fixture || !read_line("every_policy_agrees.policy reduce/affine_u32/3x4/soa/any:1", DEVICE_SIM64,
                               &checked, finding))
        return false;
    fake_set(fixture, &plan);
    enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
    properties_close(fixture);
    return (verdict == VERDICT_FAIL && strcmp(got.first_at.at, "a launch failed on the fake device") == 0) ||
           text_say(&finding->first_at, "a policy's launch that fails: got %s '%.200s'",
                    verdict_name(verdict), got.first_at.at);
}

/* ---- a witness for every variant ---- */

enum { MOST_OPS = 128 };

/* A backend, which may lack one operator. add_u32 has the first `of_sum` of two instances, every other operator the
 * first `of_others`. The second has more items a thread, or is another strategy's. */
static const struct {
    const char *says, *left_out;
    size_t of_sum, of_others; /* instances of add_u32, and of all others */
    unsigned needs;           /* of both, unless the second is another strategy's: that needs nothing */
    bool no_device, of_another;
    enum verdict verdict;
    const char *words;
} variants[] = {
    {"the same code for all", NULL, 1, 1, 0, false, false, VERDICT_PASS, ""},
    {"more of others", NULL, 1, 2, 0, false, false, VERDICT_PASS, ""},
    {"more of a sum", NULL, 2, 1, 0, false, false, VERDICT_FAIL,
     "asked{block=32,items=8,group=32} for add_u32, single loads: no witness runs this code"},
    {"another strategy of a sum", NULL, 2, 1, 0, false, true, VERDICT_FAIL,
     "another{block=32,items=8,group=32} for add_u32, single loads: no witness runs this code"},
    {"another strategy of all", NULL, 2, 2, 0, false, true, VERDICT_PASS, ""},
    {"another strategy of a sum, behind one that none can do", NULL, 2, 1, ~0u, false, true, VERDICT_FAIL,
     "another{block=32,items=8,group=32} for add_u32, single loads: no witness runs this code"},
    {"another strategy of all, behind one that none can do", NULL, 2, 2, ~0u, false, true, VERDICT_PASS, ""},
    {"more of a sum, of a strategy for operators that commute", NULL, 2, 1, LAW_COMMUTES, false, false,
     VERDICT_PASS, ""},
    {"the first witness is left out", "span_4", 1, 1, 0, false, false, VERDICT_REFUSED,
     "this build has not all witnesses: span_4 is left out"},
    {"the witness of operators that commute is left out", "tally_u64", 1, 1, LAW_COMMUTES, false, false,
     VERDICT_REFUSED, "this build has not all witnesses: tally_u64 is left out"},
    {"an operator that is no witness is left out", "affine_u32", 1, 1, 0, false, false, VERDICT_PASS, ""},
    {"a witness of others is left out", "tally_u64", 1, 1, 0, false, false, VERDICT_PASS, ""},
    {"laws that no operator has", NULL, 1, 1, ~0u, false, false, VERDICT_REFUSED,
     "no strategy of fake takes an operator of it"},
    {"no device", NULL, 1, 1, 0, true, false, VERDICT_NO_DEVICE, ""},
};

static bool variant_without_a_witness_fails(size_t at, struct finding *finding)
{
    struct operator_code codes[MOST_OPS] = {{0}};
    const struct operator_code *operators[MOST_OPS + 1] = {NULL};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct finding got = {0};
    uint64_t counted = 0;
    if (!fixture) return false;
    const struct backend *whole = fixture->session.backend;
    const struct instance usual = *backend_instance(whole, fixture->session.caps, "add_u32",
                                                    backend_strategy(whole, "reduce_auto"), NULL);
    struct instance instances[] = {usual, usual};
    struct backend backend = *whole;
    ask_for("asked", WHAT_REDUCE, variants[at].needs, false, PICK_RIGHT);
    struct strategy another = asked;
    another.name = "another";
    another.needs = 0;
    instances[0].strategy = &asked;
    instances[1].strategy = variants[at].of_another ? &another : &asked;
    instances[1].shape.items = 8;
    if (variants[at].of_another) instances[0].shape.items = 8;
    size_t count = 0;
    for (size_t i = 0; i < op_count() && count < MOST_OPS - 1; i++) {
        const struct op *op = op_at(i);
        bool sum = strcmp(op->name, "add_u32") == 0;
        if (variants[at].left_out && strcmp(op->name, variants[at].left_out) == 0) continue;
        size_t has = sum ? variants[at].of_sum : variants[at].of_others;
        codes[count] = (struct operator_code){.op = op->name, .instances = instances, .count = has};
        operators[count] = &codes[count];
        count++;
        for (size_t k = 0; k < has; k++)
            counted += !(instances[k].strategy->needs & ~op->laws);
    }
    codes[count] = (struct operator_code){.op = "i64", .instances = instances, .count = 2};
    operators[count] = &codes[count]; /* an element type is no operator, and has no witness */
    backend.operators = operators;
    fixture->session.backend = &backend;
    fixture->has_device = !variants[at].no_device;
    enum verdict verdict = properties_find("every_variant_has_a_witness")->check(fixture, NULL, &got);
    fixture->has_device = true;
    fixture->session.backend = whole;
    properties_close(fixture);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    return (verdict == variants[at].verdict && strcmp(words, variants[at].words) == 0 &&
            (verdict != VERDICT_PASS || got.items == counted)) ||
           text_say(&finding->first_at,
                    "variants, %s: expected '%s', got %s '%.200s', %" PRIu64 " of %" PRIu64,
                    variants[at].says, variants[at].words, verdict_name(verdict), words, got.items, counted);
}

static const struct unit_test tests[] = {TEST(auto_strategy_keeps_its_promises),
                                         TEST(wrong_pick_fails),
                                         TEST(policies_are_compared_until_one_differs),
                                         ROWS(variant_without_a_witness_fails, variants),
                                         TEST(others_are_left_out),
                                         TEST(unplanned_are_discarded),
                                         TEST(failed_launch_of_a_policy_is_reported)};
UNIT(picks, tests);
