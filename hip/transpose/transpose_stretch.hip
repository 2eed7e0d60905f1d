/* SPDX-License-Identifier: MIT
 * transpose_stretch: for matrices of few long rows, and of many short ones. A tile is all of the low dimension and a
 * stretch of the long one, as many places as a block has threads or some times as many. On one side of memory it is
 * one piece; on the other it is a run for each place in the low dimension. Both are read or written in the order of
 * memory, neighbours by neighbours: item e of the piece is e mod low of place e / low. Shared memory lies between, in
 * the piece's order, with a word left out after every 32, so that a warp that walks along a run, `low` elements a
 * step, meets different banks.
 *
 * ID, source    none: L7 and L8 fold a square's side, and then write, or read, runs as short as the low dimension
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        a low dimension of more than a thread's items; a result over the input; matrices that lack items */
#ifndef FOLDCHECK_TRANSPOSE_STRETCH_HIP
#define FOLDCHECK_TRANSPOSE_STRETCH_HIP
#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct stretches {
    struct column in, out;
    int64_t along;      /* the long dimension */
    int64_t tiles, all; /* of a matrix, of all matrices */
    int low, side;      /* the low dimension; places along the long one that a tile covers */
};

/* A tile: the number of its first item where it is one piece, and where it is runs; and how many places it has. */
struct stretch_at {
    int64_t piece, runs;
    int live;
};

FN stretch_at stretch_of(const stretches &s, int64_t tile)
{
    int64_t matrix = quotient(tile, s.tiles), first = (tile - matrix * s.tiles) * s.side;
    int64_t before = matrix * s.along * s.low;
    stretch_at at = {before + first * s.low, before + first, (int)smaller(s.side, s.along - first)};
    return at;
}

/* Where item e of a tile lies in shared memory: a word of a bank, or an element if that is more, is left out after
 * every 32. */
COMPILE_TIME int spread(int e, size_t size)
{
    int word = size < 4 ? 4 / (int)size : 1;
    return e + e / (32 * word) * word;
}

/* Item e + more, where item e lies at `at`. */
COMPILE_TIME int spread_on(int e, int at, int more, size_t size)
{
    int word = size < 4 ? 4 / (int)size : 1;
    return more % (32 * word) == 0 ? at + spread(more, size) : spread(e + more, size);
}

/* The thread's items of a piece: BLOCK apart. f(k, column, at): the k-th is element 0 of the column from there on, and
 * lies at `at`. */
template <size_t SIZE, int BLOCK, int ITEMS, class F>
FN void along_piece(const stretches &s, const stretch_at &tile, const struct column &column, const F &f)
{
    struct column item = column_from(column, tile.piece + thread_id());
    int at = spread(thread_id(), SIZE), live = tile.live * s.low;
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (thread_id() + k * BLOCK < live) f(k, item, spread_on(thread_id(), at, k * BLOCK, SIZE));
        item = column_from(item, BLOCK);
    }
}

/* The thread's items of runs: the same place of each, then the place BLOCK further of each. */
template <size_t SIZE, int LOW, int BLOCK, int ITEMS, class F>
FN void along_runs(const stretches &s, const stretch_at &tile, const struct column &column, const F &f)
{
    struct column item = column_from(column, tile.runs + thread_id());
    int place = thread_id(), run = 0,
        low = LOW ? LOW : worked_out_here(s.low); /* or registers hold where all items are */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (place < tile.live) f(k, item, spread(place * low + run, SIZE));
        bool last = ++run == low;
        item = column_from(item, last ? BLOCK - (low - 1) * s.along : s.along);
        if (last) run = 0, place += BLOCK;
    }
}

/* Bytes of registers in which a thread holds its items, and how many leave room for the registers of more blocks. */
enum { STRETCH_MOST = 64 };

template <class M, int ITEMS>
COMPILE_TIME size_t stretch_held()
{
    return (sizeof(typename M::state) < 4 ? 4 : sizeof(typename M::state)) * ITEMS;
}

/* Blocks that registers shall suffice for: of 128 threads with 8 items of 4 bytes 12, which leaves 40 registers a
 * thread; with 16 items 10, 48. Left alone, the compiler works out all places in front of the loop, and takes 82.
 * H200, 2^26 f32, us, as the compiler likes, 8 blocks, 10, 12: 16 columns 167, 146, 136, 167; 8 columns 146, 146,
 * 142, 137. */
template <class M, int LOW, int BLOCK, int ITEMS>
COMPILE_TIME int stretch_blocks()
{
    if (LOW == 0 || BLOCK < 64) return 1;
    return (2 * stretch_held<M, ITEMS>() > STRETCH_MOST ? 10 : 12) * 128 / BLOCK;
}

