/* SPDX-License-Identifier: MIT
 * Words of ordinary kernels: syncs of some lanes of a warp, fences and atomics that name an order. And what the
 * compiler reports of kernels, said in its place. */
#ifndef FOLDCHECK_LITMUS_CUDA_PRIMITIVES_HIP_H
#define FOLDCHECK_LITMUS_CUDA_PRIMITIVES_HIP_H

#include <dlfcn.h>
#include <link.h>

#include "hip/sim/ordinary.h"
#include "bench.hip.h"

/* The compiler's reports, as gcc declares them. */
extern "C" {
void __tsan_read1(void *from);
void __tsan_read4(void *from);
void __tsan_write4(void *to);
void __tsan_volatile_read4(void *from);
void __tsan_volatile_write4(void *to);
void __tsan_read_range(void *from, ptrdiff_t bytes);
void __tsan_write_range(void *to, ptrdiff_t bytes);
void __tsan_vptr_update(void *to, void *table);
void __tsan_vptr_read(void *from);
uint32_t __tsan_atomic32_load(const volatile void *from, int order);
void __tsan_atomic32_store(volatile void *to, uint32_t value, int order);
uint32_t __tsan_atomic32_fetch_add(volatile void *at, uint32_t add, int order);
void __tsan_atomic_thread_fence(int order);
}

