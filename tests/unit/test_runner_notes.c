/* SPDX-License-Identifier: MIT
 * The notes of a run about its targets, its draws and its slot. */
#define _GNU_SOURCE 1

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "runner.h"

enum generator {
    CHOOSES,
    LISTS_THREE,
    CHOOSES_NOTHING,
    DISCARDS_ALL,
    DISCARDS_SEVEN,
    DISCARDS_LATER,
    MISPRINTS
};

/* A run of one target, of which 12 cases are wanted and each has the same outcome, perhaps except the first. */
struct outcome {
    const char *says;
    enum generator generator;
    enum verdict verdict;
    uint64_t tiles;
    bool poisoned, overridden, implied, asks; /* asks: the run is strict, runs anyway, and ought to refuse */
    bool first_alone;                         /* the later cases have no tiles */
    bool warns, remarks;                      /* the first case */
    bool first_differs;                       /* the first draw has another verdict */
    enum verdict first;
    /* Expected: */
    struct tally tally;
    uint64_t passed, over_3_tiles, overridden_count; /* of the run */
    const char *reason;                              /* its beginning */
};

struct notes {
    const struct outcome *outcome;
    struct results *results;
    uint64_t first_bits[2], shares, checked;
    uint64_t number;    /* of the last draw */
    uint64_t beat;      /* as the last draw or case began */
    const char *astray; /* what a draw or a case found otherwise than promised */
};

#define CASE "a.b law/add_u32/[1]/soa/unit:0"
#define CLAIM "a claim has room for more words than a name has, and every report has all of them"

static const struct outcome outcome[] = {
    {"passes", .tally = {.drawn = 12, .passed = 12}, .passed = 12, .reason = ""},
    {"a tile", .tiles = 1, .tally = {.drawn = 48, .passed = 48, .knows_tiles = true}, .passed = 48,
     .reason = ""},
    {"3 tiles", .tiles = 3, .tally = {.drawn = 48, .passed = 48, .knows_tiles = true}, .passed = 48,
     .reason = ""},
    {"3 tiles, and then none", .tiles = 3, .first_alone = true,
     .tally = {.drawn = 48, .passed = 48, .knows_tiles = true}, .passed = 48, .reason = ""},
    {"4 tiles", .tiles = 4, .tally = {.drawn = 12, .passed = 12, .knows_tiles = true, .over_3_tiles = 12},
     .passed = 12, .over_3_tiles = 12, .reason = ""},
    {"warns", .warns = true, .tally = {.drawn = 12, .passed = 12}, .passed = 12, .reason = ""},
    {"remarks", .remarks = true, .tally = {.drawn = 12, .passed = 12}, .passed = 12, .reason = ""},
    {"warns and remarks", .warns = true, .remarks = true, .tally = {.drawn = 12, .passed = 12}, .passed = 12,
     .reason = ""},
    {"implied", .implied = true, .tally = {.drawn = 12, .passed = 12}, .reason = ""},
    {"overridden", .overridden = true, .tally = {.drawn = 12, .passed = 12}, .passed = 12,
     .overridden_count = 12, .reason = ""},
    {"overridden, and fails", .overridden = true, .verdict = VERDICT_FAIL,
     .tally = {.drawn = 1, .failed = 1, .closed = true}, .overridden_count = 1, .reason = ""},
    {"overridden, and discarded", .overridden = true, .verdict = VERDICT_DISCARDED,
     .tally = {.drawn = 48, .discarded = 48}, .reason = ""},
    {"refused", .verdict = VERDICT_REFUSED, .tally = {.drawn = 48, .refused = 48, .drawn_refused = 48},
     .reason = "as noted of draw 0"},
    {"breaks", .verdict = VERDICT_BROKEN, .tally = {.drawn = 8, .broken = 8}, .reason = "as noted of draw 7"},
    {"refused, and breaks later", .verdict = VERDICT_BROKEN, .first_differs = true, .first = VERDICT_REFUSED,
     .tally = {.drawn = 9, .refused = 1, .drawn_refused = 1, .broken = 8}, .reason = "as noted of draw 8"},
    {"breaks, and is refused later", .verdict = VERDICT_REFUSED, .first_differs = true,
     .first = VERDICT_BROKEN, .tally = {.drawn = 48, .refused = 47, .drawn_refused = 47, .broken = 1},
     .reason = "as noted of draw 0"},
    {"passes, and is refused later", .verdict = VERDICT_REFUSED, .first_differs = true, .first = VERDICT_PASS,
     .tally = {.drawn = 48, .passed = 1, .refused = 47, .drawn_refused = 47}, .passed = 1,
     .reason = "as noted of draw 1"},
    {"discarded by the check", .verdict = VERDICT_DISCARDED, .tally = {.drawn = 48, .discarded = 48},
     .reason = ""},
    {"poisons the device", .verdict = VERDICT_BROKEN, .poisoned = true,
     .tally = {.drawn = 1, .failed = 1, .closed = true}, .reason = ""},
    {"poisons the device, and passes", .poisoned = true, .tally = {.drawn = 12, .passed = 12}, .passed = 12,
     .reason = ""},
    {"three are listed", LISTS_THREE, .tally = {.drawn = 3, .passed = 3, .closed = true}, .passed = 3,
     .reason = ""},
    {"nothing to choose", CHOOSES_NOTHING, .tally = {.drawn = 1, .passed = 1, .closed = true}, .passed = 1,
     .reason = ""},
    {"all draws discarded", DISCARDS_ALL, .tally = {.drawn = 8, .discarded = 8, .closed = true},
     .reason = ""},
    {"seven draws discarded", DISCARDS_SEVEN, .tally = {.drawn = 19, .discarded = 7, .passed = 12},
     .passed = 12, .reason = ""},
    {"all but the first discarded", DISCARDS_LATER, .tally = {.drawn = 48, .discarded = 47, .passed = 1},
     .passed = 1, .reason = ""},
    {"lines that do not parse", MISPRINTS, .tally = {.drawn = 8, .broken = 8},
     .reason = "the case's line does not parse: character "},
};

