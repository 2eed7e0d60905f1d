/* SPDX-License-Identifier: MIT
 * Judges how lanes of a warp meet in ordinary kernels: the lanes that must come, bytes that they hand over, and the
 * lanes that go on where some do not come. */
#ifndef FOLDCHECK_LITMUS_WARP_SYNC_HIP_H
#define FOLDCHECK_LITMUS_WARP_SYNC_HIP_H

#include "cuda_primitives.hip.h"

namespace FOLDCHECK_NAMESPACE
{

static struct {
    uint32_t right, count; /* lanes that found what they should */
    bool went_on;
} met;

/* A mask may name lanes that a block does not have, and lanes that have ended. */
template <int ENDED>
UNSEEN static void syncs_but(const void *)
{
    if ((int)sim_thread() == ENDED) return;
    sim_warp_sync(~UINT64_C(0));
    met.right++;
}

template <uint64_t MASK>
UNSEEN static void syncs_with(const void *)
{
    if (sim_thread() == 0) sim_warp_sync(MASK);
}

UNSEEN static void some_at_barrier(const void *)
{
    if (sim_thread() == 3)
        sim_block_sync();
    else
        sim_warp_sync(0xff);
}

UNSEEN static void syncs_and_votes(const void *)
{
    if (sim_thread() < 4)
        sim_warp_vote(0xff, true);
    else
        sim_warp_sync(0xff);
}

/* Lanes 1 and 3 meet beside lane 0, which waits for lane 4 all the same; then they wait for lane 5. */
UNSEEN static void waits_beside_others(const void *)
{
    uint32_t lane = sim_thread();
    if (lane == 0 || lane == 3) sim_yield();
    if (lane == 0)
        sim_warp_sync(1 << 0 | 1 << 4);
    else if (lane == 1 || lane == 3)
        sim_warp_sync(1 << 1 | 1 << 3), sim_warp_sync(1 << 1 | 1 << 3 | 1 << 5);
    else
        sim_block_sync();
}

/* The meeting of lanes 1 and 3 ends, and that of lane 2, which also names lane 0, has its place: lane 0 waits where it
 * did. */
UNSEEN static void waits_beside_moved(const void *)
{
    static const uint64_t masks[] = {1 << 0 | 1 << 6, 1 << 1 | 1 << 3, 1 << 0 | 1 << 2 | 1 << 7,
                                     1 << 1 | 1 << 3};
    static const int yields[] = {1, 0, 2, 3};
    uint32_t lane = sim_thread();
    for (int i = 0; lane < 4 && i < yields[lane]; i++)
        sim_yield();
    if (lane < 4) sim_warp_sync(masks[lane]);
    sim_block_sync();
}

/* Those that come meet, though another meeting has begun before. */
UNSEEN static void come_beside_mask(const void *)
{
    uint32_t lane = sim_thread();
    if (lane == 0) sim_warp_sync(1 << 0 | 1 << 7);
    if (lane > 0 && lane < 7) met.right += sim_warp_active() == 0x7e;
    sim_block_sync();
}

/* While the other warps wait at the barrier. */
UNSEEN static void some_come(const void *)
{
    uint32_t lane = sim_thread();
    if (lane >= 64 && lane < 68) met.right += sim_warp_active() == 0xf;
    sim_block_sync();
}

/* The last one of the block to wait is among those that come. */
UNSEEN static void last_ones_come(const void *)
{
    if (sim_thread() >= 4) met.right += sim_warp_active() == 0xf0;
    sim_block_sync();
}

/* When the last lane that can run has ended, those that came go on. */
UNSEEN static void last_one_ends(const void *)
{
    uint32_t lane = sim_thread();
    if (lane < 4)
        met.right += sim_warp_active() == 0xf;
    else if (lane < 7)
        met.right += sim_warp_vote(0, true) == 0x70;
}

/* Without a mask those meet that come to the same call. */
UNSEEN static void comes_to_two_calls(const void *)
{
    uint64_t came;
    if (sim_thread() < 4) {
        came = sim_warp_active();
        asm volatile("# the first");
        met.right += came == 0xf;
    } else {
        came = sim_warp_active();
        asm volatile("# the second");
        met.right += came == 0xf0;
    }
}

/* With one they meet from wherever they come. */
UNSEEN static void syncs_at_two_calls(const void *)
{
    if (sim_thread() < 4) {
        sim_warp_sync(0xff);
        asm volatile("# the first");
    } else {
        sim_warp_sync(0xff);
        asm volatile("# the second");
    }
    met.right++;
}

UNSEEN static void some_vote(const void *)
{
    uint32_t lane = sim_thread();
    if (lane < 4) met.right += sim_warp_vote(0xf, lane % 2) == 0xa;
}

/* A lane that takes from one that does not come gets 0xA5 in every byte. */
UNSEEN static void takes_from(const void *)
{
    static const uint32_t from[] = {1, 0, 3, 2, 8, 63, 64, UINT32_MAX};
    uint32_t lane = sim_thread(), mine = 10 + lane, theirs = 0;
    sim_warp_exchange(0xff, &mine, &theirs, sizeof mine, from[lane]);
    met.right += theirs == (from[lane] < 8 ? 10 + from[lane] : 0xa5a5a5a5);
}

/* All bytes of a neighbour's, and none behind them. */
template <uint32_t BYTES>
UNSEEN static void shuffles_bytes(const void *)
{
    unsigned char mine[BYTES + 16], theirs[BYTES + 16];
    uint32_t lane = sim_thread();
    bool right = true;
    for (uint32_t i = 0; i < BYTES + 16; i++)
        mine[i] = (unsigned char)(31 * lane + 7 * i), theirs[i] = 0x77;
    sim_warp_exchange(~UINT64_C(0), mine, theirs, BYTES, lane ^ 1);
    for (uint32_t i = 0; i < BYTES + 16; i++)
        right &= theirs[i] == (i < BYTES ? (unsigned char)(31 * (lane ^ 1) + 7 * i) : 0x77);
    met.right += right;
}

/* Lane 3 shuffles other bytes than the rest. */
template <uint32_t BYTES, uint32_t OF_THE_REST>
UNSEEN static void shuffles_unlike_bytes(const void *)
{
    uint64_t mine = 1, theirs;
    sim_warp_exchange(0xff, &mine, &theirs, sim_thread() == 3 ? BYTES : OF_THE_REST, 0);
}

enum volatile_place { ARGUMENTS, STACK, DEVICE };

/* The lanes come in their order, if lane 0 lets no other go first. It does where others may store, though it has read
 * there. */
template <enum volatile_place PLACE>
UNSEEN static void reads_volatile(const void *arguments)
{
    uint32_t own = 0;
    if (PLACE == DEVICE) __tsan_read4(static_cast<const words *>(arguments)->payload);
    if (sim_thread() == 0)
        __tsan_volatile_read4(PLACE == ARGUMENTS ? const_cast<void *>(arguments)
                              : PLACE == STACK   ? &own
                                                 : static_cast<const words *>(arguments)->payload);
    met.right += met.count++ == sim_thread();
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
    uint32_t threads, right;
} meetings[] = {
    {"syncs_but<-1>", syncs_but<-1>, "", 8, 8},
    {"syncs_but<-1>, 40 lanes", syncs_but<-1>, "", 40, 40},
    {"syncs_but<-1>, 1024 lanes", syncs_but<-1>, "", 1024, 1024},
    {"syncs_but<0>", syncs_but<0>, "", 8, 7},
    {"syncs_but<7>", syncs_but<7>, "", 8, 7},
    {"syncs_with<3>", syncs_with<3>, "", 8, 0},
    {"syncs_with<2>", syncs_with<2>,
     "thread 0: absent lane: __syncwarp with mask 0x2, which does not name its own lane, 0 of ", 8, 0},
    {"some_at_barrier", some_at_barrier, "thread 0: absent lane: waits in a __syncwarp of its warp ", 8, 0},
    {"syncs_and_votes", syncs_and_votes, "thread 0: absent lane: waits in a vote of its warp ", 8, 0},
    {"waits_beside_others", waits_beside_others, " for thread 4, which waits at the block's barrier", 8, 0},
    {"waits_beside_moved", waits_beside_moved, "thread 0: absent lane: waits in a __syncwarp of its warp ", 8,
     0},
    {"waits_beside_moved, for 6", waits_beside_moved, " for thread 6, which waits at the block's barrier", 8,
     0},
    {"come_beside_mask", come_beside_mask, " for thread 7, which waits at the block's barrier", 8, 6},
    {"some_come", some_come, "", 128, 4},
    {"last_ones_come", last_ones_come, "", 8, 4},
    {"last_one_ends", last_one_ends, "", 8, 7},
    {"comes_to_two_calls", comes_to_two_calls, "", 8, 8},
    {"syncs_at_two_calls", syncs_at_two_calls, "", 8, 8},
    {"some_vote", some_vote, "", 8, 4},
    {"takes_from", takes_from, "", 8, 8},
    {"shuffles_bytes<1>", shuffles_bytes<1>, "", 8, 8},
    {"shuffles_bytes<2>", shuffles_bytes<2>, "", 8, 8},
    {"shuffles_bytes<4>", shuffles_bytes<4>, "", 8, 8},
    {"shuffles_bytes<8>", shuffles_bytes<8>, "", 8, 8},
    {"shuffles_bytes<12>", shuffles_bytes<12>, "", 8, 8},
    {"shuffles_bytes<16>", shuffles_bytes<16>, "", 8, 8},
    {"shuffles_bytes<24>", shuffles_bytes<24>, "", 8, 8},
    {"shuffles_bytes<1024>", shuffles_bytes<1024>, "", 8, 8},
    {"shuffles_bytes<1025>", shuffles_bytes<1025>, "a shuffle of 1025 bytes; at most 1024 are carried", 8, 0},
    {"shuffles_unlike_bytes<8, 4>", shuffles_unlike_bytes<8, 4>,
     "thread 7: shuffles 4 bytes with thread 3, which shuffles 8", 8, 0},
    {"shuffles_unlike_bytes<4, 8>", shuffles_unlike_bytes<4, 8>,
     "thread 7: shuffles 8 bytes with thread 3, which shuffles 4", 8, 0},
    {"reads_volatile<ARGUMENTS>", reads_volatile<ARGUMENTS>, "", 8, 8},
    {"reads_volatile<STACK>", reads_volatile<STACK>, "", 8, 8},
    {"reads_volatile<DEVICE>", reads_volatile<DEVICE>, "", 8, 0},
};

/* Lanes vote again before all have read the count; a barrier between two votes is none. */
UNSEEN static void votes_of_block(const void *)
{
    bool right = true;
    for (uint32_t every = 1; every <= 5; every++) {
        right &= sim_block_vote(sim_thread() % every == 0) == (72 + every - 1) / every;
        if (every == 3) sim_block_sync();
    }
    met.right += right;
}

/* Lanes 0 to 4 have voted when the launch fails. */
UNSEEN static void fails_in_vote(const void *)
{
    if (sim_thread() == 5) sim_group_sync(3);
    sim_block_vote(true);
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
    uint32_t threads, right;
} votes[] = {
    {"votes_of_block", votes_of_block, "", 72, 72},
    {"fails_in_vote", fails_in_vote, "a group of 3 lanes", 72, 0},
    {"votes_of_block, again", votes_of_block, "", 72, 72},
};

static void judge_votes(bench &b)
{
    struct text report;
    for (const auto &line : votes) {
        met = {};
        report_of(b, line.name, line.kernel, line.threads, true, &report);
        expect_report(b, line.name, line.report, report);
        expect_notes(b, met.right == line.right, "a block counts other votes than its lanes gave");
    }
}

UNSEEN static void notes_first(const void *)
{
    bool last = met.right++ == 7;
    sim_warp_sync(0xff);
    if (met.count++ == 0) met.went_on = last;
}

UNSEEN static void syncs_for_ever(const void *)
{
    for (int i = 0; i < 1 << 22; i++)
        sim_warp_sync(1);
}

/* Under uniform the lane that comes last goes on first now and then, under fifo always; and a lane that syncs for
 * ever is stopped by the limit of time. */
static void judge_last_to_come(bench &b)
{
    struct text report;
    sim_grid grid = {{1, 1, 1}, {8, 1, 1}, 0, nullptr};
    int firsts[2] = {};
    for (uint64_t seed = 1; seed <= 40; seed++)
        for (int uniform = 0; uniform < 2; uniform++) {
            struct schedule schedule = {};
            schedule.form = uniform ? SCHEDULE_UNIFORM : SCHEDULE_FIFO;
            schedule.seed = seed;
            met = {};
            foldcheck_backend.schedule(b.device, &schedule);
            if (sim_launch_ordinary(&grid, "notes_first", notes_first, "", 1)) finish(b, &report);
            firsts[uniform] += met.went_on;
        }
    expect_notes(b, firsts[0] == 40 && firsts[1] > 0 && firsts[1] < 30,
                 "behind a __syncwarp the schedule does not say the lane that goes on first");
    report.at[0] = 0;
    grid.threads[0] = 1;
    foldcheck_backend.schedule(b.device, nullptr);
    if (sim_launch_ordinary(&grid, "syncs_for_ever", syncs_for_ever, "", 1) &&
        !foldcheck_backend.sync(b.device, 1e-6, &report))
        foldcheck_backend.reset(b.device, nullptr);
    expect_report(b, "syncs_for_ever", "still running when the time limit of 1e-06 s was up", report);
}

/* Lane 64 waits for who comes when the launch fails, and never goes on. */
UNSEEN static void fails_beside_meeting(const void *)
{
    if (sim_thread() == 0) sim_yield(), sim_warp_sync(2);
    if (sim_thread() != 64) return sim_block_sync();
    sim_warp_active();
    met.went_on = true;
}

UNSEEN static void barrier_without_one(const void *)
{
    if (sim_thread() != 3) sim_block_sync();
}

static void judge_meetings(bench &b)
{
    struct text report;
    for (const auto &line : meetings) {
        met = {};
        report_of(b, line.name, line.kernel, line.threads, true, &report);
        expect_report(b, line.name, line.report, report);
        if (met.right == line.right) continue;
        b.wrong++;
        printf("%s: expected %u lanes that found what they should, got %u\n", line.name, line.right,
               met.right);
    }
    met = {};
    report_of(b, "fails_beside_meeting", fails_beside_meeting, 128, true, &report);
    expect_report(b, "fails_beside_meeting", "which does not name its own lane", report);
    report_of(b, "barrier_without_one", barrier_without_one, 64, true, &report);
    expect_report(b, "barrier_without_one", "barrier divergence: ", report);
    expect_notes(b, !met.went_on, "a lane of a launch that failed goes on in a later one");
}

} // namespace FOLDCHECK_NAMESPACE
#endif
