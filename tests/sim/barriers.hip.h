/* SPDX-License-Identifier: MIT
 * Judges how lanes wait for one another: the lane that is missing, and where it is; the lane that goes on first; values
 * that they exchange; limits of time; blocks that are resident together. */
#ifndef FOLDCHECK_LITMUS_BARRIERS_HIP_H
#define FOLDCHECK_LITMUS_BARRIERS_HIP_H

#include "cuda_primitives.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- who is missing ---------------------------------------------------------------------------------------- */

template <int LANES>
static void group_waits_for_barrier(const void *)
{
    if (thread_id() < LANES - 1)
        sim_group_sync(LANES);
    else
        block_sync();
}

static void barrier_waits_for_group(const void *)
{
    if (thread_id() == 5)
        sim_group_sync(4);
    else
        block_sync();
}

static void group_waits_for_larger_group(const void *)
{
    if (thread_id() < 4)
        sim_group_sync(thread_id() == 3 ? 8 : 4);
    else
        block_sync();
}

static void group_waits_for_ended(const void *)
{
    uint32_t mine = 1, theirs;
    if (thread_id() != 2 && thread_id() < 4) sim_exchange(&mine, &theirs, 4, 0, 4);
}

static void first_has_ended(const void *)
{
    if (thread_id() != 0) block_sync();
}

/* Thread 4 has ended, but is not of the group; the barrier misses it. */
static void ended_behind_the_group(const void *)
{
    if (thread_id() < 3)
        sim_group_sync(4);
    else if (thread_id() != 4)
        block_sync();
}

/* Lanes 0 to 3 have ended; lanes 4 to 6 wait for lane 7, which is elsewhere. */
enum elsewhere { ENDS, AT_BARRIER };

template <bool EXCHANGES, enum elsewhere LAST>
static void second_group_waits(const void *)
{
    uint32_t mine = 1, theirs;
    if (thread_id() < 4 || (thread_id() == 7 && LAST == ENDS)) return;
    if (thread_id() == 7)
        block_sync();
    else if (EXCHANGES)
        sim_exchange(&mine, &theirs, 4, 0, 4);
    else
        sim_group_sync(4);
}

static void exchange_waits_for_larger_group(const void *)
{
    uint32_t mine = 1, theirs;
    if (thread_id() < 4)
        sim_exchange(&mine, &theirs, 4, 0, thread_id() == 3 ? 8 : 4);
    else
        block_sync();
}

/* Groups that met before the barrier have no part in it. */
static void barrier_behind_groups(const void *)
{
    if (thread_id() < 2) sim_group_sync(2);
    if (thread_id() == 5)
        sim_group_sync(4);
    else
        block_sync();
}

static void syncs_and_exchanges(const void *)
{
    uint32_t mine = 1, theirs;
    if (thread_id() == 3)
        sim_exchange(&mine, &theirs, 4, 0, 4);
    else if (thread_id() < 3)
        sim_group_sync(4);
}

static void one_exchanges(const void *)
{
    uint32_t mine = 1, theirs;
    if (thread_id() == 1)
        sim_exchange(&mine, &theirs, 4, 0, 4);
    else if (thread_id() < 4)
        sim_group_sync(4);
}

static void exchanges_unlike_bytes(const void *)
{
    uint64_t mine = 1, theirs;
    sim_exchange(&mine, &theirs, thread_id() == 3 ? 8 : 4, 0, 4);
}

template <uint32_t BYTES>
static void exchanges_many_bytes(const void *)
{
    unsigned char mine[BYTES] = {}, theirs[BYTES];
    sim_exchange(mine, theirs, BYTES, 0, 4);
}

template <uint32_t LANES>
static void syncs_group(const void *)
{
    sim_group_sync(LANES);
}

