/* SPDX-License-Identifier: MIT
 * The translation unit of all element types: every shape of every strategy that moves items and folds nothing. One list
 * of instances a size; element types of the same size share it. UNIT_STRATEGIES and UNIT_LINES are as in
 * strategies_unit.hip.h. */
#include "hip/instantiate.hip.h"

#ifndef UNIT_LINES
#define UNIT_STRATEGIES "strategies.hip.h"
#define UNIT_LINES "built_strategies.def"
#endif
#include UNIT_STRATEGIES

namespace FOLDCHECK_NAMESPACE
{

#define STRATEGY(FOLDER, NAME, WORDS, ...) add_strategy<NAME, element<SIZE>, WORDS>(list);

template <int SIZE>
static void add_instances(struct instance_list *list)
{
    (void)list;
#include UNIT_LINES
}

#undef STRATEGY

template <int SIZE>
static struct operator_code code_of_size(void)
{
    static struct instance_list list;
    if (!list.count) add_instances<SIZE>(&list);
    struct operator_code code = {nullptr, list.instance, list.count, nullptr, make_items<element<SIZE>>};
    return code;
}

static struct operator_code make_code(enum elem elem)
{
    struct operator_code code = elem_size(elem) == 1   ? code_of_size<1>()
                                : elem_size(elem) == 2 ? code_of_size<2>()
                                : elem_size(elem) == 4 ? code_of_size<4>()
                                : elem_size(elem) == 8 ? code_of_size<8>()
                                                       : code_of_size<16>();
    code.op = elem_name(elem);
    return code;
}

#define ELEMENT_CODE(ELEM) make_code(ELEM),
extern const struct operator_code element_code[];
const struct operator_code element_code[] = {ELEMENTS(ELEMENT_CODE)};
#undef ELEMENT_CODE

} // namespace FOLDCHECK_NAMESPACE
