/* SPDX-License-Identifier: MIT
 * The facts that backend.hip needs of its kind of GPU: NVIDIA. */
#ifndef FOLDCHECK_GPU_NVIDIA_HIP_H
#define FOLDCHECK_GPU_NVIDIA_HIP_H

#include "hip/platform.hip.h"

#include <stdio.h>

namespace FOLDCHECK_NAMESPACE
{

#ifdef FOLDCHECK_CARDS
static const enum device_kind OUR_KIND = DEVICE_NCCL;
static const char *const OUR_NAME = "nccl";
#else
static const enum device_kind OUR_KIND = DEVICE_NVIDIA;
static const char *const OUR_NAME = "nvidia";
#endif

/* The most that a block may ask for; the properties have the amount that it gets without asking. */
static uint64_t most_shared(int index, const hipDeviceProp_t *properties)
{
    int most = 0;
    if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, index) == cudaSuccess)
        return (uint64_t)most;
    return properties->sharedMemPerBlock;
}

static void read_arch(const hipDeviceProp_t *properties, char *out, size_t room)
{
    snprintf(out, room, "sm_%d%d", properties->major, properties->minor);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
