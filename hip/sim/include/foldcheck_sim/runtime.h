/* SPDX-License-Identifier: MIT
 * The runtime's calls on the host, by HIP's names. A kernel's failure is found where the host waits for it:
 * hipErrorLaunchFailure from then on, as on a GPU. */
#ifndef FOLDCHECK_SIM_RUNTIME_H
#define FOLDCHECK_SIM_RUNTIME_H

#include "kernel.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef struct stream *hipStream_t;
typedef struct event *hipEvent_t;
typedef struct graph *hipGraph_t;
typedef struct foldcheck_sim_exec *hipGraphExec_t; /* a graph, too */
typedef struct foldcheck_sim_node *hipGraphNode_t;
typedef void (*hipHostFn_t)(void *context);

enum hipError_t {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorOutOfMemory = 2,
    hipErrorMemoryAllocation = 2,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidDevicePointer = 17,
    hipErrorIllegalState = SIM_ILLEGAL_STATE,
    hipErrorNotReady = 600,
    hipErrorLaunchFailure = SIM_LAUNCH_FAILURE,
    hipErrorCooperativeLaunchTooLarge = 720,
    hipErrorStreamCaptureUnsupported = SIM_CAPTURE_UNSUPPORTED,
    hipErrorStreamCaptureInvalidated = SIM_CAPTURE_INVALIDATED,
    hipErrorStreamCaptureMerge = SIM_CAPTURE_MERGE,
    hipErrorStreamCaptureUnmatched = SIM_CAPTURE_UNMATCHED,
    hipErrorStreamCaptureUnjoined = SIM_CAPTURE_UNJOINED,
    hipErrorStreamCaptureIsolation = SIM_CAPTURE_ISOLATION,
    hipErrorStreamCaptureImplicit = SIM_CAPTURE_IMPLICIT,
    hipErrorCapturedEvent = SIM_CAPTURED_EVENT,
    hipErrorUnknown = 999
};
enum hipMemcpyKind {
    hipMemcpyHostToHost,
    hipMemcpyHostToDevice,
    hipMemcpyDeviceToHost,
    hipMemcpyDeviceToDevice,
    hipMemcpyDefault
};
enum {
    hipStreamDefault = 0,
    hipStreamNonBlocking = 1,
    hipEventDefault = 0,
    hipEventDisableTiming = 2,
    hipHostMallocDefault = 0,
    hipMemAttachGlobal = 1
};
enum hipStreamCaptureMode {
    hipStreamCaptureModeGlobal,
    hipStreamCaptureModeThreadLocal,
    hipStreamCaptureModeRelaxed
};
enum hipStreamCaptureStatus {
    hipStreamCaptureStatusNone,
    hipStreamCaptureStatusActive,
    hipStreamCaptureStatusInvalidated
};
enum hipDeviceAttribute_t {
    hipDeviceAttributeMultiprocessorCount,
    hipDeviceAttributeWarpSize,
    hipDeviceAttributeMaxThreadsPerBlock,
    hipDeviceAttributeMaxSharedMemoryPerBlock,
    hipDeviceAttributeSharedMemPerBlockOptin,
    hipDeviceAttributeMaxBlockDimX,
    hipDeviceAttributeMaxBlockDimY,
    hipDeviceAttributeMaxBlockDimZ,
    hipDeviceAttributeMaxGridDimX,
    hipDeviceAttributeMaxGridDimY,
    hipDeviceAttributeMaxGridDimZ,
    hipDeviceAttributeComputeCapabilityMajor,
    hipDeviceAttributeComputeCapabilityMinor,
    hipDeviceAttributeCooperativeLaunch
};
enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize,
    hipFuncAttributePreferredSharedMemoryCarveout
};
enum hipFuncCache_t {
    hipFuncCachePreferNone,
    hipFuncCachePreferShared,
    hipFuncCachePreferL1,
    hipFuncCachePreferEqual
};
struct hipDeviceProp_t {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
        multiProcessorCount, maxThreadsPerMultiProcessor, cooperativeLaunch, l2CacheSize, memoryClockRate,
        memoryBusWidth;
};

