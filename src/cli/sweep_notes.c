/* SPDX-License-Identifier: MIT
 * The output of `check --exhaustive`, and no more than was shown: a sentence a tuning, and the code variants
 * for which it holds. */
#include "sweep_notes.h"

#include "report.h"

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

/* Number of notes from `note` on that differ in nothing but loads, and hold. */
static int together(const struct sweep_note *note, const struct sweep_note *end)
{
    if (note->loads != LOADS_WIDE || end - note < SWEEP_LOADS) return 1;
    for (int i = 0; i < SWEEP_LOADS; i++)
        if (!says_something(note + i) || !same_tuning(note, note + i) || strcmp(note->op, note[i].op) != 0 ||
            note->exclusive != note[i].exclusive)
            return 1;
    return SWEEP_LOADS;
}

static void print_variant(const struct sweep_note *note, int count)
{
    static const char *const bytes[] = {"4 bytes or less", "5 to 8 bytes", "9 to 16 bytes", "over 16 bytes"};
    static const char *const loads[] = {"16-byte loads", "16-byte loads from one item past a boundary",
                                        "single loads"};
    const struct op *op = sweep_note_op(note);
    if (note->moves) {
        static const char *const apart[] = {"next to one another",
                                            "next to one another from one past a boundary", "apart"};
        printf("elements of %zu bytes, %s%s", op->input.size, apart[note->loads],
               count > 1 ? ", the same from one past a boundary, apart" : "");
        return;
    }
    printf("items of %s%s%s, %s", bytes[op_variant(op, note->scans) & 3], op->lifts ? ", lift" : "",
           op->emits ? ", emit" : "", loads[note->loads]);
    if (count > 1) printf(", these from one item past a boundary, single loads");
    printf(" (%s%s)", note->op, note->exclusive ? ", exclusive" : note->scans ? ", inclusive" : "");
}

static void print_heading(const struct sweep_note *note)
{
    struct text device, tuning;
    printf("%s%s@%s\n", note->strategy, shape_print(&note->shape, &tuning),
           device_print(note->device, &device));
}

static const char *schedules_of(const struct sweep_note *note)
{
    return note->all_schedules ? "all schedules: no communication between blocks, race-free"
                               : "the 1 schedule run";
}

/* Elements are numbered; those of a byte are random. */
static void print_sentence_of_matrices(const struct sweep_note *note)
{
    if (note->tiny)
        printf("  for every matrix of r x c items, r * c up to %" PRIu64, note->most);
    else
        printf("  for matrices whose sides are 1, s/2, s-1, s, s+1 and 2s+1 items, s the side of a tile");
    printf(" (tiles crossed: %" PRIu64
           "), every element is where it belongs, under %s; elements of a byte: as far as "
           "256 values tell\n",
           note->tiles, schedules_of(note));
}

static void print_sentence(const struct sweep_note *note)
{
    if (note->moves) {
        print_sentence_of_matrices(note);
        return;
    }
    if (note->tiny && note->rows)
        printf("  for one row of every length up to %" PRIu64
               " items, every rows x length up to %d, and as many "
               "rows of every length as %" PRIu64 " items have",
               note->most, SWEEP_ROWS_ITEMS, note->most);
    else if (note->tiny)
        printf("  for every shape up to %" PRIu64 " items", note->most);
    else if (note->fitting)
        printf("  for rows that fill a tile of %" PRIu64
               " items 1 to 4 times, one item a row more or less, in %" PRIu64 " tiles and a row more",
               note->tile, note->edge_tiles);
    else
        printf("  for the shapes k * %" PRIu64 " + {-1, 0, 1} items, k <= %" PRIu64, note->tile,
               note->edge_tiles);
    if (note->fitting) printf(", except the %" PRIu64 " of them that are refused", note->refused);
    printf(" (tiles crossed: %" PRIu64, note->tiles);
    if (note->scans && note->tiny)
        printf(", %" PRIu64 " windows of look-back", note->tiles / note->shape.group);
    printf("), every operator of code variant v whose combine is associative");
    if (note->commutes)
        printf(
            " and commutes, with that identity, uses each item exactly once, with probability (wrong at most "
            "2^-60 a shape)");
    else
        printf(" with that identity gets the left-to-right result");
    printf(", under %s; floats: %sthe value only within slack\n", schedules_of(note),
           note->commutes ? "" : "the order of operands is shown, ");
}

static void print_exception(const struct sweep_note *note, bool interrupted)
{
    if (note->line[0])
        printf("  FAILED at n = %" PRIu64, note->wrong);
    else if (note->skipped || !(note->verified + note->refused))
        printf("  not run");
    else if (note->state != SWEEP_DONE)
        printf("  not to its end");
    else
        printf("  %s", !note->verified ? "refused" : note->tile ? "single tile only" : "no claim");
    printf(", v = ");
    print_variant(note, 1);
    if (note->line[0] || note->skipped)
        printf(": %s\n", note->why.at);
    else if (!(note->verified + note->refused))
        printf(": %s\n", interrupted ? "the run was interrupted" : "a failure came first");
    else if (note->state != SWEEP_DONE)
        printf(": interrupted; right for %" PRIu64 " shapes until then\n", note->verified);
    else if (note->verified && !note->tile)
        printf(": right for every n up to %" PRIu64 ", in tiles that the strategy does not name\n",
               note->most);
    else if (note->verified)
        printf(": no shape crosses 3 tiles of %" PRIu64 " items\n", note->tile);
    else
        printf(": %s\n", note->refusal.at);
}

/* One tuning: its sentence once, the variants for which it holds, and the others. */
static void print_tuning(const struct sweep_notes *all, uint32_t which, bool interrupted)
{
    const struct sweep_note *note = &all->note[which], *end = all->note + all->count;
    bool said = false;
    print_heading(note);
    for (const struct sweep_note *at = note; at < end;) {
        int count = together(at, end);
        const struct sweep_note *first = at;
        at += count;
        if (!same_tuning(first, note) || !says_something(first)) continue;
        if (!said) print_sentence(first);
        said = true;
        printf("    v = ");
        print_variant(first, count);
        putchar('\n');
    }
    for (const struct sweep_note *at = note; at < end; at++)
        if (same_tuning(at, note) && !says_something(at)) print_exception(at, interrupted);
}

static bool is_first_of_tuning(const struct sweep_notes *all, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (same_tuning(&all->note[i], &all->note[at])) return false;
    return true;
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
    for (uint32_t i = 0; sweep_notes->over && i < sweep_notes->count; i++) {
        if (is_first_of_tuning(sweep_notes, i))
            print_tuning(sweep_notes, i, results->stopped_status > 128); /* by a signal */
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
