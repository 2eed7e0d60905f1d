/* SPDX-License-Identifier: MIT */

#include <inttypes.h>
#include <string.h>

#include "draw.h"
#include "unit.h"

static struct draw from_choices(const uint64_t *values, size_t count)
{
    struct draw draw;
    draw_from_choices(&draw, values, count);
    return draw;
}

static bool say_draw(const char *call, int64_t choice, int64_t expected, int64_t got, struct finding *finding)
{
    return text_say(&finding->first_at, "%s, choice %" PRId64 ": expected %" PRId64 ", got %" PRId64, call,
                    choice, expected, got);
}

/* What one choice gives, or two; past the last choice every one is 0. */
static bool choices_give_the_typed_values(struct finding *finding)
{
    static const int64_t around_0[] = {0, 1, -1, 2, -2, 3, -3}, around_8[] = {8, 9, 7, 10, 6, 5, 4};
    static const unsigned weight[] = {1, 0, 3};
    static const size_t weighed[] = {0, 2, 2, 2, 0, 2}; /* the last two modulo the sum of weights */
    static const uint64_t edge[][4] = {{10, 0, 0, 0},  {10, 0, 1, 1},  {10, 0, 2, 0},  {10, 2, 0, 20},
                                       {10, 2, 1, 21}, {10, 2, 2, 19}, {10, 3, 2, 29}, {10, 4, 0, 0},
                                       {10, 2, 3, 20}, {10, 2, 4, 21}, {1, 1, 2, 0},   {1, 3, 1, 4}};
    for (uint64_t c = 0; c < 7; c++) {
        struct draw low = from_choices(&c, 1), high = from_choices(&c, 1), chance = from_choices(&c, 1);
        int64_t a = draw_signed(&low, -3, 0, 3), b = draw_signed(&high, 4, 8, 10);
        if (a != around_0[c]) return say_draw("draw_signed around 0", (int64_t)c, around_0[c], a, finding);
        if (b != around_8[c]) return say_draw("draw_signed around 8", (int64_t)c, around_8[c], b, finding);
        if (draw_chance(&chance, 2, 7) != (c >= 5))
            return say_draw("draw_chance of 2 in 7", (int64_t)c, c >= 5, c < 5, finding);
    }
    for (uint64_t c = 0; c < 6; c++) {
        struct draw draw = from_choices(&c, 1);
        size_t got = draw_weighted(&draw, weight, 3);
        if (got != weighed[c])
            return say_draw("draw_weighted", (int64_t)c, (int64_t)weighed[c], (int64_t)got, finding);
        if (draw_below(&draw, 9))
            return say_draw("draw_below past the last choice", (int64_t)c, 0, 1, finding);
    }
    for (size_t e = 0; e < sizeof edge / sizeof edge[0]; e++) {
        struct draw draw = from_choices(edge[e] + 1, 2);
        uint64_t got = draw_edge(&draw, edge[e][0], 3);
        if (got != edge[e][3])
            return say_draw("draw_edge", (int64_t)e, (int64_t)edge[e][3], (int64_t)got, finding);
    }
    return true;
}

/* First how many bits, then the bits; more than the most is the most. */
static bool size_draws_bits_first(struct finding *finding)
{
    static const uint64_t size[][4] = {
        {1000, 0, 0, 0},
        {1000, 1, 1, 1},
        {1000, 4, 9, 9},
        {1000, 10, 700, 700},
        {1000, 10, 1023, 1000},
        {1000, 11, 5, 0}, /* modulo 11: no number has more than 10 bits */
        {UINT64_MAX, 1, 1, 1},
        {UINT64_MAX, 64, 5, 5},
        {UINT64_MAX, 64, UINT64_MAX, UINT64_MAX},
        {UINT64_MAX, 65, 5, 0},
        {0, 1, 5, 0},
    };
    for (size_t z = 0; z < sizeof size / sizeof size[0]; z++) {
        struct draw draw = from_choices(size[z] + 1, 2);
        uint64_t got = draw_size(&draw, size[z][0]);
        if (got != size[z][3])
            return say_draw("draw_size", (int64_t)z, (int64_t)size[z][3], (int64_t)got, finding);
    }
    return true;
}

