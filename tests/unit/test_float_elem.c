/* SPDX-License-Identifier: MIT
 * Floats of 16 bits as doubles: all of them, and how numbers between two of them round. */
#include "float_elem.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static const enum elem halves[] = {ELEM_F16, ELEM_BF16};

/* What the bits mean by IEEE 754, without the conversions. */
static double meaning_of(enum elem elem, unsigned bits)
{
    int fraction = elem == ELEM_F16 ? 10 : 7, bias = elem == ELEM_F16 ? 15 : 127;
    int exponent = (int)((bits & 0x7fff) >> fraction), last = 2 * bias + 1;
    double digits = (double)(bits & ((1u << fraction) - 1));
    double magnitude = exponent == last ? (digits > 0 ? (double)NAN : (double)INFINITY)
                       : exponent == 0  ? ldexp(digits, 1 - bias - fraction)
                                        : ldexp(digits + ldexp(1, fraction), exponent - bias - fraction);
    return bits & 0x8000 ? -magnitude : magnitude;
}

static uint16_t put(enum elem elem, double value)
{
    uint16_t half;
    float_put(elem, value, &half);
    return half;
}

static bool every_half_is_what_it_means(size_t at, struct finding *finding)
{
    enum elem elem = halves[at];
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        uint16_t half = (uint16_t)bits;
        double expected = meaning_of(elem, bits), got = float_value(elem, &half);
        if (isnan(expected) ? !isnan(got) || !isnan(meaning_of(elem, put(elem, got))) : got != expected)
            return text_say(&finding->first_at, "0x%x: expected %g, got %g", bits, expected, got);
        if (!isnan(expected) && put(elem, expected) != half)
            return text_say(&finding->first_at, "%g: expected 0x%x, got 0x%x", expected, bits,
                            put(elem, expected));
    }
    return true;
}

/* Between two neighbours, the last of which may be infinite: below the middle, at it, above it, by the last digit of a double. */
static bool numbers_between_halves_round_once(size_t at, struct finding *finding)
{
    enum elem elem = halves[at];
    double most = float_kind_of(elem)->most;
    for (unsigned bits = 0; meaning_of(elem, bits) <= most; bits++) {
        double below = meaning_of(elem, bits), above = meaning_of(elem, bits + 1);
        if (isinf(above)) above = 2 * below - meaning_of(elem, bits - 1);
        double middle = below + (above - below) / 2;
        unsigned even = bits + (bits & 1);
        if (put(elem, nextafter(middle, 0)) != bits || put(elem, middle) != even ||
            put(elem, nextafter(middle, (double)INFINITY)) != bits + 1 ||
            put(elem, -middle) != (even | 0x8000))
            return text_say(&finding->first_at,
                            "around %.17g: expected 0x%x, 0x%x and 0x%x, got 0x%x, 0x%x and 0x%x", middle,
                            bits, even, bits + 1, put(elem, nextafter(middle, 0)), put(elem, middle),
                            put(elem, nextafter(middle, (double)INFINITY)));
    }
    return true;
}

static const struct unit_test tests[] = {ROWS(every_half_is_what_it_means, halves),
                                         ROWS(numbers_between_halves_round_once, halves)};
UNIT(float_elem, tests);
