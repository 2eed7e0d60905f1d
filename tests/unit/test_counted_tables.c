/* SPDX-License-Identifier: MIT
 * Claims about costs, against strategies whose launches do nothing and cost what they are told to: literal_traffic's
 * tables with the costs that they have, and one of them changed; claims about one launch. */
#include "formulas.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "counting.h"
#include "control.h"
#include "unit.h"

enum { MOST_LINES = 6 };

/* A line of a table that is launched, in the table's order. */
struct cost {
    enum kind { NO_LINE, CLAIMED, CLAIMED_LEAST, CLAIMED_MOST, WAITED, ACCESSED } kind;
    uint64_t first, second; /* bytes that are moved, and claimed; barriers, and syncs; accesses, and lanes */
    unsigned percent;       /* of the fewest sectors, touched and claimed; 0: not worked out */
};

/* A strategy by its name in the tables, with one operator and one tuning, and the costs of its lines: of each kind of line
 * some. */
struct literal {
    const char *strategy, *op;
    enum what what;
    struct launch_shape shape;
    bool of_64; /* lanes; else 32 */
    struct cost cost[MOST_LINES];
    double ratio[MOST_LINES]; /* of sectors, claimed for lines that are only planned; 0: no line */
    uint64_t
        awaited; /* bytes of scratch that are read, and not claimed, as it needs progress; 0: it needs none */
};

static const struct literal literal[] = {
#define TINY                                                                                                 \
    {                                                                                                        \
        .block = 8, .items = 1, .group = 4                                                                   \
    }
#define LARGE(BLOCK, ITEMS)                                                                                  \
    {                                                                                                        \
        .block = (BLOCK), .items = (ITEMS), .group = 32                                                      \
    }
#define REDUCE(STRATEGY, OP) .strategy = STRATEGY, .op = (OP), .what = WHAT_REDUCE
#define KEYED(STRATEGY, OP) .strategy = STRATEGY, .op = (OP), .what = WHAT_KEYED
    /* 65536 items of a byte, 8 or 4 states written and read, a result, and a counter */
    {REDUCE("reduce_last_block", "add_i8"), LARGE(512, 16), .cost = {{CLAIMED, 65549, 65549, 100}}},
    /* an item and a result of 8 bytes, 6 params, an edge of 48, a counter; 11 items and results, 7 ends, or 13 at most,
     * 22 params, and the rest likewise */
    {REDUCE("segreduce_ragged_balanced", "affine_mod"), TINY,
     .cost = {{CLAIMED, 92, 92, 0}, {CLAIMED, 284, 332, 0}}},
    /* 4008 and 63 edges of 32, a counter; 44 and 7 ends, or 13, an edge, a counter */
    {REDUCE("segreduce_ragged_balanced", "add_u32"), TINY,
     .cost = {{CLAIMED, 6028, 6028, 0}, {CLAIMED, 136, 184, 0}}},
    {REDUCE("segreduce_ragged_balanced", "add_u32"), LARGE(256, 15),
     .cost = {{CLAIMED, 262408, 262408, 100}}},
    /* likewise; 44 and 23 ends, or 27, two edges, a counter; 48 and 14, or 20; 7 groups */
    {REDUCE("segreduce_ragged_marked", "add_u32"), TINY,
     .cost = {{CLAIMED, 6028, 6028, 0}, {CLAIMED, 296, 328, 0}, {CLAIMED, 228, 276, 0}, {WAITED, 7, 18, 0}}},
    /* 58248 bytes, 15471 ends, or 15583, 256 of edges, a counter */
    {REDUCE("segreduce_ragged_marked", "add_u32"), LARGE(256, 16),
     .cost = {{CLAIMED, 262408, 262408, 200}, {CLAIMED, 182276, 183172, 0}}},
    /* 48 of each of 7 warps, or 4, and 225; lanes: 48 of each of 224, and 225 of 7; two loads of the last lane fewer */
    {KEYED("keyed_thread_tables", "add_u32"), LARGE(224, 16),
     .cost = {{ACCESSED, 561, 12327, 0}, {ACCESSED, 561, 12325, 0}}},
    {KEYED("keyed_thread_tables", "add_u32"), LARGE(224, 16),
     .cost = {{ACCESSED, 417, 12327, 0}, {ACCESSED, 417, 12325, 0}}, .of_64 = true},
    /* one slice of 8000 bytes, 64 states written and read, 16 results; two, 34 states, 17 results; two of 128 bytes */
    {KEYED("keyed_slices", "add_u32"), TINY,
     .cost = {{CLAIMED_LEAST, 8576, 8576, 0}, {CLAIMED_LEAST, 16340, 16340, 0}, {CLAIMED_LEAST, 324, 324, 0}},
     .ratio = {1, 2, 1}},
    /* items, results in scratch, 66 of flags and their rows' ends, a tile's 8, 68 of ends and results; at most a flag
     * more, without 8 bytes of results that are read of scratch */
    {REDUCE("segreduce_ragged_flags", "add_u32"), TINY,
     .cost = {{CLAIMED_MOST, 206, 206, 0}, {CLAIMED, 206, 199, 0}}},
    /* 32 bytes of items, 32 of results, 16 of flags, a tile's 8; 50 more for the ends of different rows and their
     * flags, at most 51 */
    {.strategy = "segscan_flags",
     .op = "add_u32",
     .what = WHAT_SCAN,
     TINY,
     .cost = {{CLAIMED, 88, 88, 0}, {CLAIMED, 138, 139, 0}}},
    /* 1000 items of 4 bytes read and written; 7 of the bytes that are read are scratch */
    {.strategy = "scan_chained",
     .op = "add_u32",
     .what = WHAT_SCAN,
     TINY,
     .cost = {{CLAIMED, 8000, 7993, 0}},
     .awaited = 7},
#undef TINY
#undef LARGE
#undef REDUCE
#undef KEYED
};

