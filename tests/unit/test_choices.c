/* SPDX-License-Identifier: MIT
 * Which of two cases is the simpler one, and which numbers of a device are at a border, against lists typed by hand. */

#include <inttypes.h>
#include <string.h>

#include "choices.h"
#include "keys.h"
#include "fake_device.h"
#include "unit.h"

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
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/model:formal",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:2",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:uniform:0:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:path:0:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:path:00000000000000001:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:path:1:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:path:01:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:every:1",
    "a.b@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1/model:formal",
    "a.b{block=4}@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b{block=8}@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b{block=4,items=1}@sim64 reduce/add_u32/2/soa/unit:0/sched:fifo:1",
    "a.b@sim64 reduce/add_u32/3/soa/unit:0",
    "a.b@sim64 reduce/add_u32/4294967296/soa/unit:0",
    "a.b@sim64 reduce/add_u32/4294967296x2147483647/soa/unit:0",
    "a.b@sim64 reduce/add_u32/9223372036854775807/soa/unit:0",
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

static bool simpler_case_is_less(struct finding *finding)
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
                 {SLOT_MODEL - 1, true},
                 {SLOT_MODEL, false},
                 {SLOT_SCHEDULE, false}};
    for (size_t s = 0; s < sizeof slots / sizeof slots[0]; s++)
        if (choices_is_name(slots[s].slot) != slots[s].is_name)
            return text_say(&finding->first_at, "slot %zu of a case's choices: expected %s", slots[s].slot,
                            slots[s].is_name ? "a name" : "a number");
    return true;
}

