/* SPDX-License-Identifier: MIT
 * Lines that no case has, and where the parser's complaint points. */
#include "checks.h"

#include <string.h>

#include "unit.h"

static const struct {
    const char *line;
    const char *complaint; /* its beginning */
} wrong[] = {
    {"a.b law/add_u32/[1]/soa/any:10000000000000000", "character 29: "},
    {"a.b law/add_u32/[1]/soa/any:01", "character 29: "},
    {"a.b law/add_u32/[1]/soa/any:A", "character 29: "},
    {"a.b law/add_u32/[01]/soa/any:1", "character 18: "},
    {"a.b law/add_u32/[1]/soa/any:1/with:k=1,k=2", "character 40: "},
    {"a.b{x=1,x=2}@sim64 law/add_u32/[1]/soa/any:1", "character 9: "},
    {"a.b law/add_u32/[1]/soa/any:1/with:k=-0", "character 38: "},
    {"a.b law/affine_mod(m=1,m=1)/[1]/soa/any:1", "character 20: "},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:1,1", "character 42: "},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:1,0", "character 42: "},
    {"a.b reduce/affine_u32/3/soa/any:1/keep:2", "character 40: "},
    {"a.b reduce/add_u32/9223372036854775808/soa/any:1", "character 20: "},
    {"a.b reduce/add_u32/8388608T/soa/any:1", "character 27: "},
    {"a.b law/add_u32/[1]/soa/any:1 ", "character 30: "},
    {"a.b keyed/add_u32/3#0/soa/any:1", "character 21: "},
};

enum verdict wrong_lines_are_refused_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct test_case parsed;
        struct text why = {0};
        if (case_parse(wrong[i].line, &parsed, &why))
            text_say(&finding->first_at, "%s: is taken", wrong[i].line);
        else if (strncmp(why.at, wrong[i].complaint, strlen(wrong[i].complaint)) != 0)
            text_say(&finding->first_at, "%s: expected a complaint at %sgot '%.200s'", wrong[i].line,
                     wrong[i].complaint, why.at);
        else
            continue;
        return VERDICT_FAIL;
    }
    return complaints_are_right(finding) && device_names_are_right(finding) ? VERDICT_PASS : VERDICT_FAIL;
}
