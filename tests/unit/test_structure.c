/* SPDX-License-Identifier: MIT
 * accepts_up_to_the_limit and strategies_accept_their_problems, on strategies whose refusals are made by hand; and
 * every_document_id_is_owned, of IDs and owners that are typed by hand. */
#define _GNU_SOURCE 1 /* memfd_create */
#include "unit.h"
#include "formulas.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "control.h"

enum { ASKED = 100, FEW = 40, SHORT = 5, OWN_ITEMS = 5 };
#define MANY ((uint64_t)1 << 40)

static enum limits {
    LIMITS_RIGHT,      /* refuses devices of less than ASKED bytes of shared memory a block */
    LIMITS_TAKE_LESS,  /* takes any device */
    LIMITS_WANT_MORE,  /* refuses one that has just as much, too */
    LIMITS_OTHER_KIND, /* refuses, but says that it was the shape */
    LIMITS_NOT_OVER,   /* and no results over the input */
    LIMITS_FEW,        /* FEW items, as it says */
    LIMITS_FEWER,      /* an item fewer than it says */
    LIMITS_MORE,       /* an item more */
    LIMITS_FEW_SHORT,  /* FEW items, in rows of SHORT */
    LIMITS_SHORT,      /* rows of SHORT items, and any number of rows */
    LIMITS_ANY_ROW,    /* likewise, and as many items as the longest of rows has */
    LIMITS_ONE_ROW,    /* no more than one row */
    LIMITS_ONE_KEY,    /* no more than one key, but of the case's own items */
    LIMITS_MANY,       /* 2^40 items, and no more */
    LIMITS_NOT_MANY    /* an item fewer than that */
} limits;

/* The most items that the strategy says; 0: any number. */
static uint64_t said(void)
{
    if (limits == LIMITS_ANY_ROW) return ANY_ROW;
    return limits >= LIMITS_FEW && limits <= LIMITS_FEW_SHORT ? FEW : 0;
}

static bool rows_are_short(void)
{
    return limits == LIMITS_FEW_SHORT || limits == LIMITS_SHORT || limits == LIMITS_ANY_ROW;
}

static enum refusal refuse(const struct strategy *strategy, const struct job *job,
                           const struct launch_shape *shape, struct text *why)
{
    uint64_t shared = job->caps->shared_bytes, items = job->rows * job->length;
    uint64_t most = said() ? said() + (limits == LIMITS_MORE) - (limits == LIMITS_FEWER) : UINT64_MAX;
    if (job->op->most_items && job->op->most_items < most) most = job->op->most_items;
    const void *in = job->in.column[0].base;
    bool over = (job->out.count && job->out.column[0].base == in) ||
                (job->mapout.count && job->mapout.column[0].base == in);
    (void)strategy, (void)shape;
    if (why) text_say(why, "not this one");
    if (limits == LIMITS_NOT_OVER && over) return REFUSAL_SHAPE;
    if (items > most || (rows_are_short() && job->length > SHORT)) return REFUSAL_SHAPE;
    if (limits == LIMITS_ONE_ROW && job->rows > 1) return REFUSAL_SHAPE;
    if (limits == LIMITS_ONE_KEY && job->keys > 1 && items != OWN_ITEMS) return REFUSAL_KEYS;
    if (limits == LIMITS_MANY && items > MANY) return REFUSAL_SHAPE;
    if (limits == LIMITS_NOT_MANY && items >= MANY) return REFUSAL_SHAPE;
    if (limits == LIMITS_TAKE_LESS || shared > ASKED) return REFUSAL_NONE;
    if (shared == ASKED && limits != LIMITS_WANT_MORE) return REFUSAL_NONE;
    return limits == LIMITS_OTHER_KIND ? REFUSAL_SHAPE : REFUSAL_SHARED_MEMORY;
}

static uint64_t short_rows(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return SHORT;
}

#define AT "limited{block=4,items=1,group=4} "

