/* SPDX-License-Identifier: MIT
 * The simulator as hip/platform/sim.hip.h sees it: the words that a kernel's lane says. Plain C; sim/ is not
 * instrumented and knows no operator. A lane is a fiber; every function here may switch to another lane
 * unless it says not. */
#ifndef FOLDCHECK_SIM_H
#define FOLDCHECK_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* plugins' kernels link with the simulator's words */

struct stream;

/* Who is running; none of these switches. */
/* A lane's thread, in its block, its block, and how many of these there are: one answer as long as a kernel runs. */
uint32_t sim_thread(void) __attribute__((const));
uint64_t sim_block(void) __attribute__((const));
uint64_t sim_blocks(void) __attribute__((const));

/* All threads of the block. A thread that has ended, or that waits elsewhere, is barrier divergence. */
void sim_block_sync(void);

/* Shared memory orders among the lanes of a group (power of two, <= the device's lanes). */
void sim_group_sync(uint32_t group);

/* Every lane of the group gives `mine` and takes the bytes that lane `source` (0 .. group-1 in the group)
 * gave. The result is never torn by the order in which lanes run. A lane that is absent is reported. */
void sim_exchange(const void *mine, void *theirs, size_t bytes, uint32_t source, uint32_t group);

/* The block's shared memory for the declaration on source line `slot` of this kernel: the same address for
 * all threads of the block, filled with a poison pattern when the first of them declares it. Does not switch. */
void *sim_shared(uint32_t slot, size_t bytes, size_t align);
/* The same, where the launch must have been told of as many bytes. */
void *sim_dynamic_shared(uint32_t slot, size_t bytes, size_t align);

/* Every access to global and shared memory passes here first: out of bounds (of its region or shared array)
 * and misaligned ones fail the launch, named by kernel, buffer and index. Does not switch. The lane's private
 * memory (its stack, the kernel's arguments) is let through. */
void sim_touch(const void *memory, size_t bytes, size_t align, bool stores);

/* The lane combines two states. Does not switch. */
void sim_combined(void);

/* Atomics and the words that order memory between blocks: scheduling points. */
uint32_t sim_atomic_add(uint32_t *counter, uint32_t add);   /* returns the old value */
uint32_t sim_atomic_add32(uint32_t *counter, uint32_t add); /* orders nothing, as does the next */
uint64_t sim_atomic_add64(uint64_t *counter, uint64_t add);
/* The same where nobody looks at what the word held: such additions commute. */
void sim_atomic_sum32(uint32_t *word, uint32_t add);
void sim_atomic_sum64(uint64_t *word, uint64_t add);
/* Stores `next` where the word is as expected. Returns the old value. Orders nothing. */
uint64_t sim_atomic_swap64(uint64_t *word, uint64_t expected, uint64_t next);
/* 4 or 8 bytes at once. An acquiring load knows all that was known to the releasing store whose value it gets, and to
 * the stores before it; others order nothing. */
uint64_t sim_atomic_load(const void *memory, size_t bytes, bool acquire);
void sim_atomic_store(void *memory, uint64_t value, size_t bytes, bool release);
void sim_yield(void);

/* Queues a launch until the device's next sync. `arguments` (bytes long) are copied; body(arguments) runs
 * once a lane. `kernel` is its name for reports. Returns false, with sim_error saying why, if the device
 * cannot do it (block over max_block, group over its lanes, grid of 0). */
bool sim_launch(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block, uint32_t group,
                void (*body)(const void *arguments), const void *arguments, size_t bytes);
/* The same for a kernel that takes `shared` bytes of sim_dynamic_shared. */
bool sim_launch_with_shared(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block,
                            uint32_t group, size_t shared, void (*body)(const void *arguments),
                            const void *arguments, size_t bytes);
const char *sim_error(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
