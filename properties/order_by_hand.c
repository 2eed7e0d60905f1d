/* SPDX-License-Identifier: MIT
 * Which of two cases is the simpler one, and which numbers of a device are at a border, against lists typed by hand. */
#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "choices.h"
#include "keys.h"
#include "paper.h"

/* ---- cases ---- */

/* From the simplest on: fewer live items, fewer items, fewer kinds of choices, smaller choices; literals say which
 * items matter. */
static const char *const simpler_first[] = {
    "a.b@sim64 reduce/add_u32/0/soa/unit:0",
    "a.b@sim64 reduce/add_u32/5/aos/unit:0/only:2-2",
    "a.b@sim64 reduce/add_u32/1/soa/any:7f3a",
    "a.b@sim64 reduce/add_u32/5/soa/unit:0/only:0-1",
    "a.b@sim64 reduce/add_u32/6/soa/unit:0/only:0-1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa/unit:1",
    "a.b@sim64 reduce/add_u32/2/soa/lit:0",
    "a.b@sim64 reduce/add_u32/2/soa/lit:0,1",
    "a.b@sim64 reduce/add_u32/2/soa/lit:0,2",
    "a.b@sim64 reduce/add_u32/2/soa/small:0",
    "a.b@sim64 reduce/add_u32/2/soa/any:0",
    "a.b@sim64 reduce/add_u32/1x2/soa/unit:0",
    "a.b@sim64 reduce/add_u32/2x1/soa/unit:0",
    "a.b@sim64 reduce/add_u32/[0,2]/soa/unit:0",
    "a.b@sim64 reduce/add_u32/1x1x2/soa/unit:0",
    "a.b@sim64 reduce/add_u32/2/aos/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa+1/unit:0",
    "a.b@sim64 reduce/add_u32/2/aos+1/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa~1/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa>aos/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa>soa+1/unit:0",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/only:0-2",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/with:x=1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:2",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:uniform:0:1",
    "a.b{block=4}@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b{block=8}@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b@sim64 reduce/add_u32/3/soa/unit:0",
};

static bool order_is_right(size_t a, size_t b, struct finding *finding)
{
    struct test_case left, right;
    if (!case_parse(simpler_first[a], &left, &finding->first_at) ||
        !case_parse(simpler_first[b], &right, &finding->first_at))
        return false;
    int order = case_compare(&left, &right);
    return (order > 0) - (order < 0) == (a > b) - (a < b) ||
           text_say(&finding->first_at, "%s, %s: expected order %d, got %d", simpler_first[a],
                    simpler_first[b], (a > b) - (a < b), order);
}

static bool orders_are_right(struct finding *finding)
{
    const size_t count = sizeof simpler_first / sizeof simpler_first[0];
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            if (!order_is_right(a, b, finding)) return false;
    return true;
}

/* Names stand behind the count and the values of a tuning and of with. */
static bool names_are_known(struct finding *finding)
{
    static const struct {
        size_t slot;
        bool is_name;
    } slots[] = {{SLOT_TUNING, false},
                 {SLOT_TUNING + MAX_NAMED, false},
                 {SLOT_TUNING + MAX_NAMED + 1, true},
                 {SLOT_DATA - 1, true},
                 {SLOT_DATA, false},
                 {SLOT_WITH - 1, false},
                 {SLOT_WITH + MAX_NAMED, false},
                 {SLOT_WITH + MAX_NAMED + 1, true},
                 {SLOT_SCHEDULE - 1, true},
                 {SLOT_SCHEDULE, false}};
    for (size_t s = 0; s < sizeof slots / sizeof slots[0]; s++)
        if (choices_is_name(slots[s].slot) != slots[s].is_name)
            return text_say(&finding->first_at, "slot %zu of a case's choices: expected %s", slots[s].slot,
                            slots[s].is_name ? "a name" : "a number");
    return true;
}

/* ---- keys that users give ---- */

static bool takes(uint32_t last, bool expected, struct finding *finding)
{
    const uint32_t given[] = {0, 1, last};
    struct item_keys keys = {0};
    struct problem problem;
    struct text why = {0};
    if (!problem_parse("keyed/add_u32/3#2/soa/any:1", &problem, &finding->first_at)) return false;
    bool taken = item_keys_take(&keys, &problem, given, sizeof given[0], &why);
    bool told = taken || strcmp(why.at, "item 2 has key 2, expected a key below 2") == 0;
    item_keys_free(&keys);
    return (taken == expected && told) || text_say(&finding->first_at, "a key %" PRIu32 " of 2 is %s: '%s'",
                                                   last, taken ? "taken" : "refused", why.at);
}

/* ---- borders of strategies ---- */

static bool borders_are_found(struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    const struct op *op = op_find("add_u32");
    if (!lab || !op) return false;
    const struct instance *few = lab_nth_instance(lab, "few_keys", "add_u32", 0);
    const struct instance *any = lab_nth_instance(lab, "keyed_right", "add_u32", 0);
    uint64_t most = few ? lab_most_keys(lab, few, op) : 0, all = any ? lab_most_keys(lab, any, op) : 0;
    const struct op *words = op_for(WHAT_TRANSPOSE, "u32");
    const struct instance *whole = lab_nth_instance(lab, "whole_matrices", "u32", 0);
    const struct instance *parts = lab_nth_instance(lab, "transpose_naive", "u32", 0);
    bool masks = whole && parts && !lab_masks(lab, whole, words) && lab_masks(lab, parts, words);
    properties_close(lab);
    if (!masks)
        return text_say(&finding->first_at, "matrices whose items are not all there: expected no, yes");
    return (most == PAPER_KEYS && all == MANY_KEYS) ||
           text_say(&finding->first_at, "most keys: expected %d and any number, got %" PRIu64 " and %" PRIu64,
                    PAPER_KEYS, most, all);
}

enum verdict cases_are_ordered_check(void *context, const struct test_case *checked, struct finding *finding)
{
    (void)context, (void)checked;
    bool good = orders_are_right(finding) && names_are_known(finding) && takes(1, true, finding) &&
                takes(2, false, finding) && borders_are_found(finding);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}
