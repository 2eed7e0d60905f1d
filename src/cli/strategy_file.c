/* SPDX-License-Identifier: MIT */
#include "strategy_file.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *file;
} files[] = {
#define STRATEGY(FAMILY, NAME, ...) {#NAME, "hip/" #FAMILY "/" #NAME ".hip"},
#include "strategies.def"
#undef STRATEGY
};

const char *strategy_file(const char *strategy)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strcmp(files[i].name, strategy) == 0) return files[i].file;
    return NULL;
}