static bool is_zero(const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    while (count > 0 && byte[count - 1] == 0)
        count--;
    return count == 0;
}

/* A draw begins three beats after the case before it: the case ends, a device is opened, and it begins itself. A case
 * begins one beat after its draw. */
static void check_slot(struct notes *notes, const char *line, uint64_t beats, const void *zeros, size_t size)
{
    const struct worker_slot *slot = &notes->results->slot[0];
    const struct outcome *about = notes->outcome;
    bool follows = notes->beat > 0 && about->verdict == VERDICT_PASS && about->generator <= LISTS_THREE;
    if (strcmp(slot->line, line) != 0) notes->astray = "the line of its slot";
    if (follows && slot->beat != notes->beat + beats) notes->astray = "the beats of its slot";
    if (!is_zero(zeros, size)) notes->astray = "bytes that are not zero";
    notes->beat = slot->beat;
}

/* The bits of the first two draws are chosen by the run's seed, the target's name and the draw's number. */
static bool outcome_draw(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    struct notes *notes = context;
    enum generator generator = notes->outcome->generator;
    struct text why;
    uint64_t number = draw->number, bits = 0;
    notes->number = number;
    char name[MAX_LINE];
    target_name(target, name, sizeof name);
    check_slot(notes, name, 3, drawn, sizeof *drawn);
    if (generator == LISTS_THREE)
        draw_next(draw, 3);
    else if (generator != CHOOSES_NOTHING)
        bits = draw_bits(draw, 64);
    if (number < 2) notes->first_bits[number] = bits;
    if (!case_parse(CASE, drawn, &why)) return false;
    if (generator == MISPRINTS) drawn->claim[0] = '?';
    return !(generator == DISCARDS_ALL || (generator == DISCARDS_SEVEN && number < 7) ||
             (generator == DISCARDS_LATER && number > 0));
}

