/* SPDX-License-Identifier: MIT
 * Judges where memory ends: allocations that come and go, regions side by side and over one another, shared arrays,
 * stacks and arguments. A lane touches bytes at an address; the report that must come is typed by hand. */
#ifndef FOLDCHECK_LITMUS_BOUNDS_HIP_H
#define FOLDCHECK_LITMUS_BOUNDS_HIP_H

#include "hip/sim/ordinary.h"
#include "bench.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* What lane 0 touches, one after the other. */
static struct {
    uintptr_t at[2];
    size_t bytes[2];
} probe;

static void probes(const void *)
{
    for (int i = 0; i < 2; i++)
        if (probe.bytes[i] && sim_thread() == 0)
            sim_touch(reinterpret_cast<void *>(probe.at[i]), probe.bytes[i], 1, true);
}

/* A write of these bytes; the last one is judged. */
static void expect_touches(bench &b, const char *name, const void *first, size_t first_bytes, const void *at,
                           size_t bytes, const char *expected)
{
    struct text report;
    probe = {{reinterpret_cast<uintptr_t>(first), reinterpret_cast<uintptr_t>(at)}, {first_bytes, bytes}};
    report.at[0] = 0;
    foldcheck_backend.schedule(b.device, nullptr);
    if (sim_launch(nullptr, "probes", 1, 8, GROUP, probes, "", 1)) finish(b, &report);
    bool right = *expected ? strstr(report.at, expected) != nullptr : !*report.at;
    if (!right) say_wrong(b, name, 0, expected, report.at);
}

static void expect_touch(bench &b, const char *name, const void *at, size_t bytes, const char *expected)
{
    expect_touches(b, name, nullptr, 0, at, bytes, expected);
}

/* Where an allocation lay in one that was freed before, and is freed, too, it is the one that is named. */
static void judge_freed_twice(bench &b)
{
    enum { BYTES = 96 << 10 };
    struct text why;
    auto *all = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, BYTES, &why));
    foldcheck_backend.release(b.device, all);
    void *first = foldcheck_backend.alloc(b.device, 1000, &why);
    auto *second = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, 1000, &why));
    foldcheck_backend.release(b.device, second);
    if (second > all && second < all + BYTES) /* which is the host's choice */
        expect_touch(b, "freed twice", second + 8, 1, "at byte 8 of an allocation that was freed");
    foldcheck_backend.release(b.device, first);
}

/* Behind an allocation of 8 MiB, and before it, nothing else of the device lies near. */
static void judge_edges(bench &b)
{
    enum { BYTES = 8 << 20, FAR = 1 << 20 };
    struct text why;
    auto *at = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, BYTES, &why));
    expect_touch(b, "the first byte", at, 1, "");
    expect_touch(b, "the last byte", at + BYTES - 1, 1, "");
    expect_touch(b, "all bytes", at, BYTES, "");
    expect_touch(b, "a byte too much", at, BYTES + 1, "at byte 0 of an allocation, which has 8388608 bytes");
    expect_touches(b, "past the end of what was touched before", at, 4, at + BYTES - 2, 4,
                   "at byte 8388606 of an allocation, which has 8388608 bytes");
    expect_touch(b, "all addresses", at + 1, SIZE_MAX,
                 "write of 18446744073709551615 bytes at byte 1 of an allocation");
    expect_touches(b, "all addresses, of what was touched before", at, 4, at + 1, SIZE_MAX,
                   "write of 18446744073709551615 bytes at byte 1 of an allocation");
    expect_touch(b, "the byte behind", at + BYTES, 1,
                 "at byte 8388608 of an allocation, which has 8388608 bytes");
    expect_touch(b, "the byte before", at - 1, 1, "at byte -1 of an allocation, which has 8388608 bytes");
    expect_touch(b, "near behind", at + BYTES + FAR - 1, 1, "at byte 9437183 of an allocation");
    expect_touch(b, "far behind", at + BYTES + FAR, 1, "which is no device memory");
    expect_touch(b, "near before", at - FAR + 1, 1, "at byte -1048575 of an allocation");
    expect_touch(b, "far before", at - FAR, 1, "which is no device memory");
    expect_touch(b, "the host's own memory", &probe, 1, "write of 1 bytes at ");
    expect_touch(b, "address 64", reinterpret_cast<void *>(64), 1, "at 0x40, which is no device memory");
    expect_touches(b, "address 64 behind others", at, 4, reinterpret_cast<void *>(64), 1,
                   "at 0x40, which is no device memory");
    foldcheck_backend.release(b.device, at);
    expect_touch(b, "the first byte of freed memory", at, 1, "at byte 0 of an allocation that was freed");
    expect_touch(b, "the last byte of freed memory", at + BYTES - 1, 1,
                 "at byte 8388607 of an allocation that was freed");
    expect_touch(b, "behind freed memory", at + BYTES, 1, "which is no device memory");
    expect_touch(b, "before freed memory", at - 1, 1, "which is no device memory");
    judge_freed_twice(b);
}

