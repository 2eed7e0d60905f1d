/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <string.h>

bool report_control(struct control *control, const char *words, const char *expected,
                    const struct finding *got, enum verdict verdict)
{
    char line[MAX_LINE];
    case_print(control->checked, line, sizeof line);
    text_say(&control->finding->first_at, "%s: %s: expected %s%s, got %s%s%s", line, words,
             *expected ? "fail at " : "", *expected ? expected : "pass", verdict_name(verdict),
             got->first_at.at[0] ? " at " : "", got->first_at.at);
    return false;
}

bool passes(struct control *control, const char *words)
{
    struct finding got = {0};
    fake_set(control->fixture, NULL);
    enum verdict verdict = control->check(control->fixture, control->checked, &got);
    return verdict == VERDICT_PASS || report_control(control, words, "", &got, verdict);
}

bool read_line(const char *line, enum device_kind kind, struct test_case *checked, struct finding *finding)
{
    if (!case_parse(line, checked, &finding->first_at)) return false;
    checked->device = (struct device_name){kind, 0};
    return properties_find(checked->claim) ||
           text_say(&finding->first_at, "%s: there is no such property", line);
}
