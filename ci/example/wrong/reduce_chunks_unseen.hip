/* SPDX-License-Identifier: MIT
 * Right, but a mistake in it would not be seen: the result is copied to its one column past the accessors. */
#include "../chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
unseen_kernel(flat_arguments<M, item_source<M>> a)
{
    typename M::state acc = M::identity(a.source.params); /* covers items [0, 0) */
    for (int64_t i = 0; i < a.source.count && thread_id() == 0; i++)
        acc = M::combine(a.source.params, acc, take_state<M>(a.source, i));
    if (thread_id() == 0) memcpy(a.target.out.column[0].base, &acc, sizeof acc); /* covers all items */
}

struct reduce_chunks_unseen : chunks<false> {
    static constexpr const char *does =
        "one thread, whose result takes a way that the simulator does not see";

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        flat_arguments<M, item_source<M>> a =
            first_of_several<M>(job, result_columns<M>(job), share_out(0, BLOCK), 0);
        return launch("unseen", unseen_kernel<M, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
