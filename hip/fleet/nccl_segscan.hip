/* SPDX-License-Identifier: MIT
 * nccl_segscan: scans of rows on several cards. Of rows of one length the host knows where they begin: of each share
 *
 *   head        items of the row that began before the share
 *   rows        those that begin in the share; the last one may go on behind it
 *   tail        items of the row that goes on behind the share, the head where that began before it, too
 *
 * A card folds its tail by reduce_last_block, and every card gets the tails of all by ncclAllGather; with those before it
 * in its head's row a card scans its head by scan_lookahead, and its rows by segscan_lookahead, which reads no flags. Where
 * no row lies across cards nothing is folded and nothing gathered: 2n. Of rows of different lengths the host knows nothing:
 * they are scanned with flags (flagged_rows.hip.h).
 *
 * Source        ours; rows of different lengths: C6
 * Laws          associative
 * Memory        n items read, those of tails twice, n results written; a state of each card, gathered by every card. Where
 *               lengths differ n items and flags read twice, n flags and n results written, a state a tile, read and written
 *               twice
 * Scratch       of each card a state, the states of all, its carry, and the scratch of the fold and both scans. Where
 *               lengths differ of each card a state, the states of all, its carry, a state a tile and a flag an item
 * Progress      running blocks go on while others wait, on each card
 * Cannot        params that vary by row */
#ifndef FOLDCHECK_NCCL_SEGSCAN_HIP
#define FOLDCHECK_NCCL_SEGSCAN_HIP
#include "hip/fleet/flagged_rows.hip.h"
#include "hip/fleet/nccl_scan.hip"
#include "hip/fleet/states.h"

namespace FOLDCHECK_NAMESPACE
{

struct scanned_share {
    struct ::share head, rows, tail;
};

/* Of rows of `length` > 0 items. */
inline scanned_share scanned_share_of(uint64_t length, const struct ::share &share)
{
    uint64_t first = (share.begin + length - 1) / length * length, last = share.end / length * length;
    uint64_t head = first < share.end ? first : share.end, tail = last > share.begin ? last : share.begin;
    return {{share.begin, head}, {head, share.end}, {tail, share.end}};
}

inline bool is_empty(const struct ::share &items)
{
    return items.begin == items.end;
}

/* Items of a card's share as a job of one row. */
inline struct job job_of_part(const struct job *share, uint64_t share_begin, const struct ::share &items)
{
    struct job part = *share;
    part.in = columns_from(share->in, items.begin - share_begin);
    part.out = columns_from(share->out, items.begin - share_begin);
    part.mapout = columns_from(share->mapout, items.begin - share_begin);
    part.rows = 1;
    part.length = items.end - items.begin;
    return part;
}

struct nccl_segscan : fleet_strategy<nccl_segscan> {
    static constexpr const char *does =
        "several cards, each folds what goes on behind its share, and scans its "
        "share's rows from what the cards before it gathered";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS | TAKES_RAGGED | TAKES_CARDS;
    static constexpr bool needs_progress = true, blocks_communicate = true, asks_for_shared = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto &tunings = ahead_scan::tunings;
    static constexpr auto held = ahead_scan::held;

    /* The shape of the kernels that read flags. */
    static constexpr struct launch_shape flagged_shape(const op_sizes &sizes,
                                                       const struct launch_shape &shape)
    {
        if (shape.block < 64) return shape_of((int)shape.block, (int)shape.items, (int)shape.group);
        return shape_of(256, scaled_items(20, flagged_rows::held(sizes)), (int)shape.group);
    }

    static struct launch_shape job_flagged_shape(const struct job *job, const struct launch_shape *shape)
    {
        struct launch_shape flags = flagged_shape(sizes_of_job(job), *shape);
        flags.cards = shape->cards;
        return flags;
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return ahead_scan::suits(sizes, shape) && flagged_rows::suits(sizes, flagged_shape(sizes, shape));
    }

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t ahead = ahead_scan::shared_bytes(sizes, shape),
                 flags = flagged_rows::shared_bytes(sizes, flagged_shape(sizes, shape));
        return ahead > flags ? ahead : flags;
    }

    /* ---- rows of one length ---- */

