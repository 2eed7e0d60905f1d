/* SPDX-License-Identifier: MIT
 * The device interface of hip/device.h over the HIP run-time library: AMD with its own, NVIDIA with HIP's
 * headers over CUDA. One open device a process at a time; nothing here is thread-safe. */
#if defined(__CUDACC__)
#include "hip/gpu/nvidia.hip.h"
#else
#include "hip/gpu/amd.hip.h"
#endif

#include <stdio.h>
#include <stdlib.h>

namespace FOLDCHECK_NAMESPACE
{

/* One line for an error of the run-time library; true if there was none. */
static bool fine(hipError_t error, const char *doing, struct text *why)
{
    if (error == hipSuccess) return true;
    return text_say(why, "%s: %s: %s", OUR_NAME, doing, hipGetErrorString(error)) != 0;
}

static hipStream_t as_stream(struct stream *stream)
{
    return reinterpret_cast<hipStream_t>(stream);
}

static hipEvent_t as_event(struct event *event)
{
    return reinterpret_cast<hipEvent_t>(event);
}

/* A machine with no card or no driver answers with an error, and may leave the count unwritten. */
static int device_count(enum device_kind kind, struct text *why)
{
    int count = 0;
    hipError_t error = kind == OUR_KIND ? hipGetDeviceCount(&count) : hipErrorNoDevice;
    if (error == hipSuccess && count > 0) return count;
    text_say(why, "%s", error == hipSuccess ? "the driver counts none" : hipGetErrorString(error));
    (void)hipGetLastError();
    return 0;
}

static void read_versions(char *out, size_t room)
{
    int runtime = 0, driver = 0;
    (void)hipRuntimeGetVersion(&runtime);
    (void)hipDriverGetVersion(&driver);
    snprintf(out, room, "runtime %d, driver %d", runtime, driver);
}

static void read_bus(int index, char *out, int room)
{
    if (hipDeviceGetPCIBusId(out, room, index) != hipSuccess) out[0] = '\0';
    for (; *out; out++)
        if (*out >= 'A' && *out <= 'F') *out = (char)(*out - 'A' + 'a'); /* as the kernel names its folder */
}

static bool read_caps(int index, struct device_caps *caps, struct text *why)
{
    hipDeviceProp_t properties;
    if (!fine(hipGetDeviceProperties(&properties, index), "reading the device's properties", why))
        return false;
    snprintf(caps->name, sizeof caps->name, "%.127s", properties.name);
    read_arch(&properties, caps->arch, sizeof caps->arch);
    read_versions(caps->versions, sizeof caps->versions);
    read_bus(index, caps->bus, sizeof caps->bus);
    caps->lanes = properties.warpSize;
    caps->processors = properties.multiProcessorCount;
    caps->max_block = properties.maxThreadsPerBlock;
    caps->resident_threads = properties.maxThreadsPerMultiProcessor;
    caps->shared_bytes = most_shared(index, &properties);
    caps->registers = (uint64_t)properties.regsPerBlock;
    caps->memory_bytes = properties.totalGlobalMem;
    caps->l2_bytes = (uint64_t)properties.l2CacheSize;
    caps->forward_progress = true;
    return true;
}

static const struct device_caps *device_caps_of(struct device *device)
{
    return reinterpret_cast<const struct device_caps *>(device);
}

struct read_arguments {
    const uint4 *from;
    uint64_t count;
    uint32_t *sink;
};

/* Four loads of 16 bytes in flight a thread; the sum is written only if it is one number in 2^32, so that the
 * loads stay. */
template <class A>
KERNEL(512, 4)
read_only_kernel(A a)
{
    uint64_t step = gridDim.x * (uint64_t)blockDim.x, i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    uint32_t sum = 0;
    for (; i + 3 * step < a.count; i += 4 * step) {
        uint4 x = a.from[i], y = a.from[i + step], z = a.from[i + 2 * step], w = a.from[i + 3 * step];
        sum += x.x + x.y + x.z + x.w + y.x + y.y + y.z + y.w + z.x + z.y + z.z + z.w + w.x + w.y + w.z + w.w;
    }
    for (; i < a.count; i += step)
        sum += a.from[i].x + a.from[i].y + a.from[i].z + a.from[i].w;
    if (sum == 0x9e3779b9u) *a.sink = sum;
}

/* On the current card. */
static bool read_on_card(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                         void *sink, struct text *why)
{
    struct job job = {};
    job.stream = stream;
    struct read_arguments a = {static_cast<const uint4 *>(from), bytes / 16, static_cast<uint32_t *>(sink)};
    return launch("read_only", read_only_kernel<read_arguments>, device_caps_of(device)->processors * 4, 512,
                  1, &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE

/* Opening, memory, yardsticks, waiting. */
#ifdef FOLDCHECK_CARDS
#include "hip/gpu/cards.hip.h"
#else
#include "hip/gpu/one_card.hip.h"
#endif

namespace FOLDCHECK_NAMESPACE
{

static struct stream *device_stream_open(struct device *, struct text *why)
{
    hipStream_t stream = nullptr;
    if (!fine(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), "opening a stream", why))
        return nullptr;
    return reinterpret_cast<struct stream *>(stream);
}

static void device_stream_close(struct device *, struct stream *stream)
{
    (void)hipStreamDestroy(as_stream(stream));
}

static struct event *device_event_open(struct device *, struct text *why)
{
    hipEvent_t event = nullptr;
    if (!fine(hipEventCreate(&event), "making an event", why)) return nullptr;
    return reinterpret_cast<struct event *>(event);
}

static void device_event_close(struct device *, struct event *event)
{
    (void)hipEventDestroy(as_event(event));
}

static bool device_event_record(struct device *, struct event *event, struct stream *stream, struct text *why)
{
    return fine(hipEventRecord(as_event(event), as_stream(stream)), "recording an event", why);
}

static double device_event_ms(struct device *, struct event *from, struct event *to)
{
    float ms = -1;
    return hipEventElapsedTime(&ms, as_event(from), as_event(to)) == hipSuccess ? (double)ms : -1;
}

struct wait_arguments {
    int64_t ticks;
};

template <class A>
KERNEL(1, 1)
wait_kernel(A a)
{
    int64_t start = (int64_t)clock64();
    while ((int64_t)clock64() - start < a.ticks) {
    }
}

/* Two ticks a nanosecond is about what both vendors' cards run at; nothing depends on the exact time. */
static bool device_occupy(struct device *, struct stream *stream, double microseconds, struct text *why)
{
    struct job job = {};
    job.stream = stream;
    struct wait_arguments a = {(int64_t)(microseconds * 2000) * BUSY_TIMES};
    return launch("wait", wait_kernel<wait_arguments>, 1, 1, 1, &job, a, why);
}

static void device_schedule(struct device *, const struct schedule *) {}

static bool device_examined(struct device *)
{
    return true;
}

/* The hardware's own counters need a profiler. */
static bool device_counters(struct device *, bool, struct launch_counters *)
{
    return false;
}

} // namespace FOLDCHECK_NAMESPACE

using namespace FOLDCHECK_NAMESPACE;

extern "C" __attribute__((visibility("default"))) const struct backend foldcheck_backend = {
    BACKEND_ABI,
    OUR_NAME,
    device_count,
    device_open,
    device_close,
    device_caps_of,
    device_alloc,
    device_release,
    device_region,
    device_put,
    device_get,
    device_fill,
    device_copy,
    device_stream_open,
    device_stream_close,
    device_schedule,
    device_sync,
    device_examined,
    device_event_open,
    device_event_close,
    device_event_record,
    device_event_ms,
    device_read_only,
    device_occupy,
    device_empty,
    device_reset,
    nullptr, /* judge */
    nullptr, /* explore */
    nullptr, /* explored */
    nullptr, /* renew */
    nullptr, /* undefined_values */
    device_counters,
    foldcheck_strategies,
    foldcheck_operators,
    foldcheck_steps,
};
