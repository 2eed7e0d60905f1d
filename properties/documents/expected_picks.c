/* SPDX-License-Identifier: MIT
 * policies_choose_as_documented: the borders of the rules by which auto strategies pick, typed by hand. */
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"

/* FULL rows, or one fewer: as many as the device has threads. */
enum { FULL = 1 << 30, NOT_FULL = FULL - 1 };

/* In blocks of 256. 2 rows of 100000 items have several blocks each on any device, 511 of 129 one. */
static const struct {
    const char *policy, *op;
    uint64_t rows, length;
    const char *takes;
} documented[] = {
    {"segreduce_by_larsen", "add_u32", FULL, 1000, "segreduce_loop_in_map"},
    {"segreduce_by_larsen", "add_u32", NOT_FULL, 1000, "segreduce_large_strided"},
    {"segreduce_by_larsen", "affine_u32", NOT_FULL, 129, "segreduce_large_transposed"},
    {"segreduce_by_larsen", "add_u32", NOT_FULL, 129, "segreduce_large_strided"},
    {"segreduce_by_larsen", "add_u32", NOT_FULL, 128, "segreduce_small_scan"},
    {"segreduce_by_larsen", "affine_u32", 1, 100000, "segreduce_large_transposed"},
    {"segreduce_by_versions", "add_u32", 512, 1000, "segreduce_loop_in_map"},
    {"segreduce_by_versions", "affine_u32", 512, 1, "segreduce_loop_in_map"},
    {"segreduce_by_versions", "affine_u32", 511, 128, "segreduce_small_scan"},
    {"segreduce_by_versions", "affine_u32", 511, 129, "segreduce_large_one_block"},
    {"segreduce_by_versions", "add_u32", 2, 100000, "segreduce_large_strided"},
    {"segreduce_by_versions", "affine_u32", 2, 100000, "segreduce_large_transposed"},
    {"segreduce_by_prototype", "affine_u32", FULL, 1000, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_prototype", "add_u32", NOT_FULL, 1000, "segreduce_larsen_prototype"},
    {"segreduce_by_prototype", "affine_u32", NOT_FULL, 64, "segreduce_larsen_prototype"},
    {"segreduce_by_vanilla", "add_u32", FULL, 1, "segreduce_scan_gather_passes"},
    {"segreduce_by_vanilla", "mss_i32", 1, 100000, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_vanilla", "sum_and_square_f32", 1, 1000, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_vanilla_versions", "mss_i32", 511, 100000, "segreduce_scan_gather_passes"},
    {"segreduce_by_vanilla_versions", "add_u32", 512, 100000, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_thesis", "mss_i32", 1, 100000, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_thesis", "add_u32", 1 << 20, 128, "segreduce_small_scan"},
    {"segreduce_by_thesis", "add_u32", 1 << 20, 129, "segreduce_larsen_one_block"},
    {"segreduce_by_thesis", "add_u32", 2, 100000, "segreduce_larsen_strided"},
    {"segreduce_by_thesis", "affine_u32", 2, 100000, "segreduce_larsen_chunked"},
    {"segreduce_by_thesis_versions", "mss_i32", 512, 129, "segreduce_larsen_loop_in_map"},
    {"segreduce_by_thesis_versions", "mss_i32", 511, 128, "segreduce_small_scan"},
    {"segreduce_by_thesis_versions", "mss_i32", 511, 129, "segreduce_larsen_one_block"},
    {"segreduce_by_thesis_versions", "mss_i32", 2, 100000, "segreduce_larsen_chunked"},
    {"segreduce_by_henriksen", "affine_u32", 5001, 1000, "segreduce_loop_in_map"},
    {"segreduce_by_henriksen", "affine_u32", 5000, 1000, "segreduce_block_per_row"},
    {"segreduce_by_henriksen_slides", "add_u32", 5001, 1000, "segreduce_loop_in_map"},
    {"segreduce_by_henriksen_slides", "add_u32", 5000, 1024, "segreduce_row_warps"},
    {"segreduce_by_henriksen_slides", "add_u32", 5000, 1025, "segreduce_loop_in_map"},
    {"segreduce_by_segred", "affine_u32", 1000, 127, "segreduce_small_index"},
    {"segreduce_by_segred", "affine_u32", 1000, 128, "segreduce_large_stripmined"},
    {"segreduce_by_segred", "add_u32", 1000, 128, "segreduce_large_strided"},
    {"segreduce_by_segred", "add_u32", 1, 127, "segreduce_small_index"},
    {"segreduce_by_segred_page", "affine_u32", 1000, 128, "segreduce_small_index"},
    {"segreduce_by_segred_page", "affine_u32", 1000, 129, "segreduce_large_stripmined"},
    {"segreduce_by_segred_page", "add_u32", 1000, 129, "segreduce_large_strided"},
    /* ours, of few items in all on any device, that are no whole runs */
    {"segreduce_auto", "add_u32", 1, 8192, "segreduce_large_strided"},
    {"segreduce_auto", "affine_u32", 1, 8192, "segreduce_large_stripmined"},
    {"segreduce_auto", "affine_u32", 1, 8191, "segreduce_large_one_block"},
    {"segreduce_auto", "affine_u32", 1, 128, "segreduce_large_one_block"},
    {"segreduce_auto", "affine_u32", 1, 127, "segreduce_loop_in_map_onthefly"},
    {"segreduce_auto", "affine_u32", 1, 17, "segreduce_loop_in_map_onthefly"},
    {"segreduce_auto", "add_u32", 1, 16, "segreduce_balanced"},
};

static const uint64_t unread =
    0; /* a policy knows the mean of rows alone, and of params that there are some */

/* Where items begin, which are not read: `skew` of them past a boundary of 16 bytes. */
static struct columns items_past_boundary(int skew)
{
    static _Alignas(16) uint32_t items[8];
    return (struct columns){.count = 1, .column = {{items + skew, sizeof items[0]}}};
}

static bool takes(const struct strategy *policy, const struct job *job, const char *expected,
                  struct finding *finding)
{
    struct launch_shape shape;
    const char *taken = policy->pick(job, &shape, NULL)->name;
    uint64_t mean = job->row_start ? job->ragged_items / job->rows : job->length;
    finding->items++;
    return strcmp(taken, expected) == 0 ||
           text_say(&finding->first_at,
                    "%s, %" PRIu64 " rows of %" PRIu64
                    " items%s, %d past a boundary, %s: expected %s, got %s",
                    policy->name, job->rows, mean, job->row_start ? " on average" : "",
                    columns_lead(&job->in, &job->op->input), job->op->name, expected, taken);
}

static uint64_t rows_of(uint64_t documented_number, uint64_t full)
{
    return documented_number >= NOT_FULL ? full - (FULL - documented_number) : documented_number;
}

static bool takes_documented(const struct fixture *fixture, size_t at, uint64_t full, struct finding *finding)
{
    struct job job = {.op = op_find(documented[at].op),
                      .what = WHAT_REDUCE,
                      .rows = rows_of(documented[at].rows, full),
                      .length = documented[at].length,
                      .in = items_past_boundary(1),
                      .caps = fixture->session.caps};
    const struct strategy *policy = backend_strategy(fixture->session.backend, documented[at].policy);
    return !policy /* in a build of some strategies */ || takes(policy, &job, documented[at].takes, finding);
}

/* Rows of different lengths, or each with params of its own, which the documents' rules do not cover: a thread or a
 * block each, by what the rule says of equal rows. */
static const struct {
    const char *policy;
    uint64_t rows, mean;
    bool ragged;
    const char *takes;
} documented_uneven[] = {
    {"segreduce_by_larsen", FULL, 1000, true, "segreduce_thread_per_row"},
    {"segreduce_by_larsen", NOT_FULL, 129, true, "segreduce_block_per_row"},
    {"segreduce_by_larsen", NOT_FULL, 128, false, "segreduce_thread_per_row"},
    {"segreduce_by_versions", 512, 1000, true, "segreduce_thread_per_row"},
    {"segreduce_by_versions", 511, 129, true, "segreduce_block_per_row"},
    {"segreduce_by_versions", 511, 128, false, "segreduce_thread_per_row"},
    {"segreduce_by_henriksen", 5001, 1000, true, "segreduce_thread_per_row"},
    {"segreduce_by_henriksen", 5000, 1000, false, "segreduce_block_per_row"},
    {"segreduce_by_segred", 1000, 127, true, "segreduce_thread_per_row"},
    {"segreduce_by_segred", 1000, 128, true, "segreduce_block_per_row"},
    {"segreduce_by_segred", 1000, 127, false, "segreduce_thread_per_row"},
    {"segreduce_by_segred", 1000, 128, false, "segreduce_block_per_row"},
    {"segreduce_auto", 1, 8192, true, "segreduce_ragged_marked"},
    {"segreduce_auto", 1, 8192, false, "segreduce_ragged_balanced"},
};

static bool takes_uneven(const struct fixture *fixture, size_t at, uint64_t full, struct finding *finding)
{
    bool ragged = documented_uneven[at].ragged;
    uint64_t rows = rows_of(documented_uneven[at].rows, full), mean = documented_uneven[at].mean;
    struct job job = {.op = op_find("affine_mod"),
                      .what = WHAT_REDUCE,
                      .rows = rows,
                      .length = ragged ? 0 : mean,
                      .row_start = ragged ? &unread : NULL,
                      .row_params = ragged ? NULL : &unread,
                      .ragged_items = ragged ? rows * mean : 0,
                      .in = items_past_boundary(1),
                      .caps = fixture->session.caps};
    const struct strategy *policy = backend_strategy(fixture->session.backend, documented_uneven[at].policy);
    return !policy || takes(policy, &job, documented_uneven[at].takes, finding);
}

/* segreduce_auto's other borders, by the default thresholds: rows are a number for each processor, or as many as
 * blocks of 256 threads run at once with 64 registers a thread, and one fewer; of different lengths, or of one. 16384
 * items for each processor are no more few. */
enum { AT_ONCE = 0 };

static const struct {
    bool ragged;
    uint64_t each, fewer, mean; /* each: rows a processor, or AT_ONCE */
    const char *op, *takes;
} documented_rows[] = {
    {false, 32, 0, 512, "affine_u32", "segreduce_balanced"},
    {false, 32, 1, 512, "affine_u32", "segreduce_large_one_block"},
    {false, 16, 0, 128, "affine_u32", "segreduce_loop_in_map_onthefly"},
    {false, 16, 1, 128, "affine_u32", "segreduce_large_one_block"},
    {true, AT_ONCE, 0, 768, "affine_u32", "segreduce_block_per_row"},
    {true, AT_ONCE, 1, 768, "affine_u32", "segreduce_ragged_marked"},
    {true, AT_ONCE, 0, 767, "affine_u32", "segreduce_ragged_marked"},
    {true, AT_ONCE, 0, 8, "affine_u32", "segreduce_ragged_marked"},
    {true, AT_ONCE, 0, 7, "affine_u32", "segreduce_thread_per_row"},
    {true, 8192, 0, 2, "affine_u32", "segreduce_ragged_marked"},
    {true, 8192, 1, 2, "affine_u32", "segreduce_thread_per_row"},
};

static bool takes_for_rows(const struct fixture *fixture, const struct strategy *policy, size_t at,
                           struct finding *finding)
{
    const struct tuned usual = tuned_usual();
    struct device_caps caps = *fixture->session.caps;
    bool ragged = documented_rows[at].ragged;
    uint64_t each = documented_rows[at].each, mean = documented_rows[at].mean;
    if (each == AT_ONCE) each = caps.resident_threads < 512 ? 1 : (uint64_t)caps.resident_threads / 512;
    uint64_t rows = each * (uint64_t)caps.processors - documented_rows[at].fewer;
    struct job job = {.op = op_find(documented_rows[at].op),
                      .what = WHAT_REDUCE,
                      .rows = rows,
                      .length = ragged ? 0 : mean,
                      .row_start = ragged ? &unread : NULL,
                      .ragged_items = ragged ? rows * mean : 0,
                      .in = items_past_boundary(1),
                      .caps = &caps};
    caps.tuned = &usual;
    return takes(policy, &job, documented_rows[at].takes, finding);
}

/* segreduce_auto's borders for rows of whole runs, of 16 items of 4 bytes: rows a number for each processor, and
 * more; items that begin at a boundary of 16 bytes, or one item past it. A row for each processor is no more few, if
 * it has 16384 items; of longer rows two blocks have one each, and of a row more one block would have it alone. */
static const struct {
    uint64_t each, more, length;
    int skew;
    const char *takes;
} documented_runs[] = {
    {0, 1, 17, 0, "segreduce_loop_in_map_onthefly"},
    {0, 1, 16, 0, "segreduce_balanced"},
    {0, 1, 32, 0, "segreduce_runs"},
    {0, 1, 32, 1, "segreduce_loop_in_map_onthefly"},
    {0, 1, 40, 0, "segreduce_loop_in_map_onthefly"},
    {0, 1, 32768, 0, "segreduce_runs"},
    {0, 1, 32784, 0, "segreduce_large_strided"},
    {1, 0, 65536, 0, "segreduce_runs"},
    {1, 0, 65552, 0, "segreduce_large_chunks"},
    {1, 1, 65552, 0, "segreduce_balanced"},
    {2, 1, 65552, 0, "segreduce_balanced"},
    {3, 0, 65552, 0, "segreduce_runs"},
};

static bool takes_runs(const struct fixture *fixture, const struct strategy *policy, size_t at,
                       struct finding *finding)
{
    const struct tuned usual = tuned_usual();
    struct device_caps caps = *fixture->session.caps;
    struct job job = {.op = op_find("add_u32"),
                      .what = WHAT_REDUCE,
                      .rows = documented_runs[at].each * (uint64_t)caps.processors + documented_runs[at].more,
                      .length = documented_runs[at].length,
                      .in = items_past_boundary(documented_runs[at].skew),
                      .caps = &caps};
    caps.tuned = &usual;
    return takes(policy, &job, documented_runs[at].takes, finding);
}

/* The borders of scans by the default thresholds, on a device of 132 processors and 32 lanes. Tiles, by hand: of
 * add_u32 look-back 256 x 12 and 256 x 28, look-ahead 512 x 20, rows 256 x 3 and 256 x 15; of affine_u32 look-ahead
 * 512 x 10; of mss_i32, whose states have 16 bytes,
 * look-back 256 x 6 and 256 x 14, look-ahead 384 x 12. A border is a number of tiles for four processors: 4 for more
 * items a thread, 16 (of wide states 6) for look-ahead; of rows 16 and 3. */
static const struct {
    const char *policy, *op;
    uint64_t rows, length;
    bool progress, over_input;
    const char *takes;
    uint32_t items;
    uint32_t k_mem; /* bytes a thread that are told; 0: none */
} documented_scans[] = {
    {"scan_auto", "add_u32", 1, 132 * 256 * 12, true, false, "scan_lookback", 12, 0},
    {"scan_auto", "add_u32", 1, 132 * 256 * 12 + 1, true, false, "scan_lookback", 28, 0},
    {"scan_auto", "add_u32", 1, 4 * 132 * 512 * 20, true, false, "scan_lookback", 28, 0},
    {"scan_auto", "add_u32", 1, 4 * 132 * 512 * 20 + 1, true, false, "scan_lookahead", 20, 0},
    {"scan_auto", "affine_u32", 1, 4 * 132 * 512 * 10, true, false, "scan_lookback", 14, 0},
    {"scan_auto", "affine_u32", 1, 4 * 132 * 512 * 10 + 1, true, false, "scan_lookahead", 10, 0},
    {"scan_auto", "mss_i32", 1, 132 * 256 * 6, true, false, "scan_lookback", 6, 0},
    {"scan_auto", "mss_i32", 1, 132 * 256 * 6 + 1, true, false, "scan_lookback", 14, 0},
    {"scan_auto", "mss_i32", 1, 198 * 384 * 12, true, false, "scan_lookback", 14, 0},
    {"scan_auto", "mss_i32", 1, 198 * 384 * 12 + 1, true, false, "scan_lookahead", 12, 0},
    {"scan_auto", "add_u32", 1, 1 << 24, false, false, "scan_lookback_fallback", 20, 0},
    {"scan_auto", "add_u32", 1, 1 << 24, false, true, "scan_reduce_then_scan", 20, 0},
    {"segscan_auto", "add_u32", 2, 4 * 132 * 256 * 3 / 2, true, false, "segscan_regular32", 3, 0},
    {"segscan_auto", "add_u32", 2, 4 * 132 * 256 * 3 / 2 + 1, true, false, "segscan_regular32", 15, 0},
    {"segscan_auto", "add_u32", 2, 99 * 512 * 20 / 2, true, false, "segscan_regular32", 15, 0},
    {"segscan_auto", "add_u32", 2, 99 * 512 * 20 / 2 + 1, true, false, "segscan_lookahead", 20, 0},
    {"segscan_auto", "add_u32", 1, 132 * 256 * 12 + 1, true, false, "scan_lookback", 28, 0},
    {"segscan_auto", "add_u32", 2, 1 << 23, false, false, "segscan_then_propagate", 15, 0},
    /* Clausen's model, by 64 registers: (64 - 1 - 1) / 5, (64 - 1 - 4) / 11, (64 - 1 - 2) / 7, (64 - 1 - 8) / 19; and by
     * memory 36 / 4, 36 / 8, 48 / 8, and 40 / 8 for which no kernel is compiled but that of 36 */
    {"scan_by_clausen", "add_u32", 1, 1 << 24, true, false, "segscan_serial32", 12, 0},
    {"segscan_by_clausen", "mss_i32", 7, 1 << 20, true, false, "segscan_serial32", 5, 0},
    {"segscan_by_clausen", "add_i64", 7, 1 << 20, true, false, "segscan_serial32", 8, 0},
    {"segscan_by_clausen", "add4_i64", 7, 1 << 20, true, false, "segscan_serial32", 2, 0},
    {"segscan_by_clausen", "add_u32", 7, 1 << 20, true, false, "segscan_serial32", 9, 36},
    {"segscan_by_clausen", "add_i64", 7, 1 << 20, true, false, "segscan_serial32", 4, 36},
    {"segscan_by_clausen", "add_i64", 7, 1 << 20, true, false, "segscan_serial32", 6, 48},
    {"segscan_by_clausen", "add_i64", 7, 1 << 20, true, false, "segscan_serial32", 4, 40},
    {"scan_by_clausen", "add_u32", 1, UINT64_C(8) * INT32_MAX, true, false, "segscan_serial32", 12, 0},
    {"scan_by_clausen", "add_u32", 1, UINT64_C(8) * INT32_MAX + 1, true, false, "scan_then_propagate", 20, 0},
    {"scan_by_clausen", "add_u32", 1, 1 << 24, false, false, "scan_then_propagate", 20, 0},
    {"segscan_by_clausen", "add_u32", 7, 1 << 20, false, false, "segscan_then_propagate", 15, 0},
};

/* keyed_auto's borders by the default threshold, on a device of 32 lanes that lends a block 227 KB, 232448 bytes:
 * tables of 224 threads of 8 bytes are 129 of them and one of items without a key, a block's table of sums has 58112
 * entries of 4 bytes, and there are 16 tables; a partition's table of sums has 32768; tables of 8 groups of 4 bytes
 * have 24 KB for 767 keys and that one. Rows are long from 65536 items on; a partition wants 8 items for each key,
 * and at most 2^31 - 1 in all. */
static const struct {
    const char *op;
    uint64_t rows, length, keys;
    const char *takes;
} documented_keys[] = {
    {"add_u32", 1, 1 << 24, 64, "keyed_thread_tables"},
    {"add_u32", 1, 1 << 24, 65, "keyed_partition"},
    {"add_u32", 1, (1 << 24) - 1, 64, "keyed_partition"},
    {"add_u32", 1, 1 << 14, 64, "keyed_partition"},
    {"add_u32", 1, (1 << 14) - 1, 64, "keyed_thread_tables"},
    {"add_u32", 1, (1 << 14) - 1, 65, "keyed_slices"},
    {"add_u32", 1, 1 << 20, 32768, "keyed_partition"},
    {"add_u32", 1, 1 << 20, 32769, "keyed_slices"},
    {"add_u32", 1, 1 << 20, 3 << 16, "keyed_slices"},
    {"add_u32", 1, 1 << 20, (3 << 16) + 1, "keyed_partition"},
    {"add_u32", 1, 16 * 58112, 16 * 58112, "keyed_slices"},
    {"add_u32", 1, 16 * 58112 + 1, 16 * 58112 + 1, "keyed_atomics"},
    {"add_u32", 1, 16 * 58112 + 2, 16 * 58112 + 1, "keyed_partition"},
    {"add_u32", 2, 1 << 16, 64, "keyed_thread_tables"},
    {"add_u32", 2, (1 << 16) - 1, 64, "keyed_stream"},
    {"add_u32", 2, (1 << 16) - 1, 767, "keyed_stream"},
    {"add_u32", 2, (1 << 16) - 1, 768, "keyed_partition"},
    {"min_i64", 1, 1 << 20, 128, "keyed_thread_tables"},
    {"min_i64", 1, 1 << 20, 129, "keyed_stream"},
    {"affine_u32", 1, (1 << 23) - 1, 2, "keyed_stream"},
    {"affine_u32", 1, 1 << 23, 2, "keyed_partition"},
    {"affine_u32", 1, INT32_MAX, 2, "keyed_partition"},
    {"affine_u32", 1, INT32_MAX + UINT64_C(1), 2, "keyed_stream"},
    {"affine_u32", 1, 1 << 20, 1 << 17, "keyed_partition"},
    {"affine_u32", 1, 1 << 20, (1 << 17) + 1, "keyed_sorted_runs"},
};

static bool keys_as_documented(const struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct tuned usual = tuned_usual();
    struct device_caps caps = *fixture->session.caps;
    const struct strategy *policy = backend_strategy(fixture->session.backend, "keyed_auto");
    const struct op *op = op_find(documented_keys[at].op);
    if (!policy) return true; /* in a build of some strategies */
    caps.lanes = 32;
    caps.processors = 132;
    caps.shared_bytes = 227 * 1024;
    caps.tuned = &usual;
    struct job job = {.op = op,
                      .what = WHAT_KEYED,
                      .rows = documented_keys[at].rows,
                      .length = documented_keys[at].length,
                      .keys = documented_keys[at].keys,
                      .in = items_past_boundary(0),
                      .caps = &caps};
    struct launch_shape shape;
    struct text words = {0};
    const char *expected = documented_keys[at].takes, *taken = policy->pick(&job, &shape, &words)->name;
    finding->items++;
    return strcmp(taken, expected) == 0 ||
           text_say(&finding->first_at, "%.200s: expected %s, got %s", words.at, expected, taken);
}

static bool scans_as_documented(const struct fixture *fixture, size_t at, struct finding *finding)
{
    struct tuned tuned = tuned_usual();
    tuned.value[TUNED_clausen_k_mem] = documented_scans[at].k_mem;
    static _Alignas(16) uint32_t results[4];
    struct device_caps caps = *fixture->session.caps;
    const struct strategy *policy = backend_strategy(fixture->session.backend, documented_scans[at].policy);
    if (!policy) return true; /* in a build of some strategies */
    caps.lanes = 32;
    caps.processors = 132;
    caps.shared_bytes = 227 * 1024;
    caps.forward_progress = documented_scans[at].progress;
    caps.tuned = &tuned;
    caps.max_block = 1024;
    caps.registers = 64 * 1024;
    struct job job = {.op = op_find(documented_scans[at].op),
                      .what = WHAT_SCAN,
                      .rows = documented_scans[at].rows,
                      .length = documented_scans[at].length,
                      .in = items_past_boundary(0),
                      .caps = &caps};
    struct columns elsewhere = {.count = 1, .column = {{results, sizeof results[0]}}};
    job.out = documented_scans[at].over_input ? job.in : elsewhere;
    struct launch_shape shape;
    const char *expected = documented_scans[at].takes, *taken = policy->pick(&job, &shape, NULL)->name;
    finding->items++;
    return (strcmp(taken, expected) == 0 && shape.items == documented_scans[at].items) ||
           text_say(&finding->first_at,
                    "%s, %" PRIu64 " x %" PRIu64
                    " items of %s on 132 processors: expected %s{items=%u}, got %s{items=%u}",
                    policy->name, job.rows, job.length, job.op->name, expected, documented_scans[at].items,
                    taken, shape.items);
}

/* One matrix whose first `present` items are there, and whose threads and items a thread. */
struct documented_matrix {
    const char *elem;
    uint64_t height, length, present;
    const char *takes;
    uint32_t block, items;
};

/* Larsen's rule, appendix C.2, for tiles of 16: half a tile is low where the other dimension is more than one. */
static const struct documented_matrix larsen_matrices[] = {
    {"i32", 1, 100, 100, "transpose_copy", 256, 4},
    {"i32", 100, 1, 100, "transpose_copy", 256, 4},
    {"i32", 8, 17, 136, "transpose_low_height", 256, 1},
    {"i32", 8, 16, 128, "transpose_tile16", 256, 1},
    {"i32", 9, 17, 153, "transpose_tile16", 256, 1},
    {"i32", 17, 8, 136, "transpose_low_width", 256, 1},
    {"i32", 16, 8, 128, "transpose_tile16", 256, 1},
    {"i32", 17, 9, 153, "transpose_tile16", 256, 1},
    {"u128", 2, 1000, 2000, "transpose_low_height", 256, 1},
    {"i8", 1000, 1000, 1000000, "transpose_tile16", 256, 1},
    {"i32", 2, 100, 199, "transpose_masked", 128, 16},
};

/* transpose_auto's borders as its head comment has them. Elements of 8 bytes still have the large tiles, those of 16
 * do not. */
static const struct documented_matrix documented_matrices[] = {
    {"i32", 100, 100, 9999, "transpose_masked", 128, 16},
    {"i32", 1, 100, 99, "transpose_masked", 128, 16},
    {"i32", 0, 100, 0, "transpose_copy", 256, 4},
    {"i32", 1, 100, 100, "transpose_copy", 256, 4},
    {"i32", 100, 1, 100, "transpose_copy", 256, 4},
    {"i32", 2, 100, 200, "transpose_stretch", 128, 8},
    {"i32", 100, 2, 200, "transpose_stretch", 128, 8},
    {"i32", 2, 2, 4, "transpose_stretch", 128, 8},
    {"i32", 8, 100, 800, "transpose_stretch", 128, 8},
    {"i32", 100, 8, 800, "transpose_stretch", 128, 8},
    {"i32", 9, 100, 900, "transpose_stretch", 128, 16},
    {"i32", 100, 9, 900, "transpose_stretch", 128, 16},
    {"i32", 16, 100, 1600, "transpose_stretch", 128, 16},
    {"i32", 100, 16, 1600, "transpose_stretch", 128, 16},
    {"i32", 17, 100, 1700, "transpose_multi", 128, 8},
    {"i32", 100, 17, 1700, "transpose_multi", 128, 8},
    {"i32", 63, 100, 6300, "transpose_multi", 128, 8},
    {"i32", 64, 100, 6400, "transpose_multi", 256, 16},
    {"i32", 100, 64, 6400, "transpose_multi", 256, 16},
    {"i8", 32, 100, 3200, "transpose_multi", 128, 8},
    {"i8", 33, 100, 3300, "transpose_multi", 256, 16},
    {"i16", 32, 100, 3200, "transpose_multi", 128, 8},
    {"i16", 100, 33, 3300, "transpose_multi", 256, 16},
    {"i64", 16, 100, 1600, "transpose_stretch", 128, 16},
    {"i64", 63, 100, 6300, "transpose_multi", 128, 8},
    {"i64", 64, 100, 6400, "transpose_multi", 256, 16},
    {"u128", 8, 100, 800, "transpose_stretch", 128, 8},
    {"u128", 9, 100, 900, "transpose_multi", 128, 8},
    {"u128", 100, 100, 10000, "transpose_multi", 128, 8},
};

static bool transposes_as_documented(const struct fixture *fixture, const struct strategy *policy,
                                     const struct documented_matrix *matrix, struct finding *finding)
{
    uint64_t height = matrix->height, length = matrix->length;
    struct job job = {.op = op_for(WHAT_TRANSPOSE, matrix->elem),
                      .what = WHAT_TRANSPOSE,
                      .rows = height,
                      .length = length,
                      .height = height,
                      .present = matrix->present,
                      .caps = fixture->session.caps};
    struct launch_shape shape;
    const char *expected = matrix->takes, *taken = policy->pick(&job, &shape, NULL)->name;
    uint32_t block = matrix->block, items = matrix->items;
    finding->items++;
    return (strcmp(taken, expected) == 0 && shape.block == block && shape.items == items) ||
           text_say(&finding->first_at,
                    "%s, %" PRIu64 " x %" PRIu64 " of %s, %" PRIu64
                    " there: expected %s{block=%u,items=%u}, got %s{block=%u,items=%u}",
                    policy->name, height, length, job.op->name, job.present, expected, block, items, taken,
                    shape.block, shape.items);
}

/* The default tuning depends on the size of a state: blocks of fewer threads where a state has more than 8 bytes, and
 * items scale with the bytes of an input. Sums have tables of as many threads, whatever their size. */
static const struct {
    const char *strategy, *op;
    uint32_t block, items;
} documented_tunings[] = {
    {"segreduce_balanced", "add_u32", 448, 16},      {"segreduce_balanced", "affine_u32", 448, 8},
    {"segreduce_balanced", "tally_u64", 448, 8},     {"segreduce_balanced", "mss_i32", 384, 16},
    {"segreduce_balanced", "span_emit", 384, 16},    {"segreduce_ragged_marked", "add_u32", 256, 16},
    {"segreduce_ragged_marked", "add_i8", 256, 16},  {"segreduce_ragged_marked", "affine_u32", 256, 8},
    {"segreduce_ragged_marked", "mss_i32", 256, 16}, {"segreduce_ragged_marked", "lssp_i32", 256, 16},
    {"keyed_partition", "add_u32", 256, 16},         {"keyed_partition", "tally_u64", 256, 16},
};

static bool has_documented_tuning(const struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct backend *backend = fixture->session.backend;
    const char *op = documented_tunings[at].op;
    const struct strategy *strategy = backend_strategy(backend, documented_tunings[at].strategy);
    const struct instance *usual =
        strategy ? backend_instance(backend, fixture->session.caps, op, strategy, NULL) : NULL;
    if (!usual || usual->tiny) return true; /* in a build of some strategies, operators or tunings */
    uint32_t block = documented_tunings[at].block, items = documented_tunings[at].items;
    finding->items++;
    return (usual->shape.block == block && usual->shape.items == items) ||
           text_say(&finding->first_at, "%s, %s: expected block=%u, items=%u as usual, got %u and %u",
                    strategy->name, op, block, items, usual->shape.block, usual->shape.items);
}

static enum verdict policies_choose_as_documented_check(void *context, const struct test_case *checked,
                                                        struct finding *finding)
{
    const struct fixture *fixture = context;
    const struct device_caps *caps = fixture->session.caps;
    const uint64_t full = (uint64_t)caps->processors * (uint64_t)caps->resident_threads;
    const struct strategy *transposes = backend_strategy(fixture->session.backend, "transpose_auto");
    const struct strategy *by_larsen = backend_strategy(fixture->session.backend, "transpose_by_larsen");
    const struct strategy *reduces = backend_strategy(fixture->session.backend, "segreduce_auto");
    bool all = true;
    (void)checked;
    for (size_t at = 0; all && at < sizeof documented / sizeof documented[0]; at++)
        all = takes_documented(fixture, at, full, finding);
    for (size_t at = 0; all && at < sizeof documented_uneven / sizeof documented_uneven[0]; at++)
        all = takes_uneven(fixture, at, full, finding);
    size_t of_rows = sizeof documented_rows / sizeof documented_rows[0];
    for (size_t at = 0; all && reduces && at < of_rows; at++)
        all = takes_for_rows(fixture, reduces, at, finding);
    size_t of_runs = sizeof documented_runs / sizeof documented_runs[0];
    for (size_t at = 0; all && reduces && at < of_runs; at++)
        all = takes_runs(fixture, reduces, at, finding);
    size_t scans = sizeof documented_scans / sizeof documented_scans[0];
    for (size_t at = 0; all && at < scans; at++)
        all = scans_as_documented(fixture, at, finding);
    size_t keyed = sizeof documented_keys / sizeof documented_keys[0];
    for (size_t at = 0; all && at < keyed; at++)
        all = keys_as_documented(fixture, at, finding);
    size_t tunings = sizeof documented_tunings / sizeof documented_tunings[0];
    for (size_t at = 0; all && at < tunings; at++)
        all = has_documented_tuning(fixture, at, finding);
    size_t matrices = sizeof documented_matrices / sizeof documented_matrices[0];
    for (size_t at = 0; all && transposes && at < matrices; at++)
        all = transposes_as_documented(fixture, transposes, &documented_matrices[at], finding);
    matrices = sizeof larsen_matrices / sizeof larsen_matrices[0];
    for (size_t at = 0; all && by_larsen && at < matrices; at++)
        all = transposes_as_documented(fixture, by_larsen, &larsen_matrices[at], finding);
    return all ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(policies_choose_as_documented, SUITE, DEVICE, once,
      "on either side of each threshold of a document's rule, or of ours, a policy picks the strategy and "
      "tuning that the rule names");
