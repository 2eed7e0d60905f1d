/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */
#include "fiber.h"

#include <stdlib.h>
#include <string.h>
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

enum { MAPPED_BYTES = STACK_BYTES + COLORS * LINE, STRIDE = PAGE + MAPPED_BYTES, SLAB_STACKS = 64 };

/* Stacks are mapped a slab at a time, and those that no fiber has are kept for the next ones: to map a stack, to touch it
 * first and to unmap it takes longer than most kernels. */
struct slab {
    struct slab *next;
    unsigned char *memory; /* SLAB_STACKS times a guard and a stack, the guards not yet made */
};
static struct {
    struct slab *slab;     /* owned; the newest first */
    size_t fresh;          /* stacks of the newest slab that no fiber had yet */
    unsigned char **spare; /* owned; stacks that were given back, with room for all of them */
    size_t spares, in_use;
} stacks;

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

static bool slab_map(void)
{
    unsigned char **spare = realloc(stacks.spare, (stacks.in_use + SLAB_STACKS) * sizeof *spare);
    if (spare) stacks.spare = spare;
    struct slab *slab = spare ? malloc(sizeof *slab) : NULL;
    if (!slab) return false;
    slab->memory = mmap(NULL, (size_t)SLAB_STACKS * STRIDE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (slab->memory == MAP_FAILED) {
        free(slab);
        return false;
    }
    slab->next = stacks.slab;
    stacks.slab = slab;
    stacks.fresh = SLAB_STACKS;
    return true;
}

/* A stack that no fiber had yet. */
static unsigned char *stack_begin(void)
{
    if (!stacks.fresh && !slab_map()) return NULL;
    unsigned char *memory = stacks.slab->memory + (stacks.fresh - 1) * STRIDE;
    /* The guard: an overflow is a fault, not a wrong result. */
    if (mprotect(memory, PAGE, PROT_NONE) != 0) return NULL;
    stacks.fresh--;
    return memory + PAGE;
}

static bool stack_take(struct fiber *fiber)
{
    fiber->stack = stacks.spares ? stacks.spare[--stacks.spares] : stack_begin();
    fiber->stack_bytes = MAPPED_BYTES;
    stacks.in_use += fiber->stack != NULL;
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

void fiber_free(struct fiber *fiber)
{
    if (fiber->stack) {
        stacks.spare[stacks.spares++] = fiber->stack;
        stacks.in_use--;
    }
    *fiber = (struct fiber){0};
}

void fibers_end(void)
{
    if (stacks.in_use) return;
    for (struct slab *slab = stacks.slab, *next; slab; slab = next) {
        next = slab->next;
        munmap(slab->memory, (size_t)SLAB_STACKS * STRIDE);
        free(slab);
    }
    free(stacks.spare);
    memset(&stacks, 0, sizeof stacks);
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
