/* SPDX-License-Identifier: MIT
 * The loop of the main job: draw a case, check it, count verdicts, shrink what fails. Knows only callbacks:
 * neither devices nor strategies. */
#ifndef FOLDCHECK_RUNNER_H
#define FOLDCHECK_RUNNER_H

#include "draw.h"
#include "problem.h"

/* What a check found, in words for the report. Empty strings are not printed. */
struct finding {
    struct text first_at; /* "row 0, item 256, column 1 of 2 (u32): expected 0x9e3779b9, got 0x1b873593" */
    struct text witness;  /* "same shape with span: item 256 is [1,256) then a tear" */
    struct text reason;   /* of a refusal, a discard, or BROKEN */
    uint64_t tiles;       /* how many tiles the case crossed; 0 where that means nothing */
    uint64_t items;       /* live items of the case */
};

struct target;

/* A claim, as the runner sees it. context is the properties' own (an open device, its scratch). */
struct property {
    const char *name;  /* lower_snake, the claim in words: reduce_equals_oracle */
    const char *claim; /* the claim in one sentence */
    enum { SUBJECT_STRATEGY, SUBJECT_OPERATOR, SUBJECT_SUITE } subject;
    bool on_host; /* needs no device */
    /* Draws a case for the target; every choice comes from draw. False: nothing to check (discarded). */
    bool (*generate)(void *context, const struct target *target, struct draw *draw, struct test_case *drawn);
    /* Checks one case. Draws nothing: every choice is in the case. */
    enum verdict (*check)(void *context, const struct test_case *checked, struct finding *finding);
};

/* One thing to check: a property of a subject on a device, with one operator (NULL: any the generator likes).
 */
struct target {
    const struct property *property;
    char subject[MAX_NAME]; /* strategy or operator; "" for the suite */
    const struct op *op;
    struct device_name device;
};

#endif
