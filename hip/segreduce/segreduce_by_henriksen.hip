/* SPDX-License-Identifier: MIT
 * segreduce_by_henriksen: the choice that Henriksen recommends, between two programs of ours: a thread a row on
 * transposed items where there are many rows, a block a row where there are few. Parallelism inside a row costs, and
 * pays only if rows alone do not fill the device.
 *
 * Source        after H6 (segreduce_by_henriksen_slides, which has his programs): Henriksen, slides (2016),
 *               "Performance", whose table has a block as the faster up to 5000 rows of 1000 items; no rule is printed: a
 *               row's length does not count here, either. His block has as many threads as a row has items, so that rows of more than
 *               1024 do not run; here a window slides over the row, and nothing is refused
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_SEGREDUCE_BY_HENRIKSEN_HIP
#define FOLDCHECK_SEGREDUCE_BY_HENRIKSEN_HIP
#include "hip/segments.h"
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_loop_in_map.hip"

namespace FOLDCHECK_NAMESPACE
{

using transposed_thread_a_row = row_way<segreduce_loop_in_map, 1, 32>;

struct segreduce_by_henriksen
    : row_policy<segreduce_by_henriksen, transposed_thread_a_row, block_a_row, thread_a_row> {
    static constexpr const char *does =
        "a thread a row where rows are many, a block a row where they are few";
    static constexpr bool blocks_communicate = false;
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        bool threads = segments_by_henriksen(job->rows) == SEGMENTS_THREAD;
        if (is_irregular(job)) return take_irregular(job, threads, shape, why);
        text_say(why, "%llu rows, %s than %d: %s", (unsigned long long)job->rows,
                 threads ? "no fewer" : "fewer", SEGMENTS_MANY_ROWS,
                 threads ? "they fill the device, a thread each, on transposed items"
                         : "they do not fill the device, so a block each");
        return threads ? transposed_thread_a_row::take(job, shape) : block_a_row::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
