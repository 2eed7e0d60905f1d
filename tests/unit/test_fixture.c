/* SPDX-License-Identifier: MIT
 * The answers of a fixture about instances and tunings, the parts that it runs, and all that it gives back when it is closed,
 * against values typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "control.h"

/* ---- what an instance takes ---- */

/* Of affine_u32, which does not commute, on a device whose blocks go on, or do not. */
static const struct {
    const char *says;
    unsigned takes, asked, needs;
    bool overridden, waits, stands, does;
} taken[] = {
    {"what it says", TAKES_ROWS, TAKES_ROWS, .does = true},
    {"one bit of two", TAKES_ROWS, TAKES_ROWS | TAKES_RAGGED, .does = false},
    {"two bits of two", TAKES_ROWS | TAKES_RAGGED, TAKES_ROWS | TAKES_RAGGED, .does = true},
    {"another bit", TAKES_ROWS, TAKES_INIT, .does = false},
    {"a law that is missing", TAKES_ALL, TAKES_ROWS, LAW_COMMUTES, .does = false},
    {"a law that is overridden", TAKES_ALL, TAKES_ROWS, LAW_COMMUTES, .overridden = true, .does = true},
    {"a law that is there", TAKES_ALL, TAKES_ROWS, LAW_EXACT, .does = true},
    {"blocks that wait", TAKES_ALL, TAKES_ROWS, .waits = true, .does = true},
    {"blocks that wait where none goes on", TAKES_ALL, TAKES_ROWS, .waits = true, .stands = true},
    {"blocks that do not wait there", TAKES_ALL, TAKES_ROWS, .stands = true, .does = true},
};

static uint64_t three(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 3;
}

/* Numbers follow: 0 where nothing is done. */
static bool bits_and_needs_decide(struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct strategy strategy = {.name = "own",
                                      .what = WHAT_KEYED,
                                      .takes = taken[at].takes,
                                      .needs = taken[at].needs,
                                      .needs_progress = taken[at].waits,
                                      .most_keys = three,
                                      .longest_row = three};
    const struct instance instance = {.strategy = &strategy, .shape = {4, 1, 4, 0}};
    const struct op *op = op_find("affine_u32");
    const struct device_caps *whole = fixture->session.caps;
    struct device_caps caps = *whole;
    caps.forward_progress = !taken[at].stands;
    fixture->session.caps = &caps;
    fixture->session.even_if_refused = taken[at].overridden;
    bool does = fixture_takes(fixture, &instance, op, taken[at].asked);
    bool any = fixture_takes(fixture, &instance, op, 0);
    uint64_t keys = fixture_most_keys(fixture, &instance, op),
             row = fixture_longest_row(fixture, &instance, op);
    fixture->session.even_if_refused = false;
    fixture->session.caps = whole;
    if (does == taken[at].does && keys == (any ? 3 : 0) && row == keys) return true;
    return text_say(&finding->first_at, "%s: expected %s, got %s; %" PRIu64 " keys, rows of %" PRIu64,
                    taken[at].says, taken[at].does ? "yes" : "no", does ? "yes" : "no", keys, row);
}

/* Where a strategy says nothing, and where the items are few. */
static bool numbers_have_ends(struct fixture *fixture, struct finding *finding)
{
    struct strategy strategy = {.name = "own", .what = WHAT_KEYED, .takes = TAKES_ALL};
    const struct instance instance = {.strategy = &strategy, .shape = {4, 1, 4, 0}};
    const struct op *op = op_find("add_u32");
    bool good = fixture_most_keys(fixture, &instance, op) == MANY_KEYS &&
                fixture_longest_row(fixture, &instance, op) == ANY_ROW;
    strategy.most_items = 40;
    good = good && fixture_longest_row(fixture, &instance, op) == 40;
    strategy.what = WHAT_TRANSPOSE;
    good = good && fixture_longest_row(fixture, &instance, op) == ANY_ROW;
    return good || text_say(&finding->first_at, "any number of keys, any row, or one of 40 items");
}

