/* SPDX-License-Identifier: MIT
 * Judges the schedules of the simulator by the orders of blocks and lanes. */
#ifndef FOLDCHECK_LITMUS_WORDS_ORDERS_HIP_H
#define FOLDCHECK_LITMUS_WORDS_ORDERS_HIP_H

#include "words_bench.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* What each block noted under the schedule. */
static void notes(bench &b, void (*kernel)(words), struct schedule schedule, uint32_t noted[ORDERED])
{
    struct text report;
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    if (launch("noted", kernel, ORDERED, 8, GROUP, &job, b.w, &report)) {
        foldcheck_backend.get(b.device, nullptr, noted, b.w.payload, ORDERED * sizeof noted[0], &report);
        finish(b, &report);
    }
    if (*report.at) say_wrong(b, "a schedule", 0, "", report.at);
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

} // namespace FOLDCHECK_NAMESPACE
#endif
