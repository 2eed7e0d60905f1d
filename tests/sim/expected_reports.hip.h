/* SPDX-License-Identifier: MIT
 * The reports that the simulator must make of the kernels, one line each. */
#ifndef FOLDCHECK_LITMUS_EXPECTED_REPORTS_HIP_H
#define FOLDCHECK_LITMUS_EXPECTED_REPORTS_HIP_H

#include "grid_atomics.hip.h"
#include "block_primitives.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct told {
    const char *name;
    void (*kernel)(words);
    const char *report; /* what the report has in it; "" for silence */
    int blocks = 3;
    size_t shared = 0;
    int runs = RUNS;
};

#define RACE "race: "
#define FRESH "uninitialised: "
static const told table[] = {
    {"global_by_nothing", global_by_nothing, RACE},
    {"release_acquire", release_acquire, ""},
    {"relaxed_word", relaxed_word, RACE},
    {"word_alone", word_alone, ""},
    {"nothing is launched", word_alone, "nothing is launched: a launch of 0 blocks; expected 1 or more", 0},
    {"too much is shared", word_alone,
     "too much is shared: 1048576 bytes of dynamic shared memory; a block has ", 1, 1 << 20},
    {"relaxed_load", relaxed_load, RACE},
    {"relaxed_store", relaxed_store, RACE},
    {"acquire_too_late", acquire_too_late, RACE},
    {"release_too_early", release_too_early, RACE},
    {"other_flag", other_flag, RACE},
    {"tickets", tickets, "", 2},
    {"numbers", numbers, RACE, 2},
    {"ticket_then_acquire", ticket_then_acquire, ""},
    {"ticket_then_relaxed", ticket_then_relaxed, RACE},
    {"release_then_ticket", release_then_ticket, ""},
    {"relaxed_then_ticket", relaxed_then_ticket, RACE},
    {"number_then_acquire", number_then_acquire, RACE},
    {"release_then_number", release_then_number, RACE},
    {"number_between", number_between, ""},
    {"store_between", store_between, RACE},
    {"release_over", release_over, RACE},
    {"release_between", release_between, ""},
    {"deaf_between", deaf_between, RACE},
    {"store_after_load", store_after_load, ""},
    {"store_after_load_relaxed", store_after_load_relaxed, RACE},
    {"second_load_untold", second_load_untold, RACE},
    {"both_loads_told", both_loads_told, ""},
    {"older_learnt_last", older_learnt_last, "", 2},
    {"same_lane_learnt_last", same_lane_learnt_last, "", 2},
    {"group_without_first", group_without_first, "no order with the write by block 0, thread 0"},
    {"learnt_on_both_sides", learnt_on_both_sides, "no order with the write by block 1, thread 1", 4},
    {"takes_past_group<3>", takes_past_group<3>, ""},
    {"takes_past_group<4>", takes_past_group<4>, "takes from lane 4 of a group of 4"},
    {"takes_past_group<6>", takes_past_group<6>, "takes from lane 6 of a group of 4"},
    {"two_stores", two_stores, RACE},
    {"two_loads", two_loads, ""},
    {"stores_apart", stores_apart, ""},
    {"store_of_half_read", store_of_half_read, RACE},
    {"store_of_half_read_and_split", store_of_half_read_and_split, RACE},
    {"stores_overlap", stores_overlap, RACE},
    {"plain_beside_atomic_load", plain_beside_atomic_load, RACE},
    {"plain_behind_both_atomic_loads", plain_behind_both_atomic_loads, RACE},
    {"plain_beside_atomic_store", plain_beside_atomic_store, RACE},
    {"atomic_behind_store_and_atomic", atomic_behind_store_and_atomic, RACE},
    {"publishes_behind_store<true>", publishes_behind_store<true>, "", 3},
    {"publishes_behind_store<false>", publishes_behind_store<false>, RACE, 3},
    {"atomics_alone", atomics_alone, ""},
    {"told_by_lane_0", told_by_lane_0, "", 2},
    {"told_without_barrier", told_without_barrier, RACE, 2},
    {"learnt_without_barrier", learnt_without_barrier, RACE, 2},
    {"takes_place_of_one_that_knew<true>", takes_place_of_one_that_knew<true>, "", 5},
    {"takes_place_of_one_that_knew<false>", takes_place_of_one_that_knew<false>,
     "block 4, thread 0: race: ", 5},
    {"takes_place_of_ones_that_met<false>", takes_place_of_ones_that_met<false>, RACE, 9},
    {"takes_place_of_ones_that_met<true>", takes_place_of_ones_that_met<true>, RACE, 9},
    {"learns_by_many_flags<false>", learns_by_many_flags<false>, "", 2},
    {"learns_by_many_flags<true>", learns_by_many_flags<true>, "race: read at item 1 of payload", 2},
    {"learns_by_one_of_many_flags<3>", learns_by_one_of_many_flags<3>, "race: read at item 4 of ", 2},
    {"learns_by_one_of_many_flags<8>", learns_by_one_of_many_flags<8>, "race: read at item 9 of ", 2},
    {"learns_by_one_of_many_flags<14>", learns_by_one_of_many_flags<14>, "race: read at item 15 of ", 2},
    {"many_loads_told<-1>", many_loads_told<-1>, ""},
    {"many_loads_told<0>", many_loads_told<0>, "no order with the read by block 0, thread 0"},
    {"many_loads_told<7>", many_loads_told<7>, "no order with the read by block 0, thread 7"},
    {"many_loads_told<8>", many_loads_told<8>, "no order with the read by block 2, thread 0"},
    {"many_loads_told<13>", many_loads_told<13>, "no order with the read by block 2, thread 5"},
    {"loads_again_untold<-1>", loads_again_untold<-1>, ""},
    {"loads_again_untold<3>", loads_again_untold<3>, "no order with the read by block 0, thread 3"},
    {"loads_again_untold<8>", loads_again_untold<8>, "no order with the read by block 2, thread 0"},
    {"loads_of_many_blocks<-1>", loads_of_many_blocks<-1>, "", 303, 0, 20},
    {"loads_of_many_blocks<0>", loads_of_many_blocks<0>, "read by block 2, thread 0", 303, 0, 20},
    {"loads_of_many_blocks<3>", loads_of_many_blocks<3>, "read by block 26, thread 0", 303, 0, 20},
    {"loads_of_many_blocks<9>", loads_of_many_blocks<9>, "read by block 128, thread 0", 303, 0, 20},
    {"loads_of_many_blocks<15>", loads_of_many_blocks<15>, "read by block 302, thread 0", 303, 0, 20},
    {"store_after_atomic_loads", store_after_atomic_loads, RACE},
    {"learnt_in_group<3, 0>", learnt_in_group<3, 0>, "", 2},
    {"learnt_in_group<3, 4>", learnt_in_group<3, 4>, RACE, 2},
    {"learnt_in_group<4, 0>", learnt_in_group<4, 0>, RACE, 2},
    {"learnt_in_group<4, 3>", learnt_in_group<4, 3>, RACE, 2},
    {"learnt_in_group<4, 7>", learnt_in_group<4, 7>, "", 2},
    {"by_group_sync", by_group_sync, ""},
    {"by_nothing", by_nothing, RACE},
    {"by_shuffle", by_shuffle, RACE},
    {"by_ballot", by_ballot, RACE},
    {"by_barrier", by_barrier, ""},
    {"by_group_for_block", by_group_for_block, RACE},
    {"stored_again_too_early", stored_again_too_early, RACE},
    {"stored_again", stored_again, ""},
    {"global_by_barrier", global_by_barrier, ""},
    {"reads_stale", reads_stale, FRESH "read of 4 bytes at item 0 of stale"},
    {"writes_stale_first", writes_stale_first, ""},
    {"reads_half_stale", reads_half_stale, FRESH "read of 8 bytes at item 0 of stale"},
    {"adds_to_stale", adds_to_stale, FRESH},
    {"observes_stale", observes_stale, FRESH},
    {"publishes_stale_first", publishes_stale_first, ""},
    {"shared_of_block_before", shared_of_block_before, FRESH},
    {"shared_of_own", shared_of_own, ""},
    {"shared_fresh", shared_fresh, FRESH},
    {"loads_item<0>", loads_item<0>, ""},
    {"loads_item<63>", loads_item<63>, ""},
    {"loads_item<-1>", loads_item<-1>, "read of 4 bytes at item -1 of payload, which has 64 items"},
    {"loads_item<64>", loads_item<64>, "read of 4 bytes at item 64 of payload, which has 64 items"},
    {"stores_item<0>", stores_item<0>, ""},
    {"stores_item<63>", stores_item<63>, ""},
    {"stores_item<-1>", stores_item<-1>, "write of 4 bytes at item -1 of payload, which has 64 items"},
    {"stores_item<64>", stores_item<64>, "write of 4 bytes at item 64 of payload, which has 64 items"},
    {"loads_item<-4096>", loads_item<-4096>, "read of 4 bytes"},
    {"stores_item<1 << 26>", stores_item<1 << 26>, "write of 4 bytes"},
    {"loads_over_end", loads_over_end, "read of 12 bytes at item 62 of payload runs past its end (64 items)"},
    {"atomic_past_end", atomic_past_end, "write of 4 bytes at item 64 of payload, which has 64 items"},
    {"shared_item<0>", shared_item<0>, ""},
    {"shared_item<15>", shared_item<15>, ""},
    {"shared_item<-1>", shared_item<-1>, "write of 4 bytes at byte "},
    {"shared_item<16>", shared_item<16>, "write of 4 bytes at byte 64 of the shared array of line "},
    {"dynamic_bytes<64>", dynamic_bytes<64>, "", 3, 64},
    {"dynamic_bytes<63>", dynamic_bytes<63>, "", 3, 64},
    {"dynamic_bytes<40>, of 100", dynamic_bytes<40>, "", 3, 100},
    {"dynamic_bytes<65>", dynamic_bytes<65>,
     "takes 65 bytes of dynamic shared memory; its launch was told of 64", 3, 64},
    {"shared_whole", shared_whole, ""},
    {"shared_too_much", shared_too_much, "needs 232449 bytes of shared memory; a block has 232448"},
#define WIDTHS(WHAT, W)                                                                                      \
    {#WHAT "<" #W ", 0>", WHAT<W, 0>, ""}, {#WHAT "<" #W ", 16>", WHAT<W, 16>, ""},                          \
        {#WHAT "<" #W ", 1>", WHAT<W, 1>, "misaligned "},                                                    \
    {                                                                                                        \
#WHAT "<" #W ", 2>", WHAT < W, 2>, "misaligned "                                                     \
    }
    WIDTHS(reads_at, 4),
    WIDTHS(reads_at, 8),
    WIDTHS(reads_at, 16),
    WIDTHS(writes_at, 4),
    WIDTHS(writes_at, 8),
    WIDTHS(writes_at, 16),
    {"reads_at<4, 4>", reads_at<4, 4>, ""},
    {"reads_at<8, 4>", reads_at<8, 4>,
     "misaligned read of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"reads_at<8, 8>", reads_at<8, 8>, ""},
    {"reads_at<16, 8>", reads_at<16, 8>,
     "misaligned read of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"reads_at<16, 4>", reads_at<16, 4>,
     "misaligned read of 16 bytes at item 1 of payload: 4 past a multiple of 16"},
    {"writes_at<8, 4>", writes_at<8, 4>,
     "misaligned write of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"writes_at<16, 8>", writes_at<16, 8>,
     "misaligned write of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"streams_at<0>", streams_at<0>, ""},
    {"streams_at<8>", streams_at<8>,
     "misaligned read of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"streams_at<1>", streams_at<1>, "misaligned "},
    {"streams_to<16>", streams_to<16>, ""},
    {"streams_to<8>", streams_to<8>,
     "misaligned write of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"element_at<uint8_t, 1>", element_at<uint8_t, 1>, ""},
    {"element_at<uint16_t, 2>", element_at<uint16_t, 2>, ""},
    {"element_at<uint16_t, 1>", element_at<uint16_t, 1>,
     "misaligned read of 2 bytes at item 0 of payload: 1 past a multiple of 2"},
    {"element_at<uint32_t, 2>", element_at<uint32_t, 2>,
     "misaligned read of 4 bytes at item 0 of payload: 2 past a multiple of 4"},
    {"element_at<double, 4>", element_at<double, 4>,
     "misaligned read of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"element_at<word_16, 16>", element_at<word_16, 16>, ""},
    {"element_at<word_16, 8>", element_at<word_16, 8>,
     "misaligned read of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"element_to<uint8_t, 1>", element_to<uint8_t, 1>, ""},
    {"element_to<uint16_t, 2>", element_to<uint16_t, 2>, ""},
    {"element_to<uint16_t, 1>", element_to<uint16_t, 1>,
     "misaligned write of 2 bytes at item 0 of payload: 1 past a multiple of 2"},
    {"element_to<uint32_t, 2>", element_to<uint32_t, 2>,
     "misaligned write of 4 bytes at item 0 of payload: 2 past a multiple of 4"},
    {"element_to<double, 4>", element_to<double, 4>,
     "misaligned write of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"element_to<word_16, 8>", element_to<word_16, 8>,
     "misaligned write of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"flag_at<4>", flag_at<4>, ""},
    {"flag_at<2>", flag_at<2>, "misaligned read of 4 bytes"},
    {"number_at<8>", number_at<8>, ""},
    {"number_at<4>", number_at<4>, "misaligned read of 8 bytes"},
    {"shared_at<8>", shared_at<8>, ""},
    {"shared_at<4>", shared_at<4>, "misaligned write of 8 bytes at byte 4 of the shared array of line "},
    {"barrier_of_some", barrier_of_some, "barrier divergence: "},
    {"barrier_of_all", barrier_of_all, ""},
    {"group_of_some", group_of_some, "absent lane: "},
    {"shuffle_of_some", shuffle_of_some, "absent lane: "},
    {"other_words", other_words, "absent lane: "},
    {"waits_for_nobody", waits_for_nobody, "livelock: ", 3, 0, 2},
};

/* ---- two launches ------------------------------------------------------------------------------------------ */

static void stores_first(words w)
{
    if (is(0, 0)) store(w.payload, 1u);
}

static void loads_first(words w)
{
    if (is(0, 0)) load(w.payload);
}

static void tells_alone(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
}

static void learns_alone(words w)
{
    if (is(0, 0)) wait_flag(w.flag, 1), load(w.payload);
}

/* Lane 0 of a block of more than a warp learns, and a barrier lets every lane know. */
static void learnt_by_lane_0(words w)
{
    if (block_id() == 0) {
        if (thread_id() == 0) store(w.payload, 1u), publish_flag(w.flag, 1);
        return;
    }
    if (thread_id() == 0) wait_flag(w.flag, 1);
    block_sync();
    load(w.payload);
}

/* A lane of a block of many warps stores, groups meet, and another lane tells. It knows of the store where both are of
 * one group of 8, and nowhere else. */
template <uint32_t STORES, uint32_t TELLS>
static void told_of_lane(words w)
{
    if (block_id() == 0) {
        if (thread_id() == STORES) store(w.payload, 1u), publish_relaxed(w.flag + 1, 1);
        group_sync<8>();
        group_sync<4>();
        if (thread_id() == TELLS) wait_relaxed(w.flag + 1, 1), publish_flag(w.flag, 1);
    } else if (thread_id() == 0)
        wait_flag(w.flag, 1), load(w.payload);
}

/* Each lane of the widest block loads what another warp's stored before the barrier. */
static void widest_block(words)
{
    SHARED(uint32_t, slot, 1024);
    SHARED(uint32_t, second, 1024);
    SHARED(uint32_t, third, 1024);
    store(slot + thread_id(), 1u);
    group_sync<GROUP>();
    block_sync();
    load(slot + (thread_id() ^ 512));
    store(second + thread_id(), 1u), store(third + thread_id(), 1u);
    block_sync();
    load(second + (thread_id() ^ 512)), load(third + (thread_id() ^ 512));
}

static void stores_ones(words w)
{
    store(w.payload + thread_id() % 64, 1u);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
