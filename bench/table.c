/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What stands in one row of the table. NULL: not measured. */
struct row {
    const struct op *op;
    unsigned log2_items, log2_rows;
    const struct entry *copy, *read, *peer, *best, *chosen; /* peer, best: the fastest; chosen: auto's */
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
    else if (picks)
        row->chosen = entry;
    else
        keep_faster(&row->best, entry);
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

static void row_print(const struct row *row, bool rows)
{
    printf("%-14s 2^%-3u", row->op->name, row->log2_items);
    if (rows) printf(" 2^%-3u", row->log2_rows);
    print_time(row->copy);
    print_time(row->read);
    print_time(row->peer);
    print_time(row->best);
    print_time(row->chosen);
    print_ratio(row->best, row->peer);
    print_ratio(row->chosen, row->best);
    print_best(row->best);
}

void table_print(const struct bench *bench)
{
    const struct device_caps *caps = bench->session.caps;
    struct row row = {0};
    const char *timed = bench->wish->from_idle ? "the host's launch included" : "the device's work alone";
    printf("\n%s: medians in us by device events, %s; best = the fastest of ours but the one that picks; "
           "GB/s of %s\n",
           caps->name, timed, bench->wish->what == WHAT_REDUCE ? "input" : "items read and results written");
    printf("the largest copy: %.1f GB/s read and written; inputs up to %" PRIu64
           " MiB stay in L2; peer: %s\n",
           bench->copy_rate / 1e9, caps->l2_bytes >> 20, bench->peers ? bench->peers->library : "none");
    printf("%-14s %-5s%s %10s %10s %10s %10s %10s %9s %9s %9s  %s\n", "operator", "n",
           bench->wish->rows ? " rows " : "", "copy", "read_only", "peer", "best", "auto", "best/peer",
           "auto/best", "GB/s", "best is");
    for (size_t e = 0; e <= bench->count; e++) {
        const struct entry *entry = e < bench->count ? &bench->entry[e] : NULL;
        bool same = entry && entry->problem.op && row.op &&
                    strcmp(entry->problem.op->name, row.op->name) == 0 &&
                    entry->log2_items == row.log2_items && entry->log2_rows == row.log2_rows;
        if (!same && (row.copy || row.read || row.peer || row.best || row.chosen))
            row_print(&row, bench->wish->rows);
        if (!same && entry)
            row = (struct row){
                entry->problem.op, entry->log2_items, entry->log2_rows, NULL, NULL, NULL, NULL, NULL};
        if (entry) row_take(&row, entry);
    }
}
