/* SPDX-License-Identifier: MIT
 * Whether generators reach what the grammar can say: 10,000 draws of each kind, and how often they took each value of
 * each choice. The least that is asked for is typed by hand, well below what is drawn and well above none. */
#include "draws.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "choices.h"
#include "draw_choices.h"
#include "power.h"

/* ---- the tables ---- */

/* Values [from, to] of a choice, each of which is to be drawn `least` times or more. */
struct choice_range {
    const char *name;
    choice_of *of;
    int from, to;
    uint32_t least;
    const char *never; /* why it is never drawn; then least is 0 */
};

#define NO_PLACE "an output needs a place for every item"
#define NO_KEYS "keyed problems alone have keys"

static const struct choice_range problem_choices[] = {
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 35, NULL},
    {"gap of the input", input_gap, 0, 3, 250, NULL},
    {"gap of the result", result_gap, 0, 3, 250, NULL},
    {"gap of the input", input_gap, 4, 4, 0,
     "three items leave a sector between elements of 8 bytes and more"},
    {"forms of input and result", form_pair, 0, 2, 700, NULL},
    {"forms of input and result", form_pair, 5, 7, 300, NULL},
    {"forms of input and result", form_pair, 10, 12, 300, NULL},
    {"forms of input and result", form_pair, 15, 17, 70, NULL},
    {"form of the result", result_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 0, "a reduction has fewer results than items"},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
    {"dimensions", dimensions, 1, 3, 200, NULL},
    {"dimensions", dimensions, 4, 6, 0, "only params that vary tell outer dimensions apart"},
    {"keys", keyed, 1, 1, 0, NO_KEYS},
    {"rows", row_count, 0, 5, 110, NULL},
    {"items", item_count, 0, 5, 60, NULL},
    {"listed rows", listed_rows, 0, 0, 0, "the grammar has no list without rows"},
    {"listed rows", listed_rows, 1, 3, 40, NULL},
    {"ragged rows", ragged_rows, 0, 3, 17, NULL},
    {"distribution of ragged rows", distribution, 0, 3, 140, NULL},
    {"equal rows of a list or ragged: no, yes", equal_rows, 0, 1, 75, NULL},
    {"no row empty, one, the first, the last", empty_row, 0, 3, 140, NULL},
    {"whole tiles of one row", tiles_crossed, 0, 5, 55, NULL},
    {"whole tiles, 1 item more, 1 fewer, another number", past_a_tile, 0, 3, 280, NULL},
    {"the same, of tiles of 64 items", past_a_usual_tile, 0, 3, 85, NULL},
    {"form of the data", data_form, 0, 3, 360, NULL},
    {"more than 8 literals", many_literals, 1, 1, 0, "seeds give as many different items"},
    {"all items, some, none", kept_items, 0, 2, 70, NULL},
    {"an initial value", initial_value, 1, 1, 0, "reductions of launchers alone take one"},
    {"columns kept", kept_columns, 0, 2, 350, NULL},
    {"first column kept", first_kept, 0, 1, 170, NULL},
    {"form of the schedule", schedule_form, 0, 4, 450, NULL},
    {"resident blocks", resident_blocks, 1, 4, 500, NULL},
    {"resident blocks", resident_blocks, 8, 8, 500, NULL},
    {"resident blocks", resident_blocks, 16, 16, 500, NULL},
    {"change points", change_points, 0, 3, 220, NULL},
    {"threads a block, of the tiny tuning", block_drawn, 4, 4, 4000, NULL},
    {"threads a block, of the usual tuning", block_drawn, 32, 32, 1500, NULL},
};

static const struct choice_range odd_choices[] = {
    {"skew of the input modulo 16", input_skew, 0, 15, 150, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 150, NULL},
    {"gap of the input", input_gap, 0, 3, 480, NULL},
    {"gap of the result", result_gap, 0, 3, 480, NULL},
};

static const struct choice_range scan_choices[] = {
    {"scan, exscan", what_is_drawn, WHAT_SCAN, WHAT_EXSCAN, 3000, NULL},
    {"keyed", what_is_drawn, WHAT_KEYED, WHAT_KEYED, 0, NO_KEYS},
    {"an initial value: no, yes", initial_value, 0, 1, 1500, NULL},
    {"form of the result", result_form, SIDE_SOA, SIDE_ARENA, 1300, NULL},
    {"form of the result", result_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 380, NULL},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
};

static const struct choice_range mapout_choices[] = {
    {"skew of the map-out modulo 16", mapout_skew, 0, 15, 28, NULL},
    {"gap of the map-out", mapout_gap, 0, 3, 200, NULL},
    {"form of the map-out", mapout_form, SIDE_SOA, SIDE_ARENA, 1200, NULL},
    {"form of the map-out", mapout_form, SIDE_ONE, SIDE_ONE, 0, NO_PLACE},
    {"form of the map-out", mapout_form, SIDE_IN, SIDE_IN, 650, NULL},
};

