/* SPDX-License-Identifier: MIT
 * Scripts: steps of lanes drawn at random, one after the other, which the simulator must judge as the clocks of
 * vector_clocks.hip.h do: it fails at the very step that has no order or reads what nothing wrote, and at no other.
 * And flags, more than a script has. */
#ifndef FOLDCHECK_LITMUS_RANDOM_SCRIPTS_HIP_H
#define FOLDCHECK_LITMUS_RANDOM_SCRIPTS_HIP_H

#include "bench.hip.h"
#include "vector_clocks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { STEPS = 48, SCRIPTS = 1000 };

static struct {
    unsigned char *arena;
    model m;
    bool ordinary, second; /* of two launches */
    step steps[STEPS];
    int count, turn;   /* the step that comes next */
    uint32_t from, to; /* where it loads and stores */
    uint32_t flags;    /* how many it uses */
    uint64_t random;
} script;

static uint32_t draw(uint32_t bound)
{
    script.random += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((splitmix64(script.random) >> 32) * bound >> 32);
}

/* ---- what a lane does -------------------------------------------------------------------------------------- */

static void act(const step &s)
{
    uint32_t *flag = reinterpret_cast<uint32_t *>(script.arena + TOLD_FROM) + s.at;
    switch (s.act) {
    case DO_LOAD:
    case DO_STORE:
        return sim_touch(script.arena + s.at, s.bytes, 1, s.act == DO_STORE);
    case DO_RELEASE:
    case DO_RELAXED_STORE:
        return sim_atomic_store(flag, 1, sizeof *flag, s.act == DO_RELEASE);
    case DO_ACQUIRE:
    case DO_RELAXED_LOAD:
        sim_atomic_load(flag, sizeof *flag, s.act == DO_ACQUIRE);
        return;
    case DO_TICKET:
        sim_atomic_add(flag, 1);
        return;
    case DO_NUMBER:
        sim_atomic_add32(flag, 1);
        return;
    case DO_BARRIER:
        return sim_block_sync();
    case DO_GROUP_SYNC:
        return sim_group_sync(s.group);
    case DO_ATOMIC:
        sim_atomic_enter(flag, sizeof *flag, s.kind, s.order);
        return sim_atomic_leave(s.kind != 1);
    case DO_FENCE:
        return sim_fence();
    case DO_WARP_SYNC:
        return sim_warp_sync(s.mask);
    }
}

/* A kernel: each lane waits for its turn by words that order nothing. The script itself is no memory of the device. */
__attribute__((noinline, no_sanitize("thread"))) static void play(const void *launch)
{
    for (int i = 0; i < script.count; i++) {
        const step &s = script.steps[i];
        if (!takes_part(s, script.m.warp, *static_cast<const int *>(launch), (int)sim_block(),
                        (int)sim_thread()))
            continue;
        while (script.turn < i)
            sim_yield();
        act(s);
        if (script.turn == i) script.turn = i + 1;
    }
}

/* ---- drawing ----------------------------------------------------------------------------------------------- */

static void draw_touch(step &s)
{
    static const uint32_t sizes[] = {1, 2, 3, 4, 4, 8, 8, 12, 16, 64, 1100};
    uint32_t room = script.to - script.from;
    s.act = draw(2) ? DO_LOAD : DO_STORE;
    s.bytes = sizes[draw(sizeof sizes / sizeof sizes[0])];
    if (s.bytes > room) s.bytes = room;
    uint32_t unit = draw(8) ? 4 : 1, places = (room - s.bytes) / unit + 1;
    s.at = script.from + draw(places) * unit;
}

