/* SPDX-License-Identifier: MIT
 * What all flat reductions share on the host's side: refusals, traffic, scratch with a counter. Pure C but
 * for the namespace. */
#ifndef FOLDCHECK_REDUCE_FLAT_HIP_H
#define FOLDCHECK_REDUCE_FLAT_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Static shared memory that every device has for a block. */
enum { MOST_SHARED_BYTES = 48 * 1024 };

inline const char *law_words(unsigned laws)
{
    return laws & LAW_COMMUTES ? "commutes" : "is exact";
}

/* The refusals that all flat reductions have in common. shared_bytes: what the shape needs for the operator. */
inline enum refusal flat_refuse(const struct strategy *strategy, const struct job *job,
                                const struct launch_shape *shape, uint64_t shared_bytes, struct text *why)
{
    unsigned missing = strategy->needs & ~job->op->laws;
    if (job->what != WHAT_REDUCE || job->rows != 1) {
        text_say(why, "%s reduces one row, got %s of %llu rows", strategy->name, what_name(job->what),
                 (unsigned long long)job->rows);
        return REFUSAL_SHAPE;
    }
    if (missing) {
        text_say(why, "%s needs an operator that %s; %s does not promise it", strategy->name,
                 law_words(missing), job->op->name);
        return REFUSAL_LAW;
    }
    if (job->op->most_items && job->length > job->op->most_items) {
        text_say(why, "%s is right for at most %llu items, got %llu", job->op->name,
                 (unsigned long long)job->op->most_items, (unsigned long long)job->length);
        return REFUSAL_SHAPE;
    }
    if (shape && shape->group > (uint32_t)job->caps->lanes) {
        text_say(why, "group=%u, but the device has %d lanes", shape->group, job->caps->lanes);
        return REFUSAL_DEVICE;
    }
    if (shared_bytes > MOST_SHARED_BYTES) {
        text_say(why, "%s with block=%u needs %llu bytes of shared memory for %s, at most %d are there",
                 strategy->name, shape->block, (unsigned long long)shared_bytes, job->op->name,
                 MOST_SHARED_BYTES);
        return REFUSAL_SHARED_MEMORY;
    }
    return REFUSAL_NONE;
}

/* n items read, map-out written, one result: what every reduction must move. */
inline uint64_t flat_traffic(const struct job *job)
{
    return job->length * (job->op->input.packed + job->op->mapout.packed) + job->op->state.packed;
}

inline double larger_of(double a, double b)
{
    return a > b ? a : b;
}

inline uint64_t state_bytes(const struct job *job)
{
    return job->op->state.size;
}

/* As flat_traffic, for kernels whose last block folds all blocks' states and resets the counter. */
inline uint64_t single_pass_traffic(const struct job *job, uint64_t blocks)
{
    return flat_traffic(job) + (blocks > 1 ? 2 * blocks * state_bytes(job) + sizeof(uint32_t) : 0);
}

/* ---- coalescing: sectors of 32 bytes against the fewest ------------------------------------------------ */
/* Lanes that access `bytes` each, `apart` bytes from one another. */
inline double sectors_apart(double bytes, double apart)
{
    return apart > 32 ? 32 / bytes : apart > bytes ? apart / bytes : 1;
}

/* Elements of columns, `items` of them from lane to lane: the worst column. */
inline double columns_sectors(const struct columns *columns, const struct tuple *tuple, double items)
{
    double most = 1;
    for (int k = 0; k < columns->count; k++) {
        double sectors =
            sectors_apart((double)elem_size(tuple->elem[k]), items * (double)columns->column[k].stride);
        if (sectors > most) most = sectors;
    }
    return most;
}

/* The items where each lane reads a run of `items` as fold_run does, the runs `apart` times as far from one
 * another as they are long; map-out one by one. */
inline double runs_sectors(const struct job *job, int items, double apart)
{
    double most = columns_sectors(&job->mapout, &job->op->mapout, items * apart);
    bool wide = columns_lead(&job->in, &job->op->input) >= 0;
    if (!wide) return larger_of(most, columns_sectors(&job->in, &job->op->input, items * apart));
    for (int k = 0; k < job->op->input.count; k++) {
        size_t size = elem_size(job->op->input.elem[k]);
        int access = run_access(size, items);
        most = larger_of(most, sectors_apart(access ? access : (double)size, (double)size * items * apart));
    }
    return most;
}

/* A run a lane, next to one another. */
inline double run_sectors(const struct job *job, const struct launch_shape *shape)
{
    return runs_sectors(job, (int)shape->items, 1);
}

/* A chunk of many runs a lane: not coalesced. */
inline double chunk_sectors(const struct job *job, const struct launch_shape *shape)
{
    return runs_sectors(job, (int)shape->items, 32);
}

/* An item a lane. */
inline double window_sectors(const struct job *job, const struct launch_shape *)
{
    return larger_of(columns_sectors(&job->in, &job->op->input, 1),
                     columns_sectors(&job->mapout, &job->op->mapout, 1));
}

/* Scratch = a counter in 256 bytes of its own, then states. */
enum { COUNTER_BYTES = 256 };

inline uint32_t *scratch_counter(const struct job *job)
{
    return static_cast<uint32_t *>(job->scratch);
}

template <class M>
static inline typename M::state *scratch_states(const struct job *job)
{
    return reinterpret_cast<typename M::state *>(static_cast<char *>(job->scratch) + COUNTER_BYTES);
}

template <class Counter>
KERNEL(1, 1)
zero_counter(Counter *counter)
{
    store(counter, (Counter)0);
}

/* prepare for strategies with a counter. */
inline bool prepare_counter(const struct job *job, const struct launch_shape *, struct text *why)
{
    return launch("zero_counter", zero_counter<uint32_t>, 1, 1, 1, job, scratch_counter(job), why);
}

/* prepare for strategies whose scratch may hold anything. */
inline bool prepare_nothing(const struct job *, const struct launch_shape *, struct text *)
{
    return true;
}

/* What every kernel of a flat reduction is given. */
template <class M, class Source>
struct flat_arguments {
    Source source;
    result_target<M> target;
    sharing windows;            /* per group, thread or block: the kernel says */
    int64_t tiles;              /* of kernels that loop over tiles instead */
    typename M::state *partial; /* scratch: a state a block */
    uint32_t *counter;
};

/* The arguments of a kernel that reads the items and finishes in the last block. */
template <class M>
flat_arguments<M, item_source<M>> single_pass(const struct job *job, int64_t windows, int64_t parts)
{
    flat_arguments<M, item_source<M>> a = {items_of<M>(job),          result_columns<M>(job),
                                           share_out(windows, parts), 0,
                                           scratch_states<M>(job),    scratch_counter(job)};
    return a;
}

/* The arguments of the first kernel of several, which leaves states in scratch. */
template <class M>
flat_arguments<M, item_source<M>> first_of_several(const struct job *job, const result_target<M> &target,
                                                   sharing windows, int64_t tiles)
{
    flat_arguments<M, item_source<M>> a = {items_of<M>(job), target, windows, tiles, nullptr, nullptr};
    return a;
}

/* The arguments of a later kernel, which reads `count` states. */
template <class M>
flat_arguments<M, state_source<M>> next_of_several(const struct job *job, const typename M::state *state,
                                                   int64_t count, const result_target<M> &target,
                                                   sharing windows, int64_t tiles)
{
    flat_arguments<M, state_source<M>> a = {
        states_of<M>(job, state, count), target, windows, tiles, nullptr, nullptr};
    return a;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
