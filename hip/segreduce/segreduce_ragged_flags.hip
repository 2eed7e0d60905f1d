/* SPDX-License-Identifier: MIT
 * segreduce_ragged_flags: rows of any lengths, empty ones, too: two kernels write flags, none to all items and then one
 * where a row that is not empty begins, the scan of (value, flag) pairs writes its n results to scratch, and a last
 * kernel takes for each row the result before the next row, or the identity if it has no item. Work is shared out by
 * items, however the lengths fall.
 *
 * ID, source    P2: NESL (Blelloch), as Larsen, thesis (2017), 8.1 describes it; the scan is C6 in a single pass
 * Laws          associative
 * Memory        n items and n flags read, n flags and n results written, a result a row read and written, and the
 *               starts of rows read twice
 * Scratch       those of the scan (a counter, a flag and two states a tile, a flag an item), and a state an item
 * Progress      resident blocks go on while others wait */
#ifndef FOLDCHECK_SEGREDUCE_RAGGED_FLAGS_HIP
#define FOLDCHECK_SEGREDUCE_RAGGED_FLAGS_HIP
#include "hip/segreduce/scan_gather.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_ragged_flags : scan_gather_reduction {
    static constexpr const char
        *ids = "P2",
        *does = "scans rows of any lengths with a flag an item, and gathers the last result of each";
};

} // namespace FOLDCHECK_NAMESPACE
#endif
