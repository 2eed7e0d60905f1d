/* SPDX-License-Identifier: MIT
 * Pages of shadow memory, found by hashing, and their cells. */
#define _GNU_SOURCE 1 /* dladdr */
#include "shadow.h"

#include <stdio.h>
#include <stdlib.h>

enum { NEAR_PAGES = 256, WIDEST = 4 };

static struct {
    struct page **bucket; /* owned */
    size_t buckets, pages;
    struct page *near[NEAR_PAGES];
} shadow;

_Noreturn void no_memory(void)
{
    if (machine.lane)
        lane_fail("the host has no memory for race checks; FOLDCHECK_SIM_CHECKS=off does without");
    fputs("foldcheck: the host has no memory for race checks; FOLDCHECK_SIM_CHECKS=off does without\n",
          stderr);
    abort();
}

void *must(void *memory)
{
    if (!memory) no_memory();
    return memory;
}

static struct page **bucket_of(uintptr_t number)
{
    return &shadow.bucket[(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (shadow.buckets - 1)];
}

static void shadow_grow(void)
{
    struct page **old = shadow.bucket;
    size_t count = shadow.buckets;
    struct page **grown = must(calloc(count ? 4 * count : 256, sizeof(struct page *)));
    shadow.bucket = grown;
    shadow.buckets = count ? 4 * count : 256;
    for (size_t i = 0; i < count; i++)
        for (struct page *page = old[i], *next; page; page = next) {
            struct page **bucket = bucket_of(page->number);
            next = page->next;
            page->next = *bucket;
            *bucket = page;
        }
    free(old);
}

/* The page with this number, or NULL. */
static struct page *page_find(uintptr_t number)
{
    struct page **near = &shadow.near[number % NEAR_PAGES];
    if (*near && (*near)->number == number) return *near;
    if (!shadow.buckets) return NULL;
    struct page *page = *bucket_of(number);
    while (page && page->number != number)
        page = page->next;
    if (page) *near = page;
    return page;
}

struct page *page_make(uintptr_t number)
{
    struct page *page = page_find(number);
    if (page) return page;
    if (shadow.pages >= shadow.buckets) shadow_grow();
    page = must(calloc(1, sizeof *page));
    page->number = number;
    struct page **bucket = bucket_of(number);
    page->next = *bucket;
    *bucket = page;
    shadow.pages++;
    return page;
}

/* The last head at or before the byte. */
static size_t head_before(const struct page *page, size_t at)
{
    size_t word = at / 64;
    uint64_t heads = page->head[word] & UINT64_MAX >> (63 - at % 64);
    while (!heads)
        heads = page->head[--word];
    return 64 * word + 63 - (size_t)__builtin_clzll(heads);
}

size_t head_after(const struct page *page, size_t at)
{
    size_t word = ++at / 64;
    if (at == PAGE) return PAGE;
    uint64_t heads = page->head[word] & UINT64_MAX << at % 64;
    while (!heads && ++word < PAGE / 64)
        heads = page->head[word];
    return heads ? 64 * word + (size_t)__builtin_ctzll(heads) : PAGE;
}

void cells_make(struct page *page)
{
    page->cell = must(malloc((PAGE >> WIDEST) * sizeof *page->cell));
    page->granule = WIDEST;
    page->head[0] = 1;
    page->cell[0] = (struct cell){0};
}

/* Makes room for a head every 1 << granule bytes. */
static void cells_spread(struct page *page, unsigned granule)
{
    struct cell *spread = must(malloc(((size_t)PAGE >> granule) * sizeof *spread));
    for (size_t at = 0; at < PAGE; at = head_after(page, at))
        spread[at >> granule] = *cell_at(page, at);
    free(page->cell);
    page->cell = spread;
    page->granule = granule;
}

void cell_split(struct page *page, size_t at)
{
    if (at & ((1U << page->granule) - 1)) cells_spread(page, (unsigned)__builtin_ctzll(at));
    struct cell *right = cell_at(page, at);
    *right = *cell_at(page, head_before(page, at));
    page->head[at / 64] |= UINT64_C(1) << at % 64;
    if (!right->readers) return;
    size_t bytes = sizeof *right->readers + right->readers->room * sizeof right->readers->stamp[0];
    const struct readers *left = right->readers;
    right->readers = must(malloc(bytes));
    copy_unwatched(right->readers, left, bytes);
}

void cells_clear(struct page *page, size_t from, size_t to)
{
    if (!page->cell) return;
    head_put(page, from);
    head_put(page, to);
    for (size_t at = from; at < to; at = head_after(page, at))
        free(cell_at(page, at)->readers);
    for (size_t word = (from + 1) / 64; 64 * word < to; word++)
        page->head[word] &= ~bits_of(word, from + 1, to);
    *cell_at(page, from) = (struct cell){0};
}

static void page_free(uintptr_t number)
{
    if (!page_find(number)) return;
    struct page **link = bucket_of(number);
    while ((*link)->number != number)
        link = &(*link)->next;
    struct page *page = *link;
    *link = page->next;
    shadow.near[number % NEAR_PAGES] = NULL;
    shadow.pages--;
    cells_clear(page, 0, PAGE);
    free(page->cell);
    free(page);
}

static void mark_fresh(struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        page->written[word] &= ~bits_of(word, from, to);
}

void race_written(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        mark_written(page_make(at >> PAGE_BITS), at % PAGE, at % PAGE + (end - at));
    }
}

void race_fresh(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        if (end - at == PAGE) {
            page_free(at >> PAGE_BITS);
            continue;
        }
        struct page *page = page_find(at >> PAGE_BITS);
        size_t from = at % PAGE;
        if (!page) continue;
        mark_fresh(page, from, from + (end - at));
        cells_clear(page, from, from + (end - at));
    }
}

void shadow_forget(void)
{
    for (size_t i = 0; i < shadow.buckets; i++)
        for (struct page *page = shadow.bucket[i]; page; page = page->next)
            cells_clear(page, 0, PAGE);
}

void shadow_free(void)
{
    for (size_t i = 0; i < shadow.buckets; i++)
        while (shadow.bucket[i])
            page_free(shadow.bucket[i]->number);
    free(shadow.bucket);
    shadow.bucket = NULL;
    shadow.buckets = 0;
}

void race_filled(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        struct page *page = page_make(at >> PAGE_BITS);
        size_t from = at % PAGE;
        mark_written(page, from, from + (end - at));
        cells_clear(page, from, from + (end - at));
    }
}