static enum verdict outcome_check(void *context, const struct test_case *checked, struct finding *finding)
{
    struct notes *notes = context;
    (void)checked;
    check_slot(notes, CASE, 1, finding, sizeof *finding);
    text_say(&finding->reason, "as noted of draw %" PRIu64, notes->number);
    if (notes->outcome->overridden) finding->overridden = finding->reason;
    finding->poisoned = notes->outcome->poisoned;
    if (notes->outcome->warns && notes->checked == 0) text_say(&finding->warning, "take care");
    if (notes->outcome->remarks && notes->checked == 0) text_say(&finding->remark, "so much");
    if (notes->checked++ == 0 || !notes->outcome->first_alone) finding->tiles = notes->outcome->tiles;
    return notes->outcome->first_differs && notes->number == 0 ? notes->outcome->first
                                                               : notes->outcome->verdict;
}

static void *outcome_context(void *user, struct device_name device, struct text *why)
{
    if (device.kind != DEVICE_AMD) return user;
    text_say(why, "no such device");
    return NULL;
}

static const struct property outcome_property = {.name = "noted",
                                                 .claim = CLAIM,
                                                 .subject = SUBJECT_STRATEGY,
                                                 .on_host = true,
                                                 .generate = outcome_draw,
                                                 .check = outcome_check};

/* One target; another one, and another case of a corpus, lie behind the last. */
static void run_outcome(struct notes *notes, struct device_name device, double seconds, bool corpus)
{
    const struct outcome *about = notes->outcome;
    const struct target targets[] = {
        {&outcome_property, "any", op_find("add_u32"), device, 12, 0, about->implied, about->asks},
        {&outcome_property, "behind", op_find("add_u32"), device, 12, 0, false, false}};
    struct test_case line;
    struct text why;
    if (!case_parse(CASE, &line, &why)) return;
    const struct fixed_case fixed[] = {{0, &line}, {0, &line}};
    const struct run run = {.targets = targets,
                            .target_count = 1,
                            .fixed = fixed,
                            .fixed_count = corpus,
                            .seconds = seconds,
                            .anyway = about->asks,
                            .strict = about->asks,
                            .seed = 7,
                            .user = notes,
                            .context = outcome_context};
    runner_run(&run, notes->results);
}

static bool number_is(const char *says, const char *what, uint64_t expected, uint64_t got,
                      struct finding *finding)
{
    return expected == got || text_say(&finding->first_at, "%s: expected %s to be %" PRIu64 ", got %" PRIu64,
                                       says, what, expected, got);
}

static bool run_counts_its_outcomes(size_t at, struct results *results, struct finding *finding)
{
    const struct outcome *about = &outcome[at];
    const struct tally *want = &about->tally, *got = &results->tally[0];
    struct notes notes = {.outcome = about, .results = results};
    run_outcome(&notes, (struct device_name){DEVICE_HOST, 0}, 0, false);
    const struct {
        const char *what;
        uint64_t expected, got;
    } numbers[] = {{"drawn", want->drawn, got->drawn},
                   {"passed", want->passed, got->passed},
                   {"failed", want->failed, got->failed},
                   {"refused", want->refused, got->refused},
                   {"drawn and refused", want->drawn_refused, got->drawn_refused},
                   {"discarded", want->discarded, got->discarded},
                   {"broken", want->broken, got->broken},
                   {"closed", want->closed, got->closed},
                   {"knows of tiles", want->knows_tiles, got->knows_tiles},
                   {"over 3 tiles", want->over_3_tiles, got->over_3_tiles},
                   {"passed in all", about->passed, results->passed},
                   {"failed in all", want->failed, results->failed},
                   {"refused in all", want->refused, results->refused},
                   {"discarded in all", want->discarded, results->discarded},
                   {"broken in all", want->broken, results->broken},
                   {"over 3 tiles in all", about->over_3_tiles, results->over_3_tiles},
                   {"warnings", about->warns, results->warning_count},
                   {"remarks", about->remarks, results->remark_count},
                   {"overridden", about->overridden_count, results->overridden}};
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
        if (!number_is(about->says, numbers[n].what, numbers[n].expected, numbers[n].got, finding))
            return false;
    if (notes.astray)
        return text_say(&finding->first_at, "%s: a draw or case finds %s", about->says, notes.astray);
    if (strcmp(results->warning[0].at, about->warns ? "take care" : "") != 0 ||
        strcmp(results->remark[0].at, about->remarks ? "so much" : "") != 0)
        return text_say(&finding->first_at, "%s: the warning is \"%s\", and the remark \"%s\"", about->says,
                        results->warning[0].at, results->remark[0].at);
    if (strncmp(got->reason, about->reason, strlen(about->reason)) == 0 &&
        !about->reason[0] == !got->reason[0])
        return true;
    return text_say(&finding->first_at, "%s: expected the reason \"%s\", got \"%s\"", about->says,
                    about->reason, got->reason);
}

