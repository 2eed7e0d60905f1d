/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "report_power.h"
#include "terminal.h"

static FILE *coloured;

void report_colour(FILE *out)
{
    coloured = out;
}

/* Blanks before the words of a field that stand in further lines. */
enum { FIELD = 12 };

enum colour { RED = 31, GREEN = 32, YELLOW = 33 };

/* A word that a reader looks for. */
static void paint(FILE *out, enum colour colour, const char *word)
{
    if (out == coloured)
        fprintf(out, "\033[1;%dm%s\033[0m", (int)colour, word);
    else
        fputs(word, out);
}

/* "claim.subject{..}@device problem": the length of what stands before the blank. */
static int head_length(const char *line)
{
    return (int)strcspn(line, " ");
}

static const char *problem_of(const char *line)
{
    line += head_length(line);
    return *line ? line + 1 : line;
}

static const char *facts_of(const struct results *results, const char *device)
{
    for (uint32_t i = 0; i < results->note_count; i++)
        if (strcmp(results->note[i].device, device) == 0) return results->note[i].facts;
    return "";
}

/* How often the case failed when it was run again, and what became of it when it was made simpler. */
static void print_steadiness(FILE *out, const struct failure *failure)
{
    if (failure->steady_runs == 0) {
        fputs("  repeats   not run again: the run ended before\n", out);
        return;
    }
    struct text shrunk = {0};
    if (strcmp(failure->drawn, failure->line) != 0) {
        int head = head_length(failure->line);
        bool same =
            head == head_length(failure->drawn) && strncmp(failure->drawn, failure->line, (size_t)head) == 0;
        text_say(&shrunk, ";  shrunk from %.400s in %u runs, %.1f s",
                 same ? problem_of(failure->drawn) : failure->drawn, failure->shrink_runs,
                 failure->shrink_seconds);
    }
    terminal_say(out, 0, FIELD, "  repeats   %u of %u runs%s%s", failure->steady_failed, failure->steady_runs,
                 failure->steady_failed == 0 ? ": passes when replayed" : "", shrunk.at);
}

size_t report_shell_word(char *out, size_t used, size_t room, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-=,:@%";
    bool is_plain = *word && word[strspn(word, plain)] == '\0';
    size_t length = strlen(word) + (is_plain ? 1 : 3), at = used;
    for (const char *quote = strchr(word, '\''); quote; quote = strchr(quote + 1, '\''))
        length += 3;
    if (used + length > room) return used;
    if (!is_plain) out[at++] = '\'';
    for (; *word; word++) {
        if (*word == '\'') {
            memcpy(out + at, "'\\''", 4);
            at += 4;
        } else
            out[at++] = *word;
    }
    if (!is_plain) out[at++] = '\'';
    out[at] = '\0';
    return at;
}

static void print_field(FILE *out, const char *name, const char *value)
{
    if (*value) terminal_say(out, 0, FIELD, "  %-9s %s", name, value);
}

void report_failure(FILE *out, const struct results *results, const struct failure *failure)
{
    const struct tally *tally = &results->tally[failure->target];
    const char *facts = facts_of(results, tally->device);
    int head = head_length(failure->line);
    paint(out, RED, "FAIL");
    fprintf(out, " %.*s%s%s\n", head, failure->line, *facts ? "       " : "", facts);
    print_field(out, "claim", tally->claim);
    if (*problem_of(failure->line)) fprintf(out, "  problem   %s\n", problem_of(failure->line));
    if (failure->finding.overridden.at[0])
        terminal_say(out, 0, FIELD, "  refused   %s; run all the same", failure->finding.overridden.at);
    print_field(out, "first at", failure->finding.first_at.at);
    print_field(out, "operands", failure->finding.operands.at);
    print_field(out, "breaks", failure->finding.breaks.at);
    print_field(out, "remedy", failure->finding.remedy.at);
    print_field(out, "witness", failure->finding.witness.at);
    print_steadiness(out, failure);
    fprintf(out, "  replay    %s replay%s '%s'\n", results->program[0] ? results->program : "foldcheck",
            results->options, failure->line);
}

static bool same_claim(const struct results *results, const struct failure *a, const struct failure *b)
{
    const struct tally *left = &results->tally[a->target], *right = &results->tally[b->target];
    return strcmp(left->property, right->property) == 0 && strcmp(left->subject, right->subject) == 0;
}

