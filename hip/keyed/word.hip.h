/* SPDX-License-Identifier: MIT
 * States that lanes fold onto at once, of an operator that commutes: in a word of 64 bits by compare and swap, or,
 * where the operator adds one column, by the hardware's own atomic sum. */
#ifndef FOLDCHECK_KEYED_WORD_HIP_H
#define FOLDCHECK_KEYED_WORD_HIP_H

#include "hip/plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
FN uint64_t word_of_state(const typename M::state &state)
{
    uint64_t word = 0;
    copy_bits<sizeof(state)>(&word, &state);
    return word;
}

template <class M>
FN typename M::state state_of_word(uint64_t word)
{
    typename M::state state;
    copy_bits<sizeof(state)>(&state, &word);
    return state;
}

/* The word covers one item more, in whatever order items come. The first guess is that it covers none. */
template <class M>
FN void fold_onto_word(const typename M::params &params, uint64_t *word, const typename M::state &item)
{
    uint64_t expected = word_of_state<M>(M::identity(params));
    for (;;) {
        typename M::state acc = M::combine(params, state_of_word<M>(expected), item);
        uint64_t found = swap_word(word, expected, word_of_state<M>(acc));
        if (found == expected) return;
        expected = found;
    }
}

/* Is there an atomic for the operator? */
template <class M>
COMPILE_TIME bool state_adds(void)
{
    return (M::laws & LAW_ADDS) != 0 && M::state_columns.count == 1 && sizeof(typename M::state) >= 4;
}

/* What holds a state that lanes fold onto. */
template <class M>
using cell_of = typename word_of<state_adds<M>() ? sizeof(typename M::state) : sizeof(uint64_t)>::type;

template <class M>
FN cell_of<M> cell_of_state(const typename M::state &state)
{
    cell_of<M> cell = 0;
    copy_bits<sizeof(state)>(&cell, &state);
    return cell;
}

template <class M>
FN typename M::state state_of_cell(cell_of<M> cell)
{
    typename M::state state;
    copy_bits<sizeof(state)>(&state, &cell);
    return state;
}

/* The cell covers one item more, in whatever order items come. */
template <class M>
FN void fold_onto_cell(const typename M::params &params, cell_of<M> *cell, const typename M::state &item)
{
    if constexpr (state_adds<M>()) {
        count_combine();
        add_onto(cell, cell_of_state<M>(item));
    } else
        fold_onto_word<M>(params, cell, item);
}

/* state_adds, on the host. */
inline bool job_adds(const struct job *job)
{
    return job->op->laws & LAW_ADDS && job->op->state.count == 1 && state_bytes(job) >= 4;
}

/* Bytes of a cell, on the host. */
inline uint64_t job_cell_bytes(const struct job *job)
{
    return job_adds(job) ? state_bytes(job) : sizeof(uint64_t);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
