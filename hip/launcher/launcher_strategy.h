/* SPDX-License-Identifier: MIT
 * A strategy made of somebody else's launcher, and a plugin of it, for a generated C file that has defined
 *
 *     LAUNCHER_NAME, LAUNCHER_DOES     the strategy's name and sentence, strings
 *     LAUNCHER_WHAT                    WHAT_REDUCE, WHAT_SCAN, WHAT_EXSCAN, WHAT_KEYED or WHAT_TRANSPOSE: what it does
 *     LAUNCHER_NEEDS                   laws
 *     LAUNCHER_PROGRESS                true: blocks wait for one another
 *     LAUNCHER_FINITE                  true: the floats that it adds are no infinities and no NaN
 *     LAUNCHER_GRAPHS                  whether it says that it can be captured into a graph, that it cannot, or nothing
 *     LAUNCHER_LANES                   the lanes of a warp that it is right for; 0: any
 *     LAUNCHER_LEAST, LAUNCHER_MOST    items that it is right for; LAUNCHER_MOST 0: any number
 *     LAUNCHER_MULTIPLE                items of a row that it is right for, and rows of a matrix: multiples; 1: any number
 *     LAUNCHER_ALIGN                   bytes: each column begins at a multiple; 1: any
 *     LAUNCHER_TEMPORARY_ALIGN         bytes: its temporary memory begins at a multiple, and at none of twice as many; 0: as
 *                                      an allocation does
 *     LAUNCHER_TEMPORARY               true: it has to be asked for the size of its temporary memory
 *     LAUNCHER_ROWS                    true: it does several rows, by offsets, or several matrices
 *     LAUNCHER_RUNS                    true: its rows are runs of equal keys
 *     LAUNCHER_KEYS                    of WHAT_KEYED: that many keys, always; 0: as many as it is told
 *     LAUNCHER_KEYS_IN_RANGE           true: no key is larger than the last
 *     LAUNCHER_COUNTS                  true: it takes keys alone, and counts them
 *     LAUNCHER_INIT                    true: it takes an initial value
 *     LAUNCHER_PARAMS                  true: it takes the operator's numbers
 *     LAUNCHER_CONSTANTS               the integers in the text of its source, ascending, with commas, and 0 at the end
 *     LAUNCHER_OPERATORS(X, A)         X(operator, A) for each
 *
 * Behind it the file says LAUNCHER_DEVICE(device, its list of calls) for each device. */
#include "launcher.h"
#include "plugin.h"
#include "refuse.h"

#include <stdio.h>
#include <string.h>

enum { GRAPHS_UNSAID, GRAPHS_CLAIMED, GRAPHS_NOT };

static const uint64_t launcher_constants[] = {LAUNCHER_CONSTANTS};

/* ---- what it does not do --------------------------------------------------------------------------------- */

enum {
    LAUNCHER_SCANS = LAUNCHER_WHAT == WHAT_SCAN ? TAKES_INCLUSIVE : TAKES_EXCLUSIVE,
    LAUNCHER_BEGINS = LAUNCHER_WHAT == WHAT_REDUCE ? TAKES_INIT_REDUCTION
                      : LAUNCHER_WHAT == WHAT_SCAN ? TAKES_INIT_INCLUSIVE
                                                   : TAKES_INIT_EXCLUSIVE,
    LAUNCHER_TAKES = (LAUNCHER_NOT_IN_PLACE ? 0 : TAKES_IN_PLACE) |
                     (LAUNCHER_ROWS || LAUNCHER_RUNS ? TAKES_ROWS | TAKES_RAGGED : 0) |
                     (LAUNCHER_WHAT == WHAT_TRANSPOSE ? TAKES_ROWS : 0) |
                     (LAUNCHER_LEAST && !LAUNCHER_RUNS ? 0 : TAKES_EMPTY_ROWS) |
                     (LAUNCHER_WHAT == WHAT_SCAN || LAUNCHER_WHAT == WHAT_EXSCAN ? LAUNCHER_SCANS : 0) |
                     (LAUNCHER_INIT ? LAUNCHER_BEGINS : 0)
};

/* Items one behind the other, which begin where the launcher wants them. */
static bool is_packed(const struct column *column, size_t bytes)
{
    return column->stride == (int64_t)bytes && (uintptr_t)column->base % LAUNCHER_ALIGN == 0;
}

static bool are_packed(const struct columns *columns, const struct tuple *tuple)
{
    for (int c = 0; c < columns->count; c++)
        if (!is_packed(&columns->column[c], elem_size(tuple->elem[c]))) return false;
    return true;
}

