/* SPDX-License-Identifier: MIT
 * A draw's three sources, and the kinds of choices that are made of draw_below. */
#include "draw.h"

#include <assert.h>

#include "data.h"

void draw_from_seed(struct draw *draw, uint64_t seed)
{
    *draw = (struct draw){.source = DRAW_SEED, .state = splitmix64(seed)};
}

void draw_from_choices(struct draw *draw, const uint64_t *values, size_t count)
{
    *draw = (struct draw){.source = DRAW_CHOICES, .values = values, .length = count};
}

void draw_from_bytes(struct draw *draw, const void *bytes, size_t length)
{
    *draw = (struct draw){.source = DRAW_BYTES, .bytes = bytes, .length = length};
}

static uint64_t next_word(struct draw *draw)
{
    draw->state += 0x9e3779b97f4a7c15U;
    return splitmix64(draw->state);
}

/* Words below 2^64 mod bound are thrown away, so that every value is equally likely. */
static uint64_t next_below(struct draw *draw, uint64_t bound)
{
    uint64_t word = next_word(draw);
    if (bound == 0) return word;
    uint64_t surplus = (0 - bound) % bound;
    while (word < surplus)
        word = next_word(draw);
    return word % bound;
}

static uint64_t next_from_bytes(struct draw *draw, uint64_t bound)
{
    uint64_t word = 0;
    uint64_t most = bound - 1; /* bound 0: all ones, as it should be */
    for (int shift = 0; shift < 64 && most >> shift; shift += 8)
        if (draw->used < draw->length) word |= (uint64_t)draw->bytes[draw->used++] << shift;
    return bound ? word % bound : word;
}

static uint64_t next_recorded(struct draw *draw, uint64_t bound)
{
    if (draw->used == draw->length) return 0;
    uint64_t value = draw->values[draw->used++];
    return bound ? value % bound : value;
}

uint64_t draw_below(struct draw *draw, uint64_t bound)
{
    if (draw->count == MAX_DRAWS) return 0;
    uint64_t value = draw->source == DRAW_SEED      ? next_below(draw, bound)
                     : draw->source == DRAW_CHOICES ? next_recorded(draw, bound)
                                                    : next_from_bytes(draw, bound);
    draw->made[draw->count++] = (struct choice){value, bound};
    return value;
}

uint64_t draw_next(struct draw *draw, uint64_t count)
{
    if (!draw->numbered) return draw_below(draw, count);
    draw->listed = true;
    draw->over = draw->number >= count;
    return draw->over ? 0 : draw->number;
}

uint64_t draw_bits(struct draw *draw, int bits)
{
    assert(bits >= 0 && bits <= 64);
    return draw_below(draw, bits == 64 ? 0 : (uint64_t)1 << bits);
}

uint64_t draw_between(struct draw *draw, uint64_t least, uint64_t most)
{
    assert(least <= most);
    return least + draw_below(draw, most - least + 1);
}

/* Choices 0, 1, 2 ... go usual, +1, -1, +2, -2 ... until one side ends; the rest lie on the other side. */
int64_t draw_signed(struct draw *draw, int64_t least, int64_t usual, int64_t most)
{
    assert(least <= usual && usual <= most);
    uint64_t above = (uint64_t)most - (uint64_t)usual;
    uint64_t below = (uint64_t)usual - (uint64_t)least;
    uint64_t both = above < below ? above : below;
    uint64_t choice = draw_below(draw, above + below + 1);
    uint64_t from_usual;
    if (choice <= 2 * both)
        from_usual = choice % 2 ? choice / 2 + 1 : 0 - choice / 2;
    else
        from_usual = above > below ? choice - both : 0 - (choice - both);
    return (int64_t)((uint64_t)usual + from_usual);
}

bool draw_chance(struct draw *draw, uint64_t times, uint64_t of)
{
    assert(of > 0 && times <= of);
    return draw_below(draw, of) >= of - times;
}

size_t draw_weighted(struct draw *draw, const unsigned *weight, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight[i];
    assert(sum > 0);
    uint64_t left = draw_below(draw, sum);
    size_t index = 0;
    while (left >= weight[index])
        left -= weight[index++];
    return index;
}

uint64_t draw_size(struct draw *draw, uint64_t most)
{
    int widest = 0;
    while (widest < 64 && most >> widest)
        widest++;
    int bits = (int)draw_below(draw, (uint64_t)widest + 1);
    uint64_t size = draw_bits(draw, bits);
    return size <= most ? size : most;
}

uint64_t draw_edge(struct draw *draw, uint64_t unit, uint64_t most_units)
{
    assert(unit > 0);
    uint64_t edge = draw_between(draw, 0, most_units) * unit;
    uint64_t side = draw_below(draw, 3);
    if (side == 1) return edge + 1;
    return side == 2 && edge > 0 ? edge - 1 : edge;
}
