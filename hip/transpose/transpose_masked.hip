/* SPDX-License-Identifier: MIT
 * transpose_masked: makes chunks of neighbouring items into columns, so that threads which own a chunk each read next
 * to one another. Where the items of a segment do not fill its chunks the thesis first copies all of them behind
 * padding; here the items that are not there are masked: they are neither read nor written, and nothing is copied
 * twice. A block takes as many rows as it has threads, all columns of them if these are few (else strips of ITEMS
 * columns), so that what it reads is one stretch; through shared memory each thread has a row, and writes it a column
 * at a time.
 *
 * ID, source    LF12, L11 without its padding: Larsen, thesis (2017), 4.4, 6.4.1, 8.7.1
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced for rows of ITEMS items at most
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input */
#ifndef FOLDCHECK_TRANSPOSE_MASKED_HIP
#define FOLDCHECK_TRANSPOSE_MASKED_HIP
#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
transpose_masked_kernel(matrices m)
{
    using word = typename M::state;
    SHARED(word, rows, BLOCK * (ITEMS + 1));
    for (int64_t t = block_id(); t < m.all; t += block_count()) {
        tile_at tile = tile_of(m, t);
        int strip = (int)smaller(ITEMS, tile.columns), pitch = strip | 1;

        /* ---- load: one stretch, if the strip is all columns; each item that is there read once ---- */
        for (int k = 0; k < strip; k++) {
            int e = k * BLOCK + thread_id(), row = e / strip, column = e % strip;
            cell at = {row, column};
            word moved;
            if (!is_there(tile, at)) continue;
            load_field<sizeof(word)>(m.in, tile.read + cell_item(m, at), &moved);
            store(rows + row * pitch + column, moved);
        }
        block_sync();

        /* ---- store: a row a thread, a column at a time; each item that is there written once ---- */
        for (int k = 0; k < strip; k++) {
            cell at = {thread_id(), k};
            if (!is_there(tile, at)) continue;
            word moved = load(rows + thread_id() * pitch + k);
            store_field<sizeof(word)>(m.out, tile.written + cell_place(m, at), &moved);
        }
        block_sync(); /* the next rows go over these */
    }
}

struct transpose_masked : transposition {
    static constexpr const char
        *ids = "LF12",
        *does = "chunks to columns without padding: items that are not there are neither read nor written";
    static constexpr unsigned takes = TRANSPOSITION_TAKES | TAKES_MASK;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {8, 3, 4, TINY}, {128, 16, 32, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block * (shape.items + 1) * sizes.state;
    }

    /* Strips of wider rows may be as narrow as one item. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return larger_of(transpose_sectors(job, 1, 1),
                         job->length > shape->items ? sectors_of_parts(job, 1) : 1);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        matrices m = matrices_of(job, BLOCK, ITEMS);
        if (m.all == 0) return true;
        return launch("transpose_masked", transpose_masked_kernel<M, BLOCK, ITEMS>,
                      smaller(MOST_BLOCKS, m.all), BLOCK, GROUP, job, m, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
