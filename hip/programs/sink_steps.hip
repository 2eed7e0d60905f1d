/* SPDX-License-Identifier: MIT
 * A pipeline inside a persistent kernel: a source, a filter and a reduction sink (hip/keyed/sink.hip.h). A block's source
 * is every blocks-th stretch of the items, in order; the filter drops one item in four, where the low bits of its last
 * column are 0; the sink folds maps x -> ax + b by tag. The host sees the aggregates, when all is done. */
#include "hip/programs/each.hip.h"

#include "hip/keyed/sink.hip.h"
#include "operators/affine_u32.h"

namespace FOLDCHECK_NAMESPACE
{

enum { SINK_BLOCK = 128 };

struct maps {
    using state = affine_u32;
    OP_FN state identity(void)
    {
        return affine_u32_identity();
    }
    OP_FN state join(const state &left, const state &right)
    {
        return affine_u32_combine(left, right);
    }
};

struct sink_arguments {
    const uint32_t *tag, *slope, *offset, *kept;
    uint32_t *slopes, *offsets; /* [blocks][tags] */
    int64_t items, tags, stretch;
};

/* Rounds of a stretch: one item a thread. The block's items [first, end). */
FN void sink_rounds(const sink_arguments &a, sink<maps, SINK_BLOCK> *s, int64_t first, int64_t end)
{
    for (int64_t round = first; round < end; round += SINK_BLOCK) {
        int64_t i = round + thread_id();
        bool has = i < end && (load(a.kept + i) & 3) != 0;
        affine_u32 item = affine_u32_identity();
        uint32_t tag = 0;
        if (has) {
            tag = load(a.tag + i) % (uint32_t)a.tags;
            item.slope = load(a.slope + i), item.offset = load(a.offset + i);
        }
        sink_take(s, has, tag, item);
    }
}

/* Traffic: reads 16 bytes an item, writes 8 for each block and tag. */
template <class A>
KERNEL(SINK_BLOCK, 1)
sink_kernel(A a)
{
    TOLD_SHARED(shared, (sink_bytes<maps, SINK_BLOCK>(a.tags)));
    sink<maps, SINK_BLOCK> s = sink_open<maps, SINK_BLOCK>(shared, a.tags);
    for (int64_t first = block_id() * a.stretch; first < a.items; first += block_count() * a.stretch)
        sink_rounds(a, &s, first, smaller(first + a.stretch, a.items));
    sink_flush(&s);
    for (int64_t t = thread_id(); t < a.tags; t += SINK_BLOCK) {
        affine_u32 all = load(s.aggregate + t);
        store(a.slopes + block_id() * a.tags + t, all.slope);
        store(a.offsets + block_id() * a.tags + t, all.offset);
    }
}

bool sink_in_blocks_launch(const struct program_call *call, struct text *why);
bool sink_in_blocks_launch(const struct program_call *call, struct text *why)
{
    struct job job = {};
    job.stream = call->stream;
    sink_arguments a = {step_in<uint32_t>(call, 0),
                        step_in<uint32_t>(call, 1),
                        step_in<uint32_t>(call, 2),
                        step_in<uint32_t>(call, 3),
                        step_out<uint32_t>(call, 0),
                        step_out<uint32_t>(call, 1),
                        call->number[0],
                        call->number[1],
                        call->number[2]};
    return launch_with_shared("sink_in_blocks", sink_kernel<sink_arguments>, (int64_t)call->count, SINK_BLOCK,
                              SINK_GROUP, sink_bytes<maps, SINK_BLOCK>(a.tags), &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
