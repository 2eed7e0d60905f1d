/* SPDX-License-Identifier: MIT
 * The output of `check --exhaustive`, and no more than was shown: a table of tunings and the code variants for which a sentence
 * holds, and below it each sentence once. */
#include "sweep_notes.h"

#include "report.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct op *sweep_note_op(const struct sweep_note *note)
{
    return op_for(note->moves ? WHAT_TRANSPOSE : WHAT_REDUCE, note->op);
}

/* auto has no shape of its own: what it picks for an operator is known by its tile. */
static bool same_tuning(const struct sweep_note *a, const struct sweep_note *b)
{
    return a->device.kind == b->device.kind && a->device.index == b->device.index &&
           (a->shape.block || a->tile == b->tile) && memcmp(&a->shape, &b->shape, sizeof a->shape) == 0 &&
           strcmp(a->strategy, b->strategy) == 0;
}

static bool says_something(const struct sweep_note *note)
{
    return note->state == SWEEP_DONE && !note->line[0] && note->counted > 0;
}

static bool is_first_of_tuning(const struct sweep_notes *all, const struct sweep_note *note)
{
    for (const struct sweep_note *other = all->note; other < note; other++)
        if (same_tuning(other, note)) return false;
    return true;
}

/* ---- the columns of a row ------------------------------------------------------------------------------------- */

static void tuning_text(const struct sweep_note *note, struct text *out)
{
    struct text device, tuning;
    text_say(out, "%s%.200s@%.60s", note->strategy, shape_print(&note->shape, &tuning),
             device_print(note->device, &device));
}

/* Whether its shapes are counted by windows of look-back. */
static bool looks_back(const struct sweep_note *note)
{
    return note->scans && note->tiny && note->tile && note->shape.group;
}

/* What is shown: one of the sentences below the table. */
enum { CLAIMS = 6 };

static int claim_of(const struct sweep_note *note)
{
    return 2 * (note->moves ? 2 : note->commutes ? 1 : 0) + note->all_schedules;
}

/* The number of its sentence, else why there is none. */
static void holds_text(const struct sweep_note *note, const int number[CLAIMS], struct text *out)
{
    if (note->line[0])
        text_say(out, "FAILED at n = %" PRIu64, note->wrong);
    else if (says_something(note))
        text_say(out, "%d", number[claim_of(note)]);
    else if (note->skipped || !(note->verified + note->refused))
        text_say(out, "not run");
    else if (note->state != SWEEP_DONE)
        text_say(out, "not to its end");
    else
        text_say(out, "%s",
                 !note->verified    ? "refused"
                 : looks_back(note) ? "single window"
                 : note->tile       ? "single tile only"
                                    : "no claim");
}

static void shapes_text(const struct sweep_note *note, struct text *out)
{
    if (!note->verified)
        text_say(out, "-");
    else if (note->moves)
        text_say(out, note->tiny ? "r * c <= %" PRIu64 : "1 to 2s + 1", note->most);
    else if (note->tiny || !note->tile)
        text_say(out, "%sn <= %" PRIu64, note->rows ? "rows, " : "", note->most);
    else if (note->fitting)
        text_say(out, "rows in %" PRIu64, note->tile);
    else
        text_say(out, "%" PRIu64 "k, k <= %" PRIu64, note->tile, note->edge_tiles);
}

/* Of a scan the windows of look-back, too. */
static void tiles_text(const struct sweep_note *note, struct text *out)
{
    text_say(out, "%" PRIu64, note->tiles);
    if (looks_back(note)) text_add(out, " (%" PRIu64 ")", note->tiles / note->shape.group);
}

/* `all`: whatever its loads. */
static void variant_text(const struct sweep_note *note, bool all, struct text *out)
{
    static const char *const bytes[] = {"4 bytes or less", "5 to 8 bytes", "9 to 16 bytes", "over 16 bytes"};
    static const char *const loads[] = {"16-byte loads", "16-byte loads from one item past a boundary",
                                        "single loads"};
    static const char *const apart[] = {"next to one another", "next to one another from one past a boundary",
                                        "apart"};
    const struct op *op = sweep_note_op(note);
    if (note->moves) {
        text_say(out, "%zu bytes, %s", op->input.size, all ? "however they lie" : apart[note->loads]);
        return;
    }
    text_say(out, "%s%s%s, %s (%s%s)", bytes[op_variant(op, note->scans) & 3], op->lifts ? ", lift" : "",
             op->emits ? ", emit" : "", all ? "all loads" : loads[note->loads], note->op,
             note->exclusive ? ", exclusive"
             : note->scans   ? ", inclusive"
                             : "");
}

