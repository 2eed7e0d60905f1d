/* SPDX-License-Identifier: MIT
 * segreduce_ragged_marked: rows of different lengths, at nearly the speed of rows of one length. Every group of lanes
 * gets the same number of consecutive steps. An item is one step; the end of a row is several, because it costs more.
 * So neither a giant row nor a million empty ones delay the other groups. A group takes its items in windows that are
 * cut at 16-byte boundaries, as in segreduce_balanced. It lists the rows that end in a window, a lane a row, and marks
 * their last items. Then a lane folds the ITEMS items that it has fetched in words; at a mark it has finished a row and
 * starts again. No lane searches for a row, and no item passes through shared memory. The first row that a lane
 * finishes stays in its registers, for it may lack the part of the lanes before; the others go to their places in the
 * list. Once the missing parts are added, the listed results leave side by side. An empty row has no last item: the
 * lane that comes upon it writes its result. Where rows have only a few items nothing is marked, and items do pass
 * through shared memory: a lane takes a row (short_rows.hip.h).
 *
 *   a window    of rows {a b} {} {c} {d e f}, 4 lanes of 2 items:   items    a b | c d | e f |
 *                                                                   marks    . x | x . | . x |
 *               listed: rows 0, 2, 3, which end in runs 0, 1, 2     heads    0   | 2   | 3   |
 *   the border  of two shares: an end that would be the first step of a share goes with its item, to the share before
 *   ahead       the next window's items are fetched as soon as this one's are folded, and travel while tails are
 *               scanned; wide states leave no registers for them
 *   many rows   of wide states a window may end more than have a place in shared memory: a lane then reads its items
 *               one by one, and writes what has no place
 *   the rest    marks are marked_rows.hip.h's; heads, tails, carry-in and carry-out run_of_rows.hip.h's and
 *               piece.hip.h's
 *
 * ID, source    P6 as segreduce_ragged_balanced has it; marks are what Larsen's flags are (thesis (2017), 3.4.1), of the
 *               window alone
 * Laws          associative
 * Memory        one pass: n items and the ends of rows read, a result a row written, G pieces written and read; and
 *               what each group reads to find its first and its last row
 * Scratch       a counter and G pieces, G <= blocks that are resident at once, or enough for shares of 2^30 steps
 * Progress      none needed: no block waits for another
 * Cannot        params of its own for each row */
#ifndef FOLDCHECK_SEGREDUCE_RAGGED_MARKED_HIP
#define FOLDCHECK_SEGREDUCE_RAGGED_MARKED_HIP
#include "hip/tile/counter.hip.h"
#include "hip/segreduce/run_of_rows.hip.h"
#include "hip/segreduce/short_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Before scaling. */
enum { MARKED_ITEMS = 16 };

/* Where rows have at most this many items on average, a lane takes a row. H200, 2^26 items in rows of 3 and 4 on
 * average, us: sums of f32 199 and 179 so, 201 and 165 by marks; mss_i32, 16 bytes a state, 269 and 238, 418 and 223. */
enum { SHORT_ROW = 3 };

/* The next window's items are fetched while this one's rows are put together where states of at most so many bytes
 * leave registers for them: mss_i32 spilled 47 words, and rows of 30 on average took 178 us in place of 132. */
enum { MOST_FETCHED_AHEAD = 8 };

/* Shared memory of a group, at most: marked_window or the items of short rows, and a piece. */
COMPILE_TIME size_t marked_bytes(int items, int group, size_t input_bytes, size_t state_bytes,
                                 size_t piece_bytes)
{
    size_t results = (size_t)listed_results(items, group, state_bytes) * state_bytes,
           inputs = (size_t)(items * group) * input_bytes;
    size_t marks = ((size_t)group * (4 + (size_t)items * 5) + 7) / 8 * 8; /* as states are aligned */
    return (marks + (results > inputs ? results : inputs) + 15) / 16 * 16 + piece_bytes;
}

/* Threads of a block: as many as have results of that many bytes in shared memory. */
COMPILE_TIME int marked_block(int items, int group, size_t input_bytes, size_t state_bytes)
{
    int block = 256;
    size_t bytes = marked_bytes(items, group, input_bytes, state_bytes, 2 * state_bytes + 16);
    while (block > 64 && (size_t)(block / group) * bytes > MOST_SHARED_BYTES)
        block /= 2;
    return block;
}

/* A lane's run of a window, and the place in the list of the first row that ends in it. */
template <class M>
struct listed_run {
    run_of_rows<M> rows;
    int rank;
};

