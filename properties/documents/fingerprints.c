/* SPDX-License-Identifier: MIT
 * The cost of every strategy on a few fixed problems, against fingerprints.txt: a change is a
 * change to explain, and two strategies that cost the same are one strategy unless the file says why not. */
#define _POSIX_C_SOURCE 200809L
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* Where the problems begin that only some strategies have lines about. */
enum { PROBLEMS = 10, SHORT_ROWS = 6, OF_PRODUCTS = 9, TUNINGS = 2 };

/* Their operators commute, so that no strategy refuses them. A scan scans the same items. */
static const char *const fixed_problem[PROBLEMS] = {
    "reduce/add_u32/1000/soa/any:1", "reduce/add_u32/10000/soa+1/any:1", "reduce/add_i8/20011/soa/any:1",
    "reduce/argmin_f32_i64/3001/aos/any:1", "reduce/sum_and_square_f32/3001/soa/any:1",
    "reduce/add_u32/61x97/soa/any:1", /* of strategies that do several rows */
    /* SHORT_ROWS: of strategies whose rows must fit into a block, which refuse those above */
    "reduce/add_u32/1001x7/soa/any:1", "reduce/argmin_f32_i64/750x4/aos/any:1",
    "reduce/sum_and_square_f32/1001x3/soa/any:1",
    "reduce/sum_and_max_i32/3001/soa/any:1", /* OF_PRODUCTS: of strategies that do products alone */
};

/* Square, low, narrow, and a row; fewer than the others; where a strategy refuses one, it has no line about it. */
static const char *const fixed_transposition[PROBLEMS] = {
    "transpose/i32/64x100/soa/any:1",   "transpose/i8/3x40x70/soa+1/any:1", "transpose/i64/6x333/soa/any:1",
    "transpose/i16/500x7/aos~1/any:1",  "transpose/u128/1x1000/soa/any:1",  "transpose/i32/5x301x1/soa/any:1",
    "transpose/i16/2x65x129/soa/any:1",
};

/* Folds by key: few keys, many, one that has half of the items, rows, and keys in order. */
static const char *const fixed_keyed[PROBLEMS] = {
    "keyed/add_u32/3000#7:uniform:1/soa/any:1", "keyed/add_u32/3001#200:uniform:1/soa+1/any:1",
    "keyed/add_i8/3000#16:giant:1/soa/any:1",   "keyed/argmin_f32_i64/3x333#16:runs:1/aos/any:1",
    "keyed/add_u32/17x100#16:sorted/soa/any:1",
};

/* Whether a strategy's fixed problems are those of its kind alone. */
static bool has_own_problems(const struct strategy *strategy)
{
    return strategy->what == WHAT_TRANSPOSE || strategy->what == WHAT_KEYED;
}

/* Of strategies that do products of vectors alone, instead of the last. */
static const char fixed_vectors[] = "reduce/vec_add/3001/soa/any:1";

static const char *fixed_line(const struct fixture *fixture, const struct strategy *strategy, size_t index)
{
    if (strategy->what == WHAT_KEYED) return fixed_keyed[index];
    bool last = index == PROBLEMS - 1 && strategy->what != WHAT_TRANSPOSE;
    if (last && !fixture_nth_instance(fixture, strategy->name, "sum_and_max_i32", 0)) return fixed_vectors;
    return (strategy->what == WHAT_TRANSPOSE ? fixed_transposition : fixed_problem)[index];
}

const char properties_fingerprint_head[] =
    "# strategy{tuning}@device problem                                                                   "
    " launches barriers   groups shuffles  atomics     read  written  sectors conflicts combines";

/* ---- one line ---- */

/* The first tiny tuning, or the default one; NULL if the strategy has none for the operator. */
static const struct instance *tuned(const struct fixture *fixture, const struct strategy *strategy,
                                    const struct op *op, bool tiny)
{
    const struct instance *first = fixture_nth_instance(fixture, strategy->name, op->name, 0);
    if (tiny) return first && first->tiny ? first : NULL;
    return backend_instance(fixture->session.backend, fixture->session.caps, op->name, strategy, NULL);
}