/* One mistake, as far as can be told: the cause, or the same difference in the same problem. */
static bool same_cause(const struct results *results, const struct failure *a, const struct failure *b)
{
    const struct tally *left = &results->tally[a->target], *right = &results->tally[b->target];
    if (strcmp(left->subject, right->subject) != 0) return false;
    if (a->finding.cause.at[0] || b->finding.cause.at[0])
        return strcmp(a->finding.cause.at, b->finding.cause.at) == 0;
    return strcmp(a->finding.first_at.at, b->finding.first_at.at) == 0 &&
           strcmp(problem_of(a->line), problem_of(b->line)) == 0;
}

/* For each failure the first one with which it is told. */
static void find_leaders(const struct results *results, uint32_t leader[MAX_FAILURES])
{
    const struct failure *all = results->failure;
    for (uint32_t i = 0; i < results->failure_count; i++) {
        leader[i] = i;
        for (uint32_t j = 0; j < i && leader[i] == i; j++)
            if (leader[j] == j &&
                (same_claim(results, &all[j], &all[i]) || same_cause(results, &all[j], &all[i])))
                leader[i] = j;
    }
}

/* Whether an earlier failure of the group is the same case, or with `claims` has the same claim. */
static bool is_reported(const struct results *results, const uint32_t *leader, uint32_t at, bool claims)
{
    const struct failure *all = results->failure;
    for (uint32_t i = leader[at]; i < at; i++) {
        if (leader[i] != leader[at]) continue;
        if (claims ? same_claim(results, &all[i], &all[at]) : strcmp(all[i].line, all[at].line) == 0)
            return true;
    }
    return false;
}

static void report_others(FILE *out, const struct results *results, const uint32_t *leader, uint32_t first)
{
    const struct failure *all = results->failure;
    const char *between = "  likewise  ";
    for (uint32_t i = first + 1; i < results->failure_count; i++)
        if (leader[i] == first && same_claim(results, &all[first], &all[i]) &&
            !is_reported(results, leader, i, false))
            fprintf(out, "  also      %s\n", all[i].line);
    for (uint32_t i = first + 1; i < results->failure_count; i++) {
        if (leader[i] != first || is_reported(results, leader, i, true)) continue;
        fprintf(out, "%s%s", between, results->tally[all[i].target].property);
        between = ", ";
    }
    if (between[0] == ',') fputc('\n', out);
}

void report_failures(FILE *out, const struct results *results)
{
    uint32_t leader[MAX_FAILURES];
    find_leaders(results, leader);
    for (uint32_t i = 0; i < results->failure_count; i++) {
        if (leader[i] != i) continue;
        report_failure(out, results, &results->failure[i]);
        report_others(out, results, leader, i);
    }
}

static const char *tally_word(const struct tally *tally)
{
    if (tally->failed) return "FAIL";
    if (tally->broken) return "BROKEN";
    if (tally->passed) return "ok";
    if (tally->left_out) return "not run";
    return tally->refused ? "refused" : "discarded";
}

static void print_target(FILE *out, const struct tally *tally)
{
    fprintf(out, "%s.%s%s%s@%s", tally->property, tally->subject[0] ? tally->subject : "suite",
            tally->op[0] ? " " : "", tally->op, tally->device);
}

void report_cases(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        fprintf(out, "%-9s ", tally_word(tally));
        print_target(out, tally);
        bool reason = tally->reason[0] && !tally->failed && !tally->passed;
        fprintf(out, "%s%s\n", reason ? ": " : "", reason ? tally->reason : "");
    }
}

/* Distinct names in the order of their first use. */
struct names {
    const char *at[512];
    int count;
};

static int names_index(struct names *names, const char *name, bool add)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->at[i], name) == 0) return i;
    if (!add || names->count == (int)(sizeof names->at / sizeof *names->at)) return -1;
    names->at[names->count] = name;
    return names->count++;
}

struct cell {
    uint64_t passed, over_3_tiles;
    bool wanted, left_out;
};

struct table {
    struct names strategies, operators;
    struct cell *cell; /* strategies.count x operators.count */
};

static bool compares_with_oracle(const struct tally *tally)
{
    static const char *const end = "_equals_oracle";
    size_t length = strlen(tally->property);
    return length > strlen(end) && strcmp(tally->property + length - strlen(end), end) == 0;
}

