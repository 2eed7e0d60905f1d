/* SPDX-License-Identifier: MIT */
#include "times_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 256 };

static bool skip(const char **at, const char *text)
{
    const char *place = *at;
    for (; *text; text++)
        if (*place++ != *text) return false;
    *at = place;
    return true;
}

/* Up to the quote that ends it: letters that stand for themselves. */
static bool take_text(const char **at, char *text, size_t room)
{
    const char *end = strchr(*at, '"');
    size_t length = end ? (size_t)(end - *at) : room;
    unsigned char odd = 0;
    if (length >= room) return false;
    for (size_t i = 0; i < length; i++)
        odd |= (unsigned char)((*at)[i] - ' ') > '~' - ' ' || (*at)[i] == '\\';
    memcpy(text, *at, length);
    text[length] = '\0';
    *at = end + 1;
    return !odd;
}

/* At most 18 digits behind those that `value` has; how many there are. */
static int take_digits(const char **at, uint64_t *value)
{
    const char *place = *at;
    uint64_t digits = *value;
    for (unsigned digit; place < *at + 18 && (digit = (unsigned)(*place - '0')) <= 9; place++)
        digits = 10 * digits + digit;
    int count = (int)(place - *at);
    *at = place;
    *value = digits;
    return count;
}

static bool take_count(const char **at, uint64_t *value)
{
    const char *first = *at;
    *value = 0;
    int count = take_digits(at, value);
    return count > 0 && count < 18 && (count == 1 || *first != '0');
}

/* Of a few digits and a small power of ten both are exact, and so is the one rounding of their product. */
static double real_of(const char *first, uint64_t digits, int power)
{
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits >> 53 || power < -22 || power > 22) return strtod(first, NULL);
    return power < 0 ? (double)digits / ten[-power] : (double)digits * ten[power];
}

static bool take_real(const char **at, double *value)
{
    const char *first = *at;
    uint64_t digits = 0, power = 0;
    int whole = take_digits(at, &digits), behind = 0;
    bool good = whole > 0 && (whole == 1 || *first != '0'), negative = false;
    if (good && skip(at, ".")) good = (behind = take_digits(at, &digits)) > 0;
    if (good && (skip(at, "e") || skip(at, "E"))) {
        negative = **at == '-';
        if (**at == '-' || **at == '+') (*at)++;
        int length = take_digits(at, &power);
        good = length > 0 && length < 4;
    }
    if (!good || whole + behind > 18) return false;
    *value = real_of(first, digits, (negative ? -(int)power : (int)power) - behind);
    return *value > 0 && isfinite(*value);
}

static bool take_samples(const char **at, struct times_line *line)
{
    double sample[MOST_SAMPLES];
    size_t count = 0;
    bool good = take_real(at, &sample[count++]);
    while (good && count < MOST_SAMPLES && skip(at, ", "))
        good = take_real(at, &sample[count++]);
    if (!good || !skip(at, "]")) return false;
    line->sample = malloc(count * sizeof *sample);
    if (line->sample) memcpy(line->sample, sample, count * sizeof *sample);
    line->samples = (int)count;
    return line->sample != NULL;
}

bool times_line_read(const char *text, struct times_line *line)
{
    line->sample = NULL;
    line->samples = 0;
    line->copy_rate = 0;
    bool good = skip(&text, "{\"kind\": \"times\", \"case\": \"") &&
                take_text(&text, line->timed, sizeof line->timed) &&
                skip(&text, ", \"unit\": \"s\", \"samples\": [") && take_samples(&text, line) &&
                skip(&text, ", \"items\": ") && take_count(&text, &line->items) &&
                skip(&text, ", \"bytes\": ") && take_count(&text, &line->bytes) &&
                (!skip(&text, ", \"copy_rate\": ") || take_real(&text, &line->copy_rate)) &&
                skip(&text, ", \"run\": \"") && take_text(&text, line->run, sizeof line->run) &&
                strcmp(text, "}") == 0;
    if (!good) free(line->sample);
    return good;
}
