/* SPDX-License-Identifier: MIT
 * Refusals that follow from what a strategy says of itself: for each bit of enum takes a job that needs it, and the words. */
#include "unit.h"

#include <string.h>

#include "refuse.h"

static uint64_t three(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 3;
}

static const uint64_t starts[] = {0, 0, 4};
static unsigned char place[64];

#define PLACED                                                                                               \
    {                                                                                                        \
        .count = 1, .column = { {place, 4} }                                                                 \
    }
#define MISSING                                                                                              \
    {                                                                                                        \
        .count = 1                                                                                           \
    }

/* Each job is accepted by a strategy that takes all, and refused by one that takes all but `lacks`. */
static const struct {
    const char *says;
    unsigned lacks;
    enum refusal refusal;
    const char *words;
    struct job job;
} bits[] = {
    {"two rows",
     TAKES_ROWS,
     REFUSAL_SHAPE,
     "own does one row, got reduce of 2 rows",
     {.rows = 2, .length = 4}},
    {"no rows", TAKES_ROWS, REFUSAL_SHAPE, "own does one row, got reduce of 0 rows", {.length = 4}},
    {"ragged rows",
     TAKES_RAGGED,
     REFUSAL_SHAPE,
     "own does rows of one length, got rows of different lengths",
     {.rows = 2, .row_start = starts, .ragged_items = 4}},
    {"an empty row", TAKES_EMPTY_ROWS, REFUSAL_SHAPE, "own takes rows of at least one item", {.rows = 1}},
    {"params by row",
     TAKES_PARAMS_BY_ROW,
     REFUSAL_PARAMS,
     "own needs one set of params, got params that vary by row",
     {.rows = 2, .length = 4, .row_params = place}},
    {"results over items",
     TAKES_IN_PLACE,
     REFUSAL_SHAPE,
     "own reads items after it has written results; expected no output over the input",
     {.rows = 1, .length = 2, .in = PLACED, .out = PLACED}},
    {"a map-out over items",
     TAKES_IN_PLACE,
     REFUSAL_SHAPE,
     "own reads items after it has written results; expected no output over the input",
     {.rows = 1, .length = 2, .in = PLACED, .mapout = PLACED}},
    {"a column less",
     TAKES_SOME_COLUMNS,
     REFUSAL_COLUMNS,
     "own writes every column of its results",
     {.rows = 1, .length = 4, .out = MISSING}},
    {"a map-out",
     TAKES_MAP_OUT,
     REFUSAL_COLUMNS,
     "own writes no map-out, which affine_u32 has",
     {.rows = 1, .length = 4, .mapout = MISSING}},
    {"items by column",
     TAKES_BY_COLUMN,
     REFUSAL_COLUMNS,
     "own reads row by row, got an input that lies column by column (cols)",
     {.rows = 3, .length = 4, .by_column = true}},
    {"an item less",
     TAKES_MASK,
     REFUSAL_SHAPE,
     "own takes whole matrices, got 3 of 4 items",
     {.what = WHAT_TRANSPOSE, .rows = 2, .length = 2, .height = 2, .present = 3}},
    {"an inclusive scan",
     TAKES_INCLUSIVE,
     REFUSAL_SHAPE,
     "own does exscan, got scan",
     {.what = WHAT_SCAN, .rows = 1, .length = 4}},
    {"an exclusive scan",
     TAKES_EXCLUSIVE,
     REFUSAL_SHAPE,
     "own does scan, got exscan",
     {.what = WHAT_EXSCAN, .rows = 1, .length = 4}},
    {"an initial value",
     TAKES_INIT,
     REFUSAL_SHAPE,
     "own takes no initial value",
     {.what = WHAT_SCAN, .rows = 1, .length = 4, .init = place}},
    {"an initial value of a reduction",
     TAKES_INIT_REDUCTION,
     REFUSAL_SHAPE,
     "own takes no initial value",
     {.what = WHAT_REDUCE, .rows = 1, .length = 4, .init = place}},
    {"an initial value of an inclusive scan",
     TAKES_INIT_INCLUSIVE,
     REFUSAL_SHAPE,
     "own takes an initial value for exclusive scans only",
     {.what = WHAT_SCAN, .rows = 1, .length = 4, .init = place}},
};

static const struct device_caps caps = {
    .name = "a card", .lanes = 32, .shared_bytes = 64 << 10, .forward_progress = true};
static const struct launch_shape shape = {.block = 64, .items = 2, .group = 32};

static bool gives(const struct strategy *strategy, const struct job *job, struct shared_need shared,
                  enum refusal refusal, const char *words, struct text *why)
{
    struct job asked = *job;
    struct text got = {0};
    asked.op = op_find("affine_u32");
    if (!asked.caps) asked.caps = &caps;
    enum refusal given = refuse_what_is_not_taken(strategy, &asked, &shape, shared, &got);
    return (given == refusal && strcmp(got.at, words) == 0) ||
           text_say(why, "expected %d '%s', got %d '%.200s'", refusal, words, given, got.at);
}

