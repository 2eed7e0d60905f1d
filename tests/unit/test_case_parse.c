/* SPDX-License-Identifier: MIT
 * The whole complaint of the parser for each way in which a line goes wrong, and lines that go as far as a line can (bad_lines.txt). */

#include <stdio.h>
#include <string.h>

#include "text_rows.h"
#include "unit.h"

enum { MOST_LINES = 400 };
enum { LINE, COMPLAINT };

static struct text_row lines[MOST_LINES];

static size_t lines_read(void)
{
    static size_t count;
    if (!count) count = text_rows_read("bad_lines.txt", lines, MOST_LINES);
    return count;
}

static const char *line_name(size_t row)
{
    return lines[row].field[LINE];
}

/* Without its caret, and with bytes for \x1f; the character at which the caret stands, from 1, or 0. */
static size_t caret_take(const char *marked, char *line, size_t room)
{
    size_t length = 0, caret = 0;
    for (const char *at = marked; *at && length + 1 < room; at++) {
        unsigned byte = 0;
        if (*at == '^')
            caret = length + 1;
        else if (sscanf(at, "\\x%2x", &byte) == 1) {
            line[length++] = (char)byte;
            at += 3;
        } else
            line[length++] = *at;
    }
    line[length] = '\0';
    return caret;
}

/* Each operator, from the first to the last, is offered to who has typed a letter too many. */
static bool operators_are_offered(struct finding *finding)
{
    for (size_t i = 0; i < op_count(); i++) {
        const char *name = op_at(i)->name;
        struct test_case parsed;
        struct text why = {0};
        char line[MAX_LINE], offer[MAX_NAME + 32];
        snprintf(line, sizeof line, "a.b law/%sx/[1]/soa/any:1", name);
        snprintf(offer, sizeof offer, "; did you mean %s?", name);
        size_t length = case_parse(line, &parsed, &why) ? 0 : strlen(why.at);
        if (length < strlen(offer) || strcmp(why.at + length - strlen(offer), offer) != 0)
            return text_say(&finding->first_at, "%s: expected \"%s\" at the end, got \"%.200s\"", line, offer,
                            why.at);
    }
    return true;
}

/* More columns than indices may be listed, of an operator from elsewhere. */
static bool index_lists_are_bounded(struct finding *finding)
{
    static struct op_line seven;
    struct test_case parsed;
    struct text why = {0};
    seven = (struct op_line){
        .op = *op_find("add_u32"), .input = "u32", .state = "u32,u32,u32,u32,u32,u32,u32", .mapout = ""};
    seven.op.name = "seven_columns";
    seven.input_size = sizeof(uint32_t);
    seven.state_size = 7 * sizeof(uint32_t);
    if (!op_register(&seven, 1, &finding->first_at)) return false;
    bool taken = case_parse("a.b reduce/seven_columns/3/soa/any:1/keep:0,1,2,3,4,5,6", &parsed, &why);
    bool offered = operators_are_offered(finding);
    op_forget(1);
    if (!offered) return false;
    return (!taken && strcmp(why.at, "character 55: found '6', expected at most 6 indices") == 0) ||
           text_say(&finding->first_at, "seven indices: got \"%.200s\"", why.at);
}

static bool complaint_points_at_the_character(size_t at, struct finding *finding)
{
    char line[MAX_LINE], again[MAX_LINE], expected[MAX_LINE] = "";
    struct test_case parsed;
    struct text why = {0};
    if (at >= lines_read()) return text_say(&finding->first_at, "bad_lines.txt: has no lines, or too many");
    size_t wrong_at = caret_take(lines[at].field[LINE], line, sizeof line);
    if (wrong_at)
        snprintf(expected, sizeof expected, "character %zu: %s", wrong_at, lines[at].field[COMPLAINT]);
    bool taken = case_parse(line, &parsed, &why);
    if (taken) case_print(&parsed, again, sizeof again);
    return (taken == !wrong_at && (taken ? strcmp(again, line) : strcmp(why.at, expected)) == 0) ||
           text_say(&finding->first_at, "%.300s: expected \"%.300s\", got \"%.300s\"", line,
                    wrong_at ? expected : "the line to be taken", taken ? again : why.at);
}

/* The names of devices, which stand alone in options. */
static bool device_names_parse_or_complain(struct finding *finding)
{
    static const struct {
        const char *text, *complaint;
        enum device_kind kind;
        uint32_t index;
    } names[] = {
        {"sim64", "", DEVICE_SIM64, 0},
        {"amd:3", "", DEVICE_AMD, 3},
        {"sim64 ", "character 6: found ' ', expected the end of the name", DEVICE_SIM64, 0},
        {"sim64:1", "character 6: found ':', expected the end of the name", DEVICE_SIM64, 0},
        {"odd", "character 1: found 'odd', expected a device (nvidia, amd, sim32, sim64, host, cpu, nccl)",
         DEVICE_NONE, 0},
    };
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct device_name device;
        struct text why = {0};
        bool taken = device_name_parse(names[n].text, &device, &why);
        if (taken == !names[n].complaint[0] && strcmp(why.at, names[n].complaint) == 0 &&
            device.kind == names[n].kind && device.index == names[n].index)
            continue;
        return text_say(&finding->first_at, "device %s: expected \"%s\", got \"%.200s\"", names[n].text,
                        names[n].complaint, why.at);
    }
    return true;
}

static const struct unit_test tests[] = {READ_ROWS(complaint_points_at_the_character, lines_read, line_name),
                                         TEST(index_lists_are_bounded), TEST(device_names_parse_or_complain)};
UNIT(case_parse, tests);
