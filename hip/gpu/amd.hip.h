/* SPDX-License-Identifier: MIT
 * The facts that backend.hip needs of its kind of GPU: AMD. */
#ifndef FOLDCHECK_GPU_AMD_HIP_H
#define FOLDCHECK_GPU_AMD_HIP_H

#include "hip/platform.hip.h"

#include <stdio.h>
#include <string.h>

namespace FOLDCHECK_NAMESPACE
{

#ifdef FOLDCHECK_CARDS
static const enum device_kind OUR_KIND = DEVICE_NCCL;
static const char *const OUR_NAME = "nccl";
#else
static const enum device_kind OUR_KIND = DEVICE_AMD;
static const char *const OUR_NAME = "amd";
#endif

/* The most that a block may ask for. */
static uint64_t most_shared(int, const hipDeviceProp_t *properties)
{
    return properties->sharedMemPerBlock;
}

static void read_arch(const hipDeviceProp_t *properties, char *out, size_t room)
{
    snprintf(out, room, "%.*s", (int)strcspn(properties->gcnArchName, ":"), properties->gcnArchName);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