static bool job_is_taken_with_its_bit_alone(size_t row, struct text *why)
{
    const struct shared_need none = {0, false};
    struct strategy own = {.name = "own", .what = bits[row].job.what, .takes = TAKES_ALL};
    if (own.what == WHAT_EXSCAN) own.what = WHAT_SCAN;
    if (!gives(&own, &bits[row].job, none, REFUSAL_NONE, "", why)) return false;
    own.takes &= ~bits[row].lacks;
    return gives(&own, &bits[row].job, none, bits[row].refusal, bits[row].words, why);
}

static const struct device_caps stands = {.name = "a card", .lanes = 32}, narrow = {.lanes = 16};

/* What is no bit: numbers on both sides of their bound, laws, and the device. */
static const struct {
    const char *says;
    struct strategy strategy;
    struct job job;
    struct shared_need shared;
    enum refusal refusal;
    const char *words;
} facts[] = {
    {"3 keys",
     {.what = WHAT_KEYED, .most_keys = three},
     {.rows = 1, .length = 4, .keys = 3},
     {0},
     REFUSAL_NONE,
     ""},
    {"4 keys",
     {.what = WHAT_KEYED, .most_keys = three},
     {.rows = 1, .length = 4, .keys = 4},
     {0},
     REFUSAL_KEYS,
     "own does at most 3 keys for affine_u32, got 4"},
    {"a row of 3", {.longest_row = three}, {.rows = 1, .length = 3}, {0}, REFUSAL_NONE, ""},
    {"a row of 4",
     {.longest_row = three},
     {.rows = 1, .length = 4},
     {0},
     REFUSAL_SHAPE,
     "own with block=64, items=2 takes whole rows of at most 3 items, got rows of 4"},
    {"no row of 4", {.longest_row = three}, {.length = 4}, {0}, REFUSAL_NONE, ""},
    {"5 items of 5", {.most_items = 5}, {.rows = 1, .length = 5}, {0}, REFUSAL_NONE, ""},
    {"6 items of 5",
     {.most_items = 5},
     {.rows = 1, .length = 6},
     {0},
     REFUSAL_SHAPE,
     "own is right for at most 5 items, got 6"},
    {"a law",
     {.needs = LAW_COMMUTES},
     {.rows = 1, .length = 6},
     {0},
     REFUSAL_LAW,
     "own needs an operator that commutes; affine_u32 does not promise it"},
    {"another kind", {.what = WHAT_KEYED}, {.rows = 1}, {0}, REFUSAL_SHAPE, "own does keyed, got reduce"},
    {"one item over itself",
     {.takes = TAKES_IN_PLACE},
     {.rows = 1, .length = 1, .in = PLACED, .out = PLACED},
     {0},
     REFUSAL_NONE,
     ""},
    {"no progress",
     {.needs_progress = true},
     {.rows = 1, .length = 6, .caps = &stands},
     {0},
     REFUSAL_PROGRESS,
     "own waits for other blocks; a card does not promise that resident blocks go on"},
    {"no progress, which it does without",
     {.what = WHAT_REDUCE},
     {.rows = 1, .length = 6, .caps = &stands},
     {0},
     REFUSAL_NONE,
     ""},
    {"a wide group",
     {.what = WHAT_REDUCE},
     {.rows = 1, .length = 6, .caps = &narrow},
     {0},
     REFUSAL_DEVICE,
     "group=32, but the device has 16 lanes"},
    {"48 KB", {.what = WHAT_REDUCE}, {.rows = 1, .length = 6}, {48 << 10, false}, REFUSAL_NONE, ""},
    {"a byte more",
     {.what = WHAT_REDUCE},
     {.rows = 1, .length = 6},
     {(48 << 10) + 1, false},
     REFUSAL_SHARED_MEMORY,
     "own with block=64 needs 49153 bytes of shared memory for affine_u32, at most 49152 are there"},
    {"all that the device has",
     {.what = WHAT_REDUCE},
     {.rows = 1, .length = 6},
     {64 << 10, true},
     REFUSAL_NONE,
     ""},
    {"a byte more than that",
     {.what = WHAT_REDUCE},
     {.rows = 1, .length = 6},
     {(64 << 10) + 1, true},
     REFUSAL_SHARED_MEMORY,
     "own with block=64 needs 65537 bytes of shared memory for affine_u32, a card has 65536"},
};

static bool fact_decides(size_t row, struct text *why)
{
    struct strategy own = facts[row].strategy;
    struct job job = facts[row].job;
    own.name = "own";
    own.takes = TAKES_ALL & ~own.takes; /* of these rows: all but */
    if (facts[row].refusal != REFUSAL_SHAPE || own.what != WHAT_KEYED) job.what = own.what;
    return gives(&own, &job, facts[row].shared, facts[row].refusal, facts[row].words, why);
}

static const struct unit_test tests[] = {NAMED_ROWS(job_is_taken_with_its_bit_alone, bits, says),
                                         NAMED_ROWS(fact_decides, facts, says)};
UNIT(refuse, tests);
