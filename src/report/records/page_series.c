/* SPDX-License-Identifier: MIT
 * The tables of costs and times. */
#define _POSIX_C_SOURCE 200809L
#include "page_parts.h"
#include "samples.h"
#include "xml_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANGES = 400 };

const char *page_take(struct page_list *list, const char *word)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(list->at[middle], word);
        if (order == 0) return list->at[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    char *kept = strdup(word);
    if (!kept || !history_grow(&list->at, list->count, sizeof *list->at)) {
        free(kept);
        return NULL;
    }
    memmove(list->at + low + 1, list->at + low, (list->count - low) * sizeof *list->at);
    list->at[low] = kept;
    list->count++;
    return kept;
}

struct page_subject page_about(struct page *page, const char *line)
{
    char subject[128], device[64];
    case_subject(line, subject, sizeof subject);
    case_device(line, device, sizeof device);
    return (struct page_subject){page_take(&page->subjects, subject), page_take(&page->devices, device)};
}

void page_list_close(struct page_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct page_list){0};
}

/* ---- what changed ---- */

struct change {
    const struct past_counters *before, *now;
    size_t place;
};

static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    if (a->place != b->place) return a->place > b->place ? -1 : 1;
    return strcmp(a->now->counted, b->now->counted);
}

static void put_figures(FILE *out, const struct past_counters *before, const struct past_counters *now)
{
    for (int i = 0; i < now->count && i < before->count; i++) {
        uint64_t old = before->value[i], new = now->value[i];
        if (old == new) continue;
        fprintf(out, "<span class=\"%s\">%s %" PRIu64 " &rarr; %" PRIu64, new > old ? "up" : "down",
                now->name[i], old, new);
        if (old) fprintf(out, " (%+.1f %%)", 100 * ((double)new - (double)old) / (double)old);
        fputs("</span><br>", out);
    }
}

static size_t take_changes(const struct page *page, struct change *change)
{
    const struct timeline *timeline = &page->timeline;
    size_t count = 0;
    for (size_t i = 1; i < timeline->history->counters.count; i++) {
        const struct past_counters *before = timeline->counted[i - 1], *now = timeline->counted[i];
        if (before->counted != now->counted || !memcmp(before->value, now->value, sizeof now->value))
            continue;
        change[count++] = (struct change){before, now, timeline->place_of[now->run]};
    }
    qsort(change, count, sizeof *change, compare_changes);
    return count;
}

void page_changes(struct page *page)
{
    struct change *change = calloc(page->timeline.history->counters.count + 1, sizeof *change);
    size_t count = change ? take_changes(page, change) : 0;
    FILE *out = page->out;
    fprintf(
        out,
        "<h2 id=\"changes\">Changes of exact costs</h2>\n<details><summary>%zu, newest first%s</summary>\n"
        "<div "
        "class=\"wide\"><table><thead><tr><th>commit</th><th>case</th><th>change</th></tr></thead><tbody>\n",
        count, count > MOST_CHANGES ? "; the first 400 are listed" : "");
    for (size_t i = 0; i < count && i < MOST_CHANGES; i++) {
        fputs("<tr><td>", out);
        page_commit(page, change[i].place);
        fputs("</td><td><code>", out);
        xml_text(out, change[i].now->counted);
        fputs("</code></td><td>", out);
        put_figures(out, change[i].before, change[i].now);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table></div></details>\n", out);
    free(change);
}

/* ---- the strategies ---- */

/* The index of an entry of data.js: cases of counters first, then those of times. */
static void put_counted(const struct page *page, const char *subject)
{
    const struct timeline *timeline = &page->timeline;
    FILE *out = page->out;
    size_t entry = 0, count = timeline->history->counters.count;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct past_counters *now = timeline->counted[i];
        bool last = i + 1 == count || timeline->counted[i + 1]->counted != now->counted;
        if (!last) continue;
        entry++;
        if (page->counted[i].subject != subject) continue;
        if (!any) {
            fputs("<div class=\"wide\"><table><thead><tr><th>case</th>", out);
            for (int k = 0; k < now->count; k++)
                fprintf(out, "<th class=\"n\">%s</th>", now->name[k]);
            fputs("</tr></thead><tbody>\n", out);
        }
        any = true;
        fprintf(out, "<tr data-entry=\"%zu\"><td><code>", entry - 1);
        xml_text(out, now->counted);
        fputs("</code></td>", out);
        for (int k = 0; k < now->count; k++)
            fprintf(out, "<td class=\"n\">%" PRIu64 "</td>", now->value[k]);
        fputs("</tr>\n", out);
    }
    if (any) fputs("</tbody></table></div>\n", out);
}