/* ---- names, times, draws ---- */

/* splitmix64 of the run's seed, 7, then of it and each character of "noted.any.add_u32@host", then of it and the draw's
 * number; and the first word of a generator that starts there. Computed apart. */
static bool draws_have_their_seeds(size_t at, struct results *results, struct finding *finding)
{
    struct notes notes = {.outcome = &outcome[0], .results = results};
    (void)at;
    run_outcome(&notes, (struct device_name){DEVICE_HOST, 0}, 0, false);
    return number_is("the seed of draw 0", "its bits", 0xec0f1e4111936487, notes.first_bits[0], finding) &&
           number_is("the seed of draw 1", "its bits", 0x4a6432ef03e77f97, notes.first_bits[1], finding);
}

/* Of the corpus there is one case, and a second target behind the only one. */
static bool targets_are_named(size_t at, struct results *results, struct finding *finding)
{
    static const struct outcome about = {"names", .implied = true, .asks = true};
    struct notes notes = {.outcome = &about, .results = results};
    const struct tally *tally = &results->tally[0];
    (void)at;
    run_outcome(&notes, (struct device_name){DEVICE_HOST, 2}, 0, true);
    if (strcmp(tally->property, "noted") != 0 || strcmp(tally->subject, "any") != 0 ||
        strcmp(tally->op, "add_u32") != 0 || strcmp(tally->claim, CLAIM) != 0 ||
        strcmp(tally->device, "host:2") != 0 || tally->subject_kind != SUBJECT_STRATEGY || !tally->implied ||
        !tally->ought_refuse || tally->wanted != 12)
        return text_say(&finding->first_at, "a target's name: got %s.%s.%s@%s", tally->property,
                        tally->subject, tally->op, tally->device);
    return number_is("names", "a run that is strict, and runs anyway", true,
                     results->strict && results->anyway, finding) &&
           number_is("names", "the cases of the corpus", 1, tally->fixed, finding) &&
           number_is("names", "those that were done", 1, tally->fixed_done, finding) &&
           number_is("names", "the targets", 1, results->target_count, finding) &&
           number_is("names", "the targets that share the run", 1, results->shares, finding) &&
           number_is("names", "the seed", 7, results->seed, finding) &&
           number_is("names", "the name behind the last", 0, strlen(results->tally[1].property), finding);
}

/* A run that is on begins when it began, and ends as long after as it may take. */
static bool times_are_recorded(size_t at, struct results *results, struct finding *finding)
{
    struct notes notes = {.outcome = &outcome[0], .results = results};
    const struct worker_slot *slot = &results->slot[0];
    bool begun = at == 1;
    if (begun) results->started = 5;
    double before = runner_clock();
    run_outcome(&notes, (struct device_name){DEVICE_HOST, 0}, begun ? 1e9 : 0, false);
    double took = runner_clock() - before, seconds = results->tally[0].seconds;
    bool starts =
        begun ? results->started == 5 : results->started >= before && results->started <= before + took;
    if (!starts || results->deadline != (begun ? 5 + 1e9 : 0))
        return text_say(&finding->first_at, "a run from %g s: starts at %g, and ends at %g", before,
                        results->started, results->deadline);
    if (!(slot->slowest > 0 && slot->slowest <= seconds && seconds <= took) || !slot->done ||
        results->ended < before || results->ended > before + took)
        return text_say(&finding->first_at, "a run of %g s: cases took %g s, the slowest %g s", took, seconds,
                        slot->slowest);
    return true;
}

