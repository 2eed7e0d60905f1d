/* SPDX-License-Identifier: MIT
 * foldcheck bench: the options; what is measured stands in bench/. */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "kernel_devices.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FOLDCHECK_HAS_BENCH
#include "bench.h"
#include "plugin.h"

enum { MOST_SIZE = 40 };

/* "20" or "10-28": exponents of two. */
static bool sizes_parse(const char *text, unsigned *least, unsigned *most)
{
    int from, to, end = 0;
    if (sscanf(text, "%2d-%2d%n", &from, &to, &end) != 2 || text[end]) {
        if (sscanf(text, "%2d%n", &from, &end) != 1 || text[end]) return false;
        to = from;
    }
    if (from < 0 || to < from || to > MOST_SIZE) return false;
    *least = (unsigned)from;
    *most = (unsigned)to;
    return true;
}

static bool is_simulated(struct device_name device)
{
    return device_is_simulated(device.kind);
}

static const char usage[] =
    "foldcheck bench [--device D] [--plugin FILE] [--strategy GLOB] [--operator "
    "GLOB] [--what reduce|scan|transpose] [--sizes A-B] [--rows A-B] [--keep-one] [--from-idle] "
    "[--benchmark_...]\n"
    "or        bench --figures GLOB [--device D] [--from-idle] [--benchmark_...]\n"
    "times every strategy beside CUB (nvidia), a copy and a read-only pass, or what "
    "documents' figures compare, and verifies every launch that it times";

/* The operators and shapes of figures; 1000 times fewer items on the simulator. False with the reason. */
static bool figures_open(struct bench_wish *wish, struct text *why)
{
    char path[PATH_MAX], file[64];
    snprintf(file, sizeof file, "foldcheck_figures_%s.so", backend_name(wish->device.kind));
    wish->fewer = is_simulated(wish->device) ? 1000 : 1;
    wish->what = WHAT_SCAN;
    return backend_beside(wish->device.kind, file, path, why) && plugin_load(path, why);
}

static bool what_parse(const char *text, enum what *what)
{
    static const enum what timed[] = {WHAT_REDUCE, WHAT_SCAN, WHAT_TRANSPOSE};
    for (size_t i = 0; i < sizeof timed / sizeof timed[0]; i++)
        if (strcmp(text, what_name(timed[i])) == 0) {
            *what = timed[i];
            return true;
        }
    return false;
}

/* What is measured where the options do not say it. A transposition has several rows always. */
static void take_usual(struct bench_wish *wish, const char **sizes, const char **rows)
{
    bool simulated = is_simulated(wish->device), moves = wish->what == WHAT_TRANSPOSE;
    if (!wish->operators) wish->operators = moves ? "f32" : "add_f32,mss_i32";
    if (!*sizes) *sizes = moves ? (simulated ? "10" : "26") : simulated ? "10-12" : "10-28";
    if (!*rows && moves) *rows = "0-40";
}

int cli_bench(int argc, char **argv)
{
    const char *device = NULL, *tuning = NULL, *sizes = NULL, *rows = NULL, *what = "reduce";
    struct plugin_choice plugins = {.peers = false}; /* they have a place of their own here */
    struct bench_wish wish = {.fewer = 1, .matches = glob_matches};
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &device, "D", "the device; the first of what `check` would take"},
        {"--strategy", OPTION_TEXT, &wish.strategies, "GLOB", "strategies and peers; all of them"},
        {"--operator", OPTION_TEXT, &wish.operators, "GLOB",
         "operators; add_f32,mss_i32. Of transpositions element types; f32"},
        {"--what", OPTION_TEXT, &what, "W", "reduce, scan or transpose; reduce"},
        {"--sizes", OPTION_TEXT, &sizes, "A-B",
         "2^A to 2^B items; 10-28, on the simulator 10-12. Of transpositions 26, on the simulator 10"},
        {"--rows", OPTION_TEXT, &rows, "A-B",
         "2^A to 2^B rows of each size, of one length; one row. Of transpositions all there are"},
        {"--figures", OPTION_TEXT, &wish.figures, "GLOB",
         "fig4 to fig12 and tab2 of Clausen's thesis, h1 and h7 of Henriksen's slides instead"},
        {"--plugin", OPTION_LIST, &plugins.files, "FILE", "operators and strategies of your own"},
        TUNING_OPTION(&tuning),
        {"--keep-one", OPTION_FLAG, &wish.keep_one, NULL, "ask for the first of a result's columns alone"},
        {"--from-idle", OPTION_FLAG, &wish.from_idle, NULL, "count the host's part of a launch, too"},
        {"--benchmark_", OPTION_PASS, NULL, NULL, "Google Benchmark's flags"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    struct device_list devices;
    struct text why;
    if (!what_parse(what, &wish.what))
        return cli_usage("bench", "--what %s: expected reduce, scan or transpose", what);
    if (!plugins_load(&plugins, &why)) return cli_usage("bench", "%s", why.at);
    ends = kernel_devices_choose("bench", device, &devices);
    if (ends >= 0) return ends;
    if (!tuning_choose(tuning, &devices, &why)) return cli_usage("bench", "%s", why.at);
    wish.device = devices.at[0];
    take_usual(&wish, &sizes, &rows);
    if (!sizes_parse(sizes, &wish.least, &wish.most))
        return cli_usage("bench", "--sizes %s: expected A-B or A, exponents of two from 0 to %d", sizes,
                         MOST_SIZE);
    wish.rows = rows != NULL;
    if (rows && !sizes_parse(rows, &wish.least_rows, &wish.most_rows))
        return cli_usage("bench", "--rows %s: expected A-B or A, exponents of two from 0 to %d", rows,
                         MOST_SIZE);
    if (wish.figures && !figures_open(&wish, &why))
        return cli_usage("bench", "%s; build with -DFOLDCHECK_FIGURES=ON", why.at);
    enum status status = bench_run(&wish, argc, argv, &why);
    return status == STATUS_OK || !why.at[0] ? (int)status : cli_stop(status, "bench", "%s", why.at);
}

#else

int cli_bench(int argc, char **argv)
{
    (void)argc, (void)argv;
    return cli_usage("bench", "this program was built without Google Benchmark (libbenchmark-dev)");
}

#endif