static void fails_by_words(const void *);
static void fails_by_index(const void *);

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
} waits[] = {
    {"group_waits_for_barrier<4>", group_waits_for_barrier<4>,
     "thread 0: absent lane: waits at a sync of 4 lanes for thread 3, which waits at the block's barrier"},
    {"group_waits_for_barrier<8>", group_waits_for_barrier<8>,
     "thread 0: absent lane: waits at a sync of 8 lanes for thread 7, which waits at the block's barrier"},
    {"barrier_waits_for_group", barrier_waits_for_group,
     "thread 0: barrier divergence: waits at the block's barrier for thread 5, which waits at a sync of 4 "
     "lanes"},
    {"group_waits_for_larger_group", group_waits_for_larger_group,
     "thread 0: absent lane: waits at a sync of 4 lanes for thread 3, which waits at a sync of 8 lanes"},
    {"group_waits_for_ended", group_waits_for_ended,
     "thread 0: absent lane: waits in an exchange of 4 lanes for thread 2, which has ended"},
    {"first_has_ended", first_has_ended,
     "thread 1: barrier divergence: waits at the block's barrier for thread 0, which has ended"},
    {"ended_behind_the_group", ended_behind_the_group,
     "thread 3: barrier divergence: waits at the block's barrier for thread 4, which has ended"},
    {"second_group_waits<false, ENDS>", second_group_waits<false, ENDS>,
     "thread 4: absent lane: waits at a sync of 4 lanes for thread 7, which has ended"},
    {"second_group_waits<true, ENDS>", second_group_waits<true, ENDS>,
     "thread 4: absent lane: waits in an exchange of 4 lanes for thread 7, which has ended"},
    {"second_group_waits<false, AT_BARRIER>", second_group_waits<false, AT_BARRIER>,
     "thread 7: barrier divergence: waits at the block's barrier for thread 0, which has ended"},
    {"second_group_waits<true, AT_BARRIER>", second_group_waits<true, AT_BARRIER>,
     "thread 7: barrier divergence: waits at the block's barrier for thread 0, which has ended"},
    {"exchange_waits_for_larger_group", exchange_waits_for_larger_group,
     "thread 0: absent lane: waits in an exchange of 4 lanes for thread 3, which waits in an exchange of 8 "
     "lanes"},
    {"barrier_behind_groups", barrier_behind_groups,
     "thread 0: barrier divergence: waits at the block's barrier for thread 5, which waits at a sync of 4 "
     "lanes"},
    {"syncs_and_exchanges", syncs_and_exchanges,
     "thread 3: absent lane: waits in an exchange of 4 lanes for thread 0, which waits at a sync of 4 lanes"},
    {"one_exchanges", one_exchanges,
     "thread 3: absent lane: waits at a sync of 4 lanes for thread 1, which waits in an exchange of 4 lanes"},
    {"exchanges_unlike_bytes", exchanges_unlike_bytes,
     "thread 3: exchanges 8 bytes with thread 0, which exchanges 4"},
    {"exchanges_many_bytes<1024>", exchanges_many_bytes<1024>, ""},
    {"exchanges_many_bytes<1025>", exchanges_many_bytes<1025>,
     "an exchange of 1025 bytes; at most 1024 are carried"},
    {"syncs_group<1>", syncs_group<1>, ""},
    {"syncs_group<8>", syncs_group<8>, ""},
    {"syncs_group<0>", syncs_group<0>, "a group of 0 lanes, on a device with "},
    {"syncs_group<3>", syncs_group<3>, "a group of 3 lanes, on a device with "},
    {"syncs_group<128>", syncs_group<128>, "a group of 128 lanes, on a device with "},
    {"fails_by_words", fails_by_words, "undefined behaviour: these words"},
    {"fails_by_index", fails_by_index, "bounds: index 7 of an array of its own, 'int [4]' (some.hip:12)"},
};

/* ---- what the compiler's checks call ----------------------------------------------------------------------- */

extern "C" bool sim_out_of_bounds(void *place, void *index);
extern "C" bool sim_runs_lane(void);
extern "C" void sim_undefined(const char *words);
extern "C" void __ubsan_handle_out_of_bounds(void *place, void *index);

struct named_type {
    uint16_t kind, info;
    char name[12];
};

static const named_type four_ints = {0, 0, "'int [4]'"};

static struct {
    const char *file;
    uint32_t line, column;
    const named_type *array, *index;
} index_check = {"folder/some.hip", 12, 3, &four_ints, nullptr};

UNSEEN static void fails_by_words(const void *)
{
    if (sim_runs_lane()) sim_undefined("these words");
}