/* ---- strategies that cost what they are told to ---- */

/* A change of one line. */
enum change {
    CHANGE_NOTHING,
    CHANGE_FIRST, /* one more, and one less */
    CHANGE_FIRST_LESS,
    CHANGE_SECOND,
    CHANGE_SECOND_LESS,
    CHANGE_SECOND_NONE,
    CHANGE_TOUCHED,
    CHANGE_TOUCHED_LESS,
    CHANGE_PERCENT,
    CHANGE_PERCENT_LESS,
    CHANGE_RATIO, /* of a line that is only planned */
    CHANGE_RATIO_LESS,
    CHANGES
};

/* By how much a change makes a number more that `more` or the change behind that one is about. */
static int by(enum change what, enum change more)
{
    return (what == more) - (what == more + 1);
}

static struct fixture *fixture;
static const struct literal *counters;
static enum change change;
static size_t changed; /* which line */
static uint64_t asked; /* launches when sectors of a launch were asked for last */
static size_t planned; /* ratios that were given */
static struct launch_counters counted[MOST_LINES];

static bool launch_nothing(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

static uint64_t counted_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t launches = fake_launches(fixture), at = launches ? launches - 1 : 0,
             bytes = counters->cost[at].second;
    (void)job, (void)shape;
    if (at != changed) return bytes;
    if (change == CHANGE_SECOND_NONE) return 0;
    return bytes + (uint64_t)by(change, CHANGE_SECOND);
}

static double counted_sectors(const struct job *job, const struct launch_shape *shape)
{
    uint64_t launches = fake_launches(fixture);
    (void)job, (void)shape;
    int more = changed + 1 == launches ? by(change, CHANGE_PERCENT)
                                       : 0; /* it fails, and is asked again for its words */
    if (launches && (launches > asked || more) && counters->cost[launches - 1].percent) {
        asked = launches;
        return ((int)counters->cost[launches - 1].percent + more) / 100.0;
    }
    size_t at = planned < MOST_LINES ? planned++ : 0;
    return counters->ratio[at] + (changed == at ? 0.01 * by(change, CHANGE_RATIO) : 0);
}

