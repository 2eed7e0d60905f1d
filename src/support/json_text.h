/* SPDX-License-Identifier: MIT
 * JSON, as it is written. Text that is no UTF-8 has U+FFFD in its place, since readers refuse the whole file
 * otherwise. */
#ifndef FOLDCHECK_JSON_TEXT_H
#define FOLDCHECK_JSON_TEXT_H

#include <stdint.h>
#include <stdio.h>

/* "a \"quoted\" word" */
void json_text(FILE *out, const char *text);

/* "name": "value", and "name": 17, with the comma and a blank behind it. */
void json_field(FILE *out, const char *name, const char *value);
void json_count(FILE *out, const char *name, uint64_t value);

#endif
