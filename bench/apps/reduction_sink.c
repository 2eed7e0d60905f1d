/* SPDX-License-Identifier: MIT
 * The reduction sink (sink.h) over a stream that is cut into batches of irregular size: however it is cut, each block's
 * aggregate of a tag is the left-to-right fold of its items. One form has one batch, the other one many, with small
 * buffers.
 *
 * Source    T12: Timcheck, "Efficient Implementation of Reductions on GPU Architectures", 2017
 * Device    a fold by key for each batch, a row a block
 * Host      deals out the items to the blocks' buffers */
#include "app.h"

#include <inttypes.h>

#include "sink.h"

enum { OPTION_BLOCKS, OPTION_TAGS, OPTION_BATCH };

/* Any tag, the map of an odd slope; and the block to which the item comes. */
static void reduction_sink_value(uint64_t index, uint64_t bits, void *item)
{
    uint32_t *column = item;
    (void)index;
    column[0] = (uint32_t)bits;
    column[1] = (uint32_t)(bits >> 16) | 1;
    column[2] = (uint32_t)(bits >> 32);
    column[3] = (uint32_t)(bits >> 48);
}

static uint64_t block_of(const struct app_data *data, uint64_t i)
{
    return ((const uint32_t *)data->column[3])[i] % (uint64_t)data->option[OPTION_BLOCKS];
}

static uint32_t tag_of(const struct app_data *data, uint64_t i)
{
    return ((const uint32_t *)data->column[0])[i] % (uint32_t)data->option[OPTION_TAGS];
}

static struct sink_item map_of(const struct app_data *data, uint64_t i)
{
    return (struct sink_item){((const uint32_t *)data->column[1])[i], ((const uint32_t *)data->column[2])[i]};
}

/* First the left map, then the right one. */
static struct sink_item then(struct sink_item left, struct sink_item right)
{
    return (struct sink_item){left.slope * right.slope, right.slope * left.offset + right.offset};
}

/* The answer's two arrays: slopes and offsets of each block's tags. False: no memory. */
static bool add_arrays(const struct app_data *data, struct app_answer *answer, uint32_t *array[2],
                       struct text *why)
{
    uint64_t count = (uint64_t)(data->option[OPTION_BLOCKS] * data->option[OPTION_TAGS]);
    array[0] = answer_add(answer, "slopes", ELEM_U32, count, why);
    array[1] = array[0] ? answer_add(answer, "offsets", ELEM_U32, count, why) : NULL;
    return array[1];
}

static bool reduction_sink_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    uint32_t *array[2];
    uint64_t tags = (uint64_t)data->option[OPTION_TAGS], blocks = (uint64_t)data->option[OPTION_BLOCKS];
    if (!add_arrays(data, answer, array, why)) return false;
    for (uint64_t at = 0; at < blocks * tags; at++)
        array[0][at] = 1, array[1][at] = 0;
    for (uint64_t i = 0; i < data->items; i++) {
        uint64_t at = block_of(data, i) * tags + tag_of(data, i);
        struct sink_item both = then((struct sink_item){array[0][at], array[1][at]}, map_of(data, i));
        array[0][at] = both.slope, array[1][at] = both.offset;
    }
    text_say(&answer->says, "%" PRIu64 " aggregates of %" PRIu64 " blocks", blocks * tags, blocks);
    return true;
}

static bool put_aggregates(const struct app_data *data, const struct sink *sink, struct app_answer *answer,
                           struct text *why)
{
    uint32_t *array[2];
    if (!add_arrays(data, answer, array, why)) return false;
    for (uint64_t at = 0; at < sink->blocks * sink->tags; at++) {
        struct sink_item all = sink_aggregate(sink, at / sink->tags, (uint32_t)(at % sink->tags));
        array[0][at] = all.slope, array[1][at] = all.offset;
    }
    return true;
}

/* Items of batch number b: from none to twice `mean`; mean 0: all there are. */
static uint64_t batch_items(uint64_t b, uint64_t mean)
{
    if (mean == 0) return UINT64_MAX;
    return splitmix64(b) % (2 * mean + 1);
}

/* Puts all items, in batches. */
static bool stream(const struct app_data *data, struct sink *sink, uint64_t mean, struct text *why)
{
    uint64_t batch = 0, left = batch_items(0, mean);
    for (uint64_t i = 0; i < data->items; i++) {
        for (; left == 0; left = batch_items(++batch, mean)) /* a batch may be empty */
            if (!sink_fold(sink, why)) return false;
        left--;
        if (!sink_put(sink, block_of(data, i), tag_of(data, i), map_of(data, i), why)) return false;
    }
    return sink_fold(sink, why);
}

static bool run_sink(const struct app_data *data, struct passes *passes, uint64_t mean, uint64_t capacity,
                     struct app_answer *answer, struct text *why)
{
    struct sink sink;
    bool done = sink_open(&sink, passes, (uint64_t)data->option[OPTION_BLOCKS],
                          (uint64_t)data->option[OPTION_TAGS], capacity, why) &&
                stream(data, &sink, mean, why) && put_aggregates(data, &sink, answer, why);
    sink_close(&sink);
    return done;
}

static bool in_batches(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                       struct text *why)
{
    uint64_t mean = (uint64_t)data->option[OPTION_BATCH];
    return run_sink(data, passes, mean, mean / (uint64_t)data->option[OPTION_BLOCKS] + 1, answer, why);
}

/* Buffers have room for all. */
static bool at_once(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                    struct text *why)
{
    return run_sink(data, passes, 0, data->items, answer, why);
}

const struct app reduction_sink_app = {
    .name = "reduction_sink",
    .input = "u32,u32,u32,u32",
    .option = {{"blocks", 1, 4096, 5}, {"tags", 1, 4096, 7}, {"batch", 1, 1000000, 300}},
    .value = reduction_sink_value,
    .judge = reduction_sink_judge,
    .form = {{.by = "batches", .folds_by_key = true, .run = in_batches},
             {.by = "one batch", .folds_by_key = true, .run = at_once}},
};
