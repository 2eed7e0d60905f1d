/* SPDX-License-Identifier: MIT
 * Litmus tests of the models of memory, by their names in the literature (MP, WRC, ISA2, SB, CoRR, IRIW, 2+2W) and more: each is
 * one interleaving of threads in and out of a block, and says which models find a race in it. */
#ifndef FOLDCHECK_LITMUS_MEMORY_MODELS_HIP_H
#define FOLDCHECK_LITMUS_MEMORY_MODELS_HIP_H

#include "cuda_primitives.hip.h"

namespace FOLDCHECK_NAMESPACE
{
namespace models
{

enum move_word {
    NO_MOVE,
    WRITES, /* item `at` of payload, by a plain access */
    READS,  /* the same */
    CLEARS, /* flag `at`, by a plain access */
    SETS,   /* flag `at`, by an atomic */
    GETS,   /* the same */
    ADDS,   /* the same */
    FAILS,  /* a comparison of flag `at` that fails; its load is relaxed */
    PUTS,   /* flag `at`, by a volatile access */
    LOOKS,  /* the same */
    FENCES, /* of an order and a scope */
    MEETS   /* the barrier of the thread's block */
};

struct move {
    uint32_t block, thread;
    move_word word;
    int at, how;
};

/* Which models report a race. */
enum { NONE = 0, PTX = 1, AMD = 2, FORMAL = PTX | AMD, LENIENT = 4, ALL = 7 };

enum {
    RLX = __ATOMIC_RELAXED,
    ACQ = __ATOMIC_ACQUIRE,
    REL = __ATOMIC_RELEASE,
    AR = __ATOMIC_ACQ_REL,
    SC = __ATOMIC_SEQ_CST,
    CUDA = SIM_UNORDERED,
    IN_BLOCK = SIM_OF_BLOCK,
    IN_WARP = SIM_OF_WARP
};

enum { MOST_MOVES = 12, LITMUS_THREADS = 80 };

struct litmus_test {
    const char *name;
    int races;
    move moves[MOST_MOVES]; /* up to the first one of no word */
};

/* Threads: A and B of block 0, in two warps; N beside A in its warp; C and D of block 1; E of block 2. */
#define A 0, 0
#define N 0, 1
#define B 0, 70
#define C 1, 0
#define D 1, 70
#define E 2, 0
#define LITMUS(NAME, RACES, ...)                                                                             \
    {                                                                                                        \
        NAME, RACES,                                                                                         \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
#define MP(NAME, RACES, TELLS, HEARS, TO)                                                                    \
    LITMUS(NAME, RACES, {A, WRITES, 0, 0}, {A, SETS, 0, TELLS}, {TO, GETS, 0, HEARS}, {TO, READS, 0, 0})
#define MP_FENCES(NAME, RACES, BEFORE, WORD, HOW, BEHIND, TO)                                                \
    LITMUS(NAME, RACES, {A, WRITES, 0, 0}, {A, FENCES, 0, BEFORE}, {A, ADDS, 0, HOW}, {TO, WORD, 0, HOW},    \
           {TO, FENCES, 0, BEHIND}, {TO, READS, 0, 0})

static const litmus_test litmus_tests[] = {
    MP("MP, release and acquire", NONE, REL, ACQ, C),
    MP("MP, seq_cst", NONE, SC, SC, C),
    MP("MP, relaxed store", ALL, RLX, ACQ, C),
    MP("MP, relaxed load", ALL, REL, RLX, C),
    MP("MP, release of the block, out of it", FORMAL, REL | IN_BLOCK, ACQ, C),
    MP("MP, acquire of the block, out of it", FORMAL, REL, ACQ | IN_BLOCK, C),
    MP("MP, scopes of the block, in it", NONE, REL | IN_BLOCK, ACQ | IN_BLOCK, B),
    MP("MP, scopes of the warp, in it", NONE, REL | IN_WARP, ACQ | IN_WARP, N),
    MP("MP, scopes of the warp, out of it", FORMAL, REL | IN_WARP, ACQ | IN_WARP, B),
    MP("MP, scope of the device, in the block", NONE, REL, ACQ | IN_BLOCK, B),
    MP_FENCES("MP, fences", NONE, SC, GETS, RLX, SC, C),
    MP_FENCES("MP, fences that release and acquire", NONE, REL, GETS, RLX, ACQ, C),
    MP_FENCES("MP, fences that acquire and release", FORMAL, ACQ, GETS, RLX, REL, C),
    MP_FENCES("MP, atomicAdd and fences", NONE, SC, ADDS, CUDA, SC, C),
    MP_FENCES("MP, fence of the block before", FORMAL, SC | IN_BLOCK, ADDS, CUDA, SC, C),
    MP_FENCES("MP, fence of the block behind", FORMAL, SC, ADDS, CUDA, SC | IN_BLOCK, C),
    MP_FENCES("MP, fences of the block, in it", NONE, SC | IN_BLOCK, ADDS, CUDA, SC | IN_BLOCK, B),
    MP_FENCES("MP, fences of the thread", FORMAL, SC | SIM_OF_THREAD, ADDS, CUDA, SC | SIM_OF_THREAD, B),
    LITMUS("MP, atomicAdd without a fence behind", FORMAL, {A, WRITES, 0, 0}, {A, FENCES, 0, SC},
           {A, ADDS, 0, CUDA}, {C, ADDS, 0, CUDA}, {C, READS, 0, 0}),
    LITMUS("MP, atomicAdd without a fence before", ALL, {A, WRITES, 0, 0}, {A, ADDS, 0, CUDA},
           {C, ADDS, 0, CUDA}, {C, FENCES, 0, SC}, {C, READS, 0, 0}),
    LITMUS("MP, volatile and fences", AMD, {A, WRITES, 0, 0}, {A, FENCES, 0, SC}, {A, PUTS, 0, 0},
           {C, LOOKS, 0, 0}, {C, FENCES, 0, SC}, {C, READS, 0, 0}),
    LITMUS("MP, volatile load of an atomic", AMD, {A, WRITES, 0, 0}, {A, SETS, 0, REL}, {C, LOOKS, 0, 0},
           {C, FENCES, 0, SC}, {C, READS, 0, 0}),
    LITMUS("MP, a comparison that fails", FORMAL, {A, WRITES, 0, 0}, {A, FAILS, 0, REL}, {C, GETS, 0, ACQ},
           {C, READS, 0, 0}),
    LITMUS("MP, the fence in another thread, sequentially consistent", NONE, {B, WRITES, 0, 0},
           {B, FENCES, 0, SC}, {A, MEETS, 0, 0}, {A, ADDS, 0, CUDA}, {C, ADDS, 0, CUDA}, {C, MEETS, 0, 0},
           {D, FENCES, 0, SC}, {D, READS, 0, 0}),
    LITMUS("MP, the fence in another thread, that releases and acquires", PTX, {B, WRITES, 0, 0},
           {B, FENCES, 0, REL}, {A, MEETS, 0, 0}, {A, ADDS, 0, CUDA}, {C, ADDS, 0, CUDA}, {C, MEETS, 0, 0},
           {D, FENCES, 0, ACQ}, {D, READS, 0, 0}),
    LITMUS("MP, the fence in another thread, and an acquire", FORMAL, {B, WRITES, 0, 0}, {B, FENCES, 0, SC},
           {A, MEETS, 0, 0}, {A, ADDS, 0, RLX}, {C, ADDS, 0, ACQ}, {C, READS, 0, 0}),
    LITMUS("MP, a fence that releases, and no load", ALL, {A, WRITES, 0, 0}, {A, FENCES, 0, REL},
           {A, SETS, 0, RLX}, {C, SETS, 1, RLX}, {C, READS, 0, 0}),
    LITMUS("MP, a fence of the block that acquires, and no load", ALL, {A, WRITES, 0, 0},
           {A, FENCES, 0, ACQ | IN_BLOCK}, {A, SETS, 0, RLX}, {C, SETS, 1, RLX}, {C, READS, 0, 0}),
    LITMUS("MP, a fence behind the barrier alone", FORMAL, {B, WRITES, 0, 0}, {A, MEETS, 0, 0},
           {A, FENCES, 0, SC}, {A, ADDS, 0, CUDA}, {C, ADDS, 0, CUDA}, {C, MEETS, 0, 0}, {D, READS, 0, 0}),
    LITMUS("MP, acquired before a barrier", NONE, {A, WRITES, 0, 0}, {A, SETS, 0, REL}, {C, GETS, 0, ACQ},
           {C, MEETS, 0, 0}, {D, READS, 0, 0}),
    LITMUS("MP, released behind a barrier", NONE, {B, WRITES, 0, 0}, {A, MEETS, 0, 0}, {A, SETS, 0, REL},
           {C, GETS, 0, ACQ}, {C, READS, 0, 0}),
    LITMUS("release sequence", NONE, {A, WRITES, 0, 0}, {A, SETS, 0, REL}, {C, ADDS, 0, RLX},
           {E, GETS, 0, ACQ}, {E, READS, 0, 0}),
    LITMUS("release sequence, broken by a store", ALL, {A, WRITES, 0, 0}, {A, SETS, 0, REL},
           {C, SETS, 0, RLX}, {E, GETS, 0, ACQ}, {E, READS, 0, 0}),
    LITMUS("WRC", NONE, {A, WRITES, 0, 0}, {A, SETS, 0, REL}, {C, GETS, 0, ACQ}, {C, SETS, 1, REL},
           {E, GETS, 1, ACQ}, {E, READS, 0, 0}),
    LITMUS("WRC, relaxed in the middle", ALL, {A, WRITES, 0, 0}, {A, SETS, 0, REL}, {C, GETS, 0, RLX},
           {C, SETS, 1, REL}, {E, GETS, 1, ACQ}, {E, READS, 0, 0}),
    LITMUS("WRC, the block's scope in the block", NONE, {A, WRITES, 0, 0}, {A, SETS, 0, REL | IN_BLOCK},
           {B, GETS, 0, ACQ | IN_BLOCK}, {B, SETS, 1, REL}, {C, GETS, 1, ACQ}, {C, READS, 0, 0}),
    LITMUS("WRC, the block's scope on the way out", FORMAL, {A, WRITES, 0, 0}, {A, SETS, 0, REL},
           {B, GETS, 0, ACQ}, {B, SETS, 1, REL | IN_BLOCK}, {C, GETS, 1, ACQ}, {C, READS, 0, 0}),
    LITMUS("ISA2", NONE, {A, WRITES, 0, 0}, {A, FENCES, 0, SC}, {A, SETS, 0, RLX}, {C, GETS, 0, RLX},
           {C, FENCES, 0, SC}, {C, SETS, 1, RLX}, {E, GETS, 1, RLX}, {E, FENCES, 0, SC}, {E, READS, 0, 0}),
    LITMUS("ISA2, a fence of the block in the middle", FORMAL, {A, WRITES, 0, 0}, {A, FENCES, 0, SC},
           {A, SETS, 0, RLX}, {C, GETS, 0, RLX}, {C, FENCES, 0, SC | IN_BLOCK}, {C, SETS, 1, RLX},
           {E, GETS, 1, RLX}, {E, FENCES, 0, SC}, {E, READS, 0, 0}),
    LITMUS("SB, atomics", NONE, {A, SETS, 0, RLX}, {C, SETS, 1, RLX}, {A, GETS, 1, RLX}, {C, GETS, 0, RLX}),
    LITMUS("SB, plain", ALL, {A, WRITES, 0, 0}, {C, WRITES, 1, 0}, {A, READS, 1, 0}, {C, READS, 0, 0}),
    LITMUS("SB, plain, in the block", ALL, {A, WRITES, 0, 0}, {B, WRITES, 1, 0}, {A, READS, 1, 0}),
    LITMUS("SB, plain, around a barrier", NONE, {A, WRITES, 0, 0}, {B, WRITES, 1, 0}, {A, MEETS, 0, 0},
           {A, READS, 1, 0}, {B, READS, 0, 0}),
    LITMUS("CoRR, atomics", NONE, {A, SETS, 0, RLX}, {C, GETS, 0, RLX}, {C, GETS, 0, RLX}),
    LITMUS("CoRR, plain", ALL, {A, WRITES, 0, 0}, {C, READS, 0, 0}, {C, READS, 0, 0}),
    LITMUS("CoRR, an atomic of the block, out of it", FORMAL, {A, SETS, 0, RLX | IN_BLOCK},
           {C, GETS, 0, RLX}),
    LITMUS("CoRR, an atomic of the block, in it", NONE, {A, SETS, 0, RLX | IN_BLOCK}, {B, GETS, 0, RLX}),
    LITMUS("IRIW, atomics", NONE, {A, SETS, 0, RLX}, {C, SETS, 1, RLX}, {B, GETS, 0, ACQ}, {B, GETS, 1, ACQ},
           {E, GETS, 1, ACQ}, {E, GETS, 0, ACQ}),
    LITMUS("2+2W, atomics", NONE, {A, SETS, 0, RLX}, {C, SETS, 1, RLX}, {A, SETS, 1, RLX}, {C, SETS, 0, RLX}),
    LITMUS("2+2W, plain", ALL, {A, WRITES, 0, 0}, {C, WRITES, 1, 0}, {A, WRITES, 1, 0}),
    LITMUS("counter of the block in two blocks", FORMAL, {A, ADDS, 0, CUDA | IN_BLOCK},
           {C, ADDS, 0, CUDA | IN_BLOCK}),
    LITMUS("counter of the block in one", NONE, {A, ADDS, 0, CUDA | IN_BLOCK}, {B, ADDS, 0, CUDA | IN_BLOCK}),
    LITMUS("counter of the block beside one of the device", FORMAL, {A, ADDS, 0, CUDA},
           {C, ADDS, 0, CUDA | IN_BLOCK}),
    LITMUS("counter of the block, set back without a barrier", ALL, {A, CLEARS, 0, 0},
           {A, ADDS, 0, CUDA | IN_BLOCK}, {B, ADDS, 0, CUDA | IN_BLOCK}),
    LITMUS("counter of the block, set back before a barrier", NONE, {A, CLEARS, 0, 0}, {A, MEETS, 0, 0},
           {A, ADDS, 0, CUDA | IN_BLOCK}, {B, ADDS, 0, CUDA | IN_BLOCK}, {B, ADDS, 0, CUDA}),
    LITMUS("counter of the block behind a release", NONE, {A, ADDS, 0, CUDA | IN_BLOCK}, {A, SETS, 1, REL},
           {C, GETS, 1, ACQ}, {C, ADDS, 0, CUDA | IN_BLOCK}),
};

#undef A
#undef N
#undef B
#undef C
#undef D
#undef E

static struct {
    const litmus_test *test;
    int turn;
} playing;

UNSEEN static void flag_atomic(uint32_t *flag, int kind, int how)
{
    sim_atomic_enter(flag, sizeof *flag, kind, how);
    if (kind != LOADS) ++*flag;
    sim_atomic_leave(kind != LOADS);
}

UNSEEN static void flag_fails(uint32_t *flag, int how)
{
    sim_atomic_enter(flag, sizeof *flag, DOES_BOTH, how);
    sim_atomic_failed(__ATOMIC_RELAXED);
    sim_atomic_leave(false);
}

UNSEEN static void make_move(const words &w, const move &m)
{
    switch (m.word) {
    case NO_MOVE:
        return;
    case WRITES:
        return sim_touch(w.payload + m.at, 4, 4, true);
    case READS:
        return sim_touch(w.payload + m.at, 4, 4, false);
    case CLEARS:
        return sim_touch(w.flag + m.at, 4, 4, true);
    case SETS:
        return flag_atomic(w.flag + m.at, STORES, m.how);
    case GETS:
        return flag_atomic(w.flag + m.at, LOADS, m.how);
    case ADDS:
        return flag_atomic(w.flag + m.at, DOES_BOTH, m.how);
    case FAILS:
        return flag_fails(w.flag + m.at, m.how);
    case PUTS:
        return __tsan_volatile_write4(w.flag + m.at);
    case LOOKS:
        return __tsan_volatile_read4(w.flag + m.at);
    case FENCES:
        return sim_fence_of(m.how);
    case MEETS:
        return sim_block_sync();
    }
}

/* Each thread waits for its turn by a word that orders nothing. */
UNSEEN static void plays_litmus(const void *arguments)
{
    const words &w = *static_cast<const words *>(arguments);
    for (int i = 0; i < MOST_MOVES; i++) {
        const move &m = playing.test->moves[i];
        if (m.word == NO_MOVE) return;
        if (m.block != sim_block() || (m.word != MEETS && m.thread != sim_thread())) continue;
        while (playing.turn < i)
            sim_yield();
        make_move(w, m);
        if (playing.turn == i) playing.turn = i + 1;
    }
}

/* Whether the model finds a race; something else that it says is wrong. */
static bool litmus_races(bench &b, const litmus_test &test, enum memory_model model, struct text *report)
{
    sim_grid grid = {{3, 1, 1}, {LITMUS_THREADS, 1, 1}, 0, nullptr};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.judge(b.device, model);
    playing.test = &test;
    playing.turn = 0;
    report->at[0] = 0;
    if (sim_launch_ordinary(&grid, "litmus", plays_litmus, &b.w, sizeof b.w)) finish(b, report);
    foldcheck_backend.judge(b.device, MODEL_LENIENT);
    return strstr(report->at, RACE) != nullptr;
}

static void judge_litmus(bench &b, int device)
{
    for (const litmus_test &test : litmus_tests) {
        struct text formal, lenient;
        bool races = litmus_races(b, test, MODEL_FORMAL, &formal);
        bool loose = litmus_races(b, test, MODEL_LENIENT, &lenient);
        bool told = strstr(formal.at, "by the formal model of ") != nullptr;
        bool right = races == !!(test.races & device) && (races || !*formal.at) &&
                     (!races || loose || told) && loose == !!(test.races & LENIENT) &&
                     (loose || !*lenient.at);
        if (!right) say_wrong(b, test.name, 0, test.races & device ? RACE : "", formal.at);
    }
}

/* Orders that a word does not have. */
static void judge_wrong_orders(bench &b)
{
    static const litmus_test wrong[] = {
        {"a load that releases", 0, {{0, 0, GETS, 0, REL}}},
        {"a store that acquires", 0, {{0, 0, SETS, 0, ACQ}}},
    };
    for (const litmus_test &test : wrong) {
        struct text report;
        litmus_races(b, test, MODEL_FORMAL, &report);
        if (!strstr(report.at, "order: an atomic ")) say_wrong(b, test.name, 0, "order:", report.at);
    }
}

} // namespace models
} // namespace FOLDCHECK_NAMESPACE
#endif
