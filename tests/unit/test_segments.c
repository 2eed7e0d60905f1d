/* SPDX-License-Identifier: MIT
 * Claims about formulas of the host, on formulas that are wrong in one place each: by hand, how many values each claim
 * compares, and that it fails. */

#include <inttypes.h>
#include <string.h>

#include "property.h"
#include "formulas.h"
#include "unit.h"

/* ---- params by row ---- */

/* Where a formula is wrong: in one row of one shape. Edges of a dimension of 2^20 indices are 0, 1, 2^19 and
 * the last. */
static const struct slip {
    const char *says;
    enum shape_form form;
    int count, vary_count; /* vary_count 0: any */
    uint64_t size[4], row;
} vary_slips[] = {
    {"the last row of 3", SHAPE_DIMS, 2, 0, {3, 0}, 2},
    {"the last row of 3 x 3 x 3", SHAPE_DIMS, 4, 0, {3, 3, 3}, 26},
    {"the middle row of 3 x 3 x 3", SHAPE_DIMS, 4, 3, {3, 3, 3}, 13},
    {"the last row of 2 x 2 x 2 x 2 x 2", SHAPE_DIMS, 6, 5, {2, 2, 2}, 31},
    {"the last row of 65537 x 3 x 70001",
     SHAPE_DIMS,
     4,
     0,
     {65537, 3, 70001},
     UINT64_C(65537) * 3 * 70001 - 1},
    {"index 3 of 5", SHAPE_DIMS, 6, 0, {2, 1 << 20, 5}, UINT64_C(3) * (1 << 20) * 7},
    {"the last row of 2 x 2^20 x 5 x 2^20 x 7",
     SHAPE_DIMS,
     6,
     0,
     {2, 1 << 20, 5, 1 << 20},
     (UINT64_C(70) << 40) - 1},
    {"row 1 of 2^40", SHAPE_DIMS, 2, 0, {UINT64_C(1) << 40, 3}, 1},
    {"half of 2^40 rows", SHAPE_DIMS, 2, 0, {UINT64_C(1) << 40, 3}, UINT64_C(1) << 39},
    {"row 7 of 2 x 3 x 2", SHAPE_DIMS, 4, 1, {2, 3, 2, 1000}, 7},
    {"row 11 of 2 x 3 x 2", SHAPE_DIMS, 4, 2, {2, 3, 2, 1000}, 11},
    {"row 2 of a list", SHAPE_LIST, 3, 0, {4, 0, 5}, 2},
    {"the last of 9 ragged rows", SHAPE_RAGGED, 0, 0, {9, 30}, 8},
};

static const struct slip row_7 = {"row 7", SHAPE_DIMS, 4, 1, {2, 3, 2, 1000}, 7};
static const struct slip *slipping; /* the one that is tried */

static bool is_there(const struct problem *problem, uint64_t row)
{
    const struct shape *shape = &problem->shape;
    bool there = shape->form == slipping->form && row == slipping->row;
    if (slipping->count) there = there && shape->count == slipping->count;
    if (slipping->vary_count) there = there && problem->vary_count == slipping->vary_count;
    for (int d = 0; d < 4; d++)
        if (slipping->size[d]) there = there && shape->size[d] == slipping->size[d];
    return there;
}

static uint64_t slipped_set(const struct problem *problem, const struct vary_index *vary, uint64_t row)
{
    return vary_formulas.set(problem, vary, row) + is_there(problem, row);
}

static uint64_t set_before(const struct problem *problem, const struct vary_index *vary, uint64_t row)
{
    return vary_formulas.set(problem, vary, row) - is_there(problem, row);
}

static void slipped_params(const struct problem *problem, uint64_t row, void *params)
{
    unsigned char *first = params;
    problem_params(problem, row, params);
    if (is_there(problem, row)) *first = (unsigned char)~*first;
}

static uint64_t a_set_more(const struct problem *problem)
{
    return problem_param_sets(problem) + 1;
}

static uint64_t a_set_less(const struct problem *problem)
{
    uint64_t sets = problem_param_sets(problem);
    return sets - (sets > 1);
}

static uint64_t none_or_one(const struct problem *problem)
{
    uint64_t sets = problem_param_sets(problem);
    return sets ? sets : 1; /* of no rows */
}

/* Looks by hand: of up to three outer dimensions of 1, 2 or 3 indices 6^n rows, of four and five of 1 or 2 indices 3^n,
 * each for all but one of 2^n choices; of large shapes 4 x 3 x 4, 2 x 4 x 5 x 4 x 4 and 4 edges; and 7 rows
 * of lines. */
