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
    if (share < 0.02) return;
    fputs(", ", out);
    double left = results->deadline > 0 ? results->deadline - now : seconds * (1 - share) / share;
    print_time(out, left > 0 ? left : 0);
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
