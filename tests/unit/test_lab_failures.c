/* SPDX-License-Identifier: MIT
 * Verdicts of failed devices and of refusals; limits and sizes. */

#include <inttypes.h>
#include <string.h>

#include "checks.h"
#include "control.h"
#include "unit.h"

static const struct {
    const char *line, *words;
    enum device_kind kind;
    bool fails, unexamined;
    enum verdict verdict;
    bool poisoned;
} judged[] = {
#define LINE(SUBJECT, OP) "reduce_equals_oracle." SUBJECT " reduce/" OP "/3/soa/any:1"
    {LINE("reduce_auto", "add_u32"), "", DEVICE_SIM32, false, false, VERDICT_PASS, false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on the fake device", DEVICE_SIM32, true, false,
     VERDICT_FAIL, false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on the fake device", DEVICE_SIM64, true, true,
     VERDICT_BROKEN, false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on the fake device", DEVICE_NVIDIA, true, false,
     VERDICT_BROKEN, true},
    {LINE("reduce_auto", "add_u32"), "a launch failed on the fake device", DEVICE_AMD, true, false,
     VERDICT_BROKEN, true},
    {LINE("accepts_anyway", "add_u32"),
     "accepts_anyway accepts although a law that it needs is missing for add_u32", DEVICE_SIM64, false, false,
     VERDICT_FAIL, false},
    {LINE("accepts_anyway", "min_i64"), "", DEVICE_SIM64, false, false, VERDICT_PASS, false},
    {LINE("refuses_a_law", "add_u32"), "refuses_a_law refuses for a law that holds for add_u32", DEVICE_SIM64,
     false, false, VERDICT_FAIL, false},
    {LINE("refuses_a_law", "add_f32"), "wants a law", DEVICE_SIM64, false, false, VERDICT_REFUSED, false},
    {LINE("refuses_in_silence", "add_u32"), "refuses_in_silence refuses without a reason for add_u32",
     DEVICE_SIM64, false, false, VERDICT_FAIL, false},
    {LINE("no_such_strategy", "add_u32"), "fake has no strategy no_such_strategy", DEVICE_SIM64, false, false,
     VERDICT_REFUSED, false},
    {"reduce_equals_oracle.reduce_auto reduce/add_u32/3/soa/any:1/init:1", "no reduction does init yet",
     DEVICE_SIM64, false, false, VERDICT_REFUSED, false},
    {LINE("scan_lookback", "add_u32"), "scan_lookback does scan, not reduce", DEVICE_SIM64, false, false,
     VERDICT_REFUSED, false},
#undef LINE
/* Each claim plans its case first, and ends where that is refused. */
#define REFUSED(CLAIM, REST)                                                                                 \
    {                                                                                                        \
        CLAIM ".refuses_in_silence reduce/add_u32/" REST,                                                    \
            "refuses_in_silence refuses without a reason for add_u32", DEVICE_SIM64, false, false,           \
            VERDICT_FAIL, false                                                                              \
    }
    REFUSED("empty_rows_give_identity", "2x0/soa/any:1"),
    REFUSED("same_input_same_bits", "3/soa/any:1"),
    REFUSED("exact_operators_same_bits_under_any_schedule", "3/soa/any:1/with:schedules=2"),
    REFUSED("reduce_of_concatenation", "3/soa/any:1/with:split=1"),
#undef REFUSED
};

static bool failed_device_gives_its_verdict(size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct lab *lab = fake_open(judged[at].kind, &finding->reason);
    struct fake_plan plan = {.fails = judged[at].fails, .unexamined = judged[at].unexamined};
    if (!lab || !read_line(judged[at].line, judged[at].kind, &checked, finding)) return false;
    fake_set(lab, &plan);
    enum verdict verdict = properties_find(checked.claim)->check(lab, &checked, &got);
    properties_close(lab);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    if (verdict == VERDICT_PASS) words = "";
    if (verdict == judged[at].verdict && got.poisoned == judged[at].poisoned &&
        strcmp(words, judged[at].words) == 0)
        return true;
    return text_say(&finding->first_at, "%s: expected %s%s \"%s\", got %s%s \"%s\"", judged[at].line,
                    verdict_name(judged[at].verdict), judged[at].poisoned ? ", poisoned," : "",
                    judged[at].words, verdict_name(verdict), got.poisoned ? ", poisoned," : "", words);
}

