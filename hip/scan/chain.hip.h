/* SPDX-License-Identifier: MIT
 * The chain of tiles of a single-pass scan: every tile publishes its aggregate (the fold of its items), and, as soon
 * as it knows it, its prefix (the fold of all items up to its end); its successors look back at them (C4, C5).
 *
 *   number     blocks draw numbers from a counter, so that a block that waits for a tile before its own waits for a
 *              block that runs already (or did); the tile is the number
 *   epoch      the counter's upper bits count launches modulo 2^16, from the last number on. Published words carry the
 *              epoch, so nothing has to be cleared: words of the launch before are told from fresh ones, and since
 *              every launch writes every tile's word, none is older. The block that draws the last number begins the
 *              next epoch.
 *   two forms  a state of up to 4 bytes shares one 64-bit word with the flag: it cannot be torn, and the word is all
 *              that there is to know, so nothing need be ordered. A larger state lies in an array; it is written,
 *              then the flag is released; a lane that has acquired the flag reads the state. */
#ifndef FOLDCHECK_CHAIN_HIP_H
#define FOLDCHECK_CHAIN_HIP_H

#include "hip/scan/scan.hip.h"
#include "hip/scan/strip.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A launch has fewer tiles than 2^NUMBER_BITS. */
enum { NUMBER_BITS = 48 };

/* The states of a tile. A flag is 2 * epoch + 1 for a prefix, 2 * epoch for an aggregate. */
enum tile_status { TILE_NOTHING, TILE_AGGREGATE, TILE_PREFIX };

/* Where tiles publish: all in scratch. */
template <class M>
struct chain {
    uint64_t *counter;                     /* epoch << NUMBER_BITS | numbers drawn */
    uint64_t *word;                        /* a tile: flag << 32 | state */
    uint32_t *flag;                        /* or a flag, */
    typename M::state *aggregate, *prefix; /* and two states a tile */
};

/* A block's turn: which tile, in which launch. */
struct turn {
    int64_t tile;
    uint32_t epoch;
};

/* A number drawn from the counter, decoded. */
FN turn turn_of(uint64_t number)
{
    turn mine = {(int64_t)(number & ((UINT64_C(1) << NUMBER_BITS) - 1)), (uint32_t)(number >> NUMBER_BITS)};
    return mine;
}

template <class M>
COMPILE_TIME bool fits_word()
{
    return sizeof(typename M::state) <= 4;
}

/* Thread 0 draws for the block; `drawn` is its word of shared memory. Two block_syncs, so that the word can be used
 * again at once. */
template <class M>
FN turn take_turn(const chain<M> &chain, uint64_t *drawn)
{
    block_sync();
    if (thread_id() == 0) store(drawn, take_number(chain.counter));
    block_sync();
    return turn_of(load(drawn));
}

/* Called by the block of the last tile: all numbers are drawn, the next launch begins at 0 with the next epoch. */
template <class M>
FN void end_turns(const chain<M> &chain, const turn &mine, int64_t tiles)
{
    if (thread_id() == 0 && mine.tile == tiles - 1)
        publish_word(chain.counter, (uint64_t)(mine.epoch + 1) << NUMBER_BITS);
}

/* One lane says it for its block. */
template <class M>
FN void publish(const chain<M> &chain, const turn &mine, tile_status status, const typename M::state &state)
{
    uint32_t flag = 2 * mine.epoch + (status == TILE_PREFIX);
    if constexpr (fits_word<M>()) {
        uint32_t bits = 0;
        copy_bits<sizeof(state)>(&bits, &state);
        publish_word(chain.word + mine.tile, (uint64_t)flag << 32 | bits);
    } else {
        store((status == TILE_PREFIX ? chain.prefix : chain.aggregate) + mine.tile, state);
        publish_flag(chain.flag + mine.tile, flag);
    }
}

/* Tile `tile`'s published state in this launch so far; *state is set if there is one. */
template <class M>
FN tile_status observe(const chain<M> &chain, const turn &mine, int64_t tile, typename M::state *state)
{
    uint32_t flag;
    if constexpr (fits_word<M>()) {
        uint64_t word = observe_word(chain.word + tile);
        uint32_t bits = (uint32_t)word;
        flag = (uint32_t)(word >> 32);
        copy_bits<sizeof(*state)>(state, &bits);
    } else
        flag = observe_flag(chain.flag + tile);
    if ((flag ^ 2 * mine.epoch) > 1) return TILE_NOTHING;
    tile_status status = flag & 1 ? TILE_PREFIX : TILE_AGGREGATE;
    if constexpr (!fits_word<M>())
        *state = load((status == TILE_PREFIX ? chain.prefix : chain.aggregate) + tile);
    return status;
}

/* ---- the kernel of all single-pass scans ---- */

template <class M>
struct chain_arguments {
    scan_arguments<M> scan;
    struct chain<M> chain;
    int64_t tile_count;
};

