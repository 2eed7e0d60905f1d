/* SPDX-License-Identifier: MIT
 * How a parent gives sweeps to its workers (src/cli/sweeping.c), with sweeps of a table in place of kernels: a worker is a process
 * here as there, and its crash, its request for a fresh one, a stopped run and the order of workers are the test's choice. */
#define _GNU_SOURCE 1
#include "sweeping.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
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
    struct results results; /* in memory that the processes of this test share, other than a run's */
    int opened, closed;
    int launched[8][SHAPES]; /* by script: how often a shape ran */
    int alone[8][SHAPES];
} * shared;

static struct sweep_notes *notes; /* the parent's */

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
    if (is_in(running->stop_after, from, to)) results_stop(&shared->results, STATUS_OK, "a signal");
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

static int said; /* the channel to the parent, in a worker */

static void say(void *user, const void *bytes)
{
    (void)user;
    if (write(said, bytes, SWEEP_FINDING_SIZE) != SWEEP_FINDING_SIZE) _exit(3);
}

static struct sweeping sweeping_of(uint32_t slot)
{
    return (struct sweeping){.plan = (struct run_plan *)shared, /* a context that is not NULL */
                             .results = &shared->results,
                             .slot = &shared->results.slot[slot],
                             .has_parent = true,
                             .say = say};
}

static void begin_until(const struct script *table, uint32_t count, bool first)
{
    memset(shared->launched, 0, sizeof shared->launched);
    memset(shared->alone, 0, sizeof shared->alone);
    memset(notes, 0, sizeof *notes);
    memset(shared->results.slot, 0, 2 * sizeof shared->results.slot[0]);
    memset(&shared->results.stopped, 0, sizeof shared->results.stopped);
    scripts = table;
    shared->opened = shared->closed = 0;
    memset(&odd, 0, sizeof odd);
    notes->most = 77;
    notes->seed = 5;
    notes->first = first;
    notes->count = count;
    notes->note[count].owner = NOBODY; /* of no sweep */
    for (uint32_t i = 0; i < count; i++) {
        struct sweep_note *note = &notes->note[i];
        snprintf(note->strategy, sizeof note->strategy, "%s", table[i].strategy);
        note->device.kind = DEVICE_SIM64;
        note->index = i;
    }
}

static void begin(const struct script *table, uint32_t count)
{
    begin_until(table, count, false);
}

/* A worker's process on a slot: its orders, one after the other, as its parent gives them. */
static int serve(uint32_t slot)
{
    struct sweeping sweeping = sweeping_of(slot);
    struct sweep_order order;
    struct text why = {0};
    while (read(said, &order, sizeof order) == sizeof order) {
        if (!sweeping_run(&sweeping, &order, &why)) return STATUS_BROKEN;
        if (write(said, "", 1) != 1) return 3; /* it is over */
    }
    return STATUS_OK;
}

/* What a worker says until its order is over; false if it is gone. */
static bool hears_all(uint32_t slot, int channel)
{
    char bytes[SWEEP_FINDING_SIZE];
    ssize_t got;
    while ((got = recv(channel, bytes, sizeof bytes, 0)) == (ssize_t)sizeof bytes)
        sweeps_hear(notes, slot, bytes);
    if (got == 1) sweeps_leave(notes, slot);
    return got == 1;
}

/* Gives a slot's worker its orders, until it is gone or there are no more. */
static void give_orders(uint32_t slot, int channel)
{
    struct sweep_order order;
    bool there = true;
    while (there && !results_stopped(&shared->results) && sweeps_next(notes, slot, &order) == NEXT_CASE)
        there = send(channel, &order, sizeof order, MSG_NOSIGNAL) > 0 && hears_all(slot, channel);
    close(channel);
}

static bool blamed; /* the last crash was one of a sweep's shapes */

/* A worker's process on a slot, to its end: the exit status. A crash is taken as the parent of workers takes it. */
static int work(uint32_t slot)
{
    struct worker_slot *own = &shared->results.slot[slot];
    const struct text crashed = {"crashed"};
    int status, ends[2];
    fflush(stdout);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        said = ends[1];
        _exit(serve(slot));
    }
    close(ends[1]);
    give_orders(slot, ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) == CRASHED)
        blamed = sweeps_died(notes, slot, own->line, &crashed);
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
    return &notes->note[i];
}

