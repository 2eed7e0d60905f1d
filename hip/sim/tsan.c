/* SPDX-License-Identifier: MIT
 * Every load and store of a kernel, as the compiler reports it: kernels are compiled with -fsanitize=thread, and
 * these are its handlers, in place of that sanitizer's run time. An access to device or shared memory that no
 * accessor announced to sim_touch would not be examined, so it ends the launch; but those of an ordinary kernel
 * (ordinary.c) are examined here.
 *
 * Stacks, launch arguments, constants and what the host does in a kernel's source file are let through.
 * memcpy, memset and memmove are calls in kernels (-fno-builtin, -Wl,--wrap), because what the compiler expands
 * is not reported; clang makes such calls of assignments, too. */
#include "machine.h"

#pragma GCC visibility push(default) /* plugins' kernels call them */
#if !defined(__clang__)
/* With any sanitizer gcc has its own prototypes of these, in which everything is void. */
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#endif

/* ---- plain accesses ------------------------------------------------------------------------------------ */

static inline bool is_of_stack(const struct lane *lane, uintptr_t at)
{
    return at - (uintptr_t)lane->fiber.stack < lane->fiber.stack_bytes;
}

/* The accessor said it before. */
static inline bool is_announced(uintptr_t at, size_t bytes, bool stores)
{
    uintptr_t in_touched = at - machine.touched.at;
    return in_touched < machine.touched.bytes && bytes <= machine.touched.bytes - in_touched &&
           (machine.touched.stores || !stores);
}

/* `align`: the multiple at which the compiler takes the access to lie. */
static inline void watch(const void *memory, size_t bytes, bool stores, size_t align, const void *code)
{
    const struct lane *lane = machine.lane;
    uintptr_t at = (uintptr_t)memory;
    if (!lane || is_of_stack(lane, at) || is_announced(at, bytes, stores)) return;
    struct access access = {at, bytes, stores};
    const struct frame *word = __builtin_frame_address(0);
    if (lane->block->launch->ordinary)
        ordinary_access(&access, align, (uintptr_t)code, word);
    else
        lane_plain_access(&access, (uintptr_t)code, word);
}

/* One behind a plain access to the same place lets others run all the same: a lane may spin there. */
static inline void watch_volatile(const void *memory, size_t bytes, bool stores, const void *code)
{
    const struct lane *lane = machine.lane;
    if (!lane || !lane->block->launch->ordinary || is_of_stack(lane, (uintptr_t)memory)) {
        watch(memory, bytes, stores, 1, code);
        return;
    }
    struct access access = {(uintptr_t)memory, bytes, stores};
    ordinary_volatile(&access, (uintptr_t)code, __builtin_frame_address(0));
}

#define CODE __builtin_return_address(0)

/* Called by code of gcc and clang for an access of that many bytes. */
#define ACCESSES(BYTES)                                                                                      \
    void __tsan_read##BYTES(const void *from);                                                               \
    void __tsan_read##BYTES(const void *from)                                                                \
    {                                                                                                        \
        watch(from, BYTES, false, BYTES, CODE);                                                              \
    }                                                                                                        \
    void __tsan_write##BYTES(void *to);                                                                      \
    void __tsan_write##BYTES(void *to)                                                                       \
    {                                                                                                        \
        watch(to, BYTES, true, BYTES, CODE);                                                                 \
    }                                                                                                        \
    void __tsan_unaligned_read##BYTES(const void *from);                                                     \
    void __tsan_unaligned_read##BYTES(const void *from)                                                      \
    {                                                                                                        \
        watch(from, BYTES, false, 1, CODE);                                                                  \
    }                                                                                                        \
    void __tsan_unaligned_write##BYTES(void *to);                                                            \
    void __tsan_unaligned_write##BYTES(void *to)                                                             \
    {                                                                                                        \
        watch(to, BYTES, true, 1, CODE);                                                                     \
    }                                                                                                        \
    void __tsan_volatile_read##BYTES(const void *from);                                                      \
    void __tsan_volatile_read##BYTES(const void *from)                                                       \
    {                                                                                                        \
        watch_volatile(from, BYTES, false, CODE);                                                            \
    }                                                                                                        \
    void __tsan_volatile_write##BYTES(void *to);                                                             \
    void __tsan_volatile_write##BYTES(void *to)                                                              \
    {                                                                                                        \
        watch_volatile(to, BYTES, true, CODE);                                                               \
    }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(const void *from, size_t bytes);
void __tsan_read_range(const void *from, size_t bytes)
{
    watch(from, bytes, false, 1, CODE);
}

void __tsan_write_range(void *to, size_t bytes);
void __tsan_write_range(void *to, size_t bytes)
{
    watch(to, bytes, true, 1, CODE);
}

/* A C++ object's constructor stores the address of its table. */
void __tsan_vptr_update(void **to, void *table);
void __tsan_vptr_update(void **to, void *table)
{
    (void)table;
    watch(to, sizeof *to, true, sizeof *to, CODE);
}

void __tsan_vptr_read(void **from);
void __tsan_vptr_read(void **from)
{
    watch(from, sizeof *from, false, sizeof *from, CODE);
}

/* ---- atomics -------------------------------------------------------------------------------------------- */

/* Of a kernel in our words they are plain accesses, too: hip/platform's are the ones that the simulator orders. An
 * ordinary kernel's order as they say. The host's, such as the guards of static variables, are done, in the strongest
 * order. */
