/* SPDX-License-Identifier: MIT */
#include "counting.h"

enum verdict count_case(struct lab *lab, int which, const struct test_case *checked,
                        struct launch_counters *counted, struct finding *finding)
{
    struct text why;
    enum verdict verdict = lab_plan(lab, which, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (session_count(&lab->load[which], counted, &why)) return VERDICT_PASS;
    return lab_device_failed(lab, &why, finding);
}

enum verdict count_line(struct lab *lab, const char *line, struct launch_counters *counted,
                        struct finding *finding)
{
    struct test_case known;
    if (!case_parse(line, &known, &finding->reason)) return VERDICT_BROKEN;
    if (!lab_is_built(lab, &known)) return VERDICT_DISCARDED;
    return count_case(lab, LOAD_CASE, &known, counted, finding);
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