static const struct worker_slot *slot_of(uint32_t number)
{
    return &shared->results.slot[number];
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

/* Once nobody sweeps. */
static void settle(void)
{
    sweeps_settle(notes);
    EXPECT(note_of(notes->count)->owner == NOBODY);
}

#define FINE NONE, NONE, NONE, NONE, NONE, false

static void every_shape_is_launched_once(void)
{
    static const struct script table[] = {{"one", FINE}, {"two", FINE}};
    begin(table, 2);
    EXPECT(work(0) == STATUS_OK);
    EXPECT(work(1) == STATUS_OK);
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
    EXPECT(work(0) == STATUS_OK);
    EXPECT(note_of(0)->verified == SHAPES - 1 && note_of(0)->refused == 1);
    EXPECT(strcmp(note_of(0)->refusal.at, "no room") == 0 && !note_of(0)->line[0]);
}

static void say_nothing(void *user, const void *bytes)
{
    (void)user, (void)bytes;
}

/* The first sweep in this process, which has no parent, and may lack something. */
static bool sweep_here(bool context, bool sweep, bool memory, struct text *why)
{
    struct sweeping sweeping = sweeping_of(0);
    struct sweep_order order;
    sweeping.has_parent = false;
    sweeping.say = say_nothing;
    if (context) sweeping.plan = NULL;
    odd.gone = sweep;
    odd.full = memory;
    return sweeps_next(notes, 0, &order) == NEXT_CASE && sweeping_run(&sweeping, &order, why);
}

/* Without a context, or the sweep, or memory for it the run is broken. */
static void a_sweep_that_cannot_begin_stops(void)
{
    static const struct script table[] = {{"one", FINE}, {"two", FINE}};
    for (int lacks = 0; lacks < 3; lacks++) {
        struct text why = {0};
        begin(table, 2);
        EXPECT(!sweep_here(lacks == 0, lacks == 1, lacks == 2, &why));
        EXPECT(all_launched(0, 0) && all_launched(1, 0) && note_of(1)->owner == SWEEP_FREE);
        EXPECT(shared->opened == (lacks == 2) && shared->closed == (lacks == 2));
        EXPECT(strcmp(why.at, lacks == 2 ? "no memory for a sweep" : "") == 0);
    }
}

static void a_wrong_shape_is_run_alone(void)
{
    static const struct script table[] = {{"wrong", 3, NONE, NONE, NONE, NONE, false}, {"one", FINE}};
    begin(table, 2);
    EXPECT(work(0) == STATUS_OK);
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
    EXPECT(work(0) == STATUS_OK);
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
    EXPECT(work(0) == CRASHED); /* in a queue */
    EXPECT(blamed && note_of(0)->owner == 1);
    EXPECT(work(0) == CRASHED); /* alone */
    EXPECT(blamed && note_of(0)->owner == SWEEP_OVER);
    EXPECT(shared->alone[0][2] == 1 && shared->alone[0][3] == 1);
    EXPECT(work(0) == STATUS_OK);
    EXPECT(note_of(0)->died && note_of(0)->wrong == 4 && strcmp(note_of(0)->why.at, "crashed") == 0);
    EXPECT(!note_of(0)->only_queued && shared->alone[0][3] == 1);
    EXPECT(note_of(1)->skipped && all_launched(1, 0) && note_of(1)->owner == SWEEP_OVER);
    EXPECT(strcmp(note_of(1)->why.at, "dies crashed or hung before") == 0);
    EXPECT(all_launched(2, 1) && !note_of(2)->died && !note_of(2)->line[0]);
}

/* Two workers crash in sweeps of one strategy: the second one's is skipped, and its crash is no other sweep's. */
static void a_crash_of_a_skipped_sweep_is_forgotten(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 1, NONE, NONE, false},
                                          {"dies", NONE, NONE, 0, NONE, NONE, false},
                                          {"lives", FINE}};
    begin(table, 3);
    notes->note[0].owner = 1; /* slot 0 takes it first */
    EXPECT(work(1) == CRASHED);
    EXPECT(blamed && note_of(1)->owner == 2);
    notes->note[2].owner = 2; /* only slot 1 goes on with the third one */
    EXPECT(work(0) == CRASHED);
    EXPECT(work(0) == CRASHED);
    EXPECT(work(0) == STATUS_OK);
    EXPECT(note_of(0)->owner == SWEEP_OVER && note_of(0)->died);
    EXPECT(work(1) == STATUS_OK);
    EXPECT(note_of(1)->skipped && !note_of(1)->died && note_of(1)->owner == SWEEP_OVER);
    EXPECT(all_launched(2, 1) && note_of(2)->state == SWEEP_DONE && !note_of(2)->died);
    EXPECT(shared->alone[2][0] == 0 && note_of(2)->verified == SHAPES);
}

