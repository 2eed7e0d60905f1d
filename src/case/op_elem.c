/* SPDX-License-Identifier: MIT
 * Stand-ins for operators where items are moved and not folded: one for each element type, which makes items and
 * is asked for nothing else. */
#include "elem_value.h"
#include "op.h"
#include "problem.h"

#include <assert.h>
#include <string.h>

#define ELEMENT_OF(BYTES)                                                                                    \
    static void value_##BYTES(const void *params, uint64_t index, uint64_t bits, void *input)                \
    {                                                                                                        \
        struct elem_value value = elem_value(index, bits);                                                   \
        (void)params;                                                                                        \
        memcpy(input, &value, BYTES);                                                                        \
    }                                                                                                        \
    static void zero_##BYTES(const void *params, void *input)                                                \
    {                                                                                                        \
        (void)params;                                                                                        \
        memset(input, 0, BYTES);                                                                             \
    }                                                                                                        \
    static void copy_##BYTES(const void *params, const void *input, void *state)                             \
    {                                                                                                        \
        (void)params;                                                                                        \
        memcpy(state, input, BYTES);                                                                         \
    }                                                                                                        \
    static void last_##BYTES(const void *params, const void *left, const void *right, void *result)          \
    {                                                                                                        \
        (void)params, (void)left;                                                                            \
        memmove(result, right, BYTES);                                                                       \
    }
ELEMENT_OF(1)
ELEMENT_OF(2)
ELEMENT_OF(4)
ELEMENT_OF(8)
ELEMENT_OF(16)

#define WITH_ELEMENT_OF(BYTES)                                                                               \
    {                                                                                                        \
        .what = "an element that is moved", .laws = LAW_EXACT, .has_neutral = true,                          \
        .identity = zero_##BYTES, .combine = last_##BYTES, .value = value_##BYTES, .lift = copy_##BYTES,     \
        .neutral = zero_##BYTES                                                                              \
    }
static const struct op of_size[] = {WITH_ELEMENT_OF(1), WITH_ELEMENT_OF(2), WITH_ELEMENT_OF(4),
                                    WITH_ELEMENT_OF(8), WITH_ELEMENT_OF(16)};

static struct op ops[ELEM_COUNT];

static void fill(enum elem elem)
{
    size_t bytes = elem_size(elem);
    int log = 0;
    while (bytes >> log > 1)
        log++;
    struct op *op = &ops[elem];
    *op = of_size[log];
    op->name = elem_name(elem);
    op->input = op->state = tuple_of(elem);
}

const struct op *op_of_elem(enum elem elem)
{
    assert((unsigned)elem < ELEM_COUNT);
    if (!ops[elem].name) fill(elem);
    return &ops[elem];
}

const struct op *op_for(enum what what, const char *name)
{
    enum elem elem;
    if (what != WHAT_TRANSPOSE) return op_find(name);
    return elem_parse(name, strlen(name), &elem) ? op_of_elem(elem) : NULL;
}
