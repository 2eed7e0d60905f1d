/* SPDX-License-Identifier: MIT
 * Judges what the host asks for beside launches: streams whose launch failed, events, copies of ordinary code, and
 * accesses of its own that the compiler reports. And the chain of calls that a report names. */
#ifndef FOLDCHECK_LITMUS_HOST_API_HIP_H
#define FOLDCHECK_LITMUS_HOST_API_HIP_H

#include "report_text.hip.h"
#include "barriers.hip.h"

extern "C" {
void __tsan_volatile_write8(void *to);
uint32_t __tsan_atomic32_exchange(volatile void *at, uint32_t value, int order);
bool __tsan_atomic32_compare_exchange_strong(volatile void *at, void *expected, uint32_t value, int order,
                                             int failed);
uint32_t site_number(uintptr_t code, const void *word);
size_t site_calls(uint32_t site, const uintptr_t **back);
}

namespace FOLDCHECK_NAMESPACE
{

static const words *host_words; /* of the bench that launches */

/* ---- streams ----------------------------------------------------------------------------------------------- */

/* A sync that fails leaves nothing queued: what comes next runs as if nothing had been there. */
static void judge_failed_sync(bench &b)
{
    struct text report;
    uint32_t got[64];
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
    for (struct stream *on : {static_cast<struct stream *>(nullptr), stream}) {
        bool launched = sim_launch(on, "fails", 1, 8, 1, syncs_group<3>, "", 1) &&
                        foldcheck_backend.fill(b.device, on, b.w.payload, 0xa5, sizeof got, &report);
        expect_notes(b, launched && !foldcheck_backend.sync(b.device, 20, &report),
                     "a launch that fails does not");
        report.at[0] = 0;
        bool done = foldcheck_backend.sync(b.device, 20, &report) &&
                    foldcheck_backend.get(b.device, nullptr, got, b.w.payload, sizeof got, &report);
        expect_notes(b, done && !*report.at && !got[0] && !got[63],
                     "work behind a launch that failed is done at the next sync");
    }
    foldcheck_backend.stream_close(b.device, stream);
    foldcheck_backend.reset(b.device, nullptr);
}

/* An event is recorded when the stream comes to it, which is at a sync. */
static void judge_early_events(bench &b)
{
    struct text why;
    struct event *event = foldcheck_backend.event_open(b.device, &why);
    for (int i = 0; i < 2; i++) {
        bool right = foldcheck_backend.event_record(b.device, event, nullptr, &why) &&
                     foldcheck_backend.event_ms(b.device, event, event) < 0 &&
                     foldcheck_backend.sync(b.device, 20, &why) &&
                     foldcheck_backend.event_ms(b.device, event, event) == 0;
        expect_notes(b, right, "an event of a stream without work is recorded before the sync");
    }
    foldcheck_backend.event_close(b.device, event);
}

/* An event that is closed while its records wait is not written to: neither it nor one that is opened where it was. The
 * records of another event beside it are done. */
static void judge_closed_events(bench &b)
{
    struct text why;
    struct stream *stream = foldcheck_backend.stream_open(b.device, &why);
    for (struct stream *on : {static_cast<struct stream *>(nullptr), stream}) {
        why.at[0] = 0;
        struct event *closed = foldcheck_backend.event_open(b.device, &why),
                     *other = foldcheck_backend.event_open(b.device, &why);
        foldcheck_backend.schedule(b.device, nullptr);
        bool queued = sim_launch(on, "nothing", 1, 8, 1, nothing, "", 1);
        for (struct stream *of : {static_cast<struct stream *>(nullptr), stream, on})
            queued = queued && foldcheck_backend.event_record(b.device, closed, of, &why);
        queued = queued && foldcheck_backend.event_record(b.device, other, on, &why) &&
                 foldcheck_backend.event_record(b.device, closed, on, &why);
        foldcheck_backend.event_close(b.device, closed);
        struct event *opened = foldcheck_backend.event_open(b.device, &why);
        expect_notes(b, queued && foldcheck_backend.sync(b.device, 20, &why) && !*why.at,
                     "a sync fails where an event was closed");
        expect_notes(b, foldcheck_backend.event_ms(b.device, other, other) == 0,
                     "an event beside one that was closed is not recorded");
        expect_notes(b, foldcheck_backend.event_ms(b.device, opened, opened) < 0,
                     "an event is recorded in place of one that was closed");
        foldcheck_backend.event_close(b.device, opened);
        foldcheck_backend.event_close(b.device, other);
    }
    foldcheck_backend.event_close(b.device, nullptr);
    foldcheck_backend.stream_close(b.device, stream);
}

/* Nine launches on three streams store a word each; the last launch loads one of them. */
enum { STORING = 9, STREAMS = 3 };

UNSEEN static void stores_in_turn(const void *launch)
{
    int n = *static_cast<const int *>(launch);
    if (sim_block() == 1 && sim_thread() == 2) sim_touch(host_words->payload + n, 4, 4, true);
}

UNSEEN static void loads_in_turn(const void *launch)
{
    int n = *static_cast<const int *>(launch);
    for (int i = 0; sim_thread() == 0 && i < 1000; i++)
        sim_yield();
    if (sim_block() == 0 && sim_thread() == 0) sim_touch(host_words->payload + n, 4, 4, false);
}

/* When the launches of the other stream are done. */
UNSEEN static void loads_late(const void *launch)
{
    for (int i = 0; sim_thread() == 0 && i < 50000; i++)
        sim_yield();
    loads_in_turn(launch);
}

/* A launch knows those before it in its stream; of another stream's it is the one that is named. */
static void judge_launches_of_streams(bench &b)
{
    struct stream *streams[STREAMS] = {};
    struct text report;
    for (int i = 1; i < STREAMS; i++)
        streams[i] = foldcheck_backend.stream_open(b.device, &report);
    host_words = &b.w;
    for (int word = 0; word < STORING; word++)
        for (int on = 0; on < STREAMS; on++) {
            char name[32], expected[80] = "";
            lay_out(b);
            foldcheck_backend.schedule(b.device, nullptr);
            report.at[0] = 0;
            bool queued = true;
            for (int i = 0; i < STORING; i++) {
                snprintf(name, sizeof name, "storing%d", i);
                queued &= sim_launch(streams[i % STREAMS], name, 2 + (uint64_t)i % 2, 8, 1, stores_in_turn,
                                     &i, sizeof i);
            }
            if (word % STREAMS != on)
                snprintf(expected, sizeof expected,
                         "no order with the write by storing%d, block 1, thread 2 ", word);
            if (queued && sim_launch(streams[on], "loading", 1, 8, 1, loads_in_turn, &word, sizeof word))
                finish(b, &report);
            snprintf(name, sizeof name, "word %d on stream %d", word, on);
            expect_report(b, name, expected, report);
        }
    for (int i = 1; i < STREAMS; i++)
        foldcheck_backend.stream_close(b.device, streams[i]);
}

/* One of 500 launches between two syncs is named. */
static void judge_many_launches(bench &b)
{
    struct text report;
    struct stream *other = foldcheck_backend.stream_open(b.device, &report);
    host_words = &b.w;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    bool queued = true;
    for (int i = 0; i < 500; i++) {
        char name[32];
        int word = i == 400;
        snprintf(name, sizeof name, "many%d", i);
        queued &= sim_launch(nullptr, name, 2, 8, 1, stores_in_turn, &word, sizeof word);
    }
    int word = 1;
    report.at[0] = 0;
    if (queued && sim_launch(other, "loading", 1, 8, 1, loads_late, &word, sizeof word)) finish(b, &report);
    expect_report(b, "many launches", "no order with the write by many400, block 1, thread 2 ", report);
    foldcheck_backend.stream_close(b.device, other);
}

/* Three launches on each of two streams, of more blocks than run at once, whose lanes yield now and then. */
enum { WAVES = 6, WAVE_BLOCKS = 300 };

static uint64_t blocks_run[WAVES];

UNSEEN static void runs_in_waves(const void *launch)
{
    for (uint64_t i = 0; i < (sim_block() + sim_thread()) % 5; i++)
        sim_yield();
    if (sim_thread() == 0) blocks_run[*static_cast<const int *>(launch)]++;
}

/* Where a block ends, its own stream goes on, and no launch is left when all is done. */
static void judge_waves(bench &b)
{
    struct text report;
    struct stream *other = foldcheck_backend.stream_open(b.device, &report);
    for (int run = 0; run < 8; run++) {
        struct schedule schedule = nth_schedule(run);
        bool queued = true, right = true;
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        memset(blocks_run, 0, sizeof blocks_run);
        report.at[0] = 0;
        for (int i = 0; i < WAVES; i++)
            queued &= sim_launch(i % 2 ? other : nullptr, "runs_in_waves", WAVE_BLOCKS, 8, 1, runs_in_waves,
                                 &i, sizeof i);
        if (queued) finish(b, &report);
        for (uint64_t blocks : blocks_run)
            right &= blocks == WAVE_BLOCKS;
        expect_notes(b, queued && right && !*report.at, "blocks of launches on two streams are left out");
    }
    foldcheck_backend.stream_close(b.device, other);
}

/* ---- bytes that the host writes between two launches ------------------------------------------------------- */

/* An access of 60 bytes by the first launch, or of 4 by the second one, on a stream of its own. */
struct written_access {
    unsigned char *at;
    size_t bytes;
    bool stores, late;
};

static void touches_written(const void *arguments)
{
    const auto &access = *static_cast<const written_access *>(arguments);
    if (sim_thread() != 0 && (access.stores || access.late)) return; /* but all lanes load in the first one */
    for (int i = 0; access.late && i < 1000; i++)
        sim_yield();
    sim_touch(access.at, access.bytes, 4, access.stores);
}

enum written_way { FILLS, PUTS, COPIES, SETS_ORDINARY, WRITTEN_WAYS };

static bool writes_by_host(bench &b, int way, unsigned char *to, size_t bytes)
{
    static const unsigned char zeros[ARENA] = {};
    struct text why;
    if (way == FILLS) return foldcheck_backend.fill(b.device, nullptr, to, 0, bytes, &why);
    if (way == PUTS) return foldcheck_backend.put(b.device, nullptr, to, zeros, bytes, &why);
    if (way == COPIES) return foldcheck_backend.copy(b.device, nullptr, to, b.memory, bytes, &why);
    return sim_memory_set(to, 0, bytes, nullptr, false);
}

/* Bytes are counted from payload on; the first launch touches words of the region where the second one does. Stale
 * words begin at byte 3072, and scratch does at byte 4096: pages lie between. */
static const struct {
    const char *name;
    size_t from, bytes; /* that the host writes */
    size_t at;          /* of the second access */
    bool first_stores, second_stores;
    const char *report;
} written_lines[] = {
    {"a byte, far before the load", 0, 1, 8, true, false, RACE},
    {"a byte, farther before it", 0, 1, 56, true, false, RACE},
    {"a byte behind the load", 30, 1, 8, true, false, RACE},
    {"a byte before the load", 30, 1, 56, true, false, RACE},
    {"the last byte", 59, 1, 8, true, false, RACE},
    {"a byte behind the last", 63, 1, 8, true, false, RACE},
    {"a byte far behind the last", 63, 1, 56, true, false, RACE},
    {"the word before", 4, 4, 8, true, false, RACE},
    {"the word behind", 12, 4, 8, true, false, RACE},
    {"all but a word's first byte", 9, 3, 8, true, false, RACE},
    {"all but a word's last byte", 8, 3, 8, true, false, RACE},
    {"the word", 8, 4, 8, true, false, ""},
    {"the first word", 0, 4, 0, true, false, ""},
    {"the last word", 56, 4, 56, true, false, ""},
    {"all words", 0, 60, 8, true, false, ""},
    {"all words, then a store", 0, 60, 8, true, true, ""},
    {"loaded words", 0, 60, 8, false, true, ""},
    {"a loaded word", 8, 4, 8, false, true, ""},
    {"the loaded word behind", 12, 4, 8, false, true, RACE},
    {"the loaded word before", 4, 4, 8, false, true, RACE},
    {"pages, from the load on", 0, 4096 + 60, 0, true, false, ""},
    {"pages, up to the load", 0, 4096 + 60, 4096 + 56, true, false, ""},
    {"pages, from behind the load on", 4, 4096 + 56, 0, true, false, RACE},
    {"pages, up to before the load", 0, 4096 + 56, 4096 + 56, true, false, RACE},
    {"stale words, then a store", 3072, 60, 3080, true, true, ""},
    {"a stale word, then a store", 3080, 4, 3080, true, true, ""},
    {"the stale word before, then a store", 3076, 4, 3080, true, true, RACE},
    {"the stale word behind, then a store", 3084, 4, 3080, true, true, RACE},
    {"stale words, then a load", 3072, 60, 3080, true, false, FRESH},
};

/* Bytes that the host writes forget the accesses before them, and no other bytes do. */
static void judge_written(bench &b)
{
    struct text report;
    struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
    for (const auto &line : written_lines)
        for (int way = 0; way < WRITTEN_WAYS; way++) {
            lay_out(b);
            foldcheck_backend.schedule(b.device, nullptr);
            unsigned char *payload = reinterpret_cast<unsigned char *>(b.w.payload);
            const written_access first = {payload + line.at / 1024 * 1024, 60, line.first_stores, false},
                                 second = {payload + line.at, 4, line.second_stores, true};
            /* what ordinary code sets is written */
            const char *expected = way == SETS_ORDINARY && !strcmp(line.report, FRESH) ? "" : line.report;
            bool queued = sim_launch(nullptr, "first", 1, 8, 1, touches_written, &first, sizeof first) &&
                          writes_by_host(b, way, payload + line.from, line.bytes) &&
                          sim_launch(stream, "second", 1, 8, 1, touches_written, &second, sizeof second);
            expect_notes(b, queued, "bytes between two launches are not written");
            finish(b, &report);
            bool right = *expected ? strstr(report.at, expected) != nullptr : !*report.at;
            if (!right) say_wrong(b, line.name, way, expected, report.at);
        }
    foldcheck_backend.stream_close(b.device, stream);
}

/* ---- copies of ordinary code ------------------------------------------------------------------------------- */

template <int WORD>
UNSEEN static void loads_stale(const void *arguments)
{
    if (sim_thread() == 0) sim_touch(static_cast<const words *>(arguments)->stale + WORD, 4, 4, false);
}

static void expect_stale(bench &b, const char *name, void (*kernel)(const void *), const char *expected)
{
    struct text report;
    sim_grid grid = {{1, 1, 1}, {8, 1, 1}, 0, nullptr};
    report.at[0] = 0;
    if (sim_launch_ordinary(&grid, name, kernel, &b.w, sizeof b.w)) finish(b, &report);
    expect_report(b, name, expected, report);
}

/* What ordinary code sets or copies there is written, where what the harness puts is not; what it reads is not. */
static void judge_ordinary_copies(bench &b)
{
    struct text why;
    uint32_t host = 7;
    uint32_t *stale = b.w.stale;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    bool done = foldcheck_backend.fill(b.device, nullptr, stale + 16, 0, 4, &why) &&
                sim_memory_set(stale + 1, 0, 8, nullptr, true) &&
                sim_memory_copy(stale + 4, &host, 4, nullptr, true) &&
                sim_memory_copy(stale + 6, b.w.payload, 4, nullptr, true) &&
                sim_memory_copy(&host, stale + 8, 4, nullptr, true);
    expect_notes(b, done, "ordinary code cannot copy");
    expect_stale(b, "before a set", loads_stale<0>, FRESH);
    expect_stale(b, "the first set", loads_stale<1>, "");
    expect_stale(b, "the last set", loads_stale<2>, "");
    expect_stale(b, "behind a set", loads_stale<3>, FRESH);
    expect_stale(b, "copied", loads_stale<4>, "");
    expect_stale(b, "behind a copy", loads_stale<5>, FRESH);
    expect_stale(b, "copied on the device", loads_stale<6>, "");
    expect_stale(b, "copied from", loads_stale<8>, FRESH);
    expect_stale(b, "filled by the harness", loads_stale<16>, FRESH);
}

/* ---- copies behind a launch -------------------------------------------------------------------------------- */

/* Scratch is copied to payload behind it. */
UNSEEN static void stores_both(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() != 0) return;
    sim_touch(w.scratch, 4, 4, true), sim_touch(w.payload, 4, 4, true);
    *w.scratch = 5, *w.payload = 6;
}

