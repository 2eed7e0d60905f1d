/* SPDX-License-Identifier: MIT
 * Which lane runs next. First in, first out: blocks take turns, and in its turn a block runs each of its
 * lanes that can run once, up to the lane's next word that may switch; so the blocks of all streams
 * interleave. Lanes that met as a group go on before the others of their block, because what they touch is
 * still in the cache. */
#include "machine.h"

static struct block *turn; /* whose turn it is, in the ring of resident blocks */

/* The new block is the last to have its turn. */
void sched_add(struct block *block)
{
    block->first = block->last = NULL;
    block->queued = block->turns = 0;
    if (!turn) {
        turn = block->next = block->previous = block;
        return;
    }
    struct block *before = turn->turns ? turn->previous : turn;
    block->previous = before;
    block->next = before->next;
    block->previous->next = block->next->previous = block;
    if (before == turn) turn = block; /* a turn that is over comes last */
}

void sched_remove(struct block *block)
{
    if (turn == block) {
        turn = block->next == block ? NULL : block->next;
        if (turn) turn->turns = turn->queued;
    }
    block->previous->next = block->next;
    block->next->previous = block->previous;
}

struct block *sched_any(void)
{
    return turn;
}

void sched_ready(struct lane *lane)
{
    struct block *block = lane->block;
    lane->next = NULL;
    if (block->first)
        block->last->next = lane;
    else
        block->first = lane;
    block->last = lane;
    block->queued++;
}

void sched_ready_first(struct lane *lane)
{
    struct block *block = lane->block;
    lane->next = block->first;
    block->first = lane;
    if (!lane->next) block->last = lane;
    block->queued++;
}

struct lane *sched_next(void)
{
    if (!turn) return NULL;
    if (turn->turns == 0 || !turn->first) {
        struct block *last = turn;
        do
            turn = turn->next;
        while (!turn->first && turn != last);
        if (!turn->first) return NULL;
        turn->turns = turn->queued;
    }
    struct lane *lane = turn->first;
    turn->first = lane->next;
    turn->queued--;
    turn->turns--;
    return lane;
}
