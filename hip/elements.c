/* SPDX-License-Identifier: MIT */
#include "elements.h"

#include <assert.h>

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static struct element_figures figures_of(const struct tuple *state)
{
    struct element_figures figures = {0};
    for (int k = 0; k < state->count; k++)
        figures = elements_with(figures, (uint32_t)elem_size(state->elem[k]));
    return figures;
}

uint32_t elements_a_thread(enum elements_model model, const struct tuple *state, struct thread_share share)
{
    assert(state->count > 0);
    struct element_figures figures = figures_of(state);
    uint32_t beside = model == ELEMENTS_CLAUSEN ? ELEMENTS_BESIDE : 0;
    return elements_by_both(elements_by_memory(figures, share),
                            elements_by_registers(figures, share, beside));
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
