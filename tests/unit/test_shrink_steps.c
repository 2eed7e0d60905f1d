/* SPDX-License-Identifier: MIT
 * Which candidates the shrinker asks about, worked out from what its passes are to do. All that it asks, in order, as golden text; and
 * single steps, which a search takes if only the case behind the step fails. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"
#include "shrink.h"

#define ZEROS_8 "0,0,0,0,0,0,0,0"
#define ZEROS_64 ZEROS_8 "," ZEROS_8 "," ZEROS_8 "," ZEROS_8 "," ZEROS_8 "," ZEROS_8 "," ZEROS_8 "," ZEROS_8
#define REDUCE "reduce/add_u32/"
#define CRC "reduce/crc32_u8/" /* has no neutral input: none of its cases has a window */
#define KEYED "keyed/add_u32/"
/* ---- traces ---- */

/* A case, the candidates that fail, too, with a space before each, and how many are asked about; 0: all. golden/shrink.txt has what is
 * asked, in order. */
static const struct {
    const char *from, *fail;
    uint64_t most;
} traces[] = {
    /* One row: windows at its ends, then its length, then each window and each item in it, shortest first. */
    {REDUCE "3/soa/unit:0", "", 0},
    /* A window: it is empty, at the front, at its own two ends; the row ends in it; it begins sooner; both are shorter. */
    {REDUCE "2/soa/unit:0/only:1-2", "", 0},
    /* A window becomes shorter by half as long as that fails: 2-5, then 2-3, which is too short for 2 less. */
    {REDUCE "7/soa/unit:0/only:2-7", " 7/soa/unit:0/only:2-5 7/soa/unit:0/only:2-3", 5},
    /* Dimensions: a row, all in one row, without each dimension, each number, and pairs of numbers. */
    {CRC "1x2x3/soa/unit:0", "", 0},
    /* A step passes over the dimension that takes the place of the one that is gone. */
    {CRC "1x2x3/soa/unit:0", " 1x3/soa/unit:0", 5},
    /* Of five rows the last two go; then two of the three that are left, and one of them. */
    {CRC "[1,2,3,4,5]/soa/unit:0", " [1,2,3]/soa/unit:0", 11},
    /* A list has no dimensions to drop: numbers follow. */
    {CRC "[1,2,3]/soa/unit:0", " [2,3]/soa/unit:0", 9},
    /* A step of two sizes at once leads back to the first pass. */
    {CRC "3x3/soa/unit:0", " 2x2/soa/unit:0", 11},
    /* Of two numbers all that is less is asked about, and nothing that is more: [2,3] has an item fewer than 2x3. */
    {CRC "2x3/soa/unit:0", "", 0},
    /* A number that may be 0 leads on to the next one, and then back to the first pass. */
    {CRC "2x3/soa/unit:0", " 0x3/soa/unit:0", 8},
    /* A length by halves, of the half that fails; then less by 4, 2 and 1. */
    {CRC "12/soa/unit:0", " 6/soa/unit:0", 6},
    /* Literals: none, without each, each lower; those in front of a window, too. */
    {CRC "0/soa/lit:1", "", 0},
    {REDUCE "3/soa/lit:3,1,2/only:2-3", "", 8},
    /* A list: its rows, all in one row, rows of one length, without each row; without each literal; each number, and the lengths as
     * dimensions; both lengths. */
    {CRC "[1,2]/soa/lit:1,2,3", "", 0},
    /* Rows without items are rows: first one alone; 2x0 has a number that is not 0, and is not simpler. */
    {CRC "[0,0]/soa/unit:0", "", 2},
    /* Ragged rows of one item each: likewise, and their distribution and seed. */
    {CRC "rag:2x1:giant:5/soa/unit:0", "", 0},
    /* Seeds: the first sixteen, then their own last 8, 16 and 32 bits, then as all numbers. */
    {CRC "rag:0x0:giant:123456789abcdef0/soa/unit:0", "", 24},
    {CRC "0/soa/unit:0/sched:uniform:123456789abcdef0:1", "", 23},
    {CRC "0/soa/any:123456789abcdef0", "", 39},
    /* Options: none, then without the groups of them; a step leads on to data, and not to a group that was there before. */
    {REDUCE "0/soa~1/any:1/only:0-0/init:1", " 0/soa/any:1/only:0-0/init:1", 5},
    /* Layouts: none, without outputs, one output, each side alone, then each number. */
    {"scan/span_emit/0/aos+1~2>aos>aos~3/unit:0", "", 0},
    /* Keys: they take turns, the least numbers, each number. */
    {"keyed/crc32_u8/1#2:1/soa/unit:0", "", 0},
    /* Likewise, and without each item, its key and its literal. A list keeps one key. */
    {"keyed/crc32_u8/3#3:2,0,1/soa/lit:1,2", "", 0},
    /* As many keys as items at most; where fewer keys are left than were there, the rest of them one by one. */
    {"keyed/crc32_u8/3#3:0,1,2,1,0/soa/lit:1,2,3", " 2#3:0,1/soa/lit:1,2,3", 5},
    /* A length with the zeros in front of the last literal. */
    {CRC "2/soa/lit:0,0", "", 0},
    /* Choices of a property: none, without each, each number (0, 1, -1, 2, -2 ... are 0 to 4 and on), both. */
    {CRC "0/soa/unit:0/with:a=3,b=1", "", 0},
    /* 1000 is number 1999: by halves of what is left, then less by powers of two, then from 0 on. */
    {CRC "0/soa/unit:0/with:k=1000", "", 20},
    /* Where the last resort finds a number it goes on to the next one, which it tries from 0 on. */
    {CRC "0/soa/unit:0/with:a=1000,b=1", " 0/soa/unit:0/with:a=1,b=1", 24},
    /* A step leads back to the first pass, and the last resort waits. */
    {CRC "3/soa/unit:0/with:k=3", " 2/soa/unit:0/with:k=2", 0},
};

