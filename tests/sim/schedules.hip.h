/* SPDX-License-Identifier: MIT
 * Judges the schedules of the simulator by the orders of blocks and lanes. */
#ifndef FOLDCHECK_LITMUS_SCHEDULES_HIP_H
#define FOLDCHECK_LITMUS_SCHEDULES_HIP_H

#include "bench.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Notes of some blocks under the schedule, in `count` words. */
static void notes_of(bench &b, int blocks, void (*kernel)(words), struct schedule schedule, uint32_t *noted,
                     size_t count)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    if (launch("noted", kernel, blocks, 8, GROUP, &job, b.w, &report)) {
        foldcheck_backend.get(b.device, nullptr, noted, b.w.payload, count * sizeof noted[0], &report);
        finish(b, &report);
    }
    if (*report.at) say_wrong(b, "a schedule", 0, "", report.at);
}

/* Notes of each block. */
static void notes(bench &b, void (*kernel)(words), struct schedule schedule, uint32_t noted[ORDERED])
{
    notes_of(b, ORDERED, kernel, schedule, noted, ORDERED);
}

/* The same line gives the same order; other seeds, and other change points, give other ones. */
static void judge_orders(bench &b, enum schedule_form form, const char *words)
{
    uint32_t first[ORDERED], noted[ORDERED];
    struct schedule schedule = {};
    int others = 0;
    schedule.form = form;
    schedule.resident = 8;
    notes(b, notes_order, schedule, first);
    notes(b, notes_order, schedule, noted);
    expect_notes(b, memcmp(first, noted, sizeof first) == 0, words);
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        notes(b, notes_order, schedule, noted);
        others += memcmp(first, noted, sizeof first) != 0;
    }
    expect_notes(b, others >= 15, words);
}

/* Where a change point is late enough to meet the block that is first, it makes another one go before it. */
static void judge_change_points(bench &b)
{
    uint32_t first[ORDERED], noted[ORDERED];
    struct schedule schedule = {};
    int others = 0;
    schedule.form = SCHEDULE_PCT;
    schedule.resident = 8;
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        schedule.change_points = 0;
        notes(b, notes_order, schedule, first);
        schedule.change_points = 1;
        schedule.change_point[0] = 1;
        notes(b, notes_order, schedule, noted);
        others += memcmp(first, noted, sizeof first) != 0;
    }
    expect_notes(b, others >= 15, "a change point changes nothing");
}

/* Under uniform each of the blocks that are resident at first is the first under some seed, and the last of them. */
static void judge_firsts(bench &b)
{
    uint32_t noted[ORDERED], first = 0, last = 0;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNIFORM;
    schedule.resident = ORDERED;
    for (schedule.seed = 1; schedule.seed <= 300; schedule.seed++) {
        notes(b, notes_order, schedule, noted);
        for (int i = 0; i < ORDERED; i++) {
            if (noted[i] == 0) first |= 1u << i;
            if (noted[i] == ORDERED - 1) last |= 1u << i;
        }
    }
    expect_notes(b, first == 0xffff && last == 0xffff,
                 "uniform: some block is never the first, or never the last");
}

/* Under uniform a lane that had its turn may have the next one, too, while another one waits: either lane. */
static void judge_turns(bench &b)
{
    uint32_t noted[ORDERED], again = 0;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNIFORM;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 40; schedule.seed++) {
        notes(b, notes_turns, schedule, noted);
        for (int i = 0; i < ORDERED; i++) {
            const uint32_t *other = noted + (i < 8 ? 8 : 0); /* which has begun, and not ended */
            bool both = i % 8 && other[0] < noted[i - 1] && noted[i] < other[7];
            if (both && noted[i] == noted[i - 1] + 1) again |= 1u << i / 8;
        }
    }
    expect_notes(b, again == 3, "uniform: some lane never has two turns in a row");
}

static void judge_swap(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    notes(b, notes_swap, schedule, noted);
    expect_notes(b, noted[0] == 1 && noted[1] == 5 && noted[2] == 0,
                 "a swap compares half of a word, or gives another number than it found");
}

/* Tickets of 2 blocks of 8 lanes, in the order of the lanes. */
static void notes_lanes(words w)
{
    if (block_id() < 2) store(w.payload + block_id() * 8 + thread_id(), take_ticket(w.flag));
}

/* Under pct priorities are of lanes, of warps or of blocks, by the seed: now and then a block is done before the other
 * begins, and now and then their lanes mix. */
