/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters that are wrong, left out, put in or exchanged with their neighbour (Damerau and Levenshtein, optimal string
 * alignment). Of names of up to LONGEST letters. */
static size_t distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b),
           cost[3][LONGEST + 1]; /* this row, the last, and the one before */
    for (size_t j = 0; j <= columns; j++)
        cost[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t *now = cost[i % 3], *last = cost[(i + 2) % 3], *before = cost[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return cost[rows % 3][columns];
}

struct nearest nearest_to(const char *given)
{
    bool is_name = given && strlen(given) <= LONGEST && !strpbrk(given, "*?[,");
    return (struct nearest){.given = is_name ? given : NULL};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    if (!nearest->given || strlen(name) > LONGEST) return;
    size_t far = distance(nearest->given, name), third = strlen(name) / 3;
    if (far > (third > 1 ? third : 1) || (nearest->name && far >= nearest->distance)) return;
    nearest->name = name;
    nearest->distance = far;
}

int nearest_add(const struct nearest *nearest, struct text *why)
{
    return nearest->name ? text_add(why, "; did you mean %s?", nearest->name) : 0;
}