static const struct {
    const char *name;
    bool ordinary, of_host, instead; /* on the stream that stands in for the usual one */
} queued_lines[] = {{"a put", false, true, false},
                    {"a copy", false, false, false},
                    {"an ordinary copy of the host's", true, true, false},
                    {"an ordinary copy of the host's, instead", true, true, true},
                    {"an ordinary copy", true, false, false},
                    {"an ordinary copy, instead", true, false, true}};

/* A copy behind a launch is done behind it: of the host's bytes as they were when it was asked for, of the device's as
 * the launch left them. */
static void judge_queued_copies(bench &b)
{
    struct text why;
    struct stream *stream = foldcheck_backend.stream_open(b.device, &why);
    for (const auto &line : queued_lines)
        for (struct stream *on : {static_cast<struct stream *>(nullptr), stream}) {
            uint32_t host = 7, got = 0;
            lay_out(b);
            foldcheck_backend.schedule(b.device, nullptr);
            const void *from = line.of_host ? &host : b.w.scratch;
            bool done = sim_launch(on, "stores_both", 1, 8, 1, stores_both, &b.w, sizeof b.w);
            if (line.instead) sim_use_stream(on);
            if (line.ordinary)
                done &= sim_memory_copy(b.w.payload, from, 4, line.instead ? nullptr : on, false);
            else if (line.of_host)
                done &= foldcheck_backend.put(b.device, on, b.w.payload, from, 4, &why);
            else
                done &= foldcheck_backend.copy(b.device, on, b.w.payload, from, 4, &why);
            sim_use_stream(nullptr);
            host = 8;
            done = done && foldcheck_backend.sync(b.device, 20, &why) &&
                   foldcheck_backend.get(b.device, nullptr, &got, b.w.payload, 4, &why);
            if (done && got == (line.of_host ? 7 : 5)) continue;
            b.wrong++;
            printf("%s behind a launch: expected %d, got %u\n", line.name, line.of_host ? 7 : 5, got);
        }
    foldcheck_backend.stream_close(b.device, stream);
}

