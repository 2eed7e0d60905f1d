/* SPDX-License-Identifier: MIT
 * keyed_slices: a table a block in shared memory, onto which its lanes fold items by atomics. Where not all keys fit,
 * they are dealt out to a power of two of slices: as many blocks as there are slices read the same items at about the
 * same time, from memory or from the cache behind it, and each folds those of its slice. Of the key that most lanes of
 * a group have, each lane keeps a fold of its own in registers, so that lanes seldom meet at a word, however keys fall.
 *
 * ID, source    none; H8 of Henriksen, slides (2016), where a table is near
 * Laws          associative, commutes; an operator that adds one column has an atomic, others compare and swap
 * Memory        n items and keys read for each slice, from memory or from its cache; G tables written and read
 * Scratch       a state a key and part
 * Progress      none needed
 * Cannot        states of more than 8 bytes; more keys than MOST_SLICES tables have room for */
#ifndef FOLDCHECK_KEYED_SLICES_HIP
#define FOLDCHECK_KEYED_SLICES_HIP
#include "hip/keyed/batch.hip.h"
#include "hip/keyed/word.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_SLICES = 16 };

template <class M>
struct slices_arguments {
    batch_arguments<M> batch;
    int slice_bits;     /* key k is in slice k modulo 2^slice_bits */
    int64_t slice_keys; /* of each slice, some may have one fewer */
    typename M::state
        *part; /* scratch: part, row, slice, key; NULL: there is one part, and results are written */
};

/* A slice of a row's keys, and the block's cells of them. */
template <class M>
struct slice {
    uint32_t number, bits, count; /* keys number + (j << bits), j < count */
    cell_of<M> *cell;
};

/* The place of a key in its slice; UINT32_MAX for one of no fold, or of another slice. */
template <class M>
FN uint32_t place_of(const slice<M> &s, uint32_t key)
{
    uint32_t place = key >> s.bits;
    return (key & ((1u << s.bits) - 1)) == s.number && place < s.count ? place : UINT32_MAX;
}

/* The place of a key, and what the lane holds of it. */
template <class M>
struct held_fold {
    uint32_t place; /* the same in all lanes of a group; UINT32_MAX: none */
    typename M::state acc;
};

/* What the lanes hold, onto the key's cell. All lanes of the group. */
template <class M, int GROUP>
FN void let_go(const typename M::params &params, const slice<M> &s, held_fold<M> *held)
{
    typename M::state all = group_combine<M, GROUP>(params, held->acc);
    if (lane_id<GROUP>() == 0 && held->place < s.count) fold_onto_cell<M>(params, s.cell + held->place, all);
    held->acc = M::identity(params);
}

/* The group holds the key of lane `asked` from now on, if an eighth of its lanes have it, and more than have the one
 * that it holds. `mine`: the place of the lane's next key. */
template <class M, int GROUP>
FN void choose_held(const typename M::params &params, const slice<M> &s, uint32_t mine, int asked,
                    held_fold<M> *held)
{
    uint32_t other = lane_take<GROUP>(mine, asked);
    int others = bit_count(group_ballot<GROUP>(mine == other));
    int now = bit_count(group_ballot<GROUP>(mine == held->place));
    if (other >= s.count || others <= now || others < GROUP / 8) return;
    let_go<M, GROUP>(params, s, held);
    held->place = other;
}

