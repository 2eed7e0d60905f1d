/* SPDX-License-Identifier: MIT */
#include "in_words.h"
#include "op.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_count(unsigned long long count, struct text *said)
{
    int shift = count ? __builtin_ctzll(count) : 0;
    unsigned long long odd = count >> shift;
    if (shift >= 10 && odd == 1)
        text_add(said, "2^%d", shift);
    else if (shift >= 10 && odd < 100)
        text_add(said, "%llu x 2^%d", odd, shift);
    else
        text_add(said, "%llu", count);
}

void count_in_words(unsigned long long count, struct text *said)
{
    said->at[0] = '\0';
    add_count(count, said);
}

/* The parts of "what/op/shape/layout/data/...", which are cut apart in `line`. */
struct parts {
    char line[512];
    char *at[8]; /* NULL: not there */
};

/* False where the line has no problem, or one that is longer than any in words. */
static int cut(const char *line, struct parts *parts)
{
    const char *problem = strchr(line, ' ');
    memset(parts, 0, sizeof *parts);
    if (!problem || strlen(problem + 1) >= sizeof parts->line) return 0;
    snprintf(parts->line, sizeof parts->line, "%s", problem + 1);
    char *at = parts->line;
    for (int i = 0; at && i < 8; i++) {
        parts->at[i] = at;
        at = strchr(at, '/');
        if (at) *at++ = '\0';
    }
    return parts->at[2] != NULL;
}

/* "f32", or "u32 and 3 more columns". */
static void add_type(const struct op *op, struct text *said)
{
    if (!op) {
        text_add(said, " items");
        return;
    }
    text_add(said, " %s", elem_name(op->input.elem[0]));
    for (int i = 1; i < op->input.count && op->input.count <= 3; i++)
        text_add(said, ",%s", elem_name(op->input.elem[i]));
    if (op->input.count > 3) text_add(said, " and %d more columns", op->input.count - 1);
}

/* "rag:6000x2:uniform:1" */
static int add_ragged(const char *shape, const struct op *op, struct text *said)
{
    unsigned long long rows, mean;
    char dist[16] = "";
    if (sscanf(shape, "rag:%llux%llu:%15[a-z]", &rows, &mean, dist) < 2) return 0;
    add_count(rows * mean, said);
    add_type(op, said);
    text_add(said, ", rows of about ");
    add_count(mean, said);
    text_add(said, " (%s)", dist);
    return 1;
}

/* "1024", "64x1024", "2x64x1024": all items, then the length of a row. */
static int add_regular(const char *shape, const struct op *op, struct text *said)
{
    unsigned long long all = 1, length = 0;
    int dims = 0, end = 0;
    for (const char *at = shape; *at && *at != '#'; at += end + (at[end] == 'x')) {
        if (sscanf(at, "%llu%n", &length, &end) != 1 || (at[end] && at[end] != 'x' && at[end] != '#'))
            return 0;
        all *= length;
        dims++;
    }
    if (!dims) return 0;
    add_count(all, said);
    add_type(op, said);
    if (dims > 1) {
        text_add(said, ", rows of ");
        add_count(length, said);
    }
    return 1;
}

/* "#7:giant:5": how many keys, and how they fall. */
static void add_keys(const char *shape, struct text *said)
{
    const char *hash = strchr(shape, '#');
    unsigned long long keys;
    char dist[16] = "";
    if (!hash || sscanf(hash, "#%llu:%15[a-z]", &keys, dist) < 1) return;
    text_add(said, ", ");
    add_count(keys, said);
    text_add(said, " keys%s%s%s", dist[0] ? " (" : "", dist, dist[0] ? ")" : "");
}

/* What the operator is, up to its first comma; its own name where it is not of this build. */
static void add_op(const struct op *op, const char *name, struct text *said)
{
    if (op)
        text_add(said, ", %.*s", (int)strcspn(op->what, ",:"), op->what);
    else
        text_add(said, ", %s", name);
}

void problem_in_words(const char *line, struct text *said)
{
    struct parts parts;
    char name[64];
    said->at[0] = '\0';
    if (!cut(line, &parts)) return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(parts.at[1], "("), parts.at[1]);
    if (strcmp(parts.at[0], "transpose") == 0) {
        text_say(said, "%s of %s", parts.at[2], name);
        return;
    }
    const struct op *op = op_find(name);
    bool known = add_ragged(parts.at[2], op, said) || add_regular(parts.at[2], op, said);
    if (!known) text_say(said, "rows %s", parts.at[2]);
    add_keys(parts.at[2], said);
    if (strcmp(parts.at[0], "exscan") == 0) text_add(said, ", exclusive");
    add_op(op, parts.at[1], said);
    if (parts.at[3] && strcmp(parts.at[3], "soa") != 0) text_add(said, ", %s", parts.at[3]);
}
