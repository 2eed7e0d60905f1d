/* SPDX-License-Identifier: MIT
 * Memory, copies and launches of a planned load. */
#include "load_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 1 << 20 };

void load_close(struct load *load)
{
    if (load->memory) load->session->backend->release(load->session->device, load->memory);
    free(load->up);
    free(load->down);
    item_keys_free(&load->keys);
    *load = (struct load){0};
}

/* Marks the session when the device said no. */
static bool device_did(struct load *load, bool done)
{
    load->session->failed |= !done;
    return done;
}

/* Grows at least by half, so that a run of ever larger cases allocates seldom. */
static uint64_t next_capacity(uint64_t had, uint64_t needed)
{
    uint64_t grown = needed < (1u << 30) ? had + had / 2 : 0;
    uint64_t least = grown > LEAST_CAPACITY ? grown : LEAST_CAPACITY;
    return needed > least ? needed : least;
}

static bool grow_device(struct load *load, struct text *why)
{
    const struct backend *backend = load->session->backend;
    if (load->capacity < load->arena.bytes) {
        uint64_t capacity = next_capacity(load->capacity, load->arena.bytes);
        if (load->memory) backend->release(load->session->device, load->memory);
        load->memory = backend->alloc(load->session->device, capacity, why);
        load->capacity = load->memory ? capacity : 0;
    }
    if (!load->memory) return false;
    load_point_columns(load);
    load->job.stream = load->stream;
    return true;
}

static bool grow_host(unsigned char **image, uint64_t *capacity, uint64_t needed, struct text *why)
{
    if (*capacity >= needed) return true;
    uint64_t grown = next_capacity(*capacity, needed);
    free(*image);
    *image = aligned_alloc(256, (grown + 255) / 256 * 256);
    *capacity = *image ? grown : 0;
    return *image || text_say(why, "no host memory for an image of %" PRIu64 " bytes", grown);
}

static void declare_regions(struct load *load)
{
    const struct backend *backend = load->session->backend;
    backend->region(load->session->device, load->memory, 0, 0, false, NULL);
    for (int r = 0; r < load->arena.regions; r++) {
        const struct region *region = &load->arena.region[r];
        if (region->bytes == 0) continue; /* nothing may be touched there; 0 would forget the others */
        backend->region(load->session->device, load->memory + region->offset, region->bytes, region->item,
                        region->part == ARENA_RESULT || region->part == ARENA_MAPOUT ||
                            region->part == ARENA_SCRATCH,
                        region->name);
    }
}

static bool prepare(struct load *load, struct text *why)
{
    const struct instance *instance = load->instance;
    return device_did(load, instance->strategy->prepare(&load->job, &load->shape, why));
}

static bool copy_up(struct load *load, uint64_t bytes, struct text *why)
{
    struct session *session = load->session;
    return device_did(
        load, session->backend->put(session->device, load->stream, load->memory, load->up, bytes, why));
}

static void write_row_starts(const struct load *load, uint64_t *start)
{
    if (load->real_start)
        memcpy(start, load->real_start, (load->real_rows + 1) * sizeof *start);
    else
        shape_row_starts(&load->problem->shape, start);
}

static void write_row_params(struct load *load)
{
    const struct problem *problem = load->problem;
    if (!load_param_words(problem)) return;
    _Alignas(16) unsigned char params[MAX_PARAMS_BYTES] = {0};
    unsigned char *to = arena_columns(&load->arena, ARENA_PARAMS, load->up).column[0].base;
    for (uint64_t set = 0; set < problem_param_sets(problem); set++, to += problem->op->params_size) {
        problem_param_set(problem, set, params);
        memcpy(to, params, problem->op->params_size);
    }
}

/* Row starts alone, of a load without a host image. */
static bool put_row_starts(struct load *load, struct text *why)
{
    const struct session *session = load->session;
    uint64_t bytes = (load->job.rows + 1) * sizeof(uint64_t);
    if (!load->job.row_start) return true;
    if (!grow_host(&load->up, &load->up_capacity, bytes, why)) return false;
    write_row_starts(load, (uint64_t *)load->up);
    return session->backend->put(session->device, load->stream, (void *)load->job.row_start, load->up, bytes,
                                 why) &&
           session->backend->sync(session->device, session->seconds, why);
}

