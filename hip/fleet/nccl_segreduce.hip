/* SPDX-License-Identifier: MIT
 * nccl_segreduce: rows on several cards. Of rows of one length each card folds those that its share has whole, and its
 * parts of the rows at the share's ends (split_rows.hip.h). The host does not know where rows of different lengths lie:
 * these are scanned as by nccl_segscan, results to scratch, and the card that has a row's last item keeps its result
 * there, whichever cards the row's other items lie on. Rows without items get the identity.
 *
 * Source        ours; by a scan: L12, P2
 * Laws          associative
 * Memory        n items read, a result a row written; the scratch of each card's folds, a state of each card, gathered by
 *               every card. Where lengths differ as nccl_segscan, n results written to scratch, and a result a row read and
 *               written; every card reads where each row begins and ends
 * Scratch       of each card a state, the states of all, that of its folds. Where lengths differ that of nccl_segscan, and a
 *               state an item
 * Progress      none needed
 * Cannot        params that vary by row */
#ifndef FOLDCHECK_NCCL_SEGREDUCE_HIP
#define FOLDCHECK_NCCL_SEGREDUCE_HIP
#include "hip/fleet/flagged_rows.hip.h"
#include "hip/fleet/split_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct last_arguments {
    rows_arguments<M> rows;
    column_set<M::state_columns.count> scanned; /* a state an item of the share */
    struct ::share share;
    uint32_t card;
};

/* A result a row that ends in the share. */
template <class M>
KERNEL(256, 1)
last_in_share_kernel(last_arguments<M> a)
{
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows.rows; row += block_count() * 256) {
        row_items mine = items_of_row<M>(a.rows, row);
        if (!share_ends_row(a.share, a.card, (uint64_t)mine.last)) continue;
        typename M::state last = M::identity(a.rows.source.params);
        if (mine.first < mine.last)
            load_fields<state_traits<M>>(a.scanned, mine.last - 1 - (int64_t)a.share.begin, &last);
        store_fields<state_traits<M>>(a.rows.out, row, &last);
    }
}

struct nccl_segreduce : fleet_strategy<nccl_segreduce> {
    static constexpr const char *does = "several cards, each folds its share's rows; of rows across cards "
                                        "the parts are gathered and joined in order";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_RAGGED | TAKES_CARDS;
    static constexpr auto &tunings = flagged_rows::tunings;
    static constexpr auto suits = flagged_rows::suits;
    static constexpr auto held = flagged_rows::held;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    /* Of the kernels the one that takes most. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        split_shapes shapes = split_shapes_of(sizes, shape);
        uint64_t scan = flagged_rows::shared_bytes(sizes, shape),
                 rows = segreduce_balanced::shared_bytes(sizes, shapes.rows),
                 part = reduce_last_block::shared_bytes(sizes, shapes.part);
        uint64_t more = rows > part ? rows : part;
        return scan > more ? scan : more;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return job->row_start ? rows_sectors(job, shape) : split_rows::sectors(job, shape);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        return job->row_start ? flagged_rows::depth(job, shape) : split_rows::depth(job, shape);
    }

    /* Where column k of a share's results lies in its scratch; where the last ends, if k is their number. */
    static uint64_t results_at(const struct job *share, const struct launch_shape *shape, int k)
    {
        uint64_t at = whole_lines(flagged_rows::inner_bytes(share, shape));
        for (int before = 0; before < k; before++)
            at += whole_lines(share->length * elem_size(share->op->state.elem[before]));
        return at;
    }

    static uint64_t inner_bytes(const struct job *share, const struct launch_shape *shape)
    {
        return results_at(share, shape, share->op->state.count);
    }

    /* Of rows of one length. */
    static fleet_rooms split_rooms(const struct job *job, const struct launch_shape *shape)
    {
        return rooms_of(job, fleet_cards(job, shape), split_rows::inner_bytes(job, shape));
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        auto ready = [=](const struct job *share, uint32_t) {
            return split_rows::prepare_share(share, shape, why);
        };
        if (job->row_start) return true;
        bool done = fleet_fork(job, why) && each_card(job, shape, split_rooms(job, shape), ready, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged;
        if (!job->row_start) return fleet_cards(job, shape) * split_rooms(job, shape).stride;
        return fleet_strategy::scratch_bytes(flagged_rows::flat(job, &flagged), shape);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        if (!job->row_start) return split_rows::traffic(job, shape);
        if (job->rows == 0) return 0;
        uint64_t read = job_items(job) ? job->op->state.packed : 0,
                 starts = fleet_cards(job, shape) * 2 * sizeof *job->row_start;
        return flagged_rows::traffic(job, shape) + job->rows * (read + result_bytes(job) + starts);
    }

    /* The share's scan, results to its scratch. */
    static struct job job_of_scan(const struct job *share, const struct launch_shape *shape)
    {
        struct job scan = *share;
        scan.out.count = share->op->state.count;
        for (int k = 0; k < scan.out.count; k++) {
            scan.out.column[k].base = static_cast<char *>(share->scratch) + results_at(share, shape, k);
            scan.out.column[k].stride = (int64_t)elem_size(share->op->state.elem[k]);
        }
        return scan;
    }

    /* Any row may end in the share: the host does not know which do. */
    template <class M>
    static bool give_rows(const struct job *job, const struct job *scan, struct ::share share, uint32_t card,
                          struct text *why)
    {
        last_arguments<M> a = {rows_of<M>(job), column_set_of<M::state_columns.count>(scan->out), share,
                               card};
        int64_t blocks = smaller(MOST_BLOCKS, ceiling((int64_t)job->rows, 256));
        return blocks == 0 ||
               launch("nccl_segreduce rows", last_in_share_kernel<M>, blocks, 256, 1, scan, a, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged<M>;
        struct flagged_job flagged;
        if (job->rows == 0) return true;
        if (!job->row_start && job->length == 0) return empty_rows_enqueue<M>(job, why);
        if (!job->row_start)
            return split_rows::enqueue<M, BLOCK, ITEMS, GROUP>(job, shape, split_rooms(job, shape), why);
        const struct job *all = flagged_rows::flat(job, &flagged);
        fleet_rooms apart = rooms(all, shape);
        auto fold = [&](const struct job *share, uint32_t card) {
            return flagged_rows::fold_share<M, BLOCK, ITEMS, GROUP>(
                job, share, shape, fleet_share(all, shape, card).begin, own_state<F>(apart, card), why);
        };
        auto scan = [&](const struct job *share, uint32_t card) {
            struct job mine = job_of_scan(share, shape);
            return flagged_rows::scan_share<M, BLOCK, ITEMS, GROUP>(
                       &mine, shape, gathered_states<F>(apart, card), card, why) &&
                   give_rows<M>(job, &mine, fleet_share(all, shape, card), card, why);
        };
        bool done = fleet_fork(job, why) && each_card(all, shape, apart, fold, why) &&
                    fleet_gather<F>(job, apart, why) && each_card(all, shape, apart, scan, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
