/* SPDX-License-Identifier: MIT
 * policies_say_why: the reasons that auto strategies give for their picks, typed by hand. */
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"

/* Kinds of jobs that are not rows of one length, from a boundary on, on a device that promises progress. */
enum kind { EVEN, RAGGED, VARIED, SKEWED, UNHELPED, UNHELPED_OVER_INPUT, LACKING };

/* On a device of 132 processors, 32 lanes, 2048 threads a processor and 227 KB of shared memory a block, by the default
 * thresholds. A reason ends like that; what stands before it has the numbers of the job. The borders between the picks
 * are those of policies_choose_as_documented. */
static const struct {
    const char *policy, *op;
    uint64_t rows, length, keys;
    enum kind kind;
    const char *reason;
} documented_reasons[] = {
    {"reduce_auto", "add_u32", 1, 1000, 0, EVEN,
     "1000 items, add_u32: one pass, chunk by chunk, lanes side by side: nothing else was faster at any "
     "size"},
#define FEW ", as there are few items in all (under 16384 for each processor)"
    {"segreduce_auto", "add_u32", 1, 32, 0, EVEN,
     "1 rows of 32 items, add_u32: as many threads a row as it has runs of items for"},
    {"segreduce_auto", "affine_u32", 1, 8191, 0, SKEWED,
     "1 rows of 8191 items, affine_u32: a block a row" FEW},
    {"segreduce_auto", "add_u32", 1, 8192, 0, SKEWED, ": blocks stride over long rows" FEW},
    {"segreduce_auto", "affine_u32", 1, 8192, 0, SKEWED, ": blocks share long rows in strips" FEW},
    {"segreduce_auto", "add_u32", 1, 17, 0, SKEWED, ": a thread a row, which its block has read" FEW},
    {"segreduce_auto", "add_u32", 1, 16, 0, SKEWED,
     ": equal shares of items, at the speed of a flat reduction"},
    {"segreduce_auto", "add_u32", 264, 131072, 0, EVEN, ": blocks share rows, which are few and long"},
#undef FEW
#define THRESHOLDS " (from 8 items on, shares; from 768, a block)"
    {"segreduce_auto", "affine_u32", 527, 768, 0, RAGGED,
     "527 rows of 768 items on average, affine_u32: equal shares of items and ends, as there are too few for "
     "a "
     "block each"},
    {"segreduce_auto", "affine_u32", 528, 768, 0, RAGGED,
     "528 rows of 768 items on average, affine_u32: a block a row, as rows keep one busy" THRESHOLDS},
    {"segreduce_auto", "affine_u32", 528, 767, 0, RAGGED,
     ": equal shares of items and ends, as a thread each would read far from the others" THRESHOLDS},
    {"segreduce_auto", "affine_u32", 528, 7, 0, RAGGED, ": a thread a row, as rows are short" THRESHOLDS},
    {"segreduce_auto", "affine_u32", 132 * 8192, 2, 0, RAGGED,
     ": equal shares of items and ends, as there are many of both"},
    {"segreduce_auto", "affine_u32", 132 * 8192, 2, 0, VARIED,
     "1081344 rows of 2 items, affine_u32: a thread a row, as rows are short (from 8 items on, shares)"},
#undef THRESHOLDS
    {"segreduce_by_larsen", "add_u32", 132 * 2048, 1000, 0, EVEN,
     "270336 rows fill the device's 270336 threads: a thread a row, on transposed items"},
    {"segreduce_by_larsen", "add_u32", 132 * 2048 - 1, 129, 0, EVEN,
     "270335 rows do not fill the device's 270336 threads, and are longer than half a block: blocks stride "
     "over "
     "each row, as the operator commutes"},
    {"segreduce_by_larsen", "affine_u32", 132 * 2048 - 1, 129, 0, EVEN,
     ", and are longer than half a block: a chunk a thread, transposed where chunks have several items"},
    {"segreduce_by_larsen", "affine_u32", 132 * 2048 - 1, 128, 0, EVEN,
     ", and are no longer than half a block: several rows a block"},
#define IRREGULAR "rows of different lengths, or with params of their own, which the rule does not cover: "
    {"segreduce_by_larsen", "affine_u32", 1000, 129, 0, RAGGED,
     IRREGULAR "a block each, as for rows of that mean length"},
    {"segreduce_by_larsen", "affine_u32", 1000, 128, 0, RAGGED,
     IRREGULAR "a thread each, as for rows of that mean length"},
#undef IRREGULAR
    {"segreduce_by_versions", "add_u32", 512, 129, 0, EVEN,
     "512 rows, no fewer than 512: the version with a thread a row, on transposed items"},
    {"segreduce_by_versions", "add_u32", 511, 128, 0, EVEN,
     "511 rows, fewer than 512, no longer than half a block: several rows a block"},
    {"segreduce_by_versions", "affine_u32", 511, 129, 0, EVEN,
     "511 rows, fewer than 512, longer than half a block: the kernel for one block a row"},
    {"segreduce_by_versions", "affine_u32", 2, 100000, 0, EVEN,
     ", longer than half a block: a chunk a thread, transposed where chunks have several items"},
    {"segreduce_by_prototype", "add_u32", 132 * 2048, 1000, 0, EVEN,
     "270336 rows fill the device's 270336 threads: a thread a row, on transposed items"},
    {"segreduce_by_prototype", "add_u32", 132 * 2048 - 1, 65, 0, EVEN,
     "270335 rows do not fill the device's 270336 threads, and are longer than half a block: blocks of 128 "
     "for "
     "each, and launches for their results"},
    {"segreduce_by_prototype", "add_u32", 132 * 2048 - 1, 64, 0, EVEN,
     ", and are no longer than half a block: several rows a block of 128"},
    {"segreduce_by_vanilla", "add_u32", 9, 9, 0, EVEN,
     "a reduction: a scan with flags, and the last result of each row"},
    {"segreduce_by_vanilla", "mss_i32", 9, 9, 0, EVEN, "a redomap: a thread a row, on transposed items"},
    {"segreduce_by_vanilla_versions", "add_u32", 512, 9, 0, EVEN,
     "512 rows, no fewer than 512: the version with a thread a row, on transposed items"},
    {"segreduce_by_vanilla_versions", "mss_i32", 511, 9, 0, EVEN,
     "511 rows, fewer than 512: the version with a scan with flags, and the last result of each row"},
    {"segreduce_by_thesis", "mss_i32", 9, 9, 0, EVEN, "a redomap: a thread a row, on transposed items"},
    {"segreduce_by_thesis", "add_u32", 9, 128, 0, EVEN, "a reduction: several rows a block, as two fit"},
    {"segreduce_by_thesis", "add_u32", 2, 1000000, 0, EVEN,
     "a reduction: 528 blocks a row and a second step, strided"},
    {"segreduce_by_thesis_versions", "mss_i32", 512, 129, 0, EVEN,
     "512 rows, no fewer than 512: the version with a thread a row, on transposed items"},
    {"segreduce_by_thesis_versions", "mss_i32", 511, 129, 0, EVEN,
     "511 rows, fewer than 512: the version with the kernel for one block a row"},
    {"segreduce_by_thesis_versions", "affine_u32", 2, 1000000, 0, EVEN,
     "528 blocks a row and a second step, in chunks that are padded and transposed"},
    {"segreduce_by_henriksen", "add_u32", 5001, 9, 0, EVEN,
     "5001 rows, no fewer than 5001: they fill the device, a thread each, on transposed items"},
    {"segreduce_by_henriksen", "add_u32", 5000, 9, 0, EVEN,
     "5000 rows, fewer than 5001: they do not fill the device, so a block each"},
    {"segreduce_by_henriksen_slides", "add_u32", 5001, 9, 0, EVEN,
     "5001 rows, no fewer than 5001: they fill the device, a thread each, on transposed items"},
    {"segreduce_by_henriksen_slides", "add_u32", 5000, 1024, 0, EVEN,
     "5000 rows, fewer than 5001: they do not fill the device, so a block each"},
    {"segreduce_by_henriksen_slides", "add_u32", 5000, 1025, 0, EVEN,
     "5000 rows, fewer than 5001: but no block has a thread for each item of a row, so a thread each, on "
     "transposed items"},
    {"segreduce_by_segred", "add_u32", 9, 127, 0, EVEN,
     "rows of 127 items, and two rows do not fill a block of 256: several rows a block"},
    {"segreduce_by_segred", "add_u32", 9, 128, 0, EVEN,
     "rows of 128 items, and two rows fill a block of 256: one or more blocks a row, which stride over it, "
     "as the "
     "operator commutes"},
    {"segreduce_by_segred", "affine_u32", 9, 128, 0, EVEN,
     " fill a block of 256: one or more blocks a row, and windows that keep the order"},
#define GO_ON "resident blocks go on while others wait"
#define AHEAD ", and tiles enough to look ahead, more than "
    {"scan_auto", "add_u32", 1, 132 * 256 * 12, 0, EVEN,
     GO_ON ": one pass over memory, n read and n written, by small tiles, so that more processors have one"},
    {"scan_auto", "add_u32", 1, 132 * 256 * 12 + 1, 0, EVEN,
     GO_ON ": one pass over memory, n read and n written, by large tiles"},
    {"scan_auto", "add_u32", 1, 4 * 132 * 512 * 20 + 1, 0, EVEN,
     GO_ON ", and there are tiles enough to look ahead, more than 16 quarters for each processor"},
    {"scan_auto", "mss_i32", 1, 198 * 384 * 12 + 1, 0, EVEN,
     GO_ON ", and there are tiles enough to look ahead, more than 6 quarters for each processor"},
    {"scan_auto", "add_u32", 1, 1 << 24, 0, UNHELPED,
     "a device promises no progress: one pass over memory, in which no block waits for ever"},
    {"scan_auto", "add_u32", 1, 1 << 24, 0, UNHELPED_OVER_INPUT,
     "a device promises no progress, and results go over the input: the fewest bytes without either"},
#define REMAINDERS "one pass without flags, where rows begin by 32-bit remainders"
    {"segscan_auto", "add_u32", 2, 4 * 132 * 256 * 3 / 2, 0, EVEN,
     "2 rows of 202752 items, add_u32: " REMAINDERS ", by small tiles, so that more processors have one"},
    {"segscan_auto", "add_u32", 2, 4 * 132 * 256 * 3 / 2 + 1, 0, EVEN, ": " REMAINDERS},
    {"segscan_auto", "add_u32", 2, 99 * 512 * 20 / 2 + 1, 0, EVEN,
     ": " REMAINDERS AHEAD "3 quarters for each processor"},
    {"segscan_auto", "add_u32", 1, 132 * 256 * 12 + 1, 0, EVEN, ", n read and n written, by large tiles"},
#undef GO_ON
#undef AHEAD
#undef REMAINDERS
    {"keyed_auto", "add_u32", 1, 1 << 24, 64, EVEN,
     "1 rows of 16777216 items, 64 keys, add_u32: a table for each thread, as the order does not matter and "
     "tables "
     "fit into shared memory"},
    {"keyed_auto", "add_u32", 1, 1 << 24, 65, EVEN,
     ": a table for each block, as sums have an atomic, and it has room for all keys"},
    {"keyed_auto", "add_u32", 1, (1 << 14) - 1, 65, EVEN,
     ": atomics on a table for each block and slice of the keys, as sums have an atomic"},
    {"keyed_auto", "add_u32", 1, 1 << 20, (3 << 16) + 1, EVEN,
     ": a table for each partition of the items, as sums have an atomic and there are many keys for slices"},
    {"keyed_auto", "add_u32", 1, 16 * 58112 + 1, 16 * 58112 + 1, EVEN,
     ": atomics on a cell for each key, as sums have an atomic and there are too many keys for slices"},
    {"keyed_auto", "add_u32", 2, (1 << 16) - 1, 64, EVEN,
     "2 rows of 65535 items, 64 keys, add_u32: a private table for each group, as tables of all keys fit "
     "into shared "
     "memory"},
    {"keyed_auto", "add_u32", 2, (1 << 16) - 1, 768, EVEN,
     ": tiles sorted by key in shared memory, as there are many items of each partition of the keys"},
    {"keyed_auto", "affine_u32", 1, 1 << 20, (1 << 17) + 1, EVEN,
     ": a sort by key, as tables of all keys do not fit into shared memory"},
    {"transpose_auto", "f32", 100, 100, 0, LACKING,
     "matrices lack items: these are masked, and not padded in another pass"},
    {"transpose_auto", "f32", 1, 100, 0, EVEN, "one row or one column: it lies as its transposition does"},
    {"transpose_auto", "f32", 8, 100, 0, EVEN,
     "at most 8 rows or columns: squares would leave most threads idle"},
    {"transpose_auto", "f32", 100, 16, 0, EVEN,
     "at most 16 rows or columns: squares would leave half their threads idle"},
    {"transpose_auto", "f32", 64, 100, 0, EVEN,
     "many rows and columns: tiles of 64 x 64, sixteen items a thread"},
    {"transpose_auto", "f32", 63, 100, 0, EVEN,
     "neither few rows or columns nor many, or wide elements: tiles of 32 x 32, eight items a thread"},
    {"transpose_by_larsen", "f32", 100, 100, 0, LACKING,
     "matrices lack items, which the rule does not cover: these are masked"},
    {"transpose_by_larsen", "f32", 1, 100, 0, EVEN, "one row or one column: a copy"},
    {"transpose_by_larsen", "f32", 8, 100, 0, EVEN,
     "at most 8 rows of more than 16 items: a tile takes several squares of a row"},
    {"transpose_by_larsen", "f32", 100, 8, 0, EVEN,
     "more than 16 rows of at most 8 items: a tile takes several squares of a column"},
    {"transpose_by_larsen", "f32", 9, 100, 0, EVEN, "neither dimension is low: tiles of 16 x 16"},
};

