/* SPDX-License-Identifier: MIT
 * literal_traffic: waits and accesses of launches typed by hand. */
#include <inttypes.h>

#include "counting.h"

/* How often blocks wait, and groups by themselves. A trip without items, or more groups than a row has work for,
 * moves no byte. */
static const struct {
    const char *line;
    uint64_t barriers, group_syncs;
} expected_waits[] = {
    /* 51 packs: a scan has two barriers, and a third lies between a pack and the next one, or between states and the
       lanes that look for them; reductions have one, and one. A flagged scan in shared memory: a group waits before,
       and twice a step, of which there are two; the first one scans the groups, too */
    {"literal_traffic.segreduce_small_index{block=8,items=1,group=4}@sim32 reduce/add_u32/101x3/soa/any:1",
     51 * 3, 0},
    {"literal_traffic.segreduce_small_scan{block=8,items=1,group=4}@sim32 reduce/add_u32/101x3/soa/any:1",
     51 * 3, 51 * (2 * (1 + 4) + 4)},
    {"literal_traffic.segreduce_small_reduce{block=8,items=1,group=4}@sim32 reduce/add_u32/101x3/soa/any:1",
     51 * 2, 0},
    {"literal_traffic.segreduce_loop_in_map_multi{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/101x3/soa/any:1",
     51 * 2, 0},
    /* 13 of 8 rows */
    {"literal_traffic.segreduce_loop_in_map_onthefly{block=8,items=3,group=1}@sim32 "
     "reduce/add_u32/101x3/soa/any:1",
     13 * 2, 0},
    /* a row of 8 has a block of 8 threads, two groups; one of 4 a block of one group, which does not wait */
    {"literal_traffic.segreduce_large_one_block{block=8,items=1,group=4}@sim32 reduce/add_u32/3x8/soa/any:1",
     3, 0},
    {"literal_traffic.segreduce_large_one_block{block=8,items=1,group=4}@sim32 reduce/add_u32/3x4/soa/any:1",
     0, 0},
    /* 9 runs have 5 threads, two each, and so 8, two groups; 8 have 4, a group, and two rows a block */
    {"literal_traffic.segreduce_runs{block=8,items=1,group=4}@sim32 reduce/add_u32/3x9/soa/any:1", 3, 0},
    {"literal_traffic.segreduce_runs{block=8,items=1,group=4}@sim32 reduce/add_u32/3x8/soa/any:1", 0, 0},
    /* 64 runs are 8 windows, a chunk for both groups of 16 threads; 65 are two chunks */
    {"literal_traffic.segreduce_runs{block=16,items=32,group=8}@sim32 reduce/add_u32/3x2048/soa/any:1", 3, 0},
    {"literal_traffic.segreduce_runs{block=16,items=32,group=8}@sim32 reduce/add_u32/3x2080/soa/any:1", 6, 0},
    /* 63 tiles a row: behind the first nodes, and each of 2 steps; 32 of 16 items: behind 8 nodes, and 3 steps, or
       each side of what the second group leaves; a cell before and after a row */
    {"literal_traffic.block_interleaved_divergent{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/2x500/soa/any:1",
     2 * 63 * 3, 0},
    {"literal_traffic.block_interleaved{block=8,items=1,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     2 * 63 * 3, 0},
    {"literal_traffic.block_sequential{block=8,items=1,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     2 * 63 * 3, 0},
    {"literal_traffic.block_shared{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1", 2 * 32 * 4,
     0},
    {"literal_traffic.block_shuffle{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     2 * 32 * 2, 0},
    {"literal_traffic.block_shuffle_atomics{block=8,items=2,group=4}@sim32 reduce/add_u32/2x500/soa/any:1",
     2 * 2, 0},
    /* 7 windows a row; 4 states a row are half a block's, so that both rows are one pack */
    {"literal_traffic.segreduce_large_two_step{block=8,items=1,group=4}@sim32 reduce/add_u32/2x50/soa/any:1",
     2 * 7 + 3, 0},
    /* a column passes between two syncs of each group; the last block of a row to end has one */
    {"literal_traffic.segreduce_large_stripmined{block=8,items=1,group=4}@sim32 "
     "reduce/add_u32/2x50/soa/any:1",
     2 * 7, 2 * 7 * 2 * 2 + 2},
    /* 108 steps, 27 windows for 14 groups, which sync at first; three times where the row ends; and once where all
     * are joined */
    {"literal_traffic.segreduce_ragged_marked{block=8,items=1,group=4}@sim32 reduce/add_u32/100/soa/any:1", 7,
     14 + 3 + 1},
};

/* Accesses of warps to memory, of 32 lanes and of 64, and the lanes that take part: where branches diverge, few in
 * many. */
static const struct {
    const char *line;
    uint64_t of_32, of_64, lanes;
} lanes_by_hand[] = {
    /* A row of 256 items, a tile of 8 warps, or 4; two nodes are read and one is written. T1: half of the lanes of
       each warp read two items; with strides of 2 to 16, or to 32, each warp has some lane that joins, then 4, 2 and
       1 of them; the last node is read, the result written. T2: the lanes of 4 warps, then of 2, and of 1, or of
       half as many */
    {"literal_traffic.block_interleaved_divergent{block=256,items=1,group=32}@sim32 "
     "reduce/add_u32/256/soa/any:1",
     3 * 8 + 3 * (8 * 4 + 4 + 2 + 1) + 2, 3 * 4 + 3 * (4 * 5 + 2 + 1) + 2, 3 * 128 + 3 * 127 + 2},
    {"literal_traffic.block_interleaved{block=256,items=1,group=32}@sim32 reduce/add_u32/256/soa/any:1",
     3 * 4 + 3 * (2 + 1 + 1 + 1 + 1 + 1 + 1) + 2, 3 * 2 + 3 * 7 + 2, 3 * 128 + 3 * 127 + 2},
    /* all lanes of 8 warps, or 4, with two items each; then those of 4, 2, 1 ..., or of 2, 1 ... */
    {"literal_traffic.block_shared{block=256,items=2,group=32}@sim32 reduce/add_u32/512/soa/any:1",
     3 * 8 + 3 * (4 + 2 + 1 + 1 + 1 + 1 + 1 + 1) + 2, 3 * 4 + 3 * (2 + 7) + 2, 3 * 256 + 3 * 255 + 2},
    /* One window: each lane of 7 warps, or of 4, loads 4 runs of items and of keys, clears 8 entries, and loads and
       stores one for each of 16 items; a lane for each of 7 keys loads 224 entries and stores a result */
    {"literal_traffic.keyed_thread_tables{block=224,items=16,group=32}@sim32 "
     "keyed/add_u32/3584#7:uniform:1/soa/any:1",
     7 * (8 + 8 + 32) + 224 + 1, 4 * (8 + 8 + 32) + 224 + 1, 224 * (8 + 8 + 32) + 7 * (224 + 1)},
    /* the last lane has a run less, and folds 4 items of no key */
    {"literal_traffic.keyed_thread_tables{block=224,items=16,group=32}@sim32 "
     "keyed/add_u32/3580#7:uniform:1/soa/any:1",
     7 * (8 + 8 + 32) + 224 + 1, 4 * (8 + 8 + 32) + 224 + 1, 224 * (8 + 8 + 32) + 7 * (224 + 1) - 2},
};

static enum verdict check_waits(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    uint64_t barriers = expected_waits[at].barriers, syncs = expected_waits[at].group_syncs;
    enum verdict verdict = count_line(fixture, expected_waits[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (counted.barriers == barriers && counted.group_syncs == syncs) return VERDICT_PASS;
    text_say(&finding->first_at,
             "%s: expected %" PRIu64 " barriers, and %" PRIu64 " syncs of groups; has %" PRIu64
             ", and %" PRIu64,
             expected_waits[at].line, barriers, syncs, counted.barriers, counted.group_syncs);
    return VERDICT_FAIL;
}

static enum verdict check_lanes(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    bool of_64 = fixture->session.caps->lanes == 64;
    uint64_t accesses = of_64 ? lanes_by_hand[at].of_64 : lanes_by_hand[at].of_32;
    uint64_t lanes = lanes_by_hand[at].lanes;
    enum verdict verdict = count_line(fixture, lanes_by_hand[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (counted.accesses == accesses && counted.active_lanes == lanes) return VERDICT_PASS;
    text_say(&finding->first_at,
             "%s: expected %" PRIu64 " accesses of %" PRIu64 " lanes; has %" PRIu64 " of %" PRIu64,
             lanes_by_hand[at].line, accesses, lanes, counted.accesses, counted.active_lanes);
    return VERDICT_FAIL;
}

enum verdict check_expected_waits(struct fixture *fixture, struct finding *finding)
{
    enum verdict verdict =
        check_lines(fixture, check_waits, sizeof expected_waits / sizeof expected_waits[0], finding);
    if (verdict != VERDICT_PASS) return verdict;
    return check_lines(fixture, check_lanes, sizeof lanes_by_hand / sizeof lanes_by_hand[0], finding);
}
