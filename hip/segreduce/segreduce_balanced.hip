/* SPDX-License-Identifier: MIT
 * segreduce_balanced: every group of lanes gets the same number of consecutive items, whatever rows they belong to, and
 * folds them window by window. In a window in which no row ends, lanes only fold. In any other window a lane folds a
 * run of ITEMS items and finishes the rows that begin and end in it. It is left with a head (its part of the row that
 * it entered in the middle) and a tail (its part of the row that it did not end). A scan of the tails over the lanes,
 * as far back as the nearest lane that ended a row, completes the heads. A group leaves two pieces: its part of the row
 * that ends first in its share, and its part of the row that it does not end. Blocks and the grid join the pieces as a
 * tree; the last block joins those of all blocks. The cost depends only on the number of items, so rows of any length
 * run at the speed of a flat reduction.
 *
 *   a window    GROUP * ITEMS items; the first one begins at a 16-byte boundary, so that rows before row 0, of dead
 *               items, lie in front. Its place among the rows is stepped from window to window, without a division
 *   ahead       the next window's items are fetched as soon as this one's are folded, and travel while tails are
 *               scanned
 *   the stage   where lanes end many rows each, these pass through shared memory and leave side by side
 *   short rows  whose length divides ITEMS: whole_rows.hip.h, where no lane needs another
 *
 * ID, source    P6 for rows of one length: Baxter, Modern GPU (2013), "Segmented reduction", as described in Larsen,
 *               thesis (2017), 8.5.1: equal slices, carry-in and carry-out
 * Laws          associative
 * Memory        one pass: n items read, a result a row written, G pieces written and read
 * Scratch       a counter and G pieces, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_BALANCED_HIP
#define FOLDCHECK_SEGREDUCE_BALANCED_HIP
#include "hip/tile/counter.hip.h"
#include "hip/segreduce/run_of_rows.hip.h"
#include "hip/segreduce/whole_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Threads of a block, two of which run at once: what a thread holds of a wide state leaves registers for fewer of
 * them. */
COMPILE_TIME int balanced_block(size_t state_bytes)
{
    return state_bytes > 8 ? 384 : 448;
}

/* Shared memory of a block's stages. */
enum { STAGE_BYTES = 36 * 1024 };

/* Where rows end, for a lane's run of ITEMS items. */
enum row_ends {
    ENDS_AT_RUNS, /* with a run's last item, if at all: ITEMS divides the length, and rows begin where runs do */
    ENDS_ONCE,    /* at most one in a run */
    ENDS_ANYWHERE,
};

/* A number of items as whole rows, and the rest of less than a row. */
struct row_step {
    int rows, items;
};

BOTH row_step step_of(int items, int length)
{
    row_step step = {items / length, items % length};
    return step;
}

template <class M>
struct balanced_arguments {
    rows_arguments<M> rows;
    sharing windows;  /* per group */
    row_step to_next; /* from a window */
    int reach;        /* a row covers so many lanes behind the first of them, at most */
    row_ends ends;
    bool staged;
    piece<M> *partial;
    uint32_t *counter;
};

/* Where a window or a run begins: in row `row` of the problem (of the window: a run), `left` items before its end. */
template <class Number>
struct row_place {
    Number row, left;
};

template <class Number>
FN row_place<Number> place_behind(row_place<Number> place, const row_step &step, Number length)
{
    place.row += step.rows;
    place.left -= step.items;
    if (place.left <= 0) place.row++, place.left += length;
    return place;
}

/* Of an item; those before item 0, dead ones, are rows before row 0. */
FN row_place<int64_t> place_of(int64_t item, int64_t length)
{
    int64_t row = item < 0 ? -ceiling(-item, length) : item / length;
    row_place<int64_t> place = {row, (row + 1) * length - item};
    return place;
}

/* A lane's run of a window: whole and in registers, or to be read item by item. */
template <class M, int ITEMS>
struct fetched_run {
    typename M::input item[ITEMS];
    bool whole;
};

template <class M, int ITEMS>
FN void fetch_run(const item_source<M> &source, int64_t first, fetched_run<M, ITEMS> *run)
{
    run->whole = source.wide && 0 <= first && first + ITEMS <= source.count;
    if (run->whole) load_run<input_traits<M>, ITEMS, true>(source.in, first, run->item);
}

/* The live items of [first, first + ITEMS), in order; all of them are, and loaded, if WHOLE. Writes rows that begin and
 * end there. */
