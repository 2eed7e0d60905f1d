/* SPDX-License-Identifier: MIT
 * Operators: the contents of a header in operators/, and the host's view of every operator of operators.def.
 *
 * An operator header is plain C, compiled unchanged by the C compiler and as HIP: no tables, no globals, no
 * loops without a bound. For an operator called NAME it defines
 *
 *     struct NAME { ... };           the state; members = the state columns in order
 *     OP_FN struct NAME NAME_identity(void);
 *     OP_FN struct NAME NAME_combine(struct NAME left, struct NAME right);            associative
 *     OP_FN INPUT NAME_value(uint64_t index, uint64_t bits);         item `index`; bits 0 = the simplest
 *
 * (INPUT is struct NAME, or struct NAME_in with LIFT) and, as the feature words of its line in operators.def
 * say,
 *
 *     LIFT     struct NAME_in { ... };
 *              OP_FN struct NAME NAME_lift(struct NAME_in item);         the map part of a redomap
 *     EMIT     struct NAME_out { ... };
 *              OP_FN struct NAME_out NAME_emit(INPUT item);              the map-out, in the same pass
 *     NEUTRAL  OP_FN INPUT NAME_neutral(void);                           lifts to the identity
 *     PARAMS   struct NAME_params { ... };
 *              OP_FN struct NAME_params NAME_params(const int64_t *args);
 *              A run-time struct (moduli, thresholds): every other function then takes a last argument
 *              `const struct NAME_params *params`. args are the numbers of NAME(a=1,b=2), in the order of
 *              operators.def, defaults filled in.
 *
 * An operator whose results are neither exact nor sums says how they compare: by a tolerance for each column
 * (struct op_tolerance), or by
 *
 *     OP_FN int NAME_close(struct NAME expected, struct NAME got, uint64_t depth, uint64_t items);
 *
 * which is true if `got` is as good as `expected`, the left-to-right fold of `items` items; no item went through more
 * than `depth` calls of combine. It is called on the host only.
 *
 * Or it has the same operator in a wider type beside it, in NAME_wide.h, and bounds follow from that
 * (reference/wide.h):
 *
 *     struct NAME_wide { ... };                        say with long double, or exact integers, for double
 *     OP_FN struct NAME_wide NAME_widen(struct NAME state);                           without loss
 *     OP_FN struct NAME_wide NAME_wide_combine(struct NAME_wide left, struct NAME_wide right);
 *     OP_FN struct NAME NAME_narrow(struct NAME_wide state);                          to the nearest
 *
 * It is compiled for the host only. With PARAMS, NAME_wide_combine takes them last.
 *
 * The laws of an exact operator hold for every tuple of its state's types, 0, 1, -1, the least and the greatest
 * numbers, infinities and NaN among them (properties/claims/edges.h), except of spans (LAW_ORDERS). If they hold for some
 * tuples only, say because a column is below a modulus, the header says for which, by a function that makes a state of
 * any tuple:
 *
 *     OP_FN struct NAME NAME_state(struct NAME any);
 *
 * An operator that is not exact has edge values only by such a function. Laws call it, and nothing else does.
 *
 * Members of a struct are elements of elem.h in order with natural alignment, so that the struct's layout is
 * the one that struct tuple computes; padding bytes are never looked at.
 *
 * State columns with "|" between them, "i32|i64,i64", say that the operator is a product: each part of the state is
 * combined on its own, as if there were an operator for it. A strategy may then do one part after the other. */
#ifndef FOLDCHECK_OP_H
#define FOLDCHECK_OP_H

#include <stdint.h>
#include <string.h>

#ifndef OP_FN /* hip/platform defines it before it includes an operator */
#define OP_FN static inline
#endif

#endif

/* The host's view. A file that defines OP_HEADER_ONLY (a kernel's translation unit) needs none of it. */
#if !defined(OP_HEADER_ONLY) && !defined(FOLDCHECK_OP_TABLE_H)
#define FOLDCHECK_OP_TABLE_H
#include "elem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The laws of an operator; properties/claims/laws.c checks every one. */
enum law {
    LAW_COMMUTES = 1, /* combine(a, b) == combine(b, a) */
    LAW_EXACT =
        2, /* associative to the last bit; without it, and without a tolerance, every float column is a plain
                      sum of its items, and right within reference/slack.h */
    LAW_IDEMPOTENT = 4, /* combine(a, a) == a */
    LAW_CANCELS = 8,    /* a dropped, doubled, swapped or foreign operand is seen: a group or close to one */
    LAW_ORDERS = 16,    /* a span: any operand out of its place makes the result torn */
    LAW_ADDS = 32,      /* combine adds column by column; all are integers, and wrap around */
    LAW_ALL = 63,
};

