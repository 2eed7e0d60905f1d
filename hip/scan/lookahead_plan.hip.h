/* SPDX-License-Identifier: MIT
 * The host's side of the scans with look-ahead (lookahead.hip.h): shared memory, scratch, launches and tunings. */
#ifndef FOLDCHECK_LOOKAHEAD_PLAN_HIP_H
#define FOLDCHECK_LOOKAHEAD_PLAN_HIP_H

#include "hip/scan/lookahead.hip.h"

#include <type_traits>

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
     * of any other number no more registers than to the next multiple. us at 2^26 there (2026-11-28), where a copy takes
     * 128, of mss_i32 321: add_u32 139 (512 x 28 157, 640 x 20 151, 768 x 12 145; three tiles of look-ahead instead of
     * two 142, one 197), mss_i32 351 (256 threads 405; 352 and one group of helpers 382; three tiles 356), add4_i64, 2^24
     * items, 312 (three tiles 349; 320 threads and two groups of helpers 353). */
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

/* Workers where states are wide, many rows or one: of such rows more than in one, whose helpers have less to do, as they
 * look no further than a row goes. Not of states of more than 16 bytes, of which a helper looks at half as many at once.
 * H200, 2^26 mss_i32 (2026-11-28), us, 448 and two groups of helpers, 384 and four: one row 355, 351; 2 rows 356, 360;
 * 2^24 rows 358, 380. */
enum { MOST_FOR_448 = 16 };

COMPILE_TIME bool takes_448(const op_sizes &sizes)
{
    return sizes.state > WIDE && sizes.state <= MOST_FOR_448;
}

struct ahead_rows : ahead_scan {
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY, 1},      {8, 3, 4, TINY, 2},      {4, 1, 2, NARROW, 1},
        {512, 20, 32, USUAL, 4}, {448, 48, 32, USUAL, 2}, {384, 48, 32, USUAL, 4},
        {256, 48, 32, USUAL, 4}, {224, 12, 32, USUAL, 2}, {192, 12, 64, USUAL, 1}};

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        if (shape.block == 448) return takes_448(sizes) && chained_scan::suits(sizes, shape);
        return (shape.block != 384 || !takes_448(sizes)) && ahead_scan::suits(sizes, shape);
    }
};

/* Of the tunings the one for devices of 32 lanes and much shared memory. */
COMPILE_TIME struct launch_shape lookahead_usual(const op_sizes &sizes, bool rows)
{
    bool wide = sizes.state > WIDE, more = rows && takes_448(sizes);
    int items = scaled_items(wide ? 48 : 20, ahead_scan::held(sizes));
    struct launch_shape shape = shape_of(more ? 448 : wide ? 384 : 512, items, 32, more ? 2 : 4);
    if (wide && lookahead_shared(sizes, shape) > MOST_ASKED_BYTES) shape = shape_of(256, items, 32, 4);
    return shape;
}

/* S's usual shape; false if the device is none of those. */
template <class S, bool ROWS>
static inline bool lookahead_shape_for(const struct job *job, struct launch_shape *shape)
{
    const struct strategy *strategy = strategy_of<S>();
    *shape = lookahead_usual(sizes_of_job(job), ROWS);
    return job->caps->lanes == 32 && strategy->refuse(strategy, job, shape, nullptr) == REFUSAL_NONE;
}

template <class M, bool ROWS>
static inline bool lookahead_enqueue_for(const char *name, const struct job *job,
                                         const struct launch_shape *shape, struct text *why)
{
    constexpr struct launch_shape USUAL_SHAPE = lookahead_usual(sizes_of<M>(), ROWS);
    if constexpr (strategy_fits<std::conditional_t<ROWS, ahead_rows, ahead_scan>>(sizes_of<M>(), USUAL_SHAPE))
        return lookahead_enqueue<M, ROWS, USUAL_SHAPE.block, USUAL_SHAPE.items, 32, USUAL_SHAPE.gather>(
            name, job, shape, why);
    return text_say(why, "%s: no block holds the tiles of %s", name, job->op->name) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
