/* SPDX-License-Identifier: MIT
 * k-means clustering: the first k points are the first centres; each point joins the nearest centre, each centre becomes
 * the mean of its points, until no point joins another cluster or 500 turns are over. A cluster without points has its
 * centre at 0, as the slides' sums give it.
 *
 * Sums of floats depend on their order, and what the next turn does depends on them. So a device's answer has the centres
 * of all turns: each turn is judged from the centres that the device had before it, points by the bits of their distances,
 * which one thread adds in one order, and means within a bound.
 *
 * Source    H15: Henriksen, "Futhark" (slides), k-means Clustering; Larsen, thesis (2017), 7.3; there 494025 points of 35
 *           dimensions, 5 clusters
 * Device    a turn is a step that finds the nearest centres; a reduce/add_u32 of what changed, one number that the host
 *           sees; and sizes and sums of clusters, each by a step that gives a chunk of points results of its own,
 *           [threads][k] and [threads][k][d] (H11), a transposition, and a segmented reduction (H12). In the slides' form
 *           a chunk has one thread; in another it has one for each cluster that it counts and for each coordinate that it
 *           adds. A third form reads the points once a turn: blocks find the nearest centres of a tile and add it up while
 *           they have it, and sums are divided where the next turn reads them; where shared memory is too small for that, it
 *           is as the second */
#include "k_means.h"
#include "program.h"
#include "refuse.h"
#include "step_shapes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool k_means_accepts(const struct app_data *data, struct text *why)
{
    uint64_t d = (uint64_t)data->option[K_DIMENSIONS], clusters = (uint64_t)data->option[K_CLUSTERS];
    const float *point = data->column[0];
    if (data->items % d != 0)
        return text_say(why, "the last point has %" PRIu64 " of %" PRIu64 " coordinates (--with d)",
                        data->items % d, d);
    for (uint64_t i = 0; i < data->items; i++)
        if (!isfinite(point[i]))
            return text_say(why, "point %" PRIu64 ", coordinate %" PRIu64 " is %g; expected finite numbers",
                            i / d, i % d, (double)point[i]);
    return data->items / d >= clusters ||
           text_say(why,
                    "%" PRIu64 " points; expected at least as many as the %" PRIu64 " clusters (--with k)",
                    data->items / d, clusters);
}

static void k_means_value(uint64_t index, uint64_t bits, void *item)
{
    (void)index;
    *(float *)item = (float)(bits >> 40) / (1 << 24);
}

struct k_means k_means_of(const struct app_data *data)
{
    struct k_means k = {.point = data->column[0],
                        .k = (uint64_t)data->option[K_CLUSTERS],
                        .d = (uint64_t)data->option[K_DIMENSIONS],
                        .most = (uint64_t)data->option[K_TURNS]};
    uint64_t threads = (uint64_t)data->option[K_THREADS];
    k.points = data->items / k.d;
    k.threads = threads < k.points ? threads : k.points;
    return k;
}

/* ---- the answer's arrays ---- */

struct found {
    uint32_t *member, *turns, *roundings; /* roundings: of a mean, at most */
    float *centres;                       /* [turns + 1][k][d]: before each turn, and after the last */
};

/* With room for the centres of so many turns. */
static bool found_add(struct app_answer *answer, const struct k_means *k, uint64_t centres,
                      struct found *found, struct text *why)
{
    found->member = answer_add(answer, "member", ELEM_U32, k->points, why);
    found->turns = found->member ? answer_add(answer, "turns", ELEM_U32, 1, why) : NULL;
    found->roundings = found->turns ? answer_add(answer, "roundings", ELEM_U32, 1, why) : NULL;
    found->centres =
        found->roundings ? answer_add(answer, "centres", ELEM_F32, centres * k->k * k->d, why) : NULL;
    return found->centres;
}

/* ---- the judge ---- */

static bool k_means_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    struct k_means k = k_means_of(data);
    struct found found;
    struct k_means_sums sums;
    bool done = k_means_sums_open(&k, &sums, why) && found_add(answer, &k, 1, &found, why);
    if (done) {
        memset(found.member, NO_CLUSTER, k.points * sizeof *found.member);
        memcpy(found.centres, k.point, k.k * k.d * sizeof *found.centres);
        *found.roundings = 0;
        for (*found.turns = 0; *found.turns < k.most;) {
            ++*found.turns;
            if (k_means_turn(&k, found.centres, found.member, &sums) == 0) break;
            for (uint64_t at = 0; at < k.k * k.d; at++)
                found.centres[at] = (float)k_means_mean(&k, &sums, at);
        }
        text_say(&answer->says,
                 "%" PRIu64 " points of %" PRIu64 " dimensions in %" PRIu64 " clusters after %u turns",
                 k.points, k.d, k.k, *found.turns);
    }
    k_means_sums_close(&sums);
    return done;
}