/* Of results of one column, which have a sector. */
static void count_line_as_given(size_t at)
{
    const struct cost *cost = &counters->cost[at];
    const enum change here = at == changed ? change : CHANGE_NOTHING;
    uint64_t first = cost->first + (uint64_t)by(here, CHANGE_FIRST);
    uint64_t second = cost->second + (uint64_t)by(here, CHANGE_SECOND);
    counted[at] = (struct launch_counters){0};
    if (cost->kind == WAITED) {
        counted[at].barriers = first;
        counted[at].group_syncs = second;
    } else if (cost->kind == ACCESSED) {
        counted[at].accesses = first;
        counted[at].active_lanes = second;
    } else {
        uint64_t written = counters->awaited ? 2 : 0; /* to scratch */
        counted[at].data =
            (struct memory_counters){.loaded = first - counters->awaited - written, .fewest = 101};
        counted[at].scratch = (struct memory_counters){.loaded = counters->awaited, .stored = written};
        counted[at].data.sectors = 1 + cost->percent + (uint64_t)by(here, CHANGE_TOUCHED);
    }
}

/* A backend of one strategy and one operator. */
struct stage {
    struct strategy strategy;
    struct instance instance;
    struct operator_code code;
    const struct operator_code *operators[2];
    const struct strategy *strategies[2];
    struct backend backend;
};

static void stage_open(struct stage *stage, const char *name, const char *op, enum what what,
                       struct launch_shape shape)
{
    const struct backend *whole = fixture->session.backend;
    *stage = (struct stage){.strategy = *backend_strategy(whole, "reduce_auto"),
                            .instance = *fixture_nth_instance(fixture, "reduce_auto", "add_u32", 0),
                            .backend = *whole};
    stage->strategy.name = name;
    stage->strategy.what = what;
    stage->instance.strategy = &stage->strategy;
    stage->instance.shape = shape;
    stage->instance.launch = launch_nothing;
    stage->code = (struct operator_code){.op = op, .instances = &stage->instance, .count = 1};
    stage->operators[0] = &stage->code;
    stage->strategies[0] = &stage->strategy;
    stage->backend.operators = stage->operators;
    stage->backend.strategies = stage->strategies;
}

/* literal_traffic's verdict, and its launches. */
static enum verdict judge_literal(enum change what, size_t line, uint64_t *launches, struct finding *got)
{
    struct stage stage;
    const struct backend *whole = fixture->session.backend;
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = counted};
    change = what;
    changed = line;
    asked = planned = 0;
    for (size_t at = 0; at < MOST_LINES; at++)
        count_line_as_given(at);
    stage_open(&stage, counters->strategy, counters->op, counters->what, counters->shape);
    stage.strategy.traffic = counted_traffic;
    stage.strategy.sectors = counted_sectors;
    stage.strategy.needs_progress = counters->awaited > 0;
    fixture->session.backend = &stage.backend;
    fixture->session.tuned_caps.lanes = counters->of_64 ? 64 : 32;
    fake_set(fixture, &plan);
    *got = (struct finding){0};
    enum verdict verdict = properties_find("literal_traffic")->check(fixture, NULL, got);
    *launches = fake_launches(fixture);
    fixture->session.backend = whole;
    fixture->session.tuned_caps.lanes = 32;
    return verdict;
}

/* Whether the change of a line makes no difference. A fold by key claims the least, rows of different lengths claim the
 * most. */
static bool is_no_matter(enum change what, const struct cost *cost, double ratio)
{
    if (by(what, CHANGE_RATIO)) return ratio == 0;
    if (by(what, CHANGE_TOUCHED) || by(what, CHANGE_PERCENT)) return cost->percent == 0;
    if (what == CHANGE_SECOND) return cost->kind == CLAIMED_MOST || cost->kind == NO_LINE;
    if (what == CHANGE_SECOND_LESS) return cost->kind == CLAIMED_LEAST || cost->kind == NO_LINE;
    if (what == CHANGE_SECOND_NONE)
        return cost->kind == WAITED || cost->kind == ACCESSED || cost->kind == NO_LINE;
    return what == CHANGE_NOTHING || cost->kind == NO_LINE;
}

