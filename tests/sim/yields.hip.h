/* SPDX-License-Identifier: MIT
 * Judges what each word by which a lane may wait does beside its own task: a lane's announcement ends there, others may
 * go on, the clock is looked at now and then, and a lane that only spins is stopped. */
#ifndef FOLDCHECK_LITMUS_YIELDS_HIP_H
#define FOLDCHECK_LITMUS_YIELDS_HIP_H

#include "resources.hip.h"
#include "report_text.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum each_word {
    BARRIER,
    VOTE,
    GROUP_SYNC,
    EXCHANGE,
    YIELD,
    FENCE,
    ADD,
    ADD_32,
    ADD_64,
    SWAP,
    STORE_RELEASED,
    STORE_RELAXED,
    LOAD,
    EACH_WORD,
    WARP_SYNC_ALL = EACH_WORD, /* of ordinary kernels, as the next one */
    ADD_REPORTED
};

static struct {
    enum each_word word;
    uint32_t lanes; /* of a group */
    uint32_t came, went, noted;
    bool last_went_first;
    void *at;
} each;

/* Says the word; of an atomic that adds the value that it found, and of one that stores the value that it left. */
UNSEEN static uint32_t say_each(const words &w)
{
    uint32_t mine = 100 + sim_thread(), theirs, found = 0;
    switch (each.word) {
    case BARRIER:
        return sim_block_sync(), 0;
    case VOTE:
        return sim_block_vote(true);
    case GROUP_SYNC:
        return sim_group_sync(each.lanes), 0;
    case EXCHANGE:
        return sim_exchange(&mine, &theirs, sizeof mine, 0, each.lanes), 0;
    case YIELD:
        return sim_yield(), 0;
    case FENCE:
        return sim_fence(), 0;
    case ADD:
        return sim_atomic_add(w.flag, 1);
    case ADD_32:
        return sim_atomic_add32(w.flag, 1);
    case ADD_64:
        return (uint32_t)sim_atomic_add64(w.number, 1);
    case SWAP:
        for (uint64_t old; (old = sim_atomic_swap64(w.number, found, found + 1)) != found;)
            found = (uint32_t)old;
        return found;
    case STORE_RELEASED:
    case STORE_RELAXED:
        return sim_atomic_store(w.flag, mine, 4, each.word == STORE_RELEASED), mine;
    case LOAD:
        return (uint32_t)sim_atomic_load(w.flag, 4, true);
    case WARP_SYNC_ALL:
        return sim_warp_sync(0xff), 0;
    case ADD_REPORTED:
        sim_atomic_enter(w.flag, 4, DOES_BOTH, __ATOMIC_RELAXED);
        found = *w.flag;
        *w.flag = found + 1;
        sim_atomic_leave(true);
        return found;
    }
    return 0;
}

/* ---- announcements ----------------------------------------------------------------------------------------- */

UNSEEN static void announces_before(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    sim_touch(w.payload, 8, 4, true);
    say_each(w);
    __tsan_read4(w.payload);
}

UNSEEN static void announces_and_ends(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() == 0)
        sim_touch(w.payload, 8, 4, true);
    else
        __tsan_read4(w.payload);
}

/* Behind each word, and in another lane, an access needs an announcement of its own. */
static void judge_announcements(bench &b)
{
    static const char expected[] = "unexamined: plain read of 4 bytes at item 0 of payload";
    struct text report;
    char name[32];
    each.lanes = 1;
    for (int word = 0; word < EACH_WORD; word++) {
        each.word = static_cast<enum each_word>(word);
        snprintf(name, sizeof name, "announced before word %d", word);
        report_of(b, name, announces_before, 1, false, &report);
        expect_report(b, name, expected, report);
    }
    report_of(b, "announces_and_ends", announces_and_ends, 2, false, &report);
    expect_report(b, "announces_and_ends", expected, report);
}

/* ---- time -------------------------------------------------------------------------------------------------- */

/* Longer than the limit, and than a tick of the host's clock; then so many words that the clock is looked at. */
UNSEEN static void says_late(const void *arguments)
{
    waits_for<CLOCK_PROCESS_CPUTIME_ID>(0.015);
    for (int i = 0; i < 1 << 16; i++)
        say_each(*static_cast<const words *>(arguments));
}

/* The first look is early, the second one late. */
UNSEEN static void says_late_again(const void *arguments)
{
    for (int i = 0; i < 1 << 16; i++)
        say_each(*static_cast<const words *>(arguments));
    waits_for<CLOCK_PROCESS_CPUTIME_ID>(0.12);
    for (int i = 0; i < 1 << 16; i++)
        say_each(*static_cast<const words *>(arguments));
}

