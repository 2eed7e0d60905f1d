/* SPDX-License-Identifier: MIT
 * hipCUB's collectives of blocks and warps, by its names. Its warps have as many threads as the device's. */
#ifndef FOLDCHECK_SIM_HIPCUB_H
#define FOLDCHECK_SIM_HIPCUB_H

#include "cub.h"

namespace hipcub
{
FOLDCHECK_SIM_COLLECTIVES
template <class T, int LOGICAL_WARP_THREADS = 0, int ARCH = 0>
using WarpReduce = foldcheck_sim::WarpReduce<T, LOGICAL_WARP_THREADS>;
template <class T, int LOGICAL_WARP_THREADS = 0, int ARCH = 0>
using WarpScan = foldcheck_sim::WarpScan<T, LOGICAL_WARP_THREADS>;
static inline unsigned LaneId()
{
    return sim_lane();
}
} // namespace hipcub

#endif
