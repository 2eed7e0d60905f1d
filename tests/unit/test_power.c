/* SPDX-License-Identifier: MIT
 * At how many places, and at which borders, the loss of an item would show in cases that are typed here. */
#include <inttypes.h>
#include <string.h>

#include "compare.h"
#include "control.h"
#include "power.h"
#include "unit.h"

static unsigned bits_of(uint64_t word)
{
    unsigned bits = 0;
    for (; word; word &= word - 1)
        bits++;
    return bits;
}

/* Places of 64 that are tried, and of these the fewest and the most at which a loss shows; borders that are tried at
 * least, and left out. */
static const struct {
    const char *line;
    unsigned tried, least, most;
    bool judged;
} cases[] = {
    /* whole numbers: no loss is swallowed */
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/1000/soa/unit:0", 64, 64, 64, true},
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/5x200/soa/small:1", 64, 64, 64, true},
    /* 24 powers, of which the first and the last item are two; all others are 0 */
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/4096/soa/powers:1", 64, 2, 8, true},
    /* magnitudes from 2^-32 to 2^32: the small ones are swallowed */
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/1000/soa/any:1", 64, 5, 60, true},
    /* the least of a thousand is one of them */
    {"reduce_equals_oracle.reduce_auto reduce/min_i64/1000/soa/any:1", 64, 0, 3, false},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/1000/soa/any:1", 64, 64, 64, true},
    /* a prefix's least: the first item, and then ever fewer */
    {"scan_equals_oracle.scan_lookback scan/min_i64/1000/soa/any:1", 64, 1, 20, false},
    {"scan_equals_oracle.scan_lookback scan/affine_u32/1000/soa/any:1", 64, 64, 64, true},
    /* the last item of an exclusive scan, which two of the places are, is in no result */
    {"scan_equals_oracle.scan_lookback exscan/affine_u32/1000/soa/any:1", 62, 62, 62, true},
    {"scan_equals_oracle.scan_lookback exscan/min_i64/1000/soa/any:1", 62, 1, 20, false},
    {"keyed_equals_oracle.keyed_stream keyed/affine_u32/1000#3:uniform/soa/any:1", 64, 64, 64, true},
    /* of no operator's: nothing is known */
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/1000/soa/any:1/only:5-9", 0, 0, 0, true},
};

static bool places_are_those_that_show(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got;
    memset(&got, 0, sizeof got);
    if (!read_line(cases[at].line, fixture->name.kind, &checked, finding)) return false;
    enum verdict verdict = properties_find(checked.claim)->check(fixture, &checked, &got);
    unsigned tried = bits_of(got.power.tried), noticed = bits_of(got.power.noticed);
    if (verdict != VERDICT_PASS)
        return text_say(&finding->first_at, "verdict %d: %s%s", verdict, got.reason.at, got.first_at.at);
    if (tried == cases[at].tried && noticed >= cases[at].least && noticed <= cases[at].most &&
        (!tried || (got.size == 1000 || got.size == 4096)) &&
        (!tried || got.power.is_judged == cases[at].judged) && !(got.power.noticed & ~got.power.tried))
        return true;
    return text_say(&finding->first_at, "%u tried, %u show of %" PRIu64 " items, judged %d", tried, noticed,
                    got.size, got.power.is_judged);
}

/* What is seen without a launch is what the check sees; of keys nothing is. */
static bool draw_shows_the_same(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding ran, drawn;
    memset(&ran, 0, sizeof ran);
    memset(&drawn, 0, sizeof drawn);
    if (!read_line(cases[at].line, fixture->name.kind, &checked, finding)) return false;
    if (properties_find(checked.claim)->check(fixture, &checked, &ran) != VERDICT_PASS) return false;
    bool known = cases[at].tried && checked.problem.what != WHAT_KEYED;
    if (power_of_draw(fixture, &checked, &drawn) != known)
        return text_say(&finding->first_at, "expected %d to be known", known);
    bool same = ran.power.noticed == drawn.power.noticed && ran.power.tried == drawn.power.tried &&
                ran.power.borders_noticed == drawn.power.borders_noticed;
    return !known || same || text_say(&finding->first_at, "the draw shows other places");
}

/* Tiles of the fake device's strategies: some borders are tried, and none is left out of whole numbers; where all items but
 * a few are 0 most are. */
static const struct {
    const char *line;
    bool all;
} borders[] = {{"reduce_equals_oracle.reduce_auto reduce/add_f32/4096/soa/unit:0", true},
               {"reduce_equals_oracle.reduce_auto reduce/add_f32/4096/soa/powers:1", false},
               /* item 8 alone is 0, behind a border */
               {"reduce_equals_oracle.reduce_auto{block=4,items=1,group=4} "
                "reduce/add_u32/12/soa/lit:0,0,0,0,0,0,0,0,ffffffff",
                false}};

static bool borders_are_seen(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got;
    memset(&got, 0, sizeof got);
    if (!read_line(borders[at].line, fixture->name.kind, &checked, finding)) return false;
    if (properties_find(checked.claim)->check(fixture, &checked, &got) != VERDICT_PASS) return false;
    uint32_t tried = got.power.borders_tried, left = tried & ~got.power.borders_noticed;
    return (tried && (left == 0) == borders[at].all) ||
           text_say(&finding->first_at, "borders tried 0x%x, left out 0x%x", tried, left);
}

static const struct unit_test tests[] = {NAMED_ROWS(places_are_those_that_show, cases, line),
                                         NAMED_ROWS(draw_shows_the_same, cases, line),
                                         NAMED_ROWS(borders_are_seen, borders, line)};
UNIT(power, tests);