/* The thread's items of the slice, onto what it holds or onto cells. */
template <class M, int ITEMS>
FN void fold_sliced(const typename M::params &params, const slice<M> &s, const tagged_batch<M, ITEMS> &batch,
                    held_fold<M> *held)
{
    UNROLL_FOR_SPEED for (int i = 0; i < ITEMS; i++)
    {
        uint32_t place = place_of<M>(s, batch.key[i]);
        if (place >= s.count) continue;
        typename M::state item = M::lift(params, batch.item[i]);
        if (place == held->place)
            held->acc =
                M::combine(params, held->acc, item); /* covers the thread's items up to i since it is held */
        else
            fold_onto_cell<M>(params, s.cell + place, item);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
FN void fold_slice(const slices_arguments<M> &a, const slice<M> &s, int64_t row, int64_t part)
{
    const typename M::params &params = a.batch.keyed.source.params;
    share mine = share_of(a.batch.keyed.windows, part);
    batch_place place = {row, mine.last, s.number == 0};
    held_fold<M> held = {UINT32_MAX, M::identity(params)};
    tagged_batch<M, ITEMS> next;
    take_batch<M, BLOCK, ITEMS, GROUP>(a.batch, place, mine.first, &next);
    for (int64_t w = mine.first; w < mine.last; w++) {
        tagged_batch<M, ITEMS> batch = next;
        take_batch<M, BLOCK, ITEMS, GROUP>(a.batch, place, w + 1, &next);
        choose_held<M, GROUP>(params, s, place_of<M>(s, batch.key[0]), (int)(w % GROUP), &held);
        fold_sliced<M, ITEMS>(params, s, batch, &held); /* covers windows [mine.first, w] */
    }
    let_go<M, GROUP>(params, s, &held);
}

/* Where a part's fold of the first key of a slice is; those of its others lie behind. */
template <class M>
FN typename M::state *part_of_slice(const slices_arguments<M> &a, int64_t part, int64_t row, int64_t number)
{
    return a.part + (((part * a.batch.keyed.rows + row) << a.slice_bits) + number) * a.slice_keys;
}

/* The block's cells, where the part's folds or the results belong. */
template <class M, int BLOCK>
FN void put_slice(const slices_arguments<M> &a, const slice<M> &s, int64_t row, int64_t part)
{
    const keyed_arguments<M> &k = a.batch.keyed;
    for (int64_t at = thread_id(); at < s.count; at += BLOCK) {
        typename M::state acc = state_of_cell<M>(load(s.cell + at));
        if (a.part)
            store(part_of_slice<M>(a, part, row, s.number) + at, acc);
        else
            store_fields<state_traits<M>>(k.out, row * k.keys + s.number + (at << s.bits), &acc);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
keyed_slices_kernel(slices_arguments<M> a)
{
    const keyed_arguments<M> &k = a.batch.keyed;
    TOLD_SHARED(cells, (size_t)a.slice_keys * sizeof(cell_of<M>));
    int64_t works = (k.rows * k.parts) << a.slice_bits, slices = (int64_t)1 << a.slice_bits;
    for (int64_t work = block_id(); work < works; work += block_count()) {
        int64_t number = work % slices, part = work / slices % k.parts, row = work / slices / k.parts;
        int64_t count = (k.keys + slices - 1 - number) >> a.slice_bits;
        slice<M> s = {(uint32_t)number, (uint32_t)a.slice_bits, (uint32_t)count,
                      reinterpret_cast<cell_of<M> *>(cells)};
        for (int64_t at = thread_id(); at < s.count; at += BLOCK)
            store(s.cell + at, cell_of_state<M>(M::identity(k.source.params)));
        block_sync();
        /* ---- every lane: its items, by atomics; n items and keys read ---- */
        fold_slice<M, BLOCK, ITEMS, GROUP>(a, s, row, part);
        block_sync();
        /* ---- every thread: cells ---- */
        put_slice<M, BLOCK>(a, s, row, part);
        block_sync(); /* the cells are used again */
    }
}

/* ---- the second kernel: a thread a result, whose parts lie apart and its neighbours' beside them ---- */
template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
fold_parts_kernel(slices_arguments<M> a)
{
    const keyed_arguments<M> &k = a.batch.keyed;
    int64_t apart = (k.rows << a.slice_bits) * a.slice_keys;
    for (int64_t at = block_id() * BLOCK + thread_id(); at < k.rows * k.keys; at += block_count() * BLOCK) {
        int64_t row = at / k.keys, key = at % k.keys, slices = (int64_t)1 << a.slice_bits;
        const typename M::state *mine = part_of_slice<M>(a, 0, row, key % slices) + (key >> a.slice_bits);
        typename M::state acc = load(mine); /* covers part 0 */
        for (int64_t p = 1; p < k.parts; p++)
            acc = M::combine(k.source.params, acc, load(mine + p * apart)); /* covers parts 0 to p */
        store_fields<state_traits<M>>(k.out, at, &acc);
    }
}

/* ---- the host's side --------------------------------------------------------------------------------------- */

/* Keys of a block's table at most; few for tests. */
inline uint64_t slices_room(const struct job *job, const struct launch_shape *shape)
{
    return shape->block < 64 ? 16 : job->caps->shared_bytes / job_cell_bytes(job);
}

inline int slices_bits(const struct job *job, const struct launch_shape *shape)
{
    int bits = 0;
    while (slices_room(job, shape) << bits < job->keys)
        bits++;
    return bits;
}

/* Keys of a slice. */
inline int64_t slices_keys(const struct job *job, const struct launch_shape *shape)
{
    return larger(1, ceiling((int64_t)job->keys, (int64_t)1 << slices_bits(job, shape)));
}

/* Parts of a row, one block of each slice: as many as the device has processors. */
inline int64_t slices_parts(const struct job *job, const struct launch_shape *shape)
{
    int64_t works = (int64_t)job->rows << slices_bits(job, shape);
    int64_t each = ceiling(job->caps->processors, larger(1, works));
    return larger(1, smaller(each, batch_windows(job, shape) / least_windows(shape)));
}

/* The results of one part are written slice by slice, and the keys of a slice lie apart. */
inline double slices_sectors(const struct job *job, const struct launch_shape *shape)
{
    double apart = slices_parts(job, shape) > 1 ? 1 : (double)((int64_t)1 << slices_bits(job, shape));
    return larger_of(batch_sectors(job, shape), columns_sectors(&job->out, &job->op->state, apart));
}

struct keyed_slices : keyed_fold {
    static constexpr const char *does =
        "atomics on a table a block in shared memory, one for each slice of the keys";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto sectors = slices_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {1024, 8, 32, USUAL}, {1024, 8, 64, USUAL}};

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return sizes.state <= sizeof(uint64_t);
    }

    static uint64_t most_keys(const struct job *job, const struct launch_shape *shape)
    {
        return MOST_SLICES * slices_room(job, shape);
    }

    /* Every slice takes as much as the largest. */
    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t parts = (uint64_t)slices_parts(job, shape), keys = (uint64_t)slices_keys(job, shape);
        return parts > 1 ? ((parts * job->rows) << slices_bits(job, shape)) * keys * state_bytes(job) : 0;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return keyed_traffic(job, (uint64_t)1 << slices_bits(job, shape)) +
               2 * tables_bytes(job, slices_parts(job, shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t parts = slices_parts(job, shape), results = job_results(job);
        int64_t blocks = smaller(MOST_BLOCKS, ((int64_t)job->rows * parts) << slices_bits(job, shape));
        slices_arguments<M> a = {batches_of<M>(job, shape, parts), slices_bits(job, shape),
                                 slices_keys(job, shape), nullptr};
        if (parts > 1) a.part = static_cast<typename M::state *>(job->scratch);
        size_t bytes = (size_t)a.slice_keys * sizeof(cell_of<M>);
        if (blocks == 0) return true;
        return launch_with_shared("keyed_slices", keyed_slices_kernel<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                                  GROUP, bytes, job, a, why) &&
               (parts == 1 || results == 0 ||
                launch("fold_parts", fold_parts_kernel<M, BLOCK>,
                       smaller(MOST_BLOCKS, ceiling(results, BLOCK)), BLOCK, GROUP, job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
