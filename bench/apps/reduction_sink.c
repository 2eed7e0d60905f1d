/* SPDX-License-Identifier: MIT
 * The reduction sink over streams of tagged items. Blocks are dealt stretches of the items in turn, and drop some by a
 * filter; however the rest is cut into batches, each block's aggregate of a tag is the left-to-right fold of its items. One
 * form is a persistent kernel whose blocks have a source, the filter and a sink of their own (hip/keyed/sink.hip.h); the
 * host sees aggregates when it is done. Two forms have a fold by key a batch (sink.h): one batch, or many, with small
 * buffers.
 *
 * Source    T12: Timcheck, "Efficient Implementation of Reductions on GPU Architectures", 2017
 * Device    one step; or a fold by key for each batch, a row a block, where the host deals out the items */
#include "app.h"

#include <inttypes.h>

#include "program.h"
#include "sink.h"

enum { OPTION_BLOCKS, OPTION_TAGS, OPTION_BATCH, STRETCH = 256 };

/* Any tag, the map of an odd slope; and bits for the filter. */
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
    return i / STRETCH % (uint64_t)data->option[OPTION_BLOCKS];
}

/* Whether the item passes the filter. */
static bool is_kept(const struct app_data *data, uint64_t i)
{
    return ((const uint32_t *)data->column[3])[i] % 4 != 0;
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
        if (!is_kept(data, i)) continue;
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
        if (!is_kept(data, i)) continue;
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

/* ---- inside a kernel ---- */

static bool sink_there(const struct app_data *data, struct program *program, uint32_t *const array[2])
{
    static const char *const name[] = {"tag", "slope", "offset", "kept"};
    uint64_t blocks = (uint64_t)data->option[OPTION_BLOCKS], tags = (uint64_t)data->option[OPTION_TAGS];
    struct program_call call = {.count = blocks, .number = {(int64_t)data->items, (int64_t)tags, STRETCH}};
    for (int c = 0; c < 4 && !program->failed; c++) {
        uint32_t *column = program_array(program, name[c], sizeof *column, data->items);
        program_put(program, column, data->column[c], data->items * sizeof *column);
        call.in[c] = column;
    }
    for (int c = 0; c < 2; c++)
        call.out[c] = program_array(program, c ? "offsets" : "slopes", sizeof(uint32_t), blocks * tags);
    program_start(program);
    program_do(program, "sink_in_blocks", &call);
    program_stop(program);
    return program_get(program, array[0], call.out[0], blocks * tags * sizeof(uint32_t)) &&
           program_get(program, array[1], call.out[1], blocks * tags * sizeof(uint32_t));
}

static bool in_a_kernel(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                        struct text *why)
{
    struct program program;
    uint32_t *array[2];
    if (!add_arrays(data, answer, array, why)) return false;
    bool done = program_open(&program, passes, why) && sink_there(data, &program, array);
    program_close(&program);
    return done;
}

const struct app reduction_sink_app = {
    .name = "reduction_sink",
    .input = "u32,u32,u32,u32",
    .option = {{"blocks", 1, 4096, 5}, {"tags", 1, 4096, 7}, {"batch", 1, 1000000, 300}},
    .value = reduction_sink_value,
    .judge = reduction_sink_judge,
    .form = {{.by = "batches", .folds_by_key = true, .run = in_batches},
             {.by = "one batch", .folds_by_key = true, .run = at_once},
             {.by = "one kernel", .run = in_a_kernel}},
};
