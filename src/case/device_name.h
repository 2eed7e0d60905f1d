/* SPDX-License-Identifier: MIT
 * Which device: its kind, from the table devices.def, and its number among those of the kind. */
#ifndef FOLDCHECK_DEVICE_NAME_H
#define FOLDCHECK_DEVICE_NAME_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum device_kind {
    DEVICE_NONE,
#define DEVICE(KIND, ...) DEVICE_##KIND,
#include "devices.def"
#undef DEVICE
    DEVICE_KINDS /* for (kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) goes through all */
};

/* SORT_CARDS: GPUs that are one device together. */
enum device_sort { SORT_GPU, SORT_SIMULATED, SORT_HOST, SORT_CPU, SORT_CARDS };

/* A line of devices.def. */
struct device_facts {
    const char *word, *backend, *peers;
    enum device_sort sort;
};

struct device_name {
    enum device_kind kind;
    uint32_t index; /* of cards: how many, 0 for all; 0 of all that are no GPU */
};

/* Of a kind that is not DEVICE_NONE. */
const struct device_facts *device_facts(enum device_kind kind);

/* The word in a line; "" of DEVICE_NONE. */
const char *device_kind_name(enum device_kind kind);
bool device_is_simulated(enum device_kind kind);
bool device_is_gpu(enum device_kind kind); /* one, or several that are one device */
bool device_is_cards(enum device_kind kind);

/* The words of the kinds of these sorts (1 << enum device_sort, or several): "nvidia, amd or sim32". */
const char *device_list_words(unsigned sorts, struct text *words);

/* False with the reason where the text names no device: expected a word of the table, and behind a GPU's perhaps
 * ":1". */
bool device_name_parse(const char *text, struct device_name *device, struct text *why);

#ifdef __cplusplus
}
#endif
#endif