/* Room for the images and the device's memory, and the image without its items. */
static bool load_begin(struct load *load, struct text *why)
{
    if (!grow_device(load, why) || !grow_host(&load->up, &load->up_capacity, load->arena.bytes, why))
        return false;
    declare_regions(load);
    arena_fill(&load->arena, load->up);
    if (load->job.row_start)
        write_row_starts(load, arena_columns(&load->arena, ARENA_ROWS, load->up).column[0].base);
    write_row_params(load);
    return true;
}

/* The stored items of a keyed problem, with their keys, into the image. */
static void write_keyed(struct load *load)
{
    const struct arena_side *side = &load->arena.side[ARENA_INPUT];
    const int last = side->tuple.count - 1;
    _Alignas(16) unsigned char item[MAX_STATE_BYTES + 16];
    struct columns columns = arena_columns(&load->arena, ARENA_INPUT, load->up);
    for (uint64_t i = 0; i < side->count; i++) {
        problem_keyed_item(load->problem, load->job.params, i, load->keys.place[i], item);
        memcpy(item + side->tuple.offset[last], &load->keys.key[i], sizeof load->keys.key[i]);
        columns_write(&columns, &side->tuple, i, item);
    }
}

/* Items [from, to) of the problem, which have these params, into the image. */
static void write_run(struct load *load, const void *params, uint64_t from, uint64_t to)
{
    const struct tuple *tuple = &load->job.op->input;
    _Alignas(16) unsigned char item[MAX_STATE_BYTES];
    struct columns columns = arena_columns(&load->arena, ARENA_INPUT, load->up);
    for (uint64_t i = from; i < to; i++) {
        problem_item(load->problem, params, i, item);
        columns_write(&columns, tuple, job_place(&load->job, i), item);
    }
}

/* The problem's items; where params vary, each by those of its row. */
static void write_items(struct load *load)
{
    const struct shape *shape = &load->problem->shape;
    uint64_t count = load->arena.side[ARENA_INPUT].count;
    if (load->job.keys) {
        write_keyed(load);
        return;
    }
    if (!load->job.row_params) {
        write_run(load, load->job.params, 0, count);
        return;
    }
    for (uint64_t i = 0, end; i < count; i = end) {
        _Alignas(16) unsigned char params[MAX_PARAMS_BYTES];
        uint64_t row = shape_row_of(shape, i);
        end = shape_row_first(shape, row) + shape_row_length(shape, row);
        problem_params(load->problem, row, params);
        write_run(load, params, i, end < count ? end : count);
    }
}

bool session_put_items(struct load *load, struct text *why)
{
    if (load->job.keys && !item_keys_fill(&load->keys, load->problem, why)) return false;
    if (!load_begin(load, why)) return false;
    write_items(load);
    return copy_up(load, load->arena.bytes, why) && prepare(load, why);
}

bool session_put_same_items(struct load *load, struct text *why)
{
    if (!grow_device(load, why)) return false;
    declare_regions(load);
    return copy_up(load, load->arena.scratch_offset, why) && prepare(load, why);
}

bool session_put_columns(struct load *load, const struct columns *host, struct text *why)
{
    const struct tuple *tuple = &load->arena.side[ARENA_INPUT].tuple;
    const struct column *key = &host->column[tuple->count - 1];
    if (load->job.keys && !item_keys_take(&load->keys, load->problem, key->base, key->stride, why))
        return false;
    if (!load_begin(load, why)) return false;
    struct columns columns = arena_columns(&load->arena, ARENA_INPUT, load->up);
    uint64_t count = load->arena.side[ARENA_INPUT].count;
    for (int c = 0; c < tuple->count; c++) {
        size_t size = elem_size(tuple->elem[c]);
        unsigned char *to = columns.column[c].base;
        const unsigned char *from = host->column[c].base;
        int64_t up = columns.column[c].stride, down = host->column[c].stride;
        if (up == (int64_t)size && down == up && !load->job.by_column) {
            memcpy(to, from, size * count);
            continue;
        }
        for (uint64_t i = 0; i < count; i++)
            memcpy(to + (int64_t)job_place(&load->job, i) * up, from + (int64_t)i * down, size);
    }
    return copy_up(load, load->arena.bytes, why) && prepare(load, why);
}