/* ---- the program ---- */

enum {
    TURNS_AT_A_TIME = 8,  /* the host looks after so many */
    RESERVED_BYTES = 1024 /* of shared memory, that NVIDIA's cards take for a block */
};

/* Results of threads or blocks that become those of all: [threads][rows] is transposed, and [rows][threads] reduced. */
struct gathered {
    void *parts, *turned; /* the same where the parts are [rows][threads] */
    struct pass turn, sum;
};

/* A chunk of points has a thread for each of its results, or one; or a turn's points are read once, by cluster_tiles. */
enum way { BY_RESULTS, BY_CHUNKS, BY_TILES };

struct build {
    const struct k_means *k;
    enum way way;
    int tile; /* points of a tile */
    struct program *program;
    float *points, *columns,
        *centres;               /* [points][d], [d][points], [most + 1][k][d]; of tiles these are sums */
    uint32_t *member, *changes; /* [points]; 1 where it changed */
    uint32_t *size, *changed;   /* [most + 1][k], of the turn before; [most]: how many points */
    struct gathered sizes, sums;
    struct pass change, turn; /* how many changed; the points column by column */
};

static struct columns one_column(void *base)
{
    return (struct columns){.count = 1, .column = {pass_column(base, sizeof(uint32_t))}};
}

static bool gathered_open(struct gathered *gathered, const struct build *build, const char *element,
                          const char *op, uint64_t rows)
{
    const struct k_means *k = build->k;
    struct program *program = build->program;
    gathered->parts = gathered->turned = program_array(program, "parts", sizeof(uint32_t), k->threads * rows);
    if (build->way != BY_TILES)
        gathered->turned = program_array(program, "turned parts", sizeof(uint32_t), k->threads * rows);
    gathered->turn = (struct pass){.what = WHAT_TRANSPOSE, .op = element, .rows = k->threads, .length = rows};
    gathered->turn.items = one_column(gathered->parts);
    gathered->sum = (struct pass){.what = WHAT_REDUCE, .op = op, .rows = rows, .length = k->threads};
    gathered->sum.items = one_column(gathered->turned);
    return (build->way == BY_TILES || program_reserve(program, &gathered->turn, k->most)) &&
           program_reserve(program, &gathered->sum, k->most);
}

static bool gather(struct gathered *gathered, struct program *program, void *results)
{
    struct columns turned = one_column(gathered->turned), sums = one_column(results);
    return (gathered->turned == gathered->parts || program_fold(program, &gathered->turn, &turned)) &&
           program_fold(program, &gathered->sum, &sums);
}

/* What the steps one after the other need beside the rest. */
static bool columns_open(struct build *build)
{
    const struct k_means *k = build->k;
    struct program *program = build->program;
    build->columns = program_array(program, "columns", sizeof *build->columns, k->points * k->d);
    build->changes = program_array(program, "changes", sizeof *build->changes, k->points);
    build->change = (struct pass){.what = WHAT_REDUCE, .op = "add_u32", .rows = 1, .length = k->points};
    build->change.items = one_column(build->changes);
    build->turn = (struct pass){.what = WHAT_TRANSPOSE, .op = "f32", .rows = k->points, .length = k->d};
    build->turn.items = one_column(build->points);
    return program_reserve(program, &build->turn, 1) && program_reserve(program, &build->change, k->most) &&
           gathered_open(&build->sizes, build, "u32", "add_u32", k->k);
}

/* The first centres are points, sums of one each. */
static bool first_sizes(struct build *build)
{
    const struct k_means *k = build->k;
    uint32_t *one = app_alloc(k->k, sizeof *one, build->program->why);
    for (uint64_t c = 0; one && c < k->k; c++)
        one[c] = 1;
    bool done = one && program_put(build->program, build->size, one, k->k * sizeof *one);
    free(one);
    return done;
}

static bool build_open(struct build *build)
{
    const struct k_means *k = build->k;
    struct program *program = build->program;
    build->points = program_array(program, "points", sizeof *build->points, k->points * k->d);
    build->centres = program_array(program, "centres", sizeof *build->centres, (k->most + 1) * k->k * k->d);
    build->member = program_array(program, "member", sizeof *build->member, k->points);
    build->size = program_array(program, "sizes", sizeof *build->size, (k->most + 1) * k->k);
    build->changed = program_array(program, "changed", sizeof *build->changed, k->most);
    return (build->way == BY_TILES ? first_sizes(build) : columns_open(build)) &&
           gathered_open(&build->sums, build, "f32", "add_f32", k->k * k->d) &&
           program_put(program, build->points, k->point, k->points * k->d * sizeof *build->points);
}

