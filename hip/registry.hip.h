/* SPDX-License-Identifier: MIT
 * A backend's two lists: its strategies, and the operators that were compiled into it, behind which stand the element
 * types. The generated file
 * defines REGISTERED_OPERATORS(X). */
#include "hip/tile.hip.h"
#include "hip/strategy_of.hip.h"

namespace FOLDCHECK_NAMESPACE
{
#define OPERATOR_CODE(NAME) extern const struct operator_code NAME##_code;
REGISTERED_OPERATORS(OPERATOR_CODE)
#undef OPERATOR_CODE
extern const struct operator_code element_code[]; /* in the order of enum elem */
} // namespace FOLDCHECK_NAMESPACE

extern "C" {

#define STRATEGY(FAMILY, NAME, ...) FOLDCHECK_NAMESPACE::strategy_of<FOLDCHECK_NAMESPACE::NAME>(),
const struct strategy *const foldcheck_strategies[] = {
#include BUILT_LINES
    nullptr};
#undef STRATEGY

#define OPERATOR_CODE(NAME) &FOLDCHECK_NAMESPACE::NAME##_code,
#define ELEMENT_CODE(ELEM) &FOLDCHECK_NAMESPACE::element_code[ELEM],
const struct operator_code *const foldcheck_operators[] = {REGISTERED_OPERATORS(OPERATOR_CODE)
                                                               ELEMENTS(ELEMENT_CODE) nullptr};
#undef ELEMENT_CODE
#undef OPERATOR_CODE
}
