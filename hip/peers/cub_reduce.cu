// SPDX-License-Identifier: MIT
// CUB's DeviceReduce as a peer (CCCL, cub::DeviceReduce::Sum where the operator is a plain sum of one column,
// else cub::DeviceReduce::Reduce with the operator's combine, through a transform iterator that lifts). CUB's
// documentation of Reduce: "Does not support binary reduction operators that are non-commutative"; hence
// `needs`. A benchmark may time it on another operator all the same, and must then say that nothing is
// checked. Passes over memory: one. Scratch: what CUB asks for. Forward progress: none needed.
//
// Build (a shared object of its own, foldcheck_cub.so, next to foldcheck_nvidia.so):
//   nvcc -std=c++17 -O3 -arch=... -shared -Xcompiler=-fPIC,-fvisibility=hidden -I. -Isrc -Ihip
//        -o foldcheck_cub.so hip/peers/cub_reduce.cu status.o elem.o      (src/status.c, src/elem.c as C,
//        -fPIC)
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

#include <cub/device/device_reduce.cuh>
#include <cub/version.cuh>
#include <thrust/iterator/transform_iterator.h>

#define OP_FN static __host__ __device__ inline
#include "hip/peers/peers.h"
#include "src/operators/add_f32.h"
#include "src/operators/add_u32.h"
#include "src/operators/mss_i32.h"

namespace
{

// An operator whose fold is cub::DeviceReduce::Sum over one column.
struct add_f32_for_cub {
    using input = struct add_f32;
    using sum = float;
};
struct add_u32_for_cub {
    using input = struct add_u32;
    using sum = uint32_t;
};

// Any other, by its own functions.
struct mss_i32_for_cub {
    using input = struct mss_i32_in;
    using state = struct mss_i32;
    using sum = void;
    struct combine {
        __host__ __device__ state operator()(const state &left, const state &right) const
        {
            return mss_i32_combine(left, right);
        }
    };
    struct lift {
        __host__ __device__ state operator()(const input &item) const
        {
            return mss_i32_lift(item);
        }
    };
    static state identity()
    {
        return mss_i32_identity();
    }
};

// CUB's output iterator: writes one state into the result's columns.
template <class State>
struct state_writer {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = State;
    using difference_type = std::ptrdiff_t;
    using pointer = State *;
    using reference = const state_writer &;
    void *base[MAX_COLUMNS];
    int count, size[MAX_COLUMNS], offset[MAX_COLUMNS]; // columns; bytes, and bytes into the state

    __host__ __device__ const state_writer &operator*() const
    {
        return *this;
    }
    __host__ __device__ const state_writer &operator[](std::ptrdiff_t) const
    {
        return *this;
    }
    __host__ __device__ state_writer operator+(std::ptrdiff_t) const
    {
        return *this;
    }
    __host__ __device__ const state_writer &operator=(const State &state) const
    {
        const char *from = reinterpret_cast<const char *>(&state);
        for (int c = 0; c < count; c++)
            for (int b = 0; b < size[c]; b++)
                static_cast<char *>(base[c])[b] = from[offset[c] + b];
        return *this;
    }
    state_writer &operator=(const state_writer &) = default;
};

template <class State>
state_writer<State> writer_of(const struct job *job)
{
    state_writer<State> writer = {};
    const struct tuple *state = &job->op->state;
    writer.count = job->out.count;
    for (int c = 0; c < writer.count; c++) {
        writer.base[c] = job->out.column[c].base;
        writer.offset[c] = static_cast<int>(state->offset[c]);
        writer.size[c] = static_cast<int>(elem_size(state->elem[c]));
    }
    return writer;
}

// One call of CUB: with temp NULL it only says how many bytes it wants.
template <class M, class Count>
cudaError_t reduce_call(const struct job *job, void *temp, size_t &bytes, Count count)
{
    using input = typename M::input;
    const void *items = job->in.column[0].base;
    cudaStream_t stream = reinterpret_cast<cudaStream_t>(job->stream);
    if constexpr (!std::is_void_v<typename M::sum>) {
        using sum = typename M::sum;
        static_assert(sizeof(sum) == sizeof(input), "a sum of one column");
        return cub::DeviceReduce::Sum(temp, bytes, static_cast<const sum *>(items),
                                      static_cast<sum *>(job->out.column[0].base), count, stream);
    } else {
        auto lifted = thrust::make_transform_iterator(static_cast<const input *>(items), typename M::lift());
        return cub::DeviceReduce::Reduce(temp, bytes, lifted, writer_of<typename M::state>(job), count,
                                         typename M::combine(), M::identity(), stream);
    }
}

// CUB's 32-bit indices where they suffice: what a user who cares for speed would take.
template <class M>
cudaError_t reduce_any(const struct job *job, void *temp, size_t &bytes)
{
    return job->length <= INT_MAX ? reduce_call<M>(job, temp, bytes, static_cast<int>(job->length))
                                  : reduce_call<M>(job, temp, bytes, static_cast<int64_t>(job->length));
}

// Scratch holds CUB's temporary storage, of the size that CUB was asked for in scratch_bytes. It is not asked
// again: the call would be timed with the launch.
template <class M>
bool reduce_launch(const struct job *job, const struct launch_shape *, struct text *why)
{
    size_t enough = SIZE_MAX / 2;
    cudaError_t error = reduce_any<M>(job, job->scratch, enough);
    return error == cudaSuccess ||
           text_say(why, "cub_reduce of %s: %s", job->op->name, cudaGetErrorString(error));
}

struct entry {
    const char *op;
    cudaError_t (*call)(const struct job *job, void *temp, size_t &bytes);
};
const struct entry entries[] = {{"add_f32", reduce_any<add_f32_for_cub>},
                                {"add_u32", reduce_any<add_u32_for_cub>},
                                {"mss_i32", reduce_any<mss_i32_for_cub>}};

const struct entry *entry_find(const char *op)
{
    for (const struct entry &entry : entries)
        if (strcmp(entry.op, op) == 0) return &entry;
    return nullptr;
}

// CUB reads a pointer: items back to back, as the operator's C struct has them.
bool is_array(const struct columns *columns, const struct tuple *tuple)
{
    const char *first = static_cast<const char *>(columns->column[0].base);
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].stride != static_cast<int64_t>(tuple->size) ||
            static_cast<const char *>(columns->column[c].base) != first + tuple->offset[c])
            return false;
    return true;
}