template <class M, int ITEMS, bool WHOLE, row_ends ENDS>
FN run_of_rows<M> fold_rows(const balanced_arguments<M> &a, const window_writer<M> &writer, int64_t first,
                            row_place<int> place, const fetched_run<M, ITEMS> &run)
{
    const item_source<M> &source = a.rows.source;
    int length = (int)smaller(a.rows.length, ITEMS + 1);
    run_of_rows<M> mine = {M::identity(source.params), M::identity(source.params), false};
    if (WHOLE) emit_run<M, ITEMS>(source, first, run.item);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        typename M::input item = run.item[k];
        bool live = WHOLE || (0 <= first + k && first + k < source.count);
        if (live && !WHOLE) load_fields<input_traits<M>>(source.in, first + k, &item);
        if (live && !WHOLE) emit_item<M>(source, first + k, item);
        if (live) mine.tail = M::combine(source.params, mine.tail, M::lift(source.params, item));
        if (place.left > k + 1) continue;
        if (ENDS == ENDS_ONCE && place.left < k + 1) continue;
        if (ENDS == ENDS_ANYWHERE) place.row++, place.left += length;
        if (!live) continue;
        if (ENDS == ENDS_ANYWHERE && mine.ended)
            write_row<M>(writer, place.row - 1, mine.tail);
        else
            mine.head = mine.tail;
        mine.ended = true;
        mine.tail = M::identity(source.params); /* covers [first + k + 1, first + k + 1) */
    }
    return mine;
}

/* The same for short rows and all of a whole run: every row that ends there goes to the stage, and the first one of
 * them, which may have begun before the run, is taken back. */
template <class M, int ITEMS>
FN run_of_rows<M> fold_short_rows(const balanced_arguments<M> &a, const window_writer<M> &writer,
                                  int64_t first, row_place<int> place, const fetched_run<M, ITEMS> &run)
{
    const item_source<M> &source = a.rows.source;
    int row = place.row, length = (int)a.rows.length;
    typename M::state tail = M::identity(source.params);
    emit_run<M, ITEMS>(source, first, run.item);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        tail = M::combine(source.params, tail, M::lift(source.params, run.item[k]));
        if (place.left > k + 1) continue;
        store(writer.stage + stage_slot(row++), tail);
        place.left += length;
        tail = M::identity(source.params); /* covers [first + k + 1, first + k + 1) */
    }
    run_of_rows<M> mine = {tail, tail, row > place.row};
    if (mine.ended) mine.head = load(writer.stage + stage_slot(place.row));
    return mine;
}

/* The same in whatever way suits the run and the rows; ends: rows end in the window. */
template <class M, int ITEMS>
FN run_of_rows<M> fold_fetched(const balanced_arguments<M> &a, const window_writer<M> &writer, int64_t first,
                               row_place<int> place, bool ends, const fetched_run<M, ITEMS> &run)
{
    if (!run.whole) return fold_rows<M, ITEMS, false, ENDS_ANYWHERE>(a, writer, first, place, run);
    if (ends && a.ends == ENDS_ANYWHERE && a.staged)
        return fold_short_rows<M, ITEMS>(a, writer, first, place, run);
    if (ends && a.ends == ENDS_ANYWHERE)
        return fold_rows<M, ITEMS, true, ENDS_ANYWHERE>(a, writer, first, place, run);
    if (ends && a.ends == ENDS_ONCE)
        return fold_rows<M, ITEMS, true, ENDS_ONCE>(a, writer, first, place, run);
    typename M::state all = fold_items<M, ITEMS>(a.rows.source, first, run.item);
    run_of_rows<M> mine = {all, all, ends && place.left == ITEMS};
    if (mine.ended) mine.tail = M::identity(a.rows.source.params);
    return mine;
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

    int64_t window = mine.first * WINDOW - source.lead, end = mine.last * WINDOW - source.lead;
    int item = lane_id<GROUP>() * ITEMS, length = (int)smaller(a.rows.length, WINDOW + 1);
    row_step to_lane = step_of(item, length);
    row_place<int64_t> place = place_of(window, a.rows.length);
    bool begun = false;
    typename M::state open = M::identity(params); /* lane 0: covers what the windows so far leave open */
    fetched_run<M, ITEMS> fetched = {};
    if (window < end) fetch_run<M, ITEMS>(source, window + item, &fetched);
    for (; window < end; window += WINDOW) {
        window_writer<M> writer = {&a.rows.out, a.staged ? stages + group_id<GROUP>() * STAGE : nullptr,
                                   place.row};
        row_place<int> top = {0, (int)smaller(place.left, WINDOW + 1)},
                       run = place_behind(top, to_lane, length);
        bool ends = place.left <= WINDOW;
        run_of_rows<M> rows = fold_fetched<M, ITEMS>(a, writer, window + item, run, ends, fetched);
        /* The next items travel while the lanes' rows are put together. */
        if (window + WINDOW < end) fetch_run<M, ITEMS>(source, window + WINDOW + item, &fetched);
        row_place<int64_t> next = place_behind(place, a.to_next, a.rows.length);
        if (ends) {
            int dead = (int)larger(0, -place.row), behind = (int)(smaller(next.row, a.rows.rows) - place.row);
            open = end_rows<M, GROUP>(params, params, writer, share, begun, open, rows, a.reach,
                                      run.row < dead ? dead : run.row);
            if (a.staged) empty_stage<M, GROUP>(writer, dead + !begun, behind);
            begun = begun || next.row > 0;
        } else
            open = M::combine(params, open, group_combine<M, GROUP>(params, rows.tail));
        place = next;
    }
    if (lane_id<GROUP>() == 0) store(&share->tail, open);
    if (lane_id<GROUP>() == 0 && !begun && mine.first < mine.last) store(&share->row, ~larger(0, place.row));
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
    if (has_whole_rows(job, shape)) return whole_rows_sectors(job, shape);
    int64_t each = ceiling((int64_t)shape->items, larger(1, (int64_t)job->length));
    double apart = balanced_stages(job, shape) || job->length == 0 ? 1 : (double)each;
    return larger_of(run_sectors(job, shape), results_sectors(job, apart));
}

