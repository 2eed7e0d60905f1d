/* SPDX-License-Identifier: MIT
 * The calls of a device that a sweep makes, one by one, where each succeeds and where one fails, against lists typed by
 * hand. */
#include "by_hand.h"

#include <inttypes.h>
#include <string.h>

#include "exhaustive.h"
#include "noted_device.h"

static enum refusal refuse_3(const struct strategy *strategy, const struct job *job,
                             const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    if (job->rows == 1 && job->length != 3) return REFUSAL_NONE;
    text_say(why, "not these by hand");
    return REFUSAL_SHAPE;
}

static uint64_t scratch_of_10(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return 10 * job->length;
}

/* Of one row of 0, 1, 2 and 3 items, where 3 are refused: 4 items, one of them behind the last; a result and a free place for
 * each shape; scratch for 2 items. */
#define PLACED "alloc forget items:16 stale results:32 stale scratch:20 "
#define LAUNCHED "prepare launch prepare launch prepare launch "

static const struct {
    const char *fails, *opened, *run; /* run: ""; it is not opened */
    bool broken;
} sweeps[] = {
    {"", PLACED "make ", "fill " LAUNCHED "get sync ", false},
    {"alloc", "alloc ", "", false},
    {"make", PLACED "make ", "", false},
    {"fill", PLACED "make ", "fill ", true},
    {"prepare", PLACED "make ", "fill prepare ", true},
    {"launch", PLACED "make ", "fill prepare launch ", true},
    {"get", PLACED "make ", "fill " LAUNCHED "get ", true},
    {"sync", PLACED "make ", "fill " LAUNCHED "get sync ", true},
};

static bool say_calls(size_t at, const char *words, const char *expected, struct finding *finding)
{
    return text_say(&finding->first_at, "a sweep where '%s' fails, %s: expected '%s', got '%s'",
                    sweeps[at].fails, words, expected, noted.asked.at);
}

static bool sweep_is_right(size_t at, struct lab *lab, struct tried *tried, struct finding *finding)
{
    struct sweep_about about = {.instance = &tried->instance, .op = op_find("add_u32"), .most = 3};
    struct sweep sweep;
    struct sweep_outcome outcome;
    struct text why;
    noted = (struct noted){.fails = sweeps[at].fails};
    bool opened = sweep_open(&sweep, lab, &about, &why), good = opened == (sweeps[at].run[0] != 0);
    if (!good || strcmp(noted.asked.at, sweeps[at].opened) != 0)
        good = say_calls(at, "opened", sweeps[at].opened, finding);
    if (good && opened && noted.made != 4)
        good = text_say(&finding->first_at, "a sweep of 3 items makes %" PRIu64 ", expected 4", noted.made);
    if (good && opened) {
        noted.asked = (struct text){{0}};
        lab->session.failed = false;
        sweep_run(&sweep, 0, 4, &outcome);
        good = lab->session.failed == sweeps[at].broken &&
               (outcome.verdict == VERDICT_BROKEN) == sweeps[at].broken &&
               strcmp(noted.asked.at, sweeps[at].run) == 0;
        if (!good) say_calls(at, "run", sweeps[at].run, finding);
    }
    noted.asked = (struct text){{0}};
    bool placed = sweep.memory != NULL;
    sweep_close(&sweep);
    if (good && strcmp(noted.asked.at, placed ? "sync release " : "") != 0)
        good = say_calls(at, "closed", placed ? "sync release " : "", finding);
    return good;
}

bool sweep_calls_are_right(struct lab *lab, struct finding *finding)
{
    static struct tried tried;
    const struct session own = lab->session;
    if (!noted_begin(&tried, lab, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding)) return false;
    tried.strategy.refuse = refuse_3;
    tried.strategy.scratch_bytes = scratch_of_10;
    tried.instance.tiny = true;
    bool good = true;
    for (size_t at = 0; good && at < sizeof sweeps / sizeof sweeps[0]; at++) {
        lab->session.backend = tried.session.backend;
        good = sweep_is_right(at, lab, &tried, finding);
    }
    lab->session = own;
    load_close(&tried.load);
    return good;
}
