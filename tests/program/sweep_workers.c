/* SPDX-License-Identifier: MIT
 * How workers share sweeps out (src/cli/sweeping.c), with sweeps of a table in place of kernels: a worker is a process here as
 * there, and its crash, its request for a fresh one, a stopped run and the order of workers are the test's choice. */
#define _GNU_SOURCE 1
#include "sweeping.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "worker.h"

/* ---- sweeps of a table ---- */

enum { SHAPES = 6, BATCH = 2, NONE = -1, CRASHED = 86, NOBODY = 99 };

/* A sweep of SHAPES shapes, and the shape at which something happens; NONE: at none. */
struct script {
    const char *strategy;
    int wrong;      /* in a queue and alone */
    int queued;     /* wrong in a queue, and right alone */
    int crash;      /* the process ends */
    int broken;     /* the device fails, and takes a fresh process */
    int stop_after; /* the run is stopped */
    bool recovers;  /* the device works again without a fresh process */
};

static const struct script *scripts;
static const struct script *running; /* the sweep that is open */
static struct shared {
    struct sweep_notes notes;
    struct results *results, room; /* in memory that the processes of this test share, other than a run's */
    int opened, closed;
    int launched[8][SHAPES]; /* by script: how often a shape ran */
    int alone[8][SHAPES];
} * shared;

/* Of all sweeps of a test. */
static struct {
    bool refuses; /* the shape of 3 items */
    bool gone;    /* a sweep is not found again */
    bool full;    /* there is no memory to open one */
} odd;

void *run_plan_context(void *user, struct device_name device, struct text *why)
{
    (void)device, (void)why;
    return user;
}

const struct op *sweep_note_op(const struct sweep_note *note)
{
    (void)note;
    return NULL;
}

bool sweep_nth(void *context, const char *strategy, const struct op *op, size_t index,
               struct sweep_about *about)
{
    (void)context, (void)strategy, (void)op;
    memset(about, 0, sizeof *about);
    running = &scripts[index];
    return !odd.gone;
}

bool sweep_open(struct sweep *sweep, void *context, const struct sweep_about *about, struct text *why)
{
    static uint64_t items[SHAPES] = {1, 2, 3, 4, 5, 100};
    (void)context;
    memset(sweep, 0, sizeof *sweep);
    shared->opened += about->most == 77 && about->seed == 5;
    if (odd.full) return text_say(why, "no memory for a sweep");
    sweep->about = *about;
    sweep->shape = items;
    sweep->count = SHAPES;
    sweep->tile = 8;
    sweep->edge_tiles = 4;
    sweep->rows = true;
    sweep->fitting = running == scripts; /* the first one's rows alone must fit */
    return true;
}

void sweep_close(struct sweep *sweep)
{
    (void)sweep;
    shared->closed++;
}

size_t sweep_batch(const struct sweep *sweep, size_t from)
{
    return from + BATCH < sweep->count ? from + BATCH : sweep->count;
}

void sweep_case(const struct sweep *sweep, size_t at, struct test_case *one)
{
    char line[128];
    struct text why;
    snprintf(line, sizeof line, "reduce_equals_oracle.%s@sim64 reduce/add_u32/%d/soa/any:1",
             running->strategy, (int)sweep->shape[at]);
    if (!case_parse(line, one, &why)) abort();
}

static bool is_in(int at, size_t from, size_t to)
{
    return at >= (int)from && at < (int)to;
}

void sweep_run(struct sweep *sweep, size_t from, size_t to, struct sweep_outcome *outcome)
{
    (void)sweep;
    memset(outcome, 0, sizeof *outcome);
    for (size_t at = from; at < to; at++)
        shared->launched[running - scripts][at]++;
    if (is_in(running->crash, from, to)) _exit(CRASHED);
    if (is_in(running->stop_after, from, to)) results_stop(shared->results, STATUS_OK, "a signal");
    outcome->verified = to - from;
    outcome->counted = 10 * (to - from);
    outcome->over_3_tiles = from;
    outcome->tiles = from == BATCH ? 7 : from + 1; /* the most are those of the second batch */
    if (odd.refuses && is_in(2, from, to)) {
        outcome->refused = 1;
        outcome->verified--;
        text_say(&outcome->refusal, "no room");
    }
    int wrong = is_in(running->wrong, from, to) ? running->wrong : running->queued;
    if (is_in(running->broken, from, to)) {
        outcome->verdict = VERDICT_BROKEN;
        text_say(&outcome->why, "the device is gone");
    } else if (is_in(wrong, from, to)) {
        outcome->verdict = VERDICT_FAIL;
        outcome->at = (size_t)wrong;
        outcome->verified = (size_t)wrong - from;
        text_say(&outcome->why, "wrong in a queue");
    }
}

