/* SPDX-License-Identifier: MIT
 * The answers of a lab about instances and tunings, the parts that it runs, and all that it gives back when it is closed,
 * against values typed by hand. */
#include "unit.h"

#include <inttypes.h>
#include <string.h>

#include "control.h"

/* ---- small jobs ---- */

static struct job asked; /* the one that was asked about last */
static enum refusal answer;

static enum refusal note_job(const struct strategy *strategy, const struct job *job,
                             const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape, (void)why;
    asked = *job;
    return answer;
}

static bool does_scan(const struct lab *lab, const struct instance *instance, const struct op *op)
{
    return lab_does_what(lab, instance, op, WHAT_SCAN);
}

static bool does_any_number(const struct lab *lab, const struct instance *instance, const struct op *op)
{
    return lab_most_keys(lab, instance, op) == MANY_KEYS;
}

static bool does_any_length(const struct lab *lab, const struct instance *instance, const struct op *op)
{
    return lab_longest_row(lab, instance, op) == ANY_ROW;
}

/* What is asked about for each question: one row of one item, and what the question is about. */
static const struct {
    const char *question;
    bool (*does)(const struct lab *lab, const struct instance *instance, const struct op *op);
    enum what what;
    uint64_t rows, length, keys, ragged, height, present;
    bool init, starts, varied, over;
} questions[] = {
    {"an inclusive scan", does_scan, WHAT_SCAN, 1, 1, .init = false},
    {"an initial value", lab_does_init, WHAT_SCAN, 1, 1, .init = true},
    {"two rows", lab_does_rows, WHAT_REDUCE, 2, 1, 0, .init = false},
    {"a row without items", lab_does_empty_rows, WHAT_REDUCE, 1, 0, 0, .init = false},
    {"two rows with keys", lab_does_rows, WHAT_KEYED, 2, 1, 1, .init = false},
    {"rows of 0 and 1 items", lab_does_ragged, WHAT_REDUCE, 2, 0, 0, 1, .starts = true},
    {"params of two rows", lab_does_vary, WHAT_REDUCE, 2, 1, .varied = true},
    {"results over items", lab_does_over_input, WHAT_SCAN, 1, 1, .over = true},
    {"three items of four", lab_masks, WHAT_TRANSPOSE, 2, 2, 0, 0, 2, 3, .init = false},
    {"any number of keys", does_any_number, WHAT_KEYED, 1, 1, MANY_KEYS, .init = false},
    {"rows of any length", does_any_length, WHAT_REDUCE, 1, ANY_ROW, .init = false},
};

/* Rows of 0 and 1 items begin at 0 and 0; of two rows each has params of its own; results lie over items of one column,
 * or apart from them. */
static bool details_are_asked(size_t at)
{
    const uint64_t *start = asked.row_start;
    const struct varied_dim *dim = &asked.vary.dim[0];
    bool apart = asked.in.column[0].base != asked.out.column[0].base;
    if (questions[at].starts && (start[0] || start[1] || start[2] != 1)) return false;
    if (questions[at].varied && (asked.vary.count != 1 || dim->below != 1 || dim->size != 2)) return false;
    if (questions[at].over && (asked.in.count != 1 || asked.out.count != 1)) return false;
    return apart == (questions[at].what == WHAT_TRANSPOSE);
}

static bool job_is_asked(size_t at, const struct lab *lab)
{
    const struct column *in = &asked.in.column[0], *out = &asked.out.column[0];
    return asked.what == questions[at].what && asked.rows == questions[at].rows &&
           asked.length == questions[at].length && asked.keys == questions[at].keys &&
           asked.ragged_items == questions[at].ragged && asked.height == questions[at].height &&
           asked.present == questions[at].present && (asked.init != NULL) == questions[at].init &&
           (asked.row_start != NULL) == questions[at].starts &&
           (asked.row_params != NULL) == questions[at].varied &&
           (in->base && in->base == out->base) == questions[at].over && asked.caps == lab->session.caps &&
           details_are_asked(at);
}

/* A scan whose inclusive kind is refused is asked about as an exclusive one, but for the question about kinds. */
static bool kind_is_asked(size_t at)
{
    bool other_kind = questions[at].what == WHAT_SCAN && questions[at].does != does_scan;
    return asked.what == (other_kind ? WHAT_EXSCAN : questions[at].what);
}

