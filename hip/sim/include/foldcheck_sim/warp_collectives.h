/* SPDX-License-Identifier: MIT
 * WarpReduce and WarpScan as CUB's and hipCUB's documents have them, for THREADS lanes; 0: for as many as a warp has. Of a
 * reduction the first lane alone has the result, of one by segments the first lane of each. Their memory is a warp's own,
 * and a barrier of the warp lies between two uses. */
#ifndef FOLDCHECK_SIM_WARP_COLLECTIVES_H
#define FOLDCHECK_SIM_WARP_COLLECTIVES_H

#include "functors.h"
#include "team.h"

namespace foldcheck_sim
{
template <class T, int THREADS>
class WarpReduce
{
    using team = warp_team<THREADS>;

  public:
    using TempStorage = slots<T, team::ROOM>;
    explicit WarpReduce(TempStorage &storage) : memory(storage) {}

    template <class F>
    T Reduce(T input, F reduction_op, int valid_items)
    {
        return fold_team(team("WarpReduce"), memory, input, valid_items, reduction_op);
    }
    template <class F>
    T Reduce(T input, F reduction_op)
    {
        return Reduce(input, reduction_op, 64);
    }
    T Sum(T input)
    {
        return Reduce(input, foldcheck_sim::Sum());
    }
    T Sum(T input, int valid_items)
    {
        return Reduce(input, foldcheck_sim::Sum(), valid_items);
    }
    template <class FLAG, class F>
    T HeadSegmentedReduce(T input, FLAG head_flag, F reduction_op)
    {
        team all("WarpReduce");
        return segment(all, input, sim_warp_vote(all.mask(), head_flag ? true : false), reduction_op);
    }
    template <class FLAG, class F>
    T TailSegmentedReduce(T input, FLAG tail_flag, F reduction_op)
    {
        team all("WarpReduce");
        return segment(all, input, sim_warp_vote(all.mask(), tail_flag ? true : false) << 1, reduction_op);
    }
    template <class FLAG>
    T HeadSegmentedSum(T input, FLAG head_flag)
    {
        return HeadSegmentedReduce(input, head_flag, foldcheck_sim::Sum());
    }
    template <class FLAG>
    T TailSegmentedSum(T input, FLAG tail_flag)
    {
        return TailSegmentedReduce(input, tail_flag, foldcheck_sim::Sum());
    }

  private:
    TempStorage &memory;

    /* heads: of the warp, a bit for each lane at which a segment begins; one does at the first lane, too. */
    template <class F>
    T segment(const team &all, T input, uint64_t heads, F reduction_op)
    {
        heads = heads >> all.first | 1;
        use_begins(all, memory);
        memory[all.rank] = input;
        all.sync();
        use_ends(memory);
        if (!(heads >> all.rank & 1))
            return undefined<T>("undefined value: the result of a segment, which its first lane alone has");
        T sum = input;
        for (int i = all.rank + 1; i < all.size() && !(heads >> i & 1); i++)
            sum = reduction_op(sum, memory[i]);
        return sum;
    }
};

template <class T, int THREADS>
class WarpScan
{
    using team = warp_team<THREADS>;

  public:
    using TempStorage = slots<T, team::ROOM>;
    explicit WarpScan(TempStorage &storage) : memory(storage) {}

    void InclusiveSum(T input, T &inclusive_output)
    {
        scan(input, &inclusive_output, nullptr, foldcheck_sim::Sum());
    }
    void InclusiveSum(T input, T &inclusive_output, T &warp_aggregate)
    {
        scan(input, &inclusive_output, nullptr, foldcheck_sim::Sum(), nullptr, &warp_aggregate);
    }
    void ExclusiveSum(T input, T &exclusive_output)
    {
        T zero{};
        scan(input, nullptr, &exclusive_output, foldcheck_sim::Sum(), &zero);
    }
    void ExclusiveSum(T input, T &exclusive_output, T &warp_aggregate)
    {
        T zero{};
        scan(input, nullptr, &exclusive_output, foldcheck_sim::Sum(), &zero, &warp_aggregate);
    }
    template <class F>
    void InclusiveScan(T input, T &inclusive_output, F scan_op)
    {
        scan(input, &inclusive_output, nullptr, scan_op);
    }
    template <class F>
    void InclusiveScan(T input, T &inclusive_output, F scan_op, T &warp_aggregate)
    {
        scan(input, &inclusive_output, nullptr, scan_op, nullptr, &warp_aggregate);
    }
    template <class F>
    void InclusiveScan(T input, T &inclusive_output, T initial_value, F scan_op)
    {
        scan(input, &inclusive_output, nullptr, scan_op, &initial_value);
    }
    template <class F>
    void InclusiveScan(T input, T &inclusive_output, T initial_value, F scan_op, T &warp_aggregate)
    {
        scan(input, &inclusive_output, nullptr, scan_op, &initial_value, &warp_aggregate);
    }
    template <class F>
    void ExclusiveScan(T input, T &exclusive_output, F scan_op)
    {
        scan(input, nullptr, &exclusive_output, scan_op);
    }
    template <class F>
    void ExclusiveScan(T input, T &exclusive_output, F scan_op, T &warp_aggregate)
    {
        scan(input, nullptr, &exclusive_output, scan_op, nullptr, &warp_aggregate);
    }
    template <class F>
    void ExclusiveScan(T input, T &exclusive_output, T initial_value, F scan_op)
    {
        scan(input, nullptr, &exclusive_output, scan_op, &initial_value);
    }
    template <class F>
    void ExclusiveScan(T input, T &exclusive_output, T initial_value, F scan_op, T &warp_aggregate)
    {
        scan(input, nullptr, &exclusive_output, scan_op, &initial_value, &warp_aggregate);
    }
    template <class F>
    void Scan(T input, T &inclusive_output, T &exclusive_output, F scan_op)
    {
        scan(input, &inclusive_output, &exclusive_output, scan_op);
    }
    template <class F>
    void Scan(T input, T &inclusive_output, T &exclusive_output, T initial_value, F scan_op)
    {
        scan(input, &inclusive_output, &exclusive_output, scan_op, &initial_value);
    }
    T Broadcast(T input, unsigned src_lane)
    {
        team all("WarpScan");
        return shuffle(all.mask(), input, static_cast<uint32_t>(all.first) + src_lane);
    }

  private:
    TempStorage &memory;

    template <class F>
    void scan(T input, T *inclusive, T *exclusive, F scan_op, const T *initial_value = nullptr,
              T *warp_aggregate = nullptr)
    {
        team lanes("WarpScan");
        T before{}, all{}, start{}, one[1] = {input}, output[1];
        scan_team(lanes, memory, input, before, all, scan_op);
        if (initial_value) start = *initial_value;
        if (lanes.rank) start = initial_value ? T(scan_op(start, before)) : before;
        bool any = initial_value || lanes.rank;
        if (inclusive) scan_items(one, output, start, any, true, scan_op), *inclusive = output[0];
        if (exclusive) scan_items(one, output, start, any, false, scan_op), *exclusive = output[0];
        if (warp_aggregate) *warp_aggregate = all;
    }
};
} // namespace foldcheck_sim

#endif