enum verdict sweep_run_alone(struct sweep *sweep, size_t at, struct finding *finding)
{
    (void)sweep;
    memset(finding, 0, sizeof *finding);
    shared->alone[running - scripts][at]++;
    if ((int)at == running->crash) _exit(CRASHED);
    if ((int)at == running->broken) return text_say(&finding->reason, "broken alone"), VERDICT_BROKEN;
    if ((int)at != running->wrong) return VERDICT_PASS;
    text_say(&finding->first_at, "wrong alone");
    return VERDICT_FAIL;
}

bool sweep_recover(struct sweep *sweep, struct text *why)
{
    (void)sweep;
    return running->recovers || text_say(why, "only a fresh process helps");
}

/* ---- workers ---- */

static struct sweeping sweeping_of(uint32_t slot, bool first)
{
    return (struct sweeping){.notes = &shared->notes,
                             .plan = (struct run_plan *)shared, /* a context that is not NULL */
                             .results = shared->results,
                             .slot = &shared->results->slot[slot],
                             .number = slot,
                             .first = first,
                             .has_parent = true};
}

static void begin(const struct script *table, uint32_t count)
{
    memset(shared->launched, 0, sizeof shared->launched);
    memset(shared->alone, 0, sizeof shared->alone);
    memset(&shared->notes, 0, sizeof shared->notes);
    memset(shared->results->slot, 0, 2 * sizeof shared->results->slot[0]);
    memset(&shared->results->stopped, 0, sizeof shared->results->stopped);
    scripts = table;
    shared->opened = shared->closed = 0;
    memset(&odd, 0, sizeof odd);
    shared->notes.most = 77;
    shared->notes.seed = 5;
    shared->notes.count = count;
    shared->notes.note[count].owner = NOBODY; /* of no sweep */
    for (uint32_t i = 0; i < count; i++) {
        struct sweep_note *note = &shared->notes.note[i];
        snprintf(note->strategy, sizeof note->strategy, "%s", table[i].strategy);
        note->device.kind = DEVICE_SIM64;
        note->index = i;
    }
}

