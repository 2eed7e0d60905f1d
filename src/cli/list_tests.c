/* SPDX-License-Identifier: MIT
 * The tests that a build has of its properties, as a script for ctest: <property>.<subject>.<place>. A place is the host or a
 * device; a subject an operator, a strategy, a family, or the suite. What is said of tests here is facts of properties (struct
 * property), strategies (struct strategy, strategies.def) and backends alone, so no device is opened. */
#include "cli.h"
#include "device.h"
#include "exhaustive.h"
#include "list_tests.h"
#include "properties.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct line {
    const char *family, *name;
    unsigned words;
} lines[] = {
#define STRATEGY(FAMILY, NAME, WORDS, ...) {#FAMILY, #NAME, WORDS},
#include "strategies.def"
#undef STRATEGY
};

#define PLAIN "\""
#define QUICK ";quick\""

enum { LINES = sizeof lines / sizeof *lines, SECONDS = 300, LONG_SECONDS = 900, PLACES = 16 };

/* A host or a kind of device, and its backend. */
struct place {
    const char *name;
    const struct backend *backend; /* NULL: the host */
    enum device_kind kind;
};

static bool is_gpu(const struct place *place)
{
    return place->backend && device_is_gpu(place->kind);
}

static bool of_family(const struct line *line, const char *family)
{
    return strcmp(line->family, family) == 0;
}

/* ---- one test ---- */

/* A test NAME.<place>, of `check` with these arguments; "${seconds}" and the like are the including script's. `more`: labels
 * behind the place's own, or other properties of the test. */
static bool as_script;

__attribute__((format(printf, 4, 5))) static void print_test(const struct place *place, const char *name,
                                                             const char *more, const char *arguments, ...)
{
    const char *label = !place->backend                    ? "host"
                        : is_gpu(place)                    ? "gpu"
                        : device_is_simulated(place->kind) ? "sim"
                                                           : place->name;
    bool sweep = strncmp(arguments, "--exhaustive", strlen("--exhaustive")) == 0;
    va_list list;
    if (!as_script) {
        printf("%s.%s\n", name, place->name);
        return;
    }
    printf("add_test(%s.%s %s\"${foldcheck}\" check --jobs 1 ${plugins} ", name, place->name,
           is_gpu(place) ? "${on_card} " : "");
    va_start(list, arguments);
    vprintf(arguments, list);
    va_end(list);
    printf("%s)\n", sweep ? "" : " ${seed} --measurements");
    printf("set_tests_properties(%s.%s PROPERTIES LABELS \"%s%s TIMEOUT %d SKIP_RETURN_CODE 77", name,
           place->name, label, more, sweep ? LONG_SECONDS : SECONDS);
    static unsigned number; /* tests of a card wait for one of its places in turn */
    if (is_gpu(place)) printf(" ${of_%s_%u}", place->name, number++ % PLACES);
    puts(")");
}

/* " --device sim64" */
static const char *device_words(const struct place *place, struct text *words)
{
    text_say(words, "%s%s", place->backend ? " --device " : "", place->backend ? place->name : "");
    return words->at;
}

/* ---- what a backend has ---- */

static bool has_instance(const struct operator_code *code, const char *strategy)
{
    for (size_t i = 0; i < code->count; i++)
        if (strcmp(code->instances[i].strategy->name, strategy) == 0) return true;
    return false;
}

typedef bool judge(const struct strategy *strategy, const struct op *op);

static bool is_any(const struct strategy *strategy, const struct op *op)
{
    (void)strategy, (void)op;
    return true;
}

static bool emits(const struct strategy *strategy, const struct op *op)
{
    (void)strategy;
    return op->emits;
}

static bool is_its_own(const struct strategy *strategy, const struct op *op)
{
    return properties_own_problem(strategy->name, op);
}

static bool is_its_witness(const struct strategy *strategy, const struct op *op)
{
    return strategy->what == WHAT_TRANSPOSE || sweep_witnesses(op, strategy->needs);
}

