/* SPDX-License-Identifier: MIT
 * A stable radix sort of items by row and key. It moves tags: an item's slot, which is that of its key in its row,
 * with the item itself where that is narrow, else with its number. A pass sorts by one digit of the slot, from the
 * lowest on, in three kernels: every block counts the digits of its tile of the tags; a scan of a digit's counts,
 * tile by tile, says where the tags of a tile begin among those of the digit; and every block moves its tags there.
 * It sorts the tile in shared memory first, so that the tags of a digit are written next to one another. Blocks that
 * run at once have neighbouring tiles and write next to one another, too: with a share of 15 tiles for each block,
 * sums of 2^26 u32 by 2^24 keys took 1976 us, and 1352 with one tile (H100, 2026-11-25).
 *
 *   a slot      row * keys + key; items of other keys are left out by the first pass, which emits the map-out of all */
#ifndef FOLDCHECK_KEYED_SORT_HIP_H
#define FOLDCHECK_KEYED_SORT_HIP_H

#include "hip/keyed/digits.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* No slot's number. */
constexpr uint32_t NO_SLOT = UINT32_MAX;

/* The most bits of a digit: one digit a thread, and no more; few in tiny tunings, so that few slots take several
 * passes. */
COMPILE_TIME int most_digit_bits(int block)
{
    return block < 64 ? 3 : block < 512 ? 8 : 9;
}

/* Tags that a thread has of a tile: their registers, and their shared memory, are for two large blocks or three
 * small ones. Of tiny tunings, one has fewer of wide items, too. */
COMPILE_TIME int sort_items(int block, size_t load)
{
    if (block < 64) return block == 16 && load > 4 ? 2 : 3;
    return block >= 512 && load > 4 ? 8 : 16;
}

/* What moves with a slot. */
COMPILE_TIME bool moves_items(size_t item)
{
    return item <= 8;
}

template <bool ITEM, class M>
struct moved {
    using type = typename M::input;
};
template <class M>
struct moved<false, M> {
    using type = uint32_t;
};
template <class M>
using load_of = typename moved<moves_items(sizeof(typename M::input)), M>::type;

/* What moves with item i, whose map-out is emitted. */
template <class M>
FN load_of<M> take_load(const item_source<M> &source, int64_t i)
{
    if constexpr (M::emits || moves_items(sizeof(typename M::input))) {
        typename M::input item;
        load_fields<input_traits<M>>(source.in, i, &item);
        emit_item<M>(source, i, item);
        if constexpr (moves_items(sizeof(typename M::input))) return item;
    }
    if constexpr (!moves_items(sizeof(typename M::input))) return (uint32_t)i;
}

/* Its state. */
template <class M>
FN typename M::state state_of_load(const item_source<M> &source, const load_of<M> &moved)
{
    if constexpr (moves_items(sizeof(typename M::input)))
        return M::lift(source.params, moved);
    else {
        typename M::input item;
        load_fields<input_traits<M>>(source.in, moved, &item);
        return M::lift(source.params, item);
    }
}

/* Where tags lie. */
template <class M>
struct tag_list {
    uint32_t *slot; /* NULL: in the input; tags are made of it */
    load_of<M> *load;
    const uint32_t *count; /* how many there are; of those in the input, all items */
};

/* The arguments of the kernels of a pass. */
template <class M>
struct sort_arguments {
    keyed_arguments<M> keyed;
    tag_list<M> from, to;
    uint32_t *count; /* of digit d in tile t, at d * tiles + t; then of the tiles before it */
    uint32_t *total; /* of digit d */
    uint32_t *all;   /* of all digits: to.count */
    int64_t items;   /* of the input */
    int64_t tiles;   /* of BLOCK * ITEMS tags, one a block */
    int shift, bits; /* of the digit */
};

/* How many tags a list has. */
template <class M>
FN int64_t tags_there(const tag_list<M> &list, int64_t items)
{
    return list.slot ? (int64_t)load(list.count) : items;
}

/* The slots of tags first + k * STEP, k < ITEMS, of those before `end`: NO_SLOT where there is none. All loads are
 * under way before the first one is looked at. */
