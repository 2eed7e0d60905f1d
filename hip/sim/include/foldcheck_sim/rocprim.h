/* SPDX-License-Identifier: MIT
 * rocPRIM's collectives of blocks and warps, by its names: results go to references, and the storage, where a call has one,
 * stands before the function. Its warps have as many threads as the device's. */
#ifndef FOLDCHECK_SIM_ROCPRIM_H
#define FOLDCHECK_SIM_ROCPRIM_H

#include "cub.h"

namespace rocprim
{
template <class T = void>
struct plus : foldcheck_sim::Sum {
};
template <class T = void>
struct minus : foldcheck_sim::Difference {
};
template <class T = void>
struct maximum : foldcheck_sim::Max {
};
template <class T = void>
struct minimum : foldcheck_sim::Min {
};

enum class block_reduce_algorithm {
    using_warp_reduce,
    raking_reduce,
    raking_reduce_commutative_only,
    default_algorithm = using_warp_reduce
};
enum class block_scan_algorithm { using_warp_scan, reduce_then_scan, default_algorithm = using_warp_scan };
enum class block_load_method {
    block_load_direct,
    block_load_striped,
    block_load_vectorize,
    block_load_transpose,
    block_load_warp_transpose,
    default_method = block_load_direct
};
enum class block_store_method {
    block_store_direct,
    block_store_striped,
    block_store_vectorize,
    block_store_transpose,
    block_store_warp_transpose,
    default_method = block_store_direct
};

template <class T, unsigned X, block_reduce_algorithm ALGORITHM = block_reduce_algorithm::default_algorithm,
          unsigned Y = 1, unsigned Z = 1>
class block_reduce
{
    static constexpr auto HOW = ALGORITHM == block_reduce_algorithm::raking_reduce_commutative_only
                                    ? foldcheck_sim::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY
                                    : foldcheck_sim::BLOCK_REDUCE_RAKING;
    using base = foldcheck_sim::BlockReduce<T, X, HOW, Y, Z>;

  public:
    using storage_type = typename base::TempStorage;
    template <class INPUT, class F = plus<T>>
    void reduce(INPUT &&input, T &output, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).Reduce(input, reduce_op);
    }
    template <class INPUT, class F = plus<T>>
    auto reduce(INPUT &&input, T &output, F reduce_op = F()) -> decltype(reduce_op(output, output), void())
    {
        output = base().Reduce(input, reduce_op);
    }
    template <class F = plus<T>>
    void reduce(T input, T &output, unsigned valid_items, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).Reduce(input, reduce_op, static_cast<int>(valid_items));
    }
};

template <class T, unsigned X, block_scan_algorithm ALGORITHM = block_scan_algorithm::default_algorithm,
          unsigned Y = 1, unsigned Z = 1>
class block_scan
{
    using base = foldcheck_sim::BlockScan<T, X, foldcheck_sim::BLOCK_SCAN_RAKING, Y, Z>;

  public:
    using storage_type = typename base::TempStorage;
    template <class INPUT, class OUTPUT, class F = plus<T>>
    void inclusive_scan(INPUT &&input, OUTPUT &output, storage_type &storage, F scan_op = F())
    {
        base(storage).InclusiveScan(input, output, scan_op);
    }
    template <class INPUT, class OUTPUT, class F = plus<T>>
    void inclusive_scan(INPUT &&input, OUTPUT &output, T &reduction, storage_type &storage, F scan_op = F())
    {
        base(storage).InclusiveScan(input, output, scan_op, reduction);
    }
    template <class INPUT, class OUTPUT, class P, class F>
    void inclusive_scan(INPUT &&input, OUTPUT &output, storage_type &storage, P &prefix_callback_op,
                        F scan_op)
    {
        base(storage).InclusiveScan(input, output, scan_op, prefix_callback_op);
    }
    template <class INPUT, class OUTPUT, class F = plus<T>>
    void exclusive_scan(INPUT &&input, OUTPUT &output, T init, storage_type &storage, F scan_op = F())
    {
        base(storage).ExclusiveScan(input, output, init, scan_op);
    }
    template <class INPUT, class OUTPUT, class F = plus<T>>
    void exclusive_scan(INPUT &&input, OUTPUT &output, T init, T &reduction, storage_type &storage,
                        F scan_op = F())
    {
        base(storage).ExclusiveScan(input, output, init, scan_op, reduction);
    }
    template <class INPUT, class OUTPUT, class P, class F>
    void exclusive_scan(INPUT &&input, OUTPUT &output, storage_type &storage, P &prefix_callback_op,
                        F scan_op)
    {
        base(storage).ExclusiveScan(input, output, scan_op, prefix_callback_op);
    }
};

