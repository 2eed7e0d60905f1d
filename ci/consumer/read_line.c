/* SPDX-License-Identifier: MIT
 * read_line PROBLEM: parses a problem with foldcheck's library, prints it, and ends with 0 if that gives the same line. */
#include <foldcheck/foldcheck.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static struct problem problem;
    static char line[4096];
    struct text why;
    if (argc != 2) return STATUS_USAGE;
    if (!problem_parse(argv[1], &problem, &why)) {
        puts(why.at);
        return STATUS_USAGE;
    }
    problem_print(&problem, line, sizeof line);
    puts(line);
    return strcmp(line, argv[1]) == 0 ? STATUS_OK : STATUS_FAIL;
}
