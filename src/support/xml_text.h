/* SPDX-License-Identifier: MIT */
#ifndef FOLDCHECK_XML_TEXT_H
#define FOLDCHECK_XML_TEXT_H

#include <stdio.h>

/* Text between tags or quotes, for XML and HTML. */
void xml_text(FILE *out, const char *text);

/* A number of a test, on a line of its own: ctest reads it from the test's output, and CDash plots it. */
void xml_measurement(FILE *out, const char *name, double value);

#endif