/* A target that the table counts. A claim that does not apply to an operator is no gap in the table. */
static bool is_counted(const struct tally *tally, bool only_oracle)
{
    if (tally->subject_kind != SUBJECT_STRATEGY || !tally->op[0]) return false;
    return !only_oracle || compares_with_oracle(tally);
}

static bool table_make(struct table *table, const struct results *results)
{
    bool only_oracle = false;
    memset(table, 0, sizeof *table);
    for (uint32_t i = 0; i < results->target_count; i++)
        only_oracle |= is_counted(&results->tally[i], true);
    for (uint32_t i = 0; i < results->target_count; i++) {
        if (!is_counted(&results->tally[i], only_oracle)) continue;
        names_index(&table->strategies, results->tally[i].subject, true);
        names_index(&table->operators, results->tally[i].op, true);
    }
    if (table->strategies.count == 0) return false;
    table->cell =
        calloc((size_t)table->strategies.count * (size_t)table->operators.count, sizeof(struct cell));
    if (!table->cell) return false;
    for (uint32_t i = 0; i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        if (!is_counted(tally, only_oracle)) continue;
        int row = names_index(&table->strategies, tally->subject, false);
        int column = names_index(&table->operators, tally->op, false);
        if (row < 0 || column < 0) continue;
        struct cell *cell = &table->cell[row * table->operators.count + column];
        cell->passed += tally->passed;
        cell->over_3_tiles += tally->over_3_tiles;
        cell->wanted |= !tally->ought_refuse;
        cell->left_out |= results_broken_law(results, i) != NULL;
    }
    return true;
}

static void cell_text(const struct cell *cell, char out[48])
{
    if (cell->left_out && !cell->passed)
        snprintf(out, 48, "not run");
    else if (cell->wanted)
        snprintf(out, 48, "%llu (%llu)", (unsigned long long)cell->passed,
                 (unsigned long long)cell->over_3_tiles);
    else
        snprintf(out, 48, "refused");
}

static int column_width(const struct table *table, int column)
{
    int width = (int)strlen(table->operators.at[column]);
    for (int row = 0; row < table->strategies.count; row++) {
        char text[48];
        cell_text(&table->cell[row * table->operators.count + column], text);
        if ((int)strlen(text) > width) width = (int)strlen(text);
    }
    return width;
}

/* The columns [from, to) of the table. */
static void print_band(FILE *out, const struct table *table, int name_width, int from, int to)
{
    fprintf(out, "%-*s", name_width, "");
    for (int column = from; column < to; column++)
        fprintf(out, "  %*s", column_width(table, column), table->operators.at[column]);
    fputc('\n', out);
    for (int row = 0; row < table->strategies.count; row++) {
        fprintf(out, "%-*s", name_width, table->strategies.at[row]);
        for (int column = from; column < to; column++) {
            char text[48];
            cell_text(&table->cell[row * table->operators.count + column], text);
            fprintf(out, "  %*s", column_width(table, column), text);
        }
        fputc('\n', out);
    }
}

static void print_least(FILE *out, const struct table *table)
{
    const struct cell *least = NULL, *narrow = NULL;
    int cells = table->strategies.count * table->operators.count;
    for (int i = 0; i < cells; i++) {
        const struct cell *cell = &table->cell[i];
        if (!cell->wanted || cell->left_out) continue;
        if (!least || cell->passed < least->passed) least = cell;
        if (!narrow || cell->over_3_tiles < narrow->over_3_tiles) narrow = cell;
    }
    if (!least) return;
    terminal_say(out, 0, 4, "fewest of a strategy and operator: %llu problem%s, %llu over more than 3 tiles",
                 (unsigned long long)least->passed, least->passed == 1 ? "" : "s",
                 (unsigned long long)narrow->over_3_tiles);
}

void report_table(FILE *out, const struct results *results, int width)
{
    struct table table;
    if (!table_make(&table, results)) return;
    int name_width = 0;
    for (int row = 0; row < table.strategies.count; row++)
        if ((int)strlen(table.strategies.at[row]) > name_width)
            name_width = (int)strlen(table.strategies.at[row]);
    fputs("verified problems (those over more than 3 tiles)\n", out);
    for (int from = 0, to; from < table.operators.count; from = to) {
        int used = name_width;
        for (to = from; to < table.operators.count; to++) {
            used += 2 + column_width(&table, to);
            if (to > from && used > width) break;
        }
        print_band(out, &table, name_width, from, to);
    }
    print_least(out, &table);
    free(table.cell);
}