template <class M, int ITEMS, int STEP>
FN void take_slots(const keyed_arguments<M> &k, const tag_list<M> &list, uint32_t first, uint32_t end,
                   uint32_t *slot)
{
    if (list.slot) {
        UNROLL for (int j = 0; j < ITEMS; j++) slot[j] =
            first + j * STEP < end ? load(list.slot + first + j * STEP) : NO_SLOT;
        return;
    }
    if (k.key.stride == sizeof(uint32_t)) {
        const uint32_t *key = static_cast<const uint32_t *>(k.key.base) + first;
        UNROLL for (int j = 0; j < ITEMS; j++) slot[j] =
            first + j * STEP < end ? load(key + j * STEP) : NO_SLOT;
    } else {
        UNROLL for (int j = 0; j < ITEMS; j++) slot[j] =
            first + j * STEP < end ? load_key(k, first + j * STEP) : NO_SLOT;
    }
    UNROLL for (int j = 0; j < ITEMS; j++) slot[j] = slot[j] < k.keys ? slot[j] : NO_SLOT;
    if (k.rows == 1) return;
    UNROLL for (int j = 0; j < ITEMS; j++)
    {
        uint32_t row = (first + j * STEP) / (uint32_t)k.length;
        if (slot[j] != NO_SLOT) slot[j] += row * (uint32_t)k.keys;
    }
}

/* Items of one packed column that move as they are, and emit nothing. */
template <class M>
COMPILE_TIME bool is_plain(void)
{
    return M::input_columns.count == 1 && !M::emits && moves_items(sizeof(typename M::input));
}

/* What moves with them. */
template <class M, int ITEMS, int STEP>
FN void take_loads(const keyed_arguments<M> &k, const tag_list<M> &list, uint32_t first, uint32_t end,
                   load_of<M> *moved)
{
    if (list.slot) {
        UNROLL for (int j = 0; j < ITEMS; j++)
        {
            moved[j] = load_of<M>();
            if (first + j * STEP < end) moved[j] = load(list.load + first + j * STEP);
        }
        return;
    }
    if constexpr (is_plain<M>())
        if (k.source.in.column[0].stride == sizeof(load_of<M>)) {
            const load_of<M> *item = static_cast<const load_of<M> *>(k.source.in.column[0].base) + first;
            UNROLL for (int j = 0; j < ITEMS; j++)
            {
                moved[j] = load_of<M>();
                if (first + j * STEP < end) moved[j] = load(item + j * STEP);
            }
            return;
        }
    UNROLL for (int j = 0; j < ITEMS; j++)
    {
        moved[j] = load_of<M>();
        if (first + j * STEP < end) moved[j] = take_load<M>(k.source, first + j * STEP);
    }
}

FN uint32_t digit_of(uint32_t slot, int shift, int bits)
{
    return slot >> shift & ((1u << bits) - 1);
}

/* ---- the first kernel: a block counts the digits of its tile; n slots read ---- */
template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
count_digits_kernel(sort_arguments<M> a)
{
    constexpr int DIGITS = 1 << most_digit_bits(BLOCK);
    SHARED(uint32_t, counts, DIGITS);
    for (int d = thread_id(); d < DIGITS; d += BLOCK)
        store(counts + d, 0u);
    block_sync();
    uint32_t slot[ITEMS], first = (uint32_t)(block_id() * (BLOCK * ITEMS)) + (uint32_t)thread_id();
    take_slots<M, ITEMS, BLOCK>(a.keyed, a.from, first, (uint32_t)tags_there<M>(a.from, a.items), slot);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (slot[k] != NO_SLOT) add_onto(counts + digit_of(slot[k], a.shift, a.bits), 1u);
    }
    block_sync();
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK)
        store(a.count + d * a.tiles + block_id(), load(counts + d));
}

/* ---- the second kernel: a block a digit, the exclusive scan of its counts ---- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, 1)
scan_counts_kernel(sort_arguments<M> a)
{
    SHARED(uint32_t, sums, BLOCK / GROUP);
    uint32_t *count = a.count + block_id() * a.tiles, carry = 0; /* covers tiles [0, first) */
    for (int64_t first = 0; first < a.tiles; first += BLOCK) {
        int64_t at = first + thread_id();
        uint32_t all, mine = at < a.tiles ? load(count + at) : 0;
        uint32_t left = counted_before<BLOCK, GROUP>(mine, sums, &all);
        if (at < a.tiles) store(count + at, carry + left);
        carry += all;
    }
    if (thread_id() == 0) store(a.total + block_id(), carry);
}

