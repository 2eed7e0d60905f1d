/* SPDX-License-Identifier: MIT
 * Calls an operator's functions where nothing but their arguments is to be had. Private to this folder. */
#ifndef FOLDCHECK_ARGUMENTS_H
#define FOLDCHECK_ARGUMENTS_H

#include "fixture.h"

/* The functions of an operator; those that it has not are never called. */
enum op_function { OP_IDENTITY, OP_VALUE, OP_NEUTRAL, OP_LIFT, OP_EMIT, OP_COMBINE, OP_FUNCTIONS };

struct op_call {
    const struct op *op;
    enum op_function function;
    const void *params;       /* or NULL */
    const void *left, *right; /* combine: states; lift and emit: the input is left */
    uint64_t index, bits;     /* value */
};

struct guards; /* memory for arguments, between pages that must not be touched */
struct guards *guards_open(struct text *why);
void guards_close(struct guards *guards);

/* Makes the call twice: its arguments first end, then begin at a page that faults; the variables of the object
 * that holds the operator are left alone, then full of another pattern; and so is the stack below. Both
 * calls must give the same bits, and neither may fault or change a variable. VERDICT_PASS with the result, or
 * VERDICT_FAIL with first_at. Not seen: a read that changes nothing, within the page; a write past the stack.
 * Signals SIGSEGV, SIGBUS, SIGILL and SIGTRAP are caught meanwhile. Cost: a pass over the object's
 * variables. */
enum verdict guards_call(struct guards *guards, const struct op_call *call, struct state *result,
                         struct finding *finding);

#endif
