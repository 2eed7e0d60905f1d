/* SPDX-License-Identifier: MIT
 * literal_traffic: costs of launches by the listings of the documents, worked out by hand from these, for the
 * strategies that have their IDs. docs/internals/documents counts the lines of each ID. */
#include <inttypes.h>

#include "counting.h"

enum { ANY = -1 }; /* what the document leaves open */

/* Launches of kernels, bytes of global memory read and written (scratch, too), barriers of blocks, atomics of lanes,
 * and cycles that accesses to shared memory take beyond the fewest: of the documents' warps, which have 32 lanes. */
static const struct {
    const char *ids, *line;
    int64_t launches, read, written, barriers, atomics, conflicts;
} form_costs[] = {
#define AT(STRATEGY, TUNING, PROBLEM)                                                                        \
    "literal_traffic." STRATEGY "{" TUNING "}@sim32 reduce/" PROBLEM "/soa/any:1"
    /* L 4.3.2, "First version": a launch a level, each block reads its tile (line 7), has a barrier behind that (line
     * 8) and one behind each of log2 B steps (line 17), and writes one (line 20). Tiles of 8: 125, 16, 2, 1; and 8, 1 */
    {"L1 L2", AT("reduce_tree_interleaved", "block=8,items=1,group=4", "add_u32/1000"), 4,
     4 * (1000 + 125 + 16 + 2), 4 * (125 + 16 + 2 + 1), 4 * (125 + 16 + 2 + 1), 0, ANY},
    {"L1 L2", AT("reduce_tree_interleaved", "block=8,items=1,group=4", "add_u32/64"), 2, 4 * (64 + 8),
     4 * (8 + 1), 4 * (8 + 1), 0, ANY},
    /* its strides, of two loads and a store each: 4 warps two ways, 2 warps four ways, then one warp of 32, 16 and 8
     * lanes eight ways, of 4 lanes four ways, of 2 two ways */
    {"L2", AT("reduce_tree_interleaved", "block=256,items=1,group=32", "add_u32/256"), 1, 4 * 256, 4, 9, 0,
     3 * (4 * 1 + 2 * 3 + 3 * 7 + 3 + 1)},
    /* "Second version": no conflict, and two barriers, before and after the leaders' stores; of every tile */
    {"L1 L3", AT("reduce_tree_warp_first", "block=256,items=4,group=32", "add_u32/1024"), 1, 4 * 1024, 4, 2,
     0, 0},
    {"L1 L3", AT("reduce_tree_warp_first", "block=256,items=4,group=32", "add_u32/4096"), 2, 4 * (4096 + 4),
     4 * (4 + 1), 2 * (4 + 1), 0, 0},
    /* where the first warp fetches the results: one */
    {"L1 L3b", AT("reduce_tree_warp_first", "block=8,items=3,group=4,gather=1", "add_u32/24"), 1, 4 * 24, 4,
     1, 0, ANY},
    {"L1 L3b", AT("reduce_tree_warp_first", "block=8,items=3,group=4,gather=1", "add_u32/288"), 2,
     4 * (288 + 12), 4 * (12 + 1), 12 + 1, 0, ANY},
    /* L App A, after Harris's kernel 7: two items of a thread a trip, a barrier behind the stores and one behind each
     * step that leaves more than a warp two slots a lane; the same for the blocks' results. Tiles of 16, of which a
     * block has two at least: 31 blocks without such a step; and four blocks of 512 threads fill the simulator, whose
     * steps are 256, 128 and 64 */
    {"L4", AT("reduce_harris", "block=8,items=2,group=4", "add_u32/1000"), 2, 4 * (1000 + 31), 4 * (31 + 1),
     31 + 1, 0, 0},
    {"L4", AT("reduce_harris", "block=512,items=2,group=32", "add_u32/65536"), 2, 4 * (65536 + 4),
     4 * (4 + 1), (1 + 3) * (4 + 1), 0, 0},
    /* L 6.2.1, algorithm 6.1, and 4.3.2's reduction of a block, with two barriers. Larsen's group count is 16 for
     * either tuning: of 2 rows 8 each (line 1), chunks of 8 (line 2). 8 results a row are more than half a block of
     * 8, so that the second launch has a block a row (6.2.5) */
    {"L14", AT("segreduce_larsen_strided", "block=8,items=1,group=4", "add_u32/2x500"), 2, 4 * (1000 + 16),
     4 * (16 + 2), 2 * (16 + 2), 0, 0},
    {"L14", AT("segreduce_larsen_strided", "block=256,items=1,group=32", "add_u32/65536"), 2,
     4 * (65536 + 16), 4 * (16 + 1), ANY, 0, 0},
    /* 5.2.2, equation 5.1, by 240 groups as there: 120 for each of 2 rows, 4 for each of 64 */
    {"L14", AT("segreduce_larsen_strided", "block=8,items=1,group=4,grid=240", "add_u32/2x5000"), 2,
     4 * (10000 + 240), 4 * (240 + 2), 2 * (240 + 2), 0, 0},
    {"L14", AT("segreduce_larsen_strided", "block=8,items=1,group=4,grid=240", "add_u32/64x500"), 2,
     4 * (32000 + 256), 4 * (256 + 64), ANY, 0, ANY},
    /* "Launching Too Many Groups": 5 groups have items of a row of 40, 3 of one of 600 */
    {"L14 L17", AT("segreduce_larsen_strided", "block=8,items=1,group=4", "add_u32/2x40"), 2, 4 * (80 + 10),
     4 * (10 + 2), 2 * (10 + 2), 0, 0},
    {"L14 L17", AT("segreduce_larsen_strided", "block=256,items=1,group=32", "add_u32/600"), 2, 4 * (600 + 3),
     4 * (3 + 1), ANY, 0, 0},
    /* The same in order, behind a copy with padding and a transposition (4.4, 6.4.1), which are there for chunks of
     * one item, too, where the transposition is a copy (App C.2). 64 threads a row, chunks of 8, 512 places; then 8
     * threads, 8 places. 40 threads, 40 places */
    {"L15 L11", AT("segreduce_larsen_chunked", "block=8,items=1,group=4", "add_u32/2x500"), 6,
     4 * (1000 + 1024 + 1000 + 16 + 16 + 16), 4 * (1024 + 1024 + 16 + 16 + 16 + 2), ANY, 0, ANY},
    {"L15 L11", AT("segreduce_larsen_chunked", "block=8,items=1,group=4", "add_u32/2x40"), 6,
     4 * (80 + 80 + 80 + 10 + 16 + 10), 4 * (80 + 80 + 10 + 16 + 16 + 2), 2 * (10 + 2), 0, 0},
    /* "Optimizing One Group Per Segment": one launch, one reduction of a block a row; in order 8 threads have 63 of
     * 504 places each, and both columns are copied and transposed */
    {"L16", AT("segreduce_larsen_one_block", "block=8,items=1,group=4", "add_u32/2x500"), 1, 4 * 1000, 4 * 2,
     2 * 2, 0, 0},
    {"L16", AT("segreduce_larsen_one_block", "block=8,items=1,group=4", "span_4/2x500"), 5,
     4 * (1000 + 1008 + 1000), 4 * (1008 + 1008 + 2), ANY, 0, ANY},
    /* 5.3, listing 5.4: 16 blocks leave 16 results, two blocks 2 of these, which are half a block's and packed; of
     * rows of 40 items 5, which one block takes */
    {"L20", AT("segreduce_larsen_recursive", "block=8,items=1,group=4", "add_u32/1000"), 3,
     4 * (1000 + 16 + 2), 4 * (16 + 2 + 1), ANY, 0, ANY},
    {"L20", AT("segreduce_larsen_recursive", "block=8,items=1,group=4", "add_u32/2x40"), 2, 4 * (80 + 10),
     4 * (10 + 2), 2 * (10 + 2), 0, 0},
    /* Listing 5.4, lines 9 to 11: items are transposed where chunks have several alone. 5 groups a row of 40 items, of one
     * a thread, and a block for 5 results; 8 groups a row of 500, of chunks of 8, whose two columns are padded to 512
     * places and transposed, and a block for 8 results */
    {"L21", AT("segreduce_larsen_prototype", "block=8,items=1,group=4", "span_4/2x40"), 2, 4 * (80 + 10),
     4 * (10 + 2), 2 * (10 + 2), 0, 0},
    {"L21", AT("segreduce_larsen_prototype", "block=8,items=1,group=4", "span_4/2x500"), 6,
     4 * (1000 + 1024 + 1000 + 16), 4 * (1024 + 1024 + 16 + 2), ANY, 0, ANY},
    /* 4.4, 5.2.4: items are padded "if needed": 64 threads of 8 items have a row of 512 without; both columns are
     * transposed as they lie */
    {"L21", AT("segreduce_larsen_prototype", "block=8,items=1,group=4", "span_4/2x512"), 4,
     4 * (1024 + 1024 + 16), 4 * (1024 + 16 + 2), ANY, 0, ANY},
    /* 6.5.1: no more groups than a block has threads, and a second kernel of one block: 8 of 16 that fill the
     * simulator; all 16. In order 64 threads have chunks of 16, 1024 places, and two columns are copied and
     * transposed */
    {"L26", AT("reduce_chunked", "block=8,items=1,group=4", "add_u32/1000"), 2, 4 * (1000 + 8), 4 * (8 + 1),
     2 * (8 + 1), 0, 0},
    {"L26", AT("reduce_chunked", "block=256,items=1,group=32", "add_u32/65536"), 2, 4 * (65536 + 16),
     4 * (16 + 1), 2 * (16 + 1), 0, 0},
    {"L26", AT("reduce_chunked", "block=8,items=1,group=4", "span_4/1000"), 6, 4 * (1000 + 1024 + 1000 + 8),
     4 * (1024 + 1024 + 8 + 1), ANY, 0, ANY},
    /* 9.1, "several threads a segment" of listing 5.1, each with a chunk, on items that are padded and transposed; a row's
     * threads are a block's, so that no result of theirs goes to memory: 128 threads fill the simulator. Of 2 rows, as
     * many as a block has, 8, with chunks of 63 of 504 places; of 61 rows 4, with 25 of 100 */
    {"LF6", AT("segreduce_larsen_loop_in_map_multi", "block=8,items=1,group=4", "add_u32/2x500"), 3,
     4 * (1000 + 1008 + 1000), 4 * (1008 + 1008 + 2), ANY, 0, ANY},
    {"LF6", AT("segreduce_larsen_loop_in_map_multi", "block=8,items=1,group=4", "add_u32/61x97"), 3,
     4 * (5917 + 6100 + 5917), 4 * (6100 + 6100 + 61), ANY, 0, ANY},
    /* 9.1, of 4.3.2 and app. A: L14 with a reduction of a block that commutes, NVIDIA's: a barrier behind the stores and
     * one behind each step that leaves more than a warp two slots a lane; 128 and 64 of 256 */
    {"LF7", AT("segreduce_larsen_commuting", "block=8,items=1,group=4", "add_u32/2x500"), 2, 4 * (1000 + 16),
     4 * (16 + 2), 16 + 2, 0, 0},
    {"LF7", AT("segreduce_larsen_commuting", "block=256,items=1,group=32", "add_u32/16x4096"), 1, 4 * 65536,
     4 * 16, 3 * 16, 0, 0},
    /* 8.7.1: "atomically updating a global memory location" and shuffles: L14 whose warps each add onto their row's sum, so
     * that there is no second stage and no barrier: 16 blocks of 2 warps, or of 8. The sums are set to zero before, and read
     * and written as results behind */
    {"LF12", AT("segreduce_larsen_atomics", "block=8,items=1,group=4", "add_u32/2x500"), 3, 4 * (1000 + 2),
     4 * (2 + 2), 0, 16 * 2, 0},
    {"LF12", AT("segreduce_larsen_atomics", "block=256,items=1,group=32", "add_u32/65536"), 3,
     4 * (65536 + 1), 4 * (1 + 1), 0, 16 * 8, 0},
    /* 5.4.2, 9.1: chunks grow to 4 first. A row of 100 gets 4 blocks of 8 threads then, not the 8 of equation 5.1, and
     * leaves 4 results, which are half a block's; one of 32 gets one. In order 128 places a row, of two columns */
    {"LF9", AT("segreduce_larsen_chunks_first", "block=8,items=4,group=4", "add_u32/2x100"), 2, 4 * (200 + 8),
     4 * (8 + 2), ANY, 0, ANY},
    {"LF9", AT("segreduce_larsen_chunks_first", "block=8,items=4,group=4", "add_u32/2x32"), 1, 4 * 64, 4 * 2,
     2 * 2, 0, 0},
    {"LF9", AT("segreduce_larsen_chunks_first", "block=8,items=4,group=4", "span_4/2x100"), 6,
     4 * (200 + 256 + 200 + 8), 4 * (256 + 256 + 8 + 2), ANY, 0, ANY},
    /* H "Row summation kernel", a block a row, of as many threads: 3 levels of 8 items, 10 of 1000 (500, 250, 125, 63
     * ...), each with a barrier before and after its stores, and one in front that the slide lacks */
    {"H5", AT("segreduce_row_tree", "block=8,items=1,group=1", "add_u32/3x8"), 1, 4 * 24, 4 * 3,
     3 * (1 + 2 * 3), 0, ANY},
    {"H5", AT("segreduce_row_tree", "block=1024,items=1,group=1", "add_u32/4x1000"), 1, 4 * 4000, 4 * 4,
     4 * (1 + 2 * 10), 0, ANY},
    /* its last sentence: none inside a warp, so that two are left, whatever the length; and no bank is met twice */
    {"H5b", AT("segreduce_row_warps", "block=8,items=1,group=4", "add_u32/3x8"), 1, 4 * 24, 4 * 3, 3 * 2, 0,
     0},
    {"H5b", AT("segreduce_row_warps", "block=1024,items=1,group=32", "add_u32/4x1000"), 1, 4 * 4000, 4 * 4,
     4 * 2, 0, 0},
    /* S: one kernel; each block counts itself by an atomic, and the last one reads all results, and sets the counter
     * back. 125 windows of 8, of which a block has two at least: 62 blocks; 8 blocks of 256 threads */
    {"S1", AT("reduce_last_block_whole", "block=8,items=1,group=4", "add_u32/1000"), 1, 4 * (1000 + 62),
     4 * (62 + 1) + 4, ANY, 62, ANY},
    {"S1", AT("reduce_last_block_whole", "block=256,items=1,group=32", "add_u32/65536"), 1, 4 * (65536 + 8),
     4 * (8 + 1) + 4, ANY, 8, ANY},
    /* L 5.1.1, H "Flying Too Close to the Sun": a thread reads its row and writes one result, without a barrier */
    {"L13n H2", AT("segreduce_thread_per_row", "block=8,items=1,group=1", "add_u32/61x97"), 1, 4 * 5917,
     4 * 61, 0, 0, 0},
    {"L13n H2", AT("segreduce_thread_per_row", "block=256,items=1,group=1", "add_u32/4x1000"), 1, 4 * 4000,
     4 * 4, 0, 0, 0},
    /* L 5.1.1, listing 5.1, behind App C.2's transposition: each item is read, written and read again, and one result a
     * row is written; a low matrix has a kernel of its own, and rows of one item are copied (6.5.1) */
    {"L13", AT("segreduce_larsen_loop_in_map", "block=8,items=1,group=4", "add_u32/61x97"), 2, 4 * 2 * 5917,
     4 * (5917 + 61), ANY, 0, ANY},
    {"L13 L10 L8", AT("segreduce_larsen_loop_in_map", "block=128,items=1,group=32", "add_u32/1000x8"), 2,
     4 * 2 * 8000, 4 * (8000 + 1000), ANY, 0, ANY},
    {"L13 L10 L9", AT("segreduce_larsen_loop_in_map", "block=128,items=1,group=32", "add_u32/1000x1"), 2,
     4 * 2 * 1000, 4 * (1000 + 1000), 0, 0, 0},
    /* L 3.4.2's program, of D.1.1's kernels: a map writes a flag of a byte an item; scan1 reads pairs and leaves pairs, of
     * tiles of 8 and a state of 8 bytes each; scan2 reads and writes these; a map reads them and all pairs but the first
     * tile's and writes values; a map gathers. 125 tiles; 740 */
    {"L12", AT("segreduce_scan_gather_passes", "block=8,items=1,group=4", "add_u32/2x500"), 5,
     5 * 1000 + 8 * 125 + 5 * 992 + 8 * 124 + 4 * 2, 1000 + 5 * 1000 + 8 * 125 + 8 * 125 + 4 * 992 + 4 * 2,
     ANY, 0, ANY},
    {"L12", AT("segreduce_scan_gather_passes", "block=8,items=1,group=4", "add_u32/61x97"), 5,
     5 * 5917 + 8 * 740 + 5 * 5909 + 8 * 739 + 4 * 61,
     5917 + 5 * 5917 + 8 * 740 + 8 * 740 + 4 * 5909 + 4 * 61, ANY, 0, ANY},
    /* S, "we slide a tblock_size-sized window over the input": a reduction of the block, one barrier, for each of 125
     * windows of 8; of 62 blocks each counts itself. Of rows, 63 windows each, by 32 blocks a row */
    {"S2", AT("reduce_window", "block=8,items=1,group=4", "add_u32/1000"), 1, 4 * (1000 + 62),
     4 * (62 + 1) + 4, 125, 62, ANY},
    {"S4", AT("segreduce_large_window", "block=8,items=1,group=4", "add_u32/2x500"), 1, 4 * (1000 + 64),
     4 * (64 + 2) + 2 * 4, 2 * 63, 64, ANY},
    /* L 6.2.2, algorithm 6.2, and S: packs of 2 rows of 3 (line 1: 8 / 3), one launch, each item read once (line 29)
     * and a result a row written by the thread of its last item; rows of 97 by blocks of 256 */
    {"L19", AT("segreduce_small_scan", "block=8,items=1,group=4", "add_u32/101x3"), 1, 4 * 303, 4 * 101, ANY,
     0, ANY},
    {"L19", AT("segreduce_small_scan", "block=256,items=1,group=32", "add_u32/61x97"), 1, 4 * 5917, 4 * 61,
     ANY, 0, ANY},
    {"LF4", AT("segreduce_small_reduce_flags", "block=8,items=1,group=4", "add_u32/101x3"), 1, 4 * 303,
     4 * 101, ANY, 0, ANY},
    {"LF4", AT("segreduce_small_reduce_flags", "block=256,items=1,group=32", "add_u32/61x97"), 1, 4 * 5917,
     4 * 61, ANY, 0, ANY},
    {"LF5", AT("segreduce_small_reduce", "block=8,items=1,group=4", "add_u32/101x3"), 1, 4 * 303, 4 * 101,
     ANY, 0, ANY},
    {"LF5", AT("segreduce_small_reduce", "block=256,items=1,group=32", "add_u32/61x97"), 1, 4 * 5917, 4 * 61,
     ANY, 0, ANY},
    {"S5 LF5", AT("segreduce_small_index", "block=8,items=1,group=4", "add_u32/101x3"), 1, 4 * 303, 4 * 101,
     ANY, 0, ANY},
    {"S5 LF5", AT("segreduce_small_index", "block=256,items=1,group=32", "add_u32/61x97"), 1, 4 * 5917,
     4 * 61, ANY, 0, ANY},
    /* L 9.1, "non-chunking": a block a window of 8 items, 63 a row; 256 of 256 */
    {"L18 LF8", AT("segreduce_large_chunk1", "block=8,items=1,group=4", "add_u32/2x500"), 1, 4 * (1000 + 126),
     4 * (126 + 2) + 2 * 4, 126, 126, ANY},
    {"L18 LF8", AT("segreduce_large_chunk1", "block=256,items=1,group=32", "add_u32/65536"), 1,
     4 * (65536 + 256), 4 * (256 + 1) + 4, 256, 256, ANY},
    /* T 2, "Optimization 4": an array of the warps' sums, and the same operation by the first warp: of each tile a barrier
     * before it and one that protects the next tile (listing, line 16). Tiles of 16, 63 a row; 4 of 256 with 128 threads */
    {"T5b", AT("block_shuffle_halves", "block=8,items=2,group=4", "add_u32/2x1000"), 1, 4 * 2000, 4 * 2,
     2 * 63 * 2, 0, ANY},
    {"T5b", AT("block_shuffle_halves", "block=128,items=2,group=32", "add_u32/50x1024"), 1, 4 * 51200, 4 * 50,
     50 * 4 * 2, 0, 0},
    /* S, "stripmined by a factor chunk, inserting collective copies via shared memory of each reduction parameter going
     * into the intra-block reductions": windows of 8 threads and chunks of 3, 21 a row of 500, each with one reduction of
     * the block and a copy of one parameter, a barrier before it is read and one behind; two windows a block, 11 blocks a
     * row, which count themselves. Of two parameters: rows of 40, two windows each, of one block */
    {"S3", AT("segreduce_large_copied", "block=8,items=3,group=4", "add_u32/2x500"), 1, 4 * (1000 + 22),
     4 * (22 + 2) + 2 * 4, 2 * 21 * (1 + 2), 22, ANY},
    {"S3", AT("segreduce_large_copied", "block=8,items=3,group=4", "span_4/2x40"), 1, 4 * 80, 4 * 2,
     2 * 2 * (1 + 2 * 2), 0, ANY},
#undef AT
#define AT(STRATEGY, TUNING, PROBLEM)                                                                        \
    "literal_traffic." STRATEGY "{" TUNING "}@sim32 reduce/" PROBLEM "/cols/any:1"
    /* H "Transposing for Coalescing", "the accesses we want": in iteration i thread r reads A[i r' + r] of r' rows, in one
     * launch, and writes one sum; no thread waits for another */
    {"H3", AT("segreduce_thread_per_column", "block=8,items=1,group=1", "add_u32/61x97"), 1, 4 * 5917, 4 * 61,
     0, 0, 0},
    {"H3", AT("segreduce_thread_per_column", "block=256,items=1,group=1", "add_u32/512x64"), 1, 4 * 32768,
     4 * 512, 0, 0, 0},
    /* H "After IRWIM": map(reduce(+, 0), transpose(per_thread_results)). The k = 2 columns of 500 threads' results are
     * read and written by the transposition, and then are rows of a segmented reduction, which are long: S, "Large
     * segments", as S4 above. k = 5 as on the slide, of 3840 threads: two of the simulator's 8 blocks a row. 3 threads:
     * "Small segments", a result of a row and nothing else */
    {"H12", AT("segreduce_irwim", "block=8,items=1,group=4", "add_u32/2x500"), 2, 4 * (1000 + 1000 + 64),
     4 * (1000 + 64 + 2) + 2 * 4, ANY, 64, ANY},
    {"H12", AT("segreduce_irwim", "block=256,items=4,group=32", "add_u32/5x3840"), 2,
     4 * (19200 + 19200 + 10), 4 * (19200 + 10 + 5) + 5 * 4, ANY, 10, ANY},
    {"H12", AT("segreduce_irwim", "block=8,items=1,group=4", "add_u32/61x3"), 2, 4 * (183 + 183),
     4 * (183 + 61), ANY, 0, ANY},
    /* H "Performance": as H3 where rows are many, as H5b where they are few */
    {"H6", "literal_traffic.segreduce_by_henriksen_slides@sim32 reduce/add_u32/5001x3/cols/any:1", 1,
     4 * 15003, 4 * 5001, 0, 0, 0},
    {"H6", "literal_traffic.segreduce_by_henriksen_slides@sim32 reduce/add_u32/4x1000/soa/any:1", 1, 4 * 4000,
     4 * 4, 4 * 2, 0, 0},
#undef AT
#define AT(STRATEGY, PROBLEM)                                                                                \
    "literal_traffic." STRATEGY "{block=8,items=1,group=4}@sim32 keyed/add_u32/" PROBLEM "/soa/any:1"
    /* H "the Ugly": counts[membership[i]] + 1 in place, an addition an item, whatever the keys are */
    {"H8", AT("keyed_plain_atomics", "3000#7:uniform:1"), ANY, ANY, ANY, 0, 3000, 0},
    {"H8", AT("keyed_plain_atomics", "2x500#2:giant:1"), ANY, ANY, ANY, 0, 1000, 0},
    /* H "the Good", "GPU Code Generation": a launch of the chunked map, in which an item and its key are read, and the
     * thread's entry is read and written, k entries being replicated before; a transposition and a segmented reduction
     * (H12). 428 threads have 7 items each, or a few more, of 2048 that fill the simulator; the rows of their results are
     * of 27 blocks each. 33 threads for each of 2 rows, and 6 rows of 3 blocks */
    {"H10 H11", AT("keyed_stream_threads", "3000#7:uniform:1"), 3, 4 * (2 * 3000 + 3000 + 2996 + 2996 + 189),
     4 * (2996 + 3000 + 2996 + 189 + 7) + 4 * 7, ANY, 189, ANY},
    {"H10 H11", AT("keyed_stream_threads", "2x100#3:uniform:1"), 3, 4 * (2 * 200 + 200 + 198 + 198 + 18),
     4 * (198 + 200 + 198 + 18 + 6) + 4 * 6, ANY, 18, ANY},
#undef AT
#define AT(STRATEGY, PROBLEM)                                                                                \
    "literal_traffic." STRATEGY "{block=8,items=1,group=4}@sim32 scan/add_u32/" PROBLEM "/soa/any:1"
    /* C 1.1, tiles of 8: scan-then-propagate writes n twice and reads it twice but for the first tile, in three
     * launches with 125 folds; reduce-then-scan reads n twice and writes it once */
    {"C1", AT("scan_then_propagate", "1000"), 3, 4 * (1000 + 992 + 125 + 124), 4 * (1000 + 992 + 125 + 125),
     ANY, 0, ANY},
    {"C2", AT("scan_reduce_then_scan", "1000"), 3, 4 * (2 * 1000 + 125 + 125), 4 * (1000 + 125 + 125), ANY, 0,
     ANY},
#undef AT
#define AT(STRATEGY, ITEMS, PROBLEM)                                                                         \
    "literal_traffic." STRATEGY "{block=8,items=" ITEMS ",group=4}@sim32 scan/" PROBLEM "/soa/any:1"
    /* C App A: statuses are filled, then a block for each tile (lines 162, 133). Barriers of each: two round its id (187,
     * 189), three for each component on its way to its thread and back (236, 243, 247; 530, 536, 543), one behind the
     * threads' folds (276), two in 4.5's scan of a block, before and after its first warp's part, one behind that (295) and
     * one behind what is read of it (305); and two where the block does not begin a row (485, 488). A prefix, or before it an
     * aggregate if no row ends inside (325 to 341, 466). Of tiles of 24 each begins a row, with three atomics: its id, its
     * status, and the last one's reset; span_4 has two components. Of tiles of 8: two begin rows of 1000, 248 tell an
     * aggregate, too; rows of 10 begin with tile 0, end inside 1 to 3, and go on through the last */
    {"C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9", AT("segscan_serial", "3", "add_u32/16x24"), 2,
     4 * 384, 4 * (384 + 16 + 16), 16 * 13, 2 * 16 + 1, ANY},
    {"C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9", AT("segscan_serial", "3", "span_4/16x24"), 2,
     4 * 384, 4 * (384 + 16 + 16), 16 * (13 + 6), 2 * 16 + 1, ANY},
    {"C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9", AT("segscan_serial", "1", "add_u32/2x1000"), 2,
     ANY, 4 * (2000 + 250 + 2 + 2 * 248), 2 * 13 + 248 * 15, ANY, ANY},
    {"C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9", AT("segscan_serial", "1", "add_u32/4x10"), 2,
     ANY, 4 * (40 + 5 + 4 + 2), 13 + 4 * 15, ANY, ANY},
    /* C 6: other remainders alone */
    {"C9", AT("segscan_serial32", "3", "add_u32/16x24"), 2, 4 * 384, 4 * (384 + 16 + 16), 16 * 13, 2 * 16 + 1,
     ANY},
    {"C9", AT("segscan_serial32", "1", "add_u32/4x10"), 2, ANY, 4 * (40 + 5 + 4 + 2), 13 + 4 * 15, ANY, ANY},
    /* C 3.1: each item read and written once; states share a word with their status, which is written by atomics: of one
     * block its id, its prefix, and the counter's epoch */
    {"C5", AT("scan_lookback_one", "1", "add_u32/1000"), 1, 4 * 1000, 4 * 1000, ANY, ANY, ANY},
    {"C5", AT("scan_lookback_one", "1", "add_u32/8"), 1, 4 * 8, 4 * 8, ANY, 3, ANY},
    /* C 9: items are read once for both scans, and each writes its own; a block has one id and tells two prefixes */
    {"D.C3", AT("segscan_fused_serial", "3", "sum_and_max_i32/16x24"), 1, 4 * 384, 2 * 4 * 384, ANY,
     16 * (1 + 2) + 1, ANY},
#undef AT
#define AT(STRATEGY, PROBLEM) "literal_traffic." STRATEGY "@sim32 transpose/" PROBLEM "/soa/any:1"
    /* L 4.3.3, App C.2: each item read and written once; a warp has two rows of a tile of 16, which share one bank,
     * where it stores and where it loads: two cycles for each of 8 warps, of 16 tiles; and the low-height kernel */
    {"L10 L5", AT("transpose_by_larsen", "i32/64x64"), 1, 4 * 4096, 4 * 4096, ANY, 0, 16 * 8 * 2},
    {"L10 L7", AT("transpose_by_larsen", "i32/8x100"), 1, 4 * 800, 4 * 800, ANY, 0, ANY},
    {"L10 L8", AT("transpose_by_larsen", "i32/100x8"), 1, 4 * 800, 4 * 800, ANY, 0, ANY},
    {"L10 L9", AT("transpose_by_larsen", "i32/1x100"), 1, 4 * 100, 4 * 100, 0, 0, 0},
#undef AT
};