/* A case's choices: `slot` set to `value` makes one line of another, or no case; and is the other's. */
#define A "a.b@sim64 reduce/add_u32/"
#define K "a.b@sim64 keyed/add_u32/"
static const struct {
    const char *from;
    size_t slot;
    uint64_t value;
    const char *to; /* NULL: a choice beyond its bound; "": no line has it */
} choices_of[] = {
    {A "2/soa/unit:0", SLOT_DATA, 2, A "2/soa/small:0"},
    {A "2/soa/unit:0", SLOT_DATA, 3, A "2/soa/any:0"},
    {A "2/soa/unit:0", SLOT_DATA, 4, ""},
    {"a.b@sim64 reduce/add_f32/2/soa/unit:0", SLOT_DATA, 4, "a.b@sim64 reduce/add_f32/2/soa/ones:0"},
    {"a.b@sim64 reduce/add_f32/2/soa/unit:0", SLOT_DATA, 5, "a.b@sim64 reduce/add_f32/2/soa/powers:0"},
    {"a.b@sim64 reduce/add_f32/2/soa/unit:0", SLOT_DATA, 6, "a.b@sim64 reduce/add_f32/2/soa/wild:0"},
    {A "2/soa/unit:0", SLOT_DATA, 6, ""},
    {A "2/soa/unit:0", SLOT_DATA, 7, NULL},
    {A "2/soa/unit:0", SLOT_DATA, INT32_MAX, NULL},
    {A "2/soa/any:0", SLOT_DATA + 1, UINT64_MAX, A "2/soa/any:ffffffffffffffff"},
    {A "2/soa/lit:0", SLOT_DATA + 2, 2, A "2/soa/lit:0,0"},
    {A "2/soa/lit:0", SLOT_DATA + 2, MAX_LITERALS + 1, NULL},
    {A "2/soa/lit:0,0", SLOT_DATA + 3, 7, A "2/soa/lit:7,0"},
    {A "2/soa/lit:0,0", SLOT_DATA + 4, UINT64_MAX, A "2/soa/lit:0,ffffffffffffffff"},
    {A "2/soa/lit:0,0", SLOT_DATA + 5, 1, NULL},
    {A "2x3/soa/unit:0", SLOT_SHAPE, 1, A "[2,3]/soa/unit:0"},
    {A "2x3/soa/unit:0", SLOT_SHAPE, 3, NULL},
    {A "[2,3]/soa/unit:0", SLOT_SHAPE + 1, 2, A "[2,3,0]/soa/unit:0"},
    {A "[2,3]/soa/unit:0", SLOT_SHAPE + 1, MAX_LIST, NULL},
    {A "2/soa/unit:0", SLOT_SHAPE + 1, 1, A "2x0/soa/unit:0"},
    {A "rag:2x3:uniform:5/soa/unit:0", SLOT_SHAPE_SEED, 6, A "rag:2x3:uniform:6/soa/unit:0"},
    {A "rag:2x3:uniform:5/soa/unit:0", SLOT_KEYS + 2, 3, A "rag:2x3:halfempty:5/soa/unit:0"},
    {A "rag:2x3:uniform:5/soa/unit:0", SLOT_KEYS + 2, 5, ""}, /* runs are of keys alone */
    {A "rag:2x3:uniform:5/soa/unit:0", SLOT_KEYS + 2, 6, NULL},
    {K "3#3/soa/unit:0", SLOT_KEYS, 2, K "3#2/soa/unit:0"},
    {K "3#3/soa/unit:0", SLOT_KEYS, 0, ""},
    {K "3#3/soa/unit:0", SLOT_KEYS + 1, 1, K "3#3:uniform/soa/unit:0"},
    {K "3#3:uniform/soa/unit:0", SLOT_SHAPE_SEED, 5, K "3#3:uniform:5/soa/unit:0"},
    {K "3#3/soa/unit:0", SLOT_KEYS + 1, 2, NULL},
    {K "3#3:1/soa/unit:0", SLOT_KEYS + 3, 2, K "3#3:1,0/soa/unit:0"},
    {K "3#3:1/soa/unit:0", SLOT_KEYS + 4, 2, K "3#3:2/soa/unit:0"},
    {K "3#3:1/soa/unit:0", SLOT_KEYS + 4, 3, ""},
    {K "3#3:1/soa/unit:0", SLOT_KEYS + 5, 1, NULL},
    {A "2/soa/unit:0", SLOT_SIZES, 9, A "9/soa/unit:0"},
    {A "2/soa/unit:0", SLOT_SIZES + 1, 1, NULL},
    {A "2/soa/unit:0", SLOT_ARGS, 1, ""}, /* add_u32 has no arguments */
    {"a.b@sim64 reduce/affine_mod/2/soa/unit:0", SLOT_ARGS, 4,
     "a.b@sim64 reduce/affine_mod(modulus=95)/2/soa/unit:0"}, /* 97, 98, 96, 99, 95 */
    {"a.b@sim64 reduce/affine_mod/2/soa/unit:0", SLOT_ARGS + 1, 1, ""},
    {A "2/soa/unit:0", SLOT_LAYOUT, 1, A "2/soa>soa/unit:0"},
    {A "2/soa/unit:0", SLOT_LAYOUT, 3, NULL},
    {A "2/soa/unit:0", SLOT_LAYOUT + 1, 1, A "2/aos/unit:0"},
    {A "2/soa/unit:0", SLOT_LAYOUT + 2, UINT32_MAX, A "2/soa+4294967295/unit:0"},
    {A "2/soa/unit:0", SLOT_LAYOUT + 2, (uint64_t)UINT32_MAX + 1, NULL},
    {A "2/soa/unit:0", SLOT_LAYOUT + 3, 2, A "2/soa~2/unit:0"},
    {A "2/soa>soa/unit:0", SLOT_LAYOUT + 4, 1, A "2/soa>aos/unit:0"},
    {A "2/soa/unit:0", SLOT_ONLY, 1, A "2/soa/unit:0/only:0-0"},
    {A "2/soa/unit:0", SLOT_ONLY, 2, NULL},
    {A "2/soa/unit:0/only:0-1", SLOT_ONLY + 1, 1, A "2/soa/unit:0/only:1-2"},
    {A "2/soa/unit:0/only:0-1", SLOT_ONLY + 2, 2, A "2/soa/unit:0/only:0-2"},
    {A "2/soa/unit:0", SLOT_INIT, 1, A "2/soa/unit:0/init:0"},
    {A "2/soa/unit:0/init:0", SLOT_INIT + 1, 5, A "2/soa/unit:0/init:5"},
    {"a.b@sim64 reduce/affine_mod/2x3x1/soa/unit:0/vary:0", SLOT_VARY + 1, 1,
     "a.b@sim64 reduce/affine_mod/2x3x1/soa/unit:0/vary:1"},
    {"a.b@sim64 reduce/affine_mod/2x3x1/soa/unit:0/vary:0", SLOT_VARY + 2, 1, NULL},
    {"a.b@sim64 reduce/affine_mod/2/soa/unit:0", SLOT_KEEP, 1,
     "a.b@sim64 reduce/affine_mod/2/soa/unit:0/keep:0"},
    {"a.b@sim64 reduce/affine_mod/2/soa/unit:0/keep:0", SLOT_KEEP + 1, 1,
     "a.b@sim64 reduce/affine_mod/2/soa/unit:0/keep:1"},
    {"a.b@sim64 reduce/affine_mod/2/soa/unit:0/keep:0", SLOT_KEEP + 2, 1, NULL},
    {"a.b@sim64 scan/span_emit/2/soa>soa>soa/unit:0", SLOT_LAYOUT + 7, 1,
     "a.b@sim64 scan/span_emit/2/soa>soa>aos/unit:0"},
    {"a.b@sim64 scan/span_emit/2/soa>soa>soa/unit:0", SLOT_LAYOUT + 8, 3,
     "a.b@sim64 scan/span_emit/2/soa>soa>soa+3/unit:0"},
    {"a.b@sim64 scan/span_emit/2/soa>soa>soa/unit:0", SLOT_LAYOUT + 9, 3,
     "a.b@sim64 scan/span_emit/2/soa>soa>soa~3/unit:0"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, 1, A "2/soa/unit:0/with:x=1"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, 2, A "2/soa/unit:0/with:x=-1"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, 3, A "2/soa/unit:0/with:x=2"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, 4, A "2/soa/unit:0/with:x=-2"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, UINT64_MAX - 2, A "2/soa/unit:0/with:x=9223372036854775807"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, UINT64_MAX - 1, A "2/soa/unit:0/with:x=-9223372036854775807"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1, UINT64_MAX, A "2/soa/unit:0/with:x=-9223372036854775808"},
    {A "2/soa/unit:0/with:x=0,y=0", SLOT_WITH + 2, 1, A "2/soa/unit:0/with:x=0,y=1"},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 2, 1, ""},
    {A "2/soa/unit:0/with:x=0", SLOT_WITH + 1 + MAX_NAMED, (uint64_t)'y' << 56, A "2/soa/unit:0/with:y=0"},
    {A "2/soa/unit:0/with:abcdefghi=0", SLOT_WITH + 2 + MAX_NAMED, (uint64_t)'z' << 56,
     A "2/soa/unit:0/with:abcdefghz=0"},
    {A "2/soa/unit:0/with:abcdefghi=0", SLOT_WITH + 1 + MAX_NAMED, 0x6162636465666779,
     A "2/soa/unit:0/with:abcdefgyi=0"},
    {A "2/soa/unit:0", SLOT_MODEL, 1, A "2/soa/unit:0/model:formal"},
    {A "2/soa/unit:0", SLOT_MODEL, 2, NULL},
    {A "2/soa/unit:0", SLOT_SCHEDULE, 10, NULL},
    {A "2/soa/unit:0/sched:fifo:1", SLOT_SCHEDULE, 4, A "2/soa/unit:0/sched:unfair:0:1"},
    {A "2/soa/unit:0/sched:fifo:1", SLOT_SCHEDULE, 6, A "2/soa/unit:0/sched:every:1"},
    {A "2/soa/unit:0/sched:path:0:1", SLOT_SCHEDULE + 3 + MAX_NAMED, 0x31, A "2/soa/unit:0/sched:path:13:1"},
    {A "2/soa/unit:0/sched:every:1", SLOT_SCHEDULE + 3 + MAX_NAMED, 1, NULL},
    {A "2/soa/unit:0/sched:pct:0:1", SLOT_SCHEDULE + 1, 255, A "2/soa/unit:0/sched:pct:ff:1"},
    {A "2/soa/unit:0/sched:pct:ff@3@9:1", SLOT_SCHEDULE + 4, 8, A "2/soa/unit:0/sched:pct:ff@3@8:1"},
    {A "2/soa/unit:0/sched:pct:ff@3@9:1", MAX_CHOICES - 1, 4, A "2/soa/unit:0/sched:pct:ff@3@9:4"},
    {"a.b{block=64}@sim64 reduce/add_u32/2/soa/unit:0", SLOT_TUNING + 1, 7,
     "a.b{block=4}@sim64 reduce/add_u32/2/soa/unit:0"},
    /* without a problem: the tuning alone */
    {"a.b{k=1}@sim64", SLOT_TUNING + 1, 3, "a.b{k=2}@sim64"},
    {"a.b{k=1}@sim64", SLOT_TUNING, MAX_NAMED + 1, NULL},
    {"a.b{k=1}@sim64", SLOT_DATA, 1, NULL},
    {"a.b{k=1}@sim64", MAX_CHOICES - 1, 1, NULL},
    {"a.b{k=1}@sim64 reduce/add_u32/2/soa/unit:0", SLOT_TUNING + 1 + MAX_NAMED, (uint64_t)'l' << 56,
     "a.b{l=1}@sim64 reduce/add_u32/2/soa/unit:0"},
};

