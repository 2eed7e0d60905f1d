/* SPDX-License-Identifier: MIT
 * segreduce_ragged_balanced: rows of any lengths, empty ones, too, in equal shares. A job is a list of steps: an item
 * is one, and behind a row's last item its end is one more; so row r's end is step row_end(r) + r, and of any step it
 * is known from a search among these numbers how many rows have ended before it. Each group of lanes gets the same
 * number of consecutive steps, and goes through them window by window: it lists which steps of the window are ends,
 * reads the other steps' items into shared memory, side by side, and every lane walks ITEMS steps, folding at an item
 * and finishing a row at an end. An empty row is an end without an item before it: it costs a step, as an item does,
 * and is written by the thread that takes that step, so that neither a giant row nor a million empty ones keep a
 * group waiting.
 *
 *   a row of two lanes     what a lane has of the row that it enters in the middle (head) lacks what lanes before it
 *                          have (tails): a scan of the tails, back to the nearest lane that ended a row (carry-in)
 *   a row of two groups    the first row that ends in a share, and the last, which does not, become a piece
 *                          (carry-out); blocks and the last block join pieces in order, and write the rows that this
 *                          completes
 *
 *   steps of rows {a b} {} {c}     a b | | c |      4 lanes of 2: (a b) (| |) (c |) ()
 *
 * ID, source    P6: Baxter, Modern GPU (2013), "Segmented reduction", as described in Larsen, thesis (2017), 8.5.1: equal
 *               slices, carry-in and carry-out, of items; ends as steps like items: Merrill and Garland, "Merge-based
 *               parallel sparse matrix-vector multiplication" (2016); params of its own for each row: L25
 * Laws          associative
 * Memory        one pass: n items and the ends of rows read, a result a row written, G pieces written and read; and
 *               what each group reads to find its first row, and of ends behind its last one
 * Scratch       a counter and G pieces, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        read items in 16-byte words: a window begins at any item */
#ifndef FOLDCHECK_SEGREDUCE_RAGGED_BALANCED_HIP
#define FOLDCHECK_SEGREDUCE_RAGGED_BALANCED_HIP
#include "hip/tile/counter.hip.h"
#include "hip/segreduce/ragged_steps.hip.h"
#include "hip/segreduce/run_of_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Shared memory of a block's stages. */
enum { RAGGED_STAGE_BYTES = 16 * 1024 };

/* A group's shared memory. */
template <class M>
struct ragged_memory {
    typename M::input *item; /* of a window */
    uint16_t *end;           /* which of its steps are ends, ascending */
    typename M::state *stage;
    int slots; /* of the stage */
};

/* Steps [first, first + steps): they begin at item `item`, in row `row`. */
struct ragged_window {
    int64_t first, row, item;
    int steps;
};

/* Lane l: which step the end of row `row` + l is. */
struct ends_ahead {
    int64_t row, step;
};

/* What a lane has of a window, which row of the window it began in, and the params of its head and of its tail. */
template <class M>
struct ragged_run {
    run_of_rows<M> rows;
    int row;
    typename M::params of_head, of_tail;
};

/* Lists the window's ends. How many there are. */
template <class M, int GROUP>
FN int list_ends(const rows_arguments<M> &a, const ragged_window &window, ends_ahead *ahead, uint16_t *list)
{
    for (;;) {
        int64_t row = ahead->row + lane_id<GROUP>();
        bool before = ahead->step < window.first + window.steps;
        if (before && row >= window.row)
            store(list + (row - window.row), (uint16_t)(ahead->step - window.first));
        int last = highest_bit(group_ballot<GROUP>(before));
        if (last < GROUP - 1) return (int)(ahead->row + last + 1 - window.row);
        ahead->row += GROUP;
        ahead->step = step_of_end(a, ahead->row + lane_id<GROUP>());
    }
}

/* How many of `count` ends in ascending order are before a step. */
FN int ends_before(const uint16_t *list, int count, int step)
{
    int low = 0;
    while (low < count) {
        int middle = (low + count) / 2;
        if (load(list + middle) < step)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* Items [first, first + count) into shared memory, neighbours by neighbouring lanes. */
template <class M, int ITEMS, int GROUP>
FN void bring_items(const item_source<M> &source, int64_t first, int count, typename M::input *to)
{
    typename M::input item[ITEMS] = {};
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int i = k * GROUP + lane_id<GROUP>();
        if (i < count) load_fields<input_traits<M>>(source.in, first + i, item + k);
    }
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int i = k * GROUP + lane_id<GROUP>();
        if (i < count) store(to + i, item[k]);
    }
}