/* A worker's process on a slot, to its end: the exit status. A crash is noted as the parent of workers notes it. */
static int work(uint32_t slot, bool first)
{
    struct sweeping sweeping = sweeping_of(slot, first);
    struct text why = {0};
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit((int)sweeping_run(&sweeping, &why));
    if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) == CRASHED) {
        memset(&sweeping.slot->pending, 0, sizeof sweeping.slot->pending);
        sweeping.slot->pending.known = sweeping.slot->pending.died = true;
        text_say(&sweeping.slot->pending.finding.first_at, "crashed");
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- the checks ---- */

static int failed;

#define EXPECT(is_so) expect(is_so, #is_so, __func__, __LINE__)

static void expect(bool is_so, const char *words, const char *where, int line)
{
    if (!is_so) printf("%s, line %d: expected %s\n", where, line, words);
    failed += !is_so;
}

static const struct sweep_note *note_of(uint32_t i)
{
    return &shared->notes.note[i];
}

static const struct worker_slot *slot_of(uint32_t number)
{
    return &shared->results->slot[number];
}

/* Whether each shape of a sweep was launched that many times. */
static bool all_launched(uint32_t script, int times)
{
    int right = 0;
    for (int at = 0; at < SHAPES; at++)
        right += shared->launched[script][at] == times;
    return right == SHAPES;
}

static bool is_untouched(const struct sweep_note *note)
{
    return note->owner == SWEEP_FREE && note->state == SWEEP_QUEUED && note->next == 0 && note->end == 0 &&
           note->verified == 0 && note->tile == 0 && note->most == 0 && !note->line[0] && !note->died &&
           !note->skipped && !note->why.at[0];
}

/* On slot 0, once its own work is done. */
static void settle(bool first)
{
    struct sweeping sweeping = sweeping_of(0, first);
    sweeping_settle(&sweeping);
    EXPECT(note_of(shared->notes.count)->owner == NOBODY);
}

#define FINE NONE, NONE, NONE, NONE, NONE, false

static void every_shape_is_launched_once(void)
{
    static const struct script table[] = {{"one", FINE}, {"two", FINE}};
    begin(table, 2);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(work(1, false) == STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        EXPECT(all_launched(i, 1));
        EXPECT(note_of(i)->owner == SWEEP_OVER && note_of(i)->state == SWEEP_DONE);
        EXPECT(note_of(i)->verified == SHAPES && !note_of(i)->line[0]);
        EXPECT(note_of(i)->tiles == 7 && note_of(i)->tile == 8 && note_of(i)->most == 100);
        EXPECT(note_of(i)->counted == 60 && note_of(i)->over_3_tiles == 0 + 2 + 4);
        EXPECT(note_of(i)->rows && note_of(i)->fitting == (i == 0) && note_of(i)->edge_tiles == 4);
        EXPECT(note_of(i)->refused == 0 && !note_of(i)->refusal.at[0]);
    }
    EXPECT(shared->opened == 2 && shared->closed == 2);
}

static void a_refused_shape_is_counted(void)
{
    static const struct script table[] = {{"one", FINE}};
    begin(table, 1);
    odd.refuses = true;
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(note_of(0)->verified == SHAPES - 1 && note_of(0)->refused == 1);
    EXPECT(strcmp(note_of(0)->refusal.at, "no room") == 0 && !note_of(0)->line[0]);
}

/* Without a context, or the sweep, or memory for it the run is broken. */
static void a_sweep_that_cannot_begin_stops(void)
{
    static const struct script table[] = {{"one", FINE}, {"two", FINE}};
    for (int lacks = 0; lacks < 3; lacks++) {
        struct text why = {0};
        begin(table, 2);
        struct sweeping sweeping = sweeping_of(0, false);
        if (lacks == 0) sweeping.plan = NULL;
        odd.gone = lacks == 1;
        odd.full = lacks == 2;
        EXPECT(sweeping_run(&sweeping, &why) == STATUS_BROKEN);
        EXPECT(all_launched(0, 0) && all_launched(1, 0) && note_of(1)->owner == SWEEP_FREE);
        EXPECT(shared->opened == (lacks == 2) && shared->closed == (lacks == 2));
        EXPECT(strcmp(why.at, lacks == 2 ? "no memory for a sweep" : "") == 0);
    }
}

static void a_wrong_shape_is_run_alone(void)
{
    static const struct script table[] = {{"wrong", 3, NONE, NONE, NONE, NONE, false}, {"one", FINE}};
    begin(table, 2);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(shared->alone[0][3] == 1 && shared->alone[0][2] == 0);
    EXPECT(shared->launched[0][4] == 0);
    EXPECT(note_of(0)->wrong == 4 && strstr(note_of(0)->line, "reduce/add_u32/4/"));
    EXPECT(!note_of(0)->only_queued && strcmp(note_of(0)->why.at, "wrong alone") == 0);
    EXPECT(note_of(0)->verified == 3);
    EXPECT(all_launched(1, 1) && !note_of(1)->line[0]);
}

static void wrong_among_others_alone_is_noted(void)
{
    static const struct script table[] = {{"queue", NONE, 3, NONE, NONE, NONE, false},
                                          {"first", NONE, 2, NONE, NONE, NONE, false}};
    begin(table, 2);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(shared->alone[0][3] == 1 && shared->alone[0][4] == 0);
    EXPECT(note_of(0)->only_queued && note_of(0)->wrong == 4);
    EXPECT(strcmp(note_of(0)->why.at, "wrong in a queue") == 0);
    EXPECT(shared->alone[1][2] == 1 && shared->alone[1][3] == 0);
    EXPECT(note_of(1)->only_queued && note_of(1)->wrong == 3);
}

static void a_crash_is_found_shape_by_shape(void)
{
    static const struct script table[] = {
        {"dies", NONE, NONE, 3, NONE, NONE, false}, {"dies", FINE}, {"lives", FINE}};
    begin(table, 3);
    EXPECT(work(0, false) == CRASHED); /* in a queue */
    EXPECT(note_of(0)->owner == 1);
    EXPECT(work(0, false) == CRASHED); /* alone */
    EXPECT(shared->alone[0][2] == 1 && shared->alone[0][3] == 1);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(note_of(0)->died && note_of(0)->wrong == 4 && strcmp(note_of(0)->why.at, "crashed") == 0);
    EXPECT(!note_of(0)->only_queued && shared->alone[0][3] == 1);
    EXPECT(note_of(1)->skipped && all_launched(1, 0) && note_of(1)->owner == SWEEP_OVER);
    EXPECT(strcmp(note_of(1)->why.at, "dies crashed or hung before") == 0);
    EXPECT(all_launched(2, 1) && !note_of(2)->died && !note_of(2)->line[0]);
    EXPECT(!slot_of(0)->pending.known);
}

/* Two workers crash in sweeps of one strategy: the second one's is skipped, and its crash is no other sweep's. */
static void a_crash_of_a_skipped_sweep_is_forgotten(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 1, NONE, NONE, false},
                                          {"dies", NONE, NONE, 0, NONE, NONE, false},
                                          {"lives", FINE}};
    begin(table, 3);
    shared->notes.note[0].owner = 1; /* slot 0 takes it first */
    EXPECT(work(1, false) == CRASHED);
    EXPECT(note_of(1)->owner == 2 && slot_of(1)->pending.died);
    shared->notes.note[2].owner = 2; /* only slot 1 goes on with the third one */
    EXPECT(work(0, false) == CRASHED);
    EXPECT(work(0, false) == CRASHED);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(note_of(0)->owner == SWEEP_OVER && note_of(0)->died);
    EXPECT(work(1, false) == STATUS_OK);
    EXPECT(note_of(1)->skipped && !note_of(1)->died && note_of(1)->owner == SWEEP_OVER);
    EXPECT(all_launched(2, 1) && note_of(2)->state == SWEEP_DONE && !note_of(2)->died);
    EXPECT(shared->alone[2][0] == 0 && note_of(2)->verified == SHAPES);
}

