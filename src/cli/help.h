/* SPDX-License-Identifier: MIT
 * Help in three forms, all from the tables of commands and options: for a person, as a manual page, and as a list
 * from which shells complete. */
#ifndef FOLDCHECK_CLI_HELP_H
#define FOLDCHECK_CLI_HELP_H

#include "cli.h"

enum help_form {
    HELP_TEXT, /* --help, -h */
    HELP_MAN,  /* --help=man: a page for man(1) */
    HELP_LIST, /* --help=list: name, value, meaning and words of the value in a line, tabs between them */
};

struct cli_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what; /* half a sentence */
};

/* Whether an argument asks for help, and in which form. */
bool help_asked(const char *argument, enum help_form *form);

/* Prints the help of one command. `usage`: a line that begins with the program's and the command's name, maybe
 * lines that begin with "or", then the description. */
void help_print(enum help_form form, const char *usage, const struct cli_option *options);

/* Prints the help of the program. */
void help_print_program(enum help_form form, const struct cli_command *commands, int count);

#endif
