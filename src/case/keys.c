/* SPDX-License-Identifier: MIT
 * Which key an item has, and its place among the items of its key. */
#include "keys.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_RUN = 16 };

static uint64_t hash_of(const struct shape *shape, uint64_t i)
{
    return splitmix64(shape->seed + i * 0x9e3779b97f4a7c15U);
}

static uint64_t geometric_key(uint64_t hash, uint64_t keys)
{
    uint64_t zeros = hash ? (uint64_t)__builtin_ctzll(hash) : 63;
    return zeros < keys ? zeros : keys - 1;
}

static uint64_t giant_key(const struct shape *shape, uint64_t hash)
{
    return hash & 1 ? splitmix64(shape->seed) % shape->keys : (hash >> 1) % shape->keys;
}

static uint64_t halfempty_key(const struct shape *shape, uint64_t hash)
{
    uint64_t pair = hash % ((shape->keys + 1) / 2);
    uint64_t key = 2 * pair + (splitmix64(shape->seed ^ splitmix64(pair)) & 1);
    return key < shape->keys ? key : shape->keys - 1;
}

/* Item j of a row of `length` items. Of fewer items than keys some keys have one each, and lie apart. */
static uint64_t sorted_key(const struct shape *shape, uint64_t j, uint64_t length)
{
    if (length < shape->keys) return j * shape->keys / length; /* keys are below 2^32 */
    return j / ((length + shape->keys - 1) / shape->keys);
}

static uint64_t runs_key(const struct shape *shape, uint64_t i)
{
    uint64_t run = 1 + splitmix64(shape->seed) % LONGEST_RUN;
    return hash_of(shape, i / run) % shape->keys;
}

uint64_t shape_key(const struct shape *shape, uint64_t i)
{
    uint64_t hash = hash_of(shape, i), length = shape->size[shape->count - 1];
    assert(shape->keys && shape->form == SHAPE_DIMS);
    if (shape->key_count) return i < (uint64_t)shape->key_count ? shape->key[i] : 0;
    if (!shape->has_dist) return i % shape->keys;
    switch (shape->dist) {
    case DIST_UNIFORM:
        return hash % shape->keys;
    case DIST_GEOMETRIC:
        return geometric_key(hash, shape->keys);
    case DIST_GIANT:
        return giant_key(shape, hash);
    case DIST_HALFEMPTY:
        return halfempty_key(shape, hash);
    case DIST_SORTED:
        return sorted_key(shape, i % length, length);
    case DIST_RUNS:
        break;
    }
    return runs_key(shape, i);
}

/* Memory for `count` numbers of `size` bytes: what there was, if it has room. */
static void *grown(void *had, uint64_t room, uint64_t count, size_t size)
{
    uint64_t bytes;
    if (had && room >= count) return had;
    free(had);
    return __builtin_mul_overflow(count ? count : 1, size, &bytes) ? NULL : malloc(bytes);
}

static bool keys_begin(struct item_keys *keys, const struct problem *problem, struct text *why)
{
    uint64_t items, results;
    shape_rows(&problem->shape, &keys->rows);
    shape_items(&problem->shape, &items);
    keys->length = keys->rows ? shape_row_length(&problem->shape, 0) : 0;
    keys->keys = problem->shape.keys;
    bool fits = !__builtin_mul_overflow(keys->rows, keys->keys, &results);
    keys->key = grown(keys->key, keys->item_room, items, sizeof *keys->key);
    keys->place = grown(keys->place, keys->item_room, items, sizeof *keys->place);
    if (keys->item_room < items) keys->item_room = items;
    keys->first = grown(keys->first, keys->first_room, results + 1, sizeof *keys->first);
    if (keys->first_room < results + 1) keys->first_room = results + 1;
    if (fits && keys->key && keys->place && keys->first) return true;
    item_keys_free(keys);
    return text_say(why, "no host memory for the keys of %" PRIu64 " items and for %" PRIu64 " results",
                    items, results);
}

/* A counting sort: how many items each key of a row has, then where its items begin, then one item after the other. */
static void place_items(struct item_keys *keys)
{
    uint64_t results = keys->rows * keys->keys, items = keys->rows * keys->length, place = 0;
    memset(keys->first, 0, (results + 1) * sizeof *keys->first);
    for (uint64_t i = 0; i < items; i++)
        keys->first[i / keys->length * keys->keys + keys->key[i]]++;
    for (uint64_t at = 0; at <= results; at++) {
        uint64_t count = keys->first[at];
        keys->first[at] = place;
        place += count;
    }
    for (uint64_t i = 0; i < items; i++)
        keys->place[i] = keys->first[i / keys->length * keys->keys + keys->key[i]]++;
    memmove(keys->first + 1, keys->first, results * sizeof *keys->first);
    keys->first[0] = 0;
}

bool item_keys_fill(struct item_keys *keys, const struct problem *problem, struct text *why)
{
    bool one = problem->layout.input.form == SIDE_ONE; /* every item is the first */
    if (!keys_begin(keys, problem, why)) return false;
    for (uint64_t i = 0; i < keys->rows * keys->length; i++)
        keys->key[i] = (uint32_t)shape_key(&problem->shape, one ? 0 : i);
    place_items(keys);
    return true;
}

bool item_keys_take(struct item_keys *keys, const struct problem *problem, const void *from, int64_t stride,
                    struct text *why)
{
    const unsigned char *at = from;
    if (!keys_begin(keys, problem, why)) return false;
    for (uint64_t i = 0; i < keys->rows * keys->length; i++, at += stride) {
        memcpy(&keys->key[i], at, sizeof *keys->key);
        if (keys->key[i] >= keys->keys)
            return text_say(why, "item %" PRIu64 " has key %" PRIu32 ", expected a key below %" PRIu64, i,
                            keys->key[i], keys->keys);
    }
    place_items(keys);
    return true;
}

void item_keys_free(struct item_keys *keys)
{
    free(keys->key);
    free(keys->place);
    free(keys->first);
    *keys = (struct item_keys){0};
}
