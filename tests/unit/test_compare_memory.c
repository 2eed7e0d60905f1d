/* SPDX-License-Identifier: MIT
 * The host's memory: a claim gives back what it took, and says so where there is none. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"

/* ---- memory that is given back ---- */

/* Claims that take memory of their own, and that end early with it. */
static const char *const keeping[] = {
    "every_assignment_of_keys.keyed_stream keyed/affine_u32/8x3#2/soa/any:1",
    "every_assignment_of_keys.keyed_mixes_keys keyed/affine_u32/8x3#2/soa/any:1",
    "distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x2#5/soa/any:1/with:step=2",
    "distinct_keys_are_a_scatter.keyed_mixes_keys keyed/affine_u32/4#4/soa/any:1/with:step=1",
    "counting_equals_histogram.keyed_stream keyed/add_u32/9#2/soa/any:1",
    "counting_equals_histogram.keyed_drops_tail keyed/add_u32/9#2/soa/any:1",
    "stable_where_order_is_kept.keyed_stream keyed/affine_u32/6#2/soa/any:1",
    "stable_where_order_is_kept.keyed_swaps_pairs keyed/affine_u32/6#2/soa/any:1",
    "keys_past_the_last_are_left_out.keyed_stream keyed/affine_u32/40#3:uniform:1/soa/any:1",
    "keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=3",
    "one_key_is_reduce.keyed_stream keyed/affine_u32/2x5#1/soa/any:1",
    "rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=1",
    "rows_are_independent.mixes_rows reduce/affine_u32/3x4/soa/any:1/with:row=1",
    "row_order_does_not_matter.reduce_auto reduce/affine_u32/[1,2,0,3]/soa/any:1",
    "row_order_does_not_matter.mixes_rows reduce/affine_u32/[1,2,3]/soa/any:1",
    "segscan_equals_scan_of_each_row.segscan_flags scan/affine_u32/2x3/soa/any:1",
    "segscan_equals_scan_of_each_row.mixes_scanned_rows scan/affine_u32/2x3/soa/any:1",
    "layout_does_not_matter.reduce_auto reduce/affine_u32/3x4/aos+1>arena+1/any:1",
    "same_input_same_bits.reduce_auto reduce/add_f32/3x4/soa/any:1",
    "second_launch_on_same_scratch.reduce_auto reduce/affine_u32/3x4/soa/any:1",
    "two_streams_at_once.reduce_auto reduce/affine_u32/3x4/soa/any:1",
    "keyed_equals_oracle.keyed_stream keyed/add_f32/2x5#3/soa/small:1",
    "touches_only_its_arguments.add_u32 law/add_u32/[3]/soa/lit:1,2,3",
};

struct keeper {
    struct fixture *fixture;
    struct test_case checked;
};

static void run_claim(void *context)
{
    struct keeper *keeper = context;
    struct finding got = {0};
    fake_set(keeper->fixture, NULL);
    properties_find(keeper->checked.claim)->check(keeper->fixture, &keeper->checked, &got);
}

static bool claim_frees_its_memory(struct fixture *fixture, struct finding *finding)
{
    for (size_t l = 0; l < sizeof keeping / sizeof keeping[0]; l++) {
        struct keeper keeper = {.fixture = fixture};
        if (!read_line(keeping[l], fixture->name.kind, &keeper.checked, finding)) return false;
        size_t kept = bytes_kept(run_claim, &keeper);
        if (kept) return text_say(&finding->first_at, "%s: 4 runs of it keep %zu bytes", keeping[l], kept);
    }
    return true;
}

struct opening {
    struct device_name name;
    bool opens, right;
};

static void open_and_close(void *context)
{
    struct opening *opening = context;
    struct text why = {{0}};
    void *fixture = properties_open(opening->name, &why);
    opening->right = opening->right && (fixture != NULL) == opening->opens && (fixture || why.at[0]);
    if (fixture) properties_close(fixture);
}

