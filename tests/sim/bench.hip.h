/* SPDX-License-Identifier: MIT
 * Runs kernels of litmus.hip, and judges reports and counts. */
#ifndef FOLDCHECK_LITMUS_BENCH_HIP_H
#define FOLDCHECK_LITMUS_BENCH_HIP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counters.hip.h"
#include "expected_reports.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct bench {
    struct device *device;
    struct device_name name;
    unsigned char *memory;
    words w;
    int wrong;
    bool wide; /* sim64 */
};

static void open_bench(bench &b)
{
    struct text why;
    b.device = foldcheck_backend.open(b.name, &why);
    if (b.device) b.memory = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, ARENA, &why));
    if (b.memory) return;
    fprintf(stderr, "sim_litmus: %s\n", why.at);
    exit(3);
}

static void close_bench(bench &b)
{
    foldcheck_backend.release(b.device, b.memory);
    foldcheck_backend.close(b.device);
}

static void region(bench &b, const char *name, uint64_t at, uint32_t item, uint64_t bytes, bool stale)
{
    foldcheck_backend.region(b.device, b.memory + at, bytes, item, stale, name);
}

/* Memory as it was before the first kernel. */
static void lay_out(bench &b)
{
    static const unsigned char zeros[ARENA] = {};
    unsigned char *at = b.memory;
    foldcheck_backend.region(b.device, at, 0, 0, false, nullptr);
    region(b, "numbers", 3072, 8, 64, false); /* in any order */
    region(b, "payload", 1024, 4, 256, false);
    region(b, "scratch", 5120, 4, 256, false);
    region(b, "flags", 2048, 4, 64, false);
    region(b, "stale", 4096, 4, 256, true);
    b.w = {reinterpret_cast<uint32_t *>(at + 1024), reinterpret_cast<uint32_t *>(at + 2048),
           reinterpret_cast<uint64_t *>(at + 3072), reinterpret_cast<uint32_t *>(at + 4096),
           reinterpret_cast<uint32_t *>(at + 5120)};
    foldcheck_backend.put(b.device, nullptr, at, zeros, ARENA, nullptr);
}

static struct schedule nth_schedule(int n)
{
    struct schedule schedule = {};
    schedule.form = n % 4 == 0 ? SCHEDULE_FIFO : n % 4 == 1 ? SCHEDULE_UNIFORM : SCHEDULE_PCT;
    schedule.seed = (uint64_t)n * 7919;
    schedule.resident = 4;
    if (schedule.form == SCHEDULE_PCT) schedule.change_points = n % 3;
    for (int i = 0; i < schedule.change_points; i++)
        schedule.change_point[i] = 1 + splitmix64((uint64_t)(n + i)) % 40;
    return schedule;
}

/* What the simulator said of what was launched; empty: nothing. */
static void finish(bench &b, struct text *report)
{
    report->at[0] = 0;
    if (!foldcheck_backend.sync(b.device, 20, report)) foldcheck_backend.reset(b.device, nullptr);
}

static void say_wrong(bench &b, const char *name, int run, const char *expected, const char *got)
{
    b.wrong++;
    printf("%s, schedule %d: expected %s%s%s, got %s\n", name, run, *expected ? "\"" : "",
           *expected ? expected : "silence", *expected ? "\"" : "", *got ? got : "silence");
}

static void judge(bench &b, const told &line)
{
    struct job job = {};
    for (int run = 0; run < line.runs; run++) {
        struct text report;
        struct schedule schedule = nth_schedule(run);
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch_with_shared(line.name, line.kernel, line.blocks, 8, GROUP, line.shared, &job, b.w,
                               &report))
            finish(b, &report);
        bool right = *line.report ? strstr(report.at, line.report) != nullptr : !*report.at;
        if (right) continue;
        say_wrong(b, line.name, run, line.report, report.at);
        return;
    }
}

/* A region that lies in another one, and was declared later, hides nothing behind it. */
static void judge_overlap(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    region(b, "inner", 1024 + 64, 4, 4, false);
    if (launch("stores_item<40>", stores_item<40>, 1, 8, GROUP, &job, b.w, &report)) finish(b, &report);
    if (*report.at) say_wrong(b, "a region in another one", 0, "", report.at);
}

