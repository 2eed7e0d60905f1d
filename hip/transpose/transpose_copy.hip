/* SPDX-License-Identifier: MIT
 * transpose_copy: a matrix of one row, or of rows of one item, lies in memory as its transposition does: it is copied,
 * 16 bytes at a time where input and result are contiguous and lie alike, else item by item.
 *
 * ID, source    L9: Larsen, thesis (2017), 5.2.4, 6.4
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written, both coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        matrices of several rows and columns; a result over the input; matrices that lack items */
#ifndef FOLDCHECK_TRANSPOSE_COPY_HIP
#define FOLDCHECK_TRANSPOSE_COPY_HIP
#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct copy_arguments {
    struct column in, out;
    int64_t count;         /* items */
    int64_t head, vectors; /* items before the first 16 bytes, and how many of these */
};

/* Items in front of the first boundary of 16 bytes that input and result have in common, at most all items; -1: there
 * is none, or they are not contiguous. */
inline int64_t copy_head(const struct job *job, int64_t count)
{
    int in = columns_lead(&job->in, &job->op->input), out = columns_lead(&job->out, &job->op->state);
    int64_t each = 16 / (int64_t)job->op->input.packed;
    if (in < 0 || in != out) return -1;
    return smaller(count, (each - in % each) % each);
}

template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
transpose_copy_kernel(copy_arguments a)
{
    using word = typename M::state;
    constexpr int64_t EACH = 16 / sizeof(word);
    int64_t first = block_id() * BLOCK + thread_id(), step = block_count() * BLOCK;
    const char *from = static_cast<const char *>(a.in.base) + a.head * (int64_t)sizeof(word);
    char *to = static_cast<char *>(a.out.base) + a.head * (int64_t)sizeof(word);

    /* ---- 16 bytes at a time: several on their way at once ---- */
    for (int64_t v = first; v < a.vectors; v += step * ITEMS) {
        vector held[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++) if (v + k * step < a.vectors) held[k] =
            load_stream(from + (v + k * step) * 16);
        UNROLL for (int k = 0; k < ITEMS; k++) if (v + k * step < a.vectors)
            store_stream(to + (v + k * step) * 16, held[k]);
    }

    /* ---- what lies before and behind them, or all, item by item ---- */
    int64_t wide = a.vectors * EACH;
    for (int64_t i = first; i < a.count - wide; i += step) {
        int64_t item = i < a.head ? i : i + wide;
        word moved;
        load_field<sizeof(word)>(a.in, item, &moved);
        store_field<sizeof(word)>(a.out, item, &moved);
    }
}

struct transpose_copy : transposition {
    static constexpr const char *ids = "L9", *does = "copies matrices of one row or one column";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}};

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *, struct text *why)
    {
        if (job->height <= 1 || job->length <= 1) return REFUSAL_NONE;
        text_say(why, "%s takes matrices of one row or one column, got %llu x %llu", strategy->name,
                 (unsigned long long)job->height, (unsigned long long)job->length);
        return REFUSAL_SHAPE;
    }

    static double sectors(const struct job *job, const struct launch_shape *)
    {
        return transpose_sectors(job, 1, 1);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        int64_t count = (int64_t)(job->rows * job->length), head = copy_head(job, count);
        int64_t each = 16 / (int64_t)sizeof(typename M::state);
        if (count == 0) return true;
        copy_arguments a = {job->in.column[0], job->out.column[0], count, larger(head, 0),
                            head < 0 ? 0 : (count - head) / each};
        int64_t parts = ceiling(larger(a.vectors, count - a.vectors * each), BLOCK * ITEMS);
        return launch("transpose_copy", transpose_copy_kernel<M, BLOCK, ITEMS>, smaller(MOST_BLOCKS, parts),
                      BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