static const struct choice_range over_input_choices[] = {
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 7000, NULL},
    {"form of the input", input_form, SIDE_SOA, SIDE_ARENA, 1300, NULL},
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
};

static const struct choice_range param_choices[] = {
    {"usual argument, least, most, another", argument_drawn, 0, 3, 370, NULL},
    {"dimensions over which params vary", varied_dimensions, 0, 3, 150, NULL},
    {"params vary over the first dimension, over another", varied_apart, 1, 2, 80, NULL},
    {"form of the shape", shape_form, SHAPE_DIMS, SHAPE_RAGGED, 600, NULL},
    {"dimensions", dimensions, 4, 4, 60, NULL},
};

/* A draw in 64 is 156 of 10,000. */
static const struct choice_range float_choices[] = {
    {"a NaN", has_nan, 1, 1, 400, NULL},
    {"a minus zero", has_minus_zero, 1, 1, 400, NULL},
    {"an infinity", has_infinity, 1, 1, 1300, NULL},
};

static const struct choice_range sum_choices[] = {
    {"form of the data", data_form, 0, 5, 270, NULL},
    {"4096 items of ones or powers in a row, or more", long_numbers, 1, 1, 700, NULL},
};

static const struct choice_range matrix_choices[] = {
    {"items that are there: none, some, all", present_items, 0, 2, 220, NULL},
    {"dimensions", dimensions, 2, 3, 2000, NULL},
    {"rows", row_count, 0, 3, 400, NULL},
    {"skew of the input modulo 16", input_skew, 0, 15, 35, NULL},
    {"skew of the result modulo 16", result_skew, 0, 15, 35, NULL},
    {"form of the result", result_form, SIDE_IN, SIDE_IN, 0, "places change while others are still read"},
};

static const struct choice_range split_choices[] = {
    {"split before all items, between, behind all", split_place, 0, 2, 350, NULL}};
static const struct choice_range row_choices[] = {
    {"form of the input", input_form, SIDE_ONE, SIDE_ONE, 0, "rows whose items are one are alike"},
    {"the first row, one between, the last", chosen_row, 0, 2, 1800, NULL}};
static const struct choice_range keyed_choices[] = {
    {"keys", key_count, 0, 0, 0,
     "a line with #0 is refused: without keys there is nothing to fold onto, and no result"},
    {"keys", key_count, 1, 9, 250, NULL},
    {"keys", key_count, 31, 33, 60, NULL},
    {"keys", key_count, 63, 65, 60, NULL},
    {"keys", key_count, 255, 257, 30, NULL},
    {"keys take turns, distribution of keys", key_distribution, 0, 6, 700, NULL},
    {"listed keys", keys_listed, 1, 1, 0, "distributions give as many different keys; shrinking lists them"},
    {"keys fewer than items of a row, as many, more", keys_by_items, 0, 2, 100, NULL},
    {"rows", row_count, 0, 5, 60, NULL},
    {"rows of the usual tuning, as many as it gets", usual_rows, FEW_ROWS, FEW_ROWS, 60, NULL},
    {"items", item_count, 0, 5, 60, NULL},
    {"form of the input", input_form, SIDE_SOA, SIDE_ONE, 200, NULL},
    {"form of the result", result_form, SIDE_SOA, SIDE_ARENA, 1000, NULL},
    {"all items, some, none", kept_items, 0, 2, 40, NULL},
    {"form of the schedule", schedule_form, 0, 4, 450, NULL},
};
static const struct choice_range key_choices[] = {
    {"the first key, one between, the last", chosen_key, 0, 2, 300, NULL},
};
static const struct choice_range assignment_choices[] = {
    {"keys", key_count, 1, 4, 1500, NULL},
    {"items of a row, of all assignments", assigned_items, 0, 8, 100, NULL},
};
static const struct choice_range empty_keys_choices[] = {
    {"keys take turns, distribution of keys", key_distribution, 4, 4, 7000, NULL},
    {"items", item_count, 0, 0, 500, NULL},
    {"keys", key_count, 1, 1, 0, "a key without items has a neighbour with items"},
    {"keys", key_count, 2, 4, 250, NULL},
};
static const struct choice_range distinct_choices[] = {
    {"keys fewer than items of a row", keys_by_items, 0, 0, 0, "no two items of a row have the same key"},
    {"keys as many as items of a row, more", keys_by_items, 1, 2, 1500, NULL},
    {"rows", row_count, 1, 3, 1000, NULL},
};
static const struct choice_range one_key_choices[] = {
    {"keys", key_count, 1, 1, 7000, NULL},
    {"rows", row_count, 1, 3, 100, NULL},
};