/* LOW: the low dimension, or 0 where the compiler does not know it. */
template <class M, bool LOW_HEIGHT, int LOW, int BLOCK, int ITEMS>
KERNEL(BLOCK, (stretch_blocks<M, LOW, BLOCK, ITEMS>()))
transpose_stretch_kernel(stretches s)
{
    using word = typename M::state;
    SHARED(word, between, spread(BLOCK * ITEMS, sizeof(word)));
    for (int64_t t = block_id(); t < s.all; t += block_count()) {
        stretch_at tile = stretch_of(s, t);

        /* ---- load, and through shared memory; each item read once ---- */
        word held[ITEMS];
        auto load_item = [&](int k, const struct column &from, int) {
            load_field<sizeof(word)>(from, 0, &held[k]);
        };
        auto put_in = [&](int k, const struct column &, int at) { store(between + at, held[k]); };
        if (LOW_HEIGHT) {
            along_runs<sizeof(word), LOW, BLOCK, ITEMS>(s, tile, s.in, load_item);
            along_runs<sizeof(word), LOW, BLOCK, ITEMS>(s, tile, s.in, put_in);
        } else {
            along_piece<sizeof(word), BLOCK, ITEMS>(s, tile, s.in, load_item);
            along_piece<sizeof(word), BLOCK, ITEMS>(s, tile, s.in, put_in);
        }
        block_sync();

        /* ---- out of it, and store; each item written once ---- */
        auto take_out = [&](int k, const struct column &, int at) { held[k] = load(between + at); };
        auto store_item = [&](int k, const struct column &to, int) {
            store_field<sizeof(word)>(to, 0, &held[k]);
        };
        if (LOW_HEIGHT) {
            along_piece<sizeof(word), BLOCK, ITEMS>(s, tile, s.out, take_out);
            along_piece<sizeof(word), BLOCK, ITEMS>(s, tile, s.out, store_item);
        } else {
            along_runs<sizeof(word), LOW, BLOCK, ITEMS>(s, tile, s.out, take_out);
            along_runs<sizeof(word), LOW, BLOCK, ITEMS>(s, tile, s.out, store_item);
        }
        block_sync(); /* the next tile goes over this one */
    }
}

inline int64_t low_dimension(const struct job *job)
{
    return smaller((int64_t)job->height, (int64_t)job->length);
}

inline stretches stretches_of(const struct job *job, int block, int items)
{
    stretches s = {};
    if (job_matrices(job) == 0) return s;
    s.in = job->in.column[0], s.out = job->out.column[0];
    s.low = (int)low_dimension(job), s.along = larger((int64_t)job->height, (int64_t)job->length);
    s.side = items / s.low * block;
    s.tiles = ceiling(s.along, s.side);
    s.all = s.tiles * job_matrices(job);
    return s;
}

struct transpose_stretch : transposition {
    static constexpr const char *does =
        "all of a low dimension and a stretch of the long one a tile: both sides in memory's order";
    /* H200, 2^26 f32, shares of the copy of 128 us (256 threads with 8 items, with 16,
     * 128 with 8, with 16): 2 rows 0.86, 0.80, 0.90, 0.90; 8 columns 0.72, 0.68, 0.80, 0.73. */
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {8, 5, 4, TINY}, {128, 8, 32, USUAL}, {128, 16, 32, PICKED}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return (uint64_t)spread((int)(shape.block * shape.items), sizes.state) * sizes.state;
    }

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        if (low_dimension(job) <= (int64_t)shape->items) return REFUSAL_NONE;
        text_say(why, "%s takes at most %u rows, or rows of at most that many items, got %llu x %llu",
                 strategy->name, shape->items, (unsigned long long)job->height,
                 (unsigned long long)job->length);
        return REFUSAL_SHAPE;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return larger_of(transpose_sectors(job, 1, 1), sectors_of_runs(job, shape->block));
    }

    template <class M, int LOW, int BLOCK, int ITEMS, int GROUP>
    static bool launch_low(const struct job *job, const stretches &s, struct text *why)
    {
        return launch("transpose_stretch",
                      (int64_t)job->height == s.low ? transpose_stretch_kernel<M, true, LOW, BLOCK, ITEMS>
                                                    : transpose_stretch_kernel<M, false, LOW, BLOCK, ITEMS>,
                      smaller(MOST_BLOCKS, s.all), BLOCK, GROUP, job, s, why);
    }

    /* LOW, 2 LOW ... have kernels of their own, in which one place of a thread in shared memory tells the others: 17 to
     * 20 instructions an item less. Not where a thread holds so much that registers are what is short. */
    template <class M, int LOW, int BLOCK, int ITEMS, int GROUP>
    static bool enqueue_low(const struct job *job, const stretches &s, struct text *why)
    {
        if constexpr (ITEMS % LOW != 0 || stretch_held<M, ITEMS>() > STRETCH_MOST)
            return launch_low<M, 0, BLOCK, ITEMS, GROUP>(job, s, why);
        else
            return s.low == LOW ? launch_low<M, LOW, BLOCK, ITEMS, GROUP>(job, s, why)
                                : enqueue_low<M, 2 * LOW, BLOCK, ITEMS, GROUP>(job, s, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        stretches s = stretches_of(job, BLOCK, ITEMS);
        if (s.all == 0) return true;
        constexpr int FIRST = ITEMS > 8 ? ITEMS : 2; /* 16 items are taken for 9 and more alone */
        return enqueue_low<M, FIRST, BLOCK, ITEMS, GROUP>(job, s, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
