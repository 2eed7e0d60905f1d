/* SPDX-License-Identifier: MIT */
#include "sink.h"

#include <stdlib.h>

#include "app.h"

static uint64_t row_items(const struct sink *sink)
{
    return sink->tags + sink->capacity;
}

/* Empties a block's buffer. */
static void clear_buffer(struct sink *sink, uint64_t block)
{
    for (uint64_t i = sink->tags; i < row_items(sink); i++) {
        uint64_t at = block * row_items(sink) + i;
        sink->tag[at] = (uint32_t)sink->tags;
        sink->item[at] = (struct sink_item){1, 0};
    }
    sink->held[block] = 0;
}

bool sink_open(struct sink *sink, struct passes *passes, uint64_t blocks, uint64_t tags, uint64_t capacity,
               struct text *why)
{
    *sink = (struct sink){.blocks = blocks, .tags = tags, .capacity = capacity, .passes = passes};
    uint64_t items = blocks * row_items(sink);
    sink->item = app_alloc(items, sizeof *sink->item, why);
    if (sink->item) sink->tag = app_alloc(items, sizeof *sink->tag, why);
    if (sink->tag) sink->held = app_alloc(blocks, sizeof *sink->held, why);
    for (uint64_t b = 0; sink->held && b < blocks; b++) {
        for (uint64_t t = 0; t < tags; t++) {
            sink->tag[b * row_items(sink) + t] = (uint32_t)t;
            sink->item[b * row_items(sink) + t] = (struct sink_item){1, 0};
        }
        clear_buffer(sink, b);
    }
    return sink->held;
}

void sink_close(struct sink *sink)
{
    free(sink->item);
    free(sink->tag);
    free(sink->held);
    *sink = (struct sink){0};
}

/* The folds of a pass become the aggregates, which lie before the items that come next. */
static void carry(struct sink *sink, const struct columns *results)
{
    const uint32_t *slope = results->column[0].base, *offset = results->column[1].base;
    for (uint64_t b = 0; b < sink->blocks; b++) {
        for (uint64_t t = 0; t < sink->tags; t++) {
            uint64_t at = b * (sink->tags + 1) + t;
            sink->item[b * row_items(sink) + t] = (struct sink_item){slope[at], offset[at]};
        }
        clear_buffer(sink, b);
    }
}

bool sink_fold(struct sink *sink, struct text *why)
{
    struct columns results;
    struct pass pass = {.what = WHAT_KEYED, .op = "affine_u32", .rows = sink->blocks};
    pass.length = row_items(sink);
    pass.keys = sink->tags + 1; /* the last one is that of nothing */
    pass.items = (struct columns){.count = 3,
                                  .column = {pass_column(&sink->item->slope, sizeof *sink->item),
                                             pass_column(&sink->item->offset, sizeof *sink->item),
                                             pass_column(sink->tag, sizeof *sink->tag)}};
    if (!passes_do(sink->passes, &pass, &results, why)) return false;
    carry(sink, &results);
    return true;
}

bool sink_put(struct sink *sink, uint64_t block, uint32_t tag, struct sink_item item, struct text *why)
{
    if (sink->held[block] == sink->capacity && !sink_fold(sink, why)) return false;
    uint64_t at = block * row_items(sink) + sink->tags + sink->held[block]++;
    sink->tag[at] = tag;
    sink->item[at] = item;
    return true;
}

struct sink_item sink_aggregate(const struct sink *sink, uint64_t block, uint32_t tag)
{
    return sink->item[block * row_items(sink) + tag];
}
