/* SPDX-License-Identifier: MIT */
#include "device_name.h"
#include "words.h"

#include <assert.h>

static const struct device_facts facts[DEVICE_KINDS] = {
#define DEVICE(KIND, WORD, SORT, BACKEND, PEERS)                                                             \
    [DEVICE_##KIND] = {.word = WORD, .backend = BACKEND, .peers = PEERS, .sort = SORT_##SORT},
#include "devices.def"
#undef DEVICE
};

const char *const device_words[] = {
    "",
#define DEVICE(KIND, WORD, ...) WORD,
#include "devices.def"
#undef DEVICE
    NULL,
};

const struct device_facts *device_facts(enum device_kind kind)
{
    assert(kind > DEVICE_NONE && kind < DEVICE_KINDS);
    return &facts[kind];
}

const char *device_kind_name(enum device_kind kind)
{
    assert((unsigned)kind < DEVICE_KINDS);
    return device_words[kind];
}

bool device_is_simulated(enum device_kind kind)
{
    return kind != DEVICE_NONE && facts[kind].sort == SORT_SIMULATED;
}

bool device_is_gpu(enum device_kind kind)
{
    return kind != DEVICE_NONE && (facts[kind].sort == SORT_GPU || facts[kind].sort == SORT_CARDS);
}

bool device_is_cards(enum device_kind kind)
{
    return kind != DEVICE_NONE && facts[kind].sort == SORT_CARDS;
}

const char *device_list_words(unsigned sorts, struct text *words)
{
    const char *last = NULL;
    words->at[0] = '\0';
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        if (!(sorts >> facts[kind].sort & 1)) continue;
        if (last) text_add(words, "%s%s", words->at[0] ? ", " : "", last);
        last = facts[kind].word;
    }
    if (last) text_add(words, "%s%s", words->at[0] ? " or " : "", last);
    return words->at;
}