/* ---- volatile accesses and fences -------------------------------------------------------------------------- */

/* As atomics that order nothing: fences on both sides make them tell. */
template <bool TELLS, bool LEARNS>
UNSEEN static void tells_by_volatile(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() != 0) return;
    if (sim_block() == 0) {
        sim_touch(w.payload, 4, 4, true);
        if (TELLS) sim_fence();
        __tsan_volatile_write4(w.flag);
        *w.flag = 1;
        return;
    }
    do
        __tsan_volatile_read4(w.flag);
    while (!*w.flag);
    if (LEARNS) sim_fence();
    sim_touch(w.payload, 4, 4, false);
}

/* Over what an atomic told, a volatile store tells nothing. */
UNSEEN static void volatile_over_told(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    if (sim_thread() != 0) return;
    if (sim_block() == 0) {
        sim_touch(w.payload, 4, 4, true);
        put_atomic(w.flag, 1, __ATOMIC_RELEASE);
        __tsan_volatile_write4(w.flag);
        *w.flag = 2;
        return;
    }
    wait_for_value(w.flag, 2);
    get_atomic(w.flag, __ATOMIC_ACQUIRE);
    sim_touch(w.payload, 4, 4, false);
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
} volatile_lines[] = {
    {"tells_by_volatile<true, true>", tells_by_volatile<true, true>, ""},
    {"tells_by_volatile<true, false>", tells_by_volatile<true, false>, RACE},
    {"tells_by_volatile<false, true>", tells_by_volatile<false, true>, RACE},
    {"volatile_over_told", volatile_over_told, RACE},
};

