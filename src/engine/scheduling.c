/* SPDX-License-Identifier: MIT */
#include "scheduling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool target_wants_more(const struct tally *tally)
{
    if (tally->closed || tally->wanted == 0) return false;
    if (tally->ought_refuse) return tally->drawn < 2;
    if (tally->drawn / 4 >= tally->wanted) return false;
    bool wide_enough = !tally->knows_tiles || tally->over_3_tiles >= tally->wanted / 5;
    return tally->passed < tally->wanted || !wide_enough;
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

/* A target has one case at a time, so that its cases come in their order. */
static enum next take(struct results *results, struct slot_turn *turn)
{
    results->owner[turn->target] = TARGET_TAKEN;
    return NEXT_CASE;
}

static enum next take_draw(struct results *results, struct slot_turn *turn, uint32_t target, uint32_t mends)
{
    turn->target = target;
    turn->mends = mends;
    turn->is_fixed = false;
    turn->order = UINT64_MAX;
    return take(results, turn);
}

void schedule_leave(struct results *results, uint32_t target)
{
    results->owner[target] = TARGET_FREE;
}

void schedule_return(struct results *results, const struct slot_turn *turn)
{
    schedule_leave(results, turn->target);
    if (turn->is_fixed) {
        results->fixed_taken[turn->order] = false;
        if (turn->order < results->fixed_next) results->fixed_next = turn->order;
    } else {
        results->returned[results->returned_count++] = turn->target;
    }
}

/* ---- who goes first ---- */

/* The same strategy with the same operator on the same device. */
static bool is_alike(const struct tally *one, const struct tally *other)
{
    return one->subject_kind == other->subject_kind && strcmp(one->subject, other->subject) == 0 &&
           strcmp(one->op, other->op) == 0 && strcmp(one->device, other->device) == 0;
}

static uint64_t hash_of(const struct tally *tally)
{
    uint64_t hash = 0;
    for (const char *part = tally->subject; *part; part++)
        hash = splitmix64(hash ^ (unsigned char)*part);
    for (const char *part = tally->op; *part; part++)
        hash = splitmix64(hash ^ (unsigned char)*part);
    return hash;
}

/* The place of a target's strategy, operator and device in an open table, whose entries are 1 + a target; 0: free. */
static size_t place_of(const struct results *results, const uint32_t *table, size_t room, uint32_t target)
{
    const struct tally *tally = &results->tally[target];
    size_t at = hash_of(tally) % room;
    while (table[at] && !is_alike(&results->tally[table[at] - 1], tally))
        at = (at + 1) % room;
    return at;
}

bool schedule_leads(struct results *results)
{
    uint32_t count = results->target_count;
    size_t room = 2 * (size_t)count + 1;
    uint32_t *first = calloc(room, sizeof *first);
    for (uint32_t i = 0; first && i < count; i++) {
        size_t at = place_of(results, first, room, i);
        if (!first[at] && results->tally[i].is_main) first[at] = i + 1;
    }
    for (uint32_t i = 0; first && i < count; i++) {
        size_t at = place_of(results, first, room, i);
        results->lead[i] = first[at] ? first[at] - 1 : i;
    }
    free(first);
    return first != NULL;
}

/* A strategy's first case is its main claim's alone: a kernel that never ends, whatever the problem, would else keep all
 * workers busy, and be met in a large problem, where it is waited for long. */
static bool waits_for_lead(const struct results *results, uint32_t target)
{
    const struct tally *lead = &results->tally[results->lead[target]];
    bool has_begun = results->tally[target].drawn > 0 || results->lead[target] == target;
    if (has_begun || lead->subject_kind != SUBJECT_STRATEGY) return false;
    return lead->drawn == 0 && !lead->closed && results->owner[results->lead[target]] != TARGET_CLOSED;
}

/* ---- laws, before all else ---- */

/* What a law of the same operator that hung would make of this one. */
static bool would_hang(const struct results *results, uint32_t law)
{
    const char *op = results->tally[law].op;
    for (uint32_t i = 0; i < results->failure_count; i++)
        if (results->failure[i].hung && strcmp(results->tally[results->failure[i].target].op, op) == 0)
            return true;
    return false;
}

/* Leaves a target out for good. */
static enum next close_target(struct results *results, uint32_t target, const char *why)
{
    struct tally *tally = &results->tally[target];
    tally->closed = tally->left_out = true;
    snprintf(tally->reason, sizeof tally->reason, "not run: %.140s", why);
    results->owner[target] = TARGET_CLOSED;
    return NEXT_NONE;
}

bool law_wants_more(const struct tally *law)
{
    return !law->closed && law->passed < law->first && law->drawn / 4 < law->first;
}

static enum next take_law(struct results *results, uint32_t target, struct slot_turn *turn)
{
    const struct tally *tally = &results->tally[target];
    if (results->owner[target] == TARGET_TAKEN) return NEXT_LATER;
    if (tally->closed || results->owner[target] == TARGET_CLOSED) return NEXT_NONE;
    if (would_hang(results, target))
        return close_target(results, target, "another law of this operator hung");
    return law_wants_more(tally) ? take_draw(results, turn, target, 0) : NEXT_NONE;
}

/* The next case of a law that has not had its first ones; none once all have. */
static enum next next_law(struct results *results, struct slot_turn *turn)
{
    enum next next = NEXT_NONE;
    for (uint32_t i = 0; i < results->law_count && !results->laws_done; i++) {
        enum next found = take_law(results, i, turn);
        if (found == NEXT_CASE) return NEXT_CASE;
        if (found == NEXT_LATER) next = NEXT_LATER;
    }
    if (next == NEXT_LATER) return NEXT_LATER;
    if (!results->laws_done && results->first && results->failed)
        results_stop(results, STATUS_FAIL, "stopped at the first failure");
    results->laws_done = true;
    return NEXT_NONE;
}

/* ---- cases of the corpus, and then draws ---- */

/* Takes a fixed case, unless it is left out with its operator, or its target is: then it is done. */
static enum next take_fixed(struct results *results, uint64_t fixed, struct slot_turn *turn)
{
    uint32_t target = results->fixed_target[fixed];
    if (results->fixed_taken[fixed]) return NEXT_NONE;
    if (results->owner[target] == TARGET_TAKEN) return NEXT_LATER;
    results->fixed_taken[fixed] = true;
    if (results->owner[target] == TARGET_CLOSED || results_broken_law(results, target)) {
        results->tally[target].fixed_done++;
        return NEXT_NONE;
    }
    turn->target = target;
    turn->mends = 0;
    turn->is_fixed = true;
    turn->order = fixed;
    return take(results, turn);
}

/* The first one whose target is free: those of a target come in their order. */
static enum next next_fixed(struct results *results, struct slot_turn *turn)
{
    enum next next = NEXT_NONE;
    for (uint64_t i = results->fixed_next; i < results->fixed_count; i++) {
        enum next found = take_fixed(results, i, turn);
        if (found == NEXT_LATER) next = NEXT_LATER;
        while (results->fixed_next < results->fixed_count && results->fixed_taken[results->fixed_next])
            results->fixed_next++;
        if (found == NEXT_CASE) return NEXT_CASE;
    }
    return next;
}

/* Tries to take a target for a case that is drawn. */
static enum next take_turn(struct results *results, uint32_t target, bool late, struct slot_turn *turn)
{
    const struct tally *tally = &results->tally[target];
    if (results->owner[target] == TARGET_CLOSED) return NEXT_NONE;
    if (results->owner[target] == TARGET_TAKEN || tally->fixed_done < tally->fixed) return NEXT_LATER;
    const struct failure *law = results_broken_law(results, target);
    if (law) return close_target(results, target, failure_law(law));
    if (!tally->failed && results_hang(results, target))
        return close_target(results, target, "another case of this strategy hung, with one item at most");
    if (waits_for_lead(results, target)) return NEXT_LATER;
    if ((!late || tally->drawn == 0) && target_wants_more(tally)) return take_draw(results, turn, target, 0);
    uint32_t mends = !late && !tally->left_out ? to_mend(tally) : 0;
    if (mends) return take_draw(results, turn, target, mends);
    results->owner[target] = TARGET_CLOSED;
    return NEXT_NONE;
}

/* Targets take turns, one case each, so that a short budget still reaches all of them: once around, from where the last
 * turn was. */
static enum next next_drawn(struct results *results, struct slot_turn *turn)
{
    uint32_t count = results->target_count;
    bool late = is_late(results);
    enum next next = NEXT_NONE;
    while (results->returned_count > 0)
        if (take_turn(results, results->returned[--results->returned_count], late, turn) == NEXT_CASE)
            return NEXT_CASE;
    for (uint32_t i = 0; i < count; i++) {
        enum next found = take_turn(results, results->target_next++ % count, late, turn);
        if (found == NEXT_CASE) return NEXT_CASE;
        if (found == NEXT_LATER) next = NEXT_LATER;
    }
    return next;
}

enum next schedule_next(struct results *results, struct slot_turn *turn)
{
    enum next next = results_stopped(results) ? NEXT_NONE : next_law(results, turn);
    if (next != NEXT_NONE || results_stopped(results)) return next;
    next = next_fixed(results, turn);
    return next == NEXT_CASE ? next : next_drawn(results, turn);
}