static inline bool atomic_begin(const volatile void *memory, size_t bytes, enum atomic kind, int order,
                                const void *code)
{
    struct access access = {(uintptr_t)memory, bytes, kind != ATOMIC_LOAD};
    if (!lane_is_ordinary() || is_of_stack(machine.lane, access.at)) {
        watch((const void *)access.at, bytes, access.stores, bytes, code);
        return false;
    }
    ordinary_atomic(&access, kind, order, (uintptr_t)code, __builtin_frame_address(0));
    return true;
}

#define RMW(BITS, TYPE, NAME)                                                                                \
    TYPE __tsan_atomic##BITS##_##NAME(volatile TYPE *at, TYPE value, int order);                             \
    TYPE __tsan_atomic##BITS##_##NAME(volatile TYPE *at, TYPE value, int order)                              \
    {                                                                                                        \
        bool in_kernel = atomic_begin(at, sizeof value, ATOMIC_BOTH, order, CODE);                           \
        value = __atomic_##NAME(at, value, __ATOMIC_SEQ_CST);                                                \
        if (in_kernel) ordinary_atomic_done(true);                                                           \
        return value;                                                                                        \
    }

#define __atomic_exchange(AT, VALUE, ORDER) __atomic_exchange_n(AT, VALUE, ORDER)

#define COMPARE_EXCHANGE(BITS, TYPE, NAME)                                                                   \
    int __tsan_atomic##BITS##_compare_exchange_##NAME(volatile TYPE *at, TYPE *expected, TYPE value,         \
                                                      int order, int failed);                                \
    int __tsan_atomic##BITS##_compare_exchange_##NAME(volatile TYPE *at, TYPE *expected, TYPE value,         \
                                                      int order, int failed)                                 \
    {                                                                                                        \
        bool in_kernel = atomic_begin(at, sizeof value, ATOMIC_BOTH, order, CODE);                           \
        int done =                                                                                           \
            __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
        if (!done) sim_atomic_failed(failed);                                                                \
        if (in_kernel) ordinary_atomic_done(done);                                                           \
        return done;                                                                                         \
    }

#define ATOMICS(BITS, TYPE)                                                                                  \
    TYPE __tsan_atomic##BITS##_load(const volatile TYPE *from, int order);                                   \
    TYPE __tsan_atomic##BITS##_load(const volatile TYPE *from, int order)                                    \
    {                                                                                                        \
        bool in_kernel = atomic_begin(from, sizeof *from, ATOMIC_LOAD, order, CODE);                         \
        TYPE value = __atomic_load_n(from, __ATOMIC_SEQ_CST);                                                \
        if (in_kernel) ordinary_atomic_done(false);                                                          \
        return value;                                                                                        \
    }                                                                                                        \
    void __tsan_atomic##BITS##_store(volatile TYPE *to, TYPE value, int order);                              \
    void __tsan_atomic##BITS##_store(volatile TYPE *to, TYPE value, int order)                               \
    {                                                                                                        \
        bool in_kernel = atomic_begin(to, sizeof value, ATOMIC_STORE, order, CODE);                          \
        __atomic_store_n(to, value, __ATOMIC_SEQ_CST);                                                       \
        if (in_kernel) ordinary_atomic_done(true);                                                           \
    }                                                                                                        \
    RMW(BITS, TYPE, exchange)                                                                                \
    RMW(BITS, TYPE, fetch_add)                                                                               \
    RMW(BITS, TYPE, fetch_sub)                                                                               \
    RMW(BITS, TYPE, fetch_and)                                                                               \
    RMW(BITS, TYPE, fetch_or)                                                                                \
    RMW(BITS, TYPE, fetch_xor)                                                                               \
    RMW(BITS, TYPE, fetch_nand)                                                                              \
    COMPARE_EXCHANGE(BITS, TYPE, strong)                                                                     \
    COMPARE_EXCHANGE(BITS, TYPE, weak)                                                                       \
    TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *at, TYPE expected, TYPE value, int order, \
                                                    int failed);                                             \
    TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *at, TYPE expected, TYPE value, int order, \
                                                    int failed)                                              \
    {                                                                                                        \
        bool in_kernel = atomic_begin(at, sizeof value, ATOMIC_BOTH, order, CODE);                           \
        bool done =                                                                                          \
            __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        if (!done) sim_atomic_failed(failed);                                                                \
        if (in_kernel) ordinary_atomic_done(done);                                                           \
        return expected;                                                                                     \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (lane_is_ordinary()) sim_fence_of(order);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- what copies and fills ------------------------------------------------------------------------------- */

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int byte, size_t bytes);

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    if (bytes) watch(from, bytes, false, 1, CODE), watch(to, bytes, true, 1, CODE);
    copy_unwatched(to, from, bytes);
    return to;
}

void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    if (bytes) watch(from, bytes, false, 1, CODE), watch(to, bytes, true, 1, CODE);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int byte, size_t bytes);
void *__wrap_memset(void *to, int byte, size_t bytes)
{
    if (bytes) watch(to, bytes, true, 1, CODE);
    return __real_memset(to, byte, bytes);
}

#pragma GCC visibility push(hidden)
void fill_unwatched(void *to, int byte, size_t bytes)
{
    __real_memset(to, byte, bytes);
}

/* The usual sizes are copied in place: most of the time of a call that copies a few bytes goes to finding out how. */
void copy_unwatched(void *to, const void *from, size_t bytes)
{
    if (bytes == 16)
        __builtin_memcpy(to, from, 16);
    else if (bytes == 8)
        __builtin_memcpy(to, from, 8);
    else if (bytes == 4)
        __builtin_memcpy(to, from, 4);
    else
        __real_memcpy(to, from, bytes);
}
#pragma GCC visibility pop

/* ---- nothing to do ---------------------------------------------------------------------------------------- */

void __tsan_init(void);
void __tsan_init(void) {}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void) {}

#pragma GCC visibility pop
