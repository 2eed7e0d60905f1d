/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static int compare_seconds(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double entry_median(const struct entry *entry)
{
    double sorted[MOST_SAMPLES];
    if (entry->samples == 0) return 0;
    memcpy(sorted, entry->seconds, (size_t)entry->samples * sizeof *sorted);
    qsort(sorted, (size_t)entry->samples, sizeof *sorted, compare_seconds);
    return sorted[entry->samples / 2];
}

/* One row of the table. NULL: not measured. */
struct row {
    const struct entry *any;                                /* of its entries, which measure one problem */
    const struct entry *copy, *read, *peer, *best, *chosen; /* peer, best: the fastest; chosen: auto's */
    size_t first, end;                                      /* its entries */
};

static void keep_faster(const struct entry **kept, const struct entry *entry)
{
    if (!*kept || entry_median(entry) < entry_median(*kept)) *kept = entry;
}

static void row_take(struct row *row, const struct entry *entry)
{
    bool picks = entry->instance && entry->instance->strategy->pick;
    if (entry->samples == 0 || entry->wrong) return;
    if (entry->kind == ENTRY_COPY)
        row->copy = entry;
    else if (entry->kind == ENTRY_READ)
        row->read = entry;
    else if (entry->kind == ENTRY_PEER)
        keep_faster(&row->peer, entry);
    else if (!picks)
        keep_faster(&row->best, entry);
    else if (entry->instance->strategy->is_default)
        row->chosen = entry;
}

static void print_time(const struct entry *entry)
{
    if (entry)
        printf(" %10.2f", entry_median(entry) * 1e6);
    else
        printf(" %10s", "-");
}

static void print_ratio(const struct entry *above, const struct entry *below)
{
    if (above && below)
        printf(" %9.3f", entry_median(above) / entry_median(below));
    else
        printf(" %9s", "-");
}

static void print_best(const struct entry *best)
{
    char bytes[32] = "-";
    if (best) {
        snprintf(bytes, sizeof bytes, "%.1f", (double)entry_fewest(best) / entry_median(best) / 1e9);
    }
    printf(" %9s  %s", bytes, best ? best->subject : "-");
    struct tuning tuning = best ? instance_tuning(best->instance) : (struct tuning){0};
    for (int i = 0; i < tuning.count; i++)
        printf("%s%s=%" PRId64, i ? "," : "{", tuning.pair[i].name, tuning.pair[i].value);
    printf("%s\n", tuning.count ? "}" : "");
}

/* "33554432x2:uniform", as in the line. */
static void print_ragged(const struct shape *shape)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRIu64 "x%" PRIu64 ":%s", shape->size[0], shape->size[1],
             dist_words[shape->dist]);
    printf(" %-20s", text);
}

/* "256:giant", as in the line. */
static void print_keys(const struct shape *shape)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRIu64 ":%s", shape->keys, key_dist_words[shape->dist]);
    printf(" %-18s", text);
}

/* The fewest bytes that the work needs, against the largest copy. */
static void print_share(const struct bench *bench, const struct entry *entry, int width)
{
    if (entry)
        printf(" %*.3f", width, (double)entry_fewest(entry) / entry_median(entry) / bench->copy_rate);
    else
        printf(" %*s", width, "-");
}

/* What the fastest could not be faster than: a pass that reads as many items, or, of what writes as many as it reads, a copy. Both
 * hold a launch. A result of more than 1 is data that stays in the cache, or a copy that is not the fastest one. */
static void print_limit(const struct row *row)
{
    bool writes = row->any->problem.what == WHAT_SCAN || row->any->problem.what == WHAT_EXSCAN;
    const struct entry *limit = writes ? row->copy : row->read;
    if (limit && row->best)
        printf(" %5.3f %-9s", entry_median(limit) / entry_median(row->best), writes ? "copy" : "read_only");
    else
        printf(" %5s %-9s", "-", writes ? "copy" : "read_only");
}

static void row_print(const struct bench *bench, const struct row *row)
{
    const struct problem *problem = &row->any->problem;
    printf("%-14s 2^%-3u", problem->op->name, row->any->log2_items);
    if (bench->request->rows) printf(" 2^%-3u", row->any->log2_rows);
    if (bench->request->ragged_count) print_ragged(&problem->shape);
    if (bench->request->keys_count) print_keys(&problem->shape);
    print_time(row->copy);
    print_time(row->read);
    print_time(row->peer);
    print_time(row->best);
    print_time(row->chosen);
    print_ratio(row->best, row->peer);
    print_ratio(row->chosen, row->best);
    if (bench->request->ragged_count) print_share(bench, row->chosen, 9);
    print_share(bench, row->best, 9);
    print_limit(row);
    print_best(row->best);
}

static bool row_is_empty(const struct row *row)
{
    return !row->copy && !row->read && !row->peer && !row->best && !row->chosen;
}

/* The row that begins at entry number `first`; the next one begins at its end. */
static struct row row_at(const struct bench *bench, size_t first)
{
    struct row row = {.any = &bench->entry[first], .first = first, .end = first};
    while (row.end < bench->count && entry_same_problem(row.any, &bench->entry[row.end]))
        row_take(&row, &bench->entry[row.end++]);
    return row;
}

/* ---- transpositions: a column a strategy ---- */

enum { MOST_COLUMNS = 32 };

static bool has_entry(const struct bench *bench, const struct strategy *strategy)
{
    for (size_t e = 0; e < bench->count; e++)
        if (bench->entry[e].instance && bench->entry[e].instance->strategy == strategy) return true;
    return false;
}

