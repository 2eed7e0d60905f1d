/* SPDX-License-Identifier: MIT */
#include "shares.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static uint64_t times_drawn(const struct share *share)
{
    uint64_t times = 0;
    for (uint64_t seed = 0; seed < DRAWS_MEASURED; seed++) {
        struct draw draw;
        draw_from_seed(&draw, splitmix64(seed));
        uint64_t number = share->of(&draw);
        times += share->from <= number && number <= share->to;
    }
    return times;
}

static bool say_share(const struct share *share, double times, double mean, double apart,
                      struct finding *finding)
{
    char to[32] = "or more";
    if (share->to != UINT64_MAX) snprintf(to, sizeof to, "to %" PRIu64, share->to);
    return text_say(&finding->first_at, "%s: of %d draws %.0f gave %" PRIu64 " %s, expected %.0f to %.0f",
                    share->words, DRAWS_MEASURED, times, share->from, to, fmax(ceil(mean - apart), 0),
                    floor(mean + apart));
}

bool share_is_right(const struct share *share, struct finding *finding)
{
    double mean = DRAWS_MEASURED * share->chance, apart = 4 * sqrt(mean * (1 - share->chance));
    double times = (double)times_drawn(share);
    return fabs(times - mean) <= apart || say_share(share, times, mean, apart, finding);
}
