/* SPDX-License-Identifier: MIT
 * A reduction in plain CUDA, which compiles as HIP, too. It knows nothing of foldcheck. */
#include <cuda_runtime.h>

enum { BLOCK = 256 };

__global__ void block_sums(const unsigned *in, unsigned *out, size_t n)
{
    __shared__ unsigned s[BLOCK];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = BLOCK / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads(); /* A mistake to try: leave this barrier out. foldcheck names both lines of the race. */
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

/* The launcher that CMakeLists.txt names: device pointers, the number of items, a stream. */
cudaError_t my_sum(const unsigned *in, unsigned *out, size_t n, cudaStream_t stream)
{
    cudaMemsetAsync(out, 0, sizeof *out, stream);
    if (n > 0) block_sums<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(in, out, n);
    return cudaGetLastError();
}
