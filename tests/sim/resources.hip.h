/* SPDX-License-Identifier: MIT
 * Judges what the simulator takes of the host: memory, which it gives back, and without which a launch fails in words;
 * and time. */
#ifndef FOLDCHECK_LITMUS_RESOURCES_HIP_H
#define FOLDCHECK_LITMUS_RESOURCES_HIP_H

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "barriers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- no memory --------------------------------------------------------------------------------------------- */

/* By a sanitizer, which needs memory of its own at any time. */
#ifdef __SANITIZE_ADDRESS__
enum { ADDRESSES_ARE_CHECKED = true };
#else
enum { ADDRESSES_ARE_CHECKED = false };
#endif

/* Bytes of addresses that this process has. */
static size_t address_space(void)
{
    char pages[32] = {};
    int file = open("/proc/self/statm", O_RDONLY);
    if (file < 0 || read(file, pages, sizeof pages - 1) < 0) pages[0] = 0;
    if (file >= 0) close(file);
    return strtoull(pages, nullptr, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

/* Of what malloc has in one piece, only the end moves. */
static size_t address_space_but_heap(void)
{
    return address_space() - reinterpret_cast<uintptr_t>(sbrk(0));
}

struct piece {
    piece *next;
};

static struct {
    piece *first;
    void *left;
    struct rlimit limit;
} taken;

/* The stack must not grow, either, when no addresses are left. */
UNSEEN static void deepen_stack(void)
{
    volatile unsigned char room[1 << 18];
    room[0] = room[sizeof room - 1] = 1;
}

/* All memory that the host would give, so that it gives none but a piece of some bytes. */
static void take_memory(size_t left = 0)
{
    taken.left = left ? malloc(left) : nullptr;
    deepen_stack();
    getrlimit(RLIMIT_AS, &taken.limit);
    struct rlimit limit = taken.limit;
    limit.rlim_cur = address_space();
    setrlimit(RLIMIT_AS, &limit);
    for (size_t bytes = 1 << 20; bytes >= 16; bytes = bytes > 4096 ? bytes / 2 : bytes - 16)
        while (auto *more = static_cast<piece *>(malloc(bytes))) {
            more->next = taken.first;
            taken.first = more;
        }
    free(taken.left);
}

static void give_memory(void)
{
    setrlimit(RLIMIT_AS, &taken.limit);
    while (taken.first) {
        piece *last = taken.first;
        taken.first = last->next;
        free(last);
    }
}

/* Bytes that the heap has given out. */
static size_t heap_in_use(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
#else
    return 0;
#endif
}

/* A launch whose blocks do not get what they need: all that is left is a piece of some bytes. Then there is memory, and
 * it runs. */
static void expect_no_memory(bench &b, const char *name, uint64_t blocks, uint32_t threads,
                             enum schedule_form form, size_t left = 0)
{
    static const char expected[] = "the host has no memory for the simulator's lanes";
    struct text report;
    struct schedule schedule = {};
    schedule.form = form;
    schedule.resident = blocks;
    size_t heap = heap_in_use();
    for (int there_is = 0; there_is < 2; there_is++) {
        report.at[0] = 0;
        foldcheck_backend.schedule(b.device, &schedule);
        bool queued = sim_launch(nullptr, name, blocks, threads, 1, nothing, "", 1);
        if (!there_is) take_memory(left);
        if (queued) finish(b, &report);
        if (!there_is) give_memory();
        bool right = there_is ? !*report.at : strcmp(report.at, expected) == 0;
        if (!right) say_wrong(b, name, there_is, there_is ? "" : expected, report.at);
        expect_notes(b, there_is || heap_in_use() < heap + 100000, "a launch without memory keeps some");
    }
}

/* A launch that cannot be queued: there is memory for its arguments alone, or not for them. */
static void judge_arguments_without_memory(bench &b)
{
    static const unsigned char arguments[5000] = {};
    size_t heap = heap_in_use();
    take_memory(sizeof arguments);
    bool queued = sim_launch(nullptr, "refused", 1, 8, 1, nothing, arguments, sizeof arguments);
    give_memory();
    expect_notes(b,
                 !queued && !sim_launch(nullptr, "refused", 1, 8, 1, nothing, arguments, SIZE_MAX / 2) &&
                     strstr(sim_error(), "the host has no memory to queue a launch"),
                 "a launch is queued without memory, or refused in other words");
    expect_notes(b, heap_in_use() < heap + 2500, "a launch that is refused keeps its arguments");
}

/* Of a device that has run nothing yet. */
static void judge_no_memory(bench &b)
{
    struct text why;
    struct launch_counters totals;
    if (ADDRESSES_ARE_CHECKED) return;
    struct event *event = foldcheck_backend.event_open(b.device, &why);
    if (sim_launch(nullptr, "first", 1, 8, 1, nothing, "", 1)) finish(b, &why);
    take_memory();
    bool queued = sim_launch(nullptr, "refused", 1, 8, 1, nothing, "", 1),
         recorded = foldcheck_backend.event_record(b.device, event, nullptr, &why);
    give_memory();
    expect_notes(b, !queued && strstr(sim_error(), "the host has no memory to queue a launch"),
                 "a launch is queued without memory, or refused in other words");
    expect_notes(b, !recorded && strstr(why.at, "the host has no memory to queue an operation"),
                 "an operation is queued without memory, or refused in other words");
    foldcheck_backend.event_close(b.device, event);
    take_memory();
    bool given = foldcheck_backend.alloc(b.device, 1 << 20, &why) != nullptr;
    give_memory();
    expect_notes(b,
                 !given && strcmp(why.at, "the host has no memory for 1048576 bytes of the simulator's") == 0,
                 "memory is given that the host has not, or refused in other words");
    judge_arguments_without_memory(b);
    /* a stream without work, so that all of them are looked at */
    struct stream *stream = foldcheck_backend.stream_open(b.device, &why);
    expect_no_memory(b, "no memory for stacks", 1, 1024, SCHEDULE_FIFO);
    expect_no_memory(b, "no memory for a list of lanes", 1, 8, SCHEDULE_UNIFORM);
    expect_no_memory(b, "no memory for a longer list of lanes", 1, 64, SCHEDULE_UNIFORM);
    expect_no_memory(b, "no memory for a second block", 2, 8, SCHEDULE_FIFO);
    expect_no_memory(b, "no memory of a third block", 3, 8, SCHEDULE_FIFO, 300000); /* which has two pieces */
    foldcheck_backend.stream_close(b.device, stream);
    foldcheck_backend.counters(b.device, true, nullptr);
    expect_no_memory(b, "no memory for counts", 1, 8, SCHEDULE_FIFO);
    foldcheck_backend.counters(b.device, false, &totals);
}

static void expect_refused(bench &b, uint64_t bytes, const char *expected)
{
    struct text why;
    why.at[0] = 0;
    if (foldcheck_backend.alloc(b.device, bytes, &why) || strcmp(why.at, expected) != 0)
        say_wrong(b, "an allocation that finds no room", 0, expected, why.at);
}

/* More than there is room for, with what is in use: 8192 bytes and, the second time, 300 more, which are released
 * again. The refusal says so. For one byte less there is room, which the host does not have here. */
static void judge_in_use(bench &b)
{
    static const struct {
        uint64_t bytes;
        const char *said;
    } asked[] = {{2147475457, "2147475457"},
                 {2147483648, "2147483648"},
                 {UINT64_MAX - 8191, "18446744073709543424"}, /* with 8192 in use 2^64 in all */
                 {UINT64_MAX, "18446744073709551615"}};
    struct text why;
    void *more = nullptr;
    getrlimit(RLIMIT_AS, &taken.limit);
    struct rlimit limit = taken.limit;
    limit.rlim_cur = address_space() + (8 << 20); /* so that the host gives no more */
    if (!ADDRESSES_ARE_CHECKED) setrlimit(RLIMIT_AS, &limit);
    for (int i = 0; i < 3; i++) {
        if (i == 1) more = foldcheck_backend.alloc(b.device, 300, &why);
        if (i == 2) foldcheck_backend.release(b.device, more);
        for (const auto &line : asked) {
            char expected[120];
            snprintf(expected, sizeof expected,
                     "the simulator has 2147483648 bytes of memory, %d in use: no room for %s",
                     i == 1 ? 8492 : 8192, line.said);
            expect_refused(b, line.bytes, expected);
        }
    }
    if (!ADDRESSES_ARE_CHECKED)
        expect_refused(b, 2147475456, "the host has no memory for 2147475456 bytes of the simulator's");
    if (!ADDRESSES_ARE_CHECKED) setrlimit(RLIMIT_AS, &taken.limit);
}

/* ---- no memory for race checks ----------------------------------------------------------------------------- */

static const char no_checks[] =
    "the host has no memory for race checks; FOLDCHECK_SIM_CHECKS=off does without";

UNSEEN static void touches_new_pages(const void *arguments)
{
    unsigned char *at = *static_cast<unsigned char *const *>(arguments);
    for (int i = 0; sim_thread() == 0 && i < 1024; i++)
        sim_touch(at + 1024 * i, 4, 4, true);
}

/* The host's fill, of which race checks are told, too: all that a process says that has no memory left. */
static void fills_without_memory(bench &b, void *at, char said[256])
{
    int ends[2], status = 0;
    said[0] = 0;
    if (pipe(ends) != 0) return;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], 2);
        take_memory();
        foldcheck_backend.fill(b.device, nullptr, at, 0, 1024 * 1024, nullptr);
        _exit(0);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], said, 255);
    close(ends[0]);
    waitpid(child, &status, 0);
    said[length > 0 ? length : 0] = 0;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) snprintf(said, 256, "no abort");
}

