/* SPDX-License-Identifier: MIT */
#include "comparison_parts.h"

#include <stdlib.h>
#include <string.h>

struct found *comparison_add(struct comparison *comparison, enum change change, double size,
                             const char *subject)
{
    static struct found nowhere;
    if (!history_grow(&comparison->found, comparison->count, sizeof *comparison->found)) {
        comparison->broken = true;
        return &nowhere;
    }
    struct found *found = &comparison->found[comparison->count++];
    *found = (struct found){.change = change, .size = size, .subject = subject};
    return found;
}

/* ---- verdicts ---- */

static int compare_targets(const struct past_target *a, const struct past_target *b)
{
    int order = strcmp(a->subject, b->subject);
    if (!order) order = strcmp(a->property, b->property);
    if (!order) order = strcmp(a->op, b->op);
    return order ? order : strcmp(a->device, b->device);
}

/* Of several runs of a commit the worst one counts. */
static int badness(enum verdict verdict)
{
    static const int of[] = {[VERDICT_PASS] = 2,      [VERDICT_FAIL] = 4,   [VERDICT_REFUSED] = 1,
                             [VERDICT_DISCARDED] = 0, [VERDICT_BROKEN] = 3, [VERDICT_NO_DEVICE] = 0};
    return of[verdict];
}

static int compare_verdicts(const void *left, const void *right)
{
    const struct past_verdict *a = *(const struct past_verdict *const *)left,
                              *b = *(const struct past_verdict *const *)right;
    int order = compare_targets(&a->target, &b->target);
    return order ? order : badness(b->verdict) - badness(a->verdict);
}

/* A commit's verdicts, one a target, in the targets' order. Returns how many; SIZE_MAX without memory. */
static size_t take_verdicts(const struct compared *side, const struct past_verdict ***taken)
{
    const struct history *history = side->history;
    const struct past_verdict **at = calloc(history->verdicts.count + 1, sizeof *at);
    size_t count = 0, kept = 0;
    *taken = at;
    if (!at) return SIZE_MAX;
    for (size_t i = 0; i < history->verdicts.count; i++)
        if (side->has[history->verdicts.at[i].run]) at[count++] = &history->verdicts.at[i];
    qsort(at, count, sizeof *at, compare_verdicts);
    for (size_t i = 0; i < count; i++)
        if (!kept || compare_targets(&at[kept - 1]->target, &at[i]->target) != 0) at[kept++] = at[i];
    return kept;
}

static bool is_bad(enum verdict verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN;
}

static enum change verdict_change(const struct past_verdict *base, const struct past_verdict *head)
{
    if (!base) return is_bad(head->verdict) ? CHANGE_WORSE : CHANGE_NONE;
    if (!head) return base->judged ? CHANGE_BETTER : CHANGE_UNKNOWN;
    if (is_bad(base->verdict)) return is_bad(head->verdict) ? CHANGE_NONE : CHANGE_BETTER;
    if (is_bad(head->verdict)) return CHANGE_WORSE;
    if (base->verdict == VERDICT_PASS) return head->verdict == VERDICT_PASS ? CHANGE_NONE : CHANGE_WORSE;
    return head->verdict == VERDICT_PASS ? CHANGE_BETTER : CHANGE_NONE;
}

/* The command that shows the failure again. */
static void say_replay(const struct compared *side, const struct past_verdict *verdict, struct found *found)
{
    const struct history *history = side->history;
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *failure = &history->failures.at[i];
        if (!side->has[failure->run] || compare_targets(&failure->target, &verdict->target) != 0) continue;
        found->replay = failure->again;
        return;
    }
    text_say(&found->command, "foldcheck %s", history->runs.at[verdict->run].command);
}

static void note_verdicts(struct comparison *comparison, const struct past_verdict *base,
                          const struct past_verdict *head)
{
    const struct past_verdict *any = head ? head : base;
    enum change change = verdict_change(base, head);
    comparison->verdicts += base && head;
    if (change == CHANGE_NONE) return;
    struct found *found = comparison_add(comparison, change, is_bad(any->verdict) ? 1e12 : COMPARISON_VERDICT,
                                         any->target.subject);
    text_say(&found->what, "%s.%s%s%s@%s: %s -> %s", any->target.property, any->target.subject,
             any->target.op[0] ? " " : "", any->target.op, any->target.device,
             base ? verdict_name(base->verdict) : "not there", head ? verdict_name(head->verdict) : "gone");
    if (head && head->reason[0] && change == CHANGE_WORSE) text_add(&found->what, ": %.160s", head->reason);
    if (head && change == CHANGE_WORSE) say_replay(comparison->head, head, found);
}

static void compare_all_verdicts(struct comparison *comparison)
{
    const struct past_verdict **base, **head;
    size_t b = 0, h = 0, bases = take_verdicts(comparison->base, &base),
           heads = take_verdicts(comparison->head, &head);
    comparison->broken |= bases == SIZE_MAX || heads == SIZE_MAX;
    while (!comparison->broken && (b < bases || h < heads)) {
        int order = b == bases ? 1 : h == heads ? -1 : compare_targets(&base[b]->target, &head[h]->target);
        note_verdicts(comparison, order <= 0 ? base[b] : NULL, order >= 0 ? head[h] : NULL);
        b += order <= 0;
        h += order >= 0;
    }
    free(base);
    free(head);
}

