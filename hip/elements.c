/* SPDX-License-Identifier: MIT */
#include "elements.h"

#include <assert.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

struct thread_share thread_share_of(const struct device_caps *caps)
{
    assert(caps->max_block > 0);
    uint64_t threads = (uint64_t)caps->max_block;
    struct thread_share share = {(uint32_t)(caps->shared_bytes / threads),
                                 (uint32_t)(caps->registers / threads)};
    return share;
}

/* max(t), sum(t) and sumup(t) of the thesis: the widest column and all of them in bytes, all in registers. */
struct figures {
    uint32_t widest, bytes, registers;
};

static struct figures figures_of(const struct tuple *state)
{
    struct figures figures = {0};
    for (int k = 0; k < state->count; k++) {
        uint32_t size = (uint32_t)elem_size(state->elem[k]);
        figures.widest = larger(figures.widest, size);
        figures.bytes += size;
        figures.registers += larger(size, 4) / 4;
    }
    return figures;
}

/* Columns pass through shared memory one after the other; where a single state needs more than a thread's share, items
 * may fill what it takes. */
static uint32_t bound_by_memory(struct figures state, struct thread_share share)
{
    return larger(share.memory, state.bytes) / state.widest;
}

/* Of all items an operand and a result are in registers; once there are a state and a count. */
static uint32_t bound_by_registers(struct figures state, struct thread_share share, uint32_t beside)
{
    uint32_t once = 1 + state.registers, item = 2 * state.registers + beside;
    return share.registers > once ? (share.registers - once) / item : 0;
}

uint32_t elements_a_thread(enum elements_model model, const struct tuple *state, struct thread_share share)
{
    assert(state->count > 0);
    struct figures figures = figures_of(state);
    uint32_t beside = model == ELEMENTS_CLAUSEN ? 3 : 0;
    return larger(1, smaller(bound_by_memory(figures, share), bound_by_registers(figures, share, beside)));
}

uint32_t elements_a_thread_by_parts(enum elements_model model, const struct tuple *state,
                                    struct thread_share share)
{
    uint32_t fewest = UINT32_MAX;
    for (int p = 0; p < state->parts; p++) {
        struct tuple part = tuple_part(state, p);
        fewest = smaller(fewest, elements_a_thread(model, &part, share));
    }
    return fewest;
}