static void a_crash_outside_of_sweeps_stops(void)
{
    static const struct script table[] = {{"one", FINE}};
    begin(table, 1);
    shared->results->slot[0].pending.known = shared->results->slot[0].pending.died = true;
    shared->notes.note[1].owner = 1; /* past the last */
    EXPECT(work(0, false) == STATUS_BROKEN);
    EXPECT(all_launched(0, 0));
    struct sweeping sweeping = sweeping_of(0, false);
    struct text why = {0};
    text_say(&sweeping.slot->pending.finding.first_at, "crashed");
    EXPECT(sweeping_run(&sweeping, &why) == STATUS_BROKEN && strcmp(why.at, "after a sweep: crashed") == 0);
}

/* A crash that was taken is no news: its slot goes on where somebody else ended the next process between two sweeps. */
static void a_crash_that_was_taken_is_forgotten(void)
{
    static const struct script table[] = {{"one", FINE}};
    begin(table, 1);
    shared->results->slot[0].pending.died = true; /* and known no more */
    EXPECT(work(0, false) == STATUS_OK && all_launched(0, 1));
}

static void a_broken_device_takes_a_fresh_process(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, false}, {"breaks", FINE}};
    begin(table, 2);
    EXPECT(work(0, false) == WORKER_FRESH); /* in a queue */
    EXPECT(slot_of(0)->pending.known && !slot_of(0)->pending.died);
    EXPECT(work(0, false) == WORKER_FRESH); /* alone */
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(note_of(0)->wrong == 3 && strcmp(note_of(0)->why.at, "broken alone") == 0);
    EXPECT(!note_of(0)->died && shared->alone[0][2] == 1 && shared->alone[0][3] == 0);
    EXPECT(all_launched(1, 1) && !note_of(1)->skipped);
    EXPECT(shared->opened == 3); /* not again, once its wrong shape is found */
}

/* All shapes of a batch that broke the device are run alone, up to the one that breaks it. */
static void the_last_shape_of_a_batch_breaks(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 3, NONE, true}};
    begin(table, 1);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(shared->alone[0][2] == 1 && shared->alone[0][3] == 1);
    EXPECT(note_of(0)->wrong == 4 && strcmp(note_of(0)->why.at, "broken alone") == 0);
}

/* The slot's last sweep crashed; that of a device that breaks has not. */
static void a_broken_device_is_no_crash(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 3, NONE, NONE, false},
                                          {"breaks", NONE, NONE, NONE, 2, NONE, false}};
    begin(table, 2);
    EXPECT(work(0, false) == CRASHED && work(0, false) == CRASHED);
    EXPECT(work(0, false) == WORKER_FRESH && note_of(0)->died);
    EXPECT(slot_of(0)->pending.known && !slot_of(0)->pending.died);
    EXPECT(work(0, false) == WORKER_FRESH && work(0, false) == STATUS_OK);
    EXPECT(!note_of(1)->died && strcmp(note_of(1)->why.at, "broken alone") == 0);
}