static void reason_text(const struct sweep_note *note, bool interrupted, struct text *out)
{
    if (says_something(note)) {
        text_say(out, "%s", "");
        if (note->fitting && note->refused) text_say(out, ": %" PRIu64 " shapes are refused", note->refused);
    } else if (note->line[0] || note->skipped)
        text_say(out, ": %.400s", note->why.at);
    else if (!(note->verified + note->refused))
        text_say(out, ": %s", interrupted ? "the run was interrupted" : "a failure came first");
    else if (note->state != SWEEP_DONE)
        text_say(out, ": interrupted; right for %" PRIu64 " shapes until then", note->verified);
    else if (note->verified && !note->tile)
        text_say(out, ": right for every n, in tiles that the strategy does not name");
    else if (note->verified && looks_back(note))
        text_say(out, ": no shape crosses more than 2 windows of %u tiles", note->shape.group);
    else if (note->verified)
        text_say(out, ": no shape crosses 3 tiles of %" PRIu64 " items", note->tile);
    else
        text_say(out, ": %.400s", note->refusal.at);
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 6 };

struct row {
    struct text column[COLUMNS]; /* tuning, holds, shapes, tiles, variant, reason */
};

static void row_make(const struct sweep_note *note, bool all, const int number[CLAIMS], bool interrupted,
                     struct row *row)
{
    tuning_text(note, &row->column[0]);
    holds_text(note, number, &row->column[1]);
    shapes_text(note, &row->column[2]);
    tiles_text(note, &row->column[3]);
    variant_text(note, all, &row->column[4]);
    reason_text(note, interrupted, &row->column[5]);
}

static bool same_row(const struct row *a, const struct row *b)
{
    for (int c = 0; c < COLUMNS; c++)
        if (c != 4 && strcmp(a->column[c].at, b->column[c].at) != 0) return false;
    return true;
}

/* Number of notes from `note` on that are one row: they differ in loads alone, which are all that there are. */
static int together(const struct sweep_note *note, const struct sweep_note *end, const int number[CLAIMS],
                    bool interrupted)
{
    struct row first, other;
    if (note->loads != LOADS_WIDE || end - note < SWEEP_LOADS) return 1;
    row_make(note, false, number, interrupted, &first);
    for (int i = 1; i < SWEEP_LOADS; i++) {
        row_make(note + i, false, number, interrupted, &other);
        if (!same_tuning(note, note + i) || strcmp(note->op, note[i].op) != 0 ||
            note->exclusive != note[i].exclusive || !same_row(&first, &other))
            return 1;
    }
    return SWEEP_LOADS;
}

/* Calls `visit` with each row, tuning by tuning. */
static void visit_rows(const struct sweep_notes *all, const int number[CLAIMS], bool interrupted,
                       void (*visit)(void *user, const struct row *row), void *user)
{
    const struct sweep_note *end = all->note + all->count;
    for (const struct sweep_note *first = all->note; first < end; first++) {
        if (!is_first_of_tuning(all, first)) continue;
        for (const struct sweep_note *at = first; at < end;) {
            int count = together(at, end, number, interrupted);
            struct row row;
            if (same_tuning(at, first)) {
                row_make(at, count > 1, number, interrupted, &row);
                visit(user, &row);
            }
            at += count;
        }
    }
}

static void widen(void *user, const struct row *row)
{
    int *width = user;
    for (int c = 0; c < 4; c++) {
        int length = (int)strlen(row->column[c].at);
        if (length > width[c]) width[c] = length;
    }
}

static void print_row(void *user, const struct row *row)
{
    const int *width = user;
    printf("%-*s  %-*s  %-*s  %*s  %s%s\n", width[0], row->column[0].at, width[1], row->column[1].at,
           width[2], row->column[2].at, width[3], row->column[3].at, row->column[4].at, row->column[5].at);
}

/* ---- below the table ------------------------------------------------------------------------------------------ */

