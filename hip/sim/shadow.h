/* SPDX-License-Identifier: MIT
 * Shadow memory: for each byte whether anything was written there, and for each cell of bytes that are accessed
 * together the stamps of the accesses that may race with the next one.
 *
 * Invariants
 *   - a store forgets the loads before it, which it knew: a lane that knows the store knows them
 *   - cell->plain is the last store that was no atomic, or an atomic behind it whose scope leaves others out, unless
 *     both are of one block. An atomic must know it or reach it, even if another atomic came between, with which it
 *     needs no order
 *   - cell->readers, if there, holds every load since the last store but the first one, which is in cell->read, and
 *     means something only while that is not settled
 *   - a cell covers the bytes from its head to the next one; an access makes its ends heads. Cells stay apart until the
 *     host writes there or memory is fresh: what is stored whole and loaded in parts would be split anew each time
 *   - fresh bytes have no page or a bit of 0; bytes that the host copies or fills are written, but by no lane */
#ifndef FOLDCHECK_SIM_SHADOW_H
#define FOLDCHECK_SIM_SHADOW_H

#include "machine.h"

enum { PAGE_BITS = 10, PAGE = 1 << PAGE_BITS };

/* How far an atomic access reaches; 0: it is none. */
enum reach { PLAIN, OF_THREAD, OF_WARP, OF_BLOCK, OF_DEVICE };

struct stamp {
    uint32_t block, clock;
    uint32_t site;
    uint16_t thread;
    uint8_t atomic; /* enum reach */
    bool in_shared; /* by a volatile lvalue, in shared memory */
};

/* Stamps by block and thread: open addressing, `room` a power of two. */
struct readers {
    uint32_t count, room;
    struct stamp stamp[];
};

struct cell {
    struct stamp write, read, plain;
    struct readers *readers; /* owned; NULL while `read` alone is enough */
};

struct page {
    uintptr_t number;
    struct page *next;           /* in its bucket */
    struct cell *cell;           /* owned; NULL until a lane comes */
    unsigned granule;            /* the cell of the head at a byte is cell[offset >> granule] */
    uint64_t head[PAGE / 64];    /* a bit a byte; where there are cells, that of byte 0 is set */
    uint64_t written[PAGE / 64]; /* a bit a byte */
};

/* The memory, if there is some; else the launch fails, or the program ends. */
void *must(void *memory);

/* Fails the launch, or ends the program. */
_Noreturn void no_memory(void);

/* The page with this number. */
struct page *page_make(uintptr_t number);

/* Frees all pages. */
void shadow_free(void);
/* Forgets the stamps of all cells. */
void shadow_forget(void);

/* The part of a page's bitmap word that [from, to) covers; offsets in the page. */
static inline uint64_t bits_of(size_t word, size_t from, size_t to)
{
    size_t low = from > 64 * word ? from - 64 * word : 0, high = to - 64 * word;
    uint64_t above = high >= 64 ? UINT64_MAX : (UINT64_C(1) << high) - 1;
    return above & UINT64_MAX << low;
}

/* The cell whose head is there. */
static inline struct cell *cell_at(const struct page *page, size_t head)
{
    return &page->cell[head >> page->granule];
}

/* The first head behind the byte, or the page's end. */
size_t head_after(const struct page *page, size_t at);

/* One cell without stamps. */
void cells_make(struct page *page);

/* Do exactly these bytes, on one word of the bitmap, make a cell? What most accesses meet. */
static inline bool is_cell(const struct page *page, size_t from, size_t to)
{
    size_t bytes = to - from;
    if (from % 64 + bytes > 64) return false;
    uint64_t heads = page->head[from / 64] >> from % 64 & UINT64_MAX >> (64 - bytes);
    return heads == 1 && (to == PAGE || (page->head[to / 64] >> to % 64 & 1));
}

/* The cell that covers the byte is split there: each half has its stamps. */
void cell_split(struct page *page, size_t at);

/* Makes the byte a cell's first, unless it is the page's end. */
static inline void head_put(struct page *page, size_t at)
{
    if (at < PAGE && !(page->head[at / 64] >> at % 64 & 1)) cell_split(page, at);
}

/* Makes these bytes one cell without stamps. */
void cells_clear(struct page *page, size_t from, size_t to);

/* Bytes of a page that something has written. */
static inline void mark_written(struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        page->written[word] |= bits_of(word, from, to);
}

static inline bool is_written(const struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        if (bits_of(word, from, to) & ~page->written[word]) return false;
    return true;
}

/* The end of the piece of [at, to) that lies in at's page. */
static inline uintptr_t piece_end(uintptr_t at, uintptr_t to)
{
    uintptr_t end = (at | (PAGE - 1)) + 1;
    return end < to ? end : to;
}

#endif
