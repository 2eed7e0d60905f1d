/* SPDX-License-Identifier: MIT
 * Claims about what a device makes itself, items and combined pairs, on the fake device: a bit of each that differs must be
 * noticed. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "property.h"
#include "control.h"
#include "unit.h"

/* The verdict of a check with a bit of byte `at` of what comes down changed; UINT64_MAX: with none. */
static enum verdict flip(struct fixture *fixture, const struct test_case *checked,
                         enum verdict (*check)(void *context, const struct test_case *checked,
                                               struct finding *finding),
                         uint64_t at, struct finding *flipped)
{
    struct finding got = {0};
    struct fake_plan plan = {.flips = at != UINT64_MAX, .flip_at = at == UINT64_MAX ? 0 : at};
    fake_set(fixture, &plan);
    enum verdict verdict = check(fixture, checked, &got);
    *flipped = got;
    return verdict;
}

/* The words of a difference name its law and its place. */
static bool is_reported(const struct finding *got, const char *law, const char *place)
{
    return strcmp(got->law, law) == 0 && strncmp(got->first_at.at, place, strlen(place)) == 0;
}

static bool report_flip(struct finding *finding, const char *line, uint64_t number, enum verdict verdict)
{
    return text_say(&finding->first_at, "%s: value %" PRIu64 " is changed: expected fail, got %s", line,
                    number, verdict_name(verdict));
}

static bool changed_bit_of_an_item_fails(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "device_items_equal_host_items.span_8@sim64 reduce/span_8/7/aos+1/any:3";
    struct test_case made;
    struct finding got;
    struct load *load = &fixture->load[LOAD_CASE];
    if (!case_parse(line, &made, &finding->first_at)) return false;
    load->stream = (struct stream *)(void *)load; /* of a case before it */
    if (flip(fixture, &made, device_items_equal_host_items_property.check, UINT64_MAX, &got) !=
            VERDICT_PASS ||
        load->stream)
        return text_say(&finding->first_at, "%s: expected pass, in no stream", line);
    for (uint64_t i = 0; i < 7; i++)
        for (int c = 0; c < load->job.in.count; c++) {
            const struct column *column = &load->job.in.column[c];
            uint64_t at =
                (uint64_t)((const unsigned char *)column->base - load->memory) + i * (uint64_t)column->stride;
            char place[32];
            snprintf(place, sizeof place, "item %" PRIu64 ", column %d of ", i, c + 1);
            enum verdict verdict =
                flip(fixture, &made, device_items_equal_host_items_property.check, at, &got);
            if (verdict != VERDICT_FAIL) return report_flip(finding, line, i, verdict);
            if (!is_reported(&got, "items differ on the device", place) || got.items != 7)
                return text_say(&finding->first_at, "%s: expected '%s' of 7 items, got '%s' '%.200s'", line,
                                place, got.law, got.first_at.at);
        }
    return true;
}

enum { PAIRS = 3 };

static bool changed_bit_of_a_pair_fails(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "device_combine_equals_host_combine.affine_u32@sim64 "
                               "law/affine_u32/[1,1,1,1,1,1]/soa/lit:1,2,3,4,5,6";
    struct test_case made;
    struct finding got;
    if (!case_parse(line, &made, &finding->first_at)) return false;
    if (flip(fixture, &made, device_combine_equals_host_combine_property.check, UINT64_MAX, &got) !=
        VERDICT_PASS)
        return text_say(&finding->first_at, "%s: expected pass", line);
    const struct tuple *state = &made.problem.op->state;
    static const char *const places[PAIRS] = {"combine(row 0, row 1)", "combine(row 2, row 3)",
                                              "combine(row 4, row 5)"};
    for (uint64_t k = 0; k < PAIRS; k++)
        for (int c = 0; c < state->count; c++) { /* behind the left and the right operands */
            uint64_t at = (2 * PAIRS + k) * state->size + state->offset[c];
            enum verdict verdict =
                flip(fixture, &made, device_combine_equals_host_combine_property.check, at, &got);
            if (verdict != VERDICT_FAIL) return report_flip(finding, line, k, verdict);
            if (!is_reported(&got, "combine differs on the device", places[k]))
                return text_say(&finding->first_at, "%s: expected '%s', got '%s' '%.200s'", line, places[k],
                                got.law, got.first_at.at);
        }
    return true;
}

/* ---- devices that fail at a step ---- */

/* A device that combines pairs and that makes items, and says that it did, or did not; or does nothing. */
static bool no_pairs(const void *params, struct stream *stream, const void *left, const void *right,
                     void *result, uint64_t count, struct text *why)
{
    (void)params, (void)stream, (void)left, (void)right, (void)result, (void)count, (void)why;
    return true;
}

static bool pairs_fail(const void *params, struct stream *stream, const void *left, const void *right,
                       void *result, uint64_t count, struct text *why)
{
    (void)params, (void)stream, (void)left, (void)right, (void)result, (void)count;
    return text_say(why, "a step failed on the fake device");
}

