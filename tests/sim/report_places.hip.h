/* SPDX-License-Identifier: MIT
 * Judges accesses by where they lie and by the calls that lead to them: copies of any bytes, static data over pages of
 * shadow memory, shared memory that a kernel declares in any order, and the two places in the code that a report
 * names. */
#ifndef FOLDCHECK_LITMUS_REPORT_PLACES_HIP_H
#define FOLDCHECK_LITMUS_REPORT_PLACES_HIP_H

#include "report_text.hip.h"

/* ---- a program that names places ------------------------------------------------------------------------------ */

static bool names_addresses;

/* In place of the C library's: the simulator asks addr2line for places, which would take most of the time. Where it
 * is asked to, it names each address by itself, else it knows none. */
extern "C" FILE *popen(const char *command, const char *)
{
    static char answer[1024];
    size_t length = 0;
    const char *at = names_addresses ? strstr(command, " 0x") : nullptr;
    for (; at && length < sizeof answer - 64; at = strstr(at + 1, " 0x"))
        length += (size_t)snprintf(answer + length, 64, "f\n%.*s:1\n", (int)strcspn(at + 1, " "), at + 1);
    if (length == 0) answer[length++] = '\n';
    return fmemopen(answer, length, "r");
}

extern "C" int pclose(FILE *answer)
{
    return fclose(answer);
}