/* ---- what is printed ---- */

static bool had_no_device(const struct compared *side)
{
    bool skipped = false;
    for (size_t i = 0; i < side->history->runs.count; i++) {
        const struct past_run *run = &side->history->runs.at[i];
        if (side->has[i] && run->status != STATUS_NO_DEVICE) return false;
        skipped |= side->has[i];
    }
    return skipped;
}

static int compare_found(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    if (a->change != b->change) return a->change > b->change ? -1 : 1;
    if (a->size != b->size) return a->size > b->size ? -1 : 1;
    return strcmp(a->what.at, b->what.at);
}

static bool is_allowed(const struct comparison *comparison, const struct found *found)
{
    char subject[128];
    case_subject(found->subject, subject, sizeof subject);
    const char *allow = comparison->request->allow;
    bool costs = found->size < COMPARISON_VERDICT && found->subject[0];
    return allow && costs && comparison->request->matches(allow, subject);
}

static void print_found(const struct comparison *comparison, const struct found *found)
{
    static const char *const word[] = {"", "better", "unknown", "WORSE"};
    char subject[128];
    case_subject(found->subject, subject, sizeof subject);
    const char *file = comparison->request->file_of(subject);
    bool allowed = found->change >= CHANGE_UNKNOWN && is_allowed(comparison, found);
    fprintf(comparison->out, "%-8s %s\n", allowed ? "allowed" : word[found->change], found->what.at);
    if (file && found->change == CHANGE_WORSE) fprintf(comparison->out, "         file    %s\n", file);
    const char *again = found->replay ? found->replay : found->command.at;
    if (again[0] && found->change == CHANGE_WORSE) fprintf(comparison->out, "         again   %s\n", again);
}

static void print_all(const struct comparison *comparison, size_t total[4])
{
    size_t printed[4] = {0};
    for (size_t i = 0; i < comparison->count; i++) {
        const struct found *found = &comparison->found[i];
        bool allowed = found->change >= CHANGE_UNKNOWN && is_allowed(comparison, found);
        total[allowed ? CHANGE_NONE : found->change]++;
        if (printed[found->change]++ < comparison->request->most) print_found(comparison, found);
    }
    for (int change = CHANGE_BETTER; change <= CHANGE_WORSE; change++)
        if (printed[change] > comparison->request->most)
            fprintf(comparison->out, "and %zu more that are %s\n",
                    printed[change] - comparison->request->most,
                    change == CHANGE_WORSE     ? "worse"
                    : change == CHANGE_UNKNOWN ? "unknown"
                                               : "better");
}

static int conclude(const struct comparison *comparison)
{
    size_t total[4] = {0};
    print_all(comparison, total);
    bool nothing = comparison->verdicts + comparison->counts + comparison->times + comparison->kernels == 0;
    int status = total[CHANGE_WORSE]                ? COMPARED_WORSE
                 : total[CHANGE_UNKNOWN] || nothing ? COMPARED_UNKNOWN
                                                    : COMPARED_SAME;
    if (nothing && !total[CHANGE_WORSE] && had_no_device(comparison->head)) status = STATUS_NO_DEVICE;
    fprintf(comparison->out,
            "%s: %zu verdicts and %zu cases' costs compared, %zu worse, %zu unknown, %zu better",
            status == COMPARED_SAME      ? "same"
            : status == COMPARED_WORSE   ? "worse"
            : status == COMPARED_UNKNOWN ? "unknown"
                                         : "no device",
            comparison->verdicts, comparison->counts, total[CHANGE_WORSE], total[CHANGE_UNKNOWN],
            total[CHANGE_BETTER]);
    if (comparison->kernels)
        fprintf(comparison->out, ", %zu kernels' machine code (%zu changed or gone)", comparison->kernels,
                comparison->kernels_changed);
    if (comparison->times) fprintf(comparison->out, ", %zu cases' times", comparison->times);
    if (total[CHANGE_NONE]) fprintf(comparison->out, ", %zu allowed", total[CHANGE_NONE]);
    if (nothing) fputs("; the two have nothing in common", comparison->out);
    fputc('\n', comparison->out);
    return status;
}

int compare_sides(FILE *out, const struct compared *base, const struct compared *head,
                  const struct comparison_request *request)
{
    struct comparison comparison = {.out = out, .base = base, .head = head, .request = request};
    compare_all_verdicts(&comparison);
    comparison_costs(&comparison);
    comparison_code(&comparison);
    comparison_times(&comparison);
    comparison_runs(&comparison);
    if (comparison.broken) {
        free(comparison.found);
        names_close(&comparison.names);
        return STATUS_BROKEN;
    }
    if (comparison.count) qsort(comparison.found, comparison.count, sizeof *comparison.found, compare_found);
    int status = conclude(&comparison);
    free(comparison.found);
    names_close(&comparison.names);
    return status;
}
