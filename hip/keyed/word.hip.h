/* SPDX-License-Identifier: MIT
 * A state in a word of 64 bits that lanes fold onto at once, by compare and swap: of an operator that commutes. */
#ifndef FOLDCHECK_KEYED_WORD_HIP_H
#define FOLDCHECK_KEYED_WORD_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
COMPILE_TIME bool state_fits_word(void)
{
    return sizeof(typename M::state) <= sizeof(uint64_t);
}

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

} // namespace FOLDCHECK_NAMESPACE
#endif
