/* SPDX-License-Identifier: MIT
 * Costs of scripts that are drawn at random, against costs that are worked out in the plainest way: an access of a warp
 * is a list of its lanes' bytes, and bytes, sectors and banks are counted one by one. */
#ifndef FOLDCHECK_LITMUS_RANDOM_COSTS_HIP_H
#define FOLDCHECK_LITMUS_RANDOM_COSTS_HIP_H

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "bench.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum cost_act {
    COSTS_DATA,
    COSTS_SCRATCH,
    COSTS_SHARED,
    COSTS_OWN,
    COSTS_ATOMIC,
    COSTS_COMBINE,
    COSTS_BARRIER,
    COSTS_SYNC,
    COSTS_SHUFFLE
};

enum { COST_STEPS = 24, COST_THREADS = 128, COST_SCRIPTS = 250, COST_SHARED = 2048, COST_SCRATCH_AT = 4096 };

struct cost_step {
    enum cost_act act;
    int site;
    bool stores;
    uint32_t group;
    bool takes_part[COST_THREADS];
    uint32_t at[COST_THREADS], bytes[COST_THREADS];
};

static struct {
    cost_step steps[COST_STEPS];
    unsigned char *arena;
    uintptr_t shared; /* where the block's array lies */
    uint32_t threads;
    uint64_t random;
} costs;

static uint32_t cost_draw(uint32_t bound)
{
    costs.random += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((splitmix64(costs.random) >> 32) * bound >> 32);
}

static void draw_lanes(cost_step &s)
{
    static const uint32_t sizes[] = {1, 2, 4, 4, 4, 8, 16};
    uint32_t bytes = sizes[cost_draw(7)], stride = bytes * (cost_draw(2) ? 1 : 1 + cost_draw(40)),
             from = cost_draw(64) * 4;
    bool any = cost_draw(4) == 0, all = cost_draw(2);
    for (uint32_t i = 0; i < COST_THREADS; i++) {
        s.takes_part[i] = all || cost_draw(2);
        s.bytes[i] = any ? sizes[cost_draw(7)] : bytes;
        s.at[i] = (any ? cost_draw(64) * 4 : from + i * stride) % (COST_SHARED - 16);
    }
}

static void draw_costs(void)
{
    static const enum cost_act acts[] = {COSTS_DATA,    COSTS_DATA,    COSTS_DATA, COSTS_SCRATCH,
                                         COSTS_SHARED,  COSTS_SHARED,  COSTS_OWN,  COSTS_ATOMIC,
                                         COSTS_COMBINE, COSTS_BARRIER, COSTS_SYNC, COSTS_SHUFFLE};
    for (cost_step &s : costs.steps) {
        s = {};
        s.act = acts[cost_draw(sizeof acts / sizeof acts[0])];
        s.site = (int)cost_draw(6);
        s.stores = cost_draw(3) == 0;
        for (s.group = 1u << cost_draw(6); costs.threads % s.group;)
            s.group /= 2;
        draw_lanes(s);
        bool all = s.act == COSTS_BARRIER;
        for (uint32_t i = 0; (all || s.act == COSTS_SYNC || s.act == COSTS_SHUFFLE) && i < COST_THREADS; i++)
            s.takes_part[i] = all || s.takes_part[i / s.group * s.group];
    }
}

/* Six instructions, which the compiler must not put together. */
__attribute__((noinline, no_sanitize("thread"))) static void touch_from(int site, const void *at,
                                                                        size_t bytes, bool stores)
{
    if (site == 0) {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the first");
    } else if (site == 1) {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the second");
    } else if (site == 2) {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the third");
    } else if (site == 3) {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the fourth");
    } else if (site == 4) {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the fifth");
    } else {
        sim_touch(at, bytes, 1, stores);
        asm volatile("# the sixth");
    }
}

