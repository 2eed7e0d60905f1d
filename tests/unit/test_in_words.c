/* SPDX-License-Identifier: MIT
 * src/report/records/in_words.c: problems in words. */
#include "in_words.h"
#include "table.h"

struct problem {
    const char *name, *line, *words;
};

static const struct problem problems[] = {
    {"one row", "time.reduce_window{block=256}@nvidia:0 reduce/add_u32/67108864/soa/small:1",
     "2^26 u32, sum modulo 2^32"},
    {"rows", "x@sim64 reduce/add_u32/65536x1024/soa/any:1", "2^26 u32, rows of 2^10, sum modulo 2^32"},
    {"outer dimensions", "x@sim64 scan/add_u32/2x3x2x1000/soa/any:1",
     "12000 u32, rows of 1000, sum modulo 2^32"},
    {"a multiple of a power", "x@sim64 reduce/add_u32/3072/soa/any:1", "3 x 2^10 u32, sum modulo 2^32"},
    {"ragged rows", "x@sim64 reduce/add_u32/rag:65536x2:giant:1/soa/any:1",
     "2^17 u32, rows of about 2 (giant), sum modulo 2^32"},
    {"listed rows", "x@sim64 reduce/add_u32/[5,0,1000]/soa/any:1", "rows [5,0,1000], sum modulo 2^32"},
    {"keys", "x@sim64 keyed/add_u32/4096#7:giant:5/soa/any:1", "2^12 u32, 7 keys (giant), sum modulo 2^32"},
    {"keys that take turns", "x@sim64 keyed/add_u32/4096#1024/soa/any:1",
     "2^12 u32, 2^10 keys, sum modulo 2^32"},
    {"an exclusive scan", "x@sim64 exscan/add_u32/8/soa/any:1", "8 u32, exclusive, sum modulo 2^32"},
    {"a transposition", "x@sim64 transpose/f32/4x33x65/soa/any:1", "4x33x65 of f32"},
    {"halves", "x@sim64 reduce/add_f16/4096/soa/ones:1", "2^12 f16, sum of f16"},
    {"halves in floats", "x@sim64 reduce/add_bf16_f32/8/soa/any:1", "8 bf16, sum of bf16 in f32"},
    {"a transposition of halves", "x@sim64 transpose/bf16/2x3/soa/any:1", "2x3 of bf16"},
    {"an operator of another build", "x@sim64 reduce/no_such/8/soa/any:1", "8 items, no_such"},
    {"another layout", "x@sim64 reduce/add_u32/8/aos+1~2/any:1", "8 u32, sum modulo 2^32, aos+1~2"},
    {"two columns", "x@sim64 reduce/affine_u32/8/soa/any:1", "8 u32,u32, maps x -> ax + b modulo 2^32"},
    {"no problem", "associates.add_u32", ""},
    {"a problem without a shape", "x@sim64 reduce/add_u32", ""},
    {"no shape at all", "x@sim64 reduce/add_u32/<img>/soa/any:1", "rows <img>, sum modulo 2^32"},
};

static void problem_is_said(void **state)
{
    const struct problem *row = *state;
    struct text said;
    problem_in_words(row->line, &said);
    assert_string_equal(said.at, row->words);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, problem_is_said, problems);
    return table_run(&table, "in_words", argc, argv);
}
