/* SPDX-License-Identifier: MIT
 * A library's function as a strategy: `facts` assigns what differs from its base, and described_peer makes the rest.
 * The bases are what CUB and rocPRIM have in common. */
#ifndef FOLDCHECK_PEERS_DESCRIPTION_HIP_H
#define FOLDCHECK_PEERS_DESCRIPTION_HIP_H

#include "hip/peers/peer.hip.h"
#include "hip/refuse.h"

namespace FOLDCHECK_NAMESPACE
{

/* Facts also have a `name` and what it `does`. */
struct any_peer {
    static constexpr const char *ids = "";
    static constexpr unsigned needs = 0;
    static constexpr bool needs_progress = false, blocks_communicate = true; /* for all that is known */
    static constexpr bool asks_for_scratch = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr unsigned takes = TAKES_EMPTY_ROWS | TAKES_IN_PLACE;

    /* A rule of its own, for jobs that are within what it takes. */
    static enum refusal own_rule(const struct strategy *, const struct job *, struct text *)
    {
        return REFUSAL_NONE;
    }

    static constexpr uint64_t most_items = 0;
};

struct peer_reduction : any_peer {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr auto traffic = peer_reduce_traffic;
};

/* Rows, of different lengths, too. */
struct peer_row_reduction : peer_reduction {
    static constexpr unsigned takes = any_peer::takes | TAKES_ROWS | TAKES_RAGGED;
};

/* Look-back: blocks wait for earlier ones, and combine as many of their results as are there. Both libraries say of
 * scans, and of what goes by key, that sums of floats may differ from run to run. */
struct peer_scan : any_peer {
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool needs_progress = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto traffic = peer_scan_traffic;
    static constexpr unsigned takes = any_peer::takes | TAKES_SCANS;
};

/* Rows, by a key for each item: its row, computed from its index. */
struct peer_row_scan : peer_scan {
    static constexpr unsigned takes = (peer_scan::takes | TAKES_ROWS) & ~TAKES_INIT_INCLUSIVE;
};

template <class FACTS>
static enum refusal peer_refuse_by(const struct strategy *self, const struct job *job,
                                   const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = refuse_by_takes(self, job, shape, why);
    return refusal == REFUSAL_NONE ? FACTS::own_rule(self, job, why) : refusal;
}

template <class FACTS>
static inline uint64_t peer_scratch_of(const struct job *job, const struct launch_shape *)
{
    return FACTS::asks_for_scratch ? peer_scratch(FACTS::name, job) : 0;
}

template <class FACTS>
static constexpr struct strategy described_peer(void)
{
    struct strategy all = {};
    all.name = FACTS::name;
    all.ids = FACTS::ids;
    all.does = FACTS::does;
    all.what = FACTS::what;
    all.needs = FACTS::needs;
    all.needs_progress = FACTS::needs_progress;
    all.blocks_communicate = FACTS::blocks_communicate;
    all.determinism = FACTS::determinism;
    all.takes = FACTS::takes;
    all.refuse = peer_refuse_by<FACTS>;
    all.scratch_bytes = peer_scratch_of<FACTS>;
    all.traffic = FACTS::traffic;
    all.prepare = peer_prepare;
    all.most_items = FACTS::most_items;
    return all;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
