/* SPDX-License-Identifier: MIT */
#ifndef FOLDCHECK_XML_TEXT_H
#define FOLDCHECK_XML_TEXT_H

#include <stdio.h>

/* Text between tags or quotes, for XML and HTML. */
void xml_text(FILE *out, const char *text);

#endif