struct trace {
    const char *fail;
    size_t kind; /* characters of the line in front of the shape */
    struct golden golden;
};

/* Notes a candidate, marked if it fails. */
static bool trace_candidate(void *context, const struct test_case *candidate)
{
    struct trace *trace = context;
    char line[MAX_LINE], spaced[MAX_LINE + 2];
    problem_print(&candidate->problem, line, sizeof line);
    snprintf(spaced, sizeof spaced, " %s", line + trace->kind);
    const char *found = strstr(trace->fail, spaced);
    bool fails = found && (found[strlen(spaced)] == ' ' || !found[strlen(spaced)]);
    golden_add(&trace->golden, "%s%s\n", line, fails ? " fails" : "");
    return fails;
}

static bool trace_is_golden(size_t at, struct finding *finding)
{
    char from[MAX_LINE], section[MAX_LINE];
    const char *op = strchr(traces[at].from, '/');
    struct trace trace = {traces[at].fail, (size_t)(strchr(op + 1, '/') + 1 - traces[at].from), {0}};
    struct shrink shrink = {
        .fails = trace_candidate, .context = &trace, .budget = traces[at].most ? traces[at].most : 1000};
    struct test_case found;
    snprintf(from, sizeof from, "a.b@sim64 %s", traces[at].from);
    if (!case_parse(from, &found, &finding->first_at)) return false;
    shrink_case(&shrink, &found);
    golden_add(&trace.golden, "%d candidates\n", (int)shrink.runs);
    snprintf(section, sizeof section, "%s%s%s", traces[at].from,
             traces[at].fail[0] ? ", where these fail:" : "", traces[at].fail);
    return golden_is("shrink", section, &trace.golden, finding);
}

/* ---- steps ---- */

