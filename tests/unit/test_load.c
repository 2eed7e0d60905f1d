/* SPDX-License-Identifier: MIT
 * The calls of a device that a load makes, one by one, and the room that it takes, against lists typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "recording_device.h"

static double timed;
static struct launch_counters counted;

static bool put_other(struct load *load, struct text *why)
{
    return session_put_other_items(load, load->problem, why);
}

static bool prepare_again(struct load *load, struct text *why)
{
    return session_prepare(load, 1, why);
}

static bool time_once(struct load *load, struct text *why)
{
    return session_time(load, recording_start, recording_stop, &timed, why);
}

static bool count_once(struct load *load, struct text *why)
{
    return session_count(load, &counted, why);
}

static bool put_own(struct load *load, struct text *why)
{
    static const uint32_t items[] = {5, 6, 7};
    const struct columns host = {.count = 1, .column = {{(void *)(uintptr_t)items, 4}}};
    return session_put_columns(load, &host, why);
}

#define PLACES "forget input column 0:12 stale result column 0:4 stale scratch:40 "
#define ITEMS "alloc " PLACES "put prepare "

/* What is asked of the device by a load of three items, of one row or of two, new or put before. */
static const struct call {
    const char *name;
    bool (*does)(struct load *load, struct text *why);
    bool before, ragged, never; /* never: without memory alone, as there are no items yet */
} calls[] = {
    {.name = "put", .does = session_put_items},
    {.name = "put once more", .does = session_put_items, .before = true},
    {.name = "put the same", .does = session_put_same_items, .never = true},
    {.name = "put the same once more", .does = session_put_same_items, .before = true},
    {.name = "put columns", .does = put_own},
    {.name = "make", .does = session_make_items},
    {.name = "make rows", .does = session_make_items, .ragged = true},
    {.name = "put again", .does = session_put_again, .before = true},
    {.name = "put other", .does = put_other, .before = true},
    {.name = "prepare", .does = prepare_again, .before = true},
    {.name = "launch", .does = session_launch, .before = true},
    {.name = "time", .does = time_once, .before = true},
    {.name = "finish", .does = session_finish, .before = true},
    {.name = "finish results", .does = session_finish_results, .before = true},
    {.name = "count", .does = count_once},
};

/* Adds "put fails: asked for ..., the device failed, '...'" to the golden text. */
static bool call_is_recorded(const struct fixture *fixture, const struct call *call, const char *fails,
                             struct golden *golden, struct finding *finding)
{
    static struct tried tried;
    struct text why = {0};
    const char *line = call->ragged ? "a.noted@sim64 reduce/add_u32/[2,1]/soa/any:1"
                                    : "a.noted@sim64 reduce/add_u32/3/soa/any:1";
    if (!recording_begin(&tried, fixture, line, finding)) return false;
    if (call->before && !session_put_items(&tried.load, &finding->first_at)) return false;
    recording = (struct recording){.fails = fails};
    bool done = call->does(&tried.load, &why);
    golden_add(golden, "%s fails: %s%s\n  %s\n", *fails ? fails : "nothing", done ? "done" : "not done",
               tried.session.failed ? ", the device failed" : "", recording.asked.at);
    if (why.at[0]) golden_add(golden, "  %s\n", why.at);
    load_close(&tried.load);
    return true;
}

/* Nothing fails, and then each of the steps that it makes. */
static bool calls_are_golden(struct fixture *fixture, size_t at, struct finding *finding)
{
    static const char *const steps[] = {"alloc", "put",   "make",   "sync", "prepare", "fill",
                                        "count", "start", "launch", "stop", "get"};
    struct golden golden = {NULL, 0, 0};
    char asked[sizeof recording.asked.at + 2];
    counted = (struct launch_counters){0};
    bool good = call_is_recorded(fixture, &calls[at], calls[at].never ? "alloc" : "", &golden, finding);
    snprintf(asked, sizeof asked, " %s", recording.asked.at);
    if (counted.launches) golden_add(&golden, "  %d launches counted\n", (int)counted.launches);
    for (size_t s = 0; good && !calls[at].never && s < UNIT_COUNT(steps); s++) {
        char step[16];
        snprintf(step, sizeof step, " %s ", steps[s]);
        if (strstr(asked, step)) good = call_is_recorded(fixture, &calls[at], steps[s], &golden, finding);
    }
    if (good) return golden_is("load", calls[at].name, &golden, finding);
    free(golden.at);
    return false;
}