static void print_claim(int number, const struct sweep_note *note)
{
    const char *schedules = note->all_schedules ? "all schedules: no communication between blocks, race-free"
                                                : "the 1 schedule run";
    if (note->moves)
        terminal_say(
            stdout, 0, 3,
            "%d: every element is where it belongs, under %s; elements of a byte: as far as 256 values tell",
            number, schedules);
    else if (note->commutes)
        terminal_say(stdout, 0, 3,
                     "%d: every operator of code variant v whose combine is associative and commutes, with "
                     "that identity, uses each item exactly "
                     "once, with probability (wrong at most 2^-60 a shape), under %s; floats: the value only "
                     "within slack",
                     number, schedules);
    else
        terminal_say(stdout, 0, 3,
                     "%d: every operator of code variant v whose combine is associative with that identity "
                     "gets the left-to-right result, "
                     "under %s; floats: the order of operands is shown, the value only within slack",
                     number, schedules);
}

/* What the words of the column of shapes mean, as far as they are there. */
static void print_shapes(const struct sweep_notes *all)
{
    bool rows = false, sides = false, fitting = false, edges = false;
    for (const struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (!note->verified) continue;
        rows |= !note->moves && note->rows && (note->tiny || !note->tile);
        sides |= note->moves && !note->tiny;
        fitting |= !note->moves && !note->tiny && note->tile && note->fitting;
        edges |= !note->moves && !note->tiny && note->tile && !note->fitting;
    }
    if (rows)
        terminal_say(stdout, 0, 3,
                     "rows, n <= N: one row of every length up to N items, every rows x length up to %d, and "
                     "as many rows of every length as N items have",
                     SWEEP_ROWS_ITEMS);
    if (edges) terminal_say(stdout, 0, 3, "Tk, k <= K: k tiles of T items, and one item more and less");
    if (fitting)
        terminal_say(stdout, 0, 3,
                     "rows in T: rows that fill a tile of T items 1 to 4 times, one item a row more or less, "
                     "in several tiles and a row more");
    if (sides)
        terminal_say(stdout, 0, 3,
                     "1 to 2s + 1: sides of 1, s/2, s-1, s, s+1 and 2s+1 items, s the side of a tile");
}

static void print_table(const struct sweep_notes *all, bool interrupted)
{
    static const struct row heading = {
        {{"tuning"}, {"holds"}, {"shapes"}, {"tiles"}, {"code variant v"}, {""}}};
    int number[CLAIMS] = {0}, count = 0, width[4] = {0};
    const struct sweep_note *first[CLAIMS + 1];
    for (const struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (!says_something(note) || number[claim_of(note)]) continue;
        number[claim_of(note)] = ++count;
        first[count] = note;
    }
    widen(width, &heading);
    visit_rows(all, number, interrupted, widen, width);
    print_row(width, &heading);
    visit_rows(all, number, interrupted, print_row, width);
    for (int i = 1; i <= count; i++)
        print_claim(i, first[i]);
    print_shapes(all);
}

uint32_t sweep_notes_wrong(void)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < sweep_notes->count; i++)
        wrong += sweep_notes->note[i].line[0] != '\0';
    return wrong;
}

void sweep_notes_print(void *user, const struct results *results)
{
    (void)user;
    uint32_t unproved = 0;
    uint64_t shapes = 0, counted = 0;
    if (sweep_notes->over) print_table(sweep_notes, results->stopped_status > 128); /* by a signal */
    for (uint32_t i = 0; sweep_notes->over && i < sweep_notes->count; i++) {
        unproved += sweep_notes->note[i].state != SWEEP_DONE || sweep_notes->note[i].line[0] ||
                    sweep_notes->note[i].verified == 0;
        shapes += sweep_notes->note[i].verified;
        counted += sweep_notes->note[i].counted;
    }
    if (sweep_notes->over)
        printf("every shape: %" PRIu64 " launches compared, %" PRIu64
               " over 3 tiles or more; %u of %u sweeps hold; "
               "%.1f s\n",
               shapes, counted, sweep_notes->count - unproved, sweep_notes->count, sweep_notes->seconds);
    if (sweep_notes->over && sweep_notes->left_out)
        printf("%u sweeps of tunings with larger tiles left out: they begin with --exhaustive %d\n",
               sweep_notes->left_out, SWEEP_LARGE_FROM);
    /* What came and went is no less wrong: the runner has nothing to report then. */
    if (sweep_notes_wrong() && results_verdict(results) == VERDICT_PASS)
        printf("FAILED: %u sweeps did not hold; their cases did, when the runner took them\n",
               sweep_notes_wrong());
    else
        report_verdict(stdout, results);
}