/* The lane's ITEMS steps of a window in which `ends` rows end. Writes rows that begin and end there. */
template <class M, int ITEMS, int GROUP>
FN ragged_run<M> walk(const rows_arguments<M> &a, const ragged_window &window, int ends,
                      const ragged_memory<M> &memory, const window_writer<M> &writer)
{
    int step = lane_id<GROUP>() * ITEMS, row = ends_before(memory.end, ends, step);
    item_source<M> source = a.source;
    if (step < window.steps) source.params = params_of_row<M>(a, window.row + row);
    typename M::state none = M::identity(source.params);
    ragged_run<M> mine = {{none, none, false}, row, source.params, source.params};
    int end = row < ends ? load(memory.end + row) : window.steps;
    UNROLL for (int k = 0; k < ITEMS; k++, step++)
    {
        if (step < end) {
            int i = step - row;
            typename M::state lifted = take_item<M>(source, window.item + i, load(memory.item + i));
            mine.rows.tail = M::combine(source.params, mine.rows.tail, lifted);
        } else if (step < window.steps) {
            if (mine.rows.ended)
                write_row<M>(writer, row, mine.rows.tail);
            else
                mine.rows.head = mine.rows.tail;
            mine.rows.ended = true;
            row++;
            end = row < ends ? load(memory.end + row) : window.steps;
            if (window.row + row < a.rows) source.params = params_of_row<M>(a, window.row + row);
            mine.rows.tail = M::identity(source.params); /* covers nothing of the next row */
        }
    }
    mine.of_tail = source.params;
    return mine;
}

/* A group's windows, one after the other; leaves in *share what it has of rows that it shares with others. */
template <class M, int ITEMS, int GROUP>
FN void walk_share(const rows_arguments<M> &a, const share &windows, const ragged_memory<M> &memory,
                   piece<M> *share)
{
    constexpr int WINDOW = GROUP * ITEMS;
    int64_t steps = a.rows + a.source.count, first = windows.first * WINDOW,
            before = rows_before<M, GROUP>(a, first);
    ragged_window window = {first, before, first - before, WINDOW};
    ends_ahead ahead = {before, step_of_end(a, before + lane_id<GROUP>())};
    typename M::state open = M::identity(params_of_row<M>(a, before)); /* lane 0: covers nothing yet */
    bool begun = false;
    for (int64_t w = windows.first; w < windows.last; w++) {
        /* ---- load: ends, then the items of the other steps ---- */
        window.steps = (int)smaller(WINDOW, steps - window.first);
        int ends = list_ends<M, GROUP>(a, window, &ahead, memory.end), items = window.steps - ends;
        bring_items<M, ITEMS, GROUP>(a.source, window.item, items, memory.item);
        group_sync<GROUP>();
        /* ---- serial, group ---- */
        bool staged = ends > GROUP && stage_slot(ends) <= memory.slots;
        window_writer<M> writer = {&a.out, staged ? memory.stage : nullptr, window.row};
        ragged_run<M> mine = walk<M, ITEMS, GROUP>(a, window, ends, memory, writer);
        if (ends == 0)
            open = M::combine(mine.of_tail, open, group_combine<M, GROUP>(mine.of_tail, mine.rows.tail));
        else
            open = end_rows<M, GROUP>(mine.of_head, mine.of_tail, writer, share, begun, open, mine.rows,
                                      GROUP, mine.row);
        /* ---- store: the rows that end here, but the first of the share ---- */
        if (staged)
            empty_stage<M, GROUP>(writer, !begun, ends);
        else
            group_sync<GROUP>(); /* the next window's items come where these are read */
        begun = begun || ends > 0;
        window.first += window.steps;
        window.row += ends;
        window.item += items;
    }
    if (lane_id<GROUP>() != 0) return;
    store(&share->tail, open);
    if (!begun) store(&share->row, ~before);
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_ragged_balanced_kernel(ragged_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS,
                  SLOTS = stage_slots(RAGGED_STAGE_BYTES, BLOCK, GROUP, sizeof(typename M::state));
    SHARED(piece<M>, shares, GROUPS);
    SHARED(typename M::input, items, GROUPS * WINDOW);
    SHARED(uint16_t, ends, GROUPS * WINDOW);
    SHARED(typename M::state, stages, GROUPS * SLOTS);
    int group = group_id<GROUP>();
    share windows = share_of(a.windows, block_id() * GROUPS + group);
    ragged_memory<M> memory = {items + group * WINDOW, ends + group * WINDOW, stages + group * SLOTS, SLOTS};
    if (lane_id<GROUP>() == 0) store(shares + group, no_piece<M>(a.rows.source.params));
    group_sync<GROUP>();
    if (windows.first < windows.last) walk_share<M, ITEMS, GROUP>(a.rows, windows, memory, shares + group);
    finish_pieces<M, BLOCK, GROUP>(a.rows, shares, a.partial, a.counter);
}

/* ---- the host's side ---- */

inline int64_t ragged_blocks(const struct job *job, const struct launch_shape *shape)
{
    int64_t groups = shape->block / shape->group;
    return share_blocks(job, ceiling(ragged_windows(job, shape), groups), shape->block, least_windows(shape));
}

/* Groups that have a window. */
inline uint64_t ragged_shares(const struct job *job, const struct launch_shape *shape)
{
    int64_t groups = ragged_blocks(job, shape) * (shape->block / shape->group);
    return (uint64_t)smaller(ragged_windows(job, shape), groups);
}

/* Numbers that a group reads to find its first row, at most: of as many rows as may be it, a GROUPth is left each
 * round. */
inline uint64_t search_reads(const struct job *job, const struct launch_shape *shape)
{
    int64_t count = smaller((int64_t)job->rows, (int64_t)job_items(job)), rounds = 0;
    for (; count > 0; count = ceiling(count, shape->group) - 1)
        rounds++;
    return (uint64_t)rounds * shape->group;
}

/* Ends of rows that groups read, at most: each row's, to find the first row of all shares but the first, and behind the
 * last row of a share. */
inline uint64_t ends_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t shares = ragged_shares(job, shape),
             ahead = (uint64_t)smaller((int64_t)job->rows, (int64_t)shape->group);
    if (!job->row_start) return 0;
    return sizeof *job->row_start * (job->rows + shares * ahead + (shares - 1) * search_reads(job, shape));
}