/* ---- slots ---- */

static bool missing_device_is_recorded(size_t at, struct results *results, struct finding *finding)
{
    struct notes notes = {.outcome = &outcome[0], .results = results};
    (void)at;
    run_outcome(&notes, (struct device_name){DEVICE_AMD, 0}, 0, false);
    return (results->stopped_status == STATUS_BROKEN && strcmp(results->stopped.at, "no such device") == 0 &&
            results->tally[0].drawn == 0 && results->passed == 0 &&
            results_verdict(results) == VERDICT_BROKEN) ||
           text_say(&finding->first_at, "without a device: \"%s\"", results->stopped.at);
}

/* Processes that go on: where the last one opened a device, and where it died, as it drew and as it checked a case. */
static const struct {
    const char *says;
    enum step step, after_open;
    bool known;
    enum verdict verdict;
    uint32_t drawn, passed, broken, failed;
    const char *reason; /* of the broken case */
    uint32_t kills;     /* by somebody else, of processes that ran the case */
} successions[] = {
#define ONCE "as it died (once; not when run again)"
    {"opened a device for a case", STEP_OPEN, STEP_CHECK, false, VERDICT_PASS, 11, 12, 0, 0, "", 0},
    {"opened a device for a draw", STEP_OPEN, STEP_DRAW, false, VERDICT_PASS, 12, 12, 0, 0, "", 0},
    {"died as it drew", STEP_DRAW, STEP_NEXT, true, VERDICT_FAIL, 13, 12, 1, 0, "as it died", 0},
    {"a case failed", STEP_CHECK, STEP_NEXT, true, VERDICT_FAIL, 0, 0, 0, 1, "", 0},
    {"a case broke, and passes", STEP_CHECK, STEP_NEXT, true, VERDICT_BROKEN, 12, 12, 1, 0, ONCE, 0},
    {"a case broke, and broke again", STEP_AGAIN, STEP_NEXT, true, VERDICT_BROKEN, 12, 12, 1, 0, "as it died",
     0},
    {"somebody ended it, and it broke again", STEP_AGAIN, STEP_NEXT, true, VERDICT_BROKEN, 12, 12, 1, 0,
     "as it died", 1},
    {"a case broke, and passed then", STEP_AGAIN, STEP_NEXT, false, VERDICT_PASS, 12, 12, 1, 0, ONCE, 0},
    {"somebody ended a case's process", STEP_CHECK, STEP_NEXT, false, VERDICT_PASS, 12, 12, 1, 0,
     "its process was killed from outside (SIGKILL: by hand, or because memory ran out); run again, the case "
     "passes",
     1},
    {"somebody ended it, and it fails", STEP_CHECK, STEP_NEXT, true, VERDICT_FAIL, 0, 0, 0, 1, "", 1},
};

static bool later_process_takes_up_the_slot(size_t at, struct results *results, struct finding *finding)
{
    struct notes notes = {.outcome = &outcome[0], .results = results};
    struct worker_slot *slot = &results->slot[0];
    const struct tally *tally = &results->tally[0];
    const char *says = successions[at].says;
    slot->step = successions[at].step;
    slot->after_open = successions[at].after_open;
    slot->kills = successions[at].kills;
    slot->pending.known = successions[at].known;
    slot->pending.verdict = successions[at].verdict;
    text_say(&slot->pending.finding.first_at, "as it died");
    text_say(&slot->pending.finding.reason, "as it died");
    slot->found = slot->pending.finding;
    strcpy(slot->drawn, CASE);
    run_outcome(&notes, (struct device_name){DEVICE_HOST, 0}, 0, false);
    if (slot->pending.known) return text_say(&finding->first_at, "%s: for ever", says);
    if (strcmp(results->broken_case[0].reason.at, successions[at].reason) != 0)
        return text_say(&finding->first_at, "%s: for the reason %s", says, results->broken_case[0].reason.at);
    return number_is(says, "drawn", successions[at].drawn, tally->drawn, finding) &&
           number_is(says, "passed", successions[at].passed, tally->passed, finding) &&
           number_is(says, "broken", successions[at].broken, tally->broken, finding) &&
           number_is(says, "failed", successions[at].failed, tally->failed, finding);
}

