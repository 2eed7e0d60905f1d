/* SPDX-License-Identifier: MIT
 * foldcheck bisect: the commit at which a case began to fail, to cost more or to take longer. */
#define _POSIX_C_SOURCE 200809L
#include "bisect.h"
#include "cli.h"

static const char usage[] =
    "foldcheck bisect LINE --good A --bad B [--plugin FILE | --program FILE] [--build COMMAND] [--cost NAME "
    "| --time]\nFinds the first bad commit of a git repository by `git bisect`, in a separate clone: your "
    "files and branches do not change. At each commit it runs COMMAND, then replays LINE, counts one of its "
    "costs, or times it alternately with the good commit. Commits that do not build, refuse the case or "
    "break are skipped. Exit status: 0 found, 2 bad input (A is bad, B is good), 3 not found.";

/* -1 to go on, else the exit status. */
static int take_options(struct bisect_request *request, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--good", OPTION_TEXT, &request->good, "A", "a commit at which the case is right, an ancestor of B"},
        {"--bad", OPTION_TEXT, &request->bad, "B", "a commit at which it is wrong"},
        {"--plugin", OPTION_TEXT, &request->plugin, "FILE",
         "the plugin to load, by its path in the repository"},
        {"--program", OPTION_TEXT, &request->program, "FILE",
         "the foldcheck to run, by its path in the repository (default: this one)"},
        {"--build", OPTION_TEXT, &request->build, "COMMAND", "the shell command that builds each commit"},
        {"--build-timeout", OPTION_REAL, &request->build_timeout, "S",
         "seconds that a build may take (default 1800)"},
        {"--timeout", OPTION_REAL, &request->timeout, "S",
         "seconds that one run of foldcheck may take (default 600)"},
        {"--cost", OPTION_TEXT, &request->cost, "NAME",
         "LINE is one of `check --counters`: search for a rise of this counter"},
        {"--time", OPTION_FLAG, &request->time, NULL, "LINE is one of `bench`: search for a longer time"},
        {"--bound", OPTION_REAL, &request->bound, "P",
         "with --time: per cent that B must be slower by (default 2)"},
        {"--rounds", OPTION_COUNT, &request->rounds, "N",
         "with --time: runs of each side for each commit (default 11)"},
        {"--repository", OPTION_TEXT, &request->repository, "DIR",
         "a folder in the repository (default: the current one)"},
        {"--log", OPTION_TEXT, &request->log, "FILE",
         "keep the verdicts in FILE, and resume after those that it has"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    *request = (struct bisect_request){
        .repository = ".", .build_timeout = 1800, .timeout = 600, .bound = 2, .rounds = 11};
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "process.h"
#include "properties.h"
#include "run_plan.h"
#include "statistics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROUNDS = 8 };

/* ---- what is asked for ---- */

static bool is_below(const char *path)
{
    return !path || (path[0] != '/' && strncmp(path, "../", 3) != 0 && !strstr(path, "/../"));
}

/* Whether a case is of a known property. Its operator may be the plugin's, so the rest is left to replay. */
static bool case_fits(const char *line, struct text *why)
{
    char claim[MAX_NAME + 1];
    size_t length = strcspn(line, ".@ ");
    snprintf(claim, sizeof claim, "%.*s", (int)length, line);
    if (line[length] != '.') return text_say(why, "'%.200s' is no case: expected PROPERTY.SUBJECT", line);
    return property_find(claim) ||
           text_say(why, "no property %s; foldcheck list properties has their names", claim);
}

static bool line_fits(const struct bisect_request *request, struct text *why)
{
    const char *line = request->line, *at = strchr(line, '@'), *problem = strchr(line, ' ');
    bool timed = strncmp(line, "time.", 5) == 0, measured = at && problem && at < problem;
    if (request->time)
        return (timed && measured) ||
               text_say(why, "--time: expected a line like 'time.STRATEGY@DEVICE PROBLEM'");
    if (request->cost)
        return (!timed && measured) ||
               text_say(why, "--cost: expected a line like 'STRATEGY{TUNING}@DEVICE PROBLEM'");
    return timed ? text_say(why, "a line of bench needs --time") : case_fits(line, why);
}

static bool request_fits(struct bisect_request *request, struct text *why)
{
    if (!request->good || !request->bad) return text_say(why, "expected --good A and --bad B");
    if (request->time && request->cost) return text_say(why, "--cost and --time exclude each other");
    if (!request->plugin && !request->program)
        return text_say(
            why,
            "expected --plugin or --program: a file of the repository that changes from commit to commit");
    if (!is_below(request->plugin) || !is_below(request->program))
        return text_say(why, "--plugin and --program: expected a path below the repository's top folder");
    if (request->rounds < LEAST_ROUNDS || request->rounds > MOST_PAIRS)
        return text_say(why, "--rounds: expected %d to %d", LEAST_ROUNDS, MOST_PAIRS);
    request->bound /= 100;
    return line_fits(request, why);
}

/* ---- the verdicts that are kept ---- */

/* What is looked for, as the first line of a log. */
static void heading(const struct bisect_request *request, char *line, size_t room)
{
    snprintf(line, room, "# foldcheck bisect%s%s %s\n",
             request->time   ? " --time"
             : request->cost ? " --cost "
                             : "",
             request->cost ? request->cost : "", request->line);
}

static const char *const word[] = {"good", "bad", "skip", "interrupted"};

/* A log that is not there has no verdict; one of another search is an error. */
static bool log_fits(const struct bisect_request *request, struct text *why)
{
    char expected[8192], found[8192] = "";
    FILE *in = request->log ? fopen(request->log, "r") : NULL;
    if (!in)
        return !request->log || errno == ENOENT ||
               text_say(why, "--log: %.300s cannot be read: %s", request->log, strerror(errno));
    heading(request, expected, sizeof expected);
    bool fits = !fgets(found, sizeof found, in) || strcmp(found, expected) == 0;
    fclose(in);
    expected[strcspn(expected, "\n")] = '\0';
    return fits ||
           text_say(why, "--log: %.300s is of another search: expected '%.200s'", request->log, expected);
}

/* The verdict on a commit that a log has. Those of times hold for one good commit, which stands beside them. */
static bool log_find(const struct bisect_request *request, const char *good, const char *commit,
                     struct bisect_verdict *verdict)
{
    char line[1024], is[16], id[MOST_ID], base[MOST_ID];
    bool found = false;
    FILE *in = request->log ? fopen(request->log, "r") : NULL;
    while (in && fgets(line, sizeof line, in)) {
        int end = 0;
        double value, p;
        bool whole = sscanf(line, "%15s %64s %64s %lf %lf %n", is, id, base, &value, &p, &end) >= 5 &&
                     strchr(line, '\n');
        if (!whole || strcmp(id, commit) != 0 || (request->time && strcmp(base, good) != 0)) continue;
        line[strcspn(line, "\n")] = '\0';
        *verdict = (struct bisect_verdict){.is = !strcmp(is, "good")  ? BISECT_GOOD
                                                 : !strcmp(is, "bad") ? BISECT_BAD
                                                                      : BISECT_SKIP,
                                           .value = value,
                                           .p = p};
        text_say(&verdict->why, "%.300s", line + end);
        found = true;
    }
    if (in) fclose(in);
    return found;
}

static bool log_add(const struct bisect_request *request, const char *good, const char *commit,
                    const struct bisect_verdict *verdict, struct text *why)
{
    char first[8192];
    FILE *out = request->log ? fopen(request->log, "a") : NULL;
    if (!out)
        return !request->log ||
               text_say(why, "--log: %.300s cannot be written: %s", request->log, strerror(errno));
    heading(request, first, sizeof first);
    if (ftell(out) == 0) fputs(first, out);
    fprintf(out, "%s %s %s %.9g %.9g %s\n", word[verdict->is], commit, good, verdict->value, verdict->p,
            verdict->why.at);
    return fclose(out) == 0 ||
           text_say(why, "--log: %.300s cannot be written: %s", request->log, strerror(errno));
}

/* ---- looking at commits ---- */

struct search {
    struct bisect_request request;
    struct bisect_tree tree;
    double limit; /* a value above it is bad */
    struct bisect_verdict good, bad;
};

static void print_look(const struct search *search, const char *commit, const struct bisect_verdict *verdict)
{
    struct text subject;
    bisect_subject(&search->tree, commit, &subject);
    printf("%-5s %.12s", word[verdict->is], commit);
    if (verdict->is == BISECT_SKIP)
        printf(" %s", verdict->why.at);
    else if (search->request.cost)
        printf(" %s %.0f", search->request.cost, verdict->value);
    else if (search->request.time)
        printf(" %+.1f %%", 100 * (verdict->value - 1));
    printf("  %s\n", subject.at);
    fflush(stdout);
}

/* Builds the commit at which the clone stands and judges it, or takes its verdict from the log. */
static bool look(const struct search *search, const char *commit, struct bisect_verdict *verdict,
                 struct text *why)
{
    const struct bisect_request *request = &search->request;
    bool known = log_find(request, search->tree.good, commit, verdict);
    if (!known) {
        *verdict = bisect_build(&search->tree, request, search->tree.tree);
        if (verdict->is == BISECT_GOOD) *verdict = bisect_judge(&search->tree, request, search->limit);
    } else if (verdict->is != BISECT_SKIP && (request->cost || request->time)) {
        verdict->is = verdict->value > search->limit ? BISECT_BAD : BISECT_GOOD;
    }
    if (process_interrupted()) verdict->is = BISECT_INTERRUPTED;
    if (verdict->is == BISECT_INTERRUPTED) return true;
    print_look(search, commit, verdict);
    return known || log_add(request, search->tree.good, commit, verdict, why);
}

/* Looks at one of the two commits that the user named. */
static enum status look_at_end(struct search *search, const char *option, const char *commit,
                               struct bisect_verdict *verdict, struct text *why)
{
    if (!bisect_check_out(&search->tree, search->tree.tree, commit, why) ||
        !look(search, commit, verdict, why))
        return STATUS_BROKEN;
    if (verdict->is != BISECT_SKIP) return STATUS_OK;
    struct text reason = verdict->why;
    text_say(why, "%s %.12s has no verdict: %.400s", option, commit, reason.at);
    return STATUS_BROKEN;
}

/* The good commit's clone for times, built. */
static enum status make_base(struct search *search, struct text *why)
{
    if (!bisect_clone_base(&search->tree, &search->request, why)) return STATUS_BROKEN;
    struct bisect_verdict built = bisect_build(&search->tree, &search->request, search->tree.base);
    if (built.is == BISECT_GOOD || built.is == BISECT_INTERRUPTED) return STATUS_OK;
    text_say(why, "--good %.12s has no verdict: %.400s", search->tree.good, built.why.at);
    return STATUS_BROKEN;
}

/* Whether good is good and bad is bad; the limit between them. */
static enum status look_at_ends(struct search *search, struct text *why)
{
    struct bisect_request *request = &search->request;
    enum status status = STATUS_OK;
    search->limit = request->cost || request->time ? INFINITY : 0;
    if (request->time)
        status = make_base(search, why);
    else
        status = look_at_end(search, "--good", search->tree.good, &search->good, why);
    if (status != STATUS_OK || process_interrupted()) return status;
    if (request->cost) search->limit = search->good.value;
    if (request->time) search->limit = 1 + request->bound;
    if (!request->cost && !request->time && search->good.is == BISECT_BAD) {
        text_say(why, "--good %.12s fails the case: expected a commit at which it passes", search->tree.good);
        return STATUS_USAGE;
    }
    status = look_at_end(search, "--bad", search->tree.bad, &search->bad, why);
    if (status != STATUS_OK || process_interrupted()) return status;
    bool sure = !request->time || search->bad.p < 0.01;
    if (search->bad.is == BISECT_BAD && sure) {
        if (request->time) search->limit = sqrt(search->bad.value);
        return STATUS_OK;
    }
    if (request->time)
        text_say(why, "--bad %.12s is no slower than --good: %+.1f %%, p = %.2g; expected more than %.1f %%",
                 search->tree.bad, 100 * (search->bad.value - 1), search->bad.p, 100 * request->bound);
    else if (request->cost)
        text_say(why, "--bad %.12s costs no more than --good: %s %.0f and %.0f", search->tree.bad,
                 request->cost, search->bad.value, search->good.value);
    else
        text_say(why, "--bad %.12s passes the case: expected a commit at which it fails", search->tree.bad);
    return STATUS_USAGE;
}

static enum status search_all(struct search *search, struct bisect_step *step, struct text *why)
{
    if (!bisect_start(&search->tree, step, why)) return STATUS_BROKEN;
    while (!step->found && !process_interrupted()) {
        struct bisect_verdict verdict;
        if (!look(search, step->at, &verdict, why)) return STATUS_BROKEN;
        if (verdict.is == BISECT_INTERRUPTED) break;
        if (!bisect_mark(&search->tree, word[verdict.is], step, why)) return STATUS_BROKEN;
    }
    return STATUS_OK;
}

static void print_found(const struct search *search, const struct bisect_step *step)
{
    printf("\nfirst bad commit: %s\n", step->at);
    if (search->request.cost)
        printf("  %s %.0f -> %.0f\n", search->request.cost, search->good.value, search->bad.value);
    if (search->request.time) printf("  %+.1f %% at --bad\n", 100 * (search->bad.value - 1));
    bisect_show(&search->tree, step->at);
    printf("\nlog\n");
    bisect_print_log(&search->tree);
}

static int bisect(struct search *search)
{
    struct text why = {0};
    struct bisect_step step = {0};
    enum status status = bisect_open(&search->tree, &search->request, &why) ? STATUS_OK : STATUS_USAGE;
    if (status == STATUS_OK) status = look_at_ends(search, &why);
    if (status == STATUS_OK && !process_interrupted()) status = search_all(search, &step, &why);
    if (status == STATUS_OK && !process_interrupted()) print_found(search, &step);
    bisect_close(&search->tree);
    if (!process_interrupted())
        return status == STATUS_OK ? STATUS_OK : cli_stop(status, "bisect", "%s", why.at);
    return cli_stop((enum status)(128 + process_interrupted()), "bisect", "interrupted%s%s",
                    search->request.log ? "; the same command goes on by " : "",
                    search->request.log ? search->request.log : "");
}

int cli_bisect(int argc, char **argv)
{
    struct search search = {0};
    struct text why;
    int status = take_options(&search.request, &argc, argv);
    if (status >= 0) return status;
    if (argc != 2) return cli_usage(argv[0], "expected one LINE, got %d", argc - 1);
    search.request.line = argv[1];
    if (!request_fits(&search.request, &why) || !log_fits(&search.request, &why))
        return cli_usage(argv[0], "%s", why.at);
    process_begin();
    status = bisect(&search);
    process_end();
    return status;
}

#else

int cli_bisect(int argc, char **argv)
{
    struct bisect_request request;
    int status = take_options(&request, &argc, argv);
    return status >= 0 ? status
                       : cli_usage(argv[0], "this program was built without jansson (libjansson-dev)");
}

#endif
