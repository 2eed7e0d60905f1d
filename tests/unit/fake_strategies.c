/* SPDX-License-Identifier: MIT
 * The strategies of the fake device: one row after the other, one item after the other. */
#include "fake_strategies.h"

#include <stdlib.h>
#include <string.h>

#include "fake_device.h"
#include "vary_index.h"

enum { FAKE_SCRATCH = 40, FAKE_ROOM = 1 << 14 };

static void read_struct(const struct columns *columns, const struct tuple *tuple, uint64_t i, void *to)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy((char *)to + tuple->offset[c],
               (const char *)columns->column[c].base + (int64_t)i * columns->column[c].stride,
               elem_size(tuple->elem[c]));
}

void fake_write(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *from)
{
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].base)
            memcpy((char *)columns->column[c].base + (int64_t)i * columns->column[c].stride,
                   (const char *)from + tuple->offset[c], elem_size(tuple->elem[c]));
}

enum flaw {
    FLAW_NONE,
    FLAW_REMEMBERS,
    FLAW_MIXES_ROWS,
    FLAW_FORGETS_INIT,
    FLAW_RESETS,
    FLAW_DROPS_TAIL,
    FLAW_MIXES_KEYS,
    FLAW_FAKE_TAKES_KEYS,
    FLAW_EMPTY_IS_ZERO,
    FLAW_SWAPS_PAIRS,
    FLAW_STOPS_AT_NO_KEY,
    FLAW_KEEPS_ORDER,
    FLAW_FILLS_ABSENT
};

/* A job, and its items as C structs: results may lie over them. */
struct sheet {
    const struct job *job;
    unsigned char *items;
    enum flaw flaw;
    struct state fold; /* of the row before */
};

static const void *params_of_row(const struct job *job, uint64_t row)
{
    if (!job->row_params) return job->params;
    return (const char *)job->row_params +
           (uint64_t)vary_index_of(&job->vary, (int64_t)row) * job->op->params_size;
}

static void put_result(const struct job *job, uint64_t at, const void *state)
{
    fake_write(&job->out, &job->op->state, at, state);
}

static void begin_row(const struct sheet *sheet, uint64_t row, struct state *acc)
{
    const struct job *job = sheet->job;
    job->op->identity(params_of_row(job, row), acc->at);
    if (job->init && sheet->flaw != FLAW_FORGETS_INIT) memcpy(acc->at, job->init, job->op->state.size);
    if (row && sheet->flaw == FLAW_MIXES_ROWS) *acc = sheet->fold;
}

static void fold_row(struct sheet *sheet, uint64_t row, uint64_t first, uint64_t end)
{
    const struct job *job = sheet->job;
    const struct op *op = job->op;
    const void *params = params_of_row(job, row);
    struct state acc, lifted, out;
    begin_row(sheet, row, &acc);
    for (uint64_t i = first; i < end; i++) {
        if (sheet->flaw == FLAW_DROPS_TAIL && i - first > 4) break;
        if (sheet->flaw == FLAW_RESETS && (i - first) % 5 == 4) op->identity(params, acc.at);
        const unsigned char *item = sheet->items + i * op->input.size;
        if (job->what == WHAT_EXSCAN) put_result(job, i, acc.at);
        op->lift(params, item, lifted.at);
        op->combine(params, acc.at, lifted.at, acc.at);
        if (job->what == WHAT_SCAN) put_result(job, i, acc.at);
        if (!op->emits) continue;
        op->emit(params, item, out.at);
        fake_write(&job->mapout, &op->mapout, i, out.at);
    }
    sheet->fold = acc;
    if (job->what == WHAT_REDUCE) put_result(job, row, acc.at);
}

static void fold_rows(struct sheet *sheet)
{
    const struct job *job = sheet->job;
    for (uint64_t row = 0; row < job->rows; row++) {
        const uint64_t *start = job->row_start;
        fold_row(sheet, row, start ? start[row] : row * job->length,
                 start ? start[row + 1] : (row + 1) * job->length);
    }
}

/* ---- folds by key ---- */

