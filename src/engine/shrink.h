/* SPDX-License-Identifier: MIT
 * Making a failing case simple: deterministic passes; each moves down in the order of case_compare,
 * until none of them can. After MacIver and Donaldson, "Test-case reduction via test-case generation",
 * ECOOP 2020 (the passes of Hypothesis). */
#ifndef FOLDCHECK_SHRINK_H
#define FOLDCHECK_SHRINK_H

#include "choices.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shrink {
    /* Whether a candidate fails as the case did. Asked at most once a candidate. */
    bool (*fails)(void *context, const struct test_case *candidate);
    /* The tunings that may be tried for a case, simplest first: writes number `index`, or returns false where
     * there are no more. NULL: the tuning stays as it is. */
    bool (*next_tuning)(void *context, const struct test_case *now, unsigned index, struct tuning *tuning);
    bool least_first; /* a candidate that fails costs much: the simplest case of all is the first one */
    void *context;    /* handed to both; the caller's */
    uint64_t budget;  /* the most calls of fails */
    uint64_t runs;    /* out: the calls of fails that were made */
};

/* Replaces a case that fails by the simplest one found that fails too. The same case, answers and budget give
 * the same result. Claim, subject, device, what and operator never change. */
void shrink_case(struct shrink *shrink, struct test_case *failing);

#ifdef __cplusplus
}
#endif
#endif