static bool slot_is_used(size_t at, struct results *results, struct finding *finding)
{
    struct worker_slot *slot = &results->slot[0];
    (void)at;
    slot_beat(slot);
    slot_beat(slot);
    double before = runner_clock();
    slot_wait(slot);
    double took = runner_clock() - before;
    results_call(results, 3);
    if (took < 0.0002)
        return text_say(&finding->first_at, "a wait of 0.2 ms: expected that long, took %g s", took);
    return number_is("a slot", "its beats", 3, slot->beat, finding) &&
           number_is("a call", "the workers", 3, results->shares, finding);
}

/* Devices by their names; and a law whose target comes first has not failed where nothing did. */
static bool devices_are_sorted(size_t at, struct results *results, struct finding *finding)
{
    static const char *const found[] = {"sim64", "amd", "sim32"}, *const sorted[] = {"amd", "sim32", "sim64"};
    (void)at;
    for (uint32_t i = 0; i < 3; i++)
        strcpy(results->note[results->note_count++].device, found[i]);
    results_sort(results);
    for (uint32_t i = 0; i < 3; i++)
        if (strcmp(results->note[i].device, sorted[i]) != 0)
            return text_say(&finding->first_at, "device %" PRIu32 ": expected %s, got %s", i, sorted[i],
                            results->note[i].device);
    results->tally[0] = (struct tally){.subject_kind = SUBJECT_OPERATOR, .op = "add_u32", .device = "host"};
    results->tally[1] = (struct tally){.subject_kind = SUBJECT_STRATEGY, .op = "add_u32", .device = "host"};
    return results_broken_law(results, 1) == NULL ||
           text_say(&finding->first_at, "a strategy is left out, and no law failed");
}

/* A group ends where property, subject or device change, and not with the operator. */
static bool groups_end(size_t at, struct results *results, struct finding *finding)
{
    static const struct {
        struct tally tally;
        uint32_t end;
    } targets[] = {{{.property = "a", .subject = "s", .op = "add_u32", .device = "host"}, 2},
                   {{.property = "a", .subject = "s", .op = "add_i8", .device = "host"}, 2},
                   {{.property = "b", .subject = "s", .op = "add_i8", .device = "host"}, 3},
                   {{.property = "b", .subject = "t", .op = "add_i8", .device = "host"}, 4},
                   {{.property = "b", .subject = "t", .op = "add_i8", .device = "sim32"}, 5}};
    struct text why;
    (void)at;
    for (uint32_t i = 0; i < 5; i++)
        results->tally[i] = targets[i].tally;
    results->target_count = 5;
    for (uint32_t i = 0; i < 5; i++)
        if (!number_is("a group", "its end", targets[i].end, results_group(results, i, &why), finding))
            return false;
    return true;
}

static const struct unit_test tests[] = {NAMED_ROWS(run_counts_its_outcomes, outcome, says),
                                         TEST(draws_have_their_seeds),
                                         TEST(targets_are_named),
                                         NUMBERED(times_are_recorded, 2),
                                         TEST(missing_device_is_recorded),
                                         ROWS(later_process_takes_up_the_slot, successions),
                                         TEST(slot_is_used),
                                         TEST(devices_are_sorted),
                                         TEST(groups_end)};
UNIT(runner_notes, tests);