/* Params where they vary: read by every lane for the row that its steps begin in, and for the next one at each end but
 * the last; by every lane for the row that a share begins in, and wherever two shares are joined. */
inline uint64_t varied_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t shares = ragged_shares(job, shape), steps = (uint64_t)ragged_steps(job);
    if (!job->row_params) return 0;
    uint64_t lanes = (uint64_t)ceiling((int64_t)steps, shape->items);
    return job->op->params_size * (lanes + job->rows - 1 + shares * shape->group + shares - 1);
}

struct segreduce_ragged_balanced : row_reduction {
    static constexpr const char
        *ids = "P6 L25",
        *does = "equal shares of items and of rows' ends for every group, rows of any lengths";
    static constexpr auto depth = depth_by_group;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ANY_ROWS; /* each with params of its own */
    static constexpr auto prepare = prepare_counter;
    /* Not measured: ITEMS odd, so that lanes that walk items alone meet no bank twice. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 15, 32, USUAL}, {256, 15, 64, USUAL}};

    /* Items and ends of a block's steps, a piece a group, and the stages. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block * shape.items * (sizes.item + sizeof(uint16_t)) +
               shape.block / shape.group * piece_size(sizes.state) + RAGGED_STAGE_BYTES;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return COUNTER_BYTES + (uint64_t)ragged_blocks(job, shape) * piece_bytes(job);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        if (job->rows == 0) return 0;
        return job_items(job) * (job->op->input.packed + job->op->mapout.packed) +
               job->rows * result_bytes(job) + ends_traffic(job, shape) + varied_traffic(job, shape) +
               pieces_traffic(job, (uint64_t)ragged_blocks(job, shape));
    }

    /* Items are read side by side. Ends that a search reads lie far apart, as do the items that lanes have got to when
     * they write map-out, and the rows that they have when these do not pass through the stage. */
    static double sectors(const struct job *job, const struct launch_shape *)
    {
        double ends = job->row_start ? sectors_apart(sizeof *job->row_start, 33) : 1;
        double rows = (double)smaller(32, (int64_t)job->rows);
        double apart =
            larger_of(columns_sectors(&job->mapout, &job->op->mapout, 32), results_sectors(job, rows));
        return larger_of(larger_of(columns_sectors(&job->in, &job->op->input, 1), apart), ends);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int GROUPS = BLOCK / GROUP;
        int64_t blocks = ragged_blocks(job, shape);
        if (job->rows == 0) return true;
        char *scratch = static_cast<char *>(job->scratch) + COUNTER_BYTES;
        ragged_arguments<M> a = {rows_of<M>(job), share_out(ragged_windows(job, shape), blocks * GROUPS),
                                 reinterpret_cast<piece<M> *>(scratch), scratch_counter(job)};
        return launch("segreduce_ragged_balanced", segreduce_ragged_balanced_kernel<M, BLOCK, ITEMS, GROUP>,
                      blocks, BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
