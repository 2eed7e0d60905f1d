/* SPDX-License-Identifier: MIT
 * src/support/nearest.c: the name that a mistyped one is taken for. */
#include "nearest.h"
#include "table.h"

struct typed {
    const char *name, *given, *offered[4], *words;
};

static const struct typed typed[] = {
    {"a letter wrong", "scan_lookbakk", {"scan_lookback", "scan_chained"}, "; did you mean scan_lookback?"},
    {"a letter left out", "add_u3", {"add_u32", "add_f32"}, "; did you mean add_u32?"},
    {"a letter put in", "add_uu32", {"add_f32", "add_u32"}, "; did you mean add_u32?"},
    {"two letters exchanged", "mss_i23", {"mss_i32", "min_i64"}, "; did you mean mss_i32?"},
    {"the nearer of two, whichever comes first", "add_i9", {"add_i16", "add_i8"}, "; did you mean add_i8?"},
    {"the first of two that are as near", "add_i9", {"add_i8", "add_i7"}, "; did you mean add_i8?"},
    {"a third of the letters", "abcxyz", {"abcdyx"}, "; did you mean abcdyx?"},
    {"more than a third of the letters", "abcxyw", {"abcdef"}, ""},
    {"one letter of a short name", "sun", {"sum"}, "; did you mean sum?"},
    {"two letters of a short name", "sxx", {"sum"}, ""},
    {"a pattern is near to nothing", "add_u3*", {"add_u32"}, ""},
    {"a list is near to nothing", "add_u3,", {"add_u32"}, ""},
    {"a very long name is near to nothing",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
     ""},
    {"nothing is offered", "add_u32", {NULL}, ""},
};

static void nearest_name_is_offered(void **state)
{
    const struct typed *row = *state;
    struct nearest nearest = nearest_to(row->given);
    struct text why;
    text_say(&why, "no operator");
    for (size_t i = 0; i < 4 && row->offered[i]; i++)
        nearest_offer(&nearest, row->offered[i]);
    nearest_add(&nearest, &why);
    assert_string_equal(why.at + sizeof "no operator" - 1, row->words);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, nearest_name_is_offered, typed);
    return table_run(&table, "nearest", argc, argv);
}
