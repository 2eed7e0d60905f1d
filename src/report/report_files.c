/* SPDX-License-Identifier: MIT
 * JUnit XML and JSON. */
#define _POSIX_C_SOURCE 200809L
#include "json_text.h"
#include "report.h"
#include "whole_file.h"
#include "xml_text.h"

#include <stdlib.h>
#include <string.h>

static const struct failure *failure_of(const struct results *results, uint32_t target)
{
    for (uint32_t i = 0; i < results->failure_count; i++)
        if (results->failure[i].target == target) return &results->failure[i];
    return NULL;
}

static void junit_failure(FILE *out, const struct results *results, const struct failure *failure)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory) {
        report_failure(memory, results, failure);
        fclose(memory);
    }
    fputs("\n      <failure message=\"", out);
    xml_text(out, failure->finding.first_at.at);
    fputs("\">", out);
    xml_text(out, text ? text : failure->line);
    fputs("</failure>\n    ", out);
    free(text);
}

static bool was_skipped(const struct tally *tally)
{
    return !tally->failed && !tally->broken && !tally->passed;
}

static void junit_case(FILE *out, const struct results *results, uint32_t target)
{
    const struct tally *tally = &results->tally[target];
    const struct failure *failure = failure_of(results, target);
    fprintf(out, "    <testcase classname=\"%s\" name=\"%s%s%s@%s\" time=\"%.3f\">", tally->property,
            tally->subject[0] ? tally->subject : "suite", tally->op[0] ? "." : "", tally->op, tally->device,
            tally->seconds);
    if (failure) {
        junit_failure(out, results, failure);
    } else if (tally->broken) {
        fputs("<error message=\"", out);
        xml_text(out, tally->reason);
        fputs("\"/>", out);
    } else if (was_skipped(tally)) {
        fputs("<skipped message=\"", out);
        xml_text(out, tally->reason[0] ? tally->reason : "nothing to check");
        fputs("\"/>", out);
    }
    fputs("</testcase>\n", out);
}

/* The groups that are failed as a whole have a test case of their own. Counts them if out is NULL. */
static int junit_judgements(FILE *out, const struct results *results)
{
    int count = 0;
    for (uint32_t i = 0; i < results->target_count;) {
        struct text why;
        const struct tally *tally = &results->tally[i];
        i = results_group(results, i, &why);
        if (!why.at[0]) continue;
        count++;
        if (!out) continue;
        fprintf(out, "    <testcase classname=\"%s\" name=\"%s@%s\"><failure message=\"", tally->property,
                tally->subject[0] ? tally->subject : "suite", tally->device);
        xml_text(out, why.at);
        fputs("\"/></testcase>\n", out);
    }
    return count;
}

