/* SPDX-License-Identifier: MIT */
#include "help.h"
#include "option_words.h"
#include "terminal.h"
#include "version.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct row {
    const char *name, *what;
};

static const struct row statuses[] = {
    {"0", "every property held"},
    {"1", "a property failed"},
    {"2", "bad usage or bad input: one line on standard error"},
    {"3", "the harness or the device failed, or a file could not be written"},
    {"77", "there is no device to run on"},
    {"130, 143", "interrupted by Ctrl-C or SIGTERM; the results so far are reported and written"},
};

static const struct row variables[] = {
    {"FOLDCHECK_DEVICE", "the device, as --device"},
    {"FOLDCHECK_TUNING", "a file of thresholds, as --tuning"},
    {"FOLDCHECK_CORPUS", "cases that check runs first, as --corpus"},
    {"CUDA_MPS_PIPE_DIRECTORY", "where NVIDIA's multi-process service is (default /tmp/nvidia-mps)"},
    {"FOLDCHECK_BACKENDS", "folder of the backends, if they are not beside the program"},
    {"FOLDCHECK_RANK_SECONDS", "seconds that MPI ranks may make no progress in a problem (default 12)"},
    {"FOLDCHECK_SIM_CHECKS", "off: the simulator does not check for races and unwritten memory"},
    {"FOLDCHECK_COMMIT",
     "the commit that --record names (default: the commit of the current folder's work tree)"},
    {"FOLDCHECK_COMMIT_TIME", "when that commit was made, in seconds since 1970"},
    {"TMPDIR", "where try makes folders for plugins, and compare keeps records while it runs (default /tmp)"},
    {"NO_COLOR", "if it is set, no colours"},
};

#define COUNT(ROWS) ((int)(sizeof(ROWS) / sizeof *(ROWS)))

bool help_asked(const char *argument, enum help_form *form)
{
    static const struct {
        const char *argument;
        enum help_form form;
    } known[] = {
        {"--help", HELP_TEXT}, {"-h", HELP_TEXT}, {"--help=man", HELP_MAN}, {"--help=list", HELP_LIST}};
    for (int i = 0; i < COUNT(known); i++) {
        if (strcmp(argument, known[i].argument) != 0) continue;
        *form = known[i].form;
        return true;
    }
    return false;
}

/* ---- for a person ---- */

/* A name of `width` columns or more, and what it means, whose lines stand below one another. */
static void print_row(int width, const char *name, const char *what)
{
    int length = (int)strlen(name);
    printf("  %-*s ", width, name);
    terminal_say(stdout, (length > width ? length : width) + 3, width + 3, "%s", what);
}

static void text_print(const char *usage, const struct cli_option *options)
{
    while (*usage) {
        int length = (int)strcspn(usage, "\n");
        terminal_say(stdout, 0, 4, "%.*s", length, usage);
        usage += length + (usage[length] == '\n');
    }
    for (; options->name; options++) {
        if (!options->what) continue;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", options->name, options->takes ? " " : "",
                 options->takes ? options->takes : "");
        print_row(26, left, options->what);
    }
}

static void text_print_program(const struct cli_command *commands, int count)
{
    terminal_say(stdout, 0, 4, "foldcheck COMMAND [options]: verifies parallel folds and scans on GPUs");
    for (int i = 0; i < count; i++)
        print_row(10, commands[i].name, commands[i].what);
    terminal_say(
        stdout, 0, 4,
        "foldcheck help COMMAND prints the options of a command, foldcheck --version what was built.");
    puts("Environment variables:");
    for (int i = 0; i < COUNT(variables); i++)
        print_row(22, variables[i].name, variables[i].what);
    puts("Exit status:");
    for (int i = 0; i < COUNT(statuses); i++)
        print_row(8, statuses[i].name, statuses[i].what);
}

/* ---- for shells ---- */

static void list_print(const struct cli_option *options)
{
    for (; options->name; options++) {
        if (!options->what) continue;
        const char *words = option_words(options->takes);
        printf("%s\t%s\t%s\t%s\n", options->name, options->takes ? options->takes : "", options->what,
               words ? words : "");
    }
    puts("--help\t\tprint this");
}

static void list_print_program(const struct cli_command *commands, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s\t\t%s\n", commands[i].name, commands[i].what);
    puts("help\tCOMMAND\tprint the options of a command");
}

/* ---- for man(1) ---- */

