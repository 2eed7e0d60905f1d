/* SPDX-License-Identifier: MIT
 * keyed_atomics: the sequential loop that counts in place, counts[key] += 1, as a GPU does it: every item is folded
 * onto its key's cell by an atomic, in whatever order lanes come. Few lanes come to a cell at once, however keys fall:
 * the lanes of a group that have a key fold their items first; a block has cells in shared memory for the keys that it
 * meets first; and there is one block a processor. So only the keys that find their block's cell taken go to global
 * memory one by one.
 *
 * ID, source    P1: Larsen, thesis (2017), 8: a histogram; after H8 (keyed_plain_atomics), a loop with in-place update
 * Laws          commutes; an operator that adds one column has an atomic, others compare and swap
 * Memory        n items and keys read; a cell a key written, and read
 * Scratch       a cell a key and row
 * Progress      none needed: a swap fails only where another one was done
 * Cannot        states of more than 8 bytes; rows times keys that 32 bits do not number */
#ifndef FOLDCHECK_KEYED_ATOMICS_HIP
#define FOLDCHECK_KEYED_ATOMICS_HIP
#include "hip/keyed/peers.hip.h"
#include "hip/keyed/word.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct cells_arguments {
    keyed_arguments<M> keyed;
    cell_of<M> *cell; /* scratch: of each result */
};

/* A block's cells: result r's at r modulo their number, if it came before others that share the place. Few for
 * tests. */
template <class M>
struct near_cells {
    uint64_t *owner; /* its owner; UINT64_MAX: none */
    cell_of<M> *cell;
    uint32_t count; /* a power of two */
};

COMPILE_TIME int near_count(int block)
{
    return block < 64 ? 8 : 1024;
}

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
clear_cells_kernel(cells_arguments<M> a)
{
    int64_t results = a.keyed.rows * a.keyed.keys;
    cell_of<M> none = cell_of_state<M>(M::identity(a.keyed.source.params));
    for (int64_t at = block_id() * BLOCK + thread_id(); at < results; at += block_count() * BLOCK)
        store(a.cell + at, none);
}

/* The fold of a group's items of a result: onto the block's cell, or the one in global memory. */
template <class M>
FN void fold_near(const cells_arguments<M> &a, const near_cells<M> &near, uint32_t result,
                  const typename M::state &acc)
{
    uint32_t at = result & (near.count - 1);
    uint64_t owner = swap_word(near.owner + at, UINT64_MAX, result);
    bool mine = owner == UINT64_MAX || owner == result;
    fold_onto_cell<M>(a.keyed.source.params, mine ? near.cell + at : a.cell + result, acc);
}

/* The group's window of items [at, at + GROUP). */
template <class M, int GROUP>
FN void fold_window_near(const cells_arguments<M> &a, const near_cells<M> &near, int64_t at)
{
    const keyed_arguments<M> &k = a.keyed;
    int64_t i = at + lane_id<GROUP>();
    uint32_t none = (uint32_t)(k.rows * k.keys), result = none;
    typename M::state acc = M::identity(k.source.params);
    if (i < k.rows * k.length) {
        acc = take_state<M>(k.source, i);
        uint32_t key = load_key(k, i);
        if (key < k.keys) result = (uint32_t)(i / k.length * k.keys) + key;
    }
    lane_set<GROUP> peers = group_peers<GROUP>(result, bits_up_to(none));
    acc = fold_peers<M, GROUP>(k.source.params, acc,
                               peers); /* first peer: covers the window's items of the result */
    if (is_first_peer<GROUP>(peers) && result != none) fold_near<M>(a, near, result, acc);
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, 1)
keyed_atomics_kernel(cells_arguments<M> a)
{
    constexpr int NEAR = near_count(BLOCK), GROUPS = BLOCK / GROUP;
    SHARED(uint64_t, owner, NEAR);
    SHARED(cell_of<M>, cell, NEAR);
    const keyed_arguments<M> &k = a.keyed;
    near_cells<M> near = {owner, cell, (uint32_t)NEAR};
    for (int at = thread_id(); at < NEAR; at += BLOCK) {
        store(owner + at, UINT64_MAX);
        store(cell + at, cell_of_state<M>(M::identity(k.source.params)));
    }
    block_sync();
    /* ---- every group: a window of neighbours at a time; n items and keys read ---- */
    int64_t step = block_count() * BLOCK;
    for (int64_t at = (block_id() * GROUPS + group_id<GROUP>()) * GROUP; at < k.rows * k.length; at += step)
        fold_window_near<M, GROUP>(a, near, at);
    block_sync();
    /* ---- every block: its cells, from another one on than the block before ---- */
    for (int t = thread_id(); t < NEAR; t += BLOCK) {
        int at = (int)((t + block_id() * GROUP) % NEAR);
        uint64_t result = load(owner + at);
        if (result == UINT64_MAX) continue;
        fold_onto_cell<M>(k.source.params, a.cell + result, state_of_cell<M>(load(cell + at)));
    }
}

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
put_cells_kernel(cells_arguments<M> a)
{
    int64_t results = a.keyed.rows * a.keyed.keys;
    for (int64_t at = block_id() * BLOCK + thread_id(); at < results; at += block_count() * BLOCK) {
        typename M::state acc = state_of_cell<M>(load(a.cell + at));
        store_fields<state_traits<M>>(a.keyed.out, at, &acc);
    }
}

struct keyed_atomics : keyed_fold {
    static constexpr const char
        *ids = "P1",
        *does = "an atomic on the key's cell, near a block first, for every key of a group";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {1024, 1, 32, USUAL}, {1024, 1, 64, USUAL}};

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return sizes.state <= sizeof(uint64_t);
    }

    static constexpr auto most_keys = most_slots;
    static constexpr auto own_rule = slots_rule;

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        return (uint64_t)job_results(job) * job_cell_bytes(job);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return keyed_traffic(job, 1) + 2 * scratch_bytes(job, shape);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        cells_arguments<M> a = {keyed_of<M>(job, 1, sharing()), static_cast<cell_of<M> *>(job->scratch)};
        int64_t items = (int64_t)job_items(job), results = job_results(job);
        int64_t folds = smaller(MOST_BLOCKS, smaller(resident_blocks(job, BLOCK), ceiling(items, BLOCK)));
        int64_t puts = smaller(MOST_BLOCKS, ceiling(results, BLOCK));
        return results == 0 ||
               (launch("clear_cells", clear_cells_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why) &&
                (items == 0 || launch("keyed_atomics", keyed_atomics_kernel<M, BLOCK, GROUP>, folds, BLOCK,
                                      GROUP, job, a, why)) &&
                launch("put_cells", put_cells_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
