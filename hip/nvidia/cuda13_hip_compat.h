/* SPDX-License-Identifier: MIT
 * Lets the NVIDIA half of HIP 5's headers (hip/nvidia_detail) compile with CUDA 13, which took away members,
 * calls and names that those headers mention. Included first, by -include; with CUDA 12 and older, and with
 * HIP 6 and newer, it changes nothing but the choice of platform. */
#ifndef FOLDCHECK_CUDA13_HIP_COMPAT_H
#define FOLDCHECK_CUDA13_HIP_COMPAT_H

#ifndef __HIP_PLATFORM_NVIDIA__
#define __HIP_PLATFORM_NVIDIA__ 1
#endif
#ifndef __HIP_PLATFORM_NVCC__
#define __HIP_PLATFORM_NVCC__ 1
#endif

#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#if __has_include(<hip/hip_version.h>)
#include <hip/hip_version.h>
#endif
#if CUDART_VERSION >= 13000 && (!defined(HIP_VERSION_MAJOR) || HIP_VERSION_MAJOR < 6)
#define FOLDCHECK_COMPAT 1

/* Calls whose signature changed: overloads with the old one. */
static inline cudaMemLocation compat_location(int device)
{
    cudaMemLocation location;
    std::memset(&location, 0, sizeof location);
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}
static inline cudaError_t cudaMemAdvise(const void *memory, size_t bytes, cudaMemoryAdvise advice, int device)
{
    return cudaMemAdvise(memory, bytes, advice, compat_location(device));
}
static inline cudaError_t cudaMemPrefetchAsync(const void *memory, size_t bytes, int device,
                                               cudaStream_t stream)
{
    return cudaMemPrefetchAsync(memory, bytes, compat_location(device), 0u, stream);
}
static inline CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    return cuCtxCreate(context, (CUctxCreateParams *)0, flags, device);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to, size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, (const cudaGraphEdgeData *)0, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to, size_t count)
{
    return cudaGraphRemoveDependencies(graph, from, to, (const cudaGraphEdgeData *)0, count);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                            size_t *count)
{
    return cudaGraphGetEdges(graph, from, to, (cudaGraphEdgeData *)0, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                       size_t *count)
{
    return cudaGraphNodeGetDependencies(node, nodes, (cudaGraphEdgeData *)0, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                         size_t *count)
{
    return cudaGraphNodeGetDependentNodes(node, nodes, (cudaGraphEdgeData *)0, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                              size_t count, unsigned flags)
{
    return cudaStreamUpdateCaptureDependencies(stream, nodes, (const cudaGraphEdgeData *)0, count, flags);
}

/* Names that went away; foldcheck calls none of them, HIP's wrappers mention them. */
template <class... A>
static inline cudaError_t cudaLaunchCooperativeKernelMultiDevice(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline cudaError_t cudaStreamGetCaptureInfo_v2(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline CUresult cuStreamGetCaptureInfo_v2(A...)
{
    return CUDA_ERROR_NOT_SUPPORTED;
}
template <class... A>
static inline cudaError_t cudaBindTexture(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline cudaError_t cudaBindTexture2D(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline cudaError_t cudaBindTextureToArray(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline cudaError_t cudaUnbindTexture(A...)
{
    return cudaErrorNotSupported;
}
template <class... A>
static inline cudaError_t cudaGetTextureAlignmentOffset(A...)
{
    return cudaErrorNotSupported;
}
template <class T, int DIMENSIONS = 1, cudaTextureReadMode MODE = cudaReadModeElementType>
struct compat_texture {
};
#define texture compat_texture
#define cudaDevAttrCooperativeMultiDeviceLaunch ((cudaDeviceAttr)96)

/* Members that cudaDeviceProp lost: a struct that has them again. */
struct compat_device_properties : public cudaDeviceProp {
    int clockRate, memoryClockRate, computeMode, cooperativeMultiDeviceLaunch, kernelExecTimeoutEnabled;
};
static inline cudaError_t cudaGetDeviceProperties(compat_device_properties *properties, int device)
{
    std::memset((void *)properties, 0, sizeof *properties);
    cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(properties), device);
    if (error != cudaSuccess) return error;
    cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
    cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
    cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
    cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
    return cudaSuccess;
}
#define cudaDeviceProp compat_device_properties
#endif

#include <hip/hip_runtime.h>

#ifdef FOLDCHECK_COMPAT
#undef cudaDeviceProp
#undef texture
#undef cudaDevAttrCooperativeMultiDeviceLaunch
#endif
#endif
