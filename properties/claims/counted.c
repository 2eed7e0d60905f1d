/* SPDX-License-Identifier: MIT
 * The cost of a launch, as the simulator counts it, against the claims of its strategy and of the
 * documents. */
#include "property.h"

#include <inttypes.h>
#include <stdio.h>

#include "counting.h"

/* A claim about what one launch costs. */
typedef enum verdict judge_costs(const struct load *load, const struct launch_counters *counted,
                                 struct finding *finding);

static enum verdict judge_case(void *context, const struct test_case *checked, judge_costs *judge,
                               struct finding *finding)
{
    struct fixture *fixture = context;
    struct launch_counters counted;
    enum verdict verdict = count_case(fixture, LOAD_CASE, checked, &counted, finding);
    return verdict == VERDICT_PASS ? judge(&fixture->load[LOAD_CASE], &counted, finding) : verdict;
}

/* ---- bytes ---- */

/* The strategy, or the one that it picks. */
static const struct strategy *strategy_working(const struct load *load)
{
    struct launch_shape shape = load->shape;
    const struct strategy *strategy = load->instance->strategy;
    return strategy->pick ? strategy->pick(&load->job, &shape, NULL) : strategy;
}

/* A scan that needs no progress of other blocks, and yet depends on which comes first, does the work of those that
 * keep it waiting: it may read items again. A fold keeps no block waiting. */
static uint64_t items_read_again(const struct load *load, const struct strategy *strategy,
                                 const struct launch_counters *counted)
{
    uint64_t once = job_items(&load->job) * load->job.op->input.packed;
    bool helps =
        !strategy->needs_progress && strategy->determinism == BITS_MAY_VARY && strategy->what == WHAT_SCAN;
    return helps && counted->data.loaded > once ? counted->data.loaded - once : 0;
}

/* Accessors ask for elements, wherever these lie: the claim is exact for every layout, but for rows whose lengths
 * the host does not know: of these it is the most, and half of it at least must be moved. What a block that waits for
 * others reads of their scratch depends on who comes first: nothing is claimed of it. */
static enum verdict judge_traffic(const struct load *load, const struct launch_counters *counted,
                                  struct finding *finding)
{
    if (!load->instance->strategy->traffic) {
        text_say(&finding->reason, "%s does not say how many bytes it moves", load->instance->strategy->name);
        return VERDICT_REFUSED;
    }
    uint64_t claimed = session_traffic(load);
    uint64_t moved = bytes_moved(counted);
    const struct strategy *working = strategy_working(load);
    if (working->needs_progress) moved -= counted->scratch.loaded;
    moved -= items_read_again(load, working, counted);
    if (moved == claimed || (load->job.row_start && moved <= claimed && moved >= claimed / 2))
        return VERDICT_PASS;
    text_say(&finding->first_at,
             "claims %" PRIu64 " bytes of global memory, moves %" PRIu64 ": data %" PRIu64 " read, %" PRIu64
             " written, scratch %" PRIu64 " read, %" PRIu64 " written",
             claimed, moved, counted->data.loaded, counted->data.stored, counted->scratch.loaded,
             counted->scratch.stored);
    return VERDICT_FAIL;
}

static enum verdict traffic_is_as_claimed_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    return judge_case(context, checked, judge_traffic, finding);
}

CLAIM(traffic_is_as_claimed, STRATEGY, SIM, problem,
      "a launch moves exactly the bytes of global memory that the strategy claims, on any layout",
      .needs = NEED_TRAFFIC, .tested = TESTED_OF_KEYED);

/* ---- sectors ---- */

/* How many groups with places of their own a warp has, at most. */
static uint64_t groups_a_warp(const struct load *load)
{
    struct launch_shape shape = load->shape;
    if (load->instance->strategy->pick) load->instance->strategy->pick(&load->job, &shape, NULL);
    uint64_t lanes = (uint64_t)load->session->caps->lanes;
    uint64_t warp = shape.block < lanes ? shape.block : lanes;
    return warp > shape.group ? warp / shape.group : 1;
}

/* Beside the claimed ratio, each group's part of an access may begin inside a sector, and end in one where
 * what lies between the lanes' elements is touched too. */
static enum verdict judge_sectors(const struct load *load, const struct launch_counters *counted,
                                  struct finding *finding)
{
    const struct strategy *strategy = load->instance->strategy;
    if (!strategy->sectors) {
        text_say(&finding->reason, "%s does not say how its accesses coalesce", strategy->name);
        return VERDICT_REFUSED;
    }
    double claimed = strategy->sectors(&load->job, &load->shape);
    uint64_t edges = (claimed > 1 ? 2 : 1) * groups_a_warp(load) * counted->data.accesses;
    if ((double)counted->data.sectors <= claimed * (double)counted->data.fewest + (double)edges)
        return VERDICT_PASS;
    text_say(&finding->first_at,
             "%" PRIu64 " warp accesses touch %" PRIu64 " sectors of 32 bytes, where %" PRIu64
             " would do: %.2f times as many, %.2f claimed",
             counted->data.accesses, counted->data.sectors, counted->data.fewest,
             (double)counted->data.sectors / (double)counted->data.fewest, claimed);
    return VERDICT_FAIL;
}

static enum verdict loads_are_coalesced_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    return judge_case(context, checked, judge_sectors, finding);
}

