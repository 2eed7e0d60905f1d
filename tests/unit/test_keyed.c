/* SPDX-License-Identifier: MIT
 * Claims about folds by key: the items that they give to each launch, one by one, and the identity where params differ
 * from row to row. */
#include "unit.h"
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "control.h"

/* The items that a launch was given. */
struct given {
    const struct load *load;
    struct columns columns;
    const struct tuple *tuple;
};

static struct given given_to(const struct load *load)
{
    const struct arena_side *side = &load->arena.side[ARENA_INPUT];
    return (struct given){load, arena_columns(&load->arena, ARENA_INPUT, load->up), &side->tuple};
}

static uint32_t key_given(const struct given *given, uint64_t i)
{
    const struct column *column = &given->columns.column[given->tuple->count - 1];
    uint32_t key;
    memcpy(&key, (const unsigned char *)column->base + (int64_t)i * column->stride, sizeof key);
    return key;
}

/* The operator's own columns, the others 0. */
static void item_given(const struct given *given, uint64_t i, struct state *item)
{
    struct columns own = given->columns;
    own.count--;
    memset(item, 0, sizeof *item);
    columns_read(&own, &given->load->job.op->input, i, item->at);
}

/* The first column, of 4 or 8 bytes. */
static uint64_t number_given(const struct given *given, uint64_t i)
{
    struct state item;
    uint64_t number = 0;
    item_given(given, i, &item);
    memcpy(&number, item.at, elem_size(given->tuple->elem[0]));
    return number;
}

static bool judge_right(struct fixture *fixture, const char *line, struct test_case *checked,
                        struct finding *finding)
{
    struct finding got = {0};
    if (!read_line(line, DEVICE_SIM64, checked, finding)) return false;
    fake_set(fixture, NULL);
    enum verdict verdict = properties_find(checked->claim)->check(fixture, checked, &got);
    return verdict == VERDICT_PASS || text_say(&finding->first_at, "%s: expected pass, got %s (%.200s%.200s)",
                                               line, verdict_name(verdict), got.first_at.at, got.reason.at);
}

/* ---- items of the claim's own ---- */

enum { MOST_GIVEN = 12 };

/* The keys of a line's items, and the number in each: in its first column span_8 has the item's place. Row r of the
 * assignments has the digits of r and of with:from, the lowest first. */
static const struct {
    const char *line;
    int items;
    uint32_t key[MOST_GIVEN];
    uint64_t number[MOST_GIVEN];
} own[] = {
    {"every_assignment_of_keys.keyed_stream keyed/span_8/4x2#2/soa/unit:0",
     8,
     {0, 0, 1, 0, 0, 1, 1, 1},
     {0, 1, 3, 2, 4, 5, 6, 7}},
    {"every_assignment_of_keys.keyed_stream keyed/span_8/3x2#2/aos/unit:0/with:from=1",
     6,
     {1, 0, 0, 1, 1, 1},
     {1, 0, 2, 3, 4, 5}},
    {"every_assignment_of_keys.keyed_stream keyed/span_8/2x3#3/arena/unit:0/with:from=5",
     6,
     {2, 1, 0, 0, 2, 0},
     {2, 1, 0, 3, 5, 4}},
    /* 2 has a divisor in common with 4, so steps are of 3 */
    {"distinct_keys_are_a_scatter.keyed_stream keyed/span_8/2x4#4/soa/unit:0/with:step=2",
     8,
     {0, 3, 2, 1, 1, 0, 3, 2},
     {0, 3, 2, 1, 5, 4, 7, 6}},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/span_8/2x2#6/aos/unit:0/with:step=2",
     4,
     {0, 5, 1, 0},
     {0, 1, 3, 2}},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/span_8/2x2#5/aos/unit:0/with:step=2",
     4,
     {0, 2, 1, 3},
     {0, 1, 2, 3}},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/span_8/2x2#5/soa/unit:0", 4, {0, 1, 1, 2}, {0, 1, 2, 3}},
    {"counting_equals_histogram.keyed_stream keyed/add_u32/2x3#2/aos/any:1",
     6,
     {0, 1, 0, 1, 0, 1},
     {1, 1, 1, 1, 1, 1}},
    {"counting_equals_histogram.keyed_stream keyed/add4_i64/4#3/soa/any:1", 4, {0, 1, 2, 0}, {1, 1, 1, 1}},
};