static const struct {
    const char *claim, *rest;
    enum what what;
    enum limits limits;
    uint64_t asks;
    const char *fails;
} limited[] = {
#define LIMIT "accepts_up_to_the_limit"
#define ACCEPT "strategies_accept_their_problems"
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_RIGHT, ASKED, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_TAKE_LESS, 0, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_TAKE_LESS, ASKED,
     AT "asks for 100 bytes of shared memory for add_u32, and takes a device with a byte less"},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_WANT_MORE, ASKED,
     AT "asks for 100 bytes of shared memory for add_u32, and refuses one that has them: not this one"},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_OTHER_KIND, ASKED,
     AT "asks for 100 bytes of shared memory for add_u32, and takes a device with a byte less"},
    {LIMIT, "scan/add_u32/5/soa>in/any:1", WHAT_SCAN, LIMITS_NOT_OVER, ASKED, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_FEW, ASKED, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_FEWER, ASKED,
     AT "refuses 1 x 40 items of add_u32: not this one"},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_MORE, ASKED,
     AT "accepts one item more than 1 x 40 items of add_u32: "},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_FEW_SHORT, 0,
     AT "refuses 1 x 40 items of add_u32: not this one"},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_SHORT, 0, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_ANY_ROW, 0, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_ONE_ROW, 0, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_MANY, 0, ""},
    {LIMIT, "reduce/add_u32/5/soa/any:1", WHAT_REDUCE, LIMITS_NOT_MANY, 0,
     AT "refuses 1 x 1099511627776 items of add_u32: not this one"},
    {LIMIT, "keyed/add_u32/5#3/soa/any:1", WHAT_KEYED, LIMITS_ONE_KEY, 0, ""},
    {LIMIT, "reduce/span_emit/5/soa>soa>in/unit:0", WHAT_REDUCE, LIMITS_NOT_OVER, 0, ""},
    {ACCEPT, "reduce/add_u32/40/soa/any:1", WHAT_REDUCE, LIMITS_FEW, 0, ""},
    {ACCEPT, "reduce/add_u32/41/soa/any:1", WHAT_REDUCE, LIMITS_FEW, 0, "refused: not this one"},
#undef LIMIT
#undef ACCEPT
};

static bool wrong_limit_fails(size_t at, struct finding *finding)
{
    char line[256];
    struct test_case checked;
    struct finding got = {0};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    snprintf(line, sizeof line, "%s.limited@sim64 %s", limited[at].claim, limited[at].rest);
    if (!fixture || !read_line(line, DEVICE_SIM64, &checked, finding)) return false;
    const struct backend *whole = fixture->session.backend;
    struct strategy strategy = *backend_strategy(whole, "reduce_auto");
    struct instance instance = *fixture_nth_instance(fixture, "reduce_auto", "add_u32", 0);
    const struct operator_code code = {.op = checked.problem.op->name, .instances = &instance, .count = 1};
    const struct operator_code *operators[] = {&code, NULL};
    const struct strategy *strategies[] = {&strategy, NULL};
    struct backend backend = *whole;
    limits = limited[at].limits;
    strategy.name = "limited";
    strategy.what = limited[at].what;
    strategy.refuse = refuse;
    strategy.most_items = said();
    strategy.longest_row = rows_are_short() ? short_rows : NULL;
    instance.strategy = &strategy;
    instance.shared_bytes = limited[at].asks;
    backend.operators = operators;
    backend.strategies = strategies;
    fixture->session.backend = &backend;
    fake_set(fixture, NULL);
    enum verdict verdict = properties_find(limited[at].claim)->check(fixture, &checked, &got);
    fixture->session.backend = whole;
    properties_close(fixture);
    bool fails = *limited[at].fails;
    size_t length = strlen(limited[at].fails);
    return (verdict == (fails ? VERDICT_FAIL : VERDICT_PASS) &&
            strncmp(got.first_at.at, limited[at].fails, length) == 0) ||
           text_say(&finding->first_at, "limits %zu, %s: expected '%s', got %s '%.200s%.200s'", at, line,
                    limited[at].fails, verdict_name(verdict), got.first_at.at, got.reason.at);
}

/* ---- owners ---- */

static const struct strategy first = {.name = "first", .ids = "C3"}, second = {.name = "second", .ids = "C3"},
                             slip = {.name = "slip", .ids = "C3 D4"};
static const struct strategy *const of_one[] = {&first, &second, NULL}, *const of_other[] = {&second, NULL},
                                    *const of_slip[] = {&slip, NULL};
static const struct backend one = {.strategies = of_one}, other = {.strategies = of_other},
                            slips = {.strategies = of_slip};
static const struct backend *const none[] = {NULL}, *const both[] = {&other, &one, NULL},
                                   *const slipped[] = {&slips, NULL};
static const char *const no_names[] = {NULL}, *const names[] = {"second", "first", NULL},
                         *const more_names[] = {"second", "third", NULL};
static const struct document_id ids[] = {
    {"A1", "a loop"}, {"A120", "a tree"}, {"C3", "a scan"}, {NULL, NULL}};

