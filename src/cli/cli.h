/* SPDX-License-Identifier: MIT
 * Shared by the commands of the program: their entry points, one option parser, the choice of devices. */
#ifndef FOLDCHECK_CLI_H
#define FOLDCHECK_CLI_H

#include "test_case.h"
#include "status.h"

/* The commands. argv[0] is the command's own name; the result is an exit status (enum status). */
int cli_list(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_campaign(int argc, char **argv);
int cli_try(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_reproducer(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_plan(int argc, char **argv);
int cli_tune(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_bisect(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_code(int argc, char **argv);
int cli_init(int argc, char **argv);

/* Prints "foldcheck COMMAND: ..." as one line on stderr and returns STATUS_USAGE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As cli_usage, with another exit status. */
int cli_stop(enum status status, const char *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The form of an option's value, and where it goes. A value follows as `--name VALUE` or `--name=VALUE`. */
enum option_form {
    OPTION_FLAG,  /* bool *: true */
    OPTION_TEXT,  /* const char **: points into argv */
    OPTION_GLOBS, /* the same; given again it adds patterns */
    OPTION_LIST,  /* struct option_list *: one more each time it is given */
    OPTION_COUNT, /* uint64_t *: decimal, or hexadecimal after 0x */
    OPTION_SOME,  /* the same, from 1 */
    OPTION_REAL,  /* double *: >= 0, finite */
    OPTION_PASS,  /* left in argv; `name` is a prefix ("--benchmark_") */
};

enum { MAX_OPTION_LIST = 64 };
struct option_list {
    const char *at[MAX_OPTION_LIST];
    int count;
};

struct cli_option {
    const char *name; /* "--device"; NULL ends a table */
    enum option_form form;
    void *to;          /* NULL for OPTION_PASS */
    const char *takes; /* "GLOB"; NULL for a flag */
    const char *what;  /* half a sentence, for --help; NULL: an old or inner spelling, which no list has */
};

/* Takes the options out of argv: the operands (and what is passed on) stay, in order, behind argv[0], and
 * *argc is their number + 1. `--` ends the options. Returns -1 to go on, else the exit status to end with:
 * STATUS_USAGE after one line on stderr, STATUS_OK after `--help` printed `usage` and the table. */
int options_parse(const char *usage, const struct cli_option *options, int *argc, char **argv);

/* Takes the options of a table, with their values, out of arguments that options_parse took; all others stay. */
void options_remove(const struct cli_option *options, int *argc, char **argv);

/* The table of check's options, for a command that hands them on; what they point to is not used. */
enum { MOST_CHECK_OPTIONS = 48 };
void check_options_list(struct cli_option *table);

/* Plugins and peers to load. */
struct plugin_choice {
    struct option_list files;
    bool peers;
};

#define PLUGIN_OPTIONS(CHOICE)                                                                               \
    {"--plugin", OPTION_LIST, &(CHOICE)->files, "FILE",                                                      \
     "load operators and strategies of your own; repeatable"},                                               \
    {                                                                                                        \
        "--peers", OPTION_FLAG, &(CHOICE)->peers, NULL,                                                      \
            "also load the peers: cub_*, rocprim_*, on cpu std_*, tbb_*, omp_*, thrust_*, openmpi_*, "       \
            "mpich_*, mpi_*"                                                                                 \
    }

/* Loads what was chosen. False with the reason. */
bool plugins_load(const struct plugin_choice *choice, struct text *why);

/* --ignore-law-requirements (old: --even-if-refused), which check, replay and run take. */
#define OVERRIDE_OPTION(FLAG)                                                                                \
    {"--ignore-law-requirements", OPTION_FLAG, FLAG, NULL,                                                   \
     "also run a strategy with an operator that lacks a law it needs"},                                      \
    {                                                                                                        \
        "--even-if-refused", OPTION_FLAG, FLAG, NULL, NULL                                                   \
    }

/* --tuning, which all commands take that run auto strategies. */
#define TUNING_OPTION(PATH)                                                                                  \
    {                                                                                                        \
        "--tuning", OPTION_TEXT, PATH, "FILE",                                                               \
            "thresholds of the auto strategies, written by `foldcheck tune`"                                 \
    }

enum { MAX_DEVICES = 8 };
struct device_list {
    struct device_name at[MAX_DEVICES];
    int count;
};

/* The devices that `choice` names (a comma list: "sim32,nvidia:1"); NULL takes FOLDCHECK_DEVICE, and without
 * it the best that is there: nvidia, amd, else both simulators. False if a name is none: why says which. Does
 * not say whether a named device exists: device_there does. Loads backends only to find the best. */
bool devices_choose(const char *choice, struct device_list *devices, struct text *why);
void choose_simulators(struct device_list *devices); /* all kinds of them */

/* Whether the device is on this machine; why says what is missing. The host always is. */
bool device_there(struct device_name device, struct text *why);

/* Has auto strategies go by the file at `path`, or where that is NULL at FOLDCHECK_TUNING, if there is either. False if
 * it is no such file, or was measured on another device than one of these that are there. */
bool tuning_choose(const char *path, const struct device_list *devices, struct text *why);

/* "sim32", "nvidia:1"; index 0 of a GPU is printed as the case line prints it. */
const char *device_print(struct device_name device, struct text *out);

/* Whether a name matches a shell pattern (`*`, `?`, `[..]`); a NULL pattern matches everything. A comma
 * separates patterns; one of them must match. */
bool glob_matches(const char *pattern, const char *name);

#endif