enum { BLOCKS_KEPT = 48 };

/* Allocations in any order of their addresses; every second one goes, and its like comes back. */
static void judge_allocations(bench &b)
{
    struct text why;
    unsigned char *at[BLOCKS_KEPT];
    for (int i = 0; i < BLOCKS_KEPT; i++)
        at[i] = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, 300, &why));
    for (int i = 0; i < BLOCKS_KEPT; i += 2)
        foldcheck_backend.release(b.device, at[i]);
    expect_touch(b, "freed before 23 others", at[0], 1, "at byte 0 of an allocation that was freed");
    expect_touch(b, "freed last", at[BLOCKS_KEPT - 2], 1, "at byte 0 of an allocation that was freed");
    for (int i = 0; i < BLOCKS_KEPT; i += 2)
        at[i] = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, 300, &why));
    for (int i = 0; i < BLOCKS_KEPT; i++) {
        expect_touches(b, "one of 48", at[i], 1, at[i] + 299, 1, "");
        expect_touch(b, "behind one of 48", at[i], 301, "at byte 0 of an allocation, which has 300 bytes");
    }
    for (int i = 0; i < BLOCKS_KEPT; i += 2)
        foldcheck_backend.release(b.device, at[i]);
    for (int i = 1; i < BLOCKS_KEPT; i += 2)
        expect_touch(b, "one of 24", at[i], 300, "");
    for (int i = 1; i < BLOCKS_KEPT; i += 2)
        foldcheck_backend.release(b.device, at[i]);
    foldcheck_backend.release(b.device, nullptr);
}

/* Which region an access is said to miss: the one that it begins in, else the nearest. */
static void judge_regions(bench &b)
{
    unsigned char *at = b.memory;
    lay_out(b);
    foldcheck_backend.region(b.device, at, 0, 0, false, nullptr);
    region(b, "one", 1024, 4, 400, false);
    expect_touch(b, "far behind the only region", at + 4096, 4, "at item 768 of one, which has 100 items");
    region(b, "two", 1424, 4, 400, false);
    region(b, "three", 1828, 4, 4, false);
    expect_touch(b, "runs past the end from the first byte on", at + 1424, 401,
                 "at item 0 of two runs past its end (100 items)");
    expect_touch(b, "all addresses from a region on", at + 1425, SIZE_MAX,
                 "at item 0 of two runs past its end (100 items)");
    expect_touches(b, "all addresses from one that was touched on", at + 1424, 4, at + 1425, SIZE_MAX,
                   "at item 0 of two runs past its end (100 items)");
    expect_touch(b, "as far from both", at + 1825, 1, "at item 100 of two, which has 100 items");
    expect_touch(b, "nearer to the second", at + 1826, 1, "at item -1 of three, which has 1 item");
    expect_touch(b, "over the edge of two regions", at + 1420, 8,
                 "at item 99 of one runs past its end (100 items)");
    expect_touches(b, "the next one", at + 1024, 400, at + 1424, 400, "");
    region(b, "within", 1500, 1, 10, false);
    region(b, "across", 1420, 1, 90, false);
    expect_touch(b, "from a region over another one", at + 1505, 400,
                 "at item 85 of across runs past its end (90 items)");
    expect_touch(b, "over both, in the wider one", at + 1508, 100, "");
    region(b, "wide", 6144, 4, 400, false);
    region(b, "inside", 6200, 4, 8, false);
    region(b, "reaching", 6500, 4, 200, false);
    expect_touch(b, "behind regions in one another", at + 6704, 4,
                 "at item 51 of reaching, which has 50 items");
    expect_touch(b, "between regions", at + 6544 - 300, 400,
                 "at item 25 of wide runs past its end (100 items)");
    region(b, "whole", 3000, 0, 400, false);
    region(b, "empty", 3600, 0, 0, false);
    expect_touch(b, "behind one item", at + 3400, 4, "at item 1 of whole, which has 1 item");
    expect_touch(b, "in one without items", at + 3600, 4, "at item 0 of empty, which has 0 items");
    for (uint64_t i = 0; i < 16; i++)
        region(b, "many", 4096 + 64 * i, 1, 32, false);
    for (uint64_t i = 0; i < 16; i++) {
        expect_touch(b, "one of many regions", at + 4096 + 64 * i, 32, "");
        expect_touch(b, "behind one of many regions", at + 4096 + 64 * i + 31, 2,
                     "at item 31 of many runs past its end (32 items)");
    }
}

