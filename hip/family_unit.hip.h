/* SPDX-License-Identifier: MIT
 * One operator, every shape of every strategy of a family: a translation unit of its own, so that a change of a strategy
 * compiles its family alone. The generated file defines OP_HEADER, OP_NAME, OP_LINE and FAMILY, and names two files:
 * FAMILY_STRATEGIES, which includes the family's strategies, and FAMILY_LINES, their lines of strategies.def. By default
 * these are all strategies. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"

#ifndef FAMILY_LINES
#define FAMILY_STRATEGIES "strategies.hip.h"
#define FAMILY_LINES "built_strategies.def"
#endif
#include FAMILY_STRATEGIES

namespace FOLDCHECK_NAMESPACE
{

/* The family's part of operator_unit.hip.h's list. */
void FAMILY_INSTANCES(FAMILY)(struct instance_list *list);

#define STRATEGY(FOLDER, NAME, WORDS, ...) add_strategy<NAME, the_operator, WORDS>(list);

void FAMILY_INSTANCES(FAMILY)(struct instance_list *list)
{
    (void)list;
#include FAMILY_LINES
}

#undef STRATEGY

} // namespace FOLDCHECK_NAMESPACE
