/* SPDX-License-Identifier: MIT */
#include "counting.h"

/* Launches and counts what is planned. */
static enum verdict count_planned(struct lab *lab, int which, struct launch_counters *counted,
                                  struct finding *finding)
{
    struct text why;
    if (session_count(&lab->load[which], counted, &why)) return VERDICT_PASS;
    return lab_device_failed(lab, &why, finding);
}

enum verdict count_case(struct lab *lab, int which, const struct test_case *checked,
                        struct launch_counters *counted, struct finding *finding)
{
    enum verdict verdict = lab_plan(lab, which, checked, finding);
    return verdict == VERDICT_PASS ? count_planned(lab, which, counted, finding) : verdict;
}

enum verdict plan_line(struct lab *lab, const char *line, struct test_case *known, struct finding *finding)
{
    if (!case_parse(line, known, &finding->reason)) return VERDICT_BROKEN;
    return lab_is_built(lab, known) ? lab_plan(lab, LOAD_CASE, known, finding) : VERDICT_DISCARDED;
}

enum verdict count_line(struct lab *lab, const char *line, struct launch_counters *counted,
                        struct finding *finding)
{
    struct test_case known;
    enum verdict verdict = plan_line(lab, line, &known, finding);
    return verdict == VERDICT_PASS ? count_planned(lab, LOAD_CASE, counted, finding) : verdict;
}

uint64_t bytes_moved(const struct launch_counters *counted)
{
    return counted->data.loaded + counted->data.stored + counted->scratch.loaded + counted->scratch.stored;
}

enum verdict check_lines(struct lab *lab, line_check *check, size_t count, struct finding *finding)
{
    enum verdict verdict = VERDICT_PASS;
    for (size_t at = 0; at < count && verdict == VERDICT_PASS; at++) {
        verdict = check(lab, at, finding);
        if (verdict == VERDICT_DISCARDED) verdict = VERDICT_PASS;
    }
    return verdict;
}
