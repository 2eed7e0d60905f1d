/* SPDX-License-Identifier: MIT */
#include "equals.h"
#include "rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROUNDS = 11 }; /* that can tell a change of one case */

/* The commit that a side's programs were built from; NULL: of its first run there is none. */
static const char *built_of(const struct compared *side, size_t *run)
{
    for (; *run < side->history->runs.count; ++*run)
        if (side->has[*run]) return side->history->runs.at[(*run)++].built;
    return NULL;
}

static bool is_one_build(const struct compared *base, const struct compared *head, struct text *why)
{
    const struct compared *side[] = {base, head};
    const char *first = NULL, *built;
    for (int i = 0; i < 2; i++)
        for (size_t run = 0; (built = built_of(side[i], &run));) {
            if (!first) first = built;
            if (strcmp(first, built) != 0)
                return text_say(why,
                                "%.200s and %.200s have runs of the builds %.60s and %.60s: expected one",
                                base->file, head->file, first, built);
        }
    return true;
}

bool equals_bound(const struct compared *base, const struct compared *head, double *bound, struct text *why)
{
    struct judged_times *judged;
    size_t fewest = SIZE_MAX;
    if (!is_one_build(base, head, why)) return false;
    size_t count = rounds_judge(base, head, 0, &judged);
    *bound = 0;
    for (size_t i = 0; count != SIZE_MAX && i < count; i++) {
        if (judged[i].are == TIMES_WRONG || judged[i].are == TIMES_GONE) continue;
        if (judged[i].rounds < fewest) fewest = judged[i].rounds;
        double change = expm1(fabs(log1p(judged[i].change))); /* either side may be the slower one */
        if (change > *bound) *bound = change;
    }
    free(judged);
    if (count == SIZE_MAX) return text_say(why, "no memory");
    return (fewest != SIZE_MAX && fewest >= LEAST_ROUNDS) ||
           text_say(why, "%.200s and %.200s have times of %zu rounds: expected %d at least", base->file,
                    head->file, fewest == SIZE_MAX ? 0 : fewest, LEAST_ROUNDS);
}
