/* SPDX-License-Identifier: MIT
 * Clausen's model of items a thread (C8) for kernels, which are compiled for the numbers that it gives (hip/elements.h). */
#ifndef FOLDCHECK_CLAUSEN_HIP_H
#define FOLDCHECK_CLAUSEN_HIP_H

#include "hip/description.hip.h"

#include "hip/elements.h"

namespace FOLDCHECK_NAMESPACE
{

/* Bytes of shared memory a thread: of his two cards, a GTX 780 Ti and an RTX 2080 Ti, and more than any model asks for; and
 * the registers a thread of all cards. */
enum { CLAUSEN_GTX_780_TI = 36, CLAUSEN_RTX_2080_TI = 48, CLAUSEN_PLENTY = 65536, CLAUSEN_REGISTERS = 64 };

constexpr uint32_t clausen_items(const column_list &state, struct thread_share share)
{
    element_figures figures = {};
    for (int k = 0; k < state.count; k++)
        figures = elements_with(figures, (uint32_t)state.size[k]);
    return elements_by_both(elements_by_memory(figures, share),
                            elements_by_registers(figures, share, ELEMENTS_BESIDE));
}

/* Of several small columns one that is as large. */
constexpr column_list clausen_one_column(const column_list &columns)
{
    if (columns.end > sizeof(uint64_t)) return columns;
    column_list one = {};
    one.count = 1;
    one.size[0] = columns.end;
    return one;
}

constexpr bool clausen_makes(const column_list &state, uint32_t items)
{
    return items == clausen_items(state, {CLAUSEN_GTX_780_TI, CLAUSEN_REGISTERS}) ||
           items == clausen_items(state, {CLAUSEN_RTX_2080_TI, CLAUSEN_REGISTERS}) ||
           items == clausen_items(state, {CLAUSEN_PLENTY, CLAUSEN_REGISTERS});
}

/* Are kernels compiled for so many items a thread? For those of one column of the state's size, too, so that a witness, which has
 * two columns, runs the code of a sum. */
constexpr bool clausen_has_items(const column_list &state, uint32_t items)
{
    return clausen_makes(state, items) || clausen_makes(clausen_one_column(state), items);
}

/* Where the parts of a product are scanned one after the other, the part that allows the fewest decides. */
constexpr uint32_t clausen_items_by_parts(const column_list &state, struct thread_share share,
                                          bool one_column = false)
{
    uint32_t fewest = UINT32_MAX;
    for (int part = 0; part < state.parts; part++) {
        column_list own = part_columns(state, part);
        uint32_t items = clausen_items(one_column ? clausen_one_column(own) : own, share);
        if (items < fewest) fewest = items;
    }
    return fewest;
}

constexpr bool clausen_has_items_by_parts(const column_list &state, uint32_t items)
{
    const uint32_t memory[] = {CLAUSEN_GTX_780_TI, CLAUSEN_RTX_2080_TI, CLAUSEN_PLENTY};
    for (uint32_t each : memory)
        if (items == clausen_items_by_parts(state, {each, CLAUSEN_REGISTERS}) ||
            items == clausen_items_by_parts(state, {each, CLAUSEN_REGISTERS}, true))
            return true;
    return false;
}

struct clausen_tuned {
    /* Those that the model makes of some operator, and for tests. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},      {8, 3, 4, TINY},     {4, 1, 2, NARROW},   {256, 12, 32, USUAL},
        {256, 9, 32, USUAL},  {256, 8, 32, USUAL}, {256, 6, 32, USUAL}, {256, 5, 32, USUAL},
        {256, 4, 32, USUAL},  {256, 3, 32, USUAL}, {256, 2, 32, USUAL}, {256, 1, 32, USUAL},
        {256, 12, 64, USUAL}, {256, 9, 64, USUAL}, {256, 8, 64, USUAL}, {256, 6, 64, USUAL},
        {256, 5, 64, USUAL},  {256, 4, 64, USUAL}, {256, 3, 64, USUAL}, {256, 2, 64, USUAL},
        {256, 1, 64, USUAL}};
};

/* The most items a thread that kernels are compiled for, up to what the model says; the fewest where it says fewer. */
inline uint32_t clausen_compiled(const column_list &state, uint32_t items)
{
    const uint32_t memory[] = {CLAUSEN_PLENTY, CLAUSEN_RTX_2080_TI};
    for (uint32_t each : memory) {
        uint32_t compiled = clausen_items(state, {each, CLAUSEN_REGISTERS});
        if (compiled <= items) return compiled;
    }
    return clausen_items(state, {CLAUSEN_GTX_780_TI, CLAUSEN_REGISTERS});
}

} // namespace FOLDCHECK_NAMESPACE
#endif