static void judge_no_memory_for_checks(bench &b)
{
    struct text report;
    char said[256], expected[256];
    if (ADDRESSES_ARE_CHECKED) return;
    void *at = foldcheck_backend.alloc(b.device, 1024 * 1024, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    for (int there_is = 0; there_is < 2; there_is++) {
        report.at[0] = 0;
        bool queued = sim_launch(nullptr, "checked", 1, 8, 1, touches_new_pages, &at, sizeof at);
        if (!there_is) take_memory();
        if (queued) finish(b, &report);
        if (!there_is) give_memory();
        bool right = there_is ? !*report.at : strstr(report.at, no_checks) != nullptr;
        if (!right) say_wrong(b, "no memory for checks", there_is, there_is ? "" : no_checks, report.at);
        foldcheck_backend.region(b.device, at, 0, 0, false, nullptr); /* new again */
        if (there_is) continue;
        fills_without_memory(b, at, said);
        snprintf(expected, sizeof expected, "foldcheck: %s\n", no_checks);
        if (strcmp(said, expected) != 0) say_wrong(b, "a fill without memory", 0, expected, said);
    }
    foldcheck_backend.release(b.device, at);
}

/* ---- memory that is given back ----------------------------------------------------------------------------- */

static void tells_often(const void *arguments)
{
    for (int i = 0; sim_thread() == 0 && i < 16; i++)
        sim_atomic_add(static_cast<const words *>(arguments)->flag + i, 1);
}

/* Without race checks nothing is noted of what is written. */
static void judge_no_room_for_checks(bench &b)
{
    static unsigned char own[1 << 20];
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, sizeof own, &report), *data = own;
    sim_grid grid = {{1, 1, 1}, {1, 1, 1}, 0, nullptr};
    size_t heap = heap_in_use();
    foldcheck_backend.fill(b.device, nullptr, at, 0, sizeof own, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    report.at[0] = 0;
    for (void *memory : {at, data})
        if (sim_launch_ordinary(&grid, "unchecked", touches_new_pages, &memory, sizeof memory))
            finish(b, &report);
    expect_notes(b, heap_in_use() < heap + 100000 && !*report.at,
                 "without race checks memory is taken for them");
    foldcheck_backend.release(b.device, at);
}

static long pages_met(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/* Stretches of memory that the process has mapped; 0 where there is no such file. */
static long stretches_mapped(void)
{
    long lines = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    for (int c = 0; file && (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

/* Of more blocks at once than are kept, the others give their stacks back, too. */
static void judge_stacks(bench &b)
{
    struct schedule many = {};
    struct text report;
    long mapped = 0;
    many.form = SCHEDULE_FIFO;
    many.resident = 24;
    lay_out(b);
    foldcheck_backend.schedule(b.device, &many);
    for (int i = 0; i < 40; i++) {
        if (i == 20) mapped = stretches_mapped();
        if (sim_launch(nullptr, "tells_often", 24, 8, 1, tells_often, &b.w, sizeof b.w)) finish(b, &report);
    }
    foldcheck_backend.schedule(b.device, nullptr);
    expect_notes(b, stretches_mapped() - mapped < 100, "blocks that are not kept keep their stacks");
}

/* Launches, with copies behind them, need no more memory when there are more of them: what one told and queued is
 * given back, and blocks and stacks are used again. */
static void judge_given_back(bench &b)
{
    static const unsigned char bytes[200] = {};
    struct text report;
    size_t heap = 0;
    long pages = 0;
    lay_out(b);
    for (int i = 0; i < 2000; i++) {
        if (i == 500) heap = heap_in_use(), pages = pages_met();
        if (sim_launch(nullptr, "tells_often", 2, 8, 1, tells_often, &b.w, sizeof b.w) &&
            foldcheck_backend.put(b.device, nullptr, b.w.payload, bytes, sizeof bytes, &report))
            finish(b, &report);
    }
    expect_notes(b, heap_in_use() < heap + 30000, "launches keep memory when they are done");
    expect_notes(b, pages_met() - pages < 1500, "blocks have other stacks and memory each time");
}

/* ---- a stack that is too small ------------------------------------------------------------------------------ */

struct depth {
    uint32_t lane, bytes;
};

/* Takes this number of bytes of the stack, a kibibyte at a time. */
UNSEEN static unsigned dig(uint32_t bytes)
{
    volatile unsigned char room[1 << 10];
    room[0] = 1;
    return bytes <= sizeof room ? room[0] : room[0] + dig(bytes - sizeof room);
}

UNSEEN static void digs(const void *arguments)
{
    const auto *depth = static_cast<const struct depth *>(arguments);
    if (sim_thread() == depth->lane) dig(depth->bytes);
}

/* Whether a launch, in a process of its own, comes to a fault when one of 130 lanes takes so much of its stack. */
static bool stack_overflows(bench &b, uint32_t lane, uint32_t bytes)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct text report;
        const struct depth depth = {lane, bytes};
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGSEGV, SIG_DFL);
        if (sim_launch(nullptr, "digs", 1, 130, 1, digs, &depth, sizeof depth)) finish(b, &report);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

/* A lane that takes more stack than it has meets a page that nothing may touch, and not another lane's stack. On a device
 * that has launched nothing, so that stacks are of three new slabs. */
static void judge_overflow(bench &b)
{
    const uint32_t fits = ADDRESSES_ARE_CHECKED ? 180 << 10 : 56 << 10; /* frames of a sanitizer are larger */
    const uint32_t exceeds = ADDRESSES_ARE_CHECKED ? 272 << 10 : 80 << 10;
    lay_out(b);
    for (uint32_t lane : {0, 1, 62, 63, 64, 127, 128, 129}) {
        expect_notes(b, !stack_overflows(b, lane, fits), "a lane's stack is too small");
        expect_notes(b, stack_overflows(b, lane, exceeds), "a lane's stack overflows into another's");
    }
}

/* Whether a pass that reads the bytes comes to a page. */
static bool reads_page(bench &b, const unsigned char *from, uint64_t bytes, unsigned char *page, size_t size)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct text why;
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGSEGV, SIG_DFL);
        mprotect(page, size, PROT_NONE);
        _exit(foldcheck_backend.read_only(b.device, nullptr, from, bytes, nullptr, &why) ? 0 : 2);
    }
    waitpid(child, &status, 0);
    return status != 0;
}

/* The pass that only reads reads all words, and none behind them. */
static void judge_read_only(bench &b)
{
    struct text why;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *memory = foldcheck_backend.alloc(b.device, 5 * page, &why);
    auto *from =
        reinterpret_cast<unsigned char *>((reinterpret_cast<uintptr_t>(memory) + page - 1) / page * page);
    bool right = reads_page(b, from, 2 * page + 8, from, page) &&
                 reads_page(b, from, 2 * page + 8, from + page, page) &&
                 reads_page(b, from, 2 * page + 8, from + 2 * page, page) &&
                 !reads_page(b, from, 2 * page, from + 2 * page, page) &&
                 !reads_page(b, from, 4, from + page, page);
    expect_notes(b, right, "a pass that only reads leaves words out, or reads others");
    foldcheck_backend.release(b.device, memory);
}

/* ---- time -------------------------------------------------------------------------------------------------- */

/* Until so many seconds went by on a clock. */
template <clockid_t CLOCK>
UNSEEN static void waits_for(double seconds)
{
    struct timespec from, now;
    clock_gettime(CLOCK, &from);
    do
        clock_gettime(CLOCK, &now);
    while ((double)(now.tv_sec - from.tv_sec) + 1e-9 * (double)(now.tv_nsec - from.tv_nsec) < seconds);
}

UNSEEN static void takes_20_ms(const void *)
{
    waits_for<CLOCK_MONOTONIC>(0.02);
}

static void judge_events(bench &b)
{
    struct text why;
    struct event *from = foldcheck_backend.event_open(b.device, &why),
                 *to = foldcheck_backend.event_open(b.device, &why);
    double before = foldcheck_backend.event_ms(b.device, from, to);
    foldcheck_backend.schedule(b.device, nullptr);
    if (foldcheck_backend.event_record(b.device, from, nullptr, &why) &&
        sim_launch(nullptr, "takes_20_ms", 1, 1, 1, takes_20_ms, "", 1) &&
        foldcheck_backend.event_record(b.device, to, nullptr, &why))
        finish(b, &why);
    double took = foldcheck_backend.event_ms(b.device, from, to);
    expect_notes(b, before < 0 && took >= 20 && took < 20000 && !*why.at,
                 "events around a launch of 20 ms are not 20 ms apart");
    foldcheck_backend.event_close(b.device, from);
    foldcheck_backend.event_close(b.device, to);
}

/* Block 0 says 65535 words and ends, which is the 65536th: there the clock is looked at. Else block 1 would spin. */
UNSEEN static void ends_at_a_look(const void *)
{
    if (sim_block() == 0) {
        yields<65535>(nullptr);
        waits_for<CLOCK_PROCESS_CPUTIME_ID>(0.05);
    } else
        yields<(1 << 22) + 1>(nullptr);
}

static void judge_look_at_end(bench &b)
{
    static const char expected[] = "late: still running when the time limit of 1e-06 s was up";
    struct text report;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_FIFO;
    schedule.resident = 1;
    report.at[0] = 0;
    foldcheck_backend.schedule(b.device, &schedule);
    if (sim_launch(nullptr, "late", 2, 1, 1, ends_at_a_look, "", 1) &&
        !foldcheck_backend.sync(b.device, 1e-6, &report))
        foldcheck_backend.reset(b.device, nullptr);
    if (strcmp(report.at, expected) != 0)
        say_wrong(b, "a limit of time at a block's end", 0, expected, report.at);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