static void declares_two(const void *)
{
    SHARED(uint32_t, one, 1);
    SHARED(uint32_t, two, 1);
    if (sim_thread() == 0) store(one, 1u), store(two, 1u);
}

/* Touches bytes of an array of 32 words behind another one. */
template <int FROM, size_t BYTES>
static void touches_second(const void *)
{
    SHARED(uint32_t, one, 32);
    SHARED(uint32_t, two, 32);
    if (sim_thread() == 0)
        sim_touch(one, 4, 4, true), sim_touch(reinterpret_cast<unsigned char *>(two) + FROM, BYTES, 1, true);
}

template <int FROM, int BYTES>
static void touches_only(const void *)
{
    SHARED(uint32_t, one, 32);
    if (sim_thread() == 0) sim_touch(reinterpret_cast<unsigned char *>(one) + FROM, BYTES, 1, true);
}

/* Stores to shared memory are no progress: another lane may never come. */
static void spins_with_notes(const void *)
{
    SHARED(uint32_t, notes, 1);
    for (uint32_t i = 1; sim_thread() == 0; i++) {
        if (i % (1 << 20) == 0) store(notes, i);
        spin();
    }
}

/* One that writes device memory now and then gets on. */
static void spins_and_stores(const void *)
{
    for (uint32_t i = 1; sim_thread() == 0 && i < 5 << 20; i++) {
        if (i % (1 << 21) == 0) sim_touch(reinterpret_cast<void *>(probe.at[0]), 4, 4, true);
        sim_yield();
    }
}

template <int PAST>
static void touches_arguments(const void *arguments)
{
    if (sim_thread() == 0) sim_touch(static_cast<const unsigned char *>(arguments) + PAST, 1, 1, false);
}

template <uint32_t ARRAYS>
static void declares_arrays(const void *)
{
    for (uint32_t slot = 1; slot <= ARRAYS; slot++)
        sim_shared(slot, 4, 4);
}

template <size_t SECOND>
static void declares_bytes(const void *)
{
    sim_shared(1, SHARED_MOST - 8, 4);
    sim_shared(2, SECOND, 4);
}

template <size_t AGAIN>
static void declares_again(const void *)
{
    sim_shared(1, 64, 4);
    sim_shared(1, AGAIN, 4);
}

/* A variable of an ordinary kernel and an array of ours may stand in lines of one number. */
static void declares_both(const void *)
{
    static const sim_variable sums = {"sums", 1, 4};
    sim_shared_variable(&sums, 32);
    sim_shared(1, 64, 4);
}

/* Of the page in which a lane's first frames lie, the last byte, or the byte behind. */
template <int PAST>
static void touches_stack(const void *)
{
    unsigned char here = 0;
    uintptr_t top = (reinterpret_cast<uintptr_t>(&here) | 4095) + 1;
    if (sim_thread() == 0) sim_touch(reinterpret_cast<void *>(top + PAST), 1, 1, false);
}

