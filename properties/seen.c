/* SPDX-License-Identifier: MIT */
#include "seen.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { MOST_ITEMS = 4096, KEPT = 64 };

/* Problems of some sizes of one launcher, on the fixture's device. */
struct probe {
    struct session session;
    struct load load;
    const struct instance *instance;
    const struct op *op;
    enum what what;
    uint64_t threads;  /* of a block of the largest launch so far */
    uint64_t accesses; /* of the last launch */
    clock_t
        until; /* processor time of which no problem starts any more: a case that waits must not seem to hang */
};

/* The number of blocks of the largest launch for this number of items, or the next one that is a multiple; 0: the launch
 * failed. */
static uint64_t blocks_for(struct probe *probe, uint64_t items)
{
    uint64_t multiple = probe->instance->strategy->multiple, over = multiple ? items % multiple : 0;
    if (over) items += multiple - over;
    char line[MAX_LINE];
    struct problem problem;
    struct launch_counters counted = {0};
    struct text why;
    if (clock() > probe->until) return 0;
    snprintf(line, sizeof line, "%s/%s/%" PRIu64 "%s/soa/unit:0", what_name(probe->what), probe->op->name,
             items, probe->what == WHAT_KEYED ? "#1" : "");
    if (!problem_parse(line, &problem, &why) ||
        !session_plan(&probe->session, &probe->load, &problem, probe->instance, &why) ||
        session_refusal(&probe->load, &why) != REFUSAL_NONE)
        return 0;
    session_renew(&probe->session);
    bool done = session_count(&probe->load, &counted, &why);
    if (probe->session.failed) session_reset(&probe->session, &why);
    if (counted.threads > probe->threads) probe->threads = counted.threads;
    probe->accesses = counted.accesses;
    return done ? counted.blocks : 0;
}

/* The fewest items above `from` with more than `blocks` blocks; 0 if there are none that are tried. */
static uint64_t first_with_more(struct probe *probe, uint64_t blocks, uint64_t from)
{
    uint64_t low = from, high = from, now = blocks;
    while (now && now <= blocks && high < MOST_ITEMS) {
        low = high;
        high *= 2;
        now = blocks_for(probe, high);
    }
    if (now <= blocks) return 0;
    while (high - low > 1 && now) {
        uint64_t middle = low + (high - low) / 2;
        now = blocks_for(probe, middle);
        *(now > blocks ? &high : &low) = middle;
    }
    return now ? high : 0;
}

static uint64_t tile_of(struct probe *probe)
{
    uint64_t one = blocks_for(probe, 1);
    uint64_t second = one ? first_with_more(probe, one, 1) : 0;
    uint64_t third = second ? first_with_more(probe, blocks_for(probe, second), second) : 0;
    if (third) return third - second;
    return second ? second - 1 : one * probe->threads;
}

/* Whether a launch for 4096 items takes more than eight times the accesses of one for 1024. */
static bool is_steep(struct probe *probe)
{
    if (!blocks_for(probe, MOST_ITEMS / 4)) return false;
    uint64_t few = probe->accesses;
    return blocks_for(probe, MOST_ITEMS) && probe->accesses / 8 > few;
}

static struct seen probe_launch(const struct fixture *fixture, const struct instance *instance,
                                const struct op *op)
{
    struct probe probe = {
        .session = fixture->session, .instance = instance, .op = op, .what = instance->strategy->what};
    probe.session.seconds = 0.5;
    probe.until = clock() + CLOCKS_PER_SEC / 2;
    if (probe.what == WHAT_SCAN && !fixture_does_what(fixture, instance, op, WHAT_SCAN))
        probe.what = WHAT_EXSCAN;
    struct seen seen = {.tile = tile_of(&probe)};
    seen.steep = is_steep(&probe);
    seen.threads = probe.threads;
    load_close(&probe.load);
    return seen;
}

struct seen seen_launch(const struct fixture *fixture, const struct instance *instance, const struct op *op)
{
    static _Thread_local struct {
        const struct instance *instance;
        enum device_kind kind;
        struct seen seen;
    } kept[KEPT];
    enum device_kind kind = fixture->name.kind;
    size_t at = 0;
    if (!device_is_simulated(kind) || !fixture->has_device) return (struct seen){0};
    while (at < KEPT && kept[at].instance && (kept[at].instance != instance || kept[at].kind != kind))
        at++;
    if (at == KEPT) return (struct seen){0};
    if (!kept[at].instance) {
        kept[at].seen = probe_launch(fixture, instance, op);
        kept[at].instance = instance;
        kept[at].kind = kind;
    }
    return kept[at].seen;
}

uint64_t seen_tile(const struct fixture *fixture, const struct instance *instance, const struct op *op)
{
    return seen_launch(fixture, instance, op).tile;
}
