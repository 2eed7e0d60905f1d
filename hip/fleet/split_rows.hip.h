/* SPDX-License-Identifier: MIT
 * Rows of one length on several cards: the host knows which of a share's items belong to rows that lie across cards.
 *
 *   head        items of the row that began before the share and ends in it
 *   whole rows  those that begin and end in the share
 *   tail        items of the row that goes on behind the share, which is all of the share where a row begins before it, too
 *
 * Head and tail are folded by reduce_last_block, whole rows by segreduce_balanced. The tails are what cards gather; a head,
 * behind the tails of the cards before it in which its row lies, is that row's result. */
#ifndef FOLDCHECK_SPLIT_ROWS_HIP_H
#define FOLDCHECK_SPLIT_ROWS_HIP_H

#include "hip/fleet/fleet.hip.h"
#include "hip/fleet/states.h"
#include "hip/segreduce/segreduce_balanced.hip"

namespace FOLDCHECK_NAMESPACE
{

/* A share's items, and its whole rows [first, last). An empty head or tail has no items. */
struct split_share {
    struct ::share head, tail;
    uint64_t first, last;
};

/* Of a job that has items. */
inline split_share split_of(const struct job *job, const struct ::share &share)
{
    uint64_t length = job->length, first = (share.begin + length - 1) / length, last = share.end / length;
    if (last < first) return {{share.begin, share.begin}, share, first, first};
    return {{share.begin, first * length}, {last * length, share.end}, first, last};
}

/* The shapes of both strategies, by the shape of the whole. */
struct split_shapes {
    struct launch_shape part, rows;
};

COMPILE_TIME split_shapes split_shapes_of(const op_sizes &sizes, const struct launch_shape &shape)
{
    if (shape.block < 64) {
        struct launch_shape tiny = shape_of((int)shape.block, (int)shape.items, (int)shape.group);
        return {tiny, tiny};
    }
    return {chunks_shape(sizes, shape.group),
            shape_of(balanced_block(sizes.state), scaled_items(16, sizes.input.packed), (int)shape.group)};
}

/* ---- a card's work ---- */

inline struct job job_of_items(const struct job *job, const struct ::share &items)
{
    struct job part = *job;
    part.in = columns_from(job->in, items.begin);
    part.mapout = columns_from(job->mapout, items.begin);
    part.rows = 1;
    part.length = items.end - items.begin;
    return part;
}

inline struct job job_of_rows(const struct job *job, const split_share &split)
{
    struct job rows = job_of_items(job, {split.first * job->length, split.first * job->length});
    rows.out = columns_from(job->out, split.first);
    rows.rows = split.last - split.first;
    rows.length = job->length;
    return rows;
}

/* Of the scratch of a share: the head's state, and what the three folds need at most. */
struct split_scratch {
    uint64_t rows, head, tail, end;
};

inline split_scratch split_scratch_of(const struct job *job, const struct launch_shape *shape)
{
    split_shapes shapes = split_shapes_of(sizes_of_job(job), *shape);
    uint64_t part = COUNTER_BYTES + (uint64_t)resident_blocks(job, shapes.part.block) * state_bytes(job);
    uint64_t rows = COUNTER_BYTES + (uint64_t)resident_blocks(job, shapes.rows.block) * piece_bytes(job);
    split_scratch scratch = {whole_lines(state_bytes(job)), 0, 0, 0};
    scratch.head = scratch.rows + whole_lines(rows);
    scratch.tail = scratch.head + whole_lines(part);
    scratch.end = scratch.tail + whole_lines(part);
    return scratch;
}

/* The job with its scratch at `at` of the share's. */
inline struct job job_with_scratch(struct job job, const struct job *share, uint64_t at)
{
    job.scratch = static_cast<char *>(share->scratch) + at;
    job.stream = share->stream;
    return job;
}

/* The result of a row that ends in the share and began before it. */
template <class M>
struct joined_arguments {
    state_source<M> tails;
    const typename M::state *head;
    result_target<M> target;
    int64_t row;
};

template <class M>
KERNEL(1, 1)
joined_row_kernel(joined_arguments<M> a)
{
    typename M::state acc = M::identity(a.tails.params); /* covers tails [0, 0) */
    for (int64_t tail = 0; tail < a.tails.count; tail++)
        acc = M::combine(a.tails.params, acc, take_state<M>(a.tails, tail)); /* covers tails [0, tail] */
    put_result<M>(a.target, a.row, M::combine(a.tails.params, acc, load(a.head)));
}

struct split_rows {
    static uint64_t inner_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return split_scratch_of(job, shape).end;
    }

    /* Cards before `card` in which the row of its head lies. */
    static struct ::tails tails_of_head(const struct job *job, const struct launch_shape *shape,
                                        const split_share &split, uint32_t card)
    {
        return tails_before((split.first - 1) * job->length, job_items(job), fleet_tile(job, shape),
                            fleet_cards(job, shape), card);
    }

