/* SPDX-License-Identifier: MIT
 * The common part of the sorts of rows: keys, the answer, and a sort in sequential C. */
#ifndef FOLDCHECK_APPS_SORTED_H
#define FOLDCHECK_APPS_SORTED_H

#include "program.h"
#include "app.h"

/* Arrays of an answer. */
struct sorted {
    int32_t *keys;
    uint32_t *from; /* index in its row; NULL: not asked for */
};

/* Adds the arrays; `from` unless option 0, values, is 0. False: no memory. */
bool sorted_add(struct app_answer *answer, const struct app_data *data, struct sorted *sorted,
                struct text *why);

/* Sorts on the device, between program_start and program_stop, and gets the answer. */
typedef bool sorted_there(const struct app_data *data, struct program *program, const struct sorted *sorted);

/* A form of struct app by such a program. */
bool sorted_by(sorted_there *sort, const struct app_data *data, struct passes *passes,
               struct app_answer *answer, struct text *why);

/* Ends such a program: the keys and values that lie there are the answer. */
bool sorted_stop(const struct app_data *data, struct program *program, const struct sorted *sorted,
                 const uint32_t *keys, const uint32_t *values);

/* The functions of struct app. One key of four is small, so that some are equal. */
bool sorted_accepts(const struct app_data *data, struct text *why);
void sorted_value(uint64_t index, uint64_t bits, void *item);
bool sorted_judge(const struct app_data *data, struct app_answer *answer, struct text *why);

#endif