static bool items_fail(const void *params, struct stream *stream, const struct columns *columns,
                       enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows, struct text *why)
{
    (void)params, (void)stream, (void)columns, (void)form, (void)seed, (void)count, (void)by_rows;
    return text_say(why, "a step failed on the fake device");
}

static bool get_fails(struct device *device, struct stream *stream, void *to, const void *from,
                      uint64_t bytes, struct text *why)
{
    (void)device, (void)stream, (void)to, (void)from, (void)bytes;
    return text_say(why, "a step failed on the fake device");
}

static bool sync_fails(struct device *device, double seconds, struct text *why)
{
    (void)device, (void)seconds;
    return text_say(why, "a step failed on the fake device");
}

enum failing { STEP_ALL_RIGHT, STEP_COMBINES_NOTHING, STEP_COMBINE, STEP_MAKE, STEP_GET, STEP_SYNC };

static const struct {
    const char *line;
    enum failing step; /* that fails */
    const char *words;
} steps[] = {
#define ITEMS "device_items_equal_host_items.span_8@sim64 reduce/span_8/7/aos/any:3"
#define PAIRS_OF_6                                                                                           \
    "device_combine_equals_host_combine.affine_u32@sim64 law/affine_u32/[1,1,1,1,1,1]/soa/lit:1,2,3,4,5,6"
    {ITEMS, STEP_ALL_RIGHT, ""},
    {ITEMS, STEP_MAKE, "a step failed on the fake device"},
    {ITEMS, STEP_GET, "a step failed on the fake device"},
    {ITEMS, STEP_SYNC, "a step failed on the fake device"},
    {PAIRS_OF_6, STEP_ALL_RIGHT, ""},
    {PAIRS_OF_6, STEP_COMBINES_NOTHING, "combine(row 0, row 1), column 1 of 2 (u32): expected "},
    /* 0, which the memory must not hold already. */
    {"device_combine_equals_host_combine.add_u32@sim64 law/add_u32/[1,1]/soa/lit:ffffffff,ffffffff",
     STEP_COMBINES_NOTHING, "combine(row 0, row 1), column 1 of 1 (u32): expected 0x0, got "},
    {PAIRS_OF_6, STEP_COMBINE, "a step failed on the fake device"},
    {PAIRS_OF_6, STEP_GET, "a step failed on the fake device"},
    {PAIRS_OF_6, STEP_SYNC, "a step failed on the fake device"},
#undef ITEMS
#undef PAIRS_OF_6
};

/* After a launch that was right, so that its results may still lie somewhere. */
static bool failed_step_is_reported(struct fixture *fixture, size_t s, struct finding *finding)
{
    struct test_case made;
    struct finding got = {0}, right = {0};
    if (!read_line(steps[s].line, DEVICE_SIM64, &made, finding)) return false;
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    struct operator_code one = *backend_operator(whole, made.problem.op->name);
    const struct operator_code *operators[] = {&one, NULL};
    check_function *check = properties_find(made.claim)->check;
    if (steps[s].step == STEP_COMBINES_NOTHING) one.combine_many = no_pairs;
    if (steps[s].step == STEP_COMBINE) one.combine_many = pairs_fail;
    if (steps[s].step == STEP_MAKE) one.make_items = items_fail;
    if (steps[s].step == STEP_GET) backend.get = get_fails;
    if (steps[s].step == STEP_SYNC) backend.sync = sync_fails;
    backend.operators = operators;
    fake_set(fixture, NULL);
    enum verdict first = check(fixture, &made, &right);
    fixture->session.backend = &backend;
    enum verdict verdict = check(fixture, &made, &got);
    fixture->session.backend = whole;
    bool fails = steps[s].step != STEP_ALL_RIGHT;
    return (first == VERDICT_PASS && verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
            strncmp(got.first_at.at, steps[s].words, strlen(steps[s].words)) == 0) ||
           text_say(&finding->first_at, "%s, step %d fails: expected pass, and '%s', got %s, and %s '%.200s'",
                    steps[s].line, (int)steps[s].step, steps[s].words, verdict_name(first),
                    verdict_name(verdict), got.first_at.at);
}