/* A launch knows all of the one before it in its stream, and nothing of another stream's. */
static void judge_streams(bench &b, bool same)
{
    for (int run = 0; run < RUNS; run++) {
        struct text report;
        struct schedule schedule = nth_schedule(run);
        struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
        struct job first = {}, second = {};
        second.stream = same ? nullptr : stream;
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch("stores_first", stores_first, 1, 8, GROUP, &first, b.w, &report) &&
            launch("loads_first", loads_first, 1, 8, GROUP, &second, b.w, &report))
            finish(b, &report);
        foldcheck_backend.stream_close(b.device, stream);
        if (same ? *report.at == 0 : strstr(report.at, RACE) != nullptr) continue;
        say_wrong(b, same ? "one stream" : "two streams", run, same ? "" : RACE, report.at);
        return;
    }
}

static void expect_notes(bench &b, bool right, const char *words)
{
    if (!right) b.wrong++, printf("%s\n", words);
}

static void flatten(const struct launch_counters &t, uint64_t to[18])
{
    const uint64_t all[18] = {t.data.loaded,     t.data.stored,    t.data.accesses,  t.data.sectors,
                              t.data.fewest,     t.scratch.loaded, t.scratch.stored, t.scratch.accesses,
                              t.scratch.sectors, t.scratch.fewest, t.launches,       t.bank_conflicts,
                              t.barriers,        t.group_syncs,    t.shuffles,       t.atomics,
                              t.combines,        t.crossings};
    for (int i = 0; i < 18; i++)
        to[i] = all[i];
}

static void count_launch(bench &b, void (*kernel)(words), int blocks, uint64_t got[18], struct text *report)
{
    struct launch_counters totals = {};
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.counters(b.device, true, nullptr);
    if (launch("counted", kernel, blocks, 64, 32, &job, b.w, report)) finish(b, report);
    foldcheck_backend.counters(b.device, false, &totals);
    flatten(totals, got);
}

static void judge_counts(bench &b, const expected &line, bool wide)
{
    struct text report;
    uint64_t got[18];
    const uint64_t *want = wide ? line.lanes_64 : line.lanes_32;
    count_launch(b, line.kernel, line.blocks, got, &report);
    for (int i = 0; i < 18; i++) {
        if (got[i] == want[i] && !*report.at) continue;
        b.wrong++;
        printf("%s: count %d by hand is %llu, got %llu %s\n", line.name, i, (unsigned long long)want[i],
               (unsigned long long)got[i], report.at);
    }
}

/* One instruction reaches data by some lanes and scratch by others: an access of each, and of each warp. */
static void counts_two_places(words w)
{
    load((thread_id() % 2 ? w.scratch : w.payload) + thread_id());
}

static void judge_places(bench &b, bool wide)
{
    struct text report;
    uint64_t got[18], warps = wide ? 1 : 2;
    count_launch(b, counts_two_places, 1, got, &report);
    expect_notes(b, got[0] == 128 && got[2] == warps && got[5] == 128 && got[7] == warps && !*report.at,
                 "data and scratch that one instruction reaches are not counted apart");
}

static void stores_halves(words w)
{
    for (int i = 0; is(0, 0) && i < 4; i++)
        touch(reinterpret_cast<uint16_t *>(w.payload) + i, 2, 2, true);
}

/* Of what another block stored in the same launch, two words and the flag; of what an earlier launch did, nothing: the
 * host has written there, and words that were stored in halves are whole ones again. */
static void judge_crossings(bench &b)
{
    struct text report;
    uint64_t got[18];
    count_launch(b, stores_halves, 1, got, &report);
    count_launch(b, counts_crossings, 2, got, &report);
    if (got[17] != 3 || *report.at) {
        b.wrong++;
        printf("counts_crossings: by hand 3, got %llu %s\n", (unsigned long long)got[17], report.at);
    }
}

/* A block stores the last 8 bytes of a page of shadow memory, whose first 4 nothing writes; another block loads the
 * last BYTES. */
