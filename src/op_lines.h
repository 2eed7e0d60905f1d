/* SPDX-License-Identifier: MIT
 * Operators' lines seen through the host's view of op.h. A file that includes this has included the operators'
 * headers, and names in OPERATOR_TABLE the file that holds the lines; what it gets is
 *
 *     static struct op_line op_lines[];
 *
 * which op_register takes, after which op_find knows the operators. */
#include "op.h"

#include <assert.h>

/* ---- what a feature word of a line means ---- */
#define IS_LIFT true
#define IS_NO_LIFT false
#define IS_EMIT true
#define IS_NO_EMIT false
#define IS_NEUTRAL true
#define IS_NO_NEUTRAL false
#define IS_PARAMS true
#define IS_NO_PARAMS false

#define INPUT_OF_LIFT(NAME) struct NAME##_in
#define INPUT_OF_NO_LIFT(NAME) struct NAME

/* The params of a call: as its only argument, and after others. */
#define ONLY_PARAMS(NAME) (const struct NAME##_params *)params
#define ONLY_NO_PARAMS(NAME)
#define LAST_PARAMS(NAME) , (const struct NAME##_params *)params
#define LAST_NO_PARAMS(NAME)

/* Each feature's function for the table, where the operator has it, and its address or NULL. */
#define DEFINE_PARAMS(NAME)                                                                                  \
    static void host_##NAME##_params(const int64_t *args, void *params)                                      \
    {                                                                                                        \
        *(struct NAME##_params *)params = NAME##_params(args);                                               \
    }
#define DEFINE_NO_PARAMS(NAME)
#define DEFINE_LIFT(NAME, LAST)                                                                              \
    static void host_##NAME##_lift(const void *params, const void *input, void *state)                       \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME *)state = NAME##_lift(*(const struct NAME##_in *)input LAST(NAME));                    \
    }
#define DEFINE_NO_LIFT(NAME, LAST)                                                                           \
    static void host_##NAME##_lift(const void *params, const void *input, void *state)                       \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME *)state = *(const struct NAME *)input;                                                 \
    }
#define DEFINE_EMIT(NAME, INPUT, LAST)                                                                       \
    static void host_##NAME##_emit(const void *params, const void *input, void *mapout)                      \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME##_out *)mapout = NAME##_emit(*(const INPUT *)input LAST(NAME));                        \
    }
#define DEFINE_NO_EMIT(NAME, INPUT, LAST)
#define DEFINE_NEUTRAL(NAME, INPUT, ONLY)                                                                    \
    static void host_##NAME##_neutral(const void *params, void *input)                                       \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(INPUT *)input = NAME##_neutral(ONLY(NAME));                                                        \
    }
#define DEFINE_NO_NEUTRAL(NAME, INPUT, ONLY)

#define HOST_PARAMS(NAME) host_##NAME##_params
#define HOST_NO_PARAMS(NAME) NULL
#define HOST_EMIT(NAME) host_##NAME##_emit
#define HOST_NO_EMIT(NAME) NULL
#define HOST_NEUTRAL(NAME) host_##NAME##_neutral
#define HOST_NO_NEUTRAL(NAME) NULL

#define PARAMS_SIZE_PARAMS(NAME) sizeof(struct NAME##_params)
#define PARAMS_SIZE_NO_PARAMS(NAME) 0
#define MAPOUT_SIZE_EMIT(NAME) sizeof(struct NAME##_out)
#define MAPOUT_SIZE_NO_EMIT(NAME) 0

/* A plugin's only operator may have a tolerance, OP_TOLERANCE, or a NAME_close, OP_HAS_CLOSE. */
#ifndef OP_TOLERANCE
#define OP_TOLERANCE NULL
#endif
#ifdef OP_HAS_CLOSE
#define DEFINE_CLOSE(NAME)                                                                                   \
    static bool host_##NAME##_close(const void *expected, const void *got, uint64_t depth, uint64_t items)   \
    {                                                                                                        \
        return NAME##_close(*(const struct NAME *)expected, *(const struct NAME *)got, depth, items);        \
    }
#define HOST_CLOSE(NAME) host_##NAME##_close
#else
#define DEFINE_CLOSE(NAME)
#define HOST_CLOSE(NAME) NULL
#endif

