/* SPDX-License-Identifier: MIT
 * oneTBB's folds and scan, in the functional form, with each partitioner: {partitioner=N} is 1 for auto, 2 simple, 3 static,
 * 4 affinity; {grain=N} is the range's, which the simple one cuts to. oneAPI's specification, 1.2, has their
 * requirements: ParallelReduceReduction, ParallelScanReverseJoin. */
#ifndef FOLDCHECK_CPU_TBB_HIP_H
#define FOLDCHECK_CPU_TBB_HIP_H

#include "hip/cpu/threads.hip.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>

namespace FOLDCHECK_NAMESPACE
{

enum tbb_partitioner : uint32_t {
    PARTITIONER_AUTO = 1,
    PARTITIONER_SIMPLE,
    PARTITIONER_STATIC,
    PARTITIONER_AFFINITY
};

struct tbb_function : host_function {
    static constexpr bool takes_threads = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;

    template <class Work>
    static void with_threads(const struct launch_shape &how, Work work)
    {
        with_tbb_threads(how, work);
    }
};

using tbb_range = tbb::blocked_range<size_t>;

template <class Row>
static tbb_range range_of(const Row &row)
{
    return {0, row.count, row.how->grain ? row.how->grain : 1};
}

/* The fold of a range on top of what lies left of it. */
template <class Row>
static auto fold_of(const Row &row)
{
    return [&row](const tbb_range &range, typename Row::state acc) {
        for (size_t i = range.begin(); i < range.end(); i++)
            acc = row.combine(acc, row.items[i]); /* covers what was there, and the range up to item i */
        return acc;
    };
}

/* The reduction is associative; a right part is joined to the left one, so that order is kept. */
struct tbb_reduce : tbb_function {
    static constexpr const char *name = "tbb_reduce", *does = "tbb::parallel_reduce";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr host_tuning tunings[] = {{0, PARTITIONER_AUTO, 0},    {0, PARTITIONER_AUTO, 100},
                                              {0, PARTITIONER_SIMPLE, 1},  {0, PARTITIONER_SIMPLE, 7},
                                              {0, PARTITIONER_STATIC, 0},  {0, PARTITIONER_STATIC, 7},
                                              {0, PARTITIONER_AFFINITY, 0}};

    template <class Row, class Partitioner>
    static auto reduced(const Row &row, Partitioner &&partitioner)
    {
        return tbb::parallel_reduce(range_of(row), row.identity, fold_of(row), row.combine, partitioner);
    }

    template <class Row>
    static void call(const Row &row)
    {
        tbb::affinity_partitioner affinity;
        switch (row.how->partitioner) {
        case PARTITIONER_SIMPLE:
            *row.results = reduced(row, tbb::simple_partitioner());
            break;
        case PARTITIONER_STATIC:
            *row.results = reduced(row, tbb::static_partitioner());
            break;
        case PARTITIONER_AFFINITY:
            *row.results = reduced(row, affinity);
            break;
        default:
            *row.results = reduced(row, tbb::auto_partitioner());
        }
    }
};

/* The same, split and joined in the same way in every run of a grain, and with the static partitioner of a number of
 * threads: sums of floats have the same bits. */
struct tbb_deterministic_reduce : tbb_function {
    static constexpr const char *name = "tbb_deterministic_reduce",
                                *does = "tbb::parallel_deterministic_reduce";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;
    static constexpr host_tuning tunings[] = {{0, PARTITIONER_SIMPLE, 1},
                                              {0, PARTITIONER_SIMPLE, 7},
                                              {0, PARTITIONER_STATIC, 0},
                                              {0, PARTITIONER_STATIC, 7}};

    template <class Row, class Partitioner>
    static auto reduced(const Row &row, Partitioner &&partitioner)
    {
        return tbb::parallel_deterministic_reduce(range_of(row), row.identity, fold_of(row), row.combine,
                                                  partitioner);
    }

    template <class Row>
    static void call(const Row &row)
    {
        if (row.how->partitioner == PARTITIONER_STATIC)
            *row.results = reduced(row, tbb::static_partitioner());
        else
            *row.results = reduced(row, tbb::simple_partitioner());
    }
};

/* The combination is associative. It takes no initial value; the body may write the exclusive scan as well. */
struct tbb_scan : tbb_function {
    static constexpr const char *name = "tbb_scan", *does = "tbb::parallel_scan";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool begins = false;
    static constexpr host_tuning tunings[] = {{0, PARTITIONER_AUTO, 0},
                                              {0, PARTITIONER_AUTO, 100},
                                              {0, PARTITIONER_SIMPLE, 1},
                                              {0, PARTITIONER_SIMPLE, 7}};

    template <class Row, class Partitioner>
    static void scanned(const Row &row, const Partitioner &partitioner)
    {
        using state = typename Row::state;
        tbb::parallel_scan(
            range_of(row), row.identity,
            [&row](const tbb_range &range, state acc, bool is_final) {
                for (size_t i = range.begin(); i < range.end(); i++) {
                    const state before = acc;
                    acc = row.combine(
                        acc, row.items[i]); /* covers all up to item i where is_final, else the range */
                    if (is_final) row.results[i] = row.exclusive ? before : acc;
                }
                return acc;
            },
            row.combine, partitioner);
    }

    template <class Row>
    static void call(const Row &row)
    {
        if (row.how->partitioner == PARTITIONER_SIMPLE)
            scanned(row, tbb::simple_partitioner());
        else
            scanned(row, tbb::auto_partitioner());
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
