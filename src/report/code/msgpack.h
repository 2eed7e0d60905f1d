/* SPDX-License-Identifier: MIT
 * MessagePack, as far as the notes of AMD's code have it. */
#ifndef FOLDCHECK_CODE_MSGPACK_H
#define FOLDCHECK_CODE_MSGPACK_H

#include "elf.h"

enum packed_kind { PACKED_NONE, PACKED_NUMBER, PACKED_TEXT, PACKED_LIST, PACKED_MAP, PACKED_OTHER };

struct packed {
    enum packed_kind kind;
    uint64_t number;     /* the number, or how many elements or pairs */
    struct bytes text;   /* without an end */
    struct bytes inside; /* what follows the head: elements, or keys and values in turn */
};

/* The value that `from` begins with, and in *rest what is behind it. PACKED_NONE if there is no whole one. */
struct packed packed_read(struct bytes from, struct bytes *rest);

/* The value of a map's key; PACKED_NONE if there is none. */
struct packed packed_find(const struct packed *map, const char *key);

#endif