/* `never`: no candidate is that case. */
static const struct {
    const char *kind, *from, *to;
    bool never;
} steps[] = {
    /* listed keys and `vary` fit a shape that became smaller */
    {KEYED, "9#3:0,2,1,0,1/soa/unit:0", "3#3:0,2,1/soa/unit:0", false},
    {KEYED, "9#3:0,2,1/soa/unit:0", "8#3:0,2,1/soa/unit:0", false},
    {KEYED, "4#3:2/soa/unit:0", "0#3:2/soa/unit:0", false},
    {"reduce/affine_mod/", "4x5x6/soa/unit:0/vary:1", "3x5x6/soa/unit:0/vary:1", false},
    {"reduce/affine_mod/", "4x5x6/soa/unit:0/vary:0,1", "4x5/soa/unit:0/vary:0", false},
    {"reduce/affine_mod/", "4x5x6/soa/unit:0/vary:0,1", "6/soa/unit:0", false},
    {"reduce/affine_mod/", "3x4x5x6/soa/unit:0/vary:0,1,2", "6/soa/unit:0", false},
    {"reduce/affine_mod/", "[4,5,6]/soa/unit:0/vary:0", "[4,5]/soa/unit:0/vary:0", false},
    {"reduce/affine_mod/", "[4,5]/soa/unit:0/vary:0", "[4]/soa/unit:0/vary:0", false},
    {"reduce/affine_mod/", "[4,5,6]/soa/unit:0/vary:0", "4/soa/unit:0", false},
    /* schedules */
    {REDUCE, "0/soa/unit:0/sched:unfair:ff:4", "0/soa/unit:0/sched:fifo:4", false},
    {REDUCE, "0/soa/unit:0/sched:unfair:ff:4", "0/soa/unit:0/sched:uniform:5:1", false},
    {REDUCE, "0/soa/unit:0/sched:unfair:ff:4", "0/soa/unit:0/sched:uniform:f:4", false},
    {REDUCE, "0/soa/unit:0/sched:pct:ff@3@9:4", "0/soa/unit:0/sched:fifo:4", false},
    {REDUCE, "0/soa/unit:0/sched:pct:ff@3@9:4", "0/soa/unit:0/sched:uniform:5:1", false},
    /* each of as many choices as there may be, and nothing of what lies behind them */
    {CRC, "0/soa/unit:0/with:a=1,b=2,c=3,d=4,e=5,f=6/sched:fifo:3",
     "0/soa/unit:0/with:a=1,b=2,c=3,d=4,f=6/sched:fifo:3", false},
    {CRC, "0/soa/unit:0/with:a=1,b=2,c=3,d=4,e=5,f=6/sched:fifo:3",
     "0/soa/unit:0/with:a=1,c=3,d=4,e=5,f=6/sched:fifo:3", false},
    {CRC, "0/soa/unit:0/with:a=1,b=2,c=3,d=4,e=5,f=6/sched:fifo:3",
     "0/soa/unit:0/with:a=1,b=2,c=3,d=4,e=5/sched:fifo:3", false},
    /* a row alone: that of `only`, the first, the last; all in one */
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-7", "5/soa/unit:0/only:1-3", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:4-6", "5/soa/unit:0/only:0-2", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-9", "5/soa/unit:0/only:1-5", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-12", "5/soa/unit:0/only:1-5", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-12", "6/soa/unit:0/only:0-3", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-7", "4/soa/unit:0/only:4-4", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-7", "6/soa/unit:0/only:0-0", false},
    {REDUCE, "[4,5,6]/soa/unit:0/only:5-7", "15/soa/unit:0/only:5-7", false},
    {REDUCE, "[4,5,6]/soa/lit:0,0,0,0,7,8,9/only:5-7", "5/soa/lit:7,8,9/only:1-3", false},
    {REDUCE, "[3,5]/soa/lit:1,2,3/only:4-6", "5/soa/lit:3/only:1-3", false},
    {KEYED, "3x3#3:0,1,2,0,2,1/soa/unit:0/only:3-5", "3#3:0,2,1/soa/unit:0/only:0-2", false},
    /* the shape's form */
    {REDUCE, "rag:3x4:giant:5/soa/unit:0", "3x4/soa/unit:0", false},
    {REDUCE, "rag:1x4:uniform:5/soa/unit:0", "[4]/soa/unit:0", false},
    {REDUCE, "rag:64x0:giant:5/soa/unit:0", "[" ZEROS_64 "]/soa/unit:0", false},
    {REDUCE, "rag:65x0:giant:5/soa/unit:0", "rag:64x0:giant:5/soa/unit:0", false},
    {CRC, "rag:100000x0:giant:5/soa/unit:0", "rag:100000x0:giant:4/soa/unit:0",
     false}, /* more than a list has */
    {REDUCE, "[2,2,2]/soa/unit:0", "3x2/soa/unit:0", false},
    {REDUCE, "[3,1,2]/soa/unit:0", "[1,2,3]/soa/unit:0", false},
    /* rows of a list: with half of them `only` stays behind, or moves with items that lie behind those that go */
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,2]/soa/unit:0/only:3-3", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,4]/soa/unit:0/only:5-5", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,4]/soa/unit:0/only:1-3", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[3,4]/soa/unit:0/only:3-5", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,2,3]/soa/unit:0/only:6-6", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,2,3]/soa/unit:0/only:2-4", true},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[1,2,4]/soa/unit:0/only:3-5", false},
    {REDUCE, "[1,2,3,4]/soa/unit:0/only:6-8", "[2,3,4]/soa/unit:0/only:5-7", false},
    {REDUCE, "[1,2,3,4]/soa/lit:0,0,0,0,0,0,7/only:6-8", "[1,4]/soa/lit:0,7/only:1-3", false},
    /* keys */
    {KEYED, "4#2:sorted/soa/unit:0", "4#2:0,0,1,1/soa/unit:0", false},
    {KEYED, "2#2:halfempty:1/soa/unit:0", "2#2:1,1/soa/unit:0", false}, /* splitmix64(1) is odd */
    {KEYED, "64#1:giant:5/soa/unit:0", "64#1:" ZEROS_64 "/soa/unit:0", false},
    /* (and a search of long rows ends where its budget is used up) */
    {KEYED, "100000#1:giant:5/soa/unit:0", "100000#1:giant:4/soa/unit:0", false},
    {KEYED, "5#9:7,2,7,4,2/soa/unit:0", "5#3:2,0,2,1,0/soa/unit:0", false},
    {KEYED, "3#9:2,4,7/soa/unit:0", "3#3:0,1,2/soa/unit:0", false},
    {KEYED, "3#9:1,3,5/soa/unit:0", "3#3:0,1,2/soa/unit:0", false}, /* as many as another has before */
    {KEYED, "3#9:3,3,5/soa/unit:0", "3#2:0,0,1/soa/unit:0", false},
    {KEYED, "5#9:5,5,3,3,8/soa/unit:0", "5#3:1,1,0,0,2/soa/unit:0", false},
    {KEYED, "3#3:0,1,2/soa/lit:5", "2#3:1,2/soa/lit:5", false},
    {KEYED, "2x2#2:0,1/soa/unit:0", "1x2#2:0/soa/unit:0", true}, /* of one row alone */
    /* a length with a seed */
    {REDUCE, "9/soa/unit:0/sched:uniform:ff:2", "0/soa/unit:0/sched:uniform:3:2", false},
    {REDUCE, "9/soa/unit:0/sched:uniform:ff:2", "5/soa/unit:0/sched:uniform:f:2", false},
    {REDUCE, "9/soa/unit:0/sched:uniform:ff:2", "5/soa/unit:0/sched:uniform:10:2", true},
    {REDUCE, "9/soa/unit:0/sched:uniform:ff:2", "8/soa/unit:0/sched:uniform:f:2", false},
    {REDUCE, "9/soa/unit:0/only:6-8/sched:uniform:ff:2", "8/soa/unit:0/only:5-7/sched:uniform:3:2", false},
    {REDUCE, "4x9/soa/unit:0/sched:uniform:ff:2", "4x8/soa/unit:0/sched:uniform:3:2", false},
    {REDUCE, "9/soa/unit:0/only:6-8/sched:uniform:ff:2", "5/soa/unit:0/only:2-4/sched:uniform:3:2", false},
    {REDUCE, "[4,5]/soa/unit:0/sched:uniform:ff:2", "[4,3]/soa/unit:0/sched:uniform:3:2", true},
    {REDUCE, "rag:4x5:giant:1/soa/unit:0/sched:uniform:ff:2", "rag:4x3:giant:1/soa/unit:0/sched:uniform:3:2",
     true},
    /* items bit by bit: all, of up to 64; and those of a window, behind zeros */
    {REDUCE, "1/soa/any:7f3a", "1/soa/lit:fdf4d64b57e12336", false},
    {REDUCE, "2/soa/any:7f3a", "2/soa/lit:fdf4d64b57e12336,b3c0e41287f54e42", false},
    {REDUCE, "9/soa/any:7f3a/only:0-1", "9/soa/lit:fdf4d64b57e12336/only:0-1", false},
    {REDUCE, "9/soa/any:7f3a/only:1-2", "9/soa/lit:0,b3c0e41287f54e42/only:1-2", false},
    /* numbers that go together */
    {REDUCE, "7/soa/unit:0/with:x=5,y=4", "3/soa/unit:0/with:x=1,y=0", false},
    {REDUCE, "9/soa/unit:0/only:5-6/with:a=4", "5/soa/unit:0/only:1-2/with:a=0", false},
    {REDUCE, "9/soa/unit:0/only:4-5/with:a=4,b=4", "5/soa/unit:0/only:0-1/with:a=0,b=0", false},
    {REDUCE, "9/soa/unit:0/only:1-5/with:a=4", "9/soa/unit:0/only:0-1/with:a=0", true},
    {REDUCE, "9/soa/lit:0,5,6/with:a=4", "9/soa/lit:6/with:a=0", true},
    {REDUCE, "9/soa/unit:0/only:4-5/with:a=1", "9/soa/unit:0/only:0-1/with:a=-3", true},
    {REDUCE, "2/soa/unit:0/only:1-2/with:a=1,b=1", "2/soa/unit:0/only:0-1/with:a=0,b=0", true},
    {REDUCE, "9/soa/unit:0/sched:pct:0@0@0@0@5:1", "5/soa/unit:0/sched:pct:0@0@0@0@1:1", true},
    /* the last resort: of up to 64 items every window, of more those within the one that is left */
    {REDUCE, "64/soa/unit:0/only:8-10", "64/soa/unit:0/only:3-4", false},
    {REDUCE, "65/soa/unit:0/only:8-10", "65/soa/unit:0/only:3-4", true},
    {REDUCE, "100/soa/unit:0/only:50-52", "100/soa/unit:0/only:48-48",
     true}, /* a length of 2 less 4 is none */
    {REDUCE, "65/soa/unit:0/only:8-12", "65/soa/unit:0/only:9-11", false},
    {REDUCE, "2/soa/lit:5/only:1-2", "2/soa/lit:1/only:0-1", true},
    {REDUCE, "3/soa/any:5", "3/soa/lit:0,1/only:1-2", false},
    {REDUCE, "3/soa/lit:7,8,9", "3/soa/lit:0,1/only:1-2", false},
    {REDUCE, "100000/soa/unit:0/only:99998-100000", "100000/soa/lit:1/only:99998-99999",
     true}, /* no such literal */
    /* and 256 of them at most: 49 empty ones, as 0-0 and 3-3 are known; of one item 50 that are odd, and 48 that are
     * not, as 0-1 and 2-3 are known; of two 2 at 0 and at 1 each, where 0-2 and 1-3 are known, and 3 each from 2 on to
     * 36 */
    {REDUCE, "50/soa/unit:0/only:0-3", "50/soa/unit:0/only:36-38", false},
    {REDUCE, "50/soa/unit:0/only:0-3", "50/soa/unit:0/only:37-39", true},
    {CRC, "100000/soa/unit:0", "300/soa/unit:0", true}, /* without windows it has none to go through */
    {REDUCE, "0/soa~300/unit:0", "0/soa~255/unit:0", false},
    {REDUCE, "0/soa~300/unit:0", "0/soa~256/unit:0", true},
    {REDUCE, "0/soa/unit:0/with:abcdefghi=0", "0/soa/unit:0/with:abcdefgh=0", true}, /* names stay */
};

