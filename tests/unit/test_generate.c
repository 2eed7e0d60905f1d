/* SPDX-License-Identifier: MIT
 * Cases that generators draw from choices typed by hand, against lines typed by hand. A list has all the choices of its
 * case, so that one choice more, or one that is gone, shows even where it would not change the line. */
#include "drawn_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "choices.h"
#include "control.h"
#include "unit.h"

/* ---- strategies that refuse one thing ---- */
enum only { ONLY_ONE_ROW, ONLY_EXSCAN, ONLY_SCAN, ONLY_PLAIN, ONLY_NOTHING, ONLY_ANY };

static uint64_t hoarded; /* bytes of scratch */

static uint64_t hoard(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return hoarded;
}

#define REFUSES(NAME, WHEN)                                                                                  \
    static enum refusal NAME(const struct strategy *strategy, const struct job *job,                         \
                             const struct launch_shape *shape, struct text *why)                             \
    {                                                                                                        \
        (void)strategy, (void)shape, (void)why, (void)job;                                                   \
        return (WHEN) ? REFUSAL_SHAPE : REFUSAL_NONE;                                                        \
    }
REFUSES(refuse_rows, job->rows != 1 || job->row_start)
REFUSES(refuse_empty_rows, job->rows && job->length == 0)
REFUSES(refuse_scan, job->what == WHAT_SCAN)
REFUSES(refuse_exscan, job->what == WHAT_EXSCAN)
REFUSES(refuse_init, job->init != NULL)
REFUSES(refuse_reduction, job->what == WHAT_REDUCE)
REFUSES(refuse_over, job->in.count && job->in.column[0].base == job->out.column[0].base)
REFUSES(refuse_all, true)
REFUSES(refuse_nothing, false)

static const struct strategy *pick_itself(const struct job *job, struct launch_shape *shape, struct text *why)
{
    (void)job, (void)why;
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    return NULL;
}

#define OWN(NAME, WHAT, REFUSE) .name = NAME, .what = WHAT, .refuse = REFUSE, .scratch_bytes = hoard
static const struct strategy one_row = {OWN("one_row", WHAT_REDUCE, refuse_rows)},
                             full_rows = {OWN("full_rows", WHAT_REDUCE, refuse_empty_rows)},
                             exclusive_alone = {OWN("exclusive_alone", WHAT_SCAN, refuse_scan)},
                             inclusive_alone = {OWN("inclusive_alone", WHAT_SCAN, refuse_exscan)},
                             without_init = {OWN("without_init", WHAT_SCAN, refuse_init)},
                             never_scans = {OWN("never_scans", WHAT_SCAN, refuse_all)},
                             never_reduces = {OWN("never_reduces", WHAT_REDUCE, refuse_all)},
                             never_folds = {OWN("never_folds", WHAT_REDUCE, refuse_reduction)},
                             apart = {OWN("apart", WHAT_SCAN, refuse_over)},
                             picks = {OWN("picks", WHAT_SCAN, refuse_scan), .pick = pick_itself},
                             blocks_of_512 = {OWN("blocks_of_512", WHAT_REDUCE, refuse_nothing)},
                             blocks_of_511 = {OWN("blocks_of_511", WHAT_REDUCE, refuse_nothing),
                                              .blocks_communicate = true},
                             blocks_of_16 = {OWN("blocks_of_16", WHAT_KEYED, refuse_nothing)},
                             blocks_of_17 = {OWN("blocks_of_17", WHAT_KEYED, refuse_nothing)};

static const struct strategy *const own_strategies[] = {
    &one_row,       &full_rows,     &exclusive_alone, &inclusive_alone, &without_init,
    &never_scans,   &never_reduces, &never_folds,     &apart,           &picks,
    &blocks_of_512, &blocks_of_511, &blocks_of_16,    &blocks_of_17,    NULL};

#define OF(STRATEGY, BLOCK, ITEMS)                                                                           \
    {                                                                                                        \
        .strategy = &STRATEGY, .shape = {.block = BLOCK, .items = ITEMS, .group = 4 }                        \
    }