static bool is_new(const struct draw *draw, enum draw_source source)
{
    return draw->source == source && draw->count == 0 && draw->used == 0 && !draw->numbered &&
           !draw->listed && !draw->over && draw->number == 0;
}

/* Whatever was in its memory, a draw begins without choices and without a number. */
static bool draw_begins_without_choices(struct finding *finding)
{
    static const uint64_t values[] = {3};
    struct draw draw[3];
    memset(draw, 0xa5, sizeof draw);
    draw_from_seed(&draw[0], 1);
    draw_from_choices(&draw[1], values, 1);
    draw_from_bytes(&draw[2], "\x05", 1);
    for (int d = 0; d < 3; d++)
        if (!is_new(&draw[d], (enum draw_source)d))
            return say_draw("a draw that begins, of source", d, 0, (int64_t)draw[d].count, finding);
    uint64_t second = draw_below(&draw[1], 9), third = draw_below(&draw[2], 9);
    return (second == 3 && third == 5) ||
           say_draw("draw_below of a draw that begins", 0, 3, (int64_t)second, finding);
}

/* A seed gives the same choices again, another seed others; and of 16 not all are alike. */
static bool seed_repeats_its_choices(struct finding *finding)
{
    struct draw first, again, other;
    uint64_t alike = 0, same = 0;
    draw_from_seed(&first, 1);
    draw_from_seed(&again, 1);
    draw_from_seed(&other, 2);
    for (int d = 0; d < 16; d++) {
        uint64_t value = draw_below(&first, 0);
        if (draw_below(&again, 0) != value)
            return say_draw("draw_below of the same seed", d, (int64_t)value, 0, finding);
        same += draw_below(&other, 0) == value;
        alike += value == first.made[0].value;
    }
    return (same == 0 && alike == 1) ||
           say_draw("draw_below of two seeds, alike", 16, 0, (int64_t)(same + alike - 1), finding);
}

/* The words of SplitMix64: as published for the state 0, which is that of the seed 0; and of the seed 1. */
static bool splitmix64_gives_the_published_words(struct finding *finding)
{
    static const uint64_t words[2][3] = {{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
                                         {0xbfef8030ddc2d772, 0x5f552ce482f2aa47, 0x70335fc3daf3d8a7}};
    for (uint64_t seed = 0; seed < 2; seed++) {
        struct draw draw;
        draw_from_seed(&draw, seed);
        for (int d = 0; d < 3; d++) {
            uint64_t got = draw_below(&draw, 0);
            if (got != words[seed][d])
                return say_draw("words of a seed", d, (int64_t)words[seed][d], (int64_t)got, finding);
        }
    }
    return true;
}

/* Of 3 * 2^62 values each is as likely as the others: the first 2^62 of all words are thrown away, and the next one
 * counts. Of each state the next word is known. */
static bool surplus_is_thrown_away(struct finding *finding)
{
    static const uint64_t bound = (uint64_t)3 << 62;
    static const struct {
        uint64_t state, value;
    } words[] = {
        {0x61c8864680b583eb, 0x2220a8397b1dcdaf}, /* 0, and e220a8397b1dcdaf behind it */
        {0x26253f99a4967d1a, 0x1dbd0566e3847ad5}, /* 2^62 - 1, and ddbd0566e3847ad5 */
        {0x7d6c2e9076b45a87, 0x4000000000000000}, /* 2^62 */
        {0x84470f02ad49dad7, 0xbfffffffffffffff}, /* 3 * 2^62 - 1 */
        {0x1bdd74c759b0bdb7, 0},                  /* 3 * 2^62 */
        {0x31628af67b2131ab, 0x3fffffffffffffff}, /* 2^64 - 1 */
    };
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
        struct draw draw;
        draw_from_seed(&draw, 0);
        draw.state = words[w].state;
        uint64_t got = draw_below(&draw, bound);
        if (got != words[w].value || draw.count != 1)
            return say_draw("draw_below of 3 * 2^62", (int64_t)w, (int64_t)words[w].value, (int64_t)got,
                            finding);
    }
    return true;
}

