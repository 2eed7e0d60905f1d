/* SPDX-License-Identifier: MIT
 * keyed_sequential_atomics: a tree with sequential addressing: in each level the upper half of the items is folded onto
 * the lower half, and nothing is sorted. Where the two keys differ, the upper one is folded onto its key's aggregate by
 * an atomic, since several threads may have that key at once: that is why the report set it aside.
 *
 * ID, source    T10: Timcheck, report (2017), chapter 3, sequential addressing with keys
 * Laws          commutes: halves are no neighbours, and atomics come in any order
 * Memory        n items and keys read, results written
 * Scratch       none
 * Progress      none needed
 * Cannot        states of more than 8 bytes, more keys than fit into shared memory */
#ifndef FOLDCHECK_KEYED_SEQUENTIAL_ATOMICS_HIP
#define FOLDCHECK_KEYED_SEQUENTIAL_ATOMICS_HIP
#include "hip/keyed/window.hip.h"
#include "hip/keyed/word.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Folds a window that lies in shared memory onto the aggregates; all threads meet before. */
template <class M, int BLOCK>
FN void fold_halves(const keyed_arguments<M> &a, const uint32_t *key, typename M::state *state, uint64_t *all)
{
    int t = thread_id();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d) {
            uint32_t left = load(key + t), right = load(key + t + d);
            if (left == right)
                store(state + t, M::combine(a.source.params, load(state + t), load(state + t + d)));
            else
                fold_onto_word<M>(a.source.params, all + right, load(state + t + d));
        }
        block_sync();
    }
    if (t == 0) fold_onto_word<M>(a.source.params, all + load(key), load(state));
    block_sync();
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_sequential_atomics_kernel(keyed_arguments<M> a)
{
    SHARED(uint64_t, all, TABLE_BYTES / sizeof(uint64_t));
    SHARED(uint32_t, key, BLOCK);
    SHARED(typename M::state, state, BLOCK);
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        int64_t first = row * a.length, last = first + a.length;
        for (int64_t k = thread_id(); k <= a.keys; k += BLOCK)
            store(all + k, word_of_state<M>(M::identity(a.source.params)));
        for (int64_t at = first; at < last; at += BLOCK) {
            /* ---- a window: an item a thread ---- */
            tagged_state<M> mine = take_tagged<M>(a, at + thread_id(), last);
            store(key + thread_id(), mine.key);
            store(state + thread_id(), mine.state);
            block_sync();
            /* ---- halves: `all` covers [first, at + BLOCK) ---- */
            fold_halves<M, BLOCK>(a, key, state, all);
        }
        block_sync(); /* of a row without windows */
        for (int64_t k = thread_id(); k < a.keys; k += BLOCK) {
            typename M::state acc = state_of_word<M>(load(all + k));
            store_fields<state_traits<M>>(a.out, row * a.keys + k, &acc);
        }
    }
}

struct keyed_sequential_atomics : keyed_in_window<keyed_sequential_atomics> {
    static constexpr const char *ids = "T10",
                                *does = "a block a row: halves folded onto halves, atomics where keys differ";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},     {16, 1, 4, TINY},   {256, 1, 32, USUAL},
                                                {256, 1, 64, USUAL}, {128, 1, 32, MORE}, {512, 1, 32, MORE}};

    static constexpr uint64_t entry_bytes(uint64_t, const struct launch_shape &)
    {
        return sizeof(uint64_t);
    }

    /* A table of words, and a key and a state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return TABLE_BYTES + shape.block * (sizeof(uint32_t) + sizes.state);
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return sizes.state <= sizeof(uint64_t);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_rows<M>("keyed_sequential_atomics", keyed_sequential_atomics_kernel<M, BLOCK, GROUP>,
                               BLOCK, GROUP, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