static void a_device_that_recovers_goes_on(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, true}};
    begin(table, 1);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(note_of(0)->wrong == 3 && shared->alone[0][2] == 1 && note_of(0)->owner == SWEEP_OVER);
}

/* Without a parent there is no fresh process: the run is broken, and says why. */
static void a_broken_device_ends_a_run_without_a_parent(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, false}};
    struct text why = {0};
    begin(table, 1);
    struct sweeping sweeping = sweeping_of(0, false);
    sweeping.has_parent = false;
    EXPECT(sweeping_run(&sweeping, &why) == STATUS_BROKEN);
    EXPECT(strcmp(why.at, "only a fresh process helps") == 0);
    EXPECT(shared->alone[0][2] == 0 && note_of(0)->owner == 1);
}

/* The slot has the line that is running, for the parent to name it, and beats. */
static void the_slot_says_what_runs(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 3, NONE, NONE, false}};
    begin(table, 1);
    EXPECT(work(0, false) == CRASHED);
    EXPECT(strcmp(slot_of(0)->line, "reduce_equals_oracle.dies@sim64 reduce/add_u32/3/soa/any:1") == 0);
    EXPECT(slot_of(0)->beat == 3 && slot_of(0)->step == STEP_CHECK);
    EXPECT(work(0, false) == CRASHED);
    EXPECT(strcmp(slot_of(0)->line, "reduce_equals_oracle.dies@sim64 reduce/add_u32/4/soa/any:1") == 0);
    EXPECT(slot_of(0)->beat == 6);
}

static void a_stop_is_noticed_between_batches(void)
{
    static const struct script table[] = {{"stops", NONE, NONE, NONE, NONE, 0, false}, {"one", FINE}};
    begin(table, 2);
    EXPECT(work(0, false) == STATUS_OK);
    EXPECT(shared->launched[0][1] == 1 && shared->launched[0][2] == 0);
    EXPECT(note_of(0)->owner == SWEEP_FREE && note_of(0)->next == 2 && note_of(0)->verified == 2);
    EXPECT(is_untouched(note_of(1)) && all_launched(1, 0));
    EXPECT(slot_of(0)->step == STEP_NEXT);
}

/* Slot 1 has done the third sweep before the second one fails on slot 0: with one worker it would not have run. */
static void sweeps_past_the_first_failure_are_forgotten(void)
{
    static const struct script table[] = {{"one", FINE},
                                          {"wrong", 1, NONE, NONE, NONE, NONE, false},
                                          {"wrong", 0, NONE, NONE, NONE, NONE, false},
                                          {"one", FINE}};
    begin(table, 4);
    shared->notes.note[0].owner = shared->notes.note[1].owner = 1;
    EXPECT(work(1, true) == STATUS_OK);
    EXPECT(note_of(2)->owner == SWEEP_OVER && note_of(2)->line[0]);
    EXPECT(is_untouched(note_of(3)));
    EXPECT(work(0, true) == STATUS_OK);
    settle(true);
    EXPECT(note_of(0)->verified == SHAPES && note_of(0)->owner == SWEEP_OVER);
    EXPECT(note_of(1)->wrong == 2 && note_of(1)->line[0]);
    EXPECT(is_untouched(note_of(2)) && is_untouched(note_of(3)));
}

/* Without --first the same sweeps all count. */
static void all_failures_count_otherwise(void)
{
    static const struct script table[] = {{"wrong", 1, NONE, NONE, NONE, NONE, false},
                                          {"wrong", 0, NONE, NONE, NONE, NONE, false},
                                          {"one", FINE}};
    begin(table, 3);
    EXPECT(work(0, false) == STATUS_OK);
    settle(false);
    EXPECT(note_of(0)->line[0] && note_of(1)->line[0] && note_of(2)->verified == SHAPES);
}

static void a_crash_past_the_first_failure_is_forgotten(void)
{
    static const struct script table[] = {{"wrong", 1, NONE, NONE, NONE, NONE, false},
                                          {"dies", NONE, NONE, 0, NONE, NONE, false}};
    begin(table, 2);
    shared->notes.note[0].owner = 1;
    EXPECT(work(1, true) == CRASHED);
    EXPECT(work(0, true) == STATUS_OK);
    EXPECT(work(1, true) == STATUS_OK);
    EXPECT(!slot_of(1)->pending.known && slot_of(1)->step == STEP_NEXT);
}

