/* SPDX-License-Identifier: MIT
 * A reduction sink: the module at the end of a pipeline of streams, as MERCATOR's blocks would have one. Each block has
 * a buffer of its own, of items that carry the tag of their stream; streams mix in it. A batch of items of any size
 * comes in; the sink folds each block's buffer by tag, one launch for all blocks, and keeps an aggregate for each block
 * and tag, which the next fold goes on from. Blocks do not talk to one another. Maps x -> ax + b modulo 2^32 are
 * composed, so the order of a tag's items matters; it is that in which they were put.
 *
 * Source    Timcheck, "Efficient Implementation of Reductions on GPU Architectures", 2017, chapters 1 and 4, where it
 *           is future work; Cole, Buhler, "MERCATOR: A GPGPU Framework for Irregular Streaming Applications", 2017 */
#ifndef FOLDCHECK_APPS_SINK_H
#define FOLDCHECK_APPS_SINK_H

#include "passes.h"

/* A map x -> slope * x + offset. */
struct sink_item {
    uint32_t slope, offset;
};

struct sink {
    uint64_t blocks, tags, capacity; /* items of a buffer, besides the aggregates */
    struct sink_item *item;          /* a row a block: `tags` aggregates, then the buffer */
    uint32_t *tag;                   /* of each; `tags` where nothing lies */
    uint64_t *held;                  /* items in each buffer */
    struct passes *passes;
};

/* Every aggregate is the identity. False: no memory, as why says. Close it in any case. */
bool sink_open(struct sink *sink, struct passes *passes, uint64_t blocks, uint64_t tags, uint64_t capacity,
               struct text *why);
void sink_close(struct sink *sink);

/* Puts an item into a block's buffer; folds all buffers first if that one is full. tag < tags. */
bool sink_put(struct sink *sink, uint64_t block, uint32_t tag, struct sink_item item, struct text *why);

/* Folds what lies in the buffers: the end of a batch. */
bool sink_fold(struct sink *sink, struct text *why);

/* What was folded of a tag's items in a block. */
struct sink_item sink_aggregate(const struct sink *sink, uint64_t block, uint32_t tag);

#endif
