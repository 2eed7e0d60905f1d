/* SPDX-License-Identifier: MIT
 * The scripts with the page's numbers: commits.js, list.js, series/ID.js, commit/ID.js. Each calls a function of page.js,
 * since a page that is a file may load scripts and nothing else. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "changes.h"
#include "json_text.h"
#include "page_parts.h"
#include "in_words.h"
#include "samples.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is needed at once ---- */

void page_commits(const struct page *page)
{
    FILE *out = page->out;
    fputs("window.foldcheck_data = {", out);
    if (page->request->commit_url) json_field(out, "url", page->request->commit_url);
    fprintf(out, "\"base\": %zu, \"commits\": [", page->levels.base);
    for (size_t i = 0; i < page->timeline.count; i++) {
        char id[MOST_SLUG];
        page_commit_id(page, i, id);
        fputs(i ? ",\n{" : "\n{", out);
        json_field(out, "commit", page->timeline.at[i].commit);
        json_field(out, "id", id);
        fprintf(out, "\"time\": %" PRId64 "}", page->timeline.at[i].time);
    }
    fputs("]};\n", out);
}

/* ---- all series, each in a line ---- */

static void put_rate(const struct page *page, const struct level *level)
{
    const struct past_times *now = page->timeline.timed[level->end - 1];
    double seconds = samples_spread(now).median;
    fprintf(page->out, ",%.6g,%" PRIu64 ",%.6g]", 1e6 * seconds, now->bytes, now->copy_rate / 1e9);
}

/* [id, line, its problem in words, subject, card], and of times [..., us, bytes, the copy's GB/s]. */
void page_entries(const struct page *page)
{
    FILE *out = page->out;
    const struct history *history = page->timeline.history;
    fputs("foldcheck_list({\"figures\": [", out);
    for (int i = 0; history->counters.count && i < history->counters.at[0].count; i++) {
        fputs(i ? "," : "", out);
        json_text(out, history->counters.at[0].name[i]);
    }
    fputs("], \"entries\": [", out);
    for (size_t i = 0; i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        struct text said;
        problem_in_words(level->line, &said);
        fprintf(out, "%s[\"%s\",", i ? ",\n" : "\n", page->words[i].id);
        const char *words[] = {level->line, said.at, page->words[i].subject, level->card};
        for (size_t k = 0; k < 4; k++) {
            fputs(k ? "," : "", out);
            json_text(out, words[k]);
        }
        if (level->timed)
            put_rate(page, level);
        else
            fputs("]", out);
    }
    fputs("]});\n", out);
}

/* ---- the copy and the libraries beside a series ---- */

/* A level of a yardstick, by its problem and its card. */
struct yardstick {
    const char *problem, *card;
    size_t level;
};
struct yardsticks {
    size_t count;
    struct yardstick at[];
};

static int compare_yardsticks(const void *left, const void *right)
{
    const struct yardstick *a = left, *b = right;
    int order = strcmp(a->problem, b->problem);
    return order ? order : strcmp(a->card, b->card);
}

static const char *problem_of(const char *line)
{
    const char *problem = strchr(line, ' ');
    return problem ? problem : "";
}

struct yardsticks *page_yardsticks(const struct page *page)
{
    struct yardsticks *all = calloc(1, sizeof *all + (page->levels.count + 1) * sizeof all->at[0]);
    for (size_t i = 0; all && i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        if (level->timed && page->words[i].yardstick)
            all->at[all->count++] = (struct yardstick){problem_of(level->line), level->card, i};
    }
    if (all && all->count) qsort(all->at, all->count, sizeof all->at[0], compare_yardsticks);
    return all;
}

