/* SPDX-License-Identifier: MIT
 * Claims about what a device makes itself, items and combined pairs, on paper: a bit of each that differs must be
 * noticed. */
#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "paper.h"

/* The verdict of a check with a bit of byte `at` of what comes down changed; UINT64_MAX: with none. */
static enum verdict poke(struct lab *lab, const struct test_case *checked,
                         enum verdict (*check)(void *context, const struct test_case *checked,
                                               struct finding *finding),
                         uint64_t at)
{
    struct finding got = {0};
    struct paper_plan plan = {.pokes = at != UINT64_MAX, .poke_at = at == UINT64_MAX ? 0 : at};
    paper_set(lab, &plan);
    return check(lab, checked, &got);
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
    if (!case_parse(line, &made, &finding->first_at)) return false;
    if (poke(lab, &made, device_items_equal_host_items_check, UINT64_MAX) != VERDICT_PASS)
        return text_say(&finding->first_at, "%s: expected pass", line);
    const struct load *load = &lab->load[LOAD_CASE];
    for (uint64_t i = 0; i < 7; i++)
        for (int c = 0; c < load->job.in.count; c++) {
            const struct column *column = &load->job.in.column[c];
            uint64_t at =
                (uint64_t)((const unsigned char *)column->base - load->memory) + i * (uint64_t)column->stride;
            enum verdict verdict = poke(lab, &made, device_items_equal_host_items_check, at);
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
    if (!case_parse(line, &made, &finding->first_at)) return false;
    if (poke(lab, &made, device_combine_equals_host_combine_check, UINT64_MAX) != VERDICT_PASS)
        return text_say(&finding->first_at, "%s: expected pass", line);
    const struct tuple *state = &made.problem.op->state;
    for (uint64_t k = 0; k < PAIRS; k++)
        for (int c = 0; c < state->count; c++) { /* behind the left and the right operands */
            uint64_t at = (2 * PAIRS + k) * state->size + state->offset[c];
            enum verdict verdict = poke(lab, &made, device_combine_equals_host_combine_check, at);
            if (verdict != VERDICT_FAIL) return say_poke(finding, line, k, verdict);
        }
    return true;
}

enum verdict device_values_are_compared_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    (void)context, (void)checked;
    if (!lab) return VERDICT_BROKEN;
    bool good = items_are_compared(lab, finding) && pairs_are_compared(lab, finding);
    properties_close(lab);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}
