/* SPDX-License-Identifier: MIT
 * Formats for verdicts, which CI systems show beside a commit. */
#include "export.h"
#include "samples.h"
#include "xml_text.h"

#include <inttypes.h>
#include <string.h>

const struct export_format export_formats[] = {
    {"junit", export_junit, "JUnit XML: a test case a target"},
    {"summary", export_summary, "Markdown, for $GITHUB_STEP_SUMMARY"},
    {"annotations", export_annotations, "::error lines of GitHub Actions"},
    {"openmetrics", export_openmetrics, "OpenMetrics text, for GitLab's metrics report and Prometheus"},
    {"ctest", export_ctest, "measurements of ctest, for CDash"},
    {"benchmark", export_benchmark, "Google Benchmark's JSON with every repetition"},
    {"bmf", export_bmf, "Bencher's metric format"},
    {"action", export_action, "github-action-benchmark's customSmallerIsBetter"},
    {"lnt", export_lnt, "LNT's JSON, version 2"},
    {"go", export_go, "the text of Go's benchmarks, for benchstat"},
    {"otava", export_otava, "CSV of all commits, for Apache Otava"},
    {NULL, NULL, NULL},
};

bool export_has(const struct export *export, size_t run)
{
    return export->side->has[run];
}

static bool is_bad(const struct past_verdict *verdict)
{
    return verdict->verdict == VERDICT_FAIL || verdict->verdict == VERDICT_BROKEN;
}

static const struct past_failure *failure_of(const struct export *export, const struct past_verdict *verdict)
{
    const struct history *history = export->history;
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *failure = &history->failures.at[i];
        const struct past_target *a = &failure->target, *b = &verdict->target;
        if (failure->run == verdict->run && a->property == b->property && a->subject == b->subject &&
            a->op == b->op && a->device == b->device)
            return failure;
    }
    return NULL;
}

struct totals {
    unsigned pass, fail, broken, refused, discarded;
    uint64_t problems;
    double seconds;
};

static struct totals total(const struct export *export)
{
    struct totals totals = {0};
    for (size_t i = 0; i < export->history->verdicts.count; i++) {
        const struct past_verdict *verdict = &export->history->verdicts.at[i];
        if (!export_has(export, verdict->run)) continue;
        totals.pass += verdict->verdict == VERDICT_PASS;
        totals.fail += verdict->verdict == VERDICT_FAIL;
        totals.broken += verdict->verdict == VERDICT_BROKEN;
        totals.refused += verdict->verdict == VERDICT_REFUSED;
        totals.discarded += verdict->verdict == VERDICT_DISCARDED;
        totals.problems += verdict->passed;
        totals.seconds += verdict->seconds;
    }
    return totals;
}

static void put_name(FILE *out, const struct past_target *target)
{
    bool law = strcmp(target->subject, target->op) == 0; /* of the operator itself */
    fprintf(out, "%s%s%s@%s", target->subject, law || !target->op[0] ? "" : ".", law ? "" : target->op,
            target->device);
}

/* Why a verdict is what it is, and the command that shows it again; NULL: there is none. */
struct why {
    const char *said, *again;
};

static struct why why_of(const struct export *export, const struct past_verdict *verdict)
{
    const struct past_failure *failure = failure_of(export, verdict);
    if (failure) return (struct why){failure->first_at, failure->again};
    return (struct why){verdict->reason[0] ? verdict->reason : verdict_name(verdict->verdict), NULL};
}

/* "row 0, item 3 ...; foldcheck replay '...'", by a function that codes text. */
static void put_why(FILE *out, const struct why *why, void (*put)(FILE *, const char *))
{
    put(out, why->said);
    if (!why->again) return;
    fputs("; ", out);
    put(out, why->again);
}

/* ---- JUnit ---- */

static void put_junit_case(const struct export *export, const struct past_verdict *verdict)
{
    FILE *out = export->out;
    struct why why = why_of(export, verdict);
    fprintf(out, "    <testcase classname=\"%s\" name=\"", verdict->target.property);
    put_name(out, &verdict->target);
    fprintf(out, "\" time=\"%.3f\"", verdict->seconds);
    const char *tag = verdict->verdict == VERDICT_FAIL     ? "failure"
                      : verdict->verdict == VERDICT_BROKEN ? "error"
                      : verdict->verdict == VERDICT_PASS   ? NULL
                                                           : "skipped";
    if (!tag) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, "><%s message=\"", tag);
    put_why(out, &why, xml_text);
    fputs("\"/></testcase>\n", out);
}

void export_junit(const struct export *export)
{
    struct totals totals = total(export);
    unsigned skipped = totals.refused + totals.discarded;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", export->out);
    fprintf(export->out,
            "  <testsuite name=\"foldcheck\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" "
            "time=\"%.3f\">\n",
            totals.pass + totals.fail + totals.broken + skipped, totals.fail, totals.broken, skipped,
            totals.seconds);
    for (size_t i = 0; i < export->history->verdicts.count; i++)
        if (export_has(export, export->history->verdicts.at[i].run))
            put_junit_case(export, &export->history->verdicts.at[i]);
    fputs("  </testsuite>\n</testsuites>\n", export->out);
}