/* Scans of one kind, and of both; a reduction is none. */
static bool kinds_of_scan_are_told_apart(struct fixture *fixture, struct finding *finding)
{
    static const unsigned takes[] = {TAKES_INCLUSIVE, TAKES_EXCLUSIVE, TAKES_SCANS, 0};
    const struct op *op = op_find("add_u32");
    for (size_t t = 0; t < sizeof takes / sizeof *takes; t++) {
        const struct strategy scans = {.what = WHAT_SCAN, .takes = takes[t]};
        const struct instance instance = {.strategy = &scans};
        if (fixture_does_what(fixture, &instance, op, WHAT_SCAN) != ((takes[t] & TAKES_INCLUSIVE) != 0) ||
            fixture_does_what(fixture, &instance, op, WHAT_EXSCAN) != ((takes[t] & TAKES_EXCLUSIVE) != 0) ||
            fixture_does_what(fixture, &instance, op, WHAT_REDUCE))
            return text_say(&finding->first_at, "the kinds of bits %u are others", takes[t]);
    }
    return true;
}

/* ---- tunings ---- */

/* Paper has blocks of 4 and of 32 threads. What is simpler than a tuning comes before it; 0: there is no further one. */
static const struct {
    const char *line;
    bool is_built;
    uint64_t block[3];
} tunings[] = {
    {"a.reduce_auto{block=4,items=1,group=4}@sim64 reduce/add_u32/3/soa/any:1", true, {0, 0, 0}},
    {"a.reduce_auto{block=32,items=2,group=32}@sim64 reduce/add_u32/3/soa/any:1", true, {4, 0, 0}},
    {"a.reduce_auto{block=5}@sim64 reduce/add_u32/3/soa/any:1", false, {4, 32, 0}},
    {"a.no_such_strategy@sim64 reduce/add_u32/3/soa/any:1", false, {0, 0, 0}},
};

static bool simpler_tunings_come_first(struct fixture *fixture, struct finding *finding)
{
    for (size_t t = 0; t < sizeof tunings / sizeof tunings[0]; t++) {
        struct test_case made;
        if (!case_parse(tunings[t].line, &made, &finding->first_at)) return false;
        if (fixture_is_built(fixture, &made) != tunings[t].is_built)
            return text_say(&finding->first_at, "%s: it is said to be %s", tunings[t].line,
                            tunings[t].is_built ? "missing" : "built");
        for (size_t index = 0; index < 3; index++) {
            struct tuning tuning;
            bool found = properties_simpler_tuning(fixture, &made, index, &tuning);
            uint64_t block = found ? (uint64_t)tuning_get(&tuning, "block", 1) : 0;
            if (block != tunings[t].block[index])
                return text_say(&finding->first_at,
                                "%s: simpler tuning %zu: expected blocks of %" PRIu64 ", got %" PRIu64,
                                tunings[t].line, index, tunings[t].block[index], block);
            if (!block) break;
        }
        made.has_problem = false;
        struct tuning other;
        if (properties_simpler_tuning(fixture, &made, 0, &other))
            return text_say(&finding->first_at, "%s: without a problem a tuning is simpler", tunings[t].line);
    }
    return true;
}

/* Of a device with 32 lanes an instance whose groups have 64 is none. */
static bool lanes_limit_groups(struct finding *finding)
{
    static const struct strategy own = {.name = "own", .what = WHAT_REDUCE};
    static const struct instance instances[] = {{.strategy = &own, .shape = {64, 1, 64, 0}},
                                                {.strategy = &own, .shape = {32, 1, 32, 0}}};
    static const struct operator_code code = {.op = "add_u32", .instances = instances, .count = 2};
    static const struct operator_code *const operators[] = {&code, NULL};
    struct fixture *fixture = fake_open(DEVICE_SIM32, &finding->first_at);
    if (!fixture) return false;
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    backend.operators = operators;
    fixture->session.backend = &backend;
    bool right = fixture_nth_instance(fixture, "own", "add_u32", 0) == &instances[1] &&
                 !fixture_nth_instance(fixture, "own", "add_u32", 1);
    fixture->session.backend = whole;
    properties_close(fixture);
    return right ||
           text_say(&finding->first_at, "groups of 64 and of 32 on 32 lanes: expected the second alone");
}

