/* SPDX-License-Identifier: MIT
 * foldcheck compare: two commits' records. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "cli.h"

static const char usage[] =
    "foldcheck compare [options] BASE HEAD\nor        foldcheck compare [options] BASE_PROGRAM HEAD_PROGRAM "
    "-- COMMAND...\nCompares the verdicts, the simulator's counters and the machine code of two records "
    "exactly, and times in rounds. BASE and HEAD are each FILE, for its newest commit, or FILE@COMMIT; "
    "properties/fingerprints.txt serves as a record of counters. With a COMMAND, such as `bench --device "
    "nvidia`, the two programs run it alternately until every change of times is decided or the budget is "
    "used up. Exit status: 0 nothing is worse, 1 something is, 2 bad input, 4 something could not be "
    "compared, 77 no device.";

struct compare_options {
    const char *allow;
    double bound; /* per cent */
    bool all;
    double budget; /* seconds */
    const char *output, *equals;
};

/* -1 to go on, else the exit status. */
static int take_options(struct compare_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--allow", OPTION_TEXT, &taken->allow, "GLOB", "strategies whose costs or machine code may change"},
        {"--bound", OPTION_REAL, &taken->bound, "P",
         "per cent by which a time must change to count (default 2)"},
        {"--noise-baseline", OPTION_TEXT, &taken->equals, "DIR",
         "the result of comparing a build with itself, kept by --output: its largest change of times becomes "
         "the bound, if it is larger than --bound"},
        {"--equals", OPTION_TEXT, &taken->equals, "DIR", NULL},
        {"--all", OPTION_FLAG, &taken->all, NULL,
         "print every change (default: the 20 largest of each kind)"},
        {"--budget", OPTION_REAL, &taken->budget, "S",
         "with a COMMAND: begin no round after S seconds (default 3600)"},
        {"--output", OPTION_TEXT, &taken->output, "DIR",
         "with a COMMAND: a new folder for base.jsonl and head.jsonl"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    *taken = (struct compare_options){.bound = 2, .budget = 3600};
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "builds.h"
#include "cards.h"
#include "comparison.h"
#include "equals.h"
#include "results.h"
#include "rounds.h"
#include "strategy_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "FILE@COMMIT" in two, where that file is there and "FILE@COMMIT" is none. */
struct operand {
    char *file; /* owned */
    const char *commit;
    struct history history;
    struct compared side;
};

static bool operand_split(struct operand *operand, const char *text)
{
    FILE *whole = fopen(text, "r");
    operand->file = strdup(text);
    char *at = !whole && operand->file ? strrchr(operand->file, '@') : NULL;
    if (whole) fclose(whole);
    if (at) {
        *at = '\0';
        operand->commit = at + 1;
    }
    return operand->file != NULL;
}

static bool operand_open(struct operand *operand, const char *text, struct text *why)
{
    if (!operand_split(operand, text)) return text_say(why, "no memory");
    if (!history_read(&operand->history, operand->file, why)) return false;
    if (operand->history.torn)
        fprintf(stderr, "foldcheck compare: ignored %zu torn line%s, the first at %s\n",
                operand->history.torn, operand->history.torn == 1 ? "" : "s", operand->history.first_torn.at);
    return compared_open(&operand->side, &operand->history, operand->file, operand->commit, why);
}

static void operand_close(struct operand *operand)
{
    compared_close(&operand->side);
    history_close(&operand->history);
    free(operand->file);
}

static void print_side(FILE *out, const char *word, const struct compared *side)
{
    fprintf(out, "%s     %s%s%s\n", word, side->file, side->commit[0] ? " " : "", side->commit);
}

/* The exit status; `cases`, if not NULL, gets the number of timed cases of the head's first run. */
static int compare_records(FILE *out, const char *base_file, const char *head_file,
                           const struct comparison_request *request, size_t *cases)
{
    struct operand base = {0}, head = {0};
    struct text why;
    int status;
    if (!operand_open(&base, base_file, &why) || !operand_open(&head, head_file, &why)) {
        status = cli_usage("compare", "%s", why.at);
    } else {
        print_side(out, "base", &base.side);
        print_side(out, "head", &head.side);
        cards_compare(out, &base.side, &head.side);
        if (request->equal) fprintf(out, "bound    %.2f %%\n", 100 * request->bound);
        status = compare_sides(out, &base.side, &head.side, request);
    }
    for (size_t i = 0; cases && i < head.history.times.count; i++)
        *cases += head.history.times.at[i].run == 0;
    operand_close(&base);
    operand_close(&head);
    return status;
}

/* ---- one build against itself ---- */

struct equals {
    struct operand side[2];
    char file[2][PATH_MAX];
};

/* Raises the request's bound to that of a folder with two records. */
static bool equals_open(struct equals *equals, const char *folder, struct comparison_request *request,
                        struct text *why)
{
    static const char *const name[2] = {"base", "head"};
    double bound;
    for (int i = 0; i < 2; i++) {
        snprintf(equals->file[i], sizeof equals->file[i], "%s/%s.jsonl", folder, name[i]);
        if (!operand_open(&equals->side[i], equals->file[i], why)) return false;
    }
    if (!equals_bound(&equals->side[0].side, &equals->side[1].side, &bound, why)) return false;
    if (bound > request->bound) request->bound = bound;
    request->equal = &equals->side[0].side;
    return true;
}

static void equals_close(struct equals *equals)
{
    operand_close(&equals->side[0]);
    operand_close(&equals->side[1]);
}

/* ---- two programs ---- */

/* What a look at the rounds so far found. */
struct look {
    int status;
    size_t cases;
    char *said; /* owned */
};

static bool take_look(const struct builds *builds, const struct comparison_request *request,
                      struct look *look)
{
    size_t length;
    free(look->said);
    *look = (struct look){0};
    FILE *out = open_memstream(&look->said, &length);
    if (!out) return false;
    look->status = compare_records(out, builds->record[0], builds->record[1], request, &look->cases);
    return fclose(out) == 0;
}

/* Looks are few, since each is one more chance of a false alarm: the first at the fewest rounds that can tell, and then
 * each after half as many rounds more. */
static size_t next_look(size_t rounds, size_t cases)
{
    size_t enough = cases ? rounds_enough(cases) : rounds;
    return rounds < enough ? enough : rounds + rounds / 2;
}

/* Rounds up to the next look, or until the budget is used up. -1, or an exit status as of builds_take_round. */
static int take_rounds(struct builds *builds, size_t rounds, double until, struct text *why)
{
    int status = -1;
    do
        status = builds_take_round(builds, why);
    while (status < 0 && builds->rounds < rounds && runner_clock() < until);
    return status;
}

static int compare_by_turns(struct builds *builds, double budget, const struct comparison_request *request)
{
    struct look look = {0};
    struct text why = {0};
    double began = runner_clock();
    bool more = true;
    int ended = -1;
    for (size_t rounds = 1; more && ended < 0; rounds = next_look(builds->rounds, look.cases)) {
        ended = take_rounds(builds, rounds, began + budget, &why);
        if (ended < 0 && !take_look(builds, request, &look)) ended = STATUS_BROKEN;
        more = look.cases && look.status == COMPARED_UNKNOWN && runner_clock() < began + budget;
    }
    if (ended >= 0) {
        if (why.at[0]) cli_stop(STATUS_BROKEN, "compare", "%s", why.at);
    } else {
        printf("rounds   %zu in %.0f s\n%s", builds->rounds, runner_clock() - began, look.said);
    }
    free(look.said);
    return ended >= 0 ? ended : look.status;
}

static int compare_programs(int argc, char **argv, const struct compare_options *taken,
                            const struct comparison_request *request)
{
    struct builds builds = {.program = {argv[1], argv[2]}, .command = argv + 3};
    struct text why;
    argv[argc] = NULL;
    if (!builds_open(&builds, taken->output, &why)) return cli_usage(argv[0], "%s", why.at);
    int status = compare_by_turns(&builds, taken->budget, request);
    builds_close(&builds);
    return status;
}

int cli_compare(int argc, char **argv)
{
    struct compare_options taken;
    int status = take_options(&taken, &argc, argv);
    if (status >= 0) return status;
    if (argc < 3) return cli_usage(argv[0], "expected two records, BASE and HEAD, not %d", argc - 1);
    if (argc == 3 && taken.output)
        return cli_usage(argv[0], "--output: expected a COMMAND behind two programs");
    struct comparison_request request = {.matches = glob_matches,
                                         .file_of = strategy_file,
                                         .allow = taken.allow,
                                         .bound = taken.bound / 100,
                                         .most = taken.all ? SIZE_MAX : 20};
    struct equals equals = {0};
    struct text why;
    if (taken.equals && !equals_open(&equals, taken.equals, &request, &why))
        status = cli_usage(argv[0], "--noise-baseline: %s", why.at);
    else
        status = argc == 3 ? compare_records(stdout, argv[1], argv[2], &request, NULL)
                           : compare_programs(argc, argv, &taken, &request);
    equals_close(&equals);
    return status;
}

#else

int cli_compare(int argc, char **argv)
{
    struct compare_options taken;
    int status = take_options(&taken, &argc, argv);
    return status >= 0 ? status
                       : cli_usage(argv[0], "this program was built without jansson (libjansson-dev)");
}

#endif
