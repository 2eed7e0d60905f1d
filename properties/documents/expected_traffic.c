/* SPDX-License-Identifier: MIT
 * literal_traffic: costs of launches typed by hand, each table beside the code that reads it. */
#include "property.h"

#include <inttypes.h>

#include "counting.h"

/* The documents' formulas with numbers put in. The simulator has 4 processors of 1024 threads, half of which
 * a grid fills: with blocks of 8 threads 256 blocks, of 256 threads 8, of 512 threads 4; a tiny tuning takes
 * two windows a part at least. A single pass resets its counter, 4 bytes. `sectors` is in percent of the
 * fewest, for the items alone (the result is a sector a column more), counted and claimed; 0: not worked out. */
static const struct {
    const char *line;
    uint64_t bytes;
    unsigned sectors;
} expected[] = {
#define TINY(STRATEGY) "literal_traffic." STRATEGY "{block=8,items=1,group=4}@sim32 "
#define LARGE(STRATEGY, BLOCK, ITEMS)                                                                        \
    "literal_traffic." STRATEGY "{block=" BLOCK ",items=" ITEMS ",group=32}@sim32 "
    /* L1: n read; tiles of 8: 125 + 16 + 2 states, each written and read; a result */
    {TINY("reduce_tree_interleaved") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * (125 + 16 + 2) + 4,
     100},
    {TINY("reduce_tree_warp_first") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * (125 + 16 + 2) + 4,
     100},
    /* LF7: n read; G = 62 blocks, as 125 tiles of 8 give each two */
    {TINY("reduce_strided") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * 62 + 4, 100},
    /* as these */
    {TINY("reduce_two_kernel") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * 62 + 4, 0},
    /* its chunks: each lane touches a sector for 16 bytes, and for 8 where 8 items are no more */
    {LARGE("reduce_two_kernel", "256", "8") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 2 * 4 * 8 + 4, 200},
    {LARGE("reduce_two_kernel", "256", "8") "reduce/add_i8/65536/soa/any:1", 65536 + 2 * 8 + 1, 400},
    /* 4 items of two columns: 16 bytes of each */
    {LARGE("reduce_two_kernel", "256", "4") "reduce/affine_u32/65536/soa/any:1", 8 * 65536 + 2 * 8 * 8 + 8,
     200},
    /* n read; 250 windows of 4, 125 for a block's two groups, two for a block at least: G = 62 */
    {TINY("reduce_last_block") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * 62 + 4 + 4, 0},
    /* a redomap, of which a map (H1) is the map-out array alone: the same pass writes n */
    {TINY("reduce_last_block") "reduce/sum_and_square_f32/1000/soa/any:1", 4 * 2 * 1000 + 2 * 4 * 62 + 4 + 4,
     0},
    /* a window in four parts, 16 bytes a lane side by side */
    {LARGE("reduce_last_block", "512", "16") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 2 * 4 * 4 + 4 + 4,
     100},
    /* wide states: a lane's 64 bytes by four loads: a sector a lane each, of which the next load takes the other half */
    {LARGE("reduce_last_block", "512", "16") "reduce/mss_i32/65536/soa/any:1",
     4 * 65536 + 2 * 16 * 4 + 16 + 4, 200},
    /* of each of two columns two parts */
    {LARGE("reduce_last_block", "512", "8") "reduce/affine_u32/65536/soa/any:1",
     8 * 65536 + 2 * 8 * 4 + 8 + 4, 100},
    /* a lane's 16 bytes by one load */
    {LARGE("reduce_last_block", "512", "16") "reduce/add_i8/65536/soa/any:1", 65536 + 2 * 4 + 1 + 4, 100},
    /* the same for each of three columns */
    {TINY("reduce_irwim") "reduce/vec_add/1000/soa/any:1", 3 * (4 * 1000 + 2 * 4 * 62 + 4 + 4), 0},
    {TINY("reduce_irwim") "reduce/vec_add/1000/soa/any:1/keep:1", 4 * 1000 + 2 * 4 * 62 + 4 + 4, 0},
    /* H3: coalesced without a transposition, n read */
    {"literal_traffic.segreduce_thread_per_column{block=256,items=1,group=1}@sim32 "
     "reduce/add_u32/512x64/cols/any:1",
     4 * (512 * 64 + 512), 100},
    /* S2, S3: n read; 125 windows of 8, two a block at least */
    {TINY("reduce_window") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * 62 + 4 + 4, 100},
    {TINY("reduce_stripmined") "reduce/add_u32/1000/soa/any:1", 4 * 1000 + 2 * 4 * 62 + 4 + 4, 0},
    {LARGE("reduce_window", "256", "8") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 2 * 4 * 8 + 4 + 4, 100},
    {LARGE("reduce_stripmined", "256", "15") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 2 * 4 * 8 + 4 + 4,
     100},
    /* one window of 256: one block, which has no partial results */
    {LARGE("reduce_window", "256", "8") "reduce/add_u32/256/soa/any:1", 4 * 256 + 4, 100},
    /* no item: the identity is written, once by each kernel of two */
    {TINY("reduce_window") "reduce/add_u32/0/soa/any:1", 4, 0},
    {TINY("reduce_strided") "reduce/add_u32/0/soa/any:1", 2 * 4 + 4, 0},
    /* C1: n read and n written; tiles of 8: all but the first read and written again; 125 folds written, read, their
       scan written, all but the first read */
    {TINY("scan_then_propagate") "scan/add_u32/1000/soa/any:1",
     4 * (2 * 1000 + 2 * 992) + 4 * (3 * 125 + 124), 0},
    /* with an initial value: all of them, 4n */
    {TINY("scan_then_propagate") "exscan/add_u32/1000/soa/any:1/init:5", 4 * 4 * 1000 + 4 * 4 * 125, 0},
    /* C2: 3n; 125 folds written, read, their scan written, read */
    {TINY("scan_reduce_then_scan") "scan/add_u32/1000/soa/any:1", 4 * 3 * 1000 + 4 * 4 * 125, 0},
    /* lift to four columns: n read twice, 4n written */
    {TINY("scan_reduce_then_scan") "exscan/mss_i32/1000/soa/any:1", 4 * (2 + 4) * 1000 + 16 * 4 * 125, 0},
    /* C4: 2n; 125 prefixes share a word with their flag, or are written, and all but the last read */
    {TINY("scan_chained") "scan/add_u32/1000/soa/any:1", 4 * 2 * 1000, 0},
    {TINY("scan_chained") "scan/affine_u32/1000/soa/any:1", 8 * 2 * 1000 + 8 * (125 + 124), 0},
    /* C5: 2n, and words */
    {TINY("scan_lookback_serial") "scan/add_u32/1000/soa/any:1", 4 * 2 * 1000, 0},
    /* words alone */
    {TINY("scan_lookback_fallback") "scan/affine_u32/1000/soa/any:1", 8 * 2 * 1000, 0},
    /* C7, C9: n read, n written, and for 4 tiles, each of which is a row, a prefix of 16 bytes that is not read */
    {TINY("segscan_regular") "scan/add_u32/10x100/soa/any:1", 4 * 1000 + 4 * 1000, 0},
    {TINY("segscan_regular32") "exscan/add_u32/100x10/soa/any:1", 4 * 1000 + 4 * 1000, 0},
    {TINY("segscan_regular") "scan/mss_i32/4x8/soa/any:1", 4 * 32 + 16 * 32 + 16 * 4, 0},
    {TINY("segscan_regular32") "exscan/mss_i32/4x8/soa/any:1", 4 * 32 + 16 * 32 + 16 * 4, 0},
    /* S4, LF1: n read, a result a row; two windows of 8 a part at least: 32 parts a row, each a state written and
       read; the rows' counters set back */
    {TINY("segreduce_large_window") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * (2 * 4 * 32 + 4),
     0},
    {TINY("segreduce_large_strided") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * (2 * 4 * 32 + 4),
     0},
    {TINY("segreduce_large_stripmined") "reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2) + 2 * (2 * 4 * 32 + 4), 0},
    /* n read, a result a row; items side by side, but where states are wide 16 a lane as in reduce_last_block */
    {TINY("segreduce_runs") "reduce/add_u32/7x101/soa+1/any:1", 4 * (7 * 101 + 7), 0},
    {LARGE("segreduce_runs", "256", "16") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 4, 100},
    {LARGE("segreduce_runs", "256", "16") "reduce/mss_i32/65536/soa/any:1", 4 * 65536 + 16, 200},
    /* 8 blocks fill the simulator */
    {LARGE("segreduce_large_window", "256", "4") "reduce/add_u32/65536/soa/any:1",
     4 * 65536 + 4 + 2 * 4 * 8 + 4, 100},
    {LARGE("segreduce_large_strided", "256", "4") "reduce/add_u32/65536/soa/any:1",
     4 * 65536 + 4 + 2 * 4 * 8 + 4, 100},
    {LARGE("segreduce_large_stripmined", "256", "15") "reduce/add_u32/65536/soa/any:1",
     4 * 65536 + 4 + 2 * 4 * 8 + 4, 100},
    /* 2 for each of 4 rows; 1 for each of 8, which stores its result at once */
    {LARGE("segreduce_large_window", "256", "4") "reduce/add_u32/4x10000/soa/any:1",
     4 * (40000 + 4) + 4 * (2 * 4 * 2 + 4), 0},
    {LARGE("segreduce_large_window", "256", "4") "reduce/add_u32/8x10000/soa/any:1", 4 * (80000 + 8), 0},
    /* as these, but no more parts than run at once, of two windows a group at least: 31 a row of 500 items, 4 of 65536 */
    {TINY("segreduce_large_chunks") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * (2 * 4 * 31 + 4),
     0},
    {LARGE("segreduce_large_chunks", "256", "32") "reduce/add_u32/65536/soa/any:1",
     4 * 65536 + 4 + 2 * 4 * 4 + 4, 100},
    /* L18: 63 windows of 8 a row, 256 of 256; no more, and none of a row without items */
    {TINY("segreduce_large_chunk1") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * (2 * 4 * 63 + 4),
     0},
    {LARGE("segreduce_large_chunk1", "256", "1") "reduce/add_u32/65536/soa/any:1",
     4 * 65536 + 4 + 2 * 4 * 256 + 4, 100},
    {TINY("segreduce_large_chunk1") "reduce/add_u32/3x0/soa/any:1", 4 * 3, 0},
    /* LF10: n read, a result a row */
    {TINY("segreduce_large_one_block") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2), 0},
    {LARGE("segreduce_large_one_block", "256", "4") "reduce/add_u32/65536/soa/any:1", 4 * 65536 + 4, 100},
    /* C1 over rows: tiles of 8 and rows of 100, so 5 tiles of 125 begin with a row, 5 hold a row's last 4 items and 115
       continue a row throughout; a state and a flag, 8 bytes, a tile */
    {TINY("segscan_then_propagate") "scan/add_u32/10x100/soa/any:1",
     4 * 2 * 1000 + 4 * 2 * (115 * 8 + 5 * 4) + 8 * (3 * 125 + 120), 0},
    /* LF12: n read, written and read again; 21 parts a row, of 24 items at least, with 168 threads of 3 items; of an
       item a thread, no copy */
    {TINY("segreduce_large_transposed") "reduce/add_u32/2x500/soa/any:1",
     4 * (3 * 1000 + 2) + 2 * (2 * 4 * 21 + 4), 0},
    {LARGE("segreduce_large_transposed", "256", "1") "reduce/add_u32/65536/soa/any:1",
     4 * (3 * 65536 + 1) + 2 * 4 * 8 + 4, 0},
    {TINY("segreduce_large_transposed") "reduce/add_u32/2x8/soa/any:1", 4 * (16 + 2), 0},
    /* L13: n read, written and read again; no copy of a row, or of rows of an item */
    {TINY("segreduce_loop_in_map") "reduce/add_u32/2x500/soa/any:1", 4 * (3 * 1000 + 2), 0},
    {TINY("segreduce_loop_in_map") "reduce/add_u32/1000x1/soa/any:1", 4 * (1000 + 1000), 0},
    {TINY("segreduce_loop_in_map") "reduce/add_u32/1000/soa/any:1", 4 * (1000 + 1), 0},
    /* 32 parts a row, more than half a block has threads; 4, which are half; each a state written and read */
    {TINY("segreduce_large_two_step") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * 2 * 4 * 32, 0},
    {TINY("segreduce_large_two_step") "reduce/add_u32/2x50/soa/any:1", 4 * (100 + 2) + 2 * 2 * 4 * 4, 0},
    /* C6: n flags of a byte written and read, too; one tile, which publishes a prefix of 4 + 4 bytes */
    {TINY("segscan_flags") "scan/add_u32/2x4/soa/any:1", 4 * 8 + 4 * 8 + 2 * 8 + 8, 0},
    /* L19, S5: n read, a result a row; packs of 2 rows of 3, and of 2 of 97 */
    {TINY("segreduce_small_index") "reduce/add_u32/101x3/soa/any:1", 4 * 303 + 4 * 101, 0},
    {TINY("segreduce_small_scan") "reduce/add_u32/101x3/soa/any:1", 4 * 303 + 4 * 101, 0},
    {LARGE("segreduce_small_index", "256", "1") "reduce/add_u32/61x97/soa/any:1", 4 * 5917 + 4 * 61, 0},
    {LARGE("segreduce_small_scan", "256", "1") "reduce/add_u32/61x97/soa/any:1", 4 * 5917 + 4 * 61, 0},
    {TINY("segreduce_small_reduce") "reduce/add_u32/101x3/soa/any:1", 4 * 303 + 4 * 101, 0},
    {LARGE("segreduce_small_chunked", "256", "11") "reduce/add_u32/61x97/soa/any:1", 4 * 5917 + 4 * 61, 0},
    {TINY("segreduce_loop_in_map_multi") "reduce/add_u32/101x3/soa/any:1", 4 * 303 + 4 * 101, 0},
    /* folds by key, 4 bytes and a key of 4 an item, 7 results. Tables of threads, of two blocks a processor: 8 */
    {TINY("keyed_thread_tables") "keyed/add_u32/1000#7:uniform:1/soa/any:1", 8 * 1000 + 2 * 4 * 8 * 7 + 4 * 7,
     100},
    /* H9: 4 keys a pass, so two; 250 windows of 4, 125 for a block's two groups, two a block at least: 62 parts */
    {TINY("keyed_onehot") "keyed/add_u32/1000#7:uniform:1/soa/any:1", 2 * 8 * 1000 + 2 * 4 * 62 * 7 + 4 * 7,
     0},
    /* a slice of at most 16 keys reads all; 125 windows of 8, two a part at least, and a part a processor; one part of
     * two slices writes results at once */
    {TINY("keyed_slices") "keyed/add_u32/1000#16:uniform:1/soa/any:1", 8 * 1000 + 2 * 4 * 4 * 16 + 4 * 16, 0},
    {TINY("keyed_slices") "keyed/add_u32/1000#17:uniform:1/soa/any:1", 2 * 8 * 1000 + 2 * 4 * 2 * 17 + 4 * 17,
     0},
    {TINY("keyed_slices") "keyed/add_u32/16#17:uniform:1/soa/any:1", 2 * 8 * 16 + 4 * 17, 0},
    /* P4, one key, items of 8 bytes: result cleared; keys read, two digits counted by 5 blocks, a tile of 24 each;
     * a block a digit scans 5 counts; a block reads 2 totals and counts, one writes a sum; keys, items read, written,
     * and read by 13 groups: all lanes read two words, one writes two edges; 26 blocks of 8 read 26 slots, 25 and 4 */
    {TINY("keyed_sorted_runs") "keyed/affine_u32/100#1:uniform:1/soa/any:1",
     8 + (400 + 2 * 20) + 2 * 44 + 5 * 16 + 4 + 2400 + (1200 + 13 * (32 + 24)) + 32 * (26 + 25 + 4) + 8 * 26 +
         8,
     0},
    /* two rows, whose slots are one bit, too: edges 0 to 12 and 13 to 25, found by 4 and 3 steps */
    {TINY("keyed_sorted_runs") "keyed/add_u32/2x50#1:uniform:1/soa/any:1",
     8 + (400 + 2 * 20) + 2 * 44 + 5 * 16 + 4 + 1600 + (800 + 13 * (32 + 16)) + 32 * (26 + 25 + 4 + 3) +
         4 * 26 + 8,
     0},
    {"literal_traffic.segreduce_loop_in_map_onthefly{block=8,items=3,group=1}@sim32 "
     "reduce/add_u32/101x3/soa/any:1",
     4 * 303 + 4 * 101, 0},
    /* L12: a segmented scan as above, and for each row a result read and written */
    {TINY("segreduce_scan_gather") "reduce/add_u32/2x4/soa/any:1", 4 * 8 + 4 * 8 + 2 * 8 + 8 + 2 * 2 * 4, 0},
    /* where 3 rows begin and end, read for the flags, of which two are written again, and for the results, of which
       the empty row's is read nowhere */
    {TINY("segreduce_ragged_flags") "reduce/add_u32/[3,0,5]/soa/any:1",
     4 * 8 + 4 * 8 + 2 * 8 + 8 + (3 * 16 + 2) + (3 * 16 + 2 * 4 + 3 * 4), 0},
    /* P6, rows of one length: n read, a result a row; two windows of 8 a block at least: 62 pieces of 8 + 8 bytes, each
       written and read, and the counter set back */
    {TINY("segreduce_balanced") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * 16 * 62 + 4, 0},
    /* a lane's 64 bytes by four loads of 16: a sector a lane each, of which half are used; four
       blocks fill the simulator */
    {LARGE("segreduce_balanced", "448", "8") "reduce/tally_u64/20480/soa/any:1",
     8 * 20480 + 8 + 2 * 24 * 4 + 4, 200},
    /* rows of 4 and of 16, whole in a thread's run of as many, and no pieces */
    {LARGE("segreduce_balanced", "448", "16") "reduce/add_u32/4096x4/soa/any:1", 4 * (16384 + 4096), 100},
    {LARGE("segreduce_balanced", "448", "16") "reduce/add_u32/1024x16/soa/any:1", 4 * (16384 + 1024), 0},
    /* any rows: 1002 steps, two windows of 4 a group at least */
    {TINY("segreduce_ragged_balanced") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * 16 * 63 + 4, 0},
    /* 2 steps are one window, so that the block's other group has none; params of 4 bytes are read by the two lanes
       that have a step, and by all four for the row that the share begins in */
    {TINY("segreduce_ragged_balanced") "reduce/affine_mod/1x1/soa/any:1/vary:0",
     8 * (1 + 1) + 4 * (2 + 4) + 2 * 24 + 4, 0},
    /* 8 blocks fill the simulator; an access begins at a multiple of 32 bytes, for windows have 480 steps */
    {LARGE("segreduce_ragged_balanced", "256", "15") "reduce/add_u32/65536/soa/any:1",
     4 * (65536 + 1) + 2 * 16 * 8 + 4, 100},
    /* the same by marks, where an end is 8 steps: 1016 of them */
    {TINY("segreduce_ragged_marked") "reduce/add_u32/2x500/soa/any:1", 4 * (1000 + 2) + 2 * 16 * 63 + 4, 0},
    /* four blocks of 256 threads fill a processor; a lane's 64 bytes by four loads of 16 */
    {LARGE("segreduce_ragged_marked", "256", "16") "reduce/add_u32/65536/soa/any:1",
     4 * (65536 + 1) + 2 * 16 * 8 + 4, 200},
    /* rows without items: the identity of each */
    {TINY("segreduce_small_index") "reduce/add_u32/21x0/soa/any:1", 4 * 21, 0},
    /* T1 to T3: of a row 62 tiles of 4 nodes, each written; 3 times two read and one written, then the last one
     * read; and one of 2 */
    {TINY("block_interleaved_divergent") "reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2) + 2 * 4 * (62 * (4 + 9 + 1) + 2 + 3 + 1), 0},
    {TINY("block_interleaved") "reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2) + 2 * 4 * (62 * (4 + 9 + 1) + 2 + 3 + 1), 0},
    {TINY("block_sequential") "reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2) + 2 * 4 * (62 * (4 + 9 + 1) + 2 + 3 + 1), 0},
    /* one node a row: written, and read */
    {TINY("block_sequential") "reduce/add_u32/50x1/soa/any:1", 4 * (50 + 50) + 2 * 4 * 50, 0},
    {"literal_traffic.block_shared{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2), 0},
    {"literal_traffic.block_shuffle{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2), 0},
    /* T5: a cell a row is written */
    {"literal_traffic.block_shuffle_atomics{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     4 * (1000 + 2) + 2 * 4, 0},
    /* beyond C5: n read, n written; aggregates pass as words */
    {"literal_traffic.scan_lookahead{block=8,items=1,group=4,gather=1}@sim32 scan/add_u32/1000/soa/any:1",
     2 * 4 * 1000, 100},
    {"literal_traffic.scan_lookahead{block=512,items=20,group=32,gather=4}@sim32 "
     "scan/add_u32/65536/soa/any:1",
     2 * 4 * 65536, 100},
    {"literal_traffic.segscan_lookahead{block=8,items=1,group=4,gather=1}@sim32 "
     "scan/add_u32/10x100/soa/any:1",
     2 * 4 * 1000, 100},
    /* n read; 125 tiles of 8 are shares of 42, 42 and 41, which 21, 21 and 20 blocks take; three states, gathered by three
     * cards, are folded */
    {TINY("nccl_reduce") "reduce/add_u32/1000/soa/any:1",
     4 * 1000 + 2 * 4 * 62 + 3 * 4 + 3 * 4 + 2 * 4 * 9 + 3 * 4 + 4, 0},
    /* shares of 63 and 62, of 31 blocks each */
    {"literal_traffic.nccl_reduce{block=8,items=1,group=4,cards=2}@sim32 reduce/add_u32/1000/soa/any:1",
     4 * 1000 + 2 * 4 * 62 + 2 * 4 + 2 * 4 + 2 * 4 * 4 + 2 * 4 + 4, 0},
    /* n read for the folds, then as scan_lookahead. Of scratch 62 folds, nine gathered states, what is left of three cards
     * and three counters are written; and read but for the counters, by 4 blocks of 12 threads on each card the carry */
    {"literal_traffic.nccl_scan{block=8,items=1,group=4,gather=1}@sim32 scan/add_u32/1000/soa/any:1",
     3 * 4 * 1000 + 4 * (62 + 3 + 3 + 9 + 3) + 4 * (62 + 9 + 3 + 3 * 4 * 12), 0},
    /* n read and written. Shares of 336, 336 and 328 have tails of 36, 72 and no items, folded by 2 and 4 blocks, and heads of
     * 0, 64 and 28. Of scratch 6 folds, two counters, three tails, nine gathered ones and two carries are written; and read
     * but for the counters, of tails that are left of a head one each, and by 4 blocks of 12 threads of two heads the carry */
    {"literal_traffic.nccl_segscan{block=8,items=1,group=4,gather=1}@sim32 scan/add_u32/10x100/soa/any:1",
     2 * 4 * 1000 + 4 * (36 + 72) + 4 * (6 + 2 + 3 + 9 + 2) + 4 * (6 + 9 + 2 + 2 * 4 * 12), 0},
    /* no row lies across two cards: two scans */
    {"literal_traffic.nccl_segscan{block=8,items=1,group=4,gather=1,cards=2}@sim32 "
     "scan/add_u32/10x8/soa/any:1",
     2 * 4 * 80, 0},
    /* n read, a result a row written. Shares of 336, 336 and 328: tails of 36 and 72 items and heads of 64 and 28, of 2, 4,
     * 4 and 2 blocks; whole rows of 300, 200 and 300 items, of 19, 12 and 19 blocks, each with a piece of 16 bytes; a state of
     * each head and tail, the identity for the third tail; a tail and a head are read for two rows */
    {TINY("nccl_segreduce") "reduce/add_u32/10x100/soa/any:1",
     4 * 1000 + 4 * 10 + 2 * 4 * (2 + 4 + 4 + 2) + 4 * 4 + 2 * 16 * (19 + 12 + 19) + 3 * 4 + 4 * 5 +
         2 * 4 * 9 + 4 * 4,
     0},
};

/* Claims of sectors, in percent of the fewest, that allow for the worst place of what is read: no launch is as bad. */
static const struct {
    const char *line;
    unsigned sectors;
} expected_claims[] = {
    /* tiles of 4 x 4 read 16 bytes of a row, which with a sector begun at either end are five times half a sector */
    {"literal_traffic.segreduce_loop_in_map{block=8,items=1,group=4}@sim32 reduce/affine_u32/2x500/soa/any:1",
     500},
    /* a byte of map-out in every eighth, and in every 500th: 8 times the fewest, and a sector each */
    {TINY("segreduce_loop_in_map") "reduce/span_emit/20x8/soa/any:1", 800},
    {TINY("segreduce_loop_in_map") "reduce/span_emit/2x500/soa/any:1", 3200},
    /* 8 lanes read 128 bytes, which may begin within a sector */
    {LARGE("segreduce_runs", "256", "16") "reduce/add_u32/4x128/soa+4/any:1", 125},
    {LARGE("segreduce_runs", "256", "16") "reduce/add_u32/4x128/soa/any:1", 100},
    /* 4 lanes read a run of 64 bytes each, 16 bytes at a time */
    {LARGE("segreduce_runs", "256", "16") "reduce/add_u32/4x64/soa/any:1", 200},
    /* two parts: 2 floats side by side, and 16 bytes */
    {LARGE("segreduce_runs", "256", "4") "reduce/argmin_f32_i64/128/soa/any:1", 100},
    /* a lane reads a run of 4 items of 8 bytes, 16 bytes at a time */
    {LARGE("keyed_thread_tables", "224", "8") "keyed/tally_u64/1792#7:uniform:1/soa/any:1", 200},
    /* the results of one part of one slice lie side by side, of two they lie two apart; of parts they are written by
     * lanes next to one another */
    {TINY("keyed_slices") "keyed/add_u32/16#16:uniform:1/soa/any:1", 100},
    {TINY("keyed_slices") "keyed/add_u32/16#17:uniform:1/soa/any:1", 200},
    {TINY("keyed_slices") "keyed/add_u32/1000#17:uniform:1/soa/any:1", 100},
    /* 2 lanes read 2 of 4 items, then the others; 4 lanes, a group, 4 of 8; 2 lanes 2 of 2 */
    {TINY("segreduce_runs") "reduce/add_u32/4x4/soa/any:1", 400},
    {TINY("segreduce_runs") "reduce/add_u32/4x8/soa/any:1", 100},
    {TINY("segreduce_runs") "reduce/add_u32/4x2/soa/any:1", 100},
#undef TINY
#undef LARGE
};

/* The bytes that rows of different lengths move, or rows without items, and the most that is claimed for as many rows and
 * items. Reads of scratch by strategies that need progress do not count. */
static const struct {
    const char *line;
    uint64_t bytes, most;
} expected_ragged[] = {
    /* a result a row, and where it begins and ends */
    {"literal_traffic.segreduce_thread_per_row{block=8,items=1,group=1}@sim32 "
     "reduce/add_u32/[3,0,5]/soa/any:1",
     4 * 8 + 3 * (4 + 16), 4 * 8 + 3 * (4 + 16)},
    /* results alone: where there are no items no row is in pieces */
    {"literal_traffic.segreduce_balanced{block=8,items=1,group=4}@sim32 reduce/add_u32/5x0/soa/any:1", 4 * 5,
     4 * 5},
    /* C6: a flag written an item, and one for each row, unless it is empty; read from scratch; a tile publishes a
       prefix, and an aggregate before unless a row begins in it */
    {"literal_traffic.segscan_flags{block=8,items=1,group=4}@sim32 scan/add_u32/[3,0,5]/soa/any:1",
     2 * 4 * 8 + 8 + (3 * 16 + 2) + 8 + 8, 2 * 4 * 8 + 8 + 3 * (16 + 1) + 2 * 8},
    /* its results in scratch; for each row its ends again, a result written, and unless it is empty read there */
    {"literal_traffic.segreduce_ragged_flags{block=8,items=1,group=4}@sim32 reduce/add_u32/[3,0,5]/soa/any:1",
     2 * 4 * 8 + 8 + (3 * 16 + 2) + 8 + 8 + 3 * (16 + 4) + 2 * 4,
     2 * 4 * 8 + 8 + 3 * (16 + 1) + 2 * 8 + 3 * (16 + 4)},
    /* a result a row; all threads read where it begins and ends */
    {"literal_traffic.segreduce_block_per_row{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/[3,0,5]/soa/any:1",
     4 * (8 + 3) + 3 * 8 * 16, 4 * (8 + 3) + 3 * 8 * 16},
    {"literal_traffic.block_shuffle{block=8,items=2,group=4}@sim32 reduce/add_u32/[3,0,5]/soa/any:1",
     4 * (8 + 3) + 3 * 8 * 16, 4 * (8 + 3) + 3 * 8 * 16},
    /* one block; its first group reads 3 ends ahead, its second 3 to find that it begins in the last row, and that
       one's; at most each group 3 ahead, the second a round of 4, and each end once more */
    {"literal_traffic.segreduce_ragged_balanced{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/[3,0,5]/soa/any:1",
     4 * (8 + 3) + 8 * (3 + 3 + 1) + 2 * 16 + 4, 4 * (8 + 3) + 8 * (2 * 3 + 4 + 3) + 2 * 16 + 4},
    /* The same by items of 8 bytes, each row with params of 4: read by 11 lanes that have a step, for the next row
       at two ends, by all lanes of two groups for the row that they begin in, and where the two are joined */
    {"literal_traffic.segreduce_ragged_balanced{block=8,items=1,group=4}@sim32 "
     "reduce/affine_mod/[3,0,5]/soa/any:1/vary:0",
     8 * (8 + 3) + 8 * (3 + 3 + 1) + 4 * (11 + 2 + 2 * 4 + 1) + 2 * 24 + 4,
     8 * (8 + 3) + 8 * (2 * 3 + 4 + 3) + 4 * (11 + 2 + 2 * 4 + 1) + 2 * 24 + 4},
    /* 32 steps, ends of 8 from steps 3, 11 and 24 on; four groups of 8: items and rows from (0, 0), (3, 1), (3, 2),
       (8, 3) on. A search for the second looks at 3 ends and the one before, for the third at 2 and the one before,
       for the fourth at one, the one before and its own; all from either side. Each row's end is read once more. At
       most a search looks at as many ends, and at 2 around the border */
    {"literal_traffic.segreduce_ragged_marked{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/[3,0,5]/soa/any:1",
     4 * (8 + 3) + 8 * (2 * (4 + 3 + 3) + 3) + 2 * 16 * 2 + 4,
     4 * (8 + 3) + 8 * (2 * (3 + 2 + 1 + 3 * 2) + 3) + 2 * 16 * 2 + 4},
    /* 26 steps, ends of 8 from steps 9 and 18 on: from (0, 0), (8, 0), (9, 1), (10, 2) on. The second, where the
       first row goes on, looks at 2 ends and at that row's own, the third at one and the one before, the fourth at
       the one before; at most each at 2 around the border */
    {"literal_traffic.segreduce_ragged_marked{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/[9,1]/soa/any:1",
     4 * (10 + 2) + 8 * (2 * (3 + 2 + 1) + 2) + 2 * 16 * 2 + 4,
     4 * (10 + 2) + 8 * (2 * (2 + 1 + 3 * 2) + 2) + 2 * 16 * 2 + 4},
    /* rows of an item, 9 steps each: 128 windows of 512, two for each of 64 groups, of 113 rows or 114. A search for
       row 1024 k / 9 looks at 32 ends twice, and behind the last row at none, which is one of the last seven
       searches' each; then at the one before; and for k = 4, 13 .. 58 at its own, which the border cuts */
    {"literal_traffic.segreduce_ragged_marked{block=256,items=16,group=32}@sim32 "
     "reduce/add_u32/rag:7281x1:giant:0/soa/any:1",
     4 * 2 * 7281 + 8 * (2 * (63 * (64 + 1) - 7 + 7) + 7281) + 2 * 16 * 8 + 4,
     4 * 2 * 7281 + 8 * (2 * (63 * (64 + 2) - 7) + 7281) + 2 * 16 * 8 + 4},
};

/* 0: says nothing. */
static double claimed_sectors(const struct load *load)
{
    const struct strategy *strategy = load->instance->strategy;
    return strategy->sectors ? strategy->sectors(&load->job, &load->instance->shape) : 0;
}

/* Of rows whose lengths the host does not know the most is claimed; of folds by key the least; of scratch that a block
 * reads while it waits for others, nothing. */
static bool claims_bytes(const struct load *load, const struct launch_counters *counted, uint64_t bytes)
{
    uint64_t awaited = load->instance->strategy->needs_progress ? counted->scratch.loaded : 0;
    uint64_t claimed = session_traffic(load) + awaited;
    if (load->job.what == WHAT_KEYED) return claimed > 0 && claimed <= bytes;
    return load->job.row_start ? claimed >= bytes : claimed == bytes;
}

/* Counts one line of the table; says in finding->first_at where it differs. */
static enum verdict check_expected(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    enum verdict verdict = count_line(fixture, expected[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t result = (uint64_t)fixture->load[LOAD_CASE].job.out.count;
    uint64_t touched = counted.data.sectors - result, fewest = counted.data.fewest - result;
    if (bytes_moved(&counted) != expected[at].bytes)
        text_say(&finding->first_at, "%s: expected %" PRIu64 " bytes, moves %" PRIu64, expected[at].line,
                 expected[at].bytes, bytes_moved(&counted));
    else if (!claims_bytes(&fixture->load[LOAD_CASE], &counted, expected[at].bytes))
        text_say(&finding->first_at, "%s: expected %" PRIu64 " bytes, claims %" PRIu64, expected[at].line,
                 expected[at].bytes, session_traffic(&fixture->load[LOAD_CASE]));
    else if (expected[at].sectors && touched * 100 != expected[at].sectors * fewest)
        text_say(&finding->first_at,
                 "%s: expected %u %% of the fewest sectors, touches %" PRIu64 " of %" PRIu64,
                 expected[at].line, expected[at].sectors, touched, fewest);
    else if (expected[at].sectors && claimed_sectors(&fixture->load[LOAD_CASE]) * 100 != expected[at].sectors)
        text_say(&finding->first_at, "%s: expected %u %% of the fewest sectors, claims %.2f times as many",
                 expected[at].line, expected[at].sectors, claimed_sectors(&fixture->load[LOAD_CASE]));
    else
        return VERDICT_PASS;
    return VERDICT_FAIL;
}

static enum verdict check_claim(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case known;
    enum verdict verdict = plan_line(fixture, expected_claims[at].line, &known, finding);
    if (verdict != VERDICT_PASS) return verdict;
    double claimed = claimed_sectors(&fixture->load[LOAD_CASE]) * 100;
    if (claimed == expected_claims[at].sectors) return VERDICT_PASS;
    text_say(&finding->first_at, "%s: expected %u %% of the fewest sectors, claims %.2f %%",
             expected_claims[at].line, expected_claims[at].sectors, claimed);
    return VERDICT_FAIL;
}

static enum verdict check_ragged(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    const struct load *load = &fixture->load[LOAD_CASE];
    uint64_t bytes = expected_ragged[at].bytes, most = expected_ragged[at].most;
    enum verdict verdict = count_line(fixture, expected_ragged[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t claimed = session_traffic(load);
    if (bytes_moved(&counted) == bytes && claimed == most) return VERDICT_PASS;
    text_say(&finding->first_at,
             "%s: expected %" PRIu64 " bytes, and at most %" PRIu64 "; moves %" PRIu64 ", claims %" PRIu64,
             expected_ragged[at].line, bytes, most, bytes_moved(&counted), claimed);
    return VERDICT_FAIL;
}

static enum verdict literal_traffic_check(void *context, const struct test_case *checked,
                                          struct finding *finding)
{
    (void)checked;
    const struct {
        line_check *check;
        size_t count;
    } tables[] = {{check_expected, sizeof expected / sizeof expected[0]},
                  {check_claim, sizeof expected_claims / sizeof expected_claims[0]},
                  {check_ragged, sizeof expected_ragged / sizeof expected_ragged[0]}};
    enum verdict verdict = VERDICT_PASS;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0] && verdict == VERDICT_PASS; t++)
        verdict = check_lines(context, tables[t].check, tables[t].count, finding);
    if (verdict == VERDICT_PASS) verdict = check_expected_waits(context, finding);
    return verdict == VERDICT_PASS ? check_form_costs(context, finding) : verdict;
}

CLAIM(literal_traffic, SUITE, SIM, once,
      "on problems of known size every strategy moves the bytes of the documents' formulas, and touches, "
      "claims and waits as computed by hand");
