/* SPDX-License-Identifier: MIT
 * Kernels of litmus.hip whose costs were worked out by hand, and kernels that note the order in which blocks run. */
#ifndef FOLDCHECK_LITMUS_COUNTERS_HIP_H
#define FOLDCHECK_LITMUS_COUNTERS_HIP_H

#include "grid_atomics.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- counts ------------------------------------------------------------------------------------------------ */

static void counts_row(words w)
{
    load(w.payload + thread_id());
}

static void counts_shifted(words w)
{
    if (thread_id() < 32) load(w.payload + 1 + thread_id());
}

static void counts_strided(words w)
{
    if (thread_id() < 8) store(w.payload + 8 * thread_id(), 1u);
}

static void counts_one_word(words w)
{
    load(w.payload);
}

static void counts_wide(words w)
{
    uint32_t word[4];
    if (thread_id() < 16) load_words<16>(w.payload + 4 * thread_id(), word);
}

static void counts_scratch(words w)
{
    store(w.scratch + thread_id(), 1u);
    load(w.scratch + thread_id());
}

/* Twice the same instruction, which is two accesses of the warp. */
static void counts_loop(words w)
{
    for (int i = 0; i < 2; i++)
        if (thread_id() < 32) load(w.payload + 32 * i + thread_id());
}

/* A hundred times, in blocks that come one after the other. */
static void counts_many(words w)
{
    for (int i = 0; i < 100; i++)
        load(w.payload + thread_id());
}

/* One instruction, which is another one for each chain of calls that leads to it. */
__attribute__((noinline)) static void load_called(const uint32_t *from)
{
    load(from);
}

__attribute__((noinline)) static void load_called_by(const uint32_t *from)
{
    load_called(from);
}

static void counts_calls(words w)
{
    if (thread_id() < 4) load_called_by(w.payload + thread_id());
    if (thread_id() < 8) load_called_by(w.payload + 8 + thread_id());
}

static void counts_atomics(words w)
{
    take_ticket(w.flag);
    take_number(w.number);
    publish_flag(w.flag + 1, 1);
    observe_flag(w.flag + 1);
}

template <int STEP>
static void counts_banks(words)
{
    SHARED(uint32_t, slot, 64 * STEP);
    if (thread_id() < 32) store(slot + STEP * thread_id(), 1u);
}

template <int STEP>
static void counts_banks_of_8_bytes(words)
{
    SHARED(uint64_t, slot, 64 * STEP);
    if (thread_id() < 32) store(slot + STEP * thread_id(), UINT64_C(1));
}

static void counts_same_word(words)
{
    SHARED(uint32_t, slot, 1);
    if (thread_id() == 0) store(slot, 1u);
    block_sync();
    load(slot);
}

static void counts_syncs(words)
{
    block_sync();
    block_sync();
    group_sync<GROUP>();
    lane_first<GROUP>(1);
    lane_first<32>(1);
    count_combine();
}

/* Two words of another block's, and the flag. */
static void counts_crossings(words w)
{
    if (is(0, 0)) store(reinterpret_cast<uint64_t *>(w.payload), UINT64_C(1)), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload), load(w.payload + 1);
}

/* 10 words and 3 bytes, and of what the launch was told of, 20 bytes. */
static void counts_shared(words)
{
    SHARED(uint32_t, some, 10);
    SHARED(unsigned char, few, 3);
    DYNAMIC_SHARED(told, 20);
    if (thread_id() == 0)
        store(some + 9, 1u), store(few + 2, (unsigned char)1), store(told + 19, (unsigned char)1);
}

struct expected {
    const char *name;
    void (*kernel)(words);
    int blocks;
    /* by hand, of blocks of 64 threads, in the order of struct launch_counters: bytes loaded and stored, accesses,
     * sectors and the fewest, of data, then of scratch; launches; bank conflicts; barriers, group syncs, shuffles;
     * atomics, combines; crossings. For 32 lanes, and for 64. */
    uint64_t lanes_32[18], lanes_64[18];
};

