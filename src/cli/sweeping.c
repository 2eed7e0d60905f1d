/* SPDX-License-Identifier: MIT
 * A sweep belongs to one worker, whose process may die in it; the next process on that slot goes on with it. */
#include "sweeping.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- one sweep ---- */

static void begin(struct worker_slot *slot, const char *line)
{
    snprintf(slot->line, sizeof slot->line, "%s", line);
    slot_beat(slot);
}

static void case_line(const struct sweep *sweep, size_t at, char *line, size_t room)
{
    struct test_case one;
    char whole[MAX_LINE];
    sweep_case(sweep, at, &one);
    case_print(&one, whole, sizeof whole);
    snprintf(line, room, "%.*s", (int)room - 1, whole);
}

static void note_wrong(struct sweep_note *note, const struct sweep *sweep, size_t at, const struct text *why)
{
    case_line(sweep, at, note->line, sizeof note->line);
    note->wrong = sweep->shape[at];
    note->why = *why;
    note->state = SWEEP_DONE;
}

static void shapes_alone(struct sweep_note *note, size_t from, size_t to, const struct text *why)
{
    note->next = from;
    note->end = to;
    note->why = *why;
    note->state = SWEEP_ALONE;
}

/* The outcome of a process that is gone. */
static void take_pending(struct worker_slot *slot, struct sweep_note *note, const struct sweep *sweep)
{
    if (!slot->pending.known) return;
    slot->pending.known = false;
    if (!slot->pending.died) return;
    const struct text *why = &slot->pending.finding.first_at;
    note->died = true;
    if (note->state == SWEEP_ALONE)
        note_wrong(note, sweep, note->next, why);
    else
        shapes_alone(note, note->next, note->end, why);
}

/* A device that a launch broke: the simulator goes on, hardware only in a fresh process. */
static bool go_on_after(const struct sweeping *work, struct sweep *sweep, struct text *why)
{
    struct worker_slot *slot = work->slot;
    if (sweep_recover(sweep, why)) return true;
    if (!work->has_parent) return false;
    slot->pending.died = false;
    slot->pending.known = true;
    _exit(WORKER_FRESH);
}

static bool run_batch(const struct sweeping *work, struct sweep_note *note, struct sweep *sweep,
                      struct text *why)
{
    struct sweep_outcome outcome;
    note->end = sweep_batch(sweep, note->next);
    char line[256];
    case_line(sweep, note->next, line, sizeof line);
    begin(work->slot, line);
    sweep_run(sweep, note->next, note->end, &outcome);
    slot_beat(work->slot);
    note->verified += outcome.verified;
    note->refused += outcome.refused;
    note->counted += outcome.counted;
    note->over_3_tiles += outcome.over_3_tiles;
    if (outcome.tiles > note->tiles) note->tiles = outcome.tiles;
    if (outcome.refused) note->refusal = outcome.refusal;
    if (outcome.verdict == VERDICT_FAIL) {
        shapes_alone(note, outcome.at, outcome.at + 1, &outcome.why);
    } else if (outcome.verdict == VERDICT_BROKEN) {
        shapes_alone(note, note->next, note->end, &outcome.why);
        return go_on_after(work, sweep, why);
    } else {
        note->next = note->end;
        if (note->next == sweep->count) note->state = SWEEP_DONE;
    }
    return true;
}

/* The ordinary check of one shape, in its own launch. */
static bool run_alone(const struct sweeping *work, struct sweep_note *note, struct sweep *sweep,
                      struct text *why)
{
    struct finding finding;
    char line[256];
    case_line(sweep, note->next, line, sizeof line);
    begin(work->slot, line);
    enum verdict verdict = sweep_run_alone(sweep, note->next, &finding);
    slot_beat(work->slot);
    const struct text *found = finding.first_at.at[0] ? &finding.first_at : &finding.reason;
    if (verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN) note_wrong(note, sweep, note->next, found);
    if (verdict == VERDICT_BROKEN) return go_on_after(work, sweep, why);
    if (note->state == SWEEP_DONE || ++note->next < note->end) return true;
    note->only_queued = true; /* what the queue showed is not to be seen in any shape of it alone */
    struct text queued = note->why;
    note_wrong(note, sweep, note->end - 1, &queued);
    return true;
}

static bool run_sweep(const struct sweeping *work, struct sweep_note *note, struct text *why)
{
    struct sweep sweep;
    struct sweep_about about;
    void *context = run_plan_context(work->plan, note->device, why);
    if (!context || !sweep_nth(context, note->strategy, sweep_note_op(note), note->index, &about))
        return false;
    about.most = work->notes->most;
    about.seed = work->notes->seed;
    bool good = sweep_open(&sweep, context, &about, why);
    if (good) {
        note->tile = sweep.tile;
        note->rows = sweep.rows;
        note->fitting = sweep.fitting;
        note->most = sweep.shape[sweep.count - 1];
        note->edge_tiles = sweep.edge_tiles;
        take_pending(work->slot, note, &sweep);
    }
    while (good && note->state != SWEEP_DONE && !results_stopped(work->results))
        good = note->state == SWEEP_QUEUED ? run_batch(work, note, &sweep, why)
                                           : run_alone(work, note, &sweep, why);
    sweep_close(&sweep);
    return good;
}

