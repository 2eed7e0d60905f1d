/* SPDX-License-Identifier: MIT
 * Shrinking, without a device: a predicate says which cases fail, and the simplest of them was worked out by hand.
 * Of cases whose items do not matter the simplest has none alive: only:0-0. */

#include <inttypes.h>
#include <string.h>

#include "unit.h"
#include "shrink.h"

#define ZEROS_7 "0,0,0,0,0,0,0"
#define ZEROS_63                                                                                             \
    ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7 "," ZEROS_7

/* A case fails where this holds of its problem. */
#define FAILS(NAME, WHERE)                                                                                   \
    static bool NAME(const struct problem *problem)                                                          \
    {                                                                                                        \
        return WHERE;                                                                                        \
    }

static uint64_t items_of(const struct problem *problem)
{
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    return items;
}

FAILS(many_keys, problem->shape.keys >= 3 && items_of(problem) >= 5)
FAILS(two_live, problem->has_only && problem->only_to >= problem->only_from + 2)
FAILS(long_row, items_of(problem) >= 37)

static bool large_literal(const struct problem *problem)
{
    for (uint64_t i = 0; i < items_of(problem); i++)
        if (data_bits(&problem->data, i) >= 4) return !problem->has_only;
    return false;
}

FAILS(gapped_result, problem->layout.sides > 1 && problem->layout.result.gap > 0)

static bool two_rows(const struct problem *problem)
{
    uint64_t rows = 0;
    return shape_rows(&problem->shape, &rows) && rows >= 2 && items_of(problem) >= 6;
}

FAILS(by_priority, problem->schedule.form == SCHEDULE_PCT)

/* Three are alive, of which the last alone is not the simplest. */
static bool last_is_odd(const struct problem *problem)
{
    uint64_t last = problem->only_to - 1;
    return problem->has_only && problem->only_to == problem->only_from + 3 &&
           data_bits(&problem->data, last) != 0 && data_bits(&problem->data, last - 1) == 0;
}

/* One item alive, and one behind it. */
FAILS(last_but_one, problem->has_only && problem->only_to == problem->only_from + 1 &&
                        problem->only_to + 1 == items_of(problem))
FAILS(with_b, problem_with(problem, "b", 0) >= 3)

/* 325 is the least such number; from 10021 it is come to by powers of two that numbers in between have no bit of. */
static bool five_past_32s(const struct problem *problem)
{
    int64_t x = problem_with(problem, "x", 0);
    return x >= 300 && x % 32 == 5;
}

FAILS(some_seed, problem->schedule.form == SCHEDULE_UNIFORM && problem->schedule.seed % 8 == 5 &&
                     problem->schedule.resident >= 3)
FAILS(unfair, problem->schedule.form == SCHEDULE_UNFAIR)

static bool changes_at_9(const struct problem *problem)
{
    for (int i = 0; i < problem->schedule.change_points; i++)
        if (problem->schedule.change_point[i] == 9) return true;
    return false;
}

FAILS(mapout_of_structs, problem->layout.sides == 3 && problem->layout.mapout.form == SIDE_AOS)

static bool row_of_seven(const struct problem *problem)
{
    uint64_t rows = 0;
    for (uint64_t row = 0; shape_rows(&problem->shape, &rows) && row < rows; row++)
        if (shape_row_length(&problem->shape, row) == 7) return rows >= 2;
    return false;
}

FAILS(odd_behind_two, items_of(problem) >= 3 && !problem->has_only && data_bits(&problem->data, 0) >= 2 &&
                          data_bits(&problem->data, 2) % 2 == 1)
FAILS(three_more_than_x,
      problem->with_count > 0 && items_of(problem) == (uint64_t)(problem_with(problem, "x", 1000) + 3))

/* Four items more than literals that are 0 before the first other one. */
static bool four_behind_zeros(const struct problem *problem)
{
    int zeros = 0;
    while (zeros < problem->data.count && problem->data.literal[zeros] == 0)
        zeros++;
    return problem->data.form == DATA_LITERAL && !problem->has_only && zeros < problem->data.count &&
           items_of(problem) == (uint64_t)zeros + 4;
}

FAILS(four_in_the_middle,
      problem->shape.form == SHAPE_DIMS && problem->shape.count == 3 && problem->shape.size[1] == 4)