UNSEEN static void fails_by_index(const void *)
{
    __ubsan_handle_out_of_bounds(&index_check, reinterpret_cast<void *>(7));
}

static void syncs_group_of(const void *lanes)
{
    sim_group_sync(*static_cast<const uint32_t *>(lanes));
}

static void exchanges_in_group_of(const void *lanes)
{
    uint32_t mine = sim_thread(), theirs = 0;
    sim_exchange(&mine, &theirs, sizeof mine, 0, *static_cast<const uint32_t *>(lanes));
}

/* A group has as many lanes as a warp of this device at most, not of any device, however many the block has. */
static void judge_widest_groups(bench &b, uint32_t warp)
{
    for (uint32_t lanes : {16u, 32u, 64u, 128u})
        for (auto kernel : {syncs_group_of, exchanges_in_group_of}) {
            struct text report;
            char expected[120] = "";
            report.at[0] = 0;
            if (lanes > warp)
                snprintf(expected, sizeof expected,
                         "widest: block 0, thread 0: a group of %u lanes, on a device with %u: expected a "
                         "power of two up to that",
                         lanes, warp);
            foldcheck_backend.schedule(b.device, nullptr);
            if (sim_launch(nullptr, "widest", 1, 128, 1, kernel, &lanes, sizeof lanes)) finish(b, &report);
            if (strcmp(report.at, expected) != 0)
                say_wrong(b, kernel == syncs_group_of ? "the widest sync" : "the widest exchange", 0,
                          expected, report.at);
        }
}

static void judge_waits(bench &b)
{
    lay_out(b);
    for (const auto &line : waits) {
        struct text report;
        report.at[0] = 0;
        foldcheck_backend.schedule(b.device, nullptr);
        if (sim_launch(nullptr, line.name, 1, 8, 1, line.kernel, "", 1)) finish(b, &report);
        bool right = *line.report ? strstr(report.at, line.report) != nullptr : !*report.at;
        if (!right) say_wrong(b, line.name, 0, line.report, report.at);
    }
    struct text report;
    char expected[120];
    report.at[0] = 0;
    snprintf(expected, sizeof expected,
             "groups: block 0, thread 0: a group of 3 lanes, on a device with %d: expected a power of two up "
             "to that",
             foldcheck_backend.caps(b.device)->lanes);
    if (sim_launch(nullptr, "groups", 1, 8, 1, syncs_group<3>, "", 1)) finish(b, &report);
    if (strcmp(report.at, expected) != 0) say_wrong(b, "groups", 0, expected, report.at);
    expect_notes(b, !sim_runs_lane() && !sim_out_of_bounds(&index_check, nullptr),
                 "a lane runs where none does");
}

/* ---- who goes on ------------------------------------------------------------------------------------------- */

static struct {
    uint32_t order[64], count;
    uint64_t value[8];
    uint32_t index[192][2];
} noted;

template <bool BARRIER>
UNSEEN static void notes_who_goes_on(const void *)
{
    BARRIER ? sim_block_sync() : sim_group_sync(4);
    noted.order[noted.count++ % 64] = sim_thread();
}

UNSEEN static void notes_values(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    uint32_t lane = sim_thread(), value = 10 + lane;
    sim_exchange(&value, &value, sizeof value, lane % 4 ^ 3, 4);
    noted.order[lane] = value;
    if (lane) return;
    sim_atomic_store(w.number, UINT64_C(0x123456789abcdef0), 8, true);
    noted.value[0] = sim_atomic_load(w.number, 8, true);
    noted.value[1] = sim_atomic_load(w.number, 4, true);
    noted.value[2] = sim_atomic_add64(w.number, UINT64_C(1) << 60);
    sim_atomic_store(w.number, UINT64_MAX, 4, false);
    noted.value[3] = sim_atomic_load(w.number, 8, false);
    noted.value[4] = sim_atomic_add32(w.flag, 5) + sim_atomic_add(w.flag, 7);
    noted.value[5] = sim_atomic_load(w.flag, 4, false);
    noted.value[6] = sim_blocks();
}

