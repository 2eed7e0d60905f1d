/* SPDX-License-Identifier: MIT
 * The driver of coverage-guided fuzzers: libFuzzer (clang -fsanitize=fuzzer) and AFL++ (afl-clang-fast, the same
 * flag) call it with bytes, which are taken for the choices of a case (draw_from_bytes), as zstd's
 * fuzz_data_producer does. The case is run in this process; a claim that does not hold is reported with the
 * case's line on stderr, and ends the process by abort(), so that the fuzzer keeps the bytes. */
#include "fuzz.h"
#include "properties.h"
#include "worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "fuzz_cases [options] [the fuzzer's own options and folders]\n"
    "Runs the cases that a fuzzer's bytes encode. libFuzzer's options have one dash: -help=1 lists\n"
    "them. Options with two dashes select the cases and are written --name=VALUE:";

struct fuzzer {
    struct plugin_choice plugins;
    struct fuzz_request request;
    struct fuzz_menu menu;
    struct run_plan plan; /* never closed: the fuzzer ends the process as it likes */
};
static struct fuzzer fuzzer;

/* Called by the fuzzers, which have no header of their own. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length);

/* Takes the options with two dashes, which stay where they are: libFuzzer passes over them, and hands them on to
 * the processes that it starts. Returns -1 to go on, else an exit status. */
static int take_options(int argc, char **argv)
{
    const struct cli_option options[] = {
        FUZZ_OPTIONS(&fuzzer.request),
        {"--device", OPTION_TEXT, &fuzzer.request.device, "D", "sim32, sim64 or sim32,sim64 (default)"},
        {"--plugin", OPTION_LIST, &fuzzer.plugins.files, "FILE",
         "load operators and strategies of your own; repeatable"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL}};
    char **ours = calloc((size_t)argc + 1, sizeof *ours);
    char name[] = "fuzz_cases";
    int count = 1;
    if (!ours) return cli_stop(STATUS_BROKEN, name, "no memory");
    ours[0] = name;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--", 2) == 0) ours[count++] = argv[i];
    int status = options_parse(usage, options, &count, ours);
    free(ours);
    return status;
}

/* AFL++'s driver would take our options for files. */
static void drop_options(int *argc, char **argv)
{
#ifdef __AFL_COMPILER
    int kept = 1;
    for (int i = 1; i < *argc; i++)
        if (strncmp(argv[i], "--", 2) != 0) argv[kept++] = argv[i];
    argv[kept] = NULL;
    *argc = kept;
#else
    (void)argc, (void)argv;
#endif
}

static int begin(int *argc, char **argv)
{
    struct text why = {0};
    int status = take_options(*argc, argv);
    if (status >= 0) return status;
    drop_options(argc, argv);
    fuzzer.plan.results = results_make(1, NULL, &why);
    if (!fuzzer.plan.results) return cli_stop(STATUS_BROKEN, "fuzz_cases", "%s", why.at);
    if (!plugins_load(&fuzzer.plugins, &why)) return cli_usage("fuzz_cases", "%s", why.at);
    enum status filled = fuzz_menu_fill(&fuzzer.menu, &fuzzer.request, &fuzzer.plan, &why);
    return filled == STATUS_OK ? -1 : cli_stop(filled, "fuzz_cases", "%s", why.at);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    int status = begin(argc, *argv);
    if (status >= 0) exit(status);
    return 0;
}

/* The options of a replay, in front of the line. */
static void print_plugins(void)
{
    for (int i = 0; i < fuzzer.plugins.files.count; i++)
        fprintf(stderr, " --plugin %s", fuzzer.plugins.files.at[i]);
}

static _Noreturn void report(const struct target *target, const char *line, enum verdict verdict,
                             const struct finding *finding)
{
    const char *what = finding->first_at.at[0] ? finding->first_at.at : finding->reason.at;
    fprintf(stderr, "\n%s %s\n", verdict == VERDICT_FAIL ? "FAIL" : "BROKEN", line);
    fprintf(stderr, "  claim     %s\n  first at  %s\n", target->property->claim, what);
    if (finding->operands.at[0]) fprintf(stderr, "  operands  %s\n", finding->operands.at);
    fputs("  replay    foldcheck replay --shrink", stderr);
    print_plugins();
    fprintf(stderr, " '%s'\n", line);
    abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length)
{
    struct target target;
    struct test_case drawn, parsed;
    struct finding finding = {0};
    char line[MAX_LINE];
    if (!fuzz_draw(&fuzzer.menu, &fuzzer.plan, bytes, length, &target, &drawn)) return 0;
    void *context = run_plan_context(&fuzzer.plan, target.device, &finding.reason);
    case_print(&drawn, line, sizeof line);
    /* Only the line runs: it is all that a replay has. */
    enum verdict verdict = VERDICT_BROKEN;
    if (context && case_parse(line, &parsed, &finding.reason))
        verdict = target.property->check(context, &parsed, &finding);
    if (verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN) report(&target, line, verdict, &finding);
    return 0;
}
