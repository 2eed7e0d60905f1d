/* SPDX-License-Identifier: MIT
 * Litmus tests of old values, by their names in the literature: each runs under every schedule, and in random orders (weak), and what
 * its loads find is known, both ways: every outcome that is allowed comes, and no other one. Of load buffering and of a cycle of
 * stores the outcome that PTX allows does not come, as docs/guide/memory-model.md says. */
#ifndef FOLDCHECK_LITMUS_WEAK_OUTCOMES_HIP_H
#define FOLDCHECK_LITMUS_WEAK_OUTCOMES_HIP_H

#include "memory_models.hip.h"

namespace FOLDCHECK_NAMESPACE
{
namespace every
{

using namespace models;

enum { SHORT_MOVES = 6, THREADS = 4, MOST_OUTCOMES = 32, RANDOM_RUNS = 400 };

/* The moves of each thread: a thread of blocks 0, 1, 2, 3, or, of one named "in the block", of one block. models::a store has a value. */
struct step {
    move_word word;
    int at, how, value;
};

struct outcomes_test {
    const char *name;
    uint32_t blocks, threads;
    step steps[THREADS][SHORT_MOVES];
    const char *
        found; /* what loads find, thread by thread, move by move; then, behind a colon, flags 0 and 1 at the end */
    int more_launches;
};

#define W(AT, VALUE, HOW)                                                                                    \
    {                                                                                                        \
        models::SETS, AT, HOW, VALUE                                                                         \
    }
#define R(AT, HOW)                                                                                           \
    {                                                                                                        \
        models::GETS, AT, HOW, 0                                                                             \
    }
/* An addition of which nobody looks at the result. */
#define S(AT, VALUE)                                                                                         \
    {                                                                                                        \
        models::ADDS, AT, RLX, VALUE                                                                         \
    }
#define F(HOW)                                                                                               \
    {                                                                                                        \
        FENCES, 0, HOW, 0                                                                                    \
    }
#define M                                                                                                    \
    {                                                                                                        \
        MEETS, 0, 0, 0                                                                                       \
    }

static const outcomes_test outcomes_tests[] = {
    {"SB", 2, 1, {{W(0, 1, RLX), R(1, RLX)}, {W(1, 1, RLX), R(0, RLX)}}, "00 01 10 11"},
    {"SB, release and acquire", 2, 1, {{W(0, 1, REL), R(1, ACQ)}, {W(1, 1, REL), R(0, ACQ)}}, "00 01 10 11"},
    {"SB, fences", 2, 1, {{W(0, 1, RLX), F(SC), R(1, RLX)}, {W(1, 1, RLX), F(SC), R(0, RLX)}}, "01 10 11"},
    {"SB, one fence", 2, 1, {{W(0, 1, RLX), F(SC), R(1, RLX)}, {W(1, 1, RLX), R(0, RLX)}}, "00 01 10 11"},
    {"SB, fences of the block",
     2,
     1,
     {{W(0, 1, RLX), F(SC | IN_BLOCK), R(1, RLX)}, {W(1, 1, RLX), F(SC | IN_BLOCK), R(0, RLX)}},
     "00 01 10 11"},
    {"SB, seq_cst", 2, 1, {{W(0, 1, SC), R(1, SC)}, {W(1, 1, SC), R(0, SC)}}, "01 10 11"},
    {"MP", 2, 1, {{W(0, 1, RLX), W(1, 1, RLX)}, {R(1, RLX), R(0, RLX)}}, "00 01 10 11"},
    {"MP, release and acquire", 2, 1, {{W(0, 1, RLX), W(1, 1, REL)}, {R(1, ACQ), R(0, RLX)}}, "00 01 11"},
    {"MP, no acquire", 2, 1, {{W(0, 1, RLX), W(1, 1, REL)}, {R(1, RLX), R(0, RLX)}}, "00 01 10 11"},
    {"MP, no release", 2, 1, {{W(0, 1, RLX), W(1, 1, RLX)}, {R(1, ACQ), R(0, RLX)}}, "00 01 10 11"},
    {"MP, fences", 2, 1, {{W(0, 1, RLX), F(SC), W(1, 1, RLX)}, {R(1, RLX), F(SC), R(0, RLX)}}, "00 01 11"},
    {"MP, fences that release and acquire",
     2,
     1,
     {{W(0, 1, RLX), F(REL), W(1, 1, RLX)}, {R(1, RLX), F(ACQ), R(0, RLX)}},
     "00 01 11"},
    {"MP, seq_cst", 2, 1, {{W(0, 1, SC), W(1, 1, SC)}, {R(1, SC), R(0, SC)}}, "00 01 11"},
    {"MP, a fence of the block",
     2,
     1,
     {{W(0, 1, RLX), F(SC | IN_BLOCK), W(1, 1, RLX)}, {R(1, RLX), F(SC), R(0, RLX)}},
     "00 01 10 11"},
    {"MP, a fence of the block, in the block",
     1,
     2,
     {{W(0, 1, RLX), F(SC | IN_BLOCK), W(1, 1, RLX)}, {R(1, RLX), F(SC | IN_BLOCK), R(0, RLX)}},
     "00 01 11"},
    {"MP, a barrier between", 1, 2, {{W(0, 1, RLX), M}, {M, R(0, RLX)}}, "1"},
    {"LB", 2, 1, {{R(0, RLX), W(1, 1, RLX)}, {R(1, RLX), W(0, 1, RLX)}}, "00 01 10"},
    {"CoRR", 2, 1, {{W(0, 1, RLX)}, {R(0, RLX), R(0, RLX)}}, "00 01 11"},
    {"CoRR, two stores", 2, 1, {{W(0, 1, RLX), W(0, 2, RLX)}, {R(0, RLX), R(0, RLX)}}, "00 01 02 11 12 22"},
    {"CoRR, seq_cst", 2, 1, {{W(0, 1, SC), W(0, 2, SC)}, {R(0, SC)}}, "0 1 2"},
    {"CoWR", 2, 1, {{W(0, 1, RLX), R(0, RLX)}, {W(0, 2, RLX)}}, "1 2"},
    {"IRIW",
     4,
     1,
     {{W(0, 1, RLX)}, {W(1, 1, RLX)}, {R(0, ACQ), R(1, ACQ)}, {R(1, ACQ), R(0, ACQ)}},
     "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111"},
    {"IRIW, fences",
     4,
     1,
     {{W(0, 1, RLX)}, {W(1, 1, RLX)}, {R(0, RLX), F(SC), R(1, RLX)}, {R(1, RLX), F(SC), R(0, RLX)}},
     "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1011 1100 1101 1110 1111"},
    {"IRIW, seq_cst",
     4,
     1,
     {{W(0, 1, SC)}, {W(1, 1, SC)}, {R(0, SC), R(1, SC)}, {R(1, SC), R(0, SC)}},
     "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1011 1100 1101 1110 1111"},
    {"WRC",
     3,
     1,
     {{W(0, 1, RLX)}, {R(0, RLX), W(1, 1, RLX)}, {R(1, RLX), R(0, RLX)}},
     "000 001 010 011 100 101 110 111"},
    {"WRC, release and acquire",
     3,
     1,
     {{W(0, 1, RLX)}, {R(0, RLX), W(1, 1, REL)}, {R(1, ACQ), R(0, RLX)}},
     "000 001 010 011 100 101 111"},
    {"ISA2",
     3,
     1,
     {{W(0, 1, RLX), W(1, 1, REL)}, {R(1, RLX), W(2, 1, REL)}, {R(2, ACQ), R(0, RLX)}},
     "000 001 010 011 100 101 110 111"},
    {"ISA2, release and acquire",
     3,
     1,
     {{W(0, 1, RLX), W(1, 1, REL)}, {R(1, ACQ), W(2, 1, REL)}, {R(2, ACQ), R(0, RLX)}},
     "000 001 010 011 100 101 111"},
    {"2+2W", 2, 1, {{W(0, 1, RLX), W(1, 2, RLX)}, {W(1, 1, RLX), W(0, 2, RLX)}}, ":12 :21 :22"},
    {"WW, two launches", 2, 1, {{W(0, 1, RLX)}, {W(0, 2, RLX)}}, ":10 :20", 1},
    {"sums", 4, 1, {{S(0, 1)}, {S(0, 2)}, {S(0, 3)}, {S(0, 1)}}, ":70"},
    {"sums, one looks", 3, 1, {{S(0, 1)}, {S(0, 2)}, {R(0, RLX)}}, "0 1 2 3"},
    {"sums, one looks behind one of them",
     3,
     1,
     {{S(0, 1), W(1, 1, RLX)}, {S(0, 2)}, {R(1, RLX), R(0, RLX)}},
     "00 01 02 03 10 11 12 13"},
    {"sums, one stores", 3, 1, {{S(0, 1)}, {S(0, 2)}, {W(0, 4, RLX)}}, ":40 :50 :60 :70"},
};

#undef W
#undef R
#undef S
#undef F
#undef M

static struct {
    const outcomes_test *test;
    uint32_t found[THREADS][SHORT_MOVES];
} playing_all;

UNSEEN static uint32_t every_atomic(uint32_t *flag, const step &s)
{
    sim_atomic_enter(flag, sizeof *flag, s.word == models::GETS ? LOADS : STORES, s.how);
    uint32_t found = *flag;
    if (s.word == models::SETS) *flag = (uint32_t)s.value;
    sim_atomic_leave(s.word == models::SETS);
    return found;
}

/* Of each move a function of its own, and so a site. */
template <int I>
__attribute__((noinline)) UNSEEN static void every_move(const words &w, uint32_t thread)
{
    const step &s = playing_all.test->steps[thread][I];
    if (s.word == FENCES) sim_fence_of(s.how);
    if (s.word == MEETS) sim_block_sync();
    if (s.word == models::ADDS) sim_atomic_sum32(w.flag + s.at, (uint32_t)s.value);
    if (s.word == models::SETS || s.word == models::GETS)
        playing_all.found[thread][I] = every_atomic(w.flag + s.at, s);
    if constexpr (I + 1 < SHORT_MOVES) every_move<I + 1>(w, thread);
    __asm__ volatile(""); /* or the call would be the function's last, and its frame gone */
}

UNSEEN static void plays_every(const void *arguments)
{
    every_move<0>(*static_cast<const words *>(arguments), (uint32_t)sim_block() + sim_thread());
}

/* What the loads found, and the flags at the end where there were none. */
static void say_outcome(bench &b, char *out)
{
    char *start = out;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < SHORT_MOVES; i++)
            if (playing_all.test->steps[t][i].word == models::GETS)
                *out++ = (char)('0' + playing_all.found[t][i]);
    if (out == start) out += sprintf(out, ":%u%u", b.w.flag[0], b.w.flag[1]);
    *out = 0;
}

struct outcomes {
    char at[MOST_OUTCOMES][SHORT_MOVES * THREADS];
    int count;
};

static void add_outcome(outcomes &all, const char *outcome)
{
    int at = 0;
    while (at < all.count && strcmp(all.at[at], outcome) < 0)
        at++;
    if (at < all.count && strcmp(all.at[at], outcome) == 0) return;
    for (int i = all.count++; i > at; i--)
        strcpy(all.at[i], all.at[i - 1]);
    strcpy(all.at[at], outcome);
}

static bool plays_once(bench &b, const outcomes_test &test, const struct schedule &schedule, outcomes &all,
                       struct text *report)
{
    char outcome[SHORT_MOVES * THREADS];
    sim_grid grid = {{test.blocks, 1, 1}, {test.threads, 1, 1}, 0, nullptr};
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    foldcheck_backend.judge(b.device, MODEL_FORMAL);
    playing_all.test = &test;
    report->at[0] = 0;
    bool taken = true;
    for (int i = 0; taken && i <= test.more_launches; i++)
        taken = sim_launch_ordinary(&grid, "every", plays_every, &b.w, sizeof b.w);
    if (taken) finish(b, report);
    if (*report->at) return false;
    say_outcome(b, outcome);
    add_outcome(all, outcome);
    return true;
}

static struct text joined(const outcomes &all)
{
    struct text line = {};
    for (int i = 0; i < all.count; i++)
        text_add(&line, "%s%s", i ? " " : "", all.at[i]);
    return line;
}

/* Under every schedule; returns how many executions. */
static uint64_t plays_all(bench &b, const outcomes_test &test, outcomes &all)
{
    struct schedule schedule = {}, taken;
    struct exploration sum = {};
    struct text report;
    schedule.form = SCHEDULE_EVERY;
    schedule.resident = THREADS;
    foldcheck_backend.explore(b.device, 0);
    do {
        bool ended = plays_once(b, test, schedule, all, &report);
        foldcheck_backend.explored(b.device, &sum, &taken);
        if (!ended && sum.end != EXPLORED_BEFORE) say_wrong(b, test.name, 0, "", report.at);
    } while (sum.more && sum.executions + sum.left < 100000);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.judge(b.device, MODEL_LENIENT);
    return sum.executions;
}

static void judge_outcomes(bench &b, bool says)
{
    for (const outcomes_test &test : outcomes_tests) {
        outcomes all = {}, some = {};
        uint64_t executions = plays_all(b, test, all);
        if (strcmp(joined(all).at, test.found) != 0) say_wrong(b, test.name, 0, test.found, joined(all).at);
        struct text report;
        struct schedule weak = {};
        weak.form = SCHEDULE_WEAK;
        weak.resident = THREADS;
        for (weak.seed = 0; weak.seed < RANDOM_RUNS; weak.seed++)
            if (!plays_once(b, test, weak, some, &report))
                say_wrong(b, test.name, (int)weak.seed, "", report.at);
        if (strcmp(joined(some).at, test.found) != 0)
            say_wrong(b, test.name, RANDOM_RUNS, test.found, joined(some).at);
        if (says) printf("| %s | `%s` | %d |\n", test.name, test.found, (int)executions);
    }
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.judge(b.device, MODEL_LENIENT);
}

} // namespace every
} // namespace FOLDCHECK_NAMESPACE
#endif