static const struct choice_range row_param_choices[] = {
    {"dimensions over which params vary", varied_dimensions, 0, 1, 300, NULL}};
static const struct choice_range schedules_choices[] = {{"schedules", schedules_asked, 2, 4, 1900, NULL}};
static const struct choice_range refused_rows[] = {
    {"rows that the strategy refuses", long_rows, 1, 1, 100, NULL},
    {"the longest row that it does, one item more", longest_row, SHORT_ROW, SHORT_ROW + 1, 30, NULL}};
static const struct choice_range refused_keys[] = {
    {"as many keys as it does", keys_beyond, 0, 0, 2500, NULL},
    {"one key more, which it refuses", keys_beyond, 1, 1, 5, NULL}};
static const struct choice_range empty_choices[] = {{"more than 9 rows", many_rows, 1, 1, 300, NULL},
                                                    {"rows", row_count, 0, 3, 500, NULL},
                                                    {"form of the shape", shape_form, 0, 1, 1800, NULL}};

/* ---- drawing ---- */

static const struct {
    const char *property, *strategy, *op;
    const struct choice_range *range;
    size_t ranges;
} measured[] = {
#define RANGES(TABLE) TABLE, sizeof TABLE / sizeof TABLE[0]
    {"reduce_equals_oracle", "reduce_auto", "affine_u32", RANGES(problem_choices)},
    {"layout_does_not_matter", "reduce_auto", "affine_u32", RANGES(odd_choices)},
    {"scan_equals_oracle", "scan_lookback", "affine_u32", RANGES(scan_choices)},
    {"scan_may_lie_over_its_input", "scan_lookback", "affine_u32", RANGES(over_input_choices)},
    {"reduce_equals_oracle", "reduce_auto", "span_twice_emit", RANGES(mapout_choices)},
    {"map_out_equals_oracle", "scan_lookback", "span_4_emit", RANGES(mapout_choices)},
    {"reduce_equals_oracle", "reduce_auto", "add_if_smaller", RANGES(param_choices)},
    {"reduce_equals_oracle", "reduce_auto", "argmin_f32_i64", RANGES(float_choices)},
    {"scan_equals_oracle", "scan_lookback", "mixed6", RANGES(float_choices)},
    {"reduce_equals_oracle", "reduce_auto", "add_f32", RANGES(sum_choices)},
    {"transpose_equals_oracle", "transpose_naive", "i8", RANGES(matrix_choices)},
    {"reduce_of_concatenation", "reduce_auto", "affine_u32", RANGES(split_choices)},
    {"rows_are_independent", "reduce_auto", "affine_u32", RANGES(row_choices)},
    {"scan_equals_oracle", "short_scans", "affine_u32", RANGES(refused_rows)},
    {"keyed_equals_oracle", "few_keys", "affine_u32", RANGES(refused_keys)},
    {"keyed_equals_oracle", "keyed_stream", "affine_u32", RANGES(keyed_choices)},
    {"keys_are_independent", "keyed_stream", "affine_u32", RANGES(key_choices)},
    {"rows_with_keys_are_independent", "keyed_stream", "affine_u32", RANGES(row_choices)},
    {"keyed_of_concatenation", "keyed_stream", "affine_u32", RANGES(split_choices)},
    {"every_assignment_of_keys", "keyed_stream", "affine_u32", RANGES(assignment_choices)},
    {"empty_keys_give_identity", "keyed_stream", "affine_u32", RANGES(empty_keys_choices)},
    {"distinct_keys_are_a_scatter", "keyed_stream", "affine_u32", RANGES(distinct_choices)},
    {"one_key_is_reduce", "keyed_stream", "affine_u32", RANGES(one_key_choices)},
    {"rows_are_independent", "reduce_auto", "add_if_smaller", RANGES(row_param_choices)},
    {"exact_operators_same_bits_under_any_schedule", "reduce_auto", "affine_u32", RANGES(schedules_choices)},
    {"empty_rows_give_identity", "reduce_auto", "affine_u32", RANGES(empty_choices)},
#undef RANGES
};

enum { MEASURED = sizeof measured / sizeof measured[0], MOST_RANGES = 48, MOST_VALUES = 20 };

/* How often each value of each of one line's ranges was taken. */
struct drawn_counts {
    uint32_t times[MOST_RANGES][MOST_VALUES];
};

static void count_case(size_t line, const struct test_case *drawn, struct drawn_counts *counts)
{
    assert(measured[line].ranges <= MOST_RANGES);
    for (size_t r = 0; r < measured[line].ranges; r++) {
        const struct choice_range *range = &measured[line].range[r];
        int value = range->of(drawn);
        if (range->from <= value && value <= range->to) counts->times[r][value - range->from]++;
    }
}

size_t draws_lines(void)
{
    return MEASURED;
}

