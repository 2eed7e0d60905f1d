/* SPDX-License-Identifier: MIT
 * How keys fall, and how their items are placed, against the sentences of docs/guide/line.md; a counting sort by comparing
 * all pairs. */
#include "unit.h"
#include "keys.h"

#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 9, ITEMS = 300, LONGEST_RUN = 16 };

static bool say_keys(struct finding *finding, const struct shape *shape, const char *words)
{
    return text_say(&finding->first_at, "%" PRIu64 " keys, distribution %d, seed %" PRIx64 ": %s",
                    shape->keys, (int)shape->dist, shape->seed, words);
}

/* Which keys occur, by bits; and the shortest run that others stand around. */
static bool look_at(const struct shape *shape, struct finding *finding)
{
    uint64_t seen = 0, run = 1, shortest = ITEMS;
    for (uint64_t i = 0; i < ITEMS; i++) {
        uint64_t key = shape_key(shape, i), before = i ? shape_key(shape, i - 1) : key;
        if (key >= shape->keys) return say_keys(finding, shape, "a key that there is none of");
        if (shape->dist == DIST_SORTED && key < before) return say_keys(finding, shape, "keys fall");
        if (i && key == before) run++;
        if (i && key != before) {
            if (run < shortest) shortest = run;
            run = 1;
        }
        seen |= (uint64_t)1 << key;
    }
    for (uint64_t pair = 0; shape->dist == DIST_HALFEMPTY && 2 * pair + 1 < shape->keys; pair++)
        if ((seen >> 2 * pair & 3) == 3) return say_keys(finding, shape, "both keys of a pair");
    uint64_t length = 1 + splitmix64(shape->seed) % LONGEST_RUN;
    if (shape->dist == DIST_RUNS && shape->keys > 1 && shortest % length != 0)
        return say_keys(finding, shape, "runs of another length than the seed's");
    return true;
}

static bool keys_fall_as_documented(struct finding *finding)
{
    for (int dist = 0; dist <= DIST_RUNS; dist++)
        for (uint64_t keys = 1; keys <= MOST_KEYS; keys++)
            for (uint64_t seed = 0; seed < 8; seed++) {
                const struct shape shape = {.form = SHAPE_DIMS,
                                            .count = 1,
                                            .size = {ITEMS},
                                            .keys = keys,
                                            .has_dist = true,
                                            .dist = (enum dist)dist,
                                            .seed = seed};
                if (!look_at(&shape, finding)) return false;
            }
    return true;
}

/* An item's place: as many items lie before it as have a lesser row or key, or the same and a lesser number. */
static uint64_t place_of(const struct item_keys *keys, uint64_t item)
{
    uint64_t place = 0, items = keys->rows * keys->length;
    for (uint64_t other = 0; other < items; other++) {
        uint64_t row = item / keys->length, its_row = other / keys->length;
        bool lower =
            keys->key[other] < keys->key[item] || (keys->key[other] == keys->key[item] && other < item);
        place += its_row < row || (its_row == row && lower);
    }
    return place;
}

static bool places_keep_the_order_of_items(struct finding *finding)
{
    struct item_keys keys = {0};
    struct problem problem;
    bool good = problem_parse("keyed/add_u32/3x20#5:uniform:7/soa/any:1", &problem, &finding->first_at) &&
                item_keys_fill(&keys, &problem, &finding->first_at);
    for (uint64_t i = 0; good && i < 60; i++)
        if (keys.place[i] != place_of(&keys, i))
            good = text_say(&finding->first_at,
                            "item %" PRIu64 " of 3x20#5: expected place %" PRIu64 ", got %" PRIu64, i,
                            place_of(&keys, i), keys.place[i]);
    item_keys_free(&keys);
    return good;
}

/* Where the items of two rows go, and where those of each key begin and end. Behind a list keys are 0; of `one` each
 * item is the first. */
static const struct {
    const char *line;
    uint32_t key[8];
    uint64_t place[8], first[7];
} sorted[] = {
    {"keyed/add_u32/2x4#3:2,0,2,1,1,1,0/soa/any:1",
     {2, 0, 2, 1, 1, 1, 0, 0},
     {2, 0, 3, 1, 6, 7, 4, 5},
     {0, 1, 2, 4, 6, 8, 8}},
    {"keyed/add_u32/2x4#3:1,0/one>soa/any:1",
     {1, 1, 1, 1, 1, 1, 1, 1},
     {0, 1, 2, 3, 4, 5, 6, 7},
     {0, 0, 4, 4, 4, 8, 8}},
};

