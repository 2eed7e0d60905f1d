/* SPDX-License-Identifier: MIT
 * A function of the host that folds or scans by key: one call for all rows, in which the key of an item says its row. Keys
 * come again in the third row behind (0, 1, 2, 0, ...), so that what takes equal keys for one row, wherever they stand, is
 * found. A row without items has no key: the caller writes its fold, the identity. F is a host_function with
 * `call(host_runs)`, which returns how many runs of equal keys it found; scans return host_runs::runs. */
#ifndef FOLDCHECK_CPU_BY_KEY_HIP_H
#define FOLDCHECK_CPU_BY_KEY_HIP_H

#include "hip/cpu/function.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum : uint32_t { KEYS_BY_TURNS = 3 };

/* All rows, as a library's function gets them. */
template <class M, class Item>
struct host_runs {
    using state = host_state<M>;
    const uint32_t *keys; /* one an item */
    const Item *items;
    size_t count, runs;
    state *results;   /* of a reduction one a run, else one an item; may be a scan's items */
    uint32_t *unique; /* of a reduction: for the key of each run */
    state before;     /* of an exclusive scan: the initial value, else the identity */
    combine_of<M> combine;
    const struct launch_shape *how;
};

/* Numbers of 4 bytes, behind the room of items and results. */
static inline uint64_t room_behind_items(const struct job *job)
{
    return function_scratch(job) / ROOM_APART * ROOM_APART + ROOM_APART;
}

/* Writes the items' keys; returns how many rows have items. */
static inline uint64_t write_keys(const struct job *job, uint32_t *keys)
{
    uint64_t runs = 0;
    for (uint64_t row = 0; row < job->rows; row++) {
        const uint64_t end = row_begin(job, row + 1);
        for (uint64_t i = row_begin(job, row); i < end; i++)
            keys[i] = (uint32_t)(runs % KEYS_BY_TURNS);
        runs += end > row_begin(job, row);
    }
    return runs;
}

/* Whether a reduction found each run, with its key. */
template <class F>
static bool runs_are_right(const uint32_t *unique, uint64_t found, uint64_t runs, struct text *why)
{
    if (found != runs)
        return text_say(why, "%s found %llu runs of equal keys, expected %llu", F::name,
                        (unsigned long long)found, (unsigned long long)runs) != 0;
    for (uint64_t r = 0; F::what == WHAT_REDUCE && r < runs; r++)
        if (unique[r] != r % KEYS_BY_TURNS)
            return text_say(why, "%s wrote key %u for run %llu, expected %u", F::name, unique[r],
                            (unsigned long long)r, (unsigned)(r % KEYS_BY_TURNS)) != 0;
    return true;
}

/* The folds of runs as those of rows. */
template <class M>
static void put_folds(const struct job *job, const host_state<M> *folds, const host_state<M> &identity)
{
    for (uint64_t row = 0; row < job->rows; row++) {
        const bool is_run = row_begin(job, row + 1) > row_begin(job, row);
        put_item<state_traits<M>>(job->out, row, same_bits<typename M::state>(is_run ? *folds : identity));
        folds += is_run;
    }
}

template <class F, class M>
static bool call_by_key(const struct job *job, const struct launch_shape *how, struct text *why)
{
    using state = host_state<M>;
    const typename M::params params = params_of<M>(job->params);
    const uint64_t count = job_items(job);
    const bool reduces = job->what == WHAT_REDUCE;
    const bool direct =
        !reduces && job->op->state.packed == job->op->state.size && is_array(job->out, job->op->state);
    const host_room<M, state> room = room_of<M, state>(job);
    auto *keys = reinterpret_cast<uint32_t *>(static_cast<char *>(job->scratch) + room_behind_items(job));
    const uint64_t runs = write_keys(job, keys);
    const state identity = same_bits<state>(M::identity(params));
    state before = identity;
    if (job->init) memcpy(&before, job->init, sizeof before);
    const host_runs<M, state> call = {keys,
                                      items_of_row<M, state>(job, 0, count, {params}, room.items),
                                      count,
                                      runs,
                                      direct ? static_cast<state *>(job->out.column[0].base) : room.results,
                                      keys + count,
                                      before,
                                      {params},
                                      how};
    uint64_t found = 0;
    try {
        F::with_threads(*how, [&] { found = F::call(call); });
    } catch (const std::exception &thrown) {
        return text_say(why, "%s threw %.200s", F::name, thrown.what()) != 0;
    }
    if (reduces) put_folds<M>(job, room.results, identity);
    for (uint64_t i = 0; !direct && !reduces && i < count; i++)
        put_item<state_traits<M>>(job->out, i, same_bits<typename M::state>(room.results[i]));
    return runs_are_right<F>(keys + count, found, runs, why);
}

/* A function by key, over what the library's functions have. */
template <class B>
struct by_key : B {
    static constexpr unsigned refuses = TAKES_PARAMS_BY_ROW;

    template <class F, class M>
    static bool launch_as(const struct job *job, const struct launch_shape *how, struct text *why)
    {
        return call_by_key<F, M>(job, how, why);
    }

    static uint64_t scratch(const struct job *job, const struct launch_shape *)
    {
        return room_behind_items(job) + (job_items(job) + job->rows) * sizeof(uint32_t);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