static void put_beside(const struct page *page, size_t index, const struct yardsticks *all)
{
    const struct level *level = &page->levels.at[index];
    const struct yardstick key = {problem_of(level->line), level->card, 0};
    const struct yardstick *found =
        all->count ? bsearch(&key, all->at, all->count, sizeof key, compare_yardsticks) : NULL;
    while (found && found > all->at && compare_yardsticks(found - 1, &key) == 0)
        found--;
    fputs("\"beside\": [", page->out);
    bool any = false;
    for (; found && found < all->at + all->count && compare_yardsticks(found, &key) == 0; found++) {
        if (found->level == index || strcmp(page->words[found->level].subject, "read_only") == 0) continue;
        fprintf(page->out, "%s\"%s\"", any ? "," : "", page->words[found->level].id);
        any = true;
    }
    fputs("], ", page->out);
}

/* ---- costs over the commits ---- */

/* The steps of one figure over the counts of a case. */
static void put_steps(const struct page *page, const struct level *level, int figure)
{
    const struct timeline *timeline = &page->timeline;
    fputs(figure ? ", " : "", page->out);
    json_text(page->out, timeline->counted[level->end - 1]->name[figure]);
    fputs(": [", page->out);
    bool any = false;
    uint64_t before = 0;
    for (size_t i = level->first; i < level->end; i++) {
        const struct past_counters *now = timeline->counted[i];
        if (figure >= now->count || (any && now->value[figure] == before)) continue;
        before = now->value[figure];
        fprintf(page->out, "%s[%zu,%" PRIu64 "]", any ? "," : "", timeline->place_of[now->run], before);
        any = true;
    }
    fputc(']', page->out);
}

/* The commits at which a case was counted, as the first and the last of each run of them: "at": [0,7,9,12], */
static void put_counted_places(const struct page *page, const struct level *level)
{
    const struct timeline *timeline = &page->timeline;
    size_t last = timeline->place_of[timeline->counted[level->first]->run];
    fprintf(page->out, "\"at\": [%zu,", last);
    for (size_t i = level->first; i < level->end; i++) {
        size_t place = timeline->place_of[timeline->counted[i]->run];
        if (place > last + 1) fprintf(page->out, "%zu,%zu,", last, place);
        last = place;
    }
    fprintf(page->out, "%zu], ", last);
}

static void put_counts(const struct page *page, const struct level *level)
{
    put_counted_places(page, level);
    fputs("\"figures\": {", page->out);
    for (int figure = 0; figure < page->timeline.counted[level->end - 1]->count; figure++)
        put_steps(page, level, figure);
    fputs("}", page->out);
}

/* ---- times over the commits ---- */

/* The newest commits whose samples are all written; older ones have five numbers: the least, the quartiles, the most.
 * Changes are looked for among the newest of a series' commits. */
enum { WHOLE_COMMITS = 50, CHANGING_COMMITS = 100, MOST_EXACT = 50000 };

static bool is_whole(const struct page *page, const struct past_times *times)
{
    return page->timeline.place_of[times->run] + WHOLE_COMMITS >= page->timeline.count;
}

static void put_samples(const struct page *page, const struct past_times *times, bool whole)
{
    struct spread spread = samples_spread(times);
    double few[] = {spread.least, spread.lower, spread.median, spread.upper, spread.most};
    const double *at = whole ? times->sample : few;
    int count = whole ? times->samples : 5;
    fprintf(page->out, "[%zu,[", page->timeline.place_of[times->run]);
    for (int i = 0; i < count; i++)
        fprintf(page->out, "%s%.5g", i ? "," : "", 1e6 * at[i]);
    fprintf(page->out, "],%.5g]", times->copy_rate / 1e9);
}

/* Whether the halves of a series differ anywhere by 2 %: the test of significance is worth its time. Each side has at
 * least three commits. */