static bool is_sorted(const struct item_keys *keys, size_t at, const char *from, struct finding *finding)
{
    bool good = keys->rows == 2 && keys->length == 4 && keys->keys == 3;
    for (int i = 0; good && i < 8; i++)
        good = keys->key[i] == sorted[at].key[i] && keys->place[i] == sorted[at].place[i];
    for (int f = 0; good && f < 7; f++)
        good = keys->first[f] == sorted[at].first[f];
    return good || text_say(&finding->first_at, "%s, keys %s: they, or their places, are not those by hand",
                            sorted[at].line, from);
}

/* In memory that is new, that was used by more items and keys, and of keys from elsewhere, among other numbers. */
static bool keys_are_sorted(struct finding *finding)
{
    struct item_keys keys = {0};
    struct problem problem, more;
    bool good = problem_parse("keyed/add_u32/3x20#5:uniform:7/soa/any:1", &more, &finding->first_at);
    for (size_t at = 0; good && at < sizeof sorted / sizeof sorted[0]; at++) {
        uint32_t given[8][3];
        for (int i = 0; i < 8; i++)
            given[i][0] = sorted[at].key[i], given[i][1] = given[i][2] = 77;
        good = problem_parse(sorted[at].line, &problem, &finding->first_at) &&
               item_keys_fill(&keys, &problem, &finding->first_at) &&
               is_sorted(&keys, at, "of a line", finding) &&
               item_keys_fill(&keys, &more, &finding->first_at) &&
               item_keys_take(&keys, &problem, given, sizeof given[0], &finding->first_at) &&
               is_sorted(&keys, at, "from elsewhere", finding);
        item_keys_free(&keys);
    }
    return good;
}

/* Memory that is there, and problems that want more than there can be: of one, of the others, or of results that do not
 * fit 64 bits. No number of them is made. */
static const struct {
    const char *line;
    uint64_t keys; /* 0: as in the line */
    bool key, place, first;
    uint64_t items, results;
} endless[] = {
    {"keyed/add_u32/4611686018427387904#2/soa/any:1", 0, false, true, false, (uint64_t)1 << 62, 2},
    {"keyed/add_u32/4611686018427387904#2/soa/any:1", 0, true, false, false, (uint64_t)1 << 62, 2},
    {"keyed/add_u32/2305843009213693952x0#1/soa/any:1", 0, false, false, false, 0, (uint64_t)1 << 61},
    {"keyed/add_u32/4294967296x0#1/soa/any:1", (uint64_t)1 << 32, false, false, false, 0, 0},
};

static bool keys_without_memory_say_so(struct finding *finding)
{
    for (size_t at = 0; at < sizeof endless / sizeof endless[0]; at++) {
        char words[128];
        struct text why = {0};
        struct problem problem;
        struct item_keys keys = {.key = endless[at].key ? malloc(64) : NULL,
                                 .place = endless[at].place ? malloc(64) : NULL};
        if (keys.key || keys.place) keys.item_room = INT64_MAX; /* as if there were as much */
        if (!problem_parse(endless[at].line, &problem, &finding->first_at)) return false;
        if (endless[at].keys) problem.shape.keys = endless[at].keys;
        snprintf(words, sizeof words,
                 "no host memory for the keys of %" PRIu64 " items and for %" PRIu64 " results",
                 endless[at].items, endless[at].results);
        bool filled = item_keys_fill(&keys, &problem, &why);
        bool empty = !keys.key && !keys.place && !keys.first && !keys.item_room && !keys.first_room &&
                     !keys.rows && !keys.length && !keys.keys;
        item_keys_free(&keys);
        if (filled || !empty || strcmp(why.at, words) != 0)
            return text_say(&finding->first_at, "%s: expected '%s', got %s%s'%s'", endless[at].line, words,
                            filled ? "keys " : "", empty ? "" : "memory ", why.at);
    }
    return true;
}

