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

static void *driver_call(const char *name)
{
    void *call = nullptr;
    cudaDriverEntryPointQueryResult found;
    if (cudaGetDriverEntryPointByVersion(name, &call, 12000, cudaEnableDefault, &found) == cudaSuccess &&
        found == cudaDriverEntryPointSuccess)
        return call;
    return nullptr;
}

/* False where the call fails, or the driver has no such call. */
template <class... A>
static bool by_driver(const char *name, A... arguments)
{
    void *call = driver_call(name);
    return call && reinterpret_cast<CUresult (*)(A...)>(call)(arguments...) == CUDA_SUCCESS;
}

static bool addresses_reserve(void **base, uint64_t bytes)
{
    return by_driver("cuMemAddressReserve", reinterpret_cast<CUdeviceptr *>(base), (size_t)bytes,
                     (size_t)CARD_PAGE, (CUdeviceptr)0, 0ull);
}

static void addresses_free(void *base, uint64_t bytes)
{
    (void)by_driver("cuMemAddressFree", reinterpret_cast<CUdeviceptr>(base), (size_t)bytes);
}

static bool page_make(void *at, uint32_t card, page_handle *handle)
{
    CUmemAllocationProp wish = {};
    wish.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wish.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wish.location.id = (int)card;
    if (!by_driver("cuMemCreate", handle, (size_t)CARD_PAGE, (const CUmemAllocationProp *)&wish, 0ull))
        return false;
    if (by_driver("cuMemMap", reinterpret_cast<CUdeviceptr>(at), (size_t)CARD_PAGE, (size_t)0, *handle, 0ull))
        return true;
    (void)by_driver("cuMemRelease", *handle);
    return false;
}

static void page_drop(void *at, page_handle handle)
{
    (void)by_driver("cuMemUnmap", reinterpret_cast<CUdeviceptr>(at), (size_t)CARD_PAGE);
    (void)by_driver("cuMemRelease", handle);
}

static bool pages_open(void *at, uint64_t bytes, uint32_t cards)
{
    CUmemAccessDesc access[MOST_CARDS] = {};
    for (uint32_t c = 0; c < cards; c++) {
        access[c].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        access[c].location.id = (int)c;
        access[c].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    return by_driver("cuMemSetAccess", reinterpret_cast<CUdeviceptr>(at), (size_t)bytes,
                     (const CUmemAccessDesc *)access, (size_t)cards);
}
#else
typedef hipMemGenericAllocationHandle_t page_handle;

static bool addresses_reserve(void **base, uint64_t bytes)
{
    return hipMemAddressReserve(base, bytes, CARD_PAGE, nullptr, 0) == hipSuccess;
}

static void addresses_free(void *base, uint64_t bytes)
{
    (void)hipMemAddressFree(base, bytes);
}

static bool page_make(void *at, uint32_t card, page_handle *handle)
{
    hipMemAllocationProp wish = {};
    wish.type = hipMemAllocationTypePinned;
    wish.location.type = hipMemLocationTypeDevice;
    wish.location.id = (int)card;
    if (hipMemCreate(handle, CARD_PAGE, &wish, 0) != hipSuccess) return false;
    if (hipMemMap(at, CARD_PAGE, 0, *handle, 0) == hipSuccess) return true;
    (void)hipMemRelease(*handle);
    return false;
}

static void page_drop(void *at, page_handle handle)
{
    (void)hipMemUnmap(at, CARD_PAGE);
    (void)hipMemRelease(handle);
}

static bool pages_open(void *at, uint64_t bytes, uint32_t cards)
{
    hipMemAccessDesc access[MOST_CARDS] = {};
    for (uint32_t c = 0; c < cards; c++) {
        access[c].location.type = hipMemLocationTypeDevice;
        access[c].location.id = (int)c;
        access[c].flags = hipMemAccessFlagsProtReadWrite;
    }
    return hipMemSetAccess(at, bytes, access, cards) == hipSuccess;
}
#endif

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

static void pages_free(struct pages *pages)
{
    for (uint64_t p = 0; p < pages->count; p++)
        page_drop(pages->base + p * CARD_PAGE, pages->handle[p]);
    if (pages->base) addresses_free(pages->base, (uint64_t)CARD_PAGE * pages->count);
    free(pages->card);
    free(pages->handle);
    free(pages);
}

/* Each page on its card; those that are made are pages->count. */
static bool pages_fill(struct pages *pages, uint64_t count, uint32_t cards)
{
    for (pages->count = 0; pages->count < count; pages->count++) {
        uint64_t p = pages->count;
        pages->card[p] = cards_owner(count, 0, cards, p);
        if (!page_make(pages->base + p * CARD_PAGE, pages->card[p], &pages->handle[p])) return false;
    }
    return pages_open(pages->base, count * CARD_PAGE, cards);
}

/* Contiguous memory in equal parts on the cards; NULL if there is not so much. */
static void *pages_alloc(uint64_t bytes, uint32_t cards)
{
    uint64_t count = bytes / CARD_PAGE + (bytes % CARD_PAGE != 0 || bytes == 0);
    struct pages *pages = static_cast<struct pages *>(calloc(1, sizeof *pages));
    if (!pages) return nullptr;
    void *base = nullptr;
    pages->card = static_cast<uint32_t *>(calloc(count, sizeof *pages->card));
    pages->handle = static_cast<page_handle *>(calloc(count, sizeof *pages->handle));
    bool reserved = pages->card && pages->handle && addresses_reserve(&base, count * CARD_PAGE);
    pages->base = static_cast<char *>(base);
    if (!reserved || !pages_fill(pages, count, cards)) {
        uint64_t made = pages->count;
        for (uint64_t p = 0; p < made; p++)
            page_drop(pages->base + p * CARD_PAGE, pages->handle[p]);
        if (reserved) addresses_free(base, count * CARD_PAGE);
        pages->base = nullptr;
        pages->count = 0;
        pages_free(pages);
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
    pages_free(pages);
}

/* Moves a page; its contents are lost. */
static bool page_move(struct pages *pages, uint64_t p, uint32_t card, uint32_t cards)
{
    char *at = pages->base + p * CARD_PAGE;
    page_handle handle;
    page_drop(at, pages->handle[p]);
    if (!page_make(at, card, &handle)) return false;
    pages->handle[p] = handle;
    pages->card[p] = card;
    return pages_open(at, CARD_PAGE, cards);
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
