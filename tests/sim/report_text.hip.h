/* SPDX-License-Identifier: MIT
 * Judges reports to the letter: the mistake, its lane, its places in memory and in the code, and the other lane.
 * One or two lanes act, one after the other, by words that order nothing. */
#ifndef FOLDCHECK_LITMUS_REPORT_TEXT_HIP_H
#define FOLDCHECK_LITMUS_REPORT_TEXT_HIP_H

#include "cuda_primitives.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum said_word { NO_WORD, WRITES, READS, SETS_ATOMIC, ADDS_ATOMIC, WRITES_VOLATILE, READS_PLAIN };
/* A region; one that the host does not write; an allocation without regions; one that was freed; shared memory of
 * our own kernels, and of ordinary ones, the latter also where the launch says how much; address 0. */
enum said_space { IN_PAYLOAD, IN_STALE, IN_BARE, IN_FREED, IN_ARRAY, IN_SUMS, IN_REST, IN_NOTHING };

struct said_step {
    int launch;
    uint32_t block, thread;
    enum said_word word;
};

struct said_line {
    const char *name;
    enum said_space space;
    int at; /* bytes from its beginning */
    bool ordinary;
    said_step step[2];
    const char *report; /* (W) is the place of writes_four, (R) of reads_four; (1), (2) are other places */
};

static struct {
    const said_line *line;
    int turn;
    const words *w;
    unsigned char *bare, *freed;
    char writes[160], reads[160]; /* the places, as reports name them */
} said;

UNSEEN static void writes_four(void *at)
{
    sim_touch(at, 4, 4, true);
    asm volatile("# writes");
}

UNSEEN static void reads_four(void *at)
{
    sim_touch(at, 4, 4, false);
    asm volatile("# reads");
}

UNSEEN static unsigned char *said_place(void)
{
    static const sim_variable sums = {"sums", 7, 4}, rest = {"rest", 8, 8};
    switch (said.line->space) {
    case IN_PAYLOAD:
        return reinterpret_cast<unsigned char *>(said.w->payload);
    case IN_STALE:
        return reinterpret_cast<unsigned char *>(said.w->stale);
    case IN_BARE:
        return said.bare;
    case IN_FREED:
        return said.freed;
    case IN_ARRAY:
        return static_cast<unsigned char *>(sim_shared(1, 64, 4));
    case IN_SUMS:
        return static_cast<unsigned char *>(sim_shared_variable(&sums, 64));
    case IN_REST:
        return static_cast<unsigned char *>(sim_shared_extern(&rest));
    case IN_NOTHING:
        break;
    }
    return nullptr;
}

UNSEEN static void say(enum said_word word, void *at)
{
    if (word == WRITES) writes_four(at);
    if (word == READS) reads_four(at);
    if (word == SETS_ATOMIC) sim_atomic_enter(at, 4, STORES, __ATOMIC_RELAXED), sim_atomic_leave(true);
    if (word == ADDS_ATOMIC) sim_atomic_enter(at, 4, DOES_BOTH, __ATOMIC_RELAXED), sim_atomic_leave(true);
    if (word == WRITES_VOLATILE) __tsan_volatile_write4(at);
    if (word == READS_PLAIN) __tsan_read4(at);
}

UNSEEN static void says(const void *launch)
{
    const said_line &line = *said.line;
    for (int i = 0; i < 2; i++) {
        const said_step &s = line.step[i];
        if (s.word == NO_WORD || s.launch != *static_cast<const int *>(launch) || s.block != sim_block() ||
            s.thread != sim_thread())
            continue;
        while (said.turn < i)
            sim_yield();
        say(s.word, said_place() + line.at);
        said.turn = i + 1;
    }
}

