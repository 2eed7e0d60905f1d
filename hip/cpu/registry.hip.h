/* SPDX-License-Identifier: MIT
 * The two lists of functions of the host: of the backend, or of a plugin whose name for them is PLUGIN_CODE. With
 * HOST_LIBRARIES, the names and versions of what they call, the plugin is one of peers (hip/peers/peers.h). The generated
 * file defines REGISTERED_OPERATORS(X) and HOST_HEADER. */
#include HOST_HEADER

#ifdef PLUGIN_CODE
#include "hip/plugin.h"
#endif

namespace FOLDCHECK_NAMESPACE
{
#define OPERATOR_CODE(NAME) extern const struct operator_code NAME##_code;
REGISTERED_OPERATORS(OPERATOR_CODE)
#undef OPERATOR_CODE

#define STRATEGY_OF(F) strategy_of_function<F>(),
#define OPERATOR_CODE(NAME) &NAME##_code,
#ifdef PLUGIN_CODE
static const struct strategy *const functions[] = {HOST_FUNCTIONS(STRATEGY_OF) nullptr};
static const struct operator_code *const operators[] = {REGISTERED_OPERATORS(OPERATOR_CODE) nullptr};
#endif
} // namespace FOLDCHECK_NAMESPACE

using namespace FOLDCHECK_NAMESPACE;

extern "C" {
#ifdef PLUGIN_CODE
extern const struct plugin_code PLUGIN_CODE;
const struct plugin_code PLUGIN_CODE = {"cpu", functions, operators};
#ifdef HOST_LIBRARIES
static const struct plugin_code *const codes[] = {&PLUGIN_CODE, nullptr};
extern __attribute__((visibility("default"))) const struct plugin foldcheck_plugin;
const struct plugin foldcheck_plugin = {PLUGIN_HEAD, nullptr, 0, codes};
extern __attribute__((visibility("default"))) const char *const foldcheck_library;
const char *const foldcheck_library = HOST_LIBRARIES;
#endif
#else
const struct strategy *const foldcheck_strategies[] = {HOST_FUNCTIONS(STRATEGY_OF) nullptr};
const struct operator_code *const foldcheck_operators[] = {REGISTERED_OPERATORS(OPERATOR_CODE) nullptr};
#endif
}
