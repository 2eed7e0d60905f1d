/* SPDX-License-Identifier: MIT
 * One operator for functions of the host, for a generated translation unit that has defined OP_HEADER, OP_NAME, OP_LINE
 * and HOST_HEADER, which names them: HOST_FUNCTIONS(X). */
#include HOST_HEADER

#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"

namespace FOLDCHECK_NAMESPACE
{

static bool combine_pairs(const void *params, struct stream *, const void *left, const void *right,
                          void *result, uint64_t count, struct text *)
{
    using state = the_operator::state;
    const the_operator::params p = params_of<the_operator>(params);
    for (uint64_t i = 0; i < count; i++)
        static_cast<state *>(result)[i] = the_operator::combine(p, static_cast<const state *>(left)[i],
                                                                static_cast<const state *>(right)[i]);
    return true;
}

static bool make_host_items(const void *params, struct stream *, const struct columns *columns,
                            enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows,
                            struct text *)
{
    const the_operator::params p = params_of<the_operator>(params);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t number = by_rows ? i % by_rows * (count / by_rows) + i / by_rows : i;
        const the_operator::input item = the_operator::value(p, number, item_bits(form, seed, number));
        put_item<input_traits<the_operator>>(*columns, i, item);
    }
    return true;
}

static struct operator_code make_code(void)
{
    static host_instances list;
#define ADD_FUNCTION(F) add_function<F, the_operator>(&list);
    HOST_FUNCTIONS(ADD_FUNCTION)
#undef ADD_FUNCTION
    return {the_operator::name, list.at, list.count, combine_pairs, make_host_items};
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