enum {
    MAX_ARGS = 4,
    MAX_STATE_BYTES = 8 * OP_COLUMNS,
    MAX_PARAMS_BYTES = 64,
    MAX_WIDE_BYTES = 16 * OP_COLUMNS
};

/* A named number of an operator: affine_mod(modulus=97). */
struct op_arg {
    const char *name; /* NULL ends the list */
    int64_t least, most, usual;
};

/* A column agrees if it lies within absolute + relative * |expected|, or within `ulps` units in the last place. All
 * 0: bit by bit. */
struct op_tolerance {
    double absolute, relative;
    uint64_t ulps; /* of floats */
};

/* The operator in a wider type. Pointers as those of struct op. */
struct op_wide {
    void (*widen)(const void *state, void *wide);
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    void (*narrow)(const void *wide, void *state);
};

struct undefined;
struct op {
    const char *name;
    const char *what;                  /* one sentence */
    struct tuple input, state, mapout; /* mapout.count == 0: no emit */
    struct op_arg arg[MAX_ARGS + 1];
    unsigned laws; /* of enum law */
    uint64_t
        most_items; /* of a problem, rows * length: item i is right for i < most_items only; 0 = any number */
    bool lifts, emits, has_neutral, has_params;
    size_t params_size; /* bytes; 0 without params */
    bool tolerates;     /* results compare by `close` or, where that is NULL, by `tolerance` */
    struct op_tolerance tolerance[MAX_COLUMNS]; /* of the state's columns */
    bool (*close)(const void *expected, const void *got, uint64_t depth, uint64_t items);
    const struct op_wide *wide; /* results compare with it; NULL without NAME_wide.h */
    /* All pointers may be unaligned to nothing less than the struct's own alignment. `params` is the filled
     * params struct, or NULL for an operator without. result may alias an operand. */
    void (*params)(const int64_t *args, void *params); /* NULL without params */
    void (*identity)(const void *params, void *state);
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    void (*value)(const void *params, uint64_t index, uint64_t bits, void *input);
    void (*lift)(const void *params, const void *input, void *state);   /* a copy where there is no LIFT */
    void (*emit)(const void *params, const void *input, void *mapout);  /* NULL without EMIT */
    void (*neutral)(const void *params, void *input);                   /* NULL without NEUTRAL */
    void (*state_of)(const void *params, const void *any, void *state); /* NULL without NAME_state */
    void (*watch)(
        struct undefined *watch); /* undefined_watch of undefined.h, or NULL: not compiled with its checks */
    /* The same functions, compiled so that a variable begins with other bytes where nothing is put; NULL: there are none */
    const struct op *const *again;
};

/* An operator's line and what the compiler knows of its structs, which op_register holds against each other.
 * op_lines.h makes it. */
struct op_line {
    struct op op;                       /* input, state, mapout and arg are filled in by op_register */
    const char *input, *state, *mapout; /* columns as the line spells them */
    const char
        *tolerance; /* "rel=1e-6", "exact,abs=1e-9 rel=1e-12,ulp=4": of all columns, or of each; NULL: none */
    size_t input_size, state_size, mapout_size; /* bytes of the C structs */
    struct op_arg headed_args[MAX_ARGS + 1];    /* the first is empty, the last ones may be */
};

/* Adds operators to the table: all of them or, with the reason in why, none. The lines must live as long as
 * the program. */
struct text;
bool op_register(struct op_line *lines, size_t count, struct text *why);

/* Takes the `count` operators away that were added last. */
void op_forget(size_t count);

/* The operators of operators.def, in its order, and then those that were added. */
size_t op_count(void);
const struct op *op_at(size_t index);

/* Whether an operator is one of operators.def. */
bool op_is_own(const struct op *op);

/* Is this column of the state a plain sum of floats? */
bool op_adds(const struct op *op, int column);

/* Is a column of its items one, so that they may be any floats? */
bool op_adds_items(const struct op *op);

/* The fewest digits of a column that adds floats: 8 of bf16 to 53 of f64. */
int op_digits(const struct op *op);

/* By name; NULL if there is none. */
const struct op *op_find(const char *name);

/* The stand-in for an operator in a transposition of such elements: it makes items (src/case/elem_value.h) and compares bit
 * by bit. Not among those of op_at and op_find. */
const struct op *op_of_elem(enum elem elem);

/* The operator's part of a strategy's code variant (design: a witness for every variant): the class of the
 * size of the tuples that a thread holds (0: <= 4 bytes packed, 1: <= 8, 2: <= 16, 3: more), which decides ITEMS
 * after scaling, then bits for lift and emit. A reduction holds inputs; a scan states, too, and one bit more
 * says whether a state fits a word of 64 bits beside a flag; of a product, two say whether some part does, and whether
 * some part does not. */
unsigned op_variant(const struct op *op, bool scans);

#ifdef __cplusplus
}
#endif
#endif
