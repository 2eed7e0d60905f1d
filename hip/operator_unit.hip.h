/* SPDX-License-Identifier: MIT
 * The translation unit of one operator: every shape of every strategy for it. The generated file defines
 * OP_HEADER, OP_NAME and OP_LINE; strategies.hip.h is generated too, and includes the file of every line of
 * strategies.def. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"
#include "strategies.hip.h"

namespace FOLDCHECK_NAMESPACE
{

#define SHAPE(S, BLOCK, ITEMS, GROUP, GATHER, KIND)                                                          \
    add_instance<S, the_operator, BLOCK, ITEMS, GROUP, GATHER, KIND>(list);
#define STRATEGY(FAMILY, NAME, ...) NAME##_shapes(SHAPE, NAME)

static void add_instances(struct instance_list *list)
{
#include "hip/strategies.def"
}

#undef SHAPE

/* How many shapes the tables list. */
#define SHAPE(...) +1
static_assert(0
#include "hip/strategies.def"
                  <= MOST_INSTANCES,
              "more shapes than instances of an operator have room for");

#undef STRATEGY
#undef SHAPE

static struct operator_code make_code(void)
{
    static struct instance_list list;
    add_instances(&list);
    struct operator_code code = {the_operator::name, list.instance, list.count, combine_many<the_operator>,
                                 make_items<the_operator>};
    return code;
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
