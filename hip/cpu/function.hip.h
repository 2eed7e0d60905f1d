/* SPDX-License-Identifier: MIT
 * A function of the host as a strategy. The function takes the items of one row, as an array of C structs, and knows
 * nothing of rows, layouts, parameters or initial values: what is here calls it once a row, with the row's items where
 * they lie if that is such an array, else copied there before, and writes its results where they belong. A struct of one
 * column is the number alone, as users have it: a library may treat numbers otherwise than structs.
 *
 *   struct my_scan : foldcheck_cpu::inclusive_scan {
 *       template <class State, class Combine>
 *       static void run(const State *items, State *results, size_t count, State identity, Combine combine);
 *   };
 *
 * inclusive_scan, exclusive_scan and reduction are the bases of such functions. A library that has several forms, or
 * takes an operator's lift itself, is a `host_function` with a `call` (std.hip.h). */
#ifndef FOLDCHECK_CPU_FUNCTION_HIP_H
#define FOLDCHECK_CPU_FUNCTION_HIP_H

#include "hip/plan.hip.h"
#ifdef FOLDCHECK_THREAD_SANITIZER
#include "hip/cpu/races.hip.h"
#endif

#include <assert.h>
#include <exception>
#include <string.h>
#include <type_traits>
#include <unistd.h>

namespace FOLDCHECK_NAMESPACE
{

/* ---- an operator as a library takes it ----------------------------------------------------------------- */
/* The type of one column, "f32"; void of more, and of what C++ has no number for. */
template <char KIND, int BITS>
struct number_of_column {
    using type = void;
};
#define NUMBER_OF_COLUMN(KIND, BITS, TYPE)                                                                   \
    template <>                                                                                              \
    struct number_of_column<KIND, BITS> {                                                                    \
        using type = TYPE;                                                                                   \
    };
NUMBER_OF_COLUMN('i', 8, int8_t)
NUMBER_OF_COLUMN('i', 16, int16_t)
NUMBER_OF_COLUMN('i', 32, int32_t)
NUMBER_OF_COLUMN('i', 64, int64_t)
NUMBER_OF_COLUMN('u', 8, uint8_t)
NUMBER_OF_COLUMN('u', 16, uint16_t)
NUMBER_OF_COLUMN('u', 32, uint32_t)
NUMBER_OF_COLUMN('u', 64, uint64_t)
NUMBER_OF_COLUMN('f', 32, float)
NUMBER_OF_COLUMN('f', 64, double)
#undef NUMBER_OF_COLUMN

COMPILE_TIME int bits_of_column(const char *text)
{
    int bits = 0;
    for (text++; *text; text++) {
        if (*text < '0' || *text > '9') return 0;
        bits = bits * 10 + (*text - '0');
    }
    return bits;
}

template <class Tuple, class Number>
using number_or = std::conditional_t<std::is_void_v<Number>, Tuple, Number>;
template <class M>
using host_state =
    number_or<typename M::state,
              typename number_of_column<M::state_text[0], bits_of_column(M::state_text)>::type>;
template <class M>
using host_input =
    number_or<typename M::input,
              typename number_of_column<M::input_text[0], bits_of_column(M::input_text)>::type>;

/* The struct of a number, and the number of a struct. */
template <class To, class From>
static inline To same_bits(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "a struct of one column is as large as its number");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

template <class M>
struct combine_of {
    typename M::params params;
    host_state<M> operator()(const host_state<M> &left, const host_state<M> &right) const
    {
        using state = typename M::state;
        return same_bits<host_state<M>>(M::combine(params, same_bits<state>(left), same_bits<state>(right)));
    }
};

template <class M>
struct lift_of {
    typename M::params params;
    host_state<M> operator()(const host_input<M> &item) const
    {
        return same_bits<host_state<M>>(M::lift(params, same_bits<typename M::input>(item)));
    }
};

/* A row, as a library's function gets it. Without `init` it has to begin with the first item, or the identity. */
template <class M, class Item>
struct host_row {
    using state = host_state<M>;
    const Item *items;
    state *results; /* one of a reduction, else one an item; may be the items */
    size_t count;
    bool exclusive;
    const state *init; /* NULL: none */
    state identity;
    combine_of<M> combine;
    lift_of<M> lift;                /* where Item is the operator's input */
    const struct launch_shape *how; /* threads, policy, partitioner, grain */

