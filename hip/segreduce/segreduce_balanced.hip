/* SPDX-License-Identifier: MIT
 * segreduce_balanced: every group of lanes gets the same number of consecutive items, whatever rows they belong to, and goes
 * through them window by window. In a window that ends no row lanes only fold. In any other a lane folds a run of ITEMS
 * items, finishing the rows that begin and end in it, and is left with what it has of the row that it entered in the
 * middle (head) and of the row that it did not end (tail); a scan of the tails over the lanes, as far back as the nearest
 * lane that ended a row, gives every lane what its head lacks. What a group has of the row that ends first in its share,
 * and of the row that it does not end, it leaves as a piece; blocks and the grid join these as a tree, the last block
 * those of all blocks. So the cost depends on the number of items alone, and rows of any length run at the speed of a flat
 * reduction.
 *
 *   a window    GROUP * ITEMS items; the first one begins at a 16-byte boundary, so that row 0 has some dead ones in front
 *   the stage   where lanes end many rows each, these pass through shared memory and leave side by side
 *
 * ID, source    P6 for rows of one length: Baxter, Modern GPU (2013), "Segmented reduction", as described in Larsen, thesis
 *               (2017), 8.6: equal slices, carry-in and carry-out
 * Laws          associative
 * Memory        one pass: n items read, a result a row written, G pieces written and read
 * Scratch       a counter and G pieces, G <= blocks that are resident at once
 * Progress      none needed: nobody waits for another block
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_BALANCED_HIP
#define FOLDCHECK_SEGREDUCE_BALANCED_HIP
#include "hip/reduce/flat.hip.h"
#include "hip/segreduce/run_of_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Shared memory of a block's stages. */
enum { STAGE_BYTES = 36 * 1024 };

template <class M>
struct balanced_arguments {
    rows_arguments<M> rows;
    sharing windows; /* per group */
    bool staged;
    piece<M> *partial;
    uint32_t *counter;
};

/* Where a window or a run begins: in row `row` of the problem (of the window: a run), `left` items before its end. */
template <class Number>
struct row_place {
    Number row, left;
};

/* Of the window that begins at item `item`: those before item 0, dead ones, are more of row 0. */
FN row_place<int64_t> place_of(int64_t item, int64_t length)
{
    row_place<int64_t> place = {0, length - item};
    if (item > 0) place.row = item / length, place.left = length - item % length;
    return place;
}

/* The live items of [first, first + ITEMS), in order; all of them are, if WHOLE. Writes rows that begin and end there. */
template <class M, int ITEMS, bool WHOLE>
FN run_of_rows<M> fold_rows(const balanced_arguments<M> &a, const window_writer<M> &writer, int64_t first,
                            row_place<int> place)
{
    const item_source<M> &source = a.rows.source;
    int length = (int)smaller(a.rows.length, ITEMS + 1);
    run_of_rows<M> mine = {M::identity(source.params), M::identity(source.params), false};
    typename M::input item[ITEMS] = {};
    if constexpr (WHOLE) load_run<input_traits<M>, ITEMS>(source.in, first, item);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        bool live = WHOLE || (0 <= first + k && first + k < source.count);
        if (live && !WHOLE) load_fields<input_traits<M>>(source.in, first + k, item + k);
        if (live) mine.tail = M::combine(source.params, mine.tail, take_item<M>(source, first + k, item[k]));
        if (--place.left > 0 || !live) continue;
        if (mine.ended)
            write_row<M>(writer, place.row, mine.tail);
        else
            mine.head = mine.tail;
        mine.ended = true;
        mine.tail = M::identity(source.params); /* covers [first + k + 1, first + k + 1) */
        place.left = length;
        place.row++;
    }
    return mine;
}

