/* SPDX-License-Identifier: MIT
 * Cooperative groups: the block, tiles of a warp, and lanes that have come together. */
#ifndef FOLDCHECK_SIM_GROUPS_H
#define FOLDCHECK_SIM_GROUPS_H

#include "atomics.h"
#include "team.h"

namespace cooperative_groups
{
class thread_block
{
  public:
    void sync() const
    {
        __syncthreads();
    }
    unsigned thread_rank() const
    {
        return sim_thread_x() + sim_threads_x() * (sim_thread_y() + sim_threads_y() * sim_thread_z());
    }
    unsigned size() const
    {
        return sim_threads_x() * sim_threads_y() * sim_threads_z();
    }
    unsigned num_threads() const
    {
        return size();
    }
    uint3 thread_index() const
    {
        return foldcheck_sim::thread_index();
    }
    uint3 group_index() const
    {
        return foldcheck_sim::block_index();
    }
    dim3 group_dim() const
    {
        return foldcheck_sim::block_size();
    }
};
static inline thread_block this_thread_block()
{
    return {};
}

/* All blocks of a cooperative launch. They meet by a word whose highest bit changes once all have come: the first block adds
 * what the others leave to 2^31. */
class grid_group
{
  public:
    void sync() const
    {
        uint32_t *word = sim_grid_meeting();
        __syncthreads();
        if (this_thread_block().thread_rank() == 0) {
            const uint32_t mine = block_rank() ? 1 : 0x80000000u - static_cast<uint32_t>(num_blocks() - 1);
            __threadfence();
            const uint32_t before = atomicAdd(word, mine);
            while (((before ^ atomicAdd(word, 0u)) & 0x80000000u) == 0)
                sim_pause();
            __threadfence();
        }
        __syncthreads();
    }
    static unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(sim_blocks_x()) * sim_blocks_y() * sim_blocks_z();
    }
    static unsigned long long block_rank()
    {
        return sim_block_x() +
               static_cast<unsigned long long>(sim_blocks_x()) *
                   (sim_block_y() + static_cast<unsigned long long>(sim_blocks_y()) * sim_block_z());
    }
    unsigned long long size() const
    {
        return num_blocks() * this_thread_block().size();
    }
    unsigned long long num_threads() const
    {
        return size();
    }
    unsigned long long thread_rank() const
    {
        return block_rank() * this_thread_block().size() + this_thread_block().thread_rank();
    }
    dim3 group_dim() const
    {
        return foldcheck_sim::grid_size();
    }
    bool is_valid() const
    {
        return sim_grid_meeting() != nullptr;
    }
};
static inline grid_group this_grid()
{
    return {};
}

/* Some lanes of a warp; thread i of the group is the i-th lane of the mask. */
class lanes_group
{
  protected:
    uint64_t mask;
    explicit lanes_group(uint64_t m) : mask(m) {}
    uint32_t lane_of(unsigned rank) const
    {
        uint64_t left = mask;
        while (rank-- && left)
            left &= left - 1;
        return left ? static_cast<uint32_t>(__builtin_ctzll(left)) : 64;
    }

  public:
    void sync() const
    {
        sim_warp_sync(mask);
    }
    unsigned size() const
    {
        return static_cast<unsigned>(__builtin_popcountll(mask));
    }
    unsigned num_threads() const
    {
        return size();
    }
    unsigned thread_rank() const
    {
        return static_cast<unsigned>(__builtin_popcountll(mask & ((UINT64_C(1) << sim_lane()) - 1)));
    }
    template <class T>
    T shfl(T value, unsigned rank) const
    {
        return foldcheck_sim::shuffle(mask, value, lane_of(rank % size()));
    }
    template <class T>
    T shfl_down(T value, unsigned by) const
    {
        unsigned from = thread_rank() + by;
        return foldcheck_sim::shuffle(mask, value, from < size() ? lane_of(from) : sim_lane());
    }
    template <class T>
    T shfl_up(T value, unsigned by) const
    {
        unsigned rank = thread_rank();
        return foldcheck_sim::shuffle(mask, value, rank >= by ? lane_of(rank - by) : sim_lane());
    }
    template <class T>
    T shfl_xor(T value, unsigned bits) const
    {
        unsigned from = thread_rank() ^ bits;
        return foldcheck_sim::shuffle(mask, value, from < size() ? lane_of(from) : sim_lane());
    }
    int any(int yes) const
    {
        return sim_warp_vote(mask, yes != 0) != 0;
    }
    int all(int yes) const
    {
        return sim_warp_vote(mask, yes == 0) == 0;
    }
    uint64_t ballot(int yes) const
    {
        uint64_t said = sim_warp_vote(mask, yes != 0), packed = 0;
        for (unsigned rank = 0; rank < size(); rank++)
            packed |= (said >> lane_of(rank) & 1) << rank;
        return packed;
    }
};

