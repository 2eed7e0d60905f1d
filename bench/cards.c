/* SPDX-License-Identifier: MIT
 * Several cards as one device: the costs of a fold beside its bytes, measured, and a model of its time from them. It is no
 * bound: a pass that only reads is faster than a copy of as many bytes. */
#include "entry.h"

#include <stdio.h>

enum { EMPTY_SAMPLES = 15, EMPTY_WARM_UPS = 3 };

/* The median of what does nothing, in seconds. */
static bool empty_measure(struct bench *bench, enum entry_kind kind, double *median, struct text *why)
{
    struct entry entry = {.bench = bench, .kind = kind};
    double ignored;
    for (int i = 0; i < EMPTY_WARM_UPS; i++)
        if (!launch_time(&entry, &ignored, why)) return false;
    for (; entry.samples < EMPTY_SAMPLES; entry.samples++)
        if (!launch_time(&entry, &entry.seconds[entry.samples], why)) return false;
    *median = entry_median(&entry);
    return true;
}

bool cards_measure(struct bench *bench, struct text *why)
{
    if (!bench->session.backend->empty) return true;
    return empty_measure(bench, ENTRY_EMPTY_LAUNCH, &bench->empty_launch, why) &&
           empty_measure(bench, ENTRY_EMPTY_COLLECTIVE, &bench->empty_collective, why);
}

/* Bytes a second that the better of the largest copy and of the read-only pass over as many items moves. */
static double best_rate(const struct bench *bench, const struct entry *entry)
{
    double best = bench->copy_rate;
    for (size_t e = 0; e < bench->count; e++) {
        const struct entry *read = &bench->entry[e];
        if (read->kind != ENTRY_READ || read->samples == 0 || !entry_same_problem(read, entry)) continue;
        double rate = (double)entry_fewest(read) / entry_median(read);
        if (rate > best) best = rate;
    }
    return best;
}

static void entry_print(const struct bench *bench, const struct entry *entry)
{
    double bytes = (double)entry->traffic / bench->copy_rate, time = entry_median(entry),
           model = bytes + bench->empty_collective + bench->empty_launch,
           least = (double)entry_fewest(entry) / best_rate(bench, entry);
    printf("%-14s 2^%-3u %10.1f %10.1f %10.1f %10.1f %10.1f %10.3f %10.3f  %s\n", entry->problem.op->name,
           entry->log2_items, bytes * 1e6, bench->empty_collective * 1e6, bench->empty_launch * 1e6,
           model * 1e6, time * 1e6, time / model, time / least, entry->subject);
}

void cards_print(const struct bench *bench)
{
    if (!bench->session.backend->empty) return;
    printf("a model of %d cards, us: bytes moved / the largest copy's rate + an empty collective + an empty "
           "launch;\n"
           "least: the fewest bytes / the better rate of the largest copy and of the read-only pass\n"
           "%-14s %-5s %10s %10s %10s %10s %10s %10s %10s  strategy\n",
           bench->session.caps->cards, "operator", "n", "bytes/copy", "collective", "launch", "model", "time",
           "time/model", "time/least");
    for (size_t e = 0; e < bench->count; e++) {
        const struct entry *entry = &bench->entry[e];
        if (entry->kind == ENTRY_OURS && entry->samples > 0 && !entry->wrong) entry_print(bench, entry);
    }
}
