/* SPDX-License-Identifier: MIT */
#include "sorted.h"

#include <inttypes.h>
#include <stdlib.h>

enum { VALUES = 0 };

bool sorted_accepts(const struct app_data *data, struct text *why)
{
    return data->length <= UINT32_MAX ||
           text_say(why, "rows of %" PRIu64 " items; expected at most 2^32 - 1", data->length);
}

/* One key of four is small, so that some are equal. */
void sorted_value(uint64_t index, uint64_t bits, void *item)
{
    int32_t *value = item;
    (void)index;
    *value = bits & 3 ? (int32_t)(bits >> 32) : (int32_t)(bits >> 60) - 8;
}

struct indexed {
    int32_t key;
    uint32_t from;
};

/* By key, and equal keys as they came: so the library's sort, which is not stable, has one right result. */
static int compare_indexed(const void *left, const void *right)
{
    const struct indexed *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

bool sorted_add(struct app_answer *answer, const struct app_data *data, struct sorted *sorted,
                struct text *why)
{
    bool moves = data->option[VALUES];
    sorted->keys = answer_add(answer, "sorted", ELEM_I32, data->items, why);
    sorted->from = sorted->keys && moves ? answer_add(answer, "from", ELEM_U32, data->items, why) : NULL;
    return sorted->keys && (sorted->from || !moves);
}

bool sorted_by(sorted_there *sort, const struct app_data *data, struct passes *passes,
               struct app_answer *answer, struct text *why)
{
    struct sorted sorted;
    struct program program;
    if (!sorted_add(answer, data, &sorted, why)) return false;
    bool done = program_open(&program, passes, why) && sort(data, &program, &sorted);
    program_close(&program);
    return done;
}

bool sorted_stop(const struct app_data *data, struct program *program, const struct sorted *sorted,
                 const uint32_t *keys, const uint32_t *values)
{
    uint64_t bytes = data->items * sizeof *sorted->keys;
    return program_stop(program) && program_get(program, sorted->keys, keys, bytes) &&
           (!sorted->from || program_get(program, sorted->from, values, bytes));
}

bool sorted_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const int32_t *items = data->column[0];
    struct sorted sorted;
    struct indexed *row = app_alloc(data->length, sizeof *row, why);
    bool done = row && sorted_add(answer, data, &sorted, why);
    for (uint64_t first = 0; done && first < data->items; first += data->length) {
        for (uint64_t i = 0; i < data->length; i++)
            row[i] = (struct indexed){items[first + i], (uint32_t)i};
        qsort(row, data->length, sizeof *row, compare_indexed);
        for (uint64_t i = 0; i < data->length; i++) {
            sorted.keys[first + i] = row[i].key;
            if (sorted.from) sorted.from[first + i] = row[i].from;
        }
    }
    free(row);
    text_say(&answer->says, "rows of %" PRIu64 " are sorted", data->length);
    return done;
}