static void draw_meeting(step &s)
{
    const int first = s.thread / script.m.warp * script.m.warp;
    s.group = 1u << draw(script.m.warp == 64 ? 7 : 6);
    while (script.m.threads % (int)s.group)
        s.group /= 2;
    s.act = script.ordinary ? DO_WARP_SYNC : DO_GROUP_SYNC;
    s.mask = draw(3) ? 0 : ~UINT64_C(0);
    for (int i = 0; i < script.m.actors; i++) { /* of the actors of the warp, some */
        const actor &other = script.m.who[i];
        if (other.launch == s.launch && other.block == s.block && other.thread >= first &&
            other.thread < first + script.m.warp && draw(2))
            s.mask |= UINT64_C(1) << (other.thread - first);
    }
    s.mask |= UINT64_C(1) << (s.thread - first);
    for (int i = 0; i < script.m.warp; i++)
        if (first + i >= script.m.threads) s.mask &= ~(UINT64_C(1) << i);
    if (script.m.warp == 32) s.mask &= UINT32_MAX;
    if (draw(4) == 0) s.act = DO_BARRIER;
}

static void draw_atomic(step &s)
{
    static const int orders[] = {__ATOMIC_RELAXED, __ATOMIC_RELAXED, __ATOMIC_CONSUME, __ATOMIC_ACQUIRE,
                                 __ATOMIC_RELEASE, __ATOMIC_ACQ_REL, __ATOMIC_SEQ_CST, SIM_UNORDERED};
    s.at = draw(script.flags);
    if (!script.ordinary) {
        s.act = static_cast<enum act>(DO_RELEASE + draw(DO_NUMBER - DO_RELEASE + 1));
        return;
    }
    s.act = draw(4) ? DO_ATOMIC : DO_FENCE;
    s.kind = 1 + (int)draw(3);
    s.order = orders[draw(sizeof orders / sizeof orders[0])];
}

static step draw_step(int launch)
{
    step s = {};
    const actor *who = nullptr;
    while (!who || who->launch != launch)
        who = &script.m.who[draw((uint32_t)script.m.actors)];
    s.launch = launch, s.block = who->block, s.thread = who->thread;
    uint32_t what = draw(16);
    if (what < 8)
        draw_touch(s);
    else if (what < 14)
        draw_atomic(s);
    else
        draw_meeting(s);
    return s;
}

static bool is_flaw(const flaw &f)
{
    return f.fresh || f.writers || f.readers;
}

/* Most steps with a flaw are left out, or scripts would be short; returns the last step's. */
static flaw draw_steps(void)
{
    model_begin(script.m);
    int half = STEPS / 2, launch = 0;
    for (script.count = 0; script.count < STEPS;) {
        if (script.second && launch == 0 && script.count >= half) do_launch(script.m), launch = 1;
        step s = draw_step(script.second && !script.m.one_stream ? (int)draw(2) : launch);
        flaw f = flaw_of(script.m, s);
        if (is_flaw(f) && draw(8)) continue;
        script.steps[script.count++] = s;
        if (is_flaw(f)) return f;
        do_step(script.m, s);
    }
    return {};
}

static void draw_script(int warp)
{
    static const int threads[] = {8, 8, 64, 128, SCRIPT_THREADS};
    static const uint32_t rooms[] = {8, 16, 64, 1100}, flags[] = {1, 3, FLAGS};
    model &m = script.m;
    m.warp = warp;
    m.threads = threads[draw(5)];
    m.blocks = 1 + (int)draw(SCRIPT_BLOCKS);
    m.one_stream = draw(2);
    script.ordinary = draw(2);
    script.second = draw(3) == 0;
    m.actors = 2 + (int)draw(ACTORS - 1);
    for (int i = 0; i < m.actors; i++) {
        m.who[i] = {script.second ? i % 2 : 0, (int)draw((uint32_t)m.blocks),
                    (int)draw(m.threads > 8 && draw(2) ? (uint32_t)m.threads : 8)};
        if (actor_of(m, m.who[i].launch, m.who[i].block, m.who[i].thread) < i) i--;
    }
    uint32_t room = rooms[draw(4)], from = draw(2) ? STALE_FROM : 0;
    script.from = from + draw((from ? TOLD_FROM - STALE_FROM : STALE_FROM) - room);
    script.to = script.from + room;
    script.flags = flags[draw(3)];
}