namespace FOLDCHECK_NAMESPACE
{

/* ---- the calls that lead to a word ---------------------------------------------------------------------------- */

enum named_word {
    TOUCHES,
    READS_REPORTED,
    READS_VOLATILE_HERE,
    LOADS_REPORTED,
    ENTERS_ATOMIC,
    COPIES_FROM,
    SYNCS_WITHOUT_ITSELF,
    SHUFFLES_WITHOUT_ITSELF,
    VOTES_WITHOUT_ITSELF,
    WAITS_AT_VOTE,
    ADDS, /* of our own kernels, as those below */
    LOADS_OWN,
    READS_UNANNOUNCED,
    NAMED_WORDS
};

static struct {
    enum named_word word;
    uintptr_t back;
} named;

UNSEEN static void says_named(const words &w)
{
    unsigned char own[4];
    auto *nowhere = reinterpret_cast<unsigned char *>(64);
    auto *flag = reinterpret_cast<uint32_t *>(nowhere);
    size_t bytes = sizeof own;
    asm volatile("" : "+r"(bytes)); /* so that memcpy is called */
    named.back = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
    if (named.word == TOUCHES) sim_touch(nowhere, 4, 4, false);
    if (named.word == READS_REPORTED) __tsan_read4(nowhere);
    if (named.word == READS_VOLATILE_HERE) __tsan_volatile_read4(nowhere);
    if (named.word == LOADS_REPORTED) __tsan_atomic32_load(nowhere, __ATOMIC_RELAXED);
    if (named.word == ENTERS_ATOMIC) sim_atomic_enter(nowhere, 4, LOADS, __ATOMIC_RELAXED);
    if (named.word == COPIES_FROM) memcpy(own, nowhere, bytes);
    if (named.word == SYNCS_WITHOUT_ITSELF) sim_warp_sync(2);
    if (named.word == SHUFFLES_WITHOUT_ITSELF) sim_warp_exchange(2, own, own, 4, 0);
    if (named.word == VOTES_WITHOUT_ITSELF) sim_warp_vote(2, true);
    if (named.word == WAITS_AT_VOTE) sim_block_vote(true);
    if (named.word == ADDS) sim_atomic_add(flag, 1);
    if (named.word == LOADS_OWN) sim_atomic_load(flag, 4, true);
    if (named.word == READS_UNANNOUNCED) __tsan_read4(w.payload);
    asm volatile("# said");
}

UNSEEN static void kernel_named(const words &w)
{
    if (sim_thread() == 0) says_named(w);
    asm volatile("# named");
}

UNSEEN static void body_named(const void *arguments)
{
    kernel_named(*static_cast<const words *>(arguments));
    asm volatile("# begun");
}

/* A report names the place from which the word was called, and that in the kernel from which this function was. */
static void judge_named_calls(bench &b)
{
    names_addresses = true;
    for (int word = 0; word < NAMED_WORDS; word++) {
        struct text report;
        Dl_info object;
        char name[32], expected[64];
        unsigned long from = 0, kernel = 0;
        named.word = static_cast<enum named_word>(word);
        snprintf(name, sizeof name, "places of word %d", word);
        report_of(b, name, body_named, 8, word < ADDS, &report);
        bool found = dladdr(reinterpret_cast<void *>(named.back), &object);
        uintptr_t back = named.back - 1 - reinterpret_cast<uintptr_t>(found ? object.dli_fbase : nullptr);
        snprintf(expected, sizeof expected, "(0x...:1 from %#lx:1)", (unsigned long)back);
        const char *place = strstr(report.at, "(0x");
        int read = place ? sscanf(place, "(%lx:1 from %lx:1)", &from, &kernel) : 0;
        if (read != 2 || kernel != back || from == kernel) say_wrong(b, name, 0, expected, report.at);
    }
    names_addresses = false;
}

/* ---- copies and fills ----------------------------------------------------------------------------------------- */

enum copy_word { COPIES_BYTES, MOVES_BYTES, SETS_BYTES };

static struct {
    enum copy_word word;
    int to, from; /* in payload */
    size_t bytes;
    bool returned;
} copied;

UNSEEN static void copies_bytes(const void *arguments)
{
    auto *at = reinterpret_cast<unsigned char *>(static_cast<const words *>(arguments)->payload);
    unsigned char *to = at + copied.to, *from = at + copied.from;
    size_t bytes = copied.bytes;
    asm volatile("" : "+r"(bytes));
    if (sim_thread() != 0) return;
    void *got = copied.word == COPIES_BYTES  ? memcpy(to, from, bytes)
                : copied.word == MOVES_BYTES ? memmove(to, from, bytes)
                                             : memset(to, 0x5a, bytes);
    copied.returned = got == to;
}

static void judge_copy(bench &b, enum copy_word word, int to, int from, size_t bytes)
{
    struct text report;
    unsigned char before[256], want[256], got[256];
    for (size_t i = 0; i < sizeof before; i++)
        before[i] = want[i] = (unsigned char)(7 * i + 1);
    for (size_t i = 0; i < bytes; i++)
        want[(size_t)to + i] = word == SETS_BYTES ? 0x5a : before[(size_t)from + i];
    copied = {word, to, from, bytes, false};
    lay_out(b);
    foldcheck_backend.put(b.device, nullptr, b.w.payload, before, sizeof before, &report);
    foldcheck_backend.schedule(b.device, nullptr);
    sim_grid grid = {{1, 1, 1}, {8, 1, 1}, 0, nullptr};
    report.at[0] = 0;
    if (sim_launch_ordinary(&grid, "copies_bytes", copies_bytes, &b.w, sizeof b.w)) finish(b, &report);
    foldcheck_backend.get(b.device, nullptr, got, b.w.payload, sizeof got, &report);
    if (!*report.at && copied.returned && memcmp(got, want, sizeof got) == 0) return;
    b.wrong++;
    printf("word %d of %zu bytes from byte %d to byte %d: other bytes, or another place returned %s\n", word,
           bytes, from, to, report.at);
}

/* Any bytes may be copied, wherever they begin; those that move may overlap. */
static void judge_copied_bytes(bench &b)
{
    for (size_t bytes : {0, 1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 33, 100})
        for (int to : {0, 1, 2, 5})
            for (int word = COPIES_BYTES; word <= SETS_BYTES; word++) {
                judge_copy(b, static_cast<enum copy_word>(word), to, 131, bytes);
                judge_copy(b, static_cast<enum copy_word>(word), 131, to, bytes);
            }
    for (size_t bytes : {2, 16, 40})
        judge_copy(b, MOVES_BYTES, 50, 51, bytes), judge_copy(b, MOVES_BYTES, 51, 50, bytes);
}

enum copy_place { IN_OWN, IN_DATA, IN_UNWRITTEN };

static struct {
    enum copy_word word;
    enum copy_place to, from;
    uint32_t reads; /* bytes of the place that it copies to, behind it */
} between;

UNSEEN static void copies_between(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    unsigned char own[16] = {};
    void *places[] = {own, w.payload + 1, w.stale + 2};
    size_t bytes = 12;
    asm volatile("" : "+r"(bytes));
    if (sim_thread() != 0) return;
    if (between.word == COPIES_BYTES) memcpy(places[between.to], places[between.from], bytes);
    if (between.word == MOVES_BYTES) memmove(places[between.to], places[between.from], bytes);
    if (between.word == SETS_BYTES) memset(places[between.to], 0, bytes);
    if (between.reads) __tsan_read_range(places[between.to], between.reads);
    asm volatile("" : : "r"(own) : "memory");
}

/* A copy reads there and writes here, no byte less: 12 bytes of unwritten memory are written then. */
static void judge_copies_between(bench &b)
{
    static const char reads[] = "unexamined: plain read of 12 bytes at item 1 of payload",
                      writes[] = "unexamined: plain write of 12 bytes at item 1 of payload",
                      unwritten[] = "uninitialised: read of 12 bytes at item 2 of stale",
                      one_more[] = "uninitialised: read of 13 bytes at item 2 of stale";
    for (int word = COPIES_BYTES; word <= SETS_BYTES; word++) {
        const struct {
            enum copy_place to, from;
            uint32_t reads;
            bool ordinary, sets;
            const char *report;
        } lines[] = {
            {IN_OWN, IN_DATA, 0, false, false, reads},   {IN_DATA, IN_OWN, 0, false, true, writes},
            {IN_OWN, IN_OWN, 0, false, true, ""},        {IN_OWN, IN_UNWRITTEN, 0, true, false, unwritten},
            {IN_UNWRITTEN, IN_DATA, 12, true, true, ""}, {IN_UNWRITTEN, IN_OWN, 13, true, true, one_more},
            {IN_UNWRITTEN, IN_OWN, 0, true, true, ""}};
        for (const auto &line : lines) {
            struct text report;
            if (word == SETS_BYTES && !line.sets) continue;
            between = {static_cast<enum copy_word>(word), line.to, line.from, line.reads};
            report_of(b, "copies_between", copies_between, 8, line.ordinary, &report);
            expect_report(b, "copies_between", line.report, report);
        }
    }
}

/* ---- static data ---------------------------------------------------------------------------------------------- */

enum { STATIC_BYTES = 5 * SHADOW_PAGE };
alignas(SHADOW_PAGE) static unsigned char static_row[8][STATIC_BYTES];

static struct {
    int row, from, bytes;
    int loads; /* the byte that the other block loads with no order; -1: none */
} in_static;

UNSEEN static void reaches_static(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    unsigned char *row = static_row[in_static.row];
    if (sim_thread() != 0) return;
    if (sim_block() == 0 && in_static.loads < 0) __tsan_read_range(row + in_static.from, in_static.bytes);
    if (in_static.loads < 0) return;
    if (sim_block() == 0) {
        __tsan_write_range(row + in_static.from, in_static.bytes);
        put_atomic(w.flag, 1, __ATOMIC_RELAXED);
    } else {
        wait_for_value(w.flag, 1);
        __tsan_read1(row + in_static.loads);
    }
}

static void expect_in_static(bench &b, int row, int from, int bytes, int loads, const char *expected)
{
    struct text report;
    sim_grid grid = {{2, 1, 1}, {8, 1, 1}, 0, nullptr};
    char name[80];
    in_static = {row, from, bytes, loads};
    snprintf(name, sizeof name, "%d static bytes from byte %d, loads byte %d", bytes, from, loads);
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    report.at[0] = 0;
    if (sim_launch_ordinary(&grid, name, reaches_static, &b.w, sizeof b.w)) finish(b, &report);
    expect_report(b, name, expected, report);
}

/* Static data have values from the beginning, in however many pages they lie; lanes race there as elsewhere. */
static void judge_static(bench &b)
{
    static const struct {
        int from, bytes;
    } stretches[] = {{1023, 2},    {1020, 8}, {1000, 1100}, {1024, 1024},
                     {1024, 2048}, {1, 3072}, {2047, 1026}, {0, 5000}};
    for (int i = 0; i < 8; i++) {
        int from = stretches[i].from, end = from + stretches[i].bytes;
        expect_in_static(b, i, from, end - from, -1, "");
        expect_in_static(b, i, from, end - from, end, "");
        if (from) expect_in_static(b, i, from, end - from, from - 1, "");
        for (int at : {from, from + 1, (from + end) / 2, end - 1})
            expect_in_static(b, i, from, end - from, at, RACE);
    }
}

static void *constant;

UNSEEN static void reads_constant(const void *)
{
    if (sim_thread() == 0) __tsan_read1(constant);
}

/* Constants of the program and of libraries, which lie below and above the memory of blocks. */
static void judge_constants(bench &b)
{
    const void *const constants[] = {"a constant", strerror(0)};
    for (const void *at : constants)
        for (bool ordinary : {false, true}) {
            struct text report;
            constant = const_cast<void *>(at);
            report_of(b, "reads_constant", reads_constant, 8, ordinary, &report);
            expect_report(b, "reads_constant", "", report);
        }
}

/* ---- shared memory of a kernel -------------------------------------------------------------------------------- */

static struct {
    const char *order; /* a to e: variables; r and s: the rest; 1 and 2: arrays of our own */
    uint32_t right;
} declared;

UNSEEN static unsigned char *declare(char name)
{
    static const sim_variable a = {"a", 7, 4}, b = {"b", 8, 4}, rest = {"rest", 9, 8}, more = {"more", 10, 8};
    static const sim_variable c = {"c", 7, 4}, d = {"a", 11, 4},
                              e = {"a", 7, 4}; /* as a, but for something */
    switch (name) {
    case 'a':
        return static_cast<unsigned char *>(sim_shared_variable(&a, 100));
    case 'b':
        return static_cast<unsigned char *>(sim_shared_variable(&b, 36));
    case 'c':
        return static_cast<unsigned char *>(sim_shared_variable(&c, 100));
    case 'd':
        return static_cast<unsigned char *>(sim_shared_variable(&d, 100));
    case 'e':
        return static_cast<unsigned char *>(sim_shared_variable(&e, 100));
    case 'r':
        return static_cast<unsigned char *>(sim_shared_extern(&rest));
    case 's':
        return static_cast<unsigned char *>(sim_shared_extern(&more));
    default:
        return static_cast<unsigned char *>(sim_shared((uint32_t)(name - '0'), name == '1' ? 60 : 64, 4));
    }
}

enum { DECLARED = 8 };

/* What is declared again lies where it lay, and s where r lies; others lie 64 bytes behind it at least. */
UNSEEN static void declares_in_order(const void *)
{
    const struct {
        char name, alias;
        uintptr_t bytes;
    } sizes[DECLARED] = {{'a', 0, 100}, {'b', 0, 36},   {'c', 0, 100}, {'d', 0, 100},
                         {'e', 0, 100}, {'r', 's', 48}, {'1', 0, 60},  {'2', 0, 64}};
    uintptr_t at[DECLARED] = {};
    bool right = true;
    for (const char *name = declared.order; *name; name++)
        for (int i = 0; i < DECLARED; i++) {
            if (sizes[i].name != *name && sizes[i].alias != *name) continue;
            auto place = reinterpret_cast<uintptr_t>(declare(*name));
            right &= !at[i] || at[i] == place;
            at[i] = place;
            sim_touch(reinterpret_cast<void *>(place + 4 * sim_thread()), 4, 4, true);
        }
    for (int i = 0; i < DECLARED; i++)
        for (int k = 0; k < DECLARED; k++)
            right &= i == k || !at[i] || !at[k] || at[i] > at[k] || at[i] + sizes[i].bytes + 64 <= at[k];
    declared.right += right;
}

/* One after the other, so that blocks find what earlier ones had. */
static void judge_declared(bench &b)
{
    static const char *const orders[] = {"abrabr", "rbabar",     "21a12ba", "ba2b",     "1ar1ra", "rr",
                                         "b1b",    "abr12abr12", "aca",     "acdeacde", "edca",   "srs"};
    for (const char *order : orders) {
        struct text report;
        sim_grid grid = {{6, 1, 1}, {8, 1, 1}, 48, nullptr};
        declared = {order, 0};
        foldcheck_backend.schedule(b.device, nullptr);
        report.at[0] = 0;
        if (sim_launch_ordinary(&grid, "declares_in_order", declares_in_order, "", 1)) finish(b, &report);
        if (declared.right == 48 && !*report.at) continue;
        b.wrong++;
        printf("shared memory declared in the order %s: %u of 48 lanes found it in place %s\n", order,
               declared.right, report.at);
    }
}

static void judge_reached(bench &b)
{
    judge_named_calls(b);
    judge_copied_bytes(b);
    judge_copies_between(b);
    judge_static(b);
    judge_constants(b);
    judge_declared(b);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
