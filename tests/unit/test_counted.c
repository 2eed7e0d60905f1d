/* SPDX-License-Identifier: MIT
 * The words of claims about the cost of one launch. */
#include "formulas.h"

#include <inttypes.h>
#include <string.h>

#include "control.h"
#include "unit.h"

/* How the strategy, or the device, is unlike the usual one, which claims 1000 bytes, the fewest sectors and 100 bytes
 * of shared memory, and says that its blocks do not communicate. */
enum unlike { USUAL, MUTE, COMMUNICATES, UNCHECKED, PICKS_WAITING, MAY_VARY };

static const struct {
    const char *line;
    enum unlike unlike;
    struct launch_counters counted[2];
    enum verdict verdict;
    const char *words;
} said[] = {
#define FLAT "traffic_is_as_claimed.made reduce/add_u32/4/soa/any:1"
#define LOADS "loads_are_coalesced.made reduce/add_u32/4/soa/any:1"
#define SHARED "shared_memory_is_as_claimed.made reduce/add_u32/4/soa/any:1"
#define SAID "blocks_communicate_only_if_said.made reduce/add_u32/4/soa/any:1"
#define COSTS "auto_costs_what_it_picks.policy reduce/add_u32/4/soa/any:1"
#define TWICE "same_input_same_bits.made reduce/"
#define NOT_SAME "picks reduce_auto, which does not cost the same: "
    {FLAT,
     USUAL,
     {{.data = {600, 301, 0, 0, 0}, .scratch = {60, 40, 0, 0, 0}}},
     VERDICT_FAIL,
     "claims 1000 bytes of global memory, moves 1001: data 600 read, 301 written, scratch 60 read, 40 "
     "written"},
    {FLAT, MUTE, {{.launches = 1}}, VERDICT_REFUSED, "made does not say how many bytes it moves"},
    /* the strategy that is picked needs progress: the 77 bytes of scratch do not count */
    {FLAT, PICKS_WAITING, {{.data = {600, 360, 0, 0, 0}, .scratch = {77, 40, 0, 0, 0}}}, VERDICT_PASS, ""},
    {FLAT,
     PICKS_WAITING,
     {{.data = {600, 361, 0, 0, 0}, .scratch = {77, 40, 0, 0, 0}}},
     VERDICT_FAIL,
     "claims 1000 bytes of global memory, moves 1001: data 600 read, 361 written, scratch 77 read, 40 "
     "written"},
    {LOADS,
     USUAL,
     {{.data = {0, 0, 10, 60, 40}}},
     VERDICT_FAIL,
     "10 warp accesses touch 60 sectors of 32 bytes, where 40 would do: 1.50 times as many, 1.00 claimed"},
    {LOADS, MUTE, {{.launches = 1}}, VERDICT_REFUSED, "made does not say how its accesses coalesce"},
    {SHARED,
     USUAL,
     {{.shared_bytes = 101}},
     VERDICT_FAIL,
     "a block takes 101 bytes of shared memory, expected at most 100"},
    {SHARED, PICKS_WAITING, {{.shared_bytes = 101}}, VERDICT_PASS, ""}, /* it has no shape of its own */
    {SAID,
     USUAL,
     {{.crossings = 3, .atomics = 2}},
     VERDICT_FAIL,
     "the strategy declares that blocks do not communicate, but they load 3 words that another block of the "
     "launch stored, and do 2 atomics"},
    {SAID, COMMUNICATES, {{.crossings = 3, .atomics = 2}}, VERDICT_PASS, ""},
    {SAID, COMMUNICATES, {{.launches = 1}}, VERDICT_PASS, ""},
    {SAID,
     UNCHECKED,
     {{.crossings = 3}},
     VERDICT_REFUSED,
     "FOLDCHECK_SIM_CHECKS=off: loads across blocks are not counted"},
    {COSTS, USUAL, {{.launches = 3}, {.launches = 2}}, VERDICT_FAIL, NOT_SAME "3 launches, not 2"},
    {COSTS,
     USUAL,
     {{.data = {8, 0, 0, 0, 0}}, {.data = {4, 0, 0, 0, 0}}},
     VERDICT_FAIL,
     NOT_SAME "8 bytes read, not 4"},
    {COSTS,
     USUAL,
     {{.data = {0, 8, 0, 0, 0}}, {.data = {0, 4, 0, 0, 0}}},
     VERDICT_FAIL,
     NOT_SAME "8 bytes written, not 4"},
    {COSTS,
     USUAL,
     {{.data = {0, 0, 8, 0, 0}}, {.data = {0, 0, 4, 0, 0}}},
     VERDICT_FAIL,
     NOT_SAME "8 accesses of a warp, not 4"},
    {COSTS, USUAL, {{.barriers = 1}, {.barriers = 2}}, VERDICT_FAIL, NOT_SAME "1 barriers, not 2"},
    {COSTS,
     USUAL,
     {{.group_syncs = 1}, {.group_syncs = 0}},
     VERDICT_FAIL,
     NOT_SAME "1 syncs of a group, not 0"},
    {COSTS, USUAL, {{.shuffles = 0}, {.shuffles = 1}}, VERDICT_FAIL, NOT_SAME "0 shuffles, not 1"},
    {COSTS,
     USUAL,
     {{.bank_conflicts = 5}, {.bank_conflicts = 3}},
     VERDICT_FAIL,
     NOT_SAME "5 cycles of waiting for a bank, not 3"},
    {COSTS, USUAL, {{.combines = 4}, {.combines = 5}}, VERDICT_FAIL, NOT_SAME "4 combines, not 5"},
    /* Sums of floats may vary where the strategy says so; of integers they may not. */
    {TWICE "add_f32/4/soa/small:1",
     MAY_VARY,
     {{.launches = 1}},
     VERDICT_REFUSED,
     "made does not promise the same bits for add_f32"},
    {TWICE "add_u32/4/soa/any:1", MAY_VARY, {{.launches = 1}}, VERDICT_PASS, ""},
    {TWICE "add_f32/4/soa/small:1", USUAL, {{.launches = 1}}, VERDICT_PASS, ""},
#undef FLAT
#undef LOADS
#undef SHARED
#undef SAID
#undef COSTS
#undef TWICE
#undef NOT_SAME
};

