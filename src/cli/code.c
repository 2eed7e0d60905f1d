/* SPDX-License-Identifier: MIT
 * foldcheck code: the machine code of kernels. */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "cli.h"
#include "kernels.h"
#include "recording.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "foldcheck code [FILES...] [--kernel GLOB] [--record FILE]\nSummarises the machine code of each kernel "
    "in objects and shared objects (default: the GPU backends), with a hash of its instructions. Needs "
    "neither a GPU nor a disassembler.";

struct code_options {
    const char *kernel, *record;
};

/* -1 to go on, else the exit status. */
static int take_options(struct code_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--kernel", OPTION_GLOBS, &taken->kernel, "GLOB", "kernels (default: all)"},
        RECORD_OPTION(&taken->record),
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    return options_parse(usage, options, argc, argv);
}

/* The backends that were built for GPUs. -1 to go on, else the exit status. */
static int read_backends(struct kernel_list *list)
{
    static const enum device_kind kinds[] = {DEVICE_AMD, DEVICE_NVIDIA};
    struct text why, places;
    int found = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char path[PATH_MAX];
        if (!backend_file(kinds[i], path, sizeof path, &places)) continue;
        if (!kernels_read(list, path, &why)) return cli_usage("code", "%s", why.at);
        found++;
    }
    return found ? -1 : cli_stop(STATUS_NO_DEVICE, "code", "%s", places.at);
}

static int read_all(struct kernel_list *list, int count, char **files)
{
    struct text why;
    if (count == 0) return read_backends(list);
    for (int i = 0; i < count; i++)
        if (!kernels_read(list, files[i], &why)) return cli_usage("code", "%s", why.at);
    return -1;
}

static void print_kernel(const struct kernel_code *kernel)
{
    printf("%-8s %9" PRIu64 " %7" PRIu64 " %6" PRIu64 " %6" PRIu64 " %5" PRIu64 " %7" PRIu64 "  %016" PRIx64
           "  %s\n",
           kernel->arch, kernel->registers, kernel->scalars, kernel->spills, kernel->shared, kernel->stack,
           kernel->bytes, kernel->hash, kernel->name);
}

static void record_kernel(struct record *record, const struct kernel_code *kernel)
{
    const struct record_counter figure[] = {{"bytes", kernel->bytes},     {"registers", kernel->registers},
                                            {"scalars", kernel->scalars}, {"spills", kernel->spills},
                                            {"shared", kernel->shared},   {"stack", kernel->stack}};
    record_code(record, &(struct record_code){.kernel = kernel->name,
                                              .device = kernel->device,
                                              .arch = kernel->arch,
                                              .hash = kernel->hash,
                                              .figure = figure,
                                              .figures = sizeof figure / sizeof figure[0]});
}

static void tell(const struct kernel_list *list, const char *pattern, struct record *record)
{
    size_t reported = 0;
    puts("arch     registers scalars spills shared stack   bytes  hash              kernel");
    for (size_t i = 0; i < list->count; i++) {
        const struct kernel_code *kernel = &list->at[i];
        if (!glob_matches(pattern, kernel->name)) continue;
        print_kernel(kernel);
        record_kernel(record, kernel);
        reported++;
    }
    printf("%zu kernel%s\n", reported, reported == 1 ? "" : "s");
}

int cli_code(int argc, char **argv)
{
    struct code_options taken = {0};
    struct record record = {0};
    struct kernel_list list = {0};
    struct text why;
    char command[COMMAND_ROOM];
    recording_command(argc, argv, command);
    int status = take_options(&taken, &argc, argv);
    if (status >= 0) return status;
    if (taken.record && !recording_open(&record, taken.record, command, &why))
        return cli_usage("code", "--record: %s", why.at);
    status = read_all(&list, argc - 1, argv + 1);
    if (status < 0) {
        kernels_finish(&list);
        tell(&list, taken.kernel, &record);
        status = STATUS_OK;
    }
    kernels_close(&list);
    if (!record_close(&record, status, &why))
        status = cli_stop(STATUS_BROKEN, "code", "--record: %s", why.at);
    return status;
}
