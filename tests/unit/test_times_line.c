/* SPDX-License-Identifier: MIT
 * src/report/records/times_line.c: the same numbers as strtod has, and no line that is not in the usual form. */
#include "table.h"
#include "times_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE(CASE, SAMPLES, ITEMS, REST)                                                                     \
    "{\"kind\": \"times\", \"case\": \"" CASE "\", \"unit\": \"s\", \"samples\": [" SAMPLES                  \
    "], \"items\": " ITEMS ", \"bytes\": 32" REST
#define RUN ", \"run\": \"r0\"}"

static const struct odd {
    const char *name, *line;
    int samples; /* 0: it is left to lines.c */
} lines[] = {
    {"a usual line",
     LINE("time.a@nvidia:0 scan/add_f32/8/soa/any:1", "1.5e-05, 2e-05", "8", ", \"copy_rate\": 3e12" RUN), 2},
    {"no rate of the copy", LINE("a", "1e-5", "8", RUN), 1},
    {"a launch that was wrong", LINE("a", "1e-5", "8", ", \"wrong\": \"x\"" RUN), 0},
    {"no sample", LINE("a", "", "8", RUN), 0},
    {"a sample of 0", LINE("a", "0", "8", RUN), 0},
    {"a negative sample", LINE("a", "-1e-5", "8", RUN), 0},
    {"no number", LINE("a", "nan", "8", RUN), 0},
    {"more than the largest number", LINE("a", "1e999", "8", RUN), 0},
    {"a comma too many", LINE("a", "1e-5, ", "8", RUN), 0},
    {"a number that begins with 0", LINE("a", "01e-5", "8", RUN), 0},
    {"a number that ends in a point", LINE("a", "1.", "8", RUN), 0},
    {"an exponent without digits", LINE("a", "1e-", "8", RUN), 0},
    {"a negative count", LINE("a", "1e-5", "-8", RUN), 0},
    {"a count that is no whole number", LINE("a", "1e-5", "8.5", RUN), 0},
    {"a count beyond 64 bits", LINE("a", "1e-5", "99999999999999999999", RUN), 0},
    {"an escaped letter", LINE("a\\u0020b", "1e-5", "8", RUN), 0},
    {"a letter that is no ASCII", LINE("\xc3\xa4", "1e-5", "8", RUN), 0},
    {"a control letter", LINE("a\tb", "1e-5", "8", RUN), 0},
    {"a line that was cut off", LINE("a", "1e-5", "8", ", \"run\": \"r0"), 0},
    {"more behind it", LINE("a", "1e-5", "8", RUN "}"), 0},
    {"another order", "{\"run\": \"r0\", \"kind\": \"times\"}", 0},
    {"nothing", "", 0},
};

static void line_is_told_apart(void **state)
{
    const struct odd *row = *state;
    struct times_line line;
    bool read = times_line_read(row->line, &line);
    assert_int_equal(read ? line.samples : 0, row->samples);
    if (read) free(line.sample);
}

/* All forms that %g has, near powers of ten and at random. */
static void numbers_are_exact(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 200000; i++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        char number[40], text[256];
        double value = (double)(random >> 11) * 0x1p-53;
        for (int power = (int)(random % 41) - 20; power != 0; power += power < 0 ? 1 : -1)
            value *= power < 0 ? 0.1 : 10;
        snprintf(number, sizeof number, "%.*g", 1 + (int)(random % 17), value);
        snprintf(text, sizeof text, LINE("a", "%s", "8", ", \"copy_rate\": %s" RUN), number, number);
        struct times_line line;
        if (!times_line_read(text, &line)) continue; /* more digits than 64 bits have */
        double expected = strtod(number, NULL);
        assert_memory_equal(&line.sample[0], &expected, sizeof expected);
        assert_memory_equal(&line.copy_rate, &expected, sizeof expected);
        assert_int_equal(line.bytes, 32);
        free(line.sample);
    }
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, line_is_told_apart, lines);
    table_add(&table, numbers_are_exact, NULL, "numbers are exact");
    return table_run(&table, "times_line", argc, argv);
}