static void print_judgements(FILE *out, const struct results *results, uint32_t *groups)
{
    for (uint32_t i = 0; i < results->target_count;) {
        struct text why;
        const struct tally *tally = &results->tally[i];
        i = results_group(results, i, &why);
        if (!why.at[0]) continue;
        ++*groups;
        paint(out, RED, "FAIL");
        fprintf(out, " %s.%s@%s\n", tally->property, tally->subject[0] ? tally->subject : "suite",
                tally->device);
        print_field(out, "claim", tally->claim);
        print_field(out, "reason", why.at);
    }
}

static void print_broken(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->broken_count; i++) {
        paint(out, YELLOW, "BROKEN");
        fprintf(out, " %s\n", results->broken_case[i].line);
        print_field(out, "why", results->broken_case[i].reason.at);
    }
}

/* "8 strategies x 19 operators on sim32, sim64". Operators are those that strategies ran with; without strategies, those
 * whose laws were checked. */
static void print_scope(FILE *out, const struct results *results)
{
    struct names strategies = {0}, operators = {0}, devices = {0};
    for (uint32_t i = 0; i < results->target_count; i++)
        if (results->tally[i].subject_kind == SUBJECT_STRATEGY)
            names_index(&strategies, results->tally[i].subject, true);
    for (uint32_t i = 0; i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        bool counts = strategies.count == 0 || tally->subject_kind == SUBJECT_STRATEGY;
        if (counts && tally->op[0]) names_index(&operators, tally->op, true);
        if (strcmp(tally->device, "host") != 0) names_index(&devices, tally->device, true);
    }
    if (devices.count == 0) names_index(&devices, "host", true);
    if (strategies.count)
        fprintf(out, "%d strateg%s x ", strategies.count, strategies.count == 1 ? "y" : "ies");
    if (operators.count)
        fprintf(out, "%d operator%s on ", operators.count, operators.count == 1 ? "" : "s");
    else if (!strategies.count)
        fputs("the suite on ", out);
    for (int i = 0; i < devices.count; i++)
        fprintf(out, "%s%s", i ? ", " : "", devices.at[i]);
}

/* Whether the strategy of a target did not run because of a law of its operator. */
static bool is_left_out(const struct results *results, uint32_t target, const struct failure *law)
{
    const struct tally *tally = &results->tally[target];
    bool ran = tally->passed || tally->failed || tally->refused || tally->broken || tally->discarded;
    return !ran && results_broken_law(results, target) == law;
}

/* "not run: 41 strategies with my_wrong: combine is not associative" */
static void print_left_out(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->failure_count; i++) {
        const struct failure *law = &results->failure[i];
        struct names strategies = {0};
        for (uint32_t target = 0; target < results->target_count; target++)
            if (is_left_out(results, target, law))
                names_index(&strategies, results->tally[target].subject, true);
        if (strategies.count == 0) continue;
        paint(out, YELLOW, "not run");
        fprintf(out, ": %d strateg%s with %s: %s (--ignore-broken-laws runs %s)\n", strategies.count,
                strategies.count == 1 ? "y" : "ies", results->tally[law->target].op, failure_law(law),
                strategies.count == 1 ? "it" : "them");
    }
}

/* "not run: 11 claims about my_sum with add_u32: it hangs with one item at most (--ignore-broken-laws runs them)" */
static void print_hangs(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->failure_count; i++) {
        const struct failure *hang = &results->failure[i];
        const struct tally *hung = &results->tally[hang->target];
        uint32_t left = 0;
        for (uint32_t target = 0; target < results->target_count; target++)
            left += results->tally[target].left_out && results_hang(results, target) == hang;
        if (left == 0) continue;
        paint(out, YELLOW, "not run");
        fprintf(out,
                ": %u claim%s about %s with %s on %s: it hangs with one item at most (--ignore-broken-laws "
                "runs %s)\n",
                left, left == 1 ? "" : "s", hung->subject, hung->op, hung->device, left == 1 ? "it" : "them");
    }
}

