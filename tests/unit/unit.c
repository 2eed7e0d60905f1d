/* SPDX-License-Identifier: MIT
 * foldcheck_unit: all modules' tests, or one module's, or of these those whose names match a pattern. --first: the first module that
 * fails ends it. Exit status: 0 all pass, 1 some fail, 2 there is no such module. */
#define _GNU_SOURCE 1
#include "unit.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fake_device.h"
#include "table.h"

#define UNIT_FILE(MODULE) extern const struct unit unit_##MODULE;
#include "unit_files.def"
#undef UNIT_FILE

static const struct unit *const units[] = {
#define UNIT_FILE(MODULE) &unit_##MODULE,
#include "unit_files.def"
#undef UNIT_FILE
};

/* ---- one test ---- */

struct one_test {
    const struct unit *unit;
    const struct unit_test *test;
    size_t row;
};

typedef bool fact(struct finding *finding);
typedef bool text(struct text *why);
typedef bool row(size_t row, struct finding *finding);
typedef bool text_row(size_t row, struct text *why);
typedef bool on_fixture(struct fixture *fixture, struct finding *finding);
typedef bool row_on_fixture(struct fixture *fixture, size_t row, struct finding *finding);
typedef bool with_results(size_t row, struct results *results, struct finding *finding);

static bool passes_on_fixture(const struct one_test *one, struct finding *finding)
{
    struct fixture *fixture = fake_open(one->unit->fixture, &finding->first_at);
    if (!fixture) return false;
    fake_set(fixture, NULL);
    bool passes = one->test->kind == UNIT_FIXTURE
                      ? ((on_fixture *)one->test->check)(fixture, finding)
                      : ((row_on_fixture *)one->test->check)(fixture, one->row, finding);
    properties_close(fixture);
    return passes;
}

/* Zeros with room for some targets, in memory that a test's own processes share. */
struct room {
    struct results results;
    struct worker_slot slot[2];
    struct tally tally[64];
    unsigned char owner[64];
    uint32_t lead[64], returned[64], fixed_target[64];
    bool fixed_taken[64];
};

static bool passes_with_results(const struct one_test *one, struct finding *finding)
{
    struct room *room = mmap(NULL, sizeof *room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return text_say(&finding->first_at, "no host memory for the results of a run");
    struct results *results = &room->results;
    results->slot_count = 2;
    results->slot = room->slot;
    results->tally = room->tally;
    results->owner = room->owner;
    results->lead = room->lead;
    results->returned = room->returned;
    results->fixed_target = room->fixed_target;
    results->fixed_taken = room->fixed_taken;
    bool passes = ((with_results *)one->test->check)(one->row, results, finding);
    munmap(room, sizeof *room);
    return passes;
}

static bool passes(const struct one_test *one, struct finding *finding)
{
    switch (one->test->kind) {
    case UNIT_FACT:
        return ((fact *)one->test->check)(finding);
    case UNIT_TEXT:
        return ((text *)one->test->check)(&finding->first_at);
    case UNIT_ROW:
        return ((row *)one->test->check)(one->row, finding);
    case UNIT_TEXT_ROW:
        return ((text_row *)one->test->check)(one->row, &finding->first_at);
    case UNIT_FIXTURE:
    case UNIT_FIXTURE_ROW:
        return passes_on_fixture(one, finding);
    case UNIT_RESULTS:
        return passes_with_results(one, finding);
    }
    return false;
}

static void run_one(void **state)
{
    static struct finding finding;
    memset(&finding, 0, sizeof finding);
    if (!passes(*state, &finding))
        fail_msg("%s", finding.first_at.at[0] ? finding.first_at.at : finding.reason.at);
}

/* ---- the tests of a module ---- */

/* "module: fact", or "module: fact (row 3)", where the row may have a name. */
static void name_test(const struct one_test *one, char *name, size_t room)
{
    size_t end = (size_t)snprintf(name, room, "%s: %s", one->unit->module, one->test->name);
    for (char *at = name + strlen(one->unit->module); *at; at++)
        if (*at == '_') *at = ' ';
    if (end >= room) return;
    if (one->test->name_of)
        snprintf(name + end, room - end, " (%s)", one->test->name_of(one->row));
    else if (one->test->label) {
        const char *label;
        memcpy(&label, (const char *)one->test->label + one->row * one->test->row_bytes, sizeof label);
        snprintf(name + end, room - end, " (%s)", label);
    } else if (one->test->rows)
        snprintf(name + end, room - end, " (row %zu)", one->row);
}

static size_t rows_of(const struct unit_test *test)
{
    return test->count ? test->count() : test->rows;
}

/* Whether all of them pass. */
static bool unit_passes(const struct unit *unit)
{
    size_t count = 0, at = 0;
    for (size_t t = 0; t < unit->count; t++)
        count += rows_of(&unit->test[t]) ? rows_of(&unit->test[t]) : 1;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    struct one_test *ones = calloc(count, sizeof *ones);
    char(*names)[TABLE_NAME] = calloc(count, sizeof *names);
    for (size_t t = 0; tests && ones && names && t < unit->count; t++)
        for (size_t row = 0; row == 0 || row < rows_of(&unit->test[t]); row++, at++) {
            ones[at] = (struct one_test){unit, &unit->test[t], row};
            name_test(&ones[at], names[at], sizeof *names);
            tests[at] =
                (struct CMUnitTest){.name = names[at], .test_func = run_one, .initial_state = &ones[at]};
        }
    bool passes = at == count && _cmocka_run_group_tests(unit->module, tests, count, NULL, NULL) == 0;
    free(tests);
    free(ones);
    free(names);
    return passes;
}

/* ---- the program ---- */

/* cmocka catches a crash and goes on with the next test, which only the process that runs the tests may do. */
static void crash_in_child(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t c = 0; c < UNIT_COUNT(crashes); c++)
        signal(crashes[c], SIG_DFL);
}

int main(int argc, char **argv)
{
    bool first = argc > 1 && strcmp(argv[1], "--first") == 0, found = false, good = true;
    const char *module = argc > 1 + first ? argv[1 + first] : NULL;
    if (argc > 2 + first) cmocka_set_test_filter(argv[2 + first]);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    pthread_atfork(NULL, NULL, crash_in_child);
    for (size_t u = 0; u < UNIT_COUNT(units) && (good || !first); u++) {
        if (module && strcmp(module, units[u]->module) != 0) continue;
        found = true;
        if (!unit_passes(units[u])) good = false;
    }
    if (!found)
        fprintf(stderr, "foldcheck_unit: found '%s', expected a module with a file of tests\n", module);
    return !found ? 2 : good ? 0 : 1;
}