    state start() const
    {
        return init ? *init : identity;
    }
};

/* ---- items in and out of columns, by memcpy: they have the type that others gave them ------------------- */
template <class T, int K = 0>
static inline void take_item(const struct columns &from, uint64_t i, typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        const struct column &column = from.column[K];
        memcpy(reinterpret_cast<char *>(item) + T::columns.offset[K],
               static_cast<const char *>(column.base) + (int64_t)i * column.stride, T::columns.size[K]);
        take_item<T, K + 1>(from, i, item);
    }
}

/* A column that is not there is left out. */
template <class T, int K = 0>
static inline void put_item(const struct columns &to, uint64_t i, const typename T::tuple &item)
{
    if constexpr (K < T::columns.count) {
        const struct column &column = to.column[K];
        if (column.base)
            memcpy(static_cast<char *>(column.base) + (int64_t)i * column.stride,
                   reinterpret_cast<const char *>(&item) + T::columns.offset[K], T::columns.size[K]);
        put_item<T, K + 1>(to, i, item);
    }
}

/* Items back to back, as the operator's C struct has them. */
static inline bool is_array(const struct columns &columns, const struct tuple &tuple)
{
    const char *first = static_cast<const char *>(columns.column[0].base);
    for (int c = 0; c < columns.count; c++)
        if (columns.column[c].stride != static_cast<int64_t>(tuple.size) ||
            static_cast<const char *>(columns.column[c].base) != first + tuple.offset[c])
            return false;
    return reinterpret_cast<uintptr_t>(first) % tuple.align == 0;
}

/* ---- rows ------------------------------------------------------------------------------------------------ */
static inline uint64_t row_begin(const struct job *job, uint64_t row)
{
    return job->row_start ? job->row_start[row] : row * job->length;
}

template <class M>
static inline typename M::params params_of_row(const struct job *job, uint64_t row)
{
    if (!job->row_params) return params_of<M>(job->params);
    const char *sets = static_cast<const char *>(job->row_params);
    int64_t number = vary_index_of(&job->vary, (int64_t)row);
    return params_of<M>(sets + number * (int64_t)job->op->params_size);
}

/* Where a row's items and results lie while the function works on them. */
enum : uint64_t { ROOM_APART = 64 }; /* bytes */

template <class M, class Item>
struct host_room {
    Item *items;
    host_state<M> *results;
};

template <class M, class Item>
static host_room<M, Item> room_of(const struct job *job)
{
    char *room = static_cast<char *>(job->scratch);
    uint64_t items = (job_items(job) * sizeof(Item) + ROOM_APART - 1) / ROOM_APART * ROOM_APART;
    return {reinterpret_cast<Item *>(room), reinterpret_cast<host_state<M> *>(room + items)};
}

/* The items of a row as an array: where they lie, or in the room. */
template <class M, class Item>
static const Item *items_of_row(const struct job *job, uint64_t first, uint64_t count, const lift_of<M> &lift,
                                Item *room)
{
    constexpr bool is_as_given = std::is_same_v<Item, host_input<M>>; /* else the lifted one */
    if constexpr (is_as_given)
        if (is_array(job->in, job->op->input))
            return static_cast<const Item *>(job->in.column[0].base) + first;
    for (uint64_t i = 0; i < count; i++) {
        typename M::input item;
        take_item<input_traits<M>>(job->in, first + i, &item);
        if constexpr (is_as_given)
            room[i] = same_bits<Item>(item);
        else
            room[i] = lift(same_bits<host_input<M>>(item));
    }
    return room;
}