/* The answer is the strategy's, to the right job. */
static bool strategy_is_asked_about_the_right_job(struct lab *lab, struct finding *finding)
{
    const struct op *op = op_find("add_u32");
    for (size_t at = 0; at < sizeof questions / sizeof questions[0]; at++) {
        struct strategy strategy = {.name = "own", .what = questions[at].what, .refuse = note_job};
        struct instance instance = {.strategy = &strategy, .shape = {4, 1, 4, 0}};
        answer = REFUSAL_NONE;
        bool does = questions[at].does(lab, &instance, op), right = job_is_asked(at, lab);
        answer = REFUSAL_SHAPE;
        bool refuses = !questions[at].does(lab, &instance, op);
        right = right && kind_is_asked(at);
        if (!does || !right || !refuses)
            return text_say(&finding->first_at, "%s: %s", questions[at].question,
                            !does    ? "what is done is said to be refused"
                            : !right ? "another job is asked about"
                                     : "what is refused is said to be done");
    }
    struct strategy keyed = {.name = "own", .what = WHAT_KEYED, .refuse = note_job};
    struct instance instance = {.strategy = &keyed, .shape = {4, 1, 4, 0}};
    answer = REFUSAL_NONE;
    return !lab_does_ragged(lab, &instance, op) ||
           text_say(&finding->first_at, "a fold by key is said to have rows of different lengths");
}

/* ---- laws that are missing ---- */

static unsigned asked_laws; /* of the operator, in the job that was asked about last */

static enum refusal refuse_without_law(const struct strategy *strategy, const struct job *job,
                                       const struct launch_shape *shape, struct text *why)
{
    (void)shape, (void)why;
    asked_laws = job->op->laws;
    return strategy->needs & ~asked_laws ? REFUSAL_LAW : REFUSAL_NONE;
}

/* What affine_u32 is not: a strategy that needs it refuses, but where laws are overridden. */
static const struct {
    const char *op;
    unsigned needs;
    bool overridden, does;
} missing_laws[] = {{"add_u32", LAW_COMMUTES, false, true},
                    {"add_u32", LAW_COMMUTES, true, true},
                    {"affine_u32", LAW_COMMUTES, false, false},
                    {"affine_u32", LAW_COMMUTES, true, true},
                    {"affine_u32", 0, false, true},
                    {"affine_u32", 0, true, true}};

/* The answer to each question; the operator of the job has the law that is needed, and no other one beside its own. */
static bool law_is_overridden(struct lab *lab, size_t law, size_t at, struct finding *finding)
{
    const struct strategy strategy = {.name = "own",
                                      .what = questions[at].what,
                                      .needs = missing_laws[law].needs,
                                      .refuse = refuse_without_law};
    const struct instance instance = {.strategy = &strategy, .shape = {4, 1, 4, 0}};
    const struct op *op = op_find(missing_laws[law].op);
    unsigned laws = op->laws | (missing_laws[law].overridden ? strategy.needs : 0);
    lab->session.even_if_refused = missing_laws[law].overridden;
    bool does = questions[at].does(lab, &instance, op);
    lab->session.even_if_refused = false;
    return (does == missing_laws[law].does && asked_laws == laws) ||
           text_say(&finding->first_at,
                    "%s of %s, laws %u needed%s: expected %s with laws %u, got %s with %u",
                    questions[at].question, op->name, strategy.needs,
                    missing_laws[law].overridden ? " and overridden" : "",
                    missing_laws[law].does ? "yes" : "no", laws, does ? "yes" : "no", asked_laws);
}

