/* SPDX-License-Identifier: MIT
 * Element types and tuples of them. */
#include "elem.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_elem.h"

static const struct {
    const char *name;
    size_t size;
} elems[] = {
    [ELEM_I8] = {"i8", 1},     [ELEM_U8] = {"u8", 1},   [ELEM_I16] = {"i16", 2},    [ELEM_U16] = {"u16", 2},
    [ELEM_I32] = {"i32", 4},   [ELEM_U32] = {"u32", 4}, [ELEM_I64] = {"i64", 8},    [ELEM_U64] = {"u64", 8},
    [ELEM_F32] = {"f32", 4},   [ELEM_F64] = {"f64", 8}, [ELEM_U128] = {"u128", 16}, [ELEM_F16] = {"f16", 2},
    [ELEM_BF16] = {"bf16", 2},
};
static_assert(sizeof elems / sizeof *elems == ELEM_COUNT, "a name and a size for each");

size_t elem_size(enum elem elem)
{
    assert((unsigned)elem < ELEM_COUNT);
    return elems[elem].size;
}

const char *elem_name(enum elem elem)
{
    assert((unsigned)elem < ELEM_COUNT);
    return elems[elem].name;
}

bool elem_parse(const char *text, size_t length, enum elem *elem)
{
    for (int i = 0; i < ELEM_COUNT; i++) {
        if (strlen(elems[i].name) == length && memcmp(elems[i].name, text, length) == 0) {
            *elem = (enum elem)i;
            return true;
        }
    }
    return false;
}

bool elem_is_float(enum elem elem)
{
    return elem == ELEM_F32 || elem == ELEM_F64 || elem == ELEM_F16 || elem == ELEM_BF16;
}

static size_t round_up(size_t bytes, size_t align)
{
    return (bytes + align - 1) / align * align;
}

static void tuple_add(struct tuple *tuple, enum elem elem, int part)
{
    size_t size = elem_size(elem);
    int last = tuple->count - 1;
    tuple->part[tuple->count] = part;
    tuple->parts = part + 1;
    size_t end = last < 0 ? 0 : tuple->offset[last] + elem_size(tuple->elem[last]);
    tuple->elem[tuple->count] = elem;
    tuple->offset[tuple->count] = round_up(end, size);
    tuple->align = tuple->align > size ? tuple->align : size;
    tuple->size = round_up(tuple->offset[tuple->count] + size, tuple->align);
    tuple->packed += size;
    tuple->count++;
}

bool tuple_parse(const char *text, struct tuple *tuple)
{
    memset(tuple, 0, sizeof *tuple);
    if (!*text) return true;
    for (int part = 0;; part += *text++ == '|') {
        size_t length = strcspn(text, ",|");
        enum elem elem;
        if (tuple->count == OP_COLUMNS || !elem_parse(text, length, &elem) || elem == ELEM_U128) return false;
        tuple_add(tuple, elem, part);
        text += length;
        if (!*text) return true;
    }
}

struct tuple tuple_part(const struct tuple *tuple, int part)
{
    struct tuple columns = {0};
    for (int k = 0; k < tuple->count; k++)
        if (tuple->part[k] == part) tuple_add(&columns, tuple->elem[k], 0);
    return columns;
}

struct tuple tuple_of(enum elem elem)
{
    struct tuple tuple = {0};
    tuple_add(&tuple, elem, 0);
    return tuple;
}

struct tuple tuple_and(const struct tuple *tuple, enum elem elem)
{
    struct tuple more = *tuple;
    tuple_add(&more, elem, tuple->count ? tuple->part[tuple->count - 1] : 0);
    return more;
}

struct tuple tuple_of_columns(const struct tuple *from, const uint64_t *column, int count)
{
    struct tuple tuple = {0};
    for (int c = 0; c < count; c++)
        tuple_add(&tuple, from->elem[column[c]], 0);
    return tuple;
}

/* The fewest digits that read back as the same number. */
static int print_float(enum elem elem, const void *value, uint64_t bits, char *out, size_t room)
{
    char digits[40];
    double number = float_value(elem, value), back;
    int bytes = (int)elem_size(elem), most = bytes == 8 ? 17 : 9;
    if (isnan(number)) return snprintf(out, room, "nan(0x%0*" PRIx64 ")", 2 * bytes, bits);
    for (int precision = 1; precision <= most; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        float_put(elem, strtod(digits, NULL), &back);
        if (memcmp(&back, value, elem_size(elem)) == 0) break;
    }
    return snprintf(out, room, "%s", digits);
}

static int print_u128(const void *value, char *out, size_t room)
{
    uint64_t half[2];
    memcpy(half, value, sizeof half);
    if (half[1] == 0) return snprintf(out, room, "0x%" PRIx64, half[0]);
    return snprintf(out, room, "0x%" PRIx64 "%016" PRIx64, half[1], half[0]);
}

int elem_print(enum elem elem, const void *value, char *out, size_t room)
{
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
    } as = {.u64 = 0};
    memcpy(&as, value, elem_size(elem) < sizeof as ? elem_size(elem) : sizeof as);
    switch (elem) {
    case ELEM_I8:
        return snprintf(out, room, "%" PRId8, as.i8);
    case ELEM_I16:
        return snprintf(out, room, "%" PRId16, as.i16);
    case ELEM_I32:
        return snprintf(out, room, "%" PRId32, as.i32);
    case ELEM_I64:
        return snprintf(out, room, "%" PRId64, as.i64);
    case ELEM_U8:
        return snprintf(out, room, "0x%" PRIx8, as.u8);
    case ELEM_U16:
        return snprintf(out, room, "0x%" PRIx16, as.u16);
    case ELEM_U32:
        return snprintf(out, room, "0x%" PRIx32, as.u32);
    case ELEM_U64:
        return snprintf(out, room, "0x%" PRIx64, as.u64);
    case ELEM_F32:
    case ELEM_F64:
    case ELEM_F16:
    case ELEM_BF16:
        return print_float(elem, value, as.u64, out, room);
    case ELEM_U128:
    case ELEM_COUNT:
        break;
    }
    return print_u128(value, out, room);
}
