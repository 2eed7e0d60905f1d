/* SPDX-License-Identifier: MIT */
#include "xml_text.h"

void xml_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            fputs("&amp;", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c < 0x20 && c != '\n')
            fputc('?', out); /* XML 1.0 has no way to write most of them */
        else
            fputc(c, out);
    }
}

void xml_measurement(FILE *out, const char *name, double value)
{
    fputs("<CTestMeasurement type=\"numeric/double\" name=\"", out);
    xml_text(out, name);
    fprintf(out, "\">%.9g</CTestMeasurement>\n", value);
}