static bool differs(int64_t expected, uint64_t counted)
{
    return expected != ANY && (uint64_t)expected != counted;
}

static enum verdict check_form(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    enum verdict verdict = count_line(fixture, form_costs[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct {
        const char *name;
        int64_t expected;
        uint64_t counted;
    } figure[] = {{"launches", form_costs[at].launches, counted.launches},
                  {"bytes read", form_costs[at].read, counted.data.loaded + counted.scratch.loaded},
                  {"bytes written", form_costs[at].written, counted.data.stored + counted.scratch.stored},
                  {"barriers", form_costs[at].barriers, counted.barriers},
                  {"atomics", form_costs[at].atomics, counted.atomics},
                  {"bank conflicts", fixture->session.caps->lanes == 32 ? form_costs[at].conflicts : ANY,
                   counted.bank_conflicts}};
    for (size_t i = 0; i < sizeof figure / sizeof figure[0]; i++) {
        if (!differs(figure[i].expected, figure[i].counted)) continue;
        text_say(&finding->first_at, "%s (%s): by the document %" PRId64 " %s, has %" PRIu64,
                 form_costs[at].line, form_costs[at].ids, figure[i].expected, figure[i].name,
                 figure[i].counted);
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

enum verdict check_form_costs(struct fixture *fixture, struct finding *finding)
{
    return check_lines(fixture, check_form, sizeof form_costs / sizeof form_costs[0], finding);
}
