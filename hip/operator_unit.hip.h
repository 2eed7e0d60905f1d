/* SPDX-License-Identifier: MIT
 * The translation unit of one operator: what is outside every strategy, and the list of the instances that the units
 * of its strategies have (strategies_unit.hip.h). The generated file defines OP_HEADER, OP_NAME, OP_LINE and UNITS(X);
 * without UNITS this unit has the instances of all strategies. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"

#ifndef UNITS
#define UNIT_NAME all
#define UNITS(X) X(all)
#include "hip/strategies_unit.hip.h"
#endif

namespace FOLDCHECK_NAMESPACE
{

#define UNIT_DECLARED(NAME) void UNIT_INSTANCES(NAME)(struct instance_list * list);
UNITS(UNIT_DECLARED)
#undef UNIT_DECLARED

static struct operator_code make_code(void)
{
    static struct instance_list list;
#define UNIT_ADDED(NAME) UNIT_INSTANCES(NAME)(&list);
    UNITS(UNIT_ADDED)
#undef UNIT_ADDED
    struct operator_code code = {the_operator::name, list.instance, list.count, combine_many<the_operator>,
                                 make_items<the_operator>};
    return code;
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
