/* SPDX-License-Identifier: MIT
 * The table of operators: operators.def seen through the host's view of op.h. operator_headers.h is written
 * by the build, one #include for each line of operators.def. */
#include "op.h"
#include "operator_headers.h"

#include <assert.h>
#include <string.h>

/* ---- what a feature word of a line means
 * ------------------------------------------------------------------- */
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

/* ---- one set of host functions an operator
 * ----------------------------------------------------------------- */
#define OPERATOR(NAME, WHAT, IN, STATE, OUT, LIFTS, EMITS, NEUTRALS, HAS, LAWS, MOST, ARGUMENTS)             \
    static_assert(sizeof(struct NAME) <= MAX_STATE_BYTES, #NAME ": the state is too large");                 \
    static_assert(PARAMS_SIZE_##HAS(NAME) <= MAX_PARAMS_BYTES, #NAME ": the params are too large");          \
    DEFINE_##HAS(NAME) DEFINE_##LIFTS(NAME, LAST_##HAS)                                                      \
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
#include "operators.def"
#undef OPERATOR

/* ---- the table
 * --------------------------------------------------------------------------------------------- */
/* What the line says in text, and the compiler's sizes to hold it against. The list of arguments has an empty
 * head, for C11 knows no empty initialiser. */
struct line {
    const char *input, *state, *mapout;
    size_t input_size, state_size, mapout_size; /* bytes */
    struct op_arg headed_args[MAX_ARGS + 1];
};

#define ARGS(...)                                                                                            \
    {                                                                                                        \
        {NULL, 0, 0, 0}, __VA_ARGS__                                                                         \
    }
#define OPERATOR(NAME, WHAT, IN, STATE, OUT, LIFTS, EMITS, NEUTRALS, HAS, LAWS, MOST, ARGUMENTS)             \
    {IN,       STATE, OUT, sizeof(INPUT_OF_##LIFTS(NAME)), sizeof(struct NAME), MAPOUT_SIZE_##EMITS(NAME),   \
     ARGUMENTS},
static const struct line lines[] = {
#include "operators.def"
};
#undef OPERATOR

#define OPERATOR(NAME, WHAT, IN, STATE, OUT, LIFTS, EMITS, NEUTRALS, HAS, LAWS, MOST, ARGUMENTS)             \
    {.name = #NAME,                                                                                          \
     .what = WHAT,                                                                                           \
     .laws = LAWS,                                                                                           \
     .most_items = MOST,                                                                                     \
     .lifts = IS_##LIFTS,                                                                                    \
     .emits = IS_##EMITS,                                                                                    \
     .has_neutral = IS_##NEUTRALS,                                                                           \
     .has_params = IS_##HAS,                                                                                 \
     .params_size = PARAMS_SIZE_##HAS(NAME),                                                                 \
     .params = HOST_##HAS(NAME),                                                                             \
     .identity = host_##NAME##_identity,                                                                     \
     .combine = host_##NAME##_combine,                                                                       \
     .value = host_##NAME##_value,                                                                           \
     .lift = host_##NAME##_lift,                                                                             \
     .emit = HOST_##EMITS(NAME),                                                                             \
     .neutral = HOST_##NEUTRALS(NAME)},
static struct op operators[] = {
#include "operators.def"
};
#undef OPERATOR

/* A line whose columns are not its struct's would make kernels read other bytes than the oracle. */
static void tuple_fill(struct tuple *tuple, const char *columns, size_t struct_size)
{
    bool parsed = tuple_parse(columns, tuple);
    assert(parsed && "operators.def: columns that are no element types");
    assert(tuple->size == struct_size && "operators.def: columns that are not the struct's members");
    (void)parsed, (void)struct_size;
}

/* Fills, once, what the preprocessor cannot compute. */
static struct op *operators_filled(void)
{
    static bool filled;
    if (filled) return operators;
    for (size_t i = 0; i < op_count(); i++) {
        tuple_fill(&operators[i].input, lines[i].input, lines[i].input_size);
        tuple_fill(&operators[i].state, lines[i].state, lines[i].state_size);
        tuple_fill(&operators[i].mapout, lines[i].mapout, lines[i].mapout_size);
        memcpy(operators[i].arg, lines[i].headed_args + 1, MAX_ARGS * sizeof(struct op_arg));
    }
    filled = true;
    return operators;
}

size_t op_count(void)
{
    return sizeof operators / sizeof operators[0];
}

const struct op *op_at(size_t index)
{
    assert(index < op_count());
    return &operators_filled()[index];
}

const struct op *op_find(const char *name)
{
    for (size_t i = 0; i < op_count(); i++)
        if (strcmp(operators[i].name, name) == 0) return op_at(i);
    return NULL;
}

unsigned op_variant(const struct op *op)
{
    size_t bytes = op->input.packed;
    unsigned size_class = bytes <= 4 ? 0 : bytes <= 8 ? 1 : bytes <= 16 ? 2 : 3;
    return size_class | (op->lifts ? 4u : 0u) | (op->emits ? 8u : 0u);
}
