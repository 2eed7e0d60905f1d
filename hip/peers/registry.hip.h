/* SPDX-License-Identifier: MIT
 * The plugin of the wrapped library: its strategies, and the operators that were compiled for them. The generated
 * file defines REGISTERED_OPERATORS(X). */
#include "hip/peers/library.hip.h"

namespace FOLDCHECK_NAMESPACE
{
#define OPERATOR_CODE(NAME)                                                                                  \
    extern const struct operator_code NAME##_code;                                                           \
    extern struct peer_call NAME##_calls[];
REGISTERED_OPERATORS(OPERATOR_CODE)
#undef OPERATOR_CODE

/* Through a function, which is the host's alone (hip/registry.hip.h says why). */
template <class S>
static const struct strategy *strategy_of(void)
{
    return &S::strategy;
}

#define STRATEGY_OF(S) strategy_of<S>(),
static const struct strategy *const strategies[] = {PEER_STRATEGIES(STRATEGY_OF) nullptr};
#undef STRATEGY_OF

#define OPERATOR_CODE(NAME) &NAME##_code,
static const struct operator_code *const operators[] = {REGISTERED_OPERATORS(OPERATOR_CODE) nullptr};
#undef OPERATOR_CODE

#define OPERATOR_CALLS(NAME) {#NAME, NAME##_calls},
const struct peer_calls peer_operators[] = {REGISTERED_OPERATORS(OPERATOR_CALLS){nullptr, nullptr}};
#undef OPERATOR_CALLS

static const struct plugin_code code = {PEER_BACKEND, strategies, operators};
static const struct plugin_code *const codes[] = {&code, nullptr};
static constexpr auto library = PEER_LIBRARY;
} // namespace FOLDCHECK_NAMESPACE

extern "C" {
extern __attribute__((visibility("default"))) const struct plugin foldcheck_plugin;
const struct plugin foldcheck_plugin = {PLUGIN_HEAD, nullptr, 0, FOLDCHECK_NAMESPACE::codes};
extern __attribute__((visibility("default"))) const char *const foldcheck_library;
const char *const foldcheck_library = FOLDCHECK_NAMESPACE::library.at;
}
