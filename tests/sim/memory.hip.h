/* SPDX-License-Identifier: MIT
 * The memory that kernels of litmus.hip share. */
#ifndef FOLDCHECK_LITMUS_MEMORY_HIP_H
#define FOLDCHECK_LITMUS_MEMORY_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { GROUP = 4, RUNS = 60, ARENA = 8192, SHARED_MOST = 227 << 10, SHADOW_PAGE = 1024 };

/* Regions of one allocation, apart from one another; `fresh` and `stale` are never written by the host. */
struct words {
    uint32_t *payload; /* 64 of them */
    uint32_t *flag;    /* 16 */
    uint64_t *number;  /* 8 */
    uint32_t *stale;   /* 64, which count as not written */
    uint32_t *scratch; /* 64, in the region of this name */
};

static bool is(int64_t block, int thread)
{
    return block_id() == block && thread_id() == thread;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
