/* SPDX-License-Identifier: MIT
 * Cases and shapes that are drawn from typed choices, against those typed by hand. */
#ifndef FOLDCHECK_DRAWN_CASES_H
#define FOLDCHECK_DRAWN_CASES_H

#include "fixture.h"

enum { MOST_TYPED = 128 };

/* A case, and the choices that draw it: the numbers of a text whose words say what they choose. */
struct drawn_case {
    const char *line, *choices;
};

/* The numbers of such a text: "keys 0 2, dist 0" are 0, 2 and 0. Returns how many. "keys 0/14" is 0, too, and says that
 * it is one of 14: bounds_are_right compares that with the draw's bounds. */
size_t read_choices(const char *text, uint64_t at[MOST_TYPED]);
bool bounds_are_right(const char *text, const struct draw *draw, struct text *why);

/* The first choices of a case, and the last ones, of parts that are plain: where a chance decides, the last choice that
 * says no. Of one size or not, three choices give a few items; of a GPU 31 of 32 give no more than usual. */
#define FIRST "refused 14/16, usual 0/4, instance 0/1, "
#define FIVE "length 2 5/18, many 30, rows 0/2, dims 11/15, "
#define SOA "input 8/18 0/2 2/4 6/8, result 8/17 0/2 2/4 6/8, "
#define KEEP "keep 6/8, "
#define LAST "data 0/16 9/65536, only 6/8, past 1022/1024, schedule 5/13"
#define LAST_FLAT "data 0/16 9/65536, only 6/8, schedule 5/13"
#define TINY "{block=4,items=1,group=4}@sim64 "
#define TINY_NVIDIA "{block=4,items=1,group=4}@nvidia:0 "
#define ORACLE "reduce_equals_oracle"
#define AUTO "auto_never_refuses"

/* Limits of the items that are drawn; 0: none, and of the operator its own one. */
struct most_drawn {
    uint64_t of_run, of_operator;
};

/* False with the reason in finding->first_at. */
bool case_is_drawn_right(const struct drawn_case *row, struct most_drawn most, struct finding *finding);

#endif