/* A finished row of the list: to its place in shared memory, or straight to the results where it has none. */
template <class M, int ITEMS, int GROUP>
FN void put_listed(const rows_arguments<M> &a, int64_t first_row, marked_window<M, ITEMS, GROUP> *list,
                   int rank, const typename M::state &state)
{
    if (list->RESULTS == ITEMS * GROUP || rank < list->RESULTS)
        store(list->result + rank, state);
    else
        store_fields<state_traits<M>>(a.out, first_row + load(list->row + rank), &state);
}

/* The lane's run; items: loaded if it is whole. */
template <class M, int ITEMS, int GROUP>
FN listed_run<M> fold_marked(const rows_arguments<M> &a, const marked_share &share, const marked_run &at,
                             const typename M::input *items, int count, marked_window<M, ITEMS, GROUP> *list)
{
    const item_source<M> &source = a.source;
    uint32_t marks = take_marks<ITEMS>(list->last + lane_id<GROUP>() * ITEMS);
    int64_t first = share.item + at.first;
    typename M::state none = M::identity(source.params);
    listed_run<M> mine = {{none, none, marks != 0}, marks ? load(list->listed + lane_id<GROUP>()) : 0};
    int rank = mine.rank;
    if (is_whole<M, ITEMS>(source, at) && (list->RESULTS == ITEMS * GROUP || count <= list->RESULTS)) {
        emit_run<M, ITEMS>(source, first, items);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            mine.rows.tail = M::combine(source.params, mine.rows.tail, M::lift(source.params, items[k]));
            if (!(marks & UINT32_C(1) << k)) continue;
            if (rank == mine.rank)
                mine.rows.head = mine.rows.tail;
            else
                store(list->result + rank, mine.rows.tail);
            rank++;
            mine.rows.tail = none; /* covers nothing of the next row */
        }
    } else {
        int to = (int)smaller(ITEMS, at.items - at.first);
        ROLLED for (int k = at.first < 0 ? -at.first : 0; k < to; k++)
        {
            mine.rows.tail = M::combine(source.params, mine.rows.tail, take_state<M>(source, first + k));
            if (!(marks & UINT32_C(1) << k)) continue;
            if (rank == mine.rank)
                mine.rows.head = mine.rows.tail;
            else
                put_listed<M, ITEMS, GROUP>(a, share.row, list, rank, mine.rows.tail);
            rank++;
            mine.rows.tail = none;
        }
    }
    return mine;
}

/* The same of a window without marks. */
template <class M, int ITEMS>
FN typename M::state fold_unmarked(const item_source<M> &source, int64_t share, const marked_run &at,
                                   const typename M::input *items)
{
    if (is_whole<M, ITEMS>(source, at)) return fold_items<M, ITEMS>(source, share + at.first, items);
    typename M::state all = M::identity(source.params);
    int to = (int)smaller(at.first + ITEMS, at.items);
    ROLLED for (int i = at.first < 0 ? 0 : at.first; i < to; i++) all =
        M::combine(source.params, all, take_state<M>(source, share + i));
    return all; /* covers those of [first, first + ITEMS) that the share has */
}

/* Rows [from, to) of those that are listed, from shared memory to the results; first_row is the share's. */
template <class M, int ITEMS, int GROUP>
FN void write_listed(const rows_arguments<M> &a, int64_t first_row,
                     const marked_window<M, ITEMS, GROUP> *list, int from, int to)
{
    group_sync<GROUP>();
    to = (int)smaller(to, list->RESULTS);
    ROLLED for (int rank = from + lane_id<GROUP>(); rank < to; rank += GROUP)
    {
        typename M::state state = load(list->result + rank);
        store_fields<state_traits<M>>(a.out, first_row + load(list->row + rank), &state);
    }
    group_sync<GROUP>();
}

/* The lanes' runs of a window in which `count` rows with items are listed. */
template <class M, int ITEMS, int GROUP>
FN listed_run<M> fold_runs(const rows_arguments<M> &a, const marked_share &share, const marked_run &at,
                           const typename M::input *items, int count, marked_window<M, ITEMS, GROUP> *list)
{
    listed_run<M> run = {};
    if (count > 0) group_sync<GROUP>();
    if (count == 0)
        run.rows.tail = fold_unmarked<M, ITEMS>(a.source, share.item, at, items);
    else
        run = fold_marked<M, ITEMS, GROUP>(a, share, at, items, count, list);
    return run;
}

/* The open part after the windows so far, lane 0's, once a window's runs are put together and its listed rows
 * written. */