/* A launch of no time is one, and a time below 0 is none. */
static bool negative_time_is_none(const struct fixture *fixture, struct finding *finding)
{
    static const double ms[] = {0, 2.5, -1};
    static struct tried tried;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding);
    for (size_t i = 0; good && i < sizeof ms / sizeof ms[0]; i++) {
        struct text why = {0};
        recording = (struct recording){.fails = "", .ms = ms[i]};
        bool done = time_once(&tried.load, &why);
        bool said = strcmp(why.at, "the device's events give no time") == 0;
        good = (done == (ms[i] >= 0) && said == !done && timed >= ms[i] && timed <= ms[i]) ||
               text_say(&finding->first_at, "a launch of %g ms: %s, %g ms, '%s'", ms[i],
                        done ? "timed" : "not timed", timed, why.at);
    }
    recording.fails = "sync";
    if (good && (time_once(&tried.load, &finding->reason) || !(timed < 0)))
        good = text_say(&finding->first_at, "a launch that failed: took %g ms", timed);
    load_close(&tried.load);
    return good;
}

/* ---- what a device does not make ---- */

static bool items_that_a_device_cannot_make_are_refused(const struct fixture *fixture,
                                                        struct finding *finding)
{
    static const struct {
        const char *line, *words;
    } lines[] = {
        {"a.noted@sim64 reduce/add_f32/3/soa/any:1", "the backend has no operator add_f32"},
        {"a.noted@sim64 reduce/add_u32/3/soa/lit:1,2,3",
         "a device makes items of unit, small and any, without `only`"},
        {"a.noted@sim64 reduce/add_u32/3/soa/any:1/only:1-2",
         "a device makes items of unit, small and any, without `only`"},
        {"a.noted@sim64 keyed/add_u32/3#2/soa/any:1", "a device makes items without keys"},
        {"a.noted@sim64 reduce/affine_mod/4x2/soa/any:1/vary:0",
         "a device makes items with one set of params"},
        {"a.noted@sim64 reduce/affine_mod/4/soa/any:1", ""},
        {"a.noted@sim64 reduce/add_u32/3/soa/small:1", ""},
        {"a.noted@sim64 reduce/add_u32/3/soa/unit:0", ""},
    };
    static struct tried tried;
    bool good = true;
    for (size_t i = 0; good && i < sizeof lines / sizeof lines[0]; i++) {
        struct text why = {0};
        good = recording_begin(&tried, fixture, lines[i].line, finding);
        if (good && (session_make_items(&tried.load, &why) != !lines[i].words[0] ||
                     strcmp(why.at, lines[i].words) != 0))
            good = text_say(&finding->first_at, "%s, made: expected '%s', got '%s'", lines[i].line,
                            lines[i].words, why.at);
        load_close(&tried.load);
    }
    return good;
}

/* Nothing is made of no items, whose region is left out, and no other. */
static bool no_items_are_not_made(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    struct text why;
    bool good =
        recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/0/soa/any:1", finding) &&
        session_make_items(&tried.load, &why) &&
        strcmp(recording.asked.at, "alloc forget stale result column 0:4 stale scratch:40 prepare ") == 0;
    load_close(&tried.load);
    return good || text_say(&finding->first_at, "no items, made: '%s'", recording.asked.at);
}

/* ---- room ---- */

#define MIB ((uint64_t)1 << 20)

/* A MiB at least, and half as much again as there was, of less than a GiB. */
static const struct {
    uint64_t had, needed, allocated; /* 0: nothing is */
} rooms[] = {
    {0, 1000, MIB},
    {0, MIB, MIB},
    {0, MIB + 256, MIB + 256},
    {1000, 1000, 0},
    {1000, 999, 0},
    {1000, 1001, MIB},
    {MIB, MIB + 256, 3 * MIB / 2},
    {MIB, 3 * MIB, 3 * MIB},
    {900 * MIB, 1024 * MIB - 256, 1350 * MIB},
    {900 * MIB, 1024 * MIB, 1024 * MIB},
};

