/* SPDX-License-Identifier: MIT
 * BlockReduce and BlockScan as CUB's and hipCUB's documents have them: of a reduction thread 0 alone has the result, an
 * exclusive scan without an initial value leaves thread 0's first result undefined, a prefix functor is called by the
 * block's first warp and lane 0's answer counts, and aggregates, which have no prefix, go to all threads. */
#ifndef FOLDCHECK_SIM_BLOCK_COLLECTIVES_H
#define FOLDCHECK_SIM_BLOCK_COLLECTIVES_H

#include "functors.h"
#include "team.h"

namespace foldcheck_sim
{
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/* Memory of one instance's own, where a kernel names none: all of its type have the same. */
template <class S>
static inline S &own_storage()
{
    __shared__ S storage;
    return storage;
}

template <class T, int X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockReduce
{
    enum { THREADS = X * Y * Z };
    static constexpr fold_order ORDER = ALGORITHM == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY ? BY_LANES
                                        : ALGORITHM == BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
                                            ? BY_ANY_WARP
                                            : BY_RANK;

  public:
    using TempStorage = slots<T, THREADS>;
    BlockReduce() : memory(own_storage<TempStorage>()) {}
    explicit BlockReduce(TempStorage &storage) : memory(storage) {}

    template <class F>
    T Reduce(T input, F reduction_op, int num_valid)
    {
        return fold_team(block_team<THREADS>("BlockReduce"), memory, input, num_valid, reduction_op, ORDER);
    }
    template <class F>
    T Reduce(T input, F reduction_op)
    {
        return Reduce(input, reduction_op, int(THREADS));
    }
    template <int ITEMS, class F>
    T Reduce(T (&inputs)[ITEMS], F reduction_op)
    {
        return Reduce(fold_items(inputs, reduction_op), reduction_op);
    }
    T Sum(T input)
    {
        return Reduce(input, foldcheck_sim::Sum());
    }
    T Sum(T input, int num_valid)
    {
        return Reduce(input, foldcheck_sim::Sum(), num_valid);
    }
    template <int ITEMS>
    T Sum(T (&inputs)[ITEMS])
    {
        return Reduce(inputs, foldcheck_sim::Sum());
    }

  private:
    TempStorage &memory;
};

struct no_prefix {
};

template <class T, int X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockScan
{
    enum { THREADS = X * Y * Z };
    struct storage {
        slots<T, THREADS> sums;
        slots<T, 1> prefix;
    };

  public:
    using TempStorage = storage;
    BlockScan() : memory(own_storage<TempStorage>()) {}
    explicit BlockScan(TempStorage &storage) : memory(storage) {}

    /* ---- an item a thread ---- */
    void InclusiveSum(T input, T &output)
    {
        one(true, input, output, foldcheck_sim::Sum());
    }
    void InclusiveSum(T input, T &output, T &block_aggregate)
    {
        one(true, input, output, foldcheck_sim::Sum(), nullptr, &block_aggregate);
    }
    template <class P>
    void InclusiveSum(T input, T &output, P &block_prefix_callback_op)
    {
        one(true, input, output, foldcheck_sim::Sum(), nullptr, nullptr, &block_prefix_callback_op);
    }
    template <class F>
    void InclusiveScan(T input, T &output, F scan_op)
    {
        one(true, input, output, scan_op);
    }
    template <class F>
    void InclusiveScan(T input, T &output, F scan_op, T &block_aggregate)
    {
        one(true, input, output, scan_op, nullptr, &block_aggregate);
    }
    template <class F, class P>
    void InclusiveScan(T input, T &output, F scan_op, P &block_prefix_callback_op)
    {
        one(true, input, output, scan_op, nullptr, nullptr, &block_prefix_callback_op);
    }
    void ExclusiveSum(T input, T &output)
    {
        T zero{};
        one(false, input, output, foldcheck_sim::Sum(), &zero);
    }
    void ExclusiveSum(T input, T &output, T &block_aggregate)
    {
        T zero{};
        one(false, input, output, foldcheck_sim::Sum(), &zero, &block_aggregate);
    }
    template <class P>
    void ExclusiveSum(T input, T &output, P &block_prefix_callback_op)
    {
        one(false, input, output, foldcheck_sim::Sum(), nullptr, nullptr, &block_prefix_callback_op);
    }
    template <class F>
    void ExclusiveScan(T input, T &output, F scan_op)
    {
        one(false, input, output, scan_op);
    }
    template <class F>
    void ExclusiveScan(T input, T &output, F scan_op, T &block_aggregate)
    {
        one(false, input, output, scan_op, nullptr, &block_aggregate);
    }
    template <class F>
    void ExclusiveScan(T input, T &output, T initial_value, F scan_op)
    {
        one(false, input, output, scan_op, &initial_value);
    }
    template <class F>
    void ExclusiveScan(T input, T &output, T initial_value, F scan_op, T &block_aggregate)
    {
        one(false, input, output, scan_op, &initial_value, &block_aggregate);
    }
    template <class F, class P>
    void ExclusiveScan(T input, T &output, F scan_op, P &block_prefix_callback_op)
    {
        one(false, input, output, scan_op, nullptr, nullptr, &block_prefix_callback_op);
    }

    /* ---- several items a thread ---- */
    template <int ITEMS>
    void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS])
    {
        scan(true, input, output, foldcheck_sim::Sum());
    }
    template <int ITEMS>
    void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T &block_aggregate)
    {
        scan(true, input, output, foldcheck_sim::Sum(), nullptr, &block_aggregate);
    }
    template <int ITEMS, class P>
    void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], P &block_prefix_callback_op)
    {
        scan(true, input, output, foldcheck_sim::Sum(), nullptr, nullptr, &block_prefix_callback_op);
    }
    template <int ITEMS, class F>
    void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op)
    {
        scan(true, input, output, scan_op);
    }
    template <int ITEMS, class F>
    void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op, T &block_aggregate)
    {
        scan(true, input, output, scan_op, nullptr, &block_aggregate);
    }
    template <int ITEMS, class F>
    void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, F scan_op)
    {
        scan(true, input, output, scan_op, &initial_value);
    }
    template <int ITEMS, class F>
    void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, F scan_op, T &block_aggregate)
    {
        scan(true, input, output, scan_op, &initial_value, &block_aggregate);
    }
    template <int ITEMS, class F, class P>
    void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op, P &block_prefix_callback_op)
    {
        scan(true, input, output, scan_op, nullptr, nullptr, &block_prefix_callback_op);
    }
    template <int ITEMS>
    void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS])
    {
        T zero{};
        scan(false, input, output, foldcheck_sim::Sum(), &zero);
    }
    template <int ITEMS>
    void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T &block_aggregate)
    {
        T zero{};
        scan(false, input, output, foldcheck_sim::Sum(), &zero, &block_aggregate);
    }
    template <int ITEMS, class P>
    void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], P &block_prefix_callback_op)
    {
        scan(false, input, output, foldcheck_sim::Sum(), nullptr, nullptr, &block_prefix_callback_op);
    }
    template <int ITEMS, class F>
    void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op)
    {
        scan(false, input, output, scan_op);
    }
    template <int ITEMS, class F>
    void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op, T &block_aggregate)
    {
        scan(false, input, output, scan_op, nullptr, &block_aggregate);
    }
    template <int ITEMS, class F>
    void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, F scan_op)
    {
        scan(false, input, output, scan_op, &initial_value);
    }
    template <int ITEMS, class F>
    void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, F scan_op, T &block_aggregate)
    {
        scan(false, input, output, scan_op, &initial_value, &block_aggregate);
    }
    template <int ITEMS, class F, class P>
    void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], F scan_op, P &block_prefix_callback_op)
    {
        scan(false, input, output, scan_op, nullptr, nullptr, &block_prefix_callback_op);
    }

  private:
    TempStorage &memory;

    /* What the first warp's lane 0 answers. */
    template <class P>
    T prefix_of(const block_team<THREADS> &team, const T &aggregate, P *prefix)
    {
        if (team.rank < static_cast<int>(sim_lanes())) {
            T answer = (*prefix)(aggregate);
            if (team.rank == 0) memory.prefix[0] = answer;
        }
        team.sync();
        return memory.prefix[0];
    }
    T prefix_of(const block_team<THREADS> &, const T &, no_prefix *)
    {
        return T();
    }

    template <int ITEMS, class F, class P = no_prefix>
    void scan(bool inclusive, T (&input)[ITEMS], T (&output)[ITEMS], F scan_op,
              const T *initial_value = nullptr, T *block_aggregate = nullptr, P *prefix = nullptr)
    {
        block_team<THREADS> team("BlockScan");
        T before{}, all{}, start{};
        scan_team(team, memory.sums, fold_items(input, scan_op), before, all, scan_op);
        if (initial_value) start = *initial_value;
        if (prefix) start = prefix_of(team, all, prefix);
        bool any = initial_value || prefix;
        if (team.rank) start = any ? T(scan_op(start, before)) : before;
        scan_items(input, output, start, any || team.rank, inclusive, scan_op);
        if (block_aggregate) *block_aggregate = all;
    }

    template <class F, class P = no_prefix>
    void one(bool inclusive, T input, T &output, F scan_op, const T *initial_value = nullptr,
             T *block_aggregate = nullptr, P *prefix = nullptr)
    {
        T inputs[1] = {input};
        scan(inclusive, inputs, reinterpret_cast<T(&)[1]>(output), scan_op, initial_value, block_aggregate,
             prefix);
    }
};
} // namespace foldcheck_sim

#endif