#define OTHER_WARP 64 /* a thread of one */
static const said_line said_lines[] = {
    {"behind a region",
     IN_PAYLOAD,
     256,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: write of 4 bytes at item 64 of payload, which has 64 items (W)"},
    {"before a region",
     IN_PAYLOAD,
     -4,
     false,
     {{0, 1, 7, READS}},
     "said: block 1, thread 7: read of 4 bytes at item -1 of payload, which has 64 items (R)"},
    {"over a region's end",
     IN_PAYLOAD,
     254,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: write of 4 bytes at item 63 of payload runs past its end (64 items) (W)"},
    {"over an allocation's end",
     IN_BARE,
     4094,
     false,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: read of 4 bytes at byte 4094 of an allocation, which has 4096 bytes (R)"},
    {"freed",
     IN_FREED,
     4,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: write of 4 bytes at byte 4 of an allocation that was freed (W)"},
    {"no memory",
     IN_NOTHING,
     64,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: write of 4 bytes at 0x40, which is no device memory (W)"},
    {"behind an array",
     IN_ARRAY,
     64,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: write of 4 bytes at byte 64 of the shared array of line 1, which has 64 bytes "
     "(W)"},
    {"behind a variable",
     IN_SUMS,
     64,
     true,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: read of 4 bytes at item 16 of shared sums, which has 16 items (R)"},
    {"behind dynamic memory",
     IN_REST,
     48,
     true,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: read of 4 bytes at item 6 of shared rest, which has 6 items (R)"},
    {"misaligned in a region",
     IN_PAYLOAD,
     6,
     false,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: misaligned read of 4 bytes at item 1 of payload: 2 past a multiple of 4 (R)"},
    {"misaligned in an array",
     IN_ARRAY,
     5,
     false,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: misaligned write of 4 bytes at byte 5 of the shared array of line 1: 1 past a "
     "multiple of 4 (W)"},
    {"misaligned in a variable",
     IN_SUMS,
     5,
     true,
     {{0, 0, 0, WRITES}},
     "said: block 0, thread 0: misaligned write of 4 bytes at item 1 of shared sums: 1 past a multiple of 4 "
     "(W)"},
    {"unwritten",
     IN_STALE,
     8,
     false,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: uninitialised: read of 4 bytes at item 2 of stale (R), not all of them "
     "written before"},
    {"unwritten variable",
     IN_SUMS,
     12,
     true,
     {{0, 0, 0, READS}},
     "said: block 0, thread 0: uninitialised: read of 4 bytes at item 3 of shared sums (R), not all of them "
     "written before"},
    {"read behind a write",
     IN_PAYLOAD,
     4,
     false,
     {{0, 0, 0, WRITES}, {0, 1, 2, READS}},
     "said: block 1, thread 2: race: read at item 1 of payload (R) has no order with the write by block 0, "
     "thread 0 (W)"},
    {"write behind a read",
     IN_PAYLOAD,
     4,
     false,
     {{0, 0, 3, READS}, {0, 1, 0, WRITES}},
     "said: block 1, thread 0: race: write at item 1 of payload (W) has no order with the read by block 0, "
     "thread 3 (R)"},
    {"writes in an allocation",
     IN_BARE,
     8,
     false,
     {{0, 1, 0, WRITES}, {0, 0, 0, WRITES}},
     "said: block 0, thread 0: race: write at byte 8 of an allocation (W) has no order with the write by "
     "block 1, thread 0 (W)"},
    {"in an array",
     IN_ARRAY,
     4,
     false,
     {{0, 0, 5, WRITES}, {0, 0, 2, READS}},
     "said: block 0, thread 2: race: read at byte 4 of the shared array of line 1 (R) has no order with the "
     "write by block 0, thread 5 (W)"},
    {"in a variable",
     IN_SUMS,
     4,
     true,
     {{0, 0, 5, WRITES}, {0, 0, 2, READS}},
     "said: block 0, thread 2: race: read at item 1 of shared sums (R) has no order with the write by block "
     "0, thread 5 (W): lanes of one warp need not be in step"},
    {"of two warps",
     IN_SUMS,
     4,
     true,
     {{0, 0, OTHER_WARP, WRITES}, {0, 0, 2, READS}},
     "said: block 0, thread 2: race: read at item 1 of shared sums (R) has no order with the write by block "
     "0, thread 64 (W)"},
    {"of two blocks",
     IN_PAYLOAD,
     4,
     true,
     {{0, 0, 2, WRITES}, {0, 1, 2, READS}},
     "said: block 1, thread 2: race: read at item 1 of payload (R) has no order with the write by block 0, "
     "thread 2 (W)"},
    {"of two launches",
     IN_PAYLOAD,
     4,
     false,
     {{0, 1, 2, WRITES}, {1, 1, 2, READS}},
     "second: block 1, thread 2: race: read at item 1 of payload (R) has no order with the write by said, "
     "block 1, thread 2 (W)"},
    {"read behind an atomic",
     IN_PAYLOAD,
     4,
     true,
     {{0, 0, 0, ADDS_ATOMIC}, {0, 1, 0, READS}},
     "said: block 1, thread 0: race: read at item 1 of payload (R) has no order with the atomic write by "
     "block 0, thread 0 (1)"},
    {"atomic behind a read",
     IN_PAYLOAD,
     4,
     true,
     {{0, 0, 0, READS}, {0, 1, 0, ADDS_ATOMIC}},
     "said: block 1, thread 0: race: atomic write at item 1 of payload (1) has no order with the read by "
     "block 0, thread 0 (R)"},
    {"atomics", IN_PAYLOAD, 4, true, {{0, 0, 0, ADDS_ATOMIC}, {0, 1, 0, ADDS_ATOMIC}}, ""},
    {"shared atomics", IN_SUMS, 4, true, {{0, 0, 0, SETS_ATOMIC}, {0, 0, 1, SETS_ATOMIC}}, ""},
    {"volatile behind an atomic", IN_SUMS, 4, true, {{0, 0, 0, SETS_ATOMIC}, {0, 0, 1, WRITES_VOLATILE}}, ""},
    {"atomic behind a volatile", IN_SUMS, 4, true, {{0, 0, 0, WRITES_VOLATILE}, {0, 0, 1, SETS_ATOMIC}}, ""},
    {"volatile behind one",
     IN_SUMS,
     4,
     true,
     {{0, 0, 0, WRITES_VOLATILE}, {0, 0, 1, WRITES_VOLATILE}},
     "said: block 0, thread 1: race: volatile write at item 1 of shared sums (1) has no order with the "
     "volatile write by block 0, thread 0 (1): lanes of one warp need not be in step"},
    {"unannounced",
     IN_PAYLOAD,
     4,
     false,
     {{0, 0, 0, READS_PLAIN}},
     "said: block 0, thread 0: unexamined: plain read of 4 bytes at item 1 of payload (1), which no accessor "
     "announced: expected load and store of tile.hip.h"},
    {"unannounced in an allocation",
     IN_BARE,
     4,
     false,
     {{0, 0, 0, READS_PLAIN}},
     "said: block 0, thread 0: unexamined: plain read of 4 bytes at byte 4 of an allocation (1), which no "
     "accessor announced: expected load and store of tile.hip.h"},
    {"unannounced in an array",
     IN_ARRAY,
     4,
     false,
     {{0, 0, 0, READS_PLAIN}},
     "said: block 0, thread 0: unexamined: plain read of 4 bytes at byte 4 of the shared array of line 1 "
     "(1), which no accessor announced: expected load and store of tile.hip.h"},
    {"unannounced behind an array",
     IN_ARRAY,
     64,
     false,
     {{0, 0, 0, READS_PLAIN}},
     "said: block 0, thread 0: unexamined: plain read of 4 bytes at shared memory outside its arrays (1), "
     "which no accessor announced: expected load and store of tile.hip.h"},
};

/* A place in the code as a report names it: up to the bracket behind it. */
static bool place_in(const char *report, char place[160])
{
    const char *from = strstr(report, "(offset 0x");
    if (from) snprintf(place, 160, "%.*s", (int)strcspn(from + 1, ")"), from + 1);
    return from != nullptr;
}

/* The report with a letter or a number for each place in the code. */
static void shorten_places(const char *report, char out[512])
{
    char other[2][160] = {}, place[160];
    size_t length = 0;
    while (*report && length < 500) {
        if (strncmp(report, "(offset 0x", 10) != 0) {
            out[length++] = *report++;
            continue;
        }
        place_in(report, place);
        report += 1 + strlen(place);
        int number = !*other[0] || strcmp(other[0], place) == 0 ? 0 : 1;
        bool writes = strcmp(place, said.writes) == 0, reads = strcmp(place, said.reads) == 0;
        if (!writes && !reads) memcpy(other[number], place, sizeof place);
        out[length++] = '(';
        out[length++] = (char)(writes ? 'W' : reads ? 'R' : '1' + number);
    }
    out[length] = 0;
}

/* What is reported of the line's steps; those of the second launch are on a stream of its own. */
static void report_steps(bench &b, const said_line &line, struct text *report)
{
    struct stream *stream = foldcheck_backend.stream_open(b.device, report);
    bool second = line.step[1].launch == 1, queued = true;
    lay_out(b);
    foldcheck_backend.fill(b.device, nullptr, said.bare, 0, 4096, nullptr);
    foldcheck_backend.schedule(b.device, nullptr);
    said.line = &line;
    said.turn = 0;
    said.w = &b.w;
    report->at[0] = 0;
    for (int launch = 0; launch <= second && queued; launch++) {
        struct stream *on = launch ? stream : nullptr;
        sim_grid grid = {{2, 1, 1}, {128, 1, 1}, 48, on};
        const char *name = launch ? "second" : "said";
        queued = line.ordinary ? sim_launch_ordinary(&grid, name, says, &launch, sizeof launch)
                               : sim_launch(on, name, 2, 128, 1, says, &launch, sizeof launch);
    }
    if (queued) finish(b, report);
    foldcheck_backend.stream_close(b.device, stream);
}

static void expect_said(bench &b, const char *name, const char *expected, const struct text &report)
{
    char got[512];
    shorten_places(report.at, got);
    if (strcmp(got, expected) != 0) say_wrong(b, name, 0, expected, got);
}

/* `checked`: for races, unwritten memory and plain accesses, too. */
static void judge_said(bench &b, bool checked)
{
    struct text report;
    const char *const unchecked[] = {"race: ", "uninitialised: ", "unexamined: "};
    said.bare = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, 4096, &report));
    said.freed = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, 4096, &report));
    foldcheck_backend.release(b.device, said.freed);
    const said_line write = {"", IN_NOTHING, 64, false, {{0, 0, 0, WRITES}}, ""},
                    read = {"", IN_NOTHING, 64, false, {{0, 0, 0, READS}}, ""};
    report_steps(b, write, &report);
    bool named = place_in(report.at, said.writes);
    report_steps(b, read, &report);
    named &= place_in(report.at, said.reads);
    expect_notes(b, named && strcmp(said.writes, said.reads) != 0, "two places in the code have one name");
    for (const said_line &line : said_lines) {
        const char *expected = line.report;
        for (const char *kind : unchecked)
            if (!checked && strstr(expected, kind)) expected = "";
        report_steps(b, line, &report);
        expect_said(b, line.name, expected, report);
        expect_notes(b, foldcheck_backend.examined(b.device) == !strstr(expected, "unexamined: "),
                     "a plain access counts as announced, or another one as plain");
    }
    const said_line misaligned = {"misaligned", IN_BARE, 7, false, {{0, 0, 0, READS}}, ""};
    char expected[256];
    snprintf(expected, sizeof expected,
             "said: block 0, thread 0: misaligned read of 4 bytes at %p: 3 past a multiple of 4 (R)",
             static_cast<void *>(said.bare + 7));
    report_steps(b, misaligned, &report);
    expect_said(b, "misaligned in an allocation", expected, report);
    expect_notes(b, foldcheck_backend.examined(b.device), "a plain access of an earlier launch counts again");
    foldcheck_backend.release(b.device, said.bare);
}

/* ---- lanes that wait --------------------------------------------------------------------------------------- */

UNSEEN static void syncs_here(uint64_t mask)
{
    sim_warp_sync(mask);
    asm volatile("# syncs");
}

UNSEEN static void votes_there(uint64_t mask)
{
    sim_warp_vote(mask, true);
    asm volatile("# votes");
}

UNSEEN static void two_vote(const void *)
{
    if (sim_thread() == 0 || sim_thread() == 3) votes_there(9);
}

UNSEEN static void one_syncs_one_votes(const void *)
{
    if (sim_thread() == 0) syncs_here(9);
    if (sim_thread() == 3) votes_there(9);
}

UNSEEN static void votes_of_block_here(void)
{
    sim_block_vote(true);
    asm volatile("# votes");
}

/* Lane 5 has synced before, where lane 3 waits for it. */
UNSEEN static void one_syncs_others_vote(const void *)
{
    if (sim_thread() == 5) syncs_here(1 << 5);
    if (sim_thread() == 3) syncs_here(1 << 3 | 1 << 5);
    votes_of_block_here();
}

/* Lane 0 has ended, and is not waited for; lane 5 is. */
UNSEEN static void one_ends_one_votes_others_sync(const void *)
{
    if (sim_thread() == 0) return;
    if (sim_thread() == 5)
        votes_of_block_here();
    else
        syncs_here(0xff);
}

/* Lane 3 has ended behind an atomic; the barrier misses it. */
UNSEEN static void one_ends_others_vote(const void *arguments)
{
    if (sim_thread() == 3)
        get_atomic(static_cast<const words *>(arguments)->flag, __ATOMIC_RELAXED);
    else
        votes_of_block_here();
}

/* Lane 3 of the second warp votes, that of the first one ends. */
UNSEEN static void second_warp_syncs_and_votes(const void *)
{
    uint32_t lanes = sim_lanes();
    if (sim_thread() == lanes) syncs_here(9);
    if (sim_thread() == lanes + 3) votes_there(9);
}

UNSEEN static void syncs_without_itself(const void *)
{
    if (sim_thread() == 0) syncs_here(2);
}

/* Each lane waits where it waits now, not where it did before. */
static void judge_said_waits(bench &b)
{
    struct text report;
    char expected[256];
    int lanes = foldcheck_backend.caps(b.device)->lanes;
    report_of(b, "said", two_vote, 8, true, &report);
    expect_said(b, "two_vote", "", report);
    report_of(b, "said", one_syncs_one_votes, 8, true, &report);
    expect_said(b, "one_syncs_one_votes",
                "said: block 0, thread 0: absent lane: waits in a __syncwarp of its warp (1) for thread 3, "
                "which waits in a vote of its warp (2)",
                report);
    report_of(b, "said", one_syncs_others_vote, 8, true, &report);
    expect_said(b, "one_syncs_others_vote",
                "said: block 0, thread 3: absent lane: waits in a __syncwarp of its warp (1) for thread 5, "
                "which waits at the block's barrier (2)",
                report);
    report_of(b, "said", one_ends_one_votes_others_sync, 8, true, &report);
    expect_said(b, "one_ends_one_votes_others_sync",
                "said: block 0, thread 1: absent lane: waits in a __syncwarp of its warp (1) for thread 5, "
                "which waits at the block's barrier (2)",
                report);
    report_of(b, "said", one_ends_others_vote, 8, true, &report);
    expect_said(b, "one_ends_others_vote",
                "said: block 0, thread 0: barrier divergence: waits at the block's barrier (1) for thread 3, "
                "which has ended",
                report);
    snprintf(expected, sizeof expected,
             "said: block 0, thread %d: absent lane: waits in a __syncwarp of its warp (1) for thread %d, "
             "which waits in a vote of its warp (2)",
             lanes, lanes + 3);
    report_of(b, "said", second_warp_syncs_and_votes, 2 * lanes, true, &report);
    expect_said(b, "second_warp_syncs_and_votes", expected, report);
    snprintf(expected, sizeof expected,
             "said: block 0, thread 0: absent lane: __syncwarp with mask 0x2, which does not name its own "
             "lane, 0 of %d (1)",
             lanes);
    report_of(b, "said", syncs_without_itself, 8, true, &report);
    expect_said(b, "syncs_without_itself", expected, report);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
