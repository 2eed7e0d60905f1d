/* SPDX-License-Identifier: MIT
 * The plan of a run: its targets, the cases that come first, and the open devices. Belongs to the process that
 * does the work. */
#ifndef FOLDCHECK_RUN_PLAN_H
#define FOLDCHECK_RUN_PLAN_H

#include "cli.h"
#include "runner.h"

struct run_plan {
    struct target *targets; /* owned, like all arrays here */
    uint32_t target_count;
    struct fixed_case *fixed;
    uint64_t fixed_count;
    struct {
        struct device_name name;
        void *context;
    } open[MAX_DEVICES + 1];
    int open_count;
    uint64_t most_items;       /* of a drawn problem; 0: no limit */
    uint64_t most_executions;  /* of a case under every schedule; 0: the usual number */
    uint64_t most_reorderings; /* of one of these; 0: any number */
    bool lenient;              /* drawn problems are judged by the lenient model of memory */
    bool even_if_refused;      /* laws that are missing stop no strategy */
    struct results *results;   /* where a device's facts are noted; the caller's */
};

/* Adds a target. False if there are MAX_TARGETS. */
bool run_plan_add(struct run_plan *plan, const struct target *target);

/* Adds a case that comes first; `line` must outlive the plan. */
bool run_plan_add_fixed(struct run_plan *plan, uint32_t target, const struct test_case *line);

/* Adds the laws of every operator that a strategy runs with, on the strategy's device, where they were not asked for,
 * and moves all laws before all else: the first *law_count targets. Each has `cases` of its cases before any strategy
 * runs. Without `own`, laws of foldcheck's own operators that were not asked for are left to the tests that ask for
 * them. False if there are MAX_TARGETS, or no memory. */
bool laws_first(struct run_plan *plan, uint64_t cases, bool own, uint32_t *law_count);

/* The target that a tally names, with operators of plugins that are loaded: struct run's callback. */
bool run_plan_target(void *user, const struct tally *tally, struct target *target, struct text *why);

/* The context of a device's checks, opened when it is first wanted: struct run's callback, user = plan. */
void *run_plan_context(void *user, struct device_name device, struct text *why);

/* Closes the devices and frees the arrays. */
void run_plan_close(struct run_plan *plan);

/* The property of this name; NULL if there is none. */
const struct property *property_find(const char *name);

/* Cases from a file: one a line, `#` starts a comment line, blank lines do not count. */
struct case_list {
    struct test_case *at; /* owned */
    size_t count;
};
bool case_list_push(struct case_list *list, const struct test_case *added);
/* False with "FILE: line 3: character 5: ..." if a line does not parse, or the file cannot be read. */
bool case_list_read(struct case_list *list, const char *path, struct text *why);
void case_list_close(struct case_list *list);

#endif
