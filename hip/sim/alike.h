/* SPDX-License-Identifier: MIT
 * Blocks that are alike, and told apart once by the search through all orders: alike.c. */
#ifndef FOLDCHECK_SIM_ALIKE_H
#define FOLDCHECK_SIM_ALIKE_H

#include "machine.h"

/* An access before which a lane stands. */
struct coming {
    const struct lane *lane;
    const struct access *access;
    enum atomic kind;
    int how;
    uint32_t site;
};

/* A search begins; an execution of it; its launch number `launch`, from 1 on. */
void alike_begin(void);
void alike_execution(void);
void alike_launch(const struct launch *launch, uint32_t number);
/* Of `count` lanes those, a bit each, that need not go next, since *instead, which goes next, is of a block alike. */
uint64_t alike_needless(const struct coming *coming, uint32_t count, uint32_t *instead);
/* A lane of the block has its next event. Returns the block's number among those that are alike, in the order of their first
 * events; or its index, where they are not. */
uint64_t alike_event(const struct block *block);
/* The execution, which differs from all before by this signature, has come to its end; tells those apart that begin with another block. */
uint64_t alike_signature(uint64_t signature);
void alike_end(uint64_t signature);
/* The search has come to its end. Returns the executions that differ in more than which of alike blocks does what, 0: the blocks were not
 * tried as alike. False: they are not alike, the search has to begin again. */
bool alike_proved(uint64_t *executions);

#endif
