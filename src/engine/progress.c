/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* struct winsize */
#include "progress.h"

#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>

static void clear_line(struct progress *progress)
{
    if (progress->dirty) fputs("\r\033[K", progress->out);
    progress->dirty = false;
}

static void tell_failures(struct progress *progress, const struct results *results)
{
    for (; progress->reported < results->failure_count; progress->reported++) {
        clear_line(progress);
        fprintf(progress->out, "FAIL %s\n", results->failure[progress->reported].line);
        fflush(progress->out);
    }
}

/* "0:42", "1:03:20". */
static void add_time(struct text *text, double seconds)
{
    unsigned long whole = (unsigned long)(seconds + 0.5), hours = whole / 3600;
    if (hours) text_add(text, "%lu:", hours);
    text_add(text, hours ? "%02lu:%02lu" : "%lu:%02lu", whole / 60 % 60, whole % 60);
}

/* The failures that are looked into: run again, and made simpler. *one: the slot of one of them. */
static int looked_into(const struct results *results, const struct worker_slot **one)
{
    int count = 0;
    for (uint32_t i = 0; i < results->slot_count; i++) {
        enum step step = results->slot[i].step;
        if (step != STEP_STEADY && step != STEP_SHRINK && step != STEP_LAST) continue;
        count++;
        *one = &results->slot[i];
    }
    return count;
}

static void name_first(struct progress *progress, const struct results *results)
{
    enum { SECONDS = 2 };
    const struct worker_slot *slot = NULL;
    if (progress->named || progress->reported || !looked_into(results, &slot)) return;
    if (progress->found == 0) progress->found = runner_clock();
    if (runner_clock() - progress->found < SECONDS) return;
    progress->named = true;
    clear_line(progress);
    fprintf(progress->out, "FAIL %s, being made simpler\n", slot->drawn);
    fflush(progress->out);
}

/* "43 % of 59304 targets: 12345 verified, 0 failures, 353/s, 0:46 left". */
static void add_state(struct text *text, const struct results *results, double share, double now)
{
    double seconds = now - results->started;
    unsigned long long passed = results->passed, failed = results->failed;
    text_add(text, "%.0f %% of %" PRIu32 " targets: %llu verified, %llu failure%s", 100 * share,
             results->target_count, passed, failed, failed == 1 ? "" : "s");
    if (seconds < 1) return;
    text_add(text, ", %.0f/s", (double)passed / seconds);
    const struct worker_slot *ignored;
    int failures = looked_into(results, &ignored);
    if (failures) text_add(text, ", %d failure%s being made simpler", failures, failures == 1 ? "" : "s");
    if (share < 0.02 || failures) return;
    double left = seconds * (1 - share) / share;
    if (results->deadline > now + left) left = results->deadline - now;
    text_add(text, ", ");
    add_time(text, left);
    text_add(text, " left");
}

/* In one row of the terminal, or the next line would be drawn below and not over it: a bar as wide as there is room. */
static void print_row(FILE *out, const char *state, double share)
{
    enum { WIDEST = 20, NARROWEST = 5, BRACKETS = 3 };
    struct winsize size = {0};
    int columns = ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col - 1 : 79;
    int room = columns - (int)strlen(state) - BRACKETS, width = room < WIDEST ? room : WIDEST;
    if (width >= NARROWEST) {
        fputc('[', out);
        for (int i = 0; i < width; i++)
            fputc(i < (int)(share * width) ? '#' : '.', out);
        fputs("] ", out);
    }
    fprintf(out, "%.*s", columns, state);
}

static void print_line(struct progress *progress, const struct results *results, double now)
{
    double share = results_share(results, now);
    struct text line = {0};
    clear_line(progress);
    if (progress->terminal) {
        add_state(&line, results, share, now);
        print_row(progress->out, line.at, share);
    } else {
        add_time(&line, now - results->started);
        text_add(&line, "  ");
        add_state(&line, results, share, now);
        fprintf(progress->out, "%s\n", line.at);
    }
    progress->dirty = progress->terminal;
    fflush(progress->out);
}

void progress_show(struct progress *progress, const struct results *results)
{
    tell_failures(progress, results);
    name_first(progress, results);
    double now = runner_clock();
    if (progress->quiet || !results->prepared) return;
    if (progress->last == 0) progress->last = results->started;
    if (now - progress->last < (progress->terminal ? 0.2 : 10)) return;
    progress->last = now;
    print_line(progress, results, now);
}

void progress_end(struct progress *progress, const struct results *results)
{
    tell_failures(progress, results);
    clear_line(progress);
    fflush(progress->out);
}