static const struct {
    const char *name;
    void (*kernel)(const void *);
    const char *report;
} places[] = {
    {"declares_two", declares_two, ""},
    {"touches_only<126, 2>", touches_only<126, 2>, ""},
    {"touches_only<126, 3>", touches_only<126, 3>, "at byte 126 of the shared array of line "},
    {"touches_only<130, 2>", touches_only<130, 2>,
     "at byte 130 of the shared array of line "}, /* where `two` was before */
    {"touches_only<191, 1>", touches_only<191, 1>, "at byte 191 of the shared array of line "},
    {"touches_only<192, 1>", touches_only<192, 1>,
     "which is no device memory"}, /* 64 bytes behind it belong to no array */
    {"touches_second<0, 128>", touches_second<0, 128>, ""},
    {"touches_second<0, 129>", touches_second<0, 129>,
     "write of 129 bytes at byte 0 of the shared array of line "},
    {"touches_second<1, SIZE_MAX>", touches_second<1, SIZE_MAX>,
     "write of 18446744073709551615 bytes at byte 1 of the shared array of line "},
    {"touches_second<-1, 1>", touches_second<-1, 1>,
     "write of 1 bytes at byte 191 of the shared array of line "},
    {"spins_with_notes", spins_with_notes, "livelock: "},
    {"spins_and_stores", spins_and_stores, ""},
    {"declares_arrays<64>", declares_arrays<64>, ""},
    {"declares_arrays<65>", declares_arrays<65>, "declares more than 64 shared arrays"},
    {"declares_bytes<8>", declares_bytes<8>, ""},
    {"declares_bytes<9>", declares_bytes<9>, "needs 232449 bytes of shared memory; a block has 232448"},
    {"declares_again<64>", declares_again<64>, ""},
    {"declares_again<60>", declares_again<60>,
     "declares the shared array of line 1 with 60 bytes, where it had 64"},
    {"declares_both", declares_both, ""},
    {"touches_arguments<0>", touches_arguments<0>, ""},
    {"touches_arguments<23>", touches_arguments<23>, ""},
    {"touches_arguments<24>", touches_arguments<24>, "read of 1 bytes at "},
    {"touches_arguments<-1>", touches_arguments<-1>, "read of 1 bytes at "},
    {"touches_stack<-1>", touches_stack<-1>, ""},
    {"touches_stack<0>", touches_stack<0>, "read of 1 bytes at "},
};

static void judge_places_of_a_block(bench &b)
{
    static const unsigned char arguments[24] = {};
    lay_out(b);
    for (const auto &place : places) {
        struct text report;
        report.at[0] = 0;
        probe.at[0] = reinterpret_cast<uintptr_t>(b.w.payload);
        foldcheck_backend.schedule(b.device, nullptr);
        if (sim_launch(nullptr, place.name, 1, 8, GROUP, place.kernel, arguments, sizeof arguments))
            finish(b, &report);
        bool right = *place.report ? strstr(report.at, place.report) != nullptr : !*report.at;
        if (!right) say_wrong(b, place.name, 0, place.report, report.at);
    }
}

enum { PAGES = 2048, PAGES_ROOM = 8192 };

/* Pages side by side, or apart: those with triangular numbers. */
template <bool APART>
static int page_number(int i)
{
    return APART ? i * (i + 1) / 2 % PAGES_ROOM : i;
}

template <bool APART>
static void stores_pages(const void *arguments)
{
    unsigned char *at = *static_cast<unsigned char *const *>(arguments);
    for (int i = 0; sim_thread() == 0 && i < PAGES; i++)
        sim_touch(at + 1024 * page_number<APART>(i), 1000, 1, true);
}

/* Of each page the last byte that was stored. */
template <bool APART>
static void loads_pages(const void *arguments)
{
    unsigned char *at = *static_cast<unsigned char *const *>(arguments);
    for (int i = 0; sim_thread() == 0 && i < PAGES; i++)
        sim_touch(at + 1024 * page_number<APART>(i) + 999, 1, 1, false);
}

template <bool APART>
static void loads_behind_pages(const void *arguments)
{
    unsigned char *at = *static_cast<unsigned char *const *>(arguments);
    if (sim_thread() == 0) sim_touch(at + 1024 * page_number<APART>(PAGES - 1) + 999, 2, 1, false);
}

