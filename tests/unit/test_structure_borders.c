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

enum { OWN_PARAMS = 1 << 30 }; /* in place of keys: each row has params of its own */

/* On the fake device, which has one processor of 1024 threads: two blocks of 256 with 64 registers a thread run at once. */
static const struct answer larsen[] = {{1024, 1000, 0, "segreduce_loop_in_map", 32, 2},
                                       {1023, 1000, 0, "segreduce_large_strided", 32, 2},
                                       {1023, 129, 0, "segreduce_large_transposed", 32, 2},
                                       {1023, 129, 0, "segreduce_large_strided", 32, 2},
                                       {1023, 128, 0, "segreduce_small_scan", 32, 2},
                                       {1, 100000, 0, "segreduce_large_transposed", 32, 2},
                                       {1024, 1024000, 0, "segreduce_thread_per_row", 32, 2},
                                       {1023, 131967, 0, "segreduce_block_per_row", 32, 2},
                                       {1023, 128, OWN_PARAMS, "segreduce_thread_per_row", 32, 2}};

/* Rows of different lengths have no length: here are the items of all of them. From the 21st on they are whole
 * runs, or nearly. */
static const struct answer ours[] = {{1, 8192, 0, "segreduce_large_strided", 32, 2},
                                     {1, 8192, 0, "segreduce_large_stripmined", 32, 2},
                                     {1, 8191, 0, "segreduce_large_one_block", 32, 2},
                                     {1, 128, 0, "segreduce_large_one_block", 32, 2},
                                     {1, 127, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, 17, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, 16, 0, "segreduce_balanced", 32, 2},
                                     {1, 8192, 0, "segreduce_ragged_marked", 32, 2},
                                     {1, 8192, OWN_PARAMS, "segreduce_ragged_balanced", 32, 2},
                                     {32, 512, 0, "segreduce_balanced", 32, 2},
                                     {31, 512, 0, "segreduce_large_one_block", 32, 2},
                                     {16, 128, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {15, 128, 0, "segreduce_large_one_block", 32, 2},
                                     {2, 1536, 0, "segreduce_block_per_row", 32, 2},
                                     {1, 768, 0, "segreduce_ragged_marked", 32, 2},
                                     {2, 1534, 0, "segreduce_ragged_marked", 32, 2},
                                     {2, 16, 0, "segreduce_ragged_marked", 32, 2},
                                     {2, 14, 0, "segreduce_thread_per_row", 32, 2},
                                     {8192, 16384, 0, "segreduce_ragged_marked", 32, 2},
                                     {8191, 16382, 0, "segreduce_thread_per_row", 32, 2},
                                     {1, 17, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, 16, 0, "segreduce_balanced", 32, 2},
                                     {1, 32, 0, "segreduce_runs", 32, 2},
                                     {1, 32, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, 40, 0, "segreduce_loop_in_map_onthefly", 32, 2},
                                     {1, 32768, 0, "segreduce_runs", 32, 2},
                                     {1, 32784, 0, "segreduce_large_strided", 32, 2},
                                     {1, 65536, 0, "segreduce_runs", 32, 2},
                                     {1, 65552, 0, "segreduce_large_chunks", 32, 2},
                                     {2, 65552, 0, "segreduce_balanced", 32, 2},
                                     {3, 65552, 0, "segreduce_balanced", 32, 2},
                                     {3, 65552, 0, "segreduce_runs", 32, 2}};

/* Of 132 processors. A tile a processor: 132 of 3072 items, or of wide states of 1536. 16 tiles for four processors are
 * 528, of 10240 items, or of 5120 for states of two columns; 6 of wide states are 198 of 4608. */
static const struct answer scans[] = {{1, 405504, 0, "scan_lookback", 256, 12},
                                      {1, 405505, 0, "scan_lookback", 256, 28},
                                      {1, 5406720, 0, "scan_lookback", 256, 28},
                                      {1, 5406721, 0, "scan_lookahead", 512, 20},
                                      {1, 2703360, 0, "scan_lookback", 256, 14},
                                      {1, 2703361, 0, "scan_lookahead", 512, 10},
                                      {1, 202752, 0, "scan_lookback", 256, 6},
                                      {1, 202753, 0, "scan_lookback", 256, 14},
                                      {1, 912384, 0, "scan_lookback", 256, 14},
                                      {1, 912385, 0, "scan_lookahead", 384, 12},
                                      {1, 16777216, 0, "scan_lookback_fallback", 256, 20},
                                      {1, 16777216, 0, "scan_reduce_then_scan", 256, 20}};

/* Two rows: 528 tiles of 768 items in all; 3 for four processors are 99, of 10240. */
static const struct answer scans_of_rows[] = {{2, 202752, 0, "segscan_regular32", 256, 3},
                                              {2, 202753, 0, "segscan_regular32", 256, 15},
                                              {2, 506880, 0, "segscan_regular32", 256, 15},
                                              {2, 506881, 0, "segscan_lookahead", 512, 20},
                                              {1, 405505, 0, "scan_lookback", 256, 28}};

static const struct answer keys[] = {
    {1, 16777216, 64, "keyed_thread_tables", 32, 2}, {1, 16777216, 65, "keyed_partition", 32, 2},
    {1, 16777215, 64, "keyed_partition", 32, 2},     {1, 16384, 64, "keyed_partition", 32, 2},
    {1, 16383, 64, "keyed_thread_tables", 32, 2},    {1, 16383, 65, "keyed_slices", 32, 2},
    {1, 1048576, 32768, "keyed_partition", 32, 2},   {1, 1048576, 32769, "keyed_slices", 32, 2},
    {1, 1048576, 196608, "keyed_slices", 32, 2},     {1, 1048576, 196609, "keyed_partition", 32, 2},
    {1, 929792, 929792, "keyed_slices", 32, 2},      {1, 929793, 929793, "keyed_atomics", 32, 2},
    {1, 929794, 929793, "keyed_partition", 32, 2},   {2, 65536, 64, "keyed_thread_tables", 32, 2},
    {2, 65535, 64, "keyed_stream", 32, 2},           {2, 65535, 767, "keyed_stream", 32, 2},
    {2, 65535, 768, "keyed_partition", 32, 2},       {1, 1048576, 128, "keyed_thread_tables", 32, 2},
    {1, 1048576, 129, "keyed_stream", 32, 2},        {1, 8388607, 2, "keyed_stream", 32, 2},
    {1, 8388608, 2, "keyed_partition", 32, 2},       {1, 2147483647, 2, "keyed_partition", 32, 2},
    {1, 2147483648, 2, "keyed_stream", 32, 2},       {1, 1048576, 131072, "keyed_partition", 32, 2},
    {1, 1048576, 131073, "keyed_sorted_runs", 32, 2}};

/* Items of 4 bytes; from the 20th on of 1, 2, 8 and 16. */
static const struct answer matrices[] = {
    {100, 100, 0, "transpose_masked", 128, 16}, {1, 100, 0, "transpose_masked", 128, 16},
    {0, 100, 0, "transpose_copy", 256, 4},      {1, 100, 0, "transpose_copy", 256, 4},
    {100, 1, 0, "transpose_copy", 256, 4},      {2, 100, 0, "transpose_stretch", 128, 8},
    {100, 2, 0, "transpose_stretch", 128, 8},   {2, 2, 0, "transpose_stretch", 128, 8},
    {8, 100, 0, "transpose_stretch", 128, 8},   {100, 8, 0, "transpose_stretch", 128, 8},
    {9, 100, 0, "transpose_stretch", 128, 16},  {100, 9, 0, "transpose_stretch", 128, 16},
    {16, 100, 0, "transpose_stretch", 128, 16}, {100, 16, 0, "transpose_stretch", 128, 16},
    {17, 100, 0, "transpose_multi", 128, 8},    {100, 17, 0, "transpose_multi", 128, 8},
    {63, 100, 0, "transpose_multi", 128, 8},    {64, 100, 0, "transpose_multi", 256, 16},
    {100, 64, 0, "transpose_multi", 256, 16},   {32, 100, 0, "transpose_multi", 128, 8},
    {33, 100, 0, "transpose_multi", 256, 16},   {32, 100, 0, "transpose_multi", 128, 8},
    {100, 33, 0, "transpose_multi", 256, 16},   {16, 100, 0, "transpose_stretch", 128, 16},
    {63, 100, 0, "transpose_multi", 128, 8},    {64, 100, 0, "transpose_multi", 256, 16},
    {8, 100, 0, "transpose_stretch", 128, 8},   {9, 100, 0, "transpose_multi", 128, 8},
    {100, 100, 0, "transpose_multi", 128, 8}};

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
static size_t answered, own_device; /* answers so far; the first of them are asked with the device as it is */
static bool silent;
static uint64_t most_keys;
static bool other_reason;  /* more keys are refused as a shape is */
static struct tuned least; /* of the device: the least that each threshold may be */

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

/* A table speaks of the device as it is, or of the default thresholds; tables of scans and of keys of 132 processors of
 * 32 lanes, and of what a block is lent. The last scans but one have no progress, and the last lies over its items. */
static bool device_is_right(const struct job *job, const char *name)
{
    const struct device_caps *caps = job->caps;
    const struct tuned usual = tuned_usual();
    const bool last = strcmp(name, "scan_reduce_then_scan") == 0;
    const bool waits = !last && strcmp(name, "scan_lookback_fallback") != 0;
    if (answered < own_device) return caps->tuned == &least;
    if (!caps->tuned || memcmp(caps->tuned, &usual, sizeof usual) != 0) return false;
    if (job->what == WHAT_REDUCE) return caps->lanes == 64 && caps->processors == 1;
    if (caps->lanes != 32 || caps->processors != 132 || caps->shared_bytes != UINT64_C(227) * 1024)
        return false;
    if (job->what == WHAT_KEYED) return true;
    return caps->forward_progress == waits && (job->in.column[0].base == job->out.column[0].base) == last;
}

static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    if (why) text_say(why, "it is asked for");
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    taken.name = "taken";
    if (!answers) return &taken;
    uint64_t length = job->row_start ? job->length + job->ragged_items : job->length;
    bool expected = answer->rows == job->rows && answer->length == length &&
                    answer->keys == (job->row_params ? OWN_PARAMS : job->keys);
    taken.name = !expected ? "other_job" : device_is_right(job, answer->name) ? answer->name : "other_device";
    answered++;
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
    size_t own;                /* how many of these are asked with the device as it is */
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
     .items = 2, .own = 9, .answers = larsen, .gives = 1},
    {CHOOSE, "segreduce_by_larsen", "add_u32", WHAT_REDUCE, "", .items = 9, ALL_OF(larsen), .own = 9},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE, "1 rows of 17 items, 0 past a boundary", .items = 21,
     .own = 9, .answers = ours, .gives = 20},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE,
     "2 rows of 768 items on average, 1 past a boundary, affine_u32: expected segreduce_block_per_row",
     .items = 14, .own = 9, .answers = ours, .gives = 13},
    {CHOOSE, "segreduce_auto", "add_u32", WHAT_REDUCE, "", .items = 32, ALL_OF(ours), .own = 9},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "expected scan_lookback{items=28}, got taken", .items = 2,
     .answers = scans, .gives = 1},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "", .items = 12, ALL_OF(scans)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookahead{items=12}", .items = 1,
     ALL_OF(scan_misnamed)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookback{items=28}", .items = 1,
     ALL_OF(scan_items)},
    {CHOOSE, "scan_auto", "add_u32", WHAT_SCAN, "got scan_lookback{items=11}", .items = 1,
     ALL_OF(scan_fewer)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_copy{block=128,items=16}", .items = 1,
     ALL_OF(misnamed), .own = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=256,items=16}", .items = 1,
     ALL_OF(other_block), .own = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=128,items=8}", .items = 1,
     ALL_OF(other_items), .own = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=64,items=16}", .items = 1,
     ALL_OF(smaller_block), .own = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=128,items=17}", .items = 1,
     ALL_OF(more_items), .own = 1},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "got transpose_masked{block=256,items=8}", .items = 1,
     ALL_OF(same_tile), .own = 1},
    {CHOOSE, "segscan_auto", "add_u32", WHAT_SCAN, "", .items = 5, ALL_OF(scans_of_rows)},
    {CHOOSE, "keyed_auto", "add_u32", WHAT_KEYED, "", .items = 25, ALL_OF(keys)},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "expected transpose_copy{block=256,items=4}, got taken",
     .items = 3, .own = 29, .answers = matrices, .gives = 2},
    {CHOOSE, "transpose_auto", "i32", WHAT_TRANSPOSE, "", .items = 29, ALL_OF(matrices), .own = 29},
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
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, "4294967295 keys: by hand refusal 5, got 0", .items = 2},
    {REFUSE, "keyed_atomics", "add_u32", WHAT_KEYED, "4294967294 keys: by hand refusal 0, got 3: not this",
     .items = 1, .refuses = true},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "257 keys: by hand refusal 5, got 0", .items = 2},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "257 keys: by hand refusal 5, got 3: has room",
     .items = 2, .most_keys = 256, .refuses = true},
    {REFUSE, "keyed_onehot", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 256},
    {REFUSE, "keyed_stream", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 383},
    {REFUSE, "keyed_sort_tree", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 3071},
    {REFUSE, "keyed_warp_sort", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 1023},
    {REFUSE, "keyed_shuffle", "affine_u32", WHAT_KEYED, "", .items = 2, .most_keys = 1023},
    {REFUSE, "keyed_sequential_atomics", "add_u32", WHAT_KEYED, "", .items = 2, .most_keys = 3071},
    {REFUSE, "keyed_thread_tables", "add_u32", WHAT_KEYED, "", .items = 2, .most_keys = 1535},
    {REFUSE, "keyed_slices", "add_u32", WHAT_KEYED, "", .items = 2, .most_keys = 256},