static bool capacity_grows_by_half(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    struct text why;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(&tried.load, &why);
    for (size_t i = 0; good && i < sizeof rooms / sizeof rooms[0]; i++) {
        recording = (struct recording){.fails = ""};
        tried.load.capacity = rooms[i].had;
        tried.load.arena.bytes = rooms[i].needed;
        good = session_put_same_items(&tried.load, &why) && recording.allocated == rooms[i].allocated &&
               tried.load.capacity == (recording.allocated ? recording.allocated : rooms[i].had);
        if (!good)
            text_say(&finding->first_at,
                     "%" PRIu64 " bytes where there are %" PRIu64 ": expected %" PRIu64
                     " to be allocated, got %" PRIu64,
                     rooms[i].needed, rooms[i].had, rooms[i].allocated, recording.allocated);
    }
    load_close(&tried.load);
    return good;
}

/* Where the device gives no memory, what there was is gone, and the next call asks for some again, though it needs no
 * more than there was. */
static bool room_is_asked_for_again(const struct fixture *fixture, struct finding *finding)
{
    static const char *const fails[] = {"alloc", "alloc", "", "alloc", ""};
    static const char *const asked[] = {"alloc ", "alloc ", ITEMS, "release alloc ", ITEMS};
    static struct tried tried;
    struct load *load = &tried.load;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding);
    const uint64_t own = load->arena.bytes;
    for (size_t i = 0; good && i < sizeof fails / sizeof fails[0]; i++) {
        const bool gives = !fails[i][0];
        struct text why = {0};
        recording = (struct recording){.fails = fails[i]};
        load->arena.bytes = gives ? own : 2 * MIB - i * 256; /* the second time less than the first */
        bool put = session_put_items(load, &why);
        good = (put == gives && strcmp(recording.asked.at, asked[i]) == 0 &&
                (load->memory != NULL) == gives && load->capacity == (gives ? MIB : 0) &&
                strcmp(why.at, gives ? "" : "alloc failed by hand") == 0) ||
               text_say(&finding->first_at,
                        "put %zu of those whose memory is not always given: expected '%s', got '%s', "
                        "%" PRIu64 " bytes, '%s'",
                        i, asked[i], recording.asked.at, load->capacity, why.at);
    }
    load_close(load);
    return good;
}

/* The same of an image of the host, which has no 2^62 bytes. */
static bool image_is_made_again(const struct fixture *fixture, struct finding *finding)
{
    static const char words[] = "no host memory for an image of 4611686018427387904 bytes";
    static struct tried tried;
    struct text up = {0}, down = {0}, why = {0};
    struct load *load = &tried.load;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(load, &why) && session_finish(load, &why);
    const uint64_t own = load->arena.bytes;
    load->arena.bytes = (uint64_t)1 << 62;
    good = good && !session_put_items(load, &up) && !session_finish(load, &down) &&
           (strcmp(up.at, words) == 0 && strcmp(down.at, words) == 0) && (!load->up && !load->down) &&
           (load->up_capacity == 0 && load->down_capacity == 0) && !tried.session.failed;
    load->arena.bytes = own;
    good = good && session_put_items(load, &why) && session_finish(load, &why) &&
           (load->up_capacity == MIB && load->down_capacity == MIB);
    load_close(load);
    return good || text_say(&finding->first_at,
                            "images of 2^62 bytes, and then small ones: up '%.100s', down '%.100s', '%.100s'",
                            up.at, down.at, why.at);
}

/* Memory of the host that is large enough is used again. */
static bool large_image_is_reused(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    struct text why;
    struct load *load = &tried.load;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(load, &why) && session_finish(load, &why) && load->up_capacity == MIB &&
                load->down_capacity == MIB;
    load->up_capacity = load->down_capacity = load->arena.bytes;
    good = good && session_put_items(load, &why) && session_finish(load, &why) &&
           (load->up_capacity == load->arena.bytes && load->down_capacity == load->arena.bytes);
    load_close(load);
    return good ||
           text_say(&finding->first_at, "images of the host are allocated again, though large enough");
}

