/* SPDX-License-Identifier: MIT
 * How many items a thread of a single-pass scan should own: Clausen's model (C8). Items that wait in shared memory to
 * be handed over and the registers in which results are made bound them from above. */
#ifndef FOLDCHECK_ELEMENTS_H
#define FOLDCHECK_ELEMENTS_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A thread's part of a device's resources in a block of the largest size. */
struct thread_share {
    uint32_t
        memory; /* bytes of shared memory: those of a block / the most threads of a block; less what is cache */
    uint32_t registers; /* of 32 bits: those of a block / the most threads of a block */
};

/* A device's share of a thread, as it was asked for it: the thesis has constants instead, which it would rather query.
 * What is cache is not taken off, for devices count it apart from what a block may ask for. Pure. */
struct thread_share thread_share_of(const struct device_caps *caps);

/* Registers for each item of a thread, in addition to the item and its result. */
enum elements_model {
    ELEMENTS_CLAUSEN, /* thesis (2021), 5, equation 4: an index, an address, and what the compiler adds: 3 */
    ELEMENTS_SEGRED   /* Futhark's SegRed as it is today: nothing */
};

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