const char *const properties_figure_name[FINGERPRINT_FIGURES] = {
    "launches", "barriers", "groups",  "shuffles",  "atomics",
    "read",     "written",  "sectors", "conflicts", "combines"};

static void take_figures(const struct launch_counters *counted, struct fingerprint *taken)
{
    const struct memory_counters *data = &counted->data, *scratch = &counted->scratch;
    const uint64_t figure[FINGERPRINT_FIGURES] = {counted->launches,
                                                  counted->barriers,
                                                  counted->group_syncs,
                                                  counted->shuffles,
                                                  counted->atomics,
                                                  data->loaded + scratch->loaded,
                                                  data->stored + scratch->stored,
                                                  data->sectors + scratch->sectors,
                                                  counted->bank_conflicts,
                                                  counted->combines};
    memcpy(taken->figure, figure, sizeof figure);
    taken->accesses = counted->accesses;
    taken->active_lanes = counted->active_lanes;
    text_say(&taken->line, "%-100s", taken->name.at);
    for (size_t i = 0; i < FINGERPRINT_FIGURES; i++)
        text_add(&taken->line, " %*" PRIu64, i == 8 ? 9 : 8, figure[i]);
}

/* Counts a strategy on a problem; nothing of what it refuses for several rows or because
 * rows must fit a block. */
static bool count_line(struct fixture *fixture, const struct instance *instance, const char *problem,
                       bool fitting, struct fingerprint *taken, struct text *why)
{
    struct test_case counted = {.device = fixture->name, .has_problem = true};
    struct load *load = &fixture->load[LOAD_CASE];
    struct launch_counters totals;
    char name[MAX_LINE];
    if (!problem_parse(problem, &counted.problem, why)) return false;
    counted.problem.what = instance->strategy->what;
    /* of a strategy for a matrix that lies column by column */
    bool by_column = instance->strategy->takes & TAKES_BY_COLUMN && counted.problem.shape.count > 1;
    if (by_column) counted.problem.layout.input.form = SIDE_COLS;
    snprintf(counted.claim, sizeof counted.claim, "costs");
    snprintf(counted.subject, sizeof counted.subject, "%s", instance->strategy->name);
    counted.tuning = instance_tuning(instance);
    case_print(&counted, name, sizeof name);
    load->stream = NULL;
    if (!session_plan(&fixture->session, load, &counted.problem, instance, why)) return false;
    if (session_refusal(load, NULL) != REFUSAL_NONE && (fitting || counted.problem.shape.count > 1))
        return true;
    if (session_refusal(load, why) != REFUSAL_NONE || !session_count(load, &totals, why)) return false;
    text_say(&taken->name, "%s", name + strlen("costs."));
    take_figures(&totals, taken);
    return true;
}

const char *properties_fingerprint_strategy(void *context, size_t index)
{
    const struct fixture *fixture = context;
    const struct strategy *const *strategy = fixture->session.backend->strategies;
    for (size_t at = index / (PROBLEMS * TUNINGS); *strategy && at; at--)
        strategy++;
    return *strategy ? (*strategy)->name : NULL;
}

const char *properties_fingerprint_operator(void *context, size_t index)
{
    const struct fixture *fixture = context;
    struct problem problem;
    if (!properties_fingerprint_strategy(context, index)) return NULL;
    const struct strategy *strategy = fixture->session.backend->strategies[index / (PROBLEMS * TUNINGS)];
    const char *fixed = fixed_line(fixture, strategy, index % PROBLEMS);
    return fixed && problem_parse(fixed, &problem, NULL) && problem.op ? problem.op->name : NULL;
}

