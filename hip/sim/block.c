/* SPDX-License-Identifier: MIT
 * Blocks: a pool of them with their stacks and shared memory, how they start and how they end. */
#include "launch.h"
#include "stale.h"

#include <stdlib.h>
#include <string.h>

/* Shared arrays begin at multiples of a gap, and each has one behind it. */
enum { BLOCK_MEMORY = SHARED_BYTES + (MAX_SHARED_ARRAYS + 1) * 2 * 64 };

static struct block *pool[16]; /* blocks that are not resident, with their stacks */
static size_t pooled;

static struct block *block_take(void)
{
    if (pooled) return pool[--pooled];
    struct block *block = calloc(1, sizeof *block);
    if (block) block->memory = malloc(BLOCK_MEMORY);
    if (block && !block->memory) {
        free(block);
        return NULL;
    }
    return block;
}

static void block_free(struct block *block)
{
    free(block->memory);
    free(block->seen);
    free(block->formal);
    free(block->warp);
    free(block);
}

static void block_give(struct block *block)
{
    for (uint32_t i = 0; i < block->lanes; i++)
        fiber_free(&block->lane[i].fiber);
    if (pooled < sizeof pool / sizeof pool[0])
        pool[pooled++] = block;
    else
        block_free(block);
}

void launch_free_pool(void)
{
    while (pooled)
        block_free(pool[--pooled]);
    fibers_end();
    sched_free();
}

/* Number `at` of a box, x first. */
static void index_of(uint32_t index[3], const uint32_t size[3], uint64_t at)
{
    index[0] = (uint32_t)(at % size[0]);
    index[1] = (uint32_t)(at / size[0] % size[1]);
    index[2] = (uint32_t)(at / size[0] / size[1]);
}

/* Puts a lane at the start of the kernel. */
static bool lane_start(struct block *block, uint32_t thread)
{
    struct lane *lane = &block->lane[thread];
    if (!fiber_make(&lane->fiber, lane_main, thread)) return false;
    lane->block = block;
    lane->thread = thread;
    if (block->launch->ordinary) index_of(lane->at, block->launch->threads, thread);
    memset(lane->arrived, 0, sizeof lane->arrived);
    lane_release(lane);
    return true;
}

bool block_start(struct launch *launch)
{
    struct block *block = block_take();
    if (!block) return false;
    if (launch->next_block == 0) race_launch(launch);
    block->launch = launch;
    block->index = sched_nth_block(launch->next_block++, launch->blocks);
    block->lanes = block->live = launch->block;
    block->at_barrier = 0;
    block->shared_count = block->shared_bytes = block->dynamic_bytes = 0;
    block->shared_end = (uintptr_t)block->memory;
    block->counts = NULL;
    block->votes = 0;
    if (launch->ordinary) index_of(block->at, launch->grid, block->index);
    if ((launch->ordinary && !warps_start(block)) || !sched_add(block)) {
        block_give(block);
        return false;
    }
    launch->running++;
    race_block_start(block);
    if (machine.device->counting) {
        if (launch->next_block == 1) count_launch(launch, &machine.device->counters);
        block->counts = count_begin();
        if (!block->counts) return false;
    }
    for (uint32_t i = 0; i < block->lanes; i++)
        if (!lane_start(block, i)) return false;
    stale_block(block);
    return true;
}

static void count_shared(const struct block *block, struct launch_counters *totals)
{
    uint64_t fixed = block->shared_bytes - block->dynamic_bytes;
    if (fixed > totals->shared_bytes) totals->shared_bytes = fixed;
    if (block->dynamic_bytes > totals->dynamic_shared) totals->dynamic_shared = block->dynamic_bytes;
}

void block_end(struct block *block)
{
    if (block->counts) count_end(block->counts, &machine.device->counters);
    if (block->counts) count_shared(block, &machine.device->counters);
    block->launch->running--;
    race_block_end(block);
    sched_remove(block);
    block_give(block);
}