static void judge_units(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    int whole = 0, mixed = 0;
    schedule.form = SCHEDULE_PCT;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 30; schedule.seed++) {
        uint32_t of_first = 0;
        notes(b, notes_lanes, schedule, noted);
        for (int i = 0; i < 8; i++)
            of_first += noted[i] < 8;
        (of_first == 0 || of_first == 8 ? whole : mixed)++;
    }
    expect_notes(b, whole >= 8 && mixed >= 4, "pct: priorities are never of blocks, or never of lanes");
}

enum { WIDE_BLOCK = 128, WIDE_TICKETS = 2 * 2 * WIDE_BLOCK };

static uint32_t wide_takers[WIDE_TICKETS]; /* lanes, those of the second block behind those of the first */

/* Each lane of two blocks of more than a warp takes 2 tickets, two scheduling points a ticket. */
__attribute__((noinline, no_sanitize("thread"))) static void takes_of_wide(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    for (int i = 0; i < 2; i++)
        wide_takers[sim_atomic_add(flag, 1) % WIDE_TICKETS] =
            (uint32_t)sim_block() * WIDE_BLOCK + sim_thread();
}

static void take_wide(bench &b, const struct schedule &schedule)
{
    struct text report;
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    memset(wide_takers, 0, sizeof wide_takers);
    report.at[0] = 0;
    if (sim_launch(nullptr, "wide", 2, WIDE_BLOCK, 1, takes_of_wide, &b.w, sizeof b.w)) finish(b, &report);
    if (*report.at) say_wrong(b, "a schedule of wide blocks", 0, "", report.at);
}

/* Does each unit of so many lanes take its tickets in a row? Where one falls behind its first tickets, the first one
 * does, and takes the last tickets, too. */
static bool units_in_a_row(uint32_t unit, bool falls)
{
    uint32_t skip = falls ? unit : 0, first = wide_takers[0] / unit;
    for (uint32_t i = 0; i < skip; i++)
        if (wide_takers[i] / unit != first || wide_takers[WIDE_TICKETS - 1 - i] / unit != first) return false;
    for (uint32_t i = skip; i < WIDE_TICKETS - skip; i++)
        if (wide_takers[i] / unit != wide_takers[skip + (i - skip) / (2 * unit) * 2 * unit] / unit)
            return false;
    return true;
}

/* Which of the units has the priorities under pct with this seed; the last one where none of the others has. */
static int unit_of_seed(bench &b, uint64_t seed, const uint32_t units[3])
{
    struct schedule schedule = {};
    schedule.form = SCHEDULE_PCT;
    schedule.seed = seed;
    schedule.resident = 2;
    take_wide(b, schedule);
    int u = 0;
    while (u < 2 && !units_in_a_row(units[u], false))
        u++;
    return u;
}

/* Under pct priorities are of lanes, of warps or of whole blocks, of each by many seeds. All of a unit falls where one
 * of its lanes comes to a change point: point 2 * unit + 1 is before the second tickets. */
static void judge_wide_units(bench &b, uint32_t warp)
{
    const uint32_t units[] = {1, warp, WIDE_BLOCK};
    int seeds[3] = {}, fell = 0;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_PCT;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 60; schedule.seed++) {
        int u = unit_of_seed(b, schedule.seed, units);
        seeds[u] += units_in_a_row(units[u], false);
        schedule.change_points = 1;
        schedule.change_point[0] = 2 * units[u] + 1;
        take_wide(b, schedule);
        fell += units_in_a_row(units[u], true);
    }
    expect_notes(b,
                 seeds[0] + seeds[1] + seeds[2] == 60 && seeds[0] >= 12 && seeds[1] >= 12 && seeds[2] >= 12,
                 "pct: priorities are never of lanes, never of warps or never of blocks");
    expect_notes(b, fell == 60, "pct: a lane falls without those that share its priority");
}

/* Two blocks take 8 tickets each. */
static void notes_many(words w)
{
    if (thread_id() != 0 || block_id() > 1) return;
    for (int i = 0; i < 8; i++)
        store(w.payload + block_id() * 8 + i, take_ticket(w.flag));
}

/* Under unfair a block falls somewhere on its way: now and then the other one is done in the midst of it, and now
 * and then not. */
static void judge_falls(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    int whole = 0, mixed = 0;
    schedule.form = SCHEDULE_UNFAIR;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 40; schedule.seed++) {
        uint32_t of_first = 0;
        notes(b, notes_many, schedule, noted);
        for (int i = 0; i < 8; i++)
            of_first += noted[i] < 8;
        (of_first == 0 || of_first == 8 ? whole : mixed)++;
    }
    expect_notes(b, whole >= 4 && mixed >= 4, "unfair: blocks fall at their first step alone, or never");
}

static struct {
    int began;
    uint32_t before; /* tickets that the first block to begin had taken when the second took its first one */
} fallen;