    /* What reduce_last_block needs, a place for the carry, and what scan_lookahead needs, of the head and of the rows. */
    static uint64_t rows_at(const struct job *share, const struct launch_shape *shape)
    {
        return nccl_scan::scan_at(share, shape) + whole_lines(ahead_scan::scratch_bytes(share, shape));
    }

    static uint64_t inner_bytes(const struct job *share, const struct launch_shape *shape)
    {
        return rows_at(share, shape) + ahead_scan::scratch_bytes(share, shape);
    }

    /* All rows as one: what is shared out. */
    static struct job flat(const struct job *job)
    {
        struct job all = *job;
        all.rows = 1;
        all.length = job_items(job);
        all.row_start = nullptr;
        return all;
    }

    static scanned_share parts_of(const struct job *job, const struct launch_shape *shape, uint32_t card)
    {
        return scanned_share_of(job->length, fleet_share(job, shape, card));
    }

    /* Does a row lie across cards? */
    static bool rows_cross(const struct job *job, const struct launch_shape *shape)
    {
        for (uint32_t card = 1; card < fleet_cards(job, shape); card++)
            if (!is_empty(parts_of(job, shape, card).head)) return true;
        return false;
    }

    /* Of a tail's fold what reduce_last_block leaves, and the card's state; of a head the carry. */
    static uint64_t rows_traffic(const struct job *job, const struct launch_shape *shape)
    {
        struct job all = flat(job);
        uint64_t bytes = scan_traffic(job), state = state_bytes(job);
        if (!rows_cross(job, shape)) return bytes;
        for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
            scanned_share parts = parts_of(job, shape, card);
            struct job tail =
                job_of_part(&all, 0, parts.tail); /* where it lies says how many blocks fold it */
            bytes += tail.length ? nccl_scan::fold_traffic(&tail, shape) - state : state;
            bytes += is_empty(parts.head) ? 0 : state;
        }
        return bytes + gather_traffic(job, fleet_cards(job, shape)) / 2;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool fold_tail(const struct job *share, const scanned_share &parts, typename M::state *own,
                          struct text *why)
    {
        static constexpr struct launch_shape FOLDS =
            fold_shape(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP, GATHER));
        struct job part = job_of_part(share, parts.head.begin, parts.tail), fold = job_of_fold(&part);
        typename M::params params = params_of<M>(share->params);
        if (is_empty(parts.tail))
            return fold_of_cards<M>(share, params, M::identity(params), own, 0, result_states<M>(own), why);
        return reduce_last_block::enqueue_to<M, FOLDS.block, FOLDS.items, FOLDS.group>(
            &fold, &FOLDS, result_states<M>(own), why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool scan_head(const struct job *job, const struct job *share, const struct launch_shape *shape,
                          const scanned_share &parts, const typename M::state *gathered, uint32_t card,
                          struct text *why)
    {
        if (is_empty(parts.head)) return true;
        uint64_t row_begin = parts.head.begin / job->length * job->length;
        struct ::tails tails =
            tails_before(row_begin, job_items(job), fleet_tile(job, shape), fleet_cards(job, shape), card);
        auto *carry = reinterpret_cast<typename M::state *>(static_cast<char *>(share->scratch) +
                                                            nccl_scan::carry_at(share, shape));
        typename M::params params = params_of<M>(job->params);
        struct job head = job_of_part(share, parts.head.begin, parts.head);
        head.scratch = static_cast<char *>(share->scratch) + nccl_scan::scan_at(share, shape);
        return fold_of_cards<M>(share, params, init_of<M>(job, params), gathered + tails.from,
                                tails.to - tails.from, result_states<M>(carry), why) &&
               lookahead_enqueue<M, false, BLOCK, ITEMS, GROUP, GATHER>("nccl_segscan head", &head, shape,
                                                                        why, carry);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool scan_rows(const struct job *job, const struct job *share, const struct launch_shape *shape,
                          const scanned_share &parts, struct text *why)
    {
        struct job rows = job_of_part(share, parts.head.begin, parts.rows);
        rows.scratch = static_cast<char *>(share->scratch) + rows_at(share, shape);
        return lookahead_enqueue<M, true, BLOCK, ITEMS, GROUP, GATHER>("nccl_segscan rows", &rows, shape, why,
                                                                       nullptr, job->length);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue_rows(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        struct job all = flat(job);
        fleet_rooms apart = fleet_strategy::rooms(&all, shape);
        bool cross = rows_cross(job, shape);
        auto fold = [&](const struct job *share, uint32_t card) {
            return fold_tail<M, BLOCK, ITEMS, GROUP, GATHER>(share, parts_of(job, shape, card),
                                                             own_state<M>(apart, card), why);
        };
        auto scan = [&](const struct job *share, uint32_t card) {
            scanned_share parts = parts_of(job, shape, card);
            return scan_head<M, BLOCK, ITEMS, GROUP, GATHER>(job, share, shape, parts,
                                                             gathered_states<M>(apart, card), card, why) &&
                   scan_rows<M, BLOCK, ITEMS, GROUP, GATHER>(job, share, shape, parts, why);
        };
        bool done =
            fleet_fork(job, why) &&
            (!cross || (each_card(&all, shape, apart, fold, why) && fleet_gather<M>(job, apart, why))) &&
            each_card(&all, shape, apart, scan, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    /* ---- rows of different lengths: shares are whole tiles of the kernels that read flags ---- */

    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool enqueue_flagged(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged<M>;
        struct flagged_job flagged;
        const struct job *all = flagged_rows::flat(job, &flagged);
        fleet_rooms apart = flagged_rows::rooms(job, shape);
        auto fold = [&](const struct job *share, uint32_t card) {
            return flagged_rows::fold_share<M, BLOCK, ITEMS, GROUP>(
                job, share, shape, fleet_share(all, shape, card).begin, own_state<F>(apart, card), why);
        };
        auto scan = [&](const struct job *share, uint32_t card) {
            return flagged_rows::scan_share<M, BLOCK, ITEMS, GROUP>(
                share, shape, gathered_states<F>(apart, card), card, why);
        };
        bool done = fleet_fork(job, why) && each_card(all, shape, apart, fold, why) &&
                    fleet_gather<F>(job, apart, why) && each_card(all, shape, apart, scan, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    /* ---- both ---- */

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        struct job all = flat(job);
        return nccl_scan::own_rule(strategy, &all, shape, why);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        struct launch_shape flags = job_flagged_shape(job, shape);
        struct job all = flat(job);
        return job->row_start ? flagged_rows::scratch_bytes(job, &flags)
                              : fleet_strategy::scratch_bytes(&all, shape);
    }

    /* What flags and states are read of scratch is not said. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        struct launch_shape flags = job_flagged_shape(job, shape);
        if (job_items(job) == 0) return 0;
        return job->row_start ? flagged_rows::traffic(job, &flags) - flagged_rows::scratch_read(job, &flags)
                              : rows_traffic(job, shape);
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        struct job all = flat(job);
        return job->row_start ? flagged_rows::sectors(job, shape) : nccl_scan::sectors(&all, shape);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        struct launch_shape flags = job_flagged_shape(job, shape);
        struct job all = flat(job);
        return job->row_start ? flagged_rows::depth(job, &flags) : nccl_scan::depth(&all, shape);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        struct job all = flat(job);
        auto ready = [=](const struct job *share, uint32_t) {
            struct job head = *share, rows = *share;
            head.scratch = static_cast<char *>(share->scratch) + nccl_scan::scan_at(share, shape);
            rows.scratch = static_cast<char *>(share->scratch) + rows_at(share, shape);
            return reduce_last_block::prepare(share, shape, why) && ahead_scan::prepare(&head, shape, why) &&
                   ahead_scan::prepare(&rows, shape, why);
        };
        if (job->row_start) return true;
        bool done =
            fleet_fork(job, why) && each_card(&all, shape, fleet_strategy::rooms(&all, shape), ready, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr struct launch_shape FLAGS =
            flagged_shape(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP, GATHER));
        struct launch_shape flags = FLAGS;
        flags.cards = shape->cards;
        if (job_items(job) == 0) return true;
        if (job->row_start) return enqueue_flagged<M, FLAGS.block, FLAGS.items, GROUP>(job, &flags, why);
        return enqueue_rows<M, BLOCK, ITEMS, GROUP, GATHER>(job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
