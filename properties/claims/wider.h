/* SPDX-License-Identifier: MIT
 * Laws of an operator with an oracle in a wider type. Private to this folder. */
#ifndef FOLDCHECK_WIDER_H
#define FOLDCHECK_WIDER_H

#include "operands.h"

/* Whether the wider combine is associative on the first three rows, nearly to the operator's last bit, and each combine
 * of the operator agrees with it. A failure is told whole. Passes where there is no wider one. */
enum verdict wider_agrees(const struct operands *operands, struct finding *finding);

/* Says which combine loses most, if that is more than MANY_ROUNDINGS: the bound has room for it, but it is worth a look. */
enum { MANY_ROUNDINGS = 32 };
struct wide_model;
void wider_warn(const struct op *op, const struct wide_model *model, struct text *text);

#endif
