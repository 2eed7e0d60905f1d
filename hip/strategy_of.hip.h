/* SPDX-License-Identifier: MIT
 * Defines strategy_of (instantiate.hip.h) for every strategy of the table, in one unit of a backend or plugin. Through a
 * function, which is the host's alone: where a table takes the address of a constexpr strategy, clang wants the
 * strategy's functions on the device, too. */
#include "strategies.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class S>
const struct strategy *strategy_of(void)
{
    return &S::strategy;
}

#define STRATEGY(FOLDER, NAME, ...) template const struct strategy *strategy_of<NAME>(void);
#include "hip/strategies.def"
#undef STRATEGY

} // namespace FOLDCHECK_NAMESPACE
