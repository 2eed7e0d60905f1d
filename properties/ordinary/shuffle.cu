/* SPDX-License-Identifier: MIT
 * A reduction by shuffles in plain CUDA that keeps the operands' order, of maps x -> ax + b in two arrays on the host. Test
 * data: PLANT in the environment says which mistake it makes. */
#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

enum plant { NOTHING, ORDER, LANES_32, GONE, MIXED };
enum { THREADS = 256 };

struct map {
    unsigned a, b;
};

/* First the left one. */
__device__ map after(map left, map right)
{
    return {left.a * right.a, right.a * left.b + right.b};
}

__device__ map shuffled(map mine, unsigned by, bool all)
{
    unsigned long long mask = all ? ~0ull : 0xffffffffull;
    return {__shfl_down_sync(mask, mine.a, by), __shfl_down_sync(mask, mine.b, by)}; /* planted: LANES_32 */
}

/* In a box of threads x runs fastest, z slowest. */
__device__ unsigned thread_number()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/* Lane 0 asks a lane that is gone for its map. */
__device__ map asked_for(map mine, unsigned lanes)
{
    if (thread_number() % lanes) return mine;
    return {__shfl_down_sync(1, mine.a, 1), __shfl_down_sync(1, mine.b, 1)}; /* planted: GONE */
}

/* Odd lanes vote while even ones shuffle: none of them meets all lanes. */
__device__ map mixed(map mine)
{
    if (thread_number() % 2)
        __ballot_sync(~0ull, 1); /* planted: MIXED */
    else
        mine.a = __shfl_sync(~0ull, mine.a, 0); /* planted: MIXED */
    return mine;
}

/* In lane 0: the maps of the warp in order. */
template <int PLANT>
__device__ map warp_fold(map mine)
{
    unsigned lanes = PLANT == LANES_32 ? 32 : warpSize, lane = thread_number() % lanes;
    for (unsigned step = 1; step < lanes; step *= 2) {
        unsigned by = PLANT == ORDER ? lanes / 2 / step : step;
        map right = shuffled(mine, by, PLANT != LANES_32);
        if (lane + by < lanes) mine = after(mine, right);
    }
    return mine;
}

/* One block; each thread takes consecutive items. */
template <int PLANT>
__global__ void fold(const unsigned *a, const unsigned *b, unsigned *ra, unsigned *rb, int n)
{
    __shared__ map warps[THREADS / 32];
    int thread = thread_number(), each = (n + THREADS - 1) / THREADS, from = thread * each;
    map mine = {1, 0};
    for (int i = from; i < from + each && i < n; i++)
        mine = after(mine, {a[i], b[i]});
    mine = warp_fold<PLANT>(mine);
    if (PLANT == MIXED) mine = mixed(mine);
    if (PLANT == GONE) mine = asked_for(mine, warpSize);
    int lanes = PLANT == LANES_32 ? 32 : warpSize;
    if (thread % lanes == 0) warps[thread / lanes] = mine;
    __syncthreads();
    if (thread == 0) {
        for (int w = 1; w < THREADS / lanes; w++)
            mine = after(mine, warps[w]);
        *ra = mine.a;
        *rb = mine.b;
    }
}

static unsigned *device_copy(const unsigned *host, int n)
{
    unsigned *device = nullptr;
    if (cudaMalloc((void **)&device, (n + 1) * sizeof *host) != cudaSuccess) return nullptr;
    cudaMemcpy(device, host, n * sizeof *host, cudaMemcpyHostToDevice);
    return device;
}

/* On arrays of the host. */
bool shuffle_fold(const unsigned *a, const unsigned *b, unsigned *result_a, unsigned *result_b, int n)
{
    const char *plant = getenv("PLANT");
    unsigned *da = device_copy(a, n), *db = device_copy(b, n), *result = nullptr;
    cudaMalloc(&result, 2 * sizeof *result);
    const dim3 box(8, 4, THREADS / 32);
    if (plant && strcmp(plant, "ORDER") == 0)
        fold<ORDER><<<1, box>>>(da, db, result, result + 1, n);
    else if (plant && strcmp(plant, "LANES_32") == 0)
        fold<LANES_32><<<1, box>>>(da, db, result, result + 1, n);
    else if (plant && strcmp(plant, "GONE") == 0)
        fold<GONE><<<1, box>>>(da, db, result, result + 1, n);
    else if (plant && strcmp(plant, "MIXED") == 0)
        fold<MIXED><<<1, box>>>(da, db, result, result + 1, n);
    else
        fold<NOTHING><<<1, box>>>(da, db, result, result + 1, n);
    bool done = cudaMemcpy(result_a, result, sizeof *result, cudaMemcpyDeviceToHost) == cudaSuccess &&
                cudaMemcpy(result_b, result + 1, sizeof *result, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(da);
    cudaFree(db);
    cudaFree(result);
    return done;
}