bool session_make_items(struct load *load, struct text *why)
{
    const struct problem *problem = load->problem;
    const struct operator_code *code = backend_operator(load->session->backend, load->job.op->name);
    if (!code) return text_say(why, "the backend has no operator %s", load->job.op->name);
    if (problem->data.form > DATA_ANY || problem->has_only)
        return text_say(why, "a device makes items of unit, small and any, without `only`");
    if (load->job.row_params) return text_say(why, "a device makes items with one set of params");
    if (load->job.keys) return text_say(why, "a device makes items without keys");
    if (!grow_device(load, why)) return false;
    declare_regions(load);
    uint64_t count = load->arena.side[ARENA_INPUT].count;
    bool made = count == 0 ||
                code->make_items(load->job.params, load->stream, &load->job.in, problem->data.form,
                                 problem->data.seed, count, load->job.by_column ? load->job.rows : 0, why);
    return device_did(load, made && put_row_starts(load, why)) && prepare(load, why);
}

bool session_put_other_items(struct load *load, const struct problem *problem, struct text *why)
{
    load->problem = problem;
    write_items(load);
    write_row_params(load);
    return session_put_again(load, why);
}

bool session_put_again(struct load *load, struct text *why)
{
    return copy_up(load, load->arena.scratch_offset, why);
}

bool session_prepare(struct load *load, int stale, struct text *why)
{
    struct session *session = load->session;
    uint64_t bytes = load->arena.scratch_bytes;
    if (bytes && !session->backend->fill(session->device, load->stream, load->job.scratch, stale, bytes, why))
        return device_did(load, false);
    return prepare(load, why);
}

static void launch_begins(const struct load *load)
{
    load->session->backend->schedule(load->session->device, &load->problem->schedule);
    session_judge(load->session, load->problem->model);
}

static bool launch_is_queued(struct load *load, bool queued)
{
    if (!queued) load->session->backend->schedule(load->session->device, NULL);
    return device_did(load, queued);
}

bool session_launch(struct load *load, struct text *why)
{
    launch_begins(load);
    return launch_is_queued(load, load->instance->launch(&load->job, &load->shape, why));
}

void *session_capture(struct load *load, struct text *why)
{
    return load->instance->strategy->graphs->capture(&load->job, why);
}

bool session_replay(struct load *load, void *graph, struct text *why)
{
    launch_begins(load);
    return launch_is_queued(load, load->instance->strategy->graphs->replay(&load->job, graph, why));
}

void session_drop_graph(struct load *load, void *graph)
{
    load->instance->strategy->graphs->drop(&load->job, graph);
}

bool session_time(struct load *load, struct event *start, struct event *stop, double *ms, struct text *why)
{
    struct session *session = load->session;
    const struct backend *backend = session->backend;
    struct device *device = session->device;
    bool done = backend->event_record(device, start, load->stream, why) && session_launch(load, why) &&
                backend->event_record(device, stop, load->stream, why) &&
                backend->sync(device, session->seconds, why);
    *ms = done ? backend->event_ms(device, start, stop) : -1;
    if (done && *ms < 0) done = text_say(why, "the device's events give no time");
    return device_did(load, done);
}

static bool copy_down(struct load *load, uint64_t from, uint64_t to, struct text *why)
{
    struct session *session = load->session;
    if (!grow_host(&load->down, &load->down_capacity, load->arena.bytes, why)) return false;
    bool done = session->backend->get(session->device, load->stream, load->down + from, load->memory + from,
                                      to - from, why);
    done = done && session->backend->sync(session->device, session->seconds, why);
    session->backend->schedule(session->device, NULL);
    return device_did(load, done);
}

bool session_finish(struct load *load, struct text *why)
{
    return copy_down(load, 0, load->arena.bytes, why);
}

bool session_count(struct load *load, struct launch_counters *totals, struct text *why)
{
    struct session *session = load->session;
    const struct backend *backend = session->backend;
    if (!session_put_items(load, why)) return false;
    if (!device_did(load, backend->sync(session->device, session->seconds, why))) return false;
    if (!backend->counters(session->device, true, NULL))
        return text_say(why, "%s counts nothing; only the simulator does", backend->name);
    bool done = session_launch(load, why) && session_finish(load, why);
    backend->counters(session->device, false, totals);
    return done;
}

bool session_finish_results(struct load *load, struct text *why)
{
    const struct arena_side *result = &load->arena.side[ARENA_RESULT];
    return copy_down(load, result->offset, result->offset + result->placement.bytes, why);
}
