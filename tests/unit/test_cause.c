/* SPDX-License-Identifier: MIT
 * src/engine/cause.c: the cause that a report names, and whether two causes are of one kind. */
#include "cause.h"
#include "table.h"

#include <string.h>

struct report {
    const char *name, *words, *cause;
};

static const struct report reports[] = {
    {"a race names both places",
     "sums: block 0, thread 1: race: write at item 1 of shared s (sum.cu:10) has no order with the read by "
     "block 0, thread 0 (sum.cu:12)",
     "race in sums (sum.cu:10) (sum.cu:12)"},
    {"a place is named once",
     "sums: block 3, thread 17: race: write at item 1 (sum.cu:10) has no order with the write by block 0, "
     "thread 0 (sum.cu:10)",
     "race in sums (sum.cu:10)"},
    {"an access outside is of bounds",
     "fold<4>: block 0, thread 0: read of 4 bytes at item 9 of in (sum.cu:7)",
     "bounds in fold<4> (sum.cu:7)"},
    {"a write outside is of bounds, too",
     "fold: block 0, thread 0: write of 4 bytes at item 9 of out (sum.cu:8)", "bounds in fold (sum.cu:8)"},
    {"a kernel that spins hangs",
     "scan: block 0, thread 0: livelock: spins, 4 of 5 blocks started (scan.hip:33)",
     "hang in scan (scan.hip:33)"},
    {"a wrong result is no report", "row 0, column 1 of 1 (u32): expected 0x1, got 0x0", ""},
    {"an empty report has none", "", ""},
};

static void cause_is_read(void **state)
{
    const struct report *row = *state;
    struct text report, cause;
    text_say(&report, "%s", row->words);
    cause_read(&report, &cause);
    assert_string_equal(cause.at, row->cause);
}

struct pair {
    const char *name, *a, *b;
    bool same;
};

static const struct pair pairs[] = {
    {"races at other places are of one kind", "race in sums (sum.cu:10)", "race in other (sum.cu:20)", true},
    {"a race and a hang are not", "race in sums (sum.cu:10)", "hang in sums (sum.cu:10)", false},
    {"a wrong result and a race are not", "", "race in sums (sum.cu:10)", false},
    {"two wrong results are", "", "", true},
};

static void kinds_are_compared(void **state)
{
    const struct pair *row = *state;
    struct text a, b;
    text_say(&a, "%s", row->a);
    text_say(&b, "%s", row->b);
    assert_int_equal(cause_same_kind(&a, &b), row->same);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, cause_is_read, reports);
    TABLE_ADD(&table, kinds_are_compared, pairs);
    return table_run(&table, "cause", argc, argv);
}
