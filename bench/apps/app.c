/* SPDX-License-Identifier: MIT */
#include "app.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { UNWRITTEN = 0xA5 };

void *app_alloc(uint64_t count, size_t size, struct text *why)
{
    uint64_t most = SIZE_MAX / size;
    void *memory = count <= most ? malloc(count ? count * size : 1) : NULL;
    if (!memory) text_say(why, "no host memory for %" PRIu64 " times %zu bytes", count, size);
    return memory;
}

void *answer_add(struct app_answer *answer, const char *name, enum elem elem, uint64_t count,
                 struct text *why)
{
    assert(answer->count < MAX_ANSWERS);
    struct app_array *array = &answer->array[answer->count];
    *array = (struct app_array){.name = name, .elem = elem, .count = count};
    array->items = app_alloc(count, elem_size(elem), why);
    if (!array->items) return NULL;
    answer->count++;
    return memset(array->items, UNWRITTEN, count * elem_size(elem));
}

void answer_close(struct app_answer *answer)
{
    for (int a = 0; a < answer->count; a++)
        free(answer->array[a].items);
    *answer = (struct app_answer){0};
}

static bool array_equals(const struct app_array *expected, const struct app_array *got, struct text *where)
{
    size_t size = elem_size(expected->elem);
    char wanted[64], had[64];
    if (expected->count != got->count)
        return text_say(where, "%s: expected %" PRIu64 " items, got %" PRIu64, expected->name,
                        expected->count, got->count);
    for (uint64_t i = 0; i < expected->count; i++) {
        const unsigned char *right = (const unsigned char *)expected->items + i * size;
        const unsigned char *ours = (const unsigned char *)got->items + i * size;
        if (memcmp(right, ours, size) == 0) continue;
        elem_print(expected->elem, right, wanted, sizeof wanted);
        elem_print(expected->elem, ours, had, sizeof had);
        return text_say(where, "%s, item %" PRIu64 " of %" PRIu64 " (%s): expected %s, got %s",
                        expected->name, i, expected->count, elem_name(expected->elem), wanted, had);
    }
    return true;
}

bool answer_equals(const struct app_answer *expected, const struct app_answer *got, struct text *where)
{
    assert(expected->count == got->count);
    for (int a = 0; a < expected->count; a++)
        if (!array_equals(&expected->array[a], &got->array[a], where)) return false;
    return true;
}
