/* SPDX-License-Identifier: MIT
 * keyed_plain_atomics: the loop that counts in place, counts[key] += 1, with a lane for each trip: every item is folded
 * onto its key's cell in global memory by one atomic of its own. The slide's loop is sequential: that is the oracle's
 * (reference/oracle.c). Lanes of one key come to its cell one behind the other; keyed_atomics is the form that spares
 * them that.
 *
 * ID, source    H8: Henriksen, slides (2016), "Computing Cluster Sizes: the Ugly": one addition in place an item
 * Laws          commutes; an operator that adds one column has an atomic, others compare and swap
 * Memory        n items and keys read; a cell a key written, and read
 * Scratch       a cell a key and row
 * Progress      none needed: a swap fails only where another one was done
 * Cannot        states of more than 8 bytes; rows times keys that 32 bits do not number */
#include "hip/keyed/keyed_atomics.hip"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
keyed_plain_atomics_kernel(cells_arguments<M> a)
{
    const keyed_arguments<M> &k = a.keyed;
    for (int64_t i = block_id() * BLOCK + thread_id(); i < k.rows * k.length; i += block_count() * BLOCK) {
        typename M::state item = take_state<M>(k.source, i);
        uint32_t key = load_key(k, i);
        if (key < k.keys) fold_onto_cell<M>(k.source.params, a.cell + i / k.length * k.keys + key, item);
    }
}

struct keyed_plain_atomics : keyed_fold {
    static constexpr const char *ids = "H8",
                                *does = "an atomic on the key's cell in global memory for every item";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};
    static constexpr auto suits = keyed_atomics::suits;
    static constexpr auto most_keys = most_slots;
    static constexpr auto own_rule = slots_rule;
    static constexpr auto scratch_bytes = keyed_atomics::scratch_bytes;
    static constexpr auto traffic = keyed_atomics::traffic;

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        cells_arguments<M> a = {keyed_of<M>(job, 1, sharing()), static_cast<cell_of<M> *>(job->scratch)};
        int64_t items = (int64_t)job_items(job), results = job_results(job);
        int64_t folds = smaller(MOST_BLOCKS, ceiling(items, BLOCK));
        int64_t puts = smaller(MOST_BLOCKS, ceiling(results, BLOCK));
        return results == 0 ||
               (launch("clear_cells", clear_cells_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why) &&
                (items == 0 || launch("keyed_plain_atomics", keyed_plain_atomics_kernel<M, BLOCK>, folds,
                                      BLOCK, GROUP, job, a, why)) &&
                launch("put_cells", put_cells_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