bool properties_fingerprint(void *context, size_t index, struct fingerprint *counted, struct text *why)
{
    struct fixture *fixture = context;
    size_t tiny = index / PROBLEMS % TUNINGS, which = index % PROBLEMS;
    const char *name = properties_fingerprint_strategy(context, index);
    struct problem problem;
    *counted = (struct fingerprint){0};
    text_say(why, "%s", "");
    if (!name) return false;
    const struct strategy *strategy = fixture->session.backend->strategies[index / (PROBLEMS * TUNINGS)];
    const char *fixed = fixed_line(fixture, strategy, which);
    if (!fixed) return true;
    if (!problem_parse(fixed, &problem, why)) return false;
    bool own = has_own_problems(strategy);
    if (!own && which == OF_PRODUCTS && fixture_nth_instance(fixture, strategy->name, "add_u32", 0))
        return true;
    const struct instance *instance = tuned(fixture, strategy, problem.op, tiny != 0);
    bool fitting = instance && fixture_longest_row(fixture, instance, problem.op) < ANY_ROW;
    bool is_short = !own && which >= SHORT_ROWS && which < OF_PRODUCTS;
    return !instance || (is_short && !fitting) || count_line(fixture, instance, fixed, fitting, counted, why);
}

/* ---- operators that were asked for ---- */

/* The problems of an operator that has no fixed one: those of folds by key, and the others. */
enum { SHAPES = 3 };
static const char *const any_shape[2][SHAPES] = {
    {"1000/soa/any:1", "10000/soa+1/any:1", "61x97/soa/any:1"},
    {"3000#7:uniform:1/soa/any:1", "3001#200:uniform:1/soa+1/any:1", "17x100#16:sorted/soa/any:1"}};

static bool is_about(const char *line, const char *op)
{
    struct problem problem;
    return line && problem_parse(line, &problem, NULL) && problem.op && strcmp(problem.op->name, op) == 0;
}

bool properties_has_fingerprint(const char *op)
{
    for (size_t i = 0; i < PROBLEMS; i++)
        if (is_about(fixed_problem[i], op) || is_about(fixed_keyed[i], op) ||
            is_about(fixed_transposition[i], op))
            return true;
    return is_about(fixed_vectors, op);
}

const char *properties_costs_strategy(void *context, size_t index)
{
    return properties_fingerprint_strategy(context, index / SHAPES * PROBLEMS * TUNINGS);
}

bool properties_costs(void *context, const char *op, size_t index, struct fingerprint *counted,
                      struct text *why)
{
    struct fixture *fixture = context;
    struct text problem;
    *counted = (struct fingerprint){0};
    text_say(why, "%s", "");
    if (!properties_costs_strategy(context, index)) return false;
    const struct strategy *strategy = fixture->session.backend->strategies[index / SHAPES];
    bool keyed = strategy->what == WHAT_KEYED;
    if (strategy->what == WHAT_TRANSPOSE || !fixture_nth_instance(fixture, strategy->name, op, 0))
        return true;
    const struct instance *instance =
        backend_instance(fixture->session.backend, fixture->session.caps, op, strategy, NULL);
    text_say(&problem, "%s/%s/%s", keyed ? "keyed" : "reduce", op, any_shape[keyed][index % SHAPES]);
    return !instance || count_line(fixture, instance, problem.at, true, counted, why);
}

/* ---- the file ---- */

/* Where the figures of a line begin: behind its second word. */
static const char *figures_of(const char *line)
{
    for (int word = 0; word < 2; word++) {
        line += strspn(line, " ");
        line += strcspn(line, " ");
    }
    return line;
}

/* Finds the file's line about the same case. False if it has none; then `found` is empty. */
static bool find_line(FILE *file, const char *line, char found[MAX_LINE])
{
    size_t length = (size_t)(figures_of(line) - line);
    rewind(file);
    while (fgets(found, MAX_LINE, file)) {
        found[strcspn(found, "\n")] = 0;
        if (strncmp(found, line, length) == 0 && (found[length] == ' ' || !found[length])) return true;
    }
    return false;
}

/* Is there a line "equal A B: why"? */
static bool is_excused(FILE *file, const char *a, const char *b)
{
    char line[MAX_LINE], one[MAX_NAME], other[MAX_NAME], reason;
    rewind(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "equal %47s %47[a-z0-9_]: %c", one, other, &reason) == 3 &&
            ((strcmp(one, a) == 0 && strcmp(other, b) == 0) ||
             (strcmp(one, b) == 0 && strcmp(other, a) == 0)))
            return true;
    return false;
}

