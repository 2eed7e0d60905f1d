/* SPDX-License-Identifier: MIT
 * A block that looks ahead (lookahead.hip.h): its figures, its arguments, and what it keeps in shared memory. */
#ifndef FOLDCHECK_LOOKAHEAD_BLOCK_HIP_H
#define FOLDCHECK_LOOKAHEAD_BLOCK_HIP_H

#include "hip/scan/segment.hip.h"
#include "hip/scan/strip.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Tiles that a block folds before it scans the first. */
enum { AHEAD = 2 };

/* Numbers that are known at a time: t(i - 2 - AHEAD) is looked at while t(i + 1) is drawn. */
enum { NUMBERS = AHEAD + 4 };

/* Where rows begin among a lane's items: bit k, with item k. */
struct row_starts {
    static constexpr bool ROWS = true;
    uint32_t bits;
};

template <bool ROWS>
struct starts_type {
    using type = no_starts;
};
template <>
struct starts_type<true> {
    using type = row_starts;
};

/* Bytes of a narrow state, at most. */
enum { WIDE = 8 };

COMPILE_TIME int kept_vectors(size_t state)
{
    return (int)((state + sizeof(vector) - 1) / sizeof(vector));
}

/* A kernel's figures. ROWS: more than one. */
template <class OPERATOR, bool MANY, int BLOCK, int EACH, int LANES, int GATHERING>
struct lookahead {
    using M = OPERATOR;
    static constexpr bool ROWS = MANY;
    using starts = typename starts_type<MANY>::type;
    static constexpr int ITEMS = EACH, GROUP = LANES, HELPERS = GATHERING, WORKERS = BLOCK / LANES,
                         WINDOW = LANES * EACH, TILE = BLOCK * EACH;
    /* What is left of a lane is kept from its fold to its scan: in registers, if narrow; if wide, in shared memory, and
     * whole windows have code of their own. (Narrow states are many a lane: it would be long.) */
    static constexpr bool APART = sizeof(typename M::state) > WIDE;
    static constexpr int KEPT = APART ? 1 : AHEAD + 1;
    static constexpr size_t STRIP = strip_bytes(M::input_columns, M::state_columns, WINDOW);
    static constexpr size_t STRIPS = (AHEAD + 1) * WORKERS * STRIP;
    /* Vectors of a lane's state that is kept apart. */
    static constexpr int VECTORS = APART ? kept_vectors(sizeof(typename M::state)) : 0;
    static constexpr size_t KEPT_BYTES = (AHEAD + 1) * VECTORS * sizeof(vector) * BLOCK;
};

template <class M>
struct lookahead_arguments {
    chain_arguments<M> chained;
    int64_t length; /* of many rows: items a row */
    uint32_t every; /* bit k: is k a multiple of the length? */
    const typename M::state
        *carry; /* on the device: what is left of item 0, instead of scan.init; NULL without */
};

/* Where rows begin in a tile t(k), and what that says of the tiles between t(k - 1), which is among them, and t(k). */
struct lookahead_rows {
    row_index index;
    int64_t from; /* the first of them that is left of t(k) in the row that t(k) continues */
    int carries;  /* does that row continue t(k - 1), too? */
};

/* Shared memory of a block. */
template <class L>
struct lookahead_block {
    using state = typename L::M::state;
    unsigned char *strips; /* [AHEAD + 1][workers]: the windows of tiles t(k), by k modulo AHEAD + 1 */
    vector *kept;     /* [AHEAD + 1][L::VECTORS][workers * lanes]: what is left of each lane in its window */
    state *fold;      /* [2][workers]: each window's fold, by k modulo 2 */
    state *left;      /* [AHEAD + 1][workers]: what is left of each window in its tile */
    state *between;   /* [2][helpers]: folds of what lies between two tiles, by the right one */
    uint64_t *number; /* [NUMBERS]: of t(k); its tile is past the end when all are drawn */
    lookahead_rows *rows; /* [NUMBERS], of many rows: of t(k) */
};

template <class L>
FN turn turn_at(const lookahead_block<L> &block, int k)
{
    return turn_of(load(block.number + k % NUMBERS));
}

} // namespace FOLDCHECK_NAMESPACE
#endif
