/* SPDX-License-Identifier: MIT */
#include "cards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double other_clock = 0.05; /* the least change that is reported */

/* A card at the ends of a side's runs, where it had worked. */
struct worked {
    const char *driver; /* the last one */
    double clock, temperature;
    size_t clocks, temperatures; /* that the means are of */
};

/* False without memory. */
static bool take_worked(const struct compared *side, const char *device, struct worked *worked)
{
    const struct history *history = side->history;
    bool *reported = calloc(history->runs.count + 1, sizeof *reported);
    *worked = (struct worked){.driver = ""};
    for (size_t i = reported ? history->cards.count : 0; i-- > 0;) {
        const struct past_card *card = &history->cards.at[i];
        if (!side->has[card->run] || strcmp(card->device, device) != 0 || reported[card->run]) continue;
        reported[card->run] = true; /* by its last line */
        if (!worked->driver[0]) worked->driver = card->driver;
        worked->clock += card->clock;
        worked->clocks += card->clock > 0;
        worked->temperature += card->temperature;
        worked->temperatures += card->temperature > 0;
    }
    if (worked->clocks) worked->clock /= (double)worked->clocks;
    if (worked->temperatures) worked->temperature /= (double)worked->temperatures;
    bool room = reported != NULL;
    free(reported);
    return room;
}

static void compare_card(FILE *out, const char *device, const struct worked *was, const struct worked *is)
{
    bool drivers = was->driver[0] && is->driver[0] && strcmp(was->driver, is->driver) != 0;
    bool clocks = was->clocks && is->clocks && fabs(is->clock / was->clock - 1) > other_clock;
    if (!drivers && !clocks) return;
    fprintf(out, "card     %s:", device);
    if (drivers) fprintf(out, " driver %s -> %s", was->driver, is->driver);
    if (clocks) fprintf(out, "%s %.0f -> %.0f MHz", drivers ? "," : "", was->clock, is->clock);
    if (was->temperatures && is->temperatures)
        fprintf(out, ", %.0f -> %.0f degrees Celsius", was->temperature, is->temperature);
    fputc('\n', out);
}

enum { MOST_CARDS = 16 };

/* The devices of a side's cards, each once. */
static size_t cards_of(const struct compared *side, const char *device[MOST_CARDS])
{
    const struct history *history = side->history;
    size_t count = 0, k;
    for (size_t i = 0; i < history->cards.count && count < MOST_CARDS; i++) {
        for (k = 0; k < count && device[k] != history->cards.at[i].device;)
            k++;
        if (k == count && side->has[history->cards.at[i].run]) device[count++] = history->cards.at[i].device;
    }
    return count;
}

void cards_compare(FILE *out, const struct compared *base, const struct compared *head)
{
    const char *device[MOST_CARDS];
    size_t count = cards_of(head, device);
    for (size_t i = 0; i < count; i++) {
        struct worked was, is;
        if (take_worked(base, device[i], &was) && take_worked(head, device[i], &is))
            compare_card(out, device[i], &was, &is);
    }
}