static void judge_volatile(bench &b)
{
    for (const auto &line : volatile_lines)
        for (int run = 0; run < RUNS / 4; run++) {
            struct text report;
            struct schedule schedule = nth_schedule(run);
            sim_grid grid = {{2, 1, 1}, {8, 1, 1}, 0, nullptr};
            lay_out(b);
            foldcheck_backend.schedule(b.device, &schedule);
            report.at[0] = 0;
            if (sim_launch_ordinary(&grid, line.name, line.kernel, &b.w, sizeof b.w)) finish(b, &report);
            if (*line.report ? strstr(report.at, line.report) != nullptr : !*report.at) continue;
            say_wrong(b, line.name, run, line.report, report.at);
            break;
        }
}

/* Blocks of which most are made behind the memory that they reach. */
enum { ABOVE_BLOCKS = 40 };

UNSEEN static void volatile_above(const void *arguments)
{
    uint32_t *above = *static_cast<uint32_t *const *>(arguments), *mine = above + 64 + sim_block();
    sim_atomic_add32(above, 1);
    while (sim_atomic_load(above, 4, false) < 2 * ABOVE_BLOCKS)
        sim_yield();
    __tsan_volatile_write4(mine);
    __tsan_volatile_read4(mine);
}

/* Memory above a block's shared memory is none of it: a volatile access of two lanes there is no race, and counts. */
static void judge_volatile_above(bench &b)
{
    struct text report;
    struct schedule schedule = {};
    struct launch_counters totals = {};
    sim_grid grid = {{ABOVE_BLOCKS, 1, 1}, {2, 1, 1}, 0, nullptr};
    void *above = foldcheck_backend.alloc(b.device, 1 << 20, &report);
    foldcheck_backend.fill(b.device, nullptr, above, 0, 1 << 20, &report);
    schedule.form = SCHEDULE_FIFO;
    schedule.resident = ABOVE_BLOCKS;
    foldcheck_backend.schedule(b.device, &schedule);
    foldcheck_backend.counters(b.device, true, nullptr);
    report.at[0] = 0;
    if (sim_launch_ordinary(&grid, "volatile_above", volatile_above, &above, sizeof above))
        finish(b, &report);
    foldcheck_backend.counters(b.device, false, &totals);
    expect_report(b, "volatile_above", "", report);
    expect_notes(b, totals.data.accesses == 2 * ABOVE_BLOCKS && totals.data.stored == 8 * ABOVE_BLOCKS,
                 "accesses above shared memory count as others");
    foldcheck_backend.release(b.device, above);
}