/* The end of what a failure says: the numbers by hand, and those that were counted or claimed. */
static void print_numbers(enum change what, const struct cost *cost, double given, char *out, size_t room)
{
    const uint64_t first = cost->first, second = cost->second, has = first + (uint64_t)by(what, CHANGE_FIRST);
    const uint64_t claims = what == CHANGE_SECOND_NONE ? 0 : second + (uint64_t)by(what, CHANGE_SECOND);
    const unsigned percent = cost->percent;
    if (by(what, CHANGE_RATIO))
        snprintf(out, room, "%.0f %% of the fewest sectors, claims %.2f %%", given * 100,
                 given * 100 + by(what, CHANGE_RATIO));
    else if (cost->kind == WAITED)
        snprintf(out, room,
                 "%" PRIu64 " barriers, and %" PRIu64 " syncs of groups; has %" PRIu64 ", and %" PRIu64,
                 first, second, has, claims);
    else if (cost->kind == ACCESSED)
        snprintf(out, room, "%" PRIu64 " accesses of %" PRIu64 " lanes; has %" PRIu64 " of %" PRIu64, first,
                 second, has, claims);
    else if (first != second + counters->awaited) /* rows of different lengths */
        snprintf(out, room, "%" PRIu64 " bytes, and at most %" PRIu64 "; moves %" PRIu64 ", claims %" PRIu64,
                 first, second, has, claims);
    else if (by(what, CHANGE_TOUCHED))
        snprintf(out, room, "%u %% of the fewest sectors, touches %d of 100", percent,
                 (int)percent + by(what, CHANGE_TOUCHED));
    else if (by(what, CHANGE_PERCENT))
        snprintf(out, room, "%u %% of the fewest sectors, claims %.2f times as many", percent,
                 ((int)percent + by(what, CHANGE_PERCENT)) / 100.0);
    else
        snprintf(out, room, "%" PRIu64 " bytes, %s %" PRIu64, first,
                 by(what, CHANGE_FIRST) ? "moves" : "claims", by(what, CHANGE_FIRST) ? has : claims);
}

/* A failure names the strategy and what differs: what is moved, waited for or accessed, or what is claimed of it. */
static bool change_is_reported(enum change what, const struct cost *cost, double given, const char *place)
{
    char numbers[160];
    const char *name = strchr(place, '.'), *expected = strstr(place, ": expected ");
    print_numbers(what, cost, given, numbers, sizeof numbers);
    return name && strncmp(name + 1, counters->strategy, strlen(counters->strategy)) == 0 && expected &&
           strcmp(expected + strlen(": expected "), numbers) == 0;
}

static bool literal_cost_one_off_fails(struct fixture *on, size_t at, struct finding *finding)
{
    fixture = on;
    uint64_t lines = 0;
    counters = &literal[at];
    while (lines < MOST_LINES && counters->cost[lines].kind != NO_LINE)
        lines++;
    for (size_t line = 0; line < MOST_LINES && (line < lines || counters->ratio[line] != 0); line++)
        for (enum change what = 0; what < CHANGES; what++) {
            struct finding got;
            uint64_t launches;
            bool passes = is_no_matter(what, &counters->cost[line], counters->ratio[line]);
            enum verdict verdict = judge_literal(what, line, &launches, &got);
            uint64_t expected = passes ? lines : line + 1;
            if (verdict != (passes ? VERDICT_PASS : VERDICT_FAIL) ||
                (!by(what, CHANGE_RATIO) && launches != expected) ||
                (!passes &&
                 !change_is_reported(what, &counters->cost[line], counters->ratio[line], got.first_at.at)))
                return text_say(&finding->first_at,
                                "%s, %s, %u threads, change %d of line %zu: expected %s after %" PRIu64
                                " launches, got %s after %" PRIu64 " (%.200s%.200s)",
                                counters->strategy, counters->op, counters->shape.block, (int)what, line,
                                passes ? "pass" : "fail", expected, verdict_name(verdict), launches,
                                got.first_at.at, got.reason.at);
        }
    return true;
}

/* ---- transpositions ---- */

/* transpose_masked's lines for a number of lanes, in the table's order. */
enum { MOVED_LINES = 2 };