static enum refusal launcher_refuse(const struct strategy *strategy, const struct job *job,
                                    const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = refuse_by_takes(strategy, job, shape, why);
    if (refusal != REFUSAL_NONE) return refusal;
    if (LAUNCHER_LANES && job->caps->lanes != LAUNCHER_LANES) {
        text_say(why, LAUNCHER_NAME " is for warps of %d lanes, the device has %d", LAUNCHER_LANES,
                 job->caps->lanes);
        return REFUSAL_DEVICE;
    }
    if (job->params && !LAUNCHER_PARAMS) {
        text_say(why, LAUNCHER_NAME " takes no params");
        return REFUSAL_PARAMS;
    }
    if (job->what == WHAT_TRANSPOSE && !LAUNCHER_ROWS && job->rows != job->height) {
        text_say(why, LAUNCHER_NAME " does one matrix, got %llu rows of matrices of %llu",
                 (unsigned long long)job->rows, (unsigned long long)job->height);
        return REFUSAL_SHAPE;
    }
    if (!are_packed(&job->in, &job->op->input) || !are_packed(&job->out, &job->op->state) ||
        !is_packed(&job->key, job->keys ? sizeof(uint32_t) : 0)) {
        text_say(why,
                 LAUNCHER_NAME
                 " takes columns that are arrays of their own, which begin at multiples of %d bytes",
                 LAUNCHER_ALIGN);
        return REFUSAL_COLUMNS;
    }
    if (job_items(job) < LAUNCHER_LEAST) {
        text_say(why, LAUNCHER_NAME " is right for at least %llu items, got %llu",
                 (unsigned long long)LAUNCHER_LEAST, (unsigned long long)job_items(job));
        return REFUSAL_SHAPE;
    }
    if (job->length % LAUNCHER_MULTIPLE || job->height % LAUNCHER_MULTIPLE) {
        text_say(why, LAUNCHER_NAME " is right for multiples of %llu items, got %llu",
                 (unsigned long long)LAUNCHER_MULTIPLE,
                 (unsigned long long)(job->length % LAUNCHER_MULTIPLE ? job->length : job->height));
        return REFUSAL_SHAPE;
    }
    return REFUSAL_NONE;
}

/* ---- what it does ---------------------------------------------------------------------------------------- */

/* The columns of a state, such as the initial value. */
static void put_state(unsigned char (*to)[FOLDCHECK_NUMBER_BYTES], const struct tuple *tuple,
                      const unsigned char *state)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy(to[c], state + tuple->offset[c], elem_size(tuple->elem[c]));
}

/* The initial value, or the identity where there is none, and the operator's numbers. */
static void put_extras(const struct job *job, struct foldcheck_call *call)
{
    _Alignas(max_align_t) unsigned char identity[MAX_STATE_BYTES];
    if (LAUNCHER_WHAT != WHAT_TRANSPOSE) {
        job->op->identity(job->params, identity);
        put_state(call->identity, &job->op->state, identity);
    }
    int count = LAUNCHER_INIT ? job->op->state.count : 0;
    if (count) put_state(call->extra, &job->op->state, job->init ? job->init : identity);
    for (int i = 0; LAUNCHER_PARAMS && job->args && i < MAX_ARGS; i++) {
        long long number = job->args[i];
        memcpy(call->extra[count + i], &number, sizeof number);
    }
}

static struct foldcheck_call call_of(const struct job *job)
{
    struct foldcheck_call call = {.ins = job->in.count,
                                  .outs = job->out.count,
                                  .count = job_items(job),
                                  .results = job->what == WHAT_REDUCE ? job->rows : job_items(job),
                                  .rows = job->rows,
                                  .row_length = job->length,
                                  .row_start = (const unsigned long long *)job->row_start,
                                  .height = job->height,
                                  .keys = job->keys,
                                  .key = job->key.base,
                                  .stream = job->stream};
    if (job->keys) call.results = job->rows * job->keys;
    if (job->height) call.rows = job->rows / job->height;
    for (int c = 0; c < job->in.count; c++)
        call.in[c] = job->in.column[c].base;
    for (int c = 0; c < job->out.count; c++) {
        call.out[c] = job->out.column[c].base;
        call.out_bytes[c] = elem_size(job->op->state.elem[c]);
    }
    put_extras(job, &call);
    return call;
}

static const struct foldcheck_launcher *launcher_of(const struct foldcheck_launcher *list,
                                                    const struct op *op)
{
    while (strcmp(list->op, op->name) != 0)
        list++;
    return list;
}

static enum elem launcher_rounds(const struct foldcheck_launcher *list, const struct op *op)
{
    int rounds = launcher_of(list, op)->rounds;
    if (rounds == FOLDCHECK_NOT_ROUNDED) return ELEM_F32;
    return rounds == FOLDCHECK_TO_F16 ? ELEM_F16 : ELEM_BF16;
}

