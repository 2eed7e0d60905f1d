/* SPDX-License-Identifier: MIT
 * The parts of a product (op.h), each seen as an operator of its own: its states hold the part's columns alone; lift
 * and combine are the product's; the compiler drops the code for other parts. So whatever is made for an
 * operator is made for a part, and holds no more registers and shared memory than the part needs. */
#ifndef FOLDCHECK_TILE_PARTS_HIP_H
#define FOLDCHECK_TILE_PARTS_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The columns of a part of M's state, from K of the whole, J of the part: taken out of the C struct, or put there. */
template <class M, int PART, int K = 0, int J = 0>
OP_FN void take_part(const char *whole, char *part)
{
    if constexpr (K < M::state_columns.count) {
        constexpr column_list ALL = M::state_columns, OWN = part_columns(ALL, PART);
        if constexpr (ALL.part[K] == PART)
            copy_bits<ALL.size[K]>(part + OWN.offset[J], whole + ALL.offset[K]);
        take_part<M, PART, K + 1, J + (ALL.part[K] == PART)>(whole, part);
    }
}

template <class M, int PART, int K = 0, int J = 0>
OP_FN void put_part(char *whole, const char *part)
{
    if constexpr (K < M::state_columns.count) {
        constexpr column_list ALL = M::state_columns, OWN = part_columns(ALL, PART);
        if constexpr (ALL.part[K] == PART)
            copy_bits<ALL.size[K]>(whole + ALL.offset[K], part + OWN.offset[J]);
        put_part<M, PART, K + 1, J + (ALL.part[K] == PART)>(whole, part);
    }
}

template <class M, int PART>
struct part_of {
    static constexpr column_list input_columns = M::input_columns,
                                 state_columns = part_columns(M::state_columns, PART),
                                 mapout_columns = PART == 0 ? M::mapout_columns : column_list();
    using word = typename word_of<state_columns.widest>::type;
    struct state {
        word at[(state_columns.end + sizeof(word) - 1) /
                sizeof(word)]; /* the columns as a C struct has them */
    };
    using input = typename M::input;
    using mapout = typename M::mapout;
    using params = typename M::params;
    static constexpr bool emits = M::emits && PART == 0; /* an item is emitted once */

    OP_FN state narrow(const typename M::state &whole)
    {
        state part = {};
        take_part<M, PART>(reinterpret_cast<const char *>(&whole), reinterpret_cast<char *>(&part));
        return part;
    }

    /* The identity in the other parts. */
    OP_FN typename M::state widen(const params &p, const state &part)
    {
        typename M::state whole = M::identity(p);
        put_part<M, PART>(reinterpret_cast<char *>(&whole), reinterpret_cast<const char *>(&part));
        return whole;
    }

    OP_FN state identity(const params &p)
    {
        return narrow(M::identity(p));
    }

    OP_FN state combine(const params &p, const state &left, const state &right)
    {
        return narrow(M::combine(p, widen(p, left), widen(p, right)));
    }

    OP_FN state lift(const params &p, const input &item)
    {
        return narrow(M::lift(p, item));
    }

    OP_FN mapout emit(const params &p, const input &item)
    {
        return M::emit(p, item);
    }
};

/* Bytes of the largest state of a part. */
COMPILE_TIME size_t largest_part(const column_list &columns)
{
    size_t most = 0;
    for (int part = 0; part < columns.parts; part++) {
        size_t end = part_columns(columns, part).end;
        if (end > most) most = end;
    }
    return most;
}

/* ---- the host's side ---- */

/* The job as the part has it: its columns of the result, no initial value. */
inline struct job job_of_part(const struct job *job, int part)
{
    struct job own = *job;
    own.init = nullptr;
    own.out.count = 0;
    for (int k = 0; k < job->out.count; k++)
        if (job->op->state.part[k] == part) own.out.column[own.out.count++] = job->out.column[k];
    return own;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