/* ---- the third kernel: a block moves the tags of its tile; n tags read and written ---- */

/* KEEPS: tags of a digit keep their order. */
template <bool KEEPS, int BLOCK, int GROUP, int BITS>
struct digits_of {
    using type = tile_digits<BLOCK, GROUP, BITS>;
};
template <int BLOCK, int GROUP, int BITS>
struct digits_of<false, BLOCK, GROUP, BITS> {
    using type = loose_digits<BLOCK, GROUP, BITS>;
};

/* A block's tile in shared memory, whose tags are sorted by digit. */
template <class M, int BLOCK, int ITEMS, int GROUP, bool KEEPS>
struct sorted_tile {
    static constexpr int BITS = most_digit_bits(BLOCK), DIGITS = 1 << BITS;
    load_of<M> load[BLOCK * ITEMS];
    uint32_t slot[BLOCK * ITEMS];
    uint32_t next[DIGITS]; /* where the first of the digit's goes to, less the smaller ones of the tile */
    typename digits_of<KEEPS, BLOCK, GROUP, BITS>::type digits;
};

/* Where the tile's tags of each digit go to: behind those of smaller digits and of the tiles before. How many tags go
 * to the list. */
template <class M, int BLOCK, int ITEMS, int GROUP, bool KEEPS>
FN uint32_t begin_tile(const sort_arguments<M> &a, sorted_tile<M, BLOCK, ITEMS, GROUP, KEEPS> *tile)
{
    uint32_t fewer = 0, digits = 1u << a.bits; /* tags of digits before `from` */
    for (uint32_t from = 0; from < digits; from += BLOCK) {
        uint32_t d = from + (uint32_t)thread_id(), all;
        uint32_t left =
            counted_before<BLOCK, GROUP>(d < digits ? load(a.total + d) : 0, tile->digits.sums, &all);
        if (d < digits) store(&tile->next[d], fewer + left + load(a.count + d * a.tiles + block_id()));
        fewer += all;
    }
    return fewer;
}

/* A thread's tags of a tile. */
template <class M, int ITEMS>
struct thread_tags {
    uint32_t slot[ITEMS];
    load_of<M> load[ITEMS];
};

/* Those of the tile from tag `at` on. */
template <class M, int ITEMS, int GROUP>
FN void take_tags(const keyed_arguments<M> &k, const tag_list<M> &list, int64_t at, int64_t end,
                  thread_tags<M, ITEMS> *tags)
{
    uint32_t first = (uint32_t)at + (uint32_t)place_in_tile<ITEMS, GROUP>(0);
    take_slots<M, ITEMS, GROUP>(k, list, first, (uint32_t)end, tags->slot);
    take_loads<M, ITEMS, GROUP>(k, list, first, (uint32_t)end, tags->load);
}

/* Sorts the threads' tags into shared memory; how many there are. All threads; they meet. */
template <class M, int BLOCK, int ITEMS, int GROUP, bool KEEPS>
FN int sort_tile(const sort_arguments<M> &a, const thread_tags<M, ITEMS> &tags,
                 sorted_tile<M, BLOCK, ITEMS, GROUP, KEEPS> *tile)
{
    constexpr int BITS = most_digit_bits(BLOCK);
    uint32_t digit[ITEMS], live = 0;
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        live |= (uint32_t)(tags.slot[k] != NO_SLOT) << k;
        digit[k] = digit_of(tags.slot[k], a.shift, a.bits);
    }
    int there = (int)sort_digits<BLOCK, ITEMS, GROUP, BITS>(&tile->digits, digit, live, a.bits);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (tags.slot[k] == NO_SLOT) continue;
        uint32_t place = sorted_place<BLOCK, GROUP, BITS>(&tile->digits, digit[k]);
        store(&tile->slot[place], tags.slot[k]);
        store(&tile->load[place], tags.load[k]);
    }
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK)
        store(&tile->next[d], load(&tile->next[d]) - load(&tile->digits.first[d]));
    block_sync();
    return there;
}

