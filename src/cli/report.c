/* SPDX-License-Identifier: MIT
 * foldcheck report: what is made of records. */
#include "cli.h"

#ifdef FOLDCHECK_HAS_RECORDS
#include "history.h"
#include "page.h"
#include "strategy_file.h"

#include <stdio.h>
#include <string.h>

static const char usage[] = "foldcheck report page RECORDS... --output DIR [--commit-url PATTERN]\n"
                            "page writes a folder of static files that shows the records.";

struct report {
    const char *output, *commit_url;
    int count; /* of the records */
    char **records;
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
    return -1;
}

static int make_page(const struct report *report)
{
    struct history history = {0};
    struct page_wish wish = {
        .folder = report->output, .commit_url = report->commit_url, .file_of = strategy_file};
    struct text why;
    if (!report->output) return cli_usage("report", "page: expected --output DIR");
    if (report->commit_url && !strstr(report->commit_url, "%s"))
        return cli_usage("report", "--commit-url: expected %%s for the commit in '%s'", report->commit_url);
    int status = read_all(report, &history);
    if (status < 0 && !page_write(&history, &wish, &why))
        status = cli_stop(STATUS_BROKEN, "report", "%s", why.at);
    history_close(&history);
    return status < 0 ? STATUS_OK : status;
}

static const struct {
    const char *name;
    int (*make)(const struct report *report);
} forms[] = {{"page", make_page}};

int cli_report(int argc, char **argv)
{
    struct report report = {0};
    const struct cli_option options[] = {
        {"--output", OPTION_TEXT, &report.output, "DIR", "the folder to write"},
        {"--commit-url", OPTION_TEXT, &report.commit_url, "PATTERN",
         "where a commit is shown: https://host/project/commit/%s"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int status = options_parse(usage, options, &argc, argv);
    if (status >= 0) return status;
    if (argc < 2) return cli_usage(argv[0], "expected page and records");
    report.count = argc - 2;
    report.records = argv + 2;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(argv[1], forms[i].name) == 0) return forms[i].make(&report);
    return cli_usage(argv[0], "no form '%s': expected page", argv[1]);
}

#else

int cli_report(int argc, char **argv)
{
    (void)argc;
    return cli_usage(argv[0], "this program was built without jansson (libjansson-dev)");
}

#endif
