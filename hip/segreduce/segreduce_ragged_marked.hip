/* SPDX-License-Identifier: MIT
 * segreduce_ragged_marked: rows of different lengths, at nearly the speed of rows of one length. Every group of lanes
 * gets the same number of consecutive steps. An item is one step; the end of a row is several, because it costs more.
 * So neither a giant row nor a million empty ones delay the other groups. A group takes its items in windows that are
 * cut at 16-byte boundaries, as in segreduce_balanced. It lists the rows that end in a window, a lane a row, and marks
 * their last items. Then a lane folds the ITEMS items that it has fetched in words; at a mark it stores its fold to
 * shared memory, below its earlier ones, and starts again. No lane searches for a row, no item passes through shared
 * memory, and there are no bank conflicts. A row that a lane entered in the middle lacks the part of the lanes before;
 * that part is added, and then the listed results leave side by side. An empty row has no last item: the lane that
 * comes upon it writes its result. Where rows have only a few items nothing is marked, and items do pass through shared
 * memory: a lane takes a row (short_rows.hip.h).
 *
 *   a window    of rows {a b} {} {c} {d e f}, 4 lanes of 2 items:   items    a b | c d | e f |
 *                                                                   marks    . x | x . | . x |
 *               listed: rows 0, 2, 3, which end in runs 0, 1, 2     results  0   | 2   | 3   |
 *   the border  of two shares: an end that would be the first step of a share goes with its item, to the share before
 *   ahead       the next window's items are fetched as soon as this one's are folded, and travel while tails are
 *               scanned
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

/* The cost of an end, in items. H200, f32: as much time as 6 of them where rows have 0 to 2, as 8 where they have 15.
 * Where half of the items are one row and the others rows of 15, 2^26 of them take 121 us by 4 and 82 by 8. */
enum { END_WEIGHT = 8 };

/* Where rows have at most this many items on average, in the window before or, before the first, in the share, a lane
 * takes a row, if a state has no more bytes. H200, 2^26 items in rows of 0 to 2: sums of f32 337 us so, 454 by marks;
 * affine_u32, 8 bytes, 553 and 851; mss_i32, 16 bytes, 547 and 493. */
enum { SHORT_ROW = 3, MOST_SHORT_BYTES = 8 };

/* Shared memory of a group: marked_window below, and a piece. */
COMPILE_TIME size_t marked_bytes(int items, int group, size_t state_bytes, size_t piece_bytes)
{
    return (size_t)group * (4 + (size_t)items * (6 + state_bytes)) + piece_bytes;
}

/* Items of a thread, of an operator for which `scaled` would be what it holds of input. */
COMPILE_TIME int marked_items(int scaled, size_t state_bytes)
{
    return state_bytes > 4 && scaled > 8 ? 8 : scaled;
}

/* Threads of a block: as many as have results of that many bytes in shared memory. */
COMPILE_TIME int marked_block(int items, int group, size_t state_bytes)
{
    int block = 256;
    size_t bytes = marked_bytes(items, group, state_bytes, 2 * state_bytes + 16);
    while (block > 64 && (size_t)(block / group) * bytes > MOST_SHARED_BYTES)
        block /= 2;
    return block;
}

/* A place between two shares: the items before it, and the rows that have ended there. */
struct share_border {
    int64_t item, row;
};

/* Whether a row that begins at an item ends at another, behind it. */
template <class M>
FN bool has_ended(const rows_arguments<M> &a, int64_t row, int64_t begins, int64_t item)
{
    return row < a.rows && begins < item && end_of_row<M>(a, row) == item;
}

/* The border in front of a step. */
template <class M, int GROUP>
FN share_border border_at(const rows_arguments<M> &a, int64_t step)
{
    if (step <= 0) return {0, 0};
    if (step >= END_WEIGHT * a.rows + a.source.count) return {a.source.count, a.rows};
    int64_t row = rows_before<M, GROUP, END_WEIGHT>(a, step), item = step - END_WEIGHT * row;
    /* Lane 0: an end that is cut by the border is in front of it, and so is one whose last item is. */
    int64_t begins = lane_id<GROUP>() == 0 && row > 0 ? end_of_row<M>(a, row - 1) : 0;
    item = lane_first<GROUP>(larger(item, begins));
    bool ended = lane_id<GROUP>() == 0 && has_ended<M>(a, row, begins, item);
    return {item, row + lane_first<GROUP>((int)ended)};
}

