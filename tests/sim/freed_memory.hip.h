/* SPDX-License-Identifier: MIT
 * Judges memory that nothing has written yet, and memory that the simulator gives back: of launches that do all that
 * makes it remember something, of allocations, of devices that are closed. */
#ifndef FOLDCHECK_LITMUS_FREED_MEMORY_HIP_H
#define FOLDCHECK_LITMUS_FREED_MEMORY_HIP_H

#include "bounds.hip.h"
#include "resources.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- fresh memory ------------------------------------------------------------------------------------------ */

static void loads_probe(const void *)
{
    if (sim_thread() == 0) sim_touch(reinterpret_cast<void *>(probe.at[0]), 4, 4, false);
}

/* Of memory without regions the host's bytes may be read, until its regions are forgotten, and its contents
 * with them. */
static void judge_contents(bench &b)
{
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, 256, &report);
    static const char *const expected[] = {FRESH, "", FRESH, ""};
    probe.at[0] = reinterpret_cast<uintptr_t>(at);
    for (int i = 0; i < 4; i++) {
        if (i % 2) foldcheck_backend.fill(b.device, nullptr, at, 0, 256, nullptr);
        if (i == 2) foldcheck_backend.region(b.device, at, 0, 0, false, nullptr);
        report.at[0] = 0;
        foldcheck_backend.schedule(b.device, nullptr);
        if (sim_launch(nullptr, "loads_probe", 1, 8, 1, loads_probe, "", 1)) finish(b, &report);
        bool right = *expected[i] ? strstr(report.at, expected[i]) != nullptr : !*report.at;
        if (!right) say_wrong(b, "contents of an allocation", i, expected[i], report.at);
    }
    foldcheck_backend.release(b.device, at);
}

/* Shared memory as a block finds it; it leaves zeros there. */
UNSEEN static void looks_at_poison(const void *)
{
    volatile unsigned char *bytes = static_cast<unsigned char *>(sim_shared(1, 64, 4));
    for (int i = 0; i < 64; i++) {
        probe.bytes[0] += bytes[i] == 0xa5;
        bytes[i] = 0;
    }
}

/* Memory that nothing has written is 0xa5 in every byte, whatever was there before. */
static void judge_poison(bench &b)
{
    struct text report;
    unsigned char got[300];
    bool right = true;
    for (int i = 0; i < 2; i++) {
        void *at = foldcheck_backend.alloc(b.device, sizeof got, &report);
        foldcheck_backend.get(b.device, nullptr, got, at, sizeof got, &report);
        for (unsigned char byte : got)
            right &= byte == 0xa5;
        foldcheck_backend.fill(b.device, nullptr, at, 0, sizeof got, &report);
        foldcheck_backend.release(b.device, at);
    }
    probe = {};
    foldcheck_backend.schedule(b.device, nullptr);
    if (sim_launch(nullptr, "looks_at_poison", 10, 1, 1, looks_at_poison, "", 1)) finish(b, &report);
    expect_notes(b, right && probe.bytes[0] == 10 * 64 && !*report.at,
                 "fresh memory is not 0xa5 in every byte");
}

UNSEEN static void stores_all_shared(const void *arguments)
{
    if (sim_thread() == 0) sim_touch(sim_shared(1, SHARED_MOST, 4), SHARED_MOST, 4, true);
    meets_all_blocks(arguments);
}

/* Memory that was a block's is fresh when an allocation gets it. */
static void judge_memory_of_blocks(bench &b)
{
    enum { SOME = 24 };
    struct text report;
    struct schedule schedule = {};
    void *at[SOME];
    schedule.form = SCHEDULE_FIFO;
    schedule.resident = 40; /* more than the simulator keeps */
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    if (sim_launch(nullptr, "stores_all_shared", 40, 1, 1, stores_all_shared, &b.w, sizeof b.w))
        finish(b, &report);
    if (*report.at) say_wrong(b, "stores_all_shared", 0, "", report.at);
    for (void *&memory : at)
        memory = foldcheck_backend.alloc(b.device, SHARED_MOST, &report);
    for (int i = 0; i < SOME; i++) {
        probe.at[0] = reinterpret_cast<uintptr_t>(at[i]) + SHARED_MOST / 2;
        report.at[0] = 0;
        if (sim_launch(nullptr, "loads_probe", 1, 8, 1, loads_probe, "", 1)) finish(b, &report);
        if (!strstr(report.at, FRESH)) say_wrong(b, "memory that was a block's", i, FRESH, report.at);
        foldcheck_backend.release(b.device, at[i]);
    }
}

/* ---- what is kept ------------------------------------------------------------------------------------------ */