/* Slot 1 has swept the strategy before it crashed on slot 0: with one worker that sweep would have been left out. */
static void sweeps_after_a_crash_are_left_out(void)
{
    static const struct script table[] = {
        {"dies", NONE, NONE, 1, NONE, NONE, false}, {"dies", FINE}, {"lives", FINE}};
    begin(table, 3);
    shared->notes.note[0].owner = 1;
    EXPECT(work(1, false) == STATUS_OK);
    EXPECT(note_of(1)->verified == SHAPES);
    for (int process = 0; process < 3; process++)
        work(0, false);
    settle(false);
    EXPECT(note_of(0)->died && !note_of(0)->skipped);
    EXPECT(note_of(1)->skipped && note_of(1)->verified == 0 && note_of(1)->owner == SWEEP_OVER);
    EXPECT(!note_of(2)->skipped && note_of(2)->verified == SHAPES);
}

static void other_devices_are_swept_after_a_crash(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 1, NONE, NONE, false}, {"dies", FINE}};
    for (int number = 0; number < 2; number++) {
        begin(table, 2);
        if (number)
            shared->notes.note[1].device.index = 1;
        else
            shared->notes.note[1].device.kind = DEVICE_SIM32;
        for (int process = 0; process < 3; process++)
            work(0, false);
        EXPECT(note_of(0)->died && !note_of(1)->skipped && note_of(1)->verified == SHAPES);
    }
}

/* The run is stopped while slot 0 looks for the shape that crashed. Its crash is not in the report, and leaves nothing
 * out; one that is leaves out a sweep that has not begun, too. */
static void a_crash_counts_when_it_is_found(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 1, NONE, NONE, false}, {"dies", FINE}};
    for (int found = 0; found < 2; found++) {
        begin(table, 2);
        shared->notes.note[1].owner = 2; /* slot 1 would take it */
        for (int process = 0; process < 2 + found; process++)
            work(0, false);
        shared->notes.note[1].owner = SWEEP_FREE;
        results_stop(shared->results, STATUS_OK, "a signal");
        EXPECT(note_of(0)->died && note_of(0)->owner == (found ? SWEEP_OVER : 1));
        settle(false);
        EXPECT(note_of(1)->skipped == found && note_of(1)->owner == (found ? SWEEP_OVER : SWEEP_FREE));
    }
}

/* A worker that still sweeps is waited for, by a slot that beats; for one second, once the run is stopped. */
static void settling_waits_for_the_others(void)
{
    static const struct script table[] = {{"one", FINE}, {"one", FINE}};
    begin(table, 2);
    shared->notes.note[0].owner = 2;
    pid_t child = fork();
    if (child == 0) {
        usleep(1300000);
        __atomic_store_n(&shared->notes.note[0].owner, SWEEP_OVER, __ATOMIC_RELEASE);
        _exit(0);
    }
    settle(false);
    EXPECT(note_of(0)->owner == SWEEP_OVER && slot_of(0)->beat > 0);
    waitpid(child, NULL, 0);
    shared->notes.note[0].owner = 2;
    results_stop(shared->results, STATUS_OK, "a signal");
    double before = runner_clock();
    settle(false);
    EXPECT(runner_clock() - before >= 0.9);
}

int main(void)
{
    struct text why;
    signal(SIGALRM, SIG_DFL);
    alarm(60); /* what hangs ends here */
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct results *made = results_make(2, NULL, &why);
    if (shared == MAP_FAILED || !made) return 3;
    shared->room = *made;
    shared->results = &shared->room;
    every_shape_is_launched_once();
    a_refused_shape_is_counted();
    a_sweep_that_cannot_begin_stops();
    a_wrong_shape_is_run_alone();
    wrong_among_others_alone_is_noted();
    a_crash_is_found_shape_by_shape();
    a_crash_of_a_skipped_sweep_is_forgotten();
    a_crash_outside_of_sweeps_stops();
    a_crash_that_was_taken_is_forgotten();
    a_broken_device_takes_a_fresh_process();
    the_last_shape_of_a_batch_breaks();
    a_broken_device_is_no_crash();
    a_device_that_recovers_goes_on();
    a_broken_device_ends_a_run_without_a_parent();
    the_slot_says_what_runs();
    a_stop_is_noticed_between_batches();
    sweeps_past_the_first_failure_are_forgotten();
    all_failures_count_otherwise();
    a_crash_past_the_first_failure_is_forgotten();
    sweeps_after_a_crash_are_left_out();
    other_devices_are_swept_after_a_crash();
    a_crash_counts_when_it_is_found();
    settling_waits_for_the_others();
    return failed != 0;
}
