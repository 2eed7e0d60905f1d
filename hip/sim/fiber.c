/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */
#include "fiber.h"

#include <stdlib.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif

#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
enum { STACK_BYTES = 256 << 10 }; /* redzones and unoptimised code */
#else
enum { STACK_BYTES = 64 << 10 };
#endif
enum { PAGE = 4096, COLORS = 64, LINE = 64 };

/* Boost.Context, whose own headers are C++. */
struct transfer {
    void *context; /* of the fiber that stopped */
    void *data;    /* what it handed over: its struct fiber */
};
extern struct transfer jump_fcontext(void *to, void *data);
extern void *make_fcontext(void *top, size_t bytes, void (*start)(struct transfer));

static struct fiber *arriving; /* whom the switch under way goes to */

/* Stacks that no fiber has, for the next ones: to map a stack and to touch it first takes longer than most kernels. */
enum { MOST_SPARE = 4096 };
static unsigned char *spare[MOST_SPARE];
static size_t spares;

#ifdef WITH_ASAN
static void leave_stack(void **fake_stack, const struct fiber *to)
{
    __sanitizer_start_switch_fiber(fake_stack, to->stack, to->stack_bytes);
}

static void reach_stack(void *fake_stack, struct fiber *from)
{
    const void *stack;
    size_t bytes;
    __sanitizer_finish_switch_fiber(fake_stack, &stack, &bytes);
    if (!from->entry) { /* the thread's own stack, which we were not told */
        from->stack = (unsigned char *)stack;
        from->stack_bytes = bytes;
    }
}
#else
static void leave_stack(void **fake_stack, const struct fiber *to)
{
    (void)fake_stack, (void)to;
}

static void reach_stack(void *fake_stack, struct fiber *from)
{
    (void)fake_stack, (void)from;
}
#endif

static void fiber_start(struct transfer transfer)
{
    struct fiber *self = arriving, *from = transfer.data;
    reach_stack(NULL, from);
    from->context = transfer.context;
    self->entry(self);
    abort(); /* entry must not return */
}

enum { MAPPED_BYTES = STACK_BYTES + COLORS * LINE };

static unsigned char *stack_map(void)
{
    unsigned char *memory = mmap(NULL, MAPPED_BYTES + PAGE, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (mprotect(memory, PAGE, PROT_NONE) != 0) { /* the guard: an overflow is a fault, not a wrong result */
        munmap(memory, MAPPED_BYTES + PAGE);
        return NULL;
    }
    return memory + PAGE;
}

static bool stack_take(struct fiber *fiber)
{
    fiber->stack = spares ? spare[--spares] : stack_map();
    fiber->stack_bytes = MAPPED_BYTES;
    return fiber->stack != NULL;
}

bool fiber_make(struct fiber *fiber, void (*entry)(struct fiber *self), uint32_t color)
{
    if (!fiber->stack && !stack_take(fiber)) return false;
#ifdef WITH_ASAN
    __asan_unpoison_memory_region(fiber->stack, fiber->stack_bytes); /* of whatever was dropped here */
#endif
    size_t bytes = fiber->stack_bytes - color % COLORS * LINE;
    fiber->entry = entry;
    fiber->fake_stack = NULL;
    fiber->context = make_fcontext(fiber->stack + bytes, bytes, fiber_start);
    return true;
}

static void stack_unmap(unsigned char *stack)
{
    munmap(stack - PAGE, MAPPED_BYTES + PAGE);
}

void fiber_free(struct fiber *fiber)
{
    if (fiber->stack && spares < MOST_SPARE)
        spare[spares++] = fiber->stack;
    else if (fiber->stack)
        stack_unmap(fiber->stack);
    *fiber = (struct fiber){0};
}

void fibers_end(void)
{
    while (spares)
        stack_unmap(spare[--spares]);
}

void fiber_switch(struct fiber *from, struct fiber *to)
{
    arriving = to;
    leave_stack(&from->fake_stack, to);
    struct transfer transfer = jump_fcontext(to->context, from);
    struct fiber *last = transfer.data;
    reach_stack(from->fake_stack, last);
    last->context = transfer.context;
}

_Noreturn void fiber_leave(struct fiber *from, struct fiber *to)
{
    arriving = to;
    leave_stack(NULL, to);
    jump_fcontext(to->context, from);
    abort(); /* no fiber switches back */
}