static bool first_launch_has_its_items(struct fixture *fixture, struct finding *finding)
{
    for (size_t l = 0; l < sizeof own / sizeof own[0]; l++) {
        struct test_case checked;
        if (!judge_right(fixture, own[l].line, &checked, finding)) return false;
        struct given given = given_to(&fixture->load[LOAD_CASE]);
        for (int i = 0; i < own[l].items; i++) {
            uint32_t key = key_given(&given, (uint64_t)i);
            uint64_t number = number_given(&given, (uint64_t)i);
            if (key != own[l].key[i] || number != own[l].number[i])
                return text_say(&finding->first_at,
                                "%s: item %d: expected number %" PRIu64 " and key %" PRIu32 ", got %" PRIu64
                                " and %" PRIu32,
                                own[l].line, i, own[l].number[i], own[l].key[i], number, key);
        }
    }
    return true;
}

/* ---- items of the second launch ---- */

/* NEW: the item is unlike that of the case and unlike each other new one. ANY: any key that there is. */
enum { NEW = -1, ANY = 99 };

/* Of a second launch: each item's key, and its number in the case's. */
static const struct {
    const char *line;
    int items;
    uint32_t key[MOST_GIVEN];
    int number[MOST_GIVEN];
} second[] = {
    {"keys_are_independent.keyed_stream keyed/affine_u32/2x4#3/soa/any:1/with:key=1",
     8,
     {0, 1, 2, 0, 1, 2, 0, 1},
     {NEW, 1, NEW, NEW, 4, NEW, NEW, 7}},
    {"keys_are_independent.keyed_stream keyed/add_u32/6#3/aos/any:1/only:2-4/with:key=1",
     6,
     {0, 1, 2, 0, 1, 2},
     {NEW, 1, NEW, NEW, 4, NEW}},
    {"order_of_keys_does_not_matter.keyed_stream keyed/affine_u32/2x3#3/arena/any:1",
     6,
     {2, 1, 0, 2, 1, 0},
     {0, 1, 2, 3, 4, 5}},
    {"order_of_keys_does_not_matter.keyed_stream keyed/affine_u32/4#4/soa/any:1",
     4,
     {3, 2, 1, 0},
     {0, 1, 2, 3}},
    {"rows_with_keys_are_independent.keyed_stream keyed/affine_u32/3x3#2/soa/any:1/with:row=1",
     9,
     {ANY, ANY, ANY, 1, 0, 1, ANY, ANY, ANY},
     {NEW, NEW, NEW, 3, 4, 5, NEW, NEW, NEW}},
    {"rows_with_keys_are_independent.keyed_stream keyed/add_u32/2x3#2/aos/any:1/only:1-4/with:row=1",
     6,
     {ANY, ANY, ANY, 1, 0, 1},
     {NEW, NEW, NEW, 3, 4, 5}},
    {"stable_where_order_is_kept.keyed_stream keyed/affine_u32/6#2/aos/any:1",
     6,
     {0, 0, 0, 1, 1, 1},
     {0, 2, 4, 1, 3, 5}},
    {"stable_where_order_is_kept.keyed_stream keyed/affine_u32/2x3#2/soa/any:1",
     6,
     {0, 0, 1, 0, 1, 1},
     {0, 2, 1, 4, 3, 5}},
};

static bool is_item(const struct given *one, uint64_t i, const struct given *other, uint64_t j)
{
    struct state a, b;
    item_given(one, i, &a);
    item_given(other, j, &b);
    return memcmp(a.at, b.at, one->load->job.op->input.size) == 0;
}

/* Whether item i is as the table says. */
static bool item_is_right(const struct given *first, const struct given *given, size_t l, uint64_t i)
{
    if (second[l].number[i] != NEW) return is_item(given, i, first, (uint64_t)second[l].number[i]);
    for (uint64_t j = 0; j < i; j++)
        if (second[l].number[j] == NEW && is_item(given, i, given, j)) return false;
    return !is_item(given, i, first, i);
}

