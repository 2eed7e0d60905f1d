/* SPDX-License-Identifier: MIT */
#include "real_keys.h"

#include <inttypes.h>

/* Every key is below the number of keys. */
static bool look_at_keys(const struct real_keys *keys, const char *name, struct text *why)
{
    for (uint64_t i = 0; i < keys->file.count; i++)
        if (keys->key[i] >= keys->count)
            return text_say(why,
                            "--keys %s: item %" PRIu64 " has key %" PRIu32 "; expected a key below %" PRIu64,
                            name, i, keys->key[i], keys->count);
    return true;
}

bool real_keys_open(struct real_keys *keys, const char *name, uint64_t count, uint64_t items,
                    struct text *why)
{
    struct text reason;
    if (!input_open(name, ELEM_U32, &keys->file, &reason)) return text_say(why, "--keys %s", reason.at);
    keys->key = keys->file.items;
    if (keys->file.count != items)
        return text_say(why, "--keys %s: %" PRIu64 " keys; expected %" PRIu64 ", one for each item", name,
                        keys->file.count, items);
    keys->count = count;
    if (count == (uint64_t)NO_KEYS) {
        keys->count = 1;
        for (uint64_t i = 0; i < items; i++)
            if (keys->key[i] >= keys->count) keys->count = (uint64_t)keys->key[i] + 1;
    }
    if (keys->count == 0 || keys->count > UINT32_MAX)
        return text_say(why, "--keys %s: %" PRIu64 " keys; expected 1 to %" PRIu32, name, keys->count,
                        UINT32_MAX);
    return look_at_keys(keys, name, why);
}

void real_keys_close(struct real_keys *keys)
{
    if (keys->key) input_close(&keys->file);
}