    /* Calls of(fold, shape, is_rows) of each fold that a card does. */
    template <class Of>
    static void each_fold(const struct job *job, const struct launch_shape *shape, Of of)
    {
        split_shapes shapes = split_shapes_of(sizes_of_job(job), *shape);
        for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
            split_share split = split_of(job, fleet_share(job, shape, card));
            struct job head = job_of_items(job, split.head), rows = job_of_rows(job, split),
                       tail = job_of_items(job, split.tail);
            if (head.length) of(&head, &shapes.part, false);
            if (rows.rows) of(&rows, &shapes.rows, true);
            if (tail.length) of(&tail, &shapes.part, false);
        }
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint32_t cards = fleet_cards(job, shape);
        if (job_items(job) == 0) return job->rows * result_bytes(job);
        uint64_t bytes = gather_traffic(job, cards);
        each_fold(job, shape, [&](const struct job *fold, const struct launch_shape *of, bool rows) {
            bytes += rows ? segreduce_balanced::traffic(fold, of) : share_traffic(fold, of);
        });
        for (uint32_t card = 0; card < cards; card++) {
            split_share split = split_of(job, fleet_share(job, shape, card));
            if (split.tail.begin == split.tail.end) bytes += state_bytes(job); /* the identity */
            if (split.head.begin == split.head.end) continue;
            struct ::tails tails = tails_of_head(job, shape, split, card);
            bytes += (tails.to - tails.from + 1) * state_bytes(job) + result_bytes(job);
        }
        return bytes;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double most = 1;
        if (job_items(job) == 0) return rows_sectors(job, shape);
        each_fold(job, shape, [&](const struct job *fold, const struct launch_shape *of, bool rows) {
            most = larger_of(most, rows ? segreduce_balanced::sectors(fold, of)
                                        : reduce_last_block::sectors(fold, of));
        });
        return most;
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t most = 0;
        if (job_items(job) == 0) return 0;
        each_fold(job, shape, [&](const struct job *fold, const struct launch_shape *of, bool rows) {
            uint64_t depth = rows ? segreduce_balanced::depth(fold, of) : reduce_last_block::depth(fold, of);
            if (depth > most) most = depth;
        });
        return most + fleet_cards(job, shape) + 1;
    }

    /* The counters of a share's three folds. */
    static bool prepare_share(const struct job *share, const struct launch_shape *shape, struct text *why)
    {
        split_scratch scratch = split_scratch_of(share, shape);
        const uint64_t counters[] = {scratch.rows, scratch.head, scratch.tail};
        for (uint64_t at : counters) {
            struct job fold = job_with_scratch(*share, share, at);
            if (!prepare_counter(&fold, shape, why)) return false;
        }
        return true;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool fold_part(const struct job *job, const struct job *share, const struct ::share &items,
                          uint64_t at, typename M::state *state, struct text *why)
    {
        static constexpr split_shapes SHAPES = split_shapes_of(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP));
        struct job part = job_with_scratch(job_of_items(job, items), share, at);
        typename M::params params = params_of<M>(job->params);
        if (items.begin == items.end)
            return fold_of_cards<M>(share, params, M::identity(params), state, 0, result_states<M>(state),
                                    why);
        return reduce_last_block::enqueue_to<M, SHAPES.part.block, SHAPES.part.items, GROUP>(
            &part, &SHAPES.part, result_states<M>(state), why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool fold_share(const struct job *job, const struct job *share, const struct launch_shape *shape,
                           const split_share &split, typename M::state *own, struct text *why)
    {
        static constexpr split_shapes SHAPES = split_shapes_of(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP));
        split_scratch scratch = split_scratch_of(job, shape);
        struct job rows = job_with_scratch(job_of_rows(job, split), share, scratch.rows);
        auto *head = static_cast<typename M::state *>(share->scratch);
        return (split.head.begin == split.head.end ||
                fold_part<M, BLOCK, ITEMS, GROUP>(job, share, split.head, scratch.head, head, why)) &&
               segreduce_balanced::enqueue<M, SHAPES.rows.block, SHAPES.rows.items, GROUP, 0>(
                   &rows, &SHAPES.rows, why) &&
               fold_part<M, BLOCK, ITEMS, GROUP>(job, share, split.tail, scratch.tail, own, why);
    }

    template <class M>
    static bool join_share(const struct job *job, const struct job *share, const struct launch_shape *shape,
                           const split_share &split, const typename M::state *gathered, uint32_t card,
                           struct text *why)
    {
        if (split.head.begin == split.head.end) return true;
        struct ::tails tails = tails_of_head(job, shape, split, card);
        joined_arguments<M> a = {states_of<M>(job, gathered + tails.from, tails.to - tails.from),
                                 static_cast<const typename M::state *>(share->scratch),
                                 result_columns<M>(job), (int64_t)split.first - 1};
        return launch("joined_row", joined_row_kernel<M>, 1, 1, 1, share, a, why);
    }

    /* Of a job that has items. */
    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, const fleet_rooms &all,
                        struct text *why)
    {
        auto fold = [&](const struct job *share, uint32_t card) {
            return fold_share<M, BLOCK, ITEMS, GROUP>(job, share, shape,
                                                      split_of(job, fleet_share(job, shape, card)),
                                                      own_state<M>(all, card), why);
        };
        auto join = [&](const struct job *share, uint32_t card) {
            return join_share<M>(job, share, shape, split_of(job, fleet_share(job, shape, card)),
                                 gathered_states<M>(all, card), card, why);
        };
        bool done = fleet_fork(job, why) && each_card(job, shape, all, fold, why) &&
                    fleet_gather<M>(job, all, why) && each_card(job, shape, all, join, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
