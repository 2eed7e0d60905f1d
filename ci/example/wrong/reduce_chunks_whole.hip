/* SPDX-License-Identifier: MIT
 * Wrong: one block folds the items in whole runs; it forgets what is left over. */
#include "../chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct reduce_chunks_whole : chunks<true> {
    static constexpr struct strategy strategy = {
        /* name */ "reduce_chunks_whole",
        /* ids */ "",
        /* does */ "one block, a chunk of consecutive items a thread",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        chunks_refuse,
        chunks_scratch,
        chunks_traffic,
        /* sectors */ nullptr,
        prepare_nothing,
        /* pick */ nullptr,
    };
};

#define reduce_chunks_whole_shapes CHUNKS_SHAPES

} // namespace FOLDCHECK_NAMESPACE