namespace foldcheck_sim
{
inline hipError_t &last_error()
{
    static hipError_t last = hipSuccess;
    return last;
}

/* Of a launcher's call: hipGetLastError does not forget it. */
inline hipError_t &first_error()
{
    static hipError_t first = hipSuccess;
    return first;
}

/* Keeps an error for hipGetLastError. */
inline hipError_t note(hipError_t error)
{
    if (error != hipSuccess) last_error() = error;
    if (first_error() == hipSuccess) first_error() = error;
    return error;
}

/* Thrown instead of an exit after a kernel failed, or a capture. */
struct left {
};

[[noreturn]] inline void leave(int status)
{
    if (sim_failure() || sim_capture_matters()) throw left();
    (std::exit)(status);
}

/* assert's, in a kernel or on the host. */
[[noreturn]] inline void assertion_failed(const char *what, const char *file, unsigned line, const char *)
{
    sim_assertion(what, file, line);
    (std::fprintf)(stderr, "%s:%u: assertion '%s' failed\n", file, line, what);
    (std::abort)();
}

[[noreturn]] inline void trapped(const char *file, unsigned line)
{
    sim_trap(file, line);
    (std::abort)();
}

/* printf's: what a kernel prints is no part of foldcheck's own output. */
[[gnu::format(printf, 1, 2)]] inline int print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    return length;
}

inline hipError_t waited(bool done)
{
    return note(done ? hipSuccess : hipErrorLaunchFailure);
}
/* Of a call that returns one of the simulator's numbers. */
inline hipError_t numbered(int error)
{
    return note(static_cast<hipError_t>(error));
}
inline hipError_t valid(bool done)
{
    int captured = done ? 0 : sim_capture_error();
    if (captured) return numbered(captured);
    return note(done ? hipSuccess : sim_failure() ? hipErrorLaunchFailure : hipErrorInvalidValue);
}

/* The error if a capture forbids the call; it is noted. */
inline hipError_t forbidden(sim_forbidden how, const char *call, struct stream *stream = nullptr)
{
    return numbered(sim_capture_forbids(how, stream, call));
}

inline bool is_captured(struct stream *stream)
{
    unsigned long long id;
    return sim_capture_status(stream, &id) == SIM_CAPTURE_ACTIVE;
}
} // namespace foldcheck_sim