static const struct instance own_instances[] = {
    OF(one_row, 4, 1),       OF(full_rows, 4, 1),    OF(exclusive_alone, 4, 1), OF(inclusive_alone, 4, 1),
    OF(without_init, 4, 1),  OF(never_scans, 4, 1),  OF(never_reduces, 4, 1),   OF(never_folds, 4, 1),
    OF(apart, 4, 1),         OF(picks, 4, 1),        OF(blocks_of_512, 512, 1), OF(blocks_of_511, 511, 1),
    OF(blocks_of_16, 16, 1), OF(blocks_of_17, 17, 1)};

#define OWN_CODE(NAME)                                                                                       \
    {                                                                                                        \
        .op = NAME, .instances = own_instances, .count = sizeof own_instances / sizeof own_instances[0]      \
    }
static const struct operator_code own_affine = OWN_CODE("affine_u32"), own_span = OWN_CODE("span_lift_8"),
                                  own_counts = OWN_CODE("add_if_smaller"),
                                  own_emits = OWN_CODE("span_twice_emit"), own_adds = OWN_CODE("add_f32"),
                                  unknown = OWN_CODE("no_such_operator"), not_built = {.op = "add_u32"};
static const struct operator_code *const own_operators[] = {&own_affine, &own_span, &own_counts, NULL};

/* ---- cases ---- */