namespace FOLDCHECK_NAMESPACE
{

#define UNSEEN __attribute__((noinline, no_sanitize("thread")))

UNSEEN static void put_atomic(uint32_t *flag, uint32_t value, int order)
{
    sim_atomic_enter(flag, sizeof *flag, 2, order);
    *flag = value;
    sim_atomic_leave(true);
}

UNSEEN static uint32_t get_atomic(uint32_t *flag, int order)
{
    sim_atomic_enter(flag, sizeof *flag, 1, order);
    uint32_t value = *flag;
    sim_atomic_leave(false);
    return value;
}

static void wait_atomic(uint32_t *flag, int order)
{
    while (!get_atomic(flag, order)) {
    }
}

UNSEEN static void loads_what_nobody_told(const void *arguments)
{
    get_atomic(static_cast<const words *>(arguments)->flag, __ATOMIC_ACQUIRE);
    sim_fence();
}

/* Lanes 1 and 2 of block 1 meet when lane LEARNS has learnt of block 0's store; then lane READS loads. */
template <uint32_t LEARNS, uint32_t READS>
UNSEEN static void meets_some(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    uint32_t lane = sim_thread();
    if (sim_block() == 0) {
        if (lane == 0) sim_touch(w.payload, 4, 4, true), put_atomic(w.flag, 1, __ATOMIC_RELEASE);
        return;
    }
    if (lane == LEARNS) wait_atomic(w.flag, __ATOMIC_ACQUIRE), put_atomic(w.flag + 1, 1, __ATOMIC_RELAXED);
    if (lane == 1 || lane == 2) wait_atomic(w.flag + 1, __ATOMIC_RELAXED), sim_warp_sync(6);
    if (lane == 2) put_atomic(w.flag + 2, 1, __ATOMIC_RELAXED);
    if (lane == READS) wait_atomic(w.flag + 2, __ATOMIC_RELAXED), sim_touch(w.payload, 4, 4, false);
}

static void wait_for_value(uint32_t *flag, uint32_t value)
{
    while (get_atomic(flag, __ATOMIC_RELAXED) != value) {
    }
}

/* Over what block 0 told, lane 0 of block 1 stores: with a fence before it that tells the same, without one nothing. */
template <bool FENCES>
UNSEEN static void stores_over(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    uint32_t lane = sim_thread();
    if (sim_block() == 0 && lane == 0)
        sim_touch(w.payload, 4, 4, true), put_atomic(w.flag, 1, __ATOMIC_RELEASE);
    if (sim_block() == 1 && lane == 0) {
        wait_for_value(w.flag, 1);
        if (FENCES) sim_fence();
        put_atomic(w.flag, 2, __ATOMIC_RELAXED);
    }
    if (sim_block() == 1 && lane == 1)
        wait_for_value(w.flag, 2), get_atomic(w.flag, __ATOMIC_ACQUIRE), sim_touch(w.payload, 4, 4, false);
}

enum meeting { MEETS_NONE, MEETS_BLOCK, MEETS_WARP };

UNSEEN static void meet_others(enum meeting meeting)
{
    if (meeting == MEETS_BLOCK) sim_block_vote(false);
    if (meeting == MEETS_WARP) sim_warp_sync(0xff);
}

/* Lane STORES of block 0 stores and fences, and lane TELLS stores a flag: it tells of that if the two met between. */
template <uint32_t STORES, bool FENCES, enum meeting MEETING, uint32_t TELLS>
UNSEEN static void passes_fence_on(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    uint32_t lane = sim_thread();
    if (sim_block() == 0) {
        if (lane == STORES) sim_touch(w.payload, 4, 4, true);
        if (lane == STORES && FENCES) sim_fence();
        meet_others(MEETING);
        if (lane == TELLS) put_atomic(w.flag, 1, __ATOMIC_RELAXED);
    } else if (lane == 0)
        wait_atomic(w.flag, __ATOMIC_RELAXED), sim_fence(), sim_touch(w.payload, 4, 4, false);
}

/* Lane HEARS of block 1 sees block 0's flag, lanes meet, and lane READS loads. It knows of the store if HEARS had a
 * fence before that; a fence of its own does not count, as READS did not see the flag. */
template <uint32_t HEARS, bool FENCES, enum meeting MEETING, uint32_t READS>
UNSEEN static void passes_heard_on(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    uint32_t lane = sim_thread();
    if (sim_block() == 0) {
        if (lane == 0) sim_touch(w.payload, 4, 4, true), put_atomic(w.flag, 1, __ATOMIC_RELEASE);
        return;
    }
    if (lane == HEARS) wait_atomic(w.flag, __ATOMIC_RELAXED);
    if (lane == HEARS && FENCES) sim_fence();
    meet_others(MEETING);
    if (lane == READS && !FENCES) sim_fence();
    if (lane == READS) sim_touch(w.payload, 4, 4, false);
}

/* Lanes 0 and OTHER store to the same word by a volatile lvalue: in one warp that is a race all the same. */
template <uint32_t OTHER>
UNSEEN static void volatile_in_shared(const void *)
{
    void *word = sim_shared(1, 4, 4);
    if (sim_thread() == 0 || sim_thread() == OTHER) __tsan_volatile_write4(word);
}

/* In device memory it is none. */
UNSEEN static void volatile_in_device(const void *arguments)
{
    if (sim_thread() < 2) __tsan_volatile_write4(static_cast<const words *>(arguments)->payload);
}

/* Block 0 stores and tells, block 1 waits and loads. */
template <int TELLS, int LEARNS, bool FENCES>
UNSEEN static void tells_by_reports(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() != 0) return;
    if (sim_block() == 0) {
        __tsan_write4(w.payload);
        if (FENCES) __tsan_atomic_thread_fence(__ATOMIC_RELEASE);
        __tsan_atomic32_store(w.flag, 1, TELLS);
        return;
    }
    while (!__tsan_atomic32_load(w.flag, LEARNS)) {
    }
    if (FENCES) __tsan_atomic_thread_fence(__ATOMIC_ACQUIRE);
    __tsan_read4(w.payload);
}

enum { LOADS = 1, STORES, DOES_BOTH };

/* An atomic of that kind, as a word or as a report, beside a plain access of another block. */
template <int KIND, bool REPORTED, bool PLAIN_STORES>
UNSEEN static void plain_beside(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    if (sim_thread() != 0) return;
    if (sim_block() == 1)
        PLAIN_STORES ? __tsan_write4(flag) : __tsan_read4(flag);
    else if (!REPORTED)
        sim_atomic_enter(flag, sizeof *flag, KIND, __ATOMIC_RELAXED), sim_atomic_leave(KIND != LOADS);
    else if (KIND == LOADS)
        __tsan_atomic32_load(flag, __ATOMIC_RELAXED);
    else if (KIND == STORES)
        __tsan_atomic32_store(flag, 1, __ATOMIC_RELAXED);
    else
        __tsan_atomic32_fetch_add(flag, 1, __ATOMIC_RELAXED);
}

