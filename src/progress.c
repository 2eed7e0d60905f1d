/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <string.h>

static void clear_line(struct progress *progress)
{
    if (progress->dirty) fputs("\r\033[K", progress->out);
    progress->dirty = false;
}

static void tell_failures(struct progress *progress, const struct results *results)
{
    uint32_t count = __atomic_load_n(&results->failure_count, __ATOMIC_ACQUIRE);
    for (; progress->told < count; progress->told++) {
        clear_line(progress);
        fprintf(progress->out, "FAIL %s\n", results->failure[progress->told].line);
        fflush(progress->out);
    }
}

/* "0:42", "1:03:20". */
static void print_time(FILE *out, double seconds)
{
    unsigned long whole = (unsigned long)(seconds + 0.5), hours = whole / 3600;
    if (hours) fprintf(out, "%lu:", hours);
    fprintf(out, hours ? "%02lu:%02lu" : "%lu:%02lu", whole / 60 % 60, whole % 60);
}

static void print_bar(FILE *out, double share)
{
    enum { WIDTH = 20 };
    int full = (int)(share * WIDTH);
    fputc('[', out);
    for (int i = 0; i < WIDTH; i++)
        fputc(i < full ? '#' : '.', out);
    fputs("] ", out);
}

/* The failures that are looked into: run again, and made simpler. */
static int looked_into(const struct results *results)
{
    int count = 0;
    for (int i = 0; i < MAX_SEATS; i++) {
        enum step step = results->seat[i].step;
        count += step == STEP_STEADY || step == STEP_SHRINK || step == STEP_LAST;
    }
    return count;
}

/* "43 % of 59,304 targets: 12,345 problems verified, 0 failures, 353 a second, 0:46 left". */
static void print_state(FILE *out, const struct results *results, double now)
{
    double seconds = now - results->started, share = results_share(results, now);
    unsigned long long passed = __atomic_load_n(&results->passed, __ATOMIC_RELAXED);
    unsigned long long failed = __atomic_load_n(&results->failed, __ATOMIC_RELAXED);
    fprintf(out, "%.0f %%: %llu problems verified, %llu failure%s", 100 * share, passed, failed,
            failed == 1 ? "" : "s");
    if (seconds < 1) return;
    fprintf(out, ", %.0f/s", (double)passed / seconds);
    int failures = looked_into(results);
    if (failures) fprintf(out, ", %d failure%s being made simpler", failures, failures == 1 ? "" : "s");
    if (share < 0.02 || failures) return;
    fputs(", ", out);
    double left = seconds * (1 - share) / share;
    if (results->deadline > now + left) left = results->deadline - now;
    print_time(out, left);
    fputs(" left", out);
}

static void print_line(struct progress *progress, const struct results *results, double now)
{
    clear_line(progress);
    if (progress->terminal) {
        print_bar(progress->out, results_share(results, now));
    } else {
        print_time(progress->out, now - results->started);
        fputs("  ", progress->out);
    }
    print_state(progress->out, results, now);
    if (!progress->terminal) fputc('\n', progress->out);
    progress->dirty = progress->terminal;
    fflush(progress->out);
}

void progress_show(struct progress *progress, const struct results *results)
{
    tell_failures(progress, results);
    double now = runner_clock();
    if (progress->quiet || !__atomic_load_n(&results->prepared, __ATOMIC_ACQUIRE)) return;
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
