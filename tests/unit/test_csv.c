/* SPDX-License-Identifier: MIT
 * src/support/csv.c: a column of numbers, by its name or its number, and one line about each mistake in a file. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "float_elem.h"
#include "input.h"
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file's text; what is asked for; the numbers in decimal, or what the refusal says. */
struct file {
    const char *name, *text, *column;
    enum elem elem;
    const char *numbers, *refusal;
};

static const struct file files[] = {
    {"a column by its name", "day,count\n1,5\n2,7\n", "count", ELEM_U32, "5 7", NULL},
    {"the first column by default", "day,count\n1,5\n2,7\n", "", ELEM_U32, "1 2", NULL},
    {"a column by its number", "day,count\n1,5\n2,7\n", "2", ELEM_U32, "5 7", NULL},
    {"no header where the first line has a number", "1,5\n2,7\n", "2", ELEM_U32, "5 7", NULL},
    {"a last line without its end", "n\n5\n7", "n", ELEM_U32, "5 7", NULL},
    {"lines that end as on Windows", "n,m\r\n5,1\r\n7,2\r\n", "n", ELEM_U32, "5 7", NULL},
    {"blanks around fields", "n , m\n 5\t, 1\n", "m", ELEM_U32, "1", NULL},
    {"quoted fields, one with a comma", "\"a,b\",\"n\"\n\"1,5\",\"7\"\n", "n", ELEM_U32, "7", NULL},
    {"a mark of UTF-8 first", "\xef\xbb\xbfn\n5\n", "n", ELEM_U32, "5", NULL},
    {"semicolons between fields", "day;count\n1;5\n", "count", ELEM_U32, "5", NULL},
    {"decimal commas between semicolons", "x;y\n1,5;2,25\n", "y", ELEM_F32, "2.25", NULL},
    {"a header and nothing else", "n\n", "n", ELEM_U32, "", NULL},
    {"the least and the most of a byte", "n\n-128\n127\n", "n", ELEM_I8, "-128 127", NULL},
    {"floats with exponents", "x\n1e-3\n-2.5E2\n", "x", ELEM_F64, "0.001 -250", NULL},
    {"halves, rounded once", "x\n0.1\n2049\n2051\n65519\n1e-8\n", "x", ELEM_F16,
     "0.0999755859 2048 2052 65504 0", NULL},
    {"halves beside the middle of two",
     "x\n1.00048828125\n1.00048828125000000000000000001\n1.00048828124999999999999999999\n-1."
     "00048828125000000000000000001\n",
     "x", ELEM_F16, "1 1.00097656 1 -1.00097656", NULL},
    {"the upper halves of floats", "x\n257\n3e38\n", "x", ELEM_BF16, "256 3.00405527e+38", NULL},
    {"infinities that are written as such", "x\ninf\n", "x", ELEM_F32, "inf", NULL},
    {"no such column", "day,count\n1,5\n", "cost", ELEM_U32, NULL,
     "line 1: no column is called 'cost'; expected its number from 1, or one of day, count"},
    {"column 0", "n\n1\n", "0", ELEM_U32, NULL, "column 0; expected a number from 1, or a name"},
    {"a hole", "n,m\n1,2\n3,\n", "m", ELEM_U32, NULL, "line 3, column m: a hole"},
    {"a short line", "n,m\n1,2\n3\n", "m", ELEM_U32, NULL, "line 3, column m: the line is too short, a hole"},
    {"a word", "n\n1\nmany\n", "n", ELEM_U32, NULL, "line 3, column n: 'many' is not such a number"},
    {"a fraction for an integer", "n\n1.5\n", "n", ELEM_U32, NULL, "'1.5' is not such a number"},
    {"a number with more behind it", "n\n1 2\n", "n", ELEM_U32, NULL, "'1 2' is not such a number"},
    {"too large for a byte", "n\n128\n", "n", ELEM_I8, NULL, "'128' is out of range"},
    {"too small for a byte", "n\n-129\n", "n", ELEM_I8, NULL, "'-129' is out of range"},
    {"negative for an unsigned", "n\n-1\n", "n", ELEM_U64, NULL, "'-1' is out of range"},
    {"past 64 bits", "n\n18446744073709551616\n", "n", ELEM_U64, NULL, "is out of range"},
    {"too large for a half", "x\n65520\n", "x", ELEM_F16, NULL, "'65520' is out of range"},
    {"too large for a float", "x\n1e39\n", "x", ELEM_F32, NULL, "'1e39' is out of range"},
};

static double number_at(const struct input *input, uint64_t i)
{
    switch (input->elem) {
    case ELEM_I8:
        return ((const int8_t *)input->items)[i];
    case ELEM_U32:
        return ((const uint32_t *)input->items)[i];
    case ELEM_F32:
    case ELEM_F64:
    case ELEM_F16:
    case ELEM_BF16:
        return float_value(input->elem, (const char *)input->items + i * elem_size(input->elem));
    default:
        return NAN;
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void numbers_or_the_refusal(void **state)
{
    const struct file *row = *state;
    char folder[] = "/tmp/test_csv_XXXXXX", path[64], name[128], got[256] = "";
    struct input input;
    struct text why = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in.csv", folder);
    write_file(path, row->text);
    snprintf(name, sizeof name, row->column[0] ? "%s:%s" : "%s", path, row->column);
    bool opened = input_open(name, row->elem, &input, &why);
    for (uint64_t i = 0; opened && i < input.count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.9g", i ? " " : "", number_at(&input, i));
    if (opened) input_close(&input);
    unlink(path);
    rmdir(folder);
    if (row->refusal) {
        assert_false(opened);
        if (!strstr(why.at, row->refusal)) fail_msg("expected \"%s\" in \"%s\"", row->refusal, why.at);
    } else {
        if (!opened) fail_msg("expected \"%s\", got \"%s\"", row->numbers, why.at);
        assert_string_equal(got, row->numbers);
    }
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, numbers_or_the_refusal, files);
    return table_run(&table, "csv", argc, argv);
}