/* A plain load behind an atomic of the same lane is an access of its own. */
UNSEEN static void plain_behind_atomic(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    if (sim_thread() != 0) return;
    if (sim_block() == 0)
        put_atomic(flag, 1, __ATOMIC_RELAXED);
    else
        get_atomic(flag, __ATOMIC_RELAXED), __tsan_read4(flag);
}

/* An atomic that stores first makes the word one that may be loaded. */
template <bool STORES_FIRST>
UNSEEN static void atomic_of_stale(const void *arguments)
{
    uint32_t *stale = static_cast<const words *>(arguments)->stale;
    if (sim_thread() != 0 || sim_block() != 0) return;
    if (STORES_FIRST) put_atomic(stale, 1, __ATOMIC_RELAXED);
    get_atomic(stale, __ATOMIC_RELAXED);
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
    uint32_t threads = 8;
} ordinary_lines[] = {
    {"loads_what_nobody_told", loads_what_nobody_told, ""}, /* first, when nothing has been told at all */
    {"meets_some<1, 2>", meets_some<1, 2>, ""},
    {"meets_some<2, 1>", meets_some<2, 1>, ""},
    {"meets_some<1, 3>", meets_some<1, 3>, RACE},
    {"meets_some<3, 2>", meets_some<3, 2>, RACE},
    {"stores_over<false>", stores_over<false>, RACE},
    {"stores_over<true>", stores_over<true>, ""},
#define PASSES(WORD, FIRST, FENCES, MEETING, SECOND, REPORT, THREADS)                                        \
    {                                                                                                        \
#WORD "<" #FIRST ", " #FENCES ", " #MEETING ", " #SECOND ">", passes_##WORD##_on < FIRST, FENCES,    \
            MEETING, SECOND>, REPORT, THREADS                                                                \
    }
    PASSES(fence, 5, true, MEETS_BLOCK, 0, "", 8),
    PASSES(fence, 0, true, MEETS_BLOCK, 5, "", 8),
    PASSES(fence, 100, true, MEETS_BLOCK, 0, "", 128),
    PASSES(fence, 0, true, MEETS_BLOCK, 100, "", 128),
    PASSES(fence, 5, true, MEETS_WARP, 0, "", 8),
    PASSES(fence, 0, true, MEETS_WARP, 5, "", 8),
    PASSES(fence, 5, true, MEETS_NONE, 0, RACE, 8),
    PASSES(fence, 5, false, MEETS_BLOCK, 0, RACE, 8),
    PASSES(fence, 5, false, MEETS_WARP, 0, RACE, 8),
    PASSES(heard, 0, true, MEETS_BLOCK, 5, "", 8),
    PASSES(heard, 5, true, MEETS_BLOCK, 0, "", 8),
    PASSES(heard, 100, true, MEETS_BLOCK, 0, "", 128),
    PASSES(heard, 0, true, MEETS_WARP, 5, "", 8),
    PASSES(heard, 0, false, MEETS_BLOCK, 5, RACE, 8),
    PASSES(heard, 0, false, MEETS_WARP, 5, RACE, 8),
    {"volatile_in_shared<1>", volatile_in_shared<1>, "lanes of one warp need not be in step", 128},
    {"volatile_in_shared<64>", volatile_in_shared<64>, "", 128},
    {"volatile_in_device", volatile_in_device, "", 128},
    {"tells_by_reports", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE, false>, ""},
    {"tells_by_reports, release and consume", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_CONSUME, false>,
     ""},
    {"tells_by_reports, release and acq_rel", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_ACQ_REL, false>,
     ""},
    {"tells_by_reports, release and seq_cst", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_SEQ_CST, false>,
     ""},
    {"tells_by_reports, acq_rel and acquire", tells_by_reports<__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, false>,
     ""},
    {"tells_by_reports, seq_cst and acquire", tells_by_reports<__ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE, false>,
     ""},
    {"tells_by_reports, an acquiring store", tells_by_reports<__ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE, false>,
     RACE},
    {"tells_by_reports, a releasing load", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_RELEASE, false>, RACE},
    {"tells_by_reports, a relaxed store", tells_by_reports<__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, false>, RACE},
    {"tells_by_reports, a relaxed load", tells_by_reports<__ATOMIC_RELEASE, __ATOMIC_RELAXED, false>, RACE},
    {"tells_by_reports, fences", tells_by_reports<__ATOMIC_RELAXED, __ATOMIC_RELAXED, true>, ""},
    {"plain_beside<LOADS, false, false>", plain_beside<LOADS, false, false>, ""},
    {"plain_beside<LOADS, false, true>", plain_beside<LOADS, false, true>, RACE},
    {"plain_beside<STORES, false, false>", plain_beside<STORES, false, false>, RACE},
    {"plain_beside<DOES_BOTH, false, false>", plain_beside<DOES_BOTH, false, false>, RACE},
    {"plain_beside<LOADS, true, false>", plain_beside<LOADS, true, false>, ""},
    {"plain_beside<LOADS, true, true>", plain_beside<LOADS, true, true>, RACE},
    {"plain_beside<STORES, true, false>", plain_beside<STORES, true, false>, RACE},
    {"plain_beside<DOES_BOTH, true, false>", plain_beside<DOES_BOTH, true, false>, RACE},
    {"plain_behind_atomic", plain_behind_atomic, RACE},
    {"atomic_of_stale<false>", atomic_of_stale<false>, FRESH},
    {"atomic_of_stale<true>", atomic_of_stale<true>, ""},
};

