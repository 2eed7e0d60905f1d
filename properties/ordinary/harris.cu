/* SPDX-License-Identifier: MIT
 * Reductions in plain CUDA, after the ideas of Harris, "Optimizing parallel reduction in CUDA" (2007), one after the other:
 * test data, which knows nothing of foldcheck. HARRIS in the environment says which of the seven is run, PLANT which
 * mistake it makes. */
#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

enum plant { NOTHING, NO_BARRIER, IN_STEP, TAIL, PAST_END, LONE };
enum { BLOCK = 128 };

/* 1: neighbours first, by a remainder. */
template <int PLANT>
__global__ void interleaved(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (tid % (2 * d) == 0) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* 2: neighbours first, by the lowest threads. */
template <int PLANT>
__global__ void strided(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned at = 2 * d * tid;
        if (at < blockDim.x) s[at] += s[at + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* 3: halves. */
template <int PLANT>
__global__ void sequential(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (tid < d) s[tid] += s[tid + d]; /* planted: NO_BARRIER */
        if (PLANT != NO_BARRIER) __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* 4: two items a thread. */
template <int PLANT>
__global__ void first_add(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + tid;
    unsigned sum = i < n ? in[i] : 0;
    if (PLANT == PAST_END || i + blockDim.x < n) sum += in[i + blockDim.x]; /* planted: PAST_END */
    s[tid] = sum;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* The last warp needs no barrier of the block; its lanes are not in step all the same. */
template <int PLANT>
__device__ void last_warp(volatile unsigned *s, unsigned tid)
{
    for (unsigned d = 32; d > 0; d /= 2) {
        unsigned sum = s[tid] + (tid + d < 64 ? s[tid + d] : 0); /* planted: IN_STEP */
        if (PLANT != IN_STEP) __syncwarp();
        s[tid] = sum;
        if (PLANT != IN_STEP) __syncwarp();
    }
}

/* 5: the last warp on its own. */
template <int PLANT>
__global__ void unrolled_warp(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + tid;
    s[tid] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 32; d /= 2) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid < 32) last_warp<PLANT>(s, tid);
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* The tree of a block whose size the compiler knows. */
template <unsigned SIZE, int PLANT>
__device__ void known_tree(unsigned *s, unsigned tid)
{
    if (SIZE >= 1024 && tid < 512) s[tid] += s[tid + 512];
    if (SIZE >= 1024) __syncthreads();
    if (SIZE >= 512 && tid < 256) s[tid] += s[tid + 256];
    if (SIZE >= 512) __syncthreads();
    if (SIZE >= 256 && tid < 128) s[tid] += s[tid + 128];
    if (SIZE >= 256) __syncthreads();
    if (SIZE >= 128 && tid < 64) s[tid] += s[tid + 64];
    if (SIZE >= 128) __syncthreads();
    if (tid < 32) last_warp<PLANT>(s, tid);
}

/* 6: no loop but the last warp's. */
template <unsigned SIZE, int PLANT>
__global__ void unrolled(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[SIZE];
    unsigned tid = threadIdx.x, i = blockIdx.x * 2 * SIZE + tid;
    s[tid] = (i < n ? in[i] : 0) + (i + SIZE < n ? in[i + SIZE] : 0);
    __syncthreads();
    known_tree<SIZE, PLANT>(s, tid);
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* 7: many items a thread. */
template <unsigned SIZE, int PLANT>
__global__ void many_items(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned s[SIZE];
    unsigned tid = threadIdx.x, sum = 0;
    if (PLANT == LONE && n > 8 * SIZE && n % (8 * SIZE) == 1) n--; /* a block's only item */
    for (unsigned i = blockIdx.x * 2 * SIZE + tid; i < n; i += 2 * SIZE * gridDim.x) {
        sum += in[i];
        if (i + SIZE < (PLANT == TAIL ? n - 1 : n)) sum += in[i + SIZE]; /* planted: TAIL */
    }
    s[tid] = sum;
    __syncthreads();
    known_tree<SIZE, PLANT>(s, tid);
    if (tid == 0) out[blockIdx.x] = s[0];
}

/* One pass of the chosen kernel, a result a block. */
template <int PLANT>
static void pass(int which, const unsigned *in, unsigned *out, unsigned n, unsigned blocks,
                 cudaStream_t stream)
{
    size_t bytes = BLOCK * sizeof(unsigned);
    switch (which) {
    case 1:
        interleaved<PLANT><<<blocks, BLOCK, bytes, stream>>>(in, out, n);
        break;
    case 2:
        strided<PLANT><<<blocks, BLOCK, bytes, stream>>>(in, out, n);
        break;
    case 3:
        sequential<PLANT><<<blocks, BLOCK, bytes, stream>>>(in, out, n);
        break;
    case 4:
        first_add<PLANT><<<blocks, BLOCK, bytes, stream>>>(in, out, n);
        break;
    case 5:
        unrolled_warp<PLANT><<<blocks, BLOCK, bytes, stream>>>(in, out, n);
        break;
    case 6:
        unrolled<BLOCK, PLANT><<<blocks, BLOCK, 0, stream>>>(in, out, n);
        break;
    default:
        many_items<BLOCK, PLANT><<<blocks, BLOCK, 0, stream>>>(in, out, n);
    }
}

template <int PLANT>
static cudaError_t passes(int which, const unsigned *in, unsigned *out, unsigned n, cudaStream_t stream)
{
    unsigned each = which < 4 ? BLOCK : which < 7 ? 2 * BLOCK : 8 * BLOCK, *part[2] = {nullptr, nullptr};
    unsigned blocks = n > each ? (n + each - 1) / each : 1;
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 2 && error == cudaSuccess; i++)
        error = cudaMalloc(&part[i], blocks * sizeof(unsigned));
    for (int turn = 0; error == cudaSuccess; turn ^= 1) {
        pass<PLANT>(which, in, blocks > 1 ? part[turn] : out, n, blocks, stream);
        error = cudaGetLastError();
        if (blocks == 1) break;
        in = part[turn], n = blocks;
        blocks = n > each ? (n + each - 1) / each : 1;
    }
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    cudaFree(part[0]);
    cudaFree(part[1]);
    return error;
}

static int plant_of(const char *word)
{
    static const char *const words[] = {"NOTHING", "NO_BARRIER", "IN_STEP", "TAIL", "PAST_END", "LONE"};
    for (int i = 0; word && i < 6; i++)
        if (strcmp(words[i], word) == 0) return i;
    return NOTHING;
}

cudaError_t harris_sum(const unsigned *in, unsigned *out, int n, cudaStream_t stream)
{
    const char *which = getenv("HARRIS");
    int number = which ? atoi(which) : 7;
    switch (plant_of(getenv("PLANT"))) {
    case NO_BARRIER:
        return passes<NO_BARRIER>(number, in, out, n, stream);
    case IN_STEP:
        return passes<IN_STEP>(number, in, out, n, stream);
    case TAIL:
        return passes<TAIL>(number, in, out, n, stream);
    case PAST_END:
        return passes<PAST_END>(number, in, out, n, stream);
    case LONE:
        return passes<LONE>(number, in, out, n, stream);
    default:
        return passes<NOTHING>(number, in, out, n, stream);
    }
}