/* Longer than the limit, but asleep. */
UNSEEN static void sleeps(const void *arguments)
{
    const struct timespec rest = {.tv_sec = 0, .tv_nsec = 400000000};
    nanosleep(&rest, nullptr);
    for (int i = 0; i < 1 << 16; i++)
        say_each(*static_cast<const words *>(arguments));
}

/* The report of a launch of one lane that has `limit` seconds. */
static void expect_in_time(bench &b, const char *name, void (*kernel)(const void *), double limit,
                           const char *expected)
{
    struct text report;
    lay_out(b);
    report.at[0] = 0;
    foldcheck_backend.schedule(b.device, nullptr);
    if (sim_launch(nullptr, name, 1, 1, 1, kernel, &b.w, sizeof b.w) &&
        !foldcheck_backend.sync(b.device, limit, &report))
        foldcheck_backend.reset(b.device, nullptr);
    expect_report(b, name, expected, report);
}

static void expect_late(bench &b, const char *name, void (*kernel)(const void *), double limit)
{
    char expected[80];
    snprintf(expected, sizeof expected, "still running when the time limit of %g s was up", limit);
    expect_in_time(b, name, kernel, limit, expected);
}

static void judge_clock(bench &b)
{
    char name[32];
    each.lanes = 1;
    for (int word = 0; word < EACH_WORD; word++) {
        each.word = static_cast<enum each_word>(word);
        snprintf(name, sizeof name, "word %d says it is late", word);
        expect_late(b, name, says_late, 1e-6);
    }
    each.word = YIELD;
    expect_late(b, "says_late_again", says_late_again, 0.06);
    expect_in_time(b, "sleeps", sleeps, 0.2, "");
}

/* ---- who goes on ------------------------------------------------------------------------------------------- */

UNSEEN static void notes_meeting(const void *arguments)
{
    bool last = each.came++ == 7;
    say_each(*static_cast<const words *>(arguments));
    if (each.went++ == 0) each.last_went_first = last;
}

UNSEEN static void notes_atomic(const void *arguments)
{
    each.noted = say_each(*static_cast<const words *>(arguments));
}

/* How many times of 40 a kernel of 8 lanes leaves it so. */
static int times_of(bench &b, enum schedule_form form, void (*kernel)(const void *),
                    bool (*is_so)(const bench &))
{
    struct text report;
    sim_grid grid = {{1, 1, 1}, {8, 1, 1}, 0, nullptr};
    int times = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct schedule schedule = {};
        schedule.form = form;
        schedule.seed = seed;
        lay_out(b);
        each.came = each.went = each.noted = 0;
        each.last_went_first = false;
        foldcheck_backend.schedule(b.device, &schedule);
        if (sim_launch_ordinary(&grid, "noted", kernel, &b.w, sizeof b.w)) finish(b, &report);
        times += is_so(b);
    }
    return times;
}

static bool last_went_first(const bench &)
{
    return each.last_went_first;
}

/* The last one to note what it found is the last one whose atomic was done. */
static bool notes_in_order(const bench &b)
{
    bool stores = each.word == STORE_RELEASED || each.word == STORE_RELAXED;
    return each.noted == (stores ? *b.w.flag : 7);
}

/* Under uniform the lane that comes last to a meeting goes on first now and then, and another lane may go on between a
 * lane's atomic and what it does next; under fifo the lane itself goes on. */
static void judge_going_on(bench &b)
{
    static const enum each_word meetings[] = {BARRIER, VOTE, GROUP_SYNC, EXCHANGE, WARP_SYNC_ALL},
                                atomics[] = {ADD,           ADD_32,      ADD_64, SWAP, STORE_RELEASED,
                                             STORE_RELAXED, ADD_REPORTED};
    each.lanes = 8;
    for (enum each_word word : meetings) {
        each.word = word;
        int uniform = times_of(b, SCHEDULE_UNIFORM, notes_meeting, last_went_first);
        expect_notes(b,
                     uniform > 0 && uniform < 30 &&
                         times_of(b, SCHEDULE_FIFO, notes_meeting, last_went_first) == 40,
                     "behind a meeting the schedule does not say the lane that goes on first");
    }
    for (enum each_word word : atomics) {
        each.word = word;
        int uniform = times_of(b, SCHEDULE_UNIFORM, notes_atomic, notes_in_order);
        expect_notes(b, uniform < 38 && times_of(b, SCHEDULE_FIFO, notes_atomic, notes_in_order) == 40,
                     "behind an atomic the schedule does not say the lane that goes on");
    }
}

/* ---- lanes that spin --------------------------------------------------------------------------------------- */

UNSEEN static void reads_here(void *at)
{
    __tsan_volatile_read4(at);
    asm volatile("# reads");
}