/* What has no verdict: no device, no operator, no memory, a copy that fails; and cases that no claim speaks of. */
static const struct lacking {
    const char *line;
    bool device, memory, operators;
    uint64_t put_fails;
    enum verdict verdict;
    const char *words;
} lacking[] = {
#define ITEMS "device_items_equal_host_items.span_8@sim64 reduce/span_8/"
#define COMBINES "device_combine_equals_host_combine.affine_u32@sim64 law/affine_u32/"
    {ITEMS "7/aos/any:3", true, true, true, 0, VERDICT_PASS, ""},
    {ITEMS "7/aos/any:3", false, true, true, 0, VERDICT_NO_DEVICE, ""},
    {ITEMS "2/aos/lit:1,2", true, true, true, 0, VERDICT_DISCARDED, "expected items of unit, small or any"},
    {ITEMS "7/aos/any:3/only:0-2", true, true, true, 0, VERDICT_DISCARDED, "expected items of unit"},
    {ITEMS "7/aos/any:3/init:1", true, true, true, 0, VERDICT_REFUSED, "repeats takes no initial value"},
    {ITEMS "7/aos/any:3", true, true, false, 0, VERDICT_REFUSED, "no strategy of fake accepts the problem"},
    {COMBINES "[1,1]/soa/any:1", true, true, true, 0, VERDICT_PASS, ""},
    {COMBINES "[1,1]/soa/any:1", false, true, true, 0, VERDICT_NO_DEVICE, ""},
    {COMBINES "[1]/soa/any:1", true, true, true, 0, VERDICT_DISCARDED, "expected law/... with 2 to 64 rows"},
    {COMBINES "[1,1]/soa/any:1", true, true, false, 0, VERDICT_REFUSED, "fake has no operator affine_u32"},
    {COMBINES "[1,1]/soa/any:1", true, true, true, 1, VERDICT_FAIL, "a copy failed on the fake device"},
    {COMBINES "[1,1]/soa/any:1", true, false, true, 0, VERDICT_BROKEN, "no memory on the fake device"},
#undef ITEMS
#undef COMBINES
};

static void *no_memory(struct device *device, uint64_t bytes, struct text *why)
{
    (void)device, (void)bytes;
    text_say(why, "no memory on the fake device");
    return NULL;
}

static bool missing_part_of_a_backend_is_reported(size_t at, struct finding *finding)
{
    const struct lacking *lacks = &lacking[at];
    static const struct operator_code *const none[] = {NULL};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct test_case made;
    struct finding got = {0};
    if (!fixture || !read_line(lacks->line, DEVICE_SIM64, &made, finding)) return false;
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    struct fake_plan plan = {.launch = UINT64_MAX, .put_fails = lacks->put_fails};
    struct operator_code one = *backend_operator(whole, made.problem.op->name); /* which accepts */
    const struct operator_code *first[] = {&one, NULL};
    one.count = 1;
    if (lacks->verdict == VERDICT_PASS) backend.operators = first;
    if (!lacks->operators) backend.operators = none;
    if (!lacks->memory) backend.alloc = no_memory;
    fixture->has_device = lacks->device;
    fixture->session.backend = &backend;
    fake_set(fixture, &plan);
    enum verdict verdict = properties_find(made.claim)->check(fixture, &made, &got);
    fixture->session.backend = whole;
    fixture->has_device = true;
    properties_close(fixture);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    return (verdict == lacks->verdict && strncmp(words, lacks->words, strlen(lacks->words)) == 0) ||
           text_say(&finding->first_at, "%s: expected %s '%s', got %s '%.200s'", lacks->line,
                    verdict_name(lacks->verdict), lacks->words, verdict_name(verdict), words);
}

/* An instance that refuses the problem is passed over; where none is left its reason is told. */
static bool refusals_are_passed_over(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "device_items_equal_host_items.span_8@sim64 reduce/span_8/6/soa/any:3";
    const struct instance two[] = {*fixture_nth_instance(fixture, "short_rows", "span_8", 0),
                                   *fixture_nth_instance(fixture, "reduce_auto", "span_8", 0)};
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    struct operator_code code = *backend_operator(whole, "span_8");
    const struct operator_code *operators[] = {&code, NULL};
    struct test_case made;
    struct finding first = {0}, both = {0};
    if (!read_line(line, DEVICE_SIM64, &made, finding)) return false;
    fake_set(fixture, NULL);
    code.instances = two;
    backend.operators = operators;
    fixture->session.backend = &backend;
    code.count = 1;
    enum verdict refused = device_items_equal_host_items_property.check(fixture, &made, &first);
    code.count = 2;
    enum verdict passed = device_items_equal_host_items_property.check(fixture, &made, &both);
    fixture->session.backend = whole;
    return (refused == VERDICT_REFUSED && strcmp(first.reason.at, "has room for short rows") == 0 &&
            passed == VERDICT_PASS) ||
           text_say(&finding->first_at,
                    "%s: expected refused, and pass beside another instance, got %s '%.100s', and %s", line,
                    verdict_name(refused), first.reason.at, verdict_name(passed));
}

static const struct unit_test tests[] = {TEST(changed_bit_of_an_item_fails),
                                         TEST(changed_bit_of_a_pair_fails),
                                         ROWS(failed_step_is_reported, steps), TEST(refusals_are_passed_over),
                                         ROWS(missing_part_of_a_backend_is_reported, lacking)};
UNIT(laws_on_devices, tests);