/* Under fifo the last one to come goes on, then the others that met, then the rest of the block. */
static void judge_who_goes_on(bench &b)
{
    static const uint32_t barrier[] = {7, 0, 1, 2, 3, 4, 5, 6}, groups[] = {3, 0, 1, 2, 7, 4, 5, 6},
                          exchanged[] = {13, 12, 11, 10, 17, 16, 15, 14};
    static const uint64_t values[] = {UINT64_C(0x123456789abcdef0),
                                      0x9abcdef0,
                                      UINT64_C(0x123456789abcdef0),
                                      UINT64_C(0x22345678ffffffff),
                                      5,
                                      12,
                                      1};
    struct text report;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    noted.count = 0;
    if (sim_launch(nullptr, "barrier", 1, 8, 1, notes_who_goes_on<true>, "", 1)) finish(b, &report);
    expect_notes(b, !memcmp(noted.order, barrier, sizeof barrier) && noted.count == 8,
                 "behind a barrier another lane goes on first");
    noted.count = 0;
    if (sim_launch(nullptr, "groups", 1, 8, 1, notes_who_goes_on<false>, "", 1)) finish(b, &report);
    expect_notes(b, !memcmp(noted.order, groups, sizeof groups) && noted.count == 8,
                 "behind a sync another lane goes on first");
    if (sim_launch(nullptr, "values", 1, 8, 1, notes_values, &b.w, sizeof b.w)) finish(b, &report);
    expect_notes(b,
                 !memcmp(noted.order, exchanged, sizeof exchanged) &&
                     !memcmp(noted.value, values, sizeof values) && !*report.at,
                 "an exchange or an atomic gives another value");
}

static sim_grid indexed; /* the grid of notes_index */

UNSEEN static void notes_index(const void *)
{
    const uint32_t *blocks = indexed.blocks, *threads = indexed.threads;
    uint32_t thread[3] = {sim_thread_x(), sim_thread_y(), sim_thread_z()};
    uint32_t block[3] = {sim_block_x(), sim_block_y(), sim_block_z()};
    bool sizes = sim_threads_x() == threads[0] && sim_threads_y() == threads[1] &&
                 sim_threads_z() == threads[2] && sim_blocks_x() == blocks[0] &&
                 sim_blocks_y() == blocks[1] && sim_blocks_z() == blocks[2];
    for (int i = 0; i < 3; i++)
        sizes &= thread[i] < threads[i] && block[i] < blocks[i];
    uint32_t *to = noted.index[noted.count++ % 192];
    to[0] = sizes && block[0] + blocks[0] * (block[1] + blocks[1] * block[2]) == sim_block();
    to[1] = sizes && thread[0] + threads[0] * (thread[1] + threads[1] * thread[2]) == sim_thread();
}

/* 24 blocks of 8 threads, each with indices of its own, in grids and blocks of three sizes. */
static void judge_indices(bench &b)
{
    static const sim_grid grids[] = {{{2, 3, 4}, {4, 2, 1}, 0, nullptr},
                                     {{4, 2, 3}, {1, 4, 2}, 0, nullptr},
                                     {{3, 4, 2}, {2, 1, 4}, 0, nullptr}};
    for (const sim_grid &grid : grids) {
        struct text report;
        bool right = true;
        indexed = grid;
        noted.count = 0;
        memset(noted.index, 0, sizeof noted.index);
        report.at[0] = 0;
        if (sim_launch_ordinary(&grid, "notes_index", notes_index, "", 1)) finish(b, &report);
        for (const auto &index : noted.index)
            right &= index[0] && index[1];
        expect_notes(b, right && noted.count == 192 && !*report.at,
                     "indices of a block or a thread, or their numbers, are not those of the launch");
    }
}

/* ---- time and room ----------------------------------------------------------------------------------------- */

template <uint32_t TIMES>
static void yields(const void *)
{
    for (uint32_t i = 0; i < TIMES; i++)
        sim_yield();
}

template <uint32_t TIMES>
UNSEEN static void touches(const void *arguments)
{
    for (uint32_t i = 0; i < TIMES; i++)
        sim_touch(arguments, 1, 1, false);
}

/* Until all 40 blocks are there. */
static void meets_all_blocks(const void *arguments)
{
    uint32_t *flag = static_cast<const words *>(arguments)->flag;
    sim_atomic_add(flag, 1);
    while (sim_atomic_load(flag, 4, false) % 40)
        sim_yield();
}