/* ---- playing ----------------------------------------------------------------------------------------------- */

static void lay_out_script(bench &b)
{
    foldcheck_backend.region(b.device, b.memory, 0, 0, false, nullptr);
    region(b, "written", 0, 1, STALE_FROM, false);
    region(b, "stale", STALE_FROM, 1, TOLD_FROM - STALE_FROM, true);
    region(b, "told", TOLD_FROM, 4, FLAGS * 4, false);
}

/* The host writes there, which leaves stale bytes unwritten. */
static void host_writes(bench &b, uint32_t from, uint32_t bytes)
{
    foldcheck_backend.fill(b.device, nullptr, b.memory + from, 0, bytes, nullptr);
    model_filled(script.m, from, from + bytes < TOLD_FROM ? bytes : TOLD_FROM - from);
}

static bool launch_script(bench &b, int launch, struct stream *stream)
{
    const char *name = launch ? "second" : "first";
    uint32_t blocks = (uint32_t)script.m.blocks, threads = (uint32_t)script.m.threads;
    sim_grid grid = {{blocks, 1, 1}, {threads, 1, 1}, 0, stream};
    (void)b;
    return script.ordinary ? sim_launch_ordinary(&grid, name, play, &launch, sizeof launch)
                           : sim_launch(stream, name, blocks, threads, 1, play, &launch, sizeof launch);
}

/* Does the report blame an actor that the model blames, too? */
static bool blames(const char *report, const step &s, const flaw &f)
{
    actor other = {s.launch, 0, 0};
    uint32_t actors = strstr(report, "with the write by ")  ? f.writers
                      : strstr(report, "with the read by ") ? f.readers
                                                            : 0;
    const char *by = strstr(report, " by ");
    if (!by) return false;
    if (strncmp(by, " by first, ", 11) == 0 || strncmp(by, " by second, ", 12) == 0)
        other.launch = by[4] == 's';
    by = strstr(by, "block ");
    if (!by || sscanf(by, "block %d, thread %d", &other.block, &other.thread) != 2) return false;
    int found = actor_of(script.m, other.launch, other.block, other.thread);
    return found >= 0 && (actors >> found & 1);
}

static bool is_right(const char *report, const flaw &f)
{
    if (!is_flaw(f)) return !*report && script.turn == script.count;
    const step &s = script.steps[script.count - 1];
    char head[64];
    snprintf(head, sizeof head, "%s: block %d, thread %d: ", s.launch ? "second" : "first", s.block,
             s.thread);
    if (script.turn != script.count - 1 || strncmp(report, head, strlen(head)) != 0) return false;
    return (f.fresh && strstr(report, FRESH)) || (strstr(report, RACE) && blames(report, s, f));
}

static void judge_scripts(bench &b, int warp)
{
    struct text report;
    int races = 0, fresh = 0, long_ones = 0;
    bool anew = true;
    script.arena = b.memory;
    struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
    for (int n = 0; n < SCRIPTS; n++) {
        script.random = (uint64_t)n * 1000003;
        if (anew) lay_out_script(b), host_writes(b, 0, ARENA);
        if (draw(4) == 0) {
            uint32_t from = draw(TOLD_FROM);
            host_writes(b, from, draw(TOLD_FROM - from));
        }
        draw_script(warp);
        flaw f = draw_steps();
        script.turn = 0;
        foldcheck_backend.schedule(b.device, nullptr);
        if (launch_script(b, 0, nullptr) &&
            (!script.second || launch_script(b, 1, script.m.one_stream ? nullptr : stream)))
            finish(b, &report);
        anew = is_flaw(f);
        races += f.writers || f.readers, fresh += f.fresh, long_ones += script.count >= STEPS / 2;
        if (is_right(report.at, f)) continue;
        b.wrong++;
        printf("script %d of %d steps: expected %s at the last one, got step %d: %s\n", n, script.count,
               f.fresh      ? FRESH
               : is_flaw(f) ? RACE
                            : "silence",
               script.turn, *report.at ? report.at : "silence");
        break;
    }
    foldcheck_backend.stream_close(b.device, stream);
    expect_notes(b, b.wrong || (races >= 200 && fresh >= 100 && long_ones >= 200),
                 "scripts have too few steps or flaws");
}