/* Blocks that registers shall suffice for: a lane keeps its items through the look-back, and scans them then. H200,
 * 2^24 items, us, by scan_lookback's shape for many items and the one for few (by segscan_flags, whose states have a
 * flag more):
 *   threads     as the compiler likes   768             1024            1280
 *   add_u32     67   79 (173)           58   67 (174)   56   59 (167)   68   59 (175)
 *   affine_u32  149 183 (376)           151 159 (310)   167 163 (280)   218 184 (336)
 *   mss_i32     216 259 (660)           214 263 (660)   193 232 (565)   195 221 (528)
 *   add4_i64    952 874 (3080)          804 872 (1887)  915 921 (1997)  1049 1090 (3093)
 * affine_u32 of 2^18 items takes 7.8 us as the compiler likes, by 768 8.5. */
template <class M, int BLOCK, int ITEMS>
COMPILE_TIME int single_pass_blocks()
{
    constexpr size_t STATE = sizeof(typename M::state), KEPT = kept_bytes<M, ITEMS>();
    return blocks_a_processor(BLOCK, STATE <= 4 ? 1024 : STATE <= 8 ? BLOCK : 768, KEPT);
}

/* The bytes of an item by which a lane's items are scaled: its input, or half of what is made of it, for which there
 * are registers when the look-back is done. mss_i32, 2^24 items: 7 items a lane 212 us, 15 159, 30 156. */
COMPILE_TIME size_t single_pass_held(size_t input, size_t state)
{
    return state / 2 > input ? state / 2 : input;
}

/* A tile a turn; LOOK finds out what is left of it. */
template <class M, class LOOK, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (single_pass_blocks<M, BLOCK, ITEMS>()))
single_pass_kernel(chain_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    constexpr size_t STRIP = strip_bytes(M::input_columns, M::state_columns, WINDOW);
    using input = input_traits<M>;
    SHARED(vector, strips, GROUPS * STRIP / sizeof(vector));
    SHARED(typename M::state, partial, GROUPS);
    SHARED(uint64_t, drawn, 1);
    const typename M::params &params = a.scan.source.params;
    share turns = share_of(a.scan.tiles, block_id()); /* how many; which, the counter says */
    for (int64_t t = turns.first; t < turns.last; t++) {
        turn mine = take_turn<M>(a.chain, drawn);

        /* ---- load: n items read, map-out written; each lane then owns ITEMS consecutive ones ---- */
        int64_t first = mine.tile * (BLOCK * ITEMS) + group_id<GROUP>() * WINDOW;
        int64_t own = first + lane_id<GROUP>() * ITEMS;
        unsigned char *strip = reinterpret_cast<unsigned char *>(strips) + group_id<GROUP>() * STRIP;
        fetched<input, ITEMS> window;
        typename M::input item[ITEMS] = {};
        fetch_window<input, ITEMS, GROUP>(a.scan.source.in, first, a.scan.source.count, &window);
        land_window<input, ITEMS, GROUP>(a.scan.source.in, first, a.scan.source.count, window, strip);
        emit_window<M, ITEMS, GROUP>(a.scan.source, first, strip);
        own_window<input, ITEMS, GROUP>(strip, live_items<ITEMS>(own, a.scan.source.count), item);

        /* ---- lane, group, block ---- */
        typename M::state folded = fold_owned<M, ITEMS>(a.scan.source, own, item);
        block_scan<M> block = scan_lanes<M, BLOCK, GROUP>(params, folded, partial);

        /* ---- look back: the first group ---- */
        if (group_id<GROUP>() == 0) {
            typename M::state before =
                LOOK::template left_of_tile<M, GROUP>(a.chain, params, a.scan.init, mine, block.total);
            if (lane_id<GROUP>() < GROUPS)
                store(partial + lane_id<GROUP>(), M::combine(params, before, block.groups));
        }
        block_sync();

        /* ---- scan: n results written ---- */
        typename M::state result[ITEMS], before = load(partial + group_id<GROUP>());
        scan_owned<M, ITEMS>(a.scan, own, M::combine(params, before, block.lanes), item, result);
        put_window<state_traits<M>, ITEMS, GROUP>(a.scan.out, first, a.scan.source.count, strip, result);
        end_turns<M>(a.chain, mine, a.tile_count);
    }
}

/* ---- the host's side ---- */

/* Scratch: the counter, then a word a tile; or flags, aggregates and prefixes, each from a multiple of 256 bytes. */
enum { CHAIN_ALIGN = 256 };

inline uint64_t chain_aligned(uint64_t bytes)
{
    return (bytes + CHAIN_ALIGN - 1) / CHAIN_ALIGN * CHAIN_ALIGN;
}

/* Of states of `size` bytes. */
inline uint64_t chain_flag_bytes(size_t size, int64_t tiles)
{
    return chain_aligned((uint64_t)tiles * (size <= 4 ? sizeof(uint64_t) : sizeof(uint32_t)));
}

inline uint64_t chain_state_bytes(size_t size, int64_t tiles)
{
    return size <= 4 ? 0 : chain_aligned((uint64_t)tiles * size);
}