static bool second_launch_has_its_items(struct fixture *fixture, struct finding *finding)
{
    for (size_t l = 0; l < sizeof second / sizeof second[0]; l++) {
        struct test_case checked;
        if (!judge_right(fixture, second[l].line, &checked, finding)) return false;
        struct given first = given_to(&fixture->load[LOAD_CASE]),
                     given = given_to(&fixture->load[LOAD_OTHER]);
        uint64_t moved = 0, free_keys = 0;
        for (uint64_t i = 0; i < (uint64_t)second[l].items; i++) {
            uint32_t key = key_given(&given, i), expected = second[l].key[i];
            bool is_key = expected == ANY ? key < checked.problem.shape.keys : key == expected;
            free_keys += expected == ANY;
            moved += expected == ANY && key != key_given(&first, i);
            if (!is_key || !item_is_right(&first, &given, l, i))
                return text_say(&finding->first_at,
                                "%s: item %" PRIu64 " of the second launch, of key %" PRIu32
                                ", is not as it should be",
                                second[l].line, i, key);
        }
        if (free_keys && !moved)
            return text_say(&finding->first_at, "%s: all items keep their keys", second[l].line);
    }
    return true;
}

/* ---- keys that there are not ---- */

enum { SPOILT = 400, SEEDS = 64 };

/* Of a problem whose keys were spoilt, how many, of either kind: keys one past the last, and the greatest number. */
struct corrupted {
    uint64_t next, greatest, others;
};

/* `were`: the keys before. The others are none. */
static struct corrupted count_corrupted(const struct load *load, const struct item_keys *were)
{
    struct given given = given_to(load);
    struct corrupted corrupted = {0};
    uint64_t keys = load->job.keys, items = load->arena.side[ARENA_INPUT].count;
    for (uint64_t i = 0; i < items; i++) {
        uint32_t key = key_given(&given, i);
        corrupted.next += key == keys;
        corrupted.greatest += key == UINT32_MAX;
        corrupted.others += key != keys && key != UINT32_MAX && key != were->key[i];
        corrupted.others += key != load->keys.key[i]; /* by which the oracle leaves items out */
    }
    return corrupted;
}

/* Every fourth key or so, half of them of either kind; of all items together in one problem of 8. Of the others' 22,000
 * items a share of 0.25 is 0.003 off, on average. Seeds lie as far apart as the items, which are added to them. */
static bool keys_past_the_last_are_drawn_as_often(struct fixture *fixture, struct finding *finding)
{
    uint64_t whole = 0, some = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        char line[128];
        struct test_case checked;
        snprintf(line, sizeof line,
                 "keys_past_the_last_are_left_out.keyed_stream keyed/add_u32/%d#3:uniform:%" PRIx64
                 "/soa/any:%" PRIx64,
                 SPOILT, seed * SPOILT, seed);
        struct item_keys were = {0};
        if (!judge_right(fixture, line, &checked, finding) ||
            !item_keys_fill(&were, &checked.problem, &finding->first_at))
            return false;
        struct corrupted corrupted = count_corrupted(&fixture->load[LOAD_CASE], &were);
        item_keys_free(&were);
        bool all = corrupted.next + corrupted.greatest == SPOILT;
        uint64_t least = all ? SPOILT / 3 : SPOILT / 16, most = all ? SPOILT : SPOILT / 4;
        whole += all;
        some += all ? 0 : corrupted.next + corrupted.greatest;
        if (corrupted.others || corrupted.next < least || corrupted.next > most ||
            corrupted.greatest < least || corrupted.greatest > most)
            return text_say(&finding->first_at,
                            "%s: expected every fourth key to be spoilt, got %" PRIu64
                            " one past the last, %" PRIu64 " of the greatest number and %" PRIu64
                            " that are neither",
                            line, corrupted.next, corrupted.greatest, corrupted.others);
    }
    double share = (double)some / (double)((SEEDS - whole) * SPOILT);
    if (share < 0.238 || share > 0.262)
        return text_say(&finding->first_at, "a share of %.3f of the keys is spoilt, expected 0.25", share);
    return (whole >= 2 && whole <= SEEDS / 4) ||
           text_say(&finding->first_at,
                    "of %d problems all keys are spoilt in %" PRIu64 ", expected every eighth", SEEDS, whole);
}

/* The one item that stands for all has one key, which the oracle takes for all. */
static bool key_of_one_item_is_drawn_past_the_last(struct fixture *fixture, struct finding *finding)
{
    uint64_t corrupted = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        char line[128];
        struct test_case checked;
        const struct load *load = &fixture->load[LOAD_CASE];
        snprintf(line, sizeof line,
                 "keys_past_the_last_are_left_out.keyed_stream keyed/add_u32/5#3:uniform:%" PRIx64
                 "/one/any:1",
                 seed);
        if (!judge_right(fixture, line, &checked, finding)) return false;
        struct given given = given_to(load);
        uint32_t key = key_given(&given, 0);
        for (uint64_t i = 1; i < 5; i++)
            if (load->keys.key[i] != load->keys.key[0] || load->keys.key[i] != key)
                return text_say(&finding->first_at, "%s: item %" PRIu64 " has another key than the first",
                                line, i);
        corrupted += key >= 3;
    }
    return (corrupted >= SEEDS / 8 && corrupted <= SEEDS / 2) ||
           text_say(&finding->first_at, "of %d problems with one item its key is spoilt in %" PRIu64, SEEDS,
                    corrupted);
}

