/* SPDX-License-Identifier: MIT
 * A transposition's kernels are compiled for an element of SIZE bytes, in the place of an operator. Elements of one
 * size run the same code. */
#ifndef FOLDCHECK_ELEMENT_HIP_H
#define FOLDCHECK_ELEMENT_HIP_H

#include "hip/tile.hip.h"

#include "elem_value.h" /* behind what says what OP_FN is */

namespace FOLDCHECK_NAMESPACE
{

template <int SIZE>
struct element {
    using state = typename word_of<SIZE>::type;
    using input = state;
    using mapout = no_mapout;
    using params = no_params;
    static constexpr column_list input_columns = columns_of(SIZE == 1   ? "u8"
                                                            : SIZE == 2 ? "u16"
                                                            : SIZE == 4 ? "u32"
                                                            : SIZE == 8 ? "u64"
                                                                        : "u128"),
                                 state_columns = input_columns, mapout_columns = columns_of("");
    static constexpr bool emits = false;
    static constexpr unsigned laws = LAW_EXACT;
    OP_FN input value(const params &, uint64_t index, uint64_t bits)
    {
        struct elem_value value = elem_value(index, bits);
        input item;
        copy_bits<SIZE>(&item, &value);
        return item;
    }
};

template <class M>
constexpr bool is_element = false;
template <int SIZE>
constexpr bool is_element<element<SIZE>> = true;

} // namespace FOLDCHECK_NAMESPACE
#endif
