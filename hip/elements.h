/* SPDX-License-Identifier: MIT
 * How many items a thread of a single-pass scan should own: Clausen's model (C8). Items that wait in shared memory to
 * be handed over and the registers in which results are made bound them from above. */
#ifndef FOLDCHECK_ELEMENTS_H
#define FOLDCHECK_ELEMENTS_H

#include "device.h"

#include <assert.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kernels compile the model, too. */
#ifdef __cplusplus
#define ELEMENTS_FN constexpr
#else
#define ELEMENTS_FN static inline
#endif

/* A thread's part of a device's resources in a block of the largest size. */
struct thread_share {
    uint32_t
        memory; /* bytes of shared memory: those of a block / the most threads of a block; less what is cache */
    uint32_t registers; /* of 32 bits: those of a block / the most threads of a block */
};

/* A device's share of a thread, as it was asked for it: the thesis has constants instead, which it would rather query.
 * What is cache is not taken off, for devices count it apart from what a block may ask for. Pure. */
static inline struct thread_share thread_share_of(const struct device_caps *caps)
{
    assert(caps->max_block > 0);
    uint64_t threads = (uint64_t)caps->max_block;
    struct thread_share share = {(uint32_t)(caps->shared_bytes / threads),
                                 (uint32_t)(caps->registers / threads)};
    return share;
}

/* Registers for each item of a thread, in addition to the item and its result. */
enum elements_model {
    ELEMENTS_CLAUSEN, /* thesis (2021), 5, equation 4: an index, an address, and what the compiler adds: 3 */
    ELEMENTS_SEGRED   /* Futhark's SegRed as it is today: nothing */
};

/* Those of ELEMENTS_CLAUSEN. */
enum { ELEMENTS_BESIDE = 3 };

/* max(t), sum(t) and sumup(t) of the thesis: a state's widest column and all of them in bytes, all in registers. */
struct element_figures {
    uint32_t widest, bytes, registers;
};

/* With a column of `size` bytes more. */
ELEMENTS_FN struct element_figures elements_with(struct element_figures state, uint32_t size)
{
    state.widest = size > state.widest ? size : state.widest;
    state.bytes += size;
    state.registers += (size > 4 ? size : 4) / 4;
    return state;
}

/* Columns pass through shared memory one after the other; where a single state needs more than a thread's share, items
 * may fill what it takes. */
ELEMENTS_FN uint32_t elements_by_memory(struct element_figures state, struct thread_share share)
{
    return (share.memory > state.bytes ? share.memory : state.bytes) / state.widest;
}

/* Of all items an operand and a result are in registers, `beside` them an item's own; once there are a state and a
 * count. */
ELEMENTS_FN uint32_t elements_by_registers(struct element_figures state, struct thread_share share,
                                           uint32_t beside)
{
    return share.registers > 1 + state.registers
               ? (share.registers - 1 - state.registers) / (2 * state.registers + beside)
               : 0;
}

/* What both allow, and one at least. */
ELEMENTS_FN uint32_t elements_by_both(uint32_t memory, uint32_t registers)
{
    return memory < registers ? (memory > 1 ? memory : 1) : registers > 1 ? registers : 1;
}

/* Items a thread for states of this tuple (at least one column): 1 or more. Pure. */
uint32_t elements_a_thread(enum elements_model model, const struct tuple *state, struct thread_share share);

/* The same where the parts of a product are scanned one after the other in the same memory and registers: the fewest
 * that a part allows. That this would be so is the thesis' section 7; the model is as for one operator. Pure. */
uint32_t elements_a_thread_by_parts(enum elements_model model, const struct tuple *state,
                                    struct thread_share share);

#ifdef __cplusplus
}
#endif
#endif
