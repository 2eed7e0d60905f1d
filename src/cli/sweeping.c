/* SPDX-License-Identifier: MIT
 * A sweep belongs to one slot, whose process may die in it; the next process on that slot goes on with it. */
#include "sweeping.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- one sweep, in the worker ---- */

static void case_line(const struct sweep *sweep, size_t at, char line[MAX_LINE])
{
    struct test_case one;
    sweep_case(sweep, at, &one);
    case_print(&one, line, MAX_LINE);
}

static void say(const struct sweeping *work, const struct sweep_note *note)
{
    work->say(work->user, (const char *)note + SWEEP_FINDING_AT);
}

/* Tells the parent which shapes run now, beside what was found before them. */
static void begin(const struct sweeping *work, struct sweep_note *note, const struct sweep *sweep)
{
    case_line(sweep, note->next, work->slot->line);
    note->items = sweep->shape[note->next];
    say(work, note);
    slot_beat(work->slot);
}

static void note_wrong(struct sweep_note *note, const struct sweep *sweep, size_t at, const struct text *why)
{
    case_line(sweep, at, note->line);
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

/* A device that a launch broke: the simulator goes on, hardware only in a fresh process. */
static bool go_on_after(const struct sweeping *work, const struct sweep_note *note, struct sweep *sweep,
                        struct text *why)
{
    struct worker_slot *slot = work->slot;
    if (sweep_recover(sweep, why)) return true;
    if (!work->has_parent) return false;
    say(work, note);
    slot->pending.died = false;
    slot->pending.known = true;
    _exit(WORKER_FRESH);
}

static bool run_batch(const struct sweeping *work, struct sweep_note *note, struct sweep *sweep,
                      struct text *why)
{
    struct sweep_outcome outcome;
    note->end = sweep_batch(sweep, note->next);
    begin(work, note, sweep);
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
        return go_on_after(work, note, sweep, why);
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
    begin(work, note, sweep);
    enum verdict verdict = sweep_run_alone(sweep, note->next, &finding);
    slot_beat(work->slot);
    const struct text *found = finding.first_at.at[0] ? &finding.first_at : &finding.reason;
    if (verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN) note_wrong(note, sweep, note->next, found);
    if (verdict == VERDICT_BROKEN) return go_on_after(work, note, sweep, why);
    if (note->state == SWEEP_DONE || ++note->next < note->end) return true;
    note->only_queued = true; /* what the queue showed is not to be seen in any shape of it alone */
    struct text queued = note->why;
    note_wrong(note, sweep, note->end - 1, &queued);
    return true;
}

/* Opening a device may take long, or hang: it is a step by itself. */
static void *open_context(const struct sweeping *work, const struct sweep_note *note, struct text *why)
{
    work->slot->step = STEP_OPEN;
    void *context = run_plan_context(work->plan, note->device, why);
    work->slot->step = STEP_CHECK;
    return context;
}

static bool run_sweep(const struct sweeping *work, struct sweep_note *note, const struct sweep_order *order,
                      struct text *why)
{
    struct sweep sweep;
    struct sweep_about about;
    void *context = open_context(work, note, why);
    if (!context || !sweep_nth(context, note->strategy, sweep_note_op(note), note->index, &about))
        return false;
    about.most = order->most;
    about.seed = order->seed;
    bool good = sweep_open(&sweep, context, &about, why);
    if (good) {
        note->tile = sweep.tile;
        note->rows = sweep.rows;
        note->fitting = sweep.fitting;
        note->most = sweep.shape[sweep.count - 1];
        note->edge_tiles = sweep.edge_tiles;
    }
    while (good && note->state != SWEEP_DONE && !results_stopped(work->results))
        good = note->state == SWEEP_QUEUED ? run_batch(work, note, &sweep, why)
                                           : run_alone(work, note, &sweep, why);
    sweep_close(&sweep);
    return good;
}

bool sweeping_run(const struct sweeping *work, const struct sweep_order *order, struct text *why)
{
    struct sweep_note note = {0};
    memcpy(&note, order->name, sizeof order->name);
    memcpy((char *)&note + SWEEP_FINDING_AT, order->found, sizeof order->found);
    bool good = run_sweep(work, &note, order, why);
    say(work, &note);
    work->slot->step = STEP_NEXT;
    return good;
}

/* ---- all of them, in the parent ---- */

static struct sweep_note *note_of(struct sweep_notes *all, uint32_t slot)
{
    for (struct sweep_note *note = all->note; note < all->note + all->count; note++)
        if (note->owner == slot + 1) return note;
    return NULL;
}

/* A strategy that crashes or hangs would do so in every sweep, and every hang costs the time limit. */
static bool has_died(const struct sweep_notes *all, const struct sweep_note *note)
{
    for (const struct sweep_note *other = all->note; other < note; other++)
        if (other->owner == SWEEP_OVER && other->died && other->device.kind == note->device.kind &&
            other->device.index == note->device.index && strcmp(other->strategy, note->strategy) == 0)
            return true;
    return false;
}

/* Forgets what a sweep found, as if it had never begun. */
static void forget(struct sweep_note *note)
{
    memset((char *)note + SWEEP_FINDING_AT, 0, SWEEP_FINDING_SIZE);
}

static void leave(struct sweep_note *note)
{
    note->owner = note->state == SWEEP_DONE ? SWEEP_OVER : SWEEP_FREE;
}

static void skip_sweep(struct sweep_note *note)
{
    forget(note);
    text_say(&note->why, "%s crashed or hung before", note->strategy);
    note->skipped = true;
    note->state = SWEEP_DONE;
    leave(note);
}

/* Whether a sweep failed, and with that ends all later ones. */
static bool is_first_failure(const struct sweep_notes *all, const struct sweep_note *note)
{
    return all->first && note->owner == SWEEP_OVER && note->line[0];
}

static void fill_order(const struct sweep_notes *all, const struct sweep_note *note,
                       struct sweep_order *order)
{
    order->most = all->most;
    order->seed = all->seed;
    memcpy(order->name, note, sizeof order->name);
    memcpy(order->found, (const char *)note + SWEEP_FINDING_AT, sizeof order->found);
}

enum next sweeps_next(struct sweep_notes *all, uint32_t slot, struct sweep_order *order)
{
    enum next next = NEXT_NONE;
    const uint16_t mine = (uint16_t)(slot + 1);
    for (uint32_t i = all->over_count; i < all->count; i++) {
        struct sweep_note *note = &all->note[i];
        bool is_taken = note->owner != SWEEP_FREE && note->owner != SWEEP_OVER && note->owner != mine;
        if (is_taken) next = NEXT_LATER;
        if (note->owner == mine && note->state == SWEEP_DONE) leave(note); /* its process ended with it */
        if (!is_taken && note->owner != SWEEP_OVER && has_died(all, note)) skip_sweep(note);
        if (is_first_failure(all, note)) break;
        if (note->owner == SWEEP_OVER && i == all->over_count) all->over_count++;
        if (is_taken || note->owner == SWEEP_OVER) continue;
        note->owner = mine;
        fill_order(all, note, order);
        return NEXT_CASE;
    }
    return next;
}

void sweeps_hear(struct sweep_notes *all, uint32_t slot, const void *bytes)
{
    struct sweep_note *note = note_of(all, slot);
    if (note) memcpy((char *)note + SWEEP_FINDING_AT, bytes, SWEEP_FINDING_SIZE);
}

bool sweeps_died(struct sweep_notes *all, uint32_t slot, const char *line, const struct text *why)
{
    struct sweep_note *note = note_of(all, slot);
    if (!note || note->state == SWEEP_DONE || note->next >= note->end) return false;
    note->died = true;
    note->why = *why;
    if (note->state == SWEEP_QUEUED) {
        note->state = SWEEP_ALONE;
        return true;
    }
    snprintf(note->line, sizeof note->line, "%s", line);
    note->wrong = note->items;
    note->state = SWEEP_DONE;
    leave(note);
    return true;
}

void sweeps_leave(struct sweep_notes *all, uint32_t slot)
{
    struct sweep_note *note = note_of(all, slot);
    if (note) leave(note);
}

void sweeps_settle(struct sweep_notes *all)
{
    bool is_past = false;
    for (struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (is_past) {
            forget(note);
            leave(note);
        } else if (has_died(all, note)) {
            skip_sweep(note);
        }
        is_past |= is_first_failure(all, note);
    }
}