#define __trap() foldcheck_sim::trapped(__FILE__, __LINE__)
#undef __builtin_assume
#define __builtin_assume(IS_SO)                                                                              \
    ((IS_SO) ? (void)0 : foldcheck_sim::assertion_failed(#IS_SO, __FILE__, __LINE__, ""))

namespace foldcheck_sim
{
/* In the simulator's words, if it has some. */
inline const char *why_not_captured(const char *usual)
{
    return *sim_capture_reason() ? sim_capture_reason() : usual;
}
} // namespace foldcheck_sim

static inline hipError_t hipGetLastError()
{
    hipError_t last = foldcheck_sim::last_error();
    foldcheck_sim::last_error() = hipSuccess;
    return last;
}
static inline hipError_t hipPeekAtLastError()
{
    return foldcheck_sim::last_error();
}
/* Of what failed in a kernel: the simulator's words. */
static inline const char *hipGetErrorString(hipError_t error)
{
    switch (error) {
    case hipSuccess:
        return "no error";
    case hipErrorInvalidValue:
        return sim_launch_error() == hipErrorInvalidValue ? sim_error() : "invalid argument";
    case hipErrorOutOfMemory:
        return "out of memory";
    case hipErrorCooperativeLaunchTooLarge:
    case hipErrorInvalidConfiguration:
        return *sim_error() ? sim_error() : "invalid configuration argument";
    case hipErrorInvalidDevicePointer:
        return "invalid device pointer";
    case hipErrorLaunchFailure:
        return sim_failure() ? sim_failure() : "unspecified launch failure";
    case hipErrorIllegalState:
        return "the operation cannot be performed in the present state";
    case hipErrorStreamCaptureUnsupported:
        return foldcheck_sim::why_not_captured("operation not permitted when stream is capturing");
    case hipErrorStreamCaptureInvalidated:
        return foldcheck_sim::why_not_captured("operation failed due to a previous error during capture");
    case hipErrorStreamCaptureMerge:
        return "operation would result in a merge of separate capture sequences";
    case hipErrorStreamCaptureUnmatched:
        return "capture was not ended in the same stream as it began";
    case hipErrorStreamCaptureUnjoined:
        return foldcheck_sim::why_not_captured("capturing stream has unjoined work");
    case hipErrorStreamCaptureIsolation:
        return foldcheck_sim::why_not_captured("dependency created on uncaptured work in another stream");
    case hipErrorStreamCaptureImplicit:
        return foldcheck_sim::why_not_captured(
            "operation would make the legacy stream depend on a capturing blocking stream");
    case hipErrorCapturedEvent:
        return "operation not permitted on an event last recorded in a capturing stream";
    default:
        return "unknown error";
    }
}
static inline const char *hipGetErrorName(hipError_t error)
{
    return hipGetErrorString(error);
}

/* ---- memory ---- */
/* Where a capture forbids it there is memory all the same: a launcher that looks at no error goes on. */
template <class T>
static inline hipError_t hipMalloc(T **memory, size_t bytes)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_ALLOCATES, "cudaMalloc");
    void *got = sim_malloc(bytes);
    *memory = static_cast<T *>(got);
    if (forbidden != hipSuccess) return forbidden;
    return foldcheck_sim::note(got ? hipSuccess : hipErrorOutOfMemory);
}
template <class T>
static inline hipError_t hipMallocAsync(T **memory, size_t bytes, hipStream_t stream)
{
    if (!foldcheck_sim::is_captured(stream)) return hipMalloc(memory, bytes);
    *memory = static_cast<T *>(sim_capture_malloc(stream, bytes));
    return foldcheck_sim::note(*memory ? hipSuccess : hipErrorOutOfMemory);
}
/* What host and device share would have to be seen from both sides: it is device memory that the host reads as its
 * own. */
template <class T>
static inline hipError_t hipMallocManaged(T **memory, size_t bytes, unsigned = hipMemAttachGlobal)
{
    hipError_t error = hipMalloc(memory, bytes);
    if (error == hipSuccess && bytes) sim_memory_set(*memory, 0, bytes, nullptr, false);
    return error;
}
template <class T>
static inline hipError_t hipHostMalloc(T **memory, size_t bytes, unsigned = hipHostMallocDefault)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_ALLOCATES, "cudaHostAlloc");
    *memory = static_cast<T *>(sim_pinned(bytes));
    if (forbidden != hipSuccess) return forbidden;
    return foldcheck_sim::note(*memory ? hipSuccess : hipErrorOutOfMemory);
}
template <class T>
static inline hipError_t hipMallocHost(T **memory, size_t bytes)
{
    return hipHostMalloc(memory, bytes);
}
static inline hipError_t hipHostFree(void *memory)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_ALLOCATES, "cudaFreeHost");
    sim_pinned_free(memory);
    return forbidden;
}
static inline hipError_t hipFreeHost(void *memory)
{
    return hipHostFree(memory);
}
static inline hipError_t hipFree(void *memory)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_ALLOCATES, "cudaFree");
    if (forbidden != hipSuccess) return forbidden;
    return foldcheck_sim::note(sim_free(memory) ? hipSuccess : hipErrorInvalidDevicePointer);
}
static inline hipError_t hipFreeAsync(void *memory, hipStream_t stream)
{
    if (!foldcheck_sim::is_captured(stream)) return hipFree(memory);
    return foldcheck_sim::numbered(sim_capture_free(stream, memory));
}
static inline hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind)
{
    return foldcheck_sim::valid(sim_memory_copy(to, from, bytes, nullptr, true));
}
static inline hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind,
                                        hipStream_t stream = nullptr)
{
    return foldcheck_sim::valid(sim_memory_copy(to, from, bytes, stream, false));
}
static inline hipError_t hipMemset(void *to, int byte, size_t bytes)
{
    return foldcheck_sim::valid(sim_memory_set(to, byte, bytes, nullptr, false));
}
static inline hipError_t hipMemsetAsync(void *to, int byte, size_t bytes, hipStream_t stream = nullptr)
{
    return foldcheck_sim::valid(sim_memory_set(to, byte, bytes, stream, false));
}
/* A __device__ or __constant__ variable is one of the host's. */
template <class T>
static inline hipError_t hipMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                           hipMemcpyKind = hipMemcpyHostToDevice)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_COPIES, "cudaMemcpyToSymbol");
    if (forbidden != hipSuccess) return forbidden;
    if (!sim_synchronize()) return foldcheck_sim::waited(false);
    memcpy(reinterpret_cast<char *>(&symbol) + offset, from, bytes);
    return hipSuccess;
}
template <class T>
static inline hipError_t hipMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                             hipMemcpyKind = hipMemcpyDeviceToHost)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_COPIES, "cudaMemcpyFromSymbol");
    if (forbidden != hipSuccess) return forbidden;
    if (!sim_synchronize()) return foldcheck_sim::waited(false);
    memcpy(to, reinterpret_cast<const char *>(&symbol) + offset, bytes);
    return hipSuccess;
}
template <class T>
static inline hipError_t hipGetSymbolAddress(void **address, T &symbol)
{
    *address = const_cast<void *>(static_cast<const void *>(&symbol));
    return hipSuccess;
}
static inline hipError_t hipMemGetInfo(size_t *free_bytes, size_t *all)
{
    *all = sim_memory_most();
    *free_bytes = *all - sim_memory_used();
    return hipSuccess;
}