static void nothing(const void *) {}

/* The report of a sync of that many seconds, of a launch of blocks of one lane, up to its end. */
static void expect_within(bench &b, void (*kernel)(const void *), uint64_t blocks, double seconds,
                          const char *expected)
{
    struct text report;
    report.at[0] = 0;
    foldcheck_backend.schedule(b.device, nullptr);
    if (sim_launch(nullptr, "limited", blocks, 1, 1, kernel, "", 1) &&
        !foldcheck_backend.sync(b.device, seconds, &report))
        foldcheck_backend.reset(b.device, nullptr);
    size_t said = strlen(report.at), end = strlen(expected);
    bool right = *expected ? said >= end && strcmp(report.at + said - end, expected) == 0 : !*report.at;
    if (!right) say_wrong(b, "a limit of time", (int)blocks, expected, report.at);
}

static void judge_limits(bench &b)
{
    /* Where the kernel counts a process's time in ticks of 10 ms, a launch that is to be ended lasts several. */
    enum { MOST_YIELDS = 1 << 22, MANY_BLOCKS = 1 << 19 };
    expect_within(b, yields<200000>, 1, 0, "");
    expect_within(b, yields<200000>, 1, 20, "");
    expect_within(b, yields<200000>, 1, 0.5, ""); /* less than the process has computed */
    expect_within(b, yields<MOST_YIELDS>, 1, 1e-6,
                  "thread 0: still running when the time limit of 1e-06 s was up");
    expect_within(b, touches<MOST_YIELDS>, 1, 1e-6,
                  "thread 0: still running when the time limit of 1e-06 s was up");
    /* Its threads have four times the limit beside it. */
    expect_within(b, nothing, MANY_BLOCKS, 1e-6,
                  "limited: still running when the time limit of 5e-06 s was up");
    expect_within(b, nothing, 1 << 17, 0, "");
    expect_within(b, yields<MOST_YIELDS>, 1, 0, "");
    expect_within(
        b, yields<MOST_YIELDS + 1>, 1, 0,
        "thread 0: livelock: spins, and in 4194304 yields no lane wrote device memory or ended (1 of 1 "
        "blocks started)");
}

/* As many blocks as the pool keeps, and more. Under an order that is not fifo their lanes stand in one list. */
static void judge_pool(bench &b)
{
    static const enum schedule_form forms[] = {SCHEDULE_FIFO, SCHEDULE_FIFO, SCHEDULE_UNIFORM, SCHEDULE_PCT};
    for (enum schedule_form form : forms) {
        struct text report;
        struct schedule schedule = {};
        schedule.form = form;
        schedule.resident = 40;
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (sim_launch(nullptr, "meets_all_blocks", 40, 1, 1, meets_all_blocks, &b.w, sizeof b.w))
            finish(b, &report);
        if (*report.at) say_wrong(b, "40 blocks", form, "", report.at);
    }
}

/* Operations behind a launch that fails, or on a stream that is closed, are not done. */
static void judge_dropped(bench &b)
{
    struct text report;
    unsigned char got[256] = {1};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    struct stream *stream = foldcheck_backend.stream_open(b.device, &report),
                  *other = foldcheck_backend.stream_open(b.device, &report);
    bool launched = sim_launch(stream, "fails", 1, 8, 1, syncs_group<3>, "", 1) &&
                    sim_launch(other, "waits", 1, 8, 1, nothing, "", 1);
    foldcheck_backend.fill(b.device, stream, b.w.payload, 0xa5, sizeof got, &report);
    foldcheck_backend.fill(b.device, other, b.w.payload, 0xa5, sizeof got, &report);
    foldcheck_backend.stream_close(b.device, other);
    expect_notes(b, launched && !foldcheck_backend.sync(b.device, 20, &report),
                 "a launch that fails does not");
    foldcheck_backend.reset(b.device, nullptr);
    foldcheck_backend.get(b.device, nullptr, got, b.w.payload, sizeof got, &report);
    expect_notes(b, foldcheck_backend.sync(b.device, 20, &report) && !got[0] && !got[255],
                 "an operation that was dropped is done");
    foldcheck_backend.stream_close(b.device, stream);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