/* The job of a line on that device; what it points to is not read. */
static struct job job_of(size_t at, enum what what, const struct device_caps *caps)
{
    static _Alignas(16) uint32_t items[8], results[4];
    static const uint64_t row_start[1];
    static const uint32_t params[1];
    enum kind kind = documented_reasons[at].kind;
    uint64_t rows = documented_reasons[at].rows, length = documented_reasons[at].length;
    struct job job = {.op = op_for(what, documented_reasons[at].op),
                      .what = what,
                      .rows = rows,
                      .length = kind == RAGGED ? 0 : length,
                      .keys = documented_reasons[at].keys,
                      .caps = caps};
    job.in = (struct columns){.count = 1, .column = {{items + (kind == SKEWED), sizeof items[0]}}};
    job.out = (struct columns){.count = 1, .column = {{results, sizeof results[0]}}};
    if (kind == UNHELPED_OVER_INPUT) job.out = job.in;
    if (kind == VARIED) job.row_params = params;
    if (kind == RAGGED) job.row_start = row_start, job.ragged_items = rows * length;
    if (what != WHAT_TRANSPOSE) return job;
    job.height = rows;
    job.present = rows * length - (kind == LACKING);
    return job;
}

static bool says_documented(const struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct tuned usual = tuned_usual();
    struct device_caps caps = *fixture->session.caps;
    enum kind kind = documented_reasons[at].kind;
    const struct strategy *policy = backend_strategy(fixture->session.backend, documented_reasons[at].policy);
    if (!policy) return true; /* in a build of some strategies */
    snprintf(caps.name, sizeof caps.name, "a device");
    caps.lanes = 32;
    caps.processors = 132;
    caps.resident_threads = 2048;
    caps.shared_bytes = 227 * 1024;
    caps.forward_progress = kind != UNHELPED && kind != UNHELPED_OVER_INPUT;
    caps.tuned = &usual;
    struct job job = job_of(at, policy->what, &caps);
    struct launch_shape shape;
    struct text why = {0};
    policy->pick(&job, &shape, &why);
    const char *expected = documented_reasons[at].reason;
    size_t length = strlen(why.at), end = strlen(expected);
    finding->items++;
    return (end <= length && strcmp(why.at + length - end, expected) == 0) ||
           text_say(&finding->first_at, "%s: expected '%.220s', got '%.220s'", policy->name, expected,
                    why.at);
}

static enum verdict policies_say_why_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    bool all = true;
    (void)checked;
    for (size_t at = 0; all && at < sizeof documented_reasons / sizeof documented_reasons[0]; at++)
        all = says_documented(context, at, finding);
    return all ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(policies_say_why, SUITE, DEVICE, once,
      "the reason that a policy gives for its pick, with its thresholds, equals the reference text");
