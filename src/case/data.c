/* SPDX-License-Identifier: MIT
 * Well-mixed bits. */
#include "data.h"

#include <math.h>

#include "float_elem.h"

uint64_t splitmix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

uint64_t data_bits(const struct data *data, uint64_t i)
{
    uint64_t hash = splitmix64(data->seed + i * 0x9e3779b97f4a7c15U);
    switch (data->form) {
    case DATA_UNIT:
        return 0;
    case DATA_SMALL:
        return hash & 15;
    case DATA_ANY:
    case DATA_WILD:
        return hash;
    case DATA_LITERAL:
        break;
    case DATA_ONES:
    case DATA_POWERS:
        return 0;
    }
    return i < (uint64_t)data->count ? data->literal[i] : 0;
}

bool data_is_exact(const struct data *data)
{
    return data->form == DATA_ONES || data->form == DATA_POWERS;
}

static uint64_t stretch_hash(const struct data *data, uint64_t stretch)
{
    return splitmix64(data->seed + (stretch + 1) * 0x9e3779b97f4a7c15U);
}

/* On either side of a border of some power of two, large enough for an eighth of `most` items at most to be. */
static bool is_at_border(uint64_t at, uint64_t length, uint64_t most)
{
    uint64_t step = 64;
    while (length / step > most / 16)
        step *= 2;
    return at % step == 0 || (at + 1) % step == 0;
}

/* Of `most` items all but one, for one that is counted twice may make no more of `most` ones than they are; of more items seven
 * eighths of `most` at most, and a few more. */
static bool is_one(const struct data *data, uint64_t at, uint64_t length, uint64_t most)
{
    if (length == most) return at != 1 + stretch_hash(data, 0) % (length - 2);
    if (length < most || at == 0 || at == length - 1 || is_at_border(at, length, most)) return true;
    uint64_t items = length / (most / 4 * 3) + 1, stretch = at / items;
    return at % items == stretch_hash(data, stretch) % items;
}

/* Where a stretch has the item that is not 0; of `count` of them, with `items` each, the last may be longer. */
static uint64_t place_in_stretch(const struct data *data, uint64_t stretch, uint64_t items, uint64_t count,
                                 uint64_t length)
{
    if (stretch == 0) return 0;
    if (stretch == count - 1) return length - 1;
    return stretch * items + stretch_hash(data, stretch) % items;
}

/* The exponent of a stretch: none is that of another, for no step shares a factor with 8, 11, 24 or 53. */
static uint64_t exponent_of(const struct data *data, uint64_t stretch, uint64_t count)
{
    static const unsigned steps[] = {1, 5, 7, 11};
    unsigned step = steps[data->seed % 4];
    return (stretch * (count == step ? 3 : step) + data->seed / 4) % count;
}

double data_number(const struct data *data, uint64_t at, uint64_t length, int digits)
{
    uint64_t count = (uint64_t)digits;
    if (data->form == DATA_ONES) return is_one(data, at, length, (uint64_t)1 << digits);
    uint64_t items = length / count ? length / count : 1;
    uint64_t stretch = at / items < count ? at / items : count - 1;
    if (at != place_in_stretch(data, stretch, items, count, length)) return 0;
    return (double)((uint64_t)1 << exponent_of(data, stretch, count));
}

bool data_has_numbers(const struct data *data)
{
    return data_is_exact(data) || data->form == DATA_WILD;
}

/* What of a seed's sixteen kinds the wild items are. */
enum { ALL_MINUS_ZERO = 7, PLUS = 8, MINUS, BOTH = 11, NO_NUMBER = 13 };

static uint64_t kind_of_wild(const struct data *data)
{
    return splitmix64(data->seed) % 16;
}

bool data_has_nonfinite(const struct data *data)
{
    return data->form == DATA_WILD && kind_of_wild(data) >= PLUS;
}

void data_next_seed(struct data *data, bool finite)
{
    do
        data->seed++;
    while (finite && data_has_nonfinite(data));
}

bool data_wild_number(const struct data *data, uint64_t i, bool is_end, const struct float_kind *kind,
                      double *number)
{
    uint64_t row = kind_of_wild(data), hash = splitmix64(data->seed ^ ~(i * 0x9e3779b97f4a7c15U));
    uint64_t fractions = ((uint64_t)1 << (kind->digits - 1)) - 1, fraction = (hash >> 8) % fractions + 1;
    uint64_t of_all = is_end && row >= PLUS ? 8 : hash % 64;
    double sign = hash >> 63 ? -1 : 1;
    *number = -0.0;
    if (row == ALL_MINUS_ZERO || of_all < 3) return true;
    *number = of_all < 6 ? 0 : sign * ldexp(kind->least, 1 - kind->digits) * (double)fraction;
    if (of_all < 8) return true;
    if (of_all > 10 || row < PLUS) return false;
    *number = row < MINUS ? (double)INFINITY : row < BOTH ? -(double)INFINITY : sign * (double)INFINITY;
    if (row >= NO_NUMBER) *number = (double)NAN;
    return true;
}