/* Tells and learns at a few flags in every way. */
UNSEEN static void tells_all(const words &w)
{
    for (int i = 0; i < 10; i++) {
        put_atomic(w.flag + i, 1, __ATOMIC_RELEASE);
        get_atomic(w.flag + i, i % 2 ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED);
        sim_fence(), sim_fence();
        put_atomic(w.flag + i, 1, __ATOMIC_RELAXED);
        get_atomic(w.flag + i, __ATOMIC_RELAXED);
    }
    sim_atomic_add(w.flag + 12, 1), sim_atomic_add(w.flag + 13, 1);
    sim_atomic_store(w.flag + 13, 1, 4, true);
    sim_atomic_store(w.flag + 13, 1, 4, false);
}

/* Lanes meet while each of them knows something else; all of them load what one of them stores. */
UNSEEN static void does_all(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    auto *slot = static_cast<uint32_t *>(sim_shared(1, 32, 4));
    sim_touch(slot + sim_thread(), 4, 4, true);
    tells_all(w);
    sim_group_sync(8);
    for (int i = 0; i < 8; i++)
        sim_touch(slot + i, 4, 4, false);
    sim_touch(w.payload + 3, 4, 4, false);
    sim_touch(reinterpret_cast<unsigned char *>(w.payload) + sim_thread(), 1, 1, false);
    tells_all(w);
    sim_warp_sync(0xff);
    tells_all(w);
    sim_block_sync();
    sim_touch(slot + sim_thread(), 4, 4, true);
}

static const sim_grid two_blocks = {{2, 1, 1}, {8, 1, 1}, 0, nullptr};

static void run_all(bench &b)
{
    struct text report;
    foldcheck_backend.schedule(b.device, nullptr);
    report.at[0] = 0;
    if (sim_launch_ordinary(&two_blocks, "does_all", does_all, &b.w, sizeof b.w)) finish(b, &report);
    if (*report.at) say_wrong(b, "does_all", 0, "", report.at);
}

/* The same, where the host writes behind it. */
static void run_all_and_put(bench &b)
{
    static const unsigned char zeros[256] = {};
    struct text report;
    run_all(b);
    foldcheck_backend.put(b.device, nullptr, b.w.payload, zeros, sizeof zeros, &report);
}

/* Pages of shadow memory that are loaded in parts, by all lanes. */
enum { KEPT_PAGES = 128 };

UNSEEN static void loads_parts(const void *arguments)
{
    unsigned char *at = *static_cast<unsigned char *const *>(arguments);
    for (int i = 0; i < KEPT_PAGES; i++) {
        sim_touch(at + 1024 * i, 512, 4, false);
        sim_touch(at + 1024 * i + 4 * sim_thread(), 4, 4, false);
    }
}

static void run_in_allocation(bench &b)
{
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, 1024 * KEPT_PAGES, &report);
    for (int i = 0; i < 300; i++)
        foldcheck_backend.region(b.device, at, 1024 * KEPT_PAGES, 1, false, "parts");
    foldcheck_backend.fill(b.device, nullptr, at, 0, 1024 * KEPT_PAGES, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    report.at[0] = 0;
    if (sim_launch(nullptr, "loads_parts", 1, 8, 1, loads_parts, &at, sizeof at)) finish(b, &report);
    if (*report.at) say_wrong(b, "loads_parts", 0, "", report.at);
    foldcheck_backend.release(b.device, at);
}

/* Pages that are written alone, enough of them for the table of pages to grow if they stayed. */
static void fill_allocation(bench &b)
{
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, 1 << 20, &report);
    foldcheck_backend.fill(b.device, nullptr, at, 0, 1 << 20, &report);
    foldcheck_backend.release(b.device, at);
}

/* Says so, if that many times take more than `most` bytes for good when they were done some times before. An allocation
 * that lies elsewhere each time may leave the pages at its ends. */
static void expect_nothing_kept(bench &b, const char *name, void (*once)(bench &), int times, size_t most)
{
    for (int i = 0; i < 12; i++)
        once(b);
    size_t kept = 0;
    for (int round = 0; round < 3; round++) { /* what is kept each time is kept in every round */
        size_t heap = heap_in_use();
        for (int i = 0; i < times; i++)
            once(b);
        kept = heap_in_use() - heap;
        if ((ptrdiff_t)kept < (ptrdiff_t)most) return;
    }
    b.wrong++;
    printf("%s: keeps %zu bytes of memory in %d times\n", name, kept, times);
}

static void judge_kept(bench &b)
{
    struct launch_counters totals;
    lay_out(b);
    expect_nothing_kept(b, "launches", run_all, 100, 6000);
    expect_nothing_kept(b, "launches and puts", run_all_and_put, 100, 6000);
    foldcheck_backend.counters(b.device, true, nullptr);
    expect_nothing_kept(b, "launches that are counted", run_all, 100, 6000);
    foldcheck_backend.counters(b.device, false, &totals);
    expect_nothing_kept(b, "allocations", run_in_allocation, 40, 600000);
}