/* Whether a backend has an operator that a strategy takes and of which `judge` is true. */
static bool takes_a_built(const struct backend *backend, const struct strategy *strategy, judge *judge)
{
    for (const struct operator_code *const *code = backend->operators; *code; code++) {
        const struct op *op = op_for(strategy->what, (*code)->op);
        if (op && !(strategy->needs & ~op->laws) && has_instance(*code, strategy->name) &&
            judge(strategy, op))
            return true;
    }
    return false;
}

/* ---- what a property is tested of ---- */

struct suite {
    const char *operators;  /* a glob: those whose laws have a test each */
    const char *strategies; /* of plugins' operators, these */
    const struct place *place;
    size_t places;
};

static bool is_whole(const struct suite *suite, const struct backend *backend,
                     const struct property *property)
{
    if (property->tested & TESTED_OF_ALL_STRATEGIES)
        for (size_t l = 0; l < LINES; l++)
            if (!backend_strategy(backend, lines[l].name)) return false;
    if (property->tested & TESTED_OF_ALL_OPERATORS)
        for (size_t i = 0; i < op_count(); i++)
            if (glob_matches(suite->operators, op_at(i)->name) && !backend_operator(backend, op_at(i)->name))
                return false;
    return true;
}

static bool compares_with_built(const struct backend *backend, const struct property *property)
{
    size_t most = sizeof property->compares / sizeof *property->compares;
    for (size_t i = 0; i < most && property->compares[i]; i++)
        if (!backend_strategy(backend, property->compares[i])) return false;
    return true;
}

static bool is_at(const struct property *property, const struct place *place)
{
    if (property->on_host || !place->backend) return property->on_host && !place->backend;
    return !property->on_sim || device_is_simulated(place->kind);
}

static void print_laws(const struct suite *suite, const struct place *place, const struct property *property)
{
    struct text name, device;
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (!glob_matches(suite->operators, op->name)) continue;
        if (place->backend && !backend_operator(place->backend, op->name)) continue;
        text_say(&name, "%s.%s", property->name, op->name);
        print_test(place, name.at, place->backend ? PLAIN : QUICK,
                   "--property %s --operator %s%s --seconds ${seconds}", property->name, op->name,
                   device_words(place, &device));
    }
}

/* Whether a strategy has a test of a property by itself. */
static bool has_own_test(const struct place *place, const struct property *property, const struct line *line,
                         const struct strategy *strategy)
{
    unsigned tested = property->tested;
    if (!property_speaks_of(property, strategy)) return false;
    if (strategy->what == WHAT_KEYED && tested & (TESTED_BY_KEYED_ORACLE | TESTED_OF_KEYED)) return false;
    if (line->words & FORM && !(tested & TESTED_OF_EACH_FORM)) return false;
    if (tested & TESTED_WITH_EMIT)
        return !(line->words & NO_MAP_OUT) && takes_a_built(place->backend, strategy, emits);
    if (tested & TESTED_OF_OWN_PROBLEMS) return takes_a_built(place->backend, strategy, is_its_own);
    return takes_a_built(place->backend, strategy, is_any);
}

static void print_of_family(const struct place *place, const struct property *property, const char *family,
                            const char *seconds)
{
    struct text name, device;
    text_say(&name, "%s.%s", property->name, family);
    print_test(place, name.at, PLAIN, "--property %s --strategy %s_*%s --seconds %s", property->name, family,
               device_words(place, &device), seconds);
}

/* Of block-wide folds a test each shows their results; all else that is claimed of them has one test for all. */
static void print_strategies(const struct place *place, const struct property *property)
{
    bool of_blocks = false;
    struct text name, device;
    for (size_t l = 0; l < LINES; l++) {
        const struct strategy *strategy = backend_strategy(place->backend, lines[l].name);
        if (!strategy || !has_own_test(place, property, &lines[l], strategy)) continue;
        if (of_family(&lines[l], "block") && !(property->tested & TESTED_OF_EACH_BLOCK)) {
            of_blocks = true;
            continue;
        }
        text_say(&name, "%s.%s", property->name, strategy->name);
        print_test(place, name.at, property->tested & TESTED_OF_OWN_PROBLEMS ? QUICK : PLAIN,
                   "--property %s --strategy %s%s --seconds ${seconds}", property->name, strategy->name,
                   device_words(place, &device));
    }
    if (of_blocks) print_of_family(place, property, "block", "0.5");
}

