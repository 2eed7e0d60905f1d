/* SPDX-License-Identifier: MIT
 * How far a float result may lie from the true sum. An operator without LAW_EXACT adds in its float columns;
 * a sum of x_1 ... x_n in any order, in which no x passes through more than `depth` additions, differs from
 * the true one by at most gamma(depth) * (|x_1| + ... + |x_n|), gamma(d) = d*u / (1 - d*u), u half a unit in
 * the last place of 1 (2^-24 for f32). Higham, "The Accuracy of Floating Point Summation", SIAM J. Sci.
 * Comput. 14(4), 1993, section 3; "Accuracy and Stability of Numerical Algorithms", 2002, section 4.2. It also
 * differs by at most (n - 1)*u times that, whatever n: Jeannerod and Rump, "Improved error bounds for inner products
 * in floating-point arithmetic", SIAM J. Matrix Anal. Appl. 34(2), 2013; so the bound of finite items is finite.
 *
 * The bound is 0 where no addition can round. Let all x be multiples of q = 2^e, and |x_1| + ... + |x_n| <= 2^p * q, p
 * the digits of the type (24 for f32). A sum of any of them, and so every partial sum of every order, is k*q with an
 * integer |k| <= 2^p. Such a number is a float of p digits, if it is not too large for the type; and an addition whose
 * true result is a float returns that (Higham, 2002, section 2.2). By induction over the additions every partial sum
 * is the true one, to the bit except for the sign of a zero. Where numbers below the least normal one become zeros, q must
 * not be smaller than that; it is asked for everywhere but in f16, where no card does that, and a sum of numbers so small may
 * be anything up to their magnitudes. The x of an operator that lifts are its lifted items, and a compiler may
 * take a product in the lift and the addition for one operation, which then rounds once: that is the same where the product
 * is exact, so no operation of the lift may round, which the host's flag of inexact results shows. Otherwise
 * each x may be off by its own rounding, and the bounds above are u times the magnitudes wider.
 *
 * An operator with a tolerance of its own is no sum: its results are held against the left-to-right fold (tolerance.h).
 * Nor is one with an oracle in a wider type, whose results are held against that (wide.h).
 *
 * Results may be rounded once more, to f16 or bf16: then they may be off by half a unit in the last place more, and where the
 * sum is exact they are its nearest number. Of other operators the number before that rounding is compared.
 *
 * The true sum is a compensated one in double (Neumaier, ZAMM 54, 1974), whose own error is in the bound. All
 * other columns, and all of an exact operator, are compared bit by bit: -0 is not +0. Only a NaN agrees with any NaN: a card's
 * maximum of halves gives 0x7fff, whatever NaN it met. */
#ifndef FOLDCHECK_SLACK_H
#define FOLDCHECK_SLACK_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

struct slack_column {
    double sum, rest; /* the sum is sum + rest; rest is what rounding took away */
    double magnitude; /* sum of |x| */
    double error;     /* of an operator with an oracle in a wider type: e_c of wide.h */
    double grain;     /* all x are multiples of this power of two; 0: all are 0 so far */
};

/* The inputs of one result; zero-initialise it (struct slack slack = {0}). */
struct slack {
    uint64_t count;      /* states added */
    uint64_t exact : 56; /* of these, those of an operator that lifts whose lift did not round */
    uint64_t
        rounds : 8; /* results are rounded to this once: ELEM_F16 or ELEM_BF16; any other: they are not */
    _Alignas(16) struct slack_column column[MAX_COLUMNS];
    _Alignas(16) unsigned char wide[MAX_WIDE_BYTES]; /* the fold in the wider type */
};

/* Of many, in memory of slack_bytes an operator's: the columns that it has not, and the fold in a wider type if there
 * is none, take no room. */
size_t slack_bytes(const struct op *op);
struct slack *slack_at(struct slack *all, const struct op *op, uint64_t index);

/* Lifts the next item, to be added by slack_add. */
void slack_lift(struct slack *slack, const struct op *op, const void *params, const void *input, void *state);

/* Takes note of one lifted item, the next in order. Does nothing for an exact operator. */
void slack_add(struct slack *slack, const struct op *op, const void *params, const void *state);

/* Is this column of the operator compared within slack? Else bit by bit. */
bool slack_applies(const struct op *op, int column);

/* The true sum of a column to which slack applies, and how far a result may lie from it if no item passes
 * through more than `depth` additions (what is more than the items need is taken as that). */
double slack_sum(const struct slack *slack, int column);
double slack_bound(const struct slack *slack, const struct op *op, int column, uint64_t depth);
/* Makes the column of a state the number nearest to that sum, which every bound has room for. */
void slack_put_sum(const struct slack *slack, const struct op *op, int column, void *state);

/* Are results rounded once more? */
bool slack_rounds(const struct slack *slack);

/* Of the numbers that this rounding makes `got`, the one nearest to `expected`; `got` where results are not rounded. */
double slack_unrounded(const struct slack *slack, double expected, double got);

/* Is the true sum, which is not 0, what any order gives? */
bool slack_is_exact(const struct slack *slack, const struct op *op, int column);

/* The first column of a result that is further from the true sum than 6 * sqrt(n) * u times the magnitudes, or -1. Less
 * than that is what n roundings add up to, unless they go the same way, as those of items that are alike may: Higham and
 * Mary, "A New Approach to Probabilistic Rounding Error Analysis", SIAM J. Sci. Comput. 41(5), 2019. */
int slack_unlikely(const struct slack *slack, const struct op *op, const void *got);

/* The first column that disagrees. */
struct difference {
    int column; /* -1: none */
    bool
        within; /* compared within slack: true_sum and bound are set, 0 where it is exact; or within a tolerance: bound is */
    bool by_wide;             /* within, and true_sum is the fold in a wider type */
    bool tolerated, by_close; /* the operator's own tolerance, which is the function NAME_close */
    double true_sum, bound;
};

/* Compares a result with the expected one, both C structs of the operator's state. `slack` NULL: all columns
 * bit by bit, but for NaN. In columns to which slack applies `expected` is not looked at: the true sum is what counts, a
 * NaN agrees with a NaN, and an infinity with the same infinity, or with any sum whose partial sums may
 * overflow. Returns false, with `difference` filled in, if they disagree; `difference` may be NULL. */
bool slack_agrees(const struct slack *slack, const struct op *op, uint64_t depth, const void *expected,
                  const void *got, struct difference *difference);

/* A column of f32 or f64. */
double slack_value(const struct op *op, int column, const void *state);

/* Compares two tuples bit by bit; padding is not looked at. Returns the first column that differs, -1 if none
 * does. */
int tuple_difference(const struct tuple *tuple, const void *expected, const void *got);

#ifdef __cplusplus
}
#endif
#endif