/* It is no shape's: of a sweep that was not begun, or whose shapes are done, or of none. */
static void a_crash_outside_of_shapes_is_not_blamed(void)
{
    static const struct script table[] = {{"one", FINE}};
    const struct text why = {"crashed"};
    struct sweep_order order;
    begin(table, 1);
    EXPECT(!sweeps_died(notes, 0, "a line", &why));
    EXPECT(sweeps_next(notes, 0, &order) == NEXT_CASE && !sweeps_died(notes, 0, "a line", &why));
    notes->note[0].state = SWEEP_DONE;
    notes->note[0].end = 1;
    EXPECT(!sweeps_died(notes, 0, "a line", &why) && !note_of(0)->died && !note_of(0)->line[0]);
}

/* What one worker sweeps another one waits for; a slot whose process was killed has its sweep again. */
static void a_sweep_is_of_one_slot(void)
{
    static const struct script table[] = {{"one", FINE}, {"two", FINE}};
    struct sweep_order order;
    begin(table, 2);
    EXPECT(sweeps_next(notes, 0, &order) == NEXT_CASE && note_of(0)->owner == 1);
    EXPECT(sweeps_next(notes, 1, &order) == NEXT_CASE && note_of(1)->owner == 2);
    EXPECT(sweeps_next(notes, 2, &order) == NEXT_LATER);
    EXPECT(work(1) == STATUS_OK && all_launched(1, 1) && all_launched(0, 0));
    EXPECT(sweeps_next(notes, 1, &order) == NEXT_LATER);
    EXPECT(work(0) == STATUS_OK && all_launched(0, 1) && sweeps_next(notes, 1, &order) == NEXT_NONE);
}

static void a_broken_device_takes_a_fresh_process(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, false}, {"breaks", FINE}};
    begin(table, 2);
    EXPECT(work(0) == WORKER_FRESH); /* in a queue */
    EXPECT(slot_of(0)->pending.known && !slot_of(0)->pending.died);
    EXPECT(work(0) == WORKER_FRESH); /* alone */
    EXPECT(work(0) == STATUS_OK);
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
    EXPECT(work(0) == STATUS_OK);
    EXPECT(shared->alone[0][2] == 1 && shared->alone[0][3] == 1);
    EXPECT(note_of(0)->wrong == 4 && strcmp(note_of(0)->why.at, "broken alone") == 0);
}

/* The slot's last sweep crashed; that of a device that breaks has not. */
static void a_broken_device_is_no_crash(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 3, NONE, NONE, false},
                                          {"breaks", NONE, NONE, NONE, 2, NONE, false}};
    begin(table, 2);
    EXPECT(work(0) == CRASHED && work(0) == CRASHED);
    EXPECT(work(0) == WORKER_FRESH && note_of(0)->died);
    EXPECT(slot_of(0)->pending.known && !slot_of(0)->pending.died);
    EXPECT(work(0) == WORKER_FRESH && work(0) == STATUS_OK);
    EXPECT(!note_of(1)->died && strcmp(note_of(1)->why.at, "broken alone") == 0);
}

static void a_device_that_recovers_goes_on(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, true}};
    begin(table, 1);
    EXPECT(work(0) == STATUS_OK);
    EXPECT(note_of(0)->wrong == 3 && shared->alone[0][2] == 1 && note_of(0)->owner == SWEEP_OVER);
}

/* Without a parent there is no fresh process: the run is broken, and says why. */
static void a_broken_device_ends_a_run_without_a_parent(void)
{
    static const struct script table[] = {{"breaks", NONE, NONE, NONE, 2, NONE, false}};
    struct text why = {0};
    begin(table, 1);
    EXPECT(!sweep_here(false, false, false, &why));
    EXPECT(strcmp(why.at, "only a fresh process helps") == 0);
    EXPECT(shared->alone[0][2] == 0 && note_of(0)->owner == 1);
}

