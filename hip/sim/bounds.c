/* SPDX-License-Identifier: MIT
 * A kernel's own arrays, in registers or on its stack, as the compiler reports them: kernels are compiled with
 * -fsanitize=bounds, and this is its handler, in place of that sanitizer's run time. No accessor sees such an array,
 * and what lies past its end is the compiler's choice, so an index past it ends the launch. What is reached through a
 * pointer is not seen here. */
#include "machine.h"

#include <inttypes.h>

#pragma GCC visibility push(default) /* plugins' kernels call it */

/* gcc's and clang's description of a place where an index is checked. */
struct bounds_check {
    const char *file;
    uint32_t line, column;
    const struct {
        uint16_t kind, info;
        char name[]; /* 'unsigned int [4]' */
    } * array, *index;
};

/* False where no lane runs; a plugin's handler (src/support/undefined.c) asks first. */
bool sim_out_of_bounds(void *place, void *index);
bool sim_out_of_bounds(void *place, void *index)
{
    const struct bounds_check *check = place;
    if (!machine.lane) return false;
    const char *name = strrchr(check->file, '/');
    lane_fail("bounds: index %" PRIdPTR " of an array of its own, %s (%s:%" PRIu32 ")", (intptr_t)index,
              check->array->name, name ? name + 1 : check->file, check->line);
}

/* What else the checks of a plugin's operator find; its handlers (src/support/undefined.c) have the words. */
bool sim_runs_lane(void);
bool sim_runs_lane(void)
{
    return machine.lane != NULL;
}

void sim_undefined(const char *words);
void sim_undefined(const char *words)
{
    lane_fail("undefined behaviour: %s", words);
}

/* As gcc declares it where that sanitizer is on. */
void __ubsan_handle_out_of_bounds(void *place, void *index);
void __ubsan_handle_out_of_bounds(void *place, void *index)
{
    if (!sim_out_of_bounds(place, index)) __builtin_trap();
}
