/* SPDX-License-Identifier: MIT
 * The host's side of the scans with look-ahead (lookahead.hip.h): shared memory, scratch, launches and tunings. */
#ifndef FOLDCHECK_LOOKAHEAD_PLAN_HIP_H
#define FOLDCHECK_LOOKAHEAD_PLAN_HIP_H

#include "hip/scan/lookahead.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Bytes of shared memory: the strips and what is kept apart, and all. */
COMPILE_TIME size_t lookahead_strips(const op_sizes &sizes, const struct launch_shape &shape)
{
    size_t kept = sizes.state > WIDE ? kept_vectors(sizes.state) * sizeof(vector) * shape.block : 0;
    size_t strip = strip_bytes(sizes.input, sizes.result, (int)(shape.group * shape.items));
    return (AHEAD + 1) * (shape.block / shape.group * strip + kept);
}

COMPILE_TIME size_t lookahead_shared(const op_sizes &sizes, const struct launch_shape &shape)
{
    size_t states = (AHEAD + 3) * (shape.block / shape.group) + 2 * shape.gather;
    size_t edges = 5 * sizeof(vector); /* arrays begin at multiples of a vector */
    return lookahead_strips(sizes, shape) + sizes.state * states +
           (sizeof(uint64_t) + sizeof(lookahead_rows)) * NUMBERS + edges;
}

/* Words of 64 bits. */
inline uint64_t lookahead_words(const struct job *job, const struct launch_shape *shape)
{
    return (uint64_t)scan_tiles(job, shape) * (uint64_t)state_words(state_bytes(job));
}

inline uint64_t lookahead_scratch(const struct job *job, const struct launch_shape *shape)
{
    return CHAIN_ALIGN + lookahead_words(job, shape) * sizeof(uint64_t);
}

/* Aggregates pass as words that blocks leave for one another. */
inline uint64_t lookahead_traffic(const struct job *job, const struct launch_shape *)
{
    return scan_traffic(job);
}

inline bool lookahead_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    return clear_flags(job, lookahead_words(job, shape) * sizeof(uint64_t), why);
}

/* row_length: of a job that is a part of rows of one length, and begins with a row; 0: the job's. */
template <class M, bool ROWS, int BLOCK, int ITEMS, int GROUP, int HELPERS>
static inline bool lookahead_enqueue(const char *name, const struct job *job,
                                     const struct launch_shape *shape, struct text *why,
                                     const typename M::state *carry = nullptr, uint64_t row_length = 0)
{
    int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, job->caps->processors);
    uint64_t length = row_length ? row_length : job->length;
    if (tiles == 0) return true;
    lookahead_arguments<M> a = {{scan_of<M>(job, tiles, blocks), {}, tiles}, (int64_t)length, 0, carry};
    for (uint64_t k = 0; k < 32 && length > 0; k += length)
        a.every |= UINT32_C(1) << k;
    a.chained.chain.counter = static_cast<uint64_t *>(job->scratch);
    a.chained.chain.word = a.chained.chain.counter + CHAIN_ALIGN / sizeof(uint64_t);
    return launch_with_shared(name, lookahead_kernel<M, ROWS, BLOCK, ITEMS, GROUP, HELPERS>, blocks,
                              BLOCK + HELPERS * GROUP, GROUP, lookahead_strips(sizes_of<M>(), *shape), job, a,
                              why);
}

struct ahead_scan : chained_scan {
    static constexpr bool asks_for_shared = true;
    static constexpr auto scratch_bytes = lookahead_scratch;
    static constexpr auto traffic = lookahead_traffic;
    static constexpr auto prepare = lookahead_prepare;
    /* Gather is the helpers. The first usual one for narrow states, the next two for wide ones, whichever fits;
     * the last two for 48 KB of shared memory. Threads, the helpers' too, come in multiples of 128: an H200 gives those
     * of any other number no more registers than to the next multiple. Shares of the copy at 2^26 there (2026-11-21):
     * add_u32 0.89 (384 x 20 0.84, 512 x 12 0.80, 512 x 28 0.82 with spilled registers), rows of add_u32 0.87 (640 x 20
     * 0.78, with two tiles of look-ahead), mss_i32 0.87 (256 threads 0.72), add4_i64 0.80 (kept, not folded again:
     * 0.73; 512 x 2 0.61; without code for whole windows 0.76). */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY, 1},      {8, 3, 4, TINY, 2},      {4, 1, 2, NARROW, 1},    {512, 20, 32, USUAL, 4},
        {384, 48, 32, USUAL, 4}, {256, 48, 32, USUAL, 4}, {224, 12, 32, USUAL, 2}, {192, 12, 64, USUAL, 1}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return lookahead_shared(sizes, shape);
    }

    /* Narrow states take the largest block, and wide ones those of medium size. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        bool wide = sizes.state > WIDE, suits = shape.block > 384 ? !wide : shape.block < 256 || wide;
        return suits && chained_scan::suits(sizes, shape);
    }

    static COMPILE_TIME size_t held(const op_sizes &sizes)
    {
        return sizes.result.packed > sizes.input.packed ? sizes.result.packed : sizes.input.packed;
    }
};

/* Of its tunings the one for devices of 32 lanes and much shared memory. */
COMPILE_TIME struct launch_shape lookahead_usual(const op_sizes &sizes)
{
    bool wide = sizes.state > WIDE;
    int items = scaled_items(wide ? 48 : 20, ahead_scan::held(sizes));
    struct launch_shape shape = shape_of(wide ? 384 : 512, items, 32, 4);
    if (wide && lookahead_shared(sizes, shape) > MOST_ASKED_BYTES) shape.block = 256;
    return shape;
}

/* S's usual shape; false if the device is none of those. */
template <class S>
static inline bool lookahead_shape_for(const struct job *job, struct launch_shape *shape)
{
    const struct strategy *strategy = strategy_of<S>();
    *shape = lookahead_usual(sizes_of_job(job));
    return job->caps->lanes == 32 && strategy->refuse(strategy, job, shape, nullptr) == REFUSAL_NONE;
}

template <class M, bool ROWS>
static inline bool lookahead_enqueue_for(const char *name, const struct job *job,
                                         const struct launch_shape *shape, struct text *why)
{
    constexpr struct launch_shape USUAL_SHAPE = lookahead_usual(sizes_of<M>());
    if constexpr (strategy_fits<ahead_scan>(sizes_of<M>(), USUAL_SHAPE))
        return lookahead_enqueue<M, ROWS, USUAL_SHAPE.block, USUAL_SHAPE.items, 32, 4>(name, job, shape, why);
    return text_say(why, "%s: no block holds the tiles of %s", name, job->op->name) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
