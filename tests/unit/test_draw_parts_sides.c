/* SPDX-License-Identifier: MIT
 * Sides of a drawn case: those that its line writes, and results over the items. */

#include <string.h>

#include "draw_parts.h"
#include "unit.h"

#define SOA                                                                                                  \
    {                                                                                                        \
        SIDE_SOA, 0, 0                                                                                       \
    }

/* A side is written if it, or one behind it, is not plain. */
static bool line_writes_the_sides_that_differ(struct finding *finding)
{
    static const struct layout layouts[] = {
        {SOA, SOA, SOA, 1},
        {{SIDE_AOS, 1, 1}, SOA, SOA, 1},
        {SOA, {SIDE_IN, 0, 0}, SOA, 2},
        {SOA, {SIDE_SOA, 1, 0}, SOA, 2},
        {SOA, {SIDE_SOA, 0, 1}, SOA, 2},
        {SOA, SOA, {SIDE_ARENA, 0, 0}, 3},
        {SOA, {SIDE_AOS, 0, 0}, {SIDE_SOA, 1, 0}, 3},
    };
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        struct layout layout = layouts[l];
        layout.sides = 0;
        count_sides(&layout);
        if (layout.sides != layouts[l].sides)
            return text_say(&finding->first_at, "layout %d by hand: expected %d sides, got %d", (int)l,
                            layouts[l].sides, layout.sides);
    }
    return true;
}

/* One output alone lies over the items, each of which has a place. */
static bool results_lie_over_items(struct finding *finding)
{
    static const struct layout layouts[][2] = {
        {{SOA, SOA, SOA, 1}, {SOA, {SIDE_IN, 0, 0}, SOA, 2}},
        {{{SIDE_ONE, 2, 1}, {SIDE_AOS, 1, 1}, SOA, 2}, {{SIDE_SOA, 2, 1}, {SIDE_IN, 0, 0}, SOA, 2}},
        {{{SIDE_AOS, 0, 0}, SOA, {SIDE_IN, 0, 0}, 3}, {{SIDE_AOS, 0, 0}, {SIDE_IN, 0, 0}, SOA, 2}},
        {{SOA, SOA, {SIDE_ARENA, 3, 0}, 3}, {SOA, {SIDE_IN, 0, 0}, {SIDE_ARENA, 3, 0}, 3}},
    };
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        struct layout layout = layouts[l][0], expected = layouts[l][1];
        lay_over_input(&layout);
        if (memcmp(&layout, &expected, sizeof layout) != 0)
            return text_say(
                &finding->first_at,
                "results over items, layout %d by hand: expected forms %d>%d>%d and %d sides, got "
                "%d>%d>%d and %d",
                (int)l, expected.input.form, expected.result.form, expected.mapout.form, expected.sides,
                layout.input.form, layout.result.form, layout.mapout.form, layout.sides);
    }
    return true;
}

static const struct unit_test tests[] = {TEST(line_writes_the_sides_that_differ),
                                         TEST(results_lie_over_items)};
UNIT(draw_parts_sides, tests);