static uint32_t key_of(const struct job *job, uint64_t i)
{
    uint32_t key;
    memcpy(&key, (const char *)job->key.base + (int64_t)i * job->key.stride, sizeof key);
    return key;
}

/* The items of one key: all of a row's, but those of other keys. */
static void fold_key(struct sheet *sheet, uint64_t row, uint64_t key)
{
    const struct job *job = sheet->job;
    const struct op *op = job->op;
    const void *params = params_of_row(job, row);
    struct state lifted, *acc = &sheet->fold;
    uint64_t first = row * job->length, met = 0;
    if (!row || sheet->flaw != FLAW_MIXES_ROWS) op->identity(params, acc->at);
    for (uint64_t j = 0; j < job->length; j++) {
        uint64_t at = sheet->flaw == FLAW_SWAPS_PAIRS && (j ^ 1) < job->length ? j ^ 1 : j;
        uint64_t its = key_of(job, first + at);
        if (sheet->flaw == FLAW_STOPS_AT_NO_KEY && its >= job->keys) break;
        if (sheet->flaw == FLAW_FAKE_TAKES_KEYS && its >= job->keys) its = job->keys - 1;
        if (sheet->flaw == FLAW_MIXES_KEYS && its == 1) its = 0;
        if (its != key || (sheet->flaw == FLAW_DROPS_TAIL && met == 3)) continue;
        met++;
        op->lift(params, sheet->items + (first + at) * op->input.size, lifted.at);
        op->combine(params, acc->at, lifted.at, acc->at);
    }
    if (sheet->flaw == FLAW_EMPTY_IS_ZERO && !met) memset(acc, 0, sizeof *acc);
    put_result(job, row * job->keys + key, acc->at);
}

static void emit_row(const struct sheet *sheet, uint64_t row)
{
    const struct job *job = sheet->job;
    struct state out;
    for (uint64_t i = row * job->length; job->op->emits && i < (row + 1) * job->length; i++) {
        job->op->emit(params_of_row(job, row), sheet->items + i * job->op->input.size, out.at);
        fake_write(&job->mapout, &job->op->mapout, i, out.at);
    }
}

static void fold_keys(struct sheet *sheet)
{
    const struct job *job = sheet->job;
    for (uint64_t row = 0; row < job->rows; row++) {
        for (uint64_t key = 0; key < job->keys; key++)
            fold_key(sheet, row, key);
        emit_row(sheet, row);
    }
}

/* ---- launches ---- */

static void transpose(const struct sheet *sheet)
{
    const struct job *job = sheet->job;
    uint64_t whole = job->height * job->length;
    for (uint64_t row = 0; row < job->rows; row++)
        for (uint64_t column = 0; column < job->length; column++) {
            uint64_t matrix = row / job->height, r = row % job->height, item = r * job->length + column;
            uint64_t to = sheet->flaw == FLAW_KEEPS_ORDER ? item : column * job->height + r;
            bool there = item < job->present;
            if (!there && sheet->flaw != FLAW_FILLS_ABSENT) continue;
            put_result(job, matrix * whole + to,
                       sheet->items + (matrix * job->present + (there ? item : 0)) * job->op->input.size);
        }
}

static bool is_prepared(const struct job *job)
{
    static const unsigned char zeros[FAKE_SCRATCH];
    return memcmp(job->scratch, zeros, FAKE_SCRATCH) == 0;
}

/* The first row's result is the one that the first launch on this scratch had. */
static void remember(const struct job *job)
{
    struct state first;
    if (is_prepared(job)) {
        read_struct(&job->out, &job->op->state, 0, first.at);
        memset(job->scratch, 1, 1);
        memcpy((char *)job->scratch + 1, first.at, job->op->state.size);
    }
    memcpy(first.at, (char *)job->scratch + 1, job->op->state.size);
    put_result(job, 0, first.at);
}

static bool is_strided(const struct job *job)
{
    return job->in.column[0].stride != (int64_t)elem_size(job->op->input.elem[0]);
}

