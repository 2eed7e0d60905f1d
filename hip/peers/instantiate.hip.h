/* SPDX-License-Identifier: MIT
 * One operator for every strategy of the wrapped library, for a generated translation unit that has
 * defined OP_HEADER, OP_NAME and OP_LINE. An operator with a map-out, which no library takes, has no instances. */
#include "hip/peers/library.hip.h"

#include "hip/operator.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class S>
static void add_instance(struct instance *list, struct peer_call *calls, size_t *count)
{
    if constexpr (!M::emits) {
        list[*count].strategy = calls[*count].strategy = &S::strategy;
        list[*count].launch = peer_enqueue<S, M>;
        calls[*count].call = S::template call<M>;
        ++*count;
    }
}

#define COUNT_STRATEGY(S) +1
enum { STRATEGIES = 0 PEER_STRATEGIES(COUNT_STRATEGY) };
#undef COUNT_STRATEGY

static struct instance instances[STRATEGIES];
extern struct peer_call FOLDCHECK_PASTE(OP_NAME, _calls)[];
struct peer_call FOLDCHECK_PASTE(OP_NAME, _calls)[STRATEGIES + 1];

static struct operator_code make_code(void)
{
    struct operator_code code = {};
#define ADD_STRATEGY(S)                                                                                      \
    add_instance<the_operator, S>(instances, FOLDCHECK_PASTE(OP_NAME, _calls), &code.count);
    PEER_STRATEGIES(ADD_STRATEGY)
#undef ADD_STRATEGY
    code.op = the_operator::name;
    code.instances = instances;
    return code;
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
