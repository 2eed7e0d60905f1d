/* SPDX-License-Identifier: MIT
 * throw_lines COUNT SEED: throws that many lines at the parser, more than half of them mutations of lines
 * that it takes. Nothing may crash; a line that is taken must print and parse back to itself, byte by byte,
 * and so must its choice sequence; a line that is not must be answered by one line of text. Meant for a build
 * with sanitizers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "draw.h"

enum { POOL = 1024, LONGEST = 600 };

/* Lines that were taken; mutations start from them, and those that are taken too join. */
struct pool {
    char line[POOL][LONGEST];
    size_t count;
};

struct tally {
    uint64_t thrown, mutated, taken;
};

/* The pieces of lines. The operators of the table join these. */
static const char *const pieces[] = {
    "reduce/",
    "scan/",
    "exscan/",
    "keyed/",
    "transpose/",
    "law/",
    "i16",
    "f64",
    "0",
    "1",
    "257",
    "3x1025",
    "[1,2,1]",
    "rag:",
    "10x30",
    ":giant",
    ":uniform",
    ":geometric",
    "#7",
    "soa",
    "aos",
    "arena",
    "one",
    "in",
    "cols",
    ">",
    "+1",
    "~2",
    "unit:0",
    "small:",
    "any:",
    "lit:",
    "ones:",
    "powers:",
    "7f3a",
    "/only:",
    "1-2",
    "/init:",
    "/vary:",
    "/keep:",
    "/with:",
    "/sched:",
    "/model:",
    "formal",
    "fifo",
    "uniform:",
    "pct:",
    "@3",
    ":4",
    "a=-1",
    ",",
    "/",
    "k",
    "M",
    "G",
    "{",
    "}",
    "block=8",
    "@sim32",
    "@host",
    "@amd:1",
    "@nvidia",
    " ",
    ".",
    "(",
    ")",
    "=",
    "-",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "ffffffffffffffff",
    "x0",
    "_",
    "claim.subject",
};
enum { PIECES = sizeof pieces / sizeof *pieces };

/* Lines to begin with, %s standing for an operator. */
static const char *const firsts[] = {
    "a.b{block=256,items=4,group=64}@sim64 scan/%s/3x1025/aos+1~2/any:7f3a/with:split=17",
    "a.b{block=8}@amd:1 reduce/%s/2k/soa>in/small:0/only:255-257/init:1/sched:pct:ff@3@9:4",
    "a.b@host law/%s/[1,2,1]/soa/lit:3,0,5,1/keep:0",
    "a.b exscan/%s/rag:10x30:halfempty:5/arena>soa/any:ffffffffffffffff/init:1/sched:uniform:5:2",
    "a.b keyed/%s/4M#7:geometric/one+3/unit:0/sched:fifo:1/model:formal",
    "a.b@nvidia reduce/%s/3x0x5/soa>aos>arena~1/any:0/vary:0,1",
    "transposes.tile16 transpose/i16/37x1/soa>aos/any:7",
};

static void pool_add(struct pool *pool, struct draw *draw, const char *line)
{
    size_t length = strlen(line);
    if (length >= LONGEST) return;
    size_t at = pool->count < POOL ? pool->count++ : (size_t)draw_below(draw, POOL);
    memcpy(pool->line[at], line, length + 1);
}

static const char *draw_piece(struct draw *draw)
{
    uint64_t at = draw_below(draw, PIECES + op_count());
    return at < PIECES ? pieces[at] : op_at((size_t)at - PIECES)->name;
}

/* Puts text in the place of `gone` characters at `at`; what does not fit is cut. */
static void splice(char *line, size_t at, size_t gone, const char *text, size_t length)
{
    char rest[LONGEST];
    strcpy(rest, line + at + gone);
    snprintf(line + at, LONGEST - at, "%.*s%s", (int)length, text, rest);
}

static void mutate(const struct pool *pool, struct draw *draw, char *line)
{
    size_t length = strlen(line), at = (size_t)draw_between(draw, 0, length);
    size_t gone = (size_t)draw_between(draw, 0, length - at < 8 ? length - at : 8);
    const char *other = pool->line[draw_below(draw, pool->count)];
    size_t from = (size_t)draw_between(draw, 0, strlen(other));
    const char *piece = draw_piece(draw);
    char byte[2] = {(char)(unsigned char)draw_between(draw, 1, 255), '\0'};
    switch (draw_below(draw, 6)) {
    case 0:
        splice(line, at, gone, "", 0);
        return;
    case 1:
        splice(line, at, gone, piece, strlen(piece));
        return;
    case 2:
        splice(line, at, 0, piece, strlen(piece));
        return;
    case 3:
        splice(line, at, at < length, byte, 1);
        return;
    case 4: /* a digit for a digit keeps most lines valid */
        if (at < length && line[at] >= '0' && line[at] <= '9') line[at] = (char)('0' + draw_below(draw, 10));
        return;
    default: /* the rest of another line */
        splice(line, at, length - at, other + from, strlen(other + from));
    }
}