enum refusal refuse(const struct strategy *self, const struct job *job, const struct launch_shape *,
                    struct text *why)
{
    if (!entry_find(job->op->name)) {
        text_say(why, "%s is not built for %s", self->name, job->op->name);
        return REFUSAL_LAW;
    }
    if (job->what != WHAT_REDUCE || job->rows != 1 || job->mapout.count != 0) {
        text_say(why, "%s folds one row, without a map-out", self->name);
        return REFUSAL_SHAPE;
    }
    if (!is_array(&job->in, &job->op->input)) {
        text_say(why, "%s reads an array of structs without gaps", self->name);
        return REFUSAL_SHAPE;
    }
    if (~job->op->laws & self->needs) {
        text_say(why, "%s needs an operator that commutes; %s does not", self->name, job->op->name);
        return REFUSAL_LAW;
    }
    return REFUSAL_NONE;
}

uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
{
    size_t bytes = 0;
    const struct entry *entry = entry_find(job->op->name);
    return entry && entry->call(job, nullptr, bytes) == cudaSuccess ? bytes : 0;
}

uint64_t traffic(const struct job *job, const struct launch_shape *)
{
    return job->rows * (job->length * job->op->input.packed + job->op->state.packed);
}

bool prepare(const struct job *, const struct launch_shape *, struct text *)
{
    return true; // CUB initialises its own temporary storage
}

const struct strategy cub_reduce = {"cub_reduce",
                                    "",
                                    "cub::DeviceReduce, Sum or Reduce",
                                    WHAT_REDUCE,
                                    LAW_COMMUTES,
                                    false,
                                    SAME_BITS_ON_ONE_DEVICE,
                                    refuse,
                                    scratch_bytes,
                                    traffic,
                                    nullptr,
                                    prepare,
                                    nullptr};

#define INSTANCE(NAME)                                                                                       \
    {                                                                                                        \
        &cub_reduce, {0, 0, 0, 0}, false, reduce_launch<NAME##_for_cub>                                      \
    }
const struct instance add_f32_instances[] = {INSTANCE(add_f32)};
const struct instance add_u32_instances[] = {INSTANCE(add_u32)};
const struct instance mss_i32_instances[] = {INSTANCE(mss_i32)};
const struct operator_code add_f32_code = {"add_f32", add_f32_instances, 1, nullptr, nullptr};
const struct operator_code add_u32_code = {"add_u32", add_u32_instances, 1, nullptr, nullptr};
const struct operator_code mss_i32_code = {"mss_i32", mss_i32_instances, 1, nullptr, nullptr};

const struct strategy *const strategies[] = {&cub_reduce, nullptr};
const struct operator_code *const operators[] = {&add_f32_code, &add_u32_code, &mss_i32_code, nullptr};

struct version_text {
    char at[24];
};

constexpr version_text version_of(int major, int minor, int patch)
{
    version_text text = {"CUB "};
    int end = 4, parts[3] = {major, minor, patch};
    for (int p = 0; p < 3; p++) {
        for (int unit = parts[p] >= 100 ? 100 : parts[p] >= 10 ? 10 : 1; unit > 0; unit /= 10)
            text.at[end++] = static_cast<char>('0' + parts[p] / unit % 10);
        text.at[end++] = p < 2 ? '.' : '\0';
    }
    return text;
}
constexpr version_text version = version_of(CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
} // namespace

extern "C" __attribute__((visibility("default")))
const struct peers foldcheck_peers = {PEERS_ABI, version.at, DEVICE_NVIDIA, strategies, operators};