template <class T, unsigned X, unsigned ITEMS, block_load_method METHOD = block_load_method::default_method,
          unsigned Y = 1, unsigned Z = 1>
class block_load
{
    using base =
        foldcheck_sim::BlockLoad<T, X, ITEMS, static_cast<foldcheck_sim::BlockLoadAlgorithm>(METHOD), Y, Z>;

  public:
    using storage_type = typename base::TempStorage;
    template <class I>
    void load(I block_input, T (&items)[ITEMS], storage_type &storage)
    {
        base(storage).Load(block_input, items);
    }
    template <class I>
    void load(I block_input, T (&items)[ITEMS], unsigned valid, storage_type &storage)
    {
        base(storage).Load(block_input, items, static_cast<int>(valid));
    }
    template <class I, class D>
    void load(I block_input, T (&items)[ITEMS], unsigned valid, D out_of_bounds, storage_type &storage)
    {
        base(storage).Load(block_input, items, static_cast<int>(valid), out_of_bounds);
    }
    template <class I, class... MORE>
    auto load(I block_input, T (&items)[ITEMS], MORE... valid_and_default)
        -> decltype(base().Load(block_input, items, valid_and_default...))
    {
        base().Load(block_input, items, valid_and_default...);
    }
};

template <class T, unsigned X, unsigned ITEMS, block_store_method METHOD = block_store_method::default_method,
          unsigned Y = 1, unsigned Z = 1>
class block_store
{
    using base =
        foldcheck_sim::BlockStore<T, X, ITEMS, static_cast<foldcheck_sim::BlockStoreAlgorithm>(METHOD), Y, Z>;

  public:
    using storage_type = typename base::TempStorage;
    template <class I>
    void store(I block_output, T (&items)[ITEMS], storage_type &storage)
    {
        base(storage).Store(block_output, items);
    }
    template <class I>
    void store(I block_output, T (&items)[ITEMS], unsigned valid, storage_type &storage)
    {
        base(storage).Store(block_output, items, static_cast<int>(valid));
    }
    template <class I, class... MORE>
    auto store(I block_output, T (&items)[ITEMS], MORE... valid)
        -> decltype(base().Store(block_output, items, valid...))
    {
        base().Store(block_output, items, valid...);
    }
};

template <class T, unsigned THREADS = 0, bool ALL_REDUCE = false>
class warp_reduce
{
    static_assert(!ALL_REDUCE, "the simulator has no warp_reduce that gives all lanes the result");
    using base = foldcheck_sim::WarpReduce<T, THREADS>;

  public:
    using storage_type = typename base::TempStorage;
    template <class F = plus<T>>
    void reduce(T input, T &output, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).Reduce(input, reduce_op);
    }
    template <class F = plus<T>>
    void reduce(T input, T &output, int valid_items, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).Reduce(input, reduce_op, valid_items);
    }
    template <class FLAG, class F = plus<T>>
    void head_segmented_reduce(T input, T &output, FLAG flag, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).HeadSegmentedReduce(input, flag, reduce_op);
    }
    template <class FLAG, class F = plus<T>>
    void tail_segmented_reduce(T input, T &output, FLAG flag, storage_type &storage, F reduce_op = F())
    {
        output = base(storage).TailSegmentedReduce(input, flag, reduce_op);
    }
};

template <class T, unsigned THREADS = 0>
class warp_scan
{
    using base = foldcheck_sim::WarpScan<T, THREADS>;

  public:
    using storage_type = typename base::TempStorage;
    template <class F = plus<T>>
    void inclusive_scan(T input, T &output, storage_type &storage, F scan_op = F())
    {
        base(storage).InclusiveScan(input, output, scan_op);
    }
    template <class F = plus<T>>
    void inclusive_scan(T input, T &output, T &reduction, storage_type &storage, F scan_op = F())
    {
        base(storage).InclusiveScan(input, output, scan_op, reduction);
    }
    template <class F = plus<T>>
    void exclusive_scan(T input, T &output, T init, storage_type &storage, F scan_op = F())
    {
        base(storage).ExclusiveScan(input, output, init, scan_op);
    }
    template <class F = plus<T>>
    void exclusive_scan(T input, T &output, T init, T &reduction, storage_type &storage, F scan_op = F())
    {
        base(storage).ExclusiveScan(input, output, init, scan_op, reduction);
    }
    void broadcast(T input, T &output, unsigned src_lane, storage_type &storage)
    {
        output = base(storage).Broadcast(input, src_lane);
    }
};

static inline unsigned flat_block_thread_id()
{
    return sim_thread_x() + sim_threads_x() * (sim_thread_y() + sim_threads_y() * sim_thread_z());
}
static inline unsigned lane_id()
{
    return sim_lane();
}
} // namespace rocprim

#endif