/* `checked`: for races, too. */
static void judge_ordinary(bench &b, bool checked)
{
    for (const auto &line : ordinary_lines)
        for (int run = 0; run < RUNS / 4; run++) {
            struct text report;
            struct schedule schedule = nth_schedule(run);
            sim_grid grid = {{2, 1, 1}, {line.threads, 1, 1}, 0, nullptr};
            lay_out(b);
            foldcheck_backend.schedule(b.device, &schedule);
            report.at[0] = 0;
            if (sim_launch_ordinary(&grid, line.name, line.kernel, &b.w, sizeof b.w)) finish(b, &report);
            bool race = checked && *line.report;
            if (race ? strstr(report.at, line.report) != nullptr : !*report.at) continue;
            say_wrong(b, line.name, run, line.report, report.at);
            break;
        }
}

/* ---- what the compiler reports -------------------------------------------------------------------------------- */

enum reported {
    READS_RANGE,
    WRITES_RANGE,
    UPDATES_TABLE,
    READS_TABLE,
    LOADS_ATOMIC,
    STORES_ATOMIC,
    LOADS_VOLATILE,
    STORES_VOLATILE,
    MOVES,
    MOVES_TO,
    MOVES_NOTHING,
    SETS
};

/* Of one of our own kernels, which announced nothing. */
template <enum reported REPORT>
UNSEEN static void unannounced(const void *arguments)
{
    uint32_t *at = static_cast<const words *>(arguments)->payload;
    size_t bytes = REPORT == MOVES_NOTHING ? 0 : 12;
    unsigned char own[12] = {};
    asm volatile("" : "+r"(bytes)); /* so that memset and memmove are called */
    if (sim_thread() != 0) return;
    if (REPORT == READS_RANGE) __tsan_read_range(at, 12);
    if (REPORT == WRITES_RANGE) __tsan_write_range(at, 12);
    if (REPORT == UPDATES_TABLE) __tsan_vptr_update(at, nullptr);
    if (REPORT == READS_TABLE) __tsan_vptr_read(at);
    if (REPORT == LOADS_ATOMIC) __tsan_atomic32_load(at, __ATOMIC_RELAXED);
    if (REPORT == STORES_ATOMIC) __tsan_atomic32_store(at, 1, __ATOMIC_RELAXED);
    if (REPORT == LOADS_VOLATILE) __tsan_volatile_read4(at);
    if (REPORT == STORES_VOLATILE) __tsan_volatile_write4(at);
    if (REPORT == MOVES || REPORT == MOVES_NOTHING) memmove(at + 8, at, bytes);
    if (REPORT == MOVES_TO) memmove(at, own, bytes);
    if (REPORT == SETS) memset(at, 0, bytes);
}

/* Of 8 bytes that were announced, for a load or a store. */
template <int FROM, int BYTES, bool WRITES, bool ANNOUNCES_STORE>
UNSEEN static void announced(const void *arguments)
{
    unsigned char *at = reinterpret_cast<unsigned char *>(static_cast<const words *>(arguments)->payload);
    if (sim_thread() != 0) return;
    sim_touch(at, 8, 4, ANNOUNCES_STORE);
    WRITES ? __tsan_write_range(at + FROM, BYTES) : __tsan_read_range(at + FROM, BYTES);
}

