/* SPDX-License-Identifier: MIT
 * The order of accesses in the plainest way: every lane has a vector of clocks, every byte its last writer and all
 * that have read it since. Steps of lanes come one after the other; the model says of each whether it is a race or reads
 * what nothing wrote, by the rules of the C++ memory model. It has nothing of the simulator's shortcuts. */
#ifndef FOLDCHECK_LITMUS_VECTOR_CLOCKS_HIP_H
#define FOLDCHECK_LITMUS_VECTOR_CLOCKS_HIP_H

#include <stdlib.h>
#include <string.h>

#include "hip/sim/ordinary.h"
#include "memory.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum {
    ACTORS = 8,           /* lanes that do anything alone */
    SCRIPT_THREADS = 136, /* of a block */
    SCRIPT_BLOCKS = 3,    /* of a launch; there are two launches at most */
    TOLD_FROM =
        7168, /* of the arena: before it lie bytes that are loaded and stored, behind it words of atomics */
    STALE_FROM = 4096, /* the host's bytes from here on are not to be read */
    FLAGS = 60
};

enum act {
    DO_LOAD,
    DO_STORE,
    DO_RELEASE, /* a store */
    DO_RELAXED_STORE,
    DO_ACQUIRE, /* a load */
    DO_RELAXED_LOAD,
    DO_TICKET, /* adds, acquires and releases */
    DO_NUMBER, /* adds, and orders nothing */
    DO_BARRIER,
    DO_GROUP_SYNC,
    /* of ordinary kernels */
    DO_ATOMIC,
    DO_FENCE,
    DO_WARP_SYNC
};

struct step {
    enum act act;
    int launch, block, thread;
    uint32_t at, bytes; /* of loads and stores, in the arena; of atomics the flag's number in `at` */
    int kind, order;    /* of DO_ATOMIC: 1 loads, 2 stores, 3 both; __ATOMIC_*, or SIM_UNORDERED */
    uint32_t group;
    uint64_t mask; /* of DO_WARP_SYNC */
};

struct clocks {
    uint16_t of[ACTORS];
};

struct actor {
    int launch, block, thread;
};

static void join(clocks &to, const clocks &from)
{
    for (int i = 0; i < ACTORS; i++)
        if (to.of[i] < from.of[i]) to.of[i] = from.of[i];
}

struct knowing {
    clocks now, fenced,
        heard; /* what it knows; what it knew at its last fence; what the next one lets it know */
};

struct byte_seen {
    bool written;
    int8_t writer; /* actor, or -1 */
    uint16_t wrote, read[ACTORS];
};

struct model {
    int actors, blocks, threads, warp;
    bool one_stream;
    actor who[ACTORS];
    uint16_t clock[ACTORS];
    knowing lane[2][SCRIPT_BLOCKS][SCRIPT_THREADS];
    clocks told[FLAGS];
    byte_seen byte[TOLD_FROM];
};

/* What is wrong with a step. */
struct flaw {
    bool fresh;
    uint32_t writers, readers; /* actors with whose access it has no order, a bit each */
};

static int actor_of(const model &m, int launch, int block, int thread)
{
    for (int i = 0; i < m.actors; i++)
        if (m.who[i].launch == launch && m.who[i].block == block && m.who[i].thread == thread) return i;
    return -1;
}

/* A new run: all that was done before is known. */
static void model_begin(model &m)
{
    memset(m.lane, 0, sizeof m.lane);
    memset(m.told, 0, sizeof m.told);
    for (byte_seen &byte : m.byte) {
        byte.writer = -1;
        memset(byte.read, 0, sizeof byte.read);
    }
    for (int i = 0; i < m.actors; i++) {
        m.clock[i] = 1;
        m.lane[m.who[i].launch][m.who[i].block][m.who[i].thread].now.of[i] = 1;
    }
}

/* The host wrote there. */
static void model_filled(model &m, uint32_t from, uint32_t bytes)
{
    for (uint32_t i = from; i < from + bytes; i++)
        m.byte[i].written = i < STALE_FROM;
}

/* Does a lane take part in a step? */
static bool takes_part(const step &s, int warp, int launch, int block, int thread)
{
    if (s.launch != launch || s.block != block) return false;
    if (s.act == DO_BARRIER) return true;
    if (s.act == DO_GROUP_SYNC) return thread / (int)s.group == s.thread / (int)s.group;
    if (s.act == DO_WARP_SYNC) return thread / warp == s.thread / warp && (s.mask >> thread % warp & 1);
    return thread == s.thread;
}

