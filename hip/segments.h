/* SPDX-License-Identifier: MIT
 * How segmented reductions share rows of one length out among blocks: the documents' launch formulas. Plain C, pure. */
#ifndef FOLDCHECK_SEGMENTS_H
#define FOLDCHECK_SEGMENTS_H

#include <stdint.h>

/* a / b, rounded up; b > 0. */
static inline uint64_t segments_ceiling(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* Blocks a row, if `wanted` of them fill the device and are shared out among `rows` > 0 rows (Larsen, thesis (2017),
 * 5.2.2, equation 5.1; SegRed): as many for every row, rounded up; but no more than the row has `least` > 0 items for,
 * and one if it has none. least: a block's threads is Larsen's cap for rows of an item a thread (6.2.1), below which it
 * does nothing; more is his proposal to give threads more items before there are more blocks (9.1). */
static inline uint64_t segments_blocks(uint64_t rows, uint64_t length, uint64_t wanted, uint64_t least)
{
    uint64_t each = segments_ceiling(wanted, rows), most = segments_ceiling(length, least);
    if (most == 0) return 1;
    return each < most ? each : most;
}

/* Items of a row of `length` items that each of its `threads` > 0 threads takes at most (equation 5.2): the chunking
 * factor. */
static inline uint64_t segments_chunk(uint64_t length, uint64_t threads)
{
    return segments_ceiling(length, threads);
}

/* Threads of a block that takes a row by itself: no more than the row has items for, `most` halved as often as `least`
 * allows (Larsen, 5.4.2: a block of 1024 is wasted on a row of 256). */
static inline uint64_t segments_threads(uint64_t length, uint64_t most, uint64_t least)
{
    uint64_t threads = most;
    while (threads / 2 >= least && threads / 2 >= length)
        threads /= 2;
    return threads;
}

/* Rows of `length` items that a block of `items` items takes whole, one behind the other (Larsen, thesis (2017), 6.2.2;
 * SegRed): floor(items / length), as many as it has items if the rows have none; 0 if not even one fits. */
static inline uint64_t segments_packed(uint64_t length, uint64_t items)
{
    return items / (length ? length : 1);
}

/* ---- which way to take rows: the documents' dispatchers ---- */

/* A thread a row, one or more blocks a row, or several rows a block. */
enum segments_way { SEGMENTS_THREAD, SEGMENTS_LARGE, SEGMENTS_SMALL };

/* Larsen's prototype (5.3, listing 5.4), for blocks of `block` threads: `full` is how many threads fill the device,
 * 30720 on the GTX 780 Ti. A row of half a block's threads is still packed: a block takes two of them. */
static inline enum segments_way segments_by_prototype(uint64_t rows, uint64_t length, uint64_t block,
                                                      uint64_t full)
{
    if (rows >= full) return SEGMENTS_THREAD;
    return length > block / 2 ? SEGMENTS_LARGE : SEGMENTS_SMALL;
}

/* Rows from which the compiler's versioned code takes a thread a row (Larsen, 6.5.2, as observed for MSS). */
enum { SEGMENTS_VERSION_ROWS = 1 << 9 };

/* Larsen's compiler (6.2.5), between versions of one program. */
static inline enum segments_way segments_by_versions(uint64_t rows, uint64_t length, uint64_t block)
{
    return segments_by_prototype(rows, length, block, SEGMENTS_VERSION_ROWS);
}

/* Rows from which a thread a row is taken instead of a block a row. Henriksen's table ("Performance") has 302 us against
 * 290 for 5000 rows of 1000, where the block is still the faster, and 917 against 2718 for 50000: more than 5000. */
enum { SEGMENTS_MANY_ROWS = 5001 };

static inline enum segments_way segments_by_henriksen(uint64_t rows)
{
    return rows >= SEGMENTS_MANY_ROWS ? SEGMENTS_THREAD : SEGMENTS_LARGE;
}

/* SegRed: several rows a block if at least two fit, by its documentation. */
static inline enum segments_way segments_by_segred_page(uint64_t length, uint64_t block)
{
    return length <= block / 2 ? SEGMENTS_SMALL : SEGMENTS_LARGE;
}

/* By its source only if two leave a thread over. */
static inline enum segments_way segments_by_segred(uint64_t length, uint64_t block)
{
    return length < block / 2 + block % 2 ? SEGMENTS_SMALL : SEGMENTS_LARGE;
}

#endif