/* ---- streams and events ---- */
static inline hipError_t hipDeviceSynchronize()
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_WAITS_FOR_ALL, "cudaDeviceSynchronize");
    hipError_t error = foldcheck_sim::waited(sim_synchronize());
    return forbidden != hipSuccess ? forbidden : error;
}
static inline hipError_t hipThreadSynchronize()
{
    return hipDeviceSynchronize();
}
static inline hipError_t hipStreamSynchronize(hipStream_t stream)
{
    hipError_t forbidden = foldcheck_sim::forbidden(SIM_WAITS, "cudaStreamSynchronize", stream);
    hipError_t error =
        foldcheck_sim::waited(sim_stream_wait(stream)); /* in any case, for what is not captured */
    return forbidden != hipSuccess ? forbidden : error;
}
static inline hipError_t hipStreamQuery(hipStream_t stream)
{
    return hipStreamSynchronize(stream);
}
static inline hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned = 0)
{
    return foldcheck_sim::numbered(sim_stream_await(stream, event));
}
static inline hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags)
{
    *stream = sim_stream_create(!(flags & hipStreamNonBlocking));
    return foldcheck_sim::note(*stream ? hipSuccess : hipErrorOutOfMemory);
}
static inline hipError_t hipStreamCreate(hipStream_t *stream)
{
    return hipStreamCreateWithFlags(stream, hipStreamDefault);
}
static inline hipError_t hipStreamDestroy(hipStream_t stream)
{
    sim_stream_destroy(stream);
    return hipSuccess;
}
static inline hipError_t hipEventCreate(hipEvent_t *event)
{
    *event = sim_event_create();
    return foldcheck_sim::note(*event ? hipSuccess : hipErrorOutOfMemory);
}
static inline hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned)
{
    return hipEventCreate(event);
}
static inline hipError_t hipEventDestroy(hipEvent_t event)
{
    sim_event_destroy(event);
    return hipSuccess;
}
static inline hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr)
{
    return foldcheck_sim::valid(sim_event_mark(event, stream));
}
static inline hipError_t hipEventSynchronize(hipEvent_t event)
{
    hipError_t forbidden = foldcheck_sim::numbered(sim_event_forbids(event, "cudaEventSynchronize"));
    return forbidden != hipSuccess ? forbidden : foldcheck_sim::waited(sim_synchronize());
}
static inline hipError_t hipEventQuery(hipEvent_t event)
{
    return hipEventSynchronize(event);
}
static inline hipError_t hipEventElapsedTime(float *ms, hipEvent_t from, hipEvent_t to)
{
    *ms = static_cast<float>(sim_event_between(from, to));
    return foldcheck_sim::valid(*ms >= 0);
}
static inline hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *context)
{
    return foldcheck_sim::valid(sim_host_call(stream, function, context));
}

