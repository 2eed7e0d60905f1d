/* SPDX-License-Identifier: MIT
 * Cases and shapes that are drawn from typed choices, against those typed by hand; a part of
 * oracle_equals_values_by_hand. Private to this folder. */
#ifndef FOLDCHECK_DRAWN_BY_HAND_H
#define FOLDCHECK_DRAWN_BY_HAND_H

#include "lab.h"

enum { MOST_TYPED = 128 };

/* A case, and the choices that draw it: the numbers of a text whose words say what they choose. */
struct drawn_case {
    const char *line, *choices;
};

/* The numbers of such a text: "keys 0 2, dist 0" are 0, 2 and 0. Returns how many. */
size_t read_choices(const char *text, uint64_t at[MOST_TYPED]);

/* The first choices of a case, and the last ones, of parts that are plain. */
#define FIRST "refused 0, usual 0, instance 0, "
#define FIVE "length 0 5, many 0, rows 0, dims 0, "
#define SEVERAL "length 0 12, many 0, rows 1, "
#define ARGS "args 0 0, "
#define THREE_BY_THREE "length 0 12, many 0, rows 1, row 2, longer 0, count 1, "
#define SOA "input 0 0 0 0, result 0 0 0 0, "
#define MAPOUT "mapout 0 0 0 0, "
#define KEEP "keep 0, "
#define LAST "data 0 9, only 0, past 0, schedule 0"
#define LAST_FLAT "data 0 9, only 0, schedule 0"
#define TINY "{block=4,items=1,group=4}@sim64 "
#define TINY_NVIDIA "{block=4,items=1,group=4}@nvidia:0 "
#define USUAL "{block=32,items=2,group=32}@sim64 "
#define USUAL_NVIDIA "{block=32,items=2,group=32}@nvidia:0 "
#define ORACLE "reduce_equals_oracle"
#define SCANS "scan_equals_oracle"
#define KEYED "keyed_equals_oracle"
#define AUTO "auto_never_refuses"

/* False with the reason in finding->first_at. most_items: a limit of the draws; 0: none. */
bool case_is_drawn_right(const struct drawn_case *row, uint64_t most_items, struct finding *finding);
bool each_is_drawn_right(const struct drawn_case *rows, size_t count, struct finding *finding);
bool cases_are_drawn_right(struct finding *finding);
bool parts_are_drawn_right(struct finding *finding);
bool shapes_are_drawn_right(struct finding *finding);

#endif
