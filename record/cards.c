/* SPDX-License-Identifier: MIT */
#include "cards.h"

#include <math.h>
#include <string.h>

static const double other_clock = 0.05; /* the least change that is told */

/* A card at the ends of a side's runs, where it had worked. */
struct worked {
    const char *driver; /* the last one */
    double clock, temperature;
    size_t clocks, temperatures; /* that the means are of */
};

/* Whether another line of the same run is about the card later. */
static bool is_early(const struct history *history, size_t at)
{
    const struct past_card *card = &history->cards.at[at];
    for (size_t i = at + 1; i < history->cards.count; i++)
        if (history->cards.at[i].run == card->run && history->cards.at[i].device == card->device) return true;
    return false;
}

static struct worked worked_of(const struct compared *side, const char *device)
{
    const struct history *history = side->history;
    struct worked worked = {.driver = ""};
    for (size_t i = 0; i < history->cards.count; i++) {
        const struct past_card *card = &history->cards.at[i];
        if (!side->has[card->run] || strcmp(card->device, device) != 0 || is_early(history, i)) continue;
        worked.driver = card->driver;
        worked.clock += card->clock;
        worked.clocks += card->clock > 0;
        worked.temperature += card->temperature;
        worked.temperatures += card->temperature > 0;
    }
    if (worked.clocks) worked.clock /= (double)worked.clocks;
    if (worked.temperatures) worked.temperature /= (double)worked.temperatures;
    return worked;
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

void cards_compare(FILE *out, const struct compared *base, const struct compared *head)
{
    const struct history *history = head->history;
    for (size_t i = 0; i < history->cards.count; i++) {
        const struct past_card *card = &history->cards.at[i];
        bool first = head->has[card->run];
        for (size_t k = 0; first && k < i; k++)
            first = !head->has[history->cards.at[k].run] || history->cards.at[k].device != card->device;
        if (!first) continue;
        struct worked was = worked_of(base, card->device), is = worked_of(head, card->device);
        compare_card(out, card->device, &was, &is);
    }
}