/* One call of F for a row. */
template <class F, class M>
static void call_row(const struct job *job, const struct launch_shape *how, uint64_t row)
{
    using item = typename F::template item<M>;
    using state = host_state<M>;
    const typename M::params params = params_of_row<M>(job, row);
    const uint64_t first = row_begin(job, row), count = row_begin(job, row + 1) - first;
    const bool reduces = job->what == WHAT_REDUCE; /* padding behind results is not the function's to write */
    const bool direct = job->op->state.packed == job->op->state.size && is_array(job->out, job->op->state);
    const uint64_t at = reduces ? row : first, results = reduces ? 1 : count;
    host_room<M, item> room = room_of<M, item>(job);
    const state identity = same_bits<state>(M::identity(params));
    state init = identity;
    if (job->init) memcpy(&init, job->init, sizeof init);
    host_row<M, item> call = {items_of_row<M, item>(job, first, count, {params}, room.items),
                              direct ? static_cast<state *>(job->out.column[0].base) + at : room.results,
                              count,
                              job->what == WHAT_EXSCAN,
                              job->init ? &init : nullptr,
                              identity,
                              {params},
                              {params},
                              how};
    F::call(call);
    for (uint64_t i = 0; !direct && i < results; i++)
        put_item<state_traits<M>>(job->out, at + i, same_bits<typename M::state>(room.results[i]));
}

template <class F, class M>
static bool call_rows_here(const struct job *job, const struct launch_shape *how, struct text *why)
{
    try {
        F::with_threads(*how, [&] {
            for (uint64_t row = 0; row < job->rows; row++)
                call_row<F, M>(job, how, row);
        });
    } catch (const std::exception &thrown) {
        return text_say(why, "%s threw %.200s", F::name, thrown.what()) != 0;
    }
    return true;
}

template <class F, class M>
static bool call_rows(const struct job *job, const struct launch_shape *how, struct text *why)
{
#ifdef FOLDCHECK_THREAD_SANITIZER
    return launch_apart(F::name, job, why,
                        [=](struct text *said) { return call_rows_here<F, M>(job, how, said); });
#else
    return call_rows_here<F, M>(job, how, why);
#endif
}

/* Bytes for the items and results of all rows. */
static inline uint64_t function_scratch(const struct job *job)
{
    uint64_t item = job->op->input.size > job->op->state.size ? job->op->input.size : job->op->state.size;
    return (job_items(job) + 1) * (item + job->op->state.size) + 2 * ROOM_APART;
}

/* ---- how a function describes itself -------------------------------------------------------------------- */
/* What F takes beside threads: numbers of its own list, 0 for none. */
struct host_tuning {
    uint32_t policy = 0, partitioner = 0, grain = 0;
};

/* The defaults; F also has `name`, what it `does`, `what` and `call(host_row)`. */
struct host_function {
    static constexpr unsigned needs = 0; /* laws without which it refuses */
    static constexpr bool takes_threads = false;
    static constexpr bool inclusive = true, exclusive = true; /* of a scan: the kinds that it does */
    static constexpr bool in_place = true;      /* of a scan: with results over the items, too */
    static constexpr bool begins = true;        /* of a scan: with an initial value */
    static constexpr bool emits = false;        /* writes map-outs, which takes a `launch` of its own */
    static constexpr bool asks_for_room = true; /* for copies of items and results as arrays of structs */
    static constexpr unsigned refuses = 0;      /* of what others take, TAKES_... */
    static constexpr uint64_t most_items = 0;   /* 0: any number */
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;
    static constexpr host_tuning tunings[] = {{}};

    /* What a row is an array of: states, or the operator's input, host_input<M>, which F lifts itself. */
    template <class M>
    using item = host_state<M>;

    template <class Work>
    static void with_threads(const struct launch_shape &, Work work)
    {
        work();
    }

    /* A call a row; by_key has one for all. */
    template <class F, class M>
    static bool launch_as(const struct job *job, const struct launch_shape *how, struct text *why)
    {
        return call_rows<F, M>(job, how, why);
    }