/* 2 MiB: shadow memory grows a few times on its way. */
template <bool APART>
static void judge_pages(bench &b)
{
    struct text report;
    void *at = foldcheck_backend.alloc(b.device, 1024 * PAGES_ROOM, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    report.at[0] = 0;
    if (sim_launch(nullptr, "stores_pages", 1, 8, 1, stores_pages<APART>, &at, sizeof at) &&
        sim_launch(nullptr, "loads_pages", 1, 8, 1, loads_pages<APART>, &at, sizeof at))
        finish(b, &report);
    if (*report.at) say_wrong(b, "2048 pages", 0, "", report.at);
    if (sim_launch(nullptr, "loads_behind_pages", 1, 8, 1, loads_behind_pages<APART>, &at, sizeof at))
        finish(b, &report);
    if (!strstr(report.at, FRESH)) say_wrong(b, "behind 2048 pages", 0, FRESH, report.at);
    foldcheck_backend.release(b.device, at);
    at = foldcheck_backend.alloc(b.device, 1024 * PAGES_ROOM, &report);
    if (sim_launch(nullptr, "loads_pages", 1, 8, 1, loads_pages<APART>, &at, sizeof at)) finish(b, &report);
    if (!strstr(report.at, FRESH)) say_wrong(b, "2048 pages anew", 0, FRESH, report.at);
    foldcheck_backend.release(b.device, at);
}

static void judge_many_pages(bench &b)
{
    judge_pages<false>(b);
    judge_pages<true>(b);
}

/* What host code asks of memory. */
static void adds_seven(const void *arguments)
{
    sim_atomic_add32(static_cast<const words *>(arguments)->flag, 7);
}

/* Each way to copy says its name, its bytes and those that there are. */
static void judge_copies_past_end(bench &b, uint64_t bytes)
{
    unsigned char host[16] = {}, *last = b.memory + ARENA - 5, *first = b.memory;
    struct text why[6];
    const bool done[6] = {foldcheck_backend.put(b.device, nullptr, last, host, bytes, &why[0]),
                          foldcheck_backend.get(b.device, nullptr, host, last, bytes, &why[1]),
                          foldcheck_backend.fill(b.device, nullptr, last, 0, bytes, &why[2]),
                          foldcheck_backend.copy(b.device, nullptr, first, last, bytes, &why[3]),
                          foldcheck_backend.copy(b.device, nullptr, last, first, bytes, &why[4]),
                          foldcheck_backend.read_only(b.device, nullptr, last, bytes, nullptr, &why[5])};
    static const char *const names[6] = {"put", "get", "fill", "copy from", "copy to", "read"};
    for (int i = 0; i < 6; i++) {
        char expected[100];
        if (bytes > ARENA && (i == 3 || i == 4)) continue; /* past both ends */
        snprintf(expected, sizeof expected, "%s of %llu bytes runs past the end of an allocation, 5 bytes on",
                 names[i], (unsigned long long)bytes);
        if (done[i] || strcmp(why[i].at, expected) != 0)
            say_wrong(b, names[i], 0, expected, done[i] ? "" : why[i].at);
    }
}

static void judge_refused_copies(bench &b)
{
    unsigned char host[4];
    struct text why;
    for (uint64_t bytes : {UINT64_C(6), UINT64_C(9), UINT64_MAX - 1, UINT64_MAX})
        judge_copies_past_end(b, bytes);
    char expected[100];
    snprintf(expected, sizeof expected, "get of 4 bytes: %p is no device memory", static_cast<void *>(host));
    if (foldcheck_backend.get(b.device, nullptr, host, host, 4, &why) || strcmp(why.at, expected) != 0)
        say_wrong(b, "get of the host's", 0, expected, why.at);
}

static void judge_copies(bench &b)
{
    judge_refused_copies(b);
    struct text why;
    unsigned char host[4];
    auto *end = b.memory + ARENA;
    expect_notes(b, foldcheck_backend.get(b.device, nullptr, host, nullptr, 0, &why),
                 "a copy of no bytes is refused");
    expect_notes(b, foldcheck_backend.get(b.device, nullptr, host, end - 4, 4, &why),
                 "the last bytes are refused");
    expect_notes(b,
                 !foldcheck_backend.get(b.device, nullptr, host, end, 4, &why) &&
                     strstr(why.at, "is no device memory"),
                 "a copy from behind an allocation is not refused in the right words");
    expect_notes(
        b, !foldcheck_backend.get(b.device, nullptr, host, end - 3, 4, &why) && strstr(why.at, "3 bytes on"),
        "a copy past the end of an allocation is not refused in the right words");
    expect_notes(b,
                 !foldcheck_backend.alloc(b.device, (UINT64_C(2) << 30) + 1, &why) &&
                     strstr(why.at, "no room for 2147483649"),
                 "more memory is given than there is");
    /* Queued work is done when a copy to the host returns, whether it was asked to wait or not. */
    lay_out(b);
    memset(host, 1, sizeof host);
    expect_notes(b,
                 sim_launch(nullptr, "adds_seven", 1, 1, 1, adds_seven, &b.w, sizeof b.w) &&
                     sim_memory_copy(host, b.w.flag, 4, nullptr, false) && host[0] == 7 && host[3] == 0,
                 "a copy to the host is not there when it returns");
    void *memory = sim_malloc(64);
    unsigned char *bytes = static_cast<unsigned char *>(memory);
    expect_notes(b, memory && !sim_free(bytes + 1) && !sim_free(bytes - 1) && !sim_free(host),
                 "memory is freed that was not allocated");
    expect_notes(b, sim_free(memory) && sim_free(nullptr) && !sim_free(memory),
                 "memory is not freed, or twice");
}

} // namespace FOLDCHECK_NAMESPACE
#endif
