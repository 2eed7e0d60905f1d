/* SPDX-License-Identifier: MIT
 * Rows by offsets: sums as a library's two calls have them, with where each row begins and ends; inclusive scans, with one array
 * of offsets; and sums over host arrays. PLANT names a mistake. */
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>

static bool planted(const char *mistake)
{
    const char *plant = getenv("PLANT");
    return plant && strcmp(plant, mistake) == 0;
}

enum { SEGMENT_THREADS = 64, SEGMENT_BLOCKS = 3 };

/* A block takes every third row. */
__global__ void sum_rows(const unsigned *in, unsigned *out, int rows, const int *begin, const int *end,
                         bool one_more, bool no_barrier, bool leaves)
{
    __shared__ unsigned part[SEGMENT_THREADS];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        int last = end[row] + (one_more ? 1 : 0);
        unsigned sum = 0;
        for (int i = begin[row] + threadIdx.x; i < last; i += SEGMENT_THREADS)
            sum += in[i];        /* planted: ROW_END */
        part[threadIdx.x] = sum; /* planted: NEXT_ROW */
        __syncthreads();
        for (int d = SEGMENT_THREADS / 2; d > 0; d /= 2) {
            if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
            __syncthreads();
        }
        if (threadIdx.x == SEGMENT_THREADS - 1) out[row] = part[0]; /* planted: NEXT_ROW */
        if (leaves && threadIdx.x == 5) return;
        if (!no_barrier) __syncthreads(); /* planted: LEAVES */
    }
}

cudaError_t segment_sum(void *temporary, size_t &bytes, const unsigned *in, unsigned *out, int rows,
                        const int *begin, const int *end, cudaStream_t stream)
{
    if (!temporary) {
        bytes = 1;
        return cudaSuccess;
    }
    sum_rows<<<SEGMENT_BLOCKS, SEGMENT_THREADS, 0, stream>>>(in, out, rows, begin, end, planted("ROW_END"),
                                                             planted("NEXT_ROW"), planted("LEAVES"));
    return cudaGetLastError();
}

/* A thread a row. */
__global__ void scan_rows(const unsigned *in, unsigned *out, int rows, const long long *offsets, bool carried)
{
    unsigned sum = 0;
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        if (!carried) sum = 0;
        for (long long i = offsets[row]; i < offsets[row + 1]; i++) {
            sum += in[i];
            out[i] = sum;
        }
    }
}

cudaError_t segment_scan(const unsigned *in, unsigned *out, int rows, const long long *offsets,
                         cudaStream_t stream)
{
    scan_rows<<<1, 32, 0, stream>>>(in, out, rows, offsets, planted("CARRIED"));
    return cudaGetLastError();
}

/* On the default stream, as launchers are that take none. */
cudaError_t segment_default(const unsigned *in, unsigned *out, int rows, const long long *offsets)
{
    return segment_scan(in, out, rows, offsets, 0);
}

void segment_host(const unsigned *in, unsigned *out, size_t rows, const size_t *begin, const size_t *end)
{
    for (size_t row = 0; row < rows; row++) {
        out[row] = 0;
        for (size_t i = begin[row]; i < end[row]; i++)
            out[row] += in[i];
    }
}

void segment_host_scan(const unsigned *in, unsigned *out, size_t rows, const size_t *begin, const size_t *end)
{
    for (size_t row = 0; row < rows; row++) {
        unsigned sum = 0;
        for (size_t i = begin[row]; i < end[row]; i++)
            out[i] = sum += in[i];
    }
}