static const struct drawn_case cases[] = {
    /* Instances: a tiny one, and one time in four, of GPUs in two, the usual one. */
    {ORACLE ".reduce_auto" TINY "reduce/affine_u32/5/soa/unit:9", FIRST FIVE SOA KEEP LAST},
    {ORACLE ".reduce_auto" TINY "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP LAST},
    {ORACLE ".reduce_auto" USUAL "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 3, instance 0, " FIVE SOA KEEP LAST},
    {ORACLE ".reduce_auto" TINY_NVIDIA "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 1, instance 0, " FIVE SOA KEEP "data 0 9, only 0, past 0"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP "data 0 9, only 0, past 0"},
    {ORACLE ".one_row" TINY "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 0, instance 1, length 0 5, many 0, dims 0, " SOA KEEP LAST},
    {ORACLE ".asks" TINY "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 3, instance 1, " FIVE SOA KEEP LAST},
    {ORACLE ".waits" TINY "reduce/affine_u32/5/soa/unit:9", FIRST FIVE SOA KEEP LAST},
    /* More items than 31 bits count: 2^31 - 2 of them, or the fewest rows of 65,537 that are more; on a GPU, of the
     * usual tuning and of an exact operator that is right for that number of items and emits nothing, and by no scan.
     * No params vary. */
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/add_if_smaller/32768x65537/one/unit:9",
     "refused 0, usual 2, instance 0, " ARGS SEVERAL
     "row 0, longer 0, count 4, ragged 0, vary 1, dims 1 1 1 1, over 0 1 0, " SOA KEEP
     "data 0 9, only 0, past 1023, power 0, items 0, length 0"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/add_if_smaller/32766x65541/one/unit:9",
     "refused 0, usual 2, instance 0, " ARGS FIVE "vary 0/2, " SOA KEEP
     "data 0 9, only 0, past 1023/1024, power 0/2, items 4/5, length 4/5"},
    /* It is right for the 2^32 - 1 items that are drawn, and the fewest rows of 65,537 that are more hold 65,537 more. */
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/span_lift_8/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP
     "data 0 9, only 0, past 1023, power 1, items 1, length 0"},
    /* Where blocks share a row, there may be one alone. */
    {ORACLE ".blocks_of_511{block=511,items=1,group=4}@nvidia:0 reduce/affine_u32/4294967296/one/unit:9",
     FIRST FIVE SOA KEEP "data 0 9, only 0, past 1023, power 1, items 2, rows 0, length 0"},
    {ORACLE ".blocks_of_511{block=511,items=1,group=4}@nvidia:0 reduce/affine_u32/32768x65537/one/unit:9",
     FIRST FIVE SOA KEEP "data 0 9, only 0, past 1023, power 0, items 0, rows 1, length 0"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/span_twice_emit/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA MAPOUT "in 6/8, " KEEP "data 0 9, only 0, past 1023"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/add_f32/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP "data 0 9, only 0, past 1023, numbers 2"},
    /* Ones and powers of sums of floats, last of all: every fourth, of which two thirds have a long row, of two at most;
     * but not of a list, of three dimensions, of short rows, of keys, or where items are few. */
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/5/soa/ones:7",
     FIRST FIVE SOA KEEP LAST ", numbers 3/4 0/2 7/65536, long 0/3"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/5/soa/powers:7",
     FIRST FIVE SOA KEEP LAST ", numbers 3/4 1/2 7/65536, long 0/3"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/4096/soa/ones:7",
     FIRST FIVE SOA KEEP LAST ", numbers 3 0 7, long 1/3 0/2048"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/5/soa/ones:7/only:2-3",
     FIRST FIVE SOA KEEP "data 0 9, only 7 2 1, past 0, schedule 0, numbers 3 0 7, long 0"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/4096/soa/ones:7",
     FIRST FIVE SOA KEEP "data 0 9, only 7 2 1, past 0, schedule 0, numbers 3 0 7, long 1 0"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/6143/soa/powers:7",
     FIRST FIVE SOA KEEP LAST ", numbers 3 1 7, long 2/3 2047/2048"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/add_f32/2101248/soa/powers:7",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP
     "data 0 9, only 0, past 0, numbers 3 1 7, long 1/3 22/23 2097152"},
    {SCANS ".scan_lookback" TINY "scan/add_f32/4099/soa/ones:7/init:0",
     FIRST "exclusive 0, init 3/4 9/65536, " FIVE SOA "over 14/16, " LAST ", numbers 3 0 7, long 1 3"},
    {KEYED ".keyed_stream" TINY "keyed/add_f32/5#3/soa/ones:7",
     FIRST FIVE "keys 0 2, dist 0, " SOA LAST ", numbers 3 0 7"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/2x4096/soa/ones:7",
     FIRST THREE_BY_THREE "ragged 0/2, " SOA KEEP LAST ", numbers 3 0 7, long 1 0"},
    {ORACLE ".reduce_auto" TINY "reduce/add_f32/3x3/soa/ones:7",
     FIRST THREE_BY_THREE "ragged 0/2, " SOA KEEP LAST ", numbers 3 0 7, long 0"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/affine_u32/5/soa/unit:9/only:2-3",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP "data 0 9, only 7 2 1, past 1022"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/affine_u32/32768x65537/one/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP
     "data 0 9, only 7 2 1, past 1023, power 0, items 0, length 0"},
    {ORACLE ".reduce_auto" TINY_NVIDIA "reduce/affine_u32/5/soa/unit:9",
     FIRST FIVE SOA KEEP "data 0 9, only 0, past 1023"},
    {ORACLE ".reduce_auto" USUAL "reduce/affine_u32/5/soa/unit:9",
     "refused 0, usual 3, instance 0, " FIVE SOA KEEP "data 0 9, only 0, past 1023, schedule 0"},
    {ORACLE ".reduce_auto" USUAL_NVIDIA "reduce/mss_i32/5/soa/unit:9",
     "refused 0, usual 2, instance 0, " FIVE SOA KEEP
     "data 0 9, only 0, past 1023, power 0, items 0, length 0"},
    {SCANS ".scan_lookback" USUAL_NVIDIA "scan/affine_u32/5/soa/unit:9",
     "refused 0, usual 2, instance 0, exclusive 0, init 2/4, " FIVE SOA
     "over 14/16, data 0 9, only 0, past 1023"},
    /* Of no more items than its operator is right for: of span_4 65,534. */
    {ORACLE ".reduce_auto" TINY_NVIDIA "reduce/span_4/65534/soa/unit:9",
     FIRST "length 0 0, many 31/32 262144/262145, rows 0, dims 0, " SOA KEEP "data 0 9, only 0, past 0"},
    {ORACLE ".one_row" TINY_NVIDIA "reduce/span_lift_8/4294967295/one/unit:9",
     FIRST "length 0 5, many 0, dims 0, " SOA KEEP "data 0 9, only 0, past 1023, power 1, items 1, length 0"},
    {ORACLE ".one_row" TINY_NVIDIA "reduce/span_lift_8/5/soa/unit:9",
     FIRST "length 0 5, many 0, dims 0, " SOA KEEP "data 0 9, only 0, past 1023, power 1, items 2, length 0"},
    /* Kinds of scans, initial values, results over the items. */
    {SCANS ".scan_lookback" TINY "scan/affine_u32/5/soa/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".scan_lookback" TINY "exscan/affine_u32/5/soa/unit:9/init:7",
     FIRST "exclusive 1, init 3/4 7/65536, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".exclusive_alone" TINY "exscan/affine_u32/5/soa/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".inclusive_alone" TINY "scan/affine_u32/5/soa/unit:9",
     FIRST "exclusive 1, init 2/4, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".without_init" TINY "scan/affine_u32/5/soa/unit:9",
     FIRST "exclusive 0, init 3/4 7/65536, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".never_scans" TINY "scan/affine_u32/0/soa/unit:9/init:7",
     "refused 15, usual 0, instance 0, exclusive 0, init 3/4 7/65536, length 0 0, dims 0, " SOA
     "over 14/16, data 0 9, past 0, schedule 0"},
    {ORACLE ".never_folds" TINY "reduce/affine_u32/0/soa/unit:9",
     "refused 15, usual 0, instance 0, length 0 0, dims 0, " SOA KEEP "data 0 9, past 0, schedule 0"},
    {"exclusive_is_shifted_inclusive.scan_lookback" TINY "exscan/affine_u32/5/soa/unit:9",
     FIRST "init 2/4, " FIVE SOA "over 14/16, " LAST},
    {"initial_value_applies_once.scan_lookback" TINY "scan/affine_u32/5/soa/unit:9/init:7",
     FIRST "exclusive 0, init 7, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".picks" TINY "scan/affine_u32/5/soa/unit:9",
     "refused 15, usual 0, instance 0, exclusive 0, init 2/4, " FIVE SOA "over 14/16, " LAST},
    {SCANS ".scan_lookback" TINY "scan/affine_u32/5/aos>in/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE "input 9 0 0 0, result 0 0 0 0, over 15, " LAST},
    {SCANS ".scan_lookback" TINY "scan/affine_u32/5/soa>in/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE "input 17 0 0 0, result 0 0 0 0, over 15, " LAST},
    {SCANS ".scan_lookback" TINY "scan/span_4_emit/5/soa>in/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE SOA MAPOUT "in 7/8, over 15, " LAST},
    {SCANS ".scan_lookback" TINY "scan/span_4_emit/5/soa>in>aos/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE SOA "mapout 9 0 0 0, in 6/8, over 15, " LAST},
    {SCANS ".scan_lookback" TINY "scan/add_if_smaller/5/soa/unit:9",
     FIRST "exclusive 0, init 2/4, " ARGS FIVE "vary 0, " SOA LAST},
    {SCANS ".apart" TINY "scan/affine_u32/5/soa/unit:9",
     FIRST "exclusive 0, init 2/4, " FIVE SOA "over 15, anyway 2, " LAST},
    {SCANS ".apart" TINY "scan/affine_u32/5/soa>in/unit:9",
     "refused 15, usual 0, instance 0, exclusive 0, init 2/4, " FIVE SOA "over 15, anyway 3, " LAST},
    {"scan_may_lie_over_its_input.scan_lookback" TINY "scan/affine_u32/5/soa>in/unit:9/sched:fifo:1",
     FIRST "exclusive 0, init 2/4, " FIVE SOA "data 0 9, only 0, past 0, schedule 1 1"},
    {"last_of_scan_is_reduce.scan_lookback" TINY "scan/affine_u32/1/soa/unit:9",
     FIRST "init 2/4, length 0 0, many 0, " SOA "over 14/16, " LAST_FLAT},
    {"last_of_scan_is_reduce.scan_lookback" TINY "scan/affine_u32/3/soa/unit:9",
     FIRST "init 2/4, length 0 3, many 0, " SOA "over 14/16, " LAST_FLAT},
    /* Matrices; some of the items may be absent. */
    {"transpose_equals_oracle.transpose_naive" TINY "transpose/u32/3x4/soa/unit:9/with:present=5",
     FIRST "height 0 3, width 0 4, tall 0/2, several 1/3, masked 1/3 5/13, " SOA LAST},
    {"transpose_equals_oracle.transpose_naive" TINY "transpose/u32/3x4/soa/unit:9",
     FIRST "height 2 3/10, width 2 4/10, tall 0, several 1/3, masked 0/3, " SOA LAST},
    {"transpose_equals_oracle.whole_matrices" TINY "transpose/u32/3x4/soa/unit:9",
     FIRST "height 0 3, width 0 4, tall 0, several 0, " SOA LAST},
    {"layout_does_not_matter.transpose_naive" TINY "transpose/u32/2x3x4/soa/unit:9",
     FIRST "height 0 3, width 0 4, tall 0, several 2/3 2/6, masked 0, input 0 0 0, result 0 0 0, " LAST_FLAT},
    /* Rows: as many as items; where rows are short, or a row takes long, no more than a few blocks hold. */
    {ORACLE ".reduce_auto" TINY "reduce/affine_u32/3x3/soa/unit:9",
     FIRST THREE_BY_THREE "ragged 0, " SOA KEEP LAST},
    {ORACLE ".reduce_auto" TINY "reduce/affine_u32/5000x1/soa/unit:9",
     FIRST "length 0 0, many 63 8000, rows 1, row 0, longer 0, count 4998, ragged 0, " SOA KEEP LAST},
    {ORACLE ".short_rows" TINY "reduce/affine_u32/100x1/soa/unit:9",
     FIRST "length 0 0, rows 1, row 0, items 600, longer 0, count 98, ragged 0, " SOA KEEP LAST},
    {ORACLE ".blocks_of_511{block=511,items=1,group=4}@sim64 reduce/affine_u32/5000x1/soa/unit:9",
     FIRST "length 0 0, many 63 8000, rows 1, row 0, longer 0, count 4998, ragged 0, " SOA KEEP LAST},
    /* Of 2 to 40 rows: 4998 modulo 39 is 6. */
    {ORACLE ".blocks_of_512{block=512,items=1,group=4}@sim64 reduce/affine_u32/8x1/soa/unit:9",
     FIRST "length 0 0, many 63 8000, rows 1, row 0, longer 0, count 4998, ragged 0, " SOA KEEP LAST},
    {ORACLE ".blocks_of_512{block=512,items=1,group=4}@nvidia:0 reduce/affine_u32/5000x1/soa/unit:9",
     FIRST "length 0 0, many 31 8000, rows 1, row 0, longer 0, count 4998, ragged 0, " SOA KEEP
           "data 0 9, only 0, past 0"},
    {"rows_are_independent.reduce_auto" TINY "reduce/affine_u32/8x1/soa/unit:9/with:row=2",
     FIRST "length 0 0, many 63 8000, row 0, longer 0, count 4998, ragged 0, " SOA KEEP
           "data 0 9, only 0, chosen 2, schedule 0"},
    {"rows_are_independent.reduce_auto" TINY "reduce/affine_u32/40x2/soa/unit:9/with:row=2",
     FIRST "length 0 0, many 63 8000, row 1, longer 0, count 38/39, ragged 0, " SOA KEEP
           "data 0 9, only 0, chosen 2/40, schedule 0"},
    {"rows_are_independent.reduce_auto" TINY "reduce/affine_u32/3x3/aos/unit:9/with:row=2",
     FIRST "length 0 12, many 0, row 2, longer 0, count 1, ragged 0, input 9 0 0 0, result 0 0 0 0, " KEEP
           "data 0 9, only 0, chosen 2, schedule 0"},
    {"rows_are_independent.reduce_auto" TINY "reduce/affine_u32/3x3/soa/unit:9/with:row=2",
     FIRST "length 0 12, many 0, row 2, longer 0, count 1, ragged 0, input 17 0 0 0, result 0 0 0 0, " KEEP
           "data 0 9, only 0, chosen 2, schedule 0"},
    /* Rows without items, as a list, too; or no rows. */
    {"empty_rows_give_identity.reduce_auto" TINY "reduce/affine_u32/3x0/soa/unit:9",
     FIRST "length 0 5, many 0, rows 0, none 3, many 0, list 0, " SOA KEEP "data 0 9, schedule 0"},
    {"empty_rows_give_identity.reduce_auto" TINY "reduce/affine_u32/[0,0,0]/soa/unit:9",
     FIRST "length 0 5, many 0, rows 1, none 3, many 0, list 2, " SOA KEEP "data 0 9, schedule 0"},
    {"empty_rows_give_identity.reduce_auto" TINY "reduce/affine_u32/0x7/soa/unit:9",
     FIRST "length 0 5, many 0, rows 0, none 0, length 7, " SOA KEEP "data 0 9, schedule 0"},
    /* No rows alone, where one without items is refused. */
    {"empty_rows_give_identity.full_rows" TINY "reduce/affine_u32/0x7/soa/unit:9",
     FIRST "length 0 5, many 0, rows 0, none 3, length 7, " SOA KEEP "data 0 9, schedule 0"},
};

/* ---- drawing ---- */

/* A lab with the fake device; with the strategies from above where `own`, in a backend that is the caller's. */
static struct lab *lab_for(enum device_kind kind, bool own, struct backend *backend, struct finding *finding)
{
    struct lab *lab = fake_open(kind, &finding->first_at);
    if (!lab) return NULL;
    *backend = *lab->session.backend;
    backend->strategies = own_strategies;
    backend->operators = own_operators;
    if (own) lab->session.backend = backend;
    return lab;
}

static bool is_own(const char *subject)
{
    for (size_t s = 0; own_strategies[s]; s++)
        if (strcmp(own_strategies[s]->name, subject) == 0) return true;
    return false;
}

/* What the property of a typed line draws for its subject, this operator and its kind of device; whatever lay there. */
static bool draw_typed(const struct test_case *typed, const struct op *op, uint64_t most_items,
                       struct draw *draw, struct test_case *drawn, struct finding *finding)
{
    struct target target = {.property = properties_find(typed->claim), .op = op};
    enum device_kind kind = typed->device.kind == DEVICE_HOST ? DEVICE_SIM64 : typed->device.kind;
    struct backend backend;
    struct lab *lab = lab_for(kind, is_own(typed->subject), &backend, finding);
    if (!lab) return false;
    memcpy(target.subject, typed->subject, sizeof target.subject);
    target.device = lab->name;
    properties_limit(lab, most_items);
    memset(drawn, 0xa5, sizeof *drawn);
    bool made = target.property && target.property->generate(lab, &target, draw, drawn);
    properties_close(lab);
    return made;
}

bool case_is_drawn_right(const struct drawn_case *row, struct most_drawn most, struct finding *finding)
{
    struct test_case typed, drawn;
    struct op limited;
    struct draw draw;
    char line[MAX_LINE] = "nothing";
    uint64_t choices[MOST_TYPED];
    size_t count = read_choices(row->choices, choices);
    if (!case_parse(row->line, &typed, &finding->first_at)) return false;
    const struct op *op = typed.problem.op;
    if (most.of_operator) {
        limited = *op;
        limited.most_items = most.of_operator;
        op = &limited;
    }
    draw_from_choices(&draw, choices, count);
    bool made = draw_typed(&typed, op, most.of_run, &draw, &drawn, finding);
    if (made) case_print(&drawn, line, sizeof line);
    if (made && drawn.problem.op == &limited) drawn.problem.op = typed.problem.op;
    if (made && strcmp(line, row->line) == 0 && draw.count == count)
        return bounds_are_right(row->choices, &draw, &finding->first_at) &&
               (case_is_sound(&drawn) ||
                text_say(&finding->first_at, "%s: is drawn with numbers that the line does not write", line));
    return text_say(&finding->first_at, "of %zu choices: expected %s, got, of %zu choices, %s", count,
                    row->line, draw.count, line);
}

/* An operator without a map-out where one is asked for, a strategy that there is not, an operator that there is not. */
static bool nothing_is_drawn(struct finding *finding)
{
#define NO "no_such_strategy keyed/affine_u32/1#1/soa/unit:0"
    static const char *const lines[] = {"map_out_equals_oracle.scan_lookback scan/affine_u32/1/soa/unit:0",
                                        "rows_are_independent.reduce_auto reduce/add_f32/1/soa/unit:0",
                                        "scan_may_lie_over_its_input.scan_lookback "
                                        "scan/add_if_smaller/1/soa/unit:0",
                                        "keyed_equals_oracle." NO,
                                        "keys_are_independent." NO,
                                        "keyed_of_concatenation." NO,
                                        "stable_where_order_is_kept." NO,
                                        "one_key_is_reduce." NO,
                                        "empty_keys_give_identity." NO,
                                        "distinct_keys_are_a_scatter." NO,
                                        "every_assignment_of_keys." NO,
                                        "has_identity.no_such_operator",
                                        "device_items_equal_host_items.no_such_operator"};
    for (size_t l = 0; l < sizeof lines / sizeof lines[0]; l++) {
        struct test_case typed, drawn;
        struct draw draw;
        draw_from_choices(&draw, NULL, 0);
        if (!case_parse(lines[l], &typed, &finding->first_at)) return false;
        typed.device.kind = DEVICE_SIM64;
        if (draw_typed(&typed, typed.problem.op, 0, &draw, &drawn, finding))
            return text_say(&finding->first_at, "%s: a case is drawn", lines[l]);
    }
    return true;
}

/* ---- operators ---- */

/* Of a list, all that the backend has for the strategy and that grant a property its wish: how many, and the last. */
static bool granted_are_drawn(struct lab *lab, struct backend *backend, struct finding *finding)
{
    static const struct {
        const char *property;
        const struct operator_code *of[6];
        uint64_t among;
        const char *last;
    } lists[] = {
        {"reduce_equals_oracle", {&own_affine, &own_span, NULL}, 2, "span_lift_8"},
        {"reduce_equals_oracle", {&unknown, &own_affine, &not_built, &own_span, NULL}, 2, "span_lift_8"},
        {"reduce_equals_oracle", {&own_adds, &own_emits, &own_counts, NULL}, 3, "add_if_smaller"},
        {"map_out_equals_oracle", {&own_affine, &own_emits, &own_span, NULL}, 1, "span_twice_emit"},
        {"exact_operators_same_bits_under_any_schedule",
         {&own_span, &own_affine, &own_adds, NULL},
         2,
         "affine_u32"},
        {"scan_may_lie_over_its_input", {&own_affine, &own_counts, NULL}, 1, "affine_u32"},
    };
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++) {
        const uint64_t last[] = {0, lists[l].among - 1};
        struct target target = {.property = properties_find(lists[l].property), .subject = "one_row"};
        struct test_case drawn;
        struct draw draw;
        backend->operators = lists[l].of;
        draw_from_choices(&draw, last, 2);
        bool made = target.property->generate(lab, &target, &draw, &drawn);
        const char *name = made ? drawn.problem.op->name : "nothing";
        if (draw.made[1].bound != lists[l].among || strcmp(name, lists[l].last) != 0)
            return text_say(&finding->first_at,
                            "%s, list %zu: expected %s of %" PRIu64 " operators, got %s of %" PRIu64,
                            lists[l].property, l, lists[l].last, lists[l].among, name, draw.made[1].bound);
    }
    return true;
}

/* Without an operator one is drawn, of 64 at most; of none, none. */
static bool any_operator_is_drawn(struct finding *finding)
{
    static const uint64_t second[] = {0, 1}, far[] = {0, (uint64_t)1 << 40};
    const struct operator_code *many[71] = {NULL};
    struct backend backend;
    struct test_case drawn;
    struct draw draw;
    struct lab *lab = lab_for(DEVICE_SIM64, true, &backend, finding);
    struct target target = {.property = properties_find("reduce_equals_oracle"), .subject = "one_row"};
    if (!lab) return false;
    bool good = granted_are_drawn(lab, &backend, finding);
    for (int m = 0; m < 70; m++)
        many[m] = &own_affine;
    backend.operators = many;
    draw_from_choices(&draw, second, 2);
    bool capped = target.property->generate(lab, &target, &draw, &drawn) && draw.made[1].bound == 64;
    strcpy(target.subject, "no_such_strategy");
    draw_from_choices(&draw, far, 2);
    bool none = !target.property->generate(lab, &target, &draw, &drawn);
    properties_close(lab);
    return good &&
           ((capped && none) || text_say(&finding->first_at, "any operator: expected %s",
                                         !capped ? "one of 64" : "none for a strategy that there is not"));
}

/* ---- tries ---- */

/* A problem that is refused is drawn eight times, unless it ought to be refused, is not run or, once in 16, may be: as
 * many seeds of its items are drawn. */
static bool refused_is_drawn_again(struct finding *finding)
{
    static const struct {
        const char *property, *strategy;
        bool ought_refuse;
        uint64_t first, seeds;
    } tries[] = {{"reduce_equals_oracle", "never_reduces", false, 0, 8},
                 {"reduce_equals_oracle", "never_reduces", false, 14, 8},
                 {"reduce_equals_oracle", "never_reduces", false, 15, 1},
                 {"reduce_equals_oracle", "never_reduces", true, 0, 1},
                 {AUTO, "never_reduces", false, 0, 1},
                 {"reduce_equals_oracle", "one_row", false, 0, 1}};
    for (size_t t = 0; t < sizeof tries / sizeof tries[0]; t++) {
        struct backend backend;
        struct test_case drawn;
        struct draw draw;
        struct lab *lab = lab_for(DEVICE_SIM64, true, &backend, finding);
        struct target target = {.property = properties_find(tries[t].property), .op = op_find("affine_u32")};
        uint64_t seeds = 0;
        if (!lab) return false;
        strcpy(target.subject, tries[t].strategy);
        target.ought_refuse = tries[t].ought_refuse;
        draw_from_choices(&draw, &tries[t].first, 1);
        bool made = target.property->generate(lab, &target, &draw, &drawn);
        properties_close(lab);
        for (size_t c = 0; c < draw.count; c++)
            seeds += draw.made[c].bound == 1 << 16;
        if (!made || seeds != tries[t].seeds)
            return text_say(&finding->first_at, "%s: expected %" PRIu64 " problems, got %" PRIu64,
                            tries[t].strategy, tries[t].seeds, seeds);
    }
    return true;
}

/* ---- memory ---- */

/* So many items in one place are drawn where a strategy needs no more than 2^30 bytes for them. */
static bool little_memory_is_asked_for(struct finding *finding)
{
    static const char text[] = FIRST "length 0 5, many 0, dims 0, " SOA KEEP
                                     "data 0 9, only 0, past 1023, power 0, items 0, length 0";
    uint64_t choices[MOST_TYPED], most = (uint64_t)1 << 30;
    size_t count = read_choices(text, choices);
    struct backend backend;
    struct lab *lab = lab_for(DEVICE_NVIDIA, true, &backend, finding);
    struct target target = {.property = properties_find("reduce_equals_oracle"),
                            .subject = "one_row",
                            .op = op_find("affine_u32")};
    uint64_t items[3], bytes[3];
    if (!lab) return false;
    lab->session.tuned_caps.memory_bytes = 4 * most;
    for (int n = 0; n < 3; n++) {
        struct test_case drawn;
        struct draw draw;
        if (n) hoarded += most - bytes[0];
        if (n == 2) hoarded = 2 * most;
        draw_from_choices(&draw, choices, count);
        target.property->generate(lab, &target, &draw, &drawn);
        items[n] = drawn.problem.shape.size[0];
        bytes[n] = lab->load[LOAD_CASE].arena.bytes;
    }
    hoarded = 0;
    properties_close(lab);
    const uint64_t many = ((uint64_t)1 << 31) - 2;
    return (items[0] == many && items[1] == many && bytes[1] == most && items[2] == 5) ||
           text_say(
               &finding->first_at,
               "many items in little memory, in 2^30 bytes and in more: expected 2^31 - 2, as many and 5, "
               "got %" PRIu64 ", %" PRIu64 " and %" PRIu64,
               items[0], items[1], items[2]);
}

static bool case_of_list_is_drawn_right(size_t at, struct finding *finding)
{
    return case_is_drawn_right(&cases[at], (struct most_drawn){0}, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(case_of_list_is_drawn_right, cases, line),
                                         TEST(nothing_is_drawn), TEST(any_operator_is_drawn),
                                         TEST(refused_is_drawn_again), TEST(little_memory_is_asked_for)};
UNIT(generate, tests);
