/* SPDX-License-Identifier: MIT
 * The comparison of costs, which are exact. */
#include "again.h"
#include "comparison_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* By the cases without their tunings, so that a strategy is found whose tuning changed. */
static int compare_untuned(const char *a, const char *b)
{
    size_t one = strcspn(a, "{@"), other = strcspn(b, "{@");
    int order = strncmp(a, b, one < other ? one : other);
    if (order || one != other) return order ? order : one < other ? -1 : 1;
    a = strchr(a + one, '@');
    b = strchr(b + other, '@');
    return strcmp(a ? a : "", b ? b : "");
}

static int compare_cases(const char *a, const char *b)
{
    int order = compare_untuned(a, b);
    return order ? order : strcmp(a, b);
}

static int compare_counters(const void *left, const void *right)
{
    const struct past_counters *a = *(const struct past_counters *const *)left,
                               *b = *(const struct past_counters *const *)right;
    int order = compare_cases(a->counted, b->counted);
    return order ? order : (a->run < b->run) - (a->run > b->run);
}

/* A commit's counts, one a case, the last run's. */
static size_t take_counters(const struct compared *side, const struct past_counters ***taken)
{
    const struct history *history = side->history;
    const struct past_counters **at = calloc(history->counters.count + 1, sizeof *at);
    size_t count = 0, kept = 0;
    *taken = at;
    if (!at) return SIZE_MAX;
    for (size_t i = 0; i < history->counters.count; i++)
        if (side->has[history->counters.at[i].run]) at[count++] = &history->counters.at[i];
    qsort(at, count, sizeof *at, compare_counters);
    for (size_t i = 0; i < count; i++)
        if (!kept || strcmp(at[kept - 1]->counted, at[i]->counted) != 0) at[kept++] = at[i];
    return kept;
}

double comparison_say_figure(const char *name, uint64_t base, uint64_t head, struct text *what)
{
    double size = base ? ((double)head - (double)base) / (double)base : 1e6;
    text_add(what, "%s%s %" PRIu64 " -> %" PRIu64, what->at[0] ? ", " : "", name, base, head);
    if (base) text_add(what, " (%+.2f %%)", 100 * size);
    return size < 0 ? -size : size;
}

static const uint64_t *figure(const struct past_counters *counters, const char *name)
{
    for (int i = 0; i < counters->count; i++)
        if (strcmp(counters->name[i], name) == 0) return &counters->value[i];
    return NULL;
}

static void note_counters(struct comparison *comparison, const struct past_counters *base,
                          const struct past_counters *head)
{
    struct text figures = {0};
    double worst = 0;
    bool rises = false, lacks = false;
    comparison->counts++;
    for (int i = 0; i < base->count; i++) {
        const uint64_t *now = figure(head, base->name[i]);
        lacks |= !now;
        if (!now || *now == base->value[i]) continue;
        double size = comparison_say_figure(base->name[i], base->value[i], *now, &figures);
        bool more = *now > base->value[i];
        if (more && (!rises || size > worst)) worst = size;
        rises |= more;
    }
    if (lacks) text_add(&figures, "%ssome counters are gone", figures.at[0] ? ", " : "");
    if (!figures.at[0]) return;
    enum change change = rises ? CHANGE_WORSE : lacks ? CHANGE_UNKNOWN : CHANGE_BETTER;
    struct found *found = comparison_add(comparison, change, worst, head->counted);
    if (strcmp(base->counted, head->counted) == 0)
        text_say(&found->what, "%s: %s", head->counted, figures.at);
    else
        text_say(&found->what, "%s, before %.*s: %s", head->counted, (int)strcspn(base->counted, "@"),
                 base->counted, figures.at);
    again_costs(head->counted, &comparison->head->history->runs.at[head->run], &found->command);
}

static void note_gone(struct comparison *comparison, const struct past_counters *base)
{
    struct found *found = comparison_add(comparison, CHANGE_UNKNOWN, 0, base->counted);
    text_say(&found->what, "%s: its costs are gone", base->counted);
}

/* The tunings of one strategy on one problem: equal ones first, then those that are left in their order. */
static void match_tunings(struct comparison *comparison, const struct past_counters **base, size_t bases,
                          const struct past_counters **head, size_t heads)
{
    for (size_t b = 0; b < bases; b++)
        for (size_t h = 0; h < heads; h++)
            if (base[b] && head[h] && strcmp(base[b]->counted, head[h]->counted) == 0) {
                note_counters(comparison, base[b], head[h]);
                base[b] = head[h] = NULL;
            }
    for (size_t b = 0; b < bases; b++) {
        size_t h = 0;
        while (h < heads && !head[h])
            h++;
        if (!base[b]) continue;
        if (h == heads) {
            note_gone(comparison, base[b]);
            continue;
        }
        note_counters(comparison, base[b], head[h]);
        head[h] = NULL;
    }
}

/* The end of the tunings of one strategy and problem. */
static size_t end_of(const struct past_counters **at, size_t first, size_t count)
{
    size_t end = first;
    while (end < count && compare_untuned(at[first]->counted, at[end]->counted) == 0)
        end++;
    return end;
}

void comparison_costs(struct comparison *comparison)
{
    const struct past_counters **base, **head;
    size_t b = 0, h = 0, bases = take_counters(comparison->base, &base),
           heads = take_counters(comparison->head, &head);
    comparison->broken |= bases == SIZE_MAX || heads == SIZE_MAX;
    while (!comparison->broken && b < bases) {
        size_t end = end_of(base, b, bases);
        while (h < heads && compare_untuned(head[h]->counted, base[b]->counted) < 0)
            h++;
        bool there = h < heads && compare_untuned(head[h]->counted, base[b]->counted) == 0;
        size_t last = there ? end_of(head, h, heads) : h;
        match_tunings(comparison, base + b, end - b, head + h, last - h);
        b = end;
        h = last;
    }
    free(base);
    free(head);
}