static bool laws_are_overridden(struct lab *lab, struct finding *finding)
{
    bool good = true;
    for (size_t law = 0; law < sizeof missing_laws / sizeof missing_laws[0]; law++)
        for (size_t at = 0; good && at < sizeof questions / sizeof questions[0]; at++)
            good = law_is_overridden(lab, law, at, finding);
    return good;
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

static bool simpler_tunings_come_first(struct lab *lab, struct finding *finding)
{
    for (size_t t = 0; t < sizeof tunings / sizeof tunings[0]; t++) {
        struct test_case made;
        if (!case_parse(tunings[t].line, &made, &finding->first_at)) return false;
        if (lab_is_built(lab, &made) != tunings[t].is_built)
            return text_say(&finding->first_at, "%s: it is said to be %s", tunings[t].line,
                            tunings[t].is_built ? "missing" : "built");
        for (size_t index = 0; index < 3; index++) {
            struct tuning tuning;
            bool found = properties_simpler_tuning(lab, &made, index, &tuning);
            uint64_t block = found ? (uint64_t)tuning_get(&tuning, "block", 1) : 0;
            if (block != tunings[t].block[index])
                return text_say(&finding->first_at,
                                "%s: simpler tuning %zu: expected blocks of %" PRIu64 ", got %" PRIu64,
                                tunings[t].line, index, tunings[t].block[index], block);
            if (!block) break;
        }
        made.has_problem = false;
        struct tuning other;
        if (properties_simpler_tuning(lab, &made, 0, &other))
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
    struct lab *lab = fake_open(DEVICE_SIM32, &finding->first_at);
    if (!lab) return false;
    const struct backend *whole = lab->session.backend;
    struct backend backend = *whole;
    backend.operators = operators;
    lab->session.backend = &backend;
    bool right = lab_nth_instance(lab, "own", "add_u32", 0) == &instances[1] &&
                 !lab_nth_instance(lab, "own", "add_u32", 1);
    lab->session.backend = whole;
    properties_close(lab);
    return right ||
           text_say(&finding->first_at, "groups of 64 and of 32 on 32 lanes: expected the second alone");
}

/* Without a device there is no tuning, no plan, and nothing to close. */
static bool host_has_no_tuning_and_no_plan(struct finding *finding)
{
    struct lab *lab = properties_open((struct device_name){DEVICE_HOST, 0}, &finding->first_at);
    struct test_case made;
    struct tuning tuning;
    struct finding got = {0};
    if (!lab || !case_parse(tunings[2].line, &made, &finding->first_at)) return false;
    bool found = properties_simpler_tuning(lab, &made, 0, &tuning);
    enum verdict verdict = lab_plan(lab, LOAD_CASE, &made, &got);
    bool named = lab->name.kind == DEVICE_HOST;
    properties_close(lab);
    if (!named) return text_say(&finding->first_at, "a lab of the host has another name");
    if (verdict != VERDICT_NO_DEVICE || strcmp(got.reason.at, "the claim needs a device") != 0)
        return text_say(&finding->first_at, "a plan without a device: got %s '%.200s'", verdict_name(verdict),
                        got.reason.at);
    return !found || text_say(&finding->first_at, "a tuning is simpler where there is no device");
}

/* A backend that lacks an operator has no instance for it, and says so. */
static bool operators_may_lack(struct lab *lab, struct finding *finding)
{
    static const struct operator_code *const none[] = {NULL};
    const struct backend *whole = lab->session.backend;
    struct backend backend = *whole;
    const struct instance *at[1];
    struct test_case made;
    struct finding got = {0};
    if (!case_parse("a.reduce_auto@sim64 reduce/add_u32/3/soa/any:1", &made, &finding->first_at))
        return false;
    backend.operators = none;
    lab->session.backend = &backend;
    bool absent = !lab_nth_instance(lab, "reduce_auto", "add_u32", 0) &&
                  !lab_instances(lab, "reduce_auto", "add_u32", at, 1);
    enum verdict verdict = lab_plan(lab, LOAD_CASE, &made, &got);
    lab->session.backend = whole;
    return (absent && verdict == VERDICT_REFUSED &&
            strcmp(got.reason.at, "fake has no reduce_auto for add_u32 in any tuning") == 0) ||
           text_say(&finding->first_at, "an operator that is left out: %s instance, and %s '%.200s'",
                    absent ? "no" : "an", verdict_name(verdict), got.reason.at);
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
    struct lab *lab = fake_open(device_failures[at].kind, &finding->first_at);
    struct finding got = {0};
    if (!lab) return false;
    const struct backend *whole = lab->session.backend;
    struct backend backend = *whole;
    backend.reset = reset_as_given;
    fake_set(lab, &(struct fake_plan){.launch = UINT64_MAX, .unexamined = device_failures[at].unexamined});
    lab->session.backend = &backend;
    lab->session.failed = device_failures[at].failed;
    resets = device_failures[at].resets;
    was_reset = false;
    enum verdict verdict = lab_device_failed(lab, &why, &got);
    bool goes_on = !lab->session.failed;
    lab->session.backend = whole;
    properties_close(lab);
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
static bool reason_of_another_case_is_forgotten(struct lab *lab, struct finding *finding)
{
    struct test_case made;
    struct finding got = {.reason = {"an old reason"}, .overridden = {"an old law"}};
    if (!case_parse("a.refuses_in_silence@sim64 reduce/add_u32/3/soa/any:1", &made, &finding->first_at))
        return false;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, &made, &got);
    return (verdict == VERDICT_FAIL && !got.reason.at[0] && !got.overridden.at[0]) ||
           text_say(&finding->first_at, "a refusal in silence after others: got %s '%.100s', '%.100s'",
                    verdict_name(verdict), got.reason.at, got.overridden.at);
}

/* As many instances as there is room for. */
static bool list_of_instances_keeps_to_its_room(const struct lab *lab, struct finding *finding)
{
    for (size_t room = 0; room < 4; room++) {
        const struct instance *at[4] = {NULL};
        size_t count = lab_instances(lab, "reduce_auto", "add_u32", at, room), expected = room < 2 ? room : 2;
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
static bool refused_part_ends(struct lab *lab, struct finding *finding)
{
    static const char line[] = "reduce_of_concatenation.reduce_auto@sim64 reduce/add_u32/3/soa/any:1";
    struct test_case whole, refused;
    struct finding got = {0};
    if (!case_parse(line, &whole, &finding->first_at)) return false;
    refused = whole;
    strcpy(refused.subject, "refuses_in_silence");
    fake_set(lab, NULL);
    if (lab_plan(lab, LOAD_CASE, &whole, finding) != VERDICT_PASS ||
        lab_run(lab, LOAD_CASE, finding) != VERDICT_PASS)
        return false;
    enum verdict verdict = lab_run_part(lab, LOAD_OTHER, &refused, (struct part){0, 2, false}, &got);
    return (verdict == VERDICT_FAIL && fake_launches(lab) == 1) ||
           text_say(&finding->first_at, "a part that is refused: expected fail, got %s",
                    verdict_name(verdict));
}

/* Items 1 and 2 of 3, 5 and 7, which are one more than their bits, where the sums 3, 8 and 15 took their place. */
static bool part_has_its_items(struct lab *lab, struct finding *finding)
{
    static const char line[] = "scan_of_concatenation.scan_lookback@sim64 scan/add_u32/3/soa>in/lit:2,4,6";
    struct test_case whole;
    if (!case_parse(line, &whole, &finding->first_at)) return false;
    fake_set(lab, NULL);
    if (lab_plan(lab, LOAD_CASE, &whole, finding) != VERDICT_PASS ||
        lab_run(lab, LOAD_CASE, finding) != VERDICT_PASS ||
        lab_run_part(lab, LOAD_OTHER, &whole, (struct part){1, 2, false}, finding) != VERDICT_PASS)
        return false;
    struct columns sums = load_columns(&lab->load[LOAD_OTHER], ARENA_RESULT);
    const uint32_t *sum = sums.column[0].base;
    return (load_results(&lab->load[LOAD_OTHER]) == 2 && sum[0] == 5 && sum[1] == 12) ||
           text_say(&finding->first_at, "a part of a scan in place: expected 5 and 12, got %u and %u", sum[0],
                    sum[1]);
}

/* ---- closing ---- */

/* A lab gives back what its loads, its streams and its pairs hold, and closes the device. */
static bool closed_lab_frees_all(struct finding *finding)
{
    static const char *const lines[] = {
        "two_streams_at_once.reduce_auto reduce/add_u32/3/soa/any:1",
        "scan_of_concatenation.scan_lookback scan/add_u32/3/soa/any:1/with:split=2",
        "device_combine_equals_host_combine.affine_u32 "
        "law/affine_u32/[1,1]/soa/any:1"};
    struct lab *lab = fake_open(DEVICE_SIM64, &finding->first_at);
    struct fake_left left = {0};
    bool good = lab != NULL;
    if (lab) fake_watch(lab, &left);
    for (size_t l = 0; good && l < sizeof lines / sizeof lines[0]; l++) {
        struct test_case checked;
        struct finding got = {0};
        fake_set(lab, NULL);
        good = read_line(lines[l], DEVICE_SIM64, &checked, finding) &&
               (properties_find(checked.claim)->check(lab, &checked, &got) == VERDICT_PASS ||
                text_say(&finding->first_at, "%s: %.200s", lines[l], got.first_at.at));
    }
    if (good && (!lab->load[LOAD_THIRD].session || !lab->stream[1] || !lab->pairs))
        good = text_say(&finding->first_at, "a lab has nothing to give back");
    if (lab) properties_close(lab);
    if (!good) return false;
    return (left.closed && !left.memory && !left.streams && !left.strangers) ||
           text_say(&finding->first_at,
                    "a lab that is closed: the device is %s, with %" PRIu64 " allocations and %" PRIu64
                    " streams, and %" PRIu64 " more than there were were given back",
                    left.closed ? "closed" : "open", left.memory, left.streams, left.strangers);
}

static const struct unit_test tests[] = {TEST(strategy_is_asked_about_the_right_job),
                                         TEST(laws_are_overridden),
                                         TEST(simpler_tunings_come_first),
                                         TEST(list_of_instances_keeps_to_its_room),
                                         TEST(operators_may_lack),
                                         TEST(reason_of_another_case_is_forgotten),
                                         TEST(refused_part_ends),
                                         TEST(part_has_its_items),
                                         ROWS(device_failure_fails_or_breaks, device_failures),
                                         TEST(lanes_limit_groups),
                                         TEST(host_has_no_tuning_and_no_plan),
                                         TEST(closed_lab_frees_all)};
UNIT(lab, tests);
