/* SPDX-License-Identifier: MIT
 * src/support/json_text.c: text as readers of JSON need it. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "json_text.h"
#include "table.h"

#include <stdlib.h>

struct text_row {
    const char *name, *text, *written;
};

static const struct text_row texts[] = {
    {"plain words", "race in sums", "\"race in sums\""},
    {"nothing", "", "\"\""},
    {"quotes and backslashes", "\"a\\b\"", "\"\\\"a\\\\b\\\"\""},
    {"ends of lines and tabs", "a\nb\tc", "\"a\\u000ab\\u0009c\""},
    {"the last byte of one", "\x7f", "\"\x7f\""},
    {"two bytes, least and most", "\xc2\x80\xdf\xbf", "\"\xc2\x80\xdf\xbf\""},
    {"three bytes", "\xe2\x82\xac", "\"\xe2\x82\xac\""},
    {"four bytes", "\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""},
    {"a byte that begins nothing", "a\x80z", "\"a\\ufffdz\""},
    {"one byte of two", "a\xc3", "\"a\\ufffd\""},
    {"an overlong form", "\xc0\xaf", "\"\\ufffd\\ufffd\""},
    {"a surrogate", "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
    {"past the last character", "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
};

static void text_is_escaped(void **state)
{
    const struct text_row *row = *state;
    char *written;
    size_t bytes;
    FILE *out = open_memstream(&written, &bytes);
    assert_non_null(out);
    json_text(out, row->text);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, row->written);
    free(written);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, text_is_escaped, texts);
    return table_run(&table, "json_text", argc, argv);
}