    /* Whatever the function takes, items or states: the larger of both. */
    static uint64_t scratch(const struct job *job, const struct launch_shape *)
    {
        return function_scratch(job);
    }
};

/* What F takes, as strategy.h says it. */
template <class F>
COMPILE_TIME unsigned function_takes(void)
{
    return (TAKES_EMPTY_ROWS | TAKES_SOME_COLUMNS | TAKES_ANY_ROWS |
            (F::what == WHAT_REDUCE || F::in_place ? TAKES_IN_PLACE : 0) | (F::emits ? TAKES_MAP_OUT : 0) |
            (F::takes_threads ? TAKES_THREADS : 0) |
            (F::what != WHAT_SCAN
                 ? 0
                 : (F::inclusive ? TAKES_INCLUSIVE : 0) | (F::exclusive ? TAKES_EXCLUSIVE : 0) |
                       (F::begins ? TAKES_INIT : 0))) &
           ~F::refuses;
}

template <class F>
static const struct strategy *strategy_of_function(void)
{
    static const struct strategy strategy = [] {
        struct strategy all = {};
        all.name = F::name;
        all.ids = "";
        all.does = F::does;
        all.what = F::what;
        all.needs = F::needs;
        all.takes = function_takes<F>();
        all.blocks_communicate = F::takes_threads; /* for all that is known */
        all.determinism = F::determinism;
        all.most_items = F::most_items;
        all.refuse = refuse_by_takes;
        all.scratch_bytes = F::asks_for_room ? F::scratch : no_scratch;
        all.prepare = prepare_nothing;
        return all;
    }();
    return &strategy;
}

/* As many threads as there are processors, unless another number is asked for. */
static inline uint32_t usual_threads(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1                    ? 1
           : processors > (long)MOST_THREADS ? (uint32_t)MOST_THREADS
                                             : (uint32_t)processors;
}

/* Instances of F for an operator, one a tuning. */
enum { MOST_HOST_INSTANCES = 64 };
struct host_instances {
    struct instance at[MOST_HOST_INSTANCES];
    size_t count;
};

template <class F, class M>
static void add_function(host_instances *list)
{
    for (const host_tuning &tuning : F::tunings) {
        assert(list->count < MOST_HOST_INSTANCES);
        struct instance *instance = &list->at[list->count++];
        instance->strategy = strategy_of_function<F>();
        instance->shape.threads = F::takes_threads ? usual_threads() : 0;
        instance->shape.policy = tuning.policy;
        instance->shape.partitioner = tuning.partitioner;
        instance->shape.grain = tuning.grain;
        if constexpr (F::emits)
            instance->launch = F::template launch<M>;
        else
            instance->launch = F::template launch_as<F, M>;
    }
}

/* ---- functions of one form, as a user writes them ------------------------------------------------------- */
/* Bases of a struct whose `run` is the function; it may take any number of threads. */
struct users_function : host_function {
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr bool begins = false;
};

/* run(items, results, count, identity, combine) */
struct inclusive_scan : users_function {
    static constexpr enum what what = WHAT_SCAN;
    static constexpr const char *does = "a user's inclusive scan";
    static constexpr bool exclusive = false;

    template <class U, class Row>
    static void run_row(const Row &row)
    {
        U::run(row.items, row.results, row.count, row.identity, row.combine);
    }
};

/* The same; result i has the items before item i. */
struct exclusive_scan : inclusive_scan {
    static constexpr const char *does = "a user's exclusive scan";
    static constexpr bool inclusive = false, exclusive = true;
};

/* State run(items, count, identity, combine) */
struct reduction : users_function {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr const char *does = "a user's reduction";

    template <class U, class Row>
    static void run_row(const Row &row)
    {
        *row.results = U::run(row.items, row.count, row.identity, row.combine);
    }
};

/* The function of a base above as a strategy. */
template <class U>
struct called : U {
    template <class Row>
    static void call(const Row &row)
    {
        U::template run_row<U>(row);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
