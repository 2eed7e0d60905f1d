/* SPDX-License-Identifier: MIT
 * Whether generators take each value of each choice as often as the table of draws.c asks for, on the fake device. */
#include "draws.h"

#include <inttypes.h>
#include <string.h>

#include "choices.h"
#include "fake_device.h"
#include "unit.h"

static bool often_enough(void *context, const struct drawn_value *drawn)
{
    struct finding *finding = context;
    finding->items++;
    if (drawn->reason ? drawn->times == 0 : drawn->times >= drawn->least) return true;
    return text_say(&finding->first_at,
                    "%s.%s, %s: %s: of %d draws %" PRIu32 " have the value %d, expected %s%" PRIu32,
                    drawn->property, drawn->strategy, drawn->op, drawn->choice, DRAWS_MEASURED, drawn->times,
                    drawn->value, drawn->reason ? "" : "at least ", drawn->least);
}

enum { DRAWS_LIMITED = 200 };

/* Draws of a line keep to a limit of items, which is reached, too; properties of rows without items have none. Each
 * draw is the case that its line stands for. */
static bool line_keeps_to(struct fixture *fixture, size_t line, uint64_t most, struct finding *finding)
{
    struct target target;
    if (!draws_target(fixture, line, &target))
        return text_say(&finding->first_at, "line %zu of the table: the fake device lacks its strategy",
                        line);
    struct test_case drawn;
    uint64_t reached = 0;
    for (uint64_t seed = 0; seed < DRAWS_LIMITED; seed++) {
        uint64_t items = 0;
        if (!draws_draw(fixture, &target, seed, &drawn, &finding->reason)) return false;
        if (!shape_items(&drawn.problem.shape, &items) || items > most)
            return text_say(&finding->first_at, "%s: draws %" PRIu64 " items, expected %" PRIu64 " at most",
                            target.property->name, items, most);
        if (!case_is_sound(&drawn))
            return text_say(&finding->first_at,
                            "%s: draw %" PRIu64 " has numbers that its line does not write",
                            target.property->name, seed);
        if (items > reached) reached = items;
    }
    return reached > most / 2 || draws_are_empty(line) ||
           text_say(&finding->first_at, "%s: draws %" PRIu64 " items at most, of a limit of %" PRIu64,
                    target.property->name, reached, most);
}

static bool draws_keep_to_the_limit_of_items(struct fixture *fixture, struct finding *finding)
{
    static const uint64_t limits[] = {1, 3, 40};
    bool kept = true;
    for (size_t l = 0; kept && l < UNIT_COUNT(limits); l++) {
        properties_limit(fixture, limits[l]);
        for (size_t line = 0; kept && line < draws_lines(); line++)
            kept = line_keeps_to(fixture, line, limits[l], finding);
    }
    return kept;
}

static bool every_value_is_reached(struct fixture *fixture, struct finding *finding)
{
    return draws_measure(fixture, often_enough, finding, &finding->reason) && !finding->first_at.at[0];
}

static const struct unit_test tests[] = {TEST(draws_keep_to_the_limit_of_items),
                                         TEST(every_value_is_reached)};
UNIT(draws, tests);