static const struct moved {
    struct device_name device;
    size_t lines;
    struct move {
        uint64_t bytes, sectors;
        unsigned claimed; /* percent of the fewest sectors */
        uint64_t conflicts, accesses;
    } line[MOVED_LINES];
} moved[] = {
    {{.kind = DEVICE_SIM32}, 2, {{8000, 1 + 31 * 4 + 8 * 4 * 4, 100, 31, 64}, {16384, 512, 100, 64, 128}}},
    {{.kind = DEVICE_SIM64}, 1, {{16384, 512, 100, 32, 64}}},
};

/* A number of one line that is one less or one more. */
enum number { BYTES, SECTORS, PERCENT, CONFLICTS, ACCESSES, NUMBERS };

struct slip {
    size_t line;
    enum number number;
    int more; /* by one, or -1: less; 0: all are right */
};

static const struct slip *slip;

static bool masked_refuses;

static enum refusal refuse_masked(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    if (!masked_refuses) return REFUSAL_NONE;
    if (why) text_say(why, "not this one");
    return REFUSAL_SHAPE;
}

static struct move slipped_move(const struct moved *right, size_t line)
{
    struct move move = right->line[line];
    const uint64_t more = (uint64_t)(line == slip->line ? slip->more : 0);
    if (slip->number == BYTES) move.bytes += more;
    if (slip->number == SECTORS) move.sectors += more;
    if (slip->number == PERCENT) move.claimed += (unsigned)more;
    if (slip->number == CONFLICTS) move.conflicts += more;
    if (slip->number == ACCESSES) move.accesses += more;
    return move;
}

static const struct moved *masked;

static double masked_sectors(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return slipped_move(masked, fake_launches(fixture) - 1).claimed / 100.0;
}

static enum verdict judge_moves(uint64_t *launches, struct finding *got)
{
    struct stage stage;
    const struct backend *whole = fixture->session.backend;
    const struct device_name name = fixture->name;
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = counted};
    for (size_t at = 0; at < masked->lines; at++) {
        const struct move move = slipped_move(masked, at);
        counted[at] = (struct launch_counters){.bank_conflicts = move.conflicts};
        counted[at].data = (struct memory_counters){
            .loaded = move.bytes - 3000, .stored = 3000, .accesses = move.accesses, .sectors = move.sectors};
    }
    stage_open(&stage, "transpose_masked", "i32", WHAT_TRANSPOSE,
               (struct launch_shape){.block = 128, .items = 16, .group = 32});
    stage.strategy.sectors = masked_sectors;
    stage.strategy.refuse = refuse_masked;
    fixture->session.backend = &stage.backend;
    fixture->name = masked->device;
    fake_set(fixture, &plan);
    *got = (struct finding){0};
    enum verdict verdict = properties_find("transpositions_cost_as_worked_out")->check(fixture, NULL, got);
    *launches = fake_launches(fixture);
    fixture->session.backend = whole;
    fixture->name = name;
    return verdict;
}

/* The numbers by hand, and those that were counted or claimed. */
static void print_moves(char *out, size_t room)
{
    const struct move *known = &masked->line[slip->line], got = slipped_move(masked, slip->line);
    snprintf(out, room,
             ": expected %" PRIu64 " bytes, %" PRIu64 " sectors, %u %% of the fewest, %" PRIu64
             " cycles of waiting, %" PRIu64 " accesses; counts %" PRIu64 ", %" PRIu64
             ", claims %u, counts %" PRIu64 ", %" PRIu64,
             known->bytes, known->sectors, known->claimed, known->conflicts, known->accesses, got.bytes,
             got.sectors, got.claimed, got.conflicts, got.accesses);
}