static bool choice_is_right(size_t at, struct finding *finding)
{
    struct test_case from, to;
    struct choices choices;
    char line[MAX_LINE] = "";
    const char *expected = choices_of[at].to;
    if (!case_parse(choices_of[at].from, &from, &finding->first_at)) return false;
    choices_from_case(&from, &choices);
    choices.at[choices_of[at].slot] = choices_of[at].value;
    memset(&to, 0, sizeof to); /* it need not be a case of this kind */
    bool within = choices_decode(&from, &choices, &to);
    memset(&to, 0, sizeof to);
    if (case_from_choices(&from, &choices, &to)) case_print(&to, line, sizeof line);
    if (line[0]) choices_from_case(&to, &choices);
    return (within == (expected != NULL) && strcmp(line, expected ? expected : "") == 0 &&
            choices.at[choices_of[at].slot] == choices_of[at].value) ||
           text_say(&finding->first_at,
                    "choice %zu of %s: expected %" PRIu64 " to give \"%s\", got \"%.300s\"",
                    choices_of[at].slot, choices_of[at].from, choices_of[at].value, expected ? expected : "",
                    line);
}

/* As many choices as lie before the zeros at the end, and the items that are alive. */
static const struct {
    const char *line;
    size_t count;
    uint64_t live;
} counts[] = {
    {"a.b@sim64", 0, 0},
    {"a.b{k=1}@sim64", SLOT_TUNING + 1 + MAX_NAMED + 1, 0},
    {A "0/soa/unit:0", 0, 0},
    {A "2/soa/unit:0", SLOT_SIZES + 1, 2},
    {A "[2,3]/soa/unit:0", SLOT_SIZES + 2, 5},
    {A "5/soa/unit:0/only:1-3", SLOT_ONLY + 3, 2},
    {A "2/soa/unit:0/only:0-0", SLOT_ONLY + 1, 0},
    {A "2/soa/unit:0/sched:fifo:1", MAX_CHOICES, 2},
};

