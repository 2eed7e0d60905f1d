/* SPDX-License-Identifier: MIT
 * The words of CUDA that ordinary kernels use, each held against its value: a sum, which is wrong by a line's number if a word on
 * that line is not what CUDA says. Test data: PLANT=WORD in the environment expects one wrong value. */
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_runtime.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

enum { THREADS = 128 };

/* The greatest line of an expectation that does not hold. */
#define EXPECT(IS_SO)                                                                                        \
    if (!(IS_SO)) atomicMax(wrong, (unsigned)__LINE__)

__constant__ unsigned constant_7 = 7;

__device__ unsigned thread_number()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ void expect_bits(unsigned *wrong)
{
    EXPECT(__popc(0xf0f0u) == 8 && __popcll(~0ull) == 64);
    EXPECT(__clz(1) == 31 && __clzll(1) == 63 && __clz(0) == 32);
    EXPECT(__ffs(8) == 4 && __ffsll(1ll << 40) == 41 && __ffs(0) == 0);
    EXPECT(__brev(1) == 1u << 31 && __brevll(1) == 1ull << 63);
    EXPECT(__mulhi(1 << 20, 1 << 20) == 1 << 8 && __umulhi(1u << 31, 2) == 1);
    EXPECT(__umul64hi(1ull << 63, 2) == 1 && __mul64hi(-1, 1) == -1);
    EXPECT(__float_as_uint(1.0f) == 0x3f800000u && __int_as_float(0x40000000) == 2.0f);
    EXPECT(__double_as_longlong(1.0) == 0x3ff0000000000000ll && __longlong_as_double(0) == 0);
    EXPECT(__byte_perm(0x03020100u, 0x07060504u, 0x7531u) == 0x07050301u);
    EXPECT(__funnelshift_l(0x80000000u, 1u, 1) == 3u && __funnelshift_r(1u, 3u, 1) == 0x80000000u);
}

__device__ void expect_numbers(unsigned *wrong)
{
    EXPECT(min(3, 4) == 3 && max(3u, 4u) == 4 && min(2.0f, 1.0f) == 1.0f);
    EXPECT(fmaxf(1, -INFINITY) == 1 && fminf(NAN, 2) == 2 && expf(0) == 1 && fabsf(-2.0f) == 2);
    EXPECT(sqrtf(9) == 3 && fabs(-DBL_MAX) == DBL_MAX && rsqrtf(4) == 0.5f && isnan(NAN));
    EXPECT(__fdividef(1, 4) == 0.25f && __saturatef(3) == 1 && __fmaf_rn(2, 3, 1) == 7);
    float4 vector = make_float4(1, 2, 3, 4);
    int2 pair = {5, 6};
    EXPECT(vector.w == 4 && pair.y == 6 && sizeof(double2) == 16 && alignof(uint4) == 16);
    EXPECT(constant_7 == 7 && __ldg(&constant_7) == 7);
}

__device__ void expect_votes(unsigned *wrong)
{
    const unsigned lane = thread_number() % warpSize, half = warpSize / 2;
    const unsigned long long all = warpSize == 64 ? ~0ull : 0xffffffffull;
    EXPECT(__shfl_sync(all, lane, 3) == 3);
    EXPECT(__shfl_up_sync(all, lane, 1) == (lane ? lane - 1 : 0));
    EXPECT(__shfl_down_sync(all, lane, half) == (lane < half ? lane + half : lane));
    EXPECT(__shfl_xor_sync(all, lane, 5) == (lane ^ 5));
    EXPECT(__shfl_down_sync(all, lane, 3, 8) == (lane % 8 < 5 ? lane + 3 : lane));
    EXPECT(__shfl_sync(all, 1.5 * lane, 2, 4) == 1.5 * (lane / 4 * 4 + 2));
    EXPECT(__popcll(__ballot_sync(all, lane % 2)) == (int)half);
    EXPECT(__any_sync(all, lane == 5) && !__all_sync(all, lane == 5) && __all_sync(all, 1));
    __syncwarp();
}

__device__ void expect_barriers(unsigned *wrong)
{
    const unsigned thread = thread_number();
    EXPECT(__syncthreads_count(thread < 5) == 5);
    EXPECT(__syncthreads_or(thread == 5) && !__syncthreads_or(0));
    EXPECT(__syncthreads_and(1) && !__syncthreads_and(thread != 5));
    EXPECT(gridDim.x == 1 && gridDim.z == 1 && blockDim.x * blockDim.y * blockDim.z == THREADS);
}

