/* SPDX-License-Identifier: MIT
 * segreduce_by_henriksen_slides: the two programs that Henriksen times, as he has them, chosen by size at run time: a
 * thread a row of a matrix that lies by columns where rows are many, else a block of as many threads as a row has
 * items. "An efficient program will need to have both, picking the best at runtime." Of rows that lie one behind the
 * other the first program needs a transposition, which he names; the second reads them as they are, but none that lie
 * by columns, and none of more items than a block has threads.
 *
 * ID, source    H6: Henriksen, slides (2016), "Performance", whose table has a block as the faster up to 5000 rows of
 *               1000 items: no rule is printed, and a row's length does not count here, either
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segments.h"
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_loop_in_map.hip"
#include "hip/segreduce/segreduce_row_warps.hip"
#include "hip/segreduce/segreduce_thread_per_column.hip"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_SLIDE_THREADS = 1024 };

using slide_columns = row_way<segreduce_thread_per_column, 1, 1>;
using slide_transposed = row_way<segreduce_loop_in_map, 1, 32>;
using slide_block = row_way<segreduce_row_warps, 1, 0, MOST_SLIDE_THREADS>;

struct segreduce_by_henriksen_slides
    : row_policy<segreduce_by_henriksen_slides, slide_columns, slide_transposed, slide_block> {
    static constexpr const char *
        ids = "H6",
       *does = "a thread a row of a column-major matrix where rows are many, else a block of as many threads "
               "as a row has items";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_BY_COLUMN;
    static constexpr bool blocks_communicate = false;
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        bool many = segments_by_henriksen(job->rows) == SEGMENTS_THREAD;
        bool is_long = job->length > MOST_SLIDE_THREADS;
        text_say(why, "%llu rows, %s than %d: ", (unsigned long long)job->rows, many ? "no fewer" : "fewer",
                 SEGMENTS_MANY_ROWS);
        text_add(why, "%s",
                 many             ? "they fill the device, a thread each"
                 : job->by_column ? "but a block reads no row that lies by columns, so a thread each"
                 : is_long        ? "but no block has a thread for each item of a row, so a thread each"
                                  : "they do not fill the device, so a block each");
        if (job->by_column) return slide_columns::take(job, shape);
        if (!many && !is_long) return slide_block::take(job, shape);
        text_add(why, ", on transposed items");
        return slide_transposed::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
