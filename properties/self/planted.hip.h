/* SPDX-License-Identifier: MIT
 * A reduction by one group of lanes, window by window, into which a mistake can be planted, to test the harness.
 * Windows begin at item 0 whatever the alignment, so that the fewest items that show a
 * mistake do not depend on the layout. */
#ifndef FOLDCHECK_PLANTED_HIP_H
#define FOLDCHECK_PLANTED_HIP_H

#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum planted_bug {
    PLANTED_NOTHING,
    PLANTED_SWAP,     /* operands swapped at a window's edge */
    PLANTED_TAIL,     /* the last window is dropped unless it is full */
    PLANTED_ZERO,     /* lanes without items hold zeros, not the identity */
    PLANTED_TWICE,    /* the last item of a window is read by the next one, too */
    PLANTED_PAST_END, /* a byte behind the result is written, for some sizes */
    PLANTED_CRASH,    /* a store through a wild pointer, from some size on */
    PLANTED_HANG      /* a loop without an end, from some size on */
};

enum { CRASH_FROM = 17, HANG_FROM = 9, PAST_END_MODULO = 8 };

/* Out of bounds in a way that no accessor sees. */
template <class M>
FN void write_past_end(const result_target<M> &target)
{
    constexpr size_t end = M::state_columns.size[0];
    static_cast<char *>(target.out.column[0].base)[end] = 0;
}

FN void crash(int64_t wild)
{
    *reinterpret_cast<volatile int *>(wild * 4) = 0;
}

/* Waits for memory that is never written; volatile, or a compiler may take an endless loop for one that ends. */
template <class M>
FN void hang(const result_target<M> &target)
{
    const volatile char *never = static_cast<const volatile char *>(target.out.column[0].base);
    while (*never == *never)
        continue;
}

template <class M, int ITEMS, int GROUP, int BUG>
KERNEL(GROUP, 1)
planted_kernel(flat_arguments<M, item_source<M>> a)
{
    constexpr int WINDOW = GROUP * ITEMS;
    int64_t count = a.source.count;
    if (BUG == PLANTED_CRASH && count >= CRASH_FROM) crash(count);
    if (BUG == PLANTED_HANG && count >= HANG_FROM) hang<M>(a.target);
    typename M::state acc = M::identity(a.source.params); /* lane 0: covers windows [0, 0) */
    for (int64_t w = 0; w < a.tiles; w++) {
        int64_t first = w * WINDOW + lane_id<GROUP>() * ITEMS;
        if (BUG == PLANTED_TAIL && (w + 1) * WINDOW > count) break;
        typename M::state window = fold_run<M, ITEMS>(a.source, first); /* covers [first, first + ITEMS) */
        if (BUG == PLANTED_ZERO && count > 0 && first >= count) memset(&window, 0, sizeof window);
        if (BUG == PLANTED_TWICE && w > 0 && lane_id<GROUP>() == 0)
            window = M::combine(a.source.params, take_state<M>(a.source, first - 1), window);
        window = group_combine<M, GROUP>(a.source.params, window); /* lane 0: covers window w */
        bool swap = BUG == PLANTED_SWAP && w > 0;
        acc = swap ? M::combine(a.source.params, window, acc) : M::combine(a.source.params, acc, window);
    }
    if (thread_id() != 0) return;
    put_result<M>(a.target, 0, acc);
    if (BUG == PLANTED_PAST_END && count % PAST_END_MODULO == PAST_END_MODULO - 1)
        write_past_end<M>(a.target);
}

template <int BUG>
struct planted : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr auto sectors = run_sectors;
    static constexpr struct tuning tunings[] = {{4, 1, 4, TINY}, {4, 3, 4, TINY}};

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return flat_traffic(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        int64_t windows = larger(1, ceiling((int64_t)job->length, GROUP * ITEMS));
        flat_arguments<M, item_source<M>> a =
            first_of_several<M>(job, result_columns<M>(job), share_out(windows, 1), windows);
        a.source.lead = a.source.wide = 0;
        return launch("planted", planted_kernel<M, ITEMS, GROUP, BUG>, 1, GROUP, GROUP, job, a, why);
    }
};

#define PLANTED(NAME, BUG, DOES)                                                                             \
    struct NAME : planted<BUG> {                                                                             \
        static constexpr const char *does = DOES;                                                            \
    };

PLANTED(planted_nothing, PLANTED_NOTHING, "a reduction without a mistake")
PLANTED(planted_swap, PLANTED_SWAP, "swaps its operands at a window's edge")
PLANTED(planted_tail, PLANTED_TAIL, "drops what does not fill a window")
PLANTED(planted_zero, PLANTED_ZERO, "takes zeros for the identity")
PLANTED(planted_twice, PLANTED_TWICE, "reads an item twice")
PLANTED(planted_past_end, PLANTED_PAST_END, "writes a byte behind its result")
PLANTED(planted_crash, PLANTED_CRASH, "stores through a wild pointer")
PLANTED(planted_hang, PLANTED_HANG, "never ends")

} // namespace FOLDCHECK_NAMESPACE
#endif