static bool move_is_judged(const struct slip *planted, struct finding *finding)
{
    struct finding got;
    uint64_t launches;
    char words[400];
    slip = planted;
    enum verdict verdict = judge_moves(&launches, &got), expected = slip->more ? VERDICT_FAIL : VERDICT_PASS;
    print_moves(words, sizeof words);
    const char *counters = strstr(got.first_at.at, ": expected ");
    if (verdict == expected && launches == (slip->more ? slip->line + 1 : masked->lines) &&
        (!slip->more || (counters && strcmp(counters, words) == 0)))
        return true;
    return text_say(&finding->first_at,
                    "transpositions, line %zu, number %d %+d: expected %s%s, got %s after %" PRIu64
                    " launches (%.300s%.100s)",
                    slip->line, (int)slip->number, slip->more, verdict_name(expected), words,
                    verdict_name(verdict), launches, got.first_at.at, got.reason.at);
}

/* Each number of each line is compared from both sides, and no line may be refused. */
static bool cost_of_a_transposition_one_off_fails(struct fixture *on, size_t at, struct finding *finding)
{
    fixture = on;
    static const struct slip none;
    struct finding got;
    uint64_t launches;
    masked = &moved[at];
    if (!move_is_judged(&none, finding)) return false;
    for (size_t line = 0; line < masked->lines; line++)
        for (enum number number = 0; number < NUMBERS; number++)
            for (int more = -1; more <= 1; more += 2)
                if (!move_is_judged(&(struct slip){line, number, more}, finding)) return false;
    masked_refuses = true;
    slip = &none;
    enum verdict verdict = judge_moves(&launches, &got);
    masked_refuses = false;
    return verdict == VERDICT_REFUSED ||
           text_say(&finding->first_at, "transpositions that are refused: expected refused, got %s",
                    verdict_name(verdict));
}

/* ---- claims about one launch ---- */

/* A strategy that claims 1000 bytes for 4 items, 16 bytes; `ratio` times the fewest sectors. */
static const struct {
    const char *says, *line;
    enum what what;
    struct launch_shape shape;
    enum determinism determinism;
    bool progress, picks;
    double ratio;
    struct launch_counters counted;
    enum verdict verdict;
} launched[] = {
#define LOADS "loads_are_coalesced.made reduce/add_u32/4/soa/any:1", WHAT_REDUCE
#define SCANS "traffic_is_as_claimed.made scan/add_u32/4/soa/any:1", WHAT_SCAN
#define FOLDS "traffic_is_as_claimed.made reduce/add_u32/4/soa/any:1", WHAT_REDUCE
#define PICKS "auto_costs_what_it_picks.made reduce/add_u32/4/soa/any:1", WHAT_REDUCE
#define USUAL                                                                                                \
    {                                                                                                        \
        .block = 32, .items = 1, .group = 32                                                                 \
    }
#define SECTORS(TOUCHED, FEWEST)                                                                             \
    {                                                                                                        \
        .data = { 0, 0, 10, TOUCHED, FEWEST }                                                                \
    }
#define MOVES(LOADED, STORED)                                                                                \
    {                                                                                                        \
        .data = { LOADED, STORED, 0, 0, 0 }                                                                  \
    }
    /* 10 accesses of 4 groups each, which begin in a sector of their own; of twice the fewest they end in one, too */
    {"four groups",
     LOADS,
     {.block = 64, .items = 1, .group = 8},
     0,
     false,
     false,
     1,
     SECTORS(80, 40),
     VERDICT_PASS},
    {"four groups, one too many",
     LOADS,
     {.block = 64, .items = 1, .group = 8},
     0,
     false,
     false,
     1,
     SECTORS(81, 40),
     VERDICT_FAIL},
    {"both ends",
     LOADS,
     {.block = 64, .items = 1, .group = 8},
     0,
     false,
     false,
     2,
     SECTORS(160, 40),
     VERDICT_PASS},
    {"both ends, one too many",
     LOADS,
     {.block = 64, .items = 1, .group = 8},
     0,
     false,
     false,
     2,
     SECTORS(161, 40),
     VERDICT_FAIL},
    {"half a warp",
     LOADS,
     {.block = 16, .items = 1, .group = 8},
     0,
     false,
     false,
     1,
     SECTORS(60, 40),
     VERDICT_PASS},
    {"half a warp, one too many",
     LOADS,
     {.block = 16, .items = 1, .group = 8},
     0,
     false,
     false,
     1,
     SECTORS(61, 40),
     VERDICT_FAIL},
    /* a scan that may read items again, for blocks that keep it waiting */
    {"read once", SCANS, USUAL, BITS_MAY_VARY, false, false, 1, MOVES(16, 984), VERDICT_PASS},
    {"read again", SCANS, USUAL, BITS_MAY_VARY, false, false, 1, MOVES(93, 984), VERDICT_PASS},
    {"not all of them read", SCANS, USUAL, BITS_MAY_VARY, false, false, 1, MOVES(15, 985), VERDICT_PASS},
    {"a byte more written", SCANS, USUAL, BITS_MAY_VARY, false, false, 1, MOVES(93, 985), VERDICT_FAIL},
    {"the same bits", SCANS, USUAL, SAME_BITS_EVERY_RUN, false, false, 1, MOVES(93, 984), VERDICT_FAIL},
    {"one that waits", SCANS, USUAL, BITS_MAY_VARY, true, false, 1, MOVES(93, 984), VERDICT_FAIL},
    {"a fold", FOLDS, USUAL, BITS_MAY_VARY, false, false, 1, MOVES(93, 984), VERDICT_FAIL},
    {"picks what was not built", PICKS, USUAL, 0, false, true, 1, MOVES(1, 2), VERDICT_PASS},
#undef LOADS
#undef SCANS
#undef FOLDS
#undef PICKS
#undef USUAL
#undef SECTORS
#undef MOVES
};

