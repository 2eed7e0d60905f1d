/* SPDX-License-Identifier: MIT
 * How keys fall, and how their items are placed, against the sentences of docs/line.md; a counting sort by comparing
 * all pairs. */
#include "checks.h"
#include "keys.h"

#include <inttypes.h>

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

static bool falls_are_right(struct finding *finding)
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

static bool places_are_right(struct finding *finding)
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

enum verdict keys_fall_as_documented_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    (void)context, (void)checked;
    return falls_are_right(finding) && places_are_right(finding) && lists_end(finding) ? VERDICT_PASS
                                                                                       : VERDICT_FAIL;
}
