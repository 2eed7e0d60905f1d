/* SPDX-License-Identifier: MIT
 * A plugin from one source file with a launcher, or from an operator's header: a CMake project in a folder of its own that finds the package beside this
 * program, where it is installed or was built. */
#ifndef FOLDCHECK_PLUGIN_BUILD_H
#define FOLDCHECK_PLUGIN_BUILD_H

#include "launchers.h"
#include "operator_header.h"

#include <limits.h>

struct plugin_build {
    const char *source; /* as it was given */
    /* Of an operator's header; else NULL, and what follows is of a launcher. */
    const struct operator_header *header;
    const char *strategies;          /* to compile it for, names between blanks */
    const struct launcher *launcher; /* of this source */
    const struct op *op;
    const struct launcher_request *request; /* what it does, and with what */
    bool keys_in_range;                     /* it says KEYS_IN_RANGE */
    bool finite;                            /* it says FINITE */
    bool no_graphs;                         /* it says NO_GRAPHS */
    const char *name;                       /* of the strategy, or the operator */
    const char *devices;                    /* backends, "sim;nvidia" */
    bool may_lack;                          /* without those whose compiler is not here */
    const char *folder;                     /* NULL: a new one, which has the plugin alone in the end */
    /* What was made. */
    char plugin[PATH_MAX]; /* whole */
    char built[64];        /* backends that it is for, "sim;nvidia" */
};

/* Makes the plugin. Otherwise a status with the reason; 128 and the signal without one, if that ended it. Nothing is left
 * of a new folder then, and no part of a plugin in another. */
int plugin_build(struct plugin_build *build, struct text *why);

#endif