/* ---- params of a row ---- */

/* Sums whose identity, and the low digit of whose items, is the argument: a + b - by. */
static void by_fill(const int64_t *args, void *params)
{
    put_u32((uint32_t)args[0], params);
}

static void by_identity(const void *params, void *state)
{
    put_u32(u32_at(params), state);
}

static void by_combine(const void *params, const void *left, const void *right, void *result)
{
    put_u32(u32_at(left) + u32_at(right) - u32_at(params), result);
}

static void by_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    (void)index;
    put_u32((uint32_t)bits / 16 * 16 + u32_at(params), input);
}

static struct op_line shifted_sums(void)
{
    struct op_line line = {.op = *op_find("add_u32"), .input = "u32", .state = "u32", .mapout = ""};
    line.input_size = line.state_size = sizeof(uint32_t);
    line.op.name = "shifted_sum";
    line.op.laws = LAW_EXACT | LAW_COMMUTES;
    line.op.has_params = true;
    line.op.params_size = sizeof(uint32_t);
    line.op.params = by_fill;
    line.op.identity = by_identity;
    line.op.neutral = by_identity;
    line.op.combine = by_combine;
    line.op.value = by_value;
    line.headed_args[1] = (struct op_arg){"by", 1, 15, 3};
    return line;
}

static const char *const by_row[] = {
    "keyed_equals_oracle.keyed_stream keyed/shifted_sum(by=7)/3x4#2/soa/any:1",
    "empty_rows_give_identity.reduce_auto reduce/shifted_sum/5x0/soa/any:1/vary:0",
    "empty_rows_give_identity.reduce_auto reduce/shifted_sum(by=7)/5x0/soa/any:1",
    "segreduce_equals_last_of_segscan.reduce_auto reduce/shifted_sum/[0,2,0,1,0]/soa/any:1/vary:0",
    "empty_keys_give_identity.keyed_stream keyed/shifted_sum/5x2#5/soa/any:1/vary:0",
    "empty_keys_give_identity.keyed_stream keyed/shifted_sum(by=7)/2#5/soa/any:1",
    "distinct_keys_are_a_scatter.keyed_stream keyed/shifted_sum(by=7)/2x2#5/soa/any:1/with:step=2",
    "keys_are_independent.keyed_stream keyed/shifted_sum(by=7)/6#3/soa/any:1/with:key=1",
};

static bool own_params_are_passed(struct fixture *fixture, struct finding *finding)
{
    static const char line[] =
        "rows_with_keys_are_independent.keyed_stream keyed/shifted_sum/5x2#2/soa/any:1/vary:0/with:row=1";
    struct test_case checked;
    for (size_t l = 0; l < sizeof by_row / sizeof by_row[0]; l++)
        if (!judge_right(fixture, by_row[l], &checked, finding)) return false;
    if (!judge_right(fixture, line, &checked, finding)) return false;
    struct given given = given_to(&fixture->load[LOAD_OTHER]);
    for (uint64_t i = 0; i < 10; i++) {
        uint32_t by;
        if (i / 2 == 1) continue; /* its row is the one that stays */
        problem_params(&checked.problem, i / 2, &by);
        if (number_given(&given, i) % 16 != by)
            return text_say(&finding->first_at, "%s: item %" PRIu64 " is not made with the params of its row",
                            line, i);
    }
    return true;
}

static bool identity_has_the_params_of_its_row(struct finding *finding)
{
    struct op_line line = shifted_sums();
    if (!op_register(&line, 1, &finding->first_at)) return false;
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    bool good = fixture && own_params_are_passed(fixture, finding);
    if (fixture) properties_close(fixture);
    op_forget(1);
    return good;
}

static const struct unit_test tests[] = {TEST(first_launch_has_its_items), TEST(second_launch_has_its_items),
                                         TEST(keys_past_the_last_are_drawn_as_often),
                                         TEST(key_of_one_item_is_drawn_past_the_last),
                                         TEST(identity_has_the_params_of_its_row)};
UNIT(keyed, tests);
