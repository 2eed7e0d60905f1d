/* SPDX-License-Identifier: MIT
 * Times of two commits that were measured in rounds: the first run of the one beside the first run of the other, and so
 * on. A round is one sample, whatever the number of launches in it: launches of one process share its luck. */
#ifndef FOLDCHECK_RECORD_ROUNDS_H
#define FOLDCHECK_RECORD_ROUNDS_H

#include "comparison.h"

enum times_are { TIMES_SAME, TIMES_FASTER, TIMES_SLOWER, TIMES_UNKNOWN, TIMES_WRONG, TIMES_GONE };

struct judged_times {
    const char *timed;          /* the case, of the head's names */
    const struct past_run *run; /* one that has it, of the head if there is one */
    enum times_are are;
    size_t rounds,
        enough;    /* below `enough` rounds p cannot be significant, since Holm multiplies it by the cases */
    double change; /* of the median round: 0.05 is 5 % slower */
    double least, most; /* between which it lies with 99 % confidence; meaningless below 8 rounds */
    double p;           /* of the signed-rank test over rounds, after Holm over cases */
    const char *wrong;  /* TIMES_WRONG: why a launch failed */
};

/* Judges each case that both sides have. A change below `bound` (0.02: 2 %) is none: a case is SAME once the change
 * lies within the bound with 99 % confidence, SLOWER or FASTER once p is below 0.001 and the median beyond the bound,
 * else UNKNOWN. A case of the head is WRONG if one of its launches failed and none of the base's did; one of the base
 * is GONE if the head has times and none of it. judged: owned by the caller. SIZE_MAX without memory. */
size_t rounds_judge(const struct compared *base, const struct compared *head, double bound,
                    struct judged_times **judged);

/* The fewest rounds whose signed-rank test can be significant beside so many cases. */
size_t rounds_enough(size_t cases);

#endif