/* ---- all of them ---- */

/* Takes a sweep that is free, or that this slot had already. */
static bool claim(const struct sweeping *work, struct sweep_note *note)
{
    uint16_t found = SWEEP_FREE, mine = (uint16_t)(work->number + 1);
    return __atomic_compare_exchange_n(&note->owner, &found, mine, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED) ||
           found == mine;
}

/* Gives it back: it is not taken again unless the run was stopped in its midst. */
static void leave(struct sweep_note *note)
{
    __atomic_store_n(&note->owner, note->state == SWEEP_DONE ? SWEEP_OVER : SWEEP_FREE, __ATOMIC_RELEASE);
}

static uint16_t owner_of(const struct sweep_note *note)
{
    return __atomic_load_n(&note->owner, __ATOMIC_ACQUIRE);
}

/* Whether the slot's last process left a sweep unfinished. */
static bool has_one(const struct sweeping *work)
{
    const struct sweep_notes *all = work->notes;
    for (const struct sweep_note *note = all->note; note < all->note + all->count; note++)
        if (owner_of(note) == work->number + 1) return true;
    return false;
}

/* A strategy that crashes or hangs would do so in every sweep, and every hang costs the time limit. */
static bool has_died(const struct sweep_notes *all, const struct sweep_note *note)
{
    for (const struct sweep_note *other = all->note; other < note; other++)
        if (owner_of(other) == SWEEP_OVER && other->died && other->device.kind == note->device.kind &&
            other->device.index == note->device.index && strcmp(other->strategy, note->strategy) == 0)
            return true;
    return false;
}

/* Forgets what a sweep found, as if it had never begun. */
static void forget(struct sweep_note *note)
{
    memset((char *)note + offsetof(struct sweep_note, state), 0,
           sizeof *note - offsetof(struct sweep_note, state));
}

static void skip_sweep(struct sweep_note *note)
{
    forget(note);
    text_say(&note->why, "%s crashed or hung before", note->strategy);
    note->skipped = true;
    note->state = SWEEP_DONE;
}

/* Whether an earlier sweep failed, and with that ended all. */
static bool is_past_first(const struct sweeping *work, const struct sweep_note *note)
{
    for (const struct sweep_note *other = work->notes->note; work->first && other < note; other++)
        if (owner_of(other) == SWEEP_OVER && other->line[0]) return true;
    return false;
}

enum status sweeping_run(const struct sweeping *work, struct text *why)
{
    struct worker_slot *slot = work->slot;
    struct sweep_notes *all = work->notes;
    slot->step = STEP_CHECK;
    if (!slot->pending.died) slot->pending.known = false; /* asked for a fresh process */
    if (slot->pending.known && !has_one(work)) {
        text_say(why, "after a sweep: %.400s", slot->pending.finding.first_at.at);
        return STATUS_BROKEN;
    }
    for (struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (results_stopped(work->results) || is_past_first(work, note)) break;
        if (!claim(work, note)) continue;
        if (has_died(all, note))
            skip_sweep(note);
        else if (note->state != SWEEP_DONE && !run_sweep(work, note, why))
            return STATUS_BROKEN;
        slot->pending.known = false; /* of a sweep that is skipped: another slot's crashed, too */
        leave(note);
    }
    slot->pending.known = false; /* of a sweep past the first failure */
    slot->step = STEP_NEXT;
    return STATUS_OK;
}

/* Whether some slot still has a sweep. */
static bool somebody_sweeps(const struct sweeping *work)
{
    bool any = false;
    for (const struct sweep_note *note = work->notes->note; note < work->notes->note + work->notes->count;
         note++)
        any |= owner_of(note) != SWEEP_FREE && owner_of(note) != SWEEP_OVER;
    return any;
}

void sweeping_settle(const struct sweeping *work)
{
    const double most = 1; /* seconds to wait for other workers after the run is stopped */
    struct sweep_notes *all = work->notes;
    double stopped = 0;
    while (somebody_sweeps(work) && (stopped == 0 || runner_clock() - stopped < most)) {
        if (stopped == 0 && results_stopped(work->results)) stopped = runner_clock();
        slot_wait(work->slot);
    }
    for (struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (is_past_first(work, note)) {
            forget(note);
            leave(note);
        } else if (has_died(all, note)) {
            skip_sweep(note);
            leave(note);
        }
    }
}