/* Do two strategies cost the same on all problems, in the usual tuning? lines: of one strategy after the
 * other. */
static bool cost_the_same(const struct text *a, const struct text *b)
{
    bool any = false;
    for (int p = 0; p < PROBLEMS; p++) {
        if (!a[p].at[0] || !b[p].at[0]) continue;
        any = true;
        if (strcmp(figures_of(a[p].at), figures_of(b[p].at)) != 0) return false;
    }
    return any;
}

enum { MOST_STRATEGIES = 128 };

/* The counts, against the file and against each other. */
struct comparison {
    struct text line[MOST_STRATEGIES][PROBLEMS]; /* in the usual tuning */
    size_t strategies;
};

static bool compare_line(FILE *file, const struct text *line, struct finding *finding)
{
    char found[MAX_LINE];
    if (!find_line(file, line->at, found))
        return text_say(&finding->first_at, "fingerprints.txt has no line about: %s", line->at);
    return strcmp(found, line->at) == 0 ||
           text_say(&finding->first_at, "expected %s, got%s", found, figures_of(line->at));
}

static enum verdict compare_all(struct fixture *fixture, FILE *file, struct comparison *seen,
                                struct finding *finding)
{
    struct fingerprint counted;
    for (size_t i = 0; properties_fingerprint(fixture, i, &counted, &finding->reason); i++) {
        size_t strategy = i / (PROBLEMS * TUNINGS);
        if (strategy >= MOST_STRATEGIES) break;
        if (fixture->beat) fixture->beat(fixture->beating);
        seen->strategies = strategy + 1;
        if (i / PROBLEMS % TUNINGS == 0) seen->line[strategy][i % PROBLEMS] = counted.line;
        if (counted.line.at[0] && !compare_line(file, &counted.line, finding)) return VERDICT_FAIL;
        finding->items++;
    }
    return finding->reason.at[0] ? VERDICT_BROKEN : VERDICT_PASS;
}

/* Whether every operator of the fixed problems was built: on fewer problems strategies may well cost the same. */
static bool has_all_problems(const struct backend *backend)
{
    struct problem problem;
    for (size_t i = 0; i < PROBLEMS; i++)
        if (problem_parse(fixed_problem[i], &problem, NULL) && !backend_operator(backend, problem.op->name))
            return false;
    return problem_parse(fixed_vectors, &problem, NULL) && backend_operator(backend, problem.op->name);
}

static enum verdict find_twins(const struct backend *backend, FILE *file, const struct comparison *seen,
                               struct finding *finding)
{
    if (!has_all_problems(backend)) return VERDICT_PASS;
    for (size_t a = 0; a < seen->strategies; a++)
        for (size_t b = 0; b < a; b++) {
            const char *one = backend->strategies[b]->name, *other = backend->strategies[a]->name;
            if (!cost_the_same(seen->line[a], seen->line[b]) || is_excused(file, one, other)) continue;
            text_say(&finding->first_at,
                     "%s and %s cost the same on all fixed problems: expected a difference, or a line 'equal "
                     "%s %s: why'",
                     one, other, one, other);
            return VERDICT_FAIL;
        }
    return VERDICT_PASS;
}

static enum verdict fingerprints_hold_check(void *context, const struct test_case *checked,
                                            struct finding *finding)
{
    struct fixture *fixture = context;
    (void)checked;
    const char *path = properties_file("fingerprints.txt");
    FILE *file = fopen(path, "r");
    struct comparison *seen = calloc(1, sizeof *seen);
    enum verdict verdict = VERDICT_BROKEN;
    if (!file || !seen)
        text_say(&finding->reason, "%s cannot be read", path);
    else
        verdict = compare_all(fixture, file, seen, finding);
    if (verdict == VERDICT_PASS) verdict = find_twins(fixture->session.backend, file, seen, finding);
    if (file) fclose(file);
    free(seen);
    return verdict;
}

CLAIM(fingerprints_hold, SUITE, SIM, once,
      "the cost of every strategy on five fixed problems equals fingerprints.txt, and no two strategies cost "
      "the same without a written reason");