/* Around 0, where one side ends before the other: -1, the lesser, and then above alone. */
static bool signed_draw_alternates_around_the_usual(struct finding *finding)
{
    static const int64_t low[] = {0, 1, -1, 2, 3, 4}, high[] = {0, 1, -1, -2, -3, -4};
    for (uint64_t c = 0; c < 6; c++) {
        struct draw above = from_choices(&c, 1), below = from_choices(&c, 1);
        int64_t a = draw_signed(&above, -1, 0, 4), b = draw_signed(&below, -4, 0, 1);
        if (a != low[c]) return say_draw("draw_signed from -1 to 4", (int64_t)c, low[c], a, finding);
        if (b != high[c]) return say_draw("draw_signed from -4 to 1", (int64_t)c, high[c], b, finding);
    }
    return true;
}

/* Choices behind the last are none, whatever lies there; and cases that are numbered go by their number. */
static bool choices_behind_the_last_are_zero(struct finding *finding)
{
    static const uint64_t values[] = {3, 7, 7};
    struct draw draw = from_choices(values, 1);
    uint64_t first = draw_below(&draw, 9), second = draw_below(&draw, 9);
    if (first != 3 || second != 0)
        return say_draw("draw_below of one choice", 1, 0, (int64_t)second, finding);
    for (uint64_t number = 0; number < 4; number++) {
        struct draw numbered = from_choices(values, 3);
        numbered.numbered = true;
        numbered.number = number;
        uint64_t got = draw_next(&numbered, 2);
        if (numbered.over != (number >= 2) || !numbered.listed || (!numbered.over && got != number))
            return say_draw("draw_next of two, number", (int64_t)number, (int64_t)number, (int64_t)got,
                            finding);
    }
    struct draw plain = from_choices((const uint64_t[]){1}, 1), many;
    if (draw_next(&plain, 2) != 1 || plain.listed || plain.over)
        return say_draw("draw_next without a number", 1, 1, 0, finding);
    draw_from_seed(&many, 1);
    for (size_t d = 0; d < MAX_DRAWS; d++)
        draw_below(&many, 1000);
    if (draw_below(&many, 1000) || many.count != MAX_DRAWS)
        return say_draw("draw_below after the most draws", 0, 0, 1, finding);
    return draw_next(&draw, 2) == 0 || say_draw("draw_next past the last choice", 0, 0, 1, finding);
}

static bool bytes_give(const unsigned char *bytes, size_t length, const uint64_t (*draws)[2], int64_t count,
                       struct finding *finding)
{
    struct draw draw;
    draw_from_bytes(&draw, bytes, length);
    for (int64_t b = 0; b < count; b++) {
        uint64_t got = draw_below(&draw, draws[b][0]);
        if (got != draws[b][1])
            return say_draw("draw_below of bytes", b, (int64_t)draws[b][1], (int64_t)got, finding);
    }
    return true;
}

/* As few bytes as a bound needs, least significant first; past the last one, 0, whatever lies there. */
static bool bytes_are_read_least_significant_first(struct finding *finding)
{
    static const unsigned char few[] = {0x05, 0x01, 0x17, 0xff, 0x77, 0x77},
                               many[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const uint64_t of_few[][2] = {{1000, 0x105}, {10, 3}, {256, 0xff}, {1000, 0}, {256, 0}},
                          of_many[][2] = {{0, 0x0807060504030201}, {256, 9}, {257, 10}};
    return bytes_give(few, 4, of_few, 5, finding) && bytes_give(many, sizeof many, of_many, 3, finding) &&
           bytes_give(few, 1, (const uint64_t[][2]){{256, 5}, {256, 0}}, 2, finding);
}

static const struct unit_test tests[] = {TEST(choices_give_the_typed_values),
                                         TEST(size_draws_bits_first),
                                         TEST(draw_begins_without_choices),
                                         TEST(seed_repeats_its_choices),
                                         TEST(splitmix64_gives_the_published_words),
                                         TEST(surplus_is_thrown_away),
                                         TEST(signed_draw_alternates_around_the_usual),
                                         TEST(choices_behind_the_last_are_zero),
                                         TEST(bytes_are_read_least_significant_first)};
UNIT(draw, tests);
