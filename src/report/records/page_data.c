/* SPDX-License-Identifier: MIT
 * data.js: the numbers of the page's plots. */
#include "again.h"
#include "changes.h"
#include "json_text.h"
#include "page_parts.h"
#include "samples.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_commits(const struct page *page)
{
    fputs("window.foldcheck_data = {", page->out);
    if (page->wish->commit_url) json_field(page->out, "url", page->wish->commit_url);
    fputs("\"commits\": [", page->out);
    for (size_t i = 0; i < page->timeline.count; i++) {
        fputs(i ? ",\n{" : "\n{", page->out);
        json_field(page->out, "commit", page->timeline.at[i].commit);
        fprintf(page->out, "\"time\": %" PRId64 "}", page->timeline.at[i].time);
    }
    fputs("],\n\"entries\": [", page->out);
}

static void put_entry_head(const struct page *page, const char *line, const struct text *again, bool first)
{
    fputs(first ? "\n{" : ",\n{", page->out);
    json_field(page->out, "name", line);
    json_field(page->out, "again", again->at);
}

/* The steps of one figure over the counts [first, end) of a case. */
static void put_steps(const struct page *page, size_t first, size_t end, int figure)
{
    const struct timeline *timeline = &page->timeline;
    fprintf(page->out, "%s\"%s\": [", figure ? ", " : "", timeline->counted[first]->name[figure]);
    for (size_t i = first; i < end; i++) {
        const struct past_counters *now = timeline->counted[i];
        if (figure >= now->count) continue;
        if (i > first && now->value[figure] == timeline->counted[i - 1]->value[figure]) continue;
        fprintf(page->out, "%s[%zu,%" PRIu64 "]", i > first ? "," : "", timeline->place_of[now->run],
                now->value[figure]);
    }
    fputc(']', page->out);
}

/* The commits at which a case was counted, as the first and the last of each run of them: "at": [0,7,9,12], */
static void put_counted_places(const struct page *page, size_t first, size_t end)
{
    const struct timeline *timeline = &page->timeline;
    size_t last = timeline->place_of[timeline->counted[first]->run];
    fprintf(page->out, "\"at\": [%zu,", last);
    for (size_t i = first; i < end; i++) {
        size_t place = timeline->place_of[timeline->counted[i]->run];
        if (place > last + 1) fprintf(page->out, "%zu,%zu,", last, place);
        last = place;
    }
    fprintf(page->out, "%zu], ", last);
}

static size_t put_counted_entries(const struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    size_t count = timeline->history->counters.count, entries = 0;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first;
             end < count && timeline->counted[end]->counted == timeline->counted[first]->counted;)
            end++;
        struct text again;
        const struct past_counters *last = timeline->counted[end - 1];
        again_costs(last->counted, &timeline->history->runs.at[last->run], &again);
        put_entry_head(page, last->counted, &again, entries++ == 0);
        put_counted_places(page, first, end);
        fputs("\"figures\": {", page->out);
        for (int figure = 0; figure < timeline->counted[first]->count; figure++)
            put_steps(page, first, end, figure);
        fputs("}}", page->out);
    }
    return entries;
}

/* The newest commits whose samples are all written, and the most samples that a page writes for all of them. Beyond
 * that a commit has five numbers: the least, the quartiles, the most. */
enum { WHOLE_COMMITS = 50, MOST_SAMPLES = 300000, CHANGING_COMMITS = 100 };

static size_t count_samples(const struct history *history)
{
    size_t count = 0;
    for (size_t i = 0; i < history->times.count; i++)
        count += (size_t)history->times.at[i].samples;
    return count;
}

static void put_samples(const struct page *page, const struct past_times *times, bool whole)
{
    size_t place = page->timeline.place_of[times->run];
    fprintf(page->out, "[%zu,[", place);
    for (int i = 0; whole && i < times->samples; i++)
        fprintf(page->out, "%s%.4g", i ? "," : "", 1e6 * times->sample[i]);
    struct spread spread = samples_spread(times);
    if (!whole)
        fprintf(page->out, "%.4g,%.4g,%.4g,%.4g,%.4g", 1e6 * spread.least, 1e6 * spread.lower,
                1e6 * spread.median, 1e6 * spread.upper, 1e6 * spread.most);
    fputc(']', page->out);
    if (times->copy_rate > 0) fprintf(page->out, ",%.4g", times->copy_rate / 1e9);
    fputc(']', page->out);
}

