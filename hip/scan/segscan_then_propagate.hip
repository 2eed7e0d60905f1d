/* SPDX-License-Identifier: MIT
 * segscan_then_propagate: scan_then_propagate over rows of one length. A first kernel scans every tile on its own, row
 * by row; a second of one block scans the tiles' folds, each with a flag that says whether a row begins in its tile; a
 * third reads the results of the rows that tiles continue again, and combines them with what is left of the tile in
 * that row.
 *
 * ID, source    C1 over rows: Clausen, thesis (2021), 1.1 and 4.8: the "2-pass" that his single pass is measured
 *               against
 * Laws          associative
 * Memory        n items read, n results written; those of rows that began in an earlier tile read and written once
 *               more; a state and a flag a tile, written twice, read once, and once more where the tile continues a row
 * Scratch       a state and a flag a tile
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGSCAN_THEN_PROPAGATE_HIP
#define FOLDCHECK_SEGSCAN_THEN_PROPAGATE_HIP
#include "hip/scan/passes.hip.h"
#include "hip/scan/segment.hip.h"
#include "hip/scan/segscan_flags.hip"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct row_pass_arguments {
    scan_arguments<M> scan;
    typename flagged<M>::state
        *tile;      /* scratch: a tile's fold of its last row, then what is left of the tile */
    int64_t length; /* items a row */
};

/* How many of the tile's first items are in a row that began in an earlier tile. */
BOTH int32_t tile_continues(const row_index &rows)
{
    return rows.into == 0 ? 0 : rows.boundary;
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
segscan_then_propagate_tiles(row_pass_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS, SIZE = BLOCK * ITEMS;
    SHARED(typename strip_of<M>::word, strips, SIZE);
    SHARED(typename M::state, partial, GROUPS);
    const typename M::params &params = a.scan.source.params;
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = mine.first; tile < mine.last; tile++) {
        block_sync(); /* partial has been read */
        row_index rows = row_index_of(tile * SIZE, a.length, SIZE);

        /* ---- load: n items read, map-out written; each lane then owns ITEMS consecutive ones ---- */
        int window = group_id<GROUP>() * WINDOW, own = thread_id() * ITEMS;
        typename M::input item[ITEMS] = {};
        load_and_emit_window<M, ITEMS, GROUP>(a.scan.source, rows.first + window, strips + window, item);

        /* ---- lane, group, block ---- */
        typename M::state result[ITEMS];
        typename M::state folded = scan_own_rows<M, true, ITEMS>(a.scan, rows, own, item, result);
        block_scan<M> block = scan_lanes_of_rows<M, true, BLOCK, ITEMS, GROUP>(params, rows, folded, partial);
        if (thread_id() < GROUPS) store(partial + thread_id(), block.groups);
        typename flagged<M>::state fold = {block.total, rows.into == 0 || rows.boundary < SIZE};
        if (thread_id() == 0) store(a.tile + tile, fold);
        block_sync();

        /* ---- n results written ---- */
        typename M::state left = block.lanes; /* covers the row from the tile's first item on */
        if (continues_row<true>(rows, window, own))
            left = M::combine(params, load(partial + group_id<GROUP>()), left);
        give_left<M, true, ITEMS>(a.scan, rows, own, left, result);
        store_window<state_traits<M>, ITEMS, GROUP>(a.scan.out, rows.first + window, a.scan.source.count,
                                                    strips + window, result);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
segscan_then_propagate_results(row_pass_arguments<M> a)
{
    SHARED(typename flagged<M>::state, shared, 1);
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = mine.first; tile < mine.last; tile++) {
        row_index rows = row_index_of(tile * (BLOCK * ITEMS), a.length, BLOCK * ITEMS);
        int32_t continuing = tile_continues(rows);
        if (continuing == 0) continue; /* the same for all lanes of the block */

        /* ---- what is left of the tile ---- */
        block_sync(); /* what was left of the tile before has been read */
        if (thread_id() == 0) store(shared, load(a.tile + tile));
        block_sync();
        typename M::state left = load(shared).value; /* covers the row up to the tile */

        /* ---- an item a lane; results of the continued row read and written ---- */
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int i = k * BLOCK + thread_id();
            if (i >= continuing || rows.first + i >= a.scan.source.count) continue;
            typename M::state result;
            load_fields<state_traits<M>>(a.scan.out, rows.first + i, &result);
            result = M::combine(a.scan.source.params, left, result);
            store_fields<state_traits<M>>(a.scan.out, rows.first + i, &result);
        }
    }
}

/* ---- the host's side ---- */

struct segscan_then_propagate : tiled_scan {
    static constexpr const char *does =
        "scans every tile of rows of one length, then their folds, then gives the rows that tiles continue "
        "what is left";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 15, 32, USUAL}, {256, 15, 64, USUAL}};

    /* Of tiles, and of the scan of their folds, which have flags. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t tile = tiled_scan::shared_bytes(sizes, shape);
        uint64_t folds = flagged_sizes(sizes).state * (shape.block / shape.group);
        return tile > folds ? tile : folds;
    }

    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS;

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return (uint64_t)scan_tiles(job, shape) * flagged_job_of(job).op.state.size;
    }

    /* O(tiles). */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tiles = scan_tiles(job, shape), size = (int64_t)shape->block * shape->items;
        int64_t items = (int64_t)job_items(job), continued = 0;
        uint64_t again = 0;
        for (int64_t tile = 0; tile < tiles; tile++) {
            row_index rows = row_index_of(tile * size, (int64_t)job->length, (int32_t)size);
            again += (uint64_t)smaller(tile_continues(rows), items - rows.first);
            continued += rows.into != 0;
        }
        uint64_t states = (uint64_t)(3 * tiles + continued);
        return scan_traffic(job) + 2 * again * job->op->state.packed +
               states * flagged_job_of(job).op.state.size;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged<M>;
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
        if (tiles == 0) return true;
        auto *tile = static_cast<typename F::state *>(job->scratch);
        row_pass_arguments<M> a = {scan_of<M>(job, tiles, blocks), tile, (int64_t)job->length};
        pass_arguments<F> folds = {};
        folds.scan.source.params = {a.scan.source.params, a.scan.init};
        folds.scan.init = F::identity(folds.scan.source.params);
        folds.tile = tile;
        folds.tile_count = tiles;
        return launch("segscan_then_propagate tiles", segscan_then_propagate_tiles<M, BLOCK, ITEMS, GROUP>,
                      blocks, BLOCK, GROUP, job, a, why) &&
               launch("segscan_then_propagate folds", scan_of_tiles_kernel<F, BLOCK, ITEMS, GROUP>, 1, BLOCK,
                      GROUP, job, folds, why) &&
               launch("segscan_then_propagate results",
                      segscan_then_propagate_results<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP, job, a,
                      why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
