/* SPDX-License-Identifier: MIT
 * Words of ordinary kernels: syncs of some lanes of a warp, fences and atomics that name an order. */
#ifndef FOLDCHECK_LITMUS_WORDS_ORDINARY_HIP_H
#define FOLDCHECK_LITMUS_WORDS_ORDINARY_HIP_H

#include "hip/sim/ordinary.h"
#include "words_bench.hip.h"

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

extern "C" void __tsan_volatile_write4(void *to);

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
    {"volatile_in_shared<1>", volatile_in_shared<1>, "lanes of one warp need not be in step", 128},
    {"volatile_in_shared<64>", volatile_in_shared<64>, "", 128},
    {"volatile_in_device", volatile_in_device, "", 128},
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

} // namespace FOLDCHECK_NAMESPACE
#endif