UNSEEN static void adds_here(void *at)
{
    sim_atomic_enter(at, 4, DOES_BOTH, __ATOMIC_RELAXED);
    asm volatile("# adds");
    sim_atomic_leave(false);
}

UNSEEN static void reads_for_ever(const void *)
{
    while (sim_thread() == 0)
        reads_here(each.at);
}

UNSEEN static void adds_for_ever(const void *)
{
    while (sim_thread() == 0)
        adds_here(each.at);
}

/* What a lane notes on its own stack is no progress, either. */
UNSEEN static void reads_and_notes(const void *arguments)
{
    uint32_t own = 0;
    while (sim_thread() == 0) {
        __tsan_write4(&own);
        __tsan_volatile_read4(static_cast<const words *>(arguments)->flag);
    }
}

/* Its place is that of the access where it spins: the same one that an access to address 64 has. */
static void judge_spinning(bench &b)
{
    struct text report;
    char expected[160];
    void (*const kernels[])(const void *) = {reads_for_ever, adds_for_ever};
    for (auto kernel : kernels) {
        each.at = reinterpret_cast<void *>(64);
        report_of(b, "said", kernel, 8, true, &report);
        if (!place_in(report.at, kernel == reads_for_ever ? said.reads : said.writes))
            say_wrong(b, "an access to address 64", 0, "its place", report.at);
    }
    for (auto kernel : kernels) {
        each.at = b.w.flag;
        snprintf(
            expected, sizeof expected,
            "said: block 0, thread 0: livelock: spins, and in 4194304 yields no lane wrote device memory "
            "or ended (1 of 1 blocks started) (%c)",
            kernel == reads_for_ever ? 'R' : 'W');
        report_of(b, "said", kernel, 8, true, &report);
        expect_said(b, "spins for ever", expected, report);
    }
    report_of(b, "reads_and_notes", reads_and_notes, 8, true, &report);
    expect_report(b, "reads_and_notes", "livelock: ", report);
}

/* A process that has computed for less than a second has a limit, too. */
static void judge_early_limit(bench &b)
{
    expect_within(b, touches<1 << 22>, 1, 1e-6,
                  "thread 0: still running when the time limit of 1e-06 s was up");
}

static void all_spin(const void *)
{
    while (sim_block() < 4)
        sim_yield();
}

/* Four of six blocks are resident, and all of them spin. */
static void judge_started(bench &b)
{
    expect_within(b, all_spin, 6, 0,
                  "in 4194304 yields no lane wrote device memory or ended (4 of 6 blocks started)");
}

/* Lane 1 ends after 2^20 yields, of 2^21 that both have; lane 0 then has 2^22 - 2^19 more. */
UNSEEN static void ends_between(const void *)
{
    for (int i = 0; i < (sim_thread() == 0 ? (1 << 22) + (1 << 19) : 1 << 20); i++)
        sim_yield();
}

static void judge_ends_between(bench &b)
{
    struct text report;
    report_of(b, "ends_between", ends_between, 2, false, &report);
    expect_report(b, "ends_between", "", report);
}

enum progress { STORES_IN_DEVICE, STORES_VOLATILE_IN_SHARED, CHANGES_BY_ATOMIC, ENDS_BESIDE };

/* Then exactly as many yields as a launch may have. */
template <enum progress MADE>
UNSEEN static void yields_behind(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    void *shared = sim_shared(1, 4, 4);
    if (MADE == ENDS_BESIDE && sim_thread() == 1) return;
    for (int i = 0; i < (MADE == ENDS_BESIDE ? 1 : 1000); i++)
        sim_yield();
    if (MADE == STORES_IN_DEVICE) sim_touch(w.payload, 4, 4, true);
    if (MADE == STORES_VOLATILE_IN_SHARED) __tsan_volatile_write4(shared);
    if (MADE == CHANGES_BY_ATOMIC)
        sim_atomic_enter(shared, 4, STORES, __ATOMIC_RELAXED), sim_atomic_leave(true);
    for (int i = 0; i < 1 << 22; i++)
        sim_yield();
}

static void judge_progress(bench &b)
{
    void (*const kernels[])(const void *) = {yields_behind<STORES_IN_DEVICE>,
                                             yields_behind<STORES_VOLATILE_IN_SHARED>,
                                             yields_behind<CHANGES_BY_ATOMIC>, yields_behind<ENDS_BESIDE>};
    for (auto kernel : kernels) {
        struct text report;
        report_of(b, "yields behind progress", kernel, kernel == kernels[3] ? 2 : 1, true, &report);
        expect_report(b, "yields behind progress", "", report);
    }
}

static void judge_each(bench &b)
{
    judge_progress(b);
    judge_announcements(b);
    judge_clock(b);
    judge_going_on(b);
    judge_spinning(b);
    judge_ends_between(b);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
