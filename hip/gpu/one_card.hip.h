/* SPDX-License-Identifier: MIT
 * The part of backend.hip that differs where several cards are the device (cards.hip.h): here one card is. Included by
 * backend.hip alone. */
#ifndef FOLDCHECK_GPU_ONE_CARD_HIP_H
#define FOLDCHECK_GPU_ONE_CARD_HIP_H

namespace FOLDCHECK_NAMESPACE
{

/* Microseconds for which the device is kept busy, of one that is asked for. */
enum { BUSY_TIMES = 1 };

static bool (*const device_empty)(struct device *, struct stream *, bool, struct text *) = nullptr;

static struct device *device_open(struct device_name name, struct text *why)
{
    int count = device_count(name.kind, why);
    if (count == 0) return nullptr;
    if (name.index >= (uint32_t)count) {
        text_say(why, "no device %s:%u: there are %d", OUR_NAME, name.index, count);
        return nullptr;
    }
    struct device_caps *caps = static_cast<struct device_caps *>(calloc(1, sizeof *caps));
    if (caps && fine(hipSetDevice((int)name.index), "choosing the device", why) &&
        read_caps((int)name.index, caps, why))
        return reinterpret_cast<struct device *>(caps);
    free(caps);
    return nullptr;
}

static void device_close(struct device *device)
{
    (void)hipDeviceSynchronize();
    free(device);
}

static void *device_alloc(struct device *, uint64_t bytes, struct text *why)
{
    void *memory = nullptr;
    if (hipMalloc(&memory, bytes ? bytes : 1) == hipSuccess) return memory;
    (void)hipGetLastError();
    text_say(why, "%s: no %llu bytes of device memory left", OUR_NAME, (unsigned long long)bytes);
    return nullptr;
}

static void device_release(struct device *, void *memory)
{
    (void)hipFree(memory);
}

static void device_region(struct device *, void *, uint64_t, uint32_t, bool, const char *) {}

static bool device_put(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                       struct text *why)
{
    return fine(hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, as_stream(stream)),
                "copying to the device", why);
}

static bool device_get(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                       struct text *why)
{
    return fine(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToHost, as_stream(stream)),
                "copying from the device", why);
}

static bool device_fill(struct device *, struct stream *stream, void *to, int byte, uint64_t bytes,
                        struct text *why)
{
    return fine(hipMemsetAsync(to, byte, bytes, as_stream(stream)), "filling device memory", why);
}

static bool device_copy(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                        struct text *why)
{
    return fine(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, as_stream(stream)),
                "copying on the device", why);
}

static bool device_read_only(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                             void *sink, struct text *why)
{
    return read_on_card(device, stream, from, bytes, sink, why);
}

/* A time limit cannot stop a kernel that hangs, and the library has no call that waits for a device with a
 * limit: the worker's watchdog, which ends the process, keeps the time. */
static bool device_sync(struct device *, double, struct text *why)
{
    return fine(hipDeviceSynchronize(), "waiting for the device", why);
}

static bool device_reset(struct device *, struct text *why)
{
    return fine(hipDeviceReset(), "resetting the device", why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