/* Or it may have a NAME_wide.h, OP_HAS_WIDE. */
#ifdef OP_HAS_WIDE
#define DEFINE_WIDE(NAME, LAST)                                                                              \
    static_assert(sizeof(struct NAME##_wide) <= MAX_WIDE_BYTES, #NAME "_wide: the state is too large");      \
    static void host_##NAME##_widen(const void *state, void *wide)                                           \
    {                                                                                                        \
        *(struct NAME##_wide *)wide = NAME##_widen(*(const struct NAME *)state);                             \
    }                                                                                                        \
    static void host_##NAME##_wide_combine(const void *params, const void *left, const void *right,          \
                                           void *result)                                                     \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME##_wide *)result = NAME##_wide_combine(*(const struct NAME##_wide *)left,               \
                                                            *(const struct NAME##_wide *)right LAST(NAME));  \
    }                                                                                                        \
    static void host_##NAME##_narrow(const void *wide, void *state)                                          \
    {                                                                                                        \
        *(struct NAME *)state = NAME##_narrow(*(const struct NAME##_wide *)wide);                            \
    }                                                                                                        \
    static const struct op_wide host_##NAME##_wide = {host_##NAME##_widen, host_##NAME##_wide_combine,       \
                                                      host_##NAME##_narrow};
#define HOST_WIDE(NAME) &host_##NAME##_wide
#else
#define DEFINE_WIDE(NAME, LAST)
#define HOST_WIDE(NAME) NULL
#endif

/* A plugin's operators are watched for undefined behaviour. */
#ifndef OP_WATCH
#define OP_WATCH NULL
#endif

/* And compiled twice. */
#ifndef OP_AGAIN
#define OP_AGAIN NULL
#endif

/* Not every tuple need be a state: the build defines OP_STATE_my_op as "unused, OWN_STATES" where it finds a
 * my_op_state. */
#define SECOND_OF(FIRST, SECOND, ...) SECOND
#define CHOOSE(...) SECOND_OF(__VA_ARGS__)
#define STATES_OF(NAME) CHOOSE(OP_STATE_##NAME, ALL_STATES, unused)
#define PASTE(LEFT, RIGHT) LEFT##RIGHT
#define PASTED(LEFT, RIGHT) PASTE(LEFT, RIGHT)
#define DEFINE_OWN_STATES(NAME, LAST)                                                                        \
    static void host_##NAME##_state(const void *params, const void *any, void *state)                        \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME *)state = NAME##_state(*(const struct NAME *)any LAST(NAME));                          \
    }
#define DEFINE_ALL_STATES(NAME, LAST)
#define HOST_OWN_STATES(NAME) host_##NAME##_state
#define HOST_ALL_STATES(NAME) NULL

/* ---- one set of host functions an operator ---- */
#define OPERATOR(NAME, WHAT, IN, STATE, OUT, LIFTS, EMITS, NEUTRALS, HAS, LAWS, MOST, ARGUMENTS)             \
    static_assert(sizeof(struct NAME) <= MAX_STATE_BYTES, #NAME ": the state is too large");                 \
    static_assert(PARAMS_SIZE_##HAS(NAME) <= MAX_PARAMS_BYTES, #NAME ": the params are too large");          \
    DEFINE_CLOSE(NAME)                                                                                       \
    DEFINE_WIDE(NAME, LAST_##HAS)                                                                            \
    PASTED(DEFINE_, STATES_OF(NAME))                                                                         \
    (NAME, LAST_##HAS) DEFINE_##HAS(NAME) DEFINE_##LIFTS(NAME, LAST_##HAS)                                   \
        DEFINE_##EMITS(NAME, INPUT_OF_##LIFTS(NAME), LAST_##HAS)                                             \
            DEFINE_##NEUTRALS(NAME, INPUT_OF_##LIFTS(NAME), ONLY_##HAS) static void host_##NAME##_identity(  \
                const void *params, void *state)                                                             \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME *)state = NAME##_identity(ONLY_##HAS(NAME));                                           \
    }                                                                                                        \
    static void host_##NAME##_combine(const void *params, const void *left, const void *right, void *result) \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(struct NAME *)result =                                                                             \
            NAME##_combine(*(const struct NAME *)left, *(const struct NAME *)right LAST_##HAS(NAME));        \
    }                                                                                                        \
    static void host_##NAME##_value(const void *params, uint64_t index, uint64_t bits, void *input)          \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(INPUT_OF_##LIFTS(NAME) *)input = NAME##_value(index, bits LAST_##HAS(NAME));                       \
    }
#include OPERATOR_TABLE
#undef OPERATOR

/* ---- the lines ---- */
/* The list of arguments has an empty head, for C11 knows no empty initialiser. */
#define ARGS(...)                                                                                            \
    {                                                                                                        \
        {NULL, 0, 0, 0}, __VA_ARGS__                                                                         \
    }
#define OPERATOR(NAME, WHAT, IN, STATE, OUT, LIFTS, EMITS, NEUTRALS, HAS, LAWS, MOST, ARGUMENTS)             \
    {.input = IN,                                                                                            \
     .state = STATE,                                                                                         \
     .mapout = OUT,                                                                                          \
     .input_size = sizeof(INPUT_OF_##LIFTS(NAME)),                                                           \
     .state_size = sizeof(struct NAME),                                                                      \
     .mapout_size = MAPOUT_SIZE_##EMITS(NAME),                                                               \
     .tolerance = OP_TOLERANCE,                                                                              \
     .headed_args = ARGUMENTS,                                                                               \
     .op = {.name = #NAME,                                                                                   \
            .what = WHAT,                                                                                    \
            .laws = LAWS,                                                                                    \
            .most_items = MOST,                                                                              \
            .lifts = IS_##LIFTS,                                                                             \
            .emits = IS_##EMITS,                                                                             \
            .has_neutral = IS_##NEUTRALS,                                                                    \
            .has_params = IS_##HAS,                                                                          \
            .params_size = PARAMS_SIZE_##HAS(NAME),                                                          \
            .close = HOST_CLOSE(NAME),                                                                       \
            .wide = HOST_WIDE(NAME),                                                                         \
            .params = HOST_##HAS(NAME),                                                                      \
            .identity = host_##NAME##_identity,                                                              \
            .combine = host_##NAME##_combine,                                                                \
            .value = host_##NAME##_value,                                                                    \
            .lift = host_##NAME##_lift,                                                                      \
            .emit = HOST_##EMITS(NAME),                                                                      \
            .neutral = HOST_##NEUTRALS(NAME),                                                                \
            .watch = OP_WATCH,                                                                               \
            .again = OP_AGAIN,                                                                               \
            .state_of = PASTED(HOST_, STATES_OF(NAME))(NAME)}},
static struct op_line op_lines[] = {
#include OPERATOR_TABLE
};
#undef OPERATOR
