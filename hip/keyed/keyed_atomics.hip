/* SPDX-License-Identifier: MIT
 * keyed_atomics: the sequential loop that counts in place, counts[key] += 1, as a GPU does it: every item is folded onto its
 * key's word of a table in global memory by an atomic, a compare and swap, in whatever order lanes come. Where most items
 * have one key, lanes wait for one another.
 *
 * ID, source    H8: Henriksen, slides (2016), "Computing Cluster Sizes": a sequential loop with in-place update
 * Laws          commutes
 * Memory        n items and keys read; a word a key written, and read
 * Scratch       a word a key and row
 * Progress      none needed: a swap fails only where another one was done
 * Cannot        states of more than 8 bytes */
#ifndef FOLDCHECK_KEYED_ATOMICS_HIP
#define FOLDCHECK_KEYED_ATOMICS_HIP
#include "hip/keyed/keyed.hip.h"
#include "hip/keyed/word.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct words_arguments {
    keyed_arguments<M> keyed;
    uint64_t *word; /* scratch: of each result */
};

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
clear_words_kernel(words_arguments<M> a)
{
    int64_t results = a.keyed.rows * a.keyed.keys;
    uint64_t none = word_of_state<M>(M::identity(a.keyed.source.params));
    for (int64_t at = block_id() * BLOCK + thread_id(); at < results; at += block_count() * BLOCK)
        store(a.word + at, none);
}

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
keyed_atomics_kernel(words_arguments<M> a)
{
    const keyed_arguments<M> &k = a.keyed;
    int64_t items = k.rows * k.length;
    for (int64_t i = block_id() * BLOCK + thread_id(); i < items; i += block_count() * BLOCK) {
        typename M::state item = take_state<M>(k.source, i);
        uint32_t key = load_key(k, i);
        if (key < k.keys) fold_onto_word<M>(k.source.params, a.word + i / k.length * k.keys + key, item);
    }
}

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
put_words_kernel(words_arguments<M> a)
{
    int64_t results = a.keyed.rows * a.keyed.keys;
    for (int64_t at = block_id() * BLOCK + thread_id(); at < results; at += block_count() * BLOCK) {
        typename M::state acc = state_of_word<M>(load(a.word + at));
        store_fields<state_traits<M>>(a.keyed.out, at, &acc);
    }
}

inline enum refusal keyed_atomics_refuse(const struct strategy *strategy, const struct job *job,
                                         const struct launch_shape *shape, struct text *why)
{
    return keyed_refuse(strategy, job, shape, 0, UINT64_MAX, why);
}

inline uint64_t keyed_atomics_scratch(const struct job *job, const struct launch_shape *)
{
    return (uint64_t)job_results(job) * sizeof(uint64_t);
}

inline uint64_t keyed_atomics_traffic(const struct job *job, const struct launch_shape *shape)
{
    return keyed_traffic(job, 1) + 2 * keyed_atomics_scratch(job, shape);
}

struct keyed_atomics {
    static constexpr struct strategy strategy = {
        /* name */ "keyed_atomics",
        /* ids */ "H8",
        /* does */ "an atomic on the key's word for every item",
        /* what */ WHAT_KEYED,
        /* needs */ LAW_COMMUTES,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        keyed_atomics_refuse,
        keyed_atomics_scratch,
        keyed_atomics_traffic,
        keyed_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return state_fits_word<M>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        words_arguments<M> a = {keyed_of<M>(job, 1, sharing()), static_cast<uint64_t *>(job->scratch)};
        int64_t items = (int64_t)job_items(job), results = job_results(job);
        int64_t folds = smaller(MOST_BLOCKS, smaller(resident_blocks(job, BLOCK), ceiling(items, BLOCK)));
        int64_t puts = smaller(MOST_BLOCKS, ceiling(results, BLOCK));
        return results == 0 ||
               (launch("clear_words", clear_words_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why) &&
                (items == 0 ||
                 launch("keyed_atomics", keyed_atomics_kernel<M, BLOCK>, folds, BLOCK, GROUP, job, a, why)) &&
                launch("put_words", put_words_kernel<M, BLOCK>, puts, BLOCK, GROUP, job, a, why));
    }
};

/* block, items, group, gather, kind */
#define keyed_atomics_shapes(SHAPE, S)                                                                       \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 1, 32, 0, USUAL)                                                                           \
    SHAPE(S, 256, 1, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
