/* SPDX-License-Identifier: MIT
 * Refusals that follow from the facts of a strategy (strategy.h): one function for all strategies, in one order, with one text
 * for each reason. Rules of a single strategy come behind it. Plain C, for backends, launchers and plugins. */
#ifndef FOLDCHECK_REFUSE_H
#define FOLDCHECK_REFUSE_H

#include "device.h"
#include "strategy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Static shared memory that every device has for a block. */
enum { MOST_SHARED_BYTES = 48 * 1024 };

/* Shared memory that a block takes; `asks`: its launch asks the device for it, which may have more than every device. */
struct shared_need {
    uint64_t bytes;
    bool asks;
};

static inline enum refusal refuse_rows(const struct strategy *strategy, const struct job *job,
                                       struct text *why)
{
    if (job->rows != 1 && !(strategy->takes & TAKES_ROWS)) {
        text_say(why, "%s does one row, got %s of %llu rows", strategy->name, what_name(job->what),
                 (unsigned long long)job->rows);
        return REFUSAL_SHAPE;
    }
    if (job->row_start && !(strategy->takes & TAKES_RAGGED)) {
        text_say(why, "%s does rows of one length, got rows of different lengths", strategy->name);
        return REFUSAL_SHAPE;
    }
    if (job->by_column && !(strategy->takes & TAKES_BY_COLUMN)) {
        text_say(why, "%s reads row by row, got an input that lies column by column (cols)", strategy->name);
        return REFUSAL_COLUMNS;
    }
    if (job->row_params && !(strategy->takes & TAKES_PARAMS_BY_ROW)) {
        text_say(why, "%s needs one set of params, got params that vary by row", strategy->name);
        return REFUSAL_PARAMS;
    }
    return REFUSAL_NONE;
}

static inline enum refusal refuse_kind(const struct strategy *strategy, const struct job *job,
                                       struct text *why)
{
    unsigned kind = job->what == WHAT_EXSCAN ? TAKES_EXCLUSIVE : job->what == WHAT_SCAN ? TAKES_INCLUSIVE : 0;
    unsigned init = takes_init(job->what);
    if (!strategy_does(strategy->what, job->what)) {
        text_say(why, "%s does %s, got %s", strategy->name, what_name(strategy->what), what_name(job->what));
        return REFUSAL_SHAPE;
    }
    if (kind & ~strategy->takes) {
        text_say(why, "%s does %s, got %s", strategy->name,
                 what_name(kind == TAKES_EXCLUSIVE ? WHAT_SCAN : WHAT_EXSCAN), what_name(job->what));
        return REFUSAL_SHAPE;
    }
    if (job->init && init & ~strategy->takes) {
        text_say(why, "%s takes %s", strategy->name,
                 kind && strategy->takes & TAKES_INIT_EXCLUSIVE ? "an initial value for exclusive scans only"
                                                                : "no initial value");
        return REFUSAL_SHAPE;
    }
    return REFUSAL_NONE;
}

static inline enum refusal refuse_operator(const struct strategy *strategy, const struct job *job,
                                           struct text *why)
{
    unsigned missing = strategy->needs & ~job->op->laws;
    uint64_t items = job_items(job), most = strategy_most_items(strategy, job->op);
    if (missing) {
        text_say(why, "%s needs an operator that %s; %s does not promise it", strategy->name,
                 missing & LAW_COMMUTES ? "commutes" : "is exact", job->op->name);
        return REFUSAL_LAW;
    }
    if (job->mapout.count && !(strategy->takes & TAKES_MAP_OUT)) {
        text_say(why, "%s writes no map-out, which %s has", strategy->name, job->op->name);
        return REFUSAL_COLUMNS;
    }
    if (!job_keeps_all(job) && (job->what != WHAT_REDUCE || !(strategy->takes & TAKES_SOME_COLUMNS))) {
        text_say(why, "%s writes every column of its results", strategy->name);
        return REFUSAL_COLUMNS;
    }
    if (most && items > most) {
        text_say(why, "%s is right for at most %llu items, got %llu",
                 most == job->op->most_items ? job->op->name : strategy->name, (unsigned long long)most,
                 (unsigned long long)items);
        return REFUSAL_SHAPE;
    }
    return REFUSAL_NONE;
}

