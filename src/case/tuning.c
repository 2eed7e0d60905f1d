/* SPDX-License-Identifier: MIT
 * Looking a name up. */
#include "tuning.h"

#include <string.h>

int64_t tuning_get(const struct tuning *tuning, const char *name, int64_t otherwise)
{
    for (int i = 0; i < tuning->count; i++)
        if (strcmp(tuning->pair[i].name, name) == 0) return tuning->pair[i].value;
    return otherwise;
}
