/* SPDX-License-Identifier: MIT
 * A step that a library does whole, for programs that are compared with ours: on NVIDIA alone, where the toolkit has CUB. */
#include "hip/platform.hip.h"
#include "hip/program_step.h"

#ifdef HAS_LIBRARY_STEPS
#include <cub/device/device_radix_sort.cuh>

namespace FOLDCHECK_NAMESPACE
{

/* CUB's own memory: it grows at the first call of a size, and stays until the process ends. */
static bool library_room(size_t bytes, void **room, struct text *why)
{
    static void *kept;
    static size_t kept_bytes;
    if (bytes > kept_bytes) {
        cudaFree(kept);
        kept_bytes = 0;
        cudaError_t error = cudaMalloc(&kept, bytes);
        if (error != cudaSuccess)
            return text_say(why, "library_sort: cudaMalloc of %zu bytes: %s", bytes,
                            cudaGetErrorString(error));
        kept_bytes = bytes;
    }
    *room = kept;
    return true;
}

static cudaError_t library_sort(const struct program_call *call, void *room, size_t *bytes)
{
    const int32_t *key = static_cast<const int32_t *>(call->in[0]);
    const uint32_t *value = static_cast<const uint32_t *>(call->in[1]);
    cudaStream_t stream = reinterpret_cast<cudaStream_t>(call->stream);
    int64_t items = (int64_t)call->count;
    if (!value)
        return cub::DeviceRadixSort::SortKeys(room, *bytes, key, static_cast<int32_t *>(call->out[0]), items,
                                              0, 32, stream);
    return cub::DeviceRadixSort::SortPairs(room, *bytes, key, static_cast<int32_t *>(call->out[0]), value,
                                           static_cast<uint32_t *>(call->out[1]), items, 0, 32, stream);
}

bool library_sort_launch(const struct program_call *call, struct text *why);
bool library_sort_launch(const struct program_call *call, struct text *why)
{
    size_t bytes = 0;
    void *room = nullptr;
    cudaError_t error = library_sort(call, nullptr, &bytes);
    if (error == cudaSuccess && !library_room(bytes, &room, why)) return false;
    if (error == cudaSuccess) error = library_sort(call, room, &bytes);
    return error == cudaSuccess ||
           text_say(why, "library_sort: cub::DeviceRadixSort: %s", cudaGetErrorString(error));
}

} // namespace FOLDCHECK_NAMESPACE
#endif