/* Where the medians of a case changed, of the timeline's times [first, end). */
static void put_change_points(const struct page *page, size_t first, size_t end)
{
    size_t *place = calloc(end - first, sizeof *place);
    size_t count = place ? changes_of(&page->timeline, first, end, CHANGING_COMMITS, place) : 0;
    fputs("\"changes\": [", page->out);
    for (size_t i = 0; count != SIZE_MAX && i < count; i++)
        fprintf(page->out, "%s%zu", i ? "," : "", place[i]);
    fputs("], ", page->out);
    free(place);
}

static void put_timed_entry(const struct page *page, size_t first, size_t end, bool many)
{
    const struct timeline *timeline = &page->timeline;
    const struct past_times *last = timeline->timed[end - 1];
    fprintf(page->out, "\"items\": %" PRIu64 ", \"bytes\": %" PRIu64 ", ", last->items, last->bytes);
    put_change_points(page, first, end);
    fputs("\"samples\": [", page->out);
    bool any = false;
    for (size_t i = first; i < end; i++) {
        const struct past_times *times = timeline->timed[i];
        if (!times->samples || times->wrong[0]) continue;
        fputs(any ? "," : "", page->out);
        put_samples(page, times, !many || timeline->place_of[times->run] + WHOLE_COMMITS >= timeline->count);
        any = true;
    }
    fputs("]}", page->out);
}

static void put_timed_entries(const struct page *page, size_t entries)
{
    const struct timeline *timeline = &page->timeline;
    size_t count = timeline->history->times.count;
    bool many = count_samples(timeline->history) > MOST_SAMPLES;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && timeline->timed[end]->timed == timeline->timed[first]->timed;)
            end++;
        struct text again;
        const struct past_times *last = timeline->timed[end - 1];
        again_times(last->timed, &timeline->history->runs.at[last->run], &again);
        put_entry_head(page, last->timed, &again, entries++ == 0);
        put_timed_entry(page, first, end, many);
    }
}

/* The place of a verdict that is bad, with the command that shows it again where there is one. */
static void put_failing_place(const struct page *page, const struct past_verdict *verdict)
{
    const struct history *history = page->timeline.history;
    const struct past_target *target = &verdict->target;
    fprintf(page->out, "[%zu", page->timeline.place_of[verdict->run]);
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *failure = &history->failures.at[i];
        bool same = failure->run == verdict->run && failure->target.subject == target->subject &&
                    failure->target.device == target->device && failure->target.op == target->op &&
                    failure->target.property == target->property;
        if (!same) continue;
        fputs(", ", page->out);
        json_text(page->out, failure->again);
        break;
    }
    fputc(']', page->out);
}

/* Each strategy or operator on each device that failed, with the places where it did. */
static void put_failing(const struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    const char *subject = NULL, *device = NULL;
    fputs("],\n\"failing\": {", page->out);
    for (size_t i = 0; i < timeline->history->verdicts.count; i++) {
        const struct past_verdict *verdict = timeline->verdicts[i];
        if (verdict->verdict != VERDICT_FAIL && verdict->verdict != VERDICT_BROKEN) continue;
        bool more = subject == verdict->target.subject && device == verdict->target.device;
        if (!more) {
            fprintf(page->out, "%s\n", subject ? "]," : "");
            char name[256];
            snprintf(name, sizeof name, "%s@%s", verdict->target.subject, verdict->target.device);
            json_text(page->out, name);
            fputs(": [", page->out);
        }
        fputs(more ? "," : "", page->out);
        put_failing_place(page, verdict);
        subject = verdict->target.subject;
        device = verdict->target.device;
    }
    fputs(subject ? "]}" : "}", page->out);
}

void page_data(struct page *page)
{
    put_commits(page);
    put_timed_entries(page, put_counted_entries(page));
    put_failing(page);
    fputs("};\n", page->out);
}
