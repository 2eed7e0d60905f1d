/* SPDX-License-Identifier: MIT
 * foldcheck report: what is made of records. */
#include "cli.h"

static const char usage[] =
    "foldcheck report page RECORDS... --output DIR [--commit-url PATTERN] [--since C]\nor        report show "
    "RECORDS...\nor        report changes RECORDS...\nor        report merge RECORDS... --output FILE\nor    "
    "    report gc RECORDS... --commits N --output FILE\nor        report export FORMAT RECORDS... [--commit "
    "C] [--output FILE]\npage writes a folder of static files; show lists runs; changes says at which "
    "commits times changed; merge joins records; gc keeps only the newest commits; export writes one commit "
    "for another program: junit, summary, annotations, openmetrics, ctest, benchmark, bmf, action, lnt, go, "
    "or otava, which takes all commits.";

struct report_options {
    const char *output, *commit_url, *commit, *since;
    uint64_t commits; /* 0: not given */
};

/* -1 to go on, else the exit status. */
static int take_options(struct report_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--output", OPTION_TEXT, &taken->output, "PATH", "where to write: a folder for page, else a file"},
        {"--commit-url", OPTION_TEXT, &taken->commit_url, "PATTERN",
         "page: the address of a commit, with %s for its hash"},
        {"--since", OPTION_TEXT, &taken->since, "C",
         "page: the commit that the newest one is compared with (default: 20 commits before it)"},
        {"--commits", OPTION_COUNT, &taken->commits, "N", "gc: how many commits are kept"},
        {"--commit", OPTION_TEXT, &taken->commit, "C", "export: the commit (default: the newest)"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "changes.h"
#include "export.h"
#include "keep.h"
#include "page.h"
#include "strategy_file.h"
#include "whole_file.h"

#include <stdio.h>
#include <string.h>

struct report {
    struct report_options request;
    int count; /* of the records */
    char **records;
    const struct export_format *format;
};

/* All the records in one history. -1 to go on, else the exit status. */
static int read_all(const struct report *report, struct history *history)
{
    struct text why;
    if (report->count == 0) return cli_usage("report", "expected a record");
    for (int i = 0; i < report->count; i++)
        if (!history_read(history, report->records[i], &why)) return cli_usage("report", "%s", why.at);
    if (history->torn)
        fprintf(stderr, "foldcheck report: ignored %zu torn line%s, the first at %s\n", history->torn,
                history->torn == 1 ? "" : "s", history->first_torn.at);
    if (history->runs.count == 0)
        return cli_usage("report", "%s has no run: expected a whole first line", report->records[0]);
    if (report->format && history_mixes_cards(history, &why))
        fprintf(stderr, "foldcheck report: %s: an export puts their times into one series\n", why.at);
    return -1;
}

static int make_page(const struct report *report, const struct history *history)
{
    struct page_request request = {.folder = report->request.output,
                                   .commit_url = report->request.commit_url,
                                   .since = report->request.since,
                                   .file_of = strategy_file};
    struct text why;
    enum status status = page_write(history, &request, &why);
    return status == STATUS_OK ? STATUS_OK : cli_stop(status, "report", "%s", why.at);
}

static int make_list(const struct report *report, const struct history *history)
{
    struct text why;
    (void)report;
    return keep_show(history, stdout, &why) ? STATUS_OK : cli_stop(STATUS_BROKEN, "report", "%s", why.at);
}

static int make_changes(const struct report *report, const struct history *history)
{
    (void)report;
    size_t count = changes_print(history, stdout);
    if (count == SIZE_MAX) return cli_stop(STATUS_BROKEN, "report", "no memory");
    printf("%zu change%s\n", count, count == 1 ? "" : "s");
    return STATUS_OK;
}

static int make_record(const struct report *report, const struct history *history)
{
    struct whole_file file;
    struct text why;
    size_t commits = report->request.commits ? (size_t)report->request.commits : SIZE_MAX;
    if (!whole_file_open(&file, report->request.output, &why))
        return cli_usage("report", "--output: %s", why.at);
    bool kept = keep_commits(history, commits, file.out, &why);
    struct text unwritten;
    if (whole_file_close(&file, kept, &unwritten)) return STATUS_OK;
    return kept ? cli_stop(STATUS_BROKEN, "report", "%s", unwritten.at) : cli_usage("report", "%s", why.at);
}

static int make_export(const struct report *report, const struct history *history)
{
    struct compared side;
    struct whole_file file = {.out = stdout};
    struct text why;
    if (!compared_open(&side, history, report->records[0], report->request.commit, &why))
        return cli_usage("report", "%s", why.at);
    struct export export = {.history = history, .side = &side, .file_of = strategy_file};
    bool opened = !report->request.output || whole_file_open(&file, report->request.output, &why);
    export.out = file.out;
    if (opened) report->format->write(&export);
    bool written = opened && (!report->request.output || whole_file_close(&file, true, &why));
    compared_close(&side);
    return written ? STATUS_OK : cli_stop(STATUS_BROKEN, "report", "%s", why.at);
}

static const struct form {
    const char *name;
    int (*make)(const struct report *report, const struct history *history);
    bool writes; /* it needs --output */
} forms[] = {{"page", make_page, true},    {"show", make_list, false}, {"changes", make_changes, false},
             {"merge", make_record, true}, {"gc", make_record, true},  {"export", make_export, false}};

static const struct form *find_form(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(name, forms[i].name) == 0) return &forms[i];
    return NULL;
}

/* The operands behind the form. -1 to go on, else the exit status. */
static int take_operands(struct report *report, const struct form *form, int argc, char **argv)
{
    bool exports = strcmp(form->name, "export") == 0;
    report->count = argc - 2 - exports;
    report->records = argv + 2 + exports;
    for (const struct export_format *at = export_formats; exports && argc > 2 && at->name; at++)
        if (strcmp(argv[2], at->name) == 0) report->format = at;
    if (exports && !report->format)
        return cli_usage("report", "no format '%s': foldcheck help report lists them",
                         argc > 2 ? argv[2] : "");
    if (form->writes && !report->request.output)
        return cli_usage("report", "%s: expected --output", form->name);
    if (!strcmp(form->name, "gc") != (report->request.commits > 0))
        return cli_usage("report", "gc, and nothing else, takes --commits N, which is at least 1");
    if (report->request.commit_url && !strstr(report->request.commit_url, "%s"))
        return cli_usage("report", "--commit-url: expected %%s for the commit in '%s'",
                         report->request.commit_url);
    return -1;
}

int cli_report(int argc, char **argv)
{
    struct report report = {0};
    int status = take_options(&report.request, &argc, argv);
    if (status >= 0) return status;
    const struct form *form = argc > 1 ? find_form(argv[1]) : NULL;
    if (!form)
        return cli_usage(argv[0], "no form '%s': expected page, show, changes, merge, gc or export",
                         argc > 1 ? argv[1] : "");
    status = take_operands(&report, form, argc, argv);
    if (status >= 0) return status;
    struct history history = {0};
    status = read_all(&report, &history);
    if (status < 0) status = form->make(&report, &history);
    history_close(&history);
    return status;
}

#else

int cli_report(int argc, char **argv)
{
    struct report_options taken = {0};
    int status = take_options(&taken, &argc, argv);
    return status >= 0 ? status
                       : cli_usage(argv[0], "this program was built without jansson (libjansson-dev)");
}

#endif
