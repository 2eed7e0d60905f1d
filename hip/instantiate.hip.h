/* SPDX-License-Identifier: MIT
 * Instances: one strategy, compiled for one operator and one shape; and the kernels of an operator that are outside
 * every strategy. */
#ifndef FOLDCHECK_INSTANTIATE_HIP_H
#define FOLDCHECK_INSTANTIATE_HIP_H

#include "hip/description.hip.h"
#include "hip/element.hip.h"

#include <assert.h>
#include <utility>

/* The function of a unit (strategies_unit.hip.h) that adds its instances of the operator. */
#define UNIT_INSTANCES(NAME) FOLDCHECK_PASTE(FOLDCHECK_PASTE(OP_NAME, _), FOLDCHECK_PASTE(NAME, _instances))

namespace FOLDCHECK_NAMESPACE
{

/* Whether only tiny tunings are compiled, and strategies that pick others, which have none: for a first look
 * (ci/mutants). */
#ifndef FOLDCHECK_TINY_TUNINGS
#define FOLDCHECK_TINY_TUNINGS false
#endif

/* Whether the operator has the strategies that are there for a document's form (FORM). */
#ifndef FOLDCHECK_FORMS
#define FOLDCHECK_FORMS 1
#endif

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

[[maybe_unused]] static void list_append(struct instance_list *list, const struct strategy *strategy,
                                         const struct instance *instance)
{
    assert(list->count < MOST_INSTANCES);
    list->instance[list->count] = *instance;
    list->instance[list->count++].strategy = strategy;
}

/* Does a strategy with these words in its line take the operator? */
template <class M>
COMPILE_TIME bool takes(unsigned words)
{
    if constexpr (is_element<M>)
        return true;
    else
        return (!(words & FORM) || FOLDCHECK_FORMS) && (!(words & PRODUCTS) || M::state_columns.parts > 1) &&
               (!(words & NO_MAP_OUT) || (!M::lifts && !M::emits));
}

/* Whether two functions are one. With sanitizers a compiler compares their addresses when the program runs. */
template <auto A, auto B>
static constexpr bool is_same_function = false;
template <auto A>
static constexpr bool is_same_function<A, A> = true;

/* A strategy that does not say what its blocks need takes no more than every device has. */
template <class S>
static constexpr bool says_shared = !is_same_function<&S::shared_bytes, &any_strategy::shared_bytes>;

template <class S, class M, int AT>
static void add_instance(struct instance_list *list)
{
    constexpr struct tuning tuning = S::tunings[AT];
    constexpr int BLOCK = tuning.block, ITEMS = scaled_items(tuning.items, S::held(sizes_of<M>())),
                  GROUP = tuning.group, GATHER = tuning.gather;
    constexpr bool tiny = tuning.kind == TINY || tuning.kind == NARROW,
                   few = tuning.kind == NARROW || tuning.kind == MORE;
    constexpr bool wanted = (!few || is_witness(M::laws)) && (!FOLDCHECK_TINY_TUNINGS || tiny || S::picks);
    constexpr struct launch_shape shape = shape_of(BLOCK, ITEMS, GROUP, GATHER);
    if constexpr (wanted && GROUP <= MOST_LANES && strategy_fits<S>(sizes_of<M>(), shape)) {
        static constexpr struct instance instance = {
            nullptr,
            shape,
            tiny,
            S::asks_for_shared ? S::shared_bytes(sizes_of<M>(), shape) : 0,
            says_shared<S> ? S::shared_bytes(sizes_of<M>(), shape) : (uint64_t)MOST_SHARED_BYTES,
            S::template enqueue<M, BLOCK, ITEMS, GROUP, GATHER>};
        list_append(list, strategy_of<S>(), &instance);
    }
}

template <class S, class M, int... AT>
static void add_tunings(struct instance_list *list, std::integer_sequence<int, AT...>)
{
    (add_instance<S, M, AT>(list), ...);
}

/* Adds the strategy in all its tunings, if it takes the operator. Strategies that move elements take nothing else. */
template <class S, class M, unsigned WORDS>
static void add_strategy(struct instance_list *list)
{
    if constexpr (is_element<M> == (S::what == WHAT_TRANSPOSE) && takes<M>(WORDS))
        add_tunings<S, M>(list, std::make_integer_sequence<int, sizeof S::tunings / sizeof S::tunings[0]>());
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
    int64_t count, by_rows;
};

/* data_bits and splitmix64 of src/case/data.h; the property device_items_equal_host_items holds them to it. */
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
        uint64_t number = (uint64_t)i;
        if (a.by_rows) number = (uint64_t)(i % a.by_rows * (a.count / a.by_rows) + i / a.by_rows);
        typename M::input item = M::value(a.params, number, item_bits(a.form, a.seed, number));
        store_fields<input_traits<M>>(a.columns, i, &item);
    }
}

template <class M>
static bool make_items(const void *params, struct stream *stream, const struct columns *columns,
                       enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows, struct text *why)
{
    struct job job = {};
    job.stream = stream;
    make_arguments<M> a = {column_set_of<M::input_columns.count>(*columns),
                           params_of<M>(params),
                           (int)form,
                           seed,
                           (int64_t)count,
                           (int64_t)by_rows};
    return launch("make_items", make_items_kernel<M>, larger(1, smaller(MOST_BLOCKS, ceiling(a.count, 256))),
                  256, 1, &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
