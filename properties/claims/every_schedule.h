/* SPDX-License-Identifier: MIT
 * A check along a path of choices, or along all of them: sched:path and sched:every in a case's line. Private to this
 * folder. */
#ifndef FOLDCHECK_EVERY_SCHEDULE_H
#define FOLDCHECK_EVERY_SCHEDULE_H

#include "fixture.h"

/* A check that launches its case once. */
typedef enum verdict one_check(struct fixture *fixture, const struct test_case *checked,
                               struct finding *finding);

/* Runs it under one schedule after the other, until one fails or all have run that differ. Of a failure finding->path is the
 * schedule; else finding->remark says how many there were. */
enum verdict by_paths(struct fixture *fixture, const struct test_case *checked, struct finding *finding,
                      one_check *once);

#endif
