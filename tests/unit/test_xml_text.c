/* SPDX-License-Identifier: MIT
 * src/support/xml_text.c: text as readers of XML need it. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "xml_text.h"
#include "table.h"

#include <stdlib.h>

struct text_row {
    const char *name, *text, *written;
};

static const struct text_row texts[] = {
    {"plain words", "race in sums", "race in sums"},
    {"nothing", "", ""},
    {"marks of tags and entities", "a < b && b > \"c\"", "a &lt; b &amp;&amp; b &gt; &quot;c&quot;"},
    {"an end of a line", "a\nb", "a\nb"},
    {"characters that XML has not", "a\x1b[1mb\x01", "a?[1mb?"},
    {"bytes of UTF-8", "\xe2\x82\xac", "\xe2\x82\xac"},
};

static void text_is_escaped(void **state)
{
    const struct text_row *row = *state;
    char *written;
    size_t bytes;
    FILE *out = open_memstream(&written, &bytes);
    assert_non_null(out);
    xml_text(out, row->text);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, row->written);
    free(written);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, text_is_escaped, texts);
    return table_run(&table, "xml_text", argc, argv);
}