static bool may_change(const struct timeline *timeline, const struct level *level)
{
    size_t first =
        level->end - level->first > CHANGING_COMMITS ? level->end - CHANGING_COMMITS : level->first;
    double all = 0, left = 0;
    size_t count = level->end - first;
    double median[CHANGING_COMMITS];
    for (size_t i = 0; i < count; i++)
        all += median[i] = samples_spread(timeline->timed[first + i]).median;
    for (size_t i = 0; i + 3 < count; i++) {
        left += median[i];
        if (i < 2) continue;
        double before = left / (double)(i + 1), after = (all - left) / (double)(count - i - 1);
        if (fabs(after / before - 1) > 0.02) return true;
    }
    return count < 6;
}

static void put_change_points(const struct page *page, const struct level *level)
{
    const struct timeline *timeline = &page->timeline;
    size_t *place = calloc(level->end - level->first + 1, sizeof *place), count = 0;
    bool worth = timeline->history->times.count < MOST_EXACT || may_change(timeline, level);
    if (place && worth) count = changes_of(timeline, level->first, level->end, CHANGING_COMMITS, place);
    fputs("\"changes\": [", page->out);
    for (size_t i = 0; count != SIZE_MAX && i < count; i++)
        fprintf(page->out, "%s%zu", i ? "," : "", place[i]);
    fputs("], ", page->out);
    free(place);
}

static void put_problem(const struct page *page, const struct level *level)
{
    const struct past_times *last = page->timeline.timed[level->end - 1];
    fprintf(page->out, "\"items\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"bound\": %.4g, \"base\": %.6g, ",
            last->items, last->bytes, level->bound, 1e6 * level->base);
}

static void put_times(const struct page *page, const struct level *level)
{
    const struct timeline *timeline = &page->timeline;
    put_change_points(page, level);
    fputs("\"samples\": [", page->out);
    bool any = false;
    for (size_t i = level->first; i < level->end; i++) {
        const struct past_times *times = timeline->timed[i];
        if (!times->samples || times->wrong[0]) continue;
        fputs(any ? "," : "", page->out);
        put_samples(page, times, is_whole(page, times));
        any = true;
    }
    fputs("]", page->out);
}

/* ---- marks of numbers ---- */

static uint64_t mark_of_times(const struct past_times *times, bool whole, uint64_t mark)
{
    struct spread spread = samples_spread(times);
    int samples = times->wrong[0] ? -1 : times->samples;
    mark = names_hash(mark, &samples, sizeof samples);
    mark = names_hash(mark, &times->copy_rate, sizeof times->copy_rate);
    mark = names_hash(mark, &spread, sizeof spread);
    return whole ? names_hash(mark, times->sample, (size_t)times->samples * sizeof *times->sample) : mark;
}

static uint64_t mark_of_counts(const struct past_counters *counts, uint64_t mark)
{
    for (int i = 0; i < counts->count; i++)
        mark = page_hash(mark, counts->name[i]);
    return names_hash(mark, counts->value, (size_t)counts->count * sizeof counts->value[0]);
}

/* ---- a series ---- */

static void put_failed_place(const struct page *page, const struct past_verdict *verdict, bool first)
{
    const struct history *history = page->timeline.history;
    const struct past_target *target = &verdict->target;
    fprintf(page->out, "%s[%zu", first ? "" : ",", page->timeline.place_of[verdict->run]);
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *failure = &history->failures.at[i];
        bool same = failure->run == verdict->run && failure->target.subject == target->subject &&
                    failure->target.op == target->op && failure->target.property == target->property;
        if (!same) continue;
        fputs(", ", page->out);
        json_text(page->out, failure->again);
        break;
    }
    fputc(']', page->out);
}

/* The commits at which this strategy failed with this operator on this card, with the commands that show it. */
static void put_failed(const struct page *page, size_t index)
{
    const struct page_words *words = &page->words[index];
    bool any = false;
    fputs("\"failed\": [", page->out);
    for (size_t i = 0; i < page->bad_count; i++) {
        const struct past_verdict *verdict = page->bad[i];
        if (strcmp(verdict->target.subject, words->subject) != 0 ||
            strcmp(verdict->target.op, words->op) != 0 ||
            strcmp(verdict->target.card, page->levels.at[index].card) != 0)
            continue;
        put_failed_place(page, verdict, !any);
        any = true;
    }
    fputs("], ", page->out);
}