enum { VARY_LOOKS = 6 + 36 * 3 + 216 * 7 + 81 * 15 + 243 * 31 + 48 * 7 + 640 * 31 + 4 + 7 };

static bool vary_fails(const struct vary_formulas *formulas, const char *says, struct finding *finding)
{
    struct finding got = {0};
    enum verdict verdict = judge_vary(formulas, &got);
    if (verdict == VERDICT_FAIL && got.first_at.at[0]) return true;
    return text_say(&finding->first_at, "params by row that are wrong in %s: expected fail, got %s %.200s",
                    says, verdict_name(verdict), got.first_at.at);
}

static bool wrong_set_of_params_fails(struct finding *finding)
{
    const struct vary_formulas sets = {slipped_set, problem_params, problem_param_sets},
                               before = {set_before, problem_params, problem_param_sets},
                               less = {vary_formulas.set, problem_params, a_set_less},
                               params = {vary_formulas.set, slipped_params, problem_param_sets},
                               more = {vary_formulas.set, problem_params, a_set_more},
                               one = {vary_formulas.set, problem_params, none_or_one};
    struct finding right = {0};
    if (varied_params_equal_nested_loops_property.check(NULL, NULL, &right) != VERDICT_PASS ||
        right.items != VARY_LOOKS)
        return text_say(&finding->first_at,
                        "params by row: expected %d rows to be looked at, got %" PRIu64 " %.200s", VARY_LOOKS,
                        right.items, right.first_at.at);
    for (size_t i = 0; i < sizeof vary_slips / sizeof vary_slips[0]; i++) {
        slipping = &vary_slips[i];
        if (!vary_fails(&sets, slipping->says, finding) || !vary_fails(&before, slipping->says, finding) ||
            !vary_fails(&params, slipping->says, finding))
            return false;
    }
    return vary_fails(&more, "the number of sets", finding) &&
           vary_fails(&less, "the number of sets, one less", finding) && vary_fails(&one, "no rows", finding);
}

/* The words for a row of the wrong set, and for a row whose params are not those of its set. */
static bool wrong_set_of_params_is_named(struct finding *finding)
{
#define ROW_7 "reduce/affine_mod/2x3x2x1000/soa/any:1/vary:0: row 7 has set 1 of the params, got "
    const struct vary_formulas wrong[] = {{slipped_set, problem_params, problem_param_sets},
                                          {vary_formulas.set, slipped_params, problem_param_sets}};
    static const char *const words[] = {ROW_7 "2", ROW_7 "18446744073709551615"};
#undef ROW_7
    slipping = &row_7;
    for (size_t i = 0; i < 2; i++) {
        struct finding got = {0};
        judge_vary(&wrong[i], &got);
        if (strcmp(got.first_at.at, words[i]) != 0)
            return text_say(&finding->first_at, "params by row: expected '%s', got '%.200s'", words[i],
                            got.first_at.at);
    }
    return true;
}

/* ---- launches of segmented reductions ---- */

static uint64_t more_blocks_printed(uint64_t rows, uint64_t length, uint64_t wanted, uint64_t least)
{
    return segments_blocks(rows, length, wanted, least) + (rows == 3 && length == 0);
}

static uint64_t more_blocks_worded(uint64_t rows, uint64_t length, uint64_t wanted, uint64_t least)
{
    return segments_blocks(rows, length, wanted, least) + (rows == 19 && length == 100 && wanted == 20);
}

static uint64_t more_items(uint64_t length, uint64_t threads)
{
    return segments_chunk(length, threads) + (length == 0);
}

static uint64_t fewer_threads(uint64_t length, uint64_t most, uint64_t least)
{
    return segments_threads(length, most, least) / (length == UINT64_MAX ? 2 : 1);
}

static uint64_t fewer_packs(uint64_t a, uint64_t b)
{
    return a / b;
}

/* As the right formula, but for rows of 65 items. */
static enum segments_way other_prototype(uint64_t rows, uint64_t length, uint64_t block, uint64_t full)
{
    return length == 65 ? SEGMENTS_SMALL : segments_by_prototype(rows, length, block, full);
}

static enum segments_way other_versions(uint64_t rows, uint64_t length, uint64_t block)
{
    return rows == (1 << 9) - 1 ? SEGMENTS_THREAD : segments_by_versions(rows, length, block);
}

static enum segments_way other_henriksen(uint64_t rows)
{
    return rows == 5000 ? SEGMENTS_THREAD : segments_by_henriksen(rows);
}

static enum segments_way other_segred(uint64_t length, uint64_t block)
{
    return length == 0 ? SEGMENTS_THREAD : segments_by_segred(length, block);
}

