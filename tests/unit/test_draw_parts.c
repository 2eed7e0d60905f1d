/* SPDX-License-Identifier: MIT
 * The parts of a drawn case: arguments, params that vary, layouts, items, schedules, keys, sizes of what is not run; and
 * operands of laws. */
#include "drawn_cases.h"

#include <inttypes.h>
#include <string.h>

#include "draw_parts.h"
#include "control.h"
#include "unit.h"

#define REDUCES ORACLE ".reduce_auto" TINY "reduce/"
#define AGAIN "second_launch_on_same_scratch.reduce_auto" TINY "reduce/affine_u32/5/soa/any:9"
#define UNITS "data 0 9, only 0, past 0, "

static const struct drawn_case parts[] = {
    /* Columns of the result that are kept. */
    {REDUCES "affine_u32/5/soa/unit:9/keep:1", FIRST FIVE SOA "keep 7/8 1/2 0/2, " LAST},
    {REDUCES "affine_u32/5/soa/unit:9/keep:0,1", FIRST FIVE SOA "keep 7 1 1, " LAST},
    {REDUCES "mixed6/5/soa/unit:9/keep:5", FIRST FIVE SOA "keep 7 5 0 0 0 0 0, " LAST},
    /* Sides. */
    {REDUCES "affine_u32/5/soa>aos/unit:9", FIRST FIVE "input 0 0 0 0, result 9 0 0 0, " KEEP LAST},
    {REDUCES "affine_u32/5/arena/unit:9", FIRST FIVE "input 13 0 0 0, result 0 0 0 0, " KEEP LAST},
    {REDUCES "affine_u32/5/soa>arena/unit:9", FIRST FIVE "input 0 0 0 0, result 13 0 0 0, " KEEP LAST},
    {REDUCES "affine_u32/5/soa>soa+5/unit:9", FIRST FIVE "input 0 0 0 0, result 0 0 3 4 0, " KEEP LAST},
    {REDUCES "affine_u32/5/soa>soa+17/unit:9", FIRST FIVE "input 0 0 0 0, result 0 1 3 16 0, " KEEP LAST},
    {REDUCES "affine_u32/5/soa>soa~3/unit:9", FIRST FIVE "input 0 0 0 0, result 0 0 0 7 2, " KEEP LAST},
    {"layout_does_not_matter.reduce_auto" TINY "reduce/affine_u32/5/soa+17~3/unit:9",
     FIRST FIVE "input 0 1 16 3 2, result 0 0 0, " KEEP LAST_FLAT},
    {REDUCES "span_twice_emit/5/soa>soa>in/unit:9", FIRST FIVE SOA MAPOUT "in 7/8, " KEEP LAST},
    {REDUCES "span_emit/5/soa/unit:9", FIRST FIVE SOA MAPOUT KEEP LAST},
    {REDUCES "span_twice_emit/5/one/unit:9", FIRST FIVE "input 17 0 0 0, result 0 0 0 0, " MAPOUT KEEP LAST},
    /* Items: at most 8 literals, and no more than there are items; without items as many as with many. */
    {REDUCES "affine_u32/5/soa/lit:c8,3",
     FIRST FIVE SOA KEEP "data 15/16 1/5, literal 8/65 200/256 2/65 3/4, only 0, past 0, schedule 0"},
    {REDUCES "affine_u32/3/soa/lit:c8", FIRST "length 0 3, many 0, rows 0, dims 0, " SOA KEEP
                                              "data 15 3, literal 8 200, only 0, past 0, schedule 0"},
    {REDUCES "affine_u32/20/soa/lit:c8", FIRST "length 3 5 0, many 0, rows 0, dims 0, " SOA KEEP
                                               "data 15 8, literal 8 200, only 0, past 0, schedule 0"},
    {REDUCES "affine_u32/0/soa/lit:c8",
     FIRST "length 0 0, many 0, rows 0, dims 0, " SOA KEEP "data 15 8, literal 8 200, past 0, schedule 0"},
    {REDUCES "affine_u32/5/soa/unit:9/only:2-3",
     FIRST FIVE SOA KEEP "data 0 9, only 7 2 1, past 0, schedule 0"},
    {REDUCES "crc32_u8/5/soa/unit:9", FIRST FIVE SOA KEEP "data 0 9, past 0, schedule 0"},
    {REDUCES "affine_u32/5/soa/small:9", FIRST FIVE SOA KEEP "data 1 9, only 0, past 0, schedule 0"},
    {REDUCES "affine_u32/5/soa/any:9", FIRST FIVE SOA KEEP "data 4 9, only 0, past 0, schedule 0"},
    /* Schedules. */
    {REDUCES "affine_u32/5/soa/unit:9/sched:fifo:1", FIRST FIVE SOA KEEP UNITS "schedule 6 1"},
    {REDUCES "affine_u32/5/soa/unit:9/sched:uniform:9:4", FIRST FIVE SOA KEEP UNITS "schedule 7 0 9"},
    {REDUCES "affine_u32/5/soa/unit:9/sched:pct:9@6@1:4",
     FIRST FIVE SOA KEEP UNITS "schedule 10/13 0/6 9/65536 2/4, points 3/13 5/8 0/13 0/1"},
    {REDUCES "affine_u32/5/soa/unit:9/sched:unfair:9:16", FIRST FIVE SOA KEEP UNITS "schedule 12 5 9"},
    {AGAIN, FIRST FIVE SOA KEEP "data 9/65536, only 0, past 0, schedule 0/13"},
    {AGAIN "/sched:fifo:1", FIRST FIVE SOA KEEP "data 9, only 0, past 0, schedule 1 1/6"},
    {AGAIN "/sched:uniform:9:2", FIRST FIVE SOA KEEP "data 9, only 0, past 0, schedule 2 2 9"},
    {AGAIN "/sched:pct:9:3", FIRST FIVE SOA KEEP "data 9, only 0, past 0, schedule 5 3 9 0/4"},
    {AGAIN "/sched:unfair:9:8", FIRST FIVE SOA KEEP "data 9, only 0, past 0, schedule 10 4 9/65536"},
    {"exact_operators_same_bits_under_any_schedule.reduce_auto" TINY
     "reduce/affine_u32/5/soa/unit:9/with:schedules=4",
     FIRST FIVE SOA KEEP UNITS "schedules 2/3"},
    /* Arguments: the usual one, one less, the most, the least. */
    {REDUCES "add_if_smaller/5/soa/unit:9", FIRST ARGS FIVE "vary 0, " SOA KEEP LAST},
    {REDUCES "add_if_smaller(threshold=536870911)/5/soa/unit:9",
     FIRST "args 3 2 0, " FIVE "vary 0, " SOA KEEP LAST},
    {REDUCES "add_if_smaller(threshold=1073741824)/5/soa/unit:9",
     FIRST "args 0 7 1, " FIVE "vary 0, " SOA KEEP LAST},
    {REDUCES "add_if_smaller(threshold=0)/5/soa/unit:9", FIRST "args 0 7 0, " FIVE "vary 0, " SOA KEEP LAST},
    /* Params that vary: over the dimensions outside the last one, of which a row is shared out among up to three; over
     * the rows of a list; of one row over nothing. */
    {REDUCES "add_if_smaller/3x1x3/soa/unit:9/vary:0", FIRST ARGS SEVERAL
     "row 2, longer 0, count 1, ragged 0, vary 1/2, dims 1/3 2/4 0/3, over 1/3 0/3, " SOA KEEP LAST},
    {REDUCES "add_if_smaller/3x2x1x1/soa/unit:9/vary:1", FIRST ARGS SEVERAL
     "row 0, longer 0, count 4, ragged 0, vary 1, dims 1 1 1 1, over 0 1 0, " SOA KEEP LAST},
    {REDUCES "add_if_smaller/[3,3,3]/soa/unit:9/vary:0", FIRST ARGS SEVERAL
     "row 2, longer 0, count 1, ragged 1, few 0, spread 0, equal 15, vary 1, over 1, " SOA KEEP LAST},
    {REDUCES "add_if_smaller/5/soa/unit:9", FIRST ARGS FIVE "vary 1, " SOA KEEP LAST},
    /* Now and then where the strategy refuses that; of several rows that one is chosen from, of other rows not, and not
     * of one row that is to be flat. */
    {ORACLE ".one_row" TINY "reduce/add_if_smaller/5/soa/unit:9",
     FIRST ARGS "length 0 5, many 0, dims 0, anyway 14/16, " SOA KEEP LAST},
    {ORACLE ".one_row" TINY "reduce/add_if_smaller/5/soa/unit:9",
     FIRST ARGS "length 0 5, many 0, dims 0, anyway 15, vary 1, " SOA KEEP LAST},
    {"rows_are_independent.reduce_auto" TINY "reduce/add_if_smaller/3x3/soa/unit:9/with:row=2",
     FIRST ARGS "length 0 12, many 0, row 2, longer 0, count 1, ragged 0, vary 0, " SOA KEEP
                "data 0 9, only 0, chosen 2/3, schedule 0"},
    {"row_order_does_not_matter.reduce_auto" TINY "reduce/add_if_smaller/[3,3,3]/soa/unit:9", FIRST ARGS
     "length 0 12, many 0, row 2, longer 0, count 1, ragged 1, few 0, equal 15, " SOA KEEP LAST_FLAT},
    {"reduce_of_concatenation.reduce_auto" TINY "reduce/add_if_smaller/5/soa/unit:9/with:split=2",
     FIRST ARGS "length 0 5, many 0, " SOA KEEP "data 0 9, only 0, split 2/6, schedule 0"},
    /* Operands of laws, a row each; edge values for operators whose states may be any. */
    {"witnesses_catch_mistakes.suite@host", ""},
    {"has_identity.add_u32@host law/add_u32/[5]/soa/unit:9", "length 5/7, data 0 9, only 6/8, edges 0/2"},
    {"commutes_as_claimed.affine_u32@host law/affine_u32/[1,1]/soa/lit:43,65/with:states=1",
     "lengths 1/5 2/5, data 0/16 9, only 7/8 1/3 1/3, edges 1/2, states 3/8 4/8 5/8 6/8"},
    {"has_identity.add_if_smaller@host law/add_if_smaller(threshold=0)/[5]/soa/unit:9",
     "args 0 7 0, length 5, data 0 9, only 0, edges 0"},
    {"commutes_as_claimed.span_8@host law/span_8/[1,2]/soa/unit:9", "lengths 1 2, data 0 9, only 0"},
    {"associates.add_u32@host law/add_u32/[1,2,3]/soa/unit:9",
     "lengths 1/5 2/5 3/5, data 0 9, only 0, edges 0"},
    {"device_combine_equals_host_combine.add_u32@sim64 law/add_u32/[1,2,3,0]/soa/unit:9",
     "pairs 1/32, lengths 1/4 2/4 3/4 0/4, data 0 9, only 0, edges 0"},
    {"device_items_equal_host_items.add_u32@sim64 reduce/add_u32/5/soa/any:9",
     "size 3/11 5/8, input 8/18 0/2 2/4, result 8/17 0/2 2/4, data 2/3, seed 4/65 9/16"},
    {"device_items_equal_host_items.add_if_smaller@sim64 reduce/add_if_smaller/5/soa/any:9",
     ARGS "size 3 5, input 0 0 0, result 0 0 0, data 2, seed 4 9"},
};

