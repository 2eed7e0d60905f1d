/* SPDX-License-Identifier: MIT
 * Expected against got: bit by bit, or within what float additions may lose. A difference becomes
 * "place, column k of m (type): expected x, got y" in finding->first_at. Private to this folder. */
#ifndef FOLDCHECK_COMPARE_H
#define FOLDCHECK_COMPARE_H

#include "fixture.h"
#include "oracle.h"

/* Two tuples as C structs, every column bit by bit (-0 is not +0, NaN payloads count; padding does not). */
enum verdict compare_tuples(const struct tuple *tuple, const void *expected, const void *got,
                            const char *place, struct finding *finding);

/* Two results of an operator. Without LAW_EXACT, floats may differ by what any order of the additions in
 * `slack` may lose; slack NULL: bit by bit. (Results of a load: by what additions of the depth that the strategy states
 * may lose.) */
enum verdict compare_states(const struct op *op, const struct slack *slack, const void *expected,
                            const void *got, const char *place, struct finding *finding);

/* Two results of an operator with an oracle in a wider type, neither of them that oracle's. */
enum verdict compare_near(const struct op *op, const struct slack *slack, const void *expected,
                          const void *got, const char *place, struct finding *finding);

/* Whether two results are the same bits. */
bool same_states(const struct op *op, const void *a, const void *b);

/* The results that came down with a load against the oracle's, and its map-out against emit's. A wrong result
 * carries the witness; `checked` names strategy and tuning. */
enum verdict compare_results(struct fixture *fixture, int which, const struct test_case *checked,
                             struct finding *finding);
enum verdict compare_mapout(struct fixture *fixture, int which, struct finding *finding);

/* Plans and runs a case, and compares all of it: results, map-out, guards and input. */
enum verdict equals_oracle(struct fixture *fixture, const struct test_case *checked, struct finding *finding);

/* The results of LOAD_CASE (got) against those of LOAD_OTHER (expected): the same bits, or, without `bits`
 * and LAW_EXACT, within slack. */
enum verdict compare_loads(struct fixture *fixture, bool bits, struct finding *finding);

/* The results of LOAD_CASE against those that expect(context, at, state) puts into `state`; floats within slack, both
 * of them. */
typedef void expected_result(void *context, uint64_t at, void *state);
enum verdict compare_expected(struct fixture *fixture, expected_result *expect, void *context,
                              struct finding *finding);

/* One row's result of a load (the last one of a row of an inclusive scan, which is not empty), against an expected
 * value that additions in another order gave. */
enum verdict compare_row(struct fixture *fixture, int which, uint64_t row, const void *expected,
                         struct finding *finding);

#endif