/* ---- graphs ---- */
static inline hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode)
{
    return foldcheck_sim::numbered(sim_capture_begin(stream, mode));
}
static inline hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph)
{
    return foldcheck_sim::numbered(sim_capture_end(stream, graph));
}
static inline hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status)
{
    unsigned long long id;
    *status = static_cast<hipStreamCaptureStatus>(sim_capture_status(stream, &id));
    return hipSuccess;
}
/* Without the graph and the nodes, which CUDA gives where they are asked for. */
static inline hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status,
                                                 unsigned long long *id = nullptr)
{
    unsigned long long number;
    *status = static_cast<hipStreamCaptureStatus>(sim_capture_status(stream, &number));
    if (id) *id = number;
    return hipSuccess;
}
static inline hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode)
{
    *mode = static_cast<hipStreamCaptureMode>(sim_capture_exchange(*mode));
    return hipSuccess;
}
static inline hipError_t hipGraphInstantiate(hipGraphExec_t *executable, hipGraph_t graph,
                                             unsigned long long = 0)
{
    return foldcheck_sim::numbered(
        sim_graph_instantiate(graph, reinterpret_cast<struct graph **>(executable)));
}
static inline hipError_t hipGraphInstantiate(hipGraphExec_t *executable, hipGraph_t graph, hipGraphNode_t *,
                                             char *, size_t)
{
    return hipGraphInstantiate(executable, graph);
}
static inline hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *executable, hipGraph_t graph,
                                                      unsigned long long)
{
    return hipGraphInstantiate(executable, graph);
}
static inline hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t stream)
{
    return foldcheck_sim::numbered(sim_graph_launch(reinterpret_cast<hipGraph_t>(executable), stream));
}
/* How many nodes there are; their handles are not known. */
static inline hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *, size_t *nodes)
{
    *nodes = sim_graph_nodes(graph);
    return hipSuccess;
}
static inline hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t)
{
    return hipSuccess;
}
static inline hipError_t hipGraphDestroy(hipGraph_t graph)
{
    return foldcheck_sim::numbered(sim_graph_destroy(graph));
}
static inline hipError_t hipGraphExecDestroy(hipGraphExec_t executable)
{
    return foldcheck_sim::numbered(sim_graph_destroy(reinterpret_cast<hipGraph_t>(executable)));
}

