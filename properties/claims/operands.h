/* SPDX-License-Identifier: MIT
 * The operands of a law: the rows of its line, folded, and how they are shown. Private to this folder. */
#ifndef FOLDCHECK_OPERANDS_H
#define FOLDCHECK_OPERANDS_H

#include "fixture.h"
#include "slack.h"

/* The operator of a law's line, its params, and its rows folded. */
struct operands {
    const struct op *op;
    const void *params;
    struct state params_room, row[MAX_LIST], identity;
    struct slack slack; /* what went into all rows */
    uint64_t rows;
};

/* Folds the rows; discarded (false) where the line is no law, or has too few of them. */
bool operands_of(const struct test_case *checked, uint64_t least_rows, struct operands *operands,
                 struct finding *finding);

void operands_combine(const struct operands *operands, const struct state *left, const struct state *right,
                      struct state *result);

/* Adds "name = (3, -1)". */
void operands_show(const struct operands *operands, const char *name, const struct state *state,
                   struct text *text);

/* The first rows, which laws call a, b, c. */
void operands_show_rows(const struct operands *operands, int rows, struct finding *finding);

/* Says which law of an operator fails, and what it breaks. */
void finding_breaks(struct finding *finding, const char *law, const char *words);

/* The check of a law; the first undefined behaviour of a plugin's operator ends it, with VERDICT_FAIL. */
typedef enum verdict law_check(const struct test_case *checked, struct finding *finding);
enum verdict law_watched(law_check *law, const struct test_case *checked, struct finding *finding);

#endif
