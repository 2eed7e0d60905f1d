/* SPDX-License-Identifier: MIT
 * H4: the sums of a matrix's rows by one thread of the host, along rows as they lie, or along rows of the transposed
 * matrix, which is what a GPU's threads want: each item is then as many items from the last as there are rows. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void sum_rows(const uint32_t *item, uint64_t rows, uint64_t length, uint32_t *sum)
{
    for (uint64_t r = 0; r < rows; r++) {
        uint32_t all = 0;
        for (uint64_t i = 0; i < length; i++)
            all += item[r * length + i];
        sum[r] = all;
    }
}

static void sum_columns(const uint32_t *item, uint64_t rows, uint64_t length, uint32_t *sum)
{
    for (uint64_t r = 0; r < rows; r++) {
        uint32_t all = 0;
        for (uint64_t i = 0; i < length; i++)
            all += item[i * rows + r];
        sum[r] = all;
    }
}

/* Item i of row r is r + i * i. */
static void host_fill(struct host_rows *host, uint64_t rows, uint64_t length)
{
    for (uint64_t r = 0; r < rows; r++)
        for (uint64_t i = 0; i < length; i++)
            host->item[host->transposed ? i * rows + r : r * length + i] = (uint32_t)(r + i * i);
}

bool host_prepare(struct entry *entry, struct text *why)
{
    struct host_rows *host = &entry->bench->host;
    uint64_t rows = entry->problem.shape.size[0], length = entry->problem.shape.size[1];
    host_close(host);
    host->item = malloc(rows * length * sizeof *host->item);
    host->sum = malloc(rows * sizeof *host->sum);
    if (!host->item || !host->sum)
        return text_say(why, "no host memory for %" PRIu64 " rows of %" PRIu64 " items", rows, length);
    host->transposed = strcmp(entry->subject, HOST_BY_COLUMNS) == 0;
    host_fill(host, rows, length);
    return true;
}

bool host_time(struct entry *entry, double *seconds, struct text *why)
{
    struct host_rows *host = &entry->bench->host;
    uint64_t rows = entry->problem.shape.size[0], length = entry->problem.shape.size[1], squares = 0;
    struct timespec start, stop;
    memset(host->sum, 0, rows * sizeof *host->sum);
    clock_gettime(CLOCK_MONOTONIC, &start);
    (host->transposed ? sum_columns : sum_rows)(host->item, rows, length, host->sum);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    *seconds = (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
    for (uint64_t i = 0; i < length; i++)
        squares += i * i;
    for (uint64_t r = 0; r < rows && !entry->wrong; r++)
        entry->wrong = host->sum[r] != (uint32_t)(r * length + squares);
    return !entry->wrong || text_say(why, "%s: a row's sum is wrong", entry->subject);
}

void host_close(struct host_rows *host)
{
    free(host->item);
    free(host->sum);
    *host = (struct host_rows){0};
}
