/* SPDX-License-Identifier: MIT
 * segscan_fused_serial: several scans over rows of one length in a single pass, one after the other. The operator is a
 * product whose parts are the scans. A block loads its tile once; then each part in turn scans it, looks back and writes its
 * own columns, in the same shared memory and registers, so that the largest part bounds the items a thread: their number is
 * that of Clausen's model for it.
 *
 * ID, source    D.C3: Clausen, thesis (2021), 7 and 9: future work there; look-back as segscan_regular32
 * Laws          associative, and a product: two parts or more
 * Memory        one pass: n items read, n results written; G tiles' states of every part
 * Scratch       a counter, and for every part a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths; an operator of one part, for which it would be segscan_regular32 */
#include "hip/scan/clausen.hip.h"
#include "hip/scan/fused.hip.h"
#include "hip/scan/segment.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct row_parts_arguments {
    parts_arguments<M> parts;
    int64_t length; /* items a row */
};

/* Part PART and those behind it; n results written. partial: shared memory of all parts in turn, a state a group. */
template <class M, int PART, int BLOCK, int ITEMS, int GROUP>
FN void scan_parts_of_rows(const parts_arguments<M, PART> &a, const turn &mine, const row_index &rows,
                           const typename M::input *item, void *strip, void *partial)
{
    if constexpr (PART < M::state_columns.parts) {
        using P = part_of<M, PART>;
        block_sync(); /* the part before, whose states may be of another size, has read partial */
        scan_owned_rows<P, true, BLOCK, ITEMS, GROUP>(a.own, mine, rows, item, strip,
                                                      static_cast<typename P::state *>(partial));
        scan_parts_of_rows<M, PART + 1, BLOCK, ITEMS, GROUP>(a.rest, mine, rows, item, strip, partial);
    }
}

/* A tile a turn, as single_pass_kernel. */
template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
segscan_fused_serial_kernel(row_parts_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS, SIZE = BLOCK * ITEMS;
    SHARED(typename strip_of<M>::word, strips, SIZE);
    SHARED(uint64_t, partial, (GROUPS * largest_part(M::state_columns) + 7) / sizeof(uint64_t));
    SHARED(uint64_t, drawn, 1);
    const auto &turns_of = a.parts.own; /* the first part's counter is everyone's */
    share turns = share_of(turns_of.scan.tiles, block_id());
    for (int64_t t = turns.first; t < turns.last; t++) {
        turn mine = take_turn(turns_of.chain, drawn);
        row_index rows = row_index_of(mine.tile * SIZE, a.length, SIZE);

        /* ---- load: n items read, map-out written; each lane then owns ITEMS consecutive ones ---- */
        int window = group_id<GROUP>() * WINDOW;
        typename M::input item[ITEMS] = {};
        load_and_emit_window<part_of<M, 0>, ITEMS, GROUP>(turns_of.scan.source, rows.first + window,
                                                          strips + window, item);

        scan_parts_of_rows<M, 0, BLOCK, ITEMS, GROUP>(a.parts, mine, rows, item, strips + window, partial);
        end_turns(turns_of.chain, mine, turns_of.tile_count);
    }
}

/* ---- the host's side ---- */

struct segscan_fused_serial : fused_scan, clausen_tuned {
    static constexpr const char
        *ids = "D.C3",
        *does =
            "one pass for several scans of rows of one length, one after the other in the same shared memory";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS;

    /* Items are as the model says of the part that allows the fewest. */
    static constexpr size_t held(const op_sizes &)
    {
        return 0;
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return fused_scan::suits(sizes, shape) &&
               (shape.block < 64 || clausen_has_items_by_parts(sizes.result, shape.items));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t bytes = scan_traffic(job);
        for (int part = 0; part < job->op->state.parts; part++) {
            size_t size = tuple_part(&job->op->state, part).size;
            bytes += size > 4 ? segment_states(job, shape) * size : 0;
        }
        return bytes;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
        if (tiles == 0) return true;
        row_parts_arguments<M> a = {all_parts_of<M>(job, tiles, blocks), (int64_t)job->length};
        return launch("segscan_fused_serial", segscan_fused_serial_kernel<M, BLOCK, ITEMS, GROUP>, blocks,
                      BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
