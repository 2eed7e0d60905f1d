/* SPDX-License-Identifier: MIT
 * Tables of what policies choose and what strategies refuse, held against strategies that do not follow them. */
#include "formulas.h"

#include <inttypes.h>
#include <string.h>

#include "control.h"
#include "tuned.h"
#include "unit.h"

/* A policy's picks in order, each for a job of these rows, items a row and keys. After the last it picks `taken`. */
struct answer {
    uint64_t rows, length, keys;
    const char *name;
    uint32_t block, items;
};

/* The first lines of tables, right. */
static const struct answer larsen[] = {{1024, 1000, 0, "segreduce_loop_in_map", 32, 2}};
static const struct answer scans[] = {{1, 405504, 0, "scan_lookback", 256, 12}};
static const struct answer matrices[] = {{100, 100, 0, "transpose_masked", 128, 16},
                                         {1, 100, 0, "transpose_masked", 128, 16}};

/* Wrong in one thing alone: the name or the items, and of transpositions the block, too. */
static const struct answer scan_misnamed[] = {{1, 405504, 0, "scan_lookahead", 256, 12}};
static const struct answer scan_items[] = {{1, 405504, 0, "scan_lookback", 256, 28}};
static const struct answer scan_fewer[] = {{1, 405504, 0, "scan_lookback", 256, 11}};
static const struct answer misnamed[] = {{100, 100, 0, "transpose_copy", 128, 16}};
static const struct answer other_block[] = {{100, 100, 0, "transpose_masked", 256, 16}};
static const struct answer smaller_block[] = {{100, 100, 0, "transpose_masked", 64, 16}};
static const struct answer other_items[] = {{100, 100, 0, "transpose_masked", 128, 8}};
static const struct answer more_items[] = {{100, 100, 0, "transpose_masked", 128, 17}};
static const struct answer same_tile[] = {{100, 100, 0, "transpose_masked", 256, 8}};

static struct strategy asked, taken;
static const struct answer *answer; /* the next one */
static size_t answers;              /* that are left */
static bool silent;
static uint64_t most_keys;
static bool other_reason; /* more keys are refused as a shape is */

static enum refusal refuse_always(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    if (why && !silent) text_say(why, "not this one");
    return REFUSAL_SHAPE;
}

static enum refusal refuse_more_keys(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    (void)strategy;
    bool tiny = shape->block == 8 && shape->items == 1 && shape->group == 4;
    if (job->caps->shared_bytes != 49152 || !tiny || job->length != 1 || job->in.column[0].stride != 4)
        return REFUSAL_SHARED_MEMORY;
    if (job->keys <= most_keys) return REFUSAL_NONE;
    text_say(why, "has room for fewer keys");
    return other_reason ? REFUSAL_SHAPE : REFUSAL_KEYS;
}

static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    if (why) text_say(why, "it is asked for");
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    taken.name = "taken";
    if (!answers) return &taken;
    bool expected = answer->rows == job->rows && answer->length == job->length && answer->keys == job->keys;
    taken.name = expected ? answer->name : "other_job";
    shape->block = answer->block;
    shape->items = answer->items;
    answer++;
    answers--;
    return &taken;
}

/* Strategies by the names of tables, one at a time, that pick another one, refuse all, nothing or more keys, or have
 * another tuning than the table says: the claim fails at this line of those that it looks at. It passes where they
 * follow the table. */
