/* SPDX-License-Identifier: MIT */
#include "scheduling.h"

#include <stdio.h>
#include <string.h>

static bool wants_more(const struct target *target, const struct tally *tally)
{
    if (tally->closed || target->cases == 0) return false;
    if (target->ought_refuse) return tally->drawn < 2;
    if (tally->drawn / 4 >= target->cases) return false;
    bool wide_enough = !tally->knows_tiles || tally->over_3_tiles >= target->cases / 5;
    return tally->passed < target->cases || !wide_enough;
}

/* Once it has its cases, a size at which losses would not have shown has a few more; 0: there is none, else 1 + its
 * power of two. */
static uint32_t to_mend(const struct tally *tally)
{
    for (uint32_t s = 0; s <= POWER_JUDGED; s++) {
        const struct power_size *size = &tally->power[s];
        if (size->mended < size->again_count && power_lacks(&size->seen)) return s + 1;
    }
    return 0;
}

/* Once the time is over, targets that had no case yet have their first. */
static bool is_late(const struct results *results)
{
    return results->deadline > 0 && runner_clock() > results->deadline;
}

/* A target belongs to one worker at a time, so that its cases come in their order and its tally needs no lock. A slot
 * whose process died may find that it has the target already. */
static bool claim(struct loop *loop, uint32_t target)
{
    uint16_t *owner = &loop->results->owner[target], found = TARGET_FREE,
             mine = (uint16_t)(loop->run->slot + 1);
    return __atomic_compare_exchange_n(owner, &found, mine, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED) ||
           found == mine;
}

static void leave(struct loop *loop, uint32_t target, uint16_t to)
{
    __atomic_store_n(&loop->results->owner[target], to, __ATOMIC_RELEASE);
}

void loop_leave(struct loop *loop, uint32_t target)
{
    leave(loop, target, TARGET_FREE);
}

static bool is_closed(const struct loop *loop, uint32_t target)
{
    return __atomic_load_n(&loop->results->owner[target], __ATOMIC_RELAXED) == TARGET_CLOSED;
}

enum turn { TURN_MINE, TURN_BUSY, TURN_OVER };

static void begin_draw(struct loop *loop, uint32_t target)
{
    struct worker_slot *slot = loop->slot;
    slot->target = target;
    slot->is_fixed = false;
    slot->order = UINT64_MAX;
    slot->step = STEP_DRAW;
}

/* ---- laws, before all else ---- */

/* What a law of the same operator that hung would make of this one. */
static bool would_hang(const struct results *results, uint32_t target)
{
    const char *op = results->tally[target].op;
    uint32_t count = __atomic_load_n(&results->failure_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count; i++)
        if (results->failure[i].hung && strcmp(results->tally[results->failure[i].target].op, op) == 0)
            return true;
    return false;
}

/* Takes a target that is left out for good. */
static void close_target(struct loop *loop, uint32_t target, const char *why)
{
    struct tally *tally = &loop->results->tally[target];
    tally->closed = tally->left_out = true;
    snprintf(tally->reason, sizeof tally->reason, "not run: %.140s", why);
    leave(loop, target, TARGET_CLOSED);
}

static enum turn take_law(struct loop *loop, uint32_t target)
{
    const struct tally *tally = &loop->results->tally[target];
    const struct target *law = &loop->run->targets[target];
    if (tally->closed || is_closed(loop, target)) return TURN_OVER;
    if (!claim(loop, target)) return TURN_BUSY;
    if (would_hang(loop->results, target)) {
        close_target(loop, target, "another law of this operator hung");
        return TURN_OVER;
    }
    if (!tally->closed && tally->passed < law->first && tally->drawn / 4 < law->first) return TURN_MINE;
    leave(loop, target, TARGET_FREE);
    return TURN_OVER;
}

/* Takes the next case of a law that has not had its first ones; false once all have. */
static bool next_law(struct loop *loop)
{
    struct results *results = loop->results;
    enum turn turn = TURN_BUSY;
    while (turn == TURN_BUSY && !results_stopped(results)) {
        turn = TURN_OVER;
        for (uint32_t i = 0; i < loop->run->law_count; i++) {
            enum turn found = take_law(loop, i);
            if (found == TURN_MINE) {
                loop->slot->mends = 0;
                begin_draw(loop, i);
                return true;
            }
            if (found == TURN_BUSY) turn = TURN_BUSY;
        }
        if (turn == TURN_BUSY) slot_wait(loop->slot);
    }
    __atomic_store_n(&results->laws_done, true, __ATOMIC_RELEASE);
    if (loop->run->first && results->failed)
        results_stop(results, STATUS_FAIL, "stopped at the first failure");
    return false;
}

