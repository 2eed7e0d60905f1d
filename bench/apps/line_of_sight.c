/* SPDX-License-Identifier: MIT
 * Line of sight: which points of a terrain, one step after another along a line, can be seen from the first one, and
 * what hides the others. A point is seen if it stands at a steeper angle than every point before it: an exclusive scan
 * with maximum over the angles. Slopes order as their angles do, so no arc tangent is taken. The maximum is the least
 * of the slopes with their signs turned, which argmin_f32_i64 finds together with the point that has it (of several,
 * the nearest).
 *
 * Source    Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190, 1990, section 1.2
 * Device    one scan, exscan/argmin_f32_i64 over slopes and indices
 * Host      makes the slopes, and compares each with what stands before it */
#include "app.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static bool line_of_sight_accepts(const struct app_data *data, struct text *why)
{
    const float *heights = data->column[0];
    if (data->items == 0) return text_say(why, "no items; expected at least one, the observer's");
    for (uint64_t i = 0; i < data->items; i++)
        if (!isfinite(heights[i]))
            return text_say(why, "height %" PRIu64 " is %g; expected finite numbers", i, (double)heights[i]);
    return true;
}

/* Terrain that grows ever steeper, rough enough that most points are hidden. */
static void line_of_sight_value(uint64_t index, uint64_t bits, void *item)
{
    float *height = item;
    float step = (float)index, rough = (float)(bits >> 40) / (1 << 24);
    *height = step * (step / 1024 + 8 * rough);
}

/* Height over distance, seen from point 0; finite heights give no NaN. */
static float slope(const float *heights, uint64_t i)
{
    return (heights[i] - heights[0]) / (float)i;
}

struct sight {
    uint8_t *seen;      /* 1 or 0 */
    int64_t *hidden_by; /* the steepest point before it, or -1 for one that is seen */
};

static bool sight_add(struct app_answer *answer, uint64_t points, struct sight *sight, struct text *why)
{
    sight->seen = answer_add(answer, "seen", ELEM_U8, points, why);
    sight->hidden_by = sight->seen ? answer_add(answer, "hidden_by", ELEM_I64, points, why) : NULL;
    return sight->hidden_by;
}

static void sight_set(struct sight *sight, uint64_t i, bool seen, int64_t steepest)
{
    sight->seen[i] = seen;
    sight->hidden_by[i] = seen ? -1 : steepest;
}

static bool line_of_sight_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const float *heights = data->column[0];
    struct sight sight;
    uint64_t steepest = 0, seen = 1;
    if (!sight_add(answer, data->items, &sight, why)) return false;
    sight_set(&sight, 0, true, -1);
    for (uint64_t i = 1; i < data->items; i++) {
        bool rises = steepest == 0 || slope(heights, i) > slope(heights, steepest);
        sight_set(&sight, i, rises, (int64_t)steepest);
        if (rises) steepest = i;
        seen += rises;
    }
    text_say(&answer->says, "%" PRIu64 " are seen", seen);
    return true;
}

static bool line_of_sight_scan(const struct app_data *data, struct passes *passes, float *slopes,
                               int64_t *points, struct app_answer *answer, struct text *why)
{
    struct columns before;
    struct sight sight;
    struct pass pass = {.what = WHAT_EXSCAN, .op = "argmin_f32_i64", .rows = 1, .length = data->items};
    pass.items.count = 2;
    pass.items.column[0] = pass_column(slopes, sizeof *slopes);
    pass.items.column[1] = pass_column(points, sizeof *points);
    if (!passes_do(passes, &pass, &before, why) || !sight_add(answer, data->items, &sight, why)) return false;
    const float *least = before.column[0].base;
    const int64_t *steepest = before.column[1].base;
    for (uint64_t i = 0; i < data->items; i++)
        sight_set(&sight, i, i == 0 || slopes[i] < least[i], steepest[i]);
    return true;
}

static bool line_of_sight_by_scan(const struct app_data *data, struct passes *passes,
                                  struct app_answer *answer, struct text *why)
{
    float *slopes = app_alloc(data->items, sizeof *slopes, why);
    int64_t *points = slopes ? app_alloc(data->items, sizeof *points, why) : NULL;
    bool done = points;
    for (uint64_t i = 0; points && i < data->items; i++) {
        slopes[i] = i ? -slope(data->column[0], i) : INFINITY; /* the observer hides nothing */
        points[i] = i ? (int64_t)i : INT64_MAX;
    }
    done = done && line_of_sight_scan(data, passes, slopes, points, answer, why);
    free(points);
    free(slopes);
    return done;
}

const struct app line_of_sight_app = {
    .name = "line_of_sight",
    .input = "f32",
    .value = line_of_sight_value,
    .accepts = line_of_sight_accepts,
    .judge = line_of_sight_judge,
    .form = {{.by = "scan", .scans = true, .run = line_of_sight_by_scan}},
};