/* In memory that held other choices. */
static bool case_has_its_count_of_choices(struct finding *finding)
{
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        struct test_case counted;
        struct choices choices;
        memset(&choices, 0xee, sizeof choices);
        if (!case_parse(counts[c].line, &counted, &finding->first_at)) return false;
        choices_from_case(&counted, &choices);
        bool zeros = choices.count <= MAX_CHOICES;
        for (size_t i = choices.count; zeros && i < MAX_CHOICES; i++)
            zeros = choices.at[i] == 0;
        if (choices.count != counts[c].count || !zeros || case_live_items(&counted) != counts[c].live)
            return text_say(&finding->first_at,
                            "%s: expected %zu choices, %" PRIu64 " live items, got %zu, %" PRIu64 "%s",
                            counts[c].line, counts[c].count, counts[c].live, choices.count,
                            case_live_items(&counted), zeros ? "" : ", and others behind the choices");
    }
    return true;
}

static bool choices_rebuild_the_case(struct finding *finding)
{
    for (size_t at = 0; at < sizeof choices_of / sizeof choices_of[0]; at++)
        if (!choice_is_right(at, finding)) return false;
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
    bool judged = taken || strcmp(why.at, "item 2 has key 2, expected a key below 2") == 0;
    item_keys_free(&keys);
    return (taken == expected && judged) || text_say(&finding->first_at, "a key %" PRIu32 " of 2 is %s: '%s'",
                                                     last, taken ? "taken" : "refused", why.at);
}

/* ---- borders of strategies ---- */

static bool most_keys_and_masks_of_a_strategy_are_found(struct finding *finding)
{
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->reason);
    const struct op *op = op_find("add_u32");
    if (!fixture || !op) return false;
    const struct instance *few = fixture_nth_instance(fixture, "few_keys", "add_u32", 0);
    const struct instance *any = fixture_nth_instance(fixture, "keyed_stream", "add_u32", 0);
    uint64_t most = few ? fixture_most_keys(fixture, few, op) : 0,
             all = any ? fixture_most_keys(fixture, any, op) : 0;
    const struct op *words = op_for(WHAT_TRANSPOSE, "u32");
    const struct instance *whole = fixture_nth_instance(fixture, "whole_matrices", "u32", 0);
    const struct instance *parts = fixture_nth_instance(fixture, "transpose_naive", "u32", 0);
    bool masks = whole && parts && !fixture_takes(fixture, whole, words, TAKES_MASK) &&
                 fixture_takes(fixture, parts, words, TAKES_MASK);
    properties_close(fixture);
    if (!masks)
        return text_say(&finding->first_at, "matrices whose items are not all there: expected no, yes");
    return (most == FAKE_KEYS && all == MANY_KEYS) ||
           text_say(&finding->first_at, "most keys: expected %d and any number, got %" PRIu64 " and %" PRIu64,
                    FAKE_KEYS, most, all);
}

static bool first_is_taken(struct finding *finding)
{
    return takes(1, true, finding);
}

static bool second_is_not_taken(struct finding *finding)
{
    return takes(2, false, finding);
}

static const struct unit_test tests[] = {TEST(simpler_case_is_less),
                                         TEST(names_are_known),
                                         TEST(case_has_its_count_of_choices),
                                         TEST(choices_rebuild_the_case),
                                         TEST(first_is_taken),
                                         TEST(second_is_not_taken),
                                         TEST(most_keys_and_masks_of_a_strategy_are_found)};
UNIT(choices, tests);