static inline enum refusal refuse_device(const struct strategy *strategy, const struct job *job,
                                         const struct launch_shape *shape, struct shared_need shared,
                                         struct text *why)
{
    const struct device_caps *caps = job->caps;
    uint64_t there = MOST_SHARED_BYTES;
    if (shared.asks) there = caps->shared_bytes;
    if (shape && shape->group > (uint32_t)caps->lanes) {
        text_say(why, "group=%u, but the device has %d lanes", shape->group, caps->lanes);
        return REFUSAL_DEVICE;
    }
    if (shared.bytes > there) {
        text_say(why, "%s with block=%u needs %llu bytes of shared memory for %s, ", strategy->name,
                 shape->block, (unsigned long long)shared.bytes, job->op->name);
        if (shared.asks)
            text_add(why, "%s has %llu", caps->name, (unsigned long long)caps->shared_bytes);
        else
            text_add(why, "at most %d are there", MOST_SHARED_BYTES);
        return REFUSAL_SHARED_MEMORY;
    }
    if (strategy->needs_progress && !caps->forward_progress) {
        text_say(why, "%s waits for other blocks; %s does not promise that resident blocks go on",
                 strategy->name, caps->name);
        return REFUSAL_PROGRESS;
    }
    return REFUSAL_NONE;
}

/* Does a column begin where an input column does? */
static inline bool columns_begin_at(const struct columns *columns, const struct columns *input)
{
    for (int k = 0; k < columns->count; k++)
        for (int j = 0; j < input->count; j++)
            if (columns->column[k].base == input->column[j].base) return true;
    return false;
}

/* Rows without items, or too long ones; items that are missing; too many keys; results over the items. */
static inline enum refusal refuse_sizes(const struct strategy *strategy, const struct job *job,
                                        const struct launch_shape *shape, struct text *why)
{
    bool over = columns_begin_at(&job->out, &job->in) || columns_begin_at(&job->mapout, &job->in);
    uint64_t length = strategy->longest_row ? strategy->longest_row(job, shape) : UINT64_MAX;
    uint64_t keys = strategy->most_keys ? strategy->most_keys(job, shape) : UINT64_MAX;
    uint64_t whole = job->height * job->length;
    if (over && job_items(job) > 1 && !(strategy->takes & TAKES_IN_PLACE)) {
        text_say(why, "%s reads items after it has written results; expected no output over the input",
                 strategy->name);
    } else if (job->present < whole && !(strategy->takes & TAKES_MASK)) {
        text_say(why, "%s takes whole matrices, got %llu of %llu items", strategy->name,
                 (unsigned long long)job->present, (unsigned long long)whole);
    } else if (!(strategy->takes & TAKES_EMPTY_ROWS) && job->rows && !job->row_start && !job->length) {
        text_say(why, "%s takes rows of at least one item", strategy->name);
    } else if (job->rows && job->length > length) {
        text_say(why, "%s with block=%u, items=%u takes whole rows of at most %llu items, got rows of %llu",
                 strategy->name, shape->block, shape->items, (unsigned long long)length,
                 (unsigned long long)job->length);
    } else if (job->keys > keys) {
        text_say(why, "%s does at most %llu keys for %s, got %llu", strategy->name, (unsigned long long)keys,
                 job->op->name, (unsigned long long)job->keys);
        return REFUSAL_KEYS;
    } else {
        return REFUSAL_NONE;
    }
    return REFUSAL_SHAPE;
}

/* REFUSAL_NONE, or why a job is beyond what the strategy says of itself, with the reason in words (why may be NULL). shape:
 * NULL where there is none, for a strategy without most_keys, longest_row and shared memory. Pure. */
static inline enum refusal refuse_what_is_not_taken(const struct strategy *strategy, const struct job *job,
                                                    const struct launch_shape *shape,
                                                    struct shared_need shared, struct text *why)
{
    enum refusal refusal = refuse_rows(strategy, job, why);
    if (refusal == REFUSAL_NONE) refusal = refuse_kind(strategy, job, why);
    if (refusal == REFUSAL_NONE) refusal = refuse_operator(strategy, job, why);
    if (refusal == REFUSAL_NONE) refusal = refuse_device(strategy, job, shape, shared, why);
    return refusal == REFUSAL_NONE ? refuse_sizes(strategy, job, shape, why) : refusal;
}

/* As struct strategy's refuse: of a strategy in C that says all in `takes`. */
static inline enum refusal refuse_by_takes(const struct strategy *strategy, const struct job *job,
                                           const struct launch_shape *shape, struct text *why)
{
    const struct shared_need none = {0, false};
    return refuse_what_is_not_taken(strategy, job, shape, none, why);
}

#ifdef __cplusplus
}
#endif
#endif
