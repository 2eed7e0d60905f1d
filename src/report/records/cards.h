/* SPDX-License-Identifier: MIT
 * How the cards of two sides were. */
#ifndef FOLDCHECK_RECORD_CARDS_H
#define FOLDCHECK_RECORD_CARDS_H

#include "comparison.h"

/* A line for each card whose driver or clock was another one; it decides nothing. */
void cards_compare(FILE *out, const struct compared *base, const struct compared *head);

#endif
