/* SPDX-License-Identifier: MIT
 * scan_by_clausen: how Clausen's compiler scans one row: by his kernel (segscan_serial32) with as many items a thread as his
 * model makes of the device, or by two passes. See by_clausen.hip.h.
 *
 * ID, source    C8, C10, D.C1: Clausen, thesis (2021), 5, 7, 9
 * Laws, memory, scratch, progress: those of the strategy that it takes; none that waits for other blocks where these need
 * not go on */
#include "hip/scan/by_clausen.hip.h"
#include "hip/scan/scan_then_propagate.hip"

namespace FOLDCHECK_NAMESPACE
{

struct scan_by_clausen : clausen_policy<scan_by_clausen, scan_then_propagate, 20> {
    static constexpr const char
        *ids = "C8 C10 D.C1",
        *does = "takes Clausen's single pass with his model's items a thread, or two passes";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS;
};

} // namespace FOLDCHECK_NAMESPACE