static void draw_line(const struct pool *pool, struct draw *draw, struct tally *tally, char *line)
{
    *line = '\0';
    if (draw_chance(draw, 3, 4)) {
        tally->mutated++;
        strcpy(line, pool->line[draw_below(draw, pool->count)]);
        for (size_t left = 1 + draw_weighted(draw, (const unsigned[]){6, 3, 2, 1}, 4); left > 0; left--)
            mutate(pool, draw, line);
        return;
    }
    for (uint64_t left = draw_below(draw, 24); left > 0; left--) {
        const char *piece = draw_piece(draw);
        splice(line, strlen(line), 0, piece, strlen(piece));
    }
}

static bool complain(const char *line, const char *what)
{
    fprintf(stderr, "throw_lines: %s: %s\n", what, line);
    return false;
}

/* Whether the parser behaved on a line; *taken says if it took it. */
static bool throw_line(const char *line, bool *taken)
{
    static struct test_case parsed, again;
    static char printed[MAX_LINE], twice[MAX_LINE];
    static struct choices choices;
    struct text why = {""};
    *taken = case_parse(line, &parsed, &why);
    if (!*taken) {
        if (strncmp(why.at, "character ", 10) != 0) return complain(line, "refused without a place");
        return !strchr(why.at, '\n') || complain(line, "refused in more than one line");
    }
    if (case_print(&parsed, printed, sizeof printed) >= sizeof printed) return complain(line, "too long");
    if (!case_parse(printed, &again, &why)) return complain(printed, why.at);
    if (memcmp(&parsed, &again, sizeof parsed) != 0) return complain(line, "parses back to another case");
    case_print(&again, twice, sizeof twice);
    if (strcmp(printed, twice) != 0) return complain(line, "prints back to another line");
    choices_from_case(&parsed, &choices);
    if (!case_from_choices(&parsed, &choices, &again) || memcmp(&parsed, &again, sizeof parsed) != 0)
        return complain(line, "its choices make another case");
    return true;
}

static void fill_pool(struct pool *pool, struct draw *draw)
{
    for (size_t first = 0; first < sizeof firsts / sizeof *firsts; first++) {
        for (size_t op = 0; op < op_count(); op++) {
            const char *hole = strstr(firsts[first], "%s");
            char line[LONGEST];
            strcpy(line, firsts[first]);
            if (hole)
                splice(line, (size_t)(hole - firsts[first]), 2, op_at(op)->name, strlen(op_at(op)->name));
            pool_add(pool, draw, line);
        }
    }
}

static bool throw_all(uint64_t count, uint64_t seed, struct tally *tally)
{
    static struct pool pool;
    static struct draw draw;
    draw_from_seed(&draw, seed);
    fill_pool(&pool, &draw);
    for (; tally->thrown < count; tally->thrown++) {
        char line[LONGEST];
        bool taken;
        draw_from_seed(&draw, seed + tally->thrown * 0x9e3779b97f4a7c15U);
        draw_line(&pool, &draw, tally, line);
        if (!throw_line(line, &taken)) return false;
        tally->taken += taken;
        if (taken && draw_chance(&draw, 1, 8)) pool_add(&pool, &draw, line);
    }
    return true;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 0);
    return end != text && *end == '\0';
}

int main(int count, char **arguments)
{
    uint64_t lines, seed;
    if (count != 3 || !read_number(arguments[1], &lines) || !read_number(arguments[2], &seed)) {
        fprintf(stderr, "usage: throw_lines COUNT SEED\n");
        return STATUS_USAGE;
    }
    struct tally tally = {0, 0, 0};
    if (!throw_all(lines, seed, &tally)) return STATUS_FAIL;
    printf("%" PRIu64 " lines thrown, %" PRIu64 " of them mutations; %" PRIu64 " taken, all came back\n",
           tally.thrown, tally.mutated, tally.taken);
    return STATUS_OK;
}