#undef CHOOSE
#undef REFUSE
#undef ALL_OF
};

static bool wrong_border_fails(size_t at, struct finding *finding)
{
    struct lab *lab = fake_open(documented[at].on_gpu ? DEVICE_NVIDIA : DEVICE_SIM32, &finding->first_at);
    struct finding got = {0};
    if (!lab) return false;
    const struct backend *whole = lab->session.backend;
    struct instance instance =
        *backend_instance(whole, lab->session.caps, "add_u32", backend_strategy(whole, "reduce_auto"), NULL);
    const struct operator_code code = {.op = documented[at].op, .instances = &instance, .count = 1};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&asked, NULL};
    struct backend backend = *whole;
    lab->session.tuned_caps.shared_bytes = 32 << 10; /* tables of keys are about a device with more */
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
    answered = 0;
    own_device = documented[at].own;
    for (int t = 0; t < TUNABLES; t++)
        least.value[t] = tunable_lines[t].least;
    if (strcmp(documented[at].claim, "policies_choose_as_documented") == 0) {
        lab->session.tuned_caps.lanes = 64;
        lab->session.tuned_caps.tuned = &least;
    }
    instance.strategy = &asked;
    instance.tiny = documented[at].tiny;
    instance.shape = documented[at].shape;
    if (!instance.shape.block) instance.shape = (struct launch_shape){.block = 8, .items = 1, .group = 4};
    backend.operators = operators;
    backend.strategies = strategies;
    lab->session.backend = &backend;
    fake_set(lab, NULL);
    enum verdict verdict = properties_find(documented[at].claim)->check(lab, NULL, &got);
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

static const struct unit_test tests[] = {ROWS(wrong_border_fails, documented)};
UNIT(structure_borders, tests);
