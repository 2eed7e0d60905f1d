/* SPDX-License-Identifier: MIT
 * Steps of a radix sort by digits of eight bits. A block has a tile of consecutive keys: it counts the tile's digits; and,
 * once a scan of all counts says where each digit of each tile begins, moves the keys there. Equal digits of a tile keep
 * their order: a group's lanes find those of the same digit by ballots, bit by bit, and count on from the group's earlier
 * rounds; the groups' counts are then added up in order.
 *
 * Source    Satish, Harris, Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009; ranks by ballots:
 *           Merrill, Garland, CUB */
#include "hip/programs/each.hip.h"
#include "hip/step_shapes.h"

namespace FOLDCHECK_NAMESPACE
{

enum {
    BYTE_BLOCK = 256,
    BYTE_GROUP = 32,
    BYTE_GROUPS = BYTE_BLOCK / BYTE_GROUP,
    BYTE_TILE = STEP_BYTE_TILE,
    BYTE_ROUNDS = BYTE_TILE / BYTE_BLOCK,
    BYTE_DIGITS = 256
};
static_assert(BYTE_DIGITS == BYTE_BLOCK, "a thread a digit");

FN uint32_t byte_of(uint32_t key, uint32_t shift, uint32_t flip)
{
    return (key >> shift & (BYTE_DIGITS - 1)) ^ flip;
}

struct count_bytes {
    const uint32_t *key;
    uint32_t *counts; /* [digits][tiles] */
    int64_t items, tiles;
    uint32_t shift, flip;
};

/* Traffic: reads 4 bytes an item, writes 1 KB a tile. */
template <class A>
KERNEL(BYTE_BLOCK, 1)
count_bytes_kernel(A a)
{
    SHARED(uint32_t, counts, BYTE_DIGITS);
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        store(counts + thread_id(), (uint32_t)0);
        block_sync();
        int64_t end = smaller((tile + 1) * BYTE_TILE, a.items);
        uint32_t key[BYTE_ROUNDS] = {};
        int64_t first = tile * BYTE_TILE + thread_id();
        UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++) if (first + r * BYTE_BLOCK < end) key[r] =
            load(a.key + first + r * BYTE_BLOCK);
        UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++) if (first + r * BYTE_BLOCK < end)
            add_to_word(counts + byte_of(key[r], a.shift, a.flip), 1);
        block_sync();
        store(a.counts + thread_id() * a.tiles + tile, load(counts + thread_id()));
    }
}

struct scatter_bytes {
    const uint32_t *key, *value, *begins; /* begins: [digits][tiles] */
    uint32_t *to_key, *to_value;
    int64_t items, tiles;
    uint32_t shift, flip;
};

/* The lanes of the group that have an item of this digit. */
FN lane_set<BYTE_GROUP> lanes_alike(bool has, uint32_t digit)
{
    lane_set<BYTE_GROUP> alike = group_ballot<BYTE_GROUP>(has);
    for (int bit = 0; bit < 8; bit++) {
        bool mine = digit >> bit & 1;
        lane_set<BYTE_GROUP> set = group_ballot<BYTE_GROUP>(mine);
        alike &= mine ? set : ~set;
    }
    return alike;
}

/* How many items of this digit the group has seen before this one; counts it. */
FN uint32_t rank_in_group(uint32_t *seen, bool has, uint32_t digit)
{
    int lane = lane_id<BYTE_GROUP>();
    lane_set<BYTE_GROUP> alike = lanes_alike(has, digit);
    uint32_t before = load(seen + digit), rank = (uint32_t)bit_count(alike & lanes_before<BYTE_GROUP>(lane));
    group_sync<BYTE_GROUP>();
    if (has && rank == 0) store(seen + digit, before + (uint32_t)bit_count(alike));
    group_sync<BYTE_GROUP>();
    return before + rank;
}

/* Makes of the groups' counts of a digit, a thread a digit, where in the tile each group's items of it begin. Returns where
 * the tile's begin. `wave`: [groups]. */
FN uint32_t add_up_groups(uint32_t *seen, uint32_t *wave)
{
    int lane = lane_id<BYTE_GROUP>();
    uint32_t mine = 0; /* covers this digit's items of groups [0, g) */
    for (int g = 0; g < BYTE_GROUPS; g++)
        mine += load(seen + g * BYTE_DIGITS + thread_id());
    uint32_t upto = mine;
    for (int d = 1; d < BYTE_GROUP; d *= 2) {
        uint32_t left = lane_up<BYTE_GROUP>(upto, d);
        if (lane >= d) upto += left; /* covers the digits of lanes (l - 2d, l] */
    }
    if (lane == BYTE_GROUP - 1) store(wave + group_id<BYTE_GROUP>(), upto);
    block_sync();
    uint32_t begin = upto - mine;
    for (int g = 0; g < group_id<BYTE_GROUP>(); g++)
        begin += load(wave + g); /* covers the digits of groups [0, g] */
    for (uint32_t g = 0, next = begin; g < BYTE_GROUPS; g++) {
        uint32_t *count = seen + g * BYTE_DIGITS + thread_id(), more = load(count);
        store(count, next); /* covers the digits before, and groups [0, g) of this one */
        next += more;
    }
    return begin;
}

