/* SPDX-License-Identifier: MIT
 * A thread's batch of a window: items and their keys, which are under way at once. For folds by key whose order does
 * not matter. Where the items' columns and the keys lie packed and alike, a thread's items are runs of RUN neighbours
 * in 16-byte accesses; else they are a group's lanes apart. A group's items are neighbours. */
#ifndef FOLDCHECK_KEYED_BATCH_HIP_H
#define FOLDCHECK_KEYED_BATCH_HIP_H

#include "hip/keyed/keyed.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct batch_arguments {
    keyed_arguments<M> keyed;
    int64_t lead; /* items by which a row's first one lies past a 16-byte boundary */
    int wide;     /* runs begin at such boundaries, in all columns and in all rows */
};

/* The keys' column, as one of a tuple. */
struct key_traits {
    using tuple = uint32_t;
    static constexpr column_list columns = columns_of("u32");
};

template <class M, int ITEMS>
struct tagged_batch {
    typename M::input item[ITEMS];
    uint32_t key[ITEMS]; /* at most the number of keys, which is that of items of no fold */
};

/* Whose windows a block takes. */
struct batch_place {
    int64_t row, last; /* the window behind the last one */
    bool emits;        /* the map-out of the items, too */
};

/* Neighbours in a run: a thread's ITEMS are several runs. */
COMPILE_TIME int batch_run(int items)
{
    return items % 4 == 0 ? 4 : items;
}

/* A run that lies in its row, and where 16-byte accesses may begin. */
template <class M, int RUN>
FN void take_whole_run(const keyed_arguments<M> &a, int64_t first, bool emits, typename M::input *item,
                       uint32_t *key)
{
    column_set<1> keys = {{a.key}};
    load_run<input_traits<M>, RUN>(a.source.in, first, item);
    load_run<key_traits, RUN>(keys, first, key);
    if (emits) emit_run<M, RUN>(a.source, first, item);
}

/* Item `at`, if it is there; else one of no fold. */
template <class M>
FN void take_one(const keyed_arguments<M> &a, int64_t at, bool there, bool emits, typename M::input *item,
                 uint32_t *key)
{
    *key = UINT32_MAX;
    *item = typename M::input();
    if (!there) return;
    load_fields<input_traits<M>>(a.source.in, at, item);
    *key = load_key(a, at);
    if (emits) emit_item<M>(a.source, at, *item);
}

/* My items of the row's window w, if it lies before the last. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN void take_batch(const batch_arguments<M> &b, const batch_place &place, int64_t w,
                   tagged_batch<M, ITEMS> *batch)
{
    constexpr int RUN = batch_run(ITEMS), RUNS = ITEMS / RUN;
    const keyed_arguments<M> &a = b.keyed;
    int64_t begin = place.row * a.length, end = w < place.last ? begin + a.length : begin;
    int64_t window = begin - b.lead + w * (BLOCK * ITEMS), step = b.wide ? 1 : GROUP;
    UNROLL for (int r = 0; r < RUNS; r++)
    {
        int run =
            (group_id<GROUP>() * RUNS + r) * GROUP * RUN; /* of the group's lanes, next to one another */
        int64_t first = window + run + lane_id<GROUP>() * (b.wide ? RUN : 1);
        typename M::input *item = batch->item + r * RUN;
        uint32_t *key = batch->key + r * RUN;
        if (b.wide && begin <= first && first + RUN <= end)
            take_whole_run<M, RUN>(a, first, place.emits, item, key);
        else
            UNROLL for (int i = 0; i < RUN; i++)
            {
                int64_t at = first + i * step;
                take_one<M>(a, at, begin <= at && at < end, place.emits, item + i, key + i);
            }
    }
    UNROLL for (int i = 0; i < ITEMS; i++) batch->key[i] =
        batch->key[i] < (uint32_t)a.keys ? batch->key[i] : (uint32_t)a.keys;
}

/* ---- the host's side --------------------------------------------------------------------------------------- */

/* Items by which a row's first one lies past a 16-byte boundary, in all columns, or -1 if they do not lie so. */
inline int64_t batch_lead(const struct job *job)
{
    int64_t lead = columns_lead(&job->in, &job->op->input), bytes = (int64_t)sizeof(uint32_t);
    bool packed = job->key.stride == bytes && (uintptr_t)job->key.base % sizeof(uint32_t) == 0;
    if (lead < 0 || !packed) return -1;
    if (((int64_t)((uintptr_t)job->key.base % 16) - lead * bytes) % 16) return -1;
    return job->rows > 1 && (lead || job->length % 16) ? -1 : lead;
}

inline int64_t batch_windows(const struct job *job, const struct launch_shape *shape)
{
    int64_t items = (int64_t)job->length + larger(0, batch_lead(job));
    return larger(1, ceiling(items, (int64_t)(shape->block * shape->items)));
}

inline double batch_sectors(const struct job *job, const struct launch_shape *shape)
{
    if (batch_lead(job) < 0) return keyed_sectors(job, shape);
    double results = columns_sectors(&job->out, &job->op->state, 1);
    return larger_of(results, runs_sectors(job, batch_run((int)shape->items), 1));
}

template <class M>
static inline batch_arguments<M> batches_of(const struct job *job, const struct launch_shape *shape,
                                            int64_t parts)
{
    int64_t lead = batch_lead(job);
    batch_arguments<M> b = {keyed_of<M>(job, parts, share_out(batch_windows(job, shape), parts)),
                            larger(0, lead), lead >= 0};
    return b;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