/* Without a device there is no tuning, no plan, and nothing to close. */
static bool host_has_no_tuning_and_no_plan(struct finding *finding)
{
    struct fixture *fixture = properties_open((struct device_name){DEVICE_HOST, 0}, &finding->first_at);
    struct test_case made;
    struct tuning tuning;
    struct finding got = {0};
    if (!fixture || !case_parse(tunings[2].line, &made, &finding->first_at)) return false;
    bool found = properties_simpler_tuning(fixture, &made, 0, &tuning);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, &made, &got);
    bool named = fixture->name.kind == DEVICE_HOST;
    properties_close(fixture);
    if (!named) return text_say(&finding->first_at, "a fixture of the host has another name");
    if (verdict != VERDICT_NO_DEVICE || strcmp(got.reason.at, "the claim needs a device") != 0)
        return text_say(&finding->first_at, "a plan without a device: got %s '%.200s'", verdict_name(verdict),
                        got.reason.at);
    return !found || text_say(&finding->first_at, "a tuning is simpler where there is no device");
}

/* A backend that lacks an operator has no instance for it, and says so. */
static bool operators_may_lack(struct fixture *fixture, struct finding *finding)
{
    static const struct operator_code *const none[] = {NULL};
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    const struct instance *at[1];
    struct test_case made;
    struct finding got = {0};
    if (!case_parse("a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1", &made, &finding->first_at))
        return false;
    backend.operators = none;
    fixture->session.backend = &backend;
    bool absent = !fixture_nth_instance(fixture, "reduce_auto", "add_u32", 0) &&
                  !fixture_instances(fixture, "reduce_auto", "add_u32", at, 1);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, &made, &got);
    fixture->session.backend = whole;
    return (absent && verdict == VERDICT_REFUSED &&
            strcmp(got.reason.at, "fake has no reduce_auto for add_u32 in any tuning") == 0) ||
           text_say(&finding->first_at, "an operator that is left out: %s instance, and %s '%.200s'",
                    absent ? "no" : "an", verdict_name(verdict), got.reason.at);
}

/* ---- limits of time ---- */

/* Seconds that a launch of few threads may take: between those two, by the bytes of the problem, a quarter with little patience. */
static const struct {
    const char *problem;
    double least, most;
} timed[] = {
    {"0/soa/unit:0", 1, 1.1},      {"255/soa/unit:0", 1, 1.1},    {"2000/soa/unit:0", 1.4, 2},
    {"100000/soa/unit:0", 5, 5.1}, {"1949x1/soa/unit:0", 20, 20}, {"4000000/soa/unit:0", 20, 20},
};

static bool time_follows_the_items(struct fixture *fixture, size_t at, struct finding *finding)
{
    char line[MAX_LINE];
    struct test_case made;
    struct finding got = {0};
    double before = fixture->session.seconds;
    snprintf(line, sizeof line, "a.reduce_auto@sim64 reduce/add_u32/%s", timed[at].problem);
    if (!case_parse(line, &made, &finding->first_at)) return false;
    bool good = fixture_plan(fixture, LOAD_CASE, &made, &got) == VERDICT_PASS;
    double usual = fixture->session.seconds;
    properties_patience(fixture, true);
    good = good && fixture_plan(fixture, LOAD_CASE, &made, &got) == VERDICT_PASS;
    double little = fixture->session.seconds;
    properties_patience(fixture, false);
    fixture->session.seconds = before;
    return (good && usual >= timed[at].least && usual <= timed[at].most && 4 * little == usual) ||
           text_say(&finding->first_at,
                    "%s: expected %g to %g seconds, got %g, and %g with little patience: %.200s", line,
                    timed[at].least, timed[at].most, usual, little, got.reason.at);
}

/* ---- failures of a device ---- */

static bool resets, was_reset;

static bool reset_as_given(struct device *device, struct text *why)
{
    (void)device;
    was_reset = true;
    return resets || text_say(why, "it cannot be reset");
}

/* Only a simulator that saw all of the launch, and goes on, says that a claim did not hold. A GPU that failed is
 * poisoned, and is not reset here. */
