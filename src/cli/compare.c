/* SPDX-License-Identifier: MIT
 * foldcheck compare: two commits' records. */
#include "cli.h"

static const char usage[] =
    "foldcheck compare [options] BASE HEAD\n"
    "Compares verdicts, the simulator's counters and machine code of two records, exactly. Exit "
    "status: 0 nothing is worse, 1 something "
    "is, 2 bad input, 4 something could not be compared, 77 no device. A side is "
    "FILE, for the newest commit in it, or "
    "FILE@COMMIT; properties/fingerprints.txt is a record of counters, too.";

struct compare_options {
    const char *allow;
    double bound; /* per cent */
    bool all;
};

/* -1 to go on, else the exit status. */
static int take_options(struct compare_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--allow", OPTION_TEXT, &taken->allow, "GLOB", "strategies whose costs or machine code may change"},
        {"--bound", OPTION_REAL, &taken->bound, "P",
         "per cent below which a change of times is none (default 2)"},
        {"--all", OPTION_FLAG, &taken->all, NULL,
         "print every change (default: the 20 largest of each kind)"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    *taken = (struct compare_options){.bound = 2};
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "comparison.h"
#include "strategy_file.h"

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

static void print_side(const char *word, const struct compared *side)
{
    printf("%s     %s%s%s\n", word, side->file, side->commit[0] ? " " : "", side->commit);
}

int cli_compare(int argc, char **argv)
{
    struct compare_options taken;
    int status = take_options(&taken, &argc, argv);
    if (status >= 0) return status;
    if (argc != 3) return cli_usage(argv[0], "expected two records, BASE and HEAD, not %d", argc - 1);
    struct comparison_wish wish = {.matches = glob_matches,
                                   .file_of = strategy_file,
                                   .allow = taken.allow,
                                   .bound = taken.bound / 100,
                                   .most = taken.all ? SIZE_MAX : 20};
    struct operand base = {0}, head = {0};
    struct text why;
    if (!operand_open(&base, argv[1], &why) || !operand_open(&head, argv[2], &why)) {
        status = cli_usage(argv[0], "%s", why.at);
    } else {
        print_side("base", &base.side);
        print_side("head", &head.side);
        status = compare_sides(stdout, &base.side, &head.side, &wish);
    }
    operand_close(&base);
    operand_close(&head);
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
