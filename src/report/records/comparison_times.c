/* SPDX-License-Identifier: MIT
 * The comparison of times. */
#include "again.h"
#include "comparison_parts.h"
#include "rounds.h"

#include <stdlib.h>

static void say_times(const struct comparison *comparison, const struct judged_times *judged,
                      struct text *what)
{
    static const char *const word[] = {"same", "faster", "slower", "too much noise"};
    char few[64];
    snprintf(few, sizeof few, "too few rounds, %zu are the least here", judged->enough);
    text_say(what, "%s: %+.2f %% (p = %.2g, %zu rounds): %s", judged->timed, 100 * judged->change, judged->p,
             judged->rounds, judged->rounds < judged->enough ? few : word[judged->are]);
    bool unchanged = comparison->kernels && !comparison->kernels_changed;
    if (judged->are == TIMES_SLOWER && unchanged)
        text_add(
            what,
            ", although no kernel's machine code changed: look at the launch plan, the driver and the card");
}

static void note_times(struct comparison *comparison, const struct judged_times *judged)
{
    static const enum change change[] = {
        [TIMES_SAME] = CHANGE_NONE,       [TIMES_FASTER] = CHANGE_BETTER, [TIMES_SLOWER] = CHANGE_WORSE,
        [TIMES_UNKNOWN] = CHANGE_UNKNOWN, [TIMES_WRONG] = CHANGE_WORSE,   [TIMES_GONE] = CHANGE_UNKNOWN};
    comparison->times++;
    if (judged->are == TIMES_SAME) return;
    double size = judged->are == TIMES_WRONG ? COMPARISON_VERDICT : judged->change;
    struct found *found = comparison_add(comparison, change[judged->are], size, judged->timed);
    if (judged->are == TIMES_WRONG)
        text_say(&found->what, "%s: a launch failed: %.250s", judged->timed, judged->wrong);
    else if (judged->are == TIMES_GONE)
        text_say(&found->what, "%s: its times are gone", judged->timed);
    else
        say_times(comparison, judged, &found->what);
    again_times(judged->timed, judged->run, &found->command);
}

void comparison_times(struct comparison *comparison)
{
    struct judged_times *judged;
    size_t count = rounds_judge(comparison->base, comparison->head, comparison->request->bound, &judged);
    comparison->broken |= count == SIZE_MAX;
    for (size_t i = 0; count != SIZE_MAX && i < count; i++)
        note_times(comparison, &judged[i]);
    free(judged);
}