/* The longest row is found by halving, and memory is asked for to the byte. */
static bool limits_are_found(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct lab *lab = fake_open(DEVICE_SIM64, &finding->reason);
    if (!lab || !read_line("reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1", DEVICE_SIM64,
                           &checked, finding))
        return false;
    fake_set(lab, NULL);
    uint64_t longest =
        lab_longest_row(lab, lab_nth_instance(lab, "short_rows", "add_u32", 0), checked.problem.op);
    uint64_t any =
        lab_longest_row(lab, lab_nth_instance(lab, "reduce_auto", "add_u32", 0), checked.problem.op);
    enum verdict verdict = reduce_equals_oracle_check(lab, &checked, &got);
    uint64_t bytes = lab->load[LOAD_CASE].arena.bytes;
    lab->session.tuned_caps.memory_bytes = bytes;
    enum verdict fits = reduce_equals_oracle_check(lab, &checked, &got);
    lab->session.tuned_caps.memory_bytes = bytes - 1;
    enum verdict larger = reduce_equals_oracle_check(lab, &checked, &got);
    properties_close(lab);
    if (longest != FAKE_SHORT || any != ANY_ROW)
        return text_say(&finding->first_at, "longest rows: expected %d and %d, got %" PRIu64 " and %" PRIu64,
                        FAKE_SHORT, ANY_ROW, longest, any);
    return (verdict == VERDICT_PASS && fits == VERDICT_PASS && larger == VERDICT_REFUSED) ||
           text_say(&finding->first_at,
                    "a device with as much memory as a problem needs: %s, with a byte less: %s",
                    verdict_name(fits), verdict_name(larger));
}

/* Items, and tiles of 64 that they cross: of a row, or of all items where rows have different lengths, lie in matrices
 * or fit into a block. Of a strategy without a shape no tile is known, as nothing counts its blocks here. */
static bool items_and_tiles_are_counted(struct finding *finding)
{
    static const struct {
        const char *line;
        uint64_t items, tiles;
    } sizes[] = {
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1", 129, 3},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/128/soa/any:1", 128, 2},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/3x65/soa/any:1", 195, 2},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/[65,65]/soa/any:1", 130, 3},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1/only:2-5", 3, 3},
        {"transpose_equals_oracle.transpose_naive transpose/u32/10x13/soa/any:1", 130, 3},
        {"reduce_equals_oracle.short_rows reduce/add_u32/40x4/soa/any:1", 160, 3},
        {"keyed_equals_oracle.keyed_stream keyed/add_u32/2x65#3/soa/any:1", 130, 2},
        {"keyed_equals_oracle.keyed_library keyed/add_u32/8#2/soa/any:1", 8, 0},
    };
    struct lab *lab = fake_open(DEVICE_SIM64, &finding->reason);
    bool good = lab != NULL;
    for (size_t i = 0; good && i < sizeof sizes / sizeof sizes[0]; i++) {
        struct test_case checked;
        struct finding got = {0};
        good = read_line(sizes[i].line, DEVICE_SIM64, &checked, finding);
        fake_set(lab, NULL);
        if (good) properties_find(checked.claim)->check(lab, &checked, &got);
        if (good && (got.items != sizes[i].items || got.tiles != sizes[i].tiles))
            good = text_say(&finding->first_at,
                            "%s: expected %" PRIu64 " items over %" PRIu64 " tiles, got %" PRIu64
                            " over %" PRIu64,
                            sizes[i].line, sizes[i].items, sizes[i].tiles, got.items, got.tiles);
    }
    if (lab) properties_close(lab);
    return good;
}

static const struct unit_test tests[] = {ROWS(failed_device_gives_its_verdict, judged),
                                         TEST(limits_are_found), TEST(items_and_tiles_are_counted)};
UNIT(lab_failures, tests);
