/* SPDX-License-Identifier: MIT
 * How far a result may lie from the fold in a wider type, of an operator that has one (NAME_wide.h).
 *
 * A running error analysis of the left-to-right fold (J. H. Wilkinson; Higham, "Accuracy and Stability of Numerical
 * Algorithms", 2002, section 3.3). Let combine be the wider one, u half a unit in the last place of 1, and e_j the
 * error of column j of the fold so far, if errors were independent. After the next item
 *
 *     e'_c^2 = (k_c * s_c)^2 + sum over columns j of (combine(left + e_j, right)_c - combine(left, right)_c)^2
 *     s_c  = u * |combine(left, right)_c|
 *            + sum over columns x of both operands of |combine(with x * (1 + u))_c - combine(left, right)_c|
 *
 * s_c is what one rounding of the operands and the result does; k_c, how many of them a combine loses, is measured
 * (wide_model_of). Errors of n items that are not independent add up to sqrt(n) times as much (Cauchy and Schwarz), and
 * strategies combine in other orders; so the bound is 4 * sqrt(n) * e_c. (Sums of absolute values instead of squares
 * would grow exponentially for a product of rotations, which loses nothing of the kind.) Columns of integers are exact,
 * as are those of floats in which no order of any fold lost anything. An error may be infinite, and stays so in the
 * columns that it reaches: nothing is promised of them.
 *
 * Where the wider fold is NaN the result is any NaN, where it is infinite the same infinity; where it is finite the
 * result is not NaN, and infinite, of the same sign, only if the bound reaches beyond its type. */
#ifndef FOLDCHECK_WIDE_H
#define FOLDCHECK_WIDE_H

#include "slack.h"

/* A combine that loses more roundings than that has another result than the wider one, and is wrong. */
enum { MOST_ROUNDINGS = 1024 };

/* How much an operator's combine loses: measured on the operator's items and usual params, in two orders, left to right
 * and as a tree. */
struct wide_model {
    double lost[MAX_COLUMNS]; /* roundings a combine, k_c; 0: none ever */
    double used[2];           /* the greatest share of its bound by which a fold in either order was off */
    uint64_t combines;        /* that were measured */
    double most;              /* the most finite roundings that one of them lost in a column of floats, */
    int column;               /* which column that is, */
    _Alignas(16) unsigned char left[MAX_STATE_BYTES], right[MAX_STATE_BYTES]; /* and of what */
};

/* Measured once in a thread, at a cost of about a millisecond. */
const struct wide_model *wide_model_of(const struct op *op);

/* slack_add's part: the next item of the fold. slack->count has it. */
void wide_add(struct slack *slack, const struct op *op, const void *params, const void *state);

/* As slack_agrees. `expected` is looked at only where there are no items. */
bool wide_agrees(const struct slack *slack, const struct op *op, const void *expected, const void *got,
                 struct difference *difference);

/* Compares two results that are each as near to the fold of the same items as wide_agrees asks for; neither is the
 * wider one. */
bool wide_near(const struct slack *slack, const struct op *op, const void *expected, const void *got,
               struct difference *difference);

/* The greatest share of its bound by which a column of `got` is off. */
double wide_used(const struct slack *slack, const struct op *op, const void *got);

/* How many roundings combine loses in each column that makes `got` of two states; an integer that differs is
 * INFINITY. */
void wide_lost(const struct op *op, const void *params, const void *const operands[2], const void *got,
               double lost[MAX_COLUMNS]);

/* combine of two states by the wider one. */
void wide_combined(const struct op *op, const void *params, const void *left, const void *right,
                   void *result);

#endif