#define ASSIGNS "every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/"
#define OF_KEYS FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", "
static const struct drawn_case keyed[] = {
    {KEYED ".keyed_stream" TINY "keyed/affine_u32/5#3/soa/unit:9", FIRST FIVE "keys 0 2, dist 0, " SOA LAST},
    {KEYED ".keyed_stream" TINY "keyed/affine_u32/50x1#3/soa/unit:9",
     FIRST "length 0 0, many 63 8000, rows 1, row 0, longer 0, count 48, keys 0 2, dist 0, " SOA LAST},
    {KEYED ".keyed_stream" USUAL "keyed/affine_u32/40x1#3/soa/unit:9",
     "refused 0, usual 3, instance 0, length 0 0, many 63 8000, rows 1, row 0, longer 0, count 48, keys 0 2, "
     "dist 0, " SOA LAST},
    {KEYED ".keyed_stream" USUAL "keyed/affine_u32/3x3#3/soa/unit:9",
     "refused 0, usual 3, instance 0, " THREE_BY_THREE "keys 0 2, dist 0, " SOA LAST},
    /* Of the usual tuning as well on a GPU; one row of as many items is left as it is. */
    {KEYED ".keyed_stream" USUAL_NVIDIA "keyed/affine_u32/50x1#3/soa/unit:9",
     "refused 0, usual 2, instance 0, length 0 0, many 31/32 8000/262145, rows 1, row 0, longer 0, count "
     "48/7999, keys 0 2, "
     "dist 0, " SOA "data 0 9, only 0, past 0"},
    {KEYED ".keyed_stream" USUAL "keyed/affine_u32/45#3/soa/unit:9",
     "refused 0, usual 3, instance 0, length 12 45, many 0, rows 0, dims 0, keys 0 2, dist 0, " SOA LAST},
    /* A GPU looks at each item for each key as often as that takes. */
    {KEYED ".keyed_stream" TINY_NVIDIA "keyed/affine_u32/5#524288/soa/unit:9",
     FIRST FIVE "keys 12 20 524287, dist 0, " SOA "data 0 9, only 0, past 0"},
    {KEYED ".keyed_stream" TINY "keyed/span_twice_emit/5#3/soa/unit:9",
     FIRST FIVE "keys 0 2, dist 0, " SOA MAPOUT "in 7/8, " LAST},
    {KEYED ".keyed_stream" TINY "keyed/span_twice_emit/5#3/soa>soa>aos/unit:9",
     FIRST FIVE "keys 0 2, dist 0, " SOA "mapout 9 0 0 0, in 6/8, " LAST},
    {"keyed_of_concatenation.keyed_stream" TINY "keyed/affine_u32/5#3/aos/unit:9/with:split=3",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, input 9 0 0 0, result 0 0 0 0, data 0 9, only 0, split 3, "
           "schedule 0"},
    {"keyed_of_concatenation.keyed_stream" TINY "keyed/affine_u32/5#3/soa/unit:9/with:split=3",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, input 17 0 0 0, result 0 0 0 0, data 0 9, only 0, split 3, "
           "schedule 0"},
    {"stable_where_order_is_kept.keyed_stream" TINY "keyed/affine_u32/5#3/aos/unit:9",
     FIRST FIVE "keys 0 2, dist 0, input 9 0 0 0, result 0 0 0 0, " LAST},
    {"stable_where_order_is_kept.keyed_stream" TINY "keyed/affine_u32/5#3/soa/unit:9",
     FIRST FIVE "keys 0 2, dist 0, input 17 0 0 0, result 0 0 0 0, " LAST},
    {"keys_are_independent.keyed_stream" TINY "keyed/affine_u32/5#3/soa/unit:9/with:key=1",
     FIRST FIVE "keys 0 2, dist 0, " SOA LAST ", key 1/3"},
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/2x5#7/aos/unit:9/with:step=4",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, input 9 0 0 0, result 0 0 0 0, data 0 9, only 7 2 1, "
           "schedule 0, rows 1/3, equal 0/2, more 2/3, step 3/7"},
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/1x7#7/soa/unit:9/with:step=1",
     FIRST "length 0 12, many 0, keys 0 2, dist 0, input 17 0 0 0, result 0 0 0 0, data 0 9, only 0, "
           "schedule 0, rows 0, equal 1, step 0"},
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/1x0#1/soa/unit:9/with:step=1",
     FIRST "length 0 0, many 0, keys 0 2, dist 0, " SOA "data 0 9, schedule 0, rows 0, equal 1/2, step 0/1"},
    /* Rows without items may have several keys, up to all; of as many items as keys there are no more keys. */
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/1x0#7/soa/unit:9/with:step=4",
     FIRST "length 0 0, many 0, keys 0 2, dist 0, " SOA
           "data 0 9, schedule 0, rows 0, equal 0/2, more 7/8, step 3/7"},
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/3x0#1/soa/unit:9/with:step=1",
     FIRST "length 0 0, many 0, keys 0 2, dist 0, " SOA
           "data 0 9, schedule 0, rows 2/3, equal 0/2, more 0/8, step 0/1"},
    {"distinct_keys_are_a_scatter.few_keys" TINY "keyed/affine_u32/1x7#7/soa/unit:9/with:step=7",
     FIRST "length 0 7, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", rows 0, equal 0/2, more 0/1, step 6/7"},
    {"distinct_keys_are_a_scatter.keyed_stream" TINY "keyed/affine_u32/2x5#1024/soa/unit:9/with:step=1",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT
           ", rows 1/3, equal 0/2, more 1019/1020, step 0/1024"},
    {"empty_keys_give_identity.keyed_stream" TINY "keyed/affine_u32/0#2:halfempty:7/soa/unit:9",
     FIRST FIVE "keys 0 0, dist 0, " SOA LAST ", seed 7/65536, empty 7/8"},
    {"empty_keys_give_identity.keyed_stream" TINY "keyed/affine_u32/5#3:halfempty:7/soa/unit:9",
     FIRST FIVE "keys 0 2, dist 0, " SOA LAST ", seed 7, empty 6/8"},
    {"empty_keys_give_identity.keyed_stream" TINY "keyed/affine_u32/3x0#3:halfempty:7/soa/unit:9",
     FIRST THREE_BY_THREE "keys 0 2, dist 0, " SOA LAST ", seed 7, empty 7/8"},
    {"one_key_is_reduce.keyed_stream" TINY "keyed/affine_u32/3x3#1/soa/unit:9",
     "rows 1/2, " FIRST "length 0 12, many 0, row 2, longer 0, count 1, keys 0 2, dist 0, " SOA LAST_FLAT},
    {"one_key_is_reduce.keyed_stream" TINY "keyed/affine_u32/3x3#1/soa/unit:9",
     "rows 1/2, " FIRST "length 0 12, many 0, row 2, longer 0, count 1, keys 0 2, dist 1 5 9, " SOA
     "data 0 9, only 7 2 1, schedule 0"},
    {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/32x5#2/soa/unit:9",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", keys 1, items 5"},
    {"every_assignment_of_keys.blocks_of_16{block=16,items=1,group=4}@sim64 "
     "keyed/affine_u32/16x4#2/soa/unit:9",
     FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", keys 1, items 4"},
    {"every_assignment_of_keys.blocks_of_17{block=17,items=1,group=4}@sim64 "
     "keyed/affine_u32/8x3#2/soa/unit:9",
     OF_KEYS "keys 1, items 4"},
    {"every_assignment_of_keys.keyed_stream" USUAL "keyed/affine_u32/8x3#2/soa/unit:9",
     "refused 0, usual 3, instance 0, length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT
     ", keys 1, items 5"},
    {"every_assignment_of_keys.keyed_stream" USUAL "keyed/affine_u32/6561x8#3/soa/unit:9",
     "refused 0, usual 3, instance 0, length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT
     ", keys 2, items 3, more 15/16 2/3"},
    {ASSIGNS "1x8#1/soa/unit:9", OF_KEYS "keys 0/4, items 8/9"},
    {ASSIGNS "2x1#2/soa/unit:9", OF_KEYS "keys 1/4, items 1/9"},
    {ASSIGNS "243x5#3/soa/unit:9", OF_KEYS "keys 2/4, items 5/6, more 14/16"},
    {ASSIGNS "256x4#4/soa/unit:9", OF_KEYS "keys 3/4, items 4/5"},
};

static const struct drawn_case sized[] = {
    /* Of any size, for what is not run. */
    {AUTO ".reduce_auto" TINY "reduce/affine_u32/5/soa/unit:9", FIRST "size 3/24 5/8, " SOA KEEP LAST_FLAT},
    {AUTO ".reduce_auto" TINY "reduce/span_twice_emit/65533/soa>soa>aos/unit:9",
     FIRST "size 16 65535, " SOA "mapout 9 0 0 0, in 6/8, " KEEP LAST_FLAT},
    {AUTO ".reduce_auto" TINY "reduce/span_twice_emit/5/soa>soa>soa/unit:9",
     FIRST "size 3 5, " SOA MAPOUT "in 7/8, " KEEP LAST_FLAT},
    {AUTO ".segreduce_auto" TINY "reduce/span_lift_8/3x5/soa/unit:9",
     FIRST "size 0 0, switch 0/2, rows 2/22 3/4, length 3 5, ragged 1/3, " SOA KEEP LAST_FLAT},
    {AUTO ".segreduce_auto" TINY "reduce/span_lift_8/3x0/soa/unit:9",
     FIRST "size 0 0, switch 0, rows 2 3, length 0 0, ragged 0, " SOA KEEP "data 0 9, schedule 0"},
    {AUTO ".segreduce_auto" TINY "reduce/affine_u32/0x5/soa/unit:9",
     FIRST "size 0 0, switch 0, rows 0 0, length 3 5, " SOA KEEP "data 0 9, schedule 0"},
    /* 2^22 items at most, of 23 bits: 24 stands for 0 bits, whatever the operator is right for. */
    {AUTO ".reduce_auto" TINY "reduce/span_lift_8/0/soa/unit:9",
     FIRST "size 24 5, " SOA KEEP "data 0 9, schedule 0"},
    {AUTO ".segreduce_auto" TINY "reduce/affine_u32/rag:3x5:halfempty:7/soa/unit:9",
     FIRST "size 0 0, switch 0, rows 2 3, length 3 5, ragged 2, few 0, spread 2 3 7, " SOA KEEP LAST_FLAT},
    {AUTO ".segreduce_auto" TINY "reduce/affine_u32/5001x4/soa/unit:9",
     FIRST "size 0 0, switch 1, rows 1 2 1, length 4, ragged 0, " SOA KEEP LAST_FLAT},
    {AUTO ".transpose_naive" TINY "transpose/u32/3x5/soa/unit:9/with:present=4",
     FIRST "size 0 0, rows 2 3, length 3 5, masked 1/2 4/16, " SOA LAST_FLAT},
    {AUTO ".transpose_naive" TINY "transpose/u32/3x5/soa/unit:9",
     FIRST "size 0 0, rows 2 3, length 3 5, masked 0/2, " SOA LAST_FLAT},
    /* As many keys as a usual block has threads. */
    {AUTO ".keyed_stream" TINY "keyed/affine_u32/3x5#256/soa/unit:9",
     FIRST "size 0 0, rows 2 3, length 3 5, keys 8/14 3/4 0/3, " SOA LAST_FLAT},
    {AUTO ".keyed_stream" TINY "keyed/affine_u32/3x5#1048576/soa/unit:9",
     FIRST "size 0 0, rows 2 3, length 3 5, keys 12 21 2097151, " SOA LAST_FLAT},
    {AUTO ".waits" TINY "reduce/affine_u32/5/soa/unit:9", FIRST "size 3 5, " SOA KEEP "data 0 9, only 0"},
    /* A policy has rows where it switches from one strategy to another, and where it does not. */
    {"every_policy_agrees.policy" TINY "reduce/affine_u32/3x3/soa/unit:9",
     FIRST "its 1, length 0 12, many 0, row 2, longer 0, count 1, ragged 0, " SOA KEEP LAST_FLAT},
    {"every_policy_agrees.policy" TINY "reduce/affine_u32/5000x1/soa/unit:9",
     FIRST "its 0, switch 1, rows 1 0, length 1, " SOA KEEP LAST_FLAT},
    {"every_policy_agrees.policy" TINY "reduce/span_8/3x3/soa/unit:9",
     FIRST "its 0, length 0 12, many 0, row 2, longer 0, count 1, ragged 0, " SOA KEEP LAST_FLAT},
};

/* A name of as many characters as there is room for loses its last one, for the 0 behind it. */
static bool names_end(struct finding *finding)
{
    char long_name[MAX_NAME + 2], name[MAX_NAME + 1];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    memset(name, 'b', sizeof name);
    set_name(name, long_name);
    if (name[MAX_NAME - 2] != 'a' || name[MAX_NAME - 1] != 0 || name[MAX_NAME] != 'b')
        return text_say(&finding->first_at, "a name of %d characters does not end", MAX_NAME + 1);
    set_name(name, "ab");
    return strcmp(name, "ab") == 0 || text_say(&finding->first_at, "the name ab becomes %.10s", name);
}

/* Of a state of 17 columns 16 are given edge values: a literal has room for no more. */
static bool columns_behind_are_not_drawn(struct finding *finding)
{
    static const uint64_t choices[] = {1, 0, 9, 0, 1};
    struct op wide = *op_find("affine_u32");
    struct target target = {.property = properties_find("has_identity"), .op = &wide};
    struct test_case drawn;
    struct draw draw;
    tuple_parse("u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8", &wide.state);
    draw_from_choices(&draw, choices, 5);
    bool made = target.property->generate(NULL, &target, &draw, &drawn);
    return (made && draw.count == 5 + 16) ||
           text_say(&finding->first_at, "edge values of 17 columns: expected 21 choices, got %zu",
                    draw.count);
}

/* Of a result of 7 columns all are kept: a line has room for 6 numbers. */
static bool all_of_many_columns_are_kept(struct finding *finding)
{
    static const char text[] = "refused 15, usual 0, instance 0, " FIVE SOA LAST;
    uint64_t choices[MOST_TYPED];
    size_t count = read_choices(text, choices);
    struct op wide = *op_find("affine_u32");
    struct target target = {
        .property = properties_find("reduce_equals_oracle"), .subject = "reduce_auto", .op = &wide};
    struct lab *lab = fake_open(DEVICE_SIM64, &finding->first_at);
    struct test_case drawn;
    struct draw draw;
    if (!lab) return false;
    tuple_parse("u8,u8,u8,u8,u8,u8,u8", &wide.state);
    draw_from_choices(&draw, choices, count);
    bool made = target.property->generate(lab, &target, &draw, &drawn);
    properties_close(lab);
    return (made && draw.count == count && drawn.problem.keep_count == 0) ||
           text_say(&finding->first_at,
                    "a result of 7 columns: expected %zu choices and all columns, got %zu", count,
                    draw.count);
}

/* Rows that fill a device, here one of 270,336 threads, of no more items than the operator is right for: of span_4
 * 65,534. */
static bool rows_keep_to_the_operator(struct finding *finding)
{
    static const struct {
        const char *op;
        uint64_t length, rows;
    } filled[] = {
        {"span_4", 0, 270336}, {"span_4", 1, 65534}, {"span_4", 2, 32767}, {"affine_u32", 2, 270336}};
    for (size_t f = 0; f < sizeof filled / sizeof filled[0]; f++) {
        const uint64_t choices[] = {0, 0, 0, 0, 0,
                                    1, 1, 1, 0, filled[f].length}; /* by rows, as many as threads */
        struct lab *lab = fake_open(DEVICE_SIM64, &finding->first_at);
        struct target target = {
            .property = properties_find(AUTO), .subject = "segreduce_auto", .op = op_find(filled[f].op)};
        struct test_case drawn;
        struct draw draw;
        if (!lab) return false;
        lab->session.tuned_caps.processors = 132;
        lab->session.tuned_caps.resident_threads = 2048;
        draw_from_choices(&draw, choices, sizeof choices / sizeof choices[0]);
        bool made = target.property->generate(lab, &target, &draw, &drawn);
        properties_close(lab);
        const uint64_t *size = drawn.problem.shape.size;
        if (!made || size[0] != filled[f].rows || size[1] != filled[f].length)
            return text_say(&finding->first_at,
                            "rows that fill a device, of %s: expected %" PRIu64 "x%" PRIu64 ", got %" PRIu64
                            "x%" PRIu64,
                            filled[f].op, filled[f].rows, filled[f].length, size[0], size[1]);
    }
    return true;
}

/* Of no more items than a limit of the run and one of the operator; what a property makes of them is not more than the
 * run's, either. */
static bool limits_are_kept(struct finding *finding)
{
#define ASSIGNED FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", keys 1, items 5"
#define SCATTERED                                                                                            \
    FIRST "length 0 5, many 0, keys 0 2, dist 0, " SOA LAST_FLAT ", rows 1, equal 0, more 2, step 3"
#define ROW(SHAPE) ORACLE ".reduce_auto" TINY "reduce/affine_u32/" SHAPE "/soa/unit:9"
#define TWO_OF_TWELVE FIRST "length 2 12, many 30, rows 1, row 2, longer 2/3, length 2 12/18, ragged 0, "
    static const struct {
        struct most_drawn most;
        struct drawn_case row;
    } limited[] = {
        {{3, 0}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{3, 4}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{4, 3}, {ROW("3"), FIRST FIVE SOA KEEP LAST_FLAT}},
        {{0, 3}, {ROW("3"), FIRST FIVE SOA KEEP LAST}},
        {{0, 5}, {ROW("5"), FIRST FIVE SOA KEEP LAST}},
        /* At least two rows, each drawn to be of 12 items. */
        {{0, 9}, {ROW("2x4"), TWO_OF_TWELVE SOA KEEP LAST}},
        {{0, 24}, {ROW("2x12"), TWO_OF_TWELVE SOA KEEP LAST}},
        /* Keys take turns in a row for each way to give 2 keys to 5 items, to 4, to 3, to 2. */
        {{8, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/4x2#2/soa/unit:9", ASSIGNED}},
        {{159, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/16x4#2/soa/unit:9", ASSIGNED}},
        {{160, 0},
         {"every_assignment_of_keys.keyed_stream" TINY "keyed/affine_u32/32x5#2/soa/unit:9", ASSIGNED}},
        /* Of one key there is one way. */
        {{5, 0}, {ASSIGNS "1x5#1/soa/unit:9", OF_KEYS "keys 0, items 8"}},
        {{9, 0},
         {"distinct_keys_are_a_scatter.keyed_stream" TINY "keyed/affine_u32/1x5#7/soa/unit:9/with:step=4",
          SCATTERED}},
        {{10, 0},
         {"distinct_keys_are_a_scatter.keyed_stream" TINY "keyed/affine_u32/2x5#7/soa/unit:9/with:step=4",
          SCATTERED}},
    };
    for (size_t l = 0; l < sizeof limited / sizeof limited[0]; l++)
        if (!case_is_drawn_right(&limited[l].row, limited[l].most, finding)) return false;
    return true;
}

static bool part_is_drawn_right(size_t at, struct finding *finding)
{
    return case_is_drawn_right(&parts[at], (struct most_drawn){0}, finding);
}

static bool keyed_case_is_drawn_right(size_t at, struct finding *finding)
{
    return case_is_drawn_right(&keyed[at], (struct most_drawn){0}, finding);
}

static bool sized_case_is_drawn_right(size_t at, struct finding *finding)
{
    return case_is_drawn_right(&sized[at], (struct most_drawn){0}, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(part_is_drawn_right, parts, line),
                                         NAMED_ROWS(keyed_case_is_drawn_right, keyed, line),
                                         NAMED_ROWS(sized_case_is_drawn_right, sized, line),
                                         TEST(names_end),
                                         TEST(columns_behind_are_not_drawn),
                                         TEST(all_of_many_columns_are_kept),
                                         TEST(rows_keep_to_the_operator),
                                         TEST(limits_are_kept)};
UNIT(draw_parts, tests);