/* Text as roff has it, of a given length. */
static void roff_put(const char *text, size_t length)
{
    if (length && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else
            putchar(text[i]);
}

static void roff_puts(const char *text)
{
    roff_put(text, strlen(text));
}

static void roff_rows(const char *section, const struct row *rows, int count)
{
    printf(".SH %s\n", section);
    for (int i = 0; i < count; i++) {
        fputs(".TP\n.B ", stdout);
        roff_puts(rows[i].name);
        putchar('\n');
        roff_puts(rows[i].what);
        putchar('\n');
    }
}

/* The title of a page, "foldcheck-check", and the line of NAME. */
static void roff_head(const char *name, const char *what, size_t length)
{
    printf(".TH \"%s\" 1 \"\" \"foldcheck %s\" \"User Commands\"\n.SH NAME\n", name, version_number());
    roff_puts(name);
    fputs(" \\- ", stdout);
    putchar(tolower((unsigned char)*what));
    roff_put(what + 1, length - 1);
    putchar('\n');
}

/* "foldcheck check [options]" -> "foldcheck-check": the words in small letters. */
static void page_name(const char *usage, char *name, size_t room)
{
    size_t at = 0;
    while (at + 1 < room && (islower((unsigned char)usage[at]) || usage[at] == '_' ||
                             (usage[at] == ' ' && islower((unsigned char)usage[at + 1])))) {
        name[at] = usage[at] == ' ' ? '-' : usage[at];
        at++;
    }
    name[at] = '\0';
}

/* Prints the lines of SYNOPSIS; returns what follows them. */
static const char *roff_synopsis(const char *usage)
{
    const char *line = usage;
    puts(".SH SYNOPSIS");
    while (*line && (line == usage || strncmp(line, "or ", 3) == 0)) {
        size_t length = strcspn(line, "\n");
        if (line != usage) {
            size_t skip = strspn(line + 2, " ") + 2;
            fputs(".br\nfoldcheck ", stdout);
            line += skip;
            length -= skip;
        }
        roff_put(line, length);
        putchar('\n');
        line += length + (line[length] == '\n');
    }
    return line;
}

/* Lines of a description; an indented one starts a line of its own. */
static void roff_description(const char *text)
{
    puts(".SH DESCRIPTION");
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (*text == ' ') fputs(".br\n\\ ", stdout);
        roff_put(text, length);
        putchar('\n');
    }
}

static void man_print(const char *usage, const struct cli_option *options)
{
    char name[64];
    const char *description = usage;
    page_name(usage, name, sizeof name);
    do
        description += strcspn(description, "\n") + 1;
    while (strncmp(description, "or ", 3) == 0);
    roff_head(name, description, strcspn(description, ".;:"));
    roff_description(roff_synopsis(usage));
    puts(".SH OPTIONS");
    for (; options->name; options++) {
        if (!options->what) continue;
        fputs(".TP\n.BI \"", stdout);
        roff_puts(options->name);
        printf("\" \"%s%s\"\n", options->takes ? " " : "", options->takes ? options->takes : "");
        roff_puts(options->what);
        putchar('\n');
    }
    roff_rows("\"EXIT STATUS\"", statuses, COUNT(statuses));
    puts(".SH \"SEE ALSO\"\n.BR foldcheck (1)");
}

static void man_print_program(const struct cli_command *commands, int count)
{
    static const char what[] = "Verifies parallel folds and scans on GPUs";
    roff_head("foldcheck", what, strlen(what));
    puts(".SH SYNOPSIS\nfoldcheck COMMAND [options]\n.SH DESCRIPTION");
    puts("Every strategy is run on random problems, on a GPU or on a simulator, and compared with a "
         "sequential oracle. A failure "
         "is shrunk and printed as one line, which foldcheck\\-replay(1) runs again.");
    puts(".SH COMMANDS");
    for (int i = 0; i < count; i++) {
        printf(".TP\n.B %s\n", commands[i].name);
        roff_puts(commands[i].what);
        putchar('\n');
    }
    puts(".TP\n.BI help \" COMMAND\"\nprint the options of a command\n.TP\n.B \\-\\-version\nprint the "
         "version, the "
         "commit, the compilers, and the backends that are found");
    roff_rows("ENVIRONMENT", variables, COUNT(variables));
    roff_rows("\"EXIT STATUS\"", statuses, COUNT(statuses));
    puts(".SH \"SEE ALSO\"");
    for (int i = 0; i < count; i++)
        printf(".BR foldcheck\\-%s (1),\n", commands[i].name);
    puts(".BR foldcheck_app (1)");
}

void help_print(enum help_form form, const char *usage, const struct cli_option *options)
{
    if (form == HELP_TEXT)
        text_print(usage, options);
    else if (form == HELP_LIST)
        list_print(options);
    else
        man_print(usage, options);
}

void help_print_program(enum help_form form, const struct cli_command *commands, int count)
{
    if (form == HELP_TEXT)
        text_print_program(commands, count);
    else if (form == HELP_LIST)
        list_print_program(commands, count);
    else
        man_print_program(commands, count);
}