static size_t counted_cases(const struct timeline *timeline)
{
    size_t cases = 0;
    for (size_t i = 0; i < timeline->history->counters.count; i++)
        cases += i == 0 || timeline->counted[i]->counted != timeline->counted[i - 1]->counted;
    return cases;
}

static void put_timed(const struct page *page, const char *subject)
{
    const struct timeline *timeline = &page->timeline;
    FILE *out = page->out;
    size_t entry = counted_cases(timeline), count = timeline->history->times.count;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct past_times *now = timeline->timed[i];
        bool last = i + 1 == count || timeline->timed[i + 1]->timed != now->timed;
        if (!last) continue;
        entry++;
        if (page->timed[i].subject != subject) continue;
        if (!any)
            fputs("<div class=\"wide\"><table><thead><tr><th>case</th><th class=\"n\">us</th><th "
                  "class=\"n\">GB/s</th>"
                  "<th class=\"n\">of the copy</th><th>at</th></tr></thead><tbody>\n",
                  out);
        any = true;
        double seconds = samples_spread(now).median, rate = seconds > 0 ? (double)now->bytes / seconds : 0;
        fprintf(out, "<tr data-entry=\"%zu\"><td><code>", entry - 1);
        xml_text(out, now->timed);
        fprintf(out, "</code></td><td class=\"n\">%.3f</td><td class=\"n\">%.1f</td><td class=\"n\">",
                1e6 * seconds, rate / 1e9);
        if (now->copy_rate > 0) fprintf(out, "%.3f", rate / now->copy_rate);
        fputs("</td><td>", out);
        page_commit(page, timeline->place_of[now->run]);
        fputs("</td></tr>\n", out);
    }
    if (any) fputs("</tbody></table></div>\n", out);
}

static void put_verdicts(const struct page *page, const char *subject)
{
    const struct timeline *timeline = &page->timeline;
    FILE *out = page->out;
    size_t count = timeline->history->verdicts.count;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct past_verdict *now = timeline->verdicts[i];
        const struct past_target *target = &now->target,
                                 *next = i + 1 < count ? &timeline->verdicts[i + 1]->target : NULL;
        if (strcmp(target->subject, subject) != 0) continue;
        if (next && next->subject == target->subject && next->op == target->op &&
            next->device == target->device && next->property == target->property)
            continue;
        if (!any)
            fputs("<div "
                  "class=\"wide\"><table><thead><tr><th>property</th><th>operator</th><th>device</"
                  "th><th>verdict</th>"
                  "<th class=\"n\">problems</th></tr></thead><tbody>\n",
                  out);
        any = true;
        const char *word = verdict_name(now->verdict);
        fprintf(out,
                "<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"%s\">%s</td><td class=\"n\">%" PRIu64
                "</td></tr>\n",
                target->property, target->op, target->device, word, word, now->passed);
    }
    if (any) fputs("</tbody></table></div>\n", out);
}

void page_series(struct page *page)
{
    fputs("<h2 id=\"series\">Strategies and operators</h2>\n", page->out);
    for (size_t s = 0; s < page->subjects.count; s++) {
        const char *subject = page->subjects.at[s], *file = page->wish->file_of(subject);
        fprintf(page->out, "<section class=\"strategy\" id=\"%s\"><details><summary>%s%s%s</summary>\n",
                subject, subject, file ? " <small>" : "", file ? file : "");
        fputs(file ? "</small>" : "", page->out);
        put_verdicts(page, subject);
        put_counted(page, subject);
        put_timed(page, subject);
        fputs("</details></section>\n", page->out);
    }
}
