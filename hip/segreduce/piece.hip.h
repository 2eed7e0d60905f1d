/* SPDX-License-Identifier: MIT
 * Stretches of items that know nothing of rows but where they end, and how two that touch become one. The lane that
 * joins two pieces writes the row that ends in the right one and began in the left one; so every row is written
 * once, in whatever tree pieces are joined, as long as it keeps their order.
 *
 *   a piece     items [a, b): head is the fold up to the first row's end in it, tail that of what lies behind the
 *               last */
#ifndef FOLDCHECK_PIECE_HIP_H
#define FOLDCHECK_PIECE_HIP_H

#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct piece {
    typename M::state head, tail; /* where no row ends, all of it is tail */
    int64_t row;                  /* that ends first; ~row if it goes on, and is the only one; NOTHING */
};

/* The row of a piece that covers neither an item nor a row's end: joined with another, it is no operand. */
enum : int64_t { NOTHING = INT64_MIN };

template <class M>
FN piece<M> no_piece(const typename M::params &params)
{
    piece<M> none = {M::identity(params), M::identity(params), NOTHING};
    return none;
}

/* The piece of both; writes the row that the left one leaves open and the right one ends. */
template <class M>
FN piece<M> join(const rows_arguments<M> &a, piece<M> left, const piece<M> &right)
{
    if (right.row == NOTHING) return left;
    if (left.row == NOTHING) return right;
    bool ends = right.row >= 0;
    typename M::state joint =
        M::combine(params_of_row<M>(a, ends ? right.row : ~right.row), left.tail,
                   ends ? right.head : right.tail); /* covers what both have of the row */
    if (!ends) {
        left.tail = joint;
        return left;
    }
    if (left.row >= 0)
        store_fields<state_traits<M>>(a.out, right.row, &joint);
    else {
        left.head = joint;
        left.row = right.row;
    }
    left.tail = right.tail;
    return left;
}

/* Lane 0: all lanes' pieces, joined as a tree over neighbours; all lanes take part. */
template <class M, int GROUP>
FN piece<M> group_join(const rows_arguments<M> &a, piece<M> mine)
{
    UNROLL for (int d = 1; d < GROUP; d *= 2)
    {
        piece<M> right = lane_down<GROUP>(mine, d);
        if (lane_id<GROUP>() % (2 * d) == 0) mine = join<M>(a, mine, right); /* covers lanes [l, l + 2d) */
    }
    return mine;
}

/* Lane 0: pieces [0, count) in memory, a run of them a lane. */
template <class M, int GROUP>
FN piece<M> join_all(const rows_arguments<M> &a, const piece<M> *pieces, int64_t count)
{
    int64_t each = ceiling(count, GROUP), from = lane_id<GROUP>() * each, to = smaller(from + each, count);
    piece<M> mine = no_piece<M>(a.source.params); /* covers pieces [from, from) */
    for (int64_t p = from; p < to; p++)
        mine = join<M>(a, mine, load(pieces + p));
    return group_join<M, GROUP>(a, mine);
}

/* The end of a kernel in which each group has left the piece of its share in shared memory: joins them, and in the
 * block that takes the last ticket those of all blocks, through scratch; writes the row that ends first of all. counter
 * is 0 before and after. */
template <class M, int BLOCK, int GROUP>
FN void finish_pieces(const rows_arguments<M> &a, const piece<M> *shared, piece<M> *partial,
                      uint32_t *counter)
{
    block_sync();
    if (group_id<GROUP>() != 0) return;
    piece<M> mine = join_all<M, GROUP>(a, shared, BLOCK / GROUP);
    uint32_t ticket = 0;
    if (lane_id<GROUP>() == 0) {
        store(partial + block_id(), mine);
        ticket = take_ticket(counter);
    }
    if (lane_first<GROUP>(ticket) != (uint32_t)(block_count() - 1)) return;
    group_sync<GROUP>(); /* what lane 0's ticket lets it see, the other lanes see, too */
    mine = join_all<M, GROUP>(a, partial, block_count());
    if (lane_id<GROUP>() == 0) {
        store_fields<state_traits<M>>(a.out, mine.row, &mine.head);
        store(counter, 0u);
    }
}

/* ---- the host's side ---- */

/* A piece as kernels lay it out. */
COMPILE_TIME size_t piece_size(size_t state_bytes)
{
    return (2 * state_bytes + 7) / 8 * 8 + sizeof(int64_t);
}

inline uint64_t piece_bytes(const struct job *job)
{
    return piece_size(state_bytes(job));
}

/* Traffic of finish_pieces: each block's piece written and read, the counter set back. */
inline uint64_t pieces_traffic(const struct job *job, uint64_t blocks)
{
    return 2 * blocks * piece_bytes(job) + sizeof(uint32_t);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
