/* SPDX-License-Identifier: MIT
 * Tables of what policies choose and what strategies refuse, held against strategies that do not follow them. */
#include "formulas.h"

#include <inttypes.h>
#include <string.h>

#include "look.h"

/* A policy's picks in order, each for a job of `rows` rows. After the last it picks `taken`. */
struct answer {
    uint64_t rows;
    const char *name;
    uint32_t block, items;
};

/* On paper, which has one processor of 1024 threads: two blocks of 256 with 64 registers a thread run at once. */
static const struct answer larsen[] = {{1024, "segreduce_loop_in_map", 32, 2}, {0, NULL, 0, 0}},
                           ours[] = {{1, "segreduce_large_strided", 32, 2},
                                     {1, "segreduce_large_stripmined", 32, 2},
                                     {1, "segreduce_large_one_block", 32, 2},
                                     {1, "segreduce_large_one_block", 32, 2},
                                     {1, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, "segreduce_balanced", 32, 2},
                                     {32, "segreduce_balanced", 32, 2},
                                     {31, "segreduce_large_one_block", 32, 2},
                                     {16, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {15, "segreduce_large_one_block", 32, 2},
                                     {2, "segreduce_block_per_row", 32, 2},
                                     {1, "segreduce_ragged_marked", 32, 2},
                                     {2, "segreduce_ragged_marked", 32, 2},
                                     {2, "segreduce_ragged_marked", 32, 2},
                                     {2, "segreduce_thread_per_row", 32, 2},
                                     {8192, "segreduce_ragged_marked", 32, 2},
                                     {8191, "segreduce_thread_per_row", 32, 2},
                                     {0, NULL, 0, 0}},
                           scans[] = {{1, "scan_lookback", 256, 12}, {0, NULL, 0, 0}},
                           matrices[] = {{100, "transpose_masked", 128, 16},
                                         {1, "transpose_masked", 128, 16},
                                         {0, NULL, 0, 0}};

static struct strategy asked, taken;
static const struct answer *answer; /* the next one */
static bool silent;

static enum refusal refuse_always(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    if (why && !silent) text_say(why, "not this one");
    return REFUSAL_SHAPE;
}

static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    bool answers = answer && answer->name;
    if (why) text_say(why, "it is asked for");
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    taken.name = answers ? answer->name : "taken";
    if (answers && answer->rows != job->rows) taken.name = "other_rows";
    if (answers) shape->block = answer->block, shape->items = answer->items, answer++;
    return &taken;
}

/* Strategies by the names of tables, one at a time, that pick another one, refuse all or nothing, or have
 * another tuning
 * than the table says: the claim fails at this line of those that it looks at. */
static const struct {
    const char *claim, *name, *op;
    enum what what;
    bool refuses, silent;
    uint64_t items;    /* lines; 0: not counted */
    const char *words; /* in what is said */
    const struct answer *answers;
} documented[] = {
#define CHOOSE "policies_choose_as_documented"
#define REFUSE "refusals_begin_where_documented"
    {CHOOSE, "no_such_policy", "add_u32", WHAT_REDUCE, false, false, 0, "", NULL},
    {CHOOSE, "segreduce_by_larsen", "add_u32", WHAT_REDUCE, false, false, 1,
     "expected segreduce_loop_in_map, got taken", NULL},
    {CHOOSE, "segreduce_by_segred", "add_u32", WHAT_REDUCE, false, false, 1,
     "expected segreduce_small_index, got taken", NULL},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE, false, false, 1,
     "expected segreduce_large_strided, got taken", NULL},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, false, false, 1,
     "expected scan_lookback{items=12}, got taken{items=2}", NULL},
    {CHOOSE, "keyed_auto", "add_u32", WHAT_KEYED, false, false, 1, "expected keyed_thread_tables, got taken",
     NULL},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, false, false, 1,
     "expected transpose_masked{block=128,items=16}, got taken{block=32,items=2}", NULL},
    {CHOOSE, "segreduce_balanced", "add_u32", WHAT_REDUCE, false, false, 1,
     "expected block=448, items=16 as usual, got 8 and 1", NULL},
    {CHOOSE, "segreduce_by_larsen", "add_u32", WHAT_REDUCE, false, false, 2,
     "1023 rows of 1000 items, 1 past a boundary, add_u32: expected segreduce_large_strided, got taken",
     larsen},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE, false, false, 19,
     "1 rows of 17 items, 0 past a boundary", ours},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, false, false, 2,
     "expected scan_lookback{items=28}, got taken", scans},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, false, false, 3,
     "expected transpose_copy{block=256,items=4}, got taken", matrices},
    {REFUSE, "no_such_strategy", "add_u32", WHAT_REDUCE, false, false, 0, "", NULL},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, false, false, 0,
     "1x2/soa>in/any:1 is accepted, and ought to be refused", NULL},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, true, false, 0,
     "1x1/soa>in/any:1 is refused: not this one", NULL},
    {REFUSE, "transpose_naive", "i8", WHAT_TRANSPOSE, true, true, 0,
     "transpose_naive refuses without a reason for i8", NULL},
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, false, false, 2,
     "4294967295 keys: by hand refusal 5, got 0", NULL},
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, true, false, 1,
     "4294967294 keys: by hand refusal 0, got 3: not this", NULL},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, false, false, 2, "257 keys: by hand refusal 5, got 0",
     NULL},
#undef CHOOSE
#undef REFUSE
};

static bool border_is_judged(size_t at, struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM32, &finding->first_at);
    struct finding got = {0};
    if (!lab) return false;
    const struct backend *whole = lab->session.backend;
    struct instance instance =
        *backend_instance(whole, lab->session.caps, "add_u32", backend_strategy(whole, "reduce_auto"), NULL);
    const struct operator_code code = {.op = documented[at].op, .instances = &instance, .count = 1};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&asked, NULL};
    struct backend backend = *whole;
    asked = *instance.strategy;
    asked.name = documented[at].name;
    asked.what = documented[at].what;
    asked.pick = pick;
    if (documented[at].refuses) asked.refuse = refuse_always;
    silent = documented[at].silent;
    answer = documented[at].answers;
    instance.strategy = &asked;
    instance.tiny = false;
    instance.shape = (struct launch_shape){.block = 8, .items = 1, .group = 4};
    backend.operators = operators;
    backend.strategies = strategies;
    lab->session.backend = &backend;
    paper_set(lab, NULL);
    enum verdict verdict = property_of(documented[at].claim)->check(lab, NULL, &got);
    lab->session.backend = whole;
    properties_close(lab);
    bool fails = *documented[at].words;
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
            (!documented[at].items || got.items == documented[at].items) &&
            strstr(got.first_at.at, documented[at].words)) ||
           text_say(&finding->first_at,
                    "%s, %s: expected '%s' at line %" PRIu64 ", got %s at %" PRIu64 " '%.200s'",
                    documented[at].claim, documented[at].name, documented[at].words, documented[at].items,
                    verdict_name(verdict), got.items, got.first_at.at);
}

bool borders_are_judged(struct finding *finding)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof documented / sizeof documented[0]; i++)
        good = border_is_judged(i, finding);
    return good;
}