static void print_remarks(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->remark_count; i++)
        terminal_say(out, 0, 4, "measured: %s", results->remark[i].at);
    if (results->remarks_left) fprintf(out, "measured: %u more, left out here\n", results->remarks_left);
}

static void print_warnings(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->warning_count; i++) {
        paint(out, YELLOW, "warning");
        terminal_say(out, (int)strlen("warning"), 4, ": %s", results->warning[i].at);
    }
}

/* Whether somebody ended the run before its time. */
static bool was_interrupted(const struct results *results)
{
    return results->stopped_status > 128;
}

/* Its columns. */
static int print_word(FILE *out, const struct results *results, enum verdict verdict)
{
    bool failed = verdict == VERDICT_FAIL, good = false;
    const char *word = failed                       ? "FAILED"
                       : verdict == VERDICT_BROKEN  ? "BROKEN"
                       : was_interrupted(results)   ? "interrupted"
                       : verdict == VERDICT_REFUSED ? "refused"
                                                    : NULL;
    if (!word) good = true, word = "verified";
    paint(out, failed ? RED : good ? GREEN : YELLOW, word);
    fputs(": ", out);
    return (int)strlen(word) + 2;
}

/* Why a run verified nothing at all. */
static void print_refusal(FILE *out, const struct results *results)
{
    for (uint32_t i = 0; i < results->target_count; i++) {
        if (!results->tally[i].reason[0]) continue;
        fprintf(out, "everything was refused; the first: %s\n", results->tally[i].reason);
        return;
    }
}

/* "; up to 65541 items, a lost one would show at 99.8 % of places" */
static void print_reach(FILE *out, const struct results *results)
{
    struct power_total power = power_of_run(results);
    if (results->most_items) fprintf(out, ", up to %llu items", (unsigned long long)results->most_items);
    if (power.tried)
        fprintf(out, ", a lost item shows at %.1f %% of places",
                100.0 * (double)power.noticed / (double)power.tried);
}

static void print_counts(FILE *out, const struct results *results, uint32_t groups)
{
    uint64_t failures = results->failed + groups;
    print_scope(out, results);
    fprintf(out, ": %llu problem%s, %llu over more than 3 tiles, %llu failure%s",
            (unsigned long long)results->passed, results->passed == 1 ? "" : "s",
            (unsigned long long)results->over_3_tiles, (unsigned long long)failures,
            failures == 1 ? "" : "s");
    print_reach(out, results);
    if (results->cut_off) fprintf(out, ", %llu cut off", (unsigned long long)results->cut_off);
    if (results->refused) fprintf(out, ", %llu refused", (unsigned long long)results->refused);
    if (results->warning_count)
        fprintf(out, ", %u warning%s", results->warning_count, results->warning_count == 1 ? "" : "s");
    if (results->overridden)
        fprintf(out, ", %llu run without a law that the strategy needs",
                (unsigned long long)results->overridden);
    if (results->discarded) fprintf(out, ", %llu discarded", (unsigned long long)results->discarded);
    if (results->broken) fprintf(out, ", %llu broken", (unsigned long long)results->broken);
    fprintf(out, ", %.1f s (seed 0x%llx)", results->ended - results->started,
            (unsigned long long)results->seed);
}

void report_verdict(FILE *out, const struct results *results)
{
    enum verdict verdict = results_verdict(results);
    uint32_t groups = 0;
    print_judgements(out, results, &groups);
    print_broken(out, results);
    print_left_out(out, results);
    print_hangs(out, results);
    print_remarks(out, results);
    print_warnings(out, results);
    if (results->stopped.at[0]) terminal_say(out, 0, 4, "%s", results->stopped.at);
    if (verdict == VERDICT_NO_DEVICE || results->skipped_any)
        terminal_say(out, 0, 4, "skipped: %s", results->skipped.at);
    if (verdict == VERDICT_NO_DEVICE) return;
    if (results->started == 0) {
        print_word(out, results, verdict);
        fputs("nothing was run\n", out);
        return;
    }
    if (verdict == VERDICT_REFUSED) print_refusal(out, results);
    char *words = NULL;
    size_t length;
    FILE *line = open_memstream(&words, &length);
    int at = print_word(out, results, verdict);
    print_counts(line ? line : out, results, groups);
    if (line && fclose(line) == 0) terminal_say(out, at, 4, "%s", words);
    free(words);
}