/* Moves the sorted tile's tags to where they belong. All threads, which have met. */
template <class M, int BLOCK, int ITEMS, int GROUP, bool KEEPS>
FN void move_tile(const sort_arguments<M> &a, int there, sorted_tile<M, BLOCK, ITEMS, GROUP, KEEPS> *tile)
{
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int j = k * BLOCK + thread_id();
        if (j >= there) continue;
        uint32_t slot = load(&tile->slot[j]);
        uint32_t to = load(&tile->next[digit_of(slot, a.shift, a.bits)]) + (uint32_t)j;
        store(a.to.slot + to, slot);
        store(a.to.load + to, load(&tile->load[j]));
    }
}

/* Registers for a tile's tags, or more blocks at once. */
COMPILE_TIME int move_blocks(int block, size_t load)
{
    return block < 64 ? 1 : (load <= 4 || block >= 512 ? 1024 : 768) / block;
}

template <class M, int BLOCK, int ITEMS, int GROUP, bool KEEPS>
KERNEL(BLOCK, move_blocks(BLOCK, sizeof(load_of<M>)))
move_tags_kernel(sort_arguments<M> a)
{
    typedef sorted_tile<M, BLOCK, ITEMS, GROUP, KEEPS> sorted;
    DYNAMIC_SHARED(bytes, sizeof(sorted));
    sorted *tile = reinterpret_cast<sorted *>(bytes);
    thread_tags<M, ITEMS> tags;
    take_tags<M, ITEMS, GROUP>(a.keyed, a.from, block_id() * BLOCK * ITEMS, tags_there<M>(a.from, a.items),
                               &tags);
    uint32_t all = begin_tile<M, BLOCK, ITEMS, GROUP, KEEPS>(a, tile);
    if (block_id() == 0 && thread_id() == 0) store(a.all, all);
    int there = sort_tile<M, BLOCK, ITEMS, GROUP, KEEPS>(a, tags, tile);
    move_tile<M, BLOCK, ITEMS, GROUP, KEEPS>(a, there, tile);
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Bytes that move with a slot, and of a tile. */
COMPILE_TIME size_t load_bytes(size_t item)
{
    return moves_items(item) ? item : sizeof(uint32_t);
}

/* Of the kernels that move tags; and of those that count them, which is no dynamic shared memory. */
COMPILE_TIME uint64_t move_shared(const op_sizes &sizes, const struct launch_shape &shape)
{
    uint64_t each = (uint64_t)sort_items((int)shape.block, load_bytes(sizes.item)), tile = shape.block * each;
    uint64_t digits = UINT64_C(1) << most_digit_bits((int)shape.block), groups = shape.block / shape.group;
    uint64_t bytes = tile * (load_bytes(sizes.item) + 4) + digits * (digit_bytes(shape) + 4) + 4 * groups;
    return (bytes + 15) / 16 * 16;
}

COMPILE_TIME uint64_t count_shared(const struct launch_shape &shape)
{
    return UINT64_C(4) << most_digit_bits((int)shape.block);
}

/* Items are numbered with 31 bits. */
constexpr uint64_t MOST_SORTED_ITEMS = INT32_MAX;

/* Bits of the slots. */
inline int slot_bits(const struct job *job)
{
    int bits = 1;
    for (uint64_t rest = (job->rows * job->keys - 1) >> 1; rest; rest >>= 1)
        bits++;
    return bits;
}

/* Tiles of a pass, each a block's. */
inline int64_t sort_tiles(const struct job *job, const struct launch_shape *shape)
{
    int each = sort_items((int)shape->block, load_bytes(job->op->input.size));
    return ceiling((int64_t)job_items(job), (int64_t)shape->block * each);
}

inline uint64_t up_to_256(uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/* Bytes of a list of tags' two parts, and of the counts and totals. */
inline uint64_t slots_bytes(const struct job *job)
{
    return up_to_256(job_items(job) * sizeof(uint32_t));
}

inline uint64_t loads_bytes(const struct job *job)
{
    return up_to_256(job_items(job) * load_bytes(job->op->input.size));
}

inline uint64_t counts_bytes(const struct job *job, const struct launch_shape *shape)
{
    uint64_t digits = UINT64_C(1) << most_digit_bits((int)shape->block);
    return up_to_256((digits * (uint64_t)(sort_tiles(job, shape) + 1) + 2) * sizeof(uint32_t));
}

/* The passes that sort by `bits` bits. */
inline int sort_passes(int bits, int block)
{
    return (int)ceiling(bits, most_digit_bits(block));
}

/* Two lists of tags, if there are two passes, and the counts. */
inline uint64_t sort_scratch(const struct job *job, const struct launch_shape *shape, int bits)
{
    uint64_t lists = (uint64_t)smaller(2, sort_passes(bits, (int)shape->block));
    return lists * (slots_bytes(job) + loads_bytes(job)) + (lists ? counts_bytes(job, shape) : 0);
}

/* Enqueues a pass. */
template <class M, int BLOCK, int GROUP, bool KEEPS>
static inline bool sort_pass(const struct job *job, const sort_arguments<M> &a, struct text *why)
{
    constexpr int ITEMS = sort_items(BLOCK, sizeof(load_of<M>));
    return launch("count_digits", count_digits_kernel<M, BLOCK, ITEMS, GROUP>, a.tiles, BLOCK, GROUP, job, a,
                  why) &&
           launch("scan_counts", scan_counts_kernel<M, BLOCK, GROUP>, (int64_t)1 << a.bits, BLOCK, GROUP, job,
                  a, why) &&
           launch_with_shared("move_tags", move_tags_kernel<M, BLOCK, ITEMS, GROUP, KEEPS>, a.tiles, BLOCK,
                              GROUP, sizeof(sorted_tile<M, BLOCK, ITEMS, GROUP, KEEPS>), job, a, why);
}

/* The list of pass `pass`, in scratch. */
template <class M>
static inline tag_list<M> list_of_pass(const struct job *job, unsigned char *scratch, int pass,
                                       const uint32_t *count)
{
    unsigned char *at = scratch + (uint64_t)(pass % 2) * (slots_bytes(job) + loads_bytes(job));
    return {reinterpret_cast<uint32_t *>(at), reinterpret_cast<load_of<M> *>(at + slots_bytes(job)), count};
}

/* Enqueues the sort by bits [low, low + bits) of slots; the tags, sorted, are where it returns, in the input if
 * there are no bits. There are items and keys. KEEPS: tags that are alike in these bits keep their order; the passes
 * after the first need that of each digit in any case. */
template <class M, int BLOCK, int GROUP, bool KEEPS>
static inline bool sort_enqueue(const struct job *job, const struct launch_shape *shape,
                                const keyed_arguments<M> &keyed, int low, int bits, tag_list<M> *sorted,
                                struct text *why)
{
    int64_t items = (int64_t)job_items(job);
    unsigned char *scratch = static_cast<unsigned char *>(job->scratch);
    int passes = sort_passes(bits, BLOCK), each = passes ? (int)ceiling(bits, passes) : 0;
    uint64_t lists = sort_scratch(job, shape, bits) - (passes ? counts_bytes(job, shape) : 0);
    uint32_t *total = reinterpret_cast<uint32_t *>(scratch + lists);
    uint32_t *all = total + (1 << most_digit_bits(BLOCK)), *count = all + 2;
    *sorted = {};
    for (int pass = 0; pass < passes; pass++) {
        uint32_t *there = all + pass % 2;
        tag_list<M> to = list_of_pass<M>(job, scratch, pass, there);
        sort_arguments<M> a = {keyed,
                               *sorted,
                               to,
                               count,
                               total,
                               there,
                               items,
                               sort_tiles(job, shape),
                               low + pass * each,
                               (int)smaller(each, bits - pass * each)};
        bool put = pass == 0 ? sort_pass<M, BLOCK, GROUP, KEEPS>(job, a, why)
                             : sort_pass<M, BLOCK, GROUP, true>(job, a, why);
        if (!put) return false;
        *sorted = to;
    }
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