static bool has_keyed(const struct backend *backend)
{
    for (size_t l = 0; l < LINES; l++) {
        const struct strategy *strategy = backend_strategy(backend, lines[l].name);
        if (strategy && strategy->what == WHAT_KEYED && !(lines[l].words & FORM)) return true;
    }
    return false;
}

/* Folds by key share a test, with few operators: keyed_equals_oracle takes all of them. */
static void print_keyed(const struct place *place, const struct property *property)
{
    static const char *const few[] = {"add_u32", "affine_u32", "span_8", "span_emit"};
    struct text name, device, operators;
    text_say(&operators, "%s", "");
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        if (backend_operator(place->backend, few[i]))
            text_add(&operators, "%s%s", operators.at[0] ? "," : " --operator ", few[i]);
    if (!operators.at[0] || !has_keyed(place->backend)) return;
    text_say(&name, "%s.keyed", property->name);
    print_test(place, name.at, PLAIN, "--property %s --strategy keyed_*%s%s --seconds 1.2", property->name,
               operators.at, device_words(place, &device));
}

static void print_property(const struct suite *suite, const struct place *place,
                           const struct property *property)
{
    /* The whole table is a backend's, and the first device's stands for all where there is no device. */
    const struct backend *backend = place->backend ? place->backend : suite->place[0].backend;
    struct text name, device;
    if (!is_at(property, place)) return;
    if (property->subject == SUBJECT_OPERATOR) {
        if (property_speaks_of(property, NULL)) print_laws(suite, place, property);
        return;
    }
    if (backend && (!compares_with_built(backend, property) || !is_whole(suite, backend, property))) return;
    text_say(&name, "%s.%s", property->name, property->subject == SUBJECT_SUITE ? "suite" : "strategies");
    if (property->subject == SUBJECT_SUITE)
        print_test(place, name.at, place->backend ? PLAIN : QUICK, "--property %s%s --seconds ${seconds}",
                   property->name, device_words(place, &device));
    else if (property->tested & TESTED_AT_ONCE)
        print_test(place, name.at, PLAIN, "--property %s%s --seconds 2", property->name,
                   device_words(place, &device));
    else {
        if (property->tested & TESTED_OF_KEYED) print_keyed(place, property);
        print_strategies(place, property);
    }
}

/* ---- more than a property ---- */

/* What is there for a document's form has one test of all claims. */
static void print_forms(const struct place *place)
{
    bool any = false;
    struct text device;
    char names[LINES * (MAX_NAME + 1)] = "";
    for (size_t l = 0; l < LINES; l++)
        if (lines[l].words & FORM && backend_strategy(place->backend, lines[l].name)) {
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", any ? "," : "",
                     lines[l].name);
            any = true;
        }
    if (any)
        print_test(place, "every_claim_holds.forms", PLAIN, "--strategy %s%s --seconds 2", names,
                   device_words(place, &device));
}

/* Every shape, with witnesses. sim64 runs every tuning of sim32, which waits for the night. */
static void print_shapes(const struct place *place)
{
    struct text name, device;
    if (strcmp(place->name, "sim32") == 0) return;
    for (size_t l = 0; l < LINES; l++) {
        const struct strategy *strategy = backend_strategy(place->backend, lines[l].name);
        if (!strategy || lines[l].words & FORM || strategy->what == WHAT_KEYED ||
            !takes_a_built(place->backend, strategy, is_its_witness))
            continue;
        text_say(&name, "exhaustive.%s", strategy->name);
        print_test(place, name.at, PLAIN, "--exhaustive %s --strategy %s%s",
                   is_gpu(place) ? "1024" : "${shapes}", strategy->name, device_words(place, &device));
    }
}

