/* SPDX-License-Identifier: MIT
 * foldcheck bench: the options; what is measured stands in bench/. */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "kernel_devices.h"
#include "recording.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "foldcheck bench [--device D] [--plugin FILE] [--strategy GLOB] [--operator "
    "GLOB] [--what reduce|scan|keyed|transpose] [--sizes A-B] [--rows A-B | --ragged LIST] [--keys LIST] "
    "[--first-column] "
    "[--cold-launch] [--benchmark_...]\n"
    "or        bench --figures GLOB [--device D] [--cold-launch] [--benchmark_...]\n"
    "Times every strategy, a copy, a read-only pass and the peers, or the documents' figures. Every timed "
    "launch is verified.";

/* How large problems are, as the options say it. */
struct extent {
    const char *sizes, *rows, *ragged, *keys;
};

struct bench_options {
    const char *device, *strategies, *operators, *what, *figures, *tuning, *record_path;
    struct extent extent;
    struct plugin_choice plugins;
    bool keep_one, from_idle, lines;
};

/* -1 to go on, else the exit status. */
static int take_options(struct bench_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &taken->device, "D", "device (default: the first that check takes)"},
        {"--strategy", OPTION_GLOBS, &taken->strategies, "GLOB",
         "strategies and peers (default: all; for folds by key of one row on a GPU, those that use the "
         "whole card)"},
        {"--operator", OPTION_GLOBS, &taken->operators, "GLOB",
         "operators (default add_f32,mss_i32; folds by key add_u32,mss_i32); for --what transpose, element "
         "types "
         "(default f32)"},
        {"--what", OPTION_TEXT, &taken->what, "W", "reduce (default), scan, keyed or transpose"},
        {"--sizes", OPTION_TEXT, &taken->extent.sizes, "A-B",
         "2^A to 2^B items (default 10-28, on the simulator 10-12; folds by key 26, on the simulator 12; "
         "transpositions 26 and 10)"},
        {"--rows", OPTION_TEXT, &taken->extent.rows, "A-B",
         "2^A to 2^B equal-length rows of each size (default: one row; transpositions: all)"},
        {"--ragged", OPTION_TEXT, &taken->extent.ragged, "LIST",
         "rows of different lengths, as in 1,30,1000:giant: MEAN or MEAN:DIST with DIST uniform, geometric, "
         "giant or halfempty; 2^26 items, on the simulator 2^12"},
        {"--keys", OPTION_TEXT, &taken->extent.keys, "LIST",
         "with --what keyed: numbers of keys, as in 16,256:giant: K or K:DIST with DIST uniform (default), "
         "geometric, giant, halfempty, sorted or runs (default 16,256,65536,1048576, on the simulator "
         "16,256)"},
        {"--figures", OPTION_TEXT, &taken->figures, "GLOB",
         "measure figures instead: fig4 to fig12 and tab2 of Clausen's thesis, fig1_1 to fig6_5 and appa of "
         "Larsen's, h1 to h7 of Henriksen's slides"},
        {"--plugin", OPTION_LIST, &taken->plugins.files, "FILE",
         "load operators and strategies of your own; repeatable"},
        TUNING_OPTION(&taken->tuning),
        {"--first-column", OPTION_FLAG, &taken->keep_one, NULL, "write only the first column of a result"},
        {"--keep-one", OPTION_FLAG, &taken->keep_one, NULL, NULL},
        {"--cold-launch", OPTION_FLAG, &taken->from_idle, NULL,
         "time launches on an idle device, host overhead included"},
        {"--from-idle", OPTION_FLAG, &taken->from_idle, NULL, NULL},
        RECORD_OPTION(&taken->record_path),
        {"--verbose", OPTION_FLAG, &taken->lines, NULL,
         "also print Google Benchmark's line for each benchmark"},
        {"--benchmark_", OPTION_PASS, NULL, NULL, "Google Benchmark's flags"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    *taken = (struct bench_options){.what = "reduce"};
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_BENCH
#include "bench.h"
#include "plugin.h"
#include "words.h"

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

/* How the lengths of rows fall, or keys: one of the words. False: it is none of them. */
static bool dist_parse(const char *const *words, const char *word, enum dist *dist)
{
    for (int d = 0; words[d]; d++)
        if (strcmp(word, words[d]) == 0) {
            *dist = (enum dist)d;
            return true;
        }
    return false;
}

/* "1,30,30:giant": means, and behind a colon how lengths fall, uniform where it is not said. */
static bool ragged_parse(const char *text, struct bench_request *request)
{
    for (const char *at = text;; at++) {
        struct bench_ragged *ragged = &request->ragged[request->ragged_count];
        char word[16] = "uniform";
        int end = 0;
        if (request->ragged_count++ == MOST_RAGGED || *at < '0' || *at > '9') return false;
        if (sscanf(at, "%13" SCNu64 "%n:%15[a-z]%n", &ragged->mean, &end, word, &end) < 1) return false;
        if (ragged->mean == 0 || !dist_parse(dist_words, word, &ragged->dist)) return false;
        at += end;
        if (*at != ',') return *at == '\0';
    }
}

/* "16,256:giant": numbers of keys, and behind a colon how they fall, uniform where it is not said. */
static bool keys_parse(const char *text, struct bench_request *request)
{
    for (const char *at = text;; at++) {
        struct bench_keys *keys = &request->keys[request->keys_count];
        char word[16] = "uniform";
        int end = 0;
        if (request->keys_count++ == MOST_KEYS || *at < '0' || *at > '9') return false;
        if (sscanf(at, "%13" SCNu64 "%n:%15[a-z]%n", &keys->keys, &end, word, &end) < 1) return false;
        if (keys->keys == 0 || keys->keys > UINT32_MAX || !dist_parse(key_dist_words, word, &keys->dist))
            return false;
        at += end;
        if (*at != ',') return *at == '\0';
    }
}

static bool is_simulated(struct device_name device)
{
    return device_is_simulated(device.kind);
}

/* The operators and shapes of figures; 1000 times fewer items on the simulator. False with the reason. */
static bool figures_open(struct bench_request *request, struct text *why)
{
    char path[PATH_MAX], file[64];
    snprintf(file, sizeof file, "foldcheck_figures_%s.so", backend_name(request->device.kind));
    request->fewer = is_simulated(request->device) ? 1000 : 1;
    request->what = WHAT_SCAN;
    return backend_beside(request->device.kind, file, path, why) && plugin_load(path, why);
}

/* What one of the words of --what stands for. */
static enum what what_of(const char *word)
{
    enum what what = WHAT_REDUCE;
    while (strcmp(word, what_name(what)) != 0)
        what++;
    return what;
}

/* Google Benchmark's own forms of output are asked for by its own flags. */
static bool wants_lines(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--benchmark_format", 18) == 0 || strncmp(argv[i], "--benchmark_list", 16) == 0)
            return true;
    return false;
}

/* Folds by key that keep a whole card busy with one row, and the peers. T8 to T11 have a block a row, and one-hot
 * vectors a pass over the items for every few keys: a row of 2^26 items takes them seconds a launch. */
static const char of_one_row[] = "keyed_[apt]*,keyed_sl*,keyed_sorted_*,keyed_st*,cub_*,rocprim_*";

/* What is measured where the options do not say it. A transposition has several rows always. */
static void take_usual(struct bench_request *request, struct extent *extent)
{
    bool simulated = is_simulated(request->device), moves = request->what == WHAT_TRANSPOSE;
    bool keyed = request->what == WHAT_KEYED && !request->figures;
    if (!request->operators)
        request->operators = moves ? "f32" : keyed ? "add_u32,mss_i32" : "add_f32,mss_i32";
    if (!extent->keys && keyed) extent->keys = simulated ? "16,256" : "16,256,65536,1048576";
    if (!request->strategies && keyed && !extent->rows && !simulated) request->strategies = of_one_row;
    if (!extent->sizes && (extent->ragged || keyed)) extent->sizes = simulated ? "12" : "26";
    if (!extent->sizes) extent->sizes = moves ? (simulated ? "10" : "26") : simulated ? "10-12" : "10-28";
    if (!extent->rows && moves) extent->rows = "0-40";
}

/* Reads them. False with the reason. */
static bool extent_parse(const struct extent *extent, struct bench_request *request, struct text *why)
{
    const char *rows = extent->rows, *ragged = extent->ragged, *keys = extent->keys;
    request->rows = rows != NULL;
    if (!sizes_parse(extent->sizes, &request->least, &request->most))
        return text_say(why, "--sizes %s: expected A-B or A, exponents of two from 0 to %d", extent->sizes,
                        MOST_SIZE);
    if (rows && !sizes_parse(rows, &request->least_rows, &request->most_rows))
        return text_say(why, "--rows %s: expected A-B or A, exponents of two from 0 to %d", rows, MOST_SIZE);
    if (keys && request->what != WHAT_KEYED)
        return text_say(why, "--keys %s: expected --what keyed beside it", keys);
    if (keys && !keys_parse(keys, request))
        return text_say(
            why,
            "--keys %s: expected up to %d of K or K:DIST, separated by commas: keys from 1 to 2^32 - 1, and "
            "uniform, geometric, giant, halfempty, sorted or runs",
            keys, MOST_KEYS);
    if (ragged && (rows || keys || request->figures))
        return text_say(why, "--ragged: expected a reduction or a scan, without --rows and --figures");
    return !ragged || ragged_parse(ragged, request) ||
           text_say(why,
                    "--ragged %s: expected up to %d of MEAN or MEAN:DIST, separated by commas: items a row, "
                    "and uniform, geometric, giant or halfempty",
                    ragged, MOST_RAGGED);
}

int cli_bench(int argc, char **argv)
{
    struct bench_options taken;
    struct record record = {0};
    char command[COMMAND_ROOM];
    recording_command(argc, argv, command); /* whose arguments the parser moves */
    int ends = take_options(&taken, &argc, argv);
    if (ends >= 0) return ends;
    struct device_list devices;
    struct text why;
    struct bench_request request = {.fewer = 1,
                                    .what = what_of(taken.what),
                                    .matches = glob_matches,
                                    .strategies = taken.strategies,
                                    .operators = taken.operators,
                                    .figures = taken.figures,
                                    .keep_one = taken.keep_one,
                                    .from_idle = taken.from_idle,
                                    .lines = taken.lines,
                                    .record = &record};
    if (!plugins_load(&taken.plugins, &why)) return cli_usage("bench", "%s", why.at);
    ends = kernel_devices_choose("bench", taken.device, &devices);
    if (ends >= 0) return ends;
    if (!tuning_choose(taken.tuning, &devices, &why)) return cli_usage("bench", "%s", why.at);
    request.device = devices.at[0];
    take_usual(&request, &taken.extent);
    if (!extent_parse(&taken.extent, &request, &why)) return cli_usage("bench", "%s", why.at);
    if (request.figures && !figures_open(&request, &why))
        return cli_usage("bench", "%s; build with -DFOLDCHECK_FIGURES=ON", why.at);
    request.lines |= wants_lines(argc, argv);
    if (taken.record_path && !recording_open(&record, taken.record_path, command, &why))
        return cli_usage("bench", "--record: %s", why.at);
    enum status status = bench_run(&request, argc, argv, &why);
    if (status != STATUS_OK && why.at[0]) cli_stop(status, "bench", "%s", why.at);
    if (!record_close(&record, (int)status, &why))
        return cli_stop(STATUS_BROKEN, "bench", "--record: %s", why.at);
    return (int)status;
}

#else

int cli_bench(int argc, char **argv)
{
    struct bench_options taken;
    int status = take_options(&taken, &argc, argv);
    return status >= 0
               ? status
               : cli_usage("bench", "this program was built without Google Benchmark (libbenchmark-dev)");
}

#endif