/* The points column by column, which tiles do without, and the first centres. */
static void begin(struct build *build)
{
    const struct k_means *k = build->k;
    struct columns columns = one_column(build->columns);
    if (build->way != BY_TILES) program_fold(build->program, &build->turn, &columns);
    program_fill(build->program, build->member, NO_CLUSTER, k->points * sizeof *build->member);
    program_copy(build->program, build->centres, build->points, k->k * k->d * sizeof *build->centres);
}

/* Finds the nearest centres, and how many points changed. */
static bool assign(struct build *build, const float *centre, uint32_t *changed)
{
    const struct k_means *k = build->k;
    struct columns sum = one_column(changed);
    struct program_call call = {.count = k->points,
                                .in = {build->columns, centre},
                                .out = {build->member, build->changes},
                                .number = {(int64_t)k->k, (int64_t)k->d}};
    return program_do(build->program, "nearest_centre", &call) &&
           program_fold(build->program, &build->change, &sum);
}

/* ---- both steps of a turn in one kernel ---- */

/* Points of a tile whose block finds room in shared memory: two a thread, or one; 0: not even these. */
static int tile_points(const struct k_means *k)
{
    for (int points = 2 * STEP_TILE_BLOCK; points >= STEP_TILE_BLOCK; points -= STEP_TILE_BLOCK)
        if (STEP_TILE_WORDS(k->k, k->d, (uint64_t)points) * sizeof(float) <= MOST_SHARED_BYTES) return points;
    return 0;
}

/* As many blocks as the device can run at a time, of what it says of its threads and of shared memory, if these are all of
 * a processor's; or as it has tiles for. */
static uint64_t tile_blocks(const struct build *build, const struct device_caps *caps)
{
    const struct k_means *k = build->k;
    uint64_t tiles = (k->points + (uint64_t)build->tile - 1) / (uint64_t)build->tile;
    uint64_t bytes = STEP_TILE_WORDS(k->k, k->d, (uint64_t)build->tile) * sizeof(float) + RESERVED_BYTES;
    uint64_t threads = (uint64_t)caps->resident_threads / STEP_TILE_BLOCK / 2,
             room = caps->shared_bytes / bytes;
    uint64_t most = (uint64_t)caps->processors * (room < threads ? room : threads);
    return most == 0 ? 1 : tiles < most ? tiles : most;
}

static bool turn_by_tiles(struct build *build, uint64_t turn)
{
    const struct k_means *k = build->k;
    float *last = build->centres + turn * k->k * k->d;
    uint32_t *size = build->size + turn * k->k;
    struct program_call tiles = {
        .count = k->threads,
        .in = {build->points, last, size},
        .out = {build->member, size + k->k, build->changed + turn, build->sums.parts},
        .number = {(int64_t)k->k, (int64_t)k->d, (int64_t)k->points, build->tile / STEP_TILE_BLOCK}};
    return program_do(build->program, "cluster_tiles", &tiles) &&
           gather(&build->sums, build->program, last + k->k * k->d);
}

/* The centres after each turn, of their sums. */
static bool divide(struct build *build, uint64_t turns)
{
    const struct k_means *k = build->k;
    struct program_call call = {.count = turns * k->k * k->d,
                                .in = {build->size + k->k},
                                .out = {build->centres + k->k * k->d},
                                .number = {(int64_t)k->d}};
    return build->way != BY_TILES || program_do(build->program, "divide_by_size", &call);
}

/* ---- a step after the other ---- */

static bool update(struct build *build, const uint32_t *size, float *next)
{
    const struct k_means *k = build->k;
    bool alone = build->way == BY_CHUNKS;
    uint64_t groups = (k->k + STEP_CLUSTERS - 1) / STEP_CLUSTERS;
    struct program_call sum = {
        .count = alone ? k->threads : k->threads * groups * k->d,
        .in = {build->points, build->member, size},
        .out = {build->sums.parts},
        .number = {(int64_t)k->k, (int64_t)k->d, (int64_t)k->points, (int64_t)k->threads}};
    return program_do(build->program, alone ? "sum_alone" : "sum_chunk", &sum) &&
           gather(&build->sums, build->program, next);
}

static bool turn_by_steps(struct build *build, uint64_t turn)
{
    const struct k_means *k = build->k;
    bool alone = build->way == BY_CHUNKS;
    float *centre = build->centres + turn * k->k * k->d;
    uint32_t *size = build->size + (turn + 1) * k->k;
    struct program_call count = {.count = alone ? k->threads : k->threads * k->k,
                                 .in = {build->member},
                                 .out = {build->sizes.parts},
                                 .number = {(int64_t)k->k, (int64_t)k->points, (int64_t)k->threads}};
    return assign(build, centre, build->changed + turn) &&
           program_do(build->program, alone ? "count_alone" : "count_chunk", &count) &&
           gather(&build->sizes, build->program, size) && update(build, size, centre + k->k * k->d);
}