/* An image that grows has half as much again as there was, at a boundary of 256 bytes; a MiB at least. */
static bool image_grows_by_half(const struct fixture *fixture, struct finding *finding)
{
    static const uint64_t had[] = {0, 900000, 900001}, has[] = {MIB, 1350000, 1350001};
    static struct tried tried;
    struct text why = {0};
    struct load *load = &tried.load;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(load, &why);
    const uint64_t own = load->arena.bytes;
    for (size_t i = 0; good && i < sizeof had / sizeof had[0]; i++) {
        load->up_capacity = load->down_capacity = had[i];
        load->arena.bytes = had[i] + 1;
        good = session_finish(load, &why) && load->down_capacity == has[i] &&
               heap_has_room(load->down, has[i]) && (uintptr_t)load->down % 256 == 0;
        load->arena.bytes = own;
    }
    load_close(load);
    return good ||
           text_say(&finding->first_at, "an image of the host that grows: %" PRIu64 " bytes are said, '%s'",
                    load->down_capacity, why.at);
}

/* Of the results alone each byte comes down, and no other. */
static bool results_alone_come(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    struct text why = {0};
    struct load *load = &tried.load;
    bool good =
        recording_begin(&tried, fixture, "a.noted@sim64 scan/affine_u32/3/soa>aos+1/any:1", finding) &&
        session_put_items(load, &why) && session_finish(load, &why);
    const struct arena_side *result = &load->arena.side[ARENA_RESULT];
    const uint64_t from = result->offset, to = from + result->placement.bytes;
    uint64_t wrong = 0;
    if (good) {
        memset(load->memory, 0x11, load->arena.bytes);
        memset(load->down, 0x22, load->arena.bytes);
        good = session_finish_results(load, &why) && to > from + 3 * 8;
    }
    for (uint64_t at = 0; good && at < load->arena.bytes; at++)
        wrong += load->down[at] != (at >= from && at < to ? 0x11 : 0x22);
    load_close(load);
    return (good && wrong == 0) ||
           text_say(&finding->first_at, "results alone: %" PRIu64 " bytes are not those by hand, '%s'", wrong,
                    why.at);
}

/* ---- other items ---- */

enum { SETS = 3 };

/* A problem, and another one that differs in its data alone, with the moduli of its first sets of params: set 0 has the
 * line's, set s has 2 + splitmix64(splitmix64(seed ^ s)) modulo 2147483646. */
static const struct {
    const char *line, *other;
    uint32_t modulus[SETS], other_modulus[SETS]; /* 0: no such set in the arena */
} others[] = {
#define OWN "a.noted@sim64 "
    {OWN "reduce/add_u32/3/soa/any:5", OWN "reduce/add_u32/3/soa/any:8", {0}, {0}},
    {OWN "scan/add_u32/[2,0,1]/aos/any:5/init:4", OWN "scan/add_u32/[2,0,1]/aos/any:8/init:4", {0}, {0}},
    {OWN "scan/add_u32/4/soa>in/small:5", OWN "scan/add_u32/4/soa>in/small:8", {0}, {0}},
    {OWN "keyed/add_u32/5#3/soa/any:5", OWN "keyed/add_u32/5#3/soa/any:8", {0}, {0}},
    {OWN "reduce/affine_mod/4/soa/any:5", OWN "reduce/affine_mod/4/soa/any:8", {0}, {0}},
    {OWN "reduce/affine_mod/3x2/soa/any:5/vary:0",
     OWN "reduce/affine_mod/3x2/soa/any:8/vary:0",
     {97, 917600777, 77554807},
     {97, 1610929623, 1620910708}},
    {OWN "reduce/affine_mod(modulus=5)/[2,0,1]/aos/any:5/vary:0",
     OWN "reduce/affine_mod(modulus=5)/[2,0,1]/aos/any:8/vary:0",
     {5, 917600777, 77554807},
     {5, 1610929623, 1620910708}},
    {OWN "scan/affine_mod/2x2x3/arena/any:5/vary:1",
     OWN "scan/affine_mod/2x2x3/arena/any:8/vary:1",
     {97, 917600777, 0},
     {97, 1610929623, 0}},
#undef OWN
};