__attribute__((noinline, no_sanitize("thread"))) static void spend(const void *own)
{
    unsigned char *shared = static_cast<unsigned char *>(sim_shared(1, COST_SHARED, 16));
    costs.shared = reinterpret_cast<uintptr_t>(shared);
    uint32_t lane = sim_thread(), mine = 1, theirs;
    for (const cost_step &s : costs.steps) {
        if (!s.takes_part[lane]) continue;
        if (s.act == COSTS_DATA) touch_from(s.site, costs.arena + s.at[lane], s.bytes[lane], s.stores);
        if (s.act == COSTS_SCRATCH)
            touch_from(s.site, costs.arena + COST_SCRATCH_AT + s.at[lane], s.bytes[lane], s.stores);
        if (s.act == COSTS_SHARED) touch_from(s.site, shared + s.at[lane], s.bytes[lane], s.stores);
        if (s.act == COSTS_OWN) touch_from(s.site, own, 1, false);
        if (s.act == COSTS_ATOMIC) sim_atomic_add32(reinterpret_cast<uint32_t *>(costs.arena), 1);
        if (s.act == COSTS_COMBINE) sim_combined();
        if (s.act == COSTS_BARRIER) sim_block_sync();
        if (s.act == COSTS_SYNC) sim_group_sync(s.group);
        if (s.act == COSTS_SHUFFLE) sim_exchange(&mine, &theirs, sizeof mine, 0, s.group);
    }
}

/* ---- in the plainest way ----------------------------------------------------------------------------------- */

/* An access of a warp: where, from which instruction, whether it stores, the warp, barriers and other words of waiting
 * that its lanes have passed, and how many such accesses a lane did before it. */
typedef std::tuple<int, int, bool, uint32_t, int, int, int> whose_access;
typedef std::vector<std::pair<uintptr_t, uint32_t>> lanes_bytes;

static uintptr_t cost_place(const cost_step &s)
{
    uintptr_t arena = reinterpret_cast<uintptr_t>(costs.arena);
    return s.act == COSTS_SHARED ? costs.shared : arena + (s.act == COSTS_SCRATCH ? COST_SCRATCH_AT : 0);
}

static uint64_t units_touched(const lanes_bytes &access, uintptr_t unit)
{
    std::set<uintptr_t> units;
    for (const auto &lane : access)
        for (uintptr_t at = lane.first; at < lane.first + lane.second; at++)
            units.insert(at / unit);
    return units.size();
}

/* A bank gives a word a cycle. */
static uint64_t cycles_lost(const lanes_bytes &access)
{
    std::set<uintptr_t> words;
    uint64_t in_bank[32] = {};
    for (const auto &lane : access)
        for (uintptr_t at = lane.first; at < lane.first + lane.second; at++)
            words.insert(at / 4);
    for (uintptr_t word : words)
        in_bank[word % 32]++;
    return *std::max_element(in_bank, in_bank + 32) - (words.size() + 31) / 32;
}

static std::map<whose_access, lanes_bytes> accesses_of(uint32_t warp)
{
    std::map<whose_access, lanes_bytes> accesses;
    for (uint32_t lane = 0; lane < costs.threads; lane++) {
        int barriers = 0, waits = 0;
        std::map<whose_access, int> before;
        for (const cost_step &s : costs.steps) {
            bool waiting = s.act == COSTS_SYNC || s.act == COSTS_SHUFFLE;
            if (!s.takes_part[lane]) continue;
            if (s.act == COSTS_BARRIER || (waiting && s.group == costs.threads))
                barriers++, waits = 0;
            else if (waiting)
                waits++;
            if (s.act > COSTS_SHARED) continue;
            whose_access whose{s.act, s.site, s.stores, lane / warp, barriers, waits, 0};
            std::get<6>(whose) = before[whose]++;
            accesses[whose].push_back({cost_place(s) + s.at[lane], s.bytes[lane]});
        }
    }
    return accesses;
}