/* ---- the device ---- */
static inline hipError_t hipSetDevice(int device)
{
    return foldcheck_sim::valid(device == 0);
}
static inline hipError_t hipGetDevice(int *device)
{
    *device = 0;
    return hipSuccess;
}
static inline hipError_t hipGetDeviceCount(int *count)
{
    *count = 1;
    return hipSuccess;
}
static inline hipError_t hipDeviceReset()
{
    return hipDeviceSynchronize();
}
static inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int)
{
    *properties = {};
    snprintf(properties->name, sizeof properties->name, "foldcheck simulator");
    properties->totalGlobalMem = sim_memory_most();
    const struct sim_limits *limits = sim_limits();
    properties->sharedMemPerBlock = limits->shared;
    properties->sharedMemPerBlockOptin = limits->shared_asked;
    properties->regsPerBlock = 65536;
    properties->warpSize = static_cast<int>(sim_lanes());
    properties->maxThreadsPerBlock = static_cast<int>(limits->block);
    properties->maxThreadsPerMultiProcessor = 1024;
    for (int i = 0; i < 3; i++) {
        properties->maxThreadsDim[i] = static_cast<int>(limits->threads[i]);
        properties->maxGridSize[i] = static_cast<int>(limits->blocks[i]);
    }
    properties->clockRate = properties->memoryClockRate = 1000000;
    properties->memoryBusWidth = 1024;
    properties->major = 9;
    properties->cooperativeLaunch = 1;
    properties->multiProcessorCount = static_cast<int>(sim_processors());
    properties->l2CacheSize = 1 << 20;
    return hipSuccess;
}
static inline hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int)
{
    switch (attribute) {
    case hipDeviceAttributeMultiprocessorCount:
        *value = static_cast<int>(sim_processors());
        break;
    case hipDeviceAttributeWarpSize:
        *value = static_cast<int>(sim_lanes());
        break;
    case hipDeviceAttributeMaxThreadsPerBlock:
        *value = static_cast<int>(sim_limits()->block);
        break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
        *value = static_cast<int>(sim_limits()->shared);
        break;
    case hipDeviceAttributeSharedMemPerBlockOptin:
        *value = static_cast<int>(sim_limits()->shared_asked);
        break;
    case hipDeviceAttributeMaxBlockDimX:
    case hipDeviceAttributeMaxBlockDimY:
    case hipDeviceAttributeMaxBlockDimZ:
        *value = static_cast<int>(sim_limits()->threads[attribute - hipDeviceAttributeMaxBlockDimX]);
        break;
    case hipDeviceAttributeMaxGridDimX:
    case hipDeviceAttributeMaxGridDimY:
    case hipDeviceAttributeMaxGridDimZ:
        *value = static_cast<int>(sim_limits()->blocks[attribute - hipDeviceAttributeMaxGridDimX]);
        break;
    case hipDeviceAttributeComputeCapabilityMajor:
        *value = 9;
        break;
    case hipDeviceAttributeCooperativeLaunch:
        *value = 1;
        break;
    case hipDeviceAttributeComputeCapabilityMinor:
        *value = 0;
        break;
    }
    return hipSuccess;
}
namespace foldcheck_sim
{
/* What hipFuncSetAttribute has asked for, of each kernel: with the plugin's variables, so that it is forgotten when they
 * are. */
struct asked_shared {
    enum { ROOM = 256 };
    const void *kernel[ROOM];
    size_t bytes[ROOM], count, most;
};
inline asked_shared &asked()
{
    static asked_shared all;
    return all;
}

/* nullptr: of a kernel that is not known by its address, the most of all. */
inline size_t asked_for(const void *kernel)
{
    const asked_shared &all = asked();
    for (size_t i = all.count; kernel && i-- > 0;)
        if (all.kernel[i] == kernel) return all.bytes[i];
    return kernel && all.count < asked_shared::ROOM ? 0 : all.most;
}

inline void ask_for(const void *kernel, size_t bytes)
{
    asked_shared &all = asked();
    if (bytes > all.most) all.most = bytes;
    for (size_t i = 0; i < all.count; i++)
        if (all.kernel[i] == kernel) {
            all.bytes[i] = bytes;
            return;
        }
    if (all.count == asked_shared::ROOM) return;
    all.kernel[all.count] = kernel;
    all.bytes[all.count++] = bytes;
}
} // namespace foldcheck_sim

template <class K>
static inline hipError_t hipFuncSetAttribute(K kernel, hipFuncAttribute attribute, int value)
{
    if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize) return hipSuccess;
    size_t bytes = value < 0 ? SIZE_MAX : static_cast<size_t>(value);
    if (!sim_shared_may_be_asked(bytes)) return foldcheck_sim::note(hipErrorInvalidValue);
    foldcheck_sim::ask_for(reinterpret_cast<const void *>(kernel), bytes);
    return hipSuccess;
}
template <class K>
static inline hipError_t hipFuncSetCacheConfig(K, hipFuncCache_t)
{
    return hipSuccess;
}
static inline hipError_t hipDeviceSetCacheConfig(hipFuncCache_t)
{
    return hipSuccess;
}
template <class K>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K, int threads, size_t)
{
    *blocks = threads > 0 && threads < 1024 ? 1024 / threads : 1;
    return hipSuccess;
}
template <class K>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *blocks, int *threads, K, size_t = 0, int = 0)
{
    *blocks = static_cast<int>(sim_processors());
    *threads = 256;
    return hipSuccess;
}

#endif
