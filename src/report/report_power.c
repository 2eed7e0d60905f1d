/* SPDX-License-Identifier: MIT */
#include "report_power.h"

#include <stdlib.h>
#include <string.h>

/* All targets of one strategy, operator and device. */
struct group {
    const struct tally *any;
    struct power power[POWER_SIZES];
};

static bool is_known(const struct tally *tally)
{
    for (int s = 0; s < POWER_SIZES; s++)
        if (tally->power[s].seen.tried) return true;
    return false;
}

static int compare_names(const struct tally *a, const struct tally *b)
{
    int order = strcmp(a->subject, b->subject);
    if (!order) order = strcmp(a->op, b->op);
    return order ? order : strcmp(a->device, b->device);
}

static int compare_tallies(const void *a, const void *b)
{
    const struct tally *const *left = a, *const *right = b;
    int order = compare_names(*left, *right);
    return order ? order : (*left > *right) - (*left < *right);
}

static void group_add(struct group *group, const struct tally *tally)
{
    for (int s = 0; s < POWER_SIZES; s++)
        power_add(&group->power[s], &tally->power[s].seen);
}

/* Calls visit for each group. Without memory for them there are none. */
static void visit_groups(const struct results *results, void (*visit)(void *context, const struct group *),
                         void *context)
{
    size_t count = 0;
    const struct tally **at = malloc((results->target_count + 1) * sizeof *at);
    if (!at) return;
    for (uint32_t t = 0; t < results->target_count; t++)
        if (is_known(&results->tally[t])) at[count++] = &results->tally[t];
    qsort(at, count, sizeof *at, compare_tallies);
    for (size_t first = 0, next; first < count; first = next) {
        struct group group = {.any = at[first]};
        for (next = first; next < count && compare_names(at[next], at[first]) == 0; next++)
            group_add(&group, at[next]);
        visit(context, &group);
    }
    free(at);
}

static unsigned bits_of(uint64_t word)
{
    unsigned bits = 0;
    for (; word; word &= word - 1)
        bits++;
    return bits;
}

static const char *const kind_names[POWER_KINDS] = {"tiles", "blocks", "windows"};

/* "tiles, windows" */
static void say_kinds(uint32_t borders, struct text *out)
{
    const char *between = "";
    for (int k = 0; k < POWER_KINDS; k++) {
        uint32_t all = ((uint32_t)1 << POWER_BORDERS) - 1;
        if (!(borders >> (k * POWER_BORDERS) & all)) continue;
        text_add(out, "%s%s", between, kind_names[k]);
        between = ", ";
    }
}

/* ", 0.94 of places in 2^5 items, 0.50 in 2^7, borders of tiles left out in 2^9", of sizes up to 2^most; nothing where all
 * shows. */
static void say_gaps(const struct group *group, int most, double least, struct text *out)
{
    const char *what = " of places in 2^", *items = " items", *between = " left out in ";
    uint32_t left = 0;
    for (int s = 0; s <= most; s++) {
        double share = power_share(&group->power[s]);
        left |= power_borders_left(&group->power[s]);
        if (share >= least) continue;
        text_add(out, ", %.2f%s%d%s", share, what, s, items);
        what = " in 2^";
        items = "";
    }
    if (!left) return;
    text_add(out, ", borders of ");
    say_kinds(left, out);
    for (int s = 0; s <= most; s++) {
        if (!power_borders_left(&group->power[s])) continue;
        text_add(out, "%s2^%d", between, s);
        between = ", ";
    }
}

/* "2^0 to 2^17" */
static void say_sizes(const struct group *group, struct text *out)
{
    int first = -1, last = 0;
    for (int s = 0; s < POWER_SIZES; s++) {
        if (!group->power[s].tried) continue;
        if (first < 0) first = s;
        last = s;
    }
    text_say(out, "2^%d", first);
    if (last > first) text_add(out, " to 2^%d", last);
}

static void print_group(void *context, const struct group *group)
{
    const struct tally *any = group->any;
    struct text sizes, gaps;
    say_sizes(group, &sizes);
    text_say(&gaps, "%s", "");
    say_gaps(group, POWER_SIZES - 1, 1, &gaps);
    fprintf(context, "power     %s %s@%s, %s items: a lost item shows%s%s\n", any->subject, any->op,
            any->device, sizes.at, gaps.at[0] ? "" : " at all places", gaps.at[0] ? gaps.at + 1 : "");
}

void report_power(FILE *out, const struct results *results)
{
    visit_groups(results, print_group, out);
}

static void add_total(void *context, const struct group *group)
{
    struct power_total *total = context;
    for (int s = 0; s <= POWER_JUDGED; s++) {
        if (!group->power[s].is_judged) continue;
        total->tried += bits_of(group->power[s].tried);
        total->noticed += bits_of(group->power[s].noticed);
    }
}

struct power_total power_of_run(const struct results *results)
{
    struct power_total total = {0, 0};
    visit_groups(results, add_total, &total);
    return total;
}

static void judge(void *context, const struct group *group)
{
    struct results *results = context;
    struct text gaps, warning;
    bool is_judged = false;
    text_say(&gaps, "%s", "");
    for (int s = 0; s <= POWER_JUDGED; s++)
        is_judged |= group->power[s].is_judged;
    if (is_judged) say_gaps(group, POWER_JUDGED, POWER_LEAST, &gaps);
    if (!gaps.at[0]) return;
    text_say(&warning, "%s with %s on %s: a lost item would show at too few places%s; more --cases draw more",
             group->any->subject, group->any->op, group->any->device, gaps.at);
    results_add_warning(results, &warning);
}

void power_judge(struct results *results)
{
    if (results->strict) visit_groups(results, judge, results);
}