class coalesced_group : public lanes_group
{
  public:
    explicit coalesced_group(uint64_t m) : lanes_group(m) {}
};
static inline coalesced_group coalesced_threads()
{
    return coalesced_group(sim_warp_active());
}

template <unsigned SIZE, class Parent = thread_block>
class thread_block_tile : public lanes_group
{
    static uint64_t mask_here()
    {
        return UINT64_MAX >> (64 - SIZE) << sim_lane() / SIZE * SIZE;
    }

  public:
    thread_block_tile() : lanes_group(mask_here()) {}
    unsigned size() const
    {
        return SIZE;
    }
    unsigned num_threads() const
    {
        return SIZE;
    }
    unsigned meta_group_rank() const
    {
        return this_thread_block().thread_rank() / SIZE;
    }
    unsigned meta_group_size() const
    {
        return (this_thread_block().size() + SIZE - 1) / SIZE;
    }
};
template <unsigned SIZE, class Parent>
static inline thread_block_tile<SIZE, Parent> tiled_partition(const Parent &)
{
    return {};
}

/* A group whose kind is known at run time: a block, or `of` neighbours of a warp. */
class thread_group : public lanes_group
{
    bool is_block;

  public:
    thread_group(const thread_block &) : lanes_group(0), is_block(true) {}
    thread_group(const lanes_group &lanes) : lanes_group(lanes), is_block(false) {}
    explicit thread_group(unsigned of)
        : lanes_group(UINT64_MAX >> (64 - of) << sim_lane() / of * of), is_block(false)
    {
    }
    void sync() const
    {
        is_block ? this_thread_block().sync() : lanes_group::sync();
    }
    unsigned size() const
    {
        return is_block ? this_thread_block().size() : lanes_group::size();
    }
    unsigned num_threads() const
    {
        return size();
    }
    unsigned thread_rank() const
    {
        return is_block ? this_thread_block().thread_rank() : lanes_group::thread_rank();
    }
};
static inline thread_group tiled_partition(const thread_group &, unsigned size)
{
    return thread_group(size);
}

template <class Group>
static inline void sync(const Group &group)
{
    group.sync();
}

template <class T>
struct plus {
    T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <class T>
struct less {
    T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};
template <class T>
struct greater {
    T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};
/* In the order of the group's threads. */
template <class Group, class T, class F>
static inline T reduce(const Group &group, T value, F combine)
{
    T all = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); rank++)
        all = combine(all, group.shfl(value, rank));
    return all;
}

/* What the group's threads up to this one give, and what those before it give. Of those before the first one the documents name
 * no value but for a sum: 0. */
template <class Group, class T, class F>
static inline T inclusive_scan(const Group &group, T value, F combine)
{
    T sum = value;
    for (unsigned by = 1; by < group.size(); by *= 2) {
        T before = group.shfl_up(sum, by);
        if (group.thread_rank() >= by) sum = combine(before, sum);
    }
    return sum;
}
template <class Group, class T>
static inline T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
template <class T, class F>
static inline T scan_of_none(const F &)
{
    return foldcheck_sim::undefined<T>("undefined value: the first thread's exclusive_scan, of no sum");
}
template <class T>
static inline T scan_of_none(const plus<T> &)
{
    return T();
}
template <class Group, class T, class F>
static inline T exclusive_scan(const Group &group, T value, F combine)
{
    T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() ? before : scan_of_none<T>(combine);
}
template <class Group, class T>
static inline T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}
} // namespace cooperative_groups

#endif
