/* SPDX-License-Identifier: MIT
 * Judges each call by which a compiler reports an access: how many bytes are examined, as read or as written, whether they
 * may be misaligned; and what an atomic returns and leaves. */
#ifndef FOLDCHECK_LITMUS_COMPILER_HOOKS_HIP_H
#define FOLDCHECK_LITMUS_COMPILER_HOOKS_HIP_H

#include "cuda_primitives.hip.h"

/* As gcc declares them. */
extern "C" {
#define ACCESSES_OF(BYTES)                                                                                   \
    void __tsan_read##BYTES(void *from);                                                                     \
    void __tsan_write##BYTES(void *to);                                                                      \
    void __tsan_unaligned_read##BYTES(void *from);                                                           \
    void __tsan_unaligned_write##BYTES(void *to);                                                            \
    void __tsan_volatile_read##BYTES(void *from);                                                            \
    void __tsan_volatile_write##BYTES(void *to);
ACCESSES_OF(1)
ACCESSES_OF(2)
ACCESSES_OF(4)
ACCESSES_OF(8)
ACCESSES_OF(16)
#undef ACCESSES_OF

#define CHANGE_OF(BITS, NAME)                                                                                \
    uint##BITS##_t __tsan_atomic##BITS##_##NAME(volatile void *at, uint##BITS##_t value, int order);
#define ATOMICS_OF(BITS)                                                                                     \
    uint##BITS##_t __tsan_atomic##BITS##_load(const volatile void *from, int order);                         \
    void __tsan_atomic##BITS##_store(volatile void *to, uint##BITS##_t value, int order);                    \
    CHANGE_OF(BITS, exchange)                                                                                \
    CHANGE_OF(BITS, fetch_add)                                                                               \
    CHANGE_OF(BITS, fetch_sub)                                                                               \
    CHANGE_OF(BITS, fetch_and)                                                                               \
    CHANGE_OF(BITS, fetch_or)                                                                                \
    CHANGE_OF(BITS, fetch_xor)                                                                               \
    CHANGE_OF(BITS, fetch_nand)                                                                              \
    bool __tsan_atomic##BITS##_compare_exchange_strong(volatile void *at, void *expected,                    \
                                                       uint##BITS##_t value, int order, int failed);         \
    bool __tsan_atomic##BITS##_compare_exchange_weak(volatile void *at, void *expected,                      \
                                                     uint##BITS##_t value, int order, int failed);           \
    uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val(volatile void *at, uint##BITS##_t expected,    \
                                                              uint##BITS##_t value, int order, int failed);
ATOMICS_OF(8)
ATOMICS_OF(16)
ATOMICS_OF(32)
ATOMICS_OF(64)
#undef CHANGE_OF
#undef ATOMICS_OF
}

namespace FOLDCHECK_NAMESPACE
{

/* ---- plain accesses ---------------------------------------------------------------------------------------- */

enum plainly { ALIGNED, UNALIGNED, VOLATILE };

static const struct plain_call {
    void (*call)(void *);
    int bytes;
    bool writes;
    enum plainly how;
} plain_calls[] = {
#define PLAIN(BYTES)                                                                                         \
    {__tsan_read##BYTES, BYTES, false, ALIGNED}, {__tsan_write##BYTES, BYTES, true, ALIGNED},                \
        {__tsan_unaligned_read##BYTES, BYTES, false, UNALIGNED},                                             \
        {__tsan_unaligned_write##BYTES, BYTES, true, UNALIGNED},                                             \
        {__tsan_volatile_read##BYTES, BYTES, false, VOLATILE},                                               \
        {__tsan_volatile_write##BYTES, BYTES, true, VOLATILE},
    PLAIN(1) PLAIN(2) PLAIN(4) PLAIN(8) PLAIN(16)
#undef PLAIN
};

static const struct plain_call *plain_call;
static int behind; /* where the access begins, in bytes behind the payload's first item */

UNSEEN static void calls_plainly(const void *arguments)
{
    auto *at = reinterpret_cast<unsigned char *>(static_cast<const words *>(arguments)->payload);
    if (sim_thread() == 0) plain_call->call(at + behind);
}

/* Of a kernel in our words, which announced nothing; and of an ordinary one, that lies behind a boundary. */
static void judge_plain_calls(bench &b)
{
    struct text report;
    for (const auto &line : plain_calls) {
        char name[80], expected[80];
        plain_call = &line;
        snprintf(name, sizeof name, "the compiler's %s of %d bytes, %d", line.writes ? "write" : "read",
                 line.bytes, (int)line.how);
        snprintf(expected, sizeof expected, "unexamined: plain %s of %d bytes at item 0 of payload",
                 line.writes ? "write" : "read", line.bytes);
        behind = 0;
        report_of(b, name, calls_plainly, 8, false, &report);
        expect_report(b, name, expected, report);
        report_of(b, name, calls_plainly, 8, true, &report);
        expect_report(b, name, "", report);
        behind = line.bytes / 2;
        snprintf(expected, sizeof expected, "misaligned %s of %d bytes at ", line.writes ? "write" : "read",
                 line.bytes);
        report_of(b, name, calls_plainly, 8, true, &report);
        expect_report(b, name, line.bytes > 1 && line.how != UNALIGNED ? expected : "", report);
    }
}

/* ---- atomics ----------------------------------------------------------------------------------------------- */

/* Of a place that holds 12, by the value 10; comparisons are with 12 or with 7. */
enum { FOUND = 12, OPERAND = 10, OTHER_VALUE = 7 };
enum { MADE = 1 /* a comparison that returns whether it stored */ };

enum atomic_call {
    CALL_LOAD,
    CALL_STORE,
    CALL_EXCHANGE,
    CALL_ADD,
    CALL_SUB,
    CALL_AND,
    CALL_OR,
    CALL_XOR,
    CALL_NAND,
    CALL_STRONG,
    CALL_WEAK,
    CALL_VALUE
};

static const struct atomic_line {
    const char *name;
    enum atomic_call call;
    uint64_t with, returns, leaves;
} atomic_lines[] = {
    {"load", CALL_LOAD, 0, FOUND, FOUND},
    {"store", CALL_STORE, 0, 0, OPERAND},
    {"exchange", CALL_EXCHANGE, 0, FOUND, OPERAND},
    {"fetch_add", CALL_ADD, 0, FOUND, 22},
    {"fetch_sub", CALL_SUB, 0, FOUND, 2},
    {"fetch_and", CALL_AND, 0, FOUND, 8},
    {"fetch_or", CALL_OR, 0, FOUND, 14},
    {"fetch_xor", CALL_XOR, 0, FOUND, 6},
    {"fetch_nand", CALL_NAND, 0, FOUND, ~UINT64_C(8)},
    {"compare_exchange_strong", CALL_STRONG, FOUND, MADE, OPERAND},
    {"compare_exchange_strong, another", CALL_STRONG, OTHER_VALUE, FOUND, FOUND},
    {"compare_exchange_weak", CALL_WEAK, FOUND, MADE, OPERAND},
    {"compare_exchange_weak, another", CALL_WEAK, OTHER_VALUE, FOUND, FOUND},
    {"compare_exchange_val", CALL_VALUE, FOUND, FOUND, OPERAND},
    {"compare_exchange_val, another", CALL_VALUE, OTHER_VALUE, FOUND, FOUND},
};

/* What it returns; of a comparison that returns whether it stored, and did not, the value that it found. */
#define CALLS_OF(BITS)                                                                                       \
    UNSEEN static uint64_t call_##BITS(const struct atomic_line &line, void *at)                             \
    {                                                                                                        \
        const int order = __ATOMIC_RELAXED;                                                                  \
        uint##BITS##_t expected = static_cast<uint##BITS##_t>(line.with), value = OPERAND;                   \
        bool made = false;                                                                                   \
        switch (line.call) {                                                                                 \
        case CALL_LOAD:                                                                                      \
            return __tsan_atomic##BITS##_load(at, order);                                                    \
        case CALL_STORE:                                                                                     \
            return __tsan_atomic##BITS##_store(at, value, order), 0;                                         \
        case CALL_EXCHANGE:                                                                                  \
            return __tsan_atomic##BITS##_exchange(at, value, order);                                         \
        case CALL_ADD:                                                                                       \
            return __tsan_atomic##BITS##_fetch_add(at, value, order);                                        \
        case CALL_SUB:                                                                                       \
            return __tsan_atomic##BITS##_fetch_sub(at, value, order);                                        \
        case CALL_AND:                                                                                       \
            return __tsan_atomic##BITS##_fetch_and(at, value, order);                                        \
        case CALL_OR:                                                                                        \
            return __tsan_atomic##BITS##_fetch_or(at, value, order);                                         \
        case CALL_XOR:                                                                                       \
            return __tsan_atomic##BITS##_fetch_xor(at, value, order);                                        \
        case CALL_NAND:                                                                                      \
            return __tsan_atomic##BITS##_fetch_nand(at, value, order);                                       \
        case CALL_STRONG:                                                                                    \
            made = __tsan_atomic##BITS##_compare_exchange_strong(at, &expected, value, order, order);        \
            return made ? MADE : expected;                                                                   \
        case CALL_WEAK:                                                                                      \
            made = __tsan_atomic##BITS##_compare_exchange_weak(at, &expected, value, order, order);          \
            return made ? MADE : expected;                                                                   \
        case CALL_VALUE:                                                                                     \
            break;                                                                                           \
        }                                                                                                    \
        return __tsan_atomic##BITS##_compare_exchange_val(at, expected, value, order, order);                \
    }
CALLS_OF(8)
CALLS_OF(16)
CALLS_OF(32)
CALLS_OF(64)
#undef CALLS_OF

static const struct width {
    size_t bytes;
    uint64_t (*call)(const struct atomic_line &line, void *at);
} widths[] = {{1, call_8}, {2, call_16}, {4, call_32}, {8, call_64}};

static const struct width *width;
static const struct atomic_line *atomic_line;

UNSEEN static void calls_atomic(const void *arguments)
{
    if (sim_thread() == 0) width->call(*atomic_line, static_cast<const words *>(arguments)->payload);
}

/* On the host: what is returned and left, and that nothing before or behind it changes. */
static bool call_is_right(const struct width &of, const struct atomic_line &line)
{
    alignas(8) unsigned char cells[24], wanted[24];
    const uint64_t found = FOUND;
    memset(cells, 0x5a, sizeof cells), memset(wanted, 0x5a, sizeof wanted);
    memcpy(cells + 8, &found, of.bytes), memcpy(wanted + 8, &line.leaves, of.bytes);
    return of.call(line, cells + 8) == line.returns && memcmp(cells, wanted, sizeof cells) == 0;
}

static void judge_atomic_calls(bench &b)
{
    struct text report;
    for (const auto &of : widths)
        for (const auto &line : atomic_lines) {
            char name[80], expected[80];
            width = &of, atomic_line = &line;
            snprintf(name, sizeof name, "the compiler's %s of %d bytes", line.name, (int)of.bytes);
            snprintf(expected, sizeof expected, "unexamined: plain %s of %d bytes at item 0 of payload",
                     line.call == CALL_LOAD ? "read" : "write", (int)of.bytes);
            report_of(b, name, calls_atomic, 8, false, &report);
            expect_report(b, name, expected, report);
            report_of(b, name, calls_atomic, 8, true, &report);
            expect_report(b, name, "", report);
            expect_notes(b, call_is_right(of, line), name);
        }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