static const struct {
    const char *says, *host_ids;
    const char *const *names;
    const struct backend *const *backends;
    const char *excuses; /* NULL: no such file */
    enum verdict verdict;
    uint64_t items; /* IDs that were looked at */
    const char *words;
} owned[] = {
    {"all by the harness", "A1 A120 C3", no_names, none, "# none\n", VERDICT_PASS, 3, ""},
    {"in another order", "C3 A120 A1", no_names, none, "# none\n", VERDICT_PASS, 3, ""},
    {"by a strategy of the second backend", "A120 B2 A1", names, both, "# none\n", VERDICT_PASS, 3, ""},
    {"by nothing", "A1 A120", no_names, none, "# C3 none\n", VERDICT_FAIL, 3,
     "C3 (a scan) has no owner and no excuse"},
    {"no word, but the beginning of one", "A120 C3", no_names, none, "# none\n", VERDICT_FAIL, 1,
     "A1 (a loop) has no owner and no excuse"},
    {"no word, but the end of one", "BA1 A120 C3", no_names, none, "# none\n", VERDICT_FAIL, 1,
     "A1 (a loop) has no owner and no excuse"},
    {"excused", "A1 A120", no_names, none, "# A1 is no excuse\n\nC3 comes later\n", VERDICT_PASS, 3, ""},
    {"the longer one excused", "A120 C3", no_names, none, "A120 comes later\n", VERDICT_FAIL, 1,
     "A1 (a loop) has no owner and no excuse"},
    {"excused without a reason", "A1 A120", no_names, none, "C3  \n", VERDICT_FAIL, 3,
     "C3 (a scan) has no owner and no excuse"},
    {"excused and owned", "A1 A120 C3", no_names, none, "A120 comes later\n", VERDICT_FAIL, 2,
     "A120 (a tree) is done, and excused in not_done.txt"},
    {"an excuse for a slip of the pen", "A1 A120 C3", no_names, none, "B2 comes later\n", VERDICT_FAIL, 0,
     "not_done.txt names B2, which no document has"},
    {"a strategy with a slip of the pen", "A1 A120", no_names, slipped, "# none\n", VERDICT_FAIL, 0,
     "slip has the ID D4, which no document has"},
    {"a build of few strategies", "A1 A120 C3", more_names, both, "# none\n", VERDICT_REFUSED, 0,
     "this build has not all strategies: third is left out"},
    {"no excuses to read", "A1 A120 C3", names, both, NULL, VERDICT_BROKEN, 0, "not_done.txt cannot be read"},
    {"no excuses, and no owner", "A1", names, both, NULL, VERDICT_BROKEN, 0, "not_done.txt cannot be read"},
    {"no excuses, in a build of few strategies", "A1 A120 C3", more_names, both, NULL, VERDICT_REFUSED, 0,
     "this build has not all strategies: third is left out"},
};

/* The number that the next file to be opened gets. */
static int next_file(int file)
{
    int next = dup(file);
    close(next);
    return next;
}

static bool document_id_without_an_owner_fails(size_t at, struct finding *finding)
{
    const struct id_owners owners = {ids, owned[at].host_ids, owned[at].names, owned[at].backends};
    const char *text = owned[at].excuses;
    char path[64] = "/proc/self/fd/no/not_done.txt";
    struct finding got = {0};
    int file = memfd_create("not_done.txt", 0);
    if (file < 0 || (text && write(file, text, strlen(text)) != (ssize_t)strlen(text)))
        return text_say(&finding->first_at, "no memory for excuses");
    if (text) snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int next = next_file(file);
    enum verdict verdict = judge_owners(&owners, path, &got);
    bool closed = next_file(file) == next;
    close(file);
    if (!closed) return text_say(&finding->first_at, "IDs, %s: a file stays open", owned[at].says);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    size_t length = strlen(words), expected = strlen(owned[at].words);
    return (verdict == owned[at].verdict && got.items == owned[at].items && length >= expected &&
            strcmp(words + length - expected, owned[at].words) == 0) ||
           text_say(&finding->first_at, "IDs, %s: expected '%s' after %d, got %s '%.200s' after %d",
                    owned[at].says, owned[at].words, (int)owned[at].items, verdict_name(verdict), words,
                    (int)got.items);
}

/* The IDs of the documents: a build of few strategies says which one it lacks, and looks at none. */
static bool documents_are_read(struct finding *finding)
{
    static const char lacks[] = "this build has not all strategies: ";
    const struct backend *backends[DEVICE_KINDS];
    struct finding got = {0};
    struct text why;
    char missing[MAX_NAME] = "";
    spoil_stack();
    enum verdict verdict = properties_find("every_document_id_is_owned")->check(NULL, NULL, &got);
    bool lacking = verdict == VERDICT_REFUSED && strncmp(got.reason.at, lacks, strlen(lacks)) == 0;
    if (lacking)
        snprintf(missing, sizeof missing, "%.*s", (int)strcspn(got.reason.at + strlen(lacks), " "),
                 got.reason.at + strlen(lacks));
    for (size_t count = backends_open(backends, &why); count-- > 0;)
        lacking = lacking && !backend_strategy(backends[count], missing);
    return lacking || (verdict == VERDICT_PASS && got.items > 100) ||
           text_say(&finding->first_at, "IDs of the documents: got %s after %d (%.200s%.200s)",
                    verdict_name(verdict), (int)got.items, got.reason.at, got.first_at.at);
}

static const struct unit_test tests[] = {ROWS(wrong_limit_fails, limited),
                                         ROWS(document_id_without_an_owner_fails, owned),
                                         TEST(documents_are_read)};
UNIT(structure, tests);