template <class M, int ITEMS, int GROUP>
FN typename M::state end_listed(const rows_arguments<M> &a, int64_t first_row,
                                marked_window<M, ITEMS, GROUP> *list, int count, listed_run<M> run,
                                typename M::state open, piece<M> *share, bool begun)
{
    const typename M::params &params = a.source.params;
    run_of_rows<M> &rows = run.rows;
    if (count == 0) return M::combine(params, open, group_combine<M, GROUP>(params, rows.tail));
    open = complete_heads<M, GROUP>(params, params, open, &rows, GROUP);
    if (!begun && rows.first) {
        store(&share->head, rows.head);
        store(&share->row, first_row + load(list->row));
    } else if (rows.ended)
        put_listed<M, ITEMS, GROUP>(a, first_row, list, run.rank, rows.head);
    write_listed<M, ITEMS, GROUP>(a, first_row, list, !begun, count);
    return open;
}

/* A group's windows, one after the other; leaves in *share what it has of rows that it shares with others. */
template <class M, int ITEMS, int GROUP>
FN void walk_marked(const rows_arguments<M> &a, const marked_share &mine,
                    marked_window<M, ITEMS, GROUP> *list, piece<M> *share)
{
    constexpr int WINDOW = GROUP * ITEMS;
    constexpr bool AHEAD = sizeof(typename M::state) <= MOST_FETCHED_AHEAD;
    const item_source<M> &source = a.source;
    rows_ahead ahead = first_rows<M, GROUP>(a, mine);
    typename M::state open =
        M::identity(source.params); /* lane 0: covers what the windows so far leave open */
    bool begun = false;
    int window = -(int)((mine.item + source.lead) % ITEMS);
    marked_run at = {window + lane_id<GROUP>() * ITEMS, mine.items};
    typename M::input fetched[ITEMS] = {};
    if (AHEAD && is_whole<M, ITEMS>(source, at))
        load_run<input_traits<M>, ITEMS, true>(source.in, mine.item + at.first, fetched);
    UNROLL for (int k = 0; k < ITEMS; k++) store(list->last + k * GROUP + lane_id<GROUP>(), (uint8_t)0);
    group_sync<GROUP>();
    do {
        window_at in = window_of(mine, window, WINDOW);
        typename M::input items[ITEMS];
        if constexpr (AHEAD)
            UNROLL for (int k = 0; k < ITEMS; k++) items[k] = fetched[k];
        else if (is_whole<M, ITEMS>(source, at))
            load_run<input_traits<M>, ITEMS, true>(source.in, mine.item + at.first, items);
        int count = mark_rows<M, ITEMS, GROUP>(a, mine, in, list, &ahead);
        listed_run<M> run = fold_runs<M, ITEMS, GROUP>(a, mine, at, items, count, list);

        /* ---- the next items travel while rows are put together ---- */
        window += WINDOW;
        at.first += WINDOW;
        if (AHEAD && is_whole<M, ITEMS>(source, at))
            load_run<input_traits<M>, ITEMS, true>(source.in, mine.item + at.first, fetched);
        open = end_listed<M, ITEMS, GROUP>(a, mine.row, list, count, run, open, share, begun);
        begun = begun || count > 0;
    } while (window < mine.items);
    end_share<M, GROUP>(mine, open, begun, share);
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_ragged_marked_kernel(ragged_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    using window = marked_window<M, ITEMS, GROUP>;
    SHARED(window, lists, GROUPS);
    SHARED(piece<M>, shares, GROUPS);
    piece<M> *share = shares + group_id<GROUP>();
    marked_share mine = share_of_group<M, BLOCK, GROUP>(a, ITEMS * GROUP);
    if (lane_id<GROUP>() == 0) store(share, no_piece<M>(a.rows.source.params));
    if (mine.items >= 0) walk_marked<M, ITEMS, GROUP>(a.rows, mine, lists + group_id<GROUP>(), share);
    finish_pieces<M, BLOCK, GROUP>(a.rows, shares, a.partial, a.counter);
}

/* ---- the host's side ---- */

inline bool rows_are_short(const struct job *job)
{
    return SHORT_ROW * (int64_t)job->rows >= (int64_t)job_items(job);
}

inline int64_t marked_windows(const struct job *job, const struct launch_shape *shape)
{
    return ragged_windows(job, shape, END_WEIGHT);
}

/* As many as are resident at once, and enough that no share has 2^30 steps or more. */
inline int64_t marked_blocks(const struct job *job, const struct launch_shape *shape)
{
    int64_t groups = shape->block / shape->group, windows = ceiling(marked_windows(job, shape), groups),
            most = (1 << 30) / (shape->group * shape->items) - 1;
    return larger(share_blocks(job, windows, shape->block, least_windows(shape)), ceiling(windows, most));
}

/* Groups that have a window. */
inline int64_t marked_shares(const struct job *job, const struct launch_shape *shape)
{
    return smaller(marked_windows(job, shape), marked_blocks(job, shape) * (shape->block / shape->group));
}

/* The most that a group reads to find the border in front of a step: the reads of rows_before among all rows, and
 * the ends around it. */
inline uint64_t border_reads(const struct job *job, const struct launch_shape *shape, int64_t step)
{
    int64_t low = larger(0, ceiling(step - (int64_t)job_items(job), END_WEIGHT));
    int64_t count = smaller(ceiling(step, END_WEIGHT), (int64_t)job->rows) - low, reads = 2;
    while (count > 0) {
        int64_t part = ceiling(count, shape->group);
        reads += smaller(shape->group, ((int64_t)job->rows - low) / part);
        count = part - 1;
    }
    return (uint64_t)reads;
}

/* Ends of rows that groups read, at most: each row's; and to find the border between two shares, from either side. */
inline uint64_t marked_ends_traffic(const struct job *job, const struct launch_shape *shape)
{
    int64_t shares = marked_shares(job, shape);
    uint64_t reads = job->rows;
    sharing windows = share_out(marked_windows(job, shape), shares);
    for (int64_t border = 1; border < shares; border++)
        reads += 2 * border_reads(job, shape,
                                  share_of(windows, border).first * (int64_t)(shape->group * shape->items));
    return job->row_start ? sizeof *job->row_start * reads : 0;
}

struct segreduce_ragged_marked : row_reduction {
    static constexpr const char
        *ids = "P6",
        *does = "equal shares of items and ends, which are marked in windows of items in registers";
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_RAGGED;
    static constexpr auto prepare = prepare_counter;
    /* Each operator takes one of these, by the size of what it folds. H200, 2^26 f32: blocks of 224, which leave more
     * registers, take 476 us of rows of 0 to 2 items, of 256 456, of others the same. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},      {8, 3, 4, TINY},     {256, 16, 32, USUAL}, {256, 8, 32, USUAL},
        {128, 16, 32, USUAL}, {128, 8, 32, USUAL}, {64, 16, 32, USUAL},  {64, 8, 32, USUAL},
        {256, 16, 64, USUAL}, {256, 8, 64, USUAL}, {128, 16, 64, USUAL}, {128, 8, 64, USUAL},
        {64, 16, 64, USUAL},  {64, 8, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block / shape.group *
               marked_bytes((int)shape.items, (int)shape.group, sizes.item, sizes.state,
                            piece_size(sizes.state));
    }

    /* The shape that suits an operator. */
    static constexpr struct launch_shape shape_for(const op_sizes &sizes, int group)
    {
        int items = scaled_items(MARKED_ITEMS, sizes.input.packed);
        return shape_of(marked_block(items, group, sizes.item, sizes.state), items, group);
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        struct launch_shape own = shape_for(sizes, (int)shape.group);
        return shape.block < 64 || (shape.items == own.items && shape.block == own.block);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return COUNTER_BYTES + (uint64_t)marked_blocks(job, shape) * piece_bytes(job);
    }

    /* Where rows are short on average one lane folds a row, however long it is, in a share. */
    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        return rows_are_short(job) ? depth_in_order(job, shape) : depth_by_group(job, shape);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        if (job_items(job) == 0) return job->rows * result_bytes(job);
        return job_items(job) * (job->op->input.packed + job->op->mapout.packed) +
               job->rows * result_bytes(job) + marked_ends_traffic(job, shape) +
               pieces_traffic(job, (uint64_t)marked_blocks(job, shape));
    }

    /* Runs that are not whole are read item by item, ITEMS apart; ends that a search reads lie far apart, as do rows
     * without items, and those between them. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double ends = job->row_start ? sectors_apart(sizeof *job->row_start, 33) : 1;
        double rows = (double)smaller(32, (int64_t)job->rows);
        return larger_of(larger_of(run_sectors(job, shape), results_sectors(job, rows)), ends);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int GROUPS = BLOCK / GROUP;
        int64_t blocks = marked_blocks(job, shape);
        if (job->rows == 0) return true;
        if (job_items(job) == 0) return empty_rows_enqueue<M>(job, why);
        char *scratch = static_cast<char *>(job->scratch) + COUNTER_BYTES;
        ragged_arguments<M> a = {rows_of<M>(job), share_out(marked_windows(job, shape), blocks * GROUPS),
                                 reinterpret_cast<piece<M> *>(scratch), scratch_counter(job)};
        if (rows_are_short(job))
            return launch("segreduce_ragged_marked", segreduce_ragged_short_kernel<M, BLOCK, ITEMS, GROUP>,
                          blocks, BLOCK, GROUP, job, a, why);
        return launch("segreduce_ragged_marked", segreduce_ragged_marked_kernel<M, BLOCK, ITEMS, GROUP>,
                      blocks, BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
