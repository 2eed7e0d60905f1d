/* SPDX-License-Identifier: MIT
 * Instances: one strategy, compiled for one operator and one shape; and the kernels of an operator that are outside every
 * strategy. */
#ifndef FOLDCHECK_INSTANTIATE_HIP_H
#define FOLDCHECK_INSTANTIATE_HIP_H

#include "hip/tile.hip.h"
#include "hip/element.hip.h"

#include <assert.h>

/* The function of a family's unit that adds its instances of the unit's operator. */
#define FAMILY_INSTANCES(FAMILY)                                                                             \
    FOLDCHECK_PASTE(FOLDCHECK_PASTE(OP_NAME, _), FOLDCHECK_PASTE(FAMILY, _instances))

namespace FOLDCHECK_NAMESPACE
{

/* TINY: for tests. USUAL: the default of a device. PICKED: auto may pick it.
 * MORE: for witnesses only. */
enum shape_kind { TINY, USUAL, PICKED, MORE };

COMPILE_TIME bool is_witness(unsigned laws)
{
    return (laws & (LAW_ORDERS | LAW_CANCELS)) != 0;
}

/* Of an operator. */
enum { MOST_INSTANCES = 512 };

struct instance_list {
    struct instance instance[MOST_INSTANCES];
    size_t count;
};

/* A strategy's struct. One unit defines it (strategy_of.hip.h), so that the functions of a strategy that no operator
 * changes are compiled once, and not for each operator. */
template <class S>
const struct strategy *strategy_of(void);

[[maybe_unused]] static void list_append(struct instance_list *list, const struct strategy *strategy,
                                         const struct instance *instance)
{
    assert(list->count < MOST_INSTANCES);
    list->instance[list->count] = *instance;
    list->instance[list->count++].strategy = strategy;
}

/* S::shared_bytes where a strategy has it. */
template <class S, class M, int... SHAPE>
static constexpr auto asked_shared(int) -> decltype(S::template shared_bytes<M, SHAPE...>())
{
    return S::template shared_bytes<M, SHAPE...>();
}
template <class S, class M, int... SHAPE>
static constexpr uint64_t asked_shared(long)
{
    return 0;
}

/* S::held where a strategy holds other bytes of an item than its family does. */
template <class S, class M>
static constexpr auto held_by(int) -> decltype(S::template held<M>())
{
    return S::template held<M>();
}
template <class S, class M>
static constexpr size_t held_by(long)
{
    return held_bytes<M>(S::strategy.what);
}

template <class S, class M, int BLOCK, int ITEMS, int GROUP, int GATHER, int KIND>
static void add_instance(struct instance_list *list)
{
    constexpr int items = scaled_items(ITEMS, held_by<S, M>(0));
    constexpr bool wanted = KIND != MORE || is_witness(M::laws);
    constexpr bool moves = S::strategy.what == WHAT_TRANSPOSE; /* elements alone, and they nowhere else */
    if constexpr (is_element<M> != moves)
        return;
    else if constexpr (wanted && GROUP <= MOST_LANES && S::template fits<M, BLOCK, items, GROUP, GATHER>()) {
        static constexpr struct instance instance = {nullptr,
                                                     {BLOCK, items, GROUP, GATHER},
                                                     KIND == TINY,
                                                     asked_shared<S, M, BLOCK, items, GROUP, GATHER>(0),
                                                     S::template enqueue<M, BLOCK, items, GROUP, GATHER>};
        list_append(list, strategy_of<S>(), &instance);
    }
}

/* ---- outside every strategy: pairs combined on the device, and data made there ------------------------- */
template <class M>
struct combine_arguments {
    const typename M::state *left, *right;
    typename M::state *result;
    typename M::params params;
    int64_t count;
};

template <class M>
KERNEL(256, 1)
combine_many_kernel(combine_arguments<M> a)
{
    for (int64_t i = block_id() * 256 + thread_id(); i < a.count; i += block_count() * 256)
        store(a.result + i, M::combine(a.params, load(a.left + i), load(a.right + i)));
}

template <class M>
static bool combine_many(const void *params, struct stream *stream, const void *left, const void *right,
                         void *result, uint64_t count, struct text *why)
{
    struct job job = {};
    job.stream = stream;
    combine_arguments<M> a = {static_cast<const typename M::state *>(left),
                              static_cast<const typename M::state *>(right),
                              static_cast<typename M::state *>(result), params_of<M>(params), (int64_t)count};
    return launch("combine_many", combine_many_kernel<M>,
                  larger(1, smaller(MOST_BLOCKS, ceiling(a.count, 256))), 256, 1, &job, a, why);
}

template <class M>
struct make_arguments {
    column_set<M::input_columns.count> columns;
    typename M::params params;
    int form;
    uint64_t seed;
    int64_t count;
};

/* data_bits and splitmix64 of src/problem.h; the property device_items_equal_host_items holds them to it. */
FN uint64_t item_bits(int form, uint64_t seed, uint64_t i)
{
    uint64_t z = seed + i * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return form == DATA_UNIT ? 0 : form == DATA_SMALL ? z & 15 : z;
}

template <class M>
KERNEL(256, 1)
make_items_kernel(make_arguments<M> a)
{
    for (int64_t i = block_id() * 256 + thread_id(); i < a.count; i += block_count() * 256) {
        typename M::input item = M::value(a.params, (uint64_t)i, item_bits(a.form, a.seed, (uint64_t)i));
        store_fields<input_traits<M>>(a.columns, i, &item);
    }
}

template <class M>
static bool make_items(const void *params, struct stream *stream, const struct columns *columns,
                       enum data_form form, uint64_t seed, uint64_t count, struct text *why)
{
    struct job job = {};
    job.stream = stream;
    make_arguments<M> a = {column_set_of<M::input_columns.count>(*columns), params_of<M>(params), (int)form,
                           seed, (int64_t)count};
    return launch("make_items", make_items_kernel<M>, larger(1, smaller(MOST_BLOCKS, ceiling(a.count, 256))),
                  256, 1, &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
