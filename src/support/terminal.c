/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* struct winsize */
#include "terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_columns(FILE *out)
{
    struct winsize size = {0};
    if (!isatty(fileno(out))) return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t terminal_fits(const char *words, int room)
{
    size_t last = 0, at = 0;
    for (int columns = 0; words[at]; at++) {
        if (words[at] == ' ' && at > 0 && words[at - 1] != ' ' && (columns <= room || last == 0)) last = at;
        columns += (words[at] & 0xc0) != 0x80; /* a byte that goes on has no column */
        if (columns > room && last > 0) return last;
    }
    return at;
}

/* Narrower than this no line is broken: nothing would be left beside the indent. */
enum { LEAST_ROOM = 20 };

static void print_lines(FILE *out, int at, int indent, int columns, const char *words)
{
    for (;;) {
        size_t length = columns - indent < LEAST_ROOM ? strlen(words) : terminal_fits(words, columns - at);
        fprintf(out, "%.*s\n", (int)length, words);
        words += length + strspn(words + length, " ");
        if (!*words) return;
        fprintf(out, "%*s", indent, "");
        at = indent;
    }
}

void terminal_say(FILE *out, int at, int indent, const char *format, ...)
{
    va_list arguments;
    int columns = terminal_columns(out);
    char words[4096];
    va_start(arguments, format);
    if (columns == 0) {
        vfprintf(out, format, arguments);
        fputc('\n', out);
    } else {
        vsnprintf(words, sizeof words, format, arguments);
        print_lines(out, at, indent, columns, words);
    }
    va_end(arguments);
}