/* clang-format off */
static const expected counts[] = {
    /* 64 lanes read 256 bytes: 8 sectors */
    {"counts_row", counts_row, 1,
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 128 bytes from the fifth one on touch five sectors, where four would do */
    {"counts_shifted", counts_shifted, 1,
     {128, 0, 1, 5, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {128, 0, 1, 5, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 8 words in a sector each, where one would do */
    {"counts_strided", counts_strided, 1,
     {0, 32, 1, 8, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 32, 1, 8, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* every lane asks for it, and one sector serves a warp */
    {"counts_one_word", counts_one_word, 1,
     {256, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 16 bytes a lane */
    {"counts_wide", counts_wide, 1,
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 256 bytes up and down */
    {"counts_scratch", counts_scratch, 1,
     {0, 0, 0, 0, 0, 256, 256, 4, 16, 16, 1, 0, 0, 0, 0, 0, 0, 0},
     {0, 0, 0, 0, 0, 256, 256, 2, 16, 16, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_loop", counts_loop, 1,
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_many", counts_many, 3,
     {76800, 0, 600, 2400, 2400, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {76800, 0, 300, 2400, 2400, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 4 lanes read 16 bytes, then 8 lanes 32: a sector each */
    {"counts_calls", counts_calls, 1,
     {48, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {48, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 4 of each of 64 lanes, which move no bytes that count; one block, so that nothing crosses */
    {"counts_atomics", counts_atomics, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 256, 0, 0},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 256, 0, 0}},
    /* a word a bank; every second bank twice; one bank 32 times; a word a bank */
    {"counts_banks<1>", counts_banks<1>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<2>", counts_banks<2>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<32>", counts_banks<32>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 31, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 31, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<33>", counts_banks<33>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 64 words take two cycles; 16 bytes apart they lie in 16 banks, and take four */
    {"counts_banks_of_8_bytes<1>", counts_banks_of_8_bytes<1>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_banks_of_8_bytes<2>", counts_banks_of_8_bytes<2>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0}},
    /* a bank gives one word to all lanes at once */
    {"counts_same_word", counts_same_word, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}},
    /* 3 blocks of 16 groups of 4 lanes and 2 of 32 */
    {"counts_syncs", counts_syncs, 3,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 6, 48, 54, 0, 192, 0},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 6, 48, 54, 0, 192, 0}},
};
/* clang-format on */

/* ---- schedules ---- */

enum { ORDERED = 16, ENDED = 1 };

/* In which order blocks come, one after the other or side by side. */
static void notes_order(words w)
{
    if (thread_id() == 0) store(w.payload + block_id(), take_ticket(w.flag));
}

/* Two lanes, when all others of their blocks have ended, take tickets until each has eight; what each took. */
static void notes_turns(words w)
{
    if (block_id() > 1) return;
    if (thread_id() != 0) {
        take_ticket(w.flag + ENDED);
        return;
    }
    wait_relaxed(w.flag + ENDED, 14);
    for (int i = 0; i < 200; i++)
        spin();
    for (int i = 0; i < 8; i++)
        store(w.payload + block_id() * 8 + i, take_ticket(w.flag));
}

/* A swap that expects another upper half does nothing: what it found there, and what is there then. */
static void notes_swap(words w)
{
    if (!is(0, 0)) return;
    store(w.payload + 2,
          (uint32_t)sim_atomic_swap64(w.number, 0, (uint64_t)1 << 32 | 5)); /* found there: 0 */
    store(w.payload, (uint32_t)(sim_atomic_swap64(w.number, 5, 9) >> 32));
    store(w.payload + 1, (uint32_t)sim_atomic_load(w.number, 8, false));
}

/* How many blocks have begun and not ended, as each of them sees it; then it lets others go on. */
static void notes_resident(words w)
{
    if (thread_id() != 0) return;
    uint32_t before = take_ticket(w.flag), ended = (uint32_t)sim_atomic_load(w.flag + ENDED, 4, true);
    store(w.payload + block_id(), before + 1 - ended);
    for (int i = 0; i < 200; i++)
        spin();
    take_ticket(w.flag + ENDED);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
