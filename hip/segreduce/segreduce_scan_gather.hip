/* SPDX-License-Identifier: MIT
 * segreduce_scan_gather: a segmented reduction by what everybody has, a segmented scan: a kernel writes a flag an item
 * where item mod length is 0, the scan of (value, flag) pairs writes its n results to scratch, and a last kernel takes
 * result (r + 1) * length - 1 for row r. As fast for every shape, and slow for each: all results pass through memory.
 *
 * Source        Larsen, thesis (2017), 3.4.1, 3.4.2 and 8.1, what Futhark did before, by two scans and maps
 *               (segreduce_scan_gather_passes); the scan is C6 in a single pass
 * Laws          associative
 * Memory        n items and n flags read, n flags and n results written, a result a row read and written
 * Scratch       those of the scan (a counter, a flag and two states a tile, a flag an item), and a state an item
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths (segreduce_ragged_flags) */
#ifndef FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP
#define FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP
#include "hip/segreduce/scan_gather.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_scan_gather : scan_gather_reduction {
    static constexpr const char *does =
        "scans all rows with a flag an item, and gathers the last result of each";

    static constexpr unsigned takes = row_reduction::takes; /* rows of one length */
};

} // namespace FOLDCHECK_NAMESPACE
#endif