static const struct {
    const char *says;
    enum device_kind kind;
    bool failed, resets, unexamined, was_reset;
    enum verdict verdict;
    bool poisoned;
} device_failures[] = {
    {"a simulator failed", DEVICE_SIM64, true, true, false, true, VERDICT_FAIL, false},
    {"a simulator did not see all", DEVICE_SIM64, true, true, true, true, VERDICT_BROKEN, false},
    {"a simulator does not go on", DEVICE_SIM32, true, false, false, true, VERDICT_BROKEN, false},
    {"a simulator did not fail", DEVICE_SIM32, false, true, false, false, VERDICT_BROKEN, false},
    {"a GPU failed", DEVICE_NVIDIA, true, true, false, false, VERDICT_BROKEN, true},
    {"a GPU did not fail", DEVICE_AMD, false, true, false, false, VERDICT_BROKEN, false},
};

static bool device_failure_fails_or_breaks(size_t at, struct finding *finding)
{
    const struct text why = {"it went wrong"};
    struct fixture *fixture = fake_open(device_failures[at].kind, &finding->first_at);
    struct finding got = {0};
    if (!fixture) return false;
    const struct backend *whole = fixture->session.backend;
    struct backend backend = *whole;
    backend.reset = reset_as_given;
    fake_set(fixture,
             &(struct fake_plan){.launch = UINT64_MAX, .unexamined = device_failures[at].unexamined});
    fixture->session.backend = &backend;
    fixture->session.failed = device_failures[at].failed;
    resets = device_failures[at].resets;
    was_reset = false;
    enum verdict verdict = fixture_device_failed(fixture, &why, &got);
    bool goes_on = !fixture->session.failed;
    fixture->session.backend = whole;
    properties_close(fixture);
    bool fails = device_failures[at].verdict == VERDICT_FAIL;
    bool expected = !device_failures[at].failed || (device_failures[at].was_reset && resets);
    return (verdict == device_failures[at].verdict && got.poisoned == device_failures[at].poisoned &&
            was_reset == device_failures[at].was_reset && goes_on == expected &&
            strcmp(got.first_at.at, fails ? why.at : "") == 0 &&
            strcmp(got.reason.at, fails ? "" : why.at) == 0) ||
           text_say(&finding->first_at, "%s: expected %s, got %s%s%s%s ('%.100s', '%.100s')",
                    device_failures[at].says, verdict_name(device_failures[at].verdict),
                    verdict_name(verdict), got.poisoned ? ", poisoned" : "", was_reset ? ", reset" : "",
                    goes_on ? ", going on" : "", got.first_at.at, got.reason.at);
}

/* A refusal without words is told as one, whatever was said before. */
static bool reason_of_another_case_is_forgotten(struct fixture *fixture, struct finding *finding)
{
    struct test_case made;
    struct finding got = {.reason = {"an old reason"}, .overridden = {"an old law"}};
    if (!case_parse("a.refuses_in_silence@sim64 reduce/add_u32/3/soa/any:1", &made, &finding->first_at))
        return false;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, &made, &got);
    return (verdict == VERDICT_FAIL && !got.reason.at[0] && !got.overridden.at[0]) ||
           text_say(&finding->first_at, "a refusal in silence after others: got %s '%.100s', '%.100s'",
                    verdict_name(verdict), got.reason.at, got.overridden.at);
}

/* As many instances as there is room for. */
static bool list_of_instances_keeps_to_its_room(const struct fixture *fixture, struct finding *finding)
{
    for (size_t room = 0; room < 4; room++) {
        const struct instance *at[4] = {NULL};
        size_t count = fixture_instances(fixture, "reduce_auto", "add_u32", at, room),
               expected = room < 2 ? room : 2;
        bool right = count == expected;
        for (size_t i = 0; i < 4; i++)
            right = right && (at[i] ? (uint64_t)at[i]->shape.block : 0) == (i >= expected ? 0 : i ? 32 : 4);
        if (!right)
            return text_say(&finding->first_at, "two instances in room for %zu: expected %zu, got %zu", room,
                            expected, count);
    }
    return true;
}

/* ---- parts ---- */