static double ratio;

static double given_sectors(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return ratio;
}

static const struct strategy *pick_elsewhere(const struct job *job, struct launch_shape *shape,
                                             struct text *why)
{
    static const struct strategy elsewhere = {.name = "elsewhere"};
    (void)job, (void)shape, (void)why;
    return &elsewhere;
}

static bool claim_about_one_launch_launches_once(struct fixture *on, size_t at, struct finding *finding)
{
    fixture = on;
    struct stage stage;
    struct test_case checked;
    struct finding got = {0};
    const struct backend *whole = fixture->session.backend;
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = &launched[at].counted};
    if (!read_line(launched[at].line, DEVICE_SIM32, &checked, finding)) return false;
    stage_open(&stage, "made", "add_u32", launched[at].what, launched[at].shape);
    ratio = launched[at].ratio;
    stage.strategy.sectors = given_sectors;
    stage.strategy.determinism = launched[at].determinism;
    stage.strategy.needs_progress = launched[at].progress;
    if (launched[at].picks) stage.strategy.pick = pick_elsewhere;
    fixture->session.backend = &stage.backend;
    fake_set(fixture, &plan);
    enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
    uint64_t launches = fake_launches(fixture);
    fixture->session.backend = whole;
    return (verdict == launched[at].verdict && launches == 1) ||
           text_say(&finding->first_at,
                    "%s, %s: expected %s after a launch, got %s after %" PRIu64 " (%.200s%.200s)",
                    launched[at].line, launched[at].says, verdict_name(launched[at].verdict),
                    verdict_name(verdict), launches, got.first_at.at, got.reason.at);
}

/* ---- lines of tables ---- */

/* The verdicts of lines that are planned, that are launched as well, and of their cases. */
static const struct {
    const char *says, *line;
    enum verdict planned, launched, case_launched;
} tables[] = {
#define ROW(SUBJECT, REST) "literal_traffic." SUBJECT " reduce/add_u32" REST
    {"no case", ROW("made", ""), VERDICT_BROKEN, VERDICT_BROKEN, VERDICT_PASS},
    {"not built", ROW("made", "/4/soa/any:1"), VERDICT_DISCARDED, VERDICT_DISCARDED, VERDICT_REFUSED},
    {"refused", ROW("reduce_auto", "/4/soa/any:1/init:1"), VERDICT_REFUSED, VERDICT_REFUSED, VERDICT_REFUSED},
    {"refused wrongly", ROW("refuses_in_silence", "/4/soa/any:1"), VERDICT_FAIL, VERDICT_FAIL, VERDICT_FAIL},
    {"right", ROW("reduce_auto", "/4/soa/any:1"), VERDICT_PASS, VERDICT_PASS, VERDICT_PASS},
#undef ROW
};