/* ---- many flags -------------------------------------------------------------------------------------------- */

enum { MANY_FLAGS = 256, FLAG_ROOM = 64 };

/* Words of flags and data; the flags lie at no regular distances, which would hash without meeting. */
struct many {
    uint32_t *flag[MANY_FLAGS], *data;
};

/* Each lane of block 0 tells at a flag of its own, where a lane of block 1 learns of it alone. */
UNSEEN static void tells_own_flag(const void *arguments)
{
    const many &words = *static_cast<const many *>(arguments);
    uint32_t *flag = words.flag[sim_thread()], *data = words.data + sim_thread();
    if (sim_block() == 0)
        sim_touch(data, 4, 4, true), put_atomic(flag, 1, __ATOMIC_RELEASE);
    else
        wait_atomic(flag, __ATOMIC_ACQUIRE), sim_touch(data, 4, 4, false);
}

/* Block 0 tells at every second flag, and block 1 learns at the others. */
UNSEEN static void learns_beside(const void *arguments)
{
    const many &words = *static_cast<const many *>(arguments);
    if (sim_thread() != 0) return;
    if (sim_block() == 0) sim_touch(words.data, 4, 4, true);
    for (uint32_t i = 0; sim_block() == 0 && i < MANY_FLAGS; i += 2)
        put_atomic(words.flag[i], 1, __ATOMIC_RELEASE);
    if (sim_block() == 0) return;
    wait_atomic(words.flag[MANY_FLAGS - 2], __ATOMIC_RELAXED);
    for (uint32_t i = 1; i < MANY_FLAGS; i += 2)
        get_atomic(words.flag[i], __ATOMIC_ACQUIRE);
    sim_touch(words.data, 4, 4, false);
}

/* What is told at one of many flags is learnt there, and at no other flag. */
static void judge_many_flags(bench &b)
{
    static const struct {
        const char *name;
        void (*kernel)(const void *);
        const char *report;
    } lines[] = {{"tells_own_flag", tells_own_flag, ""}, {"learns_beside", learns_beside, RACE}};
    struct text report;
    const sim_grid grid = {{2, 1, 1}, {MANY_FLAGS, 1, 1}, 0, nullptr};
    const size_t bytes = 4 * MANY_FLAGS * (FLAG_ROOM + 1);
    auto *memory = static_cast<uint32_t *>(foldcheck_backend.alloc(b.device, bytes, &report));
    many words = {{}, memory + MANY_FLAGS * FLAG_ROOM};
    for (uint32_t i = 0; i < MANY_FLAGS; i++)
        words.flag[i] = memory + i * FLAG_ROOM + splitmix64(i) % FLAG_ROOM;
    for (const auto &line : lines)
        for (int run = 0; run < 4; run++) {
            struct schedule schedule = nth_schedule(run);
            foldcheck_backend.fill(b.device, nullptr, memory, 0, bytes, &report);
            foldcheck_backend.schedule(b.device, &schedule);
            report.at[0] = 0;
            if (sim_launch_ordinary(&grid, line.name, line.kernel, &words, sizeof words)) finish(b, &report);
            bool right = *line.report ? strstr(report.at, line.report) != nullptr : !*report.at;
            if (!right) say_wrong(b, line.name, run, line.report, report.at);
        }
    foldcheck_backend.release(b.device, memory);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