/* By hand: lines of the tables, and 20 x 100 x 20 numbers. */
enum { SEGMENT_VALUES = 11 + 40000 + 11 + 10 + 10 + 5 + 5 + 5 };

/* The right formulas, whose results are all one more or less. */
static int wrong_by;

#define SLIPPED(TYPE, FORMULA, PARAMETERS, ...)                                                              \
    static TYPE slipped_##FORMULA PARAMETERS                                                                 \
    {                                                                                                        \
        return (TYPE)((uint64_t)segments_##FORMULA(__VA_ARGS__) + (uint64_t)wrong_by);                       \
    }
SLIPPED(uint64_t, blocks, (uint64_t rows, uint64_t length, uint64_t wanted, uint64_t least), rows, length,
        wanted, least)
SLIPPED(uint64_t, chunk, (uint64_t length, uint64_t threads), length, threads)
SLIPPED(uint64_t, threads, (uint64_t length, uint64_t most, uint64_t least), length, most, least)
SLIPPED(uint64_t, packed, (uint64_t length, uint64_t items), length, items)
SLIPPED(uint64_t, ceiling, (uint64_t a, uint64_t b), a, b)

static uint64_t none_packed(uint64_t length, uint64_t items)
{
    (void)length, (void)items;
    return 0;
}

/* A comparison that looks from one side alone lets one of them pass. */
static bool formulas_are_compared_from_both_sides(struct finding *finding)
{
    for (wrong_by = -1; wrong_by <= 1; wrong_by += 2)
        for (int which = 0; which < 6; which++) {
            struct segment_formulas wrong = segment_formulas;
            struct finding got = {0};
            if (which == 0) wrong.blocks = slipped_blocks;
            if (which == 1) wrong.chunk = slipped_chunk;
            if (which == 2) wrong.threads = slipped_threads;
            if (which == 3) wrong.packed = slipped_packed;
            if (which == 4) wrong.ceiling = slipped_ceiling;
            if (which == 5) wrong.packed = none_packed;
            if (judge_segments(&wrong, &got) != VERDICT_FAIL)
                return text_say(&finding->first_at, "formula %d, %+d: expected fail", which, wrong_by);
        }
    return true;
}

static bool wrong_formula_fails(struct finding *finding)
{
    struct finding right = {0};
    struct segment_formulas wrong[9];
    static const char *const words[] = {
        "no items: a block, nothing each: got 2 blocks a row, 0 items a thread",
        "19 rows of 100 items, 20 blocks of 4 wanted: expected 2 a row, got 3",
        "no items: a block, nothing each: got 1 blocks a row, 1 items a thread",
        "a block for 18446744073709551615 items: expected 1024 threads, got 512",
        "prototype, 1000x65 (an item more): expected blocks a row, got rows a block",
        "versions, 511x131072 (a row fewer): expected blocks a row, got a thread a row",
        "Henriksen, 5000x1000 (302 us against 290): expected blocks a row, got a thread a row",
        "SegRed, 1000x0 (no items): expected rows a block, got a thread a row",
        "19x7 in blocks of 128: expected 2 packs of 18 rows, got 1 of 18"};
    if (launch_formulas_equal_documents_property.check(NULL, NULL, &right) != VERDICT_PASS ||
        right.items != SEGMENT_VALUES)
        return text_say(&finding->first_at,
                        "launches: expected %d values to be compared, got %" PRIu64 " %.200s", SEGMENT_VALUES,
                        right.items, right.first_at.at);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        wrong[i] = segment_formulas;
    wrong[0].blocks = more_blocks_printed;
    wrong[1].blocks = more_blocks_worded;
    wrong[2].chunk = more_items;
    wrong[3].threads = fewer_threads;
    wrong[4].prototype = other_prototype;
    wrong[5].versions = other_versions;
    wrong[6].henriksen = other_henriksen;
    wrong[7].segred = other_segred;
    wrong[8].ceiling = fewer_packs;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct finding got = {0};
        enum verdict verdict = judge_segments(&wrong[i], &got);
        if (verdict != VERDICT_FAIL || strcmp(got.first_at.at, words[i]) != 0)
            return text_say(&finding->first_at, "launches: expected fail '%s', got %s '%.200s'", words[i],
                            verdict_name(verdict), got.first_at.at);
    }
    return true;
}

static const struct unit_test tests[] = {TEST(wrong_set_of_params_fails), TEST(wrong_set_of_params_is_named),
                                         TEST(wrong_formula_fails),
                                         TEST(formulas_are_compared_from_both_sides)};
UNIT(segments, tests);