inline uint64_t chain_scratch(const struct job *job, const struct launch_shape *shape)
{
    int64_t tiles = scan_tiles(job, shape);
    return CHAIN_ALIGN + chain_flag_bytes(state_bytes(job), tiles) +
           2 * chain_state_bytes(state_bytes(job), tiles);
}

/* States that all tiles write in the larger form: each a prefix, and all but the first an aggregate. */
inline uint64_t chain_states(size_t size, int64_t tiles)
{
    return tiles && size > 4 ? 2 * (uint64_t)tiles - 1 : 0;
}

/* Bytes that tiles write in addition to the items. (The bytes read in look-back depend on the schedule.) */
inline uint64_t chain_traffic(const struct job *job, const struct launch_shape *shape)
{
    return scan_traffic(job) + chain_states(state_bytes(job), scan_tiles(job, shape)) * state_bytes(job);
}

/* Tiles are numbered. */
inline enum refusal chain_rule(const struct strategy *strategy, const struct job *job,
                               const struct launch_shape *shape, struct text *why)
{
    if (!(scan_tiles(job, shape) >> NUMBER_BITS)) return REFUSAL_NONE;
    text_say(why, "%s numbers fewer than 2^%d tiles, got %lld", strategy->name, NUMBER_BITS,
             (long long)scan_tiles(job, shape));
    return REFUSAL_SHAPE;
}

/* The job's counter; flags or words, and states, where they are told to be. */
template <class M>
static inline chain<M> chain_at(const struct job *job, char *flags, char *states, int64_t tiles)
{
    chain<M> all = {};
    all.counter = static_cast<uint64_t *>(job->scratch);
    if (fits_word<M>())
        all.word = reinterpret_cast<uint64_t *>(flags);
    else
        all.flag = reinterpret_cast<uint32_t *>(flags);
    all.aggregate = reinterpret_cast<typename M::state *>(states);
    all.prefix =
        reinterpret_cast<typename M::state *>(states + chain_state_bytes(sizeof(typename M::state), tiles));
    return all;
}

template <class M>
static inline chain<M> chain_of(const struct job *job, int64_t tiles)
{
    char *flags = static_cast<char *>(job->scratch) + CHAIN_ALIGN;
    return chain_at<M>(job, flags, flags + chain_flag_bytes(sizeof(typename M::state), tiles), tiles);
}

/* Words of 32 bits to clear, and the counter. */
struct clear_arguments {
    uint64_t *counter;
    uint32_t *word;
    int64_t count;
};

template <class Arguments>
KERNEL(256, 1)
clear_chain(Arguments a)
{
    for (int64_t i = block_id() * 256 + thread_id(); i < a.count; i += block_count() * 256)
        store(a.word + i, 0u);
    if (block_id() == 0 && thread_id() == 0) store(a.counter, UINT64_MAX << NUMBER_BITS); /* the last epoch */
}

/* Begins the last epoch, so that the second launch already shows whether epochs wrap, and clears `bytes` of words or
 * flags behind the counter: zeros belong to epoch 0. */
inline bool clear_flags(const struct job *job, uint64_t bytes, struct text *why)
{
    char *at = static_cast<char *>(job->scratch);
    int64_t words = (int64_t)bytes / 4;
    clear_arguments a = {reinterpret_cast<uint64_t *>(at), reinterpret_cast<uint32_t *>(at + CHAIN_ALIGN),
                         words};
    return launch("clear_chain", clear_chain<clear_arguments>,
                  larger(1, smaller(MOST_BLOCKS, ceiling(words, 256))), 256, 1, job, a, why);
}

/* prepare: nothing is published. */
inline bool chain_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    return clear_flags(job, chain_flag_bytes(state_bytes(job), scan_tiles(job, shape)), why);
}

/* Blocks wait for one another. */
struct chained_scan : tiled_scan {
    static constexpr bool needs_progress = true, blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto scratch_bytes = chain_scratch;
    static constexpr auto traffic = chain_traffic;
    static constexpr auto prepare = chain_prepare;
    static constexpr auto own_rule = chain_rule;
};

/* By single_pass_kernel. */
struct single_pass_scan : chained_scan {
    /* A strip and a state a group, and what was drawn. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        size_t strip = strip_bytes(sizes.input, sizes.result, (int)(shape.group * shape.items));
        return (shape.block / shape.group) * (strip + sizes.state) + 32;
    }

    static COMPILE_TIME size_t held(const op_sizes &sizes)
    {
        return single_pass_held(sizes.input.packed, sizes.result.packed);
    }
};

/* Enqueues the kernel; nothing is launched for no items. */
template <class M, class LOOK, int BLOCK, int ITEMS, int GROUP>
static inline bool chain_enqueue(const char *name, const struct job *job, const struct launch_shape *shape,
                                 struct text *why)
{
    int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
    if (tiles == 0) return true;
    chain_arguments<M> a = {scan_of<M>(job, tiles, blocks), chain_of<M>(job, tiles), tiles};
    return launch(name, single_pass_kernel<M, LOOK, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP, job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
