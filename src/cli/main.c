/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#ifndef FOLDCHECK_VERSION
#define FOLDCHECK_VERSION "0.1"
#endif

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"list", cli_list, "what there is: devices, operators, strategies, properties, peers"},
    {"check", cli_check, "verify: draw problems, compare, and make what fails simple"},
    {"replay", cli_replay, "run the cases of a report, or of a file, again"},
    {"run", cli_run, "reduce real data with strategies and the oracle"},
    {"bench", cli_bench, "time strategies beside the copy and the peers"},
    {"plan", cli_plan, "what an auto strategy takes for a problem, and why"},
    {"tune", cli_tune, "measure the thresholds by which auto strategies choose"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("foldcheck COMMAND [options]: verifies parallel folds and scans on GPUs");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].what);
    puts("foldcheck help COMMAND lists a command's options.\n"
         "FOLDCHECK_DEVICE chooses the device. Exit status: 0 verified, 1 a claim failed, 2 bad usage or "
         "input,\n"
         "3 the harness or the device is broken, 77 no device.");
}

static int run_command(const char *name, int argc, char **argv)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return commands[i].run(argc, argv);
    fprintf(stderr, "foldcheck: no command '%s'; expected list, check, replay, run, bench, plan or tune\n",
            name);
    return STATUS_USAGE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("foldcheck: no command; foldcheck --help lists them\n", stderr);
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    bool wants_help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0;
    if (wants_help && argc > 2) {
        char option[] = "--help";
        char *asked[] = {argv[2], option, NULL};
        return run_command(argv[2], 2, asked);
    }
    if (wants_help) {
        print_help();
        return STATUS_OK;
    }
    if (strcmp(name, "--version") == 0) {
        puts("foldcheck " FOLDCHECK_VERSION);
        return STATUS_OK;
    }
    return run_command(name, argc - 1, argv + 1);
}
