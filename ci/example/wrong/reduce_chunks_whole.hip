/* SPDX-License-Identifier: MIT
 * Wrong: one block folds the items in whole runs; it forgets what is left over. */
#include "../chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct reduce_chunks_whole : chunks<true> {
    static constexpr const char *does = "one block, a chunk of consecutive items a thread";
};

} // namespace FOLDCHECK_NAMESPACE
