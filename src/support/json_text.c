/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <string.h>

/* Bytes of the character that begins here; 0 where none does. Surrogates and overlong forms are none. */
static size_t utf8_length(const unsigned char *at)
{
    static const struct {
        unsigned char mask, lead, least, most; /* of the first byte, and the bounds of the second */
    } form[] = {{0xff, 0xe0, 0xa0, 0xbf}, {0xff, 0xed, 0x80, 0x9f}, {0xf0, 0xe0, 0x80, 0xbf},
                {0xff, 0xf0, 0x90, 0xbf}, {0xff, 0xf4, 0x80, 0x8f}, {0xfc, 0xf0, 0x80, 0xbf}};
    if (at[0] < 0x80) return 1;
    if (at[0] >= 0xc2 && at[0] <= 0xdf) return (at[1] & 0xc0) == 0x80 ? 2 : 0;
    for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
        if ((at[0] & form[i].mask) != form[i].lead) continue;
        if (at[1] < form[i].least || at[1] > form[i].most || (at[2] & 0xc0) != 0x80) return 0;
        if (i < 3) return 3;
        return (at[3] & 0xc0) == 0x80 ? 4 : 0;
    }
    return 0;
}

void json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t length = utf8_length(at);
        if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at);
        else if (*at < 0x20)
            fprintf(out, "\\u%04x", *at);
        else if (length == 0)
            fputs("\\ufffd", out);
        else
            fwrite(at, 1, length, out);
        at += length ? length : 1;
    }
    fputc('"', out);
}

void json_field(FILE *out, const char *name, const char *value)
{
    fprintf(out, "\"%s\": ", name);
    json_text(out, value);
    fputs(", ", out);
}

void json_count(FILE *out, const char *name, uint64_t value)
{
    fprintf(out, "\"%s\": %llu, ", name, (unsigned long long)value);
}