/* The run that begins `item` items into a window, which begins at `place`. */
FN row_place<int> place_in_window(row_place<int> place, int item, int length)
{
    int past = item - place.left;
    row_place<int> run = {0, -past};
    if (past >= 0) run.row = 1 + past / length, run.left = length - past % length;
    return run;
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_balanced_kernel(balanced_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS,
                  STAGE = stage_slots(STAGE_BYTES, BLOCK, GROUP, sizeof(typename M::state));
    SHARED(piece<M>, shares, GROUPS);
    SHARED(typename M::state, stages, GROUPS * STAGE);
    const typename M::params &params = a.rows.source.params;
    const item_source<M> &source = a.rows.source;
    share mine = share_of(a.windows, block_id() * GROUPS + group_id<GROUP>());
    piece<M> *share = shares + group_id<GROUP>();
    if (lane_id<GROUP>() == 0) store(share, no_piece<M>(params));
    group_sync<GROUP>();

    row_place<int64_t> place = place_of(mine.first * WINDOW - source.lead, a.rows.length);
    int length = (int)smaller(a.rows.length, WINDOW + 1);
    bool begun = false;
    typename M::state open = M::identity(params); /* lane 0: covers what the windows so far leave open */
    for (int64_t w = mine.first; w < mine.last; w++) {
        int64_t first = w * WINDOW - source.lead + lane_id<GROUP>() * ITEMS;
        if (place.left > WINDOW) {
            typename M::state window = group_combine<M, GROUP>(params, fold_run<M, ITEMS>(source, first));
            open = M::combine(params, open, window);
            place.left -= WINDOW;
            continue;
        }
        row_place<int> top = {0, (int)place.left};
        row_place<int> run = place_in_window(top, lane_id<GROUP>() * ITEMS, length);
        window_writer<M> writer = {&a.rows.out, a.staged ? stages + group_id<GROUP>() * STAGE : nullptr,
                                   place.row};
        bool whole = source.wide && 0 <= first && first + ITEMS <= source.count;
        run_of_rows<M> rows = whole ? fold_rows<M, ITEMS, true>(a, writer, first, run)
                                    : fold_rows<M, ITEMS, false>(a, writer, first, run);
        open = end_rows<M, GROUP>(params, params, writer, share, begun, open, rows, run.row);
        row_place<int> next = place_in_window(top, WINDOW, length);
        int behind = (int)smaller(next.row, a.rows.rows - place.row);
        if (a.staged) empty_stage<M, GROUP>(writer, !begun, behind);
        place.row += next.row;
        place.left = a.rows.length - (length - next.left);
        begun = true;
    }
    if (lane_id<GROUP>() == 0) store(&share->tail, open);
    if (lane_id<GROUP>() == 0 && !begun && mine.first < mine.last) store(&share->row, ~place.row);
    finish_pieces<M, BLOCK, GROUP>(a.rows, shares, a.partial, a.counter);
}

/* ---- the host's side ---- */

inline int64_t balanced_windows(const struct job *job, const struct launch_shape *shape)
{
    int64_t lead = larger(0, columns_lead(&job->in, &job->op->input));
    return ceiling((int64_t)job_items(job) + lead, (int64_t)shape->group * shape->items);
}

inline int64_t balanced_blocks(const struct job *job, const struct launch_shape *shape)
{
    int64_t groups = shape->block / shape->group;
    return share_blocks(job, ceiling(balanced_windows(job, shape), groups), shape->block,
                        least_windows(shape));
}

inline uint64_t balanced_shared(const struct job *job, const struct launch_shape *shape)
{
    uint64_t groups = shape->block / shape->group;
    uint64_t stage =
        (uint64_t)stage_slots(STAGE_BYTES, (int)shape->block, (int)shape->group, state_bytes(job));
    return groups * (piece_bytes(job) + stage * state_bytes(job));
}

inline enum refusal segreduce_balanced_refuse(const struct strategy *strategy, const struct job *job,
                                              const struct launch_shape *shape, struct text *why)
{
    return rows_refuse(strategy, job, shape, balanced_shared(job, shape), why);
}

inline uint64_t segreduce_balanced_scratch(const struct job *job, const struct launch_shape *shape)
{
    return COUNTER_BYTES + (uint64_t)balanced_blocks(job, shape) * piece_bytes(job);
}

inline uint64_t segreduce_balanced_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t blocks = (uint64_t)balanced_blocks(job, shape);
    return rows_traffic(job) + (job_items(job) ? pieces_traffic(job, blocks) : 0);
}

/* Do rows go through the stage? Where a lane may end several, and the stage holds all that a window ends. */
inline bool balanced_stages(const struct job *job, const struct launch_shape *shape)
{
    int slots = stage_slots(STAGE_BYTES, (int)shape->block, (int)shape->group, state_bytes(job));
    int64_t window = (int64_t)shape->group * shape->items, length = (int64_t)job->length;
    return length < (int64_t)shape->items && stage_slot((int)ceiling(window, larger(1, length))) < slots;
}

/* Without the stage a lane's rows lie beside one another, and those of its neighbour behind them. */
inline double balanced_sectors(const struct job *job, const struct launch_shape *shape)
{
    int64_t each = ceiling((int64_t)shape->items, larger(1, (int64_t)job->length));
    double apart = balanced_stages(job, shape) || job->length == 0 ? 1 : (double)each;
    return larger_of(run_sectors(job, shape), results_sectors(job, apart));
}

struct segreduce_balanced {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_balanced",
        /* ids */ "P6",
        /* does */ "equal shares of items for every group, whatever rows they belong to",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        segreduce_balanced_refuse,
        segreduce_balanced_scratch,
        segreduce_balanced_traffic,
        balanced_sectors,
        prepare_counter,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return BLOCK / GROUP * (int)sizeof(piece<M>) + STAGE_BYTES <= MOST_SHARED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int GROUPS = BLOCK / GROUP;
        int64_t blocks = balanced_blocks(job, shape), rows = (int64_t)job->rows,
                length = (int64_t)job->length;
        if (rows == 0) return true;
        if (length == 0) return empty_rows_enqueue<M>(job, why);
        char *scratch = static_cast<char *>(job->scratch) + COUNTER_BYTES;
        balanced_arguments<M> a = {rows_of<M>(job), share_out(balanced_windows(job, shape), blocks * GROUPS),
                                   balanced_stages(job, shape), reinterpret_cast<piece<M> *>(scratch),
                                   scratch_counter(job)};
        return launch("segreduce_balanced", segreduce_balanced_kernel<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, job, a, why);
    }
};

/* H200, sum f32, 2^26 items, us (a copy's bandwidth would take 65, of many short rows more: results are written, too):
 *                    1 row   2^12   2^15   2^18   2^21   2^24   2^26 rows
 *   512x16            67.6   69.0   69.8   80.6   84.9    103    163
 *   512x20            71.6   72.8   74.1   78.3   83.6    101
 *   512x12            69.5   70.8   72.0   94.6    101    118    171
 * block, items, group, gather, kind */
#define segreduce_balanced_shapes(SHAPE, S)                                                                  \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 512, 16, 32, 0, USUAL)                                                                          \
    SHAPE(S, 512, 16, 64, 0, USUAL)                                                                          \
    SHAPE(S, 512, 20, 32, 0, PICKED)                                                                         \
    SHAPE(S, 512, 20, 64, 0, PICKED)

} // namespace FOLDCHECK_NAMESPACE
#endif
