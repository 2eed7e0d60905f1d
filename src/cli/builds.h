/* SPDX-License-Identifier: MIT
 * Two builds that run one command by turns, each into a record of its own. */
#ifndef FOLDCHECK_CLI_BUILDS_H
#define FOLDCHECK_CLI_BUILDS_H

#include "status.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct builds {
    const char *program[2]; /* the base's, the head's */
    char **command;         /* that both run: "bench", "--device" ...; ends with NULL */
    char folder[PATH_MAX];  /* of the records */
    bool kept;              /* the folder is the caller's */
    char record[2][PATH_MAX];
    size_t rounds; /* that were taken */
};

/* folder: where the records stay, which must not be there yet; NULL: they go with builds_close. False with the
 * reason. */
bool builds_open(struct builds *builds, const char *folder, struct text *why);

/* One round: both programs run the command, in the order AB, in every second round BA. Returns -1 if both ran, else the
 * exit status to end with: of bad input (the program has said what is wrong), without a device, or broken with the
 * reason. */
int builds_take_round(struct builds *builds, struct text *why);

void builds_close(struct builds *builds);

#endif