struct request {
    struct test_case to;
    struct shrink *shrink;
};

/* Whether it is the case that is wanted; then nothing more is asked. */
static bool is_wanted(void *context, const struct test_case *candidate)
{
    struct request *request = context;
    if (memcmp(&request->to, candidate, sizeof *candidate) != 0) return false;
    request->shrink->budget = request->shrink->runs;
    return true;
}

static bool step_reaches_its_case(size_t s, struct finding *finding)
{
    char from[MAX_LINE], to[MAX_LINE], line[MAX_LINE];
    struct test_case found;
    struct request request;
    struct shrink shrink = {.fails = is_wanted, .context = &request, .budget = 4000};
    request.shrink = &shrink;
    snprintf(from, sizeof from, "a.b@sim64 %s%s", steps[s].kind, steps[s].from);
    snprintf(to, sizeof to, "a.b@sim64 %s%s", steps[s].kind, steps[s].to);
    if (!case_parse(from, &found, &finding->first_at) || !case_parse(to, &request.to, &finding->first_at))
        return false;
    shrink_case(&shrink, &found);
    case_print(&found, line, sizeof line);
    if (strcmp(line, steps[s].never ? from : to) == 0) return true;
    return text_say(&finding->first_at, "from %.300s: %s %.300s, got %.300s", from,
                    steps[s].never ? "expected no step to" : "expected a step to", to, line);
}