/* An image of the device's memory, down to its scratch. */
static bool put_anew(struct tried *tried, const struct fixture *fixture, const char *line,
                     unsigned char *image, struct finding *finding)
{
    if (!recording_begin(tried, fixture, line, finding) ||
        !session_put_items(&tried->load, &finding->first_at))
        return false;
    memcpy(image, tried->load.memory, tried->load.arena.scratch_offset);
    return true;
}

static bool moduli_are(const struct load *load, const uint32_t *modulus)
{
    const unsigned char *at = arena_columns(&load->arena, ARENA_PARAMS, load->memory).column[0].base;
    for (int s = 0; s < SETS && modulus[s]; s++)
        if (memcmp(at + (size_t)s * sizeof *modulus, &modulus[s], sizeof *modulus) != 0) return false;
    return true;
}

/* Puts the other problem after a launch that wrote all over the memory: the image is the one that is put anew, with its
 * params, and scratch is as the launch left it. */
static bool other_is_put(struct load *load, const struct problem *problem, const unsigned char *image,
                         const uint32_t *modulus, const char *line, struct finding *finding)
{
    struct text why = {0};
    const uint64_t end = load->arena.scratch_offset, scratch = load->arena.scratch_bytes;
    unsigned char *memory = load->memory;
    memset(memory, 0x11, end + scratch);
    bool kept = session_put_other_items(load, problem, &why) && scratch == 40;
    for (uint64_t at = end; at < end + scratch; at++)
        kept = kept && memory[at] == 0x11;
    const char *wrong = why.at[0]                         ? why.at
                        : !kept                           ? "scratch is not as it was left"
                        : load->problem != problem        ? "the problem is still the one before"
                        : !moduli_are(load, modulus)      ? "params of rows are not those by hand"
                        : memcmp(memory, image, end) != 0 ? "a byte differs from that of a load that is new"
                                                          : NULL;
    return !wrong || text_say(&finding->first_at, "%s, put as other items: %s", line, wrong);
}

/* There, and back again. */
static bool other_items_keep_scratch(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried, other;
    unsigned char *first = malloc(RECORDING_BYTES), *second = malloc(RECORDING_BYTES);
    bool good = (first && second) || text_say(&finding->first_at, "no memory for two images");
    for (size_t i = 0; good && i < sizeof others / sizeof others[0]; i++) {
        good = put_anew(&other, fixture, others[i].other, second, finding) &&
               put_anew(&tried, fixture, others[i].line, first, finding);
        if (good && memcmp(first, second, tried.load.arena.scratch_offset) == 0)
            good = text_say(&finding->first_at, "%s: other items are the same", others[i].line);
        good =
            good &&
            other_is_put(&tried.load, &other.made.problem, second, others[i].other_modulus, others[i].other,
                         finding) &&
            other_is_put(&tried.load, &tried.made.problem, first, others[i].modulus, others[i].line, finding);
        load_close(&other.load);
        load_close(&tried.load);
    }
    free(first);
    free(second);
    return good;
}

static bool image_is_allocated_again_after_a_failure(struct fixture *fixture, struct finding *finding)
{
    return !memory_can_be_taken || image_is_made_again(fixture, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(calls_are_golden, calls, name),
                                         TEST(negative_time_is_none),
                                         TEST(items_that_a_device_cannot_make_are_refused),
                                         TEST(no_items_are_not_made),
                                         TEST(capacity_grows_by_half),
                                         TEST(room_is_asked_for_again),
                                         TEST(image_is_allocated_again_after_a_failure),
                                         TEST(large_image_is_reused),
                                         TEST(image_grows_by_half),
                                         TEST(results_alone_come),
                                         TEST(other_items_keep_scratch)};
UNIT(load, tests);
