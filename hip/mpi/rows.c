/* SPDX-License-Identifier: MIT */
#include "ranks.h"

#include "fleet/shares.h"

#include <string.h>

struct span_of_items rank_row(const struct rank *rank, uint64_t row)
{
    const struct ranks_problem *problem = rank->problem;
    const uint64_t *starts = (const uint64_t *)(const void *)(rank->memory + problem->at_starts);
    if (problem->at_starts) return (struct span_of_items){starts[row], starts[row + 1]};
    return (struct span_of_items){row * problem->length, (row + 1) * problem->length};
}

struct span_of_items rank_share(const struct rank *rank, struct span_of_items whole)
{
    struct share share = share_of(whole.end - whole.begin, 1, rank->ranks, rank->rank);
    return (struct span_of_items){whole.begin + share.begin, whole.begin + share.end};
}

const void *rank_params(const struct rank *rank, uint64_t row)
{
    const struct ranks_problem *problem = rank->problem;
    if (!problem->param_sets) return NULL;
    int64_t set = problem->param_sets > 1 ? vary_index_of(&problem->vary, (int64_t)row) : 0;
    return rank->memory + problem->at_params + (uint64_t)set * rank->op->params_size;
}

void rank_begin(const struct rank *rank, uint64_t row, void *state)
{
    if (rank->problem->has_init)
        memcpy(state, rank->memory + rank->problem->at_init, rank->op->state.size);
    else
        rank->op->identity(rank_params(rank, row), state);
}

void *rank_result(const struct rank *rank, uint64_t at)
{
    return rank->memory + rank->problem->at_results + at * rank->op->state.size;
}

/* Item i of a row, lifted; its map-out is written. */
static void lift(const struct rank *rank, const void *params, uint64_t i, void *state)
{
    const struct ranks_problem *problem = rank->problem;
    const char *item = rank->memory + problem->at_items + i * rank->op->input.size;
    if (problem->emits)
        rank->op->emit(params, item, rank->memory + problem->at_mapouts + i * rank->op->mapout.size);
    rank->op->lift(params, item, state);
}

void rank_fold(const struct rank *rank, uint64_t row, struct span_of_items items, void *state)
{
    _Alignas(16) char item[MAX_STATE_BYTES];
    const void *params = rank_params(rank, row);
    for (uint64_t i = items.begin; i < items.end; i++) {
        lift(rank, params, i, item);
        rank->op->combine(params, state, item, state); /* covers what was there, and the items up to item i */
    }
}

void rank_scan(const struct rank *rank, uint64_t row, struct span_of_items items, void *state)
{
    const bool exclusive = rank->problem->what == WHAT_EXSCAN;
    for (uint64_t i = items.begin; i < items.end; i++) {
        if (exclusive) memcpy(rank_result(rank, i), state, rank->op->state.size);
        rank_fold(rank, row, (struct span_of_items){i, i + 1}, state);
        if (!exclusive) memcpy(rank_result(rank, i), state, rank->op->state.size);
    }
}