static uint64_t words_said(enum cost_act act)
{
    uint64_t count = 0;
    for (const cost_step &s : costs.steps) {
        uint32_t every = act == COSTS_BARRIER ? costs.threads : act >= COSTS_SYNC ? s.group : 1;
        for (uint32_t i = 0; s.act == act && i < costs.threads; i += every)
            count += s.takes_part[i];
    }
    return count;
}

static void add_access(struct launch_counters &t, const whose_access &whose, const lanes_bytes &access)
{
    t.accesses++;
    t.active_lanes += access.size();
    if (std::get<0>(whose) == COSTS_SHARED) {
        t.bank_conflicts += cycles_lost(access);
        return;
    }
    struct memory_counters &place = std::get<0>(whose) == COSTS_SCRATCH ? t.scratch : t.data;
    for (const auto &lane : access)
        (std::get<2>(whose) ? place.stored : place.loaded) += lane.second;
    place.accesses++;
    place.sectors += units_touched(access, 32);
    place.fewest += (units_touched(access, 1) + 31) / 32;
}

static struct launch_counters costs_expected(uint32_t warp)
{
    struct launch_counters t = {};
    t.barriers = words_said(COSTS_BARRIER);
    t.group_syncs = words_said(COSTS_SYNC);
    t.shuffles = words_said(COSTS_SHUFFLE);
    t.atomics = words_said(COSTS_ATOMIC);
    t.combines = words_said(COSTS_COMBINE);
    for (const auto &access : accesses_of(warp))
        add_access(t, access.first, access.second);
    return t;
}

static void judge_costs(bench &b, uint32_t warp)
{
    static const uint32_t threads[] = {8, 32, 64, 96, COST_THREADS};
    costs.arena = b.memory;
    foldcheck_backend.region(b.device, b.memory, 0, 0, false, nullptr);
    region(b, "data", 0, 1, COST_SCRATCH_AT, false);
    region(b, "scratch", COST_SCRATCH_AT, 1, ARENA - COST_SCRATCH_AT, false);
    for (int n = 0; n < COST_SCRIPTS; n++) {
        struct text report;
        struct launch_counters got = {};
        costs.random = (uint64_t)n * 1000003;
        costs.threads = threads[cost_draw(5)];
        draw_costs();
        report.at[0] = 0;
        foldcheck_backend.schedule(b.device, nullptr);
        foldcheck_backend.counters(b.device, true, nullptr);
        if (sim_launch(nullptr, "spend", 1, costs.threads, 1, spend, "", 1)) finish(b, &report);
        foldcheck_backend.counters(b.device, false, &got);
        struct launch_counters want = costs_expected(warp);
        const uint64_t pairs[][2] = {{want.data.loaded, got.data.loaded},
                                     {want.data.stored, got.data.stored},
                                     {want.data.accesses, got.data.accesses},
                                     {want.data.sectors, got.data.sectors},
                                     {want.data.fewest, got.data.fewest},
                                     {want.scratch.loaded, got.scratch.loaded},
                                     {want.scratch.stored, got.scratch.stored},
                                     {want.scratch.accesses, got.scratch.accesses},
                                     {want.scratch.sectors, got.scratch.sectors},
                                     {want.scratch.fewest, got.scratch.fewest},
                                     {want.accesses, got.accesses},
                                     {want.active_lanes, got.active_lanes},
                                     {want.bank_conflicts, got.bank_conflicts},
                                     {want.barriers, got.barriers},
                                     {want.group_syncs, got.group_syncs},
                                     {want.shuffles, got.shuffles},
                                     {want.atomics, got.atomics},
                                     {want.combines, got.combines}};
        int i = 0;
        for (const auto &pair : pairs) {
            if (pair[0] != pair[1] || *report.at) {
                b.wrong++;
                printf("costs of script %d, %u threads: number %d is %llu, got %llu %s\n", n, costs.threads,
                       i, (unsigned long long)pair[0], (unsigned long long)pair[1], report.at);
                return;
            }
            i++;
        }
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