static const struct strategy *waiting;

static const struct strategy *pick_waiting(const struct job *job, struct launch_shape *shape,
                                           struct text *why)
{
    (void)job, (void)shape;
    if (why) text_say(why, "it waits");
    return waiting;
}

static void make_unlike(enum unlike unlike, struct fixture *fixture, struct strategy *made)
{
    waiting = backend_strategy(fixture->session.backend, "waits");
    made->name = "made";
    if (unlike == MUTE) made->traffic = NULL, made->sectors = NULL;
    if (unlike == PICKS_WAITING) made->pick = pick_waiting;
    if (unlike == MAY_VARY) made->determinism = BITS_MAY_VARY;
    made->blocks_communicate = unlike == COMMUNICATES;
    fixture->session.tuned_caps.finds_races = unlike != UNCHECKED;
}

/* The strategy comes first on a backend that has those of the fake device, too. */
static bool words_of_a_cost_are_exact(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    if (!read_line(said[at].line, DEVICE_SIM32, &checked, finding)) return false;
    const struct backend *whole = fixture->session.backend;
    const char *op = checked.problem.op->name;
    struct strategy made = *backend_strategy(whole, "reduce_auto");
    make_unlike(said[at].unlike, fixture, &made);
    const struct strategy *strategies[] = {&made, backend_strategy(whole, "policy"),
                                           backend_strategy(whole, "reduce_auto"), NULL};
    const struct instance *policy = fixture_nth_instance(fixture, "policy", op, 1),
                          *reduce = fixture_nth_instance(fixture, "reduce_auto", op, 1);
    struct instance instances[] = {*reduce, *policy, *reduce};
    instances[0].strategy = &made;
    const struct operator_code code = {.op = op, .instances = instances, .count = 3};
    const struct operator_code *operators[] = {&code, NULL};
    struct backend backend = *whole;
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = said[at].counted};
    backend.strategies = strategies;
    backend.operators = operators;
    fixture->session.backend = &backend;
    fake_set(fixture, &plan);
    enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
    fixture->session.backend = whole;
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    return (verdict == said[at].verdict && strcmp(words, said[at].words) == 0) ||
           text_say(&finding->first_at, "%s, words %zu: expected %s '%s', got %s '%.200s'", said[at].line, at,
                    verdict_name(said[at].verdict), said[at].words, verdict_name(verdict), words);
}

static const struct unit_test tests[] = {ROWS(words_of_a_cost_are_exact, said)};
UNIT_ON(counted, tests, DEVICE_SIM32);