/* What a thread keeps of its items from round to round: round r's item is number r * group + lane of the group's. */
struct byte_items {
    uint32_t key[BYTE_ROUNDS],
        rank[BYTE_ROUNDS]; /* rank: in its group, and then its place in the sorted tile */
    int64_t first;
};

FN byte_items rank_items(const scatter_bytes &a, int64_t tile, uint32_t *mine)
{
    byte_items items = {};
    items.first =
        tile * BYTE_TILE + group_id<BYTE_GROUP>() * (BYTE_GROUP * BYTE_ROUNDS) + lane_id<BYTE_GROUP>();
    UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++) if (items.first + r * BYTE_GROUP < a.items)
        items.key[r] = load(a.key + items.first + r * BYTE_GROUP);
    UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++)
    {
        bool has = items.first + r * BYTE_GROUP < a.items;
        items.rank[r] = rank_in_group(mine, has, byte_of(items.key[r], a.shift, a.flip));
    }
    return items;
}

/* Puts words of the tile's items into the strip, sorted; `word` NULL: the keys. */
FN void line_up_items(const scatter_bytes &a, const byte_items &items, const uint32_t *word, uint32_t *strip)
{
    UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++)
    {
        int64_t i = items.first + r * BYTE_GROUP;
        if (i < a.items) store(strip + items.rank[r], word ? load(word + i) : items.key[r]);
    }
}

/* Traffic: reads a pair an item and 1 KB a tile, writes a pair an item. Neighbours in the sorted tile mostly go to
 * neighbouring places. */
template <class A>
KERNEL(BYTE_BLOCK, 3)
scatter_bytes_kernel(A a)
{
    SHARED(uint32_t, seen, BYTE_GROUPS * BYTE_DIGITS);
    SHARED(uint32_t, strip, BYTE_TILE);
    SHARED(uint32_t, to, BYTE_DIGITS); /* of a digit: the place of its first item less that in the tile */
    SHARED(uint32_t, wave, BYTE_GROUPS);
    uint32_t *mine = seen + group_id<BYTE_GROUP>() * BYTE_DIGITS;
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        for (int g = 0; g < BYTE_GROUPS; g++)
            store(seen + g * BYTE_DIGITS + thread_id(), (uint32_t)0);
        block_sync();
        byte_items items = rank_items(a, tile, mine);
        block_sync();
        uint32_t begin = load(a.begins + thread_id() * a.tiles + tile);
        store(to + thread_id(), begin - add_up_groups(seen, wave));
        block_sync();
        UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++) items.rank[r] +=
            load(mine + byte_of(items.key[r], a.shift, a.flip));
        line_up_items(a, items, nullptr, strip);
        block_sync();
        int live = (int)smaller(BYTE_TILE, a.items - tile * BYTE_TILE);
        uint32_t place[BYTE_ROUNDS] = {};
        UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++)
        {
            int at = r * BYTE_BLOCK + thread_id();
            if (at >= live) continue;
            uint32_t key = load(strip + at);
            place[r] = load(to + byte_of(key, a.shift, a.flip)) + (uint32_t)at;
            if (place[r] < a.items) place_word(a.to_key + place[r], key);
        }
        if (a.value) {
            block_sync();
            line_up_items(a, items, a.value, strip);
            block_sync();
            UNROLL_FOR_SPEED for (int r = 0; r < BYTE_ROUNDS; r++)
            {
                int at = r * BYTE_BLOCK + thread_id();
                if (at < live && place[r] < a.items) place_word(a.to_value + place[r], load(strip + at));
            }
        }
        block_sync();
    }
}

static int64_t tiles_of(int64_t items)
{
    return ceiling(items, BYTE_TILE);
}

bool count_bytes_launch(const struct program_call *call, struct text *why);
bool count_bytes_launch(const struct program_call *call, struct text *why)
{
    struct job job = {};
    job.stream = call->stream;
    count_bytes a = {step_in<uint32_t>(call, 0),     step_out<uint32_t>(call, 0), (int64_t)call->count,
                     tiles_of((int64_t)call->count), (uint32_t)call->number[0],   (uint32_t)call->number[1]};
    if (a.tiles == 0) return true;
    return launch("count_bytes", count_bytes_kernel<count_bytes>, smaller(MOST_BLOCKS, a.tiles), BYTE_BLOCK,
                  BYTE_GROUP, &job, a, why);
}

bool scatter_bytes_launch(const struct program_call *call, struct text *why);
bool scatter_bytes_launch(const struct program_call *call, struct text *why)
{
    struct job job = {};
    job.stream = call->stream;
    scatter_bytes a = {
        step_in<uint32_t>(call, 0),     step_in<uint32_t>(call, 1),  step_in<uint32_t>(call, 2),
        step_out<uint32_t>(call, 0),    step_out<uint32_t>(call, 1), (int64_t)call->count,
        tiles_of((int64_t)call->count), (uint32_t)call->number[0],   (uint32_t)call->number[1]};
    if (a.tiles == 0) return true;
    return launch("scatter_bytes", scatter_bytes_kernel<scatter_bytes>, smaller(MOST_BLOCKS, a.tiles),
                  BYTE_BLOCK, BYTE_GROUP, &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