/* ---- the host's own accesses ------------------------------------------------------------------------------- */

/* Code on the host in a kernel's file is compiled with the same reports. They do what they stand for, and no more. */
UNSEEN static bool reports_of_host(void)
{
    uint32_t value = 3, expected = 4;
    uint64_t wide = 5;
    __tsan_read1(&value), __tsan_read4(&value), __tsan_write4(&value);
    __tsan_volatile_read4(&value), __tsan_volatile_write4(&value), __tsan_volatile_write8(&wide);
    __tsan_read_range(&value, 4), __tsan_write_range(&value, 4);
    __tsan_vptr_read(&wide), __tsan_vptr_update(&wide, nullptr);
    __tsan_atomic_thread_fence(__ATOMIC_SEQ_CST);
    bool right = __tsan_atomic32_load(&value, __ATOMIC_RELAXED) == 3 && value == 3 && wide == 5;
    __tsan_atomic32_store(&value, 7, __ATOMIC_RELAXED);
    right &=
        __tsan_atomic32_fetch_add(&value, 2, __ATOMIC_RELAXED) == 7 &&
        __tsan_atomic32_exchange(&value, 20, __ATOMIC_RELAXED) == 9 &&
        !__tsan_atomic32_compare_exchange_strong(&value, &expected, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
        expected == 20 &&
        __tsan_atomic32_compare_exchange_strong(&value, &expected, 21, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return right && value == 21;
}

/* ---- the calls that lead to a word ------------------------------------------------------------------------- */

static struct {
    int depth;
    size_t count;
    uintptr_t first, last;
} chain;

/* A word that looks at its own site. */
UNSEEN static void notes_chain(void)
{
    const uintptr_t *back;
    uint32_t site =
        site_number(reinterpret_cast<uintptr_t>(__builtin_return_address(0)), __builtin_frame_address(0));
    chain.count = site_calls(site, &back);
    chain.first = back[0], chain.last = back[chain.count - 1];
}

UNSEEN static void calls_down(int calls)
{
    if (calls > 0)
        calls_down(calls - 1);
    else
        notes_chain();
    asm volatile("# called");
}

UNSEEN static void begins_chain(words)
{
    if (thread_id() == 0) calls_down(chain.depth);
    asm volatile("# begun");
}

/* From the word's call to that in the kernel: one for each function that calls; of more than 16 the last is the
 * kernel's. */
static void judge_chains(bench &b)
{
    static const struct {
        int depth;
        size_t count;
    } chains[] = {{0, 2}, {1, 3}, {5, 7}, {13, 15}, {14, 16}, {15, 16}, {40, 16}};
    uintptr_t first = 0, last = 0;
    for (const auto &line : chains) {
        struct text report;
        struct job job = {};
        lay_out(b);
        chain = {};
        chain.depth = line.depth;
        foldcheck_backend.schedule(b.device, nullptr);
        if (launch("begins_chain", begins_chain, 1, 8, GROUP, &job, b.w, &report)) finish(b, &report);
        if (!first) first = chain.first, last = chain.last;
        expect_notes(b,
                     !*report.at && chain.count == line.count && chain.first == first && chain.last == last,
                     "a site has other calls than those from the word to the kernel");
    }
}

static void judge_host(bench &b)
{
    judge_failed_sync(b);
    judge_launches_of_streams(b);
    judge_many_launches(b);
    judge_waves(b);
    judge_early_events(b);
    judge_closed_events(b);
    judge_written(b);
    judge_ordinary_copies(b);
    judge_queued_copies(b);
    judge_volatile(b);
    judge_volatile_above(b);
    judge_chains(b);
    expect_notes(b, reports_of_host(), "accesses of the host do something else");
}

} // namespace FOLDCHECK_NAMESPACE
#endif