/* ---- turns ---- */

/* Returns the number of turns, of which the last changed no point. The host looks every few turns: those after the last
 * leave members and centres as they are, since they add up the same in the same order. */
static uint32_t run_turns(struct build *build)
{
    uint64_t most = build->k->most;
    uint32_t seen[TURNS_AT_A_TIME];
    for (uint64_t first = 0; first < most; first += TURNS_AT_A_TIME) {
        uint64_t count = most - first < TURNS_AT_A_TIME ? most - first : TURNS_AT_A_TIME;
        for (uint64_t turn = first; turn < first + count; turn++)
            (build->way == BY_TILES ? turn_by_tiles : turn_by_steps)(build, turn);
        if (!program_get(build->program, seen, build->changed + first, count * sizeof *seen)) break;
        for (uint64_t at = 0; at < count; at++)
            if (seen[at] == 0) return (uint32_t)(first + at + 1);
    }
    return (uint32_t)most;
}

/* A quotient is rounded once, and a sum as often as it is added to: in a thread's chunk, or in a part of a block's tiles and
 * then among the parts; and last as deep as the reduction of the threads' or blocks' sums is. */
static uint32_t roundings_of(const struct build *build)
{
    const struct k_means *k = build->k;
    uint64_t parts = STEP_TILE_PARTS(k->d), tile = (uint64_t)build->tile;
    uint64_t chunk = (k->points + k->threads - 1) / k->threads;
    if (build->way == BY_TILES) {
        uint64_t tiles = (k->points + tile - 1) / tile;
        chunk = (tiles + k->threads - 1) / k->threads * ((tile + parts - 1) / parts) + parts;
    }
    return (uint32_t)(chunk + program_depth(build->program, &build->sums.sum) + 1);
}

static bool k_means_there(struct build *build, struct app_answer *answer, struct text *why)
{
    const struct k_means *k = build->k;
    struct program *program = build->program;
    struct found found;
    if (!build_open(build) || !program_start(program)) return false;
    begin(build);
    uint32_t turns = run_turns(build);
    if (!divide(build, turns) || !program_stop(program) || !found_add(answer, k, turns + 1, &found, why))
        return false;
    *found.turns = turns;
    *found.roundings = roundings_of(build);
    return program_get(program, found.member, build->member, k->points * sizeof *found.member) &&
           program_get(program, found.centres, build->centres,
                       (turns + 1) * k->k * k->d * sizeof *found.centres);
}

static bool k_means_by(enum way way, const struct app_data *data, struct passes *passes,
                       struct app_answer *answer, struct text *why)
{
    struct k_means k = k_means_of(data);
    struct program program;
    struct build build = {.k = &k, .program = &program, .way = way, .tile = tile_points(&k)};
    if (way == BY_TILES && build.tile == 0) build.way = BY_RESULTS;
    if (build.way == BY_TILES) k.threads = tile_blocks(&build, passes->session.caps);
    bool done = program_open(&program, passes, why) && k_means_there(&build, answer, why);
    program_close(&program);
    return done;
}

static bool k_means_by_reductions(const struct app_data *data, struct passes *passes,
                                  struct app_answer *answer, struct text *why)
{
    return k_means_by(BY_RESULTS, data, passes, answer, why);
}

static bool k_means_by_chunks(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                              struct text *why)
{
    return k_means_by(BY_CHUNKS, data, passes, answer, why);
}

static bool k_means_by_tiles(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                             struct text *why)
{
    return k_means_by(BY_TILES, data, passes, answer, why);
}

/* ---- the comparison ---- */

static bool k_means_agrees(const struct app_data *data, const struct app_answer *expected,
                           const struct app_answer *got, struct text *where)
{
    struct k_means k = k_means_of(data);
    (void)expected; /* which went its own way */
    struct k_means_turns turns = {.member = got->array[0].items,
                                  .turns = *(const uint32_t *)got->array[1].items,
                                  .roundings = *(const uint32_t *)got->array[2].items,
                                  .centres = got->array[3].items};
    return k_means_follows(&k, &turns, where);
}

const struct app k_means_app = {
    .name = "k_means",
    .input = "f32",
    .option = {{"k", 1, 4096, 5}, {"d", 1, 4096, 35}, {"turns", 1, 500, 500}, {"threads", 1, 1 << 20, 4096}},
    .value = k_means_value,
    .accepts = k_means_accepts,
    .judge = k_means_judge,
    .agrees = k_means_agrees,
    .form = {{.by = "reductions", .reduces = true, .run = k_means_by_reductions},
             {.by = "a thread a chunk and reductions", .reduces = true, .run = k_means_by_chunks},
             {.by = "tiles and reductions", .reduces = true, .run = k_means_by_tiles}},
};
