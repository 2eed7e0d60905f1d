/* SPDX-License-Identifier: MIT
 * One operator for the benchmarks of figures, for a generated translation unit that has defined
 * OP_HEADER, OP_NAME and OP_LINE. Blocks of 256 threads; items a thread just as they are asked for, 1 to 16 of them
 * with 64-bit remainders, with which the thesis varies them, and those that its model takes with 32-bit ones. Operators
 * that map are reduced, too, as reduce_auto does it; sums of floats by Larsen's flat kernels in blocks of 128 to 1024. */
#include "hip/instantiate.hip.h"
#include "hip/operator.hip.h"
#include "hip/reduce/reduce_auto.hip"
#include "hip/reduce/reduce_harris.hip"
#include "hip/reduce/reduce_tree_interleaved.hip"
#include "hip/reduce/reduce_tree_warp_first.hip"
#include "hip/scan/segscan_serial.hip"
#include "hip/scan/segscan_serial32.hip"

namespace FOLDCHECK_NAMESPACE
{

template <class S, int ITEMS, int BLOCK = 256>
static void add_items(struct instance_list *list)
{
    constexpr struct launch_shape shape = shape_of(BLOCK, ITEMS, 32);
    if constexpr (S::shared_bytes(sizes_of<the_operator>(), shape) <= MOST_SHARED_BYTES) {
        static constexpr struct instance instance = {nullptr,
                                                     shape,
                                                     false,
                                                     0,
                                                     S::shared_bytes(sizes_of<the_operator>(), shape),
                                                     S::template enqueue<the_operator, BLOCK, ITEMS, 32, 0>};
        list_append(list, strategy_of<S>(), &instance);
    }
}

/* 1 to ITEMS. */
template <class S, int ITEMS>
static void add_up_to(struct instance_list *list)
{
    if constexpr (ITEMS > 1) add_up_to<S, ITEMS - 1>(list);
    add_items<S, ITEMS>(list);
}

template <class M>
static void add_scans(struct instance_list *list)
{
    add_up_to<segscan_serial, 16>(list);
    add_items<segscan_serial32, 2>(list);
    add_items<segscan_serial32, 3>(list);
    add_items<segscan_serial32, 4>(list);
    add_items<segscan_serial32, 6>(list);
    add_items<segscan_serial32, 9>(list);
    add_items<segscan_serial32, 12>(list);
}

template <class M>
constexpr bool sums_floats = (M::laws & LAW_COMMUTES) != 0 && (M::laws & LAW_EXACT) == 0;

template <int BLOCK>
static void add_flat(struct instance_list *list)
{
    add_items<reduce_tree_interleaved, 1, BLOCK>(list);
    add_items<reduce_tree_warp_first, 1, BLOCK>(list);
    add_items<reduce_harris, 2, BLOCK>(list);
}

template <class M>
static void add_reduction(struct instance_list *list)
{
    static constexpr struct instance instance = {
        nullptr, {}, false, 0, (uint64_t)MOST_SHARED_BYTES, reduce_auto::enqueue<M, 0, 0, 0, 0>};
    list_append(list, strategy_of<reduce_auto>(), &instance);
}

static struct operator_code make_code(void)
{
    static struct instance_list list;
    if constexpr (!the_operator::emits) add_scans<the_operator>(&list);
    if constexpr (sums_floats<the_operator>) {
        add_flat<128>(&list);
        add_flat<256>(&list);
        add_flat<512>(&list);
        add_flat<1024>(&list);
    }
    if constexpr (the_operator::lifts) add_reduction<the_operator>(&list);
    struct operator_code code = {the_operator::name, list.instance, list.count, combine_many<the_operator>,
                                 make_items<the_operator>};
    return code;
}

extern const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code);
const struct operator_code FOLDCHECK_PASTE(OP_NAME, _code) = make_code();

} // namespace FOLDCHECK_NAMESPACE