bool draws_target(const struct fixture *fixture, size_t line, struct target *target)
{
    *target = (struct target){.property = properties_find(measured[line].property), .device = fixture->name};
    strncpy(target->subject, measured[line].strategy, sizeof target->subject - 1);
    const struct strategy *strategy = backend_strategy(fixture->session.backend, target->subject);
    target->op = strategy ? op_for(strategy->what, measured[line].op) : NULL;
    return target->property && target->op &&
           fixture_nth_instance(fixture, target->subject, target->op->name, 0);
}

bool draws_are_empty(size_t line)
{
    return measured[line].range == empty_choices;
}

bool draws_draw(struct fixture *fixture, const struct target *target, uint64_t seed, struct test_case *drawn,
                struct text *why)
{
    struct draw draw;
    draw_from_seed(&draw, splitmix64(seed));
    memset(drawn, 0, sizeof *drawn);
    return target->property->generate(fixture, target, &draw, drawn) ||
           text_say(why, "%s: a draw gave nothing", target->property->name);
}

static bool count_draws(struct fixture *fixture, size_t line, const struct target *target,
                        struct drawn_counts *counts, struct text *why)
{
    struct test_case drawn;
    memset(counts, 0, sizeof *counts);
    for (uint64_t seed = 0; seed < DRAWS_MEASURED; seed++) {
        if (!draws_draw(fixture, target, seed, &drawn, why)) return false;
        count_case(line, &drawn, counts);
    }
    return true;
}

static bool visit_counts(size_t line, const struct drawn_counts *counts, drawn_visit *visit, void *context)
{
    for (size_t r = 0; r < measured[line].ranges; r++) {
        const struct choice_range *range = &measured[line].range[r];
        for (int value = range->from; value <= range->to; value++) {
            struct drawn_value drawn = {measured[line].property,
                                        measured[line].strategy,
                                        measured[line].op,
                                        range->name,
                                        value,
                                        counts->times[r][value - range->from],
                                        range->least,
                                        range->never};
            if (!visit(context, &drawn)) return false;
        }
    }
    return true;
}

bool draws_measure(struct fixture *fixture, drawn_visit *visit, void *context, struct text *why)
{
    for (size_t line = 0; line < MEASURED; line++) {
        struct target target;
        struct drawn_counts counts;
        if (!draws_target(fixture, line, &target)) continue;
        if (!count_draws(fixture, line, &target, &counts, why)) return false;
        if (!visit_counts(line, &counts, visit, context)) break;
    }
    return true;
}

/* ---- the table, for people ---- */

static bool print_value(void *context, const struct drawn_value *drawn)
{
    void (**print)(const char *line) = context;
    struct text line;
    text_say(&line, "%-44s %-16s %-16s %-50s %3d %6" PRIu32 "%s%s", drawn->property, drawn->strategy,
             drawn->op, drawn->choice, drawn->value, drawn->times, drawn->reason ? "  never: " : "",
             drawn->reason ? drawn->reason : "");
    (*print)(line.at);
    return true;
}

/* Of the first draws of a line, as many as a check has: at how many of 64 places the loss of an item would show in one of
 * them at least, by size. Large problems take a while. */
enum { DRAWS_LOOKED_AT = 64, MOST_LOOKED_AT = 1 << 18 };

static bool print_losses(struct fixture *fixture, size_t line, const struct target *target,
                         void (*print)(const char *line), struct text *why)
{
    struct tally seen = {.passed = 0};
    struct test_case drawn;
    for (uint64_t seed = 0; seed < DRAWS_LOOKED_AT; seed++) {
        struct finding finding = {.items = 0};
        if (!draws_draw(fixture, target, seed, &drawn, why)) return false;
        if (case_live_items(&drawn) <= MOST_LOOKED_AT && power_of_draw(fixture, &drawn, &finding))
            power_note(&seen, &finding, UINT32_MAX);
    }
    for (int size = 0; size < POWER_SIZES; size++) {
        struct text printed;
        if (!seen.power[size].seen.tried) continue;
        text_say(&printed, "%-44s %-16s %-16s %-50s %3d %5.0f%%", measured[line].property,
                 measured[line].strategy, measured[line].op,
                 "a lost item shows: share of places, of 2^IS items", size,
                 100 * power_share(&seen.power[size].seen));
        print(printed.at);
    }
    return true;
}

static bool losses_print(struct fixture *fixture, void (*print)(const char *line), struct text *why)
{
    struct target target;
    for (size_t line = 0; line < MEASURED; line++)
        if (draws_target(fixture, line, &target) && !print_losses(fixture, line, &target, print, why))
            return false;
    return true;
}

bool properties_draws(void *context, void (*print)(const char *line), struct text *why)
{
    return draws_measure(context, print_value, &print, why) && losses_print(context, print, why);
}