template <int BYTES>
static void crosses_at_page_end(words w)
{
    unsigned char *end = reinterpret_cast<unsigned char *>(w.payload);
    if (is(0, 0)) touch(end - 8, 8, 4, true), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), touch(end - BYTES, BYTES, 1, false);
}

static void loads_page_start(words w)
{
    unsigned char *end = reinterpret_cast<unsigned char *>(w.payload);
    if (is(0, 0)) touch(end - 4, 4, 4, true), touch(end - SHADOW_PAGE, 1, 1, false);
}

/* A word or a part of it, and the flag. */
static void judge_crossings_at_page_end(bench &b)
{
    static const unsigned char zeros[ARENA] = {};
    void (*const kernels[])(words) = {crosses_at_page_end<1>, crosses_at_page_end<4>, loads_page_start};
    uint64_t first =
        2 * SHADOW_PAGE - reinterpret_cast<uintptr_t>(b.memory) % SHADOW_PAGE; /* the page's end */
    for (auto kernel : kernels) {
        struct launch_counters totals = {};
        struct text report;
        struct job job = {};
        lay_out(b);
        foldcheck_backend.region(b.device, b.memory, 0, 0, false, nullptr);
        region(b, "page", first - SHADOW_PAGE + 4, 1, SHADOW_PAGE - 4, false);
        region(b, "start", first - SHADOW_PAGE, 1, 4, true);
        region(b, "flags", 4096, 4, 64, false);
        b.w.payload = reinterpret_cast<uint32_t *>(b.memory + first);
        b.w.flag = reinterpret_cast<uint32_t *>(b.memory + 4096);
        foldcheck_backend.put(b.device, nullptr, b.memory, zeros, ARENA, nullptr);
        foldcheck_backend.schedule(b.device, nullptr);
        foldcheck_backend.counters(b.device, true, nullptr);
        if (launch("page_end", kernel, 2, 8, GROUP, &job, b.w, &report)) finish(b, &report);
        foldcheck_backend.counters(b.device, false, &totals);
        if (kernel == loads_page_start)
            expect_notes(b, strstr(report.at, FRESH) != nullptr,
                         "a store at a page's end writes the page's start");
        else
            expect_notes(b, totals.crossings == 2 && !*report.at,
                         "a load at a page's end crosses more than a word");
    }
}

/* What a launch of another stream stored is no crossing, however it was told. */
static void judge_crossings_of_streams(bench &b)
{
    struct text report;
    struct launch_counters totals = {};
    struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
    struct job first = {}, second = {};
    second.stream = stream;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.counters(b.device, true, nullptr);
    if (launch("learns_alone", learns_alone, 1, 8, GROUP, &first, b.w, &report) &&
        launch("tells_alone", tells_alone, 1, 8, GROUP, &second, b.w, &report))
        finish(b, &report);
    foldcheck_backend.counters(b.device, false, &totals);
    foldcheck_backend.stream_close(b.device, stream);
    expect_notes(b, totals.crossings == 0 && totals.launches == 2 && !*report.at,
                 "a store of another launch counts as another block's");
}

/* The most that a block of any launch took, apart; and the first launch with the most blocks. */
static void judge_shared(bench &b)
{
    struct text report;
    struct launch_counters totals = {};
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.counters(b.device, true, nullptr);
    if (launch_with_shared("counts_shared", counts_shared, 2, 8, GROUP, 32, &job, b.w, &report) &&
        launch("counts_same_word", counts_same_word, 1, 64, 32, &job, b.w, &report) &&
        launch("counts_row", counts_row, 2, 64, 32, &job, b.w, &report))
        finish(b, &report);
    foldcheck_backend.counters(b.device, false, &totals);
    expect_notes(b, totals.blocks == 2 && totals.threads == 8,
                 "the launch with the most blocks is another one");
    if (totals.shared_bytes == 43 && totals.dynamic_shared == 20 && !*report.at) return;
    b.wrong++;
    printf("counts_shared: by hand 43 and 20 bytes, got %llu and %llu %s\n",
           (unsigned long long)totals.shared_bytes, (unsigned long long)totals.dynamic_shared, report.at);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
