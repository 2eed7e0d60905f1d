/* SPDX-License-Identifier: MIT
 * The translation unit of one operator: what is outside every strategy, and the list of the instances that its families'
 * units have (family_unit.hip.h). The generated file defines OP_HEADER, OP_NAME, OP_LINE and FAMILIES(X); without
 * FAMILIES this unit has the instances of all strategies. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"

#ifndef FAMILIES
#define FAMILY all
#define FAMILIES(X) X(all)
#include "hip/family_unit.hip.h"
#endif

namespace FOLDCHECK_NAMESPACE
{

#define FAMILY_DECLARED(NAME) void FAMILY_INSTANCES(NAME)(struct instance_list * list);
FAMILIES(FAMILY_DECLARED)
#undef FAMILY_DECLARED

static struct operator_code make_code(void)
{
    static struct instance_list list;
#define FAMILY_ADDED(NAME) FAMILY_INSTANCES(NAME)(&list);
    FAMILIES(FAMILY_ADDED)
#undef FAMILY_ADDED
    struct operator_code code = {the_operator::name, list.instance, list.count, combine_many<the_operator>,
                                 make_items<the_operator>};
    return code;
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
