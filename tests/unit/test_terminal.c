/* SPDX-License-Identifier: MIT
 * src/support/terminal.c: where a line is broken, and that what is no terminal gets whole lines. */
#include "table.h"
#include "terminal.h"

#include <string.h>

struct broken {
    const char *name, *words;
    int room;
    const char *line; /* the first one */
};

static const struct broken broken[] = {
    {"all of them fit", "one two", 7, "one two"},
    {"the last word does not fit", "one two", 6, "one"},
    {"a line ends before a blank that has no room", "one two three", 7, "one two"},
    {"the last blank counts", "a b c d", 5, "a b c"},
    {"a first word stays whole", "reduce/add_u32/0/soa and more", 8, "reduce/add_u32/0/soa"},
    {"a word alone stays whole", "reduce/add_u32/0/soa", 8, "reduce/add_u32/0/soa"},
    {"blanks at the beginning break nothing", "  first at  here", 4, "  first"},
    {"two blanks are no word", "one  two", 5, "one"},
    {"a letter of two bytes has one column", "\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9", 5,
     "\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9"},
    {"nothing", "", 5, ""},
};

static void line_ends_where_a_word_does(void **state)
{
    const struct broken *row = *state;
    size_t length = terminal_fits(row->words, row->room);
    assert_int_equal(length, strlen(row->line));
    assert_memory_equal(row->words, row->line, length);
}

static void file_gets_whole_lines(void **state)
{
    (void)state;
    char word[200], read[256] = "";
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(terminal_columns(file), 0);
    terminal_say(file, 3, 12, "%s and %d", word, 7);
    rewind(file);
    size_t length = fread(read, 1, sizeof read - 1, file);
    fclose(file);
    assert_int_equal(length, sizeof word - 1 + strlen(" and 7\n"));
    assert_string_equal(read + sizeof word - 1, " and 7\n");
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, line_ends_where_a_word_does, broken);
    table_add(&table, file_gets_whole_lines, NULL, "a file gets whole lines");
    return table_run(&table, "terminal", argc, argv);
}
