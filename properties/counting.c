/* SPDX-License-Identifier: MIT */
#include "counting.h"

/* Launches and counts what is planned. */
static enum verdict count_planned(struct fixture *fixture, int which, struct launch_counters *counted,
                                  struct finding *finding)
{
    struct text why;
    if (session_count(&fixture->load[which], counted, &why)) return VERDICT_PASS;
    return fixture_device_failed(fixture, &why, finding);
}

enum verdict count_case(struct fixture *fixture, int which, const struct test_case *checked,
                        struct launch_counters *counted, struct finding *finding)
{
    enum verdict verdict = fixture_plan(fixture, which, checked, finding);
    return verdict == VERDICT_PASS ? count_planned(fixture, which, counted, finding) : verdict;
}

enum verdict plan_line(struct fixture *fixture, const char *line, struct test_case *known,
                       struct finding *finding)
{
    if (!case_parse(line, known, &finding->reason)) return VERDICT_BROKEN;
    return fixture_is_built(fixture, known) ? fixture_plan(fixture, LOAD_CASE, known, finding)
                                            : VERDICT_DISCARDED;
}

enum verdict count_line(struct fixture *fixture, const char *line, struct launch_counters *counted,
                        struct finding *finding)
{
    struct test_case known;
    enum verdict verdict = plan_line(fixture, line, &known, finding);
    return verdict == VERDICT_PASS ? count_planned(fixture, LOAD_CASE, counted, finding) : verdict;
}

uint64_t bytes_moved(const struct launch_counters *counted)
{
    return counted->data.loaded + counted->data.stored + counted->scratch.loaded + counted->scratch.stored;
}

enum verdict check_lines(struct fixture *fixture, line_check *check, size_t count, struct finding *finding)
{
    enum verdict verdict = VERDICT_PASS;
    for (size_t at = 0; at < count && verdict == VERDICT_PASS; at++) {
        verdict = check(fixture, at, finding);
        if (verdict == VERDICT_DISCARDED) verdict = VERDICT_PASS;
    }
    return verdict;
}
