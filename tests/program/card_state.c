/* SPDX-License-Identifier: MIT
 * card_state SYSTEM RECORD: how some cards are, for tests/program/record. SYSTEM stands for /sys; a run with one of the cards goes to RECORD. */
#include "card_state.h"
#include "record.h"

#include <math.h>

static void print_number(double value, const char *end)
{
    if (isnan(value))
        printf("-%s", end);
    else
        printf("%g%s", value, end);
}

static void print_card(const char *device, const char *bus, const char *system)
{
    struct card_state state;
    printf("%s %s: ", device, bus);
    if (!card_state_read(&state, device, bus, system)) {
        puts("nothing");
        return;
    }
    printf("%s, ", state.driver);
    print_number(state.clock, ", ");
    print_number(state.memory_clock, ", ");
    print_number(state.temperature, "\n");
}

int main(int argc, char **argv)
{
    static const struct device_note note = {
        .device = "nvidia", .name = "a card", .arch = "sm_90", .bus = "0000:3b:00.0"};
    static const struct record_context context = {.version = "0", .built = "b", .compilers = "c"};
    struct record record;
    struct text why;
    if (argc != 3) return 2;
    print_card("nvidia", "0000:3b:00.0", argv[1]);
    print_card("nvidia", "0000:3c:00.0", argv[1]);
    print_card("nvidia", "$(echo)", argv[1]);
    print_card("nvidia", "", argv[1]);
    print_card("amd:1", "0000:c1:00.0", argv[1]);
    if (!record_open(&record, argv[2], &context, &why)) return 1;
    record_device(&record, &note);
    record_card(&record, &note);
    return !record_close(&record, 0, &why);
}