static bool line_of_a_table_is_planned(struct fixture *on, size_t at, struct finding *finding)
{
    fixture = on;
    static const struct launch_counters counters = {.barriers = 7};
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = &counters},
                           fails = {.fails = true, .counted = &counters};
    const char *line = tables[at].line;
    const bool launches = tables[at].launched == VERDICT_PASS;
    struct launch_counters by_line = {0}, by_case = {0}, failed = {0};
    struct test_case known;
    struct finding got = {0};
    enum verdict planned = plan_line(fixture, line, &known, &got);
    enum verdict of_case = VERDICT_PASS, of_failed = VERDICT_FAIL;
    fake_set(fixture, &plan);
    enum verdict launched_line = count_line(fixture, line, &by_line, &got);
    if (planned != VERDICT_BROKEN) {
        fake_set(fixture, &plan);
        of_case = count_case(fixture, LOAD_CASE, &known, &by_case, &got);
    }
    fake_set(fixture, &fails);
    if (launches) of_failed = count_line(fixture, line, &failed, &got);
    return (planned == tables[at].planned && launched_line == tables[at].launched &&
            of_case == tables[at].case_launched && of_failed == VERDICT_FAIL &&
            by_line.barriers == (launches ? 7 : 0) && by_case.barriers == by_line.barriers) ||
           text_say(&finding->first_at,
                    "a line of a table, %s: planned %s, launched %s, its case %s, on a device that fails %s; "
                    "%" PRIu64 " and %" PRIu64 " barriers",
                    tables[at].says, verdict_name(planned), verdict_name(launched_line),
                    verdict_name(of_case), verdict_name(of_failed), by_line.barriers, by_case.barriers);
}

/* Verdicts of three lines, as check_lines asks for them; how many it asks for, and what it says. */
static const struct {
    enum verdict each[3];
    size_t asked;
    enum verdict verdict;
} asked_lines[] = {
    {{VERDICT_PASS, VERDICT_DISCARDED, VERDICT_PASS}, 3, VERDICT_PASS},
    {{VERDICT_PASS, VERDICT_PASS, VERDICT_DISCARDED}, 3, VERDICT_PASS},
    {{VERDICT_DISCARDED, VERDICT_FAIL, VERDICT_PASS}, 2, VERDICT_FAIL},
    {{VERDICT_REFUSED, VERDICT_PASS, VERDICT_PASS}, 1, VERDICT_REFUSED},
    {{VERDICT_PASS, VERDICT_BROKEN, VERDICT_DISCARDED}, 2, VERDICT_BROKEN},
    {{VERDICT_PASS, VERDICT_PASS, VERDICT_BROKEN}, 3, VERDICT_BROKEN},
};

static const enum verdict *each_verdict;
static size_t lines_asked;

static enum verdict say_verdict(struct fixture *of, size_t at, struct finding *finding)
{
    (void)of, (void)finding;
    lines_asked++;
    return each_verdict[at];
}

static bool lines_are_checked_until_one_fails(struct fixture *on, size_t at, struct finding *finding)
{
    struct finding got = {0};
    each_verdict = asked_lines[at].each;
    lines_asked = 0;
    enum verdict verdict = check_lines(on, say_verdict, 3, &got);
    return (verdict == asked_lines[at].verdict && lines_asked == asked_lines[at].asked) ||
           text_say(&finding->first_at, "expected %s after %zu lines, got %s after %zu",
                    verdict_name(asked_lines[at].verdict), asked_lines[at].asked, verdict_name(verdict),
                    lines_asked);
}

static const struct unit_test tests[] = {ROWS(literal_cost_one_off_fails, literal),
                                         ROWS(cost_of_a_transposition_one_off_fails, moved),
                                         ROWS(claim_about_one_launch_launches_once, launched),
                                         NAMED_ROWS(line_of_a_table_is_planned, tables, says),
                                         ROWS(lines_are_checked_until_one_fails, asked_lines)};
UNIT_ON(counted_tables, tests, DEVICE_SIM32);