template <int FROM>
UNSEEN static void reads_arguments(const void *arguments)
{
    if (sim_thread() == 0)
        __tsan_read1(const_cast<unsigned char *>(static_cast<const unsigned char *>(arguments)) + FROM);
}

static void *touched_last;

/* From the end of a lane's stack on: its first frames lie in the last page. */
template <int FROM>
UNSEEN static void reads_stack(const void *)
{
    unsigned char here = 0;
    uintptr_t top = (reinterpret_cast<uintptr_t>(&here) | 4095) + 1;
    if (sim_thread() != 0) return;
    touched_last = reinterpret_cast<void *>(top + FROM);
    __tsan_read1(touched_last);
}

static uintptr_t static_end; /* of this program's data */

static int note_static_end(dl_phdr_info *program, size_t, void *)
{
    for (int i = 0; i < program->dlpi_phnum; i++) {
        const auto &header = program->dlpi_phdr[i];
        uintptr_t end = program->dlpi_addr + header.p_vaddr + header.p_memsz;
        if (header.p_type == PT_LOAD && end > static_end) static_end = end;
    }
    return 1;
}

template <int FROM, int BYTES>
UNSEEN static void reads_static(const void *)
{
    if (sim_thread() == 0) __tsan_read_range(reinterpret_cast<void *>(static_end + FROM), BYTES);
}

/* A lock that no lane lets go. */
UNSEEN static void tries_for_ever(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    while (sim_thread() == 0)
        sim_atomic_enter(flag, sizeof *flag, DOES_BOTH, __ATOMIC_RELAXED), sim_atomic_leave(false);
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
    bool ordinary;
} report_lines[] = {
    {"READS_RANGE", unannounced<READS_RANGE>, "unexamined: plain read of 12 bytes at item 0 of payload",
     false},
    {"WRITES_RANGE", unannounced<WRITES_RANGE>, "unexamined: plain write of 12 bytes at item 0 of payload",
     false},
    {"UPDATES_TABLE", unannounced<UPDATES_TABLE>, "unexamined: plain write of 8 bytes at item 0 of payload",
     false},
    {"READS_TABLE", unannounced<READS_TABLE>, "unexamined: plain read of 8 bytes at item 0 of payload",
     false},
    {"LOADS_ATOMIC", unannounced<LOADS_ATOMIC>, "unexamined: plain read of 4 bytes at item 0 of payload",
     false},
    {"STORES_ATOMIC", unannounced<STORES_ATOMIC>, "unexamined: plain write of 4 bytes at item 0 of payload",
     false},
    {"LOADS_VOLATILE", unannounced<LOADS_VOLATILE>, "unexamined: plain read of 4 bytes at item 0 of payload",
     false},
    {"STORES_VOLATILE", unannounced<STORES_VOLATILE>,
     "unexamined: plain write of 4 bytes at item 0 of payload", false},
    {"MOVES", unannounced<MOVES>, "unexamined: plain read of 12 bytes at item 0 of payload", false},
    {"MOVES_TO", unannounced<MOVES_TO>, "unexamined: plain write of 12 bytes at item 0 of payload", false},
    {"MOVES_NOTHING", unannounced<MOVES_NOTHING>, "", false},
    {"SETS", unannounced<SETS>, "unexamined: plain write of 12 bytes at item 0 of payload", false},
    {"announced<0, 8>", announced<0, 8, false, false>, "", false},
    {"announced<4, 4>", announced<4, 4, false, false>, "", false},
    {"announced<4, 5>", announced<4, 5, false, false>,
     "unexamined: plain read of 5 bytes at item 1 of payload", false},
    {"announced<8, 1>", announced<8, 1, false, false>,
     "unexamined: plain read of 1 bytes at item 2 of payload", false},
    {"announced<9, 1>", announced<9, 1, false, false>,
     "unexamined: plain read of 1 bytes at item 2 of payload", false},
    {"announced<-1, 1>", announced<-1, 1, false, false>, "unexamined: plain read of 1 bytes at ", false},
    {"announced, a store", announced<0, 8, true, true>, "", false},
    {"announced, no store", announced<0, 8, true, false>, "unexamined: plain write of 8 bytes at item 0 of ",
     false},
    {"reads_arguments, the last", reads_arguments<sizeof(words) - 1>, "", true},
    {"reads_arguments, behind", reads_arguments<sizeof(words)>, "read of 1 bytes at ", true},
    {"reads_arguments<-1>", reads_arguments<-1>, "read of 1 bytes at ", true},
    {"reads_stack<-1>", reads_stack<-1>, "", true},
    {"reads_stack<0>", reads_stack<0>, "read of 1 bytes at ", true},
    {"reads_static<-4, 4>", reads_static<-4, 4>, "", true},
    {"reads_static<-4, 5>", reads_static<-4, 5>, "read of 5 bytes at ", true},
    {"reads_static<0, 1>", reads_static<0, 1>, "read of 1 bytes at ", true},
    {"tries_for_ever", tries_for_ever, "livelock: spins, and in 4194304 yields ", true},
};