inline row_ends balanced_ends(const struct job *job, int items)
{
    int64_t length = (int64_t)job->length;
    if (length < items) return ENDS_ANYWHERE;
    return length % items == 0 && columns_lead(&job->in, &job->op->input) <= 0 ? ENDS_AT_RUNS : ENDS_ONCE;
}

struct segreduce_balanced : row_reduction {
    static constexpr const char *ids = "P6",
                                *does = "equal shares of items for every group, whatever rows they belong to";
    static constexpr auto depth = depth_by_group;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto sectors = balanced_sectors;
    static constexpr auto prepare = prepare_counter;
    /* H200, 2^26 items as 2^k rows, us by device events, 2026-11-22 (a copy's bandwidth would take 64 to 128); mss_i32
     * with one of its columns asked for:
     *                      k = 0     14     17     18     20     21     22     24     26
     *   sum f32  448x16      69.8   71.0   72.6   71.6   74.4   77.6   70.0   87.3    140
     *            384x16      70.9   71.2   72.8   72.9   74.7   77.4   70.0   88.5    137
     *   mss_i32  448x16      73.2   74.2   77.1   76.3   81.3   80.7   70.1
     *            384x16      73.8   75.6   77.5   78.1   80.1   81.2   71.1 */
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},      {8, 3, 4, TINY},
                                                {448, 16, 32, USUAL}, {448, 16, 64, USUAL},
                                                {384, 16, 32, USUAL}, {384, 16, 64, USUAL}};

    /* A piece a group, and the stages. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block / shape.group * piece_size(sizes.state) + STAGE_BYTES;
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block < 64 || (int)shape.block == balanced_block(sizes.state);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return COUNTER_BYTES + (uint64_t)balanced_blocks(job, shape) * piece_bytes(job);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t blocks = (uint64_t)balanced_blocks(job, shape);
        bool joined = job_items(job) > 0 && !has_whole_rows(job, shape);
        return rows_traffic(job) + (joined ? pieces_traffic(job, blocks) : 0);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int GROUPS = BLOCK / GROUP;
        int64_t blocks = balanced_blocks(job, shape), rows = (int64_t)job->rows,
                length = (int64_t)job->length;
        if (rows == 0) return true;
        if (length == 0) return empty_rows_enqueue<M>(job, why);
        if (has_whole_rows(job, shape)) return whole_rows_enqueue<M, BLOCK, ITEMS, GROUP>(job, why);
        char *scratch = static_cast<char *>(job->scratch) + COUNTER_BYTES;
        balanced_arguments<M> a = {rows_of<M>(job),
                                   share_out(balanced_windows(job, shape), blocks * GROUPS),
                                   step_of(GROUP * ITEMS, (int)smaller(length, GROUP * ITEMS + 1)),
                                   (int)smaller((length - 1) / ITEMS, GROUP),
                                   balanced_ends(job, ITEMS),
                                   balanced_stages(job, shape),
                                   reinterpret_cast<piece<M> *>(scratch),
                                   scratch_counter(job)};
        return launch("segreduce_balanced", segreduce_balanced_kernel<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
