/* SPDX-License-Identifier: MIT
 * Google Benchmark's JSON, as `foldcheck bench --benchmark_out` writes it: a benchmark's name is its case line. */
#ifndef FOLDCHECK_RECORD_BENCHMARK_JSON_H
#define FOLDCHECK_RECORD_BENCHMARK_JSON_H

#include "history.h"

#include <stdio.h>

/* Adds the file as one run of no known commit: every repetition where it has them, else the medians. False with the
 * reason. `path` must live as long as the history. */
bool benchmark_json_read(struct history *history, FILE *file, const char *path, struct text *why);

#endif