static void notes_begins(words w)
{
    if (thread_id() != 0 || block_id() > 1) return;
    bool second = fallen.began++ != 0;
    for (int i = 0; i < 600; i++) {
        uint32_t ticket = take_ticket(w.flag);
        if (second && i == 0) fallen.before = ticket;
    }
}

/* Under unfair a block may fall before its first word, before its second, and hundreds of words later. */
static void judge_first_falls(bench &b)
{
    struct schedule schedule = {};
    int at_once = 0, early = 0, late = 0;
    schedule.form = SCHEDULE_UNFAIR;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 120; schedule.seed++) {
        struct text report;
        struct job job = {};
        lay_out(b);
        fallen = {};
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch("noted", notes_begins, 2, 1, 1, &job, b.w, &report)) finish(b, &report);
        at_once += fallen.before == 0;
        early += fallen.before == 1;
        late += fallen.before >= 300 && fallen.before < 600;
    }
    expect_notes(b, at_once >= 10 && early >= 5 && late >= 1,
                 "unfair: no block falls at its first step, at its second or third, or late");
}

/* ---- priorities by hand ------------------------------------------------------------------------------------ */

/* Sixteen blocks take 4 tickets each, two scheduling points a ticket; which block took which. */
static void notes_takers(words w)
{
    for (int i = 0; thread_id() == 0 && i < 4; i++)
        store(w.payload + take_ticket(w.flag), (uint32_t)block_id());
}

/* The block that took the tickets from one number up to another; -1 where several did. */
static int taker(const uint32_t *takers, int from, int to)
{
    for (int i = from; i < to; i++)
        if (takers[i] != takers[from]) return -1;
    return (int)takers[from];
}

/* Under pct the highest priority goes on to its end: the first block from point 1, the second from point 9. Point 5
 * comes before the first block's third ticket; the second block then has points 6 to 13, and 10 is before its third.
 * Both go on when all others are done, and of the two the one that came to the line's first point is the last. */
static void judge_highest(bench &b)
{
    static const struct {
        int count;
        uint64_t point[3]; /* those behind the count are none */
    } lines[] = {{0, {3, 0, 0}}, {2, {5, 10, 30}}, {2, {10, 5, 30}}};
    bool right = true;
    for (uint64_t seed = 1; seed <= 20; seed++)
        for (const auto &line : lines) {
            uint32_t takers[64];
            struct schedule schedule = {};
            schedule.form = SCHEDULE_PCT;
            schedule.seed = seed;
            schedule.resident = ORDERED;
            schedule.change_points = line.count;
            memcpy(schedule.change_point, line.point, sizeof line.point);
            notes_of(b, ORDERED, notes_takers, schedule, takers, 64);
            bool falls = line.count != 0;
            for (int i = falls; i < ORDERED - falls; i++)
                right &= taker(takers, 4 * i, 4 * i + 4) >= 0;
            if (!falls) continue;
            int first = taker(takers, 0, 2), second = taker(takers, 2, 4);
            bool first_is_last = line.point[0] == 5;
            right &= first >= 0 && second >= 0 && taker(takers, 60, 62) == (first_is_last ? second : first) &&
                     taker(takers, 62, 64) == (first_is_last ? first : second);
        }
    expect_notes(b, right, "pct: another block than the highest goes on, or falls elsewhere");
}

/* A ticket, 300 yields and another ticket. */
static void notes_spinners(words w)
{
    for (int i = 0; thread_id() == 0 && i < 2; i++) {
        store(w.payload + take_ticket(w.flag), (uint32_t)block_id());
        for (int k = 0; i == 0 && k < 300; k++)
            spin();
    }
}

/* Each block falls at its 256th yield, below all that fell before it: in that order they go on, each to its end. */
static void judge_spinners(bench &b)
{
    uint32_t takers[2 * ORDERED];
    struct schedule schedule = {};
    bool right = true;
    schedule.form = SCHEDULE_PCT;
    schedule.resident = ORDERED;
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        notes_of(b, ORDERED, notes_spinners, schedule, takers, 2 * ORDERED);
        for (int i = 0; i < ORDERED; i++)
            right &= takers[i] == takers[ORDERED + i];
    }
    expect_notes(b, right, "pct: blocks that spin do not fall one below the other");
}

/* Each lane of two blocks takes 2 tickets. */
static void notes_takers_of_lanes(words w)
{
    for (int i = 0; i < 2; i++)
        store(w.payload + take_ticket(w.flag), (uint32_t)block_id());
}

/* Under unfair whole blocks fall, each once: the other one goes on, then the first one to its end, then the other.
 * Change points are pct's alone. */