/* Operators without a law's test of their own share one on the host. */
static void print_shared_laws(const struct suite *suite, const struct place *host)
{
    char names[2048] = "", laws[1024] = "";
    size_t named = 0, law = 0;
    for (size_t i = 0; i < op_count(); i++)
        if (!glob_matches(suite->operators, op_at(i)->name) && named < sizeof names)
            named += (size_t)snprintf(names + named, sizeof names - named, "%s%s", named ? "," : "",
                                      op_at(i)->name);
    for (const struct property *const *at = properties_table; *at; at++)
        if ((*at)->subject == SUBJECT_OPERATOR && (*at)->on_host && property_speaks_of(*at, NULL) &&
            law < sizeof laws)
            law += (size_t)snprintf(laws + law, sizeof laws - law, "%s%s", law ? "," : "", (*at)->name);
    if (named)
        print_test(host, "laws_hold.operators_for_launchers", QUICK, "--operator %s --property %s --cases 64",
                   names, laws);
}

static void print_place(const struct suite *suite, const struct place *place)
{
    for (const struct property *const *at = properties_table; *at; at++)
        print_property(suite, place, *at);
    if (!place->backend) {
        print_shared_laws(suite, place);
        return;
    }
    print_forms(place);
    print_shapes(place);
}

/* ---- plugins ---- */

/* Laws first: <property>.<operator>.<place>. Only if they hold, every claim about every strategy: <strategy>.<operator>.<device>. */
static void print_added_laws(const struct place *place, const struct op *op)
{
    struct text name, device, more;
    text_say(&more, "\" FIXTURES_SETUP %s_laws", op->name);
    for (const struct property *const *at = properties_table; *at; at++) {
        if ((*at)->subject != SUBJECT_OPERATOR || !is_at(*at, place) || !property_is_about_op(*at, op))
            continue;
        text_say(&name, "%s.%s", (*at)->name, op->name);
        print_test(place, name.at, more.at, "--property %s --operator %s%s --seconds ${seconds}", (*at)->name,
                   op->name, device_words(place, &device));
    }
}

static void print_added_strategies(const struct suite *suite, const struct place *place, const struct op *op)
{
    struct text name, device, more;
    text_say(&more, "\" FIXTURES_REQUIRED %s_laws", op->name);
    for (size_t l = 0; l < LINES; l++) {
        if (!glob_matches(suite->strategies, lines[l].name)) continue;
        text_say(&name, "%s.%s", lines[l].name, op->name);
        print_test(place, name.at, more.at,
                   "--strategy %s --operator %s%s --allow-refused --seconds ${seconds}", lines[l].name,
                   op->name, device_words(place, &device));
    }
}

static void print_added(const struct suite *suite)
{
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (op_is_own(op) || !glob_matches(suite->operators, op->name)) continue;
        for (size_t p = 0; p < suite->places; p++) {
            print_added_laws(&suite->place[p], op);
            if (suite->place[p].backend) print_added_strategies(suite, &suite->place[p], op);
        }
    }
}

/* ---- the list ---- */

static bool places_make(const struct device_list *devices, struct place *place, size_t *count,
                        struct text *why)
{
    *count = 0;
    for (int d = 0; d < devices->count; d++) {
        struct place *at = &place[*count];
        at->kind = devices->at[d].kind;
        at->name = device_kind_name(at->kind);
        if (at->kind == DEVICE_HOST) continue;
        at->backend = backend_open(at->kind, why);
        if (!at->backend) return false;
        ++*count;
    }
    place[(*count)++] = (struct place){.name = "host"};
    return true;
}

int list_tests(const struct test_request *request, const char *command)
{
    struct device_list devices;
    struct place place[MAX_DEVICES + 1];
    struct suite suite = {.operators = request->operators, .strategies = request->strategies, .place = place};
    struct text why;
    if (!devices_choose(request->device, &devices, &why)) return cli_usage(command, "%s", why.at);
    if (!places_make(&devices, place, &suite.places, &why))
        return cli_stop(STATUS_BROKEN, command, "%s", why.at);
    as_script = request->format != NULL;
    if (as_script && strcmp(request->format, "ctest") != 0)
        return cli_usage(command, "--format '%s': expected ctest", request->format);
    if (request->added) {
        print_added(&suite);
        return STATUS_OK;
    }
    for (size_t p = 0; p < suite.places; p++)
        print_place(&suite, &place[p]);
    return STATUS_OK;
}
