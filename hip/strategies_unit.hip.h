/* SPDX-License-Identifier: MIT
 * One operator, every shape of some strategies: a translation unit of its own, so that a change of a strategy does not
 * compile all of them. cmake/tables.cmake makes one or two units a family: auto strategies with those that they pick,
 * and the others. The generated file defines OP_HEADER, OP_NAME, OP_LINE and UNIT_NAME, and names two files:
 * UNIT_STRATEGIES, which includes the strategies, and UNIT_LINES, their lines of strategies.def. By default these are
 * all strategies. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"

#ifndef UNIT_LINES
#define UNIT_STRATEGIES "strategies.hip.h"
#define UNIT_LINES "built_strategies.def"
#endif
#include UNIT_STRATEGIES

namespace FOLDCHECK_NAMESPACE
{

/* The unit's part of operator_unit.hip.h's list. */
void UNIT_INSTANCES(UNIT_NAME)(struct instance_list *list);

#define STRATEGY(FOLDER, NAME, WORDS, ...) add_strategy<NAME, the_operator, WORDS>(list);

void UNIT_INSTANCES(UNIT_NAME)(struct instance_list *list)
{
    (void)list;
#include UNIT_LINES
}

#undef STRATEGY

} // namespace FOLDCHECK_NAMESPACE
