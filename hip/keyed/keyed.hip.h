/* SPDX-License-Identifier: MIT
 * Shared by all folds by key: where items, keys and results lie, and how partial tables become results.
 *
 *   an item     has a key, which a column of 32-bit numbers beside its own columns holds. One that is not below `keys`
 *               belongs to no fold, and no result is written for it
 *   a table     a state for each key of a row, of a part of the row's items; a row has `parts` of them. In scratch the
 *               parts of a key lie side by side (H12: Henriksen, slides (2016): a reduction of vectors becomes, by
 *               transposition, a map of reductions), so that a group reads them coalesced, and folds them in order */
#ifndef FOLDCHECK_KEYED_HIP_H
#define FOLDCHECK_KEYED_HIP_H

#include "hip/description.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct keyed_arguments {
    item_source<M> source; /* of all rows */
    struct column key;     /* of the items */
    column_set<M::state_columns.count> out;
    int64_t rows, length, keys;
    int64_t parts;            /* of each row */
    sharing windows;          /* of a row, among its parts or what they are made of: the kernel says */
    typename M::state *table; /* scratch: row, key, part; NULL: there is one part, and results are written */
};

template <class M>
FN uint32_t load_key(const keyed_arguments<M> &a, int64_t i)
{
    uint32_t key = 0;
    load_field<sizeof key>(a.key, i, &key);
    return key;
}

/* The fold of a part of a row's items of one key, where it belongs. */
template <class M>
FN void put_part(const keyed_arguments<M> &a, int64_t row, int64_t key, int64_t part,
                 const typename M::state &acc)
{
    if (a.table)
        store(a.table + (row * a.keys + key) * a.parts + part, acc);
    else
        store_fields<state_traits<M>>(a.out, row * a.keys + key, &acc);
}

/* ---- the second kernel: parts, in order, become results; G states read a result --------------------------- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
fold_tables_kernel(keyed_arguments<M> a)
{
    int64_t groups = block_count() * (BLOCK / GROUP), each = ceiling(a.parts, GROUP);
    for (int64_t at = block_id() * (BLOCK / GROUP) + group_id<GROUP>(); at < a.rows * a.keys; at += groups) {
        const typename M::state *part = a.table + at * a.parts;
        typename M::state acc = M::identity(a.source.params); /* covers parts [from, from) */
        int64_t from = lane_id<GROUP>() * each, to = smaller(from + each, a.parts);
        for (int64_t p = from; p < to; p++)
            acc = M::combine(a.source.params, acc, load(part + p));
        acc = group_combine<M, GROUP>(a.source.params, acc); /* lane 0: covers all parts */
        if (lane_id<GROUP>() == 0) store_fields<state_traits<M>>(a.out, at, &acc);
    }
}

/* ---- the host's side --------------------------------------------------------------------------------------- */

inline int64_t job_results(const struct job *job)
{
    return (int64_t)(job->rows * job->keys);
}

/* Parts of a row of `windows` windows, of which a block takes `least` at a time: as many as make all blocks busy that
 * run at once. */
inline int64_t row_parts(const struct job *job, int64_t windows, int64_t block, int64_t least)
{
    int64_t blocks = ceiling(resident_blocks(job, block), larger(1, (int64_t)job->rows));
    return larger(1, smaller(blocks, windows / least));
}

template <class M>
static inline keyed_arguments<M> keyed_of(const struct job *job, int64_t parts, sharing windows)
{
    keyed_arguments<M> a = {items_of<M>(job),
                            job->key,
                            column_set_of<M::state_columns.count>(job->out),
                            (int64_t)job->rows,
                            (int64_t)job->length,
                            (int64_t)job->keys,
                            parts,
                            windows,
                            nullptr};
    if (parts > 1) a.table = static_cast<typename M::state *>(job->scratch);
    return a;
}

/* Enqueues what makes results of tables, if there are any. */
template <class M, int BLOCK, int GROUP>
static inline bool fold_tables(const struct job *job, const keyed_arguments<M> &a, struct text *why)
{
    int64_t blocks = smaller(MOST_BLOCKS, ceiling(job_results(job), BLOCK / GROUP));
    return !a.table ||
           launch("fold_tables", fold_tables_kernel<M, BLOCK, GROUP>, blocks, BLOCK, GROUP, job, a, why);
}

inline uint64_t tables_bytes(const struct job *job, int64_t parts)
{
    return parts > 1 ? (uint64_t)job_results(job) * (uint64_t)parts * state_bytes(job) : 0;
}

/* Of folds that number the keys of all rows with 32 bits, and have one number for none. */
inline uint64_t most_slots(const struct job *, const struct launch_shape *)
{
    return UINT32_MAX - 1;
}

inline enum refusal slots_rule(const struct strategy *strategy, const struct job *job,
                               const struct launch_shape *shape, struct text *why)
{
    if (!job->keys || job->rows <= most_slots(job, shape) / job->keys) return REFUSAL_NONE;
    text_say(why, "%s numbers the keys of all rows with 32 bits, got %llu rows of %llu keys", strategy->name,
             (unsigned long long)job->rows, (unsigned long long)job->keys);
    return REFUSAL_SHAPE;
}

/* Items and keys read `times` times, map-out and results written once. */
inline uint64_t keyed_traffic(const struct job *job, uint64_t times)
{
    return job_items(job) * (times * (job->op->input.packed + sizeof(uint32_t)) + job->op->mapout.packed) +
           (uint64_t)job_results(job) * result_bytes(job);
}

/* An item a lane, and its key; or a result a lane. */
inline double keyed_sectors(const struct job *job, const struct launch_shape *shape)
{
    double results = columns_sectors(&job->out, &job->op->state, 1);
    double items =
        larger_of(window_sectors(job, shape), sectors_apart(sizeof(uint32_t), (double)job->key.stride));
    return larger_of(items, results);
}

/* What folds by key say of themselves. */
struct keyed_fold : any_strategy {
    static constexpr enum what what = WHAT_KEYED;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS;
    static constexpr auto sectors = keyed_sectors;
    static constexpr auto depth = depth_in_order; /* of the items of one key */
};

} // namespace FOLDCHECK_NAMESPACE
#endif
