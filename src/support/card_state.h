/* SPDX-License-Identifier: MIT
 * The state of a card, from its driver. */
#ifndef FOLDCHECK_CARD_STATE_H
#define FOLDCHECK_CARD_STATE_H

#include <stdbool.h>

struct card_state {
    char driver[64];                         /* its version; "": not known */
    double clock, memory_clock, temperature; /* MHz, and degrees Celsius; NAN: not known */
};

/* `device` as records name it ("nvidia", "amd:1"), `bus` the card's PCI address ("0000:3b:00.0"), `system` the folder
 * of the kernel's files, /sys. NVIDIA's answers come from nvidia-smi. False if nothing is known. */
bool card_state_read(struct card_state *state, const char *device, const char *bus, const char *system);

#endif