/* While few pages have been made: the table of pages would grow fourfold. */
static void judge_pages_given_back(bench &b)
{
    expect_nothing_kept(b, "allocations that are filled", fill_allocation, 48, 60000);
}

/* ---- loads of one launch ----------------------------------------------------------------------------------- */

enum { LOADED_WORDS = 8192 };

template <int TIMES>
UNSEEN static void loads_words(const void *arguments)
{
    uint32_t *at = *static_cast<uint32_t *const *>(arguments);
    for (int i = 0; sim_thread() == 0 && i < TIMES * LOADED_WORDS; i++)
        sim_touch(at + i % LOADED_WORDS, 4, 4, false);
}

UNSEEN static void loads_one_word(const void *arguments)
{
    uint32_t *at = *static_cast<uint32_t *const *>(arguments);
    for (int i = 0; i < 2000; i++)
        sim_touch(at, 4, 4, false);
}

/* A lane's later load takes the place of its earlier one. */
static void judge_loads_again(bench &b)
{
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, 4 * LOADED_WORDS, &report);
    size_t heap = 0;
    foldcheck_backend.fill(b.device, nullptr, at, 0, 4 * LOADED_WORDS, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    void (*const kernels[])(const void *) = {loads_words<1>, loads_words<2>, loads_one_word};
    for (auto kernel : kernels) {
        report.at[0] = 0;
        if (sim_launch(nullptr, "loads", 1, 8, 1, kernel, &at, sizeof at)) finish(b, &report);
        if (kernel == loads_words<1>) heap = heap_in_use();
        expect_notes(b, heap_in_use() < heap + 60000 && !*report.at, "a lane that loads again is kept twice");
    }
    foldcheck_backend.release(b.device, at);
}

static void judge_memory(bench &b)
{
    judge_contents(b);
    judge_poison(b);
    judge_memory_of_blocks(b);
    judge_in_use(b);
    judge_given_back(b);
    judge_kept(b);
    judge_loads_again(b);
    judge_no_memory_for_checks(b);
}

/* ---- devices ----------------------------------------------------------------------------------------------- */

static struct {
    struct device_name name;
    bool uniform;
} closed;

/* An allocation is left to the device that closes. */
static void run_device(bench &b)
{
    bench other = {};
    struct text report;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNIFORM;
    other.name = closed.name;
    other.wide = b.wide;
    open_bench(other);
    void *left = foldcheck_backend.alloc(other.device, 5000, &report);
    foldcheck_backend.region(other.device, left, 5000, 1, false, "left");
    foldcheck_backend.fill(other.device, nullptr, left, 0, 5000, &report);
    lay_out(other);
    run_all(other);
    run_in_allocation(other);
    foldcheck_backend.schedule(other.device, &schedule);
    if (closed.uniform && sim_launch(nullptr, "nothing", 1, 256, 1, nothing, "", 1)) finish(other, &report);
    close_bench(other);
    b.wrong += other.wrong;
}

/* While no other device is open. */
static void judge_closed(bench &b, struct device_name name)
{
    closed = {name, false};
    expect_nothing_kept(b, "devices that are closed", run_device, 60, 6000);
    size_t heap = heap_in_use();
    closed.uniform = true;
    for (int i = 0; i < 3; i++)
        run_device(b);
    expect_notes(b, heap_in_use() < heap + 6000, "a device that is closed keeps its list of lanes");
}

/* ---- numbers of blocks ------------------------------------------------------------------------------------- */

/* What struct history of know.h begins with. */
struct history_head {
    uint32_t next, settled; /* numbers of blocks */
};
extern "C" {
extern history_head history;
}

UNSEEN static void loads_and_stores(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() == 0) sim_touch(w.payload, 4, 4, true);
    if (sim_thread() == 0) sim_touch(reinterpret_cast<void *>(probe.at[0]), 4 * SHADOW_PAGE, 1, true);
    sim_touch(w.payload + 1, 4, 4, false);
}

/* When blocks have had 2^30 numbers, they begin anew, and stamps with high numbers are forgotten. */
static void judge_many_blocks(bench &b)
{
    struct text report;
    void *pages = foldcheck_backend.alloc(b.device, 4 * SHADOW_PAGE, &report);
    probe.at[0] = reinterpret_cast<uintptr_t>(pages);
    lay_out(b);
    history.next = history.settled = (UINT32_C(1) << 30) + 1;
    for (int i = 0; i < 3; i++) {
        foldcheck_backend.schedule(b.device, nullptr);
        report.at[0] = 0;
        if (sim_launch(nullptr, "loads_and_stores", 1, 8, 1, loads_and_stores, &b.w, sizeof b.w))
            finish(b, &report);
        if (*report.at) say_wrong(b, "after 2^30 blocks", i, "", report.at);
        expect_notes(b, history.next < 100, "numbers of blocks do not begin anew");
    }
    foldcheck_backend.release(b.device, pages);
    judge(b, table[0]);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
