/* SPDX-License-Identifier: MIT
 * A plugin's code for one backend, in the form of hip/plugin.h. The generated file defines PLUGIN_CODE (the name
 * of the result), REGISTERED_OPERATORS(X), and OWN_STRATEGIES, 1 where built_strategies.def and strategies.hip.h are
 * the plugin's own and name new strategies, else 0. */
#include "hip/tile.hip.h"

#include "hip/plugin.h"
#include "hip/strategy_of.hip.h"

namespace FOLDCHECK_NAMESPACE
{
#define OPERATOR_CODE(NAME) extern const struct operator_code NAME##_code;
REGISTERED_OPERATORS(OPERATOR_CODE)
#undef OPERATOR_CODE

#define STRATEGY(FAMILY, NAME, ...) strategy_of<NAME>(),
static const struct strategy *const own_strategies[] = {
#if OWN_STRATEGIES
#include "built_strategies.def"
#endif
    nullptr};
#undef STRATEGY

#define OPERATOR_CODE(NAME) &NAME##_code,
static const struct operator_code *const own_operators[] = {REGISTERED_OPERATORS(OPERATOR_CODE) nullptr};
#undef OPERATOR_CODE
} // namespace FOLDCHECK_NAMESPACE

#define BACKEND_NAME_OF(NAME) #NAME
#define BACKEND_NAME(NAME) BACKEND_NAME_OF(NAME)

extern "C" {
extern const struct plugin_code PLUGIN_CODE;
const struct plugin_code PLUGIN_CODE = {BACKEND_NAME(FOLDCHECK_BACKEND), FOLDCHECK_NAMESPACE::own_strategies,
                                        FOLDCHECK_NAMESPACE::own_operators};
}
