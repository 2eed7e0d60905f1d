/* SPDX-License-Identifier: MIT
 * Undefined behaviour in an operator's functions, on the host and in kernels on the simulator: signed overflow, shifts,
 * division, conversions of floats that are out of range, and accesses outside of an array or a struct. A plugin is
 * compiled with the checks of the undefined-behaviour sanitizer, and undefined.c has their handlers, in place of that
 * sanitizer's run time. */
#ifndef FOLDCHECK_UNDEFINED_H
#define FOLDCHECK_UNDEFINED_H

#include <setjmp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first that is met ends the calls by a jump to `escape`, for nothing can be said of what follows. */
struct undefined {
    jmp_buf escape;
    char what[256]; /* "signed overflow: 2147483647 + 1 is no int (add_i32.h:12)" */
};

/* Tells the handlers of this thread where to say it; NULL: nowhere. Then arithmetic goes on, and an access ends in a
 * trap; but of a kernel on the simulator it ends the launch. Each plugin has handlers of its own. */
void undefined_watch(struct undefined *watch);

#ifdef __cplusplus
}
#endif
#endif