/* Room for the items of a launch: few of them need no memory of the host. */
static unsigned char *room_for(uint64_t items, size_t size)
{
    static _Alignas(16) unsigned char few[FAKE_ROOM];
    if (items >= FAKE_ROOM / size) return calloc(items + 1, size);
    memset(few, 0, sizeof few);
    return few;
}

static bool launch_with(enum flaw flaw, const struct job *job, struct text *why)
{
    uint64_t items = job_items(job);
    if (flaw != FLAW_REMEMBERS && !is_prepared(job))
        return text_say(why, "scratch is not as prepare leaves it");
    if (job->height) items = job->rows / job->height * job->present;
    struct sheet sheet = {.job = job, .items = room_for(items, job->op->input.size), .flaw = flaw};
    if (!sheet.items) return text_say(why, "no host memory for the items of a launch on the fake device");
    for (uint64_t i = 0; i < items; i++)
        read_struct(&job->in, &job->op->input, i, sheet.items + i * job->op->input.size);
    if (job->what == WHAT_TRANSPOSE)
        transpose(&sheet);
    else if (job->keys)
        fold_keys(&sheet);
    else
        fold_rows(&sheet);
    if (flaw == FLAW_REMEMBERS) remember(job);
    if (items >= FAKE_ROOM / job->op->input.size) free(sheet.items);
    return true;
}

/* A launch elsewhere than the one before it gives that one's first result again. */
static bool launch_repeats(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    static struct state first;
    static const void *place;
    const void *here = job->out.column[0].base;
    (void)shape;
    if (!launch_with(FLAW_NONE, job, why)) return false;
    if (place && place != here) {
        put_result(job, 0, first.at);
        place = NULL;
        return true;
    }
    read_struct(&job->out, &job->op->state, 0, first.at);
    place = here;
    return true;
}

#define LAUNCH(NAME, FLAW)                                                                                   \
    static bool NAME(const struct job *job, const struct launch_shape *shape, struct text *why)              \
    {                                                                                                        \
        (void)shape;                                                                                         \
        return launch_with(FLAW, job, why);                                                                  \
    }
LAUNCH(launch_right, FLAW_NONE)
LAUNCH(launch_strided, is_strided(job) ? FLAW_DROPS_TAIL : FLAW_NONE)
LAUNCH(launch_remembers, FLAW_REMEMBERS)
LAUNCH(launch_mixes_rows, FLAW_MIXES_ROWS)
LAUNCH(launch_forgets_init, FLAW_FORGETS_INIT)
LAUNCH(launch_resets, FLAW_RESETS)
LAUNCH(launch_drops_tail, FLAW_DROPS_TAIL)
LAUNCH(launch_mixes_keys, FLAW_MIXES_KEYS)
LAUNCH(launch_takes_all_keys, FLAW_FAKE_TAKES_KEYS)
LAUNCH(launch_empty_is_zero, FLAW_EMPTY_IS_ZERO)
LAUNCH(launch_swaps_pairs, FLAW_SWAPS_PAIRS)
LAUNCH(launch_stops, FLAW_STOPS_AT_NO_KEY)
LAUNCH(launch_keeps_order, FLAW_KEEPS_ORDER)
LAUNCH(launch_fills_absent, FLAW_FILLS_ABSENT)

enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                            const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_NONE;
}

static enum refusal refuse_a_law(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    text_say(why, "wants a law");
    return REFUSAL_LAW;
}

static enum refusal refuse_in_silence(const struct strategy *strategy, const struct job *job,
                                      const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_SHAPE;
}

static enum refusal refuse_long_rows(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    if (job->length <= FAKE_SHORT) return REFUSAL_NONE;
    text_say(why, "has room for short rows");
    return REFUSAL_SHAPE;
}

static enum refusal refuse_many_items(const struct strategy *strategy, const struct job *job,
                                      const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    if (job_items(job) <= strategy->most_items) return REFUSAL_NONE;
    text_say(why, "has room for few items");
    return REFUSAL_SHAPE;
}

static enum refusal refuse_absent(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    if (job->present == job->height * job->length) return REFUSAL_NONE;
    text_say(why, "wants all items");
    return REFUSAL_SHAPE;
}

