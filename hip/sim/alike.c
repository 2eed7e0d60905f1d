/* SPDX-License-Identifier: MIT
 * Blocks that are alike: until it has drawn its ticket, no block differs from another one but by its index.
 *
 * Of the orders in which n such blocks have their first event, n are tried instead of n!: block k first, then k + 1, and so on, round
 * to k - 1, for each k. A block's number in that order is its role. Each block has each role in one of these, so if they all come to
 * the same executions, role by role, with the same places of memory, then no block does anything else because of its index, but for
 * what it reads and writes where no other block looks, which each execution's results show. That is compared at the
 * end of the search, by sums of signatures. If they differ, the blocks are not alike, and all orders are tried. (With the reductions
 * of a search for orders: Kokologiannakis, Marmanis, Vafeiadis, "SPORE: Combining Symmetry and Partial Order Reduction", PLDI 2024.) */
#include "alike.h"

#include "stale.h"

#include <string.h>

enum { MOST_ALIKE = 64 };

static struct {
    bool refuted;
    uint32_t claimed; /* the launch whose blocks are taken to be alike; 0: none yet */
    uint32_t launch;
    uint64_t blocks;          /* of the claimed launch */
    uint8_t role[MOST_ALIKE]; /* from 1 on; 0: without an event so far */
    uint32_t roles;
    uint64_t first, last;                        /* the blocks that had their first events first and last */
    uint64_t sum[MOST_ALIKE], count[MOST_ALIKE]; /* of executions, by the first block */
} all;

void alike_begin(void)
{
    memset(&all, 0, sizeof all);
}

void alike_execution(void)
{
    all.launch = all.roles = 0;
    all.first = 0;
}

void alike_launch(const struct launch *launch, uint32_t number)
{
    all.launch = number;
    all.roles = 0;
    memset(all.role, 0, sizeof all.role);
    if (all.claimed == number) all.blocks = launch->blocks;
}

static bool is_claimed(void)
{
    return all.claimed && all.claimed == all.launch && !all.refuted;
}

static bool is_fresh(const struct coming *coming)
{
    const struct block *block = coming->lane->block;
    return coming->kind == ATOMIC_BOTH && block->index < MOST_ALIKE && !all.role[block->index];
}

static bool same_access(const struct coming *a, const struct coming *b)
{
    return a->lane->thread == b->lane->thread && a->access->at == b->access->at &&
           a->access->bytes == b->access->bytes && a->how == b->how && a->site == b->site;
}

/* The blocks are taken to be alike, if all of the launch stand before the same first event. */
static void claim(const struct coming *coming, uint32_t count)
{
    uint64_t blocks = coming->lane->block->launch->blocks;
    if (all.claimed || all.refuted || all.roles || !stale_on()) return;
    if (count < 2 || blocks != count) return;
    for (uint32_t i = 0; i < count; i++)
        if (!is_fresh(&coming[i]) || !same_access(&coming[i], coming)) return;
    all.claimed = all.launch;
    all.blocks = blocks;
}

uint64_t alike_needless(const struct coming *coming, uint32_t count, uint32_t *instead)
{
    uint64_t fresh = 0, least = UINT64_MAX;
    if (count) claim(coming, count);
    if (!is_claimed() || !all.roles) return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_fresh(&coming[i])) continue;
        uint64_t behind = (coming[i].lane->block->index + all.blocks - all.last) % all.blocks;
        fresh |= UINT64_C(1) << i;
        if (behind < least) least = behind, *instead = i;
    }
    return fresh ? fresh & ~(UINT64_C(1) << *instead) : 0;
}

uint64_t alike_event(const struct block *block)
{
    if (!is_claimed()) return block->index;
    if (!all.role[block->index]) {
        if (!all.roles) all.first = block->index;
        all.last = block->index;
        all.role[block->index] = (uint8_t)++all.roles;
    }
    return all.role[block->index] - 1u;
}

uint64_t alike_signature(uint64_t signature)
{
    return splitmix64(signature) + splitmix64(all.first);
}

void alike_end(uint64_t signature)
{
    all.sum[all.first] += splitmix64(signature);
    all.count[all.first]++;
}

bool alike_proved(uint64_t *executions)
{
    *executions = 0;
    if (!all.claimed || all.refuted) return true;
    for (uint64_t i = 1; i < all.blocks; i++)
        all.refuted |= all.sum[i] != all.sum[0] || all.count[i] != all.count[0];
    if (!all.refuted) *executions = all.count[0];
    return !all.refuted;
}