FAILS(large_init, problem->has_init && problem->init_bits >= 5)
FAILS(keeps_one, problem->keep_count > 0)
FAILS(large_modulus, problem->args[0] >= 100)
FAILS(any_data, problem->data.form == DATA_ANY)
FAILS(numbers, data_is_exact(&problem->data))
FAILS(giant_rows, problem->shape.form == SHAPE_RAGGED && problem->shape.dist == DIST_GIANT)
FAILS(varies, problem->vary_count > 0)

/* At least three items, listed one by one. The first and the third are not the simplest. */
FAILS(three_listed, problem->data.form == DATA_LITERAL && !problem->has_only && items_of(problem) >= 3 &&
                        data_bits(&problem->data, 0) != 0 && data_bits(&problem->data, 2) != 0)

/* The most items that a line can list. */
FAILS(last_of_64_listed, problem->data.form == DATA_LITERAL && problem->has_only &&
                             problem->only_from == 63 && problem->only_to == 64 &&
                             data_bits(&problem->data, 63) != 0)

/* Each time 4 items fewer fail, under another seed. */
static bool shorter_by_four(const struct problem *problem)
{
    uint64_t items = items_of(problem), seed = problem->schedule.seed;
    return problem->schedule.form == SCHEDULE_UNIFORM && problem->shape.count == 1 &&
           ((items == 9 && seed == 0xff) || (items == 5 && seed == 3) || (items == 1 && seed == 4));
}