/* The lane's run, whole and loaded if WHOLE. Results of rows that end there go to shared memory; the first one, which
 * may lack what lanes before have of its row, is taken back. */
template <class M, int ITEMS, int GROUP, bool WHOLE>
FN run_of_rows<M> fold_marked(const item_source<M> &source, int64_t share, const marked_run &at,
                              const typename M::input *items, marked_window<M, ITEMS, GROUP> *list)
{
    uint32_t mark[(ITEMS + 3) / 4] = {};
    take_marks<ITEMS>(list->last + lane_id<GROUP>() * ITEMS, mark);
    int64_t first = share + at.first;
    typename M::state tail = M::identity(source.params), *result = list->result + lane_id<GROUP>(),
                      *next = result;
    if (WHOLE) emit_run<M, ITEMS>(source, first, items);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        typename M::input item = items[k];
        if (!WHOLE) {
            if (at.first + k < 0 || at.first + k >= at.items) continue;
            load_fields<input_traits<M>>(source.in, first + k, &item);
            emit_item<M>(source, first + k, item);
        }
        tail = M::combine(source.params, tail, M::lift(source.params, item));
        if (!(mark[k / 4] & UINT32_C(1) << k % 4 * 8)) continue;
        store(next, tail);
        next += GROUP;
        tail = M::identity(source.params); /* covers [first + k + 1, first + k + 1) */
    }
    run_of_rows<M> mine = {tail, tail, next != result};
    if (mine.ended) mine.head = load(result);
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
    for (int i = at.first < 0 ? 0 : at.first; i < to; i++)
        all = M::combine(source.params, all, take_state<M>(source, share + i));
    return all; /* covers those of [first, first + ITEMS) that the share has */
}

/* Rows [from, to) of those that are listed, from shared memory to the results; first_row is the share's. */
template <class M, int ITEMS, int GROUP>
FN void write_listed(const rows_arguments<M> &a, int64_t first_row,
                     const marked_window<M, ITEMS, GROUP> *list, int from, int to)
{
    group_sync<GROUP>();
    ROLLED for (int rank = from + lane_id<GROUP>(); rank < to; rank += GROUP)
    {
        int run = load(list->run + rank), j = rank - load(list->listed + run);
        typename M::state state = load(list->result + j * GROUP + run);
        store_fields<state_traits<M>>(a.out, first_row + load(list->row + rank), &state);
    }
    group_sync<GROUP>();
}

/* The lanes' runs of a window in which `count` rows with items are listed. */
template <class M, int ITEMS, int GROUP>
FN run_of_rows<M> fold_runs(const item_source<M> &source, int64_t share, const marked_run &at,
                            const typename M::input *items, int count, marked_window<M, ITEMS, GROUP> *list)
{
    run_of_rows<M> rows = {};
    if (count > 0) group_sync<GROUP>();
    if (count == 0)
        rows.tail = fold_unmarked<M, ITEMS>(source, share, at, items);
    else if (is_whole<M, ITEMS>(source, at))
        rows = fold_marked<M, ITEMS, GROUP, true>(source, share, at, items, list);
    else
        rows = fold_marked<M, ITEMS, GROUP, false>(source, share, at, items, list);
    return rows;
}

/* The open part after the windows so far, lane 0's, once a window's runs are put together and its listed rows
 * written. */
template <class M, int ITEMS, int GROUP>
FN typename M::state end_listed(const rows_arguments<M> &a, int64_t first_row,
                                marked_window<M, ITEMS, GROUP> *list, int count, run_of_rows<M> rows,
                                typename M::state open, piece<M> *share, bool begun)
{
    const typename M::params &params = a.source.params;
    if (count == 0) return M::combine(params, open, group_combine<M, GROUP>(params, rows.tail));
    open = complete_heads<M, GROUP>(params, params, open, &rows, GROUP);
    if (rows.ended) store(list->result + lane_id<GROUP>(), rows.head);
    if (!begun && rows.first) {
        store(&share->head, rows.head);
        store(&share->row, first_row + load(list->row));
    }
    write_listed<M, ITEMS, GROUP>(a, first_row, list, !begun, count);
    return open;
}