CLAIM(loads_are_coalesced, STRATEGY, SIM, problem,
      "a launch touches no more 32-byte sectors of its items and map-out than the strategy's claim allows "
      "(only literal_traffic notices a claim that is too high)",
      .needs = NEED_SECTORS, .tested = TESTED_BY_KEYED_ORACLE);

/* ---- shared memory ---- */

static enum verdict judge_shared(const struct load *load, const struct launch_counters *counted,
                                 struct finding *finding)
{
    if (load->instance->strategy->pick) return VERDICT_PASS; /* it has no shape of its own */
    uint64_t taken = counted->shared_bytes, said = load->instance->shared_said;
    if (load->instance->shared_bytes)
        taken += counted->dynamic_shared; /* else it goes by the job, not by the shape */
    if (taken <= said) return VERDICT_PASS;
    text_say(&finding->first_at,
             "a block takes %" PRIu64 " bytes of shared memory, expected at most %" PRIu64, taken, said);
    return VERDICT_FAIL;
}

static enum verdict shared_memory_is_as_claimed_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    return judge_case(context, checked, judge_shared, finding);
}

CLAIM(shared_memory_is_as_claimed, STRATEGY, SIM, problem,
      "a block takes at most the shared memory that the strategy claims for its operator and shape, the "
      "claim by which devices are refused",
      .needs = NEED_SHARED, .tested = TESTED_AT_ONCE);

/* ---- communication ---- */

/* A lane's atomics are ordered as lanes come, in a block as well as between blocks. */
static enum verdict judge_communication(const struct load *load, const struct launch_counters *counted,
                                        struct finding *finding)
{
    if (!load->session->caps->finds_races) {
        text_say(&finding->reason, "FOLDCHECK_SIM_CHECKS=off: loads across blocks are not counted");
        return VERDICT_REFUSED;
    }
    if (load->instance->strategy->blocks_communicate || counted->atomics + counted->crossings == 0)
        return VERDICT_PASS;
    text_say(&finding->first_at,
             "the strategy declares that blocks do not communicate, but they load %" PRIu64
             " words that another block of the launch stored, and do %" PRIu64 " atomics",
             counted->crossings, counted->atomics);
    return VERDICT_FAIL;
}

static enum verdict blocks_communicate_only_if_said_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    return judge_case(context, checked, judge_communication, finding);
}

CLAIM(blocks_communicate_only_if_said, STRATEGY, SIM, problem,
      "if a strategy declares that its blocks do not communicate, no block loads data that another one "
      "stored in the same launch, and there are no atomics",
      .tested = TESTED_OF_KEYED);

/* ---- what picks another one ---- */

/* Plans and counts the strategy that the planned case's one takes, in the shape that it names. `picked` is the case
 * for it. VERDICT_DISCARDED: it was not built. */
static enum verdict count_picked(struct fixture *fixture, const struct test_case *checked,
                                 struct test_case *picked, struct launch_counters *counted,
                                 struct finding *finding)
{
    const struct load *load = &fixture->load[LOAD_CASE];
    struct instance taken = {.shape = load->shape};
    taken.strategy = load->instance->strategy->pick(&load->job, &taken.shape, NULL);
    *picked = *checked;
    snprintf(picked->subject, sizeof picked->subject, "%s", taken.strategy->name);
    picked->tuning = instance_tuning(&taken);
    if (!backend_strategy(fixture->session.backend, picked->subject)) return VERDICT_DISCARDED;
    return count_case(fixture, LOAD_OTHER, picked, counted, finding);
}

/* The first count of two that differs; false if none does. */
static bool counters_differ(const struct launch_counters *a, const struct launch_counters *b,
                            struct text *what)
{
    const struct {
        const char *name;
        uint64_t a, b;
    } pairs[] = {
        {"launches", a->launches, b->launches},
        {"bytes read", a->data.loaded, b->data.loaded},
        {"bytes written", a->data.stored, b->data.stored},
        {"accesses of a warp", a->data.accesses, b->data.accesses},
        {"barriers", a->barriers, b->barriers},
        {"syncs of a group", a->group_syncs, b->group_syncs},
        {"shuffles", a->shuffles, b->shuffles},
        {"cycles of waiting for a bank", a->bank_conflicts, b->bank_conflicts},
        {"combines", a->combines, b->combines},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].a != pairs[i].b)
            return !text_say(what, "%" PRIu64 " %s, not %" PRIu64, pairs[i].a, pairs[i].name, pairs[i].b);
    return false;
}

static enum verdict auto_costs_what_it_picks_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case picked;
    struct launch_counters counted, expected;
    struct text what;
    enum verdict verdict = count_case(fixture, LOAD_CASE, checked, &counted, finding);
    if (verdict == VERDICT_PASS) verdict = count_picked(fixture, checked, &picked, &expected, finding);
    if (verdict == VERDICT_DISCARDED) return VERDICT_PASS; /* in a build of some strategies */
    if (verdict != VERDICT_PASS || !counters_differ(&counted, &expected, &what)) return verdict;
    text_say(&finding->first_at, "picks %s, which does not cost the same: %s", picked.subject, what.at);
    return VERDICT_FAIL;
}

CLAIM(auto_costs_what_it_picks, AUTO, SIM, problem,
      "an auto strategy costs the same as the strategy and shape that it names: launches, accesses, "
      "barriers, shuffles and cycles of waiting");
