/* SPDX-License-Identifier: MIT
 * Claims about what a device makes itself, items and combined pairs, on paper: a bit of each that differs must be
 * noticed. */
#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "look.h"

/* The verdict of a check with a bit of byte `at` of what comes down changed; UINT64_MAX: with none. */
static enum verdict poke(struct lab *lab, const struct test_case *checked,
                         enum verdict (*check)(void *context, const struct test_case *checked,
                                               struct finding *finding),
                         uint64_t at, struct text *place)
{
    struct finding got = {0};
    struct paper_plan plan = {.pokes = at != UINT64_MAX, .poke_at = at == UINT64_MAX ? 0 : at};
    paper_set(lab, &plan);
    enum verdict verdict = check(lab, checked, &got);
    *place = got.first_at;
    return verdict;
}

static bool say_poke(struct finding *finding, const char *line, uint64_t number, enum verdict verdict)
{
    return text_say(&finding->first_at, "%s: value %" PRIu64 " is changed: expected fail, got %s", line,
                    number, verdict_name(verdict));
}

static bool items_are_compared(struct lab *lab, struct finding *finding)
{
    static const char line[] = "device_items_equal_host_items.span_8@sim64 reduce/span_8/7/aos+1/any:3";
    struct test_case made;
    struct text place;
    if (!case_parse(line, &made, &finding->first_at)) return false;
    if (poke(lab, &made, device_items_equal_host_items_check, UINT64_MAX, &place) != VERDICT_PASS)
        return text_say(&finding->first_at, "%s: expected pass", line);
    const struct load *load = &lab->load[LOAD_CASE];
    for (uint64_t i = 0; i < 7; i++)
        for (int c = 0; c < load->job.in.count; c++) {
            const struct column *column = &load->job.in.column[c];
            uint64_t at =
                (uint64_t)((const unsigned char *)column->base - load->memory) + i * (uint64_t)column->stride;
            enum verdict verdict = poke(lab, &made, device_items_equal_host_items_check, at, &place);
            if (verdict != VERDICT_FAIL) return say_poke(finding, line, i, verdict);
        }
    return true;
}

enum { PAIRS = 3 };

static bool pairs_are_compared(struct lab *lab, struct finding *finding)
{
    static const char line[] = "device_combine_equals_host_combine.affine_u32@sim64 "
                               "law/affine_u32/[1,1,1,1,1,1]/soa/lit:1,2,3,4,5,6";
    struct test_case made;
    struct text place;
    if (!case_parse(line, &made, &finding->first_at)) return false;
    if (poke(lab, &made, device_combine_equals_host_combine_check, UINT64_MAX, &place) != VERDICT_PASS)
        return text_say(&finding->first_at, "%s: expected pass", line);
    const struct tuple *state = &made.problem.op->state;
    static const char *const places[PAIRS] = {"combine(row 0, row 1)", "combine(row 2, row 3)",
                                              "combine(row 4, row 5)"};
    for (uint64_t k = 0; k < PAIRS; k++)
        for (int c = 0; c < state->count; c++) { /* behind the left and the right operands */
            uint64_t at = (2 * PAIRS + k) * state->size + state->offset[c];
            enum verdict verdict = poke(lab, &made, device_combine_equals_host_combine_check, at, &place);
            if (verdict != VERDICT_FAIL) return say_poke(finding, line, k, verdict);
            if (strncmp(place.at, places[k], strlen(places[k])) != 0)
                return text_say(&finding->first_at, "%s: expected '%s', got '%.200s'", line, places[k],
                                place.at);
        }
    return true;
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
    {ITEMS "7/aos/any:3/init:1", true, true, true, 0, VERDICT_REFUSED, "no reduction does init yet"},
    {ITEMS "7/aos/any:3", true, true, false, 0, VERDICT_REFUSED, "no strategy of paper accepts the problem"},
    {COMBINES "[1,1]/soa/any:1", true, true, true, 0, VERDICT_PASS, ""},
    {COMBINES "[1,1]/soa/any:1", false, true, true, 0, VERDICT_NO_DEVICE, ""},
    {COMBINES "[1]/soa/any:1", true, true, true, 0, VERDICT_DISCARDED, "expected law/... with 2 to 64 rows"},
    {COMBINES "[1,1]/soa/any:1", true, true, false, 0, VERDICT_REFUSED, "paper has no operator affine_u32"},
    {COMBINES "[1,1]/soa/any:1", true, true, true, 1, VERDICT_FAIL, "a copy failed on paper"},
    {COMBINES "[1,1]/soa/any:1", true, false, true, 0, VERDICT_BROKEN, "no memory on paper"},
#undef ITEMS
#undef COMBINES
};

static void *no_memory(struct device *device, uint64_t bytes, struct text *why)
{
    (void)device, (void)bytes;
    text_say(why, "no memory on paper");
    return NULL;
}

static bool lack_is_told(const struct lacking *lacks, struct finding *finding)
{
    static const struct operator_code *const none[] = {NULL};
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->first_at);
    struct test_case made;
    struct finding got = {0};
    if (!lab || !read_line(lacks->line, DEVICE_SIM64, &made, finding)) return false;
    const struct backend *whole = lab->session.backend;
    struct backend backend = *whole;
    struct paper_plan plan = {.launch = UINT64_MAX, .put_fails = lacks->put_fails};
    struct operator_code one = *backend_operator(whole, made.problem.op->name); /* which accepts */
    const struct operator_code *first[] = {&one, NULL};
    one.count = 1;
    if (lacks->verdict == VERDICT_PASS) backend.operators = first;
    if (!lacks->operators) backend.operators = none;
    if (!lacks->memory) backend.alloc = no_memory;
    lab->has_device = lacks->device;
    lab->session.backend = &backend;
    paper_set(lab, &plan);
    enum verdict verdict = property_of(made.claim)->check(lab, &made, &got);
    lab->session.backend = whole;
    lab->has_device = true;
    properties_close(lab);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    return (verdict == lacks->verdict && strncmp(words, lacks->words, strlen(lacks->words)) == 0) ||
           text_say(&finding->first_at, "%s: expected %s '%s', got %s '%.200s'", lacks->line,
                    verdict_name(lacks->verdict), lacks->words, verdict_name(verdict), words);
}

enum verdict device_values_are_compared_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    (void)context, (void)checked;
    if (!lab) return VERDICT_BROKEN;
    bool good = items_are_compared(lab, finding) && pairs_are_compared(lab, finding);
    properties_close(lab);
    for (size_t i = 0; good && i < sizeof lacking / sizeof lacking[0]; i++)
        good = lack_is_told(&lacking[i], finding);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}
