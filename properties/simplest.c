/* SPDX-License-Identifier: MIT
 * Shrinking, without a device: a predicate says which cases fail, and the simplest of them was worked out by hand.
 * Of cases whose items do not matter the simplest has none alive: only:0-0. */
#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "shrink.h"

static uint64_t items_of(const struct problem *problem)
{
    uint64_t items = 0;
    shape_items(&problem->shape, &items);
    return items;
}

static bool many_keys(const struct problem *problem)
{
    return problem->shape.keys >= 3 && items_of(problem) >= 5;
}

static bool two_live(const struct problem *problem)
{
    return problem->has_only && problem->only_to >= problem->only_from + 2;
}

static bool long_row(const struct problem *problem)
{
    return items_of(problem) >= 37;
}

static bool large_literal(const struct problem *problem)
{
    for (uint64_t i = 0; i < items_of(problem); i++)
        if (data_bits(&problem->data, i) >= 4) return !problem->has_only;
    return false;
}

static bool gapped_result(const struct problem *problem)
{
    return problem->layout.sides > 1 && problem->layout.result.gap > 0;
}

static bool two_rows(const struct problem *problem)
{
    uint64_t rows = 0;
    return shape_rows(&problem->shape, &rows) && rows >= 2 && items_of(problem) >= 6;
}

static bool by_priority(const struct problem *problem)
{
    return problem->schedule.form == SCHEDULE_PCT;
}

/* Three are alive, of which the last alone is not the simplest. */
static bool last_is_odd(const struct problem *problem)
{
    uint64_t last = problem->only_to - 1;
    return problem->has_only && problem->only_to == problem->only_from + 3 &&
           data_bits(&problem->data, last) != 0 && data_bits(&problem->data, last - 1) == 0;
}

/* One item alive, and one behind it. */
static bool last_but_one(const struct problem *problem)
{
    return problem->has_only && problem->only_to == problem->only_from + 1 &&
           problem->only_to + 1 == items_of(problem);
}

static const struct {
    bool (*fails)(const struct problem *problem);
    const char *from, *to;
} searches[] = {
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

enum verdict simplest_cases_are_found_check(void *context, const struct test_case *checked,
                                            struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        bool (*fails)(const struct problem *problem) = searches[i].fails;
        struct shrink shrink = {.fails = ask, .context = &fails, .budget = 4000};
        struct test_case found;
        char line[MAX_LINE];
        if (!case_parse(searches[i].from, &found, &finding->first_at)) return VERDICT_FAIL;
        shrink_case(&shrink, &found);
        case_print(&found, line, sizeof line);
        if (strcmp(line, searches[i].to) == 0) continue;
        text_say(&finding->first_at, "from %s: expected %s, got %.300s", searches[i].from, searches[i].to,
                 line);
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}
