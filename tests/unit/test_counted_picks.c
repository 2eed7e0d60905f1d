/* SPDX-License-Identifier: MIT
 * auto_costs_what_it_picks where the strategy that is picked costs the same, costs something else, is not built, refuses or
 * fails, and where the one that picks it refuses or fails. */
#include "formulas.h"

#include <inttypes.h>
#include <string.h>

#include "control.h"
#include "unit.h"

/* A mishap of the strategy that picks, or of the one that it picks. */
enum mishap {
    NONE,
    NOT_BUILT,
    REFUSES,
    REFUSES_IN_SILENCE,
    FAILS,
    FAILS_UNSEEN, /* by the device, so that its checks prove nothing */
    COUNTS_NOTHING
};

/* The picking strategy has blocks of 4 threads; the picked one was built for 4 and for 32. */
static const struct {
    const char *says;
    enum mishap own, picked;
    uint32_t block; /* that it picks; 0: it leaves the shape as it is */
    struct launch_counters counted[2];
    enum verdict verdict;
    uint64_t launches;
    const char *words;
} cases[] = {
#define SAME                                                                                                 \
    {                                                                                                        \
        {.launches = 1, .combines = 5},                                                                      \
        {                                                                                                    \
            .launches = 1, .combines = 5                                                                     \
        }                                                                                                    \
    }
    {"costs the same", NONE, NONE, 32, SAME, VERDICT_PASS, 2, ""},
    {"costs the same in another shape", NONE, NONE, 4, SAME, VERDICT_PASS, 2, ""},
    {"costs the same in its own shape", NONE, NONE, 0, SAME, VERDICT_PASS, 2, ""},
    {"has a launch more",
     NONE,
     NONE,
     32,
     {{.launches = 1, .combines = 5}, {.launches = 2, .combines = 5}},
     VERDICT_FAIL,
     2,
     "picks chosen, which does not cost the same: 1 launches, not 2"},
    {"combines less",
     NONE,
     NONE,
     4,
     {{.launches = 1, .combines = 5}, {.launches = 1, .combines = 4}},
     VERDICT_FAIL,
     2,
     "picks chosen, which does not cost the same: 5 combines, not 4"},
    {"was not built", NONE, NOT_BUILT, 32, SAME, VERDICT_PASS, 1, ""},
    {"was not built in this shape", NONE, NONE, 64, SAME, VERDICT_REFUSED, 1,
     "fake has no chosen for add_u32 with this tuning"},
    {"refuses", NONE, REFUSES, 32, SAME, VERDICT_REFUSED, 1, "refused by hand"},
    {"refuses in silence", NONE, REFUSES_IN_SILENCE, 32, SAME, VERDICT_FAIL, 1,
     "chosen refuses without a reason for add_u32"},
    {"fails", NONE, FAILS, 32, SAME, VERDICT_FAIL, 2, "a launch failed on the fake device"},
    {"fails, not all of it seen", NONE, FAILS_UNSEEN, 32, SAME, VERDICT_BROKEN, 2,
     "a launch failed on the fake device"},
    /* the one that picks; the picked one is not asked then */
    {"is picked by one that refuses", REFUSES, NONE, 32, SAME, VERDICT_REFUSED, 0, "refused by hand"},
    {"is picked by one that refuses in silence", REFUSES_IN_SILENCE, NONE, 32, SAME, VERDICT_FAIL, 0,
     "chooses refuses without a reason for add_u32"},
    {"is picked by one that fails", FAILS, NONE, 32, SAME, VERDICT_FAIL, 1,
     "a launch failed on the fake device"},
    {"is picked by one that fails, not all of it seen", FAILS_UNSEEN, NONE, 32, SAME, VERDICT_BROKEN, 1,
     "a launch failed on the fake device"},
    {"is picked where nothing is counted", COUNTS_NOTHING, NONE, 32, SAME, VERDICT_BROKEN, 0,
     "fake counts nothing; only the simulator does"},
#undef SAME
};

/* ---- two strategies ---- */

static size_t now; /* the case */
static struct strategy chooses, chosen;
static uint32_t launched[2]; /* blocks of the two launches */
static uint64_t launches;

static enum refusal refuse_as_given(const struct strategy *strategy, const struct job *job,
                                    const struct launch_shape *shape, struct text *why)
{
    enum mishap mishap = strategy == &chooses ? cases[now].own : cases[now].picked;
    (void)job, (void)shape;
    if (mishap == REFUSES) text_say(why, "refused by hand");
    return mishap == REFUSES || mishap == REFUSES_IN_SILENCE ? REFUSAL_SHAPE : REFUSAL_NONE;
}

