/* SPDX-License-Identifier: MIT
 * What the forms of several libraries have in common, over what a library's own functions have: B is a host_function. */
#ifndef FOLDCHECK_CPU_FORMS_HIP_H
#define FOLDCHECK_CPU_FORMS_HIP_H

#include "hip/cpu/function.hip.h"

#include <algorithm>

namespace FOLDCHECK_NAMESPACE
{

/* A reduction that may permute its operands. */
template <class B>
struct commuting_reduction : B {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned needs = LAW_COMMUTES;
};

/* A scan whose results have a place of their own. */
template <class B>
struct scan_apart : B {
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool in_place = false;
};

/* A form that takes the operator's input, and lifts it itself. */
template <class B>
struct lifting : B {
    template <class M>
    using item = host_input<M>;
};

/* The scan S with its results over its items, which are copied to where the results belong. */
template <class S>
struct scan_over_items : S {
    static constexpr bool in_place = true;

    template <class Row>
    static auto call(const Row &row)
    {
        Row over = row;
        if (row.items != row.results) std::copy(row.items, row.items + row.count, row.results);
        over.items = row.results;
        return S::call(over);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
