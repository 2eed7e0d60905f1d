/* SPDX-License-Identifier: MIT */
#include "msgpack.h"

#include <string.h>

enum { DEEPEST = 16 };

/* The most significant byte first. */
static uint64_t number_at(struct bytes from, size_t offset, int length)
{
    uint64_t number = 0;
    for (int i = 0; i < length && offset + (size_t)i < from.length; i++)
        number = number << 8 | from.at[offset + (size_t)i];
    return number;
}

/* What a first byte announces: the kind, the bytes of its number (or of the count of its content), and the number that
 * is in the byte itself. */
struct head {
    enum packed_kind kind;
    int bytes;
    uint64_t number;
};

static struct head head_of(unsigned char first)
{
    static const struct {
        unsigned char first;
        struct head head;
    } known[] = {{0xc0, {PACKED_OTHER, 0, 0}},  {0xc2, {PACKED_NUMBER, 0, 0}}, {0xc3, {PACKED_NUMBER, 0, 1}},
                 {0xcc, {PACKED_NUMBER, 1, 0}}, {0xcd, {PACKED_NUMBER, 2, 0}}, {0xce, {PACKED_NUMBER, 4, 0}},
                 {0xcf, {PACKED_NUMBER, 8, 0}}, {0xd0, {PACKED_OTHER, 1, 0}},  {0xd1, {PACKED_OTHER, 2, 0}},
                 {0xd2, {PACKED_OTHER, 4, 0}},  {0xd3, {PACKED_OTHER, 8, 0}},  {0xca, {PACKED_OTHER, 4, 0}},
                 {0xcb, {PACKED_OTHER, 8, 0}},  {0xd9, {PACKED_TEXT, 1, 0}},   {0xda, {PACKED_TEXT, 2, 0}},
                 {0xdb, {PACKED_TEXT, 4, 0}},   {0xdc, {PACKED_LIST, 2, 0}},   {0xdd, {PACKED_LIST, 4, 0}},
                 {0xde, {PACKED_MAP, 2, 0}},    {0xdf, {PACKED_MAP, 4, 0}}};
    if (first < 0x80) return (struct head){PACKED_NUMBER, 0, first};
    if (first < 0x90) return (struct head){PACKED_MAP, 0, first & 15u};
    if (first < 0xa0) return (struct head){PACKED_LIST, 0, first & 15u};
    if (first < 0xc0) return (struct head){PACKED_TEXT, 0, first & 31u};
    if (first >= 0xe0) return (struct head){PACKED_OTHER, 0, 0};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].first == first) return known[i].head;
    return (struct head){PACKED_NONE, 0, 0};
}

static struct bytes behind(struct bytes from, uint64_t length)
{
    return length > from.length ? (struct bytes){0} : bytes_part(from, length, from.length - length);
}

static struct packed read_value(struct bytes from, struct bytes *rest, int depth)
{
    static const struct packed none = {.kind = PACKED_NONE};
    struct head head =
        from.length && depth < DEEPEST ? head_of(from.at[0]) : (struct head){PACKED_NONE, 0, 0};
    size_t length = 1 + (size_t)head.bytes;
    if (head.kind == PACKED_NONE || length > from.length) return none;
    struct packed value = {.kind = head.kind,
                           .number = head.bytes ? number_at(from, 1, head.bytes) : head.number};
    value.inside = *rest = behind(from, length);
    if (value.kind == PACKED_TEXT) {
        value.text = bytes_part(value.inside, 0, value.number);
        *rest = behind(value.inside, value.number);
        return value.text.length == value.number ? value : none;
    }
    bool holds = value.kind == PACKED_LIST || value.kind == PACKED_MAP;
    uint64_t values = holds ? value.number * (value.kind == PACKED_MAP ? 2 : 1) : 0;
    for (uint64_t i = 0; i < values; i++)
        if (read_value(*rest, rest, depth + 1).kind == PACKED_NONE) return none;
    return value;
}

struct packed packed_read(struct bytes from, struct bytes *rest)
{
    return read_value(from, rest, 0);
}

struct packed packed_find(const struct packed *map, const char *key)
{
    struct bytes rest = map->inside;
    for (uint64_t i = 0; map->kind == PACKED_MAP && i < map->number; i++) {
        struct packed name = packed_read(rest, &rest), value = packed_read(rest, &rest);
        if (name.kind == PACKED_TEXT && name.text.length == strlen(key) &&
            memcmp(name.text.at, key, name.text.length) == 0)
            return value;
    }
    return (struct packed){.kind = PACKED_NONE};
}
