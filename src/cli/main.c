/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "help.h"
#include "nearest.h"
#include "under_mpirun.h"
#include "version.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command commands[] = {
    {"list", cli_list, "list devices, operators, strategies, properties, peers, witnesses, draws or tests"},
    {"check", cli_check, "draw problems, compare results with the oracle, shrink failures"},
    {"campaign", cli_campaign, "check in pieces, by all processes that share a folder"},
    {"try", cli_try, "compile a file with your own kernel or operator, and check it"},
    {"replay", cli_replay, "run cases again: lines of a report, files of lines, a record's failures"},
    {"reproducer", cli_reproducer, "write a program that shows a library's failure without foldcheck"},
    {"run", cli_run, "fold or scan your data and compare with the oracle"},
    {"bench", cli_bench, "time strategies, a copy and the peers"},
    {"plan", cli_plan, "print what the auto strategy picks for a problem, and why"},
    {"tune", cli_tune, "measure the thresholds of the auto strategies"},
    {"code", cli_code, "summarise the machine code of kernels: hash, registers, spills, shared memory"},
    {"compare", cli_compare, "compare two records and report regressions"},
    {"bisect", cli_bisect, "find the commit at which a case began to fail, cost more or take longer"},
    {"init", cli_init, "make a project with an operator or a kernel of your own"},
    {"report", cli_report, "build pages and lists from records, and export them"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static int run_command(const char *name, int argc, char **argv)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return commands[i].run(argc, argv);
    struct text why;
    struct nearest nearest = nearest_to(name);
    text_say(&why, "foldcheck: no command '%.60s'; expected ", name);
    for (int i = 0; i < COMMANDS; i++) {
        nearest_offer(&nearest, commands[i].name);
        text_add(&why, "%s%s", i == 0 ? "" : i + 1 < COMMANDS ? ", " : " or ", commands[i].name);
    }
    nearest_add(&nearest, &why);
    fprintf(stderr, "%s\n", why.at);
    return STATUS_USAGE;
}

static int answer(const char *name, int argc, char **argv)
{
    enum help_form form = HELP_TEXT;
    bool wants_help = help_asked(name, &form) || strcmp(name, "help") == 0;
    if (wants_help && argc > 2) {
        char option[] = "--help";
        char *asked[] = {argv[2], option, NULL};
        return run_command(argv[2], 2, asked);
    }
    if (wants_help)
        help_print_program(form, commands, COMMANDS);
    else if (strcmp(name, "--version") == 0)
        version_print();
    else
        return run_command(name, argc - 1, argv + 1);
    return STATUS_OK;
}

/* A program that is started without a standard stream would get its number for the next file that it opens: shared memory, a pipe,
 * a report. What stands there instead fails as a closed stream does: it is the wrong way round. */
static void keep_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    if (argc < 2) {
        fputs("foldcheck: no command; foldcheck --help lists the commands\n", stderr);
        return STATUS_USAGE;
    }
    int status;
    if (under_mpirun(argv, &status)) return status;
    status = answer(argv[1], argc, argv);
    bool printed = fflush(stdout) == 0 && !ferror(stdout);
    return printed || status == STATUS_BROKEN
               ? status
               : cli_stop(STATUS_BROKEN, argv[1], "standard output cannot be written to its end");
}