/* A fixture is given back when it is closed, and when its device cannot be opened: no simulator has a number 1. */
static bool closed_fixture_frees_its_memory(struct finding *finding)
{
    static const struct device_name names[] = {{DEVICE_HOST, 0}, {DEVICE_SIM64, 1}};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct opening opening = {.name = names[n], .opens = names[n].kind == DEVICE_HOST, .right = true};
        size_t kept = bytes_kept(open_and_close, &opening);
        if (kept || !opening.right)
            return text_say(&finding->first_at, "fixtures of %s %u: 4 keep %zu bytes%s",
                            device_kind_name(names[n].kind), names[n].index, kept,
                            opening.right ? "" : ", and one opens that must not, or the other way round");
    }
    return true;
}

/* ---- no memory ---- */

enum { ANY_PIECE = 16, LARGE_PIECE = 1 << 16 };

/* Claims and their words without memory. Each has run before, so that all images are there. */
static const struct {
    const char *line, *reason;
    size_t least; /* of the pieces that are taken */
} without[] = {
    {"every_assignment_of_keys.keyed_stream keyed/affine_u32/4x2#2/soa/any:1",
     "no host memory for 8 items with keys", ANY_PIECE},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x3#4/soa/any:1/with:step=1",
     "no host memory for 6 items with keys", ANY_PIECE},
    {"counting_equals_histogram.keyed_stream keyed/add_u32/2x5#3/soa/any:1", "no host memory for 6 counts",
     ANY_PIECE},
    {"stable_where_order_is_kept.keyed_stream keyed/affine_u32/2x4#2/soa/any:1",
     "no host memory for 8 items with keys", ANY_PIECE},
    {"rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=1",
     "no host memory for the items of the other rows", ANY_PIECE},
    {"row_order_does_not_matter.reduce_auto reduce/affine_u32/[1,2,0,3]/soa/any:1",
     "no host memory for the items of the other rows", ANY_PIECE},
    {"segscan_equals_scan_of_each_row.segscan_flags scan/affine_u32/2x3/soa/any:1",
     "no host memory for the results of each row", ANY_PIECE},
    /* Its item finds room, and a million counts do not. */
    {"counting_equals_histogram.keyed_stream keyed/add_u32/1#1000000/soa/any:1",
     "no host memory for 1000000 counts", LARGE_PIECE},
};

static bool lack_is_reported(void *context, struct finding *finding)
{
    struct fixture *fixture = context;
    for (size_t l = 0; l < sizeof without / sizeof without[0]; l++) {
        struct test_case checked;
        struct finding right = {0}, got = {0};
        if (!read_line(without[l].line, fixture->name.kind, &checked, finding)) return false;
        check_function *check = properties_find(checked.claim)->check;
        fake_set(fixture, NULL);
        enum verdict first = check(fixture, &checked, &right);
        take_memory(without[l].least);
        enum verdict verdict = check(fixture, &checked, &got);
        give_memory();
        if (first != VERDICT_PASS || verdict != VERDICT_BROKEN ||
            strcmp(got.reason.at, without[l].reason) != 0)
            return text_say(
                &finding->first_at,
                "%s: expected pass, and broken without memory, '%s'; got %s, and %s '%.100s%.100s'",
                without[l].line, without[l].reason, verdict_name(first), verdict_name(verdict), got.reason.at,
                got.first_at.at);
    }
    return true;
}

static bool fixture_lacks_memory(void *context, struct finding *finding)
{
    struct text why = {{0}};
    (void)context;
    take_memory(ANY_PIECE);
    void *fixture = properties_open((struct device_name){DEVICE_HOST, 0}, &why);
    give_memory();
    bool right = !fixture && strcmp(why.at, "no host memory for the checks") == 0;
    if (fixture) properties_close(fixture);
    return right || text_say(&finding->first_at, "a fixture without memory: got %s '%.200s'",
                             fixture ? "one" : "none", why.at);
}

static bool claim_without_memory_is_broken(struct fixture *fixture, struct finding *finding)
{
    return !memory_can_be_taken || in_own_process(lack_is_reported, fixture, finding);
}

static bool fixture_without_memory_does_not_open(struct finding *finding)
{
    return !memory_can_be_taken || in_own_process(fixture_lacks_memory, NULL, finding);
}

static const struct unit_test tests[] = {TEST(claim_frees_its_memory), TEST(closed_fixture_frees_its_memory),
                                         TEST(claim_without_memory_is_broken),
                                         TEST(fixture_without_memory_does_not_open)};
UNIT(compare_memory, tests);
