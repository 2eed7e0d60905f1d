/* SPDX-License-Identifier: MIT
 * Shared by the libraries' strategies: an operator in the form in which a library takes it, columns as
 * iterators, and the refusals of every peer. */
#ifndef FOLDCHECK_PEER_HIP_H
#define FOLDCHECK_PEER_HIP_H

#include <cstdint>
#include <iterator>
#include <type_traits>

#include "hip/tile.hip.h"
#include "hip/peers/peers.h"

#define PEER_FN __host__ __device__ __forceinline__ /* a member that the library's host code calls, too */

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct peer_combine {
    typename M::params params;
    PEER_FN typename M::state operator()(const typename M::state &left, const typename M::state &right) const
    {
        return M::combine(params, left, right);
    }
};

/* ---- where items come from ---- */
/* Anywhere: a base and a stride a column. */
template <class M>
struct peer_columns {
    column_set<M::input_columns.count> in;
    __device__ __forceinline__ typename M::input take(int64_t i) const
    {
        typename M::input item;
        load_fields<input_traits<M>>(in, i, &item);
        return item;
    }
};

/* C structs back to back. */
template <class M>
struct peer_array {
    const typename M::input *in;
    __device__ __forceinline__ typename M::input take(int64_t i) const
    {
        return in[i];
    }
};

/* The types that an iterator over numbers declares. */
template <class Self>
struct peer_position {
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::ptrdiff_t;
    difference_type at;

    PEER_FN Self operator+(difference_type by) const
    {
        Self moved = static_cast<const Self &>(*this);
        moved.at += by;
        return moved;
    }
    PEER_FN Self operator-(difference_type by) const
    {
        return *this + -by;
    }
    PEER_FN difference_type operator-(const peer_position &other) const
    {
        return at - other.at;
    }
    PEER_FN Self &operator+=(difference_type by)
    {
        at += by;
        return static_cast<Self &>(*this);
    }
    PEER_FN Self &operator++()
    {
        return *this += 1;
    }
    PEER_FN bool operator==(const peer_position &other) const
    {
        return at == other.at;
    }
    PEER_FN bool operator!=(const peer_position &other) const
    {
        return at != other.at;
    }
};

/* The items, lifted. */
template <class M, class Source>
struct peer_items : peer_position<peer_items<M, Source>> {
    using value_type = typename M::state;
    using pointer = const value_type *;
    using reference = value_type;
    Source source;
    typename M::params params;
    __device__ __forceinline__ value_type operator*() const
    {
        return M::lift(params, source.take(this->at));
    }
    __device__ __forceinline__ value_type operator[](std::ptrdiff_t i) const
    {
        return M::lift(params, source.take(this->at + i));
    }
};

/* ---- where states go ---- */
template <class M>
struct peer_slot {
    column_set<M::state_columns.count> out;
    int64_t at;
    __device__ __forceinline__ const peer_slot &operator=(const typename M::state &state) const
    {
        store_fields<state_traits<M>>(out, at, &state);
        return *this;
    }
};

template <class M>
struct peer_results : peer_position<peer_results<M>> {
    using value_type = typename M::state;
    using pointer = const peer_slot<M> *;
    using reference = peer_slot<M>;
    column_set<M::state_columns.count> out;
    __device__ __forceinline__ reference operator*() const
    {
        return {out, this->at};
    }
    __device__ __forceinline__ reference operator[](std::ptrdiff_t i) const
    {
        return {out, this->at + i};
    }
};

template <class M>
static inline peer_results<M> peer_results_of(const struct job *job)
{
    peer_results<M> results = {};
    results.out = column_set_of<M::state_columns.count>(job->out);
    return results;
}

/* Items back to back, as the operator's C struct has them. */
static inline bool peer_is_array(const struct columns *columns, const struct tuple *tuple)
{
    const char *first = static_cast<const char *>(columns->column[0].base);
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].stride != static_cast<int64_t>(tuple->size) ||
            static_cast<const char *>(columns->column[c].base) != first + tuple->offset[c])
            return false;
    return reinterpret_cast<uintptr_t>(first) % tuple->align == 0;
}

/* The number of the row in which each item lies: the keys of a scan by key. */
struct peer_rows : peer_position<peer_rows> {
    using value_type = int64_t;
    using pointer = const int64_t *;
    using reference = int64_t;
    int64_t length; /* items a row */
    __device__ __forceinline__ int64_t operator*() const
    {
        return this->at / length;
    }
    __device__ __forceinline__ int64_t operator[](std::ptrdiff_t i) const
    {
        return (this->at + i) / length;
    }
};

static inline peer_rows peer_rows_of(const struct job *job)
{
    peer_rows rows = {};
    rows.length = static_cast<int64_t>(job->length);
    return rows;
}

/* Where each row begins, and the end of the last one: the offsets of a segmented reduction. */
template <class Offset>
struct peer_row_starts : peer_position<peer_row_starts<Offset>> {
    using value_type = Offset;
    using pointer = const Offset *;
    using reference = Offset;
    int64_t length; /* items a row */
    __device__ __forceinline__ Offset operator*() const
    {
        return static_cast<Offset>(this->at * length);
    }
    __device__ __forceinline__ Offset operator[](std::ptrdiff_t i) const
    {
        return static_cast<Offset>((this->at + i) * length);
    }
};

template <class Offset>
static inline peer_row_starts<Offset> peer_row_starts_of(const struct job *job)
{
    peer_row_starts<Offset> starts = {};
    starts.length = static_cast<int64_t>(job->length);
    return starts;
}