/* Memory of few items is made anew for many, and none is kept. */
static bool keys_free_their_memory(struct finding *finding)
{
    struct item_keys keys = {0};
    struct problem few, more;
    size_t heap = 0;
    bool good = problem_parse("keyed/add_u32/20000#20000/soa/any:1", &few, &finding->first_at) &&
                problem_parse("keyed/add_u32/100000#100000/soa/any:1", &more, &finding->first_at);
    for (int round = 0; good && round < 4; round++) {
        if (round == 1) heap = heap_in_use();
        good = item_keys_fill(&keys, &few, &finding->first_at) &&
               item_keys_fill(&keys, &more, &finding->first_at);
        for (uint64_t i = 0; good && i < 100000; i += 999)
            good = (keys.key[i] == i && keys.place[i] == i && keys.first[i] == i) ||
                   text_say(&finding->first_at,
                            "100000 items of a key each, behind 20000: item %" PRIu64 " has another", i);
        item_keys_free(&keys);
    }
    return good && (heap_in_use() < heap + 30000 ||
                    text_say(&finding->first_at, "keys that are freed keep %zu bytes", heap_in_use() - heap));
}

/* Problems one behind the other in the same memory: more items or more results than it has room for, or fewer. */
static const struct {
    uint64_t rows, length, keys;
} fills[] = {{1, 5, 2000},  {1, 1500, 3},      {1, 30000, 3}, {1, 10, 1}, {2, 20000, 2},
             {3, 7, 1},     {1, 1000, 5000},   {1, 9, 9000},  {0, 9, 4},  {1, 9000, 20000},
             {2, 0, 30000}, {1, 60000, 60000}, {1, 5, 30000}};

/* Keys take turns; of two rows each begins with key 0, so that as many items as there are keys are the first of theirs,
 * and have its first place. */
static bool fill_is_right(const struct item_keys *keys, size_t at, struct finding *finding)
{
    uint64_t rows = fills[at].rows, length = rows ? fills[at].length : 0, items = rows * length;
    bool good = keys->rows == rows && keys->length == length && keys->keys == fills[at].keys &&
                keys->first[rows * fills[at].keys] == items;
#ifdef __GLIBC__
    good = good && malloc_usable_size(keys->key) >= items * sizeof *keys->key &&
           malloc_usable_size(keys->place) >= items * sizeof *keys->place &&
           malloc_usable_size(keys->first) >= (rows * fills[at].keys + 1) * sizeof *keys->first;
#endif
    for (uint64_t i = 0; good && i < items; i++) {
        uint64_t key = i % fills[at].keys, first = keys->first[i / length * fills[at].keys + key];
        good = keys->key[i] == key && keys->place[i] < items &&
               (i % length >= fills[at].keys || keys->place[i] == first);
    }
    return good || text_say(&finding->first_at,
                            "fill %zu, of %" PRIu64 "x%" PRIu64 " items and %" PRIu64
                            " keys: its memory, or what lies there, is not its own",
                            at, rows, fills[at].length, fills[at].keys);
}

static bool memory_fits_each_fill(struct finding *finding)
{
    struct item_keys keys = {0};
    bool good = true;
    for (size_t at = 0; good && at < sizeof fills / sizeof fills[0]; at++) {
        struct problem problem = {.what = WHAT_KEYED};
        problem.shape =
            (struct shape){.count = 2, .size = {fills[at].rows, fills[at].length}, .keys = fills[at].keys};
        good = item_keys_fill(&keys, &problem, &finding->first_at) && fill_is_right(&keys, at, finding);
    }
    item_keys_free(&keys);
    return good;
}

/* Items behind a list have key 0, and 0 for data, whatever stands behind the list. */
static bool lists_end(struct finding *finding)
{
    const struct shape shape = {
        .form = SHAPE_DIMS, .count = 1, .size = {5}, .keys = 9, .key_count = 2, .key = {7, 8, 6}};
    const struct data data = {.form = DATA_LITERAL, .count = 2, .literal = {7, 8, 6}};
    return (shape_key(&shape, 0) == 7 && shape_key(&shape, 1) == 8 && shape_key(&shape, 2) == 0 &&
            data_bits(&data, 0) == 7 && data_bits(&data, 1) == 8 && data_bits(&data, 2) == 0) ||
           text_say(&finding->first_at, "an item of a list, or the one behind it, is not as it was written");
}

static const struct unit_test tests[] = {TEST(keys_fall_as_documented),
                                         TEST(places_keep_the_order_of_items),
                                         TEST(keys_are_sorted),
                                         TEST(keys_without_memory_say_so),
                                         TEST(keys_free_their_memory),
                                         TEST(memory_fits_each_fill),
                                         TEST(lists_end)};
UNIT(keys, tests);