static flaw flaw_of(const model &m, const step &s)
{
    flaw found = {};
    if (s.act != DO_LOAD && s.act != DO_STORE) return found;
    const clocks &known = m.lane[s.launch][s.block][s.thread].now;
    for (uint32_t i = s.at; i < s.at + s.bytes; i++) {
        const byte_seen &byte = m.byte[i];
        found.fresh |= s.act == DO_LOAD && !byte.written;
        if (byte.writer >= 0 && byte.wrote > known.of[byte.writer]) found.writers |= 1u << byte.writer;
        for (int a = 0; s.act == DO_STORE && a < m.actors; a++)
            if (byte.read[a] > known.of[a]) found.readers |= 1u << a;
    }
    return found;
}

static void do_touch(model &m, const step &s, int actor)
{
    for (uint32_t i = s.at; i < s.at + s.bytes; i++) {
        byte_seen &byte = m.byte[i];
        if (s.act == DO_LOAD) {
            byte.read[actor] = m.clock[actor];
            continue;
        }
        byte.written = true;
        byte.writer = (int8_t)actor;
        byte.wrote = m.clock[actor];
        memset(byte.read, 0, sizeof byte.read);
    }
}

/* What the actor does from now on is not in what it told. */
static void tick(model &m, knowing &lane, int actor)
{
    if (actor >= 0) lane.now.of[actor] = ++m.clock[actor];
}

/* All who take part know what any of them knows; what one told by a fence, the others may pass on. */
static void do_meet(model &m, const step &s)
{
    clocks all = {}, fenced = {};
    knowing *lanes = m.lane[s.launch][s.block];
    for (int i = 0; i < m.threads; i++)
        if (takes_part(s, m.warp, s.launch, s.block, i))
            join(all, lanes[i].now), join(fenced, lanes[i].fenced);
    for (int i = 0; i < m.threads; i++) {
        if (!takes_part(s, m.warp, s.launch, s.block, i)) continue;
        lanes[i].now = all;
        lanes[i].fenced = fenced;
        tick(m, lanes[i], actor_of(m, s.launch, s.block, i));
    }
}

static bool acquires(int order)
{
    return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
           order == __ATOMIC_SEQ_CST || order == SIM_UNORDERED;
}

static bool releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void do_atomic(model &m, knowing &lane, int actor, clocks &told, int kind, int order)
{
    clocks before = told;
    if (kind != 2) join(acquires(order) ? lane.now : lane.heard, before);
    if (kind == 1) return;
    told = releases(order) ? lane.now : lane.fenced;
    if (kind == 3) join(told, before); /* a read-modify-write hands on what it found */
    if (releases(order)) tick(m, lane, actor);
}

/* Where the words of our kernels are atomics of some order. */
static void do_step(model &m, const step &s)
{
    knowing &lane = m.lane[s.launch][s.block][s.thread];
    int actor = actor_of(m, s.launch, s.block, s.thread);
    switch (s.act) {
    case DO_LOAD:
    case DO_STORE:
        return do_touch(m, s, actor);
    case DO_RELEASE:
        return do_atomic(m, lane, actor, m.told[s.at], 2, __ATOMIC_RELEASE);
    case DO_RELAXED_STORE:
        return do_atomic(m, lane, actor, m.told[s.at], 2, __ATOMIC_RELAXED);
    case DO_ACQUIRE:
        return do_atomic(m, lane, actor, m.told[s.at], 1, __ATOMIC_ACQUIRE);
    case DO_RELAXED_LOAD:
        return do_atomic(m, lane, actor, m.told[s.at], 1, __ATOMIC_RELAXED);
    case DO_TICKET:
        return do_atomic(m, lane, actor, m.told[s.at], 3, __ATOMIC_ACQ_REL);
    case DO_NUMBER:
        return do_atomic(m, lane, actor, m.told[s.at], 3, __ATOMIC_RELAXED);
    case DO_ATOMIC:
        return do_atomic(m, lane, actor, m.told[s.at], s.kind, s.order);
    case DO_FENCE:
        join(lane.now, lane.heard);
        lane.heard = {};
        lane.fenced = lane.now;
        return tick(m, lane, actor);
    case DO_BARRIER:
    case DO_GROUP_SYNC:
    case DO_WARP_SYNC:
        return do_meet(m, s);
    }
}

/* The second launch begins: behind the first one in its stream it knows all of it, in another stream nothing. */
static void do_launch(model &m)
{
    if (!m.one_stream) return;
    clocks all = {};
    for (int i = 0; i < m.actors; i++)
        if (m.who[i].launch == 0) all.of[i] = m.clock[i];
    for (int block = 0; block < m.blocks; block++)
        for (int thread = 0; thread < m.threads; thread++)
            join(m.lane[1][block][thread].now, all);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
