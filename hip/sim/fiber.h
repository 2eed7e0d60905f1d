/* SPDX-License-Identifier: MIT
 * Fibers: stacks of their own, switched by Boost.Context (about 5 ns a switch; ucontext takes 225). */
#ifndef FOLDCHECK_SIM_FIBER_H
#define FOLDCHECK_SIM_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise; a fiber that is never made stands for the thread's own stack. */
struct fiber {
    void *context; /* where it stopped; owned by Boost.Context, on the fiber's stack */
    void (*entry)(struct fiber *self);
    unsigned char *stack; /* the lowest usable byte; NULL before the first fiber_make */
    size_t stack_bytes;
    void *fake_stack; /* AddressSanitizer's, while the fiber does not run */
};

/* Makes the fiber start at entry(self) when it is next switched to; entry must not return. It gets a stack on the first
 * call, mapped or given back by another fiber, and keeps it ever after: whatever ran on it is dropped. `color` spreads the
 * stacks' tops over cache sets. Returns false if there is no memory for the stack. */
bool fiber_make(struct fiber *fiber, void (*entry)(struct fiber *self), uint32_t color);

/* Gives the stack back: it stays mapped for other fibers (72 KB of addresses, of which a page or two was touched). The fiber
 * must not be running. */
void fiber_free(struct fiber *fiber);

/* Unmaps all stacks; does nothing while a fiber has one. */
void fibers_end(void);

/* Stops `from`, which must be running, and goes on with `to`; returns when somebody switches back. */
void fiber_switch(struct fiber *from, struct fiber *to);

/* As fiber_switch, for a fiber that will not run again before its next fiber_make. */
_Noreturn void fiber_leave(struct fiber *from, struct fiber *to);

#endif