/* A part that is refused is not run. */
static bool refused_part_ends(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "reduce_of_concatenation.reduce_auto@sim64 reduce/add_u32/3/soa/any:1";
    struct test_case whole, refused;
    struct finding got = {0};
    if (!case_parse(line, &whole, &finding->first_at)) return false;
    refused = whole;
    strcpy(refused.subject, "refuses_in_silence");
    fake_set(fixture, NULL);
    if (fixture_plan(fixture, LOAD_CASE, &whole, finding) != VERDICT_PASS ||
        fixture_run(fixture, LOAD_CASE, finding) != VERDICT_PASS)
        return false;
    enum verdict verdict = fixture_run_part(fixture, LOAD_OTHER, &refused, (struct part){0, 2, false}, &got);
    return (verdict == VERDICT_FAIL && fake_launches(fixture) == 1) ||
           text_say(&finding->first_at, "a part that is refused: expected fail, got %s",
                    verdict_name(verdict));
}

/* Items 1 and 2 of 3, 5 and 7, which are one more than their bits, where the sums 3, 8 and 15 took their place. */
static bool part_has_its_items(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "scan_of_concatenation.scan_lookback@sim64 scan/add_u32/3/soa>in/lit:2,4,6";
    struct test_case whole;
    if (!case_parse(line, &whole, &finding->first_at)) return false;
    fake_set(fixture, NULL);
    if (fixture_plan(fixture, LOAD_CASE, &whole, finding) != VERDICT_PASS ||
        fixture_run(fixture, LOAD_CASE, finding) != VERDICT_PASS ||
        fixture_run_part(fixture, LOAD_OTHER, &whole, (struct part){1, 2, false}, finding) != VERDICT_PASS)
        return false;
    struct columns sums = load_columns(&fixture->load[LOAD_OTHER], ARENA_RESULT);
    const uint32_t *sum = sums.column[0].base;
    return (load_results(&fixture->load[LOAD_OTHER]) == 2 && sum[0] == 5 && sum[1] == 12) ||
           text_say(&finding->first_at, "a part of a scan in place: expected 5 and 12, got %u and %u", sum[0],
                    sum[1]);
}

/* ---- closing ---- */

/* A fixture gives back what its loads, its streams and its pairs hold, and closes the device. */
static bool closed_fixture_frees_all(struct finding *finding)
{
    static const char *const lines[] = {
        "two_streams_at_once.reduce_auto reduce/add_u32/3/soa/any:1",
        "scan_of_concatenation.scan_lookback scan/add_u32/3/soa/any:1/with:split=2",
        "device_combine_equals_host_combine.affine_u32 "
        "law/affine_u32/[1,1]/soa/any:1"};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct fake_left left = {0};
    bool good = fixture != NULL;
    if (fixture) fake_watch(fixture, &left);
    for (size_t l = 0; good && l < sizeof lines / sizeof lines[0]; l++) {
        struct test_case checked;
        struct finding got = {0};
        fake_set(fixture, NULL);
        good = read_line(lines[l], DEVICE_SIM64, &checked, finding) &&
               (properties_find(checked.claim)->check(fixture, &checked, &got) == VERDICT_PASS ||
                text_say(&finding->first_at, "%s: %.200s", lines[l], got.first_at.at));
    }
    if (good && (!fixture->load[LOAD_THIRD].session || !fixture->stream[1] || !fixture->pairs))
        good = text_say(&finding->first_at, "a fixture has nothing to give back");
    if (fixture) properties_close(fixture);
    if (!good) return false;
    return (left.closed && !left.memory && !left.streams && !left.strangers) ||
           text_say(&finding->first_at,
                    "a fixture that is closed: the device is %s, with %" PRIu64 " allocations and %" PRIu64
                    " streams, and %" PRIu64 " more than there were were given back",
                    left.closed ? "closed" : "open", left.memory, left.streams, left.strangers);
}

static const struct unit_test tests[] = {NAMED_ROWS(bits_and_needs_decide, taken, says),
                                         TEST(numbers_have_ends),
                                         TEST(kinds_of_scan_are_told_apart),
                                         TEST(simpler_tunings_come_first),
                                         TEST(list_of_instances_keeps_to_its_room),
                                         TEST(operators_may_lack),
                                         TEST(reason_of_another_case_is_forgotten),
                                         TEST(refused_part_ends),
                                         TEST(part_has_its_items),
                                         NAMED_ROWS(time_follows_the_items, timed, problem),
                                         ROWS(device_failure_fails_or_breaks, device_failures),
                                         TEST(lanes_limit_groups),
                                         TEST(host_has_no_tuning_and_no_plan),
                                         TEST(closed_fixture_frees_all)};
UNIT(fixture, tests);
