/* SPDX-License-Identifier: MIT
 * A tile's aggregate as other blocks see it: words of epoch << 32 | 32 bits of it (lookahead.hip.h). */
#ifndef FOLDCHECK_LOOKAHEAD_WORDS_HIP_H
#define FOLDCHECK_LOOKAHEAD_WORDS_HIP_H

#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

COMPILE_TIME int state_words(size_t bytes)
{
    return (int)((bytes + 3) / 4);
}

template <class M>
FN void publish_aggregate(const chain<M> &chain, const turn &mine, const typename M::state &aggregate)
{
    constexpr int WORDS = state_words(sizeof aggregate);
    uint32_t bits[WORDS] = {};
    copy_bits<sizeof(aggregate)>(bits, &aggregate);
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++)
        publish_word(chain.word + mine.tile * WORDS + w, (uint64_t)mine.epoch << 32 | bits[w]);
}

/* False if it is not there yet; then *aggregate is nothing. */
template <class M>
FN bool observe_aggregate(const chain<M> &chain, uint32_t epoch, int64_t tile, typename M::state *aggregate)
{
    constexpr int WORDS = state_words(sizeof *aggregate);
    uint64_t word[WORDS];
    uint32_t bits[WORDS];
    bool there = true;
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++) word[w] = observe_word(chain.word + tile * WORDS + w);
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++)
    {
        there = there && (uint32_t)(word[w] >> 32) == epoch;
        bits[w] = (uint32_t)word[w];
    }
    copy_bits<sizeof(*aggregate)>(aggregate, bits);
    return there;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
