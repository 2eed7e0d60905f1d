/* SPDX-License-Identifier: MIT
 * CUB's collectives of blocks and warps, by its names. Its warps have 32 threads, on whatever device. */
#ifndef FOLDCHECK_SIM_CUB_H
#define FOLDCHECK_SIM_CUB_H

#include "block_collectives.h"
#include "block_memory.h"
#include "warp_collectives.h"

#define FOLDCHECK_SIM_COLLECTIVES                                                                            \
    using foldcheck_sim::ArgMax;                                                                             \
    using foldcheck_sim::ArgMin;                                                                             \
    using foldcheck_sim::BlockLoad;                                                                          \
    using foldcheck_sim::BlockReduce;                                                                        \
    using foldcheck_sim::BlockScan;                                                                          \
    using foldcheck_sim::BlockScanRunningPrefixOp;                                                           \
    using foldcheck_sim::BlockStore;                                                                         \
    using foldcheck_sim::Difference;                                                                         \
    using foldcheck_sim::Division;                                                                           \
    using foldcheck_sim::Equality;                                                                           \
    using foldcheck_sim::Inequality;                                                                         \
    using foldcheck_sim::KeyValuePair;                                                                       \
    using foldcheck_sim::Max;                                                                                \
    using foldcheck_sim::Min;                                                                                \
    using foldcheck_sim::Sum;                                                                                \
    using foldcheck_sim::BlockLoadAlgorithm;                                                                 \
    using foldcheck_sim::BLOCK_LOAD_DIRECT;                                                                  \
    using foldcheck_sim::BLOCK_LOAD_STRIPED;                                                                 \
    using foldcheck_sim::BLOCK_LOAD_TRANSPOSE;                                                               \
    using foldcheck_sim::BLOCK_LOAD_VECTORIZE;                                                               \
    using foldcheck_sim::BLOCK_LOAD_WARP_TRANSPOSE;                                                          \
    using foldcheck_sim::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED;                                               \
    using foldcheck_sim::BlockReduceAlgorithm;                                                               \
    using foldcheck_sim::BLOCK_REDUCE_RAKING;                                                                \
    using foldcheck_sim::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY;                                               \
    using foldcheck_sim::BLOCK_REDUCE_WARP_REDUCTIONS;                                                       \
    using foldcheck_sim::BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC;                                      \
    using foldcheck_sim::BlockScanAlgorithm;                                                                 \
    using foldcheck_sim::BLOCK_SCAN_RAKING;                                                                  \
    using foldcheck_sim::BLOCK_SCAN_RAKING_MEMOIZE;                                                          \
    using foldcheck_sim::BLOCK_SCAN_WARP_SCANS;                                                              \
    using foldcheck_sim::BlockStoreAlgorithm;                                                                \
    using foldcheck_sim::BLOCK_STORE_DIRECT;                                                                 \
    using foldcheck_sim::BLOCK_STORE_STRIPED;                                                                \
    using foldcheck_sim::BLOCK_STORE_TRANSPOSE;                                                              \
    using foldcheck_sim::BLOCK_STORE_VECTORIZE;                                                              \
    using foldcheck_sim::BLOCK_STORE_WARP_TRANSPOSE;                                                         \
    using foldcheck_sim::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED;                                              \
    static inline int RowMajorTid(int x, int y, int)                                                         \
    {                                                                                                        \
        return static_cast<int>(sim_thread_x()) +                                                            \
               x * (static_cast<int>(sim_thread_y()) + y * static_cast<int>(sim_thread_z()));                \
    }

namespace cub
{
FOLDCHECK_SIM_COLLECTIVES
template <class T, int LOGICAL_WARP_THREADS = 32, int ARCH = 0>
using WarpReduce = foldcheck_sim::WarpReduce<T, LOGICAL_WARP_THREADS>;
template <class T, int LOGICAL_WARP_THREADS = 32, int ARCH = 0>
using WarpScan = foldcheck_sim::WarpScan<T, LOGICAL_WARP_THREADS>;

template <class INPUT, class F>
static inline auto ThreadReduce(INPUT &input, F reduction_op)
{
    return foldcheck_sim::fold_items(input, reduction_op);
}
static inline unsigned LaneId()
{
    return sim_lane() % 32;
}
static inline unsigned WarpId()
{
    return static_cast<unsigned>(
               RowMajorTid(static_cast<int>(sim_threads_x()), static_cast<int>(sim_threads_y()), 1)) /
           32;
}
} // namespace cub

#endif