/* The slot has the line that is running, for the parent to name it, and beats. */
static void the_slot_says_what_runs(void)
{
    static const struct script table[] = {{"dies", NONE, NONE, 3, NONE, NONE, false}};
    begin(table, 1);
    EXPECT(work(0) == CRASHED);
    EXPECT(strcmp(slot_of(0)->line, "reduce_equals_oracle.dies@sim64 reduce/add_u32/3/soa/any:1") == 0);
    EXPECT(slot_of(0)->beat == 3 && slot_of(0)->step == STEP_CHECK);
    EXPECT(work(0) == CRASHED);
    EXPECT(strcmp(slot_of(0)->line, "reduce_equals_oracle.dies@sim64 reduce/add_u32/4/soa/any:1") == 0);
    EXPECT(slot_of(0)->beat == 6);
}

static void a_stop_is_noticed_between_batches(void)
{
    static const struct script table[] = {{"stops", NONE, NONE, NONE, NONE, 0, false}, {"one", FINE}};
    begin(table, 2);
    EXPECT(work(0) == STATUS_OK);
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
    begin_until(table, 4, true);
    notes->note[0].owner = notes->note[1].owner = 1;
    EXPECT(work(1) == STATUS_OK);
    EXPECT(note_of(2)->owner == SWEEP_OVER && note_of(2)->line[0]);
    EXPECT(is_untouched(note_of(3)));
    EXPECT(work(0) == STATUS_OK);
    settle();
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
    EXPECT(work(0) == STATUS_OK);
    settle();
    EXPECT(note_of(0)->line[0] && note_of(1)->line[0] && note_of(2)->verified == SHAPES);
}

static void a_crash_past_the_first_failure_is_forgotten(void)
{
    static const struct script table[] = {{"wrong", 1, NONE, NONE, NONE, NONE, false},
                                          {"dies", NONE, NONE, 0, NONE, NONE, false}};
    begin_until(table, 2, true);
    notes->note[0].owner = 1;
    EXPECT(work(1) == CRASHED);
    EXPECT(work(0) == STATUS_OK);
    EXPECT(work(1) == STATUS_OK);
    settle();
    EXPECT(is_untouched(note_of(1)));
}

/* Slot 1 has swept the strategy before it crashed on slot 0: with one worker that sweep would have been left out. */
static void sweeps_after_a_crash_are_left_out(void)
{
    static const struct script table[] = {
        {"dies", NONE, NONE, 1, NONE, NONE, false}, {"dies", FINE}, {"lives", FINE}};
    begin(table, 3);
    notes->note[0].owner = 1;
    EXPECT(work(1) == STATUS_OK);
    EXPECT(note_of(1)->verified == SHAPES);
    for (int process = 0; process < 3; process++)
        work(0);
    settle();
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
            notes->note[1].device.index = 1;
        else
            notes->note[1].device.kind = DEVICE_SIM32;
        for (int process = 0; process < 3; process++)
            work(0);
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
        notes->note[1].owner = 2; /* slot 1 would take it */
        for (int process = 0; process < 1 + found; process++)
            work(0);
        notes->note[1].owner = SWEEP_FREE;
        results_stop(&shared->results, STATUS_OK, "a signal");
        EXPECT(note_of(0)->died && note_of(0)->owner == (found ? SWEEP_OVER : 1));
        settle();
        EXPECT(note_of(1)->skipped == found && note_of(1)->owner == (found ? SWEEP_OVER : SWEEP_FREE));
    }
}

int main(void)
{
    struct text why;
    signal(SIGALRM, SIG_DFL);
    alarm(60); /* what hangs ends here */
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct results *made = results_make(2, NULL, &why);
    notes = calloc(1, sizeof *notes);
    if (shared == MAP_FAILED || !made || !notes) return 3;
    shared->results = *made;
    every_shape_is_launched_once();
    a_refused_shape_is_counted();
    a_sweep_that_cannot_begin_stops();
    a_wrong_shape_is_run_alone();
    wrong_among_others_alone_is_noted();
    a_crash_is_found_shape_by_shape();
    a_crash_of_a_skipped_sweep_is_forgotten();
    a_crash_outside_of_shapes_is_not_blamed();
    a_sweep_is_of_one_slot();
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
    free(notes);
    return failed != 0;
}