/* ---- the least case first ---- */

/* Where candidates that fail cost much, one is enough where all fail; else the others follow. A case fails that has `enough`
 * items. */
static const struct {
    const char *from, *to;
    uint64_t enough, most; /* candidates */
} leasts[] = {
    {REDUCE "255/aos>aos+17/any:1f34/init:7/model:formal", REDUCE "0/soa/unit:0", 0, 1},
    {REDUCE "3x1025/soa/any:1/sched:pct:ff@3@9:4", REDUCE "0/soa/unit:0", 0, 1},
    {KEYED "9#3:0,2,1,0,1/soa/any:1", KEYED "0#1/soa/unit:0", 0, 1},
    {REDUCE "[3,4]/soa/lit:1,2", REDUCE "0/soa/unit:0", 0, 1},
    {REDUCE "255/soa/unit:0", REDUCE "9/soa/unit:0/only:0-0", 9, 200},
};

static bool has_enough(void *context, const struct test_case *candidate)
{
    uint64_t items = 0;
    return shape_items(&candidate->problem.shape, &items) && items >= *(const uint64_t *)context;
}

static bool least_is_the_first(size_t at, struct finding *finding)
{
    char line[MAX_LINE];
    uint64_t enough = leasts[at].enough;
    struct test_case found;
    struct shrink shrink = {.fails = has_enough, .least_first = true, .context = &enough, .budget = 4000};
    snprintf(line, sizeof line, "a.b@sim64 %s", leasts[at].from);
    if (!case_parse(line, &found, &finding->first_at)) return false;
    shrink_case(&shrink, &found);
    problem_print(&found.problem, line, sizeof line);
    return (strcmp(line, leasts[at].to) == 0 && shrink.runs <= leasts[at].most) ||
           text_say(&finding->first_at,
                    "from %s: expected %s by %" PRIu64 " candidates at most, got %.300s by %" PRIu64,
                    leasts[at].from, leasts[at].to, leasts[at].most, line, shrink.runs);
}

static const struct unit_test tests[] = {NAMED_ROWS(trace_is_golden, traces, from),
                                         ROWS(step_reaches_its_case, steps),
                                         NAMED_ROWS(least_is_the_first, leasts, from)};
UNIT(shrink_steps, tests);