__device__ void expect_groups(unsigned *wrong)
{
    const unsigned thread = thread_number();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    EXPECT(block.size() == THREADS && block.thread_rank() == thread);
    EXPECT(tile.size() == 16 && tile.thread_rank() == thread % 16);
    EXPECT(tile.shfl_down(thread, 1) == (thread % 16 < 15 ? thread + 1 : thread));
    EXPECT(tile.shfl(thread, 2) == thread / 16 * 16 + 2 && tile.any(thread % 16 == 7));
    EXPECT(__popc(tile.ballot(thread % 16 < 3)) == 3);
    tile.sync();
    block.sync();
}

/* A thread at a time changes the words, one of 32 bits and one of 64. */
__device__ void expect_atomics(unsigned *wrong, unsigned *u, unsigned long long *wide, float *f)
{
    EXPECT(atomicAdd(u, 5) == 0 && atomicSub(u, 2) == 5 && atomicExch(u, 12) == 3);
    EXPECT(atomicMin(u, 9) == 12 && atomicMax(u, 10) == 9 && atomicAnd(u, 3) == 10 && atomicOr(u, 4) == 2);
    EXPECT(atomicXor(u, 1) == 6 && atomicInc(u, 7) == 7 && atomicDec(u, 7) == 0 && atomicCAS(u, 7, 1) == 7);
    EXPECT(atomicAdd(wide, 1ull << 40) == 0 && atomicCAS(wide, 1ull << 40, 3ull) == 1ull << 40);
    EXPECT(atomicAdd(f, 1.5f) == 0 && atomicExch(f, 0.0f) == 1.5f);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref(*u);
    EXPECT(ref.fetch_add(4, cuda::memory_order_relaxed) == 1 && ref.load(cuda::memory_order_acquire) == 5);
    unsigned expected = 5;
    EXPECT(ref.compare_exchange_strong(expected, 8, cuda::memory_order_acq_rel) && ref.exchange(2) == 8);
    EXPECT(!ref.compare_exchange_strong(expected, 8) && expected == 2);
    ref.store(0, cuda::memory_order_release);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

__global__ void words(const unsigned *in, unsigned *out, int n, unsigned *wrong, int planted)
{
    __shared__ unsigned sum;
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> turns;
    extern __shared__ unsigned long long more[]; /* a word of 64 bits, then two of 32 */
    const unsigned thread = thread_number();
    expect_bits(wrong);
    expect_numbers(wrong);
    expect_votes(wrong);
    expect_barriers(wrong);
    expect_groups(wrong);
    EXPECT(planted == 0);
    if (thread == 0) {
        sum = 0;
        more[0] = more[1] = 0;
        turns.store(0, cuda::memory_order_relaxed);
        expect_atomics(wrong, (unsigned *)&more[1], &more[0], (float *)&more[1] + 1);
    }
    __syncthreads();
    for (int i = thread; i < n; i += THREADS)
        atomicAdd(&sum, in[i]);
    turns.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    EXPECT(turns.load(cuda::memory_order_relaxed) == THREADS);
    __syncthreads();
    if (thread == 0) *out = sum + atomicAdd(wrong, 0);
}

/* With the calls of the runtime that such code makes. */
cudaError_t words_sum(const unsigned *in, unsigned *out, int n, cudaStream_t stream)
{
    const char *plant = getenv("PLANT");
    const int planted = plant && strcmp(plant, "WORD") == 0;
    unsigned *wrong = nullptr, host = 3;
    cudaEvent_t begin, end;
    cudaStream_t other;
    float ms = -1;
    cudaMalloc(&wrong, sizeof *wrong);
    cudaEventCreate(&begin);
    cudaEventCreateWithFlags(&end, cudaEventDefault);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMemsetAsync(wrong, 0, sizeof *wrong, stream);
    cudaEventRecord(begin, stream);
    words<<<1, dim3(8, 4, THREADS / 32), 2 * sizeof(unsigned long long), stream>>>(in, out, n, wrong,
                                                                                   planted);
    cudaEventRecord(end, stream);
    cudaStreamWaitEvent(other, end, 0);
    cudaMemcpyAsync(&host, wrong, sizeof host, cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
    cudaStreamSynchronize(stream);
    cudaEventElapsedTime(&ms, begin, end);
    const bool timed =
        cudaEventQuery(end) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess && ms >= 0;
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaStreamDestroy(other);
    cudaFree(wrong);
    return timed && (host == 0 || planted) ? cudaGetLastError() : cudaErrorUnknown;
}
