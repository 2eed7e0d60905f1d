/* SPDX-License-Identifier: MIT
 * words DEVICE: every word by which a kernel reaches memory or other lanes, said rightly and wrongly. The kernels
 * are a few lines each; a line of a table says what the simulator must report of one, under every schedule that is
 * tried, or that it must be silent; another table has counts that were worked out by hand. Each wrong kernel has a
 * right twin. Exit status: 0, or 1 with a line for each that was not as expected. */
#include "words_calls.hip.h"
#include "words_costs.hip.h"
#include "words_each.hip.h"
#include "words_every.hip.h"
#include "words_host.hip.h"
#include "words_kept.hip.h"
#include "words_meetings.hip.h"
#include "words_orders.hip.h"
#include "words_places.hip.h"
#include "words_said.hip.h"
#include "words_scripts.hip.h"

const struct strategy *const foldcheck_strategies[] = {nullptr};
const struct operator_code *const foldcheck_operators[] = {nullptr};

namespace FOLDCHECK_NAMESPACE
{

/* A group needs all its lanes. */
static void judge_part_of_group(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    if (launch("by_group_sync", by_group_sync, 1, 6, GROUP, &job, b.w, &report)) finish(b, &report);
    if (!strstr(report.at, "absent lane: a group of 4 lanes, but the block of 6 threads has only 2 of them"))
        say_wrong(b, "a block of 6 threads", 0, "absent lane: a group of 4 lanes", report.at);
}

static void ignore(const void *) {}

/* Launches that no device takes, and the largest of those that it does. */
static void judge_launches(bench &b)
{
    const uint32_t lanes = (uint32_t)foldcheck_backend.caps(b.device)->lanes;
    const struct {
        int blocks, block;
        uint32_t group;
        size_t shared;
        bool taken;
    } launches[] = {{0, 8, GROUP, 0, false},          {1, 0, GROUP, 0, false},
                    {1, 1024, GROUP, 0, true},        {1, 1025, GROUP, 0, false},
                    {1, 64, lanes, 0, true},          {1, 64, lanes + 1, 0, false},
                    {1, 8, GROUP, SHARED_MOST, true}, {1, 8, GROUP, SHARED_MOST + 1, false}};
    for (const auto &asked : launches) {
        struct text report;
        struct job job = {};
        lay_out(b);
        report.at[0] = 0;
        bool taken =
            sim_launch_with_shared(nullptr, "two_loads", (uint64_t)asked.blocks, (uint32_t)asked.block,
                                   asked.group, asked.shared, ignore, &job, sizeof job);
        if (taken) finish(b, &report);
        expect_notes(b, taken == asked.taken && !*report.at,
                     "a launch that is too large is taken, or one that is not is refused");
    }
}

/* What is queued behind a launch is done behind it. */
static void judge_queue(bench &b)
{
    struct text report;
    struct job job = {};
    unsigned char got[256] = {};
    lay_out(b);
    if (launch("stores_ones", stores_ones, 1, 8, GROUP, &job, b.w, &report)) {
        foldcheck_backend.fill(b.device, nullptr, b.w.payload, 0xa5, sizeof got, &report);
        foldcheck_backend.get(b.device, nullptr, got, b.w.payload, sizeof got, &report);
        finish(b, &report);
    }
    expect_notes(b, got[0] == 0xa5 && got[31] == 0xa5 && !*report.at,
                 "a fill behind a launch is done before it");
}

/* Of blocks of more than a warp: 256 and 1024 lanes. */
static void judge_wide_blocks(bench &b)
{
    static const struct {
        const char *name;
        void (*kernel)(words);
        uint32_t lanes;
        const char *report;
    } wide[] = {{"learnt_by_lane_0", learnt_by_lane_0, 256, ""},
#define TOLD(STORES, TELLS, REPORT)                                                                          \
    {"told_of_lane<" #STORES ", " #TELLS ">", told_of_lane<STORES, TELLS>, 256, REPORT}
                TOLD(1, 0, ""),
                TOLD(36, 35, ""),
                TOLD(33, 32, ""),
                TOLD(56, 63, ""),
                TOLD(65, 64, ""),
                TOLD(103, 96, ""),
                TOLD(248, 255, ""),
                TOLD(64, 0, RACE),
                TOLD(0, 64, RACE),
                TOLD(33, 1, RACE),
                TOLD(1, 33, RACE),
                TOLD(65, 33, RACE),
                TOLD(33, 65, RACE),
                TOLD(97, 65, RACE),
                TOLD(39, 40, RACE),
                TOLD(40, 39, RACE),
                {"widest_block", widest_block, 1024, ""}};
    for (const auto &line : wide)
        for (int run = 0; run < RUNS / 4; run++) {
            struct text report;
            struct job job = {};
            struct schedule schedule = nth_schedule(run);
            lay_out(b);
            foldcheck_backend.schedule(b.device, &schedule);
            if (launch(line.name, line.kernel, 2, line.lanes, GROUP, &job, b.w, &report)) finish(b, &report);
            bool right = *line.report ? strstr(report.at, line.report) != nullptr : !*report.at;
            if (!right) say_wrong(b, line.name, run, line.report, report.at);
        }
}

/* Where regions overlap, one that is not stale wins: what the host put there may be read. */
static void judge_stale_overlap(bench &b)
{
    static const unsigned char zeros[256] = {};
    struct text report;
    struct job job = {};
    lay_out(b);
    region(b, "stale again", 1024, 4, 256, true);
    foldcheck_backend.put(b.device, nullptr, b.w.payload, zeros, sizeof zeros, &report);
    report.at[0] = 0;
    if (launch("loads_first", loads_first, 1, 8, GROUP, &job, b.w, &report)) finish(b, &report);
    if (*report.at) say_wrong(b, "a stale region over another", 0, "", report.at);
}

/* Memory that was given back is named. */
static void judge_freed(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    words w = b.w;
    void *freed = foldcheck_backend.alloc(b.device, 4096, &report);
    w.payload = static_cast<uint32_t *>(freed);
    foldcheck_backend.release(b.device, freed);
    if (launch("loads_first", loads_first, 1, 8, GROUP, &job, w, &report)) finish(b, &report);
    if (!strstr(report.at, "at byte 0 of an allocation that was freed"))
        say_wrong(b, "freed memory", 0, "at byte 0 of an allocation that was freed", report.at);
}

static void judge_fifo(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    bool in_order = true;
    schedule.form = SCHEDULE_FIFO;
    for (schedule.resident = 1; schedule.resident <= 4; schedule.resident++) {
        notes(b, notes_order, schedule, noted);
        for (uint32_t i = 0; i < ORDERED; i++)
            in_order &= noted[i] == i;
    }
    expect_notes(b, in_order, "fifo is not first come, first served");
}

/* As many blocks are resident as the schedule says, and 4 where it says nothing. */
static void judge_resident(bench &b)
{
    static const uint64_t asked[] = {1, 2, 3, 4, 8, 16, 0}, given[] = {1, 2, 3, 4, 8, 16, 4};
    for (size_t r = 0; r < sizeof asked / sizeof asked[0]; r++)
        for (int form = SCHEDULE_FIFO; form <= SCHEDULE_UNIFORM; form++) {
            uint32_t noted[ORDERED], most = 0;
            struct schedule schedule = {};
            schedule.form = (enum schedule_form)form;
            schedule.resident = asked[r];
            notes(b, notes_resident, schedule, noted);
            for (uint32_t now : noted)
                most = now > most ? now : most;
            expect_notes(b, most == given[r], "another number of blocks is resident than was asked for");
        }
}

/* Without the search for races and unwritten memory, a kernel with such a mistake runs to its end in silence; all else
 * is reported as before. */
static void judge_unchecked(bench &b)
{
    for (const told &line : table) {
        told unchecked = line;
        unchecked.runs = 2;
        if (strstr(line.report, RACE) || strstr(line.report, "order with") ||
            strstr(line.report, "read by") || strstr(line.report, FRESH))
            unchecked.report = "";
        judge(b, unchecked);
    }
}

} // namespace FOLDCHECK_NAMESPACE

int main(int argc, char **argv)
{
    using namespace FOLDCHECK_NAMESPACE;
    struct text why;
    struct device_name name;
    bool outcomes = argc == 3 && strcmp(argv[2], "outcomes") == 0; /* prints their table, and is done */
    if ((argc != 2 && !outcomes) || !device_name_parse(argv[1], &name, &why)) {
        fprintf(stderr, "words: expected sim32 or sim64, and perhaps outcomes\n");
        return 2;
    }
    bench b = {};
    if (outcomes) {
        open_bench(b, name);
        every::judge_outcomes(b, true);
        close_bench(b);
        return b.wrong ? 1 : 0;
    }
    const size_t addresses = address_space_but_heap();
    open_bench(b, name);
    judge_early_limit(b);
    judge_pages_given_back(b);
    judge(b, table[0]); /* while the device's blocks are new */
    judge_waits(b);
    judge_widest_groups(b, name.kind == DEVICE_SIM64 ? 64 : 32);
    judge_ordinary(b, true);
    models::judge_litmus(b, name.kind == DEVICE_SIM64 ? models::AMD : models::PTX);
    models::judge_wrong_orders(b);
    every::judge_outcomes(b, false);
    judge_reports(b);
    judge_plain_calls(b);
    judge_atomic_calls(b);
    judge_said(b, true);
    judge_said_waits(b);
    judge_meetings(b);
    judge_votes(b);
    judge_last_to_come(b);
    judge_each(b);
    judge_host(b);
    judge_reached(b);
    for (const told &line : table)
        judge(b, line);
    judge_overlap(b);
    judge_streams(b, true);
    judge_streams(b, false);
    for (const expected &line : counts)
        judge_counts(b, line, name.kind == DEVICE_SIM64);
    judge_counts_of_reports(b, name.kind == DEVICE_SIM64 ? 1 : 2);
    judge_crossings(b);
    judge_crossings_at_page_end(b);
    judge_crossings_of_streams(b);
    judge_shared(b);
    judge_places(b, name.kind == DEVICE_SIM64);
    judge_orders(b, SCHEDULE_UNIFORM, "uniform: a line has one order, and seeds have others");
    judge_orders(b, SCHEDULE_PCT, "pct: a line has one order, and seeds have others");
    judge_change_points(b);
    judge_firsts(b);
    judge_turns(b);
    judge_units(b);
    judge_wide_units(b, name.kind == DEVICE_SIM64 ? 64 : 32);
    judge_falls(b);
    judge_first_falls(b);
    judge_highest(b);
    judge_spinners(b);
    judge_unfair_blocks(b);
    judge_unfair_wide(b);
    judge_rounds(b);
    judge_lower_before(b, name.kind == DEVICE_SIM64 ? 64 : 32);
    judge_queue(b);
    judge_part_of_group(b);
    judge_launches(b);
    judge_wide_blocks(b);
    judge_stale_overlap(b);
    judge_freed(b);
    judge_swap(b);
    judge_fifo(b);
    judge_resident(b);
    judge_edges(b);
    judge_allocations(b);
    judge_regions(b);
    judge_places_of_a_block(b);
    judge_many_pages(b);
    judge_copies(b);
    judge_who_goes_on(b);
    judge_indices(b);
    judge_limits(b);
    judge_started(b);
    judge_pool(b);
    judge_dropped(b);
    judge_stacks(b);
    judge_memory(b);
    judge_read_only(b);
    judge_events(b);
    judge_look_at_end(b);
    judge_scripts(b, name.kind == DEVICE_SIM64 ? 64 : 32);
    judge_many_flags(b);
    judge_many_blocks(b);
    close_bench(b);
    judge_closed(b, name);
    open_bench(b, name); /* a device that is opened again has memory of its own */
    judge_overflow(b);
    judge_many_pages(b);
    judge(b, table[0]);
    close_bench(b);
    setenv("FOLDCHECK_SIM_CHECKS", "off", 1);
    open_bench(b, name);
    judge_no_memory(b);
    judge_unchecked(b);
    judge_ordinary(b, false);
    judge_said(b, false);
    judge_no_room_for_checks(b);
    judge_costs(b, name.kind == DEVICE_SIM64 ? 64 : 32);
    close_bench(b);
    expect_notes(b, (ptrdiff_t)(address_space_but_heap() - addresses) < 32 << 20,
                 "a device that is closed keeps the stacks of its lanes");
    return b.wrong ? 1 : 0;
}
