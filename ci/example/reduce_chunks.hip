/* SPDX-License-Identifier: MIT
 * Right: one block folds the items in whole runs and what is left over. */
#include "chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct reduce_chunks : chunks<false> {
    static constexpr const char *does = "one block, a chunk of consecutive items a thread";
};

} // namespace FOLDCHECK_NAMESPACE