/* ---- cases of the corpus, and then draws ---- */

/* Takes the next fixed case; 0 if there is none, else its index + 1. */
static uint64_t take_fixed(struct loop *loop)
{
    struct results *results = loop->results;
    if (loop->slot->fixed_taken) return loop->slot->fixed_taken;
    results_lock(results);
    if (results->fixed_next < loop->run->fixed_count) {
        loop->slot->fixed_taken = results->fixed_next + 1;
        results->fixed_next++;
    }
    results_unlock(results);
    return loop->slot->fixed_taken;
}

/* Whether a case of the corpus is left out with its operator; then it is done. */
static bool leaves_out(struct loop *loop, uint32_t target)
{
    struct tally *tally = &loop->results->tally[target];
    if (!results_broken_law(loop->results, target)) return false;
    tally->fixed_done++;
    return true;
}

static bool next_fixed(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    for (uint64_t taken; (taken = take_fixed(loop)) != 0; slot->fixed_taken = 0) {
        const struct fixed_case *fixed = &loop->run->fixed[taken - 1];
        while (!claim(loop, fixed->target))
            slot_wait(slot);
        if (leaves_out(loop, fixed->target)) {
            leave(loop, fixed->target, TARGET_FREE);
            continue;
        }
        struct test_case line = *fixed->line;
        slot->target = fixed->target;
        slot->is_fixed = true;
        slot->order = taken - 1;
        line.device = loop->run->targets[fixed->target].device;
        case_print(&line, slot->drawn, sizeof slot->drawn);
        slot->fixed_taken = 0;
        slot->step = STEP_CHECK;
        return true;
    }
    return false;
}

/* Tries to take a target for a case that is drawn. */
static enum turn take_turn(struct loop *loop, uint32_t target, bool late)
{
    const struct tally *tally = &loop->results->tally[target];
    if (is_closed(loop, target)) return TURN_OVER;
    if (!claim(loop, target)) return TURN_BUSY;
    if (tally->fixed_done < tally->fixed) {
        leave(loop, target, TARGET_FREE);
        return TURN_BUSY;
    }
    const struct failure *law = results_broken_law(loop->results, target);
    if (law) {
        close_target(loop, target, failure_law(law));
        return TURN_OVER;
    }
    if (!tally->failed && results_hang(loop->results, target)) {
        close_target(loop, target, "another case of this strategy hung, with one item at most");
        return TURN_OVER;
    }
    loop->slot->mends = 0;
    if ((!late || tally->drawn == 0) && wants_more(&loop->run->targets[target], tally)) return TURN_MINE;
    if (!late && !tally->left_out) loop->slot->mends = to_mend(tally);
    if (loop->slot->mends) return TURN_MINE;
    leave(loop, target, TARGET_CLOSED);
    return TURN_OVER;
}

/* Goes once around the targets, from where the last worker stopped. */
static enum turn look_around(struct loop *loop)
{
    struct results *results = loop->results;
    uint32_t count = loop->run->target_count;
    bool late = is_late(results);
    enum turn turn = TURN_OVER;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t target = __atomic_fetch_add(&results->target_next, 1, __ATOMIC_RELAXED) % count;
        enum turn found = take_turn(loop, target, late);
        if (found == TURN_BUSY) turn = TURN_BUSY;
        if (found != TURN_MINE) continue;
        loop->slot->target = target;
        return TURN_MINE;
    }
    return turn;
}

/* Targets take turns, one case each, so that a short budget still reaches all of them. */
static bool next_drawn(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    enum turn turn;
    while ((turn = look_around(loop)) == TURN_BUSY && !results_stopped(loop->results))
        slot_wait(slot);
    if (turn == TURN_MINE) begin_draw(loop, slot->target);
    return turn == TURN_MINE;
}

bool loop_next_case(struct loop *loop)
{
    if (results_stopped(loop->results)) return false;
    loop->slot->kills = 0;
    if (!__atomic_load_n(&loop->results->laws_done, __ATOMIC_ACQUIRE) && next_law(loop)) return true;
    if (results_stopped(loop->results)) return false;
    return next_fixed(loop) || next_drawn(loop);
}