/* As many keys as its type has; where some may be larger than the last, one less. */
static uint64_t launcher_most_keys(const struct foldcheck_launcher *list, const struct job *job)
{
    int bits = 8 * launcher_of(list, job->op)->key_bytes;
    uint64_t most = bits < 32 ? ((uint64_t)1 << bits) - !LAUNCHER_KEYS_IN_RANGE : UINT32_MAX;
    return LAUNCHER_KEYS && LAUNCHER_KEYS < most ? LAUNCHER_KEYS : most;
}

/* Asks for the size. */
static uint64_t launcher_temporary(const struct foldcheck_launcher *list, const struct job *job)
{
    struct foldcheck_call call = call_of(job);
    if (!LAUNCHER_TEMPORARY || launcher_of(list, job->op)->run(&call) != 0) return 0;
    return call.temporary_bytes;
}

/* What is no number of bytes is 1, because nullptr asks for the size. */
static uint64_t launcher_scratch(const struct foldcheck_launcher *list, const struct job *job)
{
    uint64_t bytes = launcher_temporary(list, job);
    return bytes == 0 && LAUNCHER_TEMPORARY ? 1 : bytes;
}

/* A part of the scratch memory, from a multiple of 256 bytes. */
static void *launcher_part(const struct job *job, uint64_t *end, uint64_t bytes)
{
    uint64_t at = *end;
    *end += (bytes + 255) / 256 * 256;
    return (unsigned char *)job->scratch + at;
}

/* Where what the call needs beside the columns lies in scratch, the temporary memory last. Returns the bytes of all. */
static uint64_t launcher_place(const struct foldcheck_launcher *list, const struct job *job,
                               struct foldcheck_call *call)
{
    const struct foldcheck_launcher *one = launcher_of(list, job->op);
    uint64_t end = 0;
    if (LAUNCHER_ROWS) call->offsets = launcher_part(job, &end, (job->rows + 1) * sizeof(uint64_t));
    for (int c = 0; one->rounds != FOLDCHECK_NOT_ROUNDED && c < job->out.count; c++)
        call->narrow[c] = launcher_part(job, &end, call->results * sizeof(uint16_t));
    call->temporary_bytes = launcher_scratch(list, job);
    if (LAUNCHER_TEMPORARY) call->temporary = (unsigned char *)job->scratch + end + LAUNCHER_TEMPORARY_ALIGN;
    return end + LAUNCHER_TEMPORARY_ALIGN + call->temporary_bytes;
}

static uint64_t launcher_bytes(const struct foldcheck_launcher *list, const struct job *job)
{
    struct foldcheck_call call = call_of(job);
    return launcher_place(list, job, &call);
}

/* A call that has all memory that it may want. */
static struct foldcheck_call launcher_whole_call(const struct foldcheck_launcher *list, const struct job *job)
{
    struct foldcheck_call call = call_of(job);
    launcher_place(list, job, &call);
    return call;
}

static bool launcher_run(const struct foldcheck_launcher *list, const struct job *job,
                         struct foldcheck_call *call, struct text *why)
{
    if (launcher_of(list, job->op)->run(call) == 0) return true;
    return text_say(why, "%s%s", call->reported ? "" : LAUNCHER_NAME ": ", call->problem);
}

static bool launcher_enqueue(const struct foldcheck_launcher *list, const struct job *job, struct text *why)
{
    struct foldcheck_call call = launcher_whole_call(list, job);
    return launcher_run(list, job, &call, why);
}

/* ---- graphs ------------------------------------------------------------------------------------------------- */

static void *launcher_capture(const struct foldcheck_launcher *list, const struct job *job, struct text *why)
{
    struct foldcheck_call call = launcher_whole_call(list, job);
    call.step = FOLDCHECK_CAPTURE;
    return launcher_run(list, job, &call, why) ? call.graph : NULL;
}

/* Launches the graph, or drops it. */
static bool launcher_replay(const struct foldcheck_launcher *list, const struct job *job, void *graph,
                            enum foldcheck_step step, struct text *why)
{
    struct foldcheck_call call = call_of(job);
    call.step = step;
    call.graph = graph;
    return launcher_run(list, job, &call, why);
}

static enum graph_way launcher_graph_way(const struct foldcheck_launcher *list, const struct op *op)
{
    struct foldcheck_call call = {.step = FOLDCHECK_ASK};
    if (launcher_of(list, op)->run(&call) != 0) return GRAPH_NOT_TRIED;
    return call.takes_stream ? GRAPH_CAN : GRAPH_NO_STREAM;
}

static bool launcher_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

/* ---- one device ------------------------------------------------------------------------------------------ */

