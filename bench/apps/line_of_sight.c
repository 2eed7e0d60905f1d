/* SPDX-License-Identifier: MIT
 * Line of sight: which points of a terrain, one step after another along a line, can be seen from the first one, and
 * what hides the others. A point is seen if it stands at a steeper angle than every point before it: an exclusive scan
 * with maximum over the angles. Slopes order as their angles do, so no arc tangent is taken. The maximum is the least
 * of the slopes with their signs turned, which argmin_f32_i64 finds together with the point that has it (of several,
 * the nearest).
 *
 * Source    Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190, 1990, section 1.2
 * Device    a step makes the slopes; one scan, exscan/argmin_f32_i64 over slopes and indices; a step compares each with
 *           the steepest before it */
#include "app.h"
#include "program.h"

#include <inttypes.h>
#include <math.h>

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

static bool look(const struct app_data *data, struct program *program, const struct sight *sight)
{
    static const char *const name[] = {"slopes", "points", "least before", "steepest before"};
    uint64_t points = data->items;
    float *heights = program_array(program, "heights", sizeof *heights, points);
    struct columns slopes = {.count = 2}, before = {.count = 2};
    for (int c = 0; c < 2; c++) {
        size_t size = c ? sizeof(int64_t) : sizeof(float);
        slopes.column[c] = pass_column(program_array(program, name[c], size, points), size);
        before.column[c] = pass_column(program_array(program, name[2 + c], size, points), size);
    }
    struct pass pass = {
        .what = WHAT_EXSCAN, .op = "argmin_f32_i64", .rows = 1, .length = points, .items = slopes};
    struct program_call slope = {
        .count = points, .in = {heights}, .out = {slopes.column[0].base, slopes.column[1].base}};
    struct program_call compare = {
        .count = points, .in = {slopes.column[0].base, before.column[0].base, before.column[1].base}};
    compare.out[0] = program_array(program, "seen", sizeof *sight->seen, points);
    compare.out[1] = program_array(program, "hidden by", sizeof *sight->hidden_by, points);
    return program_put(program, heights, data->column[0], points * sizeof *heights) &&
           program_reserve(program, &pass, 1) && program_start(program) &&
           program_do(program, "slope_from_first", &slope) && program_fold(program, &pass, &before) &&
           program_do(program, "compare_slope", &compare) && program_stop(program) &&
           program_get(program, sight->seen, compare.out[0], points * sizeof *sight->seen) &&
           program_get(program, sight->hidden_by, compare.out[1], points * sizeof *sight->hidden_by);
}

static bool line_of_sight_by_scan(const struct app_data *data, struct passes *passes,
                                  struct app_answer *answer, struct text *why)
{
    struct program program;
    struct sight sight;
    if (!sight_add(answer, data->items, &sight, why)) return false;
    bool done = program_open(&program, passes, why) && look(data, &program, &sight);
    program_close(&program);
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