/* The same of rows of different lengths, as the job has it. Signed, as CUB's documentation names its offsets. */
static inline const int64_t *peer_ragged_starts(const struct job *job)
{
    return reinterpret_cast<const int64_t *>(job->row_start);
}

/* The start of a scan: the initial value, or the identity without one. */
template <class M>
static typename M::state peer_init(const struct job *job)
{
    typename M::state init = M::identity(params_of<M>(job->params));
    if (job->init) memcpy(&init, job->init, sizeof init);
    return init;
}

/* Calls use(items, results) with pointers, where both sides are arrays of states, or else with iterators over
 * columns, as a scan takes them. */
template <class M, class Use>
static auto peer_with_both(const struct job *job, Use use)
{
    if constexpr (std::is_same_v<typename M::input, typename M::state>)
        if (peer_is_array(&job->in, &job->op->input) && peer_is_array(&job->out, &job->op->state))
            return use(static_cast<const typename M::state *>(job->in.column[0].base),
                       static_cast<typename M::state *>(job->out.column[0].base));
    peer_items<M, peer_columns<M>> items = {};
    items.source.in = column_set_of<M::input_columns.count>(job->in);
    items.params = params_of<M>(job->params);
    return use(items, peer_results_of<M>(job));
}

/* Calls use(iterator) with the fastest iterator over the lifted items that a user of the library would take: a
 * pointer, or an iterator that lifts, or one that reads columns. */
template <class M, class Use>
static auto peer_with_items(const struct job *job, Use use)
{
    const void *first = job->in.column[0].base;
    if (!peer_is_array(&job->in, &job->op->input)) {
        peer_items<M, peer_columns<M>> items = {};
        items.source.in = column_set_of<M::input_columns.count>(job->in);
        items.params = params_of<M>(job->params);
        return use(items);
    }
    if constexpr (std::is_same_v<typename M::input, typename M::state>) {
        return use(static_cast<const typename M::state *>(first));
    } else {
        peer_items<M, peer_array<M>> items = {};
        items.source.in = static_cast<const typename M::input *>(first);
        items.params = params_of<M>(job->params);
        return use(items);
    }
}

/* ---- the strategy's side ---- */
static inline uint64_t peer_scan_traffic(const struct job *job, const struct launch_shape *)
{
    return job_items(job) * (job->op->input.packed + job->op->state.packed);
}

/* Of rows of different lengths also where each begins and ends. */
static inline uint64_t peer_reduce_traffic(const struct job *job, const struct launch_shape *)
{
    uint64_t ends = job->row_start ? 2 * sizeof *job->row_start : 0;
    return job_items(job) * job->op->input.packed + job->rows * (job->op->state.packed + ends);
}

/* Whether the library's call did it; else its error. */
static inline bool peer_did(const char *name, const struct job *job, bool done, const char *error,
                            struct text *why)
{
    return done || text_say(why, "%s of %s: %s", name, job->op->name, error);
}

/* A library initialises its own temporary storage. */
static inline bool peer_prepare(const struct job *, const struct launch_shape *, struct text *)
{
    return true;
}

/* "CUB 3.0.1" */
struct peer_version {
    char at[32];
};
static constexpr peer_version peer_version_of(const char *library, int major, int minor, int patch)
{
    peer_version text = {};
    int end = 0, parts[3] = {major, minor, patch};
    while (library[end])
        text.at[end] = library[end], end++;
    for (int p = 0; p < 3; p++) {
        for (int unit = parts[p] >= 100 ? 100 : parts[p] >= 10 ? 10 : 1; unit > 0; unit /= 10)
            text.at[end++] = static_cast<char>('0' + parts[p] / unit % 10);
        text.at[end++] = p < 2 ? '.' : '\0';
    }
    return text;
}

static constexpr bool peer_texts_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}
static_assert(peer_texts_equal(peer_version_of("CUB ", 0, 9, 10).at, "CUB 0.9.10"),
              "a version is written wrongly");
static_assert(peer_texts_equal(peer_version_of("CUB ", 99, 100, 101).at, "CUB 99.100.101"),
              "a version is written wrongly");

/* One call of a library: with temporary NULL it only says how many bytes of temporary storage it wants. */
struct peer_call {
    const struct strategy *strategy;
    bool (*call)(const struct job *job, void *temporary, size_t *bytes, struct text *why);
};

/* Of every operator, ended by a NULL strategy; the registry's. */
struct peer_calls {
    const char *op;
    const struct peer_call *calls;
};
extern const struct peer_calls peer_operators[];

/* The bytes that the library asks for. The launch does not ask again, since that would be timed. */
static inline uint64_t peer_scratch(const char *strategy, const struct job *job)
{
    for (const struct peer_calls *at = peer_operators; at->op; at++)
        for (const struct peer_call *call = at->calls; call->strategy; call++) {
            size_t bytes = 0;
            if (strcmp(at->op, job->op->name) != 0 || strcmp(call->strategy->name, strategy) != 0) continue;
            struct text ignored;
            return call->call(job, nullptr, &bytes, &ignored) ? bytes : 0;
        }
    return 0;
}

template <class S, class M>
static bool peer_enqueue(const struct job *job, const struct launch_shape *, struct text *why)
{
    size_t enough = SIZE_MAX / 2;
    return S::template call<M>(job, job->scratch, &enough, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