/* ---- GitHub ---- */

void export_summary(const struct export *export)
{
    struct totals totals = total(export);
    FILE *out = export->out;
    fprintf(out, "### foldcheck %.12s: %s\n\n", export->side->commit,
            totals.fail + totals.broken ? "FAILED" : "verified");
    fprintf(
        out,
        "| verdict | targets |\n|---|---|\n| pass | %u |\n| fail | %u |\n| broken | %u |\n| refused | %u |\n"
        "| discarded | %u |\n\n%" PRIu64 " problems were verified.\n",
        totals.pass, totals.fail, totals.broken, totals.refused, totals.discarded, totals.problems);
    for (size_t i = 0; i < export->history->verdicts.count; i++) {
        const struct past_verdict *verdict = &export->history->verdicts.at[i];
        if (!export_has(export, verdict->run) || !is_bad(verdict)) continue;
        struct why why = why_of(export, verdict);
        fprintf(out, "\n**%s** `%s.", verdict_name(verdict->verdict), verdict->target.property);
        put_name(out, &verdict->target);
        fprintf(out, "`\n\n```text\n%s\n```\n", why.said);
        if (why.again) fprintf(out, "\n```sh\n%s\n```\n", why.again);
    }
}

/* As GitHub's runner reads it: '%' and ends of lines are coded, in a property also ':' and ','. */
static void put_escaped(FILE *out, const char *text, bool property)
{
    for (; *text; text++)
        if (*text == '%' || *text == '\r' || *text == '\n' || (property && (*text == ':' || *text == ',')))
            fprintf(out, "%%%02X", (unsigned)*text);
        else
            fputc(*text, out);
}

static void put_message(FILE *out, const char *text)
{
    put_escaped(out, text, false);
}

void export_annotations(const struct export *export)
{
    FILE *out = export->out;
    for (size_t i = 0; i < export->history->verdicts.count; i++) {
        const struct past_verdict *verdict = &export->history->verdicts.at[i];
        struct text title;
        if (!export_has(export, verdict->run) || !is_bad(verdict)) continue;
        const char *file = export->file_of(verdict->target.subject);
        struct why why = why_of(export, verdict);
        text_say(&title, "%s of %s %s@%s", verdict->target.property, verdict->target.subject,
                 verdict->target.op, verdict->target.device);
        fputs("::error ", out);
        if (file) fprintf(out, "file=%s,line=1,", file);
        fputs("title=", out);
        put_escaped(out, title.at, true);
        fputs("::", out);
        put_why(out, &why, put_message);
        fputc('\n', out);
    }
}

/* ---- metrics ---- */

static void put_label(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

void export_openmetrics(const struct export *export)
{
    static const char *const word[] = {"pass", "fail", "broken", "refused", "discarded"};
    struct totals totals = total(export);
    const unsigned count[] = {totals.pass, totals.fail, totals.broken, totals.refused, totals.discarded};
    FILE *out = export->out;
    fputs("# TYPE foldcheck_targets gauge\n# HELP foldcheck_targets Targets by verdict.\n", out);
    for (int i = 0; i < 5; i++)
        fprintf(out, "foldcheck_targets{verdict=\"%s\"} %u\n", word[i], count[i]);
    fputs("# TYPE foldcheck_cost gauge\n# HELP foldcheck_cost Exact counts of the simulator.\n", out);
    for (size_t i = 0; i < export->history->counters.count; i++) {
        const struct past_counters *counters = &export->history->counters.at[i];
        for (int k = 0; export_has(export, counters->run) && k < counters->count; k++) {
            fputs("foldcheck_cost{case=\"", out);
            put_label(out, counters->counted);
            fprintf(out, "\",figure=\"%s\"} %" PRIu64 "\n", counters->name[k], counters->value[k]);
        }
    }
    fputs("# TYPE foldcheck_time_seconds gauge\n# UNIT foldcheck_time_seconds seconds\n"
          "# HELP foldcheck_time_seconds Median of verified launches.\n",
          out);
    for (size_t i = 0; i < export->history->times.count; i++) {
        const struct past_times *times = &export->history->times.at[i];
        if (!export_has(export, times->run) || !times->samples) continue;
        fputs("foldcheck_time_seconds{case=\"", out);
        put_label(out, times->timed);
        fprintf(out, "\"} %.9g\n", samples_spread(times).median);
    }
    fputs("# EOF\n", out);
}

void export_ctest(const struct export *export)
{
    struct totals totals = total(export);
    xml_measurement(export->out, "targets that pass", totals.pass);
    xml_measurement(export->out, "targets that fail", totals.fail + totals.broken);
    xml_measurement(export->out, "verified problems", (double)totals.problems);
    for (size_t i = 0; i < export->history->times.count; i++) {
        const struct past_times *times = &export->history->times.at[i];
        if (export_has(export, times->run) && times->samples)
            xml_measurement(export->out, times->timed, 1e6 * samples_spread(times).median);
    }
}
