/* SPDX-License-Identifier: MIT
 * Cases whose launch the simulator counts, and lines of tables typed by hand. Private to this folder. */
#ifndef FOLDCHECK_COUNTING_H
#define FOLDCHECK_COUNTING_H

#include "fixture.h"

/* As fixture_plan; then it is launched and counted. */
enum verdict count_case(struct fixture *fixture, int which, const struct test_case *checked,
                        struct launch_counters *counted, struct finding *finding);

/* Plans a line on load[LOAD_CASE], which points to `known` then. VERDICT_DISCARDED: the build lacks its strategy,
 * operator or tuning; VERDICT_BROKEN: no case has this line. */
enum verdict plan_line(struct fixture *fixture, const char *line, struct test_case *known,
                       struct finding *finding);

/* As plan_line; then it is launched and counted. */
enum verdict count_line(struct fixture *fixture, const char *line, struct launch_counters *counted,
                        struct finding *finding);

/* Bytes of global memory that kernels asked for: of the items, the map-out, the result and scratch. */
uint64_t bytes_moved(const struct launch_counters *counted);

/* Checks lines [0, count) of a table, until one does not pass; one that is discarded was not built, and passes. */
typedef enum verdict line_check(struct fixture *fixture, size_t at, struct finding *finding);
enum verdict check_lines(struct fixture *fixture, line_check *check, size_t count, struct finding *finding);

/* Waits and lanes' accesses, against those typed by hand. */
enum verdict check_expected_waits(struct fixture *fixture, struct finding *finding);

/* Launches, bytes, barriers and conflicts by the documents' listings. */
enum verdict check_form_costs(struct fixture *fixture, struct finding *finding);

#endif
