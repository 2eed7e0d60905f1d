/* SPDX-License-Identifier: MIT
 * The operator of this translation unit as kernels see it: a struct, named after it lest the linker take one
 * operator's kernels for another's, with types, columns known at compile time, and functions that take the
 * run-time parameters whether the operator has any or not. OP_LINE is its line of operators.def. */
#ifndef FOLDCHECK_OPERATOR_HIP_H
#define FOLDCHECK_OPERATOR_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

#define IN_TYPE_LIFT(NAME) struct NAME##_in
#define IN_TYPE_NO_LIFT(NAME) struct NAME
#define OUT_TYPE_EMIT(NAME) struct NAME##_out
#define OUT_TYPE_NO_EMIT(NAME) no_mapout
#define PARAMS_TYPE_PARAMS(NAME) struct NAME##_params
#define PARAMS_TYPE_NO_PARAMS(NAME) no_params
#define ONLY_PARAMS(P) &P
#define ONLY_NO_PARAMS(P)
#define LAST_PARAMS(P) , &P
#define LAST_NO_PARAMS(P)
#define LIFT_LIFT(NAME, ITEM, LAST) NAME##_lift(ITEM LAST)
#define LIFT_NO_LIFT(NAME, ITEM, LAST) ITEM
#define EMIT_EMIT(NAME, ITEM, LAST) NAME##_emit(ITEM LAST)
#define EMIT_NO_EMIT(NAME, ITEM, LAST) no_mapout()
#define IS_LIFT true
#define IS_NO_LIFT false
#define IS_EMIT true
#define IS_NO_EMIT false
#define IS_PARAMS true
#define IS_NO_PARAMS false

#include OP_HEADER

/* On the simulator a user's operator is looked at for undefined behaviour: beside its functions, the same ones are
 * called that another unit has, compiled with the checks. In this unit they would change which loops the compiler
 * unrolls, and so what is counted. */
#ifdef OP_LOOKED_AT
extern "C" const struct op *const OP_LOOKED_AT;
template <class State>
static __attribute__((noinline)) void look_at_combine(const void *params, const State *left,
                                                      const State *right)
{
    State result;
    OP_LOOKED_AT->combine(params, left, right, &result);
}
template <class State, class Input>
static __attribute__((noinline)) void look_at_lift(const void *params, const Input *item)
{
    State result;
    OP_LOOKED_AT->lift(params, item, &result);
}
template <class Mapout, class Input>
static __attribute__((noinline)) void look_at_emit(const void *params, const Input *item)
{
    Mapout result;
    OP_LOOKED_AT->emit(params, item, &result);
}
#define LOOK_AT(WORDS) WORDS
#else
#define LOOK_AT(WORDS)
#endif
#define LOOK_AT_LIFT(WORDS) LOOK_AT(WORDS)
#define LOOK_AT_NO_LIFT(WORDS)
#define LOOK_AT_EMIT(WORDS) LOOK_AT(WORDS)
#define LOOK_AT_NO_EMIT(WORDS)

#define OPERATOR(NAME, WHAT, INPUT, STATE, MAPOUT, LIFTS, EMITS, NEUTRALS, HAS_PARAMS, LAWS, ...)            \
    struct NAME##_operator {                                                                                 \
        using state = struct NAME;                                                                           \
        using input = IN_TYPE_##LIFTS(NAME);                                                                 \
        using mapout = OUT_TYPE_##EMITS(NAME);                                                               \
        using params = PARAMS_TYPE_##HAS_PARAMS(NAME);                                                       \
        static constexpr const char *name = #NAME, *input_text = INPUT, *state_text = STATE;                 \
        static constexpr column_list input_columns = columns_of(INPUT), state_columns = columns_of(STATE),   \
                                     mapout_columns = columns_of(MAPOUT);                                    \
        static constexpr bool lifts = IS_##LIFTS, emits = IS_##EMITS, has_params = IS_##HAS_PARAMS;          \
        static constexpr unsigned laws = (LAWS);                                                             \
        OP_FN state identity(const params &p)                                                                \
        {                                                                                                    \
            (void)p;                                                                                         \
            return NAME##_identity(ONLY_##HAS_PARAMS(p));                                                    \
        }                                                                                                    \
        OP_FN state combine(const params &p, const state &left, const state &right)                          \
        {                                                                                                    \
            (void)p;                                                                                         \
            count_combine();                                                                                 \
            LOOK_AT(look_at_combine(&p, &left, &right);)                                                     \
            return NAME##_combine(left, right LAST_##HAS_PARAMS(p));                                         \
        }                                                                                                    \
        OP_FN input value(const params &p, uint64_t index, uint64_t bits)                                    \
        {                                                                                                    \
            (void)p;                                                                                         \
            return NAME##_value(index, bits LAST_##HAS_PARAMS(p));                                           \
        }                                                                                                    \
        OP_FN state lift(const params &p, const input &item)                                                 \
        {                                                                                                    \
            (void)p;                                                                                         \
            LOOK_AT_##LIFTS(look_at_lift<state>(&p, &item);) return LIFT_##LIFTS(NAME, item,                 \
                                                                                 LAST_##HAS_PARAMS(p));      \
        }                                                                                                    \
        OP_FN mapout emit(const params &p, const input &item)                                                \
        {                                                                                                    \
            (void)p, (void)item;                                                                             \
            LOOK_AT_##EMITS(look_at_emit<mapout>(&p, &item);) return EMIT_##EMITS(NAME, item,                \
                                                                                  LAST_##HAS_PARAMS(p));     \
        }                                                                                                    \
    };                                                                                                       \
    using the_operator = NAME##_operator;
OP_LINE
#undef OPERATOR

} // namespace FOLDCHECK_NAMESPACE
#endif
