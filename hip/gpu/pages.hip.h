/* SPDX-License-Identifier: MIT
 * Contiguous addresses whose pages lie on several cards, by the driver's calls for virtual memory. Every card has access to
 * every page. A page is an allocation of its own, so that pages can be moved among the cards. */
#ifndef FOLDCHECK_GPU_PAGES_HIP_H
#define FOLDCHECK_GPU_PAGES_HIP_H

#include "hip/fleet/card_pages.h"

#include <stdlib.h>

namespace FOLDCHECK_NAMESPACE
{

#if defined(__CUDACC__)
/* The driver's calls, by way of the run-time library, so that the backend loads where there is no driver. */
typedef CUmemGenericAllocationHandle page_handle;
typedef CUmemAllocationProp page_wish;

static void *driver_call(const char *name)
{
    void *call = nullptr;
    cudaDriverEntryPointQueryResult found;
    if (cudaGetDriverEntryPointByVersion(name, &call, 12000, cudaEnableDefault, &found) == cudaSuccess &&
        found == cudaDriverEntryPointSuccess)
        return call;
    return nullptr;
}

/* The driver's error, 0 for none; that of a call which it has not. */
template <class... A>
static int by_driver(const char *name, A... arguments)
{
    void *call = driver_call(name);
    return call ? (int)reinterpret_cast<CUresult (*)(A...)>(call)(arguments...) : (int)CUDA_ERROR_NOT_FOUND;
}

static CUdeviceptr address_of(void *at)
{
    return reinterpret_cast<CUdeviceptr>(at);
}

static int addresses_reserve(void **base, uint64_t bytes)
{
    return by_driver("cuMemAddressReserve", reinterpret_cast<CUdeviceptr *>(base), (size_t)bytes,
                     (size_t)CARD_PAGE, (CUdeviceptr)0, 0ull);
}

static int addresses_free(void *base, uint64_t bytes)
{
    return by_driver("cuMemAddressFree", address_of(base), (size_t)bytes);
}

static page_wish wish_of(uint32_t card)
{
    page_wish wish = {};
    wish.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wish.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wish.location.id = (int)card;
    return wish;
}

/* Bytes of which a card's allocations are multiples. */
static int page_granularity(uint32_t card, size_t *bytes)
{
    page_wish wish = wish_of(card);
    return by_driver("cuMemGetAllocationGranularity", bytes, (const page_wish *)&wish,
                     CU_MEM_ALLOC_GRANULARITY_MINIMUM);
}

static int page_make(uint32_t card, page_handle *handle)
{
    page_wish wish = wish_of(card);
    return by_driver("cuMemCreate", handle, (size_t)CARD_PAGE, (const page_wish *)&wish, 0ull);
}

static int page_release(page_handle handle)
{
    return by_driver("cuMemRelease", handle);
}

static int page_map(void *at, page_handle handle)
{
    return by_driver("cuMemMap", address_of(at), (size_t)CARD_PAGE, (size_t)0, handle, 0ull);
}

static int page_unmap(void *at)
{
    return by_driver("cuMemUnmap", address_of(at), (size_t)CARD_PAGE);
}

/* Every card may read and write there. */
static int pages_open(void *at, uint64_t bytes, uint32_t cards)
{
    CUmemAccessDesc access[MOST_CARDS] = {};
    for (uint32_t c = 0; c < cards; c++) {
        access[c].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        access[c].location.id = (int)c;
        access[c].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    return by_driver("cuMemSetAccess", address_of(at), (size_t)bytes, (const CUmemAccessDesc *)access,
                     (size_t)cards);
}
#else
typedef hipMemGenericAllocationHandle_t page_handle;
typedef hipMemAllocationProp page_wish;

static int addresses_reserve(void **base, uint64_t bytes)
{
    return (int)hipMemAddressReserve(base, bytes, CARD_PAGE, nullptr, 0);
}

static int addresses_free(void *base, uint64_t bytes)
{
    return (int)hipMemAddressFree(base, bytes);
}

static page_wish wish_of(uint32_t card)
{
    page_wish wish = {};
    wish.type = hipMemAllocationTypePinned;
    wish.location.type = hipMemLocationTypeDevice;
    wish.location.id = (int)card;
    return wish;
}

static int page_granularity(uint32_t card, size_t *bytes)
{
    page_wish wish = wish_of(card);
    return (int)hipMemGetAllocationGranularity(bytes, &wish, hipMemAllocationGranularityMinimum);
}

static int page_make(uint32_t card, page_handle *handle)
{
    page_wish wish = wish_of(card);
    return (int)hipMemCreate(handle, CARD_PAGE, &wish, 0);
}

static int page_release(page_handle handle)
{
    return (int)hipMemRelease(handle);
}

static int page_map(void *at, page_handle handle)
{
    return (int)hipMemMap(at, CARD_PAGE, 0, handle, 0);
}

static int page_unmap(void *at)
{
    return (int)hipMemUnmap(at, CARD_PAGE);
}

static int pages_open(void *at, uint64_t bytes, uint32_t cards)
{
    hipMemAccessDesc access[MOST_CARDS] = {};
    for (uint32_t c = 0; c < cards; c++) {
        access[c].location.type = hipMemLocationTypeDevice;
        access[c].location.id = (int)c;
        access[c].flags = hipMemAccessFlagsProtReadWrite;
    }
    return (int)hipMemSetAccess(at, bytes, access, cards);
}
#endif

/* Whether a card's memory can be given in pages; else the reason. */
static bool pages_usable(uint32_t card, struct text *why)
{
    size_t bytes = 0;
    int error = page_granularity(card, &bytes);
    if (error)
        return text_say(why, "card %u: it has no memory by pages: error %d of the driver", card, error) != 0;
    if (bytes && CARD_PAGE % bytes == 0) return true;
    return text_say(why, "card %u: its pages are of %llu bytes, expected %d or a part of it", card,
                    (unsigned long long)bytes, (int)CARD_PAGE) != 0;
}

/* An allocation: page p lies on card[p]. */
struct pages {
    struct pages *next;
    char *base;
    uint64_t count;
    uint32_t *card;
    page_handle *handle;
};

static struct pages *all_pages;

static struct pages *pages_of(const void *memory)
{
    const char *at = static_cast<const char *>(memory);
    struct pages *pages = all_pages;
    while (pages && (at < pages->base || at >= pages->base + pages->count * CARD_PAGE))
        pages = pages->next;
    return pages;
}

static char *page_at(const struct pages *pages, uint64_t p)
{
    return pages->base + p * CARD_PAGE;
}

/* Gives back the pages that were made, the first `count`, and the addresses of `reserved` pages. */
static void pages_free(struct pages *pages, uint64_t reserved)
{
    for (uint64_t p = 0; p < pages->count; p++) {
        (void)page_unmap(page_at(pages, p));
        (void)page_release(pages->handle[p]);
    }
    if (pages->base) (void)addresses_free(pages->base, reserved * CARD_PAGE);
    free(pages->card);
    free(pages->handle);
    free(pages);
}

/* Each page on its card; those that are made are pages->count. */
static int pages_fill(struct pages *pages, uint64_t count, uint32_t cards)
{
    for (pages->count = 0; pages->count < count; pages->count++) {
        uint64_t p = pages->count;
        pages->card[p] = cards_owner(count, 0, cards, p);
        int error = page_make(pages->card[p], &pages->handle[p]);
        if (error) return error;
        error = page_map(page_at(pages, p), pages->handle[p]);
        if (error) (void)page_release(pages->handle[p]);
        if (error) return error;
    }
    return pages_open(pages->base, count * CARD_PAGE, cards);
}

/* Contiguous memory in equal parts on the cards; NULL with the driver's error, 0 where it is the host's memory that lacks. */
static void *pages_alloc(uint64_t bytes, uint32_t cards, int *error)
{
    uint64_t count = bytes / CARD_PAGE + (bytes % CARD_PAGE != 0 || bytes == 0);
    struct pages *pages = static_cast<struct pages *>(calloc(1, sizeof *pages));
    *error = 0;
    if (!pages) return nullptr;
    void *base = nullptr;
    pages->card = static_cast<uint32_t *>(calloc(count, sizeof *pages->card));
    pages->handle = static_cast<page_handle *>(calloc(count, sizeof *pages->handle));
    bool room = pages->card && pages->handle;
    if (room) *error = addresses_reserve(&base, count * CARD_PAGE);
    if (room && !*error) {
        pages->base = static_cast<char *>(base);
        *error = pages_fill(pages, count, cards);
    }
    if (!room || *error) {
        pages_free(pages, count);
        return nullptr;
    }
    pages->next = all_pages;
    all_pages = pages;
    return base;
}

static void pages_release(void *memory)
{
    struct pages **at = &all_pages;
    while (*at && (*at)->base != memory)
        at = &(*at)->next;
    struct pages *pages = *at;
    if (!pages) return;
    *at = pages->next;
    pages_free(pages, pages->count);
}

/* Puts another page in a page's place: the driver's error, and then the old one is back, if it can be. */
static int page_replace(struct pages *pages, uint64_t p, page_handle handle, uint32_t cards)
{
    char *at = page_at(pages, p);
    int error = page_unmap(at);
    if (error) return error;
    error = page_map(at, handle);
    if (!error) {
        error = pages_open(at, CARD_PAGE, cards);
        if (error) (void)page_unmap(at);
    }
    if (error && !page_map(at, pages->handle[p])) (void)pages_open(at, CARD_PAGE, cards);
    return error;
}

/* Moves a page; its contents are lost. Where that fails it stays where it is: others read it from there. */
static void page_move(struct pages *pages, uint64_t p, uint32_t card, uint32_t cards)
{
    page_handle handle;
    if (page_make(card, &handle)) return;
    if (page_replace(pages, p, handle, cards)) {
        (void)page_release(handle);
        return;
    }
    (void)page_release(pages->handle[p]);
    pages->handle[p] = handle;
    pages->card[p] = card;
}

/* Bytes from `at` on that lie on one card, at most `most`; all of them, if the memory is of no such allocation. */
static uint64_t run_on_card(const void *at, uint64_t most, uint32_t *card)
{
    struct pages *pages = pages_of(at);
    *card = 0;
    if (!pages) return most;
    uint64_t offset = (uint64_t)(static_cast<const char *>(at) - pages->base), p = offset / CARD_PAGE,
             end = p + 1;
    *card = pages->card[p];
    while (end < pages->count && pages->card[end] == *card)
        end++;
    uint64_t bytes = end * CARD_PAGE - offset;
    return bytes < most ? bytes : most;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