static void judge_unfair_blocks(bench &b)
{
    bool right = true;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint32_t takers[32], again[32];
        int turns = 0;
        struct schedule schedule = {};
        schedule.form = SCHEDULE_UNFAIR;
        schedule.seed = seed;
        schedule.resident = 2;
        notes_of(b, 2, notes_takers_of_lanes, schedule, takers, 32);
        schedule.change_points = 1;
        schedule.change_point[0] = 3;
        notes_of(b, 2, notes_takers_of_lanes, schedule, again, 32);
        for (int i = 1; i < 32; i++)
            turns += takers[i] != takers[i - 1];
        right &= turns <= 3 && memcmp(takers, again, sizeof takers) == 0;
    }
    expect_notes(b, right, "unfair: lanes of a block fall alone, or more than once");
}

/* Blocks of more than a warp fall whole, too. */
static void judge_unfair_wide(bench &b)
{
    bool right = true;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNFAIR;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        int turns = 0;
        take_wide(b, schedule);
        for (int i = 1; i < WIDE_TICKETS; i++)
            turns += wide_takers[i] / WIDE_BLOCK != wide_takers[i - 1] / WIDE_BLOCK;
        right &= turns >= 1 && turns <= 3;
    }
    expect_notes(b, right, "unfair: warps of a block fall alone");
}

static void notes_rounds(words w)
{
    for (int i = 0; i < 2; i++)
        store(w.payload + block_id() * 16 + thread_id() * 2 + i, take_ticket(w.flag));
}

/* Under fifo each lane of the first block goes on to its next word, then each of the second, then the first ones
 * again. */
static void judge_rounds(bench &b)
{
    uint32_t noted[32];
    struct schedule schedule = {};
    bool right = true;
    schedule.form = SCHEDULE_FIFO;
    notes_of(b, 2, notes_rounds, schedule, noted, 32);
    for (uint32_t i = 0; i < 32; i++)
        right &= noted[i] == i % 2 * 16 + i / 16 * 8 + i % 16 / 2;
    expect_notes(b, right, "fifo: lanes of two blocks do not take turns");
}

static struct {
    uint32_t unit, player; /* lanes that share a priority; one of each plays, the others wait for it */
    uint32_t order[3];
} units_fell;

/* By their priorities the units are 0, 1 and 2 here. 0 and 1 spin and fall; 2 waits at the barrier. 0 goes on and comes
 * to point 520, which is no fall to a unit that fell lower before; at the barrier 1 is the last. Then 2 comes to point
 * 524, and falls, but not as low as 0 and 1 are. Each lane that only waits comes to a point before these. */
__attribute__((noinline, no_sanitize("thread"))) static void falls_lower_before(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    if (sim_thread() % units_fell.unit != units_fell.player) {
        sim_block_sync();
        return;
    }
    uint32_t unit = sim_atomic_add(flag, 1);
    for (int i = 0; unit < 2 && i < 256; i++)
        sim_yield();
    if (unit == 0) sim_atomic_add(flag + 1, 1);
    sim_block_sync();
    units_fell.order[sim_atomic_add(flag + 2, 1)] = unit;
}

static bool lower_stays_lower(bench &b, uint64_t seed, uint32_t unit, uint32_t player)
{
    struct text report;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_PCT;
    schedule.seed = seed;
    schedule.change_points = 2;
    schedule.change_point[0] = 524 + 3 * (unit - 1);
    schedule.change_point[1] = 520 + 3 * (unit - 1);
    lay_out(b);
    units_fell = {unit, player, {}};
    foldcheck_backend.schedule(b.device, &schedule);
    report.at[0] = 0;
    if (sim_launch(nullptr, "falls_lower_before", 1, 3 * unit, 1, falls_lower_before, &b.w, sizeof b.w))
        finish(b, &report);
    if (*report.at) say_wrong(b, "falls_lower_before", 0, "", report.at);
    const uint32_t *order = units_fell.order;
    return order[0] == 2 && order[1] == 0 && order[2] == 1;
}

/* Whichever lane of a unit comes to the change point, the first one or the last. */
static void judge_lower_before(bench &b, uint32_t warp)
{
    const uint32_t units[] = {1, warp, WIDE_BLOCK};
    int seeds[3] = {};
    bool right = true;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        int u = unit_of_seed(b, seed, units);
        seeds[u]++;
        if (u == 2) continue; /* lanes of several blocks do not meet at a barrier */
        right &= lower_stays_lower(b, seed, units[u], 0);
        right &= lower_stays_lower(b, seed, units[u], units[u] - 1);
    }
    expect_notes(b, seeds[0] >= 5 && seeds[1] >= 5 && right,
                 "pct: a lane or a warp that fell lower before is raised by a change point");
}

} // namespace FOLDCHECK_NAMESPACE
#endif