/* The report of a launch of one block. */
static void report_of(bench &b, const char *name, void (*kernel)(const void *), uint32_t threads,
                      bool ordinary, struct text *report)
{
    sim_grid grid = {{1, 1, 1}, {threads, 1, 1}, 0, nullptr};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    report->at[0] = 0;
    if (ordinary ? sim_launch_ordinary(&grid, name, kernel, &b.w, sizeof b.w)
                 : sim_launch(nullptr, name, 1, threads, 1, kernel, &b.w, sizeof b.w))
        finish(b, report);
}

static void expect_report(bench &b, const char *name, const char *expected, const struct text &report)
{
    bool right = *expected ? strstr(report.at, expected) != nullptr : !*report.at;
    if (!right) say_wrong(b, name, 0, expected, report.at);
}

static void judge_reports(bench &b)
{
    struct text report;
    sim_fence(); /* of the host: orders nothing of the device */
    dl_iterate_phdr(note_static_end, nullptr);
    for (const auto &line : report_lines) {
        report_of(b, line.name, line.kernel, 8, line.ordinary, &report);
        Dl_info object;
        bool in_object =
            line.kernel == reads_stack<0> && dladdr(touched_last, &object); /* a library's data */
        if (!in_object) expect_report(b, line.name, line.report, report);
    }
}

/* Of each warp 3 syncs, 2 shuffles, a vote and a question who comes; of each lane a load, a volatile one and a store to
 * scratch, an atomic, and one of a variable of its own, which costs nothing. */
UNSEEN static void counts_reports(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    const uint64_t all = ~UINT64_C(0);
    uint32_t mine = sim_thread(), theirs;
    __tsan_read4(w.payload + mine);
    __tsan_volatile_read4(w.payload + mine);
    __tsan_write4(w.scratch + mine);
    sim_warp_sync(all), sim_warp_sync(all), sim_warp_sync(0);
    sim_warp_exchange(all, &mine, &theirs, sizeof mine, 0),
        sim_warp_exchange(0, &mine, &theirs, sizeof mine, 1);
    sim_warp_vote(all, true), sim_warp_active();
    __tsan_atomic32_fetch_add(w.flag, 1, __ATOMIC_RELAXED);
    __tsan_atomic32_fetch_add(&mine, 1, __ATOMIC_RELAXED);
}

/* 64 threads load 256 bytes twice and store 256: 8 sectors each. */
static void judge_counts_of_reports(bench &b, uint64_t warps)
{
    const uint64_t want[18] = {512, 0, 2 * warps, 16, 16,        0,         256, warps, 8,
                               8,   1, 0,         0,  3 * warps, 4 * warps, 64,  0,     0};
    struct launch_counters totals = {};
    struct text report;
    uint64_t got[18];
    foldcheck_backend.counters(b.device, true, nullptr);
    report_of(b, "counts_reports", counts_reports, 64, true, &report);
    foldcheck_backend.counters(b.device, false, &totals);
    flatten(totals, got);
    for (int i = 0; i < 18; i++)
        if (got[i] != want[i] || *report.at) {
            b.wrong++;
            printf("counts_reports: count %d by hand is %llu, got %llu %s\n", i, (unsigned long long)want[i],
                   (unsigned long long)got[i], report.at);
        }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
