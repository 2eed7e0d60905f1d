/* SPDX-License-Identifier: MIT
 * segreduce_scan_gather_passes: a segmented reduction by what Futhark's programs had, a scan with flags of several
 * kernels. A map writes a flag an item; scan1 scans every tile's pairs of flag and value, and leaves the pairs; scan2,
 * of one block, scans the tiles' folds; a map combines each value with what is left of its tile; and a last map takes
 * result (r + 1) * length - 1 for row r. No block waits for another; every value passes through memory three times.
 * segreduce_scan_gather has a scan of one pass.
 *
 * ID, source    L12: Larsen, thesis (2017), 3.4.1, 3.4.2, 8.1, and D.1.1, D.2.1: scan1, scan2 and maps
 * Laws          associative
 * Memory        n flags written; n items and flags read, n results and flags written; all of these but the first
 *               tile's read, and its results written, once more; a state a tile written and read twice; a result a
 *               row read and written
 * Scratch       a flag an item, a state and a flag an item, a state a tile
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_SCAN_GATHER_PASSES_HIP
#define FOLDCHECK_SEGREDUCE_SCAN_GATHER_PASSES_HIP
#include "hip/scan/scan_then_propagate.hip"
#include "hip/segreduce/scan_gather.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The operator with flags, whose results have a column of flags, too: scan1 leaves both. */
template <class M>
struct flagged_pair : flagged<M> {
    static constexpr size_t FLAG_AT =
        (sizeof(typename M::state) + sizeof(uint32_t) - 1) & ~(sizeof(uint32_t) - 1);
    static constexpr column_list state_columns = with_flags(M::state_columns, FLAG_AT);
};

template <class M>
struct carry_arguments {
    pass_arguments<flagged_pair<M>> pass;
    column_set<M::state_columns.count> values; /* of the results */
};

/* The map behind scan2: of all tiles but the first, n pairs read, n values written. */
template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
combine_carries_kernel(carry_arguments<M> a)
{
    using F = flagged_pair<M>;
    SHARED(typename F::state, shared, 1);
    int64_t count = a.pass.scan.source.count;
    share mine = share_of(a.pass.scan.tiles, block_id());
    for (int64_t tile = larger(mine.first, 1); tile < mine.last; tile++) {
        block_sync(); /* what was left of the tile before has been read */
        if (thread_id() == 0) store(shared, load(a.pass.tile + tile));
        block_sync();
        typename F::state left = load(shared); /* covers [0, tile * BLOCK * ITEMS), of its last row */
        int64_t first = tile * (BLOCK * ITEMS) + thread_id();
        for (int64_t i = first; i < smaller(first + BLOCK * ITEMS, count); i += BLOCK) {
            typename F::state pair = {};
            load_fields<state_traits<F>>(a.pass.scan.out, i, &pair);
            pair = F::combine(a.pass.scan.source.params, left, pair);
            store_fields<state_traits<M>>(a.values, i, &pair.value);
        }
    }
}

/* ---- the host's side ---- */

/* Where the parts of scratch lie: the items' flags, the results' columns, their flags, and the tiles' states. */
struct passes_scratch {
    uint64_t column[MAX_COLUMNS], flag, tile, bytes;
};

inline passes_scratch passes_scratch_of(const struct job *job, const struct launch_shape *shape)
{
    passes_scratch at = {};
    uint64_t flags = segscan_flags_bytes(job);
    at.bytes = flags;
    for (int k = 0; k < job->op->state.count; k++) {
        at.column[k] = at.bytes;
        at.bytes += chain_aligned(job_items(job) * elem_size(job->op->state.elem[k]));
    }
    at.flag = at.bytes;
    at.tile = at.flag + flags;
    at.bytes = at.tile + (uint64_t)scan_tiles(job, shape) * flagged_job_of(job).op.state.size;
    return at;
}

struct segreduce_scan_gather_passes : row_reduction {
    static constexpr const char *ids = "L12",
                                *does =
                                    "scans all rows with a flag an item, by a launch a step, and gathers the "
                                    "last result of each";
    static constexpr auto sectors = scan_sectors;
    static constexpr auto depth = depth_by_tile;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 11, 32, USUAL}, {256, 11, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return tiled_scan::shared_bytes(flagged_sizes(sizes), shape);
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return tiled_scan::suits(sizes, shape) && sizes.input.count < MAX_COLUMNS &&
               sizes.result.count < MAX_COLUMNS;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return passes_scratch_of(job, shape).bytes;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t items = job_items(job), tile = (uint64_t)shape->block * shape->items;
        uint64_t tiles = (uint64_t)scan_tiles(job, shape), state = job->op->state.packed;
        if (items == 0) return job->rows * result_bytes(job);
        uint64_t again = items - (items < tile ? items : tile);
        return scan_traffic(job) + 3 * items + again * (2 * state + 1) +
               (4 * tiles - 1) * flagged_job_of(job).op.state.size + job->rows * (state + result_bytes(job));
    }

    /* The scan of all items, whose results go to scratch. */
    template <class M>
    static carry_arguments<M> arguments_of(const struct job *job, const struct launch_shape *shape)
    {
        using F = flagged_pair<M>;
        constexpr int COLUMNS = M::state_columns.count;
        passes_scratch at = passes_scratch_of(job, shape);
        char *scratch = static_cast<char *>(job->scratch);
        int64_t tiles = scan_tiles(job, shape);
        carry_arguments<M> a = {};
        a.pass.scan = flagged_scan_of<M, F>(job, reinterpret_cast<uint8_t *>(scratch), tiles,
                                            larger(1, smaller(tiles, MOST_BLOCKS)));
        for (int k = 0; k < COLUMNS; k++) {
            a.values.column[k].base = scratch + at.column[k];
            a.values.column[k].stride = (int64_t)elem_size(job->op->state.elem[k]);
            a.pass.scan.out.column[k] = a.values.column[k];
        }
        a.pass.scan.out.column[COLUMNS].base = scratch + at.flag;
        a.pass.scan.out.column[COLUMNS].stride = 1;
        a.pass.tile = reinterpret_cast<typename F::state *>(scratch + at.tile);
        a.pass.tile_count = tiles;
        return a;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged_pair<M>;
        if (job->rows == 0) return true;
        if (job_items(job) == 0) return empty_rows_enqueue<M>(job, why);
        carry_arguments<M> a = arguments_of<M>(job, shape);
        gather_arguments<M> last = {rows_of<M>(job), a.values};
        int64_t blocks = smaller(a.pass.tile_count, MOST_BLOCKS);
        int64_t row_blocks = smaller(MOST_BLOCKS, ceiling((int64_t)job->rows, 256));
        return flags_write(job, static_cast<uint8_t *>(job->scratch), 0, (int64_t)job_items(job), why) &&
               launch("scan1", scan_then_propagate_tiles<F, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP, job,
                      a.pass, why) &&
               launch("scan2", scan_of_tiles_kernel<F, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job, a.pass,
                      why) &&
               launch("combine_carries", combine_carries_kernel<M, BLOCK, ITEMS>, blocks, BLOCK, GROUP, job,
                      a, why) &&
               launch("gather_last", gather_last_kernel<M>, row_blocks, 256, 1, job, last, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
