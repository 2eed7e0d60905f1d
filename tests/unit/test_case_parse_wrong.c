/* SPDX-License-Identifier: MIT
 * Lines that no case has, and where the parser's complaint points. */

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

static bool wrong_line_is_refused(size_t at, struct finding *finding)
{
    struct test_case parsed;
    struct text why = {0};
    if (case_parse(wrong[at].line, &parsed, &why))
        return text_say(&finding->first_at, "%s: is taken", wrong[at].line);
    return strncmp(why.at, wrong[at].complaint, strlen(wrong[at].complaint)) == 0 ||
           text_say(&finding->first_at, "%s: expected a complaint at %sgot '%.200s'", wrong[at].line,
                    wrong[at].complaint, why.at);
}

static const struct unit_test tests[] = {NAMED_ROWS(wrong_line_is_refused, wrong, line)};
UNIT(case_parse_wrong, tests);