static enum refusal refuse_many_keys(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    if (job->keys <= FAKE_KEYS) return REFUSAL_NONE;
    text_say(why, "has room for few keys");
    return REFUSAL_KEYS;
}

static uint64_t fake_longest(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return FAKE_SHORT;
}

static uint64_t fake_keys(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return FAKE_KEYS;
}

static uint64_t fake_scratch(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return FAKE_SCRATCH;
}

static uint64_t fake_traffic(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return FAKE_TRAFFIC;
}

static double fake_sectors(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 1;
}

static bool fake_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape, (void)why;
    memset(job->scratch, 0, FAKE_SCRATCH);
    return true;
}

static bool prepare_once(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    return *(const unsigned char *)job->scratch == 0xff || fake_prepare(job, shape, why);
}

/* In order, for all that is known. */
static uint64_t fake_depth(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return job_items(job);
}

/* Deeper than that is every fold of more than one item. */
static uint64_t no_depth(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

#define FAKE_STATED(NAME, WHAT, TAKES, REFUSE, PREPARE, DEPTH)                                               \
    .name = NAME, .ids = "", .does = "fake", .what = WHAT, .takes = TAKES, .refuse = REFUSE,                 \
    .scratch_bytes = fake_scratch, .traffic = fake_traffic, .sectors = fake_sectors, .depth = DEPTH,         \
    .prepare = PREPARE
#define FAKE_PREPARED(NAME, WHAT, TAKES, REFUSE, PREPARE)                                                    \
    FAKE_STATED(NAME, WHAT, TAKES, REFUSE, PREPARE, fake_depth)
#define PAPER(NAME, WHAT, REFUSE)                                                                            \
    FAKE_PREPARED(NAME, WHAT, FAKE_TAKES & ~(WHAT == WHAT_KEYED ? TAKES_RAGGED : 0), REFUSE, fake_prepare)

static const struct strategy *pick_reduction(const struct job *job, struct launch_shape *shape,
                                             struct text *why);
static const struct strategy *pick_keyed(const struct job *job, struct launch_shape *shape, struct text *why);

static const struct strategy
    reduction = {PAPER("reduce_auto", WHAT_REDUCE, refuse_nothing)},
    scan = {PAPER("scan_lookback", WHAT_SCAN, refuse_nothing)},
    segscan = {PAPER("segscan_flags", WHAT_SCAN, refuse_nothing)},
    transposition = {PAPER("transpose_naive", WHAT_TRANSPOSE, refuse_nothing)},
    policy = {PAPER("policy", WHAT_REDUCE, refuse_nothing), .pick = pick_reduction},
    other_policy = {PAPER("other_policy", WHAT_REDUCE, refuse_nothing), .pick = pick_reduction},
    accepts_anyway = {PAPER("accepts_anyway", WHAT_REDUCE, refuse_nothing), .needs = LAW_IDEMPOTENT},
    refuses_a_law = {PAPER("refuses_a_law", WHAT_REDUCE, refuse_a_law), .needs = LAW_EXACT},
    refuses_in_silence = {PAPER("refuses_in_silence", WHAT_REDUCE, refuse_in_silence)},
    wrong_if_strided = {PAPER("wrong_if_strided", WHAT_REDUCE, refuse_nothing)},
    remembers = {FAKE_STATED("remembers", WHAT_REDUCE, FAKE_TAKES, refuse_nothing, fake_prepare, no_depth)},
    mixes_rows = {PAPER("mixes_rows", WHAT_REDUCE, refuse_nothing)},
    mixes_scanned_rows = {PAPER("mixes_scanned_rows", WHAT_SCAN, refuse_nothing)},
    forgets_init = {PAPER("forgets_init", WHAT_SCAN, refuse_nothing)},
    resets = {PAPER("resets", WHAT_SCAN, refuse_nothing)},
    drops_tail = {PAPER("drops_tail", WHAT_REDUCE, refuse_nothing)},
    keyed = {PAPER("keyed_stream", WHAT_KEYED, refuse_nothing)},
    keyed_drops_tail = {PAPER("keyed_drops_tail", WHAT_KEYED, refuse_nothing)},
    keyed_mixes_rows = {PAPER("keyed_mixes_rows", WHAT_KEYED, refuse_nothing)},
    keyed_mixes_keys = {PAPER("keyed_mixes_keys", WHAT_KEYED, refuse_nothing)},
    keyed_takes_all = {PAPER("keyed_takes_all", WHAT_KEYED, refuse_nothing)},
    keyed_empty_is_zero = {PAPER("keyed_empty_is_zero", WHAT_KEYED, refuse_nothing)},
    keyed_swaps_pairs = {PAPER("keyed_swaps_pairs", WHAT_KEYED, refuse_nothing)},
    keyed_stops = {PAPER("keyed_stops", WHAT_KEYED, refuse_nothing)},
    keyed_library = {PAPER("keyed_library", WHAT_KEYED, refuse_nothing)},
    keyed_policy = {PAPER("keyed_policy", WHAT_KEYED, refuse_nothing), .pick = pick_keyed},
    keeps_order = {PAPER("keeps_order", WHAT_TRANSPOSE, refuse_nothing)},
    fills_absent = {PAPER("fills_absent", WHAT_TRANSPOSE, refuse_nothing)},
    whole_matrices = {FAKE_PREPARED("whole_matrices", WHAT_TRANSPOSE, FAKE_TAKES & ~TAKES_MASK, refuse_absent,
                                    fake_prepare)},
    few_keys = {PAPER("few_keys", WHAT_KEYED, refuse_many_keys), .most_keys = fake_keys},
    prepares_once = {FAKE_PREPARED("prepares_once", WHAT_REDUCE, FAKE_TAKES, refuse_nothing, prepare_once)},
    short_scans = {PAPER("short_scans", WHAT_SCAN, refuse_long_rows), .longest_row = fake_longest},
    short_keyed = {PAPER("short_keyed", WHAT_KEYED, refuse_long_rows), .longest_row = fake_longest},
    short_matrices = {PAPER("short_matrices", WHAT_TRANSPOSE, refuse_long_rows), .longest_row = fake_longest},
    rows_reduction = {PAPER("segreduce_auto", WHAT_REDUCE, refuse_nothing)},
    short_rows = {PAPER("short_rows", WHAT_REDUCE, refuse_long_rows), .longest_row = fake_longest},
    few_items = {PAPER("few_items", WHAT_REDUCE, refuse_many_items), .most_items = FAKE_ITEMS},
    too_many_items = {PAPER("too_many_items", WHAT_REDUCE, refuse_nothing), .most_items = FAKE_ITEMS},
    gathers = {PAPER("gathers", WHAT_REDUCE, refuse_nothing)},
    repeats = {PAPER("repeats", WHAT_REDUCE, refuse_nothing)},
    asks = {PAPER("asks", WHAT_REDUCE, refuse_nothing)},
    waits = {PAPER("waits", WHAT_REDUCE, refuse_nothing), .needs_progress = true};

const struct strategy *const fake_strategies[] = {&reduction,
                                                  &scan,
                                                  &segscan,
                                                  &transposition,
                                                  &policy,
                                                  &other_policy,
                                                  &accepts_anyway,
                                                  &refuses_a_law,
                                                  &refuses_in_silence,
                                                  &wrong_if_strided,
                                                  &remembers,
                                                  &mixes_rows,
                                                  &mixes_scanned_rows,
                                                  &forgets_init,
                                                  &resets,
                                                  &drops_tail,
                                                  &keyed,
                                                  &keyed_drops_tail,
                                                  &keyed_mixes_rows,
                                                  &keyed_mixes_keys,
                                                  &keyed_takes_all,
                                                  &keyed_empty_is_zero,
                                                  &keyed_swaps_pairs,
                                                  &keyed_stops,
                                                  &keyed_library,
                                                  &keyed_policy,
                                                  &keeps_order,
                                                  &fills_absent,
                                                  &whole_matrices,
                                                  &few_keys,
                                                  &prepares_once,
                                                  &short_scans,
                                                  &short_keyed,
                                                  &short_matrices,
                                                  &rows_reduction,
                                                  &short_rows,
                                                  &waits,
                                                  &asks,
                                                  &few_items,
                                                  &too_many_items,
                                                  &gathers,
                                                  &repeats,
                                                  NULL};

static const struct strategy *pick_reduction(const struct job *job, struct launch_shape *shape,
                                             struct text *why)
{
    (void)job;
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    text_say(why, "there is no other");
    return &reduction;
}

static const struct strategy *pick_keyed(const struct job *job, struct launch_shape *shape, struct text *why)
{
    (void)job;
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    text_say(why, "there is no other");
    return &keyed;
}

/* A tiny tuning and a usual one, in the order in which backends have them. */
#define ON_PAPER(STRATEGY, LAUNCH)                                                                           \
    OF_SHAPE(STRATEGY, LAUNCH, 4, 1, true, 0), OF_SHAPE(STRATEGY, LAUNCH, 32, 2, false, 0),
#define OF_SHAPE(STRATEGY, LAUNCH, BLOCK, ITEMS, TINY, ASKS)                                                 \
    {                                                                                                        \
        .strategy = &STRATEGY, .shape = {.block = BLOCK, .items = ITEMS, .group = BLOCK}, .tiny = TINY,      \
        .shared_bytes = ASKS, .shared_said = FAKE_SHARED, .launch = LAUNCH                                   \
    }

/* clang-format off */
const struct instance fake_instances[] = {
    ON_PAPER(reduction, launch_right)
    ON_PAPER(scan, launch_right)
    ON_PAPER(segscan, launch_right)
    ON_PAPER(transposition, launch_right)
    ON_PAPER(policy, launch_right)
    ON_PAPER(other_policy, launch_right)
    ON_PAPER(accepts_anyway, launch_right)
    ON_PAPER(refuses_a_law, launch_right)
    ON_PAPER(refuses_in_silence, launch_right)
    ON_PAPER(wrong_if_strided, launch_strided)
    ON_PAPER(remembers, launch_remembers)
    ON_PAPER(mixes_rows, launch_mixes_rows)
    ON_PAPER(mixes_scanned_rows, launch_mixes_rows)
    ON_PAPER(forgets_init, launch_forgets_init)
    ON_PAPER(resets, launch_resets)
    ON_PAPER(drops_tail, launch_drops_tail)
    ON_PAPER(keyed, launch_right)
    ON_PAPER(keyed_drops_tail, launch_drops_tail)
    ON_PAPER(keyed_mixes_rows, launch_mixes_rows)
    ON_PAPER(keyed_mixes_keys, launch_mixes_keys)
    ON_PAPER(keyed_takes_all, launch_takes_all_keys)
    ON_PAPER(keyed_empty_is_zero, launch_empty_is_zero)
    ON_PAPER(keyed_swaps_pairs, launch_swaps_pairs)
    ON_PAPER(keyed_stops, launch_stops)
    OF_SHAPE(keyed_library, launch_stops, 0, 0, false, 0),
    OF_SHAPE(keyed_policy, launch_right, 0, 0, false, 0),
    ON_PAPER(keeps_order, launch_keeps_order)
    ON_PAPER(fills_absent, launch_fills_absent)
    ON_PAPER(whole_matrices, launch_right)
    ON_PAPER(few_keys, launch_right)
    ON_PAPER(prepares_once, launch_right)
    ON_PAPER(short_scans, launch_right)
    ON_PAPER(short_keyed, launch_right)
    ON_PAPER(short_matrices, launch_right)
    ON_PAPER(rows_reduction, launch_right)
    ON_PAPER(short_rows, launch_right)
    ON_PAPER(waits, launch_right)
    ON_PAPER(few_items, launch_right)
    ON_PAPER(too_many_items, launch_right)
    OF_SHAPE(asks, launch_right, 4, 1, true, FAKE_SHARED),
    {.strategy = &gathers, .shape = {4, 1, 4, 2}, .tiny = true, .launch = launch_right},
    ON_PAPER(repeats, launch_repeats)
};
/* clang-format on */
const size_t fake_instance_count = sizeof fake_instances / sizeof fake_instances[0];