/* The command that looks for the commit at which it became worse. */
static void put_bisect(const struct page *page, const struct level *level)
{
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (!memory) return;
    page_bisect(page, level, memory);
    if (fclose(memory) == 0 && length) json_field(page->out, "bisect", text);
    free(text);
}

/* What is said of a series beside its numbers. */
void page_series_head(const struct page *page, size_t index, const struct yardsticks *yardsticks)
{
    const struct level *level = &page->levels.at[index];
    struct text again, said;
    problem_in_words(level->line, &said);
    page_again(page, level, &again);
    fputs("foldcheck_series({", page->out);
    json_field(page->out, "id", page->words[index].id);
    json_field(page->out, "name", level->line);
    json_field(page->out, "said", said.at);
    json_field(page->out, "subject", page->words[index].subject);
    json_field(page->out, "card", level->card);
    json_field(page->out, "figure", level->figure);
    json_field(page->out, "again", again.at);
    put_bisect(page, level);
    put_failed(page, index);
    if (level->timed) put_problem(page, level);
    put_beside(page, index, yardsticks);
}

void page_series_numbers(const struct page *page, size_t index)
{
    const struct level *level = &page->levels.at[index];
    if (level->timed)
        put_times(page, level);
    else
        put_counts(page, level);
    fputs("});\n", page->out);
}

/* The mark has all that put_times and put_counts look at. */
uint64_t page_series_mark(const struct page *page, size_t index, uint64_t mark)
{
    const struct level *level = &page->levels.at[index];
    const struct timeline *timeline = &page->timeline;
    bool exact = timeline->history->times.count < MOST_EXACT;
    mark = names_hash(mark, &exact, sizeof exact);
    for (size_t i = level->first; i < level->end; i++) {
        size_t run = level->timed ? timeline->timed[i]->run : timeline->counted[i]->run;
        mark = names_hash(mark, &timeline->place_of[run], sizeof timeline->place_of[run]);
        if (level->timed)
            mark = mark_of_times(timeline->timed[i], is_whole(page, timeline->timed[i]), mark);
        else
            mark = mark_of_counts(timeline->counted[i], mark);
    }
    return mark;
}

/* ---- a commit ---- */

static void put_values(const struct page *page, const struct page_point *point)
{
    const struct timeline *timeline = &page->timeline;
    if (page->levels.at[point->level].timed) {
        fprintf(page->out, "%.6g", 1e6 * samples_spread(timeline->timed[point->at]).median);
        return;
    }
    const struct past_counters *counts = timeline->counted[point->at];
    for (int i = 0; i < counts->count; i++)
        fprintf(page->out, "%s%" PRIu64, i ? "," : "", counts->value[i]);
}

void page_values(const struct page *page, size_t place, const struct page_point *point, size_t count)
{
    char id[MOST_SLUG];
    page_commit_id(page, place, id);
    fprintf(page->out, "foldcheck_commit(\"%s\", {", id);
    for (size_t i = 0; i < count; i++) {
        fprintf(page->out, "%s\"%s\":[", i ? ",\n" : "\n", page->words[point[i].level].id);
        put_values(page, &point[i]);
        fputs("]", page->out);
    }
    fputs("});\n", page->out);
}

uint64_t page_values_mark(const struct page *page, const struct page_point *point, size_t count,
                          uint64_t mark)
{
    for (size_t i = 0; i < count; i++) {
        mark = names_hash(mark, page->words[point[i].level].id, sizeof page->words[0].id);
        if (page->levels.at[point[i].level].timed)
            mark = mark_of_times(page->timeline.timed[point[i].at], false, mark);
        else
            mark = mark_of_counts(page->timeline.counted[point[i].at], mark);
    }
    return mark;
}
