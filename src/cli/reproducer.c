/* SPDX-License-Identifier: MIT
 * foldcheck reproducer: a finding about a library of the host as a program of its own, to be sent to those who make it. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reproducer.h"

#include "cli.h"
#include "whole_file.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "foldcheck reproducer [options] CASE\nWrites a C++ or C program that shows a case of std_*, tbb_*, "
    "omp_*, openmpi_* or mpich_* without foldcheck.\nIf the library breaks its promise, the program prints a "
    "line with what was expected and got, and ends with\nstatus 1. Its head comment says how to compile it.";

static bool write_program(FILE *out, const struct test_case *line, const char *written, struct text *why)
{
    const struct reproducer_form *form = reproducer_form_of(line->subject);
    if (!line->has_problem || !line->problem.op)
        return text_say(why, "the case has no problem of an operator");
    if (!form && !reproducer_is_mpi(line->subject))
        return text_say(
            why,
            "%s: expected a library's function on cpu: std_*, tbb_*, omp_*, thrust_*, openmpi_* or mpich_*",
            line->subject);
    if (!reproducer_writes_problem(&line->problem, why)) return false;
    if (form && line->problem.has_init && !form->takes_init)
        return text_say(why, "%s takes no initial value", line->subject);
    return form ? reproducer_write_function(out, line, form, why)
                : reproducer_write_mpi(out, line, written, why);
}

/* The exit status; `text` gets the program, owned by the caller. */
static int make_program(const char *written, char **text)
{
    struct test_case line;
    struct text why;
    size_t length;
    if (!case_parse(written, &line, &why)) return cli_usage("reproducer", "%s", why.at);
    FILE *out = open_memstream(text, &length);
    if (!out) return cli_stop(STATUS_BROKEN, "reproducer", "no memory");
    bool good = write_program(out, &line, written, &why);
    fclose(out);
    return good ? STATUS_OK : cli_usage("reproducer", "%s", why.at);
}

static int write_file(const char *path, const char *text)
{
    struct whole_file file;
    struct text why;
    if (!whole_file_open(&file, path, &why)) return cli_usage("reproducer", "--output: %s", why.at);
    fputs(text, file.out);
    return whole_file_close(&file, true, &why)
               ? STATUS_OK
               : cli_stop(STATUS_BROKEN, "reproducer", "--output: %s", why.at);
}

int cli_reproducer(int argc, char **argv)
{
    const char *path = NULL;
    const struct cli_option options[] = {
        {"--output", OPTION_TEXT, &path, "FILE", "write the program to FILE (default: standard output)"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int status = options_parse(usage, options, &argc, argv);
    if (status >= 0) return status;
    if (argc != 2) return cli_usage(argv[0], "expected one case, got %d", argc - 1);
    char *text = NULL;
    status = make_program(argv[1], &text);
    if (status == STATUS_OK && path)
        status = write_file(path, text);
    else if (status == STATUS_OK)
        fputs(text, stdout);
    free(text);
    return status;
}
