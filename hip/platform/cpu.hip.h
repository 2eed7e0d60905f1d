/* SPDX-License-Identifier: MIT
 * The words of words.hip.h for functions of the host (hip/cpu), which a host's C++ compiler compiles: one thread, which is
 * the whole block and the whole group. Strategies of the host call an operator's functions and move items in and out of
 * columns by hip/tile; no kernel is launched here. */
#ifndef FOLDCHECK_PLATFORM_CPU_HIP_H
#define FOLDCHECK_PLATFORM_CPU_HIP_H

#define OP_FN static inline
#define FN static inline
#define FN_ONCE static
#define BOTH static inline
#define COMPILE_TIME constexpr
#define KERNEL(BLOCK, MIN_BLOCKS) void
#define UNROLL
#define ROLLED
#define UNROLL_FOR_SPEED

#include "hip/platform/words.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_LANES = 1, MOST_BLOCKS = 1 };

template <size_t BYTES>
BOTH void copy_bits(void *to, const void *from)
{
    __builtin_memcpy(to, from, BYTES);
}

FN int thread_id(void)
{
    return 0;
}

FN int64_t block_id(void)
{
    return 0;
}

FN int64_t block_count(void)
{
    return 1;
}

FN int worked_out_here(int n)
{
    return n;
}

FN void block_sync(void) {}

template <int GROUP>
FN void group_sync(void)
{
}

template <int GROUP, lane_way WAY, class T>
FN_ONCE T lane_exchange(T mine, int)
{
    return mine;
}

template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine)
{
    return mine;
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

FN void touch(const void *, size_t, size_t, bool) {}

BOTH void count_combine(void) {}

template <int BYTES>
FN void load_words(const void *memory, uint32_t *word)
{
    copy_bits<BYTES>(word, memory);
}

template <int BYTES>
FN void store_words(void *memory, const uint32_t *word)
{
    copy_bits<BYTES>(memory, word);
}

FN vector load_stream(const void *memory)
{
    vector loaded;
    copy_bits<sizeof(loaded)>(&loaded, memory);
    return loaded;
}

FN void store_stream(void *memory, const vector &stored)
{
    copy_bits<sizeof(stored)>(memory, &stored);
}

/* One thread alone waits for no other. */
FN uint32_t take_ticket(uint32_t *counter)
{
    return (*counter)++;
}

FN uint64_t take_number(uint64_t *counter)
{
    return (*counter)++;
}

FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next)
{
    uint64_t held = *word;
    if (held == expected) *word = next;
    return held;
}

FN uint32_t add_to_word(uint32_t *word, uint32_t add)
{
    uint32_t held = *word;
    *word += add;
    return held;
}

FN void add_onto(uint32_t *word, uint32_t add)
{
    *word += add;
}

FN void add_onto(uint64_t *word, uint64_t add)
{
    *word += add;
}

FN void publish_word(uint64_t *word, uint64_t value)
{
    *word = value;
}

FN void place_word(uint32_t *word, uint32_t value)
{
    *word = value;
}

FN uint64_t observe_word(const uint64_t *word)
{
    return *word;
}

FN uint32_t observe_word(const uint32_t *word)
{
    return *word;
}

FN void publish_flag(uint32_t *flag, uint32_t value)
{
    *flag = value;
}

FN uint32_t observe_flag(const uint32_t *flag)
{
    return *flag;
}

FN void spin(void) {}

template <class A>
static inline bool launch_with_shared(const char *name, void (*kernel)(A), int64_t blocks, int, int, size_t,
                                      const struct job *, const A &arguments, struct text *why)
{
    if (blocks > 1) return text_say(why, "%s: the host has one block", name) != 0;
    kernel(arguments);
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
