/* SPDX-License-Identifier: MIT
 * One problem placed on an open device (struct session). Memory only grows and is used again, so that a case costs one
 * copy up and one copy down and allocates nothing.
 *
 *     session_open(&session, name, &why)
 *     session_plan(&session, &load, problem, instance, &why)       pure host work: the job, its scratch
 *     session_refusal(&load, &why)                                 does the strategy do it?
 *     session_put_items(&load, &why)                               one copy up, scratch made ready
 *     session_launch(&load, &why)                                  enqueues
 *     session_finish(&load, &why)                                  one copy down, waits
 *     load_columns(&load, ARENA_RESULT)                            the results
 *     load_close(&load); session_close(&session);
 *
 * Functions that return false say why in one line; `session.failed` is then set if the device itself failed
 * (a kernel's error, a timeout), as against a problem that cannot be placed. Not thread-safe. */
#ifndef FOLDCHECK_LOAD_H
#define FOLDCHECK_LOAD_H

#include "arena.h"
#include "keys.h"
#include "session.h"

/* Zero-initialise it once (struct load load = {0}); then it can be planned again and again. */
struct load {
    struct session *session;
    const struct problem *problem;   /* the caller's; must outlive the load's use */
    const struct instance *instance; /* the backend's */
    struct arena arena;
    struct job job;            /* as the strategy gets it */
    struct launch_shape shape; /* the instance's, and the blocks that are asked for */
    struct op as_if;           /* the job's operator where session->even_if_refused gave it laws */
    struct device_caps unfair; /* the job's caps under a schedule that promises no progress */
    struct stream
        *stream; /* of every copy and launch; the caller's to set before session_put_*, NULL default */
    /* Rows of real data: row r is items [real_start[r], real_start[r + 1]), real_rows of them; NULL: the problem's
     * shape says. The caller's to set before session_plan; must outlive the load's use. */
    const uint64_t *real_start;
    uint64_t real_rows;
    struct item_keys keys; /* of a keyed problem, once its items are put (owned) */
    unsigned char *memory; /* on the device, `capacity` bytes; owned */
    uint64_t capacity;
    /* What went up and what came down, arena.bytes each (host; owned). `down` is whole after session_finish. */
    unsigned char *up, *down;
    uint64_t up_capacity, down_capacity;
    _Alignas(16) unsigned char params[MAX_PARAMS_BYTES], init[MAX_STATE_BYTES];
};

/* Frees what a load owns. */
void load_close(struct load *load);

/* Places a problem and builds its job with device pointers: rows, length, columns and scratch (room for
 * strategy->scratch_bytes). Grows the device memory if it must. problem->data may be meaningless if the items
 * come from elsewhere. Returns false for what the strategy is not for (a scan for a reduction), a schedule on
 * hardware, and what is larger than the device's memory. */
bool session_plan(struct session *session, struct load *load, const struct problem *problem,
                  const struct instance *instance, struct text *why);

/* As session_plan, with what a tuning asks for at run time: a number of blocks, or of threads; NULL: nothing. */
bool session_plan_asked(struct session *session, struct load *load, const struct problem *problem,
                        const struct instance *instance, const struct tuning *asked, struct text *why);

/* The planned strategy's answer to the planned job: REFUSAL_NONE, or why not. */
enum refusal session_refusal(const struct load *load, struct text *why);

/* Bytes of global memory that the planned strategy claims; where it claims nothing, the fewest that do: each item read
 * and each result written once. */
uint64_t session_traffic(const struct load *load);

/* Whether the planned job runs only because of session->even_if_refused; `why` gets the strategy's words. */
bool session_overrides(const struct load *load, struct text *why);

/* Makes the problem's items on the host, copies the arena up, and makes scratch ready. */
bool session_put_items(struct load *load, struct text *why);

/* As session_put_items, of a load whose last items are those of this very problem, put for another strategy: their
 * image is copied up again. */
bool session_put_same_items(struct load *load, struct text *why);

/* As session_put_items, with items that the caller has: columns of the operator's input tuple in host memory,
 * job_items(&load->job) items (real data). Of a keyed problem, the column of keys behind them: each must be below the
 * problem's number of keys. */
bool session_put_columns(struct load *load, const struct columns *host, struct text *why);

/* As session_put_items, with items made on the device and no host image of them (large data; no literals, no
 * `only`, no params that vary). No guards are written: arena_check does not apply. */
bool session_make_items(struct load *load, struct text *why);

/* Copies everything but scratch up again, as session_put_items left it: stale results, scratch as the last
 * launch left it. */
bool session_put_again(struct load *load, struct text *why);

/* As session_put_again, with the items of another problem, which differs from the planned one in its data alone, and
 * takes its place. */
bool session_put_other_items(struct load *load, const struct problem *problem, struct text *why);

/* Fills scratch with a byte and has the strategy prepare it again. */
bool session_prepare(struct load *load, int stale, struct text *why);

/* Enqueues the launch on load->stream; never waits. The device keeps to the problem's schedule from here to the
 * end of session_finish. */
bool session_launch(struct load *load, struct text *why);

/* Captures the launcher of a load whose items are put; nothing runs. NULL, with the reason, where that cannot be done: the
 * device has not failed. The graph is the caller's to drop before the load is planned again. */
void *session_capture(struct load *load, struct text *why);
/* As session_launch, for such a graph. */
bool session_replay(struct load *load, void *graph, struct text *why);
void session_drop_graph(struct load *load, void *graph);

/* One launch, waited for, and its milliseconds between two events of the device. */
bool session_time(struct load *load, struct event *start, struct event *stop, double *ms, struct text *why);

/* Copies the arena down and waits for the device. */
bool session_finish(struct load *load, struct text *why);

/* session_put_items, session_launch and session_finish, with the launch alone counted (what went before it is
 * waited for). False on a device that cannot count, too. */
bool session_count(struct load *load, struct launch_counters *totals, struct text *why);

/* As session_finish, but copies only the results (what session_make_items goes with). */
bool session_finish_results(struct load *load, struct text *why);

/* Host columns of what came down: ARENA_RESULT (load->arena.side[ARENA_RESULT].count items of the state), ARENA_MAPOUT,
 * ARENA_INPUT. Valid until the next plan. */
struct columns load_columns(const struct load *load, enum arena_part part);

/* The most combines that an item passes through, as the planned strategy states it; UINT64_MAX where it does not. */
uint64_t load_depth(const struct load *load);

/* The element that results are rounded to once more (strategy.h), for slack.rounds. */
uint8_t load_rounds(const struct load *load);

#endif
