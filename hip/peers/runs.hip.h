/* SPDX-License-Identifier: MIT
 * A library's reduction by key alone, which folds runs of equal keys: the key of an item is its row, computed from
 * its index, so that every row is a run. A row without items has none, and no result: it is refused. A library S has
 * `reduce`, which returns an error's text or NULL. */
#ifndef FOLDCHECK_PEERS_RUNS_HIP_H
#define FOLDCHECK_PEERS_RUNS_HIP_H

#include "hip/peers/description.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { PEER_RUNS_WORD = 256 }; /* bytes before the library's, for the number of runs */

template <class S, class M>
static bool peer_runs_call(const struct job *job, void *temporary, size_t *bytes, struct text *why)
{
    void *rest = temporary ? static_cast<char *>(temporary) + PEER_RUNS_WORD : nullptr;
    const char *error = peer_with_items<M>(job, [&](auto items) {
        return S::template reduce<M>(job, rest, bytes, items, static_cast<uint32_t *>(temporary));
    });
    if (!temporary) *bytes += PEER_RUNS_WORD;
    return peer_did(S::facts::name, job, !error, error, why);
}

/* Look-back: blocks wait for earlier ones. */
struct peer_run_reduction : peer_reduction {
    static constexpr const char *ids = "P4 P5";
    static constexpr bool needs_progress = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr unsigned takes =
        (any_peer::takes | TAKES_ROWS) & ~TAKES_EMPTY_ROWS; /* a run has an item */
};

} // namespace FOLDCHECK_NAMESPACE
#endif
