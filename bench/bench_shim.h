/* SPDX-License-Identifier: MIT
 * Google Benchmark as C sees it. The time loop is the caller's: every repetition is one sample that the
 * caller took with device events and hands over as manual time, so that medians in the JSON are medians of
 * samples. */
#ifndef FOLDCHECK_BENCH_SHIM_H
#define FOLDCHECK_BENCH_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SHIM_COUNTERS = 5 };

/* The result of one sample. Counters without a name are not reported. */
struct shim_sample {
    double seconds;
    uint64_t bytes;                          /* of global memory, for bytes_per_second */
    const char *counter_name[SHIM_COUNTERS]; /* literals */
    double counter[SHIM_COUNTERS];
    char label[128];
};

/* Takes one sample. False: the benchmark is reported as failed, with why. */
typedef bool (*shim_take)(void *context, struct shim_sample *sample, struct text *why);

/* Takes Google Benchmark's flags out of argv. Returns false, after its message on stderr, if some argument is
 * left that is none. Once, before anything else. */
bool shim_start(int *argc, char **argv);

/* A line of the report's context: "device", "NVIDIA H200". */
void shim_context(const char *key, const char *value);

/* Registers a benchmark that takes `repetitions` samples. Both name and JSON's run_name are the name given,
 * without a suffix; it is copied. */
void shim_add(const char *name, int repetitions, shim_take take, void *context);

/* Runs what --benchmark_filter chose, and writes JSON where --benchmark_out says. Prints Google Benchmark's line for
 * each where `lines`, else only what fails, and on a terminal a line that is rewritten. Returns how many ran. */
size_t shim_run(bool lines);

#ifdef __cplusplus
}
#endif
#endif