static const struct {
    bool (*fails)(const struct problem *problem);
    const char *from, *to;
} searches[] = {
    {shorter_by_four, "a.b@sim64 reduce/add_u32/9/soa/any:5/sched:uniform:ff:2",
     "a.b@sim64 reduce/add_u32/1/soa/unit:0/only:0-0/sched:uniform:4:1"},
    {three_listed, "a.b@sim64 reduce/add_u32/5/soa/any:5", "a.b@sim64 reduce/add_u32/3/soa/lit:1,0,1"},
    {last_of_64_listed, "a.b@sim64 reduce/add_u32/64/soa/any:5/only:63-64",
     "a.b@sim64 reduce/add_u32/64/soa/lit:" ZEROS_63 ",1/only:63-64"},
    {with_b, "a.b@sim64 reduce/add_u32/9/soa/any:5/with:a=5,b=9,c=7",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/with:b=3"},
    {five_past_32s, "a.b@sim64 reduce/add_u32/9/soa/any:5/with:x=10021",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/with:x=325"},
    {some_seed, "a.b@sim64 reduce/add_u32/9/soa/any:5/sched:uniform:ff5:9",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/sched:uniform:5:3"},
    {unfair, "a.b@sim64 reduce/add_u32/9/soa/any:5/sched:unfair:ff5:9",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/sched:unfair:0:1"},
    {changes_at_9, "a.b@sim64 reduce/add_u32/9/soa/any:5/sched:pct:ff@3@9@12:4",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/sched:pct:0@9:1"},
    {mapout_of_structs, "a.b@sim64 scan/span_emit/9/aos+2>aos+1>aos~3/any:5",
     "a.b@sim64 scan/span_emit/0/soa>soa>aos/unit:0"},
    {row_of_seven, "a.b@sim64 reduce/add_u32/[5,7,3,9]/soa/any:5",
     "a.b@sim64 reduce/add_u32/[0,7]/soa/unit:0/only:0-0"},
    {odd_behind_two, "a.b@sim64 reduce/add_u32/5/soa/lit:9,0,7,1",
     "a.b@sim64 reduce/add_u32/3/soa/lit:2,0,1"},
    {three_more_than_x, "a.b@sim64 reduce/add_u32/40/soa/any:5/with:x=37",
     "a.b@sim64 reduce/add_u32/3/soa/unit:0/only:0-0/with:x=0"},
    {four_behind_zeros, "a.b@sim64 reduce/add_u32/10/soa/lit:0,0,0,0,0,0,5",
     "a.b@sim64 reduce/add_u32/4/soa/lit:1"},
    {four_in_the_middle, "a.b@sim64 reduce/add_u32/5x4x6/soa/any:5",
     "a.b@sim64 reduce/add_u32/0x4x0/soa/unit:0"},
    {large_init, "a.b@sim64 scan/add_u32/9/soa/any:5/init:ff", "a.b@sim64 scan/add_u32/0/soa/unit:0/init:5"},
    {keeps_one, "a.b@sim64 reduce/affine_u32/9/soa/any:5/keep:1",
     "a.b@sim64 reduce/affine_u32/0/soa/unit:0/keep:0"},
    {large_modulus, "a.b@sim64 reduce/affine_mod(modulus=1000)/9/soa/any:5",
     "a.b@sim64 reduce/affine_mod(modulus=100)/0/soa/unit:0"},
    {any_data, "a.b@sim64 reduce/add_u32/9/soa/any:5", "a.b@sim64 reduce/add_u32/0/soa/any:0"},
    {numbers, "a.b@sim64 reduce/add_f32/9/soa/powers:5", "a.b@sim64 reduce/add_f32/0/soa/ones:0"},
    {giant_rows, "a.b@sim64 reduce/add_u32/rag:9x30:giant:5/soa/any:1",
     "a.b@sim64 reduce/add_u32/rag:0x0:giant:0/soa/unit:0"},
    {varies, "a.b@sim64 reduce/affine_mod/3x4x5/soa/any:5/vary:1",
     "a.b@sim64 reduce/affine_mod/0x0/soa/unit:0/vary:0"},
    {many_keys, "a.b@sim64 keyed/add_u32/4x50#9:giant:5/aos+1/any:7f3a/sched:uniform:5:2",
     "a.b@sim64 keyed/add_u32/5#3/soa/unit:0/only:0-0"},
    {two_live, "a.b@sim64 reduce/add_u32/3x100/soa+1/any:7/only:41-90",
     "a.b@sim64 reduce/add_u32/2/soa/unit:0/only:0-2"},
    {long_row, "a.b@sim64 scan/affine_u32/3x1025/aos+1~2/any:7f3a/with:split=17/sched:pct:ff@3@9:4",
     "a.b@sim64 scan/affine_u32/37/soa/unit:0/only:0-0"},
    {large_literal, "a.b@sim64 reduce/add_u32/9/soa/lit:0,3,5,1,2,9", "a.b@sim64 reduce/add_u32/1/soa/lit:4"},
    {gapped_result, "a.b@sim64 scan/add_u32/9/aos+2~3>aos+1~7/any:5",
     "a.b@sim64 scan/add_u32/0/soa>soa~1/unit:0"},
    {by_priority, "a.b@sim64 reduce/add_u32/40/soa/any:7/sched:pct:ff@3@9:4",
     "a.b@sim64 reduce/add_u32/0/soa/unit:0/sched:pct:0:1"},
    {last_is_odd, "a.b@sim64 reduce/add_u32/9/soa/lit:0,0,0,0,0,0,9/only:4-7",
     "a.b@sim64 reduce/add_u32/3/soa/lit:0,0,1/only:0-3"},
    {last_but_one, "a.b@sim64 reduce/add_u32/3x100/soa/any:7/only:298-299",
     "a.b@sim64 reduce/add_u32/2/soa/unit:0/only:0-1"},
    {two_rows, "a.b@sim64 reduce/add_u32/rag:9x30:giant:5/soa/any:1",
     "a.b@sim64 reduce/add_u32/2x3/soa/unit:0/only:0-0"},
};

static bool ask(void *context, const struct test_case *candidate)
{
    bool (*const *fails)(const struct problem *problem) = context;
    return (*fails)(&candidate->problem);
}

/* ---- tunings, and the budget ---- */

/* A case that has as many names as a tuning can is made simpler by one that has as many. */
static bool tuning_listed(void *context, const struct test_case *now, unsigned index, struct tuning *tuning)
{
    static const struct {
        const char *name;
        int64_t value;
    } listed[] = {{"block", 4}, {"block", 8}, {"items", 1}, {"block", 16}};
    (void)context;
    if (index >= sizeof listed / sizeof listed[0]) return false;
    tuning->count = now->tuning.count < MAX_NAMED ? 1 : MAX_NAMED;
    for (int p = 1; p < tuning->count; p++)
        strcpy(tuning->pair[p].name, now->tuning.pair[p].name);
    strcpy(tuning->pair[0].name, listed[index].name);
    tuning->pair[0].value = listed[index].value;
    return true;
}

struct asked {
    uint64_t calls;
    bool fails;
};

static bool ask_tuning(void *context, const struct test_case *candidate)
{
    struct asked *asked = context;
    asked->calls++;
    return asked->fails && strcmp(candidate->tuning.pair[0].name, "block") == 0 &&
           candidate->tuning.pair[0].value >= 8;
}

/* Of a case whose tuning alone matters, the first of the list that fails; of one whose candidates pass, no more are asked than
 * the budget has. */
static bool tuning_shrinks_within_the_budget(struct finding *finding)
{
    static const struct {
        const char *from, *to;
        uint64_t budget;
        bool fails;
    } cases[] = {
        {"a.b{block=64,items=3}@sim64", "a.b{block=8}@sim64", 4000, true},
        {"a.b{block=64,items=3}@sim64 reduce/add_u32/9/soa/any:5",
         "a.b{block=8}@sim64 reduce/add_u32/0/soa/unit:0", 4000, true},
        {"a.b{block=64,b=1,c=1,d=1,e=1,f=1}@sim64 reduce/add_u32/9/soa/any:5",
         "a.b{block=8,b=0,c=0,d=0,e=0,f=0}@sim64 reduce/add_u32/0/soa/unit:0", 4000, true},
        {"a.b{block=64,items=3}@sim64", "a.b{block=64,items=3}@sim64", 1, false},
        {"a.b{block=64}@sim64 reduce/add_u32/9/soa/any:5", "a.b{block=64}@sim64 reduce/add_u32/9/soa/any:5",
         5, false},
        {"a.b{block=64}@sim64 reduce/add_u32/9/soa/any:5", "a.b{block=64}@sim64 reduce/add_u32/9/soa/any:5",
         0, true},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct asked asked = {.fails = cases[c].fails};
        struct shrink shrink = {.fails = ask_tuning,
                                .next_tuning = tuning_listed,
                                .context = &asked,
                                .budget = cases[c].budget,
                                .runs = 9};
        struct test_case found;
        char line[MAX_LINE];
        if (!case_parse(cases[c].from, &found, &finding->first_at)) return false;
        shrink_case(&shrink, &found);
        case_print(&found, line, sizeof line);
        bool spent = cases[c].fails ? shrink.runs <= cases[c].budget : shrink.runs == cases[c].budget;
        if (strcmp(line, cases[c].to) == 0 && spent && shrink.runs == asked.calls) continue;
        return text_say(&finding->first_at,
                        "from %s: expected %s in %" PRIu64 " runs, got %.200s in %" PRIu64, cases[c].from,
                        cases[c].to, cases[c].budget, line, shrink.runs);
    }
    return true;
}

/* A search gives back all its memory. */
static bool search_frees_its_memory(struct finding *finding)
{
    size_t heap = 0;
    for (int round = 0; round < 6; round++) {
        struct asked asked = {.fails = true};
        struct shrink shrink = {.fails = ask_tuning, .context = &asked, .budget = 1};
        struct test_case found;
        if (round == 2) heap = heap_in_use();
        if (!case_parse("a.b{block=64}@sim64", &found, &finding->first_at)) return false;
        shrink_case(&shrink, &found);
    }
    return heap_in_use() < heap + 30000 ||
           text_say(&finding->first_at, "searches that ended keep %zu bytes", heap_in_use() - heap);
}

static bool simplest_case_is_found(size_t at, struct finding *finding)
{
    bool (*fails)(const struct problem *problem) = searches[at].fails;
    struct shrink shrink = {.fails = ask, .context = &fails, .budget = 4000};
    struct test_case found;
    char line[MAX_LINE];
    if (!case_parse(searches[at].from, &found, &finding->first_at)) return false;
    shrink_case(&shrink, &found);
    case_print(&found, line, sizeof line);
    return strcmp(line, searches[at].to) == 0 ||
           text_say(&finding->first_at, "from %s: expected %s, got %.300s", searches[at].from,
                    searches[at].to, line);
}

static const struct unit_test tests[] = {NAMED_ROWS(simplest_case_is_found, searches, from),
                                         TEST(tuning_shrinks_within_the_budget),
                                         TEST(search_frees_its_memory)};
UNIT(shrink, tests);