/* A group's windows, one after the other; leaves in *share what it has of rows that it shares with others. */
template <class M, int ITEMS, int GROUP>
FN void walk_marked(const rows_arguments<M> &a, const marked_share &mine,
                    marked_window<M, ITEMS, GROUP> *list, piece<M> *share)
{
    constexpr int WINDOW = GROUP * ITEMS;
    constexpr bool MAY_BE_SHORT = sizeof(typename M::state) <= MOST_SHORT_BYTES;
    const item_source<M> &source = a.source;
    rows_ahead ahead = first_rows<M, GROUP>(a, mine);
    typename M::state open =
        M::identity(source.params); /* lane 0: covers what the windows so far leave open */
    bool begun = false;
    int window = -(int)((mine.item + source.lead) % ITEMS);
    int count = (int)((int64_t)mine.rows * WINDOW / (mine.items + 1)); /* ends in a window, in the mean */
    marked_run at = {window + lane_id<GROUP>() * ITEMS, mine.items};
    typename M::input fetched[ITEMS] = {};
    if (is_whole<M, ITEMS>(source, at))
        load_run<input_traits<M>, ITEMS, true>(source.in, mine.item + at.first, fetched);
    do {
        /* ---- the first window has the rows without items that lie in front, too ---- */
        window_at in = {window, window <= 0 ? -1 : window,
                        window + WINDOW < mine.items ? window + WINDOW : mine.items};
        bool are_short = MAY_BE_SHORT && count * SHORT_ROW >= WINDOW;
        run_of_rows<M> rows = {};
        if (are_short)
            lift_run<M, ITEMS, GROUP>(source, mine.item, at, fetched, list->result);
        else {
            count = mark_rows<M, ITEMS, GROUP>(a, mine, in, list, &ahead);
            rows = fold_runs<M, ITEMS, GROUP>(source, mine.item, at, fetched, count, list);
        }

        /* ---- the next items travel while rows are put together ---- */
        window += WINDOW;
        at.first += WINDOW;
        if (is_whole<M, ITEMS>(source, at))
            load_run<input_traits<M>, ITEMS, true>(source.in, mine.item + at.first, fetched);

        if (are_short)
            count = fold_short_rows<M, ITEMS, GROUP>(a, mine, in, list->result, &ahead, share, &begun, &open);
        else {
            open = end_listed<M, ITEMS, GROUP>(a, mine.row, list, count, rows, open, share, begun);
            begun = begun || count > 0;
        }
    } while (window < mine.items);
    if (lane_id<GROUP>() != 0 || mine.items == 0) return;
    store(&share->tail, open);
    if (!begun) store(&share->row, ~mine.row);
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_ragged_marked_kernel(ragged_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    using window = marked_window<M, ITEMS, GROUP>;
    SHARED(window, lists, GROUPS);
    SHARED(piece<M>, shares, GROUPS);
    window *list = lists + group_id<GROUP>();
    piece<M> *share = shares + group_id<GROUP>();
    auto windows = share_of(a.windows, block_id() * GROUPS + group_id<GROUP>());
    if (lane_id<GROUP>() == 0) store(share, no_piece<M>(a.rows.source.params));
    UNROLL for (int k = 0; k < ITEMS; k++) store(list->last + k * GROUP + lane_id<GROUP>(), (uint8_t)0);
    group_sync<GROUP>();
    if (windows.first < windows.last) {
        share_border first = border_at<M, GROUP>(a.rows, windows.first * WINDOW),
                     last = border_at<M, GROUP>(a.rows, windows.last * WINDOW);
        marked_share mine = {first.item, first.row, (int)(last.item - first.item),
                             (int)(last.row - first.row)};
        walk_marked<M, ITEMS, GROUP>(a.rows, mine, list, share);
    }
    finish_pieces<M, BLOCK, GROUP>(a.rows, shares, a.partial, a.counter);
}

/* ---- the host's side ---- */

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
    static constexpr auto refuse = any_rows_refuse; /* rows of any lengths */
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
               marked_bytes((int)shape.items, (int)shape.group, sizes.state, piece_size(sizes.state));
    }

    /* The shape that suits an operator. */
    static constexpr struct launch_shape shape_for(const op_sizes &sizes, int group)
    {
        int items = marked_items(scaled_items(MARKED_ITEMS, sizes.input.packed), sizes.state);
        return shape_of(marked_block(items, group, sizes.state), items, group);
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
        return launch("segreduce_ragged_marked", segreduce_ragged_marked_kernel<M, BLOCK, ITEMS, GROUP>,
                      blocks, BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
