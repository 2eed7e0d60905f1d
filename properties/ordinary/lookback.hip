/* SPDX-License-Identifier: MIT
 * A scan in plain HIP by decoupled look-back (Merrill and Garland, "Single-pass parallel prefix scan with decoupled
 * look-back", 2016), with values and flags apart. Test data: PLANT in the environment says which mistake it makes. */
#include <hip/hip_runtime.h>

#include <stdlib.h>
#include <string.h>

enum plant { NOTHING, NO_FENCE, SHARED_RACE, DEADLOCK };
enum { THREADS = 64 };
enum { EMPTY, OWN, WHOLE };

/* What each tile tells the later ones. */
struct tiles {
    unsigned *taken, *flag, *own, *whole;
};

/* The next tile to do. */
template <int PLANT>
__device__ unsigned next_tile(tiles t)
{
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(t.taken, 1u);
    __syncthreads();
    return PLANT == DEADLOCK ? gridDim.x - 1 - tile : tile;
}

template <int PLANT>
__device__ void tell(tiles t, unsigned tile, unsigned *where, unsigned value, unsigned flag)
{
    where[tile] = value;
    if (PLANT != NO_FENCE) __threadfence();
    *(volatile unsigned *)&t.flag[tile] = flag;
}

/* The sum of the tiles before this one; one thread's work. */
__device__ unsigned look_back(tiles t, unsigned tile)
{
    unsigned sum = 0;
    while (tile-- > 0) {
        unsigned flag;
        while ((flag = *(volatile unsigned *)&t.flag[tile]) == EMPTY) /* planted: DEADLOCK */
            ;
        __threadfence();
        if (flag == WHOLE) return t.whole[tile] + sum; /* planted: NO_FENCE */
        sum += t.own[tile];                            /* planted: NO_FENCE */
    }
    return sum;
}

/* Of a value a thread, by doubling. */
template <int PLANT>
__device__ unsigned block_scan(unsigned mine)
{
    __shared__ unsigned s[THREADS];
    s[threadIdx.x] = mine;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        unsigned left = threadIdx.x >= d ? s[threadIdx.x - d] : 0; /* planted: SHARED_RACE */
        if (PLANT != SHARED_RACE) __syncthreads();
        s[threadIdx.x] += left; /* planted: SHARED_RACE */
        __syncthreads();
    }
    return s[threadIdx.x];
}

template <int PLANT>
__global__ void scan_tiles(const unsigned *in, unsigned *out, size_t n, tiles t)
{
    __shared__ unsigned before;
    unsigned tile = next_tile<PLANT>(t);
    size_t i = (size_t)tile * THREADS + threadIdx.x;
    unsigned scanned = block_scan<PLANT>(i < n ? in[i] : 0);
    if (threadIdx.x == THREADS - 1) {
        tell<PLANT>(t, tile, t.own, scanned, OWN);
        before = look_back(t, tile);
        tell<PLANT>(t, tile, t.whole, before + scanned, WHOLE);
    }
    __syncthreads();
    if (i < n) out[i] = before + scanned;
}

template <int PLANT>
static void launch(const unsigned *in, unsigned *out, size_t n, tiles t, unsigned blocks, hipStream_t stream)
{
    hipLaunchKernelGGL((scan_tiles<PLANT>), dim3(blocks), dim3(THREADS), 0, stream, in, out, n, t);
}

/* With temporary == nullptr only its size is asked for. */
hipError_t lookback_scan(void *temporary, size_t &bytes, const unsigned *in, unsigned *out, size_t n,
                         hipStream_t stream)
{
    unsigned blocks = n ? (unsigned)((n + THREADS - 1) / THREADS) : 1;
    const char *plant = getenv("PLANT");
    if (!temporary) {
        bytes = (1 + 3 * (size_t)blocks) * sizeof(unsigned);
        return hipSuccess;
    }
    unsigned *words = (unsigned *)temporary;
    tiles t = {words, words + 1, words + 1 + blocks, words + 1 + 2 * blocks};
    hipError_t error = hipMemsetAsync(temporary, 0, (1 + (size_t)blocks) * sizeof(unsigned), stream);
    if (error != hipSuccess) return error;
    if (plant && strcmp(plant, "NO_FENCE") == 0)
        launch<NO_FENCE>(in, out, n, t, blocks, stream);
    else if (plant && strcmp(plant, "SHARED_RACE") == 0)
        launch<SHARED_RACE>(in, out, n, t, blocks, stream);
    else if (plant && strcmp(plant, "DEADLOCK") == 0)
        launch<DEADLOCK>(in, out, n, t, blocks, stream);
    else
        launch<NOTHING>(in, out, n, t, blocks, stream);
    return hipGetLastError();
}
