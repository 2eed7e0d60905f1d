/* SPDX-License-Identifier: MIT
 * The limits of a launch of ordinary code: those of the card for which the device stands. The number of resident blocks
 * and the limits of foldcheck's own strategies are the simulator's own. */
#include "machine.h"

#include <inttypes.h>

/* sm_90: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". gfx90a: ROCr's
 * HSA_ISA_INFO_GRID_MAX_DIM and WORKGROUP_MAX_DIM, 64 KiB of LDS a work group; HIP counts threads of a grid in 32 bits. */
static const struct sim_limits cards[] = {
    {.card = "sm_90",
     .block = 1024,
     .threads = {1024, 1024, 64},
     .blocks = {INT32_MAX, UINT16_MAX, UINT16_MAX},
     .shared = 48 << 10,
     .shared_asked = 227 << 10,
     .grid_threads = UINT64_MAX},
    {.card = "gfx90a",
     .block = 1024,
     .threads = {1024, 1024, 1024},
     .blocks = {INT32_MAX, UINT16_MAX, UINT16_MAX},
     .shared = 64 << 10,
     .shared_asked = 64 << 10,
     .grid_threads = UINT32_MAX},
};

const struct sim_limits *sim_limits(void)
{
    return &cards[machine.device->caps.lanes == 64];
}

/* Of errors' numbers, those that CUDA and HIP share. */
enum { INVALID_VALUE = 1, INVALID_CONFIGURATION = 9, COOPERATIVE_TOO_LARGE = 720 };

/* The simulator's own limit: order.c numbers the blocks of all launches in 32 bits. */
enum { MOST_SIM_BLOCKS = 1 << 30 };

/* A box of which every side has 1 or more, and no more than the card has. */
static bool box_fits(const uint32_t size[3], const uint32_t most[3], const char *what, struct text *why)
{
    const struct sim_limits *limits = sim_limits();
    for (int i = 0; i < 3; i++) {
        if (size[i] >= 1 && size[i] <= most[i]) continue;
        return text_say(why, "launch failed: %s of %u x %u x %u; expected 1 to %u x %u x %u (%s)", what,
                        size[0], size[1], size[2], most[0], most[1], most[2], limits->card);
    }
    return true;
}

static bool counts_fit(const struct sim_grid *grid, struct text *why)
{
    const struct sim_limits *limits = sim_limits();
    uint64_t blocks = (uint64_t)grid->blocks[0] * grid->blocks[1] * grid->blocks[2];
    uint64_t block = (uint64_t)grid->threads[0] * grid->threads[1] * grid->threads[2];
    if (block > limits->block)
        return text_say(why, "launch failed: a block of %" PRIu64 " threads; expected 1 to %u (%s)", block,
                        limits->block, limits->card);
    if (blocks > MOST_SIM_BLOCKS)
        return text_say(why, "launch failed: %" PRIu64 " blocks, at most %d (the simulator)", blocks,
                        MOST_SIM_BLOCKS);
    for (int i = 0; i < 3; i++) {
        uint64_t threads = (uint64_t)grid->blocks[i] * grid->threads[i];
        if (threads > limits->grid_threads)
            return text_say(
                why, "launch failed: %" PRIu64 " threads along a side of the grid, at most %" PRIu64 " (%s)",
                threads, limits->grid_threads, limits->card);
    }
    return true;
}

static bool shared_fits(const struct sim_grid *grid, size_t asked, struct text *why)
{
    const struct sim_limits *limits = sim_limits();
    size_t most = asked > limits->shared ? asked : limits->shared;
    if (grid->shared <= most) return true;
    if (grid->shared > limits->shared_asked)
        return text_say(why, "launch failed: %zu bytes of shared memory, at most %zu (%s)", grid->shared,
                        limits->shared_asked, limits->card);
    return text_say(why, "launch failed: %zu bytes of shared memory, %zu %s cudaFuncSetAttribute (%s)",
                    grid->shared, most, asked > limits->shared ? "asked for by" : "without", limits->card);
}

/* All blocks of a cooperative launch are resident at once. */
static bool cooperates(const struct sim_grid *grid, struct text *why)
{
    uint64_t blocks = (uint64_t)grid->blocks[0] * grid->blocks[1] * grid->blocks[2];
    uint64_t most = RESIDENT_LANES / (grid->threads[0] * grid->threads[1] * grid->threads[2]);
    if (blocks <= most) return true;
    return text_say(why,
                    "launch failed: a cooperative launch of %" PRIu64 " blocks, of which %" PRIu64
                    " are resident at once",
                    blocks, most);
}

int limits_refuse(const struct sim_grid *grid, size_t asked, bool meets, struct text *why)
{
    const struct sim_limits *limits = sim_limits();
    bool fits = box_fits(grid->blocks, limits->blocks, "a grid", why) && counts_fit(grid, why) &&
                box_fits(grid->threads, limits->threads, "a block", why);
    if (!fits) return INVALID_CONFIGURATION;
    if (meets && !cooperates(grid, why)) return COOPERATIVE_TOO_LARGE;
    return shared_fits(grid, asked, why) ? 0 : INVALID_VALUE;
}

size_t limits_shared(size_t asked)
{
    const struct sim_limits *limits = sim_limits();
    return asked > limits->shared ? limits->shared_asked : limits->shared;
}
