/* SPDX-License-Identifier: MIT
 * Segmented reductions with one or more blocks a row (S4): where a block's part of its row lies, how
 * the blocks of a row become one result, and the host's side.
 *
 *   a part      of a row's windows, consecutive ones, folded by a block. Parts have numbers, those of a row next to one
 *               another; there may be more of them than blocks are launched, which then loop over them
 *   each        parts a row, the same of all rows. 1: a block has the row's result, and needs no scratch */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_HIP_H
#define FOLDCHECK_SEGREDUCE_LARGE_HIP_H

#include "hip/segments.h"
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The arguments of every such kernel. */
template <class M, class Source = item_source<M>>
struct large_arguments {
    rows_arguments<M, Source> rows;
    int64_t each, parts;        /* a row, and of all rows */
    sharing windows;            /* of a row, among its parts */
    typename M::state *partial; /* scratch: a state a part */
    uint32_t *counter;          /* scratch: one a row; of one part a row neither is used */
};

struct row_part {
    int64_t row, number; /* of the row's parts */
    int64_t first, last; /* items [first, last), of all */
};

/* Part `part` of all, which may take of any items of its row. */
template <class M>
FN row_part part_of_row(const large_arguments<M> &a, int64_t part)
{
    row_part mine;
    mine.row = part / a.each;
    mine.number = part - mine.row * a.each;
    mine.first = mine.row * a.rows.length;
    mine.last = mine.first + a.rows.length;
    return mine;
}

/* Part `part` of all, where a row's windows of `window` items are shared out. */
template <class M>
FN row_part row_part_of(const large_arguments<M> &a, int64_t part, int64_t window)
{
    row_part mine = part_of_row<M>(a, part);
    share windows = share_of(a.windows, mine.number);
    mine.last = smaller(mine.first + windows.last * window, mine.last);
    mine.first += windows.first * window;
    return mine;
}

/* The end of a part whose fold is thread 0's acc: the row's result, if it has no other; else, by the block that ends
 * the last of them, the fold of all. No barrier. */
template <class M, int GROUP>
FN void finish_part(const large_arguments<M> &a, const row_part &mine, const typename M::state &acc)
{
    if (group_id<GROUP>() != 0) return;
    result_target<M> target = {a.rows.out, nullptr};
    if (a.each > 1) {
        block_team<M> team = {mine.number, a.each, a.partial + mine.row * a.each, a.counter + mine.row};
        finish_in_last_block<M, GROUP>(a.rows.source.params, acc, target, mine.row, team);
    } else if (thread_id() == 0)
        put_result<M>(target, mine.row, acc);
}

/* ---- the host's side ---- */

/* Parts a row of at least `least` items each, if it has as many. */
inline int64_t large_each(const struct job *job, const struct launch_shape *shape, int64_t least)
{
    uint64_t rows = (uint64_t)larger(1, (int64_t)job->rows);
    uint64_t wanted = (uint64_t)resident_blocks(job, shape->block);
    return (int64_t)segments_blocks(rows, job->length, wanted, (uint64_t)least);
}

/* For parts of two trips each, of ITEMS windows of BLOCK items. */
inline int64_t large_each_of_trips(const struct job *job, const struct launch_shape *shape)
{
    return large_each(job, shape, 2 * (int64_t)shape->block * shape->items);
}

/* Scratch = the rows' counters, from 256 to 256 bytes, then a state a part; none for one part a row. */
inline uint64_t large_counter_bytes(const struct job *job)
{
    return (uint64_t)ceiling((int64_t)(job->rows * sizeof(uint32_t)), 256) * 256;
}

struct row_counters {
    uint32_t *counter;
    int64_t rows;
};

template <class Counters>
KERNEL(256, 1)
zero_row_counters(Counters a)
{
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows; row += block_count() * 256)
        store(a.counter + row, 0u);
}

/* Blocks share a row, and the last one folds their results. S is the strategy; S::each says how many parts a row
 * has. */
template <class S>
struct large_reduction : windowed_reduction {
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto sectors = window_sectors;

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t each = (uint64_t)S::each(job, shape);
        return each > 1 ? large_counter_bytes(job) + job->rows * each * state_bytes(job) : 0;
    }

    /* As rows_traffic, and a state a part, written and read, and every counter that is set back. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t each = (uint64_t)S::each(job, shape);
        return rows_traffic(job) +
               (each > 1 ? job->rows * (2 * each * state_bytes(job) + sizeof(uint32_t)) : 0);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        if (job->rows == 0 || S::each(job, shape) == 1) return true;
        row_counters counters = {static_cast<uint32_t *>(job->scratch), (int64_t)job->rows};
        return launch("zero_row_counters", zero_row_counters<row_counters>,
                      smaller(MOST_BLOCKS, ceiling(counters.rows, 256)), 256, 1, job, counters, why);
    }
};

/* A row's windows of `window` items, shared out among `each` parts. */
template <class M>
static inline large_arguments<M> large_of(const struct job *job, int64_t each, int64_t window)
{
    large_arguments<M> a = {rows_of<M>(job), each, each * (int64_t)job->rows, sharing(), nullptr, nullptr};
    a.windows = share_out(ceiling((int64_t)job->length, window), each);
    if (each == 1) return a;
    a.counter = static_cast<uint32_t *>(job->scratch);
    a.partial =
        reinterpret_cast<typename M::state *>(static_cast<char *>(job->scratch) + large_counter_bytes(job));
    return a;
}

/* Enqueues a kernel that loops over parts; there may be none. */
template <class M, class Source>
static inline bool large_launch(const char *name, void (*kernel)(large_arguments<M, Source>), int block,
                                int group, const struct job *job, const large_arguments<M, Source> &a,
                                struct text *why)
{
    return a.parts == 0 || launch(name, kernel, smaller(MOST_BLOCKS, a.parts), block, group, job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