static const struct {
    const char *claim, *name, *op;
    enum what what;
    const char *words; /* in what is said; "": it passes */
    uint64_t items;    /* lines; 0: not counted */
    bool refuses, silent;
    uint64_t most_keys; /* 0: any number */
    const struct answer *answers;
    size_t gives;              /* how many of them */
    struct launch_shape shape; /* its tuning; without threads: 8 of an item */
    bool tiny;                 /* it is a tuning for tests */
    bool on_gpu;
} documented[] = {
#define CHOOSE "policies_choose_as_documented"
#define REFUSE "refusals_begin_where_documented"
#define ALL_OF(LIST) .answers = (LIST), .gives = sizeof(LIST) / sizeof(LIST)[0]
    {CHOOSE, "no_such_policy", "add_u32", WHAT_REDUCE, "", .items = 0},
    {CHOOSE, "segreduce_by_larsen", "add_u32", WHAT_REDUCE, "expected segreduce_loop_in_map, got taken",
     .items = 1},
    {CHOOSE, "segreduce_by_segred", "add_u32", WHAT_REDUCE, "expected segreduce_small_index, got taken",
     .items = 1},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE, "expected segreduce_large_strided, got taken",
     .items = 1},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "expected scan_lookback{items=12}, got taken{items=2}",
     .items = 1},
    {CHOOSE, "keyed_auto", "add_u32", WHAT_KEYED, "expected keyed_thread_tables, got taken", .items = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE,
     "expected transpose_masked{block=128,items=16}, got taken{block=32,items=2}", .items = 1},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE,
     "expected block=448, items=16 as usual, got 8 and 1", .items = 1},
    {CHOOSE, "segreduce_by_larsen", "add_u32", WHAT_REDUCE,
     "1023 rows of 1000 items, 1 past a boundary, add_u32: expected segreduce_large_strided, got taken",
     .items = 2, ALL_OF(larsen)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "expected scan_lookback{items=28}, got taken", .items = 2,
     ALL_OF(scans)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookahead{items=12}", .items = 1,
     ALL_OF(scan_misnamed)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookback{items=28}", .items = 1,
     ALL_OF(scan_items)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookback{items=11}", .items = 1,
     ALL_OF(scan_fewer)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_copy{block=128,items=16}", .items = 1,
     ALL_OF(misnamed)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=256,items=16}", .items = 1,
     ALL_OF(other_block)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=128,items=8}", .items = 1,
     ALL_OF(other_items)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=64,items=16}", .items = 1,
     ALL_OF(smaller_block)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=128,items=17}", .items = 1,
     ALL_OF(more_items)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=256,items=8}", .items = 1,
     ALL_OF(same_tile)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "expected transpose_copy{block=256,items=4}, got taken",
     .items = 3, ALL_OF(matrices)},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "", .items = 1, .shape = {448, 16, 32, 0}},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "", .items = 0, .tiny = true},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "got 384 and 16", .items = 1,
     .shape = {384, 16, 32, 0}},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "got 448 and 8", .items = 1,
     .shape = {448, 8, 32, 0}},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "got 512 and 16", .items = 1,
     .shape = {512, 16, 32, 0}},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "got 448 and 17", .items = 1,
     .shape = {448, 17, 32, 0}},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, "got 224 and 32", .items = 1,
     .shape = {224, 32, 32, 0}},
    {REFUSE, "no_such_strategy", "add_u32", WHAT_REDUCE, "", .items = 0},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, "1x2/soa>in/any:1 is accepted, and ought to be refused",
     .items = 0},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, "1x1/soa>in/any:1 is refused: not this one",
     .refuses = true},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, "transpose_naive refuses without a reason for i8",
     .refuses = true, .silent = true},
    {REFUSE, "scan_lookback_fallback", "add_u32", WHAT_SCAN, "/sched:unfair:1:4 is refused: not this one",
     .refuses = true},
    {REFUSE, "scan_lookback_fallback", "add_u32", WHAT_SCAN, "", .refuses = true, .on_gpu = true},
    {REFUSE, "scan_lookback", "add_u32", WHAT_SCAN, "/sched:unfair:1:4 is accepted", .items = 0},
    {REFUSE, "segreduce_by_henriksen", "affine_mod", WHAT_REDUCE,
     "3x50/soa/any:1/vary:0 is refused: not this one", .refuses = true},
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, "4294967295 keys: expected refusal 5, got 0",
     .items = 2},
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, "4294967294 keys: expected refusal 0, got 3: not this",
     .items = 1, .refuses = true},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "257 keys: expected refusal 5, got 0", .items = 2},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "257 keys: expected refusal 5, got 3: has room",
     .items = 2, .most_keys = 256, .refuses = true},
    {REFUSE, "keyed_stream", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 383},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "", .items = 2, .most_keys = 256},
#undef CHOOSE
#undef REFUSE
#undef ALL_OF
};

static bool wrong_border_fails(size_t at, struct finding *finding)
{
    struct fixture *fixture =
        fake_open(documented[at].on_gpu ? DEVICE_NVIDIA : DEVICE_SIM32, &finding->first_at);
    struct finding got = {0};
    if (!fixture) return false;
    const struct backend *whole = fixture->session.backend;
    struct instance instance = *backend_instance(whole, fixture->session.caps, "add_u32",
                                                 backend_strategy(whole, "reduce_auto"), NULL);
    const struct operator_code code = {.op = documented[at].op, .instances = &instance, .count = 1};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&asked, NULL};
    struct backend backend = *whole;
    fixture->session.tuned_caps.shared_bytes = 32 << 10; /* tables of keys are about a device with more */
    asked = *instance.strategy;
    asked.name = documented[at].name;
    asked.what = documented[at].what;
    asked.pick = pick;
    if (documented[at].refuses) asked.refuse = refuse_always;
    if (documented[at].most_keys) asked.refuse = refuse_more_keys;
    silent = documented[at].silent;
    most_keys = documented[at].most_keys;
    other_reason = documented[at].refuses;
    answer = documented[at].answers;
    answers = documented[at].gives;
    if (strcmp(documented[at].claim, "policies_choose_as_documented") == 0)
        fixture->session.tuned_caps.lanes = 64;
    instance.strategy = &asked;
    instance.tiny = documented[at].tiny;
    instance.shape = documented[at].shape;
    if (!instance.shape.block) instance.shape = (struct launch_shape){.block = 8, .items = 1, .group = 4};
    backend.operators = operators;
    backend.strategies = strategies;
    fixture->session.backend = &backend;
    fake_set(fixture, NULL);
    enum verdict verdict = properties_find(documented[at].claim)->check(fixture, NULL, &got);
    fixture->session.backend = whole;
    properties_close(fixture);
    bool fails = *documented[at].words;
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
            (!documented[at].items || got.items == documented[at].items) &&
            strstr(got.first_at.at, documented[at].words)) ||
           text_say(&finding->first_at,
                    "%s, %s: expected '%s' at line %" PRIu64 ", got %s at %" PRIu64 " '%.200s'",
                    documented[at].claim, documented[at].name, documented[at].words, documented[at].items,
                    verdict_name(verdict), got.items, got.first_at.at);
}

static const struct unit_test tests[] = {ROWS(wrong_border_fails, documented)};
UNIT(structure_borders, tests);
