/* SPDX-License-Identifier: MIT */
#include "text_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void split_fields(struct text_row *row)
{
    char *at = row->text, *end;
    at[strcspn(at, "\n")] = '\0';
    for (int f = 0; f < TEXT_FIELDS; f++, at = end) {
        row->field[f] = at;
        end = strchr(at, '|');
        if (!end) end = at + strlen(at);
        for (char *space = end; space > at && space[-1] == ' '; space--)
            space[-1] = '\0';
        if (*end) *end++ = '\0';
        end += strspn(end, " ");
    }
}

size_t text_rows_read(const char *name, struct text_row *rows, size_t room)
{
    char path[512];
    size_t count = 0;
    snprintf(path, sizeof path, FOLDCHECK_FOLDER "/tests/unit/%s", name);
    FILE *file = fopen(path, "r");
    while (file && count < room && fgets(rows[count].text, sizeof rows[count].text, file))
        if (!strchr("#\n", rows[count].text[0])) split_fields(&rows[count++]);
    if (count == room && fgets(path, sizeof path, file)) {
        fprintf(stderr, "tests/unit/%s: expected at most %zu rows\n", name, room);
        exit(2);
    }
    if (file) fclose(file);
    return count;
}