/* The strategies that have entries, in the backend's order and ended by NULL; those after the most are left out. */
static void columns_take(const struct bench *bench, const struct strategy *columns[MOST_COLUMNS + 1])
{
    const struct strategy *const *at = bench->session.backend->strategies;
    int count = 0;
    for (; *at && count < MOST_COLUMNS; at++)
        if (has_entry(bench, *at)) columns[count++] = *at;
    columns[count] = NULL;
}

/* "tile32"; a plugin's may be called anything. */
static const char *column_name(const struct strategy *strategy)
{
    static const char family[] = "transpose_";
    bool has_it = strncmp(strategy->name, family, sizeof family - 1) == 0;
    return strategy->name + (has_it ? sizeof family - 1 : 0);
}

static int column_width(const struct strategy *strategy)
{
    size_t length = strlen(column_name(strategy));
    return length > 5 ? (int)length : 5;
}

/* The fastest of a strategy's shapes as a share of the largest copy. */
static void share_print(const struct bench *bench, const struct row *row, const struct strategy *strategy)
{
    const struct entry *best = NULL;
    for (size_t e = row->first; e < row->end; e++) {
        const struct entry *entry = &bench->entry[e];
        bool counts = entry->samples > 0 && !entry->wrong;
        if (counts && entry->instance && entry->instance->strategy == strategy) keep_faster(&best, entry);
    }
    print_share(bench, best, column_width(strategy));
}

static void shares_print_row(const struct bench *bench, const struct row *row,
                             const struct strategy *const *columns)
{
    const struct entry *any = row->any;
    printf("%-8s 2^%-3u 2^%-2u x 2^%-3u", any->problem.op->name, any->log2_items, any->log2_rows,
           any->log2_items - any->log2_rows);
    print_time(row->copy);
    for (int c = 0; columns[c]; c++)
        share_print(bench, row, columns[c]);
    print_ratio(row->chosen, row->best);
    print_best(row->best);
}

static void shares_print(const struct bench *bench)
{
    const struct strategy *columns[MOST_COLUMNS + 1];
    columns_take(bench, columns);
    printf("shares of the largest copy: of each transposition its fastest shape, - where it refuses such "
           "matrices "
           "or was not measured\n");
    printf("%-8s %-5s %-12s %10s", "element", "n", "matrix", "copy");
    for (int c = 0; columns[c]; c++)
        printf(" %*s", column_width(columns[c]), column_name(columns[c]));
    printf(" %9s %9s  %s\n", "auto/best", "GB/s", "best is");
    for (size_t first = 0; first < bench->count;) {
        struct row row = row_at(bench, first);
        if (!row_is_empty(&row)) shares_print_row(bench, &row, columns);
        first = row.end;
    }
}

/* ---- folds and scans ---- */

static void folds_print(const struct bench *bench)
{
    bool ragged = bench->request->ragged_count > 0;
    printf("%-14s %-5s%s%s%s %10s %10s %10s %10s %10s %9s %9s%s %9s %-15s %9s  %s\n", "operator", "n",
           bench->request->rows ? " rows " : "", ragged ? " rows x mean         " : "",
           bench->request->keys_count ? " keys              " : "", "copy", "read_only", "peer", "best",
           "auto", "best/peer", "auto/best", ragged ? " auto/copy" : "", "of copy", "of its limit", "GB/s",
           "best is");
    for (size_t first = 0; first < bench->count;) {
        struct row row = row_at(bench, first);
        if (!row_is_empty(&row)) row_print(bench, &row);
        first = row.end;
    }
}

/* The bytes that GB/s counts. */
static const char *what_moves(const struct bench_request *request)
{
    if (request->what == WHAT_TRANSPOSE) return "items read and written";
    if (request->what == WHAT_KEYED) return "items and keys read and results written";
    if (request->ragged_count) return "items and row starts read and results written, as of auto/copy";
    return request->what == WHAT_REDUCE ? "input" : "items read and results written";
}

/* Of float operators, if any result was not exact. */
static void bounds_print(const struct bench *bench)
{
    const struct entry *farthest = NULL;
    for (size_t e = 0; e < bench->count; e++)
        if (bench->entry[e].bounds > (farthest ? farthest->bounds : 0)) farthest = &bench->entry[e];
    if (farthest)
        printf("float results: the farthest is %.2g bounds off what it ought to be, by %s, 2^%u items\n",
               farthest->bounds, farthest->subject, farthest->log2_items);
}

void table_print(const struct bench *bench)
{
    const struct device_caps *caps = bench->session.caps;
    const char *timed = bench->request->from_idle ? "the host's launch included" : "the device's work alone";
    printf("\n%s: medians in us by device events, %s; best = the fastest of ours that does not pick another; "
           "GB/s of %s\n",
           caps->name, timed, what_moves(bench->request));
    printf("the largest copy: %.1f GB/s read and written; inputs up to %" PRIu64
           " MiB stay in L2; peer: %s\n",
           bench->copy_rate / 1e9, caps->l2_bytes >> 20, bench->peers ? bench->peers->library : "none");
    if (bench->request->what != WHAT_TRANSPOSE)
        printf("of copy: the fewest bytes of the work, at the best time, against the largest copy; of its "
               "limit: the time of the "
               "row's read-only pass, or copy, against the best\n");
    if (bench->request->what == WHAT_TRANSPOSE)
        shares_print(bench);
    else
        folds_print(bench);
    bounds_print(bench);
}