static void write_junit(FILE *out, const struct results *results)
{
    int failures = 0, errors = 0, skipped = 0, judged = junit_judgements(NULL, results);
    bool stopped = results->stopped_status == STATUS_BROKEN;
    for (uint32_t i = 0; i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        failures += tally->failed > 0;
        errors += !tally->failed && tally->broken;
        skipped += was_skipped(tally);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    fprintf(out,
            "  <testsuite name=\"foldcheck\" tests=\"%lld\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
            "time=\"%.3f\">\n",
            (long long)results->target_count + judged + stopped, failures + judged, errors + stopped, skipped,
            results->ended - results->started);
    for (uint32_t i = 0; i < results->target_count; i++)
        junit_case(out, results, i);
    junit_judgements(out, results);
    if (stopped) {
        fputs("    <testcase classname=\"foldcheck\" name=\"run\"><error message=\"", out);
        xml_text(out, results->stopped.at);
        fputs("\"/></testcase>\n", out);
    }
    fputs("  </testsuite>\n</testsuites>\n", out);
}

static void json_failure(FILE *out, const struct failure *failure)
{
    fputs("    {", out);
    json_field(out, "case", failure->line);
    json_field(out, "drawn", failure->drawn);
    json_field(out, "first_at", failure->finding.first_at.at);
    json_field(out, "witness", failure->finding.witness.at);
    json_count(out, "steady_runs", failure->steady_runs);
    json_count(out, "steady_failed", failure->steady_failed);
    fprintf(out, "\"shrink_runs\": %u, \"shrink_seconds\": %.3f}", failure->shrink_runs,
            failure->shrink_seconds);
}

static void json_target(FILE *out, const struct tally *tally)
{
    fputs("    {", out);
    json_field(out, "property", tally->property);
    json_field(out, "subject", tally->subject);
    json_field(out, "operator", tally->op);
    json_field(out, "device", tally->device);
    json_count(out, "passed", tally->passed);
    json_count(out, "over_3_tiles", tally->over_3_tiles);
    json_count(out, "failed", tally->failed);
    json_count(out, "refused", tally->refused);
    json_count(out, "discarded", tally->discarded);
    json_count(out, "broken", tally->broken);
    json_field(out, "reason", tally->reason);
    fprintf(out, "\"seconds\": %.3f}", tally->seconds);
}

/* The groups that are failed as a whole, each with the reason. */
static void json_judgements(FILE *out, const struct results *results)
{
    const char *separator = "\n";
    fputs("  \"judgements\": [", out);
    for (uint32_t i = 0; i < results->target_count;) {
        struct text why;
        const struct tally *tally = &results->tally[i];
        i = results_group(results, i, &why);
        if (!why.at[0]) continue;
        fprintf(out, "%s    {", separator);
        json_field(out, "property", tally->property);
        json_field(out, "subject", tally->subject);
        json_field(out, "device", tally->device);
        fputs("\"reason\": ", out);
        json_text(out, why.at);
        fputs("}", out);
        separator = ",\n";
    }
    fputs("],\n", out);
}

static void json_totals(FILE *out, const struct results *results)
{
    fprintf(out, "  \"seed\": \"0x%llx\",\n  \"seconds\": %.3f,\n", (unsigned long long)results->seed,
            results->ended - results->started);
    fprintf(out, "  \"stopped\": ");
    json_text(out, results->stopped.at);
    fprintf(out, ",\n  \"skipped\": ");
    json_text(out, results->skipped.at);
    fprintf(out,
            ",\n  \"passed\": %llu, \"over_3_tiles\": %llu, \"failed\": %llu, \"refused\": %llu, "
            "\"discarded\": %llu, \"broken\": %llu, \"run_although_refused\": %llu,\n",
            (unsigned long long)results->passed, (unsigned long long)results->over_3_tiles,
            (unsigned long long)results->failed, (unsigned long long)results->refused,
            (unsigned long long)results->discarded, (unsigned long long)results->broken,
            (unsigned long long)results->overridden);
}

static void write_json(FILE *out, const struct results *results)
{
    fprintf(out, "{\n  \"verdict\": \"%s\",\n", verdict_name(results_verdict(results)));
    json_totals(out, results);
    fputs("  \"devices\": [", out);
    for (uint32_t i = 0; i < results->note_count; i++) {
        fprintf(out, "%s{\"name\": \"%s\", \"facts\": ", i ? ", " : "", results->note[i].device);
        json_text(out, results->note[i].facts);
        fputc('}', out);
    }
    fputs("],\n  \"warnings\": [", out);
    for (uint32_t i = 0; i < results->warning_count; i++) {
        fputs(i ? ", " : "", out);
        json_text(out, results->warning[i].at);
    }
    fputs("],\n  \"measured\": [", out);
    for (uint32_t i = 0; i < results->remark_count; i++) {
        fputs(i ? ", " : "", out);
        json_text(out, results->remark[i].at);
    }
    fputs("],\n  \"failures\": [", out);
    for (uint32_t i = 0; i < results->failure_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        json_failure(out, &results->failure[i]);
    }
    fputs("],\n", out);
    json_judgements(out, results);
    fputs("  \"targets\": [", out);
    for (uint32_t i = 0; i < results->target_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        json_target(out, &results->tally[i]);
    }
    fputs("]\n}\n", out);
}

static bool write_file(const char *path, const struct results *results,
                       void (*write)(FILE *out, const struct results *results), struct text *why)
{
    struct whole_file file;
    if (!whole_file_open(&file, path, why)) return false;
    write(file.out, results);
    return whole_file_close(&file, true, why);
}

bool report_junit(const char *path, const struct results *results, struct text *why)
{
    return write_file(path, results, write_junit, why);
}

bool report_json(const char *path, const struct results *results, struct text *why)
{
    return write_file(path, results, write_json, why);
}

void report_measurements(FILE *out, const struct results *results)
{
    uint64_t passed = 0, refused = 0;
    double seconds = 0;
    for (uint32_t i = 0; i < results->target_count; i++) {
        passed += results->tally[i].passed;
        refused += results->tally[i].refused;
        seconds += results->tally[i].seconds;
    }
    xml_measurement(out, "verified problems", (double)passed);
    xml_measurement(out, "refused problems", (double)refused);
    xml_measurement(out, "failures", (double)results->failed);
    xml_measurement(out, "seconds of checking", seconds);
}