static const struct strategy *pick_as_given(const struct job *job, struct launch_shape *shape,
                                            struct text *why)
{
    (void)job, (void)why;
    if (cases[now].block) *shape = (struct launch_shape){.block = cases[now].block, .items = 1, .group = 4};
    return &chosen;
}

static bool note_block(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)why;
    if (launches < 2) launched[launches] = shape->block;
    launches++;
    return true;
}

/* The verdict on a backend of the two, or of the first alone. */
static enum verdict judge_now(struct fixture *fixture, const struct test_case *checked, struct finding *got)
{
    const struct backend *whole = fixture->session.backend;
    const struct strategy *strategies[] = {&chooses, &chosen, NULL};
    const struct instance instances[] = {
        {.strategy = &chooses, .shape = {4, 1, 4, 0}, .launch = note_block},
        {.strategy = &chosen, .shape = {4, 1, 4, 0}, .launch = note_block},
        {.strategy = &chosen, .shape = {32, 1, 4, 0}, .launch = note_block},
    };
    const bool both = cases[now].picked != NOT_BUILT;
    const struct operator_code code = {.op = "add_u32", .instances = instances, .count = both ? 3 : 1};
    const struct operator_code *const operators[] = {&code, NULL};
    struct backend backend = *whole;
    if (!both) strategies[1] = NULL;
    backend.operators = operators;
    backend.strategies = strategies;
    fixture->session.backend = &backend;
    enum verdict verdict = properties_find(checked->claim)->check(fixture, checked, got);
    fixture->session.backend = whole;
    return verdict;
}

/* The launch that fails is the first, of the one that picks, or the second. */
static void plan_now(struct fixture *fixture)
{
    const enum mishap own = cases[now].own, picked = cases[now].picked;
    const bool own_fails = own == FAILS || own == FAILS_UNSEEN;
    const bool picked_fails = picked == FAILS || picked == FAILS_UNSEEN;
    const struct fake_plan plan = {
        .launch = own_fails      ? 0
                  : picked_fails ? 1
                                 : UINT64_MAX,
        .fails = own_fails || picked_fails,
        .unexamined = own == FAILS_UNSEEN || picked == FAILS_UNSEEN,
        .counted = own == COUNTS_NOTHING ? NULL : cases[now].counted,
    };
    fake_set(fixture, &plan);
    launches = 0;
    memset(launched, 0, sizeof launched);
}

static bool pick_costs_what_the_picked_one_costs(struct fixture *fixture, size_t at, struct finding *finding)
{
    chooses = chosen = *backend_strategy(fixture->session.backend, "reduce_auto");
    chooses.name = "chooses";
    chooses.pick = pick_as_given;
    chosen.name = "chosen";
    chooses.refuse = chosen.refuse = refuse_as_given;
    now = at;
    struct test_case checked;
    struct finding got = {0};
    const uint32_t first = cases[now].launches > 0 ? 4 : 0;
    const uint32_t second = cases[now].launches < 2 ? 0 : cases[now].block ? cases[now].block : 4;
    if (!read_line("auto_costs_what_it_picks.chooses reduce/add_u32/4/soa/any:1", DEVICE_SIM32, &checked,
                   finding))
        return false;
    plan_now(fixture);
    enum verdict verdict = judge_now(fixture, &checked, &got);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    if (verdict != cases[now].verdict || strcmp(words, cases[now].words) != 0)
        return text_say(&finding->first_at, "a picked strategy that %s: expected %s, '%s', got %s, '%.200s'",
                        cases[now].says, verdict_name(cases[now].verdict), cases[now].words,
                        verdict_name(verdict), words);
    return (launches == cases[now].launches && launched[0] == first && launched[1] == second) ||
           text_say(&finding->first_at,
                    "a picked strategy that %s: expected %" PRIu64 " launches, of %u and %u threads a block, "
                    "got %" PRIu64 ", of %u and %u",
                    cases[now].says, cases[now].launches, first, second, launches, launched[0], launched[1]);
}

static const struct unit_test tests[] = {NAMED_ROWS(pick_costs_what_the_picked_one_costs, cases, says)};
UNIT_ON(counted_picks, tests, DEVICE_SIM32);
