/* SPDX-License-Identifier: MIT
 * The words of words.hip.h on the simulator (hip/sim/sim.h), which a host's C++ compiler compiles. */
#ifndef FOLDCHECK_PLATFORM_SIM_HIP_H
#define FOLDCHECK_PLATFORM_SIM_HIP_H

#include "hip/sim/sim.h"

#define OP_FN static inline
/* Inlined or not: the simulator tells accesses apart by the calls that lead to them (hip/sim/site.c). */
#define FN static inline
/* Not inlined, so that its callers compile faster. */
#define FN_ONCE static __attribute__((noinline))
#define BOTH static inline
#define COMPILE_TIME constexpr
#define KERNEL(BLOCK, MIN_BLOCKS) void
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#else
#define UNROLL _Pragma("GCC unroll 64")
#define ROLLED _Pragma("GCC unroll 1")
#endif
#define UNROLL_FOR_SPEED

#define SHARED(T, NAME, COUNT) T *NAME = (T *)sim_shared(__LINE__, sizeof(T) * (size_t)(COUNT), alignof(T))
#define DYNAMIC_SHARED(NAME, BYTES)                                                                          \
    unsigned char *NAME = (unsigned char *)sim_dynamic_shared(__LINE__, BYTES, 16)
#define TOLD_SHARED(NAME, BYTES) DYNAMIC_SHARED(NAME, BYTES)

#include "hip/platform/words.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_LANES = 64 };
enum { MOST_BLOCKS = 16 }; /* few, so that small problems take more than one trip */

template <size_t BYTES>
BOTH void copy_bits(void *to, const void *from)
{
    __builtin_memcpy(to, from, BYTES);
}

/* ---- who is running ------------------------------------------------------------------------------------ */
FN int thread_id(void)
{
    return (int)sim_thread();
}

FN int64_t block_id(void)
{
    return (int64_t)sim_block();
}

FN int64_t block_count(void)
{
    return (int64_t)sim_blocks();
}

FN int worked_out_here(int n)
{
    return n;
}

/* ---- barriers ------------------------------------------------------------------------------------------ */
FN void block_sync(void)
{
    sim_block_sync();
}

template <int GROUP>
FN void group_sync(void)
{
    sim_group_sync(GROUP);
}

/* ---- between lanes ------------------------------------------------------------------------------------- */
FN int lane_source(enum lane_way way, int lane, int by, int group)
{
    if (way == LANE_NUMBER) return by;
    if (way == LANE_ABOVE) return lane + by < group ? lane + by : lane;
    return lane >= by ? lane - by : lane;
}

template <int GROUP, lane_way WAY, class T>
FN_ONCE T lane_exchange(T mine, int by)
{
    T theirs = mine;
    uint32_t source = (uint32_t)lane_source(WAY, thread_id() % GROUP, by, GROUP);
    sim_exchange(&mine, &theirs, sizeof mine, source, GROUP);
    return theirs;
}

template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine)
{
    lane_set<GROUP> said = (lane_set<GROUP>)mine << (thread_id() % GROUP);
    for (int d = 1; d < GROUP; d *= 2)
        said |= lane_exchange<GROUP, LANE_NUMBER>(said, thread_id() % GROUP ^ d);
    return said;
}

FN int highest_bit(uint64_t bits)
{
    return bits ? 63 - __builtin_clzll(bits) : -1;
}

FN int highest_bit(uint32_t bits)
{
    return bits ? 31 - __builtin_clz(bits) : -1;
}

FN int bit_count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

FN int bit_count(uint32_t bits)
{
    return __builtin_popcount(bits);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
FN void touch(const void *memory, size_t bytes, size_t align, bool stores)
{
    sim_touch(memory, bytes, align, stores);
}

BOTH void count_combine(void)
{
    sim_combined();
}

template <int BYTES>
FN void load_words(const void *memory, uint32_t *word)
{
    touch(memory, BYTES, BYTES, false);
    copy_bits<BYTES>(word, memory);
}

template <int BYTES>
FN void store_words(void *memory, const uint32_t *word)
{
    touch(memory, BYTES, BYTES, true);
    copy_bits<BYTES>(memory, word);
}

FN vector load_stream(const void *memory)
{
    vector loaded;
    touch(memory, sizeof loaded, sizeof loaded, false);
    copy_bits<sizeof(loaded)>(&loaded, memory);
    return loaded;
}

FN void store_stream(void *memory, const vector &stored)
{
    touch(memory, sizeof stored, sizeof stored, true);
    copy_bits<sizeof(stored)>(memory, &stored);
}

/* ---- between blocks ------------------------------------------------------------------------------------ */
FN uint32_t take_ticket(uint32_t *counter)
{
    return sim_atomic_add(counter, 1);
}

FN uint64_t take_number(uint64_t *counter)
{
    return sim_atomic_add64(counter, 1);
}

FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next)
{
    return sim_atomic_swap64(word, expected, next);
}

FN uint32_t add_to_word(uint32_t *word, uint32_t add)
{
    return sim_atomic_add32(word, add);
}

FN void add_onto(uint32_t *word, uint32_t add)
{
    sim_atomic_sum32(word, add);
}

FN void add_onto(uint64_t *word, uint64_t add)
{
    sim_atomic_sum64(word, add);
}

FN void publish_word(uint64_t *word, uint64_t value)
{
    sim_atomic_store(word, value, sizeof *word, false);
}

FN void place_word(uint32_t *word, uint32_t value)
{
    sim_atomic_store(word, value, sizeof *word, false);
}

FN uint64_t observe_word(const uint64_t *word)
{
    return sim_atomic_load(word, sizeof *word, false);
}

FN uint32_t observe_word(const uint32_t *word)
{
    return (uint32_t)sim_atomic_load(word, sizeof *word, false);
}

FN void publish_flag(uint32_t *flag, uint32_t value)
{
    sim_atomic_store(flag, value, sizeof *flag, true);
}

FN uint32_t observe_flag(const uint32_t *flag)
{
    return (uint32_t)sim_atomic_load(flag, sizeof *flag, true);
}

FN void spin(void)
{
    sim_yield();
}

/* ---- launching ----------------------------------------------------------------------------------------- */
template <class A>
struct sim_call {
    void (*kernel)(A);
    A arguments;
};

template <class A>
static void sim_body(const void *call)
{
    const sim_call<A> *c = static_cast<const sim_call<A> *>(call);
    c->kernel(c->arguments);
}

template <class A>
static inline bool launch_with_shared(const char *name, void (*kernel)(A), int64_t blocks, int block,
                                      int group, size_t shared, const struct job *job, const A &arguments,
                                      struct text *why)
{
    sim_call<A> call = {kernel, arguments};
    if (sim_launch_with_shared(job->stream, name, (uint64_t)blocks, (uint32_t)block, (uint32_t)group, shared,
                               sim_body<A>, &call, sizeof call))
        return true;
    return text_say(why, "%s: %s", name, sim_error()) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
