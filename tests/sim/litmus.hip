/* SPDX-License-Identifier: MIT
 * sim_litmus DEVICE [MECHANISM]: every primitive by which a kernel reaches memory or other lanes, used rightly and wrongly. The kernels
 * are a few lines each; a line of a table says what the simulator must report of one, under every schedule that is
 * tried, or that it must be silent; another table has counts that were worked out by hand. Each wrong kernel has a
 * right twin. Exit status: 0, or 1 with a line for each that was not as expected. */
#include "compiler_hooks.hip.h"
#include "random_costs.hip.h"
#include "yields.hip.h"
#include "host_api.hip.h"
#include "freed_memory.hip.h"
#include "graphs.hip.h"
#include "warp_sync.hip.h"
#include "schedules.hip.h"
#include "report_places.hip.h"
#include "report_text.hip.h"
#include "random_scripts.hip.h"
#include "weak_outcomes.hip.h"

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

/* ---- mechanisms -------------------------------------------------------------------------------------------- */

static int lanes_of(const bench &b)
{
    return b.wide ? 64 : 32;
}

static void judge_bounds(bench &b)
{
    judge_overlap(b);
    judge_shared(b);
    judge_places(b, b.wide);
    judge_stale_overlap(b);
    judge_freed(b);
    judge_edges(b);
    judge_allocations(b);
    judge_regions(b);
    judge_places_of_a_block(b);
    judge_many_pages(b);
    judge_copies(b);
    judge_indices(b);
    judge_read_only(b);
}

static void judge_barriers(bench &b)
{
    judge_waits(b);
    judge_widest_groups(b, lanes_of(b));
    judge_part_of_group(b);
    judge_who_goes_on(b);
    judge_rounds(b);
}

static void judge_warp_sync(bench &b)
{
    judge_meetings(b);
    judge_votes(b);
    judge_last_to_come(b);
}

/* Every kernel of the table, and what lanes learn of one another in wide blocks. */
static void judge_happens_before(bench &b)
{
    for (const told &line : table)
        judge(b, line);
    judge_wide_blocks(b);
    judge_many_flags(b);
    judge_many_blocks(b);
}

static void judge_atomics(bench &b)
{
    judge_atomic_calls(b);
    judge_swap(b);
}

static void judge_memory_models(bench &b)
{
    models::judge_litmus(b, b.wide ? models::AMD : models::PTX);
    models::judge_wrong_orders(b);
    every::judge_outcomes(b, false);
}

/* Prints the table of outcomes, which the document has. */
static void print_outcomes(bench &b)
{
    every::judge_outcomes(b, true);
}

static void judge_counters(bench &b)
{
    for (const expected &line : counts)
        judge_counts(b, line, b.wide);
    judge_counts_of_reports(b, b.wide ? 1 : 2);
    judge_crossings(b);
    judge_crossings_at_page_end(b);
    judge_crossings_of_streams(b);
}

static void judge_schedules(bench &b)
{
    judge_orders(b, SCHEDULE_UNIFORM, "uniform: a line has one order, and seeds have others");
    judge_orders(b, SCHEDULE_PCT, "pct: a line has one order, and seeds have others");
    judge_change_points(b);
    judge_firsts(b);
    judge_turns(b);
    judge_units(b);
    judge_wide_units(b, lanes_of(b));
    judge_falls(b);
    judge_first_falls(b);
    judge_highest(b);
    judge_spinners(b);
    judge_unfair_blocks(b);
    judge_unfair_wide(b);
    judge_lower_before(b, lanes_of(b));
    judge_fifo(b);
    judge_resident(b);
}

static void judge_host_api(bench &b)
{
    judge_host(b);
    judge_streams(b, true);
    judge_streams(b, false);
    judge_queue(b);
    judge_launches(b);
    judge_limits(b);
    judge_events(b);
    judge_look_at_end(b);
}

static void judge_report_text(bench &b)
{
    judge_reports(b);
    judge_said(b, true);
    judge_said_waits(b);
    judge_reached(b);
}

static void judge_cuda_primitives(bench &b)
{
    judge_ordinary(b, true);
}

static void judge_random_scripts(bench &b)
{
    judge_scripts(b, lanes_of(b));
}

/* First of all, while the device's blocks are new. */
static void judge_resources(bench &b)
{
    judge_early_limit(b);
    judge_pages_given_back(b);
    judge(b, table[0]);
    judge_started(b);
    judge_pool(b);
    judge_dropped(b);
    judge_stacks(b);
    judge_memory(b);
}

/* A device that is opened again has memory of its own. */
static void judge_reopening(bench &b)
{
    close_bench(b);
    judge_closed(b, b.name);
    open_bench(b);
    judge_overflow(b);
    judge_many_pages(b);
    judge(b, table[0]);
}

static void judge_without_checks(bench &b)
{
    judge_no_memory(b);
    judge_unchecked(b);
    judge_ordinary(b, false);
    judge_said(b, false);
    judge_no_room_for_checks(b);
    judge_costs(b, lanes_of(b));
}

static const struct mechanism {
    const char *name;
    void (*judge)(bench &b);
    bool unchecked; /* the simulator looks for neither races nor unwritten memory */
    bool asked;     /* runs only if it is named */
} mechanisms[] = {
    {"resources", judge_resources, false, false},
    {"barriers", judge_barriers, false, false},
    {"warp_sync", judge_warp_sync, false, false},
    {"yields", judge_each, false, false},
    {"happens_before", judge_happens_before, false, false},
    {"atomics", judge_atomics, false, false},
    {"memory_models", judge_memory_models, false, false},
    {"bounds", judge_bounds, false, false},
    {"schedules", judge_schedules, false, false},
    {"counters", judge_counters, false, false},
    {"compiler_hooks", judge_plain_calls, false, false},
    {"cuda_primitives", judge_cuda_primitives, false, false},
    {"host_api", judge_host_api, false, false},
    {"graphs", judge_graphs, false, false},
    {"report_text", judge_report_text, false, false},
    {"random_scripts", judge_random_scripts, false, false},
    {"reopening", judge_reopening, false, false},
    {"without_checks", judge_without_checks, true, false},
    {"outcomes", print_outcomes, false, true},
};

} // namespace FOLDCHECK_NAMESPACE

int main(int argc, char **argv)
{
    using namespace FOLDCHECK_NAMESPACE;
    struct text why;
    bench b = {};
    if (argc < 2 || argc > 3 || !device_name_parse(argv[1], &b.name, &why)) {
        fprintf(stderr, "sim_litmus: expected sim32 or sim64, and perhaps a mechanism\n");
        return 2;
    }
    b.wide = b.name.kind == DEVICE_SIM64;
    const size_t addresses = address_space_but_heap();
    int judged = 0;
    for (const mechanism &of : mechanisms) {
        if (argc == 3 ? strcmp(of.name, argv[2]) != 0 : of.asked) continue;
        if (of.unchecked) setenv("FOLDCHECK_SIM_CHECKS", "off", 1);
        open_bench(b);
        of.judge(b);
        close_bench(b);
        judged++;
    }
    expect_notes(b, (ptrdiff_t)(address_space_but_heap() - addresses) < 32 << 20,
                 "a device that is closed keeps the stacks of its lanes");
    if (!judged) fprintf(stderr, "sim_litmus: no mechanism %s\n", argv[2]);
    return !judged ? 2 : b.wrong ? 1 : 0;
}
