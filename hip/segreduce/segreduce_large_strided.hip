/* SPDX-License-Identifier: MIT
 * segreduce_large_strided: all threads of a row's blocks stride over the row together: thread t of T folds items t, t +
 * T, t + 2T ... by itself, ITEMS of them loaded ahead, so that neighbours read neighbours and there is one block
 * reduction a block, at its very end. The block that is the last of its row to end folds the blocks' results, in the
 * same kernel. There are as many blocks a row as fill the device, and no more than have an item for each of their
 * threads (of tiny tunings: twice ITEMS). Operands are permuted, hence only for operators that commute.
 *
 * ID, source    S4 for operators that commute: Futhark, module documentation of SegRed (2024); F.1; after L14
 *               (segreduce_larsen_strided), with its second stage as in S1, X6
 * Laws          associative, commutes
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        keep the order of operands; rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_STRIDED_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_STRIDED_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_strided_kernel(large_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a part is enough */
    const typename M::params &params = a.rows.source.params;
    int64_t stride = a.each * BLOCK;
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = part_of_row<M>(a, part);

        /* ---- serial: n items read, neighbours by neighbouring threads ---- */
        typename M::state acc = M::identity(params); /* covers nothing yet */
        for (int64_t i = mine.first + mine.number * BLOCK + thread_id(); i < mine.last; i += ITEMS * stride) {
            typename M::state item[ITEMS];
            UNROLL for (int k = 0; k < ITEMS; k++) item[k] =
                take_in_row<M>(a.rows.source, i + k * stride, mine.last);
            UNROLL for (int k = 0; k < ITEMS; k++) acc = M::combine(params, acc, item[k]);
        }
        /* ---- group, block: acc covers every item that is the thread modulo the stride ---- */
        acc = group_combine<M, GROUP>(params, acc);
        acc = block_combine<M, BLOCK, GROUP>(params, acc, shared + turn * GROUPS);
        finish_part<M, GROUP>(a, mine, acc);
        turn ^= 1;
    }
}

struct segreduce_large_strided : large_reduction<segreduce_large_strided> {
    static constexpr const char
        *ids = "S4",
        *does = "the threads of a row's blocks stride over it together; the last block folds their results";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        bool tiny = shape->block < 64;
        return large_each(job, shape, (int64_t)shape->block * (tiny ? 2 * shape->items : 1));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return large_launch("segreduce_large_strided", segreduce_large_strided_kernel<M, BLOCK, ITEMS, GROUP>,
                            BLOCK, GROUP, job, large_of<M>(job, each(job, shape), 1), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