#define LAUNCHER_CODE(OP, DEVICE)                                                                            \
    static const struct operator_code DEVICE##_##OP = {                                                      \
        .op = #OP, .instances = &DEVICE##_instance, .count = 1};
#define LAUNCHER_LISTED(OP, DEVICE) &DEVICE##_##OP,

#define LAUNCHER_DEVICE(DEVICE, LIST)                                                                        \
    extern const struct foldcheck_launcher LIST[];                                                           \
    static uint64_t DEVICE##_scratch(const struct job *job, const struct launch_shape *shape)                \
    {                                                                                                        \
        (void)shape;                                                                                         \
        return launcher_bytes(LIST, job);                                                                    \
    }                                                                                                        \
    static uint64_t DEVICE##_most_keys(const struct job *job, const struct launch_shape *shape)              \
    {                                                                                                        \
        (void)shape;                                                                                         \
        return launcher_most_keys(LIST, job);                                                                \
    }                                                                                                        \
    static bool DEVICE##_launch(const struct job *job, const struct launch_shape *shape, struct text *why)   \
    {                                                                                                        \
        (void)shape;                                                                                         \
        return launcher_enqueue(LIST, job, why);                                                             \
    }                                                                                                        \
    static enum graph_way DEVICE##_graph_way(const struct op *op)                                            \
    {                                                                                                        \
        return launcher_graph_way(LIST, op);                                                                 \
    }                                                                                                        \
    static void *DEVICE##_capture(const struct job *job, struct text *why)                                   \
    {                                                                                                        \
        return launcher_capture(LIST, job, why);                                                             \
    }                                                                                                        \
    static bool DEVICE##_replay(const struct job *job, void *graph, struct text *why)                        \
    {                                                                                                        \
        return launcher_replay(LIST, job, graph, FOLDCHECK_REPLAY, why);                                     \
    }                                                                                                        \
    static void DEVICE##_drop(const struct job *job, void *graph)                                            \
    {                                                                                                        \
        launcher_replay(LIST, job, graph, FOLDCHECK_DROP, NULL);                                             \
    }                                                                                                        \
    static const struct strategy_graphs DEVICE##_graphs = {LAUNCHER_GRAPHS == GRAPHS_CLAIMED,                \
                                                           DEVICE##_graph_way, DEVICE##_capture,             \
                                                           DEVICE##_replay, DEVICE##_drop};                  \
    static enum elem DEVICE##_rounds(const struct op *op)                                                    \
    {                                                                                                        \
        return launcher_rounds(LIST, op);                                                                    \
    }                                                                                                        \
    static const struct strategy DEVICE##_strategy = {                                                       \
        .name = LAUNCHER_NAME,                                                                               \
        .ids = "",                                                                                           \
        .does = LAUNCHER_DOES,                                                                               \
        .what = LAUNCHER_WHAT == WHAT_EXSCAN ? WHAT_SCAN : LAUNCHER_WHAT,                                    \
        .needs = LAUNCHER_NEEDS,                                                                             \
        .takes = LAUNCHER_TAKES,                                                                             \
        .needs_progress = LAUNCHER_PROGRESS,                                                                 \
        .blocks_communicate = true,                                                                          \
        .determinism = LAUNCHER_DETERMINISM,                                                                 \
        .most_keys = DEVICE##_most_keys,                                                                     \
        .refuse = launcher_refuse,                                                                           \
        .scratch_bytes = DEVICE##_scratch,                                                                   \
        .prepare = launcher_prepare,                                                                         \
        .most_items = LAUNCHER_MOST,                                                                         \
        .constants = launcher_constants,                                                                     \
        .rounds = DEVICE##_rounds,                                                                           \
        .finite = LAUNCHER_FINITE,                                                                           \
        .keys_in_range = LAUNCHER_KEYS_IN_RANGE,                                                             \
        .counts = LAUNCHER_COUNTS,                                                                           \
        .multiple = LAUNCHER_MULTIPLE,                                                                       \
        .graphs = LAUNCHER_GRAPHS == GRAPHS_NOT ? NULL : &DEVICE##_graphs};                                  \
    static const struct instance DEVICE##_instance = {.strategy = &DEVICE##_strategy,                        \
                                                      .launch = DEVICE##_launch};                            \
    static const struct strategy *const DEVICE##_strategies[] = {&DEVICE##_strategy, NULL};                  \
    LAUNCHER_OPERATORS(LAUNCHER_CODE, DEVICE)                                                                \
    static const struct operator_code *const DEVICE##_operators[] = {                                        \
        LAUNCHER_OPERATORS(LAUNCHER_LISTED, DEVICE) NULL};                                                   \
    extern const struct plugin_code DEVICE##_code;                                                           \
    const struct plugin_code DEVICE##_code = {#DEVICE, DEVICE##_strategies, DEVICE##_operators};
