/* SPDX-License-Identifier: MIT
 * Verdicts of failed devices and of refusals; limits and sizes. */

#include <inttypes.h>
#include <string.h>

#include "property.h"
#include "control.h"
#include "unit.h"

/* The longest row is found by halving, and memory is asked for to the byte. */
static bool limits_are_found(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->reason);
    if (!fixture || !read_line("reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1", DEVICE_SIM64,
                               &checked, finding))
        return false;
    fake_set(fixture, NULL);
    uint64_t longest = fixture_longest_row(fixture, fixture_nth_instance(fixture, "short_rows", "add_u32", 0),
                                           checked.problem.op);
    uint64_t any = fixture_longest_row(fixture, fixture_nth_instance(fixture, "reduce_auto", "add_u32", 0),
                                       checked.problem.op);
    enum verdict verdict = reduce_equals_oracle_property.check(fixture, &checked, &got);
    uint64_t bytes = fixture->load[LOAD_CASE].arena.bytes;
    fixture->session.tuned_caps.memory_bytes = bytes;
    enum verdict fits = reduce_equals_oracle_property.check(fixture, &checked, &got);
    fixture->session.tuned_caps.memory_bytes = bytes - 1;
    enum verdict larger = reduce_equals_oracle_property.check(fixture, &checked, &got);
    properties_close(fixture);
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
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->reason);
    bool good = fixture != NULL;
    for (size_t i = 0; good && i < sizeof sizes / sizeof sizes[0]; i++) {
        struct test_case checked;
        struct finding got = {0};
        good = read_line(sizes[i].line, DEVICE_SIM64, &checked, finding);
        fake_set(fixture, NULL);
        if (good) properties_find(checked.claim)->check(fixture, &checked, &got);
        if (good && (got.items != sizes[i].items || got.tiles != sizes[i].tiles))
            good = text_say(&finding->first_at,
                            "%s: expected %" PRIu64 " items over %" PRIu64 " tiles, got %" PRIu64
                            " over %" PRIu64,
                            sizes[i].line, sizes[i].items, sizes[i].tiles, got.items, got.tiles);
    }
    if (fixture) properties_close(fixture);
    return good;
}

static const struct unit_test tests[] = {TEST(limits_are_found), TEST(items_and_tiles_are_counted)};
UNIT(fixture_failures, tests);
